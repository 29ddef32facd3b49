"""The Soviet reaction: targets, Front cards, who decides, the end of the pool."""

import pytest

import engine
from engine.board.bits import members
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import BROWN
from engine.games.race_to_moscow.law.reaction import around, distances, places, strikes
from tests.race_to_moscow.table import asked, empty, look, lying_open, names, refused, table, words

HELD = [f"mark {area} control white" for area in ("vilnius", "minsk", "borisov", "orsha")]
ARMIES = ["put 9a polotsk", "put 4a minsk halt", "put 2pz bobruisk", "put 3pz vilnius"]
LINE = [*HELD, "mark velikiye_luki control gray", *ARMIES, "mark smolensk soviet"]


def test_targets_of_a_counter_attack() -> None:
    """§18.1: rm_17, armies shelter what is next to them, halted ones and others' too"""
    game = empty(*LINE, "at 1 brown actions")
    found = [BOARD.places[a] for a in members(strikes(game.table.s, game.table.d, BROWN))]
    assert found == ["orsha"]


def test_a_front_card_strikes_first() -> None:
    """§18.2: the only target, nobody is asked; its supplies go to the stock"""
    game = empty(*LINE, "mark orsha fuel 2", "at 1 brown actions")
    game.submit("brown", "end actions")
    assert (look(game, "orsha control"), look(game, "orsha fuel")) == ("none", "0")
    assert look(game, "soviet_pool") == look(empty(*LINE), "soviet_pool")
    assert look(game, "stock.fuel") == "20"
    assert asked(game) == ["gray"]


def test_where_a_marker_may_come() -> None:
    """§18.1: next to a Soviet marker, on an area without any marker"""
    game = empty("mark smolensk soviet", "mark orsha control white", "at 1 brown actions")
    found = {BOARD.places[a] for a in members(places(game.table.d))}
    assert found == {"vitebsk", "roslavl", "vyazma", "rzhev"}


def test_an_objective_near_an_army() -> None:
    """§18.2: with no counter-attack the printed medal that has an army nearest"""
    game = empty(
        "mark smolensk soviet", "put 4a mogilev", "set soviet_pool 2", "at 1 white actions"
    )
    game.submit("white", "end actions")
    assert look(game, "vyazma soviet") == "1"  # Rzhev is farther from the army
    assert look(game, "soviet_pool") == "1"


def test_the_left_neighbour_decides() -> None:
    """§18.2: where the card leaves it open"""
    game = empty("mark uman soviet", "mark kirovograd control brown", "mark vinnitsa control brown",
                 "set soviet_pool 2", "put 11a jassy", "at 1 gray actions")  # fmt: skip
    game.submit("gray", "end actions")
    (side,) = asked(game)
    assert side == "brown"
    assert words(game, "brown", "react strike ") == {"vinnitsa", "kirovograd"}
    assert refused(game, "brown", "react place kiev") == "18.2"
    game.submit("brown", "react strike kirovograd")
    assert look(game, "kirovograd control") == "none"


def test_the_pool_runs_out() -> None:
    """§6.1, §18.1: the last marker, placed or not, starts the last round"""
    game = empty("mark smolensk soviet", "set soviet_pool 1", "at 1 white actions")
    game.submit("white", "end actions")
    while asked(game) == ["gray"] and look(game, "active") == "white":
        game.submit("gray", game.auto("gray"))
    assert look(game, "last_round") == "1"
    nowhere = empty("set soviet_pool 1", "at 1 white actions")
    nowhere.submit("white", "end actions")
    assert (look(nowhere, "last_round"), look(nowhere, "soviet_pool")) == ("1", "0")


def test_the_asterisk_side_strikes_and_places() -> None:
    """§19.2"""
    game = empty(*LINE, "set soviet_pool 3", "at 1 brown actions", difficulty="hard", reverse=True)
    game.submit("brown", "end actions")
    while look(game, "active") == "brown":
        game.submit(asked(game)[0], game.auto(asked(game)[0]))
    assert look(game, "orsha control") == "none"
    assert look(game, "soviet_pool") == "2"


