"""Play scripts: the one text format for tests, exports and bug reports.

    game iron_blood scenario standard option anti_partisan=on secret 00ff
    gm> dice combat.axis 3 2 2 1
    axis> move 1inf 0204
    ~ CAUSE HASH VERSION RECORD
    axis> undo
    gm> rollback 12
    axis! move 1pz 0305 -- map.terrain
    axis? move 1pz -- 0304
    = 1inf at 0204
    = minsk control soviet

`side>` gives an order, `side!` one that must be refused by that rule, `side?`
asks whether a word is offered, `=` looks at the position. A `~` line says what
an exported order was caused by, what the position hashed to after it and the record
of the game (`engine.core.record`); the orders before it, back to the last one, were
one batch. `gm> rollback N` goes back to the position after batch N (0: the start). A line
`@ CAUSE HASH VERSION RECORD POSITION` stands where a running game was taken over by another
version of the rules: from there it goes on from that position. It counts as a batch too.

A question with one answer may answer itself in a later version of the rules. An order
that the game has given by itself since its side acted counts as given.
"""

import base64
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.core.answers import Receipt
from engine.core.entries import Ordered
from engine.core.errors import OrderError
from engine.core.game import UMPIRE, Game, hash_of, load_game
from engine.core.lexicon import fold
from engine.core.rollback import ROLLBACK, go_back

Opener = Callable[[str, str | None, dict[str, object], bytes], Game]
"""Makes a game from its id, scenario, options and secret."""


LARGEST = 1_000_000
"""Bytes of a position, unpacked; more is none, whatever it was packed into."""


class ScriptError(Exception):
    """The script is not as it should be; the text names the line."""


@dataclass(slots=True)
class Header:
    """The first line of a script."""

    game: str
    scenario: str | None = None
    options: dict[str, object] = field(default_factory=dict)
    secret: bytes = b""


@dataclass(slots=True)
class Step:
    """One thing that a script does: `kind` is one of > ! ? = @ and `number` its line."""

    number: int
    kind: str
    side: str
    text: str
    expected: str = ""
    cause: str = ""
    hash: str = ""
    version: str = ""
    record: str = ""


def parse(text: str) -> tuple[Header, list[Step]]:
    """A script as header and steps. ScriptError names the line that makes no sense."""
    header: Header | None = None
    steps: list[Step] = []
    batch = 0
    for number, row in enumerate(text.splitlines(), start=1):
        line = row.strip()
        if not line or line.startswith("#"):
            continue
        if header is None:
            header = _header(number, line)
        elif line[0] == "~":
            _close_batch(number, line, steps, batch)
            batch = len(steps)
        else:
            steps.append(_step(number, line))
            if steps[-1].kind != ">":
                batch = len(steps)
    if header is None:
        raise ScriptError("line 1: a script begins with `game NAME`")
    return header, steps


def _header(number: int, line: str) -> Header:
    words = line.split()
    if len(words) < 2 or words[0] != "game" or len(words) % 2:
        raise ScriptError(f"line {number}: a script begins with `game NAME [scenario S] …`")
    header = Header(words[1])
    for key, value in zip(words[2::2], words[3::2], strict=True):
        if key == "scenario":
            header.scenario = value
        elif key == "option":
            name, _, chosen = value.partition("=")
            header.options[name] = chosen
        elif key == "secret":
            header.secret = _hex(number, value)
        else:
            raise ScriptError(f"line {number}: a header has no `{key}`")
    return header


def _hex(number: int, value: str) -> bytes:
    try:
        return bytes.fromhex(value)
    except ValueError:
        raise ScriptError(f"line {number}: a secret is written in hex") from None


