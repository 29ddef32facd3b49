"""What a side did in its impulse, in one line."""

import pytest

from bot.play import games
from bot.play.history import FEW, impulse, stands
from bot.play.table import Table
from bot.words.summary import STRETCH, _impulse, ends, summary
from engine.core.entries import (
    AnyEntry,
    Fought,
    Lost,
    Moved,
    Ordered,
    Phased,
    Played,
    decode,
    public,
)
from storage import Store
from tests.bot.world import World

MOVE = [
    Ordered(side="axis", line="move a 1 2"),
    Moved(unit="a", places=["1", "2"], how="moves"),
]
OVER = [Ordered(side="axis", line="end"), Phased(turn="May", phase="Movement", side="soviet")]
BATTLE = [
    Ordered(side="axis", line="fight 2"),
    Ordered(side="soviet", line="lose b", auto=True),
    Fought(places=["2"], sides=["axis", "soviet"], scores=[3, 1], winner="axis", result="DR"),
    Lost(unit="b", place="2", how="eliminated"),
]


def test_an_impulse_ends_where_another_hand_or_turn_begins() -> None:
    assert ends(OVER, "May", "axis") and not ends(OVER, "May", "soviet")
    assert ends([Phased(turn="June", phase="weather")], "May", "axis")
    assert not ends([Phased(turn="May", phase="Combat", side="axis")], "May", "axis")


def test_it_counts_what_was_done_since_the_other_side_played() -> None:
    before = [Ordered(side="soviet", line="end"), Phased(turn="May", phase="Combat", side="axis")]
    card = [Played(side="axis", card="7", how="event")]
    acts = [OVER, [Ordered(side="soviet", line="x"), *MOVE[1:]], before, MOVE, MOVE, card, BATTLE]
    assert summary("no_retreat", "May", "axis", [*acts, OVER]) == (
        "-# Axis, May: 1 unit moved, 1 battle (1 won), 1 loss and 1 card."
    )


def test_what_the_other_side_did_before_is_not_this_sides() -> None:
    """One round of each after the other: the enemy's last round is no part of the own one."""
    theirs = [
        [Ordered(side="soviet", line="move b 3 4"),
         Moved(unit="b", places=["3", "4"], how="moves")],
        [Ordered(side="soviet", line="fight 4"), *BATTLE[2:]],
        [Ordered(side="soviet", line="end"), Phased(turn="May", phase="Round 2", side="axis")],
    ]  # fmt: skip
    cards = [[Ordered(side="axis", line=f"play {n}"), Played(side="axis", card="7", how="event")]
             for n in range(3)]  # fmt: skip
    told = summary("no_retreat", "May", "axis", [OVER, *theirs, *cards, OVER])
    assert told == "-# Axis, May: 3 cards."
    assert summary("no_retreat", "May", "axis", [OVER, *theirs, cards[0], OVER]) == ""


def test_little_is_not_summed_up() -> None:
    assert summary("no_retreat", "May", "axis", [MOVE, OVER]) == ""
    assert summary("no_retreat", "May", "axis", [[Ordered(side="axis", line="pass")]] * 4) == ""


async def test_it_stands_below_the_order_that_ends_the_impulse(world: World) -> None:
    table = await world.begin("no_retreat")
    await world.reach("move")
    side, orders = table.running().pending()[0].side, 0
    while table.running().view(None).turn.startswith("Turn 1") and orders < 60:
        asked = table.running().pending()[0].side
        if asked != side:
            break
        await world.play_one(world.player(asked))
        orders += 1
    found = [
        line
        for post in world.posts()
        for line in post.content.split("\n")
        if line.startswith("-# Axis, Turn 1") and "moved" in line
    ]
    assert len(found) == 1


@pytest.mark.parametrize("game", ["iron_blood", "no_retreat"])
async def test_an_order_reads_back_to_another_hand_and_little_further(
    world: World, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is read gives the same as all that is looked back over at most."""
    spare: list[int] = []

    async def compared(store: Store, table: Table, turn: str, side: str) -> list[list[AnyEntry]]:
        found = await impulse(store, table, turn, side)
        actions = await store.actions(table.id, max(table.row.seq - STRETCH, 0))
        every = [public(decode(action.entries)) for action in actions if stands(action)]
        assert every[-len(found) :] == found
        needed = _impulse(turn, side, [*every, []])
        assert _impulse(turn, side, [*found, []]) == needed
        read = [entry for told in found for entry in told if isinstance(entry, Ordered)]
        spare.append(len(read) - sum(isinstance(entry, Ordered) for entry in needed))
        return found

    monkeypatch.setattr(games, "impulse", compared)
    await world.begin(game)
    left = iter(range(200))
    await world.play_on(lambda *_: next(left, None) is None)
    assert len(spare) > 4 and sum(spare) / len(spare) < 1.5 * FEW
