"""What people read on a picture is whole: prompts, names under arrows, tints and their lines."""

import math
from dataclasses import replace

import pytest
from PIL import ImageChops

from renderer.base import labels
from renderer.games import CHARTS
from renderer.inks import palette as p
from renderer.inks import text
from renderer.page import draw, paint
from renderer.scene import Arrow, Layer, Thread, Turn
from tests.renderer.conftest import Seen
from tests.renderer.eyes import contrast
from tests.renderer.test_every_game import bare, every_game, part, shown, top

ASKED = (
    "Soviet to act: Placement Step: bring on Northwest Front, Southwest Front, Caucasus Front; "
    "take replacements"
)
"""As long as the longest question that a game asks."""


@every_game
@pytest.mark.parametrize("mode", ["full", "crop", "overview"])
@pytest.mark.parametrize("large", [False, True])
def test_whose_move_it_is_can_be_read_to_the_end(
    game_id: str, mode: str, large: bool, seen: Seen
) -> None:
    _, chart, scene = shown(game_id)
    status = replace(scene.status, todo=ASKED, asked=(1,), news=("It snows.",))
    page = {"full": draw.full, "crop": draw.crop, "overview": draw.overview}[mode]
    page(chart, replace(scene, status=status, focus=(5, 6)), large)
    written = " ".join(words for words, _ in seen.boxes)
    assert ASKED in written
    assert seen.clashes() == []


@every_game
@pytest.mark.parametrize("mode", ["full", "crop"])
def test_news_end_with_a_whole_sentence(game_id: str, mode: str, seen: Seen) -> None:
    _, chart, scene = shown(game_id)
    news = tuple(f"Sentence {n} tells of an army that goes a long way." for n in range(60))
    page = {"full": draw.full, "crop": draw.crop}[mode]
    page(chart, replace(scene, status=replace(scene.status, news=news), focus=(5, 6)))
    written = " ".join(words for words, _ in seen.boxes)
    count = written.count("tells of an army that goes a long way.")
    assert 0 < count == written.count("Sentence ")
    assert f"And {60 - count} more." in written


@pytest.mark.parametrize("lines", range(1, 9))
def test_sentences_are_kept_whole_and_all_of_them_where_they_fit(lines: int) -> None:
    given = [f"This is the sentence with the number {n}." for n in range(8)]
    for room in range(300, 1200, 50):
        found = text.whole(given, "regular", 23, room, lines)
        told = " ".join(found)
        assert len(found) <= lines
        if len(text.wrap(" ".join(given), "regular", 23, room, 99)) <= lines:
            assert told == " ".join(given)
        elif "…" not in told:
            kept = told.count("number")
            assert told == " ".join([*given[:kept], f"And {8 - kept} more."])
            longer = " ".join([*given[: kept + 1], f"And {7 - kept} more."])
            assert kept == 7 or len(text.wrap(longer, "regular", 23, room, 99)) > lines
        else:
            first = f"{given[0]} And 7 more."
            assert len(text.wrap(first, "regular", 23, room, 99)) > lines


@pytest.mark.parametrize("game_id", [g for g in sorted(CHARTS) if g != "race_to_moscow"])
def test_names_of_a_hex_map_lie_over_arrows_and_lines_of_supply(game_id: str) -> None:
    chart = CHARTS[game_id]()
    _, _, other = shown("iron_blood")
    empty = replace(bare(other), plates=(), boxes=(), track=())
    ways = tuple((a, a + 7) for a in range(0, len(chart.cells) - 7, 9))
    arrows = tuple(Arrow(way, 0, thin=k % 2 == 0) for k, way in enumerate(ways))
    for laid in ({"arrows": arrows}, {"threads": tuple(Thread(way, 0) for way in ways)}):
        plain, over = (draw.full(chart, scene) for scene in (empty, replace(empty, **laid)))
        down = top(chart, empty)
        box = (0, down, chart.size[0], down + chart.size[1])
        changed = ImageChops.difference(
            plain.crop(box).convert("RGB"), over.crop(box).convert("RGB")
        )
        touched = changed.convert("L").point([0] + [255] * 255, "1")
        assert touched.histogram()[255] > 20_000
        assert ImageChops.logical_and(touched, paint.names(chart)).getbbox() is None


@pytest.mark.parametrize("theme", sorted(p.THEMES))
def test_the_lines_of_a_hatched_tint_stand_out_in_every_theme(theme: str) -> None:
    colours = p.colours(theme)
    for tint in range(len(p.TINTS)):
        ground = colours[p.tinted(tint)[p.nearest(p.CLEAR, p.BASE)]]
        assert contrast(colours[p.hatch(tint)], ground) > 1.7, (tint, theme)


