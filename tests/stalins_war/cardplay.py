"""A card in the hand of who acts, played as an event by an order line."""

from collections.abc import Mapping, Sequence

from engine.core.game import Game
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    SIDES,
)
from engine.games.stalins_war.state import StalinsWar, played
from engine.games.stalins_war.words import PLACES
from tests.stalins_war.table import card, ids, table
from tests.stalins_war.test_action_rounds import half

G = BOARD.ground
ID = G.grid.ids


def game_of(
    id_: str,
    placed: Mapping[str, str] | None = None,
    turn: int = 12,
    more: Sequence[str] = (),
    **kinds: object,
) -> Game:
    """A side's Action Round with a card in its hand, and `more` of the other's."""
    side = SIDES[BOARD.cards[card(id_)].side]
    s, _ = table(placed, turn=turn, side=side, **kinds)  # type: ignore[arg-type]
    other = SIDES[1 - SIDES.index(side)]
    return half(s, **{f"hand_{side}": [id_], f"hand_{other}": list(more)})


def play(game: Game, id_: str, *told: str) -> StalinsWar:
    """The card is played as an event, with what it is told."""
    side = SIDES[BOARD.cards[card(id_)].side]
    game.submit(side, " ".join(["event", id_, *told]))
    it = BOARD.cards[card(id_)]
    pile = "removed" if it.asterisk else "discard"
    assert card(id_) in game.table.ids(f"{pile}.{side}")
    assert played(game.table.s, it.event)
    return game.table.s


def offered(game: Game, line: str) -> set[str]:
    """The hexes that may come next."""
    side = game.pending()[0].side
    words = [item.value.split()[-1] for item in game.complete(side, line + " ").items]
    return ids(int(PLACES.read(word)[0]) for word in words)


ARMY, PZ_46, CORPS = "ge_4th_army", "ge_46_pz_corps", "ge_43_corps"
FRONT, RIFLES, TANKS = "su_west_front", "su_20r_army", "su_1t_army"
