"""A modest practice opponent: it looks one order ahead, at open facts and its own hand alone.

It attacks where both Fire Tables promise more than they take, goes for stars while the tide
is its own and guards them afterwards, keeps in supply, brings units on and buys steps back.
"""

from collections.abc import Callable, Sequence
from typing import Any

from engine.board.bits import members
from engine.core.frames import Choice
from engine.games.stalins_war.acts import T, name_of
from engine.games.stalins_war.cards import deck
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    COMBAT_CARD,
    OPS_ROUND,
    OUT,
    REINFORCES,
    REPLACEMENT,
    SIDES,
    SOVIET,
    ZERO_MOVE,
    ZERO_REST,
)
from engine.games.stalins_war.law import (
    crowding,
    exploitation,
    losses,
    movement,
    operations,
    replacements,
    works,
)
from engine.games.stalins_war.law.stacking import why_over
from engine.games.stalins_war.play.advancing import Advance, Exploitation, advancing
from engine.games.stalins_war.play.answering import Answer, Hit, Spare, Withdraw
from engine.games.stalins_war.play.arriving import Arrive
from engine.games.stalins_war.play.crowding import Excess, excess
from engine.games.stalins_war.play.drawing import Discard
from engine.games.stalins_war.play.errands import Maskirovka, Send
from engine.games.stalins_war.play.fighting import Combats, Marks, activable, owed_targets
from engine.games.stalins_war.play.moving import Moves
from engine.games.stalins_war.play.opening import Pick
from engine.games.stalins_war.play.replacing import Naming, Rebuilding, buyable
from engine.games.stalins_war.play.retreats import Retreat, Stand, worth_holding
from engine.games.stalins_war.play.rounds import Choose
from engine.games.stalins_war.play.toll import Lose
from engine.games.stalins_war.practice import appraisal
from engine.games.stalins_war.practice.appraisal import Field, hand_of
from engine.games.stalins_war.practice.cards import answer_line, attack_cards, event_line
from engine.games.stalins_war.state import face, on_map

_WORTH_A_MOVE = 0.8
_WORTH_AN_OPS, _WORTH_THE_LAST_OPS = 3.0, 6.0
"""What leaving a zone for 1 OPS must gain besides; the last two would pay for an attack."""
_WORTH_AN_ATTACK = {True: 0.3, False: 1.2}
"""What an attack must promise: to the side that goes forward, and to the other."""


_COUNT = 0.5
"""What each step that the Consecutive OPS count goes back is worth, in OPS."""
_RP = (1.3, 0.5)
"""What a Replacement Point is worth to a side, in OPS: the Axis gets few."""
_RESCUE = 1.0
"""What a round in which units move is worth for each unit out of supply, in OPS."""
_COMBAT_CARD = 3.0
"""What a Combat Card is worth in the hand, in OPS."""


def _unit(verb: str, unit: int, *places: int) -> str:
    return " ".join([verb, BOARD.units[unit].id, *map(name_of, places)])


def _card(verb: str, card: int) -> str:
    return f"{verb} {BOARD.cards[card].id}"


# what the round is ----------------------------------------------------------------------


def _pick(t: T, choice: Pick, side: int) -> str:
    """The card with most OPS."""
    cards = deck.picks(t, side)
    if deck.pick_price(t, side) or not cards:
        return "done"
    return _card("take", max(cards, key=lambda c: (_keep(t, c), -c)))


def _keep(t: T, card: int) -> float:
    """How gladly a card is kept: by the best that it can do."""
    it = BOARD.cards[card]
    if it.type == COMBAT_CARD and not appraisal.late(t.s, it):
        return max(it.ops, _COMBAT_CARD)
    return max(it.ops, appraisal.event_worth(card)) if not appraisal.late(t.s, it) else it.ops


