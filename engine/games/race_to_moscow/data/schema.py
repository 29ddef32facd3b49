"""The data files as they are written, checked by pydantic when they are read."""

from typing import Literal

from engine.core.sheets import Identified, Loose, Named, Record, Sheets, Sourced

Colour = Literal["gray", "white", "brown"]
Back = Literal["infantry", "armor"]
Variant = Literal["basic", "hard", "veteran"]


class HarbourRecord(Record):
    basin: Literal["baltic", "black_sea"]
    sea_area: str | None


class AreaRecord(Named):
    alt_names: list[str]
    lat: float
    lon: float
    colors: list[Colour]
    area_kind: Literal["ordinary", "double_color", "main_supply_base", "victory"]
    fortified: bool
    victory: bool
    soviet_symbol: bool
    medals: int
    harbour: HarbourRecord | None
    starting_army: str | None
    supply_base: Literal["main", "frontline"] | None
    printed_marker: Colour | None
    printed_rail: bool
    season_zone: Literal["summer", "autumn", "winter"]
    winter: bool
    capacity: int


class ConnectionRecord(Identified):
    a: str
    b: str
    colors: list[Colour]
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
    color: Colour
    type: str
    hand_symbol: bool
    ammo_cost: int
    fuel_cost: int
    ammo_cubes: int
    medals: int


class CostRecord(Record):
    ammo: int
    fuel: int


class SovietRecord(Named):
    number: int
    edge: Literal["green", "blue"]
    unit_class: Literal["army", "shock_army", "mech_corps", "elite_mech_corps"]
    cost: CostRecord
    medals: int
    ammo_cubes: int
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
    color: Colour
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


class SupplyRecord(Record):
    fuel: int
    ammo: int
    food: int


class ArmyRecord(Named):
    color: Colour
    kind: Literal["armored", "field"]
    start_area: str
    start_supplies: SupplyRecord
    capacity: int
    move: int


class FleetRecord(Named):
    color: Colour
    start_sea_area: str
    moves_per_turn: int


class PlayerRecord(Loose):
    color: Colour
    army_group: str
    trucks: int
    trains: int
    player_markers: int


class SeatsRecord(Loose):
    left_of: dict[Colour, Colour]


class SetupRecord(Loose):
    each_main_supply_base: SupplyRecord
    supply_stock: SupplyRecord


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


DATA = Sheets(
    __package__,
    "map.json",
    "cards.json",
    "components.json",
    "logistics.json",
)
