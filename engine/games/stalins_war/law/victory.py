"""Ways to win (5.1, 22.0), each at its own moment."""

from dataclasses import dataclass

from engine.board.occupancy import Occupancy
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import AXIS, SOVIET
from engine.games.stalins_war.law.control import capitals_fallen, stars_in_union
from engine.games.stalins_war.law.supply import baku_full
from engine.games.stalins_war.state import StalinsWar, held, holds, played, turn

AXIS_LEVEL, SOVIET_LEVEL, TURN_10_LEVEL = 20, 0, 9
"""§5.1.2, §5.1.3."""
TOURNAMENT_STARS = 9
"""§5.1.5."""
ADJUSTMENT = 2
"""§22.0: for *Industrial Evacuation* and *Hitler Takes Command*, if not played."""

_GROUND = BOARD.ground


@dataclass(frozen=True, slots=True)
class Victory:
    """Who wins, why in one sentence, and by which rule."""

    winner: int
    reason: str
    rule: str


def after_soviet_round(s: StalinsWar) -> Victory | None:
    """§5.1.3: the capitals, after each Soviet Action Round, that of turn 18 too."""
    if capitals_fallen(s):
        return Victory(SOVIET, "Berlin, Budapest, Bucharest and Konigsberg are Soviet.", "5.1.3")
    return None


def after_last_action(s: StalinsWar) -> Victory | None:
    """§5.1.4: the war ends with the Action Phase of turn 18; neither VP nor oil is asked."""
    if turn(s).ends_in_action:
        return Victory(AXIS, "The war in the East has outlasted Summer 1945.", "5.1.4")
    return None


def end_of_turn(s: StalinsWar, d: Occupancy) -> Victory | None:
    """The checks of an End of Turn Phase in the order of the sheet; None: the war goes on."""
    for name in turn(s).checks:
        check = _CHECKS.get(name)  # the others have moments of their own
        if check and (found := check(s, d)):
            return found
    start = BOARD.starts[s.scenario]
    if start.tournament and s.turn >= start.last_turn:  # the umpire may have set a later one
        return _tournament(s)
    return None


def all_oil(s: StalinsWar) -> bool:
    """Does the Axis control every oil hex (§5.1.2)? Control is enough (ruling sw-10)."""
    return not _GROUND.oil & ~held(s, AXIS)


def _vp_20(s: StalinsWar, _: Occupancy) -> Victory | None:
    if s.vp >= AXIS_LEVEL:
        return Victory(AXIS, f"The VP level is {s.vp}.", "5.1.2")
    return None


def _vp_0(s: StalinsWar, _: Occupancy) -> Victory | None:
    if s.vp <= SOVIET_LEVEL:
        return Victory(SOVIET, f"The VP level is {s.vp}.", "5.1.3")
    return None


def _oil(s: StalinsWar, _: Occupancy) -> Victory | None:
    if s.oil_held and all_oil(s):
        return Victory(AXIS, "All oil has been Axis for two End of Turn Phases.", "5.1.2")
    return None


def _turn_4_axis(s: StalinsWar, _: Occupancy) -> Victory | None:
    north = holds(s, AXIS, "moscow") and holds(s, AXIS, "leningrad")
    if north and (holds(s, AXIS, "rostov") or holds(s, AXIS, "sevastopol")):
        return Victory(AXIS, "Moscow, Leningrad and the south have fallen in Winter 1942.", "5.1.2")
    return None


def _turn_8_axis(s: StalinsWar, d: Occupancy) -> Victory | None:
    names = ("moscow", "leningrad", "stalingrad", "sevastopol")
    if all(holds(s, AXIS, name) for name in names) and not baku_full(s, d):
        return Victory(AXIS, "Four cities have fallen and Baku is cut off.", "5.1.2")
    return None


def _no_crossing(s: StalinsWar, _: Occupancy) -> Victory | None:
    if not s.crossed:
        return Victory(SOVIET, "No supplied Axis unit has crossed the Paulus Line.", "5.1.3")
    return None


def _all_stars(s: StalinsWar, _: Occupancy) -> Victory | None:
    if not stars_in_union(s, AXIS):
        return Victory(SOVIET, "Every star in the Soviet Union is Soviet.", "5.1.3")
    return None


def _turn_10(s: StalinsWar, _: Occupancy) -> Victory | None:
    if s.vp <= TURN_10_LEVEL:
        return Victory(SOVIET, f"The VP level is {s.vp} at the end of Summer 1943.", "5.1.3")
    return None


_CHECKS = {
    "axis_vp_20": _vp_20,
    "axis_all_oil_two_turns": _oil,
    "soviet_vp_0": _vp_0,
    "soviet_all_vp_in_soviet_union": _all_stars,
    "axis_moscow_leningrad_rostov_or_sevastopol": _turn_4_axis,
    "soviet_no_axis_unit_east_of_paulus": _no_crossing,
    "axis_moscow_leningrad_stalingrad_sevastopol_baku_cut": _turn_8_axis,
    "soviet_axis_vp_9_or_less": _turn_10,
}
"""Those of the End of Turn Phase, by the names of the sheet."""


def tournament_count(s: StalinsWar) -> int:
    """Stars in the Soviet Union that count for the Axis (§22.0)."""
    found = stars_in_union(s, AXIS)
    if not played(s, "industrial_evacuation"):
        found += ADJUSTMENT
    if not played(s, "hitler_takes_command"):
        found -= ADJUSTMENT
    return found


def _tournament(s: StalinsWar) -> Victory:
    count = tournament_count(s)
    winner = AXIS if count >= TOURNAMENT_STARS else SOVIET
    return Victory(winner, f"The Axis counts {count} stars in the Soviet Union.", "5.1.5")
