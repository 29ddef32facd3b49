"""A practice opponent that looks one order ahead, at open facts alone.

It prepares attacks at good odds and makes them, overwhelms what is weak, goes for
cities and across the enemy's supply in its good seasons and holds a line in the others; it
spends its points, keeps in supply, takes Dictators, factories and air bases out of the enemy's
way, and gives rarer orders (ships, ice, drops, oil, Shock Armies) where they are plainly right.
"""

from collections.abc import Callable
from typing import Any

from engine.board.bits import members
from engine.core.frames import Choice
from engine.games.russia_besieged.acts import T, side_of
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AIRCRAFT, HEXES, IN_HAND, SOVIET
from engine.games.russia_besieged.law import arrivals, contact, leaders
from engine.games.russia_besieged.law import retreat as ways
from engine.games.russia_besieged.law.odds import Attack
from engine.games.russia_besieged.law.results import price
from engine.games.russia_besieged.play.advance import Advance
from engine.games.russia_besieged.play.battle import Answer, Hold
from engine.games.russia_besieged.play.losses import Lose
from engine.games.russia_besieged.play.opening import Deploy
from engine.games.russia_besieged.play.partisans import ALL, Partisans, placeable
from engine.games.russia_besieged.play.phase_combat import Battles
from engine.games.russia_besieged.play.phase_movement import Moves
from engine.games.russia_besieged.play.retreats import Order, Retreat, Way
from engine.games.russia_besieged.play.shed import Excess, too_many
from engine.games.russia_besieged.play.staging import Flee
from engine.games.russia_besieged.play.supply_check import Starve
from engine.games.russia_besieged.play.turncoats import Settle, waiting
from engine.games.russia_besieged.play.withdrawals import Withdraw
from engine.games.russia_besieged.practice import battles, moves
from engine.games.russia_besieged.practice.appraisal import distances
from engine.games.russia_besieged.state import bodies, steps_left
from engine.games.russia_besieged.words import IDS


def _word(unit: int) -> str:
    return BOARD.pieces[unit].id


def _deploy(t: T, choice: Deploy, side: int) -> str:
    """All stand as the sheet suggests, unless somebody has begun to crowd them."""
    return "end setup" if not choice.verbs(t)[-1].blocked else ""


def _lose(t: T, choice: Lose, side: int) -> str:
    """What is cheapest to have back."""
    return f"lose {_word(min(choice.units, key=lambda u: (*price(t.s, u), u)))}"


def _hold(t: T, choice: Hold, side: int) -> str:
    """Stay while a step can be lost without losing the last unit."""
    if sum(steps_left(t.s, unit) for unit in choice.units) < 2:
        return "go"
    return f"stay {_word(min(choice.units, key=lambda u: (*price(t.s, u), u)))}"


def _excess(t: T, choice: Excess, side: int) -> str:
    units = too_many(t, side, choice.place)
    return f"shed {_word(min(units, key=lambda u: (*price(t.s, u, whole=True), u)))}"


def _starve(t: T, choice: Starve, side: int) -> str:
    return f"starve {_word(min(choice.units, key=lambda u: (*price(t.s, u, whole=True), u)))}"


def _withdraw(t: T, choice: Withdraw, side: int) -> str:
    """Points before steps; an air unit that is not on the map or far off, the weakest corps."""
    if any(t.s.points[account] for account in choice.accounts):
        return "spend"

    def rank(unit: int) -> tuple[int, int, int]:
        if BOARD.pieces[unit].type == AIRCRAFT:
            return int(t.s.place[unit] < HEXES), 0, unit
        return 0, contact.attack_face(t.s, unit), unit

    return f"withdraw {_word(min(choice.units, key=rank))}"


def _way(t: T, choice: Way, side: int) -> str:
    return f"go {ways.usual_way(t.s, t.d, choice.unit, choice.ways(t))}"


def _answer(t: T, choice: Answer, side: int) -> str:
    """Partisans help for nothing; a Field Marshal where much is at stake."""
    attack = Attack(tuple(choice.targets), tuple(choice.units))
    free = side == SOVIET and not t.s.helped
    help_ = bool(free and leaders.helpers(t.s, t.d, attack.targets))
    if sum(t.d.factor(hex_) for hex_ in choice.targets) >= battles.GREAT:
        for marshal in leaders.marshals(t.s, t.d, side, attack):
            return f"marshal {_word(marshal)}" + " guerrilla" * help_
    return "guerrilla" if help_ else "pass"


def _settle(t: T, choice: Settle, side: int) -> str:
    """New allies stand in the cities of their country, away from the enemy's zones."""
    cities = BOARD.ground.majors | BOARD.ground.minors
    near = distances(bodies(t.d, 1 - side))
    for unit in waiting(t.s):
        if hexes := members(arrivals.refuge(t.s, t.d, unit)):
            where = max(hexes, key=lambda h: (near[h] > 1, cities >> h & 1, -near[h], -h))
            return f"place {_word(unit)} {IDS[where]}"
    return ""


def _partisans(t: T, choice: Partisans, side: int) -> str:
    """In the enemy's rear, on his railways, one far from another."""
    lairs = members(leaders.lairs(t.s, t.d))
    grid = BOARD.ground.grid
    there = [t.s.place[unit] for unit in ALL if t.s.place[unit] < HEXES]
    for unit in ALL:
        if not placeable(t, unit) or t.s.place[unit] != IN_HAND[side] or not lairs:
            continue

        def rank(hex_: int) -> tuple[int, int, int]:
            others = min((grid.distance(hex_, other) for other in there), default=9)
            return min(others, 6), BOARD.ground.junctions >> hex_ & 1, -hex_

        return f"partisan {_word(unit)} {IDS[max(lairs, key=rank)]}"
    return "end partisans"


_BY_SIDE: dict[type[Choice], Callable[[T, Any, int], str]] = {
    Deploy: _deploy, Moves: moves.moves, Battles: battles.battles, Retreat: battles.retreat,
    Advance: battles.advance, Lose: _lose, Hold: _hold, Excess: _excess, Starve: _starve,
    Withdraw: _withdraw, Way: _way, Answer: _answer, Partisans: _partisans, Settle: _settle,
    Order: lambda t, choice, side: choice.default(t),
    Flee: lambda t, choice, side: choice.default(t),
}  # fmt: skip


def _sided(advice: Callable[[T, Any, int], str]) -> Callable[[T, Any], str]:
    return lambda t, choice: advice(t, choice, side_of(choice.side))


ADVICE = {kind: _sided(advice) for kind, advice in _BY_SIDE.items()}
