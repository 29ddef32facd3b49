"""The practice opponent: always a legal line, from facts its side may know, to the end."""

import random

import pytest

from engine import Game
from tests.practice import play_out, sees_only_its_own
from tests.race_to_moscow.table import empty, fresh, holding, lying_open, table, words

VARIANTS: dict[str, dict[str, object]] = {
    "three": {},
    "two": {"sides": ["gray", "brown"]},
    "alone": {"sides": ["white"]},
    "soviet": {"soviet": True, "winter": True},
    "abwehr": {"abwehr": True, "difficulty": "hard", "redeployment": True},
    "total_war": {"total_war": True, "winter": True},
}


def played(seed: int, options: dict[str, object], auto: tuple[str, ...] = ()) -> Game:
    """A whole game; with `auto` all other sides order at random."""
    rng = random.Random(seed)
    game = fresh(options=options, secret=rng.randbytes(32))
    return play_out(game, auto or game.sides, rng)


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_plays_to_the_end(variant: str) -> None:
    for seed in (1, 2):
        result = played(seed, VARIANTS[variant]).result()
        assert result and "resigned" not in result.reason


@pytest.mark.parametrize("side", ["gray", "white", "brown", "soviet"])
def test_it_plays_each_seat_among_random_orders(side: str) -> None:
    result = played(7, {"soviet": True}, (side,)).result()
    assert result


def test_it_beats_orders_at_random() -> None:
    for seed, side in enumerate(("gray", "white", "brown")):
        result = played(seed, {}, (side,)).result()
        assert result and result.winners == (side,)


@pytest.mark.parametrize("options", [{}, {"soviet": True}])
def test_it_does_not_look_at_what_it_may_not_know(options: dict[str, object]) -> None:
    """§20.1: with what a side can't know exchanged it gives the same line"""
    game = fresh(options=options)
    sees_only_its_own(game, 150)


def test_it_has_a_line_where_all_fuel_was_unloaded_before_a_march() -> None:
    """§7, §16: no army can be moved at once, so that any legal line will do"""
    edits = ("put panzergruppe_4 tilsit fuel=2",)
    game = holding("okh_auftragstaktik", colour="gray", edits=edits)
    game.submit("gray", "play auftragstaktik\nunload 4pz fuel 2")
    assert {verb.name for verb in game.verbs("gray") if not verb.free} == {"load"}
    assert game.auto("gray").startswith("load panzergruppe_4")


def test_it_has_a_line_where_the_ammo_for_a_bunker_was_unloaded() -> None:
    """§7: the second field army had one way, and has none"""
    game = empty(
        "mark narva bunker 1", "mark tallinn control gray", "put panzergruppe_4 parnu",
        "put army_16 tallinn ammo=1", "put army_18 memel", "at 1 gray actions",
    )  # fmt: skip
    game.submit("gray", "move 18a liepaja")
    game.submit("gray", "done")
    assert words(game, "gray", "move ") == {"16a"}
    game.submit("gray", "unload 16a ammo 1")
    assert game.auto("gray") == "done"


def test_it_wins_at_once_where_it_can() -> None:
    """§6.2"""
    way = ("narva", "tallinn", "parnu", "riga", "siaulai")
    game = table(
        *(f"mark {area} control gray" for area in way),
        "put panzergruppe_4 narva fuel=3 ammo=3",
        "mark leningrad soviet none",
        "at 1 gray actions",
    )
    while game.pending() and game.pending()[0].side == "gray":
        line = game.auto("gray")
        game.submit("gray", line)
        if line.startswith("move"):
            assert line == "move panzergruppe_4 leningrad"
            break
    else:
        raise AssertionError("it did not move")


def test_an_army_without_fuel_is_supplied() -> None:
    """§11: what lies in the base goes to the army that can't move"""
    game = empty(
        "put panzergruppe_4 tilsit", "mark konigsberg fuel 3",
        "set trucks.gray 5", "set trains.gray 3", "at 1 gray actions",
    )  # fmt: skip
    lines = []
    for _ in range(6):
        if not game.pending() or game.pending()[0].side != "gray":
            break
        lines.append(game.auto("gray"))
        game.submit("gray", lines[-1])
    assert any(line.startswith(("train konigsberg tilsit", "truck konigsberg tilsit"))
               for line in lines), lines  # fmt: skip


@pytest.mark.parametrize("card", ["panzerhaubitzen", "brandenburg"])
def test_it_fetches_the_card_that_a_combat_wants(card: str) -> None:
    """§16, §8: an open one, before it fights"""
    game = empty(
        *lying_open(card),
        "put panzergruppe_4 riga fuel=2 ammo=1", "mark jekelopils soviet",
        "cards soviet.green soviet_3_army soviet_4_army ...", "at 1 gray actions",
    )  # fmt: skip
    game.submit("gray", "move 4pz jekelopils")
    lines = []
    for _ in range(3):
        lines.append(game.auto("gray"))
        game.submit("gray", lines[-1])
    army = " panzergruppe_4" if card == "panzerhaubitzen" else ""
    assert lines == [f"okh okh_{card}", f"play okh_{card}{army}", "fight"]


def test_it_saves_its_own_track() -> None:
    """§16, §7.cards: alone the open Sicherungs-Division is fetched and played"""
    game = empty(
        *lying_open("sicherungs_division"), "mark panevezys control gray",
        "mark panevezys track", "put panzergruppe_4 riga fuel=1",
        "cards pursuit.gray pursuit_gray_partisans_1 ...", "at 1 gray actions", sides=["gray"],
    )  # fmt: skip
    game.submit("gray", "move 4pz jekelopils")
    for _ in range(2):
        game.submit("gray", game.auto("gray"))
    assert game.look(["panevezys", "track"]) == ("1",)
