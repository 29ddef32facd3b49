"""The words around the map of Stalin's War: VP, OPS, count, hands, points, cards in effect."""

from collections.abc import Iterator, Sequence

from engine.core.entries import AnyEntry, Noted
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import RP_TYPES, SIDES, SU, WHOLE, Turn
from engine.games.stalins_war.show.view import StalinsWarView
from renderer.scene import Hand, Status, Weather
from renderer.scenes.words import asked, news, todo

LOOKS = {"axis": 0, "soviet": 1}
_NAMES = ("Axis", "Soviet")
_ROUNDS = ("OPS", "0 OPS", "rest", "event", "units", "RP")
"""Action boxes (7.2.4) in a word each."""
_FIRE = "11.2.1"
_MARK = "strength"


def status(view: StalinsWarView, told: Sequence[AnyEntry]) -> Status:
    """Turn and round, whose move it is, what happened, and what each side has."""
    return Status(
        title=view.turn.replace("Turn ", "T"),
        phase=", ".join(filter(None, (_when(view), _mud(view)))),
        todo=todo(view),
        asked=asked(view, LOOKS),
        news=news("stalins_war", told),
        initiative=-1,
        hands=tuple(hand for side in (0, 1) for hand in _of(view, side))
        + tuple(_common(view, told)),
    )


def _when(view: StalinsWarView) -> str:
    """The Action Round and whose it is, or the phase."""
    if view.phase in ("", "Action Phase"):
        return f"Round {view.round}, {_NAMES[view.side]}"
    return view.phase.removesuffix(" Phase")


def weather(turn: Turn, round_: int) -> Weather:
    """Of an Action Round: the winters have snow, Rasputitsa rounds mud."""
    if round_ in turn.mud:
        return "mud"
    return "snow" if turn.season == "winter" else "sun"


def _mud(view: StalinsWarView) -> str:
    return "Rasputitsa" if view.round in BOARD.turn(view.number).mud else ""


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def held(view: StalinsWarView, side: int) -> str:
    """OPS left, banked ones, the size of the hand and the draw pile."""
    parts = [f"{view.ops} OPS"] if view.side == side else []
    parts += [f"{view.bank[side]} banked"] if view.bank[side] else []
    return " · ".join((*parts, _many(view.hands[side], "card"), f"pile {view.draws[side]}"))


def points(view: StalinsWarView, side: int) -> str:
    """Replacement Points by kind, those that there are."""
    kinds = (SU,) if side else range(SU)
    return ", ".join(
        f"{view.rp[kind] / WHOLE:g} {RP_TYPES[kind]}" for kind in kinds if view.rp[kind]
    )


def rounds(view: StalinsWarView, side: int) -> str:
    """The kinds of round taken in this turn, in order."""
    return ", ".join(_ROUNDS[kind] for kind in view.boxes[side])


def _of(view: StalinsWarView, side: int) -> Iterator[Hand]:
    """Of a side: what it has, its count and rounds, its points, its kept cards."""
    yield Hand(side, held(view, side))
    taken = rounds(view, side)
    yield Hand(side, f"Count {view.count[side]}{': ' if taken else ''}{taken}")
    if rp := points(view, side):
        yield Hand(side, f"RP: {rp}")
    if kept := view.piles.get(f"table.{SIDES[side]}"):
        yield Hand(side, f"Kept: {_titles(kept)}")


def _titles(cards: Sequence[int]) -> str:
    return ", ".join(BOARD.cards[card].name for card in cards)


def _common(view: StalinsWarView, told: Sequence[AnyEntry]) -> Iterator[Hand]:
    """What belongs to nobody: VP, cards in effect, the last fire."""
    total = " · Total War" if view.total_war else ""
    yield Hand(-1, f"VP {view.vp} (20 Axis, 0 Soviet){total}")
    if cards := [*view.in_round, *view.in_turn]:
        yield Hand(-1, f"In effect: {_titles(cards)}")
    for entry in told:
        if isinstance(entry, Noted) and entry.rule == _FIRE and _MARK in entry.text:
            side = next((n for n, name in enumerate(_NAMES) if entry.text.startswith(name)), -1)
            yield Hand(side, _fire(entry.text))


def _fire(text: str) -> str:
    """Strength, table, shifts and Loss Number of a fire in few words.

    >>> _fire("Axis: strength 8, LCU table, forest -1: 2*.")
    'Fire 8 LCU, forest -1: 2*'
    """
    said = text.partition(": strength ")[2].rstrip(".")
    return f"Fire {said.replace(' table', '', 1).replace(', no shift', '').replace(',', '', 1)}"


def standing(view: StalinsWarView) -> list[str]:
    """What each side has, as sentences."""
    out = [f"VP level {view.vp}"]
    for side in (0, 1):
        more = f" · RP {rp}" if (rp := points(view, side)) else ""
        out.append(f"{_NAMES[side]}: {held(view, side)} · count {view.count[side]}{more}")
    if cards := [*view.in_round, *view.in_turn]:
        out.append(f"In effect: {_titles(cards)}")
    return out
