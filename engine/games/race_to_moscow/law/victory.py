"""The end of the game, chapter 6; with a Soviet player §20.9, in Total War §19.5."""

from engine.core.entries import Played
from engine.games.race_to_moscow.acts import T
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS
from engine.games.race_to_moscow.law.chain import linked
from engine.games.race_to_moscow.state import playing


def at_once(t: T, army: int) -> None:
    """The army has captured an area: is that victory (§6.2, rm-48)?

    It is if its colour wins there and own areas join it to the Main Supply Base.
    """
    unit, where = BOARD.units[army], t.s.at[army]
    if where >= len(BOARD.areas) or unit.colour not in BOARD.areas[where].victors:
        return
    if t.s.control[where] != unit.colour:
        return
    if linked(unit.colour, t.d.held[unit.colour], frontline=False) >> where & 1:
        side = COLOURS[unit.colour]
        scores = {side: t.s.round} if len(t.s.order) == 1 else scores_of(t)  # §6.4: rounds needed
        t.end([side], f"{unit.name} has taken {BOARD.areas[where].name}", scores)


def medals(t: T, colour: int) -> int:
    """What a player's medals come to: tokens, cards, ammo cubes, victory areas (§6.3, rm-10)."""
    cards = [BOARD.cards[item] for pile in _prizes(colour) for item in t.ids(pile)]
    cities = (BOARD.victory & t.d.held[colour]).bit_count()
    return (
        t.s.won[colour]
        + sum(card.medals for card in cards)
        + sum(card.cubes for card in cards if not card.medals) // BOARD.cubes_per_medal
        + cities * BOARD.city_medals
    )


def scores_of(t: T) -> dict[str, int]:
    """Side -> medals; the Soviet player's are those left on the board (§20.9, rm-34)."""
    scores = {COLOURS[colour]: medals(t, colour) for colour in playing(t.s)}
    if t.s.soviet_player:
        scores["soviet"] = sum(t.s.medals)
    return scores


def finish(t: T) -> None:
    """The last round is over: most medals win, then most encircled cards (§6.1, §6.3)."""
    for colour in playing(t.s):
        _open_prizes(t, colour)
    scores = scores_of(t)
    if t.s.total_war:  # §19.5: all lose together
        t.end(["soviet"] if t.s.soviet_player else [], "no victory area was reached", scores)
    elif len(scores) == 1:  # §6.4
        t.end([], "no immediate victory; the medals are the score", scores)
    else:
        best = max((score, _encircled(t, side)) for side, score in scores.items())
        winners = [side for side, n in scores.items() if (n, _encircled(t, side)) == best]
        t.end(winners, "most medals", scores)


def _prizes(colour: int) -> tuple[str, str]:
    return f"beaten.{COLOURS[colour]}", f"pocket.{COLOURS[colour]}"


def _encircled(t: T, side: str) -> int:
    """Encircled Soviet cards, which decide a tie (§6.3)."""
    return len(t.pile(f"pocket.{side}"))


def _open_prizes(t: T, colour: int) -> None:
    """Face-down cards are opened and count like beaten ones (rm-09)."""
    pile = f"pocket.{COLOURS[colour]}"
    for item in t.ids(pile):
        t.reveal(pile, item)
        t.note(Played(side=COLOURS[colour], card=BOARD.items[item], how="opens", rule="6.3"))
