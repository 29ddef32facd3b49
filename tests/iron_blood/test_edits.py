"""The umpire's edit lines: every flag, mark, number, pile, purpose and station of Iron Blood."""

import pytest

import engine
from engine import Game
from engine.core.entries import Rolled
from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import SIDES
from engine.games.iron_blood.umpire.edit import STATIONS
from tests.iron_blood.table import (
    asked,
    empty,
    hands,
    kinds,
    look,
    names,
    piles_round_trip,
    places,
    refused,
    round_trips,
    table,
    words,
)


def gm(game: Game, *lines: str) -> engine.Receipt:
    return game.submit("gm", "\n".join(lines))


# put -----------------------------------------------------------------------------------------


def test_flags_and_boxes() -> None:
    """§counters.regular, §counters.support"""
    game = empty(
        "put axis_tank_1 axis_tank_2 axis_tank_3 pool",
        "put axis_tank_1 0404 moved from=0304 fought",
        "put axis_air_1 axis_air_2 0605",
        "put axis_air_3 sea_box",
        "put axis_fleet 0203",
        "put soviet_air_1 soviet_air_2 air_box",
        "put soviet_infantry_1 0802",
    )
    where = places(game, "axis_tank_1", "axis_air_1", "axis_air_2", "axis_air_3", "axis_fleet")
    assert where == ["0404", "0605", "0605", "box_chernoye_more", "0203"]
    assert look(game, "axis_tank_1 moved") == "1" and look(game, "axis_tank_1 from") == "0304"
    assert places(game, "soviet_air_1", "soviet_air_2") == ["box_soviet_air"] * 2
    gm(game, "put axis_tank_1 0404")  # the flags named replace all old ones
    assert look(game, "axis_tank_1 moved") == "0" and look(game, "axis_tank_1 from") == "none"
    gm(game, "put axis_tank_1 pool", "put soviet_infantry_1 pool", "put axis_fleet sea_box")
    assert places(game, "axis_tank_1", "soviet_infantry_1") == ["pool", "box_soviet_pool"]
    assert places(game, "axis_fleet") == ["box_ostsee"]
    refused(game, "gm", "put axis_tank_1 0404 sleeping")
    refused(game, "gm", "put axis_tank_1 0404 from=nowhere")


def test_a_hex_with_the_flag_fought_is_not_fought_again() -> None:
    """phase3"""
    clash = ("put axis_tank_1 0404", "put soviet_tank_1 0404", "put axis_tank_2 0604")
    clash += ("put soviet_tank_2 0604", "put soviet_tank_3 0904", "put axis_tank_3 0904 fought")
    game = empty(*clash, *hands(), "at 1941_clear axis combat")
    assert words(game, "axis", "fight ") == {"0404", "0604"}


def may_lie(unit: int, place: int) -> bool:
    """Where a counter may lie, said anew."""
    counter = BOARD.units[unit]
    side = SIDES[counter.side]
    kind = counter.id.removeprefix("axis_").removeprefix("soviet_").rstrip("_0123456789")
    if place >= len(BOARD.hexes):
        box = BOARD.places[place]
        pool = "pool" if side == "axis" else "box_soviet_pool"
        own = {
            "axis": ("box_ostsee", "box_chernoye_more"),
            "soviet": ("box_chernoye_more", "box_ostsee"),
        }
        match kind:
            case "fleet":
                return box == own[side][0]
            case "air":
                return box in (pool, f"box_{side}_air", own[side][1])
            case "infantry" | "tank" | "partisan":
                return box == pool
        return False
    hex_ = BOARD.hexes[place]
    match kind:
        case "infantry":
            return hex_.terrain != 3
        case "tank" | "air":
            return hex_.terrain == 0
        case "partisan":
            return hex_.terrain != 3 and hex_.territory == 1
        case "fleet":
            return place in BOARD.seas[counter.side].hexes
    return (
        BOARD.places[place]
        == {"fortress_leningrad": "0401", "fortress_sevastopol": "0809"}[counter.id]
    )


KINDS = (
    "axis_infantry_1",
    "axis_tank_6",
    "axis_air_2",
    "axis_fleet",
    "soviet_infantry_3",
    "soviet_tank_2",
    "soviet_air_3",
    "soviet_fleet",
    "soviet_partisan_8",
    "fortress_leningrad",
    "fortress_sevastopol",
)


