"""How a unit comes on the map (§7.6 to §7.9): in the Placement Step, and by events."""

from engine.games.no_retreat.acts import T, eliminate, mark, place, score
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import NOWHERE, SOVIET
from engine.games.no_retreat.law import organization


def arrive(t: T, unit: int, where: int, *, ready: bool = False, rule: str = "") -> None:
    """A unit from a box or the turn track is put on the map as chapter 7 says.

    `ready`: without the Disorganized marker, as some events have it.
    """
    way = organization.how(t.s, unit)
    face = organization.arrival_face(t.s, unit, where)
    cadre = organization.rebuilt_on(t.s, t.d, unit, where)
    if cadre != NOWHERE:  # §14.9.4
        name = BOARD.units[unit].name
        eliminate(t, cadre, f"rebuilt as {name}", "14.9.4")
    if way == organization.SS_RETURN:
        score(t, SOVIET, organization.SS_PRICE, f"{BOARD.units[unit].name} returns", "13.5")
    place(t, unit, where, rule or organization.rule_of(way), face)
    if way in (organization.RECOVERY, organization.REPLACEMENT) and cadre == NOWHERE and not ready:
        mark(t, unit, "disorganized", True, "7.9" if way == organization.REPLACEMENT else "7.7")
