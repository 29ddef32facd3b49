"""Cut-off cities and whoever lives on them: who is fed, for how long, where beaten units go."""

import pytest

from engine.board.bits import mask, members
from engine.board.occupancy import Occupancy
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, SOVIET, WAITING
from engine.games.russia_besieged.law import leaders, rations, retreat, supply, upkeep
from engine.games.russia_besieged.state import (
    SECOND_STAGE,
    RussiaBesieged,
    guards,
    mark,
    new,
    occupancy,
)
from tests.russia_besieged.staged import EMPTY, game
from tests.russia_besieged.table import at, city, ids, table, unit
from tests.russia_besieged.test_lifelines import ALL_AXIS, judged
from tests.table import look, places, prompt, refused, words

G = BOARD.ground
LINES = [id_ for id_ in ids(G.rails) if G.city_at[at(id_)] < 0]
"""Rails between cities: with the Axis's, each Russian city is cut off."""


_THREE = ("rus_mech_8", "rus_mech_10", "rus_mech_19")


def alone(*kept: str) -> list[str]:
    """All rails and all major cities for the Axis but these."""
    taken = [c for c in G.cities if c.major and c.id not in kept]
    return [*LINES, *(G.grid.ids[c.place] for c in taken)]


def fed_by(s: RussiaBesieged, d: Occupancy, side: int) -> dict[str, int]:
    """Unit -> the hex of the city on which it lives."""
    found = rations.share(upkeep.check(s, d, side).near).fed
    return {BOARD.pieces[one].id: where.place for one, where in found.items()}


# who is fed ---------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["rus_art_1", "rus_para_1", "wec_minsk", "stalin"])
def test_who_stands_in_a_cut_off_city_traces_no_path(who: str) -> None:
    """13.41, 13.51: in an enemy zone too, without a unit that keeps paths open; next to it not"""
    if who not in BOARD.piece_index:
        who = "wec_kiev"
    step = "/1" if who == "stalin" else ""
    s, d = table({f"{who}{step}": "1623", "ger_inf_1": "1624", "rus_inf_4": "1622"},
                 axis=alone("minsk"))  # fmt: skip
    assert fed_by(s, d, SOVIET) == {who: at("1623")}
    assert supply.traces(s, d, unit(who)) and unit("rus_inf_4") in upkeep.check(s, d, SOVIET).lost


def test_partisans_shut_a_cut_off_city() -> None:
    """16.22: to who stands in it too"""
    for who, fed in ((["ger_art_siege"], True), (["ger_art_siege", "partisan_1/1"], False)):
        s, d = table(dict.fromkeys(who, "1623"), axis=["1623"], russian=LINES)
        assert bool(fed_by(s, d, AXIS)) == fed


def test_who_stands_on_the_edge_of_the_map_is_fed() -> None:
    """13.21, 13.31, 13.32, 13.51: artillery alone, in an enemy zone"""
    for who, edge, beside, foe in (
        ("rus_art_1", "2501", "2502", "ger_inf_1"), ("ger_art_siege", "1340", "1339", "rus_inf_4"),
    ):  # fmt: skip
        s, d = table({who: edge, foe: beside}, turn="jul_aug_1944")
        assert supply.general(s, d, unit(who))


def test_cities_near_each_other_share_their_burden() -> None:
    """13.41, 13.45: two armies each; nobody is lost whom the other city feeds"""
    armies = ("rus_inf_4", "rus_inf_3", "rus_inf_8", "rus_inf_11")
    board = {"rus_inf_4": "1623", "rus_inf_3": "1622", "rus_inf_8": "1622", "rus_inf_11": "1621"}
    s, d = table(board, axis=alone("minsk", "smolensk"))
    there = fed_by(s, d, SOVIET)
    assert {*there} == {*armies} and sorted(there.values()) == sorted(
        2 * [city("minsk"), city("smolensk")]
    )
    assert not rations.share(upkeep.check(s, d, SOVIET).near).hungry
    s, d = table({**board, "rus_inf_18": "1719"}, axis=alone("minsk", "smolensk"))
    hungry = rations.share(upkeep.check(s, d, SOVIET).near).hungry
    assert {BOARD.pieces[one].id for one in hungry} == {*armies, "rus_inf_18"}
    s, d = table({**board, "rus_mech_8": "1719"}, axis=alone("minsk"))
    shares = rations.share(upkeep.check(s, d, SOVIET).near)
    assert shares.place == city("minsk") and len(shares.fed) == 2


