"""Draw the 34 tile faces and write the sprite files of ``static/tiles`` (standard library only).

Run ``python docs/art/build_tiles.py`` after a change here or in ``glyph_paths.json``; the output is committed.
A sprite is a grid of 9 x 4 cells of 60 x 80 units: rows 万, 筒, 条, honours (1z..7z, then the seal of a won tile
and the pattern of the back). Two levels of detail (``faces``, ``faces-small``), each in two ink sets.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
OUT = HERE.parent.parent / "static" / "tiles"
CELL_W, CELL_H, COLUMNS, ROWS = 60, 80, 9, 4
GLYPHS = json.loads((HERE / "glyph_paths.json").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Inks:
    """One set of inks: ``(dark, light)`` ends of the carved gradient of each colour."""

    ink: tuple[str, str]
    red: tuple[str, str]
    green: tuple[str, str]
    blue: tuple[str, str]
    ivory: str

    def flat(self, name: str) -> str:
        """Return the plain colour used where a gradient would be too fine to see."""
        return str(getattr(self, name)[0])


NORMAL = Inks(
    ink=("#1d2b4a", "#2b3d63"),
    red=("#b2301f", "#c8432d"),
    green=("#1f6b45", "#2a7f54"),
    blue=("#24508f", "#3564a9"),
    ivory="#fbf5e4",
)
CONTRAST = Inks(
    ink=("#070d1c", "#070d1c"),
    red=("#c81e0a", "#c81e0a"),
    green=("#003d24", "#003d24"),
    blue=("#0b3fc4", "#0b3fc4"),
    ivory="#fffefa",
)


def n(value: float) -> str:
    """Format a coordinate: two decimals at most, no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-0.", "-.") or "0"


