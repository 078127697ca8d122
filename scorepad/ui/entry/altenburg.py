"""Entering Doppelkopf by the Altenburg house rules: Re's two players, then the result, which saves.
A tap for each step of an Ansage; the rarer keys fold out, with the club's own notation."""

from collections.abc import Iterator
from functools import partial

import flet as ft

from scorepad.book.ledger.written import signed
from scorepad.drafts.altenburg import VOID, AltenburgDraft, Target
from scorepad.drafts.doppelkopf import Fold
from scorepad.games.altenburg import FARBEN, KINDS, shorthand
from scorepad.games.altenburg.faults import FIVE_CARDS, ROT, Extra, knows
from scorepad.games.altenburg.hand import Event, Farbe, Hand, Side, Spiel
from scorepad.games.altenburg.value import worth
from scorepad.games.game import Seat, Unreadable
from scorepad.i18n.message import N_
from scorepad.ui.entry import doppelkopf
from scorepad.ui.entry.model import GAP, Desk, Panel
from scorepad.ui.entry.pad import (
    OwnKey,
    abreast,
    grid,
    name_on_key,
    number_pad,
    rows_of,
    tile,
    word_key,
)
from scorepad.ui.session import of_page
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import muted, text_field


def controls(desk: Desk[AltenburgDraft]) -> list[ft.Control]:
    """Return the panel's controls, from top to bottom."""
    columns, digits = abreast(len(desk.table.seats)), pad(desk)
    players = [_player(desk, seat, columns) for seat in desk.table.seats]
    return doppelkopf.laid_out(
        desk, grid(players, columns), doppelkopf.ansagen(desk, openers(desk)),
        [summary(desk), *keys(desk)],
        digits or doppelkopf.results(desk, augen_key(desk)), counts=bool(digits))


PANEL = Panel(AltenburgDraft, controls, doppelkopf.HINT, doppelkopf.LETTERS, results_save=True,
              notes=lambda desk: _who_said(desk), example=doppelkopf.EXAMPLE)


def _player(desk: Desk[AltenburgDraft], seat: Seat, columns: int) -> ft.Control:
    draft, name = desk.draft, desk.table.names[seat]
    plays, is_re = seat in draft.active, seat in draft.re
    stars = [stern.seat for stern in draft.sterne].count(seat)
    shown = " ".join(filter(None, [
        "Re" if is_re else "", f"★{stars if stars > 1 else ''}" if stars else ""]))
    out = "" if plays else desk.t("sits out")
    said = ", ".join(filter(None, [name, "Re" if is_re else "", out,
                                   desk.t("Stars: {count}", count=stars) if stars else ""]))
    by_hand = draft.target is Target.AKTIVE
    seen = shown or (out if of_page().text_scale < doppelkopf.LARGE_TEXT else "") or "–"
    wrong = is_re and not plays and ("re",) in {problem.place for problem in desk.problems}
    return tile(desk, seat, seen, columns, said=said, told=not plays and not shown,
                idle=not (plays or by_hand or is_re), chosen=plays if by_hand else is_re,
                ring=draft.focus == seat or draft.has(seat), fault=wrong, quiet=not shown)


def _who_said(desk: Desk[AltenburgDraft]) -> list[ft.Control]:
    """Return a key for each player who may have made their side's Ansage, once there is one."""
    if pad(desk):
        return []
    could = [(seat, side) for seat in desk.table.seats
             if (side := desk.draft.can_have_said(seat)) is not None]
    return [_said(desk, seat, side, len(could)) for seat, side in could]


def _said(desk: Desk[AltenburgDraft], seat: Seat, side: Side, columns: int) -> ft.Control:
    name, word = desk.table.names[seat], doppelkopf.side_name(side)
    did = desk.draft.von(side) == seat
    return word_key(name_on_key(desk, seat, columns), desk.change,
                    lambda draft: draft.say_who(seat), columns=columns,
                    identifier=f"said-{seat}", chosen=did, below=word if did else f"{word}?",
                    label=desk.t("{name} said {what}", name=name, what=word))


COLUMNS = 6
"""Proposals in each of two rows."""


