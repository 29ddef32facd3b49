"""Chapters 14 to 16 in play: Dictators, paratroops, partisans of both stages."""

import pytest

from engine.board.bits import members
from engine.games.russia_besieged.acts import lose_step
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, MARSHAL, SOVIET
from engine.games.russia_besieged.law import contact, leaders, movement, odds, sea, supply
from engine.games.russia_besieged.play import partisans
from engine.games.russia_besieged.state import SECOND_STAGE, attacks, occupancy, steps_left, zoc
from tests.russia_besieged.staged import EMPTY, fight, game, lines
from tests.russia_besieged.table import at, city, ids, table, unit
from tests.russia_besieged.test_movement import rule
from tests.table import asked, look, names, places, prompt, refused, told, words

G = BOARD.ground
RAILS = [G.grid.ids[h] for h in members(G.rails)]
WEST = lines(hex_ for hex_ in RAILS if int(hex_[2:]) >= 20)


# Dictators and marshals ---------------------------------------------------------------


def test_a_dictator_is_stronger_at_home_and_never_mended() -> None:
    """14.0, 14.1, 14.11, 14.12, 14.14: two steps in his capital, one elsewhere, defence alone"""
    g = game(*EMPTY, "put rus_inf_4 moscow", "put ger_inf_1 1734", "at 4 soviet movement")
    s = g.table.s
    stalin = unit("stalin")
    assert (steps_left(s, stalin), attacks(s, stalin)) == (2, False)
    lose_step(g.table, stalin, "10.61")
    assert (places(g, "stalin"), steps_left(s, stalin)) == (["1912"], 1)
    assert refused(g, "soviet", "refit stalin") == "19.05"
    g.submit("soviet", "rail stalin gorki")
    g.submit("soviet", "end movement")
    assert steps_left(s, stalin) == 1 and look(g, "rail.1") == "0"
    s, d = table({"stalin/1": "2106"}, side="soviet")
    assert rule(movement.why_not(s, d, stalin, at("2107"))) == "6.0"
    assert BOARD.pieces[stalin].type != MARSHAL


@pytest.mark.parametrize(("place", "over"), [("moscow", True), ("gorki", False)])
def test_what_the_loss_of_a_dictator_brings(place: str, over: bool) -> None:
    """14.15, 27.1, 14.15c: nothing more in the capital but the end if it falls; lamed elsewhere"""
    g = game(*EMPTY, f"put stalin {place}", "put ger_inf_1 1734", "at 4 axis movement")
    while places(g, "stalin") != ["removed"]:
        lose_step(g.table, unit("stalin"), "10.61")
    assert look(g, "bereft.soviet") == ("0" if over else "1")
    g.submit("gm", "mark moscow control axis\nput ger_inf_1 1911")
    assert g.result() is None


# paratroops ---------------------------------------------------------------------------


def test_paratroops_are_infantry_with_one_drop() -> None:
    """15.0, 15.01, 15.05, 15.06, 15.02: they walk, fight and stack; no further step after a drop;
    a city is left that they stood in when the impulse began
    """
    s, _ = table({"rus_para_1": "1912", "rus_inf_4": "1912"}, side="soviet")
    assert movement.allowance(s, unit("rus_para_1")) == 3 and attacks(s, unit("rus_para_1"))
    board = (*EMPTY, "set weather.1 snow", "put rus_para_1 moscow", "put ger_inf_1 2020")
    g = game(*board, "at 5 soviet movement")
    open_ = words(g, "soviet", "para rus_para_1 ")
    goal = max(open_, key=lambda hex_: G.grid.distance(at(hex_), city("moscow")))
    assert G.grid.distance(at(goal), city("moscow")) == 8
    for hex_ in [G.grid.ids[h] for h in members(G.land)][::7]:
        if hex_ not in open_:
            near = G.grid.distance(at(hex_), city("moscow")) <= 8
            assert refused(g, "soviet", f"para rus_para_1 {hex_}") == ("15.04" if near else "15.03")
    g.submit("soviet", f"para rus_para_1 {goal}")
    assert refused(g, "soviet", f"move rus_para_1 {goal}") == "6.0"
    assert look(g, "rus_para_1 landed") == look(g, "rus_para_1 dropped") == "1"
    board = (*EMPTY, "set weather.1 snow", "put rus_para_1 waiting", "put ger_inf_1 2020")
    g = game(*board, "at 4 soviet movement")
    g.submit("soviet", "place rus_para_1 moscow")
    assert refused(g, "soviet", "para rus_para_1 1913") == "15.02"


