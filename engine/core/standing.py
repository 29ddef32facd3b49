"""The orders open to a side at all times: resign, policies and armed cards.

Policies are public and count from the next player turn. Armed cards are
secret until they fire. Neither touches the question that is being asked.
"""

from collections.abc import Sequence
from typing import Any

from engine.core import orders, runner
from engine.core.entries import Ordered
from engine.core.errors import Illegal
from engine.core.frames import Outcome
from engine.core.position import Arm
from engine.core.table import Table
from engine.core.verbs import Pick, Picks, Slot, Value, Verb, Why

T = Table[Any, Any]

FREE = ("resign", "policy", "arm", "disarm")


def is_free(words: list[str]) -> bool:
    """Is this the line of an order that is open at all times?"""
    return words[0] in FREE


def order(t: T, side: str, words: list[str]) -> str:
    """Read such a line and carry it out. Returns the canonical line."""
    offered = verbs(t, side)
    if all(verb.name != words[0] for verb in offered):
        raise Illegal(f"There is nothing to {words[0]} in {t.rules.title} now.")
    verb, picks = orders.read(t, side, offered, words)
    line = orders.write(t, verb, picks)
    if verb.secret:
        t.note(Ordered(side=side, line=line, to=side))
    else:
        runner.log_order(t, side, verb, line)
    verb.do(*picks)
    return line


def verbs(t: T, side: str) -> list[Verb]:
    """What a side may always order."""
    found = [_resign(t, side)]
    if t.rules.policies:
        found.append(_policy(t, side))
    if any(t.rules.fits(card, side) for card in t.rules.armable(t, side)):
        found.append(_arm(t, side))
    if any(arm.side == side for arm in t.pos.arms):
        found.append(_disarm(t, side))
    return found


def _resign(t: T, side: str) -> Verb:
    def do() -> Outcome:
        t.rules.resign(t, side)
        return None

    return Verb("resign", do, hint="Give the game up.", free=True)


def _policy(t: T, side: str) -> Verb:
    def do(kind: str, answer: str) -> Outcome:
        t.pos.coming[f"{side}:{kind}"] = answer
        return None

    slots = (
        Slot("kind of question", "policy", lambda _: tuple(t.rules.policies)),
        Slot("answer", "answer", lambda _: ("ask", "auto")),
    )
    hint = "Be asked, or let the published default answer, from the next player turn."
    return Verb("policy", do, slots, hint=hint, free=True)


def _arm(t: T, side: str) -> Verb:
    hand = t.rules.armable(t, side)
    kind_, name = t.rules.armed, t.rules.lexicons[t.rules.armed].name

    def do(card: int, kind: str, place: Pick) -> Outcome:
        _forget(t, side, card)
        where = place if isinstance(place, int) else -1
        t.pos.arms.append(Arm(side=side, card=card, kind=kind, place=where))
        return None

    def why_card(_: object, card: Value) -> Why | None:
        if card not in hand:
            return Why(f"You have no {name(card)} to arm.")
        if not t.rules.fits(int(card), side):
            return Why(f"{name(card)} is played in your own turn; it can't be armed.")
        return None

    def windows(picks: Picks) -> Sequence[str]:
        return t.rules.fits(int(str(picks[0])), side)

    def why_window(picks: Picks, kind: Value) -> Why | None:
        if kind in windows(picks):
            return None
        fitting = " or ".join(windows(picks))
        return Why(f"{name(int(str(picks[0])))} can be armed at {fitting}, not at {kind}.")

    def places(_: object) -> list[Value]:
        return list(t.rules.lexicons["place"].terms)

    slots = (
        Slot(kind_, kind_, lambda _: [c for c in hand if t.rules.fits(c, side)], why_not=why_card),
        Slot("window", "window", windows, key="at", why_not=why_window),
        Slot("place", "place", places, key="if", optional=True),
    )
    hint = "What you hold is played by itself when its moment comes."
    return Verb("arm", do, slots, hint=hint, secret=True, free=True)


def _disarm(t: T, side: str) -> Verb:
    def do(card: int) -> Outcome:
        _forget(t, side, card)
        return None

    def armed(_: object) -> list[Value]:
        return [arm.card for arm in t.pos.arms if arm.side == side]

    slots = (Slot(t.rules.armed, t.rules.armed, armed),)
    return Verb("disarm", do, slots, hint="Take a standing order back.", secret=True, free=True)


def kept(t: T) -> list[Arm]:
    """All standing orders for cards: those of the position, and those that frames keep."""
    listed = [
        value
        for lane in t.pos.lanes
        for frame in lane.stack
        for name in frame.__struct_fields__
        if isinstance(value := getattr(frame, name), list)
    ]
    return [arm for arms in (t.pos.arms, *listed) for arm in arms if isinstance(arm, Arm)]


def prune(t: T) -> None:
    """Drop the standing orders for cards that have left their hand."""
    if t.pos.arms:
        t.pos.arms = [arm for arm in t.pos.arms if arm.card in t.rules.armable(t, arm.side)]


def _forget(t: T, side: str, card: int) -> None:
    t.pos.arms = [arm for arm in t.pos.arms if (arm.side, arm.card) != (side, card)]
