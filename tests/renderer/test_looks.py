"""Colours, counters and their places."""

from itertools import combinations, product

import pytest

from engine.games.iron_blood.board import BOARD
from renderer import layout
from renderer import palette as p
from renderer.counters import BIG, counter
from renderer.games import iron_blood
from renderer.games.iron_blood_chart import chart
from renderer.layout import Ground
from renderer.scene import Piece, Stack, Symbol
from tests.renderer.positions import start

# Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
_BLIND = {
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}

Triple = tuple[float, float, float]


def linear(colour: p.Rgb) -> Triple:
    r, g, b = (v / 255 for v in colour)
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (r, g, b))
    return r, g, b


def lab(rgb: Triple) -> Triple:
    r, g, b = (min(1.0, max(0.0, v)) for v in rgb)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour: p.Rgb, eye: str) -> Triple:
    rgb = linear(colour)
    if eye == "all":
        return lab(rgb)
    a, b, c = (sum(m * v for m, v in zip(row, rgb, strict=True)) for row in _BLIND[eye])
    return lab((a, b, c))


def contrast(a: p.Rgb, b: p.Rgb) -> float:
    def light(colour: p.Rgb) -> float:
        r, g, b = linear(colour)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    high, low = sorted((light(a), light(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("eye", ["all", *_BLIND])
def test_sides_differ_to_every_eye(eye: str) -> None:
    for a, b in product((p.AXIS, p.AXIS_LIGHT), (p.SOVIET, p.SOVIET_LIGHT)):
        first, second = seen(a, eye), seen(b, eye)
        distance = sum((u - v) ** 2 for u, v in zip(first, second, strict=True)) ** 0.5
        assert distance > 20, (a, b)


def test_letters_have_contrast() -> None:
    pairs = [
        (p.WHITE, p.AXIS), (p.AXIS_DARK, p.AXIS_LIGHT), (p.SOVIET_DARK, p.SOVIET_LIGHT),
        (p.INK, p.CLEAR), (p.INK, p.SWAMP), (p.INK, p.MOUNTAIN), (p.RIVER_EDGE, p.CLEAR),
        (p.WHITE, p.PANEL), (p.GOLD, p.PANEL), (p.MUTED, p.PANEL), (p.WHITE, p.PANEL_SOFT),
    ]  # fmt: skip
    for ink, ground in pairs:
        assert contrast(ink, ground) >= 4.5, (ink, ground)
    assert contrast(p.WHITE, p.SOVIET) >= 3, "large bold letters"


def test_the_palette_fits_in_one_byte() -> None:
    assert len(p.COLOURS) <= 256
    for colour in (p.AXIS, p.SOVIET, p.AXIS_LIGHT, p.SOVIET_LIGHT, p.GOLD, p.RED, p.PANEL):
        assert p.COLOURS[p.nearest(colour)] == colour


def test_counters_differ_by_symbol_shape_state_and_number() -> None:
    symbols: tuple[Symbol, ...] = ("infantry", "armour", "air", "fleet", "partisan", "fortress")
    looks = [Piece(symbol, side, "1x") for symbol in symbols for side in (0, 1)]
    looks += [Piece("infantry", 0, "1x", spent=True), Piece("infantry", 0, "1x", lit=True),
              Piece("infantry", 0, "1x", lost=True), Piece("infantry", 0, "1x", count=2),
              Piece("infantry", 0, "2x")]  # fmt: skip
    pictures = {counter(piece, BIG).image.tobytes() for piece in looks}
    assert len(pictures) == len(looks)
    square, round_ = counter(Piece("air", 0), BIG), counter(Piece("air", 1), BIG)
    assert square.mask.getpixel((9, 9)) and not round_.mask.getpixel((9, 9))


def test_no_piece_of_a_stack_hides_another() -> None:
    big = tuple(Piece("armour", n % 2) for n in range(6))
    kinds: tuple[Symbol, ...] = ("air", "fleet", "air", "partisan", "fortress")
    for many, few in product(range(6), range(6)):
        small = tuple(Piece(kind, n % 2) for n, kind in enumerate(kinds[:few]))
        found, rest = layout.spots(Ground(chart()), Stack(60, big[:many], small))
        assert len(found) + sum(sign.count for sign in rest) == many + few
        assert len(found) >= min(many + few, 4)
        boxes = [
            (s.x - s.size / 2, s.y - s.size / 2, s.x + s.size / 2, s.y + s.size / 2) for s in found
        ]
        for a, b in combinations(boxes, 2):
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def test_every_unit_of_a_view_is_in_the_scene_once() -> None:
    scene = iron_blood.scene(start(), [])
    pieces = [piece for stack in scene.stacks for piece in stack.big + stack.small]
    pieces += [piece for box in scene.boxes for piece in box.pieces]
    forts = sum(plate.icon == "fortress" for plate in scene.plates)
    assert sum(piece.count for piece in pieces) + forts == len(BOARD.units)


def test_the_window_of_a_crop_holds_its_focus() -> None:
    for cells in ((0,), (129,), (3, 11), (60, 61, 75)):
        view = layout.window(Ground(chart()), cells)
        assert view is not None
        width, height = chart().size
        assert view.x >= 0 and view.y >= 0
        assert view.x + view.width <= width and view.y + view.height <= height
        for cell in cells:
            x, y = chart().centre(cell)
            assert view.x + 60 < x < view.x + view.width - 60
            assert view.y + 60 < y < view.y + view.height - 60


def test_what_happens_all_over_the_map_is_not_cropped() -> None:
    for cells in ((), (0, 12), (5, 125)):
        assert layout.window(Ground(chart()), cells) is None
