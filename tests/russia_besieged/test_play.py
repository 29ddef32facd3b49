"""A game from its set-up on: what is asked when, who is asked off turn, what comes and goes."""

import random

import pytest

import engine
from engine import Game
from engine.board.bits import members
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AIRCRAFT, HEXES
from tests.table import asked, look, names, places, prompt, refused, told, words

CAMPAIGN = "campaign"
PORTS = [BOARD.ground.grid.ids[c.place] for c in BOARD.ground.cities if c.area >= 0]
RAILS = BOARD.ground.rails


def game(*edits: str, scenario: str = CAMPAIGN, **options: object) -> Game:
    """A game with these edit lines carried out."""
    found = engine.new_game("russia_besieged", scenario, options, bytes(32))
    if edits:
        found.submit("gm", "\n".join(edits))
    return found


EMPTY = ("clear", "put hitler berlin", "put stalin moscow", "set weather.1 clear")


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


def fight(die: int, *edits: str, turn: str = "2", side: str = "axis") -> Game:
    """A battle about to be fought in clear weather."""
    return game(*EMPTY, *edits, f"dice combat {die}", f"at {turn} {side} combat")


PANZERS = ("put ger_pz_14 0820", "put ger_pz_24 0820", "put ger_pz_48 0820")


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


# leaders and oil ----------------------------------------------------------------------------


def test_a_dictator_who_is_cut_off_is_flown_out() -> None:
    """14.16, 14.1, 14.11, 14.12, 14.13: on a 1 he is lost; he is never whole again"""
    far = ("clear", "put stalin minsk", "put hitler berlin", "set weather.1 clear")
    lines = (f"mark {BOARD.ground.grid.ids[h]} rails axis" for h in members(BOARD.ground.rails))
    board = [*far, *lines, "mark minsk control axis", "mark brest control soviet"]
    board += ["put stalin brest"]
    g = game(*board, "dice dictator 2", "at 3 soviet movement")
    g.submit("soviet", "fly stalin moscow")
    assert places(g, "stalin") == ["1912"] and look(g, "stalin s") == "1"
    g = game(*board, "dice dictator 1", "at 3 soviet movement")
    g.submit("soviet", "fly stalin moscow")
    assert places(g, "stalin") == ["removed"]
    g = game(*EMPTY, "at 3 soviet movement")
    assert refused(g, "soviet", "fly stalin gorki") == "14.16"


def test_fuel_is_short_without_ploesti() -> None:
    """21.3, 21.34: two points less for Axis armor in the first impulse from September 1944 on"""
    board = (*EMPTY, "put ger_pz_14 1734")
    whole = words(game(*board, "at 21 axis movement"), "axis", "move ger_pz_14 ")
    short = game(*board, "mark ploesti control soviet", "at 21 axis movement")
    assert len(words(short, "axis", "move ger_pz_14 ")) < len(whole)


def test_captured_oil_goes_to_germany() -> None:
    """21.2, 21.07, 21.21, 21.22, 21.23: half, from the second turn on, for a rail move"""
    well = next(w for w in BOARD.ground.wells if w.side == 1 and BOARD.ground.rails >> w.place & 1)
    lines = (f"mark {BOARD.ground.grid.ids[h]} rails axis" for h in members(BOARD.ground.rails))
    board = (*EMPTY, *lines, f"mark {well.id} captured 1", f"set taken.{well.id} 5")
    g = game(*board, "at 6 axis movement")
    assert refused(g, "axis", f"oil {well.id}") == "21.21"
    g = game(*board, "at 8 axis movement")
    before = int(look(g, "points.german_armor"))
    g.submit("axis", f"oil {well.id}")
    assert int(look(g, "points.german_armor")) > before and look(g, "rail.1") != "0"
    assert refused(g, "axis", f"oil {well.id}") == "21.2"


def test_armor_is_broken_up_for_oil() -> None:
    """21.4, 21.41: while the wells give less than twelve, from 1943 on"""
    lost = [f"mark {w.id} captured 1" for w in BOARD.ground.wells if w.side == 1]
    g = game(*EMPTY, "put rus_mech_1 moscow", *lost, "at 12 soviet movement")
    before = int(look(g, "points.russian_armor"))
    g.submit("soviet", "scrap rus_mech_1")
    assert int(look(g, "points.russian_armor")) > before
    assert places(g, "rus_mech_1") == ["pool_soviet"]


def test_what_is_owed_is_told_before_movement_ends() -> None:
    """10.1, 10.2: the preview of `end movement` names each hex with its best odds; that of an
    attack has factors, modifiers and what each table gives"""
    board = (*EMPTY, *PANZERS, "put rus_inf_18 0819")
    g = game(*board, "at 2 axis movement")
    (line,) = g.preview("end movement").lines
    assert line.startswith("0819: up to 5-1 by")
    g = game(*board, "at 2 axis combat")
    lines = g.preview("attack 0819 with ger_pz_14 ger_pz_24 ger_pz_48").lines
    assert lines[0] == "27 against 5: 5-1"
    assert lines[1] == "Die: armor attacking +1; +1 in all"
    assert [text.split(":")[0] for text in lines[2:]] == ["Combat", "Blitzkrieg"]


