"""4.1, 24.7 and chapter 26: cities and allies that change hands."""

from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, FINNISH, HUNGARIAN, ITALIAN, SOVIET
from engine.games.russia_besieged.law import control
from tests.russia_besieged.table import city, ids, table, unit

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
    """26.11, 26.12, 26.21, 26.31"""
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
