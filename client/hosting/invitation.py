"""How to invite others to a table: its code, and a line to paste for each way to reach it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlsplit

from client.hosting.local_addresses import LocalMachine
from client.net.address import fingerprint_of
from client.settings import DEFAULT_PORT, InvalidSettingError, is_this_machine, server_url
from protocol import messages as m

SHUT = "Only programs on this machine can reach this table."
OPENED = "Open to your network, encrypted:"
CLOSED = "Closed: this server is for its own machine only. To open one to a network, see docs/hosting.md:"
SERVE = "parlour serve --host 0.0.0.0 --tls-cert FILE --tls-key FILE"
OPEN = "Not encrypted: anybody in between can read along and play for you:"
NAMED = "Open, by the name in the server's certificate."
NETWORK, ANYWHERE, BROWSER, SSH_CLIENT = "This network", "From anywhere", "In a browser", "With ssh"
UVX, UVX_ABOUT = "With uv", "Without installing Parlour:"
GET_IT = "Your friend needs Parlour too: the README says how to install it."
TO_OPEN = "Type 'open network' to open your server to your network, encrypted."
TO_SHUT = "Type 'close network' to close it again."
NO_SSH = "No ssh server is running on this machine."
SSH = "For anyone with a login; then the line for this machine:"
SSH_PORT = 22
PROGRAMS = ("ws", "wss")
"""The schemes of addresses for the program itself."""


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

    @property
    def urls(self) -> tuple[str, ...]:
        """Its addresses, as a server would say them about itself."""
        ssh = f"ssh://{self.host}:{self.ssh_port}" if self.ssh_port else ""
        return tuple(filter(None, (self.page, ssh)))

    def ssh_line(self, who: str) -> str:
        """The line that comes in as somebody, or at a table by its code; empty without ssh.

        >>> PortalAddress("games.example.org", 2222).ssh_line("KQFM")
        'ssh -p 2222 KQFM@games.example.org'
        """
        return ssh_line(self.host, self.ssh_port, who) if self.ssh_port else ""


class JoinWay(NamedTuple):
    """A way to reach a table: from where, a remark, and the line to paste if there is one.

    `is_door` marks one's own server, which the player can open to the network while there is no line, and shut again.
    """

    whence: str
    about: str = ""
    line: str = ""
    is_door: bool = False


def ways(
    server: str,
    table: m.Table,
    machine: LocalMachine | PortalAddress | None,
    public_urls: Sequence[str] = (),
    source: str = "",
) -> tuple[JoinWay, ...]:
    """The ways to reach a table of the server at a URL, the easiest first.

    `machine` is this one, once it has been examined, or the portal of a visitor. `public_urls` are what the server says
    about itself, and then nothing else is offered for a server on this machine. `source` is where others get this
    program from.

    A table for one player can only be watched; where nobody may watch it, there is no way.
    """
    command = "join" if len(table.chairs) > 1 else "watch"
    if command == "watch" and table.watch == "nobody":
        return ()
    if isinstance(machine, PortalAddress):
        programs = [url for url in public_urls if urlsplit(url).scheme in PROGRAMS]
        return tuple(_public_ways(f"parlour {command}", table.room, (*machine.urls, *programs)))
    found = tuple(_ways(server, f"parlour {command}", table.room, machine, public_urls))
    return (*found, *_ways_to_get_it(found, source))


def _ways(
    server: str, command: str, code: str, machine: LocalMachine | None, public_urls: Sequence[str]
) -> Iterator[JoinWay]:
    yield from _public_ways(command, code, public_urls)
    if any(urlsplit(url).scheme in PROGRAMS for url in public_urls):
        return
    if fingerprint_of(server) or not is_this_machine(urlsplit(server).hostname or ""):
        whence = NETWORK if fingerprint_of(server) else ANYWHERE
        yield JoinWay(whence, line=f"{command} {short_url(server)} {code}")
    elif not public_urls:
        yield from _local_ways(server, command, code, machine)


def _public_ways(command: str, code: str, public_urls: Sequence[str]) -> Iterator[JoinWay]:
    """The ways that others were told of: by a page, by ssh and by the program."""
    by_scheme = {urlsplit(url).scheme: url for url in public_urls}
    if command.endswith("join"):
        yield from _ways_without_program(by_scheme, code)
    if program := by_scheme.get("wss") or by_scheme.get("ws"):
        yield JoinWay(ANYWHERE, line=f"{command} {short_url(program)} {code}")


def _ways_without_program(by_scheme: dict[str, str], code: str) -> Iterator[JoinWay]:
    """The ways for people who have nothing of Parlour: by a page, and by ssh."""
    if page := by_scheme.get("https") or by_scheme.get("http"):
        yield JoinWay(BROWSER, line=f"{page.rstrip('/')}/#{code}")
    if "ssh" in by_scheme:
        place = urlsplit(by_scheme["ssh"])
        yield JoinWay(SSH_CLIENT, line=ssh_line(place.hostname or "", place.port or SSH_PORT, code))


def ssh_line(host: str, port: int, who: str) -> str:
    """The line that comes by ssh as somebody, or at a table by its code."""
    return f"ssh {'' if port == SSH_PORT else f'-p {port} '}{who}@{host}"


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


def _ways_to_get_it(found: Sequence[JoinWay], source: str) -> Iterator[JoinWay]:
    """How somebody on another machine gets the program that a line needs, and joins by it."""
    lines = [way.line for way in found if way.whence in (NETWORK, ANYWHERE) and way.line and way.line != SERVE]
    if lines and source:
        yield JoinWay(UVX, UVX_ABOUT, f"uvx --from {source} {lines[0]}")
    elif lines and not any(way.whence in (BROWSER, SSH_CLIENT) for way in found):
        yield JoinWay("", GET_IT)


def link_of(found: Sequence[JoinWay]) -> str:
    """The address of the page among the ways to join; empty if there is none."""
    return next((way.line for way in found if way.whence == BROWSER), "")


def lines_of(found: Sequence[JoinWay]) -> tuple[str, ...]:
    """The lines to paste, in the order in which they are shown."""
    return tuple(way.line for way in found if way.line)


def sentences(found: tuple[JoinWay, ...], table: m.Table) -> tuple[str, ...]:
    """The ways to reach a table, in sentences."""
    if not found:
        return ("Nobody else can join this table.",)
    return (f"This table's code is {table.room}.", *(line for way in found for line in _sentences(way)))


def _sentences(way: JoinWay) -> Iterator[str]:
    text = " ".join(filter(None, (way.about, way.line)))
    yield f"{way.whence}: {text}" if way.whence else text
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
