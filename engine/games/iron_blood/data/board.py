"""The fixed facts: map, counters, seasons, tokens, set-ups; everything by dense index.

`BOARD` is built once from `data/*.json`. Hexes are 0..129 in the order of
`map.json`; a place is a hex, then the boxes, then the pool.
"""

from engine.core.sheets import Help, Texts
from engine.games.iron_blood.data.load import load
from engine.games.iron_blood.data.schema import DATA

__all__ = ["BOARD", "HELP", "TEXTS"]

BOARD = load()
TEXTS = DATA.read(Texts, "texts.json")
HELP = DATA.read(Help, "help.json")
