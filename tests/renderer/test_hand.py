"""Hands as pictures of cards."""

import io
from dataclasses import replace

from PIL import Image

import renderer
from engine.core.rules import HandCard
from renderer.inks import palette as p
from renderer.page import hand

MUD = HandCard("a", "General Mud", "before combat", "Attacks lose a column. " * 9, True, "12",
               number="12", other="The other side draws two.", tags=("weather",))  # fmt: skip
LATER = HandCard("b", "Guderian", "after the die", "The result is DR.", False, "17", number="17")


def opened(picture: renderer.Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png))


def test_the_words_tell_every_card() -> None:
    alt = renderer.cards([MUD, LATER], "Axis").alt
    assert alt.startswith("Axis · 2 cards, 1 can be played now.")
    assert "12 General Mud (can be played now): before combat." in alt
    assert "17 Guderian: after the die." in alt
    assert "no cards" in renderer.cards([], "Axis").alt
    assert len(renderer.cards([MUD] * 60, "Axis").alt) <= 1024


def test_a_card_without_a_time_has_no_empty_band() -> None:
    timeless = replace(LATER, when="")
    assert renderer.cards([timeless], "Axis").alt.endswith("17 Guderian.")
    band = p.nearest(p.PANEL_SOFT)
    for card, there in ((LATER, True), (timeless, False)):
        pixels = opened(renderer.cards([card], "Axis")).tobytes()
        assert (pixels.count(band) > 3000) == there


def test_a_card_that_can_be_played_is_golden() -> None:
    image = opened(renderer.cards([MUD, LATER], "Axis"))
    gold, half = p.nearest(p.GOLD), image.width // 2
    left = image.crop((0, 60, half, image.height))
    right = image.crop((half, 60, image.width, image.height))
    assert left.tobytes().count(bytes([gold])) > 5000 > 10 > right.tobytes().count(bytes([gold]))


def test_every_word_finds_room_or_is_cut_with_a_sign() -> None:
    """Boxes of a card: no line of the effect reaches into the foot, even of a long text."""
    long = HandCard("c", "A name that is longer than one line of a card", "at any time",
                    "Many words. " * 120, True, "c", number="104",
                    other="Others " * 60)  # fmt: skip
    image = opened(renderer.cards([long], "Axis"))
    foot = (30, hand._HEAD + hand.TALL - 52, hand.WIDE - 20, hand._HEAD + hand.TALL - 50)
    assert image.size == (hand.WIDE + 2 * hand._GAP, hand.TALL + hand._HEAD + 2 * hand._GAP)
    assert set(image.crop(foot).tobytes()) <= {p.nearest(p.GOLD), p.nearest(p.PAPER),
                                               *p.blend(p.PAPER, p.GOLD)}  # fmt: skip


def test_a_hand_can_be_read_on_a_phone() -> None:
    """Two cards side by side, three of a larger hand, but for large print; never too tall."""
    assert renderer.cards([MUD] * 4, "Axis").width < 840
    assert 1200 < renderer.cards([MUD] * 5, "Axis").width < 1250
    assert renderer.cards([MUD] * 5, "Axis", large=True).width < 840
    assert renderer.cards([MUD] * 11, "Axis").height < 4096
    assert renderer.cards([MUD] * 11, "Axis", large=True).height < 4096


def test_a_card_says_how_it_is_played_now() -> None:
    """The words that orders take, smaller where there are many; none of our own invention."""
    plain, told, long = (
        opened(renderer.cards([MUD], "Axis", orders={"a": order} if order else {}))
        for order in ("", "ops 12", "ops, rp, event 12")
    )
    below = plain.height - hand._GAP - 52
    feet = [
        image.crop((20, below, hand.WIDE, below + 40)).tobytes() for image in (plain, told, long)
    ]
    assert len(set(feet)) == 3
    assert plain.size == told.size == long.size
