"""Runs the frames of each lane until it waits for somebody.

The runner knows nothing of any game. It executes the steps of procedures,
opens windows by policy, and resolves the choices that are none.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from engine.core import orders
from engine.core.answers import Settled
from engine.core.entries import Ordered
from engine.core.errors import OrderError
from engine.core.frames import (
    FINISHED,
    Become,
    Call,
    Choice,
    Done,
    Fork,
    Frame,
    Goto,
    Join,
    Outcome,
    Ret,
    Window,
)
from engine.core.position import Lane
from engine.core.table import Table
from engine.core.verbs import Picks, Verb, has_line, only_picks

TOO_LONG = 100_000
"""Steps without a decision: a procedure is going round in circles."""

T = Table[Any, Any]


class DeadEnd(RuntimeError):
    """A choice without any legal line: a fault of the rules code, never of a player."""


def settle(t: T) -> None:
    """Run until every lane waits for a decision or the game is over."""
    for _ in range(TOO_LONG):
        if t.pos.winners is not None:
            return
        for lane in t.pos.lanes:
            if _advance(t, lane):
                break  # the lanes may have changed: look again
        else:
            return
    raise RuntimeError("the procedure does not end")


def _advance(t: T, lane: Lane) -> bool:
    """One step of a lane; False when it waits (or has just been closed)."""
    if not lane.stack:
        return _close(t, lane)
    frame = lane.stack[-1]
    if frame.WAITS:
        return _answered(t, lane, frame)
    if type(frame) is Join:
        return False  # its lanes are still at it
    t.changed()
    if frame.step == FINISHED:
        _pop(t, lane, None)
        return True
    step = frame.step = frame.first()
    outcome: Outcome = getattr(frame, step)(t)
    if t.pos.winners is None:
        apply(t, lane, outcome)
    t.changed()
    return True


def apply(t: T, lane: Lane, outcome: Outcome) -> None:
    """Let an outcome act on the frame on top of the lane."""
    frame = lane.stack[-1]
    if outcome is None:
        frame.resume_at("")
    elif type(outcome) is Done:
        _pop(t, lane, outcome.value)
    elif type(outcome) is Call:
        frame.resume_at(outcome.then)
        lane.stack.append(_own(outcome.frame))
    elif type(outcome) is Goto:
        frame.step = outcome.name
    elif type(outcome) is Become:
        lane.stack[-1] = _own(outcome.frame)
    elif type(outcome) is Fork:
        frame.resume_at(outcome.then)
        _fork(t, lane, outcome.frames)


def _own(frame: Frame) -> Frame:
    """A new frame with lists of its own. What it shared with its maker would change in both
    as long as the game is not stored and loaded, and in one of them after that."""
    for name in _lists(type(frame)):
        value = getattr(frame, name)
        if type(value) is list:
            setattr(frame, name, value.copy())
    return frame


@cache
def _lists(kind: type[Frame]) -> list[str]:
    """The fields of a kind of frame that can be lists."""
    return [field.name for field in msgspec.structs.fields(kind) if "list" in str(field.type)]


def _pop(t: T, lane: Lane, value: Ret) -> None:
    lane.stack.pop()
    if lane.stack:
        lane.stack[-1].ret = value
    elif lane.part:
        join = t.pos.lanes[0].top
        assert isinstance(join, Join) and not isinstance(value, list)
        join.rets[lane.part - 1] = value


def _fork(t: T, lane: Lane, frames: Sequence[Frame]) -> None:
    if lane is not t.pos.lanes[0]:
        raise RuntimeError("only the main lane forks")
    if not frames:
        lane.top.ret = []
        return
    lane.stack.append(Join(size=len(frames), rets=[None] * len(frames)))
    make = t.rules.codec.lane
    t.pos.lanes += [make(stack=[_own(f)], part=i) for i, f in enumerate(frames, start=1)]


def _close(t: T, lane: Lane) -> bool:
    """An empty lane goes; after the last one the Join hands down what they returned."""
    if not lane.part:
        raise DeadEnd("the game has no procedure left and no result")
    main = t.pos.lanes[0]
    join = main.top
    assert isinstance(join, Join)
    t.pos.lanes.remove(lane)
    if len(t.pos.lanes) == 1:
        main.stack.pop()
        main.top.ret = ["" if value is None else value for value in join.rets]
    return True


# choices ---------------------------------------------------------------------


def _answered(t: T, lane: Lane, choice: Choice) -> bool:
    """Answer the choice without its side where that may be; False when it waits."""
    if isinstance(choice, Window):
        return not _open(t, lane, choice)
    if choice.POLICY and t.policy(choice.side, choice.POLICY) == "auto":
        line = choice.default(t)
        if line:
            verb, picks = _own_line(t, choice.side, offers(t, lane), line)
            given = carry_out(t, lane, choice.side, verb, picks, auto=True)
            t.settled.append(Settled(choice.side, choice.POLICY, given))
            return True
    if choice.may_hold(t):
        return False
    only: Verb | None = None
    own = False
    for verb in offers(t, lane):
        if has_line(verb):
            if verb.own:
                own = True
            elif only:
                return False  # there is something to choose
            else:
                only = verb
    if only is None:
        if own:
            return False
        raise DeadEnd(f"{type(choice).__name__} offers {choice.side} nothing")
    undo = choice.acted and only.ends and choice.side == t.actor and not t.doors
    forced = None if undo else only_picks(only)  # a phase is not ended for whoever may take back
    if forced is None:
        return False
    carry_out(t, lane, choice.side, only, forced, auto=True)
    return True


def _open(t: T, lane: Lane, window: Window) -> bool:
    """Find the next side that the window must ask; False when it acted or closed instead."""
    while window.asked < len(window.sides):
        side = window.side = window.sides[window.asked]
        if window.possible(t, side):
            t.opens(side)
            if _fire(t, lane, window) or _reply(t, lane, window):
                return False
            if t.policy(side, window.question) == "ask" or t.rules.own_turn(t, side):
                return True
            if side != t.actor:
                t.door()  # that nothing was armed must not be found out and then undone
            t.settled.append(Settled(side, window.question, ""))
        window.asked += 1
    _pop(t, lane, None)
    return False


def _fire(t: T, lane: Lane, window: Window) -> bool:
    """Play the first armed card of the side in question that applies here."""
    for arm in t.pos.arms:
        if arm.side != window.side or arm.kind != window.question:
            continue
        if arm.card not in t.rules.armable(t, arm.side):
            continue  # played by hand since
        if arm.place >= 0 and arm.place not in window.places(t):
            continue
        line = window.line(t, arm.card)
        if not line:
            continue
        verb, picks = _own_line(t, window.side, window.plays(t, window.side), line)
        t.pos.arms.remove(arm)
        t.door()  # the other side has acted
        given = carry_out(t, lane, arm.side, verb, picks, auto=True)
        t.settled.append(Settled(arm.side, arm.kind, given))
        return True
    return False


def _reply(t: T, lane: Lane, window: Window) -> bool:
    """Carry out what the side in question has said of this window beforehand."""
    line = window.reply(t)
    if not line:
        return False
    verb, picks = _own_line(t, window.side, offers(t, lane), line)
    t.door()  # the other side has acted
    side, kind = window.side, window.question
    t.settled.append(Settled(side, kind, carry_out(t, lane, side, verb, picks, auto=True)))
    return True


def _own_line(t: T, side: str, verbs: Sequence[Verb], line: str) -> tuple[Verb, Picks]:
    """Read a line that the game wrote. A refusal is a fault of the rules, and no word of it
    may go to whoever is acting."""
    try:
        return orders.read(t, side, verbs, line.split())
    except OrderError as error:
        raise RuntimeError(f"the line `{line}` for {side} is not legal: {error}") from error


def _pass(window: Window) -> Verb:
    def do() -> Outcome:
        window.asked += 1
        return None

    return Verb("pass", do, hint="Play nothing here.")


def offers(t: T, lane: Lane) -> Sequence[Verb]:
    """The verbs of the choice on top of a lane, the ambient ones too, made once."""
    key = id(lane)
    found: Sequence[Verb] | None = t.found.get(key)
    if found is not None:
        return found
    choice: Choice = lane.stack[-1]
    if isinstance(choice, Window):
        verbs = [_pass(choice), *choice.plays(t, choice.side)]
    else:
        verbs = list(choice.verbs(t))
    below = lane.stack[:-1] if not lane.part else [*t.pos.lanes[0].stack, *lane.stack[:-1]]
    for frame in below:
        if frame.AMBIENT:
            verbs.extend(frame.ambient(t, choice.side))
    t.found[key] = verbs
    return verbs


def carry_out(t: T, lane: Lane, side: str, verb: Verb, picks: Picks, *, auto: bool = False) -> str:
    """Do an order that was found legal, in its lane. Returns the canonical line."""
    line = orders.write(t, verb, picks)
    log_order(t, side, verb, line, auto=auto)
    choice: Choice = lane.stack[-1]
    t.changed()
    outcome = verb.do(*picks)
    if not auto:
        choice.acted = True
    t.changed()
    if t.pos.winners is None:
        apply(t, lane, outcome)
    return line


def log_order(t: T, side: str, verb: Verb, line: str, *, auto: bool = False) -> None:
    """Write an order down: a secret one publicly by its verb alone, whole for its side."""
    if verb.secret:
        t.note(Ordered(side=side, line=verb.cover or verb.name, auto=auto, rule=verb.rule))
        t.note(Ordered(side=side, line=line, auto=auto, rule=verb.rule, to=side))
    else:
        t.note(Ordered(side=side, line=line, auto=auto, rule=verb.rule))


def phase(t: T) -> str:
    """The phase that runs, for people: that of the topmost frame which names one."""
    for frame in reversed(t.pos.lanes[0].stack if t.pos.lanes else ()):
        if frame.PHASE:
            name: str = frame.in_phase()
            return name
    return ""


def waiting(t: T) -> list[tuple[Lane, Choice]]:
    """The lanes that wait for a decision, with their choice."""
    found: list[tuple[Lane, Choice]] = []
    for lane in t.pos.lanes:
        if lane.stack and (top := lane.stack[-1]).WAITS:
            found.append((lane, top))
    return found


def asked_of(
    side: str, lanes: Sequence[tuple[Lane, Choice]], pending: str | None = None
) -> Lane | None:
    """Of lanes that wait that with this question for the side (None: with its first one)."""
    for lane, choice in lanes:
        if choice.side == side and (pending is None or pending == lane.id):
            return lane
    return None
