"""Chapters 17 and 18 in play: what an event calls, what the German card takes away."""

import pytest

from engine import Game
from engine.board.bits import members
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import HEXES, RUSSIAN
from engine.games.russia_besieged.law import arrivals, builds, movement, results
from engine.games.russia_besieged.law.supply import unlimited
from engine.games.russia_besieged.state import STEP
from tests.russia_besieged.staged import EMPTY, fight, game
from tests.russia_besieged.table import at, city, ids, table, unit
from tests.table import asked, look, names, places, prompt, refused, told, words

G = BOARD.ground


def farthest(g: Game, who: str) -> int:
    """How far a unit goes on foot, in hexes."""
    start = g.table.s.place[unit(who)]
    found = movement.ends(g.table.s, g.table.d, unit(who))
    return max((G.grid.distance(start, hex_) for hex_ in members(found)), default=0)


@pytest.mark.parametrize(
    ("who", "hex_", "far"),
    [("rus_inf_7", "2501", 1), ("rus_mech_1", "2501", 1), ("rus_mech_1", "2301", 0)],
)
def test_the_edge_is_the_first_hex_of_a_unit_of_the_pool(who: str, hex_: str, far: int) -> None:
    """19.23, 17.05: it pays for it and stops where others do, and goes on by rail all the same; a
    reinforcement does not, nor who appears at a WEC
    """
    board = (*EMPTY, "put ger_inf_1 1734", "put wec_gorki gorki", "put wec_any_1 kazan",
             "set points.russian_infantry 9", "set points.russian_armor 9")  # fmt: skip
    g = game(*board, "put wec_any_1 pool", f"put {who} pool", "at 8 soviet movement")
    g.submit("soviet", f"build {who} {hex_}")
    whole = movement.printed(g.table.s, unit(who))
    assert farthest(g, who) == (whole - far if far else 0)
    assert bool(words(g, "soviet", f"rail {who} ")) == bool(G.rails >> at(hex_) & 1)
    g = game(*board, "put wec_any_1 pool", f"put {who} pool", "put ger_inf_2 2502",
             "at 8 soviet movement")  # fmt: skip
    g.submit("soviet", f"build {who} 2501")
    assert refused(g, "soviet", f"move {who} 2601") == "4.02"
    for order, box in (("build", "pool"), ("place", "waiting")):
        g = game(*board, f"put {who} {box}", "at 8 soviet movement")
        g.submit("soviet", f"{order} {who} 2501")
        assert farthest(g, who) == whole


# what comes --------------------------------------------------------------------------


def test_a_russian_city_that_cannot_take_a_unit_sends_it_to_the_edge() -> None:
    """17.1, 17.11, 17.04, 17.05: Axis, cut off, or without room and way out; else it moves on"""
    me = unit("rus_inf_51")
    s, d = table({}, turn="jul_aug_1941", impulse=2, side="soviet")
    assert ids(arrivals.listed(s, d, me)) == {"3826"}
    s, d = table({}, turn="jul_aug_1941", impulse=2, side="soviet", axis=["3826"])
    assert arrivals.listed(s, d, me) == G.borders[1]
    s, d = table({"rus_inf_4": "3826", "rus_inf_8": "3826"}, turn="jul_aug_1941", impulse=2,
                 side="soviet")  # fmt: skip
    assert ids(arrivals.listed(s, d, me)) == {"3826"}  # there is a way out
    s.railed = [5, 0]  # but not on foot in August, nor once the trains are used up
    assert arrivals.listed(s, d, me) == G.borders[1]
    g = game(*EMPTY, "put rus_inf_24 waiting", "at 2/2 soviet movement")
    g.submit("soviet", "place rus_inf_24 moscow")
    assert refused(g, "soviet", "move rus_inf_24 1911") == "6.0"  # no allowance in August
    g.submit("soviet", "rail rus_inf_24 1910")


