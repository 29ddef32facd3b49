"""Posts what was committed: one task a channel, in order, again until Discord took it.

A row of the outbox is written with its order and marked when it is out, so a
bot that was killed in between goes on where it was. Rows that wait for one
channel become one message with the newest picture and all the words.
"""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import discord

import renderer
from bot import limits, posts
from bot.buttons import offer_view
from bot.games import Games, Table
from bot.panel import Panels
from bot.reply import FAILURES, NOBODY, Refusal, attachment
from bot.style import Style, of_channel
from engine import Game, HandCard, Overlay
from engine.core.entries import AnyEntry, Ended
from engine.core.view import View
from storage import OutboxRow, Store

log = logging.getLogger("umpire")

UNKNOWN_CHANNEL = 10003
TOO_MUCH = (400, 413)
NO_PICTURE = "(The picture could not be drawn; `/map` tries again.)"
NO_WORDS = "(Something happened that could not be put into words; `/map` shows it.)"


@dataclass(frozen=True)
class Painting:
    """A map to be painted: what `renderer.render` takes, but for the style."""

    view: View
    entries: Sequence[AnyEntry]
    mode: str
    overlay: Overlay | None = None
    before: View | None = None
    focus: Sequence[str] = ()

    def paint(self, style: Style) -> renderer.Picture:
        return renderer.render(
            self.view,
            self.entries,
            self.mode,
            theme=style.theme,
            large=style.large,
            overlay=self.overlay,
            before=self.before,
            focus=self.focus,
        )


@dataclass(frozen=True)
class Held:
    """A hand to be painted."""

    cards: Sequence[HandCard]
    title: str

    def paint(self, style: Style) -> renderer.Picture:
        return renderer.cards(self.cards, self.title, theme=style.theme, large=style.large)


@dataclass(frozen=True)
class Batch:
    """What waits for one game in one channel, with the view that belongs to it."""

    table: Table
    rows: list[OutboxRow]
    view: View | None

    @property
    def messages(self) -> list[OutboxRow]:
        return [row for row in self.rows if row.kind == "game"]

    @property
    def entries(self) -> list[AnyEntry]:
        return [entry for row in self.messages for entry in posts.entries_of(row.payload)]

    @property
    def mode(self) -> str:
        """`full` if any row asks for it, else `crop` if any asks for a picture, else "" """
        modes = {row.payload["map"] for row in self.messages}
        return next((mode for mode in ("full", "crop") if mode in modes), "")

    def text(self) -> str:
        """All in words; the end of a game in the bot's own, which say it with the score."""
        parts: list[str] = []
        for row in self.messages:
            if game := self.table.game:
                entries = posts.entries_of(row.payload)
                parts += [_told(game, entry) for entry in entries if not isinstance(entry, Ended)]
            parts.append(row.payload["text"])
        return "\n".join(part for part in parts if part)


def _told(game: Game, entry: AnyEntry) -> str:
    """An entry in words. One that cannot be told must not keep back all that comes after it."""
    try:
        return limits.plain(game.tell(entry))
    except Exception:
        log.exception("an entry could not be told: %r", entry)
        return NO_WORDS


