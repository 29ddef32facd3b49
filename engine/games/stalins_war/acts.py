"""What the procedures do to the pieces: each act changes the state and writes it down."""

from collections.abc import Iterable, Mapping, Sequence

from engine.board.occupancy import Occupancy
from engine.core.entries import Lost, Marked, Moved, Noted, Placed
from engine.core.table import Table
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    BOXES,
    ELIMINATED,
    EVENT,
    GERMAN,
    HEXES,
    NOWHERE,
    OPS_ROUND,
    OUT,
    PARTISAN,
    REINFORCEMENT,
    REMOVED,
    REPLACEMENT,
    RESERVE,
    SIDES,
    SOVIET,
    STALIN,
    SUPPLIES,
    TRACK,
    WHOLE,
    Card,
)
from engine.games.stalins_war.law import control, losses, operations, replacements, supply, works
from engine.games.stalins_war.state import (
    ADVANCED,
    FOUGHT,
    RETREATED,
    ROUND_FLAGS,
    StalinsWar,
    enemy,
    occupancy,
    on_map,
    played,
    stand,
    turn,
)

T = Table[StalinsWar, Occupancy]

_GROUND = BOARD.ground


def name_of(place: int) -> str:
    """How entries name a place: the id of a hex, a box, or a space of the turn track."""
    if place < HEXES:
        return _GROUND.grid.ids[place]
    return BOXES[place - HEXES] if place <= TRACK else f"turn_{place - TRACK}"


def refresh(t: T) -> None:
    """What is derived is built anew; after places or supply have changed by hand."""
    t.d = occupancy(t.s)


# where units are ------------------------------------------------------------------------


def set_place(t: T, unit: int, place: int) -> None:
    """Put a unit somewhere, without a word about it."""
    before, t.s.place[unit] = t.s.place[unit], place
    t.d = t.d.after(unit, before, place, stand(t.s, unit))


def go(t: T, unit: int, path: Sequence[int], how: str, flag: int, rule: str) -> None:
    """A unit goes along `path` (its own place first) and enters each hex in turn (§3.0)."""
    set_place(t, unit, path[-1])
    t.s.flags[unit] |= flag
    places = [name_of(place) for place in path]
    t.note(Moved(unit=BOARD.units[unit].id, places=places, how=how, rule=rule))
    for place in path[1:]:
        enter(t, unit, place)


def carry(t: T, unit: int, place: int, how: str, flag: int, rule: str) -> None:
    """A unit goes by rail or sea: it enters no hex on the way (§10.2)."""
    before = t.s.place[unit]
    go(t, unit, [before, place], how, flag, rule)
    if unit == BOARD.stalin:
        t.s.stalin_moves += 1  # §16.4.6


def retreat(t: T, unit: int, route: Sequence[int]) -> None:
    """A unit retreats; it gains control where it ends, not on the way (§11.4.4)."""
    before = t.s.place[unit]
    set_place(t, unit, route[-1])
    t.s.flags[unit] |= RETREATED
    places = [name_of(place) for place in (before, *route)]
    t.note(Moved(unit=BOARD.units[unit].id, places=places, how="retreats", rule="11.4.4"))
    enter(t, unit, route[-1])


def enter(t: T, unit: int, place: int) -> None:
    """What changes when a unit has entered a hex (§3.0, §5.1.1, §10.3.2, §16.2.2, §16.3.3)."""
    s, side = t.s, BOARD.units[unit].side
    found = control.entered(s, unit, place)
    if found.site != NOWHERE:
        site = _GROUND.sites[found.site]
        s.stormed |= site.star and BOARD.units[unit].nation == GERMAN
        take(t, found.site, side, "3.0")
    lift(t, [event for event in found.lifts if event not in s.lifted])
    if found.fortress:
        s.destroyed = [*s.destroyed, place]
        t.note(Marked(place=name_of(place), mark="fortress", value="destroyed", rule="16.2.2"))
    if found.trench:
        fill(t, enemy(side), place)
    if found.festung:
        s.festungs = [other for other in s.festungs if other != place]
        t.note(Marked(place=name_of(place), mark="festung", value="none", rule="16.3.3"))
    if found.zone:
        s.zones = [other for other in s.zones if other != place]
        t.note(Marked(place=name_of(place), mark="fortified_zone", value="none", rule="8.2"))
    if found.crosses:
        s.crossed = True
    if side == AXIS:
        for left in t.d.units(SOVIET, place):  # §16.4.3, §16.1.6
            if BOARD.units[left].type in (STALIN, PARTISAN):
                eliminate(t, left, "overrun", False, "16.4.3")
    find_out(t)


