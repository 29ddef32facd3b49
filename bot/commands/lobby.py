"""The life of a game: new, join, start, status, resign, end, about, export, gallery, replay."""

import re
from typing import Any

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

import engine
from bot.acts import archive, moving, replay
from bot.acts.archive import export, show_card
from bot.acts.back import draw, rollback
from bot.acts.ending import end
from bot.acts.gallery import gallery
from bot.acts.here import Interaction, table_here
from bot.acts.seating import check_permissions, join, not_too_many, seat, start
from bot.acts.timing import pause
from bot.acts.vacant import away, open_seat, share
from bot.catalogue import msgid, of_game, phrase
from bot.commands.slash import choices, command, numbers, sides_here, titles
from bot.desk import Desk
from bot.house import waiting
from bot.house.clocks import PRESETS, Control, control
from bot.house.watch import wound
from bot.play.table import PRACTICE
from bot.talk.buttons import Style, button, view_of
from bot.talk.reply import say
from bot.words import limits, texts
from bot.words.refusal import Refusal
from engine.core.lexicon import fold


def read_options(info: engine.GameInfo, text: str) -> dict[str, str]:
    """`name=value` parted by spaces or commas, a list as `name=a,b` or `name=a+b`.

    Refusal for anything else.
    """
    found: dict[str, str] = {}
    for word in _tidy(text).split():
        last = ""
        for part in filter(None, word.split(",")):
            name, equals, value = part.partition("=")
            if equals and name and value:
                last, found[name] = name, value
            elif last and not equals:
                found[last] += f",{part}"
            else:
                raise Refusal(_no_option(info, limits.code(part, 60)))
    return found


def _no_option(info: engine.GameInfo, part: str) -> str:
    known = (f"{option.name}={word}" for option in info.options for word in values(option))
    example = next(known, "")
    if not example:
        return phrase("{part} is no option; this game has none.", part=part)
    return phrase(
        "{part} is no option; please write name=value, for example {example}.",
        part=part,
        example=example,
    )


def values(option: engine.Option) -> tuple[str, ...]:
    """The words that an option may have."""
    return option.choices or (("on", "off") if isinstance(option.default, bool) else ())


def _tidy(text: str) -> str:
    """Lists with a comma alone between their words."""
    return re.sub(r"\s*[,+]\s*", ",", text)


def _typed(info: engine.GameInfo, text: str) -> tuple[str, str]:
    """The options that are typed already, parted by spaces, and the one that is being typed."""
    head, _, last = re.sub(r",(\w+=)", r" \1", _tidy(text.casefold())).rpartition(" ")
    if not any(last.startswith(f"{option.name}=") for option in info.options if _lists(option)):
        done, _, last = last.rpartition(",")
        head = f"{head} {done}".strip()
    return head, last


def _lists(option: engine.Option) -> bool:
    return isinstance(option.default, list)


def _named(option: engine.Option, typed: str) -> list[str]:
    """The words of a list before its last comma: the next one is looked for."""
    name, _, value = typed.partition("=")
    return value.split(",")[:-1] if name == option.name and _lists(option) else []


def info_of(game: str) -> engine.GameInfo:
    """A game of the catalogue by id or title. Refusal when there is no such game."""
    games = engine.catalogue()
    for info in games.values():
        if game.casefold().strip() in (info.id.casefold(), info.title.casefold()):
            return info
    known = ", ".join(f"{info.title} ({limits.code(info.id)})" for info in games.values())
    raise Refusal(
        phrase(
            "I do not know the game {game}. I can referee: {known}.",
            game=limits.code(game, 60),
            known=known,
        )
    )


def control_of(text: str) -> Control | None:
    """The clocks of a new game; None for none. Refusal for words that mean neither."""
    key = text.casefold().strip() or "none"
    found = PRESETS.get(key) or control(text)
    if found is None and key != "none":
        raise Refusal(
            phrase(
                "{text} is no clock. Please take fast, normal, slow or none, or write hours, "
                "for example 48+12 up to 96: what a side begins with, gets for a move, and has "
                "at most.",
                text=limits.code(text, 60),
            )
        )
    return found


