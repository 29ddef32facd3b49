"""Posts what was committed: one task a channel, in order, again until Discord took it.

A row of the outbox is written with its order and marked when it is out, so a
bot that was killed in between goes on where it was. Rows that wait for one
channel become one message with the newest picture and all the words.

A message may arrive though its answer is lost. It is therefore tried again as
it was, under the same nonce, whatever has come since: Discord drops the second
copy as long as it remembers the first. Whatever part of a message Discord will
not have is left out, and the rest goes.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextvars import Context
from dataclasses import dataclass, replace
from itertools import takewhile

import discord

import renderer
from bot.catalogue import msgid, phrase
from bot.channel.painter import Painter
from bot.channel.panel import Panels
from bot.channel.pictures import Drawn, Painting
from bot.channel.style import Style, of_channel
from bot.channel.threads import Shut, wake
from bot.play import posts
from bot.play.games import Games
from bot.play.table import Table
from bot.talk.buttons import answers_view, offer_view
from bot.talk.reply import FAILURES, NOBODY, attachment, not_taken
from bot.words import limits
from bot.words.refusal import Refusal
from engine import Game
from engine.core.entries import AnyEntry, Ended
from engine.core.view import View
from storage import OutboxRow, Store

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10003
REFUSED = (400, 403, 413)
"""Statuses that may be about the picture alone."""
NONCE_LIVES = 120.0
"""Seconds for which Discord surely remembers a nonce ("a few minutes" by its word)."""

NO_PICTURE = msgid("(The picture could not be drawn; `/map` tries again.)")
NO_FILES = msgid(
    "(I may not attach pictures here. Whoever manages this channel can give me Attach "
    "Files; `/map` shows the map to you.)"
)
NOT_TAKEN = msgid("(Discord did not take the picture; `/map` shows the map to you.)")
NO_WORDS = msgid("(Something happened that could not be put into words; `/map` shows it.)")
REPEAT = msgid("(Discord did not say whether this came through before; it may be a repeat.)")


@dataclass(frozen=True)
class Batch:
    """What waits for one game in one channel, with the view that belongs to it.

    `messages` are the posts of the next message, `view` is None where it needs none.
    """

    table: Table
    rows: list[OutboxRow]
    view: View | None
    struck: frozenset[int] = frozenset()
    """Numbers of actions that have been taken back: their words are struck out."""

    @property
    def messages(self) -> list[OutboxRow]:
        waiting = [row for row in self.rows if row.kind == "game"]
        return list(takewhile(lambda row: row.batch == waiting[0].batch, waiting))

    @property
    def entries(self) -> list[AnyEntry]:
        return [entry for row in self.messages for entry in posts.entries_of(row.payload)]

    @property
    def called(self) -> list[int]:
        """The users that its messages call, the panel aside."""
        calls = [user for row in self.messages for user in row.payload.get("call", ())]
        return list(dict.fromkeys(calls))

    @property
    def answers(self) -> list[list[str]]:
        """The buttons of its messages, the newest first."""
        rows = reversed(self.messages)
        return [answer for row in rows for answer in row.payload.get("answers", ())]

    @property
    def mode(self) -> str:
        """`full` if any row asks for it, else `crop` if any asks for a picture, else "" """
        modes = {row.payload["map"] for row in self.messages}
        return next((mode for mode in ("full", "crop") if mode in modes), "")

    def text(self) -> str:
        """All in words; the end of a game in the bot's own, which say it with the score."""
        return words(self.table.game, self.messages, self.struck)

    def painting(self) -> Painting | None:
        """The picture of the message; of an undo that stands last, what went back."""
        if self.view is None or not self.mode:
            return None
        last = self.messages[-1].payload
        try:
            before = posts.taken_back(last)
        except Exception:  # a position of another version, say
            log.exception("what was taken back in game %s could not be read", self.table.id)
            before = None
        if before is None:
            return Painting(self.view, self.entries, self.mode)
        return Painting(self.view, (), self.mode, before=before, focus=tuple(last["focus"]))


