"""The state of a game, and who stands where, derived from it.

Small, flat and integer: pieces, places and cities are indices of `BOARD`, lists are by
piece. Who controls which cities and rails is one number each, in hexadecimal.
"""

from functools import cache, lru_cache

import msgspec

from engine.board.bits import Steps, mask
from engine.board.occupancy import Occupancy, Roster, Stand, Zone
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AIRCRAFT,
    ARTILLERY,
    AXIS,
    BODY,
    CLOSED_ZONE,
    DICTATOR,
    FINNISH,
    FULL_ZONE,
    GUARD,
    HEXES,
    MARSHAL,
    OWN_ZONE,
    PARATROOP,
    PARTISAN,
    PARTISAN_ZONE,
    SHOCK,
    SNOW,
    SOVIET,
    URALS,
    WEC,
    Face,
    Piece,
    Turn,
)

MOVED, RAILED, SAILED, FOUGHT = 1, 2, 4, 8
"""What a piece has done in this impulse; an Air unit fights by flying its mission (11.14)."""
TOOK = 16
"""It took part in an automatic victory in this impulse, and goes on in the next (9.4, 9.41)."""
VICTOR = 32
"""It took part in one in this turn (9.32)."""
STAGED, FLOWN = 64, 128
"""Of aircraft: base moved in this impulse (11.14), mission flown in this turn (11.2)."""
LANDED, LANDED_BEFORE = 256, 512
"""It invaded or was dropped in this turn, or in its last one (8.51, 15.06)."""
DROPPED = 1024
"""A paratroop unit that has made its one drop (15.07)."""
SPENT = 2048
"""A Field Marshal used in this year (14.21)."""
SECOND_STAGE = 4096
"""A partisan's (16.4)."""
RETREATED = 1 << 16
"""It retreated in this impulse: it adds nothing where it stands (10.16)."""
CAME = 1 << 17
"""It came onto the map in this impulse and has not moved (17.05)."""
FREE = 1 << 18
"""Its rail move counts against no capacity (7.09)."""
EVACUATED, EVACUATED_BEFORE = 1 << 19, 1 << 20
"""It was evacuated by sea in this impulse, or in the one before (8.48, 8.63)."""
AWAY = 1 << 21
"""A Dictator who is never on his stronger side again (14.14, 14.16)."""
FLOWN_OUT = 1 << 22
"""A Dictator who was flown out: Hitler may no longer leave Germany (14.16)."""
JOINED = 1 << 23
"""Partisans that went to the Guards cavalry in this impulse (16.53)."""
ABOARD = 1 << 24
"""It came to a port and goes on from there by sea alone (8.32)."""
PAID = 1 << 25
"""A Shock Army of this second impulse whose oil was spent in the first one (22.01)."""
ASHORE = 1 << 26
"""It invaded in this impulse (8.49, 8.50)."""
REBUILT = 1 << 27
"""The one unit of a cut-off city that gets its steps back in this turn (19.27)."""
BY_EDGE = 1 << 28
"""A unit of the Russian pool that came by the east edge: its first hex of movement (19.23)."""
BOUND = 1 << 29
"""It must attack in this impulse, as was settled when the battles began (10.1)."""
IMPULSE_FLAGS = MOVED | RAILED | SAILED | FOUGHT | TOOK | STAGED | RETREATED | CAME | FREE | JOINED
IMPULSE_FLAGS |= ABOARD | ASHORE | REBUILT | BY_EDGE | BOUND
_MARKER = 13
_MARKERS = 7 << _MARKER
"""Three bits: number of the out-of-supply marker (13.42)."""
STEP = -2
"""In `late`: a step that comes back to a unit where it stands (18.22)."""
NO_CUT, DRY = -1, -2
"""In `cut`: no wells are cut off; none gives anything (21.1)."""


