"""Looking: the map, one's hand, what is legal. Nothing here changes a game."""

import logging
from dataclasses import dataclass

import discord

import engine
import renderer
from bot.acts.guide import kept_of
from bot.acts.here import Interaction, place
from bot.acts.tips import tip
from bot.catalogue import channel, msgid, of_game, phrase
from bot.channel import style
from bot.channel.painter import NoPicture
from bot.channel.pictures import Held, Here, Painting
from bot.desk import Desk
from bot.play import history, since
from bot.play.table import Table
from bot.talk.buttons import Pressed, Style, button, next_view, view_of
from bot.talk.reply import FAILURES, NOBODY, attachment, described, say, show
from bot.words import texts
from bot.words.limits import CHOICES, code, pages
from bot.words.refusal import Refusal
from engine import Game
from engine.core.entries import AnyEntry, decode, readable
from engine.core.lexicon import fold
from engine.core.view import View

PLAYS = 4
"""Cards that get a button below a hand."""

log = logging.getLogger(__name__)

DM_CLOSED = msgid(
    "Your direct messages are closed to me, which is quite all right: here it is, and "
    "only you can see it. The button opens it again."
)


@dataclass(frozen=True)
class Wish:
    """What of a map somebody wants to see. `at` is the number of an order, `since` a word for one
    (`play.since`).

    `part` is one of `renderer.PARTS`; with `here`, a place, it is who stands there.
    """

    mode: str = "full"
    part: str = ""
    unit: str = ""
    here: str = ""
    at: int | None = None
    since: str = ""


async def show_map(
    desk: Desk,
    interaction: Interaction,
    table: Table,
    wish: Wish | None = None,
    *,
    public: bool = False,
) -> None:
    """A map as everybody may see it. Also mends what the channel may lack."""
    wish = wish or Wish()
    game = table.played()
    desk.pace.take(interaction.user.id)
    if public:  # what cannot be shown is refused before everybody is to see the answer
        await _painting(desk, interaction, table, game, wish)
    await interaction.response.defer(ephemeral=not public, thinking=True)
    if public:
        looks = await style.of_channel(desk.store, table.row.channel)
        with channel(table.row.guild):
            words, file = await _painted(desk, interaction, table, game, wish, looks)
            await show(interaction, words, file)
    else:
        looks = await style.of_user(desk.store, interaction.user.id, table.row.channel)
        words, file = await _painted(desk, interaction, table, game, wish, looks)
        trouble = desk.outbox.trouble(table.row.channel)
        view = going_on(interaction, table)
        kept = await kept_of(desk, interaction.user.id)
        words = f"{words}\n{trouble}".strip() + await tip(desk, interaction.user.id, "map", kept)
        await say(interaction, words, view=view, file=file)
        if wish.at is None and (wish.since or table.sides_of(interaction.user.id)):
            await since.looked(desk.store, table, interaction.user.id)
    desk.outbox.repair(table)


async def _painted(
    desk: Desk, interaction: Interaction, table: Table, game: Game, wish: Wish, looks: style.Style
) -> tuple[str, tuple[str, bytes, str] | None]:
    """The words above a map, and its picture."""
    words, painting = await _painting(desk, interaction, table, game, wish)
    try:
        picture = await desk.outbox.paint(painting, looks, interaction.user.id)
    except NoPicture:
        if not wish.here:  # then the words say it all
            raise
        log.exception("who stands in a place of %s could not be drawn", game.id)
        return words, None
    return words, described("map.png", picture)


async def show_at_message(
    desk: Desk, interaction: Interaction, table: Table, message: discord.Message
) -> None:
    """The map as it was when a message had been written."""
    sent = message.edited_at or message.created_at
    step = await history.at_message(desk.store, table, message.id, sent.timestamp())
    await show_map(desk, interaction, table, Wish(at=step.number if step else 0))


def going_on(interaction: Interaction, table: Table) -> discord.ui.View | None:
    """The buttons for somebody who plays."""
    user = interaction.user.id
    if not table.open or table.game is None or not table.sides_of(user):
        return None
    return next_view(table.id, table.game, table.seat(user))


async def _painting(
    desk: Desk, interaction: Interaction, table: Table, game: Game, wish: Wish
) -> tuple[str, Painting | Here]:
    """The words above a map, and what is to be painted."""
    store = desk.store
    parts = [table.title]
    entries: list[AnyEntry] = []
    if wish.at is not None:
        step = await history.step_at(store, table, wish.at)
        entries = step.entries if step else []
        game = await history.game_after(store, table, step)
        parts.append(
            phrase("after order {order}", order=step.words(game, code))
            if step
            else phrase("at the start")
        )
    elif not wish.since:
        entries = await _last_entries(desk, interaction, table)
    before = None
    if wish.since:
        number = await since.meant(store, table, interaction.user.id, wish.since)
        step = await history.step_at(store, table, number)
        before = (await history.game_after(store, table, step)).view(None)
        parts.append(phrase("what has changed since order {since}", since=number))
    view = game.view(None)
    parts[1:1] = [part for part in (view.turn, view.phase) if part]
    if wish.here:
        there = place_meant(view, wish.here)
        head, lines = renderer.here_in_words(view, there)
        lines = [*map(of_game, lines[:1]), *lines[1:]]
        told = [line if line.endswith(":") else f"· {line}" for line in lines]
        return "\n".join([" · ".join(parts), f"**{head}**", *told]), Here(view, there)
    overlay = None
    pages = renderer.modes(view.game)
    if wish.mode not in pages:
        overlay = game.overlay(wish.mode, wish.unit)
        parts.append(of_game(overlay.title))
    mode = wish.mode if wish.mode in pages else "crop" if wish.mode == "reach" else "full"
    painting = Painting(view, entries, wish.part or mode, overlay=overlay, before=before)
    return " · ".join(parts), painting