class Lobby(
    commands.GroupCog, group_name="game", group_description=msgid("Begin, watch and end a game")
):
    """The commands under /game."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    @command(name="new", description=msgid("Open a game in this channel"))
    @app_commands.describe(
        game=msgid("Which game"),
        scenario=msgid("Which scenario (the first one if left out)"),
        side=msgid("The side that you play"),
        options=msgid("Options as name=value, separated by spaces"),
        opponent=msgid("Keep the other seat for somebody"),
        practice=msgid("Play against the practice opponent; the game begins at once"),
        clock=msgid("How long each side may take: a choice, or hours like 48+12 up to 96"),
        claim=msgid("What a side without time loses: its seat, or the game"),
    )
    @app_commands.choices(
        claim=[
            app_commands.Choice(name=msgid("The seat"), value="seat"),
            app_commands.Choice(name=msgid("The game"), value="win"),
        ]
    )
    async def new(
        self,
        interaction: Interaction,
        game: str,
        scenario: str = "",
        side: str = "",
        options: str = "",
        opponent: discord.User | None = None,
        practice: bool = False,
        clock: str = "none",
        claim: str = "seat",
    ) -> None:
        check_permissions(interaction)
        control = control_of(clock)
        info = info_of(game)
        chosen = scenario.strip() or next(iter(info.scenarios))
        given = engine.new_game(info.id, chosen, read_options(info, options)).options
        sides = info.sides(chosen, given)
        side = side.casefold().strip()
        if side and side not in sides:
            raise Refusal(
                phrase("{title} has the sides {sides}.", title=info.title, sides=", ".join(sides))
            )
        if opponent is not None:
            _fit_to_play(opponent, interaction.user, practice=practice)
        await not_too_many(self.desk, interaction)
        if opponent is not None:
            self.desk.calls.take(interaction.user.id)
        side = side or sides[0]
        seats = dict.fromkeys(sides, PRACTICE) if practice else {}
        settings: dict[str, Any] = {}
        if control is not None:
            watch = wound(control, sides, "win" if claim == "win" else "seat")
            settings["watch"] = msgspec.to_builtins(watch)
        if opponent is not None:
            settings["invited"] = opponent.id
        table = await self.desk.games.create(
            guild=interaction.guild_id or 0,
            channel=interaction.channel_id or 0,
            owner=interaction.user.id,
            game=info.id,
            scenario=chosen,
            options=given,
            seats=seats | {side: interaction.user.id},
            settings=settings,
        )
        if practice:
            await start(self.desk, interaction, table)
            return
        await self.desk.games.refresh_panel(table)
        await say(
            interaction,
            phrase(
                "{title} is open; you play {name}.",
                title=info.title,
                name=table.called(side),
            ),
        )

    @new.autocomplete("game")
    async def _games(self, _: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return titles(current)

    @new.autocomplete("scenario")
    async def _scenarios(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        info = self._info(interaction)
        return choices(
            (title, scenario)
            for scenario, title in (info.scenarios.items() if info else ())
            if current.casefold() in f"{title} {scenario}".casefold()
        )

    @new.autocomplete("side")
    async def _sides(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        info = self._info(interaction)
        if info is None:
            return []
        given = interaction.namespace
        scenario = getattr(given, "scenario", "") or next(iter(info.scenarios))
        try:  # seats may hang on options
            wanted = read_options(info, getattr(given, "options", "") or "")
            sides = engine.new_game(info.id, scenario, wanted).sides
        except (Refusal, engine.OrderError):
            return []
        return choices(
            (texts.name(info.id, side), side)
            for side in sides
            if side.startswith(current.casefold())
        )

    @new.autocomplete("options")
    async def _options(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        info = self._info(interaction)
        if info is None:
            return []
        head, typed = _typed(info, current)
        pairs = []
        for option in info.options:
            named = _named(option, typed)
            words = values(option) if set(named) <= set(values(option)) else ()
            for word in words:
                value = f"{option.name}={','.join([*named, word])}"
                fits = value.startswith(typed) and word not in named
                if fits and f"{option.name}=" not in head:
                    pairs.append((f"{value} · {of_game(option.text)}", f"{head} {value}".strip()))
        return choices(pairs)

    @new.autocomplete("clock")
    async def _clocks(self, _: Interaction, current: str) -> list[app_commands.Choice[str]]:
        wanted = current.casefold()
        known = [(phrase(text), key) for key, text in waiting.NAMES.items()]
        found = [pair for pair in known if wanted in f"{pair[0]} {pair[1]}".casefold()]
        own = control(current)
        return choices([(waiting.control(own), current)] if own else found)

    @command(name="rollback", description=msgid("Go back over dice and cards, if all agree"))
    @app_commands.describe(to=msgid("After which order (0: the start)"))
    async def rollback(self, interaction: Interaction, to: app_commands.Range[int, 0]) -> None:
        await rollback(self.desk, interaction, await table_here(self.desk, interaction), to)

    @rollback.autocomplete("to")
    async def _back(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await numbers(self.desk, interaction, current)

    @command(name="draw", description=msgid("End the game in a draw, if all agree"))
    async def draw(self, interaction: Interaction) -> None:
        await draw(self.desk, interaction, await table_here(self.desk, interaction))

    @command(name="pause", description=msgid("Stop clocks and reminders, if all agree"))
    async def pause(self, interaction: Interaction) -> None:
        await pause(self.desk, interaction, await table_here(self.desk, interaction), on=True)

    @command(name="resume", description=msgid("Go on after a pause, if all agree"))
    async def resume(self, interaction: Interaction) -> None:
        await pause(self.desk, interaction, await table_here(self.desk, interaction), on=False)

    @command(name="join", description=msgid("Take a seat in the game of this channel"))
    @app_commands.describe(
        side=msgid("Which side (a free one if left out)"),
        practice=msgid("Give the seat to the practice opponent"),
    )
    async def join(self, interaction: Interaction, side: str = "", practice: bool = False) -> None:
        await join(
            self.desk,
            interaction,
            await table_here(self.desk, interaction),
            side,
            practice=practice,
        )

    @join.autocomplete("side")
    async def _free(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            table = await table_here(self.desk, interaction)
        except Refusal:
            return []
        free = [side for side in self.desk.games.sides(table) if side not in table.seats]
        return choices(
            (table.called(side), side) for side in free if side.startswith(current.casefold())
        )

    @command(name="leave", description=msgid("Give your seat back before the game begins"))
    async def leave(self, interaction: Interaction) -> None:
        table = await table_here(self.desk, interaction)
        self.desk.calls.take(interaction.user.id)  # who joins again calls again
        left = await self.desk.games.leave_seats(table, interaction.user.id)
        await self.desk.games.refresh_panel(table)
        await say(
            interaction,
            phrase(
                "You have left {left}. `/game join` takes a seat again.",
                left=texts.both(table.row.game, left),
            ),
        )

    @command(name="start", description=msgid("Begin when all seats are taken"))
    async def start(self, interaction: Interaction) -> None:
        await start(self.desk, interaction, await table_here(self.desk, interaction))

    @command(name="status", description=msgid("Where the game of this channel stands"))
    async def status(self, interaction: Interaction) -> None:
        table = await table_here(self.desk, interaction)
        sides = () if table.imported else self.desk.games.sides(table)
        seats = [(side, table.seats.get(side)) for side in sides]
        state = phrase(STATES["imported" if table.imported else table.row.status])
        text = texts.status(table.title, table.terms, table.row.game, table.game, state, seats)
        if table.damaged:
            text = f"{text}\n{texts.damaged(table.title)}"
        watch = await self.desk.keeper.watch(table)
        if table.row.status == "lobby" and watch.clocks is not None:
            text = f"{text}\n{waiting.terms(watch.clocks.control, watch.claim)}"
        elif table.row.status == "running" and (clocks := waiting.time(table.row.game, watch)):
            text = f"{text}\n{clocks}"
        trouble = self.desk.outbox.trouble(table.row.channel)
        await say(interaction, f"{text}\n{trouble}".strip())

    @command(name="resign", description=msgid("Give your game up"))
    async def resign(self, interaction: Interaction) -> None:
        table = await table_here(self.desk, interaction)
        table.running()
        side = table.seat(interaction.user.id)
        yes = button("resign", table.id, phrase("Yes, resign"), side, style=Style.danger)
        await say(
            interaction,
            phrase(
                "You give the game up as {side}; the other side wins. Really?",
                side=table.called(side),
            ),
            view=view_of(yes),
        )

    @command(name="end", description=msgid("End the game without a result"))
    async def end(self, interaction: Interaction) -> None:
        await end(self.desk, interaction, await table_here(self.desk, interaction))

    @command(name="seat", description=msgid("Hand a seat over to somebody else"))
    @app_commands.describe(
        side=msgid("Which side"),
        player=msgid("Who plays it from now on"),
        practice=msgid("The practice opponent plays it from now on"),
        vacant=msgid("Open it: anybody who has seen no other hand may take it"),
    )
    async def seat(
        self,
        interaction: Interaction,
        side: str,
        player: discord.User | None = None,
        practice: bool = False,
        vacant: bool = False,
    ) -> None:
        table = await table_here(self.desk, interaction)
        if vacant and player is None and not practice:
            await open_seat(self.desk, interaction, table, side)
            return
        await seat(self.desk, interaction, table, side, player, practice=practice)

    @command(name="share", description=msgid("Share your seat with somebody: both play it"))
    @app_commands.describe(
        player=msgid("Who plays it with you (left out: nobody any more)"),
        side=msgid("Which of your sides"),
    )
    async def share(
        self, interaction: Interaction, player: discord.Member | None = None, side: str = ""
    ) -> None:
        table = await table_here(self.desk, interaction)
        await share(self.desk, interaction, table, side, player)

    @command(name="away", description=msgid("Have the practice opponent stand in for some days"))
    @app_commands.describe(days=msgid("How many days (0: you are back)"))
    async def away(self, interaction: Interaction, days: app_commands.Range[int, 0, 60]) -> None:
        await away(self.desk, interaction, await table_here(self.desk, interaction), days)

    @seat.autocomplete("side")
    async def _seats(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await sides_here(self.desk, interaction, current)

    @command(name="about", description=msgid("Where the rules data of a game come from"))
    @app_commands.describe(game=msgid("Which game (that of this channel if left out)"))
    async def about(self, interaction: Interaction, game: str = "") -> None:
        info = (
            info_of(game) if game else info_of((await table_here(self.desk, interaction)).row.game)
        )
        rows = [f"**{info.title}**", of_game(info.provenance)]
        rows += [f"{limits.code(option.name)}: {of_game(option.text)}" for option in info.options]
        await say(interaction, "\n".join(row for row in rows if row))

    @about.autocomplete("game")
    async def _about(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return titles(current)

    @command(name="export", description=msgid("The log of the game as a file"))
    async def export(self, interaction: Interaction) -> None:
        await export(self.desk, interaction, await table_here(self.desk, interaction))

    @command(name="card", description=msgid("How the game went: points and dice, turn by turn"))
    async def card(self, interaction: Interaction) -> None:
        await show_card(self.desk, interaction, await table_here(self.desk, interaction))

    @command(name="import", description=msgid("Bring in a finished game from its export"))
    @app_commands.describe(file=msgid("What `/game export` gave after the game's end"))
    async def bring_in(self, interaction: Interaction, file: discord.Attachment) -> None:
        await archive.bring_in(self.desk, interaction, file)

    @command(name="move", description=msgid("Have a game go on in this channel, if all agree"))
    @app_commands.describe(game=msgid("Which of your games"))
    async def move(self, interaction: Interaction, game: int) -> None:
        await moving.move(self.desk, interaction, game)

    @move.autocomplete("game")
    async def _own(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await moving.own(self.desk, interaction, current)

    @command(name="gallery", description=msgid("The map at the end of each phase, page by page"))
    @app_commands.describe(public=msgid("Show it to the channel instead of only to you"))
    async def gallery(self, interaction: Interaction, public: bool = False) -> None:
        table = await table_here(self.desk, interaction)
        await gallery(self.desk, interaction, table, public=public)

    @command(name="replay", description=msgid("A film of a turn or of the whole game"))
    @app_commands.describe(
        of=msgid("Which turn, or all of it (left out: the last turn)"),
        public=msgid("Show it to the channel instead of only to you"),
    )
    async def replay(self, interaction: Interaction, of: str = "", public: bool = False) -> None:
        table = await table_here(self.desk, interaction)
        await replay.replay(self.desk, interaction, table, of, public=public)

    @replay.autocomplete("of")
    async def _reels(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        try:
            table = await table_here(self.desk, interaction)
            table.played()
            known = await replay.turns(self.desk, table)
        except Refusal:
            return []
        word = fold(current.strip())
        pairs = [
            (phrase("the whole game"), replay.GAME),
            *((name, name) for name in [*known][::-1]),
        ]
        return choices(pair for pair in pairs if word in fold(pair[0]))

    def _info(self, interaction: Interaction) -> engine.GameInfo | None:
        try:
            return info_of(str(getattr(interaction.namespace, "game", "")))
        except Refusal:
            return None


STATES = {
    "lobby": msgid("waits for players"),
    "running": msgid("is being played"),
    "ended": msgid("is over"),
    "resigned": msgid("is over"),
    "closed": msgid("was ended without a result"),
    "imported": msgid("was played elsewhere, and is over"),
}


def _fit_to_play(
    opponent: discord.User | discord.Member, user: discord.User | discord.Member, *, practice: bool
) -> None:
    if practice:
        raise Refusal(phrase("Please choose either an opponent or the practice opponent."))
    if opponent.bot:
        raise Refusal(phrase("A bot cannot play; practice:True gives you the practice opponent."))
    if opponent.id == user.id:
        raise Refusal(
            phrase("You cannot invite yourself; practice:True gives you the practice opponent.")
        )
