"""1941: Race to Moscow: from a view and the last entries to a scene."""

from collections.abc import Sequence

from engine.core.entries import AnyEntry, Moved, Placed
from engine.core.view import View
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS
from engine.games.race_to_moscow.show.view import RaceToMoscowView
from renderer.games.race_to_moscow_chart import LIVERIES, chart
from renderer.games.race_to_moscow_words import (
    LOOKS,
    RED,
    decks,
    held,
    mats,
    on_card,
    open_names,
    standing,
    status,
)
from renderer.scene import (
    Badge,
    Box,
    Carrier,
    Depot,
    Piece,
    Plate,
    Scene,
    Stack,
    Store,
    Symbol,
    Token,
    Turn,
)
from renderer.scenes.artist import Artist
from renderer.scenes.pieces import stacked
from renderer.scenes.told import Names, Told
from renderer.scenes.words import alt

_SYMBOLS: dict[str, Symbol] = {"armored": "armour", "field": "infantry", "fleet": "fleet"}
_KINDS: dict[str, Symbol] = {"infantry": "infantry", "armor": "armour"}
_CELLS = len(BOARD.areas) + len(BOARD.seas)
_STORES: tuple[Store, ...] = ("fuel", "ammo", "food")
_NAMES = Names(
    cells={id_: number for number, id_ in enumerate(BOARD.places[:_CELLS])},
    units=BOARD.unit_index,
    sides=LOOKS,
)


def scene(view: View, entries: Sequence[AnyEntry]) -> Scene:
    """The position that `view` shows, with what `entries` say happened last."""
    assert isinstance(view, RaceToMoscowView)
    told = Told(_NAMES, view, entries, view.at)
    drawn = _Drawn(view, told)
    words = status(view, told.entries)
    return Scene(
        stacks=drawn.stacks(),
        plates=drawn.plates(),
        tokens=drawn.tokens(),
        arrows=told.arrows(drawn.livery),
        clashes=told.clashes(),
        boxes=drawn.boxes(),
        track=tuple(Turn(COLOURS[c].title(), side=LIVERIES[c]) for c in view.order),
        now=view.order.index(view.active),
        status=words,
        focus=told.focus(latest=True),
        recent=drawn.recent(),
        alt=alt(words, standing(view)),
        depots=drawn.depots(),
        rails=drawn.rails(),
        carriers=drawn.carriers(),
        mats=mats(view, [drawn.piece(unit.index) for unit in BOARD.units]),
    )


