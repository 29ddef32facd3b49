"""Completions: every item leads to a legal order, and every legal order can be reached."""

import random
from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from engine.core.errors import Illegal, Malformed, OrderError
from engine.core.frames import Call, Choice, Done, Outcome, Proc
from engine.core.game import Game
from engine.core.orders import Item
from engine.core.verbs import Picks, Slot, Verb, Why, once
from tests.core.play import ATTACK, asked, battle, load, moving, new, refused, staged, words


def leads_to_an_order(game: Game, side: str, text: str, depth: int = 8) -> bool:
    """Can `text` be completed by following items alone?"""
    if game.complete(side, text).complete:
        return True
    if not depth:
        return False
    typed = text if text.endswith(" ") else text + " "
    items = game.complete(side, typed).items
    return any(leads_to_an_order(game, side, item.value, depth - 1) for item in items)


def walk(game: Game, side: str, rng: random.Random) -> list[str]:
    """Texts met on a random walk along the items, with half-typed words in between."""
    texts, text = [""], ""
    for _ in range(6):
        items = game.complete(side, text).items
        if not items:
            break
        text = rng.choice(items).value
        texts += [text[:-1], text, text.rstrip() + " "]
        text = text.rstrip() + " "
    return texts


def test_each_item_leads_to_a_legal_order() -> None:
    rng = random.Random(2)
    for seed in range(6):
        game = new("close", secret=bytes([seed]))
        for _ in range(20):
            if game.result():
                break
            side = rng.choice(game.pending()).side
            for text in walk(game, side, rng):
                for item in game.complete(side, text).items:
                    assert leads_to_an_order(game, side, item.value), (text, item)
            game.submit(side, game.sample(side, rng))


def test_what_is_complete_is_accepted_and_what_is_not_is_refused() -> None:
    rng = random.Random(3)
    for seed in range(8):
        game = new("close", secret=bytes([seed]))
        for _ in range(20):
            if game.result():
                break
            side = rng.choice(game.pending()).side
            for text in walk(game, side, rng):
                twin = load(game.dump())
                if game.complete(side, text).complete:
                    twin.submit(side, text)
                else:
                    with pytest.raises(OrderError):
                        twin.submit(side, text)
            game.submit(side, game.sample(side, rng))


def test_every_sampled_order_can_be_reached_word_by_word() -> None:
    rng = random.Random(5)
    for seed in range(6):
        game = new("close", secret=bytes([seed]))
        for _ in range(20):
            if game.result():
                break
            side = rng.choice(game.pending()).side
            line = game.sample(side, rng)
            parts = line.replace("+", " ").split()
            for count in range(len(parts)):
                text = " ".join(parts[:count]) + (" " if count else "")
                typed = text + parts[count]
                assert game.complete(side, typed).items, typed
            game.submit(side, line)


def test_verbs_are_offered_first_those_open_at_all_times_last() -> None:
    game = moving()
    offered = words(game, "red")
    assert offered[:3] == ["move", "dig", "watch"]
    assert offered[-2:] == ["resign", "policy"]
    assert game.complete("red", "").hint == "Which order?"
    assert words(game, "blue") == ["resign", "policy"]
    assert words(game, "red", "en") == ["d movement"]
    assert game.complete("red", "end ").items == (Item("end movement", "end movement"),)
    assert game.complete("red", "MÓV").items == (Item("move ", "move"),)


def test_an_item_is_the_whole_line_with_a_label() -> None:
    found = moving().complete("red", "move ")
    assert found.items[0] == Item("move u1", "u1 · Unit r1")
    assert (found.complete, found.hint) == (False, "unit?")
    found = moving().complete("red", "move u3 ")
    assert [item.value for item in found.items] == [
        "move u3 1",
        "move u3 0",
        "move u3 3",
        "move u3 4",
    ]


def test_a_word_is_found_by_short_id_and_name() -> None:
    game = moving()
    for typed in ("u2", "r2", "unit r2"[:4], "R2", "Ü2"):
        assert "move u2" in [item.value for item in game.complete("red", f"move {typed}").items]


