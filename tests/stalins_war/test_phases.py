"""The opening, the Replacement Phase and the Draw Phase, by order lines."""

import pytest

from engine.core.errors import OrderError
from engine.core.frames import Frame
from engine.core.game import Game
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards import deck
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import AX, AXIS, ELIMINATED, GE, REMOVED, ROMANIAN, SU
from engine.games.stalins_war.play.closing import EndTurn
from engine.games.stalins_war.play.drawing import Drawing
from engine.games.stalins_war.play.opening import Opening
from engine.games.stalins_war.play.replacing import Replacing
from engine.games.stalins_war.state import StalinsWar, new
from tests.stalins_war.staged import asked, hand, refused, staged, with_cards
from tests.stalins_war.table import at, card, site, table, unit

# the opening ----------------------------------------------------------------------------------


def opened(*options: str) -> Game:
    def begin(t: T) -> Frame:
        deck.lay_out(t)
        return Opening()

    return staged(new(0, list(options)), begin)


def test_the_soviets_pick_a_card_and_are_dealt_five() -> None:
    """4.3.1, 4.3.2, 4.3.3: six cards each; 1 to 6 and Total War lie aside, open."""
    game = opened()
    assert asked(game) == ["soviet"]
    assert refused(game, "soviet", "take soviet_01") == "4.3.1"
    assert refused(game, "soviet", "take soviet_30") == "4.3.3"
    game.submit("soviet", "take zhukov")
    assert hand(game, "soviet")[0] == "soviet_09"
    for side in ("axis", "soviet"):
        assert len(hand(game, side)) == 6
    assert [BOARD.cards[c].number for c in game.table.ids("coming.soviet")] == [1, 2, 3, 4, 5, 6]
    assert len(game.table.ids("aside.axis")) == len(game.table.ids("aside.soviet")) == 30
    assert len(game.table.ids("draw.axis")) == 25 - 6
    assert len(game.table.ids("draw.soviet")) == 19 - 6
    assert game.table.s.vp == 7


def test_card_four_may_be_picked_and_all_see_it() -> None:
    """4.3.1: it waits for turn 2 in his hand."""
    game = opened()
    game.submit("soviet", "take soviet_04")
    pile = game.table.pile("hand.soviet")
    assert pile.seen[pile.ids.index(card("soviet_04"))] == game.table.everyone
    assert len(pile.ids) == 6
    other = opened()
    other.submit("soviet", "take zhukov")
    pile = other.table.pile("hand.soviet")
    assert pile.seen[pile.ids.index(card("soviet_09"))] == other.table.bit("soviet")


def test_no_pick_and_six_cards() -> None:
    """4.3.1: the pick is a choice."""
    game = opened()
    game.submit("soviet", "done")
    assert [len(hand(game, side)) for side in ("axis", "soviet")] == [6, 6]


def test_a_pick_for_a_vp() -> None:
    """23.1.1: the Axis decides first; the Soviets have their free pick alone (ruling 34)."""
    game = opened(deck.PICK)
    assert asked(game) == ["axis"]
    game.submit("axis", "take taifun")
    assert "axis_04" in hand(game, "axis") and game.table.s.vp == 6
    assert asked(game) == ["soviet"]
    game.submit("soviet", "take stavka")
    assert game.table.s.vp == 6
    assert [len(hand(game, side)) for side in ("axis", "soviet")] == [6, 6]


def test_random_reinforcements() -> None:
    """23.1.2, 23.1.1: cards 1 to 6 are in the deck, and only 23.1.1 gives the Soviets a pick."""
    game = opened(deck.RANDOM)
    assert asked(game) == []
    assert not game.table.ids("coming.soviet")
    assert len(game.table.ids("draw.soviet")) == 25 - 6
    game = opened(deck.RANDOM, deck.PICK)
    game.submit("axis", "done")
    game.submit("soviet", "take soviet_01")
    assert game.table.s.vp == 8 and hand(game, "soviet")[0] == "soviet_01"


# the Draw Phase ---------------------------------------------------------------------------------


def drawing(s: StalinsWar, **piles: list[str]) -> Game:
    def begin(t: T) -> Frame:
        with_cards(t, **piles)
        return Drawing()

    return staged(s, begin)


SIX = [f"soviet_{n:02}" for n in range(7, 13)]


def test_hands_are_filled_after_discards() -> None:
    """7.6.2, 7.6.1, 7.1.3: Soviets first; discards lie open."""
    s, _ = table(turn=7)
    game = drawing(s, hand_axis=["axis_04", "axis_07"], hand_soviet=SIX)
    assert asked(game) == ["soviet"]
    assert refused(game, "soviet", "discard axis_04") == "7.6.2"
    game.submit("soviet", "discard soviet_07 soviet_08")
    assert list(game.table.ids("discard.soviet")) == [card("soviet_07"), card("soviet_08")]
    game.submit("axis", "end discards")
    assert len(hand(game, "axis")) == 6 and len(hand(game, "soviet")) == 6


