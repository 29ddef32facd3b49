"""What the fixed facts look like: types and numbers, without the facts themselves.

A place is a small number: the full rectangle of the map row by row, water in its
place, then the boxes off the map. Sides are 0 (axis) and 1 (soviet, "Russian" in
the book); -1 is nobody or nowhere.
"""

from dataclasses import dataclass

from engine.core.sheets import Fact, NamedFact

AXIS, SOVIET = 0, 1
SIDES = ("axis", "soviet")
SIDE_NAMES = ("Axis", "Russian")
NOWHERE = -1

ROWS, COLUMNS = 60, 40
HEXES = ROWS * COLUMNS

BOXES = (
    "pool_axis",
    "pool_soviet",
    "surrendered_axis",
    "surrendered_soviet",
    "withdrawn_axis",
    "withdrawn_soviet",
    "in_hand_axis",
    "in_hand_soviet",
    "urals",
    "combined",
    "waiting",
    "removed",
)
POOL = (HEXES, HEXES + 1)
"""Replacement Pools, by side as the next three."""
SURRENDERED = (HEXES + 2, HEXES + 3)
WITHDRAWN = (HEXES + 4, HEXES + 5)
IN_HAND = (HEXES + 6, HEXES + 7)
"""Field Marshals, and partisans to be placed."""
URALS = HEXES + 8
COMBINED = HEXES + 9
"""Parts of a Shock Army (22.0)."""
WAITING = HEXES + 10
"""Not arrived yet."""
REMOVED = HEXES + 11
PLACES = HEXES + len(BOXES)

CLEAR, FOREST, SWAMP, MOUNTAIN, WATER = range(5)
TERRAINS = ("clear", "forest", "swamp", "mountain", "water")

FINE, LIGHT_MUD, MUD, SNOW = range(4)
WEATHERS = ("clear", "light_mud", "mud", "snow")

NATIONS = (
    "german",
    "rumanian",
    "hungarian",
    "finnish",
    "italian",
    "russian",
    "turned_rumanian",
    "turned_hungarian",
)
(
    GERMAN,
    RUMANIAN,
    HUNGARIAN,
    FINNISH,
    ITALIAN,
    RUSSIAN,
    TURNED_RUMANIAN,
    TURNED_HUNGARIAN,
) = range(8)
"""The last two fight on the Russian side (26.22, 26.42)."""
TURNED = {RUMANIAN: TURNED_RUMANIAN, HUNGARIAN: TURNED_HUNGARIAN}
HOMES = {
    RUMANIAN: "rumania",
    HUNGARIAN: "hungary",
    FINNISH: "finland",
    TURNED_RUMANIAN: "rumania",
    TURNED_HUNGARIAN: "hungary",
}
CAPITALS = {"rumania": "bucharest", "hungary": "budapest", "finland": "helsinki"}


def side_of_nation(nation: int) -> int:
    """On which side a nation's units fight.

    >>> side_of_nation(HUNGARIAN), side_of_nation(TURNED_HUNGARIAN)
    (0, 1)
    """
    return SOVIET if nation >= RUSSIAN else AXIS


(
    INFANTRY,
    MOUNTAIN_INFANTRY,
    CAVALRY,
    PANZER,
    PANZERGRENADIER,
    MECHANIZED,
    GUARDS_TANK,
    SHOCK,
    MINOR_MECHANIZED,
    ARTILLERY,  # it moves and has a zone as infantry does (12.01)
    PARATROOP,
    POLICE,
    GARRISON,
    VOLKSSTURM,
    DICTATOR,  # no headquarters (14.12)
    WEC,
    PARTISAN,
    AIRCRAFT,
    MARSHAL,
) = range(19)
TYPES = (
    "infantry",
    "mountain",
    "cavalry",
    "panzer",
    "panzergrenadier",
    "mechanized",
    "guards_tank_army",
    "shock_army",
    "minor_mechanized",
    "artillery",
    "paratroop",
    "police",
    "garrison",
    "volkssturm",
    "dictator",
    "wec",
    "partisan",
    "aircraft",
    "marshal",
)

NO_SIZE, CORPS, ARMY = range(3)
SIZES = ("none", "corps", "army")

STACKS_AS_SIZE, STACKS_FREE, FREE_IN_BERLIN = range(3)

CLASSES = (
    "ger_armor",
    "ger_infantry",
    "axis_cavalry",
    "minor_armor",
    "minor_infantry",
    "finnish_infantry",
    "rus_guards_tank",
    "rus_mech",
    "rus_shock",
    "rus_cavalry",
    "rus_infantry",
    "none",
)
"""Classes of the allowance chart."""

FULL_ZONE, OWN_ZONE, CLOSED_ZONE, PARTISAN_ZONE, BODY, GUARD = range(6)
"""Kinds of zone (4.0): with the neighbours, own hex alone, stopped by Finland's border, that of a
first-stage partisan (16.21). The last two reach nowhere and say who stands there: a combat unit
(4.1), and one that keeps a supply path open in an enemy zone (13.51)."""

ACCOUNTS = (
    "german_infantry",
    "german_armor",
    "ss_infantry",
    "ss_armor",
    "rumanian_infantry",
    "rumanian_armor",
    "hungarian_infantry",
    "hungarian_armor",
    "finnish_infantry",
    "italian_infantry",
    "russian_infantry",
    "russian_armor",
)
"""Replacement points that are kept apart (19.0)."""

