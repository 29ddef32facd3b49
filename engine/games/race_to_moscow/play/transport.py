"""Transport supplies, chapter 11; field armies by train, §19.1."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from functools import partial

from engine.board.bits import mask, members
from engine.core.entries import Moved
from engine.core.frames import Call, Choice, Done, Outcome
from engine.core.picks import pick
from engine.core.tell import several
from engine.core.verbs import Value, Verb, Why
from engine.games.race_to_moscow.acts import T, colour_of, go, id_of, shift, spend_action, stored
from engine.games.race_to_moscow.cards.okh import within_reach
from engine.games.race_to_moscow.cargo import Offer, cargo_slot, counted, written
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS, NOWHERE
from engine.games.race_to_moscow.labels import room_label, stock_label
from engine.games.race_to_moscow.law.chain import linked
from engine.games.race_to_moscow.law.shut import DROP_FIRST, shut, under_way
from engine.games.race_to_moscow.play.excess import drop_verb, dropping
from engine.games.race_to_moscow.state import in_play, load_of, room, truck_on

TRUCK, TRAIN = "truck", "train"
_UNDER_WAY = under_way(TRUCK, TRAIN)
_FULL = shut((TRUCK, TRAIN), "The limit of your Logistics card is reached.", "11")


def why_not_run(t: T, vehicle: str, colour: int, a: int, b: int) -> Why | None:
    """Why a truck or train may not be placed between two areas; None if it may."""
    s, names = t.s, BOARD.place_names
    line = BOARD.connection_at.get((a, b))
    if line is None or colour not in BOARD.connections[line].colours:
        return Why(f"No {COLOURS[colour]} line joins {names[a]} and {names[b]}.", "11")
    for area in (a, b):
        if s.control[area] != colour:
            return Why(f"{names[area]} is not yours.", "11")
    if vehicle == TRUCK and truck_on(s, line) >= 0:
        return Why("A truck is on that line already.", "11")
    if vehicle == TRAIN:
        if line in s.trains_on:
            return Why("A train is on that line already.", "11")
        joined = linked(colour, t.d.held[colour])
        for area in (a, b):
            if not s.track[area]:
                return Why(f"{names[area]} has no track.", "11")
            if not joined >> area & 1:
                return Why(f"Your areas do not join {names[area]} to a supply base.", "11")
    return None


def why_not_from(t: T, vehicle: str, colour: int, area: int) -> Why:
    """Why no truck or train can be placed from an area, where none of its lines is open."""
    name = BOARD.place_names[area]
    if not (t.s.trucks if vehicle == TRUCK else t.s.trains)[colour]:
        return Why(f"You have no {vehicle} left: take some with `transport {vehicle}s …`.", "13")
    if area >= len(BOARD.areas) or t.s.control[area] != colour:
        return Why(f"{name} is not yours.", "11")
    reasons = {
        refusal
        for end in BOARD.roads[colour][area]
        if t.s.control[end] == colour
        and (refusal := why_not_run(t, vehicle, colour, area, end)) is not None
    }
    if len(reasons) == 1:
        return reasons.pop()
    return Why(f"No line from {name} to an area of yours is open to a {vehicle} now.", "11")


def why_empty(t: T, area: int) -> Why:
    """Why nothing can be carried from an area without supplies."""
    army, text = t.d.army_in[area], f"There are no supplies in {BOARD.place_names[area]}"
    if army != NOWHERE and load_of(t.s, BOARD.card_store(army)):
        text += f": {BOARD.units[army].name} can `unload` there first"
    return Why(text + ".", "11")


def runs(t: T, vehicle: str, colour: int) -> dict[int, list[int]]:
    """Area -> the areas that a truck or train can be placed to now, those with supplies first."""
    pool, taken = t.s.trains, t.s.trains_on
    if vehicle == TRUCK:
        pool, taken = t.s.trucks, [line for lines in t.s.trucks_on for line in lines]
    laden: dict[int, list[int]] = {}
    bare: dict[int, list[int]] = {}
    if pool[colour]:
        open_, near = _open_to(t, vehicle, colour), BOARD.road_near[colour]
        roads, line = BOARD.roads[colour], BOARD.connection_at
        for area in members(open_):
            if not near[area] & open_:
                continue
            ends = [end for end in roads[area] if open_ >> end & 1]
            if taken:
                ends = [end for end in ends if line[area, end] not in taken]
            if ends:
                (laden if load_of(t.s, area) else bare)[area] = ends
    return laden | bare


def _open_to(t: T, vehicle: str, colour: int) -> int:
    """The areas that a truck or train can run between (§11)."""
    own = t.d.held[colour]
    if vehicle == TRUCK:
        return own
    return mask(area for area in members(linked(colour, own)) if t.s.track[area])


_TRUCK_ALONE = shut((TRAIN,), "The truck that the card adds is left in this action.", "16")
_NO_REDEPLOY = shut(("redeploy",), "Armies go by train in games with that option alone.", "19.1")

Then = Callable[[str, int], Outcome]
"""What follows when a truck or train (word) has been placed, to this area."""


def limit(t: T) -> int:
    """Trucks and trains that may be placed in one action (§11); a card adds a truck (§16)."""
    return BOARD.levels[t.s.level - 1].place + t.s.big_trucks


def transport_verbs(t: T, side: str) -> Sequence[Verb]:
    """`train A B cargo` or `truck A B cargo`: the first transport of an action (§2.4, §11).

    Without cargo it bars the line (rm-53).
    """
    first, verbs = t.lasting(_first, side, t.s.big_trucks)
    return [*verbs, *_redeploy_verbs(t, side, first)]


def _first(t: T, side: str, big_trucks: bool) -> tuple[Then, list[Verb]]:
    """What follows the first transport, and its verbs."""

    def first(vehicle: str, end: int) -> Outcome:
        spend_action(t)
        begun = Transport(side=side, placed=1, trains=int(vehicle == TRAIN), end=end)
        return Call(begun) if begun.open(t) else _over(t)

    return first, _carry_verbs(t, side, first)


def _verbs(t: T, side: str, then: Then, trains: bool) -> list[Verb]:
    if not trains:
        return [_carry_verb(t, side, TRUCK, then), *_TRUCK_ALONE]
    return [*_carry_verbs(t, side, then), *_redeploy_verbs(t, side, then)]


def _carry_verbs(t: T, side: str, then: Then) -> list[Verb]:
    return [_carry_verb(t, side, vehicle, then) for vehicle in (TRAIN, TRUCK)]


def _redeploy_verbs(t: T, side: str, then: Then) -> Sequence[Verb]:
    return (_redeploy_verb(t, side, then),) if t.s.redeployment else _NO_REDEPLOY


def _over(t: T) -> Outcome:
    """The action is over, and so is what a card gave it (§16)."""
    t.s.big_trucks = False
    return None


# armies by train ------------------------------------------------------------------


def why_no_rider(colour: int, army: int) -> Why | None:
    """Why no train of a colour may ever carry an army; None if one may (§19.1)."""
    unit = BOARD.units[army]
    if unit.colour == colour and unit.kind == "field":
        return None
    return Why(f"{unit.name} is no field army of yours: trains carry no other.", "19.1")


def why_not_redeploy(t: T, colour: int, army: int, area: int) -> Why | None:
    """Why no train may carry an army to an area next to its own; None if it may (§19.1, rm-46)."""
    if refusal := why_no_rider(colour, army):
        return refusal
    if t.s.halted[army]:
        return Why(f"{BOARD.units[army].name} has no food: bring some to its area first.", "14")
    if not t.s.trains[colour]:
        return Why("You have no train left.", "11")
    if t.d.army_in[area] != NOWHERE:
        return Why(
            f"{BOARD.units[t.d.army_in[area]].name} stands in {BOARD.place_names[area]}.", "7"
        )
    return why_not_run(t, TRAIN, colour, t.s.at[army], area)


def rides(t: T, colour: int) -> dict[int, list[int]]:
    """Field army -> the areas that a train can carry it to now."""
    found: dict[int, list[int]] = {}
    for army in BOARD.groups[colour].armies:
        if in_play(t.s, army):
            near = BOARD.roads[colour][t.s.at[army]]
            ends = [area for area in near if why_not_redeploy(t, colour, army, area) is None]
            if ends:
                found[army] = ends
    return found


def _redeploy_verb(t: T, side: str, then: Then) -> Verb:
    """`redeploy ARMY AREA`: a train carries an army with all that is on its card (§19.1)."""
    colour = colour_of(side)

    def found() -> dict[int, list[int]]:
        return t.once((rides, colour), rides, t, colour)

    def why_army(army: int) -> Why:
        where = f"No train can carry {BOARD.units[army].name} from where it stands."
        return why_no_rider(colour, army) or Why(where, "19.1")

    def why_not_area(army: int, area: int) -> Why | None:
        if area >= len(BOARD.areas):
            return Why(f"{BOARD.place_names[area]} is no area on land.", "19.1")
        return why_not_redeploy(t, colour, army, area)

    def ride(army: int, area: int) -> Outcome:
        t.s.trains[colour] -= 1
        insort(t.s.trains_on, BOARD.connection_at[t.s.at[army], area])
        go(t, army, area, "goes by rail", "19.1")
        return then(TRAIN, area)

    slots = (
        pick("army", "unit", found, why_army, rule="19.1"),
        pick(
            "area", "place", lambda army: found().get(army, ()), why_not=why_not_area, rule="19.1"
        ),
    )
    hint = "A train carries a field army and its supplies along one line."
    return Verb("redeploy", ride, slots, hint=hint, rule="19.1")


# supplies -------------------------------------------------------------------------


def _carry_verb(t: T, side: str, vehicle: str, then: Then) -> Verb:
    colour = colour_of(side)
    capacity = BOARD.train_load if vehicle == TRAIN else BOARD.truck_load + t.s.big_trucks  # §16
    key = runs, vehicle, colour

    def found() -> dict[int, list[int]]:
        return t.once(key, runs, t, vehicle, colour)

    def offer(area: int, end: int, named: list[Value]) -> Offer:
        return stored(t, area), capacity

    def bar(area: int, end: int) -> Why | None:
        return None if load_of(t.s, area) else why_empty(t, area)

    def carry(a: int, b: int, words: list[Value]) -> Outcome:
        line, load = BOARD.connection_at[a, b], counted(words)
        if vehicle == TRUCK:
            t.s.trucks[colour] -= 1
            insort(t.s.trucks_on[colour], line)
        else:
            t.s.trains[colour] -= 1
            insort(t.s.trains_on, line)
        how = f"carries {written(load)}" if any(load) else "is placed empty"
        t.note(Moved(unit=vehicle, places=[id_of(a), id_of(b)], how=how, rule="11"))
        shift(t, load, a, b)
        return then(vehicle, b)

    slots = (
        pick("area", "place", found, partial(why_not_from, t, vehicle, colour),
             label=partial(stock_label, t), ranked=True, rule="11"),
        pick("area", "place", lambda area: found().get(area, ()), rule="11",
             why_not=partial(why_not_run, t, vehicle, colour),
             label=lambda _, end: room_label(t, end)),
        cargo_slot(offer, "11", bar, optional=True),
    )  # fmt: skip
    hint = f"A {vehicle} carries up to {capacity} supplies along one line; it may be empty."
    return Verb(vehicle, carry, slots, hint=hint, rule="11")


class Transport(Choice, kw_only=True, tag="rm.transport"):
    """More transports of the same action, or `done`."""

    placed: int
    trains: int = 0
    """Trains among them: the truck that a card adds is none (§16)."""
    end: int = NOWHERE
    """Where the last one went: what is too much there is dropped first (§12)."""

    def prompt(self, t: T) -> tuple[str, str]:
        if self.overfull(t):
            return dropping(t, self.end)
        if self.full(t):
            return "Play Grosstransportraum for one more truck, or end this action.", "16"
        left = several(limit(t) - self.placed, "more transport")
        return f"{left} in this action.", "11"

    def open(self, t: T) -> bool:
        """Is there anything left to decide?"""
        return self.overfull(t) or self.more(t)

    def overfull(self, t: T) -> bool:
        """Must something be dropped first?"""
        return self.end != NOWHERE and room(t.s, self.end) < 0

    def more(self, t: T) -> bool:
        """Can anything else be placed in this action, with Grosstransportraum too (§16)?"""
        colour = colour_of(self.side)
        if self.full(t):
            card = not t.s.big_trucks and "grosstransportraum" in within_reach(t, self.side)
            return card and bool(runs(t, TRUCK, colour))
        if runs(t, TRUCK, colour):
            return True
        by_train = runs(t, TRAIN, colour) or (t.s.redeployment and rides(t, colour))
        return self._train_left(t) and bool(by_train)

    def full(self, t: T) -> bool:
        """Is the limit of the action reached (§11)?"""
        return self.placed >= limit(t)

    def _train_left(self, t: T) -> bool:
        return self.trains < limit(t) - t.s.big_trucks

    def verbs(self, t: T) -> Sequence[Verb]:
        def on(vehicle: str, end: int) -> Outcome:
            self.placed += 1
            self.trains += vehicle == TRAIN
            self.end = end
            return next_()

        def next_() -> Outcome:
            return None if self.open(t) else done()

        def done() -> Outcome:
            _over(t)
            return Done()

        if self.overfull(t):
            return drop_verb(t, self.end, next_), *DROP_FIRST
        more = () if self.full(t) else _verbs(t, self.side, on, self._train_left(t))
        return (
            *more,
            Verb("done", done, hint="This action is over.", rule="11"),
            *(_FULL if self.full(t) else ()),
            *_UNDER_WAY,
        )
