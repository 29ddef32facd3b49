"""The umpire's edit lines for Russia Besieged: where pieces go, dice, stations."""

from collections.abc import Collection
from random import Random

from engine.board.occupancy import Occupancy
from engine.core.edit import Editor, always
from engine.core.errors import Malformed
from engine.core.frames import Frame
from engine.core.lexicon import number
from engine.core.verbs import Value
from engine.games.russia_besieged.acts import SEATS, T, refresh, side_of
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    HEXES,
    IN_HAND,
    MARSHAL,
    PARTISAN,
    SIDES,
    WAITING,
)
from engine.games.russia_besieged.play.phase_movement import Moves
from engine.games.russia_besieged.play.war import PHASES, Impulse, War, open_impulse
from engine.games.russia_besieged.state import BOUND, RussiaBesieged, new
from engine.games.russia_besieged.umpire.scatter import scatter
from engine.games.russia_besieged.umpire.settings import FLAGS, MARKS, SETTINGS
from engine.games.russia_besieged.words import IDS, PLACE_WORDS

_DICE = ("weather", "combat", "sea", "ice", "lend", "oil", "dictator")
_KEPT = ("scenario", "turn", "side", "impulse", "place", "step", "flags", "weather")


class RussiaBesiegedEditor(Editor[RussiaBesieged, Occupancy]):
    """Builds any position of Russia Besieged."""

    settings, marks, flags = SETTINGS, MARKS, FLAGS
    faces = dict.fromkeys(_DICE, range(1, 11))
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
            for name in RussiaBesieged.__struct_fields__:
                if name not in _KEPT:
                    setattr(s, name, getattr(fresh, name))

    def place(self, t: T, unit: Value, word: str) -> Value:
        """A hex, a city, or a box; `pool` and such are those of the unit's side."""
        side = SIDES[BOARD.pieces[int(unit)].side]
        found = PLACE_WORDS.read(word) or PLACE_WORDS.read(f"{word}_{side}")
        if not found:
            raise Malformed(f"There is no place `{word[:30]}`.")
        return found[0]

    def put(self, t: T, unit: Value, place: Value, flags: Collection[str]) -> None:
        s, who, where = t.s, int(unit), int(place)
        piece = BOARD.pieces[who]
        if where < HEXES and (piece.type == MARSHAL or not BOARD.ground.land >> where & 1):
            raise Malformed(f"{piece.name} can't be put on {IDS[where]}.")
        if where >= HEXES and IDS[where].endswith(SIDES[1 - piece.side]):
            raise Malformed(f"{piece.name} does not belong in {IDS[where]}.")
        s.place[who], s.flags[who] = where, 0
        s.step[who] = int(piece.type == PARTISAN or where != SEATS.get(who, where))  # 14.11

    def flag(self, t: T, unit: Value, word: str, value: str) -> tuple[str, str]:
        """`full` and `reduced` stand for the steps that are left."""
        faces = len(BOARD.pieces[int(unit)].faces)
        if word == "full":
            return "s", str(faces)
        return ("s", str(faces - 1)) if word == "reduced" else (word, value)

    def scatter(self, t: T, rng: Random) -> list[str]:
        return scatter(rng, self.stations, t)

    def where(self, t: T, unit: Value) -> Value:
        return t.s.place[int(unit)]

    def station(self, t: T, turn: str, side: str, phase: str) -> Frame:
        """`at 3 axis combat`, or `at 3/2 axis combat` for the second impulse."""
        whole, _, half = turn.partition("/")
        found, impulse = number(whole), number(half or "1")
        if found is None or impulse is None or not (1 <= found <= 25 and 1 <= impulse <= 2):
            raise Malformed(f"Turns are 1 to 25, 3/2 is an impulse; not `{turn[:30]}`.")
        t.s.turn = found
        if phase == "weather":
            return War(step="weather")
        t.s.side, t.s.impulse = side_of(side), impulse
        if phase == "movement":
            points = t.s.points.copy()
            open_impulse(t, t.s.side, impulse)
            t.s.points = points
        t.s.settled = False  # 10.1: who must attack is asked anew
        t.s.flags = [flags & ~BOUND for flags in t.s.flags]
        refresh(t)
        step = f"{side}_{'first' if impulse == 1 else 'second'}"
        return War(step=step, phase=phase)
