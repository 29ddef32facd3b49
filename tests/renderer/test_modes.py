"""Overlays, differences, large print and overviews."""

import io
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import Image

import engine
import renderer
from engine.core.entries import Moved
from engine.core.overlay import Area, Label, Line, Overlay
from engine.games.iron_blood.data.board import BOARD
from renderer.base.labels import number_at, overlaps
from renderer.games import no_retreat_chart
from renderer.games.iron_blood import ARTIST, scene
from renderer.games.iron_blood_chart import chart
from renderer.inks import palette as p
from renderer.page import draw, windows
from renderer.page.panel import legend_height
from renderer.pieces.counters import RING
from renderer.pieces.layout import Ground, spots, window
from renderer.scene import BAD, Clash, Layer, Piece, Stack
from renderer.scenes import compare, layers
from tests.renderer.conftest import Seen
from tests.renderer.positions import put, start

OVERLAY = Overlay(
    title="Supply",
    text="One unit is out.",
    areas=(Area("axis", "Axis", ("0704",)), Area("bad", "out", ("0805",), marked=True)),
    lines=(Line("soviet", ("1004", "1104", "1204")),),
    labels=(Label("0906", "3"),),
    focus=("0704", "0805"),
)


def opened(picture: renderer.Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png))


def indexes(image: Image.Image, place: str, top: int, half: int = 8) -> set[int]:
    """The palette indexes in a square below the middle of a hex of the whole map."""
    x, y = chart().centre(BOARD.place_index[place])
    box = (x - half, y + top + 28 - half, x + half, y + top + 28 + half)
    return set(image.crop(tuple(map(round, box))).tobytes())


def tones(tint: int) -> set[int]:
    """The indexes of the map under a tint, without what keeps its colour."""
    return {p.tinted(tint)[i] for i in p.BASE} - {*p.BASE}


def test_cells_are_tinted_and_marked_ones_hatched() -> None:
    picture = opened(renderer.render(start(), mode="full", overlay=OVERLAY))
    top = draw.HEADER + legend_height(
        layers.with_overlay(ARTIST, scene(start(), []), OVERLAY), picture.width, 1.6
    )
    assert indexes(picture, "0704", top) <= tones(0)
    marked = indexes(picture, "0805", top)
    assert marked & tones(BAD) and p.hatch(BAD) in marked
    assert marked <= tones(BAD)
    assert indexes(picture, "0605", top) <= set(p.BASE)


def test_of_two_layers_the_later_one_is_seen_and_hatches_go_on_over_edges() -> None:
    both = replace(scene(start(), []), stacks=(), plates=(), tokens=())
    cells = tuple(BOARD.place_index[place] for place in ("0605", "0705"))
    under, over = Layer(cells, 0, "one", hatched=True), Layer(cells[:1], BAD, "two", hatched=True)
    image = draw.full(chart(), replace(both, layers=(under, over)))
    top = image.height - draw.full(chart(), both).height + draw.HEADER
    for place, tint, other in (("0605", BAD, 0), ("0705", 0, BAD)):
        found = indexes(image, place, top)
        assert found & tones(tint) and not found & tones(other)
        assert p.hatch(tint) in found and p.hatch(other) not in found
    hatched = draw.full(chart(), replace(both, layers=(under,)))
    ink = p.hatch(0)
    sums = {
        (x + y) % 14
        for place in ("0605", "0705")
        for x, y in _pixels(hatched, ink, chart().centre(BOARD.place_index[place]), top)
    }
    assert 0 < len(sums) <= 5, "one pattern for all cells"


def _pixels(
    image: Image.Image, ink: int, at: tuple[float, float], top: int
) -> Iterator[tuple[int, int]]:
    x0, y0 = round(at[0]) - 20, round(at[1]) + top - 10
    part = image.crop((x0, y0, x0 + 40, y0 + 40))
    for number, found in enumerate(part.tobytes()):
        if found == ink:
            yield x0 + number % 40, y0 + number // 40


def test_lines_and_labels_lie_where_they_belong() -> None:
    plain = opened(renderer.render(start(), mode="full", overlay=Overlay(title="x", text="y")))
    shown = renderer.render(start(), mode="full", overlay=OVERLAY)
    top = opened(shown).height - plain.height + draw.HEADER
    line = opened(shown)
    x, y = chart().centre(BOARD.place_index["1104"])
    box = (round(x) - 20, round(y) + top - 6, round(x) + 20, round(y) + top + 6)
    assert p.nearest(p.SOVIET_DARK) in set(line.crop(box).tobytes())
    x, y = chart().centre(BOARD.place_index["0906"])
    for dy, written in ((0, True), (57, False)):  # a figure stands in the middle, not in a corner
        part = (round(x) - 12, round(y) + top + dy - 13, round(x) + 12, round(y) + top + dy + 13)
        assert (p.nearest(p.INK) in set(line.crop(part).tobytes())) is written
    assert "One unit is out" in shown.alt and "Supply" in shown.alt


