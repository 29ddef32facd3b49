"""Chapter 8 in play: who is taken off a coast, the Caspian, the ice, seas without ports."""

import pytest

import engine
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import SOVIET
from engine.games.russia_besieged.law import contact, sea
from engine.games.russia_besieged.state import EVACUATED
from tests.russia_besieged.staged import EMPTY, game
from tests.russia_besieged.table import at, city, table, unit
from tests.russia_besieged.test_movement import rule
from tests.table import asked, names, places, refused

G = BOARD.ground


# evacuation -------------------------------------------------------------------------------


SHORE = {"rus_inf_4": "3128", "rum_inf_1": "3129"}


def test_evacuation_from_a_coast_or_a_held_port() -> None:
    """8.6, 8.61, 8.62: also out of a zone and without an allowance; to a port in no enemy zone"""
    me = unit("rus_inf_4")
    s, d = table(SHORE, side="soviet", impulse=2)
    assert sea.why_no_evacuation(s, d, me, at("3826")) is None
    assert rule(sea.why_no_evacuation(s, d, me, at("3433"))) == "8.61"
    s, d = table({**SHORE, "ger_inf_1": "3726"}, side="soviet")
    assert rule(sea.why_no_evacuation(s, d, me, at("3826"))) == "8.61"
    s, d = table({"rus_inf_4": "3128"}, side="soviet")
    assert rule(sea.why_no_evacuation(s, d, me, at("3826"))) == "8.6"
    s, d = table({"rus_inf_4": "2424", "rum_inf_1": "2425"}, side="soviet")
    assert rule(sea.why_no_evacuation(s, d, me, at("3826"))) == "8.61"


def test_who_was_evacuated_does_not_fight() -> None:
    """8.63, 8.64: nor is a retreat an evacuation"""
    board = (*EMPTY, "put rus_inf_4 3128", "put rum_inf_1 3129", "put ger_inf_1 2720")
    board += ("put rus_inf_8 2719",)
    g = game(*board, "dice sea 1", "at 2 soviet movement")
    g.submit("soviet", "evacuate rus_inf_4 sevastopol")
    assert places(g, "rus_inf_4") == ["3826"]
    assert g.table.s.flags[unit("rus_inf_4")] & EVACUATED
    s, d = g.table.s, g.table.d
    assert not contact.able(s, unit("rus_inf_4")) and contact.able(s, unit("rus_inf_8"))
    assert all(G.land >> hex_ & 1 for here in range(len(G.foot)) for hex_ in G.foot[here])
    assert "evacuate" not in names(game(*board, "at 2 soviet combat"), "soviet")
    assert d and asked(g) == ["soviet"]


def test_nobody_is_evacuated_where_he_may_not_go() -> None:
    """25.3, 26.42, 8.61"""
    s, d = table({"rus_rum_inf_1": "3332"}, side="soviet", turn="sep_oct_1944")
    goal = at("3128")
    for here in (h for h in range(len(G.grid.ids)) if G.seas[1] & G.countries["rumania"] >> h & 1):
        s.place[unit("rus_rum_inf_1")] = here
        if G.city_at[here] < 0:
            assert rule(sea.why_no_evacuation(s, d, unit("rus_rum_inf_1"), goal)) == "26.42"


# the Caspian ------------------------------------------------------------------------------


@pytest.mark.parametrize("impulse", [1, 2])
def test_a_quiet_port_is_evacuated_on_the_caspian_alone(impulse: int) -> None:
    """8.73, 8.62, 8.6: there ports count like coasts; elsewhere a port is in a zone or it waits"""
    for here, goal, wanted in (("5710", "4509", ""), ("3128", "3826", "8.6")):
        s, d = table({"rus_inf_4": here}, side="soviet", impulse=impulse)
        assert rule(sea.why_no_evacuation(s, d, unit("rus_inf_4"), at(goal))) == wanted
    g = game(*EMPTY, "put rus_inf_4 baku", "dice sea 6", f"at 4/{impulse} soviet movement")
    g.submit("soviet", "evacuate rus_inf_4 astrakhan")
    assert places(g, "rus_inf_4") == ["4509"] and not contact.able(g.table.s, unit("rus_inf_4"))


def test_partisans_in_a_port_are_an_enemy_zone() -> None:
    """16.21, 8.61, 8.03, 8.6: nobody is evacuated to it, nor shipped or landed from it; it may be
    left as a port in an enemy zone is
    """
    where = {"ger_inf_1": "0821", "ger_inf_2": "0822", "rus_inf_4": "0820"}
    for stage1, wanted in (({}, ("", "", "8.6")), ({"partisan_1/1": "0822"}, ("8.61", "8.03", ""))):
        s, d = table({**where, **stage1}, turn="sep_oct_1942", axis=["0822"])
        s.landings = [0] * 6
        found = (
            sea.why_no_evacuation(s, d, unit("ger_inf_1"), at("0822")),
            sea.why_no_transport(s, d, unit("ger_inf_2"), at("0535")),
            sea.why_no_evacuation(s, d, unit("ger_inf_2"), at("0535")),
        )
        assert tuple(map(rule, found)) == wanted
        why = sea.why_no_invasion(s, d, unit("ger_inf_2"), sea.BALTIC, at("0419"))
        assert rule(why) == wanted[1]


