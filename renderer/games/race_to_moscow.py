"""1941: Race to Moscow: from a view and the last entries to a scene."""

from collections.abc import Sequence

from engine.core.entries import (
    AnyEntry,
    Fought,
    Marked,
    Moved,
    Phased,
    Placed,
    readable,
)
from engine.core.view import View
from engine.games.race_to_moscow.data.board import BOARD, COLOURS, SIDES, SOVIET
from engine.games.race_to_moscow.show.view import RaceToMoscowView
from renderer.games.race_to_moscow_chart import LIVERIES, chart
from renderer.games.race_to_moscow_words import (
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
    Arrow,
    Badge,
    Box,
    Carrier,
    Clash,
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
from renderer.scenes.told import cells, ordered
from renderer.scenes.words import alt

_SYMBOLS: dict[str, Symbol] = {"armored": "armour", "field": "infantry", "fleet": "fleet"}
_KINDS: dict[str, Symbol] = {"infantry": "infantry", "armor": "armour"}
_CELLS = len(BOARD.areas) + len(BOARD.seas)
_STORES: tuple[Store, ...] = ("fuel", "ammo", "food")
_CELL = {id_: number for number, id_ in enumerate(BOARD.places[:_CELLS])}
"""Id of a place on the map -> its cell."""


def scene(view: View, entries: Sequence[AnyEntry]) -> Scene:
    """The position that `view` shows, with what `entries` say happened last."""
    assert isinstance(view, RaceToMoscowView)
    told = readable(list(entries), view.seat or None)
    drawn = _Drawn(view, told)
    words = status(view, told)
    return Scene(
        stacks=drawn.stacks(),
        plates=drawn.plates(),
        tokens=drawn.tokens(),
        arrows=drawn.arrows(),
        clashes=drawn.clashes(),
        boxes=drawn.boxes(),
        track=tuple(Turn(COLOURS[c].title(), side=LIVERIES[c]) for c in view.order),
        now=view.order.index(view.active),
        status=words,
        focus=drawn.focus(),
        recent=drawn.recent(),
        alt=alt(words, standing(view)),
        depots=drawn.depots(),
        rails=drawn.rails(),
        carriers=drawn.carriers(),
        mats=mats(view, [drawn.piece(unit.index) for unit in BOARD.units]),
    )


class _Drawn:
    """A view and the readable entries of the last action."""

    def __init__(self, view: RaceToMoscowView, told: list[AnyEntry]) -> None:
        self.view = view
        self.told = told
        self.lit = {
            BOARD.unit_index[entry.unit]
            for entry in told
            if isinstance(entry, Moved | Placed) and entry.unit in BOARD.unit_index
        }

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
        return tuple(
            Stack(cell, big.get(cell, ()), small.get(cell, ()))
            for cell in sorted(big.keys() | small.keys())
        )

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
        changed = {
            entry.place
            for entry in self.told
            if isinstance(entry, Marked) and entry.mark in ("control", "soviet", "track")
        }
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
            for entry in self.told
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

    def arrows(self) -> tuple[Arrow, ...]:
        """The way of each army as one arrow, and one for each load and each medal."""
        ways: list[tuple[str, list[int]]] = []
        for entry in self.told:
            if isinstance(entry, Moved):
                way = cells(entry.places, _CELL)
                if ways and ways[-1][0] == entry.unit and ways[-1][1][-1] == way[0]:
                    ways[-1][1].extend(way[1:])
                else:
                    ways.append((entry.unit, list(way)))
        return tuple(Arrow(tuple(way), self._livery(unit)) for unit, way in ways if len(way) > 1)

    def _livery(self, unit: str) -> int:
        """The colour of a unit; what has none is the active player's."""
        index = BOARD.unit_index.get(unit)
        return LIVERIES[self.view.active if index is None else BOARD.units[index].colour]

    def clashes(self) -> tuple[Clash, ...]:
        """What was paid, and the price."""
        out = []
        for entry in self.told:
            if isinstance(entry, Fought):
                looks = [_look(side) for side in entry.sides]
                winner = _look(entry.winner) if entry.winner else -1
                pair, scores = (looks[0], looks[1]), (entry.scores[0], entry.scores[1])
                out += [
                    Clash(cell, scores, winner, sides=pair) for cell in cells(entry.places, _CELL)
                ]
        return tuple(out)

    def focus(self) -> tuple[int, ...]:
        """The areas of the last action: where something happened, else what the order names.

        Of what happened in more than one phase, what came last.
        """
        found: dict[int, None] = {}
        earlier: dict[int, None] = {}
        for entry in self.told:
            match entry:
                case Phased() if found:
                    found, earlier = {}, found
                case Moved(places=places) | Fought(places=places):
                    found.update(dict.fromkeys(cells(places, _CELL)))
                case Marked(place=place) | Placed(place=place):
                    found.update(dict.fromkeys(self._where(place)))
                case _:
                    pass
        return tuple(found or earlier) or self._named()

    def _named(self) -> tuple[int, ...]:
        """Areas, and units in areas, that stand in the order itself."""
        words = ordered(self.told)
        return tuple(dict.fromkeys(cell for word in words for cell in self._where(word)))

    def _where(self, word: str) -> tuple[int, ...]:
        """The cell of a place, or of a unit on the map."""
        if word in BOARD.unit_index:
            place = self.view.at[BOARD.unit_index[word]]
            return (place,) if place < _CELLS else ()
        return cells([word], _CELL)

    def recent(self) -> tuple[int, ...]:
        """Where the player whose turn it is has his armies, those that have moved first."""
        view = self.view
        own = [u for u in BOARD.units if u.colour == view.active and view.at[u.index] < _CELLS]
        own.sort(key=lambda unit: not view.moved[unit.index])
        return tuple(view.at[unit.index] for unit in own)

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


def _look(side: str) -> int:
    number = SIDES.index(side)
    return RED if number == SOVIET else LIVERIES[number]


ARTIST = Artist(
    chart=chart,
    scene=scene,
    sides={side: _look(side) for side in SIDES},
    cells=_CELL,
    mats=True,
)
