"""Chapter 8 in play: who sails, what the die does, what a landing means."""

import re

import pytest

from engine.board.bits import members
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import FINNISH
from engine.games.russia_besieged.law import contact, sea, supply
from engine.games.russia_besieged.state import (
    EVACUATED_BEFORE,
    LANDED,
    SECOND_STAGE,
    occupancy,
)
from tests.russia_besieged.staged import EMPTY, game
from tests.russia_besieged.table import at, city, table, unit
from tests.russia_besieged.test_movement import rule
from tests.table import look, names, places, refused, told, words

G = BOARD.ground
BALTIC = ("put ger_inf_1 konigsberg", "put ger_inf_2 danzig")


def test_a_unit_goes_by_sea_in_one_way_and_by_nothing_else() -> None:
    """8.0, 8.02, 8.04, 8.3, 8.01: a die for each; who sailed moves no more, and the reverse"""
    g = game(*EMPTY, *BALTIC, "dice sea 1", "at 2 axis movement")
    g.submit("axis", "sail ger_inf_1 stettin")
    assert places(g, "ger_inf_1") == ["0535"]
    assert refused(g, "axis", "move ger_inf_1 0636") == "8.02"
    assert refused(g, "axis", "rail ger_inf_1 0537") == "7.10"
    assert refused(g, "axis", "invade ger_inf_1 riga") == "8.02"
    g = game(*EMPTY, *BALTIC, "at 2 axis movement")
    g.submit("axis", "move ger_inf_2 0731")
    g.submit("axis", "rail ger_inf_1 warsaw")
    assert refused(g, "axis", "sail ger_inf_1 stettin") == "8.31"


def test_the_three_seas_are_apart() -> None:
    """8.05, 8.31: from a port to a port of the same sea, both of the mover's side"""
    s, d = table({"rus_inf_4": "3128", "rus_inf_8": "0714"}, side="soviet")
    assert rule(sea.why_no_transport(s, d, unit("rus_inf_4"), at("5710"))) == "8.05"
    assert rule(sea.why_no_transport(s, d, unit("rus_inf_4"), at("0822"))) == "8.05"
    assert rule(sea.why_no_transport(s, d, unit("rus_inf_4"), at("3433"))) == "8.31"
    assert rule(sea.why_no_transport(s, d, unit("rus_inf_4"), at("2424"))) == "8.05"
    assert sea.why_no_transport(s, d, unit("rus_inf_8"), at("0822")) is None


def test_nobody_is_shipped_to_where_a_partisan_fights() -> None:
    """8.31, 16.21, 16.42, 16.45: its city stays the Axis's; one of the first stage bars nobody"""
    for stage, wanted in ((0, ""), (SECOND_STAGE, "8.31")):
        s, _ = table({"ger_inf_2": "0828", "partisan_4": "0419"}, axis=["0419"])
        s.flags[unit("partisan_4")] |= stage
        why = sea.why_no_transport(s, occupancy(s), unit("ger_inf_2"), at("0419"))
        assert rule(why) == wanted


def test_no_allowance_and_no_enemy_zone() -> None:
    """8.03: Russian infantry has no allowance in the second impulse; a zone binds it"""
    s, d = table({"rus_inf_4": "3128"}, side="soviet", impulse=2)
    assert rule(sea.why_no_transport(s, d, unit("rus_inf_4"), at("3826"))) == "8.03"
    s, d = table({"rus_inf_4": "3128", "rum_inf_1": "3129"}, side="soviet")
    assert rule(sea.why_no_transport(s, d, unit("rus_inf_4"), at("3826"))) == "8.03"
    s, d = table({"rus_inf_4": "3128"}, side="soviet")
    assert sea.why_no_transport(s, d, unit("rus_inf_4"), at("3826")) is None


