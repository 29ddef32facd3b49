"""One test for each card: Pursuit (§7), Soviet (§8), OKH (§16)."""

import pytest

from engine import Game
from engine.core.entries import Fought, Played
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS, Card
from tests.race_to_moscow.table import empty, holding, kinds, look, names, refused, words

START = {"gray": "4pz riga", "white": "2pz bobruisk", "brown": "1pz proskurov"}
AHEAD = {"gray": "jekelopils", "white": "slutsk", "brown": "zhitomir"}
"""An area without bunker and medal next to where the army stands."""

PURSUIT = [card for card in BOARD.cards if card.family == "pursuit"]
SOVIET = [card for card in BOARD.cards if card.family == "soviet"]


def entered(card: Card, colour: str, *edits: str, fuel: int = 2, ammo: int = 3) -> Game:
    """An armored army has entered an area where this card was drawn."""
    deck = f"pursuit.{colour}" if card.family == "pursuit" else f"soviet.{card.edge}"
    game = empty(
        f"put {START[colour]} fuel={fuel} ammo={ammo}",
        *edits,
        f"cards {deck} {card.id} ...",
        f"set hq.{colour} 0",
        f"at 1 {colour} actions",
    )
    game.submit(colour, f"move {START[colour].split()[0]} {AHEAD[colour]}")
    return game


@pytest.mark.parametrize("card", PURSUIT, ids=lambda card: card.id)
def test_each_pursuit_card(card: Card) -> None:
    """§7, §7.cards: what it brings, and where it goes"""
    colour = COLOURS[card.colour]
    rival = next(c for c in COLOURS if c != colour)
    track = {"gray": "kaunas", "white": "minsk", "brown": "lvov"}[rival]
    edits = [
        f"mark {track} control {rival}", f"mark {track} track",
        "mark rzhev medal 1", "mark kiev medal 1", "mark rostov medal 1", "mark luga medal 1",
    ]  # fmt: skip
    game = entered(card, colour, *edits)
    area, unit = AHEAD[colour], START[colour].split()[0]
    found = {"captured_stock": "ammo", "captured_supplies": "fuel", "requisitions": "food"}
    assert look(game, f"{unit} place") == area
    if card.type in ("soviet_bombers", "mud"):
        assert refused(game, colour, "end actions") == "5"  # it is asked whether it goes on
        game.submit(colour, "done")
    if card.type in ("befehl_halder", "fuehrerbefehl") and "medal" in names(game, colour):
        source = sorted(words(game, colour, "medal "))[0]
        target = sorted(words(game, colour, f"medal {source} "))[0]
        before = int(look(game, f"{target} medal"))
        game.submit(colour, f"medal {source} {target}")
        assert int(look(game, f"{target} medal")) == before + 1
        same = (BOARD.areas[BOARD.place_index[name]].colours for name in (source, target))
        assert len(set(same)) == 1
    assert look(game, f"{area} control") == colour
    if card.type == "partisans":
        assert look(game, f"{track} track") == "0"
    if card.type in found:
        assert look(game, f"{area} {found[card.type]}") == "1"
    if card.enemy:
        assert look(game, f"beaten.{colour}") == "1" and look(game, f"{unit} ammo") == "2"
    elif card.type in ("recon", "axis_auxiliaries"):
        assert look(game, f"kept.{colour}") == "1"
    else:
        assert look(game, f"discard.{colour}") == "1"
    assert game.check() == []


@pytest.mark.parametrize("enough", [True, False])
@pytest.mark.parametrize("card", SOVIET, ids=lambda card: card.id)
def test_each_soviet_card(card: Card, enough: bool) -> None:
    """§8, §8.cards: its price, its prize, and the withdrawal"""
    colour = "white"
    edits = ["mark slutsk soviet"]
    if card.edge == "blue":
        green = [c.id for c in SOVIET if c.edge == "green"]
        edits.append(f"cards box {' '.join(green)} ...")
    ammo = card.ammo if enough else card.ammo - 1
    game = entered(card, colour, *edits, fuel=card.fuel + 1, ammo=ammo)
    assert look(game, "2pz place") == ("slutsk" if enough else "bobruisk")
    assert look(game, "slutsk soviet") == ("0" if enough else "1")
    assert look(game, "beaten.white") == ("1" if enough else "0")
    assert (look(game, "2pz fuel"), look(game, "2pz ammo")) == ("0", "0")
    if enough:
        assert (card.medals, card.cubes) == ((1, 0) if card.ammo == 3 else (0, 2))
        assert look(game, "beaten.white top") == card.id
    assert game.check() == []


