"""Stored bytes that are not as they were written are refused whole, in one sentence."""

import random
from collections.abc import Iterator

import pytest

import engine
from engine import Game
from engine.core.errors import Unreadable
from engine.core.game import hash_of
from engine.core.position import opened
from tests.golden import play_on

GAMES = sorted(engine.catalogue())
POSITIONS = 600
FAR = {"russia_besieged": 200}
"""Orders that a game goes on for, where its end is too far; its whole games are on record."""


def played(id_: str, orders: int = 30, seed: int = 1) -> Game:
    """A game under way, by advice, with undo open where its side may go back."""
    game = engine.new_game(id_, secret=random.Random(seed).randbytes(32))
    while not game.result() and (orders > 0 or not game.steps):
        side = game.pending()[0].side
        game.submit(side, game.auto(side))
        orders -= 1
    return game


def refused(blob: bytes, steps: tuple[bytes, ...] = ()) -> str:
    """The one sentence."""
    with pytest.raises(Unreadable) as error:
        engine.load(blob, steps)
    said = str(error.value)
    assert said.startswith("The bytes are no ") and "\n" not in said
    return said


def flipped(blob: bytes, at: int, bit: int) -> bytes:
    return blob[:at] + bytes([blob[at] ^ 1 << bit]) + blob[at + 1 :]


def swapped(blob: bytes, rng: random.Random) -> Iterator[bytes]:
    """Two digits in each other's place, wherever they stand."""
    digits = [at for at, letter in enumerate(blob) if chr(letter).isdigit()]
    for _ in range(POSITIONS):
        one, two = sorted(rng.sample(digits, 2))
        if blob[one] != blob[two]:
            first, second = blob[one : one + 1], blob[two : two + 1]
            yield blob[:one] + second + blob[one + 1 : two] + first + blob[two + 1 :]


@pytest.mark.parametrize("id_", GAMES)
def test_a_flipped_bit_is_refused(id_: str) -> None:
    blob = played(id_).dump()
    some = random.Random(2).sample(range(len(blob)), POSITIONS)
    for at in sorted({*some, *range(60), *range(len(blob) - 60, len(blob))}):
        for bit in range(8):
            refused(flipped(blob, at, bit))


@pytest.mark.parametrize("id_", GAMES)
def test_swapped_digits_are_refused(id_: str) -> None:
    for blob in swapped(played(id_).dump(), random.Random(3)):
        assert refused(blob).endswith("they differ from what was written")


@pytest.mark.parametrize("id_", GAMES)
def test_a_blob_cut_short_or_with_something_behind_it_is_refused(id_: str) -> None:
    blob = played(id_).dump()
    for length in range(len(blob)):
        refused(blob[:length])
    for more in (b"0", b" ", b"\n", b"{}", blob):
        refused(blob + more)


@pytest.mark.parametrize("id_", GAMES)
def test_pieces_of_two_games_are_no_game(id_: str) -> None:
    rng = random.Random(4)
    blob = played(id_).dump()
    for other in (played(id_, 31).dump(), played(id_, seed=2).dump(), played(GAMES[0], 9).dump()):
        for _ in range(POSITIONS // 3):
            here, there = rng.randrange(len(blob)), rng.randrange(len(other))
            whole = blob[:here] + other[there:]
            if whole not in (blob, other):
                refused(whole)


@pytest.mark.parametrize("id_", GAMES)
def test_a_damaged_step_of_undo_is_refused_at_once(id_: str) -> None:
    game = played(id_)
    assert engine.load(game.dump(), game.steps).steps == game.steps != ()
    damaged = flipped(game.steps[-1], len(game.steps[-1]) // 2, 0)
    refused(game.dump(), (*game.steps[:-1], damaged))


@pytest.mark.parametrize("id_", GAMES)
def test_a_good_blob_is_played_on(id_: str) -> None:
    game = engine.load(played(id_).dump())
    assert game.dump() == played(id_).dump()
    if id_ not in FAR:
        return play_on(game)
    for _ in range(FAR[id_]):
        side = game.pending()[0].side
        game.submit(side, game.auto(side))
    assert game.check() == []


@pytest.mark.parametrize("id_", GAMES)
def test_a_blob_of_older_versions_has_no_checksum_and_is_the_same_game(id_: str) -> None:
    """Its hash too: what was written with earlier actions still compares."""
    game = played(id_)
    old = opened(game.dump())
    assert len(old) == len(game.dump()) - len(b',"sum":"01234567"')
    again = engine.load(old, tuple(map(opened, game.steps)))
    assert again.dump() == game.dump() and again.hash == game.hash == hash_of(game.secret, old)
    side = game.table.pos.last
    assert again.undo(side) == game.undo(side) and again.dump() == game.dump()


@pytest.mark.parametrize("id_", GAMES)
def test_with_its_checksum_a_blob_is_what_these_rules_wrote(
    id_: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No rule is asked of it again: a click loads the game each time."""
    game, asked = played(id_), []
    rules = type(game.table.rules)
    monkeypatch.setattr(rules, "check", lambda *_: asked.append("again") or [])
    engine.load(game.dump())
    assert not asked
    engine.load(opened(game.dump()))
    assert asked


@pytest.mark.parametrize("id_", GAMES)
def test_without_a_checksum_no_rule_may_be_broken_in_it(id_: str) -> None:
    """Whoever takes the checksum off as well, gets as far as the rules let a position be."""
    blob, rng = opened(played(id_).dump()), random.Random(3)
    taken = 0
    for at in rng.sample(range(len(blob)), POSITIONS):
        try:
            game = engine.load(flipped(blob, at, rng.randrange(8)))
        except Unreadable:
            continue
        taken += 1
        assert game.table.rules.check(game.table, True) == []
        assert isinstance(game.check(), list)
    assert taken < POSITIONS / 4
