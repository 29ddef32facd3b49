"""Fire and losses (11.2, 11.3): what fires, who loses a step, where it goes, who wins."""

import pytest

from engine.core.frames import Frame
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    ELIMINATED,
    FULL,
    LIMITED,
    OUT,
    SOVIET,
    TRACK,
    WAIT,
)
from engine.games.stalins_war.law import fire, losses, odds
from engine.games.stalins_war.play.toll import Toll
from tests.stalins_war.staged import staged, with_cards
from tests.stalins_war.table import at, site, start, table, unit, units

G = BOARD.ground
CORPS = ("ge_43_corps", "ge_42_corps", "ge_30_corps")
PANZERS = ("ge_46_pz_corps", "ge_24_pz_corps", "ge_47_pz_corps")
CLEAR = next(p for p in range(990) if not G.terrain[p] and G.site_at[p] < 0 and len(G.foot[p]) == 6)


# fire -----------------------------------------------------------------------------------------


def test_three_of_one_hex_fire_as_an_lcu_if_they_are_panzers() -> None:
    """11.2.1, 2.2.1: three infantry corps, or two of them with a Panzer Corps, do not."""
    s, _ = table(dict.fromkeys((*CORPS, *PANZERS), "2023"))
    assert fire.is_large(s, units(*PANZERS))
    assert not fire.is_large(s, units(*CORPS))
    assert not fire.is_large(s, units(*PANZERS[:2], CORPS[0]))


def test_what_is_weaker_than_the_first_column_fires_on_it() -> None:
    """11.2.1: no column lies to its left."""
    for large in (False, True):
        assert fire.base_column(large, 0) == 0
        assert fire.base_column(large, 99) == len(fire.Fire(AXIS, 0, large, 0, ()).table) - 1


def test_each_site_is_a_town_a_city_or_a_fortress() -> None:
    """11.2.1, 16.2.1: as the Terrain Effects Chart calls it; nothing else is one."""
    s, _ = table()
    kinds = {"town", "city", "fortress"}
    for place in range(990):
        assert bool(kinds & set(fire.features(s, place, SOVIET))) == (G.site_at[place] >= 0)
    for one in G.sites:
        if one.fortress != SOVIET:
            expected = "city" if one.city else "town"
            assert expected in fire.features(s, one.place, SOVIET), one.id


# losses ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "attacks", "waits"),
    [
        (FULL, False, False),
        (LIMITED, False, False),
        (OUT, False, True),
        (FULL, True, False),
        (LIMITED, True, True),
        (OUT, True, True),
    ],
)
def test_where_a_lost_axis_army_goes(level: int, attacks: bool, waits: bool) -> None:
    """11.3.6, 13.3.8, 13.2.4: on the turn track out of supply; limited supply feeds defenders."""
    s, _ = table({"ge_4th_army/1": "2022"}, turn=6, supply={"ge_4th_army": level})
    army = unit("ge_4th_army")

    def begin(t: T) -> Frame:
        with_cards(t)
        return Toll(side="axis", units=[army], steps=1, scu=False, attacks=attacks)

    game = staged(s, begin)
    if game.pending()[0].side == "axis" and "Choose" in game.pending()[0].prompt:
        game.submit("axis", "lose ge_4th_army")
    found = TRACK + s.turn + WAIT if waits else ELIMINATED[AXIS]
    assert game.table.s.place[army] == found


def test_whom_a_loss_by_a_card_may_hit() -> None:
    """11.3.2, 16.4.2 (sw-49): no second step before each other lost one; Stalin is the last."""
    s, _ = table({"su_20r_army": "2722", "su_21r_army": "2722", "su_stalin": "2722"})
    a, b, stalin = units("su_20r_army", "su_21r_army", "su_stalin")
    every = [a, b, stalin]
    assert losses.exposed(s, every, every, {}) == [a, b]
    assert losses.exposed(s, every, [a, stalin], {a: 1}) == []
    assert losses.exposed(s, every, every, {a: 1}) == [b]
    assert losses.exposed(s, every, [a], {a: 1, b: 1}) == [a]
    s.step[a] = 0
    assert losses.exposed(s, every, every, {a: 2, b: 1}) == [b]
    assert losses.exposed(s, every, [stalin], {a: 2, b: 1}) == []
    s.step[b] = 0
    assert losses.exposed(s, every, every, {a: 2, b: 2}) == [stalin]


def test_whom_a_step_hurts_most_and_least() -> None:
    """11.3.5: one that is lost by it before the strongest; the other way round for one's own."""
    s, _ = table(dict.fromkeys(("ge_4th_army", "ge_46_pz_corps", "ge_43_corps"), "2022"))
    army, panzer, corps = found = units("ge_4th_army", "ge_46_pz_corps", "ge_43_corps")
    assert (losses.dearest(s, found), losses.cheapest(s, found)) == (army, min(panzer, corps))
    s.step[corps] = 1
    assert (losses.dearest(s, found), losses.cheapest(s, found)) == (corps, panzer)


# who wins -------------------------------------------------------------------------------------


def test_a_tie_against_the_axis() -> None:
    """11.2.1: fast Soviets win it in open country, not against a Festung or in a Trench there."""
    s, _ = table({"su_1t_army": "2523", "ge_43_corps": "2524"}, side="soviet")
    tanks, corps = units("su_1t_army", "ge_43_corps")
    assert losses.wins_ties(s, [tanks], [corps], CLEAR)
    s.festungs = [at("1521")]
    assert losses.wins_ties(s, [tanks], [corps], CLEAR)
    s.festungs = [CLEAR]
    assert not losses.wins_ties(s, [tanks], [corps], CLEAR)
    s.festungs, s.trenches = [], [[], [CLEAR]]
    assert losses.wins_ties(s, [tanks], [corps], CLEAR)
    s.trenches = [[CLEAR], []]
    assert not losses.wins_ties(s, [tanks], [corps], CLEAR)
    assert losses.wins_ties(s, [tanks], [corps], site("leningrad"))  # no fortress of the Axis


def test_what_an_attack_promises() -> None:
    """11.2.1, 11.4.2: all 36 rolls, one by one."""
    s, d = start()
    mine, target = units("ge_9th_army", "ge_39_pz_corps", "ge_57_pz_corps"), at("1721")
    found = odds.odds(s, d, mine, target)
    ours, theirs = fire.fires(s, d, mine, target)
    rolls = [(ours.result(a).loss, theirs.result(b).loss) for a in range(1, 7) for b in range(1, 7)]
    assert found.won == sum(hit >= back for hit, back in rolls)  # Panzers win ties here
    assert found.far == sum(hit >= back + 2 for hit, back in rolls)
    assert found.lost == sum(back > hit for hit, back in rolls)
    assert found.dealt == sum(hit for hit, _ in rolls) / 36
    assert found.taken == sum(back for _, back in rolls) / 36
    assert sum(odds.numbers(ours).values()) == 6


def test_the_list_says_who_is_lost_by_the_step() -> None:
    """11.3.2: and who is only reduced."""
    s, _ = table({"su_20r_army/2": "2722", "su_21r_army/1": "2722"}, side="axis")
    found = [unit("su_20r_army"), unit("su_21r_army")]

    def begin(t: T) -> Frame:
        with_cards(t)
        t.pos.policy["soviet:losses"] = "ask"
        return Toll(side="soviet", units=found, steps=1, scu=False, attacks=False)

    items = staged(s, begin).complete("soviet", "lose ").items
    assert [item.label.endswith("reduced") for item in items] == [True, False]
    assert [item.label.endswith("eliminated") for item in items] == [False, True]
