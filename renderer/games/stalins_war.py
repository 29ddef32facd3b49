"""Stalin's War: from a view and the last entries to a scene."""

from collections.abc import Iterator, Sequence
from functools import cache

from engine.core.entries import AnyEntry, Lost, Moved, Placed
from engine.core.view import View
from engine.games.stalins_war.data import facts
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.show.view import StalinsWarView
from engine.games.stalins_war.state import EXPLOITED, FOUGHT, MOVED, RAILED, SAILED
from renderer.games.stalins_war_chart import chart
from renderer.games.stalins_war_words import LOOKS, standing, status, weather
from renderer.scene import (
    ALLY,
    Arrow,
    Badge,
    Box,
    Icon,
    Note,
    Piece,
    Plate,
    Scene,
    Size,
    Stack,
    Symbol,
    Token,
    Turn,
)
from renderer.scenes.artist import Artist
from renderer.scenes.pieces import stacked
from renderer.scenes.told import Names, Told
from renderer.scenes.words import alt

_SYMBOLS: dict[int, Symbol] = {
    facts.ARMY: "infantry",
    facts.FRONT: "infantry",
    facts.PANZER: "armour",
    facts.INFANTRY: "infantry",
    facts.MOUNTAIN_CORPS: "mountain",
    facts.CAVALRY: "cavalry",
    facts.BUNKER: "fortress",
    facts.MECH: "mechanised",
    facts.SHOCK: "artillery",
    facts.TANK: "armour",
    facts.GUARD_TANK: "armour",
    facts.GUARD: "infantry",
    facts.GUARD_CAVALRY: "cavalry",
    facts.STALIN: "leader",
    facts.PARTISAN: "partisan",
}
_NATIONS = {facts.ITALIAN: "IT", facts.ROMANIAN: "RO", facts.HUNGARIAN: "HU"}
_PLAIN = (facts.STALIN, facts.BUNKER, facts.PARTISAN)
"""Kinds of units without a size mark."""
_CORPS = (facts.PANZER, facts.MOUNTAIN_CORPS, facts.CAVALRY, facts.MECH, facts.GUARD_CAVALRY)
_SIDES = ("Axis", "Soviet")
_DONE = MOVED | RAILED | SAILED | FOUGHT | EXPLOITED
_OFF = 1 << 20
"""The cell of what is not on the map."""
_INK = 7
"""The tint of words in plain ink."""


@cache
def _cells() -> dict[str, int]:
    return {cell.id: number for number, cell in enumerate(chart().cells)}


_IDS = BOARD.ground.grid.ids
_NAMES = Names(
    cells=_cells(),
    units=BOARD.unit_index,
    sides=LOOKS,
    sites={site.id: (_cells()[_IDS[site.place]],) for site in BOARD.ground.sites},
)
_CELL = tuple(
    _cells().get(_IDS[place], _OFF) if place < facts.HEXES else _OFF
    for place in range(facts.PLACES)
)
"""Place -> cell."""


def scene(view: View, entries: Sequence[AnyEntry]) -> Scene:
    """The position that `view` shows, with what `entries` say happened last."""
    assert isinstance(view, StalinsWarView)
    at = [_CELL[place] for place in view.place]
    told = Told(_NAMES, view, entries, at)
    drawn = _Drawn(view, told, at)
    words = status(view, told.entries)
    battle = [_CELL[place] for place in view.battle]
    return Scene(
        stacks=drawn.stacks(),
        plates=drawn.plates(),
        tokens=drawn.tokens(),
        notes=drawn.notes(),
        arrows=drawn.arrows(battle),
        clashes=told.clashes(battle),
        boxes=tuple(drawn.boxes()),
        track=drawn.track(),
        now=view.number - 1,
        status=words,
        focus=told.focus([*battle, *told.standing(view.attackers)], latest=True),
        recent=drawn.recent(),
        alt=alt(words, standing(view)),
    )


