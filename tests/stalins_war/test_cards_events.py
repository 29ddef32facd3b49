"""Events of Action Rounds one by one, by order lines: a test for each card, and what it does."""

from collections.abc import Mapping, Sequence

from engine.core.entries import Fought
from engine.core.game import Game
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    ELIMINATED,
    EVENT,
    FULL,
    GE,
    LIMITED,
    OPS_ROUND,
    OTHER_FRONTS,
    OUT,
    PLAIN_EVENT,
    PZ,
    REMOVED,
    SIDES,
    SOVIET,
    SU,
    WHOLE,
)
from engine.games.stalins_war.law import attack, movement, operations, replacements, strategic
from engine.games.stalins_war.law.fire import frozen_out
from engine.games.stalins_war.law.retreat import why_not_stand
from engine.games.stalins_war.law.victory import tournament_count
from engine.games.stalins_war.state import ADVANCED, StalinsWar, in_effect, played
from engine.games.stalins_war.words import PLACES, slug
from tests.stalins_war.staged import asked, hand, refused
from tests.stalins_war.table import at, card, ids, rule, site, table, unit, units
from tests.stalins_war.test_action_rounds import half

G = BOARD.ground
ID = G.grid.ids


def game_of(
    id_: str,
    placed: Mapping[str, str] | None = None,
    turn: int = 12,
    more: Sequence[str] = (),
    **kinds: object,
) -> Game:
    """A side's Action Round with a card in its hand, and `more` of the other's."""
    side = SIDES[BOARD.cards[card(id_)].side]
    s, _ = table(placed, turn=turn, side=side, **kinds)  # type: ignore[arg-type]
    other = SIDES[1 - SIDES.index(side)]
    return half(s, **{f"hand_{side}": [id_], f"hand_{other}": list(more)})


def play(game: Game, id_: str, *told: str) -> StalinsWar:
    """The card is played as an event, with what it is told."""
    side = SIDES[BOARD.cards[card(id_)].side]
    game.submit(side, " ".join(["event", id_, *told]))
    it = BOARD.cards[card(id_)]
    pile = "removed" if it.asterisk else "discard"
    assert card(id_) in game.table.ids(f"{pile}.{side}")
    assert played(game.table.s, it.event)
    return game.table.s


def offered(game: Game, line: str) -> set[str]:
    """The hexes that may come next."""
    side = game.pending()[0].side
    words = [item.value.split()[-1] for item in game.complete(side, line + " ").items]
    return ids(int(PLACES.read(word)[0]) for word in words)


ARMY, PZ_46, CORPS = "ge_4th_army", "ge_46_pz_corps", "ge_43_corps"
FRONT, RIFLES, TANKS = "su_west_front", "su_20r_army", "su_1t_army"


# Axis ---------------------------------------------------------------------------------------


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
    assert (s.rp[GE], s.rp[PZ]) == (3 * WHOLE, 2 * WHOLE) and s.boxes[AXIS] == [EVENT]


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


def test_final_production_surge() -> None:
    """14.1.7, 3.0: Panzers are full; from next turn on no PZ points are spent."""
    placed = {"ge_46_pz_corps/1": "2022", RIFLES: "2023"}
    assert refused(game_of("axis_55", placed), "axis", "event axis_55") == "3.0"
    game = game_of("axis_55", placed, played=["speer"])
    s = play(game, "axis_55", PZ_46)
    assert s.step[unit(PZ_46)] == 2 and not replacements.pz_ended(s)
    s.in_turn = []
    assert replacements.pz_ended(s)


# Soviets -------------------------------------------------------------------------------------


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
            assert f"test_{slug(it.name)}" in globals(), it.name
