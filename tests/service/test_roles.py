"""Who may write what: every use case that writes, by every role; and a fuzz of the gate itself."""

import json
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, get_args

import pytest

from scorepad import document
from scorepad.book import facts
from scorepad.book.people import Colour, Marker
from scorepad.book.record import Tariff
from scorepad.config import Settings, url_of_book
from scorepad.games.kalter_schlag import KALTER_SCHLAG, KalterSchlagRules
from scorepad.service import Service
from scorepad.service.rescue import Rescue
from scorepad.service.roles import ROLES, WRITTEN_BY_WRITERS, NotAllowed, Owner, Role, needed_for
from scorepad.service.safety import Picked
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from scorepad.tournament.facts import TournamentSigned
from tests.book.pages import NAMES, hand, loses
from tests.conftest import DAY
from tests.documents import BOOK, changed
from tests.taking import take

KINDS = [kind for kind in get_args(facts.Fact) if kind is not facts.Unread]

WRITER, HOST = Role.WRITER, Role.HOST


class Asked:
    """A book with an evening, a hand, a note of stars, a payment and a rule set in it; service: as
    somebody of this role uses it."""

    def __init__(self, owner: Service, role: Role) -> None:
        self.owner, self.service = owner, owner.used_by(Owner("Bert's phone", role))
        self.sheet = owner.open_sheet(NewEvening(DAY, "Altona"), KALTER_SCHLAG, NAMES, stake=50)
        self.evening = owner.sheet(self.sheet).evening
        self.hand = owner.record(self.sheet, hand(loses("Anne", 66)))
        self.void = owner.record(self.sheet, hand(loses("Bert", 66)))
        owner.void(self.sheet, self.void)
        self.rules = owner.rule_sets.keep(KALTER_SCHLAG, "Ours", KALTER_SCHLAG.rules())
        owner.club.set_tariff(Tariff("kasten", date(2020, 1, 1), 2))
        self.note = owner.club.note(self.evening, "Anne", "kasten")
        self.payment = owner.pay(self.evening, "Anne", "Bert", 100, "EUR")
        self.extra, self.other = owner.people.add("Emil"), owner.people.add("Emill")
        self.gone = owner.people.add("Fritz")
        owner.people.retire(self.gone)

    @property
    def line(self) -> Any:
        return self.owner.sheet(self.sheet).score.lines[0].record


Act = Callable[[Asked], object]


def import_file(at: Asked) -> None:
    take(at.service, _an_evening())


def meet_another(at: Asked) -> None:
    at.service.meetings.take(at.service.meetings.preview(_other_book()))


ACTS: list[tuple[str, Role, Act]] = [
    ("a hand", WRITER, lambda at: at.service.record(at.sheet, hand(loses("Cem", 66)))),
    ("a correction", WRITER, lambda at: at.service.amend(
        at.sheet, at.hand, at.line._replace(hand=hand(loses("Dora", 70))))),
    ("who dealt a hand", WRITER, lambda at: at.service.amend(
        at.sheet, at.hand, at.line._replace(dealer=2))),
    ("a hand voided", WRITER, lambda at: at.service.void(at.sheet, at.hand)),
    ("a hand counted again", WRITER, lambda at: at.service.restore(at.sheet, at.void)),
    ("an undo", WRITER, lambda at: at.service.undo(at.sheet)),
    ("a dealer", WRITER, lambda at: at.service.name_dealer(at.sheet, 3)),
    ("seats", WRITER, lambda at: at.service.seat_players(
        at.sheet, (NAMES[1], NAMES[0], *NAMES[2:]))),
    ("the end of a match", WRITER, lambda at: at.service.end_match(at.sheet)),
    ("an agreement", WRITER, lambda at: at.service.agreements.say(at.sheet, "Geber mischt")),
    ("a sheet with somebody new", WRITER, lambda at: at.service.open_sheet(
        at.evening, KALTER_SCHLAG, ("Gerd", *NAMES[1:]), stake=50)),
    ("an evening with somebody who is back", WRITER, lambda at: at.service.open_sheet(
        NewEvening(DAY), KALTER_SCHLAG, ("Fritz", *NAMES[1:]))),
    ("the end of an evening", WRITER, lambda at: at.service.close_evening(at.evening)),
    ("an evening that goes on", WRITER, lambda at: at.service.reopen_evening(at.evening)),
    ("a payment", WRITER, lambda at: at.service.pay(at.evening, "Cem", "Dora", 5, "EUR")),
    ("a payment taken back", WRITER,
     lambda at: at.service.take_back_payment(at.evening, at.payment)),
    ("stars", WRITER, lambda at: at.service.club.note(at.evening, "Anne", "kasten")),
    ("stars taken back", WRITER, lambda at: at.service.club.take_back(at.evening, at.note)),
    ("a draft", WRITER, lambda at: at.service.drafts.keep(at.sheet, "page", {"x": 1})),
    ("a value of the device", WRITER, lambda at: at.service.keep("currency", "CHF")),
    ("somebody new", HOST, lambda at: at.service.people.add("Gerd")),
    ("a name", HOST, lambda at: at.service.people.rename(at.extra, "Emilie")),
    ("a colour", HOST, lambda at: at.service.people.draw(
        at.extra, list(Colour)[3], list(Marker)[3])),
    ("somebody retired", HOST, lambda at: at.service.people.retire(at.extra)),
    ("somebody back", HOST, lambda at: at.service.people.bring_back(at.gone)),
    ("somebody deleted", HOST, lambda at: at.service.people.delete(at.extra)),
    ("two spellings", HOST, lambda at: at.service.people.merge(at.other, at.extra)),
    ("rules of a sheet", HOST, lambda at: at.service.change_rules(
        at.sheet, _other_rules())),
    ("rules in a correction", HOST, lambda at: at.service.amend(
        at.sheet, at.hand, at.line._replace(rules=_other_rules()))),
    ("rules of the club", HOST, lambda at: at.service.rule_sets.keep(
        KALTER_SCHLAG, "Others", KALTER_SCHLAG.rules())),
    ("rules dropped", HOST, lambda at: at.service.rule_sets.drop(at.rules)),
    ("a tariff", HOST, lambda at: at.service.club.set_tariff(
        Tariff("kasten", date(2026, 1, 1), 3))),
    ("the opening balances", HOST, lambda at: at.service.club.open_with(DAY, {"Anne": 3})),
    ("an import", HOST, import_file),
    ("another book", HOST, meet_another),
    ("a backup", HOST, lambda at: at.service.safety.back_up()),
    ("a restore", HOST, lambda at: at.service.safety.restore(
        Picked("x.db", content=at.owner.safety.back_up()))),
]


