"""`pick`: slots whose functions take what was picked one by one."""

from collections import Counter
from random import Random

from engine.core.picks import pick
from engine.core.verbs import Sieve, Why
from tests.core.play import new

NO = Why("No.", "1")


def test_values_may_be_given_or_found_from_what_was_picked() -> None:
    assert pick("hex", "place", [3, 4]).domain([]) == [3, 4]
    beside = pick("hex", "place", lambda unit, path: [unit, *path], many=True)
    assert beside.many and beside.domain([7, [1, 2]]) == [7, 1, 2]


def test_why_is_asked_of_what_can_not_be_picked_alone() -> None:
    asked = []
    slot = pick("hex", "place", [3], lambda value: asked.append(value) or NO)
    assert slot.why_not is not None
    assert slot.why_not([], 3) is None and asked == []
    assert slot.why_not([], 4) is NO and asked == [4]


def test_why_not_judges_every_value_for_itself() -> None:
    slot = pick("hex", "place", [3], why_not=lambda value: NO if value == 3 else None)
    assert slot.why_not is not None
    assert slot.why_not([], 3) is NO and slot.why_not([], 4) is None


def test_kept_values_are_found_once_for_the_same_picks_until_something_changes() -> None:
    asked, t = [], new().table
    slot = pick("hex", "place", lambda unit: asked.append(unit) or [unit], keep=t)
    other = pick("hex", "place", lambda unit: [-unit], keep=t)
    assert [slot.domain([unit]) for unit in (1, 1, 2)] == [[1], [1], [2]]
    assert asked == [1, 2] and other.domain([1]) == [-1]
    t.changed()
    assert slot.domain([1]) == [1] and asked == [1, 2, 1]


def test_who_is_drawn_from_a_sieve_passes_and_all_come_up_alike() -> None:
    rng = Random(1)
    drawn = Counter(Sieve(range(9), lambda n: n % 3 == 1).draw(rng) for _ in range(3000))
    assert sorted(drawn) == [1, 4, 7] and min(drawn.values()) > 900


def test_a_sieve_asks_of_each_value_once() -> None:
    asked: list[int] = []
    sieve = Sieve([4, 0, 5, 0], lambda n: asked.append(n) or n < 5)
    assert [*sieve] == [4, 0, 0] and len(sieve) == 3 and sieve and 5 not in sieve and 9 not in sieve
    assert asked == [4, 0, 5]
    assert not Sieve([1, 2], lambda n: n > 2)


def test_what_is_not_said_is_left_to_the_core() -> None:
    bare = pick("hex", "place", [3])
    assert bare.why_not is bare.label is bare.stop is bare.via is None
    told = pick(
        "hex",
        "place",
        [3],
        label=lambda unit, hex_: f"{unit} to {hex_}",
        stop=lambda unit: NO,
        via=lambda unit, hex_: (unit, hex_),
    )
    assert told.label and told.stop and told.via
    assert told.label([1], 3) == "1 to 3"
    assert told.stop([1]) is NO and told.via([1], 3) == (1, 3)
