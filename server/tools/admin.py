"""`python -m server.tools.admin`, or `parlour admin`: what the owner of a running server can have it do.

It asks through a socket in the server's data folder, which nobody else on the machine can open. Exits with 0, with 1
where nothing was done, with 2 for a wrong command line, and with 3 where no server runs on that folder.
"""

from __future__ import annotations

import argparse
import re
import socket
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from protocol.command_line import CommandLineParser
from protocol.text import clean_text
from server.config import Config
from server.moderation import requests
from server.moderation.owner_socket import NoOwnerSocketError, call
from server.moderation.reports import PlayerReport
from server.moderation.requests import OwnerAnswer, OwnerRequest, PresentPlayer
from server.moderation.sanctions import Sanction, SanctionKind, describe_time
from server.ops.command_line import EXIT_FAILURE, whole_number
from server.players.accounts.names import columns

EXIT_NOT_RUNNING = 3
ANSWER_WITHIN_S = 60.0
UNITS_S = {"m": 60, "h": 3600, "d": 86_400}
PLAYER = "a player's name, or an account such as #12"
NETWORK = f"{PLAYER}, or an address, or a network such as 192.0.2.0/24"
IMPOSED: Sequence[tuple[SanctionKind, str, str]] = (
    ("ban", "keep a player or a network out", NETWORK),
    ("silence", "stop a player from chatting", PLAYER),
)
EXAMPLES = """examples:
  parlour admin who                            who is connected, and from where
  parlour admin announce Back in an hour.      tell everyone on the server
  parlour admin silence ana --for 2h           no chat from ana for two hours
  parlour admin ban ana --for 7d --why spam    keep ana out for a week
  parlour admin ban 192.0.2.0/24               keep a network out until you lift the ban
  parlour admin lift ana                       end ana's ban and silence
  parlour admin bans                           list all bans and silences
  parlour admin close KQFM                     close a table; nobody loses the game there
  parlour admin reports                        what players reported about others
  parlour admin reports clear 3                remove report 3
"""


NO_ANSWER = "the server didn't answer; it may be stopping, or busy with another request."


