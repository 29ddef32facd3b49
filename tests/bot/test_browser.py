"""`make play` in a real headless Chromium: two people, a list, a button, a picture, a hand."""

import asyncio
import contextlib
import os
import re
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, TimeoutError, async_playwright, expect

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
WAIT = 20_000
LIST = "#channel-message-list"

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (Debian: apt-get install chromium)"
)


@asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[str]:
    """`python -m bot --local` in a process of its own; the URL of its index page."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "--local", "--db", str(folder / "play.db")),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stdin=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    try:
        line = (await asyncio.wait_for(process.stdout.readline(), 60)).decode()
        found = re.search(r"http://127\.0\.0\.1:\d+/\S+", line)
        assert found, line
        yield found.group()
    finally:
        process.terminate()
        await process.wait()


async def window(browser: Browser, index: str, person: str, place: str = "#eastern-front") -> Page:
    """The game channel, or another place, as one person sees it, opened from the index page."""
    page = await (await browser.new_context(viewport={"width": 1200, "height": 900})).new_page()
    page.set_default_timeout(WAIT)
    await page.goto(index)
    row = page.locator("tr", has_text=person)
    url = await row.get_by_text(place).get_attribute("href")
    assert url
    await page.goto(url)
    await page.wait_for_selector("#channel-composer-input")
    return page


async def pick(page: Page, command: str) -> None:
    """Choose a slash command in the composer."""
    await page.click("#channel-composer-input")
    await page.keyboard.type(f"/{command}")
    await page.locator("[role=option]:visible", has_text=f"/{command}").first.click()
    await page.locator("input[data-option]").first.wait_for()


async def fill(page: Page, option: str, typed: str, offered: str) -> None:
    """Type into an option and take what the autocomplete list offers."""
    box = page.locator(f'input[data-option="{option}"]')
    choice = page.locator("[role=option]:visible", has_text=offered).first
    for _ in range(5):
        await box.click()
        await box.fill("")
        await box.press_sequentially(typed, delay=20)
        try:
            await choice.click(timeout=4_000)
            return
        except TimeoutError:  # the page was behind for a moment and got no list
            continue
    raise AssertionError(f"{option} offered no {offered!r}")


async def slash(
    page: Page, command: str, option: str, typed: str, offered: str, answer: str
) -> None:
    """Give a slash command, its option from the list, until its answer appears."""
    for _ in range(6):
        with contextlib.suppress(TimeoutError, AssertionError):
            await pick(page, command)
            await fill(page, option, typed, offered)
            await page.locator("button[type=submit]:visible").last.click(timeout=4_000)
            if await appears(page, answer):
                return
        await again(page)
        if await appears(page, answer):  # it was given, and the page had missed the answer
            return
    raise AssertionError(f"/{command} was not answered by {answer!r}: {await text(page)}")


async def again(page: Page) -> None:
    """Load a page anew: one that fell behind the world stays there."""
    await page.reload()
    await page.wait_for_selector("#channel-composer-input")


async def press(page: Page, label: str, answer: str) -> None:
    """Press a button until its answer appears: a page that is behind refuses for a moment."""
    button = page.locator(f'{LIST} button:has-text("{label}")').last
    for _ in range(8):
        with contextlib.suppress(TimeoutError):
            await button.click(timeout=4_000)
            if await appears(page, answer):
                return
        await again(page)
    raise AssertionError(f"{label!r} was not answered by {answer!r}: {await text(page)}")


async def appears(page: Page, wanted: str, seconds: float = 5) -> bool:
    try:
        await expect(page.locator(LIST)).to_contain_text(wanted, timeout=seconds * 1_000)
    except AssertionError:
        return False
    return True


async def sees(page: Page, wanted: str) -> bool:
    """Does it appear by itself, or at least when the page is loaded anew?"""
    if await appears(page, wanted, 20):
        return True
    await again(page)
    return await appears(page, wanted)


async def text(page: Page) -> str:
    return await page.inner_text(LIST)


MAPS = "all => all.filter(image => image.complete && image.naturalWidth > 600).length"


async def pictures_appear(page: Page, count: int) -> bool:
    """At least `count` pictures of the map are there and the browser can show them."""
    for number in range(80):
        if await page.locator(f"{LIST} img").evaluate_all(MAPS) >= count:
            return True
        if number == 40:
            await again(page)
        await page.wait_for_timeout(250)
    return False


async def test_two_people_play_in_the_browser(tmp_path: Path) -> None:
    async with playing(tmp_path) as index, async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        anna = await window(browser, index, "anna")
        boris = await window(browser, index, "boris")

        await slash(anna, "game new", "game", "iron", "Iron, Blood", "waits for its players")
        assert await sees(boris, "waits for its players")
        await press(boris, "Play Soviet", "You play Soviet")
        await press(boris, "Start", "The dice come from a secret")
        assert await pictures_appear(boris, 1)

        # a slash command whose list comes from the referee
        order = "setup suggested"
        await slash(anna, "order", "line", "setup", order, f"Done: {order}")
        assert await sees(boris, f"Axis: {order}")
        assert await pictures_appear(boris, 2)

        # a hand is for its owner alone
        await press(anna, "My hand", "The hand of Axis")
        assert "The hand of Axis" in await text(anna)
        await press(boris, "My hand", "Soviet holds no cards now")
        await again(boris)
        assert "The hand of Axis" not in await boris.content()
        await browser.close()


async def test_a_refusal_in_a_thread_is_an_answer_and_no_crash(tmp_path: Path) -> None:
    async with playing(tmp_path) as index, async_playwright() as play:
        browser = await play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = await window(browser, index, "clara", "night-watch")
        await page.click("#channel-composer-input")
        await page.keyboard.type("/map")
        await page.locator("[role=option]:visible", has_text="/map").first.click()
        await page.locator("button[type=submit]:visible").last.click()
        assert await appears(page, "There is no game in this channel")
        shown = await page.inner_text("body")
        assert "uncertain" not in shown and "not completed" not in shown
        await browser.close()
