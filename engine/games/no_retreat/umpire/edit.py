"""The umpire's edit lines for No Retreat!: flags, marks, numbers, piles, dice, stations."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from engine.core.edit import Editor, always, bare, on_off, value_of, whole
from engine.core.errors import Malformed
from engine.core.events import Event
from engine.core.frames import Frame
from engine.core.lexicon import fold, number
from engine.core.verbs import Value
from engine.games.no_retreat.acts import T, refresh, side_of
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    AXIS,
    FINLAND,
    HEXES,
    LAKE,
    LAST_TURN,
    LONG_WINTER,
    NOWHERE,
    OFF_MAP,
    ON_MAP,
    SEA,
    SIDES,
    SNOW,
    SOVIET,
    WAITING,
    WEATHERS,
)
from engine.games.no_retreat.law import supply, victory
from engine.games.no_retreat.play import windows
from engine.games.no_retreat.play.opening import OPEN_PILES, PILES, Keep, lay_out, new_state
from engine.games.no_retreat.play.phase_card import Discard
from engine.games.no_retreat.play.phase_combat import CombatPhase
from engine.games.no_retreat.play.phase_detrain import Reserve
from engine.games.no_retreat.play.phase_movement import Moves
from engine.games.no_retreat.play.turn import PHASES, Campaign, begin_turn
from engine.games.no_retreat.state import NoRetreat, Occupancy, weather
from engine.games.no_retreat.umpire.scatter import scatter
from engine.games.no_retreat.words import PLACES, SITES

FLAGS = ("unsupplied", "disorganized", "moved", "fought", "reserve", "support")
_TURNS = range(LAST_TURN + 1)
NUMBERS = {
    "turn": range(1, LAST_TURN + 1),
    "event_vp": range(-BOARD.vp.event_max, BOARD.vp.event_max + 1),  # §12.7.4
    "high_tide": range(-1, 100),
    "blitz": range(10),
    "shock": range(10),
    "skip_sudden": _TURNS,
    "star_turn": _TURNS,
    "upgrades": range(10),
}
"""What they can be."""
TRIGGERS = ("gg", "oil", "warsaw")
MARKS = ("control", "target", "counterblow", "works", "scorched")
NONE = ("none", "off", "")


class NoRetreatEditor(Editor[NoRetreat, Occupancy]):
    """Builds any position of No Retreat!"""

    piles = PILES
    open_piles = OPEN_PILES
    flags = (*FLAGS, "front", "back")
    marks = MARKS
    numbers = (
        *NUMBERS,
        *TRIGGERS,
        *("initiative", "weather.", "draw.", "used.", "joker", "once.", "berlin"),
    )
    faces = {"battle": range(1, 7), "random": range(len(BOARD.cards))}
    holds = {
        **dict.fromkeys((Campaign, Keep, Discard, Moves, *windows.FRAMES), always),
        Reserve: lambda t, f: t.s.reserve != NOWHERE,
        CombatPhase: lambda t, f: set(f.due) <= set(t.s.blows),
    }
    stations = ("housekeeping", *PHASES)

    def clear(self, t: T, what: str) -> None:
        s = t.s
        fresh = new_state(BOARD.scenarios[s.scenario], t.pos.options)
        if what in ("", "units", *SIDES):
            for unit in BOARD.units:
                if what not in SIDES or SIDES[unit.side] == what:
                    _lift(s, unit.index)
                    s.at[unit.index], s.face[unit.index] = WAITING, 0
        if what in ("", "marks"):
            for name in NoRetreat.__struct_fields__:
                if name not in ("scenario", "turn", "phasing", "at", "face", "options", "play_on"):
                    setattr(s, name, getattr(fresh, name))
            s.triggered, s.happened = [0, 0, 0], [0, 0, 0]
        if what in ("", "cards"):
            t.pos.piles.clear()
            lay_out(t)

    def place(self, t: T, unit: Value, word: str) -> Value:
        found = PLACES.read(word, SIDES[BOARD.units[int(unit)].side])
        return found[0] if found else super().place(t, unit, word)

    def put(self, t: T, unit: Value, place: Value, flags: Mapping[str, str]) -> None:
        s, who, where = t.s, int(unit), int(place)
        record = BOARD.units[who]
        _check_place(who, where)
        bare(flags, *FLAGS, "front", "back")
        _lift(s, who)
        s.at[who] = where
        s.face[who] = 0
        for flag, value in flags.items():
            if flag in ("reserve", "support"):
                if flag == "reserve":
                    s.reserve = who
                else:
                    s.support[record.side] = who
            elif flag in FLAGS:
                getattr(s, flag)[who] = 1
            else:
                s.face[who] = _face(who, flag, value)
        if where < HEXES and (site := BOARD.site_at[where]) >= 0:
            s.control[site] = record.side  # §12.7.1: it was the last to be there
        refresh(t)

    def mark(self, t: T, place: str, kind: str, value: str) -> None:
        s = t.s
        if kind == "control":
            if value not in (*SIDES, *NONE):
                raise Malformed("It reads: mark SITE control axis|soviet")
            s.control[_site(place)] = NOWHERE if value in NONE else side_of(value)
        elif kind in ("target", "counterblow"):
            name, where = ("targets" if kind == "target" else "blows"), _place(place)
            if value not in ("on", *SIDES, *NONE):
                raise Malformed(f"It reads: mark HEX {kind} [on|none]")
            rest = [other for other in getattr(s, name) if other != where]
            setattr(s, name, rest if value in NONE[:2] else [*rest, where])
        elif kind == "works":
            off = value in NONE
            s.works = NOWHERE if off else _place(place)
            s.works_side = NOWHERE if off else _side(value)
        elif kind == "scorched":
            off = value in NONE
            s.scorched = NOWHERE if off else _site(place)
            s.scorched_side = NOWHERE if off else _side(value)
            s.scorched_until = 0 if off else s.turn + 1
        else:
            raise Malformed(f"Marks are {', '.join(MARKS)}; not `{kind[:30]}`.")
        refresh(t)

    def set(self, t: T, name: str, value: str) -> None:
        s = t.s
        head, _, tail = name.partition(".")
        if name in NUMBERS:
            found = whole(value, NUMBERS[name])
            setattr(s, "educated" if name == "upgrades" else name, found)
        elif name == "initiative":
            s.initiative = _side(value)
        elif head == "weather":
            if value not in WEATHERS:
                raise Malformed(f"The weather is {', '.join(WEATHERS)}; not `{value[:30]}`.")
            turn, shown = _turn(tail), WEATHERS.index(value)
            second = shown == LONG_WINTER and turn > 1 and s.weather[turn - 2] == SNOW
            s.weather[turn - 1] = SNOW if second else shown  # §13.1: its marker shows Snow
        elif head == "draw":
            s.draw_change[_side(tail)] = whole(value, range(-9, 10))
        elif head == "used":
            card = int(value_of(t, "card", tail))
            rest = [other for other in s.used if other.card != card]
            s.used = rest if value == "none" else [*rest, Event(SIDES[_side(value)], card)]
        elif name in TRIGGERS:
            which, turn = TRIGGERS.index(name), whole(value, _TURNS)
            s.triggered[which] = turn
            s.happened[which] = int(0 < turn < s.turn)
        elif name == "joker":
            _deal_joker(t, "out" if value == "none" else f"hand.{SIDES[_side(value)]}")
        elif head == "once":
            unit = int(value_of(t, "unit", tail or value))
            s.split = [other for other in s.split if other != unit]
            s.split += [unit] if not tail or on_off(value) else []
        elif name == "berlin":
            s.berlin = on_off(value)
        else:
            known = (*NUMBERS, "initiative", "weather.TURN", "draw.SIDE", "used.CARD", *TRIGGERS)
            more = "joker, once.UNIT, berlin"
            raise Malformed(f"You can set {', '.join(known)}, {more}; not `{name[:30]}`.")

    def read(self, t: T, name: str, words: Sequence[str]) -> str:
        """A number, a pile's size, `PLACE control|target|counterblow`, `UNIT face|overland|…`."""
        s, d = t.s, t.d
        readers: dict[str, Callable[[], str]] = {
            "phasing": lambda: SIDES[s.phasing] if s.phasing >= 0 else "none",
            "initiative": lambda: SIDES[s.initiative],
            "weather": lambda: WEATHERS[weather(s)],
            "vp": lambda: str(victory.marker(s, d)),
            "vp.axis": lambda: str(victory.points(s, d, AXIS)),
            "vp.soviet": lambda: str(victory.points(s, d, SOVIET)),
            "hexes.axis": lambda: str(victory.hex_points(s, d, AXIS)),
            "hexes.soviet": lambda: str(victory.hex_points(s, d, SOVIET)),
            "draw.axis": lambda: str(s.draw_change[AXIS]),
            "draw.soviet": lambda: str(s.draw_change[SOVIET]),
            "works": lambda: _label(s.works),
            "upgrades": lambda: str(s.educated),
            "berlin": lambda: "on" if s.berlin else "off",
            "joker": lambda: next((side for side in SIDES if BOARD.joker in t.ids(f"hand.{side}")),
                                  "none"),
        }  # fmt: skip
        if name in readers:
            return readers[name]()
        if name in NUMBERS and name != "upgrades":
            return str(getattr(s, name))
        if name in PILES:
            return str(len(t.ids(name)))
        if name in TRIGGERS:
            return str(s.triggered[TRIGGERS.index(name)])
        if name.startswith("weather."):
            return WEATHERS[weather(s, _turn(name.partition(".")[2]))]
        if name.startswith(("used.", "once.")):
            return _used(t, *name.split(".", 1))
        what = words[0] if words else ""
        if what == "control":
            side = victory.holder(s, d, _site(name))
            return SIDES[side] if side >= 0 else "none"
        if what in ("target", "counterblow"):
            places = s.targets if what == "target" else s.blows
            return "on" if _place(name) in places else "none"
        if what == "scorched":
            return _side_word(s.scorched_side) if s.scorched == _site(name) else "none"
        if what == "works":
            return _side_word(s.works_side) if s.works == _place(name) else "none"
        if what in (*FLAGS, "face", "overland", "supplied"):
            return _unit_fact(t, int(value_of(t, "unit", name)), what)
        raise Malformed(f"There is no `{name[:30]}` to look at.")

    def misfit(self, t: T, pile: str, card: int) -> str:
        if card == BOARD.joker and not (pile == "out" or pile.startswith("hand.")):  # §15.7
            return "The Joker is held by a side, or out of the game."
        return ""

    def known(self, t: T, pile: str, card: int) -> int:
        return t.everyone if card == BOARD.joker else super().known(t, pile, card)

    def scatter(self, t: T, rng: Random) -> list[str]:
        return scatter(rng, self.stations, t)

    def where(self, t: T, unit: Value) -> Value:
        return t.s.at[int(unit)]

    def station(self, t: T, turn: str, side: str, phase: str) -> Frame:
        t.s.turn = _turn(turn)
        past = t.s.turn - (phase == "housekeeping")
        t.s.happened = [int(0 < met < past) for met in t.s.triggered]  # the others are to come
        if phase == "housekeeping":
            t.s.phasing = NOWHERE
            return Campaign(step="housekeeping")
        t.s.phasing = side_of(side)
        if phase == "cards":
            begin_turn(t, side)
        refresh(t)
        return Campaign(step=side, phase=phase)


