"""Chapters 6.3, 8 and 11: ships, the ice road, air units."""

import pytest

from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, SOVIET
from engine.games.russia_besieged.law import air, sea
from engine.games.russia_besieged.state import FLOWN, MOVED, RAILED, SAILED, STAGED, TOOK, occupancy
from tests.russia_besieged.staged import EMPTY, game
from tests.russia_besieged.table import at, city, table, unit
from tests.russia_besieged.test_movement import rule
from tests.table import look, refused

G = BOARD.ground


def total(listed: list[tuple[str, int]]) -> int:
    return sum(value for _, value in listed)


# the sea ----------------------------------------------------------------------------


def test_the_example_of_transport() -> None:
    """8.7, 8.14, example 1"""
    s, d = table(
        {"rus_inf_4": "3826", "stuka_1": "3122"},
        turn="sep_oct_1941",
        side="soviet",
        axis=["3122", G.grid.ids[city("odessa")]],
    )
    s.place[unit("rus_inf_4")] = city("sevastopol")
    s.began = s.cities
    d = occupancy(s)
    goal = city("rostov")
    assert sea.why_no_transport(s, d, unit("rus_inf_4"), goal) is None
    assert total(sea.modifiers(s, d, SOVIET, sea.BLACK, goal)) == -5
    assert sea.result(8 - 5) == sea.LOSES_STEP
    s.turn = BOARD.turn_index["jan_feb_1942"]  # 8.14
    assert rule(sea.why_no_transport(s, d, unit("rus_inf_4"), goal)) == "8.14"


def test_the_example_of_invasion() -> None:
    """8.7, example 2"""
    five = next(
        p.id
        for p in BOARD.pieces
        if p.side == AXIS and p.type == 0 and p.nation == 0 and p.faces[0].combat == 5
    )
    s, d = table({five: G.grid.ids[city("konigsberg")]})
    goal = city("tallinn")
    assert sea.why_no_invasion(s, d, unit(five), sea.BALTIC, goal) is None
    assert total(sea.modifiers(s, d, AXIS, sea.BALTIC, goal)) == -4
    assert sea.result(6 - 4) == sea.SUCCESS
    s.landings[sea.BALTIC] = 1
    assert rule(sea.why_no_invasion(s, d, unit(five), sea.BALTIC, goal)) == "8.44"
    s.landings[sea.BALTIC], s.sailed = 0, 1
    assert rule(sea.why_no_invasion(s, d, unit(five), sea.BALTIC, goal)) == "8.11"
    s.sailed, s.turn = 0, 1
    assert rule(sea.why_no_invasion(s, d, unit(five), sea.BALTIC, goal)) == "24.3"


@pytest.mark.parametrize(
    ("piece", "goal", "wanted"),
    [
        ("rum_inf_6", "3726", "8.42"),
        ("ger_pz_41", "3726", "8.42"),
        ("ger_inf_1", "3423", "8.47"),
        ("ger_inf_1", "2020", "8.47"),
        ("ger_inf_1", "3718", "8.13"),
    ],
)
def test_who_lands_where(piece: str, goal: str, wanted: str) -> None:
    s, d = table({piece: G.grid.ids[city("constanta")]}, turn="sep_oct_1941")
    assert rule(sea.why_no_invasion(s, d, unit(piece), sea.BLACK, at(goal))) == wanted


def test_finns_and_the_caspian() -> None:
    """25.2, 8.71, 8.72"""
    s, d = table({"fin_inf_2": G.grid.ids[city("helsinki")]})
    assert rule(sea.why_no_transport(s, d, unit("fin_inf_2"), city("stettin"))) == "25.2"
    s, d = table({"rus_inf_4": G.grid.ids[city("astrakhan")]}, side="soviet")
    assert sea.why_no_transport(s, d, unit("rus_inf_4"), city("baku")) is None
    assert not sea.needs_die(s, sea.CASPIAN, city("baku"))


# the ice ----------------------------------------------------------------------------


@pytest.mark.parametrize(("foe", "drm", "die", "wanted"), [("0813", 2, 7, "eliminated")])
def test_the_ice_road(foe: str, drm: int, die: int, wanted: str) -> None:
    """6.33"""
    units = {"rus_inf_23": "0812", "rus_inf_4": "0812", "ger_inf_34": foe}
    s, d = table(units, turn="jan_feb_1942", side="soviet", weather="snow/snow")
    assert sea.why_no_ice(s, d, unit("rus_inf_23")) is None
    assert sea.ice_modifier(d) == drm
    assert sea.ice_result(die + drm) == wanted


def test_the_ice_road_in_a_zone_alone_and_in_none() -> None:
    """6.32, rb-34"""
    where = {"rus_inf_23": "0812", "ger_inf_34": "0814"}
    s, d = table(where, turn="jan_feb_1942", side="soviet", weather="snow/snow")
    assert sea.ice_modifier(d) == 1
    assert sea.ice_result(6 + 1) == "success_lose_step"
    assert rule(sea.why_no_ice(s, d, unit("rus_inf_23"))) == "6.32"
    s, d = table({"rus_inf_23": "0812"}, turn="jan_feb_1942", side="soviet", weather="snow/snow")
    assert sea.ice_modifier(d) == 0
    assert sea.why_no_ice(s, d, unit("rus_inf_23")) is None
    s, d = table({"rus_inf_23": "0812"}, turn="jan_feb_1942", side="soviet", weather="mud/mud")
    assert rule(sea.why_no_ice(s, d, unit("rus_inf_23"))) == "6.31"


