"""Phase 5 and the end: control of urban locations, and who has won."""

from typing import NamedTuple

from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AXIS, SOVIET
from engine.games.iron_blood.state import IronBlood, Occupancy, enemy, initiative


class Victory(NamedTuple):
    """`reason` is one plain sentence."""

    winner: int
    reason: str
    rule: str


def control_changes(state: IronBlood, occ: Occupancy) -> list[tuple[int, int]]:
    """(location, side that takes it): it has a regular unit in every hex (§map.urban, §phase5)."""
    changes = []
    for location in BOARD.locations:
        side = enemy(state.control[location.index])
        if location.mask & ~occ.regulars[side] == 0:
            changes.append((location.index, side))
    return changes


def victory(state: IronBlood) -> Victory | None:
    """The winner of the Control and Victory Check, once the changes are made."""
    won = [side for side in (AXIS, SOVIET) if _decisive(state, side)]
    if not won:
        return None
    winner = won[0] if len(won) == 1 else initiative(state)  # §phase5: both in one season
    return Victory(winner, _decisive(state, winner), "phase5")


def _decisive(state: IronBlood, side: int) -> str:
    """How a side wins at once, "" if it doesn't."""
    if side == AXIS:
        where = BOARD.locations[state.stalin]
        if state.control[where.index] == AXIS:  # §victory; ib-19
            return f"The Axis controls {where.name}, where Stalin is."
        return ""
    for location in BOARD.locations:
        if location.territory == AXIS and state.control[location.index] == SOVIET:  # §victory
            return f"The Soviets control {location.name} in Axis territory."
    return ""


def final(state: IronBlood) -> Victory:
    """The winner at the end of 1944 Snow if nobody won before (§victory)."""
    fallen = [place.name for place in BOARD.fortresses if state.destroyed[place.index]]
    held = [
        place
        for place in BOARD.locations
        if place.industrial and state.control[place.index] == AXIS  # ib-20
    ]
    moscow = state.control[BOARD.location_index["moscow"]] == AXIS
    if not fallen:
        return Victory(SOVIET, "1944 has ended and no fortress has fallen.", "victory")
    if moscow or len(held) >= 3:
        what = "Moscow" if moscow else f"{len(held)} industrial centres"
        return Victory(AXIS, f"{fallen[0]} has fallen and the Axis controls {what}.", "victory")
    return Victory(
        SOVIET,
        "1944 has ended and the Axis controls neither Moscow nor 3 industrial centres.",
        "victory",
    )
