"""Tournaments and championships in a document: how they are read, written and described."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from scorepad.book.replay import replay
from scorepad.book.scoresheet import problems
from scorepad.document.kinds import (
    DAY,
    NAME,
    SIGNED_AMOUNT,
    TEXT,
    Each,
    Part,
    Plain,
    RulesOf,
    form,
    object_schema,
    read_game,
    require_list,
    require_object,
    schemas,
    value,
    whole,
)
from scorepad.document.sheets import hand_kinds, hand_schemas, read_hands, written_hand
from scorepad.document.tournament_settings import (
    CHAMPIONSHIP,
    HANDS,
    NUMBER,
    POINTS,
    ROUND,
    SETTINGS,
    TABLE,
    refuse_round,
)
from scorepad.games.fields import Choice, Flag, Kind, Names, Optional
from scorepad.games.game import (
    Game,
    Problem,
    Unreadable,
    refuse,
    refuse_unknown_keys,
    shown,
    within,
)
from scorepad.games.protocols import KeepsList, made_by
from scorepad.i18n.message import Message, say
from scorepad.tournament import facts, limits
from scorepad.tournament.standing import hands_played, sheet_of

ENTRANT = form(
    facts.Entrant, number=NUMBER, name=NAME, team=TEXT, rank=Optional(whole(1, limits.MOST_RANK)),
    table=Optional(TABLE), first=Part(ROUND, "from"), until=Optional(whole(0, limits.MOST_ROUNDS)))
REPLACED = form(facts.Replaced, number=NUMBER, round=ROUND, hand=HANDS, name=NAME)
DRAW = form(facts.Draw, "round", "by", "seed", round=ROUND, by=Choice(list(facts.Way)),
            tables=Each(Each(NUMBER, unique=True)), seed=Optional(whole(0, limits.SEEDS - 1)))
FIGURES = form(facts.Figures, number=NUMBER, points=POINTS, won=whole(0, limits.MOST_HANDS),
               lost=whole(0, limits.MOST_HANDS))
PENALTY = form(facts.Penalty, "id", round=ROUND, number=NUMBER, points=POINTS, id=TEXT)
PAID = form(facts.Paid, "id", number=NUMBER, cents=Part(SIGNED_AMOUNT, "amount"), id=TEXT)


# --- a tournament -------------------------------------------------------------------------------


def verify(made: facts.Tournament) -> None:
    """Raise `Unreadable` for a tournament that a document could not have, whatever its lists."""
    SETTINGS.read(SETTINGS.write(made.settings))
    _refuse_settings(made, made.game, made.rules.written())
    for each in made.entrants:
        ENTRANT.read(ENTRANT.write(each))
    _verify_facts(made, made.draws)


def _verify_facts(made: facts.Tournament, draws: Sequence[facts.Draw]) -> None:
    """Raise `Unreadable` for facts that do not go together; draws: in the order of the document."""
    _refuse_people(made)
    _refuse_draws(made, draws)
    _refuse_notes(made)


def _refuse_settings(settings: facts.Settings, game: Game[Any, Any],
                     rules: Mapping[str, Any]) -> None:
    """Raise `Unreadable` for settings that do not go together with the game and its rules."""
    if fault := limits.fault_of_settings(settings, game, rules):
        raise Unreadable(fault)


def kinds_of(game: Game[Any, Any]) -> dict[str, Kind]:
    """Return the kinds of a tournament's keys besides its settings and its lists."""
    return {
        "id": TEXT, "date": DAY, "game": Plain(read_game, {"const": game.id}, lambda of: of.id),
        "rules": RulesOf(game), "lots": Each(NUMBER, once=lambda number: number, unique=True),
        "entrants": Each(ENTRANT), "replaced": Each(REPLACED), "draws": Each(DRAW),
        "penalties": Each(PENALTY), "payments": Each(PAID)}


NEEDED = ("date", "game")


class _Tournament(Kind):
    """A tournament, of which its game says what its lists may hold."""

    def schema(self) -> dict[str, Any]:
        from scorepad.games import GAMES  # all of them are imported then

        return {"oneOf": [{"title": game.title, **object_schema(
            {**SETTINGS.properties, **schemas(kinds_of(game)), "lists": {
                "type": "array", "items": object_schema({**LIST.properties, "hands": {
                    "type": "array", "items": {"anyOf": hand_schemas(game)}}}, *LIST.required)}},
            *SETTINGS.required, *NEEDED)}
            for game in GAMES if game.players.stop > min(limits.SIZES)]}

    def read(self, raw: Any, names: Names) -> facts.Tournament:
        require_object(raw)
        game = value(raw, "game", Plain(read_game), ())
        kinds = kinds_of(game)
        refuse_unknown_keys(raw, {**SETTINGS.kinds, **kinds, "lists": None})
        settings = SETTINGS.read({key: raw[key] for key in raw if key in SETTINGS.kinds})
        said = {key: value(raw, key, kind, ()) for key, kind in kinds.items()
                if key in raw or key in NEEDED}
        rules = said.setdefault("rules", game.rules())
        _refuse_settings(settings, game, {**raw.get("rules", {}), **rules.written()})
        draws = said.get("draws", ())
        said["draws"] = _in_turn(draws)
        made = facts.Tournament(**vars(settings), **{**said, "game": made_by(game, rules)})
        _verify_facts(made, draws)
        lists: tuple[facts.TableList, ...] = value(
            raw, "lists", Each(Plain(partial(_read_list, made))), (), ())
        _refuse_twice("lists", [each[:2] for each in lists], "table")
        return replace(made, lists=lists)

    def write(self, value: facts.Tournament, names: object) -> dict[str, Any]:
        of_game = {"id": value.id, "date": value.date, "game": value.game,
                   "rules": value.rules if value.rules.written() else None}
        kinds = kinds_of(value.game)
        written = {key: kinds[key].write(each, ()) for key in kinds
                   if (each := of_game.get(key, getattr(value, key))) not in ("", None, ())}
        lists = [_write_list(value, each) for each in value.lists]
        return SETTINGS.write(value) | written | ({"lists": lists} if lists else {})


