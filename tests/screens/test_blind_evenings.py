"""Evenings by ear: whoever types hears what a screen reader says and sees nothing, to who pays."""

import pytest

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.skat import SKAT
from scorepad.service import Service
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.ear import Ear

WIDE = (1280, 800)


async def test_kalter_schlag(table: Table, start: Start):
    """66 → 70 for Anne. Cem's 198 are too many, and Backspace takes them back. A Durchmarsch of
    Dora's is 120 for the others. 63 · 2 · 2 · 2 · 2 · 2 = 2016 with two Jungfern loses at one blow:
    Bert pays an Einsatz to who has points."""
    ear = Ear(await start(table.route, size=WIDE))
    assert "Tab leads to the first player" in ear.heard[-1]
    await ear.until("Tab", "Anne")
    assert "Save: Anne +70" in await ear.press("6", "6")
    assert "Anne together 70; Bert deals" in await ear.press("Enter")
    await ear.until("Tab", "Cem")
    await ear.press("9", "9", "9", "9")
    assert "198" in await ear.press("Enter")
    await ear.until("Backspace", "Cem, 9 Augen")
    await ear.press("Backspace")
    assert "Cem made the Durchmarsch" in await ear.press("D")
    assert "Save: Anne, Bert, Cem +120" in await ear.until("Tab", "Dora made the Durchmarsch")
    assert "Anne together 190" in await ear.press("Enter")
    await ear.until("Tab", "Bert")
    assert "Bert, 63 Augen; Cem" in await ear.press("6", "3")
    assert "Cem, 57 Augen; Dora" in await ear.press("5", "7")
    assert "Dora, Jungfer" in await ear.press("J")
    await ear.until("Tab", "Anne is Jungfer")
    assert "Anne, Jungfer" in await ear.press("Enter")
    assert "Save: Bert +2 020" in await ear.until("K", "Bock")
    assert "Bert loses" in await ear.press("Enter")
    heard = await ear.to_the_settlement()
    for line in ("Bert pays Anne €0.50", "Bert pays Cem €0.50", "Bert pays Dora €1.00"):
        assert line in heard


@pytest.mark.whole
async def test_doppelkopf_of_altenburg(service: Service, start: Start):
    """10 for a plain game, 40 for Re that was announced and lost, which begins a Bock: a Buben-Solo
    is 40 · 2, from each of three. Dora has −10 + 40 + 240, Anne 10 − 40 − 80."""
    table = Table.of(service, DOPPELKOPF_ALTENBURG, FOUR, stake=100)
    ear = Ear(await start(table.route, size=WIDE))
    for player in ("Anne", "Cem"):
        await ear.until("Tab", player)
        assert f"{player}, Re" in await ear.press(" ")
    assert "Save: Anne, Cem +10" in await ear.press("G")
    assert "Anne together 10" in await ear.press("Enter")
    await ear.until("Tab", "Anne")
    assert "Re says Re" in await ear.press("A")
    assert "Kontra +40; Tap Re's second player" in await ear.press(" ", "V")
    await ear.until("Tab", "Bert")
    assert "Bert, Re; Save: Anne, Bert −40 · Cem, Dora +40" in await ear.press(" ")
    said = await ear.press("Enter")
    assert "Cem together 50" in said and "Bock ×2" in said
    assert "Solo" in await ear.press("S")
    await ear.until("Arrow Right", "Jacks solo")
    assert "Jacks solo" in await ear.press("Enter")
    assert await ear.press("Escape") == "Entry"
    await ear.until("Tab", "Dora")
    assert "Dora, Re" in await ear.press(" ")
    assert "Save: Anne, Bert, Cem −80 · Dora +240" in await ear.press("G")
    assert "Dora together 270" in await ear.press("Enter")
    heard = await ear.to_the_settlement()
    for line in ("Anne pays Dora €1.10", "Bert pays Dora €1.30", "Cem pays Dora €0.30"):
        assert line in heard


@pytest.mark.whole
async def test_skat(service: Service, start: Start):
    """A Grand with two is 24 · 3; a Null ouvert is 46, lost and so twice; Kreuz with one, 12 · 2,
    lost with 60 Augen, twice. Bert is 3 · 72 + 68 above the average."""
    table = Table.of(service, SKAT, FOUR[:3], stake=100)
    ear = Ear(await start(table.route, size=WIDE))
    await ear.until("Tab", "Bert plays alone")
    await ear.until("Arrow Right", "Grand")
    assert "Grand" in await ear.press("Enter")
    await ear.until("Arrow Right", "Spitzen 2")
    assert "Spitzen 2" in await ear.press("Enter")
    assert "Save: Bert +72" in await ear.press("G")
    assert "Bert together 72" in await ear.press("Enter")
    await ear.until("Tab", "Anne plays alone")
    await ear.until("Arrow Right", "Null")
    assert "Null" in await ear.press("Enter")
    assert "ouvert" in await ear.press("O")
    assert "Save: Anne −92" in await ear.press("V")
    assert "Anne together −92" in await ear.press("Enter")
    await ear.until("Tab", "Cem plays alone")
    await ear.until("Arrow Right", "Clubs")
    assert "Clubs" in await ear.press("Enter")
    await ear.until("Arrow Right", "Spitzen 1")
    assert "Spitzen 1" in await ear.press("Enter")
    assert "Save: Cem −48" in await ear.press("6", "0")
    assert "Cem together −48" in await ear.press("Enter")
    heard = await ear.to_the_settlement()
    for line in ("Anne pays Bert €2.08", "Cem pays Bert €0.76"):
        assert line in heard
