"""The panel of Doppelkopf by the tournament rules, in-process, and the steps of its draft. Figures
are worked out from TSR 7.2."""

import flet as ft
import pytest

from scorepad.drafts.doppelkopf import TurnierDraft
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.doppelkopf import Ansage, Side, Span
from scorepad.games.game import Game, Table as GameTable
from scorepad.games.kasse import DOPPELKOPF_KASSE
from scorepad.games.turnier import DOPPELKOPF
from scorepad.games.turnier.hand import Farbe, Hand, Spiel
from scorepad.service import Service
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, tap

FIVE = (*FOUR, "Emil")
ANNE, BERT, CEM, DORA, EMIL = range(5)
ALL = {"karlchen_gefangen": True, "fuchs_am_end": True, "dulle_gefangen": True,
       "bock": ["herzstich", "re-verloren"], "pflichtsolo": 1}
WON = Span(Side.KONTRA)


@pytest.fixture
def sheet(service: Service, request: pytest.FixtureRequest) -> Table:
    """Five players, so that Anne deals and sits out; by the rules of the test."""
    rules = DOPPELKOPF.rules.read(getattr(request, "param", {}))
    return Table.of(service, DOPPELKOPF, FIVE, rules=rules)


by_all = pytest.mark.parametrize("sheet", [ALL], indirect=True)


def totals(sheet: Table) -> tuple[int, ...]:
    return sheet.score.tally.totals


def last(sheet: Table) -> Hand:
    hand: Hand = sheet.score.lines[-1].record.hand
    return hand


# --- on the screen --------------------------------------------------------------------------------


async def test_the_keys_of_results_say_what_they_write(sheet: Table, start: Start):
    """Kontra wins at 120, for 2; under 60 it gets 1 + 2 + 1."""
    ui = await start(sheet.route)
    assert "120 \N{MINUS SIGN}2; Tap Re's two players" in labels(ui)
    await tap(ui, "seat-1")
    assert "Re no 60 +3; Tap Re's second player" in labels(ui)
    await tap(ui, "seat-2")
    assert {"Save: 120 \N{MINUS SIGN}2", "Save: Re no 60 +3",
            "Save: Kontra no 60 +4"} <= labels(ui)


def labels(ui: Driver) -> set[str | None]:
    """What a screen reader says."""
    return {getattr(each, "semantics_label", None) for each in ui.controls()}


@pytest.mark.parametrize("sheet", [{"bock_namen": "Schweinchen, Genscher"}], indirect=True)
async def test_a_reason_for_boecke_that_the_table_has_named_has_a_key(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-1", "seat-2", "fold-extras", "grund-Schweinchen", "grund-Genscher",
              "grund-Genscher", "fold-extras", "result-re-120")
    assert last(sheet).gruende == ("Schweinchen",)
    assert sheet.score.multiplied_left == 5


async def test_sonderpunkte_fold_out(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-1", "seat-2", "fold-extras", "fuchs-re", "doppelkopf-kontra",
              "doppelkopf-kontra", "karlchen")
    assert ui.sees("Fuchs Re · Doppelkopf Kontra 2 · Karlchen Re")
    for hidden in ("karlchen_gefangen-re", "fuchs_am_end", "dulle_gefangen", "herzstich"):
        assert not ui.find_all(identifier=hidden)
    await tap(ui, "result-re-120")
    assert totals(sheet) == (0, 1, 1, -1, -1)
    assert last(sheet) == Hand((BERT, CEM), WON, fuchs=(Side.RE,), karlchen=Side.RE,
                               doppelkopf=(Side.KONTRA, Side.KONTRA))


@pytest.mark.parametrize("game, key", [
    (DOPPELKOPF, "fold-augen"), (DOPPELKOPF_ALTENBURG, "fold-augen"), (DOPPELKOPF_KASSE, "augen")])
