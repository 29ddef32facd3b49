"""When an event may be played, and whether a side could hold one: by public facts alone.

A moment is a kind of window or phase, the side that may play, and what it is about.
What an event does is made of operations (`facts.Op`); `HANDLERS` says of each when it
may be used, what it must be told, and what it does. They are registered by `cards`.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from engine.core.frames import Outcome, Proc
from engine.core.piles import Pile
from engine.core.verbs import Why
from engine.games.no_retreat.acts import T
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import NOWHERE, SIDES, CardHalf, Op
from engine.games.no_retreat.law.fight import battle as fight
from engine.games.no_retreat.law.victory import symbol

if TYPE_CHECKING:
    from engine.games.no_retreat.play.play import Play


class Moment(NamedTuple):
    """Who may play, of what kind the moment is, and what it is about (-1: nothing)."""

    side: int
    kind: str
    place: int = NOWHERE
    """The city captured, the hex where a unit was lost."""
    unit: int = NOWHERE
    """The unit lost, or about to be replaced."""
    event: int = NOWHERE
    """The event being played, as 2 * card + side."""


ATTACK, DEFEND = "attack", "defend"
ATTACK_ROLL, DEFEND_ROLL = "attack_roll", "defend_roll"
RESULT, CANCEL, ANY = "result", "cancel", "any"  # ANY: nr-92
OWN_ORGANIZATION, OWN_MOVEMENT = "own_organization", "own_movement"

_KINDS = {
    "battle_commitment_attacker": ATTACK,
    "battle_commitment_defender": DEFEND,
    "after_battle_result": RESULT,
    "opponent_event_played": CANCEL,
    "own_organization_phase": OWN_ORGANIZATION,
    "own_movement_phase": OWN_MOVEMENT,
    "own_supply_check": "own_supply",
    "own_removal_phase": "own_removal",
    "own_card_phase_after_draw": "card_phase",
    "opponent_supply_check": "supply",
    "opponent_organization_phase": "organization",
    "opponent_movement_phase_start": "movement_start",
    "opponent_movement_phase": "movement",
    "opponent_movement_phase_end": "movement",
    "opponent_combat_phase_start": "combat_start",
    "opponent_removal_phase": "removal",
    "opponent_detraining_phase": "detrain",
    "when_opponent_captures_city": "capture",
    "when_own_unit_eliminated": "eliminated",
    "housekeeping_victory_phase": "victory",
}


def kinds(half: CardHalf) -> tuple[str, ...]:
    """The kinds of moment in which an event may be played (§5.3.1)."""
    if half.card == BOARD.joker:
        return (ATTACK, DEFEND)  # §15.7: as a shift; it pays like any card
    return tuple(dict.fromkeys(kind for name in half.windows for kind in _kind(half, name)))


def _kind(half: CardHalf, window: str) -> Iterator[str]:
    if window == "after_battle_roll":
        defends = any(op.role == "defender" for op in half.ops)
        yield DEFEND_ROLL if defends else ATTACK_ROLL  # whoever attacks rolls
    elif window == ANY:
        yield ANY
    elif window in _KINDS:
        yield _KINDS[window]


KINDS: tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]] = (
    ((), *(kinds(card.halves[0]) for card in BOARD.cards)),
    ((), *(kinds(card.halves[1]) for card in BOARD.cards)),
)
"""side -> card -> kinds of its half."""


def _by_kind(side: int) -> dict[str, tuple[CardHalf, ...]]:
    found: dict[str, list[CardHalf]] = {}
    for card in BOARD.cards:
        for kind in KINDS[side][card.number]:
            found.setdefault(kind, []).append(card.halves[side])
    return {kind: tuple(halves) for kind, halves in found.items()}


BY_KIND = (_by_kind(0), _by_kind(1))
"""side -> kind -> the events that may be played then; see `register`."""

CLOSED = (CANCEL,)
"""Kinds of moment in which an `any` event may not be played."""


@cache
def timely(side: int, kind: str) -> frozenset[int]:
    """The cards whose events are for this kind of moment, conditions apart."""
    return frozenset(
        card
        for card, own in enumerate(KINDS[side])
        if kind in own or (ANY in own and kind not in CLOSED)
    )


class Playing(Proc, kw_only=True):
    """An event under way: who plays it, its card, and what it was told."""

    side: str
    card: int
    args: dict[str, int] = {}


def promised(t: T, side: int) -> list[int]:
    """Cards that are to pay for an event under way, if it is not cancelled (card 20; nr-106)."""
    return [
        frame.args["card"]
        for lane in t.pos.lanes
        for frame in lane.stack
        if isinstance(frame, Playing) and frame.side == SIDES[side] and "card" in frame.args
    ]


# what operations need ------------------------------------------------------------------

Args = dict[str, int]
"""What an event was told: unit, other, place, card."""


def _always(t: T, m: Moment, op: Op) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Handler:
    """One operation: what it does, when it may be used, and what it must be told."""

    work: Callable[[T, "Play", Op], Outcome]
    may: Callable[[T, Moment, Op], bool] = _always
    args: Mapping[str, Callable[[T, Moment, Op, Args], Collection[int] | None]] = field(
        default_factory=dict
    )
    """Name -> what may be named, by the arguments before it; None: it is not asked for."""
    implied: Callable[[T, Moment, Op], Args] | None = None
    """Arguments that follow from the moment; they are fixed when the card is played."""
    why_unit: Callable[[T, int], Why | None] | None = None
    """The rule of its own, if there is one, that keeps a unit from being named."""


HANDLERS: dict[str, Handler] = {}


def register(*effects: Mapping[str, Handler]) -> None:
    """Make operations known; events that must be told nothing are then looked at first."""
    for known in effects:
        HANDLERS.update(known)
    for of_kind in BY_KIND:
        for kind, halves in of_kind.items():
            of_kind[kind] = tuple(sorted(halves, key=_arguments))


def _arguments(half: CardHalf) -> int:
    return sum(len(HANDLERS[op.op].args) for op in half.ops if op.op != "choice")


ARGUMENTS = ("unit", "other", "place", "card")
"""In the order of an order line."""

WORDS = {"remove_marker": "marker", "free_entrain": "rail"}
"""First operation of an option -> the word that picks it, where a card offers several."""


def options(t: T, half: CardHalf, m: Moment) -> list[tuple[Op, ...]]:
    """The ways in which an event can be used now: each a list of operations."""
    ways: list[tuple[Op, ...]] = [()]
    for op in half.ops:
        if op.op == "choice":
            parts = [of for of in op.of if all(HANDLERS[x.op].may(t, m, x) for x in of)]
            ways = [(*way, *part) for way in ways for part in parts]
        elif HANDLERS[op.op].may(t, m, op):
            ways = [(*way, op) for way in ways]
        else:
            return []
    return ways


def word(ops: tuple[Op, ...]) -> str:
    """The word that picks this way of using an event."""
    return WORDS.get(ops[0].op, ops[0].op)


def asked(t: T, ops: tuple[Op, ...], m: Moment, name: str, args: Args) -> Collection[int] | None:
    """What may be named for an argument after those before it; None: it is not asked for."""
    for op in ops:
        ask = HANDLERS[op.op].args.get(name)
        found = None if ask is None else ask(t, m, op, args)
        if found is not None:
            return found
    return None


def told(t: T, ops: tuple[Op, ...], m: Moment) -> bool:
    """Is there something to name first, if something must be named?"""
    if not any(HANDLERS[op.op].args for op in ops):
        return True
    for name in ARGUMENTS:
        found = asked(t, ops, m, name, {})
        if found is not None:
            return bool(found)
    return True


UNUSABLE = "5.3.1"
"""The rule that refuses an event with nothing to work on."""


# may it be played ------------------------------------------------------------------------


def why_not(t: T, half: CardHalf, m: Moment) -> Why | None:
    """Why an event of this kind of moment can't be played now; None if it can."""
    s = t.s
    if half.symbol not in (NOWHERE, symbol(s)):
        holder = SIDES[half.symbol].title()
        return Why(f"{half.name} can be played only while the {holder} symbol counts.", "5.3.3")
    if 2 * half.card + half.side in s.used:
        return Why(f"{half.name} has been played in this player turn; once is enough.", "5.0")
    if m.kind == CANCEL and half.card in promised(t, m.side):
        return Why("That card is to pay for an event under way.", "5.4")
    if m.kind in (ATTACK, DEFEND, ATTACK_ROLL, DEFEND_ROLL, RESULT) and m.kind in kinds_of(half):
        battle = fight(t)
        if battle is None:
            return Why(f"{half.name} is played in a battle.", "10.5")
        if m.kind in (ATTACK, DEFEND) and battle.cards[m.side] != NOWHERE:
            return Why("You have played your one event of this battle.", "10.5")
        if m.kind in (ATTACK_ROLL, DEFEND_ROLL) and battle.late[m.side] != NOWHERE:
            return Why("You have played your one event after this roll.", "10.5")
    ways = options(t, half, m)
    if not any(told(t, ops, m) for ops in ways):
        return Why(f"{half.name} can't be used here: {half.text}", UNUSABLE)
    return None


