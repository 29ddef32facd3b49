"""A Swiss round by FIDE's Dutch system, as py4swiss pairs it.

Sides stand for colours, adjudicated games for played ones, and a game that somebody did not turn
up for is a forfeit, in which nobody had a side. Nobody is paired with somebody twice, or has two
rounds off.

FIDE lets those who can still win it have a side three times more often in the last round (A.7
topscorers). Here no round counts as the last one, unless it can't be paired otherwise; and where
that does not help either, sides count no more for it: a small league comes to its end, too. So
nobody has one side more than twice oftener than the other: 1,673 seasons by lot, of 4 to 20 people
in five rounds or as many as there can be, with withdrawals, forfeits and wishes; in 1,427 of them
nobody had one more than once oftener. 117 others, of eight people two of whom left, came to their
end before the fifth round. `test_league.py` plays others each time.
"""

from collections.abc import Mapping, Sequence

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from bot.house.league.meetings import REST, Meeting, Player, met
from bot.house.league.sides import had, seated

_REST = RoundResult(
    id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE
)
_AWAY = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)
_PLAYED = {1.0: ResultToken.WIN, 0.5: ResultToken.DRAW, 0.0: ResultToken.LOSS}
_PLAIN = {
    1.0: ResultToken.FULL_POINT_BYE,
    0.5: ResultToken.HALF_POINT_BYE,
    0.0: ResultToken.ZERO_POINT_BYE,
}


class NoPairing(Exception):
    """There is no round in which nobody meets twice or rests twice."""


def swiss(
    players: Sequence[Player],
    here: Sequence[Player],
    meetings: Sequence[Meeting],
    round_: int,
    rounds: int,
    sides: Sequence[str],
) -> list[dict[str, int]]:
    """The next round of a group: the seats of each game, and of who has it off.

    `players` are all that ever were in it, in the order of their seeds, `here` those who are
    still there. Raises NoPairing.
    """
    numbers = {one.number: place for place, one in enumerate(players, 1)}
    away = {numbers[one.number] for one in players} - {numbers[one.number] for one in here}
    pairs = None
    for last, colours in ((rounds + 1, True), (rounds, True), (rounds, False)):
        try:
            pairs = _paired(numbers, away, meetings, round_, last, sides, colours=colours)
            break
        except PairingError:
            continue
    if pairs is None:
        raise NoPairing
    by_place = dict(enumerate(players, 1))
    before, found = had(meetings), []
    for one, other in pairs:
        if other == 0:
            found.append({REST: by_place[one].number})
        else:
            found.append(seated([by_place[one], by_place[other]], sides, before))
    return found


def _paired(
    numbers: Mapping[int, int],
    away: set[int],
    meetings: Sequence[Meeting],
    round_: int,
    rounds: int,
    sides: Sequence[str],
    *,
    colours: bool,
) -> list[tuple[int, int]]:
    """Pairs of places; 0 stands for nobody. Raises PairingError."""
    own: dict[int, list[RoundResult]] = {}
    for number, place in numbers.items():
        by_round = {one.round: one for one in meetings if number in one.seats.values()}
        own[place] = [
            _result(by_round.get(past), number, numbers, sides, colours=colours)
            for past in range(1, round_)
        ]
    apart = [sorted(numbers[one] for one in pair) for pair in met(meetings)]
    section = XSection(
        number_of_rounds=rounds,
        zeroed_ids=away,
        forbidden_pairs={(one, other) for one, other in apart},
    )
    points = section.scoring_point_system.get_points_times_ten
    people = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=place,
            points_times_ten=sum(points(result) for result in results),
            rank=place,
            results=results,
        )
        for place, results in own.items()
    ]
    trf = ParsedTrf(player_sections=people, x_section=section)
    return [(pair.white, pair.black) for pair in DutchEngine.generate_pairings(trf)]


def _result(
    meeting: Meeting | None,
    number: int,
    numbers: Mapping[int, int],
    sides: Sequence[str],
    *,
    colours: bool,
) -> RoundResult:
    """What a round was to somebody."""
    if meeting is None:
        return _AWAY
    if meeting.rest:
        return _REST
    points = meeting.points.get(number, 0.0)
    [side] = [side for side, who in meeting.seats.items() if who == number]
    [other] = [who for who in meeting.seats.values() if who != number]
    if meeting.how == "forfeit":
        result = ResultToken.FORFEIT_WIN if points else ResultToken.FORFEIT_LOSS
    elif not colours or sum(meeting.points.values()) != 1:  # lost for both: no game has that
        return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=_PLAIN[points])
    else:
        result = _PLAYED[points]
    colour = ColorToken.WHITE if side == sides[0] else ColorToken.BLACK
    return RoundResult(id=numbers[other], color=colour, result=result)
