"""Finds the ban or silence of a player or an address in memory, in a time that does not grow with their number.

Networks stand in a map for each length of prefix that is in use, so that an address costs one look for each of these:
seldom more than two or three.
"""

from __future__ import annotations

from ipaddress import ip_network

from server.limits.addresses import parse_address
from server.moderation.sanctions import Sanction, SanctionKind, account_target

Networks = dict[tuple[int, int], dict[int, Sanction]]
"""Bans by IP version and prefix length, and then by the bits of the prefix."""


class SanctionIndex:
    """All bans and silences; those that are over count for nothing, and go with `forget`."""

    def __init__(self) -> None:
        self._by_target: dict[tuple[SanctionKind, str], Sanction] = {}
        self._networks: Networks = {}

    def __len__(self) -> int:
        return len(self._by_target)

    def all(self, now: float) -> list[Sanction]:
        """Those in force, in the order in which they were made."""
        return sorted((each for each in self._by_target.values() if not each.is_over(now)), key=_when_made)

    def add(self, sanction: Sanction) -> None:
        """Add one, in place of an earlier one for the same target."""
        self._by_target[sanction.kind, sanction.target] = sanction
        if sanction.network is not None:
            version, bits, prefix = _prefix(sanction.network)
            self._networks.setdefault((version, bits), {})[prefix] = sanction

    def remove(self, kind: SanctionKind, target: str) -> None:
        removed = self._by_target.pop((kind, target), None)
        if removed is None or removed.network is None:
            return
        version, bits, prefix = _prefix(removed.network)
        banned = self._networks[version, bits]
        del banned[prefix]
        if not banned:
            del self._networks[version, bits]

    def forget(self, now: float) -> None:
        """Remove those that are over."""
        for kind, target in [key for key, each in self._by_target.items() if each.is_over(now)]:
            self.remove(kind, target)

    def of_player(self, kind: SanctionKind, player: int, now: float) -> Sanction | None:
        """The ban or silence of an account in force, or None."""
        found = self._by_target.get((kind, account_target(player)))
        return None if found is None or found.is_over(now) else found

    def at_address(self, written: str, now: float) -> Sanction | None:
        """The ban in force of the narrowest network that an address lies in, or None."""
        if not self._networks or (address := parse_address(written)) is None:
            return None
        number, width, found = int(address), address.max_prefixlen, None
        for (version, bits), banned in self._networks.items():
            if version == address.version and (ban := banned.get(number >> (width - bits))) and not ban.is_over(now):
                found = ban if found is None or bits > _prefix(found.target)[1] else found
        return found


def _prefix(network: str) -> tuple[int, int, int]:
    """A network's IP version, and the length and the bits of its prefix."""
    parsed = ip_network(network)
    bits = parsed.prefixlen
    return parsed.version, bits, int(parsed.network_address) >> (parsed.max_prefixlen - bits)


def _when_made(sanction: Sanction) -> tuple[int, str]:
    return sanction.made_at, sanction.target
