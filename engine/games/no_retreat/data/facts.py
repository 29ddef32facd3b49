"""What the fixed facts look like: types and numbers, without the facts themselves.

A place is a small number: the hexes of the full rectangle row by row, then the
three areas, then the boxes off the map, then the spaces of the turn track.
Sides are 0 (axis) and 1 (soviet); -1 is nobody or nowhere.
"""

from dataclasses import dataclass
from enum import IntEnum

from engine.core.sheets import Fact, NamedFact

AXIS, SOVIET = 0, 1
SIDES = ("axis", "soviet")
NOWHERE = -1

COLUMNS, ROWS = 28, 20
HEXES = COLUMNS * ROWS
FINLAND, WESTERN_BALKANS, SOUTHERN_BALKANS = range(HEXES, HEXES + 3)
AREAS = ("finland", "western_balkans", "southern_balkans")
ON_MAP = HEXES + len(AREAS)
"""Places below this number are hexes and areas."""

BOXES = (
    "destroyed_axis",
    "destroyed_soviet",
    "surrendered_axis",
    "surrendered_soviet",
    "shattered_axis",
    "shattered_soviet",
    "cadre_available_axis",
    "cadre_available_soviet",
    "rail_axis",
    "rail_soviet",
    "ss_panzer_reserve",
    "removed",
    "waiting",
)
DESTROYED = (ON_MAP, ON_MAP + 1)
"""Boxes by side, here and below."""
SURRENDERED = (ON_MAP + 2, ON_MAP + 3)
SHATTERED = (ON_MAP + 4, ON_MAP + 5)
CADRES = (ON_MAP + 6, ON_MAP + 7)
RAIL = (ON_MAP + 8, ON_MAP + 9)
SS_RESERVE = ON_MAP + 10
REMOVED = ON_MAP + 11
WAITING = ON_MAP + 12
"""Units whose event has not come, and optional units that nobody has called."""
TRACK = ON_MAP + len(BOXES) - 1
"""TRACK + t is the space of turn t."""
LAST_TURN = 28
PLACES = TRACK + LAST_TURN + 1

CLEAR, FOREST, MARSH, MOUNTAIN, CITY, OIL_FIELD, LAKE, SEA, AREA, OFF_MAP = range(10)
TERRAINS = (
    "clear",
    "forest",
    "marsh",
    "mountain",
    "city",
    "oil_field",
    "lake",
    "sea",
    "area",
    "off_map",
)

CLEAR_WEATHER, MUD, SNOW, LONG_WINTER = range(4)
WEATHERS = ("clear", "mud", "snow", "long_winter")

INFANTRY, MECHANIZED, ARMOR, SS_PANZER, REGIONAL, FORT, SHOCK, VOLKSSTURM, MARKER = range(9)
TYPES = (
    "infantry",
    "mech",
    "armor",
    "ss_panzer",
    "regional",
    "fort",
    "shock",
    "volkssturm",
    "marker",
)


class Result(IntEnum):
    """A result of the Combat Results Table (§10.7)."""

    NO_EFFECT = 0
    CA = 1
    CB = 2
    EX = 3
    DR = 4
    DS = 5
    DD = 6


NO_EFFECT, CA, CB, EX, DR, DS, DD = Result
RESULTS = ("none", "CA", "CB", "EX", "DR", "DS", "DD")

TO_DESTROYED, TO_TRACK, TO_REMOVED = range(3)
"""Where a unit goes when it is eliminated in supply."""
ELIMINATED_TO = ("destroyed_box", "turn_track", "removed")

GREATER_GERMANY, USSR = 0, 1
COUNTRIES = ("greater_germany", "ussr")
SEAS = ("baltic_sea", "black_sea", "caspian_sea", "sea_of_azov")
NEVER, ALWAYS, WITH_LENINGRAD = range(3)
"""When a sea supplies a side (§6.2)."""

WEATHER_MARKERS = ("sep_oct", "nov_dec", "mar_apr")


