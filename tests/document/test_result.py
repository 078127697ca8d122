"""What `replay` answers, as JSON values and as text for people."""

import json

import pytest

from scorepad import document
from scorepad.document import result

NAMES = ["Anne", "Bert", "Cem", "Dora"]
KALT = {"augen": {"Anne": 63, "Bert": 57}, "jungfern": ["Cem", "Dora"], "verdopplungen": 3}
SEVENTY = {"augen": {"Bert": 70}}


def book(*sheets, place=""):
    """An evening with these sheets: keys of a sheet besides its game and players."""
    return {"format": "scorepad/1", "evenings": [{"date": "2026-11-20", "place": place, "sheets": [
        {"game": "kalter-schlag", "players": ["Anne", "Bert", "Cem", "Dora"], **sheet}
        for sheet in sheets]}]}


def scored(raw):
    records = document.read(json.dumps(raw).encode())
    return records, document.score(records)


def answer(*sheets):
    return json.loads(b"".join(result.json_pieces(*scored(book(*sheets)))))


def text(*sheets, place=""):
    return result.text(*scored(book(*sheets, place=place)), "en").splitlines()


def seats(anne, bert, cem, dora):
    return {"Anne": anne, "Bert": bert, "Cem": cem, "Dora": dora}


# --- JSON -------------------------------------------------------------------------------------


def test_an_empty_document_has_an_empty_answer():
    assert json.loads(b"".join(result.json_pieces(*scored({"format": "scorepad/1"})))) \
        == {"format": "scorepad-result/1", "evenings": [], "stars": {}}


def test_names_may_have_any_sign_that_json_or_a_template_would_take_for_its_own():
    names = ["100%d", 'A"n\\ne', "Jörg: {0}", "%%"]
    first, second = answer({"players": names, "hands": [
        {"augen": {names[0]: 66}}, {"augen": {names[2]: 70}}]})["evenings"][0]["sheets"][0]["hands"]
    assert first["points"] == first["totals"] == {names[0]: 70, names[1]: 0, names[2]: 0,
                                                  names[3]: 0}
    assert second["totals"] == {names[0]: 70, names[1]: 0, names[2]: 70, names[3]: 0}
    assert first["active"] == names


def test_hundreds_of_hands_follow_each_other():
    count = 401
    [evening] = answer({"hands": [{"augen": {"Anne": 120}}, SEVENTY] * count})["evenings"]
    hands = evening["sheets"][0]["hands"]
    assert [hand["points"]["Bert"] for hand in hands] == [0, 70] * count


def test_an_empty_sheet():
    [evening] = answer({})["evenings"]
    assert evening == {
        "date": "2026-11-20", "payout": {}, "transfers": [], "stars": [],
        "sheets": [{"game": "kalter-schlag", "hands": [], "matches": [], "bock_left": 0, "pot": 0,
                    "anschriften": seats(0, 0, 0, 0), "totals": seats(0, 0, 0, 0), "payout": {},
                    "next": {"dealer": "Anne", "active": ["Anne", "Bert", "Cem", "Dora"],
                             "chosen_by": None}}]}


def test_a_sheet_with_a_lost_match():
    [evening] = answer({"hands": [KALT], "einsatz": "0.50", "first_dealer": "Cem"})["evenings"]
    payout = seats(-300, 100, 100, 100)
    assert evening == {
        "date": "2026-11-20", "payout": payout, "stars": [],
        "transfers": [{"from": "Anne", "to": name, "cents": 100}
                      for name in ("Bert", "Cem", "Dora")],
        "sheets": [{
            "game": "kalter-schlag", "bock_left": 0, "pot": 0, "anschriften": seats(0, 0, 0, 0),
            "hands": [{"dealer": "Cem", "cuts": "Bert", "leads": "Dora", "factor": 1,
                       "active": ["Anne", "Bert", "Cem", "Dora"],
                       "points": seats(2020, 0, 0, 0), "totals": seats(2020, 0, 0, 0),
                       "explain": "63 · 2 (Kontra) · 2 (Re) · 2 (Bock) · 2 (Jungfer Cem)"
                                  " · 2 (Jungfer Dora) = 2016 → 2020", "stars": []}],
            "matches": [{"first_hand": 1, "last_hand": 1, "winner": None, "loser": "Anne",
                         "payout": payout}],
            "totals": seats(0, 0, 0, 0), "payout": payout,
            "next": {"dealer": "Anne", "active": ["Anne", "Bert", "Cem", "Dora"],
                     "chosen_by": "Anne"}}]}


