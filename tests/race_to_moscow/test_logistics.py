"""Transport, taking transport, the Theater Re-Organization, the railhead."""

import pytest

from tests.race_to_moscow.table import asked, empty, look, names, refused, told, words


def test_three_transports_at_level_one() -> None:
    """§11, §2.4: rm_09, two trains and a truck, the fourth is one too many"""
    game = empty("mark danzig fuel 3", "mark danzig ammo 3", "mark danzig food 3",
                 "put 16a gumbinnen ammo=1", "at 1 gray actions")  # fmt: skip
    assert refused(game, "gray", "train danzig konigsberg ammo 3 fuel 3 food 1") == "11"
    game.submit("gray", "train danzig konigsberg ammo 3 fuel 3")
    assert refused(game, "gray", "train danzig konigsberg food 3") == "11"
    game.submit("gray", "train konigsberg tilsit ammo 3 fuel 3")
    game.submit("gray", "truck danzig konigsberg food 3")
    assert [look(game, f"tilsit {kind}") for kind in ("fuel", "ammo", "food")] == ["3", "3", "0"]
    assert (look(game, "konigsberg food"), look(game, "danzig food")) == ("3", "0")
    assert (look(game, "trucks.gray"), look(game, "trains.gray")) == ("4", "1")
    assert look(game, "danzig-konigsberg truck") == "gray"
    assert look(game, "actions") == "1"
    assert {"move", "end actions"} <= names(game, "gray")


def test_trains_need_track() -> None:
    """§11: at both ends, with own areas back to a base; trucks need none"""
    edits = ("mark tilsit fuel 3", "mark kaunas control gray", "mark kaunas food 2",
             "mark panevezys control gray")  # fmt: skip
    game = empty(*edits, "at 1 gray actions")
    assert refused(game, "gray", "train tilsit kaunas fuel 1") == "11"
    assert words(game, "gray", "truck kaunas panevezys food ") == {"1", "2"}
    tracked = empty(*edits, "mark kaunas track", "at 1 gray actions")
    tracked.submit("gray", "train tilsit kaunas fuel 3")
    assert look(tracked, "kaunas fuel") == "3"
    island = empty("mark riga control gray", "mark riga track", "mark riga fuel 1",
                   "mark jekelopils control gray", "mark jekelopils track",
                   "at 1 gray actions")  # fmt: skip
    assert refused(island, "gray", "train riga jekelopils fuel 1") == "11"


def test_taking_transport() -> None:
    """§13: rm_12, no more than a player may possess"""
    game = empty("set trucks.white 3", "set trains.white 1", "set stock_trucks.white 2",
                 "set stock_trains 9", "at 1 white actions")  # fmt: skip
    assert refused(game, "white", "transport trucks 2 trains 4") == "13"
    assert refused(game, "white", "transport trucks 3") == "13"
    assert refused(game, "white", "transport") in ("", "13")
    game.submit("white", "transport trucks 2 trains 3")
    assert (look(game, "trucks.white"), look(game, "trains.white")) == ("5", "4")
    assert asked(game) == ["white"]
    assert look(game, "level") == "1"


def test_the_last_train() -> None:
    """§14: rm_13, it interrupts the turn, which goes on afterwards; one less does not"""
    edits = ("set stock_trains 2", "set trains.gray 1", "at 1 gray actions")
    game = empty(*edits)
    game.submit("gray", "transport trains 1")
    assert look(game, "level") == "1"
    game = empty("mark danzig-konigsberg train", *edits)
    receipt = game.submit("gray", "transport trains 2")
    assert (look(game, "level"), look(game, "reserve")) == ("2", "0")
    assert look(game, "stock_trains") == "9"  # eight of the reserve, one from its line
    assert (asked(game), look(game, "actions")) == (["gray"], "1")
    assert "Theater Re-Organization" in told(game, receipt)


