"""Where one case of a rule ends and the next begins: last turns, first hexes, what is left over."""

from collections.abc import Sequence

import pytest

import engine
from engine.board.bits import mask, members
from engine.core.entries import Fought, Lost
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, GERMAN, HEXES, INFANTRY, SOVIET
from engine.games.russia_besieged.law import advance, arrivals, leaders, movement, rail
from engine.games.russia_besieged.state import FLOWN_OUT, SECOND_STAGE, occupancy
from tests.russia_besieged.staged import EMPTY, fight, game, lines
from tests.russia_besieged.table import at, city, ids, table, unit
from tests.russia_besieged.test_movement import scattered
from tests.table import kinds, look, places, refused, told, words

G = BOARD.ground
RAILS = [G.grid.ids[hex_] for hex_ in members(G.rails)]


# battles ------------------------------------------------------------------------------


@pytest.mark.parametrize(("armor", "dice"), [(1, range(1, 11)), (4, range(1, 11))])
def test_who_has_won_a_battle(armor: int, dice: range) -> None:
    """10.6: who makes the other lose more, or alone retreat; where both lose alike, the defender"""
    panzers = ("ger_pz_14", "ger_pz_24", "ger_pz_48", "ger_pz_39")[:armor]
    line = f"attack 2719 with {' '.join(panzers)}"
    found = {}
    for die in dice:
        g = fight(die, *(f"put {panzer} 2720" for panzer in panzers), "put rus_inf_18 2719")
        (fought,) = kinds(g.submit("axis", line).entries, Fought)
        assert isinstance(fought, Fought)
        found[fought.result] = fought.winner
    assert {"A1", "AR", "BR", "X2", "DR", "D1"} <= found.keys() or armor > 1
    assert found == {code: "axis" if code.startswith("D") else "soviet" for code in found}


def test_who_retreated_into_a_hex_is_lost_last_there() -> None:
    """10.16, 10.62: the strongest of those who stood there first"""
    panzers = ("ger_pz_24", "ger_pz_39")
    board = [*(f"put {panzer} 2720" for panzer in panzers), "put rus_inf_18 2719"]
    for flag, odds, lost in (("", "", "rus_inf_8"), (" retreated", " at 1-1", "rus_inf_18")):
        g = fight(9, *board, f"put rus_inf_8 2719{flag}")
        g.submit("axis", f"attack 2719 with {' '.join(panzers)}{odds}")
        assert [who for who in ("rus_inf_8", "rus_inf_18") if look(g, f"{who} s") == "1"] == [lost]


@pytest.mark.parametrize(("who", "rule"), [("wec_kiev", "20.23"), ("stalin", "14.15")])
def test_who_cannot_retreat_is_lost_by_his_own_rule(who: str, rule: str) -> None:
    """14.15, 20.23: beside armies that go"""
    found = set()
    for die in range(5, 11):
        board = ("put ger_pz_24 2720", "put ger_pz_39 2720", "put rus_inf_18 2719")
        g = fight(die, *board, "put rus_inf_7 2719", f"put {who} 2719")
        entries = g.submit("axis", "attack 2719 with ger_pz_24 ger_pz_39").entries
        found |= {e.rule for e in kinds(entries, Lost) if e.how == "lost, it cannot retreat"}
    assert found == {rule}


@pytest.mark.parametrize("kept", [1, 3])
def test_better_odds_last_an_impulse(kept: int) -> None:
    """14.15: the enemy's first impulse alone; what else the loss brings waits for its own time"""
    board = (*EMPTY, "put rus_inf_4 minsk", "put ger_inf_1 1734")
    for side, loser, before, after in (
        ("axis", "soviet", 4, 0),
        ("soviet", "axis", 4, 0),
        ("axis", "soviet", kept, kept),
        ("soviet", "axis", kept, kept),
    ):
        g = game(*board, f"set bereft.{loser} {before}", f"at 5 {side} combat")
        assert (g.table.s.impulse, look(g, f"bereft.{loser}")) == (2, str(after))


