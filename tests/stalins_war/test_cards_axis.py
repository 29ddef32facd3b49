"""Axis events of Action Rounds one by one, by order lines: a test for each card."""

from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    ELIMINATED,
    EVENT,
    FULL,
    LIMITED,
    OPS_ROUND,
    OTHER_FRONTS,
    OUT,
    REMOVED,
    SOVIET,
    WHOLE,
)
from engine.games.stalins_war.law import attack, movement, operations, replacements
from engine.games.stalins_war.law.fire import frozen_out
from engine.games.stalins_war.law.retreat import why_not_stand
from engine.games.stalins_war.law.victory import tournament_count
from engine.games.stalins_war.state import ADVANCED, in_effect, played
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
from tests.stalins_war.table import at, card, ids, rule, site, table, unit
from tests.stalins_war.test_action_rounds import half


def test_taifun() -> None:
    """11.1.9, 7.3.2: 4 OPS whatever the count, a column for Germans, Moscow may be attacked."""
    game = game_of("axis_04", {PZ_46: "2022", RIFLES: "2722"}, turn=6)
    game.table.s.count[AXIS] = 3
    assert attack.restricted(game.table.s) >> site("moscow") & 1
    s = play(game, "axis_04")
    assert (s.ops, s.count[AXIS], s.boxes[AXIS]) == (4, 0, [EVENT])
    assert in_effect(s, "taifun") and not attack.restricted(s) >> site("moscow") & 1
    game.submit("axis", "move ge_46_pz_corps 2023")
    assert s.place[unit(PZ_46)] == at("2023")


def test_nordlicht() -> None:
    """11.1.9: 3 OPS, Leningrad may be attacked."""
    s = play(game_of("axis_05", {PZ_46: "2022"}, turn=6), "axis_05")
    assert s.ops == 3 and in_effect(s, "nordlicht")
    assert not attack.restricted(s) >> site("leningrad") & 1


def test_blau() -> None:
    """11.1.9, 3.0: after Hitler Takes Command alone; 4 OPS, Stalingrad and the Caucasus."""
    assert refused(game_of("axis_06", turn=6), "axis", "event axis_06") == "3.0"
    game = game_of("axis_06", {PZ_46: "2022"}, turn=6, played=["hitler_takes_command"])
    s = play(game, "axis_06")
    assert s.ops == 4 and in_effect(s, "blau")
    assert not attack.restricted(s) >> site("stalingrad") & 1


def test_hedgehogs() -> None:
    """10.3.1, 10.3.2, 11.4.3: three Trenches, leave to dig, Germans stand anywhere this turn."""
    placed = {ARMY: "2022", "ge_6th_army": "2122", CORPS: "2024"}
    game = game_of("axis_07", placed, turn=6)
    assert offered(game, "event axis_07") == {"2022", "2122"}
    assert refused(game, "axis", "event axis_07 2024") == "10.3.3"
    s = play(game, "axis_07", "2022", "2122")
    assert s.trenches[AXIS] == [at("2022"), at("2122")] and s.ops == 0
    assert why_not_stand(s, [unit(ARMY)], at("2022")) is None
    s.in_turn = []
    assert asked(game) == []  # nobody moves


def test_panzer_refit() -> None:
    """2.2.1, 7.5.1a: up to three Panzers are full again."""
    placed = {"ge_46_pz_corps/1": "2022", "ge_3_pz_corps/1": "2022", "ge_24_pz_corps": "2023"}
    game = game_of("axis_08", placed, turn=6)
    assert refused(game, "axis", "event axis_08 ge_24_pz_corps") == "7.5.1a"
    s = play(game, "axis_08", PZ_46, "ge_3_pz_corps")
    assert s.step[unit(PZ_46)] == s.step[unit("ge_3_pz_corps")] == 2
    assert s.ops == 0 and asked(game) == []


def test_steppe_fox() -> None:
    """4.4.1, 7.1.4: the Afrika Pz Corps comes to a German army; later it is all."""
    game = game_of("axis_10", {ARMY: "2022", PZ_46: "2023"}, turn=6)
    assert refused(game, "axis", "event axis_10") == "7.5.1a"
    s = play(game, "axis_10", "2022")
    assert s.place[unit("ge_afrika_pz_corps")] == at("2022")
    assert s.boxes[AXIS] == [EVENT] and asked(game) == []


