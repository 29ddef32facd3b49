"""The state of a game, and who stands where, derived from it.

A state is small, flat and integer: units, places and sites are indices of
`BOARD`, lists are by unit unless they say otherwise. Cards are in the piles of
the core. What the cards of this phase or player turn have changed is here too.
"""

from functools import lru_cache

import msgspec

from engine.board.occupancy import Occupancy, Roster, Stand, Zone
from engine.core.events import Event
from engine.core.table import Table
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    AXIS,
    CLEAR_WEATHER,
    HEXES,
    LONG_WINTER,
    MARKER,
    NOWHERE,
    ON_MAP,
    SIDES,
    SNOW,
    SOVIET,
    Face,
)

GG, OIL, WARSAW = range(3)
"""The conditional events (§13.5), as in `triggered`."""
_NUMBERS = {name: side for side, name in enumerate(SIDES)}
_FOES = dict(zip(SIDES, reversed(SIDES), strict=True))


def side_of(name: str) -> int:
    """The number of a side.

    >>> side_of("soviet")
    1
    """
    return _NUMBERS[name]


def foe(name: str) -> str:
    """The other side's name."""
    return _FOES[name]


class NoRetreat(msgspec.Struct, forbid_unknown_fields=True):
    """One game of No Retreat!"""

    scenario: int
    turn: int
    """1 to 28."""
    phasing: int
    """Side whose player turn it is, -1 in the Housekeeping."""
    initiative: int
    at: list[int]
    """Unit -> place."""
    face: list[int]
    """Unit -> 0 front, 1 back."""
    unsupplied: list[int]
    """Unit -> 1 while it has the marker (§6.4); what that means: §6.5."""
    disorganized: list[int]
    """Unit -> 1 while it has the marker."""
    moved: list[int]
    """Unit -> 1 once it has moved in this Movement Phase."""
    fought: list[int]
    """Unit -> 1 once it has attacked in this Combat Phase (§10.3.4)."""
    control: list[int]
    """Site -> side, -1 for Finland while neither holds it."""
    weather: list[int]
    """Turn - 1 -> weather as its marker or its box shows it; Long Winter is derived."""
    event_vp: int = 0
    """The round marker: positive for the Axis, -6 to 6 (§12.7.4)."""
    high_tide: int = -1
    """Axis VP when the initiative shifted (§12.10), -1 before."""
    berlin: bool = False
    """Only hexes of Greater Germany score (§12.4)."""
    blitz: int = 0
    shock: int = 0
    """Support markers left this turn (§13.3)."""
    captured: list[int] = []
    """Sites captured in this player turn (§9.2)."""
    blows: list[int] = []
    """Hexes with a Counterblow marker: of CB results and of this phase's discards (§10.7.3)."""
    targets: list[int] = []
    """Hexes with a Target marker of the phasing side."""
    placed: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Side -> Target and Counterblow markers used in this player turn (§10.1)."""
    draw_change: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Side -> cards more or fewer at its next draw (§13.5, §15.6)."""
    skip_sudden: int = 0
    """Turn whose Sudden Death check is skipped, 0 for none."""
    triggered: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0])
    """Conditional event -> turn in which its trigger was met, 0 before (§13.5)."""
    happened: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0])
    """Conditional event -> 1 once it has happened."""
    reserve: int = NOWHERE
    """Unit in the Strategic Reserve (§14.12)."""
    rail_bought: int = 0
    """Entrainings of this Movement Phase."""
    educated: int = 0
    """Free upgrades of this Organization Phase (§7.2)."""
    support: list[int] = msgspec.field(default_factory=lambda: [NOWHERE, NOWHERE])
    """Side -> unit with its Local Support marker (§15.3)."""
    split: list[int] = []
    """Once-per-game options that have been used: units that came by §15.1, §15.2."""
    star_turn: int = 12  # §15.11.1
    """First turn of the Soviet event symbols (§15.11)."""
    works: int = NOWHERE
    """Hex with the Defensive Works marker (card 41)."""
    works_side: int = NOWHERE
    scorched: int = NOWHERE
    """Site with the Scorched Earth marker (cards 7, 53)."""
    scorched_until: int = 0
    """Turn in whose Removal Phase of `scorched_side` the marker goes."""
    scorched_side: int = NOWHERE
    used: list[Event] = []
    """Events played in this player turn (§5.0)."""
    no_zoc: list[int] = []
    """Units without a ZOC for the rest of this player turn (card 3)."""
    cut: list[int] = []
    """Sites that are no supply source in this player turn (card 5)."""
    mp: dict[str, int] = {}
    """Unit (as a word) -> Movement Points more or fewer in this phase."""
    mp_all: int = 0
    """For all units of the phasing side (card 13)."""
    sneak: dict[str, int] = {}
    """Unit -> 1: may go from one EZOC to another; 2: and need not stop in the first (21, 38)."""
    free_rail: int = 0
    """Entrainings left that cost no card (27, 28, 38, 51)."""
    held: list[int] = []
    """Units that may not detrain in this phase (card 40)."""
    duty: int = 0
    """Voluntary attacks that the Soviets still owe in this Combat Phase (card 20)."""
    hold: bool = False
    """Axis defenders: DR is no effect, DS is EX, in this Combat Phase (card 19)."""
    fortress_city: int = NOWHERE
    """Hex whose defenders treat DR as no effect and are in supply (card 42)."""
    lifted: list[int] = []
    """Units there whose Unsupplied marker is off for this Combat Phase."""
    free_upgrades: int = 0
    """Upgrades or Improvements left that cost nothing (16, 26)."""
    cheap_surrendered: int = 0
    """Replacements from the Surrendered box left that cost one card (39)."""
    options: list[str] = []
    """Optional rules in force, by name."""
    play_on: bool = False
    """The scenario is the start of a campaign: its victory conditions, to the end of the war."""


