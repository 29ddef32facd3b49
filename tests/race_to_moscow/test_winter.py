"""Winter counter-attacks and field armies by train."""

import pytest

from engine.board.bits import members
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import BROWN, WHITE
from engine.games.race_to_moscow.law.reaction import best_strikes, strikes
from tests.race_to_moscow.table import asked, empty, look, names, refused, words

SNOW = [f"mark {area} control white" for area in ("vyazma", "rzhev", "smolensk", "orsha")]
ALONE = [*SNOW, "put 4a vyazma", "set soviet_pool 2"]


def struck(*edits: str, **options: object):  # type: ignore[no-untyped-def]
    """Brown's turn ends with a free choice of the counter-attack on Vyazma."""
    game = empty(*edits, "at 1 brown actions", winter=True, abwehr=True, **options)
    game.submit("brown", "end actions\nreact strike vyazma")
    return game


def test_armies_protect_nothing_in_the_snow() -> None:
    """§19.4: any marker in the winter zone can be attacked, elsewhere §18.1 holds"""
    for winter in (True, False):
        game = empty(*ALONE, winter=winter)
        found = [BOARD.places[a] for a in members(strikes(game.table.s, game.table.d, BROWN))]
        assert ("vyazma" in found) == winter
        assert "orsha" in found, "no army is next to it"
    assert not strikes(game.table.s, game.table.d, WHITE), "never his own"


def test_an_army_holds_for_ammo() -> None:
    """§19.4: it pays 1 ammo and nothing else changes"""
    game = struck(*ALONE[:-2], "put 4a vyazma ammo=2", "set soviet_pool 2")
    assert asked(game) == ["white"] and names(game, "white") == {"hold", "withdraw"}
    assert refused(game, "white", "hold 9a") == "19.4"
    assert refused(game, "white", "withdraw 4a vitebsk") == "19.4"
    game.submit("white", "hold 4a")
    assert (look(game, "vyazma control"), look(game, "vyazma soviet")) == ("white", "0")
    assert look(game, "stock.ammo") == "29" and look(game, "4a at") == "vyazma"


def test_an_army_withdraws_and_the_area_is_lost() -> None:
    """§19.4: to an own area next to it; a Soviet marker comes to the lost one"""
    game = struck(*ALONE, "mark vyazma fuel 2")
    assert refused(game, "white", "hold 4a") == "19.4"
    game.submit("white", "withdraw 4a smolensk")
    assert (look(game, "vyazma control"), look(game, "vyazma soviet")) == ("none", "1")
    assert (look(game, "4a at"), look(game, "soviet_pool")) == ("smolensk", "1")
    assert (look(game, "vyazma fuel"), look(game, "stock.fuel")) == ("0", "20")


def test_an_army_in_the_way_goes_first() -> None:
    """§19.4: it makes room, and it must be able to"""
    vitebsk = "mark vitebsk control white"
    game = struck(*ALONE, vitebsk, "put 9a smolensk", "put 2pz rzhev")
    assert refused(game, "white", "withdraw 9a rzhev") == "19.4"  # 2pz has no way out of it
    assert words(game, "white", "withdraw 9a ") == {"orsha", "vitebsk"}
    game.submit("white", "withdraw 9a orsha")
    assert (look(game, "9a at"), look(game, "4a at")) == ("orsha", "smolensk")


def test_an_army_without_a_way_out_is_formed_again() -> None:
    """§19.4: in its Main Supply Base with an empty card, when no army is there"""
    cut = ["mark vyazma control white", "put 4a vyazma fuel=2", "set soviet_pool 2"]
    game = struck(*cut)
    base = BOARD.places[BOARD.groups[WHITE].base]
    assert look(game, "4a at") == base and look(game, "stock.fuel") == "20"
    assert look(game, "vyazma soviet") == "1"
    game = struck(*cut, f"put 9a {base}")
    assert look(game, "4a at") == "pool"
    game.submit("gm", "put 9a siedlce")
    while asked(game) != ["white"]:
        assert look(game, "4a at") == "pool", "it is formed when its own turn begins"
        game.submit(asked(game)[0], game.auto(asked(game)[0]))
    assert look(game, "4a at") == base


def test_a_soviet_player_chooses_the_marker() -> None:
    """§19.4, §20.1"""
    game = empty(*ALONE[:-1], "at 1 brown actions", winter=True, soviet=True)
    game.submit("brown", "end actions")
    game.submit("soviet", "react strike vyazma")
    game.submit("white", "withdraw 4a smolensk")
    assert asked(game) == ["soviet"]
    game.submit("soviet", "place armor vyazma")
    assert look(game, "vyazma soviet") == "1"


