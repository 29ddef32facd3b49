"""Posts what was committed: one task a channel, in order, again until Discord took it.

A row of the outbox is written with its order and marked when it is out, so a
bot that was killed in between goes on where it was. Rows that wait for one
channel become one message with the newest picture and all the words, or are
added to the one before (`channel.batch`).

A message may arrive though its answer is lost. It is therefore tried again as
it was, under the same nonce, whatever has come since: Discord drops the second
copy as long as it remembers the first. An edit is made again as it is: twice it
is the same. Whatever part of a message Discord will not have is left out, and
the rest goes.
"""

import asyncio
import logging
from collections.abc import Callable
from contextvars import Context
from dataclasses import replace

import discord

import renderer
from bot import catalogue
from bot.catalogue import MARK, msgid, of_game, phrase
from bot.channel.batch import NO_WORDS, Batch, in_words, struck_out
from bot.channel.card import card, people
from bot.channel.painter import Painter
from bot.channel.panel import Panels
from bot.channel.pictures import Carded, Drawn
from bot.channel.style import Style, chosen
from bot.channel.threads import Shut, wake
from bot.house import posting, tally
from bot.house.rules import House
from bot.play.games import Games
from bot.play.posts import CARD
from bot.play.table import Table
from bot.talk.buttons import answers_view, offer_view
from bot.talk.reply import FAILURES, NOBODY, attachment, described, for_good, not_taken
from bot.words import limits
from bot.words.refusal import Refusal
from engine.core.entries import decode, public
from storage import Posted, Store

log = logging.getLogger(__name__)

PLACES = (discord.abc.GuildChannel, discord.Thread)
UNKNOWN_CHANNEL = 10003
REFUSED = (400, 403, 413)
"""Statuses that may be about the picture alone."""
NONCE_LIVES = 120.0
"""Seconds for which Discord surely remembers a nonce ("a few minutes" by its word)."""

LONGEST_LULL = 1.0
"""Seconds for which orders may hold up an edit by following each other."""

NO_PICTURE = msgid("(The picture could not be drawn; `/map` tries again.)")
NO_FILES = msgid(
    "(I may not attach pictures here. Whoever manages this channel can give me Attach "
    "Files; `/map` shows the map to you.)"
)
NOT_TAKEN = msgid("(Discord did not take the picture; `/map` shows the map to you.)")
REPEAT = msgid("(Discord did not say whether this came through before; it may be a repeat.)")


