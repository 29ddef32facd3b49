"""What only all people of a game together may do: offered, agreed to with a button, done.

An offer holds as long as the questions that were open when it was made. It is stored with the
game, its buttons carry the moment and the deed: one that has lapsed, or gave way to another,
does nothing.
"""

from collections.abc import Awaitable, Callable

from bot.acts.here import Interaction, pressed_table, umpire
from bot.catalogue import channel, phrase
from bot.play import posts
from bot.play.table import Table
from bot.talk.buttons import Pressed, Style, button, on, view_of
from bot.talk.reply import say
from bot.words import texts
from bot.words.refusal import Refusal

Deed = Callable[[Interaction, Table, list[str]], Awaitable[str]]
"""Does what was agreed, given the words behind its name; returns the words for who pressed."""

_deeds: dict[str, Deed] = {}


def deed(name: str) -> Callable[[Deed], Deed]:
    """Register what can be offered under a name."""

    def register(found: Deed) -> Deed:
        _deeds[name] = found
        return found

    return register


def moment(table: Table) -> str:
    """The questions that are open. Secret orders change none, so an offer does not tell of them."""
    return "-".join(pending.id for pending in table.running().pending())


async def offer(
    interaction: Interaction, table: Table, what: str, plea: str, note: str = ""
) -> None:
    """Offer a deed to all people of a game; where there is nobody else, ask once.

    `what` names the deed and its words, `plea` says in public what is offered, `note` tells
    who offers it what else can be done.
    """
    bot, user, when = umpire(interaction), interaction.user.id, moment(table)
    others = sorted(table.people - {user})
    if not others:
        yes = button("agree", table.id, phrase("Yes, do it"), when, what, style=Style.danger)
        await say(interaction, phrase("{plea} Really?", plea=plea), view=view_of(yes))
        return
    if await _agreed(interaction, table, when, what):
        await agree(interaction, table, when, what)
        return
    bot.calls.take(user)
    offered = {"when": when, "what": what, "by": [user]}
    await bot.store.set_setting("game", table.id, "offer", offered)
    with channel():
        names = texts.listed([f"<@{other}>" for other in others])
        text = phrase(
            "{plea} {names} can agree with the button. The offer lapses with the next order.",
            plea=plea,
            names=names,
        )
    await bot.store.add_post(
        table.id, table.row.seq, posts.offer(table.row, text, when, what, others)
    )
    bot.outbox.kick(table.row.channel)
    await say(
        interaction,
        phrase("The offer is made; it holds until the next order.\n{note}", note=note).strip(),
    )


async def _agreed(interaction: Interaction, table: Table, when: str, what: str) -> list[int]:
    """Who has agreed so far to that, as the game stands now."""
    made = (await umpire(interaction).store.settings("game", table.id)).get("offer")
    if made is None or when != moment(table):
        return []
    return list(made["by"]) if (made["when"], made.get("what", "end")) == (when, what) else []


async def agree(interaction: Interaction, table: Table, when: str, what: str) -> None:
    """Somebody agrees to an offer that was made at the moment `when`."""
    bot, user = umpire(interaction), interaction.user.id
    table.running()
    if table.people:
        table.seat(user)
    agreed = await _agreed(interaction, table, when, what)
    if moment(table) != when or not (agreed or table.people <= {user}):
        raise Refusal(
            phrase(
                "That offer has lapsed: the game went on, or something else was "
                "offered. Whoever made it can make it again."
            )
        )
    left = table.people - {*agreed, user}
    names = texts.listed([f"<@{other}>" for other in sorted(left)])
    if user in agreed:
        raise Refusal(phrase("You have agreed already. Still to agree: {names}.", names=names))
    if left:
        offered = {"when": when, "what": what, "by": [*agreed, user]}
        await bot.store.set_setting("game", table.id, "offer", offered)
        await say(interaction, phrase("Noted. Still to agree: {names}.", names=names))
        return
    await bot.store.set_setting("game", table.id, "offer", None)
    name, *words = what.split()
    await say(interaction, await _deeds[name](interaction, table, words))


@on("agree")
async def _agree(interaction: Interaction, pressed: Pressed) -> None:
    table = await pressed_table(interaction, pressed)
    await agree(interaction, table, pressed.pending, pressed.rest or "end")