def test_how_far_an_advance_has_gone() -> None:
    """10.95, 10.96: hexes beyond the first that was attacked; who stands in one counts all"""
    won = [at("2719"), at("2718")]
    s, d = table({"ger_pz_24": "2720"})

    def onward(path: str, far: int) -> bool:
        hexes = [at(hex_) for hex_ in path.split()]
        return advance.onward(s, d, unit("ger_pz_24"), hexes, won, far) != 0

    assert onward("2719", 1) and not onward("2719", 0)
    assert onward("2719 2718", 2) and not onward("2719 2718", 1)
    assert onward("2719 2619", 2) and not onward("2719 2619", 1)
    s, d = table({"ger_pz_24": "2719"})
    assert onward("", 1) and not onward("", 0)
    assert onward("2718", 2) and not onward("2718", 1)
    assert onward("2619", 2) and not onward("2619", 1)


@pytest.mark.parametrize("seed", range(4))
def test_the_way_that_is_written_out_is_the_cheapest(seed: int) -> None:
    """6.0: between what was named and the hex that is named next, however near that is"""
    s = scattered(seed)
    s.side, s.impulse, s.weather = seed % 2, 1, [0, 0]
    d, seen = occupancy(s), 0
    for piece in BOARD.of_side[s.side][::2]:
        if not movement.goes(s, d, piece):
            continue
        for first in members(movement.march(s, d, [piece], ()).ends & mask(G.foot[s.place[piece]])):
            for path in ((first,), *((first, n) for n in G.foot[first])):
                if path[1:] and not movement.march(s, d, [piece], path[:1]).ends >> path[1] & 1:
                    continue
                found = movement.march(s, d, [piece], path)
                for there in members(found.ends):
                    wanted = found.path(there)[:-1]
                    assert tuple(movement.way_on(s, d, [piece], path, there)) == tuple(wanted)
                    seen += 1
    assert seen


# what comes and goes --------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "left"), [("22", "9"), ("23", "0")])
def test_points_of_the_axis_are_lost_in_january_1945(turn: str, left: str) -> None:
    """19.14"""
    g = game(*EMPTY, "set points.finnish_infantry 9", f"at {turn} axis begin")
    assert look(g, "points.finnish_infantry") == left


def test_an_air_unit_is_withdrawn_not_lost() -> None:
    """18.1"""
    g = game("at 5 axis weather")
    text = told(g, g.submit("axis", "withdraw stuka_1"))
    assert "withdrawn" in text and places(g, "stuka_1") == ["removed"]


def test_the_garrison_of_berlin_is_called_by_russians_alone() -> None:
    """17.6, 17.31, 17.32: no city that falls elsewhere calls it, as it does the mountain corps"""
    for trigger in ("archangel", "rumania", "helsinki"):
        board = (*EMPTY, "put berlin_garrison waiting", f"set trigger.{trigger} 18")
        g = game(*board, "at 19 axis movement")
        assert BOARD.pieces[unit("berlin_garrison")].short not in words(g, "axis", "place ")
    g = game(*EMPTY, "put ger_mtn_19 waiting", "set trigger.archangel 1", "at 2 axis movement")
    assert "0108" in words(g, "axis", "place ger_mtn_19 ")


