"""Order lines: what they mean, what is refused and how, and that nothing else ever happens."""

import random
from collections.abc import Sequence
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import orders as lines
from engine.core.entries import Moved
from engine.core.errors import Ambiguous, Illegal, Malformed, OrderError, OutOfTurn, Over, Stale
from engine.core.frames import Call, Choice, Done, Outcome, Proc
from engine.core.game import Game
from engine.core.verbs import Picks, Slot, Value, Verb, Why, has_line
from tests.core.play import ATTACK, battle, load, moving, new, orders, refused, staged

# reading ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("move r3 3", "move r3 3"),
        ("move u3 4", "move r3 3 4"),  # the quiet way is filled in
        ("move u3 3 4", "move r3 3 4"),
        ("  MOVE   Unit_R3 \t place_4 # on we go", "move r3 3 4"),
        ("Möve ü3 3", "move r3 3"),
        ("move r1 3", "move r1 1 2 3"),
        ("dig 1", "dig 1"),
        ("dig 1+2", "dig 1+2"),
        ("dig 2 1", "dig 2+1"),
        ("dig 1+2 level 2", "dig 1+2 level 2"),
        ("dig 1 by u2", "dig 1 by r2"),
        ("dig 1 level 2 by r2", "dig 1 level 2 by r2"),
        ("DIG 1 LEVEL 2 BY R2", "dig 1 level 2 by r2"),
        ("end Movement", "end movement"),
    ],
)
def test_a_line_is_read_and_written_canonically(line: str, canonical: str) -> None:
    game = moving()
    assert game.complete("red", canonical).complete
    assert game.submit("red", line).ran == (canonical,)
    assert moving().submit("red", canonical).ran == (canonical,)


def test_the_log_keeps_the_whole_path() -> None:
    receipt = moving().submit("red", "move u3 4")
    assert orders(receipt, Moved) == [Moved(unit="r3", places=["2", "3", "4"], how="moves")]


@pytest.mark.parametrize(
    ("line", "kind", "rule", "says"),
    [
        # no order of this game reads like that
        ("attak 4", Malformed, "", "no order `attak`"),
        ("move", Malformed, "", "needs a unit"),
        ("move u9 3", Malformed, "", "no unit `u9`"),
        ("move u3 99", Malformed, "", "no place `99`"),
        ("end movement now", Malformed, "", "one word too many"),
        ("watch r1 r2", Malformed, "", "one word too many"),
        ("watch r1 r2", Malformed, "", "only one unit can be named"),
        ("watch r1 watch r2", Malformed, "", "it stands in a line once"),
        ("dig 1 level 1 level 2", Malformed, "", "it stands in a line once"),
        ("dig 1 by u2 level 1", Malformed, "", "it goes before `by`"),
        ("dig 1++2", Malformed, "", "no place ``"),
        ("dig 1 level", Malformed, "", "needs a level"),
        ("dig 1 level two", Malformed, "", "no level `two`"),
        ("", Malformed, "", "empty"),
        (" # only a comment", Malformed, "", "empty"),
        # the rules forbid it
        ("move u3", Illegal, "2", "Name at least one place"),
        ("move b1 3", Illegal, "2", "Unit b1 is no unit"),
        ("move u3 6", Illegal, "2", "out of reach"),
        ("move u3 3 2", Illegal, "2", "out of reach"),
        ("move 3 3", Illegal, "2", "is no unit"),
        ("dig 5", Illegal, "2.1", "Place 5 is no place"),
        ("dig 1+1", Illegal, "2.1", "Place 1 is no place"),
        ("dig 0+1+2", Illegal, "2.1", "Place 2 is no place"),
        ("dig 1+2 by u2", Illegal, "2.1", "no digger"),
        ("dig 1 level 3", Illegal, "2.1", "3 is no level"),
        ("target 4", Illegal, "3", "can't be ordered now"),
        ("end attacks", Illegal, "3", "can't be ordered now"),
        ("play plus", Illegal, "4", "can't be ordered now"),
        # it could mean more than one thing
        ("watch u1", Ambiguous, "", "could be several"),
    ],
)
def test_a_refusal_says_what_and_by_which_rule(
    line: str, kind: type[OrderError], rule: str, says: str
) -> None:
    game = moving()
    assert says in refused(game, "red", line, kind, rule).text
    assert not game.complete("red", line).complete


def test_a_refusal_lists_what_could_be_ordered() -> None:
    text = refused(moving(), "red", "target 4", Illegal, "3").text
    for verb in ("`move`", "`dig`", "`end movement`", "`refuel`"):
        assert verb in text
    assert "resign" not in text


def test_who_is_not_asked_is_told_so() -> None:
    game = moving()
    refused(game, "blue", "move b1 5", OutOfTurn)
    refused(game, "blue", "muve b1 5", Malformed)
    with pytest.raises(OutOfTurn):
        game.auto("blue")


def test_an_unknown_side_is_malformed() -> None:
    game = new()
    for ask in (game.view, game.auto, game.undo, game.hand, lambda s: game.complete(s, "")):
        with pytest.raises(Malformed):
            ask("green")
    with pytest.raises(Malformed):
        game.submit("green", "plan bold")


