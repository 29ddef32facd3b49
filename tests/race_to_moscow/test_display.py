"""The open OKH cards (§16, rm-52): where a step waits because one of them would change it."""

import pytest

from engine import Game
from engine.games.race_to_moscow.data.board import BOARD
from tests.race_to_moscow.table import asked, empty, look, lying_open, names, refused

FOUR = ("transportflottille", "luftbruecke", "wolfsschanze", "stukageschwader")
"""Cards that are played between actions alone."""
NO_EFFECT = " ".join(f"pursuit_{{0}}_no_effect_{n}" for n in (1, 2))


def staffed(*edits: str, cards: tuple[str, ...], **options: object) -> Game:
    """Gray's turn, his staff car at hand, these cards open."""
    return empty(*lying_open(*cards), *edits, "at 2 gray actions", **options)


# combat ------------------------------------------------------------------------------


def met(fuel: int, ammo: int) -> list[str]:
    """4. Panzergruppe, with so much left, is about to meet 3 Army (2 ammo) in Jekelopils."""
    return [
        f"put 4pz riga fuel={fuel + 1} ammo={ammo}",
        "mark jekelopils soviet", "cards soviet.green soviet_3_army soviet_4_army ...",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("card", "edits", "waits"),
    [
        ("brandenburg", met(1, 3), True),
        ("brandenburg", met(1, 0), True),
        ("brandenburg", [*met(1, 3), "set hq.gray 0"], False),
        ("panzerhaubitzen", met(1, 1), True),
        ("panzerhaubitzen", met(1, 3), False),
        ("panzerhaubitzen", met(1, 0), False),
        ("panzerhaubitzen", [*met(1, 1), "set stock.ammo 0"], False),
        ("sicherungs_division", met(1, 1), False),
    ],
)
def test_a_combat(card: str, edits: list[str], waits: bool) -> None:
    """§16, §8: it waits for Brandenburg, and for Panzerhaubitzen where just 1 ammo is missing"""
    game = staffed(*edits, cards=(*FOUR[:3], card))
    game.submit("gray", "move 4pz jekelopils")
    assert ("fight" in names(game, "gray")) == waits
    if not waits:
        return
    game.submit("gray", f"okh okh_{card}")
    game.submit("gray", "play panzerhaubitzen 4pz" if card == "panzerhaubitzen" else f"play {card}")
    game.submit("gray", "fight")
    won = "soviet_3_army" if card == "panzerhaubitzen" else "soviet_4_army"
    beaten = game.view(None).open_cards.get("beaten.gray", [])
    assert beaten == ([won] if game.table.s.at[0] == BOARD.place_index["jekelopils"] else [])


def test_a_combat_with_a_full_card() -> None:
    """§2.2, §16: Panzerhaubitzen find no room, so nobody is asked"""
    edits = [edit.replace("4pz riga fuel=2", "16a riga food=5") for edit in met(1, 1)]
    game = staffed(*edits, cards=("panzerhaubitzen", *FOUR[:3]))
    game.submit("gray", "move 16a jekelopils")
    assert look(game, "16a ammo") == "0" and "fight" not in names(game, "gray")


def test_a_combat_with_a_card_of_ones_own_deck() -> None:
    """§16, §8: Brandenburg is for the Soviet deck"""
    game = staffed("put 4pz riga fuel=2 ammo=2", cards=("brandenburg", *FOUR[:3]))
    game.submit("gm", "cards pursuit.gray pursuit_gray_reserve_army_1 ...")
    game.submit("gray", "move 4pz jekelopils")
    assert look(game, "beaten.gray") == "1"
    short = staffed("put 4pz riga fuel=2", "cards okh.gray okh_brandenburg", cards=FOUR)
    short.submit("gm", "cards pursuit.gray pursuit_gray_reserve_army_1 ...")
    short.submit("gray", "move 4pz jekelopils")
    assert look(short, "4pz place") == "riga", "it is beaten and nobody was asked"


@pytest.mark.parametrize("medals", [1, 2])
def test_a_combat_in_total_war(medals: int) -> None:
    """§19.5, §16: the card is bought in the midst of it, by who can pay"""
    game = staffed(*met(1, 3), f"set medals.gray {medals}", cards=("brandenburg",), total_war=True)
    game.submit("gray", "move 4pz jekelopils")
    assert ("buy" in names(game, "gray") and "fight" in names(game, "gray")) == (medals == 2)


def test_who_took_a_card_says_when_to_fight() -> None:
    """§16, §8: (rm-54) the wrong card ends nothing"""
    game = staffed(*met(1, 3), cards=("brandenburg", *FOUR[:3]))
    game.submit("gray", "move 4pz jekelopils\nokh okh_luftbruecke")
    assert "fight" in names(game, "gray") and refused(game, "gray", "play luftbruecke 4pz") == "16"
    game.submit("gray", "fight")
    assert look(game, "beaten.gray top") == "soviet_3_army"


