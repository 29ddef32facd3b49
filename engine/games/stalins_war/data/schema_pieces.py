"""The units and cards of Stalin's War as they are written."""

from typing import Literal

from pydantic import Field

from engine.core.sheets import Loose, Record
from engine.games.stalins_war.data.schema import SheetSide

Nation = Literal["ge", "it", "ro", "hu", "su"]
UnitType = Literal[
    "army",
    "front",
    "panzer",
    "infantry",
    "mountain",
    "cavalry",
    "fortification",
    "mech",
    "shock",
    "tank",
    "guard_tank",
    "guard",
    "guard_cavalry",
    "leader",
    "partisan",
]
RpType = Literal["GE", "PZ", "AX", "SU"]


class StepRecord(Loose):
    """A step of a unit; `step` is how many are left with it up, `no_rebuild` its asterisk."""

    step: int
    counter: int
    attack: int
    defense: int
    movement: int
    no_rebuild: bool


class EntryRecord(Loose):
    """How a unit comes into play."""

    kind: Literal["setup", "card", "replacement_pool", "partisan_pool"]
    hex: str | None = None
    card: str | None = None
    exchange: str | None = None
    reduced: bool = False


class UnitRecord(Loose):
    """A unit of one or two counters, its steps from full strength to the last."""

    id: str
    name: str
    nation: Nation
    side: SheetSide
    size: Literal["lcu", "scu"]
    type: UnitType
    steps: list[StepRecord]
    zoc: bool
    can_exploit: bool
    armor: bool
    guard: bool
    counts_for_stacking: bool
    rp_type: RpType | None
    entry: EntryRecord
    is_army: bool = False
    maritime: bool = False
    era: Literal["blitzkrieg", "total_war"] | None = None
    replaced_by: str | None = None
    exploit_after_event: str | None = None
    no_strategic_movement: bool = False
    source: str


class MarkerRecord(Loose):
    """Markers of a kind and how many there are."""

    id: str
    name: str
    count: int
    source: str


class LimitsRecord(Loose):
    """How many counters the game has (2.0)."""

    large_counters_5_8: int
    small_counters_1_2: int


class UnitsFile(Loose):
    """units.json."""

    units: list[UnitRecord]
    markers: list[MarkerRecord]
    component_limits: LimitsRecord


class PlayableRecord(Loose):
    """When a card may be played as an event or in combat; turns first to last."""

    when: Literal["own_action_round", "combat_attack", "combat_defense", "combat_attack_or_defense"]
    turns: tuple[int, int]
    seasons: None
    rasputitsa_ok: bool
    requires_events: list[str]
    forbidden_after_events: list[str]
    condition: str | None
    condition_kind: Literal["prerequisite", "applicability"] | None = None


class EffectRecord(Record):
    """One thing that a card does: `op` and what that kind of effect says besides."""

    op: str
    side: SheetSide | None = None
    amount: int | None = None
    right: int | None = None
    condition: str | None = None
    flag: str | None = None
    start: Literal["this_turn", "next_turn"] | None = None
    duration: Literal["combat", "round", "turn", "next_draw", "game"] | None = None
    units: list[str] | int | None = None
    exchange: list[str] | None = None
    strength: Literal["full"] | None = None
    max: int | Literal["all"] | None = None
    min: int | None = None
    where: str | None = None
    terrain: Literal["any"] | None = None
    nation: Nation | None = None
    steps_each: int | None = None
    steps: int | None = None
    hexes: int | None = None
    scope: str | None = None
    except_: list[str] | None = None
    features: list[str] | None = None
    unless: str | None = None
    turn: int | Literal["next"] | None = None
    port: str | None = None
    face: Literal["active", "inactive"] | None = None
    filter: str | None = None
    unit_filter: str | None = None
    timing: Literal["after_winner"] | None = None
    chooser: SheetSide | None = None
    plus: int | None = None
    minus: int | None = None
    delta: int | None = None
    rp: dict[RpType, int] | None = None
    target: str | None = None
    free: bool | None = None
    ignore_zoc: bool | None = None
    full_ma: bool | None = None
    uses: int | None = None
    minimum: int | None = None
    panzer: int | None = None
    german_scu: int | None = None
    country: str | None = None
    to: SheetSide | None = None
    area: str | None = None
    lcu: int | None = None
    scu: int | None = None
    end: str | None = None
    unit: str | None = None
    sea: str | None = None


class CardSourceRecord(Loose):
    """Where a card's parts are from."""

    event: str
    ops: str
    rp: str
    name: str
    number: str


class CardRecord(Loose):
    """A Strategy Card; its units by id (clarification_axis_26, clarification_soviet_03)."""

    id: str
    side: SheetSide
    number: int
    deck: Literal["blitzkrieg", "total_war"]
    name: str
    event_id: str
    type: Literal["reinforcement", "event", "combat_card"]
    ops: int
    ops_printed_red: bool
    rp: dict[RpType, int]
    asterisk: bool
    underlined: bool
    set_aside_at_start: bool
    playable: PlayableRecord
    grants_ops: bool
    timing: str | None
    units: list[str]
    effect: str
    effects: list[EffectRecord]
    source: CardSourceRecord
    can_be_played_as: list[Literal["ops", "rp", "event", "combat"]]


class CardsFile(Loose):
    """cards.json."""

    effect_ops: list[str]
    cards: list[CardRecord] = Field(min_length=110, max_length=110)
