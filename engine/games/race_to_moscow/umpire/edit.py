"""The umpire's edit lines for Race to Moscow: flags, marks, numbers, piles, stations.

Supplies that are put somewhere come from the Supply Stock, and go back to it.
"""

from collections.abc import Mapping, Sequence
from random import Random

from engine.core.edit import Editor, always, bare, value_of, whole
from engine.core.errors import Illegal, Malformed
from engine.core.frames import Frame
from engine.core.verbs import Value
from engine.games.race_to_moscow.acts import T
from engine.games.race_to_moscow.cards.decks import DRAWN, put_back
from engine.games.race_to_moscow.cards.effects import KEPT
from engine.games.race_to_moscow.data.board import BOARD, COLOURS, NOWHERE, SUPPLIES
from engine.games.race_to_moscow.play.encounter import Encounter
from engine.games.race_to_moscow.play.opening import Opening, SovietSetup
from engine.games.race_to_moscow.play.turn import Rounds
from engine.games.race_to_moscow.state import RaceToMoscow, Situation, in_play
from engine.games.race_to_moscow.umpire.edit_marks import (
    KINDS,
    area_of,
    mark,
    read_mark,
    take_off,
)
from engine.games.race_to_moscow.umpire.edit_numbers import NUMBERS, read_number, set_number
from engine.games.race_to_moscow.umpire.scatter import scatter
from engine.games.race_to_moscow.words import MOST

FLAGS = ("halt", "moved", *SUPPLIES)
STATIONS = {"setup": "", "actions": "act", "railhead": "railhead", "reaction": "react"}
"""Station -> the step of the turn that is entered."""

_OPEN = (
    "okh_open",
    "drawn",
    "box",
    *(f"{pile}.{colour}" for pile in ("discard", "kept", "okh", "beaten") for colour in COLOURS),
)


class RaceToMoscowEditor(Editor[RaceToMoscow, Situation]):
    """Builds any position of Race to Moscow."""

    piles = (
        *(f"{pile}.{colour}" for pile in ("pursuit", "pocket") for colour in COLOURS),
        *(f"soviet.{deck}" for deck in ("green", "blue", "infantry", "armor")),
        "okh",
        "markers",
        *_OPEN,
    )
    open_piles = _OPEN
    flags = FLAGS
    marks = (*KINDS, *SUPPLIES)
    numbers = (*NUMBERS, "stock.")
    holds = {Rounds: always, SovietSetup: lambda t, f: len(t.ids("markers")) >= len(f.areas(t))}
    gripped = (DRAWN,)
    stations = tuple(STATIONS)

    def clear(self, t: T, what: str) -> None:
        for unit in BOARD.units:
            if what in ("", "units", COLOURS[unit.colour]):
                _home(t, unit.index)
        if what in ("", "marks"):
            _clear_marks(t)
        if what in ("", "cards"):
            for name in [n for n in t.pos.piles if n != "markers" and not n.startswith("at.")]:
                for card in t.pos.piles.pop(name).ids:
                    t.pile("cleared").push(card, t.everyone)
            if "cleared" in t.pos.piles:
                t.pos.piles["box"] = t.pos.piles.pop("cleared")

    def put(self, t: T, unit: Value, place: Value, flags: Mapping[str, str]) -> None:
        who, where = int(unit), int(place)
        for flag in flags:
            if flag not in FLAGS:
                raise Malformed(f"Flags are {', '.join(FLAGS)}; not `{flag[:30]}`.")
        bare(flags, "halt", "moved")
        _check_place(t, who, where)
        t.s.at[who] = where
        t.s.halted[who] = int("halt" in flags)
        t.s.moved[who] = int("moved" in flags)
        if any(kind in flags for kind in SUPPLIES):
            for kind, name in enumerate(SUPPLIES):
                set_store(t, kind, BOARD.card_store(who), flags.get(name, "0"))
        if where < len(BOARD.areas) and t.s.control[where] == NOWHERE:
            mark(t, BOARD.places[where], "control", COLOURS[BOARD.units[who].colour])

    def mark(self, t: T, place: str, kind: str, value: str) -> None:
        if kind in SUPPLIES:
            tokens = "0" if value == "none" else value or "1"
            set_store(t, SUPPLIES.index(kind), area_of(place), tokens)
        else:
            mark(t, place, kind, value)

    def set(self, t: T, name: str, value: str) -> None:
        first, _, kind = name.partition(".")
        if first == "stock" and kind in SUPPLIES:
            t.s.supply[SUPPLIES.index(kind)][BOARD.stock_store] = whole(value, range(100))
        else:
            set_number(t, name, value)

    def read(self, t: T, name: str, words: Sequence[str]) -> str:
        """A number, a pile (`PILE` its size, `PILE top` its first card), `PLACE KIND`
        (`AREA kind` of its Soviet marker), `UNIT fuel|ammo|food|halt|moved`."""
        first, _, kind = name.partition(".")
        if first == "stock" and kind in SUPPLIES:
            return str(t.s.supply[SUPPLIES.index(kind)][BOARD.stock_store])
        if name in self.piles:
            ids = t.pos.piles[name].ids if name in t.pos.piles else []
            if words and words[0] == "top":
                return BOARD.items[ids[0]] if ids else "none"
            return str(len(ids))
        if words and t.rules.lexicons["unit"].read(name):
            return _unit_fact(t, int(value_of(t, "unit", name)), words[0])
        if words and words[0] in SUPPLIES:
            return str(t.s.supply[SUPPLIES.index(words[0])][area_of(name)])
        if words:
            return read_mark(t, name, words[0])
        return read_number(t, name)

    def misfit(self, t: T, pile: str, card: int) -> str:
        if pile == "box" or _fits(t, pile, card):
            return ""
        return f"{BOARD.items[card]} can't lie in {pile}."

    def known(self, t: T, pile: str, card: int) -> int:
        if pile == "markers":
            return t.bit("soviet") if t.s.soviet_player else 0
        return super().known(t, pile, card)

    def scatter(self, t: T, rng: Random) -> list[str]:
        return scatter(rng, self.stations, t)

    def where(self, t: T, unit: Value) -> Value:
        return t.s.at[int(unit)]

    def station(self, t: T, turn: str, side: str, phase: str) -> Frame:
        for card in list(t.ids(DRAWN)):
            put_back(t, card)  # of an encounter that was broken off
        if phase == "setup":
            free = [area for area in BOARD.symbols if not t.s.soviet[area]]
            if t.s.soviet_player and not 0 < len(free) <= len(t.ids("markers")):
                held = len(t.ids("markers"))
                text = f"{len(free)} Soviet symbols have no marker, and the pool holds {held}."
                raise Illegal(text, "20.3")
            return Opening()
        if side not in COLOURS:
            raise Malformed("It reads: at ROUND gray|white|brown PHASE")
        t.s.round = whole(turn, range(1, 100))
        t.s.turn = t.s.order.index(COLOURS.index(side))
        if phase == "actions" and not t.s.actions:
            t.s.actions = BOARD.actions
        return Rounds(enter=STATIONS[phase])