def test_shared_shorts_are_offered_by_id() -> None:
    game = moving()
    offered = words(game, "red", "watch ")
    assert offered == ["r1", "r2", "r3", "b1", "b2", "b3"]
    for word in offered:
        assert load(game.dump()).submit("red", f"watch {word}").ran == (f"watch {word}",)


def test_a_list_goes_on_and_its_keywords_are_offered_where_it_may_end() -> None:
    game = moving()
    assert words(game, "red", "dig ") == ["0", "1", "2"]
    assert words(game, "red", "dig 1 ") == ["0", "2", "level", "by"]
    assert words(game, "red", "dig 1+") == ["0", "2"]
    assert words(game, "red", "dig 1+2 ") == ["level"]  # nobody digs two places alone
    assert words(game, "red", "dig 1 l") == ["evel"]
    assert words(game, "red", "dig 1 level ") == ["1", "2"]
    assert words(game, "red", "dig 1 level 2 ") == ["by"]
    assert words(game, "red", "dig 1 by ") == ["u2"]
    done = game.complete("red", "dig 1 by u2 ")
    assert (done.items, done.complete, done.hint) == ((), True, "That is all; send it.")


def test_a_keyword_is_offered_and_named() -> None:
    game = battle()
    assert game.complete("red", "attack ").items == (Item("attack 4", "4 · Place 4"),)
    found = game.complete("red", "attack 4 ")
    assert found.items == (Item("attack 4 with ", "with · unit"),)
    assert found.hint == "with: unit"
    assert game.complete("red", "attack 4 u").items == found.items  # the keyword was forgotten
    assert words(game, "red", "attack 4 with ") == ["u3"]
    assert game.complete("red", ATTACK).complete


def test_a_hint_says_why_nothing_can_follow() -> None:
    game = moving()
    assert "out of reach" in game.complete("red", "move u3 6 ").hint
    assert game.complete("red", "move u9 ").items == ()


def test_several_lines_a_comment_and_a_long_text_are_judged_as_submitted() -> None:
    game = moving()
    assert game.complete("red", "end movement # yes").complete
    for text in ("move u3 3; dig 0", "move u3\n3", "end movement" + " " * 4000):
        assert not game.complete("red", text).complete
    refused(game, "red", "move u3\n3", OrderError.__subclasses__()[1], "2")


class Raid(Choice, kw_only=True, tag="test.raid"):
    """`say N with M.. [air M..] [bold] [at N]`: a keyed list and a chain of optional slots."""

    def prompt(self, t: Any) -> tuple[str, str]:
        return "Raid.", "9"

    def verbs(self, t: Any) -> Sequence[Verb]:
        def unnamed(picks: Picks) -> list[int]:
            named = picks[-1]
            assert isinstance(named, list)
            return [n for n in (1, 2, 3) if n not in named]

        slots = (
            Slot("target", "number", lambda _: (7, 8)),
            Slot("unit", "number", unnamed, many=True, key="with"),
            Slot("wing", "number", unnamed, many=True, key="air", optional=True),
            Slot("bold", "plan", self.bold, key="bold", flag=True, optional=True),
            Slot("ship", "number", lambda _: (), key="sea", optional=True),
            Slot("odds", "number", lambda _: (1, 2), key="at", optional=True),
        )
        bold = Slot("speed", "number", once(lambda: (1, 2)), optional=True)
        pace = Slot("days", "number", once(lambda: (3,)), key="for", optional=True)
        return (Verb("say", lambda *_: Done(), slots), Verb("go", lambda *_: Done(), (bold, pace)))

    def bold(self, picks: Picks) -> Sequence[str]:
        """Not against 8."""
        return ("bold",) if picks[0] == 7 else ()


class Raids(Proc, kw_only=True, tag="test.raids"):
    STEPS: ClassVar = ("raid", "end")

    def raid(self, t: Any) -> Outcome:
        return Call(Raid(side="red"))

    def end(self, t: Any) -> Outcome:
        return Call(Raid(side="blue"))


