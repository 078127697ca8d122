"""Books that meet, and exchange files besides: what was settled on one of them stays so."""

import pytest

from scorepad.book.facts import SheetOpened
from scorepad.book.people import Roster
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.service import Refused, Service
from scorepad.service.safety import Picked
from scorepad.storage import Store
from tests.book.pages import NAMES
from tests.service.test_older_exports import EVENING, meet, sheet_of, take_back_first
from tests.taking import file_of, take

FIVE = [*NAMES, "Emil"]


@pytest.fixture
def three():
    """The books of three, who all have an empty sheet of four."""
    books = [Service(Store.open("sqlite://", device=lambda name=name: name), name)
             for name in ("Anne", "Bert", "Cem")]
    books[0].open_sheet(EVENING, DOPPELKOPF_ALTENBURG, NAMES)
    for other in books[1:]:
        meet(books[0], other)
    yield books
    for book in books:
        book.close()


def play(service, *augen):
    """Play hands that two of those win who do not sit out."""
    for each in augen:
        sheet = sheet_of(service)
        re = [sheet.players[seat] for seat in sheet.score.next.table.active[:2]]
        service.record(sheet.id, DOPPELKOPF_ALTENBURG.read_hand(
            {"spiel": "normal", "re": re, "augen": each}, sheet.players))


def bring(one, other):
    """Take one book's entries into the other, and not the other way."""
    found = other.meetings.preview(Picked("file.jsonl", content=one.meetings.entries().encode()))
    other.meetings.take(found)


def let_both_count(one, other, *, longest_first):
    """Let three hands of the first count and one of the other, written apart, in this order."""
    play(one, 131, 132, 133)
    play(other, 141)
    meet(one, other)
    [question] = sheet_of(one).questions
    runs = sorted(question.runs, key=lambda run: len(run.hands), reverse=longest_first)
    one.meetings.decide(sheet_of(one).id, question, [run.first for run in runs])


def hands_of(service):
    return [line.record.stamp.id for line in sheet_of(service).score.lines]


def last_hand_of(service):
    return sheet_of(service).score.lines[-1]


def who_played(service):
    players = sheet_of(service).players
    return [players[seat] for seat in last_hand_of(service).table.active]


def line_of(service, hand):
    return next(line for line in sheet_of(service).score.lines if line.record.stamp.id == hand)


def amend(service, hand, augen):
    sheet, line = sheet_of(service), line_of(service, hand)
    re = [sheet.players[seat] for seat in line.table.active[:2]]
    service.amend(sheet.id, hand, line.record._replace(hand=DOPPELKOPF_ALTENBURG.read_hand(
        {"spiel": "normal", "re": re, "augen": augen}, sheet.players)))


def test_a_hand_of_a_file_that_was_taken_back_is_not_said_again_by_another(three):
    anne, bert, _ = three
    play(anne, 131)
    take(bert, file_of(anne))
    bert.undo(sheet_of(bert).id)
    anne.agreements.say(sheet_of(anne).id, "no Solo")
    take(bert, file_of(anne))
    assert not hands_of(bert) and not sheet_of(bert).also


def test_every_hand_that_does_not_count_is_struck_where_runs_lie_within_runs(three):
    anne, bert, cem = three
    play(bert, 131)
    meet(bert, cem)
    play(bert, 132)
    play(cem, 133)
    play(anne, 141, 142, 143)
    meet(anne, bert)
    meet(anne, cem)
    amend(bert, hands_of(bert)[-1], 150)
    take(anne, file_of(bert))
    sheet = sheet_of(anne)
    struck = {line.record.stamp.id for run in sheet.struck for line in run.lines}
    asked = {hand for question in sheet.questions for run in question.runs for hand in run.hands}
    assert len(asked) == 6 and struck == asked - {*hands_of(anne)}