def test_a_question_that_is_gone_is_stale() -> None:
    game = moving()
    old = game.pending()[0].id
    game.submit("red", "dig 0", pending=old)
    with pytest.raises(Stale):
        game.submit("red", "dig 1", pending=old)
    game.undo("red")
    assert game.pending()[0].id == old
    game.submit("red", "dig 1", pending=old)


def test_after_the_end_everything_is_over() -> None:
    game = moving()
    receipt = game.submit("red", "resign")
    assert receipt.door
    result = game.result()
    assert result and result.winners == ("blue",)
    assert game.view(None).winners == ["blue"]
    for line in ("move u3 3", "resign", "policy commit auto"):
        refused(game, "red", line, Over)
    assert game.pending() == ()
    assert game.verbs("red") == ()
    assert game.complete("red", "").items == ()


@pytest.mark.parametrize("text", ["x" * 4001, "move u3 3 " + "# " * 2000])
def test_a_text_has_a_longest_length(text: str) -> None:
    assert "4000" in refused(moving(), "red", text, Malformed).text
    refused(moving(), "gm", text, Malformed)


def test_a_long_word_is_cut_in_the_answer() -> None:
    error = refused(moving(), "red", "move " + "x" * 1900, Malformed)
    assert len(error.text) < 120


# ambiguity -------------------------------------------------------------------------


def test_each_candidate_of_a_shared_short_is_an_order() -> None:
    error = refused(moving(), "red", "watch u1", Ambiguous)
    assert isinstance(error, Ambiguous)
    assert sorted(error.candidates) == ["watch b1", "watch r1"]
    for line in error.candidates:
        assert moving().submit("red", line).ran == (line,)


def test_the_own_unit_is_meant_where_only_it_fits() -> None:
    assert moving().submit("red", "move u3 3").ran == ("move r3 3",)


class Ford(Choice, kw_only=True, tag="test.ford"):
    """From 1 to 4 lead two ways that differ in effect: over 2 or over 3."""

    def prompt(self, t: Any) -> tuple[str, str]:
        return "Go.", "9"

    def verbs(self, t: Any) -> Sequence[Verb]:
        def domain(picks: Picks) -> list[int]:
            way = picks[0]
            assert isinstance(way, list)
            return [2, 3] if not way else [4] if len(way) == 1 else []

        def why_not(picks: Picks, value: Value) -> Why | None:
            if value in domain(picks):
                return None
            two = ((2, 4), (3, 4)) if value == 4 and picks[0] == [] else ()
            return Why("There are two ways to that place." if two else "No way.", "9.2", two)

        def stop(picks: Picks) -> Why | None:
            return None if picks[0][-1] == 4 else Why("In mid-stream.", "9.3")  # type: ignore

        way = Slot("place", "place", domain, many=True, stop=stop, why_not=why_not, rule="9")
        number = Slot("pace", "number", lambda _: (1, 2), key="at", optional=True)
        return (Verb("go", lambda *_: Done(), (way, number), rule="9"),)


class Crossing(Proc, kw_only=True, tag="test.crossing"):
    STEPS: ClassVar = ("go", "end")

    def go(self, t: Any) -> Outcome:
        return Call(Ford(side="red"))

    def end(self, t: Any) -> Outcome:
        return Call(Ford(side="blue"))


def crossing() -> Game:
    return staged((Ford, Crossing), lambda t: Crossing())


@pytest.mark.parametrize("tail", ["", " at 2"])
def test_each_candidate_way_is_an_order(tail: str) -> None:
    error = refused(crossing(), "red", f"go 4{tail}", Ambiguous, "9.2")
    assert isinstance(error, Ambiguous)
    assert error.candidates == (f"go 2 4{tail}", f"go 3 4{tail}")
    for line in error.candidates:
        assert crossing().submit("red", line).ran == (line,)


def test_a_list_ends_only_where_it_may() -> None:
    game = crossing()
    assert refused(game, "red", "go 2", Illegal, "9.3").text == "In mid-stream."
    refused(game, "red", "go 2 at 1", Illegal, "9.3")
    refused(game, "red", "go 5", Illegal, "9.2")
    assert not game.complete("red", "go 2").complete
    assert game.complete("red", "go 2 4").complete


# printing --------------------------------------------------------------------------


def offered(game: Game, side: str) -> list[Verb]:
    return [verb for verb in game.offers(side) if has_line(verb)]


def test_reading_a_written_order_gives_the_order() -> None:
    rng = random.Random(4)
    for seed in range(40):
        game = new("close", secret=bytes([seed]))
        for _ in range(25):
            if game.result():
                break
            side = rng.choice(game.pending()).side
            for verb in offered(game, side):
                _, picks = lines.fill(rng, verb)
                line = lines.write(game.table, verb, picks)
                again, same = lines.read(game.table, side, game.offers(side), line.split())
                assert (again.name, same) == (verb.name, picks), line
                assert game.complete(side, line).complete
            game.submit(side, game.sample(side, rng))


