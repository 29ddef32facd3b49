"""Discord's limits as code, and the guards that keep what we send within them.

The simulated Discord enforces few of these, so `measure` walks all that goes out.
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
FILES = 10
NONCE = 25
THREAD = 100
COMPONENTS = 40
TEXT_DISPLAYS = 4_000
BOX_TITLE = 45
BOX_LABEL = 45
COMMANDS = 100
MENU_COMMANDS = 5
COMMAND_OPTIONS = 25
"""Options of a command, subcommands of a group."""
COMMAND_TEXT = 8_000
"""Names, descriptions and values of a command, its options and choices, all together."""
COMMAND_NAME = 32
DESCRIPTION = 100
EMBEDS = 10
EMBEDS_TEXT = 6_000
EMBED_NAME = 256
EMBED_TEXT = 4_096
EMBED_FOOTER = 2_048
EMBED_FIELDS = 25
EMBED_VALUE = 1_024


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
