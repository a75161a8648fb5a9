"""Compose the sheets of words, the brand mark and the favicon from ``glyph_paths.json`` (standard library only).

``static/glyphs/glyphs.svg`` has what the first page and the tables show and is fetched by every visitor; the other
words are in ``glyphs-more.svg``. Every word becomes a ``<symbol id="g-...">`` of plain outlines in ``currentColor``, for
``<svg><use href="...glyphs.svg#g-hu"></use></svg>``. One character is a square of 480 units, a word is one row.
"""

from __future__ import annotations

import json
from pathlib import Path

HERE = Path(__file__).parent
STATIC = HERE.parent.parent / "static"
BRUSH = json.loads((HERE / "glyph_paths.json").read_text(encoding="utf-8"))["brush"]
CELL = 480
WORDS = {
    # the name of the house
    "shancheng": "山城棋牌馆",
    # what players say and do
    "hu": "胡", "peng": "碰", "gang": "杠", "guo": "过", "chi": "吃", "que": "缺", "ting": "听", "chu": "出",
    "zhuang": "庄", "tuo": "托", "huan": "换", "ding": "定", "hun": "混", "guafeng": "刮风",
    # suits and winds
    "wan": "万", "tiao": "条", "tong": "筒", "dong": "东", "nan": "南", "xi": "西", "bei": "北", "zhong": "中",
    "fa": "发", "bai": "白",
}  # fmt: skip
MORE_WORDS = {
    "fan": "番", "gen": "根", "buyao": "不要",
    "zimo": "自摸", "angang": "暗杠", "minggang": "明杠", "bugang": "补杠", "bagang": "巴杠", "qianggang": "抢杠",
    "zhadan": "炸弹", "baodan": "报单", "xiayu": "下雨", "liuju": "流局", "huazhu": "花猪",
    "dajiao": "大叫", "zailai": "再来一局", "mashangkaishi": "马上开始", "kongwei": "空位",
    # games
    "sichuanmajiang": "四川麻将", "xuezhandaodi": "血战到底", "wanzhou": "万州", "guanpai": "关牌",
    # fans of 四川麻将
    "pinghu": "平胡", "duiduihu": "对对胡", "qingyise": "清一色", "daiyaojiu": "带幺九", "qidui": "七对",
    "qingdui": "清对", "jiangdui": "将对", "longqidui": "龙七对", "qingqidui": "清七对", "qingyaojiu": "清幺九",
    "qinglongqidui": "青龙七对", "tianhu": "天胡", "dihu": "地胡", "gangshanghua": "杠上花",
    "gangshangpao": "杠上炮", "qiangganghu": "抢杠胡", "haidilaoyue": "海底捞月",
    # fans of 万州
    "jibenhu": "基本胡", "menqing": "门清", "hunerdiao": "混儿吊", "pengpenghu": "碰碰胡", "lianqidui": "连七对",
    "shisanyao": "十三幺", "sigang": "四杠", "dasanyuan": "大三元", "dasixi": "大四喜",
    "jiulianbaodeng": "九莲宝灯", "lvyise": "绿一色", "gangshangkaihua": "杠上开花", "jiujiuguiyi": "九九归一",
}  # fmt: skip
ASCENT = 425  # the em box of the font on a 500 unit em: 425 above the base line


def row(word: str) -> str:
    """Return the outlines of a word, each character centred in its own cell."""
    parts = []
    for place, char in enumerate(word):
        x0, _, x1, _ = BRUSH[char]["box"]
        left = place * CELL + (CELL - (x1 - x0)) / 2 - x0
        parts.append(f'<path transform="translate({round(left)} {ASCENT})" d="{BRUSH[char]["d"]}"/>')
    return "".join(parts)


def glyph_sheet(words: dict[str, str]) -> str:
    """Return a sheet of symbols, with the list of ids on top."""
    index = "\n".join(f"  g-{key} {word}" for key, word in words.items())
    symbols = "\n".join(
        f'<symbol id="g-{key}" fill="currentColor" viewBox="0 0 {CELL * len(word)} {CELL + 20}">{row(word)}</symbol>'
        for key, word in words.items()
    )
    use = 'Use: <svg viewBox="0 0 W 500"><use href="(this file)#g-hu"></use></svg>'
    use += f", W = {CELL} x number of characters; the colour is the CSS color."
    note = f"<!-- Outlines of Ma Shan Zheng, SIL Open Font License 1.1 (see CREDITS.md).\n{use} Ids:\n{index}\n-->"
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{note}\n{symbols}\n</svg>\n'


def hills(back: str, front: str, near: str) -> str:
    """Return the three ranges of the brand mark on a 64 unit square: the hill town at dusk."""
    return (
        f'<path d="M4 43C11 31 15 26.5 19 26.5C24 26.5 26 33 31 33C36 33 39 20 45 20C51 20 55 31 60 38V52H4Z" fill="{back}"/>'
        f'<path d="M4 50C12 41 17 37.5 22 37.5C28 37.5 31 45 37 45C43 45 47 36.5 52 36.5C55.5 36.5 58 39.5 60 42.5V56H4Z" fill="{front}"/>'
        f'<path d="M4 56C14 48.5 22 47 29 50C37 53.5 46 53.5 60 48.5V58Q60 60 58 60H6Q4 60 4 58Z" fill="{near}"/>'
    )


def mark() -> str:
    """Return the brand mark: a tile whose face is the hill town under a cinnabar sun."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 84">'
        '<rect x="2" y="10" width="60" height="72" rx="7" fill="#63a98a"/><rect x="2" y="7" width="60" height="72" rx="7" fill="#8ccbad"/>'
        '<rect x="2" y="4" width="60" height="71" rx="7" fill="#cdbb93"/><rect x="2" y="1" width="60" height="72" rx="7" fill="#f6efdf"/>'
        '<clipPath id="f"><rect x="7" y="6" width="50" height="62" rx="3.5"/></clipPath>'
        '<g clip-path="url(#f)"><circle cx="23" cy="22" r="9" fill="#b2301f"/>'
        f'<g transform="translate(0 8)">{hills("#8ccbad", "#2a7f54", "#134a44")}</g></g></svg>\n'
    )


def favicon() -> str:
    """Return the favicon: the same hills and sun filling a rounded ivory square."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
        '<rect width="64" height="64" rx="12" fill="#8ccbad"/><rect width="64" height="58" rx="11" fill="#f6efdf"/>'
        '<clipPath id="f"><path d="M4 0H60V53H4Z"/></clipPath><circle cx="24" cy="19" r="11" fill="#b2301f"/>'
        f'<g clip-path="url(#f)"><g transform="translate(0 -2)">{hills("#63a98a", "#1f6b45", "#0c3330")}</g></g></svg>\n'
    )


def main() -> None:
    """Write the four files."""
    (STATIC / "glyphs").mkdir(parents=True, exist_ok=True)
    (STATIC / "glyphs" / "glyphs.svg").write_text(glyph_sheet(WORDS), encoding="utf-8")
    (STATIC / "glyphs" / "glyphs-more.svg").write_text(glyph_sheet(MORE_WORDS), encoding="utf-8")
    (STATIC / "glyphs" / "mark.svg").write_text(mark(), encoding="utf-8")
    (STATIC / "favicon.svg").write_text(favicon(), encoding="utf-8")


if __name__ == "__main__":
    main()
