"""What happened last, as artists draw it: the same for all games."""

import pytest

from engine.core.entries import (
    AnyEntry,
    Fought,
    Lost,
    Marked,
    Moved,
    Noted,
    Ordered,
    Phased,
    Placed,
)
from engine.core.view import View
from renderer.scene import Arrow, Clash, Piece
from renderer.scenes.pieces import counted, stacked
from renderer.scenes.told import Names, Told

NAMES = Names(
    cells={"a": 0, "b": 1, "c": 2, "d": 3},
    units={"tank": 0, "fleet": 1, "gone": 2, "pool": 3},
    sides={"white": 2, "red": 1},
    sites={"city": (1, 2)},
)
AT = [0, 3, 9, -1]


def told(*entries: AnyEntry, seat: str = "") -> Told:
    view = View(game="toy", seat=seat, turn="1", phase="", revision=0, asked=[])
    return Told(NAMES, view, entries, AT)


def test_a_way_that_goes_on_from_its_end_is_one_arrow() -> None:
    found = told(
        Moved(unit="tank", places=["a", "b"], how="moves"),
        Noted(text="A remark lies between."),
        Moved(unit="tank", places=["b", "c", "d"], how="moves"),
        Moved(unit="fleet", places=["d", "box", "c"], how="sails"),
        Moved(unit="fleet", places=["a", "b"], how="sails"),
        Moved(unit="tank", places=["b"], how="stays"),
    )
    looks = {"tank": 2, "fleet": 1}
    assert found.arrows(looks.__getitem__) == (
        Arrow((0, 1, 2, 3), 2), Arrow((3, 2), 1), Arrow((0, 1), 1),
    )  # fmt: skip


@pytest.mark.parametrize("turned", [False, True])
def test_scores_stand_in_the_order_of_the_sides_whoever_attacked(turned: bool) -> None:
    sides, scores = ["white", "red"], [5, 3]
    if turned:
        sides, scores = sides[::-1], scores[::-1]
    battle = Fought(places=["b", "c"], sides=sides, scores=scores, winner="red", result="")
    scored = Clash(1, (5, 3), 1, sides=(2, 1))
    assert told(battle).clashes([3]) == (Clash(3, open=True), scored)
    assert told(battle).clashes([1]) == (Clash(1, open=True),), "it goes on there"
    drawn = Fought(places=["b"], sides=sides, scores=scores, winner="", result="")
    assert told(drawn).clashes() == (Clash(1, (5, 3), -1, sides=(2, 1)),)


def test_the_focus_is_where_something_happened_else_what_the_order_names() -> None:
    order = Ordered(side="white", line="attack c with tank fleet gone city")
    assert told(order).focus() == (2, 0, 3, 1), "places, units where they stand, sites; each once"
    assert told(order, Marked(place="city", mark="control", value="red")).focus() == (1, 2)
    happened = told(
        order,
        Moved(unit="tank", places=["b", "a"], how="moves"),
        Phased(turn="1", phase="Combat"),
        Lost(unit="gone", place="d", how="dies"),
        Placed(unit="gone", place="box"),
        Marked(place="fleet", mark="halt", value="1"),
        Phased(turn="1", phase="End"),
    )
    assert happened.focus([2]) == (1, 0, 3, 2)
    assert happened.focus(latest=True) == (3,), "the last phase in which something did"


def test_units_losses_and_markers_that_a_seat_may_read() -> None:
    entries = (
        Moved(unit="tank", places=["b", "a"], how="moves"),
        Placed(unit="fleet", place="d", to="red"),
        Lost(unit="gone", place="c", how="dies"),
        Lost(unit="gone", place="box", how="dies"),
        Marked(place="city", mark="control", value="red"),
        Marked(place="a", mark="track", value="1"),
    )
    found = told(*entries)
    assert found.units(Moved, Placed) == {0} and found.units(Moved, Lost) == {0, 2}
    assert told(*entries, seat="red").units(Moved, Placed) == {0, 1}
    assert found.lost() == [(2, 2)], "on the map alone"
    assert found.marked() == {"city", "a"} and found.marked("track", "halt") == {"a"}
    assert found.standing([3, 2, 1, 0, 1]) == (3, 0)


def test_like_pieces_lie_under_one_counter() -> None:
    a, b, c = (Piece("air", 0, name, ids=(name,)) for name in "abc")
    other = Piece("air", 1, "d", ids=("d",))
    lit = Piece("air", 0, "e", lit=True, count=2, ids=("e", "f"))
    both = counted([a, other, lit])
    assert both == (Piece("air", 0, lit=True, count=3), other)
    assert both[0].ids == ("a", "e", "f")
    assert counted([a]) == (a,)
    piled = stacked({3: [b], 1: [a]}, {2: [c], 1: [other]})
    assert [(s.cell, s.big, s.small) for s in piled] == [
        (1, (a,), (other,)), (2, (), (c,)), (3, (b,), ()),
    ]  # fmt: skip
