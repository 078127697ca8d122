"""The entry point of `scorepad` and `python -m scorepad`."""

import gc

gc.disable()  # most commands end before a collection pays, and importing makes little garbage

from scorepad.cli import main  # noqa: E402

if __name__ == "__main__":
    main()
