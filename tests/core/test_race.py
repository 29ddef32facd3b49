"""What the second toy proves: many sides at once, secret pieces, a rule that asks a neighbour."""

import random
from itertools import permutations

import pytest

from engine.core import fuzz
from engine.core.entries import Marked, Moved, Ordered, readable
from engine.core.errors import Illegal, Malformed, OutOfTurn
from engine.core.game import Game, load_game, new_game
from tests.core.play import asked, orders, refused, words
from tests.core.race import RACE

SECRET = bytes(range(32))
OPTIONS: list[dict[str, object]] = [
    {},
    {"soviet": True},
    {"sides": ["gray"]},
    {"sides": ["gray"], "soviet": True},
    {"sides": ["white", "brown"], "order": ["brown", "white"], "bid": 2},
]


def race(*lines: str, **options: object) -> Game:
    """A race after edit lines."""
    game = new_game(RACE, None, options, SECRET)
    if lines:
        game.submit("gm", "\n".join(lines))
    return game


def pause(*lines: str) -> Game:
    """All three are fed at once, in white's turn."""
    supplies = [f"set food.{side} 1" for side in ("gray", "white", "brown")]
    return race(*supplies, *lines, "at 1 white pause")


def load(game: Game) -> Game:
    return load_game(RACE, game.dump(), game.steps)


# sides -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sides", "first"),
    [
        ({}, ("gray", "white", "brown"), "gray"),
        ({"sides": ["brown", "gray"]}, ("gray", "brown"), "gray"),
        ({"sides": "white"}, ("white",), "white"),
        ({"order": "brown,gray,white"}, ("gray", "white", "brown"), "brown"),
        ({"sides": ["gray", "white"], "soviet": "on"}, ("gray", "white", "soviet"), "soviet"),
    ],
)
def test_sides_and_their_order_are_options(
    options: dict[str, object], sides: tuple[str, ...], first: str
) -> None:
    game = race(**options)
    assert game.sides == sides
    assert asked(game) == [first]
    for seat in ("black", *{"soviet"}.difference(sides)):
        with pytest.raises(Malformed):
            game.view(seat)


