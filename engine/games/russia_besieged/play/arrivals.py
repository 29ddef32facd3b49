"""What comes onto the map in the Movement Phase: reinforcements and what points buy (17 to 22)."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Collection, Sequence

from engine.board.bits import Members
from engine.core.entries import Marked
from engine.core.frames import Outcome
from engine.core.picks import number
from engine.core.tell import several
from engine.core.verbs import Picks, Sieve, Slot, Value, Verb, Why
from engine.games.russia_besieged.acts import T, came, changed, eliminate, place, say, set_place
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    COMBINED,
    FINNISH,
    GERMAN,
    HEXES,
    HUNGARIAN,
    INFANTRY,
    ITALIAN,
    NATIONS,
    PARATROOP,
    PARTISAN,
    RUMANIAN,
    SHOCK,
    SIDES,
    SOVIET,
    WEC,
)
from engine.games.russia_besieged.law import arrivals, builds, economy, leaders
from engine.games.russia_besieged.law.arrivals import waiting
from engine.games.russia_besieged.law.economy import cost
from engine.games.russia_besieged.law.supply import general
from engine.games.russia_besieged.play.staging import appears_at, on_map, where_of
from engine.games.russia_besieged.play.travel import after_landing
from engine.games.russia_besieged.state import (
    ABOARD,
    ASHORE,
    BY_EDGE,
    EVACUATED,
    EVACUATED_BEFORE,
    FREE,
    LANDED,
    MOVED,
    PAID,
    RAILED,
    REBUILT,
    SAILED,
    SECOND_STAGE,
    TOOK,
    VICTOR,
    fighter,
)
from engine.games.russia_besieged.words import account_name

_GROUND = BOARD.ground
_GARRISON = BOARD.piece_index["berlin_garrison"]
_STAGE_TWO = BOARD.turn_index["jan_feb_1943"]  # 16.4
_TRADE = BOARD.turn_index["jul_aug_1944"]  # 17.61
_SHOCKS = tuple(piece.index for piece in BOARD.pieces if piece.type == SHOCK)
_LEVELS = ("6-6", "8-7", "10-7")
_KEPT = TOOK | VICTOR | EVACUATED | EVACUATED_BEFORE | LANDED | ASHORE
"""What a Shock Army has done because a part of it has (8.48 to 8.50, 8.63, 9.32, 9.4)."""


def verbs(t: T, side: str) -> Sequence[Verb]:
    """All that brings pieces onto the map or makes them stronger."""
    make = t.lasting
    found = [make(place_verb, side)]
    if t.s.impulse == 1:
        found += [make(build_verb, side), make(refit_verb, side)]
        found += _first_impulse(t, side)
    if side == SIDES[SOVIET]:
        found.append(make(form_verb, side))
        if any(builds.late(t.s, unit) for unit in _SHOCKS) and t.s.impulse == 1:
            found.append(make(prepare_verb, side))
    if side == SIDES[AXIS] and t.s.turn >= _TRADE and t.s.place[_GARRISON] < HEXES:
        found.append(make(trade_verb, side))
    return found


def _first_impulse(t: T, side: str) -> Sequence[Verb]:
    make = t.lasting
    if side == SIDES[AXIS]:
        return [make(grant_verb, side)]
    found = [make(upgrade_verb, side)]
    if t.s.turn >= _STAGE_TWO:
        found.append(make(convert_verb, side))
    return found


# reinforcements -----------------------------------------------------------------------


def place_verb(t: T, side: str) -> Verb:
    """`place U P` (17.02)."""

    def units(_: Picks) -> Collection[Value]:
        return t.once("arrivals", _arriving, t)

    def why_unit(_: Picks, unit: Value) -> Why | None:
        if unit in units([]):
            return None
        why = arrivals.why_not(t.s, t.d, int(unit), 0)
        return why or Why(f"{BOARD.pieces[int(unit)].name} does not arrive now.", "17.01")

    def hexes(picks: Picks) -> Collection[Value]:
        return Members(arrivals.entries(t.s, t.d, number(picks, 0)))

    def why_hex(picks: Picks, hex_: Value) -> Why | None:
        return arrivals.why_not(t.s, t.d, number(picks, 0), int(hex_))

    def do(unit: int, hex_: int) -> Outcome:
        free = FREE if arrivals.free_rail(t.s, BOARD.pieces[unit]) else 0
        free = free if arrivals.listed(t.s, t.d, unit) >> hex_ & 1 else ABOARD
        place(t, unit, hex_, "17.02")
        came(t, unit, free)
        if BOARD.pieces[unit].type == WEC:  # 20.14
            points = BOARD.pieces[unit].faces[t.s.step[unit]].combat
            t.s.points[10] += points
            say(t, f"{several(points, 'infantry point')} more.", "20.14")
        return None

    slots = (
        Slot("unit", "unit", units, why_not=why_unit, rule="17.02"),
        Slot("hex", "place", hexes, why_not=on_map(why_hex), rule="17.03",
             label=appears_at(t, arrivals.listed)),
    )  # fmt: skip
    hint = "A reinforcement comes onto the map and may go on from there."
    return Verb("place", do, slots, rule="17.0", hint=hint)


def _arriving(t: T) -> Collection[int]:
    found = t.once("can arrive", waiting, t.s)
    return Sieve(found, lambda unit: arrivals.entries(t.s, t.d, unit))


# points -------------------------------------------------------------------------------


def build_verb(t: T, side: str) -> Verb:
    """`build U P [reduced]` (19.03)."""

    def units(_: Picks) -> Collection[Value]:
        return t.once("builds", builds.buildable, t.s, t.d)

    def why_unit(_: Picks, unit: Value) -> Why | None:
        return builds.why_no_build(t.s, t.d, int(unit))

    def hexes(picks: Picks) -> Collection[Value]:
        return Members(builds.entries(t.s, t.d, number(picks, 0)))

    def why_hex(picks: Picks, hex_: Value) -> Why | None:
        return builds.why_no_entry(t.s, t.d, number(picks, 0), int(hex_))

    def reduced(picks: Picks) -> Collection[Value]:
        unit = number(picks, 0)
        return ("reduced",) if builds.why_no_build(t.s, t.d, unit, 1) is None else ()

    def why_reduced(picks: Picks, _: Value) -> Why | None:
        return builds.why_no_build(t.s, t.d, number(picks, 0), 1)

    def must(picks: Picks) -> Why | None:
        """Left out, the unit is built whole."""
        if picks[2]:
            return None
        return builds.why_no_build(t.s, t.d, number(picks, 0), 0)

    def do(unit: int, hex_: int, word: str | list[str]) -> Outcome:
        s, it = t.s, BOARD.pieces[unit]
        step = int(word == "reduced")
        points = cost(unit, step)
        builds.pay(s, it, points)
        s.step[unit] = step
        if it.side == SOVIET:
            s.reduced += step if it.type == INFANTRY else 0
            s.dropped += it.type == PARATROOP
        free = _appears(t, unit, hex_)
        say(t, f"{it.name} is rebuilt for {points} points.", "19.03")
        place(t, unit, hex_, "19.15" if it.side == AXIS else "19.23")
        came(t, unit, free)
        return None

    slots = (
        Slot("unit", "unit", units, why_not=why_unit, rule="19.03"),
        Slot("hex", "place", hexes, why_not=on_map(why_hex), rule="19.15",
             label=appears_at(t, builds.listed)),
        Slot("reduced", "reduced", reduced, key="reduced", flag=True, optional=True, stop=must,
             why_not=why_reduced, rule="19.04"),
    )  # fmt: skip
    hint = "A unit of the Replacement Pool comes back for its points."
    return Verb("build", do, slots, rule="19.03", hint=hint)


def _appears(t: T, unit: int, hex_: int) -> int:
    """What a unit of the pool may do where it appears: rail freely (19.24), sail (8.32, 19.25).

    One a turn appears at the WEC of a city (19.23b); for others the edge is their first hex of
    movement (19.23a).
    """
    if not builds.listed(t.s, t.d, unit) >> hex_ & 1:
        return ABOARD
    if t.s.side == AXIS:
        return FREE
    if not builds.at_factories(t.s, t.d) >> hex_ & 1:
        return FREE | BY_EDGE
    t.s.built |= 1 << _GROUND.city_at[hex_]
    return FREE


def refit_verb(t: T, side: str) -> Verb:
    """`refit U` (19.05)."""

    def units(_: Picks) -> Collection[Value]:
        return t.once("refits", builds.refittable, t.s, t.d)

    def why_unit(_: Picks, unit: Value) -> Why | None:
        return builds.why_no_refit(t.s, t.d, int(unit))

    def do(unit: int) -> Outcome:
        s, it = t.s, BOARD.pieces[unit]
        points = builds.refit_cost(s, unit)
        if not general(s, t.d, unit):
            city = builds.besieging(s, t.d, unit)
            assert city is not None
            s.isolated |= 1 << _GROUND.city_at[city.place]  # 19.27
            s.flags[unit] |= REBUILT
        builds.pay(s, it, points)
        s.step[unit] -= 1
        changed(t, unit)
        say(t, f"{it.name} gets a step back for {points} points.", "19.05")
        return None

    slot = Slot("unit", "unit", units, why_not=why_unit, label=where_of(t), rule="19.05")
    hint = "A unit on the map gets a step back for its points."
    return Verb("refit", do, (slot,), rule="19.05", hint=hint)


def grant_verb(t: T, side: str) -> Verb:
    """`grant NATION infantry|armor` (19.17)."""
    owner = {RUMANIAN: 4, HUNGARIAN: 6, FINNISH: 8, ITALIAN: 9}

    def nations(_: Picks) -> Collection[Value]:
        if t.s.granted or builds.why_no_builds(t.s, BOARD.pieces[_ANY_GERMAN]):
            return ()
        return [
            NATIONS[nation]
            for nation in owner
            if not t.s.surrendered >> nation & 1
            and economy.has_capital(t.s, owner[nation])
            and kinds([NATIONS[nation]])
        ]

    def why_nation(_: Picks, nation: Value) -> Why | None:
        if nation in nations([]):
            return None
        if t.s.granted:
            return Why("One point a turn goes to an ally.", "19.17")
        return Why("There is no German point for that ally.", "19.17")

    def kinds(picks: Picks) -> Collection[Value]:
        nation = NATIONS.index(str(picks[0]))
        armor = nation in (RUMANIAN, HUNGARIAN)
        found = [("infantry", 0)] + ([("armor", 1)] if armor else [])
        return [word for word, n in found if t.s.points[n] and not builds.ss_wants(t.s, t.d, n)]

    def why_kind(picks: Picks, kind: Value) -> Why | None:
        if kind in kinds(picks):
            return None
        return Why("There is no German point of that kind, or SS units come first.", "19.17")

    def do(nation: str, kind: str) -> Outcome:
        account = owner[NATIONS.index(nation)] + (kind == "armor")
        t.s.points[int(kind == "armor")] -= 1
        t.s.points[account] += 1
        t.s.granted = 1
        say(t, f"{account_name(account)}: a German point more.", "19.17")
        return None

    slots = (
        Slot("nation", "nation", nations, why_not=why_nation, rule="19.17"),
        Slot("kind", "account", kinds, why_not=why_kind, rule="19.17"),
    )
    hint = "One German point of this turn goes to an ally."
    return Verb("grant", do, slots, rule="19.17", hint=hint)


_ANY_GERMAN = next(piece.index for piece in BOARD.pieces if piece.nation == GERMAN)


def trade_verb(t: T, side: str) -> Verb:
    """`trade garrison` (17.61)."""

    def do() -> Outcome:
        eliminate(t, _GARRISON, "disbanded for 2 infantry points", "17.61")
        t.s.points[0] += 2 * economy.has_capital(t.s, 0)
        return None

    hint = "The Berlin Garrison leaves the game for 2 infantry points."
    return Verb("trade garrison", do, rule="17.61", hint=hint)


# Shock Armies, factories, partisans ---------------------------------------------------


def form_verb(t: T, side: str) -> Verb:
    """`form SHOCK with U U [at P]` (22.01)."""

    def shocks(_: Picks) -> Collection[Value]:
        found = [u for u in _SHOCKS if builds.why_no_shock(t.s, u) is None]
        return found if found and firsts([]) else ()

    def why_shock(_: Picks, unit: Value) -> Why | None:
        if unit in shocks([]):
            return None
        why = builds.why_no_shock(t.s, int(unit))
        return why or Why("No two parts for it are at hand.", "22.01")

    def firsts(_: Picks) -> Collection[Value]:
        return t.once("firsts", _firsts, t)

    def seconds(picks: Picks) -> Collection[Value]:
        return _mates(t, number(picks, 1), t.once("parts", builds.parts, t.s, t.d))

    def why_part(_: Picks, unit: Value) -> Why | None:
        name = BOARD.pieces[int(unit)].name
        return Why(f"{name} is no part for it: whole, of the pool or in one hex.", "22.01")

    def why_first(picks: Picks, unit: Value) -> Why | None:
        return None if unit in firsts(picks) else why_part(picks, unit)

    def why_second(picks: Picks, unit: Value) -> Why | None:
        return None if unit in seconds(picks) else why_part(picks, unit)

    def hexes(picks: Picks) -> Collection[Value]:
        if t.s.place[number(picks, 1)] < HEXES:
            return ()
        return Members(builds.entries(t.s, t.d, number(picks, 1)))

    def where(picks: Picks) -> Why | None:
        if picks[3] or t.s.place[number(picks, 1)] < HEXES:
            return None
        return Why("Say where it appears: at and a hex.", "22.01")

    def do(shock: int, first: int, second: int, at: int | list[int]) -> Outcome:
        s = t.s
        there = s.place[first]
        free, done = FREE, (s.flags[first] | s.flags[second]) * (there < HEXES)
        if isinstance(at, int):
            for part in (first, second):
                builds.pay(s, BOARD.pieces[part], builds.price(s, part))
            free, there = _appears(t, first, at), at
        s.points[11] -= builds.oil_bill(s, shock)
        s.flags[shock] &= ~PAID
        s.step[shock] = 2 * builds.level(s)
        for part in (first, second):
            set_place(t, part, COMBINED)
        s.parts = [*s.parts, [shock, first, second]]
        place(t, shock, there, "22.01")
        if isinstance(at, int):
            came(t, shock, free)
        else:
            gone = MOVED if done & (MOVED | RAILED | SAILED | TOOK) else 0
            s.flags[shock] |= gone | done & _KEPT
        return None

    slots = (
        Slot("Shock Army", "unit", shocks, why_not=why_shock, rule="22.01"),
        Slot("infantry", "unit", firsts, key="with", why_not=why_first, label=where_of(t),
             rule="22.01"),
        Slot("armor", "unit", seconds, why_not=why_second, label=where_of(t), rule="22.01"),
        Slot("hex", "place", hexes, key="at", optional=True, stop=where, rule="22.01"),
    )  # fmt: skip
    hint = "An infantry and an armor unit become a Shock Army for oil points."
    return Verb("form", do, slots, rule="22.01", hint=hint)


def _firsts(t: T) -> Collection[int]:
    whole = t.once("parts", builds.parts, t.s, t.d)
    armor = {t.s.place[u] for u in whole if BOARD.pieces[u].type != INFANTRY}
    infantry = [u for u in whole if BOARD.pieces[u].type == INFANTRY and t.s.place[u] in armor]
    return Sieve(infantry, lambda unit: _mates(t, unit, whole))


def _mates(t: T, unit: int, whole: Sequence[int]) -> list[int]:
    """The parts that go with one: of the pool if there are points for both, or of its hex."""
    s = t.s
    found = builds.pairs(s, unit, whole)
    if s.place[unit] < HEXES:
        return found
    spare = s.points[11] - builds.oil_more(s)
    return [other for other in found if builds.price(s, other) <= spare]


def prepare_verb(t: T, side: str) -> Verb:
    """`prepare SHOCK`: the oil for a Shock Army of the second impulse (22.01)."""

    def shocks(_: Picks) -> Collection[Value]:
        return [unit for unit in _SHOCKS if builds.why_no_preparing(t.s, unit) is None]

    def why_shock(_: Picks, unit: Value) -> Why | None:
        return builds.why_no_preparing(t.s, int(unit))

    def do(shock: int) -> Outcome:
        oil = builds.oil_more(t.s)
        t.s.points[11] -= oil
        t.s.flags[shock] |= PAID
        say(t, f"{oil} oil points are spent for {BOARD.pieces[shock].name}.", "22.01")
        return None

    slot = Slot("Shock Army", "unit", shocks, why_not=why_shock, rule="22.01")
    hint = "The oil for a Shock Army that you form in the second impulse; lost if you do not."
    return Verb("prepare", do, (slot,), rule="22.01", hint=hint)


def upgrade_verb(t: T, side: str) -> Verb:
    """`upgrade SHOCK n-m` (22.06)."""

    def levels(unit: int) -> list[str]:
        return [
            name
            for n, name in enumerate(_LEVELS)
            if builds.why_no_upgrade(t.s, t.d, unit, n) is None
        ]

    def units(_: Picks) -> Collection[Value]:
        return [u for u in _SHOCKS if t.s.place[u] < HEXES and levels(u)]

    def why_unit(_: Picks, unit: Value) -> Why | None:
        return None if unit in units([]) else builds.why_no_upgrade(t.s, t.d, int(unit), 2)

    def why_level(picks: Picks, name: Value) -> Why | None:
        return builds.why_no_upgrade(t.s, t.d, number(picks, 0), _LEVELS.index(str(name)))

    def do(unit: int, name: str) -> Outcome:
        to = _LEVELS.index(name)
        t.s.points[11] -= 2 * (to - t.s.step[unit] // 2)
        t.s.step[unit] = 2 * to
        changed(t, unit)
        say(t, f"{BOARD.pieces[unit].name} is now a {name}.", "22.06")
        return None

    slots = (
        Slot("Shock Army", "unit", units, why_not=why_unit, label=where_of(t), rule="22.06"),
        Slot("strength", "level", lambda picks: levels(number(picks, 0)), why_not=why_level,
             rule="22.06"),
    )  # fmt: skip
    hint = "A Shock Army becomes stronger for oil points."
    return Verb("upgrade", do, slots, rule="22.06", hint=hint)


def convert_verb(t: T, side: str) -> Verb:
    """`convert PARTISAN`: to the second stage (16.41)."""

    def units(_: Picks) -> Collection[Value]:
        return [u for u in BOARD.of_side[SOVIET] if why_no_convert(t, u) is None]

    def why_unit(_: Picks, unit: Value) -> Why | None:
        return why_no_convert(t, int(unit))

    def do(unit: int) -> Outcome:
        t.s.points[10] -= 1
        t.s.flags[unit] |= SECOND_STAGE
        t.s.step[unit] = 0
        changed(t, unit)
        id_ = BOARD.pieces[unit].id
        t.note(Marked(place=id_, mark="stage", value="2", rule="16.41"))
        return after_landing(t, t.s.place[unit])  # 11.16, rb-51

    slot = Slot("partisans", "unit", units, why_not=why_unit, label=where_of(t), rule="16.41")
    hint = "Partisans become a unit that can fight, for an infantry point."
    return Verb("convert", do, (slot,), rule="16.4", hint=hint)


def why_no_convert(t: T, unit: int) -> Why | None:
    """Why partisans do not become a unit that fights now (16.4); None if they may."""
    it, s = BOARD.pieces[unit], t.s
    if it.type != PARTISAN or s.place[unit] >= HEXES or s.flags[unit] & SECOND_STAGE:
        return Why(f"{it.name} is no first-stage partisan on the map.", "16.41")
    if s.turn < _STAGE_TWO:
        return Why("The second stage begins in January 1943.", "16.4")
    if not leaders.axis_left_in_russia(t.d):
        return Why("No Axis unit is left in Russia.", "16.15")
    if not leaders.remain(s, t.d) >> s.place[unit] & 1:
        return Why("That is no railway or city of the Axis any more.", "16.11")
    if any(fighter(s, other) for other in t.d.units(AXIS, s.place[unit])):
        return Why("An Axis unit stands there.", "16.42")
    if not s.points[10]:
        return Why("It costs an infantry point.", "16.41")
    return None


def summary(t: T) -> str:
    """What can be spent and placed now, in a line."""
    accounts = range(10) if t.s.side == AXIS else range(10, 12)
    return ", ".join(f"{account_name(n)} {t.s.points[n]}" for n in accounts if t.s.points[n])