class _Drawn:
    """A view and what happened last in it."""

    def __init__(self, view: StalinsWarView, told: Told, at: Sequence[int]) -> None:
        self.view, self.told, self.at = view, told, at
        self.lit = told.units(Moved, Placed, Lost) | {*view.attackers}
        self.inside: dict[int, list[int]] = {}
        for unit in BOARD.units:
            self.inside.setdefault(view.place[unit.index], []).append(unit.index)

    # pieces ------------------------------------------------------------------------------

    def stacks(self) -> tuple[Stack, ...]:
        """Who stands where, Inactive Partisans, and crossed out who was lost."""
        big: dict[int, list[Piece]] = {}
        small: dict[int, list[Piece]] = {}
        for place, units in self.inside.items():
            if place < facts.HEXES:
                big[_CELL[place]] = [*self._pieces(place, units)]
        for place in self.view.partisans:  # which counter it is, nobody knows
            small.setdefault(_CELL[place], []).append(Piece("partisan", 1, spent=True))
        for unit, cell in dict.fromkeys(self.told.lost()):  # step by step, drawn once
            if self.at[unit] == _OFF:
                small.setdefault(cell, []).append(self._piece(unit, lost=True))
        return stacked(big, small)

    def _pieces(self, place: int, units: Sequence[int]) -> Iterator[Piece]:
        """The units in a hex, large ones on top; the hex's markers lie on the first."""
        ordered = sorted(units, key=lambda u: (not BOARD.units[u].lcu, -self._face(u).attack, u))
        for number, unit in enumerate(ordered):
            badges: list[Badge] = []
            if not number and place in self.view.activated:
                badges.append("combat")
            if not number and place in self.view.blitz:
                badges.append("blitz")
            yield self._piece(unit, badges)

    def _face(self, unit: int) -> facts.Face:
        it = BOARD.units[unit]
        return it.faces[max(1, self.view.step[unit]) - 1]

    def _piece(self, index: int, badges: Sequence[Badge] = (), *, lost: bool = False) -> Piece:
        view, it, face = self.view, BOARD.units[index], self._face(index)
        on_map = view.place[index] < facts.HEXES
        own: list[Badge] = []
        if on_map and view.supply[index] == facts.OUT:
            own.append("unsupplied")
        if on_map and view.supply[index] == facts.LIMITED:
            own.append("limited")
        spent = on_map and it.side == view.side and bool(view.flags[index] & _DONE)
        fights = it.type not in (facts.STALIN, facts.PARTISAN)
        return Piece(
            _SYMBOLS[it.type],
            it.side,
            it.short,
            spent=spent,
            lit=index in self.lit and not lost,
            lost=lost,
            size=_size(it),
            strength=f"{face.attack}-{face.defence}-{face.move}" if fights else "",
            steps=(max(1, view.step[index]), it.full),
            badges=(*own, *badges),
            nation=_NATIONS.get(it.nation, ""),
            livery=ALLY if it.nation in _NATIONS else -1,
            ids=(it.id,),
        )

    # what lies on the map ------------------------------------------------------------------

    def plates(self) -> tuple[Plate, ...]:
        """Cities, stars, oil and fortresses in the colour of who controls them.

        Towns only when they have just changed hands: the map has their names.
        """
        changed = self.told.marked("control")
        return tuple(
            Plate(
                cell=_CELL[site.place],
                text=site.name,
                side=self._holder(site),
                icon=self._icon(site),
                cells=(_CELL[site.place],),
                lit=_IDS[site.place] in changed,
            )
            for site in BOARD.ground.sites
            if _plated(site) or _IDS[site.place] in changed or site.place == self.view.fortress
        )

    def tokens(self) -> tuple[Token, ...]:
        """Control markers on towns that are not their first owner's."""
        return tuple(
            Token((_CELL[site.place],), "", self._holder(site))
            for site in BOARD.ground.sites
            if not _plated(site) and self._holder(site) != site.start
        )

    def _holder(self, site: facts.Site) -> int:
        return 0 if int(self.view.axis, 16) >> site.index & 1 else 1

    def _icon(self, site: facts.Site) -> Icon:
        if site.place in self.view.destroyed:
            return "ruin"
        if site.fortress != facts.NOWHERE or site.place == self.view.fortress:
            return "fortress"
        return "industry" if site.oil else "city"

    def notes(self) -> tuple[Note, ...]:
        """Trenches, Festungs, Fortified Zones, and Blitz markers where nobody stands."""
        view = self.view
        words: dict[int, list[tuple[str, int]]] = {}
        for side in (0, 1):
            for place in view.trenches[side]:
                words.setdefault(place, []).append(("Trench", side))
        for place in view.festungs:
            words.setdefault(place, []).append(("Festung", 0))
        for place in view.zones:
            words.setdefault(place, []).append(("Zone", 1))
        for place in view.blitz:
            if place not in self.inside:
                words.setdefault(place, []).append(("Blitz", view.side))
        return tuple(
            Note(_CELL[place], " ".join(text for text, _ in found), found[0][1])
            for place, found in words.items()
        )

    def arrows(self, battle: Sequence[int]) -> tuple[Arrow, ...]:
        """Paths of the last action, and who attacks what in a combat under way."""
        attacks = [
            Arrow((self.at[unit], cell), BOARD.units[unit].side)
            for unit in self.view.attackers
            for cell in battle
            if self.at[unit] not in (_OFF, cell)
        ]
        moves = self.told.arrows(lambda unit: BOARD.units[BOARD.unit_index[unit]].side)
        return tuple(dict.fromkeys([*moves, *attacks]))

    def recent(self) -> tuple[int, ...]:
        """Combat markers, then the units that have moved or fought in this round."""
        marks = [_CELL[place] for place in self.view.activated]
        acted = [
            unit.index
            for unit in BOARD.units
            if unit.side == self.view.side and self.view.flags[unit.index] & _DONE
        ]
        return tuple(dict.fromkeys([*marks, *self.told.standing(acted)]))

    # beside the map --------------------------------------------------------------------------

    def boxes(self) -> Iterator[Box]:
        """Eliminated units by side, Other Fronts, and LCUs that wait on the turn track."""
        for side in (0, 1):
            yield self._box(f"{_SIDES[side]} eliminated", side, facts.ELIMINATED[side])
        if facts.OTHER_FRONTS in self.inside:
            yield self._box("Other Fronts", 0, facts.OTHER_FRONTS)
        for turn in range(self.view.number, facts.TURNS + facts.WAIT + 1):
            if facts.TRACK + turn in self.inside:
                yield self._box(f"Back in turn {turn}", 0, facts.TRACK + turn)

    def _box(self, title: str, side: int, place: int) -> Box:
        units = self.inside.get(place, ())
        return Box(title, side, tuple(self._piece(unit) for unit in units))

    def track(self) -> tuple[Turn, ...]:
        """The 18 turns with their season, and how many LCUs come back in each."""
        now = self.view.number
        return tuple(
            Turn(
                _short(turn),
                weather(turn, self.view.round if turn.number == now else 0),
                arrivals=(len(self.inside.get(facts.TRACK + turn.number, ())), 0),
            )
            for turn in BOARD.turns
        )


def _plated(site: facts.Site) -> bool:
    """Has a place a name plate at all times?"""
    return site.city or site.star or site.oil or site.fortress != facts.NOWHERE


def _short(turn: facts.Turn) -> str:
    """A turn in a few characters: `Su 41`."""
    season, _, year = turn.name.partition(" ")
    return f"{season[:2]} {year[-2:]}"


def _size(it: facts.Unit) -> Size:
    if it.type in _PLAIN:
        return ""
    if it.type == facts.FRONT:
        return "XXXXX"
    corps = it.type in _CORPS or "Corps" in it.name or it.name == "CSIR"
    return "XXX" if corps else "XXXX"


ARTIST = Artist(chart, scene, _NAMES)
