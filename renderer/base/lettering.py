"""Names printed on the base, where they have found their places."""

from PIL import Image, ImageDraw

from renderer.base.labels import Labels, Style, extent
from renderer.base.press import Press
from renderer.inks.text import font

_MANY = 60
"""So many labels of one style cost more plate by plate than on one of the whole sheet."""


def letters(press: Press, labels: Labels) -> None:
    """Print them: the halo first, then the letters."""
    styles: dict[Style, Labels] = {}
    for label in labels:
        styles.setdefault(label.style, []).append(label)
    for style, group in styles.items():
        for part in [group] if len(group) > _MANY else [[label] for label in group]:
            if style.halo:
                press.flat(*_plate(part, style.halo), style.ground)
            press.print(*_plate(part, 0), style.ink, style.ground, style.water)


def _plate(labels: Labels, halo: int) -> tuple[Image.Image, int, int]:
    """The coverage of labels of one style, with halos or without, and its left upper corner."""
    left, top = (int(min(label.box[k] for label in labels)) - 2 for k in (0, 1))
    right, bottom = (int(max(label.box[k] for label in labels)) + 3 for k in (2, 3))
    plate = Image.new("L", (right - left, bottom - top))
    draw = ImageDraw.Draw(plate)
    for label in labels:
        style = label.style
        fill = 255 if halo else style.strength
        at = round(label.at[0]) - left, round(label.at[1]) - top
        face = font(style.face, style.size)
        if label.turn:
            wide, tall = extent(label.shown, style, 0.0)
            flat = Image.new("L", (int(wide) + 4, int(tall) + 4))
            middle = flat.width // 2, flat.height // 2
            ImageDraw.Draw(flat).text(middle, label.shown, fill, face, "mm", stroke_width=halo)
            turned = flat.rotate(label.turn, Image.Resampling.BICUBIC, expand=True)
            plate.paste(turned, (at[0] - turned.width // 2, at[1] - turned.height // 2))
        else:
            draw.text(at, label.shown, fill, face, "mm", stroke_width=halo)
    return plate, left, top
