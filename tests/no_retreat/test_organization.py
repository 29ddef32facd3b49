"""Organization (chapter 7): flips, placement, prices, cadres, reorganization, splits."""

import pytest

from engine import Game, OrderError
from engine.core.entries import Played
from engine.core.verbs import Why
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import ON_MAP
from engine.games.no_retreat.law import organization
from tests.no_retreat.table import (
    asked,
    bare,
    changed,
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

BLUNT = "9 13 17"
"""Cards whose events nobody can play in an Organization Phase."""


def org(side: str, turn: int, *edits: str, hand: str = BLUNT, **options: object) -> Game:
    """The Organization Phase of a side on an otherwise empty map."""
    return bare(
        f"cards hand.{side} {hand} ...", *edits, f"at {turn} {side} organization", **options
    )


def placement(side: str, turn: int, *edits: str, hand: str = BLUNT, **options: object) -> Game:
    """The same at its Placement Step."""
    game = org(side, turn, *edits, hand=hand, **options)
    if "end flips" in names(game, side):
        game.submit(side, "end flips")
    return game


def hexes(game: Game, id_: str) -> set[str]:
    """Where a unit may be put."""
    t = running(game)
    mask = organization.places(t.s, t.d, unit(id_))
    return {BOARD.places[p] for p in range(ON_MAP) if mask >> p & 1}


def face(game: Game, id_: str) -> str:
    return look(game, f"{id_} face")


# the Flip Step -----------------------------------------------------------------------


def test_steps_in_order() -> None:
    """§7.0: flips, then placement, then reorganization."""
    game = org(
        "axis", 7, "put army_6 0911 back", "put army_4 destroyed_axis",
        "put army_9 0710 disorganized",
    )  # fmt: skip
    assert names(game, "axis") == {"improve", "end flips"}
    game.submit("axis", "end flips")
    assert names(game, "axis") == {"place", "end placement"}
    game.submit("axis", "end placement")
    assert names(game, "axis") == {"ready", "end organization"}


def test_axis_improvement() -> None:
    """§7.1: two cards turn a reduced Axis unit on the map to its full side."""
    game = org("axis", 7, "put army_6 0911 back", "put army_4 0710")
    assert refused(game, "axis", "improve 6") == "7.1"
    assert refused(game, "axis", "improve 6 pay 9") == "7.1"
    assert refused(game, "axis", "improve 4 pay 9 13") == "7.1"
    receipt = game.submit("axis", "improve 6 pay 9 13")
    assert face(game, "6") == "full"
    assert len(kinds(receipt.entries, Played)) == 2
    assert running(game).pile("discard").ids[:2] == [13, 9]


def test_flips_need_an_overland_path() -> None:
    """§7.0, §6.5.1: only supplied units without a marker, by an Overland Supply Path."""
    game = org("axis", 7, "put army_6 0911 back unsupplied", "put army_9 0812 back")
    assert refused(game, "axis", "improve 6 pay 9 13") == "6.5.1"
    far = org("axis", 7, "put army_6 1709 back", "put army_9 0812 back")
    assert refused(far, "axis", "improve 6 pay 9 13") == "7.0"


def test_axis_may_not_improve_yet_or_any_more() -> None:
    """§7.9.1, §13.5: no Axis Improvement on turns 1 to 4, nor from turn 24 on."""
    early = org("axis", 4, "put army_6 0911 back", "put army_9 destroyed_axis")
    early_t = running(early)
    args = (early_t.s, early_t.d, 0, unit("army_6"), 3)
    assert (organization.why_not_improve(*args) or Why("")).rule == "7.9.1"
    assert (organization.why_not_place(*args[:3], unit("army_9"), 3) or Why("")).rule == "7.9.1"
    for turn, rule in ((23, ""), (24, "13.5")):
        early_t.s.turn = turn
        assert (organization.why_not_improve(*args) or Why("")).rule == rule


def test_ss_cost_one() -> None:
    """§14.5, §14.6, §7.1: SS units cost one card to improve."""
    game = org("axis", 17, "put ss_panzer 0911 back", "put ss_pzgren 0710 back", hand="9 17")
    game.submit("axis", "improve ss pay 9")
    game.submit("axis", "improve sspg pay 17")
    assert face(game, "ss") == face(game, "sspg") == "full"


def test_soviet_improvement() -> None:
    """§7.1, §7.3: for a card, from turn 17 on; a shock front pays two (§14.7)."""
    before = org("soviet", 16, "put west 1806", "put reserve 1907")
    assert refused(before, "soviet", "improve west pay 9") == "7.1"
    game = org("soviet", 17, "put west 1806", "put reserve 1907")
    game.submit("soviet", "improve west pay 9")
    assert face(game, "west") == "red"
    assert refused(game, "soviet", "improve res pay 13") == "7.1"
    game.submit("soviet", "improve res pay 13 17")
    assert face(game, "res") == "red"


def test_one_step_units() -> None:
    """§7.4: units with one side alone can't be improved."""
    game = org("axis", 7, "put rum_3 0911", "put army_6 0710 back")
    assert refused(game, "axis", "improve 3rum pay 9 13") == "7.4"


@pytest.mark.parametrize(
    ("turn", "count"), [(5, 0), (6, 1), (12, 1), (13, 2), (17, 2), (18, 1), (28, 1)]
)
def test_education(turn: int, count: int) -> None:
    """§7.2, §7.2.0, §7.2.1, §13.5: a free upgrade from turn 6 on, a second on turns 13 to 17."""
    game = org(
        "soviet", turn, "put west 1806", "put kalinin 1805", "put bryansk 1907",
        "put leningrad 1401",
    )  # fmt: skip
    t = running(game)
    assert organization.education(t.s) == count
    for id_ in ("west", "kal", "bry")[:count]:
        game.submit("soviet", f"educate {id_}")
        assert face(game, id_) == "red"
    assert refused(game, "soviet", "educate bry") == ("7.2.0" if not count else "7.2.1")


def test_upgrades_of_cards() -> None:
    """§7.2, §5.3: events give upgrades on top."""
    game = org("soviet", 7, "put west 1806", "put kalinin 1805", "put leningrad 1401")
    running(game).s.free_upgrades = 1
    changed(game)
    game.submit("soviet", "educate west; educate kal")
    assert running(game).s.free_upgrades == 0


def test_upgraded_but_brittle() -> None:
    """§7.2.2, §7.3: red units have one step until turn 17 and come back red, then brown."""
    for turn, steps, side in ((16, 1, "red"), (17, 2, "brown")):
        game = placement("soviet", turn, "put west destroyed_soviet red")
        t = running(game)
        assert BOARD.units[unit("west")].faces[1].steps[turn >= 17] == steps
        game.submit("soviet", "place west moscow pay 9")
        assert face(game, "west") == side
        assert t.s.turn == turn


def test_fortress_conversion() -> None:
    """§7.5, §13.5, §14.1: a Regional unit becomes a Fort for a card from turn 3, supplied or
    not.
    """
    game = org("soviet", 3, "put leningrad 1401 unsupplied", "put west 1806")
    assert refused(game, "soviet", "fort west pay 9") == "7.5"
    game.submit("soviet", "fort len pay 9")
    assert face(game, "len") == "red"
    assert refused(game, "soviet", "fort len pay 13") == "7.5"
    game.submit("soviet", "unfort len")
    assert face(game, "len") == "brown"
    early = org("soviet", 2, "put leningrad 1401 back", "put moscow 1806")
    assert refused(early, "soviet", "fort mos pay 9") == "13.5"
    assert refused(early, "soviet", "unfort mos") == "7.5"
    game = org("soviet", 6, "put leningrad 1401", hand="")
    assert refused(game, "soviet", "fort len") == "7.5"


def test_regional_units_may_be_educated() -> None:
    """§13.5, §7.2: the free upgrade makes a Fort too; Improvement does not."""
    game = org("soviet", 17, "put moscow 1806", "put west 1907")
    assert refused(game, "soviet", "improve mos pay 9") == "7.5"
    game.submit("soviet", "educate mos")
    assert face(game, "mos") == "red"


def test_yugoslavs() -> None:
    """§14.8: they flip to and from their Fort side in the Balkans alone."""
    game = org(
        "soviet",
        20,
        "set oil 10",
        "put yugoslav_1 western_balkans field",
        "put yugoslav_2 0515 field",
    )
    assert refused(game, "soviet", "fort 2yug pay 9") == "14.8"
    assert refused(game, "soviet", "educate 1yug") == "14.8"
    game.submit("soviet", "fort 1yug pay 9")
    assert face(game, "1yug") == "fort"
    game.submit("soviet", "unfort 1yug")
    assert face(game, "1yug") == "field"


# the Placement Step -----------------------------------------------------------------------


def test_axis_cities() -> None:
    """§7.6: Axis units come on in cities of Greater Germany, supplied and in no enemy zone."""
    game = placement("axis", 7, "put army_4 destroyed_axis", "put army_6 0710", "put west 0511")
    found = hexes(game, "army_4")
    assert {"0208", "0807", "0710", "0911"} <= found
    near = {BOARD.places[p] for p in BOARD.passable[place("0511")]}
    assert "0410" in near and not near & found
    assert "1208" not in found and "0107" not in found
    assert refused(game, "axis", "place 4 1208 pay 9") == "7.6"
    assert "1019" in found
    cut_off = ("put army_4 destroyed_axis", "put west 0816", "put south 0817")
    assert "1019" not in hexes(placement("axis", 7, *cut_off), "army_4")  # Bucharest, no path
    receipt = game.submit("axis", "place 4 warsaw pay 9")
    assert places(game, "4") == ["0710"] and receipt.ran
    assert (face(game, "4"), look(game, "4 disorganized")) == ("reduced", "1")


def test_recovering_axis_units() -> None:
    """§7.6, §7.7: also in their cities in the USSR and on the west edge; free, same side, tired."""
    game = placement("axis", 7, "put army_4 shattered_axis", "mark minsk control axis")
    assert {"1208", "0107", "0208"} <= hexes(game, "army_4")
    game.submit("axis", "place 4 minsk")
    assert (places(game, "4"), face(game, "4")) == (["1208"], "full")
    assert look(game, "4 disorganized") == "1"
    pressed = ("put west 1209", "put kalinin 0207", "mark sevastopol control axis")
    game = placement("axis", 7, "put army_4 shattered_axis", "mark minsk control axis", *pressed)
    assert not {"1208", "0107"} & hexes(game, "army_4")  # enemy zones
    assert "1619" not in hexes(game, "army_4")  # no way west (nr-21)


def test_soviet_cities() -> None:
    """§7.6: supplied cities even in enemy zones, and quiet east and south edge hexes."""
    game = placement("soviet", 7, "put west destroyed_soviet", "put pz_1 1706", "put pz_2 2611")
    found = hexes(game, "west")
    assert {"1806", "2003", "2507", "2420"} <= found
    assert not {"2612", "2610"} & found  # edge hexes in a zone
    assert "0710" not in found
    assert refused(game, "soviet", "place west 1706 pay 9") == "8.4"
    assert refused(game, "soviet", "place west 1705 pay 9") == "7.6"
    assert "1619" in found
    cut_off = placement("soviet", 7, "put west destroyed_soviet", "put pz_1 1717")
    assert "1619" not in hexes(cut_off, "west")  # Sevastopol without its way out (nr-21)


def test_recovering_soviet_units() -> None:
    """§7.6, §7.7: also in Soviet cities of Greater Germany, but not in an enemy zone."""
    conquest = ("mark warsaw control soviet", "mark lublin control soviet")
    game = placement("soviet", 20, "put west shattered_soviet red", *conquest)
    assert {"0710", "1806"} <= hexes(game, "west")
    pressed = placement("soviet", 20, "put west shattered_soviet red", "put pz_1 0711", *conquest)
    assert "0710" not in hexes(pressed, "west")
    replaced = placement("soviet", 20, "put west destroyed_soviet", *conquest)
    assert "0710" not in hexes(replaced, "west")


def test_no_room() -> None:
    """§7.6, §8.4.1: units are not placed over the stacking limit (nr-50)."""
    game = placement("soviet", 7, "put west destroyed_soviet", "put kalinin 1806")
    assert refused(game, "soviet", "place west moscow pay 9") == "8.4.1"


def test_reinforcements() -> None:
    """§7.8: on their turn, ready to fight; they must be placed if they can be (nr-51)."""
    game = placement("soviet", 7, "put west t:7", "put kalinin t:8", "put don shattered_soviet")
    assert refused(game, "soviet", "place kal moscow") == "7.8"
    assert refused(game, "soviet", "end placement") == "7.8"
    assert "West" in prompt(game)
    game.submit("soviet", "place west moscow; place don tula")
    assert (look(game, "west disorganized"), look(game, "don disorganized")) == ("0", "1")
    game.submit("soviet", "end placement")


def test_reinforcements_wait() -> None:
    """§7.8: a unit that has no place waits on the track."""
    game = bare("put hun_2 t:6", "put pz_1 0409", "at 7 axis organization")
    assert "hun_2" not in [BOARD.units[u].id for u in owed(game, 0)] or hexes(game, "hun_2")
    late = placement("axis", 7, "put hun_2 t:6")
    late.submit("axis", "place 2hun budapest")
    assert places(late, "2hun") == ["0515"]


def owed(game: Game, side: int) -> list[int]:
    t = running(game)
    return organization.owed(t.s, t.d, side)


def test_sevastopol_arrives_as_a_fort() -> None:
    """§13.5, §7.8: set up in its own city, the Sevastopol unit arrives on its Fort side."""
    game = placement("soviet", 3, "put sevastopol t:3", "put moscow t:3")
    game.submit("soviet", "place sev sevastopol; place mos moscow")
    assert (face(game, "sev"), face(game, "mos")) == ("red", "brown")
    elsewhere = placement("soviet", 3, "put sevastopol t:3")
    elsewhere.submit("soviet", "place sev moscow")
    assert face(elsewhere, "sev") == "brown"


def test_replacement_prices() -> None:
    """§7.9, §14.7: one card from the Destroyed box, two from the Surrendered; shock fronts two."""
    game = placement(
        "soviet", 7, "put west destroyed_soviet", "put kalinin surrendered_soviet",
        "put reserve destroyed_soviet", "put voronezh surrendered_soviet", hand="9 10 12 13 17 24",
    )  # fmt: skip
    s = running(game).s
    assert [organization.price(s, unit(u)) for u in ("west", "kalinin", "reserve", "voronezh")] == [
        1, 2, 2, 2,
    ]  # fmt: skip
    assert refused(game, "soviet", "place west moscow") == "7.9"
    assert refused(game, "soviet", "place kal moscow pay 9") == "7.9"
    game.submit("soviet", "place west moscow pay 9")
    game.submit("soviet", "place kal tula pay 10 12")
    assert look(game, "kal disorganized") == "1"


def test_reduced_price_of_a_card() -> None:
    """§7.9, §5.3: an event makes one Replacement from the Surrendered box cheaper."""
    game = placement(
        "soviet", 7, "put west surrendered_soviet", "put kalinin surrendered_soviet", hand="9 10 12"
    )
    running(game).s.cheap_surrendered = 1
    changed(game)
    game.submit("soviet", "place west moscow pay 9")
    assert organization.price(running(game).s, unit("kalinin")) == 2


def test_replacements_come_reduced() -> None:
    """§7.9.2, §7.9: two-step units return on their reduced side."""
    game = placement("axis", 7, "put pz_1 destroyed_axis", "put leningrad destroyed_soviet back")
    game.submit("axis", "place 1pz berlin pay 9")
    assert face(game, "1pz") == "reduced"
    fort = placement("soviet", 7, "put leningrad destroyed_soviet back")
    fort.submit("soviet", "place len moscow pay 9")
    assert face(fort, "len") == "brown"


def test_too_dear() -> None:
    """§7.9: nothing is replaced without the cards for it."""
    game = placement("soviet", 7, "put west surrendered_soviet", "put kalinin t:7", hand="9")
    assert refused(game, "soviet", "place west moscow pay 9") == "7.9"


def test_cadre_reinforcements() -> None:
    """§14.9.1: a cadre goes to the Cadre Units Available box, not on the map."""
    game = placement("axis", 5, "put kg_1 t:5", "put army_4 destroyed_axis")
    assert places(game, "kg1") == ["cadre_available_axis"]
    assert refused(game, "axis", "place kg1 berlin") == "7.8"


def test_rebuilt_on_a_cadre() -> None:
    """§14.9.4: a Replacement or Recovery in a cadre's hex takes its place and is ready."""
    game = placement(
        "axis", 7, "put army_4 destroyed_axis", "put kg_1 1309", "put west 1409",
        "put army_6 t:7", "put army_9 shattered_axis", "mark minsk control axis",
    )  # fmt: skip
    assert "1309" in hexes(game, "army_4") & hexes(game, "army_9")
    assert "1309" not in hexes(game, "army_6")  # §14.9.4: not reinforcements
    game.submit("axis", "place 4 1309 pay 9")
    assert places(game, "4", "kg1") == ["1309", "t:8"]
    assert look(game, "4 disorganized") == "0"
    cut = placement("axis", 7, "put army_4 destroyed_axis", "put kg_1 1709")
    assert "1709" not in hexes(cut, "army_4")


def test_cadres_come_one_a_turn() -> None:
    """§14.9.3: the cadre goes to the next space of the track without one."""
    game = placement(
        "axis", 7, "put army_4 destroyed_axis", "put kg_1 0911", "put kg_2 t:8",
    )  # fmt: skip
    game.submit("axis", "place 4 0911 pay 9")
    assert places(game, "kg1") == ["t:9"]


def test_ss_panzer_returns() -> None:
    """§13.5: from turn 23 it comes back at full strength for two VP."""
    before = placement("axis", 22, "put ss_panzer ss_panzer_reserve", "put army_4 destroyed_axis")
    assert refused(before, "axis", "place ss berlin") == "7.8"
    game = placement("axis", 23, "put ss_panzer ss_panzer_reserve", "put army_4 destroyed_axis")
    game.submit("axis", "place ss berlin")
    assert (face(game, "ss"), look(game, "event_vp"), look(game, "ss disorganized")) == (
        "full", "-2", "0",
    )  # fmt: skip


# reorganization --------------------------------------------------------------------------------


def ready(side: str, turn: int, *edits: str, hand: str = BLUNT, **options: object) -> Game:
    game = placement(side, turn, *edits, hand=hand, **options)
    if "end placement" in names(game, side):
        game.submit(side, "end placement")
    return game


TIRED = (
    "put west 1806 disorganized",
    "put kalinin 1805 disorganized",
    "put bryansk 1907 disorganized",
)


def test_reorganization() -> None:
    """§7.10, §5.4: a card for each marker."""
    game = ready("soviet", 5, *TIRED, "put don 2010", hand="9 17")
    assert refused(game, "soviet", "ready don pay 9") == "7.10"
    assert refused(game, "soviet", "ready west kal pay 9") == "7.10"
    assert refused(game, "soviet", "ready west kal bry pay 9 17") == "7.10"
    game.submit("soviet", "ready west kal pay 9 17")
    assert [look(game, f"{u} disorganized") for u in ("west", "kal", "bry")] == ["0", "0", "1"]


def test_faster_reorganization() -> None:
    """§15.5: T13, Rasputitsa in the time of Axis initiative takes off two markers."""
    rasputitsa = next(
        card.number for card in BOARD.cards if card.halves[1].name.startswith("Rasputitsa")
    )
    assert BOARD.card(rasputitsa).halves[1].symbol == 0
    plain = ready("soviet", 5, *TIRED, hand=f"{rasputitsa}")
    assert refused(plain, "soviet", f"ready west kal pay {rasputitsa}") == "7.10"
    game = ready("soviet", 5, *TIRED, hand=f"{rasputitsa}", faster_reorganization=True)
    game.submit("soviet", f"ready west kal pay {rasputitsa}")
    assert [look(game, f"{u} disorganized") for u in ("west", "kal", "bry")] == ["0", "0", "1"]
    later = ready(
        "soviet", 5, "set initiative soviet", *TIRED, hand=f"{rasputitsa}",
        faster_reorganization=True,
    )  # fmt: skip
    assert refused(later, "soviet", f"ready west kal pay {rasputitsa}") == "7.10"


# splits -------------------------------------------------------------------------------------


def test_detachments() -> None:
    """§15.1: once from turn 8 on, a full 4-4 army becomes two 3-3 detachments."""
    edits = ("put army_6 1309", "put army_16 1109", "mark minsk control axis")
    assert "split" not in names(placement("axis", 8, *edits), "axis")
    assert "split" not in names(placement("axis", 7, *edits, detachments=True), "axis")
    game = placement("axis", 8, *edits, detachments=True)
    assert refused(game, "axis", "split 16 1109 1109") == "15.1"
    assert refused(game, "axis", "split 6 1309") == "15.1"
    assert refused(game, "axis", "split 6 1309 1509") == "15.1"
    game.submit("axis", "split 6 1309 1308")
    assert places(game, "6", "abt1", "abt2") == ["removed", "1309", "1308"]


def test_mechanized_detachment() -> None:
    """§15.1: a full Panzer Army loses a step for the 2-5 detachment, once."""
    edits = ("put pz_1 1309", "put pz_2 1109", "mark minsk control axis")
    game = placement("axis", 8, *edits, detachments=True)
    game.submit("axis", "split 1pz 1309")
    assert (places(game, "1pz", "abtm"), face(game, "1pz")) == (["1309", "1309"], "reduced")
    assert refused(game, "axis", "split 2pz 1109") != ""


def test_stacked_and_cut_off_units_are_not_split() -> None:
    """§15.1: no infantry that is stacked, out of supply or reduced; of a Panzer Army any
    (nr-62).
    """
    game = placement(
        "axis", 8, "put army_6 1309", "put pz_2 1309", "put army_4 1709", "put army_9 0911 back",
        "put army_17 0911", "put army_11 0710", "mark minsk control axis", detachments=True,
    )  # fmt: skip
    for id_ in ("6", "4", "9", "17"):
        assert refused(game, "axis", f"split {id_} 1309 1308") == "15.1"
    assert words(game, "axis", "split ") == {"11", "2pz"}


def test_any_panzer_army_gives_a_step_for_the_mechanized_detachment() -> None:
    """§15.1: stacked and reduced too, which is its end; its hex then has room (nr-62)."""
    game = placement(
        "axis", 8, "put army_6 1309", "put pz_2 1309 back", "put ss_panzer 1609 unsupplied",
        "mark minsk control axis", detachments=True,
    )  # fmt: skip
    assert {"2pz", "ss"} <= words(game, "axis", "split ")
    game.submit("axis", "split 2pz 1309")
    assert places(game, "2pz", "abtm") == ["destroyed_axis", "1309"]


def test_fortified_fronts() -> None:
    """§15.2: once from turn 5 on, a 4-3 front becomes two Fortified Fronts in hexes of their own,
    in the Soviets' own Organization Phase (nr-108).
    """
    edits = ("put west 1806", "put kalinin 1805", "put pz_1 1606")
    game = placement("soviet", 5, *edits, fortified_fronts=True)
    assert refused(game, "soviet", "split west 1806 1806") == "15.2"
    game.submit("soviet", "split west 1806 1906")
    assert places(game, "west", "ff1", "ff2") == ["removed", "1806", "1906"]
    assert "split" not in names(game, "soviet")
    axis = placement("axis", 5, *edits, fortified_fronts=True)
    assert {"soviet"}.isdisjoint(asked(axis)) and "split" not in names(axis, "soviet")
    early = placement("soviet", 4, *edits, fortified_fronts=True)
    assert "split" not in names(early, "soviet")


# optional counters ---------------------------------------------------------------------------


def test_rezervy_arrives() -> None:
    """§15.8: on turn 5 it appears in the Destroyed box and is built like any unit, on top of
    one.
    """
    game = placement("soviet", 5, "put kalinin 1806", "put rezervy t:5", rezervy=True)
    assert places(game, "rez") == ["destroyed_soviet"]
    game.submit("soviet", "place rez moscow pay 9")
    assert places(game, "rez", "kal") == ["1806", "1806"]


def test_partisan_arrives() -> None:
    """§15.9: on turn 4, and each time it comes back, it appears in the Rail Movement Box."""
    for turn in (4, 9):
        game = placement(
            "soviet", turn, f"put partisan t:{turn}", "put kalinin destroyed_soviet", partisan=True
        )
        assert places(game, "partisan") == ["rail_soviet"]
    assert asked(game) == ["soviet"]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("fort len pay 5", "General Staff / Partisans is not in your hand."),
        ("fort len pay 9 9", "River Crossing / Ivan Konev is named twice."),
        ("fort len pay 9 13", "That costs 1 card; name no more."),
    ],
)
def test_a_card_that_cannot_pay_is_told_why(line: str, text: str) -> None:
    """§5.4, §7.5: a card that is not held, one named again, one more than the price."""
    with pytest.raises(OrderError) as error:
        org("soviet", 7, "put leningrad 1401").submit("soviet", line)
    assert (error.value.rule, error.value.text) == ("7.5", text)


def test_what_is_free_takes_no_card() -> None:
    """§7.8, §5.4: a reinforcement costs nothing, and a card given for it is refused."""
    game = placement("soviet", 7, "put kalinin t:7")
    with pytest.raises(OrderError) as error:
        game.submit("soviet", "place kal moscow pay 9")
    assert error.value.text == "That costs no card; name no more."
