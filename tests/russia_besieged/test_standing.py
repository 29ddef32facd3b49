"""Leaders, oil, and orders that stand until their moment."""

import json
from importlib.resources import files

import pytest

import engine
from engine.board.bits import members
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AIRCRAFT
from engine.games.russia_besieged.show import preview
from tests.russia_besieged.staged import EMPTY, PANZERS, RAILS, answered, fight, game, lines
from tests.table import asked, look, places, prompt, refused, told, words

# leaders and oil ----------------------------------------------------------------------------


def test_a_dictator_who_is_cut_off_is_flown_out() -> None:
    """14.16, 14.1, 14.11, 14.12, 14.13: on a 1 he is lost; he is never whole again"""
    far = ("clear", "put stalin minsk", "put hitler berlin", "set weather.1 clear")
    rails = (f"mark {BOARD.ground.grid.ids[h]} rails axis" for h in members(BOARD.ground.rails))
    board = [*far, *rails, "mark minsk control axis", "mark brest control soviet"]
    board += ["put stalin brest"]
    g = game(*board, "dice dictator 2", "at 3 soviet movement")
    g.submit("soviet", "fly stalin moscow")
    assert places(g, "stalin") == ["1912"] and look(g, "stalin s") == "1"
    g = game(*board, "dice dictator 1", "at 3 soviet movement")
    g.submit("soviet", "fly stalin moscow")
    assert places(g, "stalin") == ["removed"]
    g = game(*EMPTY, "at 3 soviet movement")
    assert refused(g, "soviet", "fly stalin gorki") == "14.16"


def test_fuel_is_short_without_ploesti() -> None:
    """21.3, 21.34: two points less for Axis armor in the first impulse from September 1944 on"""
    board = (*EMPTY, "put ger_pz_14 1734")
    whole = words(game(*board, "at 21 axis movement"), "axis", "move ger_pz_14 ")
    short = game(*board, "mark ploesti control soviet", "at 21 axis movement")
    assert len(words(short, "axis", "move ger_pz_14 ")) < len(whole)


def test_captured_oil_goes_to_germany() -> None:
    """21.2, 21.07, 21.21, 21.22, 21.23: half, from the second turn on, for a rail move"""
    well = next(w for w in BOARD.ground.wells if w.side == 1 and BOARD.ground.rails >> w.place & 1)
    rails = lines(BOARD.ground.grid.ids[h] for h in members(BOARD.ground.rails))
    board = (*EMPTY, *rails, f"mark {well.id} captured 1", f"set taken.{well.id} 5")
    g = game(*board, "at 6 axis movement")
    assert refused(g, "axis", f"oil {well.id}") == "21.21"
    g = game(*board, "at 8 axis movement")
    before = int(look(g, "points.german_armor"))
    g.submit("axis", f"oil {well.id}")
    assert int(look(g, "points.german_armor")) > before and look(g, "rail.1") != "0"
    assert refused(g, "axis", f"oil {well.id}") == "21.2"


def test_armor_is_broken_up_for_oil() -> None:
    """21.4, 21.41: while the wells give less than twelve, from 1943 on"""
    lost = [f"mark {w.id} captured 1" for w in BOARD.ground.wells if w.side == 1]
    g = game(*EMPTY, "put rus_mech_1 moscow", *lost, "at 12 soviet movement")
    before = int(look(g, "points.russian_armor"))
    g.submit("soviet", "scrap rus_mech_1")
    assert int(look(g, "points.russian_armor")) > before
    assert places(g, "rus_mech_1") == ["pool_soviet"]


def test_what_is_owed_is_told_before_movement_ends() -> None:
    """10.1, 10.2: the preview of `end movement` names each hex with its best odds; that of an
    attack has factors, modifiers and what each table gives"""
    board = (*EMPTY, *PANZERS, "put rus_inf_18 0819")
    g = game(*board, "at 2 axis movement")
    (line,) = g.preview("end movement").lines
    assert line.startswith("0819: up to 5-1 by")
    g = game(*board, "at 2 axis combat")
    lines = g.preview("attack 0819 with ger_pz_14 ger_pz_24 ger_pz_48").lines
    assert lines[0] == "27 against 5: 5-1"
    assert lines[1] == "Die: armor attacking +1 (10.5); +1 in all"
    assert [text.split(":")[0] for text in lines[2:]] == ["Combat", "Blitzkrieg"]


