"""What a defender says of his targets when all are named, and when a battle asks again (nr-109)."""

import pytest

import engine
from engine import Game
from engine.core.fuzz import glance
from tests.no_retreat.cardplay import FRONT, phase
from tests.no_retreat.combat import declared
from tests.no_retreat.table import asked, look, names, prompt, refused, running, told, words

TULA = (*FRONT, "put south 1907", "put army_4 1807")
"""4th Panzer and 9th Army before 1908 in the open and Tula, the 4th Army before Tula alone.

T-34 (15) takes the Armor Bonus away: 4th Panzer has 2:1 against 1908, both 3:1.
"""
BOTH = "battle 1908 with 4pz 9"
ALONE = "battle 1908 with 4pz"
ASKED = "Defender: play an event before the die? 1908: "


def question(*edits: str, soviet: str = "15 6", axis: str = "", target: str = "1908 1907") -> Game:
    """The Axis have named these targets; a 1 is a CB at 3:1 and nothing at 2:1."""
    game = phase("axis combat", *TULA, *edits, "dice battle 1 3 3", axis=axis, soviet=soviet)
    game.submit("axis", f"target {target}")
    game.submit("axis", "end targets")
    return game


def replied(*replies: str, **more: str) -> Game:
    """The same once the Soviets have given these replies and no Counterblow."""
    game = question(**more)
    for line in (*replies, "done"):
        game.submit("soviet", line)
    return game


def fought(game: Game, *lines: str) -> str:
    """What was told of these orders of the Axis."""
    return "".join(told(game, game.submit("axis", line)) for line in lines)


# the question ---------------------------------------------------------------------------------


def test_the_question_names_the_targets_and_the_odds_still_possible() -> None:
    """§10.1, §10.5: by the weakest and by all of the units that could attack, with a marker."""
    game = question("set blitz 1")
    counter = "Force Counterblows, reply, or say done."
    assert prompt(game) == f"{counter} Odds up to 4:1 at 1907, 1908."
    assert names(game, "soviet") == {"pass", "play", "done"}
    assert words(game, "soviet", "pass at ") == {"1907", "1908"}
    assert [item.label for item in game.complete("soviet", "pass at ").items] == [
        "1907 · 1907 Tula: South Front; 1:2 to 3:1, 4:1 with Blitz!",
        "1908 · 1908: West Front; 1:1 to 3:1, 4:1 with Blitz!",
    ]
    assert words(game, "soviet", "play 15 at 1908 from ") == {
        "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1",
    }  # fmt: skip
    game = question("set blitz 0")
    assert prompt(game) == f"{counter} Odds up to 3:1 at 1907, 1908."


@pytest.mark.parametrize(
    "units", ["4pz", "9", "4pz 9"]
)  # the armor, the infantry, both: each within what was said
def test_the_odds_are_within_those_that_were_named(units: str) -> None:
    """§10.5: what was named as possible holds for every force."""
    game = replied("pass at 1908 1907")
    assert ASKED not in fought(game, f"battle 1908 with {units}") + prompt(game)


def test_one_target_alone_is_asked_for_in_its_battle() -> None:
    """§10.1.2, §10.5: no Counterblow is possible, so nothing is asked before more is known."""
    game = question("clear units", *FRONT[:3], target="1908")
    assert asked(game) == ["axis"]
    fought(game, BOTH)
    assert prompt(game).startswith(ASKED)


def test_without_a_card_nothing_is_asked() -> None:
    """§10.1.2: neither a Counterblow nor an event can come from an empty hand."""
    game = phase("axis combat", *TULA)
    game.submit("axis", "target 1908 1907")
    game.submit("axis", "end targets")
    assert asked(game) == ["axis"]


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("pass at 2008", "10.1"),
        ("pass at 1908 1908", "10.5"),
        ("pass at 1907", "10.5"),
        ("pass", ""),
        ("play 6 at 1908", "10.5"),
        ("play 14 at 1908", "5.3"),
        ("play 25 at 1908", "10.5"),
        ("play 15 at 1908 from 1:3", "10.5"),
        ("play 15 from 2:1", ""),
    ],
)
def test_refusals(line: str, rule: str) -> None:
    """§10.1, §10.5, §5.3: each with its reason; Chuikov (25) is for cities, 6 for another
    moment.
    """
    game = question(soviet="15 6 25")
    game.submit("soviet", "pass at 1907")
    assert refused(game, "soviet", line) == rule
    assert words(game, "soviet", "pass at ") == {"1908"}


def test_a_reply_can_be_taken_back() -> None:
    """§10.5: as long as nothing else has happened."""
    game = question()
    before = game.dump()
    game.submit("soviet", "play 15 at 1908 from 3:1")
    game.undo("soviet")
    assert game.dump() == before


