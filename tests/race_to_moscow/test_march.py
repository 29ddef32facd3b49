"""Army movement: the worked examples, prices, what stops an army."""

import pytest

import engine
from engine import Game
from engine.core.entries import Fought
from tests.race_to_moscow.table import asked, empty, kinds, look, names, refused, told, words


def pursuit(colour: str, *cards: str) -> str:
    """An edit line: these Pursuit cards on top, in this order."""
    return f"cards pursuit.{colour} {' '.join(f'pursuit_{colour}_{card}' for card in cards)} ..."


def riga(*cards: str, ammo: int = 1) -> Game:
    """The first example of chapter 7, with these cards on top."""
    return empty(
        f"put 4pz riga fuel=3 ammo={ammo}",
        "mark velikiye_luki medal 1",
        "mark rzhev medal 1",
        "mark luga soviet",
        pursuit("gray", *cards),
        "set medals.gray 0",
        "at 1 gray actions",
    )


def test_riga_to_velikiye_luki() -> None:
    """§7, §7.cards, §3.2: rm_03, bombers, captured ammo, a card to keep, a medal"""
    game = riga("soviet_bombers_1", "captured_stock_1", "axis_auxiliaries_1")
    game.submit("gray", "move 4pz jekelopils sebezh velikiye_luki")
    assert look(game, "4pz place") == "jekelopils"
    assert look(game, "4pz fuel") == "2"
    game.submit("gray", "move 4pz sebezh")
    assert (look(game, "4pz fuel"), look(game, "sebezh ammo")) == ("1", "1")
    game.submit("gray", "load 4pz ammo 1")
    game.submit("gray", "move 4pz velikiye_luki")
    assert [look(game, f"4pz {kind}") for kind in ("fuel", "ammo", "place")] == [
        "1",
        "2",
        "velikiye_luki",
    ]
    for area in ("jekelopils", "sebezh", "velikiye_luki"):
        assert look(game, f"{area} control") == "gray"
    assert (look(game, "medals.gray"), look(game, "kept.gray")) == ("1", "1")
    assert look(game, "discard.gray") == "2"
    assert look(game, "actions") == "1"
    assert game.check() == []


def test_two_medals_in_velikiye_luki() -> None:
    """§7.cards: the second example, Führerbefehl, Partisans, Silberfuchs"""
    game = riga("fuehrerbefehl_1", "partisans_1", "no_effect_1")
    game.submit("gm", "mark minsk control white\nmark minsk track\nmark lida control white")
    game.submit("gray", "move 4pz jekelopils sebezh velikiye_luki")
    assert words(game, "gray", "medal rzhev ") == {"velikiye_luki", "kalinin"}
    assert refused(game, "gray", "medal rzhev luga") == "7.cards"
    game.submit("gray", "medal rzhev velikiye_luki")
    assert look(game, "minsk track") == "0"  # the only track that can be broken
    assert look(game, "medals.gray") == "2"
    assert look(game, "4pz fuel") == "2"
    assert game.check() == []


def test_kaluga_won_moscow_lost() -> None:
    """§8, §8.cards, §3.3: rm_05, a reserve army beaten, a Mech Corps not"""
    game = empty(
        "put 1pz briansk fuel=2 ammo=4",
        "mark briansk ammo 1",
        "mark kaluga medal 1",
        "mark moskva soviet",
        pursuit("brown", "reserve_army_2"),
        "cards soviet.green soviet_16_mech_corps ...",
        "set medals.brown 0",
        "set hq.brown 0",
        "at 1 brown actions",
    )
    assert refused(game, "brown", "move 1pz kaluga moskva load ammo 2") == "2.2"
    receipt = game.submit("brown", "move 1pz kaluga moskva load ammo 1")
    assert [entry.winner for entry in kinds(receipt.entries, Fought)] == ["brown"]
    assert look(game, "beaten.brown top") == "pursuit_brown_reserve_army_2"
    assert (look(game, "medals.brown"), look(game, "kaluga bunker")) == ("1", "0")
    receipt = game.submit("brown", "move 1pz moskva")
    assert [entry.winner for entry in kinds(receipt.entries, Fought)] == ["soviet"]
    assert [look(game, f"1pz {kind}") for kind in ("place", "fuel", "ammo")] == ["kaluga", "0", "0"]
    assert (look(game, "moskva soviet"), look(game, "moskva bunker")) == ("1", "1")
    assert (look(game, "soviet.green"), look(game, "drawn")) == ("21", "0")
    assert game.check() == []


