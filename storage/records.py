"""What goes into the store and comes out of it. All frozen.

Times are seconds since 1970 (UTC). `guild`, `channel`, `user` and `message`
are Discord's ids. `Json` values come back equal to what went in.
"""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

Json = dict[str, Any]
Status = Literal["lobby", "running", "ended", "resigned", "closed"]
Kind = Literal["order", "auto", "edit", "undo", "rollback", "resign", "draw", "ruling"]
Scope = Literal["guild", "channel", "game"]
How = Literal["played", "resigned", "time", "agreed", "umpire"]
"""How a game came to its end: played to it, given up, lost on time, drawn, set by the umpire."""


Watched = Literal["turns", "result"]


class Game(msgspec.Struct, frozen=True):
    """A game without its state.

    `rev` counts the writes (each write names the one it saw), `seq` is the
    number of the last action (0: none yet), `door` that of the last action
    that cannot be taken back. `commitment` is the SHA-256 of the game's
    secret, as posted at its start. `updated` is the time of the last write.
    """

    id: int
    guild: int
    channel: int
    owner: int
    game: str
    scenario: str
    options: Json
    status: Status
    rev: int
    seq: int
    door: int
    commitment: str
    created: float
    updated: float


class Loaded(msgspec.Struct, frozen=True):
    """A game with its state (None in the lobby).

    `steps` are the states that can be gone back to, oldest first: what the
    game was at the last door and after each standing action since, without
    the present one. Empty: nothing to undo.
    """

    game: Game
    state: bytes | None
    steps: tuple[bytes, ...]


class Seat(msgspec.Struct, frozen=True):
    """A side of a game and who plays it. A user may hold several."""

    game: int
    side: str
    user: int


class Insider(msgspec.Struct, frozen=True):
    """A user who holds or held a side of a game that has begun, or saw its hand.

    `since` is when they last came to it.
    """

    game: int
    user: int
    side: str
    since: float


class NewAction(msgspec.Struct, frozen=True, kw_only=True):
    """One accepted action, about to be written.

    `line` holds the canonical lines, parted by newlines; `pending` the id of
    the question that it answers. `cause` is unique in its game: Discord's
    interaction id, or for what no one clicked the hash of the action before.
    `rules` is the version of the rules, `hash` the keyed hash of the state
    after it (hex), `entries` the log entries as the rules encode them. `record`
    is the keyed hash of all that everybody was told up to it (hex; "" where none was kept);
    `told` is whether everybody was told anything of it.
    """

    kind: Kind
    side: str
    user: int | None
    line: str
    pending: str
    cause: str
    rules: str
    hash: str
    entries: bytes
    record: str = ""
    told: bool = False


class Action(NewAction, frozen=True, kw_only=True):
    """A written action. `seq` counts from 1; `undone_by` is the action that took it back."""

    game: int
    seq: int
    time: float
    undone_by: int | None


class Archived(msgspec.Struct, frozen=True):
    """An action of a game that was played elsewhere, and what took it back.

    `state` is the one after it, packed by zlib; None where it follows from the one before.
    """

    action: NewAction
    undone_by: int | None
    state: bytes | None


class Snapshot(msgspec.Struct, frozen=True):
    """The state after action `seq` (0: the start). Those at a `door` are kept for good.

    One that is no door has in it what was written after it and is not undone
    (a policy, say).
    """

    game: int
    seq: int
    door: bool
    state: bytes


class Post(msgspec.Struct, frozen=True):
    """Something to be posted in a channel, once the write that carries it is safe."""

    channel: int
    kind: str
    payload: Json


class Write(msgspec.Struct, frozen=True, kw_only=True):
    """An accepted action of a batch, with the state after it and its posts."""

    state: bytes
    action: NewAction
    door: bool
    step: bool = True
    status: Status = "running"
    posts: Sequence[Post] = ()
    back_to: int | None = None


