"""For the examples in docstrings: a fresh game, whose dice are known."""

from typing import Any

import pytest

import engine


@pytest.fixture(autouse=True)
def _examples(request: pytest.FixtureRequest) -> None:
    if isinstance(request.node, pytest.DoctestItem):
        names: dict[str, Any] = request.getfixturevalue("doctest_namespace")
        names["engine"] = engine
        names["game"] = engine.new_game("iron_blood", secret=bytes(32))
