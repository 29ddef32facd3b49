"""The standing orders of a seat in one private view, and what its menus change."""

from collections.abc import Sequence

import discord

from bot.acts.here import Interaction
from bot.catalogue import of_game, phrase
from bot.desk import Desk
from bot.play import ahead, hindsight
from bot.play.ahead import Ahead
from bot.play.table import Table
from bot.talk.buttons import Pressed, button, menu, view_of
from bot.talk.reply import redraw, say, stands
from bot.words import standing, texts
from bot.words.limits import OPTIONS, SELECT_TEXT
from bot.words.refusal import Refusal
from engine import Game
from engine.core.hindsight import armed
from engine.core.orders import split
from engine.core.standing import is_free

CHANGES = ("policy", "arm", "disarm")
"""The verbs of the menus."""

MENUS = 4
"""As many as a message takes above its buttons."""

Option = tuple[str, str, str]


async def show(desk: Desk, interaction: Interaction, table: Table) -> None:
    """Policies with what they ask and did, what is armed, and the menus to change them."""
    game, side = table.running(), table.seat(interaction.user.id)
    desk.pace.take(interaction.user.id)
    await interaction.response.defer(ephemeral=True, thinking=True)
    seen = await hindsight.last_turn(desk.store, table, side)
    rows = [standing.header(game, side)]
    if game.policies(side):
        turn, met = (seen.turn, seen.met) if seen else ("", [])
        rows.append(standing.policies(game, side, turn, met))
        if seen is None:
            rows.append(phrase("What came up in the last turn cannot be said any more."))
    else:
        rows.append(phrase("You are asked everything in this game; there is no policy to set."))
    rows.append(standing.arms(game, side))
    user, view = interaction.user.id, _view(table, game, side)
    if lines := await ahead.kept(desk.store, table, side, user):
        rows.append(standing.waiting(lines))
    if back := await ahead.handed_back(desk.store, table, side, user):
        rows.append(standing.handed_back(back.lines, back.why))
        view.add_item(button("draft", table.id, phrase("Edit these lines"), row=MENUS))
    await say(interaction, "\n".join(rows), view=view)


def may_wait(table: Table, user: int) -> str:
    """The side whose orders can wait for its next move. Refusal where it is its move."""
    game, side = table.running(), table.seat(user)
    if ahead.own_move(game, side):
        raise Refusal(phrase("It is your move now: `/orders` gives orders at once."))
    return side


async def keep_ahead(desk: Desk, interaction: Interaction, table: Table, text: str) -> None:
    """Lines from the box for one's next move."""
    user = interaction.user.id
    side = may_wait(table, user)
    lines = split(text) if text.strip() else []
    if any(is_free(words) for words in lines):
        raise Refusal(
            phrase("Policies and armed cards are for `/order`, at any time; nothing was kept.")
        )
    await ahead.keep(desk.store, table, Ahead(user, side, text.strip(), str(interaction.id)))
    if lines:
        sure = button("ahead", table.id, phrase("Even if I could order more"), "sure")
        await say(interaction, standing.waiting(text.strip()), view=view_of(sure))
    else:
        await say(interaction, phrase("Nothing waits for your next move."))


async def sure_ahead(desk: Desk, interaction: Interaction, table: Table) -> None:
    """What waits is given even where it ends something with orders left."""
    side = may_wait(table, interaction.user.id)
    if not await ahead.surely(desk.store, table, side, interaction.user.id):
        raise Refusal(phrase("Nothing waits for your next move."))
    await say(interaction, phrase("They will be given even where you could order more."))


async def press_stand(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    """A policy changed, a card armed or disarmed: a menu's value is the side and the line."""
    side, _, line = pressed.values[0].partition(" ")
    user = interaction.user.id
    table.running()
    if side != table.seat(user):
        raise Refusal(
            phrase(
                "You give orders for {own} now, and these were of {side}; nothing was done. "
                "`/standing` shows your own.",
                own=table.called(table.seat(user)),
                side=table.called(side),
            )
        )
    if line.split()[0] not in CHANGES:
        raise Refusal(phrase("Only standing orders are given here; nothing was done."))
    done = await desk.games.order(table, user, line, str(interaction.id))
    given = phrase("Done: {line}", line=texts.lines_of(done.receipt.ran))
    try:
        game = table.running()
        rows = [standing.header(game, side), given, standing.arms(game, side)]
        text = "\n".join([*rows, standing.states(game, side)])  # the longest last: it may be cut
        await redraw(interaction, text, view=_view(table, game, side))
    except Exception as error:
        await say(interaction, stands(error, interaction, given))


def _view(table: Table, game: Game, side: str) -> discord.ui.View:
    """The menus: policies in as many as they take, what is armed, what could be."""
    menus: list[tuple[str, Sequence[Option]]] = []
    policies = _policies(game, side)
    for start in range(0, len(policies), OPTIONS):
        menus.append((phrase("Change who answers"), policies[start : start + OPTIONS]))
    if loose := [one for one in armed(game, side) if one.loose]:
        lines = [(f"disarm {one.word}", one.name) for one in loose]
        menus.append((phrase("Disarm"), _options(side, lines)))
    if lines := _to_arm(game, side):
        menus.append((phrase("Arm"), _options(side, lines)))
    view = view_of(
        *(
            menu("stand", table.id, hint, options, row=part, part=part)
            for part, (hint, options) in enumerate(menus[:MENUS])
        )
    )
    if not ahead.own_move(game, side):
        label = phrase("Orders for my next move")
        view.add_item(button("ahead", table.id, label, row=MENUS))
    return view


def _policies(game: Game, side: str) -> list[Option]:
    """The other answer for each kind of question."""
    questions = game.table.rules.questions
    found = []
    for kind, (_, then) in game.policies(side).items():
        if then == "ask":
            answer, label = "auto", phrase("{kind}: let the default answer", kind=kind)
        else:
            answer, label = "ask", phrase("{kind}: ask me", kind=kind)
        found.append((f"{side} policy {kind} {answer}", label, of_game(questions.get(kind, ""))))
    return found


def _to_arm(game: Game, side: str) -> list[tuple[str, str]]:
    """Whole lines that arm a card at a window, and what each card is called."""
    if all(verb.name != "arm" for verb in game.verbs(side)):
        return []
    cards = game.complete(side, "arm ").items
    return [
        (line, card.label.partition(" · ")[2])
        for card in cards
        for line in _whole(game, side, card.value.strip())
    ]


def _whole(game: Game, side: str, line: str) -> list[str]:
    """The shortest whole lines that begin so; what may still be added to them is left out."""
    if game.complete(side, line).complete:
        return [line]
    items = game.complete(side, f"{line} ").items
    return [found for item in items for found in _whole(game, side, item.value.strip())]


def _options(side: str, lines: Sequence[tuple[str, str]]) -> list[Option]:
    return [
        (f"{side} {line}", line, name if name != line else "")
        for line, name in lines
        if len(f"{side} {line}") <= SELECT_TEXT
    ]