class Sprite:
    """Collects shared shapes and the faces of one sprite file."""

    def __init__(self, inks: Inks, *, small: bool) -> None:
        self.inks = inks
        self.small = small
        self.defs: dict[str, str] = {}

    def paint(self, name: str) -> str:
        """Return the fill of an ink: a carved gradient, or flat in the small set."""
        return self.inks.flat(name) if self.small else f"url(#{name})"

    def share(self, key: str, markup: str) -> str:
        """Register a shape once and return its id."""
        self.defs.setdefault(key, f'<g id="{key}">{markup}</g>')
        return key

    # -- brush and seal characters -------------------------------------------------------------------------

    def char(self, char: str, ink: str, box: tuple[float, float, float, float], weight: float) -> str:
        """Draw a character into ``box`` (centre x, centre y, width, height), thickened by ``weight`` units."""
        glyph = GLYPHS["yuji"][char]
        x0, y0, x1, y1 = glyph["box"]
        cx, cy, width, height = box
        scale = min((width - weight) / (x1 - x0), (height - weight) / (y1 - y0))
        tx, ty = cx - scale * (x0 + x1) / 2, cy - scale * (y0 + y1) / 2
        key = f"c{ord(char):x}"
        self.defs.setdefault(key, f'<path id="{key}" d="{glyph["d"]}"/>')
        place = f'transform="matrix({scale:.4f} 0 0 {scale:.4f} {n(tx)} {n(ty)})"'
        stroke = n(weight / scale)
        paint = self.paint(ink)
        mark = f'<use href="#{key}" {place} fill="{paint}" stroke="{self.inks.flat(ink)}" stroke-width="{stroke}"/>'
        return self.carved(f'<use href="#{key}" {place} stroke-width="{stroke}"/>', 0.7) + mark

    def carved(self, shape: str, depth: float) -> str:
        """Return the lit lower-right lip of a cut: the shape in white, moved away from the light."""
        if self.small:
            return ""
        return f'<g fill="#fff" stroke="#fff" stroke-linejoin="round" transform="translate({depth} {depth})">{shape}</g>'

    # -- 筒 ------------------------------------------------------------------------------------------------

    def ring(self, cx: float, cy: float, r: float, ink: str, heart: str) -> str:
        """Draw one coin of 筒: fill is the ring's ink, ``color`` the ink of its heart."""
        rich = r > 9.7 and not self.small
        key = self.share("ringrich" if rich else "ring", self._ring_rich() if rich else self._ring_plain())
        return (
            f'<use href="#{key}" transform="translate({n(cx)} {n(cy)}) scale({n(r / 10)})"'
            f' fill="{self.paint(ink)}" color="{self.inks.flat(heart)}"/>'
        )

    def _ring_plain(self) -> str:
        if self.small:
            return f'{annulus(10, 6.1)}<circle r="3.3" fill="currentColor"/>'
        lip = self.carved(annulus(10, 7.2), 0.7)
        return f'{lip}{annulus(10, 7.2)}{annulus(5.7, 4.7)}<circle r="3" fill="currentColor"/>'

    def _ring_rich(self) -> str:
        petals = petal_wreath(8, 5.2, 1.2, 1.85)
        lip = self.carved(annulus(10, 7.9) + petals, 0.45)
        heart = f'<circle r="2.5" fill="currentColor"/><circle r=".8" fill="{self.inks.ivory}"/>'
        return f"{lip}{annulus(10, 7.9)}{petals}{heart}"

    def great_ring(self) -> str:
        """Draw 一筒: one ornate coin."""
        green, blue, red = self.paint("green"), self.paint("blue"), self.paint("red")
        if self.small:
            inner = f'<g fill="{green}">{annulus(24.5, 18.5)}</g><g fill="{blue}">{petal_wreath(8, 12.7, 2.5, 3.4)}</g>'
            return f'<g transform="translate(30 40)">{inner}<circle r="6" fill="{red}"/></g>'
        pearls = dot_wreath(28, 18.55, 0.95)
        wreath = petal_wreath(12, 10.6, 1.75, 2.9)
        lip = self.carved(annulus(24.5, 20.7) + annulus(16.2, 14.8) + wreath, 0.7)
        flower = petal_wreath(6, 2.9, 1.15, 1.75)
        return (
            f'<g transform="translate(30 40)">{lip}<g fill="{green}">{annulus(24.5, 20.7)}{wreath}</g>'
            f'<g fill="{red}">{pearls}<circle r="6.3"/></g><g fill="{blue}">{annulus(16.2, 14.8)}</g>'
            f'<g fill="{self.inks.ivory}">{flower}</g><circle r="1.2" fill="{self.inks.ivory}"/></g>'
        )

    # -- 条 ------------------------------------------------------------------------------------------------

    def stick(self, cx: float, cy: float, length: float, width: float, ink: str, angle: float = 0) -> str:
        """Draw one bamboo stick of two joints."""
        key = self.share(f"st{n(length)}x{n(width)}".replace(".", "_"), self._stick(length, width))
        turn = f" rotate({n(angle)})" if angle else ""
        return (
            f'<use href="#{key}" transform="translate({n(cx)} {n(cy)}){turn}" fill="{self.paint(ink)}"'
            f' color="{getattr(self.inks, ink)[1]}"/>'
        )

    def _stick(self, length: float, width: float) -> str:
        half, node, waist = length / 2, width / 2, width * (0.40 if self.small else 0.36)
        cap = width * 0.2
        joint = [stem(-half + cap, 0, node * 0.84, waist), stem(0, half - cap, node * 0.84, waist)]
        rings = [knot(y, node, cap) for y in (-half + cap, 0, half - cap)]
        body = f'<path d="{"".join(joint + rings)}"/>'
        ivory = self.inks.ivory
        if self.small and length < 25:
            return body
        if self.small:
            return f'{body}<path d="M{n(-node)} 0H{n(node)}" stroke="{ivory}" stroke-width="1.3" stroke-opacity=".8"/>'
        gleam = "".join(
            f"M{n(-waist * 0.34)} {n(a)}V{n(b)}"
            for a, b in ((-half + cap * 2.9, -cap * 2.4), (cap * 2.4, half - cap * 2.9))
        )
        seams = "".join(f"M{n(-node * 0.5)} {n(y)}H{n(node * 0.5)}" for y in (-half + cap, 0, half - cap))
        return (
            self.carved(body, 0.6)
            + body
            + f'<path d="{gleam}" stroke="{ivory}" stroke-opacity=".75" stroke-width="{n(width * 0.13)}"'
            + ' stroke-linecap="round"/>'
            + f'<path d="{seams}" stroke="{ivory}" stroke-opacity=".6" stroke-width="{n(width * 0.09)}"'
            + ' stroke-linecap="round"/>'
        )


