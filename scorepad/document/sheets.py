"""Evenings and their sheets and hands in a document: how they are read, written and described."""

from typing import Any

from scorepad.book.gate import MOST_PEOPLE
from scorepad.book.names import fault_of_name
from scorepad.book.record import UNSTAMPED, EveningRecord, HandRecord, SheetRecord, Stamp, frozen
from scorepad.book.replay import replay
from scorepad.document.club import PAYMENT, STAR_NOTE
from scorepad.document.kinds import (
    CURRENCY,
    DAY,
    NAMES,
    STAMP,
    TEXT,
    Agreement,
    Each,
    Part,
    Plain,
    RulesOf,
    amount,
    form,
    game_of,
    object_schema,
    read_game,
    require_list,
    require_object,
    schemas,
    value,
)
from scorepad.games.fields import Flag, Kind, Names, OneSeat, Optional
from scorepad.games.game import (
    Game,
    Problem,
    Rules,
    Seat,
    Unreadable,
    refuse,
    refuse_unknown_keys,
    within,
)
from scorepad.games.money import Wager
from scorepad.games.protocols import MadeByRules, Partien, SeatsChange
from scorepad.games.shape import shape_of
from scorepad.i18n.message import say

SEAT, SEATS = OneSeat(), Each(OneSeat(), unique=True)


def sheet_kinds(game: Game[Any, Any], *wagers: Wager) -> dict[str, Kind]:
    """Return the kinds of a sheet's keys besides its hands; wagers: those that it may have."""
    return {
        "id": TEXT, "game": game_of(game),
        "players": Plain(NAMES.reader, {**NAMES.form, "minItems": game.players.start,
                                        "maxItems": game.players.stop - 1}, list),
        "first_dealer": SEAT, "next_dealer": Optional(SEAT), "next_players": Optional(SEATS),
        "absprachen": TEXT, "rules": RulesOf(game), "next_rules": Optional(RulesOf(game)),
        **{wager.key: Optional(amount(wager.decimals)) for wager in wagers},
        "currency": CURRENCY, "ended": _ended(game),
        "edition": Plain(lambda raw: raw, {"deprecated": True}),  # earlier versions wrote it
        **({"joined": NAMES} if isinstance(game, SeatsChange) else {}),
        **({"vereinbarung": Agreement()} if isinstance(game, Partien) else {})}


def _ended(game: Game[Any, Any]) -> Kind:
    """Return the kind that says whether the table has ended the match by hand, if it may."""
    def read(raw: Any) -> bool:
        if (ended := Flag().read(raw, ())) and (fault := game.fault_of_ending()):
            refuse(fault)
        return ended
    return Plain(read, Flag().schema() if game.ends_by_hand else {"const": False})


def hand_kinds(game: Game[Any, Any]) -> dict[str, Kind]:
    """Return the kinds of the keys that any hand may have besides those of its game."""
    return {"dealer": Optional(SEAT), "players": Optional(SEATS), "voided": Flag(),
            "impossible": Flag(), "note": TEXT, **STAMP.kinds, "rules": RulesOf(game)}


class Sheet(Kind):
    """A sheet, of which its game says what it may hold."""

    def schema(self) -> dict[str, Any]:
        from scorepad.games import GAMES  # all of them are imported then

        return {"oneOf": [{"title": game.title, **object_schema(
            {**schemas(sheet_kinds(game, *(game.wagers or (game.wager,)))),
             "hands": {"type": "array", "items": {"anyOf": hand_schemas(game)}}},
            "game", "players")} for game in GAMES]}

    def read(self, raw: Any, names: Names) -> SheetRecord:
        return _read_sheet(raw)

    def write(self, value: SheetRecord, names: object) -> dict[str, Any]:
        return _write_sheet(value)


EVENING = form(EveningRecord, "id", "date", "place", "closed", "stars", "payments",
               date=DAY, place=Part(TEXT, default=""), closed=Part(Flag(), default=False),
               sheets=Part(Each(Sheet()), default=(), always=True), id=TEXT,
               stars=Each(STAR_NOTE), payments=Each(PAYMENT))


def hand_schemas(game: Game[Any, Any]) -> list[dict[str, Any]]:
    """Return the schemas of a game's kinds of hands."""
    shared = schemas(hand_kinds(game))
    return [{"title": shape.declared.__name__,
             "description": (shape.declared.__doc__ or "").partition("\n\n")[0],
             **object_schema({**shape.properties, **shared}, *shape.required)}
            for shape in map(shape_of, game.hands)]


# --- reading ------------------------------------------------------------------------------------


def _read_sheet(raw: Any) -> SheetRecord:
    require_object(raw)
    game = value(raw, "game", Plain(read_game), ())
    rules = value(raw, "rules", RulesOf(game), (), game.rules())
    if isinstance(game, MadeByRules):
        game, rules = _made(game, rules, raw)
    wager = game.wager_of(rules)
    kinds = sheet_kinds(game, wager)
    refuse_unknown_keys(raw, {**kinds, "hands": None})
    players = value(raw, "players", NAMES, ())
    if fault := game.verify_players(len(players)):
        refuse(fault, "players")
    names = _roster(raw, players) if isinstance(game, SeatsChange) else players
    if len(names) > MOST_PEOPLE:
        refuse(say("this sheet has {count} people: split it", count=len(names)), "hands")

    def said(key: str, default: Any = None, names: Names = names) -> Any:
        return value(raw, key, kinds[key], names, default) if key in kinds else default

    first_dealer, stake = said("first_dealer", 0, players), said(wager.key)
    currency = said("currency", "EUR")
    with within("hands"):
        hands, impossible = read_hands(raw.get("hands", []), game, names)
    sheet = SheetRecord(
        game, names, first_dealer, rules, stake, currency, hands, said("next_dealer"),
        said("id", ""), said("ended", False), len(names) - len(players), said("next_players"),
        said("next_rules"), impossible, said("absprachen", ""), said("vereinbarung", ()))
    _refuse_seating(sheet.next_seats, game, players)
    _refuse_agreement(sheet)
    return sheet


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
    joined = value(raw, "joined", NAMES, (), ())
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


