"""The result of a game that is over, worked out from its log and kept."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence

from msgspec.structs import replace

from bot.house import results
from bot.house.ratings import Played, Seat
from bot.play.table import Table
from storage import Action, How, Part, Result, Store

log = logging.getLogger(__name__)


async def settle(store: Store, table: Table) -> None:
    """Keep the result of a game; nothing for one without."""
    game, row = table.game, table.row
    found = game.result() if game is not None else None
    last = await store.action(row.id, row.seq)
    if game is None or found is None or last is None:
        return
    acted = await store.acted(row.id)
    owners = results.owners(((p.side, p.user, p.orders) for p in acted), table.seats)
    places = results.places(owners, found.winners, found.scores)
    paces = results.paces(await store.answers(row.id))
    await store.set_result(
        Result(
            game=row.id,
            seq=row.seq,
            ended=last.time,
            how=_how(last),
            winners=list(found.winners),
            reason=found.reason,
            scores=dict(found.scores),
            edited=game.edited,
            rated=results.rated(owners.values(), edited=game.edited),
            title=row.game,
            scenario=row.scenario,
            guild=row.guild,
            parts=_parts(acted, owners, places, paces, last.time),
        )
    )


async def settle_all(store: Store, get: Callable[[int], Awaitable[Table]]) -> None:
    """Keep the results of games that are over without one: of older versions, or of a crash."""
    for row in await store.without_result():
        try:
            await settle(store, await get(row.id))
        except Exception:  # one game that cannot must not hold up the others
            log.exception("the result of game %s could not be kept", row.id)


def _how(last: Action) -> How:
    if last.kind == "resign":
        return "time" if last.user is None else "resigned"
    if last.kind == "draw":
        return "agreed"
    return "umpire" if last.kind == "edit" else "played"


def _parts(
    acted: Sequence[Part],
    owners: Mapping[str, int],
    places: Mapping[str, int],
    paces: Mapping[tuple[str, int], float],
    ended: float,
) -> list[Part]:
    """Who had which part; who never gave an order has the side at the end."""
    done = {(part.side, part.user): part for part in acted}
    for side, user in owners.items():
        done.setdefault((side, user), Part(side, user, 0, ended, ended))
    return [
        replace(
            part,
            place=places[side] if owners.get(side) == user else None,
            pace=paces.get((side, user)),
        )
        for (side, user), part in done.items()
    ]


def played(result: Result) -> Played:
    """A result as ratings take it."""
    seats = [Seat(p.side, p.user, p.place) for p in result.parts if p.place is not None]
    return Played(result.ended, result.scenario, seats)