@pytest.mark.parametrize(
    ("board", "line", "free"),
    [
        (("put ger_pz_24 3717", "put ger_pz_39 3717", "put rus_inf_4 rostov"), "rostov", "1"),
        (("put ger_pz_24 2720", "put ger_pz_39 2720", "put rus_inf_4 2719"), "2719", "0"),
    ],
)
def test_the_garrison_beyond_the_caucasus_is_released(
    board: tuple[str, ...], line: str, free: str
) -> None:
    """17.13: two armies by an attack on Rostov or Sevastopol, by automatic victory too"""
    g = fight(8, *board)
    g.submit("axis", f"attack {line} with ger_pz_24 ger_pz_39 at 1-1")
    assert look(g, "released") == free
    weak = [edit.replace("rus_inf_4", "rus_para_1") for edit in board]
    g = game(*EMPTY, *weak, "put ger_pz_41 " + board[0].split()[2], "at 3 axis movement")
    g.submit("axis", f"av {line} with ger_pz_24 ger_pz_39")
    assert look(g, "released") == free


def test_who_of_the_garrison_moves() -> None:
    """17.13: none before; the 44th and 47th after the first, all four once the Axis is beyond
    Rostov or Kerch; every one from June 1942 on
    """
    units = ("put rus_inf_44 maikop", "put rus_inf_45 batumi", "put ger_inf_1 1734")
    for released, wanted in (("0", ("17.13", "17.13")), ("1", ("", "17.13")), ("3", ("", ""))):
        g = game(*EMPTY, *units, f"set released {released}", "at 3 soviet movement")
        for army, rule in zip(("rus_inf_44", "rus_inf_45"), wanted, strict=True):
            if rule:
                assert refused(g, "soviet", f"move {army} 3801") == rule
            else:
                assert words(g, "soviet", f"move {army} ")
    g = game(*EMPTY, *units, "at 7/2 soviet movement")
    assert words(g, "soviet", "rail rus_inf_44 ")
    g = game(*EMPTY, "put ger_cav_1 3717", "at 8 axis movement")
    assert look(g, "released") == "0"
    g.submit("axis", "move ger_cav_1 3817")
    assert look(g, "released") == "3"


@pytest.mark.parametrize(("turn", "said"), [(3, True), (7, True), (8, False), (14, False)])
def test_nobody_is_told_of_a_release_that_frees_nobody(turn: int, said: bool) -> None:
    """17.13: after June 1942 all four are free"""
    g = game(*EMPTY, "put ger_cav_1 3717", f"at {turn} axis movement")
    receipt = g.submit("axis", "move ger_cav_1 3817")
    assert ("released" in told(g, receipt)) == said


@pytest.mark.parametrize(
    ("unit_", "trigger", "side", "first", "where"),
    [
        ("ger_mtn_19", "archangel", "axis", 9, "0108"),
        ("fin_inf_3", "archangel", "axis", 9, "0111"),
        ("ger_mtn_22", "rumania", "axis", 19, "1340"),
        ("rus_inf_14", "helsinki", "soviet", 9, "0107"),
    ],
)
def test_what_an_event_calls(unit_: str, trigger: str, side: str, first: int, where: str) -> None:
    """17.2, 17.3, 17.31, 17.32, 17.14: the turn after Archangel, Rumania or Helsinki falls"""
    board = (*EMPTY, f"put {unit_} waiting", "put ger_inf_2 1734")
    g = game(*board, f"at {first} {side} movement")
    short = BOARD.pieces[unit(unit_)].short
    assert short not in words(g, side, "place ")
    g = game(*board, f"set trigger.{trigger} {first}", f"at {first} {side} movement")
    assert short not in words(g, side, "place ")
    g = game(*board, f"set trigger.{trigger} {first - 1}", f"at {first} {side} movement")
    assert where in words(g, side, f"place {unit_} ")


def test_helsinki_calls_an_army_once_finland_has_left_the_war() -> None:
    """17.14, 26.11: not by the capture, but the turn after the surrender that follows it; if
    Finland has left already, the turn after the capture
    """
    board = (*EMPTY, "put rus_inf_14 waiting", "put ger_inf_2 1734", "put fin_inf_2 0210")
    g = game(*board, "put rus_inf_4 0219", "at 9 soviet movement")
    g.submit("soviet", "move rus_inf_4 helsinki")
    assert look(g, "trigger.helsinki") == "0"
    there = ("put rus_inf_4 helsinki", "mark helsinki control soviet")
    g = game(*board, *there, "at 10/2 axis supply")
    assert (places(g, "fin_inf_2"), look(g, "trigger.helsinki")) == (["removed"], "10")
    assert "14" not in words(g, "soviet", "place ")
    g = game(*board, "put rus_inf_4 0219", "put stuka_1 berlin", "at 21 axis weather")
    g.submit("axis", "withdraw stuka_1")
    for _ in range(2):
        g.submit("axis", "end movement")
    g.submit("soviet", "move rus_inf_4 helsinki")
    assert look(g, "trigger.helsinki") == "21"


