"""How far an offer is agreed to."""

from bot.house.consent import HOLDS, Offer, moment, standing
from engine import Pending

WHEN, WHAT = "a1-b2", "seat axis 7"


def test_an_offer_is_agreed_to_by_one_after_the_other() -> None:
    made = standing(None, WHEN, WHAT, 0.0)
    assert made.by == () and made.left({1, 2}) == {1, 2}
    made = made.agreed(1)
    assert made.left({1, 2}) == {2}
    assert made.agreed(2).left({1, 2}) == set()


def test_who_left_the_game_need_not_agree() -> None:
    assert Offer(WHEN, WHAT, (1,)).left({1}) == set()


def test_what_is_kept_is_read_again_as_long_as_nothing_else_is_asked() -> None:
    kept = Offer(WHEN, WHAT, (1,)).kept()
    assert standing(kept, WHEN, WHAT, 0.0) == Offer(WHEN, WHAT, (1,))
    assert standing(kept, "a1-b3", WHAT, 0.0).by == (), "the game went on"
    assert standing(kept, WHEN, "seat axis 8", 0.0).by == (), "something else was offered"


def test_an_offer_kept_by_an_older_version_is_one_to_end_the_game() -> None:
    assert standing({"when": WHEN, "by": [1]}, WHEN, "end", 99.0).by == (1,)


def test_an_offer_lapses_by_itself() -> None:
    kept = standing(None, WHEN, WHAT, 50.0).agreed(1).kept()
    assert standing(kept, WHEN, WHAT, 50.0 + HOLDS - 1).by == (1,)
    assert standing(kept, WHEN, WHAT, 50.0 + HOLDS).by == ()


def test_a_moment_is_the_open_questions() -> None:
    asked = [Pending(id_, "axis", "turn", "?", "") for id_ in ("a1", "b2")]
    assert moment(asked) == WHEN
