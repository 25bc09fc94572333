"""Which addresses share a quota, and how much of it there is."""

from __future__ import annotations

import math

import pytest

from server.limits.addresses import AddressQuotas, household, quota_group, rates, wider_networks
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
    inside[0].leave()
    assert addresses.enter("192.0.2.7", 0.0) is not None


def test_an_address_of_ipv6_is_a_whole_64():
    addresses = AddressQuotas(LIMITS)
    assert [addresses.enter(f"2001:db8::{host}", 0.0) is None for host in range(4)] == [False, False, False, True]


def test_who_comes_and_goes_too_often_waits():
    addresses = AddressQuotas(LIMITS)
    for _ in range(5):
        addresses.enter("192.0.2.7", 0.0).leave()
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
        addresses.enter(f"2001:db8:{number:x}::1", 0.0).leave()
    addresses.forget(0.5)
    assert len(addresses) == 1000
    addresses.forget(1.0)
    assert len(addresses) == 0


KEY = bytes(32)


def test_who_comes_from_one_address_is_of_one_household_and_nobody_else_is():
    homes = [household(address, KEY) for address in ("192.0.2.7", "::ffff:192.0.2.7", "192.0.2.8")]
    assert homes[0] == homes[1] != homes[2]
    assert household("2001:db8::1", KEY) == household("2001:db8:0:ff::2", KEY) != household("2001:db8:0:100::1", KEY)


def test_only_addresses_of_ipv6_have_wider_networks():
    assert wider_networks("2001:db8:1:234::5") == {"2001:db8:1:200::/56": 4, "2001:db8:1::/48": 16}
    assert wider_networks("::ffff:192.0.2.7") == wider_networks("192.0.2.7") == wider_networks("?") == {}


def test_a_household_tells_no_address_without_the_key():
    assert "192.0.2.7" not in household("192.0.2.7", KEY)
    assert household("192.0.2.7", KEY) != household("192.0.2.7", bytes([1] * 32))


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1", "", "unknown"])
def test_who_comes_from_this_machine_or_nobody_knows_whence_is_of_no_household(address):
    assert household(address, KEY) == ""


def test_the_networks_around_an_address_of_ipv6_have_some_times_as_much():
    addresses = AddressQuotas(LIMITS)
    for bits, (times, net) in {56: (4, "2001:db8:0:{:x}::1"), 48: (16, "2001:db8:1:{:x}00::1")}.items():
        let_in = [addresses.enter(net.format(number), 0.0) for number in range(80)]
        places = times * LIMITS.connections_per_address
        assert [usage is not None for usage in let_in] == [True] * places + [False] * (80 - places), bits
        let_in[0].leave()
        assert addresses.enter(net.format(90), 100.0) is not None
    assert all(addresses.enter(f"192.0.2.{host}", 0.0) for host in range(80))


def come(usage, now):
    """Whether a newcomer of that moment has an account made."""
    if made := usage.may_make_account(now):
        usage.charge_account(now)
    return made


def test_an_address_makes_a_hundred_accounts_at_once_and_then_one_a_minute():
    usage = AddressQuotas(ServerLimits()).enter("192.0.2.7", 0.0)
    assert sum(come(usage, 0.0) for _ in range(200)) == 100
    assert sum(come(usage, float(second)) for second in range(1, 601)) == 10


def test_accounts_that_were_made_beyond_the_bound_are_made_up_for():
    usage = AddressQuotas(ServerLimits(address_accounts_burst=1)).enter("192.0.2.7", 0.0)
    for _ in range(3):
        usage.charge_account(0.0)
    assert [usage.may_make_account(60.0 * minute) for minute in range(5)] == [False, False, False, True, True]


def test_the_networks_around_an_address_of_ipv6_make_some_times_as_many_accounts():
    addresses = AddressQuotas(ServerLimits())
    for bits, (times, net) in {56: (4, "2001:db8:0:{:x}::1"), 48: (16, "2001:db8:1:{:x}00::1")}.items():
        near = [addresses.enter(net.format(number), 0.0) for number in range(20)]
        assert sum(come(usage, 0.0) for usage in near for _ in range(100)) == 100 * times, bits


def test_an_address_is_remembered_until_it_may_make_as_many_accounts_as_ever():
    addresses = AddressQuotas(ServerLimits())
    usage = addresses.enter("192.0.2.7", 0.0)
    usage.charge_account(0.0)
    usage.leave()
    for now, known in ((59.0, 1), (60.0, 0)):
        addresses.forget(now)
        assert len(addresses) == known


def test_what_is_stored_for_the_neighbours_in_a_network_counts_together():
    limits = ServerLimits(address_stored_bytes_per_day=86_400.0, address_stored_burst_bytes=100)
    addresses = AddressQuotas(limits)
    near = [addresses.enter(f"2001:db8:0:{number:x}::1", 0.0) for number in range(5)]
    for usage in near[:4]:
        usage.charge_stored(0.0, 101)
        assert usage.storage_wait_s(0.0) == pytest.approx(1.0)
    assert near[4].storage_wait_s(0.0) == pytest.approx(1.0)
    assert near[4].storage_wait_s(1.0) == 0
    assert addresses.enter("2001:db8:0:100::1", 0.0).storage_wait_s(0.0) == 0


@pytest.mark.parametrize("name", sorted(rates(ServerLimits()).keys() - {"arrivals", "accounts", "stored"}))
def test_whatever_flows_from_the_neighbours_in_a_network_is_bounded_together(name):
    per_s, burst = rates(ServerLimits())[name]
    for net, times in {"2001:db8:0:{:x}::1": 4, "2001:db8:1:{:x}00::1": 16, "192.0.2.{}": math.inf}.items():
        addresses = AddressQuotas(ServerLimits())
        near = [getattr(addresses.enter(net.format(number), 0.0), name) for number in range(20)]
        drained = [not bucket.take(0.0, burst) for bucket in near]
        assert drained == [number < times for number in range(20)], net
        assert near[19].take(burst / per_s, burst) == 0, "nothing was taken where it was refused"


def test_who_guesses_codes_from_many_addresses_of_a_network_is_stopped():
    addresses, limits = AddressQuotas(ServerLimits()), ServerLimits()
    near = [addresses.enter(f"2001:db8:0:{number:x}::1", 0.0).misses for number in range(5)]
    assert sum(not bucket.take(0.0) for bucket in near for _ in range(100)) == 4 * limits.misses_burst
    assert near[4].is_empty(0.0)


def test_a_network_is_remembered_as_long_as_an_address_in_it():
    addresses = AddressQuotas(LIMITS)
    first = addresses.enter("2001:db8::1", 0.0)
    addresses.forget(1e6)
    assert addresses.enter("2001:db8:0:1::1", 1e6).wider == first.wider
    first.leave()
    addresses.forget(1e6)
    assert addresses.enter("2001:db8::1", 2e6).wider == first.wider


@pytest.mark.parametrize(
    ("address", "network"),
    [("192.0.2.7", "192.0.2.7"), ("2001:db8::7", "2001:db8::/64"), ("2001:db8::7", "2001:db8::/48")],
)
def test_what_is_open_at_other_nodes_counts_too(address: str, network: str) -> None:
    quotas = AddressQuotas(LIMITS)
    most = LIMITS.connections_per_address * {"2001:db8::/48": 16}.get(network, 1)
    quotas.elsewhere = {network: most - 1}
    assert quotas.enter(address, 0.0) is not None
    assert quotas.enter(address, 0.0) is None
    quotas.elsewhere = {network: most - 2}
    assert quotas.enter(address, 0.0) is not None
