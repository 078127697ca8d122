"""Files that come from and go to the device on which the page is shown."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import flet as ft

from scorepad.service.safety import Picked

Take = Callable[[Picked], Any]


class Picker:
    """Asks for a file. The dialog opens on the client, within the tap itself, because some browsers
    allow it only then; `take` gets what was chosen."""

    def __init__(self) -> None:
        self.take: Take | None = None
        self._service = ft.FilePicker(on_result=self._hear)

    def action(self, title: str) -> ft.PickFiles:
        """What a control does when it is tapped; a browser sends the content of the file too."""
        return ft.PickFiles(self._service, dialog_title=title, with_data=not has_paths(),
                            cancel_upload_on_window_blur=False)

    def _hear(self, event: ft.FilePickerResultEvent) -> None:
        for file in event.files or []:
            if self.take is not None:
                self.take(Picked.at(Path(file.path)) if file.path and has_paths() else
                          Picked(file.name, content=file.bytes or b""))


def has_paths() -> bool:
    """Whether the program and the page see the same files: not in a browser, not on a phone."""
    return not (ft.context.page.web or on_phone())


def on_phone() -> bool:
    """Whether the page is shown on a phone or a tablet."""
    platform = ft.context.page.platform
    return platform is not None and platform.is_mobile()


async def save(name: str, content: bytes, title: str) -> bool:
    """A download in a browser; elsewhere people choose where it goes, or think better of it."""
    place = await ft.FilePicker().save_file(dialog_title=title, file_name=name, src_bytes=content)
    return bool(place) or ft.context.page.web
