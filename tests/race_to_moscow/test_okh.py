"""OKH cards: how they come, their effects and moments (§16), and what Pursuit cards move (§7)."""

from collections.abc import Callable

import pytest

import engine
from engine import Game
from engine.core.entries import Fought
from engine.games.race_to_moscow.data.board import BOARD
from tests.race_to_moscow.table import (
    asked,
    empty,
    holding,
    kinds,
    look,
    names,
    refused,
    told,
    words,
)


def test_the_staff_car_fetches_an_open_card() -> None:
    """§16: no action, once until the next Theater Re-Organization; the gap is filled"""
    game = empty("cards okh okh_pionieren okh_wolfsschanze ...", "at 1 white actions")
    open_cards = game.view(None).open_cards["okh_open"]
    game.submit("white", f"okh {open_cards[0]}")
    after = game.view(None).open_cards
    assert after["okh_open"][-1] == "okh_pionieren" and look(game, "okh top") == "okh_wolfsschanze"
    assert after["okh.white"] == [open_cards[0]] and len(after["okh_open"]) == len(open_cards)
    assert look(game, "actions") == "2"
    assert refused(game, "white", f"okh {after['okh_open'][0]}") == "16"


def test_total_war_sells_cards() -> None:
    """§19.5: for 2, 3, 4 and 5 medals, and no staff car"""
    game = empty("set medals.white 6", "at 1 white actions", total_war=True)
    assert "okh" not in names(game, "white")
    for left in ("4", "1"):
        card = game.view(None).open_cards["okh_open"][0]
        game.submit("white", f"buy {card}")
        assert look(game, "medals.white") == left
    card = game.view(None).open_cards["okh_open"][0]
    assert refused(game, "white", f"buy {card}") == "19.5"


def _flotilla(game: Game) -> None:
    assert words(game, "gray", "play transportflottille ") == {
        "danzig",
        "konigsberg",
        "liepaja",
        "memel",
        "riga",
    }
    game.submit("gray", "play transportflottille memel")
    assert [look(game, f"memel {kind}") for kind in ("fuel", "ammo", "food")] == ["1", "1", "1"]


def _airlift(game: Game) -> None:
    assert words(game, "gray", "play luftbruecke 4pz ") == {"fuel", "ammo", "food"}
    game.submit("gray", "play luftbruecke 4pz food")
    assert look(game, "4pz food") == "1"


def _howitzers(game: Game) -> None:
    assert refused(game, "gray", "play panzerhaubitzen 4pz") == "16"
    game.submit("gray", "move 4pz jekelopils")
    while "done" in names(game, "gray"):
        game.submit("gray", "done")
    before = int(look(game, "4pz ammo"))
    game.submit("gray", "play panzerhaubitzen 4pz")
    assert int(look(game, "4pz ammo")) == before + 1


def _fast(game: Game) -> None:
    assert "pskov" not in words(game, "gray", "move 4pz jekelopils daugavpils sebezh ")
    game.submit("gray", "play schnellkampfgruppe 4pz")
    game.submit("gray", "move 4pz jekelopils daugavpils sebezh ostrov")
    game.submit("gray", "move 4pz ostrov")  # in Sebezh it found ammo
    assert look(game, "4pz place") == "ostrov"


def _auftrag(game: Game) -> None:
    game.submit("gray", "play auftragstaktik")
    assert refused(game, "gray", "end actions") == "5"
    game.submit("gray", "move 4pz jekelopils")
    while "done" in names(game, "gray"):
        game.submit("gray", "done")
    assert look(game, "actions") == "2" and look(game, "4pz moved") == "1"
    assert refused(game, "gray", "move 4pz sebezh") == "7"


def _stukas(game: Game) -> None:
    game.submit("gm", "set air.gray spent")
    game.submit("gray", "play stukageschwader pursuit")
    assert look(game, "air.gray") == "pursuit"


def _engineers(game: Game) -> None:
    assert words(game, "gray", "play eisenbahnpioniere ") == {"riga", "liepaja"}
    game.submit("gray", "play eisenbahnpioniere riga")
    assert look(game, "riga track") == "1"


def _wolf(game: Game) -> None:
    assert "rzhev" in words(game, "gray", "play wolfsschanze kaluga ")
    receipt = game.submit("gray", "play wolfsschanze kaluga rzhev")
    assert "A medal goes from Kaluga to Rzhev." in told(game, receipt)
    assert (look(game, "rzhev medal"), look(game, "kaluga medal")) == ("2", "0")


