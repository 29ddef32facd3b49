"""How many orders there are along fixed lines, pinned: a change of the rules code shows here."""

import pytest

from engine.core.game import Game
from engine.core.orders import write
from engine.core.verbs import Picks, Slot, Value, Verb, has_line, may_stop
from tests.core.play import ATTACK, battle, load, moving, new


def orders_of(verb: Verb) -> list[Picks]:
    """Every order with this verb, slot by slot; a list is counted at each place it may end."""
    found: list[Picks] = [[]]
    for slot in verb.slots:
        longer: list[Picks] = []
        for picks in found:
            if slot.optional:
                longer.append([*picks, []])
            if slot.many:
                longer += lists(slot, picks)
            else:
                longer += [[*picks, value] for value in slot.domain(picks)]
        found = longer
    return found


def lists(slot: Slot, picks: Picks, listed: list[Value] | None = None) -> list[Picks]:
    """Every list that a `many` slot takes after `picks`, neighbours only for paths."""
    listed = listed or []
    found: list[Picks] = []
    for value in slot.domain([*picks, listed]):
        if slot.via and slot.via([*picks, listed], value):
            continue
        whole = [*picks, [*listed, value]]
        if may_stop(slot, whole) is None:
            found.append(whole)
        found += lists(slot, picks, [*listed, value])
    return found


def count(game: Game, side: str) -> dict[str, int]:
    """Orders by verb, those that are open at all times left out."""
    return {v.name: len(orders_of(v)) for v in game.offers(side) if has_line(v) and not v.free}


def perft(game: Game, depth: int) -> int:
    """Lines of play of so many orders, without those that pass a door on the way."""
    if not depth:
        return 1
    nodes = 0
    for pending in game.pending():
        for verb in game.offers(pending.side):
            if verb.free or not has_line(verb):
                continue
            for picks in orders_of(verb):
                twin = load(game.dump())
                receipt = twin.submit(pending.side, write(game.table, verb, picks))
                nodes += 1 if receipt.door else perft(twin, depth - 1)
    return nodes


def test_the_sealed_plans() -> None:
    game = new()
    assert count(game, "red") == {"plan": 2}
    assert [perft(game, depth) for depth in (1, 2)] == [4, 8]


@pytest.mark.parametrize(
    ("lines", "counts"),
    [
        # paths 3 + 4 + 4; forts 3 places alone x 3 levels x 2 diggers, 6 pairs x 3 levels
        ([], {"move": 11, "dig": 36, "watch": 6}),
        (["move u3 4"], {"move": 7, "dig": 18, "watch": 6}),
        (["move u3 4", "dig 0+1"], {"watch": 6}),
        (["watch r1"], {"move": 11, "dig": 36, "watch": 5}),
    ],
)
def test_the_movement(lines: list[str], counts: dict[str, int]) -> None:
    game = moving()
    for line in lines:
        game.submit("red", line)
    assert count(game, "red") == {**counts, "refuel": 1, "end movement": 1}


def test_depths_of_movement() -> None:
    game = moving("clear units", "put r1 0", "put b1 4", "set fuel.red 0")
    assert [perft(game, depth) for depth in (1, 2, 3)] == [12, 50, 107]


def test_the_battle() -> None:
    game = battle("cards hand.red plus plus2", "cards hand.blue cancel")
    assert count(game, "red") == {"attack": 1, "refuel": 1}
    game.submit("red", ATTACK)
    assert count(game, "red") == {"pass": 1, "play": 2, "refuel": 1}
    game.submit("red", "play plus")
    assert count(game, "blue") == {"pass": 1, "play": 1}
