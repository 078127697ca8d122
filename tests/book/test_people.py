"""Who is who: names, two spellings of one person, who has stopped, how everybody is drawn."""

from datetime import date

from hypothesis import given, strategies as st

from scorepad.book import facts
from scorepad.book.facts import Entry
from scorepad.book.journal import Journal
from scorepad.book.people import Colour, Look, Marker, OtherName, People, PersonRecord, sum_by_name
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.altenburg.hand import AltenburgRules
from tests.book.pages import NAMES

RED_STAR = Look(Colour.RED, Marker.STAR)


def people(**names):
    """Players by id, in this order."""
    known = People()
    for player, name in names.items():
        known.call(player, name)
    return known


def three():
    return people(p1="Anne", p2="Annna", p3="Bert")


def tell(known, file, listed):
    """Take in the people that a file lists, by id and name."""
    before = ""
    for player, name in listed:
        known.list_after(f"{file} {player}", player, before)
        known.add(player, name, (0, name))
        before = f"{file} {player}"


# --- one person, two spellings --------------------------------------------------------------------


def test_two_ids_become_one_person_called_as_the_other_is():
    known = three()
    known.merge("p2", "p1")
    assert known.names == {"p1": "Anne", "p2": "Anne", "p3": "Bert"}
    assert known.persons == {"p1": "Anne", "p3": "Bert"}
    assert known.ids == {"Anne": "p1", "Bert": "p3"}
    assert (known.person("p2"), known.spelt("p2")) == ("p1", "Annna")


def test_a_spelling_leads_to_the_person_unless_somebody_has_it_as_a_name():
    known = three()
    known.merge("p2", "p1")
    assert known.spellings == {"Annna": "Anne"}
    known.call("p3", "Annna")
    assert known.spellings == {}


def test_a_new_name_is_that_of_all_spellings():
    known = three()
    known.merge("p2", "p1")
    known.call("p1", "Änne")
    assert known.names == {"p1": "Änne", "p2": "Änne", "p3": "Bert"}


def test_who_is_parted_is_called_as_before():
    known = three()
    known.merge("p2", "p1")
    known.call("p1", "Änne")
    known.part("p2")
    assert known.persons == {"p1": "Änne", "p2": "Annna", "p3": "Bert"}
    known.part("p2")  # he is a person of his own already
    assert known.persons == {"p1": "Änne", "p2": "Annna", "p3": "Bert"}


def test_a_chain_of_spellings_is_one_person_and_falls_apart_where_it_is_cut():
    known = people(p1="Anne", p2="Annna", p3="Ann")
    known.merge("p3", "p2")
    known.merge("p2", "p1")
    assert set(known.names.values()) == {"Anne"}
    known.part("p2")
    assert known.names == {"p1": "Anne", "p2": "Annna", "p3": "Annna"}


def test_a_circle_of_merges_stays_one_person():
    """Two devices may each have merged one into the other."""
    known = three()
    known.merge("p2", "p1")
    known.merge("p1", "p2")
    known.merge("p1", "p1")
    assert known.persons == {"p1": "Anne", "p3": "Bert"}


def test_two_who_sit_at_one_table_are_two_people_wherever_that_is_heard_first():
    """One device merged them, and at the other they have played together."""
    known, later = three(), three()
    known.merge("p2", "p1")
    known.seat(["p2", "p1", "p3"])
    later.seat(["p2", "p1", "p3"])
    later.merge("p2", "p1")
    for each in (known, later):
        assert each.names == {"p1": "Anne", "p2": "Annna", "p3": "Bert"}
        each.merge("p3", "p1")  # they have played together as well
        assert each.names == {"p1": "Anne", "p2": "Annna", "p3": "Bert"}


def test_two_who_sit_at_one_table_are_not_both_a_third():
    """Each device has merged another of them into him: the first merge holds."""
    known = people(p1="Anne", p2="Annna", p3="Ann")
    known.merge("p2", "p1")
    known.merge("p3", "p1")
    known.seat(["p2", "p3"])
    assert known.names == {"p1": "Anne", "p2": "Anne", "p3": "Ann"}