EACH: dict[str, Callable[[Game], None]] = {
    "transportflottille": _flotilla,
    "luftbruecke": _airlift,
    "panzerhaubitzen": _howitzers,
    "schnellkampfgruppe": _fast,
    "auftragstaktik": _auftrag,
    "stukageschwader": _stukas,
    "eisenbahnpioniere": _engineers,
    "wolfsschanze": _wolf,
}


@pytest.mark.parametrize("card", EACH)
def test_each_card_of_ones_own_turn(card: str) -> None:
    """§16: its effect, and it goes to the box"""
    edits = (
        "put 4pz riga fuel=2 ammo=1", "mark riga control gray",
        "mark liepaja control gray", "mark kaluga medal 1", "mark rzhev medal 1",
        "cards pursuit.gray pursuit_gray_no_effect_1 pursuit_gray_no_effect_2 "
        "pursuit_gray_captured_stock_1 pursuit_gray_captured_stock_2 ...",
    )  # fmt: skip
    game = holding(f"okh_{card}", colour="gray", edits=edits)
    EACH[card](game)
    assert look(game, "okh.gray") == "0" and game.check() == []


def test_pioneers_pay_no_bunker() -> None:
    """§16: an army that could not pay for the bunker sets out"""
    edits = ("put 16a ostrov", "mark ostrov control gray",
             "cards pursuit.gray pursuit_gray_no_effect_1 ...")  # fmt: skip
    game = holding("okh_pionieren", colour="gray", edits=edits)
    assert refused(game, "gray", "move 16a pskov") == "7"
    game.submit("gray", "play pionieren 16a")
    game.submit("gray", "move 16a pskov")
    assert look(game, "pskov control") == "gray"


def test_larger_trucks() -> None:
    """§16: one truck more, and five tokens each, in this action alone"""
    edits = ("mark brest control white", "mark siedlce fuel 6", "set trucks.white 5",
             "mark bialystok control white", "mark lida control white")  # fmt: skip
    game = holding("okh_grosstransportraum", edits=edits)
    assert refused(game, "white", "truck siedlce brest fuel 5") == "11"
    game.submit("white", "play grosstransportraum")
    game.submit("white", "truck siedlce brest fuel 5")
    assert look(game, "brest fuel") == "5"
    if "done" in names(game, "white"):
        game.submit("white", "done")
    assert game.table.s.big_trucks is False


def test_brandenburg_draws_another_enemy() -> None:
    """§16: in a combat with a Soviet card, which goes under the deck"""
    edits = ("put 2pz bobruisk fuel=1 ammo=2", "mark slutsk soviet",
             "cards soviet.green soviet_6_mech_corps soviet_4_army ...")  # fmt: skip
    game = holding("okh_brandenburg", edits=edits)
    game.submit("white", "move 2pz slutsk")
    assert names(game, "white") == {"fight", "play"}
    game.submit("white", "play brandenburg")
    assert game.pending()[0].prompt.endswith("takes 2 ammo: fight.") and names(game, "white") == {
        "fight"
    }
    receipt = game.submit("white", "fight")
    assert [entry.winner for entry in kinds(receipt.entries, Fought)] == ["white"]
    assert look(game, "beaten.white top") == "soviet_4_army"
    assert game.table.ids("soviet.blue")[-1] == BOARD.item_index["soviet_6_mech_corps"]


@pytest.mark.parametrize("soviet", [False, True])
def test_brandenburg_needs_another_card(soviet: bool) -> None:
    """§16: (rm-54) the one that was met is the last of its deck: nobody is asked, it is refused"""
    deck = "infantry" if soviet else "green"
    others = ("armor",) if soviet else ("blue",)
    edits = ("put 2pz bobruisk fuel=1 ammo=1", f"mark slutsk soviet {'infantry' * soviet}",
             "cards box soviet_3_army ...", *(f"cards soviet.{other}" for other in others),
             f"cards soviet.{deck} soviet_4_army")  # fmt: skip
    both = ("okh_brandenburg", "okh_panzerhaubitzen")
    game = holding(*both, edits=("clear cards", *edits), soviet=soviet)
    game.submit("white", "move 2pz slutsk")
    assert refused(game, "white", "play brandenburg") == "16"
    game.submit("white", "play panzerhaubitzen 2pz\nfight")
    assert look(game, "slutsk control") == "white"
    alone = holding(both[0], edits=("clear cards", *edits), soviet=soviet)
    receipt = alone.submit("white", "move 2pz slutsk")
    assert [entry.winner for entry in kinds(receipt.entries, Fought)] == ["soviet"]


