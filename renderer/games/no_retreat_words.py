"""The words around the map of No Retreat!: score, hands, support, what threatens."""

import re
from collections.abc import Sequence

from engine.core.entries import AnyEntry
from engine.games.no_retreat.data import facts
from engine.games.no_retreat.show.view import NoRetreatView
from renderer.scene import Hand, Status
from renderer.scenes.words import asked, news, todo

LOOKS = {"axis": 0, "soviet": 1}
_NAMES = ("Axis", "Soviet")
_WEATHER = ("Clear", "Mud", "Snow", "Long Winter")
_MARKERS = ("Blitz!", "Shock!")


def status(view: NoRetreatView, told: Sequence[AnyEntry]) -> Status:
    """Turn, weather and phase, whose move it is, what happened, and what each side has."""
    phase = view.phase.removesuffix(" Phase")
    cold = _WEATHER[view.weather] if view.weather == facts.LONG_WINTER else ""
    return Status(
        title=f"Turn {view.number}, {short_date(view.date)}",
        phase=", ".join(filter(None, (phase, cold))),
        todo=todo(view),
        asked=asked(view, LOOKS),
        news=news("no_retreat", told),
        initiative=view.initiative,
        hands=(*(Hand(side, held(view, side)) for side in (0, 1)), *_common(view)),
    )


def short_date(date: str) -> str:
    """A date with short months, without remarks.

    >>> short_date("September-October 1941"), short_date("22 June - August 1941 (ten weeks)")
    ('Sep-Oct 1941', '22 Jun-Aug 1941')
    """
    plain = date.partition(" (")[0].replace(" - ", "-")
    return re.sub(r"([A-Z][a-z]{2})[a-z]+", r"\1", plain)


def held(view: NoRetreatView, side: int) -> str:
    """Score, size of the hand, Joker and support markers of a side."""
    cards = view.hand_sizes[side]
    parts = [f"{view.vp[side]} VP", f"{cards} card{'' if cards == 1 else 's'}"]
    if view.joker == side:
        parts.append("Joker")
    if view.supports[side]:
        parts.append(f"{view.supports[side]} {_MARKERS[side]}")
    return " · ".join(parts)


def standing(view: NoRetreatView) -> list[str]:
    """Weather, score and markers of both sides as sentences."""
    out = [f"Weather: {_WEATHER[view.weather]}"]
    out += [f"{_NAMES[side]}: {held(view, side)}" for side in (0, 1)]
    out.append(f"The {_NAMES[view.initiative]} side has the initiative")
    return out + [hand.text for hand in _common(view)]


def _common(view: NoRetreatView) -> list[Hand]:
    """What belongs to nobody: event VP, the next Sudden Death check."""
    out = []
    if view.event_vp:
        side = 0 if view.event_vp > 0 else 1
        out.append(Hand(side, f"+{abs(view.event_vp)} event VP"))
    if view.sudden_death_turn:
        bars = [f"{_NAMES[n]} {bar + 1}" for n, bar in enumerate(view.sudden_death) if bar >= 0]
        out.append(Hand(-1, f"Sudden Death turn {view.sudden_death_turn}: {', '.join(bars)} VP"))
    return out
