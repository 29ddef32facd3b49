"""What a seat sees of Russia Besieged: everything but the other side's standing orders."""

from engine.core.view import View
from engine.games.russia_besieged.acts import T
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.play.battle import Battle
from engine.games.russia_besieged.words import turn_name


class RussiaBesiegedView(View, kw_only=True):
    """Parallel lists: pieces in the order of `BOARD.pieces`, pairs by side or impulse.

    Places are indices into `words.IDS`. Masks by city or place are in hexadecimal.
    """

    PASSING = View.PASSING | {"flags", "side", "impulse", "railed", "flown", "fought"}

    scenario: str
    number: int
    """Turn 1 to 25."""
    side: int
    impulse: int
    weather: list[int]
    place: list[int]
    step: list[int]
    flags: list[int]
    """As in `state`: what a piece has done, and its out-of-supply marker."""
    cities: str
    """Mask by city: the Axis's."""
    rails: str
    """Mask by place: the Axis's."""
    converting: str
    railed: list[int]
    flown: list[int]
    fought: str
    points: list[int]
    """Replacement points, in the order of `ACCOUNTS`."""
    captured: int
    surrendered: int
    battle: list[int]
    """Hexes attacked in the battle under way."""
    attackers: list[int]


_SCENARIOS = tuple(start.id for start in BOARD.starts)


def view(t: T, side: str | None) -> RussiaBesiegedView:
    """A fresh whitelist for a seat."""
    s = t.s
    fight = t.under_way(Battle)
    return RussiaBesiegedView(
        game="russia_besieged",
        seat=side or "",
        turn=turn_name(s.turn),
        revision=t.pos.revision,
        asked=[],
        scenario=_SCENARIOS[s.scenario],
        number=s.turn,
        side=s.side,
        impulse=s.impulse,
        weather=s.weather.copy(),
        place=s.place.copy(),
        step=s.step.copy(),
        flags=s.flags.copy(),
        cities=s.cities,
        rails=s.rails,
        converting=s.converting,
        railed=s.railed.copy(),
        flown=s.flown.copy(),
        fought=s.fought,
        points=s.points.copy(),
        captured=s.captured,
        surrendered=s.surrendered,
        battle=list(fight.targets) if fight else [],
        attackers=list(fight.units) if fight else [],
    )
