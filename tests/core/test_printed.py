"""What phones and copying put into a line is taken; what is printed can be given back."""

import random
import re
from collections.abc import Iterator

import pytest

import engine
from bot.words import texts
from engine.core import orders
from engine.core.entries import Ordered
from engine.core.game import Game
from engine.core.typed import tidy

BARE = "move 1pz 0204 0304"
SPOILT = [
    "`{}`",
    "“{}”",
    "'{}'",
    "‘{}’",
    "„{}“",
    "- {}",
    "• {}",
    "* {}",
    "> {}",
    "1. {}",
    "(2) {}",
    "/{}",
    "/order {}",
    "/order line: {}",
    "/choose option:{}",
    "order {}",
    "{}.",
    "{}!",
    "\ufeff{}",
    "\u200b{}\u200b",
    "\u00a0{}\u00a0 ",
    "Done: `{}`",
    "Axis: {} (by itself)",
    "{} · 1. Panzer Army, Minsk",
    "{} …",
    "```\n{}\n```",
]


@pytest.mark.parametrize("spoilt", SPOILT)
@pytest.mark.parametrize("room", engine.ROOMS)
def test_what_stands_round_an_order_is_taken_off(room: str, spoilt: str) -> None:
    game = engine.new_game(room, secret=b"printed")
    side = game.pending()[0].side
    line = game.auto(side)
    ran = engine.load(game.dump()).submit(side, line).ran
    assert game.submit(side, spoilt.format(line)).ran == ran


@pytest.mark.parametrize(
    "row",
    [
        "move 1pz, 0204, 0304",
        "/move unit:1pz to:0204 0304",
        "move\u200b 1pz  0204, 0304.",
        "“move” `1pz` 0204 0304",
    ],
)
def test_what_stands_between_the_words_is_taken_off(row: str) -> None:
    assert tidy(row).split() == BARE.split()


def positions(room: str, count: int) -> Iterator[tuple[Game, str]]:
    """Positions of random games of a room, each with the side that is asked first."""
    rng = random.Random(room)
    while count:
        game = engine.new_game(room, secret=rng.randbytes(8))
        while count and game.pending():
            side = game.pending()[0].side
            yield game, side
            line = game.sample(side, rng) if rng.random() < 0.5 else game.auto(side)
            game.submit(side, line)
            count -= 1


def gives(game: Game, side: str, text: str) -> tuple[str, ...]:
    """What an order does in this position."""
    return engine.load(game.dump()).submit(side, text).ran


@pytest.mark.parametrize("room", engine.ROOMS)
def test_a_receipt_and_a_post_can_be_given_back(room: str) -> None:
    rng = random.Random(1)
    for game, side in positions(room, 250):
        line = game.sample(side, rng)
        trial = engine.load(game.dump())
        receipt = trial.submit(side, line)
        told = texts.receipt(trial, receipt.ran, (), "")
        assert gives(game, side, told) == receipt.ran
        for entry in receipt.entries[:2]:
            whole = isinstance(entry, Ordered) and entry.line == line
            if whole and entry.side == side and not entry.auto:
                assert gives(game, side, trial.tell(entry)) == receipt.ran


def goes_on(game: Game, side: str, start: str) -> bool:
    """Is this an order, or can one begin like this?"""
    return game.complete(side, start).complete or bool(game.complete(side, f"{start} ").items)


@pytest.mark.parametrize("room", engine.ROOMS)
def test_what_lists_show_can_be_given_back(room: str) -> None:
    for number, (game, side) in enumerate(positions(room, 120)):
        if number % 4:
            continue
        verb = ""
        for row in texts.legal(game, side).splitlines()[1:]:
            for span in re.findall("`([^`]+)`", row):
                inside = row.startswith(" ")
                verb = verb if inside else span
                assert goes_on(game, side, f"{verb} {span}" if inside else span), (row, span)
        for info in game.verbs(side):
            for item in game.complete(side, f"{info.name} ").items:
                assert goes_on(game, side, item.value.strip()), item
                assert goes_on(game, side, tidy(f"{item.value} · {item.label}")), item


@pytest.mark.parametrize("room", engine.ROOMS)
def test_every_word_in_code_of_a_question_or_hint_begins_an_order(room: str) -> None:
    """In prompts, hints and refusals: `advance` names an order of this game."""
    for game, side in positions(room, 200):
        said = [p.prompt for p in game.pending()] + [verb.hint for verb in game.verbs(side)]
        known = game.table.rules.verbs
        for span in re.findall("`([^`]+)`", " ".join(said)):
            verb = span.split("..")[0].split(" U")[0]
            names = (*known, "arm", "policy")
            assert any(f"{verb} ".startswith(f"{name} ") for name in names), span


@pytest.mark.parametrize("room", engine.ROOMS)
def test_to_may_stand_before_a_destination(room: str) -> None:
    seen = 0
    for game, side in positions(room, 150):
        for info in game.verbs(side):
            places = [slot for slot in info.slots if slot.kind == "place" and not slot.key]
            if not places or info.slots[-1] is not places[-1] or places[-1].optional:
                continue
            rng = random.Random(seen)
            line = game.short(sample_with(game, side, info.name, rng))
            *head, last = line.split()
            if "+" in last:
                continue
            assert gives(game, side, " ".join([*head, "to", last])) == gives(game, side, line)
            seen += 1
            if places[-1].many and len(head) - info.name.count(" ") > 3:
                path = head[2:]
                via = " ".join([*head[:2], "to", last, "via", *path])
                if head[0] == "move":
                    assert gives(game, side, via) == gives(game, side, line)
    assert seen > 20


def sample_with(game: Game, side: str, name: str, rng: random.Random) -> str:
    """A random order with a verb."""
    verb = next(v for v in game.offers(side) if v.name == name)
    return orders.write(game.table, *orders.fill(rng, verb))


PARTS_OF_SPEECH = {"to", "from", "via", "with", "at", "for", "by", "in", "of", "on"}


@pytest.mark.parametrize("room", engine.ROOMS)
def test_slots_are_named_by_the_kind_of_thing(room: str) -> None:
    for game, side in positions(room, 200):
        for info in game.verbs(side):
            assert not PARTS_OF_SPEECH & {slot.name for slot in info.slots}, info.name


@pytest.mark.parametrize(("room", "verb"), [("iron_blood", "fight"), ("no_retreat", "battle")])
def test_the_words_for_an_attack_are_read_alike(room: str, verb: str) -> None:
    for game, side in positions(room, 200):
        if verb in [info.name for info in game.verbs(side)]:
            line = game.short(sample_with(game, side, verb, random.Random(1)))
            for other in ("attack", "battle", "fight", "/attack"):
                assert gives(game, side, line.replace(verb, other, 1)) == gives(game, side, line)
            assert any(i.value.startswith(verb) for i in game.complete(side, "att").items)
            return
    raise AssertionError(f"nobody came to {verb}")
