"""Read glyph outlines from OFL fonts once and store them as plain path data in ``glyph_paths.json``.

Authoring time only; needs fontTools with brotli. The fonts themselves are never committed::

    npm pack @fontsource/ma-shan-zheng @fontsource/yuji-boku   # unpack next to each other
    python docs/art/extract_glyphs.py <folder with the unpacked packages>
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fontTools.misc.transform import Transform
from fontTools.pens.basePen import BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
EM = 500  # half the fonts' own precision keeps the files small and the curves true

FACE_CHARS = "一二三四五六七八九萬東南西北發中"
DISPLAY_CHARS = (
    "胡碰杠过吃缺万条筒庄托换定自摸血战到底四川麻将州关牌山城棋馆马上开始听流局花猪大叫刮风下雨"
    "东南西北平对清一色带幺九七龙青天地炮根中白发"
    "二三五六八十门混儿吊连元喜莲宝灯绿基本抢归明暗补巴海捞月番赢输出不要炸弹报单点再来空位截飞机"
)
WANTED = {
    "yuji": ("yuji-boku/package/files/yuji-boku-*.woff2", FACE_CHARS),
    "brush": ("ma-shan-zheng/package/files/ma-shan-zheng-*.woff2", DISPLAY_CHARS),
}


class ShortPathPen(BasePen):
    """Writes integer path data with relative commands, about half as long as absolute ones."""

    def __init__(self, glyphs: object) -> None:
        super().__init__(glyphs)
        self._parts: list[str] = []
        self._at = self._start = (0, 0)
        self._last = ""

    def _add(self, command: str, *points: tuple[float, float]) -> None:
        text = "" if command == self._last else command
        for x, y in points:
            for value in (round(x) - self._at[0], round(y) - self._at[1]):
                text += str(value) if value < 0 or text == command else f" {value}"
        self._at = (round(points[-1][0]), round(points[-1][1]))
        self._last = command
        self._parts.append(text)

    def _moveTo(self, pt: tuple[float, float]) -> None:
        self._add("m", pt)
        self._start = self._at

    def _lineTo(self, pt: tuple[float, float]) -> None:
        if (round(pt[0]), round(pt[1])) != self._at:
            self._add("l", pt)

    def _qCurveToOne(self, pt1: tuple[float, float], pt2: tuple[float, float]) -> None:
        self._add("q", pt1, pt2)

    def _curveToOne(self, *points: tuple[float, float]) -> None:
        self._add("c", *points)

    def _closePath(self) -> None:
        self._parts.append("z")
        self._last = "z"
        self._at = self._start  # where a path stands after z

    _endPath = _closePath

    def path(self) -> str:
        """Return the path data drawn so far."""
        return "".join(self._parts)


def outline(font: TTFont, char: str) -> dict[str, object]:
    """Return the path of one character, y down, in EM units, with its ink box."""
    glyphs = font.getGlyphSet()
    name = font.getBestCmap()[ord(char)]
    scale = EM / font["head"].unitsPerEm
    flip = Transform(scale, 0, 0, -scale, 0, 0)
    pen = ShortPathPen(glyphs)
    glyphs[name].draw(TransformPen(pen, flip))
    bounds = BoundsPen(glyphs)
    glyphs[name].draw(TransformPen(bounds, flip))
    return {"d": pen.path(), "box": [round(edge) for edge in bounds.bounds]}


def main(root: Path) -> None:
    """Collect every wanted character from the subset files of each font."""
    found: dict[str, dict[str, object]] = {}
    for style, (pattern, chars) in WANTED.items():
        missing = set(chars)
        found[style] = {}
        for file in sorted(root.glob(pattern), key=lambda path: -path.stat().st_size):
            if not missing:
                break
            font = TTFont(file)
            for char in sorted(missing & {chr(code) for code in font.getBestCmap()}):
                found[style][char] = outline(font, char)
                missing.discard(char)
        if missing:
            raise SystemExit(f"{style}: no outline for {''.join(sorted(missing))}")
    text = json.dumps(found, ensure_ascii=False, sort_keys=True, indent=0)
    (HERE / "glyph_paths.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
