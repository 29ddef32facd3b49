"""The words of the order lines."""

import pytest

from engine.games.no_retreat import words
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import DESTROYED, NOWHERE, SOVIET


def unit(id_: str) -> int:
    return BOARD.unit_index[id_]


def test_units_by_id_and_short() -> None:
    """§2.3: a counter is called by its designation."""
    for word in ("pz_4", "4pz", "4._Panzer_Army"):
        assert words.UNITS.read(word) == (unit("pz_4"),)
    assert words.UNITS.read("16", "axis") == (unit("army_16"),)
    assert words.UNITS.read("kal", "soviet") == (unit("kalinin"),)
    assert words.unit_name(unit("kalinin"), 0) == "Kalinin Front"
    assert words.unit_name(unit("kalinin"), 1) == "1st Baltic"
    assert words.unit_name(unit("pz_4"), 1) == "4. Panzer Army"


def test_places_by_number_and_name() -> None:
    moscow = BOARD.place_index["1806"]
    assert words.PLACES.read("1806") == words.PLACES.read("Moscow") == (moscow,)
    assert words.PLACES.read("königsberg") == (BOARD.place_index["0807"],)
    assert words.PLACES.read("caucasus_oil") == (BOARD.place_index["2619"],)
    assert words.PLACES.read("0101") == (), "off the map"
    assert words.PLACES.read("t:5") == (BOARD.place_index["t:5"],)
    assert words.PLACES.read("destroyed", "soviet")[0] == DESTROYED[SOVIET]


def test_cards_by_number_and_name() -> None:
    """§5.3: each side calls a card by its own half."""
    assert words.CARDS.read("2") == words.CARDS.read("erich_von_manstein") == (2,)
    assert words.CARDS.read("stavka") == (2,)
    assert words.CARDS.read("joker") == (55,) and words.CARDS.read("defensive_works") == (41,)
    assert words.CARDS.name(2) == "Erich von Manstein / STAVKA"
    assert words.card_name(2, SOVIET) == "STAVKA"
    assert words.card_name(55, NOWHERE) == "Joker"
    assert set(words.CARDS.read("general_mud")) == {12, 34, 35}


@pytest.mark.parametrize("kind", words.LEXICONS)
def test_no_word_means_a_value_twice(kind: str) -> None:
    lexicon = words.LEXICONS[kind]
    for value, term in lexicon.terms.items():
        for word in (term.id, term.short, term.name.replace(" ", "_")):
            meant = lexicon.read(word) if word else (value,)
            assert value in meant and len(set(meant)) == len(meant), word
        assert lexicon.read(lexicon.write(value)) == (value,)
