"""Themes: one layout of indexes, several sets of values that every eye can read."""

from itertools import combinations, product

import pytest

import renderer
from renderer.inks import palette as p
from renderer.pieces import marks
from tests.renderer.eyes import EYES, contrast, distance
from tests.renderer.positions import start

OWN = {"light": EYES, "dark": EYES, "deutan": ("deutan", "all"),
       "protan": ("protan", "all"), "tritan": ("tritan", "all")}  # fmt: skip
"""Whose eyes a theme is for."""


def value(theme: str, colour: p.Rgb) -> p.Rgb:
    """A colour of counters and the panel in a theme."""
    return p.colours(theme)[p.nearest(colour)]


def printed(theme: str, colour: p.Rgb) -> p.Rgb:
    """A colour of the map in a theme."""
    return p.colours(theme)[p.nearest(colour, p.BASE)]


def tinted(theme: str, tint: int, colour: p.Rgb) -> p.Rgb:
    """A colour of the map under a tint."""
    return p.colours(theme)[p.tinted(tint)[p.nearest(colour, p.BASE)]]


def test_the_palette_fits_in_one_byte() -> None:
    assert len(p.COLOURS) <= 256
    for colour in (p.AXIS, p.SOVIET, p.AXIS_LIGHT, p.SOVIET_LIGHT, p.GOLD, p.RED, p.PANEL):
        assert p.COLOURS[p.nearest(colour)] == colour
    for theme in p.THEMES:
        assert len(p.palette(theme)) == 768


@pytest.mark.parametrize("theme", p.THEMES)
def test_the_two_sides_differ_to_the_eyes_a_theme_is_for(theme: str) -> None:
    for eye in OWN[theme]:
        for a in (p.AXIS, p.AXIS_LIGHT):
            for b in (p.SOVIET, p.SOVIET_LIGHT):
                assert distance(value(theme, a), value(theme, b), eye) > 20, (a, b, eye)


@pytest.mark.parametrize("theme", p.THEMES)
def test_four_sides_differ_to_the_eyes_a_theme_is_for(theme: str) -> None:
    least = 30 if theme in ("deutan", "protan", "tritan") else 18
    for eye in OWN[theme]:
        for a, b in combinations(p.SIDE[:4], 2):
            assert distance(value(theme, a), value(theme, b), eye) > least, (a, b, eye)
    assert distance(value(theme, p.AXIS), value(theme, p.ALLY), OWN[theme][0]) > 20


_FRIENDS = (p.AXIS, p.ALLY, p.AXIS_LIGHT, p.ALLY_LIGHT)
_FOES = (p.SOVIET, p.BROWN, p.SOVIET_LIGHT, p.BROWN_LIGHT)


@pytest.mark.parametrize("theme", p.THEMES)
def test_all_enemies_differ_light_faces_too(theme: str) -> None:
    """The allies of one side and the weaker faces of the other as well: 18 to every eye."""
    for eye in OWN[theme]:
        for a, b in product(_FRIENDS, _FOES):
            assert distance(value(theme, a), value(theme, b), eye) > 18, (a, b, eye)


@pytest.mark.parametrize("theme", p.THEMES)
def test_letters_have_contrast(theme: str) -> None:
    """WCAG: 4.5 for all text: on counters and plates, on the panel, on the map, on notes."""
    pairs = [(value(theme, dark), value(theme, light))
             for dark, light in zip(p.SIDE_DARK, p.SIDE_LIGHT, strict=True)]  # fmt: skip
    pairs += [(value(theme, ink), value(theme, p.PANEL)) for ink in (p.WHITE, p.GOLD, p.MUTED)]
    pairs += [(value(theme, p.WHITE), value(theme, p.PANEL_SOFT))]
    pairs += [(value(theme, p.INK), value(theme, ground)) for ground in (p.PAPER, p.GOLD)]
    lands = (p.CLEAR, p.HOME, p.SWAMP, p.MOUNTAIN, p.WOODS, p.ROUGH, p.DESERT)
    pairs += [(printed(theme, p.INK), printed(theme, land)) for land in lands]
    pairs += [(printed(theme, p.RIVER_EDGE), printed(theme, p.CLEAR))]
    faces = [*zip(p.SIDE_INK, p.SIDE, strict=True), (p.WHITE, p.NEUTRAL)]
    pairs += [(value(theme, ink), value(theme, face)) for ink, face in faces]
    notes = (marks._strong(tint) for tint in range(len(p.TINTS)))
    pairs += [(value(theme, ink), value(theme, p.PAPER)) for ink in notes]
    for ink, ground in pairs:
        assert contrast(ink, ground) >= 4.5, (ink, ground)


