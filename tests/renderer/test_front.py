"""The front: between hexes that different sides are nearer to, and nowhere else."""

from dataclasses import replace

import pytest
from PIL import Image

from renderer.base.chart import Chart
from renderer.games import CHARTS
from renderer.inks import palette as p
from renderer.page import draw, paint
from renderer.page.paint import Painter
from renderer.pieces import front
from renderer.pieces.layout import Ground, Window
from renderer.scene import Piece, Plate, Scene, Stack, Status, Symbol

HEXES = [game_id for game_id in sorted(CHARTS) if game_id != "race_to_moscow"]
every_map_of_hexes = pytest.mark.parametrize("game_id", HEXES)
STATUS = Status("Turn 1", "Movement", "Axis to act", (0,), (), 0, ())


def scene(*stacks: Stack, plates: tuple[Plate, ...] = ()) -> Scene:
    return Scene(
        stacks=stacks, plates=plates, tokens=(), arrows=(), clashes=(), boxes=(), track=(),
        now=0, status=STATUS, focus=(), alt="",
    )  # fmt: skip


def unit(cell: int, side: int, symbol: Symbol = "infantry", lost: bool = False) -> Stack:
    return Stack(cell, (Piece(symbol, side, lost=lost),))


def land(chart: Chart) -> list[int]:
    """The hexes from west to east."""
    found = [n for n, beside in enumerate(front.neighbours(chart)) if beside]
    return sorted(found, key=lambda n: (chart.cells[n].x, chart.cells[n].y))


def two_armies(chart: Chart) -> Scene:
    """Every seventh hex, with a few of the west in the east."""
    cells = land(chart)
    half = len(cells) // 2
    return scene(*(unit(cell, int(n > half) ^ (n % 42 == 0)) for n, cell in
                   list(enumerate(cells))[::7]))  # fmt: skip


@every_map_of_hexes
def test_neighbours_lie_a_hex_apart_and_know_each_other(game_id: str) -> None:
    chart = CHARTS[game_id]()
    around = front.neighbours(chart)
    for cell, beside in enumerate(around):
        assert len(set(beside)) == len(beside) <= 6
        for other in beside:
            a, b = chart.cells[cell], chart.cells[other]
            assert (a.x - b.x) ** 2 + (a.y - b.y) ** 2 == pytest.approx(1)
            assert cell in around[other]
            ends = {(round(x), round(y)) for x, y in chart.side(cell, other)}
            corners = chart.corners(cell)
            k = front.side_of(chart, cell, other)
            named = {(round(x), round(y)) for x, y in (corners[k], corners[(k + 1) % 6])}
            assert all(min(abs(x - u) + abs(y - v) for u, v in named) < 3 for x, y in ends)


@every_map_of_hexes
def test_the_front_is_between_all_neighbours_of_different_sides_and_only_there(
    game_id: str,
) -> None:
    chart = CHARTS[game_id]()
    position = two_armies(chart)
    held = front.holders(chart, position)
    found = front.front(chart, position)
    assert len(set(found)) == len(found) > 5
    wanted = {
        (cell, other)
        for cell, beside in enumerate(front.neighbours(chart))
        for other in beside
        if (held[cell], held[other]) == (0, 1)
    }
    assert set(found) == wanted
    for stack in position.stacks:
        assert held[stack.cell] == stack.big[0].side


def test_land_is_held_by_the_nearer_side_and_by_its_owner_where_both_are_as_near() -> None:
    chart = CHARTS["no_retreat"]()
    at = {cell.id: number for number, cell in enumerate(chart.cells)}
    held = front.holders(chart, scene(unit(at["1209"], 0), unit(at["1609"], 1)))
    assert [held[at[id_]] for id_ in ("1209", "1309", "1409", "1509", "1609")] == [0, 0, 1, 1, 1]
    held = front.holders(chart, scene(unit(at["0309"], 0), unit(at["0709"], 1)))
    assert chart.cells[at["0509"]].home
    assert held[at["0509"]] == 0


def test_cities_count_and_pieces_on_them_count_more() -> None:
    chart = CHARTS["no_retreat"]()
    at = {cell.id: number for number, cell in enumerate(chart.cells)}
    riga = Plate(at["1004"], "Riga", 1, "city", (at["1004"],))
    east = unit(at["2009"], 1)
    assert set(front.holders(chart, scene(east, plates=(riga,)))) == {1, front.NOBODY}
    assert front.front(chart, scene(east, plates=(riga,))) == []
    taken = scene(east, unit(at["1004"], 0), plates=(riga,))
    assert front.holders(chart, taken)[at["1004"]] == 0
    assert front.front(chart, taken)


