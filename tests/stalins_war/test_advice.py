"""The practice opponent: always a legal line, from facts its side may know, to the end."""

import random
from collections import Counter

import pytest

import engine
from engine import Game
from engine.core.entries import Played
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import AXIS
from engine.games.stalins_war.law.control import stars_in_union
from tests.pace import hand_offs
from tests.practice import play_out, sees_only_its_own
from tests.stalins_war.test_show import ID, bare


def fresh(seed: int) -> Game:
    secret = random.Random(seed).randbytes(32)
    return engine.new_game("stalins_war", "campaign", secret=secret)


def test_it_ends_a_game_and_uses_cards_of_every_kind() -> None:
    """§7.2.4, §7.5: OPS, points, events, reinforcements, Combat Cards; a round waits little"""
    game, rng = fresh(3), random.Random(3)
    used: Counter[str] = Counter()
    submit = game.submit

    def counted(side: str, line: str) -> engine.Receipt:
        receipt = submit(side, line)
        for entry in receipt.entries:
            if isinstance(entry, Played):
                kind = BOARD.cards[BOARD.card_index[entry.card]].type
                used[f"{entry.how} {kind if entry.how == 'as an event' else ''}"] += 1
        return receipt

    game.submit = counted  # type: ignore[method-assign]
    play_out(game, ("axis", "soviet"), rng)
    result = game.result()
    assert result and "resigned" not in result.reason
    wanted = ("played for OPS ", "played for RP ", "as an event 0", "as an event 1")
    assert all(used[how] for how in wanted), used
    assert used["as a Combat Card "], used


@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_it_beats_orders_at_random(side: str) -> None:
    result = play_out(fresh(11), (side,), random.Random(11)).result()
    assert result and result.winners == (side,)


def test_it_does_not_look_at_what_it_may_not_know() -> None:
    """§7.1: with the cards that it does not know exchanged it gives the same line"""
    sees_only_its_own(fresh(5), 120)


def test_it_attacks_where_the_tables_promise_more_than_they_take() -> None:
    """§11.2.1: an army with a Panzer Corps marks a lone corps, and lets a large stack be"""
    good = bare(
        "put ge_4th_army 2020", "put ge_46_pz_corps 2020", "put su_13r_army 2120",
        "set bank.axis 2", "at 6 axis combat",
    )  # fmt: skip
    assert good.auto("axis") == "activate 2020"
    bad = bare(
        "put ge_46_pz_corps 2020 s=1", "put su_west_front 2120", "put su_13r_army 2120",
        "set bank.axis 2", "at 6 axis combat",
    )  # fmt: skip
    assert bad.auto("axis") == "end activation"


def test_ops_of_an_event_are_ops() -> None:
    """§7.3.2: *Taifun* gives as many OPS as its card, and more besides"""
    game = bare(
        "put ge_4th_army 2020", "put ge_46_pz_corps 2020", "put su_13r_army 2120",
        "cards hand.axis axis_04 ...", "at 2 axis round",
    )  # fmt: skip
    assert game.auto("axis") == "event axis_04"


@pytest.mark.parametrize("seed", [8, 21])
def test_it_holds_a_star_of_the_soviet_union_by_summer_1941(seed: int) -> None:
    """§5.1.3: in haste for it, it does not spend on leaving zones what the attack costs"""
    game = engine.new_game("stalins_war", "campaign", secret=b"signs%027d" % seed)
    while game.table.s.turn <= 2:
        assert game.result() is None
        game.submit(side := game.pending()[0].side, game.auto(side))
    assert stars_in_union(game.table.s, AXIS)


def test_a_round_takes_two_hand_offs() -> None:
    """7.2: an Action Round waits for the other side twice, in nine of ten four times at most"""
    counts = hand_offs(fresh(7))
    assert len(counts) > 30
    assert sorted(counts)[len(counts) // 2] <= 2 and sorted(counts)[len(counts) * 9 // 10] <= 4


def test_nobody_is_asked_in_the_round_of_another_under_auto() -> None:
    """7.2: with all policies on auto the active side alone decides in its Action Round"""
    game = fresh(7)
    for side in game.sides:
        for kind in engine.rules("stalins_war").policies:
            game.submit(side, f"policy {kind} auto")
    orders = 0
    while not game.result() and orders < 600:
        side, view = game.pending()[0].side, game.view(None)
        if view.phase == "Action Phase" and view.number > 1:  # policies count from the next turn
            assert side == ("axis", "soviet")[view.side], game.pending()
            orders += 1
        game.submit(side, game.auto(side))


GATES = ("mark minsk control axis", "put ge_4th_army 1521", "put su_5t_army 2322")
"""Minsk is Axis and empty, a Tank Army two hexes off."""


def moved(*lines: str) -> list[str]:
    """The orders of the Axis in its movement in Summer 1944."""
    game, given = bare(*lines, "at 14 axis movement"), [""]
    while given[-1] != "end movement":
        game.submit("axis", line := game.auto("axis"))
        given.append(line)
    return given


def test_an_empty_star_before_the_enemy_gets_a_garrison() -> None:
    """§5.1.1, §10.2.1: who is near walks in; where nobody is, a corps comes by rail for an OPS"""
    near = moved(*GATES, "put ge_43_corps 1921", "set bank.axis 2")
    assert any(line.startswith("move ge_43_corps") and line.endswith(" 2022") for line in near)
    far = moved(*GATES, "put ge_43_corps 1322", "set bank.axis 2")
    assert "rail ge_43_corps 2022" in far
    poor = moved(*GATES, "put ge_43_corps 1322", "set bank.axis 0")
    assert not any(line.startswith("rail") for line in poor)


def test_a_star_about_to_fall_becomes_a_festung() -> None:
    """§16.3.2: its defenders ignore retreats"""
    found = moved(
        "put ge_4th_army 2022", "mark minsk control axis", "put su_west_front 2222",
        "set played.axis_34 on", "set bank.axis 2",
    )  # fmt: skip
    assert "festung 2022" in found


def test_units_out_of_supply_are_reason_enough_to_move() -> None:
    """§13.3.8: no rest while some would be lost in the Attrition Segment"""
    ring = [ID[place] for place in BOARD.ground.foot[BOARD.ground.index("2722")]]
    fronts = ("west", "south", "central", "reserve", "bryansk", "kalinin")
    field = [f"put su_{front}_front {at}" for front, at in zip(fronts, ring, strict=True)]
    gone = "cards draw.axis axis_01 axis_03 axis_10 axis_21 axis_25 ..."
    hand = (*field, "cards hand.axis axis_22", gone, "set count.axis 2", "at 14 axis round")
    calm = bare("put ge_4th_army 2020", *hand)
    worn = bare(*[f"put ge_{n}_pz_corps 2722" for n in (46, 24, 47)], *hand)
    assert calm.auto("axis").startswith("zero rest")
    assert worn.auto("axis") in ("ops axis_22", "zero move")


def test_steps_are_bought_where_they_add_most() -> None:
    """§14.1.3: half a point makes a corps anew, a whole one adds one step to an army"""
    game = bare(
        "put ge_4th_army 1521 s=2", "put ge_43_corps eliminated", "put su_west_front 2722",
        "set points.ge 2", "at 6 axis replacement",
    )  # fmt: skip
    assert game.auto("axis").startswith("rebuild ge_43_corps at ")
