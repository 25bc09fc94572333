"""How to invite others to a table: its code, and a line to paste for each way to reach it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlsplit

from client.hosting.local_addresses import SSH_PORT, LocalMachine
from client.net.address import fingerprint_of
from client.settings import DEFAULT_PORT, InvalidSettingError, is_this_machine, server_url
from protocol import messages as m

SHUT = "Only programs on this machine can reach this table."
OPENED = "Open to your network, encrypted:"
CLOSED = "Closed: this server is for its own machine only. To open one to a network, see docs/hosting.md:"
SERVE = "parlour serve --host 0.0.0.0 --tls-cert FILE --tls-key FILE"
OPEN = "Not encrypted: anybody in between can read along and play for you:"
NAMED = "Open, by the name in the server's certificate."
NETWORK = "This network"
TO_OPEN = "Type 'open network' to open your server to your network, encrypted."
TO_SHUT = "Type 'close network' to close it again."
NO_SSH = "No ssh server is running on this machine."
SSH = "For anyone with a login; then the line for this machine:"


class JoinWay(NamedTuple):
    """A way to reach a table: from where, a remark, and the line to paste if there is one.

    `is_door` marks one's own server, which the player can open to the network while there is no line, and shut again.
    """

    whence: str
    about: str = ""
    line: str = ""
    is_door: bool = False


@dataclass(frozen=True, slots=True)
class PortalAddress:
    """Where a portal is reached.

    Attributes:
        host: its name, which its visitors know it by.
        ssh_port: the port for ssh; None where it has none.
        page: the address of its page, as in https://games.example.org/; empty where it has none.
    """

    host: str
    ssh_port: int | None = None
    page: str = ""

    def ssh_line(self, who: str) -> str:
        """The line that comes in as somebody, or at a table by its code; empty without ssh.

        >>> PortalAddress("games.example.org", 2222).ssh_line("KQFM")
        'ssh -p 2222 KQFM@games.example.org'
        """
        port = "" if self.ssh_port == SSH_PORT else f"-p {self.ssh_port} "
        return f"ssh {port}{who}@{self.host}" if self.ssh_port else ""

    def link(self, code: str) -> str:
        """The link to a table; empty without a page."""
        return f"{self.page}#{code}" if self.page else ""


def ways(server: str, table: m.Table, machine: LocalMachine | PortalAddress | None) -> tuple[JoinWay, ...]:
    """The ways to reach a table of the server at a URL; `machine` is this one, once examined, or the portal.

    A table for one player can only be watched; where nobody may watch it, there is no way.
    """
    command = "join" if len(table.chairs) > 1 else "watch"
    if command == "watch" and table.watch == "nobody":
        return ()
    if isinstance(machine, PortalAddress):
        return tuple(_portal_ways(machine, table.room))
    if fingerprint_of(server) or not is_this_machine(urlsplit(server).hostname or ""):
        whence = NETWORK if fingerprint_of(server) else "From anywhere"
        return (JoinWay(whence, line=f"parlour {command} {short_url(server)} {table.room}"),)
    return tuple(_local_ways(server, f"parlour {command}", table.room, machine))


def _portal_ways(portal: PortalAddress, code: str) -> Iterator[JoinWay]:
    """The ways through a portal, for which nothing has to be installed."""
    if portal.page:
        yield JoinWay("In a browser", line=portal.link(code))
    if portal.ssh_port:
        yield JoinWay("By ssh", line=portal.ssh_line(code))


def _local_ways(server: str, command: str, code: str, machine: LocalMachine | None) -> Iterator[JoinWay]:
    """The ways to reach a table of a server on this machine."""
    scheme, port = urlsplit(server).scheme, urlsplit(server).port
    here = short_url(f"{scheme}://localhost:{port}")
    yield JoinWay("This machine", line=f"{command} {here} {code}")
    if machine is None:
        return
    yield _network_way(machine, scheme, port, command, code)
    tunnel = f"ssh -fNL {port}:localhost:{port} {machine.user}@{machine.host}"
    yield JoinWay("Through ssh", SSH, tunnel) if machine.has_ssh else JoinWay("Through ssh", NO_SSH)


def _network_way(machine: LocalMachine, scheme: str, port: int | None, command: str, code: str) -> JoinWay:
    """The way from another machine of the network."""
    match machine.reach:
        case None if machine.is_open and scheme == "ws":
            return JoinWay(NETWORK, OPEN, f"{command} ws://{machine.host}:{port} {code}")
        case None:
            return JoinWay(NETWORK, NAMED) if machine.is_open else JoinWay(NETWORK, CLOSED, SERVE)
        case "":
            return JoinWay(NETWORK, SHUT, is_door=True)
        case reach:
            return JoinWay(NETWORK, OPENED, f"{command} {short_url(reach)} {code}", is_door=True)


def sentences(found: tuple[JoinWay, ...], table: m.Table) -> tuple[str, ...]:
    """The ways to reach a table, in sentences."""
    if not found:
        return ("Nobody else can join this table.",)
    return (f"This table's code is {table.room}.", *(line for way in found for line in _sentences(way)))


def _sentences(way: JoinWay) -> Iterator[str]:
    yield f"{way.whence}: {' '.join(filter(None, (way.about, way.line)))}"
    if way.is_door:
        yield TO_SHUT if way.line else TO_OPEN


def short_url(server: str) -> str:
    """The shortest form of a server's URL that the command line understands as HOST.

    >>> short_url("wss://play.example.org:8765"), short_url("ws://play.example.org:8765")
    ('play.example.org', 'ws://play.example.org:8765')
    """
    place = server.partition("://")[2]
    for short in (place.removesuffix(f":{DEFAULT_PORT}"), place):
        try:
            if server_url(short) == server:
                return short
        except InvalidSettingError:
            continue
    return server
