"""Soviet events of Action Rounds one by one, by order lines: a test for each card."""

from collections.abc import Sequence

from engine.core.entries import Fought
from engine.core.game import Game
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    FULL,
    OTHER_FRONTS,
    PLAIN_EVENT,
    REMOVED,
    SOVIET,
    SU,
)
from engine.games.stalins_war.law import operations, replacements, strategic
from engine.games.stalins_war.law.retreat import why_not_stand
from engine.games.stalins_war.state import in_effect
from engine.games.stalins_war.words import slug
from tests.stalins_war import test_cards_axis
from tests.stalins_war.cardplay import (
    ARMY,
    CORPS,
    FRONT,
    ID,
    PZ_46,
    RIFLES,
    TANKS,
    G,
    game_of,
    offered,
    play,
)
from tests.stalins_war.staged import asked, hand, refused
from tests.stalins_war.table import at, card, rule, site, table, unit, units
from tests.stalins_war.test_action_rounds import half


def test_stavka() -> None:
    """18.3.4, 18.3.1: 3 banked OPS while Stalin is in Moscow; else for nothing."""
    s = play(game_of("soviet_07", {"su_stalin": "2722"}), "soviet_07")
    assert s.bank[SOVIET] == 3 and s.ops == 0
    s = play(game_of("soviet_07"), "soviet_07")
    assert s.bank[SOVIET] == 0


def test_peoples_militia() -> None:
    """10.3.1, 10.3.2: Trenches with Soviet LCUs, and leave to dig."""
    game = game_of("soviet_08", {FRONT: "2722", RIFLES: "2621"}, turn=3)
    s = play(game, "soviet_08", "2722")
    assert s.trenches[SOVIET] == [at("2722")] and asked(game) == []


def test_zhukov() -> None:
    """clarification_soviet_09, 11.1.3: two hexes attack without armour, for a step more."""
    placed = {CORPS: "2524", RIFLES: "2523", "su_21r_army": "2625"}
    game = game_of("soviet_09", placed, turn=7, round_=2)
    s = play(game, "soviet_09")
    assert s.ops == 4 and s.in_turn == [card("soviet_09")] == s.in_round
    game.submit("soviet", "end movement")
    game.submit("soviet", "activate 2523 2625")
    game.submit("soviet", "end activation")
    armies = units(RIFLES, "su_21r_army")
    before = sum(game.table.s.step[u] for u in armies)
    receipt = game.submit("soviet", "attack 2524 with su_20r_army su_21r_army")
    entries = list(receipt.entries)
    while "Zhukov" not in game.pending()[0].prompt:
        side = game.pending()[0].side
        assert side, game.pending()
        entries += game.submit(side, game.auto(side)).entries
    [fought] = [entry for entry in entries if isinstance(entry, Fought)]
    game.submit("soviet", f"hit {BOARD.units[alive(game, armies)[0]].id}")
    after = sum(game.table.s.step[u] for u in armies)
    assert before - after == fought.scores[1] + 1


def alive(game: Game, found: Sequence[int]) -> list[int]:
    """Those with steps left."""
    return [u for u in found if game.table.s.step[u]]


def test_black_sea_black_death() -> None:
    """7.5.4, 13.1.4: the Maritime Army lands and is in supply there."""
    placed = {"su_maritime_army": ID[site("sevastopol")], ARMY: "1929"}
    game = game_of("soviet_10", {**placed, ARMY: "2022"}, turn=3)
    s = play(game, "soviet_10", "1728")
    army = unit("su_maritime_army")
    assert s.place[army] == at("1728") and s.supply[army] == FULL and asked(game) == []


def test_industrial_evacuation() -> None:
    """7.4.5, 7.5.1a: a point each Replacement Phase from next turn on."""
    s = play(game_of("soviet_11", {RIFLES: "2722"}, turn=3), "soviet_11")
    assert s.in_turn == [card("soviet_11")] and s.rp[SU] == 0


def test_lend_lease() -> None:
    """18.3.2, 18.3.3: from the next turn on."""
    s = play(game_of("soviet_12", {"su_stalin": "2722"}, turn=3), "soviet_12")
    assert s.lend_from == 4 and operations.banks_at_start(s, SOVIET) == 0
    s.turn = 4
    assert operations.banks_at_start(s, SOVIET) == 3


def test_partisan_formation() -> None:
    """16.1.1, 16.1.3: two at once for nothing, others for OPS later."""
    game = game_of("soviet_13", {ARMY: "2421"}, turn=3)
    dens = sorted(offered(game, "event soviet_13"))
    assert refused(game, "soviet", f"event soviet_13 {dens[0]}") == "7.5.1a"
    assert refused(game, "soviet", "event soviet_13 1521") == "16.1.1"
    s = play(game, "soviet_13", *dens[:2])
    assert s.partisans == [at(dens[0]), at(dens[1])] and not s.partisans_paid


def test_siberians() -> None:
    """14.1.6, 7.3.2: units near Moscow are full, then 3 OPS."""
    game = game_of("soviet_16", {"su_20r_army/1": "2722"}, turn=4)
    s = play(game, "soviet_16", RIFLES)
    assert s.step[unit(RIFLES)] == 2 and s.ops == 3 and asked(game) == ["soviet"]


