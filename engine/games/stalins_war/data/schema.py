"""The map of Stalin's War as it is written, checked by pydantic when it is read."""

from typing import Literal

from engine.core.sheets import Loose, Sheets

SheetSide = Literal["axis", "soviet"]
Terrain = Literal["clear", "rough", "mountain", "forest", "swamp", "desert"]
SideKind = Literal["river", "major_river", "kerch_crossing", "sea", "lake"]


class HexRecord(Loose):
    """A land hex; `col` and `row` place it on the grid, `lat` and `lon` in the world.

    `coastal`: the seas on whose coast it lies.
    """

    id: str
    col: int
    row: int
    lat: float
    lon: float
    terrain: Terrain
    country: str
    in_soviet_union: bool
    baltic_state: str | None
    in_germany: bool
    rail: bool
    coastal: list[str]
    edge: Literal["west", "east"] | None
    east_of_paulus: bool
    caucasus_zone: bool
    source: str


class PlaceRecord(Loose):
    """A town or city; `vp`: a star (5.1.1), `usir`: the Upper Silesian industry (13.2.1)."""

    id: str
    name: str
    hex: str
    type: Literal["city", "town"]
    port: str | None
    fortress_owner: SheetSide | None
    vp: bool
    oil: bool
    capital_of: str | None
    usir: bool
    initial_control: SheetSide
    source: str


class SideRecord(Loose):
    """What lies between hexes `a` and `b`."""

    id: str
    a: str
    b: str
    type: SideKind
    name: str
    impassable: bool
    volga_restricted: bool
    source: str


class RailRecord(Loose):
    """A railway from one hex to the next."""

    a: str
    b: str
    source: str


class CoastRecord(Loose):
    """A coastal hex in the order of 10.2.5 and 10.2.6, west to east."""

    hex: str
    port: str | None


class WaterRecord(Loose):
    """A sea or lake; its hexes are there to be drawn and numbered alone."""

    id: str
    name: str
    axis_sea_move: bool = False
    soviet_sea_move: bool = False
    port_to_port_supply: bool = False
    ports_west_to_east: list[str] = []
    coastal_hexes_west_to_east: list[CoastRecord] = []
    sea_hexes: list[str] = []
    hexes: list[str] = []
    source: str


class Closed(Loose):
    """Hexes that no unit can enter."""

    hexes: list[str]
    source: str


class Edges(Loose):
    """Where the map's edges feed the sides (13.2.1)."""

    west_edge_chain: list[str]
    axis_supply_hexes: list[str]
    soviet_supply_hexes: list[str]


class Sources(Loose):
    """Supply sources of some nations."""

    hexes: list[str]


class Conditional(Loose):
    """13.2.3: a source in full only with one of these ports."""

    hex: str
    full_if_any_supplied_soviet_port: list[str]


class SovietSources(Sources):
    """13.2.2 and 13.2.3."""

    conditional: Conditional


class SupplySources(Loose):
    """13.2."""

    german_and_vlassov: Sources
    romanian: Sources
    hungarian_and_italian: Sources
    soviet: SovietSources


class Paulus(Loose):
    """2.1: the hexes beyond the Paulus Line and the hexsides it runs along."""

    east_hexes: list[str]
    crossing_hexsides: list[tuple[str, str]]
    source: str


class Caucasus(Loose):
    """2.1: the hexes of the Caucasus Zone."""

    south_hexes: list[str]
    source: str


class Lines(Loose):
    """The logistical lines."""

    paulus: Paulus
    caucasus: Caucasus


class BlauRecord(Loose):
    """Hexes and the zone that *Blau* opens."""

    hexes: list[str]
    zone: Literal["caucasus"]


class Restricted(Loose):
    """11.1.9: what the Axis may not attack before an event."""

    nordlicht: list[str]
    taifun: list[str]
    blau: BlauRecord


class Stars(Loose):
    """The stars of 5.1, by who holds them at the start."""

    axis_start: list[str]
    soviet_union: list[str]


class MapFile(Loose):
    """map.json. Flat-topped hexes, ids CCRR, odd columns half a hex lower."""

    hexes: list[HexRecord]
    places: list[PlaceRecord]
    hexsides: list[SideRecord]
    rail_links: list[RailRecord]
    seas: list[WaterRecord]
    lakes: list[WaterRecord]
    out_of_play: Closed
    edges: Edges
    supply_sources: SupplySources
    logistical_lines: Lines
    restricted_attack_hexes: Restricted
    volga_restricted_hexsides: list[str]
    vp_hexes: Stars
    oil_hexes: list[str]


DATA = Sheets(
    __package__,
    "map.json",
    "terrain.json",
    "fire_tables.json",
    "turns.json",
    "units.json",
    "cards.json",
    "scenarios.json",
)


def load() -> MapFile:
    """The map; a pydantic ValidationError names what is wrong in the file."""
    return DATA.read(MapFile, "map.json")