def test_the_reserve_comes_once() -> None:
    """§14: rm_15"""
    game = empty("set level 2", "set reserve 8", "set stock_trains 1", "set trains.gray 0",
                 "at 1 gray actions")  # fmt: skip
    game.submit("gray", "transport trains 1")
    assert (look(game, "reserve"), look(game, "stock_trains")) == ("8", "0")


def test_food_and_halt() -> None:
    """§14: rm_14, two food, one food, none"""
    game = empty("put 16a gumbinnen food=2", "put 18a memel food=1", "put 4pz tilsit ammo=1",
                 "set hq.white 0", "set air.white spent", "set stock_trains 1",
                 "set trains.gray 0", "at 1 gray actions")  # fmt: skip
    game.submit("gray", "transport trains 1")
    assert [look(game, f"{army} food") for army in ("16a", "18a", "4pz")] == ["1", "0", "0"]
    assert [look(game, f"{army} halt") for army in ("16a", "18a", "4pz")] == ["0", "0", "1"]
    assert (look(game, "hq.white"), look(game, "air.white")) == ("1", "ready")
    assert refused(game, "gray", "move 4pz kaunas") == "14"


def test_each_player_feeds_his_armies_at_once() -> None:
    """§14: asked where there is food on the card and in the area, in any order"""
    game = empty("put 16a gumbinnen food=1", "mark gumbinnen food 1", "put 9a lyck food=2",
                 "mark lyck food 1", "set stock_trains 1", "set trains.gray 0",
                 "at 1 gray actions")  # fmt: skip
    game.submit("gray", "transport trains 1")
    assert asked(game) == ["gray", "white"]
    game.submit("white", "eat 9a card")
    assert asked(game) == ["gray"]
    assert refused(game, "gray", "load 16a food 1") == "7"  # the turn is paused
    game.submit("gray", "eat 16a area")
    assert (look(game, "9a food"), look(game, "16a food")) == ("1", "1")
    assert look(game, "gumbinnen food") == "0"
    assert (asked(game), look(game, "actions")) == (["gray"], "1")


def test_the_first_railhead() -> None:
    """§17: rm_18, Kedainai lies next to Tilsit's track, Panevezys does not yet"""
    marks = [f"mark {area} control gray" for area in ("kedainai", "panevezys", "riga")]
    game = empty(*marks, "at 1 gray railhead")
    assert refused(game, "gray", "rail panevezys") == "17"
    assert refused(game, "gray", "rail minsk") == "17"
    game.submit("gray", "rail kedainai")
    assert look(game, "kedainai track") == "1"
    assert asked(game) == ["white"]


def test_who_eats_is_named() -> None:
    """§14: the question names the armies that have food on the card and in the area"""
    game = empty("put 16a gumbinnen food=1", "mark gumbinnen food 1", "put 18a memel food=1",
                 "set stock_trains 1", "set trains.gray 0", "at 1 gray actions")  # fmt: skip
    game.submit("gray", "transport trains 1")
    assert game.pending()[0].prompt.endswith("what do these eat? 16. Armee in Gumbinnen.")


def test_armies_go_by_train_as_agreed_alone() -> None:
    """§19.1: the refusal says that it is an option"""
    game = empty("put 16a gumbinnen food=1", "mark danzig fuel 2", "at 1 gray actions")
    assert refused(game, "gray", "redeploy 16a tilsit") == "19.1"


@pytest.mark.parametrize(("there", "other"), [("truck", "train"), ("train", "truck")])
def test_one_truck_and_one_train_a_line(there: str, other: str) -> None:
    """§11: a truck, whose ever it is, keeps no train away, nor a train a truck"""
    chain = "lida vilnius polotsk velikiye_luki brest bereza baranovichi minsk"
    own = [f"mark {area} control white\nmark {area} track" for area in chain.split()]
    value = "gray" if there == "truck" else "on"
    game = empty(*own, "mark polotsk fuel 4", f"mark vilnius-polotsk {there} {value}",
                 "set stock_trains 9", "set stock_trucks.gray 0", "at 1 white actions")  # fmt: skip
    assert refused(game, "white", f"{there} polotsk vilnius fuel 1") == "11"
    assert words(game, "white", f"{there} polotsk ") == {"velikiye_luki"}
    game.submit("white", f"{other} polotsk vilnius fuel 1")
    assert look(game, "vilnius fuel") == "1"


