"""A game from its set-up on: what is asked when, who is asked off turn, what comes and goes."""

import random

import pytest

import engine
from engine.board.bits import members
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import HEXES, WAITING
from engine.games.russia_besieged.law import setup
from engine.games.russia_besieged.play.advance import Advance
from engine.games.russia_besieged.play.returns import _step_back
from engine.games.russia_besieged.state import occupancy
from engine.games.russia_besieged.words import CITY_WORDS, PLACE_WORDS
from tests.russia_besieged.staged import EMPTY, PANZERS, fight, game
from tests.russia_besieged.table import at, city, table, unit
from tests.table import asked, look, names, places, prompt, refused, told, words

PORTS = [BOARD.ground.grid.ids[c.place] for c in BOARD.ground.cities if c.area >= 0]


# the turn ---------------------------------------------------------------------------


def test_the_first_turn_is_clear_and_the_axis_begins() -> None:
    """3.0, 24.4: no die is rolled for the weather of May and June 1941"""
    g = game()
    assert asked(g) == ["axis"] and prompt(g).startswith("May 1941")
    assert look(g, "weather.1") == look(g, "weather.2") == "clear"


def test_a_turn_is_two_impulses_of_each_side() -> None:
    """3.0: both months of the Axis, then both of the Russians, then the next turn"""
    g = game(*EMPTY, "at 2 axis movement")
    seen = []
    for _ in range(4):
        side, view = asked(g)[0], g.view(None)
        seen.append((side, prompt(g).split(":")[0]))
        assert view.turn == "July/August 1941", "one name, whoever moves"
        assert view.phase == f"Movement, {('first', 'second')[len(seen) % 2 - 1]} impulse"
        g.submit(side, "end movement")
        while g.pending()[0].prompt.startswith(("Attack", "Place")):
            verb = next(v for v in ("end combat", "end partisans") if v in names(g, asked(g)[0]))
            g.submit(asked(g)[0], verb)
    assert seen == [
        ("axis", "July 1941"),
        ("axis", "August 1941"),
        ("soviet", "July 1941"),
        ("soviet", "August 1941"),
    ]
    assert look(g, "turn") == "3"


def test_units_not_named_stand() -> None:
    """5.02, 5.04: movement ends at once, but not while too many stand in a hex"""
    g = game()
    g.submit("axis", "end movement")
    g = game(*EMPTY, *(f"put ger_inf_{n} 1734" for n in (1, 2, 4, 5)), "at 2 axis movement")
    assert refused(g, "axis", "end movement") == "5.04"
    g.submit("axis", "shed ger_inf_5\nend movement")
    assert places(g, "ger_inf_5") == ["pool_axis"]


def test_a_stack_goes_as_far_as_its_slowest() -> None:
    """6.0, 4.02: units of a hex are moved by one order; a hex on the way may be named"""
    g = game(*EMPTY, "put ger_inf_1 1734", "put ger_pz_14 1734", "at 2 axis movement")
    alone = words(g, "axis", "move ger_pz_14 ")
    both = words(g, "axis", "move ger_pz_14 ger_inf_1 ")
    assert len(alone) > len(both)
    g.submit("axis", "move ger_pz_14 ger_inf_1 to 1732 via 1733")
    assert places(g, "ger_pz_14", "ger_inf_1") == ["1732", "1732"]
    assert refused(g, "axis", "move ger_inf_1 1731") == "6.0"


def test_free_set_up() -> None:
    """23.0, 23.02, 23.03, 23.04: Russians first, each in his area"""
    g = game(setup="free")
    assert asked(g) == ["soviet"]
    assert refused(g, "soviet", "deploy wec_moscow 1911") == "23.03"
    assert refused(g, "soviet", "deploy rus_inf_8 1911") == "23.03"
    g.submit("soviet", "deploy rus_inf_8 0824")
    g.submit("soviet", "end setup")
    assert asked(g) == ["axis"]
    assert refused(g, "axis", "deploy ger_pz_41 1331") == "23.04"
    g.submit("axis", "end setup")
    assert prompt(g).startswith("May 1941")


