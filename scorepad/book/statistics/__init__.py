"""Statistics: the totals of everybody's hands, matches, money and stars, by year and game.

`digest` counts one sheet and can continue where it stopped, hand by hand; `records` adds sheets up.
Nothing of it is stored.
"""

from scorepad.book.statistics.digest import (
    LOST as LOST,
    WON as WON,
    SheetDigest as SheetDigest,
    courses as courses,
    digest as digest,
    thinned as thinned,
)
from scorepad.book.statistics.records import (
    Month as Month,
    Record as Record,
    Run as Run,
    SheetPage as SheetPage,
    longest_run as longest_run,
    months as months,
    records as records,
)
