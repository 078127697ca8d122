"""The desk of a tournament, and its tables."""

from dataclasses import replace
from datetime import date

from scorepad.games.skat import SKAT
from scorepad.games.turnier import DOPPELKOPF
from scorepad.service import Service
from scorepad.tournament.facts import Figures, Good, Key, Money, Of, Prize, Settings, Strike, Way
from tests.screens.conftest import Start
from tests.screens.driver import tap

SEVEN = ("Anne", "Bert", "Cem", "Dora", "Emil", "Frida", "Gerry")
MONEY = Money(1000, prizes=(Prize(Of.TOTAL, None, (), 60, (2, 1)),))


def held(service: Service, *, drawn: bool = True, rounds: int = 1) -> str:
    """A tournament of seven people, of which the first round was drawn."""
    evening = service.tournaments.hold(date(2026, 11, 27), SKAT, SKAT.rules(), Settings(
        name="Preisskat", rounds=rounds, hands_at={4: 4, 3: 3}, money=MONEY, minutes=90))
    for name in SEVEN:
        service.tournaments.enter(evening, name)
    if drawn:
        service.tournaments.draw(evening, Way.LOT, 3)
    return evening


async def test_the_desk_is_reached_from_the_first_screen(service: Service, start: Start):
    evening = held(service)
    ui = await start("/")
    assert ui.sees("Continue")
    await tap(ui, f"evening-{evening}")
    assert ui.page.route == f"/evening/{evening}" and ui.sees("Table 2")


async def test_a_wide_window_shows_the_ranking_beside_the_list(service: Service, start: Start):
    """And says nothing of what is to be settled: the money of a tournament is in its desk."""
    evening = held(service)
    ui = await start("/", size=(1280, 800))
    assert ui.sees("Preisskat")
    assert not ui.sees("Nothing was at stake, so there is nothing to settle.")
    service.tournaments.note_figures(evening, 1, 2, [
        Figures(number, 90 - number, 1, 0)
        for number in service.tournaments.view(evening).tournament.draws[0].tables[1]])
    ui = await start("/", size=(1280, 800))
    assert ui.sees("What ranks: Points, Most won, Fewest lost, The last round")


async def test_a_tap_says_that_somebody_has_gone_and_another_that_he_is_there(
        service: Service, start: Start):
    evening = held(service, drawn=False)
    ui = await start(f"/evening/{evening}")
    assert ui.sees("7 people")
    await tap(ui, "there-3")
    assert ui.sees("6 people")
    await tap(ui, "there-3")
    assert ui.sees("7 people")


async def test_the_draw_and_the_way_back(service: Service, start: Start):
    evening = held(service, drawn=False)
    ui = await start(f"/evening/{evening}")
    await tap(ui, "draw-lot")
    assert ui.sees("0 of 4 hands") and ui.sees("0 of 3 hands")
    await tap(ui, "undo-step")
    assert not ui.sees("0 of 4 hands")


async def test_a_list_is_written_from_its_table(service: Service, start: Start):
    evening = held(service)
    ui = await start(f"/evening/{evening}/table/1/2")
    await tap(ui, "write-list")
    assert "/sheet/" in ui.page.route and ui.sees("Skat · 0 of 3 hands")


async def test_the_menu_of_a_list_has_nothing_that_a_list_cannot_change(
        service: Service, start: Start):
    evening = held(service)
    sheet = service.tournaments.begin_list(evening, 1, 1)
    other = service.open_sheet(evening, DOPPELKOPF, SEVEN[:4])
    for own, offered in ((sheet, [False, False]), (other, [True, True])):
        ui = await start(f"/evening/{evening}/sheet/{own}")
        await tap(ui, "menu")
        assert [bool(ui.find_all(identifier=each)) for each in ("seats", "house-rules")] == offered


async def test_the_head_of_a_player_has_nothing_that_the_desk_notes(service: Service, start: Start):
    evening = held(service)
    list_of_table = service.tournaments.begin_list(evening, 1, 1)
    own = service.open_sheet(evening, SKAT, SEVEN[:4])
    for sheet, offered in ((list_of_table, [False, False]), (own, [True, True])):
        ui = await start(f"/evening/{evening}/sheet/{sheet}")
        await tap(ui, "player-0")
        assert [bool(ui.find_all(identifier=each)) for each in ("takes-seat", "penalty")] == offered


