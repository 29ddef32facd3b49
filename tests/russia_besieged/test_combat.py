"""Chapters 9 and 10: duties, odds, modifiers, results, automatic victory."""

import pytest

from engine.board.bits import members
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, HEXES, SOVIET, Face
from engine.games.russia_besieged.law import contact, odds, overwhelm, plans, results
from engine.games.russia_besieged.law.odds import Attack
from engine.games.russia_besieged.law.plans import Plans
from engine.games.russia_besieged.state import (
    BOUND,
    RETREATED,
    VICTOR,
    RussiaBesieged,
    attacks,
    fighter,
    mark,
    marker,
    occupancy,
)
from tests.russia_besieged.table import at, ids, table, unit
from tests.russia_besieged.test_movement import rule, scattered

G = BOARD.ground


def attack(hexes: str, units: str, **more: int) -> Attack:
    return Attack(
        tuple(at(id_) for id_ in hexes.split()), tuple(unit(id_) for id_ in units.split()), **more
    )


def by_value(combat: int, move: int, side: int = SOVIET, step: int = 0) -> list[str]:
    """Ids of infantry with these values."""
    return [
        piece.id
        for piece in BOARD.pieces
        if piece.side == side
        and piece.type == 0
        and (piece.faces[step].combat, piece.faces[step].move) == (combat, move)
    ]


# odds -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strength", "defence", "air", "expected"),
    [
        (11, 4, 0, "2-1"),
        (4, 11, 0, "1-3"),
        (3, 1, 2, "5-1"),
        (6, 1, 3, "9-1"),
        (6, 1, 4, "10-1"),
        (1, 6, 1, "1-5"),
        (4, 1, 1, "5-1"),
        (30, 1, 0, "30-1"),
    ],
)
def test_odds_and_shifts(strength: int, defence: int, air: int, expected: str) -> None:
    """10.21, 11.5"""
    assert odds.name(odds.ladder(strength, defence) + air) == expected  # 10.21, 11.5


def test_columns() -> None:
    """10.22, rb-28"""
    assert [odds.column(step, False) for step in (7, 8, 9)] == ["7-1"] * 3
    assert [odds.column(step, True) for step in (7, 8, 9)] == ["7-1", "7-1", "10-1"]


def test_halves_before_terrain() -> None:
    """13.73"""
    five = by_value(5, 5, AXIS)[0]
    for weather, factor in (("clear/clear", 5), ("snow/snow", 3)):
        s, d = table({five: "1818"}, turn="jan_feb_1942", weather=weather, side="soviet")
        assert odds.defence_factor(s, d, unit(five)) == factor


def test_marked_units_attack_at_half_and_defend_in_full() -> None:
    """13.12"""
    s, _ = table({"rus_inf_4": "1818"}, side="soviet")
    full = BOARD.pieces[unit("rus_inf_4")].faces[0].combat
    mark(s, unit("rus_inf_4"), 2)
    d = occupancy(s)
    assert odds.attack_factor(s, d, unit("rus_inf_4")) == odds.halved(full)
    assert odds.defence_factor(s, d, unit("rus_inf_4")) == full


def test_one_dry_attacker_ends_the_doubling() -> None:
    """10.31, 10.34"""
    units = {
        "ger_pz_41": "1622",
        by_value(6, 4)[0]: "1623",
        by_value(5, 4)[0]: "1722",
        by_value(7, 4)[0]: "1621",
    }
    names = " ".join(list(units)[1:])
    s, d = table(units, side="soviet")
    whole = attack("1622", names)
    assert odds.name(odds.final(s, d, whole)) == "2-1"
    assert odds.total(odds.modifiers(s, d, whole)) == -1
    wet = attack("1622", f"{by_value(5, 4)[0]} {by_value(7, 4)[0]}")
    assert odds.multiplier(s, at("1622"), wet.units) == 2
    assert odds.multiplier(s, at("1622"), whole.units) == 1
    for die, code in ((9, "DR"), (10, "D1"), (4, "A1")):
        cell = odds.result(odds.final(s, d, whole), False, die - 1)
        assert cell == code
        result = results.battle(s, results.read(cell), [at("1623"), at("1722")], [at("1622")])
        assert result.losses == {"DR": (1, 1), "D1": (0, 1), "A1": (1, 0)}[code]
    assert results.required(s, whole.units, both_armor=False) == [[unit(by_value(7, 4)[0])]]
    assert results.stays_in_forest(s, SOVIET, at("1722"))
    assert results.may_hold(s, SOVIET, at("1623"))
    assert not results.stays_in_forest(s, SOVIET, at("1621"))


