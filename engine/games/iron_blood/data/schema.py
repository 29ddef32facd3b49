"""The data files as they are written, checked by pydantic when they are read."""

from typing import Annotated, Literal

from pydantic import Field

from engine.core.sheets import Identified, Loose, Named, Record, Sheets, Sourced, by, numbered
from engine.games.iron_blood.data.facts import AIR, KINDS, SIDES, TERRAINS

Side = Annotated[int, numbered(SIDES)]
SeaName = Literal["ostsee", "chernoye_more"]


class Grid(Sourced):
    columns: int
    rows: int
    offset: str
    neighbours_odd_row: dict[str, tuple[int, int]]
    neighbours_even_row: dict[str, tuple[int, int]]
    axial: str


class HexRecord(Named):
    q: int
    r: int
    terrain: Annotated[int, numbered(TERRAINS)]
    sea: SeaName | None
    territory: Side
    coastal: SeaName | None
    urban: str | None
    fortress: str | None


class LocationRecord(Named):
    type: Literal["city", "industrial_center"]
    start: Side = Field(alias="start_control")
    territory: Side
    hexes: list[str]


class FortressRecord(Named):
    hex: str


class RiverRecord(Identified):
    river: str
    hexes: tuple[str, str]
    ignored: bool


class Border(Sourced):
    hexsides: list[tuple[str, str]]


class Coast(Sourced):
    sea: SeaName
    side: Side = Field(alias="fleet")
    hexes: list[str]


class BoxRecord(Named):
    holds: str
    sea: SeaName | None


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


class UnitRecord(Named):
    side: Side
    unit_class: Literal["regular", "support"]
    kind: Annotated[int, numbered(KINDS)] = Field(alias="type")
    dice: int
    hex: str | None = None
    reverse: str | None = None


class Counts(Sourced):
    axis: dict[str, int]
    soviet: dict[str, int]


class UnitsFile(Loose):
    game: Literal["iron_blood"]
    units: list[UnitRecord]
    counts: Counts


class SeasonRecord(Identified):
    turn: int
    year: int
    season: Literal["mud", "clear", "snow"]
    initiative: Side
    convoy: bool = Field(alias="convoy_allowed")
    blitz: bool = Field(alias="blitz_allowed")
    air: bool = Field(alias="air_allowed")
    arrivals: Annotated[tuple[int, int, int], by(KINDS[: AIR + 1])] = Field(
        alias="soviet_reinforcements"
    )
    axis_general: bool
    soviet_general: bool
    last: bool


class TurnsFile(Loose):
    game: Literal["iron_blood"]
    turns: list[SeasonRecord]


class TokenRecord(Named):
    side: Side
    timing: str
    effect: str


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


class StartRecord(Sourced):
    unit: str
    hex: str


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
    __package__, "map.json", "units.json", "turns.json", "generals.json", "setup.json", "dice.json"
)