def test_howitzers_in_a_combat() -> None:
    """§16: the ammo that was missing"""
    edits = ("put 2pz bobruisk fuel=1 ammo=1", "mark slutsk soviet",
             "cards soviet.green soviet_4_army ...")  # fmt: skip
    game = holding("okh_panzerhaubitzen", edits=edits)
    game.submit("white", "move 2pz slutsk")
    receipt = game.submit("white", "play panzerhaubitzen 2pz\nfight")
    assert [entry.winner for entry in kinds(receipt.entries, Fought)] == ["white"]


@pytest.mark.parametrize("answer", ["play sicherungs_division", "pass"])
def test_security_calls_partisans_off(answer: str) -> None:
    """§16: once the target is named, by its owner"""
    edits = ("put 4pz riga fuel=2", "mark minsk control white", "mark minsk track",
             "cards okh.white okh_sicherungs_division",
             "cards pursuit.gray pursuit_gray_partisans_1 ...")  # fmt: skip
    game = holding(colour="gray", edits=edits)
    game.submit("gray", "move 4pz jekelopils")
    assert asked(game) == ["white"]
    game.submit("white", answer)
    assert look(game, "minsk track") == ("0" if answer == "pass" else "1")
    assert look(game, "okh.white") == ("1" if answer == "pass" else "0")


def test_an_overfull_area_drops_what_is_too_much() -> None:
    """§12: a card may bring more than the area holds; the player chooses"""
    edits = ("mark memel fuel 3", "mark memel ammo 2")
    game = holding("okh_transportflottille", colour="gray", edits=edits)
    game.submit("gray", "play transportflottille memel")
    assert names(game, "gray") == {"drop"}
    assert refused(game, "gray", "drop riga fuel 3") == "12"
    game.submit("gray", "drop memel fuel 1")
    game.submit("gray", "drop memel food 1")
    assert [look(game, f"memel {kind}") for kind in ("fuel", "ammo", "food")] == ["3", "3", "0"]


def test_an_army_of_auftragstaktik_takes_along_what_its_fuel_left_room_for() -> None:
    """§16, §7, §8: as in any other move"""
    edits = ("put 1pz briansk fuel=2 ammo=4", "mark briansk ammo 1",
             "cards pursuit.brown pursuit_brown_no_effect_1 ...")  # fmt: skip
    game = holding("okh_auftragstaktik", colour="brown", edits=edits)
    game.submit("brown", "play auftragstaktik")
    game.submit("brown", "move 1pz kaluga load ammo 1")
    assert [look(game, f"1pz {what}") for what in ("place", "fuel", "ammo")] == [
        "kaluga", "1", "4",
    ]  # fmt: skip
    assert look(game, "briansk ammo") == "0" and game.check() == []


def test_schnellkampfgruppe_on_the_way() -> None:
    """§16: (rm-47) after three areas its holder is asked, and it goes into a fourth"""
    cards = ("no_effect_1", "no_effect_2", "requisitions_1", "requisitions_2")
    deck = " ".join(f"pursuit_gray_{card}" for card in cards)
    edits = ("put 4pz riga fuel=2 ammo=1", "put 16a memel food=1", f"cards pursuit.gray {deck} ...")
    game = holding("okh_schnellkampfgruppe", colour="gray", edits=edits)
    game.submit("gray", "move 4pz jekelopils daugavpils sebezh")
    assert "Schnellkampfgruppe" in game.pending()[0].prompt and "move" not in names(game, "gray")
    game.submit("gray", "play schnellkampfgruppe 4pz")
    game.submit("gray", "move 4pz ostrov")
    assert (look(game, "4pz place"), look(game, "okh.gray")) == ("ostrov", "0")
    assert names(game, "gray") >= {"end actions"} and game.check() == []
    assert refused(game, "gray", "move 4pz pskov") == "7"


