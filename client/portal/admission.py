"""Who may come in: how many visitors there are, in all and of one address, and how fast new ones come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from ipaddress import IPv4Address, ip_address, ip_network

from client.portal.config import PortalLimits

FULL = "This portal is full. Try again in a few minutes."
CROWDED = "There are too many visitors from your address. Leave in another window first."
HURRIED = "Too many people are coming in at once. Try again in a moment."
KNOCKS = 2
"""How many connections there may be for each visitor that there may be: some have not come in yet."""
IPV6_NETWORKS = {64: 1, 56: 4, 48: 16}
"""An IPv6 customer has a whole /64, which counts as one address, and often more: how many times as many those have."""


class Bucket:
    """Lets a number of things through a second, and some more at once."""

    def __init__(self, per_s: float, burst: float, now: Callable[[], float]) -> None:
        self._per_s, self._burst, self._now = per_s, burst, now
        self._left, self._at = burst, now()

    def take(self, amount: float = 1.0) -> bool:
        """Whether there is room for so much, which it then takes."""
        now = self._now()
        self._left, self._at = min(self._burst, self._left + (now - self._at) * self._per_s), now
        if self._left < amount:
            return False
        self._left -= amount
        return True


class Places:
    """How many things there are, in all and of each network, of which an address may have so many."""

    def __init__(self, per_address: int) -> None:
        self._per_address = per_address
        self._taken: Counter[str] = Counter()
        self.total = 0

    def is_crowded(self, address: str) -> bool:
        """Whether an address, or a network around it, has as many as it may."""
        return any(self._taken[name] >= times * self._per_address for name, times in networks_of(address).items())

    def take(self, address: str) -> None:
        self.total += 1
        self._taken.update(networks_of(address).keys())

    def leave(self, address: str) -> None:
        self.total -= 1
        self._taken.subtract(networks_of(address).keys())
        self._taken = +self._taken


class Admission:
    """Counts connections and visitors, and says who may come in."""

    def __init__(self, limits: PortalLimits, now: Callable[[], float]) -> None:
        self._limits = limits
        self._arrivals = Bucket(limits.arrivals_per_s, limits.arrivals_burst, now)
        self._connections = Places(KNOCKS * limits.per_address)
        self._visitors = Places(limits.per_address)

    @property
    def visitors(self) -> int:
        """How many visitors are here."""
        return self._visitors.total

    def connect(self, address: str) -> bool:
        """Count a connection, if it may be; whoever has one must `disconnect` it."""
        if self._connections.total >= KNOCKS * self._limits.visitors or self._connections.is_crowded(address):
            return False
        self._connections.take(address)
        return True

    def disconnect(self, address: str) -> None:
        self._connections.leave(address)

    def enter(self, address: str) -> str:
        """Count a visitor, who must `leave`; or else a sentence that says why not."""
        if self._visitors.total >= self._limits.visitors:
            return FULL
        if self._visitors.is_crowded(address):
            return CROWDED
        if not self._arrivals.take():
            return HURRIED
        self._visitors.take(address)
        return ""

    def leave(self, address: str) -> None:
        self._visitors.leave(address)


def networks_of(address: str) -> dict[str, int]:
    """What an address counts by, and how many times as much as one address each may have.

    >>> networks_of("2001:db8::17")
    {'2001:db8::/64': 1, '2001:db8::/56': 4, '2001:db8::/48': 16}
    >>> networks_of("192.0.2.7"), networks_of("::ffff:192.0.2.7")
    ({'192.0.2.7': 1}, {'192.0.2.7': 1})
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return {address: 1}
    if isinstance(parsed, IPv4Address) or parsed.ipv4_mapped:
        return {str(getattr(parsed, "ipv4_mapped", None) or parsed): 1}
    return {str(ip_network(f"{parsed}/{bits}", strict=False)): times for bits, times in IPV6_NETWORKS.items()}
