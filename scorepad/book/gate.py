"""The gate: what a fact has to be before it counts, whoever brings it.

A form, the line, an import, a merge, an exchange and a restore all come through here, and so does
every entry that is read back: what makes no sense is set aside with a sentence, and the book goes
on without it. Three questions are asked: is each field what it is declared to be
(`fault_of_fields`); is everything that it names known to its own writer (`fault_in`); and may
whoever brings it write it, by their role (`service.roles`).
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, get_type_hints

from scorepad.book import facts
from scorepad.book.facts import Entry, Fact
from scorepad.book.history.telling import may_be_told_again
from scorepad.book.ledger import tariffs
from scorepad.book.names import fault_of_name, fault_of_text
from scorepad.book.record import Tariff
from scorepad.games.problems import fault_of_number
from scorepad.games.protocols import HasPenalties, SeatsChange
from scorepad.i18n.message import Message, say
from scorepad.tournament import limits
from scorepad.tournament.facts import OfTournament, TournamentSet

if TYPE_CHECKING:
    from scorepad.book.journal import Journal
    from scorepad.book.sheet_journal import SheetJournal

LAST_MOMENT = 253_402_300_800_000
"""The beginning of the year 10000, in milliseconds since 1970: no calendar here can write it."""

LONGEST_ID = 200

MOST_CENTS = 999_999_999
"""The most that anybody can pay, in cents, or play for, in units of its wager."""

MOST_PEOPLE = 50
"""The most people at one sheet, from first hand to last: every hand has figures for each."""

CURRENCY = re.compile(r"[A-Z]{3}")

PERSONS = ("player", "into", "debtor", "creditor", "substitute", "writer", "witness")
"""The fields of facts that hold a player's id."""

GROUPS = ("players", "balances", "figures")
"""The fields of facts that hold several."""

Check = Callable[[Any], Message | None]


def fault_of_id(own: object) -> Message | None:
    """Return what is wrong with an id, or None."""
    return None if isinstance(own, str) and 0 < len(own) <= LONGEST_ID and own.isprintable() \
        else say("has no valid id")


def fault_of_time(at: object) -> Message | None:
    """Return what is wrong with the time of an entry, or None."""
    return say("has no valid time") if time_of(at) != at or type(at) is not int else None


def time_of(at: object) -> int:
    """Return a stored time in milliseconds since 1970, or 0, the unknown time, where it is not a
    whole number from 0 to below `LAST_MOMENT`."""
    return at if type(at) is int and 0 <= at < LAST_MOMENT else 0


def fault_of_currency(currency: object) -> Message | None:
    """Return what is wrong with the code of a currency, or None."""
    return None if isinstance(currency, str) and CURRENCY.fullmatch(currency) else \
        say("is not a currency's three letters, such as EUR")


def _ids(own: Iterable[object]) -> Message | None:
    return next(filter(None, map(fault_of_id, own)), None)


def _unless_empty(check: Check) -> Check:
    return lambda value: None if value in (None, "") else check(value)


def _paid(cents: int) -> Message | None:
    return None if 0 < cents <= MOST_CENTS else \
        say("is not an amount that anybody could have paid")


def _stake(stake: int | None) -> Message | None:
    return None if stake is None or 0 <= stake <= MOST_CENTS else \
        say("is not an amount that anybody could play for")


def _agreement(cents: tuple[int, ...]) -> Message | None:
    if any(abs(each) > MOST_CENTS for each in cents):
        return say("is not an amount that anybody could have paid")
    return say("what some receive the others pay") if sum(cents) else None


def _balances(stars: Mapping[str, int]) -> Message | None:
    return _ids(stars) or next(filter(None, map(tariffs.fault_of_stars, stars.values())), None)


def _within(low: int, high: int) -> Check:
    return lambda value: None if value is None else fault_of_number(value, low, high)


def _figures(points_won_lost: tuple[int, ...]) -> Message | None:
    if len(points_won_lost) != len(("points", "won", "lost")):
        return say("cannot be read")
    points, *games = points_won_lost
    return fault_of_number(points, -limits.MOST_POINTS, limits.MOST_POINTS) or next(filter(None, [
        fault_of_number(each, 0, limits.MOST_HANDS) for each in games]), None)


