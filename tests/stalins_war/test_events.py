"""Events: their conditions and what they may be played on, card by card (7.5.1)."""

import pytest

from engine.games.stalins_war import words
from engine.games.stalins_war.cards import events
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    ELIMINATED,
    FULL,
    HUNGARIAN,
    LIMITED,
    OTHER_FRONTS,
    OUT,
    REMOVED,
    SOVIET,
    Card,
)
from engine.games.stalins_war.state import ADVANCED, occupancy
from tests.stalins_war.table import at, card, ids, names, rule, site, table, unit

G = BOARD.ground


def of(id_: str) -> Card:
    return BOARD.cards[card(id_)]


def why(s, d, id_: str) -> str:  # type: ignore[no-untyped-def]
    return rule(events.why_not_now(s, d, of(id_)))


# conditions -------------------------------------------------------------------------------


def test_every_condition_of_the_sheet_is_known() -> None:
    """7.5.1a, 7.5.1b: and no card has one that the sheet does not give."""
    assert {c.event for c in BOARD.cards if c.condition} == set(events._CONDITIONS)


def test_t10_an_event_may_be_played_for_nothing() -> None:
    """7.5.1b: Operation Bagration without a partisan; Stavka without Stalin in Moscow."""
    s, d = table(turn=14, side="soviet", round_=1)
    assert why(s, d, "soviet_34") == ""
    s.place[BOARD.stalin] = site("kuibyshev")
    assert not events.applies(s, d, of("soviet_07"))
    assert why(s, d, "soviet_07") == ""


def test_backhand_blow() -> None:
    """clarification_axis_33, 7.5.1a: one of the units that advanced can be attacked."""
    placed = {"su_1t_army": "2424", "ge_46_pz_corps": "2423"}
    s, d = table(placed, turn=9, round_=4)
    assert why(s, d, "axis_33") == "7.5.1a"
    s.flags[unit("su_1t_army")] = ADVANCED
    assert why(s, d, "axis_33") == ""
    assert events.caught(s, d) == [at("2424")]
    s, d = table({**placed, "ge_46_pz_corps": "2022"}, turn=9, round_=4)
    s.flags[unit("su_1t_army")] = ADVANCED
    assert events.caught(s, d) == []


def test_volkssturm() -> None:
    """7.5.1a: with Soviets in Germany; two corps of the box, in towns and cities there."""
    s, d = table(turn=16)
    assert why(s, d, "axis_43") == "7.5.1a"
    s, d = table({"su_20r_army": "1521"}, turn=16)
    assert why(s, d, "axis_43") == ""
    corps, mountain, panzer = unit("ge_43_corps"), unit("ge_49_mtn_corps"), unit("ge_3_pz_corps")
    for u in (corps, mountain, panzer):
        s.place[u] = ELIMINATED[AXIS]
    assert set(events.volkssturm(s)) == {corps, mountain}
    hexes = events.volkssturm_hexes(s, d, corps)
    assert site("berlin") in hexes and site("stettin") in hexes
    assert site("warsaw") not in hexes and site("prague") in hexes


def test_eastern_priority_the_bunker_and_margarethe() -> None:
    """7.5.1b: playable for nothing."""
    s, d = table(turn=14)
    assert not events.applies(s, d, of("axis_49"))
    s.place[unit("ge_43_corps")] = OTHER_FRONTS
    assert events.applies(s, d, of("axis_49"))
    s.surrendered = [HUNGARIAN]
    assert not events.applies(s, d, of("axis_53"))
    s, d = table(turn=14, soviet=["berlin"])
    assert not events.applies(s, d, of("axis_52"))
    for id_ in ("axis_49", "axis_52", "axis_53"):
        assert why(s, d, id_) == ""


def test_industrial_evacuation_and_the_big_three() -> None:
    """7.5.1a: Soviet Moscow; for the second Stalingrad too."""
    s, d = table(turn=9, side="soviet")
    assert why(s, d, "soviet_11") == "" and why(s, d, "soviet_40") == ""
    s, d = table(turn=9, side="soviet", axis=["stalingrad"])
    assert why(s, d, "soviet_11") == "" and why(s, d, "soviet_40") == "7.5.1a"
    s, d = table(turn=9, side="soviet", axis=["moscow"])
    assert why(s, d, "soviet_11") == "7.5.1a"


def test_romania_defects() -> None:
    """7.5.1a: a supplied Soviet unit there; then all places without an Axis unit are Soviet."""
    s, d = table(turn=14, side="soviet")
    assert why(s, d, "soviet_39") == "7.5.1a"
    s, d = table({"su_20r_army": "1627", "ge_43_corps": "1429"}, turn=14, side="soviet")
    assert why(s, d, "soviet_39") == ""
    given = {G.sites[n].id for n in events.control_after_defection(s, d)}
    romania = {one.id for one in G.sites if G.countries["romania"] >> one.place & 1}
    assert given == romania - {"bucharest", "iasi"} and "ploesti" in given
    s.supply[unit("su_20r_army")] = OUT
    assert why(s, d, "soviet_39") == "7.5.1a"


