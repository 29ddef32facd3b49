"""What every command, press and box is given: the one way to the games, the channel, the store."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import discord

from bot.catalogue import ENGLISH, SERVERS
from bot.channel.films import Films
from bot.channel.league import Herald
from bot.channel.notices import Notices
from bot.channel.outbox import Outbox
from bot.house.pace import Pace
from bot.house.ratings import Rater
from bot.house.rules import House
from bot.play.fortune import Fortune
from bot.play.games import Games
from bot.play.keeper import Keeper
from bot.words.completing import Offered
from storage import LeaseHeld, Store

log = logging.getLogger(__name__)

WAITS = 1.0
"""Seconds between two looks whether a range of shards is free."""

LANGUAGE = "language"
"""The setting of a server in which its language is kept, where that is not English."""


@dataclass(frozen=True)
class Desk:
    """The bot's one desk, from its start to its end."""

    client: discord.Client
    store: Store
    games: Games
    keeper: Keeper
    seen: float | None
    """When the bot before this one was there last."""
    outbox: Outbox
    house: House
    now: Callable[[], float]
    """Seconds since 1970."""
    offered: Offered
    acts: Pace
    """How often a person may do anything at all: every command and press takes one."""
    pace: Pace
    """How often a person may have something drawn or written out."""
    hands: Pace
    """How often a person may look at their hand."""
    replays: Pace
    """How often a person may have a film made."""
    films: Films
    fortune: Fortune
    calls: Pace
    """How often a person may have others called: invited, asked to agree, seated."""
    tips: asyncio.Lock
    """Whoever looks which tips somebody has had holds it."""
    raters: dict[str, Rater]
    """Title -> what has been rated of it."""
    guided: dict[tuple[int, int], int]
    """(Game, person) -> the interaction after which the guide has a hint for them."""

    @classmethod
    async def open(
        cls,
        client: discord.Client,
        database: Path | str,
        now: Callable[[], float],
        house: House,
        share: tuple[int, int],
    ) -> "Desk":
        """Open the database and become its one bot, or that of a `share` of the shards: so many
        of all. Raises StoreError."""
        store = await Store.open(database, now)
        try:
            seen = await _lease(client, store, *share)
            SERVERS.clear()
            SERVERS.update(await store.setting_of_all("guild", LANGUAGE))
        except BaseException:
            await store.close()
            raise
        outbox = Outbox(client, store, now, house)
        games = Games(store, outbox.kick)
        outbox.serve(games)

        def heard(game: int) -> None:
            games.doubt(game)
            outbox.stir()

        if store.shared:
            await store.listen(heard)
        herald = Herald(client, store, outbox.painter)
        return cls(
            client=client,
            store=store,
            games=games,
            keeper=Keeper(store, games, now, Notices(client, store, games), herald),
            seen=seen,
            outbox=outbox,
            house=house,
            now=now,
            offered=Offered(),
            acts=Pace(house.acts, 10.0, now),
            pace=Pace(4, 10.0, now),
            hands=Pace(4, 10.0, now),
            replays=Pace(2, 60.0, now),
            films=Films(),
            fortune=Fortune(store),
            calls=Pace(3, 600.0, now),
            tips=asyncio.Lock(),
            raters={},
            guided={},
        )

    async def hear(self, guild: discord.Guild) -> None:
        """The language that a server has chosen: what is posted there is in it from now on."""
        heard = str(guild.preferred_locale)
        known = "" if heard.startswith(ENGLISH) else heard
        if SERVERS.get(guild.id, "") != known:
            await self.store.set_setting("guild", guild.id, LANGUAGE, known or None)
            SERVERS[guild.id] = known

    def year(self) -> int:
        """The year, as days off are counted (UTC)."""
        return datetime.fromtimestamp(self.now(), UTC).year

    async def close(self) -> None:
        """Let what is under way come to its end."""
        await self.keeper.leagues.close()
        await self.games.close()
        await self.outbox.close()
        await self.store.close()


async def _lease(client: discord.Client, store: Store, shards: int, each: int) -> float | None:
    """A bot alone has the lease at once or not at all; one of several waits for a range of shards
    that is free, and takes over from the next one that ends. Raises LeaseHeld."""
    waits = False
    while True:
        try:
            return await store.take_lease(shards, each)
        except LeaseHeld as error:
            if each >= shards or client.is_closed():
                raise
            if not waits:
                log.warning("no shards are free, this bot waits for some: %s", error)
            waits = True
        await asyncio.sleep(WAITS)
