"""What a refusal says: the reason that holds, and what can be done about it."""

import pytest

import engine
from engine import Game
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import FOREST
from engine.games.russia_besieged.law import advance, contact, leaders, retreat
from tests.russia_besieged.staged import EMPTY, fight, game
from tests.russia_besieged.table import at, table, unit
from tests.table import places, prompt

G = BOARD.ground


def why(g: Game, side: str, line: str) -> str:
    """A refusal in words, with its rule."""
    with pytest.raises(engine.OrderError) as error:
        g.submit(side, line)
    return f"{error.value.text} ({error.value.rule})"


def test_hexes_together_that_would_leave_others_without_a_target() -> None:
    """10.11: not the odds, but those next to one of the hexes alone keep them apart"""
    g = fight(5, "put ger_pz_24 2720", "put ger_pz_39 2720", "put ger_inf_1 2819",
              "put rus_inf_18 2719", "put rus_inf_7 2619")  # fmt: skip
    assert {"2719", "2619"} <= {G.grid.ids[h] for h in G.foot[at("2720")]}
    line = "attack 2719+2619 with ger_pz_24 ger_pz_39"
    said = "1 Infantry Corps must attack too and would have no other target. (10.11)"
    assert why(g, "axis", line).endswith(said)


@pytest.mark.parametrize(
    ("units", "line", "said"),
    [
        ({"ger_inf_1": "1818", "rus_inf_11": "1819", "rus_inf_12": "1719"}, "end combat",
         "You must still attack 1819. (10.11)"),
        ({"ger_inf_1": "1818", "rus_inf_11": "1819", "rus_inf_12": "1719"},
         "attack 1719 with ger_inf_1",
         "The same units must attack more hexes: name them together, 1719+1819. (10.11)"),
        ({"ger_inf_1": "2719", "ger_pz_24": "2719", "rus_inf_11": "2718", "rus_inf_12": "2720"},
         "attack 2718 with ger_inf_1 ger_pz_24",
         "24 Panzer Corps is needed against 2720. (10.11)"),
        ({"ger_inf_1": "2719", "rus_inf_11": "2718", "rus_inf_12": "2718"},
         "attack 2718 with rus_inf_12", "12 Army is the enemy's. (10.1)"),
        ({"ger_inf_1": "2719", "rus_inf_11": "2718"},
         "attack 2718 with ger_inf_2", "2 Infantry Corps is not on the map. (10.1)"),
        ({"rum_inf_1": "2719", "rum_cav_1": "2719", "rus_inf_11/1": "2718", "rus_mech_10": "2720",
          "rus_gd_tank_3": "2720", "rus_gd_tank_5": "2720", "rus_gd_tank_1": "2720"},
         "attack 2720 with rum_inf_1",
         "The odds are below 1-5 with all that could help. (10.18)"),
    ],
)  # fmt: skip
def test_what_keeps_an_attack_from_being_made(units: dict[str, str], line: str, said: str) -> None:
    """10.1, 10.11, 10.18: who is meant, what is missing, and what need not be attacked"""
    put = [f"put {name.split('/')[0]} {hex_}{' s=1' * ('/' in name)}"
           for name, hex_ in units.items()]  # fmt: skip
    g = game(*EMPTY, *put, "at 8/1 axis combat")
    assert why(g, "axis", line) == said


def test_who_took_part_in_an_automatic_victory_is_told_so() -> None:
    """9.4, 10.16, 8.63: why a unit attacks no more in this impulse"""
    s, _ = table({"ger_pz_24": "2720", "rus_inf_18": "2719"})
    assert contact.why_unable(s, unit("ger_pz_24")) is None
    for flag, rule in ((contact.TOOK, "9.4"), (contact.EVACUATED, "8.63"),
                       (contact.FOUGHT, "10.16")):  # fmt: skip
        s.flags[unit("ger_pz_24")] = flag
        found = contact.why_unable(s, unit("ger_pz_24"))
        assert found is not None and found.rule == rule
        assert not contact.able(s, unit("ger_pz_24"))


def test_a_retreat_to_a_hex_that_is_not_next() -> None:
    """10.72: is no retreat over a coast"""
    s, d = table({"rus_inf_18": "2719", "ger_pz_24": "2720"})
    piece = BOARD.pieces[unit("rus_inf_18")]
    found = retreat.why_no_step(s, d, piece, at("2719"), at("2715"))
    assert found is not None and found.text == "2715 is not next to 2719."
    coast, sea = next(
        (h, n) for h in range(len(G.foot)) if G.foot[h]
        for n in G.grid.neighbours[h] if n not in G.foot[h]
    )  # fmt: skip
    found = retreat.why_no_step(s, d, piece, coast, sea)
    assert found is not None and "coast" in found.text