def test_warsaw_uprising() -> None:
    """16.1.1, 7.5.1a: within three hexes of a supplied unit; in Warsaw, or beside it."""
    s, d = table({"su_20r_army": "1922"}, turn=14, side="soviet")
    assert G.grid.distance(at("1922"), site("warsaw")) > 3
    assert why(s, d, "soviet_51") == "7.5.1a"
    s, d = table({"su_20r_army": "1822"}, turn=14, side="soviet")
    assert why(s, d, "soviet_51") == ""
    assert events.uprising_hexes(s, d) == [site("warsaw")]
    s, d = table({"su_20r_army": "1822", "ge_43_corps": "1521"}, turn=14, side="soviet")
    assert set(events.uprising_hexes(s, d)) == set(G.foot[site("warsaw")])
    for u in BOARD.partisans:
        s.place[u] = REMOVED
    assert events.uprising_hexes(s, d) == []


# hexes ------------------------------------------------------------------------------------


def test_hedgehogs_and_east_wall() -> None:
    """10.3.2, 10.3.3: with German LCUs in full supply; the second in the Soviet Union."""
    placed = {"ge_4th_army": "2022", "ge_6th_army": "1521", "ro_3rd_army": "2025"}
    s, d = table({**placed, "ge_43_corps": "2023"}, turn=10)
    assert ids(events.trench_hexes(s, d, of("axis_07"))) == {"2022", "1521"}
    assert ids(events.trench_hexes(s, d, of("axis_38"))) == {"2022"}
    s.supply[unit("ge_4th_army")] = LIMITED
    assert ids(events.trench_hexes(s, d, of("axis_07"))) == {"1521"}
    s.trenches[AXIS] = [at("1521")]
    assert events.trench_hexes(s, d, of("axis_07")) == []


def test_peoples_militia() -> None:
    """10.3.3: with Soviet LCUs."""
    s, d = table({"su_west_front": "2722", "su_20r_army": "2621"}, side="soviet")
    assert ids(events.trench_hexes(s, d, of("soviet_08"))) == {"2722"}


def test_fortified_zone() -> None:
    """8.2, 9.1.3: one in a hex, two in the game."""
    s, d = table({"su_west_front": "2722", "su_20r_army": "2621"}, side="soviet")
    assert ids(events.zone_hexes(s, d)) == {"2722", "2621"}
    s.zones = [at("2722")]
    assert ids(events.zone_hexes(s, d)) == {"2621"}
    s.zones = [1, 2]
    assert events.zone_hexes(s, d) == []
    s, _ = table()
    s.place[unit("su_partisan_1")] = site("warsaw")  # the Axis holds it still
    s.supply[unit("su_partisan_1")] = FULL
    assert events.zone_hexes(s, occupancy(s)) == []


def test_the_volga_has_only_one_bank() -> None:
    """16.2.3: supplied Soviet cities that are no fortress."""
    s, d = table(side="soviet")
    hexes = events.fortress_hexes(s, d)
    assert site("stalingrad") in hexes and site("leningrad") not in hexes
    assert site("orel") not in hexes


def test_air_bridge() -> None:
    """13.1.1, 7.5.1a: hexes with Axis units out of supply."""
    s, d = table({"ge_4th_army": "2022", "ge_6th_army": "1521"}, supply={"ge_4th_army": OUT})
    assert ids(events.bridge_hexes(s, d)) == {"2022"}


def test_airborne_corps() -> None:
    """clarification_soviet_20, 16.1.2: any clear hex without units, in the Reich too."""
    s, d = table({"ge_43_corps": "2025"}, side="soviet")
    hexes = set(events.drop_hexes(s, d))
    assert hexes and all(G.terrain[p] == 0 for p in hexes)
    assert any(G.germany >> p & 1 for p in hexes)
    assert at("2025") not in hexes
    s.partisans = [1, 2, 3, 4, 5, 6]
    assert events.drop_hexes(s, d) == []


def test_black_sea_black_death() -> None:
    """7.5.4, clarification_soviet_10: from a port there, to a coast without units."""
    s, d = table({"su_maritime_army": "1931", "ro_4th_army": "1629"}, side="soviet")
    coast = G.coasts[1]
    assert ids(events.landings(s, d)) == ids(coast) - {"1931", "1629"}
    s.turn = 1
    assert not set(events.landings(s, d)) & {
        p for p in range(990) if G.countries["romania"] >> p & 1
    }
    s, d = table({"su_maritime_army": "2118"}, side="soviet")  # Riga is no port there
    assert events.landings(s, d) == []