def line(desk: Desk[AltenburgDraft]) -> ft.Control:
    """Return the field for the notation; what is typed counts as soon as it can be read."""
    return text_field(
        desk.t("Notation"), desk.draft.line,
        lambda text: desk.change(lambda draft: draft.write(text, desk.table)),
        error=_fault(desk), dense=True,
        on_focus=lambda: desk.change(lambda draft: draft.writes(True)),
        on_blur=lambda: desk.change(lambda draft: draft.writes(False)),
        content_padding=ft.Padding.symmetric(
            horizontal=Space.MEDIUM, vertical=Space.HAIR if desk.close else Space.MEDIUM))


def told(desk: Desk[AltenburgDraft]) -> ft.Control:
    """Return what the line was read as and is worth, and how to spell what a misprint means."""
    draft, hand, said = desk.draft, doppelkopf.hand_if(desk, None), list[str]()
    if draft.line and hand is not None:
        arithmetic = desk.slot.explain(hand).rpartition(": ")[2]
        said.append(f"{' · '.join(_parts(desk, hand))}: {arithmetic}")
        if other := shorthand.misprinted(draft.line, hand, desk.table):
            said.append(desk.t(other))
    return ft.Semantics(identifier="read-as", key=f"read-as-{len(said)}", container=True,
                        content=ft.Column([muted(each, size=Type.SMALL) for each in said],
                                          spacing=0, tight=True))


def _parts(desk: Desk[AltenburgDraft], hand: Hand) -> Iterator[str]:
    came = worth(hand, desk.table.rules)
    if hand.spiel is not Spiel.NORMAL:
        yield KINDS[hand.spiel].format(farbe=FARBEN[hand.farbe] if hand.farbe else "")
    yield desk.t("Nobody wins") if came.winner is None else \
        desk.t("{side} wins", side=doppelkopf.side_name(came.winner))
    for side in Side:
        if ansage := hand.ansage(side):
            level = f"{doppelkopf.side_name(side)} {shorthand.LEVELS[ansage.depth]}".strip()
            yield desk.t("announced: {what}", what=level)
    if played := shorthand.played_level(hand, came.winner, desk.table.rules):
        yield desk.t("played: {what}", what=shorthand.LEVELS[played])


def proposals(desk: Desk[AltenburgDraft]) -> list[ft.Control]:
    """Return rows of keys for what may come next in the line."""
    found = shorthand.complete(desk.draft.line, desk.draft.rules)
    blank = [ft.Container(expand=True) for _ in range(2 * COLUMNS - len(found))]
    return grid([*[_proposal(desk, text, number) for number, text in enumerate(found)], *blank],
                COLUMNS)


def _proposal(desk: Desk[AltenburgDraft], text: str, number: int) -> ft.Control:
    return word_key(text.rpartition("/")[2], desk.change,
                    lambda draft: draft.write(text, desk.table), columns=COLUMNS,
                    identifier=f"proposal-{number}", label=text)


def _fault(desk: Desk[AltenburgDraft]) -> str | None:
    """Return what is wrong with the line; None while its last part can become valid."""
    draft = desk.draft
    try:
        shorthand.read(draft.line, draft.so_far, desk.table)
    except Unreadable as fault:
        place, message = fault.problems[0]
        last = draft.line.rfind("/") + 1
        if not draft.line:
            return None
        match place:
            case (int(start), *_) if start >= last and shorthand.complete(draft.line, draft.rules):
                return None
            case (int(start), int(end)) if wrong := draft.line[start:end]:
                return f"{wrong}: {desk.t(message)}"
        return desk.t(message)
    return None


SOLI = (
    ((Spiel.FARB_SOLO, Farbe.HERZ), (Spiel.FARB_SOLO, Farbe.GRUEN),
     (Spiel.FARB_SOLO, Farbe.EICHEL), (Spiel.BUBEN_SOLO, None), (Spiel.OBER_SOLO, None)),
    ((Spiel.TRUMPF_SOLO, None), (Spiel.STILLE_HOCHZEIT, None), (Spiel.FLEISCHLOS, None),
     (Spiel.DULLEN_SOLO, None)))
"""The kinds of games in which one plays alone, by row."""

SHARP = ("Große", "Scharfe")
SHARP_KINGS = ("Kleine", "Scharfe")

