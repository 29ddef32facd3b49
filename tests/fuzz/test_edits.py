"""Random edit lines in every game: refused with a sentence, or the game goes on."""

import random
from collections.abc import Sequence

import pytest

import engine
from engine import Game
from engine.core import fuzz, fuzz_edits
from engine.core.game import load_game, new_game
from tests.core.skirmish import T
from tests.core.toy import RULES, ToyEditor


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("iron_blood", {}),
        ("no_retreat", {}),
        ("race_to_moscow", {}),
        ("race_to_moscow", {"soviet": True}),
        ("russia_besieged", {}),
    ],
)
def test_random_edits(game: str, options: dict[str, object]) -> None:
    def make(_: random.Random, secret: bytes) -> Game:
        return engine.new_game(game, None, options, secret)

    tally = fuzz_edits.edit(make, engine.load, 5, 800)
    assert tally.lines >= 800 and tally.refused and tally.accepted and tally.orders


def test_what_leaves_a_dead_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A toy whose editor lets a unit be taken out of its own retreat."""

    def make(rng: random.Random, secret: bytes) -> Game:
        return new_game(RULES, None, {}, secret)

    def load(blob: bytes, steps: Sequence[bytes] = ()) -> Game:
        return load_game(RULES, blob, steps)

    def scatter(self: ToyEditor, t: T, rng: random.Random) -> list[str]:
        return [f"put r{rng.randint(1, 3)} {rng.randint(0, 7)}", "at 1 red move"]

    def broken(self: ToyEditor, t: T, what: str) -> None:
        t.s.at.pop()

    monkeypatch.setattr(ToyEditor, "scatter", scatter)
    fuzz_edits.edit(make, load, 1, 200)
    monkeypatch.setattr(ToyEditor, "clear", broken)
    with pytest.raises(fuzz.Fault) as found:
        fuzz_edits.edit(make, load, 1, 3000)
    assert found.value.blob and "clear" in found.value.line
