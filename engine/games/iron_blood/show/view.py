"""What a seat sees of Iron, Blood, Snow & Mud."""

from engine.core.frames import Frame
from engine.core.view import View
from engine.games.iron_blood.acts import T
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.law.combat import combat_hexes
from engine.games.iron_blood.play import phase_combat
from engine.games.iron_blood.state import initiative
from engine.games.iron_blood.words import season_name


class IronBloodView(View, kw_only=True):
    """Parallel lists: units in the order of `units.json`, locations in that of `map.json`.

    Places are indices into `BOARD.places`: the hexes in the order of `map.json`,
    then the boxes, then the pool. Sides are 0 (axis) and 1 (soviet).
    """

    PASSING = View.PASSING | {"moved", "came", "stalin_moved"}

    season: int
    """Index into `turns.json`."""
    initiative: int
    at: list[int]
    """Unit -> place."""
    moved: list[int]
    """Unit -> 1 when it lies on its lighter side."""
    came: list[int]
    """Unit -> hex that it entered its hex from this season, -1 for none."""
    control: list[int]
    """Location -> side."""
    destroyed: list[int]
    """Fortress -> 1 when destroyed."""
    stalin: int
    """Location of Stalin."""
    stalin_moved: bool
    disrupted: list[int]
    """Side -> 1 when an enemy air unit lies on its fleet this season."""
    open_combats: list[int]
    """Hexes where combat is still to be resolved; empty outside the combat phase."""
    hand_sizes: list[int]
    """Side -> General tokens in hand; their faces are secret."""
    hand: list[str]
    """The seat's own tokens."""
    track: list[int]
    """Season -> 1 while a face-down token lies on that space of the turn track."""
    used: list[str]
    """Tokens played, known to all."""
    removed: int
    """Tokens out of the game unseen."""


_TOKENS = tuple(token.id for token in BOARD.tokens)
_TRACK = {f"track.{record.id}": record.index for record in BOARD.seasons}
_NAMES = tuple(season_name(record.index) for record in BOARD.seasons)


def view(t: T, side: str | None) -> IronBloodView:
    """A fresh whitelist for a seat."""
    s = t.s
    axis, soviet = t.ids("hand.axis"), t.ids("hand.soviet")
    own = () if side is None else axis if side == "axis" else soviet
    frame = type(t.pos.lanes[0].stack[1]) if t.pos.lanes else Frame
    return IronBloodView(
        turn=_NAMES[s.season],
        season=s.season,
        initiative=initiative(s),
        at=s.at.copy(),
        moved=s.moved.copy(),
        came=s.came.copy(),
        control=s.control.copy(),
        destroyed=s.destroyed.copy(),
        stalin=s.stalin,
        stalin_moved=s.stalin_moved,
        disrupted=s.disrupted.copy(),
        open_combats=combat_hexes(s, t.d) if frame is phase_combat.Combat else [],
        hand_sizes=[len(axis), len(soviet)],
        hand=[_TOKENS[item] for item in own],
        track=t.dealt("track", _track, t).copy(),
        used=[_TOKENS[item] for item in t.ids("used")],
        removed=len(t.ids("removed")),
    )


def _track(t: T) -> list[int]:
    found = [0] * len(_NAMES)
    for name, pile in t.pos.piles.items():
        if pile.ids and name in _TRACK:
            found[_TRACK[name]] = 1
    return found
