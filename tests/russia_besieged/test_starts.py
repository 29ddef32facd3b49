"""The seven scenarios: how each begins, and what wins it at its end (23.0, 27.0)."""

import json
import random
from importlib.resources import files
from typing import Any

import pytest

import engine
from engine.core.entries import Phased
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    BOXES,
    HEXES,
    ITALIAN,
    REMOVED,
    SIDES,
    SOVIET,
)
from engine.games.russia_besieged.law import economy, movement, upkeep, victory
from engine.games.russia_besieged.law.rations import share
from engine.games.russia_besieged.state import RussiaBesieged, marker, new, occupancy
from tests.russia_besieged.table import unit
from tests.table import prompt, refused

G = BOARD.ground
SHEET = files("engine.games.russia_besieged.data")
SCENARIOS = json.loads(SHEET.joinpath("scenarios.json").read_text("utf-8"))["scenarios"]
HEX = {h["id"]: h for h in json.loads(SHEET.joinpath("map.json").read_text("utf-8"))["hexes"]}
NUMBERS = range(len(SCENARIOS))
LATER = [n for n in NUMBERS if SCENARIOS[n].get("units")]
BLAU, SUMMER, DOWNFALL = LATER
COUNTED = [n for n in NUMBERS if "scenario_victory_points" in SCENARIOS[n]]
EAST, NOBODY = "russia", ("iran", "turkey", "iraq", "syria", "sweden", "denmark", "greece")


def owned_by_axis(record: dict[str, Any], hex_: str) -> bool:
    """By the sheet: its hexes in Russia, and the lands of the Axis without what it has lost."""
    country = HEX[hex_]["country"]
    if country == EAST:
        return hex_ in record.get("axis_controlled_hexes_in_russia", ())
    return country not in NOBODY and hex_ not in record.get(
        "russian_controlled_hexes_outside_russia", ()
    )


@pytest.mark.parametrize("number", NUMBERS)
def test_cities_and_rails_are_their_owners(number: int) -> None:
    """4.1, 7.05: each by the owner of its hex"""
    s, record = new(number), SCENARIOS[number]
    for city in G.cities:
        mine = owned_by_axis(record, G.grid.ids[city.place])
        assert bool(int(s.cities, 16) >> city.index & 1) == mine, city.id
    for place in range(HEXES):
        if G.rails >> place & 1:
            mine = owned_by_axis(record, G.grid.ids[place])
            assert bool(int(s.rails, 16) >> place & 1) == mine, G.grid.ids[place]


@pytest.mark.parametrize("number", LATER)
def test_every_piece_of_a_later_start_has_a_place(number: int) -> None:
    """23.0: on its hex, in its box, or among those whose date has not come"""
    s, record = new(number), SCENARIOS[number]
    stands = {row["unit"]: row["hex"] for row in record["units"]}
    boxes = {
        id_: f"{box}_{side}"
        for name, side in (("axis", "axis"), ("russian", "soviet"))
        for box, ids in record["pools"][name].items()
        for id_ in ids
    }
    parts = {part for shock in record["shock_armies"] for part in shock["components"]}
    for piece in BOARD.pieces:
        place = s.place[piece.index]
        where = G.grid.ids[place] if place < HEXES else BOXES[place - HEXES]
        if piece.id in stands:
            assert where == stands[piece.id], piece.id
        elif piece.id in boxes:
            assert where == boxes[piece.id], piece.id
        elif piece.id in parts:
            assert where == "combined", piece.id
        elif where == "waiting" and piece.arrival:
            date = piece.arrival
            assert date.turn >= s.turn or piece.type == BOARD.pieces[unit("rus_shock_1")].type


# what has happened before ---------------------------------------------------------------


