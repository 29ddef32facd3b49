"""Random legal positions, written as edit lines: the fuzzer starts from them."""

from collections.abc import Iterator, Sequence
from random import Random

from engine.board.bits import members
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AIR, AXIS, FLEET, PARTISAN, SIDES, SOVIET, Season
from engine.games.iron_blood.law.obstacles import ENTERABLE


def scatter(rng: Random, stations: Sequence[str], division: bool) -> list[str]:
    """A crowded front somewhere, in some season, at some station."""
    season, station = rng.choice(BOARD.seasons), rng.choice(stations)
    return [
        "clear",
        *_units(rng, season, station),
        *_marks(rng),
        *_tokens(rng, season, division),
        f"at {season.id} {rng.choice(SIDES)} {station}",
    ]


def _units(rng: Random, season: Season, station: str) -> Iterator[str]:
    centre, width = rng.choice(members(BOARD.land)), rng.randint(2, 6)
    crowd = [h for h in members(BOARD.land) if BOARD.map.distance(h, centre) <= width]
    full: tuple[set[int], set[int]] = (set(), set())
    for unit in BOARD.units:
        id_, side = unit.id, unit.side
        if not unit.regular or rng.random() < 0.15:
            continue
        wanted = crowd if rng.random() < 0.7 else members(BOARD.land)
        free = [h for h in wanted if ENTERABLE[unit.kind] >> h & 1 and h not in full[side]]
        if station == "setup" and side == AXIS:
            free = [h for h in free if BOARD.territory[AXIS] >> h & 1]
        if free:
            hex_ = rng.choice(free)
            full[side].add(hex_)
            came = BOARD.places[rng.choice(BOARD.neighbours[hex_])]
            moved = f" moved from={came}" if rng.random() < 0.4 else ""
            yield f"put {id_} {BOARD.places[hex_]}{moved}"
    for side in (AXIS, SOVIET):
        if rng.random() < 0.7:
            yield (
                f"put {BOARD.units[BOARD.of_kind[side][FLEET][0]].id} "
                + BOARD.places[rng.choice(BOARD.seas[side].hexes)]
            )
        for unit_ in BOARD.of_kind[side][AIR]:
            places = [BOARD.air_box[side]]
            if season.air:
                places += [BOARD.sea_box[1 - side], *(h for h in crowd if BOARD.clear >> h & 1)]
            yield f"put {BOARD.units[unit_].id} {BOARD.places[rng.choice(places)]}"
    rear = [h for h in crowd if BOARD.territory[SOVIET] >> h & 1]
    for unit_ in BOARD.of_kind[SOVIET][PARTISAN]:
        if rear and rng.random() < 0.4:
            yield f"put {BOARD.units[unit_].id} {BOARD.places[rng.choice(rear)]}"


def _marks(rng: Random) -> Iterator[str]:
    soviet = [place for place in BOARD.locations if place.territory == SOVIET]
    for place in soviet:
        if rng.random() < 0.25:
            yield f"mark {place.id} control axis"
    if rng.random() < 0.3:
        yield f"mark {rng.choice([p.id for p in soviet if not p.industrial])} stalin"
    for fortress in BOARD.fortresses:
        if rng.random() < 0.3:
            yield f"mark {fortress.id} fortress destroyed"


def _tokens(rng: Random, season: Season, division: bool) -> Iterator[str]:
    """Those of later seasons lie on the track, the others are in hand or used."""
    piles: dict[str, list[str]] = {}
    for side in (AXIS, SOVIET):
        tokens = [token.id for token in BOARD.tokens if token.side == side]
        layout = BOARD.token_setup[side]
        if side == AXIS and division:
            layout = BOARD.division_setup
            apart = BOARD.tokens[BOARD.division_token].id
            tokens.remove(apart)
            later = BOARD.division_season > season.index
            space = BOARD.seasons[BOARD.division_season].id
            piles.setdefault(f"track.{space}" if later else "used", []).append(apart)
        rng.shuffle(tokens)
        for _ in range(layout.removed):
            piles.setdefault("removed", []).append(tokens.pop())
        for space_ in layout.spaces:
            if space_ > season.index:
                piles[f"track.{BOARD.seasons[space_].id}"] = [tokens.pop()]
        for token_ in tokens:
            home = f"hand.{SIDES[side]}" if rng.random() < 0.7 else "used"
            piles.setdefault(home, []).append(token_)
    for name, tokens in piles.items():
        yield f"cards {name} {' '.join(tokens)}"
    if division and BOARD.division_season > season.index:  # it lies there open
        for name in SIDES:
            yield f"see {name} {BOARD.tokens[BOARD.division_token].id}"
