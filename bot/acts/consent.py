"""What only all people of a game together may do: offered, agreed to with a button, done.

The offer is stored with the game, its buttons carry the moment and the deed: one that has
lapsed, or gave way to another, does nothing.
"""

from collections.abc import Awaitable, Callable

from bot.acts.here import Interaction
from bot.catalogue import channel, phrase
from bot.desk import Desk
from bot.house.consent import HOLDS, Offer, moment, standing
from bot.play import posts
from bot.play.table import Table
from bot.talk.buttons import Style, button, view_of
from bot.talk.reply import say
from bot.words import texts
from bot.words.refusal import Refusal

Deed = Callable[[Desk, Table, list[str]], Awaitable[str]]
"""Does what was agreed, given the words behind its name; returns the words for who agreed last."""


async def offer(
    desk: Desk,
    interaction: Interaction,
    table: Table,
    what: str,
    deed: Deed,
    plea: Callable[[], str],
    note: str = "",
) -> None:
    """Offer a deed to all people of a game; where there is nobody else, ask once.

    `what` names the deed and its words, `plea` says what is offered, in the language of whoever
    reads it, `note` tells who offers it what else can be done.
    """
    user, when = interaction.user.id, moment(table.unlocked().pending())
    others = sorted(table.people - {table.speaks_for(user)})
    if not others:
        yes = button("agree", table.id, phrase("Yes, do it"), when, what, style=Style.danger)
        await say(interaction, phrase("{plea} Really?", plea=plea()), view=view_of(yes))
        return
    made = await _made(desk, table, when, what)
    if made.by:
        await agree(desk, interaction, table, when, what, deed)
        return
    desk.calls.take(user)
    await _keep(desk, table, made.agreed(table.speaks_for(user)))
    with channel(table.row.guild):
        names = texts.listed([f"<@{other}>" for other in others])
        text = phrase(
            "{plea} {names} can agree with the button. The offer lapses with the next order, "
            "or <t:{end}:R>.",
            plea=plea(),
            names=names,
            end=int(made.since + HOLDS),
        )
    await desk.games.post(table, posts.offer(table.row, text, when, what, others))
    await say(
        interaction,
        phrase("The offer is made; it holds until the next order.\n{note}", note=note).strip(),
    )


async def _made(desk: Desk, table: Table, when: str, what: str) -> Offer:
    kept = (await desk.store.settings("game", table.id)).get("offer")
    return standing(kept, when, what, desk.now())


async def _keep(desk: Desk, table: Table, made: Offer | None) -> None:
    await desk.store.set_setting("game", table.id, "offer", made.kept() if made else None)


async def agree(
    desk: Desk, interaction: Interaction, table: Table, when: str, what: str, deed: Deed
) -> None:
    """Somebody agrees to an offer that was made at the moment `when`."""
    user = table.speaks_for(interaction.user.id)
    now = moment(table.unlocked().pending())
    if table.people:
        table.seat(interaction.user.id)
    made = await _made(desk, table, when, what)
    if now != when or not (made.by or table.people <= {user}):
        raise Refusal(
            phrase(
                "That offer has lapsed: the game went on, or something else was "
                "offered. Whoever made it can make it again."
            )
        )
    left = made.agreed(user).left(table.people)
    names = texts.listed([f"<@{other}>" for other in sorted(left)])
    if user in made.by:
        raise Refusal(phrase("You have agreed already. Still to agree: {names}.", names=names))
    if left:
        await _keep(desk, table, made.agreed(user))
        await say(interaction, phrase("Noted. Still to agree: {names}.", names=names))
        return
    await _keep(desk, table, None)
    await say(interaction, await deed(desk, table, what.split()[1:]))


async def decline(desk: Desk, interaction: Interaction, table: Table, when: str, what: str) -> None:
    """Somebody does not agree: the offer is gone, and everybody reads so."""
    user = interaction.user.id
    table.running()
    table.seat(user)
    made = await _made(desk, table, when, what)
    if not made.by:
        raise Refusal(phrase("That offer has lapsed already; nothing was done."))
    await _keep(desk, table, None)
    maker = made.by[0]
    with channel(table.row.guild):
        text = (
            phrase("<@{user}> takes the offer back.", user=user)
            if user == maker
            else phrase("<@{user}> does not agree; the game goes on as it is.", user=user)
        )
    await desk.games.post(table, posts.called(table.row, text, [] if user == maker else [maker]))
    await say(interaction, phrase("The offer is gone."))
