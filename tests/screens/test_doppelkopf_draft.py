"""The steps of a Doppelkopf draft, each from one draft to the next."""

from functools import reduce
from typing import Any

import pytest

from scorepad.drafts.altenburg import AltenburgDraft, Fold, Target
from scorepad.drafts.kasse import KasseDraft
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.altenburg.hand import (
    AltenburgRules,
    Ansage,
    Augen,
    Dulle,
    Entscheid,
    Event,
    Farbe,
    Hand,
    Plan,
    Side,
    Span,
    Spiel,
    Stern,
)
from scorepad.games.game import Table
from scorepad.games.kasse.hand import KasseRules

NAMES = ("Anne", "Bert", "Cem", "Dora", "Emil")
ANNE, BERT, CEM, DORA, EMIL = range(5)


def table_of(**rules: Any) -> Table:
    """Anne deals, and so sits out."""
    return Table(NAMES, tuple(range(5)), ANNE, (BERT, CEM, DORA, EMIL), AltenburgRules(**rules))


TABLE = table_of()
EMPTY = AltenburgDraft.empty(TABLE)
PAIR = EMPTY.tap(BERT).tap(CEM)


def keys(draft: AltenburgDraft, *pressed: str) -> AltenburgDraft:
    return reduce(lambda draft, key: draft.key(key), pressed, draft)


def times(draft: AltenburgDraft, count: int, step: Any) -> AltenburgDraft:
    return reduce(lambda draft, _: step(draft), range(count), draft)


def test_nothing_is_said_before_the_result():
    assert EMPTY.hand() is None and PAIR.hand() is None
    assert PAIR.finish(Span(Side.KONTRA)).hand() == Hand((BERT, CEM), Span(Side.KONTRA))


def test_re_is_two_players_and_the_third_takes_the_place_of_the_second():
    assert PAIR.tap(DORA).re == (BERT, DORA)
    assert PAIR.tap(BERT).re == (CEM,)
    assert PAIR.tap(BERT).tap(DORA).re == (CEM, DORA)


def test_alone_somebody_is_re_by_himself():
    draft = EMPTY.play(Spiel.OBER_SOLO).tap(BERT)
    assert draft.re == (BERT,) and draft.tap(CEM).re == (CEM,)
    assert PAIR.play(Spiel.OBER_SOLO).re == (BERT,)


@pytest.mark.parametrize(("spiel", "rules", "steps"), [
    (Spiel.NORMAL, {}, ["ja", "U9", "U6", "U3", "schwarz", None]),
    (Spiel.STILLE_HOCHZEIT, {}, ["ja", "U9", "U6", "U3", "schwarz", None]),
    (Spiel.BUBEN_SOLO, {}, ["U6", "schwarz", None]),
    (Spiel.BUBEN_SOLO, {"solo_levels": "all"}, ["U9", "U6", "U3", "schwarz", None]),
])
def test_an_ansage_steps_on_and_is_none_after_the_highest(spiel: Spiel, rules: dict[str, str],
                                                          steps: list[str | None]):
    draft = AltenburgDraft.empty(table_of(**rules))
    draft = draft if spiel is Spiel.NORMAL else draft.play(spiel)
    for side in Side:
        for step in steps:
            draft = draft.announce(side)
            assert draft.ansage(side) == step


def test_an_ansage_that_no_solo_has_comes_back_with_the_normal_game():
    draft = PAIR.announce(Side.RE).play(Spiel.BUBEN_SOLO)
    assert draft.ansage(Side.RE) is None
    assert draft.play(Spiel.BUBEN_SOLO).ansage(Side.RE) is Ansage.JA


def test_two_fuechse_and_no_more():
    draft = EMPTY.catch(Side.RE).catch(Side.KONTRA)
    assert draft.fuchs == (Side.RE, Side.KONTRA)
    assert draft.catch(Side.RE).fuchs == (Side.KONTRA,)
    assert times(EMPTY, 3, lambda draft: draft.catch(Side.RE)).fuchs == ()


def test_karlchen_goes_round_the_sides():
    assert [times(EMPTY, count, AltenburgDraft.last_trick).karlchen for count in range(4)] == [
        None, Side.RE, Side.KONTRA, None]


def test_a_player_is_tapped_for_what_was_tapped_before():
    draft = PAIR.aim(Target.DULLE).tap(DORA)
    assert draft.dulle == DORA and draft.re == (BERT, CEM) and draft.target is None
    assert draft.aim(Target.DULLE).tap(DORA).dulle is None
    assert PAIR.aim(Target.FALSCHSPIEL).tap(EMIL).hand().falschspiel == EMIL
    assert PAIR.aim(Target.DULLE).aim(Target.DULLE).target is None


