"""One battle, step by step (§10.5), from the strengths to the advance."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from engine.board.occupancy import Occupancy
from engine.core.entries import Fought, Marked, Noted
from engine.core.events import Moment
from engine.core.frames import Become, Call, Choice, Done, Goto, Outcome
from engine.core.picks import pick
from engine.core.playing import armed_line
from engine.core.verbs import Slot, Verb, Why
from engine.games.no_retreat.acts import T, acting, eliminate, foe, side_of
from engine.games.no_retreat.cards.moments import ATTACK
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    CA,
    CB,
    DD,
    DR,
    DS,
    EX,
    NO_EFFECT,
    NOWHERE,
    ON_MAP,
    RESULTS,
    SIDES,
)
from engine.games.no_retreat.law import crt, odds
from engine.games.no_retreat.law.fight import Fight, fighting, new_roll
from engine.games.no_retreat.law.targets import defenders, hexes_of
from engine.games.no_retreat.law.targets import left as markers_left
from engine.games.no_retreat.play.advance import Advance, may_advance
from engine.games.no_retreat.play.losses import ATTACKER, DEFENDER, EVERY, Losses, spare
from engine.games.no_retreat.play.retreat import Retreats
from engine.games.no_retreat.play.shed import shed_if_needed
from engine.games.no_retreat.play.windows import window
from engine.games.no_retreat.state import NoRetreat, face
from engine.games.no_retreat.words import PEOPLE

_BEATEN = (DR, DS, DD)
_MEANING: dict[int, str] = {
    CA: "Counterattack",
    CB: "Counterblow",
    DR: "Defender Retreat",
    DS: "Defender Shattered",
    DD: "Defender Destroyed",
    EX: "Exchange",
}


class Battle(Fight, kw_only=True, tag="nr.battle"):
    """A battle; a counterattack becomes a new one (§10.7.2)."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "strength", "attacker_card", "defender_card", "withdraw",
        "ground", "columns", "throw", "pick", "attacker_late", "defender_late",
        "apply", "exchange", "exchange_foe", "retreat", "destroy", "won", "advance_after", "close",
    )  # fmt: skip
    ASIDE: ClassVar[tuple[str, ...]] = ("chosen_ground", "picked", "fallen_back", "answer")

    # §10.5 steps 1 and 2 ----------------------------------------------------------------

    def strength(self, t: T) -> Outcome:
        kind = "Counterattack" if self.counter else "Attack"
        where = ", ".join(BOARD.label(place) for place in self.targets)
        who = ", ".join(BOARD.units[unit].name for unit in self.units)
        t.note(Noted(text=f"{kind} on {where} by {who}.", rule="10.5"))
        if not self.counter:
            for unit in self.units:
                t.s.fought[unit] = 1  # §10.3.4
        self.commit(t)
        return None

    def commit(self, t: T) -> None:
        """The marker is used up (§10.6.2)."""
        if self.support:
            setattr(t.s, self.support, getattr(t.s, self.support) - 1)
            text = f"The {PEOPLE[side_of(self.side)]} commit {self.support.title()}!"
            t.note(Noted(text=text, rule="10.6.2"))

    def attacker_card(self, t: T) -> Outcome:
        return Call(window("attack", [self.side]))

    def defender_card(self, t: T) -> Outcome:
        return Call(window("defend", [self.foe]))

    def withdraw(self, t: T) -> Outcome:
        """Card 47: the attack ends without a roll."""
        if not self.withdrawn:
            return Goto("ground")
        units = [unit for place in self.targets for unit in t.d.units(side_of(self.foe), place)]
        back = Retreats(side=self.foe, units=units, low=1, high=1, free=True)
        return Call(back, then="fallen_back")

    def fallen_back(self, t: T) -> Outcome:
        self.result, self.at_hex = DR, [DR for _ in self.targets]
        self.advance = [-1]
        return Goto("advance_after")

    # steps 3 and 4 -----------------------------------------------------------------------

    def ground(self, t: T) -> Outcome:
        """The defender says which hex's terrain counts (§10.6.1)."""
        kinds = {sum(x.columns for x in odds.ground(t.s, self, place)) for place in self.targets}
        if len(kinds) < 2:
            self.terrain = odds.best_ground(t.s, self)
            return Goto("columns")
        return Call(Terrain(side=self.foe), then="chosen_ground")

    def chosen_ground(self, t: T) -> Outcome:
        self.terrain = self.handed()
        return Goto("columns")

    def columns(self, t: T) -> Outcome:
        seen = odds.preview(t.s, t.d, self)
        self.initial, self.final = seen.initial, seen.final
        t.note(Noted(text=f"Odds: {odds.sentence(seen)}.", rule="10.5"))
        return None

    # step 5 -------------------------------------------------------------------------------

    def throw(self, t: T) -> Outcome:
        new_roll(self)
        if self.auto_result:  # §5.3.2, nr-24: also for an automatic CA
            self.result = RESULTS.index(self.auto_result)
            return Goto("attacker_late")
        if self.final == crt.AUTOMATIC:
            self.result = CA  # §10.6.4
            return Goto("apply")
        self.rolled = t.roll("battle", self.dice, crt.DIE, self.side)
        return None

    def pick(self, t: T) -> Outcome:
        if len(set(self.rolled)) < 2:
            return self._read(t, self.rolled[0])
        return Call(Die(side=self.chooser or self.side, rolled=self.rolled), then="picked")

    def picked(self, t: T) -> Outcome:
        return self._read(t, self.handed())

    def _read(self, t: T, roll: int) -> Outcome:
        self.roll = roll
        self.result = crt.result(odds.table(t.s, side_of(self.side)), self.final, roll)
        text = f"Roll {roll} on {crt.name(self.final)}: {result_words(self.result)}."
        t.note(Noted(text=text, rule="10.5"))
        return Goto("attacker_late")

    def attacker_late(self, t: T) -> Outcome:
        return Call(window("attack_roll", [self.side]))

    def defender_late(self, t: T) -> Outcome:
        if self.again:
            return Goto("throw")
        return Call(window("defend_roll", [self.foe]))

    # step 6 -------------------------------------------------------------------------------

    def apply(self, t: T) -> Outcome:
        if self.again:
            return Goto("throw")
        for before, after, _ in self.convert:
            if self.result == before:
                self.result = after
        side = side_of(self.side)
        self.at_hex = [
            odds.outcome_at(t.s, t.d, side, self.result, place) for place in self.targets
        ]
        self.there = [t.d.units(side_of(self.foe), place) for place in self.targets]
        self.left = list(self.targets)
        self._tell(t)
        if self.result == CA:
            blow = Counterattack(side=self.foe)
            return Call(blow, then="answer")
        if self.result == CB:
            return self._counterblow(t)
        if self.result == NO_EFFECT:
            return Goto("close")
        self._spend_volkssturm(t)
        return None

    def answer(self, t: T) -> Outcome:
        """A CA: no effect, or a brand new battle of the same units (§10.7.2)."""
        if not isinstance(self.ret, str):
            return Goto("close")
        return Become(strike_back(t.s, self, self.ret))

    def _counterblow(self, t: T) -> Outcome:
        """A CB: a marker on a hex of the phasing side, whoever attacked (§10.7.3; nr-11)."""
        phasing = SIDES[t.s.phasing]
        mine = self.units if phasing == self.side else self.foes
        hexes = [place for place in hexes_of(t.s, mine) if _markable(t, t.s.phasing, place)]
        if not hexes:
            return Goto("close")
        if not self.marked and not markers_left(t.s, t.s.phasing):
            t.note(Noted(text="No marker is left for the Counterblow.", rule="10.1"))  # nr-74
            return Goto("close")
        t.s.placed[t.s.phasing] += not self.marked
        return Call(Mark(side=phasing, hexes=hexes), then="close")

    def _spend_volkssturm(self, t: T) -> None:
        """A Volkssturm that turned a DR into nothing is gone (§14.11; nr-81)."""
        side = side_of(self.side)
        for place in self.targets:
            for unit in odds.spent(t.s, t.d, side, self.result, place):
                eliminate(t, unit, "spent, the retreat is no effect", "14.11")

    def _tell(self, t: T) -> None:
        won = self.result in _BEATEN
        name = crt.result_name(self.result)
        there = {crt.result_name(result) for result in self.at_hex}
        changed = there != {name}
        note = f", which means {', '.join(sorted(there))}" if changed else ""
        t.note(
            Fought(
                places=[BOARD.places[place] for place in self.targets],
                sides=[self.side, self.foe],
                scores=[
                    odds.strength(t.s, self.units, self.doubled),
                    odds.strength(t.s, self.foes, self.doubled),
                ],
                winner=self.side if won else "",
                result=f"{name[:1].upper()}{name[1:]}{note}.",
                rule="10.7",
            )
        )

    def exchange(self, t: T) -> Outcome:
        """EX: the attackers lose a step, once, whatever the number of hexes (nr-70)."""
        if EX not in self.at_hex:
            return Goto("retreat")
        units = [*self.units, *spare(t.s, self.units)]
        return Call(Losses(side=self.side, units=units, role=ATTACKER))

    def exchange_foe(self, t: T) -> Outcome:
        """And the defenders a step: all together, or each hex where a Fort made it an EX."""
        if self.result == EX:
            self.left = []
            units = [*self.foes, *spare(t.s, self.foes)]
            return Call(Losses(side=self.foe, units=units, role=DEFENDER))
        place = self._next(EX)
        if place == NOWHERE:
            return None
        return Call(
            Losses(side=self.foe, units=self._foes_in(t, place), role=DEFENDER),
            then="exchange_foe",
        )

    def _next(self, *results: int) -> int:
        """Take up the next target with one of these results, NOWHERE when there is none."""
        for place, result in zip(self.targets, self.at_hex, strict=True):
            if place in self.left and result in results:
                self.left = [other for other in self.left if other != place]
                return place
        return NOWHERE

    def _struck(self, t: T, place: int) -> list[int]:
        """Those that the result found in a target and that are still there, unengaged ones too."""
        return [u for u in self.there[self.targets.index(place)] if t.s.at[u] == place]

    def _foes_in(self, t: T, place: int) -> list[int]:
        return [unit for unit in self._struck(t, place) if unit in self.foes]

    def retreat(self, t: T) -> Outcome:
        """DR, DS, DD: hex by hex the defenders leave, unengaged ones too (§10.7.2)."""
        place = self._next(*_BEATEN)
        if place == NOWHERE:
            return Goto("won")
        result = self.at_hex[self.targets.index(place)]
        foes = self._foes_in(t, place)
        self.losing = foes if result == DD else []
        if odds.forted(t.s, t.d, side_of(self.side), place):
            return None  # §10.7.4: the retreat of a DD is ignored
        return Call(
            Retreats(
                side=self.foe,
                units=self._struck(t, place),
                shattered=foes if result == DS else [],
                low=self.retreat_min,
                high=self.retreat_max,
            )
        )

    def destroy(self, t: T) -> Outcome:
        """DD: once they have retreated, each unit loses a step (nr-75)."""
        units = [unit for unit in self.losing if t.s.at[unit] < ON_MAP]
        if not units:
            return Goto("retreat")
        return Call(Losses(side=self.foe, units=units, role=EVERY), then="retreat")

    def won(self, t: T) -> Outcome:
        """Cards on the advance, the side with the initiative first (§5.0; nr-94)."""
        if not self._advance(t):
            return Goto("close")
        first = SIDES[t.s.initiative]
        return Call(window("result", [first, foe(first)]))

    def advance_after(self, t: T) -> Outcome:
        step = self._advance(t)
        return Call(step) if step else None

    def _advance(self, t: T) -> Advance | None:
        """The advance, if a DR, DS or DD emptied a target hex (§10.8)."""
        held = t.d.present[side_of(self.foe)]
        vacated = [
            place
            for place, result in zip(self.targets, self.at_hex, strict=True)
            if result in _BEATEN and not held >> place & 1
        ]
        units = [unit for unit in self.units if may_advance(t.s, unit)]
        if not vacated or not units:
            return None
        return Advance(side=self.side, units=units, vacated=vacated, changes=self.advance)

    def close(self, t: T) -> Outcome:
        if shed := shed_if_needed(t):
            return Call(shed.frame, then="close")
        return Done()


