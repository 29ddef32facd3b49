"""The data files as they are written, checked by pydantic when they are read."""

from typing import Annotated, Literal

from pydantic import Field

from engine.core.sheets import Identified, Loose, Named, Record, Sheets, Sourced, by, numbered
from engine.games.race_to_moscow.data.facts import COLOURS, SUPPLIES

Colour = Annotated[int, numbered(COLOURS)]
Supplies = Annotated[tuple[int, int, int], by(SUPPLIES)]
Back = Literal["infantry", "armor"]
Variant = Literal["basic", "hard", "veteran"]


class HarbourRecord(Record):
    basin: Literal["baltic", "black_sea"]
    sea_area: str | None


class AreaRecord(Named):
    also: list[str] = Field(alias="alt_names")
    lat: float
    lon: float
    colours: list[Colour] = Field(alias="colors")
    kind: Literal["ordinary", "double_color", "main_supply_base", "victory"] = Field(
        alias="area_kind"
    )
    fortified: bool
    victory: bool
    soviet: bool = Field(alias="soviet_symbol")
    medals: int
    harbour: HarbourRecord | None
    starting_army: str | None
    supply_base: Literal["main", "frontline"] | None
    printed: Colour = Field(alias="printed_marker")
    rail: bool = Field(alias="printed_rail")
    season: Literal["summer", "autumn", "winter"] = Field(alias="season_zone")
    winter: bool
    capacity: int


class ConnectionRecord(Identified):
    a: str
    b: str
    colours: list[Colour] = Field(alias="colors")
    red: bool


class SeaRecord(Named):
    harbours: list[str]
    adjacent: list[str]


class VictoryRecord(Sourced):
    area: str
    players: list[Colour]


class MapFile(Loose):
    game: Literal["race_to_moscow"]
    kind: Literal["point_to_point"]
    victory_areas: list[VictoryRecord]
    areas: list[AreaRecord]
    connections: list[ConnectionRecord]
    sea_areas: list[SeaRecord]


class EffectRecord(Sourced):
    type: str
    effect: str


class PursuitRecord(Named):
    number: int
    colour: Colour = Field(alias="color")
    type: str
    hand: bool = Field(alias="hand_symbol")
    ammo: int = Field(alias="ammo_cost")
    fuel: int = Field(alias="fuel_cost")
    cubes: int = Field(alias="ammo_cubes")
    medals: int


class CostRecord(Record):
    ammo: int
    fuel: int


class SovietRecord(Named):
    number: int
    edge: Literal["green", "blue"]
    type: Literal["army", "shock_army", "mech_corps", "elite_mech_corps"] = Field(
        alias="unit_class"
    )
    cost: CostRecord
    medals: int
    cubes: int = Field(alias="ammo_cubes")
    variant_deck: Back


class OkhRecord(Named):
    number: int
    timing: str
    effect: str


class PriorityRecord(Loose):
    type: Literal["counter_attack", "objective_city", "victory_city"]


class FrontSideRecord(Loose):
    mode: Literal["first_possible", "counter_attack_then_place"]
    priorities: list[PriorityRecord]


class FrontRecord(Record):
    id: str
    name: str
    colour: Colour = Field(alias="color")
    victory_city: str
    standard: FrontSideRecord
    hard: FrontSideRecord


class CardsFile(Loose):
    game: Literal["race_to_moscow"]
    pursuit_effects: list[EffectRecord]
    pursuit: list[PursuitRecord]
    soviet: list[SovietRecord]
    okh: list[OkhRecord]
    fronts: list[FrontRecord]


class ArmyRecord(Named):
    colour: Colour = Field(alias="color")
    kind: Literal["armored", "field"]
    start_area: str
    supplies: Supplies = Field(alias="start_supplies")
    capacity: int
    move: int


class FleetRecord(Named):
    colour: Colour = Field(alias="color")
    start_sea_area: str
    move: int = Field(alias="moves_per_turn")


class PlayerRecord(Loose):
    colour: Colour = Field(alias="color")
    name: str = Field(alias="army_group")
    trucks: int
    trains: int
    markers: int = Field(alias="player_markers")


class SeatsRecord(Loose):
    left_of: dict[Colour, Colour]


class SetupRecord(Loose):
    each_main_supply_base: Supplies
    supply_stock: Supplies


class TrainsRecord(Loose):
    transportation_stock: int
    transport_reserve: dict[int, int]
    capacity: int


class TrucksRecord(Loose):
    capacity: int


class RemovedRecord(Record):
    variant: Variant
    axis_players: int
    removed: int
    markers: list[str]


class MarkerRecord(Identified):
    back: Back
    mark: Literal["one_stripe", "two_stripes", "three_stripes", "star"] | None


class SovietMarkersRecord(Loose):
    total: int
    pool: dict[int, int]
    pool_hard: dict[int, int]
    pool_veteran: dict[int, int]
    soviet_player_removed: list[RemovedRecord]
    markers: list[MarkerRecord]


class MedalsRecord(Loose):
    tokens: int
    on_map: int
    ammo_cubes_per_medal: int
    victory_area_without_link: int


class OkhSetupRecord(Loose):
    open: dict[int, int]
    total_war_costs: list[int]


class TurnRecord(Loose):
    regular_actions: int


class ComponentsFile(Loose):
    game: Literal["race_to_moscow"]
    armies: list[ArmyRecord]
    fleet: FleetRecord
    players: list[PlayerRecord]
    seats: SeatsRecord
    setup_areas: SetupRecord
    supply_tokens_total: dict[str, int | str]
    trains: TrainsRecord
    trucks: TrucksRecord
    soviet_markers: SovietMarkersRecord
    medals: MedalsRecord
    okh: OkhSetupRecord
    turn: TurnRecord


class LevelRecord(Identified):
    level: int
    take: int
    place: int
    possess: int


class LogisticsFile(Loose):
    game: Literal["race_to_moscow"]
    levels: list[LevelRecord]


DATA = Sheets(__package__, "map.json", "cards.json", "components.json", "logistics.json")
