"""The guide through a first season: a hint for each question, told once to each person."""

import asyncio
import contextlib
from typing import Any

import engine
from bot.acts.builder import give_button
from bot.acts.here import Interaction
from bot.catalogue import msgid, of_game, phrase
from bot.desk import Desk
from bot.play.table import Table
from bot.talk.buttons import Button, Pressed, Style, button, view_of
from bot.talk.reply import say
from bot.words import helping
from bot.words.refusal import Refusal

KEPT = "help"
"""Where a person's settings keep the guide: is it on, how many hints of each kind they had, which
tips, and the game and turn of a first season that is not over."""

FIRST_SEASON = msgid(
    "That was your first season: you have set up, brought support, moved and fought, and lost "
    "what no supply line reached. Every season goes like that, so you can go on by yourself now. "
    "**Legal orders** and **What is this?** say what is asked, **Try orders** shows what would "
    "come of it, and `/help` has the rest, for the other games too. Something new still brings a "
    "hint; **Enough of the guide** ends that, and `/help` brings it back."
)

CALM = 300.0
"""Seconds for which a hint waits for the practice opponent and the posts, at most; Discord takes
an answer for 900."""


async def press_guide(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    """What to do now, once more or after the other side's turn."""
    await _season_over(desk, interaction, table)
    if not await guide(desk, interaction, table, again=True):
        raise Refusal(phrase("The guide is silent here; **What is this?** explains the question."))


async def press_enough(desk: Desk, interaction: Interaction, pressed: Pressed) -> None:
    """No more hints, in no game."""
    kept = await kept_of(desk, interaction.user.id)
    await keep(desk, interaction.user.id, {**kept, "on": False})
    text = phrase("The guide is silent from now on. `/help` brings it back.")
    await say(interaction, text, view=view_of(hints_again()))


async def press_hints(desk: Desk, interaction: Interaction, pressed: Pressed) -> None:
    """Hints again, in any game that has them."""
    kept = await kept_of(desk, interaction.user.id)
    await keep(desk, interaction.user.id, {**kept, "on": True})
    await say(interaction, phrase("The guide has a hint for whatever is new to you again."))


def hints_again() -> Button:
    return button("hints", 0, phrase("Hints again"))


def guided(kept: dict[str, Any], user: int, table: Table) -> bool:
    """Whether somebody wants the guide in this game, and it has something to say there."""
    if table.game is None or not table.open or not table.sides_of(user):
        return False
    return bool(kept.get("on") and engine.rules(table.game.id).help.guide)


def what_now(table: Table) -> Button:
    return button("guide", table.id, phrase("What now?"), style=Style.primary)


async def follow(desk: Desk, interaction: Interaction, table: Table, kept: dict[str, Any]) -> None:
    """After an order: the next hint, once the others have acted and the channel shows it.

    So it stands below the map and the panel, where it is read. Who has given another order
    meanwhile has the hint after that one. `kept` is what their settings had with that order.
    """
    user = interaction.user.id
    if not table.open and kept.get("season"):
        await _season_over(desk, interaction, table)
    if not guided(kept, user, table):
        return
    desk.guided[table.id, user] = interaction.id
    await _calm(desk, table)
    if desk.guided.get((table.id, user)) == interaction.id:
        del desk.guided[table.id, user]
        await _season_over(desk, interaction, table)
        await guide(desk, interaction, table)


async def _season_over(desk: Desk, interaction: Interaction, table: Table) -> None:
    """Once a first season that was begun with the guide is over: what comes now."""
    user, game = interaction.user.id, table.played()
    kept = await kept_of(desk, user)
    number, turn = kept.get("season", (0, ""))
    if number != table.id or not kept.get("on"):
        return
    if table.open and game.view(None).turn == turn:
        return
    await keep(desk, user, {key: value for key, value in kept.items() if key != "season"})
    await say(interaction, helping.hinted(phrase(FIRST_SEASON), ""), view=_guide_view(table))


async def _calm(desk: Desk, table: Table) -> None:
    """Wait for the practice opponent, and for what is being posted of the game."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(CALM):
            while busy := [task for task in (table.driver, *desk.outbox.posting(table)) if task]:
                await asyncio.wait(busy)


async def guide(desk: Desk, interaction: Interaction, table: Table, *, again: bool = False) -> bool:
    """Tell the next hint for what a person is asked, if they want the guide; none twice.

    With `again` the last one of its kind is told where there is no new one.
    """
    user, game = interaction.user.id, table.game
    kept = await kept_of(desk, user)
    if game is None or not guided(kept, user, table):
        return False
    side = table.seat(user)
    asked = next((one for one in engine.explain(game) if one.side == side), None)
    if asked is None:
        text = phrase("The other side decides now. When the panel calls you, press the button.")
        await say(interaction, helping.hinted(text, ""), view=_guide_view(table))
        return True
    said = engine.rules(game.id).help.guide.get(asked.frame, ())
    heard = int(kept.get("heard", {}).get(asked.frame, 0))
    if heard >= len(said) and not (again and said):
        return False
    line = game.short(game.auto(side))
    await keep(desk, user, {**kept, "heard": {**kept.get("heard", {}), asked.frame: heard + 1}})
    view = _guide_view(table, give_button(table, side, line))
    await say(
        interaction, helping.hinted(of_game(said[min(heard, len(said) - 1)]), line), view=view
    )
    return True


def _guide_view(table: Table, gives: Button | None = None) -> Any:
    asked = [what_now(table), button("what", table.id, phrase("What is this?"))]
    return view_of(
        *([gives] if gives else []),
        *(asked if table.open else []),
        button("enough", 0, phrase("Enough of the guide")),
    )


async def kept_of(desk: Desk, user: int) -> dict[str, Any]:
    found: dict[str, Any] = (await desk.store.user_settings(user)).get(KEPT) or {}
    return found


async def keep(desk: Desk, user: int, chosen: dict[str, Any]) -> None:
    settings = await desk.store.user_settings(user)
    await desk.store.set_user_settings(user, {**settings, KEPT: chosen})