def test_the_pocket_of_lvov() -> None:
    """§9: rm_08, three Soviet cards unseen, the medal of Lvov"""
    soviets = [f"mark {area} soviet" for area in ("lvov", "stanislavov", "czernovitsy")]
    game = empty(
        *soviets,
        "mark lvov medal 1",
        "mark luck control brown",
        "mark brody soviet",
        "put 11a jassy ammo=3",
        "put 1pz luck fuel=3 ammo=3",
        pursuit("brown", "no_effect_1", "no_effect_2"),
        "cards soviet.green soviet_3_army ...",
        "set medals.brown 0",
        "at 1 brown actions",
    )
    game.submit("brown", "move 11a mogilev_podolskiy")
    game.submit("brown", "move 1pz brody proskurov")
    assert look(game, "lvov control") == "none"
    receipt = game.submit("brown", "move 1pz proskurov")
    assert "Lvov is cut off: Brown controls it." in told(game, receipt)
    for area in ("lvov", "stanislavov", "czernovitsy"):
        assert (look(game, f"{area} control"), look(game, f"{area} soviet")) == ("brown", "0")
    assert (look(game, "pocket.brown"), look(game, "medals.brown")) == ("3", "1")
    assert look(game, "1pz fuel") == "1"
    assert game.check() == []


def test_a_forced_march_takes_food() -> None:
    """§7: a field army enters one area, a second one for 1 food, none after combat"""
    game = empty("put 16a tilsit food=1", pursuit("gray", "no_effect_1", "no_effect_2"),
                 "at 1 gray actions")  # fmt: skip
    game.submit("gray", "move 16a kedainai panevezys")
    assert (look(game, "16a place"), look(game, "16a food")) == ("panevezys", "0")
    assert asked(game) == ["gray"] and "move" not in names(game, "gray")
    stop = empty("put 16a tilsit food=2", pursuit("gray", "mud_1"), "at 1 gray actions")
    stop.submit("gray", "move 16a kedainai panevezys")
    assert (look(stop, "16a place"), look(stop, "16a food")) == ("kedainai", "2")
    none = empty("put 16a tilsit ammo=1", "at 1 gray actions")
    assert refused(none, "gray", "move 16a kedainai panevezys") == "7"


def test_all_field_armies_are_one_action() -> None:
    """§7, §5: each army once a turn"""
    cards = pursuit("gray", "no_effect_1", "no_effect_2")
    game = empty("put 16a tilsit ammo=1", "put 18a memel ammo=1", cards, "at 1 gray actions")
    game.submit("gray", "move 16a kedainai")
    assert look(game, "actions") == "1"
    assert refused(game, "gray", "move 16a panevezys") == "7"
    game.submit("gray", "move 18a siaulai")
    assert look(game, "actions") == "1"
    assert look(game, "18a place") == "siaulai"
    assert refused(game, "gray", "move 18a riga") in ("", "7")