def test_each_modifier_of_the_die_is_shown_with_its_rule() -> None:
    """10.21c: those of the sheet, and rules that there are"""
    data = files("engine.games.russia_besieged.data")
    sheet, index = (
        json.loads((data / name).read_bytes()) for name in ("terrain.json", "rules_index.json")
    )
    assert {*preview.RULES} == {one["id"] for one in sheet["combat_drms"]}
    assert {*preview.RULES.values()} <= {one["id"] for one in index}


def test_who_would_surrender_is_told_before_movement_ends() -> None:
    """10.18, 10.19: below 1-5 there are no odds to be told; it says who is lost, in time"""
    strong = ("put rus_inf_18 0819", "put rus_inf_3 0819", "put rus_inf_5 0819")
    g = game(*EMPTY, *strong, "put rum_cav_1 0820", "at 2 axis movement")
    lines = g.preview("end movement").lines
    assert lines == ("Nowhere at 1-5, so they would surrender (10.19): Cav Rumanian Cavalry Corps",)
    g.submit("axis", "end movement")
    assert places(g, "rum_cav_1") == ["surrendered_axis"]


@pytest.mark.parametrize("second", ["0920", "0720"])
def test_who_alone_is_next_to_several_enemies_attacks_them_together(second: str) -> None:
    """10.11, 10.14, 10.19: neither may be left out, so the one attack is owed on both hexes, and
    nobody surrenders who can make it; it can be begun with either hex"""
    board = (*EMPTY, "put ger_pz_24 0820", "put rus_inf_18 0819", f"put rus_inf_3 {second}")
    for hexes in (f"0819+{second}", f"{second}+0819"):
        g = game(*board, "at 2 axis movement")
        (owed,) = g.preview("end movement").lines
        assert " by 24pz" in owed and "0819" in owed and second in owed
        assert "1-100" not in owed
        g.submit("axis", "end movement")
        assert prompt(g).startswith("You must attack ") and "+" in prompt(g)
        assert "10.11" in refused(g, "axis", "end combat")
        assert "10.11" in refused(g, "axis", "attack 0819 with ger_pz_24")
        assert g.auto("axis").startswith("attack ") and "+" in g.auto("axis")
        g.submit("axis", f"attack {hexes} with ger_pz_24")


def test_two_enemies_before_two_units_are_attacked_one_by_one() -> None:
    """10.11, 10.16: nobody is told to attack together what another can take"""
    board = (*EMPTY, "put ger_pz_24 0820", "put ger_pz_14 0820", "put rus_inf_18 0819")
    g = game(*board, "put rus_inf_3 0920", "at 2 axis movement")
    assert sorted(line[:5] for line in g.preview("end movement").lines) == ["0819:", "0920:"]


def test_the_preview_of_an_attack_by_what_never_fights() -> None:
    """A fault of the fuzzer: an air base has no factors, for or against."""
    board = (*EMPTY, *PANZERS, "put rus_inf_18 0819", "put shturmovik_1 minsk")
    base = next(p.id for p in BOARD.pieces if p.type == AIRCRAFT and p.side == 0)
    g = game(*board, f"put {base} riga", "at 2 axis combat")
    for line in (f"attack 0819 with {base}", f"av 0819 with {base}"):
        assert g.preview(line).lines == ()
    assert g.preview("attack 1623 with ger_pz_14").lines == ()


def test_finland_leaves_the_war() -> None:
    """26.1, 26.12, 26.13, 26.15, 25.3: others in Finland come again a turn later, elsewhere"""
    board = (*EMPTY, "put fin_inf_7 0209", "put ger_inf_1 0218", "put ita_inf_3 0540")
    g = game(*board, "at 21 axis weather")
    while "withdrawn" in prompt(g):
        g.submit("axis", g.complete("axis", "withdraw ").items[0].value)
    assert places(g, "fin_inf_7", "ger_inf_1") == ["removed", "withdrawn_axis"]
    g = game(*board, "mark leningrad control axis", "at 21 axis weather")
    assert places(g, "fin_inf_7", "ger_inf_1") == ["0209", "0218"]