def annulus(outer: float, inner: float) -> str:
    """Return a ring as one path with a hole."""
    circle = "M{0} 0A{1} {1} 0 1 {2} {3} 0A{1} {1} 0 1 {2} {0} 0Z"
    return f'<path d="{circle.format(n(outer), n(outer), 1, n(-outer))}{circle.format(n(inner), n(inner), 0, n(-inner))}"/>'


def petal_wreath(count: int, radius: float, across: float, along: float) -> str:
    """Return ``count`` pointed petals around the origin, each ``2*across`` wide and ``2*along`` long."""
    path = ""
    for index in range(count):
        angle = 2 * math.pi * index / count
        sin, cos = math.sin(angle), math.cos(angle)

        def at(side: float, out: float, sin: float = sin, cos: float = cos) -> str:
            return f"{n(side * cos + out * sin)} {n(side * sin - out * cos)}"

        tip, root = radius + along, radius - along
        path += f"M{at(0, root)}Q{at(across * 2.1, radius + along * 0.25)} {at(0, tip)}"
        path += f"Q{at(-across * 2.1, radius + along * 0.25)} {at(0, root)}Z"
    return f'<path d="{path}"/>'


def dot_wreath(count: int, radius: float, dot: float) -> str:
    """Return ``count`` small dots around the origin as one path."""
    path = ""
    for index in range(count):
        angle = 2 * math.pi * index / count
        x, y = radius * math.sin(angle), -radius * math.cos(angle)
        path += f"M{n(x - dot)} {n(y)}a{n(dot)} {n(dot)} 0 1 1 {n(2 * dot)} 0a{n(dot)} {n(dot)} 0 1 1 {n(-2 * dot)} 0Z"
    return f'<path d="{path}"/>'


def stem(top: float, bottom: float, end: float, waist: float) -> str:
    """Return one length of bamboo between two knots, slimmer in the middle."""
    mid = (top + bottom) / 2
    pull = 2 * waist - end  # control point that makes the curve pass the waist
    return (
        f"M{n(-end)} {n(top)}H{n(end)}Q{n(pull)} {n(mid)} {n(end)} {n(bottom)}"
        f"H{n(-end)}Q{n(-pull)} {n(mid)} {n(-end)} {n(top)}Z"
    )


def knot(y: float, node: float, cap: float) -> str:
    """Return the bulging knot of a stick, a lozenge with round ends."""
    return (
        f"M{n(-node + cap)} {n(y - cap)}H{n(node - cap)}a{n(cap)} {n(cap)} 0 0 1 0 {n(2 * cap)}"
        f"H{n(-node + cap)}a{n(cap)} {n(cap)} 0 0 1 0 {n(-2 * cap)}Z"
    )


# -- faces --------------------------------------------------------------------------------------------------

G, B, R = "green", "blue", "red"


def wan(sprite: Sprite, rank: int) -> str:
    """Draw one 万: the numeral in ink over 萬 in cinnabar."""
    digit = "一二三四五六七八九"[rank - 1]
    if sprite.small:
        top = sprite.char(digit, "ink", (30, 21, 47, 33), 3.3)
        return top + sprite.char("萬", "red", (30, 58, 47, 40), 1.5)
    return sprite.char(digit, "ink", (30, 22.5, 41, 30), 1.9) + sprite.char(
        "萬", "red", (30, 57, 41, 36), 1.3
    )


