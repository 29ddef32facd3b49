"""Nothing hidden reaches a picture or its words."""

import renderer
from engine.core.entries import Moved, Noted, Ordered, Placed
from engine.games.iron_blood.data.board import BOARD
from tests.renderer.positions import start

OPEN = Ordered(side="axis", line="play")
SECRET = [
    Ordered(side="axis", line="play axis_general_hits", to="axis"),
    Noted(text="You draw Two hits.", to="axis"),
    Moved(unit="axis_tank_1", places=["0105", "0205"], how="goes", to="axis"),
    Placed(unit="soviet_infantry_1", place="0801", to="soviet"),
]


def test_a_spectator_sees_no_entry_that_is_for_a_seat() -> None:
    for mode in renderer.MODES:
        assert renderer.render(start(), [OPEN, *SECRET], mode) == renderer.render(
            start(), [OPEN], mode
        )


def test_a_seat_sees_its_own_entries_and_not_those_of_the_other() -> None:
    own = [entry for entry in SECRET if entry.to == "axis"]
    seen = renderer.render(start(seat="axis"), [OPEN, *SECRET], "full")
    assert seen == renderer.render(start(seat="axis"), [OPEN, *own], "full")
    assert "Panzergruppe 1" in seen.alt and "Soviet Infantry 1" not in seen.alt


def test_faces_of_hidden_tokens_are_never_drawn() -> None:
    with_hand = start(seat="axis", hand=["axis_general_hits"])
    assert renderer.render(with_hand, [], "full") == renderer.render(start(seat="axis"), [], "full")
    assert not any(token.name in renderer.render(with_hand, [OPEN]).alt for token in BOARD.tokens)
