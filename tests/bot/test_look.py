"""Looking: hands, legal orders, maps; and a card played from the hand by a button."""

from typing import Any

import pytest

import engine
from bot.acts import looking
from bot.house.pace import Pace
from bot.words import completing, texts
from bot.words.refusal import Refusal
from tests.bot.world import World, said


async def test_a_hand_is_shown_with_what_each_card_does(world: World) -> None:
    table = await world.begin("iron_blood")
    await world.reach("move")
    [card] = table.running().hand("axis")
    text = said(await world.slash(world.anna, "hand"))
    assert card.name in text and card.when in text and card.text in text
    assert "Soviet holds no cards now" in said(await world.slash(world.boris, "hand"))
    assert "no seat" in said(await world.slash(world.clara, "hand"))


async def test_a_card_that_can_be_played_has_a_button(world: World) -> None:
    table = await world.begin("iron_blood")

    await world.play_on(lambda game, side: bool(looking._plays(game, side)))
    side = table.running().pending()[0].side
    who = world.player(side)
    shown = await world.slash(who, "hand")
    [line, *_] = looking._plays(table.running(), side)
    hand = table.running().hand(side)
    await world.press(who, shown.response, line.capitalize())
    assert len(table.running().hand(side)) == len(hand) - 1


async def test_legal_orders_in_full_and_about_a_unit(world: World) -> None:
    table = await world.begin("iron_blood")
    side = await world.reach("move")
    who = world.player(side)
    text = said(await world.slash(who, "legal"))
    assert "`move`" in text and "`end movement`" in text and "At any time: `resign`" in text
    unit = table.running().complete(side, "move ").items[0].value.split()[1]
    about = said(await world.slash(who, "legal", about=unit))
    assert f"`move {unit} " in about
    assert f"`move {unit} " in said(await world.slash(who, "legal", about=f"move {unit}"))
    assert "Nothing legal begins like that" in said(
        await world.slash(who, "legal", about="@everyone 🙂")
    )
    other = world.boris if who is world.anna else world.anna
    assert "to decide; you will be called" in said(await world.slash(other, "legal"))


async def test_legal_is_paged_where_it_is_long(world: World) -> None:
    await world.begin("iron_blood")
    for place in ("", "place"):
        answer = await world.slash(world.anna, "legal", about=place)
        parts = [answer.response, *answer.followups]
        assert all(0 < len(part.content) <= 2_000 for part in parts)


async def test_the_map_has_words_for_those_who_do_not_see_it(world: World) -> None:
    await world.begin("iron_blood")
    answer = await world.slash(world.clara, "map")
    [file] = answer.response.attachments
    assert file.description and "1941" in file.description
    assert "1941" in answer.response.content


def test_pace_lets_so_many_through_and_then_again() -> None:
    now = 0.0
    pace = Pace(2, 10, lambda: now)
    pace.take(1)
    pace.take(1)
    pace.take(2)
    with pytest.raises(Refusal, match="in 10 s"):
        pace.take(1)
    now = 10.0
    pace.take(1)


def test_a_label_that_was_offered_means_its_value_and_only_for_that_person() -> None:
    offered = completing.Offered()
    offered.remember(1, [("1inf · 18. Armee", "1inf"), ("end", "end")])
    assert offered.meant(1, "1inf · 18. Armee") == "1inf"
    assert offered.meant(2, "1inf · 18. Armee") == "1inf · 18. Armee"
    for number in range(completing.PEOPLE + 1):
        offered.remember(100 + number, [("a", "b")])
    assert offered.meant(1, "1inf · 18. Armee") == "1inf · 18. Armee"


class FewWords:
    """A referee whose lines are long or many."""

    def __init__(self, values: list[str], complete: bool = False) -> None:
        self.values = values
        self.is_complete = complete

    def verbs(self, side: str) -> list[Any]:
        return []

    def whole(self, side: str, text: str) -> bool:
        return True

    def complete(self, side: str, text: str) -> Any:
        items = tuple(engine.Item(value, value) for value in self.values)
        return engine.Completions(items, self.is_complete, "?")


def test_what_is_too_long_for_a_list_says_where_to_write_it() -> None:
    pairs = completing.lines(FewWords(["short", "long " * 30]), "axis", "")  # type: ignore[arg-type]
    assert pairs[0] == ("short", "short")
    label, value = pairs[-1]
    assert "Give an order" in label and 0 < len(value) <= 100
    with pytest.raises(Refusal, match="nothing was done"):
        completing.Offered().meant(1, value)