STARS = {Event.ROT_RUM: N_("Rot rum"), Event.ALLE_FARBEN: N_("Alle Farben"),
         Event.STICH_41: N_("Trick over 41"), Event.FUENF_KARTEN: N_("Five cards laid open"),
         Event.FUENF_KARTEN_VERLOREN: N_("Five cards, a trick lost")}


def keys(desk: Desk[AltenburgDraft]) -> list[ft.Control]:
    """Return rows of the keys that are folded out, or of those for the table's decision."""
    draft = desk.draft
    if draft.asked and draft.fold in (None, Fold.AUGEN):
        return _entscheid(desk)
    match draft.fold:
        case Fold.SOLO:
            last = word_key("Offen", desk.change, AltenburgDraft.lay_open, columns=len(SOLI[0]),
                            identifier="offen", chosen=draft.is_open) \
                if draft.spiel.is_solo else ft.Container(expand=True)
            first, second = [[_solo(desk, spiel, farbe, len(SOLI[0])) for spiel, farbe in row]
                             for row in SOLI]
            return rows_of(first, [*second, last])
        case Fold.EXTRAS:
            return _extras(desk)
        case Fold.STARS:
            return _stars(desk)
        case Fold.AUGEN:
            back = [] if draft.line else [augen_key(desk)]
            return [ft.Row([*back, ft.Container(line(desk), expand=3)], spacing=GAP), told(desk),
                    *(proposals(desk) if draft.line else [])]
    return []


def pad(desk: Desk[AltenburgDraft]) -> list[ft.Control]:
    """Return the digits while they are wanted: for Re's Augen, or for what the table decided."""
    draft = desk.draft
    if draft.asked and draft.fold in (None, Fold.AUGEN):
        return number_pad(desk.change, [])
    counts = draft.fold is Fold.AUGEN and not draft.line
    return doppelkopf.augen_pad(desk, "Schwarz") if counts else []


def openers(desk: Desk[AltenburgDraft]) -> list[ft.Control]:
    """Return the keys that fold out the rarer keys; each also says what is set behind it."""
    draft, t = desk.draft, desk.t
    solo = "–" if draft.spiel is Spiel.NORMAL else _kind(draft.spiel, draft.farbe)[0]
    extras = str(len(_set_extras(desk)) or "–")
    stars = str(len(draft.sterne) or "–")
    return [doppelkopf.opener(desk, fold, word, below, below != "–", label)
            for fold, word, below, label in (
                (Fold.SOLO, "Solo", solo, "Solo"),
                (Fold.EXTRAS, t("Extras"), extras, t("Extras")),
                (Fold.STARS, "★", stars, t("Stars")))]


def augen_key(desk: Desk[AltenburgDraft]) -> ft.Control:
    """Return the key that folds out the digits for Re's exact Augen."""
    typed = desk.draft.typed
    return doppelkopf.opener(desk, Fold.AUGEN, "Augen", typed or "AG/…", bool(typed),
                             desk.t("Exact Augen of Re, or the notation"), share=doppelkopf.SHARE)


def summary(desk: Desk[AltenburgDraft]) -> ft.Control:
    """Return a line with what is set on keys that may be folded in; empty if nothing is."""
    stars = [f"★ {desk.t(STARS[stern.event])}: {desk.table.names[stern.seat]}"
             for stern in desk.draft.sterne]
    return doppelkopf.summary_line([*_set_extras(desk), *stars])


def _solo(desk: Desk[AltenburgDraft], spiel: Spiel, farbe: Farbe | None,
          columns: int) -> ft.Control:
    word, below = map(desk.t.card, _kind(spiel, farbe))
    return word_key(word, desk.change, doppelkopf.playing(
        desk, lambda draft: draft.play(spiel, farbe)), columns=columns,
                    identifier=f"spiel-{farbe or spiel}", below=below,
                    chosen=(desk.draft.spiel, desk.draft.farbe) == (spiel, farbe),
                    label=KINDS[spiel].format(farbe=FARBEN[farbe] if farbe else ""))


def _kind(spiel: Spiel, farbe: Farbe | None) -> tuple[str, str]:
    """Return the two lines of a key for a kind of game: `Stille` and `Hochzeit`, or `Herz`."""
    if farbe is not None:
        return FARBEN[farbe], ""
    word, _, below = KINDS[spiel].removesuffix("-Solo").partition(" ")
    return word, below


