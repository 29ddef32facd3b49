"""The chart of Iron, Blood, Snow & Mud from its static board."""

from functools import cache
from typing import cast

from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import SEA, TERRAINS, Location
from renderer.base import geo
from renderer.base.chart import ROW, Cell, Chart, City, Side, Terrain

HEX_PX = 144


def plate_cell(place: Location) -> int:
    """The hex whose head bears the name of a location: the northern, then the western."""
    return min(place.hexes, key=lambda hex_: (BOARD.hexes[hex_].id[2:], hex_))


@cache
def chart() -> Chart:
    """Hexes, cities and river sides in the order of the board."""
    plated = {plate_cell(location) for location in BOARD.locations}
    cells = []
    for number, hex_ in enumerate(BOARD.hexes):
        column, row = int(hex_.id[:2]), int(hex_.id[2:])
        town = hex_.terrain != SEA and hex_.fortress < 0 and number not in plated
        cells.append(
            Cell(
                id=hex_.id,
                x=column - 1 + (0.5 if row % 2 == 0 else 0.0),
                y=(row - 1) * ROW,
                terrain=cast(Terrain, TERRAINS[hex_.terrain]),
                note=hex_.name if town and hex_.location < 0 else "",
                home=hex_.territory == 0,
            )
        )
    return Chart(
        game="iron_blood",
        hex_px=HEX_PX,
        margin=42,
        cells=tuple(cells),
        cities=tuple(
            City(
                place.name,
                place.hexes,
                place.start,
                "cross" if place.start == 0 else "gold" if place.industrial else "star",
            )
            for place in BOARD.locations
        ),
        sides=(
            *(Side(a, b, "border") for a, b in BOARD.border),
            *(
                Side(a, b, "bridged" if bridged else "river", name)
                for a, b, name, bridged in BOARD.river_names
            ),
        ),
        plates=(
            *((plate_cell(place), place.name) for place in BOARD.locations),
            *((fort.hex, fort.name) for fort in BOARD.fortresses),
        ),
        controls=geo.controls("iron_blood.json"),
        stiffness=0.02,
    )
