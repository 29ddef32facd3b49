"""Discord's limits as code, and the guards that keep what we send within them.

The simulated Discord enforces few of these, so the tests walk the command tree
and every layout with `tests/bot/measure.py`.
"""

import re
from collections.abc import Iterator

MESSAGE = 2_000
FILE_BYTES = 10 * 1024 * 1024
ROWS = 5
BUTTONS_IN_ROW = 5
OPTIONS = 25
CUSTOM_ID = 100
BUTTON_LABEL = 80
SELECT_TEXT = 100
PLACEHOLDER = 150
MODAL_TEXT = 4_000
CHOICES = 25
CHOICE = 100
ALT_TEXT = 1_024


def cut(text: str, limit: int) -> str:
    """`text`, shortened to `limit` characters with a mark that something is missing."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def pages(text: str, limit: int = MESSAGE) -> list[str]:
    """`text` as parts of at most `limit` characters, parted at line ends where that can be."""
    parts: list[str] = []
    now = ""
    for line in plain(text).split("\n"):
        for piece in _pieces(line, limit):
            if now and len(now) + 1 + len(piece) > limit:
                parts.append(now)
                now = piece
            else:
                now = f"{now}\n{piece}" if now else piece
    return [part for part in [*parts, now] if part.strip()]


def _pieces(line: str, limit: int) -> Iterator[str]:
    for start in range(0, max(len(line), 1), limit):
        yield line[start : start + limit]


def code(text: str, limit: int = 1_500) -> str:
    """`text` as inline code; a backtick in it cannot end it."""
    flat = " ".join(text.replace("`", "ˋ").split())
    return f"`{cut(flat, limit) or ' '}`"


def plain(sentence: str) -> str:
    """A sentence that Discord shows as it is: `1. Panzer Army` does not begin a numbered list.

    >>> plain("4. Panzer Army moves.")
    '4\\\\. Panzer Army moves.'
    """
    return _NUMBERED.sub(r"\1\.", sentence)


_NUMBERED = re.compile(r"^(\d+)\.(?=\s)", re.MULTILINE)
