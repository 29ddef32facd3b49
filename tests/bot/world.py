"""A simulated Discord with two players and a spectator, and short ways to act in it."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
from simcord.backend.models import Overwrite
from simcord.results import InteractionResult

import engine
from bot.client import Umpire
from bot.house.rules import AT_ONCE
from bot.local import simulated
from bot.play.table import Table

START = 1_767_225_600.0
DAY = 86_400


class World:
    """The bot, one server with one channel, anna and boris (players) and clara (spectator).

    With a `shard` it is the world of one of two bots, and its server is on that shard.
    """

    def __init__(
        self, database: Path | str, language: str = "en-US", shard: int | None = None
    ) -> None:
        self.database = database
        self.shards = 1 if shard is None else 2
        self.later = 0.0
        self.bot = self.new_bot()
        self.env = simulated.env_for(self.bot)
        if shard:  # nothing in it may have the number of something in the other
            self.env.backend.clock._epoch += timedelta(days=shard)
            self.later = -shard * DAY
        self.guild = self.env.create_guild(preferred_locale=language, shard_id=shard)
        self.channel = self.guild.create_text_channel("front")
        self.anna, self.boris, self.clara = (
            self.guild.add_member(self.env.create_user(name)) for name in ("anna", "boris", "clara")
        )

    def now(self) -> float:
        """Simulated seconds since 1970: the store's clock goes with the simulated one."""
        return self.later + (self.env.now().timestamp() if hasattr(self, "env") else START)

    async def wait(self, days: float) -> None:
        """The bot's clock goes on by so many days, and its heart beats once after that."""
        self.later += days * DAY
        await self.env.advance_time(6)

    def new_bot(self) -> Umpire:
        return Umpire(self.database, clock=self.now, house=AT_ONCE, shards=self.shards, each=1)

    async def restart(self) -> None:
        """The bot goes down in good order and comes up again on the same file."""
        await self.bot.close()
        self.bot = self.new_bot()
        await self.env.restart_bot(self.bot)

    def let_manage(self, who: Any) -> None:
        """Give somebody the right to manage the channel."""
        may = discord.Permissions(manage_channels=True).value
        self.env.backend.set_overwrite(
            self.channel.id, Overwrite(target_id=who.id, type=1, allow=may, deny=0)
        )

    async def every_act(self) -> None:
        """The channel wants a message for every act."""
        await self.bot.desk.store.set_setting("channel", self.channel.id, "posts", "every")

    async def slash(self, who: Any, command: str, /, **options: Any) -> InteractionResult:
        return await who.slash(self.channel, command, **options)

    async def order(self, who: Any, line: str) -> str:
        """Give an order, and mean it where that is asked; what was answered last."""
        return await self._sure(who, await self.slash(who, "order", line=line), "Yes, ")

    async def undo(self, who: Any) -> str:
        """Take the last order back, what goes back read and agreed to; what was answered last."""
        asked = await self.slash(who, "undo")
        return await self._sure(who, asked, "Take it back")

    async def _sure(self, who: Any, asked: InteractionResult, label: str) -> str:
        """Agree to what is asked first, if it is."""
        found = [c.get("label") or "" for c in components(asked.response or asked.followups[0])]
        if not any(name.startswith(label) for name in found):
            return said(asked)
        pressed = await self.press(who, asked.response, label)
        again = pressed.response is not None and pressed.response.id != asked.response.id
        return said(pressed) if again else latest(self, who, asked.response.id).content

    async def begin(self, game: str, **options: Any) -> Table:
        """anna plays the first side against boris."""
        await self.slash(self.anna, "game new", game=game, **options)
        await self.slash(self.boris, "game join")
        await self.slash(self.anna, "game start")
        return await self.table()

    async def reach(self, verb: str, count: int = 1) -> str:
        """Play on until a side can order `verb` in so many ways; the side."""

        def there(game: engine.Game, side: str) -> bool:
            if verb not in [open_now.name for open_now in game.verbs(side)]:
                return False
            if verb == "move":
                return bool(quiet_moves(game, side))
            return len(game.complete(side, f"{verb} ").items) >= count

        await self.play_on(there)
        return (await self.table()).running().pending()[0].side

    async def play_one(self, who: Any) -> None:
        """One order of somebody who is asked, whatever it is."""
        game = (await self.table()).running()
        side = next(p.side for p in game.pending() if self.player(p.side) is who)
        await self.order(who, game.auto(side))

    async def play_on(self, stop: Callable[[engine.Game, str], bool] = lambda *_: False) -> None:
        """Play on until `stop` or the end, past the slash commands; one post tells it all."""
        table = await self.table()
        kick, self.bot.desk.games._kick = self.bot.desk.games._kick, lambda _: None
        while table.open:
            game = table.running()
            side = game.pending()[0].side
            if stop(game, side):
                break
            setup = game.complete(side, "setup suggested").complete
            line = "setup suggested" if setup else game.auto(side)
            cause = f"played-{table.row.seq}"
            await self.bot.desk.games.order(table, self.player(side).id, line, cause)
        self.bot.desk.games._kick = kick
        self.bot.desk.outbox.kick(self.channel.id)
        await self.bot.desk.outbox.drained(10)

    def player(self, side: str) -> Any:
        """Who plays a side in a game that `begin` began."""
        return self.anna if side in ("axis", "red") else self.boris

    async def table(self) -> Table:
        return await self.bot.desk.games.at(self.channel.id)

    def posts(self) -> list[discord.Message]:
        """What everybody can see in the channel."""
        return self.channel.history(viewer=self.clara)

    def panels(self) -> list[discord.Message]:
        return [message for message in self.posts() if message.components]

    def panel(self) -> discord.Message:
        """The one message with buttons."""
        [panel] = self.panels()
        return panel

    def pictures(self) -> list[discord.Message]:
        return [message for message in self.posts() if message.attachments]

    def called(self) -> list[list[int]]:
        """Whom each message of the bot was allowed to ping, where it was anybody."""
        bodies = [r.json for r in self.env.http_requests if isinstance(r.json, dict)]
        allowed = [body.get("allowed_mentions") or {} for body in bodies]
        assert all(not pings.get("parse") for pings in allowed)
        return [[int(user) for user in pings["users"]] for pings in allowed if pings.get("users")]

    async def press(self, who: Any, message: Any, label: str) -> InteractionResult:
        return await who.click(message, custom_id=button_id(message, label))

    def seen_by(self, who: Any) -> str:
        """All that a person can read in the channel, hidden things such as ids included."""
        return repr([_raw(message) for message in self.channel.history(viewer=who)])


