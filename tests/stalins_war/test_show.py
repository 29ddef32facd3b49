"""What people see beside the map: overlays, the odds of an attack, and entries in plain words."""

import random

import pytest

import engine
from engine import Game
from engine.core.entries import Fought, Lost, Played
from engine.core.tell import tell
from engine.games.stalins_war.data.board import BOARD
from tests.table import SECRET

ID = BOARD.ground.grid.ids
RULES = engine.rules("stalins_war")
DEAL = (
    "cards hand.axis 1 4 7 8 9 12",
    "cards hand.soviet soviet_09 soviet_14 soviet_15 soviet_16 soviet_19 soviet_25",
)


def bare(*lines: str) -> Game:
    """A cleared map with these edit lines."""
    game = engine.new_game("stalins_war", "campaign", secret=SECRET)
    game.submit("soviet", "done")
    game.submit("gm", "\n".join(("clear", *lines)))
    return game


PAIR = ("put ge_46_pz_corps 2020", "put ge_4th_army 2020", "put su_west_front 2120")
"""An Army and a Panzer Corps next to a Front in forest."""


def test_the_odds_of_both_fire_tables() -> None:
    """§11.2.1: strength, table, shifts, column and Loss Numbers of both, and who wins how often"""
    game = bare(*PAIR, "at 6 axis round")
    seen = game.preview("attack 2120 with 46pz 4a")
    attack, _, defence, _, result = seen.lines
    assert attack.startswith("Attack: 8 on the LCU table, column 6-8")
    assert defence.startswith("Defence: 3 on the LCU table, column 3")
    assert sum(int(part.split("%")[0].split()[-1]) for part in result.split("%, ")) in range(
        99, 102
    )
    assert seen.places == ("2120", "2020")
    assert game.preview("attack 2120").lines == ()
    assert game.preview("attack nowhere with 4a").lines == ()


def test_the_side_that_is_not_active_can_ask_too() -> None:
    """§13.1.1: who attacks is told by the units; supply is found out as in the attack"""
    game = bare(*PAIR, "at 6 axis round")
    seen = game.preview("attack 2020 with westf")
    assert seen.lines[0].startswith("Attack: 3 on the LCU table")


def test_cards_that_are_named_are_counted() -> None:
    """§7.5.5: a Combat Card named is counted, whoever holds it"""
    game = bare(*PAIR, "at 6 axis round")
    plain, helped = (game.preview(f"attack 2120 with 46pz 4a{end}") for end in ("", " play stuka"))
    assert plain.lines[0] != helped.lines[0] and "cards +1" in helped.lines[0]


@pytest.mark.parametrize(("festung", "tone", "told"), [
    ("on", "good", "Fed for defence alone: 46 Pz Corps."),
    ("off", "bad", "Out of supply now: 46 Pz Corps."),
])  # fmt: skip
def test_supply_has_three_tones(festung: str, tone: str, told: str) -> None:
    """§13.2: full by side, units fed for defence alone and units out of supply are marked"""
    fronts = ("west", "south", "central", "reserve", "bryansk", "kalinin")
    near = [ID[place] for place in BOARD.ground.foot[BOARD.ground.index("2722")]]
    ring = [f"put su_{front}_front {hex_}" for front, hex_ in zip(fronts, near, strict=True)]
    game = bare(
        *ring, "put ge_4th_army 2020", "put ge_46_pz_corps 2722", "mark moscow control axis",
        f"mark 2722 festung {festung}", "at 6 axis round",
    )  # fmt: skip
    found = game.overlay("supply")
    tones = {area.tone: area for area in found.areas}
    assert tones.keys() == {"axis", "soviet", "reach", tone} and tones[tone].places == ("2722",)
    assert tones["reach"].text == "full supply, both"
    assert len({place for area in found.areas for place in area.places}) == sum(
        len(area.places) for area in found.areas if not area.marked
    ), "each hex has one tone of full supply"
    assert found.text.startswith(told)
    assert {line.places[0] for line in found.lines} == {*near, "2020"}


