"""What a seat sees of Stalin's War: everything but hands and draw piles."""

from engine.core.view import View
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards.deck import OPEN_PILES
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import SIDES
from engine.games.stalins_war.play.battle import Battle
from engine.games.stalins_war.state import on_map
from engine.games.stalins_war.words import turn_name


class StalinsWarView(View, kw_only=True):
    """Lists by unit as in the state, pairs by side; places, sites and cards are indices."""

    PASSING = View.PASSING | {
        *("flags", "side", "round", "ops", "activated", "attacked", "spent", "battle", "attackers")
    }

    scenario: str
    number: int
    """Turn 1 to 18."""
    round: int
    side: int
    place: list[int]
    step: list[int]
    flags: list[int]
    supply: list[int]
    axis: str
    """Mask by site, in hexadecimal: those of the Axis."""
    vp: int
    ops: int
    bank: list[int]
    count: list[int]
    rp: list[int]
    """Replacement Points by kind, in halves."""
    boxes: list[list[int]]
    trenches: list[list[int]]
    festungs: list[int]
    zones: list[int]
    fortress: int
    destroyed: list[int]
    partisans: list[int]
    activated: list[int]
    attacked: list[int]
    blitz: list[int]
    digging: list[int]
    played: list[int]
    in_round: list[int]
    in_turn: list[int]
    spent: list[int]
    """Combat Cards used in this Action Round, once for each use."""
    total_war: bool
    hands: list[int]
    """How many cards each side holds."""
    draws: list[int]
    """How many cards lie in each draw pile."""
    piles: dict[str, list[int]]
    """The cards that lie open, by pile."""
    battle: list[int]
    """The hex attacked in the combat under way, in a list."""
    attackers: list[int]


class _Cards:
    """The piles as all see them: looked through again only where they may have changed."""

    __slots__ = ("draws", "hands", "piles")

    def __init__(self, t: T) -> None:
        self.hands = [len(t.ids(f"hand.{name}")) for name in SIDES]
        self.draws = [len(t.ids(f"draw.{name}")) for name in SIDES]
        self.piles = {name: list(t.ids(name)) for name in OPEN_PILES}


def view(t: T, side: str | None) -> StalinsWarView:
    """A fresh whitelist for a seat."""
    s, cards = t.s, t.dealt("cards", _Cards, t)
    fight = t.under_way(Battle)
    return StalinsWarView(
        game="stalins_war",
        seat=side or "",
        turn=turn_name(s.turn),
        revision=t.pos.revision,
        asked=[],
        scenario=BOARD.starts[s.scenario].id,
        number=s.turn,
        round=s.round,
        side=s.side,
        place=s.place.copy(),
        step=s.step.copy(),
        flags=s.flags.copy(),
        supply=s.supply.copy(),
        axis=s.axis,
        vp=s.vp,
        ops=s.ops,
        bank=s.bank.copy(),
        count=s.count.copy(),
        rp=s.rp.copy(),
        boxes=[boxes.copy() for boxes in s.boxes],
        trenches=[hexes.copy() for hexes in s.trenches],
        festungs=s.festungs.copy(),
        zones=s.zones.copy(),
        fortress=s.fortress,
        destroyed=s.destroyed.copy(),
        partisans=s.partisans.copy(),
        activated=s.activated.copy(),
        attacked=s.attacked.copy(),
        blitz=s.blitz.copy(),
        digging=s.digging.copy(),
        played=s.played.copy(),
        in_round=s.in_round.copy(),
        in_turn=s.in_turn.copy(),
        spent=s.spent.copy(),
        total_war=s.total_war,
        hands=cards.hands,
        draws=cards.draws,
        piles=cards.piles,
        battle=[fight.target] if fight else [],
        attackers=[unit for unit in fight.units if on_map(s, unit)] if fight else [],
    )
