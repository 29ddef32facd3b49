"""The fixed facts: map, units, cards, markers, logistics; everything by dense index.

`BOARD` is built once from `data/*.json`. Areas are 0..91 in the order of `map.json`;
a place is an area, then a sea area, then the pool of units that are not in play. A
store of supplies is an area, then an army's card, then the Supply Stock.
"""

from engine.core.sheets import Help, Texts
from engine.games.race_to_moscow.data.load import load
from engine.games.race_to_moscow.data.schema import DATA

__all__ = ["BOARD", "HELP", "TEXTS"]

BOARD = load()
TEXTS = DATA.read(Texts, "texts.json")
HELP = DATA.read(Help, "help.json")
