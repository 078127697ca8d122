"""``python -m tests.games.with_romme``: Scorepad with one game more."""

from scorepad.cli import main
from tests.games.romme import at_home

if __name__ == "__main__":
    with at_home():
        main()
