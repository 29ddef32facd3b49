"""What must hold whatever happens: who can be where."""

from engine.games.russia_besieged.acts import T
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AIRCRAFT, HEXES, MARSHAL, PARTISAN
from engine.games.russia_besieged.state import bodies
from engine.games.russia_besieged.words import IDS


def broken(t: T, force: bool) -> list[str]:
    """Broken invariants, in words; `force` leaves out that both sides share no hex."""
    s, d, found = t.s, t.d, []
    for piece in BOARD.pieces:
        place = s.place[piece.index]
        if not 0 <= place < len(IDS):
            found.append(f"{piece.name} is nowhere")
        elif place < HEXES and not BOARD.ground.land >> place & 1:
            found.append(f"{piece.name} in {IDS[place]}")
        elif place < HEXES and piece.type == MARSHAL:
            found.append(f"{piece.name} is on the map")
        faces = len(piece.faces)
        if piece.type not in (AIRCRAFT, MARSHAL, PARTISAN) and not 0 <= s.step[piece.index] < faces:
            found.append(f"{piece.name} shows no face")
    if min(s.points) < 0:
        found.append(f"points below nothing: {s.points}")
    if not force and bodies(d, 0) & bodies(d, 1):
        found.append("units of both sides share a hex")
    return found
