"""Chapters 19 to 21: factories, oil, Lend-Lease."""

import json
from importlib.resources import files

import pytest

from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    HEXES,
    MECHANIZED,
    SOVIET,
    URALS,
    WEC,
    Face,
)
from engine.games.russia_besieged.law import economy
from engine.games.russia_besieged.state import new, occupancy
from tests.russia_besieged.table import at, ids, table, unit

G = BOARD.ground
NORTH = ids(h for h in range(38 * 40) if G.rails >> h & 1)
"""Every line to the east edge."""
SHEET = json.loads((files("engine.games.russia_besieged.data") / "replacements.json").read_bytes())


@pytest.mark.parametrize("row", SHEET["undisturbed_profile"], ids=lambda row: row["turn"])
def test_oil_while_nothing_is_lost(row: dict[str, int | str]) -> None:
    """21.01, F19"""
    s, d = table(turn=str(row["turn"]))
    assert economy.oil(s, d) == (row["oil_armor_if_none_lost"], 0)


def test_factories_at_the_start() -> None:
    """19.28, F26, rb-33"""
    s = new(0)
    urals = [p for p in BOARD.pieces if p.type == WEC and s.place[p.index] == URALS]
    assert economy.factories(s) + sum(p.faces[0].combat for p in urals) == 15
    before = economy.factories(s)
    s.step[unit("wec_moscow")] = 1
    assert economy.factories(s) == before - 2


def test_wells_that_reach_baku_alone() -> None:
    """21.05, 21.1"""
    s, d = table(turn="jul_aug_1942", axis=NORTH)
    assert economy.oil(s, d) == (0, 8)
    s, d = table(turn="jul_aug_1942", axis=["5710"])
    assert economy.oil(s, d) == (0, 0)  # 21.1


def test_captured_wells_give_nothing() -> None:
    """21.07"""
    s, d = table(turn="jul_aug_1942")
    s.captured = 1
    assert economy.oil(s, d)[0] == 8 - economy.worth(G.wells[0], s.turn)


def test_the_example_of_lend_lease() -> None:
    """20.58, 20.55, 20.52"""
    s, _ = table({"ger_inf_1": "0812"}, turn="mar_apr_1942")
    assert economy.lend_lease(s, occupancy(s), 8) == (4, 0, 1)
    s.place[unit("ger_inf_1")] = at("0813")
    assert economy.lend_lease(s, occupancy(s), 8)[1] == 0
    s.place[unit("rus_inf_4")] = at("0812")
    assert economy.lend_lease(s, occupancy(s), 8)[1] == 2
    s.place[unit("ger_inf_1")] = HEXES
    s.turn = BOARD.turn_index["jan_feb_1945"]
    assert economy.lend_lease(s, occupancy(s), 10) == (0, 0, 0)  # 20.52


def test_persia_by_halves() -> None:
    """20.57, rb-18"""
    s, d = table()
    assert economy.persia(s, d, 5) == 5
    s, d = table(axis=NORTH)
    assert economy.persia(s, d, 5) == 3
    s, d = table(axis=["6016"])
    assert economy.persia(s, d, 5) == 2
    assert economy.armor_share(7) == 1


def test_costs() -> None:
    """18.43, 19.32, 19.33, 21.02"""
    assert economy.cost(unit("ss_pz_2"), 0, 2) == 8
    small = [p for p in BOARD.pieces if p.faces[1:] and p.type == 0 and p.faces[1].combat == 3]
    assert 2 * economy.cost(small[0].index, 1) == 6
    assert economy.cost(unit("rus_para_1"), 0) == 3
    corps = {p.faces[0]: p.index for p in BOARD.pieces if p.type == MECHANIZED}
    small_corps, large = corps[Face(3, 6)], corps[Face(4, 6)]
    assert economy.cost(small_corps, 0) + 2 * economy.cost(large, 0) == 11
    assert economy.cost(unit("hitler"), 0) == 0


def test_arrivals_of_july_and_august_1941() -> None:
    """17.01, 17.03"""
    expected = {
        e["id"]: e["expect"]
        for e in json.loads(
            (files("engine.games.russia_besieged.data") / "examples.json").read_bytes()
        )["examples"]
    }["arrivals_july_1941"]
    s = new(0)
    s.turn = 2
    names = lambda side: {BOARD.pieces[p].id for p in economy.due(s, side)}  # noqa: E731
    ground = {piece.id for piece in BOARD.pieces if piece.type < WEC}
    assert names(AXIS) & ground == set(expected["axis_first"])
    assert names(SOVIET) & ground == set(expected["russian_first"])
    s.impulse = 2
    assert names(AXIS) & ground == set(expected["axis_second_impulse"])
    assert names(SOVIET) >= set(expected["russian_second"])


def test_wells_by_either_line() -> None:
    """21.05, 13.51: joined to the east edge, or by Baku while Astrakhan is; in an Axis zone where
    a unit stands that keeps supply paths open
    """
    s, d = table(turn="jul_aug_1942")
    assert economy.oil(s, d) == (8, 0)
    s, d = table({"ger_inf_1": "5610"}, turn="jul_aug_1942")  # Baku in its zone
    north = ("oil_maikop", "oil_grozny", "oil_dagestan")
    assert economy.oil(s, d) == (sum(economy.worth(w, s.turn) for w in G.wells if w.id in north), 0)
    for guard, expected in (("rus_inf_4", 8), ("rus_art_1", 6), ("rus_para_1", 6)):  # 13.51
        s, d = table({"ger_inf_1": "5812", guard: "5811"}, turn="jul_aug_1942")
        assert economy.oil(s, d) == (expected, 0)
    for row, expected in ((46, (8, 0)), (45, (1, 7))):  # south of Astrakhan, or its own line
        cut = [G.grid.ids[h] for h in range(HEXES) if G.rails >> h & 1 and h // 40 + 1 == row]
        assert economy.oil(*table(turn="jul_aug_1942", axis=cut)) == expected


def test_whose_oil_goes_to_germany() -> None:
    """21.2: that of Russian wells that the Axis has taken, on its own turn"""
    for side in ("axis", "soviet"):
        for captured in (0, -1):
            s, d = table(turn="jul_aug_1943", side=side)
            s.captured = captured & (1 << len(G.wells)) - 1
            for well in G.wells:
                why = economy.why_no_shipping(s, d, well)
                none = why is not None and "no Russian well" in why.text
                assert none == (side == "soviet" or well.side != SOVIET or not captured), well.id
