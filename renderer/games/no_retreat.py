"""No Retreat! The Russian Front: from a view and the last entries to a scene."""

from collections.abc import Iterator, Sequence

from engine.core.entries import AnyEntry, Lost, Moved, Placed
from engine.core.view import View
from engine.games.no_retreat.data import facts
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.show.view import NoRetreatView
from renderer.games.no_retreat_chart import chart, plate_name
from renderer.games.no_retreat_words import LOOKS, standing, status
from renderer.scene import (
    ALLY,
    Arrow,
    Badge,
    Box,
    Note,
    Piece,
    Plate,
    Scene,
    Size,
    Stack,
    Symbol,
    Turn,
    Weather,
)
from renderer.scenes.artist import Artist
from renderer.scenes.pieces import stacked
from renderer.scenes.told import Names, Told
from renderer.scenes.words import alt

_SYMBOLS: dict[int, Symbol] = {
    facts.INFANTRY: "infantry",
    facts.MECHANIZED: "mechanised",
    facts.ARMOR: "armour",
    facts.SS_PANZER: "armour",
    facts.REGIONAL: "infantry",
    facts.FORT: "fortress",
    facts.SHOCK: "artillery",
    facts.VOLKSSTURM: "infantry",
    facts.MARKER: "partisan",
}
_SIZES: dict[str, Size] = {"corps": "XXX", "army": "XXXX", "front": "XXXXX"}
_NATIONS = {
    "rumanian": "RO",
    "hungarian": "HU",
    "italian": "IT",
    "finnish": "FI",
    "polish": "PL",
    "rumanian_soviet": "RO",
    "yugoslav": "YU",
}
_WEATHER: dict[int, Weather] = {
    facts.CLEAR_WEATHER: "sun",
    facts.MUD: "mud",
    facts.SNOW: "snow",
    facts.LONG_WINTER: "snow",
}
_BROWN = 3
"""The livery of a Soviet counter on its weaker, brown side."""
_SIDES = ("Axis", "Soviet")
_BOXES = (
    ("Destroyed", facts.DESTROYED),
    ("Surrendered", facts.SURRENDERED),
    ("Shattered", facts.SHATTERED),
    ("Cadres", facts.CADRES),
    ("Rail Movement", facts.RAIL),
)
_INK = 7
"""The tint of words in plain ink."""
_RED_STEPS = 17
"""From this turn on red fronts have two steps (7.3)."""
_ARRIVALS = 3
"""Coming turns whose reinforcements are shown as counters."""
_NAMES = Names(
    cells={id_: number for number, id_ in enumerate(BOARD.places[: facts.ON_MAP])},
    units=BOARD.unit_index,
    sides=LOOKS,
    sites={site.id: (site.place,) for site in BOARD.sites},
)


def scene(view: View, entries: Sequence[AnyEntry]) -> Scene:
    """The position that `view` shows, with what `entries` say happened last."""
    assert isinstance(view, NoRetreatView)
    told = Told(_NAMES, view, entries, view.at)
    drawn = _Drawn(view, told)
    words = status(view, told.entries)
    return Scene(
        stacks=drawn.stacks(),
        plates=drawn.plates(),
        tokens=(),
        notes=drawn.notes(),
        arrows=drawn.arrows(),
        clashes=told.clashes(view.battle),
        boxes=drawn.boxes(),
        track=drawn.track(),
        now=view.number - 1,
        status=words,
        focus=told.focus([*view.battle, *told.standing(view.attackers)]),
        recent=drawn.recent(),
        alt=alt(words, standing(view)),
    )


