"""What a question means: for everybody from public facts, its orders for its side alone."""

import pytest

import engine


@pytest.mark.parametrize("game_id", engine.ROOMS)
def test_questions_of_a_whole_game_are_explained(game_id: str) -> None:
    game = engine.new_game(game_id, secret=bytes(range(32)))
    words: set[str] = set()
    for _ in range(120):
        if game.result():
            break
        asked = game.pending()
        found = engine.explain(game, asked[0].side)
        assert [(e.side, e.prompt, e.rule) for e in found] == [
            (p.side, p.prompt, p.rule) for p in asked
        ]
        assert found[0].orders and all(not e.orders for e in engine.explain(game))
        assert all(bool(e.about) == bool(e.kind) for e in found)
        words.update(*(e.words for e in found))
        game.submit(asked[0].side, game.auto(asked[0].side))
    assert words and words <= set(engine.rules(game_id).glossary)


def test_the_letters_of_results_are_explained() -> None:
    """10.7: CA, CB, DR, DS, DD and EX each have a sentence."""
    glossary = engine.rules("no_retreat").glossary
    assert {"CA", "CB", "DR", "DS", "DD", "EX"} <= set(glossary)
    for game_id in engine.ROOMS:
        for word, means in engine.rules(game_id).glossary.items():
            assert means.endswith(".") and len(means) < 120, word
