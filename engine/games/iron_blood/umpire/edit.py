"""The umpire's edit lines for Iron Blood: flags, marks, numbers, piles, dice, stations."""

from collections.abc import Collection
from random import Random

from engine.core.edit import Editor, always
from engine.core.errors import Illegal, Malformed
from engine.core.frames import Frame
from engine.core.lexicon import fold
from engine.core.settings import SWITCH, Setting, Settings, field, one_of, row, seen, term
from engine.core.verbs import Value, Why
from engine.games.iron_blood.acts import T, first
from engine.games.iron_blood.cards.generals import Attempt, Reroll
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import (
    AIR,
    AXIS,
    FLEET,
    FORTRESS,
    NOWHERE,
    SEA,
    SIDES,
    SOVIET,
    TANK,
)
from engine.games.iron_blood.law import combat, movement, supply, support
from engine.games.iron_blood.law.obstacles import off_map
from engine.games.iron_blood.law.retreat import retreats
from engine.games.iron_blood.play.opening import Opening, lay_out
from engine.games.iron_blood.play.phase_combat import Battle, Commit, Retreat, Rolled
from engine.games.iron_blood.play.phase_movement import Blitz, BlitzTo
from engine.games.iron_blood.play.phase_reinforce import Arrivals, Partisans
from engine.games.iron_blood.play.season import Division, Season
from engine.games.iron_blood.state import IronBlood, Occupancy, new_state, on_map
from engine.games.iron_blood.umpire.scatter import scatter
from engine.games.iron_blood.words import FORTRESSES, LOCATIONS, PLACES, SEAS, SEASONS, UNITS

TRACK = tuple(f"track.{season.id}" for season in BOARD.seasons)
BOXES = {"pool": BOARD.reserve, "air_box": BOARD.air_box, "sea_box": BOARD.sea_box}
"""Word -> the box of each side that it means."""
STATIONS = {
    "setup": "",
    "support": "support",
    "move": "movement",
    "combat": "combat",
    "control": "control",
    "supply": "supply",
    "reinforce": "reinforcements",
    "calendar": "calendar",
}

DICE = ("combat.axis", "combat.soviet", "blitz", "disengage", "partisans", "stalin", "reroll")


def _is_land(place: Value) -> bool:
    return int(place) < len(BOARD.hexes) and BOARD.hexes[int(place)].terrain != SEA


UNIT = term("UNIT", UNITS, none=NOWHERE)
HEX = term("HEX", PLACES, _is_land, none=NOWHERE)
LOCATION = term("LOCATION", LOCATIONS)


def _mover(name: str) -> Setting:
    """The unit that has just moved, or the tank that may blitz."""

    def put(t: T, _: None, unit: int) -> None:
        if unit != NOWHERE and (refusal := _why_no_mover(t, unit, name)):
            raise Illegal(refusal.text, refusal.rule)
        setattr(t.s, name, unit)

    return Setting((UNIT,), lambda t, _: getattr(t.s, name), put)


def _why_no_mover(t: T, unit: int, name: str) -> Why | None:
    counter = BOARD.units[unit]
    if not (counter.regular and on_map(t.s, unit) and t.s.moved[unit]):
        return Why(f"{counter.name} has not moved.", "phase2")
    return movement.why_not_blitz(t.s, t.d, unit) if name == "blitzing" else None


def _go_to(t: T, location: int, here: bool) -> None:
    """Stalin is in one place, so he is taken off none."""
    if not here:
        raise Malformed("It reads: mark LOCATION stalin [1]")
    t.s.stalin = location
    t.s.stalin_moved = location != BOARD.stalin


def _fight(t: T, unit: int, on: bool) -> None:
    t.s.fought = [hex_ for hex_ in t.s.fought if hex_ != t.s.at[unit]]
    if on:
        t.s.fought.append(t.s.at[unit])


def _dice(side: int) -> Setting:
    return seen(lambda t, hex_: combat.total(combat.dice(t.s, t.d, hex_, side)), HEX)