# the battle -------------------------------------------------------------------------------------


def test_a_pass_asks_nothing_more() -> None:
    """§10.1, §10.5: the defender has said it beforehand."""
    game = replied("pass at 1908 1907")
    log = fought(game, BOTH)
    assert "Soviet: pass (by itself)" in log and "Odds: " in log
    log = fought(game, "battle 1907 with 4")
    assert "Soviet: pass (by itself)" in log and "Odds: " in log


@pytest.mark.parametrize(("line", "plays"), [(BOTH, True), (ALONE, False)])
def test_a_card_is_played_from_its_odds_on(line: str, plays: bool) -> None:
    """§10.5: `from 3:1`: by both armies it is played, by one nothing is, and nobody is asked."""
    game = replied("play 15 at 1908 from 3:1", "pass at 1907")
    log = fought(game, line)
    assert ("Soviet: play 15 (by itself)" in log) is plays
    assert ("Soviet: pass (by itself)" in log) is not plays
    assert ("Armor Bonus +1" not in log) is plays
    assert "Odds: " in log and "soviet" not in asked(game)


def test_a_card_without_odds_is_played_at_all_of_them() -> None:
    """§10.5: as an armed card is."""
    game = replied("play 15 at 1908", "pass at 1907")
    assert "Soviet: play 15 (by itself)" in fought(game, ALONE)


def test_who_has_not_replied_is_asked() -> None:
    """§10.5: for each target by itself."""
    game = replied("pass at 1907")
    fought(game, BOTH)
    assert asked(game) == ["soviet"]
    assert prompt(game) == f"{ASKED}10 against 4, 3:1."


def test_odds_above_those_of_the_reply_ask_again() -> None:
    """§10.5: `to 2:1` holds for one army, not for two."""
    for line, again in ((ALONE, False), (BOTH, True)):
        game = replied("pass at 1908 to 2:1", "pass at 1907")
        fought(game, line)
        assert prompt(game).startswith(ASKED) is again


def test_a_marker_counts_in_the_odds() -> None:
    """10.5.2, §10.6.2: Blitz! leaves the odds of the reply, or does not where they allow for it."""
    for reply, again in (("pass at 1908 to 3:1", True), ("pass at 1908", False)):
        game = question("set blitz 1")
        for line in (reply, "done"):
            game.submit("soviet", line)
        fought(game, f"{BOTH} commit blitz")
        assert prompt(game).startswith(ASKED) is again


@pytest.mark.parametrize(
    ("card", "line", "again"),
    [
        (20, ALONE, False),  # Stuka Support: 3:1, as both armies would have had
        (20, BOTH, True),  # 4:1, which they would not
        (1, ALONE, True),  # Guderian: a result without a die
        (23, ALONE, True),  # Professional Officers: two dice
    ],
)
def test_an_event_of_the_attacker(card: int, line: str, again: bool) -> None:
    """10.5.2: the defender decides after the attacker: for odds he has, for more he has not."""
    game = question("set blitz 0", axis=str(card))
    for reply in ("pass at 1908 1907", "done"):
        game.submit("soviet", reply)
    fought(game, f"{line} play {card}")
    assert prompt(game).startswith(ASKED) is again


def test_the_joker_that_was_handed_over_asks_again() -> None:
    """§15.7, 10.5.2: the defender has got a card that he had not (nr-93)."""
    game = engine.new_game("no_retreat", "campaign", secret=bytes(32))
    edits = ["clear units", "clear cards", "cards hand.axis 55", "cards hand.soviet 15 6"]
    clock = ["set turn 7", "set weather.7 clear", "set blitz 1", "at 7 axis combat"]
    game.submit("gm", "\n".join([*edits, *TULA, "dice battle 2 2 2", *clock]))
    for side, line in (
        ("axis", "target 1908 1907"), ("axis", "end targets"), ("soviet", "pass at 1908 1907"),
        ("soviet", "done"), ("axis", f"{ALONE} play 55"),
    ):  # fmt: skip
        game.submit(side, line)
    assert prompt(game).startswith(ASKED)


def test_other_units_in_the_hex_ask_again() -> None:
    """§10.5: who stands there now is another question."""
    game = replied("pass at 1908 1907")
    game.submit("gm", "put tank_1 1908 red")
    fought(game, BOTH)
    assert prompt(game).startswith(ASKED)


def test_a_counterattack_is_another_battle() -> None:
    """§10.7.2: of the reply nothing is left when the defender is attacked again in return."""
    game = replied("pass at 1908 1907")
    running(game).pos.queue["battle"] = [1, 1]  # a CA each
    game.submit("axis", "battle 1907 with 4")
    game.submit("soviet", "counterattack")
    while prompt(game).startswith("Attacker"):
        game.submit("soviet", "pass")
    game.submit("axis", "counterattack")
    assert prompt(game).startswith("Defender") and asked(game) == ["soviet"]


