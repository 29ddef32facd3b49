"""A real headless Chromium at the pages of `make play`: what people do there, and what they see."""

import asyncio
import os
import re
import shutil
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, TimeoutError, async_playwright

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
LIST = "#channel-message-list"
WAIT = 60_000
"""Milliseconds for what takes one on a machine that has nothing else to do."""
DESK, PHONE = (1280, 900), (390, 844)
TRIES = 4

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (Debian: apt-get install chromium)"
)

QUIET = "() => !document.querySelector('#action-status').textContent.trim().endsWith('…')"
UNDONE = ("not completed", "uncertain")
"""How a page says that an action came to nothing, or that it does not know."""
MAPS = "all => all.filter(image => image.complete && image.naturalWidth > 600).length"


@dataclass(frozen=True)
class Played:
    """What is being played, and where."""

    browser: Browser
    index: str
    database: Path


Act = Callable[[Page], Awaitable[None]]
Came = Callable[[], Awaitable[bool]]


@asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[tuple[Browser, str]]:
    """`python -m bot --local` in a process of its own; a browser, and the URL of its index page."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "--local", "--db", str(folder / "play.db")),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stdin=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    try:
        async with async_playwright() as driver:  # both start at the same time
            browser = await driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            line = (await asyncio.wait_for(process.stdout.readline(), 120)).decode()
            found = re.search(r"http://127\.0\.0\.1:\d+/\S+", line)
            assert found, line
            yield browser, found.group()
            await browser.close()
    finally:
        process.terminate()
        await process.wait()


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def played(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Played]:
    """One of it for the tests of a module, each in its own channel; with the database."""
    folder = tmp_path_factory.mktemp("play")
    async with playing(folder) as (browser, index):
        yield Played(browser, index, folder / "play.db")


async def window(
    browser: Browser,
    index: str,
    person: str,
    place: str = "#eastern-front",
    size: tuple[int, int] = DESK,
) -> Page:
    """The game channel, or another place, as one person sees it, opened from the index page."""
    viewport = {"width": size[0], "height": size[1]}
    page = await (await browser.new_context(viewport=viewport)).new_page()  # type: ignore[arg-type]
    page.set_default_timeout(WAIT)
    await page.goto(index)
    row = page.locator("tr", has_text=person)
    url = await row.get_by_text(place).get_attribute("href")
    assert url
    await page.goto(url)
    await page.wait_for_selector("#channel-composer-input:visible")
    await rests(page)
    return page


async def rests(page: Page) -> str:
    """Wait until the page has done what it was told; what it says then."""
    await page.wait_for_function(QUIET)
    return await page.inner_text("#action-status")


async def again(page: Page) -> None:
    """Load a page anew: one that does not know how an action ended stays there."""
    await page.reload()
    await page.wait_for_selector("#channel-composer-input:visible")
    await rests(page)


async def does(page: Page, act: Act, came: Came, what: str) -> None:
    """One act of a person, and what comes of it; one that the page refuses is done again."""
    for _ in range(TRIES):
        await rests(page)
        try:
            await act(page)
            said = await rests(page)
        except TimeoutError as error:
            said = f"uncertain: {error}"
        refused = any(word in said for word in UNDONE)
        if await within(page, came, 1 if refused else 20):
            return
        await again(page)
        if await within(page, came, 1):
            return
    raise AssertionError(f"{what!r} was not answered: {(await text(page))[-900:]}")


async def within(page: Page, came: Came, seconds: int) -> bool:
    """Does it come within so many seconds?"""
    for _ in range(10 * seconds):
        if await came():
            return True
        await page.wait_for_timeout(100)
    return False


async def text(page: Page) -> str:
    """All that the channel shows."""
    return await page.inner_text(LIST)


def shows(page: Page, wanted: str) -> Came:
    """Does the channel show these words?"""

    async def came() -> bool:
        return wanted in await text(page)

    return came


def shows_maps(page: Page, count: int) -> Came:
    """Are at least so many pictures of the map there, and can the browser show them?"""

    async def came() -> bool:
        return bool(await page.locator(f"{LIST} img").evaluate_all(MAPS) >= count)

    return came


async def sees(page: Page, came: Came) -> bool:
    """Does it come up by itself, or at least when the page is loaded anew?"""
    if await within(page, came, 20):
        return True
    await again(page)
    return await within(page, came, 5)


def click(label: str) -> Act:
    """Press the newest button with this label."""

    async def act(page: Page) -> None:
        await page.locator(f'{LIST} button:has-text("{label}")').last.click(timeout=8_000)

    return act


def command(name: str, option: str = "", typed: str = "", offered: str = "") -> Act:
    """Give a slash command; its option from the list, as it is offered when something is typed."""

    async def act(page: Page) -> None:
        await page.click("#channel-composer-input")
        await page.keyboard.type(f"/{name}")
        await page.locator("[role=option]:visible", has_text=f"/{name}").first.click(timeout=8_000)
        if option:
            box = page.locator(f'input[data-option="{option}"]')
            await box.click()
            await rests(page)
            await box.fill(typed)
            await rests(page)
            choice = page.locator("[role=option]:visible", has_text=offered).first
            await choice.click(timeout=8_000)
            await rests(page)
        await page.locator("button[type=submit]:visible").last.click(timeout=8_000)

    return act


async def press(page: Page, label: str, answer: str) -> None:
    """Press a button: its answer appears."""
    await does(page, click(label), shows(page, answer), label)