def tong_rows(rank: int, *, small: bool) -> list[tuple[float, float, float, str, str]]:
    """Return ``(x, y, radius, ring ink, heart ink)`` of each coin of 二筒 to 九筒."""
    s = 1.0 if small else 0.0
    layouts: dict[int, list[tuple[float, float, float, str, str]]] = {
        2: [(30, 22, 14.5 + s, G, R), (30, 58, 14.5 + s, B, R)],
        3: [(15.5, 17, 11 + s, B, R), (30, 40, 11 + s, R, G), (44.5, 63, 11 + s, G, R)],
        4: [(x, y, 11.2 + s, i, R) for x, y, i in ((17, 20, B), (43, 20, G), (17, 60, G), (43, 60, B))],
        5: [
            (x, y, 10.6 + s * 0.6, i, R)
            for x, y, i in ((15.8, 17, B), (44.2, 17, G), (15.8, 63, G), (44.2, 63, B))
        ]
        + [(30, 40, 10.6 + s * 0.6, R, G)],
        6: [(x, 15.5, 10 + s * 0.3, G, R) for x in (18.5, 41.5)]
        + [(x, y, 10 + s * 0.3, R, G) for y in (42.5, 64.5) for x in (18.5, 41.5)],
        7: [(x, y, 7.7 + s * 0.7, G, R) for x, y in ((12.5, 11.5), (30, 18), (47.5, 24.5))]
        + [(x, y, 9 + s * 0.4, R, G) for y in (46, 66.2) for x in (19.5, 40.5)],
        8: [(x, y, 8.3 + s * 0.3, B, B) for y in (12.5, 30.8, 49.2, 67.5) for x in (19, 41)],
        9: [
            (x, y, 8 + s * 0.2, i, h)
            for y, i, h in ((15, G, R), (40, R, G), (65, B, R))
            for x in (12.2, 30, 47.8)
        ],
    }
    return layouts[rank]


def tong(sprite: Sprite, rank: int) -> str:
    """Draw one 筒."""
    if rank == 1:
        return sprite.great_ring()
    coins = tong_rows(rank, small=sprite.small)
    return "".join(sprite.ring(*coin) for coin in coins)


def tiao(sprite: Sprite, rank: int) -> str:
    """Draw one 条; 一条 is the bird."""
    if rank == 1:
        return f'<g transform="translate(2.6 2.2) scale(.95)">{bird(sprite)}</g>'
    w = 11 if sprite.small else 10.2
    if rank == 8:
        return eight_tiao(sprite, w)
    if rank == 2:
        w += 2
    long, short = 31.0, 20.4 if sprite.small else 21.6
    layouts: dict[int, list[tuple[float, float, float, str]]] = {
        2: [(30, 22, long, G), (30, 58, long, B)],
        3: [(30, 22, long, B), (17.5, 58, long, G), (42.5, 58, long, G)],
        4: [(17.5, 22, long, B), (42.5, 22, long, G), (17.5, 58, long, G), (42.5, 58, long, B)],
        5: [(14, 22, long, G), (46, 22, long, B), (14, 58, long, B), (46, 58, long, G), (30, 40, long, R)],
        6: [(x, y, long, i) for y, i in ((22, G), (58, B)) for x in (13.5, 30, 46.5)],
        7: [(30, 14.6, short, R)]
        + [(x, y, short, i) for y, i in ((40, G), (65.4, B)) for x in (13.5, 30, 46.5)],
        9: [(x, y, short, i) for x, i in ((13.5, G), (30, R), (46.5, B)) for y in (14.6, 40, 65.4)],
    }
    return "".join(sprite.stick(x, y, length, w, ink) for x, y, length, ink in layouts[rank])


def eight_tiao(sprite: Sprite, w: float) -> str:
    """Draw 八条: four sticks as an M in green over four as a W in blue."""
    w *= 0.8
    length, lean, off = 31.0, 27, 8.3
    parts = []
    for y, ink, sign in ((22, G, 1), (58, B, -1)):
        parts += [sprite.stick(x, y, length, w, ink) for x in (8.4, 51.6)]
        parts += [sprite.stick(30 + side * off, y, length, w, ink, side * sign * lean) for side in (-1, 1)]
    return "".join(parts)


