"""The facts of the sheet that the rulebook fixes, each by the rule that says so."""

from itertools import pairwise

import pytest

from engine.board.bits import mask, members
from engine.board.supply import supplied
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AIRCRAFT,
    AXIS,
    CLASSES,
    FREELY,
    HEXES,
    MARSHAL,
    MOUNTAIN,
    NEVER,
    SOVIET,
    WAITING,
    WATER,
    WEC,
    WITH_HELP,
)

G = BOARD.ground
at = G.index


def city(id_: str) -> int:
    return G.cities[G.city_index[id_]].place


def units(turn: int, impulse: int, side: int, types: int = AIRCRAFT) -> list[str]:
    return [
        piece.id
        for piece in BOARD.pieces
        if piece.side == side
        and piece.type < types
        and piece.arrival
        and (piece.arrival.turn, piece.arrival.impulse) == (turn, impulse)
    ]


def test_the_rectangle_has_water_in_its_place() -> None:
    assert len(G.grid) == HEXES == 60 * 40
    assert sum(kind != WATER for kind in G.terrain) == 1966
    assert not G.land & G.of_terrain[WATER]
    assert len(G.zone._ups) + len(G.zone._downs) == 8  # the shifts of a full rectangle


def test_distances_and_directions_are_those_of_the_book() -> None:
    u = lambda h: h % 40 + 1 - (h // 40 + 1) % 2 / 2  # noqa: E731
    for a, b in ((at("0101"), at("6040")), (at("1717"), at("2614")), (at("3922"), at("3823"))):
        rows = abs(a // 40 - b // 40)
        assert G.grid.distance(a, b) == rows + max(0, abs(u(a) - u(b)) - rows / 2)
    assert G.grid.ids[G.grid.neighbour(at("1818"), "e")] == "1817"


def test_kerch_is_one_hex_of_supply() -> None:
    """6.24, F01"""
    way = [at(id_) for id_ in ("4022", "3922", "3823", "3824", "3825", "3726")]
    assert all(b in G.foot[a] for a, b in pairwise(way))
    near = supplied(G.walk, 1 << way[0], G.land, 5)
    rails = near & G.rails & supplied(G.walk, 1 << at("3823"), G.land & ~(1 << at("3922")))
    nearer = supplied(G.walk, 1 << way[0], G.land, 4)
    assert rails >> way[-1] & 1
    assert not rails & nearer & ~mask(h for h in range(HEXES) if h // 40 >= 39)


def test_the_ice_road_and_the_gaps_in_the_rails() -> None:  # F02 to F05
    assert G.terrain[at("0713")] == WATER
    assert at("0812") in G.grid.neighbours[at("0813")]
    for a, b, linked in (
        ("1718", "1818", False),
        ("1718", "1719", True),
        ("1818", "1719", True),
        ("3810", "3711", False),
        ("3523", "3624", True),
    ):
        assert (at(b) in G.rail_links[at(a)]) == linked, (a, b)
    assert at("3624") not in G.foot[at("3523")]


def test_kursk_and_its_junction() -> None:
    """7.2, F06"""
    assert G.junctions >> at("2516") & 1
    assert city("kursk") == at("2616")
    assert all(G.rails >> at(id_) & 1 for id_ in ("2716", "2817", "3016"))


def test_ports() -> None:  # F07, F08
    ports = lambda area: {c.id for c in G.cities if c.area == area}  # noqa: E731
    assert ports(1) == {
        "sevastopol",
        "odessa",
        "constanta",
        "novorossiysk",
        "tuapse",
        "batumi",
        "rostov",
    }
    assert {"konigsberg", "stettin", "danzig", "helsinki", "tallinn", "leningrad"} <= ports(0)
    assert ports(2) == {"astrakhan", "baku"}
    assert {c.id: c.base for c in G.cities if c.base >= 0} == {
        "konigsberg": AXIS,
        "leningrad": SOVIET,
        "sevastopol": SOVIET,
    }
    assert G.grid.distance(city("tallinn"), city("leningrad")) > 4
    assert G.city_at[at("3122")] >= 0  # F09
    assert G.grid.distance(at("3122"), city("rostov")) <= 9


def test_places_that_rules_name() -> None:  # F10, F13 to F18
    assert members(G.regions["no_invasion"]) == [at("3423"), at("3424")]
    assert G.terrain[at("1717")] != 1 != G.terrain[at("2615")]
    assert G.grid.distance(city("tallinn"), city("helsinki")) == 2
    assert all(G.countries["finland"] >> at(id_) & 1 for id_ in ("0111", "0120"))
    assert G.countries["russia"] >> at("0107") & 1
    assert G.regions["caucasus"] >> at("3922") & G.regions["caucasus"] >> at("4811") & 1
    assert (city("baku"), city("astrakhan")) == (at("5710"), at("4509"))
    assert [G.grid.ids[h] for h in G.emergency][:2] == ["0107", "0206"]
    assert all(b in G.grid.neighbours[a] for a, b in pairwise(G.emergency))


def test_rivers_of_the_automatic_victory_example() -> None:
    """9.0, F11"""
    for id_ in ("2128", "2129"):
        assert G.dry[at(id_)] >> at("2228") & 1
    assert at("2329") in G.grid.neighbours[at("2330")]


def test_major_cities() -> None:  # F20, F21
    for id_ in (
        "warsaw",
        "minsk",
        "astrakhan",
        "baku",
        "tbilisi",
        "stalingrad",
        "moscow",
        "leningrad",
        "sevastopol",
    ):
        assert G.majors >> city(id_) & 1, id_
    assert G.countries["rumania"] >> at("2632") & 1
    assert G.setup_areas["kiev_md"] >> at("2130") & 1
    assert not G.setup_areas["kiev_md"] >> at("2529") & 1


def test_axis_major_cities_of_1942_to_1944() -> None:
    """27.2"""
    minimums = {turn.year: turn.minimum for turn in BOARD.turns if turn.minimum >= 0}
    assert minimums[1943] == 10
    assert minimums[1944] == 5


@pytest.mark.parametrize(
    ("turn", "impulse", "side", "count"), [(2, 1, AXIS, 7), (2, 2, AXIS, 3), (2, 1, SOVIET, 5)]
)
def test_arrivals_of_july_and_august_1941(  # F23, F24, 17.01, 17.03
    turn: int, impulse: int, side: int, count: int
) -> None:
    """17.01, 17.03"""
    assert len(units(turn, impulse, side)) == count


def test_values_that_the_book_prints() -> None:  # F25
    printed = {(face.combat, face.move) for piece in BOARD.pieces for face in piece.faces}
    wanted = "5-5 6-5 9-8 6-8 12-9 4-8 1-8 7-4 4-3 6-4 5-4 2-3 4-6 3-6 12-7 6-6 8-7 10-7 1-2"
    assert {tuple(map(int, pair.split("-"))) for pair in wanted.split()} <= printed


def test_factories_at_the_start_and_aircraft() -> None:  # F26, F27
    start = [
        p for p in BOARD.pieces if p.type == WEC and BOARD.starts[0].places[p.index] != WAITING
    ]
    assert sum(piece.faces[0].combat for piece in start) == 15
    planes = [piece for piece in BOARD.pieces if piece.type == AIRCRAFT]
    assert [sum(p.side == side for p in planes) for side in (AXIS, SOVIET)] == [9, 6]
    bases = {G.cities[G.city_at[p.start]].id for p in planes if p.side == AXIS}
    assert bases == {"konigsberg", "warsaw", "krakow", "bucharest"}


def test_tables_hold_what_the_examples_say() -> None:  # F29, F31
    charts = BOARD.charts
    assert (charts.bat["6-1"][6], charts.bat["6-1"][9]) == ("D3-Adv2", "DE-Adv3")
    assert all(result.endswith("Adv3") for result in charts.bat["10-1"][3:])
    assert {"AR", "A1", "DR", "D1"} <= set(charts.crt["2-1"])
    assert charts.bombers[AXIS, 1941, False, 0, 0] == (9, 5, 9)
    assert charts.bombers[AXIS, 1941, False, 0, 2][:2] == (9, 2)
    assert charts.bombers[AXIS, 1941, False, 1, 2][:2] == (5, 2)
    assert charts.bombers[AXIS, 1942, True, 3, 2] == (0, 2, 2)


def test_dates_of_automatic_victory_and_blitzkrieg() -> None:
    """9.31, 10.93, rb-20"""
    by_id = {turn.id: turn for turn in BOARD.turns}
    assert by_id["jul_aug_1943"].victory == (FREELY, WITH_HELP)
    assert by_id["sep_oct_1943"].victory == (NEVER, WITH_HELP)
    assert by_id["jan_feb_1944"].victory == (NEVER, FREELY)
    assert by_id["jan_feb_1944"].blitz == (NEVER, NEVER)
    assert by_id["mar_apr_1944"].blitz[SOVIET] == FREELY


def test_pieces_have_names_of_their_own() -> None:
    for side in (AXIS, SOVIET):
        assert len(BOARD.short_index[side]) == len(BOARD.of_side[side])
    assert BOARD.pieces[BOARD.short_index[AXIS]["41pz"]].id == "ger_pz_41"
    for piece in BOARD.pieces:
        assert bool(piece.faces) == (piece.type not in (AIRCRAFT, MARSHAL)), piece.id
        assert 0 <= piece.cls < len(CLASSES)


def test_mountains_and_seas_are_where_they_belong() -> None:
    assert G.of_terrain[MOUNTAIN].bit_count() == 56
    assert not any(coast & ~G.land for coast in G.seas)
    assert G.seas[1] >> city("sevastopol") & 1
    assert G.azov >> city("rostov") & 1


def test_oil_wells_stand_on_the_railway_to_baku() -> None:  # F19, F33
    wells = [well for well in G.wells if well.side == SOVIET]
    line = supplied(G.rail_steps, 1 << city("baku"), G.rails)
    assert all(line >> well.place & 1 for well in wells)
    assert {G.grid.ids[well.place] for well in wells} >= {"5711"}


def test_the_sea_and_the_oil_table_hold_what_the_examples_say() -> None:
    """8.7, 20.58, 21.05, F30"""
    charts = BOARD.charts
    cell = lambda rows, roll: next(word for most, word in rows if roll <= most)  # noqa: E731
    assert [cell(charts.sea, roll) for roll in (2, 3)] == ["success", "success_lose_step"]
    assert charts.lend[5][0] == 4 and charts.lend[5][2] == 1
    assert cell(charts.cut, 6) == 1


def test_axis_points_and_withdrawals_by_date() -> None:
    """19.1, 18.1, F27, F32: armor comes in four months of the year, but for November 1941"""
    armor = {turn.id: turn.points[1] for turn in BOARD.turns}
    assert armor["may_jun_1942"] == 9 and armor["nov_dec_1941"] == 3
    assert BOARD.turns[3].points[0] == 6  # two infantry steps
    months = {turn.months[0] for turn in BOARD.turns if turn.points[1] and turn.number > 4}
    assert months == {"mar", "may", "jul", "sep"}
    leave = [turn.stukas_leave for turn in BOARD.turns if turn.stukas_leave]
    assert leave == [3, 2, 1, 1, 1, 1]


def test_the_german_card_alone_withdraws() -> None:
    """14.27, 18.0, 18.5, F34: two marshals each January"""
    leaving = [piece for piece in BOARD.pieces if piece.leaves or piece.withdrawals]
    assert all(piece.side == AXIS for piece in leaving)
    dates = sorted(BOARD.turn(piece.leaves).id for piece in leaving if piece.leaves)
    assert dates == sorted(2 * [f"jan_feb_{year}" for year in (1942, 1943, 1944, 1945)])
