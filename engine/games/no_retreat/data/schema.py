"""The data files as they are written, checked by pydantic when they are read."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.core.sheets import Sheets

SideName = Literal["axis", "soviet"]
CountryName = Literal["greater_germany", "ussr"]
SeaName = Literal["baltic_sea", "black_sea", "caspian_sea", "sea_of_azov"]
AreaName = Literal["finland", "western_balkans", "southern_balkans"]
WeatherName = Literal["clear", "mud", "snow", "long_winter"]
ResultName = Literal["none", "CA", "CB", "EX", "DR", "DS", "DD"]
MarkerName = Literal["sep_oct", "nov_dec", "mar_apr"]
Game = Literal["no_retreat"]


class Record(BaseModel):
    """A record of a data file; unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# map.json


class Grid(Record):
    orientation: Literal["pointy_top"]
    offset: Literal["odd_r"]
    comment: str
    columns: int
    rows: int
    neighbours_odd_row: dict[str, tuple[int, int]]
    neighbours_even_row: dict[str, tuple[int, int]]
    km_per_hex: int
    projection: str
    origin_hex: str
    origin_latlon: tuple[float, float]
    source: str


class Edges(Record):
    axis_west: list[str]
    soviet_east: list[str]
    soviet_south: list[str]
    north_is_not_an_edge_of_supply: Literal[True]
    note: str
    source: str


class HexRecord(Record):
    id: str
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
    map_edge: list[Literal["axis_west", "soviet_east", "soviet_south"]] = []
    source: str


class SideRecord(Record):
    """A hexside."""

    id: str
    between: tuple[str, str]
    kind: Literal["river", "objective", "prohibited_lake", "prohibited_sea"]
    name: str = ""
    protects: str | None = None
    source: str


class SiteRecord(Record):
    """A city or an oil field."""

    id: str
    name: str
    hex: str
    country: CountryName
    start_control: SideName
    vp: int
    objective: SideName | None
    terrain_for_rules: Literal["clear"] | None = None
    note: str = ""
    source: str


class ObjectiveRecord(Record):
    id: str
    hex: str
    side: SideName
    color: Literal["gray", "red"]
    source: str


class AreaRecord(Record):
    id: AreaName
    name: str
    adjacent_hexes: list[str]
    adjacent_areas: list[AreaName]
    who_may_enter: list[str]
    opens: str = ""
    terrain: Literal["open"]
    movement_cost: int
    supply_path_allowed: Literal[False]
    vp: int
    zoc_into_and_out_of: Literal[True]
    home_supply: list[str]
    source: str


class SeaSupply(Record):
    axis: str
    soviet: str


class SeaRecord(Record):
    id: SeaName
    supply: SeaSupply
    source: str


class RuleNote(Record):
    rule: str
    source: str


class MapFile(Record):
    game: Game
    schema_: int = Field(alias="schema")
    grid: Grid
    map_edges: Edges
    placement_cities_note: str
    hexes: list[HexRecord]
    hexsides: list[SideRecord]
    cities: list[SiteRecord]
    oil_fields: list[SiteRecord]
    objectives: list[ObjectiveRecord]
    areas: list[AreaRecord]
    seas: list[SeaRecord]
    border_note: str
    objective_supply_rule: RuleNote


# terrain.json


class Costs(Record):
    armor: int
    other: int


class TerrainRecord(Record):
    id: str
    movement: Costs | None
    combat_shift: int = 0
    armor_bonus_possible: bool = False
    stops_advance: bool = False
    enterable: bool = True
    supply_path: bool = True
    zoc_extends_into: bool = True
    note: str = ""
    source: str


class SideEffect(Record):
    id: Literal["river", "objective", "prohibited_lake", "prohibited_sea"]
    movement_extra: int = 0
    combat_shift: int = 0
    condition: str = ""
    ignored_in: list[WeatherName] = []
    blocks_zoc: bool
    stops_advance: bool = False
    crossable: bool = True
    blocks_supply: bool = False
    blocks_attack: bool = False
    blocks_retreat: bool = False
    source: str


