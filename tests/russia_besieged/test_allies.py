"""Chapters 25 and 26 in play: where the Axis allies may not stay, what they do not attack, and
when they leave it or change sides."""

import pytest

from engine import Game
from engine.board.bits import members
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, FINNISH, SHOCK, SIDES, SOVIET
from engine.games.russia_besieged.law import advance, air, arrivals, builds, contact, rail, retreat
from engine.games.russia_besieged.practice import appraisal, moves
from engine.games.russia_besieged.state import zoc
from tests.russia_besieged.staged import EMPTY, answered, game
from tests.russia_besieged.table import at, ids, table, unit
from tests.russia_besieged.test_movement import rule
from tests.table import asked, look, places, prompt, refused, words

GRID = BOARD.ground.grid


def test_finns_recoil_from_a_city_that_an_army_holds() -> None:
    """25.2, 25.0: they would have to attack it, and may not: one hex back before all battles"""
    board = (*EMPTY, "put fin_inf_7 0613", "put ger_inf_1 1725")
    for city, held in (("leningrad", True), ("tallinn", False)):
        g = answered(game(*board, f"put rus_inf_4 {city}", "at 8 axis combat"))
        assert (places(g, "fin_inf_7") != ["0613"]) == held


def test_finns_storm_their_own_capital() -> None:
    """25.2: it is no Russian city, whoever holds it, and 26.11 leaves them a turn to win it back"""
    board = {"fin_inf_7": "0217", "fin_inf_2": "0118", "rus_inf_4": "0218"}
    s, d = table(board, turn="jul_aug_1942", russian=["0218"])
    assert contact.recoiling(s, d) == []
    assert contact.why_barred(s, d, unit("fin_inf_7"), BOARD.ground.index("0218")) is None
    assert set(contact.duties(s, d).must) == {unit("fin_inf_7"), unit("fin_inf_2")}


def test_finns_recoil_only_where_they_must_attack_the_city() -> None:
    """25.2: not with another enemy before them, while others can attack the city"""
    board = {"fin_inf_7": "0614", "rus_inf_4/1": "0714", "ger_pz_24": "0814"}
    s, d = table(board, turn="jul_aug_1942")
    assert contact.recoiling(s, d) == [unit("fin_inf_7")]  # it could attack nothing else
    board["rus_mech_1"] = "0514"
    s, d = table(board, turn="jul_aug_1942")
    assert contact.recoiling(s, d) == []
    assert unit("fin_inf_7") in contact.duties(s, d).must
    del board["ger_pz_24"]
    s, d = table(board, turn="jul_aug_1942")
    assert contact.recoiling(s, d) == [unit("fin_inf_7")]  # nobody else attacks the city


def test_finns_go_back_to_their_row() -> None:
    """25.2: who was forced south of it moves back in the next impulse, before movement ends"""
    board = (*EMPTY, "put fin_inf_7 0913", "put ger_inf_1 1725")
    g = game(*board, "at 8 axis movement")
    assert refused(g, "axis", "end movement") == "25.2"
    g.submit("axis", "move fin_inf_7 0813")
    g.submit("axis", "end movement")
    g = game(*board, "mark leningrad control axis", "at 8 axis movement")
    g.submit("axis", "end movement")
    assert not prompt(g).startswith("September")


def test_allies_leave_finland() -> None:
    """25.3: Italians who were forced into it move out in the next impulse if they can"""
    finland = BOARD.ground.countries["finland"]
    border = next(
        (here, there)
        for here in range(len(GRID.ids))
        for there in BOARD.ground.foot[here]
        if finland >> here & 1 and BOARD.ground.countries["russia"] >> there & 1
    )
    home, out = (GRID.ids[hex_] for hex_ in border)
    g = game(*EMPTY, f"put ita_inf_3 {home}", "at 8 axis movement")
    assert refused(g, "axis", "end movement") == "25.3"
    g.submit("axis", f"move ita_inf_3 {out}")
    g.submit("axis", "end movement")
    assert asked(g)


