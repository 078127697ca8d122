"""The list of evenings and the ledger of stars as a watcher sees them."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scorepad.book.ledger.stars import Ledger, Standing
from scorepad.book.ledger.words import in_kaesten
from scorepad.i18n.message import Message
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.service.turns import is_left
from scorepad.service.views import EveningCard, EveningView, SheetView
from scorepad.web.watch.parts import Part, Templates
from scorepad.web.watch.sheet import Way, way_to_sheet

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
