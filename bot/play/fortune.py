"""The luck of the dice in games that are over, read off their logs."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

import engine
from engine import Game
from engine.core.entries import decode
from engine.core.luck import Luck, luck
from storage import Action, Result, Store

GAMES = 20
"""Games that are read for one answer, the newest."""
PIECE = 250
"""Orders of a log that are read at once."""


KEPT = 2_000
"""Games whose luck is in memory."""


class Fortune:
    """The luck in games, each read once for each state of it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[int, int], dict[str, Luck]] = OrderedDict()
        self._reading = asyncio.Lock()
        """One log after the other, whoever asks."""

    async def by_side(self, result: Result) -> dict[str, Luck]:
        """Side -> its luck in a game. What was taken back counts: those dice were rolled."""
        key = (result.game, result.seq)
        async with self._reading:
            if key not in self._kept:
                self._kept[key] = await by_side(self._store, result)
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]

    async def of_person(self, results: Sequence[Result], user: int) -> tuple[int, Luck]:
        """In how many of somebody's newest games, and their luck in all of them."""
        found, newest = Luck(), results[-GAMES:]
        for result in newest:
            own = {p.side for p in result.parts if p.user == user and p.place is not None}
            for side, what in (await self.by_side(result)).items():
                found += what if side in own else Luck()
        return len(newest), found

    async def of_title(self, results: Sequence[Result]) -> tuple[int, dict[str, Luck]]:
        """In how many of a title's newest games, and the luck of each side in all of them."""
        found: dict[str, Luck] = {}
        newest = results[-GAMES:]
        for result in newest:
            for side, what in (await self.by_side(result)).items():
                found[side] = found.get(side, Luck()) + what
        return len(newest), found


async def by_side(store: Store, result: Result) -> dict[str, Luck]:
    """Side -> its luck in a game. What was taken back counts: those dice were rolled."""
    row = await store.game(result.game)
    game = await asyncio.to_thread(engine.new_game, row.game, row.scenario, row.options)
    found = dict.fromkeys(game.sides, Luck())
    for since in range(0, row.seq, PIECE):
        actions = await store.actions(row.id, since, since + PIECE)
        new = await asyncio.to_thread(_luck, game, actions)
        found = {side: found[side] + new[side] for side in found}
    return found


def _luck(game: Game, actions: Sequence[Action]) -> dict[str, Luck]:
    return luck(game, [entry for action in actions for entry in decode(action.entries)])
