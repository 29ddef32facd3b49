"""The events of 1945 that are not played in a battle, the deck of 1945, and the Joker."""

import pytest

import engine
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import SOVIET
from engine.games.no_retreat.law.supply import supplied
from engine.games.no_retreat.play.turn import end_combat
from tests.no_retreat.cardplay import attack, fight, phase, play, playable
from tests.no_retreat.table import (
    SECRET,
    asked,
    look,
    place,
    places,
    prompt,
    refused,
    running,
    told,
    unit,
    words,
)

REICH = ("put army_9 0207", "put west 1908")


def test_42_axis_fortress_city() -> None:
    """§5.3.1: the units of one city are in supply and treat DR as no effect in this phase."""
    units = ("put army_9 0410", "put west 0510 red", "put kalinin 0511 red", "dice battle 5")
    others = ("put army_4 minsk", "put army_6 0409")  # a city of the USSR, and a plain hex
    game = phase("soviet combat", *units, *others, axis="42", turn=24, ask=("axis combat_start",))
    game.submit("soviet", "target 0410")
    game.submit("soviet", "end targets")
    assert words(game, "axis", "play 42 ") == {"0410"}
    play(game, "axis", "play 42 breslau")
    t = running(game)
    assert t.s.fortress_city == place("0410") and supplied(t.s, t.d, unit("army_9"))
    log = told(game, game.submit("soviet", "battle 0410 with west kalinin"))
    while game.result() is None and "the die?" in prompt(game):
        log += told(game, game.submit(asked(game)[0], "pass"))
    assert "DR, which means no effect" in log


def test_42_lifts_unsupplied_markers_for_the_phase() -> None:
    """§5.3.1, §6.5.4: in supply there is no shift for the attacker; afterwards the marker is
    back.
    """
    units = ("put army_9 0410 unsupplied", "put west 0510 red", "put kalinin 0511 red")
    game = phase("soviet combat", *units, "dice battle 3", axis="42", turn=24,
                 ask=("axis combat_start",))  # fmt: skip
    game.submit("soviet", "target 0410")
    game.submit("soviet", "end targets")
    play(game, "axis", "play 42 breslau")
    assert look(game, "army_9 unsupplied") == "0" and running(game).s.lifted == [unit("army_9")]
    log = told(game, game.submit("soviet", "battle 0410 with west kalinin"))
    while "the die?" in prompt(game):
        log += told(game, game.submit(asked(game)[0], "pass"))
    assert "Unsupplied defender" not in log
    end_combat(running(game))
    assert look(game, "army_9 unsupplied") == "1" and running(game).s.lifted == []


@pytest.mark.parametrize(("side", "there"), [("axis", "soviet,24"), ("soviet", "none")])
def test_53_lasts_to_the_soviet_removal_phase(side: str, there: str) -> None:
    """§5.3.1, §14.13: the Axis Removal Phase of the next turn leaves the Soviet city scorched."""
    marked = ("mark lublin control soviet", "set turn 23", "mark lublin scorched soviet")
    game = phase("soviet movement", *REICH, *marked, turn=23)
    game.submit("gm", f"at 24 {side} removal")
    assert look(game, "lublin scorched") == there


def test_43_axis_volkssturm_levy() -> None:
    """§5.3.1: an eliminated Volkssturm unit comes back in any Axis city of Greater Germany."""
    lines = (*REICH, "put volks_1 removed", "put volks_2 0208")
    game = phase("axis organization", *lines, axis="43", turn=24)
    assert words(game, "axis", "play 43 ") == {"vs1"}
    assert "1208" not in words(game, "axis", "play 43 vs1 ")
    play(game, "axis", "play 43 vs1 breslau")
    assert places(game, "volks_1") == ["0410"]


def test_43_soviet_race_for_berlin() -> None:
    """§5.3.1, §5.3.4: two Soviet units, or one, have a point more."""
    units = ("put west 2108", "put kalinin 2208", "put army_9 0207")
    game = phase("soviet movement", *units, soviet="43", turn=24)
    assert words(game, "soviet", "play 43 west ") == {"kal"}
    play(game, "soviet", "play 43 west kalinin")
    assert running(game).s.mp == {str(unit("west")): 1, str(unit("kalinin")): 1}
    game = phase("soviet movement", *units, soviet="43", turn=24)
    play(game, "soviet", "play 43 west")
    assert running(game).s.mp == {str(unit("west")): 1}