class Outbox:
    """The worker. `kick` it after each public commit and `beat` it now and then."""

    def __init__(
        self, client: discord.Client, store: Store, clock: Callable[[], float], house: House
    ) -> None:
        self._client = client
        self._store = store
        self._clock = clock
        self.lull = house.lull
        """Seconds without a further order after which a message that grows is edited."""
        self._games: Games
        self._panels = Panels(client, store)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._stirred: dict[int, asyncio.Event] = {}
        """Channel that is being posted in -> set when something new waits there."""
        self._closing = False
        self._stir: asyncio.Task[None] | None = None
        self._doubted: dict[int, set[int]] = {}
        """Channel -> games whose panel may be gone."""
        self.painter = Painter(house.painters)
        self._trouble: dict[int, Exception] = {}
        """Channel -> why nothing can be posted there at present."""

    def serve(self, games: Games) -> None:
        """The games whose posts these are."""
        self._games = games

    def kick(self, channel: int) -> None:
        """Something waits for this channel."""
        if channel in self._tasks:
            self._again.add(channel)
            self._stirred[channel].set()
        else:
            self._stirred[channel] = asyncio.Event()
            task = asyncio.create_task(
                self._run(channel), name=f"outbox {channel}", context=Context()
            )  # in nobody's language
            self._tasks[channel] = task

    async def beat(self) -> None:
        """Post what has become due: after a start, and after a failure."""
        for channel in await self._store.due_channels():
            self.kick(channel)

    def stir(self) -> None:
        """Another process may have left something to be posted here."""
        if self._stir is None or self._stir.done():
            self._stir = asyncio.create_task(self._look(), name="outbox")

    async def _look(self) -> None:
        try:
            await self.beat()
        except Exception:  # a heartbeat comes soon
            log.exception("what another process has left could not be looked for")

    def repair(self, table: Table) -> None:
        """Somebody looked: try again at once what waits, and put a lost panel back."""
        self._doubted.setdefault(table.row.channel, set()).add(table.id)
        self.kick(table.row.channel)

    def trouble(self, channel: int) -> str:
        """Why nothing can be posted in a channel at present, "" where nothing is wrong."""
        error = self._trouble.get(channel)
        return _trouble(channel, error) if error is not None else ""

    def posting(self, table: Table) -> list[asyncio.Task[None]]:
        """What is posting at present where the words and maps of a game stand."""
        places = (table.row.channel, table.thread)
        return [self._tasks[place] for place in places if place in self._tasks]

    async def retire(self, channel: int, panel: int) -> None:
        """Take the buttons off a panel that stays behind; they would only say where to go."""
        if panel:
            message = self._client.get_partial_messageable(channel).get_partial_message(panel)
            try:
                await message.edit(view=None)
            except FAILURES as error:
                log.info("the panel %s keeps its buttons: %s", panel, error)

    async def drained(self, seconds: float) -> None:
        """Wait until nothing is being posted, but not for longer than that."""
        if self._tasks:
            await asyncio.wait(list(self._tasks.values()), timeout=seconds)

    async def close(self) -> None:
        """Let posts under way come to their end."""
        self._closing = True
        for stirred in self._stirred.values():
            stirred.set()
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
            del self._tasks[channel], self._stirred[channel]

    async def _flush(self, channel: int) -> None:
        """All that waits for a channel. What cannot be done for one game holds up no other."""
        doubted = self._doubted.pop(channel, set())
        waiting = await self._store.pending_posts(channel)
        for game in dict.fromkeys([*(row.game for row in waiting), *doubted]):
            ids = [row.id for row in waiting if row.game == game]
            try:
                await self._serve(channel, game, ids, doubted=game in doubted)
            except Exception as error:
                if not isinstance(error, Refusal):  # a game that is busy is nothing to tell of
                    log.exception("posting for game %s failed; it will be tried again", game)
                await self._store.failed(ids, unsure=True)

    async def _serve(self, channel: int, game: int, ids: list[int], *, doubted: bool) -> None:
        """A game's messages, each as soon as it can be, and then its panel."""
        table = await self._games.get(game)
        if self._client.get_guild(table.row.guild) is None:
            return  # not there yet, or the bot was taken from that server: it may come back
        place = self._client.get_channel(channel)  # of a game that moved, it may be another's
        guild = place.guild.id if isinstance(place, PLACES) else table.row.guild
        with catalogue.channel(guild):
            await self._say_all(channel, table, ids, doubted=doubted)

    async def _say_all(self, channel: int, table: Table, ids: list[int], *, doubted: bool) -> None:
        try:
            await wake(self._client, channel)
        except (Shut, *FAILURES) as error:
            if _gone(error) and channel == table.thread:
                await self._without_thread(table)
            else:
                await self._failed(channel, ids, error)
            return
        while (batch := await self._lull(channel, table.id)).messages:
            if not await self._message(channel, batch):
                return
        if not await self._strike(channel, batch):
            return
        await self._panel(channel, batch, doubted=doubted)

    async def _lull(self, channel: int, game: int) -> Batch:
        """What is next, once nobody has given a further order for a moment."""
        loop = asyncio.get_running_loop()
        end = loop.time() + LONGEST_LULL
        while True:
            stirred = self._stirred[channel]
            stirred.clear()
            batch = await self._batch(channel, game)
            if not (self.lull and batch.patient) or self._closing or loop.time() >= end:
                return batch
            try:
                async with asyncio.timeout(self.lull):
                    await stirred.wait()
            except TimeoutError:
                return batch

    async def _batch(self, channel: int, game: int) -> Batch:
        """Rows and view of one moment: nothing is committed in between."""
        table = await self._games.get(game)
        settings = await self._store.settings("channel", table.row.channel)
        how = posting.how(settings.get("posts"))
        async with self._games.alone(table):
            rows, newest = await self._store.posts(game, channel)
            view = table.game.view(None) if table.game else None
        return Batch(table, rows, view, newest, how, self._clock(), chosen(settings))

    # messages --------------------------------------------------------------

    async def _message(self, channel: int, batch: Batch) -> bool:
        """Send the next message; False when Discord would not have it."""
        picture = None
        made = await self._card(batch.table) if batch.mode == CARD else None
        if batch.mode:
            async with self.painter.turn(channel) as waited:
                if waited:  # whatever came meanwhile goes with it
                    batch = await self._batch(channel, batch.table.id)
                text, picture = await asyncio.gather(
                    self._trying(batch), self._picture(batch, made)
                )
        else:
            text = await self._trying(batch)
        ids = [row.id for row in batch.messages]
        try:
            if batch.into is None:
                stands = await self._send(channel, batch, text, picture)
            else:
                stands = [await self._grow(channel, batch, batch.into, text, picture)]
        except _Parted as error:
            unsure = error.sent or batch.messages[0].tried is not None
            await self._failed(channel, ids, error.why, unsure=unsure)
            behind = [row.id for row in batch.rows if row.id not in ids]
            await self._store.failed(behind, unsure=True)
            return False
        except discord.HTTPException as error:  # it cannot be edited: then it is another one
            log.info("message %s grows no more: %s", batch.into, error)
            await self._store.stands_alone(batch.table.id, channel)
            return True
        await self._store.sent(ids, stands[-1].message, stands)
        first = batch.messages[0]
        if first.next_try is not None and not first.attempts:  # it is still its commit's time
            tally.took("commit_to_post", self._clock() - first.next_try)
        if batch.into is None and channel == batch.table.row.channel:
            self._panels.push(batch.table.id, len(stands))
        self._trouble.pop(channel, None)
        return True

    async def _trying(self, batch: Batch) -> str:
        """The words of the next message. It goes no sooner than it stands on the disk as tried."""
        await self._store.trying([row.id for row in batch.messages], batch.into)
        return batch.text()

    async def _send(
        self, channel: int, batch: Batch, text: str, picture: renderer.Picture | None
    ) -> list[Posted]:
        """A message of its own, in as many parts as it takes. Raises _Parted."""
        target = self._client.get_partial_messageable(channel)
        nonce = f"{batch.table.id}:{batch.messages[0].id}"
        pages = self._pages(batch, text, picture)
        sent: list[Posted] = []
        try:
            for number, page in enumerate(pages[:-1]):
                message = await _say(target, page, f"{nonce}.{number}")
                sent.append(_posted(channel, batch, message, page))
            message = await self._send_last(target, pages[-1], batch, picture, nonce)
        except FAILURES as error:
            raise _Parted(error, bool(sent)) from error
        return [*sent, _posted(channel, batch, message, pages[-1])]

    async def _grow(
        self, channel: int, batch: Batch, into: int, text: str, picture: renderer.Picture | None
    ) -> Posted:
        """Add to a message; without the picture where that is refused.

        Raises discord.HTTPException where it cannot be edited, and else _Parted.
        """
        message = self._client.get_partial_messageable(channel).get_partial_message(into)
        [text] = self._pages(batch, text, picture)
        if picture is not None:
            file = attachment(described("map.png", picture))
            try:
                await _edit(message, text, file)
            except discord.HTTPException as error:
                if error.status not in REFUSED:
                    raise
                log.warning("Discord would not take a picture in %s: %s", channel, error)
                text = _without(text, error)
            else:
                return _posted(channel, batch, into, text)
        await _edit(message, text)
        return _posted(channel, batch, into, text)

    async def _card(self, table: Table) -> Carded | None:
        """The card of a game that is over; its words go without it where it cannot be made."""
        try:
            made = await card(self._store, table, await people(self._client, table))
        except Exception:
            log.exception("the card of game %s could not be made", table.id)
            return None
        return Carded(made) if made else None

    async def _picture(self, batch: Batch, card: Carded | None) -> renderer.Picture | None:
        """The picture of a message, in this channel's turn."""
        painting = card if batch.mode == CARD else batch.painting()
        if painting is None:
            return None
        try:
            styled = replace(painting, theme=batch.style.theme, large=batch.style.large)
            picture = await self.painter.work(styled)
        except Exception:
            log.exception("the picture of game %s could not be drawn", batch.table.id)
            return None
        return picture if len(picture.png) <= limits.FILE_BYTES else None

    def _pages(self, batch: Batch, text: str, picture: renderer.Picture | None) -> list[str]:
        """The words of a message, in parts that Discord takes; the last one has the picture."""
        tried = batch.messages[0].tried
        old = tried is not None and not 0 <= self._clock() - tried <= NONCE_LIVES
        if batch.into is None and old:
            text = f"{phrase(REPEAT)}\n{text}"
        if picture is None and batch.mode and batch.mode != CARD:
            text = f"{text}\n{phrase(NO_PICTURE)}"
        if batch.into is not None:
            return [limits.cut(text, limits.MESSAGE)]
        pages = limits.pages(text, limits.MESSAGE - len(MARK)) or [" "]
        return [*pages[:1], *(of_game(p) if batch.goes_on(p) else p for p in pages[1:])]

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
            file = attachment(described("map.png", picture))
            return await _say(target, text, nonce, view=view, mentions=mentions, file=file)
        except discord.HTTPException as error:
            if error.status not in REFUSED:
                raise
            log.warning("Discord would not take a picture in %s: %s", target.id, error)
            return await _say(target, _without(text, error), nonce, view=view, mentions=mentions)

    async def _failed(
        self, channel: int, ids: list[int], error: Exception, *, unsure: bool = False
    ) -> None:
        if _gone(error):
            ids = [row.id for row in await self._store.pending_posts(channel)]
            log.error("channel %s is gone; %s posts were given up", channel, len(ids))
            await self._store.drop_posts(ids)
            await self._games.lost(channel)
            return
        tally.undelivered()
        self._trouble[channel] = error
        log.warning("post in channel %s failed, again later: %s", channel, error)
        await self._store.failed(ids, unsure=unsure or not not_taken(error))

    async def _without_thread(self, table: Table) -> None:
        """The thread of a game is gone: what waits for it and what comes goes to the channel."""
        await self._store.set_setting("game", table.id, "thread", None)
        await self._store.set_setting("game", table.id, "split", None)
        await self._store.moved(table.thread, table.row.channel)
        table.thread, table.split = 0, "none"
        self.kick(table.row.channel)

    # what was taken back, and the panel ------------------------------------

    async def _strike(self, channel: int, batch: Batch) -> bool:
        """Strike out in their messages what was taken back; False when that must be tried again."""
        for row in batch.rows:
            if row.kind != "strike":
                continue
            try:
                await self._mark(batch, row.payload["undone"])
            except FAILURES as error:
                if not for_good(error):
                    await self._failed(channel, [row.id], error)
                    return False
                tally.undelivered()
                log.info("an undone order of game %s is not struck out: %s", row.game, error)
            await self._store.drop_posts([row.id])
        return True

    async def _mark(self, batch: Batch, undone: int) -> None:
        """Where the words of an order that is void stand, alone or with others."""
        action = await self._store.action(batch.table.id, undone)
        if action is None or batch.table.game is None:
            return
        lines = in_words(batch.table.game, public(decode(action.entries)))
        for stands in await self._store.posted(batch.table.id, undone):
            text = struck_out(stands.text, lines)
            if text != stands.text and len(text) <= limits.MESSAGE:
                target = self._client.get_partial_messageable(stands.channel)
                message = target.get_partial_message(stands.message)
                await message.edit(content=text, allowed_mentions=NOBODY)
                await self._store.reworded(stands.message, text)

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
        self._trouble.pop(channel, None)


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


def _gone(error: Exception) -> bool:
    return isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL


async def _edit(
    message: discord.PartialMessage, text: str, file: discord.File | None = None
) -> None:
    """Edit a message; its picture stays where there is no other. Raises _Parted where it may be
    done, or is to be tried again."""
    files = discord.utils.MISSING if file is None else [file]
    try:
        await message.edit(content=text, attachments=files, allowed_mentions=NOBODY)
    except FAILURES as error:
        if not for_good(error):
            raise _Parted(error, not not_taken(error)) from error
        raise


def _posted(channel: int, batch: Batch, message: int, text: str) -> Posted:
    seqs = [row.seq for row in batch.messages]
    return Posted(message, batch.table.id, channel, min(seqs), max(seqs), text)


def _without(text: str, error: discord.HTTPException) -> str:
    """A text with a note that its picture was refused."""
    note = phrase(NO_FILES) if error.status == 403 else phrase(NOT_TAKEN)
    return f"{limits.cut(text, limits.MESSAGE - len(note) - 1)}\n{note}"


class _Parted(Exception):
    """A message may not be out; `sent`: some of it may be."""

    def __init__(self, why: Exception, sent: bool) -> None:
        super().__init__(str(why))
        self.why = why
        self.sent = sent