@pytest.mark.parametrize("unit", KINDS)
def test_a_counter_goes_only_where_it_can_lie(unit: str) -> None:
    """§map.terrain, §map.coastal, §map.border, §phase3.fortress"""
    index = BOARD.unit_index[unit]
    game = empty("clear cards", "at 1944_clear axis support")
    blob = game.dump()
    for place, id_ in enumerate(BOARD.places):
        fresh = engine.load(blob)
        if may_lie(index, place):
            gm(fresh, f"put {unit} {id_}")
            if id_ != "pool":  # `pool` means the own one
                assert places(fresh, unit) == [id_]
        elif id_ == "pool":
            continue
        else:
            with pytest.raises(engine.Illegal):
                gm(fresh, f"put {unit} {id_}")


def test_stacking_can_be_forced_and_references_never() -> None:
    """§map.stacking"""
    game = empty()
    refused(game, "gm", "put axis_tank_1 axis_tank_2 0404")
    gm(game, "force", "put axis_tank_1 axis_tank_2 0404")
    assert places(game, "axis_tank_2") == ["0404"]
    refused(game, "gm", "force\nput axis_tank_3 0305")
    refused(game, "gm", "force\nput axis_tank_3 9999")


@pytest.mark.parametrize("side", SIDES)
def test_air_put_on_a_fleet_and_taken_off(side: str) -> None:
    """§phase1.disrupt: as in phase 1, and other edits leave it alone"""
    foe = "soviet" if side == "axis" else "axis"
    coast, sea = {"axis": ("0203", "box_ostsee"), "soviet": ("0608", "box_chernoye_more")}[side]
    game = empty(f"put {side}_fleet {coast}", f"put {foe}_air_1 {coast}")
    assert look(game, f"{sea} fleet") == "disrupted"
    gm(game, "put axis_tank_1 0304", f"put {foe}_air_2 0605")
    assert look(game, f"{sea} fleet") == "disrupted"
    gm(game, f"put {foe}_air_1 0605")
    assert look(game, f"{sea} fleet") == "none"
    gm(game, f"put {side}_fleet sea_box", f"put {foe}_air_1 sea_box")
    assert look(game, f"{sea} fleet") == "disrupted"
    gm(game, "clear units")
    assert look(game, f"{sea} fleet") == "none"
    gm(game, f"put {foe}_air_1 {coast}", f"put {side}_fleet {coast}")  # it was there before
    assert look(game, f"{sea} fleet") == "none"


# clear ---------------------------------------------------------------------------------------


def test_clear() -> None:
    """§setup.axis, §setup.soviet"""
    game = table(
        "mark minsk control axis",
        "mark leningrad fortress destroyed",
        "mark odessa stalin",
        "set stalin_tried on",
    )
    gm(game, "clear soviet")
    assert places(game, "soviet_infantry_1", "soviet_air_1", "soviet_air_2", "soviet_fleet") == [
        "box_soviet_pool",
        "box_soviet_air",
        "box_soviet_pool",
        "box_chernoye_more",
    ]
    game.submit("axis", "setup suggested")
    gm(game, "clear units")
    assert places(game, "axis_infantry_1", "axis_air_4", "axis_fleet") == [
        "pool",
        "box_axis_air",
        "box_ostsee",
    ]
    assert look(game, "minsk control") == "axis"
    gm(game, "clear marks")
    assert look(game, "minsk control") == "soviet" and look(game, "moscow stalin") == "1"
    assert look(game, "leningrad fortress") == "stands" and look(game, "stalin_tried") == "0"
    gm(game, "clear cards")
    assert (look(game, "removed"), look(game, "hand.axis")) == ("9", "0")
    gm(game, "clear")
    refused(game, "gm", "clear everything")


# marks and numbers -----------------------------------------------------------------------------


@pytest.mark.parametrize("place", [p.id for p in BOARD.locations])
def test_control_of_each_location(place: str) -> None:
    """§map.urban"""
    game = table()
    for side in ("axis", "soviet", "axis"):
        gm(game, f"mark {place} control {side}")
        assert look(game, f"{place} control") == side


