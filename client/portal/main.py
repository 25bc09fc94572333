"""The program `parlour portal`: parses its command line, and serves visitors until it is stopped."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import ssl
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from client.cli.bootstrap import complain
from client.hosting.invitation import PortalAddress
from client.net.dialing import DialError, dial
from client.net.tls import context_of_file
from client.portal.config import PortalConfig, PortalLimits
from client.portal.hub import Hub
from client.portal.web.listener import WebAccess
from client.server_programs import server_command, server_environment
from client.settings import InvalidSettingError, home, is_this_machine, server_url
from client.state.exit_codes import ExitCode
from protocol import RELEASE
from protocol.command_line import CommandLineParser

SSH_PORT, WEB_PORT = 2222, 8080
PROBE_ADDRESS = "192.0.2.1"
"""An address for documentation (RFC 5737), which is nobody's."""
LISTENS = "Parlour is listening on "
START_LIMIT_S, STOP_LIMIT_S = 20.0, 10.0
SPEAKS_FOR = "Parlour-Speaks-For"
MISSING = "parlour portal needs asyncssh. To install it: pip install 'parlour[portal]'"
UNLISTED = (
    "{server} doesn't list this portal as a proxy, so all visitors together have the limits of one address. "
    "Start it with --behind-proxy and this machine's address."
)
UNENCRYPTED = (
    "the page won't open on {host} without encryption: give --tls-cert and --tls-key, or put a proxy that encrypts in "
    "front and add --behind-proxy, or leave the page out with --no-web"
)
EXAMPLES = """examples:
  parlour portal                                          try it here, with a server of its own
  parlour portal --server wss://games.example.org --host 0.0.0.0 --public games.example.org \\
    --tls-cert FILE --tls-key FILE                        let anybody play by ssh or in a browser
"""


@dataclass(frozen=True, slots=True)
class PortalArguments:
    """The command line: what to listen on, and how the page is encrypted; `server` is None for one of its own."""

    server: str | None
    host: str
    ssh_port: int | None
    web_port: int | None
    public: str
    page: str
    tls_cert: Path | None
    tls_key: Path | None
    behind_proxy: bool
    folder: Path
    ca_file: str | None
    limits: PortalLimits


def main(words: Sequence[str]) -> int:
    """Serve visitors until SIGINT or SIGTERM; returns the exit code."""
    try:
        import asyncssh  # noqa: F401 - to say early that it is missing
    except ImportError:
        return complain(MISSING, ExitCode.FAILURE)
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(asctime)s %(name)s %(message)s")
    logging.getLogger("asyncssh").setLevel(logging.ERROR)
    args = read(words)
    try:
        asyncio.run(_serve(args))
    except OSError as error:
        return complain(error.strerror or str(error), ExitCode.FAILURE)
    except InvalidSettingError as error:
        return complain(str(error), ExitCode.USAGE)
    return ExitCode.OK


def read(words: Sequence[str]) -> PortalArguments:
    """Parse the command line. Exits with code 2 and a sentence on what is wrong."""
    parser = _parser()
    chosen = parser.parse_args(words)
    if bool(chosen.tls_cert) != bool(chosen.tls_key):
        parser.error("give --tls-cert and --tls-key together: a certificate and its key")
    if chosen.ssh_port is None and chosen.web_port is None:
        parser.error("with --no-ssh and --no-web nobody could come in")
    is_open = not is_this_machine(chosen.host) and chosen.web_port is not None
    if is_open and not chosen.tls_cert and not chosen.behind_proxy:
        parser.error(UNENCRYPTED.format(host=chosen.host))
    limits = PortalLimits(
        visitors=chosen.visitors, per_address=chosen.per_address, arrivals_per_s=chosen.arrivals_per_s
    )
    kept = {name: value for name, value in vars(chosen).items() if name in PortalArguments.__slots__}
    try:
        kept["server"] = server_url(chosen.server) if chosen.server else None
    except InvalidSettingError as error:
        parser.error(str(error))
    return PortalArguments(**kept, limits=limits)


