"""Chapter 13 in play and by its special cases: lines, cut-off cities, the south, the winter."""

import pytest

from engine.board.bits import mask, members
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    FINNISH,
    ITALIAN,
    RUSSIAN,
    SOVIET,
)
from engine.games.russia_besieged.law import builds, rations, supply, upkeep
from engine.games.russia_besieged.state import mark, marker, occupancy
from tests.russia_besieged.staged import EMPTY, game
from tests.russia_besieged.table import at, city, ids, table, unit
from tests.table import asked, look, places, prompt, words

G = BOARD.ground
RAILS = [G.grid.ids[h] for h in members(G.rails)]
_KEPT = ("leningrad", "astrakhan")
"""Two far cities that stay Russian, so that the Axis has not won."""
ALL_AXIS = (
    *(f"mark {hex_} rails axis" for hex_ in RAILS),
    *(f"mark {c.id} control axis" for c in G.cities if c.major and c.id not in _KEPT),
    "put stalin leningrad",
)


def distance_to(rails: int, place: int) -> int:
    """Hexes on land from a place to the nearest of these."""
    front, steps = 1 << place, 0
    while front and not front & rails:
        front |= G.walk.spread(front) & G.land
        steps += 1
    return steps


def at_distance(rails: int, hexes: int, side_of: int = -1) -> str:
    """A land hex so far from rails."""
    return next(
        G.grid.ids[h] for h in members(G.land & side_of)
        if distance_to(rails, h) == hexes and G.city_at[h] < 0
    )  # fmt: skip


def judged(g):  # type: ignore[no-untyped-def]
    """The game after the Russian partisans of a second impulse."""
    while "partisans" in prompt(g):
        g.submit("soviet", "end partisans")
    return g


# two legs --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weather", "reach"), [("clear", 8), ("light_mud", 8), ("mud", 6), ("snow", 4)]
)
def test_the_first_leg_is_as_long_as_the_weather_allows(weather: str, reach: int) -> None:
    """13.0, 13.1, 13.2, 13.22, 13.23: hexes to a friendly rail that leads to a source"""
    east = mask(h for h in members(G.rails) if h % 40 + 1 < 12)
    axis = [hex_ for hex_ in RAILS if not east >> at(hex_) & 1]
    s, d = table(turn="sep_oct_1942", weather=f"{weather}/{weather}", axis=axis)
    fed = supply.unlimited(s, d, RUSSIAN)
    line = supply.rail_sources(s, d, RUSSIAN)
    caucasus, ice = G.regions["caucasus"], 1 << city("sevastopol")
    for place in members(G.land & G.countries["russia"] & ~caucasus & ~ice)[::5]:
        assert (fed >> place & 1) == (distance_to(line, place) <= reach), G.grid.ids[place]


def test_the_way_may_lead_to_the_source_itself() -> None:
    """13.21, 13.31, 13.32, 13.3: rail hexes of the own edge feed without limit, and no others"""
    s, d = table(axis=RAILS, turn="sep_oct_1942")
    source = members(G.edges[AXIS])[0]
    assert supply.unlimited(s, d, ITALIAN) >> source & 1
    assert not supply.unlimited(s, d, RUSSIAN) >> city("voronezh") & 1
    assert supply.unlimited(s, d, RUSSIAN) >> members(G.edges[SOVIET])[0] & 1  # no rail is asked
    s, d = table(turn="sep_oct_1942", russian=RAILS)
    assert (
        supply.unlimited(s, d, RUSSIAN) and not supply.unlimited(s, d, ITALIAN) >> city("lvov") & 1
    )
    assert supply.rail_sources(s, d, RUSSIAN) & G.edges[SOVIET] == G.edges[SOVIET]


def test_hex_0111_has_a_range_of_its_own() -> None:
    """13.24, 13.33: six hexes, four in snow, for Finns and Germans alone"""
    for weather, reach in (("clear", 6), ("snow", 4)):
        s, d = table(turn="sep_oct_1942", weather=f"{weather}/{weather}", russian=RAILS)
        s.cities = "0"  # Helsinki is lost
        d = occupancy(s)
        finns = supply.unlimited(s, d, FINNISH)
        north = at("0111")
        for place in members(G.land):
            if G.grid.distance(place, north) <= 9 and G.grid.distance(place, at("0120")) > 8:
                assert (finns >> place & 1) == (distance_to(1 << north, place) <= reach)
        assert not supply.unlimited(s, d, ITALIAN) >> north & 1


