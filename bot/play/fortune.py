"""The luck of the dice in games that are over, read off their logs."""

import asyncio
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


async def of_person(store: Store, results: Sequence[Result], user: int) -> tuple[int, Luck]:
    """In how many of somebody's newest games, and their luck in all of them."""
    found, newest = Luck(), results[-GAMES:]
    for result in newest:
        own = {part.side for part in result.parts if part.user == user and part.place is not None}
        for side, what in (await by_side(store, result)).items():
            found += what if side in own else Luck()
    return len(newest), found


async def of_title(store: Store, results: Sequence[Result]) -> tuple[int, dict[str, Luck]]:
    """In how many of a title's newest games, and the luck of each side in all of them."""
    found: dict[str, Luck] = {}
    newest = results[-GAMES:]
    for result in newest:
        for side, what in (await by_side(store, result)).items():
            found[side] = found.get(side, Luck()) + what
    return len(newest), found
