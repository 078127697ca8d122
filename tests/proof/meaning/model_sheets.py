"""What must be true of the hands of a sheet, whatever met on it."""

from collections import Counter
from itertools import combinations
from typing import Any

from scorepad.games import BY_ID
from tests.proof.meaning import deeds
from tests.proof.meaning.deeds import (
    Chosen,
    Hand,
    OnSheet,
    Played,
    PlayedByAFile,
    Ruled,
    Seated,
    Sheet,
    Told,
    Word,
    apart,
    latest,
)
from tests.proof.meaning.model_hands import OfHands
from tests.proof.meaning.seen import COUNTS, SeenSheet

PAIRS = "schieberamsch", "skat", "frei"
"""Games in which every two settle the difference of their points; elsewhere points are money."""


class OfSheets(OfHands):
    """The statements about sheets."""

    def sheet(self, begun: deeds.Begun) -> None:
        sheet = begun.sheet
        seen = self.seen.evenings[sheet.evening.id].sheets.get(sheet.id)
        if seen is None:
            raise self.broken(f"a sheet of {sheet.game} is not there")
        if (seen.game, seen.stake, seen.currency) != (sheet.game, sheet.stake, sheet.currency):
            raise self.broken(f"a sheet of {sheet.game} is shown as {seen.game} for {seen.stake} "
                              f"{seen.currency}")
        told = [each.sheets[sheet.id].rules for each in self.documents() if sheet.id in each.sheets]
        if seen.rules not in (sheet.rules, *told) and not any(
                isinstance(deed, Ruled | Chosen) for deed in self.on_sheet.get(sheet.id, [])):
            raise self.broken(f"{sheet.game} is played by {seen.rules}, and began with "
                              f"{sheet.rules}")
        there = {*seen.roster, *map(self.one, seen.roster)}
        if missing := {person.sign for deed in (begun, *self.of(Seated))
                       if deed is begun or deed.sheet is sheet for person in deed.players
                       if not any(sign in there or self.one(sign) in there
                                  for sign in self._taken_for(person.sign, deed))}:
            raise self.broken(f"{missing} were seated at {sheet.game}, and are not there")
        called = tuple([self.seen.people.get(self.one(sign)) for sign in seen.roster])
        if called != seen.names:
            raise self.broken(f"{called} sit at {sheet.game}, and the sheet calls them "
                              f"{seen.names}")
        shown = [each.id for each in (*seen.lines, *seen.struck)]
        if len(shown) != len(set(shown)):
            raise self.broken(f"a hand of {sheet.game} is there twice")
        on_it = self.on_sheet.get(sheet.id, [])
        played = [deed for deed in on_it if isinstance(deed, Played)]
        for own in shown:
            if own not in {deed.hand.id for deed in played} \
                    and own not in self.world.hands:
                raise self.broken(f"a hand of {sheet.game} is there that nobody wrote")
        for deed in played:
            self.hand(deed, seen, on_it)
        self.runs(sheet, seen, played, on_it)
        self.order(seen, played)
        self.payout(seen)

    def _taken_for(self, sign: str, deed: deeds.Deed) -> set[str]:
        """Return the signs of all whom whoever did something took for one person: they are several
        again if two of them have sat at one table elsewhere, and any of them can be meant."""
        pairs = [{merged.person.sign, merged.into.sign} for merged in self.of(deeds.Merged)
                 if deed.knows(merged)]
        pairs += [{*pair} for told in self.of(Told) if deed.knows(told)
                  for pair in told.document.seen.one.items()]
        one, more = {sign}, {sign}
        while more:
            more = {each for pair in pairs if not one.isdisjoint(pair) for each in pair} - one
            one |= more
        return one

    # --- two runs ---------------------------------------------------------------------------------

    def runs(self, sheet: Sheet, seen: SeenSheet, played: list[Played],
             on_it: list[OnSheet]) -> None:
        """Of two that went on from one hand without knowing of each other one counts, and somebody
        is asked, until somebody has said what counts who knew of both."""
        untouched = [deed for deed in played if not any(
            isinstance(each, Word) and each.said is None and each.hand is deed.hand
            for each in on_it)]
        lines = {line.id for line in seen.lines}
        self.questions(sheet, seen, lines, on_it)
        for one, other in combinations(untouched, 2):
            before = _follows(one)
            if before is not _follows(other) or not apart(one, other):
                continue
            if before is not None and (before.id not in lines or any(
                    isinstance(each, Word) and each.said is None and each.hand is before
                    for each in on_it)):
                continue
            answers = [each for each in latest([
                deed for deed in on_it if isinstance(deed, Chosen)
                and {one.hand, other.hand} <= deed.about]) if each.counting or each.struck]
            told = f"{one.hand.id[-6:]} and {other.hand.id[-6:]} of {sheet.game}"
            asked = any(any(one.hand.id in run for run in question)
                        and any(other.hand.id in run for run in question)
                        for question in seen.asked)
            both = {one.hand.id, other.hand.id} <= lines
            if both and self._is_told_so(one, other, seen, on_it):
                continue
            said = {each.counting & {one.hand, other.hand} for each in answers}
            given = [each for each in on_it if isinstance(each, Chosen) and each.counting
                     and {one.hand, other.hand} <= each.about]
            if not answers and both and not any(  # one taken back leaves those before it
                    {one.hand, other.hand} <= each.counting for each in given
                    if [each] != latest(given)):
                raise self.broken(f"hands {told} are the same deal, and both count")
            if not answers and not asked:
                raise self.broken(f"hands {told} are the same deal, and nobody is asked")
            if len(said) > 1 and not asked:
                raise self.broken(f"two have answered differently which of {told} count, and "
                                  "nobody is asked")
            if len(said) == 1 and both and len(*said) == 1:
                raise self.broken(f"hands {told} both count, though one of them was chosen")
            if len(said) == 1 and not asked and not {each.id for each in set(*said)} <= lines:
                raise self.broken(f"of hands {told} one was chosen that does not count")

    def questions(self, sheet: Sheet, seen: SeenSheet, lines: set[str],
                  on_it: list[OnSheet]) -> None:
        """Of the runs of an open question one counts, unless somebody had said that more do."""
        together = [{hand.id for hand in each.counting} for each in on_it
                    if isinstance(each, Chosen)]
        together += [{line.id for line in each.sheets[sheet.id].lines}
                     for each in self.documents() if sheet.id in each.sheets]
        for question in seen.asked:
            for one, other in combinations([run for run in question if lines & {*run}], 2):
                if not any(each & {*one} and each & {*other} for each in together):
                    raise self.broken(f"hands {[own[-6:] for own in one]} and "
                                      f"{[own[-6:] for own in other]} of {sheet.game} are the same "
                                      "deal, and both count")

    def _is_told_so(self, one: Played, other: Played, seen: SeenSheet,
                    on_it: list[OnSheet]) -> bool:
        """Return whether both of two hands count, of which only documents tell, as one of these
        does: whoever wrote it had said that both count, one after the other. Another document may
        tell one of them without the other, from before that. Once somebody here has said what
        counts, his answer is looked at instead."""
        if not (isinstance(one, PlayedByAFile) and isinstance(other, PlayedByAFile)) or any(
                {one.hand, other.hand} <= each.about for each in on_it
                if isinstance(each, Chosen)):
            return False
        shown = [line.id for line in seen.lines if line.id in (one.hand.id, other.hand.id)]
        return any(
            shown == [line.id for line in told.document.sheets[seen.id].lines if line.id in shown]
            for told in self.world.deeds if isinstance(told, Told)
            and any(shown[-1] in line for line in told.lines & self.device.lines))

    def order(self, seen: SeenSheet, played: list[Played]) -> None:
        """A hand stands after the one that it was written after."""
        place = {line.id: index for index, line in enumerate(seen.lines)}
        for deed in played:
            before = _follows(deed)
            if before is not None and place.get(deed.hand.id, len(place)) \
                    < place.get(before.id, -1):
                raise self.broken(f"hand {deed.hand.id[-6:]} of {deed.sheet.game} stands before "
                                  f"the one that it follows, {before.id[-6:]}")

    def payout(self, seen: SeenSheet) -> None:
        """The money of a sheet is that of the hands that count on it."""
        if seen.payout is None:
            return
        if sum(seen.payout.values()):
            raise self.broken(f"the money of {seen.game} adds up to {sum(seen.payout.values())}")
        if seen.game == "kalter-schlag" or seen.stake is None:
            return
        game: Any = BY_ID[seen.game]
        due: Counter[str] = Counter(dict.fromkeys(seen.roster, 0))
        everybody, way = 0, -1 if game.low_is_good else 1
        for line in seen.lines:
            if line.place == COUNTS:
                written = sum(line.points.values())
                everybody += written
                for sign in line.seats:  # of pairs, those who sit there settle the hand
                    points = line.points.get(sign, 0)
                    due[sign] += way * (len(line.seats) * points - written) \
                        if seen.game in PAIRS else points
        if seen.game == "doppelkopf" and everybody:
            return  # a solo by this table's factor: odd cents are handed out
        if {sign: cents for sign, cents in due.items() if cents} != dict(seen.payout):
            raise self.broken(f"the hands of {seen.game} give {dict(due)}, and it pays "
                              f"{dict(seen.payout)}")


def _follows(played: Played) -> Hand | None:
    """Return the hand that stood before one when it was written."""
    return played.after if isinstance(played, PlayedByAFile) else played.hand.follows