class RussiaBesieged(msgspec.Struct, forbid_unknown_fields=True):
    """One game of Russia Besieged."""

    scenario: int
    turn: int
    """1 to 25."""
    side: int
    """Whose player turn it is."""
    impulse: int
    """1 or 2."""
    weather: list[int]
    """Of both impulses."""
    place: list[int]
    step: list[int]
    """Face that is up: 0 is full strength; of a Shock Army its level counts too."""
    flags: list[int]
    cities: str
    """Mask by city of those that the Axis controls (4.1)."""
    rails: str
    """Mask by place of the rail hexes that the Axis controls (7.05)."""
    began: str = "0"
    """`cities` as they were at the start of this impulse (8.2, 11.14)."""
    fed: list[str] = msgspec.field(default_factory=lambda: ["", ""])
    """Masks by city of those in general supply, and of those that traced to the east edge, as the
    Russian impulse began (17.12, 20.11); empty where nothing waits that asks for it.
    """
    converting: str = "0"
    """Rail hexes that become the phasing side's at the end of the impulse (7.27)."""
    entered_lines: str = "0"
    """Mask of the rail junctions that the phasing side has entered in this player turn (7.25)."""
    kerch: str = "0"
    """Mask of the two hexes at the strait of Kerch that the Axis controls (6.25)."""
    fallen: str = "0"
    """Cities that the other side has held at some time (13.46)."""
    railed: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Units moved by rail in each impulse of this player turn (7.01, 7.02)."""
    flown: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Missions in each impulse of this player turn (11.31)."""
    sailed: int = 0
    """Mask of the sea areas used in this impulse (8.11)."""
    landed: int = 0
    """Mask of those invaded in this player turn (8.41)."""
    landings: list[int] = msgspec.field(default_factory=lambda: [0] * 6)
    """[3 * side + area] -> invasions in the game (8.44)."""
    locked: int = 0
    """Mask of 3 * side + area: a side that once had no port there (8.1)."""
    partisan_rail: int = 0
    """1 while partisans cost the Axis a rail move (7.01, 16.52)."""
    entered: int = 0
    """On turn 1: 1 a German corps went to Rumania, 2 to Hungary, 4 to Finland (24.11 to 24.13)."""
    since: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Turn from which the Axis has held all cities of each set of 27.1, 0 while it does not."""
    captured: int = 0
    """Mask of the oil wells that are their owner's no longer (21.07)."""
    surrendered: int = 0
    """Mask by nation of the Axis allies that have surrendered (26.0)."""
    iced: int = 0
    """1 once a unit went over the ice in this impulse (6.31)."""
    fought: str = "0"
    """Mask of the hexes attacked in this impulse (10.16)."""
    promised: str = "0"
    """Mask of enemy hexes that must be attacked in this impulse (9.5, 10.1)."""
    settled: bool = False
    """The battles have begun: who must attack, and what, is what it was then (10.1, 10.11)."""
    pledged: list[int] = msgspec.field(default_factory=list)
    """Units that stay where they are, to attack what was promised (9.5)."""
    helped: int = 0
    """1 once partisans have changed a combat of this impulse (16.51)."""
    points: list[int] = msgspec.field(default_factory=lambda: [0] * 12)
    """Replacement points, in the order of `ACCOUNTS` (19.12, 19.21)."""
    granted: int = 0
    """1 once a German point went to an ally in this turn (19.17)."""
    built: int = 0
    """Mask of the cities at whose WEC a unit appeared in this turn (19.23)."""
    reduced: int = 0
    """Units built at reduced strength in this turn (19.32)."""
    dropped: int = 0
    """Paratroop units built in this turn (19.33)."""
    isolated: int = 0
    """Mask of the cut-off cities that rebuilt a unit in this turn (19.27)."""
    late: list[list[int]] = msgspec.field(default_factory=list)
    """[piece, turn, place]: what comes back in its side's turn, and where, -1 as a reinforcement
    (11.16, 20.65, 26.15), `STEP` for a step of it (18.22)."""
    parts: list[list[int]] = msgspec.field(default_factory=list)
    """[Shock Army, its infantry, its other part] (22.02)."""
    taken: list[int] = msgspec.field(default_factory=lambda: [0] * len(BOARD.ground.wells))
    """Turn in which each well changed hands last (21.21, 21.24)."""
    shipped: list[int] = msgspec.field(default_factory=lambda: [0] * len(BOARD.ground.wells))
    """Year in which the Axis took its oil home last (21.2)."""
    promised_oil: int = 0
    """Oil points that come with the next armor points of Germany (21.22)."""
    oiled: int = 0
    """Oil points taken home in this impulse (21.22)."""
    frozen: list[int] = msgspec.field(default_factory=lambda: [0] * len(BOARD.ground.wells))
    """Increases that each well has lost (21.06, 21.24)."""
    cut: int = NO_CUT
    """What the wells that reach Baku alone gave last, `NO_CUT` while none do (21.05); `DRY` once
    Baku has been the Axis's, until it has a line to the east edge (21.1)."""
    lent: int = 0
    """Armor points of Lend-Lease of this turn, which may be infantry instead (20.5)."""
    released: int = 0
    """Of the Trans-Caucasus garrison: 1 the 44th and 47th Armies, 3 all four (17.13)."""
    murmansk: int = 0
    """Turn in which the Axis cut the line from Murmansk, 0 before (20.71)."""
    emergency: int = 0
    """Hexes of the emergency line that are built (20.7)."""
    barred: int = 0
    """Mask of its hexes, from Archangel on, that were barred as the Russian turn began (20.71)."""
    bereft: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Of each side: 1 its next impulse is lamed (14.15b), 2 it is lamed now, 3 the enemy's attacks
    of his next first impulse are one column better, 4 they are now."""
    bid: int = 0
    """What the bid adds to the victory points asked of the Axis, or takes off."""
    moscow: bool = False
    """The Axis has held Moscow at some time (tournaments)."""
    triggers: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0])
    """Turns in which Archangel fell to the Axis, Rumania surrendered, and Finland after the loss
    of Helsinki (17.14, 17.3)."""


def new(scenario: int) -> RussiaBesieged:
    """A scenario with its own set-up, before the first die; weather of turn 1 (24.4) or clear."""
    start = BOARD.starts[scenario]
    found = RussiaBesieged(
        scenario=scenario,
        turn=start.first_turn,
        side=AXIS,
        impulse=1,
        weather=[0, 0],
        place=list(start.places),
        step=list(start.steps),
        flags=[0] * len(BOARD.pieces),
        cities=f"{start.axis_cities:x}",
        rails=f"{start.axis_rails:x}",
        kerch=f"{start.axis_shores:x}",
        began=f"{start.axis_cities:x}",
        late=[[piece, turn, URALS] for piece, turn in start.late],
        parts=[list(parts) for parts in start.parts],
        murmansk=start.murmansk,
        released=start.released,
        fallen=f"{start.fallen:x}",
        surrendered=start.surrendered,
    )
    for piece, number in start.markers:
        mark(found, piece, number)
    return found


# what it says -------------------------------------------------------------------


def turn(s: RussiaBesieged) -> Turn:
    """The facts of the present turn."""
    return BOARD.turn(s.turn)


def weather(s: RussiaBesieged) -> int:
    """The weather of this impulse."""
    return s.weather[s.impulse - 1]


def snow(s: RussiaBesieged) -> bool:
    """Is this a Snow impulse?"""
    return weather(s) == SNOW


def winter(s: RussiaBesieged) -> int:
    """Which winter this impulse belongs to (13.72), 0 for none."""
    return turn(s).winter[s.impulse - 1]


def first_turn(s: RussiaBesieged) -> bool:
    """Are the rules of chapter 24 for May/June 1941 in force?"""
    return s.turn == 1 and BOARD.starts[s.scenario].first_turn_rules


def first_impulse(s: RussiaBesieged) -> bool:
    """Is this the Axis impulse of May 1941 (24.1)?"""
    return first_turn(s) and s.side == AXIS and s.impulse == 1


def finland_neutral(s: RussiaBesieged) -> bool:
    """24.13: until the second Axis impulse of turn 1."""
    return first_impulse(s)


def gone_finland(s: RussiaBesieged) -> int:
    """Mask of Finland once it has left the war: no Axis unit enters it again (26.15); else 0."""
    return BOARD.ground.countries["finland"] if s.surrendered >> FINNISH & 1 else 0


def hungary_neutral(s: RussiaBesieged) -> bool:
    """24.13, note: until July 1941."""
    return first_turn(s)


def has(s: RussiaBesieged, piece: int, flag: int) -> bool:
    """Has the piece (one of) these flags?"""
    return s.flags[piece] & flag != 0


def lamed(s: RussiaBesieged, side: int) -> bool:
    """Is this the side's impulse after the loss of its Dictator (14.15b)?"""
    return s.bereft[side] == 2