def test_seats_before_the_first_hand_are_past_for_the_second(three):
    anne, bert, _ = three
    bert.seat_players(sheet_of(bert).id, FIVE)
    play(anne, 131)
    take(anne, file_of(bert))
    assert sheet_of(anne).score.next.table.seats == (0, 1, 2, 3)
    play(anne, 132)
    assert last_hand_of(anne).table.seats == (0, 1, 2, 3)
    meet(anne, bert)
    assert last_hand_of(anne).table.seats == (0, 1, 2, 3)


def test_nobody_takes_the_seat_of_whoever_began_by_letting_them_join_once_more():
    """A telling of the sheet has Mallory in Anne's seat, and an entry of his says that she came."""
    roster = Roster(SheetOpened("s", "e", DOPPELKOPF_ALTENBURG, (*"abcd",), 0,
                                DOPPELKOPF_ALTENBURG.rules(), None))
    roster.tell_again(["mallory", *"bcd"])
    roster.join("a")
    assert (roster.players, roster.seat["a"]) == ([*"abcd"], 0)
    roster.join("mallory")
    assert (roster.players, roster.seat["mallory"]) == ([*"abcd", "mallory"], 4)


@pytest.mark.parametrize("is_read_elsewhere", [False, True])
def test_a_hand_stays_with_two_whom_somebody_takes_for_one_who_has_not_seen_them_at_one_table(
        three, is_read_elsewhere):
    """Seed 970513: Anne says that Dora is Emil, while Bert seats him as a fifth beside her. A file
    of Anne's has Emil in Dora's seat, and so has the book of somebody who knew nothing else."""
    anne, bert, _ = three
    emil = anne.people.add("Emil")
    play(anne, 131)
    meet(anne, bert)
    bert.seat_players(sheet_of(bert).id, FIVE)
    play(bert, 132)
    seats, played = last_hand_of(bert).table.seats, who_played(bert)
    anne.people.merge(sheet_of(anne).players[3], emil)
    reader = Service(Store.open("sqlite://"), "Frida") if is_read_elsewhere else bert
    take(reader, file_of(anne))
    if is_read_elsewhere:
        meet(reader, bert)
    for service in (reader, bert):
        assert last_hand_of(service).table.seats == seats and who_played(service) == played
        assert not service.safety.check().findings
    meet(anne, bert)
    assert who_played(anne) == who_played(bert) == played
    reader.close()


@pytest.mark.parametrize("way", [1, -1])
def test_a_hand_stays_with_those_who_played_it_when_more_hands_count_before_it(three, way):
    anne, bert, _ = three
    for service in (anne, bert):
        service.seat_players(sheet_of(service).id, FIVE)
    meet(anne, bert)
    play(anne, 131)
    play(bert, 141, 142)
    bert.void(sheet_of(bert).id, hands_of(bert)[0])  # so that the deal does not move
    meet(anne, bert)
    play(anne, 150)
    hand, seen = last_hand_of(anne).record.stamp.id, last_hand_of(anne).table
    [question] = sheet_of(anne).questions
    anne.meetings.decide(sheet_of(anne).id, question, [run.first for run in question.runs[::way]])
    assert len(hands_of(anne)) == 4
    table = line_of(anne, hand).table
    assert (table.dealer, table.active) == (seen.dealer, seen.active)


@pytest.mark.parametrize("by_file", [False, True])
def test_what_followed_a_hand_that_did_not_count_stays_struck_when_that_is_taken_back(
        three, by_file):
    anne, bert, _ = three
    play(anne, 131)
    play(bert, 141)
    if by_file:
        take(anne, file_of(bert))
    else:
        meet(anne, bert)
    [first] = hands_of(anne)
    play(anne, 150)
    [question] = sheet_of(anne).questions
    other = next(run.first for run in question.runs if run.first != first)
    anne.meetings.decide(sheet_of(anne).id, question, [other])
    assert hands_of(anne) == [other]
    if by_file and first not in hands_of(bert):
        pytest.skip("Anne's hand came first")
    take_back_first(bert) if hands_of(bert) == [first] else bert.undo(sheet_of(bert).id)
    meet(anne, bert)
    assert hands_of(anne) == [other] == hands_of(bert)


