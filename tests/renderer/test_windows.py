"""What pictures show of a map: one window, up to three, a sector."""

from dataclasses import replace

import pytest

import renderer
from renderer.base.chart import Chart
from renderer.games import CHARTS
from renderer.inks import palette as p
from renderer.page import draw, windows
from renderer.page.windows import Shown
from renderer.pieces.layout import spots
from renderer.scene import Arrow
from tests.renderer.positions import crowd, places

every_board = pytest.mark.parametrize("game_id", sorted(CHARTS))


def near(chart: Chart, x: float, y: float) -> int:
    """The cell nearest to a point, given in parts of the map's width and height."""
    wide, tall = chart.size
    at = x * wide, y * tall
    return min(places(chart), key=lambda cell: abs(complex(*chart.centre(cell)) - complex(*at)))


def seen_in(shown: Shown, cell: int) -> list[int]:
    """The numbers of the windows in which the middle of a cell is."""
    x, y = shown.ground.centre(cell)
    return [
        number
        for number, view in enumerate(shown.windows)
        if view.x < x < view.x + view.width and view.y < y < view.y + view.height
    ]


@every_board
@pytest.mark.parametrize("large", [False, True])
def test_what_is_spread_shows_in_parts_that_are_as_wide_as_a_phone(
    game_id: str, large: bool
) -> None:
    chart = CHARTS[game_id]()
    far = [near(chart, 0.3, 0.25), near(chart, 0.7, 0.55), near(chart, 0.65, 0.95)]
    for count in (2, 3):
        scene = replace(crowd(game_id), focus=tuple(far[3 - count :]))
        found = (windows.around_large if large else windows.around)(chart, scene)
        assert found is not None
        if len(found.windows) == 1:  # a map may be small enough for that
            assert found.windows[0].width <= windows.CLOSE[0]
            continue
        assert 2 <= len(found.windows) <= count
        assert all(view.width == windows.PHONE for view in found.windows)
        assert all(seen_in(found, cell) for cell in scene.focus)
        image = draw.crop(chart, scene, large)
        assert image.width == windows.PHONE and image.height <= 1.55 * image.width
        assert len(renderer.encode(image)) <= 200_000
        assert image.tobytes().count(p.nearest(p.GOLD)) > 1000 * count, "numbers and frames"


def test_a_whole_front_of_a_large_map_shows_from_closer_by_than_the_map() -> None:
    """Orders from Finland to Rumania: too many for three windows, and half of the map."""
    chart = CHARTS["russia_besieged"]()
    front = [near(chart, 0.2 + 0.35 * i / 11, 0.42 - 0.4 * i / 11) for i in range(12)]
    scene = replace(crowd("russia_besieged"), focus=tuple(front))
    found = windows.around(chart, scene)
    assert found is not None
    [view] = found.windows
    assert view.width <= windows.FRONT[0] and view.height > windows.CLOSE[1], "in no crop"
    assert chart.size[0] >= windows.CLOSER * view.width
    assert all(seen_in(found, cell) for cell in front)
    image = draw.crop(chart, scene)
    assert len(renderer.encode(image)) <= 600_000
    ends = [near(chart, x, y) for x in (0.02, 0.98) for y in (0.02, 0.5, 0.98)]
    assert windows.around(chart, replace(scene, focus=(*front, *ends))) is None, "all of the map"


def test_the_parts_of_an_arrow_are_not_torn_apart() -> None:
    """Cells of one way stay together, though others are nearer to one end of it."""
    chart = CHARTS["no_retreat"]()
    a, b, c = near(chart, 0.3, 0.3), near(chart, 0.5, 0.32), near(chart, 0.75, 0.7)
    scene = replace(crowd("no_retreat"), focus=(a, b, c), arrows=(Arrow((a, b), 0),))
    found = windows.around(chart, scene)
    assert found is not None and len(found.windows) == 2
    assert set(seen_in(found, a)) & set(seen_in(found, b)) and seen_in(found, c) == [1]
    across = replace(scene, arrows=(Arrow((a, c), 0),))
    assert windows.around_large(chart, across) != found
    whole = windows.around(chart, across)
    assert whole is None or len(whole.windows) == 1, "a way that fits into no part is one picture"


def test_one_window_stays_where_parts_would_be_no_closer() -> None:
    chart = CHARTS["iron_blood"]()
    a, b = near(chart, 0.4, 0.4), near(chart, 0.5, 0.5)
    found = windows.around(chart, replace(crowd("iron_blood"), focus=(a, b)))
    assert found is not None and len(found.windows) == 1


@every_board
def test_four_sectors_show_the_whole_map_and_keep_to_the_limit(game_id: str) -> None:
    chart = CHARTS[game_id]()
    shown = {corner: windows.sector(chart, corner) for corner in windows.CORNERS}
    for cell in range(len(chart.cells)):
        assert any(seen_in(found, cell) for found in shown.values())
    west, east = (near(chart, x, 0.5) for x in (0.1, 0.9))
    assert [c for c, found in shown.items() if seen_in(found, west)] == ["nw", "sw"]
    assert [c for c, found in shown.items() if seen_in(found, east)] == ["ne", "se"]
    for corner in windows.CORNERS:
        image = draw.MODES[corner](chart, crowd(game_id), False)
        assert max(image.size) <= 2800
        assert len(renderer.encode(image)) <= 600_000
        ground = shown[corner].ground
        assert ground.hex_px >= 65, "half a unit more than the smallest on a whole map"
        [view] = shown[corner].windows
        for stack in crowd(game_id).stacks:
            x, y = ground.centre(stack.cell)
            x, y = x - view.x, y - view.y
            if 40 < x < view.width - 40 and 40 < y < view.height - 40:
                side = p.nearest(p.SIDE[stack.big[0].side])
                half = ground.hex_px / 2
                box = tuple(map(round, (x - half, y - half, x + half, y + half)))
                assert image.crop(box).tobytes().count(side) > 0.05 * half * half


@every_board
def test_in_tiny_hexes_a_stack_is_a_pile_with_its_top_piece_whole(game_id: str) -> None:
    chart = CHARTS[game_id]()
    ground = windows.Ground(chart, windows.PHONE / chart.size[0], draw.FILL)
    tall = next(stack for stack in crowd(game_id).stacks if len(stack.big) == 13)
    places, rests = spots(ground, tall)
    if ground.hex_px < 30:
        assert [spot.piece for spot in places] == [*tall.big[2::-1]] and not rests
        assert places[-1].size >= 11 and (places[-1].x, places[-1].y) == ground.centre(tall.cell)
    else:
        assert len(places) + sum(rest.count for rest in rests) == 13
    image = draw.overview(chart, crowd(game_id))
    assert image.width == windows.PHONE and len(renderer.encode(image)) <= 200_000
