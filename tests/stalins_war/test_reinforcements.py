"""Reinforcement cards by order lines (7.5.2, 4.5.1)."""

from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import REINFORCEMENT, REMOVED, RESERVE, SOVIET
from engine.games.stalins_war.law import replacements
from engine.games.stalins_war.state import PLACED, has
from tests.stalins_war.staged import asked, refused
from tests.stalins_war.table import at, card, start, table, unit
from tests.stalins_war.test_action_rounds import half

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
    assert s.place[unit("su_3gc")] < 990 and not has(s, unit("su_3gc"), PLACED)


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