@pytest.mark.parametrize(("verb", "start"), [("sail", "helsinki"), ("evacuate", "")])
def test_who_leaves_finland_by_ship_alone_goes_by_ship(verb: str, start: str) -> None:
    """25.3, 8.3, 8.6: from a port or another coast, but nobody from inland"""
    finland = BOARD.ground.countries["finland"]
    coast = finland & BOARD.ground.seas[0] & ~(BOARD.ground.majors | BOARD.ground.minors)
    inland = finland & ~BOARD.ground.seas[0] & ~BOARD.ground.rails
    far = lambda hexes: max(members(hexes), key=lambda h: GRID.distance(h, at("0714")))  # noqa: E731
    here = start or GRID.ids[far(coast)]
    board = (*EMPTY, f"put ita_inf_3 {here}", "dice sea 1")
    g = game(*board, "at 8/2 axis movement")
    assert refused(g, "axis", "end movement") == "25.3"
    field = appraisal.Field(g.table.s, g.table.d, AXIS)
    line = moves._home(g.table, field)  # the practice opponent does it
    assert line.startswith(verb)
    g.submit("axis", line)
    assert not finland >> BOARD.ground.index(places(g, "ita_inf_3")[0]) & 1
    g.submit("axis", "end movement")
    g = game(*EMPTY, f"put ita_inf_3 {GRID.ids[far(inland)]}", "at 8/2 axis movement")
    g.submit("axis", "end movement")


def test_a_train_takes_nobody_through_land_that_he_does_not_enter() -> None:
    """25.1: all lines from Hungary to Varna pass Rumania; Germans and Rumanians go there"""
    s, d = table(dict.fromkeys(("hun_inf_3", "ger_inf_1"), "1838"), turn="jul_aug_1942")
    varna, vienna = (BOARD.ground.index(hex_) for hex_ in ("3535", "1440"))
    assert rail.ends(s, d, unit("ger_inf_1")) >> varna & 1
    assert rail.ends(s, d, unit("hun_inf_3")) & (1 << varna | 1 << vienna) == 1 << vienna
    assert rule(rail.why_not(s, d, unit("hun_inf_3"), varna)) == "25.1"
    s, d = table({"rum_inf_1": "3136"}, turn="jul_aug_1942")
    assert rail.ends(s, d, unit("rum_inf_1")) >> varna & 1


def test_no_train_keeps_an_ally_where_he_may_not_stay() -> None:
    """25.1, 25.2: who can leave on foot or by rail goes by rail nowhere else in that land"""
    for unit_, here, inside, out, why in (
        ("hun_inf_3", "2934", "3136", "1440", "25.1"),
        ("rum_inf_1", "1838", "2136", "1440", "25.1"),
    ):
        s, d = table({unit_: here}, turn="jul_aug_1942")
        ends = rail.ends(s, d, unit(unit_))
        assert ends >> BOARD.ground.index(out) & 1
        assert rule(rail.why_not(s, d, unit(unit_), BOARD.ground.index(inside))) == why
        assert not ends >> BOARD.ground.index(inside) & 1


def test_an_ally_too_far_from_the_border_goes_home_by_train() -> None:
    """25.1: he must leave if he can, by rail too; the practice opponent does it"""
    board = (*EMPTY, "put hun_inf_3 bucharest")
    g = game(*board, "at 8/2 axis movement")
    assert refused(g, "axis", "end movement") == "25.1"
    while places(g, "hun_inf_3") == ["3136"]:
        g.submit("axis", g.auto("axis"))
    rumania = BOARD.ground.countries["rumania"]
    assert not rumania >> BOARD.ground.index(places(g, "hun_inf_3")[0]) & 1
    g = game(*board, "at 8/2 axis movement")
    g.submit("gm", "set rail.2 9")
    g.submit("axis", "end movement")  # no train is left


