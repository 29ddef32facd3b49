"""A first season of Iron Blood in the browser, as people play it who have just come to it.

They read what is legal, give what comes in a row in the box and single orders by the list or a
button, look at map and hand, and take one order back. What the bot asks and says has to do:
no order that it offered may be refused, and the season takes at most 60 interactions.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from playwright.async_api import Page

import engine
from bot.talk.buttons import endings
from tests.bot import browsing
from tests.bot.browsing import LIST, Act, Came, click, command

pytestmark = browsing.needs_chromium

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
        """One interaction."""
        self.done.append(f"{side}: {what}")
        await browsing.does(self.pages[side], act, came, what)

    async def says(self, side: str, wanted: str, last: int = 4_000) -> bool:
        """Does the end of the channel say so, as this player sees it?"""
        return wanted in (await browsing.text(self.pages[side]))[-last:]

    async def press(self, side: str, label: str, wanted: str) -> None:
        """Press a button that only shows something."""
        await self.does(side, label, click(label), lambda: self.says(side, wanted))

    async def sees_map(self, side: str) -> None:
        """Press Map: one more picture is there."""
        page = self.pages[side]
        before = await page.locator(f"{LIST} img").evaluate_all(browsing.MAPS)
        await self.does(side, "Map", click("Map"), browsing.shows_maps(page, before + 1))

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
            by_list = command("order", "line", text, text)
            await self.does(side, text, by_list, accepted)
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
    async with browsing.playing(tmp_path) as (chromium, index):
        anna = await browsing.window(chromium, index, "anna")
        boris = await browsing.window(chromium, index, "boris")
        season = Season(tmp_path / "play.db", {"axis": anna, "soviet": boris})

        opens = command("game new", "game", "iron", "Iron, Blood")
        waits = browsing.shows(anna, "waits for its players")
        await season.does("axis", "game new", opens, waits)
        await season.press("soviet", "Play Soviet", "You play Soviet")
        await season.press("soviet", "Start", "The dice come from a secret")

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
    assert len(season.done) <= MOST, season.done
