"""Words that people say at the table, and hands in words that follow from their declaration.

They are for `said` and `phrases` of `written`, and so for a hand that is typed as a line.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from scorepad.games.fields import BySeat, Flag, Number, OneSeat, Seats
from scorepad.games.shape import Field, shape_of

Said = Mapping[str, str]
Phrases = Mapping[str, Mapping[str, Any]]

JUNGFERN = "Jungfer|Jungfern|Jungfrau|Jungfrauen|virgin|virgins"
MARSCH = "Durchmarsch|Marsch|Durchmarsch von|macht Durchmarsch|march"
GESCHOBEN = "geschoben|schiebt|schieben|schob|geschoben von|schieben von|pushed|pushes|push"
WON = ("gewonnen", "gewinnt", "gewinnen", "gewann", "won", "wins", "win")
LOST = ("verloren", "verliert", "verlieren", "verlor", "lost", "loses", "lose")

FARBEN: Said = {"=karo": "Schell|Schellen|diamonds|diamond", "=herz": "Rot|hearts|heart",
                "=pik": "Laub|Grün|Gras|Blatt|spades|spade",
                "=kreuz": "Eichel|Treff|clubs|club"}


def each_of(words: tuple[str, ...], *templates: str) -> str:
    """Return the templates with each of these words in place of their asterisk."""
    return "|".join([template.replace("*", word) for template in templates for word in words])


# --- one against the others ---------------------------------------------------------------------

KONTRA: Phrases = {"Kontra": {"kontra": 1}, "Re|Rekontra|Kontra Re": {"kontra": 2}}
ONE_EACH = "one each"
"""One more of a number for everybody whom a phrase names."""

UNSAID = "unsaid"
"""The value of a key to which nothing else in a line may give a value."""

KONTRA_BY: Phrases = {each_of(("{angesagt_von}",), "* Kontra", "Kontra von *", "* sagt Kontra",
                              "* sagen Kontra", "Kontra by *", "* says Kontra"):
                      {"kontra": ONE_EACH}}
OHNE: Phrases = {"ohne {spitzen}|ohne {spitzen} Spitzen|ohne {spitzen} Spitze|without {spitzen}|"
                 "without {spitzen} jacks": {"ohne": True},
                 "mit {spitzen}|mit {spitzen} Spitzen|mit {spitzen} Spitze|with {spitzen}|"
                 "with {spitzen} jacks": {"ohne": False}}
ALONE: Said = {"spieler": "{}|Spieler|Solist|Alleinspieler|spielt|soloist|declarer|plays",
               "spitzen": "Spitzen|Spitze|matadors"
                          "|jacks", "ohne": "",
               "augen": "{}", "kontra": "",
               "reizwert": "gereizt {}|gereizt bis {}|Reizwert {}|gereizt mit {}|bid {}|bid of {}"}
GRAND_HAND: Said = {**ALONE, "schwarz": "{} schwarz|schwarz {}|{} without a trick",
                    "=spieler": "Solist|soloist|declarer",
                    "=gegner": "die Gegner|opponents|defenders"}
IN_SKAT: Said = {**GRAND_HAND, **FARBEN, "spiel": "{}|spielt {}", "hand": "aus der Hand",
                 "ouvert": "", "stufe": "", "ansage": ""}
IN_NULL: Said = {**ALONE, "": "Nullo|Nullspiel", "gewonnen": "", "hand": "aus der Hand",
                 "ouvert": "offen|open"}


def result(stufe: str) -> dict[str, Any]:
    """Return what a result says: that it came to this, and that no Augen were counted."""
    return {"stufe": stufe, "augen": UNSAID}


def _levels(word: str, value: str, aliases: str) -> dict[str, dict[str, Any]]:
    return {"|".join([f"{each} {said}" for each in (word, *aliases.split("|"))
                      for said in ("angesagt", "announced")]
                     + [f"angesagt {word}"]): {"ansage": value, "hand": True}}


SKAT_KONTRA: Phrases = {**KONTRA, "Supra|Kontra Re Supra": {"kontra": 3},
                        "Hirsch|Kontra Re Supra Hirsch": {"kontra": 4}}
SKAT: Phrases = {
    **SKAT_KONTRA, **OHNE, "Spiel {spitzen+1}|game {spitzen+1}": {},
    "Hand {spitzen+2}": {"hand": True}, "ouvert|offen|open": {"ouvert": True, "hand": True},
    **_levels("Schneider", "schneider", "Schneider"), **_levels("schwarz", "schwarz", "black"),
    "|".join(WON): result("gewonnen"), "|".join(LOST): result("verloren"),
    each_of(WON, "Schneider", "Schneider *", "* Schneider"): result("schneider"),
    each_of(WON, "schwarz", "schwarz *", "* schwarz", "black", "* black"): result("schwarz"),
    each_of(LOST, "Schneider *", "* Schneider", "* im Schneider", "im Schneider *"):
        result("verloren-schneider"),
    each_of(LOST, "schwarz *", "* schwarz", "* black"): result("verloren-schwarz"),
    "gespalten|gespaltener Arsch|Spaltarsch|60:60|60 zu 60": result("verloren-60")}
NULL: Phrases = {**SKAT_KONTRA, "|".join(WON): {"gewonnen": True},
                 "|".join(LOST): {"gewonnen": False}}
PENALTY: Said = {"strafe": "Strafpunkte|Strafe|Strafpunkte für|penalty|penalty for", "punkte": "{}"}
PASSED: Said = {"jungfrau": JUNGFERN, "geschoben": GESCHOBEN, "durchmarsch": MARSCH,
                "verlierer": each_of(LOST, "*", "Verlierer", "loser"),
                "eingepasst": "alle gepasst|alle passen|alle weg|gepasst|passed|all passed"}

# --- Doppelkopf ---------------------------------------------------------------------------------

_UNDER = {9: "90", 6: "60", 3: "30"}
_LEVELS: Said = {
    **{key: f"U{depth}|U {augen}|unter {augen}|keine {augen}|keine {depth}|under {augen}|no {augen}"
       for depth, augen in _UNDER.items() for key in (f"=U{depth}", f"={augen}")},
    "=0": "schwarz|black", "=schwarz": "black", "=ja": "an"}
_SIDES: Said = {"=re": "Re|Alte|Alten", "=kontra": "Contra|Kontra"}

SOLI: Said = {
    "=damen-solo": "Damen|Ober Solo|Obersolo|queens solo",
    "=buben-solo": "Buben|Bubensolo|Unter Solo|Untersolo|jacks solo",
    "=koenig-solo": "Königsolo|Königssolo|Könige-Solo|kings solo", "=fleischlos": "Knochenmann",
    "=stille-hochzeit": "stilles Solo|silent marriage", "=hochzeit": "marriage",
    "=ober-solo": "Ober", "=trumpf-solo": "Trumpfsolo", "=dullen-solo": "Dullen",
    "=normal": "Normalspiel"}

RESULT: Said = {
    **_LEVELS, **_SIDES, "re": "Re|Alte|Alten|Solist|soloist", "augen": "{}|Re {}|Re mit {}",
    "schwarz": "{} ohne Stich|ohne Stich {}|{} without a trick", "karlchen": "Karlchen|Charlie|"
    "Karlchen für|Karlchen von"}

_LEVEL = "{ergebnis.unter}"
BY_RESULT: Phrases = {
    each_of(WON, "*", "Re *", "Sieger Re", f"* {_LEVEL}", f"{_LEVEL} *", f"Re * {_LEVEL}",
            f"Re {_LEVEL} *", f"* mit {_LEVEL}"): {"ergebnis.seite": "kontra"},
    each_of(LOST, "Kontra *"): {"ergebnis.seite": "kontra"},
    each_of(WON, "Kontra *", "Sieger Kontra", f"Kontra * {_LEVEL}", f"Kontra {_LEVEL} *",
            f"Kontra * mit {_LEVEL}"): {"ergebnis.seite": "re"},
    each_of(LOST, "*", "Re *"): {"ergebnis.seite": "re"},
    f"Re bleibt {_LEVEL}|Re {_LEVEL} geblieben": {"ergebnis.seite": "re"},
    f"Kontra bleibt {_LEVEL}|Kontra {_LEVEL} geblieben": {"ergebnis.seite": "kontra"},
    "unentschieden|gespalten|120 zu 120|120:120|split|draw": {"ergebnis.seite": None}}

ANSAGEN: Phrases = {
    phrase: says for side in ("re", "kontra") for value in [f"{{ansagen.{side}}}"]
    for phrase, says in (
        (f"{side} sagt {value}|{side} sagt {value} an|{side} {value} angesagt|Ansage {side} {value}"
         f"|{side} angesagt {value}|{side} announced {value}|{side} announces {value}", {}),
        (f"{side} angesagt|{side} gesagt|Ansage {side}|{side} announced",
         {f"ansagen.{side}": "ja"}))}

SPIEL: Phrases = {"{re} {spiel}|{spiel} {re}|{spiel} von {re}|{re} spielt {spiel}|{spiel}": {}}
SONDER: Said = {
    "fuchs": "Füchse|Fuchs gefangen|Fuchs für|Fuchs gefangen von|fox",
    "doppelkopf": "Doppelkopf für", "karlchen_gefangen": "Karlchen gefangen von|Karlchen gefangen",
    "fuchs_am_end": "Fuchs am Ende|Fuchs am End", "dulle_gefangen": "Dulle gefangen von|Dulle für",
    "pflicht": "Pflichtsolo|duty solo", "vorgefuehrt": "vorgeführt|forced"}


def farb_soli(*farben: str) -> Phrases:
    """Return the phrases for a solo with one of these suits as trumps."""
    names = {farbe: (farbe, *FARBEN.get(f"={farbe}", "").split("|")) for farbe in farben}
    return {"|".join([template.format(name) for name in filter(None, names[farbe])
                      for template in ("{0} Solo", "{{re}} {0} Solo", "{{re}} spielt {0} Solo",
                                       "{0} Solo {{re}}", "{0} Solo von {{re}}")]):
            {"spiel": "farb-solo", "farbe": str(farbe)} for farbe in farben}


BETWEEN = " · "


def described(hand: Any, names: Sequence[str]) -> str:
    """Return in words what was entered, possible or not; fields at their default are left out.

    Where a declaration has `told`, its parts stand between dots, with the fields in braces; a part
    of which a field is left out is left out, too. Otherwise each field stands after its label.
    """
    kind: Any = type(hand)
    shape = shape_of(kind)
    values = {field.name: (field, value) for field in shape.fields
              if (value := getattr(hand, field.name)) not in (field.default, None)}
    if not shape.written.told:
        said = [_with_label(field, value, names) for field, value in values.values()]
        return BETWEEN.join(filter(None, said))
    words, said = {name: _in_words(*value, names) for name, value in values.items()}, []
    for part in shape.written.told.split(BETWEEN):
        with suppress(KeyError):
            said.append(part.format_map(words))
    return BETWEEN.join(filter(None, said))


def by_name(values: Sequence[Any], names: Sequence[str]) -> str:
    """Return the value of everybody who has one: `Anne 66, Bert 30`."""
    return ", ".join([f"{name} {word_of(value)}" for name, value in zip(names, values)
                      if value is not None])


def word_of(value: Any) -> str:
    """Return the word or the figure for a value: `Herz` for a choice, `66` for a number."""
    plain = getattr(value, "value", value)
    return plain.replace("-", " ").title() if isinstance(plain, str) \
        else str(plain).replace("-", "\N{MINUS SIGN}")


def _with_label(field: Field, value: Any, names: Sequence[str]) -> str:
    said = _in_words(field, value, names)
    return said if isinstance(field.plain, BySeat | Flag) else f"{field.label} {said}"


def _in_words(field: Field, value: Any, names: Sequence[str]) -> str:
    match field.plain:
        case OneSeat() | Seats():
            seats = value if isinstance(value, tuple) else (value,)
            return ", ".join([names[seat] for seat in seats])
        case BySeat():
            return by_name(value, names)
        case Flag(opposite=opposite):
            return field.label if value else opposite
        case Number(words=words) if words:
            return BETWEEN.join(words[:value])
    return word_of(value)
