"""Victory Points, Objectives and the ways to win (§12.0)."""

from engine.board.bits import members
from engine.board.occupancy import Occupancy
from engine.core.tell import listed
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    AXIS,
    FINLAND,
    GREATER_GERMANY,
    LAST_TURN,
    NOWHERE,
    SIDES,
    SOVIET,
    Goal,
    Scenario,
)
from engine.games.no_retreat.law import supply
from engine.games.no_retreat.options import VARIABLE_INITIATIVE
from engine.games.no_retreat.state import NoRetreat, T, enemy
from engine.games.no_retreat.words import PEOPLE

FINLAND_SITE = BOARD.site_index["finland"]
INITIATIVE_TURN = 12
LAST_1944, FIRST_1945 = 22, 23


# points ------------------------------------------------------------------------


def holder(s: NoRetreat, d: Occupancy, site: int) -> int:
    """The side that controls a site, -1 for nobody (§12.7.1, §12.7.2)."""
    return finland(d) if site == FINLAND_SITE else s.control[site]


def finland(d: Occupancy) -> int:
    """The side with a unit in Finland that counts there: no Cadre, no Axis Minor (§12.7.2)."""
    for unit in d.at.get(FINLAND, ()):
        record = BOARD.units[unit]
        if not record.cadre and (record.side == SOVIET or record.nationality == "german"):
            return record.side
    return NOWHERE


_REICH = tuple(site.index for site in BOARD.sites if site.country == GREATER_GERMANY)


def hex_points(s: NoRetreat, d: Occupancy, side: int) -> int:
    """VP, one each, for cities, oil fields and Finland; from 1945 for Greater Germany (§12.7)."""
    if s.berlin:
        return sum(s.control[site] == side for site in _REICH)
    return s.control.count(side) - (s.control[FINLAND_SITE] == side) + (finland(d) == side)


def points(s: NoRetreat, d: Occupancy, side: int) -> int:
    """The VP of a side: its hexes and the Event marker as it reads for it (§12.8)."""
    return hex_points(s, d, side) + (s.event_vp if side == AXIS else -s.event_vp)


def both(s: NoRetreat, d: Occupancy) -> list[int]:
    """The VP of both sides, worked out once for an occupancy."""
    found = d.once("points", lambda: (hex_points(s, d, AXIS), hex_points(s, d, SOVIET)))
    return [found[AXIS] + s.event_vp, found[SOVIET] - s.event_vp]


def marker(s: NoRetreat, d: Occupancy) -> int:
    """What the square VP marker shows: the score of the side with the initiative (§12.8)."""
    return points(s, d, s.initiative)


def symbol(s: NoRetreat) -> int:
    """The side whose event symbol may be played (§5.3.3, §12.9, §15.11)."""
    if VARIABLE_INITIATIVE in s.options:
        return AXIS if s.turn < s.star_turn else SOVIET
    return s.initiative


# objectives --------------------------------------------------------------------


def held(s: NoRetreat, d: Occupancy, side: int, place: int) -> bool:
    """Does the side control the place and trace supply to it (§12.1; nr-22)?"""
    site = BOARD.site_at[place]
    return s.control[site] == side and supply.supplied_from(s, d, side, place)


def objectives(s: NoRetreat, d: Occupancy, side: int) -> list[int]:
    """The Objective hexes that count for the side now."""
    return [place for place in members(BOARD.objectives[side]) if held(s, d, side, place)]


def needed(s: NoRetreat, side: int) -> int:
    """Objectives that the side must hold (§12.1): the Axis four from turn 12 on (nr-37)."""
    short = BOARD.scenarios[s.scenario].last_turn == INITIATIVE_TURN and not s.play_on
    if side == AXIS and s.turn >= INITIATIVE_TURN and not short:  # the Tournament asks for three
        return 4
    return 3


# the conditions in force ----------------------------------------------------------


def by_objectives(s: NoRetreat) -> bool:
    """Is Objectives Victory in force (nr-25, nr-41)?"""
    return s.play_on or _scenario(s).objectives


def by_sudden_death(s: NoRetreat) -> bool:
    """Is Sudden Death in force?"""
    return s.play_on or _scenario(s).sudden_death


def _scenario(s: NoRetreat) -> Scenario:
    return BOARD.scenarios[s.scenario]


