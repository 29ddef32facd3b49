"""Lines that convert by what was entered before, past cities, to the edge (7.2), or are built."""

import pytest

from engine import Game
from engine.board.bits import members
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, RUSSIAN, SOVIET
from engine.games.russia_besieged.law import rail, supply
from engine.games.russia_besieged.state import occupancy
from tests.russia_besieged.staged import EMPTY, game, lines
from tests.russia_besieged.table import at, city, ids, table, unit
from tests.russia_besieged.test_movement import rule
from tests.table import asked, look, names

G = BOARD.ground
ALL = [G.grid.ids[h] for h in members(G.rails)]


WEST = [hex_ for hex_ in ALL if int(hex_[2:]) >= 19]
"""The Axis has these; 0919 is the last on its line."""


def finish(g: Game, side: str = "axis") -> None:
    """To the end of the impulse."""
    now = g.table.s.impulse
    while (g.table.s.impulse, asked(g)) == (now, [side]):
        g.submit(side, next(line for line in _ENDS if line in names(g, side)))


_ENDS = ("end movement", "end combat", "end partisans")


def owners(g: Game, *hexes: str) -> set[str]:
    return {look(g, f"{hex_} rails") for hex_ in hexes}


# junctions ----------------------------------------------------------------------------


LINE = ("0918", "1017", "1117")
ENTERED = (
    *EMPTY, *lines(ALL, "soviet"), *lines(WEST), "put ger_mtn_19 1217", "put ger_inf_1 0919",
    "put rus_inf_4 4507", "at 8 axis movement",
)  # fmt: skip


@pytest.mark.parametrize("at_once", [True, False])
def test_a_junction_entered_before_the_way_to_it_was_open(at_once: bool) -> None:
    """7.25, 7.22: it is gained at any point of the player turn, and comes once it is linked"""
    g = game(*ENTERED)
    g.submit("axis", "move ger_mtn_19 1117 1216")
    if not at_once:
        finish(g)
        assert owners(g, *LINE) == {"soviet"}
    g.submit("axis", "move ger_inf_1 0918")
    finish(g)
    assert owners(g, *LINE) == {"axis"}


def test_a_junction_of_another_turn_must_be_entered_again() -> None:
    """7.25: during his turn; nor do those who cannot convert gain it (7.21)"""
    g = game(*ENTERED)
    g.submit("axis", "move ger_mtn_19 1117 1216")
    assert look(g, "1117 entered") == "1"
    while g.table.s.turn == 8:
        side = asked(g)[0]
        g.submit(side, next(line for line in _ENDS if line in names(g, side)))
    assert look(g, "1117 entered") == "0"
    g.submit("axis", "move ger_inf_1 0918")
    finish(g)
    assert owners(g, "0918") == {"axis"} and owners(g, "1017", "1117") == {"soviet"}


def test_a_junction_that_nobody_entered_is_the_end_of_the_way() -> None:
    """7.22: what lies beyond it stays the enemy's"""
    g = game(*ENTERED[:-1], "put ger_mtn_19 1015", ENTERED[-1])
    g.submit("axis", "move ger_mtn_19 1016")
    g.submit("axis", "move ger_inf_1 0918")
    finish(g)
    assert owners(g, "0918") == {"axis"} and owners(g, "1016", "1017", "1117") == {"soviet"}


@pytest.mark.parametrize(("foe", "owner"), [("4507", "axis"), ("0818", "soviet")])
def test_a_junction_comes_with_the_hexes_of_its_lines(foe: str, owner: str) -> None:
    """7.26, 7.27: all its lines lead to Axis rails past a hex that is the enemy's; in no zone"""
    middle = ("0918", "0917", "0919", "1017")
    board = (*EMPTY, *lines(ALL), *lines(middle, "soviet"), "put ger_inf_1 1734")
    g = game(*board, f"put rus_inf_4 {foe}", "at 8 axis movement")
    finish(g)
    assert owners(g, *middle) == {owner}


@pytest.mark.parametrize(("railhead", "falls"), [("0503", False), ("0402", True)])
def test_no_city_falls_to_rails_that_end_before_it(railhead: str, falls: bool) -> None:
    """7.26, 4.1, rb-04: the one line to Archangel must be friendly up to it, or it is entered"""
    road = ["0704", "0604", "0504", "0503", "0402", "0302"]
    theirs = road[road.index(railhead) + 1 :]
    g = game(*EMPTY, *lines(ALL), *lines(theirs, "soviet"), "put rus_inf_4 4507",
             "put ger_inf_1 1734", "at 8 axis movement")  # fmt: skip
    finish(g)
    assert look(g, "archangel control") == ("axis" if falls else "soviet")
    assert owners(g, *theirs) == ({"axis"} if falls else {"soviet"})


# cities, edges, rails that are cut off ----------------------------------------------------


