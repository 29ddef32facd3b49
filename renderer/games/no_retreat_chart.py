"""The chart of No Retreat! The Russian Front from its map."""

from functools import cache

from engine.games.no_retreat.data import facts, schema
from engine.games.no_retreat.data.board import BOARD
from renderer.base.chart import (
    ROW,
    Cartouche,
    Cell,
    Chart,
    City,
    Link,
    Name,
    Side,
    SideKind,
    Terrain,
)
from renderer.base.gazetteer import NAMES
from renderer.base.projection import Control

HEX_PX = 96

_TERRAIN: dict[int, Terrain] = {
    facts.FOREST: "forest",
    facts.MARSH: "swamp",
    facts.MOUNTAIN: "mountain",
    facts.LAKE: "lake",
    facts.SEA: "sea",
    facts.OFF_MAP: "off",
}
_SIDES: dict[str, SideKind] = {
    "river": "river",
    "prohibited_lake": "lake",
    "prohibited_sea": "lake",
    "objective": "prize",
}
_AREAS = ((10.6, -1.0), (2.6, 14.9), (9.9, 16.75))
"""Where Finland and the Balkans lie, in grid units."""


_KEY = (
    ("forest", "Forest"),
    ("swamp", "Marsh"),
    ("mountain", "Mountain"),
    ("home", "Greater Germany"),
    ("city", "City, large: Objective"),
    ("river", "River"),
    ("lake", "Prohibited hexside"),
    ("prize", "Objective hexside"),
    ("border", "Border of the USSR"),
    ("star", "Axis Objective"),
    ("red star", "Soviet Objective"),
    ("soviet edge", "Map edge of a side"),
)


@cache
def chart() -> Chart:
    """The cells are the places of the board: hexes row by row, then the areas."""
    sheet = schema.DATA.read(schema.MapFile, "map.json")
    home = BOARD.countries[facts.GREATER_GERMANY]
    cells = []
    for hex_ in BOARD.hexes:
        x, y = _at(hex_.id)
        terrain = _TERRAIN.get(hex_.terrain, "clear")
        cells.append(
            Cell(
                id=hex_.id,
                x=x,
                y=y,
                terrain=terrain,
                home=bool(home >> hex_.index & 1),
                played=bool(BOARD.land >> hex_.index & 1),
            )
        )
    for area, (x, y) in zip(BOARD.areas, _AREAS, strict=True):
        cells.append(Cell(area.id, x, y, "box", area.name))
    needed = {place: side for side in (0, 1) for place in _bits(BOARD.objectives[side])}
    return Chart(
        game="no_retreat",
        hex_px=HEX_PX,
        margin=30,
        cells=tuple(cells),
        cities=tuple(_city(site, needed.get(site.place, -1)) for site in BOARD.sites),
        controls=tuple(Control(h.lon, h.lat, *_at(h.id)) for h in sheet.hexes[::4]),
        sides=(*_border(), *map(_side, sheet.hexsides)),
        links=tuple(
            Link(area.place, hex_, "lead") for area in BOARD.areas for hex_ in _bits(area.hexes)
        ),
        names=(*NAMES, Name("Caspian Sea", 48.55, 43.8, "sea", 0.19)),
        name_px=92,
        plates=tuple((s.place, plate_name(s.name)) for s in BOARD.sites if s.place < facts.HEXES),
        cartouche=Cartouche("No Retreat! The Russian Front", "ne", _KEY),
        exits=(
            *((place, 0) for place in _bits(BOARD.west)),
            *((place, 1) for place in _bits(BOARD.east | BOARD.south)),
        ),
    )


def plate_name(name: str) -> str:
    """What is written on the name plate of a city or oil field.

    >>> plate_name("Rumanian oil field")
    'Rumanian oil'
    """
    return name.removesuffix(" field")


def _at(id_: str) -> tuple[float, float]:
    column, row = int(id_[:2]), int(id_[2:])
    return column - 1 + (0.5 if row % 2 == 0 else 0.0), (row - 1) * ROW


def _bits(mask: int) -> list[int]:
    return [place for place in range(len(BOARD.places)) if mask >> place & 1]


def _city(site: facts.Site, needed: int) -> City:
    """A city of the sheet; `needed` is the side whose objective it is."""
    boxed = site.place >= len(BOARD.hexes)
    oil = site.terrain == facts.OIL_FIELD
    return City(
        site.name,
        (site.place,),
        needed,
        "none" if boxed else "well" if oil else "major" if needed >= 0 else "city",
        ("star",) if needed >= 0 else (),
    )


def _side(record: schema.SideRecord) -> Side:
    """A hexside; the hex that an Objective side protects comes first."""
    a, b = (BOARD.place_index[id_] for id_ in record.between)
    if record.protects and BOARD.place_index[record.protects] == b:
        a, b = b, a
    return Side(a, b, _SIDES[record.kind], record.name or "")


def _border() -> list[Side]:
    """Every hexside between the two countries."""
    ussr, germany = (_bits(BOARD.countries[c]) for c in (facts.USSR, facts.GREATER_GERMANY))
    return [Side(a, b, "border") for a in ussr for b in BOARD.adjacent[a] if b in germany]
