"""The bases of all games: every cell is there, in its place, and looks like what it is."""

import io
from collections import Counter
from functools import cache
from itertools import combinations, pairwise

import pytest
from PIL import Image

from engine.games.iron_blood.data.board import BOARD as IRON_BLOOD
from engine.games.no_retreat.data.board import BOARD as NO_RETREAT
from engine.games.race_to_moscow.data.board import BOARD as RACE
from engine.games.russia_besieged.data import schema as russia_besieged
from engine.games.stalins_war.data import schema as stalins_war
from renderer.base import cartouche, geo, ground, labels, printing, signs
from renderer.base.chart import Chart
from renderer.games import (
    iron_blood_chart,
    no_retreat_chart,
    race_to_moscow_chart,
    russia_besieged_chart,
    stalins_war_chart,
)
from renderer.inks import palette as p

CHARTS = {
    "iron_blood": iron_blood_chart.chart,
    "no_retreat": no_retreat_chart.chart,
    "race_to_moscow": race_to_moscow_chart.chart,
    "stalins_war": stalins_war_chart.chart,
    "russia_besieged": russia_besieged_chart.chart,
}

every_chart = pytest.mark.parametrize("chart", [c() for c in CHARTS.values()], ids=list(CHARTS))
hex_chart = pytest.mark.parametrize(
    "chart",
    [c() for name, c in CHARTS.items() if name != "race_to_moscow"],
    ids=[name for name in CHARTS if name != "race_to_moscow"],
)


@cache
def dry(chart: Chart) -> Image.Image:
    """255 on land, 0 on water."""
    return ground.lay(chart, geo.Geography(chart)).dry


@cache
def placed(chart: Chart) -> labels.Labels:
    return labels.place_labels(chart, dry(chart))


def indexes(*pairs: tuple[p.Rgb, p.Rgb]) -> set[int]:
    """The indexes of some inks on their grounds, without the grounds."""
    return {i for pair in pairs for i in set(p.ramp(*pair)[100:])}


def tones(*lands: p.Rgb) -> set[int]:
    """The indexes of some tints of land under all light."""
    return {p.nearest(p.shade(land, step), p.BASE) for land in lands for step in p.RELIEF}


def around(chart: Chart, x: float, y: float, reach: int) -> list[int]:
    """The indexes of the base in a square round a point."""
    sheet = printing.sheet(chart)
    box = (round(x) - reach, round(y) - reach, round(x) + reach + 1, round(y) + reach + 1)
    return list(sheet.crop(box).tobytes())


def cell_of(chart: Chart, id_: str) -> int:
    return next(number for number, cell in enumerate(chart.cells) if cell.id == id_)


def test_every_chart_has_every_cell_of_its_map_in_the_order_of_the_board() -> None:
    def ids(game: str) -> list[str]:
        return [cell.id for cell in CHARTS[game]().cells]

    assert ids("iron_blood") == [hex_.id for hex_ in IRON_BLOOD.hexes]
    assert ids("no_retreat") == [
        *(hex_.id for hex_ in NO_RETREAT.hexes),
        *(area.id for area in NO_RETREAT.areas),
    ]
    assert ids("race_to_moscow") == [place.id for place in (*RACE.areas, *RACE.seas)]
    sheet = stalins_war.load()
    assert ids("stalins_war")[: len(sheet.hexes)] == [hex_.id for hex_ in sheet.hexes]
    assert len(sheet.hexes) == 562
    other = russia_besieged.load()
    assert ids("russia_besieged") == [hex_.id for hex_ in (*other.hexes, *other.water_hexes)]
    assert len(other.hexes) == 1966


@every_chart
def test_neighbours_lie_a_unit_apart_and_no_two_cells_on_each_other(chart: Chart) -> None:
    at = {(round(cell.x, 2), round(cell.y, 2)) for cell in chart.cells}
    assert len(at) == len(chart.cells)
    for side in chart.sides:
        a, b = chart.cells[side.a], chart.cells[side.b]
        if side.kind != "strait":
            assert (a.x - b.x) ** 2 + (a.y - b.y) ** 2 == pytest.approx(1.0), (a.id, b.id)
    for link in chart.links:
        if link.kind == "rail" and chart.grid_kind != "areas":
            a, b = chart.cells[link.a], chart.cells[link.b]
            assert (a.x - b.x) ** 2 + (a.y - b.y) ** 2 <= 3.01, (a.id, b.id)


