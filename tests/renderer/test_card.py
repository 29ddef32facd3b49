"""The card of a game that is over: its words and curves are on it, whatever their length."""

import io

import pytest
from PIL import Image, ImageChops

import renderer
from renderer import Card, Curve, Plot
from renderer.page.card import draw_card
from renderer.page.plot import TALL, WIDE

SEATS = [("Axis", "anna", "12"), ("Soviet", "practice opponent", "7")]
LUCK = Plot("Luck", [Curve("Axis +1.2 σ", [(0, 0), (1, 4)])], [(1, "1941")])


def card(**other: object) -> Card:
    told = {
        "title": "A Game",
        "scenario": "1941",
        "won": "Won by Axis",
        "why": "Moscow has fallen",
        "seats": SEATS,
        "plots": [LUCK, LUCK],
    }
    return Card(**{**told, **other})  # type: ignore[arg-type]


@pytest.mark.parametrize("large", [False, True])
def test_each_word_leaves_its_ink(large: bool) -> None:
    """With any of them left out, another picture comes, and nothing but that place changes."""
    whole = draw_card(card(), large=large).convert("RGB")
    for name in ("title", "won"):
        other = draw_card(card(**{name: ""}), large=large).convert("RGB")
        box = ImageChops.difference(whole, other).getbbox()
        assert box is not None and box[3] - box[1] < 50, name
    for seat in range(2):
        seats = [s if n != seat else (s[0], "", "") for n, s in enumerate(SEATS)]
        box = ImageChops.difference(
            whole, draw_card(card(seats=seats), large=large).convert("RGB")
        ).getbbox()
        assert box is not None and box[2] > WIDE - 40 and box[3] - box[1] < 50


def test_it_is_as_wide_as_a_phone_takes_and_grows_with_what_it_says() -> None:
    bare = draw_card(card(plots=[]))
    assert draw_card(card(plots=[], scenario="")).height < bare.height - 30
    assert bare.width == WIDE and draw_card(card()).height == bare.height + 2 * TALL
    long = draw_card(card(plots=[], why="a reason that goes on " * 30))
    assert bare.height < long.height < 2 * bare.height


def test_long_names_stay_on_the_page() -> None:
    long = "x" * 300
    page = draw_card(card(title=long, scenario=long, won=long, seats=[("Axis", long, "12")]))
    edge = page.convert("RGB").crop((WIDE - 14, 0, WIDE, page.height - 2 * TALL))
    assert edge.getcolors() is not None and len(edge.getcolors() or []) == 1


def test_the_words_say_it_all() -> None:
    shown = renderer.card(card(), theme="dark", large=True)
    with Image.open(io.BytesIO(shown.png)) as image:
        assert image.size == (shown.width, shown.height)
    for said in ("A Game", "Won by Axis", "Axis: anna, 12.", "practice opponent, 7", "Luck."):
        assert said in shown.alt