def find_out(t: T) -> None:
    """Inactive Partisans with a supplied Soviet unit in their hex go (§16.1.5)."""
    for den in works.found_out(t.s, t.d):
        remove_partisan(t, den, "16.1.5")


def lift(t: T, events: Iterable[str]) -> None:
    """Restrictions of §11.1.9 end."""
    for event in events:
        t.s.lifted = [*t.s.lifted, event]
        card = next(card for card in BOARD.cards if card.event == event)
        text = f"The Axis no longer needs {card.name} to attack there."
        t.note(Noted(text=text, rule="11.1.9"))


def take(t: T, site: int, side: int, rule: str) -> None:
    """A site changes hands; a star moves the VP level (§5.1.1), an enemy Trench goes (§10.3.2)."""
    s, place = t.s, _GROUND.sites[site].place
    change = control.stars(s, site, side)
    bit = 1 << site
    sites = int(s.axis, 16)
    s.axis = f"{sites | bit if side == AXIS else sites & ~bit:x}"
    t.note(Marked(place=name_of(place), mark="control", value=SIDES[side], rule=rule))
    if change:
        score(t, change, _GROUND.sites[site].name, "5.1.1")
    if place in s.trenches[enemy(side)]:
        fill(t, enemy(side), place)
    if side == AXIS:
        lift(t, control.lifted_by(s, place))


def score(t: T, change: int, why: str, rule: str) -> None:
    """The VP level goes up or down."""
    t.s.vp += change
    t.note(Noted(text=f"The VP level is {t.s.vp} ({change:+}: {why}).", rule=rule))


def place_unit(t: T, unit: int, place: int, rule: str, flag: int = 0) -> None:
    """A unit comes into play: a reinforcement, or recreated (§7.5.2c, §14.1.4).

    Its supply is that of the place now; it enters no hex.
    """
    t.s.flags[unit] = flag
    set_place(t, unit, place)
    t.s.supply[unit] = supply.level(t.s, t.d, unit)
    set_place(t, unit, place)  # its zone of control hangs on its supply
    t.note(Placed(unit=BOARD.units[unit].id, place=name_of(place), rule=rule))
    find_out(t)


def place_zone(t: T, place: int, rule: str) -> None:
    """A Fortified Zone is placed; it may come again (§8.2)."""
    t.s.zones = [*t.s.zones, place]
    t.note(Marked(place=name_of(place), mark="fortified_zone", value="soviet", rule=rule))


def build_fortress(t: T, place: int) -> None:
    """The one fortress of the Soviets is built (§16.2.3)."""
    t.s.fortress = place
    t.note(Marked(place=name_of(place), mark="fortress", value="soviet", rule="16.2.3"))


def box(t: T, unit: int, place: int, rule: str) -> None:
    """A unit leaves the map for a box with the steps that it has."""
    t.s.flags[unit], t.s.supply[unit] = 0, OUT
    set_place(t, unit, place)
    t.note(Placed(unit=BOARD.units[unit].id, place=name_of(place), rule=rule))


def flip_up(t: T, unit: int, rule: str) -> None:
    """A unit gets a step back."""
    t.s.step[unit] += 1
    text = f"{BOARD.units[unit].name} has {t.s.step[unit]} steps again."
    t.note(Noted(text=text, rule=rule))


def drop(t: T, unit: int, rule: str) -> None:
    """A unit that cannot be placed leaves the game (§7.5.2b)."""
    set_place(t, unit, REMOVED)
    t.note(Lost(unit=BOARD.units[unit].id, place=BOXES[-1], how="cannot be placed", rule=rule))