def _other_rules() -> Any:
    return KALTER_SCHLAG.rules(limit=1500)


def _an_evening() -> Any:
    return document.read(json.dumps(changed("evenings.0.date", "2020-01-02", BOOK)).encode())


def _other_book() -> Picked:
    other = Service(Store.open("sqlite://"), "Cem")
    other.people.add("Hans")
    return Picked("other.entries", content=other.meetings.entries().encode())


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[Service]:
    service = Service.open(Settings(tmp_path, url_of_book(tmp_path / "book.db"), "en", "Anne"))
    yield service
    service.close()


def written(service: Service) -> list[tuple[str, str]]:
    return [(entry.id, entry.by) for entry in service._store.everything()]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("needed", "act"), [act[1:] for act in ACTS],
                         ids=[act[0] for act in ACTS])
def test_who_may_do_it(owner: Service, needed: Role, act: Act, role: Role):
    """Whoever may not has changed nothing; whoever may is named by the entry."""
    at = Asked(owner, role)
    before = written(owner), owner.drafts.written, owner.kept("currency")
    if role.reaches(needed):
        act(at)
        own = {by for _id, by in set(written(owner)).difference(before[0])}
        assert own <= {"Bert's phone"} or act is meet_another and own == {"Cem"} \
            or act is import_file and own == {""}  # a file's entries say what the file says
    else:
        with pytest.raises(NotAllowed) as refused:
            act(at)
        assert (written(owner), owner.drafts.written, owner.kept("currency")) == before
        assert "host" in str(refused.value.problems[0].message)


def test_a_writer_does_not_undo_what_only_a_host_may_do(service: Service, sheet: str):
    writer = service.used_by(Owner("Bert", WRITER))
    service.record(sheet, hand(loses("Anne", 66)))
    service.change_rules(sheet, _other_rules())
    with pytest.raises(NotAllowed):
        writer.undo(sheet)
    service.undo(sheet)
    with pytest.raises(NotAllowed):
        writer.redo(sheet)
    assert writer.undo(sheet)


def test_a_role_counts_as_it_is_now(service: Service, sheet: str):
    """The same service goes on when the host gives its user another role, or shuts the device out.
    """
    class Phone:
        name, role, is_in, own_list = "Bert", Role.WATCHER, True, None

    phone = Phone()
    theirs = service.used_by(phone)
    with pytest.raises(NotAllowed) as refused:
        theirs.record(sheet, hand(loses("Anne", 66)))
    assert "only watch" in str(refused.value.problems[0].message)
    phone.role, phone.name = Role.WRITER, "Berta"  # type: ignore[assignment]
    own = theirs.record(sheet, hand(loses("Anne", 66)))
    assert [version.by for version in service.history(sheet, own)] == ["Berta"]
    assert service.may(HOST) and theirs.may(WRITER) and not theirs.may(HOST)
    phone.role, phone.is_in = Role.HOST, False
    with pytest.raises(NotAllowed):
        theirs.record(sheet, hand(loses("Anne", 66)))
    with pytest.raises(NotAllowed):
        theirs.drafts.keep(sheet, "tab", {})


