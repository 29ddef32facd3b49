"""What phones, copying and habit put round an order: quotes, list marks, names of commands.

A line that was printed by the bot, or pasted from where it was shown, is read like one
that was typed as the grammar has it.
"""

import re
from unicodedata import category

plain = re.compile(r"[a-zA-Z][\w +]*").fullmatch
"""Is there nothing to take off a line? So it is with nearly every one."""

_DROPPED = str.maketrans(dict.fromkeys("`´ˋ'\"‘’‚‛“”„‟«»‹›*", " "))
_DROPPED[ord(",")] = " "
_MARK = re.compile(r"(?:[-–—•‣◦>]+|\(?\d{1,3}[.)])\s+")
"""What begins an item of a list, or a quotation."""
_COMMAND = re.compile(r"/(?:(?:order|orders|choose|odds)\b)?")
_OPTION = re.compile(r"(?:^|(?<=\s))[a-z]+:\s*")
"""The name of a command's option, as Discord copies it."""
_LABEL = re.compile(r"[^\W\d]\w*:(?=\s)")
"""Who ordered it, or `Done:`."""
_AFTER = re.compile(r"\s·\s.*|\s\(by itself\).*|(?<=\S)\s*[.!…。]+\s*$")
"""The names that a list shows beside the words, and the end of a sentence."""


def tidy(row: str) -> str:
    """One line without what does not belong to the order.

    >>> tidy("2. “/order line: move 1pz, 0204, 0304.”")
    'move 1pz 0204 0304'
    """
    if plain(row):
        return row
    row = "".join(c for c in row if category(c) != "Cf").translate(_DROPPED).strip()
    row = _MARK.sub("", row, count=1) if _MARK.match(row) else row
    command = _COMMAND.match(row)
    if command:
        row = _OPTION.sub("", row[command.end() :].lstrip())
    label = _LABEL.match(row)
    if label:
        row = row[label.end() :].lstrip()
    return " ".join(_AFTER.sub("", row).split())
