"""What the umpire sets, marks and flags in Russia Besieged, as tables."""

from engine.core.errors import Illegal
from engine.core.settings import (
    SWITCH,
    Setting,
    Settings,
    Word,
    field,
    one_of,
    row,
    seen,
    term,
    whole,
)
from engine.games.russia_besieged.acts import SEATS, T
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    ACCOUNTS,
    AXIS,
    HEXES,
    PARTISAN,
    SIDES,
    WEATHERS,
)
from engine.games.russia_besieged.law import odds, supply, victory
from engine.games.russia_besieged.state import (
    ABOARD,
    ASHORE,
    AWAY,
    BOUND,
    BY_EDGE,
    CAME,
    DROPPED,
    DRY,
    EVACUATED,
    EVACUATED_BEFORE,
    FLOWN,
    FLOWN_OUT,
    FOUGHT,
    FREE,
    JOINED,
    LANDED,
    LANDED_BEFORE,
    MOVED,
    PAID,
    RAILED,
    REBUILT,
    RETREATED,
    SAILED,
    SECOND_STAGE,
    SPENT,
    STAGED,
    TOOK,
    VICTOR,
    marker,
)
from engine.games.russia_besieged.state import mark as set_marker
from engine.games.russia_besieged.words import CITY_WORDS, PLACE_WORDS, UNITS, WELL_WORDS

_GROUND = BOARD.ground
UNIT = term("UNIT", UNITS)
CITY = term("CITY", CITY_WORDS)
WELL = term("WELL", WELL_WORDS)
RAIL = term("HEX", PLACE_WORDS, lambda hex_: bool(_GROUND.rails >> int(hex_) & 1))
FOE = term("HEX", PLACE_WORDS, lambda hex_: int(hex_) < HEXES)
SHORE = term("HEX", PLACE_WORDS, lambda hex_: int(hex_) in _GROUND.strait)
SIDE = one_of(*SIDES)
IMPULSE = one_of("1", "2")
ACCOUNT = one_of(*ACCOUNTS)
TRIGGER = one_of("archangel", "rumania", "helsinki")
AREA = one_of(*(f"{side}_{sea}" for side in SIDES for sea in ("baltic", "black", "caspian")))
BITS = {
    "moved": MOVED,
    "railed": RAILED,
    "sailed": SAILED,
    "fought": FOUGHT,
    "took": TOOK,
    "victor": VICTOR,
    "staged": STAGED,
    "flown": FLOWN,
    "landed": LANDED,
    "landed_before": LANDED_BEFORE,
    "dropped": DROPPED,
    "spent": SPENT,
    "retreated": RETREATED,
    "came": CAME,
    "free": FREE,
    "joined": JOINED,
    "aboard": ABOARD,
    "ashore": ASHORE,
    "paid": PAID,
    "evacuated": EVACUATED,
    "evacuated_before": EVACUATED_BEFORE,
    "flown_out": FLOWN_OUT,
    "rebuilt": REBUILT,
    "by_edge": BY_EDGE,
    "bound": BOUND,
}
"""Flags of pieces, by name: all but those below that change more."""
_TURNS = range(1, len(BOARD.turns) + 1)


def _bit(flag: int) -> Setting:
    def put(t: T, unit: int, on: bool) -> None:
        t.s.flags[unit] = t.s.flags[unit] | flag if on else t.s.flags[unit] & ~flag

    return Setting((SWITCH,), lambda t, unit: bool(t.s.flags[unit] & flag), put, UNIT, "1")


def _away(t: T, unit: int, on: bool) -> None:
    """14.14, 14.16: he is on his weaker side, in his capital too."""
    if unit not in SEATS:
        raise Illegal(f"{BOARD.pieces[unit].name} is no Dictator.", "14.1")
    t.s.flags[unit] = t.s.flags[unit] | AWAY if on else t.s.flags[unit] & ~AWAY
    t.s.step[unit] = int(on or t.s.place[unit] != SEATS[unit])


def _stage(t: T, unit: int, second: bool) -> None:
    if BOARD.pieces[unit].type != PARTISAN:
        raise Illegal(f"{BOARD.pieces[unit].name} is no partisan.", "16.4")
    t.s.flags[unit] &= ~SECOND_STAGE
    t.s.flags[unit] |= SECOND_STAGE if second else 0
    t.s.step[unit] = 0 if second else 1


def _steps(t: T, unit: int, left: int) -> None:
    """Steps that are left, as `s=1`; faces of Shock Armies are counted alike."""
    faces = len(BOARD.pieces[unit].faces)
    if not 1 <= left <= faces:
        raise Illegal(f"{BOARD.pieces[unit].name} has {faces} faces.", "10.61")
    t.s.step[unit] = faces - left


def _oos(t: T, unit: int, number: int) -> None:
    if t.s.place[unit] >= HEXES and number:
        raise Illegal("Markers lie on units of the map.", "13.42")
    set_marker(t.s, unit, number)