def test_46_axis_baltic_evacuation() -> None:
    """§5.3.1: a unit on a Baltic coast entrains free, cut off or not."""
    coast = next(p for p in range(560) if BOARD.seas[0].coast >> p & 1)
    where = BOARD.places[coast]
    lines = (f"put army_9 {where} unsupplied", "put army_4 0410", "put west 1908")
    game = phase("axis movement", *lines, axis="46", turn=24)
    assert words(game, "axis", "play 46 ") == {"9"}
    play(game, "axis", "play 46 army_9")
    assert places(game, "army_9") == ["rail_axis"] and running(game).s.rail_bought == 0


def test_46_soviet_polish_volunteers() -> None:
    """§5.3.1: the Polish unit comes back free, or is improved."""
    lines = (*REICH, "mark moscow control soviet")
    game = phase("soviet organization", *lines, "put polish destroyed", soviet="46", turn=24)
    play(game, "soviet", "play 46 polish moscow")
    assert places(game, "polish") == ["1806"]
    game = phase("soviet organization", *lines, "put polish 2108", soviet="46", turn=24)
    play(game, "soviet", "play 46 polish")
    assert look(game, "polish face") == "red"
    assert not playable(phase("soviet organization", *lines, soviet="46", turn=24), "soviet")


def test_48_axis_twelfth_army() -> None:
    """§5.3.1: a destroyed German infantry army, reduced, in an Axis city of Greater Germany."""
    lines = (*REICH, "put army_4 destroyed", "put pz_1 destroyed", "put kg_1 0708")
    game = phase("axis organization", *lines, axis="48", turn=24)
    assert words(game, "axis", "play 48 ") == {"4"}
    assert "0708" not in words(game, "axis", "play 48 4 "), "a city, not a cadre's hex"
    play(game, "axis", "play 48 4 prague")
    assert places(game, "army_4") == ["0311"] and look(game, "army_4 face") == "reduced"


@pytest.mark.parametrize(("card", "side"), [(51, "axis")])
def test_51_axis_last_reserves(card: int, side: str) -> None:
    """§5.3.1, §5.2: two cards more after the draw."""
    game = phase("axis cards", *REICH, axis="51", turn=24)
    before = len(running(game).pile("hand.axis"))
    play(game, side, f"play {card}")
    assert len(running(game).pile("hand.axis")) == before + 1


def test_51_soviet_captured_railways() -> None:
    """§5.3.1, §9.1.1: two more rail moves without discards."""
    game = phase("soviet movement", "put west 2108", "put army_9 0207", soviet="51", turn=24)
    play(game, "soviet", "play 51")
    assert running(game).s.free_rail == 2


def test_52_axis_goebbels_appeal() -> None:
    """§5.3.1, §12.7.4: the Soviets lose a VP."""
    game = phase("axis organization", *REICH, "set event_vp -2", axis="52", turn=24)
    play(game, "axis", "play 52")
    assert running(game).s.event_vp == -1


def test_52_soviet_western_allies_on_the_rhine() -> None:
    """§5.3.1: the Axis discard a card at random, never the Joker; the Soviets gain a VP."""
    game = phase("soviet organization", *REICH, "dice random 1", axis="1 2 55", soviet="52",
                 turn=24, joker=True)  # fmt: skip
    play(game, "soviet", "play 52")
    t = running(game)
    assert t.pile("hand.axis").ids == [1, 55] and t.pile("discard").ids == [2, 52]
    assert t.s.event_vp == -1


