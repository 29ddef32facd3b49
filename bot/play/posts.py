"""What goes into the outbox: made with the order, sent after its commit.

A post of the kind `game` is a message: `entries` are the public ones, from which words and
picture are made, `text` the bot's own words, `map` is "crop", "full", CARD or "" (none),
`offer` (if any) is the moment an offer was made at and what is offered, `call` (if any) are
the users that are called with it, `answers` the buttons below it; that of an undo has
`before`, the position that was taken back, and `focus`, the places that it is about; `record`
(if any) stands below its words. That of an order has a `key`: orders of one hand in one phase may
share a message (`house.posting`); a `mute` one has a picture alone, with this under it in place of
its words; `waits` where nobody else is asked by it.
A post of the kind `strike` has the words of the order `undone` struck out where they stand.
A post of the kind `panel` has the panel looked at; `since` is the time of what it waits for.

A secret order makes no post: nothing that is posted may depend on how many there were.
"""

import base64
import time
import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec

import engine
import storage
from bot.catalogue import channel, phrase
from bot.play.table import Table
from bot.words import texts
from engine import Game
from engine.core import record
from engine.core.entries import (
    AnyEntry,
    Fought,
    Lost,
    Marked,
    Moved,
    Phased,
    Placed,
    Played,
    Rolled,
    decode,
    public,
)
from engine.core.view import View
from storage import Post

To = TypeVar("To", Table, storage.Game)
P = ParamSpec("P")

CARD = "card"
"""What has the card of a game that is over for its picture; it is a message of its own."""

SHOWN = (Moved, Rolled, Fought, Lost, Placed, Marked, Played)
"""Entries that a picture shows, whether or not they left the board as it was."""


def public_words(
    make: Callable[Concatenate[To, P], list[Post]],
) -> Callable[Concatenate[To, P], list[Post]]:
    """Posts to a game are in the language of its server."""

    @wraps(make)
    def made(to: To, /, *args: P.args, **more: P.kwargs) -> list[Post]:
        with channel(to.row.guild if isinstance(to, Table) else to.guild):
            return make(to, *args, **more)

    return made


@public_words
def order(
    table: Table, side: str, entries: Sequence[AnyEntry], before: View, kept: str
) -> list[Post]:
    """The post of an accepted order; none if nothing public happened (a secret standing order).

    `kept` is the record of the game after it: whole in the last post, else in short.
    """
    game, row = table.played(), table.row
    over = game.result() is not None
    if not entries and not over:
        return []
    text = texts.over(game, table.seats) if over else ""
    after = game.view(None)
    mode = _map(entries, before, after)
    post = _post(row, entries, text, "full" if over and mode else mode)
    post.payload["record"] = kept if over else record.short(kept)
    if not over:
        post.payload["key"] = [before.turn, before.phase, side]
        post.payload["waits"] = _asked(before) == _asked(after)
    return [*_parted(table, post), *([_card(row)] if over else []), panel(row)]


def _card(row: storage.Game) -> Post:
    """How a game went, and how anybody can look into it."""
    text = phrase(
        "-# How it went. `/game gallery` pages through the maps, `/game replay` shows them as a "
        "film, `/game export` gives the whole log, and `python -m engine verify` checks every "
        "roll of it. `/game card` shows this again."
    )
    post = _post(row, (), text, CARD)
    post.payload["answers"] = archive()
    return post


def archive() -> list[list[str]]:
    """The buttons below what is said of a game that is over."""
    return [
        answer("film", phrase("Replay")),
        answer("pages", phrase("Maps")),
        answer("whole", phrase("Whole log")),
    ]


def _parted(table: Table, post: Post) -> list[Post]:
    """The post of an order: of a game with a thread, its words and its picture apart."""
    if table.split == "none" or "key" not in post.payload:
        return [post]
    here, there = table.row.channel, table.thread
    words, picture = (there, here) if table.split == "log" else (here, there)
    told = {key: value for key, value in post.payload.items() if key not in ("before", "focus")}
    parts = [Post(channel=words, kind="game", payload={**told, "map": ""})]
    if post.payload["map"]:
        turn, phase, side = post.payload["key"]
        where = ", ".join(part for part in (table.called(side), turn, phase) if part)
        caption = phrase("-# {where}: the words are in <#{words}>.", where=where, words=words)
        shown = {**post.payload, "text": "", "mute": caption}
        shown.pop("record", None)
        parts.append(Post(channel=picture, kind="game", payload=shown))
    return parts


def summed_up(news: Sequence[Post], text: str) -> None:
    """Add a summary to the post of an order that ends a stretch of play."""
    for post in news:
        if post.kind == "game" and "key" in post.payload and "mute" not in post.payload:
            post.payload["text"] = text


def _asked(view: View) -> set[str]:
    return {asked.side for asked in view.asked}


def _map(entries: Sequence[AnyEntry], before: View, after: View) -> str:
    """The whole map where a phase ends; none where nothing on it has changed."""
    if before.same_board(after) and not any(isinstance(entry, SHOWN) for entry in entries):
        return ""
    return "full" if any(isinstance(entry, Phased) for entry in entries) else "crop"


@public_words
def undone(
    table: Table,
    side: str,
    lines: str,
    action: storage.Action | None,
    before: bytes,
    kept: str,
    by: str = "",
) -> list[Post]:
    """Tells everybody what was taken back, and shows it; `before` is the position before that.

    `by` has the words for the moderator who did it, instead of the side.
    """
    row, after = table.row, table.played().view(None)
    told = texts.undone(table.row.game, side, lines)
    post = _post(row, (), f"{by}\n{told}" if by else told, "crop")
    post.payload["record"] = record.short(kept)
    if not by:
        post.payload["key"] = [after.turn, after.phase, side]
        post.payload["waits"] = True
    if action is None:
        return [*_parted(table, post), panel(row)]
    shown = public(decode(action.entries))
    post.payload["before"] = base64.b64encode(zlib.compress(before)).decode()
    post.payload["focus"] = places(shown)
    strike = Post(channel=row.channel, kind="strike", payload={"undone": action.seq})
    return [*_parted(table, post), strike, panel(row)]