@pytest.mark.parametrize(("number", "marked"), [(BLAU, 3), (SUMMER, 3), (DOWNFALL, 0)])
def test_leningrad_begins_with_its_marker(number: int, marked: int) -> None:
    """13.62: fed by the ice road, at 1 as the first check would leave it; Sevastopol has none"""
    s = new(number)
    assert sum(marker(s, piece.index) == 1 for piece in BOARD.pieces) == marked
    assert sum(marker(s, piece.index) > 0 for piece in BOARD.pieces) == marked
    s.side, s.impulse = SOVIET, 2
    for one, city in share(upkeep.check(s, occupancy(s), SOVIET).near).fed.items():
        leningrad = G.city_at[city.place] == G.city_index["leningrad"]
        assert marker(s, one) == int(leningrad)
        assert not leningrad or upkeep.next_marker(s, occupancy(s), city, one) == 1


def test_the_garrison_of_the_caucasus_as_blau_begins() -> None:
    """17.13: two armies are free since Sevastopol was attacked, two are tied until June"""
    s = new(BLAU)
    s.side = SOVIET
    for impulse, tied in ((1, {"45", "46"}), (2, set())):
        s.impulse = impulse
        armies = ("44", "45", "46", "47")
        found = {n for n in armies if movement.why_garrisoned(s, unit(f"rus_inf_{n}"))}
        assert found == tied
    for number in (SUMMER, DOWNFALL):
        assert new(number).released == 3


@pytest.mark.parametrize("number", LATER)
def test_the_emergency_line_is_built_in_the_first_russian_turn(number: int) -> None:
    """20.71: the line from Murmansk was cut before"""
    s = new(number)
    assert not economy.routes(s, occupancy(s))[0]
    g = engine.new_game("russia_besieged", SCENARIOS[number]["id"], {}, bytes(32))
    now = s.turn
    g.submit("gm", f"at {now}/2 soviet supply")
    while "artisan" in prompt(g):
        g.submit("soviet", "end partisans")
    assert g.table.s.emergency == len(G.emergency)


def test_what_had_fallen_before_downfall() -> None:
    """13.46, 26.31: Sevastopol feeds nobody for four turns again; Italy left the war in 1943"""
    s = new(DOWNFALL)
    assert int(s.fallen, 16) == 1 << G.city_index["sevastopol"]
    assert s.surrendered == 1 << ITALIAN
    assert new(SUMMER).surrendered == new(BLAU).surrendered == 0


# set-up by the players ------------------------------------------------------------------


def test_a_free_set_up_is_told_to_both() -> None:
    """23.03, 23.04: whose turn it is to set up, and where units now stand"""
    g = engine.new_game("russia_besieged", "campaign", {"setup": "free"}, bytes(32))
    assert g.pending()[0].rule == "23.03"
    receipt = g.submit("soviet", "deploy rus_mech_14 1327")
    assert g.tell(receipt.entries[-1]) == "Russian 14 Mechanized Corps is set up in 1327."
    told = [e for e in g.submit("soviet", "end setup").entries if isinstance(e, Phased)]
    assert [(e.side, e.phase, e.rule) for e in told] == [("axis", "set-up", "23.04")]
    assert g.pending()[0].rule == "23.04"
    assert refused(g, "axis", "deploy ger_inf_13 1734") == "23.04"
    for id_, why in (("stuka_1", "23.04"), ("ger_mtn_19", "23.04"), ("rus_inf_4", "23.0")):
        assert refused(g, "axis", f"deploy {id_} warsaw") == why
    receipt = g.submit("axis", "deploy ger_inf_13 1235")
    assert g.tell(receipt.entries[-1]) == "13 Infantry Corps is set up in 1235."
    told = [e for e in g.submit("axis", "end setup").entries if isinstance(e, Phased)]
    assert told[0].phase == "weather"


@pytest.mark.parametrize("number", LATER)
def test_later_scenarios_are_set_up_as_printed(number: int) -> None:
    """23.0: nobody is left to think that he may set up"""
    with pytest.raises(engine.Malformed, match="set-up of its own"):
        engine.new_game("russia_besieged", SCENARIOS[number]["id"], {"setup": "free"}, bytes(32))
    g = engine.new_game("russia_besieged", SCENARIOS[number]["id"], {"setup": "default"}, bytes(32))
    assert "set up" not in prompt(g)


