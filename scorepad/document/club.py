"""The club in a document: its people, its own rules, its payments and its ledger of stars."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from scorepad.book.ledger import tariffs
from scorepad.book.names import fault_of_name
from scorepad.book.people import Colour, Look, Marker, OtherName, PersonRecord
from scorepad.book.record import OpeningStars, PaymentNote, RuleSet, StarNote, Tariff
from scorepad.document.kinds import (
    CURRENCY,
    DAY,
    NAME,
    NAMES,
    STAMP,
    STARS,
    TEXT,
    Each,
    NullAs,
    Part,
    Plain,
    RulesOf,
    amount,
    form,
    game_of,
    read_game,
    require_object,
    value,
)
from scorepad.games.fields import Choice, Flag, Kind, Names, Optional, Together
from scorepad.games.game import Game, Problem, Unreadable, refuse, shown
from scorepad.games.problems import none_of
from scorepad.i18n.message import say


def _look(_: Names, colour: Colour | None, marker: Marker | None) -> Look | None:
    if colour is None and marker is None:
        return None
    if colour is None or marker is None:
        refuse(say("is missing"), "marker" if marker is None else "colour")
    return Look(colour, marker)


class _Person(Kind):
    """A player and what is known of them, whose colour and marker go together."""

    own = form(PersonRecord, "name", "id", "retired", "spellings",
               name=NAME, retired=Flag(), id=TEXT,
               look=Together({"colour": Choice(list(Colour)), "marker": Choice(list(Marker))},
                             _look, lambda look: look._asdict() if look else {}),
               spellings=Each(form(OtherName, name=NAME, id=TEXT)))

    def schema(self) -> dict[str, Any]:
        return {**self.own.schema(),
                "dependentRequired": {"colour": ["marker"], "marker": ["colour"]}}

    def read(self, raw: Any, names: Names) -> Any:
        return self.own.read(raw, names)

    def write(self, value: Any, names: Sequence[str]) -> Any:
        return self.own.write(value, names)


class _RuleSet(Kind):
    """The club's own rules of a game, which says what options they have."""

    def schema(self) -> dict[str, Any]:
        from scorepad.games import GAMES  # all of them are imported then

        return {"oneOf": [_rule_set(game).schema() for game in GAMES]}

    def read(self, raw: Any, names: Names) -> Any:
        require_object(raw)
        return _rule_set(value(raw, "game", Plain(read_game), names)).read(raw, names)

    def write(self, value: RuleSet, names: Sequence[str]) -> Any:
        return _rule_set(value.game).write(value, names)


def _rule_set(game: Game[Any, Any]) -> Kind:
    return form(RuleSet, "id", game=game_of(game), name=NAME, id=TEXT,
                rules=Part(RulesOf(game), default=game.rules(), always=True))


def _read_paid(raw: Any) -> int:
    cents: int = amount(2).read(raw, ())
    if not cents:
        refuse(say("is not an amount that anybody could have paid"))
    return cents


def _refuse_own_payment(payment: PaymentNote) -> None:
    if payment.debtor == payment.creditor:
        refuse(say("{name} cannot pay themselves", name=payment.debtor), "to")


def _refuse_tariff(line: Tariff) -> None:
    if fault := tariffs.fault_of_tariff(line):
        refuse(fault, "event")
    if fault := tariffs.fault_of_destination(line):
        refuse(fault, "ziel")


def _read_event(raw: Any) -> str:
    if type(raw) is not str or raw not in tariffs.NOTED:
        refuse(none_of(raw, tariffs.NOTED))
    return raw


def _read_balances(raw: Any) -> dict[str, int]:
    require_object(raw)
    faults = [Problem((shown(name),), fault) for name, stars in raw.items()
              if (fault := fault_of_name(name) or tariffs.fault_of_stars(stars))]
    if faults:
        raise Unreadable(*faults)
    return dict(raw)


PAYMENT = form(
    PaymentNote, check=_refuse_own_payment, debtor=Part(NAME, "from"), creditor=Part(NAME, "to"),
    cents=Part(Plain(_read_paid, amount(2).form, amount(2).writer), "amount"),
    currency=Part(CURRENCY, default="EUR", always=True), stamp=STAMP)
STAR_NOTE = form(  # whether a tariff covers it is left to the ledger
    StarNote, "event", player=NAME, event=Plain(_read_event, {"enum": list(tariffs.NOTED)}),
    ziel=NullAs(TEXT, ""), stars=Optional(STARS), note=TEXT, stamp=STAMP)
OPENING = form(OpeningStars, date=DAY, balances=Part(Plain(_read_balances, {
    "type": "object", "propertyNames": NAME.form, "additionalProperties": STARS.form}, dict),
    default={}, always=True))
TARIFF = form(
    Tariff, "event", "ziel", "valid_from", check=_refuse_tariff,
    event=Plain(TEXT.reader, {"enum": [
        event for event in tariffs.TITLES if event != tariffs.MANUAL]}),
    valid_from=Part(NullAs(DAY, tariffs.ALWAYS), default=tariffs.ALWAYS), stars=Optional(STARS),
    ziel=NullAs(TEXT, ""))


class Club(NamedTuple):
    """The part of a document about the club: that of a `BookRecord` besides its evenings."""

    name: str = ""
    players: tuple[str, ...] = ()
    opening: OpeningStars | None = None
    tariffs: tuple[Tariff, ...] = ()
    people: tuple[PersonRecord, ...] = ()
    rule_sets: tuple[RuleSet, ...] = ()


CLUB = form(
    Club, name=TEXT, players=NAMES, opening=Part(Optional(OPENING), "opening_stars"),
    tariffs=Each(TARIFF, once=lambda line: line._replace(stars=None)),
    people=Each(_Person(), once=lambda person: person.name),
    rule_sets=Each(_RuleSet(), once=lambda rules: (rules.game.id, rules.name)))
