"""The chart of Russia Besieged from its map."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from engine.games.russia_besieged.data.schema import (
    CityRecord,
    HexRecord,
    MapFile,
    SetupRecord,
    load,
)
from renderer.base.chart import ROW, Cartouche, Cell, Chart, City, Link, Side, Sign
from renderer.base.frontier import frontiers
from renderer.base.gazetteer import COUNTRIES, NAMES
from renderer.base.projection import Control

HEX_PX = 50
_DISTRICT = "Military District"


_GERMAN = ("SLOVAKIA",)
"""What the rulebook counts among Germany (1.0)."""

_KEY = (
    ("forest", "Forest"),
    ("swamp", "Swamp"),
    ("mountain", "Mountain"),
    ("home", "Axis and neutrals"),
    ("major city", "Major city"),
    ("city", "Minor city"),
    ("river", "River"),
    ("rail", "Railway"),
    ("planned", "Emergency railway"),
    ("border", "Russian border"),
    ("line", "District, Caucasus line"),
    ("port", "Port"),
    ("navy", "Naval base"),
    ("oil", "Oil well"),
    ("ferry", "Ice road"),
    ("strait", "Strait"),
    ("nation", "Other border"),
    ("axis edge", "Axis supply"),
    ("soviet edge", "Russian supply"),
)


@cache
def chart() -> Chart:
    """Land hexes in the order of the map, then water."""
    sheet = load()
    cells = [_land(record) for record in sheet.hexes]
    cells += [
        Cell(w.id, *_at(w.id), w.kind, played=False, counted=w.area != "other")  # 11.8
        for w in sheet.water_hexes
    ]
    index = {cell.id: number for number, cell in enumerate(cells)}
    wells = [record for record in sheet.hexes if record.oil_wells]
    towns = {city.hex for city in sheet.cities}
    return Chart(
        game="russia_besieged",
        hex_px=HEX_PX,
        margin=22,
        cells=tuple(cells),
        cities=(
            *(_city(city, index[city.hex], wells) for city in sheet.cities),
            *(City("", (index[w.id],), -1, "none", ("oil",)) for w in wells if w.id not in towns),
        ),
        controls=tuple(Control(h.lon, h.lat, *_at(h.id)) for h in sheet.hexes[::24]),
        sides=(
            *frontiers([*map(_country, sheet.hexes)], _next),
            *(
                Side(index[side.a], index[side.b], "river", _called(side.river))
                for side in sheet.river_hexsides
            ),
            *(
                Side(index[link.a], index[link.b], "strait")
                for link in sheet.special_links
                if link.id == "kerch_strait"
            ),
            *_caucasus(sheet, index),
            *_districts(sheet.setup_areas, {h.id for h in sheet.hexes if _country(h)[2]}, index),
        ),
        links=(
            *(Link(index[rail.a], index[rail.b], "rail") for rail in sheet.rail_links),
            *(
                Link(index[link.a], index[link.b], "rail")
                for link in sheet.special_links
                if link.rail_move
            ),
            *(
                Link(index[a], index[b], "planned")  # 20.7
                for a, b in pairwise(sheet.emergency_rail_line.hexes)
            ),
            *(
                Link(index[a], index[b], "ferry")
                for link in sheet.special_links
                if link.via
                for a, b in ((link.a, link.via), (link.via, link.b))
            ),
        ),
        names=(*NAMES, *(name for name in COUNTRIES if name.text not in _GERMAN)),
        name_px=86,
        cartouche=Cartouche("Russia Besieged", "sw", _KEY),
        exits=(
            *((index[id_], 0) for id_ in sheet.supply_sources.axis_unlimited.hexes),
            *((index[id_], 0) for id_ in sheet.supply_sources.finnish_german_unlimited.hexes),
            *((index[id_], 1) for id_ in sheet.supply_sources.russian_unlimited.hexes),
        ),
    )


def _at(id_: str) -> tuple[float, float]:
    """Column 01 is the eastern edge."""
    row, column = int(id_[:2]), int(id_[2:])
    return (0.5 if row % 2 else 0.0) - column, row * ROW


def _called(river: str) -> str:
    """
    >>> _called("bug_s"), _called("volga_upper"), _called("northern_dvina")
    ('S. Bug', 'Upper Volga', 'Northern Dvina')
    """
    *names, last = river.title().split("_")
    first = {"S": "S.", "Upper": "Upper"}.get(last)
    return " ".join([first, *names] if first else [*names, last])


def _land(record: HexRecord) -> Cell:
    x, y = _at(record.id)
    home = record.country != "russia"
    return Cell(record.id, x, y, record.terrain, home=home, played=record.playable)


def _city(city: CityRecord, cell: int, wells: list[HexRecord]) -> City:
    signs: list[Sign] = []
    signs += ["navy" if city.naval_base else "port"] if city.port else []
    signs += ["oil"] if any(well.id == city.hex for well in wells) else []
    side = {"axis": 0, "russian": 1}.get(city.start_control, -1)
    return City(city.name, (cell,), side, "major" if city.rank == "major" else "city", tuple(signs))


def _districts(areas: list[SetupRecord], russia: set[str], index: dict[str, int]) -> Iterator[Side]:
    """23.03: where the Military Districts end inside Russia."""
    district = {id_: area.name for area in areas if area.name.endswith(_DISTRICT)
                for id_ in area.hexes}  # fmt: skip
    for id_ in sorted(russia):
        for other in _next(id_):
            names = {district.get(id_, ""), district.get(other, "")}
            if other in russia and len(names) == 2:
                name = max(names).replace(_DISTRICT, "MD")
                yield Side(index[id_], index[other], "line", name)


def _caucasus(sheet: MapFile, index: dict[str, int]) -> Iterator[Side]:
    """13.8: the northern side of the Caucasus, along the Kuban and the Terek."""
    south = next(set(region.hexes) for region in sheet.regions if region.id == "caucasus")
    russia = [record.id for record in sheet.hexes if _country(record)[1:] == ("russia", True)]
    for id_ in russia:
        for other in _next(id_):
            if other in russia and (id_ in south) != (other in south):
                yield Side(index[id_], index[other], "line", "Caucasus")


def _country(record: HexRecord) -> tuple[str, str, bool]:
    """For the borders: those among lands that nobody enters do not matter."""
    return record.id, record.country if record.playable else "", record.country == "russia"


def _next(id_: str) -> list[str]:
    """Three of a hex's neighbours: each pair is met once."""
    row, column = int(id_[:2]), int(id_[2:])
    high = column + (row + 1) % 2
    return [
        f"{row:02}{column + 1:02}",
        f"{row + 1:02}{high - 1:02}",
        f"{row + 1:02}{high:02}",
    ]
