"""Who is asked, since when: nobody is called twice for one question, and nobody is forgotten."""

from hypothesis import given
from hypothesis import strategies as st

from bot.house.calls import Call, compared, fresh

asked = st.dictionaries(st.sampled_from(["gray", "brown", "white"]), st.integers(1, 3))


@given(st.lists(asked, max_size=12))
def test_everybody_who_is_asked_is_called_once_for_it(course) -> None:
    calls: dict[str, Call] = {}
    for now, sides in enumerate(course):
        before = {side: call.user for side, call in calls.items()}
        after = compared(calls, sides, float(now))
        assert {side: call.user for side, call in after.items()} == sides
        new = {side: user for side, user in sides.items() if before.get(side) != user}
        assert {side: call.user for side, call in fresh(calls, after).items()} == new
        assert compared(after, sides, now + 0.5) == after
        calls = after


def test_what_was_sent_and_snoozed_stays_with_its_question() -> None:
    calls = compared({}, {"gray": 1}, 0.0)
    calls["gray"] = calls["gray"].reminded().snooze(99.0)
    assert compared(calls, {"gray": 1, "brown": 2}, 5.0)["gray"] == Call(1, 0.0, 1, 99.0)
    assert compared(compared(calls, {}, 5.0), {"gray": 1}, 6.0)["gray"] == Call(1, 6.0)