# the end --------------------------------------------------------------------------------


def by_the_sheet(number: int, s: RussiaBesieged) -> int:
    """The victory points of a position, place by place as the sheet lists them."""
    found = int(s.moscow)
    cities = {city.id: city.index for city in G.cities}
    wells = {well.id: well for well in G.wells}
    for row in SCENARIOS[number]["scenario_victory_points"]:
        id_ = row["id"]
        if id_ in wells:
            axis = (wells[id_].side == AXIS) != bool(s.captured >> wells[id_].index & 1)
        else:
            axis = bool(int(s.cities, 16) >> cities[id_] & 1)
        found += row["value"] * (axis == (row["scored_when"] == "axis controlled"))
    return found


@pytest.mark.parametrize("number", COUNTED)
def test_points_as_the_sheet_lists_them(number: int) -> None:
    """27.0, rb-27: Tabriz is no city of either side"""
    rng = random.Random(number)
    s = new(number)
    assert victory.points(s) == by_the_sheet(number, s)
    if number != BLAU:
        assert victory.points(s) == 0
    for _ in range(200):
        s.cities = f"{rng.getrandbits(len(G.cities)):x}"
        s.captured = rng.getrandbits(len(G.wells))
        s.moscow = rng.random() < 0.5
        assert victory.points(s) == by_the_sheet(number, s)


@pytest.mark.parametrize("number", NUMBERS)
def test_who_wins_at_once(number: int) -> None:
    """27.1, 27.2: Moscow without Stalin in every scenario; Berlin without Hitler only where
    nothing is counted at the end
    """
    s = new(number)
    bit = 1 << G.city_index["moscow"]
    s.cities, s.place[unit("stalin")] = f"{int(s.cities, 16) | bit:x}", REMOVED
    assert victory.at_once(s) == AXIS
    s = new(number)
    bit = 1 << G.city_index["berlin"]
    s.cities, s.place[unit("hitler")] = f"{int(s.cities, 16) & ~bit:x}", REMOVED
    assert victory.at_once(s) == (-1 if number in COUNTED else SOVIET)


@pytest.mark.parametrize("side", SIDES)
def test_nobody_bids_for_fall_blau(side: str) -> None:
    """rb-27: the sheet has bids in the tournaments alone"""
    options = {"bid": 3, "bidder": side}
    g = engine.new_game("russia_besieged", "fall_blau_1942", options, bytes(32))
    assert victory.threshold(g.table.s) == 28


def wins(number: int, s: RussiaBesieged) -> int:
    """By the conditions that the sheet lists, at the end of the last Russian turn."""
    record = SCENARIOS[number]
    majors = sum(1 for c in G.cities if c.major and int(s.cities, 16) >> c.index & 1)
    minimum = {r["id"]: r.get("minimum", {}) for r in record["victory"]["russian"]}
    least = minimum.get("sudden_death", {}).get(record["end_turn"], 0)
    if number == BLAU:
        least = 17
    if majors < least:
        return SOVIET
    for condition in record["victory"]["axis"]:
        if "threshold" in condition and by_the_sheet(number, s) >= condition["threshold"]:
            return AXIS
        if condition["id"] == "time":
            return AXIS
    return SOVIET


@pytest.mark.parametrize("number", NUMBERS)
def test_who_wins_at_the_end(number: int) -> None:
    """27.0, rb-27: by the sheet's conditions, whatever is held"""
    rng = random.Random(7 * number)
    s = new(number)
    s.turn = BOARD.turn_index[SCENARIOS[number]["end_turn"]]
    winners = set()
    for _ in range(300):
        held = rng.random() * 1.1
        s.cities = f"{sum((rng.random() < held) << c.index for c in G.cities):x}"
        s.captured = rng.getrandbits(len(G.wells))
        s.moscow = rng.random() < 0.5
        found, reason = victory.at_end_of_turn(s)
        assert found == wins(number, s) and reason
        winners.add(found)
    assert winners >= {AXIS}