# partisans ------------------------------------------------------------------------------


def test_partisans_join_a_guards_cavalry_without_supply() -> None:
    """16.53, 16.47: one of the second stage goes to within five hexes of it, once a turn"""
    stage = ("put partisan_1 2420 stage2=1", "put partisan_2 2422 stage2=1")
    rails = [f"mark {BOARD.ground.grid.ids[h]} rails axis" for h in members(BOARD.ground.rails)]
    board = (*EMPTY, "put ger_inf_1 1729", *stage, "put rus_gd_cav_1 1624")
    rails += [f"mark {id_} control axis" for id_ in ("minsk", "kiev", "riga", "smolensk")]
    g = game(*board, *rails, "at 12/2 soviet supply")
    far = words(g, "soviet", "creep partisan_1 ")
    assert {"1720", "1628"} <= far and not {"1624", "1730"} & far and "2421" in far
    assert words(g, "soviet", "creep partisan_1 1623 ") == set()
    assert refused(g, "soviet", "creep partisan_1 1623 1622") == "16.47"
    g.submit("soviet", "creep partisan_1 1623")
    assert places(g, "partisan_1") == ["1623"]
    assert refused(g, "soviet", "creep partisan_2 1625") == "16.47"
    g.submit("soviet", "creep partisan_2 2423")
    g = game(*board, "at 12/2 soviet supply")
    assert "1623" not in words(g, "soviet", "creep partisan_1 ")


# without a Dictator ------------------------------------------------------------------------


def test_a_side_without_its_dictator_falls_back_and_stands_off() -> None:
    """14.15, 14.1: one hex from all enemies; no attack, no step toward them, no invasion"""
    units = (
        "put rus_inf_4 1724",
        "put ger_inf_1 1725",
        "put rus_inf_8 1718",
        "put rus_inf_11 1716",
    )
    board = (*EMPTY, *units, "set bereft.soviet 1")
    g = answered(game(*board, "at 4 soviet movement"))
    grid = BOARD.ground.grid
    here, foe = (BOARD.ground.index(id_) for id_ in (*places(g, "rus_inf_4"), "1725"))
    assert grid.distance(here, foe) == 2 and places(g, "rus_inf_8") == ["1718"]
    assert refused(g, "soviet", "move rus_inf_4 1724") == "14.15"
    east = words(g, "soviet", "move rus_inf_8 ")
    whole = words(game(*EMPTY, *units, "at 4 soviet movement"), "soviet", "move rus_inf_8 ")
    assert east < whole and "1725" not in east and "1717" in east
    assert not g.whole("soviet", "move rus_inf_8 1719")  # a place on the way at most
    assert refused(g, "soviet", "move rus_inf_8 1719") == "14.15"
    g.submit("soviet", "end movement")
    assert prompt(g).startswith("December")


def test_a_way_may_go_round_over_hexes_where_no_move_may_end() -> None:
    """14.15: the end of a move is no farther than its start; what the log wrote is read again"""
    board = (*EMPTY, "put rus_inf_8 0114", "set bereft.soviet 1", "at 4 soviet movement")
    g = game(*board)
    assert refused(g, "soviet", "move rus_inf_8 0112") == "14.15"
    (line,) = g.submit("soviet", "move rus_inf_8 0110").ran
    assert line == "move rus_inf_8 0113 0112 0111 0110"
    again = game(*board)
    assert {"0110", "0112"} <= words(again, "soviet", "move rus_inf_8 ")
    assert again.submit("soviet", line).ran == (line,)


def test_a_dictator_lost_in_the_second_impulse() -> None:
    """14.15: they fall back at the end of its combat, and the enemy attacks a column better"""
    board = (*EMPTY, "put rus_inf_4 minsk", "put ger_inf_1 1624")
    g = game(*board, "at 4/2 soviet combat")
    g.submit("soviet", "end combat")
    assert places(g, "rus_inf_4") == ["1623"]
    g = game(*board, "set bereft.soviet 3", "at 4/2 soviet combat")
    g.submit("soviet", "end combat")
    assert places(answered(g), "rus_inf_4") != ["1623"]
    lines = ("put ger_inf_1 1625", "put rus_inf_4 1624", "at 5 axis movement")
    better = game(*EMPTY, "set bereft.soviet 3", *lines)
    assert look(better, "bereft.soviet") == "4"
    better.submit("axis", "end movement")
    (line,) = better.preview("attack 1624 with ger_inf_1").lines[:1]
    assert line == "6 against 4: 1-1, with shifts 2-1"


