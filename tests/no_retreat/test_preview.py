"""What the battle builder, `/odds` and the lists say before an attack is ordered."""

from itertools import product

import pytest

from engine.games.no_retreat.cards.moments import ATTACK, kinds
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import SIDES, CardHalf
from tests.no_retreat.cardplay import attack, phase
from tests.no_retreat.combat import EXAMPLE, combat, declared
from tests.no_retreat.table import asked, names, told, words

PAIR = ("put army_4 1814", "put pz_1 2015", "put west 1914", "set blitz 1")


def test_the_odds_of_an_attack_not_yet_declared() -> None:
    """§10.5, §10.6: strengths, each shift with its rule, the column, the chance of each result."""
    game = combat(*PAIR)
    seen = game.preview("battle 1914 with 4 1pz commit blitz")
    assert seen.lines == (
        "11 against 4: 2:1",
        "+1 Armor Bonus (10.6.3)",
        "+1 Blitz! (10.6.2)",
        "Final column 4:1, Axis table",
        "Chances: DD 17%, DS 33%, DR 33%, EX 17%",
    )
    assert seen.places == ("1914", "1814", "2015")


def test_cards_can_be_assumed() -> None:
    """§10.5, §5.3: a card named is counted, whoever holds it."""
    game = combat(*PAIR)
    assert "+1 Siege Artillery (10.5)" in game.preview("battle 1914 with 4 play 10").lines
    assert game.preview("battle 1914 with 4 play heinz_guderian").lines[-1] == "Chances: DR 100%"
    two = game.preview("battle 1914 with 4 play professional_officers").lines[-1]
    assert two.startswith("Chances: DR 31%")


def test_a_card_that_can_not_be_played_is_named() -> None:
    """§5.3.1, §5.3.3: its columns are shown all the same; one for another moment has none."""
    game = combat(*PAIR)
    assert game.preview("battle 1914 with 4 play 10").lines[0] == (
        "Siege Artillery can't be played as it stands (5.3.1)."
    )
    other = game.preview("battle 1914 with 4 play 13").lines
    assert other[0].startswith("Soviet Logistic Problems is not counted")
    assert other[1:] == game.preview("battle 1914 with 4").lines


BATTLES = (
    ("put pz_4 1808", "put army_9 1808", "put west 1908 red", "put tank_1 1909"),
    ("put pz_4 1707", "put tank_1 1806", "put don 1807"),
    ("put pz_4 1806", "put tank_1 1807 red", "put don 1907"),
    ("put pz_4 1402", "put leningrad 1401 red", "put army_9 1502", "put tank_1 1601"),
    ("put pz_4 1402", "put leningrad 1401 red", "put festung 1502", "put tank_1 1601"),
)
"""In the open, against cities and Forts of either side, with armor."""
EVENTS = [
    card.halves[side]
    for card in BOARD.cards
    for side in (0, 1)
    if ATTACK in kinds(card.number, side)
]


@pytest.mark.parametrize("half", EVENTS, ids=lambda half: f"{half.card}_{SIDES[half.side]}")
def test_every_event_is_counted_as_it_will_be(half: CardHalf) -> None:
    """§10.5, §5.3.1, §15.7: the column that the line shows is the one that is rolled on."""
    side, compared = SIDES[half.side], 0
    for turn, edits in product((8, 24), BATTLES):
        game = phase(f"{side} combat", *edits, turn=turn, joker=half.card == BOARD.joker,
                     **{side: str(half.card)})  # type: ignore[arg-type]  # fmt: skip
        target = min(words(game, side, "target "))
        game.submit(side, f"target {target}")
        game.submit(side, "end targets")
        while asked(game) != [side]:
            other = asked(game)[0]
            game.submit(other, "done" if "done" in names(game, other) else "pass")
        line = (
            f"battle {target} with {' '.join(sorted(words(game, side, f'battle {target} with ')))}"
        )
        if str(half.card) not in words(game, side, f"{line} play "):
            continue
        seen = game.preview(f"{line} play {half.card}").lines
        log = told(game, game.submit(side, f"{line} play {half.card}"))
        while "Odds: " not in log:
            log += told(game, game.submit(asked(game)[0], "pass"))
        (said,) = [row for row in log.splitlines() if row.startswith("Odds: ")]
        column = said.rstrip(".").rpartition(": ")[2].replace("automatic", "an automatic")
        assert f"Final column {column}, " in " ".join(seen), (said, seen)
        compared += 1
    assert compared


def test_the_event_that_is_asked_for_is_counted_too() -> None:
    """§10.5: in a window of the battle, with the unit that it is told of; the Joker (§15.7)."""
    game = attack(axis="2", soviet="55", joker=True)
    assert game.preview("play 2 army_9").lines[0] == "14 against 4: 3:1"
    assert game.preview("play 2 4pz").lines[0] == "16 against 4: 4:1"
    game.submit("axis", "pass")
    assert "-1 Joker (10.5)" in game.preview("play joker").lines
    assert game.preview("play 2").lines[0].startswith("STAVKA is not counted")
    fall = attack(by="soviet", axis="47", turn=24).preview("play 47").lines
    assert fall == ("The defenders fall back one hex; no die is rolled.",)


def test_an_unfinished_line_says_less() -> None:
    """§10.5: without units there are places to show; without a target nothing."""
    game = combat(*PAIR)
    assert game.preview("battle 1914 with").lines == ()
    assert game.preview("battle 1914").places == ("1914",)
    assert game.preview("battle 1111 with 4").places == ()
    assert game.preview("battle").lines == game.preview("").lines == ()
    assert game.preview("counterattack").lines == ()


def test_the_odds_of_a_counterattack() -> None:
    """§10.7.2: while a CA is to be answered its odds can be asked for, with a marker too."""
    game = declared(*PAIR, "set shock 1", "dice battle 1", targets="1914")
    game.submit("axis", "battle 1914 with 4")
    assert asked(game) == ["soviet"]
    assert game.preview("counterattack").lines[0] == "4 against 4: 1:1"
    assert "+1 Shock! (10.6.2)" in game.preview("counterattack commit shock").lines


def test_forts_are_counted_into_the_chances() -> None:
    """§10.7.4: against a Fort there is no DR and no DS."""
    game = combat("put pz_1 1814", "put pz_2 1814", "put sevastopol 1914 red")
    last = game.preview("battle 1914 with 1pz 2pz").lines[-1]
    assert last == "Chances: DD 17%, EX 50%, no effect 33%"


def test_a_preview_takes_no_secret() -> None:
    """§10.5: what it says is the same for whatever hand."""
    texts = ("battle 1504 with 4 3pz", "battle 1502+1504 with 16")
    one = combat(*EXAMPLE, "cards hand.soviet 14")
    other = combat(*EXAMPLE, "cards hand.soviet 13")
    for text in texts:
        assert one.preview(text) == other.preview(text)


def test_a_label_says_the_odds_with_that_unit() -> None:
    """§10.5: in the list of attackers each has the odds line of the attack with it."""
    game = declared(*PAIR, targets="1914")
    labels = {item.label for item in game.complete("axis", "battle 1914 with 4 ").items}
    assert any("11 against 4, 2:1, Armor Bonus +1: 3:1" in label for label in labels)
