"""`frames_in`: the rules of a game find its frames by their rooms."""

import pytest

import engine
from engine.core.frames import Frame
from engine.games import ROOMS


@pytest.mark.parametrize("game", ROOMS)
def test_the_rules_of_a_game_know_all_its_frames_with_a_tag(game):
    """One that is left out could not be stored; bases of others have no tag of their own."""
    known = engine.rules(game).frames
    pending, own = [Frame], set()
    while pending:
        kind = pending.pop()
        pending += kind.__subclasses__()
        tag = kind.__struct_config__.tag or ""
        if kind.__module__.startswith(f"engine.games.{game}.") and tag != kind.__name__:
            own.add(kind)
    assert own == set(known)
    assert len({kind.__struct_config__.tag for kind in known}) == len(known)
