"""The Card Phase: discarding, drawing, reshuffling, and what changes the draw (chapter 5)."""

import pytest

from engine.core.entries import Shuffled
from engine.games.no_retreat.cards import deck
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import AXIS, SIDES, SOVIET
from tests.no_retreat.cardplay import phase, play
from tests.no_retreat.table import asked, prompt, refused, running, table, told, words

UNITS = ("put pz_4 1808", "put west 1908")
QUIET = "cards deck 1 2 3 9 10 15 17 18 20 21 22 23 ..."
"""No weather card near the top."""


def test_discard_down_to_two() -> None:
    """§5.1: all cards beyond two, of the own choice, in one order; the last one lies on top."""
    game = phase("axis cards", *UNITS, QUIET, axis="5 6 14 16", turn=8)
    assert prompt(game) == "Discard 2 cards: 2 are kept."
    assert refused(game, "axis", "discard 5") == "5.1"
    assert refused(game, "axis", "discard 5 6 14") == "5.1"
    assert refused(game, "axis", "discard 5 41") == "5.1"
    game.submit("axis", "discard 5 6")
    t = running(game)
    assert t.pile("discard").ids == [6, 5] and t.pile("discard").seen == [3, 3]
    assert t.pile("hand.axis").ids[:2] == [14, 16] and len(t.pile("hand.axis")) == 2 + 5


def test_nothing_to_discard() -> None:
    """§5.1, §5.2: with two cards the draw comes at once; four cards one by one."""
    game = phase("soviet cards", *UNITS, QUIET, soviet="5 6")
    assert running(game).pile("hand.soviet").ids == [5, 6, 1, 2, 3, 9]
    assert running(game).pile("hand.soviet").seen == [2] * 6, "known to their owner alone"


DRAWS = [
    # side, turn, edits, cards
    (AXIS, 7, (), 4),
    (AXIS, 8, (), 5),
    (AXIS, 9, (), 5),
    (AXIS, 10, (), 4),
    (AXIS, 7, ("mark ploesti_oil control soviet",), 3),
    (AXIS, 23, (), 1),
    (AXIS, 23, ("mark ploesti_oil control soviet",), 1),
    (AXIS, 24, (), 4),
    (SOVIET, 7, (), 4),
    (SOVIET, 7, ("mark moscow control axis",), 3),
    (SOVIET, 7, ("mark moscow control axis", "mark caucasus_oil control axis"), 2),
    (SOVIET, 20, (), 4),
    (SOVIET, 21, (), 5),
]


@pytest.mark.parametrize(("side", "turn", "edits", "cards"), DRAWS)
def test_draw_rate(side: int, turn: int, edits: tuple[str, ...], cards: int) -> None:
    """§5.2, §13.5: four cards, more or fewer by turn, Moscow and the oil fields (nr-18)."""
    base = ("mark moscow control soviet", "mark caucasus_oil control soviet")
    lines = (*UNITS, *base, "mark ploesti_oil control axis", *edits)
    game = phase("axis organization", *lines, turn=turn)
    assert deck.allowed(running(game).s, side) == cards
    running(game).s.draw_change[side] = -9
    least = 1 if (side, turn) == (AXIS, 23) else 0
    assert deck.allowed(running(game).s, side) == least


def test_a_lost_draw_counts_once() -> None:
    """§5.2, §13.5, §15.6: cards lost by an event are missing at the next draw alone."""
    game = phase("axis combat", *UNITS, turn=8)
    running(game).s.draw_change = [-2, 0]
    game.submit("gm", QUIET)
    game.submit("gm", "at 8 axis cards")
    assert len(running(game).pile("hand.axis")) == 3 and running(game).s.draw_change == [0, 0]


def test_two_front_war() -> None:
    """§5.2.1, §13.4: at the end of the Draw Step of a red event the Axis discard a card."""
    for turn in (4, 7, 10, 14):
        game = phase("axis cards", *UNITS, QUIET, turn=turn)
        event = BOARD.turn(turn).red_event
        assert event and prompt(game) == f"{event.name}: discard a card of your choice."
        hand = list(running(game).pile("hand.axis").ids)
        assert len(hand) == 4 and words(game, "axis", "discard ") == {str(card) for card in hand}
        game.submit("axis", f"discard {hand[1]}")
        assert running(game).pile("discard").ids == [hand[1]]
    assert asked(phase("soviet cards", *UNITS, QUIET, turn=7)) == ["soviet"]
    assert not running(phase("soviet cards", *UNITS, QUIET, turn=7)).pile("discard").ids


