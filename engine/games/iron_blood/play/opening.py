"""Set-up: the Axis deploys its regular units, the tokens are laid out."""

from collections.abc import Sequence
from typing import ClassVar

from engine.core.entries import Phased
from engine.core.frames import Become, Call, Choice, Done, Outcome, Proc
from engine.core.picks import pick
from engine.core.tell import several
from engine.core.verbs import Verb, Why
from engine.games.iron_blood.acts import T, place, side_of
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AXIS, SIDES, SOVIET
from engine.games.iron_blood.law import setup
from engine.games.iron_blood.play.season import Season
from engine.games.iron_blood.words import season_name


class Opening(Proc, tag="ib.opening"):
    """The set-up in the printed order, then the first season (ib-38)."""

    STEPS: ClassVar[tuple[str, ...]] = ("deploy", "tokens", "begin")

    def deploy(self, t: T) -> Outcome:
        t.note(Phased(turn=season_name(0), phase="set-up", side="axis", rule="setup.axis"))
        return Call(Deploy(side="axis"))  # §setup.axis

    def tokens(self, t: T) -> Outcome:
        for side in (AXIS, SOVIET):
            lay_out(t, side)  # §setup.axis, §setup.soviet
        return None

    def begin(self, t: T) -> Outcome:
        return Become(Season())


def fill_bags(t: T) -> None:
    """The tokens lie face down beside the board, a bag a side.

    With the optional rule the division token lies open on its space
    (§optional.anti_partisan; ib-22).
    """
    for item, token in enumerate(BOARD.tokens):
        if item == BOARD.division_token and t.s.anti_partisan:
            space = f"track.{BOARD.seasons[BOARD.division_season].id}"
            t.pile(space).push(item, t.everyone)
        else:
            t.pile(f"bag.{SIDES[token.side]}").push(item, 0)


def lay_out(t: T, side: int) -> None:
    """Shuffle a side's bag on the turn track, the hand and out of the game.

    What lies there already counts: the umpire may have laid out some tokens, or all.
    """
    bag, hand = f"bag.{SIDES[side]}", f"hand.{SIDES[side]}"
    if not t.ids(bag):
        return
    layout = BOARD.token_setup[side]
    if side == AXIS and t.s.anti_partisan:
        layout = BOARD.division_setup
    t.shuffle(bag)
    for season in layout.spaces:
        space = f"track.{BOARD.seasons[season].id}"
        if t.ids(bag) and not t.ids(space):
            t.deal(bag, space)
    while t.ids(bag) and len(t.ids(hand)) < layout.in_hand:
        t.draw(bag, hand, SIDES[side])
    while t.ids(bag):
        t.deal(bag, "removed")
    del t.pos.piles[bag]


class Deploy(Choice, kw_only=True, tag="ib.deploy"):
    """Every Axis regular unit goes to a legal hex of Axis territory (§setup.axis)."""

    PHASE: ClassVar[str] = "Set-up"

    def prompt(self, t: T) -> tuple[str, str]:
        left = len(setup.to_deploy(t.s))
        if not left:
            return "All your units are placed; end setup to begin.", "setup.axis"
        are = "1 is" if left == 1 else f"{left} are"
        return f"Deploy your regular units in Axis territory; {are} left.", "setup.axis"

    def verbs(self, t: T) -> Sequence[Verb]:
        left = setup.to_deploy(t.s)

        def suggested() -> Outcome:
            for unit, where in setup.SUGGESTED:
                place(t, unit, where, "setup.axis")
            return Done()

        def put(unit: int, where: int) -> Outcome:
            place(t, unit, where, "setup.axis")
            return None

        def why_unit(unit: int) -> Why:
            counter = BOARD.units[unit]
            if counter.side == side_of(self.side) and counter.regular:
                return Why(f"{counter.name} has been placed; take it back with undo.", "setup.axis")
            return Why(f"{counter.name} is not yours to deploy.", "setup.axis")

        def why_not_hex(unit: int, where: int) -> Why | None:
            return setup.why_not_setup(t.d, unit, where)

        fresh = len(left) == len(BOARD.regulars[AXIS])
        started = None if fresh else Why("You have begun to deploy by hand.", "setup.axis")
        wanting = f"{several(len(left), 'unit')} still to be placed."
        unready = Why(wanting, "setup.axis") if left else None
        slots = (
            pick("unit", "unit", left, why_unit, rule="setup.axis"),
            pick("hex", "place", lambda unit: setup.setup_hexes(t.d, unit), why_not=why_not_hex,
                 rule="setup.axis"),
        )  # fmt: skip
        return (
            Verb("setup suggested", suggested, rule="setup.axis", blocked=started, ends=True,
                 hint="Take the suggested set-up and begin."),
            Verb("place", put, slots, rule="setup.axis", hint="Put a unit in Axis territory."),
            Verb("end setup", Done, rule="setup.axis", blocked=unready, ends=True,
                 hint="All units are placed: begin."),
        )  # fmt: skip