def _markable(t: T, side: int, place: int) -> bool:
    """May a hex of the side get a Counterblow: none yet, not white alone (§10.1.2; nr-83)?"""
    units = t.d.units(side, place)
    return place not in t.s.blows and any(not face(t.s, unit).white for unit in units)


def result_words(result: int) -> str:
    """A result and what the letters mean (§10.7).

    >>> result_words(EX), result_words(NO_EFFECT)
    ('EX, Exchange', 'no effect')
    """
    name = crt.result_name(result)
    return f"{name}, {_MEANING[result]}" if result in _MEANING else name


def new_battle(
    s: NoRetreat, d: Occupancy, side: int, targets: list[int], units: list[int], support: str = ""
) -> Battle:
    """An attack of the phasing side on marked hexes, as it would begin."""
    return Battle(
        side=SIDES[side],
        units=units,
        targets=targets,
        foes=defenders(s, d, side, targets),
        bare=[place for place in targets if place in s.blows],  # §10.1.2
        marked=any(place in s.targets for place in targets),
        support=support,
    )


def promises(t: T, begun: Battle) -> list[int]:
    """Cards in the attacker's hand that could be played in a battle before its die (§10.5)."""
    hand = t.pos.piles.get(f"hand.{begun.side}")
    if hand is None:
        return []
    moment = Moment(begun.side, ATTACK)
    stack = t.pos.lanes[0].stack
    stack.append(begun)  # as if it had begun: events look there for their conditions
    found = [card for card in hand.ids if armed_line(t, moment, card)]
    stack.pop()
    return found


