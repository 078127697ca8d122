"""The slip of a table, with which a phone begins its list without a network, and the result that
goes back to the desk: each is a number, which a QR code holds with few dots.

A slip says what a document says of an evening with one sheet, and so it comes into a book as a
document does. The ids in it are those of the desk, and where two books meet it is one list.
"""

import hmac
import json
import zlib
from base64 import urlsafe_b64encode
from dataclasses import replace
from datetime import date as Date
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from pydantic import NonNegativeInt, TypeAdapter

from scorepad import document
from scorepad.book.record import HandRecord
from scorepad.book.replay import replay
from scorepad.book.scoresheet import Scoresheet
from scorepad.games.game import Problem, Unreadable
from scorepad.i18n.message import say
from scorepad.service.meeting import Meetings
from scorepad.service.open_book import OpenBook
from scorepad.service.roles import OneList, Refused, may_be_list
from scorepad.service.safety import Picked
from scorepad.service.tournament_view import TournamentView, beginning, of_last_round
from scorepad.service.tournaments import LOCKED, Tournaments
from scorepad.storage import Store
from scorepad.tournament.facts import Figures, Good, Number, Tournament, TournamentSigned
from scorepad.tournament.reading import Read, list_id
from scorepad.tournament.standing import Standing, hands_played, is_complete

PROOF_BYTES = 16

MOST_DIGITS, MOST_BYTES = 3_000, 8_192
"""The longest number that is read, and what may come of it: a slip may have 1,200 bytes."""

SLIP: Literal["slip"] = "slip"
RESULT: Literal["result"] = "result"


class Seat(NamedTuple):
    """Somebody who sits at a table: the id, the start number, and the name."""

    player: str
    number: int
    name: str


class Slip(NamedTuple):
    """The list of a table as its slip has it. rules: as a document has them; low: whether few
    points are good; proof: of the key with which the desk's server takes the list, if it has one.
    """

    evening: str
    date: str
    tournament: str
    game: str
    rules: dict[str, Any]
    low: bool
    hands: int
    round: int
    table: int
    seats: tuple[Seat, ...]
    proof: str = ""

    @classmethod
    def of(cls, read: Read, which: OneList) -> "Slip":
        """Return the slip of a list that was drawn."""
        made, (opened, hands, *_) = read.tournament, beginning(read, which)
        numbers = made.draws[which.round - 1].tables[which.table - 1]
        return cls(made.id, made.date.isoformat(), made.name, made.game.id, opened.rules.written(),
                   made.low_is_good, hands, which.round, which.table, tuple([
                       Seat(read.players[number], number, made.by_number[number].name)
                       for number in numbers]))

    @classmethod
    def read(cls, digits: str) -> "Slip":
        """Return the slip that a number stands for; raises `Refused` for another number."""
        try:
            _, slip = OF_SLIP.validate_json(_unpacked(digits), strict=True)
            Date.fromisoformat(slip.date)
        except ValueError:
            raise Refused(Problem((), say("This is no slip of a table."))) from None
        return slip

    @property
    def digits(self) -> str:
        """The number that stands for the slip."""
        return _packed(OF_SLIP, (SLIP, self))

    @property
    def own(self) -> OneList:
        """The list of which this is the slip."""
        return OneList(self.evening, self.round, self.table, list_id(
            self.evening, self.round, self.table, [seat.player for seat in self.seats]))

    @property
    def document(self) -> bytes:
        """The slip as a document."""
        names = [seat.name for seat in self.seats]
        return json.dumps({"format": document.FORMAT, "club": {"players": names, "people": [
            {"name": seat.name, "id": seat.player} for seat in self.seats]}, "evenings": [
                {"date": self.date, "id": self.evening, "sheets": [
                    {"id": self.own.sheet, "game": self.game, "players": names,
                     "rules": self.rules}]}]}).encode()


class Signed(NamedTuple):
    """The start numbers of a list's writer and of whoever confirms it, None for nobody."""

    writer: Number | None = None
    witness: Number | None = None


class Result(NamedTuple):
    """The result of a list as it goes to the desk: its sheet, points, won and lost of each seat as
    a paper list has them, the digest of its hands, and who has signed it."""

    sheet: str
    figures: tuple[tuple[int, NonNegativeInt, NonNegativeInt], ...]
    digest: str
    signed: Signed = Signed()

    @classmethod
    def read(cls, digits: str) -> "Result":
        """Return the result that a number stands for; raises `Refused` for another number."""
        try:
            return OF_RESULT.validate_json(_unpacked(digits), strict=True)[1]
        except ValueError:
            raise Refused(Problem((), say("This is no result of a list."))) from None

    @property
    def digits(self) -> str:
        """The number that stands for the result."""
        return _packed(OF_RESULT, (RESULT, self))


