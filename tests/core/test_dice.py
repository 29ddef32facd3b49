"""Dice: promised at the start, fair, and computed again by anybody at the end."""

import hashlib
import hmac
from collections import Counter
from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import dice
from engine.core.entries import Rolled, Shuffled
from tests.core.play import ATTACK, SECRET, battle, moving, new, orders
from tests.core.skirmish import CARDS


def by_hand(n: int, purpose: str, cause: str, limits: list[int]) -> list[int]:
    """The published formula, written down a second time."""
    text = f"skirmish|{n}|{purpose}|{cause}"
    supply = iter(())
    found = []
    blocks = count()

    def byte() -> int:
        nonlocal supply
        while True:
            for value in supply:
                return value
            block = next(blocks)
            label = text if block == 0 else f"{text}|{block}"
            supply = iter(hmac.new(SECRET, label.encode(), hashlib.sha256).digest())

    for limit in limits:
        while (value := byte()) >= 256 // limit * limit:
            pass
        found.append(value % limit)
    return found


def test_the_secret_is_promised_at_the_start() -> None:
    game = new()
    assert game.commitment == hashlib.sha256(SECRET).hexdigest()
    assert SECRET.hex() not in repr([game.view(s) for s in (None, "red", "blue")])
    assert game.secret == SECRET


def test_a_roll_can_be_computed_by_hand() -> None:
    game = battle()
    game.table.pos.queue.clear()
    n = game.table.pos.rolls
    [rolled] = orders(game.submit("red", ATTACK, cause="interaction 77"), Rolled)[:1]
    [value] = by_hand(n, "battle", "interaction 77", [6])
    assert (rolled.n, rolled.values, rolled.cause) == (n, [value + 1], "interaction 77")
    assert not rolled.queued


def test_a_shuffle_can_be_computed_by_hand() -> None:
    game = moving("cards deck " + " ".join(c for c in CARDS if c != "stir"), "cards hand.red stir")
    before, n = list(game.table.pos.piles["deck"].ids), game.table.pos.rolls
    [entry] = orders(game.submit("red", "play stir", cause="c"), Shuffled)
    assert (entry.n, entry.pile, entry.size) == (n, "deck", len(before))
    limits = list(range(len(before), 1, -1))
    others = by_hand(n, "shuffle deck", "c", limits)
    for limit, other in zip(limits, others, strict=True):
        before[limit - 1], before[other] = before[other], before[limit - 1]
    assert game.table.pos.piles["deck"].ids == before


def test_an_order_without_a_cause_rolls_by_the_chain_of_orders() -> None:
    game = battle()
    game.table.pos.queue.clear()
    chain = game.table.pos.chain
    [rolled] = orders(game.submit("red", ATTACK), Rolled)[:1]
    assert rolled.cause == chain


def test_the_cause_the_number_the_purpose_and_the_secret_matter() -> None:
    def first(*parts: object) -> list[int]:
        secret, game, n, purpose, cause = parts
        return list(islice(dice.stream(secret, game, n, purpose, cause), 40))  # type: ignore

    base = (SECRET, "g", 1, "battle", "c")
    others = [
        (b"x", "g", 1, "battle", "c"),
        (SECRET, "h", 1, "battle", "c"),
        (SECRET, "g", 2, "battle", "c"),
        (SECRET, "g", 1, "weather", "c"),
        (SECRET, "g", 1, "battle", "d"),
    ]
    assert first(*base) == first(*base)
    assert all(first(*other) != first(*base) for other in others)


def test_the_stream_goes_on_after_a_block() -> None:
    found = list(islice(dice.stream(SECRET, "g", 0, "p", "c"), 100))
    text = ["g|0|p|c", "g|0|p|c|1", "g|0|p|c|2", "g|0|p|c|3"]
    blocks = [hmac.new(SECRET, t.encode(), hashlib.sha256).digest() for t in text]
    assert bytes(found) == b"".join(blocks)[:100]


@given(st.integers(1, 256), st.lists(st.integers(0, 255), min_size=1, max_size=400))
def test_rejection(limit: int, source: list[int]) -> None:
    fit = [byte for byte in source if byte < 256 - 256 % limit]
    if fit:
        assert dice.below(limit, iter(source)) == fit[0] % limit
    else:
        with pytest.raises(ValueError):
            dice.below(limit, iter(source))


@pytest.mark.parametrize("faces", [2, 6, 10, 100])
def test_dice_are_fair(faces: int) -> None:
    source = dice.stream(SECRET, "g", faces, "battle", "fair?")
    throws = 60_000
    seen = Counter(dice.below(faces, source) for _ in range(throws))
    expected = throws / faces
    chi_square = sum((seen[face] - expected) ** 2 / expected for face in range(faces))
    freedom = faces - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5  # four deviations
    assert set(seen) == set(range(faces))