@pytest.mark.parametrize("theme", p.THEMES)
def test_tints_show_and_leave_names_readable(theme: str) -> None:
    eye = OWN[theme][0]
    land = printed(theme, p.CLEAR)
    for tint in range(len(p.TINTS)):
        paper = tinted(theme, tint, p.CLEAR)
        assert distance(paper, land, eye) > 7, tint
        assert contrast(tinted(theme, tint, p.INK), paper) >= 4.5, tint
    good, bad, reach = (tinted(theme, tint, p.CLEAR) for tint in (5, 6, 7))
    for a, b in combinations((good, bad, reach), 2):
        assert distance(a, b, eye) > 20
    held = [tinted(theme, tint, p.CLEAR) for tint in range(4)]
    assert distance(held[0], held[1], eye) > 30
    for a, b in combinations(held, 2):
        assert distance(a, b, eye) > 13, "who holds what"


def test_the_dark_map_is_dark_and_its_counters_are_not() -> None:
    assert sum(printed("dark", p.CLEAR)) < 250 < sum(printed("dark", p.INK))
    assert value("dark", p.AXIS) == p.AXIS and value("dark", p.PAPER) == p.PAPER


def test_a_theme_changes_the_values_of_a_picture_alone() -> None:
    light, dark = renderer.render(start()), renderer.render(start(), theme="dark")
    assert (light.width, light.height, light.alt) == (dark.width, dark.height, dark.alt)
    assert light.png != dark.png and abs(len(light.png) - len(dark.png)) < 800
    with pytest.raises(KeyError):
        renderer.render(start(), theme="no such theme")


@pytest.mark.parametrize(("a", "b"), [(p.PALE, p.INK), (p.INK, p.CLEAR), (p.SHALLOW, p.DEEP),
                                      (p.AXIS, p.INK), (p.RIVER, p.CLEAR)])  # fmt: skip
def test_a_base_at_another_size_fits_light_and_dark(a: p.Rgb, b: p.Rgb) -> None:
    """Stripes of two inks: what lies between them is between them in both themes."""
    stripes = p.blank(30, 10)
    for x in range(30):
        stripes.paste(p.nearest(a if x % 3 else b, p.BASE), (x, 0, x + 1, 10))
    found = set()
    for size in ((50, 16), (19, 7)):
        found |= set(p.resized(stripes, size, (0, 0, 30, 10)).tobytes())
    assert found <= set(p.BASE)
    for theme in ("light", "dark"):
        values = p.colours(theme)
        ends = sorted(sum(values[p.nearest(ink, p.BASE)]) / 3 for ink in (a, b))
        for index in found:
            assert ends[0] - 30 < sum(values[index]) / 3 < ends[1] + 30, (theme, values[index])


def test_a_group_is_drawn_in_its_own_indexes() -> None:
    grey = p.mix(p.INK, p.PAPER, 0.5)
    assert p.nearest(grey, p.BASE) in p.BASE and p.nearest(grey, p.PAINT) in p.PAINT
    assert set(p.blend(p.PAPER, p.INK)) <= set(p.PAINT)
    changed = {p.tinted(0)[i] for i in p.BASE} - {*p.BASE}
    assert changed and changed.isdisjoint(p.PAINT)
    assert all(p.tinted(0)[i] == i for i in p.PAINT)
