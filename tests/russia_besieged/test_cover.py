"""Chapter 9: who is next to other enemies, and who covers them (9.5)."""

from typing import Any

import pytest

from engine.board.bits import mask
from engine.board.occupancy import Occupancy
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, INFANTRY
from engine.games.russia_besieged.law import movement, odds, overwhelm, plans
from engine.games.russia_besieged.law.odds import Attack
from engine.games.russia_besieged.state import TOOK, RussiaBesieged
from tests.russia_besieged.staged import EMPTY, game
from tests.russia_besieged.table import at, ids, table, unit
from tests.russia_besieged.test_combat import attack
from tests.russia_besieged.test_movement import rule
from tests.table import refused

G = BOARD.ground


def cover(units: dict[str, str], air_: int = 0) -> tuple[RussiaBesieged, Occupancy, Attack]:
    """Two Panzer corps in 2720 beside paratroops in 2719; others, and what may cover them."""
    panzers = {"ger_pz_24": "2720", "ger_pz_39": "2720", "rus_para_1": "2719"}
    stukas = {f"stuka_{n}": "3122" for n in range(1, air_ + 1)}
    s, d = table({**panzers, **units, **stukas}, turn="jul_aug_1942", axis=["3122"])
    return s, d, attack("2719", "ger_pz_24 ger_pz_39")


TWELVE = {"rus_inf_3": "2820", "rus_inf_8": "2820"}
HALF = ("rum_inf_1/1", "rum_inf_6/1")
"""Two factors each: one to six against twelve, one to three together."""


def test_cover_with_air_units() -> None:
    """9.5, 11.5, 10.18: one to six is one to five with a Stuka, if one is left to fly"""
    foes = {**TWELVE, HALF[0]: "2821"}
    s, d, av = cover(foes)
    assert odds.name(odds.final(s, d, attack("2820", "rum_inf_1"))) == "1-6"
    assert rule(overwhelm.why_uncovered(s, d, av)) == "9.5"
    s, d, av = cover(foes, 1)
    assert overwhelm.why_uncovered(s, d, av) is None
    s.flown[0] = 9
    assert rule(overwhelm.why_uncovered(s, d, av)) == "9.5"
    two = {"rus_inf_3": "2620", "rus_inf_8": "2721", "rus_gd_inf_2/1": "2620"}
    s, d, av = cover({**two, HALF[0]: "2621"}, 2)
    assert rule(overwhelm.why_uncovered(s, d, av)) == "9.5"


def test_one_unit_covers_two_hexes_by_one_attack() -> None:
    """9.5, 10.14, 10.16: at 1-5 against both together, or there must be one for each"""
    foes = {"rus_inf_3": "2620", "rus_inf_8": "2721"}
    for units, wanted in (({HALF[0]: "2621"}, "9.5"), (dict.fromkeys(HALF, "2621"), ""),
                          ({"ger_inf_1": "2621"}, "")):  # fmt: skip
        s, d, av = cover({**foes, **units})
        assert overwhelm.uncovered(s, d, av) == mask([at("2620"), at("2721")])
        assert rule(overwhelm.why_uncovered(s, d, av)) == wanted
    assert rule(odds.why_not(s, d, attack("2620 2721", "ger_inf_1"))) == ""


def test_cover_stands_within_the_limits() -> None:
    """9.5, 5.01: who is one too many in a hex covers nothing"""
    for where, wanted in (("2720", "9.5"), ("2821", "")):
        s, d, av = cover({**TWELVE, HALF[0]: "2720", HALF[1]: where})
        assert rule(overwhelm.why_uncovered(s, d, av)) == wanted


@pytest.mark.parametrize("more", [False, True])
def test_who_covers_stays_as_long_as_he_is_needed(more: bool) -> None:
    """9.5: by land, by rail, and for another automatic victory"""
    board = ("put ger_pz_24 2720", "put ger_pz_39 2720", "put rus_para_1 2719")
    board += ("put rus_inf_3 2820", "put rus_inf_8 2820", "put rus_para_5 2921")
    board += tuple(f"put {who.split('/')[0]} 2821 reduced" for who in HALF)
    board += ("put ger_inf_1 2821",) if more else ()
    g = game(*EMPTY, *board, "at 8 axis movement")
    g.submit("axis", "av 2719 with ger_pz_24 ger_pz_39")
    g.submit("axis", "done")
    wanted = "" if more else "9.5"
    who = unit("rum_inf_1")
    why = movement.why_bound(g.table.s, g.table.d, who)
    assert rule(why) == wanted
    assert why is None or "could not attack 2820 at 1-5" in why.text
    assert g.table.s.pledged == ([] if more else [who, unit("rum_inf_6")])
    if more:
        g.submit("axis", "move ger_inf_1 2822")
        assert refused(g, "axis", "move rum_inf_1 2822") == "9.5"
    g.submit("axis", "end movement")
    g.submit("axis", "attack 2820 with rum_inf_1 rum_inf_6")


def test_who_covers_is_not_given_up() -> None:
    """9.5, 5.04: others in a hex that is too full are"""
    corps = ("ger_inf_1", "ger_inf_2", "ger_inf_10", "ger_inf_26")
    g = game(*EMPTY, *(f"put {who} 2821" for who in corps), "at 8 axis movement")
    g.table.s.pledged = [unit("ger_inf_1")]
    assert refused(g, "axis", "shed ger_inf_1") == "9.5"
    g.submit("axis", "shed ger_inf_26")
    assert refused(g, "axis", "shed ger_inf_1") != "9.5"