class Outbox:
    """The worker. `kick` it after each commit and `beat` it now and then."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client = client
        self._store = store
        self._games: Games
        self._panels = Panels(client, store)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._painter = ThreadPoolExecutor(1, "painter")
        self.trouble: dict[int, str] = {}
        """Channel -> why nothing can be posted there at present."""

    def serve(self, games: Games) -> None:
        """The games whose posts these are."""
        self._games = games

    def kick(self, channel: int) -> None:
        """Something waits for this channel."""
        if channel in self._tasks:
            self._again.add(channel)
        else:
            task = asyncio.create_task(self._run(channel), name=f"outbox {channel}")
            self._tasks[channel] = task

    async def beat(self) -> None:
        """Post what has become due: after a start, and after a failure."""
        for channel in {row.channel for row in await self._store.due_posts()}:
            self.kick(channel)

    async def repair(self, table: Table) -> None:
        """Somebody looked: try again at once what waits, and put a lost panel back."""
        await self._store.add_post(table.id, table.row.seq, posts.panel(table.row, check=True))
        self.kick(table.row.channel)

    async def drained(self, seconds: float) -> None:
        """Wait until nothing is being posted, but not for longer than that."""
        if self._tasks:
            await asyncio.wait(list(self._tasks.values()), timeout=seconds)

    async def close(self) -> None:
        """Let posts under way come to their end."""
        await self.drained(5)
        self._painter.shutdown(wait=False, cancel_futures=True)

    def warm(self, games: Iterable[str]) -> None:
        """Have the empty maps drawn now, so that the first picture need not wait."""
        for game in games:
            self._painter.submit(renderer.warm, game)

    async def paint(self, what: Painting | Held, style: Style) -> renderer.Picture:
        """A picture, drawn beside the event loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._painter, what.paint, style)

    async def _run(self, channel: int) -> None:
        try:
            while True:
                self._again.discard(channel)
                await self._flush(channel)
                if channel not in self._again:
                    return
        except Exception:
            log.exception("posting in channel %s failed; it will be tried again", channel)
        finally:
            del self._tasks[channel]

    async def _flush(self, channel: int) -> None:
        waiting = await self._store.pending_posts(channel)
        for game in dict.fromkeys(row.game for row in waiting):
            try:
                batch = await self._batch(channel, game)
            except Refusal:  # the game is busy: the next beat comes back to it
                return
            if not await self._post(channel, batch):
                return

    async def _batch(self, channel: int, game: int) -> Batch:
        """Rows and view of one moment: nothing is committed in between."""
        table = await self._games.get(game)
        async with self._games.alone(table):
            rows = await self._store.pending_posts(channel)
            view = table.game.view(None) if table.game else None
        return Batch(table, [row for row in rows if row.game == game], view)

    async def _post(self, channel: int, batch: Batch) -> bool:
        """Send a batch; False when Discord would not have it."""
        left = batch.rows
        try:
            if batch.messages:
                message = await self._send(channel, batch)
                await self._store.sent([row.id for row in batch.messages], message)
                left = [row for row in left if row not in batch.messages]
            if left and self._panel_is_due(batch):
                check = any(row.payload["check"] for row in left)
                since = left[-1].payload["since"]
                nonce = f"{batch.table.id}:{left[-1].id}p"
                panel = await self._panels.sync(batch.table, since, nonce, check=check)
                await self._store.sent([row.id for row in left], panel)
        except FAILURES as error:
            await self._failed(channel, left, error)
            return False
        self.trouble.pop(channel, None)
        return True

    def _panel_is_due(self, batch: Batch) -> bool:
        """Not while more is to be posted first, or the practice opponent is about to act."""
        more = batch.table.row.seq > batch.rows[-1].seq
        return not more and not self._games.practice_asked(batch.table)

    async def _failed(self, channel: int, rows: list[OutboxRow], error: Exception) -> None:
        ids = [row.id for row in rows]
        if isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL:
            log.error("channel %s is gone; %s posts were given up", channel, len(ids))
            await self._store.give_up(ids)
            return
        self.trouble[channel] = (
            "I may not post in this channel at present; please look at my permissions there "
            "(View Channel, Send Messages, Attach Files). Nothing is lost."
            if isinstance(error, discord.Forbidden)
            else "Discord did not take my last message in the channel; I keep trying. "
            "Nothing is lost."
        )
        log.warning("post in channel %s failed, again later: %s", channel, error)
        await self._store.failed(ids)

    async def _send(self, channel: int, batch: Batch) -> int:
        """The message(s) of a batch; the id of the last one, which has the picture."""
        picture = await self._picture(batch)
        text = batch.text()
        if picture is None and batch.mode:
            text = f"{text}\n{NO_PICTURE}"
        parts = limits.pages(text) or [" "]
        target = self._client.get_partial_messageable(channel)
        nonce = f"{batch.table.id}:{batch.messages[-1].id}"
        for number, part in enumerate(parts[:-1]):
            await target.send(part, allowed_mentions=NOBODY, nonce=f"{nonce}.{number}")
        try:
            sent = await self._send_last(target, parts[-1], batch, picture, nonce)
        except discord.HTTPException as error:
            if picture is None or error.status not in TOO_MUCH:
                raise
            log.warning("Discord would not take a picture in %s: %s", channel, error)
            sent = await self._send_last(target, parts[-1], batch, None, f"{nonce}.t")
        return sent.id

    async def _send_last(
        self,
        target: discord.PartialMessageable,
        text: str,
        batch: Batch,
        picture: renderer.Picture | None,
        nonce: str,
    ) -> discord.Message:
        offer = batch.messages[-1].payload.get("offer")
        mentions = discord.AllowedMentions.none()
        if offer:
            mentions.users = [discord.Object(user) for user in offer["to"]]
        file = (
            attachment(("map.png", picture.png, picture.alt)) if picture else discord.utils.MISSING
        )
        view = offer_view(batch.table.id, offer["when"]) if offer else discord.utils.MISSING
        return await target.send(text, file=file, view=view, allowed_mentions=mentions, nonce=nonce)

    async def _picture(self, batch: Batch) -> renderer.Picture | None:
        if batch.view is None or not batch.mode:
            return None
        try:
            style = await of_channel(self._store, batch.table.row.channel)
            picture = await self.paint(Painting(batch.view, batch.entries, batch.mode), style)
        except Exception:
            log.exception("the picture of game %s could not be drawn", batch.table.id)
            return None
        return picture if len(picture.png) <= limits.FILE_BYTES else None
