"""What happened, as typed entries: the log, and what the renderer draws.

Units, places and cards are named by their ids, never by index, so that an
entry can be read years later. The words that people see are made from the
entry (`engine.core.tell`), they are not stored in it.
"""

import msgspec


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """One thing that happened. `to` names the only side that may read it ("": all)."""

    rule: str = ""
    to: str = ""


class Ordered(Entry, frozen=True, tag="order"):
    """An order as accepted, in canonical words. A secret order's public twin has only the verb."""

    side: str
    line: str
    auto: bool = False


class Phased(Entry, frozen=True, tag="phase"):
    """A phase of the sequence of play begins."""

    turn: str
    phase: str
    side: str = ""


class Moved(Entry, frozen=True, tag="path"):
    """A unit went along `places` (the first is where it stood). `how` is the game's word."""

    unit: str
    places: list[str]
    how: str


class Rolled(Entry, frozen=True, tag="die"):
    """Roll number `n` of the game; `queued` when the umpire had set the result."""

    n: int
    purpose: str
    values: list[int]
    side: str = ""
    cause: str = ""
    queued: bool = False


class Shuffled(Entry, frozen=True, tag="shuffle"):
    """Roll number `n` was used to shuffle `size` items of `pile`."""

    n: int
    pile: str
    size: int
    cause: str = ""


class Fought(Entry, frozen=True, tag="battle"):
    """A battle was resolved in `places`; `scores` are in the order of `sides`."""

    places: list[str]
    sides: list[str]
    scores: list[int]
    winner: str
    result: str


class Lost(Entry, frozen=True, tag="loss"):
    """A unit left the map or took a step loss at `place`. `how` is the game's word."""

    unit: str
    place: str
    how: str


class Placed(Entry, frozen=True, tag="place"):
    """A unit was put on a place."""

    unit: str
    place: str


class Marked(Entry, frozen=True, tag="mark"):
    """A marker of `mark` at `place` now shows `value` ("none": taken off)."""

    place: str
    mark: str
    value: str


class Played(Entry, frozen=True, tag="card"):
    """A side used a card or token. `how` says for what."""

    side: str
    card: str
    how: str


class Noted(Entry, frozen=True, tag="note"):
    """Anything else, already in plain words."""

    text: str


class Ended(Entry, frozen=True, tag="result"):
    """The game is over."""

    winners: list[str]
    reason: str


AnyEntry = (
    Ordered
    | Phased
    | Moved
    | Rolled
    | Shuffled
    | Fought
    | Lost
    | Placed
    | Marked
    | Played
    | Noted
    | Ended
)


def public(entries: list[AnyEntry]) -> list[AnyEntry]:
    """The entries that everyone may read."""
    return [entry for entry in entries if not entry.to]


def readable(entries: list[AnyEntry], side: str | None) -> list[AnyEntry]:
    """The entries that `side` may read (None: a spectator)."""
    return [entry for entry in entries if entry.to in ("", side)]


def encode(entries: list[AnyEntry]) -> bytes:
    """JSON, as kept with an action."""
    return msgspec.json.encode(entries)


_decoder = msgspec.json.Decoder(list[AnyEntry])


def decode(blob: bytes) -> list[AnyEntry]:
    """Entries from their stored form."""
    return _decoder.decode(blob)