def test_who_would_surrender_is_told_before_movement_ends() -> None:
    """10.18, 10.19: below 1-5 there are no odds to be told; it says who is lost, in time"""
    strong = ("put rus_inf_18 0819", "put rus_inf_3 0819", "put rus_inf_5 0819")
    g = game(*EMPTY, *strong, "put rum_cav_1 0820", "at 2 axis movement")
    lines = g.preview("end movement").lines
    assert lines == ("Nowhere at 1-5, so they would surrender (10.19): Cav Rumanian Cavalry Corps",)
    g.submit("axis", "end movement")
    assert places(g, "rum_cav_1") == ["surrendered_axis"]


@pytest.mark.parametrize("second", ["0920", "0720"])
def test_who_alone_is_next_to_several_enemies_attacks_them_together(second: str) -> None:
    """10.11, 10.14, 10.19: neither may be left out, so the one attack is owed on both hexes, and
    nobody surrenders who can make it; it can be begun with either hex"""
    board = (*EMPTY, "put ger_pz_24 0820", "put rus_inf_18 0819", f"put rus_inf_3 {second}")
    for hexes in (f"0819+{second}", f"{second}+0819"):
        g = game(*board, "at 2 axis movement")
        (owed,) = g.preview("end movement").lines
        assert " by 24 Panzer Corps" in owed and "0819" in owed and second in owed
        assert "1-100" not in owed
        g.submit("axis", "end movement")
        assert prompt(g).startswith("You must attack ") and "+" in prompt(g)
        assert "10.11" in refused(g, "axis", "end combat")
        assert "10.11" in refused(g, "axis", "attack 0819 with ger_pz_24")
        assert g.auto("axis").startswith("attack ") and "+" in g.auto("axis")
        g.submit("axis", f"attack {hexes} with ger_pz_24")


def test_two_enemies_before_two_units_are_attacked_one_by_one() -> None:
    """10.11, 10.16: nobody is told to attack together what another can take"""
    board = (*EMPTY, "put ger_pz_24 0820", "put ger_pz_14 0820", "put rus_inf_18 0819")
    g = game(*board, "put rus_inf_3 0920", "at 2 axis movement")
    assert sorted(line[:5] for line in g.preview("end movement").lines) == ["0819:", "0920:"]


def test_the_preview_of_an_attack_by_what_never_fights() -> None:
    """A fault of the fuzzer: an air base has no factors, for or against."""
    board = (*EMPTY, *PANZERS, "put rus_inf_18 0819", "put shturmovik_1 minsk")
    base = next(p.id for p in BOARD.pieces if p.type == AIRCRAFT and p.side == 0)
    g = game(*board, f"put {base} riga", "at 2 axis combat")
    for line in (f"attack 0819 with {base}", f"av 0819 with {base}"):
        assert g.preview(line).lines == ()
    assert g.preview("attack 1623 with ger_pz_14").lines == ()


def test_finland_leaves_the_war() -> None:
    """26.1, 26.12, 26.13, 26.15, 25.3: others in Finland come again a turn later, elsewhere"""
    board = (*EMPTY, "put fin_inf_7 0209", "put ger_inf_1 0218", "put ita_inf_3 0540")
    g = game(*board, "at 21 axis weather")
    while "withdrawn" in prompt(g):
        g.submit("axis", g.complete("axis", "withdraw ").items[0].value)
    assert places(g, "fin_inf_7", "ger_inf_1") == ["removed", "withdrawn_axis"]
    g = game(*board, "mark leningrad control axis", "at 21 axis weather")
    assert places(g, "fin_inf_7", "ger_inf_1") == ["0209", "0218"]


# partisans ------------------------------------------------------------------------------


def test_partisans_join_a_guards_cavalry_without_supply() -> None:
    """16.53, 16.47: one of the second stage goes to within five hexes of it, once a turn"""
    stage = ("put partisan_1 2420 stage2=1", "put partisan_2 2422 stage2=1")
    rails = [f"mark {BOARD.ground.grid.ids[h]} rails axis" for h in members(BOARD.ground.rails)]
    board = (*EMPTY, "put ger_inf_1 1729", *stage, "put rus_gd_cav_1 1624")
    g = game(*board, *rails, "at 12/2 soviet supply")
    far = words(g, "soviet", "creep partisan_1 ")
    assert {"1720", "1628"} <= far and not {"1624", "1730"} & far and "2421" in far
    assert words(g, "soviet", "creep partisan_1 1623 ") == set()
    assert refused(g, "soviet", "creep partisan_1 1623 1622") == "16.47"
    g.submit("soviet", "creep partisan_1 1623")
    assert places(g, "partisan_1") == ["1623"]
    assert refused(g, "soviet", "creep partisan_2 1625") == "16.47"
    g.submit("soviet", "creep partisan_2 2423")
    g = game(*board, "at 12/2 soviet supply")
    assert "1623" not in words(g, "soviet", "creep partisan_1 ")


