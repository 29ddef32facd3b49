"""All that lies on a map, painted on a page: tints, plates, arrows, counters, battles."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw

from renderer.base.chart import RADIUS, Chart
from renderer.base.labels import Box as Area
from renderer.base.labels import number_at, plate_at
from renderer.base.printing import sheet, unlettered
from renderer.base.projection import Point
from renderer.inks import palette as p
from renderer.inks.sprite import Sprite, stripes
from renderer.inks.text import text_sprite
from renderer.pieces import front, marks, tracks
from renderer.pieces.counters import RING, counter, more
from renderer.pieces.layout import Ground, Spot, Window, shared, spots
from renderer.pieces.naming import Naming, Room, Wanted
from renderer.scene import Box, Carrier, Clash, Layer, Plate, Scene

CLASH_AT = -0.49
"""Height of a battle mark above an area's centre, in units of the grid; in a hex it stands
above the number."""

NOTE_AT, FLAT_NOTE_AT = 0.485, 0.42
"""Depth of a note below a hex's centre where counters stand: in the lower corner, or on a flat
edge, above which the number of the next hex must stay free."""

BARE = 0.5
"""Below this grain name plates are too small to be read: an emblem and free letters do."""


_TINY = 400
"""Up to this width a base shows land and water alone."""


def base_part(ground: Ground, view: Window) -> Image.Image:
    """The part of the base under a window, at the ground's zoom."""
    if ground.zoom == 1:
        return sheet(ground.chart).crop((view.x, view.y, view.x + view.width, view.y + view.height))
    if not lettered(ground, view):
        return small_sheet(ground.chart, view.width, view.height).copy()
    outer, inner = _source(ground.zoom, view)
    return p.resized(sheet(ground.chart).crop(outer), (view.width, view.height), inner)


def lettered(ground: Ground, view: Window) -> bool:
    """Whether the base under a window has its names: a whole map at another size has none."""
    return ground.zoom == 1 or (view.width, view.height) != ground.size


def names_part(ground: Ground, view: Window) -> Image.Image:
    """Where names are printed under a window, as a mask."""
    if ground.zoom == 1:
        return names(ground.chart).crop((view.x, view.y, view.x + view.width, view.y + view.height))
    outer, inner = _source(ground.zoom, view)
    part = names(ground.chart).crop(outer).convert("L")
    large = part.resize((view.width, view.height), Image.Resampling.HAMMING, inner)
    return large.point([0] * 128 + [255] * 128, "1")


def _source(zoom: float, view: Window) -> tuple[tuple[int, int, int, int], Area]:
    """The pixels of the base that a window at a zoom needs, and the window in these."""
    box = (view.x / zoom, view.y / zoom, (view.x + view.width) / zoom,
           (view.y + view.height) / zoom)  # fmt: skip
    outer = (math.floor(box[0]), math.floor(box[1]), math.ceil(box[2]), math.ceil(box[3]))
    inner = (box[0] - outer[0], box[1] - outer[1], box[2] - outer[0], box[3] - outer[1])
    return outer, inner


@lru_cache(maxsize=1)
def names(chart: Chart) -> Image.Image:
    """Where the printed names of a map lie, with a little room round them (mode 1)."""
    return Image.frombytes("1", chart.size, _names(chart))


@lru_cache(maxsize=8)
def _names(chart: Chart) -> bytes:
    """The same as bits, which take an eighth of the room; found in bands, which need less too."""
    wide, tall = chart.size
    sheets = sheet(chart), unlettered(chart)
    found = Image.new("1", chart.size)
    for top in range(0, tall, _BAND):
        box = (0, top - _ROOM, wide, top + _BAND + _ROOM)
        bands = (band.crop(box) for band in sheets)
        with_names, without = (Image.frombytes("L", band.size, band.tobytes()) for band in bands)
        there = ImageChops.difference(with_names, without).point([0] + [255] * 255)
        for dx, dy in ((_ROOM, 0), (-_ROOM, 0), (0, _ROOM), (0, -_ROOM)):
            there = ImageChops.lighter(there, ImageChops.offset(there, dx, dy))
        bits = there.crop((0, _ROOM, wide, _ROOM + _BAND))
        found.paste(bits.convert("1", dither=Image.Dither.NONE), (0, top))
    return found.tobytes()


