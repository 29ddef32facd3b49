"""What waits for one game in one channel: which of it is the next message, in words and as what
picture.

Orders that wait together are one message. What has just come is added to the newest message, if
the channel wants that (`house.posting`) and it fits.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from bot.catalogue import MARK, msgid, of_game, phrase
from bot.channel.pictures import Painting
from bot.channel.style import Style
from bot.house.posting import How, Key, grows, shares
from bot.play import posts
from bot.play.table import Table
from bot.words import limits
from bot.words.together import together
from engine import Game
from engine.core.entries import AnyEntry, Ended
from engine.core.view import View
from storage import OutboxRow

log = logging.getLogger(__name__)

NO_WORDS = msgid("(Something happened that could not be put into words; `/map` shows it.)")


@dataclass(frozen=True)
class Batch:
    """The rows that wait, with the view that belongs to them.

    `newest` are the posts of the newest message there.
    """

    table: Table
    rows: list[OutboxRow]
    view: View | None
    newest: list[OutboxRow]
    how: How
    now: float
    style: Style

    @property
    def left(self) -> bool:
        """Whether the game has gone on elsewhere since."""
        own = (self.table.row.channel, self.table.thread)
        return any(row.channel not in own for row in self.rows)

    @property
    def messages(self) -> list[OutboxRow]:
        """The posts that go out next, together."""
        return self._next[0]

    @property
    def into(self) -> int | None:
        """The message that they are added to; None: they are one of their own."""
        return self._next[1]

    @cached_property
    def _next(self) -> tuple[list[OutboxRow], int | None]:
        waiting = [row for row in self.rows if row.kind == "game"]
        together = list(takewhile(lambda row: _apart(row) == _apart(waiting[0]), waiting))
        if together and together[0].batch is not None:  # tried before: as it was then
            return together, together[0].message
        joining = self._joining(together)
        return (joining, self.newest[-1].message) if joining else (together, None)

    def _joining(self, waiting: Sequence[OutboxRow]) -> list[OutboxRow]:
        """Those at the front that go into the newest message.

        None do where it is not sure that it arrived once: what stands there may say so.
        """
        if not self.newest or self.newest[0].attempts:
            return []
        if not grows(self.newest[0].tried or 0.0, self.now):
            return []
        found: list[OutboxRow] = []
        for row in waiting:
            before = [*self.newest, *found]
            last, following = _key(before[-1]), _key(row)
            if last is None or following is None:
                break
            quiet = not any(old.payload["map"] for old in before)
            if not shares(self.how, last, following, quiet=quiet):
                break
            if len(limits.pages(self._words([*self.newest, *found, row]))) > 1:
                break
            found.append(row)
        return found

    @property
    def _all(self) -> list[OutboxRow]:
        """All posts of the message that is sent, or grows."""
        return [*self.newest, *self.messages] if self.into is not None else self.messages

    @property
    def called(self) -> list[int]:
        """The users that its messages call, the panel aside."""
        calls = [user for row in self.messages for user in row.payload.get("call", ())]
        return list(dict.fromkeys(calls))

    @property
    def answers(self) -> list[list[str]]:
        """The buttons of its messages, the newest first; each once, whoever was asked twice."""
        rows = reversed(self.messages)
        found = [answer for row in rows for answer in row.payload.get("answers", ())]
        return list({(act, *parts): [act, label, *parts] for act, label, *parts in found}.values())

    @property
    def mode(self) -> str:
        """`full` if any row asks for it, else `crop` if any asks for a picture, else "". The map
        is that of now: none where a game has gone from, for who is left there may not see it."""
        if self.left:
            return ""
        modes = {row.payload["map"] for row in self.messages}
        return next((mode for mode in (posts.CARD, "full", "crop") if mode in modes), "")

    def text(self) -> str:
        """All in words; the end of a game in the bot's own, which say it with the score."""
        return self._words(self._all)

    def _words(self, rows: Iterable[OutboxRow]) -> str:
        return words(self.table.game, rows)

    def goes_on(self, page: str) -> bool:
        """Does a page begin in the middle of what the game says of an order?"""
        game, first = self.table.game, page.partition("\n")[0].strip("~")
        return game is not None and any(
            first in in_words(game, posts.entries_of(row.payload))[1:] for row in self._all
        )

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
            shown = [row for row in self._all if not row.undone]
            entries = [entry for row in shown for entry in posts.entries_of(row.payload)]
            return Painting(self.view, entries, self.mode)
        return Painting(self.view, (), self.mode, before=before, focus=tuple(last["focus"]))

    @property
    def patient(self) -> bool:
        """Whether it is added to a message and may wait for more of the same hand."""
        return self.into is not None and all(row.payload.get("waits") for row in self.messages)


def _apart(row: OutboxRow) -> tuple[int | None, bool]:
    """What posts of one message have alike: whether they were tried together, and no card."""
    return row.batch, row.payload["map"] == posts.CARD


def _key(row: OutboxRow) -> Key | None:
    found = row.payload.get("key")
    return Key(*found) if found else None


def words(game: Game | None, rows: Iterable[OutboxRow]) -> str:
    """Posts in words, one order a line; what was taken back is struck out."""
    parts: list[str] = []
    kept = caption = ""
    for row in rows:
        told = [line for line in row.payload["text"].split("\n") if line]
        caption = row.payload.get("mute") or caption
        if game and not row.payload.get("mute"):
            lines = in_words(game, posts.entries_of(row.payload))
            told = [*map(of_game, lines[:1]), *lines[1:], *told]
        if row.undone and row.payload["entries"]:
            told = [strike(line) for line in told]
        parts += told
        kept = row.payload.get("record") or kept
    if kept:  # one receipt for all, as `verify` reads it: each record rests on those before it
        parts.append(f"-# record {kept}")
    return "\n".join([*parts, *filter(None, [caption])])


def in_words(game: Game, entries: Iterable[AnyEntry]) -> list[str]:
    """Public entries, line by line, what units do alike together; not the end of a game, which the
    bot tells itself."""
    told = [(entry, _told(game, entry)) for entry in entries if not isinstance(entry, Ended)]
    return [line for text in together(told) for line in text.split("\n") if line]


def _told(game: Game, entry: AnyEntry) -> str:
    """An entry in words. One that cannot be told must not keep back all that comes after it."""
    try:
        return limits.plain(game.tell(entry))
    except Exception:
        log.exception("an entry could not be told: %r", entry)
        return phrase(NO_WORDS)


def strike(line: str) -> str:
    """A line, struck out."""
    return f"~~{line}~~"


def struck_out(text: str, lines: Sequence[str]) -> str:
    """A message with these lines struck out, the last ones that are not yet.

    >>> print(struck_out("a\\nb\\nb\\n-# record 1", ["b"]))
    a
    b
    ~~b~~
    -# record 1
    """
    rows = text.split("\n")
    for line in reversed(lines):
        for number in range(len(rows) - 1, -1, -1):
            if rows[number].removeprefix(MARK) == line:
                rows[number] = strike(rows[number])
                break
    return "\n".join(rows)
