"""The umpire's edit lines for Stalin's War: where units go, dice, stations."""

from collections.abc import Collection
from random import Random

from engine.board.occupancy import Occupancy
from engine.core.edit import Editor, always
from engine.core.errors import Malformed
from engine.core.frames import Frame
from engine.core.lexicon import number
from engine.core.verbs import Value
from engine.games.stalins_war.acts import T, name_of, refresh
from engine.games.stalins_war.cards.deck import OPEN_PILES, PILES
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    ELIMINATED,
    FULL,
    HEXES,
    OPS_ROUND,
    OUT,
    RESERVE,
    SIDES,
)
from engine.games.stalins_war.play.moving import Moves
from engine.games.stalins_war.play.rounds import Half
from engine.games.stalins_war.play.war import HALVES, TURNS, GameTurn, War
from engine.games.stalins_war.state import StalinsWar, new
from engine.games.stalins_war.umpire.scatter import scatter
from engine.games.stalins_war.umpire.settings import FLAGS, MARKS, SETTINGS
from engine.games.stalins_war.words import PLACES

_DICE = ("fire.axis", "fire.soviet", "trench")
_KEPT = ("scenario", "turn", "round", "side", "place", "step", "flags", "supply", "options")


class StalinsWarEditor(Editor[StalinsWar, Occupancy]):
    """Builds positions of Stalin's War."""

    piles, open_piles = PILES, OPEN_PILES
    settings, marks, flags = SETTINGS, MARKS, FLAGS
    faces = dict.fromkeys(_DICE, range(1, 7))
    holds = dict.fromkeys((War, GameTurn, Half, Moves), always)
    stations = (*HALVES, *TURNS)

    def clear(self, t: T, what: str) -> None:
        s = t.s
        fresh = new(s.scenario)
        if what in ("", "units", *SIDES):
            for unit in BOARD.units:
                if what not in SIDES or SIDES[unit.side] == what:
                    s.place[unit.index], s.flags[unit.index] = RESERVE, 0
                    s.step[unit.index], s.supply[unit.index] = unit.full, OUT
        if what in ("", "marks"):
            for name in StalinsWar.__struct_fields__:
                if name not in _KEPT:
                    setattr(s, name, getattr(fresh, name))

    def place(self, t: T, unit: Value, word: str) -> Value:
        """A hex, a town, or a box; `eliminated` and such are those of the unit's side."""
        side = SIDES[BOARD.units[int(unit)].side]
        found = PLACES.read(word, side)
        if not found:
            raise Malformed(f"There is no place `{word[:30]}`.")
        return found[0]

    def put(self, t: T, unit: Value, place: Value, flags: Collection[str]) -> None:
        s, who, where = t.s, int(unit), int(place)
        it = BOARD.units[who]
        if where in ELIMINATED and where != ELIMINATED[it.side]:
            raise Malformed(f"{it.name} does not belong in {name_of(where)}.")
        s.place[who], s.flags[who] = where, 0
        s.step[who] = 0 if where in ELIMINATED else it.full
        s.supply[who] = FULL if where < HEXES else OUT

    def scatter(self, t: T, rng: Random) -> list[str]:
        return scatter(rng, self.stations, t)

    def where(self, t: T, unit: Value) -> Value:
        return t.s.place[int(unit)]

    def station(self, t: T, turn: str, side: str, phase: str) -> Frame:
        """`at 5 axis movement`, or `at 5/3 axis movement` for the third Action Round."""
        s = t.s
        whole, _, half = turn.partition("/")
        found, round_ = number(whole), number(half or "1")
        last = BOARD.turn(found).rounds if found and found <= len(BOARD.turns) else 0
        if not found or round_ is None or not 1 <= round_ <= last:
            raise Malformed(f"Turns are 1 to 18, 5/3 is an Action Round; not `{turn[:30]}`.")
        s.turn, s.round, s.side = found, round_, SIDES.index(side)
        if phase in HALVES and phase != "round" and not s.boxes[s.side]:
            s.boxes[s.side] = [OPS_ROUND]
        refresh(t)
        return War(step="turns", side=side, phase=phase)