def test_steppe_fox_lets_a_second_card_follow_in_june() -> None:
    """4.4.1, 7.1.4: that card sets the kind of round; or none follows."""
    for line, box, ops in (
        ("ops axis_18", OPS_ROUND, BOARD.cards[card("axis_18")].ops),
        ("event axis_21", EVENT, 2),
        ("end event", EVENT, 0),
    ):
        s, _ = table({ARMY: "1721", RIFLES: "1722"}, turn=1)
        game = half(s, hand_axis=["axis_10", "axis_18", "axis_21"])
        play(game, "axis_10", "1721")
        assert refused(game, "axis", "zero move") == "7.2.6"
        game.submit("axis", line)
        s = game.table.s
        assert s.boxes[AXIS] == [box] and s.ops == ops
        assert (asked(game) == ["axis"]) == bool(ops)
        assert len(hand(game, "axis")) == (2 if line == "end event" else 1)


def test_convoy_pq_17() -> None:
    """18.3.3: next turn Archangel sends nothing, Astrakhan does."""
    s = play(game_of("axis_15", turn=6), "axis_15")
    s.lend_from, s.turn = 3, 7
    s.place[BOARD.stalin] = site("moscow")
    assert operations.banks_at_start(s, SOVIET) == 1
    s.turn = 8
    assert operations.banks_at_start(s, SOVIET) == 3


def test_partisan_sweep() -> None:
    """16.1.2: up to two inactive ones go back."""
    for id_ in ("axis_16", "axis_39"):
        game = game_of(id_)
        game.table.s.partisans = [at("2322"), at("2421"), at("2520")]
        s = play(game, id_, "2322", "2520")
        assert s.partisans == [at("2421")]
    other = game_of("axis_16")
    other.table.s.partisans = [at("2322")]
    assert play(other, "axis_16").partisans == [at("2322")]


def test_hitler_takes_command() -> None:
    """18.2, 24.0, 22.0: no Axis banks, no bleeding, Blau allowed."""
    game = game_of("axis_17", turn=2)
    assert operations.banks_at_start(game.table.s, AXIS) > 0
    count = tournament_count(game.table.s)
    s = play(game, "axis_17")
    assert operations.banks_at_start(s, AXIS) == 0
    assert tournament_count(s) == count + 2
    assert rule(operations.why_not_yet(s, BOARD.cards[card("axis_06")])) == ""


def test_winter_uniforms() -> None:
    """clarification_axis_19, 15.1.2: Winter 1942 does no harm."""
    s = play(game_of("axis_19", turn=2), "axis_19")
    s.turn = 4
    assert not frozen_out(s, AXIS)
    s.played = []
    assert frozen_out(s, AXIS)


def test_auftragstaktik() -> None:
    """7.3.3: 2 OPS, and Germans leave zones for nothing."""
    placed = {PZ_46: "2022", "ro_3rd_army": "2024", FRONT: "2023"}
    game = game_of("axis_21", placed, turn=6)
    assert movement.price(game.table.s, game.table.d, [unit(PZ_46)]) == 1
    s = play(game, "axis_21")
    assert s.ops == 2 and movement.price(s, game.table.d, [unit(PZ_46)]) == 0
    assert movement.price(s, game.table.d, [unit("ro_3rd_army")]) == 1
    game.submit("axis", "move ge_46_pz_corps 2021")
    assert game.table.s.ops == 2


def test_air_bridge() -> None:
    """13.2.4: to the end of the turn in supply for defence and attrition."""
    game = game_of("axis_23", {ARMY: "2022", PZ_46: "2024"}, turn=6, supply={ARMY: OUT})
    s = game.table.s
    s.supply[unit(ARMY)] = OUT
    s = play(game, "axis_23", "2022")
    assert s.bridge == [at("2022")] and s.supply[unit(ARMY)] == LIMITED
    assert s.supply[unit(PZ_46)] == FULL


def test_foreign_armies_east() -> None:
    """7.3.2: 1 OPS; the Axis alone sees the Soviet hand."""
    game = game_of("axis_24", {PZ_46: "2022"}, turn=6, more=["soviet_09", "soviet_10"])
    pile = game.table.pos.piles["hand.soviet"]
    assert pile.seen == [2, 2]
    s = play(game, "axis_24")
    assert s.ops == 1 and pile.ids and game.table.pos.piles["hand.soviet"].seen == [3, 3]


def test_zitadelle() -> None:
    """5.1.1: a VP more if a German unit enters a Soviet star in this round, else one less."""
    hitler = ["hitler_takes_command"]
    near = next(p for p in G.foot[site("kharkov")] if not G.site_at[p] >= 0)
    for goes, change in ((True, 2), (False, -1)):
        game = game_of("axis_29", {PZ_46: ID[near]}, turn=10, played=hitler, soviet=["kharkov"])
        before = game.table.s.vp
        s = play(game, "axis_29")
        assert s.ops == 3
        if goes:
            game.submit("axis", f"move ge_46_pz_corps {ID[site('kharkov')]}")
        game.submit("axis", "end movement")
        assert asked(game) == [] and game.table.s.vp == before + change
    assert G.stars >> site("kharkov") & 1


