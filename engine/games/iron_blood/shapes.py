"""Older shapes of stored positions in the present one."""

from typing import Any


def from_shape_1(raw: dict[str, Any]) -> dict[str, Any]:
    """Shape 2: the unit that has just moved is known, and a move says whether a blitz may follow.

    The extra advance of a token, under way in shape 1, ends as it would have: without one.
    """
    for lane in raw["lanes"]:
        for frame in lane["stack"]:
            if frame.pop("token", False):
                frame["blitz"] = False
    return {**raw, "shape": 2}
