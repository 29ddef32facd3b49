"""What is stored: deterministic bytes, older shapes, options, hashes."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.core import dice, position
from engine.core.errors import Illegal, Malformed, Unreadable
from engine.core.game import load_game, new_game
from engine.core.rules import Option
from tests.core.play import asked, battle, load, moving, new
from tests.core.toy import RULES, Skirmish
from tests.table import raw

OLD = Path(__file__).parent / "fixtures" / "skirmish_1.json"


# bytes -----------------------------------------------------------------------------


def test_equal_games_give_equal_bytes() -> None:
    assert new().dump() == new().dump()
    assert moving("put r1 4").dump() == moving("put r1 4").dump()
    assert new().dump() == load(new().dump()).dump()


def test_the_order_of_keys_does_not_matter() -> None:
    game = battle("cards hand.red plus")
    backwards = json.dumps(dict(reversed(raw(game).items()))).encode()
    assert load(backwards).dump() == game.dump()


def test_loading_and_going_on_is_the_same_game() -> None:
    rng = random.Random(6)
    straight = loaded = new("close")
    for _ in range(120):
        if straight.result():
            break
        side = rng.choice(straight.pending()).side
        line = straight.sample(side, rng)
        loaded = load(loaded.dump(), loaded.steps)
        first, second = straight.submit(side, line), loaded.submit(side, line)
        assert first == second
        assert straight.dump() == loaded.dump()
        assert straight.pending() == loaded.pending()
        for seat in (None, "red", "blue"):
            assert straight.view(seat) == loaded.view(seat)
    assert straight.revision > 20


def test_looking_changes_no_byte() -> None:
    game = new()
    before = game.dump()
    for side in game.sides:
        game.view(side), game.verbs(side), game.hand(side), game.policies(side)
        game.complete(side, "plan "), game.auto(side)
    assert game.table.rules.codec.encode(game.table.pos) == before


def test_nothing_but_a_position_is_loaded() -> None:
    for blob in (b"", b"{}", b"[1]", b'{"shape": 2}', new().dump()[:-20]):
        with pytest.raises(Unreadable):
            load(blob)
        with pytest.raises(Unreadable):
            engine.load(blob)


def spoilt(raw: Any) -> Iterator[str]:
    """Spoils one thing after the other in a decoded position, and says what; then mends it."""
    items = list(raw.items() if isinstance(raw, dict) else enumerate(raw))
    for key, value in items:
        if isinstance(value, dict | list):
            for where in spoilt(value):
                yield f"{key}.{where}"
        for other in (None, -7, 10**6, "x", [], {}, [[0]]):
            raw[key] = other
            yield f"{key} = {other}"
        raw[key] = value
    if isinstance(raw, dict):
        raw["nobody knows it"] = 1
        yield "a name too many"
        for key, value in items:
            del raw[key]
            yield f"no {key}"
            raw[key] = value
        del raw["nobody knows it"]


@pytest.mark.parametrize("id_", sorted(engine.catalogue()))
def test_bytes_of_older_versions_that_were_tampered_with_are_a_game_or_refused(id_: str) -> None:
    game = engine.new_game(id_, secret=b"x" * 32)
    for _ in range(25):
        side = game.pending()[0].side
        game.submit(side, game.auto(side))
    fields = raw(game)
    refused = 0
    wheres = spoilt(fields)
    for count, where in enumerate(wheres):
        if count % 5:  # a share of them is enough
            continue
        try:
            loaded = engine.load(json.dumps(fields).encode())
        except Unreadable as error:
            refused += 1
            assert str(error) and "\n" not in str(error), where
        else:
            assert loaded.id == id_
    assert refused > 300, "most things are"
    assert raw(game) == fields, "all was mended"


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda raw: raw["lanes"][0]["stack"][0].update(frame="toy.unknown"), "toy.unknown"),
        (lambda raw: raw["lanes"][0]["stack"][0].update(step="sleep"), "no step 'sleep'"),
        (lambda raw: raw["lanes"][0]["stack"][0].update(stpe="plan"), "unknown field"),
        (lambda raw: raw["state"].update(feul=[0, 0]), "unknown field"),
        (lambda raw: raw.update(lanes=[]), "nothing is going on"),
        (lambda raw: raw.update(last="green"), "nobody plays 'green'"),
        (lambda raw: raw["lanes"][1]["stack"][-1].update(side="green"), "nobody plays 'green'"),
        (lambda raw: next(iter(raw["piles"].values()))["seen"].pop(), "does not say who knows it"),
        (lambda raw: raw.update(secret="not hex"), "no position"),
    ],
)
def test_what_no_game_writes_is_refused(spoil: Callable[[Any], object], words: str) -> None:
    fields = raw(new())
    spoil(fields)
    with pytest.raises(Unreadable, match=words):
        load(json.dumps(fields).encode())


def test_the_row_is_small() -> None:
    assert len(new().dump()) < 3_000


# shapes ----------------------------------------------------------------------------


def test_an_older_shape_is_migrated_and_played_on() -> None:
    game = load(OLD.read_bytes())
    assert json.loads(game.dump())["shape"] == 2
    assert asked(game) == ["red"]
    assert (game.table.s.fuel, game.table.s.forts) == ([0, 0], [0] * 8)
    assert game.view("blue").arms == ["plus"]
    assert game.view(None).points == [0, 2]
    rng = random.Random(1)
    while not game.result():
        side = game.pending()[0].side
        game.submit(side, game.sample(side, rng))


def test_undo_does_not_reach_over_a_change_of_shape() -> None:
    blob = OLD.read_bytes()
    with pytest.raises(Illegal):
        load(blob, [blob]).undo("red")


@pytest.mark.parametrize("shape", [0, 3, 99])
def test_an_unknown_shape_is_named(shape: int) -> None:
    fields = {**raw(new()), "shape": shape}
    with pytest.raises(Unreadable, match=f"shape {shape}"):
        load(json.dumps(fields).encode())


def test_frame_names_are_what_is_stored() -> None:
    game = new()
    lanes = json.loads(game.dump())["lanes"]
    stacks = [[frame["frame"] for frame in lane["stack"]] for lane in lanes]
    assert stacks == [["toy.round", "core.join"], ["toy.plan"], ["toy.plan"]]


# options ---------------------------------------------------------------------------


def test_options_have_defaults() -> None:
    assert new().options == {"fuel": 1, "cards": "all", "fog": True, "order": ["red", "blue"]}
    assert new().scenario == "standard"
    assert new_game(RULES).scenario == "standard"


def test_options_are_read_in_their_type() -> None:
    game = new(fuel="3", cards="none", fog="off", order="blue,red")
    assert game.options == {"fuel": 3, "cards": "none", "fog": False, "order": ["blue", "red"]}
    assert game.table.s.fuel == [3, 3]
    assert new(fuel=3, fog=False, order=["blue", "red"], cards="none").dump() == game.dump()
    for side in ("red", "blue"):
        game.submit(side, "plan bold")
    assert asked(game) == ["blue"]


@pytest.mark.parametrize(
    "options",
    [
        {"weather": True},
        {"fuel": "many"},
        {"fuel": True},
        {"fuel": 1.5},
        {"fuel": "-1"},
        {"fog": "maybe"},
        {"fog": 1},
        {"cards": "some"},
        {"cards": ["all"]},
        {"order": ["red", "green"]},
        {"order": 3},
        {"order": ["red"]},
        {"order": ["red", "red"]},
        {"fuel": 4},
        {"fuel": -1},
    ],
)
def test_an_option_that_is_none_is_malformed(options: dict[str, object]) -> None:
    with pytest.raises(Malformed) as caught:
        new(**options)
    assert next(iter(options)) in caught.value.text


def test_an_unknown_scenario_is_malformed() -> None:
    with pytest.raises(Malformed, match="`winter`"):
        new("winter")


def test_an_empty_list_is_an_empty_list() -> None:
    option = Option("bids", "Bids", [])
    assert option.read("") == []
    assert option.read([]) == []
    assert option.read("a,b") == ["a", "b"]


# hashes ----------------------------------------------------------------------------


def test_the_hash_is_keyed() -> None:
    one, two = moving(), moving(secret=b"another")
    assert one.hash == moving().hash == load(one.dump()).hash
    assert one.hash != two.hash
    assert len(one.hash) == 64
    before = one.hash
    one.submit("red", "dig 0")
    assert one.hash != before


def test_the_secret_alone_changes_the_hash() -> None:
    assert dice.keyed(b"a", b"same") != dice.keyed(b"b", b"same")


# names -----------------------------------------------------------------------------


def test_a_codec_knows_the_frames_of_its_game_alone() -> None:
    class Small(Skirmish):
        frames = Skirmish.frames[:2]

    game = new()
    for side in game.sides:
        game.submit(side, "plan bold")
    with pytest.raises(Unreadable):
        load_game(Small(), game.dump())
    assert isinstance(load_game(Small(), new().dump()).table.pos, position.Position)