OF_SLIP = TypeAdapter(tuple[Literal["slip"], Slip])
OF_RESULT = TypeAdapter(tuple[Literal["result"], Result])


class Reported(NamedTuple):
    """A result as the desk sees it: whose list it is, and the figures by start number; is_known:
    whether the desk has the very hands, or these figures, already; signed: what it does not know
    yet of who has signed."""

    own: OneList
    figures: tuple[Figures, ...]
    is_known: bool
    signed: Signed


KEPT, MOST_KEPT = "slips", 20
"""The key under which the device keeps the slips that it has read, and how many."""


class Slips:
    """The use cases of lists that are written without a server."""

    def __init__(self, store: Store, book: OpenBook, tournaments: Tournaments,
                 meetings: Meetings) -> None:
        self._store, self._book = store, book
        self._tournaments, self._meetings = tournaments, meetings

    def of(self, evening: str) -> list[Slip]:
        """Return the slips of the round that was drawn last."""
        read = self._tournaments.view(evening).read
        return [Slip.of(read, each) for each in of_last_round(read)]

    def take(self, digits: str) -> OneList:
        """Begin the list of a slip, unless it has begun; return which one that is. Raises
        `Refused`, and `StorageFault`."""
        slip = Slip.read(digits)
        own, frame = slip.own, self._book.current()
        if own in self._book.lists(own.evening):
            self._tournaments.begin_list(*own[:3])
        elif own.sheet not in frame.sheets:
            try:
                self._meetings.take(self._meetings.preview(Picked(SLIP, content=slip.document)))
            except Unreadable as fault:
                raise Refused(*fault.problems) from None
            if own.sheet not in self._book.current().sheets:
                raise Refused(Problem((), say("This is no slip of a table.")))
        kept = {sheet: slip for sheet, slip in self._kept().items() if sheet != own.sheet}
        kept[own.sheet] = digits
        self._store.keep(KEPT, dict([*kept.items()][-MOST_KEPT:]))
        return own

    def at(self, sheet: str) -> Slip | None:
        """Return the slip of the list that a sheet is, None for a sheet that is none."""
        if not may_be_list(sheet):
            return None
        return _legible(self._kept().get(sheet)) or _in(self._view(sheet), sheet)

    @property
    def last(self) -> Slip | None:
        """The slip that this device has read last, None for none."""
        return _legible(next(reversed(self._kept().values()), None))

    def begun(self, evening: str) -> list[Slip]:
        """Return the slips whose lists this device writes, of draws of an evening yet unknown."""
        slips = [slip for digits in self._kept().values() if (slip := _legible(digits))]
        view = self._tournaments.find(evening) if slips else None
        known = [*view.read.lists.values()] if view else []
        return [slip for slip in slips if slip.evening == evening and slip.own.sheet not in known]

    def is_complete(self, slip: Slip, score: Scoresheet) -> bool:
        """Return whether all hands of a list were played."""
        return is_complete(score, slip.hands)

    def refuse_more(self, sheet: str) -> None:
        """Raise `Refused` for another hand on a list whose figures hold, whose hands were all
        played, or whose table is locked."""
        view = self._view(sheet)
        if (slip := _legible(self._kept().get(sheet)) or _in(view, sheet)) is None:
            return
        if self.is_complete(slip, self._book.sheet(sheet).standing().score):
            raise Refused(Problem((), say("all hands of this list were played")))
        if view is None or view.read.lists.get((slip.round, slip.table)) != sheet:
            return
        kept = view.kept(slip.round, slip.table)
        if kept and kept.figures:
            raise Refused(Problem((), say("this list was typed from paper")))
        if (slip.round, slip.table) in view.read.locked:
            raise Refused(Problem((), LOCKED))

    def refuse_to_leave_duty(self, sheet: str, hand: Any) -> None:
        """Raise `Refused` for a hand on a list in which somebody would have to play what is owed,
        and does not: the list would end without it."""
        score = self._book.sheet(sheet).standing().score
        if (due := score.due) is None:
            return
        after = replay(replace(score.record, hands=(*score.record.hands, HandRecord(hand))))
        before, left = [sum(each.record.game.owed(each.tally, each.rules))
                        for each in (score, after)]
        if left >= before and hands_played(after) > hands_played(score):
            raise Refused(Problem((), due))

    def result(self, slip: Slip) -> Result:
        """Return the result of a list."""
        score = self._book.sheet(slip.own.sheet).standing().score
        figures = _plain(slip, score).as_paper(score)
        return Result(slip.own.sheet, tuple([(each.points, each.won, each.lost)
                                             for each in figures]), digest(score),
                      self.signed(slip))

    def signed(self, slip: Slip) -> Signed:
        """Return who has signed a list on this device, which may know nothing but the slip."""
        number = {seat.player: seat.number for seat in slip.seats}
        journal = self._book.current().evenings[slip.evening]
        said = [fact for entry in journal.tournament.holding(journal.sheets)
                if isinstance(fact := entry.fact, TournamentSigned)
                and (fact.round, fact.table) == (slip.round, slip.table)]
        return Signed(number.get(said[-1].writer or ""), number.get(said[-1].witness or "")) \
            if said else Signed()

    def sign(self, slip: Slip, writer: Number | None, witness: Number | None) -> None:
        """Record who has written a list and who confirms it, by start number, None for nobody."""
        player = {seat.number: seat.player for seat in slip.seats}
        self._book.write(TournamentSigned(slip.evening, slip.round, slip.table,
                                          player.get(writer or 0), player.get(witness or 0)))

    def reported(self, result: Result) -> Reported:
        """Return whose list a result is of; raises `Refused` if no table has drawn it."""
        for evening in self._tournaments.names():
            view = self._tournaments.view(evening)
            for (round, table), own in view.read.lists.items():
                numbers = view.tournament.draws[round - 1].tables[table - 1]
                if own == result.sheet and len(numbers) == len(result.figures):
                    kept = view.kept(round, table)
                    figures = tuple([Figures(number, *each)
                                     for number, each in zip(numbers, result.figures)])
                    score = self._book.sheet(own).standing().score \
                        if kept and kept.hands is not None else None
                    told = Signed(*[number if number in numbers else None
                                    for number in result.signed])
                    known = kept and Signed(kept.written_by, kept.confirmed_by)
                    return Reported(OneList(evening, round, table, own), figures, kept is not None
                                    and (kept.figures == figures or score is not None
                                         and digest(score) == result.digest),
                                    Signed() if told == known else told)
        raise Refused(Problem((), say("This is the list of no table here.")))

    def _view(self, sheet: str) -> TournamentView | None:
        """Return the tournament on whose evening a sheet is, None for none."""
        journal = self._book.frame.sheets.get(sheet)
        return self._tournaments.find(journal.opened.evening) if journal else None

    def _kept(self) -> dict[str, str]:
        found = self._store.kept(KEPT)
        return found if isinstance(found, dict) else {}


