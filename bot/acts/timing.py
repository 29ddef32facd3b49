"""What people do about time: claim a seat that has none, give more, wait, pause, nudge."""

from collections.abc import Callable

from bot.acts.consent import offer
from bot.acts.here import Interaction
from bot.catalogue import channel, phrase
from bot.desk import Desk
from bot.house import watch as watches
from bot.house.calls import seat
from bot.house.rules import DAY
from bot.house.watch import NUDGE, Notice, Watch
from bot.play import posts, seats
from bot.play.table import PRACTICE, Table
from bot.talk.buttons import Pressed
from bot.talk.reply import say
from bot.words import texts
from bot.words.refusal import Refusal


async def _late(desk: Desk, interaction: Interaction, table: Table, side: str) -> Watch:
    """The watch of a game in which that seat of somebody else has no time. Refusal otherwise."""
    table.unlocked()
    user = interaction.user.id
    if not table.sides_of(user) or side in table.sides_of(user):
        raise Refusal(phrase("That is for the other players of this game to decide."))
    watch = await desk.keeper.watch(table)
    if side not in watch.out:
        raise Refusal(phrase("{side} has time again; nothing was done.", side=table.called(side)))
    return watch


async def press_claim(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    """The others claim what was agreed at the start."""
    side, user = pressed.pending, interaction.user.id
    watch = await _late(desk, interaction, table, side)
    if watch.claim == "win":
        await desk.games.forfeit(table, side, f"claim-{interaction.id}")
        await say(
            interaction,
            phrase("Claimed: {side} has lost on time.", side=table.called(side)),
        )
        return
    with channel(table.row.guild):
        text = phrase(
            "The time of {side} is out, and <@{user}> claims the seat: the practice opponent "
            "plays on until somebody takes it, anybody who has seen no other hand of this game.",
            side=table.called(side),
            user=user,
        )
    await seats.vacate(desk.games, table, side, text)
    await say(
        interaction,
        phrase(
            "Claimed: the practice opponent plays {side} now.",
            side=table.called(side),
        ),
    )


async def press_extend(
    desk: Desk, interaction: Interaction, table: Table, pressed: Pressed
) -> None:
    """The others give 24 hours more."""
    side, user = pressed.pending, interaction.user.id
    async with desk.games.alone(table):
        await _late(desk, interaction, table, side)
        await desk.keeper.change(table, lambda watch, now: watches.extended(watch, side, now))
    with channel(table.row.guild):
        text = phrase("<@{user}> gives {side} 24 h more.", user=user, side=table.called(side))
    late = table.seats.get(side, PRACTICE)
    await desk.games.post(
        table, posts.called(table.row, text, [late] if late else []), posts.panel(table.row)
    )
    await say(interaction, phrase("{side} has 24 h more.", side=table.called(side)))


async def press_wait(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    """The others wait."""
    side = pressed.pending
    async with desk.games.alone(table):
        await _late(desk, interaction, table, side)
        await desk.keeper.change(table, lambda watch, now: watches.waited(watch, side, now))
    await say(interaction, phrase("You wait; you will be asked again in a day."))


async def press_snooze(
    desk: Desk, interaction: Interaction, table: Table, pressed: Pressed
) -> None:
    """Somebody wants to be reminded later."""
    side, user = pressed.pending, interaction.user.id
    if seat(side) not in table.sides_of(user):
        raise Refusal(phrase("That reminder was for somebody else."))

    def later(watch: Watch, now: float) -> Watch:
        call = watch.calls.get(side)
        return watches.with_call(watch, side, call.snooze(now + DAY)) if call else watch

    async with desk.games.alone(table):
        await desk.keeper.change(table, later)
    await say(interaction, phrase("You will not be reminded before tomorrow. The clock goes on."))


async def nudge(desk: Desk, interaction: Interaction, table: Table) -> None:
    """Have those called who are asked, beyond their reminders."""
    table.running()
    user, now = interaction.user.id, desk.now()
    if not table.sides_of(user):
        raise Refusal(phrase("Only the players of this game can nudge each other."))
    async with desk.games.alone(table):
        watch = await desk.keeper.watch(table)
        own = table.sides_of(user)
        others = {side: call for side, call in watch.calls.items() if seat(side) not in own}
        if not others:
            raise Refusal(phrase("Nobody else is asked now."))
        since = max([watch.nudged, *(call.since for call in others.values())])
        if now < since + NUDGE:
            raise Refusal(
                phrase(
                    "They were called not long ago. You can nudge them from <t:{when}:f> on.",
                    when=int(since + NUDGE),
                )
            )
        for side, call in others.items():
            await desk.keeper.say(table, Notice("reminded", side, call.user, call.sent))
        await desk.keeper.change(table, watches.nudged)
    await say(
        interaction,
        phrase(
            "{sides} will be called once more.",
            sides=texts.both(table.row.game, dict.fromkeys(map(seat, others))),
        ),
    )


# by consent --------------------------------------------------------------------


async def pause(desk: Desk, interaction: Interaction, table: Table, *, on: bool) -> None:
    """Have all clocks and reminders stand, or go on, if all people of the game agree."""
    table.running()
    if not table.sides_of(interaction.user.id):
        raise Refusal(phrase("Only the players of this game can pause it."))
    if (await desk.keeper.watch(table)).paused == on:
        raise Refusal(phrase("The game pauses already.") if on else phrase("The game goes on."))
    user = interaction.user.id

    def plea() -> str:
        return (
            phrase("<@{user}> offers a pause: clocks and reminders would stand.", user=user)
            if on
            else phrase("<@{user}> offers to end the pause.", user=user)
        )

    what, deed = ("pause", paused) if on else ("resume", resumed)
    await offer(desk, interaction, table, what, deed, plea)


async def paused(desk: Desk, table: Table, _: list[str]) -> str:
    """All agreed to pause."""
    with channel(table.row.guild):
        text = phrase("By consent of its players the game pauses: no clock runs.")
    await _change(desk, table, lambda watch, now: watches.paused(watch, now, on=True), text)
    return phrase("The game pauses. `/game resume` goes on.")


async def resumed(desk: Desk, table: Table, _: list[str]) -> str:
    """All agreed to go on."""
    with channel(table.row.guild):
        text = phrase("By consent of its players the game goes on.")
    await _change(desk, table, lambda watch, now: watches.paused(watch, now, on=False), text)
    return phrase("The game goes on.")


async def _change(
    desk: Desk, table: Table, change: Callable[[Watch, float], Watch], text: str
) -> None:
    async with desk.games.alone(table):
        await desk.keeper.change(table, change)
    await desk.games.post(table, posts.called(table.row, text, ()), posts.panel(table.row))