@pytest.mark.parametrize("edit", ["at 8 axis movement", "at 9 soviet movement"])
def test_the_units_that_travel_are_those_that_can_go_somewhere(edit: str) -> None:
    """7.03, 8.1, 8.11, 8.41, 8.44, 8.6: what is not searched has nowhere to go"""
    rng, seen = random.Random(5), set()
    g = game(*(f"put {unit} {city}" for unit, city in _ABOARD.items()), edit)
    seas, rails = BOARD.ground.seas, BOARD.ground.rails
    hexes = members(seas[0] | seas[1] | seas[2] | rails)
    for _ in range(4):
        s, (side,) = g.table.s, asked(g)
        mine = [u for u in BOARD.of_side[s.side] if s.place[u] < HEXES]
        ways = [verb for verb in g.offers(side) if verb.name in _WAYS]
        for verb in ways:
            unit, hex_ = verb.slots
            can = [u for u in mine if any(hex_.why_not([u], h) is None for h in hexes)]
            assert sorted(unit.domain([])) == can, verb.name
            seen |= {verb.name} if can else set()
        for _ in range(2):
            going_on = [verb for verb in ways if verb.slots[0].domain([])]
            g.submit(side, g.sample(side, rng, going_on))
    assert seen == set(_WAYS)


_WAYS = "rail", "sail", "invade", "evacuate"
_ABOARD = {"ger_inf_1": "konigsberg", "ger_inf_2": "0826", "ger_inf_10": "danzig"}
_ABOARD |= {"rus_inf_4": "odessa", "rus_inf_8": "sevastopol", "rus_inf_10": "3130"}


# what comes and goes -----------------------------------------------------------------


def test_arrivals_of_july_1941() -> None:
    """7.09, 17.01, 17.02, 17.03, 17.04, 17.05, 17.21, 17.22, 17.23, 17.24:
    seven in the first impulse
    """
    g = game("at 2 axis movement")
    first = words(g, "axis", "place ")
    assert len(first - {"stack"}) == 7
    assert refused(g, "axis", "place rum_inf_5 bucharest") == "17.01"
    assert words(g, "axis", "place hun_mech_1 ") - set(PORTS) == {"1838"}
    g.submit("axis", "place ger_pz_40 1340")
    g.submit("axis", "rail ger_pz_40 1331")
    assert look(g, "rail.1") == "0"  # 7.09


def test_delayed_arrivals_count_as_rail_moves() -> None:
    """17.06, 17.07, 7.09: what was due before comes on the edge, and by the capacity"""
    g = game("at 2/2 axis movement")
    assert "1838" not in words(g, "axis", "place hun_mech_1 ")
    g.submit("axis", "place ger_pz_40 1340\nrail ger_pz_40 1331")
    assert look(g, "rail.2") == "1"


def test_russian_cities_of_the_second_impulse_give_no_free_rail() -> None:
    """17.12, 17.11: only what enters by the east edge goes free then"""
    g = game("at 2/2 soviet movement")
    g.submit("soviet", "place rus_inf_24 moscow\nrail rus_inf_24 1910")
    assert look(g, "rail.2") == "1"
    g.submit("soviet", "place rus_inf_43 2501\nrail rus_inf_43 2503")
    assert look(g, "rail.2") == "1"


def test_marshals_come_and_go() -> None:
    """14.26, 14.27, 18.5, 17.0: two leave each January"""
    g = game("put fm_leeb in_hand", "put fm_guderian in_hand", "at 5 axis weather")
    assert places(g, "fm_leeb", "fm_guderian", "fm_kluge") == [
        "removed",
        "removed",
        "in_hand_axis",
    ]


def test_three_stukas_leave_in_january_1942() -> None:
    """18.1, 18.0: the owner chooses them"""
    g = game("at 5 axis weather")
    for plane in ("stuka_1", "stuka_2", "stuka_9"):
        assert "withdrawn" in prompt(g)
        g.submit("axis", f"withdraw {plane}")
    assert places(g, "stuka_9", "stuka_3") == ["removed", "1331"]
    assert prompt(g).startswith("January 1942")


def test_the_second_ss_corps_gives_up_a_step() -> None:
    """18.2, 18.21, 18.22, 18.41, 18.26: in August 1943, where it stands"""
    g = game(*EMPTY, "put ss_pz_2 1734", "set weather.2 clear", "at 14/2 axis begin")
    assert look(g, "ss_pz_2 s") == "2"


@pytest.mark.parametrize(
    ("where", "before", "after"), [("1734", 1, 0), ("1734", 0, 0), ("pool", 1, 2)]
)
def test_a_withdrawn_step_comes_back(where: str, before: int, after: int) -> None:
    """18.22, rb-62: where the corps stands, if it has one to get; from the pool as one alone"""
    g = game(*EMPTY, f"put ss_pz_2 {where}", "at 18 axis movement")
    corps = unit("ss_pz_2")
    g.table.s.step[corps] = before
    _step_back(g.table, corps)
    assert g.table.s.step[corps] == after


