"""The odds of a battle and what shifts them (§10.5, §10.6): pure, for the battle, the
builder, `/odds` and the labels of lists alike.
"""

from collections import Counter
from itertools import product
from typing import NamedTuple

from engine.board.occupancy import Occupancy
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    AXIS,
    CA,
    CITY,
    DR,
    DS,
    EX,
    HEXES,
    NO_EFFECT,
    NOWHERE,
    RESULTS,
    SHOCK,
    SIDES,
    SOVIET,
    SS_PANZER,
    USSR,
    WEATHERS,
)
from engine.games.no_retreat.law import crt
from engine.games.no_retreat.law.fight import Fight
from engine.games.no_retreat.state import OIL, NoRetreat, enemy, face, first_snow, side_of, weather

MARKERS = ("blitz", "shock")
"""side -> its Combat Support marker (§10.6.2)."""

_PANZERGRENADIER = BOARD.unit_index["ss_pzgren"]


class Shift(NamedTuple):
    """Why the column moves: to the right is positive, for the attacker."""

    columns: int
    reason: str
    rule: str


class Preview(NamedTuple):
    """A battle as it would be rolled now. Columns are indices of `BOARD.columns`, -1 is CA."""

    attack: int
    defence: int
    table: int
    """The side whose table is used (§13.1)."""
    initial: int
    shifts: tuple[Shift, ...]
    final: int
    chances: tuple[tuple[int, int], ...]
    """(result, so many of `of` rolls), from the best for the attacker to the worst.

    What a Fort or a card makes of it is counted in where it is the same for all
    target hexes.
    """
    of: int


def strength(s: NoRetreat, units: list[int], doubled: list[int]) -> int:
    """Combat Strengths in all, with cards and Local Combat Support (§10.5, §15.3)."""
    total = 0
    for unit in units:
        total += face(s, unit).strength * (2 if unit in doubled else 1)
        side = BOARD.units[unit].side
        if s.support[side] == unit:
            total += local_support(s, side)
    return total


def local_support(s: NoRetreat, side: int) -> int:
    """Strength Points of a side's Local Combat Support marker (§15.3.3; nr-27)."""
    return 2 if (side == AXIS) == (s.turn < 11) else 1


def table(s: NoRetreat, side: int) -> int:
    """Whose table the attacker uses: the Axis that of the Soviets in Snow (§13.1)."""
    return SOVIET if side == SOVIET else BOARD.weathers[weather(s)].axis_table


def may_commit(s: NoRetreat, side: int, units: list[int]) -> bool:
    """Whether the attacker has a marker to commit and a unit in supply to use it (§10.6.2)."""
    left = (s.blitz, s.shock)[side]
    return left > 0 and any(not s.unsupplied[unit] for unit in units)


# shifts ------------------------------------------------------------------------------


def ground(s: NoRetreat, battle: Fight, place: int) -> list[Shift]:
    """The shifts of one target hex: its terrain and hexsides, and works on it (§10.6.1)."""
    found = [] if place in battle.bare else _terrain(s, battle, place)
    if place == s.works and s.works_side != side_of(battle.side):
        found.append(Shift(-1, "Defensive Works", "5.3.1"))  # card 41
    return found


def _terrain(s: NoRetreat, battle: Fight, place: int) -> list[Shift]:
    """Of the hex, and of hexsides where all attackers attack across them."""
    found = []
    kind = BOARD.terrains[BOARD.terrain[place]]
    if kind.shift and not (kind.index == CITY and "city" in battle.ignored):
        found.append(Shift(kind.shift, kind.id.capitalize(), "10.6.1"))
    origins = [s.at[unit] for unit in battle.units]
    frozen = not BOARD.weathers[weather(s)].rivers  # §13.1, §14.14.3
    river = not frozen and all(BOARD.river(origin, place) for origin in origins)
    if river and "river" not in battle.ignored:
        found.append(Shift(-1, "River", "10.6.1"))
    objective = all(BOARD.objective_side(place, origin) for origin in origins)
    if objective and "objective" not in battle.ignored:
        found.append(Shift(-1, "Objective hexsides", "10.6.1"))
    return found