def test_hungarians_and_rumanians_do_not_advance_together() -> None:
    """25.1, 10.81, 10.94: who is there first keeps the others out"""
    units = {"hun_inf_3": "2718", "rum_inf_1": "2720", "ger_inf_1": "2720", "hun_inf_4": "2720"}
    s, d = table({**units, "hun_inf_3": "2719"}, turn="jul_aug_1942")
    goal = BOARD.ground.index("2719")
    for id_, goes in (("rum_inf_1", False), ("ger_inf_1", True), ("hun_inf_4", True)):
        assert bool(advance.onward(s, d, unit(id_), (), [goal], 0)) == goes
    assert rule(advance.why_no_way(s, d, unit("rum_inf_1"), (), [goal], 0, goal, "10.82")) == "25.1"
    s, d = table(units, turn="jul_aug_1942")
    assert advance.onward(s, d, unit("rum_inf_1"), (), [goal], 0)


def test_after_a_blitzkrieg_they_pass_each_other() -> None:
    """25.1, 10.96: Rumanian armor goes through Hungarians, and does not stop there"""
    beside = min(ids(BOARD.ground.dry[at("2719")]) - {"2720"})
    g = game(*EMPTY, "put ger_pz_24 rum_mech_1 2720", f"put hun_inf_3 ger_pz_39 {beside}",
             "put rus_cav_5 2719", "dice combat 10", "at 8 axis combat")  # fmt: skip
    g.submit("axis", "attack 2719 with ger_pz_24 ger_pz_39 rum_mech_1 hun_inf_3 bat")
    g.submit("axis", "advance hun_inf_3 2719")
    assert refused(g, "axis", "advance rum_mech_1 2719") == "25.1"
    beyond = min(words(g, "axis", "advance rum_mech_1 2719 "))
    g.submit("axis", f"advance rum_mech_1 2719 {beyond}")
    assert places(g, "rum_mech_1") == [beyond]


# allies that change sides -------------------------------------------------------------


TURNS = {
    "hungary": ("budapest", "hun_inf_3", "hun_inf_4", "hun_inf_7", "26.22"),
    "rumania": ("bucharest", "rum_inf_1", "rum_mech_1", "rum_inf_3", "26.42"),
}


def interior(country: str) -> list[str]:
    """Plain hexes of a country with all their neighbours in it, far from its capital."""
    land = BOARD.ground.countries[country]
    capital = BOARD.ground.cities[BOARD.ground.city_index[TURNS[country][0]]].place
    return [
        GRID.ids[h]
        for h in range(len(GRID.ids))
        if all(land >> n & 1 for n in (h, *BOARD.ground.foot[h]))
        and BOARD.ground.city_at[h] < 0
        and GRID.distance(h, capital) > 2
    ]


def turned(country: str, *edits: str) -> tuple[Game, list[str]]:
    """The end of a Russian turn with a Russian army in the capital: one ally alone in its
    country, one with Germans, one in the pool."""
    capital, alone, stacked, pooled, _ = TURNS[country]
    here = interior(country)
    units = (
        f"put rus_inf_4 {capital}",
        f"mark {capital} control soviet",
        f"put {alone} {here[0]}",
        f"put {stacked} {here[-1]}",
        f"put ger_inf_1 {here[-1]}",
        f"put {pooled} pool",
    )
    g = game(*EMPTY, *units, *edits, "at 21/2 soviet supply")
    while "new allies" not in prompt(g):
        g.submit("soviet", "end partisans")
    return g, here


