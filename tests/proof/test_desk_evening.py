"""The desk's work at a whole evening of sixty, counted: taps, and what is typed."""

import time
from datetime import date

from scorepad.games.skat import SKAT
from scorepad.service import Service
from scorepad.tournament.facts import Figures, Money, Of, Prize, Settings as Agreed
from tests.proof.conftest import Note
from tests.screens.conftest import Start, service, settings, start
from tests.screens.driver import Driver, tap

__all__ = ["service", "settings", "start"]  # fixtures

KNOWN = [f"Mitglied {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ"][:25]
GUESTS = [f"{name} {number}" for name in ("Olga", "Pit", "Quirin", "Rosa", "Sepp")
          for number in range(7)]
MONEY = Money(1000, prizes=(Prize(Of.TOTAL, None, (), 60, (5, 4, 3, 2, 1)),))
ROUNDS, ON_PAPER = 3, 3
"""The rounds, and the tables of each that write by hand."""


async def at_the_door(ui: Driver, name: str) -> int:
    """Let somebody in who pays; returns the taps at the desk besides the name, with Enter as one.
    """
    before = ui.taps
    if ui.find_all(identifier=f"enter-{name}"):
        await tap(ui, f"enter-{name}")
    else:
        await ui.type(name, submit=True, text="Name of a guest")
        ui.taps += 1
        if ui.find_all(identifier="somebody-else-0"):
            await tap(ui, "somebody-else-0")
    return ui.taps - before


async def from_paper(ui: Driver, evening: str, round: int, table: int) -> int:
    """Type the list of a table from its card on; returns the fields that were typed."""
    await tap(ui, f"table-{round}-{table}", "paper")
    fields = ui.find_all(where=lambda each: getattr(each, "label", "") in ("Points", "Won", "Lost"))
    for index in range(len(fields)):
        now = ui.find_all(where=lambda each: getattr(each, "label", "") in (
            "Points", "Won", "Lost"))
        await ui.change(now[index], "1" if index % 3 else str(100 + index))
    await tap(ui, "save-figures")
    assert ui.page.route == f"/evening/{evening}"
    return len(fields)


async def test_a_whole_evening_of_sixty(service: Service, start: Start, note: Note):
    for name in KNOWN:
        service.people.add(name)
    evening = service.tournaments.hold(date(2026, 11, 27), SKAT, SKAT.rules(), Agreed(
        name="Preisskat", rounds=ROUNDS, hands_at={4: 48, 3: 36}, money=MONEY))
    ui = await start(f"/evening/{evening}")
    ui.taps = typed = 0
    at_door = []
    for name in (*KNOWN, *GUESTS):
        at_door.append(await at_the_door(ui, name))
        typed += name in GUESTS
    assert ui.sees("60 people") and max(at_door) <= 3 and sum(at_door[-40:]) <= 3 * 40
    await tap(ui, "cash-desk")
    for number in range(1, 61):
        await tap(ui, f"pay-{number}")
    for round in range(1, ROUNDS + 1):
        began = time.process_time()
        await tap(ui, "draw-lot")
        drawing = time.process_time() - began
        assert drawing < 2, drawing  # the draw itself takes a second at most, and then the screen
        await tap(ui, "paper-slips")
        tables = service.tournaments.view(evening).tournament.draws[-1].tables
        for index, table in enumerate(tables[ON_PAPER:], ON_PAPER + 1):  # of their phones
            service.tournaments.note_figures(evening, round, index, [
                Figures(number, 7 * number * round, 9, 1) for number in table])
        for table in range(1, ON_PAPER + 1):
            typed += await from_paper(ui, evening, round, table)
    view = service.tournaments.view(evening)
    assert view.complete and view.cash.box == 60_000 and not view.decisions
    for number in [number for number, cents in view.dues.items() if cents]:
        await tap(ui, f"pay-{number}")
    await tap(ui, "paper-ranking", "end-evening")
    assert service.tournaments.view(evening).closed
    note("taps at the desk for an evening of 60 people, and what is typed", f"{ui.taps}; {typed}")
    assert ui.taps <= 190 and typed <= 35 + ROUNDS * ON_PAPER * 12
