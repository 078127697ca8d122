"""The room on one page: its size, and how large its text is."""

from scorepad.ui import theme
from scorepad.ui.place import Looks


class Room:
    """The size of a page, which its session knows, and all that follows from that.

    width, height: of the page; turned: whether that is a phone on its side; close: whether a sheet
    is drawn close, because the page is a phone that is not so high; device_scale: the factor by
    which the device enlarges text; looks: the preferences of the device.
    """

    width: float
    height: float
    turned: bool
    close: bool
    device_scale: float
    looks: Looks

    @property
    def text_scale(self) -> float:
        """The factor by which text is enlarged, by the device and by the setting here."""
        return self.device_scale * self.looks.text_size

    @property
    def wide(self) -> bool:
        """True if the entry has room beside the sheet."""
        return self.width >= theme.WIDE and not self.turned

    @property
    def paned(self) -> bool:
        """True if two columns of panels have room beside each other."""
        return self.width >= theme.PANES * max(1, self.text_scale)

    @property
    def spacious(self) -> bool:
        """True if there is room for the standing beside the hands, too."""
        return self.width >= theme.SPACIOUS * max(1, self.text_scale)

    @property
    def roomy(self) -> bool:
        """True if there is room for everything at its usual size."""
        return self.height >= theme.ROOMY * self.text_scale

    @property
    def squeeze(self) -> float:
        """The factor on text that grows with the device's, but where a sheet is drawn close only as
        much as the page is higher than it must be."""
        if not self.close:
            return 1
        least = theme.CLOSE_ON_ITS_SIDE if self.turned else theme.CLOSE
        return min(1, max(1, self.height / least) / self.text_scale)

    @property
    def is_narrow(self) -> bool:
        """True if text is so large that hardly two chips fit in a row."""
        return self.width < theme.NARROW * self.text_scale and not self.close

    def has_room(self, taken: float = 0) -> bool:
        """Return whether two groups have room beside each other; taken: the width of something
        else."""
        return self.paned and self.width - taken >= theme.PANES

    @property
    def widest(self) -> float:
        """The width of a screen whose panels stand beside each other where they can."""
        return theme.WIDEST if self.paned else theme.COLUMN

    @property
    def column_width(self) -> float:
        """The width of one of two columns, or of the only one."""
        room = min(self.width - 2 * theme.Space.LARGE, self.widest)
        return (room - theme.Space.HUGE) / 2 if self.has_room() else room

    def resize(self, width: float, height: float) -> None:
        """Take on the new size of the page."""
        self.width, self.height = width, height
        self._fit()

    def _fit(self) -> None:
        self.turned = self.height < min(self.width, theme.LOW)
        self.close = not (self.wide or self.roomy) and self.text_scale <= theme.CLOSE_TEXT

    def scale_text(self, height: float) -> None:
        """Work out `device_scale` from the height of the probe, of type size `theme.PROBE`."""
        self.device_scale = max(1, round(height / (theme.PROBE * theme.LINE), 1))
        self._fit()

    def size_that_fits(self, text: str, size: float, room: float) -> float:
        """Return the type size, at most `size`, at which `text` fits, or `theme.SMALLEST`."""
        wanted = theme.text_width(text) * self.device_scale
        least = theme.SMALLEST / self.device_scale
        return min(size, max(least, room / wanted)) if wanted else size
