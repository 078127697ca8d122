"""Who knew what: whatever the links, it is what following them one by one gives."""

from hypothesis import given, strategies as st

from scorepad.book import facts
from scorepad.book.facts import Entry
from scorepad.book.history.causality import Knowing
from scorepad.book.history.knowing import apart_in, last_known, levels

LINKS = st.lists(st.lists(st.integers(0, 11), max_size=3), min_size=1, max_size=12)
"""For each entry, those before it that it follows, by their places."""


def written(links: list[list[int]]) -> tuple[list[Entry], list[set[int]]]:
    """The entries, and the places of those that each of their writers knew."""
    made, knew, clocks = list[Knowing](), list[set[int]](), list[int]()
    for place, given_links in enumerate(links):
        after = [other for other in given_links if other < place]
        knew.append({*after}.union(*[knew[other] for other in after]))
        clocks.append(max([clocks[other] for other in after], default=0) + 1)
        made.append(Knowing(clocks[-1], f"{place:02}", "PlayerAdded",
                            [bytes([other]) for other in after], bytes([place])))
    apart = apart_in(made, {})
    return [Entry(link.id, facts.PlayerAdded(link.id, "Anne"), apart=apart.get(link.id, ()))
            for link in sorted(made)], knew


@given(LINKS, st.sets(st.integers(0, 11)))
def test_the_last_known_are_those_that_no_other_knew(links: list[list[int]], some: set[int]):
    entries, knew = written(links)
    chosen = [entry for entry in entries if int(entry.id) in some]
    asked = {int(entry.id) for entry in chosen}
    assert {int(entry.id) for entry in last_known(chosen)} \
        == {place for place in asked if not any(place in knew[other] for other in asked)}


@given(LINKS, st.sets(st.integers(0, 11)))
def test_those_of_one_level_were_written_apart(links: list[list[int]], some: set[int]):
    """A level is the length of the longest way to an entry along those that know each other."""
    entries, knew = written(links)
    chosen = [int(entry.id) for entry in entries if int(entry.id) in some]
    longest = dict[int, int]()
    for place in chosen:
        longest[place] = 1 + max([longest[each] for each in knew[place] if each in longest],
                                 default=-1)
    found = levels([entry for entry in entries if int(entry.id) in some])
    for one, level in found.items():
        for other, same in found.items():
            assert one == other or level != same \
                or int(one) not in knew[int(other)] and int(other) not in knew[int(one)]
    alone = {place for place in chosen if all(
        place in knew[other] or other in knew[place] for other in range(len(links))
        if other != place)}
    assert {int(own) for own in found} == {*chosen} - alone
    if not alone:
        assert {int(own): level for own, level in found.items()} == longest