def marker(s: RussiaBesieged, piece: int) -> int:
    """The number of its out-of-supply marker, 0 for none (13.42)."""
    return s.flags[piece] >> _MARKER & 7


def mark(s: RussiaBesieged, piece: int, number: int) -> None:
    """Give it the marker with this number, 0 to 4; 0 takes it off (13.43)."""
    s.flags[piece] = s.flags[piece] & ~_MARKERS | number << _MARKER


def face(s: RussiaBesieged, piece: int) -> Face:
    """The face that is up."""
    return BOARD.pieces[piece].faces[s.step[piece]]


def steps_left(s: RussiaBesieged, piece: int) -> int:
    """How many step losses it can take (10.61)."""
    it = BOARD.pieces[piece]
    if it.type == SHOCK:
        return 2 - s.step[piece] % 2
    if it.type == PARTISAN:
        return 1  # 16.42
    if it.type == DICTATOR:
        return 2 - s.step[piece]  # 14.14
    return len(it.faces) - s.step[piece]


def whole_step(s: RussiaBesieged, piece: int) -> int:
    """The step that is its full strength: one less while a step of it is withdrawn (18.22)."""
    return sum(unit == piece and place == STEP for unit, _, place in s.late)


def fighter(s: RussiaBesieged, piece: int) -> bool:
    """Has it a combat factor, so that it is a combat unit (4.1)?"""
    it = BOARD.pieces[piece]
    return it.type < PARTISAN or (it.type == PARTISAN and has(s, piece, SECOND_STAGE))