def test_marks() -> None:
    """§phase3.fortress, §phase8.stalin, §phase1.disrupt"""
    game = table()
    for fort in ("leningrad", "sevastopol", "0401", "0809"):
        gm(game, f"mark {fort} fortress destroyed")
        assert look(game, f"{fort} fortress") == "destroyed"
        gm(game, f"mark {fort} fortress none")
        assert look(game, f"{fort} fortress") == "stands"
    for sea in ("ostsee", "box_chernoye_more"):
        gm(game, f"mark {sea} fleet disrupted")
        assert look(game, f"{sea} fleet") == "disrupted"
        gm(game, f"mark {sea} fleet none")
        assert look(game, f"{sea} fleet") == "none"
    gm(game, "mark riga stalin")
    assert (look(game, "riga stalin"), look(game, "stalin_moved")) == ("1", "1")
    gm(game, "mark moscow stalin")
    assert look(game, "stalin_moved") == "0"
    for bad in (
        "mark minsk control nobody",
        "mark nowhere control axis",
        "mark minsk flag on",
        "mark minsk fortress destroyed",
        "mark minsk fleet disrupted",
    ):
        refused(game, "gm", bad)


def test_numbers() -> None:
    """§phase8.stalin, §phase2.blitz"""
    game = empty(
        "put axis_tank_1 0404 moved from=0304",
        "put soviet_tank_1 0802",
        *hands(),
        "set blitzing axis_tank_1",
        "at 1941_clear axis move",
    )
    assert "blitz" in names(game, "axis") and look(game, "blitzing") == "axis_tank_1"
    gm(game, "set blitzing none")
    assert "blitz" not in names(game, "axis")
    gm(game, "set blitzing axis_tank_1", "at 1941_clear soviet move")
    assert "blitz" not in names(game, "soviet")  # it is not theirs
    gm(game, "at 1942_mud axis move")
    assert "blitz" not in names(game, "axis")  # §seasons
    gm(game, "set stalin_tried on")
    assert look(game, "stalin_tried") == "1"
    gm(game, "mark riga stalin", "set stalin_moved on")
    refused(game, "gm", "set stalin_moved off")  # he is not in Moscow
    for bad in ("set blitzing nothing", "set weather snow"):
        refused(game, "gm", bad)


def test_who_has_tried_once_may_not_try_again() -> None:
    """§phase8.stalin"""
    game = empty(
        "put soviet_tank_1 0802",
        *hands(),
        "set stalin_tried on",
        "dice partisans 1",
        "at 1941_snow axis reinforce",
    )
    game.submit("soviet", "partisan 0504")
    game.submit("soviet", "end partisans")
    assert look(game, "season") == "1942_mud"  # nothing was left to decide


# cards ---------------------------------------------------------------------------------------


def test_piles() -> None:
    """generals"""
    track = [f"track.{season.id}" for season in BOARD.seasons]
    game = table()
    for pile in ("hand.axis", "removed", "used", *track):
        side = "soviet" if pile.endswith("_snow") else "axis"
        edits = ("clear cards", f"cards {pile} {side}_general_die {side}_general_reroll ...")
        if pile.endswith("_clear"):  # no token lies there without the optional rule
            refused(game, "gm", "\n".join(edits))
            continue
        gm(game, *edits)
        assert look(game, pile) == ("9" if pile == "removed" else "2")
    refused(game, "gm", "cards hand.soviet axis_general_die ...")
    gm(game, "clear cards", "cards hand.soviet soviet_general_tank")
    assert [card.id for card in game.hand("soviet")] == ["soviet_general_tank"]
    refused(game, "gm", "cards deck axis_general_die")
    refused(game, "gm", "cards hand.soviet")  # the tokens there would be lost
    gm(game, "clear cards", "cards used axis_general_die")
    assert game.view(None).used == ["axis_general_die"]
    for side in SIDES:  # what is used lies open
        assert game.table.pos.piles["used"].known(game.table.bit(side))


def test_see() -> None:
    """§generals: the umpire shows a token, or takes the knowledge back"""
    game = table("clear cards", "cards hand.axis axis_general_die")
    gm(game, "see soviet axis_general_die")
    assert game.table.pos.piles["hand.axis"].seen == [game.table.everyone]
    gm(game, "see none axis_general_die")
    assert look(game, "axis_general_die seen") == "axis"  # its owner has it in hand
    gm(game, "clear cards", "cards used axis_general_die ...")
    refused(game, "gm", "see none axis_general_die")  # it lies open
    refused(game, "gm", "see nobody axis_general_die")


# dice ----------------------------------------------------------------------------------------