def _refuse_seating(seats: tuple[Seat, ...] | None, game: Game[Any, Any],
                    players: tuple[str, ...]) -> None:
    """Raise `Unreadable` if nobody can sit like that for the hand to come; the seatings of hands
    are checked when they are scored."""
    if seats is None:
        return
    may_change = isinstance(game, SeatsChange)
    fault = game.verify_players(len(seats)) if may_change else None
    if len(set(seats)) < len(seats) or not may_change and len(seats) != len(players):
        fault = say("a new seating names everybody at the table once")
    if fault:
        refuse(fault, "next_players")


def _refuse_agreement(sheet: SheetRecord) -> None:
    """Raise `Unreadable` if there is nothing of which a table could agree who receives what."""
    if sheet.agreement and not sheet.ended:
        refuse(say("only a match that was broken off is settled by agreement"), "vereinbarung")
    if sheet.agreement and sheet.stake is None:
        refuse(say("nothing is at stake on this sheet, so there is nothing to agree on"),
               "vereinbarung")


def read_hands(raw: Any, game: Game[Any, Any], names: Names
               ) -> tuple[list[HandRecord], frozenset[int]]:
    """Read the hands of a sheet; return them, and the indexes of those marked as impossible."""
    require_list(raw)
    hands: list[HandRecord] = []
    faults: list[Problem] = []
    impossible = set[int]()
    kinds = hand_kinds(game)
    plain, read_hand = kinds.keys().isdisjoint, game.read_hand
    for index, written in enumerate(raw):
        try:
            if type(written) is dict and plain(written):
                hand = read_hand(written, names)
                hands.append(frozen(HandRecord, (hand, None, None, False, "", UNSTAMPED, None)))
            else:
                hands.append(_read_hand(written, game, kinds, names))
                if written.get("impossible"):
                    impossible.add(index)
        except Unreadable as fault:
            faults += fault.below(index).problems
    if faults:
        raise Unreadable(*faults)
    return hands, frozenset(impossible)


def _read_hand(raw: Any, game: Game[Any, Any], kinds: dict[str, Kind], names: Names) -> HandRecord:
    """Read a hand with keys besides those of its game."""
    require_object(raw)
    hand = game.read_hand({key: raw[key] for key in raw if key not in kinds}, names)
    more: dict[str, Any] = {}
    for key in raw:
        if key in kinds:
            try:
                more[key] = kinds[key].read(raw[key], names)
            except Unreadable as fault:
                raise fault.below(key) from None
    get = more.get
    return HandRecord(hand, get("dealer"), get("players"), get("voided", False), get("note", ""),
                      Stamp(get("id", ""), get("at", 0), get("by", "")), get("rules"))


# --- writing ------------------------------------------------------------------------------------


def _write_sheet(sheet: SheetRecord) -> dict[str, Any]:
    game, names, wager, impossible = sheet.game, sheet.names, sheet.wager, replay(sheet).problems
    kinds, of_hand = sheet_kinds(game, wager), hand_kinds(game)
    hands = [written_hand(hand, game, of_hand, names) | (
        {"impossible": True} if index in impossible else {})
        for index, hand in enumerate(sheet.hands)]
    began = {
        "id": sheet.id, "game": game, "players": names[:len(sheet.first_seats)],
        "first_dealer": sheet.first_dealer, "joined": _joined(sheet),
        "rules": sheet.rules if sheet.rules.written() else None,
        "absprachen": sheet.absprachen, wager.key: sheet.stake, "currency": sheet.currency}
    goes_on = {"next_dealer": sheet.next_dealer, "next_players": sheet.next_seats,
               "ended": sheet.ended, "vereinbarung": sheet.agreement,
               "next_rules": sheet.next_rules}
    return _written(began, kinds, names) | {"hands": hands} | _written(goes_on, kinds, names)


def written_hand(hand: HandRecord, game: Game[Any, Any], kinds: dict[str, Kind],
                 names: Names) -> dict[str, Any]:
    """Return a hand as a document has it; kinds: those of `hand_kinds`."""
    return game.write_hand(hand.hand, names) | _written(_said_of(hand), kinds, names)


def _joined(sheet: SheetRecord) -> tuple[str, ...]:
    """Return those who joined later, if the seatings do not say so: somebody may have come and not
    sat down, or sit nowhere since a correction."""
    first = len(sheet.first_seats)
    return () if sheet.seated == tuple(range(len(sheet.names))) else sheet.names[first:]


def _said_of(hand: HandRecord) -> dict[str, Any]:
    """Return what is said of a hand besides itself, by its key."""
    return {"dealer": hand.dealer, "players": hand.seats, "voided": hand.voided,
            "note": hand.note, **STAMP.split(hand.stamp), "rules": hand.rules}


def _written(said: dict[str, Any], kinds: dict[str, Kind], names: Names) -> dict[str, Any]:
    """Return values as a document holds them; nothing is written of what says nothing, but new
    rules are, even if they are the standard ones."""
    return {key: kinds[key].write(each, names) for key, each in said.items()
            if each is not None and each is not False and each not in ("", ())}