def _parser() -> CommandLineParser:
    parser = CommandLineParser(
        prog="parlour portal",
        usage="parlour portal [options]",
        description=f"{EXAMPLES}\nLet people play by ssh or in a browser, with nothing installed.",
    )
    add, limits = parser.add_argument, PortalLimits()
    add("--server", metavar="HOST[:PORT]|URL", help="the server that visitors play on (default: one of its own)")
    add("--ca-file", metavar="FILE", help="the file with the certificates to trust for that server")
    add("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    add("--ssh-port", type=_port, default=SSH_PORT, metavar="N", help="port for ssh (default: %(default)s)")
    add("--no-ssh", dest="ssh_port", action="store_const", const=None, help="no ssh")
    add("--web-port", type=_port, default=WEB_PORT, metavar="N", help="port of the page (default: %(default)s)")
    add("--no-web", dest="web_port", action="store_const", const=None, help="no page")
    add("--public", default="", metavar="NAME", help="the name by which people reach this machine")
    add("--page", default="", metavar="URL", help="the page's address, if it is not that name and port")
    add("--tls-cert", type=Path, metavar="FILE", help="encrypt the page with this certificate")
    add("--tls-key", type=Path, metavar="FILE", help="its key")
    add("--behind-proxy", action="store_true", help="a proxy on this machine encrypts the page, and says who comes")
    add(
        "--data", dest="folder", type=Path, default=home() / "portal", metavar="DIR",
        help="folder for the host key and the players",
    )  # fmt: skip
    add("--visitors", type=_count, default=limits.visitors, metavar="N", help="the most visitors (%(default)s)")
    add("--per-address", type=_count, default=limits.per_address, metavar="N", help="of one address (%(default)s)")
    add(
        "--arrivals-per-s", type=_count, default=limits.arrivals_per_s, metavar="N",
        help="how many may come in a second (5)",
    )  # fmt: skip
    return parser


def _port(text: str) -> int:
    return _number(text, 0, 65_535)


def _count(text: str) -> int:
    return _number(text, 1, 100_000)


def _number(text: str, least: int, most: int) -> int:
    if not text.isdecimal() or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a number from {least} to {most}")
    return int(text)


async def _serve(args: PortalArguments) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    args.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    async with contextlib.AsyncExitStack() as stack:
        server = args.server
        if server is None:
            server = await stack.enter_async_context(own_server(args.folder / "server"))
        address = await stack.enter_async_context(open_portal(args, server))
        _announce(address)
        if args.server and (warning := await warn_of_unlisted(server, args.ca_file)):
            print(warning, file=sys.stderr, flush=True)
        await stop.wait()


@asynccontextmanager
async def own_server(folder: Path) -> AsyncIterator[str]:
    """The URL of a server with its games in a folder, which lists this machine as a proxy. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # noqa: ASYNC240 - before anybody is here
    with (folder / "server.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *server_command("server"), "--port", "0", "--behind-proxy", "--data", str(folder),
            env=server_environment(), stdin=DEVNULL, stdout=PIPE, stderr=log, start_new_session=True,
        )  # fmt: skip
    assert process.stdout is not None
    try:
        async with asyncio.timeout(START_LIMIT_S):
            line = (await process.stdout.readline()).decode(errors="replace")
        if not line.startswith(LISTENS):
            raise OSError(f"the portal's server did not start; its log is in {folder / 'server.log'}")
        yield line.removeprefix(LISTENS).strip()
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(STOP_LIMIT_S):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


@asynccontextmanager
async def open_portal(args: PortalArguments, server: str) -> AsyncIterator[PortalAddress]:
    """A portal that takes visitors of a server; yields where it is reached. Raises OSError."""
    from client.portal import ssh
    from client.portal.web import listener as web

    async with contextlib.AsyncExitStack() as stack:
        address = PortalAddress(args.public or _own_name(args.host))
        config = PortalConfig(server, address, args.folder, args.ca_file, args.limits)
        hub = Hub(config)
        if args.ssh_port is not None:
            with _told_of(args.ssh_port, "--ssh-port"):
                door = await ssh.listen(hub, args.host, args.ssh_port)
            stack.callback(door.close)
            address = replace(address, ssh_port=door.get_port())
        if args.web_port is not None:
            access = WebAccess(_encryption(args), is_behind_proxy=args.behind_proxy)
            with _told_of(args.web_port, "--web-port"):
                page = await stack.enter_async_context(web.listen(hub, args.host, args.web_port, access))
            address = replace(address, page=args.page or _page(address.host, page, access))
        hub.config = replace(config, address=address)
        looking_after = asyncio.create_task(hub.run())
        try:
            yield address
        finally:
            looking_after.cancel()
            await asyncio.wait({looking_after})


@contextmanager
def _told_of(port: int, option: str) -> Iterator[None]:
    """Say of which port the system complains. Raises OSError with a sentence."""
    try:
        yield
    except OSError as error:
        if error.filename is not None:  # the host key, or a file of the page's
            raise
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise OSError(f"Port {port} can't be opened: {reason}. Choose another with {option}.") from None


def _own_name(host: str) -> str:
    """What people on this machine call an address that it listens on."""
    return "localhost" if is_this_machine(host) else host


def _encryption(args: PortalArguments) -> ssl.SSLContext | None:
    if args.tls_cert is None or args.tls_key is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(args.tls_cert, args.tls_key)
    return context


def _page(host: str, port: int, access: WebAccess) -> str:
    """The address of the page where none was given: behind a proxy it is the usual one."""
    if access.is_behind_proxy:
        return f"https://{host}/"
    scheme, usual = ("https", 443) if access.tls else ("http", 80)
    return f"{scheme}://{host}/" if port == usual else f"{scheme}://{host}:{port}/"


def _announce(address: PortalAddress) -> None:
    """Say how people come in, a line each to paste."""
    print(f"Parlour {RELEASE}: the portal is open.")
    for line in (address.ssh_line("play"), address.page):
        if line:
            print(f"  {line}")
    print("To go straight to a table, put its code in place of 'play', or after # in the address.", flush=True)


async def warn_of_unlisted(server: str, ca_file: str | None) -> str:
    """What to say where the server does not believe for whom this portal speaks; empty where it does, or is not there.

    A server that is not there may come yet; visitors then wait for it.
    """
    try:
        socket = await dial(server, context_of_file(ca_file) if ca_file else None, PROBE_ADDRESS)
    except DialError:
        return ""
    try:
        is_listed = socket.response is not None and socket.response.headers.get(SPEAKS_FOR) == PROBE_ADDRESS
    finally:
        socket.transport.abort()
    return "" if is_listed else UNLISTED.format(server=urlsplit(server)._replace(path="").geturl())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
