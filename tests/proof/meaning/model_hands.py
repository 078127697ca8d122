"""What must be true of a hand, whatever was said of it, and of whom it is scored for."""

from typing import Any

from tests.proof.meaning.deeds import (
    Chosen,
    Hand,
    OnSheet,
    Played,
    PlayedByAFile,
    Ruled,
    Seated,
    Told,
    Unsaid,
    Word,
    apart,
    latest,
)
from tests.proof.meaning.documents import of_parts, said_by
from tests.proof.meaning.judging import Judging
from tests.proof.meaning.seen import COUNTS, RED, STRUCK, SeenHand, SeenSheet


class OfHands(Judging):
    """The statements about a hand."""

    def hand(self, played: Played, seen: SeenSheet, on_it: list[OnSheet]) -> None:
        """A hand is there unless somebody took it back or let another run count; it says what was
        said of it last, and if that was said apart somebody is asked."""
        hand = played.hand
        shown = seen.hand(hand.id)
        of_it = [deed for deed in on_it if isinstance(deed, Word) and deed.hand is hand]
        words = [played, *[deed for deed in of_it if True not in self._unsaid(deed, on_it)]]
        open_ones = [word for word in latest(words) if self._is_left_open(word, words)]
        words = [word for word in words if not self._is_left_open(word, words)]
        last = latest(words)
        said = self.said([word for word in last
                          if not self._is_as_read(word, hand, words)] or last)
        answers = self._answers_for(hand, words, on_it)
        said |= self._as_chosen(answers, played, words)
        if all(any(each.knows(word) for each in answers) for word in last if said_by(word) is None):
            said.discard(None)  # they have read that it was brought back, which has not come
        said |= self._in_doubt(words, of_it, on_it)
        differs = len(said) > 1 and not all(each and each.voided for each in said)
        where = f"hand {hand.id[-6:]} of {hand.sheet.game} ({hand.first.typed})"
        verdicts = self._verdicts(hand, on_it)
        if shown is None:
            is_struck = any(hand in each.struck for each in verdicts) \
                or self._struck_by_its_run(hand, played, on_it)
            self._gone(hand, said, seen, where, is_struck)
            return
        if shown.place == STRUCK and not self._is_told(hand, seen):
            raise self.broken(f"{where} is struck, and nobody is asked about its run")
        is_asked = hand.id in seen.also or shown.place == STRUCK  # which is not asked about
        only_read = [word for word in words if not any(each.saw & word.bit for each in last)]
        asked = self.said([*last, *open_ones, *only_read]) | self._in_parts(hand) \
            if is_asked else set()
        if shown.place == STRUCK and self._is_told(hand, seen):  # a run as whoever chose it saw it
            asked |= self._as_chosen([each for each in self.of_hand(hand, on_it)
                                      if hand in each.first], played, words)
        if said == {None} and shown.place in (COUNTS, RED) \
                and self.content(shown.content) not in asked:
            raise self.broken(f"{where} is there again, though it was taken back")
        typed = {each.typed for each in self.said([*words, *of_it]) if each} \
            | {each.typed for each in self._in_documents(hand)}
        voided = shown.content.voided and any(each and each.voided for each in said) \
            and self.content(shown.content).typed in typed
        if not voided and self.content(shown.content) not in said | asked:
            raise self.broken(
                f"{where} is shown as {shown.content}, which nobody said last: {said}")
        if differs and shown.place != STRUCK and hand.id not in seen.also:
            raise self.broken(f"of {where} was said {said}, and nobody is asked")
        if hand.id in seen.also and shown.place != STRUCK and not self._is_told(hand, seen):
            self._offers(hand, shown.content, said, seen, where)
        if verdicts and shown.place in (COUNTS, RED) and not self._is_told(hand, seen) \
                and all(hand in each.struck for each in verdicts) \
                and self._stands(verdicts, seen):
            raise self.broken(f"{where} counts, though another run was chosen")
        self.attribution(played, shown, seen, on_it)

    def _gone(self, hand: Hand, said: set[Any], seen: SeenSheet, where: str,
              is_struck: bool) -> None:
        """A hand that is not shown was struck with its run or taken back, and somebody is asked who
        else said something of it."""
        if is_struck:
            return
        if None not in said:
            raise self.broken(f"{where} is asked about, and not shown" if self._is_told(hand, seen)
                              else f"{where} is lost: nobody took it back")
        if len(said) > 1 and hand.id in seen.also:
            self._offers(hand, None, said, seen, where)
        elif len(said) > 1 and not self._is_told(hand, seen):
            raise self.broken(f"{where} is gone, though somebody else said {said}, and nobody is "
                              "asked")

    def _offers(self, hand: Hand, shown: Any, said: set[Any], seen: SeenSheet,
                where: str) -> None:
        """Whoever is asked what holds of a hand is offered all that was said of it apart."""
        offered = {self.content(each) for each in (shown, *seen.also[hand.id])}
        if missing := {each for each in said - offered if not (
                each and each.voided and any(one and one.voided for one in offered))}:
            raise self.broken(f"of {where} was said {missing}, too, and nobody is offered that "
                              f"but {offered}")

    def _as_chosen(self, answers: list[Chosen], played: Played, words: list[Any]) -> set[Any]:
        """Return what a hand was for those who chose it."""
        return {content for answer in answers for content in self.said(latest(
            [word for word in words if word is played
             or answer.knows(word) and said_by(word) is not None]))}

    def _in_parts(self, hand: Hand) -> set[Any]:
        """Return what documents tell of a hand of which no more than a part has come."""
        return {self.content(each.content) for each
                in of_parts(self.world, self.device.lines, self.device.knows)
                if each.id == hand.id}

    def _in_documents(self, hand: Hand) -> set[Any]:
        """Return what documents tell of a hand of which at least a part has come."""
        return {self.content(line.content) for each in self.documents()
                if hand.sheet.id in each.sheets for line in each.sheets[hand.sheet.id].lines
                if line.id == hand.id}

    def _unsaid(self, word: Word, on_it: list[OnSheet]) -> set[bool]:
        """Return whether a word was taken back that was chosen among others: yes and no, if one
        took it back while another brought it again."""
        return {not deed.back for deed in latest(
            [deed for deed in on_it if isinstance(deed, Unsaid) and deed.word is word])}

    def _in_doubt(self, words: list[Any], of_it: list[Word], on_it: list[OnSheet]) -> set[Any]:
        """Return what a hand is by a word that one took back while another brought it again, and
        of which nobody knew who has said something else of the hand: words."""
        doubtful = [word for word in of_it if len(self._unsaid(word, on_it)) > 1]
        return self.said([word for word in latest([*words, *doubtful]) if word in doubtful])

    def _is_left_open(self, word: Any, words: list[Any]) -> bool:
        """Return whether somebody said a word, and took it back, who had only read what another has
        said of the hand: it stood beside his own before, and stands there again. What he had said
        before he read of that is still his word."""
        said = [each for each in words if isinstance(each, Word)]
        own = [each for each in said if each.device == word.device]

        def took_back(undo: Word) -> bool:
            before = [each for each in own if not each.undo and undo.knows(each)]
            return undo.undo and undo.said is not None \
                and (undo is word or undo.knows(word)) and bool(before) and any(
                    other.said not in (undo.said, *[each.said for each in before])
                    and not undo.saw & other.bit and not apart(word, other) and not any(
                        each.said == undo.said and each.knows(other) for each in before)
                    for other in latest([each for each in said
                                         if each not in own and undo.knows(each)]))
        return word in said and any(took_back(undo) for undo in latest(own))

    def _is_as_read(self, word: Any, hand: Hand, words: list[Any]) -> bool:
        """Return whether a step was taken back after which a hand was as others had read it in a
        file, or as whoever did this had read of others, who have said something else of it since.
        Whoever takes back their own word says nothing of what they have only read. What is taken
        back was nothing that those had known: of what both knew, that was the last."""
        if not (isinstance(word, Word) and word.undo):
            return False
        others = [other for other in words if apart(other, word) and all(
            said_by(each) == word.said for each in latest([
                each for each in words if each is not word and other.knows(each)
                and (word.knows(each) or said_by(each) == word.said)]))]
        have_said = any(other.knows(each) and not word.saw & each.bit for other in others
                        for each in words if isinstance(each, Word) and each.said == word.said)
        return any(
            line.id == hand.id and line.content == word.said
            for told in self.of(Told) if any(other.knows(told) for other in others)
            or have_said and word.knows(told)
            for sheet in told.document.sheets.values() for line in sheet.lines)

    def _verdicts(self, hand: Hand, on_it: list[OnSheet]) -> list[Chosen]:
        """Return the last answers that say something of a hand."""
        return latest(self.of_hand(hand, on_it))

    def _stands(self, verdicts: list[Chosen], seen: SeenSheet) -> bool:
        """Return whether the hands that were chosen are there, and nobody is asked about them."""
        first = {other.id for each in verdicts for other in each.first}
        return first.isdisjoint(seen.also) and any(map(seen.hand, first))

    def of_hand(self, hand: Hand, on_it: list[OnSheet]) -> list[Chosen]:
        """Return the answers that say something of a hand."""
        return [deed for deed in on_it if isinstance(deed, Chosen) and hand in deed.about]

    def _answers_for(self, hand: Hand, words: list[Any], on_it: list[OnSheet]) -> list[Chosen]:
        """Return the last answers that chose a hand while somebody took it back, or by whoever has
        only read of that: they say that it is there, unless somebody who knew them has said since
        what it is."""
        about = [each for each in self.of_hand(hand, on_it) if hand in each.first | each.struck
                 or not each.counting | each.struck]  # the last is one that was taken back
        return [deed for deed in latest(about) if hand in deed.first
                and not any(word.knows(deed) for word in latest(words)) and any(
                    said_by(word) is None and not deed.saw & word.bit for word in latest(words))]

    def _struck_by_its_run(self, hand: Hand, played: Played, on_it: list[OnSheet]) -> bool:
        """Return whether a hand follows one that was struck by an answer its writer knew of, or by
        one whose writer knew the hand."""
        before = hand.follows
        while before is not None:
            if any(before in each.struck and not apart(played, each)
                   for each in self._verdicts(before, on_it)):
                return True
            before = before.follows
        return False

    def _is_told(self, hand: Hand, seen: SeenSheet) -> bool:
        return any(hand.id in run for question in seen.asked for run in question)

    # --- whose hand it is -------------------------------------------------------------------------

    def attribution(self, played: Played, shown: SeenHand, seen: SeenSheet,
                    on_it: list[OnSheet]) -> None:
        """A hand is scored for those who played it, as the writer saw it on his screen, unless
        something was said otherwise: then it stands in red or is still theirs."""
        hand = played.hand
        where = f"hand {hand.id[-6:]} of {hand.sheet.game} ({hand.first.typed})"
        place = {line.id: index for index, line in enumerate(seen.lines)}

        def is_later(deed: Any) -> bool:
            """Whether something is of a hand that stands after this one, or was arranged after it:
            it changes nothing of this one."""
            return isinstance(deed, Ruled) and deed.knows(played) \
                or isinstance(deed, Word | Played) \
                and place.get(deed.hand.id, -1) > place.get(hand.id, len(place))

        if isinstance(played, PlayedByAFile):
            if shown.place == COUNTS and self.content(shown.content) == self.content(
                    played.content) and not any(
                    isinstance(deed, Word) and deed.hand is not hand and not is_later(deed)
                    for deed in on_it) and {*map(self.one, shown.active)} not in [
                    {*map(self.one, each)} for each in (hand.active, *self._played_in(hand))]:
                raise self.broken(f"{where} is played by {sorted(shown.active)}, and neither its "
                                  "writer nor a document says so")
            return
        if self.content(shown.content) != self.content(hand.first) or shown.place == STRUCK:
            return
        stirred = [deed for deed in on_it if deed is not played and not played.knows(deed)
                   and (not deed.knows(played) or isinstance(deed, Word | Chosen | Ruled | Seated))
                   and not is_later(deed)]
        if shown.place == RED:
            if not stirred:
                raise self.broken(f"{where} stands in red ({shown.why}), and nothing has changed")
            return
        if any(deed.knows(played) and isinstance(deed, Word) for deed in stirred):
            return  # whoever did that saw on his screen what became of the hand
        if {*map(self.one, shown.active)} != {*map(self.one, hand.active)}:
            raise self.broken(
                f"{where} is played by {sorted(shown.active)}, and its writer meant "
                f"{sorted(hand.active)}; since then: {[type(each).__name__ for each in stirred]}")
        points, meant = [{self.one(sign): figure for sign, figure in each.points.items()}
                         for each in (shown, hand)]
        # What its writer had only read stood beside what he saw, and may have come since.
        read = any(isinstance(deed, Word) and played.knows(deed) and not played.saw & deed.bit
                   and not is_later(deed) for deed in on_it)
        if not stirred and (self.one(shown.dealer) != self.one(hand.dealer)
                            or points != meant and not read):
            raise self.broken(f"{where} gives {dict(shown.points)}, dealt by {shown.dealer}; its "
                              f"writer saw {dict(hand.points)}, dealt by {hand.dealer}")
        # Whoever lets another run count before a hand lets the rules count that were changed there.
        chosen = any(isinstance(each, Chosen) and any(
            place.get(other.id, -1) <= place.get(hand.id, len(place)) for other in each.about)
            for each in stirred)
        if not any(isinstance(each, Ruled) for each in stirred) \
                and not (chosen and any(isinstance(each, Ruled) and (
                    each.device != played.device or _did_not_count(each, played, on_it))
                    for each in on_it)) \
                and not any(isinstance(each, Ruled) and played.knows(each)
                            and self._is_undecided(each, seen, on_it) for each in on_it) \
                and _signs(points) != _signs(meant):
            raise self.broken(f"{where} gives {dict(shown.points)}, and its writer saw "
                              f"{dict(hand.points)}")
        if hand.sheet.game == "frei" and points != meant:
            raise self.broken(f"{where} gives {dict(shown.points)}")

    def _played_in(self, hand: Hand) -> list[frozenset[str]]:
        """Return those who play a hand in each document that tells it."""
        return [line.active for each in self.documents() if hand.sheet.id in each.sheets
                for line in each.sheets[hand.sheet.id].lines if line.id == hand.id]

    def _is_undecided(self, ruled: Ruled, seen: SeenSheet, on_it: list[OnSheet]) -> bool:
        """Return whether somebody is asked about the run in which a hand was first played by some
        rules, and it does not count so far, nor do its rules."""
        by_them = next((each.hand.id for each in on_it if isinstance(each, Played)
                        and each.device == ruled.device and each.knows(ruled)), "")
        return by_them not in {line.id for line in seen.lines} \
            and any(by_them in run for question in seen.asked for run in question)


def _did_not_count(ruled: Ruled, played: Played, on_it: list[OnSheet]) -> bool:
    """Return whether the writer of a hand saw that rules that he knew to be changed did not count
    before it: the next hand that was written by them did not."""
    by_them = next((each for each in on_it if isinstance(each, Played)
                    and each.device == ruled.device and each.knows(ruled)), played)
    return by_them is not played and played.knows(ruled) \
        and by_them.hand.id not in dict(played.hand.before)


def _signs(points: Any) -> dict[str, int]:
    return {sign: (figure > 0) - (figure < 0) for sign, figure in points.items() if figure}
