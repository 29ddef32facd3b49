"""Try-outs: they change nothing, tell the same in every world, and come true."""

import random
from typing import Any

import pytest

import engine
from engine.core.entries import readable
from engine.core.fuzz import permute
from engine.core.trial import Trial, trial
from tests.fuzz.random_games import scatter

GAMES = {"iron_blood": {}, "no_retreat": {}, "race_to_moscow": {"sides": ["gray", "brown"]}}
LINES = 4


def told(found: Trial) -> list[Any]:
    """All that a try-out says."""
    lines = [(t.line, str(t.error or ""), t.stop, t.entries, t.odds, t.left) for t in found.lines]
    return [*lines, found.left, found.view, found.asked, found.owed]


def several(game: engine.Game, side: str, rng: random.Random) -> str:
    """Lines that one side could give one after the other, and some that are none."""
    copy, lines = engine.load(game.dump(), game.steps), []
    for _ in range(LINES):
        if copy.result() or all(pending.side != side for pending in copy.pending()):
            break
        lines.append(copy.sample(side, rng))
        if rng.random() < 0.2:
            lines.append(f"{lines[-1].split()[0]} nowhere")
        if copy.submit(side, lines[-1 if "nowhere" not in lines[-1] else -2]).door:
            lines.append("pass")
            break
    return "\n".join(lines)


def bytes_of(game: engine.Game) -> tuple[Any, ...]:
    pos = game.table.pos
    return game.dump(), game.steps, pos.rolls, pos.revision, game.pending(), game.view(None)


@pytest.mark.parametrize("id_", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_a_try_out_is_the_same_in_every_world_and_changes_none(id_: str, seed: int) -> None:
    rng = random.Random(f"{id_} {seed}")
    game = engine.new_game(id_, None, GAMES[id_], secret=rng.randbytes(32))
    if seed % 2:
        scatter(game, rng)
    stops = set()
    for _ in range(80):
        if game.result():
            break
        side = rng.choice(game.pending()).side
        text = several(game, side, rng)
        before = bytes_of(game)
        found = trial(game, side, text)
        assert bytes_of(game) == before, "a try-out has changed the game"
        stops |= {tried.stop for tried in found.lines}
        twin = engine.load(game.dump(), game.steps)
        permute(twin.table, side, rng)
        twin.table.pos.arms = [arm for arm in twin.table.pos.arms if arm.side == side]
        twin.table.pos.secret = rng.randbytes(32).hex()  # other dice, too
        twin = engine.load(game.table.rules.codec.encode(twin.table.pos))
        assert told(trial(twin, side, text)) == told(found), f"{side} can tell: {text}"
        game = comes_true(game, side, found)
    assert None in stops and len(stops) > 1, stops


def comes_true(game: engine.Game, side: str, found: Trial) -> engine.Game:
    """Give the lines that were found good, one by one: what was foretold is what happens."""
    for tried in found.lines:
        if tried.error is not None:
            with pytest.raises(engine.OrderError) as refused:
                engine.load(game.dump(), game.steps).submit(side, tried.line)
            assert str(refused.value) == str(tried.error)
            continue
        receipt = game.submit(side, tried.line)
        assert receipt.ran == (tried.line,)
        entries = tuple(readable(receipt.entries, side))
        assert entries[: len(tried.entries)] == tried.entries
        assert (tried.stop is None) == (not receipt.door)
        if tried.stop is None:
            assert entries == tried.entries
    return game
