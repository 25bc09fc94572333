"""Stands between a client and a PostgreSQL server, and cuts their connection at the worst moments."""

from __future__ import annotations

import select
import socket
import threading
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Literal, NamedTuple, Self

Cut = Literal["unsent", "unanswered", "under way", "late"]
"""The server never hears of it; has done it, and the client is not told; is at it; or hears of it on `deliver`."""
CHUNK = 65536


class _Plan(NamedTuple):
    cut: Cut
    text: bytes


class CuttingProxy:
    """Passes on what each client says, in threads of its own, as clients may block the one of a test.

    Attributes:
        cuts: how often a connection was cut.
        is_away: whether new connections are refused.
    """

    def __init__(self, server: tuple[str, int] | str) -> None:
        """Listen for clients of the server that listens there."""
        self._server = server
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._plan: _Plan | None = None
        self._kept: list[tuple[socket.socket, bytes]] = []
        self.cuts = 0
        self.is_away = False

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for upstream, _ in self._kept:
            upstream.close()

    def through(self, url: str) -> str:
        """The address of a database by way of this."""
        server, _, options = url.partition("?")
        others = [option for option in options.split("&") if not option.startswith("host=")]
        port = self._listener.getsockname()[1]
        return "&".join([f"{server}?host=127.0.0.1&port={port}", *others])

    def cut(self, cut: Cut, text: bytes = b"") -> None:
        """Cut the connection by which something with that text is sent next."""
        self._plan = _Plan(cut, text)

    def deliver(self) -> None:
        """Have the server hear what was late, and see that client go."""
        for upstream, message in self._kept:
            with suppress(OSError):
                upstream.sendall(message)
            upstream.close()
        self._kept.clear()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self.is_away:
                client.close()
            else:
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with ExitStack() as stack, suppress(OSError):
            stack.enter_context(client)
            upstream = socket.socket(socket.AF_UNIX if isinstance(self._server, str) else socket.AF_INET)
            stack.callback(lambda: None if any(kept is upstream for kept, _ in self._kept) else upstream.close())
            upstream.connect(self._server)
            is_cut = False
            while True:
                ready, _, _ = select.select([client, upstream], [], [])
                if upstream in ready:
                    answer = upstream.recv(CHUNK)
                    if not answer or is_cut:
                        return
                    client.sendall(answer)
                if client in ready:
                    message = client.recv(CHUNK)
                    cut = self._next_cut(message)
                    is_cut |= cut is not None
                    if cut == "late":
                        self._kept.append((upstream, message))
                    if not message or cut in ("late", "unsent"):
                        return
                    upstream.sendall(message)
                    if cut == "under way":
                        return

    def _next_cut(self, message: bytes) -> Cut | None:
        """How to cut the connection by which this is sent, if at all."""
        plan = self._plan
        if plan is None or plan.text not in message:
            return None
        self._plan = None
        self.cuts += 1
        return plan.cut
