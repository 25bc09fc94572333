"""The server's settings: what can be said on its command line, and what holds otherwise."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import platformdirs

from server import computers, gateway, lobby

DEFAULT_PORT = 8765


@dataclass(frozen=True, slots=True)
class Config:
    """How to run a server.

    Attributes:
        host: the address to listen on.
        port: the port to listen on; 0 for a free one.
        store: where journals and accounts are kept: a SQLite file in `data`, or memory.
        data: the folder of everything that is kept.
        private: whether this is one person's own server, which stops when nobody is connected any more.
        stop_within_s: how long a stop may take.
    """

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    store: Literal["sqlite", "memory"] = "sqlite"
    data: Path = field(default_factory=lambda: Path(platformdirs.user_data_dir("parlour")) / "server")
    private: bool = False
    stop_within_s: float = 5.0
    connections: gateway.Limits = field(default_factory=gateway.Limits)
    rooms: lobby.Limits = field(default_factory=lobby.Limits)
    computers: computers.Limits = field(default_factory=computers.Limits)


def read_arguments(arguments: list[str]) -> Config:
    """The settings that a command line says. Leaves the program with code 2 where it says nothing sensible."""
    default = Config()
    parser = argparse.ArgumentParser(
        prog="parlour serve",
        description="Host parlour games for whoever can reach this machine.",
        epilog="Example: parlour serve --host 0.0.0.0 --port 8765 --data ~/parlour",
    )
    parser.add_argument("--host", default=default.host, help="address to listen on (default: %(default)s)")
    parser.add_argument(
        "--port", type=_port, default=default.port, help="port, 0 for a free one (default: %(default)s)"
    )
    parser.add_argument("--data", type=Path, default=default.data, metavar="DIR", help="where games are kept")
    parser.add_argument("--memory", action="store_true", help="keep nothing on disk: a stop ends every game")
    parser.add_argument("--private", action="store_true", help="on a free port, until nobody is connected any more")
    parser.add_argument(
        "--pace", type=_pace, default=default.computers.pace_s, metavar="S[-S]",
        help="seconds a computer seems to take for a move (default: 0.4-1.2)",
    )  # fmt: skip
    parser.add_argument(
        "--max-connections", type=_count, default=default.connections.connections, metavar="N",
        help="how many may be connected (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--processes", type=_count, default=default.computers.processes, metavar="N",
        help="how many computers may think at the same time (default: %(default)s here)",
    )  # fmt: skip
    chosen = parser.parse_args(arguments)
    return Config(
        host="127.0.0.1" if chosen.private else chosen.host,
        port=0 if chosen.private else chosen.port,
        store="memory" if chosen.memory else "sqlite",
        data=chosen.data,
        private=chosen.private,
        connections=gateway.Limits(connections=chosen.max_connections),
        computers=computers.Limits(processes=chosen.processes, pace_s=chosen.pace),
    )


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return port


def _count(text: str) -> int:
    count = int(text)
    if count < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return count


def _pace(text: str) -> tuple[float, float]:
    shortest, _, longest = text.partition("-")
    pace = float(shortest), float(longest or shortest)
    if not 0 <= pace[0] <= pace[1] <= 60:
        raise argparse.ArgumentTypeError("a pace is seconds, such as 0.4-1.2 or 0")
    return pace