def test_a_side_without_ports_never_sails_there_again() -> None:
    """8.1: the sea is closed to it even if it has a port again"""
    lost = [c.id for c in G.cities if c.area == 1 and c.id not in ("odessa", "constanta")]
    board = (*EMPTY, *(f"mark {id_} control soviet" for id_ in lost), "mark odessa control axis")
    board += ("put rus_inf_4 3127", "put ger_inf_1 1734")
    g = game(*board, "at 8 soviet movement")
    g.submit("soviet", "move rus_inf_4 odessa")
    assert g.table.s.locked == 0  # Constanta is left
    taken = ("mark constanta control soviet", "put rus_inf_8 constanta")
    g = game(*board, *taken, "at 8 soviet movement")
    g.submit("soviet", "move rus_inf_4 odessa")
    assert g.table.s.locked == 1 << sea.BLACK
    s, d = table({"ger_inf_1": "3433"}, turn="jul_aug_1942", axis=["3128"])
    assert sea.why_no_transport(s, d, unit("ger_inf_1"), at("3128")) is None
    s.locked = 1 << sea.BLACK
    assert rule(sea.why_no_transport(s, d, unit("ger_inf_1"), at("3128"))) == "8.1"
    assert sea.BLACK not in sea.open_areas(s, d)


def test_one_unit_a_sea_and_impulse() -> None:
    """8.11, 8.22: an aborted try counts"""
    g = game(*EMPTY, *BALTIC, "dice sea 10", "at 2 axis movement")
    g.submit("axis", "sail ger_inf_1 stettin")
    assert places(g, "ger_inf_1") == ["0828"]  # 10 - 5: aborted
    assert refused(g, "axis", "sail ger_inf_2 stettin") == "8.11"


def test_the_sea_of_azov() -> None:
    """8.12, 8.13, 8.14, 6.25: Rostov and its coast need both shores of Kerch, and no ice"""
    where = {"ger_inf_1": "3433"}
    s, d = table(where, turn="jul_aug_1942", axis=["3718"])
    goals = {city.id for city in sea.ports(s, d, 0, sea.BLACK)}
    assert "rostov" not in goals and "constanta" in goals
    both = {**where, "ger_inf_2": "3922", "ger_inf_10": "3823"}
    s, d = table(both, turn="jul_aug_1942", axis=["3718", "3922", "3823"])
    assert sea.strait(s, d, 0) and not sea.strait(s, d, 1)
    assert "rostov" in {city.id for city in sea.ports(s, d, 0, sea.BLACK)}
    azov = next(
        h
        for h in range(len(G.grid.ids))
        if (G.azov & ~G.regions["no_invasion"]) >> h & 1 and G.city_at[h] < 0
    )
    assert sea.why_no_invasion(s, d, unit("ger_inf_1"), sea.BLACK, azov) is None
    s, d = table(where, turn="jul_aug_1942")
    assert rule(sea.why_no_invasion(s, d, unit("ger_inf_1"), sea.BLACK, azov)) == "8.13"
    s, d = table(both, turn="jan_feb_1943", axis=["3718", "3922", "3823"])
    assert rule(sea.why_no_invasion(s, d, unit("ger_inf_1"), sea.BLACK, azov)) == "8.14"
    assert "rostov" not in {city.id for city in sea.ports(s, d, 0, sea.BLACK)}