def test_who_finds_no_room_in_a_city_and_no_way_on_comes_by_the_edge() -> None:
    """17.11, 5.02, 4.05, 7.06: a way out leads past full hexes, but out of no enemy zone into
    another; without a train
    """
    here = city("tula")
    cut = [G.grid.ids[h] for h in members(G.rails) if 0 < G.grid.distance(h, here) < 4]
    armies = [p.id for p in BOARD.pieces if p.side == SOVIET and p.type == INFANTRY]
    armies.remove("rus_inf_50")
    corps = [p.id for p in BOARD.pieces if p.nation == GERMAN and p.type == INFANTRY]

    def listed(*full: int, foes: Sequence[int] = (), lines: Sequence[str] = cut) -> int:
        twice = [G.grid.ids[hex_] for hex_ in full for _ in range(2)]
        units = dict(zip(armies, twice, strict=False))
        units |= dict(zip(corps, (G.grid.ids[hex_] for hex_ in foes), strict=False))
        s, d = table(units, turn="nov_dec_1941", side="soviet", axis=lines)
        return arrivals.listed(s, d, unit("rus_inf_50"))

    ring = [hex_ for hex_ in range(HEXES) if G.grid.distance(hex_, here) == 2]
    assert listed() == listed(here) == listed(here, *G.foot[here]) == 1 << here
    assert listed(foes=ring[:1]) == 1 << here  # there is room
    assert listed(here, foes=ring) == G.borders[SOVIET]
    assert listed(here, foes=ring[:1]) == 1 << here  # the other side is free
    assert listed(here, foes=G.foot[here][:1], lines=()) == 1 << here
    held = [hex_ for hex_ in ring if G.grid.distance(hex_, G.foot[here][0]) == 1]
    assert listed(here, *G.foot[here], foes=held, lines=()) == 1 << here


def test_what_is_bound_to_a_full_city_comes_by_the_edge() -> None:
    """17.11, 17.13: an army of the garrison cannot go on"""
    for released, edge in ((0, True), (1, False)):
        s, d = table({"rus_inf_4": "4219", "rus_inf_8": "4219"}, turn="jul_aug_1941", side="soviet")
        s.released = released
        found = arrivals.listed(s, d, unit("rus_inf_44"))
        assert found == (G.borders[SOVIET] if edge else 1 << city("maikop"))


def test_a_factory_brings_its_points_and_says_so() -> None:
    """20.14"""
    g = game(*EMPTY, "put wec_any_1 waiting", "at 12 soviet movement")
    before = int(look(g, "points.russian_infantry"))
    (goal, *_) = words(g, "soviet", "place wec_any_1 ")
    text = told(g, g.submit("soviet", f"place wec_any_1 {goal}"))
    more = int(look(g, "points.russian_infantry")) - before
    assert more > 0 and f"{more} infantry point" in text


def test_who_arrives_nowhere_is_told_so() -> None:
    """20.11, 17.24: where a piece comes in, or that it does not"""
    lost = tuple(f"mark {place.id} control axis" for place in G.cities)
    for edits, said in ((lost, "arrives nowhere now"), ((), "arrives in ")):
        g = game(*EMPTY, *edits, "put wec_any_1 waiting", "at 12 soviet movement")
        with pytest.raises(engine.OrderError) as error:
            g.submit("soviet", "place wec_any_1 1734")
        assert said in error.value.text and error.value.rule == "20.11"


# rails ----------------------------------------------------------------------------------


def test_a_junction_that_is_left_behind_converts_by_itself() -> None:
    """7.26: all of its lines lead to rails of the side; itself, and no other hex"""
    for hex_ in members(G.junctions):
        id_ = G.grid.ids[hex_]
        s, d = table(axis=[other for other in RAILS if other != id_], russian=[id_])
        assert rail.sweep(s, d, AXIS)[0] == 1 << hex_, id_


def test_why_no_train_goes_from_a_line() -> None:
    """7.03, 7.07: no rails, another's rails, rails that lead nowhere"""
    plain = G.rails & G.countries["russia"] & ~G.junctions & ~G.majors & ~G.minors
    line = next(G.grid.ids[h] for h in members(plain & ~G.edges[AXIS]) if len(G.rail_links[h]) == 2)
    field = next(G.grid.ids[h] for h in members(G.land & ~G.rails))
    cases: list[tuple[str, list[str], str, str]] = [
        (field, [], "does not stand on a railway", "7.07"),
        (line, [], "is not yours", "7.03"),
        (line, [line], "leads back to no city", "7.03"),
    ]
    for hex_, mine, said, rule in cases:
        s, d = table({"ger_inf_1": hex_}, turn="jul_aug_1941", axis=mine)
        why = rail.why_no_train(s, d, unit("ger_inf_1"))
        assert why is not None and said in why.text and why.rule == rule, hex_


