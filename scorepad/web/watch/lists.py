"""The list of evenings, the settlement of one, and the ledger of stars as a watcher sees them."""

from collections.abc import Iterator

from scorepad.book.ledger.stars import EveningStars, Ledger
from scorepad.book.ledger.words import what_for
from scorepad.i18n.message import Message
from scorepad.i18n.words import Words
from scorepad.service import Service, telling
from scorepad.service.agreements import people, playing
from scorepad.service.telling_sheets import tone_of_points
from scorepad.service.views import EveningCard, EveningView
from scorepad.web.access.middleware import AtTable
from scorepad.web.watch.parts import Part, Templates
from scorepad.web.watch.sheet import Rank, Way, looks_of, ranks_of, way_to_sheet

RUNNING, PAST = 4, 24
"""The most evenings of each kind in the list."""


# --- the settlement of an evening -----------------------------------------------------------------


def settlement_parts(view: EveningView, stars: EveningStars | None,
                     templates: Templates) -> Iterator[Part]:
    """Yield the parts of the page; stars: None if the club keeps no ledger."""
    t, draw = templates.words, templates.draw
    latest = view.sheets[-1].id if view.sheets else ""
    yield Part("bar", "head", draw(
        "shared", "bar", t("Settlement"), t.dated(view.date, view.place),
        f"/watch/{latest}" if latest and not view.closed else "/watch?list", t("Back")))
    yield Part("told", "main", draw("settlement", "told", view))
    running = t(telling.STILL_RUNNING) if telling.still_running(view) else ""
    looks = {name: look for sheet in view.sheets for name, look in looks_of(sheet).items()}
    for number, settlement in enumerate(view.settlements):
        counted = t(telling.told_payments(settlement)) if settlement.payments \
            else t("Everybody is even.")
        yield Part(f"money-{number}", "main", draw(
            "settlement", "money", number, settlement, view, running, counted, looks))
    points = [(f"standing-{number}", t("{game}: the standings", game=sheet.game.title),
               ranks_of(sheet, t)) for number, sheet in enumerate(filter(telling.is_for_nothing,
                                                                         view.sheets))]
    points += [(f"tables-{number}", t("{game}: all tables", game=standing.game.title), [
        Rank(name, "", t.points(each), tone_of_points(each, standing.game.low_is_good))
        for name, each in standing.points.items()])
        for number, standing in enumerate(view.standings)]
    for name, title, ranks in points:
        yield Part(name, "main", draw("settlement", "points", name, title, ranks))
    yield Part("sheets", "main", draw(
        "settlement", "sheets", [way_to_sheet(sheet, t) for sheet in view.sheets]))
    yield Part("stars", "main", draw(
        "settlement", "stars", None if stars is None else list(_star_groups(stars, t))))


def _star_groups(stars: EveningStars, t: Words) -> Iterator[tuple[str, list[tuple[str, str, int]]]]:
    """Yield the stars of an evening by where they come from, each with a player and what for: from
    its hands, as noted, and those that its end takes."""
    if stars.hands:
        yield t("From the hands"), telling.told_star_sums(stars.hands, t)
    at_end = t("At the end of the evening") if stars.page.closed else t("Once the evening is ended")
    for title, group in ((t("Noted"), stars.noted), (at_end, stars.closing)):
        if group:
            yield title, [(star.player, what_for(star, t), star.stars) for star in group]


# --- evenings -------------------------------------------------------------------------------------


def the_one_sheet(service: Service) -> str | None:
    """Return the sheet that is played now, if there is no other to choose; None otherwise."""
    latest = next(iter(service.evenings()), None)
    if latest is None or latest.closed:
        return None
    sheets = playing(service.evening(latest.id))
    if len(sheets) > 1:
        return None
    return sheets[0].id if sheets else latest.latest_sheet


def tables(service: Service) -> list[AtTable]:
    """Return who sits at the tables where something is played now, each at the last one begun."""
    latest = next(iter(service.evenings()), None)
    if latest is None:
        return []
    found: list[AtTable] = []
    for sheet in reversed(playing(service.evening(latest.id))):
        named = [name for table in found for name in table.names]
        found.append(AtTable(f"/evening/{latest.id}/sheet/{sheet.id}", tuple(
            [name for name in people(sheet) if name not in named])))
    return found


def evenings_parts(service: Service, templates: Templates) -> Iterator[Part]:
    """Yield the parts of the list of evenings."""
    t, cards = templates.words, service.evenings()
    groups = []
    for card in [card for card in cards if not card.closed][:RUNNING]:
        view = service.evening(card.id)
        groups.append((t.dated(card.date, card.place), [
            *[way_to_sheet(sheet, t, lead=True) for sheet in playing(view)],
            _way_to(card, t("Settlement"))]))
    if past := [_way_to(card, t.day_and_year(card.date), card.place, *card.games,
                        ", ".join(card.players)) for card in cards if card.closed][:PAST]:
        groups.append((t("Past evenings"), past))
    if service.club.has_stars:
        groups.append((t("Stars"), [Way("/watch/stars", t("Star ledger"))]))
    yield Part("bar", "head", templates.draw("shared", "bar", "Scorepad", ""))
    yield Part("evenings", "main", templates.draw("others", "evenings", groups))


def _way_to(card: EveningCard, title: str, *below: str) -> Way:
    return Way(f"/watch/{card.id}/settlement", title, " · ".join(filter(None, below)))


# --- stars, and neither ---------------------------------------------------------------------------


def ledger_parts(ledger: Ledger, templates: Templates) -> Iterator[Part]:
    """Yield the parts of the ledger of stars."""
    t = templates.words
    yield Part("bar", "head", templates.draw(
        "shared", "bar", t("Star ledger"), "", "/watch?list", t("Back to the evenings")))
    yield Part("ledger", "main", templates.draw("others", "ledger", ledger, ledger.standing()))


def sentence_parts(said: Message | str, templates: Templates) -> Iterator[Part]:
    """Yield the parts of a page that can only say why there is nothing else on it."""
    t = templates.words
    yield Part("bar", "head", templates.draw(
        "shared", "bar", "Scorepad", "", "/watch?list", t("Back to the evenings")))
    yield Part("told", "main", templates.draw(
        "others", "sentence", t.sentence(said) if isinstance(said, Message) else said))
