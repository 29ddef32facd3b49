"""The panel: one message a phase that says who must act, with the buttons.

It is kept by comparing what should be there with what was posted last, so it
can be put right at any time: after a restart, a failure, or a deleted message.
"""

import hashlib
import logging
from dataclasses import dataclass
from typing import Any

import discord

import engine
from bot import limits, texts
from bot.buttons import lobby_view, panel_view
from bot.games import PRACTICE, Table
from storage import Store

UNKNOWN_MESSAGE = 10008
TOO_MANY_EDITS = 30046

log = logging.getLogger("umpire")


@dataclass(frozen=True)
class Face:
    """What the panel should be: a new `key` is a new message, a new `digest` an edit."""

    key: list[str]
    content: str
    view: discord.ui.View
    users: dict[str, int]
    """Who is called, by side; each is mentioned when they were not on the panel before."""

    @property
    def digest(self) -> str:
        ids = [getattr(item, "custom_id", "") for item in self.view.children]
        return hashlib.sha256(repr((self.content, ids)).encode()).hexdigest()[:16]


def face(table: Table, since: int, invited: int | None = None) -> Face | None:
    """The panel of a game as it should be now; None when the game is over."""
    if table.row.status == "lobby":
        return _lobby(table, invited)
    game = table.game
    if table.row.status != "running" or game is None:
        return None
    asked = [(pending, table.seats.get(pending.side, PRACTICE)) for pending in game.pending()]
    view = game.view(None)
    where = " · ".join(part for part in (view.turn, view.phase) if part)
    return Face(
        key=[view.turn, view.phase, *(f"{p.side} {p.kind}" for p, _ in asked)],
        content=limits.cut(texts.panel(table.title, where, asked, since), limits.MESSAGE),
        view=panel_view(table.id, game),
        users={pending.side: user for pending, user in asked if user != PRACTICE},
    )


def _lobby(table: Table, invited: int | None) -> Face:
    info = engine.catalogue()[table.row.game]
    sides = info.sides(table.row.scenario, table.row.options)
    seats = [(side, table.seats.get(side)) for side in sides]
    waiting = invited is not None and invited not in table.seats.values()
    notes = f"<@{invited}>, you are invited." if waiting else ""
    free = [side for side, user in seats if user is None]
    return Face(
        key=["lobby"],
        content=texts.lobby(table.title, table.terms, seats, notes),
        view=lobby_view(table.id, free),
        users={"invited": invited} if waiting and invited is not None else {},
    )


class Panels:
    """Posts, edits and retires panels."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client = client
        self._store = store

    async def sync(self, table: Table, since: int, nonce: str, *, check: bool = False) -> int:
        """Make the panel what it should be; its message id, 0 if there is none.

        With `check` it is edited even if nothing changed, to see that it is there.
        Everybody can see the `nonce`: it must not count what is secret.
        Raises discord.HTTPException when Discord will not have it.
        """
        settings = await self._store.settings("game", table.id)
        saved: dict[str, Any] = settings.get("panel") or {}
        key = face(table, 0, settings.get("invited"))
        if key is None:
            await self._retire(table, saved)
            return 0
        same = saved.get("key") == key.key
        since = saved["since"] if same else since
        wanted = face(table, since, settings.get("invited"))
        assert wanted is not None
        if same and saved["digest"] == wanted.digest and not check:
            return int(saved["message"])
        if same and await self._edit(table, saved, wanted):
            message = int(saved["message"])
        else:
            message = await self._send(table, wanted, saved, nonce)
        await self._save(table, wanted, since, message)
        if saved and saved["message"] != message:
            await self._strip(table, saved)
        return message

    async def _save(self, table: Table, wanted: Face, since: int, message: int) -> None:
        panel = {
            "key": wanted.key,
            "digest": wanted.digest,
            "since": since,
            "message": message,
            "users": list(wanted.users),
        }
        await self._store.set_setting("game", table.id, "panel", panel)

    async def _send(self, table: Table, wanted: Face, saved: dict[str, Any], nonce: str) -> int:
        new = [user for side, user in wanted.users.items() if side not in saved.get("users", [])]
        mentions = discord.AllowedMentions.none()
        mentions.users = [discord.Object(user) for user in new]
        sent = await self._channel(table).send(
            wanted.content,
            view=wanted.view,
            allowed_mentions=mentions,
            nonce=nonce,
        )
        return sent.id

    async def _edit(self, table: Table, saved: dict[str, Any], wanted: Face) -> bool:
        """False when the message is gone, or too old to be edited so soon again."""
        try:
            await self._message(table, saved).edit(
                content=wanted.content,
                view=wanted.view,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, TOO_MANY_EDITS):
                raise
            return False
        return True

    async def _retire(self, table: Table, saved: dict[str, Any]) -> None:
        if saved:
            await self._strip(table, saved)
            await self._store.set_setting("game", table.id, "panel", None)

    async def _strip(self, table: Table, saved: dict[str, Any]) -> None:
        """Take the buttons off an old panel. They would only say that they are stale."""
        try:
            await self._message(table, saved).edit(view=None)
        except discord.HTTPException as error:
            log.info("the old panel of game %s keeps its buttons: %s", table.id, error)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.row.channel)

    def _message(self, table: Table, saved: dict[str, Any]) -> discord.PartialMessage:
        return self._channel(table).get_partial_message(int(saved["message"]))