def _choose(t: T, choice: Choose, side: int) -> str:
    """What is worth most: OPS, points, an event, or a rest that sets the count back."""
    ways: list[tuple[float, str]] = []
    hand, field = hand_of(t, side), Field(t.s, t.d, side)
    eager = (1.8 if field.bold else 0.7) + 0.5 * (field.hurry - 1)

    rescue = _RESCUE * sum(
        t.s.supply[unit] == OUT for unit in BOARD.of_side[side] if on_map(t.s, unit)
    )

    def reset(kind: int) -> float:
        return _COUNT * eager * (t.s.count[side] - operations.count_after(t.s, kind))

    if operations.why_no_round(t.s, OPS_ROUND) is None:
        for card in hand:
            it = BOARD.cards[card]
            gain = 1.0 + eager * operations.card_ops(t.s, it) - 0.2 * _keep(t, card) + rescue
            ways.append((gain, _card("ops", card)))
    if operations.why_no_round(t.s, REPLACEMENT) is None:
        for card in hand:
            it = BOARD.cards[card]
            gain = _RP[side] * appraisal.rp_worth(t.s, side, it) + 0.5 - 0.2 * _keep(t, card)
            gain += reset(REPLACEMENT)
            ways.append((gain, _card("rp", card)))
    for card in hand:
        it = BOARD.cards[card]
        if line := event_line(t, field, card):
            gain = 0.9 * len(it.units) + 1 if it.type == REINFORCES else appraisal.beside(card)
            gain /= field.hurry
            gain += reset(operations.kind_of_event(it))
            if ops := appraisal.granted(card):
                gain += 1.0 + eager * ops + rescue
            ways.append((gain, line))
    if choice.second:
        ways.append((0.0, "end event"))
    else:
        ways.append((0.2 + reset(ZERO_REST), _rest(t, hand)))
        if operations.why_no_round(t.s, ZERO_MOVE) is None and (t.s.bank[side] or rescue):
            ways.append((0.5 + eager * t.s.bank[side] + rescue, "zero move"))
    return max(ways, key=lambda way: way[0])[1]


def _rest(t: T, hand: Sequence[int]) -> str:
    """A resting round swaps the poorest card."""
    if not hand:
        return "zero rest"
    return f"zero rest swap {BOARD.cards[min(hand, key=lambda c: (_keep(t, c), c))].id}"


def _discard(t: T, choice: Discard, side: int) -> str:
    """What must go, and what can never be an event again and has few OPS."""
    least = deck.least_discards(t, side)
    hand = sorted(hand_of(t, side), key=lambda c: (_keep(t, c), c))
    idle = [c for c in hand if BOARD.cards[c].ops <= 1 and appraisal.late(t.s, BOARD.cards[c])]
    gone = hand[:least] or idle
    return " ".join(["discard", *(BOARD.cards[c].id for c in gone)]) if gone else "end discards"


# movement -------------------------------------------------------------------------------


def _moves(t: T, choice: Moves, side: int) -> str:
    """The first unit that gains by a move; OPS that are left over dig, or place partisans."""
    field = Field(t.s, t.d, side)
    if line := _train(t, field):
        return line
    crowded = crowding.can_clear(t.s, t.d)
    for unit in map(int, crowding.movable(t.s, t.d)):
        if line := _one_move(t, field, unit, bool(crowded >> t.s.place[unit] & 1)):
            return line
    if crowded:
        return ""
    return _works(t, field, side) or "end movement"


def _one_move(t: T, field: Field, unit: int, must: bool) -> str:
    places = [
        place
        for place in members(crowding.ends(t.s, t.d, unit, []))
        if place not in field.own or _roomy(t, unit, place)
    ]
    if not places:
        return ""
    now = field.value(unit, t.s.place[unit])
    gain, place = field.best(unit, places)
    dear = 0.0
    if movement.price(t.s, t.d, [unit]):
        dear = _WORTH_AN_OPS if movement.spare(t.s) > 2 else _WORTH_THE_LAST_OPS * field.hurry
    if not must and gain - now < _WORTH_A_MOVE + dear:
        return ""
    way = movement.march(t.s, t.d, unit, []).path(-place)
    return _unit("move", unit, *way)


def _roomy(t: T, unit: int, place: int) -> bool:
    """Is there room with all that stand there, whether they could go on or not?"""
    there = [BOARD.units[other] for other in t.d.units(t.s.side, place)]
    return why_over(t.s, [*there, BOARD.units[unit]], place) is None


def _works(t: T, field: Field, side: int) -> str:
    """What OPS dig: Partisans once a turn, Festungs in stars that are about to fall.

    Trenches of LCUs before the enemy for those that no attack needs.
    """
    s, d = t.s, t.d
    if not movement.spare(s):
        return ""
    dens = members(works.dens(s, d)) if side == SOVIET and not works.why_no_partisans(s) else []
    if dens:
        near = sorted(dens, key=lambda place: (field.to_foe[place], place))
        return " ".join(["partisan", *map(name_of, near[: min(2, works.partisans_left(s))])])
    if side == AXIS and not field.bold:
        for place in members(d.present[side] & field.doomed):
            if works.why_no_festung(s, d, place) is None:
                return f"festung {name_of(place)}"
    pits = [p for p in members(d.present[side] & field.zone) if works.why_no_dig(s, d, p) is None]
    if pits and movement.spare(s) > len(_armed(t, side, [], movement.spare(s))):
        return f"trench {name_of(pits[0])}"
    return ""