@pytest.mark.parametrize(
    ("options", "side"), [({"abwehr": True}, "brown"), ({"soviet": True}, "soviet")]
)
def test_who_reacts_freely(options: dict[str, object], side: str) -> None:
    """§19.3, §20.8: the player himself, or the Soviet player"""
    marks = [line + " infantry" * line.endswith("soviet") for line in LINE]
    game = empty(*marks, "at 1 brown actions", **options)
    game.submit("brown", "end actions")
    assert asked(game) == [side]
    assert words(game, side, "react strike ") == {"orsha"}
    place = "place armor" if side == "soviet" else "react place"
    game.submit(side, f"{place} vyazma")
    assert look(game, "vyazma soviet") == "1"
    assert asked(game) == ["gray"]
    assert game.check() == []


@pytest.mark.parametrize(
    ("colour", "nearest"), [("gray", "orsha"), ("white", "roslavl"), ("brown", "bobruisk")]
)
def test_each_front_card(colour: str, nearest: str) -> None:
    """§18.2: it strikes first, else guards an objective, else what is nearest to its own city"""
    around = ["mark mogilev soviet", "set soviet_pool 2", "put 4a minsk"]
    end = f"at 1 {colour} actions"
    game = empty(*around, end)
    game.submit(colour, "end actions")
    assert (look(game, f"{nearest} soviet"), look(game, "soviet_pool")) == ("1", "1")
    game = empty(*around, "mark vitebsk soviet", "put 9a orsha", end)
    game.submit(colour, "end actions")
    assert look(game, "smolensk soviet") == "1", "fortified, with a medal, one line from an army"
    holder = "gray" if colour == "brown" else "brown"
    game = empty(*around, f"mark roslavl control {holder}", end)
    game.submit(colour, "end actions")
    assert (look(game, "roslavl control"), look(game, "soviet_pool")) == ("none", "2")


REFUSED = [
    ("react strike kaunas", "starting area, or next to one"),
    ("react strike borisov", "shelters it"),
    ("react strike rzhev", "no player's marker in"),
    ("react strike sea_riga", "no player's marker in"),
    ("react strike siedlce", "can never be removed"),
    ("react strike kiev", "Brown's turn"),
    ("react strike ostrov", "No uncontrolled area and no Soviet marker"),
    ("react place orsha", "is controlled"),
    ("react place smolensk", "has a Soviet marker already"),
    ("react place kursk", "No Soviet marker lies next to Kursk"),
    ("react place sea_riga", "no area on land"),
]


@pytest.mark.parametrize(("line", "text"), REFUSED)
def test_why_the_soviets_can_not_react_there(line: str, text: str) -> None:
    """§18.1, §19.3: each condition is named"""
    ring = ("ostrov", "pskov", "sebezh", "jekelopils")
    more = [f"mark {area} control gray" for area in ("kaunas", *ring)]
    game = empty(*LINE, *more, "mark kiev control brown", "at 1 brown actions", abwehr=True)
    game.submit("brown", "end actions")
    with pytest.raises(engine.OrderError, match=text) as error:
        game.submit("brown", line)
    assert error.value.rule == "18.1"


def test_why_the_front_card_wants_another_answer() -> None:
    """§18.2, §20.8: it names the areas and the order that are open"""
    game = empty("mark uman soviet", "mark kirovograd control brown", "mark vinnitsa control brown",
                 "put 11a jassy", "at 1 gray actions")  # fmt: skip
    game.submit("gray", "end actions")
    with pytest.raises(engine.OrderError, match="between these: Vinnitsa, Kirovograd"):
        game.submit("brown", "react strike kiev")
    with pytest.raises(engine.OrderError, match="wants a counter-attack"):
        game.submit("brown", "react place kiev")
    free = empty("mark uman soviet infantry", "at 1 gray actions", soviet=True)
    free.submit("gray", "end actions")
    assert free.pending()[0].prompt.endswith("no counter-attack is possible.")
    with pytest.raises(engine.OrderError, match="`place infantry AREA`"):
        free.submit("soviet", "react place kiev")
    with pytest.raises(engine.OrderError, match="lies open to a counter-attack"):
        free.submit("soviet", "react strike kiev")


def test_an_empty_pool_starts_the_last_round() -> None:
    """§6.1, §19.2: (rm-28) the veteran game of three begins with none; one that is back saves it"""
    game = table(difficulty="veteran")
    game.submit("gray", "end actions")
    assert (look(game, "soviet_pool"), look(game, "last_round")) == ("0", "1")
    back = empty(*LINE, "set soviet_pool 1", "at 1 brown actions", difficulty="veteran")
    back.submit("brown", "end actions")
    assert (look(back, "orsha control"), look(back, "last_round")) == ("none", "0")