async def test_exact_augen_are_six_taps(service: Service, start: Start, game: Game, key: str):
    """One more only for the first hand that is counted. The next one has the digits out, which is
    nothing typed yet, until a result is tapped."""
    sheet = Table.of(service, game, FOUR)
    ui = await start(sheet.route)
    await tap(ui, "seat-0", "seat-1", key, "digit-1", "digit-5")
    assert ui.sees("15 Augen") and not ui.sees("Anne, Bert")  # 153 would be another result
    await tap(ui, "digit-3")
    assert ui.sees("Anne, Bert +")
    await tap(ui, "save")
    assert ui.taps == 7
    assert not (await start(sheet.route)).find_all(identifier="take-over")
    ui.taps = 0
    await tap(ui, "seat-1", "seat-3", "digit-1", "digit-2", "digit-1", "save")
    assert ui.taps == 6
    assert [line.record.hand.result.re for line in sheet.score.lines] == [153, 121]
    await tap(ui, key, "seat-0", "seat-1", "result-re-120")
    assert len(sheet.score.lines) == 3 and not ui.find_all(identifier="digit-1")


@by_all
async def test_what_a_table_plays_besides_is_offered(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-1", "seat-2", "fold-extras", "karlchen_gefangen-kontra", "dulle_gefangen",
              "herzstich")
    for hidden in ("karlchen_gefangen-re", "fuchs_am_end"):  # the last trick is Kontra's
        assert not ui.find_all(identifier=hidden)
    await tap(ui, "result-re-120")
    assert last(sheet) == Hand((BERT, CEM), WON, karlchen_gefangen=(Side.KONTRA,),
                               dulle_gefangen=Side.RE, herzstich=True)
    assert sheet.score.multiplied_left == 5 and ui.sees("Bock × 2")


@by_all
async def test_a_forced_duty_solo(sheet: Table, start: Start):
    """A lost Herz-Solo: 1 · 3; the deal moves on from Anne."""
    ui = await start(sheet.route)
    await tap(ui, "fold-solo")
    assert not ui.find_all(identifier="pflicht")
    await tap(ui, "spiel-herz", "seat-1", "pflicht", "vorgefuehrt")  # it cannot be any other solo
    assert ui.sees("won") and ui.sees("Duty solo · forced")
    # What Bert writes: three times 1 for the game, and 1 for each level that he stayed below.
    assert [text.semantics_label for text in ui.find_all(kind=ft.Text)
            if (text.semantics_label or "").startswith("Save: lost")] == [
        "Save: lost Kontra −3", "Save: lost Kontra no 90 −6", "Save: lost Kontra no 60 −9",
        "Save: lost Kontra no 30 −12", "Save: lost Kontra schwarz −15"]
    await tap(ui, "result-kontra-120")
    assert totals(sheet) == (0, -3, 1, 1, 1)
    assert last(sheet) == Hand((BERT,), Span(Side.RE), Spiel.FARB_SOLO, Farbe.HERZ, pflicht=True,
                               vorgefuehrt=True)
    assert sheet.score.next.table.dealer == BERT and ui.sees("4 solos owed")


@pytest.mark.parametrize("sheet", [{"pflichtsolo": 1, "hands": 5}], indirect=True)
async def test_when_only_the_owed_solos_are_left_each_is_forced_in_turn(sheet: Table,
                                                                       start: Start):
    """TSR 8.6: five hands for five Soli. Anne deals, so Bert comes first, then Cem."""
    ui = await start(sheet.route)
    assert ui.sees("Bert must play a solo now")
    assert not {"spiel-hochzeit", "spiel-stille-hochzeit", "spiel-koenig-solo"} & {
        each.identifier for each in ui.find_all(kind=ft.Semantics)}
    await tap(ui, "result-kontra-120")
    assert not sheet.score.lines  # it is not said which solo
    await tap(ui, "spiel-damen-solo", "result-kontra-120")
    assert last(sheet) == Hand((BERT,), Span(Side.RE), Spiel.DAMEN_SOLO, pflicht=True,
                               vorgefuehrt=True)
    assert ui.sees("Cem must play a solo now")


