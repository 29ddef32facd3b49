"""The charts, tables and dates of Russia Besieged as they are written."""

from typing import Annotated, Literal

from pydantic import BeforeValidator

from engine.core.sheets import Loose
from engine.games.russia_besieged.data.schema_pieces import SheetSide, TurnId

Weather = Literal["clear", "light_mud", "mud", "snow"]


class AllowanceRecord(Loose):
    """First impulse: the printed allowance less `minus`, at most `cap`."""

    minus: int = 0
    cap: int | None = None


class ChartRecord(Loose):
    """The allowance chart: class -> weather -> what is left of the printed allowance."""

    first_impulse: dict[str, dict[Weather, AllowanceRecord]]
    second_impulse: dict[str, dict[Weather, int]]


def _listed(value: object) -> object:
    return value if isinstance(value, list) else []


class TerrainRecord(Loose):
    """A line of the Terrain Effects Chart."""

    id: str
    must_stop: Annotated[list[str], BeforeValidator(_listed)] = []
    combat_drm: int = 0
    armor_bonus: bool = True
    blitz: bool = True


class DrmRecord(Loose):
    """A die roll modifier of a combat; a pair is plus or minus at the owner's choice."""

    id: str
    drm: int | tuple[int, int]


class RangesRecord(Loose):
    """13.2: hexes of the first leg by weather."""

    general: dict[Weather, int]
    hex_0111: dict[Weather, int]
    sevastopol_to_novorossiysk_snow: int
    guards_cavalry_to_partisan: int
    caucasus_to_baku_rail: dict[Weather, int]


class TerrainFile(Loose):
    """terrain.json."""

    movement_allowance_chart: ChartRecord
    terrain: list[TerrainRecord]
    combat_drms: list[DrmRecord]
    supply_ranges: RangesRecord


class OddsRecord(Loose):
    column_order: list[str]
    max_drm_without_marshal: int


class TableRecord(Loose):
    """Rows for rolls 1 to 10: column -> result."""

    columns: list[str]
    rows: list[dict[str, int | str]]


class AirLimits(Loose):
    air_units_per_attack: dict[Weather, int]


class RowRecord(Loose):
    """A row of a die table: rolls up to this one."""

    max_roll: int
    result: str


class RowsRecord(Loose):
    rows: list[RowRecord]


class ModifierRecord(Loose):
    id: str
    drm: int


class SeaRecord(RowsRecord):
    """8.2."""

    modifiers: list[ModifierRecord]


class RollRecord(Loose):
    roll: int
    result: str


class WeatherRecord(Loose):
    """The Weather Table: months -> rolls -> both impulses."""

    months: dict[str, list[RollRecord]]


class LendRecord(Loose):
    """A row of the Lend-Lease table (20.51)."""

    roll: int
    persia: int
    murmansk: int
    archangel: int


class LendTable(Loose):
    rows: list[LendRecord]


class CutRecord(Loose):
    min: int
    max: int
    drm: int


class CutTable(Loose):
    """21.05."""

    rows: list[CutRecord]


class CrtFile(Loose):
    """crt.json."""

    sea_movement_table: SeaRecord
    ice_road: RowsRecord
    weather_table: WeatherRecord
    lend_lease_table: LendTable
    oil_cut_off_table: CutTable

    odds: OddsRecord
    combat_results_table: TableRecord
    blitzkrieg_attack_table: TableRecord
    support_limits: AirLimits


class RailRow(Loose):
    """7.01, 7.02: units for the turn, in the first and in the second impulse."""

    turn: int
    first: int
    second: int


def _rows(value: object) -> object:
    """Only the rows of the chart; the notes beside them are not."""
    assert isinstance(value, dict)
    return {key: row for key, row in value.items() if isinstance(row, dict)}


class MonthRecord(Loose):
    month: str
    winter: Literal["first", "second"] | None


class TurnRecord(Loose):
    """A space of the turn record."""

    id: TurnId
    number: int
    year: int
    impulses: tuple[MonthRecord, MonthRecord]
    axis_automatic_victory: bool
    russian_automatic_victory: Literal["none", "with_air_or_artillery", "free"]
    axis_blitzkrieg: bool
    russian_blitzkrieg: Literal["none", "guards_tank_and_shturmovik", "free"]
    russian_rail: RailRow
    axis_rail_modifier: int
    axis_rail_modifier_note: str | None
    sudden_death_minimum_axis_major_cities: int | None
    sea_of_azov_closed: bool
    source: str


class TurnsFile(Loose):
    """turns.json."""

    axis_rail_capacity: Annotated[dict[str, RailRow], BeforeValidator(_rows)]
    turns: list[TurnRecord]


class PointsRecord(Loose):
    infantry: int
    armor: int = 0


class ScheduleRecord(Loose):
    """19.1: what the Axis receives in a turn."""

    turn: TurnId
    german: PointsRecord
    ss: PointsRecord
    rumanian: PointsRecord
    hungarian: PointsRecord
    finnish: PointsRecord
    italian: PointsRecord
    source: str


class ReplacementsFile(Loose):
    """replacements.json."""

    axis_schedule: list[ScheduleRecord]


class BomberRow(Loose):
    """11.3: how many may fly, by side, year, season and the weather of both impulses."""

    side: SheetSide
    year: int
    season: str
    weather: str
    first_impulse_max: int
    second_impulse_max: int
    turn_max: int


class BombersFile(Loose):
    """bombers.json."""

    range_hexes: int
    stage_hexes: int
    forced_stage_hexes: int
    rows: list[BomberRow]
