"""The words around the map of Russia Besieged: weather, points, cities, rails and air left."""

from collections.abc import Sequence

from engine.core.entries import AnyEntry
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import ACCOUNTS, SIDE_NAMES
from engine.games.russia_besieged.show.view import RussiaBesiegedView
from renderer.scene import Hand, Status
from renderer.scenes.words import asked, news, todo

LOOKS = {"axis": 0, "soviet": 1}
_WEATHER = ("Clear", "Light mud", "Mud", "Snow")


def status(view: RussiaBesiegedView, told: Sequence[AnyEntry]) -> Status:
    """Turn, phase and month, whose move it is, what happened, and what each side has."""
    return Status(
        title=view.turn,
        phase=", ".join(filter(None, (view.phase, weather(view)))),
        todo=todo(view),
        asked=asked(view, LOOKS),
        news=news("russia_besieged", told),
        initiative=-1,
        hands=(*(Hand(side, held(view, side)) for side in (0, 1)), *common(view)),
    )


def weather(view: RussiaBesiegedView) -> str:
    """Of this impulse."""
    return _WEATHER[view.weather[view.impulse - 1]]


def held(view: RussiaBesiegedView, side: int) -> str:
    """Replacement points of a side, and its major cities."""
    points = {"infantry": 0, "armor": 0}
    for name, count in zip(ACCOUNTS, view.points, strict=True):
        if name.startswith("russian") == (side == 1):
            points[name.rpartition("_")[2]] += count
    saved = ", ".join(f"{count} {kind}" for kind, count in points.items() if count)
    axis = int(view.cities, 16)
    majors = sum(
        city.major and (axis >> city.index & 1) == (side == 0) for city in BOARD.ground.cities
    )
    return f"{majors} major cities · {saved or 'no'} points"


def common(view: RussiaBesiegedView) -> list[Hand]:
    """What went by rail and flew has its side's mark, the minimum of cities none."""
    railed, flown = sum(view.railed), sum(view.flown)
    out = [Hand(view.side, f"this turn {railed} by rail, {flown} in the air")]
    least = BOARD.turn(view.number).minimum
    if least >= 0:
        out.append(Hand(-1, f"Axis minimum this turn: {least} major cities"))
    return out


def standing(view: RussiaBesiegedView) -> list[str]:
    """Weather and what each side has, as sentences."""
    return [
        f"Weather: {weather(view)}",
        *(f"{SIDE_NAMES[side]}: {held(view, side)}" for side in (0, 1)),
        *(hand.text for hand in common(view)),
    ]