def test_the_shores_of_kerch_belong_to_who_was_there_last() -> None:
    """6.25, 4.1, 16.45: as a city does; a partisan holds none, nor is one to be there"""
    shores = ("3922", "3823")
    g = game(*EMPTY, "put ger_mtn_49 3823", "put rus_inf_4 4507", "at 8 axis movement")
    g.submit("axis", "move ger_mtn_49 3922")
    s = g.table.s
    assert look(g, "3922 shore") == "axis" and not sea.strait(s, g.table.d, 0)
    back = game(*EMPTY, "put rus_inf_4 4022", *(f"mark {hex_} shore axis" for hex_ in shores),
                "at 8 soviet movement")  # fmt: skip
    back.submit("soviet", "move rus_inf_4 3922")
    assert [look(back, f"{hex_} shore") for hex_ in shores] == ["soviet", "axis"]
    s.kerch = f"{int(s.kerch, 16) | 1 << at('3823'):x}"
    s.place[unit("ger_mtn_49")] = at("4121")
    assert sea.strait(s, occupancy(s), 0) and not sea.strait(s, occupancy(s), 1)
    for who, holds in (("partisan_1", True), ("rus_inf_4", False)):
        s.place[unit(who)] = at("3823")
        s.flags[unit(who)] |= SECOND_STAGE if holds else 0
        assert sea.strait(s, occupancy(s), 0) == holds
    for scenario, side in (("campaign", 1), ("fall_blau_1942", 1), ("summer_1943", 0)):
        g = game(scenario=scenario)
        assert sea.strait(g.table.s, g.table.d, side)
        assert {look(g, f"{hex_} shore") for hex_ in shores} == {("axis", "soviet")[side]}


def test_beside_the_strait_and_within_it() -> None:
    """8.13, 8.14: hexes on both seas are reached from without; within Azov nothing is passed"""
    for turn in ("sep_oct_1941", "jan_feb_1942"):
        s, d = table({"ger_inf_1": "3433"}, turn=turn)
        for hex_ in ("3525", "3823", "3922"):
            assert sea.why_no_invasion(s, d, unit("ger_inf_1"), sea.BLACK, at(hex_)) is None
    units = {"rus_inf_4": "3520", "rus_inf_7": "3718", "rus_inf_11": "4321"}
    kerch = {**units, "ger_inf_1": "3823"}
    s, d = table(kerch, turn="sep_oct_1942", side="soviet", axis=["3823"])
    assert not sea.strait(s, d, 1)
    assert sea.why_no_evacuation(s, d, unit("rus_inf_4"), at("3718")) is None
    assert rule(sea.why_no_evacuation(s, d, unit("rus_inf_4"), at("4321"))) == "8.13"
    assert sea.why_no_invasion(s, d, unit("rus_inf_7"), sea.BLACK, at("3618")) is None
    assert rule(sea.why_no_invasion(s, d, unit("rus_inf_7"), sea.BLACK, at("3922"))) == "8.13"
    assert rule(sea.why_no_transport(s, d, unit("rus_inf_11"), at("3718"))) == "8.13"
    s, d = table(units, turn="jan_feb_1943", side="soviet")
    assert rule(sea.why_no_evacuation(s, d, unit("rus_inf_4"), at("3718"))) == "8.14"
    assert rule(sea.why_no_transport(s, d, unit("rus_inf_7"), at("4321"))) == "8.14"


@pytest.mark.parametrize(
    ("die", "where", "steps", "said"),
    [
        (7, "0535", "2", "it arrives."),
        (9, "0535", "1", "3 other friendly ports -3): it arrives and loses a step"),
        (10, "0828", "2", "it turns back"),
    ],
)
def test_the_die_of_the_sea(die: int, where: str, steps: str, said: str) -> None:
    """8.2, 8.21, 8.23: five off for Konigsberg and three ports; an aborted unit is where it was"""
    g = game(*EMPTY, *BALTIC, f"dice sea {die}", "at 2 axis movement")
    text = told(g, g.submit("axis", "sail ger_inf_1 stettin"))
    assert said in text and places(g, "ger_inf_1") == [where]
    assert look(g, "ger_inf_1 s") == steps


def test_who_is_lost_at_sea_goes_to_the_pool() -> None:
    """8.21, 8.2: without the naval base and ports there is less help; 24.13 does not ask"""
    far = ("mark konigsberg control soviet", "mark stettin control soviet")
    board = (*EMPTY, *far, "mark helsinki control soviet", "put ger_inf_1 danzig")
    g = game(*board, "mark riga control axis", "dice sea 10", "at 3 axis movement")
    g.submit("axis", "sail ger_inf_1 riga")
    assert places(g, "ger_inf_1") == ["pool_axis"]


