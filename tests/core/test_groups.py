"""Several units in one order: the same as its single orders, all or none up to a door."""

import pytest

import engine
from engine import Game
from engine.core.entries import Moved
from engine.core.errors import Malformed, OrderError
from engine.core.trial import Stop
from tests.core.play import moving
from tests.iron_blood import table as iron_blood
from tests.no_retreat import table as no_retreat
from tests.race_to_moscow import table as race_to_moscow


def same(game: Game, side: str, group: str, *singles: str) -> Game:
    """The group does what its single orders do, and is one step to take back."""
    before, twin = game.dump(), engine.load(game.dump())
    assert game.whole(side, group) and game.complete(side, group).complete
    assert game.dump() == before, "looking does nothing"
    receipt = game.submit(side, group)
    ran = twin.submit(side, "\n".join(singles)).ran
    assert receipt.ran == ran and receipt.left == () and len(ran) == len(singles)
    assert game.hash == twin.hash
    game.undo(side)
    assert game.dump() == before
    game.submit(side, group)
    return game


def refused(game: Game, side: str, text: str, word: str, rule: str) -> OrderError:
    """Nothing of it is done, and the word is named."""
    before = game.dump()
    assert not game.whole(side, text)
    with pytest.raises(OrderError) as caught:
        game.submit(side, text)
    assert game.dump() == before
    error = caught.value
    assert (error.word, error.rule) == (word, rule), str(error)
    assert error.text
    return error


def front() -> Game:
    """No Retreat!: a stack of two, an army beside it, enemies far off."""
    return no_retreat.empty(
        *("put pz_1 1508", "put army_4 1508", "put army_6 1509", "put pz_2 1610"),
        *("put west 2112", "at 1 axis movement"),
    )


@pytest.mark.parametrize(
    "group",
    [
        "move 1pz 4 1608",
        "move 1pz 4 to 1608",
        "move 1pz+4 1608",
        "Move 1pz, 4 to 1608.",
        "move stack 1508 1608",
        "move all 1508 to 1608",
    ],
)
def test_a_stack_goes_in_one_order(group: str) -> None:
    """No Retreat! §8.0: each is judged after the one before."""
    game = same(front(), "axis", group, "move 1pz 1608", "move 4 1608")
    assert no_retreat.look(game, "1pz at") == no_retreat.look(game, "4 at") == "1608"


def test_units_from_several_places_go_by_their_own_ways() -> None:
    same(front(), "axis", "move 4 6 2pz 1611", "move 4 1611", "move 6 1611", "move 2pz 1611")
    same(front(), "axis", "move 1pz 4 to 1608 via 1607", "move 1pz 1607 1608", "move 4 1607 1608")


@pytest.mark.parametrize(
    ("group", "word", "rule"),
    [
        ("move 1pz 4 6 2112", "1pz", "8.4"),
        ("move 4 west 1608", "west", "8.0"),
        ("move 4 1pz 99", "99", ""),
        ("move 4 77 1608", "77", ""),
        ("move stack 1708 1608", "1708", "8.0"),
        ("move stack nowhere 1608", "nowhere", "8.0"),
        ("move all 1508", "pz_1", "8.0"),
    ],
)
def test_a_refused_group_names_the_word_and_does_nothing(group: str, word: str, rule: str) -> None:
    game = front()
    before = game.dump()
    with pytest.raises(OrderError) as caught:
        game.submit("axis", group)
    assert game.dump() == before and caught.value.text
    assert (caught.value.word, caught.value.rule) == (word, rule), str(caught.value)


def test_a_later_unit_that_is_refused_leaves_the_first_where_it_was() -> None:
    """No Retreat! §8.0: one that has moved already, after one that has not."""
    game = front()
    game.submit("axis", "move 4 1608")
    error = refused(game, "axis", "move 1pz 4 1607", "4", "8.0")
    assert error.lines == ("move 1pz 4 1607",)


def test_a_group_among_other_lines_is_counted_as_its_line() -> None:
    game = front()
    error = refused(game, "axis", "move 2pz 1611\nmove 1pz 4 2112", "1pz", "8.4")
    assert len(error.lines) == 2
    receipt = game.submit("axis", "move 2pz 1611\nmove 1pz 4 1608")
    assert [line.split()[1] for line in receipt.ran] == ["pz_2", "pz_1", "army_4"]


def columns() -> Game:
    """Iron Blood: an infantry unit that must roll to get away, others around it."""
    return iron_blood.empty(
        *("put axis_tank_1 0404", "put axis_infantry_1 0403", "put axis_infantry_2 0405"),
        *("put soviet_tank_2 0403", "put soviet_tank_1 0802", "dice disengage 1"),
        *(*iron_blood.hands(), "at 1941_clear axis move"),
    )


def test_a_die_in_the_middle_stops_a_group_and_says_what_is_left() -> None:
    """Iron Blood §phase2.disengage: the roll is a door."""
    game = columns()
    assert game.whole("axis", "move 1inf 2inf to 0505")
    receipt = game.submit("axis", "move 1inf 2inf to 0505\nend movement")
    assert [line.split()[1] for line in receipt.ran] == ["axis_infantry_1"] and receipt.door
    assert receipt.left == ("move 2inf to 0505", "end movement")
    assert iron_blood.look(game, "axis_infantry_1 at") == "0403", "it could not get away"
    assert game.submit("axis", receipt.left[0]).ran == ("move axis_infantry_2 0505",)


