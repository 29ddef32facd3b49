"""What the practice opponent thinks of areas, armies and loads. Open facts alone."""

from collections.abc import Iterable, Sequence

from engine.board.bits import members
from engine.games.race_to_moscow.acts import T, stored
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import AMMO, COLOURS, FOOD, FUEL
from engine.games.race_to_moscow.law import move
from engine.games.race_to_moscow.play.encircle import cut_off
from engine.games.race_to_moscow.state import AIR_READY, in_play, load_of

FAR = 99
TAKEN, MEDAL, MARKER, NEARER, VICTORY = 2.0, 3.0, 2.0, 1.5, 60.0
"""What an area is worth, a medal in it, a Soviet marker cut off, a step to the goal, the goal."""
UP = 0.8
"""A step through own areas towards the front."""
RASH = -9.0
"""Going where the army can probably not win."""
EXPECTED = 2
"""Ammo that a Soviet card costs as a rule."""
LINE, THERE = 0.22, 0.25
"""What it is worth to bring a token a line nearer to an army, and to that army."""


def steps(colour: int, ends: Iterable[int], among: int = (1 << len(BOARD.areas)) - 1) -> list[int]:
    """Area -> lines of a colour to the nearest of `ends`, over areas of the mask `among`."""
    found = [FAR] * len(BOARD.areas)
    ring = list(ends)
    for area in ring:
        found[area] = 0
    for area in ring:
        for near in BOARD.roads[colour][area]:
            if found[near] == FAR and among >> near & 1:
                found[near] = found[area] + 1
                ring.append(near)
    return found


GOALS = tuple(BOARD.fronts[colour].city for colour in range(len(COLOURS)))
TO_GOAL = tuple(steps(colour, [goal]) for colour, goal in enumerate(GOALS))


def pocket(t: T, free: int, fleet: int) -> float:
    """What falls when just the areas of `free` are uncontrolled and the fleet is there (§9)."""
    return sum(
        1 + MEDAL * t.s.medals[area] + MARKER * t.s.soviet[area]
        for area in members(cut_off(free, fleet))
    )


def prize(t: T, colour: int, here: int, area: int) -> float:
    """What it is worth to go from an area to the next; own ones only lead on."""
    if t.s.control[area] == colour:
        front = steps(colour, members(t.d.free & BOARD.open_to[colour]))
        return UP * (front[here] - front[area]) - 0.1
    if area == GOALS[colour]:
        return VICTORY
    nearer = min(TO_GOAL[colour][here], FAR) - min(TO_GOAL[colour][area], FAR)
    falls = pocket(t, t.d.free & ~(1 << area), t.s.at[BOARD.fleet])
    return TAKEN + MEDAL * t.s.medals[area] + NEARER * nearer + falls


def price(t: T, army: int, area: int) -> int:
    """Ammo that the army should have when it enters an area."""
    colour = BOARD.units[army].colour
    if t.s.control[area] == colour:
        return 0
    fort = move.fort_price(t.s, army, area)
    if not t.s.soviet[area]:
        return fort
    helped = t.s.air[colour] == AIR_READY and not t.s.basic
    helped = helped or (fort == 0 and move.air_over(t.s, colour, area))
    return fort + EXPECTED - helped


def step(
    t: T, army: int, here: int, ammo: int, fuel: int, been: Sequence[int]
) -> tuple[float, int]:
    """The best area to go to next with so much on the card: (worth, area), area -1 for none."""
    found = [(0.0, -1)]
    for area in BOARD.roads[BOARD.units[army].colour][here]:
        spare = ammo - move.fort_price(t.s, army, area)
        if area in been or move.why_not_enter(t.s, t.d, army, here, area, spare):
            continue
        worth = prize(t, BOARD.units[army].colour, here, area)
        if price(t, army, area) > ammo or (t.s.soviet[area] and not fuel):
            worth += RASH
        found.append((worth, area))
    return max(found)


def march(t: T, army: int) -> tuple[float, int]:
    """What moving an army now may bring, and its first area."""
    here, worth, first = t.s.at[army], 0.0, -1
    ammo, fuel = move.on_card(t.s, army, AMMO), move.on_card(t.s, army, FUEL)
    fuel -= move.armored(army)
    been = [here]
    for _ in range(BOARD.units[army].move):
        gain, area = step(t, army, here, ammo, fuel, been)
        if area < 0 or gain <= 0:
            break
        worth, first = worth + gain, first if first >= 0 else area
        ammo -= price(t, army, area)
        if t.s.soviet[area]:
            break
        here = area
        been.append(area)
    return worth - move.armored(army), first


def need(t: T, army: int) -> float:
    """How much an army wants supplies, 0 to 1."""
    fuel, ammo, food = stored(t, BOARD.card_store(army))
    if t.s.halted[army] or (move.armored(army) and not fuel) or not ammo:
        return 1.0
    if ammo < EXPECTED + 1 or not food or (move.armored(army) and fuel < 2):
        return 0.6
    return 0.25 if fuel + ammo + food < BOARD.units[army].capacity else 0.0


def wanted(t: T, army: int) -> tuple[int, int, int]:
    """Which supplies an army wants first: fuel, ammo and food by their turn."""
    if t.s.halted[army]:
        return FOOD, AMMO, FUEL
    return (FUEL, AMMO, FOOD) if move.armored(army) else (AMMO, FOOD, FUEL)


def mixed(have: Sequence[int], most: int, order: Sequence[int]) -> list[int]:
    """Up to `most` supplies of a store, one of each kind in turn.

    >>> mixed([3, 1, 2], 4, (1, 0, 2))
    [2, 1, 1]
    """
    load = [0, 0, 0]
    while sum(load) < most and any(have[kind] > load[kind] for kind in order):
        for kind in order:
            if sum(load) < most and have[kind] > load[kind]:
                load[kind] += 1
    return load


def haul(t: T, colour: int, vehicles: int) -> list[tuple[float, int, int, int]]:
    """Areas that supplies could go from, with the next one: (worth of a token, from, to, army).

    `vehicles` can be placed in a row.
    """
    own = t.d.held[colour]
    found = []
    for army in BOARD.groups[colour].armies:
        if not in_play(t.s, army) or not (want := need(t, army)):
            continue
        away = steps(colour, [t.s.at[army]], own)
        for area in members(own):
            if not 0 < away[area] < FAR or not load_of(t.s, area):
                continue
            worth = want * LINE * min(away[area], vehicles)
            if away[area] <= vehicles:
                worth += want * THERE
            for near in BOARD.roads[colour][area]:
                if away[near] < away[area]:
                    found.append((worth, area, near, army))
    return found
