"""A modest practice opponent: it looks one order ahead, at open facts and its own hand alone.

It takes cities, attacks at 2:1 or better, keeps in supply and in line, guards what
is threatened, brings its units on and pays for those that are lost.
"""

from collections.abc import Callable, Iterable
from typing import Any

from engine.board.bits import members
from engine.core.events import Moment
from engine.core.frames import Choice
from engine.core.playing import armed_line
from engine.games.no_retreat.acts import T, side_of
from engine.games.no_retreat.cards.effects_units import extra_movers
from engine.games.no_retreat.cards.events import EVENTS, CardWindow
from engine.games.no_retreat.cards.moments import ATTACK, OWN_ORGANIZATION
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import DD, DR, DS, NOWHERE, ON_MAP, SIDES
from engine.games.no_retreat.law import (
    movement,
    odds,
    organization,
    rail,
    stacking,
    supply,
    targets,
)
from engine.games.no_retreat.law.fight import fighting
from engine.games.no_retreat.play import events, replies, retreat
from engine.games.no_retreat.play.advance import Follow, ways
from engine.games.no_retreat.play.battle import (
    Counterattack,
    Die,
    Mark,
    Terrain,
    battle_preview,
    strike_back,
)
from engine.games.no_retreat.play.losses import Lose, cadres, dutiful, price
from engine.games.no_retreat.play.opening import Keep
from engine.games.no_retreat.play.phase_card import Discard
from engine.games.no_retreat.play.phase_combat import Battles, Counterblow, Declare
from engine.games.no_retreat.play.phase_detrain import Detrain, Reserve
from engine.games.no_retreat.play.phase_events import Arrivals, Shift, to_place
from engine.games.no_retreat.play.phase_movement import ExtraMove, Moves
from engine.games.no_retreat.play.phase_organization import (
    Flips,
    Placement,
    Reorganization,
    Surcharge,
)
from engine.games.no_retreat.play.retreat import Retreat
from engine.games.no_retreat.play.shed import Excess, worth
from engine.games.no_retreat.practice import appraisal
from engine.games.no_retreat.practice.appraisal import Field, cheapest, expected, hand_of
from engine.games.no_retreat.state import enemy, face
from engine.games.no_retreat.words import CARDS

SPARE = 2
"""Cards that are not spent on improvements."""
_WORTH_A_MOVE = 1.0
_FAR_FROM_ALL = 7
"""Hexes from the enemy at which a unit takes the train."""


def _said(verb: str, unit: int, *places: int, pay: list[int] | None = None) -> str:
    """An order line for a unit."""
    words = [verb, BOARD.units[unit].id, *(BOARD.places[place] for place in places)]
    if pay:
        words += ["pay", *map(CARDS.write, pay)]
    return " ".join(words)


def _listed(units: list[int]) -> str:
    return " ".join(BOARD.units[unit].id for unit in units)


# cards -------------------------------------------------------------------------------


def _discard(t: T, choice: Discard | Keep, side: int) -> str:
    """The cards that are missed least; the Joker stays."""
    hand = [card for card in hand_of(t, side) if card != BOARD.joker]
    if len(hand) < choice.count:
        return ""
    return " ".join(["discard", *map(CARDS.write, cheapest(hand, side, choice.count))])


def _events(t: T, moment: Moment) -> str:
    """The first event of the hand that an armed card would play here."""
    side = side_of(moment.side)
    for card in sorted(hand_of(t, side)):
        if card == BOARD.joker and moment.kind == ATTACK:
            continue  # the defender could answer with it at once (nr-93)
        if not _free(card, side):
            continue
        if line := armed_line(t, moment, card):
            return line
    return ""


def _free(card: int, side: int) -> bool:
    """Is an event no promise that may cost Victory Points, and no other card?"""
    ops = BOARD.card(card).halves[side].ops
    names_a_card = "card" in EVENTS.face(SIDES[side], card).args
    return not names_a_card and not any(op.penalty for op in ops)


def _window(t: T, choice: CardWindow, side: int) -> str:
    """In a battle an event is played where it is needed, elsewhere when it can be."""
    if choice.kind in _NEEDED and not _NEEDED[choice.kind](t, side):
        return "pass"
    return _events(t, choice.moment(choice.side)) or "pass"


