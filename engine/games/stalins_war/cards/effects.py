"""What events do (7.5.1): one effect for each kind of operation on the cards.

What an event may be played on is in `events.py`. An event may be played for nothing (7.5.1b), so
what finds nothing to name asks for nothing.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from engine.board.bits import members
from engine.core.entries import Noted
from engine.core.events import Args, Domain, Effect, Moment, Play, Reason
from engine.core.frames import Call, Outcome
from engine.core.verbs import Value, Why
from engine.games.stalins_war import acts
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards import deck, events
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    FULL,
    HEXES,
    LIMITED,
    NATIONS,
    OTHER_FRONTS,
    OUT,
    RESERVE,
    RP_TYPES,
    SIDES,
    SOVIET,
    Card,
)
from engine.games.stalins_war.law import strategic, works
from engine.games.stalins_war.state import BREAKS_OUT

RULE = "7.5.1a"
_GROUND = BOARD.ground
_MARITIME = next(unit.index for unit in BOARD.units if unit.maritime)


class Op(NamedTuple):
    """An operation of a card, and what the card says of it besides."""

    card: Card
    says: Mapping[str, object]

    def number(self, name: str) -> int:
        """A number, 0 where the card has none."""
        found = self.says.get(name, 0)
        assert isinstance(found, int)
        return found

    def word(self, name: str) -> str:
        """A word, "" where the card has none."""
        return str(self.says.get(name, ""))

    def side(self) -> int:
        """The side that it hits or helps."""
        return SIDES.index(self.word("side"))

    def units(self, *names: str) -> list[int]:
        """Units that it names."""
        found = []
        for name in names:
            ids = self.says[name]
            assert isinstance(ids, list)
            found += [BOARD.unit_index[id_] for id_ in ids]
        return found

    def points(self) -> list[int]:
        """Replacement Points by kind."""
        points = self.says["rp"]
        assert isinstance(points, dict)
        return [points.get(kind, 0) for kind in RP_TYPES]


Do = Callable[[T, Play, Op], Outcome]
Find = Callable[[T, Op], Sequence[int]]


# what is asked --------------------------------------------------------------------------------


def _one(find: Find) -> Domain:
    """One of what is found; nothing is asked where nothing is."""

    def ask(t: T, m: Moment, op: Op, told: Args) -> Collection[Value] | None:
        return find(t, op) or None

    return ask


def _several(name: str, find: Find, most: Callable[[T, Op], int]) -> Domain:
    """Up to so many of what is found, each once."""

    def ask(t: T, m: Moment, op: Op, told: Args) -> Collection[Value] | None:
        found, named = find(t, op), told.get(name, [])
        if not found:
            return None
        return [v for v in found if v not in named] if len(named) < most(t, op) else []

    return ask


def _max(t: T, op: Op) -> int:
    return op.number("max")


def _hex(why: Callable[[T, Op, int], Why | None]) -> Mapping[str, Reason]:
    """The reason why a hex is not in the domain, for each argument that is one."""

    def reason(t: T, m: Moment, op: Op, told: Args, value: int) -> Why | None:
        return Why("That is no hex.", "10.1.3") if value >= HEXES else why(t, op, value)

    return dict.fromkeys(("hex", "hexes", "each"), reason)


# what lasts -----------------------------------------------------------------------------------


def _nothing(t: T, play: Play, op: Op) -> Outcome:
    """That it has been played is all, or the round has seen to it (OPS, 7.5.2)."""
    return None


def _for_round(t: T, play: Play, op: Op) -> Outcome:
    """It holds to the end of this Action Round."""
    if op.card.index not in t.s.in_round:
        t.s.in_round = [*t.s.in_round, op.card.index]
    return None


def _for_turn(t: T, play: Play, op: Op) -> Outcome:
    """It holds to the end of this turn."""
    if op.card.index not in t.s.in_turn:
        t.s.in_turn = [*t.s.in_turn, op.card.index]
    return None


def _flag(t: T, play: Play, op: Op) -> Outcome:
    """For the rest of the game, from next turn on, or for this turn.

    *Zhukov* works in the round in which it is played and in each later OPS round of the turn
    (clarification_soviet_09); Lend-Lease OPS come from the next turn on (§18.3.2).
    """
    if op.word("flag") == "lend_lease":
        t.s.lend_from = t.s.turn + 1
    elif op.word("duration") == "turn":
        _for_round(t, play, op)
        _for_turn(t, play, op)
    elif op.word("start") == "next_turn":
        _for_turn(t, play, op)
    return None


def _owe(t: T, play: Play, op: Op) -> Outcome:
    """*Backhand Blow*: an attack on units that advanced is owed (clarification_axis_33)."""
    t.s.owing = True
    return None


def _every_turn(t: T, play: Play, op: Op) -> Outcome:
    """Points of every Replacement Phase, from this turn or the next one on."""
    return _for_turn(t, play, op) if op.word("start") == "next_turn" else None


# points, OPS, hands -----------------------------------------------------------------------------


def _points(t: T, play: Play, op: Op) -> Outcome:
    acts.gain_rp(t, op.points())  # §7.4.3
    return None


def _score(t: T, play: Play, op: Op) -> Outcome:
    acts.score(t, op.number("delta"), op.card.name, "5.1.1")
    return None


def _bank(t: T, play: Play, op: Op) -> Outcome:
    """*Stavka*, while Stalin is in Moscow (§18.3.4)."""
    if events.applies(t.s, t.d, op.card):
        t.s.bank[SOVIET] += op.number("amount")
        text = f"The Soviets have {t.s.bank[SOVIET]} banked OPS."
        t.note(Noted(text=text, rule="18.3.4"))
    return None


def _sink(t: T, play: Play, op: Op) -> Outcome:
    """*Convoy PQ-17*: Archangel sends nothing next turn (§18.3.3)."""
    t.s.convoy = t.s.turn + 1
    return None


def _shrink(t: T, play: Play, op: Op) -> Outcome:
    t.s.hand_change[op.side()] += op.number("delta")
    return None


def _show(t: T, play: Play, op: Op) -> Outcome:
    """A hand is shown to the other side alone."""
    name = SIDES[op.side()]
    for card in t.ids(f"hand.{name}"):
        t.reveal(f"hand.{name}", card, t.bit(play.side))
    return None


def _rob(t: T, play: Play, op: Op) -> Outcome:
    side = op.side()
    for _ in range(op.number("amount")):
        if cards := list(t.ids(f"hand.{SIDES[side]}")):
            [index] = t.roll("random", 1, range(len(cards)), SIDES[side])
            deck.discard(t, side, cards[index], "discarded at random", RULE)
    return None


def _second(t: T, play: Play, op: Op) -> Outcome:
    """*Steppe Fox*, in June 1941: another card may follow, which sets the kind of round."""
    if t.s.turn != op.number("turn"):
        return None
    return Call(t.rules.frame("sw.choose", side=play.side, second=True))


# works ------------------------------------------------------------------------------------------


def _trenches(t: T, play: Play, op: Op) -> Outcome:
    for place in play.args.get("hexes", []):
        acts.dig(t, op.card.side, place, RULE)
    return None


def _why_no_trench(t: T, op: Op, place: int) -> Why | None:
    return works.why_no_trench(t.s, t.d, op.card.side, place)


def _most_trenches(t: T, op: Op) -> int:
    return min(op.number("max"), works.trenches_left(t.s))


def _festung(t: T, play: Play, op: Op) -> Outcome:
    if "hex" in play.args:
        acts.build_festung(t, play.args["hex"])
    return None


def _festungs(t: T, op: Op) -> list[int]:
    places = (site.place for site in _GROUND.sites)
    return [place for place in places if _why_no_festung(t, op, place) is None]


def _why_no_festung(t: T, op: Op, place: int) -> Why | None:
    return works.why_no_festung_there(t.s, t.d, place)


def _fortress(t: T, play: Play, op: Op) -> Outcome:
    if "hex" in play.args:
        acts.build_fortress(t, play.args["hex"])
    return None


def _zone(t: T, play: Play, op: Op) -> Outcome:
    if "hex" in play.args:
        acts.place_zone(t, play.args["hex"], RULE)
    return None


def _bridge(t: T, play: Play, op: Op) -> Outcome:
    """*Air Bridge*: in supply for defence and attrition to the end of the turn (§13.2.4)."""
    if "hex" in play.args:
        place = play.args["hex"]
        t.s.bridge = [*t.s.bridge, place]
        units = t.d.units(AXIS, place)
        acts.fix_supply(t, {unit: LIMITED for unit in units if t.s.supply[unit] == OUT})
    return None


# partisans --------------------------------------------------------------------------------------


def _hideouts(t: T, op: Op) -> Sequence[int]:
    """Where Partisans are placed inactive, as with OPS (§16.1.3)."""
    if op.word("face") != "inactive" or works.partisans_left(t.s) <= 0:
        return ()
    return members(works.dens(t.s, t.d))


def _most_hidden(t: T, op: Op) -> int:
    return min(op.number("max"), works.partisans_left(t.s))


def _outbreaks(t: T, op: Op) -> Sequence[int]:
    """Where one comes active: *Airborne Corps*, *Warsaw Uprising*."""
    if op.word("face") != "active":
        return ()
    find = events.drop_hexes if op.card.event == "airborne_corps" else events.uprising_hexes
    return find(t.s, t.d)


def _rise(t: T, play: Play, op: Op) -> Outcome:
    for place in play.args.get("each", []):
        acts.place_partisan(t, place, RULE)
    if op.word("face") == "active" and "hex" in play.args:
        acts.rouse(t, play.args["hex"], "16.1.6")
    return None


def _why_no_den(t: T, op: Op, place: int) -> Why | None:
    return works.why_no_den(t.s, t.d, place) if op.word("face") == "inactive" else None


def _sweep(t: T, play: Play, op: Op) -> Outcome:
    for place in play.args.get("hexes", []):
        acts.remove_partisan(t, place, RULE)
    return None


def _sleepers(t: T, op: Op) -> list[int]:
    return t.s.partisans


def _rousable(t: T, op: Op) -> Sequence[int]:
    """Whom *Rail War* may wake; *Bagration* wakes all and asks nobody."""
    return () if op.says["max"] == "all" else works.rousable(t.s, t.d)


def _rouse(t: T, play: Play, op: Op) -> Outcome:
    everyone = op.says["max"] == "all"
    for place in works.rousable(t.s, t.d) if everyone else play.args.get("hexes", []):
        acts.rouse(t, place)
    return None


# units ------------------------------------------------------------------------------------------


def _refit(t: T, play: Play, op: Op) -> Outcome:
    for unit in play.args.get("units", []):
        acts.flip_up(t, unit, RULE)
    return None


def _refitted(t: T, op: Op) -> list[int]:
    return events.rebuilt(t.s, t.d, op.card)


def _most_refits(t: T, op: Op) -> int:
    return op.number("units")


def _hosts(t: T, op: Op) -> Sequence[int]:
    """Hexes for a unit that comes to others; none for those that come as reinforcements do."""
    if not op.word("where").startswith("hex "):
        return ()
    return events.steppe_fox_hexes(t.s, t.d, op.units("units")[0])


def _bring(t: T, play: Play, op: Op) -> Outcome:
    """Units come into play: in a hex that is told or printed, or as reinforcements do.

    Who finds none leaves the game (§7.5.2b).
    """
    units = [unit for unit in op.units("units") if t.s.place[unit] == RESERVE]
    where = op.word("where")
    if where.startswith("as "):
        return _arrive(t, play, units)
    place = _GROUND.grid.index.get(where, play.args.get("hex"))
    if not events.applies(t.s, t.d, op.card):
        place = None
    for unit in units:
        if place is None:
            acts.drop(t, unit, "7.5.2b")
        else:
            acts.place_unit(t, unit, place, RULE)
    return None


def _arrive(t: T, play: Play, units: list[int]) -> Outcome:
    return Call(t.rules.frame("sw.arrivals", side=play.side, units=units))


def _reinforce(t: T, play: Play, op: Op) -> Outcome:
    units = op.units("units", "exchange")
    return _arrive(t, play, [unit for unit in units if t.s.place[unit] == RESERVE])


def _come_back(t: T, play: Play, op: Op) -> Outcome:
    """*Eastern Priority*: those in the Other Fronts box, with the steps that they have."""
    found = [unit for unit in BOARD.of_side[AXIS] if t.s.place[unit] == OTHER_FRONTS]
    return _arrive(t, play, found)


def _raised(t: T, m: Moment, op: Op, told: Args) -> Collection[Value] | None:
    """*Volkssturm*: corps for which there is a hex."""
    found = events.volkssturm(t.s)
    taken = told.get("unit")
    able = [unit for unit in found if unit != taken and _levy_hexes(t, unit, told)]
    return able or None


def _levy_hexes(t: T, unit: int, told: Args) -> list[int]:
    """Hexes with room for one more beside what is told already."""
    also = [told["unit"]] if "hex" in told else []
    return events.volkssturm_hexes(t.s, t.d, unit, also, told.get("hex", -1))


def _levied(name: str) -> Domain:
    def ask(t: T, m: Moment, op: Op, told: Args) -> Collection[Value] | None:
        return _levy_hexes(t, told[name], told) if name in told else None

    return ask


def _second_raised(t: T, m: Moment, op: Op, told: Args) -> Collection[Value] | None:
    return _raised(t, m, op, told) if "hex" in told else None


def _levy(t: T, play: Play, op: Op) -> Outcome:
    for unit, place in (("unit", "hex"), ("other", "there")):
        if unit in play.args:
            t.s.step[play.args[unit]] = op.number("steps")
            acts.place_unit(t, play.args[unit], play.args[place], RULE)
    return None


def _cut_off(t: T, op: Op) -> list[int]:
    return events.bridge_hexes(t.s, t.d)


def _break_out(t: T, play: Play, op: Op) -> Outcome:
    """*Hube's Pocket*: units out of supply in a hex."""
    if "hex" in play.args:
        for unit in t.d.units(AXIS, play.args["hex"]):
            if t.s.supply[unit] != FULL:
                t.s.flags[unit] |= BREAKS_OUT
    return None


