"""Cards drawn and put back."""

from engine.games.race_to_moscow.cards import decks
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import BROWN, GRAY, WHITE
from engine.games.race_to_moscow.law import move
from engine.games.race_to_moscow.state import AIR_PURSUIT, AIR_READY, AIR_SOVIET, AIR_SPENT
from tests.race_to_moscow.table import empty, look, table


def card(id_: str) -> int:
    return BOARD.item_index[id_]


def test_green_before_blue() -> None:
    """§3.1, §4: the blue cards lie under the green ones"""
    edits = ("cards soviet.green soviet_3_army", "cards soviet.blue soviet_16_army")
    game = table("clear cards", *edits)
    assert decks.draw_soviet(game.table, GRAY) == card("soviet_3_army")
    decks.beat(game.table, card("soviet_3_army"), GRAY)
    assert look(game, "beaten.gray") == "1"
    assert decks.draw_soviet(game.table, GRAY) == card("soviet_16_army")


def test_an_unbeaten_enemy_goes_back() -> None:
    """§8: shuffled among the undrawn cards of its edge, unseen"""
    game = table("cards soviet.green soviet_3_army ...")
    found = decks.draw_soviet(game.table, GRAY)
    decks.put_back(game.table, found)
    pile = game.table.pile("soviet.green")
    assert (len(pile), set(pile.seen), len(game.table.pile("drawn"))) == (21, {0}, 0)


def test_an_empty_pursuit_deck_is_made_new() -> None:
    """§7: from the discards"""
    ids = [BOARD.items[item] for item in BOARD.pursuit[WHITE]]
    game = table(f"cards discard.white {' '.join(ids)}")
    assert look(game, "pursuit.white") == "0"
    found = decks.draw_pursuit(game.table, WHITE)
    assert found in BOARD.pursuit[WHITE]
    assert (look(game, "pursuit.white"), look(game, "discard.white")) == ("17", "0")
    decks.discard(game.table, found)
    assert look(game, "discard.white") == "1"


def test_no_card_is_left() -> None:
    game = table("clear cards")
    assert decks.draw_pursuit(game.table, GRAY) == -1
    assert decks.draw_soviet(game.table, GRAY) == -1


def test_the_deck_of_the_kind_of_marker() -> None:
    """§20.4: infantry and armor decks"""
    game = table("set level 1", soviet=True)
    assert BOARD.cards[decks.draw_soviet(game.table, GRAY, armor=True)].armor
    decks.put_under(game.table, game.table.pile("drawn").ids[0])
    assert look(game, "soviet.armor") == "14"
    assert not BOARD.cards[decks.draw_soviet(game.table, GRAY)].armor


def test_air_markers_go_home_used() -> None:
    """§15: all from the Soviet deck, one's own from one's Pursuit deck"""
    game = table("set air.gray soviet", "set air.white soviet", "set air.brown pursuit")
    t = game.table
    assert t.s.air == [AIR_SOVIET, AIR_SOVIET, AIR_PURSUIT]
    assert move.has_air(t.s.air, GRAY, soviet=True)
    assert not move.has_air(t.s.air, BROWN, soviet=True)
    decks.air_back(t, GRAY, soviet=False)
    assert t.s.air == [AIR_SOVIET, AIR_SOVIET, AIR_PURSUIT]
    decks.air_back(t, GRAY, soviet=True)
    assert t.s.air == [AIR_SPENT, AIR_SPENT, AIR_PURSUIT]
    decks.air_back(t, BROWN, soviet=False)
    assert t.s.air == [AIR_SPENT] * 3
    assert table().table.s.air == [AIR_READY] * 3


def test_no_enemy_is_left() -> None:
    """§8, §20.4: (rm-08) the marker is taken off without a combat, by the deck of its kind"""
    for options, deck in (({}, ("green", "blue")), ({"soviet": True}, ("infantry",))):
        cards = " ".join(
            BOARD.cards[item].id
            for item in BOARD.soviet_cards
            if not options or not BOARD.cards[item].armor
        )
        kind = " infantry" if options else ""
        game = empty(f"mark siaulai soviet{kind}", "put 18a memel food=1", f"cards box {cards} ...",
                     "at 1 gray actions", **options)  # fmt: skip
        assert [look(game, f"soviet.{name}") for name in deck] == ["0"] * len(deck)
        pool = int(look(game, "soviet_pool"))
        game.submit("gray", "move 18a siaulai")
        assert (look(game, "siaulai control"), look(game, "siaulai soviet")) == ("gray", "0")
        assert int(look(game, "soviet_pool")) == pool + 1 and game.check() == []
