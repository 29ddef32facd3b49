"""The panel: one message that says who must act, with the buttons.

A new one comes where somebody is called, and where several messages stand below it; in a channel
that wants every act posted, with each phase too.

It is kept by comparing what should be there with what was posted last, so it
can be put right at any time: after a restart, a failure, or a deleted message.
"""

import hashlib
import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
import msgspec

import engine
from bot.catalogue import phrase
from bot.house import tally
from bot.house.calls import beside
from bot.house.posting import How, how
from bot.house.waiting import terms, time
from bot.house.watch import Watch
from bot.play import silence
from bot.play.table import PRACTICE, Table
from bot.talk.buttons import lobby_view, panel_view, view_of
from bot.talk.reply import FAILURES
from bot.words import limits, texts
from engine import Pending
from storage import Store

UNKNOWN_MESSAGE = 10008
TOO_MANY_EDITS = 30046
FOOT = 3
"""Messages below a panel with which it comes to the foot again."""
OLD = 5
"""Old panels whose buttons are still to be taken off, at most."""

UNWATCHED = Watch()

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Face:
    """What the panel should be: a new `key` is a new message, a new `digest` an edit."""

    key: list[str]
    content: str
    view: discord.ui.View
    users: dict[str, int]
    """Who is called, by side; each is mentioned when they were not on the panel before."""

    @property
    def buttons(self) -> list[str]:
        return [getattr(item, "custom_id", "") for item in self.view.children]

    @property
    def digest(self) -> str:
        return hashlib.sha256(repr((self.content, self.buttons)).encode()).hexdigest()[:16]


class Posted(msgspec.Struct):
    """The panel as it stands in the channel, and what is left of those before it.

    `number` counts the panels of the game: it is in the nonce, so that one whose answer
    was lost is not posted twice. `below` counts the messages under it.
    """

    key: list[str] = []
    digest: str = ""
    since: int = 0
    message: int = 0
    users: list[str] = []
    number: int = 0
    below: int = 0
    old: list[int] = []


def face(
    table: Table, since: int, invited: int | None = None, watch: Watch = UNWATCHED
) -> Face | None:
    """The panel of a game as it should be now; None when the game is over."""
    if table.damaged:
        content = texts.damaged(table.title)
        return Face(["damaged"], content, view_of(), {}) if table.open else None
    if table.row.status == "lobby":
        return _lobby(table, invited, watch)
    game = table.game
    if table.row.status != "running" or game is None:
        return None
    asked = [(pending, table.seats.get(pending.side, PRACTICE)) for pending in game.pending()]
    view = game.view(None)
    where = " · ".join(part for part in (view.turn, view.phase) if part)
    text = "\n".join(
        filter(
            None,
            (
                texts.panel(table.row.game, table.title, where, asked, since, table.partners),
                time(table.row.game, watch),
            ),
        )
    )
    return Face(
        key=[view.turn, view.phase, *(f"{p.side} {p.kind}" for p, _ in asked)],
        content=limits.cut(text, limits.MESSAGE),
        view=panel_view(table.id, game),
        users=_called(table, asked, watch),
    )


def _called(table: Table, asked: Sequence[tuple[Pending, int]], watch: Watch) -> dict[str, int]:
    """Who is called by the panel, those who share a seat too."""
    sides = {pending.side: user for pending, user in asked if user != PRACTICE}
    sharing = {side: user for side, user in table.partners.items() if side in sides}
    found = {**sides, **beside(sharing)}
    return {key: user for key, user in found.items() if _by_panel(watch, key)}


def _by_panel(watch: Watch, side: str) -> bool:
    """Whether the panel calls them: others hear of it where and when they chose."""
    call = watch.calls.get(side)
    return call is None or call.panel


def _lobby(table: Table, invited: int | None, watch: Watch) -> Face:
    info = engine.catalogue()[table.row.game]
    sides = info.sides(table.row.scenario, table.row.options)
    seats = [(side, table.seats.get(side)) for side in sides]
    owner = table.row.owner
    free = [side for side, user in seats if user is None]
    users: dict[str, int] = {}
    notes = ""
    what = table.terms
    if watch.clocks is not None:
        what = f"{what}\n{terms(watch.clocks.control, watch.claim)}".strip()
    if invited is not None and invited not in table.seats.values():
        users["invited"], notes = invited, phrase("<@{invited}>, you are invited.", invited=invited)
    elif owner > 0 and not free and any(user not in (owner, PRACTICE) for _, user in seats):
        users["owner"], notes = owner, phrase("<@{owner}>, it can begin.", owner=owner)
    return Face(
        key=["lobby", *(["full"] if "owner" in users else [])],
        content=texts.lobby(table.row.game, table.title, what, seats, notes),
        view=lobby_view(table.id, table.row.game, free),
        users=users,
    )


