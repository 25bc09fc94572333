"""Quotas for each client address, counted from the moment a connection opens, before TLS or any message.

An IPv6 client counts by its /64 network, which is what one customer is given.
"""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from server.limits.settings import ServerLimits
from server.limits.token_bucket import TokenBucket

IPV6_SHARED_BITS = 64
DAY_S = 86_400


HOUSEHOLD_BYTES = 8


class AddressUsage:
    """What one address uses now: open connections, transcripts it waits for, and what is left in its buckets.

    `stored` is charged with what the disk takes for it.
    """

    __slots__ = (
        "arrivals", "commands", "connections", "control", "inbound", "misses", "moves", "replays", "reports", "rooms",
        "stored", "transcripts",
    )  # fmt: skip

    def __init__(self, limits: ServerLimits) -> None:
        self.connections = 0
        self.transcripts: Counter[tuple[str, int]] = Counter()
        self.arrivals = TokenBucket(limits.arrivals_per_s, limits.arrivals_burst)
        self.inbound = TokenBucket(limits.address_bytes_per_s, limits.address_bytes_burst)
        self.control = TokenBucket(limits.address_control_per_s, limits.address_control_burst)
        self.commands = TokenBucket(limits.address_commands_per_s, limits.address_commands_burst)
        self.moves = TokenBucket(limits.address_moves_per_s, limits.address_moves_burst)
        self.stored = TokenBucket(limits.address_stored_bytes_per_day / DAY_S, limits.address_stored_burst_bytes)
        self.rooms = TokenBucket(limits.address_rooms_per_s, limits.address_rooms_burst)
        self.reports = TokenBucket(limits.address_reports_per_s, limits.address_reports_burst)
        self.misses = TokenBucket(limits.misses_per_s, limits.misses_burst)
        self.replays = TokenBucket(limits.replays_per_s, limits.replays_burst)

    def is_idle(self, now: float) -> bool:
        """Whether a new AddressUsage would be the same, so that this one can be forgotten."""
        buckets = (
            self.arrivals, self.inbound, self.control, self.commands, self.moves, self.misses, self.rooms,
            self.replays, self.reports, self.stored,
        )  # fmt: skip
        return not (self.connections or self.transcripts) and all(bucket.is_full(now) for bucket in buckets)


class AddressQuotas:
    """The usage of every address that is not idle."""

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self._usages: dict[str, AddressUsage] = {}

    def __len__(self) -> int:
        return len(self._usages)

    def enter(self, address: str, now: float) -> AddressUsage | None:
        """Count a new connection; None where its address has too many open, or opened too many just now."""
        usage = self._usages.setdefault(quota_group(address), AddressUsage(self._limits))
        if usage.connections >= self._limits.connections_per_address or usage.arrivals.take(now):
            return None
        usage.connections += 1
        return usage

    def forget(self, now: float) -> None:
        self._usages = {group: usage for group, usage in self._usages.items() if not usage.is_idle(now)}


def parse_address(written: str) -> IPv4Address | IPv6Address | None:
    """The address in a text, with an IPv4-mapped IPv6 address as IPv4; None where there is none."""
    try:
        address = ip_address(written.partition("%")[0].strip("[]"))
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def quota_group(written: str) -> str:
    """The key under which an address is counted: the address, or its /64 network for IPv6."""
    address = parse_address(written)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, IPV6_SHARED_BITS), strict=False))
    return written if address is None else str(address)


def household(written: str, key: bytes) -> str:
    """A text that is the same for all who come from one address, and does not tell which it is without the key.

    Empty for an unknown address and for this machine's own, which all have who come through a tunnel.
    """
    address = parse_address(written)
    if address is None or address.is_loopback:
        return ""
    return blake2b(quota_group(written).encode(), key=key, digest_size=HOUSEHOLD_BYTES).hexdigest()
