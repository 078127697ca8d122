"""A key that anybody on this machine may have read lets in only the account that it is for."""

import os
import socket
import subprocess
import sys

import pytest

from scorepad.web.access import origins as account
from scorepad.web.access.keys import Keys
from scorepad.web.access.origins import is_own

linux = pytest.mark.skipif(not account.CONNECTIONS.exists(), reason="the system does not tell")

NOBODY = 65534
"""The account without rights that every Linux has."""


@pytest.fixture
def listener():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(20)
        yield listener


@linux
def test_a_connection_of_this_account_is_own(listener: socket.socket):
    with socket.create_connection(listener.getsockname()):
        accepted, client = listener.accept()
        with accepted:
            assert is_own(client, accepted.getsockname())
            assert not is_own(client, ("127.0.0.1", 1))


@linux
def test_a_connection_that_was_closed_is_nobodys(listener: socket.socket):
    """It waits in Linux's list, as one of the account 0."""
    with socket.create_connection(listener.getsockname()) as asks:
        accepted, client = listener.accept()
        asks.shutdown(socket.SHUT_WR)
        accepted.close()
    assert not is_own(client, listener.getsockname())


@linux
@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can be somebody else")
def test_a_connection_of_another_account_is_not(listener: socket.socket):
    stranger = subprocess.Popen(
        [sys.executable, "-c", f"import os, socket; os.setuid({NOBODY}); "
         f"asks = socket.socket(); asks.connect({listener.getsockname()!r}); asks.recv(1)"])
    accepted, client = listener.accept()
    with accepted:
        assert not is_own(client, accepted.getsockname())
    stranger.wait(20)


@linux
@pytest.mark.parametrize("client", [None, (), ("127.0.0.1", 1), ("::1", 5), ("testclient", 50000)])
def test_who_cannot_be_found_is_not(client: object):
    assert not is_own(client, ("127.0.0.1", 1))


def test_where_the_system_does_not_tell_everybody_is(monkeypatch: pytest.MonkeyPatch, tmp_path):
    monkeypatch.setattr(account, "CONNECTIONS", tmp_path / "none")
    assert is_own(("127.0.0.1", 1), None)


def test_such_a_key_is_refused_to_others_and_stays_good():
    keys = Keys()
    own, printed = keys.invite(own=True), keys.invite()
    assert keys.join(own, own=False) is None and keys.waits(own)
    assert keys.join(printed, own=False) is not None and not keys.waits(printed)
    assert keys.join(own) is not None and keys.join(own) is None