def test_rumania_calls_its_corps_from_1944_on_alone() -> None:
    """17.32"""
    g = game(*EMPTY, "put ger_mtn_22 waiting", "set trigger.rumania 12", "at 13 axis movement")
    assert "22mtn" not in words(g, "axis", "place ")


def test_luftwaffe_units_are_rebuilt_as_others_of_their_kind() -> None:
    """17.5, 19.02: infantry and armor points; nobody drops them"""
    s, _ = table(turn="sep_oct_1944")
    para, panzer = BOARD.pieces[unit("lw_para_3")], BOARD.pieces[unit("lw_pz_goring")]
    assert (para.luftwaffe, panzer.luftwaffe) == (True, True)
    assert builds.accounts(s, para) == [0] and builds.accounts(s, panzer) == [1]
    g = game(*EMPTY, "set weather.1 snow", "put lw_para_3 berlin", "at 11 axis movement")
    assert "para" not in names(g, "axis")


def test_the_berlin_garrison() -> None:
    """17.6, 17.61: it stands up as a Russian comes within four hexes; traded for two points, gone
    in September 1944; free in Berlin, a corps elsewhere
    """
    east = next(
        G.grid.ids[h] for h in range(HEXES)
        if G.land >> h & 1 and G.grid.distance(h, city("berlin")) == 5
        and any(G.grid.distance(n, city("berlin")) == 4 for n in G.foot[h])
    )  # fmt: skip
    near = next(G.grid.ids[n] for n in G.foot[at(east)] if G.grid.distance(n, city("berlin")) == 4)
    board = (*EMPTY, f"put rus_gd_cav_1 {east}", "put berlin_garrison waiting")
    for turn, there in ((10, "waiting"), (11, "0537"), (20, "0537"), (21, "waiting")):
        g = game(*board, f"at {turn} soviet movement")
        g.submit("soviet", f"move rus_gd_cav_1 {near}")
        assert places(g, "berlin_garrison") == [there]
    here = (*EMPTY, "put berlin_garrison berlin")
    g = game(*here, "at 19 axis movement")
    assert "trade garrison" not in names(g, "axis")
    g = game(*here, "at 20 axis movement")
    before = int(look(g, "points.german_infantry"))
    g.submit("axis", "trade garrison")
    assert int(look(g, "points.german_infantry")) == before + 2
    assert places(g, "berlin_garrison") == ["removed"]
    assert places(game(*here, "at 21 axis begin"), "berlin_garrison") == ["removed"]
    corps = [BOARD.pieces[unit(f"ger_inf_{n}")] for n in (1, 2, 5)]
    from engine.games.russia_besieged.law import stacking

    four = [*corps, BOARD.pieces[unit("berlin_garrison")]]
    assert stacking.why_over(four, city("berlin")) is None
    assert stacking.why_over(four, city("posen")) is not None


@pytest.mark.parametrize("turn", [10, 11, 20, 21])  # without it before 1943, after August 1944
@pytest.mark.parametrize("stands", ["waiting", "removed"])
def test_the_berlin_garrison_is_there_before_the_russians(turn: int, stands: str) -> None:
    """17.61, 4.1: no single move takes an empty Berlin; the garrison comes as one begins"""
    far = next(
        h for h in range(HEXES)
        if G.land >> h & 1 and G.grid.distance(h, city("berlin")) == 5 and h % 40 < 37
    )  # fmt: skip
    board = ("clear", "put hitler posen", "put stalin moscow", "set weather.1 clear")
    board = (*board, f"put rus_gd_tank_3 {G.grid.ids[far]}", f"put berlin_garrison {stands}")
    g = game(*board, f"at {turn} soviet movement")
    move, comes = "move rus_gd_tank_3 berlin", turn in (11, 20) and stands == "waiting"
    if comes:
        assert refused(g, "soviet", move) == "17.61"
        beside = ids(G.foot[city("berlin")]) & words(g, "soviet", "move rus_gd_tank_3 ")
        g.submit("soviet", f"move rus_gd_tank_3 {min(beside)}")
    else:
        g.submit("soviet", move)
    assert (places(g, "berlin_garrison") == ["0537"]) == comes
    assert look(g, "berlin control") == ("axis" if comes else "soviet")


