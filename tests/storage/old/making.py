"""Makes the fixture of this version: ``python -m tests.storage.old.making NAME``.

Everything that the program can write gets into one small book: the golden evening of every game,
then each kind of step by hand. Beside it comes what this version itself makes of it.
"""

import json
import sqlite3
import sys
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

from scorepad import document
from scorepad.book.people import Colour, Marker
from scorepad.book.record import Tariff
from scorepad.document import result
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.cinq_cents import CINQ_CENTS
from scorepad.games.kalter_schlag import KALTER_SCHLAG, KalterSchlagRules
from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store, backups
from scorepad.storage.migrations import MIGRATIONS
from tests.taking import take

HERE = Path(__file__).parent
GOLDEN = HERE.parent.parent / "golden"
FOUR = ("Anne", "Bert", "Cem", "Dora")
A_HAND = {"augen": {"Anne": 66, "Bert": 30, "Cem": 24, "Dora": 0}}
CALLED_OUT: tuple[dict[str, Any], ...] = (
    {"spielmacher": "Anne", "augen": {"Anne": 100, "Bert": 40},
     "meldungen": {"Anne": ["vier-buben", "fuss"]}},
    {"spielmacher": "Anne", "augen": {"Anne": 85, "Bert": 20}},
    {"spielmacher": "Bert", "augen": {"Anne": 0, "Bert": 0}, "meldungen": {"Anne": ["bella"]},
     "ausgerufen": "Anne"})
"""Anne has 200 + 100 + 100, then 85, and with 20 for Bella 505."""

A_GAME = {"spiel": "normal", "re": ["Anne", "Bert"], "augen": 131}


def main(name: str) -> None:
    """Write the book and its figures as `<version>-<name>`, `.db` and `.json`."""
    target = HERE / f"{len(MIGRATIONS)}-{name}.db"
    if target.exists():
        raise SystemExit(f"{target} is there already: a fixture is never made anew")
    play(Service(Store.open(f"sqlite:///{target}.made"), "Anne", "Altona"))
    # One file, without what was written meanwhile.
    made = target.with_name(f"{target.name}.made")
    backups.copy_whole(made, target)
    for path in (made, *backups.beside(made)):
        path.unlink(missing_ok=True)
    service = Service(Store.open(f"sqlite:///{target}"))
    figures = figures_of(service)
    service.close()
    with closing(sqlite3.connect(target)) as book:
        book.execute("PRAGMA journal_mode = DELETE")
    target.with_suffix(".json").write_text(json.dumps(figures, ensure_ascii=False) + "\n", "utf-8")


def figures_of(service: Service) -> dict[str, Any]:
    """What this version makes of a book: its own answer, without what is only text, and without
    what follows from the rest of it."""
    book = service.export()
    answer = json.loads(b"".join(result.json_pieces(book, document.score(book))))
    for evening in answer["evenings"]:
        for sheet in evening["sheets"]:
            sheet["hands"] = [[hand["dealer"], hand["points"]] for hand in sheet["hands"]]
    return {"players": list(book.players), **answer}


def play(service: Service) -> None:
    """Write everything that can be written, and let go of the book."""
    for file in sorted(GOLDEN.glob("*.json")):
        if not file.name.endswith(".result.json"):
            raw = json.loads(file.read_text("utf-8"))
            for number, evening in enumerate(raw["evenings"]):
                evening["place"] = f"Golden {file.stem} {number}"
            take(service, raw)
    corrects(service)
    ends_by_hand(service)
    breaks_off(service)
    calls_out(service)
    changes_seats(service)
    knows_people(service)
    service.keep("theme", "dark")
    service.close()


