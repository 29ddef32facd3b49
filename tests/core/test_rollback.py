"""Back over doors: nothing comes a second time, nothing stays known, and it can all be checked."""

import random

import pytest

from engine.core import logbook, record, rollback, script
from engine.core.entries import Rolled, Shuffled
from engine.core.errors import Illegal, OrderError, Unreadable
from engine.core.game import Game
from tests.core.play import new
from tests.core.test_script import Table, open_game


class Told(Table):
    """A table whose people agree, now and then, to go back."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.positions = [game.dump()]

    def give(self, side: str, text: str) -> None:
        super().give(side, text)
        self.positions.append(self.game.dump())

    def undo(self, side: str) -> None:
        super().undo(side)
        self.positions.append(self.game.dump())

    def back(self, batch: int) -> None:
        line, cause = f"rollback {batch}", self.cause()
        self.game, _ = rollback.go_back(self.game, self.positions[batch], cause)
        self.write("gm", line, [record.told("gm", line)])
        self.positions.append(self.game.dump())


def played(seed: int, orders: int = 60) -> Told:
    """A game with random orders and undone ones, some way on."""
    rng = random.Random(seed)
    table = Told(new("close", fog=bool(seed % 2)))
    for _ in range(orders):
        if table.game.result():
            break
        side = rng.choice(table.game.pending()).side
        table.give(side, table.game.sample(side, rng))
        if table.game.steps and rng.random() < 0.2:
            table.undo(side)
    return table


def on(table: Told, seed: int) -> None:
    """To the end, with random orders."""
    rng = random.Random(seed)
    while not table.game.result():
        side = rng.choice(table.game.pending()).side
        table.give(side, table.game.sample(side, rng))


@pytest.mark.parametrize("seed", range(6))
def test_a_game_with_rollbacks_in_it_holds(seed: int) -> None:
    """To any earlier point, one after another, over what was itself rolled back."""
    table, rng = played(seed, 25), random.Random(seed)
    for _ in range(4):
        table.back(rng.randrange(len(table.positions)))
        for _ in range(3):
            side = rng.choice(table.game.pending()).side
            table.give(side, table.game.sample(side, rng))
            if table.game.result():
                break
    on(table, seed)
    verdict = logbook.verify(table.export(), open_game)
    assert verdict.faults == ()
    assert not verdict.unrated
    assert verdict.computed == tuple(dict.fromkeys(row.record for row in table.log))
    assert script.play(table.export(), open_game).dump() == table.game.dump()


@pytest.mark.parametrize("seed", range(6))
def test_no_roll_has_a_number_twice_and_revisions_go_on(seed: int) -> None:
    table = played(seed)
    numbers: list[int] = []
    game, rng = table.game, random.Random(seed)
    for _ in range(20):
        game, entries = rollback.go_back(game, table.positions[3], f"agreed {len(numbers)}")
        while not game.result() and not any(isinstance(e, Rolled | Shuffled) for e in entries):
            side = rng.choice(game.pending()).side
            entries = game.submit(side, game.sample(side, rng)).entries
        numbers += [e.n for e in entries if isinstance(e, Rolled | Shuffled)]
    assert numbers == sorted(set(numbers))
    assert numbers[0] >= table.game.table.pos.rolls


def test_the_dice_that_are_void_do_not_come_again() -> None:
    """From one position, by the same order: as different as other dice are."""
    seen = set()
    start = new("close")
    start.submit("gm", "clear cards\nat 1 red move")
    blob = start.dump()
    game = start
    for n in range(12):
        game, _ = rollback.go_back(game, blob, f"agreed {n}")
        seen.add(game.chain)
        assert game.revision > n
        assert game.table.pos.rolls >= start.table.pos.rolls
    assert len(seen) == 12


def test_what_nobody_had_seen_lies_otherwise_and_what_somebody_knows_stays() -> None:
    table = played(1, 12)
    game = table.game
    known = [name for name, pile in game.table.pos.piles.items() if 0 not in pile.seen]
    before = [game.table.pos.piles[name] for name in ("deck", *known)]
    assert known
    orders = set()
    for n in range(12):
        after, entries = rollback.go_back(game, game.dump(), f"agreed {n}")
        piles = after.table.pos.piles
        orders.add(tuple(piles["deck"].ids))
        assert sorted(piles["deck"].ids) == sorted(before[0].ids)
        assert [piles[name] for name in known] == before[1:]
        assert [type(entry) for entry in entries] == [Shuffled]
    assert len(orders) > 6


def test_policies_stay_and_an_armed_card_stays_where_it_is_held() -> None:
    table = played(5, 6)
    early = len(table.positions) - 1
    side = table.game.pending()[0].side
    table.give(side, "policy cancel auto")
    items = table.game.complete(side, "arm ").items
    for item in items:
        table.give(side, f"{item.value} at cancel")
    assert items and len(table.game.table.pos.arms) == len(items)
    table.back(early)
    assert table.game.policies(side)["cancel"][1] == "auto"
    held = table.game.table.held
    assert [arm.card for arm in table.game.table.pos.arms] == [
        arm.card for arm in table.game.table.pos.arms if arm.card in held(arm.side)
    ]
    table.back(0)  # nothing is held yet
    assert table.game.table.pos.arms == []


def test_nothing_leads_back_before_it_and_old_buttons_are_stale() -> None:
    table = played(2, 20)
    old = {pending.id for pending in table.game.pending()}
    game, _ = rollback.go_back(table.game, table.game.dump(), "agreed")
    assert game.steps == ()
    assert not old & {pending.id for pending in game.pending()}
    side = game.pending()[0].side
    with pytest.raises(OrderError):
        game.undo(side)


def test_only_to_an_earlier_position_of_the_same_game() -> None:
    table = played(2, 20)
    foreign = new("close", secret=bytes(32))
    with pytest.raises(Illegal, match="another game"):
        rollback.go_back(table.game, foreign.dump(), "agreed")
    earlier, _ = rollback.go_back(table.game, table.positions[2], "agreed")
    with pytest.raises(Illegal, match="not an earlier one"):
        rollback.go_back(table.game, earlier.dump(), "agreed")
    with pytest.raises(Unreadable):
        rollback.go_back(table.game, b"{}", "agreed")


def test_a_game_that_is_over_can_go_on_from_an_earlier_point() -> None:
    table = played(2)
    on(table, 2)
    table.back(4)
    assert table.game.result() is None and table.game.pending()
    on(table, 5)
    assert logbook.verify(table.export(), open_game).faults == ()


@pytest.mark.parametrize("line", ["rollback 99", "rollback", "rollback -1", "rollback 2 3"])
def test_a_rollback_that_leads_nowhere_is_found(line: str) -> None:
    table = played(2, 10)
    table.back(3)
    text = table.export().replace("gm> rollback 3", f"gm> {line}")
    assert logbook.verify(text, open_game).faults


def test_a_rollback_to_another_point_is_found() -> None:
    table = played(2, 10)
    table.back(3)
    text = table.export().replace("gm> rollback 3", "gm> rollback 2")
    [fault] = logbook.verify(text, open_game).faults
    assert "differs" in fault


def test_nobody_orders_one() -> None:
    game = new("close")
    for side in ("red", "gm"):
        with pytest.raises(OrderError):
            game.submit(side, "rollback 0")