def test_totaler_krieg() -> None:
    """7.4.3: points come in every Replacement Phase, that of this turn too."""
    s = play(game_of("axis_30", played=["hitler_takes_command"]), "axis_30")
    assert s.in_turn == [] and played(s, "totaler_krieg")


def test_speer() -> None:
    """7.4.3: 3 GE and 2 PZ points at once, no RP card."""
    s = play(game_of("axis_31"), "axis_31")
    assert s.rp == [3 * WHOLE, 2 * WHOLE, 0, 0] and s.boxes[AXIS] == [EVENT]


def test_backhand_blow() -> None:
    """clarification_axis_33: one attack on a unit that advanced is owed, with a column."""
    placed = {TANKS: "2424", PZ_46: "2423", RIFLES: "2022", CORPS: "2021"}
    s, _ = table({**placed, "ge_3_pz_corps": "2423"}, turn=9, round_=4)
    s.flags[unit(TANKS)] = ADVANCED
    game = half(s, hand_axis=["axis_33"])
    s = play(game, "axis_33")
    assert s.ops == 3 and s.owing and in_effect(s, "backhand_blow")
    game.submit("axis", "end movement")
    assert refused(game, "axis", "end activation") == "clarification_axis_33"
    game.submit("axis", "activate 2021")
    game.table.s.ops = 1
    assert refused(game, "axis", "activate 2021") == "7.3.5"
    assert offered(game, "activate") == {"2423"}
    game.submit("axis", "activate 2423")
    game.submit("axis", "end activation")
    game.submit("axis", "attack 2022 with ge_43_corps")
    while "Attack" not in game.pending()[0].prompt:
        side = game.pending()[0].side
        game.submit(side, game.auto(side))
    assert refused(game, "axis", "end combat") == "clarification_axis_33"
    game.submit("axis", "attack 2424 with ge_46_pz_corps")
    assert not game.table.s.owing


def test_backhand_blow_keeps_an_ops_for_its_attack() -> None:
    """clarification_axis_33, 7.3.3: movement spends the others alone (sw-60)."""
    placed = {TANKS: "2424", PZ_46: "2423", "ge_3_pz_corps": "2423", ARMY: "2021"}
    s, _ = table({**placed, RIFLES: "2022"}, turn=9, round_=4, played=["hedgehogs", "festung"])
    s.flags[unit(TANKS)] = ADVANCED
    game = half(s, hand_axis=["axis_33"])
    s = play(game, "axis_33")
    assert "kept for Backhand Blow" in game.pending()[0].prompt
    game.submit("axis", "move ge_46_pz_corps 2323")
    for line in ("move ge_3_pz_corps 2323", "trench 2021", "festung warsaw"):
        game.table.s.ops = 1
        assert refused(game, "axis", line) == "clarification_axis_33", line
    game.table.s.ops = 2
    game.submit("axis", "move ge_3_pz_corps 2323")
    assert game.table.s.ops == 1 and not movement.spare(game.table.s)


def test_festung() -> None:
    """16.3.1, 16.3.2: one now for nothing, others later."""
    game = game_of("axis_34", {CORPS: "1521"}, turn=14)
    assert refused(game, "axis", "event axis_34") == "7.5.1a"
    assert refused(game, "axis", "event axis_34 2722") == "16.3.2"
    s = play(game, "axis_34", "warsaw")
    assert s.festungs == [site("warsaw")] and s.ops == 0


def test_east_wall() -> None:
    """10.3.2: Trenches in the Soviet Union."""
    game = game_of("axis_38", {ARMY: "2022", "ge_6th_army": "1521"})
    assert offered(game, "event axis_38") == {"2022"}
    assert play(game, "axis_38", "2022").trenches[AXIS] == [at("2022")]


def test_vlassov() -> None:
    """7.5.2a, 7.5.2c: he comes like a reinforcement, and is none."""
    game = game_of("axis_40", turn=14)
    s = play(game, "axis_40")
    assert s.boxes[AXIS] == [EVENT]
    door = replacements.doors(s, game.table.d, unit("ge_vlassov"))[0]
    game.submit("axis", f"place ge_vlassov {ID[door]}")
    assert game.table.s.place[unit("ge_vlassov")] == door


def test_volkssturm() -> None:
    """7.5.1a: two corps of the box with a step each."""
    game = game_of("axis_43", {RIFLES: "1521"}, turn=16)
    s = game.table.s
    two = ("ge_43_corps", "ge_49_mtn_corps")
    for name in two:
        s.place[unit(name)], s.step[unit(name)] = ELIMINATED[AXIS], 0
    assert refused(game, "axis", "event axis_43 ge_43_corps 2722") == "7.5.1a"
    assert refused(game, "axis", f"event axis_43 {two[0]} berlin {two[0]} stettin") == "7.5.1a"
    s = play(game, "axis_43", two[0], "berlin", two[1], "berlin")
    for name in two:
        assert s.place[unit(name)] == site("berlin") and s.step[unit(name)] == 1


