"""What is agreed on before the game begins."""

from collections.abc import Mapping

from engine.core.errors import Malformed
from engine.core.rules import Option, OptionValue
from engine.games.race_to_moscow.data.facts import COLOURS, DIFFICULTIES, SIDES, STANDARD
from engine.games.race_to_moscow.law.setup import Variant

SCENARIOS = {
    "standard": "The race to Moscow",
    "basic": "The basic game: no air support, no OKH cards",
}

OPTIONS = (
    Option("sides", "The Army Groups that play", list(COLOURS), COLOURS, "4"),
    Option("order", "Turn order (none: gray, white, brown)", [], COLOURS, "4"),
    Option("soviet", "A player for the Soviets", False, rule="20"),
    Option(
        "difficulty",
        "How many Soviet markers are in the pool",
        DIFFICULTIES[STANDARD],
        DIFFICULTIES,
        "19.2",
    ),
    Option("reverse", "Front cards with their asterisk side (hard, veteran)", False, rule="19.2"),
    Option("redeployment", "Trains carry field armies", False, rule="19.1"),
    Option("abwehr", "Players choose the Soviet reaction freely", False, rule="19.3"),
    Option("winter", "Winter counter-attacks", False, rule="19.4"),
    Option("total_war", "OKH cards are bought with medals", False, rule="19.5"),
)


_STARRED = ("difficulty", "reverse", "redeployment", "abwehr", "winter", "total_war")
"""Options of chapter 19*."""


def colours(options: Mapping[str, OptionValue]) -> tuple[int, ...]:
    """The colours that play, in the order gray, white, brown."""
    sides = options["sides"]
    assert isinstance(sides, list)
    if not sides:
        raise Malformed("Option sides names one Army Group at least (4).")
    return tuple(number for number, name in enumerate(COLOURS) if name in sides)


def turn_order(options: Mapping[str, OptionValue]) -> tuple[int, ...]:
    """The colours that play, first to last (§4)."""
    order, seated = options["order"], colours(options)
    assert isinstance(order, list)
    if not order:
        return seated
    found = tuple(COLOURS.index(name) for name in order)
    if sorted(found) != list(seated):
        raise Malformed("Option order names each Army Group that plays, once (4).")
    return found


def sides(scenario: str, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
    """The seats. Malformed where options do not fit together."""
    order = turn_order(options)
    soviet = bool(options["soviet"])
    if options["abwehr"] and (soviet or len(order) == 1):
        raise Malformed("Option abwehr is for two or three Army Groups and no Soviet player.")
    if options["reverse"] and (soviet or options["difficulty"] == DIFFICULTIES[STANDARD]):
        raise Malformed("Option reverse goes with difficulty hard or veteran and Front cards.")
    starred = [name for name in _STARRED if options[name] not in (False, DIFFICULTIES[STANDARD])]
    if scenario == "basic" and starred:  # §basic_game; rm-43
        raise Malformed(f"The basic game has no starred rules: leave out {', '.join(starred)} (5).")
    return tuple(SIDES[number] for number in sorted(order)) + ("soviet",) * soviet


def variant(scenario: str, options: Mapping[str, OptionValue]) -> Variant:
    """The rules of this game."""
    return Variant(
        basic=scenario == "basic",
        difficulty=DIFFICULTIES.index(str(options["difficulty"])),
        reverse=bool(options["reverse"]),
        redeployment=bool(options["redeployment"]),
        abwehr=bool(options["abwehr"]),
        winter=bool(options["winter"]),
        total_war=bool(options["total_war"]),
        soviet_player=bool(options["soviet"]),
    )
