"""Who may attack what, with whom (chapter 11)."""

from itertools import combinations, permutations

import pytest

from engine.core.errors import OrderError
from engine.core.frames import Frame
from engine.core.game import Game
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.data.facts import (
    AXIS,
    EVENT,
    OPS_ROUND,
    SOVIET,
)
from engine.games.stalins_war.law import attack
from engine.games.stalins_war.law.attack import Attack
from engine.games.stalins_war.play.advancing import Advance, Exploitation
from engine.games.stalins_war.play.closing import Lift
from engine.games.stalins_war.play.fighting import Combats, Marks, activable, markable
from engine.games.stalins_war.play.moving import Moves
from engine.games.stalins_war.play.replacing import Rebuilding
from engine.games.stalins_war.state import (
    ADVANCED,
    FOUGHT,
    PLACED,
    RAILED,
    StalinsWar,
)
from tests.stalins_war.staged import asked, refused, staged, with_cards
from tests.stalins_war.table import at, card, names, site, start, table, unit, units
from tests.stalins_war.test_combat import G, marked, why

# attacks -----------------------------------------------------------------------------


T02 = {"ge_43_corps": "2524", "su_20r_army": "2523", "su_1t_army": "2624"}


def test_t02a_three_hexes_with_armour_in_two() -> None:
    """11.1.3: all that the example asks."""
    s, d = table({**T02, "su_7m_corps": "2625"}, turn=7, side="soviet", round_=2)
    marked(s, d, "2523", "2624", "2625")
    assert why(s, d, "2524", "su_20r_army", "su_1t_army", "su_7m_corps") == ""


def test_t02b_one_tank_hex_too_few() -> None:
    """11.1.3: either pair with the tanks is legal."""
    s, d = table({**T02, "su_21r_army": "2625"}, turn=7, side="soviet", round_=2)
    marked(s, d, "2523", "2624", "2625")
    assert why(s, d, "2524", "su_20r_army", "su_1t_army", "su_21r_army") == "11.1.3"
    assert why(s, d, "2524", "su_20r_army", "su_1t_army") == ""
    assert why(s, d, "2524", "su_21r_army", "su_1t_army") == ""
    assert why(s, d, "2524", "su_21r_army", "su_20r_army") == "11.1.3"


def test_t02c_zhukov_covers_two_hexes() -> None:
    """11.1.3, clarification_soviet_09: never three."""
    placed = {"ge_43_corps": "2524", "su_20r_army": "2523", "su_21r_army": "2625"}
    s, d = table({**placed, "su_22r_army": "2624"}, turn=7, side="soviet", round_=2)
    marked(s, d, "2523", "2625", "2624")
    two = ("su_20r_army", "su_21r_army")
    assert why(s, d, "2524", *two, zhukov=True) == "11.1.3"
    s.in_turn, s.boxes[SOVIET] = [card("soviet_09")], [EVENT]
    assert why(s, d, "2524", *two, zhukov=True) == "11.1.3"
    s.boxes[SOVIET] = [EVENT, OPS_ROUND]
    assert why(s, d, "2524", *two) == "11.1.3"
    assert why(s, d, "2524", *two, zhukov=True) == ""
    assert attack.needs_zhukov(s, units(*two))
    assert why(s, d, "2524", *two, "su_22r_army", zhukov=True) == "11.1.3"


def test_zhukov_is_no_help_to_the_axis() -> None:
    """11.1.3, clarification_soviet_09: in an Axis OPS round of that turn armour is asked."""
    placed = {"su_20r_army": "2524", "ge_43_corps": "2523", "ge_42_corps": "2625"}
    s, d = marked(*table(placed, turn=7), "2523", "2625")
    s.in_turn, s.boxes[AXIS] = [card("soviet_09")], [OPS_ROUND]
    assert why(s, d, "2524", "ge_43_corps", "ge_42_corps", zhukov=True) == "11.1.3"
    assert not attack.needs_zhukov(s, units("ge_43_corps", "ge_42_corps"))


def test_one_lcu_attacks() -> None:
    """11.1.3, 24.0: a second one is refused, Panzers may join."""
    placed = {"su_20r_army": "2524", "ge_4th_army": "2523", "ge_6th_army": "2624"}
    s, d = marked(*table({**placed, "ge_46_pz_corps": "2624"}), "2523", "2624")
    assert why(s, d, "2524", "ge_4th_army", "ge_6th_army", "ge_46_pz_corps") == "11.1.3"
    assert why(s, d, "2524", "ge_4th_army", "ge_46_pz_corps") == ""