FIELDS: dict[str, Check] = {
    "id": fault_of_id, "player": fault_of_id, "into": fault_of_id, "evening": fault_of_id,
    "sheet": fault_of_id, "debtor": fault_of_id, "creditor": fault_of_id, "entry": fault_of_id,
    "word": fault_of_id, "after": _unless_empty(fault_of_id), "players": _ids, "runs": _ids,
    "struck": _ids, "said": _ids, "counting": _ids, "name": fault_of_name,
    "place": fault_of_text, "note": fault_of_text, "absprachen": fault_of_text,
    "team": fault_of_text, "substitute": fault_of_id, "writer": _unless_empty(fault_of_id),
    "witness": _unless_empty(fault_of_id), "tables": lambda tables: next(
        filter(None, map(_ids, tables)), None),
    "number": _within(1, limits.MOST_NUMBER), "round": _within(1, limits.MOST_ROUNDS),
    "first": _within(1, limits.MOST_ROUNDS), "until": _within(0, limits.MOST_ROUNDS),
    "table": _within(1, limits.MOST_ENTRANTS), "rank": _within(1, limits.MOST_RANK),
    "from_hand": _within(1, limits.MOST_HANDS), "seed": _within(0, limits.SEEDS - 1),
    "points": _within(-limits.MOST_POINTS, limits.MOST_POINTS),
    "paid": _within(-MOST_CENTS, MOST_CENTS),
    "figures": lambda figures: _ids(figures) or next(filter(None, map(
        _figures, figures.values())), None),
    "ziel": fault_of_text, "currency": fault_of_currency,
    "cents": _paid, "stake": _stake, "stars": lambda stars: stars is not None
    and tariffs.fault_of_stars(stars) or None, "balances": _balances, "agreement": _agreement}
"""The test for each field of a fact, by its name: one name means one thing in all of them."""

NAMED: dict[type[Any], list[tuple[str, Check]]] = {}
"""The tests for each kind of fact, found once."""


def fault_of_fields(fact: Fact) -> Message | None:
    """Return what is wrong with the fields of a fact by themselves, or None."""
    kind = type(fact)
    if kind not in NAMED:
        names = get_type_hints(kind)
        NAMED[kind] = [(name, FIELDS[name]) for name in names if name in FIELDS]
        if kind is facts.ClubNamed:
            NAMED[kind] = [("name", fault_of_text)]
    for name, check in NAMED[kind]:
        if fault := check(getattr(fact, name)):
            return say("{field}: {fault}", field=name, fault=fault)
    return _fault_together(fact)


def _fault_together(fact: Fact) -> Message | None:
    """Return why the fields of a fact do not go together, or None."""
    match fact:
        case facts.SheetOpened():
            return _fault_of_table(fact)
        case facts.StarsNoted(event=event) if event not in tariffs.NOTED:
            return _unknown_kind()
        case facts.TariffSet(event, valid_from, stars, ziel):
            if event not in tariffs.TITLES:
                return _unknown_kind()
            line = Tariff(event, valid_from, stars, ziel)
            return tariffs.fault_of_tariff(line) or tariffs.fault_of_destination(line)
        case facts.PaymentMade(debtor=debtor, creditor=creditor) if debtor == creditor:
            return say("{name} cannot pay themselves", name=debtor)
        case facts.PlayerMerged(player, into) if player == into:
            return say("{name} cannot be merged with themselves", name=player)
        case facts.PlayerAdded(player=player) if player.isdigit():
            return say("has no valid id")  # it would be read as the number of a seat
        case TournamentSet(game=game, rules=rules, settings=settings):
            problem = limits.fault_of_settings(settings, game, rules.written())
            return problem and problem.message
    return None


def _fault_of_table(opened: facts.SheetOpened) -> Message | None:
    count = len(opened.players)
    if len({*opened.players}) < count:
        return say("names somebody a second time")
    if not 0 <= opened.first_dealer < count:
        return say("names seat {seat}, and there are {size}", seat=opened.first_dealer, size=count)
    return opened.game.verify_players(count)


def fault_in(entry: Entry, book: "Journal",
             sheet: "SheetJournal | None" = None) -> Message | None:
    """Return why an entry makes no sense in a book of which all before it was taken in, or None.

    What it names has to be known to its writer: to be told in an entry before it that was not
    written apart from it. People are another matter: they belong to the club's part, which its
    writer may have known from elsewhere, so whoever is named is there.

    sheet: the one that it is about, where that was read further than in the book.
    """
    fact = entry.fact
    if isinstance(fact, facts.Unread):
        return fact.why
    if fault := fault_of_fields(fact):
        return fault
    if isinstance(fact, facts.ClubFact):
        return _fault_in_club(fact, book)
    sheet = sheet or book.sheets.get(getattr(fact, "sheet", ""))
    evening = sheet.opened.evening if sheet else getattr(fact, "evening", "")
    if isinstance(fact, facts.EveningOpened):
        known = book.evenings.get(fact.evening)
        return _twice(fact.evening) if known and known.opened != fact else None
    told = book.evenings.get(evening)
    if isinstance(fact, facts.SheetOpened | facts.EveningFact):
        if told is None or _is_apart(told.openers, entry):
            return unknown(evening)
        if isinstance(fact, OfTournament):
            return told.tournament.fault_of(fact)
        return _fault_of_opening(entry, fact, sheet) \
            if isinstance(fact, facts.SheetOpened) else None
    if sheet is None or _is_apart(sheet.openers, entry):
        return unknown(fact.sheet)
    return _fault_on_sheet(entry, fact, sheet, book)


