"""Bad files, and the lines that each of them gives."""

import json

from tests.book.pages import NAMES

HAND = "evenings[0].sheets[0].hands[1]"
SHEET = "evenings[0].sheets[0]"


def augen(a, b, c, d, **more):
    return {"augen": dict(zip(NAMES, (a, b, c, d))), **more}


def book(*hands, **sheet):
    """A document whose first hand is all right."""
    return json.dumps({"format": "scorepad/1", "evenings": [{"date": "2026-11-20", "sheets": [
        {"game": "kalter-schlag", "players": NAMES, "hands": [augen(66, 30, 24, 0), *hands],
         **sheet}]}]}).encode()


def ramsch(*hands, game="schieberamsch", **sheet):
    """The same of three players with a Ramsch game."""
    first = {"augen": {"Anne": 66, "Bert": 30, "Cem": 24}}
    return book(*hands, **{"game": game, "players": NAMES[:3], "hands": [first, *hands], **sheet})


def three(a, b, c, **more):
    return {"augen": dict(zip(NAMES, (a, b, c))), **more}


def doko(*hands, **sheet):
    """The same of five players with Doppelkopf; Bert deals the second hand and sits out."""
    first = {"re": ["Bert", "Cem"], "augen": 131}
    return book(*hands, **{"game": "doppelkopf-altenburg", "players": [*NAMES, "Emil"],
                           "hands": [first, *hands], **sheet})


def re(*names, augen=131, **more):
    return {"re": list(names), "augen": augen, **more}


def grand(**more):
    return {"grand_hand": {"spieler": "Anne", "augen": 67, "spitzen": 2, **more}}


