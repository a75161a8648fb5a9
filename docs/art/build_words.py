"""Write the words that are stamped over the table (``static/glyphs/word-*.svg``) from ``glyph_paths.json``.

One small file a word, because CSS uses them as masks: run ``python docs/art/build_words.py`` after a change.
"""

from __future__ import annotations

import json
from pathlib import Path

HERE = Path(__file__).parent
GLYPHS = HERE.parents[1] / "static" / "glyphs"
WORDS = {
    "chi": "吃", "peng": "碰", "gang": "杠", "hu": "胡", "cut": "截胡", "bomb": "炸弹", "plane": "飞机",
}  # fmt: skip
SIDE = 480  # every character in a square, centred on its ink
MARGIN = 16


def drawing(glyph: dict[str, object], left: int) -> str:
    """Return one outline in the square that begins at `left`, scaled so that its larger side fills it."""
    x0, y0, x1, y1 = glyph["box"]  # type: ignore[misc]
    scale = (SIDE - 2 * MARGIN) / max(x1 - x0, y1 - y0)
    dx, dy = left + SIDE / 2 - scale * (x0 + x1) / 2, SIDE / 2 - scale * (y0 + y1) / 2
    place = f"translate({dx:.0f} {dy:.0f}) scale({scale:.3f})"
    return (
        f'<path transform="{place}" stroke="#000" stroke-width="9" stroke-linejoin="round" d="{glyph["d"]}"/>'
    )


def picture(word: str, brush: dict[str, dict[str, object]]) -> str:
    """Return a word as one row of characters."""
    drawn = "".join(drawing(brush[char], place * SIDE) for place, char in enumerate(word))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE * len(word)} {SIDE}">{drawn}</svg>\n'


def main() -> None:
    """Write one file for each word."""
    brush = json.loads((HERE / "glyph_paths.json").read_text(encoding="utf-8"))["brush"]
    for name, word in WORDS.items():
        (GLYPHS / f"word-{name}.svg").write_text(picture(word, brush), encoding="utf-8")


if __name__ == "__main__":
    main()
