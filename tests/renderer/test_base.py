"""The printed map: geography under the grid, names, cache."""

import os
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import SEA
from renderer.base import cache, geo, ground, labels, printing
from renderer.base.chart import Chart
from renderer.base.projection import Control, Projection, conic
from renderer.games import CHARTS
from renderer.games.iron_blood_chart import chart
from renderer.inks import palette as p
from renderer.page import paint


@pytest.fixture(scope="module")
def sheet() -> Image.Image:
    return printing.sheet(chart()).convert("RGB")


def test_land_and_water_lie_where_the_hexes_have_them() -> None:
    """The projection serves the grid: seas are wet, inland is dry, coasts have both."""
    dry = ground.dry_mask(chart(), geo.Geography(chart()))
    for number, hex_ in enumerate(BOARD.hexes):
        inside = Image.new("L", dry.size, 0)
        ImageDraw.Draw(inside).polygon(chart().corners(number), fill=255)
        land = ImageStat.Stat(dry, inside).mean[0] / 255
        if hex_.terrain == SEA:
            assert land < 0.5, hex_.id
        elif hex_.coastal >= 0:
            assert 0.3 < land < 0.99, hex_.id
        else:
            # Mariupol has its share of a sea that is none of the game's.
            assert land > (0.5 if hex_.name == "Mariupol" else 0.8), hex_.id


def test_real_cities_lie_in_or_beside_their_hexes() -> None:
    """Half a hex on average, never two: a smooth warp, not a jigsaw."""
    projection = geo.projection(chart())
    places = {
        "Riga": (24.1, 56.95), "Minsk": (27.57, 53.9), "Moscow": (37.61, 55.75),
        "Kiev": (30.52, 50.44), "Kharkov": (36.25, 50.0), "Odessa": (30.71, 46.49),
        "Stalingrad": (44.5, 48.71), "Warschau": (21.0, 52.25), "Bucuresti": (26.1, 44.43),
    }  # fmt: skip
    misses = []
    for city in chart().cities:
        if city.name in places:
            x, y = projection(*places[city.name])
            misses.append(
                min(
                    ((chart().cells[c].x - x) ** 2 + (chart().cells[c].y - y) ** 2) ** 0.5
                    for c in city.cells
                )
            )
    assert len(misses) == len(places)
    assert max(misses) < 1.0
    assert sum(misses) / len(misses) < 0.6


def test_the_warp_folds_nowhere() -> None:
    """North stays up and east stays right over the whole theatre."""
    projection = geo.projection(chart())
    for lon in range(20, 50, 2):
        for lat in range(43, 60, 2):
            x, y = projection(lon, lat)
            assert projection(lon + 1, lat)[0] > x
            assert projection(lon, lat + 1)[1] < y


def test_inverse_undoes_the_projection() -> None:
    projection = geo.projection(chart())
    for cell in chart().cells:
        lon, lat = projection.inverse(cell.x, cell.y)
        assert projection(lon, lat) == pytest.approx((cell.x, cell.y), abs=0.02), cell.id


def test_a_stiff_projection_of_exact_points_is_affine() -> None:
    controls = [Control(lon, lat, 0, 0) for lon in (20, 30, 40) for lat in (45, 50, 55)]
    exact = [replace(c, x=2 * conic(c.lon, c.lat)[0], y=3 * conic(c.lon, c.lat)[1] + 1)
             for c in controls]  # fmt: skip
    projection = Projection(exact, (20, 45, 40, 55), stiffness=1000.0)
    x, y = conic(27, 52)
    assert projection(27, 52) == pytest.approx((2 * x, 3 * y + 1), abs=1e-6)


def test_no_two_names_touch_and_every_number_and_town_has_its_place() -> None:
    placed = labels.place_labels(chart())
    for a, b in combinations(placed, 2):
        assert not labels.overlaps(a.box, b.box), (a.text, b.text)
    for label in placed:
        for box in labels.reserved(chart()):
            assert not labels.overlaps(label.box, box), label.text
    texts = {label.text for label in placed}
    assert {cell.id for cell in chart().cells} <= texts
    assert {cell.note for cell in chart().cells if cell.note} <= texts
    assert {"Dnepr", "Don", "Volga", "Dvina", "Dnestr"} <= texts