WHOLE = book()
CUT = WHOLE.rindex(b"24")
HUGE = 10**30
BAD = {
    "sum not 120": (book(augen(66, 30, 22, 0)),
                    [f"{HAND}.augen: 118 in all – 2 Augen are missing"]),
    "sum over 120": (book(augen(66, 30, 24, 2)),
                     [f"{HAND}.augen: 122 in all – 2 Augen too many"]),
    "1": (book(augen(1, 60, 59, 0)),
          [f"{HAND}.augen.Anne: no card counts 1, so nobody can have 1 Auge"]),
    "119": (book(augen(119, 1, 0, 0)),
            [f"{HAND}.augen.Anne: no card counts 1, so nobody can have 119 Augen",
             f"{HAND}.augen.Bert: no card counts 1, so nobody can have 1 Auge"]),
    "a Jungfer with Augen": (book(augen(66, 54, 0, 0, jungfern=["Bert"])), [
        f"{HAND}.augen.Bert: Bert is Jungfer, so without a trick and without Augen, not 54"]),
    "three Jungfern": (book(augen(120, 0, 0, 0, jungfern=["Bert", "Cem", "Dora"])), [
        f"{HAND}.jungfern: 3 Jungfern: with three it is a Durchmarsch of the fourth player"]),
    "unknown name": (book({"augen": {"Anne": 66, "Emil": 54}}),
                     [f"{HAND}.augen: Emil does not sit at this table"]),
    "unknown Jungfer": (book(augen(66, 54, 0, 0, jungfern=["Emil"])),
                        [f"{HAND}.jungfern[0]: Emil does not sit at this table"]),
    "unknown Durchmarsch": (book({"durchmarsch": "Emil"}),
                            [f"{HAND}.durchmarsch: Emil does not sit at this table"]),
    "doubled name": (book(players=["Anne", "Bert", "Cem", "Anne"]),
                     [f"{SHEET}.players[3]: names Anne a second time"]),
    "doubled Jungfer": (book(augen(66, 54, 0, 0, jungfern=["Cem", "Cem"])),
                        [f"{HAND}.jungfern[1]: names Cem a second time"]),
    "name twice in a hand": (book(augen(66, 30, 24, 0)).replace(b'"Dora": 0}}]', b'"Anne": 0}}]'),
                             [f"{HAND}.augen: has a key or a name twice"]),
    "five players": (book(players=[*NAMES, "Emil"]),
                     [f"{SHEET}.players: Kalter Schlag needs 4 players, not 5"]),
    "five doublings": (book(augen(66, 30, 24, 0, verdopplungen=5)), [
        f"{HAND}.verdopplungen: 5 doublings: there are at most 4, Kontra, Re, Bock and Hirsch"]),
    "negative doublings": (book({"durchmarsch": "Anne", "verdopplungen": -1}), [
        f"{HAND}.verdopplungen: -1 doublings: there are at most 4, Kontra, Re, Bock and Hirsch"]),
    "negative Augen": (book(augen(-6, 66, 60, 0)),
                       [f"{HAND}.augen.Anne: -6 Augen: nobody can have less than 0"]),
    "huge Augen": (book(augen(HUGE, 0, 0, 0)),
                   [f"{HAND}.augen.Anne: {HUGE} Augen: there are only 120"]),
    "huge doublings": (book({"durchmarsch": "Anne", "verdopplungen": HUGE}), [
        f"{HAND}.verdopplungen: {HUGE} doublings: "
        "there are at most 4, Kontra, Re, Bock and Hirsch"]),
    "a number of 5000 digits": (WHOLE.replace(b"66", b"6" * 5000), [
        "FILE: is JSON with a number too long or lists too deep to be a Scorepad file"]),
    "Augen as text": (book(augen("66", 30, 24, 0)),
                      [f'{HAND}.augen.Anne: "66" is not a whole number']),
    "all Augen as text": (book({"augen": "66"}), [
        f"{HAND}.augen: a hand says the Augen of the players, or who made a Durchmarsch"]),
    "NaN": (book(augen(float("nan"), 30, 24, 0)),
            [f"{HAND}.augen.Anne: NaN is not a whole number"]),
    "Infinity": (book({"durchmarsch": "Anne", "verdopplungen": float("inf")}),
                 [f"{HAND}.verdopplungen: Infinity is not a whole number"]),
    "unknown key of a hand": (book(augen(66, 30, 24, 0, punkte=70)),
                              [f"{HAND}.punkte: is not a key that belongs here"]),
    "unknown key of a sheet": (book(kontra=1), [f"{SHEET}.kontra: is not a key that belongs here"]),
    "unknown key": (b'{"format": "scorepad/1", "evening": []}',
                    ["evening: is not a key that belongs here"]),
    "several": (book(augen(66, 30, 22, 0), augen(66, 30, 24, 0), {"augen": {"Bert": 30}}), [
        f"{HAND}.augen: 118 in all – 2 Augen are missing",
        "evenings[0].sheets[0].hands[3].augen: 90 Augen still open: Anne, Cem and Dora"]),
    "truncated": (WHOLE[:CUT], [
        f"FILE: is not complete JSON: it breaks off or goes wrong at line 1, column {CUT + 1}"]),
    "empty": (b"", ["FILE: is empty"]),
    "not UTF-8": (WHOLE.replace(b"Anne", "Änne".encode("latin-1")),
                  [f"FILE: is not UTF-8 text (byte {WHOLE.index(b'Anne') + 1})"]),
    "a picture": (b"\x89PNG\r\n\x1a\n", ["FILE: is not UTF-8 text (byte 1)"]),
    "lists too deep": (b"[" * 100_000, [
        "FILE: is JSON with a number too long or lists too deep to be a Scorepad file"]),
    "Ramsch of 118": (ramsch(three(66, 30, 22)),
                      [f"{HAND}.augen: 118 in all – 2 Augen are missing"]),
    "two Jungfrauen": (ramsch(three(120, 0, 0, jungfrau=["Bert", "Cem"])), [
        f"{HAND}.jungfrau: 2 Jungfrauen: with two it is a Durchmarsch of the third player"]),
    "a Jungfrau with Augen": (ramsch(three(66, 54, 0, jungfrau="Bert")), [
        f"{HAND}.augen.Bert: Bert is Jungfrau, so without a trick and without Augen, not 54"]),
    "four Schieben": (ramsch(three(66, 30, 24, geschoben=4)), [
        f"{HAND}.geschoben: 4 Schieben: each of the three players can push the skat on once"]),
    "Schieben by somebody else": (ramsch(three(66, 30, 24, geschoben=["Anne", "Dora"])),
                                  [f"{HAND}.geschoben[1]: Dora does not sit at this table"]),
    "Schieben twice": (ramsch({"durchmarsch": "Cem", "geschoben": ["Anne", "Anne"]}),
                       [f"{HAND}.geschoben[1]: names Anne a second time"]),
    "Schieben as yes": (ramsch(three(66, 30, 24, geschoben=True)),
                        [f"{HAND}.geschoben: true is not a whole number"]),
    "Kontra where there is none": (ramsch(three(66, 30, 24, kontra=1)), [
        f"{HAND}.kontra: Ramsch is played without Kontra at this table"]),
    "four at a Ramsch": (ramsch(players=NAMES),
                         [f"{SHEET}.players: Schieberamsch needs 3 players, not 4"]),
    "a skat of 24": (ramsch(three(66, 30, 0), rules={"skat_to": "most-augen"}, hands=[
        three(66, 30, 22), three(66, 30, 0)]), [
        f"{HAND}.augen: 96 in all – 24 for the skat is not possible, at most 22"]),
    "Grand Hand of 119": (ramsch(grand(augen=119)), [
        f"{HAND}.grand_hand.augen: no card counts 1, so nobody can have 119 Augen"]),
    "Grand Hand schwarz with Augen": (ramsch(grand(schwarz="spieler")), [
        f"{HAND}.grand_hand.augen: the soloist is schwarz, so without a trick and without Augen, "
        "not 67"]),
    "Grand Hand, wrong three times": (ramsch(grand(spitzen=5, kontra=3, schwarz="gegner")), [
        f"{HAND}.grand_hand.augen: the opponents are schwarz, so the soloist has all 120 Augen, "
        "not 67",
        f"{HAND}.grand_hand.spitzen: 5 Spitzen: with or without 1 to 4 jacks",
        f"{HAND}.grand_hand.kontra: 3: 1 is Kontra, 2 is Rekontra, 0 is neither"]),
    "Grand Hand without Spitzen": (ramsch({"grand_hand": {"spieler": "Anne", "augen": 67}}),
                                   [f"{HAND}.grand_hand.spitzen: is missing"]),
    "Grand Hand where there is none": (ramsch(grand(), rules={"grand_hand": False}), [
        f"{HAND}.grand_hand: no Grand Hand is played at this table"]),
    "Grand Hand in Pfälzer Ramsch": (ramsch(grand(), game="pfaelzer-ramsch"), [
        f"{HAND}.grand_hand: there is no Grand Hand in Pfälzer Ramsch"]),
    "a hand after the last": (ramsch({"durchmarsch": "Cem"}, rules={"hands": 1}), [
        f"{HAND}: comes after the end: the match was over after 1 hand"]),
    "a stake for a rate": (ramsch(einsatz="0.50"),
                           [f"{SHEET}.einsatz: is not a key that belongs here"]),
    "a rate too fine": (ramsch(rate="0.00001"), [
        f'{SHEET}.rate: is not an amount in quotes with at most 4 decimals, such as "0.50"']),
    "an agreement on nothing": (ramsch(game="pfaelzer-ramsch", vereinbarung={"Anne": "1"}), [
        f"{SHEET}.vereinbarung: adds up to 1.00, not 0: what some receive the others pay"]),
    "an agreement where points are paid": (ramsch(ended=True, vereinbarung={}), [
        f"{SHEET}.vereinbarung: is not a key that belongs here"]),
    "hands and rounds": (ramsch(rules={"hands": 3, "rounds": 1}), [
        f"{SHEET}.rules.rounds: cannot be combined with a number of hands"]),
    "Re of three": (doko(re("Anne", "Cem", "Dora")), [
        f"{HAND}.re: two different players are Re, not 3"]),
    "Re of none": (doko(re()), [f"{HAND}.re: two different players are Re, not 0"]),
    "Re of somebody who sits out": (doko(re("Anne", "Bert")), [
        f"{HAND}.re: Bert does not play this hand"]),
    "a Schell solo": (doko(re("Anne", spiel="farb-solo", farbe="schell")), [
        f"{HAND}.farbe: a Schell solo is not allowed: Herz, Grün or Eichel"]),
    "plain Re in a solo": (doko(re("Anne", spiel="ober-solo", ansagen={"re": "ja"})), [
        f"{HAND}.ansagen.re: in a solo there is no plain Re or Kontra"]),
    "U9 in a solo": (doko(re("Anne", spiel="ober-solo", ansagen={"kontra": "U9"})), [
        f"{HAND}.ansagen.kontra: in a solo only U6 and schwarz can be announced, not U9"]),
    "schwarz with Augen": (doko(re("Anne", "Cem", augen=2, schwarz="re")), [
        f"{HAND}.schwarz: a side without a trick has no Augen, not 2"]),
    "Augen and a span": (doko(re("Anne", "Cem", ergebnis={"seite": "re", "unter": 90})), [
        f"{HAND}.ergebnis: the result is either counted in Augen or given as a span, not both"]),
    "neither Augen nor a span": (doko({"re": ["Anne", "Cem"]}), [
        f"{HAND}.augen: is missing: the Augen of the Re side, or what decides"]),
    "241 Augen": (doko(re("Anne", "Cem", augen=241)),
                  [f"{HAND}.augen: 241 Augen: there are only 240"]),
    "239 Augen": (doko(re("Anne", "Cem", augen=239)), [
        f"{HAND}.augen: no card counts 1, so nobody can have 239 Augen"]),
    "three Füchse": (doko(re("Anne", "Cem", fuchs=["re"] * 3)),
                     [f"{HAND}.fuchs: 3 Füchse: there are only 2"]),
    "an Entscheid for nothing": (doko(re("Anne", "Cem", entscheid={"sieger": None})), [
        f"{HAND}.entscheid: there is nothing to decide: not both Ansagen failed"]),
    "no Entscheid": (doko(re("Anne", "Cem", ansagen={"re": "U9", "kontra": "U9"})), [
        f"{HAND}.entscheid: both Ansagen failed: what the table decided is missing"]),
    "fünf Karten in a solo": (doko(re("Anne", spiel="ober-solo", sterne=[
        {"event": "fuenf-karten", "player": "Cem"}])), [
        f"{HAND}.sterne[0].event: the last five cards give no star in a solo"]),
    "eight at a table": (doko(players=[*NAMES, "Emil", "Fritz", "Gerda", "Hans"]), [
        f"{SHEET}.players: 8 players are too many for one table: split them into two"]),
    "eight from a hand on": (doko(re("Anne", "Cem", players=[
        *NAMES, "Emil", "Fritz", "Gerda", "Hans"])), [
        f"{HAND}.players: 8 players are too many for one table: split them into two"]),
    "a dealer who has left": (doko(re("Anne", "Cem", players=NAMES, dealer="Emil")), [
        f"{HAND}.dealer: Emil does not sit at this table"]),
    "wrong in five places": (doko(re("Anne", "Bert", spiel="ober-solo", ansagen={"re": "ja"},
                                     augen=1, fuchs=["re"] * 3, dulle="Bert")), [
        f"{HAND}.re: the soloist alone is Re", f"{HAND}.re: Bert does not play this hand",
        f"{HAND}.ansagen.re: in a solo there is no plain Re or Kontra",
        f"{HAND}.augen: no card counts 1, so nobody can have 1 Auge",
        f"{HAND}.fuchs: 3 Füchse: there are only 2",
        f"{HAND}.dulle: Bert does not play this hand"]),
    "another format": (b'{"format": "scorepad/9"}', ['format: is not "scorepad/1"']),
}
