"""Questions in words: what two devices have said otherwise, or twice, of a hand, a payment, stars
or the club, and the answers that there are."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorepad.book import facts
from scorepad.book.facts import Entry, Names
from scorepad.book.history.said import Saying
from scorepad.book.ledger.words import signed, title_of
from scorepad.book.record import HandRecord
from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words
from scorepad.service.views import Decision, SheetView


class Choice(NamedTuple):
    """An answer. counting: the entries that count by it; are_one: whether it says that those who
    were added twice are one person."""

    label: str
    counting: tuple[str, ...]
    are_one: bool = False


# --- payments, stars and the club -----------------------------------------------------------------


def told_decision(decision: Decision, t: Words) -> str:
    """Return the question about something that was said apart."""
    said, names = decision.asked.said, decision.names
    match said[0].fact:
        case facts.PlayerAdded(player, name):
            return t("{name} was added on two devices. Is this one person?",
                     name=names.get(player, name))
        case facts.StarsOpened():
            asked = say("Two devices have set different opening balances.")
        case facts.TariffSet(event=event, ziel=ziel):
            asked = say("{event}: two devices have set different tariffs.",
                        event=title_of(event, ziel))
        case facts.ClubNamed():
            asked = say("Two devices have given the club different names.")
        case _ if decision.asked.is_twice:
            return t("Noted on two devices: {what}. Did it happen once?",
                     what=_value(said[0], names, t))
        case _:
            asked = say("Two devices have noted something different.")
    holding = next(each for each in said if each.id in decision.asked.counting)
    return t("{asked} Now this counts: {what}.", asked=asked, what=_value(holding, names, t))


def choices(decision: Decision, t: Words) -> Sequence[Choice]:
    """Return the answers to the question about something that was said apart."""
    said, names = decision.asked.said, decision.names
    all_of_them = tuple([each.id for each in said])
    if isinstance(said[0].fact, facts.PlayerAdded):
        return (Choice(t("One person"), (), are_one=True),
                Choice(t("Different people"), all_of_them))
    if decision.asked.is_twice:
        return (Choice(t("Once"), (said[0].id,)),
                Choice(t("Twice") if len(said) == 2 else t("{n} times", n=len(said)),
                       all_of_them))
    return [Choice(" · ".join(filter(None, [_value(each, names, t), each.by])), (each.id,))
            for each in said]


def players_in(decision: Decision) -> Sequence[str]:
    """Return the ids of those who were added apart."""
    return [each.fact.player for each in decision.asked.said
            if isinstance(each.fact, facts.PlayerAdded)]


def _value(entry: Entry, names: Names, t: Words) -> str:
    """Return what an entry says of the thing that was said apart, in words."""
    match entry.fact:
        case facts.PaymentMade(_, _, debtor, creditor, cents, currency):
            return t("{debtor} has paid {creditor} {amount}", debtor=names[debtor],
                     creditor=names[creditor], amount=t.money(cents, currency))
        case facts.StarsNoted(_, _, player, event, ziel, stars, note):
            count = "" if stars is None else signed(stars, t)
            return " · ".join(filter(None, [names[player], t(title_of(event, ziel)), count, note]))
        case facts.StarsOpened(date, balances):
            told = [f"{names[player]} {t.points(stars)}" for player, stars in balances.items()]
            return f"{t.short_day(date)}: {', '.join(told)}"
        case facts.TariffSet(_, valid_from, stars, _):
            count = t("no stars") if stars is None else signed(stars, t)
            return t("{count} from {day} on", count=count, day=t.short_day(valid_from))
        case facts.ClubNamed(name):
            return name
    return ""


# --- hands ----------------------------------------------------------------------------------------


def contested(sheet: SheetView, hand: str) -> tuple[int, HandRecord | None]:
    """Return the number of a hand on its sheet and the hand as it holds; 0 and None for one that
    was taken back."""
    return next(((number, line.record) for number, line in enumerate(sheet.score.lines, 1)
                 if line.record.stamp.id == hand), (0, None))


def told_contests(sheet: SheetView, t: Words) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield a title and sentences for each hand of a sheet of which something else was also said,
    as long as it is not asked which hands count."""
    if not sheet.questions:
        for hand, sayings in sheet.also.items():
            number, now = contested(sheet, hand)
            yield t(told_contest(number, now)), tuple([
                t("Also said: {what}", what=told_saying(each, now, sheet, t)) for each in sayings])


def told_contest(number: int, now: HandRecord | None) -> Message:
    """Return that something else was said of a hand; number, now: as `contested` returns them."""
    return say("Two devices have changed hand {number}.", number=number) if now else \
        say("One device has taken back a hand that another has changed.")


def told_saying(saying: Saying, now: HandRecord | None, sheet: SheetView, t: Words) -> str:
    """Return what else was said of a hand, and by whom; now: the hand as it holds, from which it
    may differ only in who dealt, or in its note."""
    return " · ".join(filter(None, [_told(saying.record, now, sheet, t), saying.by]))


def _told(record: HandRecord | None, now: HandRecord | None, sheet: SheetView, t: Words) -> str:
    if record is None:
        return t("taken back")
    if record.voided:
        return t("does not count")
    names, said = sheet.score.record.names, []
    if now and record.dealer != now.dealer and record.dealer is not None:
        said.append(t("{name} dealt", name=names[record.dealer]))
    if now and record.note != now.note and record.note:
        said.append(record.note)
    return " · ".join([sheet.game.describe(record.hand, names), *said])
