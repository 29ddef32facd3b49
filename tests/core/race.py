"""Race: a game for one to three armies on a point map, with or without a fourth seat.

It has what Skirmish has no use for: sides chosen at the start; moves area by area
with cards drawn and tokens turned on the way; tokens that nobody knows, or that
the defender chose; a reaction by a fixed rule, which asks the left-hand neighbour
where the rule leaves it open; a pause in which every army is fed at once.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

import msgspec

from engine.board.pointmap import point_map
from engine.core.edit import Editor, always
from engine.core.entries import Marked, Moved, Noted, Phased
from engine.core.errors import Malformed
from engine.core.frames import Call, Choice, Done, Fork, Frame, Goto, Outcome, Proc
from engine.core.lexicon import Lexicon, Term, words
from engine.core.rules import Option, OptionValue, Rules
from engine.core.settings import one_of, row, whole
from engine.core.table import Table
from engine.core.verbs import Pick, Picks, Slot, Value, Verb, Why
from engine.core.view import View

ARMIES = ("gray", "white", "brown")
ROADS = (
    "gray_base kaunas, white_base minsk, brown_base kiev, kaunas minsk, minsk kiev, "
    "kaunas riga, minsk orsha, kiev orel, riga orsha, orsha orel"
)
AREAS = (
    "gray_base",
    "white_base",
    "brown_base",
    "kaunas",
    "minsk",
    "kiev",
    "riga",
    "orsha",
    "orel",
)
MAP = point_map(AREAS, ((*road.split(), "road") for road in ROADS.split(", ")))  # type: ignore
FRONT = (6, 7, 8)
"""Where tokens lie at the start."""
TOKENS = ("infantry1", "infantry2", "infantry3", "armor1", "armor2", "armor3")
CARDS = ("fuel1", "fuel2", "mud1", "mud2", "mud3")
ITEMS = TOKENS + CARDS
"""All that lies in piles, tokens and cards: one row of numbers, so that each is one thing."""
TRAINS = 2
LAST_TURN = 3


class Race(msgspec.Struct, forbid_unknown_fields=True):
    """State: army -> area, fuel and food; area -> owner; supplies at the bases; trains left."""

    at: list[int]
    fuel: list[int]
    food: list[int]
    stock: list[int]
    owner: list[int]
    trains: int = TRAINS
    turn: int = 1


T = Table[Race, None]


def armies(t: T) -> list[str]:
    """The sides that have an army, in turn order."""
    order = t.pos.options["order"]
    assert isinstance(order, list)
    return order or [side for side in t.pos.sides if side != "soviet"]


def tokens(t: T, area: int) -> list[int]:
    return t.pile(f"at.{AREAS[area]}").ids


def put_token(t: T, area: int, kind: str = "") -> None:
    """A token from the bag: of the kind that the defender chose, or one that nobody knows."""
    pile = f"at.{AREAS[area]}"
    if kind:
        t.move("bag", pile, of_kind(t, kind)[0], t.bit("soviet"))
    else:
        t.deal("bag", pile)
    t.note(Marked(place=AREAS[area], mark="token", value="face down"))


def of_kind(t: T, kind: str) -> list[int]:
    return [item for item in t.pile("bag").ids if ITEMS[item].startswith(kind)]


# procedures ----------------------------------------------------------------------


class Rounds(Proc, kw_only=True, tag="race.rounds"):
    seat: int = 0
    STEPS: ClassVar = ("set_up", "turn", "pass_on")

    def set_up(self, t: T) -> Outcome:
        if "soviet" in t.pos.sides:
            return Call(Defend(side="soviet", areas=list(FRONT)))
        for area in FRONT:
            put_token(t, area)
        return None

    def turn(self, t: T) -> Outcome:
        return Call(Turn(side=armies(t)[self.seat]))

    def pass_on(self, t: T) -> Outcome:
        self.seat = (self.seat + 1) % len(armies(t))
        t.s.turn += not self.seat
        if t.s.turn > LAST_TURN:
            scores = {side: t.s.owner.count(ARMIES.index(side)) for side in armies(t)}
            best = max(scores.values())
            t.end([side for side, n in scores.items() if n == best], "areas", scores)
        return Goto("turn")


class Turn(Proc, kw_only=True, tag="race.turn"):
    side: str
    STEPS: ClassVar = ("begin", "act", "react")

    def ambient(self, t: T, side: str) -> Sequence[Verb]:
        """Loading is open at all times of one's own turn, but while it is paused."""
        if side != self.side or len(t.pos.lanes) > 1:
            return ()
        return (load(t, ARMIES.index(side)),) if t.s.stock[ARMIES.index(side)] else ()

    def begin(self, t: T) -> Outcome:
        t.player_turn()
        t.note(Phased(turn=str(t.s.turn), phase="actions", side=self.side))
        return None

    def act(self, t: T) -> Outcome:
        return Call(Act(side=self.side))

    def react(self, t: T) -> Outcome:
        areas = reactions(t)
        if not areas or not t.pile("bag").ids:
            return None
        if "soviet" in t.pos.sides:
            return Call(Defend(side="soviet", areas=areas, least=len(areas) - 1))
        near = [a for a in areas if any(army in MAP.neighbours[a] for army in t.s.at)] or areas
        left = armies(t).index(self.side) - 1
        return Call(Neighbour(side=armies(t)[left], areas=near))


