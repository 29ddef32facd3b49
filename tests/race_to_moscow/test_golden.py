"""Games on record are replayed to the bit; an old stored position loads and goes on."""

import pytest

import engine
from tests.golden import play_on
from tests.race_to_moscow.golden import BLOB, FOLDER, PLANS


@pytest.mark.parametrize("name", PLANS)
def test_a_game_on_record_is_the_same_game_today(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    verdict = engine.verify(text)
    assert verdict.faults == () and not verdict.unrated
    assert verdict.orders > 200
    assert verdict.result.startswith(("gray", "white", "brown", "soviet"))
    for verb in ("move", "supply", "truck", "transport", "end actions"):
        assert f"> {verb}" in text


def test_a_position_of_shape_1_loads_and_goes_on() -> None:
    game = engine.load(BLOB.read_bytes())
    assert game.look(["round"]) == ("3",) and game.check() == []
    assert sorted(pending.side for pending in game.pending()) == ["brown", "gray"]
    play_on(game)
