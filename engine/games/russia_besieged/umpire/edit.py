"""The umpire's edit lines for Russia Besieged: flags, marks, numbers, dice, stations."""

from collections.abc import Mapping, Sequence
from random import Random

from engine.core.edit import Editor, always, bare, on_off, value_of, whole
from engine.core.errors import Malformed
from engine.core.frames import Frame
from engine.core.lexicon import fold
from engine.core.verbs import Value
from engine.games.russia_besieged.acts import T, refresh, side_of
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    ACCOUNTS,
    HEXES,
    IN_HAND,
    MARSHAL,
    PARTISAN,
    SIDES,
    WAITING,
    WEATHERS,
)
from engine.games.russia_besieged.law import odds, supply
from engine.games.russia_besieged.play.phase_movement import Moves
from engine.games.russia_besieged.play.war import PHASES, Impulse, War, open_impulse
from engine.games.russia_besieged.state import (
    CAME,
    DROPPED,
    FLOWN,
    FOUGHT,
    FREE,
    LANDED,
    MOVED,
    RAILED,
    RETREATED,
    SAILED,
    SECOND_STAGE,
    SPENT,
    STAGED,
    TOOK,
    VICTOR,
    Occupancy,
    RussiaBesieged,
    controls,
    marker,
    new,
)
from engine.games.russia_besieged.state import mark as set_marker
from engine.games.russia_besieged.umpire.scatter import scatter
from engine.games.russia_besieged.words import CITY_WORDS, IDS, PLACE_WORDS

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
    "dropped": DROPPED,
    "spent": SPENT,
    "stage2": SECOND_STAGE,
    "retreated": RETREATED,
    "came": CAME,
    "free": FREE,
}
"""Flags of pieces, by name."""
NUMBERS = {
    "turn": range(1, 26),
    "impulse": range(1, 3),
    "partisan_rail": range(2),
    "released": range(4),
    "murmansk": range(26),
    "emergency": range(len(BOARD.ground.emergency) + 1),
    "cut": range(-1, 50),
    "helped": range(2),
    "bid": range(11),
}
MARKS = ("control", "converting")
_HELD = ("bereft.", "rail.", "air.", "points.", "weather.", "landings.")


