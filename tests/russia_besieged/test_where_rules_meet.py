"""Where rules of different chapters meet: cities, Dictators, factories, bases, partisans."""

import pytest

from engine.board.bits import members
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, SOVIET
from engine.games.russia_besieged.law import (
    air,
    arrivals,
    bereft,
    contact,
    leaders,
    movement,
    overwhelm,
    sea,
    upkeep,
)
from engine.games.russia_besieged.law.plans import Plans
from engine.games.russia_besieged.practice import appraisal, moves
from engine.games.russia_besieged.state import LANDED_BEFORE, SECOND_STAGE, mark, occupancy
from tests.russia_besieged.staged import EMPTY, fight, game
from tests.russia_besieged.table import at, city, ids, table, unit
from tests.table import asked, look, names, places, prompt, refused, words

G = BOARD.ground


@pytest.mark.parametrize("who", ["rus_para_1", "rus_inf_3", "wec_kiev"])
def test_who_attacks_from_a_major_city_leaves_no_enemy_out(who: str) -> None:
    """10.1: all enemies next to it but over rivers, with a zone or without; marked ones not"""
    dry = sorted(ids(G.dry[city("minsk")]))
    s, d = table({"ger_pz_24": "1623", "rus_inf_4": dry[0], who: dry[1]}, axis=["1623"])
    assert ids(contact.city_bound(s, d, unit("ger_pz_24"))) == {dry[0], dry[1]}
    plans = Plans(s, d)
    assert not plans.owed.must
    assert not plans.possible((at(dry[0]),))
    assert plans.joined((at(dry[0]),)) == (at(dry[0]), at(dry[1]))
    mark(s, unit(who), 1)
    d = occupancy(s)
    assert ids(contact.city_bound(s, d, unit("ger_pz_24"))) == {dry[0]}
    assert Plans(s, d).possible((at(dry[0]),))


def test_factories_stay_when_the_side_falls_back() -> None:
    """14.15, 20.13, 20.23: no combat result forces them to go; others next to enemies retreat"""
    s, d = table(
        {"wec_kiev": "2720", "rus_inf_4": "2720", "rus_art_1": "2520", "ger_pz_24": "2620"}
    )
    found = {BOARD.pieces[one].id for one in bereft.falling_back(s, d, SOVIET)}
    assert found == {"rus_inf_4", "rus_art_1"}
    board = ("put wec_kiev 2719", "put rus_inf_4 2719", "put ger_pz_24 2720", "put ger_inf_1 1734")
    g = game(*EMPTY, *board, "set bereft.soviet 1", "at 4 soviet begin")
    while "retreats" in prompt(g) or "order" in prompt(g):
        (side,) = asked(g)
        g.submit(side, g.auto(side))
    assert places(g, "wec_kiev") == ["2719"] and places(g, "rus_inf_4") != ["2719"]


def test_no_base_goes_where_partisans_fight() -> None:
    """11.14, 11.16, 16.45: those of the first stage bar none"""
    board = {"stuka_1": "1331", "partisan_1": "1623"}
    s, d = table(board, turn="mar_apr_1943", axis=["1623"])
    s.began = s.cities
    assert air.why_no_staging(s, d, unit("stuka_1"), city("minsk")) is None
    s.flags[unit("partisan_1")] |= SECOND_STAGE
    why = air.why_no_staging(s, occupancy(s), unit("stuka_1"), city("minsk"))
    assert why and why.rule == "11.16"


def test_no_new_base_comes_where_partisans_fight() -> None:
    """17.12, 11.16, 16.45: the city is the Axis's still; those of the first stage bar none"""
    board = (*EMPTY, "put stuka_1 waiting", "mark brest control axis", "put ger_inf_1 1734")
    for stage, open_ in ((0, True), (1, False)):
        g = game(*board, f"put partisan_1 brest stage2={stage}", "at 12 axis movement")
        found = arrivals.listed(g.table.s, g.table.d, unit("stuka_1"))
        assert bool(found >> city("brest") & 1) == open_


def test_the_practice_opponent_gives_up_nobody_who_is_needed() -> None:
    """9.5, 5.04: the weakest of the others in a full hex"""
    corps = ("ger_pz_24", "ger_pz_39", "ger_pz_41", "ger_inf_1")
    g = game(*EMPTY, *(f"put {who} 2821" for who in corps), "at 8 axis movement")
    table_ = g.table
    field = appraisal.Field(table_.s, table_.d, AXIS)
    assert moves._crowded(table_, field) == "shed ger_inf_1"
    table_.s.pledged = [unit("ger_inf_1")]
    line = moves._crowded(table_, field)
    assert line and line != "shed ger_inf_1"
    g.submit("axis", line)


