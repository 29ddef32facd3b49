"""The fixed facts, read once: `BOARD` (see facts.py and facts_board.py for what it holds)."""

from engine.core.sheets import Help, Texts
from engine.games.stalins_war.data.load import load
from engine.games.stalins_war.data.schema import DATA

__all__ = ["BOARD", "HELP", "TEXTS"]

BOARD = load()
TEXTS = DATA.read(Texts, "texts.json")
HELP = DATA.read(Help, "help.json")