def test_an_army_gives_way_to_three_corps_alone() -> None:
    """13.41: two armies or three corps; who keeps an army may keep one corps beside it"""
    minsk = supply.Besieged(city("minsk"), 1, 0)
    corps = [unit(f"rus_mech_{n}") for n in (8, 10, 19)]
    near = {one: [minsk] for one in (unit("rus_inf_4"), *corps)}
    assert rations.share(near).hungry == (unit("rus_inf_4"), *corps)
    near = {one: [minsk] for one in (unit("rus_inf_4"), unit("wec_kiev"), unit("wec_rostov"))}
    assert rations.share(near).hungry == (unit("wec_kiev"), unit("wec_rostov"))


def test_the_longest_siege_takes_who_has_held_out_longest() -> None:
    """13.42: Moscow feeds two turns, Smolensk one; a marked army goes on in Moscow"""
    s, d = table({"rus_inf_4": "1815", "rus_inf_3": "1815"}, axis=alone("moscow", "smolensk"))
    near = upkeep.check(s, d, SOVIET).near
    assert [c.turns for c in near[unit("rus_inf_3")]] == [2, 1]
    mark(s, unit("rus_inf_4"), 1)
    near = upkeep.check(s, occupancy(s), SOVIET).near
    assert [*near] == [unit("rus_inf_4"), unit("rus_inf_3")]


def test_baku_once_lost_has_no_port_and_tbilisi_is_none_of_the_five() -> None:
    """13.46, 13.82, 13.83"""
    russia = G.countries["russia"]
    south = ids(G.rails & G.regions["caucasus"])
    away = [id_ for id_ in ids(G.rails) if id_ not in south and russia >> at(id_) & 1]
    s, d = table(turn="sep_oct_1942", axis=away)
    for fallen, turns, more in ((False, 4, True), (True, 1, False)):
        if fallen:
            s.fallen = f"{1 << G.city_index['baku'] | 1 << G.city_index['tbilisi']:x}"
        found = {c.place: c for c in supply.besieged(s, d, SOVIET)}
        assert (found[city("baku")].turns, found[city("baku")].more) == (turns, more)
        assert found[city("tbilisi")].turns == 4


def test_what_the_owner_is_asked_where_cities_cannot_feed_all() -> None:
    """13.41, 13.45: until the two cities can; each loss is his choice"""
    kept = "mark smolensk control soviet\nmark minsk control soviet"
    board = (*EMPTY, *ALL_AXIS, *kept.split("\n"), "put rus_inf_4 minsk", "put rus_inf_3 minsk",
             "put rus_inf_8 1621", "put rus_inf_11 1621", "put rus_inf_18 smolensk",
             "put rus_para_1 smolensk")  # fmt: skip
    g = judged(game(*board, "at 5/2 soviet rails"))
    assert "cannot feed all" in prompt(g)
    assert {*words(g, "soviet", "starve ")} >= {"18inf", "3inf"}
    g.submit("soviet", "starve rus_inf_18")
    left = ("rus_inf_4", "rus_inf_3", "rus_inf_8", "rus_inf_11")
    assert [look(g, f"{one} oos") for one in left] == ["1"] * 4
    assert places(g, "rus_inf_18") == ["pool_soviet"]


# paths --------------------------------------------------------------------------------


def test_all_infantry_but_guns_and_paratroops_keeps_a_path_open() -> None:
    """13.51, 17.62: the Volkssturm, the Garrison and the Polizei too"""
    board = {
        "volkssturm": "0537",
        "ss_polizei": "1824",
        "berlin_garrison": "0636",
        "hitler": "0738",
    }
    _, d = table(board, turn="jan_feb_1945")
    assert ids(guards(d, AXIS)) == {"0537", "1824", "0636"}


