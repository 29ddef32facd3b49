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

from bot.acts import presses
from bot.catalogue import channel
from bot.commands.gm import Moderate
from bot.commands.help import Helping
from bot.commands.league import Leagues
from bot.commands.lobby import Lobby
from bot.commands.look import Look
from bot.commands.me import Around, Me
from bot.commands.note import Noting
from bot.commands.orders import Orders
from bot.commands.posting import Posting
from bot.commands.privacy import Privacy
from bot.commands.records import Records
from bot.commands.style import Styles
from bot.commands.watch import Watching
from bot.desk import Desk
from bot.house.rules import DAY, HOUSE, House
from bot.play import leaving
from bot.play.renewal import renew_all
from bot.play.results import settle_all
from bot.talk.language import Translator, reader
from bot.talk.reply import FAILURES, NOBODY, explain
from bot.words import measure, texts
from bot.words.refusal import Refusal
from storage import LeaseLost

log = logging.getLogger(__name__)

SWEEP = 3_600.0
"""Seconds between two looks at the lobbies."""

BEAT = 5.0
"""Seconds between two heartbeats: the lease is held, posts that wait are tried again."""


WARM = 3
"""Titles whose maps are at hand from the start, those played last; others once they are asked for.
"""

PEOPLE = (Helping, Moderate, Noting, Privacy, Watching)
"""Moderation, and what people keep or want to be gone."""


class Tree(app_commands.CommandTree["Umpire"]):
    """Commands; what they answer is in the language of whoever gave them."""

    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        reader(interaction)
        await self.client.desk.keeper.speaks(interaction.user.id, str(interaction.locale))
        return True