@pytest.mark.parametrize("flag", [MOVED, RAILED, SAILED, TOOK])
def test_who_has_moved_goes_over_no_ice(flag: int) -> None:
    """6.31: on foot, by rail or sea, or by an advance"""
    s, d = table({"rus_inf_23": "0812"}, turn="jan_feb_1942", side="soviet", weather="snow/snow")
    assert sea.why_no_ice(s, d, unit("rus_inf_23")) is None
    s.flags[unit("rus_inf_23")] = flag
    assert rule(sea.why_no_ice(s, d, unit("rus_inf_23"))) == "6.31"


# the air ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "weather", "first", "impulse", "left"),
    [
        ("sep_oct_1941", "clear/mud", 0, 1, 9),
        ("sep_oct_1941", "clear/mud", 8, 2, 1),
        ("sep_oct_1941", "clear/mud", 6, 2, 2),
        ("nov_dec_1941", "light_mud/mud", 0, 1, 5),
        ("nov_dec_1941", "light_mud/mud", 0, 2, 2),
        ("mar_apr_1942", "mud/light_mud", 1, 2, 2),
        ("mar_apr_1942", "snow/mud", 0, 1, 0),
        ("mar_apr_1942", "snow/mud", 0, 2, 2),
    ],
)
def test_missions(turn: str, weather: str, first: int, impulse: int, left: int) -> None:
    """11.3, 11.31, 11.32: by the first or the second column, as the season and the weather say"""
    s, _ = table(turn=turn, weather=weather, impulse=impulse)
    s.flown[0] = first
    assert air.missions(s) == left


def test_missions_and_trains_are_counted_anew_in_each_player_turn() -> None:
    """11.31, 7.01, 7.02: what the side before flew and railed is nothing to the next"""
    used = ("air.1", "air.2", "rail.1", "rail.2")
    g = game(*EMPTY, "put ger_inf_1 1734", *(f"set {name} 2" for name in used))
    g.submit("gm", "at 3/2 soviet movement")
    assert [look(g, name) for name in used] == ["2"] * 4, "the first impulse still counts"
    g.submit("gm", "at 3 soviet movement")
    assert [look(g, name) for name in used] == ["0"] * 4


def test_flights_and_bases() -> None:
    """11.2, 11.13, 11.14, 11.15"""
    warsaw, brest = G.grid.ids[city("warsaw")], city("brest")
    s, d = table({"stuka_3": warsaw, "stuka_4": warsaw, "ger_inf_1": G.grid.ids[brest]})
    me = unit("stuka_3")
    assert air.why_no_mission(s, me, brest) is None
    assert rule(air.why_no_mission(s, me, city("moscow"))) == "11.41"
    s.flags[me] |= FLOWN
    assert rule(air.why_no_mission(s, me, brest)) == "11.2"
    s.flags[me] = STAGED
    assert rule(air.why_no_mission(s, me, brest)) == "11.14"
    s.flags[me] = 0
    assert rule(air.why_no_staging(s, d, me, brest)) == "11.12"
    s.cities = f"{int(s.cities, 16) | 1 << G.city_index['brest']:x}"
    assert air.why_no_staging(s, d, me, brest) is None  # 11.15
    s.turn = BOARD.turn_index["jul_aug_1942"]
    assert rule(air.why_no_staging(s, d, me, brest)) == "11.14"
    assert all(air.why_no_staging(s, d, me, place) is None for place in air.stages(s, d, me))


def test_stukas_of_the_first_impulse() -> None:
    """24.11, 24.12, 24.13"""
    krakow = G.grid.ids[city("krakow")]
    s, d = table({"stuka_7": krakow, "stuka_1": krakow}, turn="may_jun_1941")
    assert rule(air.why_no_staging(s, d, unit("stuka_1"), city("bucharest"))) == "24.11"
    assert rule(air.why_no_staging(s, d, unit("stuka_7"), city("budapest"))) == "24.12"
    assert air.why_no_staging(s, d, unit("stuka_7"), city("bucharest")) is None


def test_weather() -> None:
    """24.4, F28"""
    s, _ = table(turn="may_jun_1941")
    assert air.rolled(s, 10) == (0, 0)
    s.turn = BOARD.turn_index["mar_apr_1942"]
    assert (air.rolled(s, 3), air.rolled(s, 4)) == ((1, 1), (2, 1))


def test_no_base_goes_beyond_the_border_of_persia() -> None:
    """11.12, 1.0: Tabriz carries supply, nothing stands there"""
    s, d = table({"shturmovik_1": "5710"}, side="soviet", turn="mar_apr_1943")
    me = unit("shturmovik_1")
    assert rule(air.why_no_staging(s, d, me, city("tabriz"))) == "11.12"
    assert air.why_no_staging(s, d, me, city("tbilisi")) is None
    assert rule(air.why_no_staging(s, d, me, city("tbilisi") + 1)) == "11.12"


def test_a_base_moves_in_the_impulse_after_its_mission() -> None:
    """11.14, 11.9: Stukas 2 and 3 fly in May and go to Brest in June; they fly no more that turn"""
    board = (*EMPTY, "put ger_pz_24 2720", "put ger_pz_39 2720", "put rus_para_1 2719")
    g = game(*board, "put stuka_1 3122", "mark dnepropetrovsk control axis", "at 3 axis movement")
    g.submit("axis", "av 2719 with ger_pz_24 ger_pz_39 air stuka_1")
    assert refused(g, "axis", "stage stuka_1 1331") == "11.14"
    while g.table.s.impulse == 1:
        g.submit("axis", g.auto("axis"))
    g.submit("axis", "stage stuka_1 1331")
    assert look(g, "stuka_1 flown") == "1"
    assert rule(air.why_no_mission(g.table.s, unit("stuka_1"), at("1430"))) == "11.2"