def test_a_star_is_taken_back_and_a_stich_over_41_can_be_several():
    rot = EMPTY.aim(Target.ROT_RUM).tap(BERT)
    assert rot.sterne == (Stern(Event.ROT_RUM, BERT),)
    assert rot.aim(Target.ROT_RUM).tap(BERT).sterne == ()
    assert times(EMPTY, 2, lambda draft: draft.aim(Target.STICH_41).tap(BERT)).sterne == (
        Stern(Event.STICH_41, BERT),) * 2
    assert times(EMPTY, 6, lambda draft: draft.aim(Target.STICH_41).tap(BERT)).sterne == ()


def test_what_happens_once_moves_to_the_player_tapped_last():
    """S2, Sterne: Rot goes round once a hand; the last five cards are made or lost."""
    draft = EMPTY.aim(Target.ROT_RUM).tap(BERT).aim(Target.ROT_RUM).tap(CEM)
    assert draft.sterne == (Stern(Event.ROT_RUM, CEM),)
    draft = draft.aim(Target.ALLE_FARBEN).tap(CEM)
    assert draft.sterne == (Stern(Event.ROT_RUM, CEM), Stern(Event.ALLE_FARBEN, CEM))
    assert draft.aim(Target.ALLE_FARBEN).tap(DORA).sterne == (Stern(Event.ALLE_FARBEN, DORA),)
    five = EMPTY.aim(Target.FUENF_KARTEN).tap(BERT).aim(Target.FUENF_KARTEN_VERLOREN).tap(BERT)
    assert five.sterne == (Stern(Event.FUENF_KARTEN_VERLOREN, BERT),)
    six = times(EMPTY, 5, lambda draft: draft.aim(Target.STICH_41).tap(BERT))
    assert six.aim(Target.STICH_41).tap(CEM).sterne == six.sterne


def test_what_a_side_cannot_have_is_not_typed():
    """11 Augen for each Fuchs, 2 for Karlchen's trick."""
    draft = keys(PAIR, "1", "2")
    assert times(draft, 2, lambda draft: draft.catch(Side.RE)).fuchs == ()
    assert draft.catch(Side.RE).fuchs == (Side.RE,)
    assert draft.catch(Side.RE).last_trick().karlchen is Side.KONTRA
    assert PAIR.say_schwarz().last_trick().karlchen is Side.RE
    assert PAIR.say_schwarz().last_trick().last_trick().karlchen is None


def test_who_announced_is_one_tap_and_goes_with_its_ansage():
    draft = PAIR.announce(Side.RE).say_who(CEM)
    assert draft.finish(Span(Side.KONTRA)).hand().angesagt_von == (CEM, None)
    assert draft.say_who(BERT).von(Side.RE) == BERT
    assert draft.say_who(CEM).von(Side.RE) is None
    assert draft.tap(CEM).von(Side.RE) is None  # he is not Re any more
    silent = times(draft, 5, lambda draft: draft.announce(Side.RE))
    assert silent.ansage(Side.RE) is None and silent.von(Side.RE) is None
    assert [draft.can_have_said(seat) for seat in range(5)] == [
        None, Side.RE, Side.RE, None, None]
    assert EMPTY.tap(BERT).announce(Side.RE).can_have_said(BERT) is None


def test_a_caught_dulle_may_have_its_catcher():
    draft = PAIR.aim(Target.DULLE).tap(DORA).aim(Target.FAENGER).tap(EMIL)
    assert draft.finish(Span(None)).hand().dulle == Dulle(DORA, EMIL) and draft.re == (BERT, CEM)
    assert draft.aim(Target.FAENGER).tap(EMIL).finish(Span(None)).hand().dulle == Dulle(DORA)
    assert draft.aim(Target.DULLE).tap(DORA).finish(Span(None)).hand().dulle is None


def test_plans_and_scharfe_are_stepped_through():
    assert [times(EMPTY, count, AltenburgDraft.next_plan).plan for count in range(5)] == [
        None, *Plan, None]
    assert EMPTY.sharp_kings().kleine_scharfe and not EMPTY.sharp_kings().grosse_scharfe


def test_a_solo_is_laid_open_and_announced_schwarz_with_one_tap():
    draft = EMPTY.play(Spiel.OBER_SOLO).lay_open().tap(BERT)
    assert (draft.is_open, draft.ansage(Side.RE)) == (True, Ansage.SCHWARZ)
    assert draft.finish(Span(Side.RE, 0)).hand().offen
    assert not draft.announce(Side.RE).is_open and not draft.lay_open().is_open
    assert not draft.play(Spiel.OBER_SOLO).finish(Span(Side.RE, 0)).hand().offen  # a normal game


