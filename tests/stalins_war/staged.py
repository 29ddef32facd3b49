"""Games of Stalin's War that begin with a procedure of the test's own, on a position of its own."""

from collections.abc import Callable, Sequence
from typing import ClassVar

import pytest

from engine.board.occupancy import Occupancy
from engine.core.errors import OrderError
from engine.core.frames import Call, Choice, Frame, Outcome, Proc
from engine.core.game import Game, new_game
from engine.core.rules import Rules
from engine.core.table import Table
from engine.core.verbs import Verb
from engine.games.stalins_war import words
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards import deck
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.rules import RULES
from engine.games.stalins_war.state import StalinsWar, occupancy

SECRET = bytes(range(32))
REST = "0"
"""The rule of the end."""


class Scene(Proc, tag="sw.scene"):
    """The procedure of a test, and then nothing more."""

    STEPS: ClassVar[tuple[str, ...]] = ("play", "rest")

    def play(self, t: T) -> Outcome:
        assert isinstance(t.rules, Stage)
        return Call(t.rules.begin(t))

    def rest(self, t: T) -> Outcome:
        return Call(Rest(side="axis"))


class Rest(Choice, tag="sw.rest"):
    """The end of a scene: there is a choice, so that it waits."""

    def prompt(self, t: T) -> tuple[str, str]:
        return "It is over.", REST

    def verbs(self, t: T) -> Sequence[Verb]:
        return Verb("rest", lambda: None), Verb("wait", lambda: None)


class Stage(Rules[StalinsWar, Occupancy]):
    """What the procedures need of a game's rules."""

    id = "stalins_war"
    title = "Stalin's War"
    version = "0"
    scenarios = {"campaign": "Campaign"}
    state = StalinsWar
    begin: Callable[[T], Frame]
    frames = (Scene, Rest, *RULES.frames)
    lexicons = words.LEXICONS
    events = RULES.events
    synonyms = RULES.synonyms
    verbs = {**RULES.verbs, "rest": REST, "wait": REST}
    policies = {**RULES.policies, "lift": "ask"}
    windows = RULES.windows
    editor = RULES.editor
    near = RULES.near

    def sides(self, scenario: str, options: object) -> tuple[str, ...]:
        return ("axis", "soviet")

    def derive(self, state: StalinsWar) -> Occupancy:
        return occupancy(state)

    def fits(self, card: int, side: str) -> Sequence[str]:
        return RULES.fits(card, side)

    def hands(self, side: str) -> Sequence[str]:
        return (f"hand.{side}", f"table.{side}")


def staged(s: StalinsWar, begin: Callable[[T], Frame]) -> Game:
    """A game on this position; `begin` lays out its piles and gives its first frame."""

    class Staged(Stage):
        def start(self, scenario: str, options: object) -> StalinsWar:
            return s

        def open(self, t: Table[StalinsWar, Occupancy]) -> Frame:
            return Scene()

    Staged.begin = staticmethod(begin)
    return new_game(Staged(), "campaign", {}, SECRET)


def with_cards(t: T, **piles: Sequence[str]) -> None:
    """All piles, with these cards moved to some of them (`hand_axis=["axis_04"]`)."""
    deck.lay_out(t)
    for name, ids in piles.items():
        target = name.replace("_", ".")
        seen = t.everyone if target in deck.OPEN_PILES else t.bit(target.split(".")[1])
        for id_ in ids:
            card = BOARD.card_index[id_]
            source = next(pile for pile in deck.PILES if card in t.ids(pile))
            t.move(source, target, card, seen)


def refused(game: Game, side: str, line: str) -> str:
    """The rule by which a line is refused."""
    with pytest.raises(OrderError) as caught:
        game.submit(side, line)
    return caught.value.rule


def hand(game: Game, side: str) -> list[str]:
    """The ids of the cards in a hand."""
    return [BOARD.cards[card].id for card in game.table.ids(f"hand.{side}")]


def asked(game: Game) -> list[str]:
    """The sides that are asked; nobody once the scene is over."""
    return [pending.side for pending in game.pending() if pending.rule != REST]