def test_a_won_match_names_no_loser():
    [sheet] = answer({"hands": [SEVENTY] * 5, "einsatz": "1"})["evenings"][0]["sheets"]
    assert sheet["matches"] == [{"first_hand": 1, "last_hand": 5, "winner": "Bert", "loser": None,
                                 "payout": seats(-200, 600, -200, -200)}]
    assert sheet["next"]["chosen_by"] is None and sheet["next"]["dealer"] == "Bert"


def test_a_match_without_a_stake_pays_nothing_to_nobody():
    [evening] = answer({"hands": [KALT]})["evenings"]
    assert evening["sheets"][0]["matches"][0]["payout"] == evening["sheets"][0]["payout"] == {}
    assert (evening["payout"], evening["transfers"]) == ({}, [])


def test_an_evening_adds_up_its_sheets_over_everybody_who_played_for_money():
    others = {"players": ["Emil", "Bert", "Anne", "Fritz"], "einsatz": "1",
              "hands": [SEVENTY] * 5}
    friendly = {"players": ["Gerda", "Anne", "Bert", "Cem"], "hands": [SEVENTY]}
    [evening] = answer({"hands": [KALT], "einsatz": "0.50"}, others, friendly)["evenings"]
    # A loss of 0.50 and a win of 1.00: Anne -300 - 200, Bert +100 + 600.
    assert evening["payout"] == {"Anne": -500, "Bert": 700, "Cem": 100, "Dora": 100,
                                 "Emil": -200, "Fritz": -200}
    assert evening["transfers"] == [
        {"from": "Anne", "to": "Bert", "cents": 500}, {"from": "Emil", "to": "Bert", "cents": 200},
        {"from": "Fritz", "to": "Cem", "cents": 100}, {"from": "Fritz", "to": "Dora", "cents": 100}]


def test_the_answer_is_json():
    raw = answer({"hands": [KALT, SEVENTY], "einsatz": "0.50"}, {})
    assert json.loads(json.dumps(raw)) == raw


# --- text -------------------------------------------------------------------------------------


def test_text_shows_hands_matches_and_settlement():
    hands = [{"augen": {"Bert": 61}, "voided": True}, KALT, SEVENTY]
    assert text({"hands": hands, "einsatz": "0.50"}, place="Altona") == [
        "2026-11-20 Altona",
        "",
        "Kalter Schlag",
        "         Anne    Bert     Cem    Dora",
        "   1        ·       ·       ·       ·  voided",
        "     Anne deals · Dora cuts · Bert leads",
        "   2     2020       ·       ·       ·  63 · 2 (Kontra) · 2 (Re) · 2 (Bock)"
        " · 2 (Jungfer Cem) · 2 (Jungfer Dora) = 2016 → 2020",
        "     Anne deals · Dora cuts · Bert leads",
        "         2020       0       0       0",
        "     Anschriften: Anne 1, Bert 0, Cem 0, Dora 0",
        "     Anne loses the match: the kalte Schlag, 2020 points in a single hand",
        "   3        ·      70       ·       ·  70",
        "     Anne deals · Dora cuts · Bert leads",
        "  =         0      70       0       0",
        "     Anschriften: Anne 0, Bert 1, Cem 0, Dora 0",
        "     Bert deals next · Anne cuts · Cem leads",
        "",
        "Settlement",
        "  Anne                 -3.00 EUR",
        "  Bert                 +1.00 EUR",
        "  Cem                  +1.00 EUR",
        "  Dora                 +1.00 EUR",
        "  Anne pays Bert 1.00 EUR",
        "  Anne pays Cem 1.00 EUR",
        "  Anne pays Dora 1.00 EUR"]


