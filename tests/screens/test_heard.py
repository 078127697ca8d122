"""Hands typed by ear: whoever types acts only on what a screen reader says."""


from scorepad.games.skat import SKAT
from scorepad.games.turnier import DOPPELKOPF
from scorepad.service import Service
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver
from tests.screens.test_spoken import said


async def hear(ui: Driver, *keys: str) -> list[str]:
    """Press keys; what is said after each."""
    heard = []
    for key in keys:
        await ui.press(key)
        heard.append(said(ui))
    return heard


async def test_a_hand_of_kalter_schlag(table: Table, start: Start):
    """66 Augen are 70 points, with a Jungfer 130, doubled 260; nothing but Anne's is written."""
    ui = await start(table.route)
    assert await hear(ui, "Tab", "6", "6") == [
        "Anne", "Anne, 6 Augen", "Anne, 66 Augen; Bert; Save: Anne +70"]
    assert await hear(ui, "J", "K", "K", "J") == [
        "Bert, Jungfer, 0 Augen; Save: Anne +130", "Kontra; Save: Anne +260",
        "Re; Save: Anne +530", "Bert; Save: Anne +260"]


async def test_a_durchmarsch(table: Table, start: Start):
    """All but Bert, who made it, write 120."""
    ui = await start(table.route)
    assert await hear(ui, "D", "Tab", "Tab") == [
        "Durchmarsch", "Anne made the Durchmarsch; Save: Bert, Cem, Dora +120",
        "Anne, Durchmarsch –; Bert made the Durchmarsch; Save: Anne, Cem, Dora +120"]
    assert (await hear(ui, "D")) == ["Durchmarsch: no longer"]


async def test_a_digit_before_anybody_is_chosen(table: Table, start: Start):
    ui = await start(table.route)
    await ui.press("6")
    assert ui.sees("Nobody is chosen yet")


async def test_what_saving_lacks(table: Table, start: Start):
    ui = await start(table.route)
    heard = await hear(ui, "Tab", "9", "9", "9", "9", "Enter")
    assert not table.score.lines and "198" in heard[-1]


async def test_the_parts_of_the_screen(table: Table, start: Start):
    ui = await start(table.route)
    assert await hear(ui, "F6", "Arrow Right", "F6", "F6") == [
        "Sheet; Anne, 0 points, Anschriften: 0, deals next", "Bert, 0 points, Anschriften: 0",
        "Bar; Back to the evenings", "Entry"]


async def test_a_game_of_doppelkopf(service: Service, start: Start):
    """Won with 121 to 150 Augen is one point, Kontra two more of them: Re has lost 3 to 119."""
    table = Table.of(service, DOPPELKOPF, FOUR)
    ui = await start(table.route)
    assert await hear(ui, "Tab", " ", "Tab", "Tab", " ") == [
        "Anne", "Anne, Re", "Bert", "Cem", "Cem, Re"]
    assert (await hear(ui, "1", "3", "1"))[-1] \
        == "Exact Augen of Re 131; Save: Anne, Cem +1 · Bert, Dora −1"
    assert (await hear(ui, "Enter"))[-1].startswith("Anne, Cem +1 · Bert, Dora −1")
    assert len(table.score.lines) == 1


async def test_a_game_of_skat(service: Service, start: Start):
    """Grand with two is 3 times 24; its keys are found with the arrows."""
    table = Table.of(service, SKAT, FOUR[:3])
    ui = await start(table.route)
    assert await hear(ui, "Tab", "Tab") == ["Anne plays alone", "Anne; Bert plays alone"]
    await seek(ui, "Grand")
    assert await hear(ui, "Enter") == ["Grand"]
    await seek(ui, "Spitzen 2")
    assert await hear(ui, "Enter") == ["Spitzen 2"]
    assert (await hear(ui, "G"))[-1].endswith("Save: Bert +72")
    assert (await hear(ui, "Enter"))[-1].startswith("Bert +72")


async def seek(ui: Driver, word: str) -> str:
    """Go on with the arrow until a key that is called so is heard."""
    for _ in range(40):
        [heard] = await hear(ui, "Arrow Right")
        if word in heard:
            return heard
    raise AssertionError(f"{word} is never heard")