def test_a_dictator_is_taken_off_from_a_port_alone() -> None:
    """14.13, 8.6: not from a railway on the coast"""
    foe = {"ger_inf_1": "3127"}
    s, d = table({**foe, "stalin/1": "3128"}, side="soviet")
    assert sea.why_no_evacuation(s, d, unit("stalin"), at("3826")) is None
    for who, wanted in (("stalin/1", "14.13"), ("rus_inf_4", "")):
        s, d = table({**foe, who: "3523"}, side="soviet")
        assert rule(sea.why_no_evacuation(s, d, unit(who.split("/")[0]), at("3826"))) == wanted


def test_the_caspian() -> None:
    """8.7, 8.72, 8.73, 8.74, 8.05: no die but near a German base, five off, an empty Baku"""
    me = unit("rus_inf_4")
    s, d = table({"rus_inf_4": "4509"}, side="soviet")
    assert not sea.needs_die(s, sea.CASPIAN, at("5710"))
    s, d = table({"rus_inf_4": "4509", "stuka_1": "5116"}, side="soviet")
    assert sea.needs_die(s, sea.CASPIAN, at("5710"))
    assert ("caspian", -5) in sea.modifiers(s, d, 1, sea.CASPIAN, at("5710"))
    assert rule(sea.why_no_invasion(s, d, me, sea.CASPIAN, at("5710"))) == "8.4"
    s, d = table({"rus_inf_4": "4509", "rus_inf_8": "4509"}, side="soviet", axis=["5710"])
    assert sea.needs_die(s, sea.CASPIAN, at("5710"))
    assert sea.why_no_transport(s, d, me, at("5710")) is None
    assert rule(sea.why_no_transport(s, d, unit("rus_inf_8"), at("5710"))) == "8.31"  # 6 factors
    for foe in ("ger_inf_1", "stuka_1"):  # bases occupy a city too
        s, d = table({"rus_inf_4": "4509", foe: "5710"}, side="soviet", axis=["5710"])
        assert rule(sea.why_no_transport(s, d, me, at("5710"))) == "8.31"
    shore = next(h for h in range(len(G.grid.ids)) if G.seas[2] >> h & 1 and G.city_at[h] < 0)
    s, d = table({"rus_inf_4": G.grid.ids[shore]}, side="soviet")
    assert sea.why_no_evacuation(s, d, me, at("4509")) is None
    assert ("caspian", -5) in sea.modifiers(s, d, 1, sea.CASPIAN, at("4509"), evacuation=True)
    s, d = table({"ger_inf_1": G.grid.ids[shore]})
    assert rule(sea.why_no_evacuation(s, d, unit("ger_inf_1"), at("4509"))) == "8.71"


def test_nobody_goes_over_the_ice_to_an_enemy() -> None:
    """6.31, 6.1: neither from Leningrad nor to it; an air base alone is driven off (11.16)"""
    snow = ("set weather.1 snow", "at 4 soviet movement")
    for here, there in (("0714", "0812"), ("0812", "0714")):
        g = game(*EMPTY, f"put rus_inf_27 {here}", f"put ger_inf_1 {there}", *snow)
        assert refused(g, "soviet", "ice rus_inf_27") == "6.1"
    base = ("mark leningrad control axis", "put stuka_1 leningrad")
    g = game(*EMPTY, *base, "put rus_inf_27 0812", "put rus_inf_8 0812", "dice ice 1", *snow)
    g.submit("soviet", "ice rus_inf_27")
    assert places(g, "rus_inf_27") == ["0714"] != places(g, "stuka_1")


def test_lists_tell_ports_to_sail_from_apart() -> None:
    """8.32, 17.03: who is put there goes on by sea; a reason names the edge, not its hexes"""
    board = (*EMPTY, "put rus_inf_4 pool", "put rus_inf_16 waiting")
    g = game(*board, "set points.russian_infantry 9", "at 2 soviet movement")
    found = g.complete("soviet", "build 4inf ").items
    said = {item.value.split()[-1]: item.label for item in found}
    assert said["0714"] == "0714 · Leningrad, to go on by sea" and said["0601"] == "0601 · 0601"
    with pytest.raises(engine.OrderError, match="16 Army arrives on the east edge"):
        g.submit("soviet", "place 16inf moscow")


@pytest.mark.parametrize("side", [0, 1])
def test_a_sea_that_is_lost_is_lost_for_one_side(side: int) -> None:
    """8.1, 8.71: each sea and side by itself; the Caspian is the Russians'"""
    s, d = table(side=("axis", "soviet")[side])
    before = sea.open_areas(s, d)
    assert before and (sea.CASPIAN in before) == (side == 1)
    for owner in (0, 1):
        for area in range(3):
            s.locked = 1 << 3 * owner + area
            left = [one for one in before if owner != side or one != area]
            assert sea.open_areas(s, d) == left


def test_ports_to_which_a_unit_could_be_shipped() -> None:
    """8.31, 8.74: the others of its side on that sea; on the Caspian Baku too, whoever holds it"""
    baku = city("baku")
    for held_by in ("soviet", "axis"):
        ports = [one for one in G.cities if one.area == sea.CASPIAN]
        for port in ports:
            lost = {"axis": [G.grid.ids[baku]] if held_by == "axis" else []}
            s, d = table({"rus_inf_4": G.grid.ids[port.place]}, side="soviet", **lost)
            found = sea.goals(s, d, unit("rus_inf_4"))
            mine = {one.place for one in sea.held(s, SOVIET, sea.CASPIAN)}
            assert set(found) == (mine | {baku}) - {port.place}, port.id
            assert len(found) == len(set(found))
