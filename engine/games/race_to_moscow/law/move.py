"""Who may move where, chapter 7: functions of the state, each domain with its refusal."""

from engine.core.verbs import Why
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import AMMO, COLOURS, FOOD, FUEL, NOWHERE
from engine.games.race_to_moscow.state import AIR_PURSUIT, AIR_SOVIET, RaceToMoscow, Situation, room

FORCED = 2
"""Areas of a field army with a forced march."""


def has_air(air: list[int], colour: int, soviet: bool) -> bool:
    """Does a player's air support marker lie on his Pursuit deck, or on the Soviet deck (§15)?"""
    return air[colour] == (AIR_SOVIET if soviet else AIR_PURSUIT)


def on_card(state: RaceToMoscow, army: int, kind: int) -> int:
    """Supplies of a kind on an army's card."""
    return state.supply[kind][BOARD.card_store(army)]


def at_hand(state: RaceToMoscow, army: int, kind: int) -> int:
    """Supplies of a kind on its card, and those in its area: it can leave others there for them."""
    area, found = state.at[army], on_card(state, army, kind)
    if state.control[area] == BOARD.units[army].colour:
        found += state.supply[kind][area]
    return found


def setting_out(state: RaceToMoscow, army: int) -> int:
    """The ammo that an army can have when it sets out.

    An armored army takes along what the fuel that it pays makes room for (§7, §8).
    """
    found = on_card(state, army, AMMO)
    if armored(army):
        free = room(state, BOARD.card_store(army)) + 1
        found += min(state.supply[AMMO][state.at[army]], free)
    return found


def armored(army: int) -> bool:
    """Whether it is an Armored Army (§2.1)."""
    return BOARD.units[army].kind == "armored"


def air_over(state: RaceToMoscow, colour: int, area: int) -> bool:
    """Will air support help an army of the colour in this area (§15, §20.5)?"""
    if state.soviet_player:
        return state.air[colour] == area
    return has_air(state.air, colour, bool(state.soviet[area]))


def fort_price(state: RaceToMoscow, army: int, area: int, pioneers: bool = False) -> int:
    """Ammo for an area: one while its bunker stands and the player has no marker (§7, rm-05).

    Air support saves it (§15, rm-06), and so does the card Pionieren (§16).
    """
    colour = BOARD.units[army].colour
    if not state.bunker[area] or state.control[area] == colour or pioneers:
        return 0
    return 0 if air_over(state, colour, area) else 1


def why_not_enter(
    state: RaceToMoscow, sit: Situation, army: int, here: int, area: int, spare: int
) -> Why | None:
    """Why an army that is in `here` may not enter an area; None if it may (rm-06).

    `spare` is the ammo that it has for a bunker there, beyond what it needs on the way.
    """
    unit = BOARD.units[army]
    name = BOARD.place_names[area]
    if area == here:
        return Why(f"{unit.name} is in {name} then: name the areas that it enters after it.", "7")
    if area not in BOARD.roads[unit.colour][here]:
        away = f"No {COLOURS[unit.colour]} line leads from {BOARD.place_names[here]} to {name}."
        return Why(away, "7")
    if not BOARD.open_to[unit.colour] >> area & 1:
        return Why(f"{name} is closed to {COLOURS[unit.colour]} armies.", "7")
    if sit.army_in[area] not in (NOWHERE, army):
        return Why(f"{BOARD.units[sit.army_in[area]].name} stands in {name}.", "7")
    if state.control[area] not in (NOWHERE, unit.colour):
        return Why(f"{name} has a {COLOURS[state.control[area]]} marker.", "7")
    if spare < 0:
        text = f"{name} is fortified: entering it takes 1 ammo from the army's card"
        if here == state.at[army] and state.supply[AMMO][here]:
            text += f"; some lies in {BOARD.place_names[here]}, load it first"
        return Why(text + ".", "7")
    return None


def ways(
    state: RaceToMoscow,
    sit: Situation,
    army: int,
    path: list[int],
    pioneers: bool = False,
    ammo: int | None = None,
) -> list[int]:
    """The areas that an army may enter next when it has walked `path` (its place first).

    `ammo` is what it has for bunkers, what is on its card if nothing is said.
    """
    ammo = on_card(state, army, AMMO) if ammo is None else ammo
    way = path[1:]
    spare = ammo - toll(state, army, way, pioneers) if way else ammo
    colour, others = BOARD.units[army].colour, sit.armies & ~(1 << state.at[army])
    open_ = (sit.free | sit.held[colour]) & BOARD.open_to[colour] & ~others
    near = [area for area in BOARD.roads[colour][path[-1]] if open_ >> area & 1]
    if way and state.air[colour] in (AIR_PURSUIT, AIR_SOVIET):  # it may be used up on the way
        return [area for area in near if toll(state, army, [*way, area], pioneers) <= ammo]
    if spare > 0:
        return near  # no bunker takes more than one
    return [area for area in near if fort_price(state, army, area, pioneers) <= spare]


def toll(state: RaceToMoscow, army: int, areas: list[int], pioneers: bool) -> int:
    """Ammo for the bunkers on a way; the first card of a deck sends air support home (§15)."""
    total, drawn = 0, set()
    for area in dict.fromkeys(areas):
        if state.control[area] == BOARD.units[army].colour:
            continue  # no card is drawn there
        price = fort_price(state, army, area, pioneers)
        if state.soviet[area] in drawn and not state.soviet_player and not pioneers:
            price = state.bunker[area]
        drawn.add(state.soviet[area])
        total += price
    return total


def reach(
    state: RaceToMoscow, army: int, gone: int, stopped: bool, quick: bool, hand: bool = False
) -> int:
    """How many more areas an army can enter now.

    An armored army enters three, four with Schnellkampfgruppe (§16), and pays 1 fuel to
    go on where it was stopped; a field army enters one, a second one for 1 food, none
    once it was stopped (§7). With `hand` it reckons with what it can load first.
    """
    have = at_hand if hand else on_card
    if armored(army):
        if stopped and not have(state, army, FUEL):
            return 0
        return BOARD.units[army].move + quick - gone
    if stopped:
        return 0
    return BOARD.units[army].move - gone + bool(gone < FORCED and have(state, army, FOOD))


def why_not_activate(
    state: RaceToMoscow, sit: Situation, army: int, side: int, pioneers: bool = False
) -> Why | None:
    """Why a player may not move an army now; None if he may. `pioneers`: bunkers cost nothing."""
    unit = BOARD.units[army]
    if unit.colour != side or unit.kind == "fleet":
        return Why(f"{unit.name} is not an army of yours.", "7")
    if state.at[army] == BOARD.pool:
        return Why(f"{unit.name} is not on the board.", "7")
    if state.halted[army]:
        return Why(f"{unit.name} has no food: bring some to its area first.", "14")
    if state.moved[army]:
        return Why(f"{unit.name} has moved this turn.", "7")
    if armored(army) and not on_card(state, army, FUEL):
        there = ": load some first" if at_hand(state, army, FUEL) else ""
        return Why(f"{unit.name} has no fuel on its card{there}.", "7")
    here, pioneers = [state.at[army]], pioneers or state.pioneers == army
    if not ways(state, sit, army, here, pioneers, setting_out(state, army)):
        if ways(state, sit, army, here, pioneers, at_hand(state, army, AMMO)):
            return Why(f"{unit.name} has no ammo on its card for a bunker: load some first.", "7")
        return Why(f"{unit.name} can enter no area from here.", "7")
    return None