def test_the_volga_has_only_one_bank() -> None:
    """16.2.3: a fortress in a supplied Soviet city."""
    game = game_of("soviet_17", turn=7)
    assert refused(game, "soviet", "event soviet_17 leningrad") == "16.2.3"
    assert play(game, "soviet_17", "stalingrad").fortress == site("stalingrad")


def test_scorched_earth() -> None:
    """7.3.2 (sw-56): one less for the next Axis card that gives OPS, never the last."""
    s = play(game_of("soviet_19", turn=3), "soviet_19")
    assert s.in_turn == [card("soviet_19")]
    for line, ops, left in (
        ("event axis_48", 2, []),
        ("event axis_24", 1, []),
        ("ops axis_04", 3, []),
        ("event axis_45", 0, [card("soviet_19")]),
    ):
        t, _ = table({PZ_46: "2022"}, turn=14)
        t.in_turn = [card("soviet_19")]
        game = half(t, hand_axis=[line.split()[1]])
        game.submit("axis", line)
        assert (game.table.s.ops, game.table.s.in_turn) == (ops, left), line


def test_airborne_corps() -> None:
    """clarification_soviet_20, 16.1.6: an Active Partisan in the clear, then 2 OPS."""
    game = game_of("soviet_20", {RIFLES: "2722"})
    hexes = offered(game, "event soviet_20")
    assert all(G.terrain[at(p)] == 0 for p in hexes if p in G.grid.index)
    s = play(game, "soviet_20", "2025")
    [found] = [u for u in BOARD.partisans if s.place[u] == at("2025")]
    assert s.supply[found] == FULL and s.ops == 2 and asked(game) == ["soviet"]


def test_fortified_zone() -> None:
    """8.2: with a supplied Soviet unit."""
    game = game_of("soviet_23", {RIFLES: "2621"})
    assert offered(game, "event soviet_23") == {"2621"}
    assert play(game, "soviet_23", "2621").zones == [at("2621")]


def test_operation_bagration() -> None:
    """16.1.6, 11.4.3: all Partisans rise but under the Axis, 4 OPS, no Axis unit stands."""
    game = game_of("soviet_34", {RIFLES: "2722", ARMY: "2322"}, turn=14)
    game.table.s.partisans = [at("2322"), at("2421"), at("2520")]
    s = play(game, "soviet_34")
    assert s.partisans == [at("2322")] and s.ops == 4
    risen = {s.place[u] for u in BOARD.partisans if s.place[u] < 990}
    assert risen == {at("2421"), at("2520")}
    assert rule(why_not_stand(s, [unit(ARMY)], at("2322"), any_terrain=True)) == "11.4.3"


def test_husky() -> None:
    """3.0 (sw-31): the Axis sends a Panzer Corps, then any German SCU."""
    placed = {PZ_46: "2022", "ge_3_pz_corps": "2023", CORPS: "2022", ARMY: "2022"}
    game = game_of("soviet_35", placed)
    play(game, "soviet_35")
    assert asked(game) == ["axis"]
    assert refused(game, "axis", "send ge_43_corps") == "3.0"
    game.submit("axis", "send ge_46_pz_corps")
    assert refused(game, "axis", "send ge_4th_army") == "3.0"
    game.submit("axis", "send ge_43_corps")
    s = game.table.s
    assert s.place[unit(PZ_46)] == s.place[unit(CORPS)] == OTHER_FRONTS
    assert s.place[unit("ge_3_pz_corps")] == at("2023") and asked(game) == []


def test_husky_by_default() -> None:
    """3.0: auto sends the weakest."""
    placed = {PZ_46: "2022", "ge_3_pz_corps/1": "2022", CORPS: "2023", "ge_49_mtn_corps": "2023"}
    s, _ = table(placed, turn=12, side="soviet")
    game = half(s, hand_soviet=["soviet_35"])
    game.table.pos.policy["axis:send"] = "auto"
    s = play(game, "soviet_35")
    assert s.place[unit("ge_3_pz_corps")] == OTHER_FRONTS and asked(game) == []


def test_overlord() -> None:
    """3.0: two Panzer Corps and an infantry corps; where there is none a third Panzer."""
    placed = {PZ_46: "2022", "ge_3_pz_corps": "2022", "ge_24_pz_corps": "2023", CORPS: "2023"}
    for gone, third in (((), CORPS), ((CORPS,), "ge_24_pz_corps")):
        where = {name: hex_ for name, hex_ in placed.items() if name not in gone}
        game = game_of("soviet_36", where, turn=14)
        play(game, "soviet_36")
        game.submit("axis", "send ge_46_pz_corps")
        game.submit("axis", "send ge_3_pz_corps")
        s = game.table.s
        assert s.place[unit(third)] == OTHER_FRONTS
        assert asked(game) == []