class Cold(Proc, kw_only=True, tag="race.cold"):
    """A station: the pause, in the turn of a side."""

    side: str
    STEPS: ClassVar = ("pause", "go_on")

    def pause(self, t: T) -> Outcome:
        return Call(Pause())

    def go_on(self, t: T) -> Outcome:
        return Call(Rounds(step="turn", seat=armies(t).index(self.side)))


def load(t: T, army: int) -> Verb:
    """`load fuel N food N`: from the base, one or both of them."""

    def domain(picks: Picks) -> list[str]:
        named = picks[0]
        assert isinstance(named, list)
        left = t.s.stock[army] - sum(int(word) for word in map(str, named) if word.isdecimal())
        if named and not str(named[-1]).isdecimal():
            return [str(n) for n in range(1, left + 1)]
        return [kind for kind in ("fuel", "food") if kind not in named and left]

    def stop(picks: Picks) -> Why | None:
        named = picks[0]
        assert isinstance(named, list)
        return None if str(named[-1]).isdecimal() else Why("How many?", "2")

    def do(cargo: list[str]) -> Outcome:
        for kind, count in zip(cargo[::2], map(int, cargo[1::2]), strict=True):
            (t.s.fuel if kind == "fuel" else t.s.food)[army] += count
            t.s.stock[army] -= count
        return None

    return Verb("load", do, (Slot("cargo", "cargo", domain, many=True, stop=stop, rule="2"),))


class Act(Choice, kw_only=True, tag="race.act"):
    moved: bool = False

    def prompt(self, t: T) -> tuple[str, str]:
        return "Move your army, take trains, look around.", "1"

    def verbs(self, t: T) -> Sequence[Verb]:
        army = ARMIES.index(self.side)
        here = t.s.at[army]
        about = [a for a in MAP.neighbours[here] if not all_known(t, a, self.side)]
        trains = Slot("number", "number", lambda _: range(1, t.s.trains + 1), rule="4")
        area = Slot("area", "place", lambda _: about, rule="3")
        ready = () if self.moved or not t.s.fuel[army] else (self.move(t, army),)
        return (
            *ready,
            *((Verb("take trains", lambda n: self.take(t, n), (trains,)),) if t.s.trains else ()),
            *((Verb("look", lambda a: self.look(t, a), (area,), rule="3"),) if about else ()),
            Verb("end turn", Done, ends=True),
        )

    def move(self, t: T, army: int) -> Verb:
        """`move UNIT area.. [fast]`: two areas; a third one for more fuel."""

        def onward(picks: Picks) -> list[int]:
            way = picks[1]
            assert isinstance(way, list)
            path = [t.s.at[army], *map(int, way)]
            if len(path) > 3 or tokens(t, path[-1]):
                return []
            foreign = [base for base in range(3) if base != army]
            others = [*(p for p in t.s.at if p < len(AREAS)), *foreign, *path]
            return [a for a in MAP.neighbours[path[-1]] if a not in others]

        def fast(picks: Picks) -> tuple[str, ...]:
            return ("fast",) if len(picks[1]) > 2 else ()  # type: ignore[arg-type]

        def slow(picks: Picks) -> Why | None:
            return Why("The third area is for `fast` armies.", "2.1") if fast(picks) else None

        def go(unit: int, way: list[int], quick: Pick) -> Outcome:
            self.moved = True
            t.s.fuel[army] -= 1
            return Call(March(army=unit, way=way))

        slots = (
            Slot("army", "unit", lambda _: [army] if onward([army, []]) else []),
            Slot("area", "place", onward, many=True, rule="2"),
            Slot("fast", "word", fast, key="fast", flag=True, optional=True, stop=slow, rule="2.1"),
        )
        return Verb("move", go, slots, rule="2")

    def take(self, t: T, count: int) -> Outcome:
        """The last train stops the turn until all are fed."""
        t.s.trains -= count
        return None if t.s.trains else Call(Pause())

    def look(self, t: T, area: int) -> Outcome:
        for token in tokens(t, area):
            t.reveal(f"at.{AREAS[area]}", token, t.bit(self.side))
        return None


