"""How colours look to different eyes, and how far they lie apart."""

from renderer.inks import palette as p

# Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
_BLIND = {
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}

Triple = tuple[float, float, float]


def linear(colour: p.Rgb) -> Triple:
    r, g, b = (v / 255 for v in colour)
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (r, g, b))
    return r, g, b


def lab(rgb: Triple) -> Triple:
    r, g, b = (min(1.0, max(0.0, v)) for v in rgb)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour: p.Rgb, eye: str) -> Triple:
    rgb = linear(colour)
    if eye == "all":
        return lab(rgb)
    a, b, c = (sum(m * v for m, v in zip(row, rgb, strict=True)) for row in _BLIND[eye])
    return lab((a, b, c))


def contrast(a: p.Rgb, b: p.Rgb) -> float:
    def light(colour: p.Rgb) -> float:
        r, g, b = linear(colour)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    high, low = sorted((light(a), light(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def distance(a: p.Rgb, b: p.Rgb, eye: str = "all") -> float:
    """CIE 1976 colour difference."""
    pairs = zip(seen(a, eye), seen(b, eye), strict=True)
    return float(sum((u - v) ** 2 for u, v in pairs) ** 0.5)


EYES = ("all", *_BLIND)
