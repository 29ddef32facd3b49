"""The log of a game as a play script, and the check of one: `export` and `verify`."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.core import record
from engine.core.answers import Receipt
from engine.core.edit import DRAW
from engine.core.entries import AnyEntry, Rolled, Shuffled
from engine.core.errors import OrderError
from engine.core.game import UMPIRE, Game
from engine.core.record import told
from engine.core.rollback import ROLLBACK
from engine.core.script import (
    Opener,
    Replay,
    ScriptError,
    Step,
    failed,
    packed,
    parse,
    umpire_batches,
)


@dataclass(frozen=True, slots=True)
class Logged:
    """An order as stored with a game: what an export needs of it.

    With `position` it is none: there another version of the rules took the game over, as it
    then stood. An undo has the line `undo`; what it took back stays in the log. `seats` are the
    sides that somebody else played from then on.
    """

    side: str
    line: str
    cause: str
    hash: str
    version: str
    record: str = ""
    position: bytes | None = None
    seats: tuple[str, ...] = ()


COMMITMENT = "# commitment "
"""Before the promise of the secret, in an export."""
SEAT = "# from here on somebody else plays "
"""Before the side, in an export."""


def export(game: Game, log: Sequence[Logged], secret: bool) -> str:
    """The script of a game from its stored orders.

    With `secret`, only when the game is over, `verify` can check it, and where the rules
    changed the position stands in it: both would tell of every hand.
    """
    options = "".join(f" option {name}={_word(value)}" for name, value in game.options.items())
    head = f"game {game.id} scenario {game.scenario}{options}"
    rows = [head + (f" secret {game.secret.hex()}" if secret and game.secret else "")]
    rows.append(f"{COMMITMENT}{game.commitment}")
    for entry in log:
        words = [entry.cause, entry.hash, entry.version, entry.record]
        rows += [SEAT + side for side in entry.seats]
        if entry.position is not None:
            words = ["@", *words, packed(entry.position) if secret else ""]
        else:
            rows += [f"{entry.side}> {line}" for line in entry.line.splitlines()]
            words = ["~", *words[: 4 if entry.record else 3]]
        rows.append(" ".join(word or "-" for word in words))
    return "\n".join(rows) + "\n"


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(value) if isinstance(value, list) else str(value)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `verify` found: `faults` is empty when everything holds.

    `running`: the secret is not public yet, so that nothing could be computed. `uncompared`
    counts orders that have no hash of this version to compare: given under another version of
    the rules, and played again as all are, or now given by the game itself. `unplayed` counts
    those of another version that the present one would not have: what they led to is taken
    from where this version took over.
    `records` are the game's, in order; `computed` those of them that came out the same again.
    `marks` counts what went otherwise than by orders and dice alone, by the word for it.
    """

    orders: int
    rolls: int
    unrated: bool
    result: str
    commitment: str
    faults: tuple[str, ...]
    uncompared: int = 0
    unplayed: int = 0
    running: bool = False
    records: tuple[str, ...] = ()
    computed: tuple[str, ...] = ()
    marks: Mapping[str, int] = field(default_factory=dict)


Heard = Callable[[Step, Receipt, Game, str], None]
"""Is told of what was played of a log: its step, what came of it, the game then, its record."""


def verify(text: str, open_game: Opener, heard: Heard | None = None) -> Verdict:
    """Play an export again: legality of each order, each roll, hash and record, the commitment.

    `heard` is told of each batch that held; whatever it raises comes through.
    """
    header, steps = parse(text)
    game = open_game(header.game, header.scenario, header.options, header.secret)
    promised = [row.split()[-1] for row in text.splitlines() if row.startswith(COMMITMENT)]
    records = tuple(step.record for step in steps if step.record)
    if promised and not header.secret and promised[0] != game.commitment:
        orders = sum(len(step.text.splitlines()) for step in steps if step.kind == ">")
        return Verdict(
            orders, 0, False, "unfinished", promised[0], (), running=True, records=records
        )
    check = _Check(Replay(game), heard)
    if promised and promised[0] != game.commitment:
        check.faults.append("the secret is not the one that was promised at the start")
    try:
        for step in umpire_batches(steps):
            check.step(step)
    except ScriptError as error:
        check.faults.append(str(error))
    check.marks["seat given to somebody else"] += text.count(f"\n{SEAT}")
    return check.verdict(records)