class RussiaBesiegedEditor(Editor[RussiaBesieged, Occupancy]):
    """Builds any position of Russia Besieged."""

    piles = ()
    open_piles = ()
    flags = (*BITS, "oos", "s", "full", "reduced")
    marks = MARKS
    numbers = (*NUMBERS, *_HELD, "moscow")
    faces = {
        "weather": range(1, 11),
        "combat": range(1, 11),
        "sea": range(1, 11),
        "ice": range(1, 11),
        "lend": range(1, 11),
        "oil": range(1, 11),
    }
    holds = dict.fromkeys((War, Impulse, Moves), always)
    stations = ("weather", *PHASES)

    def clear(self, t: T, what: str) -> None:
        s = t.s
        fresh = new(s.scenario)
        if what in ("", "units", *SIDES):
            for piece in BOARD.pieces:
                if what in SIDES and SIDES[piece.side] != what:
                    continue
                there = IN_HAND[piece.side] if piece.type in (MARSHAL, PARTISAN) else WAITING
                s.place[piece.index], s.flags[piece.index] = there, 0
                s.step[piece.index] = fresh.step[piece.index]
        if what in ("", "marks"):
            keep = ("scenario", "turn", "side", "impulse", "place", "step", "flags", "weather")
            for name in RussiaBesieged.__struct_fields__:
                if name not in keep:
                    setattr(s, name, getattr(fresh, name))
        refresh(t)

    def place(self, t: T, unit: Value, word: str) -> Value:
        found = PLACE_WORDS.read(word)
        return found[0] if found else super().place(t, unit, word)

    def put(self, t: T, unit: Value, place: Value, flags: Mapping[str, str]) -> None:
        s, who, where = t.s, int(unit), int(place)
        piece = BOARD.pieces[who]
        if where < HEXES and (piece.type == MARSHAL or not BOARD.ground.land >> where & 1):
            raise Malformed(f"{piece.name} can't be put on {IDS[where]}.")
        if where >= HEXES and IDS[where].endswith(SIDES[1 - piece.side]):
            raise Malformed(f"{piece.name} does not belong in {IDS[where]}.")
        bare(flags, *BITS, "full", "reduced")
        s.place[who], s.flags[who] = where, 0
        s.step[who] = int(piece.type == PARTISAN)
        for flag, value in flags.items():
            if flag in BITS:
                s.flags[who] |= BITS[flag]
            elif flag == "oos":
                set_marker(s, who, whole(value, range(5)))
            elif flag == "s":
                s.step[who] = _step(who, len(piece.faces) - whole(value, range(1, 7)))
            elif flag in ("full", "reduced"):
                s.step[who] = _step(who, int(flag == "reduced"))
            else:
                raise Malformed(f"Flags are {', '.join(self.flags)}; not `{flag[:30]}`.")
        if s.flags[who] & SECOND_STAGE:
            s.step[who] = 0
        refresh(t)

    def mark(self, t: T, place: str, kind: str, value: str) -> None:
        s = t.s
        if kind == "control":
            if value not in SIDES:
                raise Malformed("It reads: mark CITY|HEX control axis|soviet")
            city, where = _spot(place)
            if city >= 0:
                bit = 1 << city
                held = int(s.cities, 16)
                s.cities = f"{held | bit if value == SIDES[0] else held & ~bit:x}"
                s.began = s.cities
            bit = 1 << where & BOARD.ground.rails
            axis = int(s.rails, 16)
            s.rails = f"{axis | bit if value == SIDES[0] else axis & ~bit:x}"
        elif kind == "converting":
            if value not in ("on", "none", ""):
                raise Malformed("It reads: mark HEX converting [on|none]")
            _, where = _spot(place)
            now, bit = int(s.converting, 16), 1 << where & BOARD.ground.rails
            s.converting = f"{now & ~bit if value == 'none' else now | bit:x}"
        else:
            raise Malformed(f"Marks are {', '.join(MARKS)}; not `{kind[:30]}`.")
        refresh(t)

    def set(self, t: T, name: str, value: str) -> None:
        s = t.s
        head, _, tail = name.partition(".")
        if name in NUMBERS:
            setattr(s, name, whole(value, NUMBERS[name]))
        elif name == "moscow":
            s.moscow = on_off(value)
        elif head == "weather":
            if value not in WEATHERS:
                raise Malformed(f"The weather is {', '.join(WEATHERS)}; not `{value[:30]}`.")
            s.weather[_impulse(tail)] = WEATHERS.index(value)
        elif head == "rail":
            s.railed[_impulse(tail)] = whole(value, range(10))
        elif head == "air":
            s.flown[_impulse(tail)] = whole(value, range(10))
        elif head == "points":
            if tail not in ACCOUNTS:
                raise Malformed(f"Accounts are {', '.join(ACCOUNTS)}; not `{tail[:30]}`.")
            s.points[ACCOUNTS.index(tail)] = whole(value, range(1000))
        elif head == "bereft":
            s.bereft[_side(tail)] = whole(value, range(5))
        elif head == "landings":
            s.landings[whole(tail, range(6))] = whole(value, range(5))
        else:
            known = ", ".join((*NUMBERS, "weather.N", "rail.N", "air.N", "points.ACCOUNT"))
            raise Malformed(f"You can set {known}, bereft.SIDE, moscow; not `{name[:30]}`.")
        refresh(t)

    def read(self, t: T, name: str, words: Sequence[str]) -> str:
        """A number, `CITY|HEX control`, `UNIT step|oos|supplied|FLAG`."""
        s = t.s
        head, _, tail = name.partition(".")
        if name in NUMBERS:
            return str(getattr(s, name))
        if name == "moscow":
            return "on" if s.moscow else "off"
        if head == "weather":
            return WEATHERS[s.weather[_impulse(tail)]]
        if head == "rail":
            return str(s.railed[_impulse(tail)])
        if head == "air":
            return str(s.flown[_impulse(tail)])
        if head == "points" and tail in ACCOUNTS:
            return str(s.points[ACCOUNTS.index(tail)])
        if head == "bereft":
            return str(s.bereft[_side(tail)])
        if head == "landings":
            return str(s.landings[whole(tail, range(6))])
        what = words[0] if words else ""
        if what == "control":
            city, where = _spot(name)
            if city >= 0:
                return SIDES[0] if controls(s, 0, city) else SIDES[1]
            return SIDES[0] if int(s.rails, 16) >> where & 1 else SIDES[1]
        if what == "converting":
            return "on" if int(s.converting, 16) >> _spot(name)[1] & 1 else "none"
        if what in ("step", "s", "oos", "supplied", "factor", *BITS):
            return _fact(t, int(value_of(t, "unit", name)), what)
        raise Malformed(f"There is no `{name[:30]}` to look at.")

    def scatter(self, t: T, rng: Random) -> list[str]:
        return scatter(rng, self.stations, t)

    def where(self, t: T, unit: Value) -> Value:
        return t.s.place[int(unit)]

    def station(self, t: T, turn: str, side: str, phase: str) -> Frame:
        number, _, impulse = turn.partition("/")
        t.s.turn = whole(number, range(1, 26))
        half = whole(impulse or "1", range(1, 3))
        if phase == "weather":
            return War(step="weather")
        t.s.side, t.s.impulse = side_of(side), half
        if phase == "movement":
            kept = t.s.points.copy()
            open_impulse(t, t.s.side, half)
            t.s.points = kept
        refresh(t)
        step = f"{side}_{'first' if half == 1 else 'second'}"
        return War(step=step, phase=phase)


def _step(unit: int, step: int) -> int:
    if not 0 <= step < len(BOARD.pieces[unit].faces):
        raise Malformed(f"{BOARD.pieces[unit].name} has no such step.")
    return step


def _side(word: str) -> int:
    if word not in SIDES:
        raise Malformed(f"Sides are {', '.join(SIDES)}; not `{word[:30]}`.")
    return side_of(word)


def _impulse(word: str) -> int:
    return whole(word, range(1, 3)) - 1


def _spot(word: str) -> tuple[int, int]:
    """A city (-1 for none) and the hex of a word."""
    if found := CITY_WORDS.read(fold(word)):
        return int(found[0]), BOARD.ground.cities[int(found[0])].place
    places = [int(place) for place in PLACE_WORDS.read(word) if int(place) < HEXES]
    if not places:
        raise Malformed(f"There is no hex or city `{word[:30]}`.")
    return BOARD.ground.city_at[places[0]], places[0]


def _fact(t: T, unit: int, what: str) -> str:
    s = t.s
    if what == "step":
        return str(s.step[unit])
    if what == "s":
        return str(len(BOARD.pieces[unit].faces) - s.step[unit])
    if what == "oos":
        return str(marker(s, unit))
    if what == "supplied":
        return str(int(supply.general(s, t.d, unit)))
    if what == "factor":
        return str(odds.attack_factor(s, t.d, unit))
    return str(int(s.flags[unit] & BITS[what] != 0))