def _step(number: int, line: str) -> Step:
    if line[0] == "=":
        return Step(number, "=", "", line[1:].strip())
    if line[0] == "@":
        return _position(number, line[1:].split())
    for at, letter in enumerate(line):
        if letter in ">!?":
            side, rest = line[:at].strip(), line[at + 1 :].strip()
            expected = ""
            if letter != ">":
                rest, dashes, expected = f" {rest}".rpartition(" -- ")
                if not dashes:
                    form = "side! ORDER -- RULE" if letter == "!" else "side? TEXT -- WORD"
                    raise ScriptError(f"line {number}: it reads `{form}`")
            return Step(number, letter, side, rest.strip(), expected.strip())
    raise ScriptError(f"line {number}: it is no order, question or `=`")


def _position(number: int, words: list[str]) -> Step:
    if len(words) != 5:
        raise ScriptError(f"line {number}: it reads `@ CAUSE HASH VERSION RECORD POSITION`")
    cause, hash, version, record, blob = ("" if w == "-" else w for w in words)
    return Step(number, "@", UMPIRE, blob, "", cause, hash, version, record)


def _close_batch(number: int, line: str, steps: list[Step], batch: int) -> None:
    if len(steps) == batch:
        raise ScriptError(f"line {number}: `~` follows an order")
    first, last = steps[batch], steps[-1]
    words = line[1:].split()
    if len(words) not in (3, 4) or any(step.side != first.side for step in steps[batch:]):
        form = "`~ CAUSE HASH VERSION RECORD`"
        raise ScriptError(f"line {number}: it reads {form} after one side's orders")
    first.text = "\n".join(step.text for step in steps[batch:])
    words = ["" if word == "-" else word for word in [*words, "-"]]
    first.cause, first.hash, first.version, first.record = words[:4]
    first.number = last.number
    del steps[batch + 1 :]


def play(text: str, open_game: Opener) -> Game:
    """Run a script to its end. ScriptError at the first line that does not hold."""
    header, steps = parse(text)
    replay = Replay(open_game(header.game, header.scenario, header.options, header.secret))
    for step in umpire_batches(steps):
        if step.kind == "@":
            replay.take_over(step)
        else:
            replay.run(step)
    return replay.game


def packed(blob: bytes) -> str:
    """A position as it stands in an `@` line."""
    return base64.b64encode(zlib.compress(blob, 9)).decode()


def taken_over(game: Game, step: Step) -> Game:
    """The game that an `@` line goes on with. ScriptError where it holds none of this game's."""
    where = f"line {step.number}:"
    if not step.text:
        raise ScriptError(f"{where} the position is not in this export")
    try:
        unpacking = zlib.decompressobj()
        blob = unpacking.decompress(base64.b64decode(step.text, validate=True), LARGEST)
        if not unpacking.eof:
            raise ValueError("it is larger than any position")
        found = load_game(game.table.rules, blob)
    except Exception as error:  # whatever bytes they are
        raise ScriptError(f"{where} that is no position of {game.id}") from error
    if (found.id, found.secret) != (game.id, game.secret):
        raise ScriptError(f"{where} that is the position of another game")
    if step.hash != hash_of(game.secret, blob):
        raise ScriptError(f"{where} the position differs from the one played")
    return found


def umpire_batches(steps: list[Step]) -> list[Step]:
    """Edit lines that follow each other are one batch: they are checked at its end."""
    joined: list[Step] = []
    for step in steps:
        before = joined[-1] if joined else None
        same = before and before.side == step.side == UMPIRE and before.kind == step.kind == ">"
        if before and same and not before.hash:
            before.text += "\n" + step.text
            before.hash, before.cause = step.hash, step.cause
            before.version, before.record = step.version, step.record
        else:
            joined.append(step)
    return joined


