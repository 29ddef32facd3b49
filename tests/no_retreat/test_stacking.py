"""Stacking (§8.4): limits by side and period, and what is done with units over them."""

from engine import Game
from engine.core.entries import Lost
from engine.games.no_retreat.law import stacking
from tests.no_retreat.table import (
    asked,
    bare,
    kinds,
    look,
    names,
    place,
    places,
    prompt,
    refused,
    running,
    unit,
    words,
)


def fits(game: Game, side: int, *units: str) -> bool:
    return stacking.fits(running(game).s, side, [unit(id_) for id_ in units])


def test_axis_limit() -> None:
    """§8.4.1, §8.4: two Axis units a hex, whatever they are."""
    game = bare("at 7 axis movement")
    assert fits(game, 0, "pz_1", "army_6")
    assert not fits(game, 0, "pz_1", "army_6", "kg_1")


def test_soviet_limits() -> None:
    """§8.4.1, §13.5: one Soviet unit, from turn 11 a tank unit with all but Forts, in 1945 any."""
    for turn, tank_pair, fort_pair, any_pair in (
        (10, False, False, False),
        (11, True, False, False),
        (22, True, False, False),
        (23, True, True, True),
    ):
        game = bare("put leningrad 1401 back", "put south 2008", f"at {turn} soviet movement")
        assert fits(game, 1, "west")
        assert fits(game, 1, "tank_1", "west") == tank_pair
        assert fits(game, 1, "tank_1", "tank_2") == tank_pair
        assert fits(game, 1, "tank_1", "leningrad") == fort_pair
        assert fits(game, 1, "kalinin", "west") == any_pair
        assert not fits(game, 1, "tank_1", "tank_2", "tank_3")


def test_tank_side_of_a_front() -> None:
    """§8.4.1: a front that is a tank army on its red side stacks as one."""
    brown = bare("put bryansk 1705", "at 12 soviet movement")
    assert not fits(brown, 1, "bryansk", "west")
    red = bare("put bryansk 1705 red", "at 12 soviet movement")
    assert fits(red, 1, "bryansk", "west")


def test_tanks_from_the_soviet_turn() -> None:
    """§13.5, §8.4.1: on turn 11 it begins with the Soviet player turn."""
    game = bare("put tank_1 1705", "put pz_1 0409", "at 11 axis movement")
    assert not fits(game, 1, "tank_1", "west")
    assert fits(
        bare("put tank_1 1705", "put pz_1 0409", "at 12 axis movement"), 1, "tank_1", "west"
    )


def test_only_units_count() -> None:
    """§8.4.2: markers don't count, the partisan counter neither."""
    game = bare("put army_6 1409", "put pz_1 1409", "at 7 axis movement", partisan=True)
    t = running(game)
    t.s.at[unit("partisan")] = place("1409")
    t.d = t.rules.derive(t.s)
    assert stacking.overstacked(t.s, t.d) == []


def test_rezervy_stacks_for_free() -> None:
    """§15.8: it does not count against the limit."""
    game = bare("at 7 soviet movement", rezervy=True)
    assert fits(game, 1, "west", "rezervy")
    assert not fits(game, 1, "west", "kalinin", "rezervy")


OVER = (
    "put army_6 1409",
    "put pz_1 1409",
    "put kg_1 1509",
    "put army_4 0409",
    "mark minsk control axis",
)


def test_passing_through_is_free() -> None:
    """§8.4: units may enter and pass any friendly hex; the limit is asked for at the end."""
    game = bare(*OVER, "at 7 axis movement")
    game.submit("axis", "move kg1 1409")
    assert places(game, "kg1", "6", "1pz") == ["1409"] * 3
    game.submit("axis", "move 1pz 1408")
    assert stacking.overstacked(running(game).s, running(game).d) == []


def test_excess_units_are_shattered() -> None:
    """§8.4.3: at the end of the phase the owner chooses what goes to the Shattered box."""
    game = bare(*OVER, "at 7 axis movement")
    game.submit("axis", "move kg1 1409; end movement")
    assert asked(game) == ["axis"] and "1409" in prompt(game)
    assert names(game, "axis") == {"shed"}
    assert words(game, "axis", "shed ") == {"6", "1pz", "kg1"}
    assert refused(game, "axis", "shed 4") == "8.4.3"
    receipt = game.submit("axis", "shed 6")
    assert places(game, "6") == ["shattered_axis"]
    (lost,) = kinds(receipt.entries, Lost)
    assert isinstance(lost, Lost) and lost.how == "shattered"