def _extras(desk: Desk[AltenburgDraft]) -> list[ft.Control]:
    rows = (_caught(desk), _noted(desk), _gone_wrong(desk))
    return rows_of(*[[own(len(row)) for own in row] for row in rows if row])


def _caught(desk: Desk[AltenburgDraft]) -> list[OwnKey]:
    """Return the keys of the extras that there can be, or that are typed although they cannot."""
    draft = desk.draft
    keys: list[OwnKey] = [
        partial(doppelkopf.fuchs_key, desk, side) for side in Side
        if side in draft.fuchs or draft.can_have(fuchs=(*draft.fuchs[:1], side))]
    if draft.karlchen is not None or any(draft.can_have(karlchen=side) for side in Side):
        keys.append(lambda columns: word_key(
            "Karlchen", desk.change, AltenburgDraft.last_trick, columns=columns,
            identifier="karlchen", chosen=draft.karlchen is not None,
            below=doppelkopf.side_name(draft.karlchen)))
    return keys + [partial(_whose, desk, target, seat) for target, seat, had in (
        (Target.GROSSE, draft.grosse_von, draft.grosse_scharfe),
        (Target.KLEINE, draft.kleine_von, draft.kleine_scharfe)) if had]


def _whose(desk: Desk[AltenburgDraft], target: Target, seat: int | None,
           columns: int) -> ft.Control:
    """Build the key for whose the Scharfen were."""
    word = (SHARP if target is Target.GROSSE else SHARP_KINGS)[0]
    return _aim(desk, target, desk.t("{which} of", which=word), columns, _name(desk, seat),
                desk.t("Whose {which}?", which=f"{word} Scharfe"))


def _noted(desk: Desk[AltenburgDraft]) -> list[OwnKey]:
    """Return the keys of what is noted beside the points, and of who plays."""
    draft, t = desk.draft, desk.t
    keys: list[OwnKey] = [partial(_sharp, desk, great) for great in (True, False)]
    if draft.plan is not None or draft.spiel is Spiel.NORMAL:
        keys.append(lambda columns: word_key(
            "Plan", desk.change, AltenburgDraft.next_plan, columns=columns, identifier="plan",
            chosen=draft.plan is not None, below=draft.plan or ""))
    if len(desk.table.seats) != len(draft.players) or draft.aktive is not None:
        keys.append(lambda columns: _aim(
            desk, Target.AKTIVE, t("Who plays"), columns,
            "" if draft.aktive is None else t("by hand")))
    return keys


def _gone_wrong(desk: Desk[AltenburgDraft]) -> list[OwnKey]:
    """Return the keys of Falschspiel and misdeals, of a Dulle, and of who caught it."""
    draft, t = desk.draft, desk.t
    keys: list[OwnKey] = [
        lambda columns: _aim(desk, Target.FALSCHSPIEL, "Falschspiel", columns,
                             _name(desk, draft.falschspiel)),
        lambda columns: word_key(
            t("Misdealt"), desk.change, AltenburgDraft.misdeal, columns=columns,
            identifier="vergeben", chosen=draft.vergeben > 0, below=str(draft.vergeben or "")),
        lambda columns: word_key(
            t("Redealt"), desk.change, AltenburgDraft.redeal, columns=columns,
            identifier="eingemischt", chosen=draft.eingemischt > 0,
            below=str(draft.eingemischt or ""))]
    if draft.dulle is not None or knows(draft.spiel, Extra.DULLE):
        keys.append(lambda columns: _aim(
            desk, Target.DULLE, "Dulle", columns, _name(desk, draft.dulle), desk.t("Dulle caught")))
    if draft.dulle is not None:
        keys.append(lambda columns: _aim(desk, Target.FAENGER, t("Caught by"), columns,
                                         _name(desk, draft.faenger)))
    return keys


def _name(desk: Desk[AltenburgDraft], seat: int | None) -> str:
    return "" if seat is None else desk.table.names[seat]


