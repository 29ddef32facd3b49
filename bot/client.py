"""The bot itself: connection, commands, heartbeat."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands, tasks

import engine
from bot.channel.outbox import Outbox
from bot.commands import orders
from bot.commands.lobby import Lobby
from bot.commands.look import Look
from bot.commands.orders import Orders
from bot.commands.style import Styles
from bot.house.pace import Pace
from bot.house.rules import DAY, HOUSE, House
from bot.play.games import Games
from bot.play.posts import panel
from bot.play.renewal import renew_all
from bot.play.table import Table
from bot.talk.buttons import Pick, Press
from bot.talk.language import Translator, reader
from bot.talk.reply import NOBODY, explain
from bot.words import texts
from bot.words.completing import Offered
from bot.words.refusal import Refusal
from storage import LeaseLost, Store

log = logging.getLogger(__name__)

SWEEP = 3_600.0
"""Seconds between two looks at the lobbies."""

BEAT = 5.0
"""Seconds between two heartbeats: the lease is held, posts that wait are tried again."""


class Tree(app_commands.CommandTree["Umpire"]):
    """Commands; what they answer is in the language of whoever gave them."""

    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        reader(interaction)
        return True


class Umpire(commands.Bot):
    """The referee in Discord. `database` is the file that holds everything."""

    def __init__(
        self,
        database: Path,
        guild: int | None = None,
        clock: Callable[[], float] = time.time,
        house: House = HOUSE,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=NOBODY,
            chunk_guilds_at_startup=False,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._database = database
        self._guild = guild
        self.house = house
        self.now = clock
        """Seconds since 1970."""
        self._swept = 0.0
        self.failed = False
        self._end: asyncio.Task[None] | None = None
        self.offered = Offered()
        self.pace = Pace(4, 10.0, clock)
        self.hands = Pace(4, 10.0, clock)
        self.calls = Pace(3, 600.0, clock)
        """How often a person may have others called: invited, asked to agree, seated."""
        self.store: Store
        self.games: Games
        self.outbox: Outbox
        self.tree.error(_on_tree_error)

    async def open(self) -> None:
        """Open the database and become its one bot. Raises StoreError."""
        store = await Store.open(self._database, self.now)
        try:
            await store.take_lease()
        except BaseException:
            await store.close()
            raise
        self.store = store
        self.outbox = Outbox(self, store, self.now)
        self.games = Games(store, self.outbox.kick)
        self.outbox.serve(self.games)

    async def setup_hook(self) -> None:
        if not hasattr(self, "store"):
            await self.open()
        self.add_dynamic_items(Press, Pick)
        await self.add_cog(Lobby(self))
        await self.add_cog(Orders(self))
        await self.add_cog(Look())
        await self.add_cog(Styles())
        await self.tree.set_translator(Translator())
        await self._sync()
        self.outbox.painter.warm(list(engine.catalogue()))
        await renew_all(self.games)
        self.heart.start()

    async def _sync(self) -> None:
        if self._guild is None:
            await self.tree.sync()
            return
        guild = discord.Object(self._guild)
        self.tree.copy_global_to(guild=guild)
        await self.tree.sync(guild=guild)

    @tasks.loop(seconds=BEAT)
    async def heart(self) -> None:
        """Hold the lease and look after what waits."""
        try:
            await self.store.beat_lease()
            await self.outbox.beat()
            await self._sweep()
        except LeaseLost as error:
            log.critical("%s", error)
            self.failed = True
            self._end = asyncio.create_task(self.close())  # not from within: it ends this loop
        except Exception:  # a full disk, say: the next beat tries again
            log.exception("a heartbeat failed")

    async def _sweep(self) -> None:
        """Close the lobbies that have waited too long."""
        now = self.now()
        if abs(now - self._swept) < SWEEP:
            return
        self._swept = now
        for row in await self.store.open_games():
            if row.status == "lobby" and now - row.created >= self.house.lobby * DAY:
                table = await self.games.get(row.id)
                with contextlib.suppress(Refusal):  # it has just begun, or is being worked on
                    await self.games.expire(table, texts.expired(self.house.lobby))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.games.lost(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.games.lost(payload.thread_id)

    async def refresh_panel(self, table: Table) -> None:
        """Have the panel of a game looked at, though no order was given."""
        await self.store.add_post(table.id, table.row.seq, panel(table.row))
        self.outbox.kick(table.row.channel)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        if interaction.type is discord.InteractionType.modal_submit:
            await orders.modal_sent(interaction)

    async def close(self) -> None:
        self.heart.cancel()
        if hasattr(self, "store"):
            await self.games.close()
            await self.outbox.close()
            await self.store.close()
            del self.store
        await super().close()


async def _on_tree_error(
    interaction: discord.Interaction[Any], error: app_commands.AppCommandError
) -> None:
    await explain(interaction, error)