def all_known(t: T, area: int, side: str) -> bool:
    return all(mask & t.bit(side) for mask in t.pile(f"at.{AREAS[area]}").seen)


class March(Proc, kw_only=True, tag="race.march"):
    """Area by area; what lies there, and a card, can end it."""

    army: int
    way: list[int]
    STEPS: ClassVar = ("enter", "draw", "arrive", "go_on")

    def enter(self, t: T) -> Outcome:
        found = tokens(t, self.way[0])
        if not found:
            return None
        pile = f"at.{AREAS[self.way[0]]}"
        t.reveal(pile, found[0])
        cost = 1 + ITEMS[found[0]].startswith("armor")
        if t.s.fuel[self.army] < cost:
            t.note(Noted(text="The army is held up."))
            return Done()
        t.s.fuel[self.army] -= cost
        known_to = t.bit("soviet") if "soviet" in t.pos.sides else 0
        t.move(pile, "bag", found[0], known_to)
        if not known_to:
            t.shuffle("bag")
        return Goto("arrive")

    def draw(self, t: T) -> Outcome:
        if t.s.owner[self.way[0]] == self.army:
            return Goto("arrive")
        if not t.pile("deck").ids:
            while t.pile("discard").ids:
                t.deal("discard", "deck")
            t.shuffle("deck")
        card = t.pile("deck").ids[0]
        t.play("deck", "discard", card)
        if ITEMS[card].startswith("fuel"):
            t.s.fuel[self.army] += 1
            return Goto("arrive")
        return Call(Mud(side=ARMIES[self.army]))

    def arrive(self, t: T) -> Outcome:
        if self.ret == "halt":
            return Done()
        place = self.way.pop(0)
        names = [AREAS[t.s.at[self.army]], AREAS[place]]
        t.note(Moved(unit=ARMIES[self.army], places=names, how="moves"))
        t.s.at[self.army] = place
        t.s.owner[place] = self.army
        return None

    def go_on(self, t: T) -> Outcome:
        self.ret = None
        return Goto("enter") if self.way else Done()


class Mud(Choice, kw_only=True, tag="race.mud"):
    def prompt(self, t: T) -> tuple[str, str]:
        return "Pay for the mud, or halt.", "2.2"

    def verbs(self, t: T) -> Sequence[Verb]:
        army = ARMIES.index(self.side)

        def pay() -> Outcome:
            t.s.fuel[army] -= 1
            return Done("on")

        out = None if t.s.fuel[army] else Why("There is no fuel left.", "2.2")
        return (Verb("pay", pay, blocked=out), Verb("halt", lambda: Done("halt")))


class Pause(Proc, kw_only=True, tag="race.pause"):
    """Every army is fed, in any order; then the trains come back."""

    STEPS: ClassVar = ("feed", "resume")

    def feed(self, t: T) -> Outcome:
        return Fork(tuple(Fed(side=side) for side in armies(t)))

    def resume(self, t: T) -> Outcome:
        assert isinstance(self.ret, list)
        t.note(Noted(text=f"Fed from: {', '.join(map(str, self.ret))}."))
        t.s.trains = TRAINS
        return None


class Fed(Proc, kw_only=True, tag="race.fed"):
    side: str
    STEPS: ClassVar = ("eat", "eaten")

    def eat(self, t: T) -> Outcome:
        return Call(Eat(side=self.side))

    def eaten(self, t: T) -> Outcome:
        meal = self.ret
        assert isinstance(meal, str)
        army = ARMIES.index(self.side)
        if meal != "nothing":
            (t.s.food if meal == "card" else t.s.stock)[army] -= 1
            return Done(meal)
        return Call(Leave(side=self.side), then="left") if t.s.fuel[army] else Done(meal)

    ASIDE: ClassVar = ("left",)

    def left(self, t: T) -> Outcome:
        t.s.fuel[ARMIES.index(self.side)] -= 1
        return Done(self.ret)