def _wants_columns(t: T, side: int) -> bool:
    """Before the die: a fight worth a card that is not yet decided."""
    now = fighting(t)
    seen = odds.preview(t.s, t.d, now)
    mean = expected(seen)
    stake = max(seen.attack, seen.defence) >= appraisal.STAKE
    return stake and (mean < 4 if side_of(now.side) == side else mean > appraisal.BAD)


def _result_is_bad(t: T, side: int) -> bool:
    """After the die: it went against us."""
    now = fighting(t)
    return (now.result in (DR, DS, DD)) != (side_of(now.side) == side)


_NEEDED: dict[str, Callable[[T, int], bool]] = {
    "attack": _wants_columns,
    "defend": _wants_columns,
    "attack_roll": _result_is_bad,
    "defend_roll": _result_is_bad,
}


def _shift(t: T, choice: Shift, side: int) -> str:
    return "pass"


# organization ------------------------------------------------------------------------


def _flips(t: T, choice: Flips, side: int) -> str:
    """Free upgrades, forts where the enemy is near, improvements from what can be spared."""
    hand = hand_of(t, side)
    if line := _events(t, Moment(SIDES[side], OWN_ORGANIZATION)):
        return line
    if side and (units := organization.educable(t.s, t.d)):
        return f"educate {BOARD.units[max(units, key=_gain)].id}"
    for unit in organization.fortifiable(t.s, side, len(hand)):
        near = movement.NEAR[t.s.at[unit]] & t.d.present[enemy(side)]
        if near and len(hand) > 1:
            return _said("fort", unit, pay=cheapest(hand, side, 1))
    able = [
        unit
        for unit in organization.improvable(t.s, t.d, side, len(hand))
        if len(hand) - BOARD.units[unit].improve_cost >= SPARE
    ]
    if able:
        unit = max(able, key=_gain)
        return _said("improve", unit, pay=cheapest(hand, side, BOARD.units[unit].improve_cost))
    return "end flips"


def _gain(unit: int) -> tuple[int, int]:
    """Strength Points that the stronger side has more."""
    record = BOARD.units[unit]
    return record.faces[record.full].strength - record.faces[record.reduced].strength, -unit


def _placement(t: T, choice: Placement, side: int) -> str:
    """Whoever comes for free, then the strongest that a card can bring back."""
    hand = hand_of(t, side)
    if line := _events(t, Moment(SIDES[side], OWN_ORGANIZATION)):
        return line
    able = [
        unit
        for unit in organization.placeable(t.s, t.d, side, len(hand))
        if organization.how(t.s, unit) != organization.SS_RETURN
    ]
    free = [unit for unit in able if not organization.price(t.s, unit)]
    paid = [unit for unit in able if 0 < organization.price(t.s, unit) < len(hand)]
    for units in (free, paid):
        if units:
            unit = max(units, key=lambda u: (face(t.s, u).strength, -u))
            places = list(members(organization.places(t.s, t.d, unit)))
            cost = organization.price(t.s, unit)
            where = _home(t, side, places)
            return _said("place", unit, where, pay=cheapest(hand, side, cost))
    return "" if organization.owed(t.s, t.d, side) else "end placement"


def _home(t: T, side: int, places: list[int]) -> int:
    """Near the enemy, out of his reach, without a cadre to be lost for it."""
    field = Field(t.s, t.d, side)
    zone = t.d.zone(enemy(side))
    crowd = t.d.present[side]

    def rank(place: int) -> tuple[int, int, int, int]:
        near = field.to_foe[place] if place < ON_MAP else 9
        return (zone >> place & 1, abs(near - 2), crowd >> place & 1, place)

    return min(places, key=rank)


def _arrivals(t: T, choice: Arrivals, side: int) -> str:
    unit = to_place(t, choice.side)[0]
    places = list(members(events.arrival_places(t.s, t.d, unit)))
    return _said("place", unit, _home(t, side, places))


