"""This machine as somebody else would reach it, found out without asking anybody outside of it."""

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
"""An address that stands for any other (RFC 5737), and nobody's."""


@dataclass(frozen=True, slots=True)
class LocalMachine:
    """Who is logged in here, and how far the server of this machine reaches.

    Attributes:
        user: the name one is logged in by.
        host: what others in the network reach this machine by: its address, or where it has none its name.
        is_open: whether the server answers at that address, and so to others in the network.
        has_ssh: whether one can log in here from elsewhere.
        reach: where others in the network reach one's own private server, nothing while it is shut to them; None for
            a server that is not one's own to open.
    """

    user: str
    host: str
    is_open: bool
    has_ssh: bool
    reach: str | None = None


async def survey(server: str, reach: str | None = None) -> LocalMachine | None:
    """This machine, where the server at a URL is here; None for one elsewhere, about which nothing can be found out."""
    if fingerprint_of(server) or not is_this_machine(urlsplit(server).hostname or ""):
        return None
    return await asyncio.to_thread(look_around, server, reach)


def look_around(server: str, reach: str | None = None) -> LocalMachine:
    """Look how far the server at a URL of this machine reaches. It may take half a second."""
    address = address_here()
    port = urlsplit(server).port
    is_open = bool(address) and port is not None and _answers(address, port)
    return LocalMachine(_user(), address or socket.gethostname(), is_open, _answers("127.0.0.1", SSH_PORT), reach)


def address_here() -> str:
    """This machine's address in its network; nothing where it is in none."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
            # To connect such a socket sends nothing: it only chooses the address that something would be sent from.
            way_out.connect(ELSEWHERE)
            return str(way_out.getsockname()[0])
    except OSError:
        return ""


def _answers(address: str, port: int) -> bool:
    try:
        socket.create_connection((address, port), timeout=PROBE_LIMIT_S).close()
    except OSError:
        return False
    return True


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "you"
