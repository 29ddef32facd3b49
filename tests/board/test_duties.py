"""Duties of a combat phase against trying every way to fight the rest."""

from itertools import chain, combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board.duties import Duties

UNITS, TARGETS = range(10, 14), range(4)
nearness = st.dictionaries(
    st.sampled_from(TARGETS), st.sets(st.sampled_from(UNITS), min_size=1), min_size=1
)


def some(items: set[int]) -> list[tuple[int, ...]]:
    listed = sorted(items)
    return [*chain.from_iterable(combinations(listed, n) for n in range(1, len(listed) + 1))]


def can_be_done(by: dict[int, set[int]], must: set[int], free: set[int]) -> bool:
    """Is there a way to fight all that is owed: each unit and each target once?"""
    if not must and not set(by) - free:
        return True
    for targets in some(set(by)):
        near = set.intersection(*(by[target] for target in targets))
        for units in some(near):
            rest = {t: by[t] - {*units} for t in by if t not in targets}
            lost = {t for t in rest if not rest[t]}
            if not lost - free and can_be_done(
                {t: rest[t] for t in rest if t not in lost}, must - {*units}, free
            ):
                return True
    return False


@settings(deadline=None, max_examples=150)
@given(nearness, st.sets(st.sampled_from(UNITS)), st.sets(st.sampled_from(TARGETS)), st.data())
def test_an_attack_is_offered_if_the_rest_can_still_be_done(
    by: dict[int, set[int]], must: set[int], free: set[int], data: st.DataObject
) -> None:
    must = {unit for unit in must if any(unit in others for others in by.values())}
    owed = Duties({t: sorted(us) for t, us in by.items()}, sorted(must), sorted(free))
    assert can_be_done(by, must, free), "what somebody is next to can be done at first"
    targets = data.draw(st.sampled_from(some(set(by))))
    near = set.intersection(*(by[target] for target in targets))
    assert set(owed.common(targets)) == near
    for units in some(near):
        rest = {t: by[t] - {*units} for t in by if t not in targets}
        orphans = {t for t in rest if not rest[t]} - free
        left = must - {*units}
        stranded = {u for u in left if not any(u in others for others in rest.values())}
        assert set(owed.starved(targets, units)) == orphans
        assert set(owed.idle(targets, units)) == stranded
        alive = {t: us for t, us in rest.items() if us}
        assert can_be_done(alive, left, free) == (not stranded) or orphans
        offered = not owed.starved(targets, units)
        assert offered == (not orphans)
    for unit in owed.attackers(targets, ()):
        assert not owed.starved(targets, (unit,))