def sudden_death_bar(s: NoRetreat, side: int) -> int:
    """More VP than this win the side the game at once on this turn, -1 for no check (§12.2)."""
    if not by_sudden_death(s) or s.skip_sudden == s.turn:
        return -1
    return BOARD.turn(s.turn).sudden_death[side]


# checks ------------------------------------------------------------------------


def check_objectives(t: T) -> None:
    """Objectives Victory; the side with the initiative first (§12.1)."""
    if not by_objectives(t.s):
        return
    for side in (t.s.initiative, enemy(t.s.initiative)):
        count = len(objectives(t.s, t.d, side))
        if count >= needed(t.s, side):
            _win(t, side, f"{count} Objectives held in supply")
            return


def check_total(t: T) -> None:
    """Soviet Total Victory (§12.3; nr-39)."""
    if points(t.s, t.d, SOVIET) >= BOARD.vp.soviet_total and (
        by_objectives(t.s) or by_sudden_death(t.s)
    ):
        _win(t, SOVIET, f"Total Victory with {points(t.s, t.d, SOVIET)} VP")


def check_operational(t: T) -> bool:
    """German Operational Victory at the start of turn 23 (§12.4). True when the Axis win."""
    if t.s.high_tide > points(t.s, t.d, SOVIET):
        _win(t, AXIS, f"Operational Victory: High Tide {t.s.high_tide} was never reached")
        return True
    return False


def finish(t: T) -> None:
    """The last turn is over: the scenario's own conditions, else the side it names (§12.6)."""
    scenario = _scenario(t.s)
    if t.s.turn == LAST_TURN:
        check_objectives(t)  # §12.6, §12.1; nr-44
    if t.pos.winners is not None:
        return
    if t.s.play_on or (t.s.turn == LAST_TURN and not scenario.goals):
        _win(t, AXIS, "the Soviets have not won by the end of the war")  # §12.6
        return
    for goal in scenario.goals:
        if reached(t.s, t.d, goal):
            _win(t, goal.side, f"the conditions of {scenario.name} are met")
            return
    before = t.s.high_tide if t.s.high_tide >= 0 else points(t.s, t.d, AXIS)
    if scenario.end_vp and before >= scenario.end_vp:  # before the initiative has shifted
        _win(t, AXIS, f"{before} VP at the end")
        return
    _win(t, scenario.otherwise, f"the conditions of {scenario.name} are not met")


def terms(s: NoRetreat) -> str:
    """How the scenario is won, in a sentence or two, for those who begin it."""
    scenario = _scenario(s)
    if s.play_on or not (scenario.goals or scenario.end_vp):
        return (
            "Objectives (12.1), Sudden Death (12.2), Total Victory (12.3) or the Berlin Garrison "
            "(12.5) decide; if nothing has by the end of the war, the Axis win."
        )
    other = f"otherwise the {PEOPLE[scenario.otherwise]} win."
    if scenario.end_vp:
        return (
            f"Objectives (12.1) or Sudden Death (12.2) decide; if neither has on turn "
            f"{scenario.last_turn}, the Axis win with {scenario.end_vp} VP or more, {other}"
        )
    ways = ", or ".join(_asked_for(goal) for goal in scenario.goals)
    people = PEOPLE[scenario.goals[0].side]
    return f"The {people} win at the end of turn {scenario.last_turn} with {ways}; {other}"


def _asked_for(goal: Goal) -> str:
    names = [BOARD.sites[site].name for site in goal.hold]
    if goal.more:
        names.append(f"{goal.more} of {listed(BOARD.sites[site].name for site in goal.of)}")
    return f"{goal.vp} VP" if goal.vp else f"{listed(names)} held in supply"


def reached(s: NoRetreat, d: Occupancy, goal: Goal) -> bool:
    """Does everything that the goal asks for hold?"""

    def has(site: int) -> bool:
        return held(s, d, goal.side, BOARD.sites[site].place)

    return (
        (not goal.vp or points(s, d, goal.side) >= goal.vp)
        and all(has(site) for site in goal.hold)
        and sum(has(site) for site in goal.of) >= goal.more
    )


def _win(t: T, side: int, reason: str) -> None:
    scores = {name: points(t.s, t.d, number) for number, name in enumerate(SIDES)}
    t.end([SIDES[side]], reason, scores)
