"""The agreement on how results count for a championship."""

from functools import partial

import flet as ft

from scorepad.i18n.message import N_
from scorepad.tournament.facts import Championship, Counting, Strike
from scorepad.ui import widgets as ui
from scorepad.ui.hooks import use_value
from scorepad.ui.session import of_page
from scorepad.ui.theme import Space

FIELDS = {"best": N_("Only the best count: how many"),
          "from": N_("The worst is struck from how many results on"),
          "every": N_("One more is struck for how many further results"),
          "minimum": N_("Results that everybody needs")}
OF = {Counting.ROUNDS: N_("Every round counts"), Counting.EVENINGS: N_("Every evening counts")}
TURNED = {"missing": N_("What is missing counts 0"), "average": N_("The average ranks")}


@ft.component
def CountingForm(name: str) -> ft.Control:
    """Draw, folded away, how results count for a championship; what was typed is saved by a tap."""
    session = of_page()
    t, tournaments = session.words, session.service.tournaments
    asked = tournaments.counting(name)
    typed, type_in = use_value(dict[str, str]())
    is_open, turn = use_value(False)
    texts = {**_texts(asked), **typed}

    def change(**changed: object) -> bool:
        return session.attempt(partial(tournaments.count, name, **changed))

    def take(key: str, text: str) -> None:
        type_in({**typed, key: text.strip()})

    def save() -> None:
        if not all(not text or text.isdecimal() for text in texts.values()):
            session.tell(t("Type whole numbers."))
            return
        best, first, every, minimum = [int(texts[key] or 0) for key in FIELDS]
        if change(best=best, minimum=minimum, strike=Strike(every or 1, first) if first else None):
            type_in({})
            turn(False)

    if not is_open:
        return ft.Row([ui.text_button(t("How results count"), partial(turn, True),
                                      identifier=f"counting-{name}")])
    return ui.stack(
        ui.chips([ui.chip(t(label), partial(change, of=of), chosen=of is asked.of,
                          identifier=f"of-{of}") for of, label in OF.items()]),
        ui.chips([ui.chip(t(label), partial(change, **{key: not getattr(asked, key)}),
                          chosen=getattr(asked, key), identifier=f"counting-{key}")
                  for key, label in TURNED.items()]),
        *[ui.text_field(t(label), texts[key],
                        partial(take, key), keyboard_type=ft.KeyboardType.NUMBER,
                        hint_text=t("may stay empty"))
          for key, label in FIELDS.items()],
        ui.main_button(t("Save"), save, identifier="save-counting"), spacing=Space.MEDIUM)


def _texts(asked: Championship) -> dict[str, str]:
    strike = asked.strike or Strike(0, 0)
    return {key: str(number or "") for key, number in zip(
        FIELDS, (asked.best, strike.first, strike.every, asked.minimum))}
