"""A first season of Iron Blood in the browser, as people play it who have just come to it.

They read what is legal, give what comes in a row in the box and single orders by the list or a
button, look at map and hand, and take one order back. What the bot asks and says has to do:
no order that it offered may be refused, and the season takes at most 60 interactions.
"""

import contextlib
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

from playwright.async_api import Page, TimeoutError, async_playwright

import engine
from bot.talk.buttons import endings
from tests.bot import test_browser as browser
from tests.bot.test_browser import CHROMIUM, FLAGS, LIST

pytestmark = browser.pytestmark

Act = Callable[[Page], Awaitable[None]]
Came = Callable[[], Awaitable[bool]]
MOST = 60
SEASON = "1941 Clear"


class Season:
    """The game as its players see it, and how often they had to do something."""

    def __init__(self, database: Path, pages: dict[str, Page]) -> None:
        self.database = database
        self.pages = pages
        self.done: list[str] = []
        self.read: set[tuple[str, str]] = set()

    def game(self) -> tuple[engine.Game, int]:
        """What is on the table now, and the number of its last order."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as db:
            [(state, seq)] = db.execute("SELECT state, seq FROM games").fetchall()
        return engine.load(state), seq

    async def does(self, side: str, what: str, act: Act, came: Came) -> None:
        """One interaction; a page that is behind the world is loaded anew and used again."""
        page = self.pages[side]
        self.done.append(f"{side}: {what}")
        for _ in range(6):
            with contextlib.suppress(TimeoutError, AssertionError):
                await act(page)
                if await self.within(page, came):
                    return
            await browser.again(page)
            if await self.within(page, came, 1):
                return
        raise AssertionError(f"{what}: {(await browser.text(page))[-900:]}")

    async def within(self, page: Page, came: Came, seconds: int = 8) -> bool:
        for _ in range(4 * seconds):
            if await came():
                return True
            await page.wait_for_timeout(250)
        return False

    async def says(self, side: str, wanted: str, last: int = 4_000) -> bool:
        """Does the end of the channel say so, as this player sees it?"""
        return wanted in (await browser.text(self.pages[side]))[-last:]

    async def press(self, side: str, label: str, wanted: str) -> None:
        """Press a button that only shows something."""
        await self.does(side, label, click(label), lambda: self.says(side, wanted))

    async def sees_map(self, side: str) -> None:
        """Press Map: one more picture is there."""
        pictures = self.pages[side].locator(f"{LIST} img")
        before = await pictures.evaluate_all(browser.MAPS)

        async def one_more() -> bool:
            return bool(await pictures.evaluate_all(browser.MAPS) > before)

        await self.does(side, "Map", click("Map"), one_more)

    async def give(self, side: str, lines: list[str]) -> None:
        """The orders that come next, in one of the ways that the panel shows."""
        game, before = self.game()
        [asked] = [pending for pending in game.pending() if pending.side == side]

        async def accepted() -> bool:
            return self.game()[1] > before or await self.says(side, "Nothing was done yet.", 500)

        text = "\n".join(lines)
        if text in endings(game, asked):
            await self.does(side, text, click(text[:1].upper() + text[1:]), accepted)
        elif len(lines) == 1:
            await self.does(side, text, typed(text), accepted)
        else:
            await self.does(side, "Type orders", click("Type orders"), self.box_is_open(side))
            await self.does(side, text, boxed(text), accepted)
        if self.game()[1] == before:
            yes = f"Yes, {lines[-1]}" if len(lines) == 1 else "Yes, all of it"

            async def agreed() -> bool:
                return self.game()[1] > before

            await self.does(side, yes, click(yes), agreed)

    def box_is_open(self, side: str) -> Came:
        async def is_open() -> bool:
            return await self.pages[side].locator(".modal-dialog textarea").count() > 0

        return is_open

    def next_lines(self, side: str) -> list[str]:
        """What this player has in mind, up to the next die, a question or the other's turn."""
        game, _ = self.game()
        lines = []
        while not game.result() and any(asked.side == side for asked in game.pending()):
            first = game.whole(side, "setup suggested")
            line = "setup suggested" if first else game.auto(side)
            lines.append(game.short(line))
            door = game.submit(side, line).door
            if door or any(asked.kind == "window" for asked in game.pending()):
                break
        return lines

    async def reads(self, side: str, lines: list[str]) -> None:
        """Who comes to a phase reads what is legal in it: the orders they give stand there."""
        game, _ = self.game()
        phase = game.view(None).phase
        if (side, phase) in self.read:
            return
        self.read.add((side, phase))
        verb = next(v for v in game.verbs(side) if f"{lines[0]} ".startswith(f"{v.name} "))
        await self.press(side, "Legal orders", f"{verb.name}: {verb.hint}")

    async def changes_mind(self, side: str, line: str) -> None:
        """Give one order by the list, and take it back."""
        _, before = self.game()
        await self.give(side, [line])
        await self.press(side, "Undo", f"This takes back: {line}")
        await self.press(side, "Take it back", f"Taken back: {line}")
        assert self.game()[1] == before + 2


def click(label: str) -> Act:
    """Press the newest button with this label."""

    async def act(page: Page) -> None:
        await page.locator(f'{LIST} button:has-text("{label}")').last.click(timeout=4_000)

    return act


def typed(line: str) -> Act:
    """Type an order until the list offers it, and send it."""

    async def act(page: Page) -> None:
        await browser.pick(page, "order")
        await browser.fill(page, "line", line, line)
        await page.locator("button[type=submit]:visible").last.click(timeout=4_000)

    return act


def boxed(text: str) -> Act:
    """Write lines into the box and send them."""

    async def act(page: Page) -> None:
        box = page.locator(".modal-dialog textarea")
        if not await box.count():  # the page was loaded anew
            await click("Type orders")(page)
        await box.fill(text, timeout=4_000)
        await page.locator(".modal-dialog button[type=submit]").click(timeout=4_000)

    return act


async def test_a_first_season_takes_at_most_sixty_interactions(tmp_path: Path) -> None:
    async with browser.playing(tmp_path) as index, async_playwright() as driver:
        chromium = await driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        anna = await browser.window(chromium, index, "anna")
        boris = await browser.window(chromium, index, "boris")
        season = Season(tmp_path / "play.db", {"axis": anna, "soviet": boris})

        await browser.slash(
            anna, "game new", "game", "iron", "Iron, Blood", "waits for its players"
        )
        await browser.press(boris, "Play Soviet", "You play Soviet")
        await browser.press(boris, "Start", "The dice come from a secret")
        season.done += ["anna: game new", "boris: Play Soviet", "boris: Start"]

        looked: set[str] = set()
        while (game := season.game()[0]).view(None).turn == SEASON or not looked:
            side = game.pending()[0].side
            lines = season.next_lines(side)
            await season.reads(side, lines)
            if side not in looked and game.view(None).phase == "Movement":
                looked.add(side)
                await season.press(side, "My hand", "Open again")
                await season.sees_map(side)
                if side == "axis":
                    await season.changes_mind(side, lines[0])
            await season.give(side, lines)
        await chromium.close()
    assert len(season.done) <= MOST, season.done
