"""What the fixed facts look like: types and numbers, without the facts themselves.

A place is a small number: the full rectangle of the map column by column, water and
closed hexes in their place, then the boxes off the map, then the spaces of the turn track.
Sides are 0 (axis) and 1 (soviet); -1 is nobody or nowhere.
"""

from dataclasses import dataclass
from typing import get_args

from engine.core.sheets import Fact, NamedFact
from engine.games.stalins_war.data.schema_pieces import UnitType

AXIS, SOVIET = 0, 1
SIDES = ("axis", "soviet")
NOWHERE = -1

FIRST_COLUMN, COLUMNS = 10, 33
FIRST_ROW, ROWS = 9, 30
HEXES = COLUMNS * ROWS

BOXES = ("eliminated_axis", "eliminated_soviet", "other_fronts", "reserve", "removed")
ELIMINATED = (HEXES, HEXES + 1)
"""Eliminated Units boxes, by side (11.3.6)."""
OTHER_FRONTS = HEXES + 2
RESERVE = HEXES + 3
"""Not yet in play: reinforcements, and partisans never drawn."""
REMOVED = HEXES + 4
TRACK = REMOVED
"""TRACK + turn: the space of a turn, for Axis LCUs that wait (13.3.8)."""
TURNS = 18
WAIT = 3
"""Turns that an Axis LCU lost out of supply waits (11.3.6)."""
PLACES = TRACK + TURNS + WAIT + 1

CLEAR, ROUGH, FOREST, SWAMP, MOUNTAIN, DESERT, CLOSED = range(7)
TERRAINS = ("clear", "rough", "forest", "swamp", "mountain", "desert", "closed")

NATIONS = ("ge", "it", "ro", "hu", "su")  # as the counters abbreviate them (2.2.3)
GERMAN, ITALIAN, ROMANIAN, HUNGARIAN, RUSSIAN = range(5)

(
    ARMY,
    FRONT,
    PANZER,
    INFANTRY,
    MOUNTAIN_CORPS,
    CAVALRY,
    BUNKER,
    MECH,
    SHOCK,
    TANK,
    GUARD_TANK,
    GUARD,
    GUARD_CAVALRY,
    STALIN,
    PARTISAN,
) = range(15)
TYPES = get_args(UnitType)

GE, PZ, AX, SU = range(4)
RP_TYPES = ("GE", "PZ", "AX", "SU")
HALF = 1
"""Replacement Points are counted in halves: an SCU step costs one (14.1.3)."""
WHOLE = 2

OUT, LIMITED, FULL = range(3)
"""Levels of supply: none; for defence and attrition alone (13.2.3, 13.2.4); full (13.1.2)."""
SUPPLIES = ("out", "limited", "full")

NO_RAIL, BALTIC_RAIL, ALL_RAIL = range(3)
"""Where in the Soviet Union the Axis goes by rail (10.2.3)."""
RAILS = ("none", "baltic_states_only", "all")

NOT_EXCHANGED, FOR_FRONT, FOR_ARMY, FOR_TANK = range(4)
"""What a unit is exchanged for when it enters (7.5.2c)."""

OPS_ROUND, ZERO_MOVE, ZERO_REST, EVENT, REINFORCEMENT, REPLACEMENT = range(6)
ROUNDS = ("ops_round", "zero_ops_move", "zero_ops_pass", "event", "reinforcement", "replacement")
"""Action boxes (7.2.4)."""

REINFORCES, PLAIN_EVENT, COMBAT_CARD = range(3)
CARD_TYPES = ("reinforcement", "event", "combat_card")


@dataclass(frozen=True, slots=True)
class Site(NamedFact):
    """A town or city. `sea`: that of its port, -1 for none; `fortress`: its side, -1 for none."""

    place: int
    city: bool
    sea: int
    fortress: int
    star: bool
    oil: bool
    capital: str
    usir: bool
    start: int
    """Side in control at the start."""
    source: str

    @property
    def port(self) -> bool:
        """Is it a port?"""
        return self.sea != NOWHERE


@dataclass(frozen=True, slots=True)
class Sea(NamedFact):
    """A sea; ports and coasts are places, west to east."""

    axis_moves: bool
    soviet_moves: bool
    supplies: bool
    """Joins port to port for supply (13.1.2)."""
    ports: tuple[int, ...]
    coast: tuple[int, ...]
    """10.2.6: where the order of all coastal hexes matters; else the ports alone."""


