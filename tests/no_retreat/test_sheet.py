"""Tables, counters, cards and scenarios against what the rulebook says of them."""

import pytest

from engine.games.no_retreat.data import schema
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    ARMOR,
    AXIS,
    CA,
    CADRES,
    CB,
    DS,
    EX,
    FINLAND,
    FORT,
    GREATER_GERMANY,
    HEXES,
    MECHANIZED,
    MUD,
    NOWHERE,
    ON_MAP,
    REGIONAL,
    SHOCK,
    SNOW,
    SOVIET,
    TO_DESTROYED,
    TO_REMOVED,
    TO_TRACK,
    TRACK,
    WAITING,
    Unit,
)
from tests.no_retreat.test_board import at, back, front, unit

# Tables


def result(side: int, column: str, roll: int) -> int:
    return BOARD.tables[side][BOARD.columns.index(column)][roll - 1]


def test_columns() -> None:
    """§10.5, §10.6.4: nine columns, from 1:3 to 6:1."""
    assert BOARD.columns == ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1")
    assert all(len(column) == 6 for table in BOARD.tables for column in table)


def test_cells_of_the_examples() -> None:
    """§10.7, §16.0: the results that the examples of play name."""
    assert result(AXIS, "3:2", 3) == CB and result(AXIS, "1:1", 1) == CA
    assert result(SOVIET, "1:2", 5) == CB and result(AXIS, "1:2", 1) == CA
    assert result(SOVIET, "3:2", 4) == EX and result(AXIS, "5:1", 3) == DS
    assert result(SOVIET, "1:1", 3) == CB and result(SOVIET, "1:1", 2) == CA


def test_turn_five_supports() -> None:
    """§13.3: no Blitz! and three Shock! on turn 5."""
    assert (BOARD.turn(5).blitz, BOARD.turn(5).shock) == (0, 3)


def test_sudden_death_turns() -> None:
    """§12.2, §13.2: more than 23 on turn 6; on turn 12 both sides are checked."""
    assert BOARD.turn(6).sudden_death == (23, -1)
    assert min(BOARD.turn(12).sudden_death) > 0
    before = [turn.sudden_death for turn in BOARD.turns[:11]]
    after = [turn.sudden_death for turn in BOARD.turns[12:]]
    assert {pair[SOVIET] for pair in before} == {-1} == {pair[AXIS] for pair in after}


def test_victory_constants() -> None:
    """§12.3, §12.7.4: total victory at 34, at most 6 event VP."""
    assert (BOARD.vp.soviet_total, BOARD.vp.event_max) == (34, 6)


def test_red_turns() -> None:
    """§5.2.1, §12.8, §13.4: three red events up to turn 10, and turn 14 is red."""
    red = [turn.turn for turn in BOARD.turns if turn.red_event]
    assert len([turn for turn in red if turn <= 10]) == 3 and 14 in red
    assert all(
        (turn.red_event.vp, turn.red_event.discard) == (1, 1)
        for turn in BOARD.turns
        if turn.red_event
    )


def test_weather_of_the_track() -> None:
    """§13.1, §13.5, §14.14.1: where the three markers start, and Snow on turn 5."""
    starts = [(marker.turns[0], marker.default) for marker in BOARD.weather_markers]
    assert starts == [(3, MUD), (4, SNOW), (6, MUD)]
    assert BOARD.turn(5).weather == SNOW
    for marker in BOARD.weather_markers:
        for turn in marker.turns:
            assert BOARD.turn(turn).marker == marker.index
            assert BOARD.turn(turn).weather == marker.default
    assert sum(len(marker.turns) for marker in BOARD.weather_markers) == sum(
        turn.marker != NOWHERE for turn in BOARD.turns
    )


def test_weather_effects() -> None:
    """§8.2, §13.1: caps, tables, rivers, advances and targets."""
    clear, mud, snow, winter = BOARD.weathers
    assert [weather.cap for weather in BOARD.weathers] == [0, 3, 4, 4]
    assert [weather.armor_bonus for weather in BOARD.weathers] == [True, False, True, False]
    assert [weather.axis_table for weather in BOARD.weathers] == [AXIS, AXIS, SOVIET, SOVIET]
    assert [weather.rivers for weather in BOARD.weathers] == [True, True, False, False]
    assert (clear.advance, clear.armor_advance, mud.advance) == (2, 3, 1)
    assert (snow.advance, snow.armor_advance, winter.advance) == (2, 2, 1)
    assert (snow.axis_shift, snow.axis_shift_turn_5, winter.axis_targets) == (-1, -2, 3)