def test_who_has_flown_out_stays_in_germany() -> None:
    """14.16: Hitler alone, once he has; by rail and by sea"""
    s, _ = table({"hitler": "0537", "ger_inf_1": "0537", "stalin": "1912"})
    hitler, corps, stalin = (unit(id_) for id_ in ("hitler", "ger_inf_1", "stalin"))

    def barred(piece: int) -> list[tuple[int, str]]:
        return [(where, why.rule) for where, why in rail.exile(s, BOARD.pieces[piece])]

    assert barred(hitler) == barred(corps) == []
    for piece in (hitler, corps, stalin):
        s.flags[piece] |= FLOWN_OUT
    assert barred(hitler) == [(~G.countries["germany"], "14.16")]
    assert barred(corps) == []
    assert barred(stalin) == [(~G.countries["russia"], "14.13")]


# partisans --------------------------------------------------------------------------------


BEHIND = (*EMPTY, *lines(RAILS), "put ger_inf_1 2414")


def test_which_partisans_are_placed_and_where() -> None:
    """16.12, 16.13, 16.14, 16.11: those of the first stage, once a turn, not where they stand"""
    two = ("put partisan_1 1623", "put partisan_2 2423 stage2=1")
    g = game(*BEHIND, *two, "at 12/2 soviet supply")
    assert refused(g, "soviet", "partisan partisan_2 1623") == "16.12"
    assert refused(g, "soviet", "partisan partisan_1 1623") == "16.14"
    field = next(G.grid.ids[hex_] for hex_ in members(G.land & ~G.rails))
    assert refused(g, "soviet", f"partisan partisan_1 {field}") == "16.11"
    goals = words(g, "soviet", "partisan partisan_1 ")
    assert "1623" not in goals and "1624" in goals
    g.submit("soviet", "partisan partisan_1 1624")
    assert refused(g, "soviet", "partisan partisan_1 1623") == "16.12"
    g = game(*BEHIND, *lines(RAILS, "soviet"), "put partisan_1 1623", "at 12/2 soviet supply")
    assert refused(g, "soviet", "partisan partisan_1 1624") == "16.13"


def test_partisans_do_not_shut_the_way_for_others() -> None:
    """16.11: an open hex is one to which the Axis could ride but for the partisans, of any stage"""
    west = [hex_ for hex_ in RAILS if int(hex_[2:]) >= 15]
    s, d = table({"ger_inf_1": "1734"}, turn="nov_dec_1942", side="soviet", axis=west)
    assert leaders.lairs(s, d) >> city("minsk") & 1
    ring = {f"partisan_{n}": hex_ for n, hex_ in enumerate(ids(G.rail_links[city("minsk")]), 1)}
    s, d = table(ring, turn="nov_dec_1942", side="soviet", axis=west)
    whole = leaders.lairs(s, d)
    assert whole >> city("minsk") & 1
    for id_ in ring:
        s.flags[unit(id_)] |= SECOND_STAGE
    raised = leaders.lairs(s, occupancy(s))
    assert raised == whole & ~mask(map(at, ring.values()))  # 16.42: they stand alone


def test_what_drives_partisans_off() -> None:
    """16.31, 16.13: an Axis zone, but not that of bases alone in a city; the Polizei within five"""
    cases = [
        ({"ger_inf_1": "1624"}, True),
        ({"ger_inf_1": "1622"}, True),
        ({"ger_inf_1": "1625"}, False),
        ({"stuka_1": "1623"}, False),
        ({"stuka_1": "1623", "ger_inf_1": "1624"}, True),
        ({"ss_polizei": "1628"}, True),
        ({"ss_polizei": "1629"}, False),
    ]
    for units, wanted in cases:
        s, d = table({**units, "partisan_1": "1623"}, turn="nov_dec_1942", axis=["1623"])
        assert leaders.driven_off(s, d, at("1623")) == wanted, units