def test_cards_that_come_by_themselves() -> None:
    """7.1.3: in turn 3 card 3, known to all; a held or used one is passed over (ruling 11)."""
    s, _ = table(turn=3)
    game = drawing(s, hand_soviet=SIX[:4])
    game.submit("soviet", "end discards")
    assert "soviet_03" in hand(game, "soviet") and len(hand(game, "soviet")) == 6
    pile = game.table.pile("hand.soviet")
    assert pile.seen[pile.ids.index(card("soviet_03"))] == game.table.everyone
    s, _ = table(turn=3)
    game = drawing(s, hand_soviet=SIX[:4], removed_soviet=["soviet_03"])
    game.submit("soviet", "end discards")
    assert "soviet_03" not in hand(game, "soviet") and len(hand(game, "soviet")) == 6


def test_eight_cards_after_turn_one() -> None:
    """7.6.1, 7.1.3: ruling 33: he discards one, gets cards 1 and 2, draws nothing, keeps seven."""
    s, _ = table(turn=1)
    game = drawing(s, hand_soviet=SIX)
    assert refused(game, "soviet", "end discards") == "7.6.1"
    game.submit("soviet", "discard soviet_07")
    assert len(hand(game, "soviet")) == 7
    assert {"soviet_01", "soviet_02"} <= set(hand(game, "soviet"))


def test_an_empty_pile_is_made_of_the_discards() -> None:
    """7.6.3: and where both are empty nothing is drawn."""
    s, _ = table(turn=7)
    rest = [f"axis_{n:02}" for n in range(1, 26)]
    game = drawing(s, discard_axis=rest[:3], removed_axis=rest[3:])
    assert len(hand(game, "axis")) == 3
    assert not game.table.ids("draw.axis") and not game.table.ids("discard.axis")


def test_total_war_makes_new_piles() -> None:
    """7.6.4, 2.3.1, 7.1.2: of Total War cards, discards and what was not drawn; hands stay."""
    s, _ = table(turn=6)
    s.stars = [12, 0]
    game = drawing(s, hand_axis=["axis_04"], discard_axis=["axis_07"], removed_axis=["axis_17"])
    assert game.table.s.total_war
    game.submit("axis", "end discards")
    assert not game.table.ids("aside.axis") and not game.table.ids("discard.axis")
    assert "axis_04" in hand(game, "axis")
    assert len(game.table.ids("draw.axis")) == 55 - 1 - len(hand(game, "axis"))
    assert list(game.table.ids("removed.axis")) == [card("axis_17")]


def test_a_smaller_hand_for_one_draw() -> None:
    """7.6.1: what changed it is over after the draw."""
    s, _ = table(turn=10)
    s.hand_change = [-1, 0]
    game = drawing(s)
    assert len(hand(game, "axis")) == 5
    assert game.table.s.hand_change == [0, 0]


def test_kept_cards_are_laid_down() -> None:
    """7.5.5d: at the end of a turn, to the discards."""
    s, _ = table(turn=10)
    game = drawing(s, table_axis=["axis_18"])
    deck.lay_down(game.table)
    assert list(game.table.ids("discard.axis")) == [card("axis_18")]
    assert not game.table.ids("table.axis")


# the Replacement Phase ---------------------------------------------------------------------


def replacing(s: StalinsWar) -> Game:
    def begin(t: T) -> Frame:
        deck.lay_out(t)
        return Replacing()

    return staged(s, begin)


def test_t07_and_t08_by_orders() -> None:
    """14.1.3, 14.1.6, 14.1.7, 14.1.5, 7.4.5: 3 GE and 1 PZ, step by step; the rest is lost."""
    placed = {"ge_6th_army/1": "2025", "ge_3_pz_corps/1": "1623", "ge_14_pz_corps/1": "1623"}
    s, _ = table(placed, turn=5)
    s.rp = [6, 2, 0, 0]
    game = replacing(s)
    assert asked(game) == ["axis"]
    for line in ("rebuild 6a", "rebuild 6a", "rebuild 3pz"):
        game.submit("axis", line)
    assert refused(game, "axis", "rebuild 6a") == "14.1.6"
    game.submit("axis", "rebuild 14pz")
    now = game.table.s
    assert [now.step[unit(u)] for u in ("ge_6th_army", "ge_3_pz_corps")] == [3, 2]
    assert now.rp == [0, 0, 0, 0]
    assert asked(game) == []


def test_a_recreated_unit_says_where_it_enters() -> None:
    """14.1.4, 14.1.2, 7.5.2c: at home like a reinforcement; no other unit goes anywhere."""
    s, _ = table({"ge_43_corps/1": "2025"}, turn=6)
    panzer = unit("ge_3_pz_corps")
    s.place[panzer], s.step[panzer] = ELIMINATED[AXIS], 0
    s.rp = [2, 2, 0, 0]
    game = replacing(s)
    with pytest.raises(OrderError):
        game.submit("axis", "rebuild 3pz")
    assert refused(game, "axis", "rebuild 3pz at minsk") == "7.5.2c"
    game.submit("axis", "rebuild 3pz at berlin")
    assert game.table.s.place[panzer] == site("berlin")
    with pytest.raises(OrderError):
        game.submit("axis", "rebuild 43c at berlin")
    game.submit("axis", "end replacements")
    assert asked(game) == []


