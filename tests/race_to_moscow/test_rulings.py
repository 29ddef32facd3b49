"""Where the rulebook leaves a question open: one test for each ruling of ours that others lack."""

import pytest

import engine
from engine import Game
from engine.board.bits import members
from engine.games.race_to_moscow.cards.partisans import tracks
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import AMMO, BROWN, COLOURS, GRAY
from engine.games.race_to_moscow.law.reaction import strikes
from engine.games.race_to_moscow.law.victory import scores_of
from engine.games.race_to_moscow.play.encircle import capture
from tests.race_to_moscow.table import asked, empty, fresh, look, names, refused, table, told, words


def finder(*edits: str, way: str = "move 4pz kedainai panevezys") -> Game:
    """4. Panzergruppe finds ammo in Kedainai."""
    game = empty(
        *edits,
        "cards pursuit.gray pursuit_gray_captured_stock_1 pursuit_gray_no_effect_1 ...",
        "at 1 gray actions",
    )
    game.submit("gray", way)
    return game


def test_what_is_found_can_be_picked_up() -> None:
    """§7: (rm-41) it ends the ordered way, unless the card of the army is full"""
    game = finder("put 4pz tilsit fuel=2 ammo=1")
    assert (look(game, "4pz place"), look(game, "kedainai ammo")) == ("kedainai", "1")
    game.submit("gray", "load 4pz ammo 1\nmove 4pz panevezys")
    assert (look(game, "4pz place"), look(game, "4pz ammo")) == ("panevezys", "2")
    full = finder("put 4pz tilsit fuel=2 ammo=4", way="move 4pz kedainai panevezys")
    assert look(full, "4pz place") == "kedainai"  # a fuel was paid, so there is room
    fuller = finder("put 16a tilsit food=1 ammo=5", way="move 16a kedainai panevezys")
    assert look(fuller, "16a place") == "panevezys"


def test_a_card_stands_for_a_token_that_is_not_there() -> None:
    """§7, §12: (rm-40) until tokens come back; players can take none meanwhile"""
    game = finder("put 4pz tilsit fuel=2 ammo=1", "set stock.ammo 0")
    assert (look(game, "kedainai ammo"), look(game, "stock.ammo")) == ("1", "0")
    assert game.table.s.lent[AMMO] == 1 and game.check() == []
    game.submit("gray", "done")
    assert refused(game, "gray", "supply danzig ammo 1") == "12"
    edits = (
        "put 16a memel ammo=1",
        "mark siaulai soviet",
        "set stock.ammo 0",
        "cards soviet.green soviet_3_army ...",
        "set hq.gray 0",
        "at 1 gray actions",
    )
    game.submit("gm", "\n".join(edits))
    game.submit("gray", "move 16a siaulai")  # its 1 ammo is lost
    assert (look(game, "stock.ammo"), game.table.s.lent[AMMO]) == ("0", 0)
    assert game.check() == []


def test_a_transport_may_bring_too_much() -> None:
    """§12: (rm-30) what is too much is dropped before anything else is carried"""
    game = empty(
        "mark danzig fuel 4", "mark danzig ammo 2", "mark konigsberg food 4",
        "mark konigsberg ammo 1", "at 1 gray actions",
    )  # fmt: skip
    receipt = game.submit("gray", "truck danzig konigsberg fuel 4")
    assert "carries 4 fuel from Danzig" in told(game, receipt)
    assert "drop" in names(game, "gray") and not {"train", "done"} & names(game, "gray")
    assert refused(game, "gray", "drop konigsberg food 4") == "12"
    game.submit("gray", "drop konigsberg food 3")
    assert [look(game, f"konigsberg {kind}") for kind in ("fuel", "ammo", "food")] == [
        "4", "1", "1",
    ]  # fmt: skip
    assert "train" in names(game, "gray") and look(game, "actions") == "1"
    assert game.check() == []


def test_the_last_transport_may_bring_too_much() -> None:
    """§12, §11: the action ends when the excess is gone"""
    game = empty("mark danzig fuel 4", "mark konigsberg food 4", "set trains.gray 0",
                 "set trucks.gray 1", "at 1 gray actions")  # fmt: skip
    game.submit("gray", "truck danzig konigsberg fuel 3")
    assert "drop" in names(game, "gray") and not {"train", "done"} & names(game, "gray")
    game.submit("gray", "drop konigsberg fuel 1")
    assert "supply" in names(game, "gray") and look(game, "stock.fuel") != "20"