TOURNAMENT = _Tournament()


def _refuse_twice(key: str, marks: Iterable[Any], *of: str) -> None:
    """Raise `Unreadable` if two things in the list of a key have a mark in common."""
    seen = set()
    for index, mark in enumerate(marks):
        if mark in seen:
            refuse(say("is in this list twice"), key, index, *of)
        seen.add(mark)


def _refuse_people(made: facts.Tournament) -> None:
    _refuse_twice("entrants", [each.number for each in made.entrants], "number")
    _refuse_twice("entrants", [each.name for each in made.entrants], "name")
    if len(made.entrants) > limits.MOST_ENTRANTS:
        refuse(say("at most {count} people can enter", count=limits.MOST_ENTRANTS), "entrants")
    for index, entrant in enumerate(made.entrants):
        with within("entrants", index):
            refuse_round(made, entrant.first, "from")
            if entrant.until is not None and entrant.until < entrant.first - 1:
                refuse(say("is before the first round of this entrant"), "until")
    for index, number in enumerate(made.lots):
        _refuse_number(made, number, "lots", index)
    for index, replaced in enumerate(made.replaced):
        _refuse_number(made, replaced.number, "replaced", index, "number")
        refuse_round(made, replaced.round, "replaced", index, "round")
        if replaced.hand > max(made.hands_at.values()):
            refuse(say("a list has {hands} hands", hands=max(made.hands_at.values())),
                   "replaced", index, "hand")
    _refuse_twice("replaced", [each[:3] for each in made.replaced])


def _refuse_number(made: facts.Tournament, number: int, *place: str | int) -> None:
    if number not in made.by_number:
        refuse(say("nobody has the number {number}", number=number), *place)


def _in_turn(draws: Sequence[facts.Draw]) -> tuple[facts.Draw, ...]:
    """Return draws by their rounds; raises `Unreadable` where one is missing or stands twice."""
    _refuse_twice("draws", [draw.round for draw in draws], "round")
    for index, draw in enumerate(draws):
        if draw.round > len(draws):
            refuse(say("a round before this one was not drawn"), "draws", index, "round")
    return tuple(sorted(draws, key=lambda draw: draw.round))


def _refuse_draws(made: facts.Tournament, draws: Sequence[facts.Draw]) -> None:
    for index, draw in enumerate(draws):
        with within("draws", index):
            refuse_round(made, draw.round, "round")
            with within("tables"):
                _refuse_tables(made, draw)


def _refuse_tables(made: facts.Tournament, draw: facts.Draw) -> None:
    there = {each.number for each in made.entrants if each.is_there(draw.round)}
    seen = set[int]()
    for t, table in enumerate(draw.tables):
        if len(table) not in made.hands_at:
            refuse(say("nothing says how many hands a table of {size} plays", size=len(table)), t)
        for n, number in enumerate(table):
            _refuse_number(made, number, t, n)
            if number in seen:
                refuse(say("number {number} sits twice", number=number), t, n)
            if number not in there:
                refuse(say("number {number} is not there in this round", number=number), t, n)
            seen.add(number)
    if missing := sorted(there - seen):
        refuse(say("number {number} sits nowhere", number=missing[0]))


def _refuse_notes(made: facts.Tournament) -> None:
    for index, payment in enumerate(made.payments):
        _refuse_number(made, payment.number, "payments", index, "number")
    for index, penalty in enumerate(made.penalties):
        with within("penalties", index):
            _refuse_number(made, penalty.number, "number")
            if penalty.round > len(made.draws):
                refuse(say("round {round} was not drawn", round=penalty.round), "round")
            if not any(penalty.number in table
                       for table in made.draws[penalty.round - 1].tables):
                refuse(say("number {number} did not play in round {round}",
                           number=penalty.number, round=penalty.round), "number")


# --- lists --------------------------------------------------------------------------------------

LIST = form(facts.TableList, round=ROUND, table=TABLE, hands=Plain(lambda raw: raw),
            figures=Each(FIGURES), ended=Flag(), written_by=Optional(NUMBER),
            confirmed_by=Optional(NUMBER))
