"""Which addresses share a quota, and how much of it there is."""

from __future__ import annotations

import pytest

from server.limits.addresses import AddressQuotas, household, quota_group
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
def test_one_customers_addresses_share_a_quota(one, other):
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
def test_neighbours_have_quotas_of_their_own(one, other):
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


KEY = bytes(32)


def test_who_comes_from_one_address_is_of_one_household_and_nobody_else_is():
    homes = [household(address, KEY) for address in ("192.0.2.7", "::ffff:192.0.2.7", "192.0.2.8")]
    assert homes[0] == homes[1] != homes[2]
    assert household("2001:db8::1", KEY) == household("2001:db8::2", KEY) != household("2001:db8:0:1::1", KEY)


def test_a_household_tells_no_address_without_the_key():
    assert "192.0.2.7" not in household("192.0.2.7", KEY)
    assert household("192.0.2.7", KEY) != household("192.0.2.7", bytes([1] * 32))


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1", "", "unknown"])
def test_who_comes_from_this_machine_or_nobody_knows_whence_is_of_no_household(address):
    assert household(address, KEY) == ""
