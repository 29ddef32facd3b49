"""Which lines of the product the tests run: a pytest plugin, `-p tests.covered`.

slipcover takes its marks out of a line once it has been seen, so the run is hardly slower
(coverage.py's tracer makes rules two and a half times as slow). Every worker measures; what
runs in processes of its own (the painter, the kill test) is not seen. Nothing is asserted:
a line that no test runs is a question, not a fault.
"""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
import slipcover

HOUSE = Path(__file__).parents[1]
ROOMS = ("engine", "renderer", "storage", "bot")
KEY = "covered"
"""Where a worker hands in what it has seen."""


class Covered:
    """Measures in this process, and gathers what the workers have measured."""

    def __init__(self) -> None:
        folders = [str(HOUSE / room) for room in ROOMS]
        self.cover = slipcover.Slipcover(source=folders)
        self.imports = slipcover.ImportManager(self.cover, slipcover.FileMatcher(folders))
        self.imports.__enter__()
        self.ran: defaultdict[str, set[int]] = defaultdict(set)
        """File -> the lines that ran."""
        self.lines: defaultdict[str, set[int]] = defaultdict(set)
        """File -> those that there are."""

    def add(self, files: dict[str, dict[str, list[int]]]) -> None:
        for name, found in files.items():
            self.ran[name].update(found["executed_lines"])
            self.lines[name].update(found["executed_lines"], found["missing_lines"])

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.imports.__exit__()
        files = self.cover.get_coverage()["files"]
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[KEY] = json.dumps(files)
        else:
            self.add(files)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.add(json.loads(getattr(node, "workeroutput", {}).get(KEY, "{}")))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        told = [self._share(room) for room in ROOMS]
        terminalreporter.write_line(f"Lines that the tests run: {', '.join(told)}.")

    def _share(self, room: str) -> str:
        files = [name for name in self.lines if Path(name).parts[0] == room]
        ran, all_ = (sum(len(of[name]) for name in files) for of in (self.ran, self.lines))
        return f"{room} {ran / max(all_, 1):.1%}"


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_COVERED)


_COVERED = Covered()  # at once: what is imported before it would not be measured
