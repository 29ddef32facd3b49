"""Orders by line, slash command, button and menu: all write one line and give it here."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import discord
from discord import app_commands
from discord.ext import commands

import engine
from bot.acts import builder
from bot.acts.giving import ask_back, drafted, give, stale, take_back
from bot.acts.here import Interaction, numbered_table, pressed_table, table_here, umpire
from bot.acts.spot import spot
from bot.catalogue import msgid, phrase
from bot.commands.slash import choices, command
from bot.play.table import Table
from bot.talk.buttons import Pressed, on
from bot.talk.language import reader
from bot.talk.reply import explain, illustrate, redraw, say
from bot.words import completing, texts
from bot.words.refusal import Refusal

if TYPE_CHECKING:
    from bot.client import Umpire

Finder = Callable[[Table, str], list[completing.Pair]]
"""What a list shows for a side of a game."""

ATTACKS = ("attack", "battle", "fight")
MODAL = "u-lines:"


# buttons and menus -----------------------------------------------------------------


@on("build")
async def _build(interaction: Interaction, pressed: Pressed) -> None:
    table = await pressed_table(interaction, pressed)
    text, view = builder.page(table, table.seat(interaction.user.id))
    if builder.so_far(interaction.message.content if interaction.message else "") is not None:
        await redraw(interaction, text, view=view)
    else:
        await say(interaction, text, view=view)


@on("pick")
async def _pick(interaction: Interaction, pressed: Pressed) -> None:
    table = await pressed_table(interaction, pressed)
    line = f"{builder.line_in(interaction.message)} {pressed.values[0]}".strip()
    await _go_on(interaction, table, line)


@on("page")
async def _page(interaction: Interaction, pressed: Pressed) -> None:
    table = await pressed_table(interaction, pressed)
    await _go_on(interaction, table, builder.line_in(interaction.message), int(pressed.rest or 0))


async def _go_on(interaction: Interaction, table: Table, line: str, number: int = 0) -> None:
    """Builder and line in place of the message that was pressed; a crop of the battle follows."""
    text, view = builder.page(table, table.seat(interaction.user.id), line, number)
    seen = table.running().preview(builder.read(text))
    await redraw(interaction, text, view=view)
    if file := await spot(interaction, table, seen.places if seen.lines else ()):
        await illustrate(interaction, file)


@on("send")
async def _send(interaction: Interaction, pressed: Pressed) -> None:
    table = await pressed_table(interaction, pressed)
    line = builder.line_in(interaction.message)
    if not line:
        raise Refusal(phrase("There is no order in this message yet; please choose one first."))
    await give(interaction, table, line, pending=pressed.pending, edit=True)


@on("go")
async def _go(interaction: Interaction, pressed: Pressed) -> None:
    table = await pressed_table(interaction, pressed)
    pending = pressed.pending or None
    await give(interaction, table, pressed.rest, pending=pending, edit=True, sure=True)


@on("sure")
async def _sure(interaction: Interaction, pressed: Pressed) -> None:
    table = await pressed_table(interaction, pressed)
    text = await drafted(interaction, table, pressed.rest)
    await give(interaction, table, text, pending=pressed.pending, edit=True, sure=True, box=True)


@on("end")
async def _end(interaction: Interaction, pressed: Pressed) -> None:
    """End a phase."""
    table = await pressed_table(interaction, pressed)
    game = table.running()
    side = table.seat(interaction.user.id, pressed.pending)
    asked = next((p for p in game.pending() if p.id == pressed.pending), None)
    if asked is None:
        await stale(interaction, table)
        return
    if asked.side != side:
        raise Refusal(phrase("This decision is {side}'s, not yours.", side=texts.name(asked.side)))
    await give(interaction, table, pressed.rest, pending=pressed.pending)


@on("undo")
async def _undo(interaction: Interaction, pressed: Pressed) -> None:
    table = await pressed_table(interaction, pressed)
    if all(pressed.pending != asked.id for asked in table.running().pending()):
        await stale(interaction, table)
        return
    await ask_back(interaction, table)


@on("back")
async def _back(interaction: Interaction, pressed: Pressed) -> None:
    table = await pressed_table(interaction, pressed)
    await take_back(interaction, table, pressed.pending)


@on("lines")
async def _lines(interaction: Interaction, pressed: Pressed) -> None:
    table = await pressed_table(interaction, pressed)
    await ask_lines(interaction, table)


@on("draft")
async def _draft(interaction: Interaction, pressed: Pressed) -> None:
    table = await pressed_table(interaction, pressed)
    draft = await umpire(interaction).store.draft(table.id, interaction.user.id)
    await ask_lines(interaction, table, draft)


# several lines in a modal ----------------------------------------------------------


class Lines(discord.ui.Modal):
    """A box for several order lines. It is read in `modal_sent`, also after a restart."""

    def __init__(self, table: Table, draft: str) -> None:
        super().__init__(title=phrase("Orders"), timeout=600, custom_id=f"{MODAL}{table.id}")
        box: discord.ui.TextInput[Any] = discord.ui.TextInput(
            style=discord.TextStyle.paragraph,
            placeholder=phrase("One order a line, as in the log."),
            custom_id="lines",
            default=draft or None,
            max_length=2_000,
        )
        self.add_item(discord.ui.Label(text=phrase("Orders, one a line"), component=box))


async def ask_lines(interaction: Interaction, table: Table, draft: str = "") -> None:
    """Open the box for several lines, with those of a draft in it."""
    table.running()
    table.seat(interaction.user.id)
    await interaction.response.send_modal(Lines(table, draft))


async def modal_sent(interaction: Interaction) -> None:
    """Lines from the box."""
    data = cast(dict[str, Any], interaction.data or {})
    custom_id = str(data.get("custom_id", ""))
    if not custom_id.startswith(MODAL):
        return
    reader(interaction)
    try:
        table = await numbered_table(interaction, int(custom_id.removeprefix(MODAL)))
        await give(interaction, table, _typed(data), box=True)
    except Exception as error:
        await explain(interaction, error)


def _typed(data: dict[str, Any]) -> str:
    """The value of the one text box, wherever Discord nests it."""
    if isinstance(data.get("value"), str):
        return str(data["value"])
    inner = [*data.get("components", [])]
    if isinstance(data.get("component"), dict):
        inner.append(data["component"])
    return next(filter(None, map(_typed, inner)), "")


# slash commands --------------------------------------------------------------------


class Orders(commands.Cog):
    """Every order of every game, typed or put together from options."""

    def __init__(self, bot: "Umpire") -> None:
        self.bot = bot

    @command(name="order", description=msgid("Give an order as one typed line"))
    @app_commands.describe(line=msgid("Start typing; the list shows what is legal"))
    async def order(self, interaction: Interaction, line: str) -> None:
        table = await table_here(interaction)
        await give(interaction, table, self.bot.offered.meant(interaction.user.id, line))

    @order.autocomplete("line")
    async def _line(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._offer(interaction, lambda table, side: completing.lines(
            table.running(), side, current))  # fmt: skip

    @command(name="orders", description=msgid("Give several orders at once"))
    async def orders(self, interaction: Interaction) -> None:
        await ask_lines(interaction, await table_here(interaction))

    @command(name="move", description=msgid("Move a unit"))
    @app_commands.describe(
        unit=msgid("Which unit"), to=msgid("Where to; more than one hex is a path")
    )
    async def move(self, interaction: Interaction, unit: str, to: str) -> None:
        await self._sugar(interaction, "move", unit, to)

    @move.autocomplete("unit")
    async def _unit(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._words(interaction, ["move"], current)

    @move.autocomplete("to")
    async def _to(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        unit = self._meant(interaction, "unit")
        return await self._words(interaction, [f"move {unit}"], current)

    @command(name="attack", description=msgid("Attack or fight at a place"))
    @app_commands.describe(
        target=msgid("Where"), units=msgid("With which units, where the game asks for them")
    )
    async def attack(self, interaction: Interaction, target: str, units: str = "") -> None:
        table = await table_here(interaction)
        verb = completing.first_verb(table.running(), table.seat(interaction.user.id), ATTACKS)
        tail = [f"with {units.removeprefix('with ')}"] if units.strip() else []
        await self._sugar(interaction, verb, target, *tail)

    @attack.autocomplete("target")
    async def _target(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self._attacked(interaction, "{}", current)

    @attack.autocomplete("units")
    async def _with(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        target = self._meant(interaction, "target")
        return await self._attacked(interaction, f"{{}} {target} with", current)

    async def _attacked(
        self, interaction: Interaction, start: str, current: str
    ) -> list[app_commands.Choice[str]]:
        """Words after the beginning of an attack, by the verb that the game has for it."""

        def find(table: Table, side: str) -> list[completing.Pair]:
            game = table.running()
            verb = completing.first_verb(game, side, ATTACKS)
            return completing.words(game, side, [start.format(verb)], current)

        return await self._offer(interaction, find)

    @command(name="odds", description=msgid("Odds and chances of a battle; orders nothing"))
    @app_commands.describe(line=msgid("The order for it, or its beginning"))
    async def odds(self, interaction: Interaction, line: str) -> None:
        table = await table_here(interaction)
        line = self.bot.offered.meant(interaction.user.id, line)
        seen = table.running().preview(line)
        if not seen.lines:
            await say(interaction, texts.no_odds(line))
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        file = await spot(interaction, table, seen.places)
        await say(interaction, "\n".join(seen.lines), file=file)

    @odds.autocomplete("line")
    async def _battle(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self._offer(interaction, lambda table, side: completing.lines(
            table.running(), side, current or completing.first_verb(
                table.running(), side, ATTACKS)))  # fmt: skip

    @command(name="play", description=msgid("Play a card or token from your hand"))
    @app_commands.describe(
        card=msgid("Which card"), how=msgid("What it is played for, where it asks")
    )
    async def play(self, interaction: Interaction, card: str, how: str = "") -> None:
        await self._sugar(interaction, "play", card, how)

    @play.autocomplete("card")
    async def _card(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._words(interaction, ["play"], current)

    @play.autocomplete("how")
    async def _how(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        card = self._meant(interaction, "card")
        return await self._words(interaction, [f"play {card}"], current)

    @command(name="choose", description=msgid("Answer what you are asked now"))
    @app_commands.describe(option=msgid("Whole orders that answer the question"))
    async def choose(self, interaction: Interaction, option: str) -> None:
        table = await table_here(interaction)
        await give(interaction, table, self.bot.offered.meant(interaction.user.id, option))

    @choose.autocomplete("option")
    async def _option(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self._offer(interaction, lambda table, side: completing.whole_lines(
            table.running(), side, current))  # fmt: skip

    @command(name="undo", description=msgid("Take your last order back, if it still can be"))
    async def undo(self, interaction: Interaction) -> None:
        await ask_back(interaction, await table_here(interaction))

    # helpers

    async def _sugar(self, interaction: Interaction, *words: str) -> None:
        table = await table_here(interaction)
        meant = [self.bot.offered.meant(interaction.user.id, word.strip()) for word in words]
        await give(interaction, table, " ".join(word for word in meant if word))

    def _meant(self, interaction: Interaction, option: str) -> str:
        value = str(getattr(interaction.namespace, option, "") or "")
        try:
            return self.bot.offered.meant(interaction.user.id, value.strip())
        except Refusal:  # a row that only informs
            return ""

    async def _words(
        self, interaction: Interaction, starts: list[str], current: str
    ) -> list[app_commands.Choice[str]]:
        return await self._offer(interaction, lambda table, side: completing.words(
            table.running(), side, starts, current))  # fmt: skip

    async def _offer(
        self, interaction: Interaction, find: Finder
    ) -> list[app_commands.Choice[str]]:
        """What a list shows; nothing at all where there is nothing to choose."""
        try:
            table = await table_here(interaction)
            pairs = find(table, table.seat(interaction.user.id))
        except (Refusal, engine.OrderError):
            return []
        self.bot.offered.remember(interaction.user.id, pairs)
        return choices(pairs)
