"""What the umpire sets, marks and flags in Stalin's War, as tables."""

from collections.abc import Callable

from engine.board.bits import mask, members
from engine.core.errors import Illegal
from engine.core.lexicon import words
from engine.core.settings import (
    SWITCH,
    Setting,
    Settings,
    element,
    field,
    one_of,
    row,
    seen,
    term,
    whole,
)
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    NATIONS,
    NOWHERE,
    ROUNDS,
    RP_TYPES,
    SIDES,
    SOVIET,
    SUPPLIES,
)
from engine.games.stalins_war.law import movement, replacements, victory
from engine.games.stalins_war.state import (
    ADVANCED,
    DIGS,
    EXPLOITED,
    FOUGHT,
    MOVED,
    PLACED,
    RAILED,
    RESTRICTIONS,
    RETREATED,
    SAILED,
    zoc,
)
from engine.games.stalins_war.words import CARDS, PLACES, SITES, UNITS

UNIT = term("UNIT", UNITS)
SITE = term("SITE", SITES)
CARD = term("CARD", CARDS)
RESTRICTED = words(*RESTRICTIONS)
HEX = term("HEX", PLACES, lambda place: bool(BOARD.ground.land >> int(place) & 1))
SIDE = one_of(*SIDES)
KIND = one_of(*(kind.lower() for kind in RP_TYPES))
NO = {"none": NOWHERE}
BOX = one_of(*ROUNDS, also=NO)
SEA = one_of(*(sea.id for sea in BOARD.ground.seas), also=NO)
NATION = one_of(*NATIONS)
BITS = {
    "moved": MOVED,
    "railed": RAILED,
    "sailed": SAILED,
    "fought": FOUGHT,
    "exploited": EXPLOITED,
    "retreated": RETREATED,
    "placed": PLACED,
    "advanced": ADVANCED,
    "digs": DIGS,
}
"""Flags of units, by name."""


def _bit(flag: int) -> Setting:
    def put(t: T, unit: int, on: bool) -> None:
        t.s.flags[unit] = t.s.flags[unit] | flag if on else t.s.flags[unit] & ~flag

    return Setting((SWITCH,), lambda t, unit: bool(t.s.flags[unit] & flag), put, UNIT, "1")


def _steps(t: T, unit: int, left: int) -> None:
    full = BOARD.units[unit].full
    if left > full:
        raise Illegal(f"{BOARD.units[unit].name} has {full} steps.", "2.2.1")
    t.s.step[unit] = left


def _supply(t: T, unit: int, level: int) -> None:
    t.s.supply[unit] = level


def _control(t: T, site: int, side: int) -> None:
    """The VP level stays as it is set."""
    held, bit = int(t.s.axis, 16), 1 << site
    t.s.axis = f"{held | bit if side == AXIS else held & ~bit:x}"


def _listed(name: str) -> Setting:
    """A list of places in which one is or is not."""

    def put(t: T, place: int, on: bool) -> None:
        left = [other for other in getattr(t.s, name) if other != place]
        setattr(t.s, name, [*left, place] if on else left)

    return Setting((SWITCH,), lambda t, place: place in getattr(t.s, name), put, HEX, "1")


def _trench(side: int) -> Setting:
    def put(t: T, place: int, on: bool) -> None:
        left = [other for other in t.s.trenches[side] if other != place]
        t.s.trenches[side] = [*left, place] if on else left

    return Setting((SWITCH,), lambda t, place: place in t.s.trenches[side], put, HEX, "1")


def _built(t: T, place: int, on: bool) -> None:
    """There is one such fortress (§16.2.3)."""
    if on or t.s.fortress == place:
        t.s.fortress = place if on else NOWHERE


def _boxes(t: T, side: int, *kinds: int) -> None:
    t.s.boxes[side] = [kind for kind in kinds if kind != NOWHERE]


def _sailed(t: T, side: int, *seas: int) -> None:
    t.s.sailed[side] = mask(sea for sea in seas if sea != NOWHERE)


def _mask(found: Callable[[T], int]) -> Setting:
    """Whether a hex is in a mask."""
    return seen(lambda t, place: int(found(t) >> place & 1), HEX)


SETTINGS: Settings = {
    "turn": field("turn", whole(range(1, len(BOARD.turns) + 1))),
    "round": field("round", whole(range(1, 6))),
    "side": seen(lambda t, _: SIDES[t.s.side]),
    "vp": field("vp", whole(range(-10, 40))),
    "ops": field("ops", whole(range(30))),
    "bank.": row("bank", whole(range(30)), SIDE),
    "count.": row("count", whole(range(6)), SIDE),
    "points.": row("rp", whole(range(100)), KIND),
    "lent": field("lent", whole(range(10))),
    "lend_from": field("lend_from", whole(range(20))),
    "total_war": field("total_war", SWITCH),
    "crossed": field("crossed", SWITCH),
    "oil_held": field("oil_held", SWITCH),
    "auto.": row("auto", whole(range(30)), SIDE),
    "stars.": row("stars", whole(range(40)), SIDE),
    "played.": element("played", CARD),
    "in_round.": element("in_round", CARD),
    "in_turn.": element("in_turn", CARD),
    "spent.": element("spent", CARD),
    "boxes.": Setting((BOX,), lambda t, side: t.s.boxes[side], _boxes, SIDE, many=True),
    "sailed.": Setting((SEA,), lambda t, side: members(t.s.sailed[side]), _sailed, SIDE, many=True),
    "hand_change.": row("hand_change", whole(range(-7, 8)), SIDE),
    "surrendered.": element("surrendered", NATION),
    "stalin_moves": field("stalin_moves", whole(range(3))),
    "convoy": field("convoy", whole(range(20))),
    "partisans_paid": field("partisans_paid", SWITCH),
    "panzers_hit": field("panzers_hit", SWITCH),
    "owing": field("owing", SWITCH),
    "stormed": field("stormed", SWITCH),
    "lifted.": element("lifted", term("EVENT", RESTRICTED)),
    "size.": seen(lambda t, side: replacements.hand_size(t.s, t.d, side), SIDE),
    "tally": seen(lambda t, _: victory.tournament_count(t.s)),
    "winner": seen(lambda t, _: "+".join(t.pos.winners or ["none"])),
}
MARKS: Settings = {
    "control": Setting(
        (SIDE,), lambda t, site: int(not int(t.s.axis, 16) >> site & 1), _control, SITE
    ),
    "combat": _listed("activated"),
    "attacked": _listed("attacked"),
    "blitz": _listed("blitz"),
    "festung": _listed("festungs"),
    "zone": _listed("zones"),
    "destroyed": _listed("destroyed"),
    "fortress": Setting((SWITCH,), lambda t, place: t.s.fortress == place, _built, HEX, "1"),
    "bridge": _listed("bridge"),
    "digging": _listed("digging"),
    "partisan": _listed("partisans"),
    "zoc_axis": _mask(lambda t: zoc(t.s, t.d, AXIS)),
    "zoc_soviet": _mask(lambda t: zoc(t.s, t.d, SOVIET)),
    "beyond": _mask(lambda t: BOARD.ground.beyond),
    "trench_axis": _trench(0),
    "trench_soviet": _trench(1),
}
FLAGS: Settings = {
    **{name: _bit(flag) for name, flag in BITS.items()},
    "s": Setting((whole(range(5)),), lambda t, unit: t.s.step[unit], _steps, UNIT),
    "supply": Setting((one_of(*SUPPLIES),), lambda t, unit: t.s.supply[unit], _supply, UNIT),
    "allowance": seen(lambda t, unit: movement.allowance(t.s, unit), UNIT),
}
