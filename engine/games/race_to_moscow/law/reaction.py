"""What the Soviets can do and what their Front card makes them do, chapter 18."""

from collections.abc import Callable
from functools import lru_cache

from engine.board.bits import mask, members
from engine.core.verbs import Why
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS, NOWHERE
from engine.games.race_to_moscow.law.chain import linked
from engine.games.race_to_moscow.state import RaceToMoscow, Situation, rivals

_FAR = len(BOARD.areas)


@lru_cache(1024)
def around(areas: int) -> int:
    """The areas next to any of these, by lines of every colour (rm-19)."""
    found = 0
    for area in members(areas):
        found |= BOARD.near[area]
    return found


_STARTING = mask(area.index for area in BOARD.areas if area.army >= 0)
_SHELTERED = _STARTING | around(_STARTING)
"""Starting areas and what touches them: never counter-attacked (§18.1)."""
_PRINTED = mask(area.index for area in BOARD.areas if area.printed >= 0)
_MEDALS = mask(area.index for area in BOARD.areas if area.medals)


WINTER = mask(area.index for area in BOARD.areas if area.winter)
"""The areas with snow on the map (§19.4)."""


def places(sit: Situation) -> int:
    """Uncontrolled areas without a Soviet marker, next to one (§18.1, rm-13)."""
    return around(sit.soviet) & sit.free & ~sit.soviet


def strikes(state: RaceToMoscow, sit: Situation, colour: int) -> int:
    """Areas whose marker a counter-attack in the turn of `colour` can remove (§18.1, rm-14, rm-15).

    Not where an army stands or stands next to it, nor near a starting area; next to
    an uncontrolled area or a Soviet marker. In winter armies protect nothing (§19.4).
    """
    held = 0
    for other in rivals(state, colour):
        held |= sit.held[other]
    kept = sit.armies | around(sit.armies)
    safe = _PRINTED | _SHELTERED | (kept & ~WINTER if state.winter else kept)
    return held & ~safe & around(sit.free | sit.soviet)


def why_not_place(sit: Situation, area: int) -> Why:
    """Why no Soviet marker can come to an area that is not among `places`."""
    name = BOARD.place_names[area]
    if area >= len(BOARD.areas):
        return Why(f"{name} is no area on land.", "18.1")
    if not sit.free >> area & 1:
        return Why(f"{name} is controlled: no Soviet marker comes there.", "18.1")
    if sit.soviet >> area & 1:
        return Why(f"{name} has a Soviet marker already.", "18.1")
    return Why(f"No Soviet marker lies next to {name}.", "18.1")


def why_not_strike(state: RaceToMoscow, sit: Situation, colour: int, area: int) -> Why:
    """Why a counter-attack can't hit an area that is not among `strikes`."""
    name = BOARD.place_names[area]
    owner = state.control[area] if area < len(BOARD.areas) else NOWHERE
    if owner == NOWHERE:
        return Why(f"There is no player's marker in {name}.", "18.1")
    if _PRINTED >> area & 1 or owner not in state.order:
        return Why(f"The marker of {name} can never be removed.", "18.1")
    if owner not in rivals(state, colour):
        return Why(f"It is {COLOURS[colour].title()}'s turn: markers of others are struck.", "18.1")
    if _SHELTERED >> area & 1:
        return Why(f"{name} is a starting area, or next to one.", "18.1")
    if not around(sit.free | sit.soviet) >> area & 1:
        return Why(f"No uncontrolled area and no Soviet marker is next to {name}.", "18.1")
    return Why(f"An army in {name} or next to it shelters it.", "18.1")


def severed(state: RaceToMoscow, sit: Situation, area: int) -> int:
    """How many armies lose their chain to a base when the marker of an area goes (§18.2).

    An army that stands there itself is struck, not cut off (§19.4).
    """
    colour = state.control[area]
    own = sit.held[colour]
    lost = linked(colour, own) & ~linked(colour, own & ~(1 << area)) & ~(1 << area)
    return sum(1 for army in BOARD.groups[colour].armies if 1 << state.at[army] & lost)


@lru_cache(1024)
def distances(seeds: int) -> tuple[int, ...]:
    """Area -> lines to the nearest of `seeds`, over lines of every colour."""
    found = [_FAR] * len(BOARD.areas)
    ring, seen, steps = seeds, seeds, 0
    while ring:
        for area in members(ring):
            found[area] = steps
        ring = around(ring) & ~seen
        seen |= ring
        steps += 1
    return tuple(found)


_TO_CITY = tuple(distances(1 << front.city) for front in BOARD.fronts)


def best_strikes(state: RaceToMoscow, sit: Situation, colour: int) -> list[int]:
    """The counter-attacks that the Front card wants: they cut off most armies (§18.2, rm-12)."""
    legal = members(strikes(state, sit, colour))
    if not legal:
        return []
    cut = {area: severed(state, sit, area) for area in legal}
    most = max(cut.values())
    return [area for area in legal if cut[area] == most]


def best_places(sit: Situation, colour: int, reverse: bool) -> list[int]:
    """Where the Front card wants the Soviet marker (§18.2, rm-12).

    An objective that has an army nearest, else what is nearest to the city of the front
    and then to an army; fortified before open. Several where the card leaves it open.
    `reverse`: the asterisk side lies up (§19.2).
    """
    open_areas = places(sit)
    near, city = distances(sit.armies), _TO_CITY[colour]
    front = BOARD.fronts[colour]
    for kind in front.reverse_order if reverse else front.order:
        if kind == "objective_city" and open_areas & _MEDALS:
            return _least(open_areas & _MEDALS, lambda a: (near[a], not BOARD.areas[a].fortified))
        if kind == "victory_city" and open_areas:
            return _least(open_areas, lambda a: (city[a], near[a], not BOARD.areas[a].fortified))
    return []


def _least(areas: int, key: Callable[[int], tuple[int, ...]]) -> list[int]:
    """The areas with the least key."""
    listed = members(areas)
    best = min(key(area) for area in listed)
    return [area for area in listed if key(area) == best]
