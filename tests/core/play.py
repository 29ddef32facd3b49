"""Short ways to a position of the toy, for tests."""

from collections.abc import Callable, Sequence

import pytest

from engine.core.answers import Receipt
from engine.core.entries import AnyEntry, Ordered
from engine.core.errors import OrderError
from engine.core.frames import Frame
from engine.core.game import Game, load_game, new_game
from engine.core.rules import Rules
from engine.core.table import Table
from tests.core.skirmish import CARDS, Field
from tests.core.toy import RULES, Skirmish

SECRET = bytes(range(32))


def new(scenario: str = "standard", secret: bytes = SECRET, **options: object) -> Game:
    """A fresh game of the toy."""
    return new_game(RULES, scenario, options, secret)


def load(blob: bytes, steps: Sequence[bytes] = ()) -> Game:
    """The game that was dumped."""
    return load_game(RULES, blob, steps)


def moving(*lines: str, side: str = "red", scenario: str = "standard", **options: object) -> Game:
    """The movement of a side, after edit lines; hands are empty, all cards are out."""
    game = new(scenario, **options)
    game.submit("gm", "\n".join(["clear cards", *lines, f"at 1 {side} move"]))
    return game


def battle(*lines: str, die: int = 6, side: str = "red") -> Game:
    """`side` may attack place 4 with u3 at 3 (blue: place 3 with u3 at 4); hands are empty."""
    game = new("close")
    cards = ["clear cards", f"cards deck {' '.join(CARDS)}"]
    game.submit("gm", "\n".join([*cards, *lines, f"dice battle {die}", f"at 1 {side} declare"]))
    game.submit(side, f"target {4 if side == 'red' else 3}")
    return game


ATTACK = "attack 4 with u3"


def staged(
    frames: tuple[type[Frame], ...], opening: Callable[[Table[Field, object]], Frame]
) -> Game:
    """A game of the toy's pieces that begins with a frame of the test's own."""

    class Staged(Skirmish):
        verbs = {**Skirmish.verbs, "say": "9", "go": "9", "stop": "9"}

    Staged.frames = (*Skirmish.frames, *frames)
    Staged.open = lambda self, t: (Skirmish.open(self, t), opening(t))[1]  # type: ignore
    rules: Rules[Field, dict[int, list[int]]] = Staged()
    return new_game(rules, secret=SECRET)


def refused(game: Game, side: str, line: str, kind: type[OrderError], rule: str = "") -> OrderError:
    """The error of a line that must be refused and must leave no trace."""
    before, steps = game.dump(), game.steps
    with pytest.raises(OrderError) as caught:
        game.submit(side, line)
    assert type(caught.value) is kind, caught.value
    assert caught.value.rule == rule
    assert game.dump() == before
    assert game.steps == steps
    return caught.value


def asked(game: Game) -> list[str]:
    """The sides that are asked."""
    return [p.side for p in game.pending()]


def words(game: Game, side: str, text: str = "") -> list[str]:
    """The words offered after `text`."""
    return [item.value.removeprefix(text).strip() for item in game.complete(side, text).items]


def orders(receipt: Receipt, kind: type[AnyEntry] = Ordered) -> list[AnyEntry]:
    """The entries of one kind."""
    return [entry for entry in receipt.entries if isinstance(entry, kind)]


def points(game: Game) -> list[int]:
    """Points of red and blue."""
    state: Field = game.table.s
    return state.points