def _lift(s: NoRetreat, unit: int) -> None:
    """Markers do not stay where a unit was."""
    for flags in (s.unsupplied, s.disorganized, s.moved, s.fought):
        flags[unit] = 0
    side = BOARD.units[unit].side
    if s.support[side] == unit:
        s.support[side] = NOWHERE
    if s.reserve == unit:
        s.reserve = NOWHERE


def _check_place(unit: int, place: int) -> None:
    """Units stand on land, in areas, or in boxes of their own side."""
    record = BOARD.units[unit]
    where = BOARD.places[place]
    if place < HEXES and BOARD.terrain[place] in (OFF_MAP, SEA, LAKE):
        raise Malformed(f"{record.name} can't be put on {BOARD.label(place)}.")
    if place >= ON_MAP and where.endswith(SIDES[1 - record.side]):
        raise Malformed(f"{record.name} does not belong in {BOARD.label(place)}.")


def _face(unit: int, flag: str, value: str) -> int:
    """The face that a flag names: front, back, s=1, or the label of a side of the counter."""
    record = BOARD.units[unit]
    labels = [face.label for face in record.faces]
    word = value if flag == "face" else flag
    if flag == "s":
        face = record.full if value == "2" else record.reduced
    elif word in labels:
        face = labels.index(word)
    elif word in ("front", "back"):
        face = int(word == "back")
    else:
        known = ", ".join((*FLAGS, "front", "back", *labels))
        raise Malformed(f"Flags of {record.name} are {known}; not `{flag[:30]}`.")
    if face >= len(record.faces):
        raise Malformed(f"{record.name} has no back side.")
    return face


