"""Options of a game (chapter 15), scenarios, charts, and what Unsupplied means (§6.5)."""

import pytest

import engine
from engine.games.no_retreat import options
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import LAST_TURN, TRACK, WAITING
from engine.games.no_retreat.law import supply, victory
from engine.games.no_retreat.law.movement import allowance
from engine.games.no_retreat.play import turn
from tests.no_retreat.table import bare, empty, look, refused, running, table, unit


def test_charts_and_tracks() -> None:
    """§2.2: two combat tables, the Terrain Effects Chart, the turn track and the VP constants."""
    assert [len(columns) for columns in BOARD.tables] == [len(BOARD.columns)] * 2
    assert all(len(rolls) == 6 for columns in BOARD.tables for rolls in columns)
    assert len(BOARD.turns) == LAST_TURN
    assert (BOARD.vp.event_max, BOARD.vp.soviet_total) == (6, 34)


def test_unsupplied_effects() -> None:
    """§6.5, §6.5.2, §6.5.3: three Movement Points, no rail, no Zone of Control."""
    game = bare("put pz_1 1608 unsupplied", "put pz_2 1609", "mark minsk control axis",
                "mark smolensk control axis", "at 2 axis movement")  # fmt: skip
    t = running(game)
    assert allowance(t.s, unit("pz_1")) == 3 and allowance(t.s, unit("pz_2")) == 6
    assert t.d.zone(0) == BOARD.ground.spread(1 << t.s.at[unit("pz_2")])


def test_options_are_chosen_at_the_start() -> None:
    """§15.0: every optional rule is an option of a new game, with its rule."""
    info = engine.catalogue()["no_retreat"]
    rules = {option.rule for option in info.options}
    assert {f"15.{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 11)} <= rules
    plain = running(table())
    assert plain.s.options == [options.JOKER]
    chosen = running(table(rezervy=True, weather="fixed", joker=False))
    assert sorted(chosen.s.options) == [options.FIXED_WEATHER, options.REZERVY]
    with pytest.raises(engine.Malformed):
        table(weather="sunny")


def test_optional_units_wait() -> None:
    """§15.0, §15.8, §15.9: units of an option come on their turn, others never."""
    off = running(table())
    assert off.s.at[unit("rezervy")] == off.s.at[unit("partisan")] == WAITING
    on = running(table(rezervy=True, partisan=True))
    assert on.s.at[unit("rezervy")] == TRACK + 5
    assert on.s.at[unit("partisan")] == TRACK + 4
    late = table(scenario="citadel", rezervy=True, partisan=True)
    assert look(late, "hand.axis") == "5"  # the Joker and the draw of turn 14
    assert BOARD.places[running(late).s.at[unit("rezervy")]] == "destroyed_soviet"


def test_joker_goes_to_the_side_of_the_set_up() -> None:
    """§15.7, §3.0: the set-up says who begins with the Joker; the Tournament has none (nr-25)."""
    holders = {}
    for scenario in BOARD.scenarios:
        t = running(table(scenario=scenario.id))
        held = [side for side in ("axis", "soviet") if BOARD.joker in t.pile(f"hand.{side}").ids]
        holders[scenario.letter, scenario.id] = held
    assert holders["C", "operation_saturn"] == ["soviet"]
    assert holders["D", "citadel"] == ["axis"]
    assert [held for (_, id_), held in holders.items() if id_ == "tournament"] == [[]]


@pytest.mark.parametrize(("play_on", "last"), [(False, 10), (True, LAST_TURN)])
def test_a_scenario_played_on(play_on: bool, last: int) -> None:
    """§12.0, §3.0: a short scenario may be the start of a campaign (nr-41)."""
    t = running(table(scenario="fall_blau", play_on=play_on))
    assert turn.last_turn(t) == last
    assert victory.by_sudden_death(t.s) == victory.by_objectives(t.s) == play_on
    t.s.turn = last
    victory.finish(t)
    assert t.pos.winners == (["axis"] if play_on else ["soviet"])


def test_a_scenario_that_begins_in_1945() -> None:
    """§5.5, §12.4, §3.0: Na Berlin! has the deck of 1945, and only Greater Germany scores."""
    t = running(table(scenario="na_berlin"))
    cards = [card for name in ("deck", "discard", "hand.axis", "hand.soviet")
             for card in t.pile(name).ids if card != BOARD.joker]  # fmt: skip
    assert sorted(cards) == sorted(BOARD.deck_1945)
    assert set(BOARD.red_barred) <= set(t.pile("out").ids)
    assert t.s.berlin and t.s.happened == [1, 1, 0]


def test_supply_of_a_fortress_city() -> None:
    """§5.3.2, §6.1: card 42 has the Axis units of its city in supply."""
    game = empty("put army_4 0208", "put central 0108", "put west 0209", "put south 0307",
                 "put don 0308", "put kursk 0207")  # fmt: skip
    t = running(game)
    inside = supply.supplied(t.s, t.d, unit("army_4"))
    t.s.fortress_city = BOARD.place_index["0208"]
    assert supply.supplied(t.s, t.d, unit("army_4")) and not inside


def test_orders_of_the_other_phases_are_refused_by_their_rule() -> None:
    """§4.0: an order at the wrong time is refused by the rule of its phase."""
    game = bare("put pz_1 1308", "mark minsk control axis", "at 5 axis movement")
    assert refused(game, "axis", "detrain pz_1 1208") == "9.2"
    assert refused(game, "axis", "battle 1502 with pz_1") == "10.2"
    assert refused(game, "axis", "improve pz_1") == "7.1"
