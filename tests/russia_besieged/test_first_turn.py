"""Chapter 24: what is different in the first two turns."""

import pytest

from engine.board.bits import members
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import SOVIET
from engine.games.russia_besieged.law import advance, contact, marches, odds, retreat
from engine.games.russia_besieged.state import EVACUATED, FOUGHT, TOOK, occupancy
from tests.russia_besieged.staged import EMPTY, game
from tests.russia_besieged.table import at, city, ids, table, unit
from tests.russia_besieged.test_combat import attack
from tests.russia_besieged.test_movement import rule
from tests.table import places, refused, words

G = BOARD.ground
MAY = {"turn": "may_jun_1941"}


def test_an_army_group_stands_by_no_enemy_of_another_sector() -> None:
    """24.1: unless one of the right group is next to him already, or a river is between"""
    board = (*EMPTY, "put ger_inf_1 1131", "put ger_pz_24 1431", "put rus_inf_11 1229")
    s, d = table({"ger_inf_1": "1131", "ger_pz_24": "1331", "rus_inf_11": "1229"}, **MAY)
    assert (BOARD.pieces[unit("ger_inf_1")].mark, BOARD.pieces[unit("rus_inf_11")].mark) == (
        "N",
        "B",
    )
    assert BOARD.pieces[unit("ger_pz_24")].mark == "C"
    shut = contact.trespass(s, d, [unit("ger_pz_24")])
    assert ids(shut) == ids(G.dry[at("1229")])
    assert contact.trespass(s, d, [unit("ger_inf_1")]) == 0
    near = ids(G.dry[at("1229")] & ~G.countries["hungary"])
    side = sorted(near)[-1]
    s, d = table({"ger_inf_1": side, "ger_pz_24": "1331", "rus_inf_11": "1229"}, **MAY)
    assert contact.trespass(s, d, [unit("ger_pz_24")]) == 0
    g = game(*board, "at 1 axis movement")
    open_ = words(g, "axis", "move ger_pz_24 ")
    assert not open_ & near
    goal = min(near, key=lambda hex_: G.grid.distance(at(hex_), at("1431")))
    assert refused(g, "axis", f"move ger_pz_24 {goal}") == "24.1"
    g = game(*board, "at 1/2 axis movement")
    assert words(g, "axis", "move ger_pz_24 ") & near


def test_who_advances_by_automatic_victory_keeps_to_his_sector() -> None:
    """24.1, 9.21, rb-86: not next to an enemy of another one, unless one of the right group is
    there; after a battle as he likes
    """
    board = (*EMPTY, "put rus_cav_6 1629", "put rus_inf_5 1729", "put stuka_3 stuka_4 warsaw",
             "put ger_pz_24 ger_pz_46 ger_pz_47 1529")  # fmt: skip
    for more, open_ in (((), False), (("put ger_pz_48 1730",), True)):
        g = game(*board, *more, "at 1 axis movement")
        g.submit("axis", "av 1629 with ger_pz_24 ger_pz_46 ger_pz_47 air stuka_3 stuka_4")
        assert ("1629" in words(g, "axis", "advance ger_pz_24 ")) == open_
    units = {"ger_pz_24": "1529", "rus_inf_5": "1729"}
    s, d = table(units, **MAY)
    for flag, goes in ((TOOK, False), (FOUGHT, True)):
        s.flags[unit("ger_pz_24")] = flag
        found = advance.onward(s, d, unit("ger_pz_24"), (), [at("1629")], 0)
        assert ids(found) == ({"1629"} if goes else set())
    s.flags[unit("ger_pz_24")] = TOOK
    way = unit("ger_pz_24"), (), [at("1629")], 0, at("1629"), "10.82"
    assert rule(advance.why_no_way(s, d, *way)) == "24.1"


def test_an_enemy_who_binds_a_unit_that_may_not_attack_is_owed_by_others() -> None:
    """24.1, 10.11: the group that may does"""
    s, d = table({"ger_inf_1": "1228", "ger_pz_24": "1230", "rus_inf_11": "1229"}, **MAY)
    owed = contact.duties(s, d)
    assert unit("ger_pz_24") not in owed.must and unit("ger_inf_1") in owed.must
    assert at("1229") not in owed.free


def test_rivers_double_nobody_at_first() -> None:
    """24.2, 24.21: in the first impulse, against Finns in the second too"""
    units = {"ger_inf_1": "1621", "fin_inf_2": "1621", "rus_inf_4": "1622"}
    for impulse, german, finn in ((1, 1, 1), (2, 2, 1)):
        s, _ = table(units, impulse=impulse, **MAY)
        assert odds.multiplier(s, at("1622"), [unit("ger_inf_1")]) == german
        assert odds.multiplier(s, at("1622"), [unit("fin_inf_2")]) == finn
    s, _ = table(units, impulse=2, **MAY)
    assert odds.multiplier(s, at("1622"), [unit("ger_inf_1"), unit("fin_inf_2")]) == 1
    s, _ = table(units, turn="jul_aug_1941")
    assert odds.multiplier(s, at("1622"), [unit("fin_inf_2")]) == 2