def test_river_sides_that_count_are_bold_and_bridged_ones_thin(sheet: Image.Image) -> None:
    def blue(a: str, b: str) -> int:
        ids = {cell.id: number for number, cell in enumerate(chart().cells)}
        (ax, ay), (bx, by) = chart().side(ids[a], ids[b])
        found = 0
        for step in range(-9, 10):
            t = 0.4
            nx, ny = (by - ay), -(bx - ax)
            length = (nx * nx + ny * ny) ** 0.5
            at = (ax + (bx - ax) * t + nx / length * step, ay + (by - ay) * t + ny / length * step)
            pixel = sheet.getpixel((round(at[0]), round(at[1])))
            assert isinstance(pixel, tuple)
            found += pixel[2] - pixel[0] > 60
        return found

    assert blue("0303", "0302") >= 6
    assert blue("0904", "0804") >= 6
    assert 1 <= blue("0607", "0506") <= 7


def test_the_base_is_drawn_once_and_kept_by_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Chart] = []

    def build(chart: Chart) -> tuple[Image.Image, Image.Image]:
        drawn.append(chart)
        return p.blank(40, 30, p.DEEP), p.blank(40, 30, p.INK)

    monkeypatch.setenv("UMPIRE_CACHE", str(tmp_path / "new" / "folder"))
    monkeypatch.setattr(printing, "build", build)
    one, other = chart(), replace(chart(), margin=50)
    fresh = printing.sheet.__wrapped__
    assert fresh(one).size == fresh(one).size == (40, 30)
    assert len(drawn) == 1, "the second came from disk"
    assert printing.unlettered(one).tobytes() != fresh(one).tobytes()
    assert len(drawn) == 1, "that without letters is kept too"
    fresh(other)
    assert len(drawn) == 2, "another chart has another key"
    kept = sorted((tmp_path / "new" / "folder").iterdir())
    assert len(kept) == 4
    for file in kept:
        file.unlink()  # another one in its place: a file is never changed
        file.write_bytes(b"broken")
    fresh(one)
    assert len(drawn) == 3, "a broken file is drawn again"


def test_the_cache_goes_where_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UMPIRE_CACHE", "/a")
    assert cache.folder() == Path("/a")
    monkeypatch.delenv("UMPIRE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/b")
    assert cache.folder() == Path("/b/umpire")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache.folder() == Path.home() / ".cache" / "umpire"


def test_a_cache_that_cannot_be_written_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UMPIRE_CACHE", "/dev/null/nowhere")
    cache.keep("x", "0" * 24, p.blank(2, 2))
    assert cache.load("x", "0" * 24) is None


def test_old_versions_go_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache has its bound: of each base the versions used last, also where another version of
    the program is at work, and what it left as PNG goes too."""
    monkeypatch.setenv("UMPIRE_CACHE", str(tmp_path))
    keys = [f"{number:024x}" for number in range(5)]
    others = {"a-bare-" + keys[0] + ".bmp", "ab-" + keys[0] + ".bmp", "a-notes.txt"}
    for name in others:
        (tmp_path / name).touch()
    (tmp_path / f"a-{keys[4]}.png").touch()
    os.utime(tmp_path / f"a-{keys[4]}.png", (0, 0))
    for number, key in enumerate(keys[:4]):
        cache.keep("a", key, p.blank(3, 2, p.INK))
        for before in keys[: number + 1]:
            if (kept := tmp_path / f"a-{before}.bmp").exists():
                os.utime(kept, (number, number + (before == keys[0])))
    left = {file.name for file in tmp_path.iterdir()} - others
    assert left == {f"a-{keys[0]}.bmp", f"a-{keys[3]}.bmp"}, "used last, and the newest"
    assert cache.load("a", keys[3]) is not None
    assert (tmp_path / f"a-{keys[3]}.bmp").stat().st_mtime > 1_000, "it was used now"


def test_a_base_is_mapped_from_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that several painters share it: it is no memory of theirs."""
    monkeypatch.setenv("UMPIRE_CACHE", str(tmp_path))
    image = p.blank(41, 30, p.INK)
    image.putpixel((40, 29), 7)
    cache.keep("a", "1" * 24, image)
    found = cache.load("a", "1" * 24)
    assert found is not None and found.readonly and found.mode == "P"
    assert found.tobytes() == image.tobytes() and found.getpalette() == image.getpalette()


def test_the_key_changes_with_what_it_is_made_from() -> None:
    assert cache.key("a") == cache.key("a")
    assert cache.key("a") != cache.key("b")
    assert cache.key("a", "b") != cache.key("ab")


def test_a_map_reduced_in_strips_is_the_one_reduced_whole() -> None:
    for made in CHARTS.values():
        board = made()
        small, whole = paint._reduced(board), printing.unlettered(board).convert("RGB")
        by = -(-whole.width // small.width)
        assert ImageChops.difference(small, whole.reduce(by)).getbbox() is None