@pytest.mark.parametrize(
    ("landed", "where"), [("landed", "2022"), ("landed_before", "pool_soviet")]
)
def test_a_dropped_unit_has_a_turn_to_find_its_supply(landed: str, where: str) -> None:
    """15.06, 13.13: not by a cut-off city either"""
    cut = [f"mark {hex_} rails axis" for hex_ in RAILS if hex_ != "0714"]
    board = (*EMPTY, "put stalin leningrad", *cut, f"put rus_para_1 2022 {landed}=1")
    board += tuple(f"mark {c.id} control axis" for c in G.cities if c.major and c.id in _LOST)
    g = game(*board, "at 5/2 soviet rails")
    while "partisans" in prompt(g):
        g.submit("soviet", "end partisans")
    assert places(g, "rus_para_1") == [where]


_LOST = ("minsk", "smolensk", "kiev", "kharkov", "tula")


# partisans ----------------------------------------------------------------------------


def test_first_stage_partisans_come_at_the_end_of_the_russian_turn() -> None:
    """16.0, 16.01, 16.1, 16.12, 16.14, 16.2, 16.44: for nothing; moved or taken up the next time,
    of the first stage as long as nobody pays
    """
    board = (*EMPTY, *WEST, "put ger_inf_1 2422", "put partisan_1 in_hand", "put partisan_2 1624")
    g = game(*board, "at 3/2 soviet supply")
    assert {"1partisan", "2partisan"} <= words(g, "soviet", "partisan ")
    before = look(g, "points.russian_infantry")
    g.submit("soviet", "partisan partisan_1 1523\npartisan partisan_2 1623")
    assert places(g, "partisan_1", "partisan_2") == ["1523", "1623"]
    assert look(g, "points.russian_infantry") == before
    assert refused(g, "soviet", "partisan partisan_1 1624") == "16.12"
    g = game(*board, "at 3/2 soviet supply")
    g.submit("soviet", "recall partisan_2")
    assert places(g, "partisan_2") == ["in_hand_soviet"]
    assert not g.table.s.flags[unit("partisan_2")] & SECOND_STAGE


def test_a_partisan_in_a_city_stops_its_supply() -> None:
    """16.22, 16.21, 16.2: until it is gone; trains do not pass it either"""
    units = {"ger_inf_1": "1620", "partisan_1/1": "1623"}
    s, d = table(units, axis=[hex_ for hex_ in RAILS if int(hex_[2:]) >= 20])
    assert not supply.open_rails(s, d, AXIS) >> at("1623") & 1
    s, d = table({"ger_inf_1": "1620"}, axis=[hex_ for hex_ in RAILS if int(hex_[2:]) >= 20])
    assert supply.open_rails(s, d, AXIS) >> at("1623") & 1
    s, d = table(units)
    assert not zoc(d, SOVIET) and movement.why_not(s, d, unit("ger_inf_1"), at("1621")) is None


SECOND = (*EMPTY, *WEST, "put ger_inf_1 2422", "put partisan_1 1624", "put partisan_2 1523")


def test_the_second_stage_costs_a_point_from_1943_on() -> None:
    """16.4, 16.41: in the first impulse, of those that the German turn left on the map"""
    g = game(*SECOND, "set points.russian_infantry 1", "at 10 soviet movement")
    assert "convert" not in names(g, "soviet")
    g = game(*SECOND, "set points.russian_infantry 1", "at 11 soviet movement")
    g.submit("soviet", "convert partisan_1")
    assert look(g, "partisan_1 stage2") == "1" and look(g, "points.russian_infantry") == "0"
    assert refused(g, "soviet", "convert partisan_2") == "16.41"
    g = game(*SECOND, "set points.russian_infantry 9", "at 11/2 soviet movement")
    assert "convert" not in names(g, "soviet")