def test_who_attacks_at_all() -> None:
    """11.1.1, 11.1.2, 11.1.4, 11.1.6, 10.2.1, 4.5.1, 16.4.1, 16.1.4: and who may not."""
    placed = {"ge_43_corps": "2524", "su_20r_army": "2523", "su_stalin": "2523"}
    s, d = table(placed, side="soviet")
    army = unit("su_20r_army")
    assert why(s, d, "2524", "su_20r_army") == "11.1.1"
    marked(s, d, "2523")
    assert why(s, d, "2524", "su_20r_army") == ""
    assert why(s, d, "2524", "su_stalin") == "16.4.1"
    assert why(s, d, "2524", "ge_43_corps") == "11.1.2"
    assert why(s, d, "2424", "su_20r_army") == "11.1.4"
    assert why(s, d, "2524") == "11.1.1"
    for flag, rule_ in ((FOUGHT, "11.1.6"), (RAILED, "10.2.1"), (PLACED, "4.5.1")):
        s.flags[army] = flag
        assert why(s, d, "2524", "su_20r_army") == rule_
    s.flags[army] = 0
    s.attacked = [at("2524")]
    assert why(s, d, "2524", "su_20r_army") == "11.1.4"
    s, d = marked(*table({"ge_43_corps": "2523"}), "2523")
    s.partisans = [at("2524")]
    assert why(s, d, "2524", "ge_43_corps") == "16.1.4"


def test_nobody_fights_in_the_mud() -> None:
    """15.1.1: in Rasputitsa rounds alone."""
    s, d = marked(*table(T02, turn=5, side="soviet", round_=2), "2523")
    assert why(s, d, "2524", "su_20r_army") == "15.1.1"
    s.round = 3
    assert why(s, d, "2524", "su_20r_army") == ""


def test_partisans_fight_alone() -> None:
    """11.1.7, 16.1.6: with no other Soviet unit."""
    placed = {"ge_43_corps": "2524", "su_1t_army": "2523", "su_partisan_7": "2624"}
    s, d = marked(*table(placed, side="soviet"), "2523", "2624")
    assert why(s, d, "2524", "su_1t_army", "su_partisan_7") == "11.1.7"
    assert why(s, d, "2524", "su_partisan_7") == ""


def test_romanians_and_hungarians_fight_apart() -> None:
    """19.1.1, 19.2.1: neither stands on the other's side of the border, nor fights beside it."""
    placed = {"su_20r_army": "2524", "ro_mtn_corps": "2523", "hu_7_corps": "2624"}
    s, d = marked(*table({**placed, "ge_46_pz_corps": "2624"}), "2523", "2624")
    assert why(s, d, "2524", "ro_mtn_corps", "hu_7_corps", "ge_46_pz_corps") == "19.2.1"
    assert why(s, d, "2524", "ro_mtn_corps", "ge_46_pz_corps") == ""


def test_panzers_that_stand_alone_in_1941() -> None:
    """4.4.7, 4.4.8: no Fronts, and no Mech Corps of several hexes, in turns 1 and 2."""
    placed = {
        "ge_46_pz_corps": "2123",
        "su_west_front": "2023",
        "su_7m_corps": "2023",
        "su_4m_corps": "2124",
    }
    s, d = marked(*table(placed, turn=2, side="soviet"), "2023", "2124")
    assert why(s, d, "2123", "su_west_front") == "4.4.7"
    assert why(s, d, "2123", "su_7m_corps", "su_4m_corps") == "4.4.8"
    assert why(s, d, "2123", "su_7m_corps") == ""
    s.turn = 3
    assert why(s, d, "2123", "su_west_front", "su_7m_corps") == ""
    s, d = marked(*table({**placed, "ge_43_corps": "2123"}, turn=2, side="soviet"), "2023", "2124")
    assert why(s, d, "2123", "su_west_front") == ""


def test_the_great_cities_before_their_events() -> None:
    """11.1.9: Leningrad, Moscow and Gorki, Stalingrad and the Caucasus."""
    for city, event, from_ in (
        ("leningrad", "nordlicht", "2518"),
        ("moscow", "taifun", None),
        ("gorki", "taifun", None),
        ("stalingrad", "blau", None),
        ("krasnodar", "blau", None),
    ):
        place = site(city)
        near = from_ or next(G.grid.ids[p] for p in G.foot[place] if (p, place) not in G.volga)
        placed = {"su_20r_army": G.grid.ids[place], "ge_46_pz_corps": near}
        s, d = marked(*table(placed), near)
        assert why(s, d, G.grid.ids[place], "ge_46_pz_corps") == "11.1.9", city
        s.lifted = [event]
        assert why(s, d, G.grid.ids[place], "ge_46_pz_corps") == ""
        s, d = marked(*table(placed, played=[event]), near)
        assert why(s, d, G.grid.ids[place], "ge_46_pz_corps") == ""


def test_over_the_volga() -> None:
    """11.1.10: with Moscow or Stalingrad in Axis hands alone."""
    a, b = next((a, b) for a, b in G.volga if not attack.restricted(table()[0]) >> b & 1)
    from_, to = G.grid.ids[a], G.grid.ids[b]
    placed = {"su_20r_army": to, "ge_46_pz_corps": from_}
    s, d = marked(*table(placed, soviet=["stalingrad"]), from_)
    assert why(s, d, to, "ge_46_pz_corps") == "11.1.10"
    s, d = marked(*table(placed, axis=["moscow"]), from_)
    assert why(s, d, to, "ge_46_pz_corps") == ""
    s, d = marked(*table({"ge_43_corps": to, "su_20r_army": from_}, side="soviet"), from_)
    assert why(s, d, to, "su_20r_army") == ""