def test_an_armys_card_takes_six() -> None:
    """§2.2: (rm-30) a card is never overfull; what it leaves may be too much for its area"""
    game = empty("mark danzig food 7", "put 4pz danzig fuel=4", "at 1 gray actions")
    assert words(game, "gray", "unload 4pz fuel ") == {"1", "2", "3", "4"}
    assert words(game, "gray", "load 4pz food ") == {"1", "2"}
    assert refused(game, "gray", "load 4pz food 3") == "2.2"


def test_the_soviet_player_picks_the_marker_for_the_box() -> None:
    """§18.1, §20.8: (rm-38) when it can neither strike nor place; which one is its secret"""
    game = empty("at 1 gray actions", soviet=True)
    game.submit("gray", "end actions")
    assert asked(game) == ["soviet"] and words(game, "soviet", "discard ") == {"infantry", "armor"}
    before = int(look(game, "soviet_pool"))
    receipt = game.submit("soviet", "discard armor")
    public = [game.tell(entry) for entry in receipt.entries if not entry.to]
    assert "A Soviet marker goes to the box." in public and "armor" not in "".join(public)
    assert look(game, "soviet_pool") == look(game, "markers") == str(before - 1)
    assert asked(game) == ["white"] and game.check() == []


def test_the_last_marker_in_the_box_ends_the_game() -> None:
    """§6.1, §18.1: at the end of the round"""
    game = empty("set soviet_pool 1", "at 3 white actions")
    game.submit("white", "end actions")
    assert (look(game, "soviet_pool"), look(game, "last_round")) == ("0", "1")
    game.submit("brown", "end actions")
    assert game.result() is not None


SNOW = ["mark vyazma control white", "mark smolensk control white", "put 4a vyazma"]


@pytest.mark.parametrize("last", [False, True])
def test_a_winter_marker_is_one_of_the_pool(last: bool) -> None:
    """§19.4, §6.1: (rm-39) the last one ends the game; in the last round none is placed"""
    game = empty(
        *SNOW, "set soviet_pool 1", f"set last_round {'on' if last else 'off'}",
        "at 1 brown actions", winter=True, abwehr=True,
    )  # fmt: skip
    game.submit("brown", "end actions")  # one target, one way out: nobody is asked
    assert look(game, "vyazma soviet") == ("0" if last else "1")
    assert game.result() is not None


@pytest.mark.parametrize(
    "option",
    [{"winter": True}, {"redeployment": True}, {"abwehr": True}, {"difficulty": "hard"},
     {"total_war": True}],
)  # fmt: skip
def test_the_basic_game_has_no_starred_rules(option: dict[str, object]) -> None:
    """§basic_game, §5: (rm-43) chapter 20 alone goes with it"""
    with pytest.raises(engine.OrderError) as error:
        fresh(scenario="basic", options=option)
    assert next(iter(option)) in error.value.text
    assert asked(fresh(scenario="basic", options={"soviet": True})) == ["soviet"]


def test_the_soviet_player_aims_the_partisans() -> None:
    """§20.6: (rm-42) at any player's track, the drawer's too; alone the drawer aims at rivals"""
    edits = ("put 4pz tilsit fuel=2", "mark vilnius control white", "mark vilnius track",
             "mark kaunas control gray", "mark kaunas track",
             "cards pursuit.gray pursuit_gray_partisans_1 ...", "at 1 gray actions")  # fmt: skip
    game = empty(*edits, soviet=True)
    game.submit("gray", "move 4pz kedainai")
    assert asked(game) == ["soviet"]
    assert words(game, "soviet", "cut ") == {"vilnius", "kaunas"}
    game.submit("soviet", "cut kaunas")
    assert (look(game, "kaunas track"), look(game, "vilnius track")) == ("0", "1")
    plain = empty(*edits)
    assert [BOARD.places[area] for area in tracks(plain.table.s, GRAY)] == ["vilnius"]


def test_a_pocket_of_two_colours_goes_to_the_placer() -> None:
    """§9: (rm-44) also where his armies could not enter it"""
    ring = ["daugavpils", "sebezh", "velikiye_luki", "borisov", "vitebsk"]
    game = empty(*[f"mark {area} control white" for area in ring[3:]],
                 *[f"mark {area} control gray" for area in ring[:3]], "mark polotsk soviet",
                 "at 1 gray actions")  # fmt: skip
    t = game.table
    capture(t, BOARD.place_index["vilnius"], GRAY, "7")
    assert COLOURS[t.s.control[BOARD.place_index["polotsk"]]] == "gray"
    assert len(t.pile("pocket.gray")) == 1


