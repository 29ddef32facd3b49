"""Curves: all of them on the page, their names apart, the scale in round numbers."""

import math
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import renderer
from renderer import Curve, Plot
from renderer.inks import palette as p
from renderer.page.plot import INKS, TALL, WIDE, _apart, draw_plot, scale

MANY = Plot(
    "Score by turn",
    [Curve(name, [(n, n * step) for n in range(9)]) for step, name in enumerate("ABCD")],
    [(n, f"turn {n}") for n in range(9)],
)


def ink(image: Image.Image, colour: p.Rgb) -> int:
    return image.convert("RGB").tobytes().count(bytes(colour))


def test_every_curve_is_seen_in_its_colour() -> None:
    image = draw_plot(MANY)
    assert image.size == (WIDE, TALL)
    assert all(ink(image, colour) > 1_000 for colour in INKS)


def test_the_words_say_what_the_picture_shows() -> None:
    shown = renderer.plot(MANY, theme="dark", large=True)
    assert shown.png.startswith(b"\x89PNG") and shown.alt.startswith(
        "Score by turn. A: from 0 to 0"
    )
    assert "D: from 0 to 24, lowest 0, highest 24." in shown.alt


def test_a_single_point_and_a_band_that_is_wider() -> None:
    one = Plot("Once", [Curve("1500", [(1, 1500)], [700])], [(1, "game 1")])
    assert ink(draw_plot(one), p.GOLD) > 30
    two = Plot("Twice", [Curve("1500", [(1, 1500), (2, 1480)], [700, 600])], [(1, "game 1")])
    grey = p.mix(p.PANEL, p.WHITE, 1 / 8)
    assert ink(draw_plot(two), p.COLOURS[p.nearest(grey)]) > 30_000


@given(st.lists(st.integers(-10_000, 10_000), min_size=1, max_size=9), st.sampled_from([1, 10]))
def test_a_scale_holds_all_and_has_few_lines(numbers: list[int], parts: int) -> None:
    values = [number / parts for number in numbers]
    low, high, step = scale(values)
    assert low <= min(values) and max(values) <= high
    assert 1 <= round((high - low) / step) <= 7
    assert math.isclose((high - low) / step, round((high - low) / step), abs_tol=1e-6)


@settings(deadline=None)
@given(st.lists(st.floats(60, 400), min_size=1, max_size=4))
def test_names_do_not_touch(heights: list[float]) -> None:
    found = sorted(_apart(heights, 26, 60, 400))
    assert all(b - a >= 26 - 1e-9 for a, b in pairwise(found))
    assert found[-1] <= 400
