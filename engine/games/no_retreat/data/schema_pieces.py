"""Counters, cards and scenarios as their data files write them."""

from typing import Annotated, Literal

from pydantic import Field

from engine.core.sheets import Named, Record, Sourced, numbered
from engine.games.no_retreat.data.facts import ELIMINATED_TO, NOWHERE, TYPES
from engine.games.no_retreat.data.schema import Game, Result, Side, Weather

# units.json


class FaceRecord(Record):
    label: Literal["full", "reduced", "only", "cadre", "brown", "red", "fort", "field", "front"]
    name: str
    strength: int
    movement: int
    type: Annotated[int, numbered(TYPES)]
    white: bool = Field(alias="white_strength")
    parenthesized: bool
    zoc: bool = Field(alias="has_zoc")


class Entry(Record):
    kind: Literal["setup_campaign", "reinforcement", "conditional", "optional"]
    turn: int = 0
    box: str | None = None
    underlined: bool = False
    condition: Literal["gg", "oil", "warsaw"] | None = None
    hex: str | None = None
    rule: str = ""


class Elimination(Record):
    to: Annotated[int, numbered(ELIMINATED_TO)]
    rule: str
    delay: int = 0
    source: str = ""


class Removal(Sourced):
    turn: int = 0
    event: str = ""
    rule: str


class UnitRecord(Named):
    side: Side
    nationality: str
    two_sided: bool
    steps: int
    front: FaceRecord
    back: FaceRecord | None
    entry: Entry
    when_eliminated: Elimination
    removal: Removal | None = None
    improve_cost: int | None = None
    replace_cost: int | None = None
    takes_exchange_loss_when_attacking: bool = False
    first_loss: bool = Field(default=False, alias="takes_first_loss")
    cadre: bool = False
    ally: bool = Field(default=False, alias="axis_ally")
    fort: bool = False
    fort_side: Literal["front", "back"] | None = None
    volkssturm: bool = False
    shock: bool = False
    tank_unit: bool = False
    red_is_tank: bool = False
    steps_on_red: int | None = None
    steps_from_turn_17: int | None = None
    home: str = ""
    optional: bool = False


class Prices(Record):
    """Cards to pay (7, 14)."""

    axis_improve: int
    axis_replace_destroyed: int
    replace_surrendered: int
    soviet_improve_from_17: int
    soviet_replace_destroyed: int
    fortify_regional: int


class Conventions(Sourced):
    soviet: str
    white_strength: str
    parenthesized: str
    armor_types: list[str]
    infantry_types_for_armor_bonus: list[str]
    costs: Prices


class UnitsFile(Record):
    game: Game
    conventions: Conventions
    boxes: list[str]
    units: list[UnitRecord]


# cards.json


class OpRecord(Record):
    op: str
    columns: int = 0
    direction: Literal["left", "right", "own_favour"] | None = None
    role: Literal["", "attacker", "defender"] = Field(default="", alias="battle_role")
    condition: str = ""
    count: int = 0
    units: int | Literal["all", "all_attackers"] | None = None
    hexes: int = 0
    mp: int = 0
    minimum: int = 0
    delta: int = 0
    factor: int = 0
    result: Result = NOWHERE
    from_: list[str] | dict[str, str] = Field(default=[], alias="from")
    to: str | None = None
    low: int = Field(default=0, alias="min")
    high: int = Field(default=0, alias="max")
    shift: str = ""
    nationality: str = ""
    type: str = ""
    filter: str = ""
    choice: str = ""
    target: str = ""
    box: str = ""
    disorganized: bool = False
    weather: list[Weather] = []
    barred_turns: list[int] = Field(default=[], alias="not_turns")
    first_turn: int = Field(default=0, alias="not_before_turn")
    allowed_turns_1_4: bool = False
    turn: Literal["current", "next"] | None = None
    marker: str = ""
    until: str = ""
    action: str = ""
    cards: int = 0
    only: str = ""
    movement_event: bool = False
    supplied: bool = False
    supply_needed: bool = True
    chooser: Side = NOWHERE
    side: Side = NOWHERE
    vp: int = 0
    attacks: int = Field(default=0, alias="minimum_voluntary_attacks")
    penalty: int = Field(default=0, alias="penalty_vp")
    of: list[list["OpRecord"]] = []


class HalfRecord(Sourced):
    name: str
    initiative: Literal["none", "axis", "soviet"]
    window: list[str]
    effect: str
    ops: list[OpRecord]
    vp_event: int | Literal["conditional"] = 0


class CardRecord(Record):
    number: int
    id: str
    deck: Literal["base", "1945", "joker"]
    year45: Literal["none", "red_bar", "green_circle"]
    weather_card: bool
    axis: HalfRecord
    soviet: HalfRecord


class DeckRules(Sourced):
    base_deck: list[int]
    red_barred_removed_in_1945: list[int]
    green_circled_added_on_turn_23: list[int]
    joker: int


class CardsFile(Record):
    game: Game
    deck_rules: DeckRules
    cards: list[CardRecord]


# moments.json


class Kind(Record):
    """A kind of moment in which events are played, and when it is, as people read it.

    Those without a default policy are no windows, but choices of a phase. `ask` is the question
    of a window, where names of what it is about are filled in.
    """

    when: str
    policy: Literal["", "ask", "auto"] = ""
    ask: str = ""
    rule: str = "5.0"
    theirs: bool = False
    """It never comes in a side's own turn."""


class MomentsFile(Record):
    """`named`: as the cards name them -> the kind."""

    game: Game
    kinds: dict[str, Kind]
    named: dict[str, str]


# scenarios.json


class Start(Record):
    turn: int
    player_turn: Side


class End(Record):
    turn: int


class Control(Record):
    axis: list[str]
    soviet: list[str]
    finland: Side


class SetupRecord(Record):
    unit: str
    hex: str | None
    area: str | None
    face: Literal["front", "back"]
    label: str


class VpStart(Record):
    event: int
    vp_marker: int
    side: Side
    high_tide: int | None
    note: str = ""


class GoalRecord(Record):
    vp_at_least: int = 0
    control_and_supply: list[str] = []
    plus_any: int = 0
    of: list[str] = []
    sudden_death: str = ""
    objectives: int = 0


class Goals(Record):
    any: list[GoalRecord]


class Objectives(Record):
    soviet: int


class VictoryRecord(Sourced):
    axis: Goals | None = None
    soviet: Goals | None = None
    rules: str = ""
    objectives: Objectives | None = None
    sudden_death: str = ""
    soviet_total: int = 0
    tie_break_vp: int = 0
    otherwise: Side


class HandRecord(Record):
    draw: int
    keep: int | None = None


class Hands(Sourced):
    axis: HandRecord
    soviet: HandRecord


class ScenarioSource(Record):
    scenario: str
    setup: str


class ScenarioRecord(Record):
    id: str
    letter: str
    name: str
    start: Start
    end: End
    initiative: Side
    control: Control
    setup: list[SetupRecord]
    boxes: dict[str, list[str]]
    turn_track: dict[int, list[str]]
    conditional: list[str]
    vp: VpStart
    victory: VictoryRecord
    hands: Hands
    joker: Side
    deck: Literal["base41", "deck_1945"]
    special: list[str]
    source: ScenarioSource


class ScenariosFile(Record):
    game: Game
    common: dict[str, str]
    scenarios: list[ScenarioRecord]
