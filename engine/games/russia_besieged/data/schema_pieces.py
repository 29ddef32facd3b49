"""The pieces of Russia Besieged as they are written: units, aircraft, marshals, counters."""

from typing import Literal

from pydantic import Field

from engine.core.sheets import Loose

SheetSide = Literal["axis", "russian"]
TurnId = str
Impulse = Literal[1, 2]


class StepRecord(Loose):
    """A face of a counter, as printed."""

    combat: int
    move: int


class CostRecord(Loose):
    """Chapter 19: `full_cost` builds it whole."""

    kind: Literal["infantry", "armor", "none"]
    full_cost: int


class StartRecord(Loose):
    """23.0: an area or a city (and so many hexes from it); `default_hex` is always legal."""

    area: str | None = None
    city: str | None = None
    within: int = 0
    default_hex: str


class ArrivalRecord(Loose):
    """Chapters 14 to 18: a date and a place, or a trigger."""

    turn: TurnId | None = None
    impulse: Impulse = 1
    place: str | None = None
    trigger: str | None = None
    from_turn: TurnId | None = None
    until_turn: TurnId | None = None


class WithdrawalRecord(Loose):
    """18.2 to 18.4: the whole corps or a step of it, and when it comes back."""

    turn: TurnId
    impulse: Impulse
    what: Literal["whole", "one step"]
    condition: str | None = None
    returns: TurnId | None = None
    source: str


class UnitRecord(Loose):
    """A ground unit; `steps` from full strength to the last."""

    id: str
    side: SheetSide
    nationality: str
    designation: str
    name: str
    type: str
    size: Literal["corps", "army", "none"]
    steps: list[StepRecord]
    bracketed_combat: bool
    movement_class: str
    armor_type: bool
    zoc: Literal["full", "own_hex"]
    stacking: Literal["corps", "army", "free", "free_in_berlin"]
    replacement: CostRecord
    guards: bool
    ss: bool
    luftwaffe: bool
    enter_reduced: bool
    at_start: StartRecord | None
    arrival: ArrivalRecord | None
    setup_mark: str | None
    withdrawals: list[WithdrawalRecord] = []
    notes: str | None = None
    source: str


class LevelRecord(Loose):
    """22.06: a Shock Army as it can be formed from a turn on."""

    from_turn: TurnId
    steps: list[StepRecord]
    extra_oil: int


class ShockRecord(Loose):
    """Chapter 22."""

    id: str
    designation: str
    name: str
    movement_class: str
    available: ArrivalRecord
    levels: list[LevelRecord]
    source: str


class BaseCity(Loose):
    city: str


class AircraftRecord(Loose):
    """An Air unit with its base (11.0)."""

    id: str
    side: SheetSide
    kind: Literal["stuka", "shturmovik"]
    number: int
    army_group: str | None
    at_start: BaseCity | None
    arrival: ArrivalRecord | None
    source: str


class MarshalRecord(Loose):
    """14.2."""

    id: str
    side: SheetSide
    name: str
    arrival: ArrivalRecord
    withdrawal: TurnId | None
    source: str


class LaterRecord(Loose):
    from_turn: TurnId
    replacement_points: int


class WecRecord(Loose):
    """Chapter 20: combat and points on each step."""

    id: str
    name: str
    place: str
    arrival: ArrivalRecord
    combat_steps: list[int]
    replacement_points_by_step: list[int]
    later: LaterRecord | None
    source: str


class StageRecord(Loose):
    combat: int
    move: int = 0


class PartisanRecord(Loose):
    """Chapter 16."""

    id: str
    name: str
    stage_1: StageRecord
    stage_2: StageRecord
    available: ArrivalRecord
    source: str


class StukasLeave(Loose):
    """18.1."""

    turn: TurnId
    count: int


class PiecesFile(Loose):
    """units.json."""

    units: list[UnitRecord]
    shock_armies: list[ShockRecord]
    aircraft: list[AircraftRecord]
    field_marshals: list[MarshalRecord]
    war_economy_counters: list[WecRecord]
    stuka_withdrawals: list[StukasLeave]
    partisans: list[PartisanRecord]


class PlacedUnit(Loose):
    unit: str
    hex: str
    step: int


class PlacedWec(Loose):
    id: str
    place: str


class PlacedAircraft(Loose):
    id: str
    city: str


class PlacedShock(Loose):
    id: str
    level: str
    hex: str | None
    components: list[str]


class AwayWec(Loose):
    id: str
    returns: TurnId


class WecSetup(Loose):
    on_map: list[PlacedWec] = []
    evacuated: list[AwayWec] = []


class ConditionRecord(Loose):
    id: str
    threshold: int = 0


class VictoryRecord(Loose):
    """What the Axis wins by: 27.1, or victory points at the end."""

    axis: list[ConditionRecord]


class PoolRecord(Loose):
    pool: list[str] = []
    surrendered: list[str] = []


class ScenarioRecord(Loose):
    """scenarios.json: a start and an end; the later ones name every unit."""

    id: str
    name: str
    start_turn: TurnId
    end_turn: TurnId
    axis_controlled_hexes_in_russia: list[str] = []
    russian_controlled_hexes_outside_russia: list[str] = []
    units: list[PlacedUnit] = []
    shock_armies: list[PlacedShock] = []
    pools: dict[SheetSide, PoolRecord] = {}
    wec: WecSetup = WecSetup()
    aircraft: list[PlacedAircraft] = []
    special_rules: list[str] = []
    axis_withdrawn_before_start: list[str] = []
    out_of_supply: dict[str, int] = {}
    """Numbers of the markers that units begin with (13.62)."""
    murmansk_cut: TurnId | None = None
    garrison_released: int = 0
    """As `released` of the state (17.13)."""
    cities_fallen_before: list[str] = []
    allies_surrendered_before: list[str] = []
    victory: VictoryRecord
    source: str


class ScenariosFile(Loose):
    """scenarios.json."""

    scenarios: list[ScenarioRecord] = Field(min_length=7)
