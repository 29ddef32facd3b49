"""Colours, counters and their places."""

from dataclasses import replace
from itertools import combinations, product
from typing import get_args

from PIL import ImageChops

from engine.games.iron_blood.data.board import BOARD
from engine.games.no_retreat.data.board import BOARD as NO_RETREAT
from renderer.base.labels import NAME_AT
from renderer.games import iron_blood, no_retreat_chart, russia_besieged_chart
from renderer.games.iron_blood_chart import chart
from renderer.inks import palette as p
from renderer.inks.text import text_sprite, width
from renderer.pieces import layout, marks
from renderer.pieces.counters import BIG, SMALL, counter, head
from renderer.pieces.layout import Ground
from renderer.scene import ALLY, Badge, Piece, Size, Stack, Store, Symbol
from tests.renderer.positions import start


def test_counters_differ_by_symbol_shape_state_and_number() -> None:
    looks = [Piece(symbol, side, "1x") for symbol in get_args(Symbol) for side in range(4)]
    looks += [Piece("infantry", 0, "1x", spent=True), Piece("infantry", 0, "1x", lit=True),
              Piece("infantry", 0, "1x", lost=True), Piece("infantry", 0, "1x", count=2),
              Piece("infantry", 0, "2x"), Piece("infantry", 0, "1x", livery=ALLY)]  # fmt: skip
    looks += [Piece("infantry", 0, "1x", badges=(badge,)) for badge in get_args(Badge)]
    looks += [Piece("infantry", 0, "1x", stores=((store, 2),)) for store in get_args(Store)]
    looks += [Piece("infantry", 0, size=size, strength="4-4") for size in get_args(Size)]
    looks += [
        Piece("infantry", 0, strength="4-4", steps=steps) for steps in ((2, 2), (1, 2), (1, 3))
    ]
    looks += [Piece("infantry", 0, strength="4-4", nation="RO")]
    pictures = {counter(piece, BIG).image.tobytes() for piece in looks}
    assert len(pictures) == len(looks)


def test_the_shape_of_a_counter_tells_its_side() -> None:
    """Without any colour: the outlines alone differ."""
    outlines = {counter(Piece("air", side), BIG).mask.tobytes() for side in range(4)}
    assert len(outlines) == 4


def test_what_does_not_change_a_counter_shares_its_sprite() -> None:
    one, other = Piece("air", 0, ids=("a",), came=3), Piece("air", 0, ids=("b",))
    assert counter(one, BIG) is counter(other, BIG)


def test_the_name_of_a_counter_never_gives_way_to_its_size_mark() -> None:
    """All names of No Retreat!: as large beside the mark as without it, or a little smaller."""
    room = 0.72
    marked = 0
    for unit in NO_RETREAT.units:
        mark, left = head(unit.short, "XXXXX", room)
        letters = width(unit.short, "bold", 100) / 100
        assert min(left / letters, 0.22) >= min(room / letters, 0.155), unit.short
        assert mark == 0 or mark >= 0.08
        marked += mark > 0
    assert marked > len(NO_RETREAT.units) / 2
    assert head("west", "", room) == (0.0, room)


def test_one_sees_what_is_lost() -> None:
    """A small crossed-out counter shows its symbol in dark ink, the cross as two thin lines."""
    sprites = [counter(Piece(kind, 1, lost=True), SMALL) for kind in ("infantry", "armour")]
    dark, red = p.nearest(p.SOVIET_DARK), p.nearest(p.RED)
    for sprite in sprites:
        pixels = sprite.image.tobytes()
        assert pixels.count(dark) > 40 and 40 < pixels.count(red) < 160
    differ = ImageChops.difference(*(sprite.image.convert("RGB") for sprite in sprites))
    assert sum(differ.convert("L").point([0] * 60 + [1] * 196).tobytes()) > 60


def test_badges_leave_the_stores_of_a_counter_free() -> None:
    loaded = Piece("infantry", 2, "4a", stores=(("fuel", 2), ("ammo", 1)))
    plain, halted = (counter(piece, BIG) for piece in (loaded, replace(loaded, badges=("halted",))))
    foot = -plain.dy + BIG // 2 - 2
    below = (0, foot, plain.width, plain.height)
    assert plain.image.crop(below).tobytes() == halted.image.crop(below).tobytes()
    assert plain.image.tobytes() != halted.image.tobytes()


def test_a_counter_with_stores_is_anchored_at_its_own_middle() -> None:
    plain, loaded = Piece("air", 0), Piece("air", 0, stores=(("fuel", 3), ("ammo", 1), ("food", 2)))
    a, b = counter(plain, BIG), counter(loaded, BIG)
    assert b.height > a.height and b.dy == a.dy
    assert abs((b.width + 2 * b.dx) - (a.width + 2 * a.dx)) <= 1


def test_letters_of_a_counter_shrink_to_its_width() -> None:
    short, long = Piece("air", 0, strength="4-4"), Piece("air", 0, strength="(14)-(12)")
    assert counter(long, BIG).width == counter(short, BIG).width


def test_sprites_are_kept_within_bounds() -> None:
    for cached in (counter, marks._outline, marks._plate, text_sprite):
        assert cached.cache_info().maxsize


def test_edges_of_one_shape_share_a_sprite() -> None:
    """Kiev and Voronezh are two hexes side by side; a single hex is another shape."""
    ground = Ground(chart())
    shapes = {
        name: marks.outline(ground, BOARD.locations[BOARD.location_index[name]].hexes, 1)
        for name in ("kiev", "voronezh", "smolensk")
    }
    assert shapes["kiev"] is shapes["voronezh"]
    assert shapes["kiev"] is not shapes["smolensk"]


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


def test_small_hexes_are_filled_more_and_their_heads_stay_free() -> None:
    """A counter alone in its hex never covers both the number and the name."""
    for board in (chart(), no_retreat_chart.chart(), russia_besieged_chart.chart()):
        ground = Ground(board)
        cell = len(board.cells) // 2
        [spot], _ = layout.spots(ground, Stack(cell, (Piece("armour", 0, strength="4-4"),)))
        top = (spot.y - spot.size / 2 - ground.centre(cell)[1]) / ground.hex_px
        assert top > NAME_AT + 0.05
        assert spot.size <= 0.6 * ground.hex_px
    assert Ground(chart()).lone == BIG