def test_turn_effects() -> None:
    """§13.5: what the boxes of the track say."""
    turns = BOARD.event_turns
    assert turns["limited_rail"] == (1, 2) and turns["no_axis_replacements"] == (1, 2, 3, 4)
    assert turns["german_extra_card"] == (8, 9) and turns["initiative_shift"] == (12,)
    first = {
        "begin_soviet_fortifying": 3,
        "begin_german_replacements": 5,
        "two_shift_penalty": 5,
        "begin_free_soviet_upgrade": 6,
        "soviet_tank_advance": 11,
        "soviet_tank_stacking": 11,
        "begin_second_soviet_upgrade": 13,
        "remove_ita_8": 15,
        "remove_pz_2": 16,
        "soviet_two_steps": 17,
        "remove_ss_panzer": 18,
        "stop_soviet_experience": 18,
        "axis_three_targets": 20,
        "soviet_extra_card": 21,
        "soviet_stacking": 23,
        "reich_defenses": 23,
        "end_german_improvement": 24,
        "axis_one_target": 26,
        "remove_berlin_garrison": 28,
    }
    assert {event: turns[event][0] for event in first} == first


def test_draws_and_targets() -> None:
    """§5.2, §10.1: four cards but where the track says otherwise; five targets, later three,
    one.
    """
    assert [turn.draw[AXIS] for turn in BOARD.turns if turn.draw[AXIS] != 4] == [5, 5, 1]
    assert [turn.draw[SOVIET] for turn in BOARD.turns] == [4] * 20 + [5] * 8
    assert [turn.targets[AXIS] for turn in BOARD.turns] == [5] * 19 + [3] * 6 + [1] * 3


# Counters


def strengths(id_: str) -> tuple[int, ...]:
    return tuple(face.strength for face in unit(id_).faces)


def test_german_counters() -> None:
    """§2.3, §6.1, §10.7, §16.0: strengths that the examples name."""
    for id_ in ("army_4", "army_6", "army_9", "army_11", "army_17"):
        assert (front(id_).strength, front(id_).movement) == (4, 4)
    assert strengths("army_6")[1] == 3 and strengths("pz_1")[0] == 7
    assert strengths("pz_3")[1] == 5 and strengths("pz_4")[0] == 6
    assert strengths("army_16")[0] == 3 and strengths("army_18")[1] == 2
    attack = strengths("pz_4")[0] + strengths("army_16")[0] + strengths("army_9")[0]
    assert attack + strengths("army_18")[1] == 15
    german = [u for u in BOARD.units if u.nationality == "german" and u.two_sided]
    assert all((u.full, u.reduced) == (0, 1) for u in german)
    assert all([face.steps for face in u.faces] == [(2, 2), (1, 1)] for u in german)


def test_soviet_counters() -> None:
    """§2.3, §6.1, §10.7, §16.0: strengths that the examples name."""
    assert strengths("central")[0] == 5 and strengths("south")[0] == 3
    assert strengths("bryansk")[0] == 3 and front("bryansk").type == MECHANIZED
    assert strengths("northwest")[0] == 3 and strengths("kalinin")[0] == 4
    assert strengths("volkhov")[0] == 4 and strengths("kalinin")[1] in (7, 8)
    assert back("kalinin").name == "1st Baltic" and back("steppe").name == "2nd Ukraine"
    assert strengths("tank_3")[0] + strengths("steppe")[1] == 12


def test_soviet_steps() -> None:
    """§7.2.2, §7.3, §7.5: red is brittle up to turn 16; a Fort always has two steps."""
    assert [face.steps for face in unit("west").faces] == [(1, 1), (1, 2)]
    assert [face.steps for face in unit("leningrad").faces] == [(1, 1), (2, 2)]
    assert [face.steps for face in unit("ostatky_1").faces] == [(1, 1)]
    assert (unit("west").full, unit("west").reduced) == (1, 0)
    assert [face.steps for face in unit("yugoslav_1").faces] == [(2, 2), (1, 1)]