class _Drawn:
    """A view and what happened last in it."""

    def __init__(self, view: RaceToMoscowView, told: Told) -> None:
        self.view = view
        self.told = told
        self.lit = told.units(Moved, Placed)

    # pieces --------------------------------------------------------------------------

    def stacks(self) -> tuple[Stack, ...]:
        """Armies and the fleet; Soviet markers and bunkers where they stand."""
        big = {
            place: (self.piece(unit),)
            for unit, place in enumerate(self.view.at)
            if place != BOARD.pool
        }
        small = {
            area: pieces for area in range(len(BOARD.areas)) if (pieces := self._soviets(area))
        }
        return stacked(big, small)

    def piece(self, index: int) -> Piece:
        """An army with what is on its card, or the fleet."""
        view, unit = self.view, BOARD.units[index]
        badges: tuple[Badge, ...] = ("halted",) if view.halted[index] else ()
        return Piece(
            _SYMBOLS[unit.kind],
            LIVERIES[unit.colour],
            unit.short,
            spent=bool(view.moved[index]) and unit.colour == view.active,
            lit=index in self.lit,
            badges=badges,
            stores=_stores(on_card(view, index)),
            ids=(unit.id,),
        )

    def _soviets(self, area: int) -> tuple[Piece, ...]:
        """A Soviet marker, by its kind for whom knows it, and a bunker."""
        view, id_ = self.view, BOARD.places[area]
        found = []
        if view.soviet[area]:
            kind = _KINDS.get(view.markers.get(id_, ""), "leader")
            found.append(Piece(kind, RED, ids=(f"soviet {id_}",)))
        if view.bunker[area] and view.control[area] < 0:
            found.append(Piece("fortress", RED, ids=(f"bunker {id_}",)))
        return tuple(found)

    # markers -------------------------------------------------------------------------

    def plates(self) -> tuple[Plate, ...]:
        """The names of the areas, those with medals first, in the colour of who holds them."""
        changed = self.told.marked("control", "soviet", "track")
        order = sorted(BOARD.areas, key=lambda area: (not area.victors, not area.medals))
        return tuple(
            Plate(area.index, area.name, self._holder(area.index),
                  "city" if area.medals or area.base else "place", (), area.id in changed)
            for area in order
        )  # fmt: skip

    def _holder(self, area: int) -> int:
        colour = self.view.control[area]
        return LIVERIES[colour] if colour >= 0 else -1

    def tokens(self) -> tuple[Token, ...]:
        """Players' markers; where an army stands they lie under it."""
        armed = set(self.view.at)
        return tuple(
            Token((area,), "", LIVERIES[colour])
            for area, colour in enumerate(self.view.control)
            if colour >= 0 and area not in armed
        )

    def depots(self) -> tuple[Depot, ...]:
        """Supplies and medals that lie in areas, and track that is not printed."""
        out = []
        for area in range(len(BOARD.areas)):
            held = _stores([row[area] for row in self.view.supply])
            if self.view.medals[area]:
                held = (*held, ("medal", self.view.medals[area]))
            laid = self.view.track[area] and not BOARD.areas[area].rail
            track = self._holder(area) if laid else -1
            if held or track >= 0:
                out.append(Depot(area, held, track))
        return tuple(out)

    def rails(self) -> tuple[tuple[int, int], ...]:
        """Lines that trains can use, of one colour with its track at both ends (11).

        Those that the map shows are left out.
        """
        view = self.view
        return tuple(
            (line.a, line.b)
            for line in BOARD.connections
            if not (BOARD.areas[line.a].rail and BOARD.areas[line.b].rail)
            and view.track[line.a]
            and view.track[line.b]
            and view.control[line.a] == view.control[line.b]
            and view.control[line.a] in line.colours
        )

    def carriers(self) -> tuple[Carrier, ...]:
        moved = {
            (entry.unit, *sorted(entry.places))
            for entry in self.told.entries
            if isinstance(entry, Moved) and entry.unit in ("truck", "train")
        }
        out = []
        for line in BOARD.connections:
            ends = sorted((BOARD.places[line.a], BOARD.places[line.b]))
            owner = self.view.truck_on[line.index]
            if owner >= 0:
                lit = ("truck", *ends) in moved
                out.append(Carrier(line.a, line.b, "truck", LIVERIES[owner], lit))
            if self.view.train_on[line.index]:
                out.append(Carrier(line.a, line.b, "train", lit=("train", *ends) in moved))
        return tuple(out)

    # what happened -------------------------------------------------------------------

    def livery(self, unit: str) -> int:
        """The colour of a unit; what has none is the active player's."""
        index = BOARD.unit_index.get(unit)
        return LIVERIES[self.view.active if index is None else BOARD.units[index].colour]

    def recent(self) -> tuple[int, ...]:
        """Where the player whose turn it is has his armies, those that have moved first."""
        view = self.view
        own = [unit.index for unit in BOARD.units if unit.colour == view.active]
        return self.told.standing(sorted(own, key=lambda unit: not view.moved[unit]))

    # beside the map ------------------------------------------------------------------

    def boxes(self) -> tuple[Box, ...]:
        """Each player's armies, trucks, trains and medals; what is common to all."""
        view = self.view
        out = [
            Box(
                f"{COLOURS[colour].title()}: {held(view, colour)}",
                LIVERIES[colour],
                tuple(self.piece(unit) for unit in BOARD.groups[colour].armies),
                stores=(("truck", view.trucks[colour]), ("train", view.trains[colour]),
                        ("medal", view.won[colour])),
            )
            for colour in view.order
        ]  # fmt: skip
        stock = [row[BOARD.stock_store] for row in view.supply]
        out.append(Box("Supply Stock", -1, (), stores=tuple(zip(_STORES, stock, strict=True))))
        reserve = f"{view.reserve_trains} trains in reserve" if view.reserve_trains else ""
        trucks = sum(view.stock_trucks)
        out.append(
            Box(f"Transport, level {view.level}", -1, (), stores=(("train", view.stock_trains),
                ("truck", trucks)), note=reserve)
        )  # fmt: skip
        pool = (Piece("leader", RED, count=view.soviet_pool),) if view.soviet_pool else ()
        out.append(Box("Soviet pool", RED, pool, note=decks(view)))
        if names := open_names(view, "okh_open"):
            out.append(Box("OKH display", -1, (), empty=" · ".join(names)))
        return tuple(out)


def _stores(load: Sequence[int]) -> tuple[tuple[Store, int], ...]:
    return tuple((kind, count) for kind, count in zip(_STORES, load, strict=True) if count)


ARTIST = Artist(chart, scene, _NAMES, mats=True)