SETTINGS: Settings = {
    "season": seen(lambda t, _: BOARD.seasons[t.s.season].id),
    "initiative": seen(lambda t, _: first(t)),
    "stalin_moved": field("stalin_moved", SWITCH),
    "stalin_tried": field("stalin_tried", SWITCH),
    "blitzing": _mover("blitzing"),
    "mover": _mover("mover"),
}
MARKS: Settings = {
    "control": row("control", one_of(*SIDES), LOCATION),
    "stalin": Setting((SWITCH,), lambda t, where: t.s.stalin == where, _go_to, LOCATION, "1"),
    "fortress": row(
        "destroyed", one_of("stands", "destroyed", also={"none": 0}), term("FORTRESS", FORTRESSES)
    ),
    "fleet": row("disrupted", one_of("none", "disrupted"), term("SEA", SEAS)),
    **{f"dice {name}": _dice(side) for side, name in enumerate(SIDES)},
}
FLAGS: Settings = {
    "moved": row("moved", SWITCH, UNIT, "1"),
    "from": row("came", HEX, UNIT),
    "fought": Setting((SWITCH,), lambda t, u: t.s.at[u] in t.s.fought, _fight, UNIT, "1"),
    "supply": seen(lambda t, u: "out" if _unsupplied(t, u) else "in", UNIT),
}


def _unsupplied(t: T, unit: int) -> bool:
    return unit in supply.out_of_supply(t.s, t.d, BOARD.units[unit].side)


class IronBloodEditor(Editor[IronBlood, Occupancy]):
    """Builds any position of Iron Blood."""

    piles = ("bag.axis", "bag.soviet", "hand.axis", "hand.soviet", *TRACK, "removed", "used")
    open_piles = ("used",)
    settings, marks, flags = SETTINGS, MARKS, FLAGS
    holds = {
        Attempt: always,
        Reroll: always,
        Arrivals: always,
        Partisans: always,
        Commit: always,
        Rolled: always,
        Battle: always,
        Retreat: lambda t, f: on_map(t.s, f.unit) and bool(retreats(t.s, t.d, f.unit)),
        Blitz: lambda t, f: on_map(t.s, f.unit),
        BlitzTo: lambda t, f: on_map(t.s, f.unit),
        Division: lambda t, f: t.s.at[f.unit] == BOARD.reserve[AXIS],
    }
    faces = dict.fromkeys(DICE, BOARD.faces)
    stations = tuple(STATIONS)

    def clear(self, t: T, what: str) -> None:
        if what in ("", "units", *SIDES):
            for unit in BOARD.units:
                if what not in SIDES or SIDES[unit.side] == what:
                    _home(t, unit.index)
            t.s.disrupted = [int(_air_in_sea(t, side)) for side in range(len(SIDES))]
        if what in ("", "marks"):
            fresh = new_state()
            t.s.control, t.s.destroyed = fresh.control, fresh.destroyed
            t.s.stalin, t.s.stalin_moved, t.s.stalin_tried = fresh.stalin, False, False
            t.s.disrupted, t.s.fought, t.s.blitzing, t.s.mover = [0, 0], [], NOWHERE, NOWHERE
        if what in ("", "cards"):
            t.pos.piles.clear()
            for token in range(len(BOARD.tokens)):
                t.pile("removed").push(token, 0)

    def place(self, t: T, unit: Value, word: str) -> Value:
        counter, word = BOARD.units[int(unit)], fold(word)
        if word not in BOXES:
            return super().place(t, unit, word)
        at_sea = word == "sea_box" and counter.kind == AIR  # over the enemy fleet
        return BOXES[word][1 - counter.side if at_sea else counter.side]

    def put(self, t: T, unit: Value, place: Value, flags: Collection[str]) -> None:
        who, where = int(unit), int(place)
        _check_place(who, where)
        if flags and not (BOARD.units[who].regular and where < len(BOARD.hexes)):
            raise Illegal("Only a regular unit in a hex has moved or fought.", "phase2")
        before, t.s.at[who] = t.s.at[who], where
        _disrupt(t, who, before)
        t.s.moved[who], t.s.came[who] = 0, NOWHERE
        _forget_mover(t, who)
        if where == before:
            _fight(t, who, False)

    def misfit(self, t: T, pile: str, card: int) -> str:
        token, (first, _, last) = BOARD.tokens[card], pile.partition(".")
        if t.s.anti_partisan and card == BOARD.division_token:  # ib-22
            space = f"track.{BOARD.seasons[BOARD.division_season].id}"
            fits = pile in (space, "used", "removed")
        elif first == "track":
            fits = bool(BOARD.seasons[SEASONS[last]].generals[token.side])
        else:
            fits = first in ("used", "removed") or last == SIDES[token.side]
        return "" if fits else f"{token.id} can't lie in {pile}."

    def known(self, t: T, pile: str, card: int) -> int:
        if card == BOARD.division_token and pile.startswith("track.") and t.s.anti_partisan:
            return t.everyone  # it lies there open (ib-22)
        return super().known(t, pile, card)

    def scatter(self, t: T, rng: Random) -> list[str]:
        return scatter(rng, self.stations, t.s.anti_partisan)

    def station(self, t: T, turn: str, side: str, phase: str) -> Frame:
        if turn not in SEASONS:
            raise Malformed(f"Seasons are {', '.join(SEASONS)}; not `{turn[:30]}`.")
        t.s.season = SEASONS[turn]
        if phase == "setup":
            return Opening(step="deploy")
        t.d = Occupancy(t.s)
        for owner in (AXIS, SOVIET):
            lay_out(t, owner)  # a set-up that was left half done
        step = STATIONS[phase]
        if phase in ("support", "move") and side != first(t):
            step += "_second"
        return Season(step=step)