@pytest.mark.parametrize("stage2", [0, 1])
@pytest.mark.parametrize(
    ("change", "stays"),
    [
        ((), True),
        (("mark 1624 rails soviet",), False),
        (("put rus_inf_4 1625",), True),  # rb-90: trains do not come, but the rails stay
        (("put rus_inf_4 1624",), False),  # 7.05
    ],
)
def test_partisans_remain_on_what_the_axis_controls(
    change: tuple[str, ...], stays: bool, stage2: int
) -> None:
    """16.11, 7.05, 16.46, rb-90: those of the first stage, at the end of movement and of impulses;
    none rises to the second stage elsewhere
    """
    board = (*SECOND, f"put partisan_1 1624 stage2={stage2}", *change)
    alone = "put rus_inf_4 1624" not in change
    g = game(*board, "set points.russian_infantry 5", "at 12 soviet movement")
    assert ("1partisan" in words(g, "soviet", "convert ")) == (stays and not stage2)
    g.submit("soviet", "end movement")
    assert (places(g, "partisan_1") == ["1624"]) == (alone if stage2 else stays)
    g = game(*board, "at 12/2 soviet rails")
    assert (places(g, "partisan_1") == ["1624"]) == (alone if stage2 else stays)


def test_partisans_leave_what_becomes_russian() -> None:
    """16.11, 7.28, 4.1: a city as a Russian enters it, a railway as its line converts"""
    east = lines((hex_ for hex_ in RAILS if int(hex_[2:]) < 21), "soviet")
    board = (*EMPTY, *WEST, *east, "put ger_inf_1 2428", "put partisan_1 1622")
    board = (*board, "put partisan_2 minsk", "set points.russian_infantry 5")
    g = game(*board, "put rus_inf_4 1621", "at 12 soviet movement")
    g.submit("soviet", "move rus_inf_4 1622 1623")
    assert refused(g, "soviet", "convert partisan_2") == "16.11"
    assert refused(g, "soviet", "convert partisan_1") == "16.11"
    g.submit("soviet", "end movement")
    assert places(g, "partisan_1", "partisan_2") == ["in_hand_soviet"] * 2


def test_russian_movement_drives_no_partisans_off() -> None:
    """16.31: an Axis zone does so after Axis movement and after combat of either side"""
    foes = ("put ger_inf_2 1625", "put rus_inf_4 2421")
    for side, place in (("soviet", "1624"), ("axis", "in_hand_soviet")):
        g = game(*SECOND, *foes, f"at 12 {side} movement")
        g.submit(side, "end movement")
        assert places(g, "partisan_1") == [place] and "attack" in names(g, side)


def test_a_second_stage_partisan_is_a_weak_unit_that_stands_alone() -> None:
    """16.42, 16.43, 16.45, 16.46: one step, its own hex, in Russia; it goes by battle alone, or if
    another Russian stands with it
    """
    s, d = table({"partisan_1": "1624", "ger_inf_1": "1625"}, turn="jan_feb_1943", side="soviet")
    s.flags[unit("partisan_1")] |= SECOND_STAGE
    d = occupancy(s)
    assert ids(zoc(d, SOVIET)) == {"1624"} and steps_left(s, unit("partisan_1")) == 1
    assert odds.attack_factor(s, d, unit("partisan_1")) == 1
    assert contact.why_barred(s, d, unit("partisan_1"), at("1625")) is None
    assert rule(contact.why_barred(s, d, unit("partisan_1"), at("1331"))) == "16.43"
    board = (*SECOND, "put partisan_1 1624 stage2=1")
    g = game(*board, "at 12/2 soviet supply")
    assert refused(g, "soviet", "recall partisan_1") == "16.46"
    assert refused(g, "soviet", "partisan partisan_1 1523") == "16.12"
    g = game(*board, "put rus_inf_4 1624", "at 12 soviet movement")
    g.submit("soviet", "end movement")
    assert places(g, "partisan_1") == ["in_hand_soviet"]
    g = fight(9, *board, "put ger_pz_24 1625", "put ger_pz_39 1625", turn="12")
    g.submit("axis", "attack 1624 with ger_pz_24 ger_pz_39")
    assert places(g, "partisan_1") == ["in_hand_soviet"]
    assert not g.table.s.flags[unit("partisan_1")] & SECOND_STAGE


def test_partisans_end_with_the_last_axis_unit_in_russia() -> None:
    """16.15: each of the second stage gives a point then, and none is placed or built"""
    board = (*EMPTY, "put ger_inf_1 1331", "put partisan_1 1624 stage2=1", "put partisan_2 1523")
    g = game(*board, "at 20/2 soviet supply")
    assert places(g, "partisan_1", "partisan_2") == ["in_hand_soviet"] * 2
    assert look(g, "points.russian_infantry") == "1" and asked(g) == ["axis"]
    g = game(*board, "set points.russian_infantry 5", "at 20 soviet movement")
    assert refused(g, "soviet", "convert partisan_2") == "16.15"