def test_army_group_south_beyond_its_border() -> None:
    """23.04: three of its units in 2632, one of them armor; no such limit in its other hexes"""
    s, _ = table(turn="may_jun_1941")
    south = [p for p in BOARD.pieces if p.area == "axis_ags" and p.ground]
    tanks, foot = [p for p in south if p.armor][:2], [p for p in south if not p.armor][:4]
    other = next(h for h in members(setup.area(foot[0])) if h != at("2632"))
    for hex_, one_armor in ((at("2632"), True), (other, False)):
        s.place = [WAITING] * len(s.place)
        s.place[tanks[0].index] = hex_
        why = setup.why_not(s, occupancy(s), tanks[1].index, hex_)
        assert (why is not None and "one of them armor" in why.text) == one_armor
        assert setup.why_not(s, occupancy(s), foot[0].index, hex_) is None
    s.place = [WAITING] * len(s.place)
    for piece in foot[:3]:
        assert setup.why_not(s, occupancy(s), piece.index, at("2632")) is None
        s.place[piece.index] = at("2632")
    why = setup.why_not(s, occupancy(s), foot[3].index, at("2632"))
    assert why is not None and why.rule == "23.04"


def test_replacements_of_the_axis() -> None:
    """19.0, 19.1, 19.01, 19.02, 19.03, 19.12, 19.13, 19.07: saved by nation and kind"""
    g = game(*EMPTY, "put ger_pz_14 pool", "put ger_inf_1 pool", "at 4 axis weather")
    assert look(g, "points.german_infantry") == "6" and look(g, "points.german_armor") == "3"
    assert refused(g, "axis", "build ger_pz_14 berlin") == "19.03"
    g.submit("axis", "build ger_inf_1 berlin")
    assert look(g, "points.german_infantry") == "0"


def test_ss_first_and_one_point_for_an_ally() -> None:
    """19.16, 19.17, 19.14: no corps of the army while an SS corps waits; nothing in 1945"""
    board = (*EMPTY, "put ss_pz_3 pool", "put ger_pz_14 pool", "put ger_inf_1 pool")
    points = ("set points.german_armor 20", "set points.german_infantry 9")
    g = game(*board, *points, "at 13 axis movement")
    assert refused(g, "axis", "build ger_pz_14 berlin") == "19.16"
    g.submit("axis", "grant rumanian infantry")
    assert refused(g, "axis", "grant rumanian infantry") == "19.17"
    g = game(*board, *points, "at 23 axis movement")
    assert refused(g, "axis", "build ger_inf_1 berlin") == "19.14"


def test_factories_give_points_and_lend_lease_comes_in_1942() -> None:
    """19.2, 19.28, 19.21, 20.5, 20.52, 20.53, 20.14: fifteen at the start, by the die later"""
    g = game("at 1 soviet begin")
    assert look(g, "points.russian_infantry") == "15"
    g = game("dice lend 8", "at 5 soviet begin")
    assert int(look(g, "points.russian_infantry")) > 15


def test_a_factory_goes_to_the_urals_for_a_year() -> None:
    """20.6, 20.61, 20.62, 20.63, 20.65, 20.66: for a rail move, from July 1941 on"""
    g = game("at 2 soviet movement")
    assert refused(g, "soviet", "ship wec_moscow") == "20.61"
    g.submit("soviet", "ship wec_kiev")
    assert look(g, "rail.1") == "1"
    assert g.table.s.late[-1][1] == 8


def test_new_factories_and_the_urals() -> None:
    """20.1, 20.11, 20.12, 20.4: one to a city, none in Wilno; the Urals counter comes by itself"""
    g = game("at 4 soviet begin")
    open_ = words(g, "soviet", "place wec_any_1 ")
    assert (
        BOARD.ground.grid.ids[BOARD.ground.cities[BOARD.ground.city_index["wilno"]].place]
        not in open_
    )
    g = game("at 3 soviet begin")
    assert places(g, "wec_urals") == ["urals"]


# battles ------------------------------------------------------------------------------


def test_who_must_attack_does() -> None:
    """10.0, 10.1, 10.11, 10.2, 10.21: the phase ends when all is attacked"""
    g = fight(10, *PANZERS, "put rus_inf_18 0819")
    assert refused(g, "axis", "end combat") == "10.11"
    assert refused(g, "axis", "attack 0818 with ger_pz_14") == "10.1"
    assert refused(g, "axis", "attack 0819 with ger_pz_14 ger_pz_24") == "10.11"
    g.submit("axis", "attack 0819 with ger_pz_14 ger_pz_24 ger_pz_48")
    assert places(g, "rus_inf_18") == ["pool_soviet"]