def exchange(t: T, new: int, old: int) -> None:
    """A unit takes the place of another at full strength; that one leaves the game (§7.5.2c)."""
    place, level = t.s.place[old], t.s.supply[old]
    set_place(t, old, REMOVED)
    t.s.step[new] = BOARD.units[new].full
    t.note(Lost(unit=BOARD.units[old].id, place=name_of(place), how="exchanged", rule="7.5.2c"))
    place_unit(t, new, place, "7.5.2c", t.s.flags[old])
    t.s.supply[new] = level
    refresh(t)


# losses ---------------------------------------------------------------------------------


def lose_step(t: T, unit: int, rule: str, starved: bool = False) -> bool:
    """A unit loses a step (§11.3.2). True when it is eliminated by it.

    `starved`: it is out of supply, which matters for an Axis LCU (§11.3.6).
    """
    t.s.step[unit] -= 1
    if t.s.step[unit] <= 0:
        eliminate(t, unit, "eliminated", starved, rule)
        return True
    where = name_of(t.s.place[unit])
    t.note(Lost(unit=BOARD.units[unit].id, place=where, how="reduced", rule=rule))
    return False


def revive(t: T, unit: int, place: int, rule: str) -> None:
    """An eliminated unit is back where it fell, with a step (*Kampfgruppe*)."""
    t.s.step[unit] = 1
    place_unit(t, unit, place, rule)


def restore_step(t: T, unit: int, place: int, level: int, rule: str) -> None:
    """A step that an attacker has just lost is his again; was it the last, he is where he stood.

    `level`: his supply when the combat began.
    """
    s, it = t.s, BOARD.units[unit]
    s.step[unit] += 1
    if s.step[unit] > 1:
        t.note(Noted(text=f"{it.name} has {s.step[unit]} steps again.", rule=rule))
        return
    if (heir := losses.heir(it)) != losses.NOBODY:
        s.step[heir] = BOARD.units[heir].full
        set_place(t, heir, RESERVE)
    s.flags[unit], s.supply[unit] = FOUGHT, level
    set_place(t, unit, place)
    t.note(Placed(unit=it.id, place=name_of(place), rule=rule))


def eliminate(t: T, unit: int, how: str, starved: bool, rule: str) -> None:
    """A unit leaves the map for its box, the turn track or for good (§11.3.6, §13.3.8)."""
    s, it = t.s, BOARD.units[unit]
    where = name_of(s.place[unit])
    s.step[unit], s.flags[unit], s.supply[unit] = 0, 0, OUT
    set_place(t, unit, losses.grave(s, it, starved))
    t.note(Lost(unit=it.id, place=where, how=how, rule=rule))
    if (heir := losses.heir(it)) != losses.NOBODY:  # §14.2.1
        s.step[heir] = 0
        set_place(t, heir, ELIMINATED[it.side])
        box = name_of(s.place[heir])
        t.note(Placed(unit=BOARD.units[heir].id, place=box, rule="14.2.1"))


def surrender(t: T, nation: int, rule: str = "19.3.1") -> None:
    """A minor leaves the war with all its units (§19.3.1), or by an event."""
    t.s.surrendered = [*t.s.surrendered, nation]
    for it in BOARD.units:
        if it.nation == nation and t.s.place[it.index] != REMOVED:
            where = name_of(t.s.place[it.index])
            set_place(t, it.index, REMOVED)
            t.note(Lost(unit=it.id, place=where, how="surrenders", rule=rule))


# supply -----------------------------------------------------------------------------------


def fix_supply(t: T, levels: Mapping[int, int]) -> None:
    """Levels of supply are fixed (§13.1.1); zones of control follow them (§8.1)."""
    for unit, level in levels.items():
        t.s.supply[unit] = level
        place = t.s.place[unit]
        t.d = t.d.after(unit, place, place, stand(t.s, unit))
        id_ = BOARD.units[unit].id
        t.note(Marked(place=id_, mark="supply", value=SUPPLIES[level], rule="13.1.1"))