def test_whose_the_scharfen_were_goes_with_them():
    draft = PAIR.sharp().aim(Target.GROSSE).tap(DORA)
    assert draft.finish(Span(None)).hand().scharfe_von == (DORA, None) and draft.re == PAIR.re
    assert draft.aim(Target.GROSSE).has(DORA) and not draft.aim(Target.KLEINE).has(DORA)
    assert draft.sharp().sharp().finish(Span(None)).hand().scharfe_von == (None, None)


def test_who_plays_by_hand():
    draft = EMPTY.aim(Target.AKTIVE).tap(BERT)
    assert draft.target is Target.AKTIVE
    draft = draft.tap(ANNE)
    assert set(draft.aktive) == {ANNE, CEM, DORA, EMIL} and draft.target is None
    back = draft.aim(Target.AKTIVE).tap(ANNE).tap(BERT)
    assert back.aktive is None and back.target is None


def test_who_plays_by_the_rule_may_change_while_it_is_typed():
    bert_deals = Table(NAMES, tuple(range(5)), BERT, (ANNE, CEM, DORA, EMIL), TABLE.rules)
    assert EMPTY.at(bert_deals).active == (ANNE, CEM, DORA, EMIL)


def test_digits_are_re_s_augen():
    draft = keys(PAIR, "1", "3", "1")
    assert draft.hand().result == Augen(131)
    assert keys(draft, "Backspace").hand().result == Augen(13)
    assert keys(draft, "9").hand().result == Augen(9)
    assert draft.finish(Span(None)).hand().result == Span(None)
    assert keys(draft.finish(Span(None)), "8").hand().result == Augen(8)


def test_schwarz_beside_augen():
    draft = PAIR.say_schwarz()
    assert draft.hand().result == Augen(240, Side.KONTRA)
    assert draft.say_schwarz().hand().result == Augen(0, Side.RE)
    assert draft.say_schwarz().say_schwarz().hand() is None
    assert keys(draft, "0").hand().result == Augen(0)


BOTH = times(times(PAIR, 2, lambda draft: draft.announce(Side.RE)), 2,
             lambda draft: draft.announce(Side.KONTRA))
"""U9 of both sides."""


def test_both_ansagen_failed_asks_the_table():
    draft = BOTH.finish(Span(Side.KONTRA))
    assert draft.asked and draft.remark().template.startswith("Both Ansagen failed")
    assert draft.hand().entscheid is None
    assert keys(draft.decide("re"), "4", "0").hand().entscheid == Entscheid(Side.RE, 40)
    assert draft.decide("void").hand().entscheid == Entscheid(None)
    kept = draft.decide("void").finish(Span(Side.KONTRA, 90))
    assert not kept.asked and kept.hand().entscheid is None


def test_where_the_rules_decide_nobody_is_asked():
    draft = AltenburgDraft.of_hand(BOTH.finish(Span(Side.KONTRA)).hand(),
                                   table_of(both_failed="majority"))
    assert not draft.asked


def test_the_keyboard():
    """Tab and Space twice: Bert and Dora are Re; A twice: Re U9; G twice: won, with U9."""
    draft = keys(EMPTY, "Tab", " ", "Tab", "Tab", " ", "A", "A", "G", "G")
    assert draft.hand() == Hand((BERT, DORA), Span(Side.KONTRA, 90), ansage_re=Ansage.U9)
    assert keys(draft, "V").hand().result == Span(Side.RE)
    assert keys(draft, "H").hand().result == Span(None)
    assert keys(draft, "K", "F").hand().fuchs == (Side.RE,)
    assert keys(draft, "K").hand().ansage_kontra is Ansage.JA
    assert keys(EMPTY, "S").fold is Fold.SOLO


def test_letters_in_the_line_are_no_keys():
    draft = EMPTY.open(Fold.AUGEN).writes(True)
    assert keys(draft, "A", "1", "Tab") == draft
    assert keys(draft.open(Fold.AUGEN), "A").ansage(Side.RE) is Ansage.JA


def test_the_club_s_notation_fills_the_hand_and_leaves_who_was_re():
    """S2, Beispiel: K/9 won, and Kontra lost a Fuchs."""
    draft = PAIR.write("AV/U9/U9/K/-F", TABLE)
    assert draft.hand() == Hand((BERT, CEM), Span(Side.RE, 90), ansage_kontra=Ansage.U9,
                                fuchs=(Side.RE,))
    assert PAIR.write("AV/U", TABLE).line == "AV/U"