PLUMES = (  # tail feathers from the outermost inwards: ink, blade, vein, eye
    (
        G,
        "M20.6 37.6C11.8 41.4 5.2 51 3.9 63.2C3.3 69 5.2 73 8.9 72.8C12.7 72.6 13.5 68.8 12.8 65.4"
        "C11.9 59.6 15.8 52.2 23.2 47.4Z",
        "M19.4 41.6C13 46 9 54 8.4 62.2",
        (8.5, 67.6),
    ),
    (
        R,
        "M19.8 42.4C14.6 51 13.4 61 15.3 70.2C16.5 75.4 19.9 77.8 23 76.2C26 74.6 25.4 70.8 23.9 67.8"
        "C21.4 62 22.4 55 27.8 49.6Z",
        "M21.4 49C18.6 54.6 17.8 60.4 18.9 66.4",
        (20.2, 71.4),
    ),
    (
        B,
        "M23.2 47.4C21.4 54.8 22.8 62.6 26.6 68.8C28.8 72.2 32.2 72.8 33.8 70.4C35 68.4 33.6 66.2 32 64.2"
        "C28.8 60.2 28.4 55.4 31.4 50.2Z",
        "M26.2 52.6C25.4 57.4 26.2 61.4 28.2 64.8",
        (30.2, 68.2),
    ),
)
BIRD_BODY = (
    "M46 13.4C45.6 9.4 42.2 6.8 38.6 7.6C34.8 8.5 33.5 11.9 34.4 15.6C35.2 19.2 34.4 22.2 31.4 25.2"
    "C26.6 30 20.6 33.2 18.4 39.4C17.1 43.2 17.3 46.4 18.6 48.6C22.6 53.4 32.8 53 38.6 47.2"
    "C44 41.6 44.8 34.2 41.8 28.4C40.2 25.2 40.4 22.4 42.6 19.6C44.8 17.7 46.2 15.8 46 13.4Z"
)
BIRD_WING = "M35.6 28.8C28 30.2 20.6 36.8 16.6 47.8C25.6 49 33.8 45 37.2 38.6C39.2 34.8 38.6 30.8 35.6 28.8Z"
BIRD_BEAK = "M45.2 10.8L52.6 14.8C50.4 16.4 47.8 17.2 45 17Z"
BIRD_CREST = (
    "M38 8.2C36 5.6 33.4 4.6 30.4 5.2M39.6 7.8C38.9 5.2 37.2 3.3 34.8 2.6M41.4 7.8C41.6 5.6 41 3.8 39.6 2.4"
)
BIRD_LEGS = (
    "M34.4 50.6L37.4 66.6M37.4 66.6L35.8 70.8M37.4 66.6L42.6 69.8"
    "M39.8 46.6L44.6 61.2M44.6 61.2L42.4 65M44.6 61.2L50 63.6"
)


def bird(sprite: Sprite) -> str:
    """Draw 一条: a crested, long-tailed bird at rest, head high and tail sweeping down."""
    green, blue, red, ivory = sprite.paint(G), sprite.paint(B), sprite.paint(R), sprite.inks.ivory
    bold = sprite.small
    line = f'fill="none" stroke-linecap="round" stroke-linejoin="round" stroke="{sprite.inks.flat(R)}"'
    legs = f'<path d="{BIRD_LEGS}" {line} stroke-width="{2.6 if bold else 1.7}"/>'
    crest = f'<path d="{BIRD_CREST}" {line} stroke-width="{2 if bold else 1.2}"/>'
    tail = "".join(
        f'<path d="{blade}" fill="{sprite.paint(ink)}" stroke="{ivory}" stroke-width="{1.6 if bold else 0.8}"/>'
        for ink, blade, _, _ in PLUMES
    )
    body = f'<path d="{BIRD_BODY}" fill="{green}"/><path d="{BIRD_BEAK}" fill="{red}"/>'
    wing = f'<path d="{BIRD_WING}" fill="{blue}" stroke="{ivory}" stroke-width="{2.2 if bold else 1.2}"/>'
    eye = f'<circle cx="41.3" cy="12.5" r="{2.3 if bold else 2}" fill="{ivory}"/>'
    if bold:
        return legs + crest + tail + body + wing + eye
    shape = f'<path d="{BIRD_BODY}{BIRD_BEAK}{"".join(plume[1] for plume in PLUMES)}"/>'
    return sprite.carved(shape, 0.7) + legs + crest + tail + body + wing + eye + bird_engraving(sprite)


