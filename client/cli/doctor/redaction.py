"""Takes out of a text what is nobody else's business: names, keys, tokens, and where others' servers are.

What is known is replaced by what it is; what only looks like a secret or an address is replaced too. Of a log's lines
only those values stay that are numbers or belong to a key that never holds anybody's words.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from client.settings import is_this_machine

NAME, SECRET, HOST, ADDRESS = "<name>", "<secret>", "<host>", "<address>"
LEAST_NAME = 2
"""A name of one letter would take every such letter out of the report, and tells nothing."""
SAFE_KEYS = frozenset({"level", "from", "event", "error", "at", "code", "kind", "game"})
"""Keys of a log's line whose values this program and the server choose themselves."""
LOOKS_SECRET = re.compile(r"\b(?=[\w-]*[0-9])(?=[\w-]*[A-Za-z])[\w-]{20,}\b|\b[0-9a-fA-F]{16,}\b")
LOOKS_LIKE_URL = re.compile(r"\b(wss?|https?)://[^\s'\")>,]+")
LOOKS_LIKE_ADDRESS = re.compile(
    r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])|(?<![\w:])(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F]{0,4}(?![\w:])"
)
PAIR = re.compile(r"(\w+)=('[^']*'|\"[^\"]*\"|\S*)")
FRAME = re.compile(r'^\s+File "([^"]+)", line (\d+), in (\w+|<\w+>)')
FAULT = re.compile(r"^(?:\w+\.)*(\w*(?:Error|Exception|Group|Interrupt|Exit))\b")


class Redaction:
    """What is to be taken out of every text of one report; `home` is shown as ~."""

    def __init__(self, home: Path, names: Iterable[str], secrets: Iterable[str], hosts: Iterable[str]) -> None:
        known = {
            **{name: NAME for name in names if len(name) >= LEAST_NAME},
            **{host: HOST for host in hosts if host and not is_this_machine(host)},
            **{secret: SECRET for secret in secrets if secret},
        }
        longest_first = sorted(known, key=len, reverse=True)
        self._home = str(home)
        self._known = {word.casefold(): stands for word, stands in known.items()}
        words = "|".join(map(re.escape, longest_first))
        self._pattern = re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])", re.IGNORECASE) if words else None

    def clean(self, text: str) -> str:
        """The text without anything private."""
        text = text.replace(self._home, "~") if len(self._home) > 1 else text
        if self._pattern is not None:
            text = self._pattern.sub(lambda found: self._known[found[0].casefold()], text)
        text = LOOKS_LIKE_URL.sub(_without_host, text)
        text = LOOKS_LIKE_ADDRESS.sub(_without_address, text)
        return LOOKS_SECRET.sub(SECRET, text)

    def clean_log_line(self, line: str) -> str:
        """A line of a log with the values that may stand; empty for one that is in no known form."""
        if frame := FRAME.match(line):
            return self.clean(f"  {Path(frame[1]).name}:{frame[2]} in {frame[3]}")
        if fault := FAULT.match(line):
            return fault[1]
        time, _, rest = line.partition(" level=")
        if not rest or not re.fullmatch(r"[\d ,:.-]+", time):
            return ""
        return self.clean(f"{time} {' '.join(_safe_pairs(f'level={rest}'))}")


def collect(home: Path, names: Iterable[str], servers: Iterable[str]) -> Redaction:
    """The redaction for what is kept in the client's folder: every identity's name, secrets and server.

    `names` and `servers` are further ones, such as those of the settings.
    """
    identities = tuple(_identities(home / "players"))
    texts = {
        key: [str(value) for each in identities for name, value in each.items() if name == key and value]
        for key in ("name", "server", "token", "key", "next_key")
    }
    files = (path.name.rpartition("-")[0] for path in (home / "players").glob("*.json"))
    hosts = filter(None, map(_host_of, (*texts["server"], *servers)))
    secrets = (*texts["token"], *texts["key"], *texts["next_key"])
    return Redaction(Path.home(), {*texts["name"], *files, *names, *_muted(home)}, secrets, set(hosts))


def _identities(folder: Path) -> Iterator[Mapping[str, Any]]:
    """What the files of identities hold, those that were moved aside among them."""
    for path in sorted((*folder.glob("*.json"), *folder.glob("*.former"), *folder.glob("*.damaged"))):
        try:
            found = msgspec.json.decode(path.read_bytes())
        except (OSError, msgspec.DecodeError):
            continue
        if isinstance(found, dict):
            yield found


def _muted(home: Path) -> Iterator[str]:
    """The names of the muted players, among the habits."""
    try:
        habits = msgspec.json.decode((home / "habits.json").read_bytes())
        yield from (str(each["name"]) for each in habits.get("muted", ()))
    except (OSError, msgspec.DecodeError, AttributeError, KeyError, TypeError):
        return


def _host_of(server: str) -> str:
    return urlsplit(server).hostname or "" if "://" in server else ""


def _safe_pairs(rest: str) -> Iterator[str]:
    for key, value in PAIR.findall(rest):
        is_safe = key in SAFE_KEYS or re.fullmatch(r"-?[\d.]+", value) is not None
        yield f"{key}={value if is_safe else '...'}"


def _without_host(found: re.Match[str]) -> str:
    """A URL with nothing of it but its scheme and port, unless it is of this machine."""
    try:
        parts = urlsplit(found[0])
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return f"{found[1]}://{HOST}"
    shown = host if is_this_machine(host) else HOST
    return f"{parts.scheme}://{shown}{f':{port}' if port else ''}"


def _without_address(found: re.Match[str]) -> str:
    try:
        address = ipaddress.ip_address(found[0])
    except ValueError:
        return found[0]
    return found[0] if address.is_loopback or address.is_unspecified else ADDRESS
