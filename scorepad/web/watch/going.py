"""Where somebody goes on who only looks: a screen at the wall, and the address alone."""

from scorepad.service import Service
from scorepad.service.agreements import playing
from scorepad.web.watch.parts import Part, Templates


def the_one_sheet(service: Service) -> str | None:
    """Return the sheet that is played now, if there is no other to choose, or the page of the
    tournament that is held, below /watch; None otherwise."""
    latest = next(iter(service.evenings()), None)
    if latest is None or latest.closed:
        return None
    if latest.tournament:
        return f"{latest.id}/settlement"
    sheets = playing(service.evening(latest.id))
    if len(sheets) > 1:
        return None
    return sheets[0].id if sheets else latest.latest_sheet


def next_part(service: Service, address: str, templates: Templates) -> Part:
    """Return the part that says where somebody goes on who only looks. address: of the page, below
    /watch. It is empty where there is nowhere to go."""
    there, in_turn = _next(service, address)
    return Part("next", "head", templates.draw(
        "shared", "next", f"/watch/{there}" if there not in ("", address) else "", in_turn))


def _next(service: Service, address: str) -> tuple[str, bool]:
    """Return the next page: the sheet that is played, or of several each in turn, after a while;
    from a sheet of an evening that has ended its settlement. Also whether it is in turn."""
    if there := the_one_sheet(service):
        return there, False
    latest = next(iter(service.evenings()), None)
    if latest is None:
        return "", False
    view = service.evening(latest.id)
    if latest.closed:
        ended = address in [sheet.id for sheet in view.sheets]
        return f"{latest.id}/settlement" if ended else "", False
    sheets = [sheet.id for sheet in playing(view)]
    here = sheets.index(address) if address in sheets else -1
    return sheets[(here + 1) % len(sheets)], here >= 0 or not address
