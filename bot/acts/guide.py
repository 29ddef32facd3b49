"""The guide through a first season: a hint for each question, told once to each person."""

from typing import Any

import engine
from bot.acts.builder import give_button
from bot.acts.here import Interaction
from bot.catalogue import phrase
from bot.desk import Desk
from bot.play.table import Table
from bot.talk.buttons import Pressed, Style, button, view_of
from bot.talk.reply import say
from bot.words import helping
from bot.words.refusal import Refusal

KEPT = "help"
"""Where a person's settings keep the guide: is it on, and how many hints of each kind they had."""


async def press_guide(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    """What to do now, once more or after the other side's turn."""
    if not await guide(desk, interaction, table, again=True):
        raise Refusal(phrase("The guide is silent here; **What is this?** explains the question."))


async def press_enough(desk: Desk, interaction: Interaction, pressed: Pressed) -> None:
    """No more hints, in no game."""
    kept = await _kept(desk, interaction.user.id)
    await keep(desk, interaction.user.id, {**kept, "on": False})
    await say(interaction, phrase("The guide is silent from now on. `/help` brings it back."))


async def guide(desk: Desk, interaction: Interaction, table: Table, *, again: bool = False) -> bool:
    """Tell the next hint for what a person is asked, if they want the guide; none twice.

    With `again` the last one of its kind is told where there is no new one.
    """
    user, game = interaction.user.id, table.game
    own = table.sides_of(user)
    kept = await _kept(desk, user)
    if game is None or not table.open or not own or not kept.get("on"):
        return False
    side = table.seat(user)
    hints = engine.rules(game.id).help.guide
    asked = next((one for one in engine.explain(game) if one.side == side), None)
    if asked is None:
        if not hints:
            return False
        text = phrase("The other side decides now. When the panel calls you, press the button.")
        await say(interaction, helping.hinted(text, ""), view=_guide_view(table))
        return True
    said = hints.get(asked.frame, ())
    heard = int(kept.get("heard", {}).get(asked.frame, 0))
    if heard >= len(said) and not (again and said):
        return False
    line = game.short(game.auto(side))
    view = _guide_view(table)
    if press := give_button(table, side, line):
        view.add_item(press)
    await keep(desk, user, {**kept, "heard": {**kept.get("heard", {}), asked.frame: heard + 1}})
    await say(interaction, helping.hinted(said[min(heard, len(said) - 1)], line), view=view)
    return True


def _guide_view(table: Table) -> Any:
    return view_of(
        button("guide", table.id, phrase("What now?"), style=Style.primary),
        button("what", table.id, phrase("What is this?")),
        button("enough", 0, phrase("Enough of the guide")),
    )


async def _kept(desk: Desk, user: int) -> dict[str, Any]:
    found: dict[str, Any] = (await desk.store.user_settings(user)).get(KEPT) or {}
    return found


async def keep(desk: Desk, user: int, chosen: dict[str, Any]) -> None:
    settings = await desk.store.user_settings(user)
    await desk.store.set_user_settings(user, {**settings, KEPT: chosen})
