"""What must be true of a book that knows some deeds, whatever met in it in whatever order.

It follows from what was meant and from what those who did it knew, and from nothing that the
program has made of it. Each statement raises `Broken` with the hand and the deeds.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, pairwise
from typing import Any

from scorepad.games import BY_ID
from tests.proof.meaning import deeds
from tests.proof.meaning.deeds import (
    Chosen,
    Content,
    Hand,
    OnSheet,
    Played,
    Ruled,
    Seated,
    Sheet,
    Word,
    apart,
    latest,
)
from tests.proof.meaning.players import Broken, Device, World
from tests.proof.meaning.seen import COUNTS, RED, STRUCK, Seen, SeenEvening, SeenHand, SeenSheet

PAIRS = "schieberamsch", "skat", "frei"
"""Games in which every two settle the difference of their points; elsewhere points are money."""


def judge(world: World, device: Device, seen: Seen) -> None:
    """Raise `Broken` unless a device's book says what was meant."""
    _Judge(world, device, seen).everything()


class _Judge:
    """A judge of one book."""

    def __init__(self, world: World, device: Device, seen: Seen) -> None:
        self.world, self.device, self.seen = world, device, seen
        known = [deed for deed in world.deeds if device.knows & deed.bit]
        self.known = known
        self.on_sheet: dict[str, list[OnSheet]] = {}
        for deed in known:
            if isinstance(deed, OnSheet):
                self.on_sheet.setdefault(deed.sheet.id, []).append(deed)

    def of(self, kind: type[Any]) -> list[Any]:
        return [deed for deed in self.known if isinstance(deed, kind)]

    def broken(self, sentence: str) -> Broken:
        return Broken(f"in the book of {self.device.name}: {sentence}")

    def everything(self) -> None:
        self.people()
        self.evenings()
        for deed in self.of(deeds.Begun):
            self.sheet(deed)
        self.stars()
        self.ledger()

    # --- people -------------------------------------------------------------------------------

    def people(self) -> None:
        """Nobody who is named by anything is missing, nobody is lost, and nobody is called what
        nobody called him."""
        used = self._used()
        for added in self.of(deeds.Added):
            person = added.person
            words = latest([deed for deed in self.of(deeds.Deleted) if deed.person is person])
            gone = any(not word.back for word in words)
            if person.sign not in self.seen.one and (person in used or not gone):
                raise self.broken(f"{person.name} is not there, though " + (
                    "something names this person" if person in used else "nobody deleted him"))
            self._name_of(added, words)
        for one, other in combinations(self.seen.people, 2):
            if self.seen.people[one] == self.seen.people[other]:
                raise self.broken(f"two people are called {self.seen.people[one]}")
        self._spellings()

    def _used(self) -> set[deeds.Person]:
        """Return everybody whom a deed besides those on people names."""
        used: set[deeds.Person] = set()
        for deed in self.known:
            match deed:
                case deeds.Begun() | deeds.Seated():
                    used |= set(deed.players)
                case deeds.Paid():
                    used |= {deed.debtor, deed.creditor}
                case deeds.Starred():
                    used.add(deed.person)
                case deeds.OpenedWith():
                    used |= {self.world.named(sign) for sign in deed.balances}
        return used

    def _name_of(self, added: deeds.Added, deleted: list[deeds.Deleted]) -> None:
        person = added.person
        said = latest([deed for deed in self.of(deeds.Renamed) if deed.person is person])
        names = {deed.name for deed in said} or {person.name}
        shown = self.seen.people.get(person.sign)
        if shown is not None and not any(shown.startswith(name) for name in names):
            raise self.broken(f"{person.name} is called {shown}, and nobody said so but {names}")

    def _spellings(self) -> None:
        """Nobody is put together with anybody unless somebody said so."""
        parted = self.of(deeds.Parted)
        said: dict[str, set[str]] = {sign: {sign} for sign in self.seen.one}
        for merged in self.of(deeds.Merged):
            if not any(part.person is merged.person and part.knows(merged) for part in parted):
                both = said.get(merged.person.sign, {merged.person.sign}) \
                    | said.get(merged.into.sign, {merged.into.sign})
                for sign in both:
                    said[sign] = both
        for sign, one in self.seen.one.items():
            if one not in said.get(sign, {sign}):
                raise self.broken(f"{sign} and {one} are one person, and nobody said so")

    def one(self, sign: str) -> str:
        return self.seen.one.get(sign, sign)

    # --- evenings -----------------------------------------------------------------------------

    def evenings(self) -> None:
        for opened in self.of(deeds.Opened):
            evening = self.seen.evenings.get(opened.evening.id)
            if evening is None:
                raise self.broken(f"the evening of {opened.evening.date} is not there")
            self._closed(opened.evening, evening)
            self._payments(opened.evening, evening)
            self._money(evening)
            asks = bool(evening.asked) or evening.closed_elsewhere or any(
                sheet.is_asked for sheet in evening.sheets.values())
            if asks != evening.is_provisional:
                raise self.broken(f"something is to be decided of the evening of "
                                  f"{opened.evening.date}: {asks}; its settlement says "
                                  f"{evening.is_provisional}")
            if asks != evening.asks:
                raise self.broken(f"something is to be decided of the evening of "
                                  f"{opened.evening.date}: {asks}; the first screen says "
                                  f"{evening.asks}")

    def _closed(self, evening: deeds.Evening, seen: SeenEvening) -> None:
        """Who plays on while another closes the evening is not locked out."""
        words = [deed for deed in self.of(deeds.Closed) if deed.evening is evening]
        said = {word.back for word in latest(words)} or {True}
        closes = [word for word in latest(words) if not word.back]
        played = [deed for deed in self.of(Played) if deed.sheet.evening is evening]
        if seen.closed and said == {True}:
            raise self.broken(f"the evening of {evening.date} is closed, and nobody closed it")
        if seen.closed and any(not any(word.knows(hand) for word in closes) for hand in played):
            raise self.broken(f"the evening of {evening.date} is closed, though somebody played on "
                              "who did not know that")
        if not seen.closed and said == {False} and not any(
                not word.knows(deed) for word in closes for deed in self.known
                if getattr(deed, "sheet", None) and deed.sheet.evening is evening):
            raise self.broken(f"the evening of {evening.date} is open, though it was closed and "
                              "nobody has played on")

    def _payments(self, evening: deeds.Evening, seen: SeenEvening) -> None:
        """Every payment is there with those whom it names; one that was noted on two devices is
        there once or twice, and asked about."""
        back = {deed.paid for deed in self.of(deeds.Unpaid)}
        made = [deed for deed in self.of(deeds.Paid)
                if deed.evening is evening and deed not in back]
        shown = {own: (one, other, cents, money.currency) for money in seen.money
                 for one, other, cents, own in money.payments if own}
        ids = [own for money in seen.money for *_, own in money.payments if own]
        if len(ids) != len(set(ids)):
            raise self.broken("a payment is there twice")
        for own in shown:
            if own not in [deed.id for deed in made]:
                raise self.broken("a payment is there that was taken back, or never made")
        for deed in made:
            twins = [each for each in made if apart(each, deed) and _same_payment(each, deed)]
            self._twins(deed, twins, deed.id in shown, seen, f"{deed.debtor.name} has paid "
                        f"{deed.creditor.name} {deed.cents} {deed.currency}")
            meant = (self.one(deed.debtor.sign), self.one(deed.creditor.sign), deed.cents,
                     deed.currency)
            if deed.id in shown and shown[deed.id] != meant:
                raise self.broken(f"the payment {meant} is shown as {shown[deed.id]}")
            if deed.id not in shown and not any(each.id in shown for each in twins) \
                    and meant[0] != meant[1] and not self._verdicts_on(deed):
                raise self.broken(f"a payment of {deed.debtor.name} to {deed.creditor.name} is "
                                  "lost")

    def _verdicts_on(self, deed: deeds.Deed) -> list[deeds.Settled]:
        """Return the last answers about something that was noted."""
        return latest([each for each in self.of(deeds.Settled) if each.about & deed.entries])

    def _twins(self, deed: Any, twins: list[Any], is_shown: bool, seen: SeenEvening,
               told: str) -> None:
        """What was noted on two devices is asked about until somebody has said whether it is one;
        what he said holds."""
        verdicts = self._verdicts_on(deed)
        for twin in twins:
            answers = [each for each in verdicts if each.about & twin.entries]
            asked = any(each & (deed.entries | twin.entries) for each in seen.asked)
            if not asked and ({each.counting for each in answers} in (set(), {frozenset()})
                              or len({each.counting for each in answers}) > 1):
                raise self.broken(f"{told} on two devices, which nobody is asked about")
        if len({each.counting for each in verdicts}) == 1 and verdicts[0].counting:
            counts = bool(verdicts[0].counting & deed.entries)
            if counts is not is_shown and not (set(self._others_of(verdicts[0])) - {deed, *twins}):
                raise self.broken(f"{told}, and somebody has said that this "
                                  f"{'counts' if counts else 'does not count'}; the book shows "
                                  f"otherwise")

    def _others_of(self, verdict: deeds.Settled) -> list[deeds.Deed]:
        return [each for each in self.known if each.entries & verdict.about]

    def _money(self, seen: SeenEvening) -> None:
        """Money sums to nothing, the sheets give what the settlement says, and the transfers settle
        it exactly."""
        for money in seen.money:
            if sum(money.balances.values()):
                raise self.broken(f"a settlement adds up to {sum(money.balances.values())}")
            balances: Counter[str] = Counter()
            for sheet in seen.sheets.values():
                if sheet.currency == money.currency and sheet.payout:
                    for sign, cents in sheet.payout.items():
                        balances[self.one(sign)] += cents
            if {sign: cents for sign, cents in balances.items() if cents} != dict(money.balances):
                raise self.broken(f"the sheets give {dict(balances)} {money.currency}, and the "
                                  f"settlement says {dict(money.balances)}")
            for one, other, cents, _ in money.payments:
                balances[one] += cents
                balances[other] -= cents
            if any(balances.values()):
                raise self.broken(f"after all payments {dict(balances)} {money.currency} are left")
        for sheet in seen.sheets.values():
            if sheet.payout and sheet.currency not in [money.currency for money in seen.money]:
                raise self.broken(f"nobody settles the {sheet.currency} of {sheet.game}")

    # --- sheets -------------------------------------------------------------------------------

    def sheet(self, begun: deeds.Begun) -> None:
        sheet = begun.sheet
        seen = self.seen.evenings[sheet.evening.id].sheets.get(sheet.id)
        if seen is None:
            raise self.broken(f"a sheet of {sheet.game} is not there")
        if (seen.game, seen.stake, seen.currency) != (sheet.game, sheet.stake, sheet.currency):
            raise self.broken(f"a sheet of {sheet.game} is shown as {seen.game} for {seen.stake} "
                              f"{seen.currency}")
        if missing := {person.sign for deed in (begun, *self.of(Seated))
                       if deed is begun or deed.sheet is sheet for person in deed.players} \
                - set(map(self.one, seen.roster)) - set(seen.roster):
            if any(self.one(sign) not in set(map(self.one, seen.roster)) for sign in missing):
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

    def hand(self, played: Played, seen: SeenSheet, on_it: list[OnSheet]) -> None:
        """A hand is there unless somebody took it back or let another run count; it says what was
        said of it last, and if that was said apart somebody is asked."""
        hand = played.hand
        shown = seen.hand(hand.id)
        words = latest([played, *[deed for deed in on_it
                                  if isinstance(deed, Word) and deed.hand is hand]])
        said = {word.hand.first if isinstance(word, Played) else word.said for word in words}
        differs = len(said) > 1 and not all(each and each.voided for each in said)
        where = f"hand {hand.id[-6:]} of {hand.sheet.game} ({hand.first.typed})"
        verdicts = self._verdicts(hand, on_it)
        if shown is None:
            if None not in said and not any(hand in each.struck for each in on_it
                                            if isinstance(each, Chosen)) \
                    and not self._struck_by_its_run(hand, played, on_it):
                raise self.broken(f"{where} is asked about, and not shown"
                                  if self._is_told(hand, seen) else
                                  f"{where} is lost: nobody took it back")
            if differs and not verdicts and hand.id not in seen.also \
                    and not self._is_told(hand, seen):
                raise self.broken(f"{where} is gone, though somebody else said {said}, and nobody "
                                  "is asked")
            return
        if said == {None} and shown.place in (COUNTS, RED):
            raise self.broken(f"{where} is there again, though it was taken back")
        if shown.content not in said:
            raise self.broken(f"{where} is shown as {shown.content}, which nobody said last: "
                              f"{said}")
        if differs and shown.place != STRUCK and hand.id not in seen.also:
            raise self.broken(f"of {where} was said {said}, and nobody is asked")
        if verdicts and shown.place in (COUNTS, RED) \
                and all(hand in each.struck for each in verdicts):
            raise self.broken(f"{where} counts, though another run was chosen")
        self.attribution(played, shown, seen, on_it)

    def _verdicts(self, hand: Hand, on_it: list[OnSheet]) -> list[Chosen]:
        """Return the last answers that say something of a hand."""
        return latest([deed for deed in on_it if isinstance(deed, Chosen) and hand in deed.about])

    def _struck_by_its_run(self, hand: Hand, played: Played, on_it: list[OnSheet]) -> bool:
        """Return whether a hand follows one that was struck by an answer its writer knew of."""
        before = hand.follows
        while before is not None:
            if any(before in each.struck and played.knows(each) for each in on_it
                   if isinstance(each, Chosen)):
                return True
            before = before.follows
        return False

    def _is_told(self, hand: Hand, seen: SeenSheet) -> bool:
        return any(hand.id in run for question in seen.asked for run in question)

    # --- whose hand it is ---------------------------------------------------------------------

    def attribution(self, played: Played, shown: SeenHand, seen: SeenSheet,
                    on_it: list[OnSheet]) -> None:
        """A hand is scored for those who played it, as the writer saw it on his screen, unless
        something was said otherwise: then it stands in red or is still theirs."""
        hand = played.hand
        where = f"hand {hand.id[-6:]} of {hand.sheet.game} ({hand.first.typed})"
        if shown.content != hand.first or shown.place == STRUCK:
            return
        stirred = [deed for deed in on_it if deed is not played and not played.knows(deed)
                   and (not deed.knows(played) or isinstance(deed, Word | Chosen | Ruled | Seated))]
        if shown.place == RED:
            if not stirred:
                raise self.broken(f"{where} stands in red ({shown.why}), and nothing has changed")
            return
        if any(deed.knows(played) and isinstance(deed, Word | Ruled) for deed in stirred):
            return  # whoever did that saw on his screen what became of the hand
        if shown.active != hand.active:
            raise self.broken(
                f"{where} is played by {sorted(shown.active)}, and its writer meant "
                f"{sorted(hand.active)}; since then: {[type(each).__name__ for each in stirred]}")
        if not stirred and (dict(shown.points), shown.dealer) != (dict(hand.points), hand.dealer):
            raise self.broken(f"{where} gives {dict(shown.points)}, dealt by {shown.dealer}; its "
                              f"writer saw {dict(hand.points)}, dealt by {hand.dealer}")
        if not any(isinstance(each, Ruled) for each in stirred) \
                and _signs(shown.points) != _signs(hand.points):
            raise self.broken(f"{where} gives {dict(shown.points)}, and its writer saw "
                              f"{dict(hand.points)}")
        if hand.sheet.game == "frei" and dict(shown.points) != dict(hand.points):
            raise self.broken(f"{where} gives {dict(shown.points)}")

    # --- two runs -----------------------------------------------------------------------------

    def runs(self, sheet: Sheet, seen: SeenSheet, played: list[Played],
             on_it: list[OnSheet]) -> None:
        """Of two that went on from one hand without knowing of each other one counts, and somebody
        is asked, until somebody has said what counts who knew of both."""
        untouched = [deed for deed in played if not any(
            isinstance(each, Word) and each.hand is deed.hand for each in on_it)]
        lines = {line.id for line in seen.lines}
        for one, other in combinations(untouched, 2):
            before = one.hand.follows
            if before is not other.hand.follows or not apart(one, other):
                continue
            if before is not None and (before.id not in lines or any(
                    isinstance(each, Word) and each.hand is before for each in on_it)):
                continue
            answers = [each for each in latest([
                deed for deed in on_it if isinstance(deed, Chosen)
                and {one.hand, other.hand} <= deed.about]) if each.counting or each.struck]
            told = f"{one.hand.id[-6:]} and {other.hand.id[-6:]} of {sheet.game}"
            asked = any(any(one.hand.id in run for run in question)
                        and any(other.hand.id in run for run in question)
                        for question in seen.asked)
            both = {one.hand.id, other.hand.id} <= lines
            said = {each.counting & {one.hand, other.hand} for each in answers}
            if not answers and both:
                raise self.broken(f"hands {told} are the same deal, and both count")
            if not answers and not asked:
                raise self.broken(f"hands {told} are the same deal, and nobody is asked")
            if len(said) > 1 and not asked:
                raise self.broken(f"two have answered differently which of {told} count, and "
                                  "nobody is asked")
            if len(said) == 1 and both and len(*said) == 1:
                raise self.broken(f"hands {told} both count, though one of them was chosen")

    def order(self, seen: SeenSheet, played: list[Played]) -> None:
        """A hand stands after the one that it was written after."""
        place = {line.id: index for index, line in enumerate(seen.lines)}
        for deed in played:
            before = deed.hand.follows
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
        totals: Counter[str] = Counter(dict.fromkeys(seen.roster, 0))
        for line in seen.lines:
            if line.place == COUNTS:
                totals.update(line.points)
        count, everybody = len(totals), sum(totals.values())
        way = -1 if game.low_is_good else 1
        due = {sign: way * (count * total - everybody) if seen.game in PAIRS else total
               for sign, total in totals.items()}
        if seen.game == "doppelkopf" and everybody:
            return  # a solo by this table's factor: odd cents are handed out
        if {sign: cents for sign, cents in due.items() if cents} != dict(seen.payout):
            raise self.broken(f"the hands of {seen.game} give {due}, and it pays "
                              f"{dict(seen.payout)}")

    # --- stars --------------------------------------------------------------------------------

    def stars(self) -> None:
        """Every note is there with the person whom it names; one that was made on two devices is
        there once or twice, and asked about."""
        back = {deed.starred for deed in self.of(deeds.Unstarred)}
        made = [deed for deed in self.of(deeds.Starred) if deed not in back]
        for own in {own for evening in self.seen.evenings.values() for own in evening.stars}:
            if own and own not in {deed.id for deed in made}:
                raise self.broken("a star is there that was taken back, or never noted")
        for deed in made:
            evening = self.seen.evenings[deed.evening.id]
            twins = [each for each in made if apart(each, deed) and _same_star(each, deed)]
            if deed.id in evening.stars:
                who, event, ziel, _ = evening.stars[deed.id]
                if (who, event, ziel) != (self.one(deed.person.sign), deed.event, deed.ziel):
                    raise self.broken(f"{deed.event} of {deed.person.name} is shown as {event} of "
                                      f"{who}")
            elif not any(each.id in evening.stars for each in twins) \
                    and not self._verdicts_on(deed):
                raise self.broken(f"{deed.event} of {deed.person.name} is lost")
            self._twins(deed, twins, deed.id in evening.stars, evening,
                        f"{deed.event} of {deed.person.name} was noted")

    def ledger(self) -> None:
        """Opening balances and tariffs are the last that somebody said, and asked about if they
        were said apart."""
        said = latest(self.of(deeds.OpenedWith))
        meant = [(each.date, {self.one(sign): stars for sign, stars in each.balances.items()})
                 for each in said]
        if said and self.seen.opening not in meant and not self.of(deeds.Merged):
            raise self.broken(f"the ledger begins with {self.seen.opening}, and nobody said so")
        if any(one != other for one, other in pairwise(meant)) and not self._is_asked(said):
            raise self.broken("two have begun the ledger differently, and nobody is asked")
        tariffs = latest(self.of(deeds.TariffSet))
        if tariffs:
            key = tariffs[0].event, tariffs[0].ziel, tariffs[0].valid_from
            if self.seen.tariffs.get(key) not in {each.stars for each in tariffs}:
                raise self.broken(f"a Kasten counts {self.seen.tariffs.get(key)}")
            if len({each.stars for each in tariffs}) > 1 and not self._is_asked(tariffs):
                raise self.broken("two have set the tariff of a Kasten differently, and nobody is "
                                  "asked")

    def _is_asked(self, said: list[Any]) -> bool:
        """Return whether somebody is asked which of several words about the club holds, or has said
        so who knew of all of them."""
        return any(all(each & deed.entries for deed in said) for each in self.seen.asked) or any(
            all(each.about & deed.entries for deed in said) and each.counting
            for each in self.of(deeds.Settled))


