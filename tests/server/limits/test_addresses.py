"""Who is counted with whom, and whom a proxy speaks for."""

from __future__ import annotations

import pytest

from server.limits.addresses import AddressQuotas, TrustedProxies, is_loopback, quota_group
from server.limits.settings import ServerLimits

LIMITS = ServerLimits(connections_per_address=3, arrivals_per_s=1.0, arrivals_burst=5)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"),
        ("2001:DB8:1:2:0::7", "2001:db8:1:2::8"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::2%eth1"),
        ("[2001:db8::1]", "2001:db8::1"),
    ],
)
def test_one_household_is_one_address(one, other):
    assert quota_group(one) == quota_group(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:3::1"),
        ("192.0.2.7", "192.0.2.8"),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.8"),
        ("?", "192.0.2.7"),
    ],
)
def test_neighbours_are_not(one, other):
    assert quota_group(one) != quota_group(other)


def test_an_address_has_so_many_connections_and_a_place_again_when_one_goes():
    addresses = AddressQuotas(LIMITS)
    inside = [addresses.enter("192.0.2.7", 0.0) for _ in range(4)]
    assert inside[3] is None
    assert addresses.enter("192.0.2.8", 0.0) is not None
    inside[0].connections -= 1
    assert addresses.enter("192.0.2.7", 0.0) is not None


def test_an_address_of_ipv6_is_a_whole_64():
    addresses = AddressQuotas(LIMITS)
    assert [addresses.enter(f"2001:db8::{host}", 0.0) is None for host in range(4)] == [False, False, False, True]


def test_who_comes_and_goes_too_often_waits():
    addresses = AddressQuotas(LIMITS)
    for _ in range(5):
        addresses.enter("192.0.2.7", 0.0).connections -= 1
    assert addresses.enter("192.0.2.7", 0.5) is None
    assert addresses.enter("192.0.2.7", 1.0) is not None


def test_a_refused_connection_takes_no_place():
    addresses = AddressQuotas(LIMITS)
    for _ in range(10):
        addresses.enter("192.0.2.7", 0.0)
    assert addresses.enter("192.0.2.7", 0.0) is None
    addresses.forget(1e6)
    assert len(addresses) == 1


def test_who_is_gone_is_remembered_only_until_nothing_is_owed():
    addresses = AddressQuotas(LIMITS)
    for number in range(1000):
        addresses.enter(f"2001:db8:0:{number:x}::1", 0.0).connections -= 1
    addresses.forget(0.5)
    assert len(addresses) == 1000
    addresses.forget(1.0)
    assert len(addresses) == 0


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
