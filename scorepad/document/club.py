"""People, the club's own rules, and payments in a document."""

from typing import Any

from scorepad.book.people import Colour, Look, Marker, OtherName, PersonRecord
from scorepad.book.record import PaymentNote, RuleSet
from scorepad.document.values import (
    each,
    read_amount,
    read_currency,
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
from scorepad.games.game import refuse
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


# --- writing ------------------------------------------------------------------------------------


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
