"""What a seat sees of Iron, Blood, Snow & Mud."""

from engine.core.view import View


class IronBloodView(View, kw_only=True):
    """Parallel lists: units in the order of `units.json`, locations in that of `map.json`.

    Places are indices into `BOARD.places`: the hexes in the order of `map.json`,
    then the boxes, then the pool. Sides are 0 (axis) and 1 (soviet).
    """

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
