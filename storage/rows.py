"""Rows of the database as records, and records as columns and values."""

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


def columns(record: type[msgspec.Struct], table: str = "") -> str:
    """The columns of a record, for a query."""
    prefix = f"{table}." if table else ""
    return ", ".join(prefix + name for name in record.__struct_fields__)


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
