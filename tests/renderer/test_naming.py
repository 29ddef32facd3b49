"""Names on maps so small that their base bears none: all of them, each by its own place."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import pytest

import engine
import renderer
from renderer.base.labels import Box, overlaps
from renderer.games import CHARTS
from renderer.inks import palette as p
from renderer.page import draw, paint
from renderer.pieces.naming import Naming, Place, Room, Wanted
from renderer.scene import Piece, Plate, Stack
from tests.renderer.conftest import Seen
from tests.renderer.test_every_game import bare, every_board, every_game, shown


@dataclass
class Found:
    """What was wanted of the last picture and where it went; the texts in the same order."""

    texts: list[str] = field(default_factory=list)
    wanted: list[Wanted] = field(default_factory=list)
    places: dict[int, Place] = field(default_factory=dict)

    @property
    def left_out(self) -> list[str]:
        return [text for number, text in enumerate(self.texts) if number not in self.places]


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Iterator[Found]:
    note = Found()
    names = paint.Painter._names

    def noted(painter: paint.Painter, covered: list[Box]) -> None:
        armies = painter._armies() if painter.areas else []
        plates = (*painter.scene.plates, *painter._aside(), *armies)
        note.texts = [plate.text for plate in painter._shown(plates, painter.inside)]
        names(painter, covered)

    def naming(wanted: list[Wanted], *given: Any) -> Naming:
        made = Naming(wanted, *given)
        note.wanted, note.places = wanted, made.places
        return made

    monkeypatch.setattr(paint.Painter, "_names", noted)
    monkeypatch.setattr(paint, "Naming", naming)
    yield note


def far(box: Box, at: tuple[float, float]) -> float:
    x, y = min(max(at[0], box[0]), box[2]), min(max(at[1], box[1]), box[3])
    return math.dist((x, y), at)


def whole(found: Found) -> None:
    """Every name is there, off the others, and by its own cell or at the end of a line from it."""
    assert found.texts and found.left_out == []
    for (_, one), (_, other) in combinations(found.places.items(), 2):
        assert not any(overlaps(a, b) for a in one.boxes() for b in other.boxes())
    for number, place in found.places.items():
        name = found.wanted[number]
        if place.line:
            assert math.dist(place.line[0], name.own) < far(place.box, name.own)
            assert far(place.box, place.line[1]) < 3, "the line ends at the name"
        else:
            nearest = min((far(place.box, at) for at in name.others), default=math.inf)
            assert far(place.box, name.own) <= nearest, found.texts[number]


SIDES: dict[str, dict[str, object]] = {"race_to_moscow": {"soviet": True}}


@every_game
@pytest.mark.parametrize("seed", range(2))
def test_every_name_is_on_large_print_at_any_time(game_id: str, seed: int, found: Found) -> None:
    """Those of places and of armies, at every thirtieth order of a game."""
    game = engine.new_game(game_id, None, SIDES.get(game_id, {}), secret=bytes([seed]) * 32)
    for number in range(271):
        if game.result():
            break
        if number % 30 == 0:
            renderer.render(game.view(None), (), "full", large=True)
            whole(found)
        side = game.pending()[0].side
        game.submit(side, game.auto(side))
    assert number > 200


def test_a_part_of_a_map_names_what_stands_in_it_alone(found: Found) -> None:
    """A line from beyond the edge would put Moscow into Belorussia."""
    game = engine.new_game("russia_besieged", secret=bytes(32))
    renderer.render(game.view(None), (), "crop", focus=("0828", "2416"))
    assert {"Minsk", "Riga", "Wilno"} <= {*found.texts}
    assert not {"Berlin", "Breslau", "Moscow", "Odessa", "Kharkov"} & {*found.texts}
    whole(found)


@every_game
@pytest.mark.parametrize("theme", p.THEMES)
def test_every_name_is_on_large_print_in_every_theme(
    game_id: str, theme: str, found: Found, seen: Seen
) -> None:
    artist, _, _ = shown(game_id)
    game = engine.new_game(game_id, secret=bytes(32))
    picture = renderer.render(game.view(None), (), "full", large=True, theme=theme)
    whole(found)
    assert {*found.texts} <= {text for text, _ in seen.boxes}, "all of them are pasted"
    assert picture.png and artist


@every_board
@pytest.mark.parametrize("armies", [0, 40, 120])
def test_the_cities_of_every_board_find_room_beside_a_front(
    game_id: str, armies: int, found: Found
) -> None:
    """Those whose rules come later too: towns aside, which are for closer pictures."""
    chart = CHARTS[game_id]()
    _, _, scene = shown("iron_blood")
    cells = [n for n, cell in enumerate(chart.cells) if cell.played and cell.terrain != "box"]
    middle = chart.size[0] / 2
    cells.sort(key=lambda cell: abs(chart.centre(cell)[0] - middle))
    front = cells[: min(2 * armies, len(cells) // 2) : 2]
    stacks = [Stack(cell, (Piece("infantry", cell % 2, ""),)) for cell in front]
    icon: Any = "place" if chart.grid_kind == "areas" else "city"
    plates = [
        Plate(city.cells[0], city.name, n % 2, icon, tuple(city.cells))
        for n, city in enumerate(chart.cities)
        if city.kind != "town"
    ]
    draw.overview(chart, replace(bare(scene), stacks=tuple(stacks), plates=tuple(plates)), True)
    whole(found)


def test_a_line_to_a_name_runs_under_what_lies_on_its_way(found: Found) -> None:
    """A city with armies all round: they are as they were."""
    chart = CHARTS["no_retreat"]()
    _, _, scene = shown("no_retreat")
    cells = [n for n, cell in enumerate(chart.cells) if cell.played and cell.terrain != "box"]
    stacks = tuple(Stack(cell, (Piece("infantry", 0, f"{cell}"),)) for cell in cells)
    moscow = [plate for plate in scene.plates if plate.text == "Moscow"]
    none, named = (
        draw.overview(chart, replace(bare(scene), stacks=stacks, plates=tuple(plates)), True)
        for plates in ((), moscow)
    )
    whole(found)
    place = found.places[0]  # behind it are the boxes
    assert place.line
    ground = paint.Ground(chart, draw.PHONE / chart.size[0], draw.FILL)
    for stack in stacks:
        (x, y), half = ground.centre(stack.cell), 5
        box = (round(x) - half, round(y) - half, round(x) + half, round(y) + half)
        assert none.crop(box).tobytes() == named.crop(box).tobytes()


def test_names_keep_off_what_is_covered_and_each_other() -> None:
    wanted = [Wanted((100.0 + 8 * n, 100.0), lambda _: (60.0, 22.0)) for n in range(8)]
    covered = [(90.0, 90.0, 110.0, 110.0)]
    room = Room((0, 0, 400, 200), covered)
    placed = Naming(wanted, 60, room, room).places
    boxes = [place.box for place in placed.values()]
    assert len(boxes) == 8
    for a, b in combinations([*boxes, *covered], 2):
        assert not overlaps(a, b)
    assert all(a > 0 and b > 0 and c < 400 and d < 200 for a, b, c, d in boxes)


def test_one_name_makes_way_for_another() -> None:
    """The first takes the place that it likes best, which is the only one of the second."""
    wall = [(0.0, 0.0, 400.0, 60.0), (0.0, 140.0, 400.0, 200.0), (0.0, 60.0, 150.0, 140.0)]
    room = Room((0, 0, 400, 200), [*wall, (252.0, 60.0, 400.0, 84.0)])
    small, wide = (
        Wanted((200.0, 100.0), lambda _: (40.0, 20.0)),
        Wanted((196.0, 78.0), lambda _: (90.0, 20.0)),
    )
    alone = Naming([small], 40, room, room).places[0]
    both = Naming([small, wide], 40, room, room).places
    assert len(both) == 2 and not any(place.line for place in both.values())
    assert not overlaps(both[0].box, both[1].box)
    assert alone.box


def test_what_is_free_and_what_is_not() -> None:
    room = Room((10, 10, 110, 90), [(0, 0, 30, 30), (60, 60, 62, 62)])
    assert room.free((40, 40, 58, 58)) and room.free((64, 64, 108, 88))
    for box in ((20, 20, 40, 40), (50, 50, 70, 70), (100, 40, 112, 50), (40, 5, 50, 20)):
        assert not room.free(box)
