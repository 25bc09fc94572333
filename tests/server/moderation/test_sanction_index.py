"""Who is banned is found at once, however many are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.moderation.sanction_index import SanctionIndex
from server.moderation.sanctions import Sanction


def sanction(target: str, kind="ban", until: int | None = None) -> Sanction:
    return Sanction(kind, target, "", target, 0, until)


@pytest.fixture
def index() -> SanctionIndex:
    return SanctionIndex()


def test_an_account_is_banned_or_silenced_by_its_number(index):
    index.add(sanction("#1"))
    index.add(sanction("#2", "silence"))
    found = [index.of_player(kind, player, 0.0) is not None for player in (1, 2, 3) for kind in ("ban", "silence")]
    assert found == [True, False, False, True, False, False]


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.0/24"),
        ("::ffff:192.0.2.7", "192.0.2.0/24"),
        ("192.0.2.8", "192.0.2.8/32"),
        ("192.0.3.7", None),
        ("2001:db8::77", "2001:db8::/64"),
        ("2001:db8:0:1::77", None),
        ("?", None),
        ("", None),
    ],
)
def test_an_address_is_banned_with_the_narrowest_network_it_lies_in(index, address, network):
    for target in ("192.0.2.8/32", "192.0.2.0/24", "2001:db8::/64"):
        index.add(sanction(target))
    found = index.at_address(address, 0.0)
    assert (found and found.target) == network


def test_what_is_over_counts_for_nothing_and_a_wider_network_still_does(index):
    index.add(sanction("192.0.2.7/32", until=10))
    index.add(sanction("192.0.0.0/16"))
    index.add(sanction("#1", until=10))
    assert index.at_address("192.0.2.7", 9.0).target == "192.0.2.7/32"
    assert index.at_address("192.0.2.7", 10.0).target == "192.0.0.0/16"
    assert index.of_player("ban", 1, 10.0) is None
    assert [each.target for each in index.all(10.0)] == ["192.0.0.0/16"]
    index.forget(10.0)
    assert len(index) == 1


def test_another_for_the_same_target_takes_its_place(index):
    for until in (5, 20):
        index.add(sanction("192.0.2.7/32", until=until))
        index.add(sanction("#1", until=until))
    assert len(index) == 2
    assert index.at_address("192.0.2.7", 10.0).until == index.of_player("ban", 1, 10.0).until == 20


@given(st.lists(st.tuples(st.ip_addresses(), st.integers(0, 128)), max_size=8), st.ip_addresses())
def test_it_finds_what_going_through_all_networks_finds(made, address):
    from ipaddress import ip_network

    networks = {ip_network((each, min(bits, each.max_prefixlen)), strict=False) for each, bits in made}
    index = SanctionIndex()
    for network in networks:
        index.add(sanction(str(network)))
    mapped = getattr(address, "ipv4_mapped", None) or address
    around = [each for each in networks if each.version == mapped.version and mapped in each]
    found = index.at_address(str(address), 0.0)
    assert (found and found.target) == (str(max(around, key=lambda each: each.prefixlen)) if around else None)
    for network in networks:
        index.remove("ban", str(network))
    assert (index.at_address(str(address), 0.0), index._networks) == (None, {})
