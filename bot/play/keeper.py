"""Keeps the watch of every game: told what is asked, woken when something in it is due.

The watch (`house.watch`) stands with its game in the store, and one timer a game is due when its
next thing is; people have one for their digest and their days off. Nothing is in memory alone:
any moment can be the last one of the process. What is said goes out before it counts as said, and
under a nonce, so that after a crash it is said again and arrives once.
"""

import logging
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

import msgspec

from bot.catalogue import ENGLISH, channel, phrase, speaking
from bot.house import watch as watches
from bot.house.calls import beside, on_deck, seat
from bot.house.person import Person
from bot.house.rules import HOUR
from bot.house.watch import Notice, Watch
from bot.play import ahead, history, leagues, leaving, seats, silence, spectators, weekly
from bot.play.ahead import Back
from bot.play.games import Games
from bot.play.leagues import AGAIN, Leagues
from bot.play.results import settle_all
from bot.play.table import PRACTICE, Foreseen, Table, Told
from bot.words import texts
from bot.words.refusal import Refusal
from storage import FIRST, PAGE, Conflict, Json, LeaseLost, NewDeed, Post, Status, Store, Timer

log = logging.getLogger(__name__)


class Teller(Protocol):
    """Says what is due: when a call returns, it has gone out or stands in the outbox."""

    async def notice(self, table: Table, notice: Notice, person: Person, watch: Watch) -> None:
        """Something about one game."""

    async def handed_back(self, table: Table, back: Back) -> None:
        """Orders that waited for somebody's move were not given; to them alone."""

    async def watched(
        self, table: Table, user: int, person: Person, text: Callable[[], str]
    ) -> None:
        """What somebody who watches a game wants to hear of it."""

    async def sees(self, table: Table, user: int) -> bool:
        """Whether somebody can see a game's channel still. Refusal while Discord does not say."""

    async def blind(self, table: Table, user: int, person: Person) -> None:
        """Who watched a game and cannot see its channel any more hears that it ends."""

    async def weekly(self, channel: int, text: str, nonce: str) -> bool:
        """A server's recap, in the channel that it named for it; False where that is refused."""

    def here(self, table: Table) -> bool:
        """Whether the bot is on the server of a game still."""

    async def there(self, table: Table, user: int) -> bool:
        """Whether somebody is on the server of a game still."""

    async def digest(
        self, user: int, person: Person, waiting: Sequence[tuple[Table, Watch]]
    ) -> None:
        """All games in which somebody is asked, once a day."""


PEOPLE = 10_000
"""People whose language is in memory; of others it is read again."""
LONGEST = 2.0
"""Seconds of a heartbeat that go into what is due; the next one goes on from there."""


