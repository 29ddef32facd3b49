"""Hexes that the rules have as land or lake, and nature not."""

from PIL import Image

from renderer.base import mend
from renderer.games.no_retreat_chart import chart


def test_land_in_the_sea_and_lakes_on_land_are_mended() -> None:
    for tone in (0, 255):
        dry = Image.new("L", chart().size, tone)
        pieces = mend.mends(chart(), dry)
        wanted = {
            number
            for number, cell in enumerate(chart().cells)
            if (cell.terrain == "lake" if tone else cell.played and cell.terrain != "box")
        }
        assert {piece.centre for piece in pieces} == {chart().centre(n) for n in wanted}
        mend.fill(dry, pieces)
        for piece in pieces:
            x, y = piece.centre
            assert dry.getpixel((int(x), int(y))) == (255 if piece.land else 0)


def test_a_piece_reaches_its_neighbours() -> None:
    """Sevastopol must not become an island."""
    dry = Image.new("L", chart().size, 0)
    for piece in mend.mends(chart(), dry):
        assert piece.radius > chart().hex_px / 2
        assert piece.covers(piece.centre)
        assert not piece.covers((piece.centre[0] + chart().hex_px, piece.centre[1]))


def test_what_is_right_stays_as_it_is() -> None:
    dry = Image.new("L", chart().size, 255)
    assert not [piece for piece in mend.mends(chart(), dry) if piece.land]
