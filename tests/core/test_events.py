"""Events on cards: moments, arguments with their reasons, answers, could-hold, armed lines."""

import pytest

from engine.core.entries import Ordered
from engine.core.errors import Illegal, OrderError
from engine.core.events import Effect, Event, Moment, Way, implied, under_way
from engine.core.game import Game, load_game, new_game
from engine.core.piles import Pile
from engine.core.playing import armed_line, filled
from tests.core.ambush import CARDS, EVENTS, RULES, hit, there
from tests.core.play import SECRET
from tests.table import asked, words


def game(red: str = "", blue: str = "", discard: str = "", *, known: str = "") -> Game:
    """Hands by the names of cards; all that is in no hand lies in the deck, `known` is seen."""
    found = new_game(RULES, secret=SECRET)
    named = {"hand.red": red, "hand.blue": blue, "discard": discard}
    rest = [c for c, name in enumerate(CARDS) if name not in f"{red} {blue} {discard}".split()]
    piles = {pile: [CARDS.index(card) for card in cards.split()] for pile, cards in named.items()}
    masks = {"hand.red": 1, "hand.blue": 2, "discard": 3, "deck": 0}
    t = found.table
    for pile, cards in {**piles, "deck": rest}.items():
        seen = [3 if CARDS[card] in known.split() else masks[pile] for card in cards]
        t.pos.piles[pile] = Pile(cards, seen)
    return load_game(RULES, found.dump())


def refused(found: Game, side: str, line: str) -> tuple[str, str]:
    """Rule and sentence of a refusal."""
    with pytest.raises(OrderError) as error:
        found.submit(side, line)
    return error.value.rule, error.value.text


AMBUSH = Moment("blue", "ambush")


def test_an_event_is_offered_at_its_moment_with_its_arguments() -> None:
    found = game(red="smoke halt", blue="salvo")
    assert words(found, "red", "play ") == {"smoke"}
    assert words(found, "red", "play smoke ") == {"hide", "dash", "screen"}
    assert words(found, "red", "play smoke hide ") == {"r1", "r2"}
    assert refused(found, "red", "play halt") == (
        "3", "Halt is for another moment (at answer): halt it is."
    )  # fmt: skip
    assert refused(found, "red", "play march")[1] == "march is not in your hand."
    assert refused(found, "red", "play smoke hide") == ("3", "Name the unit too: r1, r2.")
    found.submit("red", "play smoke hide r1")
    found.submit("blue", "pass")  # it could hold a halt
    found.submit("red", "go r2")
    assert asked(found) == ["blue"]
    assert words(found, "blue", "play salvo ") == {"p2"}


def test_a_list_is_asked_for_until_nothing_more_can_be_named() -> None:
    found = game(red="smoke")
    assert refused(found, "red", "play smoke screen")[1] == "Name the unit too: r1, r2."
    assert refused(found, "red", "play smoke screen r2")[1] == "Name the unit too: r1."
    assert words(found, "red", "play smoke screen r2 ") == {"r1"}
    found.submit("red", "play smoke screen r2 r1")
    assert found.table.s.hidden == [1, 0]
    assert load_game(RULES, found.dump()).hash == found.hash


def test_a_reason_of_its_own_is_given_before_the_text_of_the_event() -> None:
    found = game(blue="salvo")
    found.table.s.at, found.table.s.hidden = [1, 0], [0]
    found.submit("red", "go r2")
    assert refused(found, "blue", "play salvo p1 r1") == ("3", "r1 is in the smoke.")
    assert refused(found, "blue", "play salvo p5 r1") == (
        "3", "p5 can't be named for Salvo now: salvo it is."
    )  # fmt: skip


def test_what_leaves_an_event_nothing_to_work_on_is_said() -> None:
    found = game(blue="salvo halt")
    found.submit("red", "go r1")
    assert asked(found) == ["blue"]
    found.table.s.hidden = [0, 1]
    found.table.changed()
    assert refused(found, "blue", "play salvo p1 r1") == ("3", "There is nothing but smoke.")
    found.table.s.used = [Event("blue", CARDS.index("salvo"))]
    found.table.changed()
    assert refused(found, "blue", "play salvo p1 r1") == ("2.1", "Once is enough.")