def test_counter_sheets() -> None:
    """1.0: 69 units among the 88 square counters."""
    assert len(BOARD.units) == 69
    assert len({u.id for u in BOARD.units}) == 69
    words = {(u.side, u.short): u.id for u in BOARD.units}
    assert len(words) == 69
    found = [words[AXIS, word] for word in ("4pz", "16", "kg1")]
    assert [*found, words[SOVIET, "kal"]] == ["pz_4", "army_16", "kg_1", "kalinin"]


def test_white_and_parenthesized() -> None:
    """§2.3, §8.5, §14.1: who cannot attack, and who has neither movement nor ZOC."""
    white = {u.id for u in BOARD.units if u.faces[0].white}
    assert {"kg_1", "ostatky_1", "fin_army", "berlin_garrison", "volks_1"} <= white
    assert "fort_front_a" in white and "leningrad" not in white and back("leningrad").white
    for counter in BOARD.units:
        for face in counter.faces:
            if face.parenthesized:
                assert face.movement == 0 and not face.zoc and face.white
            if face.fort:
                assert face.parenthesized


def test_axis_allies() -> None:
    """§14.2, §7.4: strength 2, one step, back by the turn track; the Finns are a Fort."""
    allies = [u for u in BOARD.units if u.ally]
    assert len(allies) == 6
    for counter in allies:
        assert [face.strength for face in counter.faces] == [2]
        assert (counter.eliminated, counter.delay) == (TO_TRACK, 2)
    assert all(face.fort for face in unit("fin_army").faces)
    assert unit("fin_army").eliminated == TO_REMOVED and strengths("fin_army") == (3, 2)
    assert BOARD.areas[0].home == (unit("fin_army").index,)


def test_cadres() -> None:
    """§14.9, §14.9.1, §14.9.3: four Kampfgruppen and one Ostatky."""
    cadres = [u for u in BOARD.units if u.cadre]
    assert [u.side for u in cadres] == [AXIS] * 4 + [SOVIET]
    for counter in cadres:
        assert counter.entry_place == CADRES[counter.side] and counter.eliminated == TO_TRACK
        assert counter.delay == 1 and not counter.two_sided


def test_special_germans() -> None:
    """§14.5, §14.6, §14.10, §14.11: SS, Luftwaffe and Volkssturm."""
    assert unit("ss_panzer").improve_cost == unit("ss_pzgren").improve_cost == 1
    assert front("ss_panzer").armor and unit("pz_1").improve_cost == 2
    assert (unit("lw_field").eliminated, unit("lw_field").delay) == (TO_TRACK, 2)
    assert sum(u.volkssturm for u in BOARD.units) == 3
    assert unit("volks_1").eliminated == TO_REMOVED
    assert unit("festung").first_loss and unit("berlin_garrison").first_loss


def test_shock_units() -> None:
    """§14.7: two of them; two cards to replace or to flip."""
    shocks = [u for u in BOARD.units if len(u.faces) == 2 and u.faces[1].type == SHOCK]
    assert [u.id for u in shocks] == ["reserve", "voronezh"]
    for counter in shocks:
        assert (counter.improve_cost, counter.destroyed_cost) == (2, 2)


def test_armor_types() -> None:
    """§14.3, §14.4, §10.6.3: armor, and whom its bonus hits."""
    armor = {u.id for u in BOARD.units if u.faces[0].armor}
    assert armor == {f"pz_{n}" for n in range(1, 5)} | {"ss_panzer"} | {
        f"tank_{n}" for n in range(1, 5)
    }
    for counter in BOARD.units:
        for face in counter.faces:
            assert not (face.soft and (face.armor or face.type == MECHANIZED))
    assert back("bryansk").tank and not front("bryansk").tank and front("tank_1").type == ARMOR


def test_regional_units() -> None:
    """§14.1, §7.5: Leningrad, Moscow and Sevastopol have a Fort side that costs a card."""
    regional = [u for u in BOARD.units if u.faces[0].type == REGIONAL]
    assert [u.id for u in regional] == ["leningrad", "moscow", "sevastopol"]
    assert all(u.faces[1].type == FORT and u.improve_cost == 1 for u in regional)


