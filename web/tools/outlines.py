"""Writes web/board/outlines.js: the outlines of the characters on pieces and board.

The characters come from the font LXGW WenKai (Bold), SIL Open Font License 1.1; see
web/board/LICENCE-outlines.txt. Run it only to add a character:

    python3 web/tools/outlines.py path/to/LXGWWenKai-Bold.ttf > web/board/outlines.js

Each outline is one SVG path in a square of 200 units with the ink centred on (0, 0),
in whole numbers and relative commands, which keeps the file small.
"""

import sys

from fontTools.misc.transform import Offset, Scale
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.basePen import BasePen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

SIZE = 200
CHARACTERS = "帥仕相俥傌炮兵將士象車馬砲卒" "帅将车马" "楚河漢界汉" "一二三四五六七八九"


class ShortPath(BasePen):
    """Draws into SVG path data of whole numbers, relative to the last point."""

    def __init__(self, glyphs):
        super().__init__(glyphs)
        self.parts = []
        self.at = (0, 0)

    def relative(self, point):
        x, y = round(point[0]), round(point[1])
        return x - self.at[0], y - self.at[1]

    def emit(self, letter, *points):
        numbers = [number for point in points for number in self.relative(point)]
        text = letter
        for index, number in enumerate(numbers):
            text += str(number) if index == 0 or number < 0 else f" {number}"
        self.parts.append(text)
        self.at = (round(points[-1][0]), round(points[-1][1]))

    def _moveTo(self, point):
        if self.parts:
            self.emit("m", point)
        else:
            self.at = (0, 0)
            self.emit("M", point)
        self.start = self.at

    def _lineTo(self, point):
        dx, dy = self.relative(point)
        if dx == 0 and dy == 0:
            return
        if dx == 0 or dy == 0:
            self.parts.append(f"h{dx}" if dy == 0 else f"v{dy}")
            self.at = (self.at[0] + dx, self.at[1] + dy)
        else:
            self.emit("l", point)

    def _qCurveToOne(self, control, point):
        self.emit("q", control, point)

    def _curveToOne(self, first, second, point):
        self.emit("c", first, second, point)

    def _closePath(self):
        self.parts.append("z")
        # A relative move after z starts from the first point of the closed contour.
        self.at = self.start


def outline(font, character):
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(character)]]
    bounds = BoundsPen(glyphs)
    glyph.draw(bounds)
    left, bottom, right, top = bounds.bounds
    scale = SIZE / font["head"].unitsPerEm
    centre = Offset(-(left + right) / 2, -(bottom + top) / 2)
    pen = ShortPath(glyphs)
    glyph.draw(TransformPen(pen, Scale(scale, -scale).transform(centre)))
    return "".join(pen.parts)


def main():
    font = TTFont(sys.argv[1])
    print("// Written by web/tools/outlines.py from LXGW WenKai Bold, SIL Open Font License 1.1;")
    print("// see LICENCE-outlines.txt. Each path has its ink centred on (0, 0) in 200 × 200 units.")
    print("/** @type {Record<string, string>} */")
    print("export const OUTLINES = {")
    for character in CHARACTERS:
        print(f"  {character}: '{outline(font, character)}',")
    print("};")


main()
