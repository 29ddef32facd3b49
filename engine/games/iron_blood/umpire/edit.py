"""The umpire's edit lines for Iron Blood: flags, marks, numbers, piles, dice, stations."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from engine.core.edit import Editor, always, bare, on_off, value_of
from engine.core.errors import Illegal, Malformed
from engine.core.frames import Frame
from engine.core.lexicon import fold
from engine.core.verbs import Value, Why
from engine.games.iron_blood.acts import T, first, side_of
from engine.games.iron_blood.cards.generals import Attempt, Reroll
from engine.games.iron_blood.data.board import (
    AIR,
    AXIS,
    BOARD,
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
from engine.games.iron_blood.words import LOCATIONS, PLACES, SEASONS

TRACK = tuple(f"track.{season.id}" for season in BOARD.seasons)
FLAGS = ("moved", "from", "fought")
MARKS = ("control", "stalin", "fortress", "fleet")
NUMBERS = ("stalin_moved", "stalin_tried", "blitzing", "mover")
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


class IronBloodEditor(Editor[IronBlood, Occupancy]):
    """Builds any position of Iron Blood."""

    piles = ("bag.axis", "bag.soviet", "hand.axis", "hand.soviet", *TRACK, "removed", "used")
    open_piles = ("used",)
    flags, marks, numbers = FLAGS, MARKS, NUMBERS
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

    def put(self, t: T, unit: Value, place: Value, flags: Mapping[str, str]) -> None:
        who, where = int(unit), int(place)
        for flag in flags:
            if flag not in FLAGS:
                raise Malformed(f"Flags are {', '.join(FLAGS)}; not `{flag[:30]}`.")
        bare(flags, "moved", "fought")
        _check_place(who, where)
        if flags and not (BOARD.units[who].regular and where < len(BOARD.hexes)):
            raise Illegal("Only a regular unit in a hex has moved or fought.", "phase2")
        before, t.s.at[who] = t.s.at[who], where
        _disrupt(t, who, before)
        t.s.moved[who] = int("moved" in flags)
        t.s.came[who] = _hex(flags["from"]) if "from" in flags else NOWHERE
        _forget_mover(t, who)
        if "fought" in flags or where == before:
            t.s.fought = [hex_ for hex_ in t.s.fought if hex_ != where]
        if "fought" in flags:
            t.s.fought.append(where)

    def mark(self, t: T, place: str, kind: str, value: str) -> None:
        if kind == "control":
            t.s.control[_location(place)] = side_of(_word(value, kind, "LOCATION", *SIDES))
        elif kind == "stalin":
            _word(value, kind, "LOCATION", "", "1")
            t.s.stalin = _location(place)
            t.s.stalin_moved = t.s.stalin != BOARD.stalin
        elif kind == "fortress":
            found = _word(value, kind, "FORTRESS", "destroyed", "stands", "none")
            t.s.destroyed[_fortress(place)] = int(found == "destroyed")
        elif kind == "fleet":
            found = _word(value, kind, "SEA", "disrupted", "none")
            t.s.disrupted[_sea(place)] = int(found == "disrupted")
        else:
            raise Malformed(f"Marks are {', '.join(MARKS)}; not `{kind[:30]}`.")

    def set(self, t: T, name: str, value: str) -> None:
        if name in ("stalin_moved", "stalin_tried"):
            setattr(t.s, name, on_off(value))
        elif name in ("blitzing", "mover"):
            unit = NOWHERE if value == "none" else int(value_of(t, "unit", value))
            if unit != NOWHERE and (refusal := _why_no_mover(t, unit, name)):
                raise Illegal(refusal.text, refusal.rule)
            setattr(t.s, name, unit)
        else:
            raise Malformed(f"You can set {', '.join(NUMBERS)}; not `{name[:30]}`.")

    def read(self, t: T, name: str, words: Sequence[str]) -> str:
        """`season`, `initiative`, a number, a pile's size, `PLACE KIND`, or what the rules say:
        `HEX dice SIDE`, `UNIT moved|from|fought|supply`."""
        readers: dict[str, Callable[[], str]] = {
            "season": lambda: BOARD.seasons[t.s.season].id,
            "initiative": lambda: first(t),
            "stalin_moved": lambda: str(int(t.s.stalin_moved)),
            "stalin_tried": lambda: str(int(t.s.stalin_tried)),
            "blitzing": lambda: _unit_id(t.s.blitzing),
            "mover": lambda: _unit_id(t.s.mover),
        }
        if name in readers:
            return readers[name]()
        if name in self.piles:
            return str(len(t.pile(name)))
        if words and words[0] == "control":
            return SIDES[t.s.control[_location(name)]]
        if words and words[0] == "stalin":
            return str(int(t.s.stalin == _location(name)))
        if words and words[0] == "fortress":
            return "destroyed" if t.s.destroyed[_fortress(name)] else "stands"
        if words and words[0] == "fleet":
            return "disrupted" if t.s.disrupted[_sea(name)] else "none"
        if words and words[0] == "dice":
            return str(combat.total(combat.dice(t.s, t.d, _hex(name), side_of(words[-1]))))
        if words and words[0] in (*FLAGS, "supply"):
            return _unit_fact(t, int(value_of(t, "unit", name)), words[0])
        raise Malformed(f"There is no `{name[:30]}` to look at.")

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

    def where(self, t: T, unit: Value) -> Value:
        return t.s.at[int(unit)]

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


def _why_no_mover(t: T, unit: int, name: str) -> Why | None:
    """Why a unit can't be the one that has just moved, or the tank that may blitz."""
    counter = BOARD.units[unit]
    if not (counter.regular and on_map(t.s, unit) and t.s.moved[unit]):
        return Why(f"{counter.name} has not moved.", "phase2")
    return movement.why_not_blitz(t.s, Occupancy(t.s), unit) if name == "blitzing" else None


def _unit_id(unit: int) -> str:
    return "none" if unit == NOWHERE else BOARD.units[unit].id


def _unit_fact(t: T, unit: int, what: str) -> str:
    if what == "moved":
        return str(t.s.moved[unit])
    if what == "fought":
        return str(int(t.s.at[unit] in t.s.fought))
    if what == "from":
        return "none" if t.s.came[unit] == NOWHERE else BOARD.places[t.s.came[unit]]
    return "out" if unit in supply.out_of_supply(t.s, t.d, BOARD.units[unit].side) else "in"


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


def _word(value: str, kind: str, place: str, *known: str) -> str:
    """A word that may follow `mark PLACE KIND`."""
    if value not in known:
        raise Malformed(f"It reads: mark {place} {kind} {'|'.join(filter(None, known))}")
    return value


def _hex(word: str) -> int:
    found = [int(place) for place in PLACES.read(word) if int(place) < len(BOARD.hexes)]
    if not found or BOARD.hexes[found[0]].terrain == SEA:
        raise Malformed(f"There is no land hex `{word[:30]}`.")
    return found[0]


def _location(word: str) -> int:
    found = LOCATIONS.read(word)
    if not found:
        raise Malformed(f"There is no urban location `{word[:30]}`.")
    return int(found[0])


def _sea(word: str) -> int:
    """The side whose fleet works in a sea, by the sea's box."""
    for place in PLACES.read(word):
        if place in BOARD.sea_box:
            return BOARD.sea_box.index(int(place))
    raise Malformed(f"There is no sea `{word[:30]}`.")


def _fortress(word: str) -> int:
    for fortress in BOARD.fortresses:
        if word in (fortress.id, fortress.name.lower(), BOARD.places[fortress.hex]):
            return fortress.index
    raise Malformed(f"There is no fortress `{word[:30]}`.")
