"""Terrain, fire tables and turns of Stalin's War as they are written."""

from typing import Literal

from engine.core.sheets import Loose

Season = Literal["june", "summer", "fall", "winter", "spring"]


class TerrainRecord(Loose):
    """A line of the Terrain Effects Chart; of a `hexside` the points are extra."""

    id: str
    kind: Literal["hex", "feature", "marker", "hexside"]
    mp_to_enter: int | None
    attacker_shift_left: int | None
    no_retreat_option: bool
    blitz_marker_allowed: bool
    exploitation_must_stop: bool
    source: str


class TerrainFile(Loose):
    """terrain.json."""

    terrain: list[TerrainRecord]


class ResultRecord(Loose):
    """A cell of a Fire Table: the Loss Number of the other side."""

    loss: int
    asterisk: bool


class ColumnRecord(Loose):
    """A column of a Fire Table: strengths `min` to `max`, results by die."""

    label: str
    min: int
    max: int | None
    results: dict[str, ResultRecord]


class FireTableRecord(Loose):
    """The LCU or the SCU Fire Table."""

    id: Literal["lcu", "scu"]
    columns: list[ColumnRecord]
    source: str


class ShiftRecord(Loose):
    """A shift of 11.2.1 step 4; `amount` is a word where it hangs on other data."""

    id: str
    direction: str
    amount: int | str
    source: str


class FireFile(Loose):
    """fire_tables.json."""

    tables: list[FireTableRecord]
    column_shifts: list[ShiftRecord]


class ReinforcementCards(Loose):
    """Reinforcement cards a side may play in a turn (7.5.2a)."""

    axis: int
    soviet: int


class TurnRecord(Loose):
    """A space of the Turn Loose Track."""

    id: str
    number: int
    name: str
    season: Season
    year: int
    action_rounds: int
    axis_rp_cards: int
    soviet_rp_cards: int
    rp_cards_allowed: bool
    reinforcement_cards: ReinforcementCards
    rasputitsa_rounds: list[int]
    german_mobile_defense: bool
    axis_ma_minus_1_east_of_paulus: bool
    axis_attack_shift_left_east_of_paulus: bool
    axis_blitz_limit_east_of_paulus: int | None
    axis_rail_in_soviet_union: Literal["none", "baltic_states_only", "all"]
    axis_rp_or_reinforcement_resets_consecutive_ops: bool
    soviet_auto_rp: int
    soviet_auto_draw: list[int]
    axis_banked_ops: int
    axis_min_hand: int
    soviet_min_hand: int
    max_hand: int
    total_war_may_start: bool
    winter_1942_effects: bool
    vp_minus_1_if_hitler_takes_command_not_played: bool
    ends_with: str
    victory_checks: list[str]
    special_rules: list[str]
    source: str


class CheckRecord(Loose):
    """A way to win (5.1)."""

    id: str
    winner: Literal["axis", "soviet", "by count"]
    when: str
    condition: str
    source: str


class TrackRecord(Loose):
    """A box of the Consecutive OPS track (7.3.2)."""

    count: int
    reduction: int
    label: str
    source: str


class BoxRecord(Loose):
    """An Action box (7.2.4)."""

    id: str
    effect: str
    source: str


class TurnsFile(Loose):
    """turns.json."""

    turns: list[TurnRecord]
    victory_checks: list[CheckRecord]
    consecutive_ops_track: list[TrackRecord]
    action_boxes: list[BoxRecord]


class OffMapRecord(Loose):
    """Where a unit waits at the start."""

    unit: str
    where: Literal["reinforcement_pool", "replacement_pool", "partisan_pool"]
    card: str | None


class SetUpUnitRecord(Loose):
    """A unit on the map at the start (25)."""

    unit: str
    hex: str
    step: Literal["full"]


class ControlRecord(Loose):
    """Places by side at the start."""

    axis: list[str]
    soviet: list[str]


class SetUpRecord(Loose):
    """A set-up (25.1, 25.2)."""

    units: list[SetUpUnitRecord]
    off_map: list[OffMapRecord]
    control: ControlRecord


class HandLimits(Loose):
    """Hand sizes at the start (4.1.2)."""

    axis: int
    soviet: int


class StartRecord(Loose):
    """Markers at the start (4.1)."""

    turn: int
    vp: int
    hand_limit: HandLimits


class ScenarioRecord(Loose):
    """The campaign or the tournament game (22.0)."""

    id: str
    name: str
    first_turn: int
    last_turn: int
    setup: str
    start: StartRecord


class SovietDeck(Loose):
    """4.3.1, 7.1.3: cards set aside and the turns in which they come."""

    set_aside: list[str]
    hand: int
    auto_draw: dict[int, list[str]]


class AxisDeck(Loose):
    """4.3.2."""

    hand: int


class DecksRecord(Loose):
    """The decks at the start."""

    axis: AxisDeck
    soviet: SovietDeck


class NeededRecord(Loose):
    """7.6.4: asterisked cards that one side, or both together, have removed."""

    one_side: int
    both: int


class ArithmeticRecord(Loose):
    """What Total War asks for."""

    needed: NeededRecord


class TotalWarRecord(Loose):
    """7.6.4."""

    earliest_turn: int
    arithmetic: ArithmeticRecord


class BoxNameRecord(Loose):
    """A box off the map."""

    id: str
    source: str


class ScenariosFile(Loose):
    """scenarios.json."""

    scenarios: list[ScenarioRecord]
    setups: dict[str, SetUpRecord]
    decks: DecksRecord
    total_war: TotalWarRecord
    boxes: list[BoxNameRecord]