def _legible(digits: object) -> Slip | None:
    """Return a slip that was kept, None for none and for one of a later version."""
    try:
        return Slip.read(digits) if isinstance(digits, str) else None
    except Refused:
        return None


def _in(view: TournamentView | None, sheet: str) -> Slip | None:
    """Return the slip of the list of a tournament that a sheet is, None if it is none."""
    return next((Slip.of(view.read, OneList(view.id, *where, own))
                 for where, own in view.read.lists.items() if own == sheet), None) if view else None


def _plain(slip: Slip, score: Scoresheet) -> Standing:
    """Return a standing of nobody, which knows how the list of a slip counts."""
    return Standing(Tournament(
        name=slip.tournament, rounds=slip.round, hands_at={len(slip.seats): slip.hands},
        gut=Good.LOW if slip.low else Good.HIGH, date=Date.fromisoformat(slip.date),
        game=score.record.game, rules=score.record.rules))


def digest(score: Scoresheet) -> str:
    """Return the digest of the hands of a list, the same one on every device."""
    told = json.dumps([[line.record.stamp.id, *line.points] for line in score.lines])
    return sha256(told.encode()).hexdigest()[:16]


# --- numbers --------------------------------------------------------------------------------------


def digits_in(text: str) -> str:
    """Return the number at the end of a scanned or pasted text; empty for none."""
    text = "".join(text.split())
    return text[len(text.rstrip("0123456789")):]


def _packed(kind: TypeAdapter[Any], value: tuple[str, Any]) -> str:
    """Return the number that stands for plain values; a digit that is read wrongly is found."""
    return str(int.from_bytes(zlib.compress(kind.dump_json(value), 9)))


def _unpacked(digits: str) -> bytes:
    """Return what a number stands for; raises ValueError for one that stands for nothing."""
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS):
        raise ValueError
    number = int(digits)
    try:
        unpacking = zlib.decompressobj()
        told = unpacking.decompress(number.to_bytes((number.bit_length() + 7) // 8), MOST_BYTES)
    except zlib.error:
        raise ValueError from None
    if not unpacking.eof or unpacking.unused_data:
        raise ValueError
    return told


def proof_of(sheet: str, secret: str) -> str:
    """Return what proves on the slip of a list that it was made by whoever has the secret."""
    proof = hmac.digest(secret.encode(), sheet.encode(errors="replace"), "sha256")
    return urlsafe_b64encode(proof[:PROOF_BYTES]).decode().rstrip("=")