def test_53_axis_nero_decree() -> None:
    """§5.3.1, §14.13: a city of Greater Germany that the Soviets enter is scorched."""
    units = ("put west 0510", "put army_9 0207", "mark breslau control axis")
    game = phase("soviet movement", *units, axis="53", turn=24, ask=("axis capture",))
    game.submit("soviet", "move west breslau")
    play(game, "axis", "play 53")
    s = running(game).s
    assert BOARD.sites[s.scorched].id == "breslau"
    assert (s.scorched_until, s.scorched_side) == (25, SOVIET)
    russia = phase("soviet movement", "put west 1407", "mark smolensk control axis", axis="53",
                   turn=24, ask=("axis capture",))  # fmt: skip
    russia.submit("soviet", "move west smolensk")
    assert asked(russia) != ["axis"], "not in the USSR"


# the deck of 1945 (§5.5) ----------------------------------------------------------------------


def test_the_deck_of_1945() -> None:
    """§5.5: red-barred cards leave hands and piles, green-circled ones are shuffled in."""
    game = phase("axis detraining", *REICH, "cards discard 13 1", axis="4 2", soviet="7 3", turn=22)
    game.submit("gm", "set high_tide 0\nat 23 axis housekeeping")
    t = running(game)
    assert set(t.pile("out").ids) == {*BOARD.red_barred, BOARD.joker}
    assert not t.pile("green").ids and not t.pile("discard").ids
    every = {card for name in ("deck", "hand.axis", "hand.soviet") for card in t.pile(name).ids}
    assert every == set(BOARD.deck_1945) and len(BOARD.deck_1945) == 41
    assert 2 in t.pile("hand.axis").ids and 3 in t.pile("hand.soviet").ids


def test_na_berlin_starts_with_it() -> None:
    """§5.5: the scenario of 1945 is dealt from the deck of 1945."""
    game = engine.new_game("no_retreat", "na_berlin", {}, secret=SECRET)
    t = running(game)
    dealt = [card for name in ("deck", "hand.axis", "hand.soviet") for card in t.pile(name).ids]
    assert sorted({*dealt, *t.pile("discard").ids} - {BOARD.joker}) == sorted(BOARD.deck_1945)


# the Joker (§15.7) ------------------------------------------------------------------------------


def test_joker_as_a_shift() -> None:
    """§15.7: one column in the owner's favour; then it is the other side's."""
    game = attack(axis="55", soviet="15", joker=True)
    play(game, "axis", "play joker")
    assert fight(game).shifts == [[1, 55]]
    assert 55 in running(game).pile("hand.soviet").ids, "flipped and handed over"
    assert "55" in playable(game, "soviet"), "and it may come back at once"
    log = play(game, "soviet", "play joker")
    assert "Joker +1" in log and "Joker -1" in log
    assert running(game).pile("hand.axis").ids == [55]


def test_joker_pays_like_a_card() -> None:
    """§15.7, §5.4: it counts as a card for any cost, and changes hands."""
    game = phase("soviet organization", "put leningrad 1401", "put pz_4 1808", soviet="55",
                 joker=True)  # fmt: skip
    game.submit("soviet", "fort leningrad pay joker")
    t = running(game)
    assert t.pile("hand.axis").ids == [55] and not t.pile("discard").ids
    assert t.pile("hand.axis").seen == [3]


def test_joker_counts_not_against_the_limit() -> None:
    """§15.7, §5.1: two cards and the Joker are kept; it cannot be discarded for the limit."""
    game = phase("axis cards", "put pz_4 1808", axis="1 2 55", turn=8, joker=True)
    assert "Discard" not in prompt(game)
    game = phase("axis cards", "put pz_4 1808", axis="1 2 3 55", turn=8, joker=True)
    assert prompt(game) == "Discard a card: 2 are kept."
    assert refused(game, "axis", "discard 55") == "15.7"
    assert words(game, "axis", "discard ") == {"1", "2", "3"}


def test_joker_holder_is_known_to_all() -> None:
    """§15.7: the side of the set-up starts with it, for all to see (nr-25)."""
    for scenario, side in (("campaign", "axis"), ("operation_saturn", "soviet")):
        game = engine.new_game("no_retreat", scenario, {"joker": True}, secret=SECRET)
        pile = running(game).pile(f"hand.{side}")
        assert dict(zip(pile.ids, pile.seen, strict=True))[BOARD.joker] == 3
