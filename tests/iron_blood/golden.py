"""Whole games on record. `python -m tests.iron_blood.golden` writes them anew.

Do that on purpose alone, when a rule or the order of rolls was changed: these
games stand for those that people are playing. The stored position beside them
is never written anew: it must load for as long as its shape is supported.
"""

from pathlib import Path

from tests.golden import Plan, write

FOLDER = Path(__file__).parent / "golden"
BLOB = FOLDER / "position_shape_1.json"
PLANS = {
    "advised": Plan("iron_blood"),
    "random": Plan("iron_blood", None, {"anti_partisan": True}, advised=False),
    "standing": Plan("iron_blood", dice="dice combat.axis {0} 3"),
}


if __name__ == "__main__":
    write(FOLDER, PLANS)
