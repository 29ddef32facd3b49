"""Counters, cards and scenarios as their data files write them."""

from typing import Literal, get_args

from pydantic import Field

from engine.core.sheets import Named, Record, Sourced
from engine.games.no_retreat.data.schema import Game, ResultName, SideName, WeatherName

# units.json


class FaceRecord(Record):
    label: Literal["full", "reduced", "only", "cadre", "brown", "red", "fort", "field", "front"]
    name: str
    strength: int
    movement: int
    type: Literal[
        "infantry",
        "mech",
        "armor",
        "ss_panzer",
        "regional",
        "fort",
        "shock",
        "volkssturm",
        "marker",
    ]
    white_strength: bool
    parenthesized: bool
    has_zoc: bool


class Entry(Record):
    kind: Literal["setup_campaign", "reinforcement", "conditional", "optional"]
    turn: int = 0
    box: str | None = None
    underlined: bool = False
    condition: Literal["gg", "oil", "warsaw"] | None = None
    hex: str | None = None
    rule: str = ""


class Elimination(Record):
    to: Literal["destroyed_box", "turn_track", "removed"]
    rule: str
    delay: int = 0
    source: str = ""


class Removal(Sourced):
    turn: int = 0
    event: str = ""
    rule: str


class UnitRecord(Named):
    side: SideName
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
    takes_first_loss: bool = False
    cadre: bool = False
    axis_ally: bool = False
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
    battle_role: Literal["attacker", "defender"] | None = None
    condition: str = ""
    count: int = 0
    units: int | Literal["all", "all_attackers"] | None = None
    hexes: int = 0
    mp: int = 0
    minimum: int = 0
    delta: int = 0
    factor: int = 0
    result: ResultName | None = None
    from_: list[ResultName] | dict[ResultName, ResultName] = Field(default=[], alias="from")
    to: str | None = None
    min: int = 0
    max: int = 0
    shift: str = ""
    nationality: str = ""
    type: str = ""
    filter: str = ""
    choice: str = ""
    target: str = ""
    box: str = ""
    disorganized: bool = False
    weather: list[WeatherName] = []
    not_turns: list[int] = []
    not_before_turn: int = 0
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
    chooser: SideName | None = None
    side: SideName | None = None
    vp: int = 0
    minimum_voluntary_attacks: int = 0
    penalty_vp: int = 0
    of: list[list["OpRecord"]] = []


def result(name: str | None) -> ResultName:
    """A result that a card names; raises ValueError for anything else."""
    for known in get_args(ResultName):
        if known == name:
            return known  # type: ignore[no-any-return]
    raise ValueError(f"{name} is no combat result")


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
    player_turn: SideName


class End(Record):
    turn: int


class Control(Record):
    axis: list[str]
    soviet: list[str]
    finland: SideName | None


class SetupRecord(Record):
    unit: str
    hex: str | None
    area: str | None
    face: Literal["front", "back"]
    label: str


class VpStart(Record):
    event: int
    vp_marker: int
    side: SideName
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
    otherwise: SideName


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
    initiative: SideName
    control: Control
    setup: list[SetupRecord]
    boxes: dict[str, list[str]]
    turn_track: dict[int, list[str]]
    conditional: list[str]
    vp: VpStart
    victory: VictoryRecord
    hands: Hands
    joker: SideName | None
    deck: Literal["base41", "deck_1945"]
    special: list[str]
    source: ScenarioSource


class ScenariosFile(Record):
    game: Game
    common: dict[str, str]
    scenarios: list[ScenarioRecord]
