"""Moderators: people with the role that a server has chosen for it, and what they do to its games.

Nobody moderates a game in which they have or had a part, unless all its people agree. Whatever
is done stands in the channel with its author, and in the log of the server.
"""

import discord

import engine
from bot.acts.consent import offer
from bot.acts.here import Interaction
from bot.acts.rights import holder, inside, involved
from bot.acts.seating import fit
from bot.catalogue import channel, phrase
from bot.desk import Desk
from bot.play import back, history, moderating, posts, seats
from bot.play.moderating import deed, words
from bot.play.table import PRACTICE, Table
from bot.talk.buttons import Pressed, Style, button, view_of
from bot.talk.permissions import runs_the_server
from bot.talk.reply import redraw, refused, say
from bot.words import limits, moderation, texts
from bot.words.limits import code
from bot.words.refusal import Refusal
from engine.core.game import UMPIRE
from storage import Deed, NewDeed

ROLE = "moderators"
"""The setting of a server that names the role."""
AGREED = "moderators"
"""The setting of a game: who may moderate it though they have a part in it, by whose consent."""
REASON = 60
"""Characters of a reason: buttons carry it."""
PAGE = 10
"""Deeds on a page."""


# who may --------------------------------------------------------------------------


async def role_of(desk: Desk, interaction: Interaction) -> int:
    """The role that moderates on this server, 0 for none."""
    return int((await desk.store.settings("guild", interaction.guild_id or 0)).get(ROLE) or 0)


async def choose_role(
    desk: Desk, interaction: Interaction, role: discord.Role | None, *, nobody: bool
) -> None:
    """Choose who moderates on this server, or say who does."""
    chosen = await role_of(desk, interaction)
    if role is not None or nobody:
        if not runs_the_server(interaction.permissions):
            raise Refusal(
                phrase("Only its owner, and whoever manages the server, can choose who moderates.")
            )
        if role is not None and role.is_default():
            raise Refusal(phrase("Everybody is too many; please choose a role for it."))
        guild, chosen = interaction.guild_id or 0, role.id if role else 0
        await desk.store.set_setting("guild", guild, ROLE, chosen or None)
        what = f"<@&{chosen}>" if chosen else ""
        await desk.store.add_deed(NewDeed(guild, None, interaction.user.id, "role", what))
    if chosen:
        text = phrase("People with the role <@&{role}> moderate games on this server.", role=chosen)
    else:
        text = phrase(
            "Nobody moderates games on this server. Whoever manages it can choose a role for that: "
            "`/gm role`."
        )
    await say(interaction, text)


async def has_role(desk: Desk, interaction: Interaction) -> bool:
    """Whether somebody has the role that moderates."""
    chosen = await role_of(desk, interaction)
    return any(role.id == chosen for role in getattr(interaction.user, "roles", ()))


async def may(desk: Desk, interaction: Interaction, table: Table) -> bool:
    """Whether somebody may moderate a game. Refusal without the role; where they have a part in
    the game they are told how its people can agree, and it is False."""
    if not await has_role(desk, interaction):
        chosen = await role_of(desk, interaction)
        who = (
            phrase("Only people with the role <@&{role}> moderate games here.", role=chosen)
            if chosen
            else phrase(
                "Nobody moderates games here. Whoever manages the server can choose a role for "
                "that: `/gm role`."
            )
        )
        raise Refusal(
            phrase("{who} Its players can agree to `/game rollback` or `/game end`.", who=who)
        )
    user = interaction.user.id
    if not await involved(desk, interaction, table):
        return True
    agreed = (await desk.store.settings("game", table.id)).get(AGREED) or {}
    if table.people <= {*agreed.get(str(user), ())} and str(user) in agreed:
        return True
    ask = button("impartial", table.id, phrase("Ask its people"))
    await say(
        interaction,
        phrase(
            "You have or had a part in this game, or saw a hand of it, so you moderate it only if "
            "all its people agree. Another moderator can do it as well."
        ),
        view=view_of(ask),
    )
    return False


async def press_impartial(
    desk: Desk, interaction: Interaction, table: Table, pressed: Pressed
) -> None:
    """Ask the people of a game whether somebody with a part in it may moderate it."""
    table.running()
    if not await has_role(desk, interaction):
        raise Refusal(phrase("You do not have the role for that any more."))
    user = interaction.user.id

    def plea() -> str:
        return phrase(
            "<@{user}>, who has or had a part in this game, offers to moderate it: that is to "
            "correct it, take orders back, lock or end it, and see what that takes.",
            user=user,
        )

    await offer(desk, interaction, table, f"moderate {user}", allowed, plea)