@pytest.mark.parametrize(
    ("edit", "line", "rule"),
    [
        ("put 4pz tilsit ammo=1", "move 4pz kaunas", "7"),
        ("put 4pz tilsit fuel=1 halt", "move 4pz kaunas", "14"),
        ("put 4pz tilsit fuel=1 moved", "move 4pz kaunas", "7"),
        ("put 4pz tilsit fuel=1\nput 16a kaunas", "move 4pz kaunas", "7"),
        ("put 4pz tilsit fuel=1", "move 4pz riga", "7"),
        ("put 4pz vilnius fuel=1", "move 4pz minsk", "7"),
        ("put 4pz vilnius fuel=1\nmark polotsk control white", "move 4pz polotsk", "7"),
        ("put 4pz pskov fuel=1", "move 4pz luga", "7"),
        ("put 4pz tilsit fuel=1", "move 4pz kaunas panevezys riga valmiera", "7"),
        ("put 2pz siedlce fuel=1", "move 2pz brest", "7"),
        ("put 4pz tilsit fuel=1", "move 4pz sea_riga", "7"),
    ],
)
def test_what_an_army_may_not(edit: str, line: str, rule: str) -> None:
    """§7, §3.3, §14: fuel, HALT, once a turn, occupied, no line, other colours, bunkers,
    distance
    """
    game = empty(edit, "put 3pz suwalki fuel=1", "put 18a memel ammo=1", "at 1 gray actions")
    assert refused(game, "gray", line) == rule


def test_own_areas_cost_no_card() -> None:
    """§7: and Soviet cards are drawn where a Soviet marker lies"""
    game = empty(
        "put 4pz tilsit fuel=1 ammo=2",
        "mark kedainai control gray",
        "mark siaulai soviet",
        "cards soviet.green soviet_3_army ...",
        "at 1 gray actions",
    )
    receipt = game.submit("gray", "move 4pz kedainai")
    assert not receipt.door
    game.submit("gray", "done")
    assert look(game, "actions") == "1"


def test_the_deck_of_the_marker() -> None:
    """§20.4: an armor marker is met: a card of the armor deck"""
    game = empty(
        "put 4pz tilsit fuel=3 ammo=3",
        "mark kaunas soviet armor",
        "cards soviet.armor soviet_9_mech_corps ...",
        "at 1 gray actions",
        soviet=True,
    )
    game.submit("gray", "move 4pz kaunas")
    assert look(game, "beaten.gray top") == "soviet_9_mech_corps"
    assert (look(game, "kaunas soviet"), look(game, "4pz ammo")) == ("0", "1")
    assert game.check() == []


def test_air_support_saves_one_ammo() -> None:
    """§15: Brest with 3 ammo and air support on the Soviet deck"""
    game = empty(
        "put 2pz siedlce fuel=3 ammo=3",
        "mark brest soviet",
        "cards soviet.green soviet_6_mech_corps ...",
        "set air.white soviet",
        "set air.gray soviet",
        "at 1 white actions",
    )
    game.submit("white", "move 2pz brest")
    assert look(game, "brest control") == "white"
    assert (look(game, "2pz ammo"), look(game, "2pz fuel")) == ("0", "1")
    assert (look(game, "air.white"), look(game, "air.gray")) == ("spent", "spent")
    assert look(game, "beaten.white top") == "soviet_6_mech_corps"


def test_the_question_says_what_going_on_costs() -> None:
    """§7: a fuel where it was stopped, a food for a forced march"""
    game = riga("soviet_bombers_1")
    game.submit("gray", "move 4pz jekelopils")
    assert "move it on for 1 fuel" in game.pending()[0].prompt
    game = riga("no_effect_1")
    game.submit("gray", "move 4pz jekelopils")
    assert "move it on, or" in game.pending()[0].prompt
    game = empty("put 16a tilsit food=1", pursuit("gray", "no_effect_1"), "at 1 gray actions")
    game.submit("gray", "move 16a kedainai")
    assert "move it on for 1 food" in game.pending()[0].prompt


def test_a_way_that_begins_where_the_army_is() -> None:
    """§7: the refusal says how a way is written"""
    game = empty("put 4pz tilsit fuel=1", "at 1 gray actions")
    with pytest.raises(engine.OrderError, match="is in Tilsit then: name the areas") as error:
        game.submit("gray", "move 4pz tilsit kedainai")
    assert error.value.rule == "7"


