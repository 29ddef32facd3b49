"""What must show in a picture, by its pixels."""

import io

import pytest
from PIL import Image, ImageChops

import renderer
from engine.core.entries import AnyEntry, Fought, Lost, Marked, Moved, Ordered, Placed
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.show.view import IronBloodView
from renderer.base.labels import number_at
from renderer.games.iron_blood import _SEA_BOXES, scene
from renderer.games.iron_blood_chart import chart
from renderer.inks import palette as p
from renderer.inks.text import text_sprite
from renderer.page import draw
from tests.renderer.positions import put, start

Box = tuple[float, float, float, float]

CONVOY = Moved(unit="axis_tank_1", places=["0105", "0205", "0204", "0304"], how="goes by convoy")


def full(view: IronBloodView, *entries: AnyEntry) -> Image.Image:
    picture = renderer.render(view, list(entries), "full")
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


def around(place: str, dx: float = 0, dy: float = 0, half: float = 29) -> tuple[int, int, int, int]:
    """A square of the full picture, its middle `dx`, `dy` pixels from a hex's centre."""
    x, y = chart().centre(BOARD.place_index[place])
    x, y = x + dx, y + dy + draw.HEADER
    return round(x - half), round(y - half), round(x + half), round(y + half)


def count(image: Image.Image, box: tuple[int, int, int, int], colour: p.Rgb) -> int:
    """How many pixels of `box` have that colour of the palette."""
    wanted = p.COLOURS[p.nearest(colour)]
    found = image.crop(box).getcolors(1 << 16) or []
    return sum(number for number, seen in found if seen == wanted)


def test_each_regular_unit_of_the_set_up_shows_on_its_hex() -> None:
    image = full(start())
    bare = full(start(at=[len(BOARD.places) - 1] * len(BOARD.units)))
    shown = 0
    for unit in BOARD.units:
        place = start().at[unit.index]
        if unit.regular and place < len(BOARD.hexes):
            box = around(BOARD.places[place])
            face = p.SIDE[unit.side]
            assert count(image, box, face) > count(bare, box, face) + 600, unit.id
            shown += 1
    assert shown == 13 + 8


def test_a_moved_unit_shows_its_pale_face_and_where_it_came_from() -> None:
    view = start()
    put(view, "axis_infantry_2", "0204", came="0104")
    image = full(view)
    assert count(image, around("0204"), p.AXIS_LIGHT) > 600
    west, east = around("0204", -36, 0, 9), around("0204", 36, 0, 9)
    assert count(image, west, p.AXIS_DARK) > 30 > count(image, east, p.AXIS_DARK)


def test_two_regular_units_and_all_support_in_one_hex_are_visible() -> None:
    view = start()
    put(view, "axis_infantry_1", "0203", came="0103")
    put(view, "axis_fleet", "0203")
    for number in (1, 2, 3):
        put(view, f"axis_air_{number}", "0203")
        put(view, f"soviet_partisan_{number}", "0203")
    put(view, "soviet_air_1", "0203")
    image = full(view)
    assert count(image, around("0203", -31, 2, 26), p.AXIS_LIGHT) > 500
    assert count(image, around("0203", 31, 2, 26), p.SOVIET) > 500
    for dx, side in ((-42, 0), (-14, 0), (14, 1), (42, 1)):
        assert count(image, around("0203", dx, 51, 12), p.SIDE_DARK[side]) > 30, dx


def test_control_is_the_colour_of_the_name_plate_and_the_edge() -> None:
    before = full(start())
    view = start()
    view.control[BOARD.location_index["kiev"]] = 0
    after = full(view)
    plate = around("0406", 0, -48, 11)
    assert count(before, plate, p.SOVIET) > 100 > count(before, plate, p.AXIS)
    assert count(after, plate, p.AXIS) > 100 > count(after, plate, p.SOVIET)
    edge = around("0406", -67, 0, 20)
    assert count(after, edge, p.AXIS) > 60 > count(before, edge, p.AXIS)


def test_a_destroyed_fortress_is_no_longer_soviet() -> None:
    plate = around("0809", 0, -48, 11)
    assert count(full(start()), plate, p.SOVIET) > 100
    ruin = full(start(destroyed=[0, 1]))
    assert count(ruin, plate, p.SOVIET) < 20
    assert count(ruin, plate, p.NEUTRAL) > 100