def _evacuees(t: T, op: Op) -> list[int]:
    return [unit for unit in BOARD.of_side[AXIS] if events.refuges(t.s, t.d, unit)]


def _refuges(t: T, m: Moment, op: Op, told: Args) -> Collection[Value] | None:
    return events.refuges(t.s, t.d, told["unit"]) if "unit" in told else None


def _why_no_refuge(t: T, m: Moment, op: Op, told: Args, place: int) -> Why | None:
    return strategic.why_no_refuge(t.s, t.d, told["unit"], place) if "unit" in told else None


def _evacuate(t: T, play: Play, op: Op) -> Outcome:
    """*Naval Evacuation*: the LCU keeps its last step (§10.2.7)."""
    if "unit" in play.args:
        unit = play.args["unit"]
        t.s.step[unit] = 1
        acts.carry(t, unit, play.args["hex"], "is evacuated", 0, "10.2.7")
    return None


def _shores(t: T, op: Op) -> list[int]:
    return events.landings(t.s, t.d)


def _land(t: T, play: Play, op: Op) -> Outcome:
    """*Black Sea, Black Death*: in supply at once (§7.5.4, §13.1.4)."""
    if "hex" in play.args:
        acts.carry(t, _MARITIME, play.args["hex"], "lands", 0, "7.5.4")
        acts.fix_supply(t, {_MARITIME: FULL})
    return None


