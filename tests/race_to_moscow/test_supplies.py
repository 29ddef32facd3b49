"""Taking supplies, loading, the fleet."""

from collections.abc import Callable

import pytest

import engine
from engine import Game
from engine.core.entries import Moved
from tests.race_to_moscow.table import asked, empty, kinds, look, names, refused, table, told, words


def test_main_and_frontline_base() -> None:
    """§12: rm_11, six tokens to the main base, three to the frontline base, that once a turn"""
    game = empty("mark reichshof food 3", "at 1 brown actions")
    game.submit("brown", "supply reichshof ammo 3 fuel 3")
    assert [look(game, f"reichshof {kind}") for kind in ("fuel", "ammo", "food")] == ["3", "3", "3"]
    receipt = game.submit("brown", "supply piatra fuel 2 food 1")
    assert "Piatra gets 2 fuel, 1 food." in told(game, receipt)
    assert [look(game, f"piatra {kind}") for kind in ("fuel", "ammo", "food")] == ["2", "0", "1"]
    assert look(game, "actions") == "0"
    assert "supply" not in names(game, "brown")
    again = empty("set frontline on", "at 1 brown actions")
    assert refused(again, "brown", "supply piatra fuel 1") == "12"


def test_limits_of_a_base() -> None:
    """§12: nine tokens in a main base, six elsewhere, and what the stock has"""
    game = empty("mark danzig fuel 7", "set stock.food 1", "at 1 gray actions")
    assert refused(game, "gray", "supply danzig food 2") == "12"
    assert refused(game, "gray", "supply riga fuel 1") == "12"
    game.submit("gray", "supply danzig ammo 1 food 1")
    assert names(game, "gray") >= {"supply", "end actions"}, "nine are not too much"
    game.submit("gray", "supply danzig fuel 2")
    assert names(game, "gray") & {"drop", "supply", "end actions"} == {"drop"}
    assert refused(game, "gray", "drop danzig fuel 3") == "12"
    game.submit("gray", "drop danzig ammo 1 food 1")
    assert [look(game, f"danzig {kind}") for kind in ("fuel", "ammo", "food")] == ["9", "0", "0"]


def _taken(game: Game) -> None:
    game.submit("brown", "supply piatra food 2")


def _unloaded(game: Game) -> None:
    game.submit("brown", "unload 11a food 2")


def _carried(game: Game) -> None:
    game.submit("brown", "truck jassy piatra food 2")


@pytest.mark.parametrize("bring", [_taken, _unloaded, _carried])
def test_whatever_brings_too_much(bring: Callable[[Game], None]) -> None:
    """§12: (rm-30) its owner drops what he likes, and nothing else happens before that"""
    game = empty("mark piatra fuel 2", "mark piatra ammo 3", "mark jassy food 2",
                 "put 11a piatra food=2", "at 1 brown actions")  # fmt: skip
    bring(game)
    assert game.pending()[0].prompt.startswith("Piatra is overfull: drop 1 supply token")
    for line in (
        "done",
        "end actions",
        "unload 11a food 1",
        "truck piatra jassy",
        "move 11a jassy",
    ):
        assert refused(game, "brown", line) == "12", line
    game.submit("brown", "drop piatra fuel 1")
    assert [look(game, f"piatra {kind}") for kind in ("fuel", "ammo", "food")] == ["1", "3", "2"]
    assert "drop" not in names(game, "brown") and game.check() == []


@pytest.mark.parametrize("way", ["supply", "truck"])
def test_an_army_loads_what_is_too_much(way: str) -> None:
    """§7, §11, §12: at any time of its turn; then nothing is left to drop"""
    game = empty("mark piatra fuel 6", "mark jassy food 2", "put 11a piatra ammo=2",
                 "at 1 brown actions")  # fmt: skip
    game.submit("brown", "supply piatra food 1" if way == "supply" else "truck jassy piatra food 1")
    assert names(game, "brown") & {"drop", "load", "unload"} == {"drop", "load"}
    game.submit("brown", "load 11a food 1")
    assert {"truck", "unload"} <= names(game, "brown") and "drop" not in names(game, "brown")
    assert (look(game, "piatra fuel"), look(game, "11a food")) == ("6", "1")
    assert game.check() == []