# marches -----------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["schnellkampfgruppe", "panzerhaubitzen"])
def test_a_fourth_area(card: str) -> None:
    """§16, §7: after three areas an armored army waits for Schnellkampfgruppe alone"""
    deck = f"cards pursuit.gray {NO_EFFECT.format('gray')} pursuit_gray_requisitions_1 ..."
    game = staffed("put 4pz riga fuel=2 ammo=1", deck, cards=(card, *FOUR[:3]))
    game.submit("gray", "move 4pz jekelopils daugavpils sebezh")
    if card == "panzerhaubitzen":
        assert "done" not in names(game, "gray")
        return
    assert "Schnellkampfgruppe" in game.pending()[0].prompt
    game.submit("gray", "okh schnellkampfgruppe\nplay schnellkampfgruppe 4pz\nmove 4pz ostrov")
    assert look(game, "4pz place") == "ostrov"


@pytest.mark.parametrize(
    ("cards", "more", "waits"),
    [
        (("pionieren",), (), True),
        (("panzerhaubitzen",), (), True),
        (FOUR, (), False),
        (("schnellkampfgruppe",), (), False),
        (("panzerhaubitzen",), ("set stock.ammo 0",), False),
        (FOUR, ("mark ostrov control gray", "mark ostrov ammo 1"), True),
    ],
)
def test_the_last_field_army(cards: tuple[str, ...], more: tuple[str, ...], waits: bool) -> None:
    """§16, §7: the action goes on for one that a card, or what lies beside it, can set in motion"""
    barred = ("riga", "jekelopils", "sebezh", "narva", "velikiye_luki", "daugavpils")
    edits = [*(f"mark {area} control white" for area in barred), "put 16a ostrov",
             "put 18a memel", f"cards pursuit.gray {NO_EFFECT.format('gray')} ..."]  # fmt: skip
    game = staffed(*edits, *more, cards=cards)
    game.submit("gray", "move 18a siaulai")
    assert ("done" in names(game, "gray")) == waits
    if cards == ("pionieren",):
        game.submit("gray", "okh pionieren\nplay pionieren 16a\nmove 16a pskov")
    elif waits and cards != FOUR:
        game.submit("gray", "okh panzerhaubitzen\nplay panzerhaubitzen 16a\nmove 16a pskov")
    elif waits:
        game.submit("gray", "load 16a ammo 1\nmove 16a pskov")
    assert (look(game, "pskov control") == "gray") == waits


def test_howitzers_for_the_army_of_auftragstaktik() -> None:
    """§16: it is open, the actions are used up, the army stands before a bunker"""
    barred = ("riga", "jekelopils", "sebezh", "narva", "velikiye_luki", "daugavpils")
    edits = [*(f"mark {area} control white" for area in barred), "put 16a ostrov",
             "cards okh.gray okh_panzerhaubitzen"]  # fmt: skip
    game = staffed(*edits, cards=("auftragstaktik", *FOUR[:3]))
    game.submit("gm", "set actions 0")
    assert refused(game, "gray", "play auftragstaktik") == "16"
    game.submit("gray", "play panzerhaubitzen 16a\nokh auftragstaktik\nplay auftragstaktik")
    assert look(game, "16a moved") == "1" or "move" in names(game, "gray")


# transport ---------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "waits"), [("grosstransportraum", True), ("brandenburg", False)])
def test_one_more_truck(card: str, waits: bool) -> None:
    """§16, §11: after the last transport Grosstransportraum can still be fetched"""
    game = staffed("mark danzig fuel 6", cards=(card, *FOUR[:3]))
    game.submit("gray", "train danzig konigsberg fuel 6\ntrain konigsberg tilsit fuel 6")
    game.submit("gray", "truck danzig konigsberg")
    assert ("done" in names(game, "gray")) == waits
    if waits:
        game.submit("gray", "okh grosstransportraum\nplay grosstransportraum")
        game.submit("gray", "truck tilsit konigsberg fuel 5")
        assert (look(game, "konigsberg fuel"), look(game, "trucks.gray")) == ("5", "3")


@pytest.mark.parametrize("vehicle", ["truck", "train"])
def test_an_empty_one_bars_the_line(vehicle: str) -> None:
    """§11, §2.4: (rm-53) it needs no supplies, and counts as one that was placed"""
    game = empty("at 1 gray actions")
    game.submit("gray", f"{vehicle} danzig konigsberg")
    assert look(game, f"{vehicle}s.gray") == ("4" if vehicle == "truck" else "2")
    assert refused(game, "gray", f"{vehicle} konigsberg danzig") == "11"
    assert game.pending()[0].prompt.startswith("2 more transports")
    game.submit("gray", "done")
    assert look(game, "actions") == "1" and game.check() == []


