"""Bases on disk, by the hash of what they are made from.

They are kept as BMP, which is not packed: all processes that paint have one copy of it in memory,
mapped from the disk, and a base is at hand at once.
"""

import os
from hashlib import sha256
from pathlib import Path

from PIL import Image

_ROOM = Path(__file__).parents[1]

KEPT = 2
"""Versions of a base that are kept: this one, and one to go back to. Each has 3 to 7 MB."""

_DIGITS = 24
"""Of a key."""


def folder() -> Path:
    """`UMPIRE_CACHE`, or `umpire` under the user's cache directory."""
    own = os.environ.get("UMPIRE_CACHE")
    if own:
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "umpire"


def key(*parts: str) -> str:
    """A hash of `parts` and of all code, fonts and geography that a base is drawn with."""
    digest = sha256()
    for file in sorted(_ROOM.rglob("*")):
        if file.suffix in (".py", ".json", ".ttf", ".jpg"):
            digest.update(file.name.encode())
            digest.update(file.read_bytes())
    for part in parts:
        digest.update(b"\0" + part.encode())
    return digest.hexdigest()[:_DIGITS]


def load(name: str, key: str) -> Image.Image | None:
    """A picture that was kept, or None."""
    file = _file(name, key)
    try:
        with Image.open(file) as image:
            image.load()
    except OSError:
        return None
    _used(file)
    return image


def keep(name: str, key: str, image: Image.Image) -> None:
    """Keep a picture; those of its name used longest ago go. A cache that cannot be written is no
    fault."""
    file = _file(name, key)
    part = file.with_suffix(f".{os.getpid()}.part")
    try:
        folder().mkdir(parents=True, exist_ok=True)
        with part.open("wb") as out:
            image.save(out, "BMP")
            out.flush()
            os.fsync(out.fileno())  # nothing in it says later that a half is missing
        part.replace(file)
        versions = folder().glob(f"{name}-{'[0-9a-f]' * _DIGITS}.*")
        for old in sorted(versions, key=lambda one: one.stat().st_mtime)[:-KEPT]:
            old.unlink()
    except OSError:
        return


def _file(name: str, key: str) -> Path:
    return folder() / f"{name}-{key}.bmp"


def _used(file: Path) -> None:
    """It is not the one that goes."""
    try:
        os.utime(file)
    except OSError:  # of somebody else
        return