def test_what_a_path_does_not_cross() -> None:
    """13.5, 13.51, 13.52: enemies, zones without a friend in the hex, the coast; Chongar by rail"""
    east = mask(h for h in members(G.rails) if h % 40 + 1 < 12)
    axis = [hex_ for hex_ in RAILS if not east >> at(hex_) & 1]
    s, d = table({"ger_inf_1": "2715"}, axis=axis, turn="sep_oct_1942")
    open_ = supply.passable(s, d, SOVIET)
    assert not open_ >> at("2715") & 1
    near = [h for h in G.foot[at("2715")] if G.zone.spread(1 << at("2715")) >> h & 1]
    assert near and not any(open_ >> h & 1 for h in near)
    friend = G.grid.ids[near[0]]
    s, d = table({"ger_inf_1": "2715", "rus_inf_4": friend}, axis=axis, turn="sep_oct_1942")
    assert supply.passable(s, d, SOVIET) >> near[0] & 1
    s, d = table({"ger_inf_1": "2715", "rus_para_1": friend}, axis=axis, turn="sep_oct_1942")
    assert not supply.passable(s, d, SOVIET) >> near[0] & 1
    assert not any(G.terrain[h] == 4 for h in members(supply.passable(s, d, SOVIET)))


# units without supply ----------------------------------------------------------------


def test_a_marker_is_taken_off_with_supply() -> None:
    """13.43, 13.42, 13.12: at the end of the second impulse; without, it turns or they surrender"""
    board = (*EMPTY, *ALL_AXIS, "mark minsk control soviet", "put rus_inf_11 minsk oos=1")
    g = judged(game(*board, "at 3/2 soviet rails"))
    assert places(g, "rus_inf_11") == ["surrendered_soviet"]
    open_ = (*EMPTY, "put rus_inf_11 minsk oos=1")
    g = judged(game(*open_, "at 3/2 soviet rails"))
    assert (places(g, "rus_inf_11"), look(g, "rus_inf_11 oos")) == (["1623"], "0")


def test_nothing_arrives_in_a_city_that_is_cut_off() -> None:
    """13.44: neither reinforcements nor units of the pool; a reduced unit is rebuilt by a WEC"""
    board = (*EMPTY, *ALL_AXIS, "mark leningrad control soviet", "put rus_inf_42 waiting")
    board += ("put wec_leningrad leningrad", "put rus_inf_len leningrad reduced")
    board += ("put rus_inf_18 pool", "set points.russian_infantry 9")
    g = game(*board, "at 2/2 soviet movement")
    assert "0714" not in words(g, "soviet", "place rus_inf_42 ")
    g = game(*board, "at 3 soviet movement")
    assert "0714" not in words(g, "soviet", "build rus_inf_18 ")
    g.submit("soviet", "refit rus_inf_len")
    assert look(g, "rus_inf_len s") == "2"
    s, d = table({"ger_inf_1": "1734"}, turn="nov_dec_1944")
    assert builds.listed(s, d, unit("ger_inf_2")) >> city("berlin") & 1
    ring = {f"rus_inf_{n}": G.grid.ids[h] for n, h in zip(
        (4, 8, 11, 18, 20, 21), G.foot[city("berlin")], strict=False)}  # fmt: skip
    s, d = table(ring, turn="nov_dec_1944")
    assert not builds.listed(s, d, unit("ger_inf_2")) >> city("berlin") & 1


def test_the_first_guards_cavalry_rides_without_supply() -> None:
    """13.6, 13.61: three turns; at the end of the fourth it surrenders"""
    board = (*EMPTY, *ALL_AXIS, "put rus_gd_cav_1 2720")
    for before, now, where in (
        (0, "1", "2720"), (2, "3", "2720"), (3, "0", "surrendered_soviet"),
    ):  # fmt: skip
        oos = f"put rus_gd_cav_1 2720 oos={before}" if before else "put rus_gd_cav_1 2720"
        g = judged(game(*board, oos, "at 5/2 soviet rails"))
        assert places(g, "rus_gd_cav_1") == [where] and look(g, "rus_gd_cav_1 oos") == now
    g = judged(game(*EMPTY, *ALL_AXIS, "put rus_gd_cav_2 2720", "at 5/2 soviet rails"))
    assert places(g, "rus_gd_cav_2") == ["pool_soviet"]