def _reorganize(t: T, choice: Reorganization, side: int) -> str:
    """Those next to the enemy are made ready, for cards that can be spared."""
    hand = hand_of(t, side)
    tired = [
        unit
        for unit in organization.tired(t.s, side)
        if movement.NEAR[t.s.at[unit]] & t.d.present[enemy(side)]
    ]
    if tired and len(hand) > SPARE:
        unit = max(tired, key=lambda u: (face(t.s, u).strength, -u))
        return _said("ready", unit, pay=cheapest(hand, side, 1))
    return "end organization"


# movement ----------------------------------------------------------------------------


def _moves(t: T, choice: Moves, side: int) -> str:
    """The move that gains most; a unit far from everything takes the train."""
    if choice.closed:
        return "end movement"
    field = Field(t.s, t.d, side)
    if order := _best_move(t, field, movement.movable(t.s, t.d, side)):
        return order
    if not t.s.rail_bought:
        for unit in rail.entrainable(t.s, side, 0):
            if field.to_foe[t.s.at[unit]] >= _FAR_FROM_ALL and not _guards(field, unit):
                return _said("entrain", unit)
    return "end movement"


def _best_move(t: T, field: Field, units: Iterable[int]) -> str:
    """The move of one of these units that gains most ("": none is worth it)."""
    top, order = _WORTH_A_MOVE, ""
    for unit in units:
        found = movement.ways(t.s, t.d, unit)
        now = field.value(unit, t.s.at[unit])
        gain, place = field.best(unit, list(members(found.ends)))
        if gain - now > top:
            top = gain - now
            order = _said("move", unit, *found.way(-place))
    return order


def _extra_move(t: T, choice: ExtraMove, side: int) -> str:
    return _best_move(t, Field(t.s, t.d, side), extra_movers(t, side)) or "done"


def _guards(field: Field, unit: int) -> bool:
    return not movement.allowance(field.s, unit) or bool(field.kept >> field.s.at[unit] & 1)


def _detrain(t: T, choice: Detrain, side: int) -> str:
    for unit in rail.detrainable(t.s, t.d, side):
        places = list(members(rail.detrain_places(t.s, t.d, unit)))
        return _said("detrain", unit, _home(t, side, places))
    return "end detraining"


# combat ------------------------------------------------------------------------------


def _reserve(t: T, choice: Reserve, side: int) -> str:
    """Out of the box, where it has a place."""
    places = list(members(rail.detrain_places(t.s, t.d, t.s.reserve)))
    return _said("detrain", t.s.reserve, _home(t, side, places)) if places else "done"


def _declare(t: T, choice: Declare, side: int) -> str:
    place = appraisal.next_target(t, side)
    return "end targets" if place == NOWHERE else f"target {BOARD.places[place]}"


def _counterblow(t: T, choice: Counterblow, side: int) -> str:
    """Where the enemy must attack at 1:2 or worse, for a card that can be spared."""
    hand = hand_of(t, side)
    for place in members(targets.counterblows(t.s, t.d, side)):
        own = [u for u in t.d.units(side, place) if not face(t.s, u).white]
        sure = odds.strength(t.s, own, []) >= 2 * appraisal.threatens(t, place)
        if sure and len(hand) > SPARE:
            pay = f" pay {CARDS.write(cheapest(hand, side, 1)[0])}"
            return f"counter {BOARD.places[place]}{pay}"
    return _reply(t, side) or "done"


def _reply(t: T, side: int) -> str:
    """For a target worth it a card from the odds on at which it is needed; no event elsewhere.

    Whoever holds no card for it passes at all odds.
    """
    quiet: list[str] = []
    idle: list[str] = []
    for place in replies.unanswered(t):
        named = replies.cards(t)
        able = [card for card in replies.fitting(t, place) if _free(card, side)]
        cards = [card for card in able if card not in named]
        columns = appraisal.worth_a_card(t, place)
        if cards and columns:
            card = CARDS.write(cheapest(cards, side, 1)[0])
            return f"play {card} at {BOARD.places[place]} from {BOARD.columns[columns[0]]}"
        (quiet if cards else idle).append(BOARD.places[place])
    if idle:
        return f"pass at {' '.join(idle)} to {BOARD.columns[-1]}"
    return f"pass at {' '.join(quiet)}" if quiet else ""