@pytest.mark.parametrize(("turn", "holds"), [(10, "soviet"), (12, "axis")])
def test_berlin_falls_by_its_rails_to_nobody_whom_the_garrison_sees(turn: int, holds: str) -> None:
    """17.61, 7.26, 4.1: it stands up before the last line to the city converts"""
    last = next(h for h in G.rail_links[city("berlin")] if G.junctions >> h & 1)  # 7.25
    rails = (f"mark {G.grid.ids[h]} rails soviet" for h in members(G.rails) if h != last)
    start = next(
        h for h in G.foot[last]
        if G.land >> h & 1 and h != city("berlin") and not G.rails >> h & 1
    )  # fmt: skip
    board = ("clear", "put hitler posen", "put stalin moscow", "set weather.1 clear", *rails)
    board = (*board, f"mark {G.grid.ids[last]} rails axis", "mark berlin control axis")
    board = (*board, f"put rus_gd_inf_1 {G.grid.ids[start]}", "put berlin_garrison waiting")
    g = game(*board, f"at {turn} soviet movement")
    assert look(g, "berlin control") == "axis"
    g.submit("soviet", f"move rus_gd_inf_1 {G.grid.ids[last]}")
    assert look(g, "berlin control") == holds


def test_the_volkssturm() -> None:
    """17.62: in Berlin as January 1945 begins, at once and then alone; infantry that is never
    rebuilt
    """
    board = (*EMPTY, "put volkssturm waiting", "put ger_inf_1 1734", "put rus_inf_4 moscow")
    lost = ("put hitler posen", "mark berlin control soviet")
    for edits, when, where in (
        ((), "23 axis", "0537"),
        (lost, "23 axis", "waiting"),
        ((), "22/2 axis", "waiting"),
        ((), "24 axis", "waiting"),
    ):
        g = game(*board, *edits, f"at {when} begin")
        assert places(g, "volkssturm") == [where]
        assert "volkssturm" not in words(g, "axis", "place ")
    assert BOARD.pieces[unit("volkssturm")].cost == 0


def test_the_volkssturm_takes_the_second_loss() -> None:
    """17.62, 10.62, 10.65: where two steps or more are lost, before any other choice"""
    s, _ = table({}, turn="jan_feb_1945")
    here = [unit(id_) for id_ in ("ger_inf_1", "ger_pz_14", "volkssturm")]
    for both in (False, True):
        first, second, *_ = results.required(s, here, both_armor=both)
        assert first == [here[1]] and second == [here[2]]
    strong = [unit(id_) for id_ in ("ger_inf_1", "ss_pz_3", "volkssturm")]
    s.step[strong[1]] = 2
    losses = results.required(s, strong, both_armor=True)
    assert losses == [[strong[1]], [strong[2]], [strong[0]]]


# what goes ----------------------------------------------------------------------------


def test_the_panzer_corps_of_1944() -> None:
    """18.3, 18.31, 18.23, 18.26, 18.33: the 14th in January, the 47th in March, whole, at once"""
    g = game(*EMPTY, "put ger_pz_14 1734", "put stuka_1 berlin", "at 17 axis begin")
    g.submit("axis", "withdraw stuka_1")
    assert places(g, "ger_pz_14") == ["withdrawn_axis"]
    g = game(*EMPTY, "put ger_pz_47 1734", "at 18 axis begin")
    assert places(g, "ger_pz_47") == ["withdrawn_axis"] and prompt(g).startswith("March 1944")
    board = ("put ger_pz_47 1734 reduced", "set points.german_armor 1", "put ger_pz_24 1735")
    board += ("put ger_pz_39 1736",)
    g = game(*EMPTY, *board, "mark ploesti control soviet", "at 18 axis begin")
    assert "3 factors" in prompt(g)
    g.submit("axis", "spend")
    assert look(g, "points.german_armor") == "0" and "2 factors" in prompt(g)
    g.submit("axis", "withdraw ger_pz_24")
    assert places(g, "ger_pz_47") == ["withdrawn_axis"] and look(g, "ger_pz_24 s") == "2"