def _city(t: T, city: int, side: int) -> None:
    """Its railway goes with it."""
    bit, held = 1 << city, int(t.s.cities, 16)
    t.s.cities = t.s.began = f"{held | bit if side == AXIS else held & ~bit:x}"
    t.s.fed = ["", ""]
    place = _GROUND.cities[city].place
    if _GROUND.rails >> place & 1:
        _rail(t, place, side)
    t.s.since = victory.noted(t.s)


def _rail(t: T, hex_: int, side: int) -> None:
    bit, axis = 1 << hex_, int(t.s.rails, 16)
    t.s.rails = f"{axis | bit if side == AXIS else axis & ~bit:x}"


def _shore(t: T, hex_: int, side: int) -> None:
    bit, axis = 1 << hex_, int(t.s.kerch, 16)
    t.s.kerch = f"{axis | bit if side == AXIS else axis & ~bit:x}"


def _mask(name: str, of: Word) -> Setting:
    """A mask in hexadecimal, by what a bit stands for."""

    def put(t: T, index: int, on: bool) -> None:
        now = int(getattr(t.s, name), 16)
        setattr(t.s, name, f"{now | 1 << index if on else now & ~(1 << index):x}")

    def get(t: T, index: int) -> bool:
        return bool(int(getattr(t.s, name), 16) >> index & 1)

    return Setting((SWITCH,), get, put, of, "1")


def _well(t: T, well: int, captured: bool) -> None:
    t.s.captured = t.s.captured & ~(1 << well) | int(captured) << well


def _holder(t: T, city: int) -> int:
    return 0 if int(t.s.cities, 16) >> city & 1 else 1


SETTINGS: Settings = {
    "turn": field("turn", whole(_TURNS)),
    "impulse": field("impulse", whole(range(1, 3))),
    "side": seen(lambda t, _: SIDES[t.s.side]),
    "weather.": row("weather", one_of(*WEATHERS), IMPULSE),
    "rail.": row("railed", whole(range(10)), IMPULSE),
    "air.": row("flown", whole(range(10)), IMPULSE),
    "points.": row("points", whole(range(1000)), ACCOUNT),
    "landings.": row("landings", whole(range(5)), AREA),
    "bereft.": row("bereft", whole(range(5)), SIDE),
    "trigger.": row("triggers", whole(range(26)), TRIGGER),
    "taken.": row("taken", whole(range(26)), WELL),
    "frozen.": row("frozen", whole(range(10)), WELL),
    "partisan_rail": field("partisan_rail", whole(range(2))),
    "released": field("released", whole(range(4))),
    "murmansk": field("murmansk", whole(range(26))),
    "emergency": field("emergency", whole(range(len(_GROUND.emergency) + 1))),
    "cut": field("cut", whole(range(DRY, 50))),
    "helped": field("helped", whole(range(2))),
    "iced": field("iced", whole(range(2))),
    "settled": field("settled", SWITCH),
    "bid": field("bid", whole(range(-10, 11))),
    "moscow": field("moscow", SWITCH),
    "majors": seen(lambda t, _: victory.axis_majors(t.s)),
    "vp": seen(lambda t, _: victory.points(t.s)),
}
MARKS: Settings = {
    "control": Setting((SIDE,), _holder, _city, CITY),
    "rails": Setting(
        (SIDE,), lambda t, hex_: 0 if int(t.s.rails, 16) >> hex_ & 1 else 1, _rail, RAIL
    ),
    "converting": _mask("converting", RAIL),
    "entered": _mask("entered_lines", RAIL),
    "shore": Setting(
        (SIDE,), lambda t, hex_: 0 if int(t.s.kerch, 16) >> hex_ & 1 else 1, _shore, SHORE
    ),
    "fallen": _mask("fallen", CITY),
    "promised": _mask("promised", FOE),
    "attacked": _mask("fought", FOE),
    "captured": Setting((SWITCH,), lambda t, w: bool(t.s.captured >> w & 1), _well, WELL, "1"),
}
FLAGS: Settings = {
    **{name: _bit(flag) for name, flag in BITS.items()},
    "away": Setting((SWITCH,), lambda t, u: bool(t.s.flags[u] & AWAY), _away, UNIT, "1"),
    "stage2": Setting((SWITCH,), lambda t, u: bool(t.s.flags[u] & SECOND_STAGE), _stage, UNIT, "1"),
    "s": Setting(
        (whole(range(1, 7)),),
        lambda t, u: len(BOARD.pieces[u].faces) - t.s.step[u],
        _steps,
        UNIT,
    ),
    "oos": Setting((whole(range(5)),), lambda t, u: marker(t.s, u), _oos, UNIT),
    "supplied": seen(lambda t, u: int(supply.general(t.s, t.d, u)), UNIT),
    "factor": seen(lambda t, u: odds.attack_factor(t.s, t.d, u), UNIT),
}