def test_a_field_army_loads_before_it_moves() -> None:
    """§7, §2.2: only fuel that is paid makes room while an army sets out"""
    game = empty("put 16a tilsit food=1", "mark tilsit ammo 1", "at 1 gray actions")
    with pytest.raises(engine.OrderError, match="order `load 16a …` first"):
        game.submit("gray", "move 16a kedainai load ammo 1")
    game.submit("gray", "load 16a ammo 1\nmove 16a kedainai")
    assert look(game, "16a ammo") == "1"


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("move 4pz pskov", {"fuel": "5", "ammo": "0", "food": "0"}),
        ("move 4pz pskov load ammo 1", {"fuel": "5", "ammo": "0", "food": "0"}),
        ("load 4pz ammo 1", None),
        ("move 4pz pskov load food 1", None),
    ],
)
def test_a_full_card_is_no_bar_to_a_bunker(line: str, left: dict[str, str] | None) -> None:
    """§7, §8: the fuel that it pays makes room for the ammo of its area, as in the example"""
    game = empty("put 4pz ostrov fuel=6", "mark ostrov ammo 2", "mark ostrov food 1",
                 pursuit("gray", "no_effect_1"), "at 1 gray actions")  # fmt: skip
    assert "pskov" in words(game, "gray", "move 4pz ")
    if left is None:
        assert refused(game, "gray", line) in ("2.2", "7")
        return
    game.submit("gray", line)
    assert (look(game, "4pz place"), look(game, "ostrov ammo")) == ("pskov", "1")
    assert {kind: look(game, f"4pz {kind}") for kind in left} == left
    assert game.check() == []


def test_room_is_kept_for_the_ammo_of_two_bunkers() -> None:
    """§7, §2.2, §8: what else is taken along leaves room for it, and may be more of it"""
    edits = ("put 4pz ostrov fuel=4", "mark ostrov ammo 3", "mark ostrov food 2",
             "set hq.gray 0",
             pursuit("gray", "no_effect_1", "no_effect_2"), "at 1 gray actions")  # fmt: skip
    game = empty(*edits)
    way = "move 4pz pskov luga"
    assert words(game, "gray", f"{way} load ") == {"ammo", "food"}
    assert words(game, "gray", f"{way} load food ") == {"1"}
    assert words(game, "gray", f"{way} load ammo ") == {"1", "2", "3"}
    game.submit("gray", f"{way} load food 1")
    assert [look(game, f"4pz {kind}") for kind in ("place", "fuel", "ammo", "food")] == [
        "luga", "3", "0", "1",
    ]  # fmt: skip
    more = empty(*edits)
    more.submit("gray", f"{way} load ammo 3")
    assert (look(more, "4pz ammo"), look(more, "ostrov ammo")) == ("1", "0")


def test_a_refusal_says_what_to_load() -> None:
    """§7: ammo for a bunker, fuel to set out"""
    field = ("put 16a ostrov food=1", "mark ostrov ammo 1", "at 1 gray actions")
    with pytest.raises(engine.OrderError, match="some lies in Ostrov, load it first"):
        empty(*field).submit("gray", "move 16a pskov")
    dry = ("put 4pz ostrov ammo=1", "mark ostrov fuel 1", "at 1 gray actions")
    with pytest.raises(engine.OrderError, match="no fuel on its card: load some first"):
        empty(*dry).submit("gray", "move 4pz pskov")
    shut = ("jekelopils", "sebezh", "valmiera", "velikiye_luki")
    walls = [f"mark {area} control white" for area in shut]
    game = empty(*field[:-1], *walls, field[-1])
    with pytest.raises(engine.OrderError, match="no ammo on its card for a bunker"):
        game.submit("gray", "move 16a pskov")


def test_a_full_card_can_be_changed_on_the_way() -> None:
    """§7, §11: it leaves food and takes ammo for the bunker, before its forced march"""
    game = empty("put 16a jekelopils food=6", "mark ostrov control gray", "mark ostrov ammo 1",
                 "mark sebezh control white", pursuit("gray", "no_effect_1"),
                 "at 1 gray actions")  # fmt: skip
    game.submit("gray", "move 16a ostrov")
    assert "done" in names(game, "gray")
    game.submit("gray", "unload 16a food 1\nload 16a ammo 1\nmove 16a pskov")
    assert [look(game, f"16a {kind}") for kind in ("place", "ammo", "food")] == ["pskov", "0", "4"]