@pytest.mark.parametrize(
    "options",
    [
        {"sides": []},
        {"sides": ["gray", "gray"]},
        {"order": ["gray"]},
        {"sides": ["gray"], "order": ["white"]},
        {"bid": 3},
    ],
)
def test_options_that_do_not_fit_are_malformed(options: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        race(**options)


def test_a_bid_is_paid_by_who_moves_first() -> None:
    assert race(order="brown,gray,white", bid="2").table.s.stock == [3, 3, 1]


def test_a_game_of_three_ends_when_one_resigns_and_the_others_share() -> None:
    game = race()
    game.submit("white", "resign")  # out of turn, too
    result = game.result()
    assert result is not None
    assert (result.winners, result.reason) == (("gray", "brown"), "white resigned")


# all at once -----------------------------------------------------------------------


def test_the_last_train_stops_the_turn_until_all_are_fed() -> None:
    game = race("set food.gray 1", "set food.white 1", "set food.brown 1", "at 1 white actions")
    receipt = game.submit("white", "take trains 2")
    assert asked(game) == ["gray", "white", "brown"]
    assert receipt.door
    assert "load" not in words(game, "white")  # its turn is stopped
    for side in ("brown", "white", "gray"):
        game = load(game)
        game.submit(side, "eat card")
    assert asked(game) == ["white"]  # and goes on
    assert "load" in words(game, "white")


def test_any_order_gives_the_same_end() -> None:
    meals = {"gray": "eat base", "white": "eat card", "brown": "eat card"}
    ends = set()
    for order in permutations(meals):
        game = pause()
        for side in order:
            assert side in asked(game)
            game.submit(side, meals[side])
        ends.add(repr(game.table.s))
        assert "Fed from: base, card, card." in repr(game.table.log)
    assert len(ends) == 1


def test_a_lane_has_steps_of_its_own_and_the_others_do_not_notice() -> None:
    game = pause("set food.gray 0", "set stock.gray 0")
    # nothing to eat is no choice: gray is asked the second question of its lane
    ids = {p.side: p.id for p in game.pending()}
    assert game.pending()[0].prompt == "Stay, or go back to the base?"
    game.submit("white", "eat card")
    refused(game, "white", "eat card", OutOfTurn)
    assert {p.side: p.id for p in game.pending()} == {s: ids[s] for s in ("gray", "brown")}
    game.submit("gray", "back")
    assert game.table.s.fuel[0] == 1
    game.submit("brown", "eat base")
    assert "Fed from: back, card, base." in repr(game.table.log)


def test_undo_goes_back_one_by_one_where_several_are_asked() -> None:
    game = pause()
    blobs = [game.dump()]
    for side in ("gray", "white"):
        game.submit(side, "eat card")
        blobs.append(game.dump())
    with pytest.raises(Illegal, match="not yours"):
        game.undo("gray")
    for side in ("white", "gray"):
        game = load(game)
        assert game.dump() == blobs.pop()
        game.undo(side)
    assert game.dump() == blobs.pop()
    assert asked(game) == ["gray", "white", "brown"]


def test_a_policy_answers_in_a_lane() -> None:
    game = race("set food.brown 1", "set food.white 1")
    game.submit("brown", "policy eat auto")
    game.submit("gm", "at 1 white actions")  # a player turn begins
    receipt = game.submit("white", "take trains 2")
    assert Ordered(side="brown", line="eat card", auto=True) in orders(receipt)
    assert asked(game) == ["gray", "white"]


# a rule that leaves it open --------------------------------------------------------


@pytest.mark.parametrize(("armies", "seat"), [((), "white"), (("put white minsk",), "brown")])
def test_the_left_hand_neighbour_is_asked_only_where_the_rule_leaves_it_open(
    armies: tuple[str, ...], seat: str
) -> None:
    """Tokens come next to tokens and armies: kiev alone, or kiev and orsha."""
    tokens = ("cards at.riga infantry1", "cards at.orel armor1", "cards at.orsha")
    bag = "cards bag infantry2 infantry3 armor2 armor3"
    game = race(*tokens, bag, "put gray kaunas", *armies)
    receipt = game.submit("gray", "end turn")
    assert asked(game) == [seat]
    if seat == "brown":  # gray's left-hand neighbour
        assert words(game, "brown", "react ") == ["kiev", "orsha"]
        receipt = game.submit("brown", "react orsha")
    else:
        assert Ordered(side="brown", line="react kiev", auto=True, rule="") in orders(receipt)
    assert asked(game) == ["white"]
    assert len(orders(receipt, Marked)) == 1


# secret pieces ---------------------------------------------------------------------


def test_the_defender_puts_tokens_down_in_secret() -> None:
    game = race(soviet=True)
    receipt = game.submit("soviet", "place armor riga")
    told = [Marked(place="riga", mark="token", value="face down")]
    for seat in (None, "gray", "white", "brown"):
        assert readable(receipt.entries, seat) == [
            Ordered(side="soviet", line="place", rule="5.1"), *told
        ]  # fmt: skip
        assert game.view(seat).tokens[6] == ["?"]
    assert game.view("soviet").tokens[6] == ["armor1"]
    game.submit("soviet", "place infantry orsha")
    game.submit("soviet", "place armor orel")
    assert asked(game) == ["gray"]


def test_a_token_that_nobody_knows_is_known_when_it_is_turned() -> None:
    game = race("set fuel.gray 3")
    assert [game.view(seat).tokens[6] for seat in (None, *game.sides)] == [["?"]] * 4
    assert game.submit("gray", "move gray kaunas riga").door
    while asked(game) == ["gray"] and game.pending()[0].prompt.startswith("Pay"):
        game.submit("gray", "pay")
    left = game.table.pile("at.riga")
    assert (game.table.s.at[0] == 6) is not bool(left.ids)
    assert all(mask == game.table.everyone for mask in left.seen)


def test_a_look_is_for_one_side_alone() -> None:
    game = race("put gray kaunas")
    receipt = game.submit("gray", "look riga")
    assert receipt.door
    assert game.view("gray").tokens[6] != ["?"]
    assert [game.view(seat).tokens[6] for seat in (None, "white", "brown")] == [["?"]] * 3


# moves -----------------------------------------------------------------------------


def test_a_third_area_needs_the_flag() -> None:
    game = race("cards deck fuel1 fuel2 mud1 mud2 mud3")
    way = "kaunas minsk kiev"
    assert words(game, "gray", "move gray kaunas minsk ") == ["kiev", "orsha"]
    assert words(game, "gray", f"move gray {way} ") == ["fast"]
    refused(game, "gray", f"move gray {way}", Illegal, "2.1")
    refused(game, "gray", "move gray kaunas fast", Illegal, "2.1")
    receipt = game.submit("gray", f"move gray {way} fast\nend turn")
    assert receipt.left == ("end turn",)  # cards were drawn
    assert [e.places[1] for e in orders(receipt, Moved)] == ["kaunas", "minsk"]
    assert game.pending()[0].prompt == "Pay for the mud, or halt."
    game = load(game)
    receipt = game.submit("gray", "pay")
    assert [e.places[1] for e in orders(receipt, Moved)] == ["kiev"]


def test_mud_without_fuel_is_no_choice() -> None:
    game = race("cards deck mud1 ...", "set fuel.gray 1", "set stock.gray 0")
    receipt = game.submit("gray", "move gray kaunas")
    assert Ordered(side="gray", line="halt", auto=True) in orders(receipt)
    assert game.table.s.at[0] == 0


@pytest.mark.parametrize(
    ("line", "legal"),
    [
        ("load fuel 1", True),
        ("load food 1 fuel 2", True),
        ("load fuel", False),
        ("load fuel 2 food 2", False),
        ("load fuel 1 fuel 1", False),
        ("load", False),
    ],
)
def test_kinds_and_counts_in_one_list(line: str, legal: bool) -> None:
    game = race()
    assert game.complete("gray", line).complete is legal
    if legal:
        before = game.pending()
        assert game.submit("gray", line).ran == (line,)
        assert [p.prompt for p in game.pending()] == [p.prompt for p in before]


# at random -------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS, ids=repr)
def test_random_races(options: dict[str, object]) -> None:
    def make(rng: random.Random, secret: bytes) -> Game:
        return new_game(RACE, None, options, secret)

    tally = fuzz.Tally()
    for seed in range(4):
        fuzz.play(make, lambda blob, steps=(): load_game(RACE, blob, steps), seed, tally)
    assert tally.games == 4
    assert tally.swaps > 100
