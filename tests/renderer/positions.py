"""Positions for pictures, built without playing."""

from functools import cache
from typing import Any

from engine.core.view import Asked
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.show.view import IronBloodView
from renderer.base.chart import Chart
from renderer.games import CHARTS
from renderer.scene import Hand, Piece, Scene, Stack, Status, Turn


def start(**changes: Any) -> IronBloodView:
    """The suggested set-up of Iron, Blood, Snow & Mud as a spectator sees it.

    `changes` are fields of the view.
    """
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


def places(chart: Chart) -> list[int]:
    """The cells in which units stand, from west to east."""
    found = [n for n, c in enumerate(chart.cells) if c.played and c.terrain not in ("box", "sea")]
    return sorted(found, key=lambda cell: chart.cells[cell].x)


@cache
def crowd(game_id: str) -> Scene:
    """150 stacks, every tenth with 13 pieces in it."""
    cells = places(CHARTS[game_id]())
    step = max(1, len(cells) // 150)
    stacks = tuple(
        Stack(
            cell,
            tuple(
                Piece("infantry", side, f"{k}", strength=f"{k}-4", size="XX", ids=(f"{cell} {k}",))
                for k in range(1 if n % 10 else 13)
            ),
        )
        for n, cell in enumerate(cells[::step])
        for side in [int(2 * n * step > len(cells))]
    )
    status = Status("Turn 5", "Movement", "Axis to act: move", (0,), ("News.",), 0,
                    (Hand(0, "4 cards"), Hand(1, "5 cards")))  # fmt: skip
    return Scene(
        stacks=stacks, plates=(), tokens=(), arrows=(), clashes=(), boxes=(),
        track=tuple(Turn(f"{n}") for n in range(24)), now=3, status=status, focus=(), alt="",
    )  # fmt: skip