def test_seats_of_a_run_that_does_not_count_change_nobody_elses_deal(three):
    anne, bert, _ = three
    play(anne, 131)
    meet(anne, bert)
    bert.seat_players(sheet_of(bert).id, FIVE)
    play(bert, 141)
    play(anne, 151, 152, 153)
    anne.void(sheet_of(anne).id, hands_of(anne)[1])
    take(anne, file_of(bert))
    play(anne, 154)
    hand, dealer = hands_of(anne)[-1], last_hand_of(anne).table.dealer
    meet(anne, bert)
    assert line_of(anne, hand).table.dealer == dealer == line_of(bert, hand).table.dealer


def test_an_answer_to_what_a_file_tells_can_be_undone(three):
    anne, bert, _ = three
    play(anne, 131)
    meet(anne, bert)
    [hand] = hands_of(anne)
    amend(bert, hand, 150)
    take(anne, file_of(bert))
    [also] = sheet_of(anne).also[hand]
    anne.meetings.agree(sheet_of(anne).id, hand)
    assert not sheet_of(anne).also
    anne.undo(sheet_of(anne).id)
    assert [saying.record for saying in sheet_of(anne).also[hand]] == [also.record]


def test_somebody_of_an_opening_balance_that_may_still_be_chosen_cannot_be_deleted(three):
    anne, bert, _ = three
    for service, name in ((anne, "Emil"), (bert, "Frida")):
        service.club.open_with(EVENING.date, {name: 10})
    meet(anne, bert)
    ids = anne.people.names()
    for player in [own for own, name in ids.items() if name in ("Emil", "Frida")]:
        with pytest.raises(Refused):
            anne.people.delete(player)
    [decision] = anne.meetings.club_decisions()
    for entry in decision.asked.said:
        anne.meetings.choose(decision, [entry.id])
        assert anne.club.opening().balances == {ids[own]: stars for own, stars in
                                                entry.fact.balances.items()}


def test_a_hand_stays_with_those_for_whom_it_was_dealt_though_their_seats_are_taken_back(three):
    anne, bert, _ = three
    bert.seat_players(sheet_of(bert).id, FIVE)
    play(anne, 131)
    anne.seat_players(sheet_of(anne).id, FIVE)
    meet(anne, bert)
    play(anne, 141)
    seen = last_hand_of(anne).table
    bert.undo(sheet_of(bert).id)
    bert.undo(sheet_of(bert).id)
    meet(anne, bert)
    assert last_hand_of(anne).table == seen == last_hand_of(bert).table


def test_a_star_noted_by_somebody_who_read_of_another_stays_besides_it_after_another_file(three):
    anne, bert, _ = three
    evening = anne.evenings()[0].id
    bert.club.note(evening, "Bert", "knabberzeug")
    take(anne, file_of(bert))
    anne.club.note(evening, "Bert", "knabberzeug")
    play(bert, 131)
    take(anne, file_of(bert))
    assert len(anne.club.evening(evening).noted) == 2


def test_two_stars_noted_apart_are_two_for_whoever_reads_that_both_count(three):
    anne, bert, cem = three
    evening = anne.evenings()[0].id
    for each in anne, bert:
        each.club.note(evening, "Bert", "knabberzeug")
        meet(each, cem)
    [decision] = cem.evening(evening).decisions
    cem.meetings.choose(decision, [entry.id for entry in decision.asked.said])
    for each in anne, bert:
        take(each, file_of(cem))
        assert len(each.club.evening(evening).noted) == 2
        assert not each.evening(evening).decisions


@pytest.mark.parametrize("is_met_between", (True, False))
def test_two_stars_that_a_file_tells_stay_two_after_another_file_without_the_first(
        three, is_met_between):
    anne, bert, cem = three
    evening = anne.evenings()[0].id
    anne.club.note(evening, "Bert", "knabberzeug")
    meet(anne, bert)
    if is_met_between:
        meet(anne, cem)
    bert.club.note(evening, "Bert", "knabberzeug")
    take(cem, file_of(bert))
    bert.club.take_back(evening, bert.club.evening(evening).noted[0].id)
    play(bert, 131)
    take(cem, file_of(bert))
    assert len(cem.club.evening(evening).noted) == 2
    assert not cem.evening(evening).decisions