def test_a_line_goes_past_a_city_that_is_ones_own() -> None:
    """7.22: none but an enemy's city blocks it, though its rails were not converted before; Tuapse
    at the end of the line comes by 7.26
    """
    s, d = table({"ger_inf_1": "4220"}, axis=ALL, russian=["4218", "4219", "4220", "4321"])
    assert rail.conversion(s, d, AXIS, at("4220")) == (0, 0)
    s.cities = f"{int(s.cities, 16) | 1 << G.city_index['maikop']:x}"
    found, cities = rail.conversion(s, occupancy(s), AXIS, at("4220"))
    assert ids(found) == {"4218", "4219", "4220", "4321"}
    assert cities == 1 << G.city_index["tuapse"]


def test_a_line_goes_on_rails_that_are_cut_off() -> None:
    """7.22: past rails of its own side, up to those that lead home"""
    s, d = table({"ger_inf_1": "4321"}, axis=ALL, russian=["4218", "4321"])
    assert ids(rail.conversion(s, d, AXIS, at("4321"))[0]) == {"4218", "4321"}


@pytest.mark.parametrize(
    ("side", "where", "line"),
    [(AXIS, "3339", ["3140", "3239", "3339"]), (SOVIET, "1803", ["1801", "1802", "1803"])],
)
def test_a_line_leads_to_the_edge_itself(side: int, where: str, line: list[str]) -> None:
    """7.22, 7.23: the rails at the edge need not be one's own before"""
    mine, foe = (("ger_inf_1", "rus_inf_4"), ("rus_inf_4", "ger_inf_1"))[side]
    lost = {"russian": ALL} if side == AXIS else {"axis": ALL}
    name = ("axis", "soviet")[side]
    s, d = table({mine: where}, side=name, **lost)
    found = ids(rail.conversion(s, d, side, at(where))[0])
    assert found >= set(line) and not {"3338", "1704"} & found
    s, d = table({mine: where, foe: line[0]}, side=name, **lost)
    assert not set(line) & ids(rail.conversion(s, d, side, at(where))[0])


def test_no_train_goes_through_a_city_of_the_enemy() -> None:
    """7.03: though the rails in it are still those of the side"""
    s, d = table({"ger_inf_1": "4020", "ger_inf_2": "4022"}, axis=ALL)
    assert rail.why_not(s, d, unit("ger_inf_1"), at("4019")) is None
    s.cities = f"{int(s.cities, 16) & ~(1 << G.city_index['krasnodar']):x}"
    assert rule(rail.why_not(s, occupancy(s), unit("ger_inf_1"), at("4019"))) == "7.06"


# the line of 20.7 -----------------------------------------------------------------------

CUT = (*EMPTY, "put ger_inf_1 0710", "mark 0710 rails axis")
CHAIN = ("0107", "0206", "0306", "0405", "0404", "0403", "0402", "0302")


@pytest.mark.parametrize("built", range(9))
@pytest.mark.parametrize("foe", ["", "0306"])
def test_the_emergency_line_is_a_railway_as_far_as_it_is_built(built: int, foe: str) -> None:
    """20.72, 7.03, 7.06, 13.2, 20.75, rb-92: for trains and supply, past no Axis unit or zone"""
    units = {"ger_inf_1": "0710"} | ({"fin_inf_7": foe} if foe else {})
    s, d = table(units, turn="mar_apr_1943", side="soviet", axis=["0710"])
    s.emergency = built
    far = 8 if built == 8 else min(built, 6)  # the last link comes with 0107
    open_ = min(far, 4) if foe else far  # its zone shuts 0405
    reached = {"0402", "0302", *CHAIN[::-1][:open_]}
    fed = ids(supply.rail_sources(s, d, RUSSIAN))
    assert fed & {*CHAIN} == reached
    assert ids(rail.component(s, d, SOVIET, city("archangel"))) & {*CHAIN} == reached
    for start in CHAIN[:2]:
        s.place[unit("rus_inf_4")] = at(start)
        goes = rail.ends(s, occupancy(s), unit("rus_inf_4")) >> city("archangel") & 1
        assert goes == (open_ == 8), start
    held = {c.place for c in supply.besieged(s, d, SOVIET)}
    assert (at("0107") in held) == (open_ < 8)  # 13.65


def test_nobody_converts_the_emergency_line() -> None:
    """20.72, 7.21, rb-92: it cannot be destroyed; once the Axis has gone it carries again"""
    g = game(*CUT, "put fin_inf_7 0208", "set emergency 8", "at 7 axis movement")
    g.submit("axis", "move fin_inf_7 0306")
    assert not rail.component(g.table.s, g.table.d, SOVIET, at("0405"))
    g.submit("gm", "put fin_inf_7 pool")
    assert rail.component(g.table.s, g.table.d, SOVIET, at("0405")) >> at("0107") & 1


@pytest.mark.parametrize(("cut", "marker"), [(6, "0"), (0, "1")])
def test_the_emergency_line_feeds_in_the_turn_in_which_it_is_done(cut: int, marker: str) -> None:
    """20.72, 3.0, 13.43, 13.65: it is built before supply is looked at"""
    board = (*CUT, "set weather.2 snow", "put rus_inf_4 0107", f"set murmansk {cut}")
    g = game(*board, "at 7/2 soviet supply")
    while "end partisans" in names(g, "soviet"):
        g.submit("soviet", "end partisans")
    assert look(g, "rus_inf_4 oos") == marker