def _mask(t: T, play: Play, op: Op) -> Outcome:
    numbers = {"large": op.number("lcu"), "small": op.number("scu")}
    return Call(t.rules.frame("sw.maskirovka", side=play.side, **numbers))


def _send(t: T, play: Play, op: Op) -> Outcome:
    """Other Fronts: the Axis player says who goes (§3.0)."""
    kinds = {"panzers": op.number("panzer"), "others": op.number("german_scu")}
    return Call(t.rules.frame("sw.sending", card=op.card.index, **kinds))


def _leave(t: T, play: Play, op: Op) -> Outcome:
    """A nation leaves the war with all its units."""
    acts.surrender(t, NATIONS.index(op.word("nation")), RULE)
    return None


def _change_sides(t: T, play: Play, op: Op) -> Outcome:
    """*Romania Defects*: places without an Axis unit are Soviet at once."""
    for site in events.control_after_defection(t.s, t.d):
        acts.take(t, site, SOVIET, RULE)
    return None


def _placed(do: Do, find: Find, why: Callable[[T, Op, int], Why | None] | None = None) -> Effect:
    """An effect on one hex that is told."""
    return Effect(do, args={"hex": _one(find)}, reasons=_hex(why) if why else {})


def _why_no_fortress(t: T, op: Op, place: int) -> Why | None:
    return works.why_no_fortress(t.s, t.d, place)


