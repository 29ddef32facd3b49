"""Leagues as arithmetic: Berger tables, Swiss rounds, drawn tables, groups, CSV."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.house.league.berger import berger, rounds
from bot.house.league.groups import moved, parted
from bot.house.league.meetings import REST, Meeting, Player, by_place, met, rested
from bot.house.league.rounds import NoRound, paired
from bot.house.league.sides import had, spread
from bot.house.league.standings import standings
from bot.house.league.transfer import read, written
from bot.words.refusal import Refusal

SIDES = ("axis", "soviet")
ARMIES = ("gray", "white", "brown")

PUBLISHED = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}
"""FIDE's handbook, C.05, annex 1."""


@pytest.mark.parametrize("people", PUBLISHED)
def test_the_tables_are_the_published_ones(people):
    own = [
        " ".join(f"{one}-{other}" for one, other in berger(people, round_))
        for round_ in range(1, people)
    ]
    assert own == PUBLISHED[people]


@pytest.mark.parametrize("people", range(2, 33))
def test_each_meets_each_once_and_sides_are_even(people):
    size = people + people % 2
    seen, sides = [], {place: [] for place in range(1, size + 1)}
    for round_ in range(1, rounds(people) + 1):
        pairs = berger(people, round_)
        assert sorted(place for pair in pairs for place in pair) == list(range(1, size + 1))
        for one, other in pairs:
            seen.append(frozenset((one, other)))
            if other <= people and one <= people:
                sides[one].append("axis")
                sides[other].append("soviet")
    assert sorted(map(sorted, seen)) == sorted(map(list, combinations(range(1, size + 1), 2)))
    del sides[size]
    assert spread(sides, SIDES) <= (0 if people % 2 else 1)
    back = [berger(people, round_) for round_ in range(size, 2 * size - 1)]
    assert [[(b, a) for a, b in row] for row in back] == [berger(people, r) for r in range(1, size)]


def league(system, count, last, sides, lots, leave=(), wishes=False):
    """A season with results by lot, and some that leave before a round."""
    players = [
        Player(number, lots.choice(["", *sides]) if wishes else "")
        for number in range(1, count + 1)
    ]
    meetings = []
    for round_ in range(1, last + 1):
        for before in leave:
            if before == round_:
                stay = [one for one in players if one.left is None]
                gone = lots.choice(stay).number
                players = [
                    Player(p.number, p.side, p.group, round_ - 1) if p.number == gone else p
                    for p in players
                ]
        new = paired(system, players, meetings, round_, last, sides, lots)
        here = [one.number for one in players if one.left is None]
        assert sorted(n for one in new for n in one.seats.values()) == here
        for one in new:
            if one.rest:
                meetings.append(one)
                continue
            places = {side: lots.randint(1, len(sides)) for side in sides}
            how = lots.choice(["played"] * 8 + ["adjudicated", "forfeit"])
            if how == "forfeit":
                places = {side: rank for rank, side in enumerate(sides, 1)}
            points = {one.seats[side]: p for side, p in by_place(places).items()}
            meetings.append(Meeting(one.round, one.seats, one.group, how, points))
    return players, meetings


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 19), st.integers(0, 2**32), st.booleans())
def test_a_swiss_season_has_no_rematch_one_bye_and_even_sides(count, seed, wishes):
    last, leave = min(5, count - 3), [2, 3] if count > 7 else []
    try:
        _, meetings = league("swiss", count, last, SIDES, Random(seed), leave, wishes)
    except NoRound:
        assert count < 9
        return
    assert max(met(meetings).values()) == 1
    assert max(rested(meetings).values(), default=0) <= 1
    assert spread(had(meetings), SIDES) <= 2


def test_a_swiss_round_pairs_those_who_stand_alike():
    lots = Random(3)
    for _ in range(20):
        players, meetings = league("swiss", 16, 4, SIDES, lots)
        [rows] = standings(players, meetings, "swiss")
        points = {row.number: row.points for row in rows}
        new = paired("swiss", players, meetings, 5, 5, SIDES, lots)
        apart = [abs(points[a] - points[b]) for a, b in (one.seats.values() for one in new)]
        assert max(apart) <= 1.5 and sum(apart) <= 4


