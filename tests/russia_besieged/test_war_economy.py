"""Chapters 19 to 21 in play: points and what they buy, factories, oil."""

import pytest

from engine import Game
from engine.board.bits import members
from engine.games.russia_besieged.acts import eliminate, lose_step
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import RUSSIAN, SOVIET, URALS, WEC
from engine.games.russia_besieged.law import builds, economy, odds, stacking, supply
from engine.games.russia_besieged.play.retreats import fall_back
from engine.games.russia_besieged.play.returns import receive_points
from engine.games.russia_besieged.state import attacks, new
from tests.russia_besieged.staged import EMPTY, game, lines
from tests.russia_besieged.table import at, city, table, unit
from tests.table import look, names, places, refused, told, words

G = BOARD.ground
RAILS = [G.grid.ids[h] for h in members(G.rails)]
NORTH = [hex_ for hex_ in RAILS if at(hex_) // 40 < 38]
"""Every line to the east edge."""
EAST = [G.grid.ids[hex_] for hex_ in members(G.edges[SOVIET])]
BETWEEN = [hex_ for hex_ in RAILS if 46 <= at(hex_) // 40 + 1 < 48]
"""The lines from Baku to Astrakhan and the north."""
FAR = [h for h in RAILS if 42 < int(h[:2]) < 51 and (int(h[2:]) > 10 or int(h[:2]) > 45)]
"""Those within eight hexes of Tbilisi from which trains go farther than Baku."""


# Axis points --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("capital", "account"),
    [("berlin", "german_infantry"), ("bucharest", "rumanian_infantry"),
     ("budapest", "hungarian_infantry"), ("helsinki", "finnish_infantry")],
)  # fmt: skip
def test_points_are_lost_with_the_capital(capital: str, account: str) -> None:
    """19.11: those saved, and no more come"""
    place = city(capital)
    near = next(G.grid.ids[h] for h in G.foot[place] if G.land >> h & 1)
    board = (*EMPTY, "put hitler konigsberg", "put berlin_garrison removed")
    board = (*board, f"set points.{account} 7", f"put rus_gd_cav_1 {near}")
    g = game(*board, "at 19 soviet movement")
    g.submit("soviet", f"move rus_gd_cav_1 {capital}")
    assert look(g, f"points.{account}") == "0"
    g = game(*board, f"mark {capital} control soviet", "at 19 axis begin")
    assert look(g, f"points.{account}") == "7"


def test_units_of_the_pool_come_where_their_nation_does() -> None:
    """19.15, 17.2: Berlin or the west edge, the capitals, for Italians the edge"""
    s, d = table(turn="nov_dec_1943")
    where = lambda who: builds.listed(s, d, unit(who))  # noqa: E731
    edge = G.borders[0]
    assert where("ger_inf_1") == edge | 1 << city("berlin")
    assert where("ita_inf_2") == edge
    for who, capital in (("rum_inf_1", "bucharest"), ("hun_inf_3", "budapest"),
                         ("fin_inf_2", "helsinki")):  # fmt: skip
        assert where(who) == 1 << city(capital)


def test_rumanian_armor_points_become_infantry() -> None:
    """19.18: once the Mechanized Corps has surrendered, a point each July, one for three saved"""
    board = (*EMPTY, "put rum_mech_1 surrendered", "set points.rumanian_armor 7")
    g = game(*board, "at 8 axis begin")
    plain = game(*EMPTY, "at 8 axis begin")
    more = int(look(g, "points.rumanian_infantry")) - int(look(plain, "points.rumanian_infantry"))
    assert more == 1 + 7 // 3 and look(g, "points.rumanian_armor") == "0"
    assert look(plain, "points.rumanian_armor") == "1"


def test_no_points_come_to_a_lost_capital() -> None:
    """19.11, 19.18: not those for the Rumanian armor either"""
    board = (*EMPTY, "put rum_mech_1 surrendered", "mark bucharest control soviet")
    g = game(*board, "set points.german_infantry 9", "at 8 axis begin")
    assert look(g, "points.rumanian_infantry") == "0"
    assert "rumanian" not in words(g, "axis", "grant ") and "finnish" in words(g, "axis", "grant ")
    g = game(*EMPTY, "put hitler posen", "put berlin_garrison posen", "put rus_inf_4 berlin",
             "mark berlin control soviet", "at 20 axis movement")  # fmt: skip
    g.submit("axis", "trade garrison")
    assert look(g, "points.german_infantry") == "0"


def test_ss_points_are_for_all_once_no_ss_unit_lacks_a_step() -> None:
    """19.16: in November 1944 alone, and not while one is reduced where nobody rebuilds it"""
    board = (*EMPTY, "put ger_pz_14 pool", "set points.ss_armor 9", "set points.german_armor 0")
    for turn, ss, open_ in (
        (22, "", True), (21, "", False), (22, "put ss_pz_4 2720 reduced", False),
        (22, "put ss_pz_4 2720", True), (22, "put ss_pz_4 surrendered", True),
    ):  # fmt: skip
        g = game(*board, *([ss] if ss else []), f"at {turn} axis movement")
        assert ("build" in names(g, "axis")) == open_


# Russian points -------------------------------------------------------------------------


def test_points_are_saved_and_spent_without_another_limit() -> None:
    """19.2, 19.22, 19.26, 19.30, 19.24: as many units as there are points for, by free rail; one
    in each city with a WEC, others from the east edge
    """
    lost = ("rus_inf_18", "rus_inf_7", "rus_inf_11", "rus_mech_1")
    board = (*EMPTY, *(f"put {name} pool" for name in lost), "put wec_gorki gorki",
             "put rus_inf_8 moscow reduced", "set points.russian_infantry 20",
             "set points.russian_armor 4")  # fmt: skip
    g = game(*board, "at 8 soviet movement")
    g.submit("soviet", "build rus_inf_18 gorki")
    assert refused(g, "soviet", "build rus_inf_7 gorki") == "19.23"
    g.submit("soviet", "build rus_inf_7 2501\nbuild rus_inf_11 2501\nbuild rus_mech_1 2501")
    g.submit("soviet", "refit rus_inf_8")
    assert look(g, "points.russian_infantry") == "0" and look(g, "points.russian_armor") == "0"
    g.submit("soviet", "rail rus_inf_7 2503\nrail rus_inf_18 2206")
    assert look(g, "rail.1") == "0"


def test_a_unit_of_the_pool_may_go_on_by_sea() -> None:
    """19.25, 8.32: against the one move of its sea"""
    board = (*EMPTY, "put rus_inf_18 pool", "put rus_inf_8 odessa", "set points.russian_infantry 9")
    g = game(*board, "dice sea 1", "at 3 soviet movement")
    g.submit("soviet", "build rus_inf_18 novorossiysk")
    goal = next(iter(words(g, "soviet", "sail rus_inf_18 ")))
    g.submit("soviet", f"sail rus_inf_18 {goal}")
    assert refused(g, "soviet", "sail rus_inf_8 sevastopol") == "8.11"


def test_a_cut_off_city_with_a_factory_rebuilds_one_unit() -> None:
    """19.27: armor too, once a turn and city"""
    cut = [f"mark {hex_} rails axis" for hex_ in RAILS if hex_ != "0714"]
    cut += [
        f"mark {c.id} control axis" for c in G.cities if c.major and c.id in ("minsk", "tallinn")
    ]
    board = (*EMPTY, *cut, "put stalin leningrad", "put wec_leningrad leningrad",
             "put rus_gd_tank_3 leningrad reduced", "put rus_inf_len leningrad reduced",
             "set points.russian_armor 9", "set points.russian_infantry 9")  # fmt: skip
    g = game(*board, "at 12 soviet movement")
    g.submit("soviet", "refit rus_gd_tank_3")
    assert refused(g, "soviet", "refit rus_inf_len") == "19.05"
    assert look(g, "points.russian_armor") == "5"
    g = game(*board, "put rus_gd_tank_3 leningrad s=1", "at 12 soviet movement")
    g.submit("soviet", "refit rus_gd_tank_3\nrefit rus_gd_tank_3")  # to its full strength
    assert (look(g, "rus_gd_tank_3 s"), look(g, "points.russian_armor")) == ("3", "1")
    assert refused(g, "soviet", "refit rus_inf_len") == "19.05"


def test_guards_tanks_come_reduced_in_1942() -> None:
    """19.31, 19.04: built at reduced strength from July 1942, whole from January 1943 on"""
    board = (*EMPTY, "put rus_gd_tank_3 pool", "set points.russian_armor 20")
    for turn, whole, reduced in ((7, "19.31", "19.31"), (8, "19.31", ""), (11, "", "19.04")):
        for text, wanted in ((" reduced", reduced), ("", whole)):
            g = game(*board, f"at {turn} soviet movement")
            line = f"build rus_gd_tank_3 2501{text}"
            if wanted:
                assert refused(g, "soviet", line) in (wanted, "19.31")
            else:
                g.submit("soviet", line)
                assert look(g, "rus_gd_tank_3 s") == ("2" if text else "3")
    hurt = (*EMPTY, "put rus_gd_tank_3 moscow reduced", "set points.russian_armor 20")
    assert refused(game(*hurt, "at 10 soviet movement"), "soviet", "refit rus_gd_tank_3") == "19.31"
    assert BOARD.pieces[unit("rus_gd_tank_3")].enters_reduced
    g = game(*EMPTY, "put rus_gd_tank_3 moscow s=1", "set points.russian_armor 20",
             "at 10 soviet movement")  # fmt: skip
    g.submit("soviet", "refit rus_gd_tank_3")  # not whole yet
    assert refused(g, "soviet", "refit rus_gd_tank_3") == "19.31"
    assert (look(g, "rus_gd_tank_3 s"), look(g, "points.russian_armor")) == ("2", "16")


def test_oil_is_what_armor_is_built_of() -> None:
    """19.29, 21.0, 21.01, 19.02: wells give points for armor, Shock Armies and artillery alone"""
    s, d = table(turn="jul_aug_1942")
    assert economy.oil(s, d) == (8, 0)
    for who, account in (("rus_mech_1", 11), ("rus_art_1", 11), ("rus_gd_tank_1", 11),
                         ("rus_inf_4", 10), ("rus_gd_cav_1", 10), ("rus_para_1", 10)):  # fmt: skip
        assert builds.accounts(s, BOARD.pieces[unit(who)]) == [account]


# factories ------------------------------------------------------------------------------


def test_a_factory_defends_and_never_moves() -> None:
    """20.0, 20.12, 20.13, 20.2, 20.21, 20.22: doubled in a major city, free to stack"""
    board = (*EMPTY, "put wec_kiev kiev", "put rus_inf_4 kiev", "put rus_inf_8 kiev")
    g = game(*board, "at 2 soviet movement")
    assert refused(g, "soviet", "move wec_kiev 2423") == "6.0"
    assert refused(g, "soviet", "rail wec_kiev moscow") == "7.0"
    s, d = g.table.s, g.table.d
    assert not attacks(s, unit("wec_kiev"))
    assert odds.defence_factor(s, d, unit("wec_kiev")) == 1
    assert odds.multiplier(s, city("kiev"), [unit("ger_inf_1")]) == 2
    there = [BOARD.pieces[u] for u in d.units(SOVIET, city("kiev"))]
    assert len(there) == 3 and stacking.why_over(there, city("kiev")) is None


def test_a_lost_factory_is_lost_for_good() -> None:
    """20.3, 20.23: its points come no more; Moscow's has two steps"""
    s = new(0)
    before = economy.factories(s)
    g = game("at 2 soviet movement")
    eliminate(g.table, unit("wec_gorki"), "eliminated", "10.67")
    assert places(g, "wec_gorki") == ["removed"]
    assert economy.factories(g.table.s) == before - 2
    lose_step(g.table, unit("wec_moscow"), "10.61")
    assert economy.factories(g.table.s) == before - 4 and places(g, "wec_moscow") == ["1912"]
    g = game("put wec_gorki removed", "at 2 soviet movement")
    assert refused(g, "soviet", "build wec_gorki gorki") == "19.03"


def test_a_factory_works_in_the_turn_in_which_it_goes() -> None:
    """20.64, 20.62, 20.66: its points are received before it is taken away"""
    g = game("at 2 soviet begin")
    points = look(g, "points.russian_infantry")
    g.submit("soviet", "ship wec_kiev")
    assert look(g, "points.russian_infantry") == points
    assert economy.factories(g.table.s) == int(points) - 1


def test_factories_come_where_lines_lead_to_the_east_edge() -> None:
    """20.11, 13.8: not where Baku alone supplies"""
    board = (*EMPTY, "put wec_any_1 waiting", "put ger_inf_1 1734")
    for cut, there in ((False, True), (True, False)):
        lines = [f"mark {hex_} rails axis" for hex_ in FAR if cut]
        g = game(*board, *lines, "at 7 soviet movement")
        assert supply.unlimited(g.table.s, g.table.d, RUSSIAN) >> city("tbilisi") & 1
        places = words(g, "soviet", "place wec_any_1 ")
        assert ("5116" in places) == there and "2106" in places


def test_no_factory_comes_to_a_city_that_is_taken_in_this_impulse() -> None:
    """20.11: it is placed as the impulse begins"""
    board = (*EMPTY, "put wec_any_1 waiting", "put rus_inf_4 2615", "put ger_inf_1 1734")
    g = game(*board, "mark kursk control axis", "at 12 soviet movement")
    g.submit("soviet", "move rus_inf_4 kursk")
    places = words(g, "soviet", "place wec_any_1 ")
    assert "2616" not in places and "2814" in places


def test_the_factory_of_voronezh() -> None:
    """20.11: there; elsewhere once it is lost, and nowhere while it is cut off"""
    for edits, found in (
        ((), {"2814"}),
        (("put ger_inf_1 2813", "put ger_inf_2 2815", "put ger_inf_5 2715"), set()),
        (("mark voronezh control axis",), None),
    ):
        g = game(*EMPTY, "put wec_voronezh waiting", *edits, "at 7 soviet movement")
        places = set(words(g, "soviet", "place wec_voronezh "))
        assert ("2106" in places and "2814" not in places) if found is None else places == found


def test_the_urals() -> None:
    """20.4: two points from September 1941, six from May 1943"""
    g = game("at 3 soviet begin")
    urals = unit("wec_urals")
    assert g.table.s.place[urals] == URALS and look(g, "wec_urals s") == "1"
    g = game("put wec_urals urals", "at 13 soviet begin")
    assert look(g, "wec_urals s") == "2" and BOARD.pieces[urals].type == WEC


# Lend-Lease ------------------------------------------------------------------------------


def test_three_ways_of_lend_lease() -> None:
    """20.5, 20.51, 20.53, 20.54, 20.55, 20.56: a die each turn from 1942; each way by its line"""
    s, d = table(turn="mar_apr_1943")
    for roll in range(1, 11):
        assert economy.lend_lease(s, d, roll) == BOARD.charts.lend[roll - 1]
    s, d = table(turn="mar_apr_1943", axis=["0302"])
    whole = BOARD.charts.lend[9]
    assert economy.lend_lease(s, d, 10) == (whole[0], whole[1], 0)
    near = G.rail_links[at("0302")][0]
    s, d = table({"ger_inf_1": G.grid.ids[near]}, turn="mar_apr_1943")
    assert economy.lend_lease(s, d, 10)[2] == 0
    g = game("dice lend 10", "at 5 soviet begin")
    assert "lend" not in told(g, g.submit("soviet", "end movement")).lower()
    assert look(game("at 4 soviet begin"), "points.russian_infantry")


def test_armor_of_lend_lease_may_be_infantry() -> None:
    """20.5: one point of five may be armor, in the turn in which it comes"""
    board = (*EMPTY, "put ger_inf_1 1734", "put rus_inf_4 moscow")
    g = game(*board, "dice lend 10", "at 13 soviet begin")
    tanks = economy.armor_share(sum(economy.lend_lease(g.table.s, g.table.d, 10)))
    infantry, armor = (int(look(g, f"points.russian_{kind}")) for kind in ("infantry", "armor"))
    for _ in range(tanks):
        g.submit("soviet", "lend")
    assert int(look(g, "points.russian_infantry")) == infantry + tanks
    assert int(look(g, "points.russian_armor")) == armor - tanks
    assert "lend" not in names(g, "soviet")
    assert "lend" not in names(game(*board, "at 4 soviet begin"), "soviet")


# the emergency line -----------------------------------------------------------------------


CUT = (*EMPTY, "put ger_inf_1 0710", "mark 0710 rails axis")


def after_turn(*edits: str) -> int:
    """Hexes of the line at the end of a Russian turn."""
    g = game(*edits)
    while g.table.s.side == 1 and "end partisans" in names(g, "soviet"):
        g.submit("soviet", "end partisans")
    return int(look(g, "emergency"))


def test_the_emergency_line_is_built_the_turn_after_the_cut() -> None:
    """20.7, 20.71, 20.72: from January 1942 on, done at the end of the Russian turn, for good"""
    g = game(*CUT, "at 6/2 soviet supply")
    assert (look(g, "murmansk"), look(g, "emergency")) == ("6", "0")
    assert look(game(*CUT, "at 6/2 axis supply"), "murmansk") == "6"  # opened again or not
    assert after_turn(*CUT, "set murmansk 6", "at 7/2 soviet supply") == 8
    assert after_turn(*CUT, "set murmansk 3", "at 4/2 soviet supply") == 0
    assert after_turn(*CUT, "set murmansk 3", "at 5/2 soviet supply") == 8
    assert after_turn(*EMPTY, "put ger_inf_1 2022", "at 7/2 soviet supply") == 0


def test_the_main_line_is_cut_between_murmansk_and_0812() -> None:
    """20.71, 20.55: who blocks what lies beyond stops Lend-Lease, and calls for no other line"""
    far = ("put ger_inf_1 1112", "put ger_inf_2 0815")
    for there, cut in ((("put ger_inf_1 0812",), "6"), (far, "0")):
        g = game(*EMPTY, *there, "at 6/2 axis supply")
        assert look(g, "murmansk") == cut
        assert not economy.routes(g.table.s, g.table.d)[0]


def test_a_part_of_the_line_where_an_enemy_stands_by_it() -> None:
    """20.75: as far from Archangel as no Axis zone is, farther later"""
    finn = (*CUT, "put fin_inf_7 0107", "set murmansk 6")
    assert after_turn(*finn, "at 7/2 soviet supply") == 6  # to 0306, as in the example
    assert after_turn(*finn, "clear axis", "put ger_inf_1 0710", "put hitler berlin",
                      "set emergency 6", "at 8/2 soviet supply") == 8  # fmt: skip
    for edits, end in ((finn, "0306"), ((*CUT, "set murmansk 6"), "0107")):
        g = game(*edits)
        said = told(g, g.submit("gm", "at 7/2 soviet supply"))
        assert f"The emergency line from Archangel reaches {end}." in said


def test_the_line_must_be_free_as_the_turn_begins() -> None:
    """20.71: who is driven off it in the Russian turn has barred it for that turn; a part that
    stands goes on (20.75)
    """
    for built, wanted in ((0, 6), (6, 8)):
        g = game(*CUT, "put fin_inf_7 0107", f"set emergency {built}", "set murmansk 6",
                 "put rus_inf_4 moscow", "at 7 soviet movement")  # fmt: skip
        g.submit("gm", "put fin_inf_7 pool")
        while g.table.s.side == 1:
            g.submit("soviet", g.auto("soviet"))
        assert look(g, "emergency") == str(wanted)


def test_the_line_needs_russian_hold_of_0107() -> None:
    """20.71, 20.73: it ends short of it, and carries nothing while the Axis has it"""
    lost = (*CUT, "mark 0107 rails axis", "set murmansk 6")
    assert after_turn(*lost, "at 7/2 soviet supply") == 7
    s, d = table(turn="mar_apr_1943", axis=["0710", "0107"])
    s.emergency = 8
    assert not economy.routes(s, d)[0]


@pytest.mark.parametrize(
    ("built", "foe", "open_"), [(8, "", True), (7, "", False), (8, "0404", False)]
)
def test_the_line_carries_lend_lease(built: int, foe: str, open_: bool) -> None:
    """20.73, 20.74: once built and while nothing blocks it; both ways shut, nothing comes"""
    units = {"ger_inf_1": "0710"} | ({"fin_inf_7": foe} if foe else {})
    s, d = table(units, turn="mar_apr_1943", axis=["0710"])
    s.emergency = built
    assert economy.routes(s, d)[0] == open_


# oil --------------------------------------------------------------------------------------


def test_wells_are_no_units() -> None:
    """21.03, 21.04: nothing destroys them, they have no zone and take no loss"""
    assert not any("oil" in piece.id for piece in BOARD.pieces)
    assert len(G.wells) == len(new(0).taken) == 7


def test_what_a_well_missed_never_comes() -> None:
    """21.06, 21.05, 21.24: increases while it is cut off, or the enemy's, are lost"""
    well = next(w for w in G.wells if w.id == "oil_baku_north")
    g = game(*EMPTY, *(f"mark {hex_} rails axis" for hex_ in NORTH), "put stalin baku",
             "dice oil 6", "at 7 soviet begin")  # fmt: skip
    assert look(g, f"frozen.{well.id}") == "1" and economy.value(g.table.s, well) == 1
    g = game(*EMPTY, "at 7 soviet begin")
    assert look(g, f"frozen.{well.id}") == "0" and economy.value(g.table.s, well) == 2
    s, _ = table(turn="sep_oct_1942")
    s.taken[well.index] = 8
    assert economy.resting(s, well)
    s.turn = 10
    assert not economy.resting(s, well)


def test_wells_that_are_cut_off_give_more_turn_by_turn() -> None:
    """21.05: by the die at first, then a point more each turn; all once they are joined again"""
    cut = [f"mark {hex_} rails axis" for hex_ in NORTH]
    g = game(*EMPTY, *cut, "put stalin baku", "dice oil 6", "at 7 soviet begin")
    _, points = economy.oil(g.table.s, g.table.d)
    come = economy.cut_off(points, 6)
    assert points > 3 and g.table.s.cut == come
    for turn in (8, 9):
        g.submit("gm", f"at {turn} soviet begin")
        _, points = economy.oil(g.table.s, g.table.d)
        come = economy.still_cut_off(come, points)
        assert g.table.s.cut == come
    g.submit("gm", "\n".join(line.replace("axis", "soviet") for line in cut))
    g.submit("gm", "at 10 soviet begin")
    assert g.table.s.cut == -1


def test_no_oil_comes_without_baku() -> None:
    """21.1, 21.33, 21.05: that of Ploesti neither; once Baku is retaken all waits for its line to
    the east edge
    """
    board = (*EMPTY, "put ger_inf_1 1734", "put rus_inf_4 moscow", "dice lend 1")
    board += ("mark oil_ploesti captured 1", "set taken.oil_ploesti 10")
    lost = (*board, "mark baku control axis")

    def armor(g: Game) -> int:
        return int(look(g, "points.russian_armor"))

    g = game(*lost, "at 18 soviet begin")
    assert armor(g) == 0
    cut = ("mark baku control soviet", *(f"mark {hex_} rails axis" for hex_ in BETWEEN))
    g.submit("gm", "\n".join([*cut, "dice lend 1", "at 19 soviet begin"]))
    assert armor(g) == 0 and economy.oil(g.table.s, g.table.d) == (0, 0)
    g.submit("gm", "\n".join(line.replace("axis", "soviet") for line in cut))
    g.submit("gm", "dice lend 1\nat 20 soviet begin")
    assert armor(g) == 15 + 2
    g = game(*board, *cut, "dice lend 1", "at 18 soviet begin")  # never lost: by Astrakhan
    assert armor(g) == 15 + 2


def test_a_captured_well_has_not_grown_in_the_axis_turn() -> None:
    """21.23, 21.2: it stays at what it gave when it was taken, also in the turn of an increase"""
    well = next(w for w in G.wells if w.id == "oil_baku_north")
    s, _ = table(turn="nov_dec_1943")
    assert (economy.value(s, well), economy.half(s, well)) == (2, 1)
    s.captured, s.turn = 1 << well.index, 17
    assert (economy.value(s, well), economy.half(s, well)) == (3, 1)


WELLS = tuple(f"mark {w.id} captured 1" for w in G.wells if w.side == SOVIET)


def test_when_armor_may_be_broken_up() -> None:
    """21.4: from 1943 on, while the wells give less than 12: lost, dry without Baku, or cut off"""
    for edits, open_ in (
        ((), False),
        (("mark baku control axis",), True),
        (tuple(f"mark {hex_} rails axis" for hex_ in NORTH if hex_ not in EAST), True),
    ):
        board = (*EMPTY, "put rus_mech_1 kazan", "put stalin baku", *edits, "dice oil 1")
        g = game(*board, "dice lend 1", "at 17 soviet begin")
        assert ("scrap" in names(g, "soviet")) == open_
        assert "scrap" not in names(game(*board, "dice lend 1", "at 10 soviet begin"), "soviet")


def test_broken_armor_leaves_by_the_east_edge() -> None:
    """21.41: by rail, for one of its moves, or on foot; not who cannot get there"""
    board = (*EMPTY, *WELLS, "put ger_inf_1 1734")
    g = game(*board, "put rus_mech_1 moscow", "at 12 soviet movement")
    g.submit("soviet", "scrap rus_mech_1")
    assert look(g, "rail.1") == "1"
    for when in ("12", "12/2"):  # at any time
        g = game(*board, "put rus_mech_1 2603", f"at {when} soviet movement")
        g.submit("soviet", "scrap rus_mech_1")
        assert look(g, "points.russian_armor") != "0"
    g = game(*board, "put rus_mech_1 2603", "at 12 soviet movement")
    g.submit("soviet", "scrap rus_mech_1")
    assert look(g, "rail.1") == "0" and places(g, "rus_mech_1") == ["pool_soviet"]
    g = game(*board, "put rus_mech_1 moscow", "put ger_inf_2 1911", "at 12 soviet movement")
    assert refused(g, "soviet", "scrap rus_mech_1") == "21.41"
    g = game(*board, "put rus_mech_1 moscow", "at 12 soviet movement")
    g.submit("gm", "set rail.1 5")
    assert refused(g, "soviet", "scrap rus_mech_1") == "21.41"


def test_ploesti() -> None:
    """21.3, 21.31, 21.32, 21.33: without it no armor points for the Axis, but those saved; two for
    the Russians from the second turn on
    """
    taken = (*EMPTY, "mark ploesti control soviet", "mark oil_ploesti captured 1",
             "set points.german_armor 9", "put ger_pz_41 pool")  # fmt: skip
    g = game(*taken, "at 19 axis movement")
    g.submit("axis", "build ger_pz_41 berlin")
    g = game(*taken, "at 19 axis begin")
    assert look(g, "points.german_armor") == "9"
    g = game(*EMPTY, "set points.german_armor 9", "at 19 axis begin")
    assert look(g, "points.german_armor") == "18"
    oil = {}
    for turn in (20, 21, 22):
        g = game(*taken, "set taken.oil_ploesti 20", "dice lend 1", f"at {turn} soviet begin")
        plain = game(*EMPTY, "dice lend 1", f"at {turn} soviet begin")
        oil[turn] = int(look(g, "points.russian_armor")) - int(look(plain, "points.russian_armor"))
    assert oil == {20: 0, 21: 0, 22: 2}


def test_a_well_in_a_city_goes_with_it() -> None:
    """21.07, 21.33, 4.1, 26.42: also as the city falls back to its rails, or to who has turned"""
    board = (*EMPTY, "put ger_inf_1 1734", "put rus_inf_8 2910")
    g = game(*board, "put rus_inf_4 3034", "at 20 soviet movement")
    g.submit("soviet", "move rus_inf_4 3035")
    assert look(g, "oil_ploesti captured") == "1"
    eliminate(g.table, unit("rus_inf_4"), "eliminated", "10.67")
    assert (look(g, "oil_ploesti captured"), look(g, "taken.oil_ploesti")) == ("0", "20")
    g = game(*board, "put rus_inf_4 bucharest", "put rum_inf_4 2935",
             "mark bucharest control soviet", "at 20/2 soviet supply")  # fmt: skip
    g.submit("soviet", "place rus_rum_inf_4 3035")
    assert look(g, "oil_ploesti captured") == "1"


def test_who_retreats_to_a_well_takes_it() -> None:
    """21.07, 10.7: he occupies it, or has passed it"""
    g = game(*EMPTY, "put ger_inf_1 4812", "at 8 soviet combat")
    fall_back(g.table, unit("ger_inf_1"), [BOARD.ground.index("4813")])
    assert look(g, "oil_grozny captured") == "1"


@pytest.mark.parametrize(
    ("lost", "turn", "points"),
    [("", 8, (10, 0)), ("ploesti", 8, (0, 4)), ("berlin", 8, (0, 4)), ("", 10, (0, 4))],
)
def test_captured_oil_waits_for_armor_points(lost: str, turn: int, points: tuple[int, int]) -> None:
    """21.3, 21.22, 19.11: none come while Ploesti or Berlin is the enemy's, nor in other months"""
    board = (*EMPTY, "put ger_inf_1 1734", "put rus_inf_4 moscow")
    g = game(*board, *([f"mark {lost} control soviet"] if lost else []), f"at {turn} axis movement")
    s = g.table.s
    s.promised_oil = 4
    receive_points(g.table)
    assert (s.points[1], s.promised_oil) == points


def test_the_example_of_captured_oil() -> None:
    """21.2, 21.07, 21.21, 21.22, 21.23: the well in 5711, taken in January 1942, gives its half, a
    point, in May, for a rail move
    """
    russia = G.countries["russia"]
    line = [hex_ for hex_ in RAILS if russia >> at(hex_) & 1 and hex_ != "5711"]
    board = (*EMPTY, *lines(line), "put ger_pz_14 5611")
    board += tuple(f"mark {c.id} control axis" for c in G.cities if c.major and c.id != "moscow")
    board += ("mark leningrad control soviet", "mark voronezh control soviet", "put rus_inf_4 2814")
    g = game(*board, "put rus_inf_8 leningrad", "at 5 axis movement")
    g.submit("axis", "move ger_pz_14 5711")
    assert look(g, "taken.oil_baku_west") == "5"
    captured = (
        "mark oil_baku_west captured 1",
        "set taken.oil_baku_west 5",
        "mark 5711 rails axis",
    )
    g = game(*board, *captured, "put rus_inf_8 leningrad", "at 6 axis movement")
    assert refused(g, "axis", "oil oil_baku_west") == "21.21"
    g = game(*board, *captured, "put rus_inf_8 leningrad", "at 7 axis begin")
    assert look(g, "points.german_armor") == "9"
    g.submit("axis", "oil oil_baku_west")
    assert (look(g, "points.german_armor"), look(g, "rail.1")) == ("10", "1")
    assert refused(g, "axis", "oil oil_baku_west") == "21.2"
