"""The chart of Stalin's War from its map."""

from dataclasses import replace
from functools import cache

from engine.games.stalins_war.data.schema import HexRecord, PlaceRecord, load
from renderer.base.chart import (
    ROW,
    Cartouche,
    Cell,
    Chart,
    City,
    CityKind,
    Link,
    Name,
    Side,
    SideKind,
    Sign,
)
from renderer.base.frontier import frontiers
from renderer.base.gazetteer import COUNTRIES, NAMES
from renderer.base.projection import Control

HEX_PX = 78

_SIDES: dict[str, SideKind] = {
    "river": "river",
    "major_river": "major",
    "kerch_crossing": "strait",
    "sea": "lake",
    "lake": "lake",
}

_SPELT = {"RUMANIA": "ROMANIA", "YUGOSLAVIA": "SERBIA"}
"""As the rulebook has them."""

_KEY = (
    ("forest", "Forest"),
    ("rough", "Rough"),
    ("swamp", "Swamp"),
    ("mountain", "Mountain"),
    ("desert", "Desert"),
    ("major city", "City with VP"),
    ("city", "City"),
    ("town", "Town"),
    ("river", "River"),
    ("major", "Major river"),
    ("rail", "Railway"),
    ("lake", "Closed hexside"),
    ("barred", "Restricted Volga"),
    ("border", "Soviet border"),
    ("nation", "Other border"),
    ("line", "Logistical line"),
    ("port", "Port"),
    ("oil", "Oil"),
    ("wall", "Fortress"),
    ("strait", "Strait"),
    ("axis edge", "Axis supply"),
    ("soviet edge", "Soviet supply"),
    ("star", "VP of the Axis at the start"),
    ("red star", "VP of the Soviets at the start"),
)


@cache
def chart() -> Chart:
    """Land hexes in the order of the map, then water, then land that is out of play."""
    sheet = load()
    cells = [_land(record) for record in sheet.hexes]
    cells += [Cell(id_, *_at(id_), "sea", played=False) for s in sheet.seas for id_ in s.sea_hexes]
    cells += [Cell(id_, *_at(id_), "lake", played=False) for w in sheet.lakes for id_ in w.hexes]
    index = {cell.id: number for number, cell in enumerate(cells)}
    edges = sheet.edges
    return Chart(
        game="stalins_war",
        hex_px=HEX_PX,
        margin=26,
        cells=tuple(cells),
        cities=tuple(_city(place, index[place.hex]) for place in sheet.places),
        controls=tuple(Control(h.lon, h.lat, *_at(h.id)) for h in sheet.hexes[::7]),
        grid_kind="flat",
        sides=(
            *frontiers([(h.id, h.country, h.in_soviet_union) for h in sheet.hexes], _next),
            *(
                Side(index[side.a], index[side.b], _SIDES[side.type], side.name)
                for side in sheet.hexsides
            ),
            *(
                Side(index[side.a], index[side.b], "barred")
                for side in sheet.hexsides
                if side.volga_restricted
            ),
            *(
                Side(index[a], index[b], "line", "Paulus Line")
                for a, b in sheet.logistical_lines.paulus.crossing_hexsides
            ),
            *_caucasus(sheet.hexes, sheet.logistical_lines.caucasus.south_hexes),
        ),
        links=tuple(Link(index[rail.a], index[rail.b], "rail") for rail in sheet.rail_links),
        names=(
            *NAMES,
            *(replace(n, text=_SPELT.get(n.text, n.text)) for n in COUNTRIES),
            Name("PERSIA", 45.9, 38.85, "country", 0.18),
        ),
        name_px=80,
        cartouche=Cartouche("Stalin's War", "nw", _KEY),
        exits=(
            *((index[id_], 0) for id_ in edges.axis_supply_hexes),
            *((index[id_], 1) for id_ in edges.soviet_supply_hexes),
        ),
    )


def _at(id_: str) -> tuple[float, float]:
    column, row = int(id_[:2]), int(id_[2:])
    return column * ROW, row + (0.5 if column % 2 else 0.0)


def _land(record: HexRecord) -> Cell:
    x, y = _at(record.id)
    return Cell(record.id, x, y, record.terrain, home=not record.in_soviet_union)


def _city(place: PlaceRecord, cell: int) -> City:
    signs: list[Sign] = []
    signs += ["star"] if place.vp else []
    signs += ["port"] if place.port else []
    signs += ["oil"] if place.oil else []
    signs += ["fort"] if place.fortress_owner else []
    side = 0 if place.initial_control == "axis" else 1
    kind: CityKind = "town" if place.type == "town" else "major" if place.vp else "city"
    return City(place.name, (cell,), side, kind, tuple(signs))


def _caucasus(hexes: list[HexRecord], south: list[str]) -> list[Side]:
    """2.1: the northern side of the Caucasus Zone."""
    at = {record.id: number for number, record in enumerate(hexes)}
    zone = set(south)
    return [
        Side(number, at[id_], "line", "Caucasus Zone")
        for number, record in enumerate(hexes)
        for id_ in _next(record.id)
        if id_ in at and (id_ in zone) != (record.id in zone)
    ]


def _next(id_: str) -> list[str]:
    """Three of a hex's neighbours: each pair is met once."""
    column, row = int(id_[:2]), int(id_[2:])
    low = row + column % 2
    return [
        f"{column:02}{row + 1:02}",
        f"{column + 1:02}{low - 1:02}",
        f"{column + 1:02}{low:02}",
    ]