def test_an_army_loads_and_unloads() -> None:
    """§2.2, §7, §11: at any time of its turn, six tokens on a card, no action"""
    game = empty("put 4pz riga fuel=2 ammo=3", "mark riga food 4", "at 1 gray actions")
    assert words(game, "gray", "load 4pz food ") == {"1"}
    game.submit("gray", "load 4pz food 1")
    assert refused(game, "gray", "load 4pz food 1") == "7"
    game.submit("gray", "unload 4pz ammo 3")
    assert (look(game, "riga ammo"), look(game, "4pz ammo")) == ("3", "0")
    assert words(game, "gray", "unload 4pz fuel ") == {"1", "2"}, "also where it is too much"
    assert look(game, "actions") == "2"


def test_only_in_its_own_turn() -> None:
    """§11: others load when it is their turn"""
    game = empty("put 4pz riga", "put 2pz minsk", "mark minsk fuel 2", "at 1 gray actions")
    assert "load" not in names(game, "white")


def test_food_ends_a_halt() -> None:
    """§14: it is eaten at once"""
    game = empty("put 4pz danzig halt", "at 1 gray actions")
    receipt = game.submit("gray", "supply danzig food 2")
    assert (look(game, "4pz halt"), look(game, "danzig food")) == ("0", "1")
    assert "4. Panzergruppe has food again." in told(game, receipt)


def test_the_fleet_sails_once_a_turn() -> None:
    """§10, §5: one sea area, one action"""
    game = table()
    assert words(game, "gray", "fleet ") == {"sea_ostsee"}
    assert refused(game, "gray", "fleet sea_riga") == "10"
    receipt = game.submit("gray", "fleet sea_ostsee")
    assert [entry.places for entry in kinds(receipt.entries, Moved)] == [
        ["sea_danzig", "sea_ostsee"]
    ]
    assert look(game, "actions") == "1"
    assert refused(game, "gray", "fleet sea_riga") == "10"
    game.submit("gray", "end actions")
    assert "fleet" not in names(game, "white")


