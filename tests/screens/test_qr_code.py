"""The QR code of the link, which is drawn as lines."""

import segno
from flet import canvas

from scorepad.ui.parts.codes import QR_BORDER, QR_SIZE, qr_code

ADDRESS = "http://192.168.0.7:8550/#x7cNnXHT7O_wojb2N0bGt5Q"


def test_its_lines_are_the_dark_dots():
    drawn = qr_code(ADDRESS)
    assert isinstance(drawn, canvas.Canvas)
    [path] = drawn.shapes
    assert isinstance(path, canvas.Path)
    wanted = [list(map(bool, row)) for row in segno.make(ADDRESS, error="m", micro=False).matrix]
    dot = QR_SIZE / (len(wanted) + 2 * QR_BORDER)
    found = [[False] * len(row) for row in wanted]
    for begin, end in zip(path.elements[::2], path.elements[1::2], strict=True):
        assert isinstance(begin, canvas.Path.MoveTo) and isinstance(end, canvas.Path.LineTo)
        assert begin.y == end.y
        row = found[int(begin.y / dot) - QR_BORDER]
        for place in range(round(begin.x / dot) - QR_BORDER, round(end.x / dot) - QR_BORDER):
            assert not row[place]
            row[place] = True
    assert found == wanted
