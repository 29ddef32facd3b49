"""Chapter 22 in play: what Shock Armies are formed of, how they are mended and lost."""

from engine import Game
from engine.board.bits import members
from engine.games.russia_besieged.acts import eliminate
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.law import builds, odds
from tests.russia_besieged.staged import EMPTY, game
from tests.russia_besieged.table import table, unit
from tests.russia_besieged.test_movement import rule
from tests.table import look, names, places, refused, words

G = BOARD.ground
RAILS = [G.grid.ids[h] for h in members(G.rails)]
FORMED = (*EMPTY, "put rus_inf_18 moscow", "put rus_mech_1 moscow", "put rus_shock_2 waiting")


def formed() -> Game:
    g = game(*FORMED, "set points.russian_armor 9", "at 8 soviet movement")
    g.submit("soviet", "form rus_shock_2 with rus_inf_18 rus_mech_1")
    return g


def test_a_shock_army_and_its_parts() -> None:
    """22.0, 22.01, 22.02, 22.03, 22.04, 22.07: the parts are lost for it, never the counter"""
    for surrender, box in ((False, "pool_soviet"), (True, "surrendered_soviet")):
        g = formed()
        assert places(g, "rus_inf_18", "rus_mech_1") == ["combined", "combined"]
        assert "disband" not in names(g, "soviet")
        eliminate(g.table, unit("rus_shock_2"), "lost", "10.67", surrender=surrender)
        assert places(g, "rus_inf_18", "rus_mech_1") == [box, box]
        assert places(g, "rus_shock_2") == ["waiting"]


def test_shock_armies_are_mended_and_raised_for_oil() -> None:
    """22.05, 22.06: a step for its factors; 8-7 from July 1943, 10-7 from 1944, in supply and in
    no enemy zone
    """
    board = (*EMPTY, "put rus_shock_2 moscow", "set points.russian_armor 9")
    hurt = (*EMPTY, "put rus_shock_2 moscow s=5", "set points.russian_armor 9")
    g = game(*hurt, "at 14 soviet movement")
    assert refused(g, "soviet", "upgrade rus_shock_2 8-7") == "22.05"
    g.submit("soviet", "refit rus_shock_2")
    assert look(g, "points.russian_armor") == "6"
    assert refused(game(*board, "at 13 soviet movement"), "soviet", "upgrade rus_shock_2 8-7") == (
        "22.06"
    )
    g = game(*board, "at 14 soviet movement")
    assert refused(g, "soviet", "upgrade rus_shock_2 10-7") == "22.06"
    g.submit("soviet", "upgrade rus_shock_2 8-7")
    assert (
        look(g, "points.russian_armor") == "7"
        and odds.attack_factor(g.table.s, g.table.d, unit("rus_shock_2")) == 8
    )
    g = game(*board, "at 17 soviet movement")
    g.submit("soviet", "upgrade rus_shock_2 10-7")
    assert look(g, "points.russian_armor") == "5"
    g = game(*board, "put ger_inf_1 1911", "at 17 soviet movement")
    assert refused(g, "soviet", "upgrade rus_shock_2 10-7") == "22.06"


def test_what_a_shock_army_is_formed_of() -> None:
    """22.01: of the pool any infantry and armor, in a hex infantry and a mechanized corps, whole"""
    board = (*EMPTY, "put rus_inf_18 moscow", "put rus_gd_tank_3 moscow", "put rus_shock_2 waiting")
    points = ("set points.russian_armor 20", "set points.russian_infantry 9")
    g = game(*board, *points, "at 11 soviet movement")
    assert "form" not in names(g, "soviet")
    g = game(*board, *points, "put rus_mech_1 moscow", "at 11 soviet movement")
    assert words(g, "soviet", "form rus_shock_2 with rus_inf_18 ") == {"1mech"}
    g = game(*board, *points, "put rus_mech_1 moscow", "put rus_inf_18 moscow reduced",
             "at 11 soviet movement")  # fmt: skip
    assert "form" not in names(g, "soviet")
    pool = ("put rus_inf_18 pool", "put rus_gd_tank_3 pool", "put rus_mech_1 pool")
    g = game(*board, *points, *pool, "at 11 soviet movement")
    assert words(g, "soviet", "form rus_shock_2 with rus_inf_18 ") == {"1mech", "3gdtank"}
    g.submit("soviet", "form rus_shock_2 with rus_inf_18 rus_gd_tank_3 at 2501")
    assert look(g, "points.russian_armor") == "7" and look(g, "points.russian_infantry") == "4"
    g = game(*board, *points, *pool, "at 9 soviet movement")  # 19.31: eight points in 1942
    g.submit("soviet", "form rus_shock_2 with rus_inf_18 rus_gd_tank_3 at 2501")
    assert look(g, "points.russian_armor") == "11"