def _battles(t: T, choice: Battles, side: int) -> str:
    """The surest battle first, with a marker where one helps."""
    owed = targets.duties(t.s, t.d, side)
    best: tuple[float, str] = (-1.0, "end combat")
    for target in owed.by:
        places = [target]
        while not owed.whole(places):
            places.append(owed.more_targets(places)[0])
        units = appraisal.force(t, side, owed, places)
        seen = battle_preview(t.s, t.d, side, places, units)
        if expected(seen) > best[0]:
            joint = "+".join(BOARD.places[place] for place in places)
            line = f"battle {joint} with {_listed(units)}"
            if odds.may_commit(t.s, side, units) and seen.final < len(BOARD.columns) - 2:
                line += f" commit {odds.MARKERS[side]}"
            best = (expected(seen), line)
    return best[1]


def _counterattack(t: T, choice: Counterattack, side: int) -> str:
    back = strike_back(t.s, fighting(t))
    return "counterattack" if expected(odds.preview(t.s, t.d, back)) > 2.5 else "decline"


def _terrain(t: T, choice: Terrain, side: int) -> str:
    return f"terrain {BOARD.places[odds.best_ground(t.s, fighting(t))]}"


def _lose(t: T, choice: Lose, side: int) -> str:
    unit = min(dutiful(t.s, choice.units, choice.role), key=lambda u: price(t, u))
    spare = cadres(t.s, unit)
    return _said("lose", unit) + (f" for {BOARD.units[spare[0]].id}" if spare else "")


def _retreat(t: T, choice: Retreat, side: int) -> str:
    """Into supply, away from the enemy, with nobody else if that can be."""
    field = Field(t.s, t.d, side)
    unit = next(u for u in choice.units if choice.ways(t, u))

    full = stacking.full(t.s, t.d, unit)

    def rank(way: retreat.Way) -> tuple[int, bool, int, retreat.Way]:
        end = way[-1]
        cut = not supply.supplied_from(t.s, t.d, side, end)
        return full >> end & 1, cut, -min(field.to_foe[end], 3), way

    return _said("retreat", unit, *min(choice.ways(t, unit), key=rank))


def _follow(t: T, choice: Follow, side: int) -> str:
    """On to a city, or forward while in supply; nobody leaves a threatened city empty."""
    field = Field(t.s, t.d, side)
    top, line = 0.0, "end advance"
    for unit in choice.units:
        here = t.s.at[unit]
        for place, way in ways(t.s, t.d, unit, choice.vacated, choice.changes).items():
            gain = field.value(unit, place) - field.value(unit, here)
            if gain > top:
                top, line = gain, _said("advance", unit, *way)
    return line


def _mark(t: T, choice: Mark, side: int) -> str:
    """The hex that the enemy could take least."""
    safest = max(choice.hexes, key=lambda p: (odds.strength(t.s, t.d.units(side, p), []), -p))
    return f"mark {BOARD.places[safest]}"


def _excess(t: T, choice: Excess, side: int) -> str:
    return _said("shed", min(choice.units(t), key=lambda unit: worth(t, unit)))


_BY_SIDE: dict[type[Choice], Callable[[T, Any, int], str]] = {
    Keep: _discard, Discard: _discard, CardWindow: _window,
    Shift: _shift,
    Flips: _flips, Placement: _placement, Arrivals: _arrivals, Reorganization: _reorganize,
    Surcharge: lambda t, choice, side: "decline",
    Moves: _moves, Detrain: _detrain, Reserve: _reserve, ExtraMove: _extra_move,
    Die: lambda t, choice, side: choice.better(t),
    Declare: _declare, Counterblow: _counterblow, Battles: _battles,
    Counterattack: _counterattack, Terrain: _terrain, Lose: _lose, Retreat: _retreat,
    Follow: _follow, Mark: _mark, Excess: _excess,
}  # fmt: skip


def _sided(advice: Callable[[T, Any, int], str]) -> Callable[[T, Any], str]:
    return lambda t, choice: advice(t, choice, side_of(choice.side))


ADVICE = {kind: _sided(advice) for kind, advice in _BY_SIDE.items()}
