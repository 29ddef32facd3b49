"""Where names go: heavy ones first, the next best place, or none."""

from dataclasses import replace

import pytest

from renderer.base import labels
from renderer.base.chart import Cell, Chart, City, Name
from renderer.base.projection import Control

CONTROLS = tuple(
    Control(lon, lat, (lon - 20) / 2, (60 - lat) / 1.2)
    for lon in (20, 24, 28, 32)
    for lat in (48, 52, 56, 60)
)


def chart(*cities: City, names: tuple[Name, ...] = ()) -> Chart:
    """Two rows of five hexes."""
    cells = tuple(
        Cell(f"{column:02}{row:02}", column + row % 2 / 2, row * 0.866, "clear")
        for row in range(2)
        for column in range(5)
    )
    return Chart(
        game="none",
        hex_px=96,
        margin=40,
        cells=cells,
        cities=cities,
        controls=CONTROLS,
        names=names,
    )


def texts(chart: Chart) -> dict[str, labels.Label]:
    return {label.text: label for label in labels.place_labels(chart)}


def test_a_name_stands_at_the_foot_of_its_hex() -> None:
    there = texts(chart(City("Orel", (1,), 1)))
    x, y = chart().centre(1)
    assert there["Orel"].at == pytest.approx((x, y + 0.34 * 96))


def test_the_heavier_of_two_names_takes_the_better_place() -> None:
    both = chart(City("Orel", (1,), 1), City("Oskol", (1,), 1, "major"))
    there = texts(both)
    assert there["OSKOL"].at[1] > both.centre(1)[1]
    assert there["Orel"].at[1] != there["OSKOL"].at[1]
    assert not labels.overlaps(there["Orel"].box, there["OSKOL"].box)


def test_a_name_without_a_place_is_left_out() -> None:
    """A name that is wider than the sheet stands nowhere."""
    assert "Long" * 40 not in texts(chart(City("Long" * 40, (1,), 1)))


def test_names_keep_clear_of_plates() -> None:
    plain = chart(City("Orel", (1,), 1))
    plated = replace(plain, plates=((1, "Orel"),))
    assert "Orel" in texts(plain)
    assert "Orel" not in texts(plated), "the picture brings the plate"
    for label in labels.place_labels(plated):
        for box in labels.reserved(plated):
            assert not labels.overlaps(label.box, box), label.text


def test_the_box_of_a_turned_name_holds_its_letters() -> None:
    style = labels.Style("italic", 30, (0, 0, 0), halo=0)
    flat = labels.Label("BALTIC", (100, 100), style)
    upright = labels.Label("BALTIC", (100, 100), style, turn=90)
    wide, tall = flat.box[2] - flat.box[0], flat.box[3] - flat.box[1]
    assert wide > 2 * tall
    assert upright.box[2] - upright.box[0] == pytest.approx(tall)
    assert upright.box[3] - upright.box[1] == pytest.approx(wide)


def test_a_name_of_the_world_slides_to_a_free_place() -> None:
    sea = Name("Sea", 22.0, 59.5, "sea", 0.2)
    there = texts(chart(names=(sea,)))
    assert "Sea" in there
    outside = Name("Far", 60.0, 40.0, "sea", 0.2)
    assert "Far" not in texts(chart(names=(outside,)))
