"""`make play` in a real headless Chromium: two people, a list, a button, a picture, a hand."""

from pathlib import Path

from tests.bot.browsing import (
    again,
    command,
    does,
    needs_chromium,
    playing,
    press,
    rests,
    sees,
    shows,
    shows_maps,
    text,
    window,
)

pytestmark = needs_chromium


async def test_two_people_play_in_the_browser(tmp_path: Path) -> None:
    async with playing(tmp_path) as (browser, index):
        anna = await window(browser, index, "anna")
        boris = await window(browser, index, "boris")

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


async def test_a_refusal_in_a_thread_is_an_answer_and_no_crash(tmp_path: Path) -> None:
    async with playing(tmp_path) as (browser, index):
        page = await window(browser, index, "clara", "night-watch")
        await command("map")(page)
        assert "uncertain" not in await rests(page)
        assert await sees(page, shows(page, "There is no game in this channel"))
        assert "uncertain" not in await text(page)
