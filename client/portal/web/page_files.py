"""The files of the page, as answers to HTTP requests: from memory, and with the strictest policy that lets it run."""

from __future__ import annotations

import gzip
import re
import secrets
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

FOLDER = Path(__file__).parent / "page"
INDEX = "index.html"
NONCE = b"{nonce}"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
HOST = re.compile(r"[A-Za-z0-9.\-\[\]:]{1,255}")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self'; font-src 'self'; "
    "manifest-src 'self'; connect-src 'self'{sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class PageFile(NamedTuple):
    """A file: its type, its bytes as they are and compressed, and what they are known by."""

    kind: str
    content: bytes
    packed: bytes
    tag: str


class PageFiles:
    """All files of the page, read once."""

    def __init__(self, folder: Path = FOLDER) -> None:
        paths = [path for path in folder.rglob("*") if path.suffix in TYPES]
        self._files = {f"/{path.relative_to(folder).as_posix()}": _read(path) for path in paths}
        self._index = self._files.pop(f"/{INDEX}")

    def answer(self, request: Request) -> Response:
        """The page, one of its files, or that there is none."""
        path, headers = request.path.partition("?")[0], request.headers
        if path in ("/", f"/{INDEX}"):
            return self._answer_index(headers.get("Host", ""))
        file = self._files.get(path)
        if file is None:
            return _response(HTTPStatus.NOT_FOUND, "text/plain", b"There's no such page.\n")
        if headers.get("If-None-Match") == file.tag:
            return _response(HTTPStatus.NOT_MODIFIED, file.kind, b"", ETag=file.tag)
        if "gzip" in headers.get("Accept-Encoding", ""):
            return _response(HTTPStatus.OK, file.kind, file.packed, ETag=file.tag, Content_Encoding="gzip")
        return _response(HTTPStatus.OK, file.kind, file.content, ETag=file.tag)

    def refuse_origin(self) -> Response:
        """What a page of another site gets."""
        return _response(HTTPStatus.FORBIDDEN, "text/plain", b"Only this portal's own page may connect.\n")

    def _answer_index(self, host: str) -> Response:
        """The page itself, with a number that lets the terminal, and nobody else, add styles.

        Older browsers take a websocket of the same host for another place, so it is named too.
        """
        nonce = secrets.token_urlsafe(16)
        sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
        policy = POLICY.format(nonce=nonce, sockets=sockets)
        content = self._index.content.replace(NONCE, nonce.encode())
        return _response(HTTPStatus.OK, self._index.kind, content, Content_Security_Policy=policy)


def _read(path: Path) -> PageFile:
    content = path.read_bytes()
    tag = f'"{sha256(content).hexdigest()[:32]}"'
    return PageFile(TYPES[path.suffix], content, gzip.compress(content, mtime=0), tag)


def _response(status: HTTPStatus, kind: str, body: bytes, **more: str) -> Response:
    headers = Headers({
        "Content-Type": kind,
        "Content-Length": str(len(body)),
        "Cache-Control": "no-cache",
        "Connection": "close",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        **{name.replace("_", "-"): value for name, value in more.items()},
    })  # fmt: skip
    return Response(status.value, status.phrase, headers, body)