def test_units_of_events() -> None:
    """§13.5: what GG, oil and Warsaw bring."""
    gg, oil, warsaw = ([BOARD.units[u].id for u in e.units] for e in BOARD.conditionals)
    assert gg == ["festung", "hun_1", "hun_3"] and warsaw == ["polish"]
    assert oil == ["group_e", "group_f", "sov_rumanian", "yugoslav_1", "yugoslav_2"]
    assert (unit("ita_8").removal_turn, unit("pz_2").removal_turn) == (15, 16)
    assert (unit("ss_panzer").removal_turn, unit("berlin_garrison").removal_turn) == (18, 28)


def test_optional_counters() -> None:
    """§15.1, §15.2, §15.8, §15.9: detachments 3-3 and 2-5, Fortified Fronts 3-2, Rezervy,
    Partisans.
    """
    optional = {u.id: (u.option, strengths(u.id)[0], front(u.id).movement) for u in BOARD.units}
    assert optional["abt_inf_a"] == optional["abt_inf_b"] == ("15.1", 3, 3)
    assert optional["abt_mech"] == ("15.1", 2, 5)
    assert optional["fort_front_a"] == optional["fort_front_b"] == ("15.2", 3, 2)
    assert optional["rezervy"] == ("15.8", 0, 3) and optional["partisan"][0] == "15.9"
    assert unit("partisan").delay == 4
    assert sum(bool(u.option) for u in BOARD.units) == 7


def test_destroyed_and_surrendered() -> None:
    """§7.9, §11.1: what a replacement costs; one-sided counters follow their backs."""
    for counter in BOARD.units:
        assert counter.surrendered_cost == 2
        if counter.two_sided and counter.nationality in ("german", "soviet"):
            fort = counter.faces[counter.full].fort and counter.side == AXIS
            assert counter.eliminated == (TO_REMOVED if fort else TO_DESTROYED)
        if counter.cadre or counter.ally:
            assert counter.eliminated == TO_TRACK


def test_reinforcements_agree_with_the_track() -> None:
    """§7.8: a unit's own turn of entry is the turn that lists it."""
    listed = {
        number: turn.turn for turn in BOARD.turns for side in turn.reinforcements for number in side
    }
    printed = {u.index: u.entry_turn for u in BOARD.units if u.entry == "reinforcement"}
    assert listed == printed


# Cards


def test_decks() -> None:
    """§5.5, §15.7: 41 cards to start, 13 go and 13 come in 1945, number 55 is the Joker."""
    assert len(BOARD.cards) == 55 and BOARD.joker == 55
    assert BOARD.base_deck == tuple(range(1, 42)) and len(BOARD.deck_1945) == 41
    assert len(BOARD.red_barred) == len(BOARD.green_circled) == 13
    assert not set(BOARD.red_barred) & set(BOARD.deck_1945)
    assert set(BOARD.green_circled) <= set(BOARD.deck_1945)
    assert [c.number for c in BOARD.cards if c.red_barred] == list(BOARD.red_barred)


def test_weather_cards() -> None:
    """§14.14.1, §14.14.2: numbers 32 to 35 and General Mud, all played as they are drawn."""
    assert [card.number for card in BOARD.cards if card.weather] == [12, 32, 33, 34, 35]
    assert BOARD.card(12).halves[SOVIET].name == "General Mud"
    for card in BOARD.cards:
        for half in card.halves:
            assert card.weather == (half.windows == ("immediate_on_draw",))


def number_of(side: int, name: str) -> int:
    return next(card.number for card in BOARD.cards if card.halves[side].name == name)


def test_card_names_and_pairs() -> None:
    """§5.0, §5.3, §5.3.3, §16.0: the cards that the rulebook names."""
    assert number_of(AXIS, "Erich von Manstein") == number_of(SOVIET, "STAVKA")
    assert BOARD.card(number_of(SOVIET, "Rasputitsa")).halves[SOVIET].symbol == AXIS
    assert {op.marker for op in BOARD.card(7).halves[SOVIET].ops} >= {"scorched_earth"}
    assert all(half.ops[0].marker == "defensive_works" for half in BOARD.card(41).halves)
    axis = ["Heinz Guderian", "Gott Mit Uns", "Inexperienced Soviet Officers", "General Staff"]
    soviet = ["Maskirovka", "Heroes of the Soviet Union", "Rasputitsa"]
    numbers = {number_of(AXIS, name) for name in axis}
    assert not numbers & {number_of(SOVIET, name) for name in soviet}


