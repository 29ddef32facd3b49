"""The game of the toy: view, edit lines, words, options. Its procedures are in `skirmish`."""

from collections.abc import Collection, Mapping, Sequence

from engine.core.edit import Editor, always
from engine.core.errors import Malformed
from engine.core.frames import Frame
from engine.core.lexicon import Lexicon, Term
from engine.core.rules import HandCard, Option, OptionValue, Rules
from engine.core.settings import SWITCH, one_of, row, term, whole
from engine.core.verbs import Value
from engine.core.view import View
from tests.core.skirmish import (
    CARDS,
    GONE,
    PLACES,
    SIDES,
    UNITS,
    Attacks,
    Battle,
    Cancel,
    Commit,
    Declare,
    Effect,
    Field,
    Move,
    OneTurn,
    Plan,
    Retreat,
    Round,
    T,
    Turn,
    order,
    owner,
)


class ToyView(View, kw_only=True):
    at: list[int]
    moved: list[int]
    points: list[int]
    fuel: list[int]
    plans: list[str]
    forts: list[int]
    watched: int
    hand: list[str]
    arms: list[str]
    hands: list[int]
    deck: int


BLOCKS = Lexicon(
    Term(u, name, f"u{name[1]}", f"Unit {name}", owner(u)) for u, name in enumerate(UNITS)
)
SPACES = Lexicon(
    Term(p, str(p), name="Gone" if p == GONE else f"Place {p}") for p in range(PLACES + 1)
)
SIDE, UNIT, PLACE = one_of(*SIDES), term("UNIT", BLOCKS), term("PLACE", SPACES)


class ToyEditor(Editor[Field, dict[int, list[int]]]):
    piles = ("deck", "discard", "hand.red", "hand.blue", "out")
    faces = {"battle": range(1, 7)}
    stations = ("plans", "move", "declare")
    settings = {
        "points.": row("points", whole(range(100)), SIDE),
        "fuel.": row("fuel", whole(range(100)), SIDE),
    }
    marks = {"fort": row("forts", one_of("none", "1", "2"), PLACE, "1")}
    flags = {"moved": row("moved", SWITCH, UNIT, "1")}
    holds = dict.fromkeys((Attacks, Cancel), always)

    def clear(self, t: T, what: str) -> None:
        if what in ("", "units", *SIDES):
            spared = [u for u in range(6) if what in SIDES and owner(u) != what]
            t.s.at = [p if u in spared else GONE for u, p in enumerate(t.s.at)]
        if what in ("", "marks"):
            t.s.forts = [0] * PLACES
        if what in ("", "cards"):
            for pile in list(t.pos.piles):
                t.pos.piles[pile].ids, t.pos.piles[pile].seen = [], []
            for card in range(len(CARDS)):
                t.pile("out").push(card, t.everyone)

    def put(self, t: T, unit: Value, place: Value, flags: Collection[str]) -> None:
        assert isinstance(unit, int) and isinstance(place, int)
        t.s.at[unit] = place
        t.s.moved[unit] = 0

    def where(self, t: T, unit: Value) -> Value:
        return t.s.at[int(unit)]

    def station(self, t: T, turn: str, side: str, phase: str) -> Frame:
        if not turn.isdecimal():
            raise Malformed(f"There is no turn `{turn[:30]}`.")
        t.s.turn = int(turn)
        if phase == "plans":
            return Round()
        if phase == "move":
            return Round(step="lead" if side == order(t)[0] else "follow")
        return OneTurn(side=side)


