"""Iron, Blood, Snow & Mud as the core takes it."""

from collections.abc import Mapping, Sequence

from engine.core.frames import Frame, frames_in
from engine.core.rules import HandCard, Option, OptionValue, Preview, Rules
from engine.core.sheets import said
from engine.games.iron_blood import cards, play
from engine.games.iron_blood.acts import T
from engine.games.iron_blood.data.board import BOARD, HELP, TEXTS
from engine.games.iron_blood.data.facts import AXIS, FLEET, FORTRESS, PARTISAN, SIDES, SOVIET, Unit
from engine.games.iron_blood.law.combat import combat_hexes, preview
from engine.games.iron_blood.law.obstacles import BIT, ENTERABLE, off_map
from engine.games.iron_blood.play.opening import Opening, fill_bags
from engine.games.iron_blood.practice.advice import ADVICE
from engine.games.iron_blood.shapes import from_shape_1
from engine.games.iron_blood.show import overlays, telling
from engine.games.iron_blood.show.view import view
from engine.games.iron_blood.state import IronBlood, Occupancy, new_state
from engine.games.iron_blood.umpire.edit import IronBloodEditor
from engine.games.iron_blood.words import LOCATIONS, PLACES, TOKENS, UNITS


class IronBloodRules(Rules[IronBlood, Occupancy]):
    """The game: eleven seasons, nine phases, two sides."""

    id = "iron_blood"
    title = "Iron, Blood, Snow & Mud"
    version = "2"
    changes = TEXTS.changes
    shape = 2
    shapes = {1: from_shape_1}
    scenarios = {"standard": "The war in the east, 1941 to 1944"}
    options = (
        Option(
            "anti_partisan",
            "Axis Anti-Partisan Division: an eliminated infantry comes back in Clear 1943",
            False,
            rule="optional.anti_partisan",
        ),
    )
    state = IronBlood
    frames = frames_in(cards, play)
    lexicons = {"unit": UNITS, "place": PLACES, "location": LOCATIONS, "card": TOKENS}
    verbs = TEXTS.verbs
    synonyms = TEXTS.synonyms
    policies = {"commit": "ask", "rolled": "ask", "reroll": "ask", "retreat": "ask"}
    glossary = TEXTS.glossary
    help = HELP
    questions = TEXTS.questions
    windows = ("commit", "rolled", "reroll")
    derive = staticmethod(Occupancy)
    view = staticmethod(view)
    movers = staticmethod(overlays.movers)
    tell = staticmethod(telling.tell)
    called = staticmethod(telling.called)
    overlays = overlays.KINDS
    near = BOARD.neighbours
    provenance = (
        "The rules follow the published rulebook. The map, the start of some units and the "
        "faces of the die are not printed there: they are reconstructed from its examples, "
        "from real geography and from public reports. " + said(BOARD.sources)
    )
    editor = IronBloodEditor()
    advice = ADVICE
    dice = telling.DICE
    high = tuple(telling.DICE)

    def sides(self, scenario: str, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        return SIDES

    def start(self, scenario: str, options: Mapping[str, OptionValue]) -> IronBlood:
        return new_state(bool(options["anti_partisan"]))

    def open(self, t: T) -> Frame:
        fill_bags(t)
        return Opening()

    def hand(self, t: T, side: str) -> Sequence[HandCard]:
        return [
            HandCard(token.id, token.name, token.timing.replace("_", " "), token.effect)
            for token in (BOARD.tokens[i] for i in t.ids(f"hand.{side}"))
        ]

    def preview(self, t: T, words: Sequence[str]) -> Preview:
        """The dice and chances of a combat."""
        places = (
            self.lexicons["place"].read(words[1]) if words[:1] == ["fight"] and words[1:] else ()
        )
        for place in map(int, places):
            if place in combat_hexes(t.s, t.d):
                return Preview(tuple(preview(t.s, t.d, place)), (BOARD.places[place],))
        return Preview()

    def hostile(self, t: T, side: str) -> int:
        return t.d.present[SIDES.index(side) ^ 1]

    def fits(self, card: int, side: str) -> Sequence[str]:
        kind = BOARD.tokens[card].id.rsplit("_", 1)[1]
        return {"die": ("commit",), "hits": ("rolled",), "reroll": ("rolled", "reroll")}.get(
            kind, ()
        )

    def pile_family(self, pile: str) -> str:
        """Soviet tokens lie in the Soviet bag or hand and on Snow spaces, all others are Axis."""
        return "soviet" if pile.endswith((".soviet", "_snow")) else "axis"

    def check(self, t: T, force: bool = False) -> list[str]:
        broken = []
        for unit in BOARD.units:
            if unit.kind != FORTRESS and not _may_be(unit, t.s.at[unit.index]):
                broken.append(f"{unit.name} in {BOARD.label(t.s.at[unit.index])}")
        if (t.s.stalin != BOARD.stalin) != t.s.stalin_moved:
            broken.append("Stalin has moved exactly when he is not in Moscow")
        if not force:
            broken += _stacking(t)
        return broken


def _may_be(unit: Unit, place: int) -> bool:
    """May the counter lie there at all (§map.terrain, §map.coastal, §map.border)?"""
    if place >= len(BOARD.hexes):
        return off_map(unit.index, place)
    if unit.kind == FLEET:
        return place in BOARD.seas[unit.side].hexes
    if unit.kind == PARTISAN and not BOARD.territory[SOVIET] & BIT[place]:
        return False
    return bool(ENTERABLE[unit.kind] & BIT[place])


def _stacking(t: T) -> list[str]:
    """One regular unit of a side in a hex (§map.stacking)."""
    broken = []
    for side in (AXIS, SOVIET):
        hexes = [t.s.at[u] for u in BOARD.regulars[side] if t.s.at[u] < len(BOARD.hexes)]
        for where in sorted({h for h in hexes if hexes.count(h) > 1}):
            broken.append(f"two regular units of the {SIDES[side]} in {BOARD.label(where)}")
    return broken


RULES = IronBloodRules()
