"""Positions of Iron, Blood, Snow & Mud for pictures, built without playing."""

from typing import Any

from engine.core.view import Asked
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.show.view import IronBloodView


def start(**changes: Any) -> IronBloodView:
    """The suggested set-up as a spectator sees it; `changes` are fields of the view."""
    at = list(BOARD.start)
    for unit, place in BOARD.suggested:
        at[unit] = place
    fields: dict[str, Any] = {
        "game": "iron_blood",
        "seat": "",
        "turn": "1941 Clear",
        "phase": "Movement",
        "revision": 5,
        "asked": [Asked("axis", "turn", "Move your units")],
        "season": 0,
        "initiative": 0,
        "at": at,
        "moved": [0] * len(at),
        "came": [-1] * len(at),
        "control": [place.start for place in BOARD.locations],
        "destroyed": [0] * len(BOARD.fortresses),
        "stalin": BOARD.stalin,
        "stalin_moved": False,
        "disrupted": [0, 0],
        "open_combats": [],
        "hand_sizes": [1, 0],
        "hand": [],
        "track": [int(any(season.generals)) for season in BOARD.seasons],
        "used": [],
        "removed": 1,
    }
    return IronBloodView(**{**fields, **changes})


def put(view: IronBloodView, unit: str, place: str, came: str = "") -> None:
    """Move a unit in the view; `came` turns it to its moved side."""
    index = BOARD.unit_index[unit]
    view.at[index] = BOARD.place_index[place]
    if came:
        view.moved[index] = 1
        view.came[index] = BOARD.place_index[came]
