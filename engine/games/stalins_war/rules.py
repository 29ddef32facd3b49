"""Stalin's War as the core takes it."""

from collections.abc import Mapping, Sequence

from engine.board.occupancy import Occupancy
from engine.core.frames import Frame
from engine.core.rules import HandCard, Option, OptionValue, Rules
from engine.core.sheets import said
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards import clash, deck
from engine.games.stalins_war.cards.clash import COMBAT, FIRST, MINOR, REVIVE, WINDOWS
from engine.games.stalins_war.cards.faces import EVENTS
from engine.games.stalins_war.data.board import BOARD, HELP, TEXTS
from engine.games.stalins_war.data.facts import SIDES
from engine.games.stalins_war.law.replacements import automatic
from engine.games.stalins_war.play import (
    advancing,
    answering,
    arriving,
    battle,
    closing,
    crowding,
    drawing,
    errands,
    fighting,
    moving,
    opening,
    replacing,
    retreats,
    rounds,
    toll,
    war,
)
from engine.games.stalins_war.practice.advice import ADVICE
from engine.games.stalins_war.show import overlays, telling
from engine.games.stalins_war.show.preview import preview
from engine.games.stalins_war.show.view import view
from engine.games.stalins_war.state import StalinsWar, new, occupancy
from engine.games.stalins_war.umpire.checks import broken
from engine.games.stalins_war.umpire.edit import StalinsWarEditor
from engine.games.stalins_war.words import LEXICONS, points_of

_OPTIONS = {
    deck.PICK: ("Either side may take a card of its choice for a VP", "23.1.1"),
    deck.RANDOM: ("Soviet reinforcement cards come at random", "23.1.2"),
    "careful_trenches": ("An OPS more helps a Trench", "23.1.3"),
    "end_of_round_supply": ("Supply is checked at the end of a round too", "23.1.4"),
}

BID, MOST = "bid", 20


class StalinsWarRules(Rules[StalinsWar, Occupancy]):
    """The game: 18 turns of five Action Rounds a side."""

    id = "stalins_war"
    title = "Stalin's War"
    version = "1"
    shape = 1
    scenarios = {start.id: start.name for start in BOARD.starts}
    options = (
        *(Option(id_, text, False, rule=rule) for id_, (text, rule) in _OPTIONS.items()),
        Option(
            BID,
            "Replacement Points that the choice of sides has cost",
            0,
            choices=tuple(map(str, range(MOST + 1))),
            rule="21.0",
        ),
        Option("bidder", "The side of whoever has bid", "axis", choices=SIDES, rule="21.0"),
    )
    state = StalinsWar
    frames = (
        *war.FRAMES,
        *opening.FRAMES,
        *rounds.FRAMES,
        *arriving.FRAMES,
        *errands.FRAMES,
        *moving.FRAMES,
        *crowding.FRAMES,
        *fighting.FRAMES,
        *battle.FRAMES,
        *answering.FRAMES,
        *toll.FRAMES,
        *retreats.FRAMES,
        *advancing.FRAMES,
        *drawing.FRAMES,
        *replacing.FRAMES,
        *closing.FRAMES,
    )
    lexicons = LEXICONS
    verbs = TEXTS.verbs
    policies = {
        COMBAT: "ask",
        MINOR: "auto",
        FIRST: "auto",
        REVIVE: "auto",
        "chosen_loss": "auto",
        "losses": "auto",
        "stand": "ask",
        "retreat": "auto",
        "send": "ask",
        "discard": "ask",
        "lift": "auto",
    }
    questions = TEXTS.questions
    synonyms = TEXTS.synonyms
    dice = telling.DICE
    high = ("fire.axis", "fire.soviet")
    help = HELP
    glossary = TEXTS.glossary
    view = staticmethod(view)
    preview = staticmethod(preview)
    tell = staticmethod(telling.tell)
    called = staticmethod(telling.called)
    movers = staticmethod(overlays.movers)
    overlays = overlays.KINDS
    advice = ADVICE
    events = EVENTS
    windows = WINDOWS
    near = BOARD.ground.grid.neighbours
    provenance = (  # §2.4: questions go to who has written it
        "The rules follow the published rulebook. The map, tables, counters and most card texts "
        "are reconstructed from its examples, from real geography and from public reports. "
        + said(BOARD.sources)
    )
    editor = StalinsWarEditor()

    def sides(self, scenario: str, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        return SIDES

    def start(self, scenario: str, options: Mapping[str, OptionValue]) -> StalinsWar:
        number = next(n for n, start in enumerate(BOARD.starts) if start.id == scenario)
        found = new(number, [id_ for id_ in _OPTIONS if options[id_]])
        bid, bidder = options[BID], options["bidder"]
        assert isinstance(bid, int) and isinstance(bidder, str)
        found.auto = automatic(bid, SIDES.index(bidder))
        return found

    def open(self, t: T) -> Frame:
        return war.War()

    def derive(self, state: StalinsWar) -> Occupancy:
        return occupancy(state)

    def own_turn(self, t: T, side: str) -> bool:
        return SIDES.index(side) == t.s.side

    def scores(self, t: T) -> Mapping[str, int]:
        return {"VP": t.s.vp}

    def hand(self, t: T, side: str) -> Sequence[HandCard]:
        cards = (BOARD.cards[card] for card in t.ids(f"hand.{side}"))
        return [
            HandCard(
                card.id,
                card.name,
                EVENTS.face(side, card.index).when,
                card.text,
                number=str(card.number),
                tags=(f"{card.ops} OPS", f"{points_of(card)} RP"),
            )
            for card in cards
        ]

    def hands(self, side: str) -> Sequence[str]:
        return (f"hand.{side}", f"table.{side}")

    def fits(self, card: int, side: str) -> Sequence[str]:
        """Combat Cards of a defender, at the windows in which they are used."""
        return clash.kinds(BOARD.cards[card])

    def hostile(self, t: T, side: str) -> int:
        return t.d.present[1 - SIDES.index(side)]

    def pile_family(self, pile: str) -> str:
        return pile.rpartition(".")[2]

    def check(self, t: T, force: bool = False) -> list[str]:
        return broken(t, force)


RULES = StalinsWarRules()
