"""The data files as they are written, checked by pydantic when they are read."""

from typing import Literal

from engine.core.sheets import Identified, Named, Record, Sheets, Sourced

SideName = Literal["axis", "soviet"]
CountryName = Literal["greater_germany", "ussr"]
SeaName = Literal["baltic_sea", "black_sea", "caspian_sea", "sea_of_azov"]
AreaName = Literal["finland", "western_balkans", "southern_balkans"]
WeatherName = Literal["clear", "mud", "snow", "long_winter"]
ResultName = Literal["none", "CA", "CB", "EX", "DR", "DS", "DD"]
MarkerName = Literal["sep_oct", "nov_dec", "mar_apr"]
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
    terrain: Literal["clear", "forest", "marsh", "mountain", "city", "oil_field", "lake", "sea"]
    sea: SeaName | None = None
    playable: bool
    country: CountryName | None = None
    region: str | None = None
    name: str = ""
    coastal: list[SeaName] = []
    city: str | None = None
    oil_field: str | None = None
    vp: int = 0
    objective: SideName | None = None
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
    country: CountryName
    start_control: SideName
    vp: int
    objective: SideName | None
    note: str = ""


class ObjectiveRecord(Identified):
    hex: str
    side: SideName
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
    combat_shift: int = 0
    armor_bonus_possible: bool = False
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


class WeatherRecord(Sourced):
    id: WeatherName
    ma_cap: int | None
    armor_bonus: bool
    advance_hexes: AdvanceHexes
    axis_crt: SideName
    rivers: bool
    axis_shift_in_ussr: int
    axis_shift_in_ussr_turn_5: int = 0
    axis_max_targets: int = 0


class TerrainFile(Record):
    game: Game
    terrain: list[TerrainRecord]
    hexsides: list[SideEffect]
    areas: list[TerrainRecord]
    weather: list[WeatherRecord]


# crt.json


class Cell(Sourced):
    result: ResultName


class Tables(Record):
    axis: dict[str, dict[str, Cell]]
    soviet: dict[str, dict[str, Cell]]


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
    tables: Tables
    results: dict[ResultName, ResultRecord]
    shift_list: list[ShiftRecord]


# turns.json


class TurnWeather(Sourced):
    printed: WeatherName
    marker: MarkerName | None


class RedEventRecord(Named):
    soviet_vp: int
    axis_discard_after_draw: int


class MoreThan(Record):
    axis: int = -1
    soviet: int = -1


class SuddenDeathRecord(Sourced):
    more_than: MoreThan


class TurnEvent(Identified):
    pass


class SidePair(Record):
    axis: int
    soviet: int


class UnitLists(Record):
    axis: list[str]
    soviet: list[str]


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
    card_draw: SidePair
    target_limit: SidePair
    reinforcements: UnitLists


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
    id: MarkerName
    default: WeatherName
    other_side: WeatherName
    turns: list[int]


class VariableWeather(Sourced):
    markers: list[WeatherMarkerRecord]
    rule: str


class VpRecord(Sourced):
    track_max: int
    event_marker_max: int
    soviet_total_victory: int


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