class Eat(Choice, kw_only=True, tag="race.eat"):
    POLICY: ClassVar = "eat"

    def prompt(self, t: T) -> tuple[str, str]:
        return "Feed your army.", "4"

    def default(self, t: T) -> str:
        return f"eat {self.meals(t)[0]}"

    def meals(self, t: T) -> list[str]:
        army = ARMIES.index(self.side)
        stores = {"card": t.s.food[army], "base": t.s.stock[army]}
        return [meal for meal, left in stores.items() if left] or ["nothing"]

    def verbs(self, t: T) -> Sequence[Verb]:
        return (Verb("eat", Done, (Slot("meal", "word", lambda _: self.meals(t)),)),)


class Leave(Choice, kw_only=True, tag="race.leave"):
    """The second question of a lane: what a hungry army does."""

    def prompt(self, t: T) -> tuple[str, str]:
        return "Stay, or go back to the base?", "4.1"

    def verbs(self, t: T) -> Sequence[Verb]:
        army = ARMIES.index(self.side)

        def back() -> Outcome:
            t.s.at[army] = army
            return Done("back")

        return (Verb("stay", lambda: Done("stay")), Verb("back", back))


def reactions(t: T) -> list[int]:
    """Areas next to a token, without one, an owner or an army."""
    return [
        area
        for area in range(3, len(AREAS))
        if t.s.owner[area] < 0
        and not tokens(t, area)
        and any(tokens(t, other) for other in MAP.neighbours[area])
    ]


class Neighbour(Choice, kw_only=True, tag="race.neighbour"):
    """The left-hand neighbour decides where the rule leaves it open."""

    areas: list[int]
    POLICY: ClassVar = "react"

    def prompt(self, t: T) -> tuple[str, str]:
        return "Where does the token come?", "5"

    def default(self, t: T) -> str:
        return f"react {AREAS[self.areas[0]]}"

    def verbs(self, t: T) -> Sequence[Verb]:
        def react(area: int) -> Outcome:
            put_token(t, area)
            return Done()

        return (Verb("react", react, (Slot("area", "place", lambda _: self.areas, rule="5"),)),)


class Defend(Choice, kw_only=True, tag="race.defend"):
    """The fourth seat puts tokens down in secret until `least` areas are left."""

    areas: list[int]
    least: int = 0

    def prompt(self, t: T) -> tuple[str, str]:
        return "Put down tokens.", "5.1"

    def may_hold(self, t: T) -> bool:
        return True  # which kinds are left is its secret

    def verbs(self, t: T) -> Sequence[Verb]:
        def place(kind: str, area: int) -> Outcome:
            put_token(t, area, kind)
            self.areas = [other for other in self.areas if other != area]
            return Done() if len(self.areas) <= self.least else None

        kinds = [kind for kind in ("infantry", "armor") if of_kind(t, kind)]
        slots = (
            Slot("kind", "kind", lambda _: kinds, rule="5.1"),
            Slot("area", "place", lambda _: self.areas, rule="5.1"),
        )
        return (Verb("place", place, slots, secret=True, rule="5.1"),)


# the game ------------------------------------------------------------------------


class RaceView(View, kw_only=True):
    at: list[int]
    fuel: list[int]
    food: list[int]
    stock: list[int]
    owner: list[int]
    tokens: list[list[str]]
    bag: int
    trains: int


class RaceEditor(Editor[Race, None]):
    piles = ("bag", "deck", "discard", *(f"at.{area}" for area in AREAS))
    open_piles = ("discard",)
    stations = ("actions", "pause")
    holds = dict.fromkeys((Rounds, Turn, Act, Fed, Eat), always)
    settings = {
        f"{name}.": row(name, whole(range(10)), one_of(*ARMIES))
        for name in ("fuel", "food", "stock")
    }

    def clear(self, t: T, what: str) -> None:
        raise Malformed("Nothing is cleared here.")

    def put(self, t: T, unit: Value, place: Value, flags: Collection[str]) -> None:
        t.s.at[int(unit)] = int(place)
        t.s.owner[int(place)] = int(unit)

    def station(self, t: T, turn: str, side: str, phase: str) -> Frame:
        t.s.turn = int(turn)
        seat = armies(t).index(side)
        return Cold(side=side) if phase == "pause" else Rounds(step="turn", seat=seat)