def best_ground(s: NoRetreat, battle: Fight) -> int:
    """The target hex that serves the defender best (§10.6.1)."""
    return min(battle.targets, key=lambda p: (sum(x.columns for x in ground(s, battle, p)), p))


def shifts(s: NoRetreat, d: Occupancy, battle: Fight) -> list[Shift]:
    """All shifts of a battle, each with its reason; only their sum counts (§10.5)."""
    side = side_of(battle.side)
    hex_ = battle.terrain if battle.terrain != NOWHERE else best_ground(s, battle)
    found = ground(s, battle, hex_)
    found += _weather(s, side, battle)
    if "unsupplied_defender" not in battle.ignored and _unsupplied(s, d, side, battle.targets):
        found.append(Shift(2, "Unsupplied defender", "6.5.4"))
    if "armor_bonus" not in battle.ignored:
        found += _armor(s, side, battle)
    if fronts := sum(face(s, unit).type == SHOCK for unit in battle.units):
        found.append(Shift(fronts, "Shock front" + "s" * (fronts > 1), "14.7"))  # nr-78
    if _PANZERGRENADIER in battle.foes:
        found.append(Shift(-1, "SS Panzergrenadiers defend", "14.6"))
    if battle.support:
        found.append(support(s, battle.support))
    for columns, card in battle.shifts:
        found.append(Shift(columns, _card_name(card, columns, side), "10.5"))
    return found


def _weather(s: NoRetreat, side: int, battle: Fight) -> list[Shift]:
    """All Axis attacks but those of the Finns, on Soviet units in the USSR (§13.1; nr-12)."""
    now = BOARD.weathers[weather(s)]
    columns = now.axis_shift_turn_5 if s.turn == 5 else now.axis_shift
    finns = all(BOARD.units[unit].nationality == "finnish" for unit in battle.units)
    if side != AXIS or not columns or finns or not any(map(_in_ussr, battle.targets)):
        return []
    return [Shift(columns, f"Axis attack in {_words(WEATHERS[now.index])}", "13.1")]


def _in_ussr(place: int) -> bool:
    return place < HEXES and BOARD.hexes[place].country == USSR


def _unsupplied(s: NoRetreat, d: Occupancy, side: int, targets: list[int]) -> bool:
    foe = enemy(side)
    return any(s.unsupplied[unit] for place in targets for unit in d.units(foe, place))


def _armor(s: NoRetreat, side: int, battle: Fight) -> list[Shift]:
    """The Armor Bonus, once a battle (§10.6.3; nr-77); the SS Panzer Army's (§14.5; nr-78)."""
    if any(face(s, unit).type == SS_PANZER for unit in battle.units):
        return [Shift(1, "SS Panzer Army", "14.5")]  # under all circumstances, unsupplied too
    able = [
        unit for unit in battle.units if face(s, unit).armor and not s.unsupplied[unit]
    ]  # §6.5.4
    if side == AXIS and s.happened[OIL]:
        return []  # §13.5 Oil
    open_ = all(BOARD.terrains[BOARD.terrain[place]].armor_bonus for place in battle.targets)
    soft = all(face(s, unit).soft for unit in battle.foes)
    if able and open_ and soft and BOARD.weathers[weather(s)].armor_bonus:
        return [Shift(1, "Armor Bonus", "10.6.3")]
    return []


def support(s: NoRetreat, marker: str) -> Shift:
    """What a Combat Support marker gives (§10.6.2)."""
    if marker == MARKERS[SOVIET] and first_snow(s):
        return Shift(2, "Shock! in the first Snow", "10.6.2")  # nr-14
    return Shift(1, f"{marker.capitalize()}!", "10.6.2")


def _card_name(card: int, columns: int, attacker: int) -> str:
    side = attacker if columns > 0 else enemy(attacker)
    return BOARD.card(card).halves[side].name


def _words(id_: str) -> str:
    return id_.replace("_", " ").title()