def _sharp(desk: Desk[AltenburgDraft], great: bool, columns: int) -> ft.Control:
    draft, word = desk.draft, SHARP if great else SHARP_KINGS
    return word_key(word[0], desk.change, AltenburgDraft.sharp if great else
                    AltenburgDraft.sharp_kings, columns=columns, below=word[1],
                    identifier=f"{'grosse' if great else 'kleine'}-scharfe",
                    chosen=draft.grosse_scharfe if great else draft.kleine_scharfe)


def _stars(desk: Desk[AltenburgDraft]) -> list[ft.Control]:
    def whose(event: Event) -> str:
        return ", ".join(desk.table.names[stern.seat] for stern in desk.draft.sterne
                         if stern.event is event)

    def tariff(event: Event) -> str:
        holds = [event, Event.ROT_RUM] if event is Event.ALLE_FARBEN else [event]
        counted = [stars for each in holds if (stars := desk.stars(each.value)) is not None]
        return signed(sum(counted), desk.t) if counted else ""

    draft = desk.draft
    events = [event for event in STARS if not _cannot_happen(draft, event)
              or event in [stern.event for stern in draft.sterne]]
    return rows_of(*[[_aim(desk, Target(event), desk.t(STARS[event]), len(row), whose(event),
                           idle=tariff(event)) for event in row]
                     for row in (events[:3], events[3:]) if row])


def _cannot_happen(draft: AltenburgDraft, event: Event) -> bool:
    if event in FIVE_CARDS:
        return draft.rules.is_lost_solo(draft.spiel)
    return event in ROT and draft.farbe is Farbe.HERZ


def _entscheid(desk: Desk[AltenburgDraft]) -> list[ft.Control]:
    draft = desk.draft
    words = {side.value: desk.t("{side} wins", side=doppelkopf.side_name(side)) for side in Side}
    words[VOID] = desk.t("Nobody wins")

    def key_of(decided: str) -> ft.Control:
        return word_key(
            words[decided], desk.change, lambda draft: draft.decide(decided), columns=4,
            identifier=f"entscheid-{decided}", chosen=draft.decided == decided,
            below=(draft.wert or "–") if draft.decided == decided != VOID else "")

    played = word_key(
        desk.t("Result"), desk.change, AltenburgDraft.reopen, columns=4, identifier="result-again",
        chosen=True, below="←", label=desk.t("Another result"))
    return rows_of([*[key_of(decided) for decided in words], played])


def _aim(desk: Desk[AltenburgDraft], target: Target, word: str, columns: int, below: str,
         label: str = "", *, idle: str = "") -> ft.Control:
    """Return a key tapped before the player it is about; idle: stands below it until then."""
    aimed = desk.draft.target is target
    return word_key(word, desk.change, lambda draft: draft.aim(target), columns=columns,
                    identifier=target.value, chosen=aimed or bool(below),
                    below="?" if aimed else below or idle,
                    label=f"{label or word} {below or idle}".strip())


def _set_extras(desk: Desk[AltenburgDraft]) -> list[str]:
    """Return everything that was typed with the keys of the extras, in words."""
    draft, names, t = desk.draft, desk.table.names, desk.t
    fuchs = [f"Fuchs {doppelkopf.side_name(side)}" + (f" {caught}" if caught > 1 else "")
             for side in Side if (caught := draft.fuchs.count(side))]
    return [*fuchs, *filter(None, [
        draft.karlchen and f"Karlchen {doppelkopf.side_name(draft.karlchen)}",
        " ".join([*SHARP, _name(desk, draft.grosse_von)]).strip() * draft.grosse_scharfe,
        " ".join([*SHARP_KINGS, _name(desk, draft.kleine_von)]).strip() * draft.kleine_scharfe,
        "Offen" if draft.is_open else "",
        f"Plan {draft.plan}" if draft.plan else "",
        "" if draft.dulle is None else f"{t('Dulle caught')}: {names[draft.dulle]}",
        "" if draft.dulle is None or draft.faenger is None else
        f"{t('Caught by')}: {names[draft.faenger]}",
        "" if draft.falschspiel is None else f"Falschspiel: {names[draft.falschspiel]}",
        f"{t('Misdealt')} {draft.vergeben}" if draft.vergeben else "",
        f"{t('Redealt')} {draft.eingemischt}" if draft.eingemischt else "",
        "" if draft.aktive is None else
        f"{t('Who plays')}: {', '.join(names[seat] for seat in draft.aktive)}"])]
