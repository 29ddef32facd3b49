"""Games that change their place: one that runs goes to another channel, one that is over comes in
from elsewhere."""

from msgspec.structs import replace

import engine
import storage
from bot.catalogue import channel, phrase
from bot.play import archive, posts
from bot.play.archive import Archive
from bot.play.games import Games
from bot.play.table import Table
from bot.words import texts
from bot.words.refusal import Refusal


async def move(games: Games, table: Table, guild: int, place: int) -> None:
    """A running game goes to another channel, its posts from now on too. Refusal where it can't.

    What was committed before goes out where it belongs, and then where the game went.
    """
    async with games.alone(table):
        table.unlocked()
        news = posts.moved(table.row, replace(table.row, guild=guild, channel=place))
        try:
            await games.store.move(table.id, table.row.rev, guild, place, news)
        except storage.ChannelBusy:
            raise Refusal(
                phrase("There is an open game in that channel already; a game needs it for itself.")
            ) from None
        table.thread, table.split = 0, "none"
        await games.read_back(table)


async def bring_in(games: Games, found: Archive, guild: int, place: int, user: int) -> Table:
    """A game that was played elsewhere is one of the archive from now on."""
    game = found.game
    title = engine.catalogue()[game.id].title
    terms = texts.terms(game.id, game.scenario, dict(game.options))
    with channel(guild):
        text = phrase(
            "<@{user}> brings in a finished game, played elsewhere: **{what}**.\n"
            "{outcome}\n{checked} It is not rated. Whether it was played like this, only the "
            "records that were posted then can say.",
            user=user,
            what=" · ".join(filter(None, (title, terms))),
            outcome=texts.outcome(game, {}),
            checked=archive.checked(found.verdict),
        )
    number = await games.store.bring_in(
        guild=guild,
        channel=place,
        owner=user,
        game=game.id,
        scenario=game.scenario,
        options=dict(game.options),
        commitment=game.commitment,
        state=game.dump(),
        start=found.start,
        log=found.log,
        posts=[posts.brought_in(guild, place, text)],
    )
    return await games.get(number)