def test_advance_into_an_emptied_hex_only() -> None:
    """10.8, 10.82, 10.83, 10.84, 10.67: eliminated, or more steps called for than there were"""
    g = fight(9, *PANZERS, "put rus_inf_18 0819")
    g.submit("axis", "attack 0819 with ger_pz_14 ger_pz_24 ger_pz_48")  # DE
    g.submit("axis", "advance ger_pz_14 0819")
    assert refused(g, "axis", "advance ger_pz_24 0818") == "10.82"
    g.submit("axis", "done")
    assert places(g, "ger_pz_14") == ["0819"]
    g = fight(6, *PANZERS, "put rus_inf_18 0819")
    g.submit("axis", "attack 0819 with ger_pz_14 ger_pz_24 ger_pz_48 at 4-1")  # D2 by the armor
    assert places(g, "rus_inf_18") == ["pool_soviet"]
    assert "advance" not in names(g, "axis")


def test_a_unit_that_cannot_attack_surrenders() -> None:
    """10.19, 10.18: before the first die"""
    g = game(
        *EMPTY, "put ger_inf_34 0820 s=1", "put rus_inf_11 0819", "put rus_inf_12 0819",
        "at 2 axis combat",
    )  # fmt: skip
    assert places(g, "ger_inf_34") == ["0820"]  # 3 to 14 is 1-5
    g = game(
        *EMPTY, "put ger_inf_34 0820 s=1", "put rus_gd_tank_3 0819", "put rus_gd_tank_5 0819",
        "at 2 axis combat",
    )  # fmt: skip
    assert places(g, "ger_inf_34") == ["surrendered_axis"]


def test_who_relied_on_one_that_surrenders_is_lost_with_him() -> None:
    """10.19: before the first die; the third has an enemy of his own and fights"""
    g = fight(
        8, "put rus_cav_6 2720", "put rus_cav_5 2821", "put ger_pz_41 2719", "put ger_pz_39 2721",
        "put ger_pz_24 2619", "put ger_pz_56 2822", "put rus_inf_59 1720", "put ger_inf_34 1721",
        side="soviet",
    )  # fmt: skip
    assert places(g, "rus_cav_6", "rus_cav_5") == ["surrendered_soviet"] * 2
    assert "1721" in prompt(g)


def test_no_way_out() -> None:
    """10.7, 10.72, 10.73: a unit with all ways closed is lost"""
    ring = ("0719", "0720", "0818", "0820", "0919", "0920")
    units = [f"put ger_inf_{n} {hex_}" for n, hex_ in zip((1, 2, 4, 5, 7, 8), ring, strict=True)]
    g = fight(8, *units, "put rus_inf_18 0819")
    g.submit(
        "axis",
        "attack 0819 with ger_inf_1 ger_inf_2 ger_inf_4 ger_inf_5 ger_inf_7 ger_inf_8 at 2-1",
    )
    assert places(g, "rus_inf_18") == ["pool_soviet"]


def test_the_defender_is_asked_for_a_marshal_only_if_he_wants() -> None:
    """14.2, 14.21, 14.22, 14.23, 14.24: by policy; a marshal serves once a year"""
    board = (*PANZERS, "put rus_inf_18 0819", "put fm_zhukov in_hand")
    line = "attack 0819 with ger_pz_14 ger_pz_24 ger_pz_48 at 2-1"
    g = fight(8, *board)
    g.submit("axis", line)
    assert asked(g) == ["axis"]
    g = fight(8, *board)
    g.table.pos.policy["soviet:marshal"] = "ask"
    g.submit("axis", line)
    assert asked(g) == ["soviet"]
    g.submit("soviet", "marshal fm_zhukov")
    assert look(g, "fm_zhukov spent") == "1"


def test_bases_are_driven_off() -> None:
    """11.16, 11.8, 11.81, 11.1: the nearest city with room, or off the map for a turn"""
    g = game(*EMPTY, "put ger_pz_14 1720", "put shturmovik_1 smolensk", "at 9 axis movement")
    receipt = g.submit("axis", "move ger_pz_14 1719")
    assert "driven off" in told(g, receipt)
    assert places(g, "shturmovik_1") != ["1719"]