@pytest.mark.parametrize("country", TURNS)
def test_allies_change_sides(country: str) -> None:
    """26.2, 26.21, 26.22, 26.23, 26.4, 26.41, 26.42, 26.43: whoever stands with no Germans is put
    in his country by the Russians, in no German zone; who stands with them is lost, as is the pool
    """
    _, alone, stacked, pooled, rule = TURNS[country]
    g, here = turned(country)
    assert asked(g) == ["soviet"]
    assert places(g, alone, stacked, pooled) == ["removed", "surrendered_axis", "removed"]
    offered = words(g, "soviet", f"place rus_{alone} ")
    land, near = BOARD.ground.countries[country], BOARD.ground.index(here[-1])
    assert offered and all(land >> BOARD.ground.index(hex_) & 1 for hex_ in offered)
    assert all(GRID.distance(BOARD.ground.index(hex_), near) > 1 for hex_ in offered)
    assert refused(g, "soviet", f"place rus_{alone} {here[-1]}") == rule
    assert refused(g, "soviet", f"place rus_{alone} moscow") == rule
    assert refused(g, "soviet", f"place rus_{pooled} {here[0]}") == "26.22"
    g.submit("soviet", f"place rus_{alone} {here[0]}")
    assert places(g, f"rus_{alone}") == [here[0]]
    assert prompt(g).startswith("November 1944")


@pytest.mark.parametrize(("country", "other"), [("hungary", "rum_inf_1"), ("rumania", "hun_inf_3")])
def test_the_zones_of_other_allies_bar_no_turncoat(country: str, other: str) -> None:
    """26.22, 26.42: German zones alone do; their hex itself is taken"""
    here = interior(country)
    twin = unit(f"rus_{TURNS[country][1]}")
    for foe, barred in ((other, {here[0]}), ("ger_inf_1", ids(zone_of(here[0])))):
        s, d = table({foe: here[0]}, turn="jul_aug_1944", side="soviet")
        open_ = ids(arrivals.refuge(s, d, twin))
        home = BOARD.ground.countries[country] & BOARD.ground.land
        assert open_ == ids(home) - barred


def zone_of(hex_: str) -> int:
    place = BOARD.ground.index(hex_)
    return BOARD.ground.zone.spread(1 << place) | 1 << place


@pytest.mark.parametrize("country", TURNS)
def test_who_has_turned_stays_at_home_and_fights_there(country: str) -> None:
    """26.22, 26.42: he moves as a Russian, leaves his country neither in movement nor in retreat,
    and attacks Germans in it alone"""
    _, alone, *_, rule = TURNS[country]
    me, land = f"rus_{alone}", BOARD.ground.countries[country]
    edge, beyond = next(
        (h, n)
        for h in range(len(GRID.ids))
        for n in BOARD.ground.foot[h]
        if land >> h & 1 and not land >> n & 1 and not BOARD.ground.wet[h] >> n & 1
        and not BOARD.ground.majors >> h & 1
    )  # fmt: skip
    inside = next(n for n in BOARD.ground.foot[edge] if land >> n & 1)
    home, out, near = (GRID.ids[h] for h in (edge, beyond, inside))
    g = game(*EMPTY, f"put {me} {home}", "put ger_inf_1 1734", "at 21 soviet movement")
    goals = words(g, "soviet", f"move {me} ")
    assert goals and all(land >> BOARD.ground.index(hex_) & 1 for hex_ in goals)
    assert refused(g, "soviet", f"move {me} {out}") == rule
    s, d = g.table.s, g.table.d
    ways = retreat.routes(s, d, BOARD.piece_index[me], edge, 1, 2)
    assert ways and all(land >> hex_ & 1 for way in ways for hex_ in way)
    assert str(retreat.why_not(s, d, BOARD.piece_index[me], edge, (beyond,), 1, 1)).count(rule)
    fight = ("put rus_inf_4 1724", "put ger_inf_2 1725", f"put {me} {home}")
    g = game(*EMPTY, *fight, f"put ger_inf_1 {out}", "at 21 soviet combat")
    assert refused(g, "soviet", f"attack {out} with {me}") == rule
    g = game(*EMPTY, *fight, f"put ger_inf_1 {near}", "at 21 soviet combat")
    assert words(g, "soviet", f"attack {near} with ") == {BOARD.pieces[BOARD.piece_index[me]].short}