def corrects(service: Service) -> None:
    """Kalter Schlag, with every correction there is."""
    sheet = service.open_sheet(NewEvening(date(2026, 11, 21), "Altona"), KALTER_SCHLAG, FOUR,
                               stake=50)
    hands = [service.record(sheet, KALTER_SCHLAG.read_hand(raw, FOUR)) for raw in (
        A_HAND, {"durchmarsch": "Cem", "verdopplungen": 1}, A_HAND, A_HAND)]
    record = service.sheet(sheet).score.record.hands[0]
    changed = KALTER_SCHLAG.read_hand({"augen": {"Bert": 70}, "jungfern": ["Dora"]}, FOUR)
    service.amend(sheet, hands[0], record._replace(hand=changed, dealer=2, note="Grün"))
    service.void(sheet, hands[1])
    service.restore(sheet, hands[1])
    service.void(sheet, hands[2])
    service.name_dealer(sheet, 3)
    service.undo(sheet)
    service.redo(sheet)
    service.change_rules(sheet, KalterSchlagRules(limit=960))
    service.agreements.say(sheet, "Geber mischt")
    service.record(sheet, KALTER_SCHLAG.read_hand(A_HAND, FOUR))
    service.undo(sheet)
    evening = service.sheet(sheet).evening
    service.close_evening(evening)
    service.reopen_evening(evening)
    service.pay(evening, "Anne", "Bert", 150, "EUR")
    service.take_back_payment(evening, service.pay(evening, "Cem", "Bert", 50, "EUR"))


def ends_by_hand(service: Service) -> None:
    """Schieberamsch that the table ends, goes on with and ends again."""
    sheet = service.open_sheet(NewEvening(date(2026, 11, 22)), SCHIEBERAMSCH, FOUR[:3], stake=100)
    raw = {"augen": {"Anne": 60, "Bert": 40, "Cem": 20}}
    service.record(sheet, SCHIEBERAMSCH.read_hand(raw, FOUR[:3]))
    service.end_match(sheet)
    service.resume_match(sheet)
    service.record(sheet, SCHIEBERAMSCH.read_hand(raw, FOUR[:3]))
    service.end_match(sheet)


def breaks_off(service: Service) -> None:
    """Kalter Schlag that the table breaks off, and settles by what it agrees on."""
    sheet = service.open_sheet(NewEvening(date(2026, 11, 24)), KALTER_SCHLAG, FOUR, stake=50)
    service.record(sheet, KALTER_SCHLAG.read_hand({**A_HAND, "angesagt_von": {"kontra": "Bert"},
                                                   "verdopplungen": 1}, FOUR))
    service.end_match(sheet, (150, -50, -50, -50))


def calls_out(service: Service) -> None:
    """Cinq-Cents that Anne breaks off in its third hand, because she has 500."""
    sheet = service.open_sheet(NewEvening(date(2026, 11, 25)), CINQ_CENTS, FOUR[:2], stake=100)
    for raw in CALLED_OUT:
        service.record(sheet, CINQ_CENTS.read_hand(raw, FOUR[:2]))


def changes_seats(service: Service) -> None:
    """Doppelkopf to which a fifth comes, and the stars of the evening."""
    sheet = service.open_sheet(NewEvening(date(2026, 11, 23)), DOPPELKOPF_ALTENBURG, FOUR)
    service.record(sheet, DOPPELKOPF_ALTENBURG.read_hand(A_GAME, FOUR))
    service.seat_players(sheet, ["Bert", "Anne", "Emil", "Cem", "Dora"])
    roster = service.sheet(sheet).score.record.names
    game = {**A_GAME, "re": ["Anne", "Cem"]}
    service.record(sheet, DOPPELKOPF_ALTENBURG.read_hand(game, roster))
    evening, club = service.sheet(sheet).evening, service.club
    club.open_with(date(2021, 5, 20), {"Gerry": 108, "Chris": -3})
    club.set_tariff(Tariff("kasten", date(2026, 1, 1), 7))
    club.note(evening, "Gerry", "kasten")
    club.take_back(evening, club.note(evening, "Chris", "kasten"))


def knows_people(service: Service) -> None:
    """Players in every way, and the club's own rules."""
    people = service.people
    hanna, hana, gone, quit_ = [people.add(name) for name in ("Hanna", "Hana", "Ida", "Jo")]
    people.merge(hana, hanna)
    people.part(hana)
    people.merge(hana, hanna)
    people.rename(hanna, "Hanna K.")
    people.draw(hanna, list(Colour)[1], list(Marker)[1])
    people.delete(gone)
    people.retire(quit_)
    people.bring_back(quit_)
    rules = KalterSchlagRules(limit=960)
    service.rule_sets.keep(KALTER_SCHLAG, "Short", rules)
    service.rule_sets.drop(service.rule_sets.keep(KALTER_SCHLAG, "Gone", rules))


if __name__ == "__main__":
    main(sys.argv[1])
