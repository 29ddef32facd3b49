"""The fixed facts, read once: `BOARD` (see facts.py for what it holds)."""

from engine.core.sheets import Help, Texts
from engine.games.no_retreat.data.load import load
from engine.games.no_retreat.data.schema import DATA

__all__ = ["BOARD", "HELP", "TEXTS"]

BOARD = load()
TEXTS = DATA.read(Texts, "texts.json")
HELP = DATA.read(Help, "help.json")
