"""10.7: the examples of the book, and what no retreat does."""

import random

import pytest

from engine.board.bits import members
from engine.board.occupancy import Occupancy
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, HEXES, SOVIET, Piece
from engine.games.russia_besieged.law import retreat, supply
from engine.games.russia_besieged.law.stacking import why_over
from engine.games.russia_besieged.state import bodies, mates, occupancy, zoc
from tests.russia_besieged.staged import EMPTY, game, lines
from tests.russia_besieged.table import at, city, ids, table, unit
from tests.russia_besieged.test_movement import rule, scattered
from tests.table import asked, look, places, prompt

G = BOARD.ground


def why_full(d: Occupancy, piece: Piece, hex_: int) -> bool:
    there = [mate for mate in mates(d, piece.side, hex_) if mate is not piece]
    return why_over([*there, piece], hex_) is not None


def ends(units: dict[str, str], who: str, least: int = 2, most: int = 2, **when: str) -> set[str]:
    s, d = table(units, **when)
    start = s.place[unit(who)]
    return ids([route[-1] for route in retreat.routes(s, d, unit(who), start, least, most)])


def test_first_example() -> None:
    """10.76"""
    west = ids(h for h in range(HEXES) if h % 40 + 1 >= 18)
    found = ends({"rus_inf_4": "1717", "ger_inf_1": "1718"}, "rus_inf_4", axis=west)
    assert found == {"1615", "1516", "1815"}


def test_second_example() -> None:
    """10.76"""
    west = ids(h for h in range(HEXES) if h % 40 + 1 >= 16)
    found = ends({"rus_inf_4": "2615", "ger_inf_1": "2716"}, "rus_inf_4", axis=west)
    assert found == {"2714", "2414", "2613"}


def test_third_example() -> None:
    """10.76"""
    found = ends({"rus_inf_4": "4109", "ger_inf_1": "4009"}, "rus_inf_4", turn="jul_aug_1942")
    assert found == {"4007"}


def test_lines_to_baku_are_sources_beyond_the_terek() -> None:
    """10.76, 13.8, 13.81: as long as Astrakhan has its own line to the edge."""
    north = {id_ for id_ in G.grid.ids if int(id_[:2]) <= 44 and int(id_[2:]) >= 12}
    caucasus = {"rus_inf_4": "4915", "ger_inf_1": "4815"}
    assert ends(caucasus, "rus_inf_4", turn="jul_aug_1942", axis=north) == {"4813", "4913"}
    astrakhan = G.grid.ids[city("astrakhan")]
    cut = ends(caucasus, "rus_inf_4", turn="jul_aug_1942", axis={*north, astrakhan})
    assert cut == {"5116"}  # Tbilisi feeds a few


def test_lines_to_the_own_capital_are_sources() -> None:
    """10.76, 13.34: for the units of that ally alone; a partisan on them cuts them (16.21)."""
    abroad = {G.grid.ids[h] for h in range(HEXES) if not G.countries["rumania"] >> h & 1}
    s, d = table({"partisan_1/1": "3034"}, turn="jul_aug_1944", russian=abroad)
    mine = ids(retreat.sources(s, d, BOARD.pieces[unit("rum_inf_3")]))
    assert {"3136", "3035", "3433"} <= mine and "3034" not in mine
    assert not ids(retreat.sources(s, d, BOARD.pieces[unit("ger_inf_1")])) & {"3035", "3433"}


def test_where_nobody_retreats() -> None:
    """10.72"""
    s, d = table({"rus_inf_4": "2720", "ger_inf_1": "2721", "ger_inf_2": "2718"})
    me = BOARD.pieces[unit("rus_inf_4")]
    assert rule(retreat.why_no_step(s, d, me, at("2720"), at("2721"))) == "10.72"
    assert rule(retreat.why_no_step(s, d, me, at("2720"), at("2719"))) == "10.72"
    s, d = table({"rus_inf_4": "2720", "ger_inf_2": "2718", "rus_inf_3": "2719"})
    assert retreat.why_no_step(s, d, me, at("2720"), at("2719")) is None


def test_hungarians_stay_out_of_rumania() -> None:  # priority 2
    border = [
        h
        for h in range(HEXES)
        if G.countries["hungary"] >> h & 1 and G.walk.spread(1 << h) & G.countries["rumania"]
    ]
    start = G.grid.ids[border[0]]
    found = ends({"hun_mech_1": start, "rus_inf_4": "1818"}, "hun_mech_1", turn="jul_aug_1944")
    assert found and not found & ids(G.countries["rumania"])


