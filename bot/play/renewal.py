"""New rules under games that run: each is taken over once, and its channel told in plain words."""

import logging
from collections.abc import Sequence

import engine
from bot.catalogue import channel
from bot.play import posts, writing
from bot.play.games import Games
from bot.play.table import Table
from bot.words import texts
from engine.core.game import UMPIRE
from storage import Action, Store

log = logging.getLogger(__name__)


async def renew_all(games: Games) -> None:
    """Have these rules take over every running game of other ones; at start, before any order."""
    rules = {title: engine.rules(title).version for title in engine.catalogue()}
    for game in await games.store.outdated(rules):
        try:
            await renew(games, await games.get(game))
        except Exception:  # one game that cannot must not hold up the others
            log.exception("game %s could not be taken over by these rules", game)


async def renew(games: Games, table: Table) -> None:
    """Have these rules take over a game that ran under other ones, and tell what has changed.

    It is an action like others, so that it is done once, and a door: the position is kept,
    from which the rest of the game can be checked, and no undo leads back to other rules.
    A game without an order has nothing to be taken over.
    """
    async with games.alone(table):
        last = await games.store.action(table.id, table.row.seq)
        game = table.game
        if game is None or last is None or last.rules == game.version:
            return
        line, cause = f"rules {game.version}", f"rules-{table.row.seq}-{game.version}"
        action = writing.action(table, "ruling", UMPIRE, None, line, cause, ())
        news = engine.rules(game.id).news(last.rules)
        with channel(table.row.guild):
            told = texts.renewed(table.title, news)
        written = await games.store.commit(
            table.id,
            table.row.rev,
            game.dump(),
            action,
            door=True,
            posts=posts.renewed(table.row, told, action.record) if news else (),
        )
        table.game = engine.load(game.dump())
        await games.written(table, written)


async def positions(store: Store, log: Sequence[Action]) -> dict[int, bytes]:
    """The positions at which other rules took a game over, by action."""
    found = {}
    for action in log:
        if action.kind == "ruling":
            kept = await store.snapshot(action.game, action.seq)
            found[action.seq] = kept.state if kept else b""
    return found
