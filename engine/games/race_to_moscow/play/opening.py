"""The piles of the set-up (§4), and the Soviet player's part of it (§20.3)."""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.entries import Phased
from engine.core.frames import Become, Call, Choice, Done, Outcome, Proc
from engine.core.verbs import Verb, Why
from engine.games.race_to_moscow.acts import T, place_marker
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS
from engine.games.race_to_moscow.play.soviet_player import place_verb
from engine.games.race_to_moscow.play.turn import Rounds


def lay_out(t: T) -> None:
    """All piles of the set-up: decks face down, what stays in the box lies open there (§4, 20)."""
    for colour in range(len(COLOURS)):
        for card in BOARD.pursuit[colour]:
            _lay(t, f"pursuit.{COLOURS[colour]}" if colour in t.s.order else "box", card)
    for card in BOARD.soviet_cards:
        face = BOARD.cards[card]
        if t.s.soviet_player:  # §20.3
            _lay(t, f"soviet.{'armor' if face.armor else 'infantry'}", card)
        else:
            _lay(t, f"soviet.{face.edge}", card)
    for card in BOARD.okh:
        _lay(t, "box" if t.s.basic else "okh", card)
    out = BOARD.without[t.s.difficulty][len(t.s.order)]
    for marker in BOARD.markers:
        in_play = t.s.soviet_player and marker.index not in out  # §20.2
        _lay(t, "markers" if in_play else "box", marker.index)
    for name in [name for name in t.pos.piles if name not in ("markers", "box")]:
        t.shuffle(name)
    if not t.s.basic:  # rm-43
        for _ in range(BOARD.open_okh[len(t.s.order)]):  # rm-22
            t.play("okh", "okh_open", t.ids("okh")[0])


def _lay(t: T, pile: str, item: int) -> None:
    seen = t.everyone if pile == "box" else 0
    t.pile(pile).push(item, t.bit("soviet") if pile == "markers" else seen)


class Opening(Proc, tag="rm.opening"):
    """The set-up, then the first round."""

    STEPS: ClassVar[tuple[str, ...]] = ("markers", "begin")

    def markers(self, t: T) -> Outcome:
        if not t.s.soviet_player:
            return None
        t.note(Phased(turn="Set-up", phase="Soviet markers", side="soviet", rule="20.3"))
        return Call(SovietSetup(side="soviet"))

    def begin(self, t: T) -> Outcome:
        return Become(Rounds())


class SovietSetup(Choice, kw_only=True, tag="rm.soviet_setup"):
    """A marker, infantry or armor in secret, on each Soviet symbol (§20.3)."""

    PHASE: ClassVar[str] = "Set-up"

    def prompt(self, t: T) -> tuple[str, str]:
        left = len(self.areas(t))
        return f"Put a marker on each Soviet symbol; {left} are left.", "20.3"

    def may_hold(self, t: T) -> bool:
        return True  # which kinds are left is its secret

    def areas(self, t: T) -> list[int]:
        """The symbols without a marker."""
        return [area for area in BOARD.symbols if not t.s.soviet[area]]

    def verbs(self, t: T) -> Sequence[Verb]:
        def place(kind: str, area: int) -> Outcome:
            place_marker(t, area, "20.3", armor=kind == "armor")
            return None if self.areas(t) else Done()

        def why_not(area: int) -> Why:
            name = BOARD.place_names[area]
            if area in BOARD.symbols:
                return Why(f"{name} has a marker already.", "20.3")
            return Why(f"{name} has no Soviet symbol.", "20.3")

        return (place_verb(t, self.areas(t), place, why_not, "20.3"),)