"""A list, whose hands its game has still to read."""


def _read_list(made: facts.Tournament, raw: Any) -> facts.TableList:
    kept: facts.TableList = LIST.read(raw)
    if kept.round > len(made.draws):
        refuse(say("round {round} was not drawn", round=kept.round), "round")
    draw = made.draws[kept.round - 1]
    if kept.table > len(draw.tables):
        refuse(say("round {round} has {tables} tables", round=kept.round,
                   tables=len(draw.tables)), "table")
    numbers = draw.tables[kept.table - 1]
    if ("hands" in raw) is ("figures" in raw):
        refuse(say("a list has either its hands or its figures"),
               *(["figures"] if "hands" in raw else []))
    _refuse_signed(kept, made, numbers)
    if kept.figures is not None:
        verify_figures(kept.figures, made, numbers)
        return kept
    return _with_hands(raw["hands"], kept, made, draw)


def _refuse_signed(kept: facts.TableList, made: facts.Tournament, numbers: Sequence[int]) -> None:
    if kept.written_by is not None:
        _refuse_number(made, kept.written_by, "written_by")
    if kept.confirmed_by is not None:
        if kept.confirmed_by not in numbers:
            refuse(say("number {number} does not sit at this table",
                       number=kept.confirmed_by), "confirmed_by")
        if kept.confirmed_by == kept.written_by:
            refuse(say("somebody else confirms a list than writes it"), "confirmed_by")


def _with_hands(raw: Any, kept: facts.TableList, made: facts.Tournament,
                draw: facts.Draw) -> facts.TableList:
    names = tuple([made.by_number[number].name for number in draw.tables[kept.table - 1]])
    most = made.hands_at[len(names)]
    with within("hands"):
        require_list(raw)
        for index, hand in enumerate(raw):
            for key in ("players", "rules"):
                if type(hand) is dict and key in hand:
                    refuse(say("is not a key that belongs here"), index, key)
        hands, impossible = read_hands(raw, made.game, names)
        kept = kept._replace(hands=hands)
        sheet = replay(sheet_of(made, draw, kept))
        if faults := [Problem((index, *place), message)
                      for index, (place, message) in problems(sheet) + sheet.refused
                      if index not in impossible]:
            raise Unreadable(*faults)
        if (played := hands_played(sheet)) > most:
            refuse(_too_many(played, most))
    return kept


def _too_many(played: int, most: int) -> Message:
    return say("{played} hands: this table plays {most}", played=played, most=most)


def verify_figures(figures: Sequence[facts.Figures], made: facts.Tournament,
                   numbers: Sequence[int]) -> None:
    """Raise `Unreadable` unless these can be the figures of a table with these numbers."""
    most = made.hands_at[len(numbers)]
    with within("figures"):
        for index, each in enumerate(figures):
            if each.number not in numbers:
                refuse(say("number {number} does not sit at this table", number=each.number),
                       index, "number")
            if each.number in [other.number for other in figures[:index]]:
                refuse(say("is in this list twice"), index, "number")
            if each.won + each.lost > most:
                refuse(_too_many(each.won + each.lost, most), index, "lost")
        if missing := [number for number in numbers
                       if number not in [each.number for each in figures]]:
            refuse(say("the figures of number {number} are missing", number=missing[0]))
        if isinstance(made.game, KeepsList) and (
                played := sum([each.won + each.lost for each in figures])) > most:
            refuse(_too_many(played, most))
        if made.game.adds_up(made.rules) and (total := sum([each.points for each in figures])):
            refuse(say("adds up to {sum}, not 0", sum=total))


def _write_list(made: facts.Tournament, kept: facts.TableList) -> dict[str, Any]:
    written = LIST.write(kept._replace(hands=None))
    if kept.hands is None:
        return written
    names = tuple([made.by_number[number].name
                   for number in made.draws[kept.round - 1].tables[kept.table - 1]])
    kinds = hand_kinds(made.game)
    return written | {"hands": [written_hand(hand, made.game, kinds, names)
                                for hand in kept.hands]}


def read_tournaments(raw: Any) \
        -> tuple[tuple[facts.Tournament, ...], tuple[facts.Championship, ...]]:
    """Return the tournaments and championships in a whole document; raises `Unreadable`."""
    tournaments: tuple[facts.Tournament, ...] = value(raw, "tournaments", Each(TOURNAMENT), (), ())
    _refuse_twice("tournaments", [each.name for each in tournaments], "name")
    championships: tuple[facts.Championship, ...] = value(
        raw, "championships", Each(CHAMPIONSHIP, once=lambda each: each.name), (), ())
    by_name = {each.name: each for each in tournaments}
    for index, championship in enumerate(championships):
        with within("championships", index, "tournaments"):
            for n, name in enumerate(championship.tournaments):
                if name not in by_name:
                    refuse(say("there is no tournament {name}", name=shown(name)), n)
            if len({by_name[name].low_is_good for name in championship.tournaments}) > 1:
                refuse(say("many points are good in one of them and few in another"))
    return tournaments, championships
