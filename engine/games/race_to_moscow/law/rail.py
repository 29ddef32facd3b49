"""Where track can be laid, chapter 17."""

from engine.core.verbs import Why
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.state import RaceToMoscow


def why_not_rail(state: RaceToMoscow, area: int, colour: int, next_to: bool = True) -> Why | None:
    """Why a marker may not be turned to its track side; None if it may.

    With `next_to` there must be track of the same player next to it, by a line of his colour.
    """
    name = BOARD.place_names[area]
    if area >= len(BOARD.areas) or state.control[area] != colour:
        return Why(f"{name} has no marker of yours.", "17")
    if state.track[area]:
        return Why(f"{name} has track already.", "17")
    near = BOARD.roads[colour][area]
    if next_to and not any(state.control[n] == colour and state.track[n] for n in near):
        return Why(f"No track of yours lies next to {name}.", "17")
    return None


def railheads(state: RaceToMoscow, colour: int) -> list[int]:
    """The areas where a player can lay track next."""
    return [
        area
        for area, held in enumerate(state.control)
        if held == colour and why_not_rail(state, area, colour) is None
    ]