def test_what_was_promised_holds_for_the_next_victory() -> None:
    """9.5: its units may be next to nothing of that, or others are there"""
    s, d, _ = cover({**TWELVE, "ger_inf_1": "2821", "rus_para_5": "2921"})
    second = Attack((at("2921"),), (unit("ger_inf_1"),))
    s.promised = f"{1 << at('2820'):x}"
    assert rule(overwhelm.why_uncovered(s, d, second)) == ""  # the Panzers are free still
    for panzer in ("ger_pz_24", "ger_pz_39"):
        s.flags[unit(panzer)] |= TOOK
    assert rule(overwhelm.why_uncovered(s, d, second)) == "9.5"


def test_who_covers_another_enemy_is_left_out_of_a_victory() -> None:
    """9.5, 10.1: the others are enough; who attacks from a major city needs cover all round"""
    third = next(
        hex_ for hex_ in sorted(ids(G.dry[at("2720")]))
        if hex_ != "2719" and not G.dry[at("2719")] >> at(hex_) & 1
    )  # fmt: skip
    units = {"ger_pz_24": "2720", "ger_pz_39": "2720", "ger_inf_1": "2720", "rus_para_1": "2719"}
    s, d = table({**units, "rus_inf_7/1": third})
    found = overwhelm.conquest(s, d, (at("2719"),))
    assert found is not None and len(found.units) == 2
    assert overwhelm.uncovered(s, d, found) == 1 << at(third)
    beside = next(h for h in G.foot[at("1623")] if G.dry[at("1623")] >> h & 1)
    other = next(h for h in G.foot[at("1623")] if G.dry[at("1623")] >> h & 1 and h != beside)
    s, d = table(
        {
            "ger_pz_24": "1623",
            "ger_pz_39": "1623",
            "rus_para_1": G.grid.ids[beside],
            "rus_inf_7/1": G.grid.ids[other],
        }
    )
    one = attack(G.grid.ids[beside], "ger_pz_24 ger_pz_39")
    assert overwhelm.uncovered(s, d, one) == 1 << other
    assert rule(overwhelm.why_uncovered(s, d, one)) == "9.5"


def test_only_who_may_attack_an_enemy_covers_him() -> None:
    """9.5, 24.1: an army group that may not attack a district covers nobody of it"""
    marked = {mark: [p.id for p in BOARD.pieces if p.mark == mark] for mark in "NCBW"}
    tank, *rest = marked["C"]
    units = {tank: "2720", marked["W"][0]: "2719", marked["B"][0]: "2820"}
    assert not BOARD.ground.wet[at("2720")] >> at("2820") & 1
    attack = Attack((at("2719"),), (unit(tank),))
    for other, rule_ in ((rest[0], "9.5"), (marked["N"][0], "")):
        s, d = table({**units, other: "2821"}, turn="may_jun_1941")
        assert rule(overwhelm.why_uncovered(s, d, attack)) == rule_


def test_bases_do_not_keep_what_a_unit_is_bound_to() -> None:
    """9.5: the last unit that can attack a promised hex stays, whatever else is beside it"""
    for other, stays in (("stuka_1", "9.5"), ("ger_inf_2", "")):
        s, d = table({"ger_inf_1": "2616", other: "2616", "rus_inf_4": "2615"}, axis=["2616"])
        s.promised = f"{1 << at('2615'):x}"
        s.pledged = overwhelm.pledged(s, d)
        assert rule(movement.why_bound(s, d, unit("ger_inf_1"))) == stays


def test_a_long_line_is_covered_or_not_without_trying_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """9.5, 10.14: eight hexes side by side, a weak corps between each two; nobody waits for it"""
    weak = [
        piece.id
        for piece in BOARD.pieces
        if piece.side == AXIS and piece.type == INFANTRY and piece.faces[-1].combat <= 2
    ][:9]
    armies = [f"rus_inf_{n}" for n in (3, 4, 5, 6, 7, 8, 9, 10)]
    line = {army: f"{2615 + n}" for n, army in enumerate(armies)}
    s, d = table({**line, **{f"{id_}/1": f"{2715 + n}" for n, id_ in enumerate(weak)}})
    s.promised = f"{mask(map(at, line.values())):x}"
    tried = []
    real = plans.flights

    def counted(*given: Any) -> int:
        tried.append(given)
        return real(*given)

    monkeypatch.setattr(plans, "flights", counted)
    assert overwhelm.pledged(s, d) == []
    assert len(tried) < 1000


def test_what_one_victory_promised_another_leaves_promised() -> None:
    """9.5, 10.1: two automatic victories in an impulse, far from each other"""
    board = ("put ger_pz_24 2720", "put ger_pz_39 2720", "put rus_para_1 2719",
             "put rus_inf_3 2820", "put ger_inf_1 2821",
             "put ger_pz_41 2420", "put ger_pz_56 2420", "put rus_para_5 2419")  # fmt: skip
    g = game(*EMPTY, *board, "at 8 axis movement")
    for line in ("av 2719 with ger_pz_24 ger_pz_39", "av 2419 with ger_pz_41 ger_pz_56"):
        g.submit("axis", line)
        g.submit("axis", "done")
        assert int(g.table.s.promised, 16) == 1 << at("2820")
