"""Iron, Blood, Snow & Mud: from a view and the last entries to a scene."""

from collections.abc import Sequence

from engine.core.entries import (
    AnyEntry,
    Fought,
    Lost,
    Marked,
    Moved,
    Placed,
    readable,
)
from engine.core.view import View
from engine.games.iron_blood.data.board import (
    AIR,
    BOARD,
    FLEET,
    FORTRESS,
    INFANTRY,
    PARTISAN,
    TANK,
)
from engine.games.iron_blood.show.view import IronBloodView
from renderer.games.iron_blood_chart import chart, plate_cell
from renderer.scene import (
    Arrow,
    Box,
    Clash,
    Hand,
    Piece,
    Plate,
    Scene,
    Stack,
    Status,
    Symbol,
    Token,
    Turn,
    Weather,
)
from renderer.scenes.artist import Artist
from renderer.scenes.told import cells, ordered, ways
from renderer.scenes.words import alt, news, todo

_SYMBOLS: dict[int, Symbol] = {
    INFANTRY: "infantry",
    TANK: "armour",
    AIR: "air",
    FLEET: "fleet",
    PARTISAN: "partisan",
    FORTRESS: "fortress",
}
_WEATHER: dict[str, Weather] = {"clear": "sun", "mud": "mud", "snow": "snow"}
_SEA_BOXES = ((0.0, 0.36), (5.6, 7.36))
"""Where the boxes of the Ostsee and the Chernoye More lie, in grid units."""

_NAMES = ("Axis", "Soviet")
_CELL = {hex_.id: number for number, hex_ in enumerate(BOARD.hexes)}
"""Id of a place on the map -> its cell."""


def scene(view: View, entries: Sequence[AnyEntry]) -> Scene:
    """The position that `view` shows, with what `entries` say happened last."""
    assert isinstance(view, IronBloodView)
    told = readable(list(entries), view.seat or None)
    drawn = _Drawn(view, told)
    status = _status(view, told)
    return Scene(
        stacks=drawn.stacks(),
        plates=drawn.plates(),
        tokens=drawn.tokens(),
        arrows=drawn.arrows(),
        clashes=drawn.clashes(),
        boxes=drawn.boxes(),
        track=_track(view),
        now=view.season,
        status=status,
        focus=drawn.focus(),
        recent=drawn.recent(),
        alt=alt(status),
    )