@pytest.mark.parametrize("country", TURNS)
def test_the_axis_takes_the_capital_again(country: str) -> None:
    """26.5: all units of the ally that turned are out of the game"""
    capital, alone, *_ = TURNS[country]
    others = next(found for name, found in TURNS.items() if name != country)
    place = BOARD.ground.cities[BOARD.ground.city_index[capital]].place
    near = next(GRID.ids[n] for n in BOARD.ground.foot[place] if BOARD.ground.land >> n & 1)
    board = (
        *EMPTY, f"put rus_{alone} {interior(country)[0]}", f"put ger_inf_1 {near}",
        f"put rus_{others[1]} {interior(next(n for n in TURNS if n != country))[0]}",
        f"mark {capital} control soviet",
    )  # fmt: skip
    g = game(*board, "at 21 axis movement")
    g.submit("axis", f"move ger_inf_1 {capital}")
    assert places(g, f"rus_{alone}") == ["removed"]
    assert places(g, f"rus_{others[1]}") != ["removed"]


def test_who_has_turned_lives_on_his_capital_and_is_never_rebuilt() -> None:
    """13.34, 26.22, 26.42, 19.15: Budapest feeds Hungarians of the Russians; a loss is for good"""
    me = "rus_hun_inf_3"
    near = BOARD.ground.cities[BOARD.ground.city_index["budapest"]].place
    beside = next(GRID.ids[n] for n in BOARD.ground.foot[near])
    board = (*EMPTY, "set weather.1 snow", f"put {me} {beside} reduced", f"put rus_inf_4 {beside}")
    g = game(*board, "mark budapest control soviet", "at 21 soviet movement")
    assert look(g, f"{me} supplied") == "1" and look(g, "rus_inf_4 supplied") == "0"
    assert refused(g, "soviet", f"refit {me}") == "19.05"
    g = game(*board, "mark budapest control axis", "at 21 soviet movement")
    assert look(g, f"{me} supplied") == "0"
    assert BOARD.pieces[BOARD.piece_index[me]].cost == 0


def test_who_has_turned_is_part_of_no_shock_army_and_invades_nowhere() -> None:
    """22.01, 8.42: only Russian units are"""
    board = (*EMPTY, "put rus_rum_inf_1 constanta", "put rus_rum_mech_1 constanta")
    g = game(*board, "mark constanta control soviet", "at 21 soviet movement")
    g.table.s.points[11] = 20
    shock = next(p.index for p in BOARD.pieces if p.type == SHOCK)
    assert builds.why_no_shock(g.table.s, shock) is None
    assert builds.parts(g.table.s, g.table.d) == []
    assert refused(g, "soviet", "invade rus_rum_inf_1 3130") == "8.42"


def test_hungarians_and_rumanians_keep_apart() -> None:
    """25.1: no move ends in a hex of the others, in their country, or with an attack there"""
    board = (*EMPTY, "put hun_inf_3 2720", "put rum_inf_1 2722", "put ger_inf_1 1734")
    g = game(*board, "at 8 axis movement")
    assert refused(g, "axis", "move rum_inf_1 2720") == "25.1"
    assert "2719" in words(g, "axis", "move rum_inf_1 ")  # past them
    s, d = g.table.s, g.table.d
    rumania = BOARD.ground.countries["rumania"]
    target = next(h for h in range(len(GRID.ids)) if rumania >> h & 1)
    why = contact.why_barred(s, d, BOARD.piece_index["hun_inf_3"], target)
    assert why is not None and why.rule == "25.1"
    hungary = BOARD.ground.countries["hungary"]
    target = next(h for h in range(len(GRID.ids)) if hungary >> h & 1)
    why = contact.why_barred(s, d, BOARD.piece_index["rum_inf_1"], target)
    assert why is not None and why.rule == "25.1"
    assert contact.why_barred(s, d, BOARD.piece_index["ger_inf_1"], target) is None