def test_stars_rivers_and_borders_keep_their_colour_under_a_tint() -> None:
    _, chart, scene = shown("iron_blood")
    clean = replace(scene, stacks=(), plates=(), tokens=(), arrows=(), clashes=(), threads=())
    tinted = replace(clean, layers=(Layer(tuple(range(len(chart.cells))), 1, "all"),))
    image, down = draw.full(chart, tinted), top(chart, tinted)
    for city in chart.cities:
        x, y = chart.middle(city.cells)
        ink = {"star": p.RED, "gold": p.GOLD}.get(city.kind)
        if ink is not None:
            assert p.nearest(ink, p.BASE) in part(image, x, y + down, 8).tobytes(), city.name
    for side in chart.sides:
        if side.kind == "river":
            (ax, ay), (bx, by) = chart.side(side.a, side.b)
            found = part(image, (ax + bx) / 2, (ay + by) / 2 + down, 14).tobytes()
            assert p.nearest(p.RIVER, p.BASE) in found


@pytest.mark.parametrize("theme", sorted(p.THEMES))
def test_the_turn_track_tells_both_sides_on_its_dark_ground(theme: str) -> None:
    """Whose initiative it is then: a bar that can be seen where the space is dark."""
    _, chart, scene = shown("iron_blood")
    track = tuple(Turn(f"{number}", "sun", side=number % 2) for number in range(4))
    image = draw.full(chart, replace(scene, track=track, now=3))
    image.putpalette(p.palette(theme))
    seen = image.convert("RGB")
    colours = p.colours(theme)
    head = set(image.crop((0, 0, image.width, draw.HEADER)).tobytes())
    for side in (0, 1):
        bar = colours[p.nearest(p.SIDE_LIGHT[side])]
        assert contrast(bar, colours[p.nearest(p.PANEL)]) > 3
        assert p.nearest(p.SIDE_LIGHT[side]) in head
    assert seen.size == image.size


def test_the_ways_of_an_area_map_leave_the_ends_of_its_names_alone() -> None:
    chart = CHARTS["race_to_moscow"]()
    known = {city.name for city in chart.cities} | {city.name.upper() for city in chart.cities}
    ways = [(chart.centre(link.a), chart.centre(link.b)) for link in chart.links]
    for label in (label for label in labels.place_labels(chart) if label.text in known):
        left, top, right, bottom = label.box
        touched = 0
        for (ax, ay), (bx, by) in ways:
            pixels = round(math.dist((ax, ay), (bx, by)))
            for k in range(pixels):
                x, y = ax + (bx - ax) * k / pixels, ay + (by - ay) * k / pixels
                beside = left - 5 < x < left + 2 or right - 2 < x < right + 5
                touched += beside and top < y < bottom
        assert touched < 14, label.text


def test_a_name_that_is_wider_than_a_hex_crosses_no_edge_of_a_city() -> None:
    chart = CHARTS["iron_blood"]()
    name = next(label for label in labels.place_labels(chart) if label.text == "Sivash and Kerch")
    for _, place in chart.plates:
        cells = next((c.cells for c in chart.cities if c.name == place), ())
        for (ax, ay), (bx, by) in chart.outline(cells, 4.5) if cells else ():
            for step in range(21):
                x, y = ax + (bx - ax) * step / 20, ay + (by - ay) * step / 20
                inside = name.box[0] < x < name.box[2] and name.box[1] < y < name.box[3]
                assert not inside, place


def test_names_of_an_area_map_lie_by_their_own_area_and_off_the_ways() -> None:
    chart = CHARTS["race_to_moscow"]()
    middles = {city.name: chart.middle(city.cells) for city in chart.cities}
    wide = {name.text for name in chart.names}

    def far(box: labels.Box, x: float, y: float) -> float:
        return math.dist((min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3])), (x, y))

    for label in labels.place_labels(chart):
        known = next((name for name in middles if label.text in (name, name.upper())), None)
        if known is not None:
            others = [far(label.box, *at) for name, at in middles.items() if name != known]
            assert min(others) > 1.15 * far(label.box, *middles[known]), known
        elif label.text in wide:
            for link in chart.links:
                (ax, ay), (bx, by) = chart.centre(link.a), chart.centre(link.b)
                way = [(ax + (bx - ax) * k / 200, ay + (by - ay) * k / 200) for k in range(201)]
                for left, top, right, bottom in label.boxes:
                    crossed = any(left + 4 < x < right - 4 and top + 4 < y < bottom - 4
                                  for x, y in way)  # fmt: skip
                    assert not crossed, label.text