class NoAnswerError(Exception):
    """A server took the request and did not answer; the message says so."""


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        answer = ask(options.data, options.request(options))
    except (FileNotFoundError, ConnectionRefusedError):
        print(
            f"parlour admin: no server that takes commands is using {options.data}; "
            "choose another folder with --data.", file=sys.stderr,
        )  # fmt: skip
        return EXIT_NOT_RUNNING
    except (OSError, NoOwnerSocketError, NoAnswerError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        print(f"parlour admin: {options.data}: {why}", file=sys.stderr)
        return EXIT_FAILURE
    if isinstance(answer, requests.NotDone):
        print(f"parlour admin: nothing changed: {clean_text(answer.text)}", file=sys.stderr)
        return EXIT_FAILURE
    for line in _json_lines(answer) if options.json else _lines(answer):
        print(line)
    return 0


def ask(folder: Path, request: OwnerRequest) -> OwnerAnswer:
    """Ask the server that runs on a folder. Raises NoAnswerError, and OSError and NoOwnerSocketError as `call` does."""
    with call(folder) as caller:
        caller.settimeout(ANSWER_WITHIN_S)
        try:
            caller.sendall(msgspec.json.encode(request) + b"\n")
            return msgspec.json.decode(b"".join(_received(caller)), type=OwnerAnswer)  # type: ignore[no-any-return]
        except (TimeoutError, BrokenPipeError, ConnectionResetError, msgspec.MsgspecError):
            raise NoAnswerError(NO_ANSWER) from None


def _received(caller: socket.socket) -> Iterator[bytes]:
    while piece := caller.recv(64 * 1024):
        yield piece


# What is printed.


def _json_lines(answer: OwnerAnswer) -> Iterator[str]:
    """Each row as JSON, without the characters that would harm a terminal."""
    rows = [answer] if isinstance(answer, requests.Done | requests.NotDone) else answer.rows
    for row in rows:
        cleaned = _cleaned(msgspec.to_builtins(row))
        yield msgspec.json.encode(cleaned).decode()


def _cleaned(value: object) -> object:
    match value:
        case str():
            return clean_text(value)
        case list() | tuple():
            return [_cleaned(each) for each in value]
        case dict():
            return {key: _cleaned(each) for key, each in value.items()}
    return value


def _lines(answer: OwnerAnswer) -> Iterator[str]:
    match answer:
        case requests.PlayerList(rows=rows):
            yield from _table(("NAME", "ACCOUNT", "ADDRESS", "SINCE", "TABLES"), map(_player_row, rows))
        case requests.SanctionList(rows=rows):
            yield from _table(("WHAT", "WHOM", "NAME", "UNTIL", "WHY"), map(_sanction_row, rows))
        case requests.ReportList(rows=rows):
            for report in rows:
                yield from map(clean_text, _report_lines(report))
            if not rows:
                yield "No reports."
        case requests.Done(text=text) | requests.NotDone(text=text):
            yield clean_text(text)


def _player_row(player: PresentPlayer) -> Sequence[str]:
    tables = ", ".join((*player.tables, *(f"{room} (watching)" for room in player.watching)))
    bot = " (bot)" if player.bot else ""
    return f"{player.name}{bot}", f"#{player.account}", player.address, describe_time(player.since), tables or "-"


def _sanction_row(sanction: Sanction) -> Sequence[str]:
    until = "lifted" if sanction.until is None else describe_time(sanction.until)
    return sanction.kind, sanction.target, sanction.name or "-", until, sanction.why or "-"


def _report_lines(report: PlayerReport) -> Iterator[str]:
    place = f"at table {report.room}" if report.room else "in the lobby"
    yield (
        f"{report.number}: {report.reporter_name} (#{report.reporter}) reports {report.name} (#{report.player}), "
        f"{describe_time(report.at)}, {place}: {report.why or 'no reason given'}"
    )
    for line in report.talk:
        yield f"    {line}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Rows in columns, each as wide as what stands in it."""
    cells = [head, *([clean_text(cell) for cell in row] for row in rows)]
    widths = [max(map(columns, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        padded = (cell + " " * (width - columns(cell)) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(padded).rstrip()


# What can be said.


def _parser() -> argparse.ArgumentParser:
    parser = CommandLineParser(
        prog="parlour admin",
        usage="parlour admin COMMAND [options]",
        description=f"{EXAMPLES}\nManage the players of your running server.",
        epilog="Run it as the user that runs the server.",
    )
    commands = parser.add_subparsers(
        prog=parser.prog, metavar="COMMAND", title="commands", required=True, parser_class=CommandLineParser
    )

    def command(line: str, about: str, request: Callable[[argparse.Namespace], OwnerRequest]) -> CommandLineParser:
        """A command; `line` is its name, and what follows it before the options."""
        usage, description = f"parlour admin {line} [options]", f"{about[:1].upper()}{about[1:]}."
        made = commands.add_parser(line.split()[0], help=about, usage=usage, description=description)
        made.add_argument("--data", type=Path, default=Config().data, metavar="DIR", help="the server's folder")
        made.add_argument("--json", action="store_true", help="print each row as a line of JSON")
        made.set_defaults(request=request)
        return made

    command("who", "list the connected players", lambda _: requests.ListPlayers())
    command("bans", "list all bans and silences", lambda _: requests.ListSanctions())
    announce = command("announce TEXT", "tell everyone on the server something", _announcing)
    announce.add_argument("text", metavar="TEXT", nargs="+", type=clean_text, help="what to tell them")
    for kind, about, whom in IMPOSED:
        _sanction_options(command(f"{kind} WHOM", about, _imposing(kind)), whom)
    lift = command("lift WHOM", "end a ban and a silence", lambda options: requests.Lift(options.target))
    lift.add_argument("target", type=clean_text, metavar="WHOM", help=NETWORK)
    close = command("close CODE", "close a table; nobody loses the game there", _closing)
    close.add_argument("table", metavar="CODE", type=clean_text, help="the table's code")
    close.add_argument("--why", type=clean_text, default="", metavar="TEXT", help="what to tell those at the table")
    reports = command("reports [clear [NUMBER]]", "list the players' reports, or clear them", _reporting)
    reports.add_argument("clear", metavar="clear", nargs="?", choices=("clear",), help="remove all reports, or one")
    reports.add_argument(
        "number", metavar="NUMBER", nargs="?", type=whole_number(range(1, 2**53)), help="the report to remove"
    )
    return parser


def _sanction_options(parser: argparse.ArgumentParser, whom: str) -> None:
    parser.add_argument("target", type=clean_text, metavar="WHOM", help=whom)
    parser.add_argument(
        "--for", dest="seconds", type=_duration, metavar="TIME", help="such as 30m, 2h or 7d (default: until lifted)"
    )
    parser.add_argument("--why", type=clean_text, default="", metavar="TEXT", help="a reason to tell them")


def _announcing(options: argparse.Namespace) -> OwnerRequest:
    return requests.Announce(" ".join(options.text))


def _imposing(kind: SanctionKind) -> Callable[[argparse.Namespace], OwnerRequest]:
    return lambda options: requests.Impose(kind, options.target, options.seconds, options.why)


def _closing(options: argparse.Namespace) -> OwnerRequest:
    return requests.EndTableRequest(options.table.upper(), options.why)


def _reporting(options: argparse.Namespace) -> OwnerRequest:
    return requests.ClearReports(options.number) if options.clear else requests.ListReports()


def _duration(written: str) -> int:
    found = re.fullmatch(r"([0-9]{1,6})([mhd])", written)
    seconds = int(found[1]) * UNITS_S[found[2]] if found else 0
    if not requests.LEAST_S <= seconds <= requests.MOST_S:
        most = requests.MOST_S // UNITS_S["d"]
        raise argparse.ArgumentTypeError(
            f"{written[:40]!r} is not a time between 1m and {most}d, such as 30m, 2h or 7d"
        )
    return seconds


if __name__ == "__main__":
    sys.exit(main())
