from collections.abc import Iterator
from pathlib import Path

import pytest

import renderer


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Bases of this run go to a folder of its own; the base is drawn once."""
    folder = tmp_path_factory.mktemp("umpire-cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UMPIRE_CACHE", str(folder))
        renderer.warm("iron_blood")
        yield folder
