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


async def window(browser: Browser, index: str, person: str) -> Page:
    """The game channel as one person sees it, opened from the index page."""
    page = await (await browser.new_context(viewport={"width": 1200, "height": 900})).new_page()
    page.set_default_timeout(WAIT)
    await page.goto(index)
    row = page.locator("tr", has_text=person)
    url = await row.get_by_text("#eastern-front").get_attribute("href")
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


async def send(page: Page) -> None:
    await page.locator("button[type=submit]:visible").last.click()


async def press(page: Page, label: str, answer: str) -> None:
    """Press a button until its answer appears: a page that is behind refuses for a moment."""
    button = page.locator(f'{LIST} button:has-text("{label}")').last
    for _ in range(8):
        with contextlib.suppress(TimeoutError):
            await button.click(timeout=4_000)
            if await appears(page, answer):
                return
        await page.reload()
        await page.wait_for_selector("#channel-composer-input")
    raise AssertionError(f"{label!r} was not answered by {answer!r}: {await text(page)}")


async def appears(page: Page, wanted: str, seconds: float = 5) -> bool:
    try:
        await expect(page.locator(LIST)).to_contain_text(wanted, timeout=seconds * 1_000)
    except AssertionError:
        return False
    return True


async def text(page: Page) -> str:
    return await page.inner_text(LIST)


MAPS = "all => all.filter(image => image.complete && image.naturalWidth > 600).length"


async def pictures_appear(page: Page, count: int) -> bool:
    """At least `count` pictures of the map are there and the browser can show them."""
    for _ in range(40):
        if await page.locator(f"{LIST} img").evaluate_all(MAPS) >= count:
            return True
        await page.wait_for_timeout(250)
    return False


async def test_two_people_play_in_the_browser(tmp_path: Path) -> None:
    async with playing(tmp_path) as index, async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        anna = await window(browser, index, "anna")
        boris = await window(browser, index, "boris")

        await pick(anna, "game new")
        await fill(anna, "game", "iron", "Iron, Blood")
        await send(anna)
        assert await appears(anna, "waits for its players", 20)
        assert await appears(boris, "waits for its players", 20)
        await press(boris, "Play Soviet", "You play Soviet")
        await press(boris, "Start", "The dice come from a secret")
        assert await pictures_appear(boris, 1)

        # a slash command whose list comes from the referee
        await pick(anna, "order")
        await fill(anna, "line", "setup", "setup suggested")
        await send(anna)
        assert await appears(anna, "Done: setup suggested", 20)
        assert await appears(boris, "Axis: setup suggested", 20)
        assert await pictures_appear(boris, 2)

        # a hand is for its owner alone
        await press(anna, "My hand", "The hand of Axis")
        assert "axis_general" in await text(anna)
        await press(boris, "My hand", "Soviet holds no cards now")
        await boris.click("#refresh")
        assert "axis_general" not in await boris.content()
        await browser.close()
