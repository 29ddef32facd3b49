"""The data files as they are written, checked by pydantic when they are read."""

from typing import Literal

from engine.core.sheets import Loose, Record, Sheets

SideName = Literal["axis", "soviet"]
SeaName = Literal["ostsee", "chernoye_more"]


class Grid(Record):
    columns: int
    rows: int
    offset: str
    neighbours_odd_row: dict[str, tuple[int, int]]
    neighbours_even_row: dict[str, tuple[int, int]]
    axial: str
    source: str


class HexRecord(Record):
    id: str
    name: str
    q: int
    r: int
    terrain: Literal["clear", "swamp", "mountain", "sea"]
    sea: SeaName | None
    territory: SideName | None
    coastal: SeaName | None
    urban: str | None
    fortress: str | None
    source: str


class LocationRecord(Record):
    id: str
    name: str
    type: Literal["city", "industrial_center"]
    start_control: SideName
    territory: SideName
    hexes: list[str]
    source: str


class FortressRecord(Record):
    id: str
    hex: str
    name: str
    source: str


class RiverRecord(Record):
    id: str
    river: str
    hexes: tuple[str, str]
    ignored: bool
    source: str


class Border(Record):
    hexsides: list[tuple[str, str]]
    source: str


class Coast(Record):
    sea: SeaName
    fleet: SideName
    hexes: list[str]
    source: str


class BoxRecord(Record):
    id: str
    name: str
    holds: str
    sea: SeaName | None
    source: str


class MapFile(Record):
    game: Literal["iron_blood"]
    kind: Literal["hex"]
    grid: Grid
    notes: dict[str, str]
    hexes: list[HexRecord]
    urban_locations: list[LocationRecord]
    fortresses: list[FortressRecord]
    rivers: list[RiverRecord]
    border: Border
    coasts: list[Coast]
    boxes: list[BoxRecord]


class UnitRecord(Record):
    id: str
    side: SideName
    unit_class: Literal["regular", "support"]
    type: Literal["infantry", "tank", "air", "fleet", "partisan", "fortress"]
    name: str
    dice: int
    hex: str | None = None
    reverse: str | None = None
    source: str


class Counts(Record):
    axis: dict[str, int]
    soviet: dict[str, int]
    source: str


class UnitsFile(Loose):
    game: Literal["iron_blood"]
    units: list[UnitRecord]
    counts: Counts


class Arrivals(Record):
    infantry: int
    tank: int
    air: int


class SeasonRecord(Record):
    id: str
    turn: int
    year: int
    season: Literal["mud", "clear", "snow"]
    initiative: SideName
    convoy_allowed: bool
    blitz_allowed: bool
    air_allowed: bool
    soviet_reinforcements: Arrivals
    axis_general: bool
    soviet_general: bool
    last: bool
    source: str


class TurnsFile(Loose):
    game: Literal["iron_blood"]
    turns: list[SeasonRecord]


class TokenRecord(Record):
    id: str
    side: SideName
    name: str
    timing: str
    effect: str
    source: str


class TokenSetup(Loose):
    turn_spaces: list[str]
    in_hand: int
    removed_unseen: int


class OptionalDivision(Loose):
    token: str
    turn_space: str
    others: TokenSetup


class GeneralSetups(Loose):
    axis: TokenSetup
    soviet: TokenSetup
    optional_anti_partisan_division: OptionalDivision


class GeneralsFile(Loose):
    game: Literal["iron_blood"]
    tokens: list[TokenRecord]
    setup: GeneralSetups


class StartRecord(Record):
    unit: str
    hex: str
    source: str


class AxisSetup(Loose):
    suggested: list[StartRecord]
    air_box: list[str]


class SovietSetup(Loose):
    fixed: list[StartRecord]
    fortresses: list[StartRecord]
    stalin: str
    air_box: list[str]


class SetupFile(Loose):
    game: Literal["iron_blood"]
    axis: AxisSetup
    soviet: SovietSetup


class DiceFile(Loose):
    game: Literal["iron_blood"]
    faces: list[int]
    source: str


DATA = Sheets(
    __package__,
    "map.json",
    "units.json",
    "turns.json",
    "generals.json",
    "setup.json",
    "dice.json",
)
