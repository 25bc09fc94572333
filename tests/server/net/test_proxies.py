"""Which networks are trusted, and whom a proxy speaks for."""

from __future__ import annotations

import pytest

from server.net.proxies import TrustedProxies, is_loopback


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("10.0.0.2", ["198.51.100.7"], "198.51.100.7"),
        ("10.0.0.2", ["1.1.1.1, 198.51.100.7"], "198.51.100.7"),
        ("10.0.0.2", ["1.1.1.1", "198.51.100.7"], "198.51.100.7"),
        ("10.0.0.2", ["1.1.1.1, 198.51.100.7, 10.0.0.3"], "198.51.100.7"),
        ("10.0.0.2", ["10.0.0.4, 10.0.0.3"], "10.0.0.4"),
        ("10.0.0.2", [], "10.0.0.2"),
        ("10.0.0.2", ["unknown"], "10.0.0.2"),
        ("10.0.0.2", ["198.51.100.7, _hidden, 10.0.0.3"], "10.0.0.3"),
        ("10.0.0.2", ["2001:db8::7"], "2001:db8::7"),
        ("::ffff:10.0.0.2", ["198.51.100.7"], "198.51.100.7"),
        ("198.51.100.9", ["198.51.100.7"], "198.51.100.9"),
        ("198.51.100.9", ["10.0.0.2"], "198.51.100.9"),
    ],
)
def test_the_rightmost_address_that_is_no_proxy_is_the_clients(peer, forwarded, client):
    assert TrustedProxies(["10.0.0.0/24"]).client(peer, forwarded) == client


def test_nobody_is_a_proxy_by_default():
    assert TrustedProxies().client("127.0.0.1", ["198.51.100.7"]) == "127.0.0.1"


@pytest.mark.parametrize("written", ["proxy.example.org", "10.0.0.0/33", ""])
def test_what_is_no_address_cannot_be_believed(written):
    with pytest.raises(ValueError, match="does not appear to be"):
        TrustedProxies([written])


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "localhost"])
def test_this_machine_alone(host):
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "games.example.org", ""])
def test_anybody(host):
    assert not is_loopback(host)
