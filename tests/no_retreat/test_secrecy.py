"""What a side learns of the other's hand: its size, and nothing else (§5.0)."""

from collections.abc import Callable
from typing import Any

import pytest

from engine import Game
from engine.core.entries import readable
from engine.core.fuzz import glance
from engine.games.no_retreat.cards.events import EVENTS
from engine.games.no_retreat.cards.moments import KINDS, WINDOWS, armable, kinds
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import SIDES
from tests.no_retreat.cardplay import FRONT, attack, could_hold, phase, playable
from tests.no_retreat.table import asked, names, prompt, refused, running, table, words

USEFUL, USELESS = "4 6 7 10 36", "8 14 16 22 26"
"""Five Soviet cards each: for the windows below, and for the own turn alone."""


def after(game: Game, *orders: str) -> Game:
    """The game after these orders of the Axis."""
    for order in orders:
        game.submit("axis", order)
    return game


SMOLENSK = ("put pz_4 1407", "put west 1908", "mark smolensk control soviet", "put south rail")

SITUATIONS: dict[str, Callable[..., Game]] = {
    "attack": lambda **has: attack(axis="1", **has),
    "defend": lambda **has: after(attack(axis="20", **has), "play 20"),
    "rolled": lambda **has: after(attack(axis="1 20", **has), "pass"),
    "capture": lambda **has: after(phase("axis movement", *SMOLENSK, **has), "move 4pz smolensk"),
    "movement": lambda **has: after(phase("axis movement", *SMOLENSK, **has), "end movement"),
    "supply": lambda **has: phase("axis supply", *FRONT, "mark minsk control axis", **has),
    "removal": lambda **has: phase(
        "axis removal", "put west 0610 unsupplied", *FRONT[:2], "put army_11 rail", **has
    ),
    "combat_start": lambda **has: after(phase("axis combat", *FRONT, **has), "end targets"),
    "cancel": lambda **has: after(phase("axis movement", *FRONT, axis="28", **has), "play 28"),
}


def situation(name: str, soviet: str, ask: tuple[str, ...]) -> Game:
    """A position with this Soviet hand."""
    return SITUATIONS[name](soviet=soviet, ask=ask)


def seen(game: Game, seat: str | None) -> list[Any]:
    """All that a seat can see and ask, without the ids of questions: they hang on the orders."""
    pending, *rest = glance(game, seat)
    return [[(p.side, p.kind, p.prompt, p.rule) for p in pending], *rest]


@pytest.mark.parametrize("policy", ["auto", "ask"])
@pytest.mark.parametrize("name", SITUATIONS)
def test_nothing_shows_what_a_hand_holds(name: str, policy: str) -> None:
    """§5.0: what is asked, offered, refused and seen is the same whatever the other hand holds."""
    ask = tuple(f"soviet {kind}" for kind in WINDOWS) if policy == "ask" else ()
    games = [situation(name, hand, ask) for hand in (USEFUL, USELESS)]
    for seat in ("axis", None):
        assert seen(games[0], seat) == seen(games[1], seat)
    if policy == "ask" and name not in ("attack", "rolled"):
        assert [asked(game) for game in games] == [["soviet"], ["soviet"]]
        offered = [playable(game, "soviet") for game in games]
        assert offered[1] == set(), "the useless hand can only pass"
    for line in ("play 4", "move 4pz 1807", "battle 1908 with 9"):
        answers = {_answer(game, line) for game in games}
        assert len(answers) == 1


def _answer(game: Game, line: str) -> str:
    return refused(game, "axis", line) if asked(game) == ["soviet"] else ""


def test_an_empty_hand_is_public() -> None:
    """§5.0: without cards there is nothing to be asked."""
    game = phase("axis movement", *SMOLENSK, ask=("soviet movement", "soviet capture"))
    game.submit("axis", "move 4pz smolensk")
    assert asked(game) == ["axis"]
    assert not could_hold(game, "soviet", "movement")


def test_a_card_seen_gone_is_public() -> None:
    """§5.0: a window closes once all that could be played in it lie open elsewhere."""
    ask = ("soviet movement",)
    lines = (*SMOLENSK, "cards discard 6")
    game = phase("axis movement", *lines, soviet="8", ask=ask)
    assert not could_hold(game, "soviet", "movement")
    game.submit("axis", "end movement")
    assert "has moved" not in prompt(game)
    again = phase("axis movement", *SMOLENSK, soviet="8", ask=ask)
    assert could_hold(again, "soviet", "movement"), "it may be in the hand"


def test_a_hand_that_is_all_known_is_public() -> None:
    """§5.0: a card taken from the discards has been seen; where no other is held, all is known."""
    home = ("put west 1908", "put pz_4 1708")
    game = phase("soviet organization", *home, "cards discard 9 8", soviet="2")
    game.submit("soviet", "play 2 8")
    assert not could_hold(game, "soviet", "movement") and not could_hold(game, "soviet", "defend")
    assert could_hold(game, "soviet", "own_organization") is bool(playable(game, "soviet"))


