"""Draw the 48 card faces of 关牌 and their back, and write the sprites of ``static/cards`` (standard library only).

Run ``python docs/art/build_cards.py`` after a change; the output is committed. A sprite is a grid of 13 x 5 cells of
100 x 140 units: ranks 3 4 … K A 2 from left to right, suits ♠ ♥ ♣ ♦ from top to bottom, the back first in the fifth row.
Two levels of detail (``faces``, ``faces-small``: for cards under 64 px), each in two and in four inks.
Figures and indices are drawn here by strokes; no font is involved. J, Q and K wear masks of 川剧.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

OUT = Path(__file__).parent.parent.parent / "static" / "cards"
CELL_W, CELL_H = 100, 140
RANKS = "3456789TJQKA2"
SUITS = "SHCD"

TWO_INKS: Mapping[str, str] = {"S": "#1d2b4a", "H": "#b2301f", "C": "#1d2b4a", "D": "#b2301f"}
FOUR_INKS: Mapping[str, str] = {"S": "#1d2b4a", "H": "#b2301f", "C": "#1f6b45", "D": "#24508f"}

# Strokes in a box of 20 x 28.
DIGITS: Mapping[str, str] = {
    "2": "M2.8 8.2A7.2 7.2 0 0 1 17.2 8.6C17.2 14 9.5 18 2.6 26H18",
    "3": "M3 2.5H17L9.4 11.2C14.6 11.2 18 14.6 18 18.6C18 23 14.4 26 10 26C6.6 26 3.8 24.4 2.4 21.6",
    "4": "M14 26.5V2.5L2 19H19",
    "5": "M16.6 2.5H5.2L4.2 13C5.8 11.6 7.8 10.8 10 10.8C14.6 10.8 18 14 18 18.4C18 22.8 14.6 26 10 26C6.8 26 4 24.6 2.4 22",
    "6": "M15.4 2.6C8 6.4 2.6 12.4 2.6 18.6A7.5 7.5 0 1 0 17.6 18.6A7.4 7.4 0 0 0 3.4 16",
    "7": "M2.2 2.5H18C12.4 10 9.2 18 8 26.5",
    "8": "M10 13A5.6 5.3 0 1 1 10.01 13A7.4 6.6 0 1 1 10 13",
    "9": "M4.6 25.9C12 22.1 17.4 16.1 17.4 9.9A7.5 7.5 0 1 0 2.4 9.9A7.4 7.4 0 0 0 16.6 12.5",
    "T": "M1.2 6L4.4 2.8V26.5M14.6 2.6C18 2.6 19.6 7.6 19.6 14.4C19.6 21.2 18 26.2 14.6 26.2C11.2 26.2 9.6 21.2 9.6 14.4C9.6 7.6 11.2 2.6 14.6 2.6Z",
    "J": "M8 2.5H17.5M13.6 2.5V19A5.9 6.8 0 0 1 2 20.4",
    "Q": "M10 2.4C15 2.4 18 7.4 18 14S15 25.6 10 25.6S2 20.6 2 14S5 2.4 10 2.4ZM11.5 19.5L18.4 27",
    "K": "M3.4 2.5V26.5M17.6 2.5L3.8 16.4M9 11.4L18.6 26.5",
    "A": "M1.6 26.5L10 2.4L18.4 26.5M4.8 18.4H15.2",
}

# Filled, in a box of 20 x 20.
PIPS: Mapping[str, str] = {
    "S": "M10 .6C11.8 4.8 19 8.2 19 13A4.3 4.3 0 0 1 11.2 15.2C11.3 17 12.3 18.6 14.4 19.4H5.6C7.7 18.6 8.7 17 8.8 15.2A4.3 4.3 0 0 1 1 13C1 8.2 8.2 4.8 10 .6Z",
    "H": "M10 19C4.8 14.6 .9 11 .9 6.6A4.9 4.9 0 0 1 10 4.6A4.9 4.9 0 0 1 19.1 6.6C19.1 11 15.2 14.6 10 19Z",
    "C": "M10 .8A4.4 4.4 0 0 1 13.5 7.9A4.5 4.5 0 1 1 11.1 14.2C11.2 16.6 12.2 18.5 14.4 19.3H5.6C7.8 18.5 8.8 16.6 8.9 14.2A4.5 4.5 0 1 1 6.5 7.9A4.4 4.4 0 0 1 10 .8Z",
    "D": "M10 .3C11.8 4.6 14.6 7.6 18 10C14.6 12.4 11.8 15.4 10 19.7C8.2 15.4 5.4 12.4 2 10C5.4 7.6 8.2 4.6 10 .3Z",
}

_L, _M, _R = 44, 64, 84  # columns of the pips, right of the index
_ROWS = {"3": ((_M, 30), (_M, 70), (_M, 110)),
    "4": ((_L, 38), (_R, 38), (_L, 102), (_R, 102)),
    "5": ((_L, 36), (_R, 36), (_M, 70), (_L, 104), (_R, 104)),
    "6": ((_L, 32), (_R, 32), (_L, 70), (_R, 70), (_L, 108), (_R, 108)),
    "7": ((_L, 32), (_R, 32), (_M, 51), (_L, 70), (_R, 70), (_L, 108), (_R, 108)),
    "8": ((_L, 32), (_R, 32), (_M, 51), (_L, 70), (_R, 70), (_M, 89), (_L, 108), (_R, 108)),
    "9": ((_L, 28), (_R, 28), (_L, 56), (_R, 56), (_M, 70), (_L, 84), (_R, 84), (_L, 112), (_R, 112)),
    "T": ((_L, 28), (_R, 28), (_M, 42), (_L, 56), (_R, 56), (_L, 84), (_R, 84), (_M, 98), (_L, 112), (_R, 112)),}  # fmt: skip


def n(value: float) -> str:
    """Format a coordinate: two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def pip(suit: str, x: float, y: float, size: float, *, turned: bool = False) -> str:
    """Draw a suit centred on a point; those of the lower half stand on their heads."""
    scale = size / 20
    turn = "" if not turned else "rotate(180)"
    return f'<use href="#{suit}" transform="translate({n(x)} {n(y)}){turn}scale({n(scale)})"/>'