def test_the_unit_of_a_reach_is_ringed_and_nothing_else() -> None:
    game = engine.new_game("iron_blood", secret=bytes(32))
    entries = game.submit("axis", "setup suggested\nend setup").entries
    view, overlay = game.view(None), game.overlay("reach", "axis_tank_1")
    plain = scene(view, list(entries))
    shown = layers.with_overlay(ARTIST, plain, overlay)
    lit = [[piece.ids for stack in found.stacks for piece in stack.big if piece.lit]
           for found in (plain, shown)]  # fmt: skip
    assert len(lit[0]) > 10 and lit[1] == [("axis_tank_1",)]


def test_an_overlay_has_its_own_focus() -> None:
    picture = renderer.render(start(), mode="crop", overlay=OVERLAY)
    assert picture.width == draw.PHONE


def test_every_overlay_of_the_game_can_be_drawn() -> None:
    game = engine.new_game("iron_blood", secret=bytes(32))
    game.submit("axis", "setup suggested\nend setup")
    for kind in engine.rules("iron_blood").overlays:
        unit = game.movers()[0].value if kind == "reach" else ""
        overlay = game.overlay(kind, unit)
        for mode in renderer.MODES:
            alt = renderer.render(game.view(None), mode=mode, overlay=overlay).alt
            assert overlay.title in alt


def test_a_difference_shows_what_moved_came_went_and_turned() -> None:
    before, after = start(), start()
    put(after, "axis_tank_1", "0304")
    put(after, "soviet_tank_1", "box_soviet_pool")
    put(after, "soviet_infantry_9", "1104")
    after.control[BOARD.location_index["kiev"]] = 0
    found = compare.difference(scene(before, []), scene(after, []))
    cell = BOARD.place_index
    assert [arrow.cells for arrow in found.arrows] == [(cell["0105"], cell["0304"])]
    pieces = {id_: (s.cell, piece) for s in found.stacks for piece in s.big + s.small
              for id_ in piece.ids}  # fmt: skip
    lost_at, lost = pieces["soviet_tank_1"]
    assert lost.lost and lost_at == cell["0404"]
    assert pieces["soviet_infantry_9"][1].lit and pieces["axis_tank_1"][1].lit
    assert not pieces["axis_tank_2"][1].lit
    assert [plate.text for plate in found.plates if plate.lit] == ["Kiev"]
    alt = renderer.render(after, mode="full", before=before).alt
    assert "1 moved, 1 new on the map, 1 gone from it, 1 changed hands" in alt


def test_a_difference_of_nothing_says_so() -> None:
    found = compare.difference(scene(start(), []), scene(start(), []))
    assert found.arrows == () and found.status.news[0].endswith(": 0 moved.")
    assert found.stacks == scene(start(), []).stacks


def test_what_lies_under_one_counter_is_followed_too() -> None:
    """Two air units under one counter: one flies away, one is shot down."""
    before, after = start(), start()
    for number in (1, 2, 3):
        put(before, f"soviet_air_{number}", "0704")
        put(after, f"soviet_air_{number}", "0704")
    put(after, "soviet_air_2", "1104")
    put(after, "soviet_air_3", "box_soviet_pool")
    cell = BOARD.place_index
    there = next(s for s in scene(before, []).stacks if s.cell == cell["0704"]).small
    assert [piece.count for piece in there] == [3]
    found = compare.difference(scene(before, []), scene(after, []))
    assert [arrow.cells for arrow in found.arrows] == [(cell["0704"], cell["1104"])]
    left = next(s for s in found.stacks if s.cell == cell["0704"]).small
    assert [(piece.count, piece.lost) for piece in left] == [(1, False), (1, True)]
    assert "1 moved, 1 gone from it" in found.alt


def test_a_lost_pocket_is_counted() -> None:
    armies = tuple(Piece("infantry", 1, f"{n}a", ids=(f"army_{n}",)) for n in range(6))
    before = replace(scene(start(), []), stacks=(Stack(60, armies),))
    found = compare.difference(before, replace(before, stacks=()))
    assert found.stacks == (Stack(60, (), (Piece("infantry", 1, lost=True, count=6),)),)
    few = compare.difference(before, replace(before, stacks=(Stack(60, armies[2:]),)))
    assert [piece.label for piece in few.stacks[0].small] == ["0a", "1a"]


