"""Who may come in: how many visitors there are, in all and of one address, and how fast new ones come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from ipaddress import ip_address, ip_network

from client.portal.config import PortalLimits

FULL = "This portal is full. Try again in a few minutes."
CROWDED = "There are too many visitors from your address. Leave in another window first."
HURRIED = "Too many people are coming in at once. Try again in a moment."
KNOCKS = 2
"""How many connections there may be for each visitor that there may be: some have not come in yet."""
IPV6_PREFIX = 64
"""An IPv6 customer has a whole network of this size, which counts as one address."""


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


class Admission:
    """Counts connections and visitors, and says who may come in."""

    def __init__(self, limits: PortalLimits, now: Callable[[], float]) -> None:
        self._limits = limits
        self._arrivals = Bucket(limits.arrivals_per_s, limits.arrivals_burst, now)
        self._connections: Counter[str] = Counter()
        self._visitors: Counter[str] = Counter()

    @property
    def visitors(self) -> int:
        """How many visitors are here."""
        return self._visitors.total()

    def connect(self, address: str) -> bool:
        """Count a connection, if it may be; whoever has one must `disconnect` it."""
        own, limits = network_of(address), self._limits
        has_room = self._connections.total() < KNOCKS * limits.visitors
        if not has_room or self._connections[own] >= KNOCKS * limits.per_address:
            return False
        self._connections[own] += 1
        return True

    def disconnect(self, address: str) -> None:
        _subtract(self._connections, network_of(address))

    def enter(self, address: str) -> str:
        """Count a visitor, who must `leave`; or else a sentence that says why not."""
        own = network_of(address)
        if self._visitors.total() >= self._limits.visitors:
            return FULL
        if self._visitors[own] >= self._limits.per_address:
            return CROWDED
        if not self._arrivals.take():
            return HURRIED
        self._visitors[own] += 1
        return ""

    def leave(self, address: str) -> None:
        _subtract(self._visitors, network_of(address))


def _subtract(counts: Counter[str], own: str) -> None:
    """Count one less, and forget who has none."""
    counts[own] -= 1
    if counts[own] <= 0:
        del counts[own]


def network_of(address: str) -> str:
    """What counts as one address: an IPv4 address, or the network of an IPv6 one.

    >>> network_of("2001:db8::17"), network_of("192.0.2.7"), network_of("::ffff:192.0.2.7")
    ('2001:db8::/64', '192.0.2.7', '192.0.2.7')
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ip_network(f"{parsed}/{IPV6_PREFIX}", strict=False))
