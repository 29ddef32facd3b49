"""The No Retreat option and retreats (11.4)."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from engine.core.frames import Call, Choice, Done, Frame, Outcome, Proc
from engine.core.picks import number, numbers
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.stalins_war import acts
from engine.games.stalins_war.acts import T, name_of
from engine.games.stalins_war.cards import combat
from engine.games.stalins_war.cards.clash import Fight
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import OUT, SIDES
from engine.games.stalins_war.law import losses, retreat
from engine.games.stalins_war.law.retreat import Route
from engine.games.stalins_war.play.moving import on_map, where_of
from engine.games.stalins_war.state import enemy, fortresses
from engine.games.stalins_war.words import label


def worth_holding(t: T, side: int, place: int) -> bool:
    """By default a side holds stars, oil hexes and fortresses."""
    ground = BOARD.ground
    return (ground.stars | ground.oil | fortresses(t.s, side)) >> place & 1 == 1


def why_no_stand(t: T, fight: Fight, units: Sequence[int]) -> Why | None:
    """Why these defenders have no No Retreat option (§11.4.3); cards give it and take it."""
    cards = fight.played
    if retreat.ignores(t.s, enemy(t.s.side), fight.target):
        return Why("From a Festung nobody retreats.", "11.4.1")
    if not units or combat.closes_stand(cards):
        return Why("A card takes the No Retreat option away.", "11.4.3")
    anywhere, ignored = combat.opens_stand(cards), combat.gives_no_stand(cards)
    return retreat.why_not_stand(t.s, units, fight.target, anywhere, ignored)


def standing(t: T, side: int, place: int) -> list[int]:
    """Any defending unit may lose the step; Stalin is the last (§16.4.2)."""
    found = t.d.units(side, place)
    others = [unit for unit in found if not retreat.stays(BOARD.units[unit])]
    return others or found


def stay(t: T, unit: int) -> None:
    """A unit loses the step for which all stay (§11.4.3)."""
    acts.lose_step(t, unit, "11.4.3", t.s.supply[unit] == OUT)


class Stand(Choice, kw_only=True, tag="sw.stand"):
    """The defender may lose a step more and stay (§11.4.3). Hands down 1 if he does."""

    place: int
    POLICY: ClassVar[str] = "stand"

    def prompt(self, t: T) -> tuple[str, str]:
        where = label(self.place)
        return f"Stand in {where} for a step more, or give way.", "11.4.3"

    def units(self, t: T) -> list[int]:
        """Who may lose the step."""
        return standing(t, SIDES.index(self.side), self.place)

    def default(self, t: T) -> str:
        """Stand in a star, an oil hex or a fortress, by a unit that lives on if there is one."""
        if not worth_holding(t, SIDES.index(self.side), self.place):
            return "give way"
        return f"stand {BOARD.units[losses.cheapest(t.s, self.units(t))].id}"

    def verbs(self, t: T) -> Sequence[Verb]:
        def why_not(_: Picks, unit: Value) -> Why | None:
            if unit in self.units(t):
                return None
            return Why("It is no defender that could lose the step.", "11.4.3")

        def stand(unit: int) -> Outcome:
            stay(t, unit)
            return Done(1)

        slot = Slot("unit", "unit", lambda _: self.units(t), why_not=why_not, rule="11.4.3")
        hint = "The unit loses a step, and all stay."
        return (
            Verb("stand", stand, (slot,), rule="11.4.3", hint=hint),
            Verb("give way", lambda: Done(0), rule="11.4.1", hint="They retreat."),
        )


class Retreats(Proc, kw_only=True, tag="sw.retreats"):
    """Unit by unit; who has no way is lost as if out of supply (§11.4.4, §11.4.6)."""

    side: str
    start: int
    length: int

    STEPS: ClassVar[tuple[str, ...]] = ("next",)

    def next(self, t: T) -> Outcome:
        found = ways(t, self.side, self.start, self.length)
        for unit, routes in found.items():
            if not routes:
                acts.eliminate(t, unit, "cannot retreat", True, "11.4.4")
        if not any(found.values()):
            return Done()
        choice = Retreat(side=self.side, start=self.start, length=self.length)
        return Call(choice, then="next")


def ways(t: T, side: str, start: int, length: int) -> Mapping[int, list[Route]]:
    """Unit -> its routes, for those still to go."""
    units = t.d.units(SIDES.index(side), start)
    return retreat.choices(t.s, t.d, units, start, length)


class Retreat(Choice, kw_only=True, tag="sw.retreat"):
    """The owner sends a unit back; the order is his, since room may be short (§11.4.4)."""

    start: int
    length: int
    POLICY: ClassVar[str] = "retreat"

    def prompt(self, t: T) -> tuple[str, str]:
        hexes = "a hex" if self.length == 1 else f"{self.length} hexes"
        return f"Retreat {hexes} from {label(self.start)}, unit by unit.", "11.4.4"

    def ways(self, t: T) -> Mapping[int, list[Route]]:
        """Unit -> its routes."""
        return t.once(("ways", self.start), ways, t, self.side, self.start, self.length)

    def default(self, t: T) -> str:
        """Who has the fewest ways goes first, LCUs before others."""
        found = self.ways(t)
        unit = min(found, key=lambda u: (len(found[u]), not BOARD.units[u].lcu, u))
        path = " ".join(name_of(place) for place in found[unit][0])
        return f"retreat {BOARD.units[unit].id} {path}"

    def verbs(self, t: T) -> Sequence[Verb]:
        def units(_: Picks) -> Collection[Value]:
            return list(self.ways(t))

        def why_unit(_: Picks, unit: Value) -> Why | None:
            if unit in self.ways(t):
                return None
            return Why("It has no retreat to make.", "11.4.1")

        def onward(picks: Picks) -> Collection[Value]:
            path = tuple(numbers(picks, 1))
            routes = self.ways(t)[number(picks, 0)]
            found = [r for r in routes if len(r) > len(path) and r[: len(path)] == path]
            return list(dict.fromkeys(route[len(path)] for route in found))

        def whole(picks: Picks) -> Why | None:
            if tuple(numbers(picks, 1)) in self.ways(t)[number(picks, 0)]:
                return None
            return Why("The retreat goes on.", "11.4.2")

        def why_hex(picks: Picks, place: Value) -> Why | None:
            if place in onward(picks):
                return None
            unit, route = number(picks, 0), (*numbers(picks, 1), int(place))
            why = retreat.why_not(t.s, t.d, unit, self.start, self.length, route)
            return why or Why("No retreat goes there.", "11.4.4")

        def do(unit: int, path: list[int]) -> Outcome:
            acts.retreat(t, unit, path)
            return Done()

        slots = (
            Slot("unit", "unit", units, why_not=why_unit, label=where_of(t), rule="11.4.1"),
            Slot(
                "hex",
                "place",
                onward,
                many=True,
                stop=whole,
                why_not=on_map(why_hex),
                rule="11.4.4",
            ),
        )
        hint = "The unit goes this way and adds nothing there in this round."
        return (Verb("retreat", do, slots, rule="11.4.1", hint=hint),)


FRAMES: tuple[type[Frame], ...] = (Stand, Retreats, Retreat)
