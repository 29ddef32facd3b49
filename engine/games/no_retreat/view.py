"""What a seat sees of No Retreat!: the whole map, and of the hands their size."""

from engine.core.view import View


class NoRetreatView(View, kw_only=True):
    """Parallel lists: units in the order of `units.json`, sites as `BOARD.sites`, pairs by side.

    Places are indices into `BOARD.places`; sides are 0 (axis) and 1 (soviet), -1 nobody.
    """

    scenario: str
    number: int
    """Turn 1 to 28."""
    date: str
    phasing: int
    initiative: int
    symbol: int
    """The side whose event symbols count (5.3.3)."""
    weather: int
    """As in `facts.WEATHERS`, Long Winter too."""
    markers: list[int]
    """Weather of each turn, as its marker or box shows it."""
    at: list[int]
    face: list[int]
    unsupplied: list[int]
    disorganized: list[int]
    moved: list[int]
    fought: list[int]
    control: list[int]
    captured: list[int]
    """Sites captured in this player turn."""
    vp: list[int]
    """Score of each side; the square marker shows that of the initiative."""
    event_vp: int
    """The round marker: positive for the Axis."""
    high_tide: int
    berlin: bool
    sudden_death: list[int]
    """Of each side: more VP than this win it the game in the next check, -1 for none."""
    sudden_death_turn: int
    supports: list[int]
    """Blitz! and Shock! markers left."""
    targets: list[int]
    blows: list[int]
    reserve: int
    support: list[int]
    """Side -> unit with its Local Support marker."""
    works: int
    works_side: int
    scorched: int
    no_zoc: list[int]
    battle: list[int]
    """Hexes attacked in the battle under way."""
    attackers: list[int]
    hand_sizes: list[int]
    """Without the Joker."""
    joker: int
    """Who holds the Joker, -1 when it is not played."""
    hand: list[str]
    """The seat's own cards, by number."""
    deck: int
    """Cards in the draw pile."""
    discards: int
    discard_top: str
    """The card on top of the discard pile, "" for none."""
    out: list[str]
    """Cards out of play."""
