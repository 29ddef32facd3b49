"""A combat of some units in a clear hex, with the cards that the test deals."""

from collections.abc import Callable, Mapping, Sequence

import pytest

from engine.core.frames import Frame
from engine.core.game import Game
from engine.core.verbs import has_line
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards.clash import WINDOWS
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    OPS_ROUND,
    SIDES,
    Cell,
)
from engine.games.stalins_war.law.fire import Fire
from engine.games.stalins_war.play import battle
from engine.games.stalins_war.play.rounds import Half
from engine.games.stalins_war.state import StalinsWar
from tests.stalins_war.staged import staged, with_cards
from tests.stalins_war.table import at, table, unit
from tests.stalins_war.test_battles import HERE, ROUND

FROM = ROUND[0]
ARMY, PANZER, CORPS, ALLY = "ge_4th_army", "ge_46_pz_corps", "ge_43_corps", "ro_mtn_corps"
FRONT, RIFLES, TANKS, MECHS = "su_west_front", "su_20r_army", "su_1t_army", "su_7m_corps"


class Field:
    """Some units of the active player next to some of the other one, in a clear hex."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        ours: Sequence[str],
        theirs: Sequence[str],
        cards: Mapping[str, Sequence[str]],
        turn: int = 12,
        rolled: tuple[Cell, Cell] = (Cell(0, False), Cell(0, False)),
        change: Callable[[StalinsWar], None] = lambda s: None,
        others: Mapping[str, str] | None = None,
        policies: Mapping[str, str] | None = None,
        here: str = HERE,
        start: str = FROM,
        step: str = "fight",
    ) -> None:
        """`rolled`: the Loss Numbers of attacker and defender; `here` is attacked from `start`.

        `step`: where the round begins.
        """
        self.here = here
        self.side = SIDES[BOARD.units[unit(ours[0].partition("/")[0])].side]
        self.foe = SIDES[1 - SIDES.index(self.side)]
        self.fires: list[Fire] = []
        placed = dict.fromkeys(ours, start) | dict.fromkeys(theirs, here)
        s, _ = table(placed | dict(others or {}), turn=turn, side=self.side)
        s.ops, s.lent, s.activated = 9, 1, [at(start)]
        s.boxes[s.side] = [OPS_ROUND]
        change(s)

        def shoot(_: T, fire: Fire) -> Cell:
            self.fires.append(fire)
            return rolled[fire.side == s.side]

        monkeypatch.setattr(battle, "_shoot", shoot)

        def begin(t: T) -> Frame:
            with_cards(t, **cards)
            for kind in WINDOWS:
                t.pos.policy[f"{self.foe}:{kind}"] = "ask"
            for kind, answer in (policies or {}).items():
                t.pos.policy[f"{self.foe}:{kind}"] = answer
            return Half(side=self.side, step=step)

        self.game: Game = staged(s, begin)

    def attack(self, *units: str, play: str = "") -> None:
        cards = f" play {play}" if play else ""
        self.game.submit(self.side, f"attack {self.here} with {' '.join(units)}{cards}")

    def order(self, line: str) -> None:
        self.game.submit(self.side, line)

    def answer(self, line: str) -> None:
        self.game.submit(self.foe, line)

    def open(self) -> list[str]:
        """What the active player can order."""
        verbs = [verb for verb in self.game.offers(self.side) if not verb.free]
        return [verb.name for verb in verbs if has_line(verb)]

    @property
    def s(self) -> StalinsWar:
        return self.game.table.s

    def pile(self, name: str) -> list[str]:
        return [BOARD.cards[card].id for card in self.game.table.ids(name)]

    def shifts(self) -> tuple[int, int]:
        """What cards shift the fire of attacker and defender."""
        found = {fire.side: dict(fire.shifts).get("cards", 0) for fire in self.fires}
        return found[self.s.side], found[1 - self.s.side]


def hit(attacker: int = 0, defender: int = 0) -> tuple[Cell, Cell]:
    return Cell(attacker, False), Cell(defender, False)


def trench(side: int) -> Callable[[StalinsWar], None]:
    def change(s: StalinsWar) -> None:
        s.trenches[side] = [at(HERE)]

    return change
