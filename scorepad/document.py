"""The file format `scorepad/1`: JSON text in, records out, and back.

Reading is strict: what is not understood is named with its place, nothing is guessed. Whether
the hands can have been played is a second look, `score`, because it needs the sheet's score.
"""

import gc
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, date as Date, datetime
from typing import Any, TypeVar

from scorepad.book.record import BookRecord, EveningRecord, HandRecord, SheetRecord, Stamp
from scorepad.book.replay import Scoresheet, problems, replay
from scorepad.games import BY_ID
from scorepad.games.base import (
    Game, Place, Problem, Rules, Seat, Unreadable, frozen, refuse, refuse_unknown_keys, seat_of,
    shown, within,
)
from scorepad.text import Message, say

FORMAT = "scorepad/1"
LARGEST = 100_000_000
"""Bytes. A club that plays 100 hands a week for a century stays below a tenth of it."""

STRICT_UP_TO = 2_000_000
"""Characters up to which a key that stands twice in one place is looked for."""

HAND_KEYS = frozenset({"dealer", "players", "note", "voided", "id", "at", "by"})
"""What any hand may carry besides what its game says."""

LONGEST_NAME = 60
LONGEST_TEXT = 500
AMOUNT = re.compile(r"[0-9]{1,7}(\.[0-9]{1,2})?")
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
LATEST = 253_402_300_800_000
"""The first millisecond that no year of four digits holds."""

CURRENCY = re.compile(r"[A-Z]{3}")

Value = TypeVar("Value")


def written_place(place: Place) -> str:
    """A place as people write it: `evenings[0].sheets[0].hands[3].augen`."""
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    return path.removeprefix(".")


# --- text -------------------------------------------------------------------------------------


def read(raw: bytes) -> BookRecord:
    """The records in a document's bytes; raises `Unreadable`."""
    with _collector_paused():
        return _read_book(_parse(raw))


def score(book: BookRecord) -> list[list[Scoresheet]]:
    """The sheets of every evening; raises `Unreadable` for hands that cannot have been played."""
    with _collector_paused():
        sheets = [[replay(sheet) for sheet in evening.sheets] for evening in book.evenings]
    faults = [Problem(("evenings", e, "sheets", s, "hands", h, *problem.place), problem.message)
              for e, evening in enumerate(sheets) for s, sheet in enumerate(evening)
              for h, problem in problems(sheet)]
    if faults:
        raise Unreadable(*faults)
    return sheets


def write(book: BookRecord) -> str:
    """The document of a book; `read` gives an equal book back."""
    return json.dumps(_write_book(book), ensure_ascii=False, indent=1) + "\n"