def test_pioneers_for_the_army_of_auftragstaktik() -> None:
    """§16: an army can be given them when it is activated by a card too"""
    edits = ("put 16a ostrov food=1", "put 4pz riga fuel=1",
             "cards pursuit.gray pursuit_gray_no_effect_1 ...")  # fmt: skip
    game = holding("okh_pionieren", "okh_auftragstaktik", colour="gray", edits=edits)
    game.submit("gray", "play auftragstaktik\nplay pionieren 16a\nmove 16a pskov")
    assert look(game, "pskov control") == "gray" and look(game, "actions") == "2"


def test_the_airlift_feeds_a_grounded_army() -> None:
    """§14, §16: (rm-49) the food that comes to it is eaten, and its HALT marker goes"""
    edits = ("put 4pz riga fuel=2 halt", "mark riga ammo 1")
    game = holding("okh_luftbruecke", colour="gray", edits=edits)
    assert refused(game, "gray", "move 4pz jekelopils") == "14"
    game.submit("gray", "play luftbruecke 4pz food")
    assert [look(game, f"4pz {what}") for what in ("halt", "food")] == ["0", "0"]
    assert look(game, "stock.food") == "15" and game.check() == []
    game.submit("gray", "move 4pz jekelopils")


def test_the_airlift_brings_what_the_stock_has() -> None:
    """§16, §12: the kinds that are there, and nothing when it is empty"""
    edits = ("put 4pz riga fuel=2", "set stock.fuel 0", "set stock.ammo 0", "set stock.food 1")
    game = holding("okh_luftbruecke", colour="gray", edits=edits)
    assert words(game, "gray", "play luftbruecke 4pz ") == {"food"}
    game.submit("gm", "set stock.food 0")
    assert refused(game, "gray", "play luftbruecke 4pz food") == "16"


def test_a_larger_truck_after_the_last_one() -> None:
    """§16, §11: the card can still be played when the limit of the action is reached"""
    edits = ("mark danzig fuel 6", "mark konigsberg ammo 3")
    game = holding("okh_grosstransportraum", colour="gray", edits=edits)
    game.submit("gray", "train danzig konigsberg fuel 1\ntruck danzig konigsberg fuel 1")
    game.submit("gray", "train konigsberg tilsit ammo 1")
    assert names(game, "gray") >= {"done", "play"} and "truck" not in names(game, "gray")
    game.submit("gray", "play grosstransportraum")
    game.submit("gray", "truck konigsberg tilsit ammo 2 fuel 2")
    assert (look(game, "actions"), look(game, "trucks.gray")) == ("1", "3")
    assert "supply" in names(game, "gray"), "the action is over"


def test_a_card_says_when_it_is_played() -> None:
    """§16, §7.cards: where it is refused, and in the hand"""
    game = holding("okh_brandenburg", "okh_sicherungs_division", "pursuit_white_recon_1",
                   edits=("put 9a lyck food=1", "put 4a siedlce food=1"))  # fmt: skip
    for line, text in (
        ("play brandenburg", "in a combat with a Soviet card"),
        ("play sicherungs_division", "when partisans have named a target of yours"),
    ):
        with pytest.raises(engine.OrderError, match=text) as error:
            game.submit("white", line)
        assert error.value.rule == "16"
    game.submit("white", "move 9a ostrow")
    with pytest.raises(engine.OrderError, match="between the actions of your own turn"):
        game.submit("white", "play recon_1 soviet")


def test_a_card_without_a_hand_symbol_waits_for_the_end_of_the_move() -> None:
    """§7, §7.cards: (rm-21) it gives its action in this turn, once the move is over"""
    edits = ("put 16a tilsit food=1", "put 18a memel food=1",
             "cards pursuit.gray pursuit_gray_axis_auxiliaries_2 ...")  # fmt: skip
    game = holding(colour="gray", edits=edits)
    game.submit("gray", "move 16a kedainai")
    with pytest.raises(engine.OrderError, match="turn in which it came"):
        game.submit("gray", "play axis_auxiliaries_2")
    while "done" in names(game, "gray"):
        game.submit("gray", "done")
    game.submit("gray", "play axis_auxiliaries_2")
    assert (look(game, "actions"), look(game, "discard.gray")) == ("2", "1")