_BAND = 256
_ROOM = 2
"""Pixels round a name."""
_STRIP = 16
"""Lines that are reduced at once."""


@lru_cache(maxsize=24)
def small_sheet(chart: Chart, wide: int, tall: int) -> Image.Image:
    """The whole base at another size."""
    if wide > _TINY:
        return p.resized(unlettered(chart), (wide, tall), (0, 0, *chart.size))
    return p.quantize(_reduced(chart).resize((wide, tall), Image.Resampling.LANCZOS), p.PLAIN)


@lru_cache(maxsize=8)
def _reduced(chart: Chart) -> Image.Image:
    """A base hardly larger than the largest that are made from it, which is quick; some 1 MB. It is
    made in strips, since the whole of it in colours takes 40 MB."""
    bare, by = unlettered(chart), max(1, chart.size[0] // _TINY)
    wide, tall = chart.size
    made = Image.new("RGB", (-(-wide // by), -(-tall // by)))
    for top in range(0, tall, by * _STRIP):
        band = bare.crop((0, top, wide, min(top + by * _STRIP, tall))).convert("RGB")
        made.paste(band.reduce(by), (0, top // by))
    return made


class Painter:
    """Paints a scene on `page`, whose left upper corner of the map is at `dx`, `dy`.

    Only what is near the window is painted.
    """

    def __init__(
        self, page: Image.Image, ground: Ground, scene: Scene, view: Window, at: tuple[int, int]
    ) -> None:
        self.page, self.ground, self.scene, self.view = page, ground, scene, view
        self.dx, self.dy = at[0] - view.x, at[1] - view.y
        self.at = at
        self.marks = max(0.6, ground.grain)
        self.areas = ground.chart.grid_kind == "areas"
        sides = [] if self.areas else front.front(ground.chart, scene)
        self.front = [(a, b) for a, b in sides if self._near(a)]

    def paint(self) -> None:
        self.page.paste(base_part(self.ground, self.view), self.at)
        self._layers()
        printed = [(box, self.page.crop(box)) for box in self._crossed()]
        self._rails()
        self._front()
        self._edges()
        for thread in self.scene.threads:
            if any(map(self._near, thread.cells)):
                marks.thread(self.ground, thread).paste(self.page, self.dx, self.dy)
        if not self.areas:
            self._tokens()
        for sea in self.scene.boxes:
            if sea.at is not None and self._within(at := self.ground.pixel(*sea.at)):
                self._sea_box(sea, *self._spot(at))
        self._rings()
        self._tracks()
        for arrow in self.scene.arrows:
            marks.arrow(self.ground, arrow).paste(self.page, self.dx, self.dy)
        if self.areas:  # an arrow may lead through one, and ends before it
            self._tokens()
        for box, before in printed:  # names lie over rails, arrows and lines of supply
            part = Window(box[0] - self.dx, box[1] - self.dy, before.width, before.height)
            self.page.paste(before, box, names_part(self.ground, part))
        self._carriers()
        if not self.areas and self.ground.grain >= BARE:
            self._numbers()
        covered = [*self._stacks(), *self._depots(), *self._notes()]
        if not self.areas and self.ground.grain >= BARE:
            self._plates()  # over the rings of counters
        if self.ground.grain < BARE:
            self._names(covered)
        for clash in self.scene.clashes:
            if self._near(clash.cell):
                self._clash(clash)

    def _clash(self, clash: Clash) -> None:
        """The mark of a battle at the upper edge of its cell: what is written there stays free."""
        x, y = self._centre(clash.cell)
        sprite = marks.clash(clash, self.marks)
        if self.areas:
            y += CLASH_AT * self.ground.hex_px
        else:
            y += number_at(self.ground.chart) * self.ground.hex_px
            y -= (self._number_size() + sprite.height) / 2
        sprite.paste(self.page, x, y)

    def _number_size(self) -> int:
        """Height of the letters of a hex's number, in pixels."""
        return max(8, round(self.ground.hex_px / 11))

    def _crossed(self) -> list[tuple[int, int, int, int]]:
        """Parts of the page where lines and arrows may lie on what is printed."""
        whole = (*self.at, self.at[0] + self.view.width, self.at[1] + self.view.height)
        if not lettered(self.ground, self.view):
            return []
        if self.scene.rails or self.ground.zoom > 1:
            return [whole]
        ways = [*(arrow.cells for arrow in self.scene.arrows)]
        ways += [thread.cells for thread in self.scene.threads]
        lines = [[self.ground.centre(cell) for cell in cells] for cells in ways]
        found = [self._around(line, 30 * self.marks, whole) for line in lines]
        sides = [self.ground.side(a, b) for a, b in self.front]
        found += [self._around(side, 5 * self.marks, whole) for side in sides]
        return [box for box in found if box]

    def _around(
        self, line: Sequence[Point], reach: float, whole: tuple[int, int, int, int]
    ) -> tuple[int, int, int, int] | None:
        """The part of the page where a line lies that is drawn so wide."""
        xs, ys = zip(*map(self._spot, line), strict=True)
        left, top = max(whole[0], round(min(xs) - reach)), max(whole[1], round(min(ys) - reach))
        right, bottom = min(whole[2], round(max(xs) + reach)), min(whole[3], round(max(ys) + reach))
        return (left, top, right, bottom) if left < right and top < bottom else None

    def _near(self, cell: int) -> bool:
        return self._within(self.ground.centre(cell))

    def _within(self, point: Point) -> bool:
        """Inside the window, or so near that what lies there may reach into it."""
        (x, y), reach, view = point, self.ground.hex_px, self.view
        return (
            view.x - reach < x < view.x + view.width + reach
            and view.y - reach < y < view.y + view.height + reach
        )

    def _spot(self, point: Point) -> Point:
        return point[0] + self.dx, point[1] + self.dy

    def _centre(self, cell: int) -> Point:
        return self._spot(self.ground.centre(cell))

    def _layers(self) -> None:
        """Cells under their tints; names and rivers stay readable in tones of the tint.

        Of two layers that share a cell the later one is seen.
        """
        tints = {cell: layer for layer in self.scene.layers for cell in layer.cells}
        for cell, layer in tints.items():
            if self._near(cell):
                self._tint(cell, layer)

    def _tint(self, cell: int, layer: Layer) -> None:
        corners = [self._spot(at) for at in self.ground.corners(cell, inset=1)]
        xs, ys = zip(*corners, strict=True)
        left, top = max(self.at[0], math.floor(min(xs))), max(self.at[1], math.floor(min(ys)))
        right = min(self.at[0] + self.view.width, math.ceil(max(xs)) + 1)
        bottom = min(self.at[1] + self.view.height, math.ceil(max(ys)) + 1)
        if left >= right or top >= bottom:
            return
        box = (left, top, right, bottom)
        mask = Image.new("1", (right - left, bottom - top), 0)
        ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in corners], 1)
        self.page.paste(self.page.crop(box).point(p.tinted(layer.tint)), box, mask)
        if layer.hatched:
            lines = ImageChops.logical_and(mask, stripes(*mask.size, left + top))
            self.page.paste(p.hatch(layer.tint), box, lines)

    def _edges(self) -> None:
        for plate in self.scene.plates:
            if plate.icon != "ruin" and any(map(self._near, plate.cells)):
                edge = marks.outline(self.ground, plate.cells, plate.side)
                edge.paste(self.page, *self._centre(plate.cells[0]))

    def _numbers(self) -> None:
        """The numbers of hexes once more: where the edge of a city may lie on them.

        Of a base that is drawn larger all, so that they are sharp, but for tinted hexes.
        """
        chart, unit = self.ground.chart, self.ground.hex_px
        size = self._number_size()
        crossed = {cell for plate in self.scene.plates for cell in plate.cells}
        tinted = {cell for layer in self.scene.layers for cell in layer.cells}
        others = {*range(len(chart.cells))} - tinted if self.ground.zoom > 1 else set()
        for cell in sorted(crossed | others):
            number = chart.cells[cell]
            x, y = self._centre(cell)
            y += number_at(chart) * unit
            inside = size < y - self.at[1] < self.view.height - size
            if inside and self._near(cell) and number.drawn and number.terrain != "sea":
                sprite = text_sprite(number.id, "regular", size, p.INK, p.CLEAR, 2, p.BASE)
                sprite.paste(self.page, x, y)

    def _front(self) -> None:
        """The line between the sides, under everything else that lies on the map."""
        chart = self.ground.chart
        ruled = front.ruled(chart)
        wide = [plate.cells for plate in self.scene.plates if len(plate.cells) > 1]
        near = []
        for a, b in self.front:
            city = any(a in cells and b in cells for cells in wide)
            river = frozenset((a, b)) in ruled
            dashes = front.OPEN if city else front.BROKEN if river else front.WHOLE
            line = front.strokes(self.ground, front.side_of(chart, a, b), dashes)
            near.append((self._centre(a), line))
        for layer in (0, 1):
            for at, sprites in near:
                sprites[layer].paste(self.page, *at)

    def _plates(self) -> None:
        for plate in self.scene.plates:
            if self._near(plate.cell):
                x, y = self._centre(plate.cell)
                sprite = marks.plate(plate, self.ground.grain)
                sprite.paste(self.page, x, y + plate_at(self.ground.chart) * self.ground.hex_px)

    def _rings(self) -> None:
        """Areas have their names printed: what has changed is ringed."""
        if not self.areas:
            return
        size = round(1.14 * self.ground.hex_px)
        for plate in self.scene.plates:
            if plate.lit and self._near(plate.cell):
                tracks.ring(size).paste(self.page, *self._centre(plate.cell))

    def _rails(self) -> None:
        """Sleepers where there is track at both ends of a road."""
        for a, b in self.scene.rails:
            if self._near(a) or self._near(b):
                (ax, ay), (bx, by) = self._centre(a), self._centre(b)
                sprite = tracks.rails(round(bx - ax), round(by - ay), self.ground.grain)
                sprite.paste(self.page, (ax + bx) / 2, (ay + by) / 2)

    def _carriers(self) -> None:
        """Trucks and trains on their ways, beside arrows, off names and pieces if they can be."""
        if self.ground.grain < BARE or not self.scene.carriers:
            return
        taken = [sprite.at(*at) for sprite, at in (*self._strips(), *self._counters())]
        walked = {frozenset(pair) for arrow in self.scene.arrows for pair in pairwise(arrow.cells)}
        lines: dict[frozenset[int], list[Carrier]] = {}
        for mark in self.scene.carriers:
            lines.setdefault(frozenset((mark.a, mark.b)), []).append(mark)
        for line, carriers in lines.items():
            for number, mark in enumerate(carriers):
                aside = 2 * number - len(carriers) + 1 + (line in walked)
                self._carrier(mark, aside, taken)

    def _carrier(self, mark: Carrier, aside: float, taken: list[Area]) -> None:
        sprite = tracks.carrier(mark.kind, mark.side, mark.lit, self.marks)

        def hidden(at: Point) -> float:
            here = sprite.at(*self._spot(at))
            return self._printed(at, sprite) + sum(shared(here, other) for other in taken)

        ways = tracks.on_the_way(self.ground, mark, aside)
        at = next((way for way in ways if not hidden(way)), None) or min(ways, key=hidden)
        taken.append(sprite.at(*self._spot(at)))
        if self._within(at):
            sprite.paste(self.page, *self._spot(at))

    def _printed(self, at: Point, sprite: Sprite) -> int:
        """How much of printed names a sprite would cover."""
        zoom = self.ground.zoom
        left, top, right, bottom = (round(side / zoom) for side in sprite.at(*at))
        return names(self.ground.chart).crop((left, top, right, bottom)).histogram()[255]

    def _tracks(self) -> None:
        """The signs of track beside areas."""
        dx, dy = (part * self.ground.hex_px for part in tracks.TRACK_AT)
        for depot in self.scene.depots:
            if depot.track >= 0 and self.ground.grain >= BARE and self._near(depot.cell):
                x, y = self._centre(depot.cell)
                tracks.track(depot.track, self.marks).paste(self.page, x + dx, y + dy)

    def _depots(self) -> list[Area]:
        """Stores above areas; what they cover."""
        covered = []
        for sprite, (x, y) in self._strips():
            sprite.paste(self.page, x, y)
            covered.append(sprite.at(x, y))
        return covered

    def _strips(self) -> Iterator[tuple[Sprite, Point]]:
        """The stores above areas, and where they lie: not over the edge of the map."""
        grain = self.marks * (tracks.STORES_GROWN if self.ground.grain >= BARE else 1)
        edges = self.at[0], self.at[0] + self.view.width
        for depot in self.scene.depots:
            if depot.stores and self._near(depot.cell):
                x, y = self._centre(depot.cell)
                sprite = tracks.stores(depot.stores, grain, depot.lit)
                if edges[0] < x < edges[1]:
                    half = sprite.width / 2
                    x = min(max(x, edges[0] + half), edges[1] - half)
                yield sprite, (x, y + tracks.STORES_AT * self.ground.hex_px)

    def _tokens(self) -> None:
        for token in self.scene.tokens:
            self._token(token.cells, token.text, token.side)

    def _token(self, cells: tuple[int, ...], text: str, side: int) -> None:
        if any(map(self._near, cells)):
            points = [self._centre(cell) for cell in cells]
            x = sum(x for x, _ in points) / len(points)
            y = sum(y for _, y in points) / len(points)
            grain = self.marks
            sprite = marks.token(text, side, grain) if text else marks.flag(side, grain)
            sprite.paste(self.page, x, y)

    def _stacks(self) -> list[Area]:
        """All counters; what they cover."""
        covered: list[Area] = []
        for stack in self.scene.stacks:
            if not self._near(stack.cell):
                continue
            places, rests = spots(self.ground, stack)
            for spot in places:
                x, y = self._spot((spot.x, spot.y))
                counter(spot.piece, spot.size).paste(self.page, x, y)
                half = spot.size / 2 + (RING if spot.piece.lit else 1)
                covered.append((x - half, y - half, x + half, y + half))
                if spot.piece.came >= 0 and self.ground.grain >= BARE:
                    self._triangle(stack.cell, spot)
            for rest in rests:
                more(rest.count, rest.size).paste(self.page, *self._spot((rest.x, rest.y)))
        return covered

    def _counters(self) -> Iterator[tuple[Sprite, Point]]:
        """The counters with what they carry, and where they lie."""
        for stack in self.scene.stacks:
            if self._near(stack.cell):
                for spot in spots(self.ground, stack)[0]:
                    yield counter(spot.piece, spot.size), self._spot((spot.x, spot.y))

    def _notes(self) -> list[Area]:
        """A few characters in the middle of cells, below their counters; what they cover."""
        covered: list[Area] = []
        taken = {stack.cell for stack in self.scene.stacks}
        depth = FLAT_NOTE_AT if self.ground.chart.grid_kind == "flat" else NOTE_AT
        for note in self.scene.notes:
            if self._near(note.cell):
                x, y = self._centre(note.cell)
                y += depth * self.ground.hex_px if note.cell in taken else 0
                sprite = marks.note(note, self.marks)
                sprite.paste(self.page, x, y)
                wide, tall = sprite.width / 2, sprite.height / 2
                covered.append((x - wide, y - tall, x + wide, y + tall))
        return covered

    def _triangle(self, cell: int, spot: Spot) -> None:
        """On the rim of the counter, on the side of the hex that it came from."""
        (fx, fy), (tx, ty) = self.ground.centre(spot.piece.came), self.ground.centre(cell)
        turn = math.atan2(ty - fy, tx - fx)
        half = spot.size / 2 + 5 * self.ground.grain
        dx, dy = -math.cos(turn), -math.sin(turn)
        reach = half / max(abs(dx), abs(dy))
        sprite = marks.came_from(round(math.degrees(turn)), spot.piece.side, self.ground.grain)
        sprite.paste(self.page, *self._spot((spot.x + dx * reach, spot.y + dy * reach)))

    def _sea_box(self, box: Box, x: float, y: float) -> None:
        """A box on open water: its name, its counters, its note."""
        grain = self.ground.grain
        if grain >= BARE:
            title = text_sprite(box.title, "italic", round(30 * grain), p.RIVER_EDGE, p.DEEP, 2,
                                group=p.BASE)  # fmt: skip
            title.paste(self.page, x, y - 46 * grain)
        size, gap = round(54 * self.marks), 8 * self.marks
        left = x - (len(box.pieces) - 1) / 2 * (size + gap)
        for k, piece in enumerate(box.pieces):
            counter(piece, size).paste(self.page, left + k * (size + gap), y)
        if box.note:
            note = text_sprite(box.note, "bold", round(19 * self.marks), p.RED, p.PAPER, 3)
            note.paste(self.page, x, y + 44 * self.marks)

    def _discs(self) -> Iterator[Area]:
        """The areas of a point to point map: what they cover."""
        if self.areas:
            half = RADIUS * self.ground.hex_px * 0.8
            for number in range(len(self.ground.chart.cells)):
                x, y = self._centre(number)
                yield x - half, y - half, x + half, y + half

    def _names(self, covered: list[Area]) -> None:
        """Names beside the counters of a small map: cities, then others, then armies."""
        inside = self.inside
        armies = self._shown(self._armies() if self.areas else [], inside)
        plates = [*self._shown([*self.scene.plates, *self._aside()], inside), *armies]
        places = len(plates) - len(armies)
        wanted = [self._wanted(plate, army=n >= places) for n, plate in enumerate(plates)]
        room, over_rims = Room(inside, [*covered, *self._discs()]), Room(inside, covered)
        for number, place in Naming(wanted, self.ground.hex_px, room, over_rims).places.items():
            if place.line:
                self._lead(plates[number], place.line, covered)
            self._name(plates[number], place.size).paste(self.page, *place.middle)

    @property
    def inside(self) -> Area:
        """Where the map is on the page."""
        return (*self.at, self.at[0] + self.view.width, self.at[1] + self.view.height)

    def _shown(self, plates: Iterable[Plate], inside: Area) -> list[Plate]:
        """Those of cells in this part of the map: a name led in from beyond its edge misleads."""
        left, top, right, bottom = inside
        middles = ((plate, self._centre(plate.cell)) for plate in plates)
        return [plate for plate, (x, y) in middles if left < x < right and top < y < bottom]

    def _wanted(self, plate: Plate, *, army: bool) -> Wanted:
        meant = 2 if army else 0 if plate.lit or plate.icon != "place" else 1
        own, reach = self._centre(plate.cell), 3 * self.ground.hex_px
        near = [at for at in self._middles if 1 < math.dist(at, own) < reach]

        def measure(size: int) -> Point:
            return _ink(self._name(plate, size))

        return Wanted(own, measure, len(SIZES) - 1, meant, tuple(near))

    @cached_property
    def _middles(self) -> list[Point]:
        """Of the cells that a name might be taken for."""
        cells = (
            range(len(self.ground.chart.cells))
            if self.areas
            else {plate.cell for plate in self.scene.plates}
        )
        return [self._centre(cell) for cell in cells]

    def _lead(self, plate: Plate, line: tuple[Point, Point], covered: list[Area]) -> None:
        """A line from a cell to its name, under what lies on the way."""
        (ax, ay), (bx, by) = line
        way = min(ax, bx) - 2, min(ay, by) - 2, max(ax, bx) + 2, max(ay, by) + 2
        over = [
            (round(a), round(b), round(c), round(d))
            for a, b, c, d in covered
            if shared((a, b, c, d), way)
        ]
        before = [(box, self.page.crop(box)) for box in over]
        draw = ImageDraw.Draw(self.page)
        for ink, wide in ((p.PAPER, 4), (_side_ink(plate), 2)):
            draw.line([ax, ay, bx, by], p.nearest(ink), wide)
        for box, part in before:
            self.page.paste(part, box)

    def _aside(self) -> list[Plate]:
        """Names of the boxes beside the map and of the seas that fleets go to."""
        cells = enumerate(self.ground.chart.cells)
        return [
            Plate(number, cell.note, -1, "place", ())
            for number, cell in cells
            if cell.terrain in ("box", "sea") and cell.note
        ]

    def _armies(self) -> list[Plate]:
        """Names of the units on a map so small that its counters bear none."""
        return [
            Plate(stack.cell, piece.label, piece.side, "place", ())
            for stack in self.scene.stacks
            for piece in stack.big
            if piece.label
        ]

    def _name(self, plate: Plate, size: int) -> Sprite:
        """A name in the colour of whoever holds the place."""
        return text_sprite(plate.text, "bold", SIZES[size], _side_ink(plate), p.PAPER, 2)


def _side_ink(plate: Plate) -> p.Rgb:
    return p.PALE_DARK if plate.icon == "ruin" or plate.side < 0 else p.SIDE_DARK[plate.side]


SIZES = (22, 16, 13)
"""Heights of names on a small map: of cities, of other places, of armies; less for want of room."""


def _ink(sprite: Sprite) -> Point:
    """Width and height of what a name covers round its middle."""
    left, top, right, bottom = sprite.mask.getbbox() or (0, 0, 0, 0)
    return (
        2.0 * max(-(sprite.dx + left), sprite.dx + right),
        2.0 * max(-(sprite.dy + top), sprite.dy + bottom),
    )
