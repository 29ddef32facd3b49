"""Who is asked for events: always in the own turn, by policy in the enemy's (§5.0, §5.3)."""

import re

import pytest

from engine import Game
from engine.core.entries import Noted, readable
from engine.games.no_retreat.cards import hand
from engine.games.no_retreat.cards.events import CardWindow
from engine.games.no_retreat.cards.moments import KINDS, POLICIES, WINDOWS, kinds
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import SIDES
from tests.no_retreat.cardplay import FRONT, attack, phase
from tests.no_retreat.table import prompt, running

HALVES = [half for card in BOARD.cards for half in card.halves]


def silent(game: Game, side: str) -> Game:
    """The side wants to be asked nothing."""
    running(game).pos.policy.update({f"{side}:{kind}": "auto" for kind in POLICIES})
    return game


def windows(game: Game) -> set[str]:
    """The windows that ask from here on, all passed, as `SIDE KIND`."""
    found = set()
    while isinstance(window := running(game).pos.lanes[0].top, CardWindow):
        found.add(f"{window.side} {window.kind}")
        game.submit(window.side, "pass")
    return found


def test_in_the_own_turn_the_windows_ask() -> None:
    """§5.0: whatever the policy for the enemy's turn says, and there it holds."""
    by_axis = attack(axis="5 16", soviet="24", dice="6")
    assert windows(silent(silent(by_axis, "axis"), "soviet")) == {
        "axis attack", "axis attack_roll", "axis result",
    }  # fmt: skip
    edits = ("put tank_1 1908", "put don 1907 red")
    by_soviet = attack(*edits, by="soviet", axis="29", soviet="29 33", dice="6", turn=13,
                       target="1808", units="west tank_1 don")  # fmt: skip
    assert windows(silent(silent(by_soviet, "axis"), "soviet")) == {
        "soviet attack", "soviet attack_roll", "soviet result",
    }  # fmt: skip


def test_no_window_where_no_card_fits_for_all_that_is_known() -> None:
    """§5.0: an open hand without such an event closes the own window too (nr-90)."""
    game = attack("see soviet 6", axis="6", dice="6")
    assert windows(game) == set() and "Advance" in prompt(game)


@pytest.mark.parametrize("half", HALVES, ids=lambda half: f"{half.card}_{SIDES[half.side]}")
def test_who_will_not_be_asked_is_told(half: hand.CardHalf) -> None:
    """§5.3: with the line that arms the card, until he has given it or changed his policy."""
    side = SIDES[half.side]
    game = phase("axis movement", *FRONT, **{side: str(half.card)})  # type: ignore[arg-type]
    t = running(game)
    (held,) = game.hand(side)
    quiet = [kind for kind in kinds(half.card, half.side) if POLICIES.get(kind) == "auto"]
    assert bool(held.unasked) == bool(quiet)
    if not quiet:
        return
    assert held.unasked.startswith("You are not") == all(
        KINDS[kind].theirs for kind in kinds(half.card, half.side)
    )
    arm, policy = re.findall("`(.*?)`", held.unasked)
    before = t.pos.policy.copy()
    t.pos.policy.update({f"{side}:{kind}": "ask" for kind in WINDOWS})
    assert not game.hand(side)[0].unasked
    t.pos.policy = before
    game.submit(side, policy)
    game.submit(side, arm)
    assert not game.hand(side)[0].unasked


def test_it_is_told_privately_as_the_card_is_drawn() -> None:
    """§5.2, §5.3: the other side reads no word of it."""
    game = phase("axis cards", *FRONT, "cards deck 13 21 41 4 5 ...", axis="1 2 3", turn=10)
    receipt = game.submit("axis", "discard 3")
    news = [e for e in receipt.entries if isinstance(e, Noted) and "not asked for" in e.text]
    assert [e.text.split(": ")[0] for e in news] == [
        "You are not asked for Soviet Logistic Problems",
        "In the enemy's turn you are not asked for Inexperienced Soviet Officers",
    ]
    assert not any(e in readable(receipt.entries, "soviet") for e in news)
    assert all(e in readable(receipt.entries, "axis") for e in news)