def test_the_axis_sends_russians_where_it_likes() -> None:
    """24.23: priorities 3 to 5 are off in the Axis turn, not in the Russian one"""
    west = ids(h for h in range(len(G.grid.ids)) if h % 40 + 1 >= 18)
    units = {"rus_inf_4": "1717", "ger_inf_1": "1718"}
    wide = retreat.routes(*table(units, axis=west, **MAY), unit("rus_inf_4"), at("1717"), 2, 2)
    usual = retreat.routes(*table(units, axis=west), unit("rus_inf_4"), at("1717"), 2, 2)
    assert set(usual) < set(wide)
    own = table(units, axis=west, side="soviet", **MAY)
    assert retreat.routes(*own, unit("rus_inf_4"), at("1717"), 2, 2) == usual


def test_no_landing_on_the_first_turn() -> None:
    """24.3, 24.0: neither side"""
    board = (*EMPTY, "put ger_inf_1 konigsberg", "put rus_inf_4 odessa")
    g = game(*board, "at 1 axis movement")
    assert refused(g, "axis", "invade ger_inf_1 0821") == "24.3"
    g = game(*board, "at 1 soviet movement")
    assert refused(g, "soviet", "invade rus_inf_4 3433") == "24.3"


def test_hungary_stays_out_all_through_the_first_turn() -> None:
    """24.12: Axis units retreat into it only if nothing else is left; Russians never"""
    hungary = G.countries["hungary"]
    here = next(
        h for h in range(len(G.grid.ids))
        if G.land >> h & 1 and not hungary >> h & 1 and any(hungary >> n & 1 for n in G.foot[h])
        and sum(not hungary >> n & 1 for n in G.foot[h]) > 2
    )  # fmt: skip
    home = G.grid.ids[here]
    for side, impulse in (("axis", 1), ("axis", 2), ("soviet", 1)):
        s, d = table({"ger_inf_1": home}, side=side, impulse=impulse, **MAY)
        ways = retreat.routes(s, d, unit("ger_inf_1"), here, 1, 1)
        assert ways and not any(hungary >> way[-1] & 1 for way in ways)
    me = BOARD.pieces[unit("rus_inf_4")]
    into = next(n for n in G.foot[here] if hungary >> n & 1)
    s, d = table({"rus_inf_4": home}, **MAY)
    assert rule(retreat.why_no_step(s, d, me, here, into)) == "10.72"
    s, d = table({"rus_inf_4": home}, turn="jul_aug_1941")
    assert retreat.why_no_step(s, d, me, here, into) is None


def test_rather_past_friends_in_a_zone_than_into_hungary() -> None:
    """24.12, 10.77: that way is legal too; who stands in Hungary may stay in it"""
    units = {"ger_inf_1": "1539", "ger_inf_2": "1540", "rus_inf_4": "1439", "rus_inf_5": "1538"}
    for turn, ways in (("may_jun_1941", [(at("1540"),)]), ("jul_aug_1941", [(at("1639"),)])):
        s, d = table(units, turn=turn, side="soviet")
        assert retreat.routes(s, d, unit("ger_inf_1"), at("1539"), 1, 1) == ways
        assert all(at("1639") not in way for open_ in retreat.ways(
            s, d, unit("ger_inf_1"), at("1539"), 1, 1).values() for way in open_
        ) == (turn == "may_jun_1941")  # fmt: skip
    for here in members(G.countries["hungary"] & G.land):
        both = (table({"ger_inf_1": G.grid.ids[here]}, turn=turn, side="soviet")
                for turn in ("may_jun_1941", "jul_aug_1941"))  # fmt: skip
        now, later = (retreat.routes(s, d, unit("ger_inf_1"), here, 1, 1) for s, d in both)
        assert now == later


def test_terrain_gives_russians_nothing_at_first() -> None:
    """24.6: no modifier for forest, swamp or a major city against the Axis"""
    for turn, names in (("may_jun_1941", set()), ("jul_aug_1941", {"major_city"})):
        s, d = table({"ger_inf_1": "1722", "rus_inf_4": "1623"}, turn=turn)
        found = dict(odds.modifiers(s, d, attack("1623", "ger_inf_1")))
        assert found.keys() & {"major_city", "forest", "swamp"} == names


@pytest.mark.parametrize(
    ("mark", "letter", "name"), [("N", "B", "riga"), ("C", "W", "minsk"), ("S", "K", "kiev")]
)
def test_what_an_army_group_attacks_at_first(mark: str, letter: str, name: str) -> None:
    """24.1: its own district's units anywhere, all within a hex of its city, nobody else"""
    ground = BOARD.ground
    own = next(p for p in BOARD.of_side[SOVIET] if BOARD.pieces[p].mark == letter)
    other = next(p for p in BOARD.of_side[SOVIET] if BOARD.pieces[p].mark not in (letter, ""))
    near = {city(name), *members(ground.zone.spread(1 << city(name)))}
    for place in [*members(ground.land & ground.countries["russia"])[::9], *sorted(near)]:
        for piece, free in ((own, True), (other, place in near)):
            s, _ = table(turn="may_jun_1941")
            s.place[piece] = place
            assert (odds.why_sector(s, occupancy(s), mark, place) is None) == free
            s.impulse = 2
            assert odds.why_sector(s, occupancy(s), mark, place) is None