EFFECTS: Mapping[str, Effect] = {
    "grant_ops": Effect(_nothing),
    "column_shift": Effect(_for_round),
    "free_zoc_exit": Effect(_for_round),
    "exploitation_bonus": Effect(_for_round),
    "forbid_no_retreat": Effect(_for_round),
    "vp_conditional": Effect(_for_round),
    "extra_loss": Effect(_nothing),  # Zhukov: the attack itself takes it
    "allow_no_retreat": Effect(_for_turn),
    "forbid_rail": Effect(_for_turn),
    "ops_penalty": Effect(_for_turn),
    "set_flag": Effect(_flag),
    "must_attack": Effect(_owe),
    "auto_rp": Effect(_every_turn),
    "add_rp": Effect(_points),
    "vp": Effect(_score),
    "bank_ops": Effect(_bank),
    "cancel_lend_lease": Effect(_sink),
    "hand_size": Effect(_shrink),
    "reveal_hand": Effect(_show),
    "discard_random": Effect(_rob),
    "play_second_card": Effect(_second),
    "place_trench": Effect(
        _trenches,
        args={
            "hexes": _several(
                "hexes", lambda t, op: events.trench_hexes(t.s, t.d, op.card), _most_trenches
            )
        },
        reasons=_hex(_why_no_trench),
    ),
    "place_festung": _placed(_festung, _festungs, _why_no_festung),
    "place_fortress": _placed(
        _fortress, lambda t, op: events.fortress_hexes(t.s, t.d), _why_no_fortress
    ),
    "place_fortified_zone": _placed(_zone, lambda t, op: events.zone_hexes(t.s, t.d)),
    "limited_supply": _placed(_bridge, _cut_off),
    "breakout": _placed(_break_out, _cut_off),
    "sea_landing": _placed(_land, _shores),
    "place_partisan": Effect(
        _rise,
        args={"hex": _one(_outbreaks), "each": _several("each", _hideouts, _most_hidden)},
        reasons=_hex(_why_no_den),
    ),
    "remove_partisans": Effect(_sweep, args={"hexes": _several("hexes", _sleepers, _max)}),
    "activate_partisans": Effect(_rouse, args={"hexes": _several("hexes", _rousable, _max)}),
    "rebuild_steps": Effect(_refit, args={"units": _several("units", _refitted, _most_refits)}),
    "place_units": _placed(_bring, _hosts),
    "reinforce": Effect(_reinforce),
    "return_other_fronts": Effect(_come_back),
    "recreate_units": Effect(
        _levy,
        args={
            "unit": _raised,
            "hex": _levied("unit"),
            "other": _second_raised,
            "there": _levied("other"),
        },
    ),
    "naval_evacuation": Effect(
        _evacuate,
        args={"unit": _one(_evacuees), "hex": _refuges},
        reasons={"hex": _why_no_refuge},
    ),
    "free_move": Effect(_mask),
    "other_fronts": Effect(_send),
    "remove_nation": Effect(_leave),
    "control_country": Effect(_change_sides),
}
"""Kind of operation -> its effect; those of Combat Cards are in `combat.py`."""
