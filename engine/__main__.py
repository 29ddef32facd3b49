"""The referee at a terminal: list, play, run, fuzz, bench, verify."""

import argparse
import contextlib
import json
import multiprocessing
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import engine
from engine.core import bench, fuzz, fuzz_edits, record
from engine.core.entries import readable
from engine.core.game import Game
from engine.core.rules import Option, OptionValue
from engine.core.tell import several


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 when all is well."""
    options = _parser().parse_args(arguments)
    command: Callable[[Any], int] = options.command
    try:
        return command(options)
    except engine.OrderError as error:
        print(_line(error), file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 2


def _line(text: object) -> str:
    """As one line that does nothing to a terminal, whatever stood in a file."""
    return "".join(c if c.isprintable() else " " for c in str(text))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, command: Callable[[Any], int], text: str) -> argparse.ArgumentParser:
        found = commands.add_parser(name, help=text, description=text)
        found.set_defaults(command=command)
        return found

    add("list", _list, "Games, scenarios and options, as JSON.")
    play = add("play", _play, "Both sides at one terminal, by typed orders.")
    play.add_argument("game")
    play.add_argument("--scenario")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    add("run", _run, "A play script.").add_argument("file", type=Path)
    verify = add("verify", _verify, "Check an export: legality, dice, final position.")
    verify.add_argument("file", type=Path)
    verify.add_argument(
        "--posted",
        nargs="+",
        default=[],
        metavar="FILE|RECORD",
        help="records that stand under posts of the game, or files of copied messages",
    )
    fuzzing = add("fuzz", _fuzz, "Random games to the end; the last line is JSON.")
    fuzzing.add_argument("--game", required=True)
    fuzzing.add_argument("--games", type=int, default=20)
    fuzzing.add_argument("--seed", type=int, default=1)
    fuzzing.add_argument(
        "--from", dest="scenario", help="only from this scenario, or from random `stations`"
    )
    fuzzing.add_argument("--dir", type=Path, default=Path(), help="where a failing game is written")
    fuzzing.add_argument(
        "--edits", type=int, default=0, help="so many random edit lines instead of whole games"
    )
    benching = add("bench", _bench, "How fast a game runs; the last line is JSON.")
    benching.add_argument("--game", required=True)
    benching.add_argument("--seconds", type=float, default=6)
    return parser


def _list(_: argparse.Namespace) -> int:
    found = [
        {
            "id": info.id,
            "title": info.title,
            "scenarios": dict(info.scenarios),
            "options": [
                {
                    "name": option.name,
                    "text": option.text,
                    "default": option.default,
                    "choices": list(option.choices),
                    "rule": option.rule,
                }
                for option in info.options
            ],
            "sides": list(
                info.sides(next(iter(info.scenarios)), {o.name: o.default for o in info.options})
            ),
            "provenance": info.provenance,
        }
        for info in engine.catalogue().values()
    ]
    print(json.dumps(found, indent=2, ensure_ascii=False))
    return 0


def _play(options: argparse.Namespace) -> int:
    chosen: dict[str, object] = dict(word.split("=", 1) for word in options.option if "=" in word)
    secret = random.SystemRandom().randbytes(32)
    game = engine.new_game(options.game, options.scenario, chosen, secret)
    print("Type orders; `?` lists what may come next, `undo` takes back, `quit` leaves.")
    while not game.result():
        asked = game.pending()[0]
        print(f"\n[{asked.side}] {asked.prompt}")
        try:
            text = input(f"{asked.side}> ").strip()
        except EOFError:
            return 0
        if text == "quit":
            return 0
        _terminal_order(game, asked.side, text)
    result = game.result()
    print(f"\n{' and '.join(result.winners) if result else 'nobody'} won. The dice: {secret.hex()}")
    return 0


def _terminal_order(game: Game, side: str, text: str) -> None:
    if text.casefold() == "help":
        text = "?"
    if text.endswith("?"):
        found = game.complete(side, text[:-1])
        print(found.hint if found.items else "Nothing legal begins like that.")
        for item in found.items:
            word = item.value.split()[-1] if text[:-1].split() else item.value.strip()
            named = item.label.startswith(word)
            print(f"  {item.label}" if named else f"  {word} · {item.label}")
        return
    try:
        receipt = game.undo(side) if text == "undo" else game.submit(side, text)
    except engine.OrderError as error:
        print(f"No: {error}")
        if isinstance(error, engine.Ambiguous):
            print("\n".join(f"  {line}" for line in error.candidates))
        return
    for entry in readable(receipt.entries, side):
        line = game.tell(entry)
        if line:
            print(f"  {line}")


def _text(file: Path) -> str:
    """A script from a file. ScriptError when it is no text."""
    try:
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise engine.ScriptError("it is no text file in UTF-8") from None


def _run(options: argparse.Namespace) -> int:
    try:
        game = engine.play(_text(options.file))
    except engine.ScriptError as error:
        print(f"{options.file}: {_line(error)}", file=sys.stderr)
        return 1
    result = game.result()
    print(f"{options.file}: holds" + (f"; {', '.join(result.winners)} won" if result else ""))
    return 0


def _verify(options: argparse.Namespace) -> int:
    try:
        verdict = engine.verify(_text(options.file))
        shown = [found for word in options.posted for found in _posted(word)]
    except engine.ScriptError as error:
        print(f"{options.file}: {_line(error)}", file=sys.stderr)
        return 1
    print(f"Commitment {verdict.commitment}")
    if verdict.running:
        print(
            "This game is still running: the secret of its dice is not public yet, so what was "
            f"given ({several(verdict.orders, 'order')}) cannot be checked. The export made when "
            "it is over can."
        )
    else:
        _print_checked(verdict)
    faults = list(verdict.faults)
    if options.posted:
        absent = record.absent(shown, verdict.records)
        faults += [f"record {one} was posted, and is not in this log" for one in absent]
        print(f"{len(shown)} posted records, {len(shown) - len(absent)} of them in this log.")
        kept = 0 if verdict.running else len(record.absent(shown, verdict.computed)) - len(absent)
        if kept and not faults:
            print(
                f"{kept} of these could not be computed again, so they prove nothing of the orders "
                "under them: only a referee of the version that these were given under can say."
            )
    for fault in faults:
        print(f"FAULT {_line(fault)}")
    return 1 if faults else 0


def _posted(word: str) -> list[str]:
    """A record as it was posted, or all that a file has."""
    return record.posted(f"record {word}") or record.posted(_text(Path(word)))


_AGAIN = "orders were played again, but their positions"


def _print_checked(verdict: engine.Verdict) -> None:
    rated = "unrated: the umpire edited it" if verdict.unrated else "no umpire's edits"
    orders = several(verdict.orders, "order")
    print(f"{orders}, {verdict.rolls} rolls and shuffles computed again; {rated}.")
    if verdict.marks:
        print(f"Marked: {', '.join(f'{n} x {word}' for word, n in verdict.marks.items())}.")
    if verdict.uncompared:
        again = several(verdict.uncompared, "order was played again, but its position", _AGAIN)
        print(
            f"{again} could not be compared: "
            "the log has no hash of this version of the rules for that."
        )
    if verdict.unplayed:
        orders = several(verdict.unplayed, "order")
        print(
            f"{orders} could not be played again, from another version of the rules: "
            "only a referee of that version can check that."
        )
    print(f"Result: {verdict.result}")


_TOLD = 25
"""After so many random games it is said how far the run has come: one may take an hour."""


def _fuzz(options: argparse.Namespace) -> int:
    scenario = None if options.scenario == "stations" else options.scenario
    engine.new_game(options.game, scenario)  # raises: there is no such game or scenario
    if options.edits:
        return _fuzz_edits(options)
    tally = fuzz.Tally()
    jobs = [(options.game, options.scenario, options.seed, n) for n in range(options.games)]
    failed = ""
    for number, (played, fault) in enumerate(_in_parallel(jobs)):
        tally.add(played)
        if fault:
            failed = f"game {number}: {fault}"
            path = options.dir / f"fault-{options.game}-{options.seed}-{number}.json"
            path.write_bytes(fault.blob)
            print(f"{failed}\nposition in {path}; order {fault.side}> {fault.line}")
            break
        if tally.games % _TOLD == 0 and tally.games < options.games:
            print(f"{tally.games} of {options.games} games, no fault", flush=True)
    figures = {
        "game": options.game,
        "games": tally.games,
        "actions": tally.actions,
        "refusals": tally.refusals,
        "undone": tally.undone,
        "swaps": tally.swaps,
        "longest": tally.longest,
        "winners": tally.winners,
        "fault": failed,
    }
    print(json.dumps(figures))
    return 1 if failed else 0


def _fuzz_edits(options: argparse.Namespace) -> int:
    """The umpire's hand at random; a fault is written down like one of a random game."""
    make = _maker(options.game, options.scenario)
    try:
        tally = fuzz_edits.edit(make, engine.load, options.seed, options.edits)
    except fuzz.Fault as fault:
        path = options.dir / f"fault-{options.game}-edits-{options.seed}.json"
        path.write_bytes(fault.blob)
        print(f"{fault}\nposition in {path}; {fault.side}> {fault.line}")
        print(json.dumps({"game": options.game, "fault": str(fault)}))
        return 1
    print(json.dumps({"game": options.game, **asdict(tally), "fault": ""}))
    return 0


