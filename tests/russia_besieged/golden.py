"""Whole games on record; `python -m tests.russia_besieged.golden` writes them anew."""

from pathlib import Path

from tests.golden import Plan, write

FOLDER = Path(__file__).parent / "golden"
PLANS = {
    "advised": Plan("russia_besieged", "fall_blau_1942"),
    "random": Plan(
        "russia_besieged", "tournament_7", {"setup": "free", "bid": 2, "bidder": "soviet"},
        advised=False,
    ),
    "standing": Plan("russia_besieged", "downfall_1944", dice="dice combat {0} 6"),
}  # fmt: skip


if __name__ == "__main__":
    write(FOLDER, PLANS)