def _train(t: T, field: Field) -> str:
    """A small unit goes by rail to a place that the enemy could walk into, and nobody near."""
    bare = field.far if movement.spare(t.s) else 0
    best, line = _WORTH_AN_OPS, ""
    for unit in map(int, crowding.railable(t.s, t.d)) if bare else ():
        if ends := members(crowding.rail_ends(t.s, t.d, unit) & bare):
            gain, place = field.best(unit, ends)
            gain -= field.value(unit, t.s.place[unit])
            if gain > best:
                best, line = gain, _unit("rail", unit, -place)
    return line


def _maskirovka(t: T, choice: Maskirovka, side: int) -> str:
    return "end movement"


# combat ---------------------------------------------------------------------------------


def _marks(t: T, choice: Marks, side: int) -> str:
    """Markers for the attacks that promise most for the OPS that are left."""
    owed = choice.needed(t, ())[:1] if t.s.owing else []  # Backhand Blow
    found = _armed(t, side, owed, movement.purse(t.s) - len(owed))
    if not found:
        return "end activation"
    return " ".join(["activate", *map(name_of, found)])


def _armed(t: T, side: int, found: list[int], left: int) -> list[int]:
    """`found` with the hexes of the attacks that are worth a marker, for so many OPS."""
    least = _WORTH_AN_ATTACK[appraisal.bold(t.s, side)]
    able = activable(t)
    taken: set[int] = set()
    for plan in appraisal.plans(t, marked=False):
        if plan.score < least or taken.intersection(plan.units):
            continue
        new = [p for p in plan.hexes if p not in t.s.activated and p not in found]
        if len(new) > left or not set(new) <= set(able):
            continue
        taken.update(plan.units)
        found = [*found, *new]
        left -= len(new)
    return found


def _combats(t: T, choice: Combats, side: int) -> str:
    """The attack that promises most; the one that *Backhand Blow* owes whatever it promises."""
    found = appraisal.plans(t, marked=True)
    owed = set(owed_targets(t)) if t.s.owing else set()
    if owed:
        found = [plan for plan in found if plan.target in owed] or found
    least = _WORTH_AN_ATTACK[appraisal.bold(t.s, side)]
    if not found or (found[0].score < least and found[0].target not in owed):
        return "" if owed else "end combat"
    plan = found[0]
    units = " ".join(BOARD.units[unit].id for unit in plan.units)
    line = f"attack {name_of(plan.target)} with {units}"
    cards = [BOARD.cards[card].id for card in attack_cards(t, plan)]
    return " ".join([line, "play", *cards]) if cards else line


def _answer(t: T, choice: Answer, side: int) -> str:
    """A card where it is needed; else he says too whether his units will stand."""
    for card in t.held(choice.side):
        if line := answer_line(t, choice, card):
            return line
    names = {verb.name: verb for verb in choice.plays(t, choice.side)}
    promised = names.get("pass stand")
    if promised is None or promised.blocked:
        return "pass"
    held = worth_holding(t, side, choice.place)
    return "pass stand" if held else "pass give way"


def _withdraw(t: T, choice: Withdraw, side: int) -> str:
    return choice.default(t)


def _hit(t: T, choice: Hit, side: int) -> str:
    own = BOARD.units[choice.units[0]].side == side
    pick = losses.cheapest if own else losses.dearest
    return _unit("hit", pick(t.s, choice.units))


def _spare(t: T, choice: Spare, side: int) -> str:
    return _unit("spare", losses.dearest(t.s, choice.units))


def _lose(t: T, choice: Lose, side: int) -> str:
    """A unit that lives on, a small one first."""
    pool = choice.pool(t)
    unit = min(pool, key=lambda u: (t.s.step[u] == 1, BOARD.units[u].lcu, face(t.s, u).attack, u))
    return _unit("lose", unit)


def _advance(t: T, choice: Advance, side: int) -> str:
    """Into a place that counts, or where it is no worse; with a Blitz marker if there can be."""
    field = Field(t.s, t.d, side)
    able = advancing(t, choice.units, choice.target)
    takes = bool(field.wanted >> choice.target & 1)
    chosen: list[int] = []
    order = sorted(able, key=lambda u: (not BOARD.units[u].exploits, BOARD.units[u].lcu, u))
    for unit in order:
        gain = field.value(unit, choice.target) - field.value(unit, t.s.place[unit])
        if gain < (-2.0 if field.bold and not chosen else 0.5 if chosen else 0.0) and not (
            takes and not chosen
        ):
            continue
        if choice.why_not(t, [*chosen, unit]) is None and len(chosen) < 3:
            chosen.append(unit)
    if not chosen:
        return "end advance"
    blitz = choice.why_no_blitz(t, chosen) is None
    line = " ".join(["advance", *(BOARD.units[unit].id for unit in chosen)])
    return f"{line} blitz" if blitz else line