@every_chart
def test_places_lie_where_the_world_has_them(chart: Chart) -> None:
    """The projection goes through its control points, nearly, and back again."""
    projection = geo.projection(chart)
    misses = []
    for control in chart.controls:
        x, y = projection(control.lon, control.lat)
        misses.append(((x - control.x) ** 2 + (y - control.y) ** 2) ** 0.5)
        lon, lat = projection.inverse(x, y)
        assert projection(lon, lat) == pytest.approx((x, y), abs=0.02), control
    assert sum(misses) / len(misses) < 0.25
    assert max(misses) < 1.0


def test_every_hex_lies_where_its_sheet_says() -> None:
    """Not only the control points: no hex is off by a hex."""
    for chart, records in (
        (stalins_war_chart.chart(), stalins_war.load().hexes),
        (russia_besieged_chart.chart(), russia_besieged.load().hexes),
    ):
        projection = geo.projection(chart)
        misses = []
        for cell, record in zip(chart.cells, records, strict=False):
            x, y = projection(record.lon, record.lat)
            misses.append(((x - cell.x) ** 2 + (y - cell.y) ** 2) ** 0.5)
        assert sum(misses) / len(misses) < 0.15
        assert max(misses) < 1.0


@every_chart
def test_no_two_names_touch(chart: Chart) -> None:
    """Those that are turned are compared letter by letter."""
    squares: dict[tuple[int, int], list[tuple[labels.Label, labels.Box]]] = {}
    for label in placed(chart):
        for box in label.boxes:
            left, top, right, bottom = box
            for column in range(int(left // 100), int(right // 100) + 1):
                for row in range(int(top // 100), int(bottom // 100) + 1):
                    squares.setdefault((column, row), []).append((label, box))
    for near in squares.values():
        for (a, one), (b, other) in combinations(near, 2):
            assert a is b or not labels.overlaps(one, other), (a.text, b.text)


@every_chart
def test_a_name_of_the_sea_lies_on_water(chart: Chart) -> None:
    seas = {name.text for name in chart.names if name.kind == "sea"}
    for label in placed(chart):
        if label.text in seas:
            assert labels.wetness(label, dry(chart)) > 0.9, label.text


@every_chart
def test_every_river_and_every_line_of_the_sheet_is_named(chart: Chart) -> None:
    texts = {label.text for label in placed(chart)}
    named = ("river", "major", "bridged", "line")
    assert {side.name for side in chart.sides if side.kind in named and side.name} <= texts


@hex_chart
def test_no_name_of_a_river_or_land_lies_on_a_city_or_an_exit(chart: Chart) -> None:
    half = 0.2 * chart.hex_px
    places = [chart.middle(city.cells) for city in chart.cities if city.kind != "none"]
    kept = [(x - half, y - half, x + half, y + half) for x, y in places]
    half = 0.1 * chart.hex_px
    kept += [(x - half, y - half, x + half, y + half) for _, (x, y), _ in signs.exits(chart)]
    of_land = {name.text for name in chart.names} | {side.name for side in chart.sides}
    for label in placed(chart):
        if label.text in of_land - {city.name for city in chart.cities}:
            for box in label.boxes:
                assert not any(labels.overlaps(box, other) for other in kept), label.text


def test_russia_besieged_has_hexes_at_sea_as_ranges_are_counted_over_it() -> None:
    """11.8 and 6.3: sides on the water, numbers too where no name of a sea lies."""
    chart = CHARTS["russia_besieged"]()
    seas = {name.text for name in chart.names if name.kind == "sea"}
    names = [box for label in placed(chart) if label.text in seas for box in label.boxes]
    texts = {label.text for label in placed(chart)}
    line = p.nearest(p.mix(p.GRID, p.DEEP, 1 / 3), p.BASE)
    counted = [n for n, cell in enumerate(chart.cells) if cell.counted]
    assert len(counted) == 358
    for number in counted:
        x, y = chart.centre(number)
        y += labels.number_at(chart) * chart.hex_px
        hidden = any(labels.overlaps((x - 12, y - 6, x + 12, y + 6), box) for box in names)
        assert hidden or chart.cells[number].id in texts, chart.cells[number].id
        corners = chart.corners(number)
        ways = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(corners)]
        assert any(line in around(chart, *at, 1) for at in ways), chart.cells[number].id
    assert "0713" in texts


@every_chart
def test_every_city_has_its_name_and_every_hex_its_number(chart: Chart) -> None:
    texts = {label.text.lower() for label in placed(chart)}
    plated = {cell for cell, _ in chart.plates}
    for city in chart.cities:
        if city.name and chart.cells[city.cells[0]].terrain != "box":
            named = city.name.lower() in texts or not plated.isdisjoint(city.cells)
            assert named, city.name
    if chart.grid_kind != "areas":
        for cell in chart.cells:
            if cell.played and cell.terrain != "box":
                assert cell.id in texts, cell.id


@every_chart
def test_names_stay_on_the_sheet(chart: Chart) -> None:
    width, height = chart.size
    for label in placed(chart):
        left, top, right, bottom = label.box
        assert left > 0 and top > 0 and right < width and bottom < height, label.text


@every_chart
def test_bases_keep_the_limits(chart: Chart) -> None:
    sheet = printing.sheet(chart)
    assert sheet.mode == "P"
    assert sheet.size == chart.size
    assert max(sheet.size) <= 2800
    assert set(sheet.tobytes()) <= set(p.BASE), "only tones of the printed map, for all themes"
    out = io.BytesIO()
    sheet.save(out, "PNG", compress_level=5)
    assert len(out.getvalue()) < 480_000, "room for counters and panel"


def test_russia_besieged_has_hexes_of_fifty_pixels() -> None:
    assert CHARTS["russia_besieged"]().hex_px >= 50


@hex_chart
def test_land_is_dry_and_water_is_wet(chart: Chart) -> None:
    """The middle of every hex on which a unit may be is land, of lakes and counted seas water."""
    wet = indexes((p.DEEP, p.SHALLOW)) | {p.nearest(p.SHALLOW, p.BASE)}
    for number, cell in enumerate(chart.cells):
        water = cell.terrain == "lake" or cell.counted
        if cell.terrain in ("box", "off") or not (water or (cell.played and cell.terrain != "sea")):
            continue
        found = around(chart, *chart.centre(number), chart.hex_px // 3)
        share = sum(i in wet for i in found) / len(found)
        if water:
            assert share > (0.25 if cell.terrain == "lake" else 0.1), cell.id  # islands
        else:
            assert share < 0.75, cell.id


@hex_chart
def test_each_terrain_has_its_tint_and_texture(chart: Chart) -> None:
    looks = {
        "forest": tones(p.WOODS) | indexes((p.TREE, p.WOODS)),
        "swamp": tones(p.SWAMP) | indexes((p.MARSH, p.SWAMP)),
        "mountain": tones(p.MOUNTAIN) | indexes((p.RIDGE, p.MOUNTAIN)),
        "rough": tones(p.ROUGH) | indexes((p.RIDGE, p.MOUNTAIN)),
        "desert": tones(p.DESERT) | indexes((p.RIDGE, p.MOUNTAIN)),
    }
    land = set().union(*looks.values()) | tones(p.CLEAR, p.HOME)
    for number, cell in enumerate(chart.cells):
        if cell.terrain in looks:
            found = [
                i for i in around(chart, *chart.centre(number), chart.hex_px // 3) if i in land
            ]
            own = sum(i in looks[cell.terrain] for i in found)
            assert own > 0.6 * len(found), cell.id


@hex_chart
def test_rivers_and_borders_lie_on_their_hexsides(chart: Chart) -> None:
    inks = {
        "river": indexes((p.RIVER, p.CLEAR), (p.RIVER_EDGE, p.CLEAR)),
        "major": indexes((p.RIVER, p.CLEAR), (p.RIVER_EDGE, p.CLEAR)),
        "border": indexes((p.BORDER, p.CLEAR), (p.RIVER, p.CLEAR), (p.RIVER_EDGE, p.CLEAR)),
        "prize": indexes((p.RED, p.CLEAR)),
        "nation": indexes((p.BORDER, p.CLEAR), (p.RIVER, p.CLEAR), (p.RIVER_EDGE, p.CLEAR)),
        "line": indexes((p.FRONT, p.CLEAR)),
        "strait": indexes((p.RIVER_EDGE, p.CLEAR)),
    }
    for side in chart.sides:
        if side.kind in inks:
            (ax, ay), (bx, by) = chart.side(side.a, side.b)
            reach = max(6, chart.hex_px // 10)
            found = around(chart, (ax + bx) / 2, (ay + by) / 2, reach)
            assert any(i in inks[side.kind] for i in found), (
                chart.cells[side.a].id,
                chart.cells[side.b].id,
                side.kind,
            )


@pytest.mark.parametrize(
    ("game", "a", "b"),
    [("stalins_war", "2722", "2721"), ("russia_besieged", "1718", "1719")],
)
def test_railways_run_from_hex_to_hex(game: str, a: str, b: str) -> None:
    chart = CHARTS[game]()
    ends = {cell_of(chart, a), cell_of(chart, b)}
    joined = any({link.a, link.b} == ends for link in chart.links if link.kind == "rail")
    x, y = chart.middle(tuple(ends))
    found = any(i in indexes((p.RAIL, p.CLEAR)) for i in around(chart, x, y, 4))
    assert found == joined


@every_chart
def test_the_cartouche_covers_no_place_and_no_name(chart: Chart) -> None:
    box = cartouche.box(chart)
    if box is None:
        assert chart.game == "iron_blood", "there the playing area fills the sheet"
        return
    left, top, right, bottom = box
    assert left > 10 and top > 10 and right < chart.size[0] - 10 and bottom < chart.size[1] - 10
    for number, cell in enumerate(chart.cells):
        if cell.played and cell.terrain != "off":
            for x, y in chart.corners(number):
                assert not (left < x < right and top < y < bottom), cell.id
    for label in placed(chart):
        assert not labels.overlaps(label.box, box), label.text


@every_chart
def test_the_key_explains_what_is_on_the_map(chart: Chart) -> None:
    """Every terrain of the map is in its key, and nothing that is not there."""
    if chart.cartouche is None:
        return
    named = {what for what, _ in chart.cartouche.key}
    there = {cell.terrain for cell in chart.cells if cell.played}
    tinted = {"forest", "swamp", "mountain", "rough", "desert"}
    assert named & tinted == there & tinted
    lines = {"river", "major", "barred", "lake", "strait", "border", "nation", "line", "prize"}
    assert named & lines == {side.kind for side in chart.sides} & lines
    ways = {"rail", "planned", "closed", "ferry"} - (
        {"rail"} if chart.grid_kind == "areas" else set()
    )
    assert named & ways == {link.kind for link in chart.links} & ways
    small = {"port", "navy", "oil"} & {sign for city in chart.cities for sign in city.signs}
    assert small <= named


def test_nothing_of_the_sheet_of_stalins_war_is_left_out() -> None:
    chart, sheet = CHARTS["stalins_war"](), stalins_war.load()
    signs_of = Counter(sign for city in chart.cities for sign in city.signs)
    assert [city.name for city in chart.cities] == [place.name for place in sheet.places]
    assert signs_of["port"] == sum(place.port is not None for place in sheet.places)
    assert signs_of["star"] == sum(place.vp for place in sheet.places) == 24
    assert signs_of["oil"] == sum(place.oil for place in sheet.places) == 4
    assert signs_of["fort"] == sum(place.fortress_owner is not None for place in sheet.places)
    kinds = Counter(side.kind for side in chart.sides)
    there = Counter(side.type for side in sheet.hexsides)
    assert (kinds["river"], kinds["major"]) == (there["river"], there["major_river"])
    assert kinds["lake"] == there["sea"] + there["lake"]
    assert kinds["strait"] == there["kerch_crossing"] == 1
    assert kinds["barred"] == sum(side.volga_restricted for side in sheet.hexsides) == 11
    assert {side.name for side in chart.sides if side.kind == "line"} == {
        "Paulus Line",
        "Caucasus Zone",
    }
    assert Counter(link.kind for link in chart.links) == {"rail": len(sheet.rail_links)}


def test_nothing_of_the_sheet_of_russia_besieged_is_left_out() -> None:
    chart, sheet = CHARTS["russia_besieged"](), russia_besieged.load()
    signs_of = Counter(sign for city in chart.cities for sign in city.signs)
    assert {city.name for city in chart.cities} - {""} == {city.name for city in sheet.cities}
    ports = [city for city in sheet.cities if city.port]
    assert signs_of["navy"] == sum(city.naval_base is not None for city in ports) == 3
    assert signs_of["port"] == len(ports) - 3
    assert signs_of["oil"] == sum(bool(hex_.oil_wells) for hex_ in sheet.hexes)
    kinds = Counter(side.kind for side in chart.sides)
    assert kinds["river"] == len(sheet.river_hexsides)
    assert kinds["strait"] == 1
    districts = {area.name for area in sheet.setup_areas if "Military District" in area.name}
    lines = {side.name for side in chart.sides if side.kind == "line"}
    assert {f"{name.removesuffix('Military District')}MD" for name in districts} | {
        "Caucasus"
    } == lines
    links = Counter(link.kind for link in chart.links)
    assert links["rail"] == len(sheet.rail_links) + sum(
        link.rail_move for link in sheet.special_links
    )
    assert links["planned"] == len(sheet.emergency_rail_line.hexes) - 1
    assert links["ferry"] == 2
