"""A modest practice opponent: it looks one order ahead, at open facts and its own tokens alone.

It puts fleet and air units where fighting is near, walks towards what the enemy
controls, attacks with more dice, stays in supply, guards what it must not lose.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from engine.board.bits import members
from engine.core.frames import Choice, Window
from engine.games.iron_blood.acts import T, first, side_of
from engine.games.iron_blood.cards import generals
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AXIS, INFANTRY, NOWHERE, SOVIET
from engine.games.iron_blood.law import combat, movement, reinforce, supply, support
from engine.games.iron_blood.law.setup import SUGGESTED, setup_hexes, to_deploy
from engine.games.iron_blood.play.opening import Deploy
from engine.games.iron_blood.play.phase_combat import Commit, Pick, Retreat, Rolled
from engine.games.iron_blood.play.phase_movement import BlitzTo, Movement
from engine.games.iron_blood.play.phase_reinforce import Arrivals, Flight, Partisans, StalinTo
from engine.games.iron_blood.play.phase_support import Support
from engine.games.iron_blood.play.season import Division
from engine.games.iron_blood.state import IronBlood, Occupancy

STEP, DIE, GUARD = 4, 5, 40  # a hex nearer, a die more than the enemy, a guarded place


def nearest(here: int, places: Iterable[int]) -> int:
    """Hexes to the nearest of some places."""
    return min((BOARD.map.distance(here, there) for there in places), default=99)


def margin(state: IronBlood, occ: Occupancy, hex_: int, side: int) -> int:
    """Dice more than the enemy in a combat there."""
    own, other = (combat.total(combat.dice(state, occ, hex_, s)) for s in (side, 1 - side))
    return own - other


def goals(t: T, side: int) -> list[int]:
    """Hexes of the enemy's locations, and fortresses, where no own regular unit stands."""
    wanted = [h for p in BOARD.locations if t.s.control[p.index] != side for h in p.hexes]
    if side == AXIS:
        wanted += [f.hex for f in BOARD.fortresses if not t.s.destroyed[f.index]]
    return [hex_ for hex_ in wanted if not t.d.regulars[side] >> hex_ & 1]


def guarded(t: T, side: int, hex_: int) -> bool:
    """A hex not to be left: of an enemy's location, or of an own one with the enemy near."""
    place = BOARD.hexes[hex_].location
    if place < 0:
        return False
    vital = BOARD.locations[place].territory == side == AXIS or place == t.s.stalin
    near = nearest(hex_, members(t.d.regulars[1 - side])) <= 2
    return t.s.control[place] != side or (vital and near)


def worth(t: T, unit: int, hex_: int, wanted: list[int]) -> int:
    """What a move of a unit to a hex is worth; 0 and less is not worth it."""
    side, here = BOARD.units[unit].side, t.s.at[unit]
    at = t.s.at.copy()
    at[unit] = hex_
    state = msgspec.structs.replace(t.s, at=at)
    occ = Occupancy(state)
    gain = STEP * (hex_ in wanted)
    if side == side_of(first(t)):  # the other side waits for its chance
        gain += STEP * (nearest(here, wanted) - nearest(hex_, wanted))
        if side == AXIS:
            prize = BOARD.locations[t.s.stalin].hexes
            gain += STEP * (nearest(here, prize) - nearest(hex_, prize))
    if hex_ in combat.combat_hexes(state, occ):
        dice = margin(state, occ, hex_, side)
        gain += DIE * dice if dice > 0 else -GUARD
    fighting = here in combat.combat_hexes(t.s, t.d) and margin(t.s, t.d, here, side) > 0
    if fighting or guarded(t, side, here):
        gain -= GUARD
    return 0 if gain > 0 and unit in supply.out_of_supply(state, occ, side) else gain


def best(t: T, unit: int, hexes: Iterable[int], wanted: list[int]) -> tuple[int, int]:
    """The best of some hexes for a unit, with its worth; (0, -1) when none is worth it."""
    found = max(((worth(t, unit, hex_, wanted), -hex_) for hex_ in hexes), default=(0, 1))
    return (found[0], -found[1]) if found[0] > 0 else (0, NOWHERE)


def said(verb: str, unit: int, hexes: Sequence[int]) -> str:
    """An order line for a unit."""
    return " ".join([verb, BOARD.units[unit].id, *(BOARD.places[hex_] for hex_ in hexes)])


def _deploy(t: T, choice: Deploy) -> str:
    """As suggested; begun by hand, each unit where it would stand, or near the enemy."""
    left = to_deploy(t.s)
    if len(left) == len(BOARD.regulars[AXIS]):
        return "setup suggested"
    if not left:
        return "end setup"
    hexes, at = setup_hexes(t.d, left[0]), dict(SUGGESTED).get(left[0], NOWHERE)
    enemies = members(t.d.regulars[SOVIET])
    where = at if at in hexes else min(hexes, key=lambda hex_: (nearest(hex_, enemies), hex_))
    return said("place", left[0], [where])