@pytest.mark.parametrize("sheet", [{"armut": True, "koenig_solo": True}, {}], indirect=True)
async def test_what_only_some_tables_play_is_offered_where_they_say_so(
        sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "fold-solo")
    offered = sheet.score.rules.armut
    for key in ("spiel-armut", "spiel-koenig-solo"):
        assert bool(ui.find_all(identifier=key)) == offered


async def test_a_hochzeit_that_found_nobody(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-1", "seat-2", "fold-solo", "spiel-hochzeit-allein", "result-re-120")
    assert totals(sheet) == (0, 3, -1, -1, -1)
    assert last(sheet) == Hand((BERT,), WON, Spiel.HOCHZEIT)


# --- the steps of the draft -----------------------------------------------------------------------

NAMES = FIVE


def draft(**rules: object) -> TurnierDraft:
    agreed = DOPPELKOPF.rules.read(rules)
    return TurnierDraft.empty(GameTable(NAMES, tuple(range(5)), ANNE, (BERT, CEM, DORA, EMIL),
                                        agreed))


def test_ansagen_step_up_and_begin_again():
    stepped, seen = draft(), []
    for _ in range(6):
        stepped = stepped.key("A")
        seen.append(stepped.ansage(Side.RE))
    assert seen == [*Ansage, None]
    assert stepped.key("K").ansage(Side.KONTRA) is Ansage.JA


def test_a_sonderpunkt_too_many_removes_those_of_its_side():
    two = draft().key("F").catch(Side.KONTRA)
    assert two.fuchs == (Side.RE, Side.KONTRA) and two.key("F").fuchs == (Side.KONTRA,)


def test_a_solo_keeps_one_player_and_is_taken_back_by_a_second_tap():
    pair = draft().tap(BERT).tap(CEM)
    solo = pair.play(Spiel.FARB_SOLO, Farbe.PIK)
    assert solo.re == (BERT,) and solo.play(Spiel.FARB_SOLO, Farbe.PIK).spiel is Spiel.NORMAL
    assert solo.play(Spiel.FARB_SOLO, Farbe.KARO).farbe is Farbe.KARO


def test_a_hochzeit_waits_for_its_second_player():
    one = draft().tap(BERT).play(Spiel.HOCHZEIT).finish(WON)
    assert one.hand() is None and "second player" in str(one.remark())
    assert one.tap(CEM).hand() == Hand((BERT, CEM), WON, Spiel.HOCHZEIT)


def test_what_a_solo_does_not_know_comes_back_without_it():
    typed = draft().tap(BERT).key("F").play(Spiel.DAMEN_SOLO).finish(WON)
    assert typed.hand().fuchs == () and not typed.can_have("karlchen", Side.RE)
    assert typed.play(Spiel.NORMAL).tap(CEM).hand().fuchs == (Side.RE,)
    quiet = draft(stille_hochzeit="sonderpunkte").tap(BERT).key("F").play(Spiel.STILLE_HOCHZEIT)
    assert quiet.finish(WON).hand().fuchs == (Side.RE,)


def test_a_duty_solo_is_only_what_can_be_one():
    owed = draft(pflichtsolo=1).tap(BERT).play(Spiel.FLEISCHLOS).finish(WON)
    assert owed.hand().pflicht and owed.turn("pflicht") == owed
    assert not owed.play(Spiel.STILLE_HOCHZEIT).finish(WON).hand().pflicht


def test_what_is_typed_survives_a_restart_and_other_rules():
    typed = draft(**ALL).tap(BERT).key("A").key("F").turn("dulle_gefangen").turn("herzstich")
    at = GameTable(NAMES, tuple(range(5)), ANNE, (BERT, CEM, DORA, EMIL), typed.rules)
    assert TurnierDraft.of_json(typed.json(), at) == typed
    with_pad = typed.digit("9").digit("9")
    assert TurnierDraft.of_hand(with_pad.hand(), at).hand() == with_pad.hand()
    four = GameTable(NAMES[:1], (ANNE,), ANNE, (ANNE,), typed.rules)
    assert typed.at(four).re == ()