# standing orders ----------------------------------------------------------------------------


def test_a_marshal_is_armed_by_place() -> None:
    """14.23, 14.22, 16.51: he serves by himself where he was sent, and nobody is asked; partisans
    that were armed help too"""
    board = (*PANZERS, "put rus_inf_18 0819", "put fm_zhukov in_hand")
    board += ("put partisan_1 0821 stage2=1",)
    board += tuple(f"mark {BOARD.ground.grid.ids[h]} rails axis" for h in members(RAILS))
    board += tuple(f"mark {city} control axis" for city in ("riga", "minsk", "smolensk"))
    line = "attack 0819 with ger_pz_14 ger_pz_24 ger_pz_48 at 2-1"
    for place, spent in (("", "1"), (" if 0819", "1"), (" if 0718", "0")):
        g = fight(8, *board, "put fm_leeb in_hand spent=1", turn="12")
        assert {"zhukov", "1partisan"} <= words(g, "soviet", "arm ")
        assert "leeb" not in words(g, "axis", "arm ")
        g.submit("soviet", f"arm fm_zhukov at marshal{place}")
        g.submit("soviet", "arm partisan_1 at marshal if 1912")
        g.submit("axis", line)
        assert asked(g) == ["axis"] and look(g, "fm_zhukov spent") == spent
        assert look(g, "helped") == "0"
    g = fight(8, *board, turn="12")
    g.submit("soviet", "arm fm_zhukov at marshal")
    g.submit("soviet", "arm partisan_1 at marshal if 0819")
    text = told(g, g.submit("axis", line))
    assert "field marshal -1" in text and "partisan -1" in text and look(g, "helped") == "1"


def test_one_marshal_serves_in_an_attack() -> None:
    """14.24: of each side; who names two is told so, in the attack and in the answer to it"""
    board = (*PANZERS, "put rus_inf_18 0819", "put fm_leeb in_hand", "put fm_bock in_hand")
    board += ("put fm_zhukov in_hand", "put fm_konev in_hand")
    line = "attack 0819 with ger_pz_14 ger_pz_24 ger_pz_48"
    g = fight(8, *board, turn="12")
    for words_ in ("leeb bock", "leeb+bock", "leeb leeb"):
        with pytest.raises(engine.OrderError, match="only one marshal can be named"):
            g.submit("axis", f"{line} marshal {words_}")
    with pytest.raises(engine.OrderError, match="it stands in a line once"):
        g.submit("axis", f"{line} marshal leeb marshal bock")
    assert refused(g, "axis", f"{line} leeb") == "10.1"
    g.table.pos.policy["soviet:marshal"] = "ask"
    g.submit("axis", f"{line} marshal leeb")
    with pytest.raises(engine.OrderError, match="only one marshal can be named"):
        g.submit("soviet", "marshal zhukov konev")
    assert (look(g, "fm_leeb spent"), look(g, "fm_bock spent")) == ("1", "0")


def test_the_preview_of_an_automatic_victory_says_whether_it_is_one() -> None:
    """9.1: no die is rolled, so no table is shown"""
    g = game(
        *EMPTY, "put ger_pz_24 1625", "put ger_pz_47 1625", "put ger_pz_46 1625",
        "put rus_mech_21 1624", "put stuka_3 brest", "put stuka_4 brest",
        "mark brest control axis", "at 2 axis movement",
    )  # fmt: skip
    told = g.preview("av 1624 with ger_pz_24 ger_pz_47 ger_pz_46 air stuka_3 stuka_4").lines
    assert told[1:] == ("Automatic victory: all there surrender.",)
    assert g.preview("av 1624 with ger_pz_24").lines[1:] == ("The odds are below 10-1.",)