# units -------------------------------------------------------------------------------------


def test_panzer_refit_and_the_final_surge() -> None:
    """2.2.1, 7.5.1a: reduced Panzers in full supply, for the first next to no Soviet unit."""
    placed = {"ge_3_pz_corps/1": "2022", "ge_14_pz_corps/1": "2025", "ge_46_pz_corps": "2023"}
    s, d = table({**placed, "su_20r_army": "2026", "ge_43_corps/1": "2022"}, turn=14)
    assert names(events.rebuilt(s, d, of("axis_08"))) == {"ge_3_pz_corps"}
    assert names(events.rebuilt(s, d, of("axis_55"))) == {"ge_3_pz_corps", "ge_14_pz_corps"}
    s.supply[unit("ge_3_pz_corps")] = LIMITED
    assert names(events.rebuilt(s, d, of("axis_08"))) == set()


def test_siberians() -> None:
    """2.2.1, 14.1.6: within four hexes of Moscow, no asterisked steps."""
    placed = {"su_20r_army/1": "2621", "su_7m_corps/1": "2722", "su_21r_army/1": "2929"}
    s, d = table(placed, turn=4, side="soviet")
    assert names(events.rebuilt(s, d, of("soviet_16"))) == {"su_20r_army"}
    army, moscow = unit("su_20r_army"), site("moscow")
    for place in range(990):
        if G.land >> place & 1:
            s.place[army] = place
            near = G.grid.distance(place, moscow) <= 4
            assert (army in events.rebuilt(s, d, of("soviet_16"))) == near


def test_husky_overlord_and_italy() -> None:
    """3.0, 7.5.1a: German SCUs to the Other Fronts (ruling 31)."""
    placed = {"ge_3_pz_corps": "2022", "ge_43_corps": "2022", "ge_4th_army": "2022"}
    s, _ = table({**placed, "it_csir": "2025", "ge_bunker": "1118"}, turn=14)
    assert names(events.sendable(s, panzer=True)) == {"ge_3_pz_corps"}
    assert names(events.sendable(s, panzer=False)) == {"ge_3_pz_corps", "ge_43_corps"}
    assert names(events.overlord_third(s)) == {"ge_43_corps"}
    s.place[unit("ge_43_corps")] = OTHER_FRONTS
    assert names(events.overlord_third(s)) == {"ge_3_pz_corps"}


def test_steppe_fox() -> None:
    """4.4.1, 9.1.1: where the Afrika Pz Corps comes, within stacking."""
    placed = {"ge_4th_army": "2022", "ge_3_pz_corps": "2022", "ge_14_pz_corps": "2022"}
    s, d = table({**placed, "ge_46_pz_corps": "2022", "ge_6th_army": "2025"}, turn=3)
    fox = unit("ge_afrika_pz_corps")
    assert ids(events.steppe_fox_hexes(s, d, fox)) == {"2025"}
    s.supply[unit("ge_6th_army")] = LIMITED
    assert events.steppe_fox_hexes(s, d, fox) == []


def test_maskirovka() -> None:
    """clarification_soviet_48, 9.1.4: six hexes past zones, to full supply and room."""
    placed = {"su_west_front": "2525", "ge_4th_army": "2424", "su_south_front": "2526"}
    s, d = table(placed, turn=10, side="soviet")
    ends = events.masked_ends(s, d, unit("su_west_front"))
    assert max(G.grid.distance(at("2525"), p) for p in ends) == 6
    assert at("2424") not in ends and at("2526") not in ends
    assert set(ends) & set(G.foot[at("2424")])  # from one zone into another
    s.supply[unit("su_west_front")] = LIMITED
    assert events.masked_ends(s, d, unit("su_west_front")) == []
    assert s.supply[unit("su_south_front")] == FULL


# words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lexicon", "word", "side", "value"),
    [
        ("unit", "4a", "axis", unit("ge_4th_army")),
        ("unit", "ro4a", "axis", unit("ro_4th_army")),
        ("unit", "westf", "soviet", unit("su_west_front")),
        ("place", "2722", "", at("2722")),
        ("place", "moscow", "", at("2722")),
        ("place", "eliminated", "soviet", ELIMINATED[SOVIET]),
        ("place", "other_fronts", "", OTHER_FRONTS),
        ("card", "9", "axis", card("axis_09")),
        ("card", "9", "soviet", card("soviet_09")),
        ("card", "zhukov", "soviet", card("soviet_09")),
        ("points", "pz", "", "pz"),
    ],
)
def test_words_of_the_order_lines(lexicon: str, word: str, side: str, value: object) -> None:
    """2.2.3: shorts and numbers are a side's own."""
    assert words.LEXICONS[lexicon].read(word, side)[0] == value