def test_three_benefits_of_the_second_stage() -> None:
    """16.5, 16.52, 7.01: on two Axis rail hexes at the end of its turn they cost it a rail move"""
    for where, cost in (("1523", "1"), ("2720", "0")):
        board = (*SECOND, "put partisan_1 1624 stage2=1", f"put partisan_2 {where} stage2=1")
        g = game(*board, "at 12/2 axis movement")
        partisans.burden(g.table)
        assert look(g, "partisan_rail") == cost
    assert G.rails >> at("1523") & 1 and not G.rails >> at("2720") & 1
    first = game(*SECOND, "at 12/2 axis movement")
    partisans.burden(first.table)
    assert look(first, "partisan_rail") == "0"  # of the first stage


def test_help_is_given_once_an_impulse() -> None:
    """16.51, 10.21: one combat of either side's impulse, one off or on the die"""
    rails = tuple(f"mark {hex_} rails axis" for hex_ in RAILS)
    kept = ("kiev", "kharkov", "dnepropetrovsk", "odessa")
    taken = tuple(f"mark {id_} control axis" for id_ in kept)
    board = ("put partisan_1 2722 stage2=1", "put rus_gd_inf_1 2719", "put ger_inf_1 2720")
    board = (*rails, *taken, *board)
    g = fight(8, *board, turn="12", side="soviet")
    assert refused(g, "soviet", "attack 2720 with partisan_1") in ("10.11", "10.1")
    text = told(g, g.submit("soviet", "attack 2720 with rus_gd_inf_1 guerrilla"))
    assert "partisan +1" in text and look(g, "helped") == "1"
    s, d = g.table.s, g.table.d
    assert leaders.helpers(s, d, (at("2720"),)) and not leaders.helpers(s, d, (at("3120"),))


def test_partisans_who_come_or_rise_drive_off_bases() -> None:
    """11.16, 16.47, 16.41: those of the second stage are a combat unit in the hex"""
    city_ = ("mark minsk control axis", "put stuka_1 minsk", "put ger_inf_1 1729")
    g = game(*EMPTY, *city_, "put partisan_1 1624 stage2=1", "at 12/2 soviet supply")
    g.submit("soviet", "creep partisan_1 minsk")
    assert places(g, "partisan_1") == ["1623"] and places(g, "stuka_1") != ["1623"]
    board = (*EMPTY, *city_, "put partisan_1 minsk", "set points.russian_infantry 2")
    g = game(*board, "at 12 soviet movement")
    assert places(g, "stuka_1") == ["1623"]  # 16.21
    g.submit("soviet", "convert partisan_1")
    assert places(g, "stuka_1") != ["1623"]


def test_stalin_flies_out_of_moscow_and_sails_nowhere_else() -> None:
    """14.16, 14.13: in a capital that no train leaves he may fly; by sea he stays in Russia too"""
    lines = (f"mark {ids_} rails axis" for ids_ in ids(BOARD.ground.rails))
    board = (*EMPTY, *lines, "mark moscow control soviet", "dice dictator 2")
    g = game(*board, "at 5 soviet movement")
    g.submit("soviet", "fly stalin gorki")
    assert places(g, "stalin") == ["2106"]
    s, d = table({"stalin": "3128"}, side="soviet", turn="sep_oct_1944", russian=["3433"])
    assert rule(sea.why_no_transport(s, d, unit("stalin"), at("3433"))) == "14.13"
    assert sea.why_no_transport(s, d, unit("stalin"), at("3826")) is None


@pytest.mark.parametrize(("who", "rule"), [("ger_inf_23", "16.42"), ("stuka_1", "")])
def test_partisans_become_no_unit_beside_one_of_the_axis(who: str, rule: str) -> None:
    """16.42: a fault of the fuzzer; beside a base they do, and it leaves (11.16)"""
    board = ("mark kharkov control axis", "put partisan_1 kharkov", f"put {who} kharkov")
    points = "put ger_pz_24 1332", "put ger_inf_1 1219", "set points.russian_infantry 9"
    g = game(*EMPTY, *board, *points, "at 15 soviet movement")
    if rule:
        assert refused(g, "soviet", "convert partisan_1") == rule
    else:
        g.submit("soviet", "convert partisan_1")
        assert places(g, who) != ["2919"]