def test_bases_count_for_their_first_owner_alone() -> None:
    """8.2: -2 for an own naval base held at the start of the impulse, +2 near an enemy's"""
    listed = lambda s, d, side, goal: dict(sea.modifiers(s, d, side, sea.BALTIC, at(goal)))  # noqa: E731
    s, d = table()
    assert listed(s, d, 0, "0730")["own_naval_base"] == -2
    s, d = table(axis=["0714"])
    s.began = s.cities
    near = listed(s, d, 0, "0714")
    assert near["own_naval_base"] == -2 and "enemy_naval_base" not in near
    near_leningrad = next(
        hex_ for hex_ in G.grid.ids
        if G.seas[0] >> at(hex_) & 1 and 0 < G.grid.distance(at(hex_), at("0714")) <= 4
    )  # fmt: skip
    s, d = table()
    assert listed(s, d, 0, near_leningrad)["enemy_naval_base"] == 2
    assert "enemy_naval_base" not in listed(s, d, 0, "0419")  # Tallinn is farther than four


def test_a_new_unit_may_come_by_a_port() -> None:
    """8.32, 8.43: placed in a port with a railway to the edge, it goes on by sea and by nothing
    else; nobody else sails there before, and movement does not end"""
    board = (*EMPTY, *BALTIC, "put ger_inf_5 pool", "set points.german_infantry 9")
    g = game(*board, "dice sea 1", "at 4 axis movement")
    assert {"0828", "0730", "0535"} <= words(g, "axis", "build ger_inf_5 ")
    assert "0218" not in words(g, "axis", "build ger_inf_5 ")  # no line to the edge
    g.submit("axis", "build ger_inf_5 konigsberg")
    assert refused(g, "axis", "move ger_inf_5 0829") == "8.32"
    assert refused(g, "axis", "rail ger_inf_5 warsaw") == "8.32"
    assert refused(g, "axis", "sail ger_inf_2 stettin") == "8.32"
    assert refused(g, "axis", "end movement") == "8.32"
    g.submit("axis", "sail ger_inf_5 stettin")
    g.submit("axis", "end movement")
    assert places(g, "ger_inf_5") == ["0535"]
    g = game(*EMPTY, "at 2 axis movement")
    assert "0828" in words(g, "axis", "place ger_inf_34 ")
    assert "0218" not in words(g, "axis", "place ger_inf_34 ")


def test_a_new_unit_may_invade_from_the_only_port() -> None:
    """8.43, 8.32, 8.42: who can be shipped nowhere may be put there to land, if it is of that kind
    and the landing is still to be had; movement does not end before it goes"""
    edits = ("set points.german_infantry 9", "set points.german_armor 9", "dice sea 1")
    board = (*EMPTY, *edits, "put ger_inf_5 pool", "put ger_pz_14 pool")
    g = game(*board, "at 4 axis movement")
    assert "3433" in words(g, "axis", "build ger_inf_5 ")
    assert "3433" not in words(g, "axis", "build ger_pz_14 ")
    g.submit("axis", "build ger_inf_5 constanta")
    assert refused(g, "axis", "end movement") == "8.32"
    g.submit("axis", "invade ger_inf_5 3726")
    g.submit("axis", "end movement")
    assert places(g, "ger_inf_5") == ["3726"]
    g = game(*board, "set landings.axis_black 1", "at 4 axis movement")
    assert "3433" not in words(g, "axis", "build ger_inf_5 ")


def test_who_cannot_go_on_by_sea_keeps_nobody() -> None:
    """8.32, 17.13: no army of the garrison comes to a far port before it is released; a unit that
    waits where no ship takes it any more does not hold up the end of movement"""
    g = game(
        *EMPTY, "set points.russian_infantry 20", "put rus_inf_44 pool", "at 2 soviet movement"
    )
    assert "4509" not in words(g, "soviet", "build rus_inf_44 ")
    g = game(*EMPTY, "at 4 soviet movement")
    g.submit("gm", "put rus_inf_8 astrakhan aboard")
    assert refused(g, "soviet", "end movement") == "8.32"
    near = next(h for h in G.foot[at("4509")] if G.dry[at("4509")] >> h & 1)
    g.submit("gm", f"put ger_inf_1 {G.grid.ids[near]}")
    assert "rus_inf_8" not in words(g, "soviet", "sail ")
    g.submit("soviet", "end movement")