def test_reshuffle_when_one_card_is_left() -> None:
    """§5.0: the last card is not drawn; the discards are shuffled in with it."""
    game = phase("axis combat", *UNITS, turn=8)
    t = running(game)
    every = list(BOARD.base_deck)
    kept = [card for card in every if card not in (1, 2, 3)]
    game.submit("gm", "cards discard " + " ".join(map(str, kept)) + "\ncards deck 1 2 3")
    entries = game.submit("gm", "at 8 axis cards").entries
    assert [entry.size for entry in entries if isinstance(entry, Shuffled)] == [1 + len(kept)]
    assert set(t.pile("hand.axis").ids) >= {1, 2}, "the two cards above the last one"
    assert len(t.pile("hand.axis")) >= 5 - 1
    assert not (set(t.pile("deck").seen) - {0}), "nobody knows the order"


def test_one_card_left_is_shuffled_in_at_once() -> None:
    """§5.0: not when the next card is wanted; what is discarded later waits (nr-98)."""
    game = phase("axis combat", *UNITS, turn=8)
    t = running(game)
    for card in [card for card in BOARD.base_deck if card not in (1, 2, 3, 4)]:
        t.play("deck", "out", card)
    t.play("deck", "discard", 4)
    t.pile("deck").ids.sort()
    deck.draw(t, AXIS, 2)
    assert sorted(t.pile("deck").ids) == [3, 4] and not t.pile("discard").ids
    assert sorted(t.pile("hand.axis").ids) == [1, 2]


def test_no_cards_at_all() -> None:
    """§5.0: the last card is not drawn where there is nothing to shuffle in."""
    game = phase("axis combat", *UNITS, turn=8)
    t = running(game)
    rest = [card for card in BOARD.base_deck if card != 1]
    for card in rest:
        t.play("deck", "out", card)
    deck.draw(t, AXIS, 4)
    assert t.pile("deck").ids == [1] and not t.pile("hand.axis").ids


@pytest.mark.parametrize("side", SIDES)
def test_weather_is_shown_to_all_and_replaced(side: str) -> None:
    """§14.14.2: it happens when it is drawn, and nobody can cancel it."""
    game = phase(f"{side} combat", *UNITS, axis="4", soviet="21", turn=8,
                 ask=("axis cancel", "soviet cancel"))  # fmt: skip
    game.submit("gm", "cards deck 33 1 2 3 9 10 15 ...")
    log = told(game, game.submit("gm", f"at 8 {side} cards"))
    name = BOARD.card(33).halves[SIDES.index(side)].name
    assert name in log and "Cancel" not in prompt(game)
    assert running(game).pile("discard").ids == [33] and running(game).pile("discard").seen == [3]


def test_a_weather_card_in_hand_is_no_event() -> None:
    """§14.14.2, §5.4: taken from the discards it pays like any card, and is never played."""
    game = phase("soviet organization", "put leningrad 1401", "put pz_4 1808", "cards discard 33",
                 soviet="2")  # fmt: skip
    play(game, "soviet", "play 2 33")
    assert refused(game, "soviet", "play 33") == "5.0"
    game.submit("soviet", "fort leningrad pay 33")
    assert running(game).pile("discard").ids[0] == 33


def test_paid_cards_lie_open_on_the_discards() -> None:
    """§5.4: a card may pay instead of being played; the other side sees it (T14)."""
    game = phase("axis combat", *UNITS, axis="3", soviet="2")
    game.submit("axis", "end targets")
    game.submit("soviet", "counter 1908 pay 2")
    play(game, "axis", "play 3")
    assert running(game).pile("hand.axis").ids == [2]


def test_variable_initiative_decides_the_symbols() -> None:
    """§15.11.1, §15.11.2, §15.11.3: the counter says whose symbol counts."""
    game = phase("axis movement", *UNITS, axis="6", turn=7, variable_initiative=True)
    assert "6" in words(game, "axis", "play ")
    running(game).s.star_turn = 7
    running(game).changed()
    assert refused(game, "axis", "play 6 pz_4") == "5.3.3"


def test_the_same_weather_event_twice() -> None:
    """§5.0, §14.14.2: a second event of the same name in a player turn has no effect (nr-97)."""
    game = phase("axis combat", *UNITS, turn=8)
    game.submit("gm", "cards deck 33 35 1 2 3 9 10 15 ...")
    before = running(game).s.weather[8]
    game.submit("gm", "at 8 axis cards")
    assert running(game).s.weather[8] != before, "turned once, not twice"
    assert running(game).pile("discard").ids == [35, 33]


@pytest.mark.parametrize(("play_on", "ignored"), [(False, True), (True, False)])
def test_the_tournament_has_no_variable_weather(play_on: bool, ignored: bool) -> None:
    """§15.4, §3.0: its set-up ignores weather events; played on as a campaign it does not."""
    game = table(scenario="tournament", play_on=play_on)
    assert deck.fixed(running(game).s) == ignored