async def test_the_cash_desk_counts_prizes_once_all_lists_are_complete(
        service: Service, start: Start):
    """70.00 in the pot, of which 42.00 are prizes: 28.00 and 14.00."""
    evening = held(service)
    tables = service.tournaments.view(evening).tournament.draws[0].tables
    first, second = tables[0][0], tables[1][0]
    for index, table in enumerate(tables, 1):
        service.tournaments.note_figures(evening, 1, index, [
            Figures(number, {first: 90, second: 50}.get(number, 0), 0, 0) for number in table])
    ui = await start(f"/evening/{evening}")
    await tap(ui, "cash-desk")
    assert ui.sees("gets €18.00") and ui.sees("gets €4.00") and ui.sees("pays €10.00")
    await tap(ui, f"pay-{first}")
    assert not ui.sees("gets €18.00")
    assert service.tournaments.view(evening).cash.box == -1800


async def test_a_table_is_locked_and_unlocked(service: Service, start: Start):
    evening = held(service)
    ui = await start(f"/evening/{evening}/table/1/2")
    await tap(ui, "lock")
    assert ui.sees("Unlock the table")
    await ui.go(f"/evening/{evening}")
    assert ui.sees("Locked: 0 of 3 hands") and ui.sees("0 of 4 hands")
    await ui.go(f"/evening/{evening}/table/1/2")
    await tap(ui, "lock")
    await ui.go(f"/evening/{evening}")
    assert not ui.sees("Locked")


async def test_somebody_plays_on_for_another(service: Service, start: Start):
    evening = held(service)
    number = service.tournaments.view(evening).tournament.draws[0].tables[0][0]
    ui = await start(f"/evening/{evening}/table/1/1")
    await tap(ui, f"replace-{number}")
    assert ui.sees("Somebody plays on for")
    service.tournaments.replace(evening, number, 1, 2, "Zoe")
    assert service.tournaments.view(evening).tournament.player(number, 1, 2) == "Zoe"


async def test_a_table_that_is_none_says_so(service: Service, start: Start):
    evening = held(service)
    for nowhere in ("3/1", "1/9", "x/1"):
        ui = await start(f"/evening/{evening}/table/{nowhere}")
        assert ui.sees("There is nothing at this address.")


async def test_the_form_proposes_what_the_last_tournament_had(service: Service, start: Start):
    held(service)
    ui = await start("/tournament")
    assert ui.sees("Begin the tournament") and not ui.sees("The tournament needs a name.")


async def test_what_is_agreed_on_changes_at_the_desk(service: Service, start: Start):
    """The prizes of the pot stay, one for the best of each round is added, won games rank first."""
    evening = held(service, rounds=2)
    ui = await start(f"/evening/{evening}")
    await tap(ui, "settings")
    await ui.type("5 2.50", text="Prizes of each round, by place")
    for key in ("total", "won", "lost", "last", "lot", "won", "total"):
        await tap(ui, f"rank-{key}")
    await tap(ui, "save-settings")
    made = service.tournaments.view(evening).tournament
    assert made.ranking == (Key.WON, Key.TOTAL)
    assert made.money.prizes == (*MONEY.prizes, Prize(Of.ROUND, 1, (500, 250)),
                                 Prize(Of.ROUND, 2, (500, 250)))


async def test_what_no_field_can_say_stays_as_it_was(service: Service, start: Start):
    """Prizes of one round alone, as a file tells them."""
    evening = held(service)
    money = Money(1000, prizes=(Prize(Of.ROUND, 1, (), 10, None), Prize(Of.TOTAL, None, (500,))))
    service.tournaments.change(evening, money=money)
    ui = await start(f"/evening/{evening}/settings")
    await ui.type("45", text="Minutes a round")
    await tap(ui, "save-settings")
    made = service.tournaments.view(evening).tournament
    assert (made.minutes, made.money) == (45, money)