class Panels:
    """Posts, edits and retires panels."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client = client
        self._store = store
        self._below: Counter[int] = Counter()
        """Messages posted for a game since its panel was looked at."""

    def push(self, game: int, messages: int) -> None:
        """So many messages were posted below the panel of a game."""
        self._below[game] += messages

    async def sync(self, table: Table, since: int, *, check: bool = False) -> bool:
        """Make the panel what it should be. False when an old one still has its buttons.

        With `check` it is looked whether it is there, even if nothing changed.
        Raises discord.HTTPException when Discord will not have it.
        """
        settings = await self._store.settings("game", table.id)
        posted = msgspec.convert(settings.get("panel") or {}, Posted)
        kept = msgspec.json.encode(posted)
        posted.below += self._below[table.id]
        much = how((await self._store.settings("channel", table.row.channel)).get("posts"))
        watch = await silence.watch(self._store, table.row, settings)
        wanted = face(table, since, settings.get("invited"), watch)
        if wanted is None:
            _retire(posted)
        elif posted.message and _stays(posted, wanted, much):
            if posted.key == wanted.key:
                wanted = face(table, posted.since, settings.get("invited"), watch)
                assert wanted is not None
            else:
                posted.key, posted.since = wanted.key, since
            low = posted.below >= FOOT
            if low or not await self._stands(table, posted, wanted, check=check):
                await self._send(table, posted, wanted)
        else:
            posted.since = since
            await self._send(table, posted, wanted)
        if kept != msgspec.json.encode(posted):
            await self._save(table, posted)
        del self._below[table.id]
        if posted.old:
            left = [old for old in posted.old if not await self._stripped(table, old)]
            if left != posted.old:
                posted.old = left
                await self._save(table, posted)
        return not posted.old

    async def _save(self, table: Table, posted: Posted) -> None:
        await self._store.set_setting("game", table.id, "panel", msgspec.to_builtins(posted))

    async def _stands(self, table: Table, posted: Posted, wanted: Face, *, check: bool) -> bool:
        """Put the panel right where it is; False when a new one is needed."""
        if posted.digest != wanted.digest:
            if not await self._edit(table, posted.message, wanted):
                return False
            posted.digest = wanted.digest
            posted.users = list(wanted.users)
            return True
        return not check or await self._is_there(table, posted.message)

    async def _send(self, table: Table, posted: Posted, wanted: Face) -> None:
        """A new panel at the foot. If one is there whose answer was lost, it is used or retired."""
        new = [user for side, user in wanted.users.items() if side not in posted.users]
        mentions = discord.AllowedMentions.none()
        mentions.users = [discord.Object(user) for user in new]
        _retire(posted)
        for last in (False, True):
            posted.number += 1
            sent = await self._channel(table).send(
                wanted.content,
                view=wanted.view,
                allowed_mentions=mentions,
                nonce=f"{table.id}:p{posted.number}",
            )
            if last or await self._serves(table, sent, wanted):
                break
            posted.old.append(sent.id)
        posted.message, posted.below = sent.id, 0
        posted.key, posted.digest, posted.users = wanted.key, wanted.digest, list(wanted.users)

    async def _serves(self, table: Table, sent: discord.Message, wanted: Face) -> bool:
        """Whether what Discord has under a nonce is the panel, or has called all whom it calls."""
        if _buttons(sent) == wanted.buttons:
            return True
        called = all(f"<@{user}>" in sent.content for user in wanted.users.values())
        return called and await self._edit(table, sent.id, wanted)

    async def _edit(self, table: Table, message: int, wanted: Face) -> bool:
        """False when the message is gone, or too old to be edited so soon again."""
        try:
            await self._message(table, message).edit(
                content=wanted.content,
                view=wanted.view,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, TOO_MANY_EDITS):
                raise
            return False
        return True

    async def _is_there(self, table: Table, message: int) -> bool:
        try:
            await self._message(table, message).fetch()
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return False
        except discord.Forbidden:  # no Read Message History: it is taken to be there
            return True
        return True

    async def _stripped(self, table: Table, message: int) -> bool:
        """Take the buttons off an old panel; they would only say that they are stale."""
        try:
            await self._message(table, message).edit(view=None)
        except discord.NotFound:
            return True
        except FAILURES as error:
            tally.undelivered()
            log.info("an old panel of game %s keeps its buttons for now: %s", table.id, error)
            return False
        return True

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.row.channel)

    def _message(self, table: Table, message: int) -> discord.PartialMessage:
        return self._channel(table).get_partial_message(message)


def _stays(posted: Posted, wanted: Face, much: How) -> bool:
    """Whether it is the same panel still: in another phase too where few posts are wanted and
    nobody is called who was not."""
    return posted.key == wanted.key or (much != "every" and set(wanted.users) <= set(posted.users))


def _retire(posted: Posted) -> None:
    """What stands there now is an old panel."""
    if posted.message:
        posted.old = [*posted.old, posted.message][-OLD:]
        posted.message = 0


def _buttons(message: discord.Message) -> list[str]:
    """The custom_ids of a message that was sent."""
    rows: Iterable[Any] = message.components
    return [item.custom_id for row in rows for item in getattr(row, "children", ())]
