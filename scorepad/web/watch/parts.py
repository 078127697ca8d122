"""A watcher's pages in parts, and the templates that these are made of: a sheet, the list of
evenings, the settlement of one, and the ledger of stars."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from scorepad.book.ledger import EveningStars, Ledger
from scorepad.book.ledger.written import in_kaesten, signed, what_for
from scorepad.book.people import Look
from scorepad.book.scoresheet import Line, Match
from scorepad.games.game import Seat
from scorepad.i18n.message import Message
from scorepad.i18n.words import Words
from scorepad.paper.telling import told_rules
from scorepad.service import Service, telling, telling_evening
from scorepad.service.agreements import people, playing
from scorepad.service.telling import PROVISIONAL, by_gain, told_payment, told_source
from scorepad.service.telling_evening import tone_of, tone_of_points
from scorepad.service.views import EveningCard, EveningView, SheetView
from scorepad.web.access.middleware import AtTable
from scorepad.web.watch.course import course_of

if TYPE_CHECKING:
    import jinja2

FOLDER = Path(__file__).parent / "pages"
FILES = "/watch/files/"

TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".ttf": "font/ttf", ".png": "image/png"}

WIDEST, MOST_COLUMNS = 150, 100
"""The widest figure, in tenths of its type size, and the most columns, that have styles."""


class Part(NamedTuple):
    """A part of a page, exchanged as a whole; place: "head", "main" or "aside"."""

    id: str
    place: str
    html: str


class File(NamedTuple):
    """A file that pages load; its address changes with its content."""

    address: str
    type: str
    content: bytes


@dataclass(frozen=True)
class Templates:
    """The templates in one language; files: what pages load, by name."""

    words: Words
    environment: "jinja2.Environment"
    files: Mapping[str, File]

    @classmethod
    def of(cls, language: str, files: Mapping[str, File]) -> "Templates":
        """Return the templates in a language."""
        import jinja2

        words = Words(language)
        environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True,
            lstrip_blocks=True, undefined=jinja2.StrictUndefined, auto_reload=False)
        environment.globals.update(
            t=words, provisional=words(PROVISIONAL), tone=tone_of, signed=signed,
            in_kaesten=in_kaesten, by_gain=by_gain, told_source=told_source,
            told_payment=told_payment)
        return cls(words, environment, files)

    def draw(self, file: str, part: str, *told: Any) -> str:
        """Return the HTML that a macro makes of what it is told."""
        macros = self.environment.get_template(f"{file}.html").module
        html: str = getattr(macros, part)(*told)
        return html

    def page(self, title: str, parts: Iterable[Part], events: str = "", at: str = "",
             app: str = "/") -> str:
        """Return a whole page; events: where its changes are told, none if empty; at: the state
        that it shows; app: the address in the app for those who may write."""
        from markupsafe import Markup

        drawn = {place: Markup("").join(Markup(part.html) for part in parts if part.place == place)
                 for parts in [tuple(parts)] for place in ("head", "main", "aside")}
        return self.environment.get_template("page.html").render(
            title=title, parts=drawn, events=events, at=at, app=app,
            files={name: file.address for name, file in self.files.items()})


def files_of(assets: Path) -> dict[str, File]:
    """Return the files that pages load, by name; assets: the folder of icons and fonts."""
    font = _file("ScorepadSans.ttf", (assets / "fonts" / "ScorepadSans.ttf").read_bytes())
    style = (FOLDER / "watch.css").read_text("utf-8").replace(
        "ScorepadSans.ttf", font.address.rpartition("/")[2])
    style += "".join(f".c{each}{{--c:{each}}}" for each in range(1, MOST_COLUMNS + 1))
    style += "".join(f".w{each}{{--w:{each / 10}}}" for each in range(10, WIDEST + 1))
    return {"ScorepadSans.ttf": font, "watch.css": _file("watch.css", style.encode()),
            "watch.js": _file("watch.js", (FOLDER / "watch.js").read_bytes()),
            "favicon.png": _file("favicon.png", (assets / "favicon.png").read_bytes())}


def _file(name: str, content: bytes) -> File:
    stem, _dot, suffix = name.rpartition(".")
    version = hashlib.sha256(content).hexdigest()[:10]
    return File(f"{FILES}{stem}-{version}.{suffix}", TYPES[f".{suffix}"], content)


# --- a sheet --------------------------------------------------------------------------------------

BLOCK = 20
"""The hands in a part of the page: a new one changes the latest part alone."""

SHOWN = 4
"""The parts with hands on one page."""

ABREAST, ON_A_WALL = 7, 8
"""With more columns than these, a narrow window, or a television, tells the hands in sentences."""

DIGIT, THIN = 0.65, 0.32
"""The widths of a digit, and of a sign that sets off others, in our font, in type sizes."""


class Way(NamedTuple):
    """A link to another page of a watcher's; lead: whether it stands out."""

    href: str
    title: str
    below: str = ""
    lead: bool = False