async def test_team_strength_and_fixed_table_are_typed_at_the_desk(service: Service, start: Start):
    evening = held(service, drawn=False)
    ui = await start(f"/evening/{evening}")
    await tap(ui, "entrants", "entrant-3")
    await ui.type("Blau", text="Team")
    await ui.type("two", text="Strength, 1 is the strongest")
    await tap(ui, "save-entrant")
    assert ui.sees("Strength and table are numbers.")
    await ui.type("2", text="Strength, 1 is the strongest")
    await ui.type("1", text="Always at table")
    await tap(ui, "save-entrant")
    assert ui.sees("Team Blau · strength 2 · always at table 1")
    assert service.tournaments.view(evening).tournament.by_number[3][2:5] == ("Blau", 2, 1)


async def test_lots_part_a_tie(service: Service, start: Start):
    evening = held(service)
    for index, table in enumerate(service.tournaments.view(evening).tournament.draws[0].tables, 1):
        service.tournaments.note_figures(evening, 1, index, [
            Figures(number, 50, 0, 0) for number in table])
    ui = await start(f"/evening/{evening}")
    label = "Lots: start numbers as they were drawn"
    await ui.type("9", submit=True, text=label)
    assert service.tournaments.view(evening).tournament.lots == ()
    await ui.type("3 1", submit=True, text=label)
    assert ui.sees("The lot counts once it names all who share a place.")
    await ui.type("3 1 2 7 6 5 4", submit=True, text=label)
    assert list(service.tournaments.view(evening).standing.ranking) == [
        (1, 3), (2, 1), (3, 2), (4, 7), (5, 6), (6, 5), (7, 4)]


async def test_entry_fees_are_taken_at_the_door(service: Service, start: Start):
    """10.00 of each of seven, before anything is drawn."""
    evening = held(service, drawn=False)
    ui = await start(f"/evening/{evening}")
    await tap(ui, "cash-desk")
    assert ui.sees("7 payments")
    await tap(ui, "pay-3")
    assert ui.sees("6 payments") and service.tournaments.view(evening).cash.box == 1000


async def test_a_guest_whose_name_looks_like_somebodys_is_asked_about(
        service: Service, start: Start):
    evening = held(service, drawn=False)
    service.people.add("Gerhard")
    for answer, entered in (("same-person-0", "Gerhard"), ("somebody-else-0", "Gerhart")):
        ui = await start(f"/evening/{evening}")
        await ui.type("Gerhart", submit=True, text="Name of a guest")
        assert ui.sees("Gerhart looks like Gerhard: is this one person?")
        assert entered not in service.tournaments.view(evening).tournament.names
        await tap(ui, answer)
        assert service.tournaments.view(evening).tournament.entrants[-1].name == entered


def played(service: Service, evening: str, *rounds: dict[int, int]) -> None:
    """Draw rounds and type their lists: the points of numbers, none for the others."""
    for round, points in enumerate(rounds, 1):
        service.tournaments.draw(evening, Way.LOT, round)
        tables = service.tournaments.view(evening).tournament.draws[-1].tables
        for index, table in enumerate(tables, 1):
            service.tournaments.note_figures(evening, round, index, [
                Figures(number, points.get(number, 0), 0, 0) for number in table])


async def test_each_round_has_a_ranking_below_which_stands_what_ranks(
        service: Service, start: Start):
    """Anne has 90 + 0, Bert 50 + 60; the best of round 1 gets 5.00."""
    evening = held(service, drawn=False, rounds=2)
    service.tournaments.change(evening, ranking=(Key.TOTAL, Key.LOST),
                               money=Money(prizes=(Prize(Of.ROUND, 1, (500,)),)))
    played(service, evening, {1: 90, 2: 50}, {2: 60})
    ui = await start(f"/evening/{evening}")
    assert ui.sees("No. 2 · 50 + 60") and ui.sees("What ranks: Points, Fewest lost")
    await tap(ui, "ranking-1")
    table = service.tournaments.view(evening).tournament.draws[0].table_of(1)
    assert ui.sees(f"No. 1 · Table {table} · €5.00") and not ui.sees("No. 2 · 50 + 60")
    await tap(ui, "ranking-0")
    assert ui.sees("No. 2 · 50 + 60")


