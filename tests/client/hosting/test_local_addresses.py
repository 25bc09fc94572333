"""How far this machine reaches is found out from itself alone."""

import socket

import pytest

from client.hosting import local_addresses
from client.hosting.local_addresses import look_around, survey


@pytest.fixture
def listener():
    with socket.create_server(("127.0.0.1", 0)) as made:
        yield made


@pytest.mark.parametrize(("address", "is_open"), [("127.0.0.1", True), ("127.0.0.2", False)])
def test_a_server_is_open_where_it_answers_at_the_machines_address(address, is_open, monkeypatch, listener):
    monkeypatch.setattr(local_addresses, "address_here", lambda: address)
    found = look_around(f"ws://localhost:{listener.getsockname()[1]}")
    assert (found.host, found.is_open) == (address, is_open)


def test_one_can_log_in_where_an_ssh_server_answers(monkeypatch, listener):
    monkeypatch.setattr(local_addresses, "SSH_PORT", listener.getsockname()[1])
    assert look_around("ws://localhost:1").has_ssh
    listener.close()
    assert not look_around("ws://localhost:1").has_ssh


def test_a_machine_in_no_network_goes_by_its_name(monkeypatch):
    monkeypatch.setattr(local_addresses, "ELSEWHERE", ("no address", 9))
    found = look_around("ws://localhost:1")
    assert (found.host, found.is_open) == (socket.gethostname(), False)


async def test_of_a_server_elsewhere_nothing_is_asked(monkeypatch):
    monkeypatch.setattr(local_addresses, "look_around", lambda _: pytest.fail("it was looked at"))
    assert await survey("wss://play.example.org:8765") is None
