"""Reads a server's memory and sockets from proc(5). Needs Linux."""

from __future__ import annotations

from ipaddress import IPv4Address
from pathlib import Path

from bench.load.process import PAGE_KIB

ESTABLISHED = "01"


def rss_kib(pid: int) -> float:
    """The memory a process holds, in KiB."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_KIB


def connected_ports(port: int, address: str = "") -> set[int]:
    """The other ends' ports of the connections that are open at a local port, or only those from an IPv4 address."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    there = [there for _, here, there, state, *_ in lines if state == ESTABLISHED and _port(here) == port]
    # The system writes an address in hexadecimal, its bytes in the machine's order.
    begins = f"{IPv4Address(address).packed[::-1].hex().upper()}:" if address else ""
    return {_port(each) for each in there if each.startswith(begins)}


def _port(address: str) -> int:
    return int(address.partition(":")[2], 16)