def attrition(t: T, side: int) -> None:
    """The Attrition Segment of a side: what traces nothing now (§13.3.8, §13.3.9)."""
    dead = supply.starving(t.s, t.d, side)
    sites = supply.lost_sites(t.s, t.d, side)
    for unit in dead:
        eliminate(t, unit, "out of supply", True, "13.3.8")
    for site in sites:
        take(t, site, enemy(side), "13.3.9")


# works ------------------------------------------------------------------------------------


def dig(t: T, side: int, place: int, rule: str = "10.3.1") -> None:
    """A Trench is placed."""
    t.s.trenches[side] = [*t.s.trenches[side], place]
    t.note(Marked(place=name_of(place), mark="trench", value=SIDES[side], rule=rule))


def fill(t: T, side: int, place: int) -> None:
    """A Trench is taken off (§10.3.2)."""
    t.s.trenches[side] = [other for other in t.s.trenches[side] if other != place]
    t.note(Marked(place=name_of(place), mark="trench", value="none", rule="10.3.2"))


def try_trenches(t: T, careful: Sequence[int] = ()) -> None:
    """A die for each attempt that was paid for, after all movement: 1 to 3 digs (§10.3.1).

    `careful`: hexes with one more OPS, which takes 3 off the die (§23.1.3).
    """
    for place in t.s.digging:
        [roll] = t.roll("trench", 1, range(1, 7), SIDES[t.s.side])
        less = works.CARE if place in careful else 0
        if roll - less <= works.DUG and works.trenches_left(t.s):
            dig(t, t.s.side, place)
    t.s.digging = []


def build_festung(t: T, place: int) -> None:
    """A Festung is built (§16.3.2)."""
    t.s.festungs = [*t.s.festungs, place]
    t.note(Marked(place=name_of(place), mark="festung", value="axis", rule="16.3.2"))
    t.d = t.d.again()  # it stops who enters, and zones of control end there


def place_partisan(t: T, place: int, rule: str = "16.1.3") -> None:
    """An Inactive Partisan is placed: it enters no hex (ruling sw-29)."""
    t.s.partisans = [*t.s.partisans, place]
    t.note(Marked(place=name_of(place), mark="partisan", value="inactive", rule=rule))


def remove_partisan(t: T, place: int, rule: str) -> None:
    """An Inactive Partisan goes back to the others (§16.1.5)."""
    t.s.partisans = [other for other in t.s.partisans if other != place]
    t.note(Marked(place=name_of(place), mark="partisan", value="none", rule=rule))


def rouse(t: T, place: int, rule: str = "16.1.6") -> int:
    """An Active Partisan appears in a hex, from an Inactive one or by an event.

    Which counter it is, is drawn now among those still in the game: nobody has known it
    before (§16.1.3). Returns it. A door.
    """
    if place in t.s.partisans:
        remove_partisan(t, place, rule)
    waiting = [unit for unit in BOARD.partisans if t.s.place[unit] == RESERVE]
    [unit] = t.roll("partisan", 1, waiting, SIDES[SOVIET])
    place_unit(t, unit, place, rule)
    return unit


# rounds and turns -------------------------------------------------------------------------


def open_half(t: T, side: int) -> None:
    """A side's Action Round begins: marks of the last one go, its supply is fixed (§13.1.1)."""
    s = t.s
    s.side, s.ops = side, 0
    s.flags = [
        flags and flags & ~(ROUND_FLAGS | ADVANCED if unit.side == side else ROUND_FLAGS)
        for flags, unit in zip(s.flags, BOARD.units, strict=True)
    ]
    s.activated, s.attacked, s.blitz, s.digging, s.in_round = [], [], [], [], []
    s.panzers_hit = s.owing = s.stormed = False
    s.haste = []
    if side == AXIS:
        s.spent = []  # sw-05: one use in an Action Round, both halves together
    s.sailed[SOVIET] = 0  # §10.2.6
    t.d = t.d.again()
    fix_supply(t, supply.check(s, t.d, side))