class Rank(NamedTuple):
    """A player in the ranking; won: the matches won and lost, in words; look: the player's, None
    where it is not shown."""

    name: str
    won: str
    points: str
    tone: str
    money: str = ""
    money_tone: str = ""
    look: Look | None = None


def first_after(before: int) -> int:
    """Return the first hand of the part of a hand, the second at least; 0 for 0."""
    return before and max(BLOCK, (before - 1) // BLOCK * BLOCK) + 1


def sheet_parts(sheet: SheetView, evening: EveningView, before: int,
                templates: Templates) -> Iterator[Part]:
    """Yield the parts of a sheet's page; before: the hands shown lie before the one with this
    number, the first of a part; 0 for the latest."""
    t, score, columns = templates.words, sheet.score, telling_evening.columns_of(sheet)
    latest = min(before - 1, len(score.lines)) if before else len(score.lines)
    last = max(0, (latest - 1) // BLOCK)
    firsts = [1 + BLOCK * each for each in range(last, max(-1, last - SHOWN), -1)]
    ended = score.matches[-1] if score.matches and (
        score.over or score.matches[-1].last_hand == len(score.lines)) else None

    def part(name: str, place: str, *told: object) -> Part:
        return Part(name, place, templates.draw("sheet", name, *told))

    yield part("bar", "head", telling.title_of_sheet(sheet, t), telling.told_duties(sheet, t),
               score.multiplied_left, telling_evening.told_doubled(score, t))
    yield part("totals", "head", telling_evening.told_columns(sheet, t), sheet.looks,
               _frame(columns, score.tally.totals, score.decimals, t))
    yield part("about", "main", [t(telling.told_fork(each, sheet)) for each in sheet.questions],
               list(telling.told_contests(sheet, t)), score, telling_evening.told_pot(score, t),
               ended and score.result(ended), _at_end(ended, sheet, t), looks_of(sheet),
               [way_to_sheet(other, t, lead=True) for other in playing(evening)
                if other.id != sheet.id])
    frame = _frame(columns, [each for line in score.lines[firsts[-1] - 1:latest]
                             for each in line.points], score.decimals, t)
    names = [score.record.names[seat] for seat in columns]
    for first in firsts:
        hands = [_hand(sheet, number, line, columns, ended, t) for number, line in enumerate(
            score.lines[first - 1:first - 1 + BLOCK], first)]
        yield Part(f"hands-{first}", "main",
                   templates.draw("sheet", "block", first, names, hands[::-1], frame))
    yield part("foot", "main",
               f"/watch/{sheet.id}?before={firsts[-1]}" if firsts[-1] > 1 else "",
               f"/watch/{sheet.id}" if before else "",
               [Way(f"/watch/{evening.id}/settlement", t("Settlement"))])
    yield part("ranking", "aside", _ranking(sheet, t))
    yield part("course", "aside", course_of(sheet))


def _frame(columns: Sequence[Seat], points: Sequence[int], decimals: int, t: Words) -> str:
    """Return CSS classes for so many columns, and for the widest of these points."""
    widest = max(_width(t.points(each, decimals))
                 for each in (min(points, default=0), max(points, default=0)))
    many = " many" * (len(columns) > ABREAST) + " crowd" * (len(columns) > ON_A_WALL)
    return f"c{min(len(columns), MOST_COLUMNS)} w{min(WIDEST, max(10, ceil(widest * 10)))}{many}"


def _width(text: str) -> float:
    return sum(DIGIT if each.isdigit() or each in "+−" else THIN for each in text)


def way_to_sheet(sheet: SheetView, t: Words, *, lead: bool = False) -> Way:
    """Return the way to a sheet, with who plays and how far they are; lead: it stands out."""
    return Way(f"/watch/{sheet.id}", telling.title_of_sheet(sheet, t),
               " · ".join([", ".join(sheet.score.record.names),
                           ", ".join(telling.told_progress(sheet, t))]), lead)


def _hand(sheet: SheetView, number: int, line: Line, columns: Sequence[Seat],
          ended: Match | None, t: Words) -> tuple[Any, ...]:
    """Return what the template is told; ended: the match whose end stands above all hands."""
    score, told = sheet.score, telling_evening.told_row(sheet, number, line, columns, t)
    tones = [telling_evening.tone_of_points(line.points[seat], sheet.game.low_is_good)
             if line.points[seat] else "muted" for seat in columns]
    match = score.match_ended_by(number)
    rules = "" if line.record.rules is None else t(
        "House rules: {rules}", rules=told_rules(line.record.rules, t) or t("standard"))
    band = None if match is None or match is ended else telling_evening.told_band(score, match, t)
    return (number, line, told, list(zip(told.cells, tones)),
            line.record.stamp.id in sheet.corrected, band, rules)


def _at_end(match: Match | None, sheet: SheetView, t: Words) -> list[tuple[str, str, str, str]]:
    """Return everybody with the points, the money and its tone at the end of a match."""
    score = sheet.score
    return [] if match is None else [(
        each.who, "" if each.points is None else t.points(each.points, score.decimals),
        "" if each.cents is None else t.balance(each.cents, score.record.currency),
        telling_evening.tone_of(each.cents or 0)) for each in telling.standing_at_end(match, sheet)]


def looks_of(sheet: SheetView) -> dict[str, Look]:
    """Return the looks of those on a sheet by name."""
    return dict(zip(sheet.score.record.names, sheet.looks))


def ranks_of(sheet: SheetView, t: Words) -> list[Rank]:
    """Return everybody on a sheet, the best first, without money."""
    looks = looks_of(sheet)
    return [Rank(rank.name, t(won) if (won := telling.told_matches(rank)) else "",
                 t.points(rank.points, sheet.score.decimals),
                 telling_evening.tone_of_points(rank.points, sheet.game.low_is_good),
                 look=looks[rank.name])
            for rank in sheet.ranking]


def _ranking(sheet: SheetView, t: Words) -> list[Rank]:
    """Return everybody, the best first, with the money so far where the points are none."""
    score, ranks, money = sheet.score, ranks_of(sheet, t), sheet.money
    if not money or score.decimals:
        return ranks
    return [rank._replace(money=t.balance(money[rank.name], score.record.currency),
                          money_tone=telling_evening.tone_of(money[rank.name])) for rank in ranks]


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
    running = " ".join(map(t, telling.told_running(view)))
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
        groups.append((t.dated(card.date, card.place), [_way_to(card, card.tournament)]
                       if card.tournament else [
                           *[way_to_sheet(sheet, t, lead=True) for sheet in playing(view)],
                           _way_to(card, t("Settlement"))]))
    if past := [_way_to(card, t.day_and_year(card.date), card.tournament, card.place,
                        *map(t.game, card.games), ", ".join(card.players))
                for card in cards if card.closed][:PAST]:
        groups.append((t("Past evenings"), past))
    if service.club.has_stars:
        groups.append((t("Stars"), [Way("/watch/stars", t("Star ledger"))]))
    yield Part("bar", "head", templates.draw("shared", "bar", service.club.name or "Scorepad", ""))
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
