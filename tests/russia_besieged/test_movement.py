"""Chapters 4 to 7: zones, stacking, ground movement, rails."""

import random
from collections.abc import Sequence
from itertools import permutations

import pytest

from engine.board.bits import mask, members
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import ARTILLERY, AXIS, FOREST, HEXES, SOVIET, Rail
from engine.games.russia_besieged.law import marches, movement, rail, stacking
from engine.games.russia_besieged.state import (
    CAME,
    SAILED,
    TOOK,
    RussiaBesieged,
    mark,
    new,
    occupancy,
    zoc,
    zones,
)
from tests.russia_besieged.staged import EMPTY, game
from tests.russia_besieged.table import at, city, ids, table, unit
from tests.table import look


def rule(why: object) -> str:
    return getattr(why, "rule", "")


# zones --------------------------------------------------------------------------


def test_a_zone_is_the_hex_and_its_six_neighbours() -> None:
    """4.0"""
    _, d = table({"ger_inf_1": "1818", "rus_para_1": "2525"})
    assert ids(zoc(d, AXIS)) == {"1818", *ids(BOARD.ground.grid.neighbours[at("1818")])}
    assert ids(zoc(d, SOVIET)) == {"2525"}


def test_a_zone_does_not_cross_the_coast_the_strait_or_an_old_border() -> None:
    """4.01, 24.13"""
    _, d = table({"ger_inf_1": "3922", "rus_inf_4": "0813"})
    assert "3823" not in ids(zoc(d, AXIS))
    assert "0713" not in ids(zoc(d, SOVIET))
    finland = BOARD.ground.countries["finland"]
    for turn, reached in (("may_jun_1941", False), ("jul_aug_1941", True)):
        _, d = table({"rus_inf_14": "0412"}, turn=turn)
        near = mask(BOARD.ground.grid.neighbours[at("0412")]) & finland
        assert near and bool(zoc(d, SOVIET) & near) == reached, turn


def test_a_marked_unit_has_no_zone() -> None:
    """4.07"""
    s, _ = table({"rus_inf_4": "1818"})
    mark(s, unit("rus_inf_4"), 1)
    assert zoc(occupancy(s), SOVIET) == 0


def test_a_partisan_of_the_first_stage_only_slows() -> None:
    """16.21"""
    s, d = table({"ger_inf_1": "1832", "partisan_1/1": "1831"})
    assert zones(d, SOVIET) >> at("1831") & 1
    assert not zoc(d, SOVIET)
    found = movement.reached(s, d, unit("ger_inf_1"))
    assert found is not None
    plain = movement.reached(*table({"ger_inf_1": "1832"}), unit("ger_inf_1"))
    assert plain is not None
    assert found.cost(at("1831")) == plain.cost(at("1831")) + 1


# stacking -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "over"),
    [
        ("ger_inf_1 ger_inf_2 ger_inf_10", False),
        ("ger_inf_1 ger_inf_2 ger_inf_10 ger_inf_26", True),
        ("ger_inf_1 ger_inf_2 ger_inf_10 ss_polizei", False),  # 5.05
        ("rus_inf_4 rus_inf_3", False),
        ("rus_inf_4 rus_mech_8 rus_mech_10", True),
        ("rus_inf_4 rus_inf_3 rus_art_2", False),  # 12.02
        ("rus_inf_4 rus_art_1 rus_art_2 rus_art_3", True),
        ("rus_mech_8 rus_mech_10 rus_mech_19", False),
    ],
)
def test_stacking(units: str, over: bool) -> None:
    """5.05, 12.02, 5.01"""
    pieces = [BOARD.pieces[unit(id_)] for id_ in units.split()]
    assert (rule(stacking.why_over(pieces, at("1818"))) == "5.01") == over
    _, d = table(dict.fromkeys(units.split(), "1818"))
    assert bool(stacking.overstacked(d, pieces[0].side)) == over


def test_hungarians_and_rumanians_do_not_stack() -> None:
    pieces = [BOARD.pieces[unit(id_)] for id_ in ("hun_mech_1", "rum_inf_6")]
    assert rule(stacking.why_over(pieces, at("1818"))) == "25.1"