def test_text_without_a_stake_has_no_settlement():
    lines = text({"hands": [SEVENTY] * 5})
    assert "     Bert wins the match: 5 Anschriften, and 350 points are below 2000" in lines
    assert lines[0] == "2026-11-20"
    assert lines[-1] == "     Bert deals next · Anne cuts · Cem leads"


def test_text_names_the_currency_that_was_at_stake():
    lines = text({"currency": "EUR"}, {"hands": [KALT], "einsatz": "0.50", "currency": "CHF"})
    assert lines[-1] == "  Anne pays Dora 1.00 CHF"


def test_text_makes_room_for_long_names():
    names = ["Anne", "Bert", "Karl-Theodor", "Dora"]
    lines = text({"players": names, "hands": [SEVENTY]})
    width = len("Karl-Theodor") + 2
    assert lines[3] == "     " + "".join(name.rjust(width) for name in names)
    assert lines[4].startswith("   1 " + "".join(cell.rjust(width) for cell in "· 70 · ·".split()))


THREE = {"game": "schieberamsch", "players": ["Anne", "Bert", "Cem"], "rate": "0.005"}
SIX = {"augen": {"Anne": 66, "Bert": 30, "Cem": 24}}
GRAND = {"grand_hand": {"spieler": "Bert", "augen": 67, "spitzen": 2}}


def test_text_of_a_match_that_runs_says_how_it_would_be_settled():
    """At half a cent Anne is 15 points behind Bert and 6 behind Cem, 10.5 cents; Cem is 9
    behind Bert and 6 ahead of Anne, 1.5 cents. The odd cent goes to the first of the two."""
    assert text({**THREE, "hands": [SIX, GRAND]}) == [
        "2026-11-20",
        "",
        "Schieberamsch",
        "         Anne    Bert     Cem",
        "   1        6       ·       ·  66 → 6",
        "     Anne deals · Cem cuts · Bert leads",
        "   2        ·      -9       ·  Grand Hand Bert 67: (2 + 2 Spitzen) · 24 = 96 → −9",
        "     Bert deals · Anne cuts · Cem leads",
        "  =         6      -9       0",
        "     Bert deals next · Anne cuts · Cem leads",
        "",
        "Settlement",
        "  Anne                 -0.10 EUR",
        "  Bert                 +0.12 EUR",
        "  Cem                  -0.02 EUR",
        "  Anne pays Bert 0.10 EUR",
        "  Cem pays Bert 0.02 EUR"]


def test_text_of_a_match_that_is_over_names_nobody_who_deals():
    """The points stand under the hand that ended it, or that the table had come to."""
    hands = [SIX, GRAND]
    voided = ["   3        ·       ·       ·  voided", "     Bert deals · Anne cuts · Cem leads"]
    end = ["            6      -9       0", "     Over after 2 hands: Bert wins with −9"]
    sheet = {**THREE, "hands": [*hands, {"augen": {"Cem": 61}, "voided": True}]}
    by_hand, agreed = text({**sheet, "ended": True}), text({**sheet, "rules": {"hands": 2}})
    assert by_hand[8:14] == [*voided, *end, "", "Settlement"]
    assert agreed[8:14] == [*end, *voided, "", "Settlement"]
    assert by_hand[:8] + by_hand[12:] == agreed[:8] + agreed[12:]


# --- stars ------------------------------------------------------------------------------------


DOPPELKOPF = {
    "format": "scorepad/1",
    "club": {"opening_stars": {"date": "2021-05-20", "balances": {"Gerry": 108, "Dora": -3}}},
    "evenings": [{"date": "2026-11-20", "closed": True, "stars": [
        {"event": "kasten", "player": "Dora"},
        {"event": "manual", "player": "Dora", "stars": 1, "note": "verzählt"},
        {"event": "manual", "player": "Dora", "stars": 1}], "sheets": [{
            "game": "doppelkopf-altenburg", "players": ["Anne", "Bert", "Cem", "Gerry"], "hands": [
                {"spiel": "normal", "re": ["Anne", "Bert"], "augen": 131,
                 "sterne": [{"event": "stich-41", "player": "Cem"}] * 2},
                {"spiel": "dullen-solo", "re": ["Anne"], "augen": 121, "dulle": "Cem"}]}]}]}