def why_not_unit(t: T, half: CardHalf, unit: int) -> Why | None:
    """The rule of its own that keeps a unit from being named for an event, None for none."""
    refusals = (HANDLERS[op.op].why_unit for op in half.ops if op.op in HANDLERS)
    return next(filter(None, (why(t, unit) for why in refusals if why)), None)


def kinds_of(half: CardHalf) -> tuple[str, ...]:
    """The kinds of moment of an event."""
    return KINDS[half.side][half.card]


def ways(t: T, half: CardHalf, m: Moment) -> list[tuple[Op, ...]]:
    """The ways of using an event for which there is something to name."""
    return [ops for ops in options(t, half, m) if told(t, ops, m)]


def could_hold(
    t: T,
    side: str,
    kind: str,
    *,
    place: int = NOWHERE,
    unit: int = NOWHERE,
    event: int = NOWHERE,
) -> bool:
    """Could the side play an event of this kind now, for all that everyone knows (nr-90)?

    It counts the size of the hand, the cards that everyone has seen in it or elsewhere, and the
    conditions of the events, which are public; never what the hand holds.
    """
    pile = t.pos.piles.get(f"hand.{side}")
    if pile is None or not pile.ids:
        return False
    number = SIDES.index(side)
    halves = BY_KIND[number].get(kind, ())
    if kind not in POLICIES or kind.startswith("own_"):
        halves = (*BY_KIND[number].get(ANY, ()), *halves)
    if not halves:
        return False
    hidden = pile.seen.count(t.everyone) < len(pile.seen)
    m = Moment(number, kind, place, unit, event)
    return any(
        _may_be_in(t, pile, half.card, hidden=hidden) and why_not(t, half, m) is None
        for half in halves
    )