def _parse(raw: bytes) -> Any:
    if len(raw) > LARGEST:
        refuse(say("is larger than {limit} MB, so it is no score book",
                   limit=LARGEST // 1_000_000))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        refuse(say("is not UTF-8 text (byte {byte})", byte=fault.start + 1))
    if not text.strip():
        refuse(say("is empty"))
    doubled: list[dict[str, Any]] = []
    try:
        document = json.loads(text)
        if len(text) <= STRICT_UP_TO and _may_have_doubled(text, document):
            document = json.loads(text, object_pairs_hook=_note_doubled(doubled))
    except json.JSONDecodeError as fault:
        refuse(say("is not complete JSON: it breaks off or goes wrong "
                   "at line {line}, column {column}", line=fault.lineno, column=fault.colno))
    except (ValueError, RecursionError):
        refuse(say("is JSON with a number too long or lists too deep to be a score book"))
    if doubled:
        raise Unreadable(*_doubled_keys(document, (), doubled))
    return document


def _may_have_doubled(text: str, document: Any) -> bool:
    """Whether there could be more keys in the text than in what was read from it.

    Every key is followed by `":`, unless there is a gap before the colon.
    """
    if any(gap in text for gap in (" :", "\t:", "\n:", "\r:")):
        return True
    keys, values = 0, [document]
    while values:
        value = values.pop()
        if type(value) is dict:
            keys += len(value)
            values.extend(value.values())
        elif type(value) is list:
            values.extend(value)
    return text.count('":') != keys


def _note_doubled(doubled: list[dict[str, Any]]) -> Callable[[list[tuple[str, Any]]], Any]:
    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        built = dict(pairs)
        if len(built) < len(pairs):
            doubled.append(built)
        return built
    return build


def _doubled_keys(value: Any, place: Place, doubled: list[dict[str, Any]]) -> Iterator[Problem]:
    if any(value is known for known in doubled):
        yield Problem(place, say("has a key or a name twice"))
    children = value.items() if isinstance(value, dict) else \
        enumerate(value) if isinstance(value, list) else ()
    for step, child in children:
        yield from _doubled_keys(child, (*place, step), doubled)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Building many values that all stay makes the garbage collector look at them in vain."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


# --- reading ----------------------------------------------------------------------------------


def _read_book(raw: Any) -> BookRecord:
    _require_object(raw)
    if raw.get("format") != FORMAT:
        refuse(say('is not "{format}"', format=FORMAT), "format")
    refuse_unknown_keys(raw, {"format", "club", "evenings"})
    club = raw.get("club", {})
    with within("club"):
        _require_object(club, {"name", "players"})
        name = _value(club, "name", _read_text, "")
        players = _value(club, "players", _read_names, [])
    evenings = _value(raw, "evenings", _each(_read_evening), [])
    _refuse_doubled_ids(evenings)
    players = dict.fromkeys([*players, *[player for evening in evenings
                                         for sheet in evening.sheets for player in sheet.names]])
    return BookRecord(tuple(evenings), tuple(players), name)


def _refuse_doubled_ids(evenings: list[EveningRecord]) -> None:
    """Two things under one id would become one thing in the book."""
    faults, seen = [], set()

    def look(id: str, *place: str | int) -> None:
        if id and id in seen:
            faults.append(Problem((*place, "id"), say("stands in this file a second time")))
        seen.add(id)

    for e, evening in enumerate(evenings):
        look(evening.id, "evenings", e)
        for s, sheet in enumerate(evening.sheets):
            look(sheet.id, "evenings", e, "sheets", s)
            for h, hand in enumerate(sheet.hands):
                if hand.stamp is not None:
                    look(hand.stamp.id, "evenings", e, "sheets", s, "hands", h)
    if faults:
        raise Unreadable(*faults)


def _read_evening(raw: Any) -> EveningRecord:
    _require_object(raw, {"id", "date", "place", "closed", "sheets"})
    sheets = _value(raw, "sheets", _each(_read_sheet), [])
    if len(currencies := {sheet.currency for sheet in sheets if sheet.stake is not None}) > 1:
        refuse(say("{currencies} on one evening cannot be settled together",
                   currencies=", ".join(sorted(currencies))), "sheets")
    return EveningRecord(
        _value(raw, "date", _read_date), _value(raw, "place", _read_text, ""),
        _value(raw, "closed", _read_flag, False), tuple(sheets),
        _value(raw, "id", _read_text, ""))


def _read_sheet(raw: Any) -> SheetRecord:
    _require_object(raw, {"id", "game", "players", "first_dealer", "rules", "einsatz", "currency",
                          "hands", "next_dealer"})
    game = _value(raw, "game", _read_game)
    names = _value(raw, "players", _read_names)
    if fault := game.verify_players(len(names)):
        refuse(fault, "players")
    return SheetRecord(
        game, names,
        _value(raw, "first_dealer", lambda name: seat_of(name, names), names[0]),
        _value(raw, "rules", lambda rules: _read_rules(rules, game), {}),
        _value(raw, "einsatz", _read_amount, None),
        _value(raw, "currency", _read_currency, "EUR"),
        _value(raw, "hands", lambda hands: _read_hands(hands, game, names), []),
        _value(raw, "next_dealer", lambda name: _read_seat(name, names), None),
        _value(raw, "id", _read_text, ""))


def _read_hands(raw: Any, game: Game[Any, Any], names: tuple[str, ...]) -> list[HandRecord]:
    _require_list(raw)
    hands: list[HandRecord] = []
    faults: list[Problem] = []
    plain, read_hand = HAND_KEYS.isdisjoint, game.read_hand
    for index, written in enumerate(raw):
        try:
            if type(written) is dict and plain(written):
                hand = read_hand(written, names)
                hands.append(frozen(HandRecord, (hand, None, None, False, "", None)))
            else:
                hands.append(_read_hand(written, game, names))
        except Unreadable as fault:
            faults += [Problem((index, *place), message) for place, message in fault.problems]
    if faults:
        raise Unreadable(*faults)
    return hands


def _read_hand(raw: Any, game: Game[Any, Any], names: tuple[str, ...]) -> HandRecord:
    """A hand that carries more than what its game says."""
    _require_object(raw)
    stamp = None
    if not raw.keys().isdisjoint(("id", "at", "by")):
        stamp = Stamp(_value(raw, "id", _read_text, ""), _value(raw, "at", _read_time, None),
                      _value(raw, "by", _read_text, ""))
    return HandRecord(
        game.read_hand({key: raw[key] for key in raw if key not in HAND_KEYS}, names),
        _value(raw, "dealer", lambda name: _read_seat(name, names), None),
        _value(raw, "players", lambda seats: _read_seats(seats, names), None),
        _value(raw, "voided", _read_flag, False), _value(raw, "note", _read_text, ""), stamp)


# --- reading single values --------------------------------------------------------------------


def _value(raw: Mapping[str, Any], key: str, read_one: Callable[[Any], Value],
           *default: Any) -> Value:
    """The value of a key, read by `read_one`; without a default the key has to be there."""
    with within(key):
        if key not in raw and not default:
            refuse(say("is missing"))
        return read_one(raw[key] if key in raw else default[0])


def _each(read_one: Callable[[Any], Value]) -> Callable[[Any], list[Value]]:
    """Reads everything in a list, or says every fault in it."""
    def read_all(raw: Any) -> list[Value]:
        _require_list(raw)
        values, faults = [], []
        for index, item in enumerate(raw):
            try:
                with within(index):
                    values.append(read_one(item))
            except Unreadable as fault:
                faults += fault.problems
        if faults:
            raise Unreadable(*faults)
        return values
    return read_all


def _require_object(raw: Any, keys: set[str] | None = None) -> None:
    if type(raw) is not dict:
        refuse(say("is not an object in braces"))
    if keys is not None:
        refuse_unknown_keys(raw, keys)


def _require_list(raw: Any) -> None:
    if type(raw) is not list:
        refuse(say("is not a list in brackets"))


def _read_game(raw: Any) -> Game[Any, Any]:
    game = BY_ID.get(raw) if type(raw) is str else None
    if game is None:
        refuse(say("{game} is not one of the games: {games}",
                   game=shown(raw), games=", ".join(BY_ID)))
    return game


def _read_rules(raw: Any, game: Game[Any, Any]) -> Rules:
    _require_object(raw)
    return game.rules.read(raw)


def _read_names(raw: Any) -> tuple[str, ...]:
    _require_list(raw)
    for index, name in enumerate(raw):
        if fault := fault_of_name(name):
            refuse(fault, index)
        if name in raw[:index]:
            refuse(say("names {name} a second time", name=name), index)
    return tuple(raw)


def fault_of_name(name: Any) -> Message | None:
    """What is wrong with a player's name, or None."""
    if type(name) is not str or not name.strip():
        return say("is not a name")
    if name != name.strip() or not name.isprintable():
        return say("has spaces around it or characters that cannot be shown")
    if len(name) > LONGEST_NAME:
        return say("is longer than {limit} letters", limit=LONGEST_NAME)
    return None


def _read_seat(raw: Any, names: tuple[str, ...]) -> Seat | None:
    return None if raw is None else seat_of(raw, names)


def _read_seats(raw: Any, names: tuple[str, ...]) -> tuple[Seat, ...] | None:
    return None if raw is None else tuple(_each(lambda name: seat_of(name, names))(raw))


def _read_date(raw: Any) -> Date:
    try:
        if type(raw) is str and DATE.fullmatch(raw):
            return Date.fromisoformat(raw)
    except ValueError:
        pass
    refuse(say("is not a date such as 2026-11-20"))


def _read_time(raw: Any) -> int:
    if raw is None:
        return 0
    try:
        moment = datetime.fromisoformat(raw)
        at = round(moment.timestamp() * 1000)
        if moment.tzinfo is not None and 0 <= at < LATEST:
            return at
    except (TypeError, ValueError, OverflowError):
        pass
    refuse(say("is not a time such as 2026-11-20T20:15:00Z"))


def _read_amount(raw: Any) -> int | None:
    """Cents, from a decimal text."""
    if raw is None:
        return None
    if type(raw) is not str or not AMOUNT.fullmatch(raw):
        refuse(say('is not an amount in quotes with two decimals, such as "0.50"'))
    whole, _, cents = raw.partition(".")
    return int(whole) * 100 + int(cents.ljust(2, "0"))


def _read_currency(raw: Any) -> str:
    if type(raw) is not str or not CURRENCY.fullmatch(raw):
        refuse(say("is not a currency's three letters, such as EUR"))
    return raw


def _read_text(raw: Any) -> str:
    if type(raw) is not str or len(raw) > LONGEST_TEXT or not raw.isprintable():
        refuse(say("is not a line of text of at most {limit} letters", limit=LONGEST_TEXT))
    return raw


def _read_flag(raw: Any) -> bool:
    if type(raw) is not bool:
        refuse(say("is neither true nor false"))
    return raw


# --- writing ----------------------------------------------------------------------------------


def _write_book(book: BookRecord) -> dict[str, Any]:
    club = _without_empty({"name": book.club, "players": list(book.players)})
    return {"format": FORMAT, "club": club, "evenings": list(map(_write_evening, book.evenings))}


def _write_evening(evening: EveningRecord) -> dict[str, Any]:
    return _without_empty({"id": evening.id, "date": evening.date.isoformat(),
                           "place": evening.place, "closed": evening.closed}) \
        | {"sheets": list(map(_write_sheet, evening.sheets))}


def _write_sheet(sheet: SheetRecord) -> dict[str, Any]:
    names = sheet.names
    return _without_empty({"id": sheet.id}) | {
        "game": sheet.game.id, "players": list(names),
        "first_dealer": names[sheet.first_dealer],
    } | _without_empty({
        "rules": sheet.rules.written(),
        "einsatz": None if sheet.stake is None else written_amount(sheet.stake),
    }) | {
        "currency": sheet.currency,
        "hands": [_write_hand(hand, sheet.game, names) for hand in sheet.hands],
    } | _without_empty({
        "next_dealer": None if sheet.next_dealer is None else names[sheet.next_dealer]})


def _write_hand(record: HandRecord, game: Game[Any, Any],
                names: tuple[str, ...]) -> dict[str, Any]:
    stamp = record.stamp or Stamp("")
    return game.write_hand(record.hand, names) | _without_empty({
        "dealer": None if record.dealer is None else names[record.dealer],
        "players": None if record.seats is None else [names[seat] for seat in record.seats],
        "voided": record.voided, "note": record.note, "id": stamp.id,
        "at": written_time(stamp.at) if stamp.at else "", "by": stamp.by})


def _without_empty(raw: dict[str, Any]) -> dict[str, Any]:
    """Without the keys that stand at their default."""
    return {key: value for key, value in raw.items()
            if value is not None and value is not False and value not in ("", [], {})}


def written_amount(cents: int) -> str:
    """Cents as the format writes them: 50 as `0.50`."""
    return f"{cents // 100}.{cents % 100:02}"


def written_time(milliseconds: int) -> str:
    """A time as the format writes it, in UTC."""
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
