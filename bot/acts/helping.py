"""Help inside Discord: pages, words, and a guide through a first season."""

from typing import Any

import engine
from bot.acts import seating
from bot.acts.guide import follow, hints_again, keep, kept_of
from bot.acts.here import Interaction, table_here
from bot.catalogue import phrase
from bot.desk import Desk
from bot.play.table import PRACTICE
from bot.talk.buttons import Pressed, Style, button, menu, view_of
from bot.talk.reply import redraw, say
from bot.words import helping
from bot.words.limits import OPTIONS
from bot.words.refusal import Refusal

FIRST = "iron_blood"
"""The game of the guided season: the shortest."""


async def show(desk: Desk, interaction: Interaction, topic: str, word: str) -> None:
    """A page, a word, or the overview."""
    if word.strip():
        found = helping.meaning(word, await _game_here(desk, interaction))
        found = found or helping.meaning(word, None)
        if found is None:
            raise Refusal(
                phrase(
                    "No word {word} is explained; the list has all of them.",
                    word=helping.plain_word(word),
                )
            )
        await say(interaction, found)
        return
    text = helping.page(topic.strip()) if topic.strip() else helping.overview()
    if text is None:
        raise Refusal(
            phrase("There is no page {word}; the list has all of them.", word=_code(topic))
        )
    await say(interaction, text, view=await _view(desk, interaction, topic.strip()))


def _code(text: str) -> str:
    return helping.plain_word(text)


async def _game_here(desk: Desk, interaction: Interaction) -> str | None:
    try:
        return (await table_here(desk, interaction)).row.game
    except Refusal:
        return None


async def _view(desk: Desk, interaction: Interaction, shown: str) -> Any:
    """Menus of the pages, the guided season, and hints for whoever had enough of them."""
    pages = [(name, title, "") for name, title in helping.choices() if name != shown]
    parts = [pages[n : n + OPTIONS] for n in range(0, len(pages), OPTIONS)]
    view = view_of()
    for number, part in enumerate(parts[:3]):
        hint = phrase("Pages") if number == 0 else phrase("More pages")
        view.add_item(menu("help", 0, hint, part, row=number, part=number))
    begin = phrase("A first season with a guide")
    view.add_item(button("first", 0, begin, style=Style.success, row=len(parts[:3])))
    if (await kept_of(desk, interaction.user.id)).get("on") is False:
        view.add_item(hints_again())
    return view


async def press_help(desk: Desk, interaction: Interaction, pressed: Pressed) -> None:
    """Another page, in place of the one that was read."""
    name = pressed.values[0] if pressed.values else ""
    text = helping.page(name) or helping.overview()
    await redraw(interaction, text, view=await _view(desk, interaction, name))


# the guide ------------------------------------------------------------------------------


async def press_first(desk: Desk, interaction: Interaction, pressed: Pressed) -> None:
    """A game against the practice opponent begins, with a hint for each question."""
    seating.check_permissions(interaction)
    await seating.not_too_many(desk, interaction)
    desk.calls.take(interaction.user.id)
    user = interaction.user.id
    scenario = next(iter(engine.catalogue()[FIRST].scenarios))
    given = engine.new_game(FIRST, scenario)
    table = await desk.games.create(
        guild=interaction.guild_id or 0,
        channel=interaction.channel_id or 0,
        owner=user,
        game=FIRST,
        scenario=scenario,
        options=given.options,
        seats=dict.fromkeys(given.sides, PRACTICE) | {given.sides[0]: user},
    )
    season = (table.id, given.view(None).turn)
    kept = {**await kept_of(desk, user), "on": True, "heard": {}, "season": season}
    await keep(desk, user, kept)
    await seating.start(desk, interaction, table)
    await follow(desk, interaction, table, kept)