def test_several_hexes_each_with_its_own_terrain() -> None:
    """10.36"""
    city = at("1623")
    found = [
        (here, there)
        for here in G.grid.neighbours[city]
        for there in G.grid.neighbours[city]
        if G.dry[here] >> city & G.dry[here] >> there & 1 and G.terrain[there] == 0
    ]
    here, there = (G.grid.ids[h] for h in found[0])
    small = [
        f"{piece.id}/1"
        for piece in BOARD.pieces
        if piece.side == SOVIET and piece.type == 0 and piece.faces[1:] == (Face(2, 3),)
    ]
    s, d = table(
        {
            "ger_pz_41": here,
            "ger_pz_56": here,
            "ger_pz_39": here,
            small[0]: "1623",
            small[1]: there,
        },
        turn="jul_aug_1941",
        impulse=2,
    )
    both = attack(f"1623 {there}", "ger_pz_41 ger_pz_56 ger_pz_39", air=1, marshals=1)
    assert odds.defence(s, d, both) == 6
    assert odds.raw(s, d, both) + 1 == odds.final(s, d, both)
    listed = dict(odds.modifiers(s, d, both))
    assert listed == {"major_city": -1, "extra_defending_hex": -1, "field_marshal": 1}
    assert odds.total(list(listed.items())) == -1


def test_armor_against_none_and_shock_of_war() -> None:
    """10.5, 24.22, 10.21"""
    units = {"ger_pz_41": "2720", "rus_inf_4": "2719"}
    for turn, extra in (("jul_aug_1941", {}), ("may_jun_1941", {"shock_of_war": 1})):
        s, d = table(units, turn=turn)
        one = attack("2719", "ger_pz_41")
        assert dict(odds.modifiers(s, d, one)) == {"armor_attacking": 1, **extra}
    s, d = table({**units, "rus_mech_8": "2719"})
    assert odds.modifiers(s, d, attack("2719", "ger_pz_41")) == []


def test_artillery_shifts_only_beside_others() -> None:
    """12.04, rb-35"""
    guns = [unit("rus_art_1"), unit("rus_art_2")]
    assert odds.artillery(guns) == 0
    assert odds.artillery([*guns, unit("rus_inf_4")]) == 2


def test_first_winter_modifier() -> None:
    """13.74"""
    near = {"ger_inf_1": "1622", "ger_mtn_19": "1622", "rus_inf_4": "1621"}
    s, d = table(near, turn="jan_feb_1942", weather="snow/snow", axis=["1623"])
    assert dict(odds.modifiers(s, d, attack("1621", "ger_inf_1")))["first_winter"] == -1
    assert "first_winter" not in dict(odds.modifiers(s, d, attack("1621", "ger_mtn_19")))


# results ---------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["DE*", "DE", "D3", "D2", "X2"])
def test_what_opens_a_single_step(code: str) -> None:
    """10.82"""
    assert results.opens(results.read(code), 1)


@pytest.mark.parametrize("code", ["D1", "BR", "DR", "A2", "AR"])
def test_what_does_not(code: str) -> None:
    """10.82"""
    assert not results.opens(results.read(code), 1)


def test_two_steps_exactly_open_nothing() -> None:
    assert not results.opens(results.read("D2"), 2)