def test_a_wish_for_a_side_counts_where_it_costs_nobody_anything():
    players = [Player(n, "axis" if n > 4 else "") for n in range(1, 9)]
    new = paired("swiss", players, [], 1, 3, SIDES, Random(1))
    assert {one.seats["axis"] for one in new} == {5, 6, 7, 8}
    first = [Player(n, "axis" if n > 2 else "") for n in range(1, 5)]
    meetings = []
    for round_ in (1, 2, 3):
        meetings += paired("robin", first, meetings, round_, 3, SIDES, Random(1))
    played = had(Meeting(one.round, one.seats, one.group, "played", {}) for one in meetings)
    assert [played[n].count("axis") for n in (1, 2, 3, 4)] == [1, 1, 2, 2]


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 14), st.integers(0, 2**32), st.integers(2, 4))
def test_tables_are_drawn_apart_with_even_sides(count, seed, size):
    sides = ("gray", "white", "brown", "soviet")[:size]
    if count < size:
        return
    _, meetings = league("tables", count, 4, sides, Random(seed))
    off = rested(meetings)
    each = [off.get(number, 0) for number in range(1, count + 1)]
    assert max(each) - min(each) <= 1
    assert spread(had(meetings), sides) <= 3


def test_nine_people_at_tables_of_three_meet_each_once():
    """The affine plane of order 3 is found by swaps."""
    best = []
    for seed in range(6):
        _, meetings = league("tables", 9, 3, ARMIES, Random(seed))
        best.append(max(met(meetings).values()))
    assert min(best) == 1 and max(best) <= 2


def test_a_round_robin_gives_who_would_meet_somebody_gone_a_round_off():
    players = [Player(n) for n in range(1, 6)]
    gone = [*players[:4], Player(5, left=1)]
    meetings = paired("robin", gone, [], 2, 5, SIDES, Random(1))
    numbers = sorted(n for one in meetings for n in one.seats.values())
    assert numbers == [1, 2, 3, 4]
    assert all(one.points == {one.seats[REST]: 0.0} for one in meetings if one.rest)
    with pytest.raises(NoRound):
        pair = Meeting(1, {"axis": 1, "soviet": 2}, 1, "played", {1: 1.0, 2: 0.0})
        paired("swiss", players[:2], [pair], 2, 2, SIDES, Random(1))


def test_groups_part_evenly_and_change_places():
    for count in range(1, 30):
        for size in range(9):
            groups = parted(list(range(count)), size)
            assert [n for group in groups for n in group] == list(range(count))
            assert max(map(len, groups)) - min(map(len, groups)) <= 1
    assert moved([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10]], 2) == [1, 2, 5, 6, 3, 4, 7, 9, 8, 10]
    assert moved([[1], [2]], 3) == [1, 2]


def test_groups_play_among_themselves():
    players = [Player(n, group=1 + n % 2) for n in range(1, 13)]
    meetings = paired("swiss", players, [], 1, 3, SIDES, Random(1))
    assert all(len({n % 2 for n in one.seats.values()}) == 1 for one in meetings)
    tables = standings(players, meetings, "swiss")
    assert [sorted(row.number for row in rows) for rows in tables] == [
        [2, 4, 6, 8, 10, 12],
        [1, 3, 5, 7, 9, 11],
    ]


# --- standings ---