def test_a_sheet_seats_nobody_twice():
    """One device has merged two, another has seated both, one of them as a latecomer."""
    came = [*[facts.PlayerAdded(f"p{number}", name) for number, name in enumerate(NAMES)],
            facts.PlayerAdded("p4", "Emil"), facts.EveningOpened("e", date(2026, 11, 20))]
    sat = [facts.SheetOpened("s", "e", DOPPELKOPF_ALTENBURG, ("p0", "p1", "p2", "p3"), 0,
                             AltenburgRules(), 10, "EUR"), facts.PlayerJoined("s", "p4")]
    for one, other, seated in (("p0", "p1", sat[:1]), ("p4", "p2", sat)):
        merged = [facts.PlayerMerged(one, other)]
        for order in ((*came, *merged, *seated), (*came, *seated, *merged)):
            journal = Journal.of(Entry(str(number), fact) for number, fact in enumerate(order))
            assert journal.sheets["s"].record(journal.names).names \
                == (*NAMES, "Emil")[:3 + len(seated)]


SAID = st.lists(st.tuples(st.sampled_from(["merge", "merge", "part"]), st.integers(0, 5),
                          st.integers(0, 5)), max_size=30)


@given(SAID, st.lists(st.sets(st.integers(0, 5), min_size=2, max_size=3), max_size=4))
def test_a_table_counts_the_same_whenever_it_is_heard_of(steps, tables):
    before, after = (people(**{f"p{number}": f"N{number}" for number in range(6)})
                     for _ in range(2))
    for each, begins in ((before, True), (after, False)):
        for heard in (begins, not begins):
            if heard:
                for table in tables:
                    each.seat(f"p{number}" for number in table)
            else:
                for what, player, into in steps:
                    each.merge(f"p{player}", f"p{into}") if what == "merge" \
                        else each.part(f"p{player}")
    assert before.names == after.names
    for table in tables:
        assert len({before.names[f"p{number}"] for number in table}) == len(table)


@given(SAID)
def test_whatever_is_merged_and_parted_everybody_has_the_name_of_his_person(steps):
    known = people(**{f"p{number}": f"N{number}" for number in range(6)})
    for what, player, into in steps:
        if what == "merge":
            known.merge(f"p{player}", f"p{into}")
        else:
            known.part(f"p{player}")
    for player, name in known.names.items():
        assert name == "N" + known.person(player)[1:]
        assert known.person(known.person(player)) == known.person(player)
    assert len(set(known.persons.values())) == len(known.persons)


# --- how everybody is drawn, who has stopped ------------------------------------------------------


def test_everybody_is_drawn_otherwise_as_long_as_there_are_signs_left():
    """10 colours and 7 markers have no common divisor: 70 different signs."""
    known = people(**{f"p{number}": f"N{number}" for number in range(70)})
    looks = list(known.look_of_all().values())
    assert len(set(looks)) == 70
    assert looks[:2] == [Look(Colour.TEAL, Marker.CIRCLE), Look(Colour.BLUE, Marker.SQUARE)]


def test_nobody_else_looks_otherwise_because_two_turned_out_to_be_one():
    known = three()
    before = known.look_of_all()
    known.merge("p2", "p1")
    assert known.look_of_all() == {"Anne": before["Anne"], "Bert": before["Bert"]}


def test_a_file_of_one_evening_changes_nobodys_look():
    """It names Zoe and Cem, so that Cem's entry comes before that of Bert, whom only the file of
    the whole club has."""
    club, evening = [("p3", "Zoe"), ("p2", "Bert"), ("p1", "Cem")], [("p3", "Zoe"), ("p1", "Cem")]
    alone, both = People(), People()
    tell(alone, "club", club)
    tell(both, "evening", evening)
    tell(both, "club", club)
    assert list(alone.look_of_all()) == ["Zoe", "Bert", "Cem"]
    assert both.look_of_all() == alone.look_of_all()


def test_files_that_contradict_each_other_and_one_of_what_came_of_it():
    """One has a, b, c, the other c, a: the lowest id comes first where that goes round in a
    circle. The third, of a book that has taken in both, changes nothing."""
    known = People()
    tell(known, "one", [("a", "Anne"), ("b", "Bert"), ("c", "Cem")])
    tell(known, "other", [("c", "Cem"), ("a", "Anne")])
    order = list(known.persons.items())
    assert [player for player, _ in order] == ["a", "b", "c"]
    tell(known, "third", order[1:])
    tell(known, "fourth", order)
    assert [*known.persons.items()] == order


