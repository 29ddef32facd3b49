"""The fixed facts, read once: `BOARD` (see facts.py and facts_board.py for what it holds)."""

from engine.games.stalins_war.data.load import load

__all__ = ["BOARD"]

BOARD = load()
