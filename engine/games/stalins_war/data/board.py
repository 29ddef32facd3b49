"""The map of Stalin's War as it is written, checked by pydantic when it is read."""

from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict

from engine.core.sheets import Sheets

Terrain = Literal["clear", "rough", "mountain", "forest", "swamp", "desert"]
SideKind = Literal["river", "major_river", "kerch_crossing", "sea", "lake"]


class Record(BaseModel):
    """A record of which only some fields are used yet."""

    model_config = ConfigDict(frozen=True)


class HexRecord(Record):
    """A land hex; `col` and `row` place it on the grid, `lat` and `lon` in the world."""

    id: str
    col: int
    row: int
    lat: float
    lon: float
    terrain: Terrain
    country: str
    in_soviet_union: bool
    edge: Literal["west", "east"] | None
    source: str


class PlaceRecord(Record):
    """A town or city; `vp`: a star of 5.1."""

    id: str
    name: str
    hex: str
    type: Literal["city", "town"]
    port: str | None
    fortress_owner: Literal["axis", "soviet"] | None
    vp: bool
    oil: bool
    initial_control: Literal["axis", "soviet"]
    source: str


class SideRecord(Record):
    """What lies between hexes `a` and `b`."""

    a: str
    b: str
    type: SideKind
    name: str
    volga_restricted: bool
    source: str


class RailRecord(Record):
    """A railway from one hex to the next."""

    a: str
    b: str
    source: str


class WaterRecord(Record):
    """A sea or lake; its hexes are there to be drawn alone."""

    id: str
    name: str
    sea_hexes: list[str] = []
    hexes: list[str] = []
    source: str


class Closed(Record):
    """Hexes that no unit can enter."""

    hexes: list[str]
    source: str


class Edges(Record):
    """Where the map's edges feed the sides (13.2.1)."""

    axis_supply_hexes: list[str]
    soviet_supply_hexes: list[str]


class Paulus(Record):
    """2.1: the hexsides of the Paulus Line."""

    crossing_hexsides: list[tuple[str, str]]
    source: str


class Caucasus(Record):
    """2.1: the hexes of the Caucasus Zone."""

    south_hexes: list[str]
    source: str


class Lines(Record):
    """The logistical lines."""

    paulus: Paulus
    caucasus: Caucasus


class MapFile(Record):
    """map.json. Flat-topped hexes, ids CCRR, odd columns half a hex lower."""

    hexes: list[HexRecord]
    places: list[PlaceRecord]
    hexsides: list[SideRecord]
    rail_links: list[RailRecord]
    seas: list[WaterRecord]
    lakes: list[WaterRecord]
    out_of_play: Closed
    edges: Edges
    logistical_lines: Lines


@cache
def load() -> MapFile:
    """The map; a pydantic ValidationError names what is wrong in the file."""
    return Sheets(__package__, "map.json").read(MapFile, "map.json")
