"""Entering Doppelkopf: the keys that fold out, and what was typed with them."""


import flet as ft

from scorepad.drafts.altenburg import AltenburgDraft
from scorepad.drafts.altenburg_steps import VOID, Fold, Target
from scorepad.games.altenburg import FARBEN, KINDS
from scorepad.games.altenburg.hand import Event, Farbe, Side, Spiel
from scorepad.i18n.message import N_
from scorepad.i18n.words import Words
from scorepad.ui.entry.altenburg_line import line, proposals
from scorepad.ui.entry.model import Desk, Step
from scorepad.ui.entry.pad import low_pad, rows_of, word_key
from scorepad.ui.session import use_session
from scorepad.ui.theme import ENTRY_WIDTH, Space, Type
from scorepad.ui.widgets import muted

SOLI = ((Spiel.FARB_SOLO, Farbe.HERZ), (Spiel.FARB_SOLO, Farbe.GRUEN),
        (Spiel.FARB_SOLO, Farbe.EICHEL), (Spiel.BUBEN_SOLO, None), (Spiel.OBER_SOLO, None),
        (Spiel.TRUMPF_SOLO, None), (Spiel.STILLE_HOCHZEIT, None), (Spiel.FLEISCHLOS, None),
        (Spiel.DULLEN_SOLO, None))
IN_FIRST_ROW = 5

SHARP = ("Große", "Scharfe")

STARS = {Event.ROT_RUM: N_("Rot rum"), Event.ALLE_FARBEN: N_("Alle Farben"),
         Event.STICH_41: N_("Stich over 41"), Event.FUENF_KARTEN: N_("Five cards laid down"),
         Event.FUENF_KARTEN_VERLOREN: N_("Five cards, one lost")}


def keys(desk: Desk, draft: AltenburgDraft, t: Words) -> list[ft.Control]:
    """Return rows of the keys that are folded out, or of those for the table's decision."""
    if draft.asked and draft.fold in (None, Fold.AUGEN):
        return _entscheid(desk, draft, t)
    match draft.fold:
        case Fold.SOLO:
            return _soli(desk, draft)
        case Fold.EXTRAS:
            return _extras(desk, draft, t)
        case Fold.STARS:
            return _stars(desk, draft, t)
        case Fold.AUGEN:
            return [line(desk, draft, t), *(rows_of(*proposals(desk, draft)) if draft.line else
                    _pad(desk, t, _key(desk, draft, "schwarz", AltenburgDraft.say_schwarz, 6,
                                       _side(draft.schwarz))))]
    return []


def openers(desk: Desk, draft: AltenburgDraft, t: Words) -> list[ft.Control]:
    """Return the keys that fold out the rarer keys; each also says what is set behind it."""
    solo = "–" if draft.spiel is Spiel.NORMAL else _kind(draft.spiel, draft.farbe)[0]
    extras = len(_set_extras(desk, draft, t))
    stars = len(draft.sterne)
    return [_opener(desk, draft, fold, word, below, is_set, label) for
            fold, word, below, is_set, label in (
                (Fold.SOLO, "Solo", solo, solo != "–", "Solo"),
                (Fold.EXTRAS, t("Extras"), str(extras or "–"), extras > 0, t("Extras")),
                (Fold.STARS, "★", str(stars or "–"), stars > 0, t("Stars")))]


def augen_key(desk: Desk, draft: AltenburgDraft, t: Words) -> ft.Control:
    """Return the key that folds out the digits for Re's exact Augen."""
    return _opener(desk, draft, Fold.AUGEN, "Augen", draft.typed or "AG/…", bool(draft.typed),
                   t("Exact Augen of Re, or the notation"), columns=6, share=True)


def summary(desk: Desk, draft: AltenburgDraft, t: Words) -> ft.Control:
    """Return a line with what is set on keys that may be folded in; empty if nothing is."""
    names = desk.table.names
    stars = [f"★ {t(STARS[stern.event])}: {names[stern.seat]}" for stern in draft.sterne]
    said = " · ".join([*_set_extras(desk, draft, t), *stars])
    session = use_session()
    room = 1.8 * (min(session.width, ENTRY_WIDTH) - 2 * Space.LARGE)
    return ft.Semantics(identifier="summary", key=f"summary-{bool(said)}", content=ft.Container(
        muted(said, size=session.size_that_fits(said, Type.SMALL, room)) if said else None))


# --- the keys -----------------------------------------------------------------------------------


def _soli(desk: Desk, draft: AltenburgDraft) -> list[ft.Control]:
    rows = SOLI[:IN_FIRST_ROW], SOLI[IN_FIRST_ROW:]
    return rows_of(*[[_solo(desk, draft, spiel, farbe, len(row)) for spiel, farbe in row]
                     for row in rows])


def _solo(desk: Desk, draft: AltenburgDraft, spiel: Spiel, farbe: Farbe | None,
          columns: int) -> ft.Control:
    word, below = _kind(spiel, farbe)
    return word_key(word, lambda: desk.change(lambda draft: draft.play(spiel, farbe)),
                    columns=columns, identifier=f"spiel-{farbe or spiel}", below=below,
                    chosen=(draft.spiel, draft.farbe) == (spiel, farbe),
                    label=KINDS[spiel].format(farbe=FARBEN[farbe] if farbe else ""))


def _kind(spiel: Spiel, farbe: Farbe | None) -> tuple[str, str]:
    """Return the two lines of a key for a kind of game: `Herz` and an empty one, or `Stille` and
    `Hochzeit`."""
    if farbe is not None:
        return FARBEN[farbe], ""
    word, _, below = KINDS[spiel].removesuffix("-Solo").partition(" ")
    return word, below