def test_every_cell_of_both_tables_is_read() -> None:
    for chart in (BOARD.charts.crt, BOARD.charts.bat):
        for cells in chart.values():
            for cell in cells:
                result = results.read(cell)
                assert result.code == cell.partition("-")[0]
                assert bool(result.advance) == ("Adv" in cell)


def test_exchange_with_a_single_step() -> None:
    """10.6"""
    x2 = results.read("X2")
    assert results.exchanged(x2, 1, 4).losses == (1, 1)
    assert results.exchanged(x2, 2, 4).losses == (2, 2)


def test_armor_first_then_the_strongest() -> None:
    """10.63, 10.64, 10.65"""
    strong = by_value(7, 4)[0]
    s, _ = table({"rus_mech_8": "1818", strong: "1818"})
    pieces = [unit("rus_mech_8"), unit(strong)]
    assert results.required(s, pieces, both_armor=True) == [[pieces[0]], [pieces[1]]]
    assert results.required(s, pieces, both_armor=False) == [[pieces[1]]]


def test_nothing_holds_russians_on_turn_1() -> None:
    """24.6"""
    s, _ = table(turn="may_jun_1941")
    assert not results.stays_in_forest(s, SOVIET, at("1722"))
    assert not results.may_hold(s, SOVIET, at("1623"))


# Blitzkrieg ------------------------------------------------------------------------


def blitz(position: dict[str, str], **when: str) -> str:
    s, d = table(position, **when)
    return rule(odds.why_not_blitz(s, d, attack("2719", "ger_pz_41 ger_pz_39", blitz=True)))


def test_blitzkrieg() -> None:
    """10.93"""
    open_ = {"ger_pz_41": "2720", "ger_pz_39": "2720", "rus_inf_4": "2719"}
    assert blitz(open_) == ""
    assert blitz(open_, weather="mud/mud") == "10.93"
    assert blitz(open_, turn="sep_oct_1943") == "10.93"


# duties ----------------------------------------------------------------------------


def test_who_must_attack() -> None:
    """10.1"""
    s, d = table({"ger_inf_1": "2720", "ger_inf_2": "2721", "rus_inf_4": "2719"})
    owed = contact.duties(s, d)
    assert (list(owed.must), owed.by) == ([unit("ger_inf_1")], {at("2719"): [unit("ger_inf_1")]})
    mark(s, unit("rus_inf_4"), 1)
    free = contact.duties(s, occupancy(s))
    assert not free.must
    assert list(free.free) == [at("2719")]


@pytest.mark.parametrize(
    ("units", "bound", "open_"),
    [
        ({"rus_inf_4": "2516"}, False, False),
        ({"rus_inf_4": "2516", "rus_para_1": "2516"}, False, True),
        ({"rus_inf_4": "2516", "rus_inf_3": "2516"}, True, True),
    ],
)
def test_who_comes_in_retreat_binds_nobody(units: dict[str, str], bound: bool, open_: bool) -> None:
    """10.1, 10.16: what must be attacked is settled as movement ends, in the open and from a city;
    who has been attacked is not attacked again but with others who were not"""
    others = {id_: hex_ for id_, hex_ in units.items() if id_ != "rus_inf_4"}
    s, d = table({"ss_polizei": "2515", **others})
    for one in contact.duties(s, d).must:
        s.flags[one] |= BOUND
    s.settled = True
    s.place[unit("rus_inf_4")] = at("2516")
    s.flags[unit("rus_inf_4")] |= RETREATED
    owed = contact.duties(s, occupancy(s))
    assert owed.must == ([unit("ss_polizei")] if bound else [])
    assert owed.by == ({at("2516"): [unit("ss_polizei")]} if open_ else {})
    s, d = table({"ger_inf_1": "1623", **dict.fromkeys(units, "1622")})
    assert contact.city_bound(s, d, unit("ger_inf_1")) == 1 << at("1622")
    s.flags[unit("rus_inf_4")] |= RETREATED
    kept = contact.city_bound(s, occupancy(s), unit("ger_inf_1"))
    assert kept == (1 << at("1622") if open_ else 0)


