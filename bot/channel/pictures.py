"""What can be painted, as it goes to the painter: pure data and how it is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import renderer
from engine import HandCard, Overlay
from engine.core.entries import AnyEntry
from engine.core.view import View


@dataclass(frozen=True)
class Painting:
    """A map: what `renderer.render` takes."""

    view: View
    entries: Sequence[AnyEntry]
    mode: str
    overlay: Overlay | None = None
    before: View | None = None
    focus: Sequence[str] = ()
    theme: str = "light"
    large: bool = False

    def paint(self) -> renderer.Picture:
        return renderer.render(
            self.view,
            self.entries,
            self.mode,
            theme=self.theme,
            large=self.large,
            overlay=self.overlay,
            before=self.before,
            focus=self.focus,
        )


@dataclass(frozen=True)
class Here:
    """Who stands in a place."""

    view: View
    place: str
    theme: str = "light"
    large: bool = False

    def paint(self) -> renderer.Picture:
        return renderer.here(self.view, self.place, theme=self.theme, large=self.large)


@dataclass(frozen=True)
class Shot:
    """A picture of a film: what `renderer.shot` takes."""

    view: View
    entries: Sequence[AnyEntry]
    before: View | None = None
    under: bytes = b""
    tall: int = 0
    hands: Sequence[tuple[str, Sequence[str]]] = ()
    theme: str = "light"
    large: bool = False

    def paint(self) -> renderer.Shot:
        return renderer.shot(
            self.view,
            self.entries,
            theme=self.theme,
            large=self.large,
            before=self.before,
            under=self.under,
            tall=self.tall,
            hands=self.hands,
        )


@dataclass(frozen=True)
class Held:
    """A hand."""

    cards: Sequence[HandCard]
    title: str
    orders: Mapping[str, str] = field(default_factory=dict)
    """Id of a card -> how it is played now."""
    theme: str = "light"
    large: bool = False

    def paint(self) -> renderer.Picture:
        return renderer.cards(
            self.cards, self.title, orders=self.orders, theme=self.theme, large=self.large
        )


@dataclass(frozen=True)
class Plotted:
    """Curves."""

    plot: renderer.Plot
    theme: str = "light"
    large: bool = False

    def paint(self) -> renderer.Picture:
        return renderer.plot(self.plot, theme=self.theme, large=self.large)


@dataclass(frozen=True)
class Carded:
    """How a game ended."""

    card: renderer.Card
    theme: str = "light"
    large: bool = False

    def paint(self) -> renderer.Picture:
        return renderer.card(self.card, theme=self.theme, large=self.large)


@dataclass(frozen=True)
class Tabled:
    """How a league stands."""

    league: renderer.League
    theme: str = "light"
    large: bool = False

    def paint(self) -> renderer.Picture:
        return renderer.league(self.league, theme=self.theme, large=self.large)


@dataclass(frozen=True)
class Warm:
    """Not a picture: what the first one of a game needs."""

    game: str

    def paint(self) -> None:
        renderer.warm(self.game)


Drawn = Painting | Shot | Here | Held | Plotted | Carded | Tabled
Work = Drawn | Warm


def game_of(what: Work) -> str:
    """The game whose map it takes; "" for a picture without one."""
    match what:
        case Warm(game):
            return game
        case Painting() | Shot() | Here():
            return what.view.game
        case _:
            return ""