def test_a_city_out_of_supply_feeds_two_armies() -> None:
    """13.4, 13.41, 13.42, 13.45, 13.11: the owner says who goes; the others are marked"""
    ids = BOARD.ground.grid.ids
    g = game(
        *EMPTY,
        *(f"mark {ids[hex_]} rails axis" for hex_ in members(BOARD.ground.rails)),
        *(
            f"mark {c.id} control axis"
            for c in BOARD.ground.cities
            if c.id not in ("leningrad", "moscow")
        ),
        "mark minsk control soviet",
        "put rus_inf_11 minsk",
        "put rus_inf_12 minsk",
        "put rus_inf_18 1624",
        "at 3/2 soviet rails",
    )
    while "cannot feed" not in prompt(g):
        g.submit("soviet", "end partisans")
    assert "cannot feed" in prompt(g)
    g.submit("soviet", "starve rus_inf_18")
    assert look(g, "rus_inf_11 oos") == "1"


# the end ------------------------------------------------------------------------------


def test_sudden_death() -> None:
    """27.2, 27.0: fewer Axis major cities than asked at the end of 1942"""
    g = game(*EMPTY, "at 10/2 soviet supply")
    while g.result() is None and g.pending()[0].prompt.startswith("Place"):
        g.submit("soviet", "end partisans")
    result = g.result()
    assert result is not None and result.winners == ("soviet",)


def test_a_tournament_ends_by_points() -> None:
    """27.1: nineteen of them after five turns, or the Russians have won"""
    g = game(*EMPTY, "at 5/2 soviet supply", scenario="tournament_5")
    while g.result() is None:
        g.submit("soviet", "end partisans")
    result = g.result()
    assert (
        result is not None and result.winners == ("soviet",) and "victory points" in result.reason
    )


def test_every_scenario_begins() -> None:
    """23.0: nobody stands where he may not, all sides have units"""
    for start in BOARD.starts:
        g = game(scenario=start.id)
        assert g.check() == []
        assert sum(place < HEXES for place in g.table.s.place) > 100
        assert asked(g) == ["axis"]


def test_the_word_of_a_command_alone_is_no_order() -> None:
    """A fault of the fuzzer: `order` with nothing after it."""
    g = game()
    assert not g.complete("axis", "order").complete
    with pytest.raises(engine.Malformed):
        g.submit("axis", "order")


def test_an_advance_says_how_far_armor_goes() -> None:
    """10.94, 10.95, 10.96: the hex that was won counts, unless it is free for all"""
    hexes, g = [BOARD.ground.index("0825")], game()
    for open_, far, said in (
        (False, 1, "Blitzkrieg: armor may go up to 1 hex, 0825 the first, or stay."),
        (True, 2, "Blitzkrieg: advance into 0825, armor up to 2 hexes on, or stay."),
    ):
        asked = Advance(side="axis", units=[], hexes=hexes, blitz=far, open=open_)
        assert asked.prompt(g.table)[0] == said


@pytest.mark.parametrize("when", ["2 axis movement", "8 soviet movement", "2 axis combat"])
def test_what_ends_a_phase_says_so(when: str) -> None:
    """3.0: one order ends it, and no other is marked so"""
    g = game(*EMPTY, *PANZERS, "put rus_inf_18 0818", "put rus_inf_4 1720", f"at {when}")
    (side,) = asked(g)
    verbs = [verb for verb in g.offers(side) if not verb.free]
    ends = [verb.name for verb in verbs if verb.ends]
    assert ends == [verb.name for verb in verbs if verb.name.startswith("end ")] and len(ends) == 1


@pytest.mark.parametrize(
    ("word", "hex_"),
    [
        *((word, "krakow") for word in ("Krakow", "Kraków", "kracow", "cracow", "Krakau")),
        *((word, "vienna") for word in ("Wien", "vienna")),
        *((word, "lvov") for word in ("Lemberg", "Lwów", "lviv")),
        *((word, "konigsberg") for word in ("Koenigsberg", "Königsberg")),
        *((word, "brest") for word in ("brest_litovsk", "Brest-Litovsk")),
    ],
)
def test_a_city_is_known_by_its_usual_spellings(word: str, hex_: str) -> None:
    """7.07: in orders as in the umpire's lines; the log keeps one"""
    assert PLACE_WORDS.read(word) == (city(hex_),)
    g = game(*EMPTY, "put ger_inf_1 1734", f"mark {word} control axis", "at 5 axis movement")
    assert look(g, f"{hex_} control") == "axis"


def test_no_two_cities_share_a_word() -> None:
    """7.07: each name and spelling is one city's alone"""
    for term in CITY_WORDS.terms.values():
        for word in (term.id, term.name, *term.also):
            assert CITY_WORDS.read(word.replace(" ", "_")) == (term.value,), word
            assert len(PLACE_WORDS.read(word.replace(" ", "_"))) == 1, word