def set_store(t: T, kind: int, store: int, value: str) -> None:
    """A store gets exactly so many tokens of a kind; the stock gives them or takes them."""
    row, tokens = t.s.supply[kind], whole(value, range(MOST + 1))
    row[BOARD.stock_store] += row[store] - tokens
    row[store] = tokens


def _fits(t: T, pile: str, card: int) -> bool:
    """May a card or marker lie in a pile that is not the box?"""
    first, _, last = pile.partition(".")
    if card >= len(BOARD.cards):
        return bool(t.s.soviet_player) and first in ("markers", "at")
    face = BOARD.cards[card]
    if last in COLOURS and COLOURS.index(last) not in t.s.order:
        return False  # who does not play has no cards
    if pile == DRAWN:  # the card of an encounter under way
        stack = [frame for lane in t.pos.lanes for frame in lane.stack]
        return any(isinstance(frame, Encounter) and frame.card == card for frame in stack)
    if face.family == "okh":
        return first in ("okh", "okh_open") and not t.s.basic  # rm-43
    if first == "beaten":
        return face.enemy
    if face.family == "pursuit":
        kept = first == "kept" and face.type in KEPT  # rm-35
        return last == COLOURS[face.colour] and (kept or first in ("pursuit", "discard"))
    if t.s.soviet_player:  # §20.3
        return first == "pocket" or pile == f"soviet.{'armor' if face.armor else 'infantry'}"
    return first == "pocket" or pile in ("soviet.green", "soviet.blue")


def _home(t: T, unit: int) -> None:
    """An army leaves the board, its supplies go to the stock; the fleet goes to its start."""
    counter = BOARD.units[unit]
    at_sea = counter.kind == "fleet" and counter.colour in t.s.order
    t.s.at[unit] = counter.place if at_sea else BOARD.pool
    t.s.halted[unit] = t.s.moved[unit] = 0
    for kind in range(len(SUPPLIES)):
        set_store(t, kind, BOARD.card_store(unit), "0")


def _clear_marks(t: T) -> None:
    """Markers, bunkers and supplies as if nobody had set out, no Soviet marker, no medal."""
    for area in BOARD.areas:
        take_off(t, area.index)
        t.s.control[area.index] = (
            area.printed
            if area.printed >= 0
            else BOARD.blocked_by(area.index, tuple(sorted(t.s.order)))
        )
        t.s.track[area.index] = int(area.rail)
        t.s.bunker[area.index] = int(area.fortified)
        t.s.medals[area.index] = 0
        for kind in range(len(SUPPLIES)):
            set_store(t, kind, area.index, "0")
    for line in BOARD.connections:
        mark(t, f"{BOARD.places[line.a]}-{BOARD.places[line.b]}", "truck", "none")
        mark(t, f"{BOARD.places[line.a]}-{BOARD.places[line.b]}", "train", "none")


def _check_place(t: T, unit: int, place: int) -> None:
    """A reference that could never be: `force` doesn't help."""
    counter = BOARD.units[unit]
    if counter.colour not in t.s.order:
        raise Illegal(f"{counter.name} is not in this game.", "4")
    at_sea = len(BOARD.areas) <= place < BOARD.pool
    is_fleet = counter.kind == "fleet"
    if at_sea != is_fleet and (is_fleet or place != BOARD.pool):
        raise Illegal(f"{counter.name} can't be in {BOARD.place_names[place]}.", "10")
    if place < len(BOARD.areas) and not BOARD.open_to[counter.colour] >> place & 1:
        raise Illegal(f"{BOARD.place_names[place]} is closed to {counter.name}.", "3.3")


def _unit_fact(t: T, unit: int, what: str) -> str:
    if what in SUPPLIES:
        return str(t.s.supply[SUPPLIES.index(what)][BOARD.card_store(unit)])
    if what == "halt":
        return str(t.s.halted[unit])
    if what == "moved":
        return str(t.s.moved[unit])
    if what == "place":
        return BOARD.places[t.s.at[unit]] if in_play(t.s, unit) else "none"
    raise Malformed(f"Of a unit you can see {', '.join(FLAGS)}; not `{what[:30]}`.")