def test_an_event_can_be_answered_and_that_too() -> None:
    for answers, points in ((["pass"], 1), (["play halt", "pass"], 0), (["play halt"] * 2, 1)):
        blue, red = "halt", "smoke halt2"
        found = game(red=red, blue=blue)
        found.submit("red", "play smoke dash")
        for side, line in zip(("blue", "red"), answers, strict=False):
            found.submit(side, line.replace("halt", "halt2") if side == "red" else line)
        while asked(found) != ["red"] or found.pending()[0].kind == "window":
            found.submit(asked(found)[0], "pass")
        assert found.table.s.points == points, answers
        worked = [CARDS[event.card] for event in found.table.s.used]
        assert ("smoke" in worked) is bool(points)


def test_operations_work_in_order_and_a_call_comes_before_the_next() -> None:
    found = game(red="march")
    found.submit("red", "play march")
    assert [play.done for play in under_way(found.table)] == [1]
    found = load_game(RULES, found.dump())  # in the midst of it
    assert found.table.s.points == 0
    found.submit("red", "go r1")
    assert found.table.s.points == 1 and list(under_way(found.table)) == []


@pytest.mark.parametrize(
    ("red", "blue", "discard", "known", "could"),
    [
        ("", "", "", "", False),  # an empty hand is public
        ("", "halt", "", "", True),  # for all that red knows it is the salvo
        ("", "halt", "", "halt", False),  # a hand that all have seen
        ("", "halt", "salvo", "", False),  # the card lies open elsewhere
        ("salvo", "halt", "", "salvo", False),  # seen in the other hand
        ("salvo", "halt", "", "", True),  # which only red knows
        ("", "salvo", "", "salvo", True),
    ],
)
def test_could_hold_looks_at_public_facts_alone(
    red: str, blue: str, discard: str, known: str, could: bool
) -> None:
    found = game(red, blue, discard, known=known)
    assert EVENTS.could_hold(found.table, AMBUSH) is could


def test_conditions_close_a_window_too() -> None:
    found = game(blue="salvo")
    found.table.s.hidden = [0, 1]
    assert not EVENTS.could_hold(found.table, AMBUSH)
    found.table.s.hidden = []
    found.table.s.used = [Event("blue", CARDS.index("salvo"))]
    assert not EVENTS.could_hold(found.table, AMBUSH)


def test_an_armed_card_takes_the_first_that_is_possible_or_its_place() -> None:
    for arm, line in (
        ("arm salvo at ambush", "play salvo p1 r1"),
        ("arm salvo at ambush if p3", "play salvo p3 r2"),
    ):
        found = game(blue="salvo")
        found.table.s.at = [0, 3]
        found.submit("blue", arm)
        entries = found.submit("red", "go r1").entries
        assert line in [entry.line for entry in entries if isinstance(entry, Ordered)]
    found = game(blue="salvo")
    found.submit("blue", "arm salvo at ambush if p7")
    found.submit("red", "go r1")
    assert asked(found) == ["blue"], "nobody is at that place"


def test_an_armed_line_names_one_of_several_ways() -> None:
    found = game(red="smoke", blue="salvo")
    moment = Moment("red", "march")
    assert armed_line(found.table, moment, CARDS.index("smoke")) == "play smoke hide r1"
    found.table.s.hidden = [0, 1]
    assert armed_line(found.table, moment, CARDS.index("smoke")) == "play smoke"
    assert armed_line(found.table, AMBUSH, CARDS.index("salvo")) == ""


def test_what_is_filled_in_goes_back_where_a_first_choice_leads_nowhere() -> None:
    found = game(blue="salvo")
    found.table.s.at = [5, 7]
    anywhere = Effect(hit, args={"place": lambda *_: range(9), "unit": there})
    way = Way(((anywhere, ""),))
    assert filled(found.table, way, AMBUSH) == {"place": 5, "unit": 0}
    assert filled(found.table, way, AMBUSH, 7) == {"place": 7, "unit": 1}
    assert filled(found.table, way, AMBUSH, 4) is None
    assert implied(found.table, AMBUSH, way) == {}
    told = Effect(hit, implied=lambda t, m, op: {"unit": m.unit})
    assert implied(found.table, AMBUSH._replace(unit=1), Way(((told, ""),))) == {"unit": 1}


def test_an_event_is_a_value_that_is_stored_as_such() -> None:
    found = game(red="smoke")
    found.submit("red", "play smoke dash")
    again = load_game(RULES, found.dump())
    assert again.table.s.used == [Event("red", CARDS.index("smoke"))]
    assert again.dump() == found.dump()


def test_a_card_of_another_hand_is_refused_as_any_other() -> None:
    found = game(red="smoke", blue="salvo")
    with pytest.raises(Illegal):
        found.submit("red", "play salvo")
