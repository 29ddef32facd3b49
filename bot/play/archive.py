"""A finished export becomes a game of the archive: checked whole, held by nobody, never rated.

What is kept of it is what the bot would have kept of a game of its own, so that it can be paged
through and replayed. That it holds together says nothing of whether it was played: who has a copy
of the channel compares the records that were posted there.
"""

import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field

import engine
from bot.catalogue import counted, phrase
from bot.words.limits import code
from bot.words.refusal import Refusal
from engine import Game, OrderError, Receipt, ScriptError, Verdict
from engine.core.edit import DRAW
from engine.core.entries import encode, public
from engine.core.game import UMPIRE
from engine.core.logbook import COMMITMENT
from engine.core.rollback import ROLLBACK
from engine.core.script import Header, Step, parse
from storage import Archived, Kind, NewAction

LARGEST = 4 * 1024 * 1024
"""Bytes of an export; a campaign of 3,000 orders has a tenth of it."""
LINES = 40_000
LONGEST = 60.0
"""Seconds that it may take to be played again."""
WORD = 100
"""Characters of a cause."""
PACKED = 1
"""zlib's level, as that of the store."""


@dataclass(frozen=True)
class Archive:
    """A game that was played elsewhere, as it is kept; `start` is its first position, packed."""

    game: Game
    start: bytes
    log: Sequence[Archived]
    verdict: Verdict


def read(data: bytes) -> Archive:
    """The game of an export. Refusal, with the reason, where it is none or does not hold.

    It takes as long as to play it: `play.apart` does it in a process of its own.
    """
    text = _text(data)
    try:
        header, steps = parse(text)
        _is_whole(text, header, steps)
        start = engine.new_game(header.game, header.scenario, header.options, header.secret)
        log = _Log(time.monotonic() + LONGEST)
        verdict = engine.verify(text, log.heard)
    except (ScriptError, OrderError, ValueError) as error:
        raise Refusal(_no_export(error)) from error
    if verdict.faults:
        raise Refusal(phrase("This export does not hold: {why}.", why=code(verdict.faults[0], 300)))
    if verdict.uncompared or verdict.unplayed or log.game is None:
        raise Refusal(phrase("Not every order of this export has its hash: nobody can check it."))
    if log.game.result() is None:
        raise Refusal(phrase("This game is not over: only a finished one goes to the archive."))
    return Archive(log.game, _packed(start), log.rows(), verdict)


def too_long() -> str:
    return phrase("This export takes too long to check; nothing was kept.")


def _no_export(error: Exception) -> str:
    return phrase("That is no export of a game: {why}", why=code(str(error), 300))


def _text(data: bytes) -> str:
    if len(data) > LARGEST or data.count(b"\n") > LINES:
        raise Refusal(
            phrase("This file is too large for an export of a game ({n} MB).", n=LARGEST >> 20)
        )
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Refusal(phrase("That is no export of a game: it is no text.")) from None


def _is_whole(text: str, header: Header, steps: Sequence[Step]) -> None:
    """Refusal for what is no finished export of these rules, before anything is played."""
    info = engine.catalogue().get(header.game)
    if info is None or header.scenario not in info.scenarios:
        name = code(f"{header.game} {header.scenario or ''}".strip(), 60)
        raise Refusal(phrase("I referee no game {name}.", name=name))
    if not header.secret:
        raise Refusal(
            phrase(
                "The secret of the dice is not in this export: it was made while the game went "
                "on. `/game export` after its end gives the whole one."
            )
        )
    if not any(row.startswith(COMMITMENT) for row in text.splitlines()):
        raise Refusal(phrase("The commitment of the dice is missing in this export."))
    now = engine.rules(header.game).version
    for step in steps:
        if step.kind not in (">", "@"):
            raise Refusal(phrase("Line {line} is no part of an export.", line=step.number))
    others = sorted({step.version for step in steps if step.version not in ("", now)})
    if others:
        raise Refusal(
            phrase(
                "This game was played under other rules than today's (version {now}): {others}. "
                "`python -m engine verify` of that version checks it.",
                now=now,
                others=code(", ".join(others), 100),
            )
        )


@dataclass
class _Log:
    """What is kept of each batch, as it is played."""

    until: float
    game: Game | None = None
    played: list[tuple[NewAction, bytes | None]] = field(default_factory=list)
    undone: dict[int, int] = field(default_factory=dict)
    steps: list[int] = field(default_factory=list)
    """The orders that an undo could take back."""
    causes: set[str] = field(default_factory=set)

    def heard(self, step: Step, receipt: Receipt, game: Game, record: str) -> None:
        if time.monotonic() > self.until:
            raise Refusal(too_long())
        if not 0 < len(step.cause) <= WORD or step.cause in self.causes:
            raise Refusal(
                phrase("Line {line}: its cause is missing, or came before.", line=step.number)
            )
        self.causes.add(step.cause)
        self.game = game
        kind, line = _kind(step, receipt)
        number = len(self.played) + 1
        self._count(kind, line, number, game)
        action = NewAction(
            kind=kind,
            side=step.side,
            user=None,
            line=line,
            pending="",
            cause=step.cause,
            rules=game.version,
            hash=game.hash,
            entries=encode(receipt.entries),
            record=record,
            told=bool(public(receipt.entries)),
        )
        door = receipt.door or kind in ("edit", "rollback", "ruling", "draw")
        self.played.append((action, _packed(game) if door else None))

    def _count(self, kind: Kind, line: str, number: int, game: Game) -> None:
        """Which order an action takes back, or could be taken back."""
        if kind == "undo" and self.steps:
            self.undone[self.steps.pop()] = number
        elif kind == "rollback":
            since = int(line.split()[1])
            void = [seq for seq in range(since + 1, number) if seq not in self.undone]
            self.undone.update(dict.fromkeys(void, number))
        if not game.steps:
            self.steps.clear()
        elif len(game.steps) > len(self.steps):
            self.steps.append(number)

    def rows(self) -> list[Archived]:
        """All of them; the last one has its position whatever it was."""
        assert self.game is not None
        states = [state for _, state in self.played]
        states[-1] = _packed(self.game)
        return [
            Archived(action, self.undone.get(number), state)
            for number, ((action, _), state) in enumerate(zip(self.played, states, strict=True), 1)
        ]


def _kind(step: Step, receipt: Receipt) -> tuple[Kind, str]:
    """What kind of action a step is, and its line as it is kept."""
    if step.kind == "@":
        return "ruling", f"rules {step.version}"
    words = step.text.split()
    if words == ["undo"]:
        return "undo", "undo"
    line = "\n".join(receipt.ran)
    if step.side != UMPIRE:
        return ("resign" if line == "resign" else "order"), line
    if words[0] == ROLLBACK:
        return "rollback", " ".join(words)
    return ("draw" if line == DRAW else "edit"), line


def _packed(game: Game) -> bytes:
    return zlib.compress(game.dump(), PACKED)


def checked(verdict: Verdict) -> str:
    """What was found, in a sentence."""
    orders = counted("{n} order", "{n} orders", verdict.orders)
    rolls = counted("{n} roll or shuffle", "{n} rolls or shuffles", verdict.rolls)
    return phrase(
        "{orders} and {rolls} were played again, and every position is the one in its log.",
        orders=orders,
        rolls=rolls,
    )