def place_meant(view: View, word: str) -> str:
    """The place on the map that somebody means: its id, its name, or a part of what is offered.

    Refusal where there is none, or more than one.
    """
    known = engine.rules(view.game).lexicons["place"]
    ids = [known.terms[value].id for value in known.read(word)]
    found = [id_ for id_ in ids if id_ in renderer.GAMES[view.game].names.cells]
    if not found:
        found = [id_ for id_, words in renderer.stands(view) if fold(word) in fold(words)]
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(map(code, found[:CHOICES]))
        raise Refusal(
            phrase("{word} can be more than one place: {names}.", word=code(word), names=names)
        )
    raise Refusal(
        phrase(
            "Nobody stands in a place that is called {word}, and no hex or area of this map has "
            "that name. The list of `here` has all places with somebody in them.",
            word=code(word),
        )
    )


async def _last_entries(desk: Desk, interaction: Interaction, table: Table) -> list[AnyEntry]:
    """What happened last that everybody may read, for the arrow on the map."""
    store = desk.store
    for seq in range(table.row.seq, 0, -1):
        action = await store.action(table.id, seq)
        if action is None or action.kind == "undo":
            return []
        if found := readable(decode(action.entries), None):
            return found
    return []


async def show_hand(
    desk: Desk, interaction: Interaction, table: Table, *, dm: bool = False
) -> None:
    """A hand, privately; with `dm` as a direct message, if that is open."""
    game = table.played()
    side = table.seat(interaction.user.id)
    desk.hands.take(interaction.user.id)
    await interaction.response.defer(ephemeral=True, thinking=True)
    text = texts.hand(game.id, game.hand(side), side, texts.plays(game, side))
    again = view_of(button("hand", table.id, phrase("Open again")))
    file = await _hand_picture(desk, interaction, game, side)
    if not dm:
        if file is not None:
            kept = await kept_of(desk, interaction.user.id)
            text += await tip(desk, interaction.user.id, "hand", kept)
        await say(interaction, text, view=_hand_view(table, game, side), file=file)
        return
    try:
        parts = pages(text)
        for part in parts[:-1]:
            await interaction.user.send(part, allowed_mentions=NOBODY)
        picture = attachment(file) if file else discord.utils.MISSING
        await interaction.user.send(parts[-1], file=picture, allowed_mentions=NOBODY)
    except FAILURES as error:
        log.info("direct message to %s not delivered: %s", interaction.user.id, error)
        await say(interaction, f"{phrase(DM_CLOSED)}\n{text}", view=again, file=file)
    else:
        await say(interaction, phrase("I have sent you your hand as a direct message."), view=again)


async def _hand_picture(
    desk: Desk, interaction: Interaction, game: Game, side: str
) -> tuple[str, bytes, str] | None:
    """The hand as cards; None where there are none, or they cannot be drawn: the words do."""
    held = game.hand(side)
    if not held:
        return None
    look = await style.of_user(desk.store, interaction.user.id, await place(desk, interaction))
    try:
        picture = await desk.outbox.paint(
            Held(held, texts.name(game.id, side), _orders(game, side)), look, interaction.user.id
        )
    except Exception:
        log.exception("a hand of %s could not be drawn", game.id)
        return None
    return described("hand.png", picture)


def _orders(game: Game, side: str) -> dict[str, str]:
    """Id of a card -> how it is played now, in a few words."""
    words = {card.id: card.word for card in game.hand(side)}
    return {
        card: f"{', '.join(verbs)} {words[card]}" for card, verbs in texts.plays(game, side).items()
    }


def _hand_view(table: Table, game: Game, side: str) -> discord.ui.View:
    """Buttons to play what can be played now, where naming the card is the whole order."""
    view = view_of(button("hand", table.id, phrase("Open again"), row=0))
    pending = table.pending_of(side)
    if pending is None:
        return view
    view.add_item(button("build", table.id, phrase("Give an order"), style=Style.primary, row=1))
    for line in _plays(game, side)[:PLAYS]:
        label = line[:1].upper() + line[1:]
        view.add_item(button("go", table.id, label, pending.id, line, row=0))
    return view


def _plays(game: Game, side: str) -> list[str]:
    """Whole orders that play a card."""
    verbs = [verb.name for verb in game.verbs(side) if verb.name.split()[0] == "play"]
    lines = [*verbs]
    for verb in verbs:
        lines += [item.value.strip() for item in game.complete(side, f"{verb} ").items]
    return [line for line in dict.fromkeys(lines) if game.complete(side, line).complete]


async def press_map(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    await show_map(desk, interaction, table)


async def press_hand(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    await show_hand(desk, interaction, table)


async def press_legal(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    text = texts.legal(table.running(), table.seat(interaction.user.id))
    await say(interaction, text, view=going_on(interaction, table))


async def press_what(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    sides = table.sides_of(interaction.user.id)
    game = table.running()
    asked = [pending.side for pending in game.pending() if pending.side in sides]
    await say(interaction, texts.what_is_this(game, asked[0] if asked else ""))
