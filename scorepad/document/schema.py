"""The JSON Schema of `scorepad/1`, made from the games' kinds of hands and their options."""

import re
from typing import Any

from scorepad.book.ledger.tariffs import MANUAL, MOST_STARS, NOTED, TITLES
from scorepad.book.names import LONGEST_NAME, LONGEST_TEXT
from scorepad.book.people import Colour, Marker
from scorepad.document import LARGEST
from scorepad.document.values import CURRENCY, FORMAT, amount, signed_amount
from scorepad.games import GAMES
from scorepad.games.game import Game, Option
from scorepad.games.protocols import Partien, SeatsChange
from scorepad.games.shape import shape_of


def _nullable(shape: dict[str, Any]) -> dict[str, Any]:
    """Return a schema that allows this shape or null."""
    return {"anyOf": [shape, {"type": "null"}]}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _text_like(pattern: re.Pattern[str]) -> dict[str, Any]:
    return {"type": "string", "pattern": f"^{pattern.pattern}$"}


def _object(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    made: dict[str, Any] = {"type": "object", "properties": properties,
                            "additionalProperties": False}
    return {**made, "required": list(required)} if required else made


DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEXT = {"type": "string", "maxLength": LONGEST_TEXT}
NAME = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}
NAMES = {**_list(NAME), "uniqueItems": True}
DAY = {"type": "string", "format": "date"}
AT = {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}]}
STAMP = {"id": TEXT, "at": AT, "by": TEXT}
FLAG = {"type": "boolean"}
STARS = {"type": "integer", "minimum": -MOST_STARS, "maximum": MOST_STARS}
PERSON = {
    **_object({"name": NAME, "id": TEXT, "retired": FLAG,
               "spellings": _list(_object({"name": NAME, "id": TEXT}, "name", "id")),
               "colour": {"enum": [colour.value for colour in Colour]},
               "marker": {"enum": [marker.value for marker in Marker]}}, "name"),
    "dependentRequired": {"colour": ["marker"], "marker": ["colour"]}}
PAYMENT = _object({"from": NAME, "to": NAME, **STAMP, "amount": _text_like(amount(2)),
                   "currency": _text_like(CURRENCY)}, "from", "to", "amount")
OPENING = _nullable(_object({
    "date": DAY, "balances": {"type": "object", "propertyNames": NAME,
                              "additionalProperties": STARS}}, "date"))
TARIFF = _object({"event": {"enum": [event for event in TITLES if event != MANUAL]},
                  "valid_from": _nullable(DAY), "stars": _nullable(STARS),
                  "ziel": _nullable(NAME)}, "event", "stars")
STAR_NOTE = _object({"event": {"enum": list(NOTED)}, "player": NAME, "ziel": _nullable(TEXT),
                     "stars": _nullable(STARS), "note": TEXT, **STAMP}, "event", "player")


def document_schema() -> dict[str, Any]:
    """Return the JSON Schema of a document; `replay` says which hands can have been played."""
    return {
        "$schema": DIALECT, "title": "Scorepad score book",
        "description": f"One club or one evening, at most {LARGEST} bytes of UTF-8.",
        **_object({
            "format": {"const": FORMAT},
            "club": _object({"name": TEXT, "players": NAMES, "opening_stars": OPENING,
                             "tariffs": _list(TARIFF), "people": _list(PERSON),
                             "rule_sets": _list({"oneOf": list(map(_rule_set, GAMES))})}),
            "evenings": _list(_object({
                "id": TEXT, "date": DAY, "place": TEXT, "closed": FLAG,
                "stars": _list(STAR_NOTE), "payments": _list(PAYMENT),
                "sheets": _list({"oneOf": list(map(_sheet, GAMES))})}, "date")),
        }, "format")}


def _rule_set(game: Game[Any, Any]) -> dict[str, Any]:
    return _object({"id": TEXT, "game": {"const": game.id}, "name": NAME, "rules": _rules(game)},
                   "game", "name")


def _sheet(game: Game[Any, Any]) -> dict[str, Any]:
    return {"title": game.title, **_object({
        "id": TEXT, "game": {"const": game.id},
        "players": {**NAMES, "minItems": game.players.start,
                    "maxItems": game.players.stop - 1},
        "first_dealer": NAME, "next_dealer": _nullable(NAME),
        "next_players": _nullable(NAMES),
        "absprachen": TEXT,
        "rules": _rules(game), "next_rules": _nullable(_rules(game)),
        **{wager.key: _nullable(_text_like(amount(wager.decimals)))
           for wager in game.wagers or (game.wager,)},
        "currency": _text_like(CURRENCY), "hands": _list({"anyOf": _hands(game)}),
        "edition": {"deprecated": True},
        "ended": FLAG if game.ends_by_hand else {"const": False},
        **({"joined": NAMES} if isinstance(game, SeatsChange) else {}),
        **({"vereinbarung": {"type": "object", "propertyNames": NAME, "additionalProperties":
            _text_like(signed_amount())}} if isinstance(game, Partien) else {}),
    }, "game", "players")}


def _hands(game: Game[Any, Any]) -> list[dict[str, Any]]:
    shared = {"dealer": _nullable(NAME), "players": _nullable(NAMES),
              "voided": FLAG, "impossible": FLAG,
              "note": TEXT, **STAMP, "rules": _rules(game)}
    return [{"title": shape.declared.__name__,
             "description": (shape.declared.__doc__ or "").partition("\n\n")[0],
             **_object({**shape.properties, **shared}, *shape.required)}
            for shape in map(shape_of, game.hands)]


def _option(option: Option) -> dict[str, Any]:
    shape: dict[str, Any] = {"type": "string", "maxLength": option.letters} if option.letters else \
        {"enum": list(option.choices)} if option.choices is not None else \
        {"type": "integer", "minimum": option.bounds[0], "maximum": option.bounds[1]}
    if option.several:
        shape = {**_list(shape), "uniqueItems": True}
    shape = _nullable(shape) if option.optional else shape
    return {"title": option.title, "description": option.sentence, **shape}


def _rules(game: Game[Any, Any]) -> dict[str, Any]:
    """Return the schema of a game's options; a document says those that differ from the default."""
    return _object({name: _option(option) for name, option in game.rules.options().items()})
