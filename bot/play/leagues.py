"""Seasons of leagues: what is kept turned into rounds, their games begun and their results read.

A league moves on when a timer of its own is due: results are taken from games that are over,
games of the round are begun that have not, and after the last one the next round is paired.
Each step can be done again, so that it comes to its end after a crash. What is said goes out
before it counts as said, under a nonce. Leagues are looked at side by side: one that waits for
Discord holds up no other, and who gives a command in it waits for one step at most.
"""

import asyncio
import contextlib
import logging
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextvars import Context
from random import Random
from typing import Any, Literal, Protocol
from weakref import WeakValueDictionary

import msgspec
from msgspec.structs import replace

import engine
from bot.catalogue import channel, phrase
from bot.house import results
from bot.house.clocks import PRESETS, Control
from bot.house.league.groups import moved, parted
from bot.house.league.meetings import Meeting, Player, System, by_place, lost
from bot.house.league.rounds import LEAST, NoRound, paired, rounds
from bot.house.league.standings import Row, standings
from bot.house.rules import DAY, HOUR
from bot.house.watch import Claim, Watch, wound
from bot.play.games import Games
from bot.play.table import Table
from bot.words import league as words
from bot.words.refusal import Refusal
from storage import Conflict, Entrant, League, LeaseLost, NewLeague, Pairing, Store, Timer

log = logging.getLogger(__name__)