class _Drawn:
    """A view and what happened last in it."""

    def __init__(self, view: NoRetreatView, told: Told) -> None:
        self.view = view
        self.told = told
        self.lit = told.units(Moved, Placed, Lost) | {*view.attackers}
        self.inside: dict[int, list[int]] = {}
        for unit in BOARD.units:
            if unit.index == view.reserve or unit.faces[0].type != facts.MARKER:
                self.inside.setdefault(view.at[unit.index], []).append(unit.index)

    def stacks(self) -> tuple[Stack, ...]:
        """Who stands where, and crossed out who was lost there."""
        gone: dict[int, list[Piece]] = {}
        for unit, cell in self.told.lost():
            if self.view.at[unit] >= facts.ON_MAP:
                gone.setdefault(cell, []).append(self._piece(unit, lost=True))
        there = {place: [*self._pieces(place)] for place in self.inside if place < facts.ON_MAP}
        return stacked(there, gone)

    def _pieces(self, cell: int) -> Iterator[Piece]:
        """The units in a hex, the strongest on top; the hex's markers lie on that one."""
        view = self.view
        units = sorted(self.inside.get(cell, ()), key=lambda unit: -self._face(unit).strength)
        for number, unit in enumerate(units):
            badges: list[Badge] = []
            if not number and cell in view.targets:
                badges.append("target")
            if not number and cell in view.blows:
                badges.append("counterblow")
            yield self._piece(unit, badges)

    def _face(self, unit: int) -> facts.Face:
        return BOARD.units[unit].faces[self.view.face[unit]]

    def _piece(self, index: int, badges: Sequence[Badge] = (), *, lost: bool = False) -> Piece:
        view, unit, face = self.view, BOARD.units[index], self._face(index)
        late = view.number >= _RED_STEPS
        full = unit.faces[unit.full].steps[late]
        own: list[Badge] = [*badges]
        if view.unsupplied[index]:
            own.append("unsupplied")
        if view.disorganized[index]:
            own.append("disorganized")
        if index in view.support:
            own.append("support")
        spent = view.moved if view.phase.startswith("Movement") else view.fought
        strength = (
            f"({face.strength})" if face.parenthesized else f"{face.strength}-{face.movement}"
        )
        return Piece(
            _SYMBOLS[face.type],
            unit.side,
            unit.short,
            spent=bool(spent[index]),
            lit=index in self.lit and not lost,
            lost=lost,
            size=_SIZES.get(unit.size, ""),
            strength=strength,
            steps=(face.steps[late], full),
            badges=tuple(own),
            nation=_NATIONS.get(unit.nationality, ""),
            livery=_livery(unit, view.face[index]),
            ids=(unit.id,),
        )

    def plates(self) -> tuple[Plate, ...]:
        """Cities and oil fields in the colour of who controls them; Finland when somebody does."""
        changed = self.told.marked()
        return tuple(
            Plate(
                cell=site.place,
                text=plate_name(site.name),
                side=self.view.control[site.index],
                icon="industry" if site.terrain == facts.OIL_FIELD else "city",
                cells=(site.place,) if site.place < facts.HEXES else (),
                lit=site.id in changed,
            )
            for site in BOARD.sites
            if site.place < facts.HEXES or self.view.control[site.index] >= 0
        )

    def notes(self) -> tuple[Note, ...]:
        """The markers of single cards, at the foot of their hexes: units stand above them."""
        view, out = self.view, []
        if view.works != facts.NOWHERE:
            out.append(Note(view.works, "Works", view.works_side))
        if view.scorched != facts.NOWHERE:
            out.append(Note(BOARD.sites[view.scorched].place, "Scorched", _INK))
        return tuple(out)

    def arrows(self) -> tuple[Arrow, ...]:
        """Paths of the last action, and who attacks what in a battle under way."""
        view = self.view
        attacks = [
            Arrow((view.at[unit], target), BOARD.units[unit].side)
            for unit in view.attackers
            for target in view.battle
            if view.at[unit] < facts.ON_MAP and view.at[unit] != target
        ]
        moves = self.told.arrows(lambda unit: BOARD.units[BOARD.unit_index[unit]].side)
        return tuple(dict.fromkeys([*moves, *attacks]))

    def boxes(self) -> tuple[Box, ...]:
        """The boxes of both sides that have something in them, and the next arrivals."""
        out = []
        for title, places in _BOXES:
            for side in (0, 1):
                if units := self.inside.get(places[side]):
                    kept = self.view.reserve
                    note = f"Reserve: {BOARD.units[kept].short}" if kept in units else ""
                    out.append(self._box(f"{_SIDES[side]} {title}", side, units, note))
        if units := self.inside.get(facts.SS_RESERVE):
            out.append(self._box("SS Panzer Reserve", 0, units))
        coming = [
            turn
            for turn in range(self.view.number, facts.LAST_TURN + 1)
            if facts.TRACK + turn in self.inside
        ]
        for turn in coming[:_ARRIVALS]:
            units = self.inside[facts.TRACK + turn]
            out.append(self._box(f"Turn {turn}", -1, units))
        return tuple(out)

    def _box(self, title: str, side: int, units: list[int], note: str = "") -> Box:
        return Box(title, side, tuple(self._piece(unit) for unit in units), note=note)

    def track(self) -> tuple[Turn, ...]:
        """The 28 turns with their weather and the number of units that arrive in each."""
        out = []
        for number, weather in enumerate(self.view.markers, 1):
            units = self.inside.get(facts.TRACK + number, ())
            sides = [BOARD.units[unit].side for unit in units]
            out.append(
                Turn(str(number), _WEATHER[weather], arrivals=(sides.count(0), sides.count(1)))
            )
        return tuple(out)

    def recent(self) -> tuple[int, ...]:
        """Targets, then the units that have fought or moved: where the turn is being played."""
        view = self.view
        acted = [u.index for u in BOARD.units if view.fought[u.index] or view.moved[u.index]]
        return tuple(dict.fromkeys([*view.targets, *view.blows, *self.told.standing(acted)]))


def _livery(unit: facts.Unit, face: int) -> int:
    """Soviet counters are brown on their weaker side; allies of the Axis have their own colour."""
    if unit.ally or unit.nationality == "finnish":
        return ALLY
    return _BROWN if unit.side == facts.SOVIET and unit.faces[face].label == "brown" else -1


ARTIST = Artist(chart, scene, _NAMES)
