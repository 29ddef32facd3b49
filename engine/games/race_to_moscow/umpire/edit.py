"""The umpire's edit lines for Race to Moscow: pieces, piles, stations."""

from collections.abc import Collection
from random import Random

from engine.core.edit import Editor, always
from engine.core.errors import Illegal
from engine.core.frames import Frame
from engine.core.settings import whole
from engine.core.verbs import Value
from engine.games.race_to_moscow.acts import T
from engine.games.race_to_moscow.cards.decks import DRAWN, put_back
from engine.games.race_to_moscow.cards.effects import KEPT
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS, NOWHERE, SUPPLIES
from engine.games.race_to_moscow.play.encounter import Encounter
from engine.games.race_to_moscow.play.opening import Opening, SovietSetup
from engine.games.race_to_moscow.play.turn import Rounds
from engine.games.race_to_moscow.state import RaceToMoscow, Situation
from engine.games.race_to_moscow.umpire.scatter import scatter
from engine.games.race_to_moscow.umpire.settings import (
    COLOUR,
    FLAGS,
    MARKS,
    SETTINGS,
    set_control,
    set_store,
    set_train,
    set_truck,
    take_off,
)

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
    settings, marks, flags = SETTINGS, MARKS, FLAGS
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

    def put(self, t: T, unit: Value, place: Value, flags: Collection[str]) -> None:
        who, where = int(unit), int(place)
        _check_place(t, who, where)
        t.s.at[who] = where
        t.s.halted[who] = t.s.moved[who] = 0
        if any(kind in flags for kind in SUPPLIES):
            _unload(t, BOARD.card_store(who))
        if where < len(BOARD.areas) and t.s.control[where] == NOWHERE:
            set_control(t, where, BOARD.units[who].colour)

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
        colour = COLOUR.read(t, side)
        t.s.round = whole(range(1, 100)).read(t, turn)
        t.s.turn = t.s.order.index(colour)
        if phase == "actions" and not t.s.actions:
            t.s.actions = BOARD.actions
        return Rounds(enter=STATIONS[phase])


def _unload(t: T, store: int) -> None:
    for kind in range(len(SUPPLIES)):
        set_store(t, kind, store, 0)


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
    _unload(t, BOARD.card_store(unit))


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
        _unload(t, area.index)
    for link in range(len(BOARD.connections)):
        set_truck(t, link, NOWHERE)
        set_train(t, link, False)


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