def attacks(s: RussiaBesieged, piece: int) -> bool:
    """Can it attack at all: a Dictator (14.1) or a WEC (20.21) only defends?"""
    return fighter(s, piece) and BOARD.pieces[piece].type not in (DICTATOR, WEC)


def controlled(s: RussiaBesieged, side: int, city: int) -> bool:
    """Did the side control the city at the start of this impulse?"""
    return (int(s.began, 16) >> city & 1) == (side == AXIS)


def axis_cities(s: RussiaBesieged) -> int:
    """Mask by city."""
    return int(s.cities, 16)


def controls(s: RussiaBesieged, side: int, city: int) -> bool:
    """Does the side control the city (4.1)?"""
    return (int(s.cities, 16) >> city & 1) == (side == AXIS)


def city_hexes(s: RussiaBesieged, side: int) -> int:
    """Mask of the hexes of the cities that a side controls."""
    return _city_hexes(s.cities)[side]


@lru_cache(maxsize=256)
def _city_hexes(cities: str) -> tuple[int, int]:
    """Control changes rarely, so the masks are kept from one position to the next."""
    held, found = int(cities, 16), [0, 0]
    for city in BOARD.ground.cities:
        found[SOVIET if not held >> city.index & 1 else AXIS] |= 1 << city.place
    return found[AXIS], found[SOVIET]


def rails(s: RussiaBesieged, side: int) -> int:
    """Mask of the rail hexes that a side controls and that aren't converting (7.04, 7.05).

    None lies in an enemy city: no line leads through it (7.03, 7.22, rb-60). What is built of the
    emergency line is the Russians' for good (20.72).
    """
    found = _rails(s.rails, s.converting, s.cities)[side]
    return found | built(s) if side == SOVIET else found


def built(s: RussiaBesieged) -> int:
    """Mask of the hexes that have a railway by the emergency line alone, as far as that is built
    (20.7, rb-92).
    """
    return _BUILT[s.emergency]


def _part(hexes: int) -> int:
    """The same of its hexes from Archangel on; the last one before 0107 comes with 0107."""
    line = BOARD.ground.emergency[::-1]
    there = line if hexes == len(line) else line[: min(hexes, len(line) - 2)]
    return mask(there) & ~BOARD.ground.rails


_BUILT = tuple(_part(hexes) for hexes in range(len(BOARD.ground.emergency) + 1))


@lru_cache(maxsize=256)
def _rails(rails: str, converting: str, cities: str) -> tuple[int, int]:
    axis, steady = int(rails, 16), ~int(converting, 16)
    theirs = _city_hexes(cities)
    mine = axis & steady & ~theirs[SOVIET]
    return mine, BOARD.ground.rails & ~axis & steady & ~theirs[AXIS]


