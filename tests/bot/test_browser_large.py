"""The largest game in a real headless Chromium: two people, an order of a stack, what is owed."""

import pytest

from tests.bot.browsing import (
    Played,
    click,
    command,
    does,
    needs_chromium,
    played,
    press,
    sees,
    shows,
    shows_maps,
    window,
)

__all__ = ["played"]

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="module")]

MOVE = "move 4inf 17inf 1834 1934 1933"
ATTACK = "attack 2032 with 4inf 17inf"
"""Both are legal when a campaign begins, whatever the dice; the first makes the second a duty."""


async def test_two_people_play_the_largest_game(played: Played) -> None:
    anna = await window(played.browser, played.index, "anna")
    boris = await window(played.browser, played.index, "boris")

    opens = command("game new", "game", "besieged", "Russia Besieged")
    await does(anna, opens, shows(anna, "waits for its players"), "/game new")
    assert await sees(boris, shows(boris, "waits for its players"))
    await press(boris, "Play Russia", "You play Russia")
    await press(boris, "Start", "The dice come from a secret")
    assert await sees(anna, shows_maps(anna, 1))

    gives = command("order", "line", MOVE, MOVE)
    await does(anna, gives, shows(anna, f"Done: {MOVE}"), MOVE)
    assert await sees(boris, shows(boris, f"Axis: {MOVE}"))
    assert await sees(boris, shows_maps(boris, 2))
    await does(boris, click("Map"), shows_maps(boris, 3), "the whole map")

    # units that are not named stand; what is owed is said, with the best odds for it
    await press(anna, "End movement", "You must attack 2032 (up to 3-1)")
    await does(anna, command("order", "line", ATTACK, ATTACK), shows(anna, "Done: attack"), ATTACK)
    assert await sees(boris, shows(boris, f"Axis: {ATTACK}"))
