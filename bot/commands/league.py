"""Leagues: seasons of one game for many people."""

import discord
from discord import app_commands
from discord.ext import commands
from msgspec.structs import replace

import engine
from bot.acts import league as acts
from bot.acts import league_desk, league_names
from bot.acts.here import Interaction
from bot.acts.league import SYSTEMS
from bot.catalogue import msgid, phrase
from bot.commands.lobby import control_of, info_of, read_options
from bot.commands.slash import choices, command, titles
from bot.desk import Desk
from bot.house import waiting
from bot.house.clocks import PRESETS
from bot.play import leagues
from bot.play.leagues import Terms
from bot.words import league as words
from bot.words import limits, texts
from bot.words.refusal import Refusal

CLAIMS = [
    app_commands.Choice(name=msgid("The game"), value="win"),
    app_commands.Choice(name=msgid("The seat"), value="seat"),
]
PAIRED = [app_commands.Choice(name=words.SYSTEMS[key], value=key) for key in SYSTEMS]
WHAT = {
    "game": msgid("Which game"),
    "title": msgid("What the league is called"),
    "system": msgid("Who meets whom"),
    "scenario": msgid("Which scenario (the first one if left out)"),
    "options": msgid("Options as name=value, separated by spaces"),
    "rounds": msgid("How many rounds, where the number of people does not say it"),
    "clock": msgid("How long each side may take: a choice, or hours like 48+12 up to 96"),
    "claim": msgid("What a side without time loses: its seat, or the game"),
    "days": msgid("Days that a round has, 0 for no end; left out, 30 to 120 as the clock is"),
    "late": msgid("Games that are open then: whose clock has run out loses, or you decide"),
    "group": msgid("People of a group, if there are to be several"),
    "moves": msgid("How many go up and down between groups after a season"),
}
LATE = [
    app_commands.Choice(name=msgid("whose clock has run out loses"), value="clock"),
    app_commands.Choice(name=msgid("whoever organises decides"), value="report"),
]
DAYS = {"fast": 30, "slow": 120}
"""Of a round, by its clock, where nobody says it."""
USUAL = 60


