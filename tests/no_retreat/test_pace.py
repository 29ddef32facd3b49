"""How often a campaign waits for the other side: three hand-offs a player turn, six at most."""

from engine.games.no_retreat.rules import RULES
from tests.pace import pace


def test_a_player_turn_takes_three_hand_offs() -> None:
    """§10.1.2, §10.5: to its side, to the defender once the targets are named, and back."""
    found = pace("no_retreat", 3, "campaign")
    assert len(found.counts) > 60
    assert found.median <= 3 and found.most <= 6


def test_what_decides_battles_is_asked() -> None:
    """§10.1.2, §10.5: no policy begins on `auto` that would take such a decision away."""
    asked = {kind for kind, answer in RULES.policies.items() if answer == "ask"}
    assert {"defend", "counterblow", "counterattack", "attack", "attack_roll"} <= asked
