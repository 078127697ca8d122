"""The statistics on a phone: one figure of everybody with its bar; on its side the whole table."""

import flet as ft
import flet_charts as charts
import pytest

from scorepad.games.kalter_schlag import Durchmarsch
from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.service import Service
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver
from tests.screens.test_statistics import rows, said

ON_ITS_SIDE = (844, 390)


@pytest.fixture
def played(table: Table) -> Table:
    """Two hands: Bert writes 50, then everybody but Dora 480."""
    table.play(40, 50, 20, 10)
    table.service.record(table.sheet, Durchmarsch(3, 2))
    return table


def bars(ui: Driver) -> list[int]:
    """The lengths of the bars, in thousandths of the longest, from the top."""
    return [bar.expand for bar in ui.find_all(kind=ft.Container, where=lambda box: box.height == 8
                                              and box.bgcolor is not None)]


def compared(ui: Driver) -> list[str]:
    """The words above the chart."""
    words = ui.texts()
    return words[:words.index("Turn the phone sideways for the whole table.")]


async def test_one_figure_a_row_with_its_bar(played: Table, start: Start):
    """Points: Dora 0, Anne and Cem 480, Bert 530."""
    ui = await start("/statistics")
    assert rows(ui)[0] == "Dora" and rows(ui)[-1] == "Bert"
    assert bars(ui) == [905, 905, 1000]  # 480 / 530
    assert [text for text in compared(ui) if text in ("0", "480", "530")] \
        == ["0", "480", "480", "530"]


async def test_something_else_is_compared(played: Table, start: Start):
    """Dora has won both, Anne and Cem one, Bert none."""
    ui = await start("/statistics")
    await ui.tap(identifier="sort-won")
    assert bars(ui) == [1000, 500, 500] and rows(ui)[0] == "Dora"
    assert "Won: the best first" in said(ui)


async def test_the_wide_table_comes_on_its_side(played: Table, start: Start):
    ui = await start("/statistics", size=ON_ITS_SIDE)
    assert bars(ui) == [] and ui.sees("Worst hand") and not ui.sees("Turn the phone")
    await ui.resize(390, 844)
    assert len(bars(ui)) == 3 and ui.sees("Turn the phone")


async def test_a_player_opens_from_a_row(played: Table, start: Start):
    ui = await start("/statistics")
    await ui.tap(identifier="record-Bert")
    assert "/statistics/of/" in ui.page.route


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
async def test_chart_and_table_begin_with_the_same_person(
        played: Table, start: Start, size: tuple[int, int]):
    ui = await start("/statistics", size=size)
    assert rows(ui)[0] == "Dora" and ui.find_all(kind=charts.BarChart)
    assert ui.find(identifier="months-Dora").selected
    await ui.tap(identifier="sort-lost")
    first = rows(ui)[0]
    assert ui.find(identifier=f"months-{first}").selected


async def test_no_best_hand_of_nothing_where_low_is_good(service: Service, start: Start):
    """A Ramsch of 60 Augen writes 6 for Anne; a Durchmarsch −12 for Cem (S3, Die Anschrift)."""
    table = Table.of(service, SCHIEBERAMSCH, FOUR[:3])
    table.play(60, 40, 20)
    table.march(2)
    ui = await start("/statistics")
    await ui.tap(identifier="sort-best")
    assert rows(ui) == ["Cem", "Anne", "Bert"]
    assert [text for text in compared(ui) if text in ("0", "–", "−12")] == ["−12", "–", "–"]


@pytest.mark.parametrize("text", [1, 2])
async def test_the_choices_take_a_line_each(
        played: Table, service: Service, start: Start, text: int):
    """Years, games and what is compared: more lines would push off what was counted."""
    Table.of(service, SCHIEBERAMSCH, FOUR[:3]).play(70, 30, 20)
    service.keep("text_size", text)
    ui = await start("/statistics")
    sideways = [row for row in ui.find_all(kind=ft.Row) if row.scroll]
    assert len(sideways) == 3
