"""Play scripts, exports and their verification."""

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.core import dice, logbook, record, script
from engine.core.entries import AnyEntry, Ordered
from engine.core.errors import OrderError
from engine.core.game import Game, new_game
from engine.core.logbook import Logged
from engine.core.script import ScriptError
from tests.core.play import SECRET, load, new, points
from tests.core.toy import RULES


def open_game(name: str, scenario: str | None, options: dict[str, object], secret: bytes) -> Game:
    if name != RULES.id:
        raise ScriptError(f"no game {name}")
    return new_game(RULES, scenario, options, secret)


def run(text: str) -> Game:
    return script.play(text, open_game)


HEAD = "game skirmish scenario close option fog=off option fuel=2 secret 00ff"

WHOLE = f"""
# A battle in a few lines.
{HEAD}

gm> clear cards
gm> cards deck plus cancel
gm> cards hand.red stir
gm> cards hand.blue cancel2
gm> dice battle 6
gm> at 1 red move
= r3 at 3
= fuel.red 2
= 3 fort none
red? move -- u1
red? move u1 -- 0
red? move u1 -- not 4
red? dig 1 -- level
red? -- watch
red! move u1 6 -- 2
red! move u9 6 -- malformed
red! watch u1 -- ambiguous
blue! move b1 5 -- outofturn
red! target 4 -- 3
red> dig 1; watch b3
red> end movement
red> target 4
red> attack 4 with r3
red> pass
blue> pass
= b3 at 5
gm! put r1 99 -- malformed
gm> set points.red 3
= points.red 3
"""


def test_each_kind_of_line() -> None:
    game = run(WHOLE)
    assert (game.scenario, game.options["fog"], game.options["fuel"]) == ("close", False, 2)
    assert game.secret == b"\x00\xff"
    assert points(game) == [3, 0]
    assert game.edited


def test_the_shortest_script() -> None:
    game = run("game skirmish")
    assert (game.scenario, game.secret, game.revision) == ("standard", b"", 0)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", 1, "begins with"),
        ("gm> clear", 1, "begins with"),
        ("game", 1, "begins with"),
        ("game skirmish scenario", 1, "begins with"),
        ("game skirmish weather fine", 1, "no `weather`"),
        ("game skirmish secret zz", 1, "secret"),
        (f"{HEAD}\nred plan bold", 2, "no order"),
        (f"{HEAD}\n\n# x\nred> plan grand", 4, "no plan `grand`"),
        (f"{HEAD}\nred> plan bold; plan wary", 2, "Line 2"),
        (f"{HEAD}\nred> plan bold\nblue> plan wary; muve", 3, "left undone"),
        (f"{HEAD}\nred! plan bold -- 1", 2, "was not refused"),
        (f"{HEAD}\nred! plan grand -- 1", 2, "refused, but by"),
        (f"{HEAD}\nred! plan grand", 2, "-- RULE"),
        (f"{HEAD}\nred? plan -- grand", 2, "offered are bold, wary"),
        (f"{HEAD}\nred? plan -- not bold", 2, "offered are bold, wary"),
        (f"{HEAD}\nred? plan", 2, "-- WORD"),
        (f"{HEAD}\ngreen> plan bold", 2, "no side `green`"),
        (f"{HEAD}\n= r1 at 3", 2, "is 1"),
        (f"{HEAD}\n= r9 at 3", 2, "no unit `r9`"),
        (f"{HEAD}\n= points.red 3", 2, "points.red is 0"),
        (f"{HEAD}\n= points", 2, "it reads"),
        (f"{HEAD}\ngm> conjure r1", 2, "umpire's verbs"),
        (f"{HEAD}\n~ - - -", 2, "follows an order"),
        (f"{HEAD}\nred> plan bold\n~ - -", 3, "it reads"),
        (f"{HEAD}\nred> plan bold\nblue> plan wary\n~ - - 1", 4, "it reads"),
    ],
)
def test_an_error_names_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(ScriptError) as caught:
        run(text)
    assert f"line {line}:" in str(caught.value)
    assert says in str(caught.value)


def test_edit_lines_that_follow_each_other_are_checked_together() -> None:
    run(f"{HEAD}\ngm> put r1 r2 r3 b1 7\ngm> put r1 0")
    with pytest.raises(ScriptError, match="more than three units"):
        run(f"{HEAD}\ngm> put r1 r2 r3 b1 7\n= r1 at 7\ngm> put r1 0")


# exports ---------------------------------------------------------------------------


