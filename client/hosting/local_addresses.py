"""Finds out how others can reach this machine, without asking any other machine."""

from __future__ import annotations

import asyncio
import getpass
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from client.net.address import fingerprint_of
from client.settings import is_this_machine

PROBE_LIMIT_S = 0.25
SSH_PORT = 22
ELSEWHERE = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737), which no machine has."""


@dataclass(frozen=True, slots=True)
class LocalMachine:
    """This machine's user and address, and from where its server can be reached.

    Attributes:
        user: the login name.
        host: the address by which the network reaches this machine, or its name where it has none.
        is_open: whether the server answers at that address, and so to the network.
        has_ssh: whether an ssh server answers here.
        reach: the address of one's own private server in the network, empty while it is shut; None for any other
            server.
    """

    user: str
    host: str
    is_open: bool
    has_ssh: bool
    reach: str | None = None


async def survey(server: str, reach: str | None = None) -> LocalMachine | None:
    """Examine this machine if the server at a URL runs on it; None for a server elsewhere."""
    if fingerprint_of(server) or not is_this_machine(urlsplit(server).hostname or ""):
        return None
    return await asyncio.to_thread(look_around, server, reach)


def look_around(server: str, reach: str | None = None) -> LocalMachine:
    """Examine this machine, for the server at a URL of it. It may take half a second."""
    address = address_here()
    port = urlsplit(server).port
    is_open = bool(address) and port is not None and _is_listening(address, port)
    return LocalMachine(
        _login_name(), address or socket.gethostname(), is_open, _is_listening("127.0.0.1", SSH_PORT), reach
    )


def address_here() -> str:
    """This machine's address in its network; empty where it is in none."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            # Connecting a UDP socket sends nothing: it only chooses the address to send from.
            probe.connect(ELSEWHERE)
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def _is_listening(address: str, port: int) -> bool:
    try:
        socket.create_connection((address, port), timeout=PROBE_LIMIT_S).close()
    except OSError:
        return False
    return True


def _login_name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "you"
