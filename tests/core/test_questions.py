"""Each kind of question that has a policy says in plain words what it asks."""

import pytest

import engine


@pytest.mark.parametrize("game_id", engine.ROOMS)
def test_every_kind_of_question_is_explained(game_id: str) -> None:
    rules = engine.rules(game_id)
    assert set(rules.questions) == set(rules.policies)
    for kind, said in rules.questions.items():
        asked, _, auto = said.partition("; auto: ")
        assert asked and auto and said[-1] != ".", kind
        assert rules.lexicons["policy"].terms[kind].name == said
        assert len(said) < 100, "a row of Discord's lists"