def test_no_shock_army_is_formed_where_no_oil_comes() -> None:
    """22.01, 19.27: in a cut-off city, whose units would outlive their markers so"""
    cut = [f"mark {hex_} rails axis" for hex_ in RAILS if hex_ != "0714"]
    cut += ["mark minsk control axis", "mark tallinn control axis"]
    parts = ("put rus_inf_len leningrad oos=3", "put rus_mech_1 leningrad oos=3")
    board = (*EMPTY, *parts, "put rus_shock_2 waiting", "put ger_inf_1 1734")
    for edits, open_ in (cut, False), ((), True):
        g = game(*board, *edits, "set points.russian_armor 9", "at 12 soviet movement")
        assert ("form" in names(g, "soviet")) == open_


def test_who_waits_for_a_ship_is_no_part() -> None:
    """22.01, 8.32: it came to that port to go on by sea alone"""
    board = (*EMPTY, "put rus_inf_18 novorossiysk", "put rus_mech_1 pool", "put ger_inf_1 1734",
             "put rus_shock_2 waiting", "set points.russian_armor 9")  # fmt: skip
    g = game(*board, "at 12 soviet movement")
    g.submit("soviet", "build rus_mech_1 novorossiysk")
    assert "form" not in names(g, "soviet") and "sail" in names(g, "soviet")
    g = game(*board, "put rus_mech_1 novorossiysk", "at 12 soviet movement")
    assert "form" in names(g, "soviet")


def test_a_shock_army_of_parts_that_moved_does_not_move() -> None:
    """22.01: by rail as by road"""
    board = (*EMPTY, "put rus_inf_18 moscow", "put rus_mech_1 gorki", "put rus_shock_2 waiting")
    g = game(*board, "set points.russian_armor 9", "at 11 soviet movement")
    g.submit("soviet", "rail rus_mech_1 moscow")
    g.submit("soviet", "form rus_shock_2 with rus_inf_18 rus_mech_1")
    assert refused(g, "soviet", "move rus_shock_2 1911") == "6.0"


def test_the_shock_army_of_december() -> None:
    """22.01: its oil is spent in the first impulse, it is formed in the second, on the map alone"""
    parts = (*EMPTY, "put rus_inf_18 moscow", "put rus_mech_1 moscow", "put rus_shock_1 waiting")
    g = game(*parts, "set points.russian_armor 9", "at 4 soviet movement")
    assert refused(g, "soviet", "form rus_shock_1 with rus_inf_18 rus_mech_1") == "22.01"
    g.submit("soviet", "prepare rus_shock_1")
    assert look(g, "points.russian_armor") == "8"
    assert refused(g, "soviet", "prepare rus_shock_1") == "22.01"
    g.submit("soviet", "end movement")
    while g.table.s.impulse == 1:
        g.submit("soviet", "end combat")
    g.submit("soviet", "form rus_shock_1 with rus_inf_18 rus_mech_1")
    assert (look(g, "points.russian_armor"), places(g, "rus_shock_1")) == ("8", ["1912"])
    g = game(*parts, "set points.russian_armor 9", "at 4/2 soviet movement")
    assert refused(g, "soviet", "form rus_shock_1 with rus_inf_18 rus_mech_1") == "22.01"
    s, _ = table(turn="nov_dec_1941", impulse=2, side="soviet")
    assert rule(builds.why_no_preparing(s, unit("rus_shock_1"))) == "22.01"