NO_WINTER, FIRST_WINTER, SECOND_WINTER = range(3)
NEVER, WITH_HELP, FREELY = range(3)
"""May a side use automatic victory (9.31) or Blitzkrieg (10.93)? With help: air, artillery..."""


@dataclass(frozen=True, slots=True)
class City(NamedFact):
    """A city. `area`: sea area of its port, -1 for none; `oos`: turns that it feeds (13.42)."""

    place: int
    major: bool
    country: str
    area: int
    base: int
    """Side whose major naval base it is (8.2)."""
    start: int
    """Side in control at the start, -1 for none."""
    oos: int
    source: str


@dataclass(frozen=True, slots=True)
class Well(NamedFact):
    """An oil well. `values`: (turn id, points from then on), in order."""

    place: int
    side: int
    values: tuple[tuple[str, int], ...]
    source: str


@dataclass(frozen=True, slots=True)
class Face:
    """A step of a counter, as printed."""

    combat: int
    move: int


@dataclass(frozen=True, slots=True)
class Date:
    """A turn (1 to 25), an impulse of it and the words for where."""

    turn: int
    impulse: int
    place: str = ""


@dataclass(frozen=True, slots=True)
class Piece(Fact):
    """A counter. `faces` from full strength to the last step; of a Shock Army by level, two each.

    Aircraft and marshals have none. `short` is unique within its side.
    """

    short: str
    name: str
    side: int
    nation: int
    type: int
    size: int
    faces: tuple[Face, ...]
    cls: int
    """Class of the allowance chart."""
    armor: bool
    """With the armor modifier (10.5)."""
    full_zone: bool
    stacking: int
    armor_points: bool
    """Replaced by armor points (19.0)."""
    cost: int
    """Points that it takes to build it whole, 0 for never."""
    guards: bool = False
    ss: bool = False
    luftwaffe: bool = False
    enters_reduced: bool = False
    mark: str = ""
    """The letter of its district or army group (24.1)."""
    arrival: Date | None = None
    trigger: str = ""
    start: int = NOWHERE
    """Place at the start of the campaign, -1 when it arrives later."""
    area: str = ""
    """Where it may be set up (23.0): an area, or the id of a city; "" for nowhere else."""
    within: int = 0
    """Hexes from that city (23.03)."""
    leaves: int = 0
    """Of marshals: the turn in which they are withdrawn (18.5), 0 for none."""
    withdrawals: tuple[tuple[int, int, bool, int], ...] = ()
    """(turn, impulse, the whole corps or a step, turn of its return or 0) (18.2 to 18.4)."""
    since: int = 0
    """Of a unit with a trigger: the first turn in which it can be called (17.32, 17.61)."""
    until: int = 0
    """The last one (17.61), 0 for none."""
    twin: int = NOWHERE
    """The Russian piece that takes its place once its nation has turned (26.22, 26.42)."""
    source: str = ""

    @property
    def ground(self) -> bool:
        """Is it a piece that stands on the ground and can fight (4.1)?"""
        return self.type < AIRCRAFT


@dataclass(frozen=True, slots=True)
class Rail:
    """7.01, 7.02: units by rail in the turn, the first and the second impulse."""

    turn: int
    first: int
    second: int

    def less(self, units: int) -> "Rail":
        """7.01: what is taken off is taken off each number."""
        return Rail(self.turn - units, self.first - units, self.second - units)


@dataclass(frozen=True, slots=True)
class Turn:
    """A space of the turn record; pairs are by side, `winter` by impulse."""

    number: int
    id: str
    year: int
    months: tuple[str, str]
    winter: tuple[int, int]
    victory: tuple[int, int]
    """NEVER, WITH_HELP or FREELY (9.31)."""
    blitz: tuple[int, int]
    russian_rail: Rail
    axis_rail: int
    """Taken off the Axis numbers (7.01)."""
    axis_rail_in_snow: bool
    """That only if both impulses are snow (rb-19)."""
    minimum: int
    """Axis major cities at its end (27.2), -1 where none is asked."""
    azov_closed: bool
    points: tuple[int, ...] = (0,) * 10
    """What the Axis receives, in the order of `ACCOUNTS` (19.1)."""
    stukas_leave: int = 0
    """18.1."""


@dataclass(frozen=True, slots=True)
class Start:
    """A scenario's set-up: places and steps by piece, and who controls which hexes."""

    id: str
    name: str
    first_turn: int
    last_turn: int
    places: tuple[int, ...]
    steps: tuple[int, ...]
    axis_cities: int
    """Mask by city."""
    axis_rails: int
    """Mask by place."""
    axis_shores: int
    """Mask of the hexes at the strait of Kerch that the Axis has (6.25)."""
    first_turn_rules: bool
    source: str
    threshold: int = 0
    """Victory points that the Axis needs at the end (rb-27), 0 where none are counted."""
    tournament: bool = False
    """Only Moscow with Stalin's end wins before the end."""
    late: tuple[tuple[int, int], ...] = ()
    """(WEC that was evacuated, turn in which it returns)."""
    parts: tuple[tuple[int, int, int], ...] = ()
    """(Shock Army, its two parts)."""
    markers: tuple[tuple[int, int], ...] = ()
    """(piece that begins out of supply, number of its marker)."""
    murmansk: int = 0
    """Turn in which the line from Murmansk was cut (20.71), 0 where it is open."""
    released: int = 0
    """Of the Trans-Caucasus garrison (17.13)."""
    fallen: int = 0
    """Mask of the Russian cities that the Axis held before (13.46)."""
    surrendered: int = 0
    """Mask by nation of the allies that had left the war (26.0)."""