class Keeper:
    """The one sleeping task of a bot; `beat` it every few seconds."""

    def __init__(
        self,
        store: Store,
        games: Games,
        now: Callable[[], float],
        teller: Teller,
        herald: leagues.Teller,
    ) -> None:
        self._store = store
        self._games = games
        self._now = now
        self._teller = teller
        self._languages: dict[int, str] = {}
        """What people's Discord spoke when they did something last."""
        self._after = FIRST
        """The timer that was looked at last, while some behind it are due."""
        self.leagues = Leagues(store, games, herald)
        games.follow(self)

    # what is kept ----------------------------------------------------------

    async def watch(self, table: Table) -> Watch:
        """The watch of a game; an empty one where nothing was ever asked."""
        return await silence.watch(self._store, table.row)

    async def person(self, user: int) -> Person:
        """What somebody has chosen for themselves."""
        return _person(await self._store.user_settings(user))

    async def people(self, table: Table) -> dict[int, Person]:
        """Those who have a seat in a game."""
        users = {*table.people, *table.partners.values()}
        kept = await self._store.settings_of(sorted(users))
        return {user: _person(settings) for user, settings in kept.items()}

    async def choose(self, user: int, person: Person) -> None:
        """Keep what somebody has chosen; their games are looked at anew."""
        await self._choose(user, person)
        await self._store.set_timer(f"person:{user}", self._now(), "person", {"user": user})

    async def _choose(self, user: int, person: Person) -> None:
        settings = await self._store.user_settings(user)
        chosen = msgspec.to_builtins(person)
        others = {key: value for key, value in settings.items() if key != "person"}
        await self._store.set_user_settings(
            user, {**others, "person": chosen} if chosen else others
        )

    async def speaks(self, user: int, language: str) -> None:
        """Somebody's Discord is in that language: what is sent to them will be."""
        known = "" if language.startswith(ENGLISH) else language
        if self._languages.get(user) == known:
            return
        person = await self.person(user)
        if person.language != known:
            await self._choose(user, msgspec.structs.replace(person, language=known))
        if len(self._languages) >= PEOPLE:
            self._languages.clear()
        self._languages[user] = known

    def forget(self, user: int) -> None:
        """Nothing is kept of somebody any more."""
        self._languages.pop(user, None)

    async def change(self, table: Table, change: Callable[[Watch, float], Watch]) -> None:
        """Change the watch of a game that one has alone."""
        await self._keep(table, change(await self.watch(table), self._now()))

    async def lock(self, table: Table, deed: NewDeed, news: Sequence[Post], *, on: bool) -> None:
        """Moderators lock a game that one has alone, or unlock it."""
        watch = watches.locked(await self.watch(table), self._now(), on=on)
        kept = {"watch": msgspec.to_builtins(watch)}
        await self._store.rule(table.id, table.row.rev, deed, news, kept)
        await self._set(table, watches.due(watch, await self.people(table)))

    # who stands in ----------------------------------------------------------

    async def stand_in(self, table: Table, side: str, user: int, until: float, text: str) -> None:
        """The practice opponent has a seat until then, and its person after that."""
        key = f"back:{table.id}:{side}"
        payload = {"side": side, "user": user}
        await self._store.set_timer(key, until, "back", payload, game=table.id)
        await seats.hand_over(self._games, table, side, PRACTICE, text)

    async def returned(self, table: Table, user: int) -> list[str]:
        """Somebody is back: the seats that they have again."""
        found = []
        for timer in await self._store.timers_of(table.id):
            if timer.kind == "back" and timer.payload["user"] == user:
                found += await self._back(timer)
        return found

    async def _back(self, timer: Timer) -> list[str]:
        """A seat goes back to its person, if nobody else has got it."""
        assert timer.game is not None
        table = await self._games.get(timer.game)
        side, user = str(timer.payload["side"]), int(timer.payload["user"])
        back = table.open and table.seats.get(side, PRACTICE) == PRACTICE
        if back:
            with channel(table.row.guild):
                text = phrase(
                    "<@{user}> is back and plays {side} again.",
                    user=user,
                    side=table.called(side),
                )
            await seats.hand_over(self._games, table, side, user, text)
        await self._store.drop_timer(timer.id)
        return [side] if back else []

    async def say(self, table: Table, notice: Notice) -> None:
        """Say something about a game at once."""
        person = await self.person(notice.user)
        await self._teller.notice(table, notice, person, await self.watch(table))

    # what is asked ---------------------------------------------------------

    async def turned(self, table: Table, *, earned: bool = True) -> None:
        """A game that one has alone has gone on, or was only loaded: compare what is asked.

        Where another process has its server, that one is woken to do so: two would undo each
        other's watch.
        """
        if not self._store.shards.has(table.row.guild):
            await self._wake(table.id, earned=earned)
            return
        await spectators.turned(self._store, table, self.person, self._now())
        await leagues.turned(self._store, table, self._now())
        told = _told(table, table.row.status)
        if told == table.told:
            return
        watch, people = await self.watch(table), await self.people(table)
        after = _goes_on(table, told.asked, watch, people, table.row.updated, earned=earned)
        if table.game is not None and table.row.status == "running":
            after = await self._deck(table, after, people)
        if after != watch:
            await self._keep(table, after, people)
        table.told = told

    async def foreseen(self, table: Table, status: Status) -> Foreseen | None:
        """Who is asked once the order that is carried out stands on the disk.

        It is written with the order, which a post would have to wait for otherwise. Left to
        `turned`: whoever wants to hear that they are next, games of another process.
        """
        try:
            return await self._foreseen(table, _told(table, status))
        except Exception:  # no order fails by it: `turned` is next
            log.exception("who is asked in game %s could not be foreseen", table.id)
            return None

    async def _foreseen(self, table: Table, told: Told) -> Foreseen | None:
        if told == table.told or not self._store.shards.has(table.row.guild):
            return None
        watch, people = await self.watch(table), await self.people(table)
        if any(person.deck for person in people.values()):
            return None
        after = _goes_on(table, told.asked, watch, people, self._now())
        return Foreseen(msgspec.to_builtins(after), watches.due(after, people), told)

    async def _deck(self, table: Table, watch: Watch, people: Mapping[int, Person]) -> Watch:
        """Who is next is told so if they want it, once for a turn of who is asked."""
        game = table.running()
        asked = [pending.side for pending in game.pending() if pending.kind == "turn"]
        side = on_deck(game.sides, asked)
        user = table.seats.get(side, PRACTICE)
        moment = f"{game.view(None).turn}:{''.join(asked)}"
        wanted = user in people and people[user].deck and user != table.seats.get(asked[0])
        if not (side and wanted) or watch.deck == moment:
            return watch
        key, payload = f"deck:{table.id}", {"side": side, "user": user}
        due = people[user].reachable(self._now())
        await self._store.set_timer(key, due, "deck", payload, game=table.id)
        return msgspec.structs.replace(watch, deck=moment)

    async def _next(self, timer: Timer) -> None:
        """Somebody is next, if they still are."""
        assert timer.game is not None
        table = await self._games.get(timer.game)
        side, user = str(timer.payload["side"]), int(timer.payload["user"])
        if table.open and table.seats.get(side) == user and table.pending_of(side) is None:
            await self.say(table, Notice("deck", side, user))
        await self._store.drop_timer(timer.id)

    async def _tell(self, timer: Timer) -> None:
        """Somebody who watches a game is to hear of it, if they may still see it."""
        assert timer.game is not None
        table, user = await self._games.get(timer.game), int(timer.payload["user"])
        if not self._teller.here(table):
            again = self._now() + HOUR
            await self._store.set_timer(timer.key, again, timer.kind, timer.payload, timer.game)
            return
        if not (there := await self._teller.there(table, user)):
            await self._store.drop_watcher(table.id, user)
        person = await self.person(user)
        if there and not await self._teller.sees(table, user):
            await self._store.drop_watcher(table.id, user)
            await self._teller.blind(table, user, person)
        await spectators.look(
            *(self._store, table, timer, person, self._now()),
            self._teller.watched,
        )

    async def _row(self, game: int) -> tuple[Table, Watch]:
        """A game with its watch."""
        table = await self._games.get(game)
        return table, await self.watch(table)

    async def _keep(
        self,
        table: Table,
        watch: Watch,
        people: Mapping[int, Person] | None = None,
        acted: float = 0.0,
    ) -> None:
        people = await self.people(table) if people is None else people
        due = watches.due(watch, people, acted)
        await self._store.keep_watch(table.id, msgspec.to_builtins(watch), due)

    async def _wake(self, game: int, *, earned: bool = True) -> None:
        """Have a game looked at by whoever has its server."""
        payload = {} if earned else {"earned": False}
        await self._store.set_timer(f"watch:{game}", self._now(), "watch", payload, game=game)

    async def _set(self, table: Table, due: float | None) -> None:
        key = f"watch:{table.id}"
        if due is None:
            await self._store.cancel_timer(key)
        else:
            await self._store.set_timer(key, due, "watch", {}, game=table.id)

    # what is due -----------------------------------------------------------

    async def beat(self) -> None:
        """Do what is due, a page at a time, and not for too long: what waits for ever holds up
        nothing behind it."""
        begun = time.perf_counter()
        await self._make_sure()
        while True:
            page = await self._store.due_timers(self._after)
            for timer in page:
                self._after = timer.due, timer.id
                await self._try(timer)
            if len(page) < PAGE:
                self._after = FIRST
                return
            if time.perf_counter() - begun > LONGEST:
                return

    async def _make_sure(self) -> None:
        """The database failed, before or after a game went on: it is looked at, as after a crash.

        A game that is over may lack its result.
        """
        unsure = self._games.unsure
        if not unsure:
            return
        for game in sorted(unsure):
            if await self._store.revision(game) >= 0:
                await self._wake(game)
            unsure.discard(game)
        await settle_all(self._store, self._games.get)

    async def _try(self, timer: Timer) -> None:
        try:
            await self._do(timer)
        except (Refusal, Conflict):  # a game that is busy, or went on elsewhere: a beat comes soon
            return
        except LeaseLost:
            raise
        except Exception:
            log.exception("what is due in %s could not be said", timer.key)
            again = self._now() + AGAIN
            about = (timer.game, timer.guild)
            await self._store.set_timer(timer.key, again, timer.kind, timer.payload, *about)

    async def _do(self, timer: Timer) -> None:
        now = self._now()
        if timer.kind == "watch":
            await self._look(timer)
        elif timer.kind == "person":
            await self._look_after(timer)
        elif timer.kind == "back":
            await self._back(timer)
        elif timer.kind == "deck":
            await self._next(timer)
        elif timer.kind == leaving.ERASE:
            await leaving.erase(self._store, self._games, self.leagues, timer)
        elif timer.kind == spectators.KIND:
            await self._tell(timer)
        elif timer.kind == weekly.KIND:
            await weekly.look(self._store, self._row, timer, now, self._teller.weekly)
        elif timer.kind == leagues.KIND:
            self.leagues.due(timer, now)
        elif timer.kind == ahead.KIND:
            person = await self.person(int(timer.payload["user"]))
            with speaking(person.language):
                await ahead.look(self._store, self._games, timer, self._teller.handed_back)

    async def _look(self, timer: Timer) -> None:
        """A game in which something is due."""
        assert timer.game is not None
        table = await self._games.get(timer.game)
        if not self._teller.here(table):  # it may come back: then that time counts for nobody
            await self._set(table, self._now() + HOUR)
            return
        async with self._games.alone(table):
            # another process has gone on with it, or one ended before it noted that it had
            await self.turned(table, earned=timer.payload.get("earned", True))
            people = await self.people(table)
            watch = _all_fitted(await self.watch(table), table, people, self._now())
            acted = await history.went_on(self._store, table)
            after, notices = watches.looked(watch, people, self._now(), acted)
            gone = [n for n in notices if not await self._teller.there(table, n.user)]
            for notice in notices:
                if notice in gone:
                    continue
                await self._teller.notice(table, notice, people.get(notice.user, Person()), after)
            await self._store.drop_timer(timer.id)
            await self._keep(table, after, people, acted)
        for key, user in {notice.side: notice.user for notice in gone}.items():
            side = seat(key)
            if key != side:
                with channel(table.row.guild):
                    text = texts.gone_beside(table.row.game, side, user)
                await seats.share(self._games, table, side, None, text)
            elif table.people - {user}:
                with channel(table.row.guild):
                    text = texts.gone(table.row.game, side, user)
                await seats.vacate(self._games, table, side, text)

    async def _look_after(self, timer: Timer) -> None:
        """Somebody's digest is due, or their days off begin or end, or they chose anew."""
        user = int(timer.payload["user"])
        person, now = await self.person(user), self._now()
        waiting = []
        for row in await self._store.games_of(user):
            if row.status != "running":
                continue
            table = await self._games.get(row.id)
            if not self._store.shards.has(row.guild):
                await self._wake(row.id)
                watch = await self.watch(table)
                if any(call.user == user for call in watch.calls.values()):
                    waiting.append((table, watch))
                continue
            async with self._games.alone(table):
                watch = _fitted(await self.watch(table), table, user, person, now)
                await self._keep(table, watch)
            if any(call.user == user for call in watch.calls.values()):
                waiting.append((table, watch))
        if timer.payload.get("digest") and waiting and not person.away(now):
            await self._teller.digest(user, person, waiting)
        await self._store.drop_timer(timer.id)
        await self._plan(user, person, now)

    async def _plan(self, user: int, person: Person, now: float) -> None:
        """The next moment that is about a person."""
        digest = person.daily.after(now) if person.notice == "digest" else None
        moments = [moment for v in person.vacations for moment in (v.start, v.end)]
        coming = [moment for moment in [*moments, digest] if moment is not None and moment > now]
        if coming:
            payload = {"user": user, "digest": min(coming) == digest}
            await self._store.set_timer(f"person:{user}", min(coming), "person", payload)

    async def absent(self, since: float | None, guild: int = 0) -> None:
        """The bot comes back (to a server), and was there last at `since`: what is between counts
        for nobody, and what was lost with the process is looked after when it beats."""
        now = self._now()
        await silence.absent(self._store, now if since is None else min(since, now), now, guild)