def weather(s: NoRetreat, turn: int = 0) -> int:
    """The weather of a turn (the present one by default); a second Snow is Long Winter (§13.1)."""
    at = (turn or s.turn) - 1
    now = s.weather[at] if at < len(s.weather) else CLEAR_WEATHER
    if now == SNOW and at and s.weather[at - 1] == SNOW:
        return LONG_WINTER  # §13.1: consecutive Snow; nr-13
    return now


def first_snow(s: NoRetreat) -> bool:
    """Whether this is the first Snow turn of the game: turn 4, or else 5 (§13.1)."""
    return s.turn == (4 if s.weather[3] == SNOW else 5)


def face(s: NoRetreat, unit: int) -> Face:
    """The side of the counter that is up."""
    return BOARD.units[unit].faces[s.face[unit]]


def steps(s: NoRetreat, unit: int) -> int:
    """Steps left: Soviet fronts have two from turn 17 on their red side (§7.3)."""
    return face(s, unit).steps[s.turn >= 17]


@lru_cache(maxsize=256)
def _held(control: tuple[int, ...]) -> tuple[int, int]:
    held = [0, 0]
    for site, side in zip(BOARD.sites, control, strict=True):
        if side >= 0 and site.place < HEXES:
            held[side] |= 1 << site.place
    return held[AXIS], held[SOVIET]


def held(s: NoRetreat, side: int) -> int:
    """Mask of the hexes of the cities and oil fields that a side controls.

    Control changes rarely, so the masks are kept from one position to the next.
    """
    return _held(tuple(s.control))[side]


def enemy(side: int) -> int:
    """The other side."""
    return 1 - side


# who stands where ---------------------------------------------------------------

ROSTER = Roster(
    sides=tuple(-1 if u.faces[0].type == MARKER else u.side for u in BOARD.units),
    count=2,
    places=ON_MAP,
    zones=(Zone(BOARD.ground),),  # §8.5
)
_WITH_ZONE, _WITHOUT = Stand(zones=1), Stand()
_STANDS = tuple(
    tuple(_WITH_ZONE if up.zoc else _WITHOUT for up in unit.faces) for unit in BOARD.units
)
"""Unit -> how it stands on each of its faces."""


def stand(s: NoRetreat, unit: int) -> Stand:
    """Has the unit a ZOC as it stands (§8.5, §6.5.3)?"""
    if s.unsupplied[unit] or unit in s.no_zoc:
        return _WITHOUT
    return _STANDS[unit][s.face[unit]]


def occupancy(s: NoRetreat) -> Occupancy:
    """Who stands where, areas too; take a new one after `unsupplied` or `no_zoc` has changed."""
    return Occupancy(ROSTER, s.at, lambda unit: stand(s, unit))


def after(s: NoRetreat, d: Occupancy, unit: int, before: int) -> Occupancy:
    """Who stands where once this unit alone has changed; it stood on `before`."""
    return d.after(unit, before, s.at[unit], stand(s, unit))


T = Table[NoRetreat, Occupancy]