def could_promise(t: T, side: str, kind: str) -> bool:
    """Could the side name an event of this kind for a battle to come (§10.5)?

    As `could_hold`, before there is a battle that could put conditions on it.
    """
    pile = t.pos.piles.get(f"hand.{side}")
    if pile is None or not pile.ids:
        return False
    hidden = pile.seen.count(t.everyone) < len(pile.seen)
    return any(
        half.symbol in (NOWHERE, symbol(t.s))
        and 2 * half.card + half.side not in t.s.used
        and _may_be_in(t, pile, half.card, hidden=hidden)
        for half in BY_KIND[SIDES.index(side)].get(kind, ())
    )


def _may_be_in(t: T, hand: Pile, card: int, *, hidden: bool) -> bool:
    """Could a card be in a hand, for all that everyone knows? `hidden`: it holds unseen cards."""
    for pile in t.pos.piles.values():
        if card in pile.ids:
            if pile.seen[pile.ids.index(card)] == t.everyone:
                return pile is hand
            return hidden
    return False


POLICIES = {
    ATTACK: "ask",
    DEFEND: "ask",
    ATTACK_ROLL: "ask",
    DEFEND_ROLL: "auto",
    RESULT: "auto",
    CANCEL: "auto",
    "supply": "auto",
    "own_supply": "ask",
    "organization": "auto",
    "movement_start": "auto",
    "movement": "auto",
    "combat_start": "auto",
    "own_removal": "ask",
    "removal": "auto",
    "detrain": "auto",
    "capture": "auto",
    "eliminated": "auto",
    "victory": "auto",
    "card_phase": "ask",
}
"""Kind of window -> its default policy."""

WINDOWS = tuple(POLICIES)


def armable(card: int, side: str) -> tuple[str, ...]:
    """The windows at which a card can be armed by its holder: those of his half."""
    half = BOARD.card(card).halves[SIDES.index(side)]
    if any(op.op in ("discard_cost", "take_from_discard") for op in half.ops):
        return ()  # its holder must say which card
    return tuple(kind for kind in kinds_of(half) if kind in WINDOWS)