@pytest.mark.parametrize("other", ["wec_moscow", "rus_para_1", "rus_inf_4", "stalin/1"])
def test_who_attacks_from_a_major_city_sees_all_attacked(other: str) -> None:
    """10.1: all that is next to it, across no river: factories and such too; not who is marked"""
    s, d = table({"ger_inf_1": "1623", "rus_inf_7": "1724", other: "1622"})
    bound = ids(contact.city_bound(s, d, unit("ger_inf_1")))
    assert bound == {"1724", "1622"} and not contact.duties(s, d).must
    mark(s, unit(other.split("/")[0]), 1)
    assert ids(contact.city_bound(s, occupancy(s), unit("ger_inf_1"))) == {"1724"}
    s, d = table({"ger_inf_1": "1723", other: "1823"})
    full = other == "rus_inf_4"
    assert (contact.duties(s, d).must == [unit("ger_inf_1")]) == full


def test_a_river_and_a_major_city_bind_nobody() -> None:
    """10.1"""
    s, d = table({"ger_inf_1": "1623", "rus_inf_4": "1622"})
    assert not contact.duties(s, d).must
    s, d = table({"ger_inf_1": "1621", "rus_inf_4": "1622"})
    assert not contact.duties(s, d).must


def duties_by_hand(s: RussiaBesieged) -> tuple[set[int], dict[int, set[int]]]:
    """Pairs of neighbours, one by one."""
    stand = [p for p in BOARD.pieces if s.place[p.index] < HEXES and p.faces]
    own = [p for p in stand if p.side == s.side and attacks(s, p.index)]
    foes = [p for p in stand if p.side != s.side and fighter(s, p.index)]
    must: set[int] = set()
    by: dict[int, set[int]] = {}
    for unit_ in own:
        here = s.place[unit_.index]
        for foe in foes:
            there = s.place[foe.index]
            if there not in G.foot[here]:
                continue
            if contact.why_barred(s, occupancy(s), unit_.index, there):
                continue
            by.setdefault(there, set()).add(unit_.index)
            wet = G.rivers.marked(here, there) or there not in G.grid.neighbours[here]
            if foe.full_zone and not wet and not G.majors >> here & 1 and not marker(s, foe.index):
                must.add(unit_.index)
    return must, by


@pytest.mark.parametrize("seed", range(8))
def test_duties_against_pairs_of_neighbours(seed: int) -> None:
    s = scattered(seed)
    s.turn = max(2, s.turn)
    owed = contact.duties(s, occupancy(s))
    must, by = duties_by_hand(s)
    assert set(owed.must) == must
    assert {target: set(units) for target, units in owed.by.items()} == by


def test_a_unit_that_cannot_reach_1_5_surrenders() -> None:
    """10.19"""
    weak = "rus_cav_6/0"
    strong = {"ger_pz_41": "2719", "ger_pz_39": "2719", "ger_pz_56": "2719"}
    s, d = table({weak: "2720", **strong}, side="soviet")
    lost = Plans(s, d).surrenders()
    factor = odds.attack_factor(s, d, unit("rus_cav_6"))
    foe = sum(odds.defence_factor(s, d, unit(id_)) for id_ in strong)
    assert (lost == [unit("rus_cav_6")]) == (5 * factor < foe)
    assert lost


def test_who_must_take_on_two_at_once_and_cannot_surrenders() -> None:
    """10.19, 10.11, 10.14: either alone would do, and neither may be left out"""
    alone = {"rus_cav_6": "2720", "ger_pz_41": "2719", "ger_pz_39": "2721"}
    s, d = table(alone, side="soviet")
    assert Plans(s, d).surrenders() == [unit("rus_cav_6")]
    s, d = table({**alone, "rus_inf_59": "2718"}, side="soviet")
    assert Plans(s, d).surrenders() == [], "the army takes on 2719"