def test_stars_of_hands_of_the_evening_and_of_the_club():
    """Cem: two tricks above 41, 2 for his Dulle, 2 less without a win, as Gerry; Anne has won."""
    said = json.loads(b"".join(result.json_pieces(*scored(DOPPELKOPF))))
    [evening] = said["evenings"]
    assert [hand["stars"] for hand in evening["sheets"][0]["hands"]] == [
        [{"player": "Cem", "stars": 2, "event": "stich-41"}],
        [{"player": "Cem", "stars": 2, "event": "dulle"}]]
    assert evening["stars"] == [
        {"player": "Dora", "stars": -4, "event": "kasten"},
        {"player": "Dora", "stars": 2, "event": "manual"},
        {"player": "Anne", "stars": -1, "event": "abendsieger"},
        {"player": "Cem", "stars": -2, "event": "kein-spiel-gewonnen"},
        {"player": "Gerry", "stars": -2, "event": "kein-spiel-gewonnen"}]
    assert said["stars"] == {
        "Gerry": {"stars": 106, "kaesten": "21.2"}, "Dora": {"stars": -5, "kaesten": "-1.0"},
        "Cem": {"stars": 2, "kaesten": "0.4"}, "Anne": {"stars": -1, "kaesten": "-0.2"}}


def test_text_tells_the_stars_and_the_ledger():
    lines = result.text(*scored(DOPPELKOPF), "en").splitlines()
    assert lines[lines.index("Stars"):] == [
        "Stars",
        "  Cem               +2  Trick over 41",
        "  Cem               +2  Dulle caught",
        "  Dora              -4  Kasten",
        "  Dora              +2  Correction · verzählt",
        "  Anne              -1  Winner of the evening",
        "  Cem               -2  No hand won",
        "  Gerry             -2  No hand won",
        "",
        "Star ledger",
        "  Gerry              106  21.2 Kästen",
        "  Cem                  2  0.4 Kästen",
        "  Anne                -1  -0.2 Kästen",
        "  Dora                -5  -1.0 Kästen",
        "  Sum                102  20.4 Kästen"]


# --- who does what ----------------------------------------------------------------------------


FIVE = ["Anne", "Bert", "Cem", "Dora", "Emil"]


def test_text_says_who_was_re_who_sat_out_and_what_is_doubled():
    """S2: of five the dealer sits out and nobody cuts; 120 : 120 gives as many Böcke as people."""
    hand = {"spiel": "normal", "re": ["Bert", "Emil"], "augen": 120, "note": "neue Karten"}
    lines = text({"game": "doppelkopf-altenburg", "players": FIVE, "hands": [hand]})
    assert lines[5] == "     Anne deals · Bert leads · Anne sits out · Re: Bert, Emil · neue Karten"
    assert lines[7:9] == ["     Bert deals next · Cem leads · Bert sits out",
                          "     5 more hands count double"]


def test_text_says_who_may_name_the_dealer():
    """S0: the loser names the first dealer of the next Partie."""
    lines = text({"hands": [KALT]})
    assert lines[-2:] == ["     Anne deals next · Dora cuts · Bert leads",
                          "     Anne may name another first dealer"]


