"""Air bases that move (11.14 to 11.16)."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Callable, Collection, Sequence
from typing import ClassVar

from engine.board.occupancy import Occupancy
from engine.core.entries import Lost
from engine.core.frames import Call, Choice, Done, Frame, Outcome, Proc
from engine.core.picks import number
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.russia_besieged.acts import T, arrive, set_place, side_of
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AIRCRAFT, HEXES, WITHDRAWN
from engine.games.russia_besieged.law import air
from engine.games.russia_besieged.state import (
    STAGED,
    RussiaBesieged,
    first_impulse,
    hungary_neutral,
)
from engine.games.russia_besieged.words import IDS, label

Label = Callable[[Picks, Value], str]
_COUNTRIES = BOARD.ground.countries


def where_of(t: T) -> Label:
    """What a list shows beside a unit: its name and where it is."""

    def text(_: Picks, unit: Value) -> str:
        name, place = BOARD.pieces[int(unit)].name, t.s.place[int(unit)]
        return f"{name} in {label(place)}" if place < HEXES else name

    return text


def appears_at(t: T, listed: Callable[[RussiaBesieged, Occupancy, int], int]) -> Label:
    """What it shows of a hex where a unit appears: who comes to a port goes on by sea (8.32)."""

    def text(picks: Picks, hex_: Value) -> str:
        stays = listed(t.s, t.d, number(picks, 0)) >> int(hex_) & 1
        return label(int(hex_)).partition(" (")[0] + ("" if stays else ", to go on by sea")

    return text


WhyNot = Callable[[Picks, Value], Why | None]


def on_map(why_not: WhyNot) -> WhyNot:
    """Asked of hexes alone: boxes and water are no places for an order."""

    def ask(picks: Picks, place: Value) -> Why | None:
        if int(place) >= HEXES:
            return Why("That is no hex of the map.", "6.0")
        return why_not(picks, place)

    return ask


def stage_verb(t: T, side: str) -> Verb:
    """`stage PLANE CITY`."""

    def planes(_: Picks) -> Collection[Value]:
        return t.once("planes", air.movable, t.s, t.d)

    def why_plane(_: Picks, plane: Value) -> Why | None:
        it = BOARD.pieces[int(plane)]
        if it.type != AIRCRAFT or it.side != t.s.side or t.s.place[int(plane)] >= HEXES:
            return Why(f"{it.name} is no Air unit of yours on the map.", "11.14")
        if plane in planes([]):
            return None
        why = air.why_pledged(t.s, int(plane))
        text = f"{it.name} has flown or moved in this impulse, or no city is near."
        return why or Why(text, "11.14")

    def cities(picks: Picks) -> Collection[Value]:
        plane = number(picks, 0)
        return t.once(("stages", plane), air.stages, t.s, t.d, plane)

    def why_city(picks: Picks, place: Value) -> Why | None:
        return air.why_no_staging(t.s, t.d, number(picks, 0), int(place))

    def do(plane: int, place: int) -> Outcome:
        t.s.flags[plane] |= STAGED
        if hungary_neutral(t.s) and air.over_hungary(t.s.place[plane], place):
            t.s.entered |= air.STUKA_OVER_HUNGARY
        if first_impulse(t.s):
            if _COUNTRIES["rumania"] >> place & 1:
                t.s.entered |= air.STUKA_TO_RUMANIA
            if _COUNTRIES["finland"] >> place & 1:
                t.s.entered |= air.STUKA_TO_FINLAND
        arrive(t, plane, place, "stages", "11.14")
        return None

    slots = (
        Slot("air unit", "unit", planes, why_not=why_plane, label=where_of(t), rule="11.14"),
        Slot("city", "place", cities, why_not=on_map(why_city), rule="11.12"),
    )
    hint = "An air base goes to another city; it flies no mission in this impulse."
    return Verb("stage", do, slots, rule="11.14", hint=hint)


class DrivenOff(Proc, kw_only=True, tag="rb.driven_off"):
    """Bases in whose hex an enemy stands go elsewhere at once, or off the map (11.16)."""

    side: str

    STEPS: ClassVar[tuple[str, ...]] = ("next",)

    def next(self, t: T) -> Outcome:
        for plane in air.driven_off(t.s, t.d, side_of(self.side)):
            if air.stages(t.s, t.d, plane, forced=True):
                return Call(Flee(side=self.side, plane=plane), then="next")
            held_off(t, plane)
        return Done()


def held_off(t: T, plane: int) -> None:
    """No city is near: the Air unit is off the map for one full turn of its side (11.16)."""
    it = BOARD.pieces[plane]
    here = t.s.place[plane]
    set_place(t, plane, WITHDRAWN[it.side])
    t.note(Lost(unit=it.id, place=IDS[here], how="driven off", rule="11.16"))
    first = t.s.side == 0 and it.side == 1  # its own turn of this game turn is still to come
    t.s.late = [*t.s.late, [plane, t.s.turn + (1 if first else 2), -1]]


class Flee(Choice, kw_only=True, tag="rb.flee"):
    """Where a base goes that is driven off."""

    plane: int
    POLICY: ClassVar[str] = "staging"

    def prompt(self, t: T) -> tuple[str, str]:
        it = BOARD.pieces[self.plane]
        return f"{it.name} must leave {label(t.s.place[self.plane])}: stage it.", "11.16"

    def default(self, t: T) -> str:
        """The nearest city with room."""
        grid, here = BOARD.ground.grid, t.s.place[self.plane]
        found = air.stages(t.s, t.d, self.plane, forced=True)
        place = min(found, key=lambda hex_: (grid.distance(here, hex_), hex_))
        return f"stage {BOARD.pieces[self.plane].id} {IDS[place]}"

    def verbs(self, t: T) -> Sequence[Verb]:
        def cities(_: Picks) -> Collection[Value]:
            return air.stages(t.s, t.d, self.plane, forced=True)

        def why_city(_: Picks, place: Value) -> Why | None:
            return air.why_no_staging(t.s, t.d, self.plane, int(place), forced=True)

        def do(plane: int, place: int) -> Outcome:
            t.s.flags[plane] |= STAGED
            arrive(t, plane, place, "is driven off", "11.16")
            return Done()

        slots = (
            Slot("air unit", "unit", lambda _: (self.plane,), rule="11.16"),
            Slot("city", "place", cities, why_not=on_map(why_city), rule="11.16"),
        )
        return (Verb("stage", do, slots, rule="11.16", hint="The base goes to a city near by."),)


FRAMES: tuple[type[Frame], ...] = (DrivenOff, Flee)