def test_a_dictator_left_alone_by_the_step_that_holds_a_city_is_lost() -> None:
    """14.15, 10.33"""
    found = set()
    for die in range(1, 11):
        board = ("put stalin gorki", "put rus_inf_18 gorki")
        near = {"2006": ("ger_pz_24", "ger_pz_39", "ger_pz_48"), "2005": ("ger_pz_14", "ger_pz_41")}
        panzers = [f"put {one} {hex_}" for hex_, there in near.items() for one in there]
        g = fight(die, *board, *panzers, turn="3")
        g.submit("axis", "attack gorki with ger_pz_24 ger_pz_39 ger_pz_48 ger_pz_14 ger_pz_41")
        if "Stay in" in prompt(g) and look(g, "rus_inf_18 s") == "1":
            g.submit("soviet", "stay rus_inf_18")
            found.add((places(g, "stalin")[0], look(g, "bereft.soviet")))
    assert found == {("removed", "1")}


@pytest.mark.parametrize("die", [*range(1, 4), *range(7, 11)])  # AR, then D1 and D2
@pytest.mark.parametrize("beside", [False, True])
def test_a_dictator_who_stood_by_himself_is_not_left_alone(die: int, beside: bool) -> None:
    """14.15, 10.36: by what befalls other hexes of the attack; by the loss of who was in his own"""
    panzers = (f"put {who} 2005" for who in ("ger_pz_24", "ger_pz_39", "ger_pz_48"))
    guard = ("put wec_kiev gorki",) if beside else ()
    g = fight(die, "put stalin gorki", "put rus_inf_18 2105", *guard, *panzers, turn="3")
    g.submit("axis", "attack gorki+2105 with ger_pz_24 ger_pz_39 ger_pz_48")
    assert places(g, "stalin") == ["2106"]
    if beside and "Stay in" in prompt(g):
        g.submit("soviet", "stay wec_kiev")
        assert places(g, "wec_kiev", "stalin") == ["removed", "removed"]


def test_partisans_pass_friends_and_stop_with_none() -> None:
    """16.47, 16.42: two hexes of ground movement, past a friend's hex too"""
    ring = [f"put {one} {hex_}" for one, hex_ in (("rus_inf_4", "2719"), ("rus_inf_3", "2721"))]
    board = (*EMPTY, *ring, "put partisan_1 2720 stage2=1", "put ger_inf_1 1734")
    g = game(*board, "mark minsk control axis", "put ger_inf_2 minsk", "at 12/2 soviet supply")
    assert refused(g, "soviet", "creep partisan_1 2719") == "16.42"
    g.submit("soviet", "creep partisan_1 2719 2718")
    assert places(g, "partisan_1") == ["2718"]


def test_partisans_do_not_enter_a_friends_hex_that_they_cannot_leave() -> None:
    """16.47, 16.42: in an enemy zone they end their move, and with a friend they may not"""
    board = (*EMPTY, "put partisan_1 2720 stage2=1", "put rus_inf_4 2719", "put ger_inf_1 2718")
    g = game(*board, "put ger_inf_2 minsk", "mark minsk control axis", "at 12/2 soviet supply")
    assert "2719" not in words(g, "soviet", "creep partisan_1 ")
    assert refused(g, "soviet", "creep partisan_1 2719") == "16.47"


def test_lamed_partisans_go_no_farther_and_next_to_nobody() -> None:
    """14.15b ii, 16.47: they move on the ground, in the second impulse (3.0)"""
    how = {"turn": "mar_apr_1943", "side": "soviet", "impulse": 2}
    s, _ = table({"partisan_1": "2720", "ger_inf_1": "2522"}, **how)
    s.flags[unit("partisan_1")] |= SECOND_STAGE
    d, one = occupancy(s), unit("partisan_1")
    step = {name: leaders.creeps(s, d, one, (at(name),)) for name in ("2719", "2721")}
    assert leaders.creeps(s, d, one, ()) >> at("2721") & 1
    assert step["2721"] and step["2719"]
    s.bereft[SOVIET] = 2
    near = movement.beside_enemies(d, SOVIET)
    first = leaders.creeps(s, d, one, ())
    beyond = leaders.creeps(s, d, one, (at("2719"),))
    assert first >> at("2719") & 1 and not near & (first | beyond)
    for hex_ in members(first):
        free = bereft.no_farther(s, d, [one]) >> hex_ & 1
        why = leaders.why_no_stop(s, d, one, (hex_,))
        assert (why.rule if why else "") == ("" if free else "14.15")
    west = leaders.why_no_stop(s, d, one, (at("2721"),))
    assert west and west.rule == "14.15"
    assert leaders.why_no_stop(s, d, one, (at("2719"),)) is None
    s.bereft[SOVIET] = 0
    assert leaders.why_no_stop(s, d, one, (at("2721"),)) is None


