"""What must be true of a book that knows some deeds, whatever met in it in whatever order.

It follows from what was meant and from what those who did it knew, and from nothing that the
program has made of it. Each statement raises `Broken` with the hand and the deeds.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations, pairwise
from typing import Any

from tests.proof.meaning import deeds
from tests.proof.meaning.deeds import Played, apart, latest
from tests.proof.meaning.documents import SHOWN, difference
from tests.proof.meaning.model_sheets import OfSheets
from tests.proof.meaning.players import Broken, Device, World
from tests.proof.meaning.seen import Seen, SeenEvening


def judge(world: World, device: Device, seen: Seen) -> None:
    """Raise `Broken` unless a device's book says what was meant."""
    _Judge(world, device, seen).everything()


class _Judge(OfSheets):
    """A judge of one book."""

    def everything(self) -> None:
        self.people()
        self.evenings()
        for deed in self.of(deeds.Begun):
            self.sheet(deed)
        self.stars()
        self.ledger()
        self.rules()
        self.looks()

    # --- people -----------------------------------------------------------------------------------

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
        for deed in latest(self.of(deeds.OpenedWith)):
            used |= {self.world.named(sign) for sign in deed.balances}
        return used

    def _name_of(self, added: deeds.Added, deleted: list[deeds.Deleted]) -> None:
        person = added.person
        said = latest([deed for deed in self.of(deeds.Renamed) if deed.person is person])
        names = {deed.name for deed in said} or {person.name}
        shown = self.seen.people.get(person.sign)
        if shown is None:
            return
        if len(names) > 1:
            if not self._is_asked(said):
                raise self.broken(f"two have called {person.name} {names}, and nobody is asked")
            answers = {each.counting for each in latest(
                [each for each in self.of(deeds.Settled)
                 if all(each.about & deed.entries for deed in said)])}
            if len(answers) == 1 and all(answers):
                names = {deed.name for deed in said if deed.entries & set(*answers)}
        if not any(shown.startswith(name) for name in names):
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
        for told in self.documents():
            for sign, one in told.seen.one.items():
                both = said.get(sign, {sign}) | said.get(one, {one})
                for each in both:
                    said[each] = both
        for sign, one in self.seen.one.items():
            if one not in said.get(sign, {sign}):
                raise self.broken(f"{sign} and {one} are one person, and nobody said so")

    # --- evenings ---------------------------------------------------------------------------------

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
        of_a_part = {each.id for sheet in seen.sheets.values()
                     for each in (*sheet.lines, *sheet.struck)} \
            - {deed.hand.id for deed in played}  # of a document, of which not all has come
        if not seen.closed and said == {False} and not of_a_part and not any(
                not word.knows(hand) for word in closes for hand in played):
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
        of_a_part = {own: payment for own, payment in shown.items()
                     if own not in {deed.id for deed in made}}
        for own, payment in of_a_part.items():
            if own in {paid.id for paid in back} \
                    or payment not in self._told_in_part(own, evening):
                raise self.broken("a payment is there that was taken back, or never made")
        for deed in made:
            twins = [each for each in made
                     if apart(each, deed) and self._is_same_payment(each, deed)]
            self._twins(deed, twins, deed.id in shown, seen, f"{deed.debtor.name} has paid "
                        f"{deed.creditor.name} {deed.cents} {deed.currency}")
            meant = (self.one(deed.debtor.sign), self.one(deed.creditor.sign), deed.cents,
                     deed.currency)
            if deed.id in shown and shown[deed.id] != meant:
                raise self.broken(f"the payment {meant} is shown as {shown[deed.id]}")
            if deed.id not in shown and not any(each.id in shown for each in twins) \
                    and meant not in of_a_part.values() and meant[0] != meant[1] \
                    and not self._is_verdict_against(deed):
                raise self.broken(f"a payment of {deed.debtor.name} to {deed.creditor.name} is "
                                  "lost")

    def _told_in_part(self, own: str, evening: deeds.Evening) -> list[tuple[str, str, int, str]]:
        """Return how documents tell a payment of which not all has come, but its entry has: that
        one is whole, and says by itself who has paid whom."""
        return [(self.one(one), self.one(other), cents, money.currency)
                for told in self.world.deeds if isinstance(told, deeds.Told)
                and any(own in line for line in told.lines & self.device.lines)
                for money in told.document.seen.evenings[evening.id].money
                for one, other, cents, id in money.payments if id == own]

    def _is_same_payment(self, one: deeds.Paid, other: deeds.Paid) -> bool:
        return self.one(one.debtor.sign) == self.one(other.debtor.sign) \
            and self.one(one.creditor.sign) == self.one(other.creditor.sign) \
            and (one.cents, one.currency) == (other.cents, other.currency)

    def _is_same_star(self, one: deeds.Starred, other: deeds.Starred) -> bool:
        return self.one(one.person.sign) == self.one(other.person.sign) \
            and (one.evening, one.event, one.ziel, one.stars) \
            == (other.evening, other.event, other.ziel, other.stars)

    def _verdicts_on(self, deed: deeds.Deed) -> list[deeds.Settled]:
        """Return the last answers about something that was noted."""
        return latest([each for each in self.of(deeds.Settled)
                       if each.about & self._entries(deed)])

    def _entries(self, deed: Any) -> frozenset[str]:
        """Return the ids of the entries that note something, those by which files tell it too."""
        return deed.entries | {told.entry_of[line] for told in self.of(deeds.Told)
                               for line in told.lines if deed.id in line}

    def _twins(self, deed: Any, twins: list[Any], is_shown: bool, seen: SeenEvening,
               told: str) -> None:
        """What was noted on two devices is asked about until somebody has said whether it is one;
        what he said holds."""
        verdicts = self._verdicts_on(deed)
        for twin in twins:
            answers = [each for each in verdicts if each.about & self._entries(twin)]
            asked = any(each & {deed.id, twin.id} for each in seen.asked)
            if asked or self._was_one_with_known(deed, twin):
                continue
            counting = {each.counting for each in answers}
            if len(counting) > 1 \
                    or not any(counting) and (counting or not self._told_together(deed, twin)):
                raise self.broken(f"{told} on two devices, which nobody is asked about")
        if len({each.counting for each in verdicts}) == 1 and verdicts[0].counting:
            counts = bool(verdicts[0].counting & self._entries(deed))
            if counts is not is_shown and not (set(self._others_of(verdicts[0])) - {deed, *twins}) \
                    and not any(deed.id in each for each in seen.asked):  # again, with another
                raise self.broken(f"{told}, and somebody has said that this "
                                  f"{'counts' if counts else 'does not count'}; the book shows "
                                  f"otherwise")

    def _is_verdict_against(self, deed: Any) -> bool:
        """Return whether somebody has said last that another note counts."""
        return any(each.counting - self._entries(deed) for each in self._verdicts_on(deed))

    def _told_together(self, one: Any, other: Any) -> bool:
        """Return whether a document tells both as the same, of one person: whoever wrote it had
        said that both count."""
        def noted(evening: SeenEvening) -> dict[str, Any]:
            return {own: star[:3] for own, star in evening.stars.items()} | {
                own: (*payment, money.currency) for money in evening.money
                for *payment, own in money.payments}
        return any({one.id, other.id} <= told.keys() and told[one.id] == told[other.id]
                   for document in self.documents()
                   for told in map(noted, document.seen.evenings.values()))

    def _was_one_with_known(self, one: Any, other: Any) -> bool:
        """Return whether somebody has said how one of these stands to a third that counts, or that
        it is the same as a third, and whoever noted the other one knew that third: he meant another
        one."""
        for each, apart_from in ((one, other), (other, one)):
            verdicts = self._verdicts_on(each)
            if len({verdict.counting for verdict in verdicts}) != 1:
                continue
            instead = verdicts[0].counting
            if len(instead) == 1:  # all of them are one
                instead = frozenset.union(*[verdict.about for verdict in verdicts])
            if any(self._entries(third) & instead and not apart(third, apart_from)
                   for third in self.of(type(one)) if third not in (one, other)):
                return True
        return False

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

    # --- stars ------------------------------------------------------------------------------------

    def stars(self) -> None:
        """Every note is there with the person whom it names; one that was made on two devices is
        there once or twice, and asked about."""
        back = {deed.starred for deed in self.of(deeds.Unstarred)}
        made = [deed for deed in self.of(deeds.Starred) if deed not in back]
        told = {own for each in self.documents() for evening in each.seen.evenings.values()
                for own in evening.stars} - {deed.id for deed in self.of(deeds.Starred)}
        for own in {own for evening in self.seen.evenings.values() for own in evening.stars}:
            if own and own not in told and own not in {deed.id for deed in made}:
                raise self.broken("a star is there that was taken back, or never noted")
        for deed in made:
            evening = self.seen.evenings[deed.evening.id]
            twins = [each for each in made if apart(each, deed) and self._is_same_star(each, deed)]
            if deed.id in evening.stars:
                who, event, ziel, _ = evening.stars[deed.id]
                if (who, event, ziel) != (self.one(deed.person.sign), deed.event, deed.ziel):
                    raise self.broken(f"{deed.event} of {deed.person.name} is shown as {event} of "
                                      f"{who}")
            elif not any(each.id in evening.stars for each in twins) \
                    and not self._is_verdict_against(deed):
                raise self.broken(f"{deed.event} of {deed.person.name} is lost")
            self._twins(deed, twins, deed.id in evening.stars, evening,
                        f"{deed.event} of {deed.person.name} was noted")

    def ledger(self) -> None:
        """Opening balances and tariffs are the last that somebody said, and asked about if they
        were said apart."""
        said = latest(self.of(deeds.OpenedWith))
        meant = [(each.date, self._summed(each.balances)) for each in said]
        told = [each.seen for each in self.documents() if not each.knew <= self.device.lines]
        if said and self.seen.opening not in [*meant, *[each.opening for each in told]] \
                and not self.of(deeds.Merged):
            raise self.broken(f"the ledger begins with {self.seen.opening}, and nobody said so")
        if any(one != other for one, other in pairwise(meant)) and not self._is_asked(said):
            raise self.broken("two have begun the ledger differently, and nobody is asked")
        tariffs = latest(self.of(deeds.TariffSet))
        if tariffs:
            key = tariffs[0].event, tariffs[0].ziel, tariffs[0].valid_from
            if self.seen.tariffs.get(key) not in {
                    *[each.stars for each in tariffs], *[each.tariffs.get(key) for each in told]}:
                raise self.broken(f"a Kasten counts {self.seen.tariffs.get(key)}")
            if len({each.stars for each in tariffs}) > 1 and not self._is_asked(tariffs):
                raise self.broken("two have set the tariff of a Kasten differently, and nobody is "
                                  "asked")

    def _summed(self, balances: Mapping[str, int]) -> Mapping[str, int]:
        """Return balances by who is one person in this book."""
        found: Counter[str] = Counter()
        for sign, stars in balances.items():
            found[self.one(sign)] += stars
        return dict(found)

    # --- the club's rules, and how people are drawn -----------------------------------------------

    def rules(self) -> None:
        """The club's rules are those that somebody keeps, no two of a game under one name."""
        told = [own for each in self.documents() for own in each.seen.rule_sets.items()]
        shown = self.seen.rule_sets
        if len({(game, name) for game, name, _ in shown.values()}) < len(shown):
            raise self.broken(f"two rules of a game have one name: {shown}")
        known = deeds.words_on_rules(self.known)
        for own, words in known.items():
            kept = [word for word in words if isinstance(word, deeds.RulesKept) and word.id == own]
            if len(kept) == len(words) and not any(
                    self._are_shown(word.content) for word in kept):
                raise self.broken(f"the rules {words[0].name} are not there: {shown}")
            if not kept and own in shown:
                raise self.broken(f"the rules {shown[own]} are there, and were dropped")
        for own, (game, name, rules) in shown.items():
            said = [word.content for word in known.get(own, ())
                    if isinstance(word, deeds.RulesKept)] \
                or [each for id, each in told if id == own]
            if not any((game, rules) == (each[0], each[2]) and name.startswith(each[1])
                       for each in said):
                raise self.broken(f"the rules {name} of {game} are {rules}, and nobody kept them")

    def _are_shown(self, kept: tuple[str, str, Any]) -> bool:
        return any((game, rules) == (kept[0], kept[2]) and name.startswith(kept[1])
                   for game, name, rules in self.seen.rule_sets.values())

    def looks(self) -> None:
        """Everybody is drawn as somebody has said last."""
        for sign, look in self.seen.looks.items():
            said = latest([deed for deed in self.of(deeds.Marked) if deed.person.sign == sign])
            if said and look not in [deed.look for deed in said]:
                raise self.broken(f"{sign} is drawn as {look}, and nobody said so last")

    def _is_asked(self, said: list[Any]) -> bool:
        """Return whether somebody is asked which of several words about the club holds, or has said
        so who knew of all of them."""
        return any(all(each & deed.entries for deed in said) for each in self.seen.asked) or any(
            all(each.about & deed.entries for deed in said) and each.counting
            for each in self.of(deeds.Settled))


def agree(one: Device, other: Device, shown: Seen, there: Seen) -> None:
    """Raise `Broken` unless two books that have met both ways show the same."""
    for name in SHOWN:
        here, elsewhere = getattr(shown, name), getattr(there, name)
        if here != elsewhere:
            raise Broken(f"{one.name} and {other.name} have met, and differ in {name}: "
                         f"{difference(here, elsewhere)}")
