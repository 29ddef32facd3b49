"""Lists show the nearest first, in every game: the front before the rear."""

import pytest

import engine
from engine.core.groups import STACK
from tests.core.test_printed import positions


def steps(near: list[list[int]], start: int, goal: int) -> int:
    """Steps between two places of a map, counted one by one."""
    reached, count = {start}, 0
    while goal not in reached and count < 1_000:
        wider = reached | {other for place in reached if place < len(near) for other in near[place]}
        count = 1_000 if wider == reached else count + 1
        reached = wider
    return count


@pytest.mark.parametrize("room", engine.ROOMS)
def test_units_from_the_front_back_and_places_from_the_unit_on(room: str) -> None:
    seen = 0
    for number, (game, side) in enumerate(positions(room, 90)):
        if number % 3 or "move" not in [verb.name for verb in game.verbs(side)]:
            continue
        t, units = game.table, game.table.rules.lexicons["unit"]
        near = [list(row) for row in t.rules.near]
        hostile = t.rules.hostile(t, side)
        front = [place for place in range(len(near)) if hostile >> place & 1]
        offered = [item.value.split()[-1] for item in game.complete(side, "move ").items]
        movers = [word for word in offered if word not in STACK]
        at = {word: int(t.rules.editor.where(t, units.read(word, side)[0])) for word in movers}
        far = [min((steps(near, place, at[word]) for place in front), default=0) for word in movers]
        assert far == sorted(far), movers
        for word in movers[:2]:
            items = game.complete(side, f"move {word} ").items
            words = [item.value.split()[-1] for item in items]  # more units too, where they may go
            places = [place for word in words for place in t.rules.lexicons["place"].read(word)]
            away = [steps(near, at[word], int(place)) for place in places]
            assert away == sorted(away), (word, [item.value for item in items])
            seen += 1
    assert seen > 3