def _turn(word: str) -> int:
    found = number(word)
    if found is None or not 1 <= found <= LAST_TURN:
        raise Malformed(f"Turns are 1 to {LAST_TURN}; not `{word[:30]}`.")
    return found


def _side(word: str) -> int:
    if word not in SIDES:
        raise Malformed(f"Sides are {', '.join(SIDES)}; not `{word[:30]}`.")
    return side_of(word)


def _place(word: str) -> int:
    found = [int(place) for place in PLACES.read(word) if int(place) < ON_MAP]
    if not found:
        raise Malformed(f"There is no place on the map called `{word[:30]}`.")
    return found[0]


def _site(word: str) -> int:
    found = SITES.read(fold(word))
    if not found:
        site = BOARD.site_at[_place(word)]
        if site < 0 and _place(word) != FINLAND:
            raise Malformed(f"There is no city or oil field in `{word[:30]}`.")
        return site
    return int(found[0])


def _label(place: int) -> str:
    return BOARD.places[place] if place >= 0 else "none"


def _side_word(side: int) -> str:
    return SIDES[side] if side >= 0 else "none"


def _used(t: T, what: str, word: str) -> str:
    """Who has played the event of a card in this turn (§5.0); has a unit's option been used?"""
    if what == "once":
        return "on" if int(value_of(t, "unit", word)) in t.s.split else "off"
    card = int(value_of(t, "card", word))
    return next((used.side for used in t.s.used if used.card == card), "none")


def _deal_joker(t: T, where: str) -> None:
    for pile in t.pos.piles.values():
        if BOARD.joker in pile.ids:
            pile.remove(BOARD.joker)
    t.pile(where).push(BOARD.joker, t.everyone)


def _unit_fact(t: T, unit: int, what: str) -> str:
    s, d = t.s, t.d
    if what == "face":
        return BOARD.units[unit].faces[s.face[unit]].label
    if what in ("overland", "supplied"):
        return str(int((supply.overland if what == "overland" else supply.supplied)(s, d, unit)))
    if what == "reserve":
        return str(int(s.reserve == unit))
    if what == "support":
        return str(int(unit in s.support))
    return str(getattr(s, what)[unit])