def test_an_arrow_runs_from_where_the_unit_stood_to_where_it_went() -> None:
    view = start()
    put(view, "axis_tank_1", "0304", came="0204")
    without, image = full(view), full(view, CONVOY)
    for here, there, part in (("0105", "0205", 0.25), ("0205", "0204", 0.5), ("0204", "0304", 0.5)):
        (ax, ay), (bx, by) = (chart().centre(BOARD.place_index[id_]) for id_ in (here, there))
        half = around(here, (bx - ax) * part, (by - ay) * part, 8)
        assert count(image, half, p.AXIS_DARK) > 60 + count(without, half, p.AXIS_DARK)
    dot = around("0105", 0, 0, 6)
    assert count(image, dot, p.AXIS_DARK) > 80
    assert count(image, around("0304", 0, 0, 34), p.GOLD) > 100, "the unit itself is ringed"


def test_an_arrow_lies_over_the_marker_of_a_city() -> None:
    """One sees where it points: the flag of Odessa lies in the middle of its hexes."""
    view = start()
    view.control[BOARD.location_index["odessa"]] = 0
    way = Moved(unit="axis_tank_1", places=["0608", "0508"], how="retreats")
    middle = around("0508", chart().hex_px / 2, 0, 12)
    without, image = full(view), full(view, way)
    assert count(image, middle, p.AXIS_DARK) > 150 + count(without, middle, p.AXIS_DARK)


def test_the_number_of_a_hex_lies_over_its_edge() -> None:
    """Its own sprite, letters and halo, at the head of a city's hex; in light and in dark."""
    at = number_at(chart()) * chart().hex_px
    page = draw.full(chart(), scene(start(), []))
    for place in ("0406", "0603", "0905", "0707"):
        sprite = text_sprite(place, "regular", 13, p.INK, p.CLEAR, 2, p.BASE)
        x, y = chart().centre(BOARD.place_index[place])
        left, top = round(x) + sprite.dx, round(y + at) + draw.HEADER + sprite.dy
        here = page.crop((left, top, left + sprite.width, top + sprite.height - 9))
        ink = sprite.mask.convert("L").crop((0, 0, here.width, here.height))
        off = ImageChops.difference(here.convert("RGB"), sprite.image.convert("RGB").crop(
            (0, 0, here.width, here.height)))  # fmt: skip
        wrong = ImageChops.multiply(off.convert("L").point([0] + [255] * 255), ink)
        assert wrong.histogram()[255] < 0.1 * ink.histogram()[255], place
        assert set(sprite.image.tobytes()) <= set(p.BASE), "a dark theme turns it round"


def test_a_battle_shows_its_score_and_an_open_one_a_burst() -> None:
    view = start(open_combats=[BOARD.place_index["0608"]])
    fought = Fought(
        places=["0203"], sides=["axis", "soviet"], scores=[8, 7], winner="axis", result=""
    )
    without, image = full(start()), full(view, fought)
    for place in ("0203", "0608"):
        head = around(place, 0, -91, 14)
        assert count(image, head, p.GOLD) > 80 > count(without, head, p.GOLD)
    assert count(image, around("0203", -27, -91, 9), p.AXIS) > 40
    assert count(image, around("0203", 27, -91, 9), p.SOVIET) > 40


def test_a_loss_is_crossed_out_where_it_happened() -> None:
    view = start()
    put(view, "soviet_infantry_2", "box_soviet_pool")
    image = full(view, Lost(unit="soviet_infantry_2", place="0608", how="no retreat"))
    assert count(image, around("0608", 0, 8), p.RED) > 60 > count(full(view), around("0608"), p.RED)


def test_a_placed_unit_is_ringed_and_a_changed_city_too() -> None:
    view = start()
    plain = full(view)
    placed = full(view, Placed(unit="soviet_infantry_3", place="0406"))
    marked = full(view, Marked(place="kiev", mark="control", value="axis"))
    assert count(placed, around("0406", 0, 2, 34), p.GOLD) > 300
    assert count(plain, around("0406", 0, 2, 34), p.GOLD) < 50
    plate = around("0406", 0, -48, 18)
    assert count(marked, plate, p.GOLD) > count(plain, plate, p.GOLD) + 40


def test_fleets_lie_in_their_seas_and_the_disrupted_one_says_so() -> None:
    view = start(disrupted=[0, 1])
    put(view, "axis_air_1", "box_chernoye_more")
    image, calm = full(view), full(start())
    x, y = chart().pixel(*_SEA_BOXES[1])
    box = (round(x) - 60, round(y) + draw.HEADER - 28, round(x) + 60, round(y) + draw.HEADER + 28)
    assert count(image, box, p.SOVIET) > 300 and count(image, box, p.AXIS) > 300
    assert count(calm, box, p.AXIS) < 20
    note = (box[0], box[3] + 5, box[2], box[3] + 28)
    assert count(image, note, p.RED) > 100 > count(calm, note, p.RED)