# who stands where ---------------------------------------------------------------

_SIDES = tuple(-1 if piece.type == MARSHAL else piece.side for piece in BOARD.pieces)
_NONE = Steps(())

ROSTER = Roster(
    sides=_SIDES,
    count=2,
    places=HEXES,
    zones=(
        Zone(BOARD.ground.zone, own=True),
        Zone(_NONE, own=True),
        Zone(BOARD.ground.zone_closed, own=True),
        Zone(_NONE, own=True),
        Zone(_NONE),
        Zone(_NONE),
    ),
)
"""In the order of the kinds of zone."""

_NO_GUARDS = {ARTILLERY, PARATROOP, DICTATOR, WEC, PARTISAN}
"""Combat units that keep no path open: 13.51 names those that do, and of infantry those that do
not."""


def stand(s: RussiaBesieged, piece: int) -> Stand:
    """Zone and combat factor of a piece as it stands (4.0); marked pieces have no zone (4.07)."""
    return _stand(piece, s.step[piece], s.flags[piece] & _STANDING, finland_neutral(s))


@cache
def _stand(piece: int, step: int, flags: int, neutral: bool) -> Stand:
    """There are few ways to stand, and a position asks for a hundred."""
    it = BOARD.pieces[piece]
    if it.type == PARTISAN and not flags & SECOND_STAGE:
        return Stand(1 << PARTISAN_ZONE)
    if it.type > PARTISAN:
        return Stand(1 << OWN_ZONE)  # bases with their aircraft
    kinds = 1 << BODY if it.type in _NO_GUARDS else 1 << BODY | 1 << GUARD
    if not flags & _MARKERS:
        full = CLOSED_ZONE if it.side == SOVIET and neutral else FULL_ZONE  # 24.13
        kinds |= 1 << (full if it.full_zone else OWN_ZONE)
    return Stand(kinds, it.faces[step].combat)


_STANDING = SECOND_STAGE | _MARKERS
"""The flags that count for it."""
_PLAIN = tuple(
    tuple(
        tuple(_stand(piece.index, step, 0, neutral) for step in range(len(piece.faces) or 1))
        for piece in BOARD.pieces
    )
    for neutral in (False, True)
)
"""[Finland is neutral][piece][step] -> how it stands without flags."""


def occupancy(s: RussiaBesieged) -> Occupancy:
    """Who stands where now; pieces in boxes stand nowhere."""
    step, flags, plain = s.step, s.flags, _PLAIN[finland_neutral(s)]

    def standing(piece: int) -> Stand:
        return stand(s, piece) if flags[piece] & _STANDING else plain[piece][step[piece]]

    return Occupancy(ROSTER, s.place, standing)


def zoc(d: Occupancy, side: int) -> int:
    """Mask of the Zones of Control of a side that stop movement and retreat (4.0, 16.21)."""
    return d.once(("zoc", side), lambda: _zoc(d, side))


def _zoc(d: Occupancy, side: int) -> int:
    return d.zone(side, FULL_ZONE) | d.zone(side, OWN_ZONE) | d.zone(side, CLOSED_ZONE)


def zones(d: Occupancy, side: int) -> int:
    """Mask of all its Zones of Control, those of first-stage partisans too (16.2, 16.21, 16.22)."""
    return zoc(d, side) | d.zone(side, PARTISAN_ZONE)


def bodies(d: Occupancy, side: int) -> int:
    """Mask of the hexes with a combat unit of the side."""
    return d.emitters(side, BODY)


def guards(d: Occupancy, side: int) -> int:
    """Mask of the hexes where a unit of the side keeps a supply path open (13.51)."""
    return d.emitters(side, GUARD)


def mates(d: Occupancy, side: int, place: int) -> list[Piece]:
    """The side's pieces on a place that stand on the ground, in the order of their numbers."""
    return [
        BOARD.pieces[piece]
        for piece in d.units(side, place)
        if BOARD.pieces[piece].type != AIRCRAFT
    ]


def enemy(side: int) -> int:
    """The other side."""
    return 1 - side
