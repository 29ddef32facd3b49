"""The map of Russia Besieged as it is written, checked by pydantic when it is read."""

from typing import Literal

from pydantic import Field

from engine.core.sheets import Loose, Sheets

Terrain = Literal["clear", "forest", "swamp", "mountain"]


class HexRecord(Loose):
    """A land hex; columns are counted westward, odd rows lie half a hex to the east."""

    id: str
    row: int
    col: int
    lat: float
    lon: float
    terrain: Terrain
    country: str
    playable: bool
    oil_wells: list[str]
    edge: Literal["north", "west", "east", "south"] | None
    source: str


class WaterRecord(Loose):
    """A hex of sea or lake."""

    id: str
    kind: Literal["sea", "lake"]
    area: str
    subarea: str | None
    source: str


class CityRecord(Loose):
    """A city; `class` is no name in Python, so it is `rank` here."""

    id: str
    name: str
    hex: str
    rank: Literal["major", "minor"] = Field(validation_alias="class")
    port: str | None
    naval_base: Literal["axis", "russian"] | None
    country: str
    oos_turns: int
    start_control: Literal["axis", "russian", "neutral"]
    source: str


class RailRecord(Loose):
    """A railway from one hex to the next."""

    a: str
    b: str
    source: str


class RiverRecord(Loose):
    """A river between hexes `a` and `b`."""

    a: str
    b: str
    river: str
    source: str


class LinkRecord(Loose):
    """A way between hexes that is none of the usual ones; `via` may be water."""

    id: str
    a: str
    b: str
    via: str | None = None
    rail_move: bool = False
    source: str


class Hexes(Loose):
    """Hexes from which a side is supplied without limit, or those of a line in order."""

    hexes: list[str]
    source: str


class Sources(Loose):
    """13.31 to 13.33."""

    axis_unlimited: Hexes
    russian_unlimited: Hexes
    finnish_german_unlimited: Hexes


class ValueRecord(Loose):
    """What a well is worth from a turn on."""

    from_turn: str
    value: int


class WellRecord(Loose):
    """An oil well (21.0)."""

    id: str
    name: str
    hex: str
    owner: Literal["axis", "russian"]
    values: list[ValueRecord]
    source: str


class SetupRecord(Loose):
    """23.03: hexes in which some units begin."""

    id: str
    name: str
    side: Literal["axis", "russian"]
    hexes: list[str]
    source: str


class SeaRecord(Loose):
    """8.05."""

    id: str
    name: str
    source: str


class RegionRecord(Loose):
    """Hexes or hex rows of which a rule speaks."""

    id: str
    hexes: list[str] = []
    source: str


class MapFile(Loose):
    """map.json. Pointy-topped hexes, ids RRCC."""

    sea_areas: list[SeaRecord]
    hexes: list[HexRecord]
    water_hexes: list[WaterRecord]
    cities: list[CityRecord]
    rail_links: list[RailRecord]
    river_hexsides: list[RiverRecord]
    special_links: list[LinkRecord]
    oil_wells: list[WellRecord]
    supply_sources: Sources
    setup_areas: list[SetupRecord]
    regions: list[RegionRecord]
    emergency_rail_line: Hexes


DATA = Sheets(
    __package__,
    "map.json",
    "terrain.json",
    "crt.json",
    "turns.json",
    "units.json",
    "bombers.json",
    "replacements.json",
    "scenarios.json",
)


def load() -> MapFile:
    """The map; a pydantic ValidationError names what is wrong in the file."""
    return DATA.read(MapFile, "map.json")
