"""The fixed facts, read once: `BOARD` (see facts.py for what it holds)."""

from engine.core.sheets import Texts
from engine.games.no_retreat.data.load import load
from engine.games.no_retreat.data.schema import DATA

__all__ = ["BOARD", "TEXTS"]

BOARD = load()
TEXTS = DATA.read(Texts, "texts.json")