class AdvanceHexes(Record):
    all: int
    armor_bonus: int


class WeatherRecord(Record):
    id: WeatherName
    ma_cap: int | None
    armor_bonus: bool
    advance_hexes: AdvanceHexes
    axis_crt: SideName
    rivers: bool
    axis_shift_in_ussr: int
    axis_shift_in_ussr_turn_5: int = 0
    axis_max_targets: int = 0
    replaces_snow_when: str = ""
    source: str


class TerrainFile(Record):
    game: Game
    movement_note: str
    terrain: list[TerrainRecord]
    hexsides: list[SideEffect]
    areas: list[TerrainRecord]
    cumulative: str
    several_target_hexes: str
    weather: list[WeatherRecord]


# crt.json


class Cell(Record):
    result: ResultName
    source: str


class BelowFirst(Record):
    result: Literal["CA"]
    automatic: Literal[True]
    rule: str


class WhichTable(Record):
    axis_attack_clear_or_mud: SideName
    axis_attack_snow_or_long_winter: SideName
    soviet_attack: SideName
    note: str
    source: str


class Tables(Record):
    axis: dict[str, dict[str, Cell]]
    soviet: dict[str, dict[str, Cell]]


class ResultRecord(Record):
    name: str
    effect: str
    source: str


class ShiftRecord(Record):
    id: str
    shift: int | str
    direction: Literal["left", "right"] | None = None
    when: str = ""
    limit: str = ""
    source: str


class CrtFile(Record):
    game: Game
    columns: list[str]
    die: Literal[6]
    below_first_column: BelowFirst
    above_last_column: str
    odds_rounding: str
    which_table: WhichTable
    tables: Tables
    results: dict[ResultName, ResultRecord]
    shift_list: list[ShiftRecord]
    counts_by_source: dict[str, int]


# turns.json


class TurnWeather(Record):
    printed: WeatherName
    variable: bool
    marker: MarkerName | None
    source: str


class RedEventRecord(Record):
    id: str
    name: str
    soviet_vp: int
    axis_discard_after_draw: int
    source: str


class MoreThan(Record):
    axis: int = -1
    soviet: int = -1


class SuddenDeathRecord(Record):
    more_than: MoreThan
    source: str


class TurnEvent(Record):
    id: str
    source: str


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
    support_source: str
    red_event: RedEventRecord | None
    sudden_death: SuddenDeathRecord | None
    events: list[TurnEvent]
    card_draw: SidePair
    target_limit: SidePair
    reinforcements: UnitLists


class EventText(Record):
    id: str
    effect: str


class ConditionalRecord(Record):
    id: Literal["gg", "oil", "warsaw"]
    name: str
    trigger: str
    delay: Literal["next game turn"]
    units: list[str]
    once: Literal[True]
    order: str = ""
    also: list[str] = []
    source: str


class WeatherMarkerRecord(Record):
    id: MarkerName
    default: WeatherName
    other_side: WeatherName
    turns: list[int]


class VariableWeather(Record):
    markers: list[WeatherMarkerRecord]
    rule: str
    source: str


class DrawModifier(Record):
    side: SideName
    amount: int
    when: str


class VpRecord(Record):
    track_max: int
    event_marker_max: int
    hex_vp_total: int
    finland_vp: int
    axis_start_vp: int
    soviet_total_victory: int
    per_city_or_oil: int
    surrendered_unit: int
    red_event_soviet: int
    from_turn_23: str
    operational_check: str
    source: str


class TurnsFile(Record):
    game: Game
    turns: list[TurnRecord]
    event_texts: list[EventText]
    conditional_events: list[ConditionalRecord]
    variable_weather: VariableWeather
    long_winter_rule: str
    first_snow_turn: str
    draw_modifiers: list[DrawModifier]
    vp: VpRecord
    discard_to: int
    draw_source: str
    soviet_target_note: str


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
