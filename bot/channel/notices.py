"""Says what the keeper finds due: in the game's channel through the outbox, or by direct message.

A direct message that Discord will not deliver (they are closed) goes to the channel instead.
"""

import logging
from collections.abc import Callable, Sequence

import discord

from bot.catalogue import channel, phrase, speaking
from bot.house import tally, waiting
from bot.house.calls import seat
from bot.house.person import Person
from bot.house.watch import Notice, Watch
from bot.play import posts
from bot.play.ahead import Back
from bot.play.games import Games
from bot.play.posts import answer
from bot.play.table import Table
from bot.talk.reply import FAILURES, NOBODY, for_good
from bot.words import limits
from bot.words.refusal import Refusal
from bot.words.standing import handed_back
from storage import Store

log = logging.getLogger(__name__)


class Notices:
    """The keeper's teller."""

    def __init__(self, client: discord.Client, store: Store, games: Games) -> None:
        self._client = client
        self._store = store
        self._games = games

    async def notice(self, table: Table, notice: Notice, person: Person, watch: Watch) -> None:
        """Something about one game."""
        with channel(table.row.guild):
            match notice.kind:
                case "out":
                    await self._out(table, notice, watch)
                case "graced":
                    end = watch.ends(notice.side) or 0.0
                    text = waiting.graced(notice.user, table.row.game, notice.side, end)
                    await self._games.post(table, posts.called(table.row, text, [notice.user]))
                case "deck":
                    await self._next(table, notice, person)
                case "called" | "reminded":
                    await self._call(table, notice, person, watch)

    async def _out(self, table: Table, notice: Notice, watch: Watch) -> None:
        """The others decide about a seat without time."""
        others = sorted(table.people - {notice.user})
        text = waiting.out(table.row.game, notice.side, watch.claim, others)
        answers = [
            answer("claim", phrase("Claim"), notice.side),
            answer("extend", phrase("Give 24 h more"), notice.side),
            answer("wait", phrase("Wait"), notice.side),
        ]
        await self._games.post(
            table, posts.called(table.row, text, others, answers if others else ())
        )

    async def _next(self, table: Table, notice: Notice, person: Person) -> None:
        """By direct message; in the channel where they take none."""

        def text() -> str:
            return waiting.on_deck(table.row.game, table.title, table.row.channel, notice.side)

        with speaking(person.language):
            taken = await self._message(notice.user, text(), f"n{table.id}:{table.row.seq}")
        if not taken:
            await self._in_channel(table, notice.user, text())

    async def _in_channel(
        self, table: Table, user: int, text: str, answers: Sequence[Sequence[str]] = ()
    ) -> None:
        post = posts.called(table.row, f"<@{user}>: {text}", [user], answers)
        await self._games.post(table, post)

    async def _call(self, table: Table, notice: Notice, person: Person, watch: Watch) -> None:
        call = watch.calls[notice.side]
        side = seat(notice.side)
        pending = table.pending_of(side)
        asked = (
            table.row.game,
            table.title,
            table.row.channel,
            side,
            pending.prompt if pending else "",
        )

        def text() -> str:
            called = notice.kind == "called"
            told = waiting.called(*asked) if called else waiting.reminded(*asked, call.since)
            end = watch.ends(notice.side)
            return told if end is None else f"{told} {waiting.ends(end)}"

        nonce = f"{table.id}:{notice.side}:{int(call.since)}:{notice.number}"
        if person.notice != "channel":
            with speaking(person.language):
                direct = f"{text()}\n{await self._link(table)}".strip()
                if await self._message(notice.user, direct, nonce):
                    return
        answers = [answer("snooze", phrase("Remind me tomorrow"), notice.side)]
        reminder = answers if notice.kind == "reminded" else ()
        await self._in_channel(table, notice.user, text(), reminder)

    async def digest(
        self, user: int, person: Person, waiting_: Sequence[tuple[Table, Watch]]
    ) -> None:
        """All games in which somebody is asked, once a day."""
        rows = []
        with speaking(person.language):
            for table, watch in waiting_:
                for side, call in watch.calls.items():
                    pending = table.pending_of(seat(side))
                    if call.user == user and pending is not None:
                        text = waiting.reminded(
                            table.row.game,
                            table.title,
                            table.row.channel,
                            seat(side),
                            pending.prompt,
                            call.since,
                        )
                        rows.append(f"{text} {await self._link(table)}".strip())
            nonce = f"d{user}:{len(rows)}"
            if await self._message(user, limits.cut(waiting.digest(rows), limits.MESSAGE), nonce):
                return
        for table, watch in waiting_:  # closed to messages: each game's channel says so
            for side, call in watch.calls.items():
                if call.user == user:
                    await self.notice(
                        table, Notice("reminded", side, user, call.sent), Person(), watch
                    )

    async def handed_back(self, table: Table, back: Back) -> None:
        """By direct message or not at all: no word of it may stand in the channel. `/standing`
        says it too."""
        text = f"**{table.title}** <#{table.row.channel}>\n{handed_back(back.lines, back.why)}"
        nonce = f"b{table.id}:{back.user}:{table.row.seq}"
        try:
            await self._message(back.user, limits.cut(text, limits.MESSAGE), nonce)
        except FAILURES as error:
            log.info("no direct message to %s: %s", back.user, error)

    async def watched(
        self, table: Table, user: int, person: Person, text: Callable[[], str]
    ) -> None:
        """By direct message; in the channel where they take none."""
        with speaking(person.language):
            taken = await self._message(user, text(), f"w{table.id}:{table.row.seq}")
        if not taken:
            with channel(table.row.guild):
                await self._in_channel(table, user, text())

    async def sees(self, table: Table, user: int) -> bool:
        """By the channel's rights as they are now. Refusal while Discord does not answer."""
        try:
            place = self._client.get_channel(table.row.channel)
            place = place or await self._client.fetch_channel(table.row.channel)
            if not isinstance(place, discord.abc.GuildChannel | discord.Thread):
                return False
            member = await place.guild.fetch_member(user)
        except discord.NotFound:
            return False
        except discord.Forbidden:  # the bot may not look: nobody was told that they must not
            return True
        except FAILURES as error:
            raise Refusal(str(error)) from error
        return place.permissions_for(member).view_channel

    async def blind(self, table: Table, user: int, person: Person) -> None:
        """By direct message or not at all: the channel is not theirs to read in."""
        with speaking(person.language):
            text = phrase(
                "You watched a game of **{title}**, whose channel you cannot see any more: you "
                "hear no more of it.",
                title=table.title,
            )
        try:
            await self._message(user, text, f"s{table.id}:{user}")
        except FAILURES as error:
            log.info("no direct message to %s: %s", user, error)

    async def weekly(self, channel: int, text: str, nonce: str) -> bool:
        """False where its channel does not let it in."""
        try:
            found = self._client.get_channel(channel) or await self._client.fetch_channel(channel)
            if isinstance(found, discord.abc.Messageable):
                await found.send(text, allowed_mentions=NOBODY, nonce=nonce)
                return True
        except discord.HTTPException as error:
            if not for_good(error):
                raise
            tally.undelivered()
            log.info("no recap in channel %s: %s", channel, error)
        return False

    def here(self, table: Table) -> bool:
        """Whether the bot is on the server of a game still."""
        return self._client.get_guild(table.row.guild) is not None

    async def there(self, table: Table, user: int) -> bool:
        """Whether somebody is on the server of a game still; where it cannot be seen, they are."""
        guild = self._client.get_guild(table.row.guild)
        if guild is None:
            return True
        try:
            await guild.fetch_member(user)
        except discord.NotFound:
            return False
        except FAILURES:
            return True
        return True

    async def _message(self, user: int, text: str, nonce: str) -> bool:
        """A direct message; False where they take none."""
        try:
            direct = await self._client.create_dm(discord.Object(user))
            await direct.send(text, allowed_mentions=NOBODY, nonce=nonce)
        except FAILURES as error:
            tally.undelivered()
            if not isinstance(error, discord.Forbidden | discord.NotFound):
                raise
            log.info("no direct message to %s: %s", user, error)
            return False
        return True

    async def _link(self, table: Table) -> str:
        """Leads to the panel of a game, "" where there is none."""
        panel = (await self._store.settings("game", table.id)).get("panel") or {}
        if not panel.get("message"):
            return ""
        row = table.row
        return f"https://discord.com/channels/{row.guild}/{row.channel}/{panel['message']}"
