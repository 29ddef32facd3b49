"""The record of a game: a chain of keyed hashes over what everybody was told.

Its short form goes out with each post, so that readers hold a receipt of the log as it was.
Each link is HMAC-SHA256 under the game's secret over the link before, the side, the cause and
the public entries of the act, dice and result among them. So

- it tells nothing: what is secret is not in it (an armed card enters when it is played), and
  without the secret no guess at anything can be tried on it;
- nothing can be made up afterwards: another cause, die, order or winner gives other links from
  there on, and the secret itself was promised by its SHA-256 at the start;
- readers compare what was posted with the export letter by letter, without any secret; at the
  end, when it is public, `verify` computes every link again from the orders.

An undo adds a link as well: what was posted once stays in the chain.
"""

import re
from collections.abc import Iterable, Sequence

import msgspec

from engine.core import dice
from engine.core.entries import AnyEntry, Ordered, public

SHORT = 16
"""Hex digits of the short form: 64 bits, too many to find another log with the same ones."""

_POSTED = re.compile(rf"\brecord:? `?([0-9a-f]{{{SHORT},64}})\b", re.IGNORECASE)


def link(secret: bytes, before: str, side: str, cause: str, entries: Sequence[AnyEntry]) -> str:
    """The record after an act; as before where nobody was told anything (a secret order)."""
    heard = public(list(entries))
    if not heard:
        return before
    return dice.keyed(secret, "record", msgspec.json.encode([before, side, cause, heard]))


def told(side: str, line: str) -> AnyEntry:
    """What enters for an act that leaves no entries: an undo, the rules of another version."""
    return Ordered(side=side, line=line)


def short(record: str) -> str:
    """As it stands under a post."""
    return record[:SHORT]


def posted(text: str) -> list[str]:
    """The records in messages that somebody copied, in order."""
    return [found.lower() for found in _POSTED.findall(text)]


def absent(shown: Iterable[str], records: Sequence[str]) -> list[str]:
    """Those posted that begin no record of the log."""
    return [one for one in shown if not any(record.startswith(one) for record in records)]
