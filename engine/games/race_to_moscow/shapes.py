"""Stored games of older shapes."""

from typing import Any

from engine.games.race_to_moscow.data.facts import COLOURS


def from_shape_1(raw: dict[str, Any]) -> dict[str, Any]:
    """Shape 1 had a number for each connection: the colour of its truck, 1 for a train."""
    state = dict(raw["state"])
    truck_on, train_on = state.pop("truck_on"), state.pop("train_on")
    state["trucks_on"] = [_lines(truck_on, colour) for colour in range(len(COLOURS))]
    state["trains_on"] = _lines(train_on, 1)
    return {**raw, "shape": 2, "state": state}


def _lines(marks: list[int], what: int) -> list[int]:
    """The connections that are marked so."""
    return [line for line, mark in enumerate(marks) if mark == what]