async def test_a_copy_of_the_last_tournament_has_everything_but_the_people(
        service: Service, start: Start):
    """Few points are good, and money that no field can say: prizes of one round alone."""
    settings = Settings(name="Preisdoko", rounds=2, hands_at={4: 6}, gut=Good.LOW, best=2,
                        ranking=(Key.LAST, Key.TOTAL), minutes=45, money=Money(
                            1000, prizes=(Prize(Of.ROUND, 1, (), 10, None),
                                          Prize(Of.ROUND, 2, (500,)))))
    service.tournaments.hold(date(2026, 11, 20), DOPPELKOPF, DOPPELKOPF.rules(), settings)
    ui = await start("/tournament")
    await ui.type("Zweites", text="Name")
    await tap(ui, "start")
    made = service.tournaments.view(next(iter(service.tournaments.names()))).tournament
    assert (made.settings, made.entrants) == (replace(settings, name="Zweites"), ())
    ui = await start("/tournament")
    await tap(ui, "good-hoch", "start")
    made = service.tournaments.view(next(iter(service.tournaments.names()))).tournament
    assert (made.name, made.gut) == ("Zweites", Good.HIGH)


async def test_another_number_of_rounds_has_the_prizes_of_each_round(
        service: Service, start: Start):
    evening = held(service)
    service.tournaments.change(evening, money=Money(prizes=(Prize(Of.ROUND, 1, (500,)),)))
    ui = await start(f"/evening/{evening}/settings")
    await tap(ui, "rounds-2", "save-settings")
    assert service.tournaments.view(evening).tournament.money.prizes == (
        Prize(Of.ROUND, 1, (500,)), Prize(Of.ROUND, 2, (500,)))


async def test_people_pay_each_other_and_every_payment_is_listed(service: Service, start: Start):
    """10.00 each of seven: 28.00 and 14.00 to the best two, 28.00 to the club. So Anne has 18.00
    and Bert 4.00 to get, and five pay 10.00: seven payments, one fewer than people and box."""
    evening = held(service, drawn=False)
    played(service, evening, {1: 90, 2: 50})
    ui = await start(f"/evening/{evening}")
    await tap(ui, "transfers")
    assert ui.sees("Cem → the box") or ui.sees("Cem → Anne")
    transfers = service.tournaments.view(evening).transfers
    assert len(transfers) == 7 and sum(
        [each.cents for each in transfers if each.creditor is None]) == 2800
    first = transfers[0]
    await tap(ui, "transfer-0")
    view = service.tournaments.view(evening)
    assert len(view.transfers) == 6 and first not in view.transfers
    await tap(ui, "payments")
    assert ui.sees(view.tournament.by_number[first.debtor].name)


async def test_the_worst_result_of_a_championship_is_struck(service: Service, start: Start):
    """Anne has 90 and 0, Bert 50 and 60; from two results on the worst does not count."""
    evening = held(service, drawn=False, rounds=2)
    played(service, evening, {1: 90, 2: 50}, {2: 60})
    service.tournaments.count_for(evening, "2026")
    ui = await start(f"/evening/{evening}")
    assert ui.sees("1. Bert") and ui.sees("2 results count")
    await tap(ui, "counting-2026")
    await ui.type("2", text="The worst is struck from how many results on")
    await tap(ui, "save-counting")
    assert ui.sees("1. Anne") and ui.sees("1 result counts · 1 is struck")
    await tap(ui, "counting-2026")
    await ui.type("1", text="Only the best count: how many")
    await tap(ui, "save-counting")
    assert service.tournaments.counting("2026").strike == Strike(1, 2)
    assert service.tournaments.counting("2026").best == 0


async def test_a_round_that_was_drawn_by_hand_is_typed(service: Service, start: Start):
    evening = held(service, drawn=False)
    ui = await start(f"/evening/{evening}")
    label = "Drawn by hand: start numbers of each table"
    for refused in ("1 4 6 2, x", "1 4 6 2, 3 7", "1 4 6 2, 3 7 7"):
        await ui.type(refused, submit=True, text=label)
        assert service.tournaments.view(evening).tournament.draws == ()
    await ui.type("1 4 6 2, 3 7 5", submit=True, text=label)
    [draw] = service.tournaments.view(evening).tournament.draws
    assert (draw.by, draw.seed, draw.tables) == (Way.HAND, None, ((1, 4, 6, 2), (3, 7, 5)))
