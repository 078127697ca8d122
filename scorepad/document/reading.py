"""Reading: from a document's bytes to records."""

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import Any, BinaryIO

from scorepad.book.gate import MOST_PEOPLE
from scorepad.book.names import fault_of_name
from scorepad.book.people import PersonRecord
from scorepad.book.record import (
    UNSTAMPED,
    BookRecord,
    EveningRecord,
    HandRecord,
    SheetRecord,
    Stamp,
    frozen,
)
from scorepad.document.club import (
    read_note,
    read_opening,
    read_payment,
    read_person,
    read_rule_set,
    read_tariffs,
)
from scorepad.document.parsing import Parsing
from scorepad.document.values import (
    FORMAT,
    each,
    once,
    read_agreement,
    read_amount,
    read_currency,
    read_date,
    read_flag,
    read_game,
    read_names,
    read_rules,
    read_seat,
    read_seats,
    read_text,
    read_time,
    require_list,
    require_object,
    value,
)
from scorepad.games.game import (
    Game,
    Problem,
    Rules,
    Seat,
    Unreadable,
    refuse,
    refuse_unknown_keys,
    seat_of,
    within,
)
from scorepad.games.money import Wager
from scorepad.games.protocols import MadeByRules, Partien, SeatsChange
from scorepad.i18n.message import say
from scorepad.system.steps import Steps, collector_paused, stepwise

SHEET_KEYS = frozenset({"id", "game", "players", "first_dealer", "rules", "currency", "hands",
                        "next_dealer", "next_players", "next_rules", "ended", "edition",
                        "absprachen"})
"""Keys of any sheet; its game adds that of the stake, and `joined` if people may join. `edition`,
which earlier versions wrote, says nothing any more."""

MORE: dict[str, Callable[[Any, tuple[str, ...]], Any]] = {
    "dealer": read_seat, "players": read_seats, "voided": lambda raw, _: read_flag(raw),
    "impossible": lambda raw, _: read_flag(raw),
    "note": lambda raw, _: read_text(raw), "id": lambda raw, _: read_text(raw),
    "at": lambda raw, _: read_time(raw), "by": lambda raw, _: read_text(raw)}
"""Keys that any hand may have besides those of its game, each with its reader."""

HAND_KEYS = frozenset(MORE) | {"rules"}


@stepwise
def read(raw: bytes) -> Steps[BookRecord]:
    """Return the records in a document's bytes; raises `Unreadable`."""
    with collector_paused():
        return (yield from read_in_turn(BytesIO(raw), _whole))


def _whole(evening: EveningRecord) -> Steps[EveningRecord]:
    yield
    return evening


def evenings_in(file: BinaryIO) -> Iterator[EveningRecord]:
    """Yield the evenings of a document that was read before."""
    yield from map(_read_evening, Parsing(file).evenings())


def read_in_turn(file: BinaryIO, keep: Callable[[EveningRecord], Steps[EveningRecord]]
                 ) -> Steps[BookRecord]:
    """Return the records in an opened document, read an evening at a time; raises `Unreadable`.

    keep: is given each evening, unless something is wrong in an earlier one, and returns what is
    kept of it.
    """
    parsing, seen = Parsing(file), _Ids()
    evenings: list[EveningRecord] = []
    faults: list[Problem] = []
    for index, raw in enumerate(parsing.evenings()):
        try:
            with within("evenings", index):
                evening = _read_evening(raw)
        except Unreadable as fault:
            faults += fault.problems
        if not faults:
            seen.look_at(evening, index)
            evenings.append((yield from keep(evening)))
        yield
    book = _read_book(parsing.root, evenings, faults)
    seen.refuse_doubled(book.people)
    return book


def _read_book(raw: Any, evenings: list[EveningRecord], faults: list[Problem]) -> BookRecord:
    """Return the records in what the JSON says besides its evenings; faults: what is wrong with
    those."""
    require_object(raw)
    if raw.get("format") != FORMAT:
        refuse(say('is not "{format}"', format=FORMAT), "format")
    refuse_unknown_keys(raw, {"format", "club", "evenings"})
    club = raw.get("club", {})
    with within("club"):
        require_object(club, {"name", "players", "opening_stars", "tariffs", "people",
                              "rule_sets"})
        name = value(club, "name", read_text, "")
        players = value(club, "players", read_names, [])
        opening = value(club, "opening_stars", read_opening, None)
        tariffs = value(club, "tariffs", read_tariffs, [])
        people = value(club, "people", once(read_person, lambda person: person.name), [])
        rule_sets = value(club, "rule_sets", once(
            read_rule_set, lambda rules: (rules.game.id, rules.name)), [])
    with within("evenings"):
        require_list(raw.get("evenings", []))
    if faults:
        raise Unreadable(*faults)
    playing = dict.fromkeys([
        *players, *[person.name for person in people], *(opening.balances if opening else ()),
        *[player for evening in evenings for sheet in evening.sheets for player in sheet.names],
        *[note.player for evening in evenings for note in evening.stars],
        *[name for evening in evenings for note in evening.payments for name in note[:2]]])
    return BookRecord(tuple(evenings), tuple(playing), name, opening, tariffs, tuple(people),
                      tuple(rule_sets))


