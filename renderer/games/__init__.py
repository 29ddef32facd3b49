"""The charts of all boards, and the artists of the games that can be played, by id."""

from collections.abc import Callable

from renderer.base.chart import Chart
from renderer.games import (
    iron_blood,
    iron_blood_chart,
    no_retreat,
    no_retreat_chart,
    race_to_moscow,
    race_to_moscow_chart,
    russia_besieged,
    russia_besieged_chart,
    stalins_war_chart,
)
from renderer.scenes.artist import Artist

CHARTS: dict[str, Callable[[], Chart]] = {
    "iron_blood": iron_blood_chart.chart,
    "no_retreat": no_retreat_chart.chart,
    "race_to_moscow": race_to_moscow_chart.chart,
    "russia_besieged": russia_besieged_chart.chart,
    "stalins_war": stalins_war_chart.chart,
}

ARTISTS: dict[str, Artist] = {
    "iron_blood": iron_blood.ARTIST,
    "no_retreat": no_retreat.ARTIST,
    "race_to_moscow": race_to_moscow.ARTIST,
    "russia_besieged": russia_besieged.ARTIST,
}