def test_a_small_cross_table_by_hand():
    """anna beats boris and clara, boris beats clara, clara wins by forfeit against dora."""
    players = [Player(n) for n in (1, 2, 3, 4)]

    def game(one, other, points, how="played", round_=1):
        won = {one: points, other: 1 - points}
        return Meeting(round_, {"axis": one, "soviet": other}, 1, how, won)

    meetings = [
        game(1, 2, 1.0),
        game(3, 1, 0.0, round_=2),
        game(2, 3, 1.0, round_=3),
        game(3, 4, 1.0, "forfeit"),
        Meeting(2, {REST: 4}, 1, "bye", {4: 1.0}),
        Meeting(3, {"axis": 4, "soviet": 1}),
    ]
    [rows] = standings(players, meetings, "swiss")
    told = [(r.place, r.number, r.points, r.buchholz, r.berger, r.behind) for r in rows]
    assert told == [
        (1, 1, 2.0, 2.0, 2.0, 1),
        (2, 3, 1.0, 4.0, 1.0, 0),
        (3, 2, 1.0, 3.0, 1.0, 1),
        (4, 4, 1.0, 2.0, 1.0, 2),
    ]
    [robin] = standings(players, meetings, "robin")
    assert [row.number for row in robin] == [1, 2, 3, 4]  # level: not all have met
    assert [row.place for row in robin] == [1, 2, 2, 4]  # a round off is no win


def test_head_to_head_parts_those_who_have_all_met():
    players = [Player(n) for n in (1, 2, 3)]
    meetings = [
        Meeting(1, {"axis": 2, "soviet": 1}, 1, "played", {2: 1.0, 1: 0.0}),
        Meeting(2, {"axis": 1, "soviet": 3}, 1, "played", {1: 1.0, 3: 0.0}),
    ]
    [rows] = standings(players, meetings, "robin")
    assert [(row.place, row.number) for row in rows] == [(1, 2), (2, 1), (3, 3)]


# --- CSV ---


@settings(max_examples=30, deadline=None)
@given(st.integers(4, 12), st.integers(0, 2**32), st.sampled_from(["swiss", "robin", "tables"]))
def test_a_league_comes_back_from_its_csv(count, seed, system):
    sides = ARMIES if system == "tables" else SIDES
    leave = [2] if system == "robin" else []
    players, meetings = league(system, count, 2, sides, Random(seed), leave, wishes=True)
    names = {one.number: f'{"=@-x"[one.number % 4]}p{one.number}, "the" ½' for one in players}
    reasons = ["-said, so" if one.how == "adjudicated" else "" for one in meetings]
    text = written(players, names, meetings, reasons)
    back = read(text, sides)
    assert (back.players, back.names) == (players, names)
    assert (back.meetings, back.reasons) == (meetings, reasons)
    assert written(back.players, back.names, back.meetings, back.reasons) == text


def test_a_table_from_elsewhere_needs_little():
    sheet = read(
        "Round,Table,Player,Points\n1,1,anna,1\n1,1,boris,0\n1,2,clara,½\n1,2,dora,0.5\n"
        "2,1,anna,\n2,1,clara,\n",
        SIDES,
    )
    assert sheet.names == {1: "anna", 2: "boris", 3: "clara", 4: "dora"}
    assert [one.how for one in sheet.meetings] == ["played", "played", "open"]
    assert sheet.meetings[1].points == {3: 0.5, 4: 0.5}


HEAD = "round,table,side,player,points,how\n"


@pytest.mark.parametrize(
    "rows, why",
    [
        ("x,1,,anna,1,\n", "Row 2"),
        ("1,1,,,1,\n", "names no player"),
        ("1,1,,anna,7,\n1,1,,boris,0,\n", "points up to 1"),
        ("1,1,,anna,1,\n1,1,,boris,,\n", "some of its people"),
        ("1,1,,anna,1,\n1,1,,anna,0,\n", "two seats"),
        ("1,1,red,anna,1,\n1,1,,boris,0,\n", "no side"),
        ("1,1,axis,anna,1,\n1,1,axis,boris,0,\n", "needs the sides"),
        ("1,1,,anna,1,\n1,1,,boris,0,\n1,2,,anna,1,\n1,2,,clara,0,\n", "plays twice"),
        ("1,1,,a,1,\n1,1,,b,0,\n1,1,,c,0,\n", "3 of 2 seats"),
        ("1,1,,anna,1,sunk\n1,1,,boris,0,\n", "no way to end"),
    ],
)
def test_what_cannot_be_read_is_named(rows, why):
    with pytest.raises(Refusal, match=why):
        read(HEAD + rows, SIDES)
    with pytest.raises(Refusal, match="no column"):
        read("player,points\n", SIDES)