def test_air_support_comes_home_from_a_pocket() -> None:
    """§20.5, §9: when the marker that it lies on is taken off the board"""
    game = empty("mark luck control brown", "mark brody control brown", "mark lvov soviet",
                 "mark mogilev_podolskiy control brown", "set air.brown lvov",
                 "at 1 brown actions", soviet=True)  # fmt: skip
    capture(game.table, BOARD.place_index["proskurov"], BROWN, "7")
    assert (look(game, "lvov control"), look(game, "air.brown")) == ("brown", "spent")
    assert len(game.table.pile("pocket.brown")) == 0


def test_what_a_counter_attack_frees_must_be_entered() -> None:
    """§9, §18.1: (rm-45) nobody cut it off, though it has no chain: Vilnius is blocked"""
    ring = ["kaunas", "panevezys", "jekelopils", "sebezh", "daugavpils"]
    game = empty(*[f"mark {area} control gray" for area in ring], "mark vilnius soviet",
                 "at 2 gray actions", sides=["gray"], soviet=True)  # fmt: skip
    game.submit("gray", "end actions\nend railhead")
    game.submit("soviet", "react strike daugavpils")
    assert (look(game, "daugavpils control"), look(game, "active")) == ("none", "gray")
    game.submit("gray", "fleet sea_ostsee")
    assert look(game, "daugavpils control") == "none"
    capture(game.table, BOARD.place_index["kedainai"], GRAY, "7")
    assert look(game, "daugavpils control") == "none" and game.check() == []


def test_a_red_line_keeps_an_area_alive() -> None:
    """§9, §3.3: Ostrov lives by the red line to Velikiye Luki, and falls without it"""
    ring = ["jekelopils", "pskov", "sebezh"]
    game = empty(*[f"mark {area} control gray" for area in ring[1:]], "at 1 gray actions")
    capture(game.table, BOARD.place_index[ring[0]], GRAY, "7")
    assert look(game, "ostrov control") == "none"
    capture(game.table, BOARD.place_index["velikiye_luki"], GRAY, "7")
    assert look(game, "ostrov control") == "gray"


def test_a_field_army_beaten_goes_back_and_stops() -> None:
    """§8: it pays what it can; the bunker and the marker stay (rm-05, rm-07)"""
    game = empty(
        "put 18a valmiera ammo=2 food=2", "mark pskov soviet", "set hq.gray 0",
        "cards soviet.green soviet_1_shock_army ...", "at 1 gray actions",
    )  # fmt: skip
    game.submit("gray", "move 18a pskov")
    assert [look(game, f"18a {what}") for what in ("place", "ammo", "food")] == [
        "valmiera", "0", "2",
    ]  # fmt: skip
    assert (look(game, "pskov bunker"), look(game, "pskov soviet")) == ("1", "1")
    assert (look(game, "soviet.green"), look(game, "pskov control")) == ("21", "none")
    assert refused(game, "gray", "move 18a riga") == "7"


def test_supplies_and_track_go_with_the_marker() -> None:
    """§11, §18.1: (rm-14) a counter-attack; trucks and trains stay, the bunker is up again"""
    game = empty(
        "mark narva control gray", "mark narva track", "mark narva fuel 2",
        "mark pskov control gray", "mark pskov-narva truck gray", "at 1 brown actions",
        abwehr=True,
    )  # fmt: skip
    told_ = told(game, game.submit("brown", "end actions\nreact strike narva"))
    assert "Nobody controls Narva any more." in told_ and "Narva loses 2 fuel" in told_
    assert [look(game, f"narva {what}") for what in ("control", "track", "fuel", "bunker")] == [
        "none", "0", "0", "1",
    ]  # fmt: skip
    assert look(game, "pskov-narva truck") == "gray"
    assert look(game, "stock.fuel") == "20"


def test_nothing_near_a_starting_area_is_struck() -> None:
    """§18.1: nor printed markers, nor one's own but in a solitaire game (rm-14, rm-15)"""
    edits = ("mark kaunas control gray", "mark riga control gray", "mark narva control gray")
    found = {}
    for who, sides in (("brown", list(COLOURS)), ("gray", list(COLOURS)), ("gray", ["gray"])):
        game = empty(*edits, sides=sides)
        where = strikes(game.table.s, game.table.d, COLOURS.index(who))
        found[who, len(sides)] = [BOARD.places[area] for area in members(where)]
    assert found == {
        ("brown", 3): ["riga", "narva"],
        ("gray", 3): [],
        ("gray", 1): ["riga", "narva"],
    }


def test_a_player_may_end_early() -> None:
    """§5, §17: (rm-27) with actions left, without laying track"""
    game = table("mark kedainai control gray", "at 1 gray actions")
    game.submit("gray", "end actions")
    assert {"rail", "end railhead"} <= names(game, "gray") and look(game, "actions") == "0"
    game.submit("gray", "end railhead")
    assert look(game, "kedainai track") == "0"