def test_two_units_never_share_a_hex_of_iron_blood() -> None:
    """Iron Blood §map.stacking: the second is refused, so the first stays too."""
    refused(columns(), "axis", "move 1pz 2inf to 0504", "2inf", "phase2.convoy")
    refused(columns(), "axis", "move stack 0909 0504", "0909", "phase2")
    same(columns(), "axis", "move stack 0404 0504", "move 1pz 0504")


def armies() -> Game:
    """Race to Moscow: two field armies and an armored one."""
    return race_to_moscow.empty(
        *("put 16a riga food=2", "put 18a valmiera food=2", "put 4pz tilsit fuel=3"),
        *("mark jekelopils control gray", "mark sebezh control gray", "at 1 gray actions"),
    )


def test_armies_of_race_to_moscow_go_one_by_one() -> None:
    """Race to Moscow §5, §7: an area holds one army; the one on its way is ended first."""
    same(armies(), "gray", "move stack riga jekelopils", "move 16a jekelopils")
    refused(armies(), "gray", "move 16a 18a to jekelopils", "18a", "5")
    refused(armies(), "gray", "move 4pz 16a rostov", "4pz", "7")
    refused(armies(), "gray", "move 16a 18a to sebezh via jekelopils", "18a", "7")


def test_a_word_that_may_be_a_unit_or_a_place_is_a_place_at_the_end() -> None:
    """No Retreat!: Kalinin is a Front and a city."""
    game = no_retreat.empty(
        *("put kalinin 1908", "put west 1907", "put pz_1 1010", "at 2 soviet movement")
    )
    city = next(id_ for id_ in engine.rules("no_retreat").lexicons["place"].read("kalinin"))
    where = engine.rules("no_retreat").lexicons["place"].write(city)
    same(game, "soviet", "move west kalinin", f"move west {where}")


def test_a_path_of_the_toy_is_no_group() -> None:
    game = moving()
    assert game.submit("red", "move u3 3").ran == ("move r3 3",)
    with pytest.raises(OrderError, match="is no place"):
        moving().submit("red", "move u3 u3 3")


def test_a_group_in_a_game_that_asks_nobody_of_that_side_is_out_of_turn() -> None:
    game = front()
    with pytest.raises(OrderError):
        game.submit("soviet", "move west west 1608")
    with pytest.raises(Malformed, match="one word too many"):
        game.submit("axis", "end movement 1pz 4")


def test_a_group_is_tried_out_as_one_line() -> None:
    game = front()
    found = engine.trial(game, "axis", "move 1pz 4 to 1608\nmove 2pz 1611")
    assert found.good and [line.line for line in found.lines] == [
        "move 1pz 4 to 1608",
        "move pz_2 1611",
    ]
    moved = [entry.unit for entry in found.lines[0].entries if isinstance(entry, Moved)]
    assert moved == ["pz_1", "army_4"] and found.left == ()
    bad = engine.trial(game, "axis", "move 1pz 4 2112")
    assert not bad.good and bad.lines[0].error and bad.lines[0].error.word == "1pz"


def test_a_group_that_comes_to_a_die_is_tried_up_to_it() -> None:
    found = engine.trial(columns(), "axis", "move 1inf 2inf to 0505\nend movement")
    [line] = found.lines
    assert (line.line, line.stop) == ("move 1inf 2inf to 0505", Stop.DIE)
    assert found.left == ("end movement",)


def test_autocomplete_offers_stacks_and_what_all_of_a_group_may_do() -> None:
    """The word, the hexes where several stand, and then the places that are open to each."""
    game = front()
    offered = {item.value: item.label for item in game.complete("axis", "move ").items}
    assert offered["move stack "].startswith("stack")
    [stack] = game.complete("axis", "move stack ").items
    assert stack.value == "move stack 1508" and "1pz" in stack.label and "4" in stack.label
    places = {item.value.split()[-1] for item in game.complete("axis", "move stack 1508 ").items}
    alone = [
        {item.value.split()[-1] for item in game.complete("axis", f"move {unit} ").items}
        for unit in ("1pz", "4")
    ]
    assert places == alone[0] & alone[1] and "1608" in places
    named = {item.value.split()[-1] for item in game.complete("axis", "move 1pz 4 ").items}
    assert places <= named
    assert {item.value for item in game.complete("axis", "move stack 1508 160").items} == {
        f"move stack 1508 {place}" for place in places if place.startswith("160")
    }
    for place in places:
        assert game.whole("axis", f"move stack 1508 {place}"), place


def test_a_stack_is_all_that_can_go_where_a_verb_takes_several_units() -> None:
    """Russia Besieged: who has moved stays; the line that ran names the units"""
    game = engine.new_game("russia_besieged", secret=bytes(32))
    game.submit("gm", "clear\nput ger_pz_41 ger_pz_56 ger_inf_1 1028\nat 2 axis movement")
    assert "move stack 1028" in {i.value for i in game.complete("axis", "move stack ").items}
    goals = {item.value.split()[-1] for item in game.complete("axis", "move stack 1028 ").items}
    assert "1128" in goals
    twin = engine.load(game.dump())
    line = "move ger_inf_1 ger_pz_41 ger_pz_56 1128"
    assert sorted(game.submit("axis", "move stack 1028 to 1128").ran[0].split()) == sorted(
        twin.submit("axis", line).ran[0].split()
    )
    game.undo("axis")
    game.submit("axis", "move 1inf 1128")
    (ran,) = game.submit("axis", "move stack 1028 1129").ran
    assert "ger_pz_41" in ran and "ger_pz_56" in ran and "ger_inf_1" not in ran