class Replay:
    """A game that is played again from its script, batch by batch."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.positions = [game.dump()]
        """The position at the start and after each batch."""
        self.lines: dict[str, list[str]] = {}
        """Side -> the orders that the game has given by itself, since that side acted."""
        self.spared = 0
        """How many of them were then found in the script."""

    def run(self, step: Step) -> None:
        """Do one step. ScriptError when it does not hold."""
        try:
            match step.kind:
                case ">":
                    receipt = self.submit(step)
                    if receipt and receipt.left:
                        raise ScriptError(f"line {step.number}: left undone: {receipt.left}")
                case "!":
                    _refused(self.game, step)
                case "?":
                    _offered(self.game, step)
                case "=":
                    _look(self.game, step)
        except OrderError as error:
            raise ScriptError(f"line {step.number}: {step.text}: {error}") from error
        except ScriptError:
            raise
        except Exception as error:
            raise ScriptError(f"line {step.number}: {failed(error)}") from error

    def submit(self, step: Step) -> Receipt | None:
        """Give the orders of a batch; None where the game has given all of them."""
        receipt = self._submit(step)
        self.positions.append(self.game.dump())
        return receipt

    def skip(self) -> None:
        """A batch that cannot be played: it leaves the game where it is."""
        self.positions.append(self.game.dump())

    def take_over(self, step: Step) -> None:
        """Go on with the position of an `@` line."""
        self.game = taken_over(self.game, step)
        self.positions.append(self.game.dump())

    def _submit(self, step: Step) -> Receipt | None:
        if step.text == "undo":
            return self.game.undo(step.side)
        if step.side == UMPIRE and step.text.startswith(f"{ROLLBACK} "):
            return self._go_back(step)
        text = step.text
        try:
            receipt = self.game.submit(step.side, text, step.cause)
        except OrderError:
            text = self._rest(step)
            if text == step.text:
                raise
            if not text:
                return None
            receipt = self.game.submit(step.side, text, step.cause)
        self.lines[step.side] = []
        for entry in receipt.entries:
            if isinstance(entry, Ordered) and entry.auto:
                self.lines.setdefault(entry.side, []).append(entry.line)
        return receipt

    def _go_back(self, step: Step) -> Receipt:
        """Go back to the position after a batch."""
        batch = step.text.removeprefix(ROLLBACK).strip()
        if not batch.isdecimal() or int(batch) >= len(self.positions):
            raise ScriptError(f"line {step.number}: it reads `{ROLLBACK} N`, after which batch")
        self.game, entries = go_back(self.game, self.positions[int(batch)], step.cause)
        return Receipt((step.text,), (), entries, self.game.revision, True)

    def _rest(self, step: Step) -> str:
        """The lines of a step behind those that the game has given."""
        lines, given = step.text.splitlines(), self.lines.get(step.side, [])
        while step.version != self.game.version and lines and fold(lines[0]) in given:
            given.remove(fold(lines.pop(0)))
            self.spared += 1
        return "\n".join(lines)


def failed(error: Exception) -> str:
    """Rules code failed: after an umpire's edit, say, that made what no game can come to."""
    return f"the game cannot go on here ({type(error).__name__})"


def _refused(game: Game, step: Step) -> None:
    try:
        game.submit(step.side, step.text)
    except OrderError as error:
        if step.expected in (error.rule, type(error).__name__.lower()):
            return
        raise ScriptError(f"line {step.number}: refused, but by {error}") from error
    raise ScriptError(f"line {step.number}: `{step.text}` was not refused")


def _offered(game: Game, step: Step) -> None:
    text = step.text + " " if step.text else ""
    words = [item.value.split()[-1] for item in game.complete(step.side, text).items]
    expected, absent = step.expected.removeprefix("not "), step.expected.startswith("not ")
    if (expected in words) == absent:
        raise ScriptError(f"line {step.number}: offered are {', '.join(words) or 'no words'}")


def _look(game: Game, step: Step) -> None:
    words = [fold(word) for word in step.text.split()]
    if len(words) < 2:
        raise ScriptError(f"line {step.number}: it reads `= UNIT at PLACE` or `= NAME VALUE`")
    *what, wanted = words
    found = game.look(what)
    if wanted not in found:
        raise ScriptError(f"line {step.number}: {' '.join(what)} is {' or '.join(found)}")
