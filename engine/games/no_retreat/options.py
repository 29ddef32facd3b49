"""The optional rules (§15.0), as chosen at the start: `state.options` holds their names.

The round counters of §15.10 belong to a solitaire module, not to this game.
"""

from collections.abc import Mapping

from engine.core.rules import Option

DETACHMENTS = "detachments"
FORTIFIED_FRONTS = "fortified_fronts"
LOCAL_SUPPORT = "local_support"
FIXED_WEATHER = "fixed_weather"
FIXED_1941 = "fixed_1941"
FASTER_REORGANIZATION = "faster_reorganization"
NO_SURRENDER = "no_surrender"
JOKER = "joker"
REZERVY = "rezervy"
PARTISAN = "partisan"
VARIABLE_INITIATIVE = "variable_initiative"
PLAY_ON = "play_on"

OPTIONS = (
    Option("weather", "Weather cards count: always, from 1942 on, or never", "variable",
           ("variable", "from_1942", "fixed"), rule="15.4"),
    Option(JOKER, "The Joker event card, handed over when it is used", True, rule="15.7"),
    Option(DETACHMENTS, "Axis detachments: one army may be split up", False, rule="15.1"),
    Option(FORTIFIED_FRONTS, "Soviet Fortified Fronts: one front may be split up", False,
           rule="15.2"),
    Option(LOCAL_SUPPORT, "Local Combat Support markers", False, rule="15.3"),
    Option(FASTER_REORGANIZATION, "A card of the right symbol readies two units", False,
           rule="15.5"),
    Option(NO_SURRENDER, "Sudden Death costs cards instead of the game", False, rule="15.6"),
    Option(REZERVY, "The Soviet Rezervy unit", False, rule="15.8"),
    Option(PARTISAN, "The Soviet Paratroop/Partisan marker", False, rule="15.9"),
    Option(VARIABLE_INITIATIVE, "Event VP move the turn in which event symbols change", False,
           rule="15.11"),
    Option(PLAY_ON, "Play a short scenario on as a campaign, to the end of the war", False,
           rule="12.0"),
)  # fmt: skip
"""What `/game new` asks."""


def chosen(values: Mapping[str, object]) -> list[str]:
    """The names of the optional rules in force.

    >>> chosen({"weather": "fixed", "joker": True, "partisan": False})
    ['fixed_weather', 'joker']
    """
    weather = {"from_1942": [FIXED_1941], "fixed": [FIXED_WEATHER]}
    found = weather.get(str(values.get("weather")), [])
    return found + [name for name, value in values.items() if value is True and name != PLAY_ON]
