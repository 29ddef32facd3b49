"""Russia Besieged as the core takes it."""

from collections.abc import Mapping, Sequence

from engine.board.occupancy import Occupancy
from engine.core.errors import Malformed
from engine.core.frames import Frame
from engine.core.lexicon import words
from engine.core.rules import Option, OptionValue, Rules
from engine.core.sheets import said
from engine.games.russia_besieged.acts import T
from engine.games.russia_besieged.data.board import BOARD, HELP
from engine.games.russia_besieged.data.facts import AXIS, SIDE_NAMES, SIDES
from engine.games.russia_besieged.law import leaders, victory
from engine.games.russia_besieged.play import (
    advance,
    battle,
    fall_back,
    losses,
    march,
    opening,
    overwhelm,
    partisans,
    phase_combat,
    phase_movement,
    retreats,
    shed,
    staging,
    supply_check,
    turncoats,
    war,
    withdrawals,
)
from engine.games.russia_besieged.practice.advice import ADVICE
from engine.games.russia_besieged.show import filters, overlays, preview
from engine.games.russia_besieged.show.telling import tell
from engine.games.russia_besieged.show.view import view
from engine.games.russia_besieged.state import RussiaBesieged, bodies, new, occupancy
from engine.games.russia_besieged.umpire.checks import broken
from engine.games.russia_besieged.umpire.edit import RussiaBesiegedEditor
from engine.games.russia_besieged.words import (
    KINDS,
    NATION_WORDS,
    ODDS,
    PLACE_WORDS,
    UNITS,
    WELL_WORDS,
)


