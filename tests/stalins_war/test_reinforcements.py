"""Reinforcement cards by order lines (7.5.2, 4.5.1)."""

import pytest

from engine.core.game import Game
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    FULL,
    HEXES,
    OTHER_FRONTS,
    REINFORCEMENT,
    REINFORCES,
    REMOVED,
    RESERVE,
    SIDES,
    SOVIET,
)
from engine.games.stalins_war.law import replacements
from engine.games.stalins_war.state import PLACED, has
from tests.stalins_war.staged import asked, refused
from tests.stalins_war.table import at, card, start, table, unit
from tests.stalins_war.test_action_rounds import half
from tests.table import words

ID = BOARD.ground.grid.ids


def test_mobilization_brings_units_and_ops() -> None:
    """4.5.1, 7.5.1c: full OPS, the count stays; who comes may move, not attack."""
    s, _ = start()
    s.turn, s.side = 2, SOVIET
    s.count[SOVIET] = 2
    game = half(s, hand_soviet=["soviet_01", "soviet_02"])
    game.submit("soviet", "event soviet_01")
    s = game.table.s
    assert (s.count[SOVIET], s.ops) == (2, BOARD.cards[card("soviet_01")].ops)
    assert s.boxes[SOVIET] == [REINFORCEMENT]
    assert list(game.table.ids("removed.soviet")) == [card("soviet_01")]
    assert refused(game, "soviet", "place su_30r_army 3426") == "7.5.2a"
    assert refused(game, "soviet", "place su_bryansk_front 1319") == "7.5.2c"
    while "Place" in game.pending()[0].prompt:
        waiting = [
            u
            for u in (
                "su_bryansk_front",
                "su_16r_army",
                "su_19r_army",
                "su_24r_army",
                "su_29r_army",
            )
            if game.table.s.place[unit(u)] == RESERVE
        ]
        door = replacements.doors(game.table.s, game.table.d, unit(waiting[0]))[0]
        game.submit("soviet", f"place {waiting[0]} {ID[door]}")
    s = game.table.s
    assert has(s, unit("su_16r_army"), PLACED)
    assert "end movement" in [info.name for info in game.verbs("soviet")]


def test_one_card_a_turn_and_none_in_june() -> None:
    """7.5.2a, 4.4.1, 4.5.1: two in turn 2, not in rounds running."""
    for turn, boxes, rule in (
        (1, [], "4.4.1"),
        (2, [REINFORCEMENT], "4.5.1"),
        (6, [REINFORCEMENT], "7.5.2a"),
    ):
        s, _ = table({"su_20r_army": "2722"}, turn=turn, side="soviet")
        s.boxes[SOVIET] = list(boxes)
        game = half(s, hand_soviet=["soviet_05"])
        assert refused(game, "soviet", "event soviet_05") == rule


def test_later_nobody_moves_and_the_count_goes_back() -> None:
    """7.5.2, 7.3.2, 7.5.1a."""
    s, _ = table({"su_20r_army": "2722"}, turn=6, side="soviet")
    s.count[SOVIET] = 2
    game = half(s, hand_soviet=["soviet_03"])
    game.submit("soviet", "event soviet_03")
    while asked(game):
        name = next(
            u.id
            for u in BOARD.units
            if u.id
            in (
                "su_1s_army",
                "su_2s_army",
                "su_3s_army",
                "su_4s_army",
                "su_1gc",
                "su_2gc",
                "su_3gc",
            )
            and game.table.s.place[u.index] == RESERVE
        )
        door = replacements.doors(game.table.s, game.table.d, unit(name))[0]
        game.submit("soviet", f"place {name} {ID[door]}")
    s = game.table.s
    assert s.count[SOVIET] == 0 and s.ops == 0
    assert s.place[unit("su_3gc")] < 990 and s.flags[unit("su_3gc")] == 0


def test_guard_armies_take_the_place_of_armies() -> None:
    """7.5.2c, 7.5.2b: one for one at full strength; who replaces nobody leaves the game."""
    placed = {"su_20r_army/1": "2722", "su_21r_army": "2723", "ge_4th_army": "1319"}
    s, _ = table(placed, turn=9, side="soviet")
    game = half(s, hand_soviet=["soviet_26"])
    game.submit("soviet", "event soviet_26")
    assert refused(game, "soviet", "place su_4g_army 2722") == "7.5.2c"
    assert refused(game, "soviet", "exchange su_4g_army for ge_4th_army") == "7.5.2c"
    game.submit("soviet", "exchange su_4g_army for su_20r_army")
    s = game.table.s
    assert s.place[unit("su_4g_army")] == at("2722") and s.place[unit("su_20r_army")] == REMOVED
    assert s.step[unit("su_4g_army")] == BOARD.units[unit("su_4g_army")].full
    game.submit("soviet", "exchange su_5g_army for su_21r_army")
    door = replacements.doors(game.table.s, game.table.d, unit("su_2t_army"))[0]
    game.submit("soviet", f"place su_2t_army {ID[door]}")
    assert asked(game) == []
    assert game.table.s.place[unit("su_6g_army")] == REMOVED