def test_a_line_with_a_fault_leaves_nothing_to_save():
    """`AV` alone is a hand; with `X` behind it that hand is not what was meant."""
    draft = PAIR.write("AV", TABLE)
    assert draft.hand() == Hand((BERT, CEM), Span(Side.RE))
    wrong = draft.write("AV/X", TABLE)
    hand = wrong.hand()
    assert hand is None or hand.result is None


HANDS = [
    Hand((BERT, CEM), Span(Side.RE, 60), ansage_re=Ansage.U9, fuchs=(Side.KONTRA, Side.RE)),
    Hand((BERT,), Augen(0, Side.RE), Spiel.FARB_SOLO, Farbe.HERZ, None, Ansage.SCHWARZ),
    Hand((BERT, CEM), Augen(131), ansage_re=Ansage.U9, ansage_kontra=Ansage.U9,
         entscheid=Entscheid(Side.RE, 40)),
    Hand((BERT, CEM), Augen(131), ansage_re=Ansage.U9, ansage_kontra=Ansage.U9,
         entscheid=Entscheid(None)),
    Hand((BERT, DORA), None, falschspiel=DORA, vergeben=3, eingemischt=1),
    Hand((ANNE, CEM), Span(None), karlchen=Side.RE, dulle=Dulle(CEM), grosse_scharfe=True,
         sterne=(Stern(Event.STICH_41, CEM), Stern(Event.ROT_RUM, ANNE)),
         aktive=(ANNE, CEM, DORA, EMIL)),
    Hand((BERT, CEM), Augen(131), ansage_re=Ansage.JA, ansage_kontra=Ansage.U9,
         dulle=Dulle(DORA, EMIL), kleine_scharfe=True, plan=Plan.B,
         angesagt_von=(CEM, DORA)),
    Hand((BERT,), Span(Side.RE, 0), Spiel.OBER_SOLO, ansage_re=Ansage.SCHWARZ, offen=True,
         grosse_scharfe=True, kleine_scharfe=True, scharfe_von=(CEM, None)),
]


@pytest.mark.parametrize("hand", HANDS)
def test_a_recorded_hand_comes_back_as_it_was(hand: Hand):
    draft = AltenburgDraft.of_hand(hand, TABLE)
    assert draft.hand() == hand
    assert AltenburgDraft.of_json(draft.json(), TABLE) == draft


@pytest.mark.parametrize("draft", [
    EMPTY, PAIR, PAIR.announce(Side.RE), PAIR.open(Fold.EXTRAS).aim(Target.ROT_RUM),
    keys(PAIR, "1"), PAIR.say_schwarz(), PAIR.write("AV/U", TABLE), EMPTY.tap(EMIL),
    BOTH.finish(Span(Side.KONTRA)).decide("kontra"), EMPTY.play(Spiel.FARB_SOLO, Farbe.GRUEN),
    EMPTY.aim(Target.AKTIVE).tap(BERT), PAIR.announce(Side.RE).play(Spiel.BUBEN_SOLO),
])
def test_what_is_half_typed_outlives_the_program(draft: AltenburgDraft):
    assert AltenburgDraft.of_json(draft.json(), TABLE) == draft


def test_whoever_leaves_the_table_again_leaves_the_draft():
    """Emil's sitting down is undone after he was typed as everything that he can be."""
    draft = EMPTY.tap(BERT).tap(EMIL).aim(Target.DULLE).tap(EMIL).aim(Target.ROT_RUM).tap(EMIL)
    draft = draft.open(Fold.EXTRAS).aim(Target.FALSCHSPIEL).tap(EMIL)
    four = Table(NAMES[:4], tuple(range(4)), ANNE, (ANNE, BERT, CEM, DORA), AltenburgRules())
    without = draft.at(four)
    assert (without.re, without.dulle, without.falschspiel, without.sterne) == (
        (BERT,), None, None, ())
    assert without.begun(four.names) == "Bert"
    assert AltenburgDraft.of_json(draft.json(), four).hand() == without.hand()


def test_a_result_taken_back_by_backspace_leaves_nothing_of_itself():
    table = Table(NAMES[:4], tuple(range(4)), ANNE, (ANNE, BERT, CEM, DORA), KasseRules())
    empty = KasseDraft.empty(table)
    assert empty.finish(Span(Side.RE), nur_alten=True).backspace() == empty


def test_every_hand_here_can_have_been_played():
    for hand in HANDS:
        active = DOPPELKOPF_ALTENBURG.active_in(hand) or TABLE.active
        table = Table(NAMES, TABLE.seats, ANNE, active, TABLE.rules)
        assert not DOPPELKOPF_ALTENBURG.verify(hand, table)
