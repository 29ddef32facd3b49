"""Seats that change hands in a game that has begun: handed over, opened to anybody, shared."""

from collections.abc import Sequence

from bot.catalogue import phrase
from bot.play import posts
from bot.play.games import Games
from bot.play.table import PRACTICE, Table
from bot.words.refusal import Refusal
from storage import NewDeed, Post


async def hand_over(
    games: Games, table: Table, side: str, user: int, text: str, deed: NewDeed | None = None
) -> None:
    """Give a side to a user (PRACTICE: the practice opponent), and say so with `text`."""
    async with games.alone(table):
        if not table.open:
            raise Refusal(phrase("This game is over already."))
        if not set({**table.seats, side: user}.values()) - {PRACTICE}:
            raise Refusal(phrase("A game needs a person in it. `/game end` ends it."))
        call = [] if user == PRACTICE else [user]
        await _give(games, table, side, user, posts.seated(table.row, text, call), deed)
    games.drive(table)


async def vacate(
    games: Games, table: Table, side: str, text: str, deed: NewDeed | None = None
) -> None:
    """Open a seat to anybody; the practice opponent has it until then. `text` says so."""
    async with games.alone(table):
        table.running()
        await _give(games, table, side, PRACTICE, posts.vacant(table.row, text, side), deed)
        found = sorted({*await vacant(games, table), side})
        await games.store.set_setting("game", table.id, "vacant", found)
    games.drive(table)


async def vacant(games: Games, table: Table) -> list[str]:
    """The seats that anybody may take."""
    found: list[str] = (await games.store.settings("game", table.id)).get("vacant") or []
    return [side for side in found if table.seats.get(side, PRACTICE) == PRACTICE]


async def share(games: Games, table: Table, side: str, user: int | None, text: str) -> None:
    """Give a side a second person beside its holder, or (None) take them from it; and say so.

    Either gives orders, both see the hand.
    """
    async with games.alone(table):
        table.running()
        news = posts.seated(table.row, text, [] if user is None else [user])
        await games.store.share(table.id, table.row.rev, side, user, news)
        table.partners = await games.store.partners(table.id)
        await games.read_back(table)


async def _give(
    games: Games,
    table: Table,
    side: str,
    user: int,
    news: Sequence[Post],
    deed: NewDeed | None = None,
) -> None:
    """Give a seat to a user, in a game that one has alone; who shared it does so no more."""
    await games.store.hand_over(table.id, table.row.rev, side, user, news, deed)
    table.seats[side] = user
    table.partners.pop(side, None)
    await games.read_back(table)