def bird_engraving(sprite: Sprite) -> str:
    """Draw the fine lines of the bird that only the large set shows."""
    ivory = sprite.inks.ivory
    fine = f'fill="none" stroke="{ivory}" stroke-linecap="round"'
    veins = "".join(f'<path d="{vein}" {fine} stroke-width="1"/>' for _, _, vein, _ in PLUMES)
    eyes = "".join(
        f'<circle cx="{x}" cy="{y}" r="2.2" fill="{ivory}"/><circle cx="{x}" cy="{y}" r="1.2" fill="{sprite.inks.flat("ink")}"/>'
        for _, _, _, (x, y) in PLUMES
    )
    feathers = (
        '<path d="M35 32.6C31 34.6 26.6 39 23.8 44.8M35.8 36.2C33 38 30 41 28.2 44.2M30.6 32.4C27 35 23.2 39.4 20.6 44.8"'
        f' {fine} stroke-width=".9"/>'
        f'<path d="M40 31.6q1.8.8 2.4 2.6M40.6 36q1.6.8 2.2 2.4M39.4 40.6q1.5.5 2.2 1.9" {fine} stroke-width=".9"/>'
        f'<path d="M34.4 21.4Q37.6 23.6 41 22" fill="none" stroke="{ivory}" stroke-width="1.4"/>'
    )
    tips = "".join(
        f'<circle cx="{x}" cy="{y}" r="1.35" fill="{sprite.inks.flat(R)}"/>'
        for x, y in ((30, 5.2), (34.5, 2.5), (39.3, 2.2))
    )
    return (
        veins
        + eyes
        + feathers
        + tips
        + f'<circle cx="41.6" cy="12.6" r="1.05" fill="{sprite.inks.flat("ink")}"/>'
    )


def honour(sprite: Sprite, rank: int) -> str:
    """Draw 东南西北白发中 in the traditional characters, cut deep like a seal."""
    if rank == 5:
        return white_frame(sprite)
    char, ink = {
        1: ("東", "ink"),
        2: ("南", "ink"),
        3: ("西", "ink"),
        4: ("北", "ink"),
        6: ("發", G),
        7: ("中", R),
    }[rank]
    weight = 1.5 if char == "發" else 2.4  # its strokes lie close together
    return sprite.char(char, ink, (30, 40, 50, 58), weight if sprite.small else weight - 0.5)


def white_frame(sprite: Sprite) -> str:
    """Draw 白: an empty blue frame."""
    blue = sprite.paint("blue")
    if sprite.small:
        return f'<rect x="10" y="12" width="40" height="56" rx="3" fill="none" stroke="{blue}" stroke-width="6.5"/>'
    frame = (
        '<rect x="10" y="11" width="40" height="58" rx="3.5" fill="none" stroke-width="4"/>'
        '<rect x="15.5" y="16.5" width="29" height="47" rx="1" fill="none" stroke-width="1.3"/>'
    )
    return sprite.carved(frame, 0.7) + f'<g stroke="{blue}">{frame}</g>'


