"""The data files as they are written, checked by pydantic when they are read."""

from typing import Annotated, Literal

from pydantic import Field

from engine.core.sheets import Identified, Named, Record, Sheets, Sourced, by, numbered
from engine.games.no_retreat.data.facts import (
    COUNTRIES,
    NOWHERE,
    RESULTS,
    SIDES,
    TERRAINS,
    WEATHER_MARKERS,
    WEATHERS,
)

Side = Annotated[int, numbered(SIDES)]
Country = Annotated[int, numbered(COUNTRIES)]
SeaName = Literal["baltic_sea", "black_sea", "caspian_sea", "sea_of_azov"]
AreaName = Literal["finland", "western_balkans", "southern_balkans"]
Weather = Annotated[int, numbered(WEATHERS)]
Result = Annotated[int, numbered(RESULTS)]
Marker = Annotated[int, numbered(WEATHER_MARKERS)]
Game = Literal["no_retreat"]


# map.json


class Grid(Sourced):
    offset: Literal["odd_r"]
    columns: int
    rows: int
    neighbours_odd_row: dict[str, tuple[int, int]]
    neighbours_even_row: dict[str, tuple[int, int]]
    projection: str


class Edges(Sourced):
    axis_west: list[str]
    soviet_east: list[str]
    soviet_south: list[str]
    note: str


class HexRecord(Identified):
    col: int
    row: int
    lat: float
    lon: float
    terrain: Annotated[int, numbered(TERRAINS)]
    sea: SeaName | None = None
    playable: bool
    country: Country = NOWHERE
    region: str | None = None
    name: str = ""
    coastal: list[SeaName] = []
    city: str | None = None
    oil_field: str | None = None
    vp: int = 0
    objective: Side = NOWHERE
    adjacent_areas: list[AreaName] = []


class SideRecord(Identified):
    """A hexside."""

    between: tuple[str, str]
    kind: Literal["river", "objective", "prohibited_lake", "prohibited_sea"]
    name: str = ""
    protects: str | None = None


class SiteRecord(Named):
    """A city or an oil field."""

    hex: str
    country: Country
    start_control: Side
    vp: int
    objective: Side
    note: str = ""


class ObjectiveRecord(Identified):
    hex: str
    side: Side
    color: Literal["gray", "red"]


class AreaRecord(Sourced):
    id: AreaName
    name: str
    adjacent_hexes: list[str]
    adjacent_areas: list[AreaName]
    who_may_enter: list[str]
    opens: str = ""
    terrain: Literal["open"]
    vp: int
    home_supply: list[str]


class SeaSupply(Record):
    axis: str
    soviet: str


class SeaRecord(Sourced):
    id: SeaName
    supply: SeaSupply


class MapFile(Record):
    game: Game
    grid: Grid
    map_edges: Edges
    hexes: list[HexRecord]
    hexsides: list[SideRecord]
    cities: list[SiteRecord]
    oil_fields: list[SiteRecord]
    objectives: list[ObjectiveRecord]
    areas: list[AreaRecord]
    seas: list[SeaRecord]


# terrain.json


class Costs(Record):
    armor: int
    other: int


class TerrainRecord(Identified):
    movement: Costs | None
    shift: int = Field(default=0, alias="combat_shift")
    armor_bonus: bool = Field(default=False, alias="armor_bonus_possible")
    stops_advance: bool = False
    enterable: bool = True
    supply_path: bool = True
    note: str = ""


class SideEffect(Sourced):
    id: Literal["river", "objective", "prohibited_lake", "prohibited_sea"]
    combat_shift: int = 0
    condition: str = ""
    stops_advance: bool = False


class AdvanceHexes(Record):
    all: int
    armor_bonus: int


class WeatherRecord(Identified):
    cap: int | None = Field(alias="ma_cap")
    armor_bonus: bool
    advance_hexes: AdvanceHexes
    axis_table: Side = Field(alias="axis_crt")
    rivers: bool
    axis_shift: int = Field(alias="axis_shift_in_ussr")
    axis_shift_turn_5: int = Field(default=0, alias="axis_shift_in_ussr_turn_5")
    axis_targets: int = Field(default=0, alias="axis_max_targets")


class TerrainFile(Record):
    game: Game
    terrain: list[TerrainRecord]
    hexsides: list[SideEffect]
    areas: list[TerrainRecord]
    weather: list[WeatherRecord]


# crt.json


class Cell(Sourced):
    result: Result


Table = dict[str, dict[str, Cell]]


class ResultRecord(Sourced):
    name: str
    effect: str


class ShiftRecord(Identified):
    shift: int | str
    direction: Literal["left", "right"] | None = None
    when: str = ""
    limit: str = ""


class CrtFile(Record):
    game: Game
    columns: list[str]
    die: Literal[6]
    tables: Annotated[tuple[Table, Table], by(SIDES)]
    results: dict[str, ResultRecord]
    shift_list: list[ShiftRecord]


# turns.json


class TurnWeather(Sourced):
    printed: Weather
    marker: Marker


class RedEventRecord(Named):
    vp: int = Field(alias="soviet_vp")
    discard: int = Field(alias="axis_discard_after_draw")


class MoreThan(Record):
    axis: int = -1
    soviet: int = -1


class SuddenDeathRecord(Sourced):
    more_than: MoreThan


class TurnEvent(Identified):
    pass


class TurnRecord(Record):
    turn: int
    date: str
    length: str
    weather: TurnWeather
    blitz: int
    shock: int
    red_event: RedEventRecord | None
    sudden_death: SuddenDeathRecord | None
    events: list[TurnEvent]
    draw: Annotated[tuple[int, int], by(SIDES)] = Field(alias="card_draw")
    targets: Annotated[tuple[int, int], by(SIDES)] = Field(alias="target_limit")
    reinforcements: Annotated[tuple[list[str], list[str]], by(SIDES)]


class EventText(Record):
    id: str
    effect: str


class ConditionalRecord(Sourced):
    id: Literal["gg", "oil", "warsaw"]
    name: str
    trigger: str
    delay: Literal["next game turn"]
    units: list[str]
    once: Literal[True]
    order: str = ""
    also: list[str] = []


class WeatherMarkerRecord(Record):
    id: str
    default: Weather
    other: Weather = Field(alias="other_side")
    turns: list[int]


class VariableWeather(Sourced):
    markers: list[WeatherMarkerRecord]
    rule: str


class VpRecord(Sourced):
    track_max: int
    event_max: int = Field(alias="event_marker_max")
    soviet_total: int = Field(alias="soviet_total_victory")


class TurnsFile(Record):
    game: Game
    turns: list[TurnRecord]
    event_texts: list[EventText]
    conditional_events: list[ConditionalRecord]
    variable_weather: VariableWeather
    vp: VpRecord


DATA = Sheets(
    __package__,
    "map.json",
    "terrain.json",
    "crt.json",
    "turns.json",
    "units.json",
    "cards.json",
    "scenarios.json",
)
