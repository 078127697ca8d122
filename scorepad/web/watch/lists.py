"""The list of evenings, the settlement of one, and the ledger of stars as a watcher sees them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scorepad.book.ledger.stars import EveningStars, Ledger, Standing, Star, sum_by_event
from scorepad.book.ledger.words import in_kaesten, signed, title_of, what_for
from scorepad.book.settle import Settlement
from scorepad.i18n.message import Message
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.service.agreements import is_left
from scorepad.service.telling import (
    PROVISIONAL,
    STILL_RUNNING,
    by_gain,
    is_for_nothing,
    still_running,
    told_payments,
    told_source,
)
from scorepad.service.views import EveningCard, EveningView, SheetView
from scorepad.web.watch.parts import Part, Templates
from scorepad.web.watch.sheet import Rank, Way, ranks_of, tone_of, tone_of_points, way_to_sheet


class Amount(NamedTuple):
    """A part of a balance, and where it comes from."""

    told: str
    amount: str
    tone: str


class Balance(NamedTuple):
    """The sum that somebody receives or pays."""

    name: str
    amount: str
    tone: str
    sources: tuple[Amount, ...]


class Paying(NamedTuple):
    """A payment; said: as a screen reader says it."""

    debtor: str
    creditor: str
    amount: str
    paid: bool
    said: str


class Settled(NamedTuple):
    """The settlement in one currency; title: the currency, if there are several."""

    title: str
    balances: tuple[Balance, ...]
    counted: str
    payments: tuple[Paying, ...]


class StarRow(NamedTuple):
    """Stars of somebody, and what for."""

    name: str
    told: str
    stars: str
    tone: str


class StarGroup(NamedTuple):
    """Stars of an evening that come from the same place."""

    title: str
    rows: tuple[StarRow, ...]


def settlement_parts(view: EveningView, stars: EveningStars | None,
                     templates: Templates) -> Iterator[Part]:
    """Yield the parts of the page; stars: None if the club keeps no ledger."""
    t, draw = templates.words, templates.draw
    latest = view.sheets[-1].id if view.sheets else ""
    yield Part("bar", "head", draw(
        "shared", "bar", t("Settlement"), t.dated(view.date, view.place),
        f"/watch/{latest}" if latest and not view.closed else "/watch?list", t("Back")))
    told = t(PROVISIONAL) if view.asks else \
        "" if view.settlements else t("Nothing was at stake, so there is nothing to settle.")
    yield Part("told", "main", draw("settlement", "told", told))
    running = t(STILL_RUNNING) if still_running(view) else ""
    for number, settlement in enumerate(view.settlements):
        yield Part(f"money-{number}", "main", draw(
            "settlement", "money", _settled(settlement, view, t), running, number))
    for number, sheet in enumerate(filter(is_for_nothing, view.sheets)):
        yield _points(f"standing-{number}", t("{game}: the standings", game=sheet.game.title),
                      ranks_of(sheet, t), templates)
    for number, standing in enumerate(view.standings):
        low = standing.game.low_is_good
        yield _points(f"tables-{number}", t("{game}: all tables", game=standing.game.title), [
            Rank(name, "", t.points(points), tone_of_points(points, low))
            for name, points in standing.points.items()], templates)
    yield Part("sheets", "main", draw(
        "settlement", "sheets", [way_to_sheet(sheet, t) for sheet in view.sheets]))
    yield Part("stars", "main", draw(
        "settlement", "stars", None if stars is None else list(_groups(stars, t)),
        "/watch/stars"))


def _points(name: str, title: str, rows: Sequence[Rank], templates: Templates) -> Part:
    return Part(name, "main", templates.draw("settlement", "points", name, title, rows))


# --- money ----------------------------------------------------------------------------------------


def _settled(settlement: Settlement, view: EveningView, t: Words) -> Settled:
    currency = settlement.currency
    balances = tuple([Balance(name, t.balance(cents, currency), tone_of(cents), tuple([
        Amount(told_source(source, view, t), t.balance(source.cents, currency),
               tone_of(source.cents)) for source in settlement.sources[name]]))
        for name, cents in by_gain(settlement)])
    payments = tuple([Paying(
        each.debtor, each.creditor, t.money(each.cents, currency), each.paid,
        _told_payment(each.debtor, each.creditor, t.money(each.cents, currency), t,
                      paid=each.paid)) for each in settlement.payments])
    return Settled(
        t.currency(currency) if len(view.settlements) > 1 else "", balances,
        t(told_payments(settlement)) if payments else t("Everybody is even."), payments)


def _told_payment(debtor: str, creditor: str, amount: str, t: Words, *, paid: bool) -> str:
    if paid:
        return t("{debtor} has paid {creditor} {amount}", debtor=debtor, creditor=creditor,
                 amount=amount)
    return t("{debtor} pays {creditor} {amount}", debtor=debtor, creditor=creditor, amount=amount)


# --- stars ----------------------------------------------------------------------------------------


def _groups(stars: EveningStars, t: Words) -> Iterator[StarGroup]:
    """Yield the stars of an evening: from its hands, as noted, and those that its end takes."""
    if stars.hands:
        sums = sum_by_event(stars.hands)
        yield StarGroup(t("From the hands"), tuple([
            _row(player, " · ".join(f"{t(title_of(star.event))} {signed(star.stars, t)}"
                                    for star in own), sum(star.stars for star in own), t)
            for player in dict.fromkeys(star.player for star in sums)
            for own in [[star for star in sums if star.player == player]]]))
    at_end = t("At the end of the evening") if stars.page.closed else t("Once the evening is ended")
    for title, group in ((t("Noted"), stars.noted), (at_end, stars.closing)):
        if group:
            yield StarGroup(title, tuple([_star(star, t) for star in group]))


def _star(star: Star, t: Words) -> StarRow:
    return _row(star.player, what_for(star, t), star.stars, t)


def _row(player: str, told: str, stars: int, t: Words) -> StarRow:
    """Return a row of stars, which nobody wants."""
    return StarRow(player, told, signed(stars, t), tone_of(-stars))


RUNNING, PAST = 4, 24
"""The most evenings of each kind in the list."""


class Group(NamedTuple):
    """Some ways below a title."""

    title: str
    cards: tuple[Way, ...]


class Having(NamedTuple):
    """The stars of somebody, and the Kästen that these make."""

    name: str
    stars: str
    kaesten: str


class Holders(NamedTuple):
    """Some players of the ledger; total: their sum, None for none."""

    title: str
    rows: tuple[Having, ...]
    total: Having | None


def playing(evening: EveningView) -> list[SheetView]:
    """Return the sheets of an evening at which somebody still plays."""
    return [] if evening.closed else [
        sheet for sheet in evening.sheets
        if not sheet.score.over and not is_left(evening, sheet)]


def the_one_sheet(service: Service) -> str | None:
    """Return the sheet that is played now, if there is no other to choose; None otherwise."""
    latest = next(iter(service.evenings()), None)
    if latest is None or latest.closed:
        return None
    sheets = playing(service.evening(latest.id))
    if len(sheets) > 1:
        return None
    return sheets[0].id if sheets else latest.latest_sheet


# --- evenings -------------------------------------------------------------------------------------


def evenings_parts(service: Service, templates: Templates) -> Iterator[Part]:
    """Yield the parts of the list of evenings."""
    t, cards = templates.words, service.evenings()
    groups = []
    for card in [card for card in cards if not card.closed][:RUNNING]:
        view = service.evening(card.id)
        groups.append(Group(t.dated(card.date, card.place), (
            *[way_to_sheet(sheet, t, lead=True) for sheet in playing(view)],
            _way_to(card, t("Settlement")))))
    past = tuple([_way_to(card, t.day_and_year(card.date), card.place, *card.games,
                          ", ".join(card.players))
                  for card in cards if card.closed][:PAST])
    if past:
        groups.append(Group(t("Past evenings"), past))
    if service.club.has_stars:
        groups.append(Group(t("Stars"), (Way("/watch/stars", t("Star ledger")),)))
    yield Part("bar", "head", templates.draw("shared", "bar", "Scorepad", ""))
    yield Part("evenings", "main", templates.draw("others", "evenings", groups))


def _way_to(card: EveningCard, title: str, *below: str) -> Way:
    return Way(f"/watch/{card.id}/settlement", title, " · ".join(filter(None, below)))


# --- stars ----------------------------------------------------------------------------------------


def ledger_parts(ledger: Ledger, templates: Templates) -> Iterator[Part]:
    """Yield the parts of the ledger of stars."""
    t, standing = templates.words, ledger.standing()
    groups = [Holders("", _rows(standing.active, ledger, t), _total(standing, t))]
    if standing.retired:
        groups.append(Holders(t("Retired"), _rows(standing.retired, ledger, t), None))
    yield Part("bar", "head", templates.draw(
        "shared", "bar", t("Star ledger"), "", "/watch?list", t("Back to the evenings")))
    yield Part("ledger", "main", templates.draw(
        "others", "ledger", groups if standing.names else []))


def _rows(names: Iterable[str], ledger: Ledger, t: Words) -> tuple[Having, ...]:
    return tuple([_having(name, ledger.balances[name], t) for name in names])


def _having(name: str, stars: int, t: Words) -> Having:
    return Having(name, t.points(stars), in_kaesten(stars, t))


def _total(standing: Standing, t: Words) -> Having:
    return _having(t(standing.title), standing.total, t)


# --- neither --------------------------------------------------------------------------------------


def sentence_parts(said: Message | str, templates: Templates) -> Iterator[Part]:
    """Yield the parts of a page that can only say why there is nothing else on it."""
    t = templates.words
    yield Part("bar", "head", templates.draw(
        "shared", "bar", "Scorepad", "", "/watch?list", t("Back to the evenings")))
    yield Part("told", "main", templates.draw(
        "others", "sentence", t.sentence(said) if isinstance(said, Message) else said))
