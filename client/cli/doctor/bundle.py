"""Makes the one file that a person can send to somebody who can help, with nothing private in it."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from client.cli.doctor.crash_report import kept_reports, write_private
from client.cli.doctor.findings import Finding, finding_line
from client.cli.doctor.redaction import Redaction, collect
from client.net.identity.identity import default_name
from client.settings import Origin

SECTION_BYTES = 48 * 1024
"""How much of each section is written: its end, as that is nearest to the fault."""
READ_BYTES = 256 * 1024
"""How much of a log is read."""
CRASHES = 3
"""How many crash reports go into it, the newest."""
LOGS = ("server.log.1", "server.log")
VARIABLES = ("TERM", "COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR", "TERM_PROGRAM", "TERM_PROGRAM_VERSION")
INSIDE = ("SSH_CONNECTION", "TMUX", "STY")
"""Variables that tell what the terminal is inside of; their values do not matter."""
WRITTEN = (
    "A report is in {path}. It holds versions, settings, the terminal, what the doctor found, the last log lines of "
    "your own server, and the last crashes. Names, keys, tokens, addresses and chat are left out. "
    "Read it before you send it."
)


def write_bundle(findings: Iterable[Finding], origins: Iterable[Origin], home: Path, folder: Path) -> str:
    """Write the report into a folder, or where that cannot be into `home`; gives the sentence for the person.

    Raises OSError where neither takes it.
    """
    chosen = tuple(origins)
    text = "\n".join(_sections(tuple(findings), chosen, home, _redaction(chosen, home)))
    name = f"parlour-report-{datetime.now(UTC):%Y%m%d-%H%M%S}.txt"
    try:
        path = folder / name
        write_private(path, text)
    except OSError:
        path = home / name
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_private(path, text)
    return WRITTEN.format(path=path)


def _redaction(origins: tuple[Origin, ...], home: Path) -> Redaction:
    values = {origin.name: str(origin.value) for origin in origins if origin.value}
    names = filter(None, (values.get("name"), default_name(), socket.gethostname(), socket.gethostname().split(".")[0]))
    return collect(home, names, filter(None, (values.get("server"),)))


def _sections(
    findings: tuple[Finding, ...], origins: tuple[Origin, ...], home: Path, redaction: Redaction
) -> Iterator[str]:
    sections: Mapping[str, Iterable[str]] = {
        "What the doctor found": (finding_line(each, json=False) for each in findings),
        "Settings": (f"{each.name:<8} {each.value!s:<24} {each.source}" for each in origins),
        "Terminal": _terminal(),
    }
    yield f"Parlour report, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    for title, lines in sections.items():
        yield from _section(title, map(redaction.clean, lines))
    log = (line for name in LOGS for line in _tail(home / "private" / name))
    yield from _section("Your own server's log", filter(None, map(redaction.clean_log_line, log)))
    for path in kept_reports(home)[-CRASHES:]:
        yield from _section("A crash", map(redaction.clean, _tail(path)))
    yield ""


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    text = "\n".join(lines).encode("utf-8", "replace")[-SECTION_BYTES:].decode("utf-8", "ignore")
    yield f"\n== {title}\n{text or 'nothing'}"


def _terminal() -> Iterator[str]:
    columns, rows = shutil.get_terminal_size()
    yield f"size {columns}x{rows}"
    yield from (f"{name}={os.environ[name]}" for name in VARIABLES if name in os.environ)
    yield from (f"{name} is set" for name in INSIDE if name in os.environ)


def _tail(path: Path) -> list[str]:
    """The last lines of a file, as far as it can be read."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - READ_BYTES))
            return file.read(READ_BYTES).decode("utf-8", "replace").splitlines()
    except OSError:
        return []
