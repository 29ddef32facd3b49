"""Rows of the database as records, and records as columns and values."""

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)

NEVER = 2**62
"""A number that no row comes to."""


def columns(record: type[msgspec.Struct], table: str = "") -> str:
    """The columns of a record, for a query."""
    prefix = f"{table}." if table else ""
    return ", ".join(prefix + name for name in record.__struct_fields__)


def upsert(table: str, key: str, *others: str, values: str = "") -> str:
    """Write a row in place of the one with the same key (its columns, parted by spaces).

    `values` is where it comes from if not from one value a column: a SELECT ... WHERE.

    >>> upsert("users", "id", "settings")[33:]
    'VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET settings = excluded.settings'
    """
    keys = key.split()
    values = values or f"VALUES ({', '.join('?' * len((*keys, *others)))})"
    changes = ", ".join(f"{name} = excluded.{name}" for name in others)
    return (
        f"INSERT INTO {table} ({', '.join((*keys, *others))}) {values}"
        f" ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changes}"
    )


def record(kind: type[T], row: Iterable[Any], *json: str) -> T:
    """The row as a record; the columns `json` are decoded.

    One that is damaged comes back as {"damaged": its text}: who reads it finds nothing in it.
    """
    values = dict(zip(kind.__struct_fields__, row, strict=True))
    for name in json:
        try:
            values[name] = msgspec.json.decode(values[name])
        except (msgspec.MsgspecError, TypeError):
            values[name] = {"damaged": str(values[name])}
    return kind(**values)


def encoded(value: Any) -> str:
    """A value as it stands in a column."""
    return msgspec.json.encode(value).decode()