def test_stalin_stands_where_he_is() -> None:
    def gold(image: Image.Image, city: str) -> int:
        cells = BOARD.locations[BOARD.location_index[city]].hexes
        points = [chart().centre(cell) for cell in cells]
        x = round(sum(px for px, _ in points) / len(points))
        y = round(sum(py for _, py in points) / len(points)) + draw.HEADER
        return count(image, (x - 36, y - 13, x + 36, y + 13), p.GOLD)

    moscow = full(start())
    fled = full(start(stalin=BOARD.location_index["saratov"], stalin_moved=True))
    assert gold(moscow, "saratov") < 20 and gold(fled, "saratov") > 400


def test_the_track_shows_the_season_and_the_tokens_face_down() -> None:
    seasons = len(BOARD.seasons)
    first, last = full(start()), full(start(season=10, track=[0] * seasons))
    width = first.width
    spaces = [width - 14 - (seasons - k) * 110 + 6 for k in range(seasons)]

    def papers(image: Image.Image, k: int) -> int:
        return count(image, (spaces[k], 12, spaces[k] + 104, 120), p.PAPER)

    assert [k for k in range(seasons) if papers(first, k) > 3000] == [0]
    assert [k for k in range(seasons) if papers(last, k) > 3000] == [10]
    for k, season in enumerate(BOARD.seasons):
        corner = (spaces[k] + 78, 56, spaces[k] + 100, 86)
        for side, takes in enumerate(season.generals):
            assert (count(first, corner, p.SIDE[side]) > 100) == takes, season.id
            assert count(last, corner, p.SIDE[side]) < 20


def test_initiative_and_hands_change_the_panel_alone() -> None:
    here, there = full(start()), full(start(initiative=1, hand_sizes=[2, 3]))
    changed = ImageChops.difference(here, there).getbbox()
    assert changed is not None
    grid = (0, draw.HEADER, here.width, draw.HEADER + chart().size[1])
    assert ImageChops.difference(here.crop(grid), there.crop(grid)).getbbox() is None


def test_the_crop_holds_the_whole_action_and_stays_small() -> None:
    view = start()
    for entries in ([CONVOY], [Placed(unit="soviet_air_1", place="1310")]):
        picture = renderer.render(view, entries, "crop")
        assert 800 <= picture.width <= 1400
        assert len(picture.png) < 200_000


def test_an_order_that_changed_nothing_is_shown_where_its_words_point() -> None:
    order = Ordered(side="axis", line="retreat axis_tank_1 0304")
    assert renderer.render(start(), [order], "crop").width <= 1400


def test_an_action_off_the_map_is_shown_where_the_season_is_played() -> None:
    order = [Ordered(side="axis", line="end movement")]
    view = start()
    put(view, "axis_tank_1", "0304", came="0204")
    picture = Image.open(io.BytesIO(renderer.render(view, order).png)).convert("RGB")
    assert picture.width == draw.PHONE
    assert count(picture, (0, 0, 800, 500), p.AXIS_LIGHT) > 600, "the tank that has moved"


def test_a_crop_of_nothing_is_the_whole_map_for_a_phone() -> None:
    order = [Ordered(side="axis", line="end movement")]
    picture = renderer.render(start(), order)
    assert picture.width == draw.PHONE and picture.height < 1000
    assert len(picture.png) < 200_000
    wide = [Moved(unit="axis_tank_1", places=["0105", "1309"], how="flies")]
    assert renderer.render(start(), wide).width == draw.PHONE


def test_pictures_keep_to_the_limits() -> None:
    view = start()
    for number in range(len(BOARD.units)):
        if not view.at[number] < len(BOARD.hexes):
            view.at[number] = number * 2 + 4
    for mode in renderer.MODES:
        picture = renderer.render(view, [CONVOY], mode)
        image = Image.open(io.BytesIO(picture.png))
        assert image.mode == "P" and image.size == (picture.width, picture.height)
        assert max(image.size) <= 2800
        assert len(picture.png) < 600_000


def test_an_unknown_game_or_mode_is_an_error_of_the_caller() -> None:
    with pytest.raises(KeyError):
        renderer.render(start(), [], "no such mode")
    with pytest.raises(KeyError):
        renderer.warm("no such game")
