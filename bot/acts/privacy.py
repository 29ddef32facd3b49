"""What is kept about a person: shown, sent to them, deleted."""

import json

from bot.acts.here import Interaction
from bot.catalogue import phrase
from bot.desk import Desk
from bot.play import leaving
from bot.talk.buttons import Pressed, Style, button, view_of
from bot.talk.reply import redraw, say
from bot.words import privacy
from bot.words.refusal import Refusal


async def show(desk: Desk, interaction: Interaction) -> None:
    """How much of what is kept."""
    desk.pace.take(interaction.user.id)
    found = await desk.store.kept(interaction.user.id)
    await say(interaction, privacy.shown({table: len(rows) for table, rows in found.items()}))


async def export(desk: Desk, interaction: Interaction) -> None:
    """All of it as a file."""
    user = interaction.user.id
    desk.pace.take(user)
    found = await desk.store.kept(user)
    text = json.dumps({"user": user, **found}, indent=1, ensure_ascii=False)
    file = ("umpire-about-you.json", text.encode(), phrase("What is kept about you"))
    await say(interaction, phrase("All that is kept about you; only you see this."), file=file)


async def ask(desk: Desk, interaction: Interaction) -> None:
    """Say what a deletion does, and ask."""
    games = await desk.store.games_of(interaction.user.id)
    running = sum(row.status == "running" for row in games)
    yes = button("erase", 0, phrase("Yes, delete it"), style=Style.danger)
    await say(interaction, privacy.asks(running), view=view_of(yes))


async def press_erase(desk: Desk, interaction: Interaction, pressed: Pressed) -> None:
    """Delete it. While a game is busy it is noted, and done in a moment."""
    desk.keeper.forget(interaction.user.id)
    await interaction.response.defer()
    timer = await leaving.ask(desk.store, interaction.user.id, desk.now())
    try:
        await leaving.erase(desk.store, desk.games, desk.keeper.leagues, timer)
    except Refusal:
        await redraw(interaction, phrase("A game of yours is busy: it is deleted in a moment."))
        return
    await redraw(
        interaction,
        phrase("It is deleted. What you do from now on is kept again; `/privacy show` says what."),
    )
