"""The records of a club: the highest of everything, who holds it, and since when."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorepad.book.statistics import LOST, WON, Record, Run, SheetPage, longest_run
from scorepad.book.statistics.season import most_turned
from scorepad.games.protocols import Deed
from scorepad.i18n.message import N_


class Best(NamedTuple):
    """A record of the club; where several reached it, the first of them holds it.

    title: an English template; deed: what it counts, if a deed; player: an id; page: the sheet of
    it, or the first sheet of its evening; currency: of cents; run: for hands in a row; is_hand:
    whether it is the points of one hand.
    """

    title: str
    player: str
    amount: int
    page: SheetPage
    currency: str = ""
    deed: Deed | None = None
    run: Run | None = None
    is_hand: bool = False


MANY = 2
"""The fewest of a deed on one evening that are a record."""


def bests_of(pages: Sequence[SheetPage], records: Mapping[str, Record]) -> list[Best]:
    """Return the records of the sheets looked at; records: everybody's figures on them."""
    kinds = dict.fromkeys((page.game, page.decimals) for page in pages if any(
        figures.hands for figures in page.digest.figures))
    found = [best for game, decimals in kinds if (best := _highest_hand(
        [page for page in pages if (page.game, page.decimals) == (game, decimals)]))]
    found += [best for title, letter in ((N_("Won in a row"), WON), (N_("Lost in a row"), LOST))
              if (best := _longest_run(pages, records, title, letter))]
    found += _money(pages)
    if len({game for game, _ in kinds}) == 1:
        found += _deeds(pages)
    return found


def _highest_hand(pages: Sequence[SheetPage]) -> Best | None:
    """Return the hand of most points, good or bad, on sheets whose points compare."""
    best: Best | None = None
    for page in pages:
        for player, figures in zip(page.players, page.digest.figures):
            points = figures.worst if page.game.low_is_good else figures.best
            if (points or 0) > (best.amount if best else 0):
                best = Best(N_("Highest hand"), player, points or 0, page, is_hand=True)
    return best


def _longest_run(pages: Sequence[SheetPage], records: Mapping[str, Record], title: str,
                 letter: str) -> Best | None:
    lengths = {player: record.run_won if letter == WON else record.run_lost
               for player, record in records.items()}
    most = max(lengths.values(), default=0)
    runs = [(run, player) for player, length in lengths.items() if length == most > 1
            if (run := longest_run(pages, player, letter))]
    if not runs:
        return None
    run, player = min(runs, key=lambda each: each[0].last)
    return Best(title, player, run.length, pages[run.first[0]], run=run)


def _money(pages: Sequence[SheetPage]) -> Iterator[Best]:
    """Yield what was won and what was lost most on one evening."""
    currency = most_turned(pages)
    sums: Counter[tuple[str, str]] = Counter()
    first: dict[str, SheetPage] = {}
    for page in pages:
        if currency and page.currency == currency and page.digest.payout is not None:
            first.setdefault(page.evening, page)
            for player, cents in zip(page.players, page.digest.payout):
                sums[page.evening, player] += cents
    for title, sign in ((N_("Most money won on an evening"), 1),
                        (N_("Most money lost on an evening"), -1)):
        (evening, player), cents = max(sums.items(), key=lambda each: each[1] * sign,
                                       default=(("", ""), 0))
        if cents * sign > 0:
            yield Best(title, player, cents * sign, first[evening], currency)


def _deeds(pages: Sequence[SheetPage]) -> Iterator[Best]:
    """Yield the most of each deed on one evening, or the highest amount of it."""
    sums: defaultdict[Deed, Counter[tuple[str, str]]] = defaultdict(Counter)
    first: dict[str, SheetPage] = {}
    for page in pages:
        first.setdefault(page.evening, page)
        for player, deeds in zip(page.players, page.digest.deeds):
            for (deed, _), amount in deeds.items():
                place = (page.evening, player)
                sums[deed][place] = max(sums[deed][place], amount) if deed.most else \
                    sums[deed][place] + amount
    for deed in sorted(sums, key=lambda deed: (deed.solo, deed.title)):
        (evening, player), amount = max(sums[deed].items(), key=lambda each: each[1])
        if amount >= MANY:
            yield Best(deed.title if deed.most else N_("{deed} on an evening"), player, amount,
                       first[evening], deed=deed)