def _extras(desk: Desk, draft: AltenburgDraft, t: Words) -> list[ft.Control]:
    def count(figure: int) -> str:
        return str(figure) if figure else ""

    def name(seat: int | None) -> str:
        return "" if seat is None else desk.table.names[seat]

    by_hand = [] if len(desk.table.seats) == len(draft.players) and draft.aktive is None else [
        _aim(desk, draft, Target.AKTIVE, t("Who plays"), 5,
             "" if draft.aktive is None else t("by hand"))]
    columns = 4 + len(by_hand)
    fuchs = [_fuchs(desk, draft, side, columns) for side in Side]
    return rows_of(
        [*fuchs,
         _key(desk, draft, "karlchen", AltenburgDraft.last_trick, columns, _side(draft.karlchen)),
         word_key(SHARP[0], lambda: desk.change(AltenburgDraft.sharp), columns=columns,
                  identifier="grosse-scharfe", chosen=draft.grosse_scharfe, below=SHARP[1]),
         *by_hand],
        [_aim(desk, draft, Target.DULLE, "Dulle", 4, name(draft.dulle), t("Dulle caught")),
         _aim(desk, draft, Target.FALSCHSPIEL, "Falschspiel", 4, name(draft.falschspiel)),
         _key(desk, draft, "vergeben", AltenburgDraft.misdeal, 4, count(draft.vergeben),
              word=t("Misdealt")),
         _key(desk, draft, "eingemischt", AltenburgDraft.redeal, 4, count(draft.eingemischt),
              word=t("Redealt"))])


def _fuchs(desk: Desk, draft: AltenburgDraft, side: Side, columns: int) -> ft.Control:
    caught = draft.fuchs.count(side)
    return word_key("Fuchs", lambda: desk.change(lambda draft: draft.catch(side)),
                    columns=columns, identifier=f"fuchs-{side}", chosen=caught > 0,
                    below=f"{_side(side)} {caught or ''}".strip())


def _stars(desk: Desk, draft: AltenburgDraft, t: Words) -> list[ft.Control]:
    events = list(STARS)
    return rows_of(*[[_aim(desk, draft, Target(event), t(STARS[event]), len(row),
                           _whose(desk, draft, event)) for event in row]
                     for row in (events[:3], events[3:])])


def _whose(desk: Desk, draft: AltenburgDraft, event: Event) -> str:
    return ", ".join(desk.table.names[stern.seat] for stern in draft.sterne
                     if stern.event is event)


def _entscheid(desk: Desk, draft: AltenburgDraft, t: Words) -> list[ft.Control]:
    words = {side.value: t("{side} wins", side=_side(side)) for side in Side}
    words[VOID] = t("Counts nothing")

    def key_of(decided: str) -> ft.Control:
        return word_key(
            words[decided], lambda: desk.change(lambda draft: draft.decide(decided)), columns=3,
            identifier=f"entscheid-{decided}", chosen=draft.decided == decided,
            below=(draft.wert or "–") if draft.decided == decided != VOID else "")

    return [*rows_of([key_of(decided) for decided in words]),
            *_pad(desk, t, ft.Container(expand=True))]


def _pad(desk: Desk, t: Words, last: ft.Control) -> list[ft.Control]:
    return low_pad(lambda digit: desk.change(lambda draft: draft.digit(digit)),
                   lambda: desk.change(AltenburgDraft.backspace), backspace_label=t("Delete"),
                   last=last)


def _key(desk: Desk, draft: AltenburgDraft, identifier: str, step: Step, columns: int, below: str,
         *, word: str = "") -> ft.Control:
    return word_key(word or identifier.capitalize(), lambda: desk.change(step), columns=columns,
                    identifier=identifier, chosen=bool(below), below=below)


def _aim(desk: Desk, draft: AltenburgDraft, target: Target, word: str, columns: int,
         below: str, label: str = "") -> ft.Control:
    """Return a key that is tapped before the player whom it is about."""
    aimed = draft.target is target
    return word_key(word, lambda: desk.change(lambda draft: draft.aim(target)), columns=columns,
                    identifier=target.value, chosen=aimed or bool(below),
                    below="?" if aimed else below, label=f"{label or word} {below}".strip())


def _opener(desk: Desk, draft: AltenburgDraft, fold: Fold, word: str, below: str, is_set: bool,
            label: str, *, columns: int = 6, share: int | bool = 2) -> ft.Control:
    return word_key(word, lambda: desk.change(lambda draft: draft.open(fold)), columns=columns,
                    identifier=f"fold-{fold}", chosen=is_set or draft.fold is fold, below=below,
                    label=f"{label} {below}" if is_set else label, share=share)


# --- what is set --------------------------------------------------------------------------------


def _set_extras(desk: Desk, draft: AltenburgDraft, t: Words) -> list[str]:
    """Return everything that was typed with the keys of the extras, in words."""
    names = desk.table.names
    fuchs = [f"Fuchs {_side(side)}" + (f" {caught}" if caught > 1 else "")
             for side in Side if (caught := draft.fuchs.count(side))]
    return [*fuchs, *filter(None, [
        draft.karlchen and f"Karlchen {_side(draft.karlchen)}",
        " ".join(SHARP) if draft.grosse_scharfe else "",
        "" if draft.dulle is None else f"{t('Dulle caught')}: {names[draft.dulle]}",
        "" if draft.falschspiel is None else f"Falschspiel: {names[draft.falschspiel]}",
        f"{t('Misdealt')} {draft.vergeben}" if draft.vergeben else "",
        f"{t('Redealt')} {draft.eingemischt}" if draft.eingemischt else "",
        "" if draft.aktive is None else
        f"{t('Who plays')}: {', '.join(names[seat] for seat in draft.aktive)}"])]


def _side(side: Side | None) -> str:
    return "" if side is None else side.value.capitalize()
