"""Scorepad as it is served, but it waits for nobody for long: ``python -m tests.proof.shortly``."""

import gc
import sys

from scorepad.config import Settings
from scorepad.ui.app import main_for
from scorepad.web.host.server import serve

KEPT, REGISTER_WITHIN = 1, 2
"""Seconds."""

if __name__ == "__main__":
    gc.enable()
    port = sys.argv[sys.argv.index("--port") + 1] if "--port" in sys.argv else None
    settings = Settings.of()
    try:
        serve(main_for(settings), settings, port=port and int(port), kept=KEPT,
              register_within=REGISTER_WITHIN)
    except KeyboardInterrupt:
        pass