def test_a_grounded_army_fights_no_hunger_twice() -> None:
    """§14: a second Theater Re-Organization does nothing to it, and takes no food of its card"""
    game = empty(
        "put 4pz tilsit halt", "put 16a gumbinnen food=2", "set stock_trains 1",
        "set trains.gray 2", "at 1 gray actions",
    )  # fmt: skip
    game.submit("gray", "transport trains 1")
    assert (look(game, "4pz halt"), look(game, "16a food")) == ("1", "1")


def test_resigning_gives_the_game_to_the_others() -> None:
    """§6.3: (rm-50)"""
    game = table()
    game.submit("white", "resign")
    result = game.result()
    assert result is not None and result.winners == ("gray", "brown")


@pytest.mark.parametrize("card", [False, True])
def test_the_practice_opponent_drops_what_is_too_much(card: bool) -> None:
    """§12: (rm-30) whoever brought it, in a transport action or by a card"""
    game = empty(
        "mark danzig fuel 4", "mark danzig ammo 2", "mark konigsberg food 4",
        "mark konigsberg ammo 2", "cards okh.gray okh_transportflottille", "at 1 gray actions",
    )  # fmt: skip
    game.submit(
        "gray", "play transportflottille konigsberg" if card else "truck danzig konigsberg fuel 4"
    )
    assert "drop" in names(game, "gray")
    receipt = game.submit("gray", game.auto("gray"))
    assert receipt.ran[0].startswith("drop konigsberg") and "drop" not in names(game, "gray")
    assert game.check() == []


def test_a_fort_that_was_lost_costs_ammo_again() -> None:
    """§3.3, §7: (rm-05) each entry of a fortified area that its player does not control"""
    game = empty("mark narva control gray", "at 1 brown actions", abwehr=True)
    assert look(game, "narva bunker") == "0"
    game.submit("brown", "end actions\nreact strike narva")
    game.submit("gm", "cards pursuit.gray pursuit_gray_no_effect_1 ...")
    game.submit("gm", "put 18a pskov ammo=1 food=1\nat 2 gray actions")
    game.submit("gray", "move 18a narva")
    assert (look(game, "18a ammo"), look(game, "narva bunker")) == ("0", "0")


def test_beaten_cards_with_a_medal_buy_okh_cards() -> None:
    """§19.5, §3.2: (rm-48) they have the value of a token; tokens go first, cubes buy nothing"""
    prizes = "soviet_3_mech_corps soviet_3_army soviet_4_mech_corps soviet_6_mech_corps"
    game = empty(f"cards beaten.gray {prizes}", "set medals.gray 1", "at 1 gray actions",
                 total_war=True)  # fmt: skip
    card = game.view(None).open_cards["okh_open"][0]
    game.submit("gray", f"buy {card}")  # 2: a token and a card
    left = game.view(None).open_cards["beaten.gray"]
    assert left == ["soviet_3_army", "soviet_4_mech_corps", "soviet_6_mech_corps"]
    assert look(game, "medals.gray") == "0" and game.check() == []
    assert refused(game, "gray", f"buy {game.view(None).open_cards['okh_open'][0]}") == "19.5"


@pytest.mark.parametrize(("side", "medals"), [("gray", 17), ("white", 12), ("brown", 13)])
def test_medals_out_of_reach_are_the_soviet_players(side: str, medals: int) -> None:
    """§20.9, §4.solitaire: (rm-34, rm-17) those of blocked areas remain on the board"""
    game = fresh(options={"sides": [side], "soviet": True})
    s = game.table.s
    closed = [
        area for area in BOARD.areas if s.control[area.index] not in (-1, COLOURS.index(side))
    ]
    assert sum(s.medals[area.index] for area in closed) == medals
    assert not {area.id for area in closed} & {"moskva"}
    assert sum(s.medals) == 22 == scores_of(game.table)["soviet"]


def test_the_last_marker_of_a_kind_goes_to_the_box() -> None:
    """§18.1, §20.2: (rm-38) the only kind that is left is the one"""
    armor = [marker.id for marker in BOARD.markers if marker.armor]
    rest = [marker.id for marker in BOARD.markers if marker.id != armor[0]]
    game = empty(
        f"cards box {' '.join(rest)}", "set soviet_pool 1", "at 1 gray actions", soviet=True
    )
    assert (look(game, "soviet_pool"), words(game, "soviet", "discard ")) == ("1", set())
    game.submit("gray", "end actions")
    assert words(game, "soviet", "discard ") == {"armor"}
    assert refused(game, "soviet", "discard infantry") == "20.2"
    game.submit("soviet", "discard armor")
    assert (look(game, "soviet_pool"), look(game, "last_round")) == ("0", "1")
