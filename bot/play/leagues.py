"""Seasons of leagues: what is kept turned into rounds, their games begun and their results read.

A league moves on when a timer of its own is due: results are taken from games that are over,
games of the round are begun that have not, and after the last one the next round is paired.
Each step can be done again, so that it comes to its end after a crash. What is said goes out
before it counts as said, under a nonce.
"""

import asyncio
import logging
import zlib
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

import engine
from bot.catalogue import channel, phrase
from bot.house import results
from bot.house.clocks import PRESETS, Control
from bot.house.league.groups import moved, parted
from bot.house.league.meetings import Meeting, Player, System, by_place
from bot.house.league.rounds import LEAST, NoRound, paired, rounds
from bot.house.league.standings import Row, standings
from bot.house.rules import HOUR
from bot.house.watch import Claim, wound
from bot.play.games import Games
from bot.play.table import Table
from bot.words import league as words
from bot.words.refusal import Refusal
from storage import Entrant, League, NewLeague, Pairing, Store, Timer

log = logging.getLogger(__name__)

KIND = "league"
"""The kind of timer of a league."""
PAUSE = HOUR
"""Between the last game of a round and the next one: results may still be put right."""
AT_ONCE = 3
"""Games that begin in one go."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What is played, and how it is paired.

    `rounds` is 0 where the number of people says it; `size` that of a group, 0 for one of all;
    `moves` so many go up and down between groups. `seeded`: people stand in order already.
    """

    game: str
    scenario: str
    options: dict[str, Any]
    system: System
    rounds: int = 0
    size: int = 0
    moves: int = 1
    clock: Control | None = None
    claim: Claim = "win"
    seeded: bool = False

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of its games."""
        return tuple(engine.catalogue()[self.game].sides(self.scenario, self.options))


class Season(msgspec.Struct):
    """All that is kept of a season."""

    league: League
    terms: Terms
    entrants: list[Entrant]
    pairings: list[Pairing]

    @property
    def players(self) -> list[Player]:
        return [Player(e.number, e.side, e.pool, e.gone) for e in self.entrants]

    @property
    def meetings(self) -> list[Meeting]:
        return [meeting(pairing) for pairing in self.pairings]

    @property
    def last(self) -> int:
        """The last round."""
        pools = [e.pool for e in self.entrants]
        counts = [pools.count(pool) for pool in sorted(set(pools))]
        system, wanted = self.terms.system, self.terms.rounds
        return max((rounds(system, count, wanted) for count in counts), default=0)

    @property
    def tables(self) -> list[list[Row]]:
        """How people stand, group by group."""
        return standings(self.players, self.meetings, self.terms.system)

    @property
    def now(self) -> list[Pairing]:
        """The pairings of the round that is under way, or was played last."""
        return [one for one in self.pairings if one.round == self.league.round]

    def entrant(self, number: int) -> Entrant:
        return next(one for one in self.entrants if one.number == number)

    def name(self, number: int) -> str:
        """Somebody as a message names them."""
        return words.person(self.entrant(number).user, self.entrant(number).name)


class Teller(Protocol):
    """Says in Discord what a league has to say."""

    async def thread(self, place: int, name: str) -> int:
        """A thread of that name in a channel, the one that is there already if there is; 0 where
        that is not allowed."""

    async def league(self, place: int, text: str, nonce: str, season: "Season | None") -> None:
        """Words for a channel, with a picture of the table of a season."""


def meeting(pairing: Pairing) -> Meeting:
    """A pairing as the house takes it."""
    points = {int(number): earned for number, earned in pairing.points.items()}
    return Meeting(pairing.round, dict(pairing.seats), pairing.pool, pairing.how, points)  # type: ignore[arg-type]


def kept(one: Meeting, reason: str = "") -> Pairing:
    """And back; a new one."""
    points = {str(number): earned for number, earned in one.points.items()}
    return Pairing(0, one.round, one.group, dict(one.seats), one.how, points, reason=reason)


async def season(store: Store, league: League) -> Season:
    """All that is kept of it."""
    terms = msgspec.convert(league.terms, Terms)
    entrants, pairings = await store.entrants(league.id), await store.pairings(league.id)
    return Season(league, terms, entrants, pairings)


async def wake(store: Store, league: int, when: float) -> None:
    """Have a league looked at then."""
    guild = (await store.league(league)).guild
    await store.set_timer(f"{KIND}:{league}", when, KIND, {"league": league}, guild=guild)


async def turned(store: Store, table: Table, now: float) -> None:
    """A game has gone on; one that is over may be of a league."""
    if not table.open and (found := await store.pairing_of(table.id)) is not None:
        await wake(store, found[0], now)


async def withdraw(store: Store, user: int) -> None:
    """Somebody is in no further round of any league, and in none that gathers its people."""
    for league in await store.entered(user):
        await leave(store, league, user)


async def leave(store: Store, league: League, user: int) -> None:
    """Somebody withdraws: what they have played stays, and no further round has them."""
    people = await store.entrants(league.id)
    if league.status == "signup":
        stay = [one for one in people if one.user != user]
        people = [replace(one, number=number) for number, one in enumerate(stay, 1)]
    else:
        people = [
            replace(one, gone=league.round) if one.user == user and one.gone is None else one
            for one in people
        ]
    await store.set_entrants(league, people)  # a round that is being paired stays


async def start(store: Store, league: League, now: float, lots: Random) -> None:
    """A season begins: people are drawn by lot, or stand as the season before left them."""
    at = await season(store, league)
    people = list(at.entrants)
    if len(people) < max(LEAST[at.terms.system], len(at.terms.sides)):
        raise Refusal(
            phrase(
                "A league of this kind takes {least} people at least; {n} have joined.",
                least=max(LEAST[at.terms.system], len(at.terms.sides)),
                n=len(people),
            )
        )
    if not at.terms.seeded:
        lots.shuffle(people)
    groups = parted(list(range(len(people))), at.terms.size)
    pools = {place: pool for pool, group in enumerate(groups, 1) for place in group}
    drawn = [replace(one, number=place + 1, pool=pools[place]) for place, one in enumerate(people)]
    await store.change_league(replace(league, status="running", round=0, due=now), drawn)
    await wake(store, league.id, now)


def onward(at: Season) -> tuple[NewLeague, list[Entrant]]:
    """The next season, of the same terms: who went up and down, and who has left is gone."""
    order = moved([[row.number for row in rows] for rows in at.tables], at.terms.moves)
    people = [at.entrant(number) for number in order if at.entrant(number).gone is None]
    entrants = [replace(one, number=place, gone=None) for place, one in enumerate(people, 1)]
    league = at.league
    new = NewLeague(
        guild=league.guild,
        channel=league.channel,
        organiser=league.organiser,
        title=league.title,
        terms=msgspec.to_builtins(replace(at.terms, seeded=True)),
        season=league.season + 1,
    )
    return new, entrants


def points(season: Season, pairing: Pairing, order: str) -> dict[str, float]:
    """What an outcome in words earns each number: sides from the best, `>` or `=` between them.

    A side alone is before all others, `draw` is the same place for all, `none` no points for
    anybody. Refusal for anything else.
    """
    sides, text = list(pairing.seats), order.casefold().replace(" ", "")
    if text == "none":
        return {str(number): 0.0 for number in pairing.seats.values()}
    tiers = [sides] if text == "draw" else [tier.split("=") for tier in text.split(">")]
    named = [side for tier in tiers for side in tier]
    if len(tiers) == 1 and len(named) == 1 and named[0] in sides:
        tiers.append([side for side in sides if side not in named])
        named = sides
    if sorted(named) != sorted(sides):
        raise Refusal(words.no_outcome(order, sides))
    places, place = {}, 1
    for tier in tiers:
        places.update(dict.fromkeys(tier, place))
        place += len(tier)
    return {str(pairing.seats[side]): earned for side, earned in by_place(places).items()}


class Leagues:
    """Moves leagues on, one at a time."""

    def __init__(self, store: Store, games: Games, teller: Teller) -> None:
        self._store = store
        self._games = games
        self._teller = teller
        self.lock = asyncio.Lock()
        """Whoever changes a league holds it."""

    async def tell(self, league: League, text: Callable[[], str]) -> None:
        """Say something in the channel of a league, in the language of its server."""
        with channel(league.guild):
            await self._tell(league, text())

    async def _tell(self, league: League, text: str) -> None:
        nonce = f"l{league.id}:{zlib.crc32(text.encode()):x}"
        await self._teller.league(league.channel, text, nonce, None)

    async def look(self, timer: Timer, now: float) -> None:
        """A league is due: its timer is set again if more is to come."""
        async with self.lock:
            league = await self._store.league(int(timer.payload["league"]))
            if league.status == "running":
                with channel(league.guild):
                    await self._move(await season(self._store, league), now)
        await self._store.drop_timer(timer.id)

    async def _move(self, at: Season, now: float) -> None:
        for pairing in at.now:
            await self._settle(at, pairing)
        at = await season(self._store, at.league)
        waiting = [one for one in at.now if self._begins(at, one)]
        for pairing in waiting[:AT_ONCE]:
            await self._begin(at, pairing, now)
        if waiting[AT_ONCE:]:  # other things that are due come between
            await wake(self._store, at.league.id, now)
        at = await season(self._store, at.league)
        league = at.league
        if any(not meeting(one).over for one in at.now):
            return
        if league.round and league.due is None:
            await self._after(at, now)
        elif league.due is not None and league.due <= now:
            await self._pair(at, now)
        elif league.due is not None:
            await wake(self._store, league.id, league.due)

    async def _settle(self, at: Season, pairing: Pairing) -> None:
        """Take the result of a game that is over; end one that was decided without it."""
        if pairing.game is None:
            return
        table = await self._games.get(pairing.game)
        if pairing.how in ("adjudicated", "forfeit"):
            if table.open:
                await self._games.end(table, words.decided(pairing.reason))
            return
        found = table.game.result() if table.game is not None and not table.open else None
        how, earned = "open", {}
        if found is not None:
            sides = list(pairing.seats)
            places = results.places(sides, found.winners, found.scores)
            how = "played"
            earned = {str(pairing.seats[s]): p for s, p in by_place(places).items()}
        elif not table.open:
            how = "stopped"
            if pairing.how != how:
                text = words.stopped(pairing.thread or 0, at.league.organiser)
                await self._teller.league(at.league.channel, text, f"l{pairing.id}:stopped", None)
        if (how, earned) != (pairing.how, pairing.points):
            await self._store.set_pairing(replace(pairing, how=how, points=earned))

    def _begins(self, at: Season, pairing: Pairing) -> bool:
        """Whether a game has not begun. Of people who are not here nobody can begin one: whoever
        organises it says how it ended."""
        there = all(at.entrant(number).user for number in pairing.seats.values())
        return pairing.how == "open" and pairing.game is None and there

    async def _begin(self, at: Season, pairing: Pairing, now: float) -> None:
        """Begin a game of the round that has not begun, in a thread of its own."""
        people = {side: at.entrant(number) for side, number in pairing.seats.items()}
        there = {s: e for s, e in people.items() if e.gone is None or e.gone > at.league.round}
        if any(e.gone is not None and e.user < 0 for e in people.values()):
            places = {side: 1 if side in there else len(there) + 1 for side in people}
            worth = by_place(places) if there else dict.fromkeys(people, 0.0)
            earned = {str(pairing.seats[s]): p for s, p in worth.items()}
            await self._store.set_pairing(replace(pairing, how="forfeit", points=earned))
            return
        thread = pairing.thread
        if thread is None:
            name = words.thread(at.league.title, at.league.round, pairing.id, list(people))
            thread = await self._teller.thread(at.league.channel, name)
            if not thread:  # it may be allowed again later
                await wake(self._store, at.league.id, now + HOUR)
                return
            pairing = replace(pairing, thread=thread)
            await self._store.set_pairing(pairing)
        table = await self._games.find(thread) or await self._new(at, pairing, thread, people)
        await self._store.set_pairing(replace(pairing, game=table.id))
        if table.row.status == "lobby":
            await self._games.start(table, next(iter(people.values())).user)

    async def _new(
        self, at: Season, pairing: Pairing, thread: int, people: Mapping[str, Entrant]
    ) -> Table:
        """As `/game new` makes one: seats, clocks and settings in one write."""
        terms = at.terms
        settings: dict[str, Any] = {"league": at.league.id}
        control = slowest(terms.clock, [one.pace for one in people.values()])
        if control is not None:
            watch = wound(control, list(people), terms.claim)
            settings["watch"] = msgspec.to_builtins(watch)
        return await self._games.create(
            guild=at.league.guild,
            channel=thread,
            owner=0,
            game=terms.game,
            scenario=terms.scenario,
            options=terms.options,
            seats={side: one.user for side, one in people.items()},
            settings=settings,
        )

    async def _after(self, at: Season, now: float) -> None:
        """All games of a round are over: the table, and when the next one begins."""
        league, over = at.league, at.league.round >= at.last
        due = None if over else now + PAUSE
        text = words.after(league.title, league.season, league.round, at.last, due)
        await self._say(at, f"{text}\n{words.table(at.tables, at.name, at.terms.system)}", "table")
        status = "over" if over else "running"
        await self._store.change_league(replace(league, status=status, due=due))
        if due is not None:
            await wake(self._store, league.id, due)

    async def _pair(self, at: Season, now: float) -> None:
        """The next round, if there is one; its games begin at the next look."""
        league, round_ = at.league, at.league.round + 1
        lots = Random(f"{league.id}:{round_}")
        args = (at.terms.system, at.players, at.meetings, round_, at.last, at.terms.sides, lots)
        try:
            new = await asyncio.to_thread(paired, *args)
        except NoRound:
            new = []
        if not any(not one.rest for one in new):
            await self._say(at, words.no_round(league.title), "end")
            await self._store.change_league(replace(league, status="over", due=None))
            return
        pairings = [kept(one) for one in new]
        head = words.round_begins(league.title, round_, at.last)
        text = "\n".join([head, *(words.pairing(at.terms.game, one, at.name) for one in pairings)])
        await self._say(at, text, f"round{round_}", picture=False)
        await self._store.change_league(replace(league, round=round_, due=None), None, pairings)
        await wake(self._store, league.id, now)

    async def _say(self, at: Season, text: str, what: str, *, picture: bool = True) -> None:
        nonce = f"l{at.league.id}:{at.league.round}:{what}"
        await self._teller.league(at.league.channel, text, nonce, at if picture else None)


def slowest(control: Control | None, paces: Sequence[str]) -> Control | None:
    """The clock of a game: that of the league, or a slower one that somebody asked for."""
    if control is None:
        return None
    asked = [control, *(PRESETS[pace] for pace in paces if pace in PRESETS)]
    return max(asked, key=lambda one: (one.bonus, one.bank))
