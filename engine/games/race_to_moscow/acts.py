"""What the procedures do to the pieces: each act changes the state and writes it down."""

from collections.abc import Sequence

from engine.core.entries import Marked, Moved
from engine.core.table import Table
from engine.games.race_to_moscow.cargo import written
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS, FOOD, NOWHERE, SIDES
from engine.games.race_to_moscow.state import RaceToMoscow, Situation, load_of

T = Table[RaceToMoscow, Situation]


def colour_of(side: str) -> int:
    """The number of a side.

    >>> colour_of("brown")
    2
    """
    return SIDES.index(side)


def id_of(place: int) -> str:
    """The id of a place, as entries name it."""
    return BOARD.places[place]


# actions -------------------------------------------------------------------------


def spend_action(t: T) -> None:
    """One of the regular actions of the turn is used (§5)."""
    t.s.actions -= 1


# supplies ------------------------------------------------------------------------


def shift(t: T, load: Sequence[int], source: int, target: int) -> None:
    """Tokens go from a store to another, without a word about it; then hungry armies eat."""
    for kind, count in enumerate(load):
        if count:
            t.s.supply[kind][source] -= count
            t.s.supply[kind][target] += count
    if target == BOARD.stock_store:
        _redeem(t)
    elif load[FOOD] and target < len(BOARD.areas):
        feed(t, target)
    elif load[FOOD]:
        _eat(t, target - len(BOARD.areas), target)  # rm-49


def lend(t: T, kind: int) -> None:
    """A Pursuit card stands for a token that the Supply Stock does not have (§7, rm-40)."""
    t.s.supply[kind][BOARD.stock_store] += 1
    t.s.lent[kind] += 1


def _redeem(t: T) -> None:
    """The first tokens that come back take the place of such cards (§7, rm-40)."""
    if any(t.s.lent):
        for kind, row in enumerate(t.s.supply):
            back = min(t.s.lent[kind], row[BOARD.stock_store])
            row[BOARD.stock_store] -= back
            t.s.lent[kind] -= back


def pay(t: T, unit: int, load: Sequence[int]) -> None:
    """An army spends supplies of its card; they return to the Supply Stock (§7, §8)."""
    shift(t, load, BOARD.card_store(unit), BOARD.stock_store)


def supply_stock(t: T) -> tuple[int, int, int]:
    """Fuel, ammo and food in the Supply Stock."""
    return stored(t, BOARD.stock_store)


def stored(t: T, store: int) -> tuple[int, int, int]:
    """Fuel, ammo and food in a store."""
    fuel, ammo, food = t.s.supply
    return fuel[store], ammo[store], food[store]


def feed(t: T, area: int) -> None:
    """Food that reaches a grounded army is eaten at once, and its HALT marker goes (§14)."""
    army = t.d.army_in[area]
    if army >= 0:
        _eat(t, army, area)


def _eat(t: T, army: int, store: int) -> None:
    if t.s.halted[army] and t.s.supply[FOOD][store]:
        t.s.supply[FOOD][store] -= 1
        t.s.supply[FOOD][BOARD.stock_store] += 1
        _redeem(t)
        t.s.halted[army] = 0
        t.note(Marked(place=BOARD.units[army].id, mark="halt", value="none", rule="14"))


def clear_area(t: T, area: int, rule: str) -> None:
    """Supplies can't lie in an area that nobody controls: they go to the stock (§11)."""
    if load_of(t.s, area):
        lost = stored(t, area)
        shift(t, lost, area, BOARD.stock_store)
        t.note(Marked(place=id_of(area), mark="lost", value=written(lost), rule=rule))


# units ---------------------------------------------------------------------------


def put(t: T, unit: int, place: int) -> None:
    """Put a unit somewhere, without a word about it."""
    t.s.at[unit] = place
    t.d = Situation(t.s)


def go(t: T, unit: int, place: int, how: str, rule: str) -> None:
    """A unit goes to a place next to its own."""
    ids = [id_of(t.s.at[unit]), id_of(place)]
    put(t, unit, place)
    t.note(Moved(unit=BOARD.units[unit].id, places=ids, how=how, rule=rule))


# control -------------------------------------------------------------------------


def place_control(t: T, area: int, colour: int, rule: str) -> None:
    """A player marker is put on an area; the bunker goes, the medals are his (§3.2, §7).

    It encircles nothing by itself: see chapter 9.
    """
    t.s.control[area] = colour
    t.s.bunker[area] = 0
    t.d.free &= ~(1 << area)
    t.d.held[colour] |= 1 << area
    t.note(Marked(place=id_of(area), mark="control", value=COLOURS[colour], rule=rule))
    medals = t.s.medals[area]
    if medals:
        t.s.medals[area] = 0
        t.s.won[colour] += medals
        t.note(
            Marked(place=id_of(area), mark="medal", value=f"{COLOURS[colour]} {medals}", rule="3.2")
        )


def remove_control(t: T, area: int, rule: str) -> None:
    """A player marker goes back to its owner, and the supplies of the area to the stock (§11).

    A fortified area that nobody controls costs ammo again, so its bunker stands (§3.3, §7; rm-05).
    """
    colour = t.s.control[area]
    t.s.control[area] = NOWHERE
    t.s.track[area] = 0
    t.s.bunker[area] = int(BOARD.areas[area].fortified)
    t.d.free |= 1 << area
    t.d.held[colour] &= ~(1 << area)
    t.note(Marked(place=id_of(area), mark="control", value="none", rule=rule))
    clear_area(t, area, rule)


def set_track(t: T, area: int, track: bool, rule: str) -> None:
    """A player marker is turned to its track side, or back (§17)."""
    t.s.track[area] = int(track)
    value = "laid" if track else "none"
    t.note(Marked(place=id_of(area), mark="track", value=value, rule=rule))


# Soviet markers ------------------------------------------------------------------


MARKER_PILES = tuple(f"at.{area.id}" for area in BOARD.areas)
"""Area -> the pile of its Soviet marker (§20.1)."""


def pool_of(t: T, armor: bool) -> list[int]:
    """The markers of a kind that the Soviet player still has in the pool (§20.1)."""
    first = BOARD.markers[0].index
    return [item for item in t.ids("markers") if BOARD.markers[item - first].armor == armor]


def may_place(t: T) -> bool:
    """Markers are placed while the pool has some, in the last round no more (§6.1, rm-39)."""
    return t.s.soviet_pool > 0 and not t.s.last_round


def place_marker(t: T, area: int, rule: str, armor: bool = False) -> None:
    """A Soviet marker comes from the pool to an area; its kind is secret (§18.1, §20.1)."""
    t.s.soviet[area] = 1
    t.s.soviet_pool -= 1
    t.d.soviet |= 1 << area
    if t.s.soviet_player:
        t.move("markers", MARKER_PILES[area], pool_of(t, armor)[0], t.bit("soviet"))
    t.note(Marked(place=id_of(area), mark="soviet", value="placed", rule=rule))


def remove_marker(t: T, area: int, rule: str) -> None:
    """The Soviet marker of an area goes back to the pool (§8, §9)."""
    t.s.soviet[area] = 0
    t.s.soviet_pool += 1
    t.d.soviet &= ~(1 << area)
    if t.s.soviet_player:
        pile = MARKER_PILES[area]
        t.move(pile, "markers", t.ids(pile)[0], t.bit("soviet"))
    t.note(Marked(place=id_of(area), mark="soviet", value="none", rule=rule))