def test_points_that_come_by_themselves() -> None:
    """4.5.2, 21.0: three for the Soviets in turns 2 and 3; events bring theirs."""
    s, _ = table({"su_20r_army/1": "2722"}, turn=2, side="soviet")
    game = replacing(s)
    assert game.table.s.rp[SU] == 6 and game.table.s.auto == [0, 3]
    game.submit("soviet", "end replacements")
    assert game.table.s.rp == [0] * 4
    s, _ = table({"su_20r_army/1": "2722"}, turn=4, played=["industrial_evacuation"])
    s.auto = [0, 0]
    game = replacing(s)
    assert game.table.s.rp == [0, 0, 0, 2] and "Spend 1 SU on steps" in game.pending()[0].prompt
    s, _ = table({"su_20r_army/1": "2722"}, turn=4, played=["industrial_evacuation"])
    s.auto, s.in_turn = [0, 0], [card("soviet_11")]
    assert replacing(s).table.s.rp[SU] == 0
    s, _ = table({"ge_43_corps/1": "2025"}, turn=7, played=["totaler_krieg"])
    s.auto = [0, 0]
    game = replacing(s)
    assert game.table.s.rp == [2, 2, 0, 0] and "Spend 1 GE, 1 PZ on" in game.pending()[0].prompt


def test_the_axis_names_the_points_of_a_bid() -> None:
    """21.0: ge, pz or ax, each as it comes."""
    s, _ = table({"ge_43_corps/1": "2025"}, turn=2)
    s.auto = [2, 0]
    game = replacing(s)
    assert asked(game) == ["axis"]
    with pytest.raises(OrderError):
        game.submit("axis", "name su")
    game.submit("axis", "name ge")
    game.submit("axis", "name ax")
    assert (game.table.s.rp[GE], game.table.s.rp[AX], game.table.s.auto) == (2, 2, [0, 0])
    game.submit("axis", "rebuild 43c")
    assert game.table.s.step[unit("ge_43_corps")] == 2


# the End of Turn Phase ----------------------------------------------------------------------


def closing(s: StalinsWar, **piles: list[str]) -> Game:
    def begin(t: T) -> Frame:
        with_cards(t, **piles)
        return EndTurn()

    return staged(s, begin)


def quiet(turn: int, **kind):  # type: ignore[no-untyped-def]
    """A position in which nobody wins."""
    s, _ = table(turn=turn, axis=["minsk", *kind.pop("axis", ())], **kind)
    s.crossed, s.vp = True, 12
    return s


def test_markers_may_be_taken_off() -> None:
    """10.3.2, 16.1.5: own Trenches; for the Soviets Partisans too, the Axis first."""
    s = quiet(7)
    s.trenches = [[at("2022")], [at("2722")]]
    s.partisans = [at("1823"), at("1824")]
    game = closing(s)
    assert asked(game) == ["axis"]
    assert refused(game, "axis", "lift 2722") == "10.3.2"
    game.submit("axis", "lift 2022")
    assert asked(game) == ["soviet"]
    game.submit("soviet", "lift 2722 1823")
    now = game.table.s
    assert (now.trenches, now.partisans) == ([[], []], [at("1824")])
    assert now.turn == 8


def test_what_ends_with_a_turn() -> None:
    """18.1.2, 18.2.1, 7.5.5d, 24.0: banked OPS and kept cards; the VP level bleeds in Summer."""
    s = quiet(6)
    s.bank, s.boxes = [3, 3], [[1], [1]]
    game = closing(s, table_axis=["axis_18"])
    now = game.table.s
    assert now.turn == 7 and now.bank == [1, 0] and now.boxes == [[], []]
    assert now.vp == 11
    assert list(game.table.ids("discard.axis")) == [card("axis_18")]


def test_a_minor_leaves_before_the_checks() -> None:
    """19.3.1, 5.1.3."""
    s = quiet(14, placed={"su_20r_army": "1429", "ro_3rd_army": "1627"})
    game = closing(s)
    assert game.table.s.place[unit("ro_3rd_army")] == REMOVED
    assert game.table.s.surrendered == [ROMANIAN]


def test_the_game_is_won() -> None:
    """5.1.2, 5.1.3, 24.0: ruling 3: the level falls before it is asked."""
    s = quiet(7)
    s.vp = 20
    game = closing(s)
    result = game.result()
    assert result and result.winners == ("axis",)
    s = quiet(6)
    s.vp = 20
    assert closing(s).result() is None
    s = quiet(6)
    s.vp = 1
    result = closing(s).result()
    assert result and result.winners == ("soviet",)


def test_oil_is_remembered_from_one_turn_to_the_next() -> None:
    """5.1.2: two End of Turn Phases running."""
    wells = ("ploesti", "maikop", "grozny", "baku")
    s = quiet(7, axis=wells)
    game = closing(s)
    assert game.result() is None and game.table.s.oil_held
    s = quiet(8, axis=wells)
    s.oil_held = True
    result = closing(s).result()
    assert result and result.winners == ("axis",)
    s = quiet(8, axis=wells[:3])
    s.oil_held = True
    assert not closing(s).table.s.oil_held