def _exploit(t: T, choice: Exploitation, side: int) -> str:
    """On to places, and forward, in supply."""
    field = Field(t.s, t.d, side)
    crowded = exploitation.can_clear(t.s, t.d)
    for unit in exploitation.able(t.s, t.d):
        places = [
            p
            for p in members(exploitation.ends(t.s, t.d, unit, []))
            if exploitation.why_full(t.s, t.d, unit, p) is None and _roomy(t, unit, p)
        ]
        gain, place = field.best(unit, places)
        must = crowded >> t.s.place[unit] & 1
        if places and (must or gain - field.value(unit, t.s.place[unit]) > _WORTH_A_MOVE):
            way = exploitation.march(t.s, t.d, unit, []).path(-place)
            return _unit("exploit", unit, *way)
    return "" if crowded else "end exploitation"


def _default(t: T, choice: Stand | Retreat | Send, side: int) -> str:
    """What the umpire would answer."""
    return choice.default(t)


def _excess(t: T, choice: Excess, side: int) -> str:
    found = excess(t, side, choice.place)
    return _unit("shed", min(found, key=lambda u: (face(t.s, u).attack, t.s.step[u], u)))


# units that come and steps that are bought --------------------------------------------------


def _arrive(t: T, choice: Arrive, side: int) -> str:
    """The strongest first, behind the front; the weakest of its kind gives way."""
    field = Field(t.s, t.d, side)
    if units := choice.able(t, exchanged=False):
        unit = max(units, key=lambda u: (face(t.s, u).attack, -u))
        return _unit("place", unit, _home(field, replacements.doors(t.s, t.d, unit)))
    unit = next(iter(choice.able(t, exchanged=True)))
    others = replacements.replaceable(t.s, unit)
    old = min(others, key=lambda u: (face(t.s, u).attack, t.s.step[u], u))
    return f"exchange {BOARD.units[unit].id} for {BOARD.units[old].id}"


def _home(field: Field, places: Sequence[int]) -> int:
    """In an empty place that he could enter; near the enemy, out of his zones, not crowded."""

    bare = field.bare

    def rank(place: int) -> tuple[int, int, int, int, int]:
        near = field.to_foe[place]
        crowd = field.own.get(place, (0, 0, 0))[1]
        return not bare >> place & 1, field.zone >> place & 1, abs(near - 2), crowd, place

    return min(places, key=rank)


def _rebuild(t: T, choice: Rebuilding, side: int) -> str:
    """The step that adds most strength for its price; of equals one on the map."""
    field = Field(t.s, t.d, side)

    def gain(unit: int) -> tuple[float, bool, int, int]:
        it, step = BOARD.units[unit], t.s.step[unit]
        after = it.faces[step]
        more = after.attack + after.defence
        if new := replacements.recreated(t.s, unit):
            return more / replacements.price(it), False, after.attack, -unit
        now = it.faces[step - 1]
        more -= now.attack + now.defence
        return more / replacements.price(it), not new, after.attack, -unit

    unit = max(buyable(t, side), key=gain)
    if not replacements.recreated(t.s, unit):
        return _unit("rebuild", unit)
    door = _home(field, replacements.doors(t.s, t.d, unit))
    return f"rebuild {BOARD.units[unit].id} at {name_of(door)}"


def _name(t: T, choice: Naming, side: int) -> str:
    """The kind that is needed most."""
    kinds = ("ge", "pz", "ax")
    return f"name {max(kinds, key=lambda kind: appraisal.need(t.s, side, kinds.index(kind)))}"


_BY_SIDE: dict[type[Choice], Callable[[T, Any, int], str]] = {
    Pick: _pick, Choose: _choose, Discard: _discard,
    Moves: _moves, Maskirovka: _maskirovka, Marks: _marks, Combats: _combats,
    Answer: _answer, Withdraw: _withdraw, Hit: _hit, Spare: _spare, Lose: _lose,
    Stand: _default, Retreat: _default, Send: _default,
    Advance: _advance, Exploitation: _exploit, Excess: _excess,
    Arrive: _arrive, Rebuilding: _rebuild, Naming: _name,
}  # fmt: skip


def _sided(advice: Callable[[T, Any, int], str]) -> Callable[[T, Any], str]:
    return lambda t, choice: advice(t, choice, SIDES.index(choice.side))


ADVICE = {kind: _sided(advice) for kind, advice in _BY_SIDE.items()}