@dataclass(frozen=True, slots=True)
class Face:
    """A step of a unit as printed; `asterisk`: it may not be rebuilt (2.2.1)."""

    attack: int
    defence: int
    move: int
    asterisk: bool
    counter: int


@dataclass(frozen=True, slots=True)
class Unit(Fact):
    """A unit. `faces[steps left - 1]`, so the last face is full strength.

    `short` is unique within its side.
    """

    short: str
    name: str
    side: int
    nation: int
    type: int
    lcu: bool
    faces: tuple[Face, ...]
    zoc: bool
    """Has a zone of control while in full supply (8.1)."""
    exploits: bool
    """12.1.1; Mech Corps only after *Operation Uranus*."""
    armor: bool
    """Panzer, tank or mechanized (11.1.3, 11.3.3)."""
    guard: bool
    stacks: bool
    """Counts for stacking (9.1.3)."""
    rp: int
    """Kind of RP that rebuilds it, -1 for none."""
    is_army: bool
    """An army SCU, that a Guard Army may replace (7.5.2c)."""
    maritime: bool
    blitzkrieg_front: bool
    exchange: int
    card: str
    """The card that brings it, "" for none."""
    reduced: bool
    """A reinforcement that comes with its weaker side up (7.5.3)."""
    heir: str
    """The weaker counter that takes its place when it is eliminated (14.2.1)."""
    start: int
    source: str

    @property
    def full(self) -> int:
        """Steps at full strength."""
        return len(self.faces)

    @property
    def permanent(self) -> bool:
        """Gone for good when it is eliminated: every step has the asterisk (2.2.1)."""
        return all(face.asterisk for face in self.faces)


@dataclass(frozen=True, slots=True)
class Ways:
    """A line of the Terrain Effects Chart."""

    cost: int
    """Points to enter; of a hexside, points more."""
    shift: int
    """Columns to the left for the attacker."""
    no_retreat: bool
    blitz: bool
    halts: bool
    """Exploiting units stop (12.2.5)."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A result of a Fire Table: the Loss Number; `scu`: an SCU alone may take it (11.3.4)."""

    loss: int
    scu: bool

    def __str__(self) -> str:
        return f"{self.loss}*" if self.scu else str(self.loss)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a Fire Table: strengths from `low` on; `cells[roll - 1]`."""

    label: str
    low: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A space of the turn record; pairs are by side."""

    number: int
    id: str
    name: str
    season: str
    rounds: int
    rp_cards: tuple[int, int]
    reinforcements: tuple[int, int]
    mud: tuple[int, ...]
    """Rasputitsa rounds (15.1.1)."""
    mobile_defence: bool
    early: bool
    """10.1.5, 11.2.1 step 4, 11.5.2: Axis units are short of supply beyond the Paulus Line."""
    axis_rail: int
    axis_keeps_count: bool
    """4.4.9."""
    auto_draw: tuple[int, ...]
    """Soviet cards that come by themselves (7.1.3)."""
    axis_banks: int
    least: tuple[int, int]
    most: int
    total_war: bool
    winter_1942: bool
    bleeds: bool
    """24.0: the VP level falls while *Hitler Takes Command* has not been played."""
    ends_in_action: bool
    """5.1.4: there is no End of Turn Phase."""
    checks: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a card does; `says` is what its kind of effect says besides."""

    op: str
    says: dict[str, object]


@dataclass(frozen=True, slots=True)
class Card(Fact):
    """A Strategy Card. `turns`: first and last in which it is an event or Combat Card."""

    short: str
    side: int
    number: int
    total_war: bool
    name: str
    event: str
    type: int
    ops: int
    rp: tuple[int, int, int, int]
    """Whole points by kind."""
    asterisk: bool
    underlined: bool
    aside: bool
    attack: bool
    """May be played by the attacker in a combat."""
    defence: bool
    turns: tuple[int, int]
    mud: bool
    """Keeps all its effects in a Rasputitsa round (15.1.1)."""
    needs: tuple[str, ...]
    """Events that must have been played."""
    barred: tuple[str, ...]
    """Events after which it is one no more."""
    condition: str
    must: bool
    """Without its condition it may not be played at all."""
    gives_ops: bool
    timing: str
    units: tuple[int, ...]
    text: str
    effects: tuple[Effect, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Start:
    """A scenario's set-up: places by unit, sites the Axis controls."""

    id: str
    name: str
    first_turn: int
    last_turn: int
    vp: int
    hand: tuple[int, int]
    places: tuple[int, ...]
    axis: int
    """Mask by site."""
    tournament: bool