def _home(t: T, unit: int) -> None:
    """A counter goes to where it lies when it is not on the map; fortresses stay."""
    counter = BOARD.units[unit]
    if counter.kind == FORTRESS:
        return
    home = BOARD.start[unit] if counter.kind in (AIR, FLEET) else BOARD.reserve[counter.side]
    t.s.at[unit], t.s.moved[unit], t.s.came[unit] = home, 0, NOWHERE
    _forget_mover(t, unit)


def _forget_mover(t: T, unit: int) -> None:
    """It has not just moved there."""
    if t.s.blitzing == unit:
        t.s.blitzing = NOWHERE
    if t.s.mover == unit:
        t.s.mover = NOWHERE


def _air_in_sea(t: T, side: int) -> bool:
    """Do enemy air units lie on the fleet's sea box?"""
    return any(t.s.at[unit] == BOARD.sea_box[side] for unit in BOARD.of_kind[1 - side][AIR])


def _disrupt(t: T, unit: int, before: int) -> None:
    """Air put on the enemy fleet disrupts it, and no longer once all is taken off (ib-27)."""
    counter = BOARD.units[unit]
    if counter.kind == FLEET:
        t.s.disrupted[counter.side] = int(_air_in_sea(t, counter.side))
    if counter.kind != AIR:
        return
    foe = 1 - counter.side
    over = (BOARD.sea_box[foe], t.s.at[BOARD.of_kind[foe][FLEET][0]])
    if support.disrupts(t.s, Occupancy(t.s), counter.side, t.s.at[unit]):
        t.s.disrupted[foe] = 1
    elif before in over and all(t.s.at[u] not in over for u in BOARD.of_kind[counter.side][AIR]):
        t.s.disrupted[foe] = 0


def _check_place(unit: int, place: int) -> None:
    """A reference that could never be: `force` doesn't help."""
    counter = BOARD.units[unit]
    if counter.kind == FORTRESS:
        fixed = next(f.hex for f in BOARD.fortresses if f.unit == unit)
        if place != fixed:
            raise Illegal(f"{counter.name} stands in {BOARD.label(fixed)}.", "phase3.fortress")
    if place >= len(BOARD.hexes):
        if not off_map(unit, place):
            raise Illegal(f"{counter.name} can't be in {BOARD.label(place)}.", "map.terrain")
        return
    terrain = BOARD.hexes[place].terrain
    if terrain == SEA:
        raise Illegal(f"{BOARD.label(place)} is sea.", "map.terrain")
    if counter.kind in (TANK, AIR) and not BOARD.clear >> place & 1:
        raise Illegal(f"{counter.name} can't be in {BOARD.label(place)}.", "map.terrain")