def quiet_moves(game: engine.Game, side: str) -> list[str]:
    """Moves that are whole orders and open no door, so that they can be taken back."""
    found = []
    blob = game.dump()
    for unit in game.complete(side, "move ").items:
        for place in game.complete(side, f"{unit.value.strip()} ").items:
            line = place.value.strip()
            if game.complete(side, line).complete:
                trial = engine.load(blob)
                trial.submit(side, line)
                if trial.steps:
                    found.append(line)
    return found


def latest(world: World, who: Any, message: int) -> discord.Message:
    """A message as its reader sees it now."""
    [found] = [m for m in world.channel.history(viewer=who) if m.id == message]
    return found


def _raw(message: discord.Message) -> tuple[Any, ...]:
    files = [(file.filename, file.description) for file in message.attachments]
    return (message.content, [row.to_dict() for row in message.components], files)


def components(message: Any) -> list[dict[str, Any]]:
    """Buttons and menus of a message or an answer."""
    rows = [row if isinstance(row, dict) else row.to_dict() for row in message.components]
    return [item for row in rows for item in row["components"]]


def button_id(message: Any, label: str) -> str:
    """The custom_id of the button whose label begins so."""
    found = [c for c in components(message) if (c.get("label") or "").startswith(label)]
    assert found, f"no button {label!r} among {[c.get('label') for c in components(message)]}"
    return str(found[0]["custom_id"])


def said(result: InteractionResult) -> str:
    """The private answer, which must be there and be private."""
    assert result.ephemeral, f"not private: {result!r}"
    answers = [result.response, *result.followups]
    return "\n".join(answer.content for answer in answers if answer is not None)


@asynccontextmanager
async def world(
    folder: Path, language: str = "en-US", database: str = "", shard: int | None = None
) -> AsyncIterator[World]:
    """A world with the bot logged in; afterwards nobody expected no incident.

    `database` is the address of a server, in place of a file in the folder.
    """
    with simulated.short_settle():
        made = World(database or folder / "umpire.db", language, shard)
        if shard is not None:  # it hears of the other one by the clock on the wall
            await made.bot.open()
        async with simulated.running(made.env):
            try:
                yield made
            finally:
                await made.bot.close()