class Leagues(
    commands.GroupCog, group_name="league", group_description=msgid("Seasons for many people")
):
    """The commands under /league."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    @command(name="create", description=msgid("Begin a league in this channel"))
    @app_commands.describe(**WHAT)
    @app_commands.choices(claim=CLAIMS, system=PAIRED, late=LATE)
    async def create(
        self,
        interaction: Interaction,
        game: str,
        title: app_commands.Range[str, 1, 60],
        system: str = "swiss",
        scenario: str = "",
        options: str = "",
        rounds: app_commands.Range[int, 0, 30] = 0,
        clock: str = "normal",
        claim: str = "win",
        group: app_commands.Range[int, 0, 64] = 0,
        moves: app_commands.Range[int, 0, 8] = 1,
        days: app_commands.Range[int, 0, 365] | None = None,
        late: str = "clock",
    ) -> None:
        terms = _terms(game, system, scenario, options, rounds, clock, claim)
        terms = _ending(replace(terms, size=group, moves=moves), clock, days, late)
        await acts.create(self.desk, interaction, title, terms)

    @command(name="import", description=msgid("Go on with a league that began elsewhere"))
    @app_commands.describe(**WHAT, file=msgid("Its games, as /league export writes them (CSV)"))
    @app_commands.choices(claim=CLAIMS, system=PAIRED, late=LATE)
    async def take_in(
        self,
        interaction: Interaction,
        file: discord.Attachment,
        game: str,
        title: app_commands.Range[str, 1, 60],
        system: str = "swiss",
        scenario: str = "",
        options: str = "",
        rounds: app_commands.Range[int, 0, 30] = 0,
        clock: str = "normal",
        claim: str = "win",
        group: app_commands.Range[int, 0, 64] = 0,
        moves: app_commands.Range[int, 0, 8] = 1,
        days: app_commands.Range[int, 0, 365] | None = None,
        late: str = "clock",
    ) -> None:
        terms = _terms(game, system, scenario, options, rounds, clock, claim)
        terms = _ending(replace(terms, size=group, moves=moves), clock, days, late)
        await league_desk.take_in(self.desk, interaction, title, terms, file)

    @command(name="join", description=msgid("Take part in the league of this channel"))
    @app_commands.describe(
        side=msgid("The side that you would rather play"),
        pace=msgid("A slower clock than the league's, if you need one"),
    )
    async def join(self, interaction: Interaction, side: str = "", pace: str = "") -> None:
        await acts.join(self.desk, interaction, side, pace)

    @command(name="leave", description=msgid("Withdraw from the league"))
    async def leave(self, interaction: Interaction) -> None:
        await acts.leave(self.desk, interaction)

    @command(name="start", description=msgid("Begin the season"))
    async def start(self, interaction: Interaction) -> None:
        await acts.start(self.desk, interaction)

    @command(name="next", description=msgid("Gather people for the next season"))
    async def next(self, interaction: Interaction) -> None:
        await acts.next_season(self.desk, interaction)

    @command(name="close", description=msgid("End the season as it stands"))
    async def close(self, interaction: Interaction) -> None:
        await acts.close(self.desk, interaction)

    @command(name="table", description=msgid("How everybody stands, with a picture"))
    async def table(self, interaction: Interaction) -> None:
        await acts.table(self.desk, interaction)

    @command(name="pairings", description=msgid("The games of a round"))
    @app_commands.describe(round=msgid("Which round; without, the one under way"))
    async def pairings(
        self, interaction: Interaction, round: app_commands.Range[int, 1, 99] | None = None
    ) -> None:
        await acts.pairings(self.desk, interaction, round)

    @command(name="adjudicate", description=msgid("Say how a game of this round counts"))
    @app_commands.describe(
        game=msgid("Which game"),
        outcome=msgid("The side that has won, or all from the best: gray > white = brown"),
        reason=msgid("Why, for everybody to read"),
    )
    async def adjudicate(
        self,
        interaction: Interaction,
        game: int,
        outcome: str,
        reason: app_commands.Range[str, 1, 300],
    ) -> None:
        await league_desk.adjudicate(self.desk, interaction, game, outcome, reason)

    @command(name="forfeit", description=msgid("Somebody did not turn up and loses their game"))
    @app_commands.describe(
        player=msgid("Who did not turn up"), reason=msgid("Why, for everybody to read")
    )
    async def forfeit(
        self,
        interaction: Interaction,
        player: discord.User,
        reason: app_commands.Range[str, 1, 300],
    ) -> None:
        await league_desk.forfeit(self.desk, interaction, player, reason)

    @command(name="deadline", description=msgid("When the games of this round are to be over"))
    @app_commands.describe(days=msgid("Days from now; 0 for no end"))
    async def deadline(
        self, interaction: Interaction, days: app_commands.Range[int, 0, 365]
    ) -> None:
        await league_desk.deadline(self.desk, interaction, days)

    @command(name="tie", description=msgid("Say who somebody is who came in by name alone"))
    @app_commands.describe(
        name=msgid("The name in the table"), player=msgid("Who that is; left out, you")
    )
    async def tie(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, 60],
        player: discord.User | None = None,
    ) -> None:
        await league_names.tie(self.desk, interaction, name, player or interaction.user)

    @command(name="untie", description=msgid("Take back who somebody is"))
    @app_commands.describe(name=msgid("The name as it came in"))
    async def untie(self, interaction: Interaction, name: app_commands.Range[str, 1, 60]) -> None:
        await league_names.untie(self.desk, interaction, name)

    @command(name="export", description=msgid("The season as a file"))
    @app_commands.describe(form=msgid("As a table for spreadsheets, or as JSON"))
    @app_commands.choices(
        form=[
            app_commands.Choice(name="CSV", value="csv"),
            app_commands.Choice(name="JSON", value="json"),
        ]
    )
    async def export(self, interaction: Interaction, form: str = "csv") -> None:
        await league_desk.export(self.desk, interaction, json=form == "json")

    @tie.autocomplete("name")
    @untie.autocomplete("name")
    async def _names(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        try:
            at = await acts.season_here(self.desk, interaction)
        except Refusal:
            return []
        return choices(
            (one.name, one.name)
            for one in at.entrants
            if one.name and current.casefold() in one.name.casefold()
        )

    @create.autocomplete("game")
    @take_in.autocomplete("game")
    async def _games(self, _: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return titles(current)

    @create.autocomplete("scenario")
    @take_in.autocomplete("scenario")
    async def _scenarios(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        try:
            info = info_of(getattr(interaction.namespace, "game", "") or "")
        except Refusal:
            return []
        return choices(
            (title, scenario)
            for scenario, title in info.scenarios.items()
            if current.casefold() in f"{title} {scenario}".casefold()
        )

    @create.autocomplete("clock")
    @take_in.autocomplete("clock")
    async def _clocks(self, _: Interaction, current: str) -> list[app_commands.Choice[str]]:
        known = [(phrase(text), key) for key, text in waiting.NAMES.items()]
        return choices(
            pair for pair in known if current.casefold() in f"{pair[0]} {pair[1]}".casefold()
        )

    @join.autocomplete("pace")
    async def _paces(self, _: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return choices(
            (phrase(waiting.NAMES[key]), key) for key in PRESETS if current.casefold() in key
        )

    @join.autocomplete("side")
    async def _sides(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        try:
            at = await acts.season_here(self.desk, interaction)
        except Refusal:
            return []
        return choices(
            (texts.name(at.terms.game, side), side)
            for side in at.terms.sides
            if side.startswith(current.casefold())
        )

    @adjudicate.autocomplete("game")
    async def _of_round(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        try:
            at = await acts.season_here(self.desk, interaction)
        except Refusal:
            return []
        guild, found = interaction.guild, []
        for one in at.now:
            if "" in one.seats:
                continue
            people = []
            for number in one.seats.values():
                entrant = at.entrant(number)
                member = guild.get_member(entrant.user) if guild else None
                people.append(member.display_name if member else entrant.name or f"#{number}")
            label = f"{' – '.join(people)} ({texts.both(at.terms.game, one.seats)})"
            if current.casefold() in label.casefold():
                name = limits.cut(label, limits.CHOICE)
                found.append(app_commands.Choice(name=name, value=one.id))
        return found[: limits.CHOICES]

    @adjudicate.autocomplete("outcome")
    async def _outcomes(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        try:
            at = await acts.season_here(self.desk, interaction)
        except Refusal:
            return []
        sides = at.terms.sides
        found = [
            (phrase("{side} has won", side=texts.name(at.terms.game, s)), s)
            for s in sides[:2]
            if len(sides) == 2
        ]
        found += [(phrase("A draw"), "draw"), (phrase("No points for anybody"), "none")]
        return choices(pair for pair in found if current.casefold() in pair[0].casefold())


def _terms(
    game: str,
    system: str,
    scenario: str,
    options: str,
    rounds: int,
    clock: str,
    claim: str,
) -> Terms:
    """What is played and how, of a command's options. Refusal for what is none."""
    info = info_of(game)
    chosen = scenario.strip() or next(iter(info.scenarios))
    given = engine.new_game(info.id, chosen, read_options(info, options)).options
    [paired] = [known for known in SYSTEMS if known == system] or ["swiss"]
    return leagues.Terms(
        game=info.id,
        scenario=chosen,
        options=dict(given),
        system=paired,
        rounds=rounds,
        clock=control_of(clock),
        claim="seat" if claim == "seat" else "win",
    )


def _ending(terms: Terms, clock: str, days: int | None, late: str) -> Terms:
    """The same with how long a round has: where nobody says it, as its clock is."""
    usual = DAYS.get(clock.casefold().strip(), USUAL)
    by_clock = terms.clock is not None and late == "clock"
    return replace(
        terms, days=usual if days is None else days, late="clock" if by_clock else "report"
    )