@pytest.mark.parametrize(
    ("units", "goal"),
    [(("ger_inf_1 3922 reduced",), "4022"), (("ger_mtn_49 3922",), "3823"),
     (("ger_inf_1 3922 reduced", "ger_mtn_49 3922"), "3823")],
)  # fmt: skip
def test_nobody_is_sent_over_the_strait_to_be_lost(units: tuple[str, ...], goal: str) -> None:
    """10.74, 6.26: the last step of a stack goes another way, if there is one"""
    rails = lines(G.grid.ids[h] for h in members(G.rails & G.countries["russia"]) if h % 40 > 22)
    board = (*EMPTY, *rails, *(f"put {who}" for who in units), "put rus_inf_4 3921")
    g = game(*board, "set bereft.axis 1", "at 8 axis begin")
    for _ in range(9):
        if "retreat" in prompt(g) or "order" in prompt(g) or "loses" in prompt(g):
            g.submit(asked(g)[0], g.sample(asked(g)[0], random.Random(1)))
    where = {places(g, who.split()[0])[0] for who in units}
    assert goal in where and where <= {goal, "pool_axis"}
    assert ("pool_axis" in where or look(g, "ger_mtn_49 s") == "1") == (goal == "3823")


def test_why_the_last_step_does_not_go_over_the_strait() -> None:
    """10.74: another way is open to it, if of a lower priority"""
    rails = ids(h for h in members(G.rails) if h % 40 > 22)
    s, d = table({"ger_inf_1/1": "3922", "rus_inf_4": "3921"}, side="soviet", axis=rails)
    over = (unit("ger_inf_1"), at("3922"), (at("3823"), at("3824")), 1, 2)
    assert rule(retreat.why_not(s, d, *over)) == ""
    assert rule(retreat.why_not(s, d, *over, last=True)) == "10.74"


def test_the_strait_costs_a_step() -> None:
    """6.26"""
    assert retreat.crosses_strait(at("3922"), (at("3823"), at("3824")))
    assert not retreat.crosses_strait(at("3922"), (at("4022"),))


@pytest.mark.parametrize("seed", range(6))
def test_routes_keep_the_bars_and_offer_is_no_reason(seed: int) -> None:
    s = scattered(seed)
    s.turn = max(2, s.turn)
    d = occupancy(s)
    for side in (AXIS, SOVIET):
        for piece in BOARD.of_side[side][::15]:
            place = s.place[piece]
            if place >= HEXES or not BOARD.pieces[piece].faces:
                continue
            offered = retreat.routes(s, d, piece, place, 2, 2)
            free = [r for r in offered if not any(zoc(d, 1 - side) >> h & 1 for h in r)]
            assert free in ([], offered)  # priority 1: all of them, or none
            for route in offered:
                assert retreat.why_not(s, d, piece, place, route, 2, 2) is None
                for hex_ in route:
                    assert not bodies(d, 1 - side) >> hex_ & 1
                    assert not zoc(d, 1 - side) >> hex_ & 1 or bodies(d, side) >> hex_ & 1


def test_an_ally_may_go_home() -> None:
    """25.4: toward its capital or into its country, whatever the priorities say; Germans not"""
    start, capital = at("2920"), city("bucharest")
    far, rumania = G.grid.distance, G.countries["rumania"]
    for name in ("rum_inf_6", "ger_inf_1"):
        s, d = table({name: "2920"}, side="soviet")
        found = retreat.ways(s, d, unit(name), start, 2, 2)
        assert (retreat.HOME in found) == (name == "rum_inf_6")
        for route in found.get(retreat.HOME, []):
            nearer = far(route[-1], capital) < far(start, capital)
            assert nearer or rumania >> route[-1] & 1
        assert retreat.usual_way(s, d, unit(name), found) in found


def test_past_friends_in_enemy_zones_to_stay_in_supply() -> None:
    """10.78: only if the usual ways leave it out of supply, or end where no room is"""
    seen = 0
    for seed in range(12):
        s = scattered(seed)
        d = occupancy(s)
        for piece in BOARD.pieces:
            if s.place[piece.index] >= HEXES or piece.side == s.side or not piece.full_zone:
                continue
            start = s.place[piece.index]
            found = retreat.ways(s, d, piece.index, start, 2, 2)
            through, fed = found.get(retreat.THROUGH, []), supply.traced(s, d, piece.nation)
            kept = [route for route in through if fed >> route[-1] & 1]
            full = [why_full(d, piece, route[-1]) for route in found.get(retreat.USUAL, [])]
            assert kept == through or all(full)
            for route in through:
                seen += 1
                zone, mine = zoc(d, s.side), bodies(d, piece.side)
                inside = [hex_ for hex_ in route if zone >> hex_ & 1]
                assert inside and all(mine >> hex_ & 1 for hex_ in inside)
    assert seen