def _support(t: T, choice: Support) -> str:
    """One air unit for the enemy fleet if there are many; the others where both sides are near."""
    side = side_of(choice.side)
    own, enemies = t.d.regulars[side], t.d.regulars[1 - side]

    def heat(hex_: int) -> int:
        near = sum(own >> other & 1 for other in BOARD.neighbours[hex_])
        there = t.d.air[side].get(hex_, 0)
        return 2 * near + 3 * (enemies >> hex_ & 1) + (own >> hex_ & 1) - 2 * there

    if coast := support.fleet_hexes(t.s, side):
        return f"fleet {BOARD.places[max(coast, key=heat)]}"
    places, sea = support.air_places(t.s, side), BOARD.sea_box[1 - side]
    if not places:
        return "end support"
    if sea in places and not t.s.disrupted[1 - side] and len(support.free_air(t.s, side)) > 2:
        return f"air {BOARD.places[sea]}"
    return f"air {BOARD.places[max((p for p in places if p != sea), key=heat)]}"


def _movement(t: T, choice: Movement) -> str:
    """The move or blitz that is worth most; a fresh infantry; else the end."""
    side = side_of(choice.side)
    tank = movement.blitzer(t.s, t.d, side)
    wanted = goals(t, side)
    if tank != NOWHERE and best(t, tank, movement.advances(t.s, t.d, tank), wanted)[0]:
        return "blitz"
    top, order = 0, ""
    for unit in movement.movable(t.s, t.d, side):
        if movement.disengagement(t.s, t.d, unit) == "roll":
            continue
        gain, hex_ = best(t, unit, movement.destinations(t.s, t.d, unit), wanted)
        if gain > top:
            top = gain
            order = said("move", unit, movement.ways(t.s, t.d, unit, [hex_])[0][1:])
    homes = reinforce.home_city_hexes(t.d) if reinforce.in_reserve(t.s, AXIS, INFANTRY) else []
    if homes and not order and generals.holds(t, choice.side, "infantry"):
        order = f"play infantry {BOARD.places[homes[0]]}"
    return order or "end movement"


def _blitz_to(t: T, choice: BlitzTo) -> str:
    hexes = movement.advances(t.s, t.d, choice.unit)
    _, hex_ = best(t, choice.unit, hexes, goals(t, BOARD.units[choice.unit].side))
    return "done" if hex_ == NOWHERE else said("advance", choice.unit, [hex_])


def _pick(t: T, choice: Pick) -> str:
    """The surest combat first: its infantry can then support the others."""
    side = side_of(choice.side)
    surest = max(combat.combat_hexes(t.s, t.d), key=lambda h: margin(t.s, t.d, h, side))
    return f"fight {BOARD.places[surest]}"


def _window(t: T, choice: Window) -> str:
    """A token is played where an armed one would be."""
    lines = (choice.line(t, card) for card in t.ids(f"hand.{choice.side}"))
    return next((line for line in lines if line), "pass")


def _arrivals(t: T, choice: Arrivals) -> str:
    """Where Stalin is first, then near the enemy."""
    enemies = members(t.d.regulars[AXIS])
    for unit in choice.placeable(t):
        hexes = reinforce.reinforcement_hexes(t.s, t.d, BOARD.units[unit].kind)
        return said("place", unit, [min(hexes, key=lambda h: (
            BOARD.hexes[h].location != t.s.stalin, nearest(h, enemies)))])  # fmt: skip
    return "end reinforcements"


def _division(t: T, choice: Division) -> str:
    """In the city that is nearest to the enemy."""
    enemies = members(t.d.regulars[SOVIET])
    hexes = reinforce.home_city_hexes(t.d)
    return said("place", choice.unit, [min(hexes, key=lambda h: (nearest(h, enemies), h))])


def _partisans(t: T, choice: Partisans) -> str:
    """Next to the enemy's units, the furthest west first."""
    enemies, left = members(t.d.regulars[AXIS]), choice.left(t)
    hexes = sorted(reinforce.partisan_hexes(t.d), key=lambda h: (nearest(h, enemies), h))[:left]
    return " ".join(["partisan", *(BOARD.places[h] for h in hexes)]) if left else "end partisans"


def _flight(t: T, choice: Flight) -> str:
    """Stalin tries to go when the enemy stands round him."""
    home = BOARD.locations[t.s.stalin].hexes
    around = sum(nearest(hex_, home) <= 1 for hex_ in members(t.d.regulars[AXIS]))
    return "stalin" if around >= 3 and not t.s.stalin_tried else "end season"


def _stalin_to(t: T, choice: StalinTo) -> str:
    enemies = members(t.d.regulars[AXIS])
    cities = [BOARD.locations[place] for place in reinforce.stalin_cities(t.s)]
    return f"stalin {max(cities, key=lambda city: nearest(city.hexes[0], enemies)).id}"


ADVICE: dict[type[Choice], Callable[[T, Any], str]] = {
    Deploy: _deploy, Support: _support, Movement: _movement, BlitzTo: _blitz_to,
    Pick: _pick, Commit: _window, Rolled: _window, generals.Reroll: _window,
    Retreat: lambda t, choice: choice.default(t), Arrivals: _arrivals,
    Division: _division, Partisans: _partisans, Flight: _flight, StalinTo: _stalin_to,
}  # fmt: skip
