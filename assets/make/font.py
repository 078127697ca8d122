"""Build ``assets/fonts/ScorepadSans.ttf``, the one font file of the screens, and its two weights
for paper.

    pip install fonttools brotli
    python assets/make/font.py InterVariable.woff2 NotoSansSymbols2-Regular.ttf
    python assets/make/font.py          (the weights for paper only, from the font that is there)
    python assets/make/font.py noto-emoji-emoji-400-normal.woff2    (the emoji in names)

Inter (npm package ``inter-ui`` 4.1.1, ``variable/InterVariable.woff2``) gives the
letters; the card suits come from Noto Sans Symbols 2 (Debian ``fonts-noto-core``).
Both are under the SIL Open Font License; the result has a name of its own. Noto Emoji
(npm package ``@fontsource/noto-emoji`` 5.3.2), under the same licence, is what a page
asks for when a name has a sign that is in no other font.
"""

import sys
from io import BytesIO
from pathlib import Path

from fontTools.misc.transform import Scale
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FAMILY = "Scorepad Sans"
TARGET = Path(__file__).parent.parent / "fonts" / "ScorepadSans.ttf"
EMOJI = TARGET.with_name("NotoEmoji.woff2")
PAPER = TARGET.parent.parent.parent / "scorepad" / "paper" / "fonts"
WEIGHTS = {"Regular": 400, "Bold": 600}
"""A PDF holds no variable font, and making a weight of one takes longer than the whole paper."""
SUITS = "♠♡♢♣♤♥♦♧"
SYMBOLS = "€−–—·•…×÷±=≠≤≥≈←↑→↓↺●○◆◇■□▲△▼▽★☆✓✗⌫⏎∅„“”‚‘’«»‹›½¼¾⅓⅔²³\u2007\u2009\u200a\u202f"
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x1E9E]
TABULAR = "0123456789+−"


def main(inter: str, noto: str) -> None:
    font = TTFont(inter)
    font = reopened(instantiateVariableFont(font, {"opsz": 14, "wght": (400, 700)}))
    add_suits(font, TTFont(noto))
    make_figures_tabular(font)
    subset(font)
    rename(font)
    font.flavor = None  # native Flutter reads TTF, not WOFF2
    font.save(TARGET)
    print(f"{TARGET.name}: {TARGET.stat().st_size:,} bytes")
    cut_for_paper()


def cut_emoji(source: str) -> None:
    """Write the emoji without those that are made of several, such as flags and families."""
    font = TTFont(source)
    options = Options(layout_features=[], notdef_outline=True, drop_tables=["GSUB", "STAT"])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=font.getBestCmap())
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(EMOJI)
    print(f"{EMOJI.name}: {EMOJI.stat().st_size:,} bytes")


def cut_for_paper() -> None:
    """Write each weight as a small font of its own, without what only a screen looks at."""
    for style, weight in WEIGHTS.items():
        font = reopened(instantiateVariableFont(TTFont(TARGET), {"wght": weight}))
        options = Options(layout_features=[], hinting=False, name_IDs=["*"], notdef_outline=True,
                          drop_tables=["GPOS", "GSUB", "GDEF", "STAT"])
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=font.getBestCmap())
        subsetter.subset(font)
        path = PAPER / f"ScorepadSans-{style}.ttf"
        font.save(path)
        print(f"{path.name}: {path.stat().st_size:,} bytes")


def reopened(font: TTFont) -> TTFont:
    """The same font read back: the instancer leaves tables that the subsetter stumbles over."""
    buffer = BytesIO()
    font.save(buffer)
    return TTFont(buffer)


def add_suits(font: TTFont, source: TTFont) -> None:
    """Copy the suits into `font`, scaled to its em. They do not vary with the weight."""
    scale = font["head"].unitsPerEm / source["head"].unitsPerEm
    glyphs, names = source.getGlyphSet(), source.getBestCmap()
    order, variations = font.getGlyphOrder(), font["gvar"].variations
    for suit in SUITS:
        name, outline = f"suit{ord(suit):04X}", DecomposingRecordingPen(glyphs)
        glyphs[names[ord(suit)]].draw(outline)
        pen = TTGlyphPen(None)
        outline.replay(TransformPen(pen, Scale(scale)))
        order.append(name)
        font["glyf"][name] = glyph = pen.glyph()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (round(glyphs[names[ord(suit)]].width * scale), glyph.xMin)
        variations[name] = []
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[ord(suit)] = name
    font.setGlyphOrder(order)
    del font["HVAR"]  # it knows nothing of the new glyphs; gvar carries the widths too


def make_figures_tabular(font: TTFont) -> None:
    """Map the figures straight to their tabular forms.

    Flet cannot switch on the OpenType feature ``tnum``, so it has to be the default.
    """
    table = font["GSUB"].table
    record = next(r for r in table.FeatureList.FeatureRecord if r.FeatureTag == "tnum")
    forms: dict[str, str] = {}
    for index in record.Feature.LookupListIndex:
        for sub in table.LookupList.Lookup[index].SubTable:
            forms |= getattr(sub, "ExtSubTable", sub).mapping
    for cmap in font["cmap"].tables:
        for figure in map(ord, TABULAR):
            if figure in cmap.cmap:
                cmap.cmap[figure] = forms.get(cmap.cmap[figure], cmap.cmap[figure])


def subset(font: TTFont) -> None:
    options = Options(
        layout_features=["kern", "mark", "mkmk", "ccmp", "locl"],
        hinting=False,
        name_IDs=["*"],
        notdef_outline=True,
    )
    wanted = {*LETTERS, *map(ord, SYMBOLS + SUITS + TABULAR)}
    missing = wanted - font.getBestCmap().keys() - {0xAD, 0x149}  # no soft hyphen, no deprecated ŉ
    assert not missing, [chr(c) for c in missing]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)


def rename(font: TTFont) -> None:
    """Give the family its own name; keep copyright and licence (name ids 0, 13, 14)."""
    names, short = font["name"], FAMILY.replace(" ", "")
    for record in list(names.names):
        if record.nameID in (7, 8, 9, 10, 11, 12):
            names.names.remove(record)
        elif record.nameID in (1, 3, 4, 16, 21):
            record.string = FAMILY
        elif record.nameID == 0:
            record.string = f"{record.toUnicode()}; 2015-2020 Google LLC (card suits)"
        else:
            record.string = record.toUnicode().replace("InterVariable", short)


if __name__ == "__main__":
    match sys.argv[1:]:
        case [inter, noto]:
            main(inter, noto)
        case [emoji]:
            cut_emoji(emoji)
        case _:
            cut_for_paper()
