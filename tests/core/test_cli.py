"""The command line: exit codes, and a last line for machines."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

import engine
from engine.__main__ import main
from engine.core import fuzz, record, runner

SCRIPT = "game iron_blood secret 00\naxis? -- place\n"


def last(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    """The last line printed, as JSON."""
    found: dict[str, object] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return found


def test_list_prints_the_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    games = {game["id"]: game for game in json.loads(capsys.readouterr().out)}
    assert set(games) == set(engine.catalogue())
    game = games["iron_blood"]
    assert game["sides"] == ["axis", "soviet"]
    assert game["scenarios"]
    assert {"name", "text", "default", "choices", "rule"} == set(game["options"][0])
    assert game["provenance"]


def test_run_says_whether_a_script_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "good.txt"
    file.write_text(SCRIPT)
    assert main(["run", str(file)]) == 0
    assert "holds" in capsys.readouterr().out
    file.write_text(SCRIPT + "axis> conquer moscow\n")
    assert main(["run", str(file)]) == 1
    assert "line 3" in capsys.readouterr().err
    file.write_text("game chess\n")
    assert main(["run", str(file)]) == 2
    assert "no game 'chess'" in capsys.readouterr().err
    assert main(["run", str(tmp_path / "missing.txt")]) == 2
    assert "missing.txt" in capsys.readouterr().err


ODD = ["9" * 5000, "-1", "\0", "²", "--", "~", "=", "gm>", "axis!", "-- ", "secret", "cards", "at"]


def bent(rng: random.Random, text: str) -> str:
    """A script with a few words of its own, or odd ones, in the wrong places."""
    lines = [line.split(" ") for line in text.split("\n")]
    known = [word for line in lines for word in line] + ODD
    for _ in range(rng.randint(1, 4)):
        line = rng.choice(lines)
        line[rng.randrange(len(line))] = rng.choice(known)
        line.insert(rng.randrange(len(line)), rng.choice(known))
    return "\n".join(" ".join(line) for line in lines)


SCRIPTS = sorted((Path(__file__).parents[1]).glob("*/scripts/*.txt"))


@pytest.mark.parametrize("game", sorted(engine.catalogue()))
def test_whatever_stands_in_a_file_is_answered_in_one_line(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng, file = random.Random(game), tmp_path / "any.txt"
    scripts = [path.read_text() for path in SCRIPTS if game in path.parts]
    assert len(scripts) > 3
    files = [bent(rng, rng.choice(scripts)).encode() for _ in range(150)]
    files += [rng.randbytes(rng.randrange(300)) for _ in range(20)]
    files += [b"", b"\xff\xfe", SCRIPT.encode("utf-16"), b"game " + b"\x1b[2J" * 3]
    for content in files:
        file.write_bytes(content)
        for command in ("run", "verify"):
            code = main([command, str(file)])
            shown = capsys.readouterr()
            faults = [row for row in shown.out.splitlines() if row.startswith("FAULT")]
            if code:
                assert len(shown.err.splitlines()) == 1 or faults
            else:
                assert not shown.err and not faults
            assert not any(char < " " for row in shown.err.splitlines() for char in row)


def test_a_file_that_begins_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    file = tmp_path / "bom.txt"
    file.write_bytes(b"\xef\xbb\xbf" + SCRIPT.encode())
    assert main(["run", str(file)]) == 0


@pytest.mark.parametrize(
    "line",
    [
        "dice combat.axis " + "9" * 5000,
        "at 1 axis movement " + "9" * 5000,
        "clear cards",
    ],
)
def test_an_edit_that_no_game_can_follow_is_refused(line: str) -> None:
    game = engine.new_game("iron_blood")
    before = game.dump()
    with pytest.raises(engine.OrderError):
        game.submit("gm", f"{line}\nat 1 axis setup" if line == "clear cards" else line)
    assert game.dump() == before


@pytest.mark.parametrize(("look", "words"), [("0405 dice green", "to look at"), ("x y", "x")])
def test_a_look_at_what_is_not_there_is_refused(look: str, words: str) -> None:
    with pytest.raises(engine.Malformed, match=words):
        engine.new_game("iron_blood").look(look.split())


def test_verify_checks_an_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = engine.new_game("iron_blood", secret=b"x" * 32)
    rng, log = random.Random(3), []
    for number in range(60):
        side = game.pending()[0].side
        line = "\n".join(game.submit(side, game.sample(side, rng), f"c{number}").ran)
        log.append(engine.Logged(side, line, f"c{number}", game.hash, game.version))
    file = tmp_path / "export.txt"
    file.write_text(engine.export(game, log, secret=True))
    assert main(["verify", str(file)]) == 0
    out = capsys.readouterr().out
    assert game.commitment in out
    assert "no umpire's edits" in out
    older = [replace(row, version="old") for row in log]
    file.write_text(engine.export(game, older, secret=True))
    assert main(["verify", str(file)]) == 0
    assert "60 orders were played again, but their positions" in capsys.readouterr().out
    file.write_text(engine.export(game, log, secret=True))
    file.write_text(file.read_text().replace("~ c7 ", "~ c8 "))
    assert main(["verify", str(file)]) == 1
    assert "FAULT" in capsys.readouterr().out
    file.write_text("no script")
    assert main(["verify", str(file)]) == 1


def test_verify_compares_what_was_posted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = engine.new_game("iron_blood", secret=b"x" * 32)
    log: list[engine.Logged] = []
    for number in range(5):
        side, before = game.pending()[0].side, log[-1].record if log else ""
        receipt = game.submit(side, game.auto(side), f"c{number}")
        after = record.link(game.secret, before, side, f"c{number}", receipt.entries)
        line = "\n".join(receipt.ran)
        log.append(engine.Logged(side, line, f"c{number}", game.hash, game.version, after))
    shown = [record.short(row.record) for row in log]
    file, copied = tmp_path / "export.txt", tmp_path / "channel.txt"
    copied.write_text("".join(f"Axis: move 1pz\n-# record {one}\n" for one in shown))
    for secret in (True, False):
        file.write_text(engine.export(game, log, secret=secret))
        assert main(["verify", str(file), "--posted", str(copied), shown[0]]) == 0
        out = capsys.readouterr().out
        assert "6 posted records, 6 of them in this log." in out
        assert ("still running" in out) == (not secret) and "FAULT" not in out
        assert main(["verify", str(file), "--posted", "ab" * 8]) == 1
        assert f"FAULT record {'ab' * 8} was posted" in capsys.readouterr().out
    file.write_text(engine.export(game, log, secret=True).replace("~ c2 ", "~ c9 "))
    assert main(["verify", str(file)]) == 1
    unknown = [replace(row, cause=f"{row.cause}9", version="?") for row in log]
    file.write_text(engine.export(game, unknown, secret=True))  # kept as posted, nothing computed
    assert main(["verify", str(file), "--posted", str(copied)]) == 0
    assert "5 of these could not be computed again" in capsys.readouterr().out


def test_fuzz_ends_with_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["fuzz", "--game", "iron_blood", "--games", "1", "--seed", "5", "--dir", str(tmp_path)]
    assert main(words) == 0
    figures = last(capsys)
    assert (figures["game"], figures["games"], figures["fault"]) == ("iron_blood", 1, "")
    assert isinstance(figures["actions"], int) and figures["actions"] > 10
    assert list(tmp_path.iterdir()) == []


def test_fuzz_says_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = fuzz.Tally(games=1), None
    monkeypatch.setattr("engine.__main__._in_parallel", lambda jobs: (one for _ in jobs))
    assert main(["fuzz", "--game", "iron_blood", "--games", "60"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[:-1] == ["25 of 60 games, no fault", "50 of 60 games, no fault"]
    assert json.loads(told[-1])["games"] == 60


def test_fuzz_plays_options_that_fit_together(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["fuzz", "--game", "race_to_moscow", "--games", "2", "--seed", "3"]
    assert main(words) == 0
    figures = last(capsys)
    assert (figures["games"], figures["fault"]) == (2, "")


def test_fuzz_names_a_fault_and_keeps_the_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def settle(t: runner.T) -> None:
        if t.pos.revision > 20:
            raise RuntimeError("a fault of the rules code")
        real(t)

    real = runner.settle
    monkeypatch.setattr(runner, "settle", settle)
    words = ["fuzz", "--game", "iron_blood", "--games", "3", "--dir", str(tmp_path)]
    assert main(words) == 1
    figures = last(capsys)
    assert "a fault of the rules code" in str(figures["fault"])
    [blob] = tmp_path.iterdir()
    monkeypatch.undo()
    assert engine.load(blob.read_bytes()).pending()


def test_fuzz_takes_a_scenario_and_refuses_unknown_names(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["fuzz", "--game", "chess"]) == 2
    assert main(["fuzz", "--game", "iron_blood", "--from", "winter"]) == 2
    assert "no scenario `winter`" in capsys.readouterr().err


def test_bench_ends_with_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--game", "iron_blood", "--seconds", "0.2"]) == 0
    figures = last(capsys)
    for name in ("actions_per_second", "view_ms", "click_ms_mean", "click_ms_p99", "row_bytes"):
        value = figures[name]
        assert isinstance(value, int | float) and value > 0


def test_play_takes_typed_orders(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["?", "help", "conquer ?", "conquer moscow", "setup suggested", "undo", "resign"])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    assert main(["play", "iron_blood"]) == 0
    out = capsys.readouterr().out
    assert "[axis]" in out
    assert "No: There is no order `conquer`" in out and "`help`" not in out
    assert "  setup suggested · " in out and "  resign · Give the game up." in out
    assert "Nothing legal begins like that." in out
    assert "won. The dice:" in out


@pytest.mark.parametrize("typed", [["quit"], []])
def test_play_can_be_left(
    typed: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = iter(typed)

    def ask(_: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", ask)
    assert main(["play", "iron_blood"]) == 0


def test_play_refuses_bad_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "chess"]) == 2
    assert main(["play", "iron_blood", "--option", "weather=fine"]) == 2
    assert main(["play", "iron_blood", "--scenario", "winter"]) == 2
    err = capsys.readouterr().err
    assert "chess" in err and "weather" in err and "winter" in err
