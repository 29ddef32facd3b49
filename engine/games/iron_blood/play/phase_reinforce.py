"""Phase 8: Soviet reinforcements, partisans, Stalin."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from engine.board.bits import Members, mask
from engine.core.entries import Marked, Noted
from engine.core.frames import Call, Choice, Done, Outcome, Proc
from engine.core.picks import pick
from engine.core.tell import several
from engine.core.verbs import Verb, Why
from engine.games.iron_blood.acts import T, place
from engine.games.iron_blood.cards import generals
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AIR, INFANTRY, PARTISAN, SOVIET, TANK
from engine.games.iron_blood.law import reinforce

RULE = "phase8.reinforcements"


class Reinforcements(Proc, kw_only=True, tag="ib.reinforcements"):
    """Units by the season, partisans by a die, and Stalin's flight if the player wants it."""

    PHASE: ClassVar[str] = "Reinforcements"

    STEPS: ClassVar[tuple[str, ...]] = ("units", "partisans", "placing", "stalin")

    def units(self, t: T) -> Outcome:
        infantry, tanks, planes = BOARD.seasons[t.s.season].arrivals  # §seasons
        for unit in reinforce.in_reserve(t.s, SOVIET, AIR)[:planes]:
            place(t, unit, BOARD.air_box[SOVIET], RULE)
        if not infantry and not tanks:
            return None
        return Call(Arrivals(side="soviet", infantry=infantry, tanks=tanks))

    def partisans(self, t: T) -> Outcome:
        return Call(generals.Attempt(side="soviet", purpose="partisans", least=max(BOARD.faces)))

    def placing(self, t: T) -> Outcome:
        return Call(Partisans(side="soviet", count=self.handed()))

    def stalin(self, t: T) -> Outcome:
        if not reinforce.stalin_cities(t.s):
            return Done()
        return Call(Flight(side="soviet"))


class Arrivals(Choice, kw_only=True, tag="ib.arrivals"):
    """The infantry and tanks of the season are placed; a unit without a free hex waits (ib-18)."""

    infantry: int
    tanks: int

    def prompt(self, t: T) -> tuple[str, str]:
        kinds = [("infantry", self.infantry), ("tank", self.tanks)]
        parts = [f"{n} {kind}" for kind, n in kinds if n]
        if not self.placeable(t):
            return "No reinforcement is left that can be placed; end reinforcements.", RULE
        return f"Place your reinforcements: {' and '.join(parts)}.", RULE

    def may_hold(self, t: T) -> bool:
        return self._exchange(t) and generals.could_hold(t, "soviet", "tank")

    def _due(self, t: T) -> dict[int, int]:
        """The next counter of each kind still due -> its kind."""
        due = {}
        for kind, left in ((INFANTRY, self.infantry), (TANK, self.tanks)):
            if left:
                due.update(dict.fromkeys(reinforce.in_reserve(t.s, SOVIET, kind)[:1], kind))
        return due

    def placeable(self, t: T) -> list[int]:
        """The counters due that have a hex to go to."""
        due = self._due(t)
        return [u for u, k in due.items() if reinforce.reinforcement_land(t.s, t.d, k)]

    def _exchange(self, t: T) -> bool:
        """Could an infantry be exchanged for one more tank by the token? Public facts alone."""
        if not self.infantry:
            return False
        tanks = len(reinforce.in_reserve(t.s, SOVIET, TANK))
        room = reinforce.reinforcement_land(t.s, t.d, TANK).bit_count()
        return min(tanks, room) > self.tanks  # §generals.soviet; ib-37

    def verbs(self, t: T) -> Sequence[Verb]:
        open_ = self.placeable(t)
        blocked = Why("Reinforcements must be placed while there is a hex for them.", RULE)
        end = Verb("end reinforcements", Done, rule=RULE, blocked=blocked if open_ else None,
                   ends=True, hint="Nothing is left to place.")  # fmt: skip
        found = [self._place(t, open_), end]
        if self._exchange(t) and generals.holds(t, "soviet", "tank"):
            found.append(self._tank(t))
        return found

    def _place(self, t: T, open_: list[int]) -> Verb:
        due = self._due(t)

        def why_unit(unit: int) -> Why:
            name = BOARD.units[unit].name
            if unit in due:
                return Why(f"There is no free hex for {name}.", RULE)
            return Why(f"{name} is not due now.", RULE)

        def hexes(unit: int) -> list[int]:
            return reinforce.reinforcement_hexes(t.s, t.d, due[unit])

        def why_not_hex(unit: int, where: int) -> Why | None:
            return reinforce.why_not_reinforce(t.s, t.d, due[unit], where)

        def do(unit: int, where: int) -> Outcome:
            if due[unit] == INFANTRY:
                self.infantry -= 1
            else:
                self.tanks -= 1
            place(t, unit, where, RULE)
            return None

        slots = (
            pick("unit", "unit", open_, why_unit, rule=RULE),
            pick("hex", "place", hexes, why_not=why_not_hex, rule=RULE),
        )
        hint = "Infantry in any free urban hex of yours, tanks in industrial centres."
        return Verb("place", do, slots, rule=RULE, hint=hint)

    def _tank(self, t: T) -> Verb:
        def do() -> Outcome:
            generals.spend(t, "soviet", "tank", "a tank comes instead of an infantry")
            self.infantry -= 1
            self.tanks += 1
            return None

        hint = "A tank instead of an infantry."
        return Verb("play tank", do, rule="generals.soviet", own=True, hint=hint)


