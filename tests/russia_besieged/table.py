"""Positions for tests: a few units on the map of a turn, rails and cities as they are named."""

from collections.abc import Iterable, Mapping

from engine.board.bits import mask
from engine.board.occupancy import Occupancy
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import SIDES, WAITING, WEATHERS
from engine.games.russia_besieged.state import RussiaBesieged, new, occupancy

at = BOARD.ground.index


def unit(id_: str) -> int:
    return BOARD.piece_index[id_]


def city(id_: str) -> int:
    return BOARD.ground.cities[BOARD.ground.city_index[id_]].place


def ids(places: int | Iterable[int]) -> set[str]:
    """Hex ids of a mask or of places."""
    found = places
    if isinstance(found, int):
        found = [h for h in range(found.bit_length()) if found >> h & 1]
    return {BOARD.ground.grid.ids[h] for h in found}


def table(
    units: Mapping[str, str] | None = None,
    turn: str = "jul_aug_1941",
    side: str = "axis",
    impulse: int = 1,
    weather: str = "clear/clear",
    axis: Iterable[str] = (),
    russian: Iterable[str] = (),
) -> tuple[RussiaBesieged, Occupancy]:
    """Units (`id` or `id/step` -> hex) on an empty map; hexes that are a side's."""
    s = new(0)
    s.turn, s.side, s.impulse = BOARD.turn_index[turn], SIDES.index(side), impulse
    s.weather = [WEATHERS.index(word) for word in weather.split("/")]
    s.place = [WAITING] * len(s.place)
    for name, hex_ in (units or {}).items():
        id_, _, step = name.partition("/")
        s.place[unit(id_)] = at(hex_)
        s.step[unit(id_)] = int(step or 0)
    gained, lost = mask(map(at, axis)), mask(map(at, russian))
    rails = (int(s.rails, 16) | gained & BOARD.ground.rails) & ~lost
    s.rails = f"{rails:x}"
    cities = int(s.cities, 16)
    for place in BOARD.ground.cities:
        if gained >> place.place & 1:
            cities |= 1 << place.index
        if lost >> place.place & 1:
            cities &= ~(1 << place.index)
    s.cities = f"{cities:x}"
    return s, occupancy(s)