@pytest.mark.parametrize("guest", ["air", "fleet", "supply", "rail", "leader", "partisan"])
def test_what_holds_no_ground_moves_no_front(guest: Symbol) -> None:
    chart = CHARTS["iron_blood"]()
    cells = land(chart)
    alone = scene(unit(cells[0], 0), unit(cells[-1], 1))
    with_guest = scene(*alone.stacks, unit(cells[len(cells) // 3], 1, guest))
    fallen = scene(*alone.stacks, unit(cells[len(cells) // 3], 1, lost=True))
    assert front.front(chart, with_guest) == front.front(chart, alone)
    assert front.front(chart, fallen) == front.front(chart, alone)
    fighting = scene(*alone.stacks, unit(cells[len(cells) // 3], 1))
    assert front.front(chart, fighting) != front.front(chart, alone)


@every_map_of_hexes
def test_the_line_is_drawn_on_the_sides_of_the_front_and_on_no_other(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compared with the same map without anybody on it; counters are left out."""
    monkeypatch.setattr(Painter, "_stacks", lambda painter: [])
    chart = CHARTS[game_id]()
    position = two_armies(chart)
    wide, tall = chart.size
    pages = []
    for shown in (position, scene()):
        page = p.blank(wide, tall)
        Painter(page, Ground(chart), shown, Window(0, 0, wide, tall), (0, 0)).paint()
        pages.append(page)
    line, bare = pages
    front_sides = {frozenset(pair) for pair in front.front(chart, position)}
    ink = p.nearest(p.INK)
    for cell, beside in enumerate(front.neighbours(chart)):
        for other in beside:
            (ax, ay), (bx, by) = chart.side(cell, other)
            x, y = round((ax + bx) / 2), round((ay + by) / 2)
            box = (x - 1, y - 1, x + 2, y + 2)
            if frozenset((cell, other)) in front_sides:
                if paint.names(chart).crop(box).getbbox():
                    continue  # what is printed lies over the line
                assert ink in line.crop(box).tobytes(), chart.cells[cell].id
            else:
                assert line.crop(box).tobytes() == bare.crop(box).tobytes(), chart.cells[cell].id


@every_map_of_hexes
def test_a_river_shows_under_the_line(game_id: str) -> None:
    """A quarter and three quarters along its side nothing lies on it."""
    chart = CHARTS[game_id]()
    ground = Ground(chart)
    assert front.ruled(chart)
    for side in range(6):
        edge, broken = front.strokes(ground, side, front.BROKEN)
        _, whole = front.strokes(ground, side)
        left, top = whole.dx, whole.dy
        ends = chart.corners(0)[side], chart.corners(0)[(side + 1) % 6]
        x0, y0 = chart.centre(0)
        for share in (0.25, 0.5, 0.75):
            x, y = (a + (b - a) * share for a, b in zip(*ends, strict=True))
            at = round(x - x0 - left), round(y - y0 - top)
            assert whole.mask.getpixel(at)
            for sprite in (edge, broken):
                assert bool(sprite.mask.getpixel(at)) == (share == 0.5), (side, share)


def test_the_sign_of_a_city_is_not_crossed() -> None:
    """Kiev, one hex of it held by either side: its star stays whole."""
    chart = CHARTS["iron_blood"]()
    at = {cell.id: number for number, cell in enumerate(chart.cells)}
    kiev = Plate(at["0406"], "Kiev", 1, "industry", (at["0406"], at["0506"]))
    shared = scene(unit(at["0406"], 0), unit(at["0506"], 1), plates=(kiev,))
    assert (at["0406"], at["0506"]) in front.front(chart, shared)
    x, y = chart.middle(kiev.cells)
    box = tuple(round(v) for v in (x - 15, y - 15, x + 15, y + 15))
    stars = []
    for shown in (shared, scene(plates=(kiev,))):
        page = p.blank(*chart.size)
        Painter(page, Ground(chart), shown, Window(0, 0, *chart.size), (0, 0)).paint()
        stars.append(page.crop(box).tobytes())
    assert stars[0] == stars[1]


def test_the_front_shows_in_whole_maps_and_overviews() -> None:
    chart = CHARTS["no_retreat"]()
    position = two_armies(chart)
    for large in (False, True):
        image = draw.full(chart, position, large)
        other = draw.full(chart, replace(position, stacks=()), large)
        assert _inked(image) > _inked(other) + 300


def _inked(image: Image.Image) -> int:
    return image.histogram()[p.nearest(p.INK)]


@pytest.mark.parametrize("game_id", ["iron_blood", "no_retreat"])
def test_the_front_keeps_to_the_border_where_each_stands_behind_it(game_id: str) -> None:
    """One army a hex behind the border, the other on it: the side between stays the border."""
    chart = CHARTS[game_id]()
    around = front.neighbours(chart)
    border = [(s.a, s.b) for s in chart.sides if s.kind == "border" and around[s.a] and around[s.b]]
    ahead = {cell for pair in border for cell in pair if chart.cells[cell].home}
    behind = {cell for pair in border for cell in pair if not chart.cells[cell].home}
    second = {far for cell in ahead for far in around[cell] if chart.cells[far].home} - ahead
    found = front.front(chart, scene(*(unit(cell, 1) for cell in behind),
                                     *(unit(cell, 0) for cell in second)))  # fmt: skip
    assert {frozenset(pair) for pair in found} >= {frozenset(pair) for pair in border}


@every_map_of_hexes
def test_an_empty_hex_is_no_pocket_of_its_own(game_id: str) -> None:
    chart = CHARTS[game_id]()
    around = front.neighbours(chart)
    for position in (two_armies(chart), scene(*(unit(c, n % 2) for n, c in
                                                enumerate(land(chart)[::5])))):  # fmt: skip
        held, stood = front.holders(chart, position), {s.cell for s in position.stacks}
        alone = [
            chart.cells[cell].id
            for cell, beside in enumerate(around)
            if beside and cell not in stood and held[cell] not in {held[o] for o in beside}
        ]
        assert alone == []