BROUGHT = {
    "axis_01": "ge_2nd_army ge_40_pz_corps ge_35_corps",
    "axis_02": "ge_30_corps ge_42_corps ge_59_corps",
    "axis_03": "hu_2nd_army it_8th_army it_alpini_corps ro_cavalry_corps",
    "axis_25": "it_csir ro_mtn_corps hu_mobile_corps",
    "axis_26": "ge_abt_kempf ge_2_ss_pz_corps ge_7_corps",
    "axis_27": "ge_8th_army ge_gd_pz_corps",
    "axis_28": "ge_1_ss_pz_corps ge_4_ss_pz_corps ge_29_corps",
    "soviet_01": "su_bryansk_front su_16r_army su_19r_army su_24r_army su_29r_army",
    "soviet_02": "su_kalinin_front su_volkhov_front su_30r_army su_33r_army su_50r_army",
    "soviet_03": "su_1s_army su_2s_army su_3s_army su_4s_army su_1gc su_2gc su_3gc",
    "soviet_04": "su_north_caucasus_front su_voronezh_front su_62nd_army su_64th_army",
    "soviet_05": "su_stalingrad_front su_1t_army su_3t_army su_4t_army su_5t_army",
    "soviet_06": "su_don_front su_5s_army su_1g_army su_2g_army su_3g_army",
    "soviet_26": "su_2t_army +su_4g_army +su_5g_army +su_6g_army +su_7g_army",
    "soviet_27": "+su_steppe_front +su_3gt_army +su_5gt_army",
    "soviet_28": "+su_1st_ukrainian_front +su_2nd_ukrainian_front +su_8g_army",
    "soviet_29": "+su_3rd_ukrainian_front +su_4th_ukrainian_front",
    "soviet_30": "+su_1st_baltic_front +su_2nd_baltic_front +su_10g_army",
    "soviet_31": "+su_1st_belorussian_front +su_2nd_belorussian_front "
    "+su_3rd_belorussian_front +su_11g_army",
    "soviet_32": "su_6t_army +su_3rd_baltic_front +su_1gt_army +su_2gt_army",
    "soviet_33": "su_4gc +su_4gt_army +su_6gt_army +su_9g_army",
}
"""Card -> its units; + where one takes the place of another."""


@pytest.mark.parametrize("id_", BROUGHT)
def test_each_card_brings_its_units(id_: str) -> None:
    """7.5.2, 7.5.2c, 3.0, clarification_axis_26, clarification_soviet_03: at full strength."""
    side = BOARD.cards[card(id_)].side
    s, _ = start()
    s.turn, s.round, s.side = 12, 3, side
    s.played = [card("soviet_11")]
    for number, name in enumerate(("su_1t_army", "su_3t_army", "su_4t_army", "su_5t_army")):
        if name not in BROUGHT[id_]:
            s.place[unit(name)] = at(("2822", "2823", "2922", "2923")[number])
            s.supply[unit(name)] = FULL
    game = half(s, **{f"hand_{SIDES[side]}": [id_]})
    removed = sum(place == REMOVED for place in game.table.s.place)
    game.submit(SIDES[side], f"event {id_}")
    while asked(game):
        verb = "place " if words(game, SIDES[side], "place ") else "exchange "
        game.submit(SIDES[side], first(game, SIDES[side], verb))
    names = [name.lstrip("+") for name in BROUGHT[id_].split()]
    for name in names:
        it = BOARD.units[unit(name)]
        assert game.table.s.place[it.index] < HEXES, name
        assert game.table.s.step[it.index] == it.full
    gone = sum(place == REMOVED for place in game.table.s.place) - removed
    assert gone == BROUGHT[id_].count("+")
    assert list(game.table.ids(f"removed.{SIDES[side]}")) == [card(id_)]


def first(game: Game, side: str, text: str) -> str:
    """The first whole order that begins so."""
    while not (found := game.complete(side, text)).complete:
        text = f"{found.items[0].value} "
    return text.strip()


def test_every_reinforcement_card_is_here() -> None:
    """2.3.2: none is missing in the list."""
    assert set(BROUGHT) == {c.id for c in BOARD.cards if c.type == REINFORCES}


def test_each_nation_has_its_land() -> None:
    """3.0, 7.5.2c: Italians have none here."""
    ground = BOARD.ground
    assert [replacements.home(nation) for nation in range(5)] == [
        *(ground.germany, 0, ground.countries["romania"], ground.countries["hungary"]),
        ground.union,
    ]


def test_who_is_in_play_already_does_not_come_again() -> None:
    """7.5.2, 7.5.2b: the others of its card do."""
    s, _ = table({"su_1t_army": "2722"}, turn=6, side="soviet")
    game = half(s, hand_soviet=["soviet_05"])
    game.submit("soviet", "event soviet_05")
    assert refused(game, "soviet", "place su_1t_army saratov") == "7.5.2a"
    while asked(game):
        line = next(i.value for i in game.complete("soviet", "place ").items)
        door = next(i.value for i in game.complete("soviet", line + " ").items)
        game.submit("soviet", door)
    assert game.table.s.place[unit("su_1t_army")] == at("2722")
    assert game.table.s.place[unit("su_5t_army")] < HEXES


def test_who_was_sent_away_does_not_come_as_new() -> None:
    """7.5.2, 3.0: whoever is in the Other Fronts box waits there for Eastern Priority."""
    s, _ = table(turn=2)
    s.place[unit("ge_35_corps")] = OTHER_FRONTS
    game = half(s, hand_axis=["axis_01"])
    game.submit("axis", "event axis_01")
    assert "35" not in game.pending()[0].prompt
    assert refused(game, "axis", "place ge_35_corps berlin") == "7.5.2a"
