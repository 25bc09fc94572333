"""Where this very program was got from, so that an invitation can say it: what `uvx --from` takes.

A friend who runs a line from an invitation runs a program with it. So the address is never the server's word: it is
where the player's own program came from, by the record that pip and uv keep of an installation (PEP 610), or by the
git remote of a checkout. Parlour isn't on PyPI; whoever is told to get it by its bare name could get another program.
"""

from __future__ import annotations

import re
from configparser import ConfigParser, Error
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Annotated

import msgspec

from client.server_programs import ROOT

NAME = "parlour"
URL = re.compile(r"https://[A-Za-z0-9.-]+(:[0-9]{1,5})?/[A-Za-z0-9._/-]+")
"""An address that everybody may fetch and any shell takes as one word: without a user, a password or a query."""
REVISION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]*")
MAX_CONFIG_BYTES = 64 * 1024


class VcsInfo(msgspec.Struct):
    """Which version control an installation came from, and the branch or tag that was asked for."""

    vcs: str
    requested_revision: str = ""


class DirectUrl(msgspec.Struct):
    """The record of an installation that named an address: PEP 610's `direct_url.json`."""

    url: Annotated[str, msgspec.Meta(max_length=500)]
    vcs_info: VcsInfo | None = None


@cache
def install_source() -> str:
    """What others give to `uvx --from` to get this program; empty if they can't get it from where it came from."""
    try:
        record = distribution(NAME).read_text("direct_url.json") or ""
    except PackageNotFoundError:
        record = ""
    return source_of(record) or source_of_checkout(ROOT)


def source_of(record: str) -> str:
    """The source by the record of an installation.

    >>> source_of('{"url": "https://a.example/p.git", "vcs_info": {"vcs": "git", "requested_revision": "v1"}}')
    'git+https://a.example/p.git@v1'
    """
    try:
        came = msgspec.json.decode(record, type=DirectUrl)
    except msgspec.MsgspecError:
        return ""
    if not URL.fullmatch(came.url):
        return ""
    if came.vcs_info is None:
        return came.url
    wanted = came.vcs_info.requested_revision
    revision = f"@{wanted}" if REVISION.fullmatch(wanted) else ""
    return f"git+{came.url}{revision}" if came.vcs_info.vcs == "git" else ""


def source_of_checkout(root: Path) -> str:
    """The source of a git checkout, by the address of its remote `origin`."""
    config = ConfigParser(strict=False, interpolation=None)
    try:
        with (root / ".git" / "config").open(encoding="utf-8") as file:
            config.read_string(file.read(MAX_CONFIG_BYTES))
        url = config['remote "origin"']["url"]
    except (OSError, ValueError, KeyError, Error):
        return ""
    return f"git+{url}" if URL.fullmatch(url) else ""