class RaceRules(Rules[Race, None]):
    id = "race"
    title = "Race"
    version = "1"
    scenarios = {"standard": "Standard"}
    options = (
        Option("sides", "Who plays", list(ARMIES), ARMIES),
        Option("soviet", "A seat for the defender", False),
        Option("order", "Turn order (none: as they sit)", [], ARMIES),
        Option("bid", "What the first player bids away", 0, ("0", "1", "2")),
    )
    state = Race
    frames = (Rounds, Turn, Cold, Act, March, Mud, Pause, Fed, Eat, Leave, Neighbour, Defend)
    lexicons = {
        "unit": Lexicon(Term(u, side, side[0]) for u, side in enumerate(ARMIES)),
        "place": Lexicon(Term(a, name) for a, name in enumerate(AREAS)),
        "card": Lexicon(Term(i, name) for i, name in enumerate(ITEMS)),
        "kind": words("infantry", "armor"),
        "cargo": words("fuel", "food", "1", "2", "3"),
        "word": words("fast", "card", "base", "nothing"),
    }
    verbs = {
        "move": "2", "load": "2", "pay": "2.2", "halt": "2.2", "look": "3", "take trains": "4",
        "eat": "4", "stay": "4.1", "back": "4.1", "react": "5", "place": "5.1", "end turn": "1",
    }  # fmt: skip
    policies = {"eat": "ask", "react": "ask"}
    editor = RaceEditor()

    def sides(self, scenario: str, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        chosen, order = options["sides"], options["order"]
        assert isinstance(chosen, list) and isinstance(order, list)
        if not chosen or (order and set(order) != set(chosen)):
            raise Malformed("Option order names each side once.")
        return (*(side for side in ARMIES if side in chosen), *["soviet"] * bool(options["soviet"]))

    def start(self, scenario: str, options: Mapping[str, OptionValue]) -> Race:
        sides = self.sides(scenario, options)
        at = [army if side in sides else len(AREAS) for army, side in enumerate(ARMIES)]
        owner = [0, 1, 2, *[-1] * 6]
        stock = [3, 3, 3]
        order, bid = options["order"] or list(sides), options["bid"]
        assert isinstance(order, list) and isinstance(bid, int)
        stock[ARMIES.index(order[0])] -= bid
        return Race(at=at, fuel=[2, 2, 2], food=[1, 0, 0], stock=stock, owner=owner)

    def open(self, t: T) -> Frame:
        for pile in self.editor.piles:
            t.pile(pile)
        known_to = t.bit("soviet") if "soviet" in t.pos.sides else 0
        for item, name in enumerate(ITEMS):
            pile = "bag" if name in TOKENS else "deck"
            t.pile(pile).push(item, known_to if pile == "bag" else 0)
        if not known_to:
            t.shuffle("bag")
        t.shuffle("deck")
        return Rounds()

    def derive(self, state: Race) -> None:
        return None

    def view(self, t: T, side: str | None) -> View:
        bit = t.bit(side) if side else 0

        def seen(area: int) -> list[str]:
            pile = t.pile(f"at.{AREAS[area]}")
            return [
                ITEMS[item] if mask == t.everyone or mask & bit else "?"
                for item, mask in zip(pile.ids, pile.seen, strict=True)
            ]

        return RaceView(
            game=self.id, seat=side or "", turn=str(t.s.turn), phase="", revision=0, asked=[],
            at=list(t.s.at), fuel=list(t.s.fuel), food=list(t.s.food), stock=list(t.s.stock),
            owner=list(t.s.owner), tokens=[seen(a) for a in range(len(AREAS))],
            bag=len(t.pile("bag")), trains=t.s.trains,
        )  # fmt: skip

    def pile_family(self, pile: str) -> str:
        return "cards" if pile in ("deck", "discard") else "tokens"

    def check(self, t: T, force: bool = False) -> list[str]:
        items = sorted(item for pile in t.pos.piles.values() for item in pile.ids)
        low = min(*t.s.fuel, *t.s.food, *t.s.stock) < 0
        lost = items != list(range(len(ITEMS)))
        return ["something is owed"] * low + [f"in the piles are {items}"] * lost


RACE = RaceRules()