def test_who_may_not_attack_a_weak_neighbour_surrenders_to_a_strong_one() -> None:
    """10.19, 25.1: only what a unit may attack helps it"""
    G = BOARD.ground
    hungary, rumania = G.countries["hungary"], G.countries["rumania"]
    here, there, beyond = next(
        (h, n, m)
        for h in members(hungary & ~G.majors)
        for n in members(G.dry[h] & hungary & ~G.majors)
        for m in members(G.dry[h] & rumania)
    )
    here, there, beyond = (G.grid.ids[h] for h in (here, there, beyond))
    units = {"hun_inf_3/1": here, "rus_gd_tank_3": there, "rus_gd_tank_5": there}
    s, d = table({**units, "rus_cav_6/1": beyond}, turn="jul_aug_1944")
    assert Plans(s, d).surrenders() == [unit("hun_inf_3")]
    s, d = table({**units, "rus_cav_6/1": beyond, "ger_inf_1": here}, turn="jul_aug_1944")
    assert Plans(s, d).surrenders() == [unit("hun_inf_3")], "the corps is needed beyond the border"
    s, d = table({**units, "ger_inf_1": here}, turn="jul_aug_1944")
    assert Plans(s, d).surrenders() == []


def test_the_column_for_a_lost_dictator_counts_before_anybody_surrenders() -> None:
    """10.19, 14.15"""
    s, d = table({"ger_inf_34/1": "2720", "rus_gd_tank_3": "2719", "rus_mech_10": "2719"})
    assert Plans(s, d).surrenders() == [unit("ger_inf_34")]
    s.bereft[SOVIET] = 4
    assert Plans(s, d).surrenders() == []


def test_planes_that_are_too_far_save_nobody() -> None:
    """10.19, 11.41"""
    units = {"ger_inf_34/1": "2720", "rus_gd_tank_3": "2719", "rus_mech_10": "2719"}
    for base, lost in (("2424", False), ("1136", True)):
        s, d = table({**units, "stuka_1": base}, turn="jul_aug_1942")
        assert (Plans(s, d).surrenders() == [unit("ger_inf_34")]) == lost


# automatic victory ------------------------------------------------------------------


WON = {
    "ger_pz_39": "2128",
    "ger_pz_14": "2129",
    "ger_inf_4": "2330",
    "rus_inf_4/1": "2228",
    "rus_inf_18": "2329",
}


def test_the_example_of_automatic_victory() -> None:
    """9.0, 9.5"""
    s, d = table(WON)
    av = attack("2228", "ger_pz_39 ger_pz_14", air=1)
    assert odds.name(odds.raw(s, d, av)) == "9-1"
    assert overwhelm.why_no_victory(s, d, av) is None
    assert overwhelm.candidates(s, d) >> at("2228") & 1
    alone = attack("2228", "ger_pz_39 ger_pz_14")
    assert rule(overwhelm.why_no_victory(s, d, alone)) == "9.1"
    assert unit("ger_inf_4") in contact.duties(s, d).must
    assert odds.name(odds.final(s, d, attack("2329", "ger_inf_4"))) == "1-1"


def test_limits_of_automatic_victory() -> None:
    """9.31, 9.32, 24.1"""
    av = attack("2228", "ger_pz_39 ger_pz_14", air=1)
    s, d = table(WON, turn="sep_oct_1943")
    assert rule(overwhelm.why_no_victory(s, d, av)) == "9.31"
    s, d = table(WON)
    s.flags[unit("ger_pz_39")] |= VICTOR
    assert rule(overwhelm.why_no_victory(s, d, av)) == "9.32"
    s, d = table(WON, turn="may_jun_1941")
    assert rule(overwhelm.why_no_victory(s, d, av)) == "24.1"


def test_other_neighbours_are_covered_first() -> None:
    """9.5"""
    third = min(ids(G.dry[at("2128")]) - {"2228", "2129"} - ids(G.dry[at("2228")]))
    s, d = table({**WON, "rus_inf_19": third})
    av = attack("2228", "ger_pz_39 ger_pz_14", air=1)
    assert rule(overwhelm.why_no_victory(s, d, av)) == "9.5"