class Umpire(commands.AutoShardedBot):
    """The referee in Discord. `database` holds everything: a file, or an address.

    It takes `each` of so many shards, all of them where that is not said.
    """

    def __init__(
        self,
        database: Path | str,
        guild: int | None = None,
        clock: Callable[[], float] = time.time,
        house: House = HOUSE,
        shards: int = 1,
        each: int | None = None,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=NOBODY,
            chunk_guilds_at_startup=False,
            shard_count=shards,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._database = database
        self._guild = guild
        self._share = (shards, each or shards)
        self._house = house
        self._now = clock
        self._swept = 0.0
        self.failed = False
        self.beaten: float | None = None
        """When a heartbeat came to its end last, in seconds since 1970."""
        self._end: asyncio.Task[None] | None = None
        self.desk: Desk
        """There from `open` to `close`."""
        self.tree.error(_on_tree_error)

    async def open(self) -> None:
        """Open the database and become its one bot, or that of some shards. Raises StoreError."""
        self.desk = await Desk.open(self, self._database, self._now, self._house, self._share)
        own = self.desk.store.shards
        self.shard_ids = list(range(own.first, own.last + 1))

    async def setup_hook(self) -> None:
        if not hasattr(self, "desk"):
            await self.open()
        for cog in (Lobby, Orders, Look, Styles, Posting, Me, Around, Records, Leagues, *PEOPLE):
            await self.add_cog(cog(self.desk))
        look = self.get_cog(Look.__cog_name__)
        assert isinstance(look, Look)
        self.tree.add_command(look.at_message)
        await self.tree.set_translator(Translator())
        await self._sync()
        self.desk.outbox.painter.warm((await self.desk.store.titles())[:WARM])
        await renew_all(self.desk.games)
        await settle_all(self.desk.store, self.desk.games.get)
        await self.desk.keeper.absent(self.desk.seen)
        self.pulse.start()
        self.heart.start()

    async def _sync(self) -> None:
        """Register the commands. Where they are too large, or Discord will not have them, those
        that it knows go on working: no server loses its commands to a new one."""
        guild = None if self._guild is None else discord.Object(self._guild)
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        translator = self.tree.translator
        assert translator is not None
        payloads = [
            await command.get_translated_payload(self.tree, translator)
            for command in self.tree.get_commands(guild=guild)
        ]
        if found := measure.commands(payloads):
            log.critical("the commands are not registered anew: %s", "; ".join(found))
            return
        try:
            await self.tree.sync(guild=guild)
        except (app_commands.AppCommandError, *FAILURES):
            log.exception("Discord did not register the commands; those it knows go on working")

    @tasks.loop(seconds=BEAT)
    async def pulse(self) -> None:
        """Hold the lease, however long it takes to look after what waits."""
        try:
            await self.desk.store.beat_lease()
        except LeaseLost as error:
            self._lost(error)
        except Exception:
            log.exception("the lease could not be renewed; it is tried again")

    def _lost(self, error: LeaseLost) -> None:
        """Nothing is written any more: whoever has the lease now goes on."""
        if not self.failed:
            log.critical("%s", error)
            self.failed = True
            self.end()

    @tasks.loop(seconds=BEAT)
    async def heart(self) -> None:
        """Look after what waits."""
        try:
            await self.desk.outbox.beat()
            await self.desk.keeper.beat()
            await self._forget_guilds()
            await self._sweep()
            self.beaten = self._now()
        except LeaseLost as error:
            self._lost(error)
        except Exception:  # a full disk, say: the next beat tries again
            log.exception("a heartbeat failed")

    async def _sweep(self) -> None:
        """Close the lobbies that have waited too long."""
        now = self._now()
        if abs(now - self._swept) < SWEEP:
            return
        self._swept = now
        for row in await self.desk.store.open_games(status="lobby", own=True):
            if now - row.created >= self.desk.house.lobby * DAY:
                table = await self.desk.games.get(row.id)
                with contextlib.suppress(Refusal), channel(row.guild):
                    # refused: it has just begun, or is being worked on
                    await self.desk.games.expire(table, texts.expired(self.desk.house.lobby))

    async def on_ready(self) -> None:
        """What has become of servers while the bot was away: it is in these now."""
        for guild_ in self.guilds:
            await self.desk.hear(guild_)
        missed = await leaving.missed(self.desk.store)
        for guild in await self.desk.store.guilds():
            if self.get_guild(guild) is None and guild not in missed:
                await leaving.went(self.desk.store, guild, self._now())
            elif self.get_guild(guild) is not None and guild in missed:
                await self._came(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await leaving.went(self.desk.store, guild.id, self._now())

    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self.desk.hear(guild)

    async def on_guild_update(self, _: discord.Guild, after: discord.Guild) -> None:
        await self.desk.hear(after)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.desk.hear(guild)
        await self._came(guild.id)

    async def _came(self, guild: int) -> None:
        since = await leaving.came(self.desk.store, guild)
        if since is not None:
            await self.desk.keeper.absent(since, guild)
            await self.desk.outbox.beat()

    async def _forget_guilds(self) -> None:
        """Delete the games of servers that have been without the bot for long."""
        if not self.is_ready():
            return
        for timer in await self.desk.store.due_timers(kind=leaving.GUILD):
            if self.get_guild(int(timer.payload["guild"])) is None:
                await leaving.forget(self.desk.store, self.desk.games, timer)
            else:
                await self.desk.store.drop_timer(timer.id)

    async def on_guild_channel_delete(self, place: discord.abc.GuildChannel) -> None:
        await self.desk.games.lost(place.id)
        await self.desk.keeper.leagues.lost(place.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.desk.games.lost(payload.thread_id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Buttons, menus and boxes; the tree has the commands."""
        if interaction.type is discord.InteractionType.component:
            await presses.pressed(self.desk, interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await presses.sent(self.desk, interaction)

    def silent(self) -> float | None:
        """Seconds since a heartbeat came to its end; None before the first."""
        return None if self.beaten is None else abs(self._now() - self.beaten)

    @property
    def ends(self) -> bool:
        """Whether it was asked to stop."""
        return self._end is not None

    def end(self) -> None:
        """Close, in a task of its own: closing ends the heartbeat, and may be asked for there."""
        self._end = asyncio.create_task(self.close())

    async def close(self) -> None:
        self.pulse.cancel()
        self.heart.cancel()
        if hasattr(self, "desk"):
            await self.desk.close()
            del self.desk
        await super().close()


async def _on_tree_error(
    interaction: discord.Interaction[Any], error: app_commands.AppCommandError
) -> None:
    await explain(interaction, error)