# ground movement ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("piece", "impulse", "weather", "points"),
    [
        ("ger_pz_41", 1, "clear", 8),
        ("ger_pz_41", 1, "mud", 3),
        ("ger_pz_41", 2, "clear", 4),
        ("ger_pz_41", 2, "snow", 2),
        ("rus_inf_4", 1, "clear", 4),
        ("rus_inf_4", 2, "clear", 0),
        ("rum_mech_1", 2, "light_mud", 2),  # 10.97, example
        ("hitler", 1, "clear", 0),
    ],
)
def test_allowances(piece: str, impulse: int, weather: str, points: int) -> None:
    """10.97, 6.0"""
    s, _ = table({piece: "1818"}, impulse=impulse, weather=f"{weather}/{weather}")
    assert movement.allowance(s, unit(piece)) == points


def test_zones_stop_and_bind() -> None:
    """4.02, 4.04, 4.06"""
    s, d = table({"ger_pz_41": "2525", "rus_inf_4": "2523"})
    me = unit("ger_pz_41")
    assert movement.why_not(s, d, me, at("2524")) is None
    assert rule(movement.why_not(s, d, me, at("2522"))) == ""  # 8 points lead round it
    s, d = table({"ger_pz_41": "2524", "rus_inf_4": "2523"})
    found = movement.reached(s, d, me)
    assert found is not None and found.ends
    for place in members(found.ends):
        assert not zoc(d, SOVIET) >> found.path(place)[0] & 1
    s.impulse = 2
    d = occupancy(s)
    assert rule(movement.why_not(s, d, me, at("2525"))) == "4.06"


@pytest.mark.parametrize("impulse", [1, 2])
def test_who_arrives_in_a_zone_leaves_it_by_a_free_hex(impulse: int) -> None:
    """17.04, 4.05, 4.06: it did not begin the impulse there, but goes from no zone into another"""
    units = {"rus_mech_18": "1912", "ger_inf_1": "1913"}
    s, d = table(units, side="soviet", impulse=impulse)
    me, zone = unit("rus_mech_18"), zoc(d, AXIS)
    free = [h for h in BOARD.ground.foot[at("1912")] if not zone >> h & 1]
    assert free
    stays = "4.06" if impulse == 2 else ""
    assert {rule(movement.why_not(s, d, me, hex_)) for hex_ in free} == {stays}
    s.flags[me] |= CAME
    assert {rule(movement.why_not(s, d, me, hex_)) for hex_ in free} == {""}
    found = movement.reached(s, d, me)
    assert found is not None and found.ends & zone
    assert all(found.path(hex_)[0] in free for hex_ in members(found.ends))


def test_one_hex_is_always_allowed() -> None:  # rb-17
    s, d = table({"ger_inf_1": "1621"}, impulse=2, weather="clear/snow")
    wet = BOARD.ground.wet[at("1621")]
    assert wet
    assert movement.ends(s, d, unit("ger_inf_1")) & wet == wet


def test_the_strait_ends_a_move() -> None:
    """6.2"""
    s, d = table({"ger_pz_41": "4022"})
    found = movement.reached(s, d, unit("ger_pz_41"))
    assert found is not None
    assert found.cost(at("3823")) == found.cost(at("3922")) + 2
    assert not {"3824", "3724"} & ids(found.ends)
    assert ids(found.path(at("3823"))) == {"3922", "3823"}


