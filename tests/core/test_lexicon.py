"""Words and what they stand for."""

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.core.lexicon import Lexicon, Numbers, Term, fold, words
from tests.core.toy import RULES

TOWNS = Lexicon(
    [
        Term(1, "koenigsberg", "kgb", "Königsberg", "red"),
        Term(2, "lodz", "kgb", "Łódź", "blue"),
        Term(3, "brest_litovsk", "", "Brest Litovsk"),
    ]
)


@pytest.mark.parametrize(
    ("word", "folded"),
    [
        ("Königsberg", "konigsberg"),
        ("STRASSE", "strasse"),
        ("straße", "strasse"),
        ("É", "e"),
        ("ℋ", "h"),
    ],
)
def test_case_and_accents_do_not_count(word: str, folded: str) -> None:
    assert fold(word) == folded


@given(st.text(max_size=20))
def test_folding_twice_changes_nothing_in_plain_words(word: str) -> None:
    folded = fold(word)
    if folded.isascii():
        assert fold(folded) == folded


def test_a_word_is_read_by_id_short_and_name() -> None:
    assert TOWNS.read("KOENIGSBERG") == (1,)
    assert TOWNS.read("konigsberg") == (1,)
    assert TOWNS.read("Brest_Litovsk") == (3,)
    assert TOWNS.read("nowhere") == TOWNS.read("") == ()


@pytest.mark.parametrize("room", ["race_to_moscow"])
def test_other_names_and_umlauts_written_out_are_read(room: str) -> None:
    places = engine.new_game(room).table.rules.lexicons["place"]
    for word, place in [
        ("Moscow", "moskva"),
        ("velkiye_luki", "velikiye_luki"),
        ("Königsberg", "konigsberg"),
        ("Koenigsberg", "konigsberg"),
        ("Konigsberg", "konigsberg"),
    ]:
        assert [places.write(value) for value in places.read(word)] == [place]


@pytest.mark.parametrize("room", engine.ROOMS)
def test_no_other_spelling_takes_a_word_away(room: str) -> None:
    """What a term's own word means is what it meant without the other spellings."""
    for kind, lexicon in engine.new_game(room).table.rules.lexicons.items():
        own: dict[str, set[object]] = defaultdict(set)
        for value, term in lexicon.terms.items():
            for word in (term.id, term.short, term.name.replace(" ", "_")):
                own[fold(word)].add(value)
        for value, term in lexicon.terms.items():
            assert value in lexicon.read(term.id), (kind, term)
            assert set(lexicon.read(term.id)) == own[fold(term.id)]


def test_a_shared_short_means_the_own_one_first() -> None:
    assert TOWNS.read("kgb", "red") == (1, 2)
    assert TOWNS.read("kgb", "blue") == (2, 1)


def test_a_value_is_written_for_the_log_and_for_people() -> None:
    assert (TOWNS.write(1), TOWNS.short(1), TOWNS.name(1)) == ("koenigsberg", "kgb", "Königsberg")
    assert (TOWNS.write(3), TOWNS.short(3)) == ("brest_litovsk", "brest_litovsk")


def test_numbers_mean_themselves() -> None:
    numbers = Numbers()
    assert numbers.read("17") == (17,)
    assert numbers.read("007") == (7,)
    for word in ("", "-1", "1.5", "x", "1234567", "²", "1_000", "+5"):
        assert numbers.read(word) == ()
    assert numbers.write(17) == numbers.short(17) == numbers.name(17) == "17"


def test_fixed_words() -> None:
    lexicon = words("ask", "auto")
    assert lexicon.read("ASK") == ("ask",)
    assert lexicon.read("perhaps") == ()


@pytest.mark.parametrize("kind", ["unit", "place", "card", "plan", "policy", "window", "answer"])
def test_every_word_of_the_toy_is_read_back(kind: str) -> None:
    lexicon = RULES.lexicons[kind]
    assert lexicon.terms
    for value in lexicon.terms:
        assert lexicon.read(lexicon.write(value)) == (value,)
        assert value in lexicon.read(lexicon.short(value))
