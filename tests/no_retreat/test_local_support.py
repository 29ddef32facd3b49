"""Local Combat Support (§15.3), from its placing to its return."""

from engine import Game
from engine.games.no_retreat.acts import lose_step
from engine.games.no_retreat.law import odds
from tests.no_retreat.table import asked, bare, changed, look, names, places, refused, running, unit

EDITS = ("put pz_1 1309", "put army_6 1109 unsupplied", "put west 1806", "mark minsk control axis")


def moving(*edits: str, turn: int = 7) -> Game:
    """The Axis Movement Phase with the option on."""
    return bare(*EDITS, *edits, f"at {turn} axis movement", local_support=True)


def test_who_gets_it() -> None:
    """§15.3, §15.3.1: one supplied unit of the phasing side, and only with the option."""
    assert "support" not in names(bare(*EDITS, "at 7 axis movement"), "axis")
    game = moving()
    assert refused(game, "axis", "support 6") == "15.3.1"
    assert refused(game, "axis", "support west") == "15.3.1"
    game.submit("axis", "support 1pz")
    assert look(game, "1pz support") == "1"
    assert "support" not in names(game, "axis")


def test_after_movement() -> None:
    """§15.3.2: it is placed when movement is done; nothing moves after it."""
    game = moving()
    game.submit("axis", "move 1pz 1308; support 1pz")
    assert refused(game, "axis", "move 6 1108") == "8.0"
    assert asked(game) == ["axis"]
    game.submit("axis", "end movement")
    assert look(game, "1pz support") == "1"


def test_points() -> None:
    """§15.3.3: two points for the Axis and one for the Soviets, from turn 11 the other way
    round.
    """
    game = moving()
    s = running(game).s
    s.support = [unit("pz_1"), unit("west")]
    assert odds.strength(s, [unit("pz_1")], []) == 7 + 2
    assert odds.strength(s, [unit("west")], []) == 4 + 1
    s.turn = 11
    assert odds.strength(s, [unit("pz_1")], []) == 7 + 1
    assert odds.strength(s, [unit("west")], []) == 4 + 2


def test_it_stays_until_the_next_movement() -> None:
    """§15.3.4: it goes with its unit until that side moves again, or until the unit is gone."""
    game = moving("put pz_1 1309 support", "put army_4 1209")
    assert look(game, "1pz support") == "0"  # a Movement Phase of its side has begun
    game.submit("axis", "support 1pz; end movement")
    other = moving("put west 1806 support")
    assert look(other, "west support") == "1"  # not that of the other side
    t = changed(game)
    t.s.unsupplied[unit("pz_1")] = 0
    lose_step(t, unit("pz_1"), "10.7.1")
    assert t.s.support[0] == unit("pz_1")
    lose_step(t, unit("pz_1"), "10.7.1")
    assert t.s.support[0] == -1


def test_it_is_no_step() -> None:
    """§15.3.5: the marker takes no loss: the unit under it does."""
    game = moving()
    game.submit("axis", "support 1pz")
    t = changed(game)
    lose_step(t, unit("pz_1"), "10.7.1")
    assert (t.s.face[unit("pz_1")], t.s.support[0]) == (1, unit("pz_1"))
    assert places(game, "1pz") == ["1309"]