@dataclass(slots=True)
class _Check:
    """A log under examination, step by step. A ScriptError ends it."""

    replay: Replay
    heard: Heard | None = None
    faults: list[str] = field(default_factory=list)
    orders: int = 0
    rolls: int = 0
    uncompared: int = 0
    unplayed: int = 0
    record: str = ""
    due: str = ""
    computed: list[str] = field(default_factory=list)
    marks: Counter[str] = field(default_factory=Counter)
    lost: bool = False
    """An order of other rules led where the present ones do not go."""

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.replay.game

    def step(self, step: Step) -> None:
        """Check one step."""
        if step.kind == "@":
            self.replay.take_over(step)
            self.lost = False
            self._recorded(step, [told(step.side, f"rules {step.version}")])
            self._hear(step, Receipt((), (), [], self.game.revision, True))
        elif step.kind == ">":
            self._order(step)
        elif not self.lost:
            try:
                self.replay.run(step)
            except ScriptError as error:
                self.faults.append(str(error))

    def _order(self, step: Step) -> None:
        other = step.version not in ("", self.game.version)
        if other and self.lost:
            return self._unplayed(step)
        try:
            receipt = self.replay.submit(step)
        except Exception as error:
            if other:
                return self._unplayed(step)
            why = error if isinstance(error, OrderError) else failed(error)
            raise ScriptError(f"line {step.number}: {why}") from error
        if receipt is None:  # the game has given it by itself
            self.record = step.record
            return
        if receipt.left and not other:
            raise ScriptError(f"line {step.number}: left undone: {'; '.join(receipt.left)}")
        word = step.text.split()[0]
        undone = word == "undo" or (step.side, word) == (UMPIRE, ROLLBACK)
        self.orders += 0 if undone else len(receipt.ran)
        self.marks[_mark(step)] += 1
        self.marks["roll that the umpire had set"] += sum(
            isinstance(entry, Rolled) and entry.queued for entry in receipt.entries
        )
        self.rolls += sum(isinstance(entry, Rolled | Shuffled) for entry in receipt.entries)
        if other or not step.hash:
            self.uncompared += len(receipt.ran)
        elif step.hash != self.game.hash:
            raise ScriptError(f"line {step.number}: the position differs from the one played")
        entries = [told(step.side, step.text)] if undone else receipt.entries
        self._recorded(step, entries, compare=not other)
        self._hear(step, receipt)

    def _hear(self, step: Step, receipt: Receipt) -> None:
        if self.heard is not None:
            self.heard(step, receipt, self.game, self.due)

    def _unplayed(self, step: Step) -> None:
        self.lost = True
        self.replay.skip()
        self.unplayed += len(step.text.splitlines())
        self.record = step.record

    def _recorded(self, step: Step, entries: list[AnyEntry], compare: bool = True) -> None:
        """Compare the record of a step, where one was kept, with what it must be."""
        due = record.link(self.game.secret, self.record, step.side, step.cause, entries)
        if step.record and compare and step.record != due:
            raise ScriptError(f"line {step.number}: the record differs from the one kept")
        if step.record == due:
            self.computed.append(due)
        self.record = step.record
        self.due = due

    def verdict(self, records: tuple[str, ...]) -> Verdict:
        """What was found."""
        result = self.game.result()
        ended = "unfinished"
        if result:
            ended = f"{', '.join(result.winners) or 'nobody'}: {result.reason}"
        return Verdict(
            self.orders,
            self.rolls,
            self.game.edited,
            ended,
            self.game.commitment,
            tuple(self.faults),
            self.uncompared + self.replay.spared,
            self.unplayed,
            records=records,
            computed=tuple(self.computed),
            marks={word: n for word, n in sorted(self.marks.items()) if word and n},
        )


def _mark(step: Step) -> str:
    """What a step is, other than an order; "" for one."""
    umpire, word = step.side == UMPIRE, step.text.split()[0]
    if word == "undo":
        return "undo by the umpire" if umpire else "undo"
    if not umpire:
        return ""
    return {ROLLBACK: "rollback", DRAW: "agreement to a draw"}.get(word, "edit by the umpire")
