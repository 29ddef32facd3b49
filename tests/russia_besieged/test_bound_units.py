"""What a unit has done in an impulse, or must still do, binds it in every way that it could go."""

from engine.board.bits import mask
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import SOVIET
from engine.games.russia_besieged.law import leaders, overwhelm, rail, sea
from engine.games.russia_besieged.law.air import missions
from engine.games.russia_besieged.state import TOOK, occupancy
from engine.games.russia_besieged.state import mark as set_marker
from tests.russia_besieged.staged import EMPTY, game
from tests.russia_besieged.table import at, city, table, unit
from tests.table import look, refused

G = BOARD.ground


def test_who_took_part_or_covers_goes_in_no_way() -> None:
    """9.4, 9.5: neither from the air nor over the ice"""
    where = {"rus_para_1": "gorki", "rus_inf_4": "0714", "rus_inf_3": "0812"}
    board = {who: G.grid.ids[city(it)] if it == "gorki" else it for who, it in where.items()}
    s, d = table(board, turn="jan_feb_1944", side="soviet", weather="snow/snow")
    para, army = unit("rus_para_1"), unit("rus_inf_4")
    assert leaders.why_no_drop(s, d, para) is None and sea.why_no_ice(s, d, army) is None
    s.pledged = [para, army]
    whys = [leaders.why_no_drop(s, d, para), sea.why_no_ice(s, d, army)]
    assert [why and why.rule for why in whys] == ["9.5", "9.5"]
    s.pledged = []
    s.flags[para] |= TOOK
    why = leaders.why_no_drop(s, d, para)
    assert why and why.rule == "9.4"


def test_a_shock_army_has_done_what_its_parts_have() -> None:
    """22.01, 9.4, 9.32, 8.63: it attacks no more where a part of it does not"""
    for flag in ("took", "victor", "evacuated", "evacuated_before", "landed", "ashore", ""):
        done = f" {flag}=1" if flag else ""
        board = ("put rus_mech_1 moscow", "put rus_shock_2 waiting", "set points.russian_armor 9")
        g = game(*EMPTY, *board, "put rus_inf_18 moscow", "at 16 soviet movement")
        g.submit("gm", f"put rus_inf_18 moscow{done}")
        g.submit("soviet", "form rus_shock_2 with rus_inf_18 rus_mech_1")
        for other in ("took", "victor", "evacuated", "evacuated_before", "landed", "ashore"):
            assert look(g, f"rus_shock_2 {other}") == str(int(other == flag)), (flag, other)
        assert look(g, "rus_shock_2 moved") == str(int(flag == "took"))


def test_a_lamed_side_rides_past_enemies() -> None:
    """14.15b iii: to no hex next to an enemy, but past one who has no zone"""
    middle = at("0704")  # the line from Archangel has no other way
    beside = next(hex_ for hex_ in G.foot[middle] if not G.rails >> hex_ & 1)
    board = {"rus_inf_4": "0503", "ger_inf_1": G.grid.ids[beside]}
    s, _ = table(board, side="soviet")
    set_marker(s, unit("ger_inf_1"), 1)
    s.bereft[SOVIET] = 2
    d = occupancy(s)
    there = rail.ends(s, d, unit("rus_inf_4"))
    assert there >> at("1307") & 1 and not there & mask(G.foot[beside])
    why = rail.why_not(s, d, unit("rus_inf_4"), middle)
    assert why and why.rule == "14.15"


ALONE = (*EMPTY, "put rus_inf_3 2820", "put rus_inf_8 2820", "put rum_inf_1 2821 reduced",
         "put ger_pz_24 2720", "put ger_pz_39 2720", "put rus_para_1 2719", "put stuka_1 3122",
         "mark 3122 rails axis")  # fmt: skip
AV = "av 2719 with ger_pz_24 ger_pz_39"


def test_an_air_unit_that_the_cover_needs_stays_for_it() -> None:
    """9.5, 11.2, 11.14: it neither helps the victory nor is staged; another one may"""
    city_of = next(one.id for one in G.cities if one.place == at("3122"))
    board = (*ALONE, f"mark {city_of} control axis", "at 8 axis movement")
    g = game(*board)
    assert refused(g, "axis", f"{AV} air stuka_1") == "9.5"
    for line in (AV, "done"):
        g.submit("axis", line)
    rum, stuka = unit("rum_inf_1"), unit("stuka_1")
    assert g.table.s.pledged == sorted([rum, stuka])
    assert refused(g, "axis", "stage stuka_1 minsk") == "9.5"
    for line in ("end movement", "attack 2820 with rum_inf_1 air stuka_1"):
        g.submit("axis", line)
    g = game(*board[:-1], f"put stuka_2 {city_of}", board[-1])
    g.submit("axis", f"{AV} air stuka_1")
    g.submit("axis", "done")
    assert g.table.s.pledged == sorted([rum, unit("stuka_2")])


def test_a_victory_leaves_the_last_mission_to_the_cover() -> None:
    """9.5, 11.3: what is ten to one without air units is not refused for the sake of one"""
    units = {"ger_pz_24": "2720", "ger_pz_39": "2720", "rus_para_1": "2719", "rum_inf_1/1": "2821"}
    foes = {"rus_inf_3": "2820", "rus_inf_8": "2820", "stuka_1": "3122", "stuka_2": "3122"}
    s, d = table({**units, **foes}, turn="jul_aug_1942", axis=["3122"])
    s.flown[0] = missions(s) - 1
    found = overwhelm.conquest(s, d, (at("2719"),))
    assert found and found.air == 0
    assert overwhelm.wing(s, d, found) == []


def test_of_two_that_cover_one_may_go() -> None:
    """9.5: each of them, but not both at once"""
    board = [line for line in ALONE if "rum_inf_1" not in line]
    board += ["put ger_inf_1 2821", "put ger_inf_2 2821", "at 8 axis movement"]
    g = game(*board)
    for line in (AV, "done"):
        g.submit("axis", line)
    assert g.table.s.pledged == []
    assert refused(g, "axis", "move ger_inf_1 ger_inf_2 2822") == "9.5"
    g.submit("axis", "move ger_inf_1 2822")
    assert refused(g, "axis", "move ger_inf_2 2822") == "9.5"