def test_air_support_is_used_up_by_the_first_card() -> None:
    """§15, §7: of its deck; a bunker behind it takes ammo again, which is taken along"""
    edits = ("put 4pz jekelopils fuel=3", "set air.gray pursuit", "set hq.gray 0",
             pursuit("gray", "no_effect_1", "no_effect_2"))  # fmt: skip
    game = empty(*edits, "at 1 gray actions")
    assert refused(game, "gray", "move 4pz ostrov pskov") == "7"
    game = empty(*edits, "mark ostrov control gray", "at 1 gray actions")
    game.submit("gray", "move 4pz ostrov pskov")  # no card in Ostrov: the bunker is free
    assert (look(game, "pskov control"), look(game, "air.gray")) == ("gray", "spent")
    game = empty(*edits, "mark jekelopils ammo 1", "at 1 gray actions")
    game.submit("gray", "move 4pz ostrov pskov")
    assert (look(game, "4pz place"), look(game, "4pz ammo")) == ("pskov", "0")


def test_fuel_to_go_on_is_paid_once() -> None:
    """§7: after bombers; the way through an own area and on costs no more"""
    game = riga("soviet_bombers_1", "no_effect_1")
    game.submit("gm", "mark daugavpils control gray\nset hq.gray 0")
    game.submit("gray", "move 4pz jekelopils")
    game.submit("gray", "move 4pz daugavpils sebezh")
    assert (look(game, "4pz place"), look(game, "4pz fuel")) == ("sebezh", "1")
    again = riga("soviet_bombers_1", "no_effect_1")
    again.submit("gm", "mark daugavpils control gray\nset hq.gray 0")
    again.submit("gray", "move 4pz jekelopils")
    again.submit("gray", "move 4pz daugavpils\nmove 4pz sebezh")
    assert (look(again, "4pz place"), look(again, "4pz fuel")) == ("sebezh", "1")


def test_what_else_is_taken_along_leaves_room_for_a_bunkers_ammo() -> None:
    """§7, §2.2: whatever is named first; and no kind is offered that there is no room for"""
    game = empty("put 4pz ostrov fuel=3", "mark ostrov ammo 2", "mark ostrov fuel 1",
                 "mark ostrov food 3", "at 1 gray actions")  # fmt: skip
    line = "move 4pz pskov load"
    assert words(game, "gray", f"{line} ") == {"fuel", "ammo", "food"}
    assert words(game, "gray", f"{line} food ") == {"1", "2", "3"}
    assert words(game, "gray", f"{line} food 3 ") == {"ammo"}
    assert words(game, "gray", f"{line} food 2 ") == {"ammo", "fuel"}
    assert words(game, "gray", f"{line} food 2 fuel ") == {"1"}
    assert words(game, "gray", f"{line} ammo 1 food ") == {"1", "2", "3"}
    game.submit("gray", f"{line} food 3")
    assert [look(game, f"4pz {kind}") for kind in ("fuel", "ammo", "food")] == ["2", "0", "3"]


def test_why_an_area_on_the_way_is_closed() -> None:
    """§7: the refusal speaks of where the army would be then"""
    game = riga("no_effect_1")
    with pytest.raises(engine.OrderError, match="leads from Jekelopils to Pskov"):
        game.submit("gray", "move 4pz jekelopils pskov")


def test_a_forced_march_takes_food_of_the_card() -> None:
    """§7: what lies where it sets out feeds nobody on the way; loaded first it does"""
    game = empty("put 16a tilsit", "mark tilsit food 1", pursuit("gray", "no_effect_1"),
                 "at 1 gray actions")  # fmt: skip
    assert words(game, "gray", "move 16a kedainai ") == set()
    assert refused(game, "gray", "move 16a kedainai panevezys") == "7"
    game.submit("gray", "load 16a food 1\nmove 16a kedainai panevezys")
    assert (look(game, "16a place"), look(game, "16a food")) == ("panevezys", "0")
