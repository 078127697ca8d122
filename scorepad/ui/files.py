"""Files from and to the device that shows the page."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import flet as ft

from scorepad.i18n.message import Message, say
from scorepad.service.safety import Picked
from scorepad.ui.place import here, on_phone
from scorepad.web.host.uploads import UPLOADS, Awaited, Sending

Take = Callable[[Picked], Any]

AS_TEXT = ("application/json",)
"""Media types that browsers refuse to share unless the file is called a text."""

NOTABLE = 2_000_000
"""Bytes from which a file takes a while to arrive."""


class Picker:
    """A file dialog. It opens on the client, within the tap itself, because some browsers allow it
    only then; `take` gets what was chosen. most: bytes of a file that a browser may send; tell:
    shows a sentence to the user."""

    def __init__(self, most: int, tell: Callable[[Message], Any]) -> None:
        self.take: Take | None = None
        self._most, self._tell = most, tell
        self._service = ft.FilePicker(on_result=self._hear, on_upload=self._hear_of_upload)

    def action(self, title: str) -> ft.PickFiles:
        """Return the action of a control that opens the dialog. A browser sends the file later, in
        pieces; a phone gives its content at once."""
        return ft.PickFiles(self._service, dialog_title=title,
                            with_data=not has_paths() and _sending() is None,
                            cancel_upload_on_window_blur=False)

    async def _hear(self, event: ft.FilePickerResultEvent) -> None:
        sending = _sending()
        for file in event.files or []:
            if self.take is None:
                pass
            elif has_paths():
                self.take(Picked.at(Path(file.path or file.name)))
            elif sending is None:
                self.take(Picked(file.name, content=file.bytes or b""))
            else:
                await self._fetch(file, sending)

    async def _fetch(self, file: ft.FilePickerFile, sending: Sending) -> None:
        """Ask the browser to send a file, unless it is too large."""
        if file.size > self._most:
            self._tell(say("{file} is larger than {limit} MB.", file=file.name,
                           limit=self._most // 1_000_000))
            return
        if file.size > NOTABLE:
            self._tell(say("The file is being read …"))
        page = ft.context.page

        def arrived(content: bytes) -> None:
            page.run_task(self._arrived, file.name, content)

        where = sending.uploads.expect(
            sending.owner, Awaited(sending.device, self._most, arrived))
        await self._service.upload([
            ft.FilePickerUploadFile(upload_url=where, id=file.id, name=file.name)])

    async def _arrived(self, name: str, content: bytes) -> None:
        if self.take is not None:
            self.take(Picked(name, content=content))

    def _hear_of_upload(self, event: ft.FilePickerUploadEvent) -> None:
        if event.error:
            self._tell(say("{file} did not arrive. Choose it again.", file=event.file_name))


def has_paths() -> bool:
    """Return whether the program and the page see the same files: in a window, no phone's."""
    return here().sees_files and not on_phone()


def _sending() -> Sending | None:
    sending: Sending | None = ft.context.page.session.store.get(UPLOADS)
    return sending


async def save(name: str, content: bytes, title: str) -> bool:
    """Save a file as the device does; return False if the user cancels."""
    place = await ft.FilePicker().save_file(dialog_title=title, file_name=name, src_bytes=content)
    return bool(place) or here().downloads


async def share(name: str, media: str, content: bytes, title: str,
                instead: Callable[[], Any] = lambda: None) -> bool:
    """Hand a file to another program, or save it where sharing is refused after all: browsers do so
    when the tap was too long ago. Return False if the user cancels. instead: called once it is
    saved for that reason."""
    if not here().can_share:
        return await save(name, content, title)
    if here().downloads and media in AS_TEXT:
        name, media = f"{name}.txt", "text/plain"
    try:
        found = await ft.Share().share_files([ft.ShareFile.from_bytes(
            content, mime_type=media, name=name)])
    except RuntimeError:
        saved = await save(name, content, title)
        if saved:
            instead()
        return saved
    return found.status is not ft.ShareResultStatus.DISMISSED
