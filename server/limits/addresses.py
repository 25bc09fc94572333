"""Where connections come from: what everybody at one address takes together, counted before they have said a word.

One address of IPv6 is a /64, which is what one customer is given.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

from server.limits.settings import ServerLimits
from server.limits.token_bucket import TokenBucket

IPV6_SHARED_BITS = 64
LOOPBACK = ("127.0.0.0/8", "::1/128")


class AddressUsage:
    """What one address takes now. Mutable: it is counted and drained."""

    __slots__ = ("arrivals", "connections", "rooms")

    def __init__(self, limits: ServerLimits) -> None:
        """Begin with nothing taken."""
        self.connections = 0
        self.arrivals = TokenBucket(limits.arrivals)
        self.rooms = TokenBucket(limits.address_makings)

    def is_forgotten(self, now: float) -> bool:
        """Whether nothing about it needs to be remembered."""
        return not self.connections and self.arrivals.is_full(now) and self.rooms.is_full(now)


class AddressQuotas:
    """Every address that takes anything. Mutable: they come and go."""

    def __init__(self, limits: ServerLimits) -> None:
        """Begin with nobody."""
        self._limits = limits
        self._known: dict[str, AddressUsage] = {}

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._known)

    def enter(self, written: str, now: float) -> AddressUsage | None:
        """One more connection of an address; None where it has too many, or has made too many just now."""
        address = self._known.setdefault(quota_group(written), AddressUsage(self._limits))
        if address.connections >= self._limits.connections_per_address or address.arrivals.take(now):
            return None
        address.connections += 1
        return address

    def forget(self, now: float) -> None:
        """Forget everyone who is gone and whose buckets are full."""
        self._known = {written: address for written, address in self._known.items() if not address.is_forgotten(now)}


class Networks:
    """Some addresses and networks, such as 10.0.0.0/8."""

    def __init__(self, written: Iterable[str] = ()) -> None:
        """Take these. Raises ValueError with a sentence for what is no address."""
        self._networks = tuple(ip_network(network.strip(), strict=False) for network in written)

    def __contains__(self, written: str) -> bool:
        """Whether an address is one of them."""
        address = parse_address(written)
        return address is not None and any(address in network for network in self._networks)


class TrustedProxies(Networks):
    """The proxies that are believed when they tell for whom they speak."""

    def client(self, peer: str, forwarded: Iterable[str]) -> str:
        """Who is at the other end: the rightmost address of `X-Forwarded-For` that no proxy of ours is.

        What stands left of that was written by whoever it is, and may be a lie. A peer that is no proxy is taken for
        itself, whatever it says; so is the last proxy, where what stands before it is no address.
        """
        client = peer
        hops = [hop.strip() for header in forwarded for hop in header.split(",")]
        while client in self and hops:
            hop = hops.pop()
            if parse_address(hop) is None:
                break
            client = hop
        return client


def parse_address(written: str) -> IPv4Address | IPv6Address | None:
    """The address in a text, an IPv4 address in IPv6's clothes as itself; None where there is none."""
    try:
        address = ip_address(written.partition("%")[0].strip("[]"))
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def quota_group(written: str) -> str:
    """Under what an address is counted: itself, or its /64 where it is one of IPv6."""
    address = parse_address(written)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, IPV6_SHARED_BITS), strict=False))
    return written if address is None else str(address)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that listens there."""
    address = parse_address(host)
    return host == "localhost" if address is None else address.is_loopback