def test_rivers_are_free_on_turn_1() -> None:
    """24.5: for the Axis, alone or together; for the Russians they cost a point more as ever"""
    wet = next(h for h in range(HEXES) if BOARD.ground.wet[h] and 20 < h // 40 < 30)
    there = BOARD.ground.wet[wet].bit_length() - 1
    for turn, cost in (("may_jun_1941", 1), ("jul_aug_1941", 2)):
        s, d = table({"ger_mtn_19": BOARD.ground.grid.ids[wet]}, turn=turn)
        found = movement.reached(s, d, unit("ger_mtn_19"))
        assert found is not None and found.cost(there) == cost
        assert movement.march(s, d, [unit("ger_mtn_19")], ()).cost(there) == cost
        s, d = table({"rus_inf_4": BOARD.ground.grid.ids[wet]}, turn=turn, side="soviet")
        found = movement.reached(s, d, unit("rus_inf_4"))
        assert found is not None and found.cost(there) == 2
        assert movement.march(s, d, [unit("rus_inf_4")], ()).cost(there) == 2


def test_borders() -> None:
    s, d = table({"fin_inf_2": "0814", "hun_mech_1": "2533", "rum_inf_6": "2732"})
    assert rule(movement.why_not(s, d, unit("fin_inf_2"), at("0914"))) == "25.2"
    assert movement.ends(s, d, unit("hun_mech_1")) & BOARD.ground.countries["rumania"] == 0
    assert movement.ends(s, d, unit("rum_inf_6")) & BOARD.ground.countries["hungary"] == 0


@pytest.mark.parametrize(("flag", "wanted"), [(SAILED, "8.02"), (TOOK, "9.4")])
def test_what_moved_otherwise_stays(flag: int, wanted: str) -> None:
    s, d = table({"ger_pz_41": "2525"})
    s.flags[unit("ger_pz_41")] |= flag
    assert rule(movement.why_not(s, d, unit("ger_pz_41"), at("2524"))) == wanted


def scattered(seed: int) -> RussiaBesieged:
    """Units of both sides strewn over a part of the map, in any weather."""
    dice = random.Random(seed)
    s = new(0)
    s.turn, s.side, s.impulse = dice.randint(1, 25), dice.randint(0, 1), dice.randint(1, 2)
    s.weather = [dice.randint(0, 3), dice.randint(0, 3)]
    north = dice.randint(0, 40)
    land = [h for h in range(north * 40, (north + 14) * 40) if BOARD.ground.land >> h & 1]
    taken: dict[int, int] = {}
    for piece in BOARD.pieces:
        if not piece.ground or not piece.faces:
            continue
        place = dice.choice(land)
        if dice.random() < 0.5 and taken.setdefault(place, piece.side) == piece.side:
            s.place[piece.index] = place
        else:
            s.place[piece.index] = HEXES
    axis = mask(h for h in range(HEXES) if BOARD.ground.rails >> h & 1 and dice.random() < 0.6)
    s.rails = f"{axis:x}"
    return s


@pytest.mark.parametrize("seed", range(12))
def test_a_place_is_offered_if_and_only_if_nothing_is_against_it(seed: int) -> None:
    s = scattered(seed)
    d = occupancy(s)
    for piece in BOARD.of_side[s.side][::9]:
        ground, trains = movement.ends(s, d, piece), rail.ends(s, d, piece)
        for place in range(seed % 7, HEXES, 7):
            assert (ground >> place & 1) == (movement.why_not(s, d, piece, place) is None)
            assert (trains >> place & 1) == (rail.why_not(s, d, piece, place) is None)


# rails --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "weather", "expected"),
    [
        ("sep_oct_1944", "clear/light_mud", Rail(5, 5, 2)),
        ("jan_feb_1942", "snow/snow", Rail(3, 3, 1)),
        ("nov_dec_1941", "mud/snow", Rail(5, 5, 2)),  # rb-19
        ("jan_feb_1943", "snow/mud", Rail(5, 4, 3)),
    ],
)
def test_rail_capacity(turn: str, weather: str, expected: Rail) -> None:
    """7.01"""
    s, _ = table(turn=turn, weather=weather)
    assert rail.capacity(s, AXIS) == expected
    s.partisan_rail = 1  # rb-31
    assert rail.capacity(s, AXIS) == expected.less(1)


def test_russian_rail_capacity() -> None:
    """7.02, 24.24"""
    for turn, expected in (
        ("may_jun_1941", Rail(3, 3, 1)),
        ("may_jun_1943", Rail(5, 5, 2)),
        ("jul_aug_1943", Rail(6, 6, 3)),
    ):
        assert rail.capacity(table(turn=turn)[0], SOVIET) == expected


def test_trains_follow_the_lines() -> None:
    """7.03, 7.11"""
    s, d = table({"rus_inf_4": "1718"}, side="soviet")
    assert rail.why_not(s, d, unit("rus_inf_4"), at("1818")) is None
    s, d = table({"rus_inf_4": "1718"}, side="soviet", axis=["1719"])
    assert rail.why_not(s, d, unit("rus_inf_4"), at("1719")) is not None
    assert at("3711") not in BOARD.ground.rail_links[at("3810")]


