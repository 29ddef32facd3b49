"""No Retreat! The Russian Front as the core takes it."""

from collections.abc import Mapping, Sequence

from engine.board.bits import members
from engine.board.occupancy import Occupancy
from engine.core.frames import Frame, frames_in
from engine.core.lexicon import Lexicon, Term
from engine.core.rules import HandCard, OptionValue, Rules
from engine.core.sheets import said
from engine.games.no_retreat import cards, play
from engine.games.no_retreat.acts import T, side_of
from engine.games.no_retreat.cards import hand
from engine.games.no_retreat.cards.events import EVENTS
from engine.games.no_retreat.cards.moments import KINDS, POLICIES, WINDOWS, armable
from engine.games.no_retreat.data.board import BOARD, HELP, TEXTS
from engine.games.no_retreat.data.facts import NOWHERE, ON_MAP, SIDES
from engine.games.no_retreat.law import victory
from engine.games.no_retreat.law.stacking import overstacked
from engine.games.no_retreat.options import OPTIONS
from engine.games.no_retreat.play import opening
from engine.games.no_retreat.play.housekeeping import Housekeeping
from engine.games.no_retreat.play.shed import Shed
from engine.games.no_retreat.play.turn import PlayerTurn
from engine.games.no_retreat.practice.advice import ADVICE
from engine.games.no_retreat.shapes import SHAPES
from engine.games.no_retreat.show import overlays, telling
from engine.games.no_retreat.show.preview import preview
from engine.games.no_retreat.show.view import view
from engine.games.no_retreat.state import NoRetreat, occupancy
from engine.games.no_retreat.umpire.edit import NoRetreatEditor
from engine.games.no_retreat.words import LEXICONS

ASIDE = ("combat", "removal", "movement", "end")
"""Steps of a player turn that come next while units may be overstacked."""


class NoRetreatRules(Rules[NoRetreat, Occupancy]):
    """The game: 28 turns, two player turns of seven phases each."""

    id = "no_retreat"
    title = "No Retreat! The Russian Front"
    version = "2"
    changes = TEXTS.changes
    shape = 3
    shapes = SHAPES
    scenarios = {scenario.id: scenario.name for scenario in BOARD.scenarios}
    options = OPTIONS
    state = NoRetreat
    frames = frames_in(cards, play)
    verbs = TEXTS.verbs
    synonyms = TEXTS.synonyms
    policies = {
        **POLICIES,
        "counterblow": "ask",
        "counterattack": "ask",
        "losses": "auto",
        "retreat": "auto",
        "terrain": "auto",
        "advance": "ask",
        "die": "auto",
        "shed": "auto",
        "reserve": "ask",
        "shift": "ask",
    }
    glossary = TEXTS.glossary
    help = HELP
    questions = hand.questions(policies, TEXTS.questions)
    windows = WINDOWS
    lexicons = {
        **LEXICONS,
        "window": Lexicon(Term(kind, kind, name=KINDS[kind].when) for kind in WINDOWS),
    }
    view = staticmethod(view)
    preview = staticmethod(preview)
    fits = staticmethod(armable)
    movers = staticmethod(overlays.movers)
    tell = staticmethod(telling.tell)
    called = staticmethod(telling.called)
    overlays = overlays.KINDS
    near = BOARD.adjacent
    provenance = (
        "The rules follow the published rulebook. The map, the tables, the turn track, the "
        "counters and most cards are not printed there: they are reconstructed from its "
        "examples, from real geography and from public reports of play. " + said(BOARD.sources)
    )
    events = EVENTS
    editor = NoRetreatEditor()
    advice = ADVICE
    dice = telling.DICE
    high = ("battle",)

    def sides(self, scenario: str, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        return SIDES

    def start(self, scenario: str, options: Mapping[str, OptionValue]) -> NoRetreat:
        return opening.new_state(BOARD.scenarios[BOARD.scenario_index[scenario]], options)

    def open(self, t: T) -> Frame:
        opening.lay_out(t)
        return opening.Opening()

    def derive(self, state: NoRetreat) -> Occupancy:
        return occupancy(state)

    def scores(self, t: T) -> Mapping[str, int]:
        return dict(zip(SIDES, victory.both(t.s, t.d), strict=True))

    def hand(self, t: T, side: str) -> Sequence[HandCard]:
        return hand.hand(t, side)

    def own_turn(self, t: T, side: str) -> bool:
        return t.s.phasing == side_of(side)

    def hostile(self, t: T, side: str) -> int:
        return t.d.present[SIDES.index(side) ^ 1]

    def check(self, t: T, force: bool = False) -> list[str]:
        broken = _places(t)
        return broken if force or _moving(t) else broken + _stacks(t)


def _moving(t: T) -> bool:
    """Are units on the move, so that stacking is judged later (§8.4; nr-36)?"""
    stack = t.pos.lanes[0].stack if t.pos.lanes else []
    return not stack or any(
        isinstance(frame, Housekeeping | Shed)
        or (isinstance(frame, PlayerTurn) and frame.step in ASIDE)
        for frame in stack
    )


def _places(t: T) -> list[str]:
    """No hex has units of both sides, and who is in a city controls it."""
    both = members(t.d.present[0] & t.d.present[1])
    broken = [f"both sides are in {BOARD.label(place)}" for place in both]
    for place, units in t.d.at.items():
        site = BOARD.site_at[place] if place < ON_MAP else NOWHERE
        side = BOARD.units[units[0]].side
        if site >= 0 and site != victory.FINLAND_SITE and t.s.control[site] != side:
            broken.append(f"{BOARD.label(place)} is not controlled by those who are in it")
    return broken


def _stacks(t: T) -> list[str]:
    return [f"too many units in {BOARD.label(place)}" for place in overstacked(t.s, t.d)]


RULES = NoRetreatRules()
