"""1941: Race to Moscow as the core takes it."""

from collections.abc import Mapping, Sequence

from engine.core.frames import Frame, frames_in
from engine.core.rules import HandCard, OptionValue, Rules
from engine.core.sheets import said
from engine.games.race_to_moscow import cards, play
from engine.games.race_to_moscow.acts import MARKER_PILES, T
from engine.games.race_to_moscow.cards import events
from engine.games.race_to_moscow.data.board import BOARD, HELP, TEXTS
from engine.games.race_to_moscow.data.facts import COLOURS, SIDES
from engine.games.race_to_moscow.law import options as agreed
from engine.games.race_to_moscow.law import victory
from engine.games.race_to_moscow.law.setup import new_state
from engine.games.race_to_moscow.play.excess import Excess
from engine.games.race_to_moscow.play.opening import Opening, lay_out
from engine.games.race_to_moscow.play.transport import Transport
from engine.games.race_to_moscow.practice.advice import ADVICE
from engine.games.race_to_moscow.shapes import from_shape_1
from engine.games.race_to_moscow.show import overlays, telling
from engine.games.race_to_moscow.show.view import view
from engine.games.race_to_moscow.state import RaceToMoscow, Situation, acting, room
from engine.games.race_to_moscow.umpire.edit import RaceToMoscowEditor
from engine.games.race_to_moscow.words import (
    CARDS,
    CARGO,
    DECKS,
    KINDS,
    MEALS,
    PLACES,
    REACTIONS,
    UNITS,
)

HANDS = {side: (f"kept.{side}", f"okh.{side}") for side in SIDES}
"""Side -> the piles of the cards that it can play: all lie open."""


class RaceToMoscowRules(Rules[RaceToMoscow, Situation]):
    """One to three Army Groups in turn order, with or without a player for the Soviets."""

    id = "race_to_moscow"
    title = "1941: Race to Moscow"
    version = "3"
    changes = TEXTS.changes
    shape = 2
    shapes = {1: from_shape_1}
    scenarios = agreed.SCENARIOS
    options = agreed.OPTIONS
    state = RaceToMoscow
    frames = frames_in(cards, play)
    lexicons = {
        "unit": UNITS,
        "place": PLACES,
        "card": CARDS,
        "cargo": CARGO,
        "kind": KINDS,
        "deck": DECKS,
        "meal": MEALS,
        "act": REACTIONS,
    }
    verbs = TEXTS.verbs
    synonyms = TEXTS.synonyms
    policies = {"eat": "ask", "react": "ask", "winter": "ask", "partisans": "ask"}
    glossary = TEXTS.glossary
    help = HELP
    questions = TEXTS.questions
    windows = ("partisans",)
    sides = staticmethod(agreed.sides)
    derive = staticmethod(Situation)
    view = staticmethod(view)
    scores = staticmethod(victory.scores_of)
    movers = staticmethod(overlays.movers)
    tell = staticmethod(telling.tell)
    called = staticmethod(telling.called)
    overlays = overlays.KINDS
    events = events.EVENTS
    editor = RaceToMoscowEditor()
    advice = ADVICE
    near = BOARD.map.neighbours
    provenance = (
        "The rules follow the published rulebook. Much of the map and of the cards is not "
        "printed there: it is reconstructed from its examples, from real geography and from "
        "public reports. " + said(BOARD.sources)
    )

    def start(self, scenario: str, options: Mapping[str, OptionValue]) -> RaceToMoscow:
        return new_state(agreed.turn_order(options), agreed.variant(scenario, options))

    def open(self, t: T) -> Frame:
        lay_out(t)
        return Opening()

    def hands(self, side: str) -> Sequence[str]:
        return HANDS[side]

    def hand(self, t: T, side: str) -> Sequence[HandCard]:
        return [
            HandCard(face.id, face.name, events.WHEN[face.timing], face.effect)
            for face in (BOARD.cards[card] for card in t.held(side))
        ]

    def own_turn(self, t: T, side: str) -> bool:
        return acting(t.s, side)

    def fits(self, card: int, side: str) -> Sequence[str]:
        return self.windows if BOARD.cards[card].type == "sicherungs_division" else ()

    def pile_family(self, pile: str) -> str:
        """Pursuit cards by colour, Soviet cards by deck, OKH cards, Soviet markers."""
        if pile == "markers" or pile.startswith("at."):
            return "markers"
        first, _, last = pile.partition(".")
        if first in ("pursuit", "discard"):
            return last
        if first == "pocket" or last in ("green", "blue"):
            return "soviet"
        return pile  # infantry and armor are never mixed (§20.3), all others lie open

    def check(self, t: T, force: bool = False) -> list[str]:
        return [*_pieces(t), *_supplies(t, force)]

    def hostile(self, t: T, side: str) -> int:
        return t.d.free if side in COLOURS else t.d.armies