def taken_back(payload: dict[str, Any]) -> View | None:
    """The map as it was before an undo, if this is the post of one."""
    if "before" not in payload:
        return None
    return engine.load(zlib.decompress(base64.b64decode(payload["before"]))).view(None)


def places(entries: Iterable[AnyEntry]) -> list[str]:
    """The places that entries are about."""
    found: list[str] = []
    for entry in entries:
        match entry:
            case Moved() | Fought():
                found += entry.places
            case Lost() | Placed() | Marked():
                found.append(entry.place)
    return list(dict.fromkeys(found))


@public_words
def started(row: storage.Game, game: Game) -> list[Post]:
    """The first message of a game, with what has happened before anybody is asked."""
    first = _post(row, (), texts.started(row.game, game.commitment), "full")
    opening = public(game.table.log)
    told = [_post(row, opening, "", "")] if opening else []
    return [first, *told, panel(row)]


@public_words
def resumed(row: storage.Game) -> list[Post]:
    """Shows a game again where what was posted of it is gone."""
    return [_post(row, (), texts.resumed(), "full"), panel(row)]


@public_words
def closed(row: storage.Game, text: str, game: Game | None, kept: str) -> list[Post]:
    """The last message of a game that ends without a result."""
    text = f"{text}\n{texts.secret(game)}" if game else text
    post = _post(row, (), text, "")
    post.payload["record"] = kept
    return [post, panel(row)]


def brought_in(guild: int, place: int, text: str) -> Post:
    """Tells of a game that comes from elsewhere and is over, with the map of its end."""
    with channel(guild):
        payload = {"entries": [], "text": text, "map": "full", "answers": archive()}
    return Post(channel=place, kind="game", payload=payload)


def moved(before: storage.Game, row: storage.Game) -> list[Post]:
    """Tells a game's old channel where it went, and shows it in the new one: each in its
    server's language."""
    with channel(before.guild):
        there = phrase("This game goes on in <#{channel}>.", channel=row.channel)
    with channel(row.guild):
        here = phrase("This game came from another channel, with all that was given in it.")
    return [_post(before, (), there, ""), _post(row, (), here, "full"), panel(row)]


@public_words
def renewed(row: storage.Game, text: str, kept: str) -> list[Post]:
    """Tells of new rules."""
    post = _post(row, (), text, "")
    post.payload["record"] = record.short(kept)
    return [post, panel(row)]


@public_words
def edited(
    table: Table, entries: Sequence[AnyEntry], before: View, kept: str, by: str
) -> list[Post]:
    """Tells of an edit of the umpire, by whom, and shows the map where that has changed."""
    game = table.played()
    over = game.result() is not None
    text = "\n".join([by, *([texts.over(game, table.seats)] if over else [])])
    mode = "" if before.same_board(game.view(None)) else "full"
    post = _post(table.row, entries, text, mode)
    post.payload["record"] = kept if over else record.short(kept)
    return [post, *([_card(table.row)] if over else []), panel(table.row)]


def seated(row: storage.Game, text: str, call: Sequence[int]) -> list[Post]:
    """Tells that a seat has changed hands; `call` are the users who are called to it."""
    post = _post(row, (), text, "")
    post.payload["call"] = list(call)
    return [post, panel(row)]


@public_words
def vacant(row: storage.Game, text: str, side: str) -> list[Post]:
    """Tells that a seat is open, with a button that takes it."""
    return [called(row, text, (), [answer("take", phrase("Take the seat"), side)]), panel(row)]


def offer(row: storage.Game, text: str, when: str, what: str, to: Sequence[int]) -> Post:
    """An offer of `what`, that the users in `to` can answer with a button."""
    post = _post(row, (), text, "")
    post.payload["offer"] = {"when": when, "what": what}
    post.payload["call"] = list(to)
    return post


@public_words
def rolled_back(row: storage.Game, text: str, undone: Sequence[int], kept: str) -> list[Post]:
    """Tells of a rollback, shows the map, and has the words of `undone` struck out."""
    post = _post(row, (), text, "full")
    post.payload["record"] = record.short(kept)
    strikes = [Post(channel=row.channel, kind="strike", payload={"undone": seq}) for seq in undone]
    return [post, *strikes, panel(row)]


def answer(act: str, label: str, *parts: str) -> list[str]:
    """A button below a call, as a post carries it."""
    return [act, label, *parts]


def called(
    row: storage.Game, text: str, call: Sequence[int], answers: Sequence[Sequence[str]] = ()
) -> Post:
    """Calls the users in `call`; `answers` are the buttons below it."""
    post = _post(row, (), text, "")
    post.payload["call"] = list(call)
    if answers:
        post.payload["answers"] = [list(answer) for answer in answers]
    return post


def panel(row: storage.Game) -> Post:
    """Have the panel put right."""
    return Post(channel=row.channel, kind="panel", payload={"since": int(time.time())})


def entries_of(payload: dict[str, Any]) -> list[AnyEntry]:
    """The entries that a post carries."""
    return msgspec.convert(payload["entries"], list[AnyEntry])


def _post(row: storage.Game, entries: Sequence[AnyEntry], text: str, mode: str) -> Post:
    payload = {"entries": msgspec.to_builtins(list(entries)), "text": text, "map": mode}
    return Post(channel=row.channel, kind="game", payload=payload)
