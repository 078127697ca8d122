"""The use cases of another user: each of them is his, and what was found out is everybody's."""

from scorepad.service import Service
from scorepad.service.open_book import OpenBook
from scorepad.service.roles import Owner, Role, User
from scorepad.storage import Store


def users_in(service):
    """Whoever the use cases act for: the users of all books and users that hang on them."""
    found, waiting, seen = [], [service], set()
    while waiting:
        each = waiting.pop()
        if id(each) in seen or type(each).__module__.partition(".")[0] != "scorepad" \
                or isinstance(each, Store):
            continue
        seen.add(id(each))
        if isinstance(each, Owner):
            found.append(each)
        elif isinstance(each, OpenBook):
            found.append(each.user)
        else:
            waiting += vars(each).values() if hasattr(each, "__dict__") else []
    return found


def test_nothing_of_the_owner_stays_with_another_user(tmp_path):
    service = Service(Store.open(f"sqlite:///{tmp_path / 'book.db'}"), "Anne")
    bert: User = Owner("Bert", Role.WRITER)
    theirs = service.used_by(bert)
    assert {user.name for user in users_in(theirs)} == {"Bert"}
    assert {user.name for user in users_in(service)} == {"Anne"}
    service.close()