def test_no_train_in_a_zone_even_beside_friends() -> None:
    """7.06"""
    s, d = table({"rus_inf_4": "1718", "rus_inf_3": "1719", "ger_inf_1": "1720"}, side="soviet")
    assert rule(rail.why_not(s, d, unit("rus_inf_4"), at("1719"))) == "7.06"
    assert rule(rail.why_not(s, d, unit("rus_inf_3"), at("1718"))) == "7.06"


def test_a_junction_is_taken_and_kursk_stays() -> None:
    """7.25, 7.2"""
    gained = ids(h for h in range(HEXES) if BOARD.ground.rails >> h & 1 and h % 40 + 1 >= 16)
    s, d = table({"ger_inf_4": "2516"}, axis=gained, russian=["2516", "2616", "2716"])
    rails, cities = rail.conversion(s, d, AXIS, at("2516"))
    assert "2516" in ids(rails)
    assert "2616" not in ids(rails)
    assert not cities >> BOARD.ground.city_index["kursk"] & 1


def test_a_zone_stops_conversion_and_its_end() -> None:
    """7.22, 7.28"""
    gained = ids(h for h in range(HEXES) if BOARD.ground.rails >> h & 1 and h % 40 + 1 >= 16)
    s, d = table(
        {"ger_inf_4": "2516", "rus_inf_4": "2515"}, axis=gained, russian=["2516", "2616", "2716"]
    )
    assert not rail.conversion(s, d, AXIS, at("2516"))[0] >> at("2516") & 1
    s.converting = f"{1 << at('2516'):x}"
    assert rail.advanced(s, d, AXIS) == 0
    s.place[unit("rus_inf_4")] = HEXES
    assert ids(rail.advanced(s, occupancy(s), AXIS)) == {"2516"}


@pytest.mark.parametrize("moves", list(permutations(("ger_pz_14 2415", "ger_inf_4 2516"))))
def test_a_unit_on_a_line_waits_for_the_way_to_open(moves: Sequence[str]) -> None:
    """7.22: it converts its hex at any point of the impulse, whoever moves first"""
    lost = [f"mark {hex_} rails soviet" for hex_ in ("2516", "2415")]
    board = ["put ger_inf_4 2517", "put ger_pz_14 2416", "put rus_inf_4 4507"]
    g = game(*EMPTY, *lost, *board, "at 8 axis movement", scenario="fall_blau_1942")
    for move in moves:
        g.submit("axis", f"move {move}")
    g.submit("axis", "end movement")
    assert look(g, "2516 rails") == look(g, "2415 rails") == "axis"


BUCHAREST = BOARD.ground.grid.ids[city("bucharest")]


def test_no_train_leaves_rumania_at_first() -> None:
    """24.11: it goes about in it"""
    s, d = table({"ger_inf_30": BUCHAREST}, turn="may_jun_1941")
    rumania = BOARD.ground.countries["rumania"]
    assert rail.ends(s, d, unit("ger_inf_30")) & ~rumania == 0
    assert rail.ends(s, d, unit("ger_inf_30")) & rumania


def test_one_german_corps_goes_to_each_ally_at_first() -> None:
    """24.11, 24.12: infantry or mountain, by rail; later whoever likes"""
    ground = BOARD.ground
    units = {"ger_inf_1": "1331", "ger_pz_41": "1331"}
    for country, bit in (("rumania", rail.TO_RUMANIA), ("hungary", rail.TO_HUNGARY)):
        land = ground.countries[country]
        for turn, entered, able in (
            ("may_jun_1941", 0, (True, False)),
            ("may_jun_1941", bit, (False, False)),
            ("jul_aug_1941", bit, (True, True)),
        ):
            s, d = table(units, turn=turn)
            s.entered = entered
            for id_, goes in zip(units, able, strict=True):
                shut = 0
                for where, _ in rail.borders(s, d, BOARD.pieces[unit(id_)]):
                    shut |= where
                assert bool(land & ground.land & ~shut) == goes, (country, turn, id_)


