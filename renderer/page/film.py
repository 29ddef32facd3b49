"""An animated WebP out of pictures that were made one after the other.

Each picture is packed by itself, as what differs from the one before (lossless: the colours of a
palette pack well), so that pictures of others can be drawn between two of a film, and nothing
has to hold all of it at once. 20 maps of Stalin's War, a phase each: 21 kB and 9 ms a picture
beside 33 ms to draw it. How the parts are joined is Google's WebP container specification.
"""

import io
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PIL import Image, ImageChops

from renderer.inks import palette as p

FASTEST = {"lossless": True, "method": 1, "quality": 20}
"""At method 0 it takes as long for three times the bytes."""
_ALPHA, _ANIMATED = 0x10, 0x02
_KEEP_BLENDING = 0
_FOREVER = 0


@dataclass(frozen=True, slots=True)
class Patch:
    """What of a picture differs from the one before: a lossless bitstream, and where it goes."""

    left: int
    top: int
    width: int
    height: int
    data: bytes


def padded(image: Image.Image, tall: int) -> Image.Image:
    """The picture, at least so tall, for all of a film are of one size."""
    if image.height >= tall:
        return image
    page = p.blank(image.width, tall, p.PANEL)
    page.paste(image, (0, 0))
    return page


def patch(image: Image.Image, under: Image.Image | None, theme: str) -> Patch:
    """What is to be laid over `under`, which is no taller, to have `image`. Both in the palette."""
    box, mask = (0, 0, *image.size), None
    if under is not None:
        changed = ImageChops.difference(_inks(image), _inks(padded(under, image.height)))
        left, top, right, bottom = changed.getbbox() or (0, 0, 1, 1)
        box = left & ~1, top & ~1, right, bottom  # an offset is kept halved
        mask = changed.crop(box).point([0] + [255] * 255)
    part = image.crop(box)
    part.putpalette(p.palette(theme))
    part = part.convert("RGBA")
    if mask is not None:
        part.putalpha(mask)
    out = io.BytesIO()
    part.save(out, "WEBP", **FASTEST)
    [data] = [data for name, data in _chunks(out.getvalue()) if name == b"VP8L"]
    return Patch(*box[:2], *part.size, data)


def film(patches: Sequence[tuple[Patch, float]]) -> bytes:
    """An animated WebP: each patch with the seconds for which it stands, over and over again.

    The first one has the size of all. ValueError for no patches.
    """
    if not patches:
        raise ValueError("no film without a picture")
    width, height = patches[0][0].width, patches[0][0].height
    parts = [
        _chunk(b"VP8X", bytes([_ALPHA | _ANIMATED, 0, 0, 0]) + _three(width - 1, height - 1)),
        _chunk(b"ANIM", struct.pack("<IH", 0, _FOREVER)),
    ]
    for one, seconds in patches:
        place = _three(one.left // 2, one.top // 2, one.width - 1, one.height - 1)
        head = place + _three(round(seconds * 1000)) + bytes([_KEEP_BLENDING])
        parts.append(_chunk(b"ANMF", head + _chunk(b"VP8L", one.data)))
    return _chunk(b"RIFF", b"WEBP" + b"".join(parts))


def _inks(image: Image.Image) -> Image.Image:
    """A picture in a palette as the numbers of its inks."""
    return Image.frombytes("L", image.size, image.tobytes())


def _three(*numbers: int) -> bytes:
    """Numbers of 24 bits, the lowest first."""
    return b"".join(number.to_bytes(3, "little") for number in numbers)


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def _chunks(webp: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at < len(webp):
        name, (size,) = webp[at : at + 4], struct.unpack_from("<I", webp, at + 4)
        yield name, webp[at + 8 : at + 8 + size]
        at += 8 + size + size % 2