@pytest.mark.parametrize(("level", "most"), [(1, 6), (2, 8)])
def test_how_many_transports_an_action_takes(level: int, most: int) -> None:
    """§13, §3.1: by the level of the Logistics card, trucks and trains together"""
    game = empty("set trucks.white 0", "set trains.white 0", "set stock_trucks.white 2",
                 "set stock_trains 9", f"set level {level}", "at 1 white actions")  # fmt: skip
    assert refused(game, "white", f"transport trains {most + 1}") == "13"
    assert refused(game, "white", f"transport trucks 2 trains {most - 1}") == "13"
    game.submit("white", f"transport trucks 2 trains {most - 2}")
    assert (look(game, "trucks.white"), look(game, "trains.white")) == ("2", str(most - 2))


def test_trucks_come_home_and_trucks_alone_can_start_it() -> None:
    """§14, §13: (rm-37) where no train is left in the stock; each truck to its owner's pool"""
    game = empty("set stock_trains 0", "set level 2", "set reserve 0", "set trucks.gray 3",
                 "set stock_trucks.gray 2", "set trucks.white 4", "set stock_trucks.white 1",
                 "mark brest control white", "mark siedlce-brest truck white",
                 "mark danzig-konigsberg truck gray", "at 1 gray actions")  # fmt: skip
    receipt = game.submit("gray", "transport trucks 1")
    assert "Theater Re-Organization" in told(game, receipt)
    assert (look(game, "stock_trucks.white"), look(game, "stock_trucks.gray")) == ("1", "1")
    assert look(game, "siedlce-brest truck") == look(game, "danzig-konigsberg truck") == "none"
    assert asked(game) == ["gray"] and look(game, "actions") == "1"


def test_no_track_and_no_chain_along_a_red_line() -> None:
    """§17, §11, §3.3: (rm-19) neither from Ostrov to Velikiye Luki, nor from there to a base"""
    way = "kedainai panevezys jekelopils ostrov velikiye_luki polotsk"
    held = [f"mark {area} control gray" for area in way.split()]
    track = [f"mark {area} track" for area in ("ostrov", "polotsk")]
    game = empty(*held, *track, "mark polotsk fuel 1", "at 1 gray railhead")
    assert "velikiye_luki" in words(game, "gray", "rail "), "next to Polotsk"
    game.submit("gm", "mark polotsk track none\nat 1 gray railhead")
    assert words(game, "gray", "rail ") == {"kedainai", "jekelopils"}
    assert refused(game, "gray", "rail velikiye_luki") == "17"
    game.submit("gm", "mark polotsk track\nmark velikiye_luki track\nat 1 gray actions")
    assert refused(game, "gray", "train polotsk velikiye_luki fuel 1") == "11"
    game.submit("gm", "mark sebezh control gray\nat 1 gray actions")
    game.submit("gray", "train polotsk velikiye_luki fuel 1")


@pytest.mark.parametrize(("owner", "found"), [("white", set()), ("gray", {"velikiye_luki"})])
def test_track_is_laid_beside_ones_own(owner: str, found: set[str]) -> None:
    """§17: that of another player beside an area leads nowhere"""
    game = empty("mark velikiye_luki control gray", "mark kedainai control gray",
                 f"mark polotsk control {owner}", "mark polotsk track",
                 "at 1 gray railhead")  # fmt: skip
    assert words(game, "gray", "rail ") == {"kedainai", *found}
    if not found:
        assert refused(game, "gray", "rail velikiye_luki") == "17"
