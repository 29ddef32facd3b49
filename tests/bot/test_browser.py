"""`make play` in a real headless Chromium: two people, a list, a button, a picture, a hand."""

import pytest

from tests.bot.browsing import (
    Played,
    again,
    command,
    does,
    needs_chromium,
    played,
    press,
    rests,
    sees,
    shows,
    shows_maps,
    text,
    window,
)

__all__ = ["played"]

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="module")]


async def test_a_refusal_in_a_thread_is_an_answer_and_no_crash(played: Played) -> None:
    """First: a game of its channel would be the thread's, too."""
    page = await window(played.browser, played.index, "clara", "night-watch")
    await command("map")(page)
    assert "uncertain" not in await rests(page)
    assert await sees(page, shows(page, "There is no game in this channel"))
    assert "uncertain" not in await text(page)
    await page.close()


async def test_two_people_play_in_the_browser(played: Played) -> None:
    anna = await window(played.browser, played.index, "anna")
    boris = await window(played.browser, played.index, "boris")

    opens = command("game new", "game", "iron", "Iron, Blood")
    await does(anna, opens, shows(anna, "waits for its players"), "/game new")
    assert await sees(boris, shows(boris, "waits for its players"))
    await press(boris, "Play Soviet", "You play Soviet")
    await press(boris, "Start", "The dice come from a secret")
    assert await sees(boris, shows_maps(boris, 1))

    # a slash command whose list comes from the referee
    order = "setup suggested"
    gives = command("order", "line", "setup", order)
    await does(anna, gives, shows(anna, f"Done: {order}"), order)
    assert await sees(boris, shows(boris, f"Axis: {order}"))
    assert await sees(boris, shows_maps(boris, 2))

    # a hand is for its owner alone
    await press(anna, "My hand", "The hand of Axis")
    await press(boris, "My hand", "Soviet holds no cards now")
    await again(boris)
    assert "The hand of Axis" not in await boris.content()