@pytest.mark.parametrize("gone", ["rus_art_1", "rus_art_2", "rus_mech_1"])
def test_any_of_two_guns_may_be_the_one_too_many(gone: str) -> None:
    """5.04, 12.02: of a full hex with two guns the owner gives up whom he likes"""
    there = ("rus_art_1", "rus_art_2", "rus_mech_1", "rus_mech_2", "rus_mech_3", "rus_para_1")
    board = (*EMPTY, *(f"put {one} 2720" for one in there), "put ger_inf_1 1734")
    g = game(*board, "at 12 soviet movement")
    assert refused(g, "soviet", "shed rus_para_1") == "5.04"
    g.submit("soviet", f"shed {gone}")
    assert "shed" not in names(g, "soviet")


def test_a_lamed_side_over_the_ice_and_at_sea() -> None:
    """14.15, 6.31: over the ice no farther from the edge, nor next to enemies; who is evacuated may
    come next to one who has no zone
    """
    ice = {"rus_inf_4": "0812", "rus_inf_3": "0714"}
    how = {"turn": "jan_feb_1942", "side": "soviet", "weather": "snow/snow"}
    s, d = table(ice, **how)
    assert sea.why_no_ice(s, d, unit("rus_inf_4")) is None
    s.bereft[SOVIET] = 2
    for one, foes, rule in (
        ("rus_inf_4", {}, "14.15"), ("rus_inf_3", {}, ""),
        ("rus_inf_3", {"ger_inf_1": "0813"}, "14.15"),
    ):  # fmt: skip
        s, d = table({**ice, **foes}, **how)
        s.bereft[SOVIET] = 2
        why = sea.why_no_ice(s, d, unit(one))
        assert (why.rule if why else "") == rule, (one, foes)
    beside = sorted(ids(G.foot[city("odessa")]))[0]
    s, _ = table({"rus_inf_4": "3826", "ger_inf_2": "3726", "ger_inf_1": beside}, side="soviet")
    mark(s, unit("ger_inf_1"), 1)
    s.bereft[SOVIET] = 2
    found = sea.why_no_evacuation(s, occupancy(s), unit("rus_inf_4"), city("odessa"))
    assert found is None


def test_an_automatic_victory_is_offered_to_no_more_than_a_hex_holds() -> None:
    """9.11, 5.02: a fourth corps may stand there while units move, and takes no part"""
    corps = ("ger_pz_14", "ger_pz_24", "ger_pz_48", "ger_pz_39")
    s, d = table({**dict.fromkeys(corps, "2720"), "rus_para_1": "2719"})
    units = [unit(one) for one in corps]
    assert overwhelm.conquest(s, d, [at("2719")], units[:3])
    assert overwhelm.conquest(s, d, [at("2719")], units) is None


@pytest.mark.parametrize(("who", "flag", "lost"), [
    ("ger_inf_1", LANDED_BEFORE, True),
    ("ger_inf_1", 0, False),
    ("rus_para_1", LANDED_BEFORE, True),
])  # fmt: skip
def test_who_landed_in_the_turn_before_lives_on_no_cut_off_city(
    who: str, flag: int, lost: bool
) -> None:
    """8.51, example; 15.06"""
    side = BOARD.pieces[unit(who)].side
    s, _ = table({who: G.grid.ids[city("odessa")]}, turn="nov_dec_1941")
    s.flags[unit(who)] |= flag
    held, all_cities = 1 << G.city_index["odessa"], (1 << len(G.cities)) - 1
    s.rails = "0" if side == AXIS else f"{G.rails:x}"
    s.cities = f"{held if side == AXIS else all_cities & ~held:x}"
    found = upkeep.check(s, occupancy(s), side)
    assert (unit(who) in found.lost) == lost and (unit(who) in found.near) != lost
