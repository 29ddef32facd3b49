"""4.1, 24.7 and chapter 26: cities and allies that change hands."""

from engine.games.russia_besieged.acts import mark
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    FINNISH,
    HUNGARIAN,
    ITALIAN,
    RUMANIAN,
    SOVIET,
)
from engine.games.russia_besieged.law import arrivals, control
from engine.games.russia_besieged.play.retreats import fall_back
from tests.russia_besieged.staged import EMPTY, game, lines
from tests.russia_besieged.table import at, city, ids, table, unit
from tests.table import look, places, words

G = BOARD.ground


def test_a_starved_city_falls_on_the_first_two_turns() -> None:
    """24.7, rb-05"""
    minsk = G.city_index["minsk"]
    near = sorted(ids(G.zone.spread(1 << city("minsk"))))
    ring = {"ger_inf_1": near[0], "ger_inf_2": near[2], "ger_inf_10": near[4]}
    west = ids(h for h in range(2400) if G.rails >> h & 1 and h % 40 + 1 >= 10)
    s, d = table(ring, turn="jul_aug_1941", axis=set(west) - {"1623"})
    assert control.starved(s, d) >> minsk & 1
    s, d = table(ring, turn="sep_oct_1941", axis=set(west) - {"1623"})
    assert control.starved(s, d) == 0
    s, d = table({**ring, "rus_inf_4": "1623"}, axis=set(west) - {"1623"})
    assert not control.starved(s, d) >> minsk & 1
    s, d = table(turn="jul_aug_1941")
    assert control.starved(s, d) == 0


def test_who_takes_a_city() -> None:
    """4.1, 16.45"""
    s, _ = table({"rus_inf_4": "1623", "partisan_1": "1818"})
    assert control.takes(s, unit("rus_inf_4"))
    assert not control.takes(s, unit("partisan_1"))


def test_allies_leave() -> None:
    """26.0, 26.11, 26.12, 26.21, 26.3, 26.31"""
    budapest, helsinki = (G.grid.ids[city(name)] for name in ("budapest", "helsinki"))
    s, d = table({"rus_inf_4": budapest}, turn="sep_oct_1943")
    assert control.leaving(s, d, AXIS) == []
    assert control.leaving(s, d, SOVIET) == [HUNGARIAN]
    assert control.leaving_by_date(s) == [ITALIAN]
    s, d = table({"rus_inf_4": helsinki}, turn="sep_oct_1943")
    assert control.leaving(s, d, AXIS) == [FINNISH]
    s, _ = table(turn="sep_oct_1944")
    s.surrendered = 1 << ITALIAN
    assert control.leaving_by_date(s) == [FINNISH]
    s, _ = table(turn="sep_oct_1944", axis=["0714"])
    assert FINNISH not in control.leaving_by_date(s)


# at once -----------------------------------------------------------------------------


def test_a_city_that_is_left_falls_to_whoever_has_its_rails() -> None:
    """4.1: at once, in the mover's own turn too; not while an enemy or his zone is there"""
    ids_ = G.grid.ids
    west = [f"mark {ids_[h]} rails axis" for h in range(2400) if G.rails >> h & 1 and h % 40 > 14]
    board = (*EMPTY, *west, "mark minsk control axis", "put ger_inf_1 1734")
    near = next(h for h in G.foot[city("minsk")] if G.dry[city("minsk")] >> h & 1)
    g = game(*board, f"put rus_cav_6 {ids_[near]}", "put rus_inf_4 2706", "at 2 soviet movement")
    g.submit("soviet", "move rus_cav_6 minsk")
    assert look(g, "minsk control") == "soviet"
    g.submit("gm", "put rus_cav_6 minsk moved=0")
    goals = words(g, "soviet", "move rus_cav_6 ")
    far = next(hex_ for hex_ in goals if G.grid.distance(at(hex_), city("minsk")) > 3)
    g.submit("soviet", f"move rus_cav_6 {far}")
    assert look(g, "minsk control") == "axis"
    g = game(*board, "put rus_cav_6 minsk", "mark minsk control soviet", "at 2 soviet movement")
    g.submit("soviet", f"move rus_cav_6 {ids_[near]}")
    assert look(g, "minsk control") == "soviet"  # its zone holds it


def test_a_marker_takes_the_zone_that_held_a_city() -> None:
    """4.1, 4.07: it falls as soon as the last zone on it has gone"""
    ids_ = G.grid.ids
    west = lines(ids_[h] for h in range(2400) if G.rails >> h & 1 and h % 40 > 14)
    near = next(h for h in G.foot[city("minsk")] if not G.rails >> h & 1)
    board = (*EMPTY, *west, f"put rus_cav_6 {ids_[near]}", "mark minsk control soviet")
    g = game(*board, "put ger_inf_1 1734", "at 8 axis movement")
    mark(g.table, unit("rus_cav_6"), 1, "13.42")
    assert look(g, "minsk control") == "axis"


def test_a_city_changes_hands_in_the_middle_of_a_battle() -> None:
    """4.1, 7.26: once the last defender is gone and all lines lead to the attacker's rails"""
    ids_ = G.grid.ids
    west = [f"mark {ids_[h]} rails axis" for h in range(2400) if G.rails >> h & 1 and h % 40 > 14]
    ring = [h for h in G.foot[city("minsk")] if G.dry[city("minsk")] >> h & 1]
    board = (*EMPTY, *west, "put rus_cav_6 minsk", "mark minsk control soviet")
    units = ("ger_pz_24", "ger_pz_39", "ger_pz_14")
    board += tuple(f"put {unit_} {ids_[ring[0]]}" for unit_ in units)
    g = game(*board, "dice combat 9", "at 3 axis combat")
    g.submit("axis", "attack minsk with ger_pz_24 ger_pz_39 ger_pz_14")
    assert places(g, "rus_cav_6") != ["1623"] and look(g, "minsk control") == "axis"


def test_who_retreats_through_a_city_has_it() -> None:
    """4.1: control changes at once, in combat too; his zone holds it then"""
    g = game(*EMPTY, "mark gorki control axis", "put rus_inf_4 2005", "put ger_inf_1 1734",
             "at 3 axis combat")  # fmt: skip
    fall_back(g.table, unit("rus_inf_4"), [city("gorki"), at("2207")])
    assert look(g, "gorki control") == "soviet"


def test_each_capital_takes_its_own_country_out() -> None:
    """26.1, 26.2, 26.4: two after the Russians' turn, Helsinki after the Axis's"""
    for where, after, gone in (
        ("budapest", SOVIET, [HUNGARIAN]),
        ("bucharest", SOVIET, [RUMANIAN]),
        ("helsinki", AXIS, [FINNISH]),
        ("moscow", SOVIET, []),
        ("moscow", AXIS, []),
    ):
        s, d = table({"rus_inf_4": G.grid.ids[city(where)]})
        assert control.leaving(s, d, after) == gone, where
        s.surrendered = sum(1 << nation for nation in gone)
        assert control.leaving(s, d, after) == []


def test_nobody_comes_for_a_country_that_has_left() -> None:
    """26.0, 17.0: of its units none; of all others as before"""
    s, _ = table()
    before = {p.index for p in BOARD.pieces if arrivals._comes(s, p.index)}
    for nation in (FINNISH, HUNGARIAN, ITALIAN, RUMANIAN):
        s.surrendered = 1 << nation
        left = {p for p in before if BOARD.pieces[p].nation != nation}
        assert left < before
        assert {p.index for p in BOARD.pieces if arrivals._comes(s, p.index)} == left
