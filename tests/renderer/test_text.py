"""No words lie on other words, in any picture."""

import io
from collections.abc import Callable

import pytest
from PIL import Image

import engine
import renderer
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


def fonts(render: Callable[[], object]) -> list[float]:
    """The sizes of all letters that are set anew."""
    sizes: list[float] = []
    font = text.font

    def noted(face: text.Face, size: float) -> object:
        sizes.append(size)
        return font(face, size)

    text.text_sprite.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "font", noted)
        render()
    return sizes


def test_words_of_a_phone_are_large_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """24 pixels at a width of 800 are 12 at 400; a name of a place may rather be small than not."""
    pasted: list[int] = []
    name = paint.Painter._name
    monkeypatch.setattr(
        paint.Painter, "_name", lambda *given: pasted.append(given[-1]) or name(*given)
    )
    assert min(fonts(lambda: renderer.render(start(), large=True))) >= paint.SIZES[-1]
    found = pasted[-19:]  # after all are measured
    assert found.count(0) >= 17 and max(found) < 2
    monkeypatch.setattr(paint.Painter, "_names", lambda *_: None)
    assert min(fonts(lambda: renderer.render(start(), large=True))) >= 22