class _Drawn:
    """A view and the readable entries of the last action."""

    def __init__(self, view: IronBloodView, told: list[AnyEntry]) -> None:
        self.view = view
        self.told = told
        self.lit = {
            BOARD.unit_index[e.unit]
            for e in told
            if isinstance(e, Moved | Placed) and e.unit in BOARD.unit_index
        }
        self.lost = [
            (BOARD.unit_index[e.unit], BOARD.place_index[e.place])
            for e in told
            if isinstance(e, Lost) and e.unit in BOARD.unit_index and e.place in BOARD.place_index
        ]

    def stacks(self) -> tuple[Stack, ...]:
        """Regular units in the middle of a hex, support units and losses at its foot."""
        big: dict[int, list[Piece]] = {}
        small: dict[int, list[int]] = {}
        for unit in BOARD.units:
            place = self.view.at[unit.index]
            if place >= len(BOARD.hexes) or unit.kind == FORTRESS:
                continue
            if unit.regular:
                big.setdefault(place, []).append(self._piece(unit.index))
            else:
                small.setdefault(place, []).append(unit.index)
        gone: dict[int, list[Piece]] = {}
        for index, place in self.lost:
            unit = BOARD.units[index]
            if place < len(BOARD.hexes) and unit.kind != FORTRESS:
                lost = Piece(_SYMBOLS[unit.kind], unit.side, unit.short, lost=True, ids=(unit.id,))
                gone.setdefault(place, []).append(lost)
        return tuple(
            Stack(
                place,
                tuple(big.get(place, ())),
                (*self._counted(small.get(place, [])), *gone.get(place, ())),
            )
            for place in sorted(big.keys() | small.keys() | gone.keys())
        )

    def _piece(self, index: int) -> Piece:
        unit = BOARD.units[index]
        return Piece(
            _SYMBOLS[unit.kind],
            unit.side,
            unit.short,
            spent=bool(self.view.moved[index]),
            lit=index in self.lit,
            came=self.view.came[index],
            ids=(unit.id,),
        )

    def _counted(self, units: list[int]) -> list[Piece]:
        """Like support units under one counter with their number."""
        groups: dict[tuple[int, int], list[int]] = {}
        for index in units:
            unit = BOARD.units[index]
            groups.setdefault((unit.side, unit.kind), []).append(index)
        return [
            Piece(
                _SYMBOLS[kind],
                side,
                BOARD.units[members[0]].short if len(members) == 1 else "",
                lit=any(index in self.lit for index in members),
                count=len(members),
                ids=tuple(BOARD.units[index].id for index in members),
            )
            for (side, kind), members in sorted(groups.items())
        ]

    def plates(self) -> tuple[Plate, ...]:
        """City names in the colour of who holds them, fortresses until they fall."""
        changed = {e.place for e in self.told if isinstance(e, Marked)}
        out = [
            Plate(
                cell=plate_cell(place),
                text=place.name,
                side=self.view.control[place.index],
                icon="industry" if place.industrial else "city",
                cells=place.hexes,
                lit=place.id in changed,
            )
            for place in BOARD.locations
        ]
        for fort in BOARD.fortresses:
            ruin = bool(self.view.destroyed[fort.index])
            lit = bool(changed & {fort.id, BOARD.hexes[fort.hex].id})
            lit = lit or any(unit == fort.unit for unit, _ in self.lost)
            out.append(
                Plate(fort.hex, fort.name, 1, "ruin" if ruin else "fortress", (fort.hex,), lit)
            )
        return tuple(out)

    def tokens(self) -> tuple[Token, ...]:
        """Control markers where a city changed hands, and Stalin."""
        out = [
            Token(place.hexes, "", self.view.control[place.index])
            for place in BOARD.locations
            if self.view.control[place.index] != place.start
        ]
        out.append(Token(BOARD.locations[self.view.stalin].hexes, "Stalin", 1))
        return tuple(out)

    def arrows(self) -> tuple[Arrow, ...]:
        out = []
        for unit, way in ways(self.told, BOARD.unit_index, _CELL):
            out.append(Arrow(way, BOARD.units[unit].side))
        return tuple(out)

    def clashes(self) -> tuple[Clash, ...]:
        """Battles just fought with their scores, and those still open."""
        sides = {"axis": 0, "soviet": 1}
        found: dict[int, Clash] = {cell: Clash(cell, open=True) for cell in self.view.open_combats}
        for entry in self.told:
            if isinstance(entry, Fought):
                scores = dict(zip(entry.sides, entry.scores, strict=False))
                for cell in cells(entry.places, _CELL)[:1]:
                    pair = (scores.get("axis", 0), scores.get("soviet", 0))
                    found[cell] = Clash(cell, pair, sides.get(entry.winner, -1))
        return tuple(found.values())

    def boxes(self) -> tuple[Box, ...]:
        """The seas on the map; air and reserves beside it."""
        inside: dict[int, list[int]] = {}
        for unit in BOARD.units:
            place = self.view.at[unit.index]
            if place >= len(BOARD.hexes) and unit.kind != FORTRESS:
                inside.setdefault(place, []).append(unit.index)
        out = [
            Box(
                "Ostsee" if sea.side == 0 else "Chernoye More",
                sea.side,
                tuple(self._counted(inside.get(sea.box, []))),
                at=_SEA_BOXES[sea.side],
                note="disrupted" if self.view.disrupted[sea.side] else "",
            )
            for sea in BOARD.seas
        ]
        for side in (0, 1):
            title = f"{_NAMES[side]} air"
            air = self._counted(inside.get(BOARD.air_box[side], []))
            out.append(Box(title, side, tuple(air)))
        for side in (0, 1):
            kept = inside.get(BOARD.reserve[side], [])
            of_side = [index for index in kept if BOARD.units[index].side == side]
            title = f"{_NAMES[side]} off the map"
            out.append(Box(title, side, tuple(self._counted(of_side))))
        return tuple(out)

    def focus(self) -> tuple[int, ...]:
        """The hexes of the last action: where something happened, else what the order names."""
        found: dict[int, None] = {}
        for entry in self.told:
            match entry:
                case Moved(places=places) | Fought(places=places):
                    found.update(dict.fromkeys(cells(places, _CELL)))
                case Lost(place=place) | Placed(place=place):
                    found.update(dict.fromkeys(cells([place], _CELL)))
                case Marked(place=place):
                    if place in BOARD.location_index:
                        hexes = BOARD.locations[BOARD.location_index[place]].hexes
                        found.update(dict.fromkeys(hexes))
                    else:
                        found.update(dict.fromkeys(cells([place], _CELL)))
                case _:
                    pass
        return tuple(found) or self._named()

    def recent(self) -> tuple[int, ...]:
        """Open battles, then the units that have moved: where the season is being played."""
        moved = [
            self.view.at[unit.index]
            for unit in BOARD.units
            if self.view.moved[unit.index] and self.view.at[unit.index] < len(BOARD.hexes)
        ]
        return tuple(dict.fromkeys([*self.view.open_combats, *moved]))

    def _named(self) -> tuple[int, ...]:
        """Hexes and units on hexes that stand in the order itself."""
        words = ordered(self.told)
        units = [BOARD.unit_index[word] for word in words if word in BOARD.unit_index]
        return cells([*words, *(BOARD.places[self.view.at[unit]] for unit in units)], _CELL)


def _track(view: IronBloodView) -> tuple[Turn, ...]:
    out = []
    for season in BOARD.seasons:
        owner = -1
        if view.track[season.index]:
            owner = 0 if season.generals[0] else 1
        side = season.initiative if not view.stalin_moved else 0
        if season.index == view.season:
            side = view.initiative
        weather = _WEATHER[season.season]
        out.append(Turn(str(season.year), weather, owner, side))
    return tuple(out)


def _status(view: IronBloodView, told: list[AnyEntry]) -> Status:
    sides = tuple(
        sorted({0 if a.side == "axis" else 1 for a in view.asked if a.side in ("axis", "soviet")})
    )
    return Status(
        title=view.turn,
        phase=view.phase,
        todo=todo(view),
        asked=sides,
        news=tuple(news("iron_blood", told)),
        initiative=view.initiative,
        hands=tuple(Hand(side, _generals(view.hand_sizes[side])) for side in (0, 1)),
    )


def _generals(count: int) -> str:
    return "1 General" if count == 1 else f"{count} Generals"


ARTIST = Artist(
    chart=chart,
    scene=scene,
    sides={"axis": 0, "soviet": 1},
    cells=_CELL,
)
