"""The entry point of `scorepad` and `python -m scorepad`."""

import atexit
import gc

gc.disable()  # most commands end before a collection pays, and importing makes little garbage
atexit.register(gc.freeze)  # at the end the memory is given back anyhow: nothing is collected

from scorepad.cli import main  # noqa: E402

if __name__ == "__main__":
    main()
