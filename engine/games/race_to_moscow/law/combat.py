"""Combat, §8: what a victory costs, and what an army pays."""

from engine.games.race_to_moscow.cargo import Load
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import AMMO, FUEL, Card
from engine.games.race_to_moscow.state import RaceToMoscow


def price(card: Card, air: bool) -> Load:
    """Fuel, ammo and food that beat an enemy card (§8.cards); air support saves one ammo (§15)."""
    return card.fuel, max(card.ammo - air, 0), 0


def paid(state: RaceToMoscow, army: int, cost: Load) -> Load:
    """What an army pays of the price: all of it, or as much as its card has (§8)."""
    store = BOARD.card_store(army)
    fuel = min(cost[FUEL], state.supply[FUEL][store])
    ammo = min(cost[AMMO], state.supply[AMMO][store])
    return fuel, ammo, 0