@pytest.mark.parametrize(("game", "players", "hand", "cuts", "leads"), [
    ("kalter-schlag", FIVE[:4], SEVENTY, "Dora", "Bert"),                    # S0, Geben
    ("schieberamsch", FIVE[:3], {"augen": {"Anne": 66, "Bert": 30, "Cem": 24}}, "Cem", "Bert"),
    ("doppelkopf-altenburg", FIVE[:4], {"re": ["Anne", "Bert"], "augen": 131}, "Bert", "Bert"),
    ("doppelkopf-altenburg", FIVE, {"re": ["Cem", "Bert"], "augen": 131}, None, "Bert"),
    ("doppelkopf-altenburg", [*FIVE, "Fritz"], {"re": ["Anne", "Cem"], "augen": 131},
     "Bert", "Cem"),                                                # Bert and Fritz sit out
    ("chase-the-ace", FIVE, {"zahlt": ["Anne"]}, "Emil", None),
    ("cinq-cents", FIVE[:2], {"spielmacher": "Anne", "meldungen": {"Anne": [], "Bert": []},
                              "augen": {"Anne": 70, "Bert": 40}}, "Bert", "Bert")])
def test_who_cuts_and_who_leads(game, players, hand, cuts, leads):
    """Anne deals; rules.md, Common."""
    [sheet] = answer({"game": game, "players": players, "hands": [hand]})["evenings"][0]["sheets"]
    assert (sheet["hands"][0]["cuts"], sheet["hands"][0]["leads"]) == (cuts, leads)
    assert ("anschriften" in sheet) == (game == "kalter-schlag")


def test_anschriften_are_those_of_the_running_partie():
    """Bert's five win the first Partie; then Cem writes twice and Anne once."""
    hands = [SEVENTY] * 5 + [{"augen": {"Cem": 70}}, {"augen": {"Cem": 60, "Anne": 60}}]
    [sheet] = answer({"hands": hands})["evenings"][0]["sheets"]
    assert sheet["anschriften"] == seats(1, 0, 2, 0)


def test_german_text_has_german_figures_and_words():
    """108 stars are 21.6 Kästen. All pass: 20 of each into the Stock; then Anne and Bert win 20 and
    half of 80 at 0.05 a point."""
    sheet = {"game": "schafkopf", "players": NAMES, "rules": {"keiner": "stock"},
             "rate": "0.05", "hands": [{"gepasst": True}, {
                 "spieler": "Anne", "partner": "Bert", "augen": 61}, {
                     "spiel": "sie", "spieler": "Bert"}]}
    raw = {**book(sheet), "club": {
        "opening_stars": {"date": "2021-05-20", "balances": {"Gerry": 108}}}}
    lines = [line.strip() for line in result.text(*scored(raw), "de").splitlines()]
    assert "Gerry              108  21,6 Kästen" in lines
    assert any(line.endswith("Alle weiter: 20 in den Stock") for line in lines)
    assert any(line.endswith("(Sie) = 520, mal 3") for line in lines)
    assert any(line.startswith("Bert") and line.endswith("+80,00 EUR") for line in lines)
    assert not any("." in line for line in lines)


def test_text_says_plan_misdeals_and_redeals():
    sheet = {"game": "doppelkopf-altenburg", "players": NAMES, "hands": [
        {"spiel": "normal", "re": ["Anne", "Bert"], "augen": 131, "plan": "B", "vergeben": 2,
         "eingemischt": 1}]}
    assert any(line.endswith("Re: Anne, Bert · Plan B · 2 misdeals · 1 redeal")
               for line in text(sheet))


def test_a_sheet_ended_on_the_hand_that_ended_a_partie_keeps_its_totals():
    """66 with Kontra, Re, Bock and Hirsch and two Jungfern: 4224, and 4220 is over the limit."""
    sheet = {"game": "kalter-schlag", "players": NAMES, "ended": True, "hands": [
        {"augen": {"Anne": 66}, "jungfern": ["Bert", "Cem"], "verdopplungen": 4}]}
    answer = json.loads(b"".join(result.json_pieces(*scored(book(sheet)))))
    [answered] = answer["evenings"][0]["sheets"]
    assert answered["totals"] == seats(4220, 0, 0, 0) and answered["next"] is None
    assert answered["anschriften"] == seats(0, 0, 0, 0)
    assert any("the kalte Schlag, 4220 points in a single hand" in line for line in text(sheet))
