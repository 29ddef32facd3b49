"""Who stands in a cell, one by one: for stacks that are taller than a map can show."""

from dataclasses import dataclass
from itertools import groupby

import engine
from engine.core.lexicon import Lexicon
from engine.core.tell import called
from engine.core.view import View
from renderer.inks.text import clip
from renderer.scene import Badge, Piece, Scene, Symbol
from renderer.scenes.artist import Artist
from renderer.scenes.words import ALT_LIMIT

_KINDS: dict[Symbol, str] = {
    "armour": "armour",
    "headquarters": "HQ",
    "rail": "railway",
    "leader": "marker",
    "hidden": "face down",
}
"""What a symbol is called, where that is not its own word."""
_STATES: dict[Badge, str] = {
    "unsupplied": "out of supply",
    "target": "under attack",
    "moved": "has moved",
    "support": "in support",
    "combat": "may attack",
    "limited": "fed for defence alone",
    "blitz": "under a Blitz marker",
}


@dataclass(frozen=True, slots=True)
class Named:
    """A piece, whose it is, its names as people and orders have it, and what else there is to say.

    >>> Named(Piece("armour", 0), "Axis", "9th Army (9)", ("armour", "4-6")).line
    '9th Army (9), armour, 4-6'
    """

    piece: Piece
    side: str
    name: str
    details: tuple[str, ...]

    @property
    def line(self) -> str:
        return ", ".join((self.name, *self.details))


@dataclass(frozen=True, slots=True)
class Standing:
    """A place by its name, and the pieces there in the order of their sides, the top one first."""

    cell: int
    title: str
    pieces: tuple[Named, ...]

    @property
    def count(self) -> int:
        return sum(named.piece.count for named in self.pieces)

    @property
    def head(self) -> str:
        """
        >>> Standing(0, "0204 Bialystok", ()).head
        '0204 Bialystok: nobody stands here'
        """
        many = "1 piece" if self.count == 1 else f"{self.count} pieces"
        return f"{self.title}: {many if self.count else 'nobody stands here'}"

    def lines(self) -> list[str]:
        """Each side and its pieces, a line each."""
        out: list[str] = []
        for side, group in groupby(self.pieces, key=lambda named: named.side):
            out += [f"{side}:", *(named.line for named in group)]
        return out

    def alt(self) -> str:
        sides = groupby(self.pieces, key=lambda named: named.side)
        told = [f"{side}: {'; '.join(n.line for n in group)}." for side, group in sides]
        return clip(" ".join([f"{self.head}.", *told]), ALT_LIMIT)


def standing(artist: Artist, view: View, scene: Scene, place: str) -> Standing:
    """Who stands in a place of the map. KeyError where it is none."""
    rules, cell = engine.rules(view.game), artist.names.cells[place]
    whose = {look: engine.side_name(view.game, side) for side, look in artist.names.sides.items()}
    stacks = [stack for stack in scene.stacks if stack.cell == cell]
    pieces = [p for stack in stacks for p in (*stack.big, *stack.small) if not p.lost]
    name = called(rules, "place", place)
    return Standing(
        cell,
        f"{place} {name}" if place[0].isdigit() and place not in name else name,
        tuple(
            Named(piece, whose.get(piece.side, "Nobody"), *_words(rules.lexicons["unit"], piece))
            for piece in sorted(pieces, key=lambda piece: piece.side)
        ),
    )


def stands(artist: Artist, view: View, scene: Scene) -> list[tuple[str, str]]:
    """(place, words) of every place in which somebody stands, the tallest stack first."""
    places = {cell: place for place, cell in artist.names.cells.items()}
    found = [(place, standing(artist, view, scene, place))
             for place in dict.fromkeys(places[stack.cell] for stack in scene.stacks)]  # fmt: skip
    found.sort(key=lambda pair: -pair[1].count)
    return [(place, there.head) for place, there in found if there.count]


def _words(units: Lexicon, piece: Piece) -> tuple[str, tuple[str, ...]]:
    """The name of a piece, or how many lie under its counter; its kind, strength and state."""
    terms = [units.terms[value] for id_ in piece.ids for value in units.read(id_)]
    names = [f"{t.name} ({t.short})" if t.short not in ("", t.name) else t.name for t in terms]
    kind = _KINDS.get(piece.symbol, piece.symbol)
    own = [piece.strength, piece.nation]
    if piece.steps[1] > 1:
        own.append(f"{piece.steps[0]} of {piece.steps[1]} steps")
    own += [_STATES.get(badge, badge) for badge in piece.badges]
    own += [f"{count} {store}" for store, count in piece.stores]
    own += ["has acted"] if piece.spent else []
    own = [part for part in own if part]
    if piece.count > 1:
        return f"{piece.count} {kind}", (*names, *own)
    if not names:
        return piece.label or kind.capitalize(), ((kind, *own) if piece.label else tuple(own))
    return names[0], (kind, *own)