def test_reach_tells_movement_points_and_ops() -> None:
    """§7.3.3, §10.1, §10.2: costs of hexes, the OPS to leave a zone, and of trains"""
    game = bare(*PAIR, "put su_13r_army 2722", "at 6 axis round")
    found = game.overlay("reach", "46pz")
    assert found.unit == "ge_46_pz_corps" and {label.text for label in found.labels} <= set("12345")
    assert "costs no OPS" in found.text
    alone = bare("put ge_46_pz_corps 2020", "put su_16m_corps 2120", "at 6 axis round")
    assert "costs 1 OPS" in alone.overlay("reach", "46pz").text
    train = game.overlay("reach", "13r")
    assert any(area.text.startswith("by rail or sea, 1 OPS") for area in train.areas)
    assert "By rail to " in train.text


def test_zones_control_and_railways() -> None:
    """§8.1, §3.0, §10.2.3: each has its areas, by side"""
    game = bare(*PAIR, "at 6 axis round")
    for kind in ("zoc", "control", "rail"):
        assert {"axis", "soviet"} <= {area.tone for area in game.overlay(kind).areas}
    stars = [area for area in game.overlay("control").areas if area.marked]
    assert sum(len(area.places) for area in stars) == 24


def test_every_entry_is_told_in_plain_words() -> None:
    """No id, no word of the program, in what is told of some games at random"""
    rng = random.Random(4)
    ids = {unit.id for unit in engine.rules("stalins_war").lexicons["unit"].terms.values()}
    for _ in range(2):
        game = engine.new_game("stalins_war", "campaign", secret=rng.randbytes(32))
        for _ in range(250):
            if game.result():
                break
            side = game.pending()[0].side
            for entry in game.submit(side, game.sample(side, rng)).entries:
                told = tell(RULES, entry)
                assert "_" not in told and not ids & set(told.split()), told


def test_a_card_is_offered_with_its_name_and_what_it_brings() -> None:
    """§7.3.1, §7.4.1: OPS as they would come now, Replacement Points by kind"""
    lines = ["cards hand.axis axis_18 axis_06 ...", "set count.axis 1", "at 6 axis round"]
    game = bare(*PAIR, *lines)
    shown = lambda text: {item.label for item in game.complete("axis", text).items}  # noqa: E731
    assert {"18 · Stuka: 1 OPS", "6 · Blau: 3 OPS"} <= shown("ops ")
    assert "6 · Blau: 2 GE, 2 PZ, 1 AX RP" in shown("rp ")


def test_who_stands_is_told() -> None:
    """§11.4.3: the step for which all stay says so"""
    lost = Lost(unit="su_20r_army", place="1921", how="reduced", rule="11.4.3")
    assert tell(RULES, lost) == "Soviet 20R Army in 1921 loses a step. The defenders stand."


def test_threat_is_what_all_units_of_a_side_could_enter() -> None:
    """§7.3: on the ground, by whoever moves; hatched where both could"""
    game = bare(*PAIR, "at 6 axis round")
    areas = game.overlay("threat").areas
    [both] = [part for part in areas if part.marked]
    for tone, units in (("axis", ("46pz", "4a")), ("soviet", ("westf",))):
        found = {place for part in areas if part.tone in (tone, "bad") for place in part.places}
        ends = [part for unit in units for part in game.overlay("reach", unit).areas
                if part.tone == "reach"]  # fmt: skip
        assert {place for part in ends for place in part.places} == found > {*both.places}


def test_questions_fit_in_a_list() -> None:
    """Each kind of question says what is asked and what auto answers, in less than 100 letters"""
    assert RULES.questions.keys() == RULES.policies.keys()
    for said in RULES.questions.values():
        asked, _, auto = said.partition("; auto: ")
        assert asked and auto and len(said) < 100, said


def test_a_card_number_in_the_odds_is_that_of_the_side_whose_attack_it_is() -> None:
    """7.5.5: both decks are numbered from 1; the attacker's own card comes first"""
    game = bare(*PAIR, "at 6 axis round")
    for line, named in (
        ("attack 2120 with 46pz 4a play 18", "stuka"),
        ("attack 2020 with westf play 18", "katyusha"),
    ):
        own = game.preview(line).lines
        assert own == game.preview(line.replace("18", named)).lines
        assert "cards +1" in own[0] and "cards" not in own[2], "the attacker's fire alone"


def test_the_odds_say_which_words_they_passed_over() -> None:
    """11.2.1: a name that is nobody's is no silent part of the sum"""
    game = bare(*PAIR, "at 6 axis round")
    *counted, said = game.preview("attack 2120 with 46pz afrika 4a play stuka uranus").lines
    assert said.endswith("is called that: afrika and uranus.")
    assert counted == list(game.preview("attack 2120 with 46pz 4a play stuka").lines)


