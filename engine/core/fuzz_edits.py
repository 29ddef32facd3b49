"""Random edit lines in random games: what the umpire may write leaves a game that goes on.

A line is one of a random position's, mostly with some words changed for others that
edit lines have, at any moment of a game. A refusal is a sentence and leaves no trace;
after an edit that is accepted the invariants hold, somebody is asked, and the game is
played on for some orders without an error.
"""

import random
from dataclasses import dataclass
from itertools import chain

from engine.core.errors import OrderError
from engine.core.fuzz import Fault, Loader, Maker, glance
from engine.core.game import UMPIRE, Game
from engine.core.runner import DeadEnd

PLAIN = ("none", "on", "off", "...", "0", "1", "2", "3", "7", "99", "x", "force")
_VERBS = ("clear", "put", "mark", "set", "cards", "see", "dice", "at")


@dataclass(slots=True)
class Edits:
    """What a run of random edits came to."""

    lines: int = 0
    refused: int = 0
    accepted: int = 0
    orders: int = 0


def edit(make: Maker, load: Loader, seed: int, lines: int) -> Edits:
    """Write so many edit lines; Fault at the first thing that is wrong."""
    rng, tally = random.Random(seed), Edits()
    while tally.lines < lines:
        game = make(rng, rng.randbytes(32))
        for _ in range(150):
            if rng.random() < 0.5:
                _play_on(game, rng, rng.randint(1, 8), tally)
            if game.result() and rng.random() < 0.3:
                break
            game = _edit(game, load, _batch(game, rng), rng, tally)
    return tally


def _edit(game: Game, load: Loader, text: str, rng: random.Random, tally: Edits) -> Game:
    before = game.dump()
    tally.lines += text.count("\n") + 1
    try:
        game.submit(UMPIRE, text)
    except OrderError as error:
        tally.refused += 1
        if error.__cause__ and not isinstance(error.__cause__, OrderError | DeadEnd):
            raise Fault(f"the engine broke: {error.__cause__!r}", before, UMPIRE, text) from error
        if not error.text:
            raise Fault("refused without a reason", before, UMPIRE, text) from error
        if game.dump() != before or game.table.rules.codec.encode(game.table.pos) != before:
            raise Fault("a refusal left a trace", before, UMPIRE, text) from error
        return game
    except Exception as error:
        raise Fault(f"the engine broke: {error!r}", before, UMPIRE, text) from error
    tally.accepted += 1
    try:
        problems = [] if text.startswith("force") else game.check()
        again = load(game.dump(), ())
        if glance(again, None) != glance(game, None):
            problems.append("a stored game is not the same game")
        if not (game.pending() or game.result()):
            problems.append("nobody is asked and nobody has won")
        for side in game.sides:
            glance(game, side)
        _play_on(again, rng, rng.choice((0, 1, 3, 12)), tally)
    except Exception as error:
        after = f" after {error.side}> {error.line}" if isinstance(error, Fault) else ""
        raise Fault(f"{error!r}{after}", before, UMPIRE, text) from error
    if problems:
        raise Fault("; ".join(problems), before, UMPIRE, text)
    return again


def _play_on(game: Game, rng: random.Random, count: int, tally: Edits) -> None:
    for _ in range(count):
        if game.result():
            return
        before, side, line = game.dump(), "", ""
        try:
            side = rng.choice(game.pending()).side
            line = game.auto(side) if rng.random() < 0.5 else game.sample(side, rng)
            game.submit(side, line)
        except Exception as error:
            raise Fault(repr(error), before, side, line) from error
        tally.orders += 1


def _batch(game: Game, rng: random.Random) -> str:
    """Some edit lines, as random as they may be."""
    whole = game.table.rules.editor.scatter(game.table, rng)
    kind = rng.random()
    if kind < 0.01:
        return "\n".join(whole)
    if kind < 0.04:
        lines = [*whole[:-1], *(_line(game, rng, whole) for _ in range(2)), whole[-1]]
    elif kind < 0.25:
        lines = [_line(game, rng, whole) for _ in range(rng.randint(1, 4))] + [whole[-1]]
    else:
        lines = [_line(game, rng, whole) for _ in range(rng.choice((1, 1, 1, 2)))]
    if rng.random() < 0.05:
        lines.insert(0, "force")
    return "\n".join(lines)


def _line(game: Game, rng: random.Random, whole: list[str]) -> str:
    """One line: of a random position, changed or not, or made of names that the game has."""
    editor, lexicons = game.table.rules.editor, game.table.rules.lexicons
    kinds = {name: [term.id for term in lex.terms.values()] for name, lex in lexicons.items()}
    names = [name + rng.choice((*game.sides, "1", "7")) if name.endswith(".") else name
             for name in editor.settings]  # fmt: skip
    values = [*PLAIN, *game.sides]
    piles, cards = list(editor.piles) or ["x"], kinds.get("card") or ["x"]  # it may have none
    made = rng.choice(
        (
            rng.choice(whole),
            f"put {rng.choice(kinds['unit'])} {rng.choice(kinds['place'])}"
            f" {rng.choice((*editor.flags, ''))}",
            f"mark {rng.choice(kinds['place'])} {rng.choice((*editor.marks, 'x'))}"
            f" {rng.choice((*values, ''))}",
            f"set {rng.choice(names)} {rng.choice((*values, *kinds['unit'], *kinds['place']))}",
            f"cards {rng.choice(piles)} {rng.choice(cards)}"
            f" {rng.choice(('...', '', rng.choice(cards)))}",
            f"see {rng.choice((*game.sides, 'none'))} {rng.choice(cards)}",
            f"dice {rng.choice(list(editor.faces) or ['x'])} {rng.choice(PLAIN)}",
            f"clear {rng.choice(('', 'units', 'marks', 'cards', *game.sides))}",
            f"at {whole[-1].split()[1]} {rng.choice(game.sides)} "
            f"{rng.choice(list(editor.stations))}",
        )
    )
    line = made.split()
    if rng.random() < 0.25:
        pool = [*PLAIN, *_VERBS, *names, *editor.marks, *editor.flags, *editor.piles,
                *editor.stations, *chain.from_iterable(kinds.values())]  # fmt: skip
        at = rng.randrange(len(line))
        line[at : at + rng.randint(0, 1)] = [rng.choice(pool)]
    return " ".join(line)