def _fault_of_opening(entry: Entry, fact: facts.SheetOpened,
                      known: "SheetJournal | None") -> Message | None:
    if known is None or may_be_told_again(entry, Entry(known.openers[0], known.opened)):
        return None
    return _twice(fact.sheet)


def _fault_in_club(fact: facts.ClubFact, book: "Journal") -> Message | None:
    people = book.people
    match fact:
        case facts.PlayerAdded() | facts.StarsOpened() | facts.ClubChosen():
            return None
        case facts.PlayerUndeleted(player):
            return None if people.is_known(player) else unknown(player)
    return next((unknown(player) for player in players_of(fact)
                 if not people.is_known(player)), None)


def _fault_on_sheet(entry: Entry, fact: facts.SheetFact, sheet: "SheetJournal",
                    book: "Journal") -> Message | None:
    if fact.sheet in book.evenings[sheet.opened.evening].tournament.lists \
            and (fault := _fault_on_list(fact, sheet.opened.game)):
        return fault
    size = len(sheet.players)
    match fact:
        case facts.PlayerJoined(player=player) if sheet.roster.is_new(player):
            game = sheet.opened.game
            if not isinstance(game, SeatsChange):
                return say("in {game} the players stay the same from the first hand on",
                           game=game.title)
            return say("this sheet has {count} people: split it", count=size + 1) \
                if size >= MOST_PEOPLE else None
        case facts.HandAmended(id=hand) | facts.HandVoided(id=hand) | facts.HandRestored(id=hand):
            return None if sheet.knows_hand(hand, entry) else unknown(hand)
        case facts.WordChosen(id=hand, word=word):
            return None if sheet.knows_hand(hand, entry) and sheet.knows_step(word, entry) \
                else unknown(word)
        case facts.Undone(entry=step) | facts.Redone(entry=step):
            return None if sheet.knows_step(step, entry) else unknown(step)
        case facts.MatchEnded(agreement=agreement) if agreement:
            return None if len(agreement) <= size else \
                say("names seat {seat}, and there are {size}", seat=len(agreement), size=size)
        case facts.SeatsTaken(seats=seats):
            if len({*seats}) < len(seats) or len(seats) < size and not isinstance(
                    sheet.opened.game, SeatsChange):
                return say("a new seating names everybody at the table once")
            return sheet.opened.game.verify_players(len(seats))
        case facts.RulesChanged(rules=rules) if not isinstance(rules, type(sheet.opened.rules)):
            return say("cannot be read")
    return None


def _fault_on_list(fact: facts.SheetFact, game: Any) -> Message | None:
    """Return why a fact has no place on the list of a tournament's table, or None."""
    if isinstance(fact, facts.PlayerJoined) or getattr(fact, "seats", None) \
            or getattr(fact, "rules", None):
        return say("the list of a table stays as it was drawn")
    if isinstance(game, HasPenalties) and game.is_penalty(getattr(fact, "hand", None)):
        return say("in a tournament the desk notes penalty points")
    return None


def _is_apart(openers: Iterable[str], entry: Entry) -> bool:
    """Return whether the writer of an entry knew none of those that begin what it is about."""
    return bool(entry.apart) and all(own in entry.apart for own in openers)


def players_of(fact: Any, but: str = "") -> tuple[str, ...]:
    """Return the ids of the players in a fact, but for those in hands, who are at their sheet, and
    whoever is in the field `but`."""
    persons, groups = _naming(fact.__class__)
    named = [getattr(fact, field) for field in persons if field != but]
    return (*[player for player in named if player is not None],
            *[player for field in groups for player in getattr(fact, field)],
            *[player for table in getattr(fact, "tables", ()) for player in table])


@cache
def _naming(kind: type[Any]) -> tuple[Sequence[str], Sequence[str]]:
    """Return the fields of a kind of fact that hold a player's id, and those that hold several."""
    names = get_type_hints(kind)
    return [name for name in PERSONS if name in names], [name for name in GROUPS if name in names]


def _unknown_kind() -> Message:
    return say("is of a kind that this Scorepad does not know")


def _twice(name: str) -> Message:
    return say("begins {name} a second time", name=f'"{name}"')


def unknown(name: str) -> Message:
    """Return the sentence for a name of something that the writer of a fact cannot know."""
    return say("names {name}, which it cannot know", name=f'"{name}"')