def test_another_corps_goes_where_the_named_one_cannot() -> None:
    """18.24, 18.25, 18.32: not in general supply, held by zones, or lost: one at least as strong"""
    others = ("put ger_pz_24 1540", "put ger_pz_41 1640", "put ger_pz_56 1639")
    cases = {
        "lost": ("put ger_pz_47 pool",),
        "cut off": ("put ger_pz_47 2720",),
        "free": ("put ger_pz_47 1735", "put rus_inf_4 1733"),
    }
    for case, edits in cases.items():
        g = game(*EMPTY, *edits, *others, "at 18 axis begin")
        if case == "free":
            assert places(g, "ger_pz_47") == ["withdrawn_axis"]
        else:
            assert words(g, "axis", "withdraw ") == {"24pz", "41pz"}, case
    held = (*EMPTY, "put ger_pz_47 1735", "put ger_inf_1 1736", "put ger_inf_2 1737", *others,
            "put rus_inf_4 1734", "put rus_inf_3 1836")  # fmt: skip
    g = game(*held, "at 18 axis begin")  # a hex without a zone is left
    assert places(g, "ger_pz_47") == ["withdrawn_axis"]
    g = game(*held, "put rus_inf_5 1636", "at 18 axis begin")
    assert look(g, "ger_pz_47 supplied") == "1", "its friends keep the way open"
    assert words(g, "axis", "withdraw ") == {"24pz", "41pz"}
    g = game(*EMPTY)
    assert "No corps can be withdrawn for 47" in told(g, g.submit("gm", "at 18 axis begin"))
    g = game(*EMPTY, *cases["lost"], *others, "at 18 axis begin")
    assert asked(g) == ["axis"] and refused(g, "axis", "withdraw ger_pz_56") == "18.32"
    for foe, steps in ((), ("2", "3")), (("put rus_inf_4 1733",), ("3", "2")):
        board = (*EMPTY, "put ss_pz_2 1734", "put ss_pz_3 1640", *foe)
        g = game(*board, "at 14/2 axis begin")  # held by a zone in the second impulse
        assert (look(g, "ss_pz_2 s"), look(g, "ss_pz_3 s")) == steps


def test_the_ss_corps_of_may_1944() -> None:
    """18.4, 18.42, 18.43, 18.2: the 2nd, else the 3rd; without SS corps the strongest armor"""
    g = game(*EMPTY, "put ss_pz_2 1734", "put ss_pz_3 1735", "at 19 axis begin")
    assert places(g, "ss_pz_2", "ss_pz_3") == ["withdrawn_axis"] * 2
    g = game(*EMPTY, "put ss_pz_2 pool", "put ss_pz_3 pool", "put ger_pz_24 1734",
             "put ger_pz_39 1735", "put ger_pz_56 1736", "at 19 axis begin")  # fmt: skip
    assert words(g, "axis", "withdraw ") == {"24pz", "39pz"}
    g.submit("axis", "withdraw ger_pz_24")
    assert places(g, "ger_pz_24", "ger_pz_39") == ["withdrawn_axis"] * 2


def test_what_makes_a_leaving_corps_whole_is_the_owners_choice() -> None:
    """18.33, 18.43: points, steps of any German armor, or both"""
    board = (*EMPTY, "put ger_pz_47 1734 s=1", "put ger_pzgr_11 1735", "put rum_mech_1 1736",
             "set points.german_armor 5", "mark ploesti control soviet")  # fmt: skip
    g = game(*board, "at 18 axis begin")
    assert "6 factors" in prompt(g) and words(g, "axis", "withdraw ") == {"11pzgr"}
    g.submit("axis", "withdraw ger_pzgr_11")
    assert "4 factors" in prompt(g) and look(g, "points.german_armor") == "5"
    g.submit("axis", "spend")
    assert (look(g, "points.german_armor"), places(g, "ger_pz_47")) == ("1", ["withdrawn_axis"])
    g = game(*board, "put ger_pzgr_11 1735 s=1", "at 18 axis begin")
    g.submit("axis", "withdraw ger_pzgr_11")  # its last step counts in full
    assert places(g, "ger_pzgr_11") == ["pool_axis"] and look(g, "points.german_armor") == "2"
    g = game(*board, "set points.german_armor 0", "at 18 axis begin")
    assert "spend" not in names(g, "axis")
    g = game(*board, "put ger_pzgr_11 pool", "at 18 axis begin")  # points alone are left
    assert (look(g, "points.german_armor"), places(g, "ger_pz_47")) == ("0", ["withdrawn_axis"])