class Skirmish(Rules[Field, dict[int, list[int]]]):
    id = "skirmish"
    title = "Skirmish"
    version = "1"
    shape = 2
    scenarios = {"standard": "Standard", "close": "Close quarters"}
    options = (
        Option("fuel", "Refuels of each side", 1, ("0", "1", "2", "3"), rule="6"),
        Option("cards", "Which cards are played with", "all", ("all", "none")),
        Option("fog", "Play with the fog cards too", True),
        Option("order", "Who moves first", ["red", "blue"], SIDES),
    )
    state = Field
    frames = (
        Round, Plan, Turn, Move, Declare, Attacks, Battle, Commit, Effect, Cancel, Retreat, OneTurn
    )  # fmt: skip
    lexicons = {
        "unit": BLOCKS,
        "place": SPACES,
        "card": Lexicon(Term(c, name) for c, name in enumerate(CARDS)),
        "plan": Lexicon([Term("bold", "bold"), Term("wary", "wary")]),
    }
    verbs = {
        "plan": "1", "move": "2", "dig": "2.1", "watch": "2.2", "peek": "2.3",
        "end movement": "2", "refuel": "6", "target": "3",
        "end declaration": "3", "attack": "3", "end attacks": "3", "play": "4", "pass": "4",
        "retreat": "5", "give up": "5",
    }  # fmt: skip
    policies = {"commit": "ask", "cancel": "ask", "retreat": "ask"}
    windows = ("commit", "cancel")
    editor = ToyEditor()

    def sides(self, scenario: str, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        if len(options["order"]) < len(SIDES):  # type: ignore[arg-type]
            raise Malformed("Option order names both sides.")
        return SIDES

    def start(self, scenario: str, options: Mapping[str, OptionValue]) -> Field:
        fuel = options["fuel"]
        assert isinstance(fuel, int)
        at = [1, 2, 3, 6, 5, 4] if scenario == "close" else [0, 1, 2, 7, 6, 5]
        return Field(at, [0] * 6, ["", ""], [0, 0], [fuel, fuel], [0] * PLACES)

    def open(self, t: T) -> Frame:
        cards, fog = t.pos.options["cards"], t.pos.options["fog"]
        for card, name in enumerate(CARDS):
            if cards == "none" or (name.startswith("fog") and not fog):
                t.pile("out").push(card, t.everyone)
            else:
                t.pile("deck").push(card, 0)
        t.shuffle("deck")
        return Round()

    def derive(self, state: Field) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for unit, place in enumerate(state.at):
            if place < PLACES:
                found.setdefault(place, []).append(unit)
        return found

    def view(self, t: T, side: str | None) -> View:
        hand = t.pile(f"hand.{side}").ids if side else []
        return ToyView(
            game=self.id, seat=side or "", turn=str(t.s.turn), phase="", revision=0, asked=[],
            at=list(t.s.at), moved=list(t.s.moved), points=list(t.s.points), fuel=list(t.s.fuel),
            forts=list(t.s.forts), watched=t.s.watched, plans=list(t.s.plans),
            hand=[CARDS[c] for c in hand],
            arms=[CARDS[arm.card] for arm in t.pos.arms if arm.side == side],
            hands=[len(t.pile(f"hand.{s}")) for s in SIDES], deck=len(t.pile("deck")),
        )  # fmt: skip

    def hand(self, t: T, side: str) -> Sequence[HandCard]:
        return [HandCard(CARDS[c], CARDS[c], "", "") for c in t.pile(f"hand.{side}").ids]

    def check(self, t: T, force: bool = False) -> list[str]:
        cards = sorted(c for pile in t.pos.piles.values() for c in pile.ids)
        problems = [] if cards == list(range(len(CARDS))) else [f"cards are {cards}"]
        crowd = any(len(units) > 3 for units in t.d.values())
        return problems + (["more than three units on a place"] if crowd and not force else [])

    def migrate(self, raw: dict[str, object]) -> dict[str, object]:
        """Shape 1 had neither fuel nor forts."""
        if raw["shape"] != 1:
            return super().migrate(raw)
        state = raw["state"]
        assert isinstance(state, dict)
        state = {**state, "fuel": [0, 0], "forts": [0] * PLACES}
        return {**raw, "shape": 2, "state": state}


RULES = Skirmish()