def test_partisans_need_no_supply() -> None:
    """13.63, 16.0: of either stage"""
    s, d = table({"partisan_1/1": "1824"}, axis=RAILS)
    assert supply.general(s, d, unit("partisan_1"))
    assert unit("partisan_1") not in upkeep.check(s, d, SOVIET).lost


def test_sevastopol_over_the_strait_in_snow() -> None:
    """13.64: five hexes to Novorossiysk and its railway; not units outside, nor without the line"""
    axis = [hex_ for hex_ in RAILS if at(hex_) // 40 + 1 < 39 and int(hex_[2:]) > 14]
    goal = 1 << at("4022")
    outside = next(h for h in G.foot[at("3826")] if distance_to(goal, h) > 4)
    units = {"rus_inf_51": "3826", "rus_inf_4": G.grid.ids[outside]}
    s, d = table(units, turn="jan_feb_1942", weather="snow/snow", axis=axis)
    assert supply.general(s, d, unit("rus_inf_51")) and not supply.general(s, d, unit("rus_inf_4"))
    s, d = table(units, turn="jan_feb_1942", weather="snow/snow", axis=[*axis, "4022"])
    assert not supply.general(s, d, unit("rus_inf_51"))
    s, d = table(
        {**units, "ger_inf_1": "3922"}, turn="jan_feb_1942", weather="snow/snow", axis=axis
    )
    assert not supply.general(s, d, unit("rus_inf_51"))


def test_hex_0107_holds_out_two_turns() -> None:
    """13.65: while Archangel, which never fell, has its line to the east edge"""
    s, d = table({"rus_inf_14": "0107"}, turn="sep_oct_1941")
    assert at("0107") not in [c.place for c in supply.besieged(s, d, SOVIET)]
    s, d = table({"rus_inf_14": "0107"}, axis=["0710"], turn="sep_oct_1941")
    there = [c for c in supply.besieged(s, d, SOVIET) if c.place == at("0107")]
    assert [c.turns for c in there] == [2]
    s.fallen = f"{1 << G.city_index['archangel']:x}"
    assert at("0107") not in [c.place for c in supply.besieged(s, d, SOVIET)]
    s, d = table({"rus_inf_14": "0107"}, axis=["0710", "0302"], turn="sep_oct_1941")
    assert at("0107") not in [c.place for c in supply.besieged(s, d, SOVIET)]


# combat supply -----------------------------------------------------------------------


def test_combat_supply_is_of_the_moment() -> None:
    """13.7, 13.71, 13.75, 13.11: another thing than general supply, and a taken city gives it"""
    s, d = table({"ger_inf_1": "2020"}, turn="jan_feb_1942", weather="snow/snow")
    assert not supply.in_combat_supply(s, d, unit("ger_inf_1"))
    near = min(G.cities, key=lambda c: G.grid.distance(c.place, at("2020")))
    beside = G.grid.ids[
        next(h for h in G.foot[near.place] if G.zone.spread(1 << near.place) >> h & 1)
    ]
    s, d = table({"ger_inf_1": beside}, turn="jan_feb_1942", weather="snow/snow")
    assert not supply.in_combat_supply(s, d, unit("ger_inf_1"))
    s.cities = f"{int(s.cities, 16) | 1 << near.index:x}"
    assert supply.in_combat_supply(s, d, unit("ger_inf_1"))
    s, d = table({"ger_inf_1": "2020", "rus_inf_4": "2024"}, turn="jul_aug_1942", axis=RAILS)
    assert supply.in_combat_supply(s, d, unit("ger_inf_1"))
    assert supply.in_combat_supply(s, d, unit("rus_inf_4")) and not supply.general(
        s, d, unit("rus_inf_4")
    )


# the south -----------------------------------------------------------------------------


def south() -> set[str]:
    """Rails south of the Kuban and Terek."""
    return ids(G.rails & G.regions["caucasus"])


def test_baku_feeds_all_while_astrakhan_has_its_line() -> None:
    """13.81, 13.8: else it is a city cut off like others, with its port (13.82)"""
    away = [hex_ for hex_ in RAILS if hex_ not in south()]
    home = city("baku")
    astrakhan = [hex_ for hex_ in RAILS if at(hex_) // 40 + 1 < 44 and int(hex_[2:]) > 9]
    s, d = table({"rus_inf_4": G.grid.ids[home]}, turn="sep_oct_1942", axis=astrakhan)
    assert supply.general(s, d, unit("rus_inf_4"))
    s, d = table({"rus_inf_4": G.grid.ids[home]}, turn="sep_oct_1942", axis=away)
    assert not supply.general(s, d, unit("rus_inf_4"))
    found = {c.place: c for c in supply.besieged(s, d, SOVIET)}
    assert found[home].turns == 4 and found[home].more


def hungry(city_: supply.Besieged, *units: int) -> list[int]:
    """The units of which one must go where they all live on one city."""
    return list(rations.share({one: [city_] for one in units}).hungry)


def test_the_port_of_baku_feeds_more() -> None:
    """13.82: two armies, a corps and a WEC beyond what other cities feed"""
    armies = [unit(f"rus_inf_{n}") for n in (4, 8, 11, 18, 20)]
    corps = [unit(f"rus_mech_{n}") for n in (1, 2, 3, 4, 5, 6)]
    factories = [unit(f"wec_{name}") for name in ("kiev", "rostov", "gorki")]
    baku = supply.Besieged(city("baku"), 4, 0, more=True)
    usual = supply.Besieged(city("minsk"), 1, 0)
    assert not hungry(baku, *armies[:4], corps[0], *factories[:2])
    assert hungry(baku, *armies) and hungry(baku, *factories)
    assert hungry(baku, *armies[:4], *corps[:2])
    assert not hungry(baku, *corps) and hungry(baku, *corps, armies[0])  # rb-84
    assert not hungry(usual, *armies[:2]) and hungry(usual, *armies[:3])
    assert hungry(usual, *factories[:2])


def test_a_second_gun_is_fed_as_a_corps() -> None:
    """13.41, 12.02: one artillery and one paratroop unit for nothing, others are corps"""
    minsk = supply.Besieged(city("minsk"), 1, 0)
    guns = [unit("rus_art_1"), unit("rus_art_2"), unit("rus_para_1"), unit("rus_para_5")]
    army, mech = unit("rus_inf_4"), unit("rus_mech_1")

    assert hungry(minsk, *guns, mech) == []
    assert hungry(minsk, *guns[1:], army, mech) == [guns[2], guns[3], army, mech]
    assert hungry(minsk, guns[0], guns[2], army, unit("rus_inf_3")) == []
    factories = [unit("wec_kiev"), unit("wec_rostov")]
    assert hungry(minsk, *guns[:2], army, *factories) == factories


def test_tbilisi_holds_out_while_tabriz_is_joined() -> None:
    """13.83: in no Axis zone, whoever stands there"""
    russia = G.countries["russia"]
    away = [hex_ for hex_ in RAILS if hex_ not in south() and russia >> at(hex_) & 1]
    turns = lambda s, d: {c.place: c.turns for c in supply.besieged(s, d, SOVIET)}  # noqa: E731
    s, d = table(turn="sep_oct_1942", axis=away)
    assert turns(s, d)[city("tbilisi")] == 4
    line = next(h for h in G.rail_links[city("tabriz")])
    s, d = table(turn="sep_oct_1942", axis=[*away, G.grid.ids[line]])
    assert turns(s, d)[city("tbilisi")] == 1
    beside = next(h for h in G.foot[city("tbilisi")])
    s, d = table({"ger_inf_1": G.grid.ids[beside], "rus_inf_4": "5116"}, turn="sep_oct_1942",
                 axis=away)  # fmt: skip
    assert turns(s, d).get(city("tbilisi")) == 1


def test_marks_and_questions_are_in_order() -> None:
    """13.4, 13.13: who has nothing at all goes at once, without a marker"""
    g = judged(game(*EMPTY, *ALL_AXIS, "put rus_inf_4 2720", "at 5/2 soviet rails"))
    assert places(g, "rus_inf_4") == ["pool_soviet"] and asked(g)
    s, _ = table({"rus_inf_4": "2720"})
    mark(s, unit("rus_inf_4"), 3)
    assert marker(s, unit("rus_inf_4")) == 3