def index(rank: str, suit: str, ink: str, *, small: bool) -> str:
    """Draw rank and suit into the upper left corner, large enough to be read where cards overlap."""
    scale, stroke = (1.36, 4.5) if small else (1.06, 3.9)
    mark = 25 if small else 19
    left = 4.5
    strokes = (
        f'<path d="{DIGITS[rank]}" transform="translate({left} 6)scale({n(scale)})" fill="none" stroke="{ink}" '
        f'stroke-width="{stroke}" stroke-linecap="round" stroke-linejoin="round"/>'
    )
    middle = left + 10 * scale
    return strokes + pip(suit, middle, 6 + 28 * scale + 5 + mark / 2, mark)


def body(rank: str, suit: str, ink: str, *, small: bool) -> str:
    """Draw what stands right of the index."""
    if rank in "JQK":
        return mask(rank, ink, small=small)
    if small and rank != "2":
        return pip(suit, 66, 98, 52)
    if rank == "A":
        return ace(suit)
    if rank == "2":
        return f'<g transform="{"translate(7 27)" if small else "translate(4 4)"}">{two(suit)}</g>'
    return "".join(pip(suit, x, y, 17 if rank in "9T" else 19, turned=y > 70) for x, y in _ROWS[rank])


def ace(suit: str) -> str:
    """Draw one great pip inside a wreath of cloud scrolls."""
    scrolls = "".join(
        f'<path d="M63 44c5 0 7 3 7 6s-4 5-6 2s0-5 2-4" fill="none" stroke="#a9823e" stroke-width="1.5" '
        f'stroke-linecap="round" transform="rotate({angle} 63 74)"/>'
        for angle in range(0, 360, 40)
    )
    return scrolls + pip(suit, 63, 74, 40)


def two(suit: str) -> str:
    """The only 2 of the deck is a seal: nothing single goes over it."""
    cuts = "M38 48H80M38 92H80"
    return (
        '<rect x="33" y="34" width="52" height="72" rx="7" fill="#b2301f"/>'
        '<rect x="37" y="38" width="44" height="64" rx="4" fill="none" stroke="#f6efdf" stroke-width="1.6"/>'
        f'<path d="{cuts}" stroke="#f6efdf" stroke-width="4.4" stroke-linecap="round" transform="translate(59 70)scale(.74 1)translate(-59 -70)"/>'
        f'<g fill="#f6efdf">{pip(suit, 59, 70, 28)}</g>'
    )


def half(markup: str) -> str:
    """A mask is symmetrical: its left half and the mirror of it, about x = 0."""
    return f'{markup}<g transform="scale(-1 1)">{markup}</g>'


def mask(rank: str, ink: str, *, small: bool) -> str:
    """Draw a mask of 川剧: J a warrior, Q a heroine with her crown, K a bearded king with pheasant plumes."""
    drawn = {"J": _warrior, "Q": _heroine, "K": _king}[rank](ink)
    place = "translate(63 96)scale(.86)" if small else "translate(64 74)scale(1)"
    frame = (
        ""
        if small
        else f'<rect x="35" y="9" width="58" height="122" rx="7" fill="none" stroke="{ink}" stroke-opacity=".28" stroke-width="1.4"/>'
    )
    return f'{frame}<g transform="{place}" stroke-linecap="round" stroke-linejoin="round">{drawn}</g>'