def test_who_was_shipped_fights() -> None:
    """8.33: attacks, retreats and advances as others"""
    foe = next(h for h in G.foot[at("0822")] if G.dry[at("0822")] >> h & 1)
    board = (*EMPTY, "put ger_inf_1 konigsberg", "mark riga control axis")
    board += (f"put rus_inf_18 {G.grid.ids[foe]}", "put ger_inf_5 0820", "put rus_inf_8 0819")
    g = game(*board, "dice sea 1", "dice combat 10", "at 3 axis movement")
    g.submit("axis", "sail ger_inf_1 riga")
    g.submit("axis", "end movement")
    g.submit("axis", f"attack {G.grid.ids[foe]} with ger_inf_1")
    assert look(g, "ger_inf_1 fought") == "1"


LANDING = (*EMPTY, "put ger_inf_1 konigsberg", "put ger_inf_2 danzig", "set bereft.axis 0")


def test_landings_in_a_turn_and_in_the_game() -> None:
    """8.4, 8.41, 8.44, 8.22, 8.42: one a turn and sea, one in all for the Axis; kinds that land"""
    s, d = table({"ger_inf_1": "0828"})
    s.landed = 1 << sea.BALTIC
    assert rule(sea.why_no_invasion(s, d, unit("ger_inf_1"), sea.BALTIC, at("0822"))) == "8.41"
    assert sea.INVASIONS == ((1, 1, 0), (1, 2, 0))
    g = game(*LANDING, "dice sea 10", "at 2 axis movement")
    g.submit("axis", "invade ger_inf_1 0821")
    assert places(g, "ger_inf_1") == ["0828"] and look(g, "landings.axis_baltic") == "1"
    for piece, lands in (
        ("ger_mtn_49", True), ("ita_inf_3", True), ("ger_pz_41", False), ("ger_cav_1", False),
        ("hun_inf_3", False), ("rum_inf_1", False),
    ):  # fmt: skip
        s, d = table({piece: "0828"})
        why = sea.why_no_invasion(s, d, unit(piece), sea.BALTIC, at("0822"))
        assert (why is None) == lands, piece
    for piece, lands in (("rus_inf_4", True), ("rus_gd_inf_2", False), ("rus_mech_1", False)):
        s, d = table({piece: "3826"}, side="soviet")
        why = sea.why_no_invasion(s, d, unit(piece), sea.BLACK, at("3433"))
        assert (why is None) == lands, piece


@pytest.mark.parametrize(
    ("piece", "port", "area"),
    [
        ("ger_inf_1", "konigsberg", sea.BALTIC),
        ("ger_inf_1", "constanta", sea.BLACK),
        ("rus_inf_4", "leningrad", sea.BALTIC),
        ("rus_inf_4", "odessa", sea.BLACK),
    ],
)
def test_invasions_are_counted_by_side_and_sea(piece: str, port: str, area: int) -> None:
    """8.44: what others have done, or the same side elsewhere, takes nothing off"""
    side = BOARD.pieces[unit(piece)].side
    s, d = table({piece: G.grid.ids[city(port)]}, side=("axis", "soviet")[side])
    assert sea.why_no_lander(s, d, unit(piece), area) is None
    own, most = 3 * side + area, sea.INVASIONS[side][area]
    for other in range(6):
        s.landings = [0] * 6
        s.landings[other] = 9 if other != own else most - 1
        assert sea.why_no_lander(s, d, unit(piece), area) is None, other
    s.landings = [0] * 6
    s.landings[own] = most
    assert rule(sea.why_no_lander(s, d, unit(piece), area)) == "8.44"


