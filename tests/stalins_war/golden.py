"""Whole games on record; `python -m tests.stalins_war.golden` writes them anew."""

from pathlib import Path

from tests.golden import Plan, write

FOLDER = Path(__file__).parent / "golden"
PLANS = {
    "advised": Plan("stalins_war", "campaign"),
    "chance": Plan(
        "stalins_war",
        "campaign",
        {
            "pick_a_card": True,
            "random_soviet_reinforcements": True,
            "careful_trenches": True,
            "end_of_round_supply": True,
        },
        advised=False,
    ),
    "standing": Plan("stalins_war", "tournament", dice="dice fire.axis {0} 6"),
}


if __name__ == "__main__":
    write(FOLDER, PLANS)