def test_all_see_what_one_writes(service: Service, sheet: str):
    one, other = (service.used_by(Owner(name, WRITER)) for name in ("Bert", "Cem"))
    one.record(sheet, hand(loses("Anne", 66)))
    other.record(sheet, hand(loses("Bert", 66)))
    assert len(one.sheet(sheet).score.lines) == len(service.sheet(sheet).score.lines) == 2
    one.drafts.keep(sheet, "page", {"x": 1})
    assert other.drafts.written == service.drafts.written == 1
    service.people.add("Emil")
    assert "Emil" in one.people.names().values()


def test_who_is_no_host_rescues_no_book(tmp_path: Path):
    database = url_of_book(tmp_path / "book.db")
    assert Rescue.of(database) is not None
    assert Rescue.of(database, Owner("Bert", WRITER)) is None


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_fact_has_its_role(kind: type):
    """Those of a writer were named one by one in the issue's words: hands, corrections, stars,
    payments, seats, and the evenings and sheets on which they are written."""
    fact = facts.HandRecorded("id", "sheet", None) if kind is facts.HandRecorded else \
        kind.__new__(kind)
    assert needed_for(fact) is (WRITER if kind in WRITTEN_BY_WRITERS else HOST)
    about = {"Player", "Rule", "Club", "Tariff", "StarsOpened", "Tournament", "Championship"}
    if kind not in (facts.PlayerAdded, facts.PlayerReturned, facts.PlayerJoined,
                    TournamentSigned):
        assert (needed_for(fact) is HOST) == any(kind.__name__.startswith(each) for each in about)


# --- what a writer's book brings -----------------------------------------------------------------


class Met:
    """The host's book with a sheet of which the rules were changed, and a copy that a writer has,
    who is his own host there."""

    def __init__(self) -> None:
        self.host = Service(Store.open("sqlite://"), "Gerry")
        self.sheet = self.host.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES, stake=50)
        self.hand = self.host.record(self.sheet, hand(loses("Anne", 66)))
        self.other = KalterSchlagRules(limit=1000)
        self.copy = Service(Store.open("sqlite://"), "Mallory")
        self.gate = self.host.used_by(Owner("Mallory", WRITER)).meetings.exchange

    def meet(self) -> list[str]:
        """Let the copy exchange with the host's book as a writer; return why entries of it were
        refused there."""
        done = self.copy.meetings.meet(self.gate)
        return [str(done.refused_there)] if done.refused_there else []

    @property
    def score(self) -> Any:
        return self.host.sheet(self.sheet).score


def test_a_writer_brings_hands_and_who_brought_them_is_told():
    met = Met()
    met.meet()
    forged = met.copy.used_by(Owner("Gerry"))
    own = forged.record(met.sheet, hand(loses("Bert", 66)))
    assert not met.meet()
    [version] = met.host.history(met.sheet, own)
    assert (version.by, version.brought) == ("Gerry", "Mallory")
    [version] = met.host.history(met.sheet, met.hand)
    assert (version.by, version.brought) == ("Gerry", "")


def test_a_writer_takes_back_no_change_of_rules_by_another_way():
    met = Met()
    met.host.change_rules(met.sheet, met.other)
    met.meet()
    assert met.copy.undo(met.sheet)
    assert met.meet() and met.score.rules == met.other
    assert met.copy.redo(met.sheet)
    assert met.meet() and met.score.rules == met.other


def test_a_writer_brings_no_hand_by_other_rules():
    met = Met()
    met.meet()
    book = met.copy._book
    value = hand(loses("Bert", 66))
    book.step(facts.HandRecorded("x" * 8, met.sheet, value, rules=met.other), "x" * 8)
    assert met.meet() and len(met.score.lines) == 1
    met = Met()
    met.meet()
    met.copy._book.step(facts.HandAmended(met.hand, met.sheet, value, rules=met.other))
    assert met.meet() and met.score.lines[0].record.rules is None


def test_the_rules_that_a_hand_has_stay_when_a_writer_corrects_it():
    met = Met()
    met.host._book.step(facts.HandAmended(met.hand, met.sheet, hand(loses("Anne", 66)),
                                          rules=met.other))
    met.meet()
    line = met.copy.sheet(met.sheet).score.lines[0]
    met.copy.amend(met.sheet, met.hand, line.record._replace(hand=hand(loses("Cem", 70))))
    assert not met.meet() and met.score.lines[0].points[2] > 0