class Partisans(Choice, kw_only=True, tag="ib.partisans"):
    """The number rolled is placed, as far as counters and hexes go (§phase8.partisans; ib-14)."""

    count: int

    def prompt(self, t: T) -> tuple[str, str]:
        left = self.left(t)
        if not left:
            return "No partisan unit is left to place; end partisans.", "phase8.partisans"
        return f"Place {several(left, 'partisan unit')}.", "phase8.partisans"

    def may_hold(self, t: T) -> bool:
        return reinforce.partisan_room(t.s, t.d) > self.left(t) and generals.could_hold(
            t, "soviet", "partisan"
        )

    def left(self, t: T) -> int:
        return min(self.count, reinforce.partisan_room(t.s, t.d))

    def verbs(self, t: T) -> Sequence[Verb]:
        left = self.left(t)
        wanting = f"{several(left, 'partisan unit')} must still be placed."
        blocked = Why(wanting, "phase8.partisans")
        end = Verb("end partisans", Done, rule="phase8.partisans", ends=True,
                   blocked=blocked if left else None, hint="All are placed.")  # fmt: skip
        found = [self._place(t, left), end]
        if reinforce.partisan_room(t.s, t.d) > left and generals.holds(t, "soviet", "partisan"):
            found.append(self._more(t))
        return found

    def _place(self, t: T, left: int) -> Verb:
        rule = "phase8.partisans"
        empty = reinforce.partisan_land(t.d)

        def hexes(named: list[int]) -> Members:
            return Members(empty & ~mask(named) if len(named) < left else 0)

        def why_not(named: list[int], where: int) -> Why | None:
            if where in named:
                return Why(f"{BOARD.label(where)} is named twice.", rule)
            if len(named) >= left:
                return Why(f"You place {left} now, no more.", rule)
            return reinforce.why_not_partisan(t.d, where)

        def do(chosen: list[int]) -> Outcome:
            for unit, where in zip(
                reinforce.in_reserve(t.s, SOVIET, PARTISAN), chosen, strict=False
            ):
                place(t, unit, where, rule)
            self.count -= len(chosen)
            return None

        slots = (pick("hex", "place", hexes, why_not=why_not, rule=rule, many=True),)
        return Verb("partisan", do, slots, rule=rule, hint="Place partisans, a hex each.")

    def _more(self, t: T) -> Verb:
        def do() -> Outcome:
            generals.spend(t, "soviet", "partisan", "one more partisan unit")
            self.count = self.left(t) + 1
            return None

        hint = "One more partisan unit."
        return Verb("play partisan", do, rule="generals.soviet", own=True, hint=hint)


class Flight(Choice, kw_only=True, tag="ib.flight"):
    """May Stalin try to leave Moscow? Once a season, and once in the game (§phase8.stalin)."""

    def prompt(self, t: T) -> tuple[str, str]:
        text = "Let Stalin try to leave Moscow (2 or 3 on a die), or end the season."
        return text, "phase8.stalin"

    def verbs(self, t: T) -> Sequence[Verb]:
        def attempt() -> Outcome:
            t.s.stalin_tried = True
            return Call(StalinMoves())

        tried = Why("Stalin has tried once this season.", "phase8.stalin")
        return (
            Verb("stalin", attempt, rule="phase8.stalin", hint="Roll for Stalin's flight.",
                 blocked=tried if t.s.stalin_tried else None),
            Verb("end season", Done, rule="phase8.stalin", ends=True,
                 hint="Stalin stays; the season ends."),
        )  # fmt: skip


FLED = 2
"""This or more lets Stalin go (§phase8.stalin)."""


class StalinMoves(Proc, kw_only=True, tag="ib.stalin"):
    """The roll, and the city."""

    STEPS: ClassVar[tuple[str, ...]] = ("roll", "choose")

    def roll(self, t: T) -> Outcome:
        return Call(generals.Attempt(side="soviet", purpose="stalin", least=FLED))

    def choose(self, t: T) -> Outcome:
        if not (isinstance(self.ret, int) and self.ret >= FLED):
            t.note(Noted(text="Stalin stays in Moscow.", rule="phase8.stalin"))
            return Done()
        return Call(StalinTo(side="soviet"))


class StalinTo(Choice, kw_only=True, tag="ib.stalin_to"):
    """The attempt succeeded: Stalin goes to a friendly city, or stays after all."""

    def prompt(self, t: T) -> tuple[str, str]:
        text = "Stalin can go: name the city, or let him stay. Going gives the Axis the initiative."
        return text, "phase8.stalin"

    def verbs(self, t: T) -> Sequence[Verb]:
        def go(location: int) -> Outcome:
            t.s.stalin = location
            t.s.stalin_moved = True  # §initiative: the Axis has it from now on
            record = BOARD.locations[location]
            t.note(Marked(place=record.id, mark="stalin", value="here", rule="phase8.stalin"))
            return Done()

        slots = (
            pick("city", "location", lambda: reinforce.stalin_cities(t.s), rule="phase8.stalin",
                 why_not=partial(reinforce.why_not_stalin, t.s)),
        )  # fmt: skip
        return (
            Verb("stalin", go, slots, rule="phase8.stalin", hint="Stalin goes to a city."),
            Verb("done", Done, rule="phase8.stalin", hint="Stalin stays."),
        )