def test_operations_are_complete() -> None:
    """§5.3.1: every half says when and what; shifts know their direction."""
    for card in BOARD.cards:
        for side, half in enumerate(card.halves):
            assert half.card == card.number and half.side == side and half.text and half.ops
            assert half.windows
            for op in half.ops:
                if op.op == "odds_shift":
                    assert op.columns and (op.role or op.own_favour)
                    assert op.own_favour or (op.columns > 0) == (op.role == "attacker")
                if op.op == "convert_result":
                    assert op.convert
                assert (op.op == "choice") == bool(op.of)


# Scenarios


def test_campaign_set_up() -> None:
    """§3.0: who starts where, and who comes when."""
    campaign = BOARD.scenarios[BOARD.scenario_index["campaign"]]
    assert (campaign.first_turn, campaign.first_side, campaign.last_turn) == (1, AXIS, 28)
    assert campaign.places[unit("fin_army").index] == FINLAND
    assert campaign.places[unit("leningrad").index] == at("1401")
    assert campaign.places[unit("kalinin").index] == TRACK + 3
    assert campaign.places[unit("polish").index] == WAITING
    assert campaign.control.count(AXIS) == 11 and campaign.control.count(SOVIET) == 22
    assert (campaign.draw, campaign.keep) == ((6, 0), (4, 0))
    assert campaign.objectives and campaign.sudden_death and campaign.joker == AXIS


@pytest.mark.parametrize("scenario", BOARD.scenarios, ids=lambda scenario: scenario.id)
def test_scenarios_keep_the_rules(scenario) -> None:  # type: ignore[no-untyped-def]
    """§8.4.1, §12.8: stacking holds at the start, nobody stands in water, the VP add up."""
    stacks: dict[int, list[Unit]] = {}
    for counter in BOARD.units:
        place = scenario.places[counter.index]
        if place < ON_MAP:
            stacks.setdefault(place, []).append(counter)
    for place, stack in stacks.items():
        assert place >= HEXES or BOARD.land >> place & 1
        assert len({counter.side for counter in stack}) == 1 and len(stack) <= 2
        if scenario.first_turn < 11:
            assert stack[0].side == AXIS or len(stack) == 1
    counted = [
        place.vp
        for place in BOARD.sites
        if scenario.control[place.index] == scenario.initiative
        and (scenario.first_turn < 23 or place.country == GREATER_GERMANY)
    ]
    assert sum(counted) + scenario.event_vp == scenario.vp_marker


def test_units_that_wait_tell_which_events_are_to_come() -> None:
    """§13.5: before Na Berlin! GG and oil have happened, Warsaw has not."""
    for scenario in BOARD.scenarios:
        to_come = [
            event.id
            for event in BOARD.conditionals
            if all(scenario.places[number] == WAITING for number in event.units)
        ]
        assert to_come == (["warsaw"] if scenario.id == "na_berlin" else ["gg", "oil", "warsaw"])


def test_nobody_holds_an_enemy_city_at_the_start() -> None:
    """§12.7.1: a city belongs to the side whose units stand in it."""
    for scenario in BOARD.scenarios:
        for counter in BOARD.units:
            place = scenario.places[counter.index]
            if place < HEXES and BOARD.site_at[place] >= 0:
                assert scenario.control[BOARD.site_at[place]] == counter.side


def test_short_scenarios_have_goals_of_their_own() -> None:
    """§12.0: what else wins a scenario, and for whom the rest counts."""
    kinds = {s.id: (bool(s.goals), s.objectives, s.sudden_death) for s in BOARD.scenarios}
    assert kinds["campaign"] == kinds["na_berlin"] == (False, True, True)
    assert kinds["tournament"] == (False, True, True)
    assert {kinds[id_] for id_ in ("barbarossa", "fall_blau", "citadel")} == {(True, False, False)}
    barbarossa = BOARD.scenarios[BOARD.scenario_index["barbarossa"]]
    assert [goal.vp for goal in barbarossa.goals] == [24, 0] and barbarossa.goals[1].more == 1


def test_a_file_with_an_unknown_field_is_refused() -> None:
    with pytest.raises(ValueError, match="Extra inputs"):
        schema.SideRecord.model_validate(
            {"id": "x", "between": ["0101", "0201"], "kind": "river", "source": "", "ford": True}
        )