_Job = tuple[str, str | None, int, int]
"""Game, scenario (None: all), seed of the run, number of the random game."""

_Played = tuple[fuzz.Tally, fuzz.Fault | None]


def _in_parallel(jobs: list[_Job]) -> Iterator[_Played]:
    """The random games in order, on all processors where it is worth it."""
    processes = min(os.cpu_count() or 1, len(jobs) // 8)
    if processes < 2:
        yield from map(_fuzz_one, jobs)
        return
    with multiprocessing.Pool(processes) as pool:
        yield from pool.imap(_fuzz_one, jobs, chunksize=4)


def _chosen(option: Option, rng: random.Random) -> OptionValue:
    """A value for an option: any flag, word or mix of words."""
    if isinstance(option.default, bool):
        return rng.random() < 0.5
    if isinstance(option.default, list) and option.default:
        return sorted(rng.sample(option.choices, rng.randint(1, len(option.choices))))
    if isinstance(option.default, str) and option.choices:
        return rng.choice(option.choices)
    return option.default


def _maker(game: str, scenario: str | None) -> fuzz.Maker:
    """Makes games with options at random; some, or all `stations`, begin at a random position."""
    info = engine.info(game)
    scattered = {None: 0.3, "stations": 1.0}.get(scenario, 0.0)
    scenarios = list(info.scenarios) if scenario in (None, "stations") else [scenario]

    def make(rng: random.Random, secret: bytes) -> Game:
        game = None
        while game is None:
            chosen = {option.name: _chosen(option, rng) for option in info.options}
            with contextlib.suppress(engine.OrderError):  # they do not fit together
                game = engine.new_game(info.id, rng.choice(scenarios), chosen, secret)
        lines = game.table.rules.editor.scatter(game.table, rng) if rng.random() < scattered else []
        if lines:
            game.submit("gm", "\n".join(lines))
        return game

    return make


def _fuzz_one(job: _Job) -> _Played:
    game, scenario, seed, number = job
    make = _maker(game, scenario)
    tally = fuzz.Tally()
    try:
        fuzz.play(make, engine.load, seed * 1_000_003 + number, tally)
    except fuzz.Fault as fault:
        return tally, fault
    return tally, None


def _bench(options: argparse.Namespace) -> int:
    def make(rng: random.Random) -> Game:
        return engine.new_game(options.game, secret=rng.randbytes(32))

    figures = bench.run(make, engine.load, options.seconds)
    print(json.dumps({"game": options.game, **figures}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
