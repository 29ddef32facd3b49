"""What cut-off cities feed (13.41, 13.82), and whom they cannot where they are too many (13.45)."""

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from typing import TypeVar

from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    ARMY,
    ARTILLERY,
    DICTATOR,
    PARATROOP,
    POLICE,
    VOLKSSTURM,
    WEC,
    Piece,
)
from engine.games.russia_besieged.law.supply import Besieged

ARMIES, CORPS_FED = 2, 3
"""13.41: what a besieged city feeds: so many armies, or corps."""
_ALONE = {
    WEC: "wec",
    DICTATOR: "dictator",
    ARTILLERY: "artillery",
    PARATROOP: "paratroop",
    POLICE: "police",
    VOLKSSTURM: "volkssturm",
}
_ANY = frozenset(("army", "corps", "artillery", "paratroop"))
_SMALL = _ANY - {"army"}


@dataclass(frozen=True, slots=True)
class Shares:
    """Who is fed by which city; `hungry`: units of which one must go, at `place`."""

    fed: Mapping[int, Besieged]
    hungry: tuple[int, ...] = ()
    place: int = -1


def ration(piece: Piece) -> str:
    """Under which head of 13.41 a unit is fed."""
    return _ALONE.get(piece.type) or ("army" if piece.size == ARMY else "corps")


@cache
def _rations(more: bool, armies: bool) -> Mapping[str, Sequence[int]]:
    """Head -> the numbers of a city's rations that are for it; `more`: it has the port of Baku.

    Beyond the one of its kind an artillery or paratroop unit takes that of the corps that it is
    (12.02), and a corps takes an army's where it is left (rb-84).
    """
    rations = [frozenset((name,)) for name in _ALONE.values()]
    rations += [_ANY] * ARMIES if armies else [_SMALL] * CORPS_FED
    if more:
        rations += [_ANY, _ANY, _SMALL, frozenset(("wec",))]
    return {
        head: [number for number, for_ in enumerate(rations) if head in for_]
        for head in (*_ALONE.values(), "army", "corps")
    }


Near = Mapping[int, Sequence[Besieged]]
"""Unit -> the cities in whose range it is, the one that is to feed it rather than others first."""


def share(near: Near, gone: Collection[int] = ()) -> Shares:
    """How cities share out what they have; who comes first gets it from the first that can.

    `gone`: who gets nothing. One more must go of those without whom the excess alone is lost.
    """
    fed: dict[int, Besieged] = {}
    hungry: tuple[int, ...] = ()
    place = -1
    for lot in _lots(near):
        who = {unit: cities for unit, cities in near.items() if unit in lot}
        best, spare = _shared({unit: cities for unit, cities in who.items() if unit not in gone})
        fed |= best
        if spare and not hungry:
            just = [unit for unit in spare if _just_excess(who, {unit, *gone})]
            hungry, place = tuple(just or spare), near[spare[0]][0].place
    return Shares(fed, hungry, place)


def _just_excess(near: Near, gone: Collection[int]) -> bool:
    """Can others be fed so that nothing is left over for any who go (13.45)?"""
    ways = list(_ways(near))
    left = [unit for unit in near if unit not in gone]
    for large in (True, False):
        seated: list[_Seated] = [(open_, {}) for open_ in ways]
        for unit in sorted(left, key=lambda u: (BOARD.pieces[u].size == ARMY) != large):
            seated = _with(seated, unit) or seated
        if not any(_with(seated, unit) for unit in gone if unit in near):
            return True
    return False


def _with(seated: Sequence["_Seated"], unit: int) -> list["_Seated"]:
    """Of the ways to feed some, those that feed one more too."""
    found = []
    for open_, holder in seated:
        more = dict(holder)
        if _seat(open_, more, unit, set()):
            found.append((open_, more))
    return found