PURPOSES = {
    "combat.axis": ("put axis_tank_1 0404 from=0304", "put soviet_tank_1 0404 from=0403"),
    "combat.soviet": ("put axis_tank_1 0404 from=0304", "put soviet_tank_1 0404 from=0403"),
    "blitz": ("put axis_tank_1 0404",),
    "disengage": ("put axis_infantry_1 0404", "put soviet_infantry_1 0404"),
    "partisans": (),
    "stalin": (),
    "reroll": ("put axis_tank_1 0404",),
}


@pytest.mark.parametrize("purpose", PURPOSES)
@pytest.mark.parametrize("value", [1, 2, 3])
def test_every_die_can_be_set(purpose: str, value: int) -> None:
    """§phase2.blitz, §phase2.disengage, §phase3.dice, §phase8.partisans, §phase8.stalin,
    generals
    """
    queue = [f"dice {purpose} {value} {value} {value}"]
    if purpose in ("reroll", "stalin"):
        queue.append({"reroll": "dice blitz 1", "stalin": "dice partisans 3"}[purpose])
    station = {
        "blitz": "axis move",
        "reroll": "axis move",
        "disengage": "axis move",
        "partisans": "axis reinforce",
        "stalin": "axis reinforce",
    }.get(purpose, "axis combat")
    season = "1941_snow" if "reinforce" in station else "1941_clear"
    game = empty(
        *PURPOSES[purpose],
        "put soviet_tank_3 0802",
        "put axis_tank_3 0104",
        *hands("reroll" if purpose == "reroll" else ""),
        *queue,
    )
    entries = gm(game, f"at {season} {station}").entries
    lines = {
        "blitz": ["move axis_tank_1 0503", "blitz"],
        "disengage": ["move axis_infantry_1 0403"],
        "reroll": ["move axis_tank_1 0503", "blitz", "play reroll 1"],
        "stalin": ["partisan 0504 0505 0506", "end partisans", "stalin"],
    }
    for line in lines.get(purpose, ()):
        entries = game.submit(asked(game)[0], line).entries
    rolls = [roll for roll in kinds(entries, Rolled) if roll.purpose == purpose]
    assert rolls and rolls[0].queued and set(rolls[0].values) == {value}
    assert game.edited


def test_a_queue_is_used_up_in_order_and_then_the_dice_are_real() -> None:
    """§phase3.dice"""
    game = table()
    refused(game, "gm", "dice weather 1")
    refused(game, "gm", "dice blitz two")
    gm(game, "dice blitz 1", "dice blitz 2 3")
    assert game.table.pos.queue["blitz"] == [1, 2, 3]


# stations --------------------------------------------------------------------------------------

UNITS = (
    "put axis_infantry_1 0104",
    "put soviet_infantry_1 0802",
    "put axis_tank_1 0404",
    "put soviet_tank_1 0404",
    "put axis_tank_2 0604",
    "put soviet_tank_2 0604",
)


@pytest.mark.parametrize("season", [season.id for season in BOARD.seasons])
@pytest.mark.parametrize("station", list(STATIONS))
@pytest.mark.parametrize("side", SIDES)
def test_every_station_can_be_entered_cold(season: str, station: str, side: str) -> None:
    """§phase9: and the game goes on from there, also after storing it"""
    game = empty(*UNITS, f"at {season} {side} {station}")
    if game.result():
        assert (season, station) == ("1944_snow", "calendar") or station in ("control", "supply")
        return
    again = engine.load(game.dump())
    assert again.pending() == game.pending()
    for _ in range(6):
        if again.result():
            break
        who = asked(again)[0]
        again.submit(who, again.auto(who))
    if station in ("support", "move"):
        assert asked(game) == [side]


def test_stations_are_named_rightly() -> None:
    """phase9"""
    game = table()
    for bad in (
        "at 1941_clear axis lunch",
        "at 1945_clear axis move",
        "at 1941_clear gm move",
        "at 1941_clear",
        "at 1941_clear axis move\nput axis_tank_1 0404",
    ):
        refused(game, "gm", bad)


def test_a_game_that_was_over_goes_on() -> None:
    """victory"""
    game = empty("put soviet_infantry_1 0103", "at 1942_clear axis control")
    assert game.result()
    gm(
        game,
        "put soviet_infantry_1 0203",
        "mark konigsberg control axis",
        "put axis_tank_1 0104",
        *hands(),
        "at 1942_clear axis move",
    )
    assert game.result() is None and asked(game) == ["axis"]


