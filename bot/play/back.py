"""What all people of a game can agree to: back to an earlier point, over dice and cards; a draw.

What was rolled and drawn since then is void. It stays in the log, marked; `verify` plays it again.
"""

from collections.abc import Sequence

from bot.catalogue import of_game
from bot.play import history, posts, writing
from bot.play.games import Games
from bot.play.history import Step
from bot.play.table import Table
from bot.words import texts
from engine import Game
from engine.core.edit import DRAW
from engine.core.entries import AnyEntry, Ordered, Played, Rolled, public
from engine.core.game import UMPIRE
from engine.core.rollback import ROLLBACK, go_back
from engine.core.standing import is_free
from storage import NewAction, NewDeed


async def voided(games: Games, table: Table, number: int) -> list[Step]:
    """The public orders that going back to after order `number` (0: the start) would void."""
    return await history.steps(games.store, table, number)


def void(game: Game, steps: Sequence[Step]) -> str:
    """In words, what would be void."""
    entries: list[AnyEntry] = [entry for step in steps for entry in step.entries]
    dice = [of_game(game.tell(entry)) for entry in entries if isinstance(entry, Rolled)]
    cards = [of_game(game.tell(entry)) for entry in entries if isinstance(entry, Played)]
    orders = sum(isinstance(entry, Ordered) and not entry.auto for entry in entries)
    return texts.void(orders, dice, cards)


async def roll_back(
    games: Games, table: Table, number: int, cause: str, text: str, deed: NewDeed | None = None
) -> None:
    """Go back to the position after public order `number` (0: the start), and say so.

    `deed` is the moderator's who does it.

    Not for a game that one has alone: it waits for it.
    """
    step = await history.step_at(games.store, table, number)
    undone = await voided(games, table, number)
    async with games.alone(table):
        now = table.running()
        table.not_twice(cause)
        seq = step.action.seq if step else 0
        earlier = await history.game_after(games.store, table, step)
        table.game, entries = go_back(now, earlier.dump(), cause)
        action: NewAction = writing.action(
            table,
            *("rollback", UMPIRE, deed.user if deed else None, f"{ROLLBACK} {seq}"),
            *(cause, entries),
        )
        written = await games.store.commit(
            table.id,
            table.row.rev,
            table.game.dump(),
            action,
            door=True,
            posts=posts.rolled_back(table.row, text, [s.action.seq for s in undone], action.record),
            back_to=seq,
            deed=deed,
        )
        await games.written(table, written)
    games.drive(table)


async def end_drawn(games: Games, table: Table, cause: str) -> None:
    """The game ends drawn, as all its people agreed. Not for a game that one has alone."""
    async with games.alone(table):
        game = table.running()
        before = game.view(None)
        receipt = game.submit(UMPIRE, DRAW, cause)
        action = writing.action(table, "draw", UMPIRE, None, DRAW, cause, receipt.entries)
        told = public(receipt.entries)
        written = await games.store.commit(
            table.id,
            table.row.rev,
            game.dump(),
            action,
            door=True,
            status=writing.status(game, action),
            posts=posts.order(table, UMPIRE, told, before, action.record),
        )
        await games.written(table, written)


async def last_of(games: Games, table: Table, sides: Sequence[str]) -> int | None:
    """The number of the last order of these sides, standing ones aside; None: there is none."""
    before = table.row.seq + 1
    while action := await games.store.last_told(table.id, sides, before):
        if not is_free(action.line.split()):
            return await games.store.told(table.id, action.seq)
        before = action.seq
    return None