def test_no_soviet_attack_into_romania_in_june_1941() -> None:
    """4.4.4: while the Front stands ready for it."""
    s, d = marked(*start(), "1726")
    s.side = SOVIET
    assert why(s, d, "1627", "su_south_front") == "4.4.4"


def test_each_list_that_is_offered_can_be_completed() -> None:
    """11.1.3: and each legal list is offered unit by unit."""
    placed = {**T02, "su_21r_army": "2625", "su_7m_corps": "2624", "su_west_front": "2523"}
    s, d = marked(*table(placed, turn=7, side="soviet"), "2523", "2624", "2625")
    near = attack.joiners(s, d, at("2524"))
    assert names(near) == set(placed) - {"ge_43_corps"}
    assert attack.targets(s, d) == [at("2524")]
    for count in (1, 2, 3, 4):
        for chosen in combinations(near, count):
            legal = attack.why_not(s, d, Attack(at("2524"), chosen)) is None
            if legal:
                for n in range(1, count + 1):
                    assert chosen[n - 1] in attack.joiners(s, d, at("2524"), chosen[: n - 1])
            else:
                assert not legal


def test_a_legal_list_is_offered_in_any_order() -> None:
    """11.1.3, 4.4.8: the one hex without armour need not be the one that was named last."""
    placed = {"ge_46_pz_corps": "2524", "su_20r_army": "2523", "su_21r_army": "2624"}
    mech = {"su_7m_corps": "2523", "su_10m_corps": "2624"}
    s, d = marked(*table({**placed, **mech}, turn=2, side="soviet"), "2523", "2624")
    three = ("su_20r_army", "su_21r_army", "su_10m_corps")
    for chosen in permutations(units(*three)):
        assert attack.why_not(s, d, Attack(at("2524"), chosen)) is None
        for n, one in enumerate(chosen):
            assert one in attack.joiners(s, d, at("2524"), chosen[:n])
    both = ("su_20r_army", "su_7m_corps", "su_10m_corps")
    assert why(s, d, "2524", *both) == "4.4.8"


def marks(s: StalinsWar) -> Game:
    def begin(t: T) -> Frame:
        with_cards(t)
        return Marks(side="axis")

    return staged(s, begin)


def test_where_a_marker_is_of_use() -> None:
    """7.3.5, 11.4.2 (sw-58): three hexes from an enemy, who may retreat two and stand beside it."""
    placed = {"su_20r_army": "2025", "ge_43_corps": "2024", "ge_42_corps": "2022"}
    s, _ = table({**placed, "ge_30_corps": "2021", "ge_59_corps": "2028"}, turn=7)
    s.ops = 3
    game = marks(s)
    found = set(markable(game.table))
    near = {p for p in range(990) if 0 < G.grid.distance(p, at("2025")) <= 3}
    assert {at("2024"), at("2022"), at("2028")} == found == near & set(game.table.d.at)
    assert activable(game.table) == [at("2024")]


def test_each_reason_against_a_marker() -> None:
    """7.3.5: one there, one named already, no OPS left, nobody to attack."""
    placed = {"su_20r_army": "2025", "ge_43_corps": "2024", "ge_42_corps": "2026"}
    s, _ = table({**placed, "ge_30_corps": "2021"}, turn=7)
    s.ops, s.activated = 2, [at("2026")]
    game = marks(s)
    for line, said in (
        ("activate 2026", "already"),
        ("activate 2024 2024", "already"),
        ("activate 2021", "Nobody there"),
        ("activate 1521", "Nobody there"),
    ):
        with pytest.raises(OrderError) as caught:
            game.submit("axis", line)
        assert said in caught.value.text and caught.value.rule == "7.3.5", line


def test_backhand_blow_that_nobody_can_strike() -> None:
    """clarification_axis_33: then the combat ends all the same."""
    placed = {"su_1t_army": "2424", "ge_46_pz_corps": "2423", "ge_43_corps": "2423"}
    s, _ = table(placed, turn=9)
    s.owing, s.flags[unit("su_1t_army")], s.activated = True, ADVANCED, [at("2423")]

    def begin(t: T) -> Frame:
        with_cards(t)
        return Combats(side="axis")

    assert refused(staged(s, begin), "axis", "end combat") == "clarification_axis_33"
    s.activated = []
    assert asked(staged(s, begin)) == []


def test_verbs_that_end_a_choice_say_so() -> None:
    """7.3.5, 11.1.1, 11.5.1, 12.2.1, 14.1.5, 10.3.2: each choice that may be left has one."""
    s, _ = table({"ge_43_corps": "2024", "su_20r_army": "2025"}, turn=7)
    t = marks(s).table
    for choice in (
        *(Marks(side="axis"), Combats(side="axis"), Moves(side="axis"), Exploitation(side="axis")),
        *(Rebuilding(side="axis"), Lift(side="axis")),
        Advance(side="axis", units=[], target=at("2025"), origins=[]),
    ):
        verbs = choice.verbs(t)
        ends = [verb for verb in verbs if verb.name.startswith("end ")]
        assert len(ends) == 1 and ends == [verb for verb in verbs if verb.ends], choice