def test_whom_files_have_told_come_behind_those_who_are_there_and_before_who_had_read_of_them():
    known = People()
    known.add("p1", "Anne")
    known.add("p2", "Bert")
    tell(known, "file", [("t2", "Tom"), ("p2", "Bert"), ("t1", "Ute")])
    assert [*known.persons] == ["p1", "p2", "t2", "t1"]
    known.add("p3", "Yann", read=["t1"])
    assert [*known.persons] == ["p1", "p2", "t2", "t1", "p3"]
    tell(known, "next", [("t0", "Max"), ("p3", "Yann")])
    assert [*known.persons] == ["p1", "p2", "t2", "t1", "p3", "t0"]


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), unique=True), max_size=4), st.data())
def test_a_file_of_what_the_book_has_changes_no_order(files, data):
    known, told = People(), list[str]()
    for number, file in enumerate(files):
        tell(known, number, [(player, player) for player in file])
        told += file
        if file and data.draw(st.booleans()):
            known.add(f"p{number}", f"P{number}", read=data.draw(st.lists(st.sampled_from(told))))
        if file and data.draw(st.booleans()):
            known.add(data.draw(st.sampled_from("abcdefgh")), "X")
    order = [*known.persons]
    for number in range(2):
        tell(known, f"own {number}", [(each, each) for each in order if data.draw(st.booleans())])
        assert [*known.persons] == order


def test_a_chosen_look_goes_before_the_usual():
    known = three()
    known.looks["p3"] = RED_STAR
    assert known.look_of_all()["Bert"] == RED_STAR


def test_records_are_of_each_person_with_what_is_known():
    known = three()
    known.retired.add("p1")
    known.looks["p3"] = RED_STAR
    assert known.records() == (
        PersonRecord("Anne", True, None, "p1"), PersonRecord("Annna", False, None, "p2"),
        PersonRecord("Bert", False, RED_STAR, "p3"))
    known.merge("p2", "p1")
    assert [record.id for record in known.records()] == ["p1", "p3"]


def test_of_whom_was_deleted_nothing_is_left():
    known = three()
    known.retired.add("p3")
    known.looks["p3"] = RED_STAR
    known.delete("p3")
    known.delete("p3")
    assert "p3" not in known.names
    assert [record.name for record in known.records()] == ["Anne", "Annna"]
    assert list(known.look_of_all()) == ["Anne", "Annna"]


def test_the_number_behind_a_name_goes_with_the_namesake():
    """Or whoever types the name next would begin a third person of it."""
    known = people(p1="Bert", p2="Bert", p3="Bert")
    assert list(known.names.values()) == ["Bert", "Bert (2)", "Bert (3)"]
    known.delete("p1")
    assert known.ids == {"Bert": "p2", "Bert (2)": "p3"}
    known.delete("p3")
    known.undelete("p1")
    assert known.ids == {"Bert": "p2", "Bert (2)": "p1"}


def test_facts_in_people_out():
    written = [
        facts.PlayerAdded("p1", "Anne"), facts.PlayerAdded("p2", "Annna"),
        facts.PlayerAdded("p3", "Bert"), facts.PlayerAdded("p4", "Tipfehler"),
        facts.PlayerRenamed("p3", "Berta"), facts.PlayerMerged("p2", "p1"),
        facts.PlayerRetired("p3"), facts.PlayerReturned("p3"), facts.PlayerRetired("p1"),
        facts.PlayerMarked("p3", Colour.RED, Marker.STAR), facts.PlayerDeleted("p4")]
    known = Journal.of(Entry(f"e{number}", fact) for number, fact in enumerate(written)).people
    assert known.persons == {"p1": "Anne", "p3": "Berta"}
    assert known.records() == (PersonRecord("Anne", True, None, "p1", (OtherName("Annna", "p2"),)),
                               PersonRecord("Berta", False, RED_STAR, "p3"))
    parted = Journal.of([Entry(f"e{number}", fact) for number, fact in enumerate(
        [*written, facts.PlayerParted("p2")])]).people
    assert parted.persons == {"p1": "Anne", "p2": "Annna", "p3": "Berta"}


def test_sums_of_one_person_go_together():
    assert sum_by_name([("Anne", 3), ("Bert", -1), ("Anne", -5)]) == {"Anne": -2, "Bert": -1}