# results -----------------------------------------------------------------------------


_FIRM: dict[int, int] = {DR: NO_EFFECT, DS: EX}
"""What results become against those who do not retreat."""


def outcome_at(s: NoRetreat, d: Occupancy, attacker: int, result: int, place: int) -> int:
    """What a result means to the units in one target hex: Forts and their like (§10.7.4, §14.11).

    A DD against a Fort stays a DD, but nobody retreats: see `forted`.
    """
    if forted(s, d, attacker, place):
        result = _FIRM.get(result, result)  # §10.7.4
    result = _held(s, attacker, result, place)
    if result == DR and volkssturm(d, attacker, place):
        return NO_EFFECT  # §14.11
    return result


def _held(s: NoRetreat, attacker: int, result: int, place: int) -> int:
    """What cards 19 and 42 make of a result against the Axis."""
    if attacker == SOVIET and s.hold and s.phasing == SOVIET:
        result = _FIRM.get(result, result)
    if attacker == SOVIET and result == DR and place == s.fortress_city:
        return NO_EFFECT
    return result


def spent(s: NoRetreat, d: Occupancy, attacker: int, result: int, place: int) -> list[int]:
    """The Volkssturm units that a DR costs, beside a Fort too (§14.11)."""
    return volkssturm(d, attacker, place) if _held(s, attacker, result, place) == DR else []


def forted(s: NoRetreat, d: Occupancy, attacker: int, place: int) -> bool:
    """Whether a Fortified unit stands in the target hex (§10.7.4)."""
    return any(face(s, unit).fort for unit in d.units(enemy(attacker), place))


def volkssturm(d: Occupancy, attacker: int, place: int) -> list[int]:
    """The Volkssturm units in the target hex (§14.11)."""
    return [unit for unit in d.units(enemy(attacker), place) if BOARD.units[unit].volkssturm]


# the whole ---------------------------------------------------------------------------


def preview(s: NoRetreat, d: Occupancy, battle: Fight) -> Preview:
    """What a battle would be rolled on as it stands, with all that was committed to it."""
    side = side_of(battle.side)
    attack = strength(s, battle.units, battle.doubled)
    defence = strength(s, battle.foes, battle.doubled)
    initial = crt.column(attack, defence)
    found = tuple(shifts(s, d, battle))
    final = crt.shifted(initial, sum(shift.columns for shift in found))
    used = table(s, side)
    chances, of = _chances(s, d, battle, used, final)
    return Preview(attack, defence, used, initial, found, final, chances, of)


def _chances(
    s: NoRetreat, d: Occupancy, battle: Fight, used: int, final: int
) -> tuple[tuple[tuple[int, int], ...], int]:
    side = side_of(battle.side)
    if battle.auto_result:
        results = [RESULTS.index(battle.auto_result)]
    elif final == crt.AUTOMATIC:
        results = [CA]
    else:
        mine = battle.chooser != SIDES[enemy(side)]
        picked = (
            crt.best(used, final, list(rolls), mine)
            for rolls in product(crt.DIE, repeat=battle.dice)
        )
        results = [crt.result(used, final, roll) for roll in picked]
    counts: Counter[int] = Counter()
    for result, count in Counter(results).items():
        for before, after, _ in battle.convert:
            result = after if result == before else result
        there = {outcome_at(s, d, side, result, place) for place in battle.targets}
        counts[there.pop() if len(there) == 1 else result] += count
    ranked = sorted(counts.items(), key=lambda item: -crt.worth(item[0]))
    return tuple(ranked), len(results)


def sentence(seen: Preview) -> str:
    """The odds line: strengths, initial column, each shift, final column."""
    listed = "".join(f", {x.reason} {x.columns:+}" for x in seen.shifts)
    initial = "below 1:3" if seen.initial == crt.AUTOMATIC else crt.name(seen.initial)
    final = "automatic CA" if seen.final == crt.AUTOMATIC else crt.name(seen.final)
    return f"{seen.attack} against {seen.defence}, {initial}{listed}: {final}"
