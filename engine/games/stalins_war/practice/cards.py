"""Cards of the own hand: what an event is played on, and which serve in a combat."""

from collections.abc import Collection

from engine.core.events import Args, Moment
from engine.core.verbs import Value
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards import clash, combat
from engine.games.stalins_war.cards.faces import ROUND
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import SIDES, Card
from engine.games.stalins_war.law import odds
from engine.games.stalins_war.law.attack import Attack
from engine.games.stalins_war.law.fire import Helps
from engine.games.stalins_war.play.answering import Answer
from engine.games.stalins_war.practice import appraisal
from engine.games.stalins_war.practice.appraisal import Field, Plan
from engine.games.stalins_war.state import StalinsWar, face

_WORTH_A_CARD = 0.25
"""What a card of the hand must add to a combat; one that lies kept is used for less."""
_WORTH_A_KEPT = 0.05


def event_line(t: T, field: Field, card: int) -> str:
    """The line that plays a card as the event of a round, "" when it cannot be played.

    Units that are named are the strongest, hexes those next to the enemy.
    """
    events, m = t.rules.events, Moment(SIDES[field.side], ROUND)
    it = events.face(m.side, card)
    if ROUND not in it.kinds or events.why_not(t, it, m) is not None:
        return ""
    way, args = events.ways(t, it, m)[0], Args()
    words = [events.verb(ROUND), t.rules.lexicons["card"].write(card)]
    for one in events.asked_of(m.side, (card,)):
        while values := events.asked(t, way, m, one.name, args):
            value = _named(t, field, one.lexicon, values)
            words.append(t.rules.lexicons[one.lexicon].write(value))
            if not one.many:
                args[one.name] = value
                break
            args[one.name] = [*args.get(one.name, ()), value]
    return " ".join(words)


def _named(t: T, field: Field, lexicon: str, values: Collection[Value]) -> Value:
    if lexicon == "unit":
        return max(values, key=lambda unit: (face_of(t, int(unit)), -int(unit)))
    union = BOARD.ground.union
    return min(
        values,
        key=lambda place: (not union >> int(place) & 1, field.to_foe[int(place)], int(place)),
    )


def face_of(t: T, unit: int) -> int:
    """Attack strength of a unit as it is, at full strength while it is off the map."""
    return face(t.s, unit).attack if t.s.step[unit] else BOARD.units[unit].faces[-1].attack


# combats --------------------------------------------------------------------------------


def attack_cards(t: T, plan: Plan) -> list[int]:
    """The Combat Cards that make an attack better, kept ones first (§7.5.5)."""
    side = t.s.side
    seen = combat.clash(t.s, t.d, Attack(plan.target, plan.units))
    able = [c for c in t.held(SIDES[side]) if clash.why_not(t, seen, side, c) is None]
    kept = t.ids(f"table.{SIDES[side]}")
    used: list[int] = []
    now = _promise(t, plan.target, plan.units, used)
    for card in sorted(able, key=lambda card: (card not in kept, card)):
        found = _promise(t, plan.target, plan.units, [*used, card])
        bar = _WORTH_A_KEPT if card in kept else _WORTH_A_CARD
        if found - now > bar or combat.holds_for_the_round(BOARD.cards[card]):
            used, now = [*used, card], found
    return used


def _promise(t: T, target: int, units: Collection[int], used: Collection[int]) -> float:
    """What an attack is worth with cards used in it."""
    cards: list[Card] = [BOARD.cards[card] for card in used]
    attack = Attack(target, tuple(units))

    def helped(s: StalinsWar) -> Helps:
        return combat.helps(combat.clash(s, t.d, attack), cards)

    found = odds.odds(t.s, t.d, list(units), target, helped)
    return appraisal.value_of(t, target, found)


def answer_line(t: T, choice: Answer, card: int) -> str:
    """The line that uses a card in defence, "" where it is not needed."""
    line = choice.line(t, card)
    if not line or choice.kind in (clash.FIRST, clash.REVIVE):
        return line
    fight = clash.fighting(t)
    now = _promise(t, fight.target, fight.units, fight.used)
    kept = card in t.ids(f"table.{choice.side}")
    bar = _WORTH_A_KEPT if kept else _WORTH_A_CARD
    gain = now - _promise(t, fight.target, fight.units, [*fight.used, card])
    return line if gain > bar else ""
