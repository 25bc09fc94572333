"""Reads a server's memory, processor time and sockets from proc(5). Needs Linux."""

from __future__ import annotations

import os
from ipaddress import IPv4Address
from pathlib import Path

from bench.load.process import PAGE_KIB

ESTABLISHED = "01"


def rss_kib(pid: int) -> float:
    """The memory a process holds, in KiB."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_KIB


def busy_s(pid: int) -> float:
    """How many seconds of a processor's time a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def connected_ports(port: int, address: str = "") -> set[int]:
    """The other ends' ports of the connections that are open at a local port, or only those from an IPv4 address."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    there = [there for _, here, there, state, *_ in lines if state == ESTABLISHED and _port(here) == port]
    # The system writes an address in hexadecimal, its bytes in the machine's order.
    begins = f"{IPv4Address(address).packed[::-1].hex().upper()}:" if address else ""
    return {_port(each) for each in there if each.startswith(begins)}


def _port(address: str) -> int:
    return int(address.partition(":")[2], 16)