def test_a_hand_stays_with_those_who_played_it_after_a_file_had_told_of_a_correction(three):
    anne, bert, _ = three
    anne.seat_players(sheet_of(anne).id, FIVE)
    play(anne, 131, 132, 133)
    meet(anne, bert)
    bert.void(sheet_of(bert).id, hands_of(bert)[0])  # so that the deal does not move
    amend(bert, hands_of(bert)[1], 150)
    amend(anne, hands_of(anne)[0], 151)
    take(anne, file_of(bert))
    play(anne, 134)
    seen = last_hand_of(anne).table
    meet(anne, bert)
    assert last_hand_of(anne).table == seen == last_hand_of(bert).table


def test_a_hand_stays_with_those_whom_its_writer_saw_who_had_read_of_the_one_before(three):
    anne, bert, _ = three
    bert.seat_players(sheet_of(bert).id, FIVE)
    bert.name_dealer(sheet_of(bert).id, 3)
    meet(anne, bert)
    play(bert, 131)
    take(anne, file_of(bert))
    play(anne, 141)
    seen = last_hand_of(anne).table
    bert.agreements.say(sheet_of(bert).id, "no Solo")
    meet(anne, bert)
    assert last_hand_of(anne).table == seen == last_hand_of(bert).table


def test_an_answer_holds_when_what_a_file_told_of_a_payment_comes_from_its_writer(three):
    anne, bert, _ = three
    evening = anne.evenings()[0].id
    for service in (anne, bert):
        service.pay(evening, "Anne", "Bert", 100, "EUR")
    take(bert, file_of(anne))
    [decision] = bert.evening(evening).decisions
    bert.meetings.choose(decision, [decision.asked.said[0].id])
    assert not bert.evening(evening).decisions
    meet(anne, bert)
    for service in (anne, bert):
        assert not service.evening(evening).decisions
        assert len(service.export().evenings[0].payments) == 1


def test_files_that_name_a_dealer_and_one_that_does_not_tell_the_same(three):
    anne, bert, cem = three
    play(anne, 131)
    unsaid, line = file_of(anne), last_hand_of(anne)
    anne.amend(sheet_of(anne).id, line.record.stamp.id,
               line.record._replace(dealer=line.table.dealer))
    named = file_of(anne)
    assert unsaid != named
    for service, files in ((bert, (unsaid, named)), (cem, (named, unsaid))):
        for file in files:
            take(service, file)
        assert len(hands_of(service)) == 1 and not sheet_of(service).also


def test_the_order_in_which_the_players_of_a_side_were_tapped_is_no_other_word(three):
    sheet = sheet_of(three[0])
    for re in ([*sheet.players[:2]], [*sheet.players[1::-1]]):
        hand = DOPPELKOPF_ALTENBURG.read_hand(
            {"spiel": "normal", "re": re, "augen": 131}, sheet.players)
        assert hand.re == (0, 1)


def test_a_correction_says_of_a_hand_what_its_writer_saw_who_had_read_that_it_was_struck(three):
    anne, bert, _ = three
    play(anne, 131)
    meet(anne, bert)
    [hand] = hands_of(anne)
    anne.void(sheet_of(anne).id, hand)
    take(bert, file_of(anne))
    amend(bert, hand, 150)
    assert not last_hand_of(bert).record.voided
    meet(anne, bert)
    assert not last_hand_of(anne).record.voided and not last_hand_of(bert).record.voided


def test_a_hand_stays_with_those_who_played_it_when_others_seats_come_that_its_writer_had_read_of(
        three):
    anne, bert, _ = three
    anne.seat_players(sheet_of(anne).id, ["Frida", *NAMES])
    bert.seat_players(sheet_of(bert).id, [*NAMES[::-1], "Emil"])
    take(anne, file_of(bert))
    play(anne, 131)
    seen = who_played(anne)
    meet(anne, bert)
    assert who_played(anne) == seen == who_played(bert)