@pytest.mark.parametrize(
    ("text", "offered", "legal"),
    [
        ("say ", ["7", "8"], False),
        ("say 7 ", ["with"], False),
        ("say 7 with ", ["1", "2", "3"], False),
        ("say 7 with 1 ", ["2", "3", "air", "bold", "at"], True),
        ("say 7 with 1 2 3 ", ["air", "bold", "at"], True),
        ("say 7 with 1 air ", ["1", "2", "3"], False),
        ("say 7 with 1 air 2 ", ["1", "3", "bold", "at"], True),
        ("say 7 with 1 bold ", ["at"], True),
        ("say 7 with 1 air 2 3 bold at 2 ", [], True),
        ("say 8 with 1 ", ["2", "3", "air", "at"], True),
        ("say 7 with 1 at ", ["1", "2"], False),
        ("say 7 with 1 at 2 ", [], True),
        ("go ", ["1", "2", "for"], True),
        ("go 2 ", ["for"], True),
        ("go for ", ["3"], False),
        ("go for 3 ", [], True),
    ],
)
def test_optional_slots_in_a_row(text: str, offered: list[str], legal: bool) -> None:
    game = staged((Raid, Raids), lambda t: Raids())
    assert words(game, "red", text) == offered
    assert game.complete("red", text).complete is legal
    if legal:
        assert game.submit("red", text).ran == (text.strip(),)


def test_a_flag_is_refused_where_it_is_not_offered_or_comes_twice() -> None:
    game = staged((Raid, Raids), lambda t: Raids())
    refused(game, "red", "say 8 with 1 bold", Illegal)
    refused(game, "red", "say 7 with 1 bold bold", Malformed)
    refused(game, "red", "say 7 bold with 1", Malformed)


class Levy(Choice, kw_only=True, tag="test.levy"):
    """`say N [pay M..] [at M]`: 0 costs nothing, 2 costs two; at least one pays for 1."""

    only: int = -1

    def prompt(self, t: Any) -> tuple[str, str]:
        return "Levy.", "9"

    def verbs(self, t: Any) -> Sequence[Verb]:
        def purse(picks: Picks) -> list[int]:
            paid = picks[1]
            assert isinstance(paid, list)
            left = int(str(picks[0])) - len(paid)
            return [n for n in (5, 6) if n not in paid] if left > 0 else []

        def unpaid(picks: Picks) -> Why | None:
            paid = picks[1]
            assert isinstance(paid, list)
            return Why("Pay for it.", "9.2") if len(paid) < int(str(picks[0])) else None

        kinds = (0, 1, 2) if self.only < 0 else (self.only,)
        slots = (
            Slot("kind", "number", lambda _: kinds),
            Slot("coin", "number", purse, many=True, key="pay", optional=True, stop=unpaid),
            Slot("place", "number", lambda p: (9,) * (p[0] == 1), key="at", optional=True),
        )
        return (Verb("say", lambda *_: Done(), slots), *self.other())

    def other(self) -> Sequence[Verb]:
        """A second verb, so that the choice is none that resolves itself."""
        return (Verb("go", Done),) if self.only < 0 else ()


class Levies(Proc, kw_only=True, tag="test.levies"):
    only: int = -1
    STEPS: ClassVar = ("wait", "levy", "end")

    def wait(self, t: Any) -> Outcome:
        return Call(Levy(side="red"))

    def levy(self, t: Any) -> Outcome:
        return Call(Levy(side="red", only=self.only))

    def end(self, t: Any) -> Outcome:
        return Call(Levy(side="blue"))


@pytest.mark.parametrize(
    ("text", "offered", "legal"),
    [
        ("say 0 ", [], True),
        ("say 1 ", ["pay"], False),
        ("say 1 pay ", ["5", "6"], False),
        ("say 1 pay 5 ", ["at"], True),
        ("say 1 at ", [], False),
        ("say 2 pay 6 ", ["5"], False),
        ("say 2 pay 6 5 ", [], True),
    ],
)
def test_an_optional_slot_may_be_due(text: str, offered: list[str], legal: bool) -> None:
    game = staged((Levy, Levies), lambda t: Levies())
    assert words(game, "red", text) == offered
    assert game.complete("red", text).complete is legal
    if legal:
        assert game.submit("red", text).ran == (text.strip(),)
    rng = random.Random(1)
    for _ in range(50):
        assert game.complete("red", game.sample("red", rng)).complete