LINE = [
    "mark brest control white", "mark brest track on",
    "mark bereza control white", "put 4a siedlce fuel=1 ammo=2", "put 2pz brest",
    "set trains.white 2", "at 1 white actions",
]  # fmt: skip


def test_a_train_carries_a_field_army() -> None:
    """§19.1: with its supplies, over track, not into an army, and no armored one"""
    assert "redeploy" not in names(empty(*LINE), "white")
    game = empty(*LINE, redeployment=True)
    assert refused(game, "white", "redeploy 4a brest") == "7"
    assert refused(game, "white", "redeploy 2pz siedlce") == "19.1"
    game.submit("gm", "put 2pz warschau\nput 4a brest\nat 1 white actions")
    assert refused(game, "white", "redeploy 4a bereza") == "11"  # no track
    game.submit("gm", "put 4a siedlce fuel=1 ammo=2\nput 2pz bereza\nat 1 white actions")
    game.submit("white", "redeploy 4a brest")
    assert look(game, "4a at") == "brest" and look(game, "trains.white") == "1"
    assert look(game, "actions") == "1"


@pytest.mark.parametrize("flag", ["halt"])
def test_a_grounded_army_takes_no_train(flag: str) -> None:
    """§19.1, 14"""
    game = empty(*LINE[:-2], f"put 4a siedlce {flag}", "put 2pz bereza",
                 "set trains.white 2", LINE[-1], redeployment=True)  # fmt: skip
    assert refused(game, "white", "redeploy 4a brest") in ("14", "19.1")


def test_a_grounded_army_withdraws_to_food() -> None:
    """§14, §19.4: 1 food of the area is eaten at once, and its HALT marker goes"""
    game = struck(*ALONE[:-2], "put 4a vyazma halt", "set soviet_pool 2", "mark smolensk food 2")
    game.submit("white", "withdraw 4a smolensk")
    assert (look(game, "4a halt"), look(game, "smolensk food")) == ("0", "1")
    assert game.check() == []


def test_an_army_under_attack_is_not_cut_off() -> None:
    """§18.2, §19.4: (rm-12) the Front card counts armies that lose their chain, not the one
    struck
    """
    way = "brest bereza baranovichi minsk borisov orsha smolensk vyazma rzhev kaluga"
    chain = [f"mark {area} control white" for area in way.split()]
    armies = ("put 4a vyazma", "put 9a orsha", "put 2pz minsk", "put 3pz bereza")
    game = empty(*chain, *armies, winter=True)
    best = best_strikes(game.table.s, game.table.d, BROWN)
    assert {BOARD.places[area] for area in best} == {"vyazma", "rzhev", "kaluga"}


def test_who_goes_first_is_shown() -> None:
    """§19.4: beside the area that an army can withdraw to"""
    game = struck(*ALONE, "put 9a smolensk")
    labels = [item.label for item in game.complete("white", "withdraw 4a ").items]
    assert labels == ["smolensk · Smolensk: 9. Armee goes first", "rzhev · Rzhev"]


@pytest.mark.parametrize(("ammo", "where"), [(1, "vyazma"), (0, "smolensk")])
def test_a_policy_answers_for_an_army(ammo: int, where: str) -> None:
    """§19.4: it holds while it has ammo, else it goes to an empty area next to it"""
    game = empty("set soviet_pool 3", "at 1 gray actions", winter=True, abwehr=True)
    game.submit("white", "policy winter auto")
    game.submit("gray", "end actions")  # nothing to strike, nowhere to place
    edits = [*ALONE[:-2], f"put 4a vyazma ammo={ammo}", "mark vitebsk control white",
             "put 9a orsha", "mark rzhev control white", "put 2pz rzhev"]  # fmt: skip
    game.submit("gm", "\n".join([*edits, "at 2 brown actions"]))
    game.submit("brown", "end actions\nreact strike vyazma")
    assert look(game, "4a at") == where


def test_no_marker_comes_to_the_snow_in_other_games() -> None:
    """§18.1, §19.4: without the option a counter-attack takes the marker alone"""
    for options, there in (({}, "0"), ({"winter": True}, "1")):
        game = empty("mark vyazma control white", "set soviet_pool 3", "at 1 brown actions",
                     abwehr=True, **options)  # fmt: skip
        game.submit("brown", "end actions")  # one target
        assert (look(game, "vyazma control"), look(game, "vyazma soviet")) == ("none", there)