def test_several_targets_in_one_battle() -> None:
    """§10.3.2: all of them need a reply; a card named for one of them is played."""
    joint = "battle 1908+1907 with 4pz 9"
    game = replied("pass at 1908")
    fought(game, joint)
    assert prompt(game).startswith("Defender: play an event before the die? 1908, 1907 Tula: ")
    game = replied("pass at 1908 to 6:1", "play 25 at 1907", soviet="25 6")
    assert "Soviet: play 25 (by itself)" in fought(game, joint)


def test_a_card_that_is_gone_asks_nothing() -> None:
    """§10.1.2, §10.5: it has paid for a Counterblow: the reply is a pass, whatever the hand
    holds.
    """
    game = question("put kalinin 1909", soviet="25 6")
    for line in ("play 25 at 1907", "pass at 1908", "counter 1909 pay 25", "done"):
        game.submit("soviet", line)
    assert "Soviet: pass (by itself)" in fought(game, "battle 1907 with 4")


def test_a_counterblow_hex_can_be_replied_for() -> None:
    """§10.1.2: once it is marked it is a target like the others, without its terrain."""
    game = question("put kalinin 1909", target="1908")
    assert words(game, "soviet", "pass at ") == {"1908"}
    game.submit("soviet", "counter 1909 pay 6")
    assert words(game, "soviet", "pass at ") == {"1908", "1909"}


def test_replies_end_with_the_phase() -> None:
    """§10.1: the next Combat Phase asks anew."""
    game = replied("pass at 1908 1907")
    fought(game, BOTH, "battle 1907 with 4")
    assert look(game, "phasing") != "axis" and '"replies"' not in game.dump().decode()


# who knows ----------------------------------------------------------------------------------------


def test_a_reply_is_secret_until_it_fires() -> None:
    """§5.0, §10.5: a pass and a card look alike to others."""
    games = {}
    for reply in ("pass at 1908", "pass at 1907", "pass at 1908 1907", "play 15 at 1908"):
        game = question()
        receipt = game.submit("soviet", reply)
        told_ = [game.tell(entry) for entry in receipt.entries if not entry.to]
        assert told_ == ["Soviet: reply"]
        games[reply] = game
    for seat in ("axis", None):
        seen = []
        for game in games.values():
            pending, *rest = glance(game, seat)
            seen.append([[(p.side, p.kind, p.prompt) for p in pending], *rest])
        assert all(one == seen[0] for one in seen)


def test_whether_a_battle_asks_does_not_hang_on_the_hand() -> None:
    """§5.0, §10.5: with a useless hand the same is asked, before the battle and in it."""
    asks = []
    for hand in ("15 25", "6 36"):
        game = question(soviet=hand)
        before = prompt(game)
        game.submit("soviet", "pass at 1907")
        game.submit("soviet", "done")
        fought(game, BOTH)
        asks.append((before, asked(game), prompt(game)))
    assert asks[0] == asks[1]


def test_a_phase_that_was_stored_before_there_were_replies_goes_on() -> None:
    """§10.1: a running game of shape 1 or 2 has no replies, and its battles ask."""
    game = declared(*TULA, "dice battle 2 2", targets="1908 1907")
    blob = game.dump()
    assert b'"replies"' not in blob
    assert engine.load(blob).pending() == game.pending()


def test_that_all_targets_are_answered_is_not_told() -> None:
    """§5.0: the question goes on after the last reply, also where a card was paid in between."""
    game = question("put kalinin 1909", soviet="15 6")
    game.submit("soviet", "pass at 1908 1907")
    game.submit("soviet", "counter 1909 pay 6")
    assert asked(game) == ["soviet"]
    game.submit("soviet", "pass at 1909")
    assert names(game, "soviet") == {"done"} and "1908" in prompt(game)


def test_what_a_reply_means_can_be_looked_at() -> None:
    """§10.5: the strongest attack on the target, with the card named for it."""
    game = question("set blitz 0")
    seen = game.preview("pass at 1908 to 3:1")
    assert seen.lines[:4] == (
        "If all attack that can:", "10 against 4: 2:1", "+1 Armor Bonus (10.6.3)",
        "Final column 3:1, Axis table",
    )  # fmt: skip
    assert set(seen.places) == {"1908", "1808"}
    assert "Final column 2:1, Axis table" in game.preview("play 15 at 1908 from 3:1").lines
    for line in ("pass at", "pass at 2008", "play 15 at", "play at 1908 from", "pass at 3:1"):
        assert "Final column 4:1" not in " ".join(game.preview(line).lines)