async def allowed(desk: Desk, table: Table, words: list[str]) -> str:
    """All people of a game agree to a moderator with a part in it."""
    user = int(words[0])
    agreed = (await desk.store.settings("game", table.id)).get(AGREED) or {}
    agreed[str(user)] = sorted(table.people)
    await desk.store.set_setting("game", table.id, AGREED, agreed)
    with channel(table.row.guild):
        text = phrase("By consent of its players <@{user}> may moderate this game.", user=user)
    await desk.games.post(table, posts.called(table.row, text, [user]))
    return phrase("<@{user}> may moderate this game.", user=user)


# what they do ------------------------------------------------------------------------


def reason_of(text: str) -> str:
    """A reason in one line, as it is shown: so it is found wherever it stands."""
    return limits.cut(" ".join(text.replace("`", "ˋ").split()), REASON)


async def edit(desk: Desk, interaction: Interaction, table: Table, lines: str, reason: str) -> None:
    """Correct a game with edit lines."""
    table.running()
    if not await may(desk, interaction, table):
        return
    user = interaction.user.id
    desk.pace.take(user)
    # whoever edits comes to know the game from within, by what is refused as well
    await desk.store.saw(table.id, user, UMPIRE)
    try:
        receipt = await moderating.edit(
            desk.games,
            table,
            deed(table, user, "edit", reason=reason_of(reason)),
            lines,
            str(interaction.id),
        )
    except engine.OrderError as error:
        raise Refusal(phrase("{why} Nothing was changed.", why=refused(error))) from error
    await say(
        interaction,
        phrase(
            "Done, and posted without what is hidden:\n{lines}\n`/gm rollback` goes back to before "
            "it; results that wait for dice go with `/gm dice results:none`.",
            lines=texts.lines_of(receipt.ran),
        ),
    )


async def undo(desk: Desk, interaction: Interaction, table: Table, reason: str) -> None:
    """Take the last order back, whosever it is."""
    table.running()
    if not await may(desk, interaction, table):
        return
    user = interaction.user.id
    desk.pace.take(user)
    try:
        lines = await moderating.undo(
            desk.games,
            table,
            deed(table, user, "undo", reason=reason_of(reason)),
            str(interaction.id),
        )
    except engine.Illegal as error:
        why = phrase("{why} `/gm rollback` goes further back.", why=refused(error))
        raise Refusal(why) from error
    await say(
        interaction, phrase("Taken back: {lines_of}", lines_of=texts.lines_of(lines.splitlines()))
    )


async def rollback(
    desk: Desk, interaction: Interaction, table: Table, number: int, reason: str
) -> None:
    """Say what going back to after order `number` would void, and ask."""
    game = table.running()
    if not await may(desk, interaction, table):
        return
    await history.step_at(desk.store, table, number)
    undone = await back.voided(desk.games, table, number)
    if not undone:
        raise Refusal(phrase("That is where the game is."))
    desk.pace.take(interaction.user.id)
    rest = f"{undone[-1].action.seq} {reason_of(reason)}"
    label = phrase("Go back")
    yes = button("gmback", table.id, label, str(number), rest, style=Style.danger)
    text = phrase(
        "This goes back to before {order}\n{void}\nThat cannot be taken back. Really?",
        order=undone[0].words(game, code),
        void=back.void(game, undone),
    )
    await say(interaction, text, view=view_of(yes))


