"""What a seat sees of No Retreat!: the whole map, and of the hands their size."""

from engine.core.view import View
from engine.games.no_retreat.acts import T
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import AXIS, NOWHERE, SIDES, SOVIET
from engine.games.no_retreat.law import victory
from engine.games.no_retreat.law.fight import battle
from engine.games.no_retreat.state import NoRetreat, weather
from engine.games.no_retreat.words import turn_name


class NoRetreatView(View, kw_only=True):
    """Parallel lists: units in the order of `units.json`, sites as `BOARD.sites`, pairs by side.

    Places are indices into `BOARD.places`; sides are 0 (axis) and 1 (soviet), -1 nobody.
    """

    PASSING = View.PASSING | {"phasing", "moved", "fought"}

    scenario: str
    number: int
    """Turn 1 to 28."""
    date: str
    phasing: int
    initiative: int
    symbol: int
    """The side whose event symbols count (§5.3.3)."""
    weather: int
    """As in `facts.WEATHERS`, Long Winter too."""
    markers: list[int]
    """Weather of each turn, as its marker or box shows it."""
    at: list[int]
    face: list[int]
    unsupplied: list[int]
    disorganized: list[int]
    moved: list[int]
    fought: list[int]
    control: list[int]
    captured: list[int]
    """Sites captured in this player turn."""
    vp: list[int]
    """Score of each side; the square marker shows that of the initiative."""
    event_vp: int
    """The round marker: positive for the Axis."""
    high_tide: int
    berlin: bool
    sudden_death: list[int]
    """Of each side: more VP than this win it the game in the next check, -1 for none."""
    sudden_death_turn: int
    supports: list[int]
    """Blitz! and Shock! markers left."""
    targets: list[int]
    blows: list[int]
    reserve: int
    support: list[int]
    """Side -> unit with its Local Support marker."""
    works: int
    works_side: int
    scorched: int
    no_zoc: list[int]
    battle: list[int]
    """Hexes attacked in the battle under way."""
    attackers: list[int]
    hand_sizes: list[int]
    """Without the Joker."""
    joker: int
    """Who holds the Joker, -1 when it is not played."""
    hand: list[str]
    """The seat's own cards, by number."""
    deck: int
    """Cards in the draw pile."""
    discards: int
    discard_top: str
    """The card on top of the discard pile, "" for none."""
    out: list[str]
    """Cards out of play."""


def view(t: T, side: str | None) -> NoRetreatView:
    """A fresh whitelist for a seat."""
    s, d = t.s, t.d
    hands = axis, soviet = t.ids("hand.axis"), t.ids("hand.soviet")
    own = () if side is None else hands[SIDES.index(side)]
    joker = BOARD.joker in axis, BOARD.joker in soviet
    discards = t.ids("discard")
    fight = battle(t)
    death, bars = _next_death(s)
    return NoRetreatView(
        turn=turn_name(s.turn),
        scenario=BOARD.scenarios[s.scenario].id,
        number=s.turn,
        date=BOARD.turn(s.turn).date,
        phasing=s.phasing,
        initiative=s.initiative,
        symbol=victory.symbol(s),
        weather=weather(s),
        markers=s.weather.copy(),
        at=s.at.copy(),
        face=s.face.copy(),
        unsupplied=s.unsupplied.copy(),
        disorganized=s.disorganized.copy(),
        moved=s.moved.copy(),
        fought=s.fought.copy(),
        control=[*s.control[:-1], victory.finland(d)],
        captured=s.captured.copy(),
        vp=victory.both(s, d),
        event_vp=s.event_vp,
        high_tide=s.high_tide,
        berlin=s.berlin,
        sudden_death=bars,
        sudden_death_turn=death,
        supports=[s.blitz, s.shock],
        targets=s.targets.copy(),
        blows=s.blows.copy(),
        reserve=s.reserve,
        support=s.support.copy(),
        works=s.works,
        works_side=s.works_side,
        scorched=s.scorched,
        no_zoc=s.no_zoc.copy(),
        battle=list(fight.targets) if fight else [],
        attackers=list(fight.units) if fight else [],
        hand_sizes=[len(axis) - joker[AXIS], len(soviet) - joker[SOVIET]],
        joker=joker.index(True) if True in joker else NOWHERE,
        hand=list(map(str, own)),
        deck=len(t.ids("deck")),
        discards=len(discards),
        discard_top=str(discards[0]) if discards else "",
        out=list(map(str, t.ids("out"))),
    )


_DEATHS = tuple(
    (space.turn, space.sudden_death) for space in BOARD.turns if max(space.sudden_death) > 0
)


def _next_death(s: NoRetreat) -> tuple[int, list[int]]:
    """The next turn with a Sudden Death check and its two bars (§13.2); 0 when there is none."""
    if victory.by_sudden_death(s):
        for number, bars in _DEATHS:
            if number > s.turn and number != s.skip_sudden:
                return number, list(bars)
    return 0, [-1, -1]