def test_turns_follow_the_order() -> None:
    """§5: two actions each, round after round"""
    game = table(order=["brown", "gray", "white"])
    for number, side in enumerate(("brown", "gray", "white", "brown")):
        assert (look(game, "active"), look(game, "round")) == (side, str(1 + number // 3))
        assert look(game, "actions") == "2"
        game.submit(side, "end actions")
        while "react" in names(game, asked(game)[0]):
            game.submit(asked(game)[0], game.auto(asked(game)[0]))


def test_why_there_is_nothing_to_load_or_play() -> None:
    """§7, §11, §16: the refusal says what is missing, and it is not offered"""
    game = empty("put 4pz riga", "at 1 gray actions")
    for line, rule, text in (
        ("load 4pz fuel 1", "7", "stands on supplies"),
        ("unload 4pz fuel 1", "11", "has supplies on its card"),
        ("play recon", "16", "no card to play"),
    ):
        with pytest.raises(engine.OrderError, match=text) as error:
            game.submit("gray", line)
        assert error.value.rule == rule
        assert line.split()[0] not in names(game, "gray")


def test_an_army_unloads_in_the_midst_of_a_transport() -> None:
    """§11, §7: what it leaves in its area can be carried on by the next truck of the action"""
    game = empty("mark danzig fuel 1", "put 16a konigsberg ammo=2", "at 1 gray actions")
    game.submit("gray", "train danzig konigsberg fuel 1\ntrain konigsberg tilsit fuel 1")
    assert "done" in names(game, "gray") and look(game, "konigsberg ammo") == "0"
    game.submit("gray", "unload 16a ammo 2\ntruck konigsberg tilsit ammo 2")
    assert (look(game, "tilsit ammo"), look(game, "actions")) == ("2", "1")
    assert refused(game, "gray", "done") == "7", "three are placed: the action is over"


@pytest.mark.parametrize(
    ("line", "rule", "text"),
    [
        ("truck warschau siedlce fuel 1", "11", "Warschau is not yours"),
        ("truck gumbinnen tilsit ammo 1", "11", "16. Armee can `unload` there first"),
        ("truck memel tilsit ammo 1", "11", "no supplies in Memel"),
        ("train danzig konigsberg 3 fuel", "11", "then how many: `fuel 3`"),
        ("train kaunas tilsit fuel 1", "11", "Kaunas has no track"),
        ("transport 2 trains", "13", "what and how many: `transport trucks 1 trains 2`"),
        ("rail kaunas", "17", "after your actions: `end actions` first"),
    ],
)
def test_a_refusal_says_what_can_be_done_instead(line: str, rule: str, text: str) -> None:
    """5, 11, 13, 17"""
    game = empty("mark danzig fuel 3", "put 16a gumbinnen ammo=2", "mark kaunas control gray",
                 "mark kaunas fuel 1", "set stock_trains 5", "set trains.gray 2",
                 "at 1 gray actions")  # fmt: skip
    with pytest.raises(engine.OrderError, match=text) as error:
        game.submit("gray", line)
    assert error.value.rule == rule


def test_why_another_action_must_wait() -> None:
    """§5, §10: one at a time, two a turn; the fleet is Gray's; then only track is laid (§17)"""
    game = empty("mark danzig fuel 3", "mark kedainai control gray", "put 16a gumbinnen food=1",
                 "at 1 gray actions")  # fmt: skip
    game.submit("gray", "train danzig konigsberg fuel 1")
    steps = (
        ("under way: end it with `done`", "done"),
        ("Take 1 action", "supply danzig fuel 1"),
        ("used up", "end actions"),
        ("track can be laid", "end railhead"),
    )
    for text, then in steps:
        if text.startswith("Take"):
            assert game.pending()[0].prompt.startswith(text)
        else:
            with pytest.raises(engine.OrderError, match=text):
                game.submit("gray", "fleet sea_ostsee")
            assert "fleet" not in names(game, "gray")
        game.submit("gray", then)
    while asked(game) != ["white"]:
        game.submit(asked(game)[0], game.auto(asked(game)[0]))
    with pytest.raises(engine.OrderError, match="Gray alone") as error:
        game.submit("white", "fleet sea_ostsee")
    assert error.value.rule == "10"


def test_what_is_once_a_turn_is_open_in_the_next_one() -> None:
    """§5, §7, §10, §12: Axis Auxiliaries, the frontline base, an army, the fleet"""
    game = empty("put 16a tilsit food=1 moved", "put fleet sea_danzig moved", "set frontline on",
                 "set auxiliary on", "at 1 white actions")  # fmt: skip
    used = ("16a moved", "fleet moved", "frontline", "auxiliary")
    assert [look(game, what) for what in used] == ["1"] * 4
    game.submit("white", "end actions")
    assert asked(game) == ["brown"]
    assert [look(game, what) for what in used] == ["0"] * 4


@pytest.mark.parametrize(("ammo", "asked_"), [(None, False), (6, False), (5, True)])
def test_one_kind_that_is_too_much_goes_by_itself(ammo: int | None, asked_: bool) -> None:
    """§12, §7: nobody is asked where one answer is left; an army with room there is another one"""
    army = ["put 4pz danzig"] if ammo is None else [f"put 16a danzig ammo={ammo}"]
    if ammo is None:
        army = ["put 16a tilsit ammo=1"]
    game = empty("mark danzig fuel 9", *army, "at 1 gray actions")
    game.submit("gray", "supply danzig fuel 1")
    assert ("drop" in names(game, "gray")) == asked_
    assert (look(game, "danzig fuel"), look(game, "actions")) == ("10" if asked_ else "9", "1")


def test_an_area_that_was_emptied_offers_nothing() -> None:
    """§7, §2.2: and the last free space on a card is one"""
    edits = ("put 4pz riga fuel=3 ammo=2", "mark riga food 1", "cards okh.gray okh_luftbruecke")
    game = empty(*edits, "at 1 gray actions")
    assert words(game, "gray", "play luftbruecke ") == {"4pz"}
    game.submit("gray", "load 4pz food 1")
    assert "load" not in names(game, "gray") and refused(game, "gray", "load 4pz food 1") == "7"
    assert refused(game, "gray", "play luftbruecke 4pz fuel") == "16"


def test_the_kind_that_is_short_is_named() -> None:
    """12"""
    game = empty("set stock.ammo 1", "at 1 gray actions")
    with pytest.raises(engine.OrderError, match="There is 1 ammo, not 3"):
        game.submit("gray", "supply danzig fuel 1 ammo 3")


def test_air_support_can_save_all_the_ammo() -> None:
    """§8, §15: of an enemy that takes one"""
    game = empty("put 16a memel", "cards pursuit.gray pursuit_gray_reserve_army_1 ...",
                 "mark liepaja control white", "set air.gray pursuit", "set hq.gray 0",
                 "at 1 gray actions")  # fmt: skip
    game.submit("gray", "move 16a siaulai")
    assert (look(game, "siaulai control"), look(game, "beaten.gray")) == ("gray", "1")
