"""No words lie on other words, in any picture."""

import io
from itertools import combinations

import pytest
from PIL import Image

import engine
import renderer
from renderer.base.labels import overlaps
from renderer.inks import text
from renderer.page import paint
from tests.renderer.conftest import Seen
from tests.renderer.positions import start
from tests.renderer.test_hand import LATER, MUD
from tests.renderer.test_modes import OVERLAY

LONG = "Say which of your armies, corps and divisions is to go where, and by which way, please"


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("mode", renderer.MODES)
@pytest.mark.parametrize("initiative", [0, 1])
def test_words_around_a_map_do_not_touch(
    seen: Seen, mode: str, large: bool, initiative: int
) -> None:
    view = start(initiative=initiative, phase="Reinforcements and replacements")
    view.asked = [engine.core.view.Asked("axis", "turn", LONG)]
    for overlay in (None, OVERLAY):
        seen.boxes.clear()
        picture = renderer.render(view, mode=mode, large=large, overlay=overlay)
        assert len(seen.boxes) > 3
        assert seen.clashes() == []
        assert Image.open(io.BytesIO(picture.png)).width == picture.width


def test_words_of_cards_do_not_touch(seen: Seen) -> None:
    renderer.cards([MUD, LATER, MUD], "Axis")
    assert len(seen.boxes) > 15
    assert seen.clashes() == []


def test_words_of_a_phone_are_large_enough(seen: Seen) -> None:
    """24 pixels at a width of 800 are 12 at 400."""
    sizes: list[float] = []
    font = text.font

    def noted(face: text.Face, size: float) -> object:
        sizes.append(size)
        return font(face, size)

    text.text_sprite.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "font", noted)
        renderer.render(start(), large=True)
    assert sizes and min(sizes) >= 22


def test_names_keep_off_counters_and_each_other() -> None:
    plates = [(name, (100.0 + 8 * n, 100.0), (60.0, 22.0)) for n, name in enumerate("abcdefgh")]
    covered = [(90.0, 90.0, 110.0, 110.0)]
    placed = paint.beside(plates, 60, covered, (0, 0, 400, 200))  # type: ignore[arg-type]
    boxes = [(x - 30, y - 11, x + 30, y + 11) for _, (x, y) in placed]
    assert len(placed) >= 4
    for a, b in combinations([*boxes, *covered], 2):
        assert not overlaps(a, b)
