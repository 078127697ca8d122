"""The words for sheets, evenings and questions that every page about them shares."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorepad.book import facts
from scorepad.book.facts import Entry, Names
from scorepad.book.history.runs import Question
from scorepad.book.history.said import Saying
from scorepad.book.ledger import Star, sum_by_event
from scorepad.book.ledger.written import signed, title_of
from scorepad.book.record import HandRecord
from scorepad.book.scoresheet import Match
from scorepad.book.settle import Payment, Settlement, Source
from scorepad.i18n.message import N_, Message, say, say_n
from scorepad.i18n.words import Words
from scorepad.service.views import Decision, EveningView, Ranked, SheetView
from scorepad.tournament import facts as tournament_facts

STILL_RUNNING = N_("A game is still running: this is the balance so far.")
PAID_AT_ITS_END = N_("The running match counts only once it is over.")

PROVISIONAL = say("Two devices say different things, or the same twice. Until somebody decides, "
                  "this is provisional.")

LINES = 7
"""The most players who each have a line at the end of a Partie."""


# --- a sheet --------------------------------------------------------------------------------------


def title_of_sheet(sheet: SheetView, t: Words) -> str:
    """Return the game and how far it has come: hands of those agreed on, or which Partie runs."""
    game, score = sheet.game, sheet.score
    number = max(1, len(score.matches) + (not score.over))
    match = "" if score.record.one_match else t("Match {number}", number=number)
    progress = game.progress(score.tally, score.rules)
    return " · ".join(filter(None, [t.game(game.title), match, t(progress) if progress else ""]))


def told_duties(sheet: SheetView, t: Words) -> str:
    """Return who deals, cuts and leads the next hand, or that none follows."""
    if sheet.score.over:
        return t("The match is over.")
    table = sheet.score.next.table
    duties = sheet.game.duties(table)
    names = table.names
    said = [t("{name} deals", name=names[table.dealer])]
    if duties.cuts is not None and duties.cuts == duties.leads:
        return " · ".join([*said, t("{name} cuts and leads", name=names[duties.cuts])])
    if duties.cuts is not None:
        said.append(t("{name} cuts", name=names[duties.cuts]))
    if duties.leads is not None:
        said.append(t("{name} leads", name=names[duties.leads]))
    return " · ".join(said)


def told_fork(question: Question, sheet: SheetView) -> Message:
    """Return where hands of a sheet were written apart."""
    hands = [line.record.stamp.id for line in sheet.score.lines]
    if question.after not in hands:
        return say("Two devices wrote the first hand.")
    return say("Two devices went on from hand {number}.", number=hands.index(question.after) + 1)


def told_matches(rank: Ranked) -> Message | None:
    """Return how many Partien somebody has won and lost, None for none."""
    if rank.lost:
        return say("{won} won, {lost} lost", won=rank.won, lost=rank.lost)
    return say("{won} won", won=rank.won) if rank.won else None


class AtTheEnd(NamedTuple):
    """The result of somebody, or of several together, in a Partie: the points, None where they
    are the cents; the cents received or paid, None where nothing was at stake."""

    who: str
    points: int | None
    cents: int | None


def standing_at_end(match: Match, sheet: SheetView) -> list[AtTheEnd]:
    """Return what everybody had at the end, whoever has won and then the best first: one line per
    player, or per amount where those would be too many."""
    names, score, totals = sheet.score.record.names, sheet.score, match.tally.totals
    best = sorted(range(len(names)), reverse=not sheet.game.low_is_good, key=totals.__getitem__)
    if match.payout is None:
        return [AtTheEnd(names[seat], totals[seat], None) for seat in best]
    payout, won = match.payout, sheet.game.winners_of(match.outcome, match.tally)
    if len(names) <= LINES:
        return [AtTheEnd(names[seat], None if score.decimals else totals[seat], payout[seat])
                for seat in sorted(best, key=lambda seat: (seat not in won, -payout[seat]))]
    alike: dict[int, list[str]] = {}
    for name, cents in sorted(zip(names, payout), key=lambda line: -line[1]):
        alike.setdefault(cents, []).append(name)
    return [AtTheEnd(", ".join(who), None, cents) for cents, who in alike.items()]


def told_progress(sheet: SheetView, t: Words) -> Iterator[str]:
    """Yield phrases that say how much of a sheet was played, and whether that is all."""
    game, score = sheet.game, sheet.score
    if score.matches and not score.record.one_match:
        yield t(say_n("{n} match", "{n} matches", len(score.matches)))
    yield t(game.progress(score.tally, score.rules)
            or say_n("{n} hand", "{n} hands", len(score.lines)))
    if score.over:
        yield t("over")
    elif sheet.closed:
        return
    elif sheet.provisional:
        yield t("balance so far")
    elif score.tally.hands and not score.record.one_match:
        yield t("a match is running")


# --- the money of an evening ----------------------------------------------------------------------


def by_gain(settlement: Settlement) -> list[tuple[str, int]]:
    """Return everybody with the cents received, whoever receives most first."""
    return sorted(settlement.balances.items(), key=lambda item: -item[1])


def told_source(source: Source, view: EveningView, t: Words) -> str:
    """Return where a part of a balance was won or lost."""
    title = t.game(view.sheets[source.sheet].game.title)
    if source.match == 0:
        return t("{game}, balance so far", game=title)
    if view.sheets[source.sheet].score.record.one_match:
        return title
    return f"{title} · {t('Match {number}', number=source.match)}"


def told_payments(settlement: Settlement) -> Message:
    """Return how many payments there are, and how many of them were made."""
    payments = settlement.payments
    paid = sum(payment.paid for payment in payments)
    if payments and paid == len(payments):
        return say("Everything is paid.")
    if paid:
        return say_n("{n} payment, {paid} made", "{n} payments, {paid} made", len(payments),
                     paid=paid)
    return say_n("{n} payment", "{n} payments", len(payments))


def told_payment(payment: Payment, currency: str, t: Words) -> str:
    """Return who pays whom how much, or has done so."""
    template = N_("{debtor} has paid {creditor} {amount}") if payment.paid else \
        N_("{debtor} pays {creditor} {amount}")
    return t(template, debtor=payment.debtor, creditor=payment.creditor,
             amount=t.money(payment.cents, currency))


def told_running(view: EveningView) -> list[str]:
    """Return why the settlement may still change: sentences about what is running."""
    found = {STILL_RUNNING: any(sheet.provisional for sheet in view.sheets),
             PAID_AT_ITS_END: any(sheet.undecided and sheet.score.record.stake is not None
                                  for sheet in view.sheets)}
    return [] if view.closed else [told for told, is_so in found.items() if is_so]


def is_for_nothing(sheet: SheetView) -> bool:
    """Return whether hands were played on a sheet with nothing at stake."""
    return sheet.score.record.stake is None and any(line.score for line in sheet.score.lines)


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
        case facts.PlayerRenamed():
            asked = say("Two devices have given one person different names.")
        case facts.ClubNamed():
            asked = say("Two devices have given the club different names.")
        case tournament_facts.TournamentDrawn(round=round):
            asked = say("Two devices have drawn round {round}.", round=round)
        case facts.SheetOpened():
            asked = say("There are hands and figures of one list.")
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
        case facts.ClubNamed(name) | facts.PlayerRenamed(name=name):
            return name
    return _of_tournament(entry, names, t)


def _of_tournament(entry: Entry, names: Names, t: Words) -> str:
    """Return what an entry about a tournament says, in words."""
    match entry.fact:
        case tournament_facts.TournamentDrawn(tables=tables):
            return " | ".join([", ".join([names[player] for player in table]) for table in tables])
        case facts.SheetOpened():
            return t("the hands")
        case tournament_facts.TournamentFigures(figures=figures):
            return ", ".join([f"{names[player]} {t.points(points)}"
                              for player, (points, _, _) in figures.items()])
        case tournament_facts.TournamentPenalty(player=player, points=points):
            return f"{names[player]} {t.points(points)}"
        case tournament_facts.TournamentPaid(player=player, paid=cents):
            return f"{names[player]} {t.money(cents, 'EUR')}"
        case tournament_facts.TournamentEntered(player=player, number=number, team=team):
            return " · ".join(filter(None, [names[player], t("No. {number}", number=number), team]))
        case tournament_facts.TournamentReplaced(player=player, substitute=substitute):
            return f"{names[player]} → {names[substitute]}"
        case tournament_facts.TournamentLeft(player=player, until=until):
            return names[player] if until is None else t(
                "{name} until round {round}", name=names[player], round=until)
        case tournament_facts.TournamentSigned(witness=witness) if witness:
            return names[witness]
        case tournament_facts.TournamentLocked(locked=locked):
            return t("Locked") if locked else t("Not locked")
        case tournament_facts.TournamentSet(settings=named) \
                | tournament_facts.ChampionshipSet(championship=named):
            return named.name
    return ""


def told_star_sums(stars: Sequence[Star], t: Words) -> list[tuple[str, str, int]]:
    """Return everybody's stars together: the player, what for, and how many."""
    sums = sum_by_event(stars)
    own = {player: [star for star in sums if star.player == player]
           for player in dict.fromkeys(star.player for star in sums)}
    return [(player, " · ".join(f"{t(title_of(star.event))} {signed(star.stars, t)}"
                                for star in each), sum(star.stars for star in each))
            for player, each in own.items()]


# --- hands ----------------------------------------------------------------------------------------


def contested(sheet: SheetView, hand: str) -> tuple[int, HandRecord | None]:
    """Return the number of a hand on its sheet and the hand; 0 and None if it was taken back."""
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
    return " · ".join([t.hand(sheet.game.describe(record.hand, names)), *said])