# without a Dictator ------------------------------------------------------------------------


def answered(g: Game) -> Game:
    """The game after the first offer to each question about retreats and losses."""
    while "retreats" in prompt(g) or "order" in prompt(g):
        (side,) = asked(g)
        g.submit(side, g.sample(side, random.Random(1)))
    return g


def test_a_side_without_its_dictator_falls_back_and_stands_off() -> None:
    """14.15, 14.1: one hex from all enemies; no attack, no step toward them, no invasion"""
    units = (
        "put rus_inf_4 1724",
        "put ger_inf_1 1725",
        "put rus_inf_8 1718",
        "put rus_inf_11 1716",
    )
    board = (*EMPTY, *units, "set bereft.soviet 1")
    g = answered(game(*board, "at 4 soviet movement"))
    grid = BOARD.ground.grid
    here, foe = (BOARD.ground.index(id_) for id_ in (*places(g, "rus_inf_4"), "1725"))
    assert grid.distance(here, foe) == 2 and places(g, "rus_inf_8") == ["1718"]
    assert refused(g, "soviet", "move rus_inf_4 1724") == "14.15"
    east = words(g, "soviet", "move rus_inf_8 ")
    whole = words(game(*EMPTY, *units, "at 4 soviet movement"), "soviet", "move rus_inf_8 ")
    assert east < whole and "1725" not in east and "1717" in east
    assert not g.whole("soviet", "move rus_inf_8 1719")  # a place on the way at most
    assert refused(g, "soviet", "move rus_inf_8 1719") == "14.15"
    g.submit("soviet", "end movement")
    assert prompt(g).startswith("December")


def test_a_way_may_go_round_over_hexes_where_no_move_may_end() -> None:
    """14.15: the end of a move is no farther than its start; what the log wrote is read again"""
    board = (*EMPTY, "put rus_inf_8 0114", "set bereft.soviet 1", "at 4 soviet movement")
    g = game(*board)
    assert refused(g, "soviet", "move rus_inf_8 0112") == "14.15"
    (line,) = g.submit("soviet", "move rus_inf_8 0110").ran
    assert line == "move rus_inf_8 0113 0112 0111 0110"
    again = game(*board)
    assert {"0110", "0112"} <= words(again, "soviet", "move rus_inf_8 ")
    assert again.submit("soviet", line).ran == (line,)


def test_a_dictator_lost_in_the_second_impulse() -> None:
    """14.15: they fall back at the end of its combat, and the enemy attacks a column better"""
    board = (*EMPTY, "put rus_inf_4 minsk", "put ger_inf_1 1624")
    g = game(*board, "at 4/2 soviet combat")
    g.submit("soviet", "end combat")
    assert places(g, "rus_inf_4") == ["1623"]
    g = game(*board, "set bereft.soviet 3", "at 4/2 soviet combat")
    g.submit("soviet", "end combat")
    assert places(answered(g), "rus_inf_4") != ["1623"]
    lines = ("put ger_inf_1 1625", "put rus_inf_4 1624", "at 5 axis movement")
    better = game(*EMPTY, "set bereft.soviet 3", *lines)
    assert look(better, "bereft.soviet") == "4"
    better.submit("axis", "end movement")
    (line,) = better.preview("attack 1624 with ger_inf_1").lines[:1]
    assert line == "6 against 4: 1-1, with shifts 2-1"


# standing orders ----------------------------------------------------------------------------


def test_a_marshal_is_armed_by_place() -> None:
    """14.23, 14.22, 16.51: he serves by himself where he was sent, and nobody is asked; partisans
    that were armed help too"""
    board = (*PANZERS, "put rus_inf_18 0819", "put fm_zhukov in_hand")
    board += ("put partisan_1 0821 stage2=1",)
    board += tuple(f"mark {BOARD.ground.grid.ids[h]} rails axis" for h in members(RAILS))
    line = "attack 0819 with ger_pz_14 ger_pz_24 ger_pz_48 at 2-1"
    for place, spent in (("", "1"), (" if 0819", "1"), (" if 0718", "0")):
        g = fight(8, *board, "put fm_leeb in_hand spent=1", turn="12")
        assert {"zhukov", "1partisan"} <= words(g, "soviet", "arm ")
        assert "leeb" not in words(g, "axis", "arm ")
        g.submit("soviet", f"arm fm_zhukov at marshal{place}")
        g.submit("soviet", "arm partisan_1 at marshal if 1912")
        g.submit("axis", line)
        assert asked(g) == ["axis"] and look(g, "fm_zhukov spent") == spent
        assert look(g, "helped") == "0"
    g = fight(8, *board, turn="12")
    g.submit("soviet", "arm fm_zhukov at marshal")
    g.submit("soviet", "arm partisan_1 at marshal if 0819")
    text = told(g, g.submit("axis", line))
    assert "field marshal -1" in text and "partisan -1" in text and look(g, "helped") == "1"
