"""The server's settings: reads them from its command line, and holds the defaults."""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import platformdirs

from protocol.command_line import CommandLineParser
from protocol.messages.fields import PublicUrl
from server.computers import players
from server.limits import settings
from server.limits.settings import InvalidLimitError, ServerLimits
from server.net.origins import parse_origin
from server.net.proxies import LOOPBACK, Networks, TrustedProxies, is_loopback
from server.net.tls import CertificateFiles
from server.ops.command_line import whole_number
from server.ops.store_address import add_store_option, read_store

DEFAULT_PORT = 8765
PORTS = range(65536)
PROCESSES = range(1, 1025)
NODES = range(1, 65)
KINDS = {"wss": "program", "ws": "program", "https": "page", "http": "page", "ssh": "ssh"}
"""What each scheme of a public address is for."""
EXAMPLES = """examples:
  parlour serve                                   for this machine, and for friends who come through ssh
  parlour serve --behind-proxy                    behind a proxy that encrypts, such as wss://games.example.org
  parlour serve --host 0.0.0.0 --tls-cert fullchain.pem --tls-key privkey.pem    for everyone
  parlour serve --behind-proxy --public-url wss://games.example.org    and invitations give that address
  parlour serve --port 9000 --data ~/parlour      on another port, with another folder
  parlour serve --limit tables=50                 with one limit changed
  parlour serve --store postgresql://parlour@db.example.org/parlour    and everything kept in PostgreSQL
  parlour serve --store postgresql://parlour@db.example.org/parlour --nodes 6    by six processes behind one port
"""
OPEN_TO_ALL = (
    "anyone on the network between you and your players could read along and play for them. Either give it a "
    "certificate with --tls-cert and --tls-key, or put a proxy that encrypts in front and add --behind-proxy, or "
    "leave out --host and let friends come through 'ssh -L {port}:localhost:{port}'"
)


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of a server.

    Attributes:
        host: the address to listen on.
        port: the port to listen on; 0 for a free one.
        store: where journals and accounts are kept: "sqlite" for a file in `data`, "memory", or the address of a
            PostgreSQL database, which may hold a password.
        data: the folder of everything that is kept elsewhere, and of the socket for the owner.
        cluster: whether other servers use the same PostgreSQL database as nodes of one cluster.
        nodes: how many processes share the port, each of them a node on the same PostgreSQL database.
        node: which of those this is, from 1, or None where it runs alone; each has a folder of its own in `data`.
        listening: the number of the open socket that it listens on with the others.
        private: whether this is one person's own server, which stops when nobody is connected any more.
        certificate: what to encrypt with, or None for plain connections.
        proxies: the addresses that may say in X-Forwarded-For for whom they speak.
        origins: the web sites whose pages may connect, written as browsers send them.
        public_urls: how others reach this server, as its players' invitations say it.
        metrics_from: the addresses that /metrics answers.
        stop_within_s: how long a stop may take.
    """

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    store: str = field(default="sqlite", repr=False)
    data: Path = field(default_factory=lambda: Path(platformdirs.user_data_dir("parlour")) / "server")
    cluster: bool = False
    nodes: int = 1
    node: int | None = None
    listening: int | None = None
    private: bool = False
    certificate: CertificateFiles | None = None
    proxies: tuple[str, ...] = ()
    origins: frozenset[str] = frozenset()
    public_urls: tuple[str, ...] = ()
    metrics_from: tuple[str, ...] = LOOPBACK
    stop_within_s: float = 5.0
    limits: ServerLimits = field(default_factory=ServerLimits)
    computers: players.ThinkingLimits = field(default_factory=players.ThinkingLimits)


def read_arguments(arguments: list[str]) -> Config:
    """Read the settings from a command line. Exits with code 2 where they are invalid."""
    parser = argument_parser()
    chosen = parser.parse_args(arguments)
    if bool(chosen.tls_cert) != bool(chosen.tls_key):
        parser.error("give --tls-cert and --tls-key together: a certificate and its key")
    is_open = not chosen.private and not is_loopback(chosen.host)
    if is_open and not chosen.tls_cert and chosen.behind_proxy is None:
        parser.error(f"the server won't open {chosen.host} without encryption: {OPEN_TO_ALL.format(port=chosen.port)}")
    try:
        TrustedProxies(chosen.behind_proxy or ())
        Networks(chosen.metrics_from)
        origins = frozenset(map(parse_origin, chosen.allow_origin))
        public_urls = parse_public_urls(chosen.public_url)
        store = _store(chosen)
        held = settings.parse_limits(chosen.limit, settings.OWN if chosen.private else settings.DEFAULT)
    except (ValueError, InvalidLimitError) as error:
        parser.error(str(error))
    return Config(
        host="127.0.0.1" if chosen.private else chosen.host,
        port=0 if chosen.private else chosen.port,
        store=store,
        data=chosen.data if chosen.node is None else chosen.data / f"node-{chosen.node}",
        cluster=chosen.cluster or chosen.nodes > 1,
        nodes=chosen.nodes,
        node=chosen.node,
        listening=chosen.listening,
        private=chosen.private,
        certificate=CertificateFiles(chosen.tls_cert, chosen.tls_key) if chosen.tls_cert else None,
        proxies=chosen.behind_proxy or (),
        origins=origins,
        public_urls=public_urls,
        metrics_from=chosen.metrics_from,
        limits=held,
        computers=players.ThinkingLimits(
            processes=chosen.processes or max(1, Config().computers.processes // chosen.nodes),
            pace_s=chosen.pace,
            is_private=chosen.private,
        ),
    )


def argument_parser() -> argparse.ArgumentParser:
    """The parser of `parlour serve`."""
    default = Config()
    parser = CommandLineParser(
        prog="parlour serve",
        usage="parlour serve [options]",
        description=f"{EXAMPLES}\nHost parlour games for everyone who can reach this machine.",
        epilog=f"limits, with their defaults:\n{settings.describe_limits()}",
    )
    parser.add_argument("--host", default=default.host, help="address to listen on (default: %(default)s)")
    parser.add_argument(
        "--port",
        type=whole_number(PORTS),
        default=default.port,
        help="port to listen on; 0 picks a free one (default: %(default)s)",
    )
    parser.add_argument("--data", type=Path, default=default.data, metavar="DIR", help="folder to store games in")
    add_store_option(parser)
    parser.add_argument(
        "--cluster", action="store_true", help="share that database with other servers, as nodes of one cluster"
    )
    parser.add_argument(
        "--nodes", type=whole_number(NODES), default=default.nodes, metavar="N",
        help="run so many processes behind the port, as nodes of one cluster (default: %(default)s)",
    )  # fmt: skip
    for given_to_each in ("--node", "--listening"):
        parser.add_argument(given_to_each, type=int, help=argparse.SUPPRESS)
    parser.add_argument(
        "--memory", action="store_true", help="store nothing on disk: all games end when the server stops"
    )
    parser.add_argument(
        "--private", action="store_true", help="pick a free port, and stop when nobody is connected any more"
    )
    _access(parser)
    parser.add_argument(
        "--pace", type=_pace, default=default.computers.pace_s, metavar="S[-S]",
        help="seconds a computer takes for a move, at least and at most (default: 0.4-1.2)",
    )  # fmt: skip
    parser.add_argument(
        "--processes", type=whole_number(PROCESSES), metavar="N",
        help="how many computers can think at the same time, at each node "
        f"(default: one less than the cores, 1 to {players.PROCESSES_MAX}, shared by the nodes)",
    )  # fmt: skip
    parser.add_argument(
        "--limit", action="append", default=[], metavar="NAME=VALUE", help="change one of the limits below"
    )
    return parser


def _store(chosen: argparse.Namespace) -> str:
    """Where everything is kept. Raises ValueError with a sentence."""
    is_elsewhere = chosen.memory or chosen.private
    if is_elsewhere and chosen.store is not None:
        raise ValueError(f"--store and {'--memory' if chosen.memory else '--private'} don't go together")
    address = "" if is_elsewhere else read_store(chosen.store)
    if (chosen.cluster or chosen.nodes > 1) and not address:
        option = "--cluster" if chosen.cluster else "--nodes"
        raise ValueError(f"{option} needs a database that servers can share: name it with --store")
    return address or ("memory" if chosen.memory else "sqlite")


def _access(parser: argparse.ArgumentParser) -> None:
    """Add the options that say who can reach the server, and how."""
    parser.add_argument("--tls-cert", type=Path, metavar="FILE", help="encrypt with this certificate (wss://)")
    parser.add_argument("--tls-key", type=Path, metavar="FILE", help="its key; on SIGHUP the server reads both again")
    parser.add_argument(
        "--behind-proxy", nargs="?", type=_addresses, const=LOOPBACK, metavar="ADDRESSES",
        help="a proxy encrypts; trust X-Forwarded-For when it comes from these addresses, "
        "such as 10.0.0.2,192.168.1.0/24 (default: this machine)",
    )  # fmt: skip
    parser.add_argument(
        "--allow-origin", action="append", default=[], metavar="URL",
        help="let in pages of this web site, such as https://play.example.org, or null for pages opened from a file "
        "(default: none)",
    )  # fmt: skip
    parser.add_argument(
        "--public-url", action="append", default=[], metavar="URL",
        help="how others reach this server, for the invitations that its players make: wss://HOST for the program, and "
        "ssh://HOST and https://HOST if a portal runs there; once for each",
    )  # fmt: skip
    parser.add_argument(
        "--metrics-from", type=_addresses, default=LOOPBACK, metavar="ADDRESSES",
        help="addresses that may read /metrics, such as 10.0.0.2,192.168.1.0/24 (default: this machine)",
    )  # fmt: skip


def parse_public_urls(written: list[str]) -> tuple[str, ...]:
    """The public addresses, at most one for each kind of client. Raises ValueError with a sentence.

    >>> parse_public_urls(["wss://games.example.org", "ssh://games.example.org:2222"])
    ('wss://games.example.org', 'ssh://games.example.org:2222')
    """
    found: dict[str, str] = {}
    for url in written:
        kind = _kind_of(url)
        if kind in found:
            raise ValueError(f"--public-url takes one address of a kind; {found[kind]} and {url} are of the same")
        found[kind] = url
    return tuple(found.values())


def _kind_of(url: str) -> str:
    """The kind of client that an address is for. Raises ValueError with a sentence."""
    try:
        scheme, host = urlsplit(msgspec.convert(url, PublicUrl)).scheme, urlsplit(url).hostname
        _ = urlsplit(url).port
    except ValueError:
        raise ValueError(
            f"{url[:60]!r} is not a public address: write wss://HOST, ssh://HOST or https://HOST, with :PORT if needed"
        ) from None
    if scheme in ("ws", "http") and not is_loopback(host or ""):
        raise ValueError(f"{url} is not encrypted: write {scheme}s:// and let a proxy encrypt, or name localhost")
    return KINDS[scheme]


def _addresses(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _pace(text: str) -> tuple[float, float]:
    shortest, _, longest = text.partition("-")
    try:
        pace = float(shortest), float(longest or shortest)
    except ValueError:
        pace = (math.nan, math.nan)
    if not 0 <= pace[0] <= pace[1] <= 60:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a pace; give seconds up to 60, such as 0.4-1.2 or 0")
    return pace