def test_howitzers_for_a_bunker_beside_the_army() -> None:
    """§16, §7: (rm-47) an army that sets out for it gets the ammo that it lacks"""
    edits = ("put 4pz ostrov fuel=2", "put 16a riga food=1", "put 18a tallinn ammo=1",
             "cards pursuit.gray pursuit_gray_no_effect_1 ...")  # fmt: skip
    game = holding("okh_panzerhaubitzen", colour="gray", edits=edits)
    assert refused(game, "gray", "move 4pz pskov") == "7"
    assert words(game, "gray", "play panzerhaubitzen ") == {"4pz"}
    game.submit("gray", "play panzerhaubitzen 4pz\nmove 4pz pskov")
    assert (look(game, "pskov control"), look(game, "4pz ammo")) == ("gray", "0")
    used = holding("okh_panzerhaubitzen", colour="gray", edits=edits)
    used.submit("gm", "set actions 0")
    assert refused(used, "gray", "play panzerhaubitzen 4pz") == "16"


def test_the_truck_that_is_added_is_no_train() -> None:
    """§16, §11: after three trains a truck alone is left"""
    edits = ("mark danzig fuel 6", "mark kedainai control gray", "mark kedainai track",
             "set trains.gray 5")  # fmt: skip
    game = holding("okh_grosstransportraum", colour="gray", edits=edits)
    game.submit("gray", "play grosstransportraum")
    for line in ("danzig konigsberg fuel 5", "konigsberg tilsit fuel 4", "tilsit kedainai fuel 3"):
        game.submit("gray", f"train {line}")
    assert refused(game, "gray", "train konigsberg gumbinnen fuel 1") == "16"
    game.submit("gray", "truck danzig konigsberg fuel 1")
    assert look(game, "actions") == "1" and game.table.s.big_trucks is False


def test_a_used_air_support_marker_waits() -> None:
    """§15, §16: for the next Theater Re-Organization, or for Stukageschwader"""
    game = holding("okh_stukageschwader", edits=("set air.white spent",))
    with pytest.raises(engine.OrderError, match="until the next Theater") as error:
        game.submit("white", "air soviet")
    assert error.value.rule == "15"
    game.submit("gm", "set air.white soviet")
    assert refused(game, "white", "play stukageschwader pursuit") == "16"
    with pytest.raises(engine.OrderError, match="out already"):
        game.submit("white", "air soviet")


def test_two_medals_at_most_with_wolfsschanze() -> None:
    """§16: in any area, with a printed medal, that nobody controls"""
    edits = ("mark kaluga medal 1", "mark rzhev medal 2", "mark riga control gray",
             "mark kiev medal 1")  # fmt: skip
    game = holding("okh_wolfsschanze", colour="gray", edits=edits)
    goals = words(game, "gray", "play wolfsschanze kaluga ")
    assert {"kiev", "moskva", "leningrad"} <= goals
    assert not {"rzhev", "riga", "kaluga", "luga"} & goals
    assert refused(game, "gray", "play wolfsschanze kaluga rzhev") == "16"


ELSEWHERE = [
    ("okh_transportflottille", "minsk", "Minsk is no harbour"),
    ("okh_transportflottille", "parnu", "Pärnu is not yours"),
    ("okh_eisenbahnpioniere", "riga", "no marker of yours"),
    ("okh_eisenbahnpioniere", "danzig", "has track already"),
    ("okh_wolfsschanze", "riga", "no medal in Riga"),
    ("okh_wolfsschanze", "kaluga luga", "no printed medal"),
    ("okh_wolfsschanze", "kaluga sea_riga", "no area on land"),
    ("okh_luftbruecke", "9a food", "not an army of yours"),
    ("okh_luftbruecke", "16a food", "card of 16. Armee is full"),
    ("okh_panzerhaubitzen", "4pz", "has not been activated"),
    ("okh_schnellkampfgruppe", "16a", "has no use for that card"),
    ("okh_pionieren", "18a", "has moved this turn"),
]


@pytest.mark.parametrize(("card", "there", "text"), ELSEWHERE)
def test_why_a_card_can_not_be_played_there(card: str, there: str, text: str) -> None:
    """§16: harbours, markers, medals and armies that do not do"""
    edits = ("mark siaulai control gray", "mark kaluga medal 1",
             "put 4pz tilsit fuel=1", "put 16a gumbinnen food=6", "put 9a lyck food=1",
             "mark liepaja control gray", "put 18a siaulai moved ammo=1")  # fmt: skip
    game = holding(card, colour="gray", edits=edits)
    with pytest.raises(engine.OrderError, match=text) as error:
        game.submit("gray", f"play {card} {there}")
    assert error.value.rule