_GOLD, _IVORY, _SKIN = "#c9973f", "#fffaf0", "#f6dcc6"
_FACE = "M0-28C15-28 22-18 22-4C22 14 12 32 0 34C-12 32-22 14-22-4C-22-18-15-28 0-28Z"


def _warrior(ink: str) -> str:
    """White ground, a flame on the brow, swept brows."""
    sides = half(
        f'<path d="M-3-13C-9-20-17-18-20-10C-14-13-9-12-4-7Z" fill="{ink}"/>'
        f'<path d="M-4-3C-8-7-15-6-17 0C-13 4-8 4-4 1Z" fill="{ink}"/><circle cx="-10.4" cy="-1.2" r="2" fill="{_IVORY}"/>'
        f'<path d="M-20 5C-15 9-13 17-14 24C-19 18-21 12-20 5Z" fill="{ink}" fill-opacity=".8"/>'
        f'<circle cx="-12" cy="-38" r="4.4" fill="{_GOLD}"/><path d="M-24-24L-27-36" stroke="{_GOLD}" stroke-width="2.4" fill="none"/>'
        f'<circle cx="-27.4" cy="-38.4" r="3" fill="#b2301f"/>'
    )
    return (
        f'<path d="{_FACE}" fill="{_IVORY}" stroke="{ink}" stroke-width="1.8"/>'
        f'<path d="M-24-22C-20-38 20-38 24-22C14-29-14-29-24-22Z" fill="{ink}"/>{sides}'
        f'<circle cy="-42" r="6.4" fill="#b2301f"/><circle cy="-42" r="2.6" fill="{_GOLD}"/>'
        f'<path d="M0-25C5-19 3-14 0-10C-3-14-5-19 0-25Z" fill="#b2301f"/>'
        f'<path d="M-3 13C-1 15 1 15 3 13M0 3V11" stroke="{ink}" stroke-width="2" fill="none"/>'
        f'<path d="M-7 22C-3 19 3 19 7 22C3 26-3 26-7 22Z" fill="#b2301f"/>'
    )


def _heroine(ink: str) -> str:
    """A pale face, rouge about the eyes, a crown of pearls and flowers."""
    pearls = "".join(
        f'<circle cx="{n(26 * math.sin(math.radians(a)))}" cy="{n(-14 - 24 * math.cos(math.radians(a)))}" r="{4.6 if a % 44 == 0 else 3.4}" '
        f'fill="{_GOLD if a % 44 else "#b2301f"}"/>'
        for a in range(-66, 67, 22)
    )
    sides = half(
        f'<path d="M-4-9C-9-15-15-14-19-8" stroke="{ink}" stroke-width="2.4" fill="none"/>'
        '<path d="M-3-3C-9-11-21-8-21 3C-15 8-7 7-3-3Z" fill="#d9543f" fill-opacity=".5"/>'
        f'<path d="M-4-1C-8-6-14-5-18-2C-13 3-8 3-4-1Z" fill="{ink}"/><circle cx="-10.6" cy="-1.4" r="1.5" fill="{_IVORY}"/>'
        f'<path d="M-24-16C-29 2-27 18-25 30" stroke="{ink}" stroke-width="3" fill="none"/>'
        f'<circle cx="-25" cy="33" r="3.2" fill="{_GOLD}"/><circle cx="-25" cy="40" r="2.2" fill="#b2301f"/>'
    )
    return (
        f'<path d="M-25-12C-25-36 25-36 25-12C18-26-18-26-25-12Z" fill="{ink}"/>{pearls}'
        f'<path d="{_FACE}" fill="{_SKIN}" stroke="{ink}" stroke-width="1.6" transform="translate(0 1)scale(.94)"/>{sides}'
        f'<path d="M-9-24C-5-16 5-16 9-24C4-22-4-22-9-24Z" fill="{ink}"/>'
        '<path d="M0-17C2.6-14.6 2.6-12 0-9.6C-2.6-12-2.6-14.6 0-17Z" fill="#b2301f"/>'
        f'<path d="M0 4C-1 8-2 10-2.4 12C-1 13.4 1 13.4 2.4 12" stroke="{ink}" stroke-width="1.4" fill="none"/>'
        '<path d="M-5 20C-3 17.4-1 18 0 19C1 18 3 17.4 5 20C3 24-3 24-5 20Z" fill="#b2301f"/>'
    )