@pytest.mark.parametrize("calls", [True, False])
def test_a_landing_in_the_caucasus_calls_its_garrison(calls: bool) -> None:
    """17.13, 8.4: all four armies are free; another coast of that sea frees none"""
    board = (*EMPTY, "put ger_inf_1 constanta", "set bereft.axis 0", "dice sea 1")
    g = game(*board, "at 8 axis movement")
    coast = BOARD.ground.regions["trans_caucasus_trigger_coast"]
    hexes = sorted(words(g, "axis", "invade ger_inf_1 "))
    hexes = [hex_ for hex_ in hexes if hex_.isdigit() and coast >> at(hex_) & 1 == calls]
    assert look(g, "released") == "0"
    g.submit("axis", f"invade ger_inf_1 {hexes[0]}")
    assert places(g, "ger_inf_1") == [hexes[0]]
    assert look(g, "released") == ("3" if calls else "0")


def test_where_nobody_lands() -> None:
    """8.47, 8.46, 8.45, 8.52: two hexes, hexes of enemies, Germany before 1943; no variant units"""
    s, d = table({"rus_inf_4": "0714"}, side="soviet", turn="sep_oct_1942")
    me, prussia = unit("rus_inf_4"), at("0730")
    assert rule(sea.why_no_invasion(s, d, me, sea.BALTIC, prussia)) == "8.46"
    s, d = table({"rus_inf_4": "0714"}, side="soviet", turn="jan_feb_1943")
    assert sea.why_no_invasion(s, d, me, sea.BALTIC, prussia) is None
    assert ("enemy_port", 1) in sea.modifiers(s, d, 1, sea.BALTIC, prussia)
    s, d = table({"rus_inf_4": "0714", "ger_inf_1": "0730"}, side="soviet", turn="jan_feb_1943")
    assert rule(sea.why_no_invasion(s, d, me, sea.BALTIC, prussia)) == "8.47"
    s, d = table({"rus_inf_4": "0714", "stuka_1": "0730"}, side="soviet", turn="jan_feb_1943")
    assert rule(sea.why_no_invasion(s, d, me, sea.BALTIC, prussia)) == "8.47"  # a base (4.0)
    for hex_ in ("3423", "3424"):
        s, d = table({"ger_inf_1": "3433"}, turn="sep_oct_1941")
        assert rule(sea.why_no_invasion(s, d, unit("ger_inf_1"), sea.BLACK, at(hex_))) == "8.47"
    assert not any("variant" in piece.id or piece.id.startswith("roa") for piece in BOARD.pieces)


def test_who_was_evacuated_does_not_land_next() -> None:
    """8.48"""
    s, d = table({"ger_inf_1": "0828"})
    me = unit("ger_inf_1")
    s.flags[me] |= EVACUATED_BEFORE
    assert rule(sea.why_no_invasion(s, d, me, sea.BALTIC, at("0822"))) == "8.48"


def test_who_turned_back_from_an_evacuation_fights_where_it_stands() -> None:
    """8.23, 8.63: only who was evacuated is out of the fighting"""
    board = (*EMPTY, "put rus_inf_4 0715", "put ger_inf_1 0716", "put rus_inf_7 0714")
    for die, stands, fights in ((10, "0715", True), (1, "0822", False)):
        g = game(*board, f"dice sea {die}", "at 8 soviet movement")
        g.submit("soviet", "evacuate rus_inf_4 riga")
        assert places(g, "rus_inf_4") == [stands]
        assert contact.able(g.table.s, unit("rus_inf_4")) == fights