def test_a_payment_that_was_made_again_is_not_asked_about_when_a_file_tells_both(three):
    anne, bert, _ = three
    evening = anne.evenings()[0].id
    anne.pay(evening, "Anne", "Bert", 100, "EUR")
    meet(anne, bert)
    anne.pay(evening, "Anne", "Bert", 100, "EUR")
    take(bert, file_of(anne))
    take(anne, file_of(bert))
    for book in (anne, bert):
        assert not book.evening(evening).decisions
        assert len(book.export().evenings[0].payments) == 2


def test_a_hand_of_a_file_follows_the_one_before_it_there_whichever_runs_count(three):
    anne, bert, _ = three
    let_both_count(anne, bert, longest_first=True)
    meet(anne, bert)
    assert len(hands_of(anne)) == 4
    play(anne, 151)
    play(bert, 152)
    take(bert, file_of(anne))
    assert len(hands_of(bert)) == 5
    [question] = sheet_of(bert).questions
    assert sorted(len(run.hands) for run in question.runs) == [1, 1]


def test_whoever_was_named_as_dealer_and_has_left_the_table_since_does_not_deal(three):
    anne, bert, _ = three
    anne.seat_players(sheet_of(anne).id, FIVE)
    meet(anne, bert)
    bert.name_dealer(sheet_of(bert).id, FIVE.index("Emil"))
    anne.seat_players(sheet_of(anne).id, NAMES)
    play(anne, 131)
    meet(anne, bert)
    play(bert, 132)
    meet(anne, bert)
    for book in (anne, bert):
        assert [line.problems for line in sheet_of(book).score.lines] == [(), ()]


def test_a_file_that_tells_a_hand_as_it_was_changes_the_last_word_on_no_hand(three):
    anne, bert, _ = three
    play(anne, 100)
    [hand] = hands_of(anne)
    for _ in range(5):  # so that the words come after what the file tells, in the order of clocks
        anne.void(sheet_of(anne).id, hand)
        anne.restore(sheet_of(anne).id, hand)
    meet(anne, bert)
    amend(bert, hand, 160)
    bert.undo(sheet_of(bert).id)
    meet(anne, bert)
    anne.void(sheet_of(anne).id, hand)
    bert.redo(sheet_of(bert).id)
    play(bert, 141)
    meet(anne, bert)
    shown = line_of(anne, hand).record
    play(bert, 142)
    take(anne, file_of(bert))
    assert line_of(anne, hand).record == shown


def test_whoever_deals_stays_so_when_files_have_told_the_hand_before_in_two_ways(three):
    """Bert goes on from the first file, so that its word counts for him: the void of the second
    stands beside it, and Anne's own comes only then."""
    anne, bert, _ = three
    play(anne, 131)
    take(bert, file_of(anne))
    bert.pay(bert.evenings()[0].id, "Anne", "Bert", 100, "EUR")
    anne.void(sheet_of(anne).id, hands_of(anne)[0])
    take(bert, file_of(anne))
    play(bert, 132)
    seen = last_hand_of(bert).table.dealer
    meet(anne, bert)
    assert last_hand_of(anne).table.dealer == seen == last_hand_of(bert).table.dealer


def test_seats_that_a_file_tells_again_are_there_before_the_next_hand_as_after_it(three):
    anne, bert, _ = three
    play(anne, 131, 132, 133)
    play(bert, 141)
    bert.seat_players(sheet_of(bert).id, FIVE)
    bring(bert, anne)
    play(bert, 142)
    take(bert, file_of(anne))
    table = sheet_of(bert).score.next.table
    play(bert, 151)
    assert last_hand_of(bert).table.seats == table.seats
    assert last_hand_of(bert).table.active == table.active


