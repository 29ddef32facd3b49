"""Stored games of older shapes."""

from typing import Any

from engine.games.no_retreat.cards.moments import BATTLE
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


_WINDOWS = {
    "nr.attack_window": "attack",
    "nr.defend_window": "defend",
    "nr.attack_roll": "attack_roll",
    "nr.defend_roll": "defend_roll",
    "nr.result_window": "result",
    "nr.cancel": "cancel",
}
"""Windows of shape 2 whose tag was not their kind."""


def from_shape_2(raw: dict[str, Any]) -> dict[str, Any]:
    """Shape 2 had a frame for each kind of window, and a number for an event."""
    for frame in (frame for lane in raw["lanes"] for frame in lane["stack"]):
        tag = frame["frame"]
        if tag in _WINDOWS or tag.endswith("_window"):
            kind = _WINDOWS.get(tag) or tag.removeprefix("nr.").removesuffix("_window")
            frame |= {"frame": f"nr.{'battle_' * (kind in BATTLE)}window", "kind": kind}
        if "event" in frame:
            frame["event"] = _event(frame["event"])
    state = {**raw["state"], "used": [_event(number) for number in raw["state"].get("used", [])]}
    return {**raw, "shape": 3, "state": state}


def _event(number: int) -> dict[str, Any]:
    return {"side": SIDES[number % 2], "card": number // 2}


SHAPES = {1: from_shape_1, 2: from_shape_2}
"""Shape -> what makes the next one of it."""