def test_combined_bomber_offensive() -> None:
    """7.6.1: the Axis draws one less."""
    game = game_of("soviet_37")
    size = replacements.hand_size(game.table.s, game.table.d, AXIS)
    s = play(game, "soviet_37")
    assert replacements.hand_size(s, game.table.d, AXIS) == size - 1


def test_italy_surrenders() -> None:
    """3.0: Italians leave the game, a German SCU the map."""
    game = game_of("soviet_38", {"it_csir": "2025", CORPS: "2022"}, played=["husky"])
    s = play(game, "soviet_38")
    assert s.place[unit("it_csir")] == REMOVED and s.place[unit(CORPS)] == OTHER_FRONTS


def test_romania_defects() -> None:
    """5.1.1, 7.5.1a: Romanians leave, places without an Axis unit are Soviet."""
    placed = {RIFLES: "1627", "ro_3rd_army": "1429", CORPS: ID[site("constanta")]}
    game = game_of("soviet_39", placed, turn=14)
    before = game.table.s.vp
    s = play(game, "soviet_39")
    assert s.place[unit("ro_3rd_army")] == REMOVED
    axis = int(s.axis, 16)
    assert not axis >> G.site_index["ploesti"] & 1 and axis >> G.site_index["constanta"] & 1
    assert s.vp < before


def test_big_three() -> None:
    """5.1.1: a VP less."""
    game = game_of("soviet_40", soviet=["moscow", "stalingrad"])
    before = game.table.s.vp
    assert play(game, "soviet_40").vp == before - 1


def test_rail_war() -> None:
    """16.1.6, 10.2.3: up to three Partisans rise, Axis trains stop in the Soviet Union."""
    game = game_of("soviet_47", {ARMY: "2322"}, played=["partisan_formation"])
    game.table.s.partisans = [at("2322"), at("2421"), at("2520")]
    assert refused(game, "soviet", "event soviet_47 2322") == "7.5.1a"
    assert strategic.country(game.table.s, AXIS) & G.union
    game.submit("soviet", "rouse 2421")
    s = game.table.s
    assert s.partisans == [at("2322"), at("2520")]
    assert not strategic.country(s, AXIS) & G.union


def test_maskirovka() -> None:
    """clarification_soviet_48: an LCU and three SCUs, each once, past zones."""
    placed = {FRONT: "2525", RIFLES: "2525", "su_21r_army": "2525", ARMY: "2424"}
    game = game_of("soviet_48", {**placed, "su_south_front": "2626"})
    play(game, "soviet_48")
    assert refused(game, "soviet", "move su_west_front 2424") == "clarification_soviet_48"
    assert refused(game, "soviet", "move su_west_front 2626") == "9.1.2"
    game.submit("soviet", "move su_west_front 2527")
    s = game.table.s
    assert s.place[unit(FRONT)] == at("2527") and s.ops == 0
    assert refused(game, "soviet", "move su_south_front 2627") == "clarification_soviet_48"
    assert refused(game, "soviet", "move su_20r_army 2424 2526") == "clarification_soviet_48"
    long = "move su_20r_army 2524 2523 2522 2521 2520 2519 2518"  # seven hexes
    assert refused(game, "soviet", long) == "clarification_soviet_48"
    game.submit("soviet", "move su_20r_army 2524 2525 2526")  # the long way round
    assert game.table.s.place[unit(RIFLES)] == at("2526")
    assert refused(game, "soviet", "move su_20r_army 2527") == "clarification_soviet_48"
    game.submit("soviet", "end movement")
    assert asked(game) == []


def test_warsaw_uprising() -> None:
    """16.1.6, 7.5.1a: an Active Partisan in Warsaw."""
    game = game_of("soviet_51", {RIFLES: "1822"}, turn=14)
    s = play(game, "soviet_51", "warsaw")
    assert any(s.place[u] == site("warsaw") for u in BOARD.partisans)


def test_bomb_plot() -> None:
    """7.6.2: a card at random, for all to see."""
    game = game_of("soviet_52", turn=14, more=["axis_44", "axis_45", "axis_48"])
    play(game, "soviet_52")
    assert len(hand(game, "axis")) == 2 and len(game.table.ids("discard.axis")) == 1
    assert game.table.pos.piles["discard.axis"].seen == [3]


def test_studebakers() -> None:
    """12.2.2, 3.0: 2 OPS and a hex more in exploitation."""
    game = game_of("soviet_53", {TANKS: "2722"}, played=["lend_lease"])
    s = play(game, "soviet_53")
    assert s.ops == 2 and in_effect(s, "studebakers")


def test_to_berlin() -> None:
    """7.3.2: 4 OPS, and it shifts attacks in Germany."""
    s = play(game_of("soviet_54", {RIFLES: "2722"}, turn=15), "soviet_54")
    assert s.ops == 4 and in_effect(s, "to_berlin")


def test_every_event_has_a_test_of_its_name() -> None:
    """2.3.2: those of rounds here; reinforcements and Combat Cards have files of their own."""
    for it in BOARD.cards:
        if it.type == PLAIN_EVENT:
            assert f"test_{slug(it.name)}" in {**vars(test_cards_axis), **globals()}, it.name
