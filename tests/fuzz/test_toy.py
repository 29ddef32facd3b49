"""The toy passes the fuzzer, and the fuzzer does all that it says."""

import random

from engine.core import fuzz
from engine.core.piles import Pile
from tests.core.play import battle, load, moving, new
from tests.core.skirmish import CARDS
from tests.fuzz.random_games import play


def test_random_games_reach_their_end() -> None:
    tally = play(12)
    assert tally.games == 12
    assert tally.actions > 500
    assert tally.refusals > 100
    assert tally.undone > 30
    assert tally.swaps > 100
    assert sum(tally.winners.values()) == 12
    assert 0 < tally.longest < 1_000


def test_the_same_seed_plays_the_same_games() -> None:
    assert play(3, seed=7) == play(3, seed=7)
    assert play(3, seed=7) != play(3, seed=8)


# the swap test ---------------------------------------------------------------------


def test_what_a_seat_knows_stays_where_it_is() -> None:
    game = battle("cards hand.red plus fog", "cards hand.blue cancel stir")
    game.submit("gm", "see red cancel2")
    twin = load(game.dump())
    fuzz.permute(twin.table, "red", random.Random(3))
    mine, theirs = game.table.pos.piles, twin.table.pos.piles
    assert theirs["hand.red"] == mine["hand.red"]
    where = mine["deck"].ids.index(CARDS.index("cancel2"))
    assert theirs["deck"].ids[where] == mine["deck"].ids[where]
    assert {k: p.seen for k, p in theirs.items()} == {k: p.seen for k, p in mine.items()}
    everything = [sorted(c for p in piles.values() for c in p.ids) for piles in (mine, theirs)]
    assert everything[0] == everything[1]


def test_what_it_does_not_know_moves_between_piles() -> None:
    game = battle("cards hand.blue plus cancel")
    hands = set()
    for seed in range(500):
        twin = load(game.dump())
        fuzz.permute(twin.table, "red", random.Random(seed))
        hands.add(tuple(twin.table.pile("hand.blue").ids))
    assert len(hands) == 8 * 7  # every ordered pair of cards


def test_a_spectator_knows_only_what_all_know() -> None:
    game = battle("cards hand.red plus", "cards hand.blue cancel")
    twin = load(game.dump())
    twin.table.pos.piles["discard"] = Pile.of([], 3)
    hands = set()
    for seed in range(100):
        fuzz.permute(twin.table, None, random.Random(seed))
        hands.add((*twin.table.pile("hand.red").ids, *twin.table.pile("hand.blue").ids))
    assert len(hands) > 30


def test_an_armed_card_of_another_goes_along() -> None:
    game = battle("cards hand.blue plus")
    game.submit("blue", "arm plus at commit")
    for seed in range(30):
        twin = load(game.dump())
        fuzz.permute(twin.table, "red", random.Random(seed))
        assert [arm.card for arm in twin.table.pos.arms] == twin.table.pile("hand.blue").ids
        own = load(game.dump())
        fuzz.permute(own.table, "blue", random.Random(seed))
        assert own.table.pos.arms == game.table.pos.arms


def test_a_glance_is_all_that_a_seat_sees() -> None:
    game = moving("cards hand.red plus", "cards hand.blue cancel")
    assert "cancel" not in repr(fuzz.glance(game, "red")[:4])
    assert "cancel" in repr(fuzz.glance(game, "blue")[1])
    assert len(fuzz.glance(game, None)) == 3  # questions, view, overlays
    questions, view, *_ = fuzz.glance(new(), "red")
    assert [p.side for p in questions] == ["red", "blue"]
    assert view.seat == "red"