def words(game: Game | None, rows: Iterable[OutboxRow], struck: Iterable[int] = ()) -> str:
    """Posts in words, one order a line; what was taken back is struck out."""
    parts: list[str] = []
    kept = ""
    for row in rows:
        told: list[str] = []
        if game:
            entries = posts.entries_of(row.payload)
            told += [_told(game, entry) for entry in entries if not isinstance(entry, Ended)]
        told += row.payload["text"].split("\n")
        told = [line for line in told if line]
        if row.seq in struck and row.payload["entries"]:
            told = [f"~~{line}~~" for line in told]
        parts += told
        kept = row.payload.get("record") or kept
    if kept:  # one receipt for all: each record rests on those before it
        parts.append(phrase("-# record {kept}", kept=kept))
    return "\n".join(parts)


def _told(game: Game, entry: AnyEntry) -> str:
    """An entry in words. One that cannot be told must not keep back all that comes after it."""
    try:
        return limits.plain(game.tell(entry))
    except Exception:
        log.exception("an entry could not be told: %r", entry)
        return phrase(NO_WORDS)


class Outbox:
    """The worker. `kick` it after each public commit and `beat` it now and then."""

    def __init__(self, client: discord.Client, store: Store, clock: Callable[[], float]) -> None:
        self._client = client
        self._store = store
        self._clock = clock
        self._games: Games
        self._panels = Panels(client, store)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._doubted: dict[int, set[int]] = {}
        """Channel -> games whose panel may be gone."""
        self.painter = Painter()
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
            task = asyncio.create_task(
                self._run(channel), name=f"outbox {channel}", context=Context()
            )  # in nobody's language but the channel's
            self._tasks[channel] = task

    async def beat(self) -> None:
        """Post what has become due: after a start, and after a failure."""
        for channel in await self._store.due_channels():
            self.kick(channel)

    def repair(self, table: Table) -> None:
        """Somebody looked: try again at once what waits, and put a lost panel back."""
        self._doubted.setdefault(table.row.channel, set()).add(table.id)
        self.kick(table.row.channel)

    async def drained(self, seconds: float) -> None:
        """Wait until nothing is being posted, but not for longer than that."""
        if self._tasks:
            await asyncio.wait(list(self._tasks.values()), timeout=seconds)

    async def close(self) -> None:
        """Let posts under way come to their end."""
        await self.drained(5)
        self.painter.close()

    async def paint(self, what: Drawn, style: Style, who: int) -> renderer.Picture:
        """A picture for a person, or for a channel, drawn beside the bot."""
        styled = replace(what, theme=style.theme, large=style.large)
        return await self.painter.paint(styled, who)

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
        """All that waits for a channel. What cannot be done for one game holds up no other."""
        doubted = self._doubted.pop(channel, set())
        waiting = await self._store.pending_posts(channel)
        for game in dict.fromkeys([*(row.game for row in waiting), *doubted]):
            try:
                await self._serve(channel, game, doubted=game in doubted)
            except Exception as error:
                if not isinstance(error, Refusal):  # a game that is busy is nothing to tell of
                    log.exception("posting for game %s failed; it will be tried again", game)
                ids = [row.id for row in waiting if row.game == game]
                await self._store.failed(ids, unsure=True)

    async def _serve(self, channel: int, game: int, *, doubted: bool) -> None:
        """A game's messages, each as soon as it can be, and then its panel."""
        batch = await self._batch(channel, game)
        if batch.rows or doubted:
            try:
                await wake(self._client, channel)
            except (Shut, *FAILURES) as error:
                await self._failed(channel, [row.id for row in batch.rows], error)
                return
        while (batch := await self._batch(channel, game)).messages:
            if not await self._message(channel, batch):
                return
        if not await self._strike(channel, batch):
            return
        await self._panel(channel, batch, doubted=doubted)

    async def _batch(self, channel: int, game: int) -> Batch:
        """Rows and view of one moment: nothing is committed in between."""
        table = await self._games.get(game)
        async with self._games.alone(table):
            rows = await self._store.pending_posts(channel)
            view = table.game.view(None) if table.game else None
        rows = [row for row in rows if row.game == game]
        struck = frozenset(row.payload["undone"] for row in rows if row.kind == "strike")
        return Batch(table, rows, view, struck)

    # messages --------------------------------------------------------------

    async def _message(self, channel: int, batch: Batch) -> bool:
        """Send the next message; False when Discord would not have it."""
        picture = None
        if batch.mode:
            async with self.painter.turn(channel):
                # whatever came while this channel waited for the painter goes with it
                batch = await self._batch(channel, batch.table.id)
                picture = await self._picture(batch)
        ids = [row.id for row in batch.messages]
        target = self._client.get_partial_messageable(channel)
        nonce = f"{batch.table.id}:{ids[0]}"
        await self._store.trying(ids)
        pages = self._pages(batch, picture)
        sent: list[int] = []
        try:
            for number, page in enumerate(pages):
                if number < len(pages) - 1:
                    sent.append(await _say(target, page, f"{nonce}.{number}"))
                else:
                    sent.append(await self._send_last(target, page, batch, picture, nonce))
        except FAILURES as error:
            unsure = bool(sent) or batch.messages[0].tried is not None
            await self._failed(channel, ids, error, unsure=unsure)
            behind = [row.id for row in batch.rows if row.id not in ids]
            await self._store.failed(behind, unsure=True)
            return False
        await self._store.sent(ids, sent[-1])
        self._panels.push(batch.table.id, len(sent))
        self.trouble.pop(channel, None)
        return True

    async def _picture(self, batch: Batch) -> renderer.Picture | None:
        """The picture of a message, in this channel's turn."""
        painting = batch.painting()
        if painting is None:
            return None
        try:
            style = await of_channel(self._store, batch.table.row.channel)
            styled = replace(painting, theme=style.theme, large=style.large)
            picture = await self.painter.work(styled)
        except Exception:
            log.exception("the picture of game %s could not be drawn", batch.table.id)
            return None
        return picture if len(picture.png) <= limits.FILE_BYTES else None

    def _pages(self, batch: Batch, picture: renderer.Picture | None) -> list[str]:
        """The words of a message, in parts that Discord takes; the last one has the picture."""
        tried = batch.messages[0].tried
        text = batch.text()
        if tried is not None and not 0 <= self._clock() - tried <= NONCE_LIVES:
            text = f"{phrase(REPEAT)}\n{text}"
        if picture is None and batch.mode:
            text = f"{text}\n{phrase(NO_PICTURE)}"
        return limits.pages(text) or [" "]

    async def _send_last(
        self,
        target: discord.PartialMessageable,
        text: str,
        batch: Batch,
        picture: renderer.Picture | None,
        nonce: str,
    ) -> int:
        """The last page, with what goes with it; without the picture where that is refused."""
        last = batch.messages[-1].payload
        offer = last.get("offer")
        mentions = discord.AllowedMentions.none()
        mentions.users = [discord.Object(user) for user in batch.called]
        view = None
        if offer:
            view = offer_view(batch.table.id, offer["when"], offer.get("what", "end"))
        elif batch.answers:
            view = answers_view(batch.table.id, batch.answers[: limits.BUTTONS_IN_ROW])
        if picture is None:
            return await _say(target, text, nonce, view=view, mentions=mentions)
        try:
            file = attachment(("map.png", picture.png, picture.alt))
            return await _say(target, text, nonce, view=view, mentions=mentions, file=file)
        except discord.HTTPException as error:
            if error.status not in REFUSED:
                raise
            log.warning("Discord would not take a picture in %s: %s", target.id, error)
            note = phrase(NO_FILES) if error.status == 403 else phrase(NOT_TAKEN)
            text = f"{limits.cut(text, limits.MESSAGE - len(note) - 1)}\n{note}"
            return await _say(target, text, nonce, view=view, mentions=mentions)

    async def _failed(
        self, channel: int, ids: list[int], error: Exception, *, unsure: bool = False
    ) -> None:
        if isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL:
            ids = [row.id for row in await self._store.pending_posts(channel)]
            log.error("channel %s is gone; %s posts were given up", channel, len(ids))
            await self._store.drop_posts(ids)
            await self._games.lost(channel)
            return
        self.trouble[channel] = _trouble(channel, error)
        log.warning("post in channel %s failed, again later: %s", channel, error)
        await self._store.failed(ids, unsure=unsure or not not_taken(error))

    # what was taken back, and the panel ------------------------------------

    async def _strike(self, channel: int, batch: Batch) -> bool:
        """Strike out in their messages what was taken back; False when that must be tried again."""
        for row in batch.rows:
            if row.kind != "strike":
                continue
            try:
                await self._mark(channel, batch, row.payload["undone"])
            except FAILURES as error:
                if not not_taken(error):
                    await self._failed(channel, [row.id], error)
                    return False
                log.info("an undone order of game %s is not struck out: %s", row.game, error)
            await self._store.drop_posts([row.id])
        return True

    async def _mark(self, channel: int, batch: Batch, undone: int) -> None:
        """Where the words of an undone order stand alone or with others on one page."""
        game = batch.table.id
        for row in await self._store.posts_of(game, undone):
            if row.message is None or not row.payload["entries"]:
                continue
            rows = await self._store.posts_in(game, row.message)
            log_of = await self._store.actions(game, since=min(row.seq for row in rows) - 1)
            struck = {action.seq for action in log_of if action.undone_by is not None}
            pages = limits.pages(words(batch.table.game, rows, struck))
            if len(pages) == 1:
                target = self._client.get_partial_messageable(channel)
                message = target.get_partial_message(row.message)
                await message.edit(content=pages[0], allowed_mentions=NOBODY)

    async def _panel(self, channel: int, batch: Batch, *, doubted: bool) -> None:
        ids = [row.id for row in batch.rows if row.kind == "panel"]
        if not (ids or doubted) or self._games.practice_acts(batch.table):
            return  # who acts kicks again
        since = [row.payload["since"] for row in batch.rows if row.kind == "panel"]
        now = int(self._clock())
        try:
            done = await self._panels.sync(batch.table, max(since, default=now), check=doubted)
        except FAILURES as error:
            await self._failed(channel, ids, error)
            return
        if done:
            await self._store.drop_posts(ids)
        else:
            await self._store.failed(ids)
        self.trouble.pop(channel, None)


