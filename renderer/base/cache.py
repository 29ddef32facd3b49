"""Bases on disk, by the hash of what they are made from."""

import os
from hashlib import sha256
from pathlib import Path

from PIL import Image

_ROOM = Path(__file__).parents[1]


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
    return digest.hexdigest()[:24]


def load(name: str) -> Image.Image | None:
    """A picture that was kept, or None."""
    try:
        with Image.open(folder() / f"{name}.png") as image:
            image.load()
            return image
    except OSError:
        return None


def keep(name: str, image: Image.Image) -> None:
    """Keep a picture; a cache that cannot be written is no fault."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        part = folder() / f"{name}.{os.getpid()}.part"
        image.save(part, "PNG", compress_level=6)
        part.replace(folder() / f"{name}.png")
    except OSError:
        return