# additional actions --------------------------------------------------------------


def private(game: Game, side: str, line: str) -> list[str]:
    """The cards that an order showed to its side alone."""
    receipt = game.submit(side, line)
    return [entry.card for entry in kinds(receipt.entries, Played) if entry.to == side]


def test_recon_looks_at_a_deck() -> None:
    """§5, §7.cards: alone, beside the two actions, once"""
    game = holding("pursuit_white_recon_1", edits=("cards soviet.green soviet_9_mech_corps ...",))
    assert words(game, "white", "play recon_1 ") == {"pursuit", "soviet"}
    assert private(game, "white", "play recon_1 soviet") == ["soviet_9_mech_corps"]
    assert game.view("white").peeked["soviet.green"] == "soviet_9_mech_corps"
    assert "soviet.green" not in game.view("gray").peeked
    assert look(game, "actions") == "2" and look(game, "discard.white") == "1"


def test_axis_auxiliaries_give_one_action_a_turn() -> None:
    """5, §7.cards"""
    cards = ("pursuit_white_axis_auxiliaries_1", "pursuit_white_axis_auxiliaries_2")
    game = holding(*cards)
    game.submit("white", "play axis_auxiliaries_1")
    assert look(game, "actions") == "3"
    assert refused(game, "white", "play axis_auxiliaries_2") == "5"
    game.submit("white", "end actions")
    assert look(game, "kept.white") == "0", "without a hand symbol it is used or lost"


def test_a_card_with_a_hand_symbol_is_kept() -> None:
    """§7.cards"""
    game = holding("pursuit_white_axis_auxiliaries_1")
    game.submit("white", "end actions")
    assert look(game, "kept.white") == "1"


def test_air_support_saves_an_ammo() -> None:
    """§15: White's own example, Brest and the 6 Mech Corps; the marker comes home used"""
    game = empty(
        "put 2pz siedlce fuel=3 ammo=3", "mark brest soviet",
        "cards soviet.green soviet_6_mech_corps ...", "set hq.white 0", "at 1 white actions",
    )  # fmt: skip
    assert private(game, "white", "air soviet") == ["soviet_6_mech_corps"]
    assert refused(game, "white", "air pursuit") == "15"
    receipt = game.submit("white", "move 2pz brest")
    assert [entry.winner for entry in kinds(receipt.entries, Fought)] == ["white"]
    assert look(game, "2pz ammo") == "0" and look(game, "air.white") == "spent"
    assert look(game, "brest control") == "white"


def test_air_support_with_a_soviet_player() -> None:
    """§20.5: the face of a marker next to an army, for the owner's eyes"""
    game = empty(
        "put 2pz siedlce fuel=3 ammo=3", "mark brest soviet armor", "set hq.white 0",
        "at 1 white actions", soviet=True,
    )  # fmt: skip
    assert words(game, "white", "air ") == {"brest"}
    assert refused(game, "white", "air minsk") == "20.5"
    game.submit("white", "air brest")
    assert game.view("white").markers == {"brest": "armor"} and game.view("gray").markers == {}
    assert look(game, "air.white") == "brest"


def test_air_support_sees_along_no_red_line() -> None:
    """§20.5, §3.3: red lines matter for encirclement and the Soviet reaction alone"""
    edits = ("mark velikiye_luki soviet armor", "set hq.gray 0", "at 1 gray actions")
    beside = empty("put 4pz sebezh fuel=1", *edits, soviet=True)
    assert words(beside, "gray", "air ") == {"velikiye_luki"}
    across = empty("put 4pz ostrov fuel=1", *edits, soviet=True)
    assert words(across, "gray", "air ") == set()
    assert refused(across, "gray", "air velikiye_luki") == "20.5"


def test_no_starred_rules_in_the_basic_game() -> None:
    """5, 15, 16"""
    game = empty("at 1 white actions", scenario="basic")
    assert not {"air", "okh", "buy"} & names(game, "white")