@dataclass(frozen=True, slots=True)
class Hex(NamedFact):
    """A hex of the rectangle. `site`: city or oil field; `country`, `objective`: -1 none.

    `objective` is the side that needs it.
    """

    terrain: int
    country: int
    site: int
    objective: int


@dataclass(frozen=True, slots=True)
class Site(NamedFact):
    """A place that is controlled and scores a VP: a city, an oil field, or Finland (the last)."""

    place: int
    terrain: int
    country: int
    objective: int
    vp: int


@dataclass(frozen=True, slots=True)
class Area:
    """Finland or one of the Balkans. `hexes`: mask of those it touches; `areas`: places."""

    place: int
    id: str
    name: str
    hexes: int
    areas: tuple[int, ...]
    enter: tuple[str, ...]
    """Nationalities that may enter."""
    home: tuple[int, ...]
    """Units that are always in supply there."""


@dataclass(frozen=True, slots=True)
class Sea(NamedFact):
    """`coast`: mask of its coastal hexes; `supply`: NEVER, ALWAYS, WITH_LENINGRAD by side."""

    coast: int
    supply: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Terrain(Fact):
    """A line of the Terrain Effects Chart. `shift`: columns, left is negative."""

    enterable: bool
    armor_cost: int
    other_cost: int
    shift: int
    armor_bonus: bool
    stops_advance: bool


@dataclass(frozen=True, slots=True)
class Weather(Fact):
    """`cap`: highest Movement Allowance, 0 for none; `advance`: hexes, of all and of armor."""

    cap: int
    armor_bonus: bool
    advance: int
    armor_advance: int
    axis_table: int
    rivers: bool
    axis_shift: int
    axis_shift_turn_5: int
    axis_targets: int
    """Highest number of Axis targets, 0 for no limit."""


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a counter (§2.0). `armor`: with the Armor Bonus and advance (§14.3).

    `soft`: infantry type, open to that bonus (§10.6.3), as Mechanized Infantry is not (§14.4).

    `steps`: up to turn 16, and from turn 17 (§7.3).
    """

    label: str
    name: str
    strength: int
    movement: int
    type: int
    white: bool
    parenthesized: bool
    zoc: bool
    armor: bool
    soft: bool
    fort: bool
    tank: bool
    """A Soviet tank unit, for stacking and advance from turn 11."""
    steps: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Unit(Fact):
    """A counter (§1.0). `short` is unique within its side; what is special stands here (§14.0).

    `full` and `reduced` are the faces of the stronger and the weaker step: a
    Soviet front is full on its back (red), a German army on its front.
    """

    short: str
    name: str
    side: int
    nationality: str
    size: str
    two_sided: bool
    faces: tuple[Face, ...]
    full: int
    reduced: int
    entry: str
    """setup_campaign, reinforcement, conditional or optional."""
    entry_turn: int
    """0 when none is printed."""
    entry_place: int
    """A box or hex where it always arrives."""
    condition: str
    """gg, oil or warsaw."""
    option: str
    """The optional rule that it belongs to."""
    eliminated: int
    delay: int
    """Turns until it returns from the turn track."""
    removal_turn: int
    improve_cost: int
    """Cards; 0 when it can't be improved."""
    destroyed_cost: int
    surrendered_cost: int
    cadre: bool
    ally: bool
    """An Axis ally with one step."""
    volkssturm: bool
    first_loss: bool
    """It takes the first loss of its hex."""