def test_the_reach_of_a_unit_that_exploits_is_that_of_exploitation() -> None:
    """12.2.2: half its allowance in hexes, past enemy zones; who cannot is told why"""
    game = bare(*PAIR, "put ge_9th_army 1920", "mark 2020 blitz", "at 6 axis exploitation")
    seen = game.overlay("reach", "46pz")
    assert seen.title == "Exploitation of 46 Pz Corps"
    [area] = seen.areas
    assert area.text == "in exploitation, by hexes"
    offered = {item.value.split()[-1] for item in game.complete("axis", "exploit 46pz ").items}
    assert len(area.places) == len(offered) and seen.labels
    assert max(int(label.text) for label in seen.labels) <= 3
    assert game.overlay("reach", "9a").areas == ()
    assert "exploit" in game.overlay("reach", "9a").text
    assert game.overlay("reach", "westf").title == "Reach of West Front"


@pytest.mark.parametrize("hexes", ["a hex", "two hexes"])
def test_a_report_says_who_retreats(hexes: str) -> None:
    """11.4.1: it is the defender, whoever has won"""
    result = {"a hex": "retreat 1", "two hexes": "retreat 2"}[hexes]
    entry = Fought(
        places=["1723"], sides=["soviet", "axis"], scores=[3, 1], winner="soviet", result=result
    )
    assert tell(RULES, entry).endswith(f"The Soviets win. The defenders retreat {hexes}.")


def test_a_card_played_for_points_says_how_many_of_which_kind() -> None:
    """7.4.1, 14.1.7: the RP Box of the card; what is played otherwise is told as it is"""
    sweep = Played(side="axis", card="axis_16", how="played for RP")
    assert tell(RULES, sweep).endswith("Partisan Sweep, played for 1 GE, 1 PZ RP.")
    for card in BOARD.cards:
        side = "axis" if card.side == 0 else "soviet"
        told = tell(RULES, Played(side=side, card=card.id, how="played for RP"))
        assert told.endswith(" RP.") and "for RP" not in told
    assert tell(RULES, Played(side="axis", card="axis_16", how="as an event")).endswith("an event.")


@pytest.mark.parametrize("line", ["ops", "zero move"])
def test_the_axis_is_told_why_it_does_not_move_in_june_1941(line: str) -> None:
    """§4.4.2: where its movement is passed over; nobody else is told, nor anybody later"""
    said = "Axis units do not move in June 1941; they attack, advance and exploit."

    def told_(turn: int, side: str) -> list[str]:
        game = engine.new_game("stalins_war", "campaign", secret=SECRET)
        game.submit("soviet", "done")
        game.submit("gm", f"at {turn} {side} round")
        order = line if line != "ops" else game.complete(side, "ops ").items[0].value
        return [game.tell(entry) for entry in game.submit(side, order).entries]

    assert said in told_(1, "axis")
    assert said not in told_(2, "axis") and said not in told_(1, "soviet")


def test_a_hand_counts_the_combat_cards_that_serve_in_an_attack() -> None:
    """§7.5.5a: those that some attack of the moment could take, and no other; none at its end"""
    game = bare(*PAIR, "cards hand.axis axis_07 axis_09 axis_12 axis_18 ...", "mark 2020 combat",
                "at 6 axis attacks")  # fmt: skip
    could = {
        card.id
        for card in game.hand("axis")
        for line in ("attack 2120 with 46pz 4a", "attack 2120 with 46pz", "attack 2120 with 4a")
        if game.complete("axis", f"{line} play {card.word}").complete
    }
    marked = {card.id for card in game.hand("axis") if card.playable}
    assert marked == could and marked
    assert len(marked) < len(game.hand("axis"))
    assert not any(card.playable for card in game.hand("soviet"))


LINE = ("set played.soviet_08 on", "set ops 3")


def test_the_hint_of_a_trench_names_care_where_it_can_be_taken() -> None:
    """§10.3.1, §23.1.3: with its option in force alone"""
    for on in (False, True):
        game = engine.new_game("stalins_war", "campaign", {"careful_trenches": on}, secret=SECRET)
        game.submit("soviet", "done")
        game.submit("gm", "\n".join((*LINE, "at 2/1 soviet movement")))
        hints = [verb.hint for verb in game.verbs("soviet") if verb.name == "trench"]
        assert [("careful" in hint) for hint in hints] == [on]