def test_who_has_landed_neither_advances_nor_retreats() -> None:
    """8.49, 8.50: a retreat is its end; it is not evacuated in that turn either"""
    board = (*EMPTY, "put ger_inf_1 0820 landed=1 sailed=1 ashore=1", "put rus_inf_18 0819")
    g = game(*board, "dice combat 6", "at 2 axis combat")
    g.submit("axis", "attack 0819 with ger_inf_1")  # 1-1: AR
    assert places(g, "ger_inf_1") == ["pool_axis"]
    g = game(*board, "put ger_pz_24 0820", "dice combat 10", "at 2 axis combat")
    g.submit("axis", "attack 0819 with ger_inf_1 ger_pz_24")  # 3-1: D3
    assert refused(g, "axis", "advance ger_inf_1 0819") == "8.49"
    s, d = table({"ger_inf_1": "0821"})
    s.flags[unit("ger_inf_1")] |= LANDED
    assert rule(sea.why_no_evacuation(s, d, unit("ger_inf_1"), at("0730"))) == "8.50"


def test_who_is_shipped_on_has_landed_before() -> None:
    """8.49, 8.50: in the second impulse it retreats and advances as others who were shipped"""
    board = (*EMPTY, "put ger_inf_1 0820 landed=1 sailed=1", "put rus_inf_18 0819")
    g = game(*board, "put ger_pz_24 0820", "dice combat 10", "at 2/2 axis combat")
    g.submit("axis", "attack 0819 with ger_inf_1 ger_pz_24")
    g.submit("axis", "advance ger_inf_1 0819")
    assert places(g, "ger_inf_1") == ["0819"]
    g = game(*board, "dice combat 6", "at 2/2 axis combat")
    g.submit("axis", "attack 0819 with ger_inf_1")
    assert "retreat" in names(g, "axis")
    g = game(*LANDING, "mark riga control axis", "dice sea 1", "at 2 axis movement")
    g.submit("axis", "invade ger_inf_1 riga")
    assert look(g, "ger_inf_1 ashore") == "1"
    while g.table.s.impulse == 1:
        g.submit("axis", next(line for line in ("end movement", "end combat", "end setup")
                              if line in names(g, "axis")))  # fmt: skip
    g.submit("axis", "sail ger_inf_1 stettin")
    assert (look(g, "ger_inf_1 landed"), look(g, "ger_inf_1 ashore")) == ("1", "0")


@pytest.mark.parametrize(
    ("piece", "side", "supplied"),
    [("ger_inf_1", "axis", True), ("ger_inf_1", "soviet", True),
     ("rus_inf_4", "soviet", True), ("rus_inf_4", "axis", False)],
)  # fmt: skip
def test_an_invader_is_supplied_for_its_turn_alone(piece: str, side: str, supplied: bool) -> None:
    """8.51, 10.68: the Axis turn after a Russian landing belongs to the next turn"""
    s, d = table({piece: "3525"}, side=side, turn="jan_feb_1943")
    s.rails, s.cities = (
        ("0", "0")
        if piece.startswith("ger")
        else (f"{G.rails:x}", f"{-1 & (1 << len(G.cities)) - 1:x}")
    )
    d = occupancy(s)
    assert not supply.traces(s, d, unit(piece))
    s.flags[unit(piece)] |= LANDED
    assert supply.traces(s, d, unit(piece)) == supplied


def test_the_points_of_an_invader_come_before_it_sails() -> None:
    """19.06: not after it has landed"""
    board = (*EMPTY, "put ger_inf_1 riga reduced", "mark riga control axis")
    g = game(*board, "set points.german_infantry 9", "at 4 axis movement")
    g.submit("axis", "refit ger_inf_1")
    g = game(*board, "set points.german_infantry 9", "at 4 axis movement")
    g.submit("gm", "put ger_inf_1 riga reduced landed=1 sailed=1 ashore=1")
    assert refused(g, "axis", "refit ger_inf_1") == "19.06"


