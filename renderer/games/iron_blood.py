"""Iron, Blood, Snow & Mud: from a view and the last entries to a scene."""

from collections.abc import Sequence

from engine.core.entries import AnyEntry, Moved, Placed
from engine.core.view import View
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AIR, FLEET, FORTRESS, INFANTRY, PARTISAN, TANK
from engine.games.iron_blood.show.view import IronBloodView
from renderer.games.iron_blood_chart import chart, plate_cell
from renderer.scene import (
    Box,
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
from renderer.scenes.pieces import counted, stacked
from renderer.scenes.told import Names, Told
from renderer.scenes.words import alt, asked, news, todo

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

_SIDES = ("Axis", "Soviet")
_ON_MAP = len(BOARD.hexes)
_NAMES = Names(
    cells={hex_.id: number for number, hex_ in enumerate(BOARD.hexes)},
    units=BOARD.unit_index,
    sides={"axis": 0, "soviet": 1},
    sites={place.id: place.hexes for place in BOARD.locations},
)


def scene(view: View, entries: Sequence[AnyEntry]) -> Scene:
    """The position that `view` shows, with what `entries` say happened last."""
    assert isinstance(view, IronBloodView)
    told = Told(_NAMES, view, entries, view.at)
    drawn = _Drawn(view, told)
    status = _status(view, told)
    return Scene(
        stacks=drawn.stacks(),
        plates=drawn.plates(),
        tokens=drawn.tokens(),
        arrows=told.arrows(lambda unit: BOARD.units[BOARD.unit_index[unit]].side),
        clashes=told.clashes(view.open_combats),
        boxes=drawn.boxes(),
        track=_track(view),
        now=view.season,
        status=status,
        focus=told.focus(),
        recent=drawn.recent(),
        alt=alt(status),
    )


class _Drawn:
    """A view and what happened last in it."""

    def __init__(self, view: IronBloodView, told: Told) -> None:
        self.view = view
        self.told = told
        self.lit = told.units(Moved, Placed)
        self.inside: dict[int, list[int]] = {}
        """Units by their place, in the order of their kinds; fortresses have their plates."""
        for unit in sorted(BOARD.units, key=lambda unit: (unit.side, unit.kind)):
            if unit.kind != FORTRESS:
                self.inside.setdefault(view.at[unit.index], []).append(unit.index)

    def stacks(self) -> tuple[Stack, ...]:
        """Regular units in the middle of a hex, support units and losses at its foot."""
        big: dict[int, list[Piece]] = {}
        small: dict[int, list[Piece]] = {}
        for place, units in self.inside.items():
            if place < _ON_MAP:
                if regular := sorted(unit for unit in units if BOARD.units[unit].regular):
                    big[place] = [self._piece(unit) for unit in regular]
                if support := [unit for unit in units if not BOARD.units[unit].regular]:
                    small[place] = [*self._counted(support)]
        for index, cell in self.told.lost():
            unit = BOARD.units[index]
            if unit.kind != FORTRESS:
                lost = Piece(_SYMBOLS[unit.kind], unit.side, unit.short, lost=True, ids=(unit.id,))
                small.setdefault(cell, []).append(lost)
        return stacked(big, small)

    def _piece(self, index: int, *, moves: bool = True) -> Piece:
        """A unit; of one that is counted with others it is not shown whether it moved."""
        unit = BOARD.units[index]
        return Piece(
            _SYMBOLS[unit.kind],
            unit.side,
            unit.short,
            spent=moves and bool(self.view.moved[index]),
            lit=index in self.lit,
            came=self.view.came[index] if moves else -1,
            ids=(unit.id,),
        )

    def _counted(self, units: Sequence[int]) -> tuple[Piece, ...]:
        """Like units under one counter with their number."""
        return counted(self._piece(unit, moves=False) for unit in units)

    def plates(self) -> tuple[Plate, ...]:
        """City names in the colour of who holds them, fortresses until they fall."""
        changed, lost = self.told.marked(), {unit for unit, _ in self.told.lost()}
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
            lit = bool(changed & {fort.id, BOARD.hexes[fort.hex].id}) or fort.unit in lost
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

    def boxes(self) -> tuple[Box, ...]:
        """The seas on the map; air and reserves beside it."""
        out = [
            Box(
                "Ostsee" if sea.side == 0 else "Chernoye More",
                sea.side,
                self._counted(self.inside.get(sea.box, ())),
                at=_SEA_BOXES[sea.side],
                note="disrupted" if self.view.disrupted[sea.side] else "",
            )
            for sea in BOARD.seas
        ]
        for side in (0, 1):
            air = self._counted(self.inside.get(BOARD.air_box[side], ()))
            out.append(Box(f"{_SIDES[side]} air", side, air))
        for side in (0, 1):
            kept = self.inside.get(BOARD.reserve[side], ())
            of_side = [index for index in kept if BOARD.units[index].side == side]
            out.append(Box(f"{_SIDES[side]} off the map", side, self._counted(of_side)))
        return tuple(out)

    def recent(self) -> tuple[int, ...]:
        """Open battles, then the units that have moved: where the season is being played."""
        moved = [unit.index for unit in BOARD.units if self.view.moved[unit.index]]
        return tuple(dict.fromkeys([*self.view.open_combats, *self.told.standing(moved)]))


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


def _status(view: IronBloodView, told: Told) -> Status:
    return Status(
        title=view.turn,
        phase=view.phase,
        todo=todo(view),
        asked=asked(view, _NAMES.sides),
        news=news("iron_blood", told.entries),
        initiative=view.initiative,
        hands=tuple(Hand(side, _generals(view.hand_sizes[side])) for side in (0, 1)),
    )


def _generals(count: int) -> str:
    return "1 General" if count == 1 else f"{count} Generals"


ARTIST = Artist(chart, scene, _NAMES)