def test_a_hand_follows_the_last_one_that_its_writer_saw_in_a_file(three):
    anne, bert, cem = three
    let_both_count(anne, bert, longest_first=False)
    take(cem, file_of(anne))
    seen = hands_of(cem)
    assert seen == hands_of(anne)
    play(cem, 151)
    dealt = last_hand_of(cem).table.dealer
    meet(cem, anne)
    for book in (anne, cem):
        assert hands_of(book)[:-1] == seen and last_hand_of(book).table.dealer == dealt
        assert not sheet_of(book).questions


def test_an_answer_that_is_taken_back_leaves_nothing_said(three):
    """Bert takes a hand back which Anne corrects. She takes her correction back as well, apart from
    his answer that it holds, of which nothing is left either."""
    anne, bert, _ = three
    play(anne, 131)
    meet(anne, bert)
    [hand] = hands_of(anne)
    bert.undo(sheet_of(bert).id)
    amend(anne, hand, 141)
    meet(anne, bert)
    bert.meetings.agree(sheet_of(bert).id, hand)
    bert.undo(sheet_of(bert).id)
    anne.undo(sheet_of(anne).id)
    meet(anne, bert)
    for book in (anne, bert):
        assert not hands_of(book) and not sheet_of(book).also


def test_a_hand_stays_with_those_who_played_it_when_one_that_was_taken_back_is_let_count(three):
    anne, bert, _ = three
    anne.seat_players(sheet_of(anne).id, FIVE)
    play(anne, 131)
    meet(anne, bert)
    anne.undo(sheet_of(anne).id)
    play(anne, 132)
    hand, who = hands_of(anne)[-1], who_played(anne)
    take(bert, file_of(anne))
    [question] = sheet_of(bert).questions
    bert.meetings.decide(sheet_of(bert).id, question, sorted(
        [run.first for run in question.runs], key=lambda first: first == hand))
    bring(bert, anne)
    assert len(hands_of(anne)) == 2 and hands_of(anne)[-1] == hand and who_played(anne) == who


def test_a_file_changes_nothing_in_the_order_of_sheets_that_were_begun_apart(three):
    anne, bert, _ = three
    evening = anne.evenings()[0].id
    first = bert.open_sheet(evening, DOPPELKOPF_ALTENBURG, NAMES)
    second = anne.open_sheet(evening, DOPPELKOPF_ALTENBURG, NAMES)
    told = file_of(anne)
    meet(anne, bert)
    before = [sheet.id for sheet in anne.evening(evening).sheets][1:]
    assert before == [first, second]
    take(anne, told)
    assert [sheet.id for sheet in anne.evening(evening).sheets][1:] == before


def test_two_who_sit_at_one_table_in_a_file_have_two_seats_though_they_were_merged_here(three):
    anne, bert, _ = three
    anne.people.add("Frida")
    anne.seat_players(sheet_of(anne).id, FIVE)
    meet(anne, bert)
    ids = {name: own for own, name in bert.people.names().items()}
    bert.people.merge(ids["Frida"], ids["Emil"])
    anne.seat_players(sheet_of(anne).id, [*FIVE, "Frida"])
    play(anne, 131)
    take(bert, file_of(anne))
    assert sheet_of(bert).score.next.table.names == (*FIVE, "Frida")
    assert last_hand_of(bert).table.seats == (0, 1, 2, 3, 4, 5)


def test_a_hand_follows_the_one_that_its_writer_saw_who_had_taken_back_what_a_file_tells(three):
    anne, bert, _ = three
    play(anne, 131)
    meet(anne, bert)
    [first] = hands_of(anne)
    bert.undo(sheet_of(bert).id)
    play(bert, 141, 142)
    play(anne, 132)
    amend(anne, first, 150)
    take(bert, file_of(anne))
    seen = hands_of(bert)
    assert len(seen) == 2 and first not in seen
    play(bert, 143)
    last = hands_of(bert)[-1]
    meet(anne, bert)
    [question] = sheet_of(anne).questions
    assert (*seen, last) in [run.hands for run in question.runs]