@pytest.mark.parametrize("seed", range(6))
def test_who_is_offered_to_move_can_take_a_step(seed: int) -> None:
    """6.0, 4.04: the quick look at the neighbours finds whoever reaches a hex, and nobody else"""
    s = scattered(seed)
    d = occupancy(s)
    able = {unit_ for unit_ in BOARD.of_side[s.side] if movement.ends(s, d, unit_)}
    assert {unit_ for unit_ in BOARD.of_side[s.side] if movement.goes(s, d, unit_)} == able


@pytest.mark.parametrize("seed", range(6))
def test_a_step_that_is_sure_is_one_of_the_ways_on(seed: int) -> None:
    """6.0: what is said of the next hex of a way is what a whole look at all ways says"""
    s = scattered(seed)
    d = occupancy(s)
    movers = [unit_ for unit_ in BOARD.of_side[s.side] if movement.goes(s, d, unit_)]
    for mover in movers[:12]:
        for first in members(movement.ends(s, d, mover))[:6]:
            path = movement.march(s, d, [mover], ()).path(first)
            after = movement.march(s, d, [mover], path)
            onward = marches.onward(s, d, [mover], path)
            near = [hex_ for hex_ in BOARD.ground.foot[first] if hex_ not in path]
            for hex_ in near:
                assert (hex_ in marches.farther(s, d, [mover], path)) == bool(onward >> hex_ & 1)
                if onward >> hex_ & 1:
                    way = [*movement.way_on(s, d, [mover], path, hex_), hex_]
                    assert way == after.path(hex_)


def test_a_step_back_is_none_on_the_way() -> None:
    """6.0: from the second hex of a way to all beside it but the first, as far as points go"""
    s, d = table({"ger_pz_14": "1818"})
    panzer, start = unit("ger_pz_14"), at("1818")
    whole = movement.march(s, d, [panzer], ())
    for first in members(whole.ends):
        if first not in BOARD.ground.foot[start] or not movement._left(whole, [first]):
            continue
        left = movement._left(whole, [first])
        for there in BOARD.ground.foot[first]:
            near = there != start and whole.ground.cost(first, there) <= left
            assert movement.steps_on(whole, [first], there) == near


def test_the_slowest_of_a_stack_limits_it() -> None:
    """6.0: whoever is named first"""
    s, d = table({"ger_pz_14": "1818", "ger_inf_1": "1818"})
    two = [unit("ger_pz_14"), unit("ger_inf_1")]
    slow, fast = sorted(movement.allowance(s, one) for one in two)
    assert slow < fast
    for stack in (two, two[::-1]):
        found = movement.march(s, d, stack, ())
        assert found.budget == slow
        assert found.ends and not found.ends & ~movement.ends(s, d, two[0])
        assert not found.ends & ~movement.ends(s, d, two[1])


def test_the_next_impulse_of_a_side() -> None:
    """3.0: the Russians' is of this turn, the Axis's of the next one, and nothing is spent in it"""
    s, _ = table({"ger_pz_14": "1818"}, side="axis", impulse=2)
    s.flags[unit("ger_pz_14")] = SAILED
    assert movement.fresh(s, AXIS) is s
    after = movement.fresh(s, SOVIET)
    assert (after.turn, after.side, after.impulse, max(after.flags)) == (s.turn, SOVIET, 1, 0)
    s, _ = table(side="soviet", impulse=2)
    after = movement.fresh(s, AXIS)
    assert (after.turn, after.side, after.impulse) == (s.turn + 1, AXIS, 1)
    s.turn = len(BOARD.turns)
    assert movement.fresh(s, AXIS).turn == s.turn


@pytest.mark.parametrize("weather", ["clear/clear", "snow/snow"])
def test_artillery_moves_as_infantry(weather: str) -> None:
    """12.01, rb-93: it has what infantry has and stops where that does, not in forest"""
    s, _ = table(weather=weather, turn="jan_feb_1943")
    guns = [piece for piece in BOARD.pieces if piece.type == ARTILLERY]
    for piece in guns:
        foot = BOARD.pieces[unit("rus_inf_4" if piece.side == SOVIET else "ger_inf_1")]
        assert (movement.stops(s, piece), piece.cls) == (movement.stops(s, foot), foot.cls)
        assert not movement.stops(s, piece) & BOARD.ground.of_terrain[FOREST]
    assert {piece.side for piece in guns} == {AXIS, SOVIET}
