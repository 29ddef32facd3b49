"""What who organises a league decides, and how it comes in and goes out as a table of text."""

import discord
import msgspec
from msgspec.structs import replace

from bot.acts.here import Interaction
from bot.acts.league import changing, create, organises, season_here
from bot.acts.rights import involved
from bot.catalogue import phrase
from bot.desk import Desk
from bot.house.league.meetings import lost
from bot.house.league.transfer import Sheet, group_size, read, written
from bot.house.rules import DAY
from bot.play import leagues
from bot.play.leagues import Season, Terms
from bot.talk.reply import say
from bot.words import league as words
from bot.words import limits, texts
from bot.words.refusal import Refusal
from storage import Entrant, Pairing

LARGEST = 400_000
"""Bytes of a file that is read."""
REASON = 300
"""Letters of a reason."""


async def adjudicate(
    desk: Desk, interaction: Interaction, number: int, outcome: str, reason: str
) -> None:
    """Say how a game of this round counts, for a reason that everybody reads."""
    async with changing(desk, interaction) as at:
        _mine(at, interaction)
        pairing = await _open(desk, interaction, at, number)
        earned = leagues.points(at, pairing, outcome)
        await _decide(desk, interaction, pairing, "adjudicated", earned, reason)
    await _done(desk, interaction, at, number)


async def forfeit(
    desk: Desk, interaction: Interaction, player: discord.User | discord.Member, reason: str
) -> None:
    """Somebody did not turn up: their game of this round is lost, and counts as not played."""
    async with changing(desk, interaction) as at:
        _mine(at, interaction)
        own = [one.number for one in at.entrants if one.user == player.id]
        found = [
            one for one in at.now if set(own) & set(one.seats.values()) and "" not in one.seats
        ]
        if not found:
            raise Refusal(phrase("<@{user}> has no game in this round.", user=player.id))
        pairing = await _open(desk, interaction, at, found[0].id)
        away = [side for side, number in pairing.seats.items() if number in own]
        earned = {str(number): points for number, points in lost(pairing.seats, away).items()}
        await _decide(desk, interaction, pairing, "forfeit", earned, reason)
    await _done(desk, interaction, at, pairing.id)


def _mine(at: Season, interaction: Interaction) -> None:
    """Refusal unless a season is under way that whoever asks organises."""
    organises(interaction, at.league)
    if at.league.status != "running":
        raise Refusal(phrase("No season is under way here."))


async def _open(desk: Desk, interaction: Interaction, at: Season, number: int) -> Pairing:
    """A game of the round under way by its number. Refusal for one's own: paired in it, or with a
    seat of it by other ways, now or before."""
    found = [one for one in at.now if one.id == number and "" not in one.seats]
    if not found:
        raise Refusal(phrase("That is no game of this round; the list has them."))
    own = interaction.user.id in {at.entrant(seat).user for seat in found[0].seats.values()}
    if found[0].game is not None and not own:
        own = await involved(desk, interaction, await desk.games.get(found[0].game))
    if own:
        raise Refusal(
            phrase(
                "You play or played in that game yourself, or saw a hand of it: somebody else who "
                "manages this channel decides it."
            )
        )
    return found[0]


async def _decide(
    desk: Desk,
    interaction: Interaction,
    pairing: Pairing,
    how: str,
    earned: dict[str, float],
    reason: str,
) -> None:
    reason = limits.cut(" ".join(reason.split()), REASON)
    decided = replace(pairing, how=how, points=earned, judge=interaction.user.id, reason=reason)
    await desk.store.set_pairing(decided)


async def _done(desk: Desk, interaction: Interaction, at: Season, number: int) -> None:
    """Say it to everybody, and have the league look at it."""
    await leagues.wake(desk.store, at.league.id, desk.now())
    after = await leagues.season(desk.store, at.league)
    [pairing] = [one for one in after.pairings if one.id == number]

    def text() -> str:
        return phrase(
            "<@{user}> decides: {what}",
            user=interaction.user.id,
            what=words.pairing(after.terms.game, pairing, after.name).removeprefix("- "),
        )

    await desk.keeper.leagues.tell(at.league, text)
    await say(interaction, phrase("Done; the channel of the league says so."))