def _told(table: Table, status: Status) -> Told:
    game = table.game if status == "running" else None
    asked = tuple(pending.side for pending in game.pending()) if game else ()
    return Told(asked, {**table.seats, **beside(table.partners)})


def _goes_on(
    table: Table,
    asked: Collection[str],
    watch: Watch,
    people: Mapping[int, Person],
    when: float,
    *,
    earned: bool = True,
) -> Watch:
    """The watch once these sides are asked, from then on."""
    now = max(when, watch.counted)
    seats, partners = table.seats, table.partners
    return watches.turned(watch, asked, seats, people, now, earned=earned, partners=partners)


def _person(settings: Json) -> Person:
    return msgspec.convert(settings.get("person", {}), Person)


def _fitted(watch: Watch, table: Table, user: int, person: Person, now: float) -> Watch:
    """A watch with a person's days off as they are, to the second, however late it is looked at."""
    off = person.away(now)
    if off is not None:
        held = [side for side, holder in table.seats.items() if holder == user]
        return watches.went_away(watch, user, held, off.start)
    back = max((v.end for v in person.vacations if v.end <= now), default=now)
    asked = [call.since for call in watch.calls.values() if call.user == user]
    return watches.came_back(watch, user, max([back, *asked]))


def _all_fitted(watch: Watch, table: Table, people: Mapping[int, Person], now: float) -> Watch:
    """A watch with the days off of all its people as they are."""
    for user, person in people.items():
        stands = watch.clocks is not None and watches.vacation(user) in watch.clocks.stopped
        if stands or person.away(now):
            watch = _fitted(watch, table, user, person, now)
    return watch