def test_the_first_die_of_many_rolls_is_fair_too() -> None:
    seen = Counter(dice.below(6, dice.stream(SECRET, "g", n, "battle", "c")) for n in range(12_000))
    chi_square = sum((seen[face] - 2_000) ** 2 / 2_000 for face in range(6))
    assert chi_square < 5 + 4 * 10**0.5


def test_shuffles_are_fair() -> None:
    seen = Counter(
        tuple(dice.shuffled([1, 2, 3], dice.stream(SECRET, "g", n, "shuffle x", "c")))
        for n in range(6_000)
    )
    assert len(seen) == 6
    assert sum((n - 1_000) ** 2 / 1_000 for n in seen.values()) < 5 + 4 * 10**0.5


@given(st.lists(st.integers(), unique=True, max_size=60))
def test_a_shuffle_loses_nothing(items: list[int]) -> None:
    mixed = dice.shuffled(items, dice.stream(b"", "g", 0, "p", "c"))
    assert sorted(mixed) == sorted(items)


def test_queued_results_come_first_and_are_marked() -> None:
    game = battle("dice battle 2 5", die=4)  # the rest of the queue: 2 5 4
    assert game.table.pos.queue == {"battle": [2, 5, 4]}
    [rolled] = orders(game.submit("red", ATTACK), Rolled)
    assert (rolled.values, rolled.queued) == ([2], True)
    assert game.table.pos.queue == {"battle": [5, 4]}
    assert game.edited


@pytest.mark.parametrize("first", ["fire.red", "fire.blue"])
def test_two_dice_at_once_are_named_each(first: str) -> None:
    """Whichever is rolled first: the queue, the entries and the formula know each by name."""
    table = new().table
    table.pos.queue |= {"fire.red": [2], "fire.blue": [5]}
    second = {"fire.red": "fire.blue", "fire.blue": "fire.red"}[first]
    found = {purpose: table.roll(purpose, 1, range(1, 7)) for purpose in (first, second)}
    assert found == {"fire.red": [2], "fire.blue": [5]} and table.pos.queue == {}
    free = {purpose: table.roll(purpose, 1, range(1, 7)) for purpose in (first, second)}
    rolls = [entry for entry in table.log if isinstance(entry, Rolled)][-4:]
    assert [(roll.purpose, roll.queued) for roll in rolls] == [
        (first, True), (second, True), (first, False), (second, False)
    ]  # fmt: skip
    for roll in rolls[2:]:
        (shown,) = by_hand(roll.n, roll.purpose, roll.cause, [6])
        assert free[roll.purpose] == [shown + 1]


def test_a_queue_that_runs_out_in_a_roll_is_topped_up() -> None:
    table = battle().table
    table.pos.queue["battle"] = [6, 6]
    values = table.roll("battle", 4, range(1, 7))
    assert values[:2] == [6, 6]
    assert table.pos.queue == {}
    assert table.log[-1].queued  # type: ignore[union-attr]
    assert len(values) == 4
    table.roll("battle", 1, range(1, 7))
    assert not table.log[-1].queued  # type: ignore[union-attr]


def test_a_queue_is_for_one_purpose() -> None:
    table = battle(die=6).table
    table.roll("weather", 1, range(1, 7))
    assert table.pos.queue == {"battle": [6]}


def test_a_queued_roll_still_counts() -> None:
    table = battle().table
    n = table.pos.rolls
    table.roll("battle", 1, range(1, 7))
    assert table.pos.rolls == n + 1
    assert table.doors


def test_the_chain_depends_on_every_order() -> None:
    one, two = moving(), moving()
    assert one.table.pos.chain == two.table.pos.chain
    one.submit("red", "dig 0")
    two.submit("red", "dig 1")
    assert one.table.pos.chain != two.table.pos.chain
    assert dice.link(b"a" * 64, "x") != dice.link(b"b" * 64, "x")
    assert dice.link(b"", "x", "y") != dice.link(b"", "x")


def test_large_piles_take_two_bytes_a_number() -> None:
    """Every size that a pile can have is drawn from evenly, without running for ever."""
    for limit in (255, 256, 257, 300, 1_000, 65_536):
        source = dice.stream(SECRET, "skirmish", 0, "many", str(limit))
        drawn = [dice.below(limit, source) for _ in range(2_000)]
        assert all(0 <= number < limit for number in drawn)
        assert max(drawn) > limit * 0.99 - 1 and min(drawn) < limit * 0.01 + 1
    big = list(range(400))
    assert sorted(dice.shuffled(big, dice.stream(SECRET, "skirmish", 1, "pile", ""))) == big