class OutboxRow(msgspec.Struct, frozen=True):
    """A post and how far it got.

    `next_try` is None when it is posted as `message`; a `message` before that is one
    that it is being added to. `attempts` counts the failures. While it is not known whether
    Discord took it, `batch` is the first row (id) of the message that it was tried in, and
    `tried` when that was first. `undone`: the action that it tells of has been taken back.
    """

    id: int
    game: int
    seq: int
    channel: int
    kind: str
    payload: Json
    attempts: int
    next_try: float | None
    message: int | None
    batch: int | None = None
    tried: float | None = None
    undone: bool = False


class Posted(msgspec.Struct, frozen=True):
    """A message as it stands in a channel, and the actions that it tells of: `first` to `last`."""

    message: int
    game: int
    channel: int
    first: int
    last: int
    text: str


class Part(msgspec.Struct, frozen=True):
    """What somebody (0: the practice opponent) did for a side: orders that stand, first to last.

    `place` is what the side came to, from 1, for the one whose result it is; else None. Half of
    their answers to other sides took `pace` seconds at most; None: there was none.
    """

    side: str
    user: int
    orders: int
    since: float
    until: float
    place: int | None = None
    pace: float | None = None


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended, as of its action `seq`.

    `edited`: the umpire's hand was in it; `rated`: it counts for ratings. `title`, `scenario` and
    `guild` are the game's.
    """

    game: int
    seq: int
    ended: float
    how: How
    winners: list[str]
    reason: str
    scores: dict[str, int]
    edited: bool
    rated: bool
    title: str
    scenario: str
    guild: int
    parts: Sequence[Part]


class NewDeed(msgspec.Struct, frozen=True):
    """Something that a moderator did on a server, in a game or (None) in none.

    `what` is as everybody may read it, `reason` what they gave for it.
    """

    guild: int
    game: int | None
    user: int
    deed: str
    what: str
    reason: str = ""


class Deed(NewDeed, frozen=True, kw_only=True):
    """A deed that was done."""

    id: int
    time: float


class Note(msgspec.Struct, frozen=True):
    """What a user wrote down about a game, and in which turn of it."""

    id: int
    game: int
    user: int
    time: float
    turn: str
    text: str


class Watcher(msgspec.Struct, frozen=True):
    """A user who watches a game, and `what` they want to hear: of its turns, or its result alone.

    `seen` is the turn that they were told of last, "" for none, and `told` when that was.
    """

    game: int
    user: int
    what: Watched
    seen: str = ""
    told: float = 0.0


class Timer(msgspec.Struct, frozen=True):
    """Something to do at `due`. `key` is unique: a second one replaces the first."""

    id: int
    key: str
    due: float
    kind: str
    game: int | None
    payload: Json
    guild: int = 0


class NewLeague(msgspec.Struct, frozen=True, kw_only=True):
    """A season of a league. `terms` says what is played and how it is paired; `round` is the one
    under way or played last, `due` when the next one begins, if that is known, and `ends` when the
    games of this one are to be over."""

    guild: int
    channel: int
    organiser: int
    title: str
    terms: Json
    season: int = 1
    status: Literal["signup", "running", "over"] = "signup"
    round: int = 0
    due: float | None = None
    ends: float | None = None


class League(NewLeague, frozen=True, kw_only=True):
    """One that is kept."""

    id: int


class Entrant(msgspec.Struct, frozen=True):
    """Somebody in a league, by a number from 1.

    `user` 0 is somebody of whom only the `name` is known, and who is not here; `side` is what
    they would rather play, `pace` the clock that they asked for, `pool` their group, and `gone`
    the last round that they were there for (None: they stay).
    """

    number: int
    user: int
    name: str = ""
    side: str = ""
    pace: str = ""
    pool: int = 1
    gone: int | None = None


class Pairing(msgspec.Struct, frozen=True):
    """A game of a round, or a round off: side -> number.

    `points` are what each number (as text) has from it once it is over; `judge` is who decided
    it where it was not played to its end, and `reason` why.
    """

    id: int
    round: int
    pool: int
    seats: dict[str, int]
    how: str = "open"
    points: dict[str, float] = {}
    thread: int | None = None
    game: int | None = None
    judge: int | None = None
    reason: str = ""