def _trouble(channel: int, error: Exception) -> str:
    """Why nothing can be posted in a channel, and what can be done."""
    if isinstance(error, Shut):
        thread = f"<#{channel}>"
        return phrase(
            "The thread {thread} is archived, and I may not open it: it may be locked. Whoever "
            "manages threads here can unlock and open it, or allow me to (Manage Threads). Then I "
            "post what waits; nothing is lost.",
            thread=thread,
        )
    if isinstance(error, discord.Forbidden):
        return phrase(
            "I may not post in this channel at present; please look at my permissions there "
            "(View Channel, Send Messages, Attach Files). Nothing is lost."
        )
    return phrase(
        "Discord did not take my last message in the channel; I keep trying. Nothing is lost."
    )


async def _say(
    target: discord.PartialMessageable,
    text: str,
    nonce: str,
    *,
    view: discord.ui.View | None = None,
    mentions: discord.AllowedMentions = NOBODY,
    file: discord.File | None = None,
) -> int:
    """One message; its id. Words that Discord will not have are left out, not tried for ever."""
    try:
        sent = await target.send(
            text,
            file=discord.utils.MISSING if file is None else file,
            view=discord.utils.MISSING if view is None else view,
            allowed_mentions=mentions,
            nonce=nonce,
        )
    except discord.HTTPException as error:
        if file is not None or text == phrase(NO_WORDS) or error.status != 400:
            raise
        log.error("Discord would not take a text in %s: %s", target.id, error)
        return await _say(target, phrase(NO_WORDS), nonce, view=view, mentions=mentions)
    return sent.id
