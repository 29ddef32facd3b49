"""An overlay of the engine as layers of a scene."""

from dataclasses import replace

from engine.core.overlay import Overlay
from renderer.inks.text import clip
from renderer.scene import BAD, GOOD, REACH, Layer, Note, Piece, Scene, Thread
from renderer.scenes.artist import Artist
from renderer.scenes.words import ALT_LIMIT

_TONES = {"good": GOOD, "bad": BAD, "reach": REACH}


def with_overlay(artist: Artist, scene: Scene, overlay: Overlay) -> Scene:
    """The scene with the overlay on it; its words take the place of the news.

    The piece that it is about is ringed, in place of what happened last.
    """

    def tint(tone: str) -> int:
        return _TONES[tone] if tone in _TONES else artist.names.sides[tone]

    def cells(places: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(artist.names.cells[place] for place in places if place in artist.names.cells)

    def ringed(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        return tuple(
            replace(piece, lit=overlay.unit in piece.ids) for piece in pieces if not piece.lost
        )

    text = f"{overlay.title}. {overlay.text}".strip()
    return replace(
        scene,
        stacks=tuple(
            replace(stack, big=ringed(stack.big), small=ringed(stack.small))
            for stack in scene.stacks
        ),
        plates=tuple(replace(plate, lit=False) for plate in scene.plates),
        arrows=(),
        clashes=(),
        layers=tuple(
            Layer(cells(area.places), tint(area.tone), area.text, area.marked)
            for area in overlay.areas
        ),
        threads=tuple(
            Thread(cells(line.places), tint(line.tone))
            for line in overlay.lines
            if cells(line.places)
        ),
        notes=tuple(
            Note(artist.names.cells[label.place], label.text, tint(label.tone))
            for label in overlay.labels
            if label.place in artist.names.cells
        ),
        focus=cells(overlay.focus),
        status=replace(scene.status, news=(text,)),
        alt=clip(f"{scene.status.title}. {text}", ALT_LIMIT),
    )