def test_unsupplied_and_forts_are_destroyed() -> None:
    """§8.4.3: Unsupplied and Fortified units go to the Destroyed box, a cadre to the track."""
    game = bare(
        "force",
        "put army_6 1409 unsupplied",
        "put pz_1 1409",
        "put kg_1 1409",
        "at 7 axis movement",
    )
    game.submit("axis", "shed 6")
    assert places(game, "6") == ["destroyed_axis"]
    assert look(game, "event_vp") == "0"
    cadre = bare("force", "put army_6 1409", "put pz_1 1409", "put kg_1 1409", "at 7 axis movement")
    cadre.submit("axis", "shed kg1")
    assert places(cadre, "kg1") == ["t:8"]
    fort = bare(
        "force",
        "put leningrad 1401 back",
        "put west 1401",
        "put kalinin 1705",
        "at 7 soviet movement",
    )
    fort.submit("soviet", "shed len")
    assert places(fort, "len") == ["destroyed_soviet"]


def test_the_other_side_sheds_by_its_policy() -> None:
    """§8.4.3: off turn the cheapest step goes by itself, unless its owner wants to be asked."""
    edits = ("force", "put west 1705", "put kalinin 1705", "at 7 axis movement")
    game = bare("put pz_1 1409", *edits)
    assert asked(game) == ["axis"]
    assert places(game, "kal", "west") == ["1705", "shattered_soviet"]
    asking = bare("put pz_1 1409", "at 7 axis movement")
    running(asking).pos.policy["soviet:shed"] = "ask"
    asking.submit("gm", "\n".join(edits))
    assert asked(asking) == ["soviet"]
    asking.submit("soviet", "shed kal")
    assert places(asking, "west", "kal") == ["1705", "shattered_soviet"]


def test_the_owner_sheds_in_the_housekeeping() -> None:
    """§8.4.3, §13.5: nobody is phasing then, and both sides are asked, whatever their policy."""
    crowd = ("put army_4 0410", "put army_9 0410", "put volks_2 t:23", "mark breslau control axis")
    game = bare("put west 0811 red", *crowd, "set initiative soviet", "at 23 axis housekeeping")
    assert asked(game) == ["axis"] and words(game, "axis", "shed ") == {"4", "9", "vs2"}
    crowd = ("put west 0415", "put kalinin 0415", "put tank_1 0415", "put army_9 0811")
    game = bare("force", *crowd, "set initiative soviet", "at 23 soviet housekeeping")
    assert asked(game) == ["soviet"] and names(game, "soviet") == {"shed"}


def test_who_has_just_acted_sheds_by_himself() -> None:
    """§8.4.3, §14.12.2: the Strategic Reserve comes off the rails in the enemy's turn."""
    edits = ("put west 1705", "put kalinin rail_soviet reserve", "put pz_1 1409")
    game = bare(*edits, "at 7 axis detraining")
    running(game).s.at[unit("bryansk")] = place("1705")  # as a retreat would leave it
    running(game).d = running(game).rules.derive(running(game).s)
    while asked(game) == ["axis"]:
        game.submit("axis", "end detraining")
    assert asked(game) == ["soviet"]
    game.submit("soviet", "detrain kal 1706")
    assert names(game, "soviet") == {"shed"}


def test_the_policy_knows_what_comes_back() -> None:
    """§8.4.3, §14.1: shattered before destroyed, destroyed before gone, then the cheapest step."""
    for three, goes, box in (
        (("festung", "army_9", "pz_1"), "army_9", "shattered_axis"),
        (("kg_1 unsupplied", "army_9", "pz_1"), "kg_1", "t:25"),
        (("army_4 unsupplied reduced", "army_9", "pz_1"), "army_9", "shattered_axis"),
        (("army_4 reduced", "army_9", "pz_1"), "army_4", "shattered_axis"),
        (("festung", "army_4 unsupplied", "army_9 unsupplied"), "army_4", "destroyed_axis"),
    ):
        armies = [flagged.split()[0] for flagged in three]
        there = [
            f"put {name} 0410{flagged.removeprefix(name)}"
            for name, flagged in zip(armies, three, strict=True)
        ]
        game = bare("force", *there, "put west 1705", "at 24 soviet movement")
        where = dict(zip(armies, places(game, *armies), strict=True))
        assert where.pop(goes) == box and set(where.values()) == {"0410"}


def test_rezervy_alone_is_destroyed() -> None:
    """§15.8: not stacked with a unit at the end of a Movement Phase, it goes to the box."""
    game = bare("put rezervy 1705", "put west 1706", "at 7 soviet movement", rezervy=True)
    game.submit("soviet", "end movement")
    assert places(game, "rez") == ["destroyed_soviet"]
    stacked = bare("put rezervy 1706", "put west 1706", "at 7 soviet movement", rezervy=True)
    stacked.submit("soviet", "end movement")
    assert places(stacked, "rez") == ["1706"]


def test_lists_say_where_there_is_no_room() -> None:
    """§8.4.1: a unit may go there all the same; somebody must leave in the end (§8.4.3)."""
    game = bare(
        "put kalinin 1502", "put volkhov 1601", "put army_16 1402", "put leningrad 1401",
        "at 8 soviet movement",
    )  # fmt: skip
    labels = {item.label for item in game.complete("soviet", "move kal ").items}
    assert "1601 · Svir, full, 2 of 3 MP" in labels and "1603 · 2 of 3 MP" in labels
