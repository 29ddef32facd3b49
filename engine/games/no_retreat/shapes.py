"""Stored games of older shapes."""

from typing import Any

from engine.games.no_retreat.board import BOARD
from engine.games.no_retreat.facts import SIDES


def from_shape_1(raw: dict[str, Any]) -> dict[str, Any]:
    """Shape 1 asked who stands in the target hexes of a battle as each result was carried out."""
    at = raw["state"]["at"]
    for lane in raw["lanes"]:
        for frame in lane["stack"]:
            if frame["frame"] == "nr.battle" and frame.get("at_hex"):
                foes = BOARD.of_side[1 - SIDES.index(frame["side"])]
                frame["there"] = [[u for u in foes if at[u] == p] for p in frame["targets"]]
    return {**raw, "shape": 2}
