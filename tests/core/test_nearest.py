"""Lists show the nearest first, in every game: the front before the rear."""

import pytest

import engine
from engine.core.groups import STACK
from tests.core.test_printed import positions


def steps(near: list[list[int]], starts: set[int]) -> list[int]:
    """Steps to each place from the nearest of some, counted layer by layer; 1000 for never."""
    found = [1_000] * (max([len(near), *starts]) + 1)
    reached: set[int] = set()
    layer, count = starts, 0
    while layer:
        for place in layer:
            found[place] = count
        reached |= layer
        layer = {other for place in layer if place < len(near) for other in near[place]} - reached
        count += 1
    return found


@pytest.mark.parametrize("room", engine.ROOMS)
def test_units_from_the_front_back_and_places_from_the_unit_on(room: str) -> None:
    seen = 0
    for number, (game, side) in enumerate(positions(room, 90)):
        if number % 3 or "move" not in [verb.name for verb in game.verbs(side)]:
            continue
        t, units = game.table, game.table.rules.lexicons["unit"]
        near = [list(row) for row in t.rules.near]
        hostile = t.rules.hostile(t, side)
        front = {place for place in range(len(near)) if hostile >> place & 1}
        offered = [item.value.split()[-1] for item in game.complete(side, "move ").items]
        movers = [word for word in offered if word not in STACK]
        at = {word: int(t.rules.editor.where(t, units.read(word, side)[0])) for word in movers}
        to_front = steps(near, front)
        far = [to_front[at[word]] for word in movers]
        assert far == sorted(far), movers
        for word in movers[:2]:
            items = game.complete(side, f"move {word} ").items
            words = [item.value.split()[-1] for item in items]  # more units too, where they may go
            places = [place for word in words for place in t.rules.lexicons["place"].read(word)]
            to_unit = steps(near, {at[word]})
            away = [to_unit[int(place)] for place in places]
            assert away == sorted(away), (word, [item.value for item in items])
            seen += 1
    assert seen > 3