def test_who_was_forced_together_or_over_the_border_goes_apart() -> None:
    """25.1: in the next impulse, before movement ends, if he can"""
    g = game(*EMPTY, "put hun_inf_3 2720", "put rum_inf_1 2720", "at 8 axis movement")
    assert refused(g, "axis", "end movement") == "25.1"
    g.submit("axis", "move rum_inf_1 2721")
    g.submit("axis", "end movement")
    hungary = BOARD.ground.countries["hungary"]
    inside = next(h for h in range(len(GRID.ids)) if hungary >> h & 1 and any(
        not hungary >> n & 1 for n in BOARD.ground.foot[h]))  # fmt: skip
    g = game(*EMPTY, f"put rum_inf_1 {GRID.ids[inside]}", "at 8 axis movement")
    assert refused(g, "axis", "end movement") == "25.1"
    offered = words(g, "axis", "move rum_inf_1 ")
    inner = [hex_ for hex_ in offered if hungary >> BOARD.ground.index(hex_) & 1]
    assert set(inner) < offered  # those lead on, out of it
    for hex_ in inner:
        assert refused(g, "axis", f"move rum_inf_1 {hex_}") == "25.1"


def test_finland_fights_on_until_leningrad_is_lost() -> None:
    """26.14, 26.13, 26.1: removed for good at the end of the Russian turn that takes it again"""
    board = (*EMPTY, "put fin_inf_7 0209", "put ger_inf_1 1734", "put rus_inf_4 moscow")
    for held, where in (("axis", "0209"), ("soviet", "removed")):
        g = game(*board, f"mark leningrad control {held}", "at 22/2 soviet supply")
        while asked(g) == ["soviet"]:
            g.submit("soviet", "end partisans")
        assert places(g, "fin_inf_7") == [where]


def test_nobody_of_the_axis_enters_finland_again() -> None:
    """26.15: no retreat leads there, no base goes there, and no mountain corps appears there"""
    base, corps, north = unit("stuka_1"), unit("ger_inf_1"), unit("ger_mtn_19")
    units = {"stuka_1": "0615", "ger_inf_1": "0312"}
    s, d = table(units, turn="nov_dec_1944")
    helsinki, border = GRID.index["0218"], GRID.index["0212"]
    s.triggers[0] = s.turn - 1
    for left, rules in ((0, ("", "")), (1 << FINNISH, ("26.15", "26.15"))):
        s.surrendered = left
        staging = air.why_no_staging(s, d, base, helsinki, forced=True)
        step = retreat.why_no_step(s, d, BOARD.pieces[corps], GRID.index["0312"], border)
        assert (rule(staging), rule(step)) == rules
        open_ = ids(arrivals.listed(s, d, north)), ids(arrivals.listed(s, d, unit("stuka_2")))
        assert ("0111" in open_[0], "0218" in open_[1]) == (not left, not left)
        assert "0110" in open_[0]


def test_who_was_taken_out_of_finland_comes_back_in_the_west() -> None:
    """26.15, 17.31, 17.24, 17.06: the mountain corps that came by the north have come by it once;
    nor do they who delay
    """
    north, west = BOARD.ground.regions["northern_finland_entry"], BOARD.ground.borders[AXIS]
    for turn, fallen, left, place in ((22, 10, True, west), (12, 10, False, west),
                                      (11, 10, False, north)):  # fmt: skip
        s, d = table(turn=BOARD.turns[turn - 1].id)
        s.triggers[0], s.surrendered = fallen, left << FINNISH
        assert arrivals.listed(s, d, unit("ger_mtn_19")) == place
    leningrad = ("mark leningrad control soviet", "set trigger.archangel 10")
    board = (*EMPTY, *leningrad, "put ger_mtn_19 0213", "put stuka_1 berlin")
    g = game(*board, "at 21 axis weather")
    assert places(g, "ger_mtn_19") != ["0213"]
    g = game(*EMPTY, *leningrad, "put ger_mtn_19 waiting", "at 22 axis movement")
    assert "1440" in words(g, "axis", "place ger_mtn_19 ")