async def deadline(desk: Desk, interaction: Interaction, days: int) -> None:
    """Give the round under way another end, or none."""
    async with changing(desk, interaction) as at:
        _mine(at, interaction)
        if at.league.due is not None:
            raise Refusal(phrase("No game of this round is open any more."))
        ends = desk.now() + days * DAY if days else None
        await desk.store.change_league(replace(at.league, ends=ends))
        await leagues.wake(desk.store, at.league.id, desk.now())
    told = words.moved_end
    await desk.keeper.leagues.tell(
        at.league, lambda: told(interaction.user.id, at.league.round, ends)
    )
    await say(interaction, phrase("Done; the channel of the league says so."))


async def export(desk: Desk, interaction: Interaction, *, json: bool) -> None:
    """All of a season as a file."""
    desk.pace.take(interaction.user.id)
    at = await season_here(desk, interaction)
    data, name = (_json(at), "league.json") if json else (_csv(at).encode(), "league.csv")
    file = (name, data, phrase("The league as a file"))
    await say(
        interaction,
        phrase("The whole season of **{title}**.", title=limits.plain(at.league.title)),
        file=file,
    )


def _names(at: Season) -> dict[int, str]:
    """People as a file has them: by Discord's number, or by name."""
    return {
        e.number: str(e.user) if e.user > 0 else e.name or texts.person(e.user) for e in at.entrants
    }


def _csv(at: Season) -> str:
    reasons = [one.reason for one in at.pairings]
    return written(at.players, _names(at), at.meetings, reasons)


def _json(at: Season) -> bytes:
    names = _names(at)
    whole = {
        "title": at.league.title,
        "season": at.league.season,
        "round": at.league.round,
        "rounds": at.last,
        "terms": at.terms,
        "people": [
            {
                "number": e.number,
                "player": names[e.number],
                "side": e.side,
                "group": e.pool,
                "left_after": e.gone,
            }
            for e in at.entrants
        ],
        "games": [
            {
                "round": one.round,
                "group": one.pool,
                "seats": one.seats,
                "points": one.points,
                "how": one.how,
                "reason": one.reason,
            }
            for one in at.pairings
        ],
        "tables": at.tables,
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=1)


async def take_in(
    desk: Desk, interaction: Interaction, title: str, terms: Terms, file: discord.Attachment
) -> None:
    """A league from elsewhere: what was played counts, what is open begins here."""
    desk.pace.take(interaction.user.id)
    if file.size > LARGEST:
        raise Refusal(phrase("The file is larger than {kb} KB.", kb=LARGEST // 1_000))
    try:
        text = (await file.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal(
            phrase("The file is no text in UTF-8; please save it as CSV UTF-8.")
        ) from None
    sheet = read(text, terms.sides)
    if not sheet.players:
        raise Refusal(phrase("The table has no rows."))
    people = [_entrant(sheet, one.number) for one in sheet.players]
    pairings = [leagues.kept(m, r) for m, r in zip(sheet.meetings, sheet.reasons, strict=True)]
    pairings.sort(key=lambda one: one.round)
    last = max((one.round for one in pairings), default=0)
    if any(one.how == "open" and one.round < last for one in pairings):
        raise Refusal(phrase("Only games of the last round may be open."))
    size = terms.size or group_size(sheet.players)
    terms = replace(terms, seeded=True, size=size)
    await create(desk, interaction, title, terms, people, pairings, last)


def _entrant(sheet: Sheet, number: int) -> Entrant:
    """Somebody of the table: by Discord's number or mention, or else by name alone."""
    [player] = [one for one in sheet.players if one.number == number]
    name = sheet.names[number]
    digits = name.strip("<@!>")
    known = digits.isdecimal() and 15 <= len(digits) <= 20
    return Entrant(
        number=number,
        user=int(digits) if known else 0,
        name="" if known else limits.cut(name, 60),
        side=player.side,
        pool=player.group,
        gone=player.left,
    )