def test_the_loss_of_a_dictator_may_make_ten_to_one() -> None:
    """14.15b, 9.1: nine to one and the column that it gives"""
    s, d = table({"ger_inf_1": "2720", "ger_inf_5/1": "2720", "rus_para_1": "2719"},
                 weather="snow/snow")  # fmt: skip
    nine = attack("2719", "ger_inf_1 ger_inf_5", shifts=1)
    assert odds.name(odds.raw(s, d, nine)) == "9-1"
    assert overwhelm.candidates(s, d) == 0
    s.bereft[SOVIET] = 4
    d = occupancy(s)
    assert overwhelm.candidates(s, d) == 1 << at("2719")
    assert overwhelm.conquest(s, d, (at("2719"),)) is not None


@pytest.mark.parametrize("seed", range(8))
def test_candidates_leave_out_no_victory(seed: int) -> None:
    s = scattered(seed)
    d = occupancy(s)
    for target, units in contact.duties(s, d).by.items():
        most = min(BOARD.charts.air_per_attack[s.weather[s.impulse - 1]], len(units))
        best = Attack((target,), tuple(units), air=most)
        if overwhelm.why_no_victory(s, d, best) is None:
            assert overwhelm.candidates(s, d) >> target & 1


def test_artillery_counts_among_what_might_overwhelm() -> None:
    """9.1, 12.06: two guns make ten to one of eight"""
    strong = {"rus_gd_tank_1": "2720", "rus_art_1": "2720", "rus_art_2": "2720"}
    s, d = table({**strong, "ger_inf_10/1": "2719"}, turn="jan_feb_1944", side="soviet")
    whole = attack("2719", " ".join(strong))
    assert odds.name(odds.raw(s, d, whole)) == "9-1"
    assert odds.name(odds.final(s, d, whole)) == "10-1"
    assert overwhelm.candidates(s, d) >> at("2719") & 1
    assert overwhelm.conquest(s, d, (at("2719"),)) is not None


def test_the_least_odds_and_the_end_of_a_march() -> None:
    """10.18: one to five may be fought, one to six not"""
    s, d = table({"rus_cav_6": "2720", "ger_pz_24": "2719", "ger_inf_2": "2719"}, side="soviet")
    one = attack("2719", "rus_cav_6")
    assert odds.name(odds.final(s, d, one)) == "1-5" and odds.why_not(s, d, one) is None
    s, d = table({"rus_cav_6": "2720", "ger_pz_24": "2719", "ger_inf_1": "2719"}, side="soviet")
    assert rule(odds.why_not(s, d, one)) == "10.18"  # 16 to 3


def test_blitzkrieg_and_the_strait() -> None:
    """10.93: over it nobody strikes so; along either shore it stops nobody"""
    here, over = G.strait
    for target, across in ((here, over), (over, here)):
        beside = next(h for h in members(G.dry[target] & G.land) if h not in G.strait)
        for start, stopped in ((across, True), (beside, False)):
            ids_ = G.grid.ids
            s, d = table({"ger_pz_14": ids_[start], "rus_inf_4": ids_[target]}, turn="jul_aug_1942")
            why = odds.why_not_blitz(s, d, attack(ids_[target], "ger_pz_14"))
            assert (why is not None and "Kerch" in why.text) == stopped


def test_a_search_that_grows_too_long_refuses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """10.11, 10.18: it finds that the others need no air units"""
    tanks = {f"rus_gd_tank_{n}": hex_ for n, hex_ in enumerate(("2719", "2719", "2721", "2721"), 1)}
    s, d = table({"ger_inf_1/1": "2720", **tanks}, turn="jul_aug_1943")
    by = {at(hex_): [unit("ger_inf_1")] for hex_ in ("2719", "2721")}
    assert plans.fewest(s, d, list(by), by) == plans.NEVER
    monkeypatch.setattr(plans, "_MOST", 0)
    assert plans.fewest(s, d, list(by), by) == 0
