"""Phase 3: where combat is, the dice of both sides, and who wins."""

from collections import defaultdict
from typing import NamedTuple

from engine.board.bits import members
from engine.core.verbs import Why
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AXIS, FLEET, NOWHERE, SIDES, SOVIET
from engine.games.iron_blood.law.obstacles import BIT
from engine.games.iron_blood.state import IronBlood, Occupancy, enemy, initiative


class Item(NamedTuple):
    """Some dice and where they come from."""

    reason: str
    dice: int


class Outcome(NamedTuple):
    """`eliminated`: the loser's regular unit is, without a retreat."""

    winner: int
    eliminated: bool


def combat_hexes(state: IronBlood, occ: Occupancy) -> list[int]:
    """Hexes where combat must still be resolved (§phase3; ib-11)."""
    both = occ.regulars[AXIS] & (occ.regulars[SOVIET] | occ.forts)
    return [hex_ for hex_ in members(both) if hex_ not in state.fought]


def why_not_fight(state: IronBlood, occ: Occupancy, hex_: int) -> Why | None:
    """Why there is no combat to resolve in a place; None if there is."""
    if hex_ in combat_hexes(state, occ):
        return None
    if hex_ in state.fought:
        return Why(f"The combat in {BOARD.label(hex_)} has been resolved.", "phase3")
    return Why(
        f"{BOARD.label(hex_)} holds no opposing regular units and no fortress attacked.", "phase3"
    )


def dice(state: IronBlood, occ: Occupancy, hex_: int, side: int) -> list[Item]:
    """The dice of a side for a combat in a hex, before General tokens, with reasons (ib-34)."""
    items = [*_starting(state, occ, hex_, side), *_from_infantry(occ, hex_, side)]
    if planes := occ.air[side].get(hex_, 0):
        items.append(Item("air unit in the hex" if planes == 1 else "air units in the hex", planes))
    fleet = BOARD.of_kind[side][FLEET][0]
    if state.at[fleet] == hex_ and not state.disrupted[side]:  # §phase1.disrupt
        items.append(Item("fleet in the hex", 1))  # §phase3.dice
    location = BOARD.hexes[hex_].location
    if location >= 0 and state.control[location] == side:  # §phase3.dice; ib-02
        items.append(Item(f"{BOARD.locations[location].name} is friendly", 1))
    return items


def _starting(state: IronBlood, occ: Occupancy, hex_: int, side: int) -> list[Item]:
    """2 for infantry, 3 for a tank, 4 for a fortress (§phase3.dice)."""
    items = []
    unit = occ.regular_at(side, hex_)
    if unit != NOWHERE:
        items.append(Item(BOARD.units[unit].name, BOARD.units[unit].dice))
    fortress = BOARD.hexes[hex_].fortress
    if side == SOVIET and fortress >= 0 and not state.destroyed[fortress]:
        counter = BOARD.units[BOARD.fortresses[fortress].unit]
        items.append(Item(f"fortress {counter.name}", counter.dice))  # §phase3.fortress
    return items


def _from_infantry(occ: Occupancy, hex_: int, side: int) -> list[Item]:
    """One for each friendly infantry next to the hex that no enemy unit and no river keeps off."""
    free = occ.infantry[side] & ~occ.present[enemy(side)]  # §phase3.dice; ib-13
    return [
        Item(f"infantry in {BOARD.label(other)}", 1)
        for other in BOARD.dry[hex_]  # §obstacles: rivers
        if free & BIT[other]
    ]


def total(items: list[Item]) -> int:
    """Number of dice."""
    return sum(item.dice for item in items)


def outcome(state: IronBlood, axis_hits: int, soviet_hits: int) -> Outcome:
    """Who wins with these hits, tokens counted, and whether the loser is eliminated at once."""
    if axis_hits == soviet_hits:
        winner = initiative(state)  # §initiative: wins ties
    else:
        winner = AXIS if axis_hits > soviet_hits else SOVIET
    best, worst = max(axis_hits, soviet_hits), min(axis_hits, soviet_hits)
    return Outcome(winner, best >= 2 * worst)  # §phase3.resolution; ib-12


def preview(state: IronBlood, occ: Occupancy, hex_: int) -> list[str]:
    """The dice of both sides with their reasons, and the chances, before General tokens."""
    lines, totals = [], []
    for side, name in enumerate(SIDES):
        items = dice(state, occ, hex_, side)
        totals.append(total(items))
        reasons = ", ".join(f"{item.reason} {item.dice}" for item in items)
        lines.append(f"{name.title()}: {totals[side]} dice ({reasons})")
    chance: defaultdict[Outcome, float] = defaultdict(float)
    for axis, p in _hits(totals[AXIS]).items():
        for soviet, q in _hits(totals[SOVIET]).items():
            chance[outcome(state, axis, soviet)] += p * q
    for side, name in enumerate(SIDES):
        twice = chance[Outcome(side, True)]
        wins = twice + chance[Outcome(side, False)]
        lines.append(f"{name.title()} win {wins:.0%}, with twice the hits {twice:.0%}")
    return lines


def _hits(count: int) -> dict[int, float]:
    """Sum of hits of so many dice -> its chance."""
    found = {0: 1.0}
    for _ in range(count):
        more: dict[int, float] = {}
        for hits, chance in found.items():
            for face in BOARD.faces:
                more[hits + face] = more.get(hits + face, 0.0) + chance / len(BOARD.faces)
        found = more
    return found
