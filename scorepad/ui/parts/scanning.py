"""Reading a code with the camera, which `scanning.js` does for the page where the browser can."""

import asyncio
import json
from typing import Any

import flet as ft

from scorepad.i18n.message import say
from scorepad.ui.session import Session

SCAN = "scorepad:scan:"
"""The beginning of what asks the page to scan, before the words that it shows meanwhile."""

LONGEST = 60
"""Seconds for which the page says nothing, not even that it still scans; then it is given up."""

FAULTS = {"NotFoundError": say("There is no camera."),
          "NotAllowedError": say("This browser does not let the page use the camera.")}
"""The sentences about a camera that cannot be used, by the browser's name for the fault."""

OTHER = say("The camera does not start.")


async def scanned(session: Session) -> str | None:
    """Return the text of a code that is held before the camera; None, once it was said why, if
    there is none, and if somebody cancels."""
    clipboard, t = ft.Clipboard(), session.words
    told: dict[str, Any] = {}
    try:
        await clipboard.set(SCAN + json.dumps({
            "title": t("Hold the code before the camera."), "out": t("Cancel")}))
        while not told:
            heard = await asyncio.wait_for(clipboard.get(), LONGEST)
            told = json.loads(heard or '{"fault": ""}')
    # Clients report a failure in as many ways as there are browsers.
    except Exception:  # noqa: BLE001
        told = {"fault": ""}
    if (fault := told.get("fault")) is not None:
        session.tell(t(FAULTS.get(fault, OTHER)))
    return told.get("text")
