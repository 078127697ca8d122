"""IBANs by ISO 13616 and codes by EPC069-12; the account is kept here and goes nowhere."""

import pytest

from scorepad import document
from scorepad.service import Refused, Service
from scorepad.service.persons import giro_code, grouped, read_iban
from scorepad.service.roles import NotAllowed, Owner, Role

IBAN = "DE89370400440532013000"
"""The example of the German standard, as that of the registry of ISO 13616."""


@pytest.mark.parametrize("typed", [
    "DE89 3704 0044 0532 0130 00", " de89370400440532013000 ", "GB82 WEST 1234 5698 7654 32",
    "CH93 0076 2011 6238 5295 7", "AT61 1904 3002 3457 3201"])
def test_an_iban_may_be_typed_as_it_is_printed(typed: str):
    assert read_iban(typed) == typed.replace(" ", "").upper()


@pytest.mark.parametrize("typed", [
    "DE89 3704 0044 0532 0130 01", "DE98 3704 0044 0532 0130 00", "3704 0044", "Anne",
    "DE89 3704 0044 0532 0130 0٠", "DE89-3704-0044-0532-0130-00"])
def test_what_is_none_is_refused(typed: str):
    with pytest.raises(Refused, match="This is no IBAN"):
        read_iban(typed)


def test_a_code_has_the_lines_of_the_guideline():
    assert giro_code("Anne", IBAN, 1205, "Scorepad 20.11.2026").split("\n") == [
        "BCD", "002", "1", "SCT", "", "Anne", IBAN, "EUR12.05", "", "", "Scorepad 20.11.2026"]
    assert giro_code("A" * 80, IBAN, 5, "").split("\n")[5:8] == ["A" * 70, IBAN, "EUR0.05"]


def test_an_account_is_kept_and_in_no_file(service: Service):
    anne = service.people.add("Anne")
    assert service.accounts.by_name() == {}
    assert service.accounts.leave(anne, grouped(IBAN)) == IBAN
    assert service.accounts.by_name() == {"Anne": IBAN}
    service.people.rename(anne, "Anna")
    assert service.accounts.by_name() == {"Anna": IBAN}
    assert IBAN not in document.write(service.export()) + service.meetings.entries()
    service.accounts.leave(anne, "")
    assert service.accounts.by_name() == {}


def test_another_spelling_has_the_account(service: Service):
    anne, other = service.people.add("Anne"), service.people.add("Anne B")
    service.accounts.leave(other, IBAN)
    service.people.merge(other, anne)
    assert service.accounts.by_name() == {"Anne": IBAN}


def test_only_a_host_says_where_money_goes(service: Service):
    anne = service.people.add("Anne")
    with pytest.raises(NotAllowed):
        service.used_by(Owner("Bert", Role.WRITER)).accounts.leave(anne, IBAN)


def test_the_latest_account_counts_and_a_cleared_one_is_gone(service: Service):
    anne, other = service.people.add("Anne"), service.people.add("Anne B")
    service.accounts.leave(other, IBAN)
    service.people.merge(other, anne)
    service.accounts.leave(anne, "GB82 WEST 1234 5698 7654 32")
    assert service.accounts.by_name() == {"Anne": "GB82WEST12345698765432"}
    service.accounts.leave(anne, "")
    assert service.accounts.by_name() == {}