@dataclass(frozen=True, slots=True)
class Op:
    """One effect of an event; only the fields that the operation needs are set."""

    op: str
    columns: int = 0
    """Shift: right is positive, left is negative; `own_favour` by the holder's role."""
    own_favour: bool = False
    role: str = ""
    """attacker or defender: what the holder is in the battle."""
    condition: str = ""
    count: int = 0
    units: str = ""
    """A number, `all` or `all_attackers`."""
    hexes: int = 0
    mp: int = 0
    delta: int = 0
    result: int = NOWHERE
    convert: tuple[tuple[int, int], ...] = ()
    """(result, what it becomes)."""
    low: int = 0
    high: int = 0
    """Retreat length."""
    shift: str = ""
    """The shift that is not counted."""
    nationality: str = ""
    type: str = ""
    filter: str = ""
    choice: str = ""
    box: str = ""
    disorganized: bool = False
    weather: tuple[int, ...] = ()
    """Weather in which it may be played; empty for any."""
    barred_turns: tuple[int, ...] = ()
    first_turn: int = 0
    next_turn: bool = False
    """The weather marker of the next turn, not of this one."""
    turn_to: int = NOWHERE
    """Weather to which a marker is turned; -1 for its other side."""
    marker: str = ""
    until: str = ""
    cards: int = 0
    only: str = ""
    supplied: bool = False
    chooser: int = NOWHERE
    side: int = NOWHERE
    vp: int = 0
    attacks: int = 0
    penalty: int = 0
    of: tuple[tuple["Op", ...], ...] = ()
    """Lists of which the holder picks one."""


@dataclass(frozen=True, slots=True)
class CardHalf:
    """One side's event. `symbol`: the side that must hold the initiative, -1 for none."""

    card: int
    side: int
    name: str
    symbol: int
    windows: tuple[str, ...]
    text: str
    ops: tuple[Op, ...]
    vp_event: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A card by its number. `halves` by side."""

    number: int
    deck: str
    """base, 1945 or joker."""
    red_barred: bool
    weather: bool
    halves: tuple[CardHalf, CardHalf]


@dataclass(frozen=True, slots=True)
class RedEvent:
    id: str
    name: str
    vp: int
    discard: int


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """A space of the turn track. Pairs are by side; `sudden_death` is "more than", -1 for none."""

    turn: int
    date: str
    weather: int
    marker: int
    blitz: int
    shock: int
    red_event: RedEvent | None
    sudden_death: tuple[int, int]
    events: tuple[str, ...]
    draw: tuple[int, int]
    targets: tuple[int, int]
    reinforcements: tuple[tuple[int, ...], tuple[int, ...]]
    """side -> units."""


@dataclass(frozen=True, slots=True)
class WeatherMarker(Fact):
    default: int
    other: int
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Conditional:
    """An event that fires once, the turn after its trigger: gg, oil, warsaw."""

    id: str
    name: str
    trigger: str
    units: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shift:
    """A column shift of the combat table. `columns`: 0 where others say how many."""

    id: str
    columns: int
    when: str


@dataclass(frozen=True, slots=True)
class VictoryPoints:
    """The constants of chapter 12."""

    event_max: int
    soviet_total: int


@dataclass(frozen=True, slots=True)
class Goal:
    """One way to win a scenario: everything set must hold. 0 and () ask for nothing."""

    side: int
    vp: int
    hold: tuple[int, ...]
    """Sites to control and supply."""
    more: int
    """So many of `of` besides."""
    of: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A set-up with its end. `places` and `faces` by unit, `control` by site."""

    id: str
    letter: str
    name: str
    first_turn: int
    first_side: int
    last_turn: int
    initiative: int
    control: tuple[int, ...]
    places: tuple[int, ...]
    faces: tuple[int, ...]
    event_vp: int
    """Positive for the side that holds the initiative."""
    vp_marker: int
    high_tide: int
    """-1 until the initiative has shifted."""
    goals: tuple[Goal, ...]
    objectives: bool
    """Objective victory (§12.1) is in force."""
    sudden_death: bool
    """Sudden Death (§12.2) is in force."""
    end_vp: int
    """VP that give the Axis a game nobody else has won; 0 for no such rule."""
    otherwise: int
    draw: tuple[int, ...]
    keep: tuple[int, ...]
    """Cards kept of those drawn before play."""
    joker: int
    deck_1945: bool
