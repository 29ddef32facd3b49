"""The fixed facts, read once: `BOARD` (see facts.py and facts_board.py for what it holds)."""

from engine.core.sheets import Help
from engine.games.russia_besieged.data.load import load
from engine.games.russia_besieged.data.schema import DATA

__all__ = ["BOARD", "HELP"]

BOARD = load()
HELP = DATA.read(Help, "help.json")