def strike_back(s: NoRetreat, now: Fight, support: str = "") -> Battle:
    """The counterattack to a battle: the same units, and no terrain (§10.7.2)."""
    hexes = hexes_of(s, now.units)
    return Battle(
        side=now.foe,
        units=now.foes,
        targets=hexes,
        foes=now.units,
        bare=hexes,
        marked=now.marked,
        counter=now.counter + 1,
        support=support,
    )


def battle_preview(
    s: NoRetreat,
    d: Occupancy,
    side: int,
    targets: list[int],
    units: list[int],
    support: str = "",
) -> odds.Preview:
    """The odds of an attack that nobody has ordered yet, with a marker assumed.

    Places and units as numbers.
    """
    return odds.preview(s, d, new_battle(s, d, side, targets, units, support))


# choices within a battle -----------------------------------------------------------------


class Terrain(Choice, kw_only=True, tag="nr.terrain"):
    """The defender of several hexes names the one whose terrain counts (§10.6.1)."""

    POLICY: ClassVar[str] = "terrain"

    def prompt(self, t: T) -> tuple[str, str]:
        return "Choose the hex whose terrain counts for all.", "10.6.1"

    def default(self, t: T) -> str:
        """The best for the defender; in the own turn its side is asked."""
        if side_of(self.side) == t.s.phasing:
            return ""
        return f"terrain {BOARD.places[odds.best_ground(t.s, fighting(t))]}"

    def verbs(self, t: T) -> Sequence[Verb]:
        now = fighting(t)

        def label(place: int) -> str:
            found = odds.ground(t.s, now, place)
            words = ", ".join(f"{x.reason} {x.columns:+}" for x in found) or "no shift"
            return f"{BOARD.label(place)}: {words}"

        def why(place: int) -> Why:
            return Why(f"{BOARD.label(place)} is not attacked in this battle.", "10.6.1")

        slot = pick("hex", "place", now.targets, why, label=label, rule="10.6.1")
        hint = "The terrain of one target hex counts."
        return (Verb("terrain", Done, (slot,), rule="10.6.1", hint=hint),)