def test_enemies_between_bring_no_supply_in_the_second_winter() -> None:
    """13.72: a hex with an enemy unit is no way to a city, be he marked"""
    near = G.zone.spread(1 << city("minsk"))
    cities = G.majors | G.minors
    beside = G.zone.spread(cities) | cities
    far = next(
        h for h in members(G.zone.spread(near) & ~beside)
        if (G.zone.spread(1 << h) & near).bit_count() == 1
    )  # fmt: skip
    between = G.grid.ids[members(G.zone.spread(1 << far) & near)[0]]
    here = {"ger_inf_1": G.grid.ids[far]}
    how = {"turn": "jan_feb_1943", "weather": "snow/snow"}
    s, d = table(here, axis=["1623"], **how)
    assert supply.in_combat_supply(s, d, unit("ger_inf_1"))
    s, _ = table({**here, "rus_inf_4": between}, axis=["1623"], **how)
    mark(s, unit("rus_inf_4"), 1)
    assert not supply.in_combat_supply(s, occupancy(s), unit("ger_inf_1"))


@pytest.mark.parametrize("turn", ["jan_feb_1942", "jan_feb_1943"])
def test_partisans_in_a_city_take_its_combat_supply(turn: str) -> None:
    """16.22, 13.72, rb-89: of those near it alone"""
    near = G.zone.spread(1 << city("minsk")) & ~G.majors & ~G.minors
    two_on = G.zone.spread(near) & ~near if turn == "jan_feb_1943" else 0
    theirs = ids((near | two_on) & ~G.zone.spread((G.majors | G.minors) & ~(1 << city("minsk"))))
    for partisans in ({}, {"partisan_1": "1623"}):
        s, d = table(partisans, turn=turn, axis=["1623"], weather="snow/snow")
        area = supply.combat_area(s, d)
        assert all(bool(area >> at(hex_) & 1) != bool(partisans) for hex_ in theirs - {"1623"})
        assert area >> city("minsk") & 1


# retreats -----------------------------------------------------------------------------


def test_a_city_is_full_of_those_near_it_too() -> None:
    """10.76: what is a source is a city that does not feed all it can, wherever they stand"""
    here = {"rus_inf_4": "1623", "rus_inf_3": "1622"}
    me = BOARD.pieces[unit("rus_inf_8")]
    for near, full in ({}, False), ({"rus_inf_11": "1622"}, True), ({"rus_art_1": "1622"}, False):
        board = {"rus_inf_8": "1620", "rus_inf_4": "1623", **near}
        s, d = table(board, axis=alone("minsk"))
        assert bool(retreat.sources(s, d, me) >> city("minsk") & 1) != full
    s, d = table({**here, "rus_inf_8": "1620", "rus_inf_11": "1719"},
                 axis=alone("minsk", "smolensk"))  # fmt: skip
    assert {city("minsk"), city("smolensk")} <= {*members(retreat.sources(s, d, me))}


def test_a_cut_off_city_is_supply_where_the_owner_chooses_the_way() -> None:
    """10.78, 13.2: past friends to come into its range; not where the usual way leads there"""
    s, d = table({"rus_inf_8": "1623"}, axis=alone("minsk"))
    inside = supply.traced(s, d, BOARD.pieces[unit("rus_inf_8")].nation)
    assert inside >> at("1622") & 1 and not supply.unlimited(s, d, 5) >> at("1622") & 1
    piece, start = BOARD.pieces[unit("rus_inf_8")], at("1623")
    route, other = (at("1622"), at("1621")), (at("1701"), at("1801"))
    zone = mask(route)
    far = next(h for h in members(G.land) if not inside >> h & 1)
    board = {"rus_inf_8": "1623", "rus_inf_3": "1622", "rus_inf_4": "1621", "ger_inf_1": "1521"}
    s, d = table(board, side="axis", axis=alone("minsk"))
    every = [route, other, (far,)]
    found = retreat._through(s, d, piece, start, every, [(far,)])
    assert zone and found == [route]
    assert retreat._through(s, d, piece, start, every, [(at("1624"),)]) == []