def _king(ink: str) -> str:
    """A painted face in the card's ink, a full beard, a crown with two plumes."""
    sides = half(
        f'<path d="M-16-38C-26-56-14-66-6-60" stroke="{ink}" stroke-width="2.6" fill="none"/>'
        f'<path d="M-16-38C-26-56-14-66-6-60" stroke="{_GOLD}" stroke-width="1.2" stroke-dasharray="2 3" fill="none"/>'
        f'<path d="M-2-12C-8-24-19-20-21-8C-14-13-8-12-2-6Z" fill="{_IVORY}"/>'
        f'<path d="M-4-3C-9-8-17-6-19 1C-14 7-8 6-4 1Z" fill="{_IVORY}"/><circle cx="-11" cy="-.6" r="2.7" fill="{ink}"/>'
        f'<path d="M-3 6C-10 6-16 9-19 16" stroke="{_IVORY}" stroke-width="2.4" fill="none"/>'
        f'<path d="M-24-28L-26-40L-17-34L-11-46L-4-35" fill="{_GOLD}" stroke="{ink}" stroke-width="1.2"/>'
    )
    strands = "".join(
        f'<path d="M{x} 21C{n(x * 1.1)} 32 {n(x * 0.9)} 42 {n(x * 0.7)} {50 - abs(x) * 0.7:.0f}" stroke="{_IVORY}" stroke-opacity=".45" stroke-width="1.1" fill="none"/>'
        for x in (-15, -10, -5, 0, 5, 10, 15)
    )
    return (
        f'<path d="{_FACE}" fill="{ink}"/>{sides}'
        f'<path d="M-24-27C-14-36 14-36 24-27L22-20C12-28-12-28-22-20Z" fill="{_GOLD}" stroke="{ink}" stroke-width="1.2"/>'
        '<path d="M-4-34L0-48L4-34Z" fill="#b2301f"/>'
        f'<path d="M0-20C4-14 3-8 0-3C-3-8-4-14 0-20Z" fill="{_GOLD}"/>'
        f'<path d="M-21 13C-12 20-6 15 0 18C6 15 12 20 21 13C22 30 14 46 0 53C-14 46-22 30-21 13Z" fill="{ink}" stroke="{_IVORY}" stroke-width="1"/>{strands}'
        f'<path d="M-4 9C-2 12 2 12 4 9" stroke="{_IVORY}" stroke-width="2" fill="none"/>'
        '<path d="M-6 22C-2 20 2 20 6 22C2 25-2 25-6 22Z" fill="#d9543f"/>'
    )


def back() -> str:
    """The back matches the tiles: celadon with a woven border and the hall's mountain in the middle."""
    lattice = "".join(
        f'<path d="M{x} 12L{x + 58} 128M{x + 58} 12L{x} 128" stroke="#63a98a" stroke-width="1.3"/>'
        for x in range(-46, 100, 11)
    )
    return (
        '<rect width="100" height="140" rx="9" fill="#f6efdf"/><rect x="5" y="5" width="90" height="130" rx="6" fill="#8ccbad"/>'
        f'<clipPath id="inner"><rect x="10" y="10" width="80" height="120" rx="4"/></clipPath><g clip-path="url(#inner)">{lattice}</g>'
        '<rect x="10" y="10" width="80" height="120" rx="4" fill="none" stroke="#f6efdf" stroke-width="1.8"/>'
        '<circle cx="50" cy="70" r="25" fill="#8ccbad" stroke="#f6efdf" stroke-width="1.8"/>'
        '<path d="M30 80L42 60L49 71L56 53L70 80Z" fill="#2f7058"/><path d="M33 85C39 81 45 89 51 85S63 81 68 85" fill="none" stroke="#2f7058" stroke-width="2.2" stroke-linecap="round"/>'
    )


def in_deck(rank: str, suit: str) -> bool:
    """48 cards: one 2 and three aces (GP-01)."""
    return not (rank == "2" and suit != "S") and not (rank == "A" and suit == "D")


def build(inks: Mapping[str, str], *, small: bool) -> str:
    """Return a whole sprite."""
    defs = "".join(f'<path id="{suit}" d="{PIPS[suit]}" transform="translate(-10 -10)"/>' for suit in SUITS)
    cells = []
    for row, suit in enumerate(SUITS):
        ink = inks[suit]
        for column, rank in enumerate(RANKS):
            if not in_deck(rank, suit):
                continue
            drawn = body(rank, suit, ink, small=small) + index(rank, suit, ink, small=small)
            cells.append(
                f'<g id="c{rank}{suit}" transform="translate({column * CELL_W} {row * CELL_H})" fill="{ink}">{drawn}</g>'
            )
    cells.append(f'<g id="cb" transform="translate(0 {4 * CELL_H})">{back()}</g>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {13 * CELL_W} {5 * CELL_H}" width="{13 * CELL_W}" height="{5 * CELL_H}">'
        f"<defs>{defs}</defs>\n" + "\n".join(cells) + "\n</svg>\n"
    )


def main() -> None:
    """Write the four sprites."""
    OUT.mkdir(exist_ok=True)
    for suffix, inks in (("", TWO_INKS), ("-four", FOUR_INKS)):
        for detail, small in (("", False), ("-small", True)):
            (OUT / f"faces{detail}{suffix}.svg").write_text(build(inks, small=small), encoding="utf-8")


if __name__ == "__main__":
    main()