def test_hubes_pocket() -> None:
    """7.5.1a, 13.3.1, 8.3: those out of supply in a hex have all their points and pass zones."""
    placed = {PZ_46: "2022", FRONT: "2122", CORPS: "2024"}
    game = game_of("axis_44", placed)
    s = game.table.s
    s.supply[unit(PZ_46)] = OUT
    game.table.d = game.table.rules.derive(s)
    assert movement.allowance(s, unit(PZ_46)) == 2
    s = play(game, "axis_44", "2022")
    assert s.ops == 2 and movement.allowance(s, unit(PZ_46)) == 5
    assert movement.price(s, game.table.d, [unit(PZ_46)]) == 0
    reached = ids(movement.ends(s, game.table.d, unit(PZ_46)))
    zone = {ID[p] for p in G.foot[at("2122")]}
    assert reached & {p for p in zone if G.grid.distance(at(p), at("2022")) > 1}


def test_v_weapons() -> None:
    """5.1.1: a VP more."""
    game = game_of("axis_45", turn=14)
    before = game.table.s.vp
    assert play(game, "axis_45").vp == before + 1


def test_schwerpunkt() -> None:
    """7.3.2, 15.1.1: 3 OPS; none in the mud, where it is not refused (sw-26)."""
    assert play(game_of("axis_48", {PZ_46: "2022"}), "axis_48").ops == 3
    game = game_of("axis_48", {PZ_46: "2022"}, turn=9, round_=1)
    assert play(game, "axis_48").ops == 0 and asked(game) == []


def test_eastern_priority() -> None:
    """3.0: all of the box come back with the steps that they have."""
    game = game_of("axis_49")
    s = game.table.s
    for name in (PZ_46, CORPS):
        s.place[unit(name)] = OTHER_FRONTS
    s.step[unit(PZ_46)] = 1
    s = play(game, "axis_49")
    game.submit("axis", "place ge_46_pz_corps berlin")
    game.submit("axis", "place ge_43_corps berlin")
    assert s.place[unit(PZ_46)] == site("berlin") and s.step[unit(PZ_46)] == 1
    assert asked(game) == []


def test_spring_awakening() -> None:
    """7.3.2: 4 OPS, and it shifts attacks of this round."""
    s = play(game_of("axis_51", {PZ_46: "2022"}, turn=15), "axis_51")
    assert s.ops == 4 and in_effect(s, "spring_awakening")


def test_the_bunker() -> None:
    """16.4.4: in Berlin; for nothing once that is lost, and then it never comes (7.5.2b)."""
    s = play(game_of("axis_52", turn=15), "axis_52")
    assert s.place[unit("ge_bunker")] == site("berlin")
    s = play(game_of("axis_52", turn=15, soviet=["berlin"]), "axis_52")
    assert s.place[unit("ge_bunker")] == REMOVED


def test_margarethe() -> None:
    """7.5.2c: two Hungarian units."""
    game = game_of("axis_53")
    s = play(game, "axis_53")
    game.submit("axis", "place hu_1st_army buda")
    game.submit("axis", "place hu_7_corps buda")
    assert s.place[unit("hu_1st_army")] == s.place[unit("hu_7_corps")] == site("buda")


def test_naval_evacuation() -> None:
    """10.2.7, clarification_axis_54: an LCU to a port farther west, on its last step."""
    placed = {ARMY: ID[site("sevastopol")]}
    game = game_of("axis_54", placed, axis=["odessa", "constanta", "riga"])
    assert refused(game, "axis", "event axis_54 ge_4th_army riga") == "10.2.7"
    game.submit("axis", "evacuate ge_4th_army odessa")
    s = game.table.s
    assert s.place[unit(ARMY)] == site("odessa") and s.step[unit(ARMY)] == 1
    assert s.flags[unit(ARMY)] == 0


def test_final_production_surge() -> None:
    """14.1.7, 3.0: Panzers are full; from next turn on no PZ points are spent."""
    placed = {"ge_46_pz_corps/1": "2022", RIFLES: "2023"}
    assert refused(game_of("axis_55", placed), "axis", "event axis_55") == "3.0"
    game = game_of("axis_55", placed, played=["speer"])
    s = play(game, "axis_55", PZ_46)
    assert s.step[unit(PZ_46)] == 2 and not replacements.pz_ended(s)
    s.in_turn = []
    assert replacements.pz_ended(s)
