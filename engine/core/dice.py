"""Dice that anyone can check.

At the start the SHA-256 of a 32-byte secret is made public. Roll n of a game is
HMAC-SHA256(secret, game | n | purpose | cause), with rejection so that every
face is equally likely. At the end the secret is shown and every roll can be
computed again.
"""

import hashlib
import hmac
from collections.abc import Iterator
from functools import lru_cache


def commitment(secret: bytes) -> str:
    """What is published at the start: SHA-256 of the secret, in hex.

    >>> commitment(b"")[:8]
    'e3b0c442'
    """
    return hashlib.sha256(secret).hexdigest()


def keyed(secret: bytes, *parts: str | bytes) -> str:
    """HMAC-SHA256 under the game's secret, in hex."""
    body = b"|".join(p if isinstance(p, bytes) else p.encode() for p in parts)
    return hmac.digest(secret, body, "sha256").hex()


def link(secret: bytes, *parts: str) -> str:
    """The next link of the chain of orders: a keyed BLAKE2 of the one before and the order."""
    found = _chain(secret).copy()
    found.update("|".join(parts).encode())
    return found.hexdigest()


@lru_cache(64)
def _chain(secret: bytes) -> hashlib.blake2b:
    """The hash of nothing under a secret: a copy of it is a third of the work of a new one."""
    return hashlib.blake2b(digest_size=16, key=secret[:64])


def stream(secret: bytes, game: str, n: int, purpose: str, cause: str) -> Iterator[int]:
    """The bytes of roll `n`, without end: block 0 is the HMAC of the text, further ones add |k."""
    text = f"{game}|{n}|{purpose}|{cause}"
    yield from hmac.digest(secret, text.encode(), "sha256")
    block = 0
    while True:
        block += 1
        yield from hmac.digest(secret, f"{text}|{block}".encode(), "sha256")


def below(limit: int, source: Iterator[int]) -> int:
    """A number from 0 to limit - 1, each equally likely; above 256 it takes two bytes at a time.

    >>> below(6, iter([255, 253, 13]))
    1
    """
    if limit <= 256:
        span, numbers = 256, source
    else:
        span, numbers = 65_536, (byte << 8 | next(source) for byte in source)
    bound = span - span % limit
    for number in numbers:
        if number < bound:
            return number % limit
    raise ValueError("the source ended")


def shuffled(items: list[int], source: Iterator[int]) -> list[int]:
    """The items in random order (Fisher and Yates, from the end)."""
    out = list(items)
    for last in range(len(out) - 1, 0, -1):
        other = below(last + 1, source)
        out[last], out[other] = out[other], out[last]
    return out