# partisans ---------------------------------------------------------------------------

AIMED = ("put 4pz riga fuel=1", "cards pursuit.gray pursuit_gray_partisans_1 ...")
TRACKS = ("mark panevezys control gray", "mark panevezys track",
          "mark minsk control white", "mark minsk track")  # fmt: skip


def test_alone_with_one_target() -> None:
    """§7.cards, §16: the target names itself, and its owner can fetch the card that saves it"""
    game = staffed(*AIMED, *TRACKS[:2], cards=("sicherungs_division", *FOUR[:3]), sides=["gray"])
    game.submit("gray", "move 4pz jekelopils")
    assert names(game, "gray") >= {"pass", "okh"} and "play" not in names(game, "gray")
    game.submit("gray", "okh sicherungs_division\nplay sicherungs_division")
    assert look(game, "panevezys track") == "1"
    game = staffed(*AIMED, *TRACKS[:2], cards=FOUR, sides=["gray"])
    game.submit("gray", "move 4pz jekelopils")
    assert look(game, "panevezys track") == "0", "no open card fits: nobody is asked"


@pytest.mark.parametrize("target", ["panevezys", "minsk"])
def test_the_drawer_when_the_soviets_aim(target: str) -> None:
    """§20.6, §16: (rm-51) it is his turn: he can fetch the card, whoever's track it is"""
    game = staffed(*AIMED, *TRACKS, cards=("sicherungs_division", *FOUR[:3]), soviet=True)
    game.submit("gray", "move 4pz jekelopils")
    game.submit("soviet", f"cut {target}")
    assert asked(game) == ["gray"]
    game.submit("gray", "okh sicherungs_division\nplay sicherungs_division")
    assert look(game, f"{target} track") == "1"


@pytest.mark.parametrize("holder", ["gray", "white", "brown"])
def test_anybody_can_call_them_off(holder: str) -> None:
    """§16: (rm-51) but for who aimed at the track of another player"""
    game = staffed(*AIMED, *TRACKS[2:], cards=FOUR)
    game.submit("gm", f"cards okh.{holder} okh_sicherungs_division")
    game.submit("gray", "move 4pz jekelopils")
    assert asked(game) == ["gray" if holder == "gray" else holder]
    if holder != "gray":
        assert names(game, holder) == {"pass", "play"}
        game.submit(holder, "play sicherungs_division")
    assert look(game, "minsk track") == ("0" if holder == "gray" else "1")


# other questions ---------------------------------------------------------------------


def test_the_staff_car_drives_at_any_time() -> None:
    """§16, §11: at every question of one's own turn; one with a single answer does not wait for
    it
    """
    edits = ("put 4pz riga fuel=2 ammo=1", "put 16a memel food=1", "mark leningrad medal 1",
             "mark pskov medal 1", "mark luga medal none",
             "cards pursuit.gray pursuit_gray_befehl_halder_1 ...")  # fmt: skip
    game = staffed(*edits, cards=FOUR)
    game.submit("gray", "move 4pz jekelopils")
    assert {"medal", "okh", "unload"} <= names(game, "gray")
    game.submit("gray", "okh luftbruecke")
    assert refused(game, "gray", "play luftbruecke 4pz food") == "16"
    assert "medal" in names(game, "gray") and look(game, "hq.gray") == "0"


@pytest.mark.parametrize("way", ["play", "done", "no card"])
def test_howitzers_against_a_winter_attack(way: str) -> None:
    """§19.4, §16: alone, for an army that was activated in this turn and has no ammo to hold"""
    area = next(a for a in BOARD.areas if a.winter and len(a.colours) == 1 and a.colours[0] == 0)
    edits = (f"mark {area.id} control gray", f"put 4pz {area.id} fuel=1 moved", "set soviet_pool 2")
    cards = FOUR if way == "no card" else ("panzerhaubitzen", *FOUR[:3])
    game = staffed(cards=cards, sides=["gray"], winter=True, abwehr=False)
    game.submit("gm", "\n".join(edits))
    game.submit("gray", "end actions")
    while "react" in names(game, "gray") or "end railhead" in names(game, "gray"):
        game.submit("gray", "end railhead" if "end railhead" in names(game, "gray")
                    else f"react strike {area.id}")  # fmt: skip
    base = BOARD.places[BOARD.groups[0].base]
    if way == "no card":
        assert (look(game, "4pz place"), look(game, f"{area.id} control")) == (base, "none")
        return
    assert names(game, "gray") == {"done", "okh", "unload"}
    if way == "done":
        game.submit("gray", "done")
        assert look(game, "4pz place") == base
        return
    game.submit("gray", "okh panzerhaubitzen\nplay panzerhaubitzen 4pz")
    assert (look(game, "4pz place"), look(game, f"{area.id} control")) == (area.id, "gray")
    assert game.check() == []
