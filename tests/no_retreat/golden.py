"""Whole games on record; `python -m tests.no_retreat.golden` writes them anew."""

from pathlib import Path

from tests.golden import Plan, write

FOLDER = Path(__file__).parent / "golden"
BLOB = FOLDER / "position_shape_1.json"
_ALL = {
    "rezervy": True,
    "partisan": True,
    "local_support": True,
    "detachments": True,
    "fortified_fronts": True,
    "faster_reorganization": True,
    "no_surrender": True,
    "variable_initiative": True,
}
PLANS = {
    "advised": Plan("no_retreat", "campaign"),
    "random": Plan("no_retreat", "citadel", {**_ALL, "play_on": True}, advised=False),
    "standing": Plan("no_retreat", "na_berlin", {"joker": False}, dice="dice battle {0} 6"),
}


if __name__ == "__main__":
    write(FOLDER, PLANS)