def seal(sprite: Sprite) -> str:
    """Draw the seal 胡 that marks a winning tile (a 60 x 60 stamp in the upper part of the cell)."""
    glyph = GLYPHS["brush"]["胡"]
    x0, y0, x1, y1 = glyph["box"]
    scale = 44 / max(x1 - x0, y1 - y0)
    place = (
        f"matrix({scale:.4f} 0 0 {scale:.4f} {n(30 - scale * (x0 + x1) / 2)} {n(30 - scale * (y0 + y1) / 2)})"
    )
    red, ivory = sprite.inks.flat(R), sprite.inks.ivory
    return (
        f'<path d="M11 4.5L30 3.6L50 4.2Q56 5 56.2 11L55.6 30L56.4 49Q55.8 55.6 49 56.2L30 55.8L11 56.4Q4.6 55.8 4 49L4.4 30'
        f'L3.8 11Q4.4 5 11 4.5Z" fill="{red}" stroke="{ivory}" stroke-width="3"/>'
        f'<path d="{glyph["d"]}" transform="{place}" fill="{ivory}" stroke="{ivory}" stroke-width="{n(1.6 / scale)}"/>'
    )


def back(sprite: Sprite) -> str:
    """Draw the quiet pattern of the back: rows of hills inside a fine frame, light lines on celadon."""
    line = "#2f7d61" if sprite.inks is CONTRAST else "#d3efe1"
    width = 2 if sprite.small else 1.1
    step, hills = (14, 2) if sprite.small else (10.5, 3)
    path = ""
    for row in range(int(66 / (step * 0.6)) + 1):
        y, x = 9 + row * step * 0.6 + step * 0.3, 9 - step * (1 - row % 2 / 2)
        while x < 51:
            for hill in range(hills):
                r = step / 2 - hill * step / 2 / hills
                path += f"M{n(x + step / 2 - r)} {n(y)}a{n(r)} {n(r)} 0 0 1 {n(2 * r)} 0"
            x += step
    return (
        '<clipPath id="pane"><rect x="8.6" y="9.6" width="42.8" height="60.8" rx="2.5"/></clipPath>'
        f'<g fill="none" stroke="{line}" stroke-width="{width}" stroke-opacity=".62">'
        f'<rect x="6" y="7" width="48" height="66" rx="4.5"/><path clip-path="url(#pane)" d="{path}"/></g>'
    )


def gradients(inks: Inks) -> str:
    """Return the carved gradients: deep at the upper left, where the cut lies in shadow."""
    stops = ""
    for name in ("ink", "red", "green", "blue"):
        dark, light = getattr(inks, name)
        stops += (
            f'<linearGradient id="{name}" x2="1" y2="1"><stop stop-color="{dark}"/>'
            f'<stop offset="1" stop-color="{light}"/></linearGradient>'
        )
    return stops


def build(inks: Inks, *, small: bool) -> str:
    """Return the markup of one sprite file."""
    sprite = Sprite(inks, small=small)
    cells = []
    for row, (suit, draw, count) in enumerate(
        (("m", wan, 9), ("p", tong, 9), ("s", tiao, 9), ("z", honour, 7))
    ):
        for rank in range(1, count + 1):
            x, y = (rank - 1) * CELL_W, row * CELL_H
            cells.append(f'<g id="t{rank}{suit}" transform="translate({x} {y})">{draw(sprite, rank)}</g>')
    for column, (name, draw_mark) in enumerate((("seal", seal), ("tb", back)), start=7):
        place = f"translate({column * CELL_W} {3 * CELL_H})"
        cells.append(f'<g id="{name}" transform="{place}">{draw_mark(sprite)}</g>')
    shades = "" if small else gradients(inks)
    width, height = CELL_W * COLUMNS, CELL_H * ROWS
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f"<defs>{shades}{''.join(sprite.defs.values())}</defs>\n" + "\n".join(cells) + "\n</svg>\n"
    )


def main() -> None:
    """Write the four sprites."""
    OUT.mkdir(parents=True, exist_ok=True)
    for suffix, inks in (("", NORMAL), ("-contrast", CONTRAST)):
        (OUT / f"faces{suffix}.svg").write_text(build(inks, small=False), encoding="utf-8")
        (OUT / f"faces-small{suffix}.svg").write_text(build(inks, small=True), encoding="utf-8")


if __name__ == "__main__":
    main()
