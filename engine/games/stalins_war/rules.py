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
from engine.games.stalins_war.data.board import BOARD, HELP
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
    verbs = {
        "take": "4.3.1",
        "done": "4.3.1",
        "ops": "7.3.1",
        "rp": "7.4.1",
        "event": "7.5.1a",
        "end event": "7.5.1a",
        "send": "3.0",
        "place": "7.5.2c",
        "exchange": "7.5.2c",
        "zero move": "7.2.6",
        "zero rest": "7.2.6",
        "move": "10.1.3",
        "rail": "10.2.2",
        "sail": "10.2.1",
        "trench": "10.3.1",
        "partisan": "16.1.2",
        "festung": "16.3.2",
        "shed": "9.1.4",
        "end movement": "7.3.5",
        "activate": "7.3.5",
        "end activation": "7.3.5",
        "attack": "11.2.1",
        "end combat": "11.1.1",
        "play": "7.5.5a",
        "pass": "7.5.5a",
        "pass stand": "11.4.3",
        "pass give way": "11.4.1",
        "withdraw": "11.4.1",
        "hold": "7.5.5b",
        "lose": "11.3.2",
        "hit": "11.3.5",
        "spare": "11.3.5",
        "stand": "11.4.3",
        "give way": "11.4.1",
        "retreat": "11.4.1",
        "advance": "11.5.1",
        "end advance": "11.5.1",
        "exploit": "12.2.2",
        "end exploitation": "12.2.1",
        "discard": "7.6.2",
        "end discards": "7.6.2",
        "name": "21.0",
        "rebuild": "14.1",
        "end replacements": "14.1.5",
        "lift": "10.3.2",
        "end lifting": "10.3.2",
    }
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
    questions = {
        COMBAT: "Combat Cards in defence of a star, a city, a large unit; auto: armed ones alone",
        MINOR: "Combat Cards in other defences; auto: none but armed ones",
        FIRST: "cards for a whole round; auto: armed ones; who can withdraws, but from no star",
        REVIVE: "whether Kampfgruppe brings back a unit; auto: if it is armed",
        "chosen_loss": "who loses a step by a card; auto: your cheapest unit, the enemy's dearest",
        "losses": "which unit loses a step; auto: one that lives on, small ones first",
        "stand": "whether units stand for a step more; auto: in a star, an oil hex or a fortress",
        "retreat": "how your units retreat; auto: who has the fewest ways first, in supply",
        "send": "which unit goes to the Other Fronts; auto: the weakest",
        "discard": "cards that you discard before you draw; auto: none",
        "lift": "markers of yours that you take off; auto: none",
    }
    synonyms = {
        "battle": ("attack",),
        "train": ("rail",),
        "ship": ("sail",),
        "dig": ("trench",),
        "entrench": ("trench",),
        "mark": ("activate",),
        "combat": ("activate",),
        "rest": ("zero rest",),
        "replace": ("rebuild",),
        "give up": ("give way",),
        "evacuate": ("event naval_evacuation",),
        "rouse": ("event rail_war",),
        "revive": ("play kampfgruppe",),
    }
    dice = telling.DICE
    high = ("fire.axis", "fire.soviet")
    help = HELP
    glossary = {
        "step": "What a unit can lose; with its last one it is gone.",
        "combat": "One hex is attacked by units of one hex or several; both sides lose steps.",
        "reinforcement": "New units that a card brings.",
        "deck": "The pile from which your cards are dealt.",
        "discard": "A card goes out of the hand without being played.",
        "OPS": "Operations points: they pay for Combat markers, rail, sea and works.",
        "RP": "Replacement points: they buy back steps in the Replacement Phase.",
        "LCU": "A large unit, an Army or a Front: one attacks, one defends in a hex.",
        "SCU": "A small unit, a corps or a Soviet army.",
        "count": "How many OPS rounds you took running: each takes an OPS more off a card.",
        "VP": "The victory level: it goes up by each star that the Axis takes.",
        "star": "A city that counts a victory point for who holds it.",
        "Blitz": "A marker on a hex taken by armour: fast units go on from there.",
        "Festung": "A place that German units hold cut off, and never leave.",
        "Inactive Partisan": "A marker that hinders Axis trains; an event turns it into a unit.",
        "kept card": "A Combat Card of a combat that was won: it serves again in later rounds.",
    }
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