def _lots(near: Near) -> list[set[int]]:
    """The units by what they live on: together where they have a city in common."""
    lots: list[tuple[set[int], set[Besieged]]] = []
    for unit, cities in near.items():
        same = [lot for lot in lots if not lot[1].isdisjoint(cities)]
        lots = [lot for lot in lots if lot not in same]
        units, places = {unit}, {*cities}
        for others, theirs in same:
            units |= others
            places |= theirs
        lots.append((units, places))
    return [units for units, _ in lots]


def has_room(near: Near, unit: int, city: Besieged) -> bool:
    """Can a city feed a unit beside those who live on it and on its neighbours?"""
    alone = {one: [city] for one, listed in near.items() if city in listed} | {unit: [city]}
    if len(_shared(alone)[0]) == len(alone):
        return True
    every = {**near, unit: [city]}
    lot = next(lot for lot in _lots(every) if unit in lot)
    before, after = (
        _shared({one: cities for one, cities in who.items() if one in lot})[0]
        for who in (near, every)
    )
    return len(after) > len(before)


def _shared(near: Near) -> tuple[dict[int, Besieged], list[int]]:
    """As many as can be are fed; and the units of which one must go, in any way to feed others."""
    cities = {city.place: city for listed in near.values() for city in listed}
    best: dict[int, Besieged] = {}
    found: list[tuple[set[int], set[int]]] = []
    for open_ in _ways(near):
        taken = _taken(open_)
        if len(taken) > len(best):
            best = {unit: cities[place] for unit, (place, _) in taken.items()}
        if len(taken) == len(near):
            return best, []
        found.append(({*taken}, _spare(open_, taken)))
    spare = [who for fed, who in found if not any(fed < other for other, _ in found)]
    return best, [unit for unit in near if any(unit in who for who in spare)]


def _ways(near: Near) -> Iterator[Mapping[int, Sequence[tuple[int, int]]]]:
    """The rations open to each unit, (city's hex, number), by how cities split theirs (13.41)."""
    heads = {unit: ration(BOARD.pieces[unit]) for unit in near}
    cities = list(dict.fromkeys(city for listed in near.values() for city in listed))
    kinds = (True, False) if "army" in heads.values() else (False,)
    for split in islice(product(kinds, repeat=len(cities)), _MOST):
        armies = dict(zip(cities, split, strict=True))
        yield {
            unit: [
                (city.place, number)
                for city in listed
                for number in _rations(city.more, armies[city])[heads[unit]]
            ]
            for unit, listed in near.items()
        }


_MOST = 16
"""So many ways to split some cities between armies and corps are tried at most (13.41)."""
Ration = TypeVar("Ration", bound=Hashable)
_Seated = tuple[Mapping[int, Sequence[tuple[int, int]]], dict[tuple[int, int], int]]
"""A way to split the cities, and who has which ration."""


def _taken(open_: Mapping[int, Sequence[Ration]]) -> dict[int, Ration]:
    """As many units as can be get one of the rations open to them: unit -> ration.

    >>> _taken({1: [7, 8], 2: [7], 3: [7, 8]})
    {2: 7, 1: 8}
    """
    holder: dict[Ration, int] = {}
    for unit in open_:
        _seat(open_, holder, unit, set())
    return {unit: one for one, unit in holder.items()}


def _seat(
    open_: Mapping[int, Sequence[Ration]], holder: dict[Ration, int], unit: int, asked: set[Ration]
) -> bool:
    """Find a ration for one more unit, by giving others another one where that is needed."""
    for one in open_[unit]:
        if one not in asked:
            asked.add(one)
            if one not in holder or _seat(open_, holder, holder[one], asked):
                holder[one] = unit
                return True
    return False


def _spare(open_: Mapping[int, Sequence[Ration]], taken: Mapping[int, Ration]) -> set[int]:
    """Units of which one may go without another for it: who gets nothing, and who is in his way."""
    holder = {one: unit for unit, one in taken.items()}
    found = [unit for unit in open_ if unit not in taken]
    for unit in found:
        found += {holder[one] for one in open_[unit]}.difference(found)
    return set(found)