class RussiaBesiegedRules(Rules[RussiaBesieged, Occupancy]):
    """The game: 25 turns of two impulses a side."""

    id = "russia_besieged"
    title = "Russia Besieged"
    version = "1"
    shape = 1
    scenarios = {start.id: start.name for start in BOARD.starts}
    options = (
        Option(
            "setup",
            "Set-up of 1941: as the sheet suggests, or by the players",
            "default",
            choices=("default", "free"),
            rule="23.0",
        ),
        Option(
            "bid",
            "Tournaments: victory points bid for the side that a player wants",
            0,
            choices=tuple(map(str, range(11))),
        ),
        Option(
            "bidder",
            "The side that was bid for; winning takes so many points more for it",
            "axis",
            choices=SIDES,
        ),
    )
    state = RussiaBesieged
    frames = (
        *opening.FRAMES,
        *war.FRAMES,
        *withdrawals.FRAMES,
        *phase_movement.FRAMES,
        *march.FRAMES,
        *staging.FRAMES,
        *overwhelm.FRAMES,
        *advance.FRAMES,
        *shed.FRAMES,
        *phase_combat.FRAMES,
        *battle.FRAMES,
        *losses.FRAMES,
        *retreats.FRAMES,
        *fall_back.FRAMES,
        *supply_check.FRAMES,
        *partisans.FRAMES,
        *turncoats.FRAMES,
    )
    lexicons = {
        "unit": UNITS,
        "place": PLACE_WORDS,
        "odds": ODDS,
        "well": WELL_WORDS,
        "nation": NATION_WORDS,
        "account": KINDS,
        "way": words("usual", "home", "through"),
        "level": words("6-6", "8-7", "10-7"),
        **{word: words(word) for word in ("bat", "guerrilla", "reduced")},
    }
    verbs = {
        "deploy": "23.0",
        "end setup": "23.0",
        "move": "6.0",
        "rail": "7.0",
        "sail": "8.3",
        "invade": "8.4",
        "evacuate": "8.6",
        "ice": "6.3",
        "para": "15.0",
        "fly": "14.16",
        "stage": "11.14",
        "av": "9.0",
        "place": "17.0",
        "build": "19.03",
        "refit": "19.05",
        "grant": "19.17",
        "form": "22.01",
        "prepare": "22.01",
        "upgrade": "22.06",
        "convert": "16.4",
        "lend": "20.5",
        "ship": "20.6",
        "oil": "21.2",
        "scrap": "21.4",
        "trade garrison": "17.61",
        "withdraw": "18.0",
        "spend": "18.33",
        "shed": "5.04",
        "end movement": "3.0",
        "attack": "10.1",
        "end combat": "10.0",
        "marshal": "14.2",
        "guerrilla": "16.51",
        "pass": "14.23",
        "lose": "10.61",
        "stay": "10.33",
        "go": "10.33",
        "in order": "10.71",
        "retreat": "10.7",
        "advance": "10.8",
        "done": "10.8",
        "starve": "13.41",
        "partisan": "16.1",
        "recall": "16.14",
        "creep": "16.47",
        "end partisans": "16.1",
    }
    synonyms = {"battle": ("attack",), "train": ("rail",), "ship unit": ("sail",)}
    names = dict(zip(SIDES, SIDE_NAMES, strict=True))
    armed = "unit"
    windows = ("marshal",)
    policies = {
        "staging": "auto",
        "marshal": "auto",
        "stay": "ask",
        "losses": "auto",
        "order": "auto",
        "shed": "auto",
    }
    questions = {
        "staging": "where an air base goes that is driven off; auto: the nearest city with room",
        "marshal": "a Field Marshal or partisans when you are attacked; auto: those you armed",
        "stay": "whether units stay in a major city by one step more; auto: while two are left",
        "losses": "which unit loses a step; auto: what is cheapest to have back",
        "order": "how your units retreat; auto: armies first, to stay in supply",
        "shed": "which unit leaves a hex with too many; auto: what is cheapest to have back",
    }
    help = HELP
    glossary = {
        "step": "What a loss takes from a unit; with its last one the unit is gone.",
        "attacker": "Whoever moves and fights in this impulse.",
        "defender": "The units in the hex that is attacked.",
        "retreat": "Beaten units go back by priorities; without a way they are lost.",
        "supply": "Eight hexes (six in mud, four in snow) to one's own rail, then along it home.",
        "impulse": "A month: each side moves and fights twice in a turn of two months.",
        "av": "Automatic victory: at ten to one the enemy surrenders during movement.",
        "bat": "The Blitzkrieg table: armor breaks through instead of killing.",
        "WEC": "A factory: it gives the Russians infantry points, defends, and never retreats.",
        "pool": "Lost units lie there until points bring them back.",
        "surrendered": "Out of the game for good.",
        "marker": "Out-of-supply markers count the turns for which a cut-off city feeds units.",
        "marshal": "A Field Marshal changes the die of one attack by one, once a year.",
    }
    view = staticmethod(view)
    preview = staticmethod(preview.preview)
    picked = staticmethod(filters.picked)
    tell = staticmethod(tell)
    movers = staticmethod(overlays.movers)
    overlays = overlays.KINDS
    filters = filters.KINDS
    near = BOARD.ground.grid.neighbours
    provenance = (  # whose work it is, the box and its credits say (28.0)
        "The rules follow the published rulebook. One of its pages is lost, and the map, tables "
        "and counters are reconstructed from its examples, from real geography and from public "
        "reports. The advanced rules of the playbook are not in it. " + said(BOARD.sources)
    )
    editor = RussiaBesiegedEditor()
    high = ("combat",)
    advice = ADVICE

    def sides(self, scenario: str, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        return SIDES

    def start(self, scenario: str, options: Mapping[str, OptionValue]) -> RussiaBesieged:
        found = new(next(n for n, start in enumerate(BOARD.starts) if start.id == scenario))
        if options["setup"] == "free" and not BOARD.starts[found.scenario].first_turn_rules:
            text = f"{self.scenarios[scenario]} has a set-up of its own: leave out setup (23.0)."
            raise Malformed(text)
        bid = options["bid"]
        assert isinstance(bid, int)
        if BOARD.starts[found.scenario].tournament:  # Fall Blau is played without (rb-27)
            found.bid = bid if options["bidder"] == SIDES[AXIS] else -bid
        return found

    def open(self, t: T) -> Frame:
        return opening.Opening() if t.pos.options["setup"] == "free" else war.War()

    def derive(self, state: RussiaBesieged) -> Occupancy:
        return occupancy(state)

    def own_turn(self, t: T, side: str) -> bool:
        return SIDES.index(side) == t.s.side

    def armable(self, t: T, side: str) -> Sequence[int]:
        return leaders.at_hand(t.s, SIDES.index(side))

    def scores(self, t: T) -> Mapping[str, int]:
        return victory.scores(t.s)

    def hostile(self, t: T, side: str) -> int:
        return bodies(t.d, 1 - SIDES.index(side))

    def check(self, t: T, force: bool = False) -> list[str]:
        return broken(t, force)


RULES = RussiaBesiegedRules()
