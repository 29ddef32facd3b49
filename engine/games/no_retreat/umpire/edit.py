"""The umpire's edit lines for No Retreat!: pieces, piles, dice, stations."""

from collections.abc import Collection
from random import Random

from engine.board.occupancy import Occupancy
from engine.core.edit import Editor, always
from engine.core.errors import Malformed
from engine.core.frames import Frame
from engine.core.verbs import Value
from engine.games.no_retreat.acts import T, refresh, side_of
from engine.games.no_retreat.cards.events import CardWindow
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    HEXES,
    LAKE,
    NOWHERE,
    OFF_MAP,
    ON_MAP,
    SEA,
    SIDES,
    WAITING,
)
from engine.games.no_retreat.play.opening import OPEN_PILES, PILES, Keep, lay_out, new_state
from engine.games.no_retreat.play.phase_card import Discard
from engine.games.no_retreat.play.phase_combat import CombatPhase
from engine.games.no_retreat.play.phase_detrain import Reserve
from engine.games.no_retreat.play.phase_movement import Moves
from engine.games.no_retreat.play.turn import PHASES, Campaign, begin_turn
from engine.games.no_retreat.play.windows import BattleWindow
from engine.games.no_retreat.state import NoRetreat
from engine.games.no_retreat.umpire.scatter import scatter
from engine.games.no_retreat.umpire.settings import FLAGS, MARKERS, MARKS, SETTINGS, TURN
from engine.games.no_retreat.words import PLACES


class NoRetreatEditor(Editor[NoRetreat, Occupancy]):
    """Builds any position of No Retreat!"""

    piles = PILES
    open_piles = OPEN_PILES
    settings, marks, flags = SETTINGS, MARKS, FLAGS
    faces = {"battle": range(1, 7), "random": range(len(BOARD.cards))}
    holds = {
        **dict.fromkeys((Campaign, Keep, Discard, Moves, CardWindow, BattleWindow), always),
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

    def put(self, t: T, unit: Value, place: Value, flags: Collection[str]) -> None:
        s, who, where = t.s, int(unit), int(place)
        _check_place(who, where)
        _lift(s, who)
        s.at[who], s.face[who] = where, 0
        if where < HEXES and (site := BOARD.site_at[where]) >= 0:
            s.control[site] = BOARD.units[who].side  # §12.7.1: it was the last to be there

    def flag(self, t: T, unit: Value, word: str, value: str) -> tuple[str, str]:
        """A side of the counter is a flag by itself: `back`, `s=1`, `red`."""
        if word in FLAGS:
            return word, value
        return "face", f"{word}={value}" if value else word

    def misfit(self, t: T, pile: str, card: int) -> str:
        if card == BOARD.joker and not (pile == "out" or pile.startswith("hand.")):  # §15.7
            return "The Joker is held by a side, or out of the game."
        return ""

    def known(self, t: T, pile: str, card: int) -> int:
        return t.everyone if card == BOARD.joker else super().known(t, pile, card)

    def scatter(self, t: T, rng: Random) -> list[str]:
        return scatter(rng, self.stations, t)

    def station(self, t: T, turn: str, side: str, phase: str) -> Frame:
        t.s.turn = TURN.read(t, turn)
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
    for marker in MARKERS:
        getattr(s, marker)[unit] = 0
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