def test_where_an_order_moves_a_medal() -> None:
    """§7.cards: printed medal, same single colour, not the area just entered, two in a key city"""
    edits = ("put 4pz jekelopils fuel=2 ammo=1", "mark pskov medal 1", "mark leningrad medal 2",
             "mark riga medal 1", "mark kiev medal 1", "mark rzhev medal 1", "mark moskva medal 1",
             "cards pursuit.gray pursuit_gray_befehl_halder_1 ...")  # fmt: skip
    game = holding(colour="gray", edits=edits)
    game.submit("gray", "move 4pz riga")
    assert words(game, "gray", "medal ") == {"pskov", "leningrad", "kiev"}
    assert words(game, "gray", "medal pskov ") == {"tallinn"}
    assert words(game, "gray", "medal leningrad ") == {"pskov", "tallinn"}
    assert refused(game, "gray", "medal pskov leningrad") == "7.cards"
    game.submit("gray", "medal leningrad pskov")
    assert (look(game, "pskov medal"), look(game, "medals.gray")) == ("2", "1")


def test_ships_land_what_the_stock_has() -> None:
    """§16: as far as it goes, and nothing of a kind that it lacks"""
    edits = ("set stock.food 0", "set stock.fuel 1")
    game = holding("okh_transportflottille", colour="gray", edits=edits)
    game.submit("gray", "play transportflottille memel")
    assert [look(game, f"memel {kind}") for kind in ("fuel", "ammo", "food")] == ["1", "1", "0"]
    assert look(game, "stock.food") == "0" and game.check() == []


def test_what_is_not_used_is_lost() -> None:
    """§16: (rm-47) at the end of the turn"""
    cards = ("okh_pionieren", "okh_schnellkampfgruppe", "okh_grosstransportraum")
    game = holding(*cards, colour="gray", edits=("put 4pz tilsit fuel=2", "put 16a ostrov"))
    game.submit("gray", "play pionieren 16a\nplay schnellkampfgruppe 4pz")
    game.submit("gray", "play grosstransportraum")
    s = game.table.s
    assert s.big_trucks and s.pioneers >= 0 and s.quick >= 0
    game.submit("gray", "end actions")
    while asked(game) != ["white"]:
        game.submit(asked(game)[0], game.auto(asked(game)[0]))
    s = game.table.s
    assert (s.big_trucks, s.pioneers, s.quick) == (False, -1, -1)
    assert look(game, "okh.gray") == "0"


def test_pioneers_and_speed_are_for_one_move() -> None:
    """§16: the army that has used them uses them up; another one's stay"""
    cards = ("okh_pionieren", "okh_schnellkampfgruppe", "okh_auftragstaktik")
    edits = (
        "put 4pz riga fuel=2 ammo=1",
        "put 16a ostrov food=1",
        "cards pursuit.gray pursuit_gray_no_effect_1 pursuit_gray_no_effect_2 ...",
    )
    game = holding(*cards, colour="gray", edits=edits)
    game.submit("gray", "play pionieren 16a\nplay schnellkampfgruppe 4pz")
    game.submit("gray", "move 16a pskov")
    assert game.table.s.pioneers == -1 and game.table.s.quick >= 0
    while "done" in names(game, "gray"):
        game.submit("gray", "done")
    game.submit("gray", "move 4pz jekelopils")
    assert game.table.s.quick == -1


def test_what_must_be_named_with_a_card() -> None:
    """§16: the refusal lists it"""
    game = holding("okh_luftbruecke", "okh_wolfsschanze", edits=("put 2pz minsk fuel=1",))
    for line, text in (("play luftbruecke", "army too: 2pz."),
                       ("play luftbruecke 2pz", "kind too: fuel, ammo, food.")):  # fmt: skip
        with pytest.raises(engine.OrderError, match=text) as error:
            game.submit("white", line)
        assert error.value.rule == "16"


def test_brandenburg_is_for_soviet_cards_alone() -> None:
    """§16: nobody is asked when an army of the Pursuit deck is met"""
    edits = ("put 2pz bobruisk fuel=1 ammo=2", "put 9a lyck food=1",
             "cards pursuit.white pursuit_white_reserve_army_1 ...")  # fmt: skip
    game = holding("okh_brandenburg", edits=edits)
    receipt = game.submit("white", "move 2pz slutsk")
    assert [entry.winner for entry in kinds(receipt.entries, Fought)] == ["white"]