def test_what_is_too_many_for_a_list_says_how_many_more() -> None:
    game = FewWords([f"move {number}" for number in range(60)])
    pairs = completing.lines(game, "axis", "m")  # type: ignore[arg-type]
    assert len(pairs) == 25 and "36 more" in pairs[-1][0]
    pairs = completing.words(game, "axis", ["move"], "")  # type: ignore[arg-type]
    assert len(pairs) == 25 and pairs[0] == ("0", "0")


def crossroads() -> engine.Game:
    """Fifteen enemies that can be attacked, each by some units of many."""
    game = engine.new_game("russia_besieged", secret=bytes(32))
    while not game.pending()[0].prompt.startswith(("Attack", "You must attack")):
        game.submit("axis", game.auto("axis"))
    return game


def test_a_tree_too_large_for_a_list_shows_its_beginnings(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the time that there is; whoever types one on finds the whole orders below it."""
    game, now, asked = crossroads(), 0.0, 0
    complete = engine.Game.complete

    def slow(self: engine.Game, side: str, text: str) -> engine.Completions:
        nonlocal now, asked
        now, asked = now + completing.PATIENCE / 16, asked + 1
        return complete(self, side, text)

    monkeypatch.setattr(engine.Game, "complete", slow)
    monkeypatch.setattr(completing, "thread_time", lambda: now)
    shown = completing.whole_lines(game, "axis", "")
    assert asked < 20 and "there may be more" in shown[-1][0]
    begins = [(label, value) for label, value in shown if value.startswith("attack ")]
    marks = [f"{value} …" in label for label, value in begins]
    assert any(marks) and marks == [not game.whole("axis", value) for _, value in begins]
    line = game.short(game.auto("axis"))
    typed, asked = line.rpartition(" ")[0], 0
    deeper = [value for _, value in completing.whole_lines(game, "axis", typed)]
    assert line in deeper and all(value.startswith((typed, "…")) for value in deeper), deeper


@pytest.mark.parametrize("id_", sorted(engine.catalogue()))
def test_what_ends_a_phase_comes_last_among_whole_lines(id_: str) -> None:
    """And is there, however many orders there are: through some turns of each game."""
    game = engine.new_game(id_, secret=bytes(32))
    seen, full = 0, 0
    for _ in range(120):
        side = game.pending()[0].side
        ends = {v.name for v in game.verbs(side) if v.ends and game.whole(side, v.name)}
        lines = [value for _, value in completing.whole_lines(game, side, "")]
        assert len(lines) <= 25
        orders = [line for line in lines if not line.startswith("…")]
        assert {*orders[len(orders) - len(ends) :]} == ends
        seen += bool(ends)
        full += len(orders) < len(lines) and bool(ends)
        game.submit(side, game.auto(side))
    assert seen > 10 and (full or id_ == "iron_blood")


def test_sides_and_people_in_words() -> None:
    assert texts.both("no_retreat", ["axis", "soviet"]) == "Axis and Soviet"
    assert texts.who("no_retreat", "axis", 0) == "the practice opponent (Axis)"
    assert texts.both("russia_besieged", ["axis", "soviet"]) == "Axis and Russian"


async def test_what_is_this_explains_the_question_to_whoever_presses(world: World) -> None:
    """Rule, kind and words for everybody; what can be ordered for the side that is asked alone."""
    table = await world.begin("iron_blood")
    side = await world.reach("move")
    [asked] = [p for p in table.running().pending() if p.side == side]
    own = said(await world.press(world.player(side), world.panel(), "What is this?"))
    other = said(await world.press(world.clara, world.panel(), "What is this?"))
    for text in (own, other):
        assert asked.prompt in text and engine.rule_name(asked.rule) in text and "**convoy**" in own
    assert "You can order:" in own and "`move`" in own
    assert "You can order:" not in other


async def test_map_offers_what_the_game_of_the_channel_has(world: World) -> None:
    await world.begin("iron_blood")
    found = {
        row["value"] for row in await world.anna.autocomplete(world.channel, "map", "mode", "")
    }
    assert "supply" in found and "full" in found and "zoc" not in found and "mat" not in found
