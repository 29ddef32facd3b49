"""The guided first season in the browser, at the width of a desk and of a phone.

A newcomer types `/help`, presses what is offered, and reads. Each hint has to stand where it is
read: below the map and the panel, whole, and once. Pictures of what they see are left beside the
database of the test.
"""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page

import engine
from tests.bot import browsing
from tests.bot.browsing import DESK, LIST, PHONE, Came, Played, click, command

pytestmark = [browsing.needs_chromium, pytest.mark.asyncio(loop_scope="module")]
played = browsing.played

SEASON = "1941 Clear"
END = "That was your first season"
MOST = 60
"""Presses that the season takes; ten minutes are ten seconds for each."""
GIVE = ("Give this order", "What now")
GO_ON = ("Yes, end", "End (support|movement|reinforcements|season)", *GIVE)
HINTS = {h for told in engine.rules("iron_blood").help.guide.values() for h in told}
TO_THE_FOOT = "list => { list.scrollTop = list.scrollHeight }"
WIDER = """all => all.filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.innerText)"""


class Newcomer:
    """Somebody who has never seen the game, and does what the guide says."""

    def __init__(self, page: Page, database: Path, folder: Path) -> None:
        self.page = page
        self.database = database
        self.folder = folder
        self.done: list[str] = []
        self.heard: list[str] = []

    def game(self) -> tuple[engine.Game, int]:
        """What is on the newest table, and the number of its last order; for the test alone."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as db:
            newest = "SELECT state, seq FROM games ORDER BY id DESC LIMIT 1"
            [(state, seq)] = db.execute(newest).fetchall()
        return engine.load(state), seq

    def over(self) -> bool:
        game, _ = self.game()
        return bool(game.result()) or game.view(None).turn != SEASON

    async def hints(self) -> list[str]:
        """The hints that the channel shows, oldest first."""
        told = await self.page.locator(LIST).inner_text()
        found = [(told.find(hint), hint) for hint in map(plain, HINTS) if hint in told]
        return [hint for _, hint in sorted(found)]

    async def press(self, label: str) -> None:
        """Press the newest button with this label: the channel shows something else then."""
        before = await browsing.text(self.page)

        async def came() -> bool:
            return await browsing.text(self.page) != before

        self.done.append(label)
        await browsing.does(self.page, click(label), came, label)

    async def offered(self, *labels: str) -> str:
        """What the newest message that has buttons of these offers, the first that is named."""
        messages = self.page.locator(f"{LIST} > *:has(button)")
        for number in reversed(range(await messages.count())):
            buttons = await messages.nth(number).locator("button").all_inner_texts()
            for label in labels:
                for text in buttons:
                    if re.match(label, text.strip()):
                        return text.strip()
        raise AssertionError(f"none of {labels} is offered: {await browsing.text(self.page)}")

    async def reads(self) -> bool:
        """A hint that is new: it stands in sight, below the last map and panel. Is there one?"""
        new = [hint for hint in await self.hints() if hint not in self.heard]
        self.heard += new
        if not new:
            return False
        message = self.page.locator(f"{LIST} > *", has_text=new[-1][:60]).last
        assert not await after(message, self.page.locator(f"{LIST} > *:has(img[alt*='map' i])"))
        assert await browsing.within(self.page, self.in_sight(message), 10), "it is out of sight"
        assert await message.locator("button").evaluate_all(WIDER) == [], "a label is cut off"
        return True

    def in_sight(self, message: Locator) -> Came:
        """Is it whole on the page, at the foot of the channel? Pictures that load move it."""

        async def seen() -> bool:
            await self.page.locator("#channel-timeline").evaluate(TO_THE_FOOT)
            box, size = await message.bounding_box(), self.page.viewport_size
            assert box and size, "it is not shown"
            down = box["y"] >= 0 and box["y"] + box["height"] <= size["height"]
            return down and box["x"] >= 0 and box["x"] + box["width"] <= size["width"]

        return seen

    async def looks(self, name: str) -> None:
        await self.page.screenshot(path=self.folder / f"{name}.png")


async def after(message: Locator, others: Locator) -> bool:
    """Does the last of the others stand below this message?"""
    if not await others.count():
        return False
    one, other = await message.bounding_box(), await others.last.bounding_box()
    return bool(one and other and other["y"] > one["y"])


def plain(hint: str) -> str:
    """As it is shown: without the marks of code."""
    return hint.replace("`", "")


@pytest.mark.parametrize(
    ("who", "place", "size"),
    [("anna", "#eastern-front", DESK), ("boris", "#second-front", PHONE)],
    ids=["desk", "phone"],
)
async def test_a_newcomer_is_led_through_a_season(
    played: Played, tmp_path: Path, who: str, place: str, size: tuple[int, int]
) -> None:
    page = await browsing.window(played.browser, played.index, who, place, size=size)
    anna = Newcomer(page, played.database, tmp_path)
    await browsing.does(page, command("help"), browsing.shows(page, "ten minutes"), "/help")
    await anna.looks("0-help")
    await anna.press("A first season with a guide")
    while not anna.over():
        told = await anna.reads()
        if told:
            await anna.looks(f"{len(anna.done)}")
        await anna.press(await anna.offered(*(GIVE if told else GO_ON)))
        assert len(anna.done) <= MOST, anna.done
    assert await browsing.sees(page, browsing.shows(page, END))
    told_last = page.locator(f"{LIST} > *", has_text=END).last
    assert await browsing.within(page, anna.in_sight(told_last), 10), "it is out of sight"
    await anna.looks("end")
    told, again = await browsing.text(page), anna.done.count("What now?")
    assert sum(told.count(hint) - 1 for hint in anna.heard) <= again, "told twice, unasked"
    assert len(anna.heard) >= 8
    assert await page.locator(LIST).evaluate_all(WIDER) == []
    await page.close()
