"""What goes into the outbox: made with the order, sent after its commit.

A post of the kind `panel` has the panel looked at; `since` is the time of what
it waits for since, `check` asks whether the message is still there. A post of
the kind `game` is a message: `entries` are the public ones, from which words and
picture are made, `text` the bot's own words, `map` is "crop", "full" or "" (none),
`offer` (if any) is the moment an offer was made at and whom it is for.
"""

from collections.abc import Sequence
from typing import Any

import discord
import msgspec

import storage
from bot import texts
from engine import Game
from engine.core.entries import AnyEntry, Ordered, Phased
from engine.core.standing import is_free
from storage import Post


def order(row: storage.Game, entries: Sequence[AnyEntry], game: Game) -> list[Post]:
    """The post of an accepted order; none if nothing public happened (a secret standing order)."""
    over = game.result() is not None
    if not entries and not over:
        return []
    text = texts.over(game) if over else ""
    return [_post(row, entries, text, "full" if over else _map(entries)), panel(row)]


def _map(entries: Sequence[AnyEntry]) -> str:
    """The whole map at the end of a phase, none where only a policy was changed."""
    if all(isinstance(e, Ordered) and is_free(e.line.split()) for e in entries):
        return ""
    return "full" if any(isinstance(entry, Phased) for entry in entries) else "crop"


def undone(row: storage.Game, side: str, lines: str) -> list[Post]:
    """Tells everybody what was taken back."""
    return [_post(row, (), texts.undone(side, lines), "full"), panel(row)]


def started(row: storage.Game, commitment: str) -> list[Post]:
    """The first message of a game."""
    return [_post(row, (), texts.started(row.game, commitment), "full"), panel(row)]


def closed(row: storage.Game, text: str, game: Game | None) -> list[Post]:
    """The last message of a game that ends without a result."""
    text = f"{text}\n{texts.secret(game)}" if game else text
    return [_post(row, (), text, ""), panel(row)]


def offer(row: storage.Game, text: str, when: str, to: Sequence[int]) -> Post:
    """An offer that the users in `to` can answer with a button."""
    post = _post(row, (), text, "")
    post.payload["offer"] = {"when": when, "to": list(to)}
    return post


def panel(row: storage.Game, *, check: bool = False) -> Post:
    """Have the panel put right."""
    now = int(discord.utils.utcnow().timestamp())
    return Post(channel=row.channel, kind="panel", payload={"since": now, "check": check})


def entries_of(payload: dict[str, Any]) -> list[AnyEntry]:
    """The entries that a post carries."""
    return msgspec.convert(payload["entries"], list[AnyEntry])


def _post(row: storage.Game, entries: Sequence[AnyEntry], text: str, mode: str) -> Post:
    payload = {"entries": msgspec.to_builtins(list(entries)), "text": text, "map": mode}
    return Post(channel=row.channel, kind="game", payload=payload)
