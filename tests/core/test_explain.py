"""What a question means: for everybody from public facts, its orders for its side alone."""

import random
import re

import pytest

import engine
from engine.core.frames import Choice
from engine.core.sheets import Help
from engine.core.verbs import has_line

GAMES = engine.ROOMS


@pytest.mark.parametrize("game_id", GAMES)
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
        assert all(e.asks for e in found) and not any(e.examples for e in found[1:])
        assert found[0].examples and all(
            game.whole(asked[0].side, line) for line in found[0].examples
        )
        words.update(*(e.words for e in found))
        game.submit(asked[0].side, game.auto(asked[0].side))
    assert words and words <= set(engine.rules(game_id).glossary)


@pytest.mark.parametrize("game_id", GAMES)
def test_ten_positions_by_lot_are_explained_whole(game_id: str) -> None:
    """The rule and where it stands, the words in it, and two orders wherever there are two."""
    rng = random.Random(game_id)
    game = engine.new_game(game_id, secret=bytes(range(32)))
    for _ in range(10):
        for _ in range(rng.randrange(1, 12)):
            if not game.result():
                game.submit(game.pending()[0].side, game.auto(game.pending()[0].side))
        if game.result():
            return
        side = game.pending()[0].side
        asked = engine.explain(game, side)[0]
        assert asked.asks and engine.rule_name(asked.rule) and asked.words, asked
        assert asked.examples and len(asked.examples) <= 2
        assert len(asked.examples) == 2 or lines(game, side) <= set(asked.examples), asked


def lines(game: engine.Game, side: str) -> set[str]:
    """Orders by lot, each kind some times."""
    rng = random.Random(1)
    verbs = [verb for verb in game.offers(side) if not verb.free and has_line(verb)]
    return {game.short(game.sample(side, rng, [verb])) for verb in verbs for _ in range(4)}


def test_the_letters_of_results_are_explained() -> None:
    """10.7: CA, CB, DR, DS, DD and EX each have a sentence."""
    glossary = engine.rules("no_retreat").glossary
    assert {"CA", "CB", "DR", "DS", "DD", "EX"} <= set(glossary)
    for game_id in engine.ROOMS:
        for word, means in engine.rules(game_id).glossary.items():
            assert means.endswith(".") and len(means) < 120, word


@pytest.mark.parametrize("game_id", GAMES)
def test_every_kind_of_question_is_explained(game_id: str) -> None:
    """Each frame at which somebody decides has the rule behind it, and no other tag has one."""
    rules = engine.rules(game_id)
    asked = {
        str(frame.__struct_config__.tag) for frame in rules.frames if issubclass(frame, Choice)
    }
    assert rules.help.asks.keys() == asked
    assert rules.help.guide.keys() <= asked
    for tag, text in rules.help.asks.items():
        assert 40 < len(text) < 700 and text.endswith((".", "?")), tag


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_has_its_pages(game_id: str) -> None:
    """What it is about comes first; a page with its heading fits into a message of Discord."""
    pages = engine.rules(game_id).help.pages
    assert next(iter(pages)) == "aim" and len(pages) >= 5
    for name, page in pages.items():
        assert name.isalpha() and len(page.title) < 40 and 200 < len(page.text) < 1_700, name


def test_the_shortest_game_guides_its_first_season() -> None:
    """Each question that the Axis meet in it has a hint; a hint is short."""
    help: Help = engine.rules("iron_blood").help
    assert {"ib.deploy", "ib.support", "ib.movement", "ib.pick"} <= help.guide.keys()
    assert all(20 < len(text) < 300 for hints in help.guide.values() for text in hints)


@pytest.mark.parametrize("game_id", GAMES)
def test_orders_in_texts_of_help_begin_with_a_verb_of_the_game(game_id: str) -> None:
    rules = engine.rules(game_id)
    verbs = {name.split()[0] for name in (*rules.verbs, *rules.synonyms)} | {"arm", "policy"}
    texts = [page.text for page in rules.help.pages.values()]
    texts += [*rules.help.asks.values(), *(" ".join(hints) for hints in rules.help.guide.values())]
    quoted = [words for text in texts for words in re.findall(r"`([a-z][^`]* [^`]*)`", text)]
    assert quoted or game_id == "race_to_moscow"
    for words in quoted:
        assert words.split()[0] in verbs, words