class Table:
    """Keeps the log of a game as the bot does: a row for each order, for each undo another."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.log: list[Logged] = []
        self.number = 0

    def give(self, side: str, text: str) -> None:
        receipt = self.game.submit(side, text, self.cause())
        self.write(side, "\n".join(receipt.ran), receipt.entries)
        self.game = load(self.game.dump(), self.game.steps)

    def undo(self, side: str) -> None:
        self.cause()
        self.game.undo(side)
        self.write(side, "undo", [record.told(side, "undo")])

    def take_over(self, version: str) -> None:
        """Another version of the rules goes on from here."""
        entries = [record.told("gm", f"rules {version}")]
        self.write("gm", "", entries, cause="", version=version, position=self.game.dump())

    def cause(self) -> str:
        self.number += 1
        return f"click-{self.number}"

    def write(self, side: str, line: str, entries: list[AnyEntry], **other: Any) -> None:
        row = Logged(side, line, f"click-{self.number}", self.game.hash, self.game.version)
        row = replace(row, **other)
        before = self.log[-1].record if self.log else ""
        after = record.link(self.game.secret, before, side, row.cause, entries)
        self.log.append(replace(row, record=after))

    def export(self, secret: bool = True) -> str:
        return logbook.export(self.game, self.log, secret)


def played(seed: int, edits: bool = False) -> Table:
    """A whole game with batches, standing orders, undone orders and, if asked, edits."""
    rng = random.Random(seed)
    table = Table(new("close", fog=bool(seed % 2)))
    if edits:
        table.give("gm", "force\nput r1 r2 r3 b1 2\nset points.blue 1")
        table.give("gm", "put b1 6\ndice battle 6 1")
    while not table.game.result():
        side = rng.choice(table.game.pending()).side
        table.give(side, table.game.sample(side, rng))
        if table.game.steps and rng.random() < 0.3:
            table.undo(side)
        elif not table.game.result() and rng.random() < 0.1:
            for line in ("policy cancel auto", "policy cancel ask"):
                table.give(side, line)
    return table


@pytest.mark.parametrize("seed", range(4))
def test_an_export_holds(seed: int) -> None:
    table = played(seed)
    verdict = logbook.verify(table.export(), open_game)
    assert verdict.faults == ()
    given = [row for row in table.log if row.line != "undo"]
    assert verdict.orders == sum(len(row.line.splitlines()) for row in given)
    assert verdict.records == tuple(row.record for row in table.log)
    assert verdict.rolls == table.game.table.pos.rolls - 1  # the first shuffle is in the set-up
    assert not verdict.unrated
    assert verdict.commitment == table.game.commitment == dice.commitment(SECRET)
    result = table.game.result()
    assert result and verdict.result == f"{', '.join(result.winners)}: points"
    assert run(table.export()).dump() == table.game.dump()  # an export is a script


def test_an_edited_game_holds_and_is_unrated() -> None:
    table = played(2, edits=True)
    verdict = logbook.verify(table.export(), open_game)
    assert verdict.faults == ()
    assert verdict.unrated


def test_a_batch_is_one_row_with_its_cause() -> None:
    table = Table(new("close"))
    table.give("red", "plan bold")
    table.give("blue", "plan wary")
    table.give("red", "dig 1; watch b1")
    text = table.export()
    assert "red> dig 1\nred> watch b1\n~ click-3 " in text
    assert logbook.verify(text, open_game).faults == ()
    table.undo("red")
    assert "red> undo" in table.export()
    assert logbook.verify(table.export(), open_game).faults == ()


def test_an_order_that_was_never_carried_out_is_found() -> None:
    """Behind a door a line is left, so it changes no position."""
    table = played(0)
    said = table.log[-1]
    table.log[-1] = replace(said, line=f"{said.line}\n{said.line}")
    [fault] = logbook.verify(table.export(), open_game).faults
    assert "left undone" in fault


def test_the_secret_is_exported_only_when_asked_for() -> None:
    table = played(0)
    assert SECRET.hex() not in table.export(secret=False)
    assert table.game.commitment in table.export(secret=False)
    assert SECRET.hex() in table.export()


def test_a_changed_order_is_found() -> None:
    table = played(1)
    row = next(i for i, row in enumerate(table.log) if row.line.startswith("plan bold"))
    table.log[row] = replace(table.log[row], line="plan wary")
    faults = logbook.verify(table.export(), open_game).faults
    assert len(faults) == 1
    assert "differs" in faults[0]


def test_positions_of_earlier_rules_are_not_compared_and_their_orders_are_played() -> None:
    table = played(1)
    table.log[:3] = [replace(row, version="0", hash="otherwise") for row in table.log[:3]]
    verdict = logbook.verify(table.export(), open_game)
    assert verdict.faults == ()
    assert verdict.uncompared == sum(len(row.line.splitlines()) for row in table.log[:3])
    table.log[0] = replace(table.log[0], line="plan grand")
    assert logbook.verify(table.export(), open_game).faults


def test_orders_that_other_rules_had_are_no_fault_and_the_rest_is_checked() -> None:
    table = Table(new("close"))
    table.give("red", "plan bold")
    table.give("blue", "plan wary")
    table.take_over(table.game.version)
    table.log[0] = replace(table.log[0], line="plan grand", version="0")  # no word of these rules
    table.log[1] = replace(table.log[1], version="0")
    rng = random.Random(1)
    while not table.game.result():
        side = table.game.pending()[0].side
        table.give(side, table.game.sample(side, rng))
    verdict = logbook.verify(table.export(), open_game)
    assert (verdict.faults, verdict.unplayed) == ((), 2)
    assert verdict.result != "unfinished" and verdict.orders == len(table.log) - 3
    assert run_tail(table).dump() == table.game.dump()
    assert table.log[2].position is not None
    forged = replace(table.log[2], position=load(table.log[2].position).dump()[:-2] + b" }")
    for bad in (forged, replace(forged, position=b"{}")):
        table.log[2] = bad
        [fault] = logbook.verify(table.export(), open_game).faults
        assert "position" in fault
    assert "@" in table.export(secret=False) and "position" not in table.export(secret=False)


def run_tail(table: Table) -> Game:
    """The script from where the rules changed."""
    rows = table.export().splitlines()
    start = next(number for number, row in enumerate(rows) if row.startswith("@"))
    return run("\n".join([rows[0], *rows[start:]]))


# the record -------------------------------------------------------------------------


def bare(table: Table) -> str:
    """The export of somebody who leaves out what the positions hashed to."""
    table.log = [replace(row, hash="") for row in table.log]
    return table.export()


def test_a_record_goes_on_with_what_everybody_is_told_alone() -> None:
    table = Table(new("close"))
    table.give("red", "plan bold")  # secret: its verb alone is told
    other = Table(new("close"))
    other.give("red", "plan wary")
    assert table.log[-1].record == other.log[-1].record != ""
    table.give("blue", "plan wary")
    before, side = table.log[-1].record, table.game.pending()[0].side
    [card, *_] = table.game.complete(side, "arm ").items
    table.give(side, f"{card.value} at cancel")
    assert table.log[-1].record == before
    assert logbook.verify(table.export(), open_game).faults == ()


def test_what_was_made_up_afterwards_differs_from_the_record() -> None:
    for change in ("cause", "winner"):
        table = played(1)
        told = [number for number, row in enumerate(table.log) if row.record]
        if change == "cause":
            row = table.log[told[3]]
            table.log[told[3]] = replace(row, cause=f"{row.cause}0")
        else:
            table.log[-1] = replace(table.log[-1], record="ab" * 32)
        assert logbook.verify(bare(table), open_game).faults


def test_another_log_has_none_of_the_records_that_were_posted_since() -> None:
    """Even one that is whole in itself: the one that its maker would rather have."""
    table, other = played(1), played(3)
    shown = [record.short(row.record) for row in table.log]
    records = logbook.verify(other.export(), open_game).records
    assert logbook.verify(other.export(), open_game).faults == ()
    assert record.absent(shown, records) == shown[1:]  # of the first plan its verb alone is told
    assert record.absent(shown, [row.record for row in table.log]) == []


def test_records_are_found_in_copied_messages() -> None:
    text = f"Axis: move 4pz\n-# record {'0a' * 8}\nsecond RECORD: `{'1b' * 32}` record abc"
    assert record.posted(text) == ["0a" * 8, "1b" * 32]


def test_a_running_game_has_nothing_to_check_yet() -> None:
    table = Table(new("close"))
    table.give("red", "plan bold")
    verdict = logbook.verify(table.export(secret=False), open_game)
    assert verdict.running and verdict.faults == () and verdict.orders == 1
    assert verdict.records == (table.log[0].record,)


def test_an_order_that_the_game_gives_by_itself_counts_as_given() -> None:
    """A question of an earlier version may answer itself today; of this one none is left over."""
    table = played(2)
    game = open_game(RULES.id, "close", dict(table.game.options), SECRET)
    receipts = [
        game.undo(row.side) if row.line == "undo" else game.submit(row.side, row.line, row.cause)
        for row in table.log
    ]
    at, given = next(
        (row, entry)
        for row, receipt in enumerate(receipts)
        for entry in receipt.entries
        if isinstance(entry, Ordered) and entry.auto and not entry.to
    )
    extra = replace(table.log[at], side=given.side, line=given.line, version="0")
    table.log.insert(at + 1, extra)
    verdict = logbook.verify(table.export(), open_game)
    assert verdict.faults == () and verdict.uncompared == 1
    table.log[at + 1] = replace(extra, version=table.game.version)
    assert logbook.verify(table.export(), open_game).faults
    table.log[at + 1] = replace(extra, line="end movement")
    assert logbook.verify(table.export(), open_game).unplayed == 1


def test_an_illegal_order_is_found() -> None:
    table = played(1)
    table.log[0] = replace(table.log[0], line="plan grand")
    [fault] = logbook.verify(table.export(), open_game).faults
    assert "line 3" in fault
    assert "grand" in fault


def test_an_order_left_out_is_found() -> None:
    table = played(1)
    del table.log[next(i for i, row in enumerate(table.log) if row.line.startswith("watch"))]
    assert logbook.verify(table.export(), open_game).faults


def test_a_loaded_die_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = dice.below
    monkeypatch.setattr(dice, "below", lambda limit, s: 5 if limit == 6 else real(limit, s))
    table = played(1)
    text = table.export()
    assert logbook.verify(text, open_game).faults == ()  # with the same loaded dice
    monkeypatch.undo()
    [fault] = logbook.verify(text, open_game).faults
    assert "differs" in fault


def test_a_changed_cause_is_found() -> None:
    table = played(1)
    table.log = [replace(row, cause=row.cause + "x") for row in table.log]
    assert logbook.verify(table.export(), open_game).faults


def test_another_secret_is_found() -> None:
    table = played(1)
    text = table.export().replace(SECRET.hex(), bytes(32).hex())
    assert "promised" in logbook.verify(text, open_game).faults[0]
    # without the promise the positions still differ
    text = "\n".join(row for row in text.splitlines() if not row.startswith("#"))
    assert "differs" in logbook.verify(text, open_game).faults[0]


def test_an_unfinished_game_says_so() -> None:
    table = Table(new())
    table.give("red", "plan bold")
    assert logbook.verify(table.export(), open_game).result == "unfinished"


def test_verify_takes_scripts_with_questions_too() -> None:
    verdict = logbook.verify(WHOLE, open_game)
    assert verdict.faults == ()
    assert verdict.unrated
    wrong = logbook.verify(WHOLE.replace("= b3 at 5", "= b3 at 6"), open_game)
    assert "b3 at is 5" in wrong.faults[0]


def test_options_come_back_from_an_export() -> None:
    game = new("close", fuel=3, cards="none", fog=False, order=["blue", "red"])
    again = run(logbook.export(game, [], True))
    assert again.dump() == game.dump()


def test_refusals_do_not_change_what_follows() -> None:
    game = new()
    with pytest.raises(OrderError):
        game.submit("red", "plan grand", cause="c")
    game.submit("red", "plan bold", cause="c")
    assert game.hash == run(f"game skirmish secret {SECRET.hex()}\nred> plan bold\n~ c - -").hash


def test_what_is_no_order_is_counted() -> None:
    """Undone, undone by the umpire, edited, set dice that were rolled, seats that changed hands."""
    table = Table(new("close"))
    for text in ("force\nput r1 3\nput b1 4", "dice battle 6 6 6 6 6 6"):
        table.give("gm", text)
    taken_back = 0
    while not table.game.result():
        side = table.game.pending()[0].side
        table.give(side, table.game.auto(side))
        if table.game.steps and taken_back < 3:
            table.undo(side if taken_back else "gm")
            taken_back += 1
    left = table.game.look(["dice", "battle"])[0].count("6")
    table.log[5] = replace(table.log[5], seats=("red", "blue"))
    text = table.export()
    verdict = logbook.verify(text, open_game)
    assert verdict.faults == () and left < 6
    assert verdict.marks == {
        "edit by the umpire": 2,
        "roll that the umpire had set": 6 - left,
        "seat given to somebody else": 2,
        "undo": 2,
        "undo by the umpire": 1,
    }
    assert "# from here on somebody else plays red\n" in text
    assert run(text).dump() == table.game.dump()
