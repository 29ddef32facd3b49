"""Chapter 25 in play: where the Axis allies may not stay, what they do not attack."""

from engine.games.russia_besieged.data.board import BOARD
from tests.russia_besieged.test_play import EMPTY, answered, game
from tests.table import asked, places, prompt, refused

GRID = BOARD.ground.grid


def test_finns_recoil_from_a_city_that_an_army_holds() -> None:
    """25.2, 25.0: they would have to attack it, and may not: one hex back before all battles"""
    board = (*EMPTY, "put fin_inf_7 0613", "put ger_inf_1 1725")
    for city, held in (("leningrad", True), ("tallinn", False)):
        g = answered(game(*board, f"put rus_inf_4 {city}", "at 8 axis combat"))
        assert (places(g, "fin_inf_7") != ["0613"]) == held


def test_finns_go_back_to_their_row() -> None:
    """25.2: who was forced south of it moves back in the next impulse, before movement ends"""
    board = (*EMPTY, "put fin_inf_7 0913", "put ger_inf_1 1725")
    g = game(*board, "at 8 axis movement")
    assert refused(g, "axis", "end movement") == "25.2"
    g.submit("axis", "move fin_inf_7 0813")
    g.submit("axis", "end movement")
    g = game(*board, "mark leningrad control axis", "at 8 axis movement")
    g.submit("axis", "end movement")
    assert not prompt(g).startswith("September")


def test_allies_leave_finland() -> None:
    """25.3: Italians who were forced into it move out in the next impulse if they can"""
    finland = BOARD.ground.countries["finland"]
    border = next(
        (here, there)
        for here in range(len(GRID.ids))
        for there in BOARD.ground.foot[here]
        if finland >> here & 1 and BOARD.ground.countries["russia"] >> there & 1
    )
    home, out = (GRID.ids[hex_] for hex_ in border)
    g = game(*EMPTY, f"put ita_inf_3 {home}", "at 8 axis movement")
    assert refused(g, "axis", "end movement") == "25.3"
    g.submit("axis", f"move ita_inf_3 {out}")
    g.submit("axis", "end movement")
    assert asked(g)
