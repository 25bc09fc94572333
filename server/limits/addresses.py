"""Quotas for each client address, counted from the moment a connection opens, before TLS or any message.

An IPv6 client counts by its /64 network, which is what one customer is given at least. Many are given a /56 or a /48,
which has bounds of its own: some times those of one address.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from server.limits.settings import ServerLimits
from server.limits.token_bucket import ChainedBuckets, TokenBucket

IPV6_SHARED_BITS = 64
WIDER = {56: 4, 48: 16}
"""How many times as much as one address the wider networks around it may use, by their length."""
DAY_S = 86_400
HOUSEHOLD_BITS, HOUSEHOLD_BYTES = 56, 8


class NetworkUsage:
    """What a network uses now that may use so many times as much as one address: open connections and buckets."""

    __slots__ = ("buckets", "connections", "connections_max")

    def __init__(self, limits: ServerLimits, times: int = 1) -> None:
        self.connections = 0
        self.connections_max = times * limits.connections_per_address
        self.buckets = {
            name: TokenBucket(times * per_s, times * burst) for name, (per_s, burst) in rates(limits).items()
        }

    def is_idle(self, now: float) -> bool:
        """Whether a new one would be the same, so that this one can be forgotten."""
        return not self.connections and all(bucket.is_full(now) for bucket in self.buckets.values())


class AddressUsage:
    """What one address uses now, transcripts it waits for included, and with it the `wider` networks around it.

    Each of the buckets is drained together with the same one of these networks. `accounts` is charged with new
    accounts, and `stored` with what the disk takes.
    """

    __slots__ = (
        "_own",
        "accounts",
        "arrivals",
        "commands",
        "control",
        "inbound",
        "misses",
        "moves",
        "replays",
        "reports",
        "rooms",
        "stored",
        "transcripts",
        "wider",
    )

    def __init__(self, limits: ServerLimits, wider: Sequence[NetworkUsage] = ()) -> None:
        self._own = NetworkUsage(limits)
        self.wider = tuple(wider)
        self.transcripts: Counter[tuple[str, int]] = Counter()
        self.arrivals = self._bucket("arrivals")
        self.accounts = self._bucket("accounts")
        self.stored = self._bucket("stored")
        self.inbound = self._bucket("inbound")
        self.control = self._bucket("control")
        self.commands = self._bucket("commands")
        self.moves = self._bucket("moves")
        self.rooms = self._bucket("rooms")
        self.reports = self._bucket("reports")
        self.misses = self._bucket("misses")
        self.replays = self._bucket("replays")

    @property
    def connections(self) -> int:
        """How many connections are open from the address itself."""
        return self._own.connections

    def enter(self, now: float) -> bool:
        """Count a new connection; False where too many are open, or came just now."""
        if any(each.connections >= each.connections_max for each in self._all) or self.arrivals.take(now):
            return False
        for each in self._all:
            each.connections += 1
        return True

    def leave(self) -> None:
        """Count a connection less."""
        for each in self._all:
            each.connections -= 1

    def may_make_account(self, now: float) -> bool:
        """Whether somebody without an account may have one made."""
        return not self.accounts.is_empty(now)

    def charge_account(self, now: float) -> None:
        """Charge an account that was made."""
        self.accounts.charge(now, 1)

    def charge_stored(self, now: float, count: int) -> None:
        """Charge bytes that were stored."""
        self.stored.charge(now, count)

    def storage_wait_s(self, now: float) -> float:
        """Seconds until more can be stored; 0 where that is now."""
        return self.stored.take(now, 0)

    def is_idle(self, now: float) -> bool:
        """Whether a new one would be the same, so that this one can be forgotten."""
        return not self.transcripts and self._own.is_idle(now)

    @property
    def _all(self) -> tuple[NetworkUsage, ...]:
        return self._own, *self.wider

    def _bucket(self, name: str) -> TokenBucket | ChainedBuckets:
        own = self._own.buckets[name]
        return ChainedBuckets(own, *(each.buckets[name] for each in self.wider)) if self.wider else own


def rates(limits: ServerLimits) -> dict[str, tuple[float, float]]:
    """How much one address may use of what flows, for each a second and at once."""
    return {
        "arrivals": (limits.arrivals_per_s, limits.arrivals_burst),
        "accounts": (limits.address_accounts_per_s, limits.address_accounts_burst),
        "stored": (limits.address_stored_bytes_per_day / DAY_S, limits.address_stored_burst_bytes),
        "inbound": (limits.address_bytes_per_s, limits.address_bytes_burst),
        "control": (limits.address_control_per_s, limits.address_control_burst),
        "commands": (limits.address_commands_per_s, limits.address_commands_burst),
        "moves": (limits.address_moves_per_s, limits.address_moves_burst),
        "rooms": (limits.address_rooms_per_s, limits.address_rooms_burst),
        "reports": (limits.address_reports_per_s, limits.address_reports_burst),
        "misses": (limits.misses_per_s, limits.misses_burst),
        "replays": (limits.replays_per_s, limits.replays_burst),
    }


class AddressQuotas:
    """The usage of every address that is not idle.

    `elsewhere` counts the connections at the other nodes of a cluster, by address and network.
    """

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self._usages: dict[str, AddressUsage] = {}
        self.elsewhere: Mapping[str, int] | None = None
        self._networks: dict[str, NetworkUsage] = {}

    def __len__(self) -> int:
        return len(self._usages)

    def enter(self, address: str, now: float) -> AddressUsage | None:
        """Count a new connection; None where its address has too many open, or opened too many just now."""
        group = quota_group(address)
        if self.elsewhere and self._is_crowded(address, group, self.elsewhere):
            return None
        if (usage := self._usages.get(group)) is None:
            usage = self._usages[group] = AddressUsage(self._limits, self._wider(address))
        return usage if usage.enter(now) else None

    def forget(self, now: float) -> None:
        self._usages = {group: usage for group, usage in self._usages.items() if not usage.is_idle(now)}
        kept = {network for usage in self._usages.values() for network in usage.wider}
        self._networks = {
            name: network for name, network in self._networks.items() if network in kept or not network.is_idle(now)
        }

    def _is_crowded(self, address: str, group: str, elsewhere: Mapping[str, int]) -> bool:
        """Whether too many connections are open from an address or a network around it, at all nodes together."""
        usage, most = self._usages.get(group), self._limits.connections_per_address
        if elsewhere.get(group, 0) + (0 if usage is None else usage.connections) >= most:
            return True
        return any(
            elsewhere.get(name, 0) + (self._networks[name].connections if name in self._networks else 0) >= times * most
            for name, times in wider_networks(address).items()
        )

    def _wider(self, address: str) -> list[NetworkUsage]:
        named = wider_networks(address).items()
        return [self._networks.setdefault(name, NetworkUsage(self._limits, times)) for name, times in named]


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


def wider_networks(written: str) -> dict[str, int]:
    """The networks around an address of IPv6, and how many times as much as one address each may use."""
    address = parse_address(written)
    if not isinstance(address, IPv6Address):
        return {}
    return {str(IPv6Network((address, bits), strict=False)): times for bits, times in WIDER.items()}


def counted_networks(written: str) -> tuple[str, ...]:
    """The address and the networks around it, as a new connection is counted by."""
    return quota_group(written), *wider_networks(written)


def household(written: str, key: bytes) -> str:
    """A text that is the same for all who come from one address, and does not tell which it is without the key.

    With IPv6 that is one /56, since a home often has 256 of the /64 networks. Empty for an unknown address and for
    this machine's own, which all have who come through a tunnel.
    """
    address = parse_address(written)
    if address is None or address.is_loopback:
        return ""
    home = IPv6Network((address, HOUSEHOLD_BITS), strict=False) if isinstance(address, IPv6Address) else address
    return blake2b(str(home).encode(), key=key, digest_size=HOUSEHOLD_BYTES).hexdigest()