def test_partisans_retreat_within_russia() -> None:
    """16.11"""
    border = next(
        (h, n) for h in members(G.countries["russia"] & G.land) for n in G.foot[h]
        if G.countries["rumania"] >> n & 1
    )  # fmt: skip
    s, d = table({}, turn="jul_aug_1944")
    me = BOARD.pieces[unit("partisan_1")]
    found = retreat.why_no_step(s, d, me, *border)
    assert found and found.rule == "16.11"
    army = BOARD.pieces[unit("rus_inf_4")]
    assert retreat.why_no_step(s, d, army, *border) is None


# partisans, cavalry, Dictators ----------------------------------------------------------


def test_partisans_near_a_cut_off_city_trace_supply() -> None:
    """16.51, 13.2: to it as well"""
    board = {"partisan_1": "1622", "rus_inf_4": "1620", "ger_inf_1": "1621"}
    for kept, helps in (("minsk", False), ("leningrad", True)):
        s, _ = table(board, turn="mar_apr_1943", axis=alone(kept))
        s.flags[unit("partisan_1")] |= SECOND_STAGE
        assert bool(leaders.helpers(s, occupancy(s), (at("1621"),))) == helps


def test_the_cavalry_is_fed_from_within_an_enemy_zone() -> None:
    """16.53: its path goes through none, and begins where it stands"""
    board = {"rus_gd_cav_1": "1821", "partisan_1": "1819", "ger_inf_1": "1822"}
    for foe, fed in (("2020", True), ("1820", False)):
        s, _ = table({**board, "ger_inf_2": foe}, turn="mar_apr_1943", axis=alone("smolensk"))
        s.flags[unit("partisan_1")] |= SECOND_STAGE
        d = occupancy(s)
        found = supply.cavalry_fed(s, d, at("1821"))
        assert found == fed, foe


@pytest.mark.parametrize(
    ("held", "before", "now"),
    [
        ("minsk", 0, 1),
        ("minsk", 1, 2),
        ("minsk", 3, 0),
        ("leningrad", 3, 4),
        ("leningrad", 4, 0),
    ],
)
def test_the_guards_cavalry_lives_on_a_cut_off_city(held: str, before: int, now: int) -> None:
    """13.61, 13.42, rb-91: marked as others there, and lost no sooner than where it rides"""
    edits = (f"mark {held} control soviet", f"put rus_gd_cav_1 {held} oos={before or 'none'}")
    g = judged(game(*EMPTY, *ALL_AXIS, *edits, "put ger_inf_1 2422", "at 12/2 soviet rails"))
    assert look(g, "rus_gd_cav_1 oos") == str(now)
    assert (places(g, "rus_gd_cav_1") == ["surrendered_soviet"]) == (not now)


@pytest.mark.parametrize("foe", ["2020", "0812"])
def test_the_ice_road_keeps_the_guards_cavalry(foe: str) -> None:
    """13.62, 13.42, rb-91: at 1, as others in Leningrad, while it is open"""
    s = new(next(n for n, start in enumerate(BOARD.starts) if start.id == "fall_blau_1942"))
    s.side, s.impulse, guest = SOVIET, 2, unit("rus_gd_cav_1")
    s.place = [WAITING if place == at("0714") else place for place in s.place]
    s.place[guest], s.place[unit("ger_inf_1")] = at("0714"), at(foe)
    mark(s, guest, 2)
    d = occupancy(s)
    assert fed_by(s, d, SOVIET)["rus_gd_cav_1"] == at("0714")
    (leningrad,) = (c for c in supply.besieged(s, d, SOVIET) if c.place == at("0714"))
    open_ = foe != "0812"
    assert upkeep.next_marker(s, d, leningrad, guest) == (1 if open_ else 3)


