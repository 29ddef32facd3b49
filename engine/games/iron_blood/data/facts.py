"""What the fixed facts look like: types and numbers, without the facts themselves."""

from dataclasses import dataclass

from engine.board.hexgrid import HexMap, Hexsides
from engine.core.sheets import Fact, NamedFact

AXIS, SOVIET = 0, 1
SIDES = ("axis", "soviet")

INFANTRY, TANK, AIR, FLEET, PARTISAN, FORTRESS = range(6)
KINDS = ("infantry", "tank", "air", "fleet", "partisan", "fortress")

CLEAR, SWAMP, MOUNTAIN, SEA = range(4)
TERRAINS = ("clear", "swamp", "mountain", "sea")

NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Hex(NamedFact):
    """`sea`, `coastal`: index of a sea; `territory`: a side; -1 each for none."""

    terrain: int
    sea: int
    territory: int
    coastal: int
    location: int
    fortress: int


@dataclass(frozen=True, slots=True)
class Box:
    """A place off the map."""

    place: int
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Unit(Fact):
    """A counter. `short` is unique within its side."""

    side: int
    kind: int
    regular: bool
    """A regular unit (§counters.regular), else a support unit (§counters.support)."""
    dice: int
    name: str
    short: str


@dataclass(frozen=True, slots=True)
class Location(NamedFact):
    """An urban location; `start` is the side that controls it at first."""

    industrial: bool
    territory: int
    start: int
    hexes: tuple[int, ...]
    mask: int


@dataclass(frozen=True, slots=True)
class Fortress(NamedFact):
    hex: int
    unit: int


@dataclass(frozen=True, slots=True)
class Sea(NamedFact):
    """`side` is that of the fleet which works there, `hexes` its coastal hexes."""

    side: int
    box: int
    hexes: tuple[int, ...]
    mask: int


@dataclass(frozen=True, slots=True)
class Season(Fact):
    """`arrivals`: Soviet infantry, tanks, air. `generals`: axis, soviet take a token."""

    year: int
    season: str
    initiative: int
    convoy: bool
    blitz: bool
    air: bool
    arrivals: tuple[int, int, int]
    generals: tuple[bool, bool]
    last: bool


@dataclass(frozen=True, slots=True)
class Token:
    """A General token."""

    id: str
    side: int
    name: str
    timing: str
    effect: str


@dataclass(frozen=True, slots=True)
class TokenSetup:
    """`spaces`: seasons that get one token each; then those in hand and those removed unseen."""

    spaces: tuple[int, ...]
    in_hand: int
    removed: int


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    hexes: tuple[Hex, ...]
    boxes: tuple[Box, ...]
    places: tuple[str, ...]
    """Place -> id."""
    place_names: tuple[str, ...]
    place_index: dict[str, int]
    units: tuple[Unit, ...]
    unit_index: dict[str, int]
    """Unit id -> index."""
    of_kind: tuple[tuple[tuple[int, ...], ...], ...]
    """side -> kind -> units."""
    regulars: tuple[tuple[int, ...], ...]
    """side -> regular units."""
    locations: tuple[Location, ...]
    location_index: dict[str, int]
    fortresses: tuple[Fortress, ...]
    seas: tuple[Sea, ...]
    """Sea s belongs to the fleet of side s."""
    seasons: tuple[Season, ...]
    season_index: dict[str, int]
    tokens: tuple[Token, ...]
    token_setup: tuple[TokenSetup, TokenSetup]
    division_token: int
    """The token that the Anti-Partisan Division sets apart, its season, the others' set-up."""
    division_season: int
    division_setup: TokenSetup
    faces: tuple[int, ...]
    map: HexMap
    rivers: Hexsides
    """River sides that count; those between two urban hexes are bridged."""
    river_names: tuple[tuple[int, int, str, bool], ...]
    """(hex, hex, river, bridged) of every river side, for the picture."""
    border: tuple[tuple[int, int], ...]
    neighbours: tuple[tuple[int, ...], ...]
    """hex -> adjacent land hexes, rivers or not."""
    dry: tuple[tuple[int, ...], ...]
    """hex -> adjacent land hexes with no river between."""
    land: int
    """Masks of hexes from here on."""
    clear: int
    urban: int
    territory: tuple[int, ...]
    air_box: tuple[int, int]
    """side -> place of its air units between seasons."""
    sea_box: tuple[int, int]
    """side -> place of its fleet between seasons."""
    reserve: tuple[int, int]
    """side -> place of its counters that are not in play."""
    suggested: tuple[tuple[int, int], ...]
    """(unit, hex) of the suggested Axis set-up."""
    start: tuple[int, ...]
    """Unit -> place before the Axis deploys its regular units (those are in its reserve)."""
    stalin: int
    """Location where Stalin starts."""
    sources: dict[str, int]
    """Where the data is from -> number of records."""

    def label(self, place: int) -> str:
        """How people read a place: number and name of a hex, name of a box."""
        name = self.place_names[place]
        return f"{self.places[place]} {name}" if place < len(self.hexes) else name
