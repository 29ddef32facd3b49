"""Russia Besieged: from a view and the last entries to a scene."""

from collections.abc import Iterator, Sequence
from functools import cache

from engine.core.entries import AnyEntry, Lost, Moved, Placed
from engine.core.view import View
from engine.games.russia_besieged.data import facts
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.show.view import RussiaBesiegedView
from engine.games.russia_besieged.state import FOUGHT, MOVED, RAILED, SAILED, TOOK
from engine.games.russia_besieged.words import IDS
from renderer.games.russia_besieged_chart import chart
from renderer.games.russia_besieged_words import LOOKS, standing, status
from renderer.scene import (
    ALLY,
    Arrow,
    Badge,
    Box,
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
from renderer.scenes.pieces import counted, stacked
from renderer.scenes.told import Names, Told
from renderer.scenes.words import alt

_SYMBOLS: dict[int, Symbol] = {
    facts.INFANTRY: "infantry",
    facts.MOUNTAIN_INFANTRY: "mountain",
    facts.CAVALRY: "cavalry",
    facts.PANZER: "armour",
    facts.PANZERGRENADIER: "mechanised",
    facts.MECHANIZED: "armour",
    facts.GUARDS_TANK: "armour",
    facts.SHOCK: "armour",
    facts.MINOR_MECHANIZED: "mechanised",
    facts.ARTILLERY: "artillery",
    facts.PARATROOP: "paratroop",
    facts.POLICE: "infantry",
    facts.GARRISON: "infantry",
    facts.VOLKSSTURM: "infantry",
    facts.DICTATOR: "leader",
    facts.WEC: "supply",
    facts.PARTISAN: "partisan",
    facts.AIRCRAFT: "air",
    facts.MARSHAL: "leader",
}
_SIZES: dict[int, Size] = {facts.CORPS: "XXX", facts.ARMY: "XXXX"}
_NATIONS = {
    facts.RUMANIAN: "RO",
    facts.HUNGARIAN: "HU",
    facts.FINNISH: "FI",
    facts.ITALIAN: "IT",
    facts.TURNED_RUMANIAN: "RO",
    facts.TURNED_HUNGARIAN: "HU",
}
_SMALL = (facts.WEC, facts.PARTISAN, facts.AIRCRAFT)
_WEATHERS: dict[int, Weather] = {
    facts.FINE: "sun",
    facts.LIGHT_MUD: "mud",
    facts.MUD: "mud",
    facts.SNOW: "snow",
}
_BOXES = (
    ("Replacement Pool", facts.POOL),
    ("Surrendered", facts.SURRENDERED),
    ("Leaders and partisans", facts.IN_HAND),
)
_MARKERS = 13
"""The bits of the out-of-supply marker in a piece's flags begin here."""
_OFF = 1 << 20
"""The cell of what is not on the map."""
_DONE = {"Movement": MOVED | RAILED | SAILED | TOOK, "Combat": FOUGHT | TOOK}


@cache
def _cells() -> dict[str, int]:
    return {cell.id: number for number, cell in enumerate(chart().cells)}


_NAMES = Names(
    cells=_cells(),
    units=BOARD.piece_index,
    sides=LOOKS,
    sites={city.id: (_cells()[IDS[city.place]],) for city in BOARD.ground.cities},
)
_CELL = tuple(_cells().get(id_, _OFF) for id_ in IDS)
"""Place -> cell."""


def scene(view: View, entries: Sequence[AnyEntry]) -> Scene:
    """The position that `view` shows, with what `entries` say happened last."""
    assert isinstance(view, RussiaBesiegedView)
    at = [_CELL[place] for place in view.place]
    told = Told(_NAMES, view, entries, at)
    drawn = _Drawn(view, told, at)
    words = status(view, told.entries)
    battle = [_CELL[hex_] for hex_ in view.battle]
    return Scene(
        stacks=drawn.stacks(),
        plates=drawn.plates(),
        tokens=(),
        arrows=drawn.arrows(battle),
        clashes=told.clashes(battle),
        boxes=drawn.boxes(),
        track=drawn.track(),
        now=view.number - 1,
        status=words,
        focus=told.focus([*battle, *told.standing(view.attackers)]),
        recent=told.standing(drawn.acted()),
        alt=alt(words, standing(view)),
    )


class _Drawn:
    """A view and what happened last in it."""

    def __init__(self, view: RussiaBesiegedView, told: Told, at: Sequence[int]) -> None:
        self.view, self.told, self.at = view, told, at
        self.lit = told.units(Moved, Placed, Lost) | {*view.attackers}
        self.done = _DONE.get(view.phase.partition(",")[0], 0)
        self.inside: dict[int, list[int]] = {}
        for piece in BOARD.pieces:
            self.inside.setdefault(view.place[piece.index], []).append(piece.index)

    def acted(self) -> list[int]:
        """The pieces that have moved or fought in this phase."""
        return [n for n, flags in enumerate(self.view.flags) if flags & self.done]

    def stacks(self) -> tuple[Stack, ...]:
        """Who stands where, and crossed out who was lost there."""
        big: dict[int, list[Piece]] = {}
        small: dict[int, list[Piece]] = {}
        for place, units in self.inside.items():
            cell = _CELL[place]
            if cell == _OFF:
                continue
            ordered = sorted(units, key=lambda unit: (-self._factor(unit), unit))
            main = [u for u in ordered if BOARD.pieces[u].type not in _SMALL]
            rest = [self._piece(u) for u in ordered if BOARD.pieces[u].type in _SMALL]
            if main:
                big[cell] = [self._piece(unit) for unit in main]
            if rest:
                small[cell] = list(counted(rest))
        for unit, cell in self.told.lost():
            if self.at[unit] == _OFF:
                small.setdefault(cell, []).append(self._piece(unit, lost=True))
        return stacked(big, small)

    def _factor(self, unit: int) -> int:
        faces = BOARD.pieces[unit].faces
        return faces[self.view.step[unit]].combat if faces else 0

    def _piece(self, index: int, *, lost: bool = False) -> Piece:
        view, it = self.view, BOARD.pieces[index]
        step = min(view.step[index], max(0, len(it.faces) - 1))
        face = it.faces[step] if it.faces else None
        badges: list[Badge] = ["unsupplied"] if view.flags[index] >> _MARKERS & 7 else []
        strength = f"{face.combat}-{face.move}" if face and it.type < facts.DICTATOR else ""
        if face and it.type in (facts.WEC, facts.DICTATOR):
            strength = f"({face.combat})"
        return Piece(
            _SYMBOLS[it.type],
            it.side,
            it.short,
            spent=bool(view.flags[index] & self.done),
            lit=index in self.lit and not lost,
            lost=lost,
            size=_SIZES.get(it.size, ""),
            strength=strength,
            steps=_steps(it, step),
            badges=tuple(badges),
            nation=_NATIONS.get(it.nation, ""),
            livery=ALLY if it.nation in _NATIONS and it.side == facts.AXIS else -1,
            ids=(it.id,),
        )

    def plates(self) -> tuple[Plate, ...]:
        """Cities in the colour of who controls them."""
        changed, axis = self.told.marked("control"), int(self.view.cities, 16)
        return tuple(
            Plate(
                cell=_CELL[city.place],
                text=city.name,
                side=0 if axis >> city.index & 1 else 1,
                icon="city",
                cells=(_CELL[city.place],),
                lit=city.id in changed,
            )
            for city in BOARD.ground.cities
        )

    def arrows(self, battle: Sequence[int]) -> tuple[Arrow, ...]:
        """Paths of the last action, and who attacks what in a battle under way."""
        attacks = [
            Arrow((self.at[unit], cell), BOARD.pieces[unit].side)
            for unit in self.view.attackers
            for cell in battle
            if self.at[unit] not in (_OFF, cell)
        ]
        moves = self.told.arrows(lambda unit: BOARD.pieces[BOARD.piece_index[unit]].side)
        return tuple(dict.fromkeys([*moves, *attacks]))

    def boxes(self) -> tuple[Box, ...]:
        """The boxes of both sides that have something in them."""
        return tuple(self._boxes())

    def _boxes(self) -> Iterator[Box]:
        for title, places in _BOXES:
            for side in (0, 1):
                if units := self.inside.get(places[side]):
                    name = f"{facts.SIDE_NAMES[side]} {title}"
                    yield Box(name, side, tuple(self._piece(unit) for unit in units))
        if units := self.inside.get(facts.URALS):
            yield Box("Urals", 1, tuple(self._piece(unit) for unit in units))

    def track(self) -> tuple[Turn, ...]:
        """The 25 turns, with how many pieces of each side arrive in each."""
        out = []
        for turn in BOARD.turns:
            counts = [0, 0]
            for unit in self.inside.get(facts.WAITING, ()):
                date = BOARD.pieces[unit].arrival
                if date is not None and date.turn == turn.number:
                    counts[BOARD.pieces[unit].side] += 1
            now = turn.number == self.view.number
            weather = _WEATHERS[self.view.weather[self.view.impulse - 1]] if now else ""
            name = f"{turn.months[0].title()} {turn.year % 100}"
            out.append(Turn(name, weather, arrivals=(counts[0], counts[1])))
        return tuple(out)


def _steps(it: facts.Piece, step: int) -> tuple[int, int]:
    """Steps left and of the whole counter; a Shock Army has two at each level."""
    if it.type == facts.SHOCK:
        return 2 - step % 2, 2
    if not it.faces or it.type in (facts.PARTISAN, facts.DICTATOR):
        return 1, 1
    return len(it.faces) - step, len(it.faces)


ARTIST = Artist(chart, scene, _NAMES)
