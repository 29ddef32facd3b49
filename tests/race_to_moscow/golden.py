"""Whole games on record; `python -m tests.race_to_moscow.golden` writes them anew.

The stored position beside them is never written anew: it must load for as long as
its shape is supported.
"""

from pathlib import Path

from tests.golden import Plan, write

FOLDER = Path(__file__).parent / "golden"
BLOB = FOLDER / "position_shape_1.json"
PLANS = {
    "advised": Plan("race_to_moscow"),
    "random": Plan(
        "race_to_moscow",
        None,
        {"soviet": True, "winter": True, "redeployment": True},
        advised=False,
    ),
}


if __name__ == "__main__":
    write(FOLDER, PLANS)