def test_conditions_are_public() -> None:
    """§5.3.3, §6.5.5: symbol, weather and the board close a window too."""
    for turn, opens in ((7, True), (13, False)):
        game = phase("axis movement", *SMOLENSK, soviet="8", turn=turn)
        site = running(game).s.at[0]
        smolensk = BOARD.place_index["1507"]
        assert could_hold(game, "soviet", "capture", place=smolensk) is opens, site


def test_discards_are_shown_when_they_are_done() -> None:
    """§5.1: the order itself is the side's own; the cards lie face up afterwards."""
    game = phase("axis cards", *FRONT, axis="5 6 14", turn=8)
    receipt = game.submit("axis", "discard 5")
    public = [
        e.line for e in readable(receipt.entries, "soviet") if e.__class__.__name__ == "Ordered"
    ]
    assert public[0] == "discard"
    assert running(game).pile("discard").ids == [5] and running(game).pile("discard").seen == [3]


def test_the_other_hand_is_a_number() -> None:
    """§5.0: a seat and the spectators see the size of a hand, its owner the cards."""
    game = phase("axis movement", *FRONT, axis="5 6", soviet="1 2 3")
    for seat in ("axis", "soviet", None):
        view: Any = game.view(seat)
        assert view.hand_sizes == [2, 3]
        assert view.hand == {"axis": ["5", "6"], "soviet": ["1", "2", "3"], None: []}[seat]


def test_a_hand_shows_the_own_half_first() -> None:
    """§5.3, §5.3.1: what a card is to its holder, when it is played, and whether it can be now."""
    game = phase("axis movement", *FRONT, axis="6 2", soviet="40")
    blitz, manstein = game.hand("axis")
    assert (blitz.name, manstein.name) == ("Panzerblitz!", "Erich von Manstein")
    assert blitz.playable and not manstein.playable
    assert blitz.when == "own Movement Phase; only while the Axis symbol counts"
    assert blitz.other.startswith("Soviet: Maskirovka.") and blitz.tags == ("axis",)
    assert game.hand("soviet")[0].name == "Nikolai Vatutin"
    assert {kind for face in EVENTS.faces.values() for kind in face.kinds} == set(KINDS)


def test_the_joker_is_told_once() -> None:
    """§15.7: its two halves are one."""
    joker, blitz = phase("axis movement", *FRONT, axis="55 6", soviet="1").hand("axis")
    assert joker.name == "Joker" and joker.other == "" and blitz.other


def test_a_card_that_is_discarded_is_not_played() -> None:
    """§5.1, §5.3: while cards are given back, none of them is shown as playable."""
    game = table(joker=False)
    assert "discard" in names(game, "axis")
    assert not any(card.playable for card in game.hand("axis"))


def test_kinds_of_question_are_explained() -> None:
    """§5.0: what a policy is about, and what `auto` answers."""
    labels = {
        item.label for item in phase("axis movement", *FRONT).complete("axis", "policy ").items
    }
    assert (
        "counterblow · Counterblows, and what you say of targets beforehand; auto: none" in labels
    )
    auto = "auto: in the enemy turn armed cards alone"
    assert f"defend · events: own defence, before the die; {auto}" in labels
    said = "events: enemy Detraining Phase; auto: armed cards alone"
    assert f"detrain · {said}" in labels


def test_cards_are_armed_by_the_own_half() -> None:
    """§5.3: only at the windows where the own half is played; not where a card must be named."""
    game = phase("axis movement", *FRONT, axis="2 21 36", soviet="6 20")
    assert words(game, "axis", "arm ") == {"2", "36"}
    assert words(game, "axis", "arm 2 at ") == {"attack", "defend"}
    assert words(game, "soviet", "arm ") == {"6"}
    assert words(game, "soviet", "arm 6 at ") == {"movement"}
    assert armable(20, "soviet") == () and "arm" in {v.name for v in game.verbs("axis")}


def test_an_armed_card_waits_for_its_place() -> None:
    """§5.0: `if PLACE` is where its unit is to go; it does not fire elsewhere."""
    for where, there in (("1413", "1413"), ("0610", "rail_soviet")):
        lines = ("put south rail", "put pz_4 1212", "put central 1312")
        game = phase("axis movement", *lines, soviet="6")
        game.submit("soviet", f"arm 6 at movement if {where}")
        game.submit("axis", "end movement")
        assert game.look(["south", "at"])[0] == there


def test_every_half_has_its_moment() -> None:
    """§5.3.1: each half is played at some kind of moment, weather cards when they are drawn."""
    for card in BOARD.cards:
        for side in range(2):
            assert bool(kinds(card.number, side)) is not card.weather, (card.number, SIDES[side])
    assert "play" in names(phase("axis movement", *FRONT, axis="6"), "axis")