def test_allies_who_delay_come_where_they_may_be() -> None:
    """17.06, 25.1, 25.2: on the west edge, no Rumanian in Hungary, no Finn south of his row"""
    hungary, west = BOARD.ground.countries["hungary"], BOARD.ground.borders[AXIS]
    s, d = table(turn="jul_aug_1942", impulse=2)
    s.triggers[0] = s.turn - 2
    found = {nation: arrivals.listed(s, d, unit(id_)) for nation, id_ in
             (("rum", "rum_inf_6"), ("hun", "hun_inf_7"), ("fin", "fin_inf_3"))}  # fmt: skip
    assert (found["rum"], found["hun"]) == (west & ~hungary, west)
    assert {hex_[:2] for hex_ in ids(found["fin"])} == {f"0{n}" for n in range(1, 9)}
    why = arrivals.why_not(s, d, unit("rum_inf_6"), BOARD.ground.index("2040"))
    assert why and "on the west edge; nearest to that is 2340" in why.text


def test_italy_leaves_in_september_1943() -> None:
    """26.3, 26.31: all its units, wherever they are"""
    board = (*EMPTY, "put ita_inf_3 1734", "put ita_inf_2 pool", "put ger_inf_1 1735")
    for turn, where in ((14, ["1734", "pool_axis"]), (15, ["removed", "removed"])):
        g = game(*board, f"at {turn} axis weather")
        while "withdrawn" in prompt(g):
            g.submit("axis", g.complete("axis", "withdraw ").items[0].value)
        assert places(g, "ita_inf_3", "ita_inf_2") == where


@pytest.mark.parametrize(
    ("piece", "turn", "barred"),
    [
        ("rum_inf_1", "jul_aug_1941", {"finland": "25.3", "hungary": "25.1"}),
        ("hun_inf_3", "jul_aug_1941", {"finland": "25.3", "rumania": "25.1"}),
        ("ita_inf_3", "jul_aug_1941", {"finland": "25.3"}),
        ("ger_inf_1", "jul_aug_1941", {}),
        ("rus_inf_4", "jul_aug_1941", {}),
        ("fin_inf_2", "jul_aug_1941", {}),
        ("fin_inf_2", "may_jun_1941", dict.fromkeys(("finland", "hungary", "rumania"), "24.13")),
    ],
)
def test_where_an_ally_attacks_nobody(piece: str, turn: str, barred: dict[str, str]) -> None:
    """24.13, 25.1, 25.3: by country; Germans and Russians attack in all of them"""
    side = BOARD.pieces[unit(piece)].side
    impulse = 1 if turn.startswith("may") else 2
    s, d = table({piece: "1734"}, turn=turn, side=SIDES[side], impulse=impulse)
    for country in ("finland", "hungary", "rumania"):
        hexes = members(BOARD.ground.countries[country] & BOARD.ground.land)
        found = {rule(contact.why_barred(s, d, unit(piece), hex_)) for hex_ in hexes}
        assert found == {barred.get(country, "")}, country


def test_a_zone_that_ends_at_the_old_border_binds_nobody_beyond() -> None:
    """24.13, 10.1: whoever stands in it must attack, and nobody else"""
    ground, seen = BOARD.ground, set()
    finland = ground.countries["finland"]
    for place in members(ground.land):
        near = members(ground.dry[place] & ground.land)
        if len({finland >> hex_ & 1 for hex_ in (place, *near)}) == 1:
            continue
        _, d = table({"rus_inf_14": ground.grid.ids[place]}, turn="may_jun_1941")
        for hex_ in near:
            bound = bool(contact.binding(d, SOVIET, hex_) >> place & 1)
            assert bound == bool(zoc(d, SOVIET) >> hex_ & 1)
            assert bound == (finland >> hex_ & 1 == finland >> place & 1)
            seen.add(bound)
    assert seen == {True, False}
