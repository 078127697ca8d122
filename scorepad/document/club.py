"""People, the club's own rules, payments and the ledger of stars in a document."""

from collections.abc import Callable
from typing import Any

from scorepad.book.ledger.tariffs import (
    ALWAYS,
    NOTED,
    fault_of_destination,
    fault_of_stars,
    fault_of_tariff,
)
from scorepad.book.names import fault_of_name
from scorepad.book.people import Colour, Look, Marker, OtherName, PersonRecord
from scorepad.book.record import OpeningStars, PaymentNote, RuleSet, StarNote, Tariff
from scorepad.document.values import (
    each,
    once,
    read_amount,
    read_currency,
    read_date,
    read_flag,
    read_game,
    read_name,
    read_rules,
    read_stamp,
    read_text,
    require_object,
    value,
    without_empty,
    written_amount,
    written_stamp,
)
from scorepad.games.fields import Choice
from scorepad.games.game import Problem, Unreadable, refuse, shown
from scorepad.i18n.message import say

COLOUR, MARKER = Choice(list(Colour)), Choice(list(Marker))


def read_person(raw: Any) -> PersonRecord:
    """Read what is known of a player: the name, whether retired, the colour and the marker, the
    id, and other spellings with theirs."""
    require_object(raw, {"name", "retired", "colour", "marker", "id", "spellings"})
    drawn = raw.keys() & {"colour", "marker"}
    look = Look(value(raw, "colour", lambda name: COLOUR.read(name, ())),
                value(raw, "marker", lambda name: MARKER.read(name, ()))) if drawn else None
    return PersonRecord(value(raw, "name", read_name), value(raw, "retired", read_flag, False),
                        look, value(raw, "id", read_text, ""),
                        tuple(value(raw, "spellings", each(_read_spelling), [])))


def _read_spelling(raw: Any) -> OtherName:
    require_object(raw, {"name", "id"})
    return OtherName(value(raw, "name", read_name), value(raw, "id", read_text))


def read_rule_set(raw: Any) -> RuleSet:
    """Read a set of the club's own rules of a game."""
    require_object(raw, {"id", "game", "name", "rules"})
    game = value(raw, "game", read_game)
    return RuleSet(game, value(raw, "name", read_name),
                   value(raw, "rules", lambda rules: read_rules(rules, game), {}),
                   value(raw, "id", read_text, ""))


def read_payment(raw: Any) -> PaymentNote:
    """Read a payment from one player to another."""
    require_object(raw, {"from", "to", "amount", "currency", "id", "at", "by"})
    stamp = read_stamp(raw)
    debtor, creditor = value(raw, "from", read_name), value(raw, "to", read_name)
    if debtor == creditor:
        refuse(say("{name} cannot pay themselves", name=debtor), "to")
    return PaymentNote(debtor, creditor, value(raw, "amount", _read_paid),
                       value(raw, "currency", read_currency, "EUR"), stamp)


def _read_paid(raw: Any) -> int:
    cents = read_amount(raw, 2)
    if not cents:
        refuse(say("is not an amount that anybody could have paid"))
    return cents


def write_person(person: PersonRecord) -> dict[str, Any]:
    """Return the dictionary that `read_person` reads back."""
    drawn = {"colour": person.look.colour.value, "marker": person.look.marker.value} \
        if person.look else {}
    return {"name": person.name} | without_empty(
        {"id": person.id, "retired": person.retired,
         "spellings": [spelling._asdict() for spelling in person.spellings]}) | drawn


def write_rule_set(rule_set: RuleSet) -> dict[str, Any]:
    """Return the dictionary that `read_rule_set` reads back."""
    return without_empty({"id": rule_set.id}) | {
        "game": rule_set.game.id, "name": rule_set.name, "rules": rule_set.rules.written()}


def write_payment(note: PaymentNote) -> dict[str, Any]:
    """Return the dictionary that `read_payment` reads back."""
    return {"from": note.debtor, "to": note.creditor, "amount": written_amount(note.cents),
            "currency": note.currency} | written_stamp(note.stamp)


def read_note(raw: Any) -> StarNote:
    """Read a note of stars on an evening; whether a tariff covers it is left to the ledger."""
    require_object(raw, {"event", "player", "ziel", "stars", "note", "id", "at", "by"})
    stamp = read_stamp(raw)
    return StarNote(
        value(raw, "player", read_name), value(raw, "event", _read_event),
        value(raw, "ziel", _or(read_text, ""), None), value(raw, "stars", _or(_read_stars), None),
        value(raw, "note", read_text, ""), stamp)


def read_opening(raw: Any) -> OpeningStars | None:
    """Read the opening balances of a day; null for a ledger that begins with nothing."""
    if raw is None:
        return None
    require_object(raw, {"date", "balances"})
    return OpeningStars(value(raw, "date", read_date), value(raw, "balances", _read_balances, {}))


def read_tariffs(raw: Any) -> tuple[Tariff, ...]:
    """Read the lines of the tariffs; two for one event, destination and day are refused."""
    return tuple(once(_read_tariff, lambda line: line._replace(stars=None))(raw))


def _read_tariff(raw: Any) -> Tariff:
    require_object(raw, {"event", "valid_from", "stars", "ziel"})
    line = Tariff(
        value(raw, "event", read_text), value(raw, "valid_from", _or(read_date, ALWAYS), None),
        value(raw, "stars", _or(_read_stars)), value(raw, "ziel", _or(read_text, ""), None))
    if fault := fault_of_tariff(line):
        refuse(fault, "event")
    if fault := fault_of_destination(line):
        refuse(fault, "ziel")
    return line


def _read_balances(raw: Any) -> dict[str, int]:
    require_object(raw)
    faults = [Problem((shown(name),), fault) for name, stars in raw.items()
              if (fault := fault_of_name(name) or fault_of_stars(stars))]
    if faults:
        raise Unreadable(*faults)
    return dict(raw)


def _read_event(raw: Any) -> str:
    if type(raw) is not str or raw not in NOTED:
        refuse(say("is not one of: {choices}", choices=", ".join(NOTED)))
    return raw


def _read_stars(raw: Any) -> int:
    if fault := fault_of_stars(raw):
        refuse(fault)
    return int(raw)


def _or(read_one: Callable[[Any], Any], default: Any = None) -> Callable[[Any], Any]:
    """Return a reader that turns null into `default`."""
    return lambda raw: default if raw is None else read_one(raw)


def write_note(note: StarNote) -> dict[str, Any]:
    """Return the dictionary that `read_note` reads back."""
    told = without_empty({"ziel": note.ziel, "stars": note.stars, "note": note.note})
    return {"event": note.event, "player": note.player, **told, **written_stamp(note.stamp)}


def write_opening(opening: OpeningStars) -> dict[str, Any]:
    """Return the dictionary that `read_opening` reads back."""
    return {"date": opening.date.isoformat(), "balances": dict(opening.balances)}


def write_tariff(line: Tariff) -> dict[str, Any]:
    """Return the dictionary that is read back as this line of the tariffs."""
    first = "" if line.valid_from == ALWAYS else line.valid_from.isoformat()
    told = without_empty({"ziel": line.ziel, "valid_from": first})
    return {"event": line.event, **told, "stars": line.stars}
