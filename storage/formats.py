"""The formats of a database: the migrations that lead from each to the next."""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from importlib import resources

LAYOUT = "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c"
"""All columns of an SQLite file, with their tables."""


def scripts(server: str = "") -> list[str]:
    """The migrations in order: number n (from 1) turns format n - 1 into format n.

    They are SQLite's, and stand for all; a script `.{server}.sql` takes the place of the one
    with the same number, where that cannot be.
    """
    folder = resources.files("storage") / "migrations"
    found: dict[str, str] = {}
    for file in sorted(folder.iterdir(), key=lambda file: len(file.name)):  # variants come later
        number, *kinds = file.name.split("_")[0], *file.name.split(".")[1:]
        if kinds in (["sql"], [server, "sql"]):
            found[number] = file.read_text("utf-8")
    return [found[number] for number in sorted(found)]


def statements(script: str) -> Iterator[str]:
    """The single statements of a script, so that they can run inside one transaction."""
    statement = ""
    for part in re.split("(?<=;)", script):
        statement += part
        if sqlite3.complete_statement(statement):  # not so inside quotes, comments, triggers
            yield statement
            statement = ""
    if statement.strip():
        yield statement


def laid_out(migrations: Iterable[str]) -> set[tuple[str, str]]:
    """Each column, with its table, of a database of the newest format."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        for script in migrations:
            fresh.executescript(script)
        return set(fresh.execute(LAYOUT))
