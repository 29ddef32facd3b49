"""The words of a server's weekly recap: one message, however many games there are."""

from bot.catalogue import counted, phrase
from bot.words import limits

LONGEST = 300
"""Characters of a row at most: one game must not take the place of the others."""


def weekly(begun: list[str], running: list[str], ended: list[str]) -> str:
    """The games of a server by what became of them; "" where there are none."""
    found = [
        (phrase("**Begun**"), begun),
        (phrase("**Under way**"), running),
        (phrase("**Ended**"), ended),
    ]
    parts = [(head, [limits.cut(row, LONGEST) for row in rows]) for head, rows in found if rows]
    if not parts:
        return ""
    room = max(len(rows) for _, rows in parts)
    while len(text := _shown(parts, room)) > limits.MESSAGE:
        room -= 1
    return text


def _shown(parts: list[tuple[str, list[str]]], room: int) -> str:
    """With so many rows of each at most; what is left out is counted."""
    lines = [phrase("**The games of this server: the week**")]
    for head, rows in parts:
        lines += [head, *(f"- {row}" for row in rows[:room])]
        if more := len(rows[room:]):
            lines.append(counted("- and {n} more game", "- and {n} more games", more))
    return "\n".join(lines)
