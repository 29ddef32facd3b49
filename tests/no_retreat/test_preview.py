"""What the battle builder, `/odds` and the lists say before an attack is ordered."""

from tests.no_retreat.combat import EXAMPLE, combat, declared
from tests.no_retreat.table import asked

PAIR = ("put army_4 1814", "put pz_1 2015", "put west 1914", "set blitz 1")


def test_the_odds_of_an_attack_not_yet_declared() -> None:
    """10.5, 10.6: strengths, each shift with its rule, the column, the chance of each result."""
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
    """10.5, 5.3: a card named is counted, whoever holds it."""
    game = combat(*PAIR)
    assert "+1 Siege Artillery (10.5)" in game.preview("battle 1914 with 4 play 10").lines
    assert game.preview("battle 1914 with 4 play heinz_guderian").lines[-1] == "Chances: DR 100%"
    two = game.preview("battle 1914 with 4 play professional_officers").lines[-1]
    assert two.startswith("Chances: DR 31%")


def test_an_unfinished_line_says_less() -> None:
    """10.5: without units there are places to show; without a target nothing."""
    game = combat(*PAIR)
    assert game.preview("battle 1914 with").lines == ()
    assert game.preview("battle 1914").places == ("1914",)
    assert game.preview("battle 1111 with 4").places == ()
    assert game.preview("battle").lines == game.preview("").lines == ()
    assert game.preview("counterattack").lines == ()


def test_the_odds_of_a_counterattack() -> None:
    """10.7.2: while a CA is to be answered its odds can be asked for, with a marker too."""
    game = declared(*PAIR, "set shock 1", "dice battle 1", targets="1914")
    game.submit("axis", "battle 1914 with 4")
    assert asked(game) == ["soviet"]
    assert game.preview("counterattack").lines[0] == "4 against 4: 1:1"
    assert "+1 Shock! (10.6.2)" in game.preview("counterattack commit shock").lines


def test_forts_are_counted_into_the_chances() -> None:
    """10.7.4: against a Fort there is no DR and no DS."""
    game = combat("put pz_1 1814", "put pz_2 1814", "put sevastopol 1914 red")
    last = game.preview("battle 1914 with 1pz 2pz").lines[-1]
    assert last == "Chances: DD 17%, EX 50%, no effect 33%"


def test_a_preview_takes_no_secret() -> None:
    """10.5: what it says is the same for whatever hand."""
    texts = ("battle 1504 with 4 3pz", "battle 1502+1504 with 16")
    one = combat(*EXAMPLE, "cards hand.soviet 14")
    other = combat(*EXAMPLE, "cards hand.soviet 13")
    for text in texts:
        assert one.preview(text) == other.preview(text)


def test_a_label_says_the_odds_with_that_unit() -> None:
    """10.5: in the list of attackers each has the odds line of the attack with it."""
    game = declared(*PAIR, targets="1914")
    labels = {item.label for item in game.complete("axis", "battle 1914 with 4 ").items}
    assert any("11 against 4, 2:1, Armor Bonus +1: 3:1" in label for label in labels)
