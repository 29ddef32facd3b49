"""Stored games of older shapes."""

from typing import Any

from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import SIDES


def from_shape_1(raw: dict[str, Any]) -> dict[str, Any]:
    """Shape 1 asked who stands in the target hexes of a battle as each result was carried out,
    and left Counterblow markers where nobody of their side stood any more (§10.7.3).
    """
    state, at = raw["state"], raw["state"]["at"]
    for frame in (frame for lane in raw["lanes"] for frame in lane["stack"]):
        if frame["frame"] == "nr.battle" and frame.get("at_hex"):
            foes = BOARD.of_side[1 - SIDES.index(frame["side"])]
            frame["there"] = [[u for u in foes if at[u] == p] for p in frame["targets"]]
        if frame["frame"] == "nr.combat" and frame.get("step") == "close":  # battles are fought
            phasing, due = SIDES.index(frame["side"]), frame.get("due", [])
            stand = [{at[unit] for unit in units} for units in BOARD.of_side]
            blows = state.get("blows", [])
            state["blows"] = [p for p in blows if p in stand[phasing ^ (p in due)]]
    return {**raw, "shape": 2}
