"""Everything of a running game that is stored: one flat struct, and its bytes.

What can be derived from it is rebuilt on load and never stored. There are no
sets, tuples or int-keyed dicts in it, so that every serialiser agrees on it.

The bytes end with a checksum of themselves (`"sum"`): damaged ones are refused, not played on.
It is no secret and proves nothing to others; the keyed hash of each action does that, which
covers what stands before the sum, as it did when there was none.
"""

from operator import attrgetter
from typing import Any, Generic, TypeVar
from zlib import crc32

import msgspec

from engine.core.frames import Frame, Join
from engine.core.piles import Pile

S = TypeVar("S")


class Arm(msgspec.Struct, forbid_unknown_fields=True):
    """A standing order: play `card` at the next window of `kind` (if it is about `place`).

    Games let more than cards be armed (a marshal, a marker): `card` is its number then, in the
    lexicon that `Rules.armed` names.
    """

    side: str
    card: int
    kind: str
    place: int = -1


class Lane(msgspec.Struct, forbid_unknown_fields=True):
    """A stack of frames, the last one on top. `ask` changes whenever its question does."""

    stack: list[Any]
    ask: str = ""
    part: int = 0

    @property
    def id(self) -> str:
        """That of its question."""
        return f"{self.ask}{self.part}"

    @property
    def top(self) -> Frame:
        """The frame that acts or waits now."""
        frame: Frame = self.stack[-1]
        return frame


class Position(msgspec.Struct, Generic[S], forbid_unknown_fields=True):
    """A game as stored. `state` is the game's own struct, the rest is the same for all games."""

    shape: int
    game: str
    scenario: str
    options: dict[str, bool | int | str | list[str]]
    sides: list[str]
    secret: str
    state: S
    lanes: list[Lane]
    piles: dict[str, Pile] = msgspec.field(default_factory=dict)
    rolls: int = 0
    """Number of the next roll or shuffle; never goes back."""
    revision: int = 0
    """Orders carried out so far."""
    chain: str = ""
    """Keyed hash of the orders so far: the cause of rolls that have no other."""
    last: str = ""
    """Who gave the last order."""
    policy: dict[str, str] = msgspec.field(default_factory=dict)
    """`side:kind` -> ask or auto, in force."""
    coming: dict[str, str] = msgspec.field(default_factory=dict)
    """Policies that count from the next player turn."""
    arms: list[Arm] = msgspec.field(default_factory=list)
    queue: dict[str, list[int]] = msgspec.field(default_factory=dict)
    """Results set by the umpire for the next rolls of a purpose."""
    edited: bool = False
    """The umpire's hand was here: the game is unrated."""
    winners: list[str] | None = None
    reason: str = ""
    scores: dict[str, int] = msgspec.field(default_factory=dict)

    def faults(self) -> list[str]:
        """What no game writes, whichever it is: unknown steps and sides, piles without masks."""
        found = [
            f"{type(frame).__name__} has no step {frame.step!r}"
            for lane in self.lanes
            for frame in lane.stack
            if not frame.knows(frame.step)
        ]
        if not self.lanes and self.winners is None:
            found.append("nothing is going on in it, and nobody has won")
        found += [f"nobody plays {side!r}" for side in self._named() if side not in self.sides]
        for name, pile in self.piles.items():
            if len(pile.ids) != len(pile.seen):
                found.append(f"the pile {name!r} does not say who knows it")
        return found

    def _named(self) -> list[str]:
        """The sides that are meant somewhere."""
        asked = [getattr(lane.stack[-1], "side", "") for lane in self.lanes if lane.stack]
        arming = [arm.side for arm in self.arms]
        winning = self.winners or []
        return [side for side in (self.last, *asked, *arming, *winning) if side]


_ids = attrgetter("ids")

_SUM = b',"sum":"%08x"}'
"""The last field. CRC-32 finds each flipped bit, and each swap of two letters."""

_FIELD, _LONG = _SUM[:8], len(_SUM % 0)


def opened(blob: bytes) -> bytes:
    """A position's bytes without their checksum, as those of older versions are.

    ValueError where the bytes are not what was written.

    >>> opened(b'{"shape":1}')
    b'{"shape":1}'
    """
    if blob[-_LONG : -_LONG + len(_FIELD)] != _FIELD:
        return blob
    body = blob[:-_LONG] + b"}"
    if blob[-_LONG:] != _SUM % crc32(body):
        raise ValueError("they differ from what was written")
    return body


def sealed(body: bytes) -> bytes:
    """The bytes with their checksum.

    >>> sealed(b'{"shape":1}')
    b'{"shape":1,"sum":"8b134cc5"}'
    """
    return body[:-1] + _SUM % crc32(body)


class Codec(Generic[S]):
    """Bytes of a position and back, for one game's state and frame types."""

    def __init__(self, state: type[S], frames: tuple[type[Frame], ...]) -> None:
        union: Any = Join
        for frame in frames:
            union = union | frame
        lane = msgspec.defstruct(
            "Lane", [("stack", list[union]), ("ask", str, ""), ("part", int, 0)], bases=(Lane,)
        )
        fields = [("lanes", list[lane]), ("state", state)]  # type: ignore[valid-type]
        self.lane: type[Lane] = lane  # type: ignore[assignment]
        whole = msgspec.defstruct("Position", fields, bases=(Position,), kw_only=True)
        self._encoder = msgspec.json.Encoder(order="deterministic")
        self._decoder = msgspec.json.Decoder(whole)

    def encode(self, position: Position[S]) -> bytes:
        """A position's bytes with their checksum."""
        return sealed(self.body(position))

    def body(self, position: Position[S]) -> bytes:
        """JSON with a fixed order of keys: equal positions give equal bytes.

        An empty pile is as good as none, so that a look at one changes nothing.
        """
        if not all(map(_ids, position.piles.values())):
            position.piles = {name: pile for name, pile in position.piles.items() if pile.ids}
        return self._encoder.encode(position)

    def decode(self, blob: bytes) -> Position[S]:
        """The position again. ValueError when the bytes are not one."""
        position: Position[S] = self._decoder.decode(opened(blob))  # type: ignore[assignment]
        return position