class Play(Choice, kw_only=True, tag="test.play"):
    """`say N [PLAN] [PLACE..]`: 1 takes nothing, 2 a plan, 4 places, 5 both."""

    def prompt(self, t: Any) -> tuple[str, str]:
        return "Play.", "9"

    def verbs(self, t: Any) -> Sequence[Verb]:
        def need(picks: Picks) -> Why | None:
            return None if picks[-1] or not self.takes(picks) else Why("It takes one.", "9.3")

        def plans(picks: Picks) -> Sequence[str]:
            return ("bold", "wary") if picks[0] in (2, 5) else ()

        def places(picks: Picks) -> Sequence[int]:
            many = picks[0] in (4, 5)
            return [p for p in (6, 7) if p not in picks[2]] if self.takes(picks) and many else ()

        slots = (
            Slot("card", "number", lambda _: (1, 2, 4, 5)),
            Slot("plan", "plan", plans, optional=True, stop=need),
            Slot("place", "place", places, many=True, optional=True, stop=need),
        )
        return (Verb("say", lambda *_: Done(), slots), Verb("go", Done))

    def takes(self, picks: Picks) -> bool:
        return picks[0] in ((2, 5) if len(picks) < 3 else (4, 5))


class Plays(Proc, kw_only=True, tag="test.plays"):
    STEPS: ClassVar = ("play", "end")

    def play(self, t: Any) -> Outcome:
        return Call(Play(side="red"))

    def end(self, t: Any) -> Outcome:
        return Call(Play(side="blue"))


@pytest.mark.parametrize(
    ("text", "offered", "legal"),
    [
        ("say 1 ", [], True),
        ("say 2 ", ["bold", "wary"], False),
        ("say 2 bold ", [], True),
        ("say 2 6 ", [], False),
        ("say 4 ", ["6", "7"], False),
        ("say 4 bold ", [], False),
        ("say 4 6 ", ["7"], True),
        ("say 5 ", ["bold", "wary"], False),
        ("say 5 bold ", ["6", "7"], False),
        ("say 5 bold 7 6 ", [], True),
    ],
)
def test_a_card_takes_the_arguments_that_it_needs(
    text: str, offered: list[str], legal: bool
) -> None:
    game = staged((Play, Plays), lambda t: Plays())
    assert words(game, "red", text) == offered
    assert game.complete("red", text).complete is legal
    rng = random.Random(1)
    for _ in range(50):
        line = game.sample("red", rng)
        assert game.complete("red", line).complete, line
    if legal:
        assert game.submit("red", text).ran == (text.strip(),)


def test_a_slot_that_is_due_is_refused_by_its_rule() -> None:
    game = staged((Levy, Levies), lambda t: Levies())
    assert refused(game, "red", "say 1", Illegal, "9.2").text == "Pay for it."
    refused(game, "red", "say 1 at 9", Illegal, "9.2")
    refused(game, "red", "say 2 pay 5", Illegal, "9.2")
    refused(game, "red", "say 0 pay 5", Illegal)


@pytest.mark.parametrize(("only", "side"), [(0, "blue"), (1, "red"), (2, "red")])
def test_one_line_with_an_empty_optional_slot_is_no_choice(only: int, side: str) -> None:
    game = staged((Levy, Levies), lambda t: Levies(only=only))
    game.submit("red", "go")
    assert asked(game) == [side]


def test_sampling_fills_optional_slots_now_and_then() -> None:
    game = staged((Raid, Raids), lambda t: Raids())
    rng = random.Random(1)
    lines = {game.sample("red", rng) for _ in range(300)}
    assert {"go", "go 1", "go for 3", "go 2 for 3"} <= lines
    assert not any("sea" in line for line in lines)
    assert any(" air " in line and " at " in line for line in lines)
    for line in lines:
        assert game.complete("red", line).complete


def test_verbs_for_menus() -> None:
    verbs = {verb.name: verb for verb in moving().verbs("red")}
    dig = verbs["dig"].slots
    assert [(s.name, s.kind, s.many, s.key, s.optional) for s in dig] == [
        ("place", "place", True, "", False),
        ("level", "number", False, "level", True),
        ("digger", "unit", False, "by", True),
    ]
    assert verbs["end movement"].ends
    assert verbs["resign"].free
    assert {verb.secret for verb in new().verbs("red") if verb.name == "plan"} == {True}