def test_a_sampled_line_is_the_order_that_its_words_are() -> None:
    rng = random.Random(5)
    for seed in range(20):
        game = new("close", secret=bytes([seed]))
        while not game.result() and game.revision < 40:
            side = rng.choice(game.pending()).side
            twin = load(game.dump())  # has sampled nothing: it reads the words
            line = game.sample(side, rng)
            assert game.submit(side, line) == twin.submit(side, line)
            assert game.dump() == twin.dump(), line


def test_a_sampled_line_is_good_for_its_moment_and_its_side_alone() -> None:
    game = moving()
    (move,) = (verb for verb in game.offers("red") if verb.name == "move")
    line = game.sample("red", random.Random(1), [move])
    refused(game, "blue", line, OutOfTurn)
    game.submit("red", line)
    with pytest.raises(OrderError):
        game.submit("red", line)
    game.undo("red")
    assert game.submit("red", line).ran == (line,)
    again = game.sample("red", random.Random(1), [move])
    game.submit("red", "end movement")
    with pytest.raises(OrderError):
        game.submit("red", again)


def test_auto_gives_a_legal_line_and_the_same_one_again() -> None:
    game = new("close")
    for _ in range(200):
        if game.result():
            break
        side = game.pending()[0].side
        line = game.auto(side)
        assert line == load(game.dump()).auto(side)
        assert game.submit(side, line).ran == (line,)
    assert game.revision > 15


# anything at all -------------------------------------------------------------------

WORDS = [
    "move",
    "dig",
    "watch",
    "peek",
    "refuel",
    "end",
    "movement",
    "target",
    "attack",
    "with",
    "level",
    "by",
    "at",
    "if",
    "play",
    "pass",
    "retreat",
    "give",
    "up",
    "resign",
    "policy",
    "arm",
    "disarm",
    "commit",
    "cancel",
    "ask",
    "auto",
    "plus",
    "r1",
    "r2",
    "r3",
    "b1",
    "u1",
    "u2",
    "0",
    "1",
    "2",
    "3",
    "4",
    "8",
    "99",
    "1+2",
    "+",
    "++",
    "#",
    ";",
    "@everyone",
    "<@123>",
    "<@&1>",
    "🏰",
    "⚔️",
    "ʀ1",
    "\x00",
    "\x1b[31m",
    "\u200b",
    "\u202e",
    "١",
    "²",
    "½",
    "ß",
    "İ",
]

GAMES = [moving(), new(), battle()]
soup = st.lists(st.sampled_from(WORDS) | st.text(max_size=8), max_size=9).map(" ".join)
anything = soup | st.text(max_size=60) | st.text(alphabet="\n;# +u1r", max_size=40)


@settings(max_examples=400, deadline=None)
@given(number=st.integers(0, 2), side=st.sampled_from(["red", "blue", "gm"]), text=anything)
def test_any_text_is_an_order_or_an_order_error(number: int, side: str, text: str) -> None:
    game = load(GAMES[number].dump())
    legal = side != "gm" and game.complete(side, text).complete
    before = game.dump()
    try:
        game.submit(side, text)
    except OrderError as error:
        assert error.text
        assert len(str(error)) < 500
        assert game.dump() == before
        assert not legal or "\n" in text
    else:
        assert game.revision >= load(before).revision


@settings(max_examples=300, deadline=None)
@given(number=st.integers(0, 2), side=st.sampled_from(["red", "blue"]), text=anything)
def test_any_text_can_be_completed(number: int, side: str, text: str) -> None:
    game = GAMES[number]
    before = game.dump()
    found = game.complete(side, text)
    assert found.hint
    assert all(item.value and item.label for item in found.items)
    assert game.table.rules.codec.encode(game.table.pos) == before


def test_the_attack_of_the_examples_is_legal() -> None:
    assert battle().submit("red", ATTACK).ran == ("attack 4 with r3",)


def test_synonyms_stand_for_a_verb(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log has the verb itself; what is open now is meant, else the first one named."""
    game = moving()
    synonyms = {"go": ("move",), "move along": ("move",), "stop now": ("attack", "end movement")}
    monkeypatch.setattr(type(game.table.rules), "synonyms", synonyms)
    sizes = {"go": [1], "move": [2], "stop": [2]}
    monkeypatch.setattr(game.table.rules, "synonym_sizes", sizes)
    assert moving().submit("red", "move u3 4").ran == ("move r3 3 4",)
    assert moving().submit("red", "go u3 4").ran == ("move r3 3 4",)
    assert moving().submit("red", "Move along u3 4").ran == ("move r3 3 4",)
    assert moving().submit("red", "stop now").ran == ("end movement",)
    assert [item.value for item in game.complete("red", "stop").items] == ["end movement"]
    assert game.complete("red", "go r3 ").items == game.complete("red", "move r3 ").items
    assert game.complete("red", "go r3 3").complete
    with pytest.raises(Malformed, match="no unit `3pz`"):
        game.submit("red", "go 3pz 4")


def test_an_article_fits_its_noun() -> None:
    assert [lines._a(name) for name in ("unit", "area", "place")] == [
        "a unit",
        "an area",
        "a place",
    ]