def test_what_can_be_looked_at() -> None:
    """phase6, §phase3.dice"""
    game = empty("put axis_tank_1 1304", "put axis_infantry_1 0104")
    assert (look(game, "axis_tank_1 supply"), look(game, "axis_infantry_1 supply")) == ("out", "in")
    assert look(game, "season") == "1941_clear" and look(game, "initiative") == "axis"
    for bad in ("weather", "minsk flag", "nowhere control", "0404 fleet"):
        with pytest.raises(engine.OrderError):
            look(game, bad)


# what is set can be read ------------------------------------------------------------------------

LINES = (
    *(f"mark {place.id} control {side}" for place in BOARD.locations for side in SIDES),
    *(f"mark {name} fortress destroyed" for name in ("leningrad", "sevastopol")),
    *(f"mark {sea} fleet disrupted" for sea in ("ostsee", "chernoye_more")),
    "set stalin_tried 1",
    "set blitzing axis_tank_1",
    "set mover axis_tank_1",
)


def test_what_is_set_can_be_read() -> None:
    """§map.urban, §phase3.fortress, §phase1.disrupt, §phase8.stalin, §phase2.blitz"""
    game = empty("put axis_tank_1 0404 moved", "put soviet_tank_1 0802", "at 1941_clear axis move")
    stalin = ("mark odessa stalin 1", "set stalin_moved 1")  # one goes with the other
    round_trips(game, [*LINES, "mark moscow stalin 1", "set stalin_moved 0"])
    gm(game, *stalin)
    assert [look(game, what) for what in ("odessa stalin", "moscow stalin")] == ["1", "0"]
    gm(game, "put axis_tank_1 0404 moved from=0304 fought")
    read = {flag: look(game, f"axis_tank_1 {flag}") for flag in ("moved", "from", "fought")}
    assert read == {"moved": "1", "from": "0304", "fought": "1"}
    gm(game, "put axis_tank_1 0404")
    read = {flag: look(game, f"axis_tank_1 {flag}") for flag in ("moved", "from", "fought")}
    assert read == {"moved": "0", "from": "none", "fought": "0"}


def test_piles_knowledge_and_dice_can_be_read() -> None:
    """generals, §phase3.dice"""

    def token(pile: str) -> str:
        side = "soviet" if pile.endswith(("soviet", "_snow")) else "axis"
        return "" if pile.endswith("_clear") else f"{side}_general_die"

    piles_round_trip(table(), token)


@pytest.mark.parametrize(
    "line",
    [
        "clear units marks",
        "mark minsk control axis soviet",
        "mark minsk control",
        "mark minsk stalin none",
        "mark leningrad fortress banana",
        "mark ostsee fleet banana",
        "set stalin_tried banana",
        "set blitzing soviet_infantry_1",
        "put axis_tank_1 0404 moved=3",
        "put axis_tank_1 0404 moved moved",
        "put axis_tank_1 pool moved",
        "put axis_tank_1 0404 from=0202 from=0303",
        "at 1941_clear axis move 2",
        "cards hand.axis axis_general_die",  # those that lay there would be lost
        "cards hand.axis soviet_general_die ...",
        "cards track.1941_snow axis_general_die ...",
        "cards track.1942_clear axis_general_die ...",
    ],
)
def test_a_line_that_says_too_much_or_leaves_something_open_is_refused(line: str) -> None:
    """generals, phase2, §phase3.fortress"""
    game = table()
    game.submit("axis", "setup suggested")
    refused(game, "gm", line)


def test_the_pieces_of_a_retreat_are_not_taken_away() -> None:
    """§phase3.retreat: an edit in the midst of a combat leaves one that can go on"""
    game = empty(
        "put axis_tank_1 0504 from=0404",
        "put soviet_tank_1 0504",
        *hands(),
        "dice combat.axis 3 1 1",
        "dice combat.soviet 1 1 2",
        "at 1941_clear axis combat",
    )
    assert asked(game) == ["soviet"]
    assert refused(game, "gm", "clear units") == ""
    refused(game, "gm", "put soviet_tank_1 pool")
    gm(game, "put axis_infantry_1 0104")  # elsewhere
    gm(game, "clear units", "at 1941_clear axis move")
