"""The set-up, chapter 4: what lies where before the first turn."""

from collections.abc import Sequence

import msgspec

from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS, STANDARD, SUPPLIES
from engine.games.race_to_moscow.state import AIR_READY, RaceToMoscow


class Variant(msgspec.Struct, frozen=True):
    """The rules agreed on before the game begins; the names are those of the state."""

    basic: bool = False
    difficulty: int = STANDARD
    reverse: bool = False
    redeployment: bool = False
    abwehr: bool = False
    winter: bool = False
    total_war: bool = False
    soviet_player: bool = False


def new_state(order: Sequence[int], variant: Variant = Variant()) -> RaceToMoscow:  # noqa: B008
    """The board for the colours in `order`, the first of whom begins (§4)."""
    colours = tuple(sorted(order))
    control = _control(colours)
    symbols = [int(area.soviet) for area in BOARD.areas]
    return RaceToMoscow(
        order=list(order),
        at=[u.place if u.colour in colours else BOARD.pool for u in BOARD.units],
        supply=_supplies(colours),
        control=control,
        track=[int(area.rail) for area in BOARD.areas],
        bunker=[int(area.fortified) for area in BOARD.areas],
        soviet=[0] * len(symbols) if variant.soviet_player else symbols,  # §20.3: one by one
        medals=[area.medals for area in BOARD.areas],
        trucks=[g.trucks if g.colour in colours else 0 for g in BOARD.groups],
        trains=[g.trains if g.colour in colours else 0 for g in BOARD.groups],
        stock_trucks=[0] * len(COLOURS),
        stock_trains=BOARD.trains,
        reserve_trains=BOARD.reserve[len(colours)],
        trucks_on=[[] for _ in COLOURS],
        trains_on=[],
        won=[int(colour in order[1:]) for colour in range(len(COLOURS))],
        hq=[int(colour in colours and not variant.basic) for colour in range(len(COLOURS))],
        air=[AIR_READY] * len(COLOURS),
        bought=[0] * len(COLOURS),
        halted=[0] * len(BOARD.units),
        soviet_pool=_pool(len(colours), variant),
        **msgspec.structs.asdict(variant),
    )


def _control(colours: tuple[int, ...]) -> list[int]:
    """Printed markers, and those that close the areas of a missing Army Group.

    §4.two_player, §4.solitaire; rm-16, rm-17.
    """
    return [
        area.printed if area.printed >= 0 else BOARD.blocked_by(area.index, colours)
        for area in BOARD.areas
    ]


def _supplies(colours: tuple[int, ...]) -> list[list[int]]:
    """Of the groups that play alone: the tokens of a missing one stay in the box (1, §4; rm-26)."""
    supply = []
    for kind in range(len(SUPPLIES)):
        stores = [0] * (BOARD.stock_store + 1)
        for colour in colours:
            group = BOARD.groups[colour]
            stores[group.base] = BOARD.base_supplies[kind]
            for unit in group.armies:
                stores[BOARD.card_store(unit)] = BOARD.units[unit].supplies[kind]
        stores[BOARD.stock_store] = BOARD.stock[kind]
        supply.append(stores)
    return supply


def _pool(players: int, variant: Variant) -> int:
    """Soviet markers beside the board (§4, §19.2, §20.2)."""
    if not variant.soviet_player:
        return BOARD.pools[variant.difficulty][players]
    return len(BOARD.markers) - len(BOARD.without[variant.difficulty][players])
