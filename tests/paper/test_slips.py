"""The slips of a round, with the code that lets a phone write the list and without."""

from io import BytesIO

from pypdf import PdfReader

from scorepad.i18n.words import Words
from scorepad.paper.files import Evening, Kind, Season, Stars, Tournament, Year, gather
from scorepad.paper.qr_code import qr_code
from scorepad.paper.tournament import What
from scorepad.service.statistics import Chosen
from scorepad.tournament.facts import Figures
from tests.paper.reading import rows
from tests.service.test_one_list import AtTable

CAPTION = "Whoever scans this writes the list."
CODES = tuple([f"http://192.168.0.7:8550/slip#slip.sheet-{table}.x7cNnXHT7O" for table in (1, 2)])


def made(at: AtTable, codes: tuple[str, ...], what: What = What.SLIPS) -> bytes:
    return gather(at.desk, Tournament(at.evening, what, codes), Kind.PDF, Words("en")).make()


def test_every_slip_has_its_own_code():
    at = AtTable()
    with_codes = made(at, CODES)
    assert [line for line in rows(with_codes) if CAPTION in line] == [CAPTION] * 2
    [page] = PdfReader(BytesIO(with_codes)).pages
    assert page["/Contents"].get_data().count(b" re f") == sum(
        [len(qr_code(each)[1]) for each in CODES])
    without = made(at, ())
    assert not [line for line in rows(without) if CAPTION in line]
    assert [line for line in rows(with_codes) if line != CAPTION] == rows(without)


def test_only_slips_have_codes():
    at = AtTable()
    for what in set(What) - {What.SLIPS}:
        assert made(at, CODES, what) == made(at, (), what)


def test_the_best_have_a_certificate_each_with_the_whole_name():
    """Three places; 90, 50 and 20 points."""
    at = AtTable()
    view = at.desk.tournaments.view(at.evening)
    points = iter((90, 50, 20, 0, 0, 0, 0, 0))
    for index, numbers in enumerate(view.tournament.draws[0].tables, 1):
        at.desk.tournaments.note_figures(at.evening, 1, index, [
            Figures(number, next(points), 0, 0) for number in numbers])
    pages = PdfReader(BytesIO(made(at, (), What.CERTIFICATES))).pages
    assert len(pages) == 3
    name = view.tournament.by_number[view.tournament.draws[0].tables[0][0]].name
    assert name in pages[0].extract_text() and "90 points" in pages[0].extract_text()


def test_every_paper_names_the_club():
    at = AtTable()
    at.desk.club.call("Karo Sieben")
    subjects = [Evening(at.evening), Year(at.desk.evening(at.evening).date.year), Stars(),
                Season(Chosen()), *[Tournament(at.evening, what) for what in What]]
    for subject in subjects:
        pages = PdfReader(BytesIO(gather(at.desk, subject, Kind.PDF, Words("en")).make())).pages
        assert all("Karo Sieben" in page.extract_text() for page in pages), subject