# what the die would bring -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "side", "at_", "edits"),
    [
        ("sail ger_inf_1 danzig", "axis", "at 3", ("put ger_inf_1 konigsberg",)),
        ("sail rus_inf_4 riga", "soviet", "at 3", ("put rus_inf_4 leningrad", "put stuka_1 0828")),
        ("invade ger_inf_1 0821", "axis", "at 3", ("put ger_inf_1 konigsberg",)),
        ("evacuate rus_inf_4 sevastopol", "soviet", "at 8",
         ("put rus_inf_4 odessa", f"put ger_inf_1 {G.grid.ids[G.foot[city('odessa')][0]]}")),
        ("ice rus_inf_4", "soviet", "at 5",
         ("put rus_inf_4 0812", "put rus_inf_8 0812", "put ger_inf_1 0813", "set weather.1 snow")),
        ("fly stalin gorki", "soviet", "at 5",
         (*(f"mark {G.grid.ids[h]} rails axis" for h in members(G.rails)),
          "mark moscow control soviet")),
    ],
)  # fmt: skip
def test_the_preview_of_a_journey_tells_what_the_die_brings(
    line: str, side: str, at_: str, edits: tuple[str, ...]
) -> None:
    """8.2, 8.01, 6.33, 14.16: the same shares as all ten dice, the modifiers with their rule"""
    told_ = ""
    seen: dict[str, int] = {}
    for die in range(1, 11):
        kind = {"ice": "ice", "fly": "dictator"}.get(line.split()[0], "sea")
        g = game(*EMPTY, *edits, f"dice {kind} {die}", f"{at_} {side} movement")
        told_ = "\n".join(g.preview(line).lines)
        g.submit(side, line)
        who = line.split()[1]
        where, whole = places(g, who)[0], look(g, f"{who} s")
        gone = where in ("removed", "pool_axis", "pool_soviet")
        came = where == (g.preview(line).places or ("0714",))[0]
        hurt = whole != look(game(*EMPTY, *edits), f"{who} s") and kind != "dictator"
        word = "lost" if gone else "loses a step" if hurt else "arrives" if came else "turns back"
        seen[word] = seen.get(word, 0) + 10
    for word, share in seen.items():
        assert f"{word} {share}%" in told_, (told_, seen)
    assert told_.startswith("Die: ") and "(" in told_ and "As all" not in told_
    assert sum(int(n) for n in re.findall(r"(\d+)%", told_)) == 100


def test_the_preview_of_a_journey_that_cannot_be() -> None:
    """8.31, 8.72, 6.33: no port, another's port, no die, half an order"""
    board = ("put ger_inf_1 konigsberg", "put rus_inf_8 baku", "put rus_inf_4 leningrad")
    g = game(*EMPTY, *board, "at 2 axis movement")
    assert g.preview("sail 1inf kiev").lines == ("Kiev (2424) is no port (8.31).",)
    assert g.preview("sail 1inf riga").lines[-1] == "As all stand: Both ports must be yours. (8.31)"
    assert g.preview("sail 8inf astrakhan").lines == ("No die is rolled: it arrives (8.72).",)
    assert g.preview("ice 4inf").lines == ("No die is rolled: it arrives (6.33).",)
    for line in ("sail", "sail 1inf", "invade nobody", "sail 2inf riga"):
        assert g.preview(line).lines == ("Name a unit on the map and where it goes.",)
    assert g.preview("ice").lines == ("Name a unit on the map.",)


def test_nobody_lands_where_he_may_not_go() -> None:
    """25.3, 26.15: no Italian lands in Finland, and once it has left the war nobody of the Axis"""
    shore = G.seas[sea.BALTIC] & G.countries["finland"]
    home = G.grid.ids[city("konigsberg")]
    s, d = table({"ger_inf_1": home, "ita_inf_2": home}, turn="sep_oct_1941")
    for who, before, after in (("ger_inf_1", "", "26.15"), ("ita_inf_2", "25.3", "25.3")):
        for left, wanted in ((0, before), (1 << FINNISH, after)):
            s.surrendered = left
            d = occupancy(s)
            open_ = sea.beaches(s, d, sea.BALTIC, unit(who), city("konigsberg"))
            for hex_ in members(shore):
                why = rule(sea.why_no_invasion(s, d, unit(who), sea.BALTIC, hex_))
                assert why == wanted and (not why) == bool(open_ >> hex_ & 1)
            assert open_ & ~shore