def test_for_an_ss_corps_goes_the_strongest() -> None:
    """18.42: where no SS corps is left, no weaker one of its strength"""
    board = ("put ger_pz_24 1734", "put ger_pz_39 1735", "put ger_pz_40 1736", "put ger_pz_41 1739")
    g = game(*EMPTY, "put ss_pz_2 pool", "put ss_pz_3 pool", *board, "at 19 axis begin")
    g.submit("axis", "withdraw ger_pz_24")
    assert words(g, "axis", "withdraw ") == {"39pz", "40pz"}  # though the 3rd SS has but 9
    g = game(*EMPTY, "put ss_pz_2 pool", "put ss_pz_3 pool", *board, "at 14/2 axis begin")
    assert words(g, "axis", "withdraw ") == {"24pz", "39pz", "40pz"}  # 18.21: a step of one
    g.submit("axis", "withdraw ger_pz_39")
    assert (look(g, "ger_pz_24 s"), look(g, "ger_pz_39 s")) == ("3", "2")


def test_a_withdrawn_step_is_not_lost() -> None:
    """18.22, 18.4, 19.05, 19.16: no points bring it back, others are rebuilt meanwhile; it comes
    in November, to where the corps stands
    """
    board = (*EMPTY, "put ss_pz_2 1734", "put ger_pz_24 pool", "put rus_inf_4 moscow",
             "set points.german_armor 30")  # fmt: skip
    g = game(*board, "at 14/2 axis begin")
    assert look(g, "ss_pz_2 s") == "2"
    g.submit("gm", "at 15 axis movement")
    assert refused(g, "axis", "refit ss_pz_2") == "19.05"
    g.submit("axis", "build ger_pz_24 berlin")
    g.submit("gm", "put ss_pz_2 1734 s=1\nat 15 axis movement")  # another one is lost
    g.submit("axis", "refit ss_pz_2")
    assert refused(g, "axis", "refit ss_pz_2") == "19.05"
    g.submit("gm", "put ss_pz_2 pool\nset points.german_armor 8\nat 15 axis movement")
    g.submit("axis", "build ss_pz_2 berlin reduced")
    assert (look(g, "points.german_armor"), look(g, "ss_pz_2 s")) == ("0", "2")
    g.submit("gm", "at 16 axis begin")
    assert look(g, "ss_pz_2 s") == "3"


def test_a_withdrawn_step_comes_alone_if_its_corps_lies_in_the_pool() -> None:
    """18.22, 7.09: as a corps of one step, by free rail; a corps that surrendered gets none"""
    g = game(*EMPTY, "put ss_pz_2 pool", "put rus_inf_4 moscow", "set points.german_armor 30")
    late = [[unit("ss_pz_2"), 16, STEP]]
    g.table.s.late = [*late]
    g.submit("gm", "at 16 axis begin")
    g.submit("axis", "place ss_pz_2 1040")
    g.submit("axis", "rail ss_pz_2 warsaw")
    assert (look(g, "ss_pz_2 s"), sum(g.table.s.railed)) == ("1", 0)
    points = int(look(g, "points.german_armor"))
    g.submit("axis", "refit ss_pz_2")
    assert (look(g, "ss_pz_2 s"), int(look(g, "points.german_armor"))) == ("2", points - 4)
    g = game(*EMPTY, "put ss_pz_2 surrendered", "put rus_inf_4 moscow")
    g.table.s.late = [*late]
    g.submit("gm", "at 16 axis begin")
    assert places(g, "ss_pz_2") == ["surrendered_axis"] and not g.table.s.late


def test_air_units_held_off_the_map_may_be_withdrawn() -> None:
    """18.1, 11.16: the choice is among all; who goes does not come again"""
    g = game(*EMPTY, "put stuka_1 berlin", "put stuka_2 withdrawn", "put rus_inf_4 moscow")
    g.table.s.late = [[unit("stuka_2"), 24, -1]]
    g.submit("gm", "at 23 axis begin")
    assert {"1stuka", "2stuka"} <= words(g, "axis", "withdraw ")
    g.submit("axis", "withdraw stuka_2")
    assert places(g, "stuka_2") == ["removed"] and not g.table.s.late