class _Ids:
    """The ids in a document. Two things of one kind with one id would become one thing in the book;
    the kind is the list that they stand in."""

    def __init__(self) -> None:
        self._faults: list[Problem] = []
        self._seen: set[int] = set()

    def _look(self, id: str, *place: str | int) -> None:
        kind = "people" if "people" in place else place[-2]
        own = hash((kind, id))  # far smaller than the id itself
        if id and own in self._seen:
            self._faults.append(Problem((*place, "id"), say("is in this file twice")))
        self._seen.add(own)

    def look_at(self, evening: EveningRecord, e: int) -> None:
        """Note the ids of the next evening, of this number."""
        self._look(evening.id, "evenings", e)
        for n, star in enumerate(evening.stars):
            self._look(star.stamp.id, "evenings", e, "stars", n)
        for n, payment in enumerate(evening.payments):
            self._look(payment.stamp.id, "evenings", e, "payments", n)
        for s, sheet in enumerate(evening.sheets):
            self._look(sheet.id, "evenings", e, "sheets", s)
            for h, hand in enumerate(sheet.hands):
                if hand.stamp is not UNSTAMPED:
                    self._look(hand.stamp.id, "evenings", e, "sheets", s, "hands", h)

    def refuse_doubled(self, people: Sequence[PersonRecord]) -> None:
        """Raise `Unreadable` if an id stands twice, among these people or before."""
        of_evenings, self._faults = self._faults, []
        for p, person in enumerate(people):
            self._look(person.id, "club", "people", p)
            for n, spelling in enumerate(person.spellings):
                self._look(spelling.id, "club", "people", p, "spellings", n)
        if faults := self._faults + of_evenings:
            raise Unreadable(*faults)


def _read_evening(raw: Any) -> EveningRecord:
    require_object(raw, {"id", "date", "place", "closed", "sheets", "stars", "payments"})
    sheets = value(raw, "sheets", each(_read_sheet), [])
    return EveningRecord(
        value(raw, "date", read_date), value(raw, "place", read_text, ""),
        value(raw, "closed", read_flag, False), tuple(sheets),
        value(raw, "id", read_text, ""), tuple(value(raw, "stars", each(read_note), [])),
        tuple(value(raw, "payments", each(read_payment), [])))


def _read_sheet(raw: Any) -> SheetRecord:
    require_object(raw)
    game = value(raw, "game", read_game)
    rules = value(raw, "rules", lambda rules: read_rules(rules, game), {})
    if isinstance(game, MadeByRules):
        game, rules = _made(game, rules, raw)
    wager = game.wager_of(rules)
    refuse_unknown_keys(raw, SHEET_KEYS | {wager.key}
                        | ({"joined"} if isinstance(game, SeatsChange) else set())
                        | ({"vereinbarung"} if isinstance(game, Partien) else set()))
    players = value(raw, "players", read_names)
    if fault := game.verify_players(len(players)):
        refuse(fault, "players")
    names = _roster(raw, players) if isinstance(game, SeatsChange) else players
    if len(names) > MOST_PEOPLE:
        refuse(say("this sheet has {count} people: split it", count=len(names)), "hands")
    more: dict[int, dict[str, Any]] = {}
    return SheetRecord(
        game, names,
        value(raw, "first_dealer", lambda name: seat_of(name, players), players[0]),
        rules,
        value(raw, wager.key, lambda money: read_amount(money, wager.decimals), None),
        value(raw, "currency", read_currency, "EUR"),
        value(raw, "hands", lambda hands: _read_hands(hands, game, names, more), []),
        value(raw, "next_dealer", lambda name: read_seat(name, names), None),
        value(raw, "id", read_text, ""),
        value(raw, "ended", lambda flag: _read_ended(flag, game), False),
        len(names) - len(players),
        value(raw, "next_players", lambda seats: _read_next_seats(seats, game, players, names),
              None),
        value(raw, "next_rules",
              lambda rules: None if rules is None else read_rules(rules, game), None),
        frozenset([index for index, hand in more.items() if hand.get("impossible")]),
        value(raw, "absprachen", read_text, ""),
        value(raw, "vereinbarung", lambda said: _read_agreement(said, raw, wager, names), {}))


