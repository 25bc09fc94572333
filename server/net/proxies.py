"""Which networks are trusted: proxies that may say for whom they speak, and readers of the metrics."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_network

from server.limits.addresses import parse_address

LOOPBACK = ("127.0.0.0/8", "::1/128")


class Networks:
    """A set of addresses and networks, such as 10.0.0.0/8."""

    def __init__(self, written: Iterable[str] = ()) -> None:
        """Parse the networks. Raises ValueError with a sentence for text that is no address."""
        self._networks = tuple(ip_network(network.strip(), strict=False) for network in written)

    def __contains__(self, written: str) -> bool:
        """Whether an address lies in one of them."""
        address = parse_address(written)
        return address is not None and any(address in network for network in self._networks)


class TrustedProxies(Networks):
    """The proxies whose `X-Forwarded-For` header the server believes."""

    def client(self, peer: str, forwarded: Iterable[str]) -> str:
        """The client's address: the rightmost one in `X-Forwarded-For` that is not a trusted proxy.

        The client itself may have written what stands left of that, so it proves nothing. A peer that is not a trusted
        proxy counts as the client, whatever its header says; so does the last proxy before text that is no address.
        """
        client = peer
        hops = [hop.strip() for header in forwarded for hop in header.split(",")]
        while client in self and hops:
            hop = hops.pop()
            if parse_address(hop) is None:
                break
            client = hop
        return client


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that listens on `host`."""
    address = parse_address(host)
    return host == "localhost" if address is None else address.is_loopback