def test_a_counter_attack_cuts_an_army_off() -> None:
    """§18.2, §3.1: (rm-12) before one that cuts off none; nobody is asked"""
    way = "brest bereza baranovichi minsk borisov orsha smolensk vyazma vitebsk"
    chain = [f"mark {area} control white" for area in way.split()]
    game = empty(*chain, "put 4a vyazma", "put 2pz minsk", "put 3pz bereza", "at 1 brown actions")
    found = {BOARD.places[a] for a in members(strikes(game.table.s, game.table.d, BROWN))}
    assert {"orsha", "vitebsk"} <= found
    game.submit("brown", "end actions")
    assert (look(game, "orsha control"), look(game, "vitebsk control")) == ("none", "white")
    assert look(game, "active") == "gray"


def test_alone_the_player_decides() -> None:
    """§18.2: (rm-12) there is no neighbour to ask"""
    game = empty("mark uman soviet", "mark kirovograd control brown", "mark vinnitsa control brown",
                 "put 11a jassy", "at 1 brown actions", sides=["brown"])  # fmt: skip
    game.submit("brown", "end actions")
    assert words(game, "brown", "react strike ") == {"vinnitsa", "kirovograd"}
    game.submit("brown", "react strike kirovograd")
    assert (look(game, "round"), asked(game)) == ("2", ["brown"])
    assert look(game, "kirovograd control") == "none" and look(game, "vinnitsa control") == "brown"


def test_no_second_marker_in_an_area() -> None:
    """§18.1: (rm-13)"""
    game = empty("mark smolensk soviet", "mark vyazma soviet")
    found = {BOARD.places[a] for a in members(places(game.table.d))}
    assert {"rzhev", "orsha"} <= found and not {"smolensk", "vyazma"} & found


@pytest.mark.parametrize("sides", [["gray", "white", "brown"], ["gray"]])
def test_a_policy_is_for_the_turns_of_others(sides: list[str]) -> None:
    """§18.2, §14: in his own turn a player is asked where the card leaves it open, and what eats"""
    alone = len(sides) == 1
    colour = "gray" if alone else "white"  # Gray is left of White
    game = empty("set soviet_pool 3", "at 1 gray actions", sides=sides)
    game.submit("gray", "policy react auto")
    game.submit("gray", "policy eat auto")
    game.submit("gray", "end actions")  # from the next turn they are in force
    marks = [f"mark {area} control gray" for area in ("kaunas", "riga", "narva")]
    food = ["put 16a gumbinnen food=1", "mark gumbinnen food 1", "set stock_trains 1"]
    trains = [f"set trains.{colour} 0", f"at 2 {colour} actions"]
    game.submit("gm", "\n".join([*marks, *food, *trains]))
    game.submit(colour, "transport trains 1")
    assert words(game, "gray", "eat 16a ") == ({"card", "area"} if alone else set())
    if alone:
        game.submit("gray", "eat 16a card")
    assert look(game, "gumbinnen food") == ("1" if alone else "0")
    game.submit(colour, "end actions")
    while asked(game) == ["gray"] and alone and "end railhead" in names(game, "gray"):
        game.submit("gray", "end railhead")
    assert (look(game, "active") == colour) == alone
    assert words(game, "gray", "react strike ") == ({"riga", "narva"} if alone else set())


def test_a_window_asks_in_its_sides_own_turn() -> None:
    """§16, §7.cards: partisans, alone, under policy auto"""
    game = empty(*lying_open("sicherungs_division"), "mark panevezys control gray",
                 "mark panevezys track", "put 4pz riga fuel=1",
                 "cards pursuit.gray pursuit_gray_partisans_1 ...", sides=["gray"])  # fmt: skip
    game.submit("gray", "policy partisans auto")
    game.submit("gm", "at 2 gray actions")
    game.submit("gray", "move 4pz jekelopils")
    assert names(game, "gray") >= {"pass", "okh"}


def test_distances_count_lines_of_every_colour() -> None:
    """§18.2: (rm-12, rm-19) step by step from the seeds, nothing from elsewhere"""
    start = BOARD.place_index["luga"]
    steps, ring = {start: 0}, [start]
    for area in ring:
        for line in BOARD.connections:
            if area in (line.a, line.b):
                other = line.a + line.b - area
                if other not in steps:
                    steps[other] = steps[area] + 1
                    ring.append(other)
    assert dict(enumerate(distances(1 << start))) == steps
    assert around(0) == 0