class Die(Choice, kw_only=True, tag="nr.die"):
    """Two dice were rolled: which counts (card 23)?"""

    rolled: list[int]
    POLICY: ClassVar[str] = "die"

    def prompt(self, t: T) -> tuple[str, str]:
        return f"The dice show {', '.join(map(str, self.rolled))}: which one counts?", "5.3.1"

    def default(self, t: T) -> str:
        """The better one; a side that is acting is asked."""
        return "" if acting(t, self.side) else self.better(t)

    def better(self, t: T) -> str:
        """The line for the better one."""
        now = fighting(t)
        used = odds.table(t.s, side_of(now.side))
        return f"die {crt.best(used, now.final, self.rolled, self.side == now.side)}"

    def verbs(self, t: T) -> Sequence[Verb]:
        now = fighting(t)
        used = odds.table(t.s, side_of(now.side))

        def label(roll: int) -> str:
            return crt.result_name(crt.result(used, now.final, roll))

        slot = pick("die", "number", sorted(set(self.rolled)), label=label, rule="5.3.1")
        return (Verb("die", Done, (slot,), rule="5.3.1", hint="One of the two dice counts."),)


class Counterattack(Choice, kw_only=True, tag="nr.counterattack"):
    """After a CA the defender may strike back with the same units, or let it be (§10.7.2)."""

    POLICY: ClassVar[str] = "counterattack"

    def prompt(self, t: T) -> tuple[str, str]:
        now = fighting(t)
        seen = odds.preview(t.s, t.d, strike_back(t.s, now))
        return f"Counterattack? It would be {odds.sentence(seen)}.", "10.7.2"

    def default(self, t: T) -> str:
        """Let it be; in the own turn its side is asked."""
        return "" if side_of(self.side) == t.s.phasing else "decline"

    def verbs(self, t: T) -> Sequence[Verb]:
        now = fighting(t)
        side = side_of(self.side)

        def do(marker: str | list[str]) -> Outcome:
            return Done(marker if isinstance(marker, str) else "")

        support = marker_slot(t, side, lambda: now.foes)
        hint = "A new battle of the same units, without terrain."
        return (
            Verb("counterattack", do, (support,), rule="10.7.2", hint=hint),
            Verb("decline", Done, rule="10.7.2", hint="The battle ends here."),
        )