def _pieces(t: T) -> list[str]:
    """Markers fit their piles, and what stands in an area fits together."""
    broken = []
    if t.s.soviet_player and len(t.ids("markers")) != t.s.soviet_pool:
        broken.append(f"{t.s.soviet_pool} Soviet markers in the pool")
    if t.s.soviet_player:
        broken += [
            f"{area.name} has a Soviet marker without its kind, or the other way round"
            for area in BOARD.areas
            if len(t.ids(MARKER_PILES[area.index])) != t.s.soviet[area.index]
        ]
    standing: dict[int, list[int]] = {}
    for unit, place in enumerate(t.s.at):
        standing.setdefault(place, []).append(unit)
    for area in BOARD.areas:
        armies = standing.get(area.index, ())
        if len(armies) > 1:
            broken.append(f"two armies in {area.name}")
        held = t.s.control[area.index]
        if armies and held >= 0 and BOARD.units[armies[0]].colour != held:
            broken.append(f"{BOARD.units[armies[0]].name} does not control {area.name}")
        if t.s.soviet[area.index] and held in t.s.order:
            broken.append(f"{area.name} has a Soviet marker and a player's")
        if held < 0 and t.s.track[area.index]:
            broken.append(f"{area.name} has track and no marker")
        if held < 0 and not armies and any(row[area.index] for row in t.s.supply):
            broken.append(f"supplies lie in {area.name}, which nobody controls")  # §11
        if held in t.s.order and (t.s.medals[area.index] or t.s.bunker[area.index]):
            broken.append(f"{area.name} is held, and has a medal or a bunker")
    return broken


def _supplies(t: T, force: bool) -> list[str]:
    """No store owes anything; none holds more than it may (§2.2, §12)."""
    broken = []
    asked = _overfull(t)
    for store, held in enumerate(zip(*t.s.supply, strict=True)):
        if min(held) < 0:
            broken.append(f"{_store(store)} owes supplies")
        if store != BOARD.stock_store and room(t.s, store) < 0 and not force and store not in asked:
            broken.append(f"{_store(store)} holds too much")
    for row, total, lent in zip(t.s.supply, BOARD.totals, t.s.lent, strict=True):
        if sum(row) > total + lent:
            broken.append(f"{sum(row)} tokens of a kind, {total} in the box")
    if min(t.s.stock_trains, *t.s.stock_trucks, *t.s.trucks) < 0:  # §13
        broken.append("more trucks or trains are on the board than there are")
    return broken


def _store(store: int) -> str:
    """A store as people call it."""
    if store < len(BOARD.areas):
        return BOARD.areas[store].name
    cards = {BOARD.card_store(unit.index): unit.name for unit in BOARD.units}
    return f"the card of {cards[store]}" if store in cards else "the Supply Stock"


def _overfull(t: T) -> set[int]:
    """The areas of which it is being asked what to drop (§12)."""
    found = set()
    for lane in t.pos.lanes:
        for frame in lane.stack:
            if isinstance(frame, Excess):
                found.add(frame.area)
            elif isinstance(frame, Transport):
                found.add(frame.end)
    return found


RULES = RaceToMoscowRules()
