"""The fixed facts, read once: `BOARD` (see facts.py for what it holds)."""

from engine.games.no_retreat.data.load import load

__all__ = ["BOARD"]

BOARD = load()
