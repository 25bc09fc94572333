"""Quotas for each client address, counted from the moment a connection opens, before TLS or any message.

An IPv6 client counts by its /64 network, which is what one customer is given at least. Many are given a /56 or a /48,
which has bounds of its own on connections, on new accounts and on what is stored: some times those of one address.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from server.limits.settings import ServerLimits
from server.limits.token_bucket import TokenBucket

IPV6_SHARED_BITS = 64
WIDER = {56: 4, 48: 16}
"""How many times as much as one address the wider networks around it may use, by their length."""
DAY_S = 86_400
HOUSEHOLD_BYTES = 8


class NetworkUsage:
    """What a network uses now that may use so many times as much as one address: open connections and buckets.

    `accounts` is charged with new accounts, and `stored` with what the disk takes.
    """

    __slots__ = ("accounts", "arrivals", "connections", "connections_max", "stored")

    def __init__(self, limits: ServerLimits, times: int = 1) -> None:
        self.connections = 0
        self.connections_max = times * limits.connections_per_address
        self.arrivals = TokenBucket(times * limits.arrivals_per_s, times * limits.arrivals_burst)
        self.accounts = TokenBucket(times * limits.address_accounts_per_s, times * limits.address_accounts_burst)
        per_day, burst = limits.address_stored_bytes_per_day, limits.address_stored_burst_bytes
        self.stored = TokenBucket(times * per_day / DAY_S, times * burst)

    def is_idle(self, now: float) -> bool:
        """Whether a new one would be the same, so that this one can be forgotten."""
        buckets = self.arrivals, self.accounts, self.stored
        return not self.connections and all(bucket.is_full(now) for bucket in buckets)


class AddressUsage(NetworkUsage):
    """What one address uses now, transcripts it waits for included; `wider` are the networks around it."""

    __slots__ = (
        "commands",
        "control",
        "inbound",
        "misses",
        "moves",
        "replays",
        "reports",
        "rooms",
        "transcripts",
        "wider",
    )

    def __init__(self, limits: ServerLimits, wider: Sequence[NetworkUsage] = ()) -> None:
        super().__init__(limits)
        self.wider = tuple(wider)
        self.transcripts: Counter[tuple[str, int]] = Counter()
        self.inbound = TokenBucket(limits.address_bytes_per_s, limits.address_bytes_burst)
        self.control = TokenBucket(limits.address_control_per_s, limits.address_control_burst)
        self.commands = TokenBucket(limits.address_commands_per_s, limits.address_commands_burst)
        self.moves = TokenBucket(limits.address_moves_per_s, limits.address_moves_burst)
        self.rooms = TokenBucket(limits.address_rooms_per_s, limits.address_rooms_burst)
        self.reports = TokenBucket(limits.address_reports_per_s, limits.address_reports_burst)
        self.misses = TokenBucket(limits.misses_per_s, limits.misses_burst)
        self.replays = TokenBucket(limits.replays_per_s, limits.replays_burst)

    @property
    def all(self) -> tuple[NetworkUsage, ...]:
        """The address and the networks around it, which are counted and charged together."""
        return self, *self.wider

    def enter(self, now: float) -> bool:
        """Count a new connection; False where too many are open, or came just now."""
        if any(each.connections >= each.connections_max or each.arrivals.take(now) for each in self.all):
            return False
        for each in self.all:
            each.connections += 1
        return True

    def leave(self) -> None:
        """Count a connection less."""
        for each in self.all:
            each.connections -= 1

    def may_make_account(self, now: float) -> bool:
        """Whether somebody without an account may have one made."""
        return not any(each.accounts.is_empty(now) for each in self.all)

    def charge_account(self, now: float) -> None:
        """Charge an account that was made."""
        for each in self.all:
            each.accounts.charge(now, 1)

    def charge_stored(self, now: float, count: int) -> None:
        """Charge bytes that were stored."""
        for each in self.all:
            each.stored.charge(now, count)

    def storage_wait_s(self, now: float) -> float:
        """Seconds until more can be stored; 0 where that is now."""
        return max(each.stored.take(now, 0) for each in self.all)

    def is_idle(self, now: float) -> bool:
        """Whether a new one would be the same, so that this one can be forgotten."""
        buckets = (
            self.inbound, self.control, self.commands, self.moves, self.misses, self.rooms, self.replays, self.reports,
        )  # fmt: skip
        return super().is_idle(now) and not self.transcripts and all(bucket.is_full(now) for bucket in buckets)


class AddressQuotas:
    """The usage of every address that is not idle."""

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self._usages: dict[str, AddressUsage] = {}
        self._networks: dict[str, NetworkUsage] = {}

    def __len__(self) -> int:
        return len(self._usages)

    def enter(self, address: str, now: float) -> AddressUsage | None:
        """Count a new connection; None where its address has too many open, or opened too many just now."""
        group = quota_group(address)
        if (usage := self._usages.get(group)) is None:
            usage = self._usages[group] = AddressUsage(self._limits, self._wider(address))
        return usage if usage.enter(now) else None

    def forget(self, now: float) -> None:
        self._usages = {group: usage for group, usage in self._usages.items() if not usage.is_idle(now)}
        kept = {network for usage in self._usages.values() for network in usage.wider}
        self._networks = {
            name: network for name, network in self._networks.items() if network in kept or not network.is_idle(now)
        }

    def _wider(self, written: str) -> list[NetworkUsage]:
        address = parse_address(written)
        if not isinstance(address, IPv6Address):
            return []
        named = {str(IPv6Network((address, bits), strict=False)): times for bits, times in WIDER.items()}
        return [self._networks.setdefault(name, NetworkUsage(self._limits, times)) for name, times in named.items()]


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