def agree(one: Device, other: Device, shown: Seen, there: Seen) -> None:
    """Raise `Broken` unless two books that have met both ways show the same."""
    for name in ("people", "one", "retired", "balances", "opening", "tariffs", "evenings",
                 "asked"):
        here, elsewhere = getattr(shown, name), getattr(there, name)
        if here != elsewhere:
            raise Broken(f"{one.name} and {other.name} have met, and differ in {name}: "
                         f"{_difference(here, elsewhere)}")


def _difference(here: Any, there: Any) -> str:
    if isinstance(here, dict):
        return str({key: _difference(here.get(key), there.get(key)) for key in {*here, *there}
                    if here.get(key) != there.get(key)})
    if hasattr(here, "__dataclass_fields__") and hasattr(there, "__dataclass_fields__"):
        return str({name: _difference(getattr(here, name), getattr(there, name))
                    for name in here.__dataclass_fields__
                    if getattr(here, name) != getattr(there, name)})
    return f"{here!r} · {there!r}"


def _signs(points: Any) -> dict[str, int]:
    return {sign: (figure > 0) - (figure < 0) for sign, figure in points.items() if figure}


def _same_payment(one: deeds.Paid, other: deeds.Paid) -> bool:
    return (one.debtor, one.creditor, one.cents, one.currency) \
        == (other.debtor, other.creditor, other.cents, other.currency)


def _same_star(one: deeds.Starred, other: deeds.Starred) -> bool:
    return (one.evening, one.person, one.event, one.ziel, one.stars) \
        == (other.evening, other.person, other.event, other.ziel, other.stars)


__all__ = ["Content", "Iterable", "agree", "judge"]