def _made(game: Any, rules: Rules, raw: dict[str, Any]) -> tuple[Game[Any, Any], Rules]:
    """Return the game that the rules of a sheet make, and these rules with the wager that the sheet
    names; they stay, so no hand may change them."""
    for wager in game.wagers:
        if raw.get(wager.key) is not None:
            rules = game.played_for(wager, rules)
    made: Game[Any, Any] = game.by(rules)
    stays = say("the rules of {game} stay as the sheet began", game=made.title)
    hands = raw.get("hands")
    changed = [Problem(("hands", index, "rules"), stays) for index, hand in enumerate(
        hands if type(hands) is list else ()) if type(hand) is dict and "rules" in hand]
    if raw.get("next_rules") is not None:
        changed.append(Problem(("next_rules",), stays))
    if changed:
        raise Unreadable(*changed)
    return made, rules


def _roster(raw: dict[str, Any], players: tuple[str, ...]) -> tuple[str, ...]:
    """Return everybody at the sheet: those who sat down first, those named in `joined`, and those
    who come in a new seating."""
    joined = value(raw, "joined", read_names, [])
    for index, name in enumerate(joined):
        if name in players:
            refuse(say("names {name} a second time", name=name), "joined", index)
    return (*players, *joined, *_latecomers(raw, (*players, *joined)))


def _latecomers(raw: dict[str, Any], players: tuple[str, ...]) -> list[str]:
    """Return those who come to the sheet in a new seating, in order; invalid names are left out
    here, and refused where they are read."""
    hands = raw.get("hands")
    seatings = [hand.get("players") for hand in (hands if type(hands) is list else ())
                if type(hand) is dict and "players" in hand] + [raw.get("next_players")]
    coming = dict.fromkeys(name for seating in seatings if type(seating) is list
                           for name in seating if not fault_of_name(name))
    return [name for name in coming if name not in players]


def _read_next_seats(raw: Any, game: Game[Any, Any], players: tuple[str, ...],
                     names: tuple[str, ...]) -> tuple[Seat, ...] | None:
    """Read the seating for the hand to come, None if there is none; those of the hands played are
    checked when they are scored."""
    seats = read_seats(raw, names)
    if seats is None:
        return None
    may_change = isinstance(game, SeatsChange)
    fault = game.verify_players(len(seats)) if may_change else None
    if len(set(seats)) < len(seats) or not may_change and len(seats) != len(players):
        fault = say("a new seating names everybody at the table once")
    if fault:
        refuse(fault)
    return seats


def _read_ended(raw: Any, game: Game[Any, Any]) -> bool:
    """Read whether the table has ended the match by hand."""
    if ended := read_flag(raw):
        if fault := game.fault_of_ending():
            refuse(fault)
    return ended


def _read_agreement(raw: Any, sheet: dict[str, Any], wager: Wager,
                    names: tuple[str, ...]) -> tuple[int, ...]:
    """Read what the table agreed on for the Partie that it broke off."""
    agreement = read_agreement(raw, names)
    if not agreement:
        return ()
    if not sheet.get("ended"):
        refuse(say("only a match that was broken off is settled by agreement"))
    if sheet.get(wager.key) is None:
        refuse(say("nothing is at stake on this sheet, so there is nothing to agree on"))
    return agreement


def _read_hands(raw: Any, game: Game[Any, Any], names: tuple[str, ...],
                more: dict[int, dict[str, Any]]) -> list[HandRecord]:
    """Read the hands of a sheet; those with keys besides those of its game are put into `more`, by
    their index."""
    require_list(raw)
    hands: list[HandRecord] = []
    faults: list[Problem] = []
    plain, read_hand = HAND_KEYS.isdisjoint, game.read_hand
    for index, written in enumerate(raw):
        try:
            if type(written) is dict and plain(written):
                hand = read_hand(written, names)
                hands.append(frozen(HandRecord, (hand, None, None, False, "", UNSTAMPED, None)))
            else:
                hands.append(_read_hand(written, game, names))
                more[index] = written
        except Unreadable as fault:
            faults += fault.below(index).problems
    if faults:
        raise Unreadable(*faults)
    return hands


def _read_hand(raw: Any, game: Game[Any, Any], names: tuple[str, ...]) -> HandRecord:
    """Read a hand with keys besides those of its game."""
    require_object(raw)
    hand = game.read_hand({key: raw[key] for key in raw if key not in HAND_KEYS}, names)
    more: dict[str, Any] = {}
    for key in raw:
        if key in HAND_KEYS:
            try:
                more[key] = read_rules(raw[key], game) if key == "rules" else \
                    MORE[key](raw[key], names)
            except Unreadable as fault:
                raise fault.below(key) from None
    get = more.get
    return HandRecord(hand, get("dealer"), get("players"), get("voided", False), get("note", ""),
                      Stamp(get("id", ""), get("at", 0), get("by", "")), get("rules"))