def test_large_print_is_as_wide_as_a_phone_and_larger() -> None:
    entry = Moved(unit="axis_tank_1", places=["0105", "0205"], how="goes")
    usual = renderer.render(start(), [entry])
    large = renderer.render(start(), [entry], large=True)
    assert usual.width == large.width == draw.PHONE
    found = windows.around_large(chart(), scene(start(), [entry]))
    assert found is not None
    ground = found.ground
    assert ground.zoom >= 1.5
    assert ground.lone * 0.31 >= 24, "a counter's name is 12 pixels high at a width of 400"


def test_large_print_of_a_long_way_shows_its_end() -> None:
    entry = Moved(unit="axis_tank_1", places=["0105", "1309"], how="flies")
    found = windows.around_large(chart(), scene(start(), [entry]))
    assert found is not None
    ground, [view] = found.ground, found.windows
    x, y = ground.centre(BOARD.place_index["1309"])
    assert view.x < x < view.x + view.width and view.y < y < view.y + view.height


def test_an_overview_shows_every_stack_and_name_without_overlap() -> None:
    picture = renderer.render(start(), mode="full", large=True)
    assert picture.width == draw.PHONE and len(picture.png) < 200_000
    image = opened(picture)
    ground = Ground(chart(), draw.PHONE / chart().size[0], draw.FILL)
    for stack in scene(start(), []).stacks:
        x, y = ground.centre(stack.cell)
        side = (stack.big + stack.small)[0].side
        box = (round(x) - 16, round(y) - 16, round(x) + 16, round(y) + 20)
        assert p.nearest(p.SIDE[side]) in set(image.crop(box).tobytes()), stack.cell


def test_names_on_an_overview_keep_off_rings(seen: Seen) -> None:
    """All units lit, as after the set-up: no name lies on the ring of one."""
    plain = scene(start(), [])
    lit = tuple(
        replace(s, big=tuple(replace(piece, lit=True) for piece in s.big)) for s in plain.stacks
    )
    ground = Ground(chart(), draw.PHONE / chart().size[0], draw.FILL)
    draw.overview(chart(), replace(plain, stacks=lit))
    names = {plate.text for plate in plain.plates}
    boxes = [box for text, box in seen.boxes if text in names]
    assert len(boxes) > 10
    for stack in lit:
        for spot in spots(ground, stack)[0]:
            half = spot.size / 2 + (RING - 1 if spot.piece.lit else 0)
            ring = (spot.x - half, spot.y - half, spot.x + half, spot.y + half)
            assert not any(overlaps(box, ring) for box in boxes), spot


def test_small_hexes_are_drawn_larger_in_a_crop() -> None:
    board = no_retreat_chart.chart()
    bare = replace(scene(start(), []), focus=(100, 101), stacks=(), plates=(), tokens=(), boxes=())
    found = windows.around(board, bare)
    assert found is not None and found.ground.zoom == 1.5
    assert window(Ground(board, 1.5), (0, len(board.cells) - 1)) is None


def test_what_finds_no_place_in_a_stack_is_counted_on_a_sign() -> None:
    """A stack of seven shows four counters and +3."""
    cell = BOARD.place_index["0704"]
    armies = tuple(Piece("infantry", 0, f"{n}") for n in range(7))
    bare = replace(scene(start(), []), stacks=(Stack(cell, armies),))
    shown, few = (
        draw.full(chart(), replace(bare, stacks=(Stack(cell, armies[:count]),))) for count in (7, 4)
    )
    x, y = chart().centre(cell)
    y += draw.HEADER + 0.1 * chart().hex_px
    box = (round(x) - 10, round(y) - 10, round(x) + 10, round(y) + 10)
    sign, without = (set(image.crop(box).tobytes()) for image in (shown, few))
    assert p.nearest(p.INK) in sign - without and p.nearest(p.WHITE) in sign


@pytest.mark.parametrize("large", [False, True])
def test_the_mark_of_a_battle_leaves_the_number_of_its_hex_free(large: bool) -> None:
    cell = BOARD.place_index["0906"]
    bare = replace(scene(start(), []), stacks=(), plates=(), tokens=(), focus=(cell,))
    fought = replace(bare, clashes=(Clash(cell, (7, 6), 0, (0, 1)),))
    before, after = (draw.crop(chart(), s, large) for s in (bare, fought))
    assert before.tobytes() != after.tobytes()
    wide = before.width
    changed = [
        (i % wide, i // wide)
        for i, (a, b) in enumerate(zip(before.tobytes(), after.tobytes(), strict=True))
        if a != b
    ]
    foot = max(y for _, y in changed)
    found = (windows.around_large if large else windows.around)(chart(), bare)
    assert found is not None
    ground, [view] = found.ground, found.windows
    number = ground.centre(cell)[1] - view.y + number_at(ground.chart) * ground.hex_px
    assert 0 < foot < number - ground.hex_px / 11 / 2 + 2