KIND = "league"
"""The kind of timer of a league."""
PAUSE = HOUR
"""Between the last game of a round and the next one: results may still be put right."""
AGAIN = 60.0
"""Seconds until what could not be said is tried again."""
OPENING = 20.0
"""Seconds that Discord may take to open a thread: it may have been asked too often."""
RETRY = 600.0
"""Seconds until a thread that could not be opened is tried again."""
REPORT = 7 * DAY
"""Between two looks at the games of a round whose time is over."""
CLOSING = 5.0
"""Seconds that looks under way have at the end."""
Late = Literal["clock", "report"]
"""What becomes of games that are open when the time of their round is over: whose clock has run
out loses, or whoever organises the league decides."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What is played, and how it is paired.

    `rounds` is 0 where the number of people says it; `size` that of a group, 0 for one of all;
    `moves` so many go up and down between groups. `seeded`: people stand in order already. A round
    has `days`, 0 for as long as it takes.
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
    days: int = 0
    late: Late = "clock"

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

    def here(self, guild: int) -> bool:
        """Whether the bot is on that server still."""

    async def thread(self, place: int, name: str) -> int:
        """A thread of that name in a channel, the one that is there already if there is; 0 where
        that is not allowed."""

    async def league(
        self, place: int, text: str, nonce: str, season: "Season | None", call: int = 0
    ) -> None:
        """Words for a channel, with a picture of the table of a season; `call` is called."""


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


async def wake(store: Store, league: int, when: float, why: str = "") -> None:
    """Have a league looked at then; each `why` has a time of its own."""
    guild = (await store.league(league)).guild
    await store.set_timer(f"{KIND}:{league}{why}", when, KIND, {"league": league}, guild=guild)


async def turned(store: Store, table: Table, now: float) -> None:
    """A game has gone on; one that is over may be of a league."""
    if not table.open and (found := await store.pairing_of(table.id)) is not None:
        await wake(store, found[0], now)


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
    """Moves leagues on."""

    def __init__(self, store: Store, games: Games, teller: Teller) -> None:
        self._store = store
        self._games = games
        self._teller = teller
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._looks: dict[int, asyncio.Task[None]] = {}

    def alone(self, league: int) -> asyncio.Lock:
        """Whoever changes a league holds this; who begins one, that of the channel's number."""
        return self._locks.setdefault(league, asyncio.Lock())

    async def tell(self, league: League, text: Callable[[], str]) -> None:
        """Say something in the channel of a league, in the language of its server."""
        with channel(league.guild):
            await self._tell(league, text())

    async def _tell(self, league: League, text: str) -> None:
        nonce = f"l{league.id}:{zlib.crc32(text.encode()):x}"
        await self._teller.league(league.channel, text, nonce, None)

    async def withdraw(self, user: int) -> None:
        """Somebody is in no further round of any league, and in none that gathers its people."""
        for league in await self._store.entered(user):
            async with self.alone(league.id):
                await leave(self._store, await self._store.league(league.id), user)

    def due(self, timer: Timer, now: float) -> None:
        """Have a league looked at beside all else, once at a time."""
        league = int(timer.payload["league"])
        if league not in self._looks:
            self._looks[league] = asyncio.create_task(
                self._due(league, timer, now), name=timer.key, context=Context()
            )

    async def _due(self, league: int, timer: Timer, now: float) -> None:
        try:
            await self.look(timer, now)
        except (Refusal, Conflict, LeaseLost):  # a busy game: the next beat comes soon
            log.info("%s waits", timer.key)
        except Exception:
            log.exception("what is due in %s could not be said", timer.key)
            again = (now + AGAIN, timer.kind, timer.payload)
            await self._store.set_timer(timer.key, *again, guild=timer.guild)
        finally:
            del self._looks[league]

    async def close(self) -> None:
        """Let looks under way come to their end; what they leave is done at the next start."""
        if self._looks:
            _, late = await asyncio.wait(list(self._looks.values()), timeout=CLOSING)
            for task in late:
                task.cancel()

    async def look(self, timer: Timer, now: float) -> None:
        """A league is due: its timers are set again if more is to come."""
        number = int(timer.payload["league"])
        if (at := await self._running(number)) is not None:
            if self._teller.here(at.league.guild):
                with channel(at.league.guild):
                    await self._moved(number, now)
            else:
                with contextlib.suppress(KeyError):  # else it was forgotten just now
                    await wake(self._store, number, now + HOUR)  # it may come back
        await self._store.drop_timer(timer.id)

    async def lost(self, place: int) -> None:
        """The channel of a league is gone: its season ends as it stands."""
        league = await self._store.league_in(place)
        if league is None:
            return
        async with self.alone(league.id):
            league = await self._store.league(league.id)
            if league.status != "over":
                await self._store.change_league(replace(league, status="over", due=None))

    async def _moved(self, number: int, now: float) -> None:
        """All that can be done by now, step by step: between two of them others have their turn."""
        async with self.alone(number):
            if (at := await self._running(number)) is not None:
                await self._settled(at, now)
        while await self._begun(number, now):
            continue
        async with self.alone(number):
            if (at := await self._running(number)) is not None:
                await self._onward(at, now)

    async def _running(self, number: int) -> Season | None:
        """A season that is under way; its server may have taken the bot away."""
        try:
            league = await self._store.league(number)
        except KeyError:
            return None
        return await season(self._store, league) if league.status == "running" else None

    async def _settled(self, at: Season, now: float) -> None:
        """Take all results of the round; once its time is over, end what can be ended."""
        for pairing in at.now:
            await self._settle(at, pairing)
        at = await season(self._store, at.league)
        ends = await self._ends(at)
        if ends is not None and ends <= now and any(not meeting(one).over for one in at.now):
            await self._late(at, now)
            for pairing in (await season(self._store, at.league)).now:
                await self._settle(at, pairing)

    async def _ends(self, at: Season) -> float | None:
        """When the time of the round is over: what the bot missed of it counts for nobody."""
        league = at.league
        if league.ends is None:
            return None
        begun = league.ends - max(at.terms.days * DAY, REPORT)
        missed = await self._store.silences(league.guild, begun)
        return league.ends + sum(until - max(since, begun) for since, until in missed)

    async def _onward(self, at: Season, now: float) -> None:
        """The next step of a season, if it is time for one."""
        league = at.league
        if any(not meeting(one).over for one in at.now):
            if (ends := await self._ends(at)) is not None:
                await wake(self._store, league.id, ends, ":ends")
        elif league.round and league.due is None:
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
                text = words.decided(pairing.reason, by_clock=_by_clock(pairing))
                await self._games.end(table, text)
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
                who = at.league.organiser
                text = words.stopped(pairing.thread or 0, who)
                nonce = f"l{pairing.id}:stopped"
                await self._teller.league(at.league.channel, text, nonce, None, who)
        if (how, earned) != (pairing.how, pairing.points):
            await self._store.set_pairing(replace(pairing, how=how, points=earned))

    async def _late(self, at: Season, now: float) -> None:
        """The time of the round is over: clocks decide if that is agreed, and whoever organises
        the league hears of what is still open."""
        league = at.league
        for pairing in at.now if at.terms.late == "clock" else ():
            if pairing.how == "open" and pairing.game is not None:
                await self._out_of_time(pairing, await self._games.get(pairing.game))
        at = await season(self._store, league)
        left = [one for one in at.now if not meeting(one).over]
        by_clock = [one for one in at.now if _by_clock(one)]
        text = words.late(
            words.round_ended(league.title, league.round, at.last),
            [words.pairing(at.terms.game, one, at.name) for one in by_clock],
            [words.pairing(at.terms.game, one, at.name) for one in left],
            league.organiser,
            now + REPORT,
        )
        nonce = f"l{league.id}:{league.round}:late{league.ends:.0f}"
        who = league.organiser if left else 0
        await self._teller.league(league.channel, text, nonce, None, who)
        await self._store.change_league(replace(league, ends=now + REPORT if left else None))

    async def _out_of_time(self, pairing: Pairing, table: Table) -> None:
        """Whose clock has run out, its grace too, has lost; who never gave an order did not turn
        up."""
        kept = (await self._store.settings("game", table.id)).get("watch")
        watch = msgspec.convert(kept, Watch) if kept else Watch()
        out = [side for side in pairing.seats if side in watch.out and not watch.stands(side)]
        if not out or not table.open:
            return
        played = {part.side for part in await self._store.acted(table.id)}
        earned = {str(number): points for number, points in lost(pairing.seats, out).items()}
        how = "adjudicated" if played & set(out) else "forfeit"
        reason = words.out_of_time(table.row.game, out)
        await self._store.set_pairing(replace(pairing, how=how, points=earned, reason=reason))

    def _begins(self, at: Season, pairing: Pairing) -> bool:
        """Whether a game has not begun. Of people who are not here nobody can begin one: whoever
        organises it says how it ended."""
        there = all(at.entrant(number).user for number in pairing.seats.values())
        return pairing.how == "open" and pairing.game is None and there

    async def _begun(self, number: int, now: float) -> bool:
        """Begin the next game of the round that has not begun; False where there is none, or
        none can begin now."""
        async with self.alone(number):
            at = await self._running(number)
            waiting = [one for one in at.now if self._begins(at, one)] if at is not None else []
            if at is None or not waiting:
                return False
            if await self._begin(at, waiting[0]):
                return True
            await wake(self._store, number, now + RETRY, ":again")
            return False

    async def _begin(self, at: Season, pairing: Pairing) -> bool:
        """Begin a game in a thread of its own; False where that cannot be opened now."""
        people = {side: at.entrant(number) for side, number in pairing.seats.items()}
        gone = [side for side, one in people.items() if one.gone and one.gone <= at.league.round]
        if any(people[side].user < 0 for side in gone):
            earned = {str(number): points for number, points in lost(pairing.seats, gone).items()}
            await self._store.set_pairing(replace(pairing, how="forfeit", points=earned))
            return True
        thread = pairing.thread
        if thread is None:
            name = words.thread(at.league.title, at.league.round, pairing.id, list(people))
            try:
                async with asyncio.timeout(OPENING):
                    thread = await self._teller.thread(at.league.channel, name)
            except TimeoutError:
                thread = 0
            if not thread:
                log.info("no thread for a game of league %s at present", at.league.id)
                return False
            pairing = replace(pairing, thread=thread)
            await self._store.set_pairing(pairing)
        table = await self._games.find(thread) or await self._new(at, pairing, thread, people)
        if table.row.status == "lobby":
            await self._games.start(table, next(iter(people.values())).user)
        await self._store.set_pairing(replace(pairing, game=table.id))  # last: it is begun then
        return True

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
        await self._store.change_league(replace(league, status=status, due=due, ends=None))
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
        ends = now + at.terms.days * DAY if at.terms.days else None
        head = words.round_begins(league.title, round_, at.last, ends)
        text = "\n".join([head, *(words.pairing(at.terms.game, one, at.name) for one in pairings)])
        await self._say(at, text, f"round{round_}", picture=False)
        begun = replace(league, round=round_, due=None, ends=ends)
        await self._store.change_league(begun, None, pairings)
        await wake(self._store, league.id, now)

    async def _say(self, at: Season, text: str, what: str, *, picture: bool = True) -> None:
        nonce = f"l{at.league.id}:{at.league.round}:{what}"
        await self._teller.league(at.league.channel, text, nonce, at if picture else None)


def _by_clock(pairing: Pairing) -> bool:
    """Whether a game was decided by nobody but the clock."""
    return pairing.judge is None and pairing.game is not None and bool(pairing.reason)


def slowest(control: Control | None, paces: Sequence[str]) -> Control | None:
    """The clock of a game: that of the league, or a slower one that somebody asked for."""
    if control is None:
        return None
    asked = [control, *(PRESETS[pace] for pace in paces if pace in PRESETS)]
    return max(asked, key=lambda one: (one.bonus, one.bank))
