"""Chapters 19 to 21: factories, oil, Lend-Lease."""

import json
from importlib.resources import files

import pytest

from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import HEXES, URALS, WEC
from engine.games.russia_besieged.law import economy
from engine.games.russia_besieged.state import new, occupancy
from tests.russia_besieged.table import at, ids, table, unit

G = BOARD.ground
NORTH = ids(h for h in range(38 * 40) if G.rails >> h & 1)
"""Every line to the east edge."""
SHEET = json.loads((files("engine.games.russia_besieged.data") / "replacements.json").read_bytes())


@pytest.mark.parametrize("row", SHEET["undisturbed_profile"], ids=lambda row: row["turn"])
def test_oil_while_nothing_is_lost(row: dict[str, int | str]) -> None:  # 21.01, F19
    s, d = table(turn=str(row["turn"]))
    assert economy.oil(s, d) == (row["oil_armor_if_none_lost"], 0)


def test_factories_at_the_start() -> None:  # 19.28, F26, rb-33
    s = new(0)
    urals = [p for p in BOARD.pieces if p.type == WEC and s.place[p.index] == URALS]
    assert economy.factories(s) + sum(p.faces[0].combat for p in urals) == 15
    before = economy.factories(s)
    s.step[unit("wec_moscow")] = 1
    assert economy.factories(s) == before - 2


def test_wells_that_reach_baku_alone() -> None:  # 21.05
    s, d = table(turn="jul_aug_1942", axis=NORTH)
    assert economy.oil(s, d) == (0, 8)
    s, d = table(turn="jul_aug_1942", axis=["5710"])
    assert economy.oil(s, d) == (0, 0)  # 21.1


def test_captured_wells_give_nothing() -> None:  # 21.07
    s, d = table(turn="jul_aug_1942")
    s.captured = 1
    assert economy.oil(s, d)[0] == 8 - economy.worth(G.wells[0], s.turn)


def test_the_example_of_lend_lease() -> None:  # 20.58, 20.55
    s, _ = table({"ger_inf_1": "0812"}, turn="mar_apr_1942")
    assert economy.lend_lease(s, occupancy(s), 8) == (4, 0, 1)
    s.place[unit("ger_inf_1")] = at("0813")
    assert economy.lend_lease(s, occupancy(s), 8)[1] == 0
    s.place[unit("rus_inf_4")] = at("0812")
    assert economy.lend_lease(s, occupancy(s), 8)[1] == 2
    s.place[unit("ger_inf_1")] = HEXES
    s.turn = BOARD.turn_index["jan_feb_1945"]
    assert economy.lend_lease(s, occupancy(s), 10) == (0, 0, 0)  # 20.52


def test_persia_by_halves() -> None:  # 20.57, rb-18
    s, d = table()
    assert economy.persia(s, d, 5) == 5
    s, d = table(axis=NORTH)
    assert economy.persia(s, d, 5) == 3
    s, d = table(axis=["6016"])
    assert economy.persia(s, d, 5) == 2
    assert economy.armor_share(7) == 1