def test_a_piece_is_placed_where_it_is_offered_and_nowhere_else() -> None:
    """17.03, 17.24: reasons and offers agree, hex by hex"""
    s, d = table({}, turn="jul_aug_1941")
    for name in ("ger_pz_40", "hun_mech_1", "ger_inf_34"):
        open_ = arrivals.entries(s, d, unit(name))
        for hex_ in range(HEXES):
            assert (open_ >> hex_ & 1) == (arrivals.why_not(s, d, unit(name), hex_) is None)


@pytest.mark.parametrize("who", ["ss_pz_2", "ger_inf_1"])
def test_who_comes_back_rides_free_in_that_impulse(who: str) -> None:
    """7.09, 17.06, 17.07, 18.2, 26.15: it is a reinforcement; later it counts"""
    for impulse, counted in ((1, 0), (2, 1)):
        g = game(*EMPTY, f"put {who} withdrawn")
        g.table.s.late = [[unit(who), 20, -1]]
        g.submit("gm", "at 20 axis begin")
        if impulse == 2:
            g.submit("axis", "end movement")
        while g.table.s.impulse < impulse:
            g.submit("axis", g.auto("axis"))
        g.submit("axis", f"place {who} 1040")
        g.submit("axis", f"rail {who} warsaw")
        assert sum(g.table.s.railed) == counted


def test_who_is_called_and_delays_is_late_as_others() -> None:
    """17.06, 17.07, 17.14, 17.32: the 14th Army by the east edge; no free train any more"""
    army, corps = (BOARD.pieces[unit(id_)] for id_ in ("rus_inf_14", "ger_mtn_22"))
    for turn, on_time in ((20, True), (21, False)):
        s, d = table(turn=BOARD.turns[turn - 1].id, side="soviet")
        s.triggers = [0, 19, 19]
        found = arrivals.listed(s, d, army.index)
        assert found == (1 << at("0107") if on_time else G.borders[1])
        assert arrivals.free_rail(s, army) == arrivals.free_rail(s, corps) == on_time
    s, _ = table(turn="jan_feb_1944")
    s.triggers = [0, 12, 0]  # 17.32: not before January 1944
    assert arrivals.free_rail(s, corps)
    s, d = table(turn="jul_aug_1944", side="soviet", axis=["0107"])
    s.triggers = [0, 0, 19]
    assert arrivals.listed(s, d, army.index) == G.borders[1]  # 17.11


def test_air_units_come_to_cities_that_were_theirs_as_the_impulse_began() -> None:
    """17.12"""
    board = (*EMPTY, "put shturmovik_1 waiting", "put rus_inf_4 2615", "put ger_inf_1 1734")
    g = game(*board, "mark kursk control axis", "at 12 soviet movement")
    g.submit("soviet", "move rus_inf_4 kursk")
    cities = words(g, "soviet", "place shturmovik_1 ")
    assert "2616" not in cities and "2814" in cities
    g = game(*board, "at 12 soviet movement")
    assert "2616" in words(g, "soviet", "place shturmovik_1 ")


@pytest.mark.parametrize("what", ["shturmovik_1", "wec_any_1"])
def test_a_city_relieved_in_this_impulse_takes_no_air_unit_and_no_factory(what: str) -> None:
    """17.12, 20.11: it was not in supply as the impulse began; in the next turn it takes them"""
    board = (*EMPTY, f"put {what} waiting", "put ger_inf_1 1734", "put rus_inf_4 2614")
    near = ("put ger_inf_5 2717", "put ger_inf_2 2516")
    g = game(*board, *near, "at 12 soviet movement")
    assert "2616" not in words(g, "soviet", f"place {what} ")
    g.submit("soviet", "move rus_inf_4 2615")
    assert unlimited(g.table.s, g.table.d, RUSSIAN) >> city("kursk") & 1
    assert "2616" not in words(g, "soviet", f"place {what} ")
    g.submit("gm", "at 13 soviet movement")
    assert "2616" in words(g, "soviet", f"place {what} ")