def marker_slot(t: T, side: int, units: Callable[..., list[int]]) -> Slot:
    """`commit MARKER`, for an attack by the units that `units` finds in the picks (§10.6.2)."""
    marker = odds.MARKERS[side]

    def markers(*picks: object) -> list[str]:
        return [marker] if odds.may_commit(t.s, side, units(*picks)) else []

    def why(*picks: object) -> Why:
        if picks[-1] != marker:
            return Why(f"The {PEOPLE[side]} have {marker.title()}! markers.", "10.6.2")
        if not getattr(t.s, marker):
            return Why(f"No {marker.title()}! marker is left this turn.", "10.6.2")
        return Why(f"{marker.title()}! can't help units that are all Unsupplied.", "10.6.2")

    return pick("marker", "support", markers, why, key="commit", optional=True, rule="10.6.2")


class Mark(Choice, kw_only=True, tag="nr.mark"):
    """The phasing side puts the Counterblow marker of a CB on a hex of its units (§10.7.3)."""

    hexes: list[int]

    def prompt(self, t: T) -> tuple[str, str]:
        return "Choose the hex of yours that gets the Counterblow marker.", "10.7.3"

    def verbs(self, t: T) -> Sequence[Verb]:
        def why(place: int) -> Why:
            return Why(f"None of your units in this battle is in {BOARD.label(place)}.", "10.7.3")

        def do(place: int) -> Outcome:
            t.s.blows = [*t.s.blows, place]
            id_ = BOARD.places[place]
            t.note(Marked(place=id_, mark="counterblow", value=self.side, rule="10.7.3"))
            return Done()

        slot = pick("hex", "place", self.hexes, why, rule="10.7.3")
        hint = "It must be attacked in the next player turn."
        return (Verb("mark", do, (slot,), rule="10.7.3", hint=hint),)