async def press_back(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    """Go back, if nothing has happened since that was asked."""
    game = table.running()
    if not await may(desk, interaction, table):
        return
    number, (last, _, reason) = int(pressed.pending), pressed.rest.partition(" ")
    undone = await back.voided(desk.games, table, number)
    if not undone or undone[-1].action.seq != int(last):
        raise Refusal(
            phrase("The game has gone on since you were asked; `/gm rollback` asks again.")
        )
    with channel(table.row.guild):
        what = phrase(
            "It is as it was before {order}\n{void}\nWhat nobody had seen was shuffled anew.",
            order=undone[0].words(game, code),
            void=back.void(game, undone),
        )
    done = deed(table, interaction.user.id, "rollback", what, reason)
    await back.roll_back(
        desk.games, table, number, f"rollback-{undone[-1].action.seq}", words(done), done
    )
    await redraw(interaction, phrase("The game went back."))


async def lock(
    desk: Desk, interaction: Interaction, table: Table, reason: str, *, on: bool
) -> None:
    """Lock a game, or unlock it."""
    table.running()
    if not await may(desk, interaction, table):
        return
    if table.locked == on:
        raise Refusal(
            phrase("This game is locked already; `/gm unlock` opens it.")
            if on
            else phrase("This game is not locked; `/gm lock` locks it.")
        )
    done = deed(table, interaction.user.id, "lock" if on else "unlock", "", reason_of(reason))
    await moderating.lock(desk.games, desk.keeper, table, done, on=on)
    await say(
        interaction,
        phrase("The game is locked. `/gm unlock` lets it go on.")
        if on
        else phrase("The game goes on."),
    )


async def end(desk: Desk, interaction: Interaction, table: Table, reason: str) -> None:
    """Ask before a game is ended."""
    if not table.open:
        raise Refusal(phrase("This game is over already."))
    if not await may(desk, interaction, table):
        return
    label, why = phrase("Yes, end it"), reason_of(reason)
    yes = button("gmend", table.id, label, "", why, style=Style.danger)
    await say(
        interaction,
        phrase(
            "End this game without a result? The secret of its dice is shown then, so that it "
            "cannot be taken back. `/gm lock` only stops it."
        ),
        view=view_of(yes),
    )


async def press_end(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    if not await may(desk, interaction, table):
        return
    done = deed(table, interaction.user.id, "end", "", pressed.rest)
    await desk.games.end(table, words(done), done)
    await redraw(interaction, phrase("The game has ended."))


async def seat(
    desk: Desk,
    interaction: Interaction,
    table: Table,
    side: str,
    player: discord.User | discord.Member | None,
    reason: str,
    *,
    practice: bool,
    vacant: bool,
) -> None:
    """Give a seat to somebody, or take it from whoever has it: to the practice opponent, or to
    anybody who wants it."""
    table.running()
    if not await may(desk, interaction, table):
        return
    side = side.casefold().strip()
    if side not in desk.games.sides(table):
        names = ", ".join(desk.games.sides(table))
        raise Refusal(phrase("This game has no such side. Its sides: {names}.", names=names))
    new = PRACTICE if vacant else fit(player, practice=practice)
    before, user = holder(table, side), interaction.user.id
    if new == before and not vacant:
        raise Refusal(phrase("{side} is theirs already.", side=table.called(side)))
    if new != PRACTICE and await inside(desk, interaction, table, new) - {side}:
        raise Refusal(
            phrase("They have held another seat of this game, or saw its hand, so they cannot.")
        )
    if new == PRACTICE and not table.people - {before}:
        raise Refusal(
            phrase("Nobody else plays in this game; `/gm seat` can name a player, `/gm end` ends.")
        )
    desk.calls.take(user)
    with channel(table.row.guild):
        what = texts.seated(table.row.game, side, new, before)
        if vacant:
            what = phrase(
                "The seat of {side} is open, instead of for {before}.",
                side=table.called(side),
                before=texts.person(before) if before else phrase("the practice opponent"),
            )
    done = deed(table, user, "seat", what, reason_of(reason))
    if vacant:
        await seats.vacate(desk.games, table, side, words(done), done)
    else:
        await seats.hand_over(desk.games, table, side, new, words(done), done)
    await say(
        interaction,
        phrase("Done: {side} has changed hands.", side=table.called(side)),
    )


# the log --------------------------------------------------------------------------------


async def log(desk: Desk, interaction: Interaction) -> None:
    """What moderators did on this server, for them and for who manages it."""
    text, view = await _page(desk, interaction, 0)
    await say(interaction, text, view=view)


async def press_log(desk: Desk, interaction: Interaction, pressed: Pressed) -> None:
    """Another page of it, in place of the one that was read."""
    text, view = await _page(desk, interaction, int(pressed.pending))
    await redraw(interaction, text, view=view)


async def _page(desk: Desk, interaction: Interaction, at: int) -> tuple[str, discord.ui.View]:
    if not (runs_the_server(interaction.permissions) or await has_role(desk, interaction)):
        raise Refusal(
            phrase("The log of moderation is for moderators and for whoever manages the server.")
        )
    found = await desk.store.deeds(interaction.guild_id or 0, at * PAGE, PAGE + 1)
    if not found:
        raise Refusal(phrase("No moderator has done anything on this server."))
    guild = interaction.guild_id or 0
    rows = [await _row(desk, one, guild) for one in found[:PAGE]]
    head = phrase("**Moderation on this server** · page {page}", page=at + 1)
    room = (limits.MESSAGE - len(head)) // PAGE - 1
    text = "\n".join([head, *(limits.cut(row, room) for row in rows)])
    view = view_of()
    if at:
        view.add_item(button("gmlog", 0, phrase("Back"), str(at - 1)))
    if len(found) > PAGE:
        view.add_item(button("gmlog", 0, phrase("Next"), str(at + 1)))
    return text, view


async def _row(desk: Desk, one: Deed, guild: int) -> str:
    """A deed, with the channel of its game."""
    place = (await desk.store.game(one.game)).channel if one.game is not None else 0
    return moderation.row(one.time, one.user, one.deed, one.what, one.reason, place, guild)