@pytest.mark.parametrize("others", [(), ("rus_inf_4",), ("rus_inf_4", "rus_inf_3")])
def test_the_guards_cavalry_takes_what_is_left(others: tuple[str, ...]) -> None:
    """13.41, 13.45, rb-91: nobody starves for it, who can ride without"""
    board = dict.fromkeys((*others, "rus_gd_cav_1"), "1623")
    s, d = table({**board, "ger_inf_1": "2020"}, "mar_apr_1943", "soviet", 2, axis=alone("minsk"))
    found = upkeep.check(s, d, SOVIET)
    room = len(others) < 2
    assert (found.raiders, rations.share(found.near).hungry) == (
        () if room else (unit("rus_gd_cav_1"),),
        (),
    )
    assert set(fed_by(s, d, SOVIET)) == {*others, *(("rus_gd_cav_1",) if room else ())}


@pytest.mark.parametrize("held", ["minsk", "leningrad"])
def test_no_partisans_come_to_a_guards_cavalry_with_supply(held: str) -> None:
    """16.53, 13.2: that of a cut-off city is supply too"""
    board = {"rus_gd_cav_1": "1622", "partisan_1": "1820", "ger_inf_1": "2020"}
    s, d = table(board, "mar_apr_1943", "soviet", 2, axis=alone(held))
    assert bool(leaders.cavalry_calls(s, d)) == (held != "minsk")


@pytest.mark.parametrize(
    ("starved", "left"),
    [
        ((), {"rus_inf_4", *_THREE}),
        (("rus_mech_8",), {"rus_mech_10", "rus_mech_19"}),  # beside the army one is fed, not none
        (("rus_mech_8", "rus_mech_10"), set()),
        (("rus_inf_4",), set()),
    ],
)
def test_no_more_than_the_excess_starves(starved: tuple[str, ...], left: set[str]) -> None:
    """13.45, 13.41: an army and three corps in a city that feeds an army and one, or the three"""
    board = {**dict.fromkeys(("rus_inf_4", *_THREE), "1623"), "ger_inf_1": "2020"}
    s, d = table(board, "mar_apr_1942", "soviet", 2, axis=alone("minsk"))
    gone = [unit(id_) for id_ in starved]
    shares = rations.share(upkeep.check(s, d, SOVIET).near, gone)
    assert {BOARD.pieces[one].id for one in shares.hungry} == left
    assert not {*gone} & {*shares.fed}


def test_who_starves_goes_at_once_with_the_others() -> None:
    """13.41, 13.45: they are named one by one, and none whom what is left over would feed"""
    edits = [f"put {id_} minsk" for id_ in ("rus_inf_4", *_THREE)]
    board = (*EMPTY, *ALL_AXIS, "mark minsk control soviet", *edits, "put ger_inf_1 2422")
    g = judged(game(*board, "at 6/2 soviet rails"))
    g.submit("soviet", "starve rus_mech_8")
    assert places(g, "rus_mech_8") == ["1623"]
    assert refused(g, "soviet", "starve rus_inf_4") == "13.45"
    assert refused(g, "soviet", "starve rus_mech_8") == "13.45"
    g.submit("soviet", "starve rus_mech_10")
    assert places(g, "rus_mech_8", "rus_mech_10") == ["pool_soviet"] * 2
    assert {look(g, f"{id_} oos") for id_ in ("rus_inf_4", "rus_mech_19")} == {"1"}


def test_hitler_flies_where_no_line_leads_to_the_west_edge() -> None:
    """14.16: a line to 0120 is none, though it feeds Germans"""
    taken = [G.grid.ids[city("leningrad")], *(id_ for id_ in ids(G.rails) if id_[:2] < "08")]
    s, d = table({"hitler/1": "0218"}, turn="jul_aug_1942", axis=taken, russian=["0822"])
    assert leaders.ends(s, d, unit("hitler"), free=True) >> city("leningrad") & 1
    assert supply.unlimited(s, d, 0) >> at("0218") & 1
    assert leaders.why_no_flight(s, d, unit("hitler")) is None