@pytest.mark.parametrize("spent", [FOUGHT, TOOK, EVACUATED])
def test_who_attacks_no_more_opens_no_way_to_others(spent: int) -> None:
    """24.1: nor does what was found while he could attack hold on"""
    near = sorted(ids(G.dry[at("1229")] & ~G.countries["hungary"]))[-1]
    s, d = table({"ger_inf_1": near, "ger_pz_24": "1331", "rus_inf_11": "1229"}, **MAY)
    armor = [unit("ger_pz_24")]
    assert contact.trespass(s, d, armor) == 0
    before = marches.ends(s, d, armor)
    s.flags[unit("ger_inf_1")] |= spent
    shut = contact.trespass(s, d, armor)
    assert ids(shut) == ids(G.dry[at("1229")])
    assert marches.ends(s, d, armor) == before & ~shut != before


# countries that are neutral at first --------------------------------------------------------


@pytest.mark.parametrize("impulse", [1, 2])
def test_one_corps_goes_to_hungary_by_rail(impulse: int) -> None:
    """24.12, rb-52: in both impulses of May and June together; no armor, no Stuka"""
    board = (*EMPTY, "put ger_inf_1 vienna", "put ger_inf_2 vienna", "put ger_pz_24 breslau",
             "put stuka_7 krakow")  # fmt: skip
    g = game(*board, f"at 1/{impulse} axis movement")
    assert refused(g, "axis", "rail ger_pz_24 budapest") == "24.12"
    assert refused(g, "axis", "stage stuka_7 budapest") == "24.12"
    g.submit("axis", "rail ger_inf_1 budapest")
    assert refused(g, "axis", "rail ger_inf_2 budapest") == "24.12"
    if impulse == 1:
        g.submit("axis", "end movement")
        assert refused(g, "axis", "rail ger_inf_2 budapest") == "24.12"
    g = game(*board, "at 2 axis movement")
    g.submit("axis", "rail ger_pz_24 budapest\nstage stuka_7 budapest")


def test_one_stuka_flies_over_hungary() -> None:
    """24.12, rb-52: to Rumania; who finds a way round of 18 hexes is free in the second impulse"""
    board = (*EMPTY, "put stuka_3 stuka_4 warsaw", "put stuka_7 stuka_8 krakow")
    g = game(*board, "at 1/2 axis movement")
    g.submit("axis", "stage stuka_3 bucharest")
    assert refused(g, "axis", "stage stuka_4 bucharest") == "24.12"
    g.submit("axis", "stage stuka_7 bucharest\nstage stuka_8 jassy\nstage stuka_4 jassy")
    g = game(*board, "at 1 axis movement")
    assert refused(g, "axis", "stage stuka_3 bucharest") == "24.11"
    g.submit("axis", "stage stuka_7 ploesti")
    assert refused(g, "axis", "stage stuka_8 jassy") == "24.11"
    g.submit("axis", "end movement")
    g.submit("axis", "stage stuka_8 jassy")


def test_a_retreat_passes_hungary_only_where_nothing_else_is_left() -> None:
    """24.12: who ends beyond it has come into it as well"""
    hungary = G.countries["hungary"]
    found = 0
    for here in members(G.land & ~hungary & G.countries["germany"] | G.countries["rumania"]):
        s, d = table({"rum_inf_1": G.grid.ids[here]}, **MAY)
        found += any(any(hungary >> h & 1 for h in way)
                     for way in retreat.routes(s, d, unit("rum_inf_1"), here, 2, 2))  # fmt: skip
    assert not found


@pytest.mark.parametrize("die", [1, 10])
def test_one_corps_goes_to_finland_by_sea(die: int) -> None:
    """24.13: evacuated or shipped, all through turn 1; who was lost or turned back never came"""
    coast = "0827"
    board = (*EMPTY, "put ger_inf_1 ger_inf_2 konigsberg", f"put ger_inf_10 ger_pz_41 {coast}",
             "put rus_mech_1 tallinn")  # fmt: skip
    g = game(*board, f"dice sea {die}", "at 1 axis movement")
    assert refused(g, "axis", "evacuate ger_pz_41 helsinki") == "24.13"
    g.submit("axis", "evacuate ger_inf_10 helsinki")
    came = places(g, "ger_inf_10") == ["0218"]
    assert came == (die == 1)
    g.submit("axis", "end movement")
    if came:
        assert refused(g, "axis", "sail ger_inf_1 helsinki") == "24.13"
        assert refused(g, "axis", "evacuate ger_inf_10 danzig")
    else:
        g.submit("axis", "sail ger_inf_1 helsinki")