def take_round(t: T, kind: int, card: Card | None = None) -> None:
    """The active player takes a round of a kind: the marker moves, then OPS come (§7.3.2).

    Replacement Points of an RP card are marked (§7.4.1); an event is played (§7.5.1a).
    """
    s = t.s
    if card is not None and kind == OPS_ROUND:
        s.ops = operations.card_ops(s, card)
    elif card is not None and kind in (EVENT, REINFORCEMENT):
        s.ops = operations.event_ops(s, card)
    if s.ops:
        used = operations.scorchers(s)
        s.in_turn = [other for other in s.in_turn if other not in used]
    s.count[s.side] = operations.count_after(s, kind)
    s.boxes[s.side] = [*s.boxes[s.side], kind]
    if card is None:
        return
    if kind in (EVENT, REINFORCEMENT):
        note_event(t, card)
    elif kind == REPLACEMENT:
        gain_rp(t, card.rp)


def untake_round(t: T) -> None:
    """A second card sets the kind of the round instead (*Steppe Fox*)."""
    s = t.s
    s.boxes[s.side] = s.boxes[s.side][:-1]


def judge(t: T) -> None:
    """*Zitadelle*, when its round ends: has a German unit entered a Soviet star?"""
    for card in map(BOARD.cards.__getitem__, t.s.in_round):
        for effect in card.effects:
            if effect.op == "vp_conditional":
                won = t.s.stormed
                change = effect.says["plus"] if won else effect.says["minus"]
                assert isinstance(change, int)
                score(t, change if won else -change, card.name, "5.1.1")


def note_event(t: T, card: Card) -> None:
    """A card has been played as an event or in a combat (§2.3.3, §7.6.4, ruling sw-36)."""
    s = t.s
    if card.index not in s.played:
        s.played = [*s.played, card.index]
    if card.asterisk:
        s.stars[card.side] += 1


def gain_rp(t: T, points: Sequence[int]) -> None:
    """Replacement Points by kind are marked; half points are not (§7.4.1)."""
    for kind, number in enumerate(points):
        t.s.rp[kind] += WHOLE * number


def pay(t: T, ops: int) -> None:
    """OPS are spent: those of the round first, then banked ones, which last the turn (§18.1.1)."""
    s = t.s
    now = min(ops, s.ops)
    s.ops -= now
    s.bank[s.side] -= ops - now


def rebuild(t: T, unit: int, place: int = NOWHERE) -> None:
    """A step is bought; a unit of the Eliminated box is recreated on `place` (§14.1.3, §14.1.4)."""
    it = BOARD.units[unit]
    t.s.rp[it.rp] -= replacements.price(it)
    if place != NOWHERE:
        t.s.step[unit] += 1
        place_unit(t, unit, place, "14.1.4")
    else:
        flip_up(t, unit, "14.1.3")


def open_turn(t: T) -> None:
    """A turn begins: what held for the last one ends, OPS are banked (§18.2.1, §18.3.3)."""
    s = t.s
    s.round, s.boxes, s.sailed = 1, [[], []], [0, 0]
    s.in_turn, s.bridge, s.partisans_paid = [], [], False
    s.bank = [operations.banks_at_start(s, side) for side in (AXIS, SOVIET)]  # §18.1.2
    s.lent = s.bank[SOVIET]
    for it in BOARD.units:
        if s.place[it.index] == TRACK + s.turn:  # §11.3.6, §13.3.8
            set_place(t, it.index, ELIMINATED[it.side])
            box = name_of(s.place[it.index])
            t.note(Placed(unit=it.id, place=box, rule="11.3.6"))


def bleed(t: T) -> None:
    """§24.0: the VP level falls while *Hitler Takes Command* has not been played (sw-03)."""
    if turn(t.s).bleeds and not played(t.s, "hitler_takes_command"):
        score(t, -1, "Hitler has not taken command", "24.0")


def lose_points(t: T) -> None:
    """Replacement Points that were not spent are lost (§14.1.5)."""
    t.s.rp = [0] * len(t.s.rp)


def survivors(t: T, units: Iterable[int]) -> list[int]:
    """Those of a combat that are still on the map with steps left."""
    return [unit for unit in units if on_map(t.s, unit) and t.s.step[unit] > 0]
