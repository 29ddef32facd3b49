"""The chart of 1941: Race to Moscow from its board."""

from functools import cache

from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import Area, Connection
from renderer.base import geo
from renderer.base.chart import Cartouche, Cell, Chart, City, Link, LinkKind, Name, Sign
from renderer.base.gazetteer import NAMES, RIVERS

UNIT_PX = 100

LIVERIES = (0, 2, 3)
"""Of the gray, the white and the brown army group."""


_KEY = (
    ("gray", "Gray road"),
    ("white", "White road"),
    ("brown", "Brown road"),
    ("closed", "Closed to armies"),
    ("track", "Printed track"),
    ("red star", "Soviet symbol"),
    ("goal", "Victory area"),
    ("fort", "Fortified area"),
    ("base", "Supply base"),
    ("port", "Harbour"),
    ("winter", "Winter area"),
)


@cache
def chart() -> Chart:
    """The cells are the places of the board: the areas, then the seas."""
    controls = geo.controls("race_to_moscow.json")
    at = {place: (c.x, c.y) for place, c in zip(BOARD.places, controls, strict=False)}
    return Chart(
        game="race_to_moscow",
        hex_px=UNIT_PX,
        margin=54,
        cells=(
            *(
                Cell(
                    area.id,
                    *at[area.id],
                    "snow" if area.winter else "clear",
                    owners=tuple(LIVERIES[colour] for colour in area.colours),
                )
                for area in BOARD.areas
            ),
            *(Cell(sea.id, *at[sea.id], "sea", sea.name) for sea in BOARD.seas),
        ),
        cities=tuple(map(_city, BOARD.areas)),
        controls=controls,
        grid_kind="areas",
        stiffness=0.0005,
        cartouche=Cartouche("1941: Race to Moscow", "sw", _KEY),
        links=tuple(map(_link, BOARD.connections)),
        names=(
            *(name for name in NAMES if not name.text.startswith("Gulf")),  # the seas have areas
            *RIVERS,
            Name("BLACK SEA", 30.9, 44.9, "sea", 0.4),
        ),
    )


def _city(area: Area) -> City:
    signs: list[Sign] = []
    signs += ["star"] if area.soviet else []
    signs += ["port"] if area.basin else []
    signs += ["fort"] if area.fortified else []
    signs += ["goal"] if area.victors else []
    signs += ["supply"] if area.base else []
    return City(area.name, (area.index,), 0 if area.printed >= 0 else 1, "none", tuple(signs))


def _link(road: Connection) -> Link:
    owners = tuple(LIVERIES[colour] for colour in road.colours)
    rail = BOARD.areas[road.a].rail and BOARD.areas[road.b].rail
    kind: LinkKind = "closed" if road.red else "rail" if rail else "road"
    return Link(road.a, road.b, kind, owners)