def test_why_an_advance_does_not_go_on() -> None:
    """10.82, 10.95, 10.96: each reason by itself"""
    units = {"ger_pz_24": "2720", "ger_inf_1": "2720", "rus_inf_7": "2717"}
    s, d = table(units)

    def said(who: str, path: str, far: int, hex_: str) -> str:
        way, goals = tuple(map(at, path.split())), [at("2719")]
        assert not advance.onward(s, d, unit(who), way, goals, far) >> at(hex_) & 1
        found = advance.why_no_way(s, d, unit(who), way, goals, far, at(hex_), "10.96")
        return f"{found.text} ({found.rule})"

    assert "enters only where all steps were lost. (10.95)" in said("ger_inf_1", "", -1, "2719")
    assert said("ger_pz_24", "", 2, "2710") == "2710 is not next to 2720. (10.96)"
    beside = next(n for n in G.foot[at("2720")] if n != at("2719"))
    assert said("ger_pz_24", "", 2, G.grid.ids[beside]) == "It goes into 2719 first. (10.96)"
    assert "no farther than the defender's hex" in said("ger_inf_1", "2719", 0, "2718")
    assert said("ger_pz_24", "2719 2718", 2, "2717") == "An enemy unit stands there. (10.96)"
    assert said("ger_pz_24", "2719 2718", 1, "2618") == (
        "It goes 1 on at most, and not over the strait. (10.96)"
    )
    s, d = table({**units, "rus_mech_1": "2717"})
    assert said("ger_pz_24", "2719 2718", 2, "2618") == (
        "Armor stops in 2718, next to enemy armor. (10.96)"
    )
    s, d = table({})
    woods = [h for h in range(len(G.foot)) if G.of_terrain[FOREST] >> h & 1]
    wood, onto = next((h, n) for h in woods for n in G.foot[h] if n not in woods)
    s, d = table({"ger_pz_24": G.grid.ids[wood]})
    found = advance.why_no_way(s, d, unit("ger_pz_24"), (), [wood], 2, onto, "10.96")
    assert found.text == f"Armor stops in {G.grid.ids[wood]}, which is not clear."


def test_the_prompt_of_an_advance_says_where_it_ends_and_who_is_too_many() -> None:
    """10.96, 5.04: before units go where there is no room for them"""
    board = ("put ger_pz_24 2720", "put ger_pz_39 2720", "put ger_pz_46 2720",
             "put ger_inf_1 2819", "put rus_inf_18 2719")  # fmt: skip
    line = "attack 2719 with ger_pz_24 ger_pz_39 ger_pz_46 ger_inf_1 bat"
    g = fight(10, *board)
    g.submit("axis", line)
    assert "hexes on" in prompt(g)
    g = fight(10, *board, "put rus_mech_1 2717", "put rus_mech_3 2718")
    g.submit("axis", line)
    assert "nobody goes on from there" in prompt(g)
    for who in ("ger_pz_24", "ger_pz_39", "ger_pz_46"):
        g.submit("axis", f"advance {who} 2719")
    assert "nobody goes on" in prompt(g)
    g.submit("axis", "advance ger_inf_1 2719")
    assert prompt(g) == "Too many stand in 2719; who is over the limit when combat ends is lost."


def test_where_a_unit_of_the_pool_appears_is_said_when_it_does_not() -> None:
    """19.15, 19.23: the cities and the edge; one in each city of a WEC"""
    lost = ("rus_inf_18", "rus_inf_7", "ger_inf_1", "rum_inf_1")
    board = (*EMPTY, *(f"put {name} pool" for name in lost), "put wec_gorki gorki",
             "set points.russian_infantry 20", "set points.german_infantry 20",
             "set points.rumanian_infantry 20")  # fmt: skip
    g = game(*board, "at 8 soviet movement")
    anywhere = "It appears in a supplied city with a WEC, or on the east edge. (19.23)"
    assert why(g, "soviet", "build rus_inf_18 kiev") == anywhere
    g.submit("soviet", "build rus_inf_18 gorki")
    again = "One unit has appeared in that city in this turn. (19.23)"
    assert why(g, "soviet", "build rus_inf_7 gorki") == again
    g = game(*board, "at 8 axis movement")
    assert why(g, "axis", "build ger_inf_1 brest") == (
        "It appears in Berlin or on the west edge. (19.15)"
    )
    assert why(g, "axis", "build rum_inf_1 berlin") == "It appears in Bucharest. (19.15)"


def test_a_reinforcement_is_told_the_nearest_hex_of_its_edge() -> None:
    """17.24: where the edge is"""
    g = game("at 2 axis movement")
    said = why(g, "axis", "place ger_pz_40 warsaw")
    near = said.partition("nearest to that is ")[2][:4]
    assert "arrives on the west edge" in said
    g.submit("axis", f"place ger_pz_40 {near}")
    assert places(g, "ger_pz_40") == [near]


def test_a_dictator_takes_the_train_while_there_is_one() -> None:
    """14.16: flying is for where no train goes"""
    g = game("at 2 axis movement")
    found = leaders.why_no_flight(g.table.s, g.table.d, unit("hitler"))
    assert found is not None and found.text.startswith("He flies only where no train")


def test_units_of_two_hexes_are_told_to_take_two_lines() -> None:
    """6.0: what can be done"""
    g = game("at 1 axis movement")
    said = why(g, "axis", "move ger_inf_5 ger_inf_42 1127")
    assert said == "Only units of one hex move together; give the others a line too. (6.0)"


def test_what_is_owed_is_told_in_the_words_that_are_typed() -> None:
    """10.1, 9.5: so that an attack can be written from it"""
    g = game(*EMPTY, "put ger_pz_24 2720", "put ger_inf_1 2720", "put rus_inf_18 2719",
             "at 2 axis movement")  # fmt: skip
    [row] = g.preview("end movement").lines
    hex_, _, rest = row.partition(": up to ")
    assert (hex_, rest.partition(" by ")[2]) == ("2719", "1inf 24pz")
