"""What a command line says, and what holds where it says nothing."""

from __future__ import annotations

import os
from operator import attrgetter
from pathlib import Path

import pytest

from server.config import DEFAULT_PORT, Config, read_arguments
from server.limits.settings import describe_limits


def test_without_arguments_the_server_is_for_this_machine_alone_and_keeps_its_games():
    config = read_arguments([])
    assert (config.host, config.port, config.store, config.private) == ("127.0.0.1", DEFAULT_PORT, "sqlite", False)
    assert config == Config()


LOOPBACK = ("127.0.0.0/8", "::1/128")
SITES = [f"https://{name}.example.org" for name in "ab"]
SAID = [
    ("--host localhost", "host", "localhost"),
    ("--host ::1", "host", "::1"),
    ("--host 0.0.0.0 --behind-proxy", "host", "0.0.0.0"),
    ("--private --host 0.0.0.0", "host", "127.0.0.1"),
    ("--port 9000", "port", 9000),
    ("--private --port 80", "port", 0),
    ("--private", "private", True),
    ("--private", "computers.is_private", True),
    ("", "computers.is_private", False),
    ("--memory", "store", "memory"),
    ("--store postgresql://ann@db/games", "store", "postgresql://ann@db/games"),
    ("--data /somewhere", "data", Path("/somewhere")),
    ("--pace 0.1-0.5", "computers.pace_s", (0.1, 0.5)),
    ("--pace 0", "computers.pace_s", (0.0, 0.0)),
    ("--processes 3", "computers.processes", 3),
    ("--limit connections=50", "limits.connections", 50),
    ("--host 0.0.0.0 --tls-cert a.pem --tls-key b.pem", "certificate", (Path("a.pem"), Path("b.pem"))),
    ("", "proxies", ()),
    ("", "public_urls", ()),
    (
        "--public-url wss://a.example --public-url ssh://a.example:2222 --public-url https://a.example/play",
        "public_urls",
        ("wss://a.example", "ssh://a.example:2222", "https://a.example/play"),
    ),
    ("--public-url http://localhost:8080", "public_urls", ("http://localhost:8080",)),
    ("--behind-proxy", "proxies", LOOPBACK),
    ("--behind-proxy 10.0.0.2,192.168.1.0/24", "proxies", ("10.0.0.2", "192.168.1.0/24")),
    ("", "metrics_from", LOOPBACK),
    ("--metrics-from 10.0.0.2,192.168.1.0/24", "metrics_from", ("10.0.0.2", "192.168.1.0/24")),
    (f"--allow-origin {SITES[0].upper()}/ --allow-origin {SITES[1]}", "origins", frozenset(SITES)),
    ("--allow-origin null", "origins", frozenset({"null"})),
]


@pytest.mark.parametrize(("said", "setting", "value"), SAID)
def test_what_is_said_holds(said, setting, value):
    assert attrgetter(setting)(read_arguments(said.split())) == value


@pytest.mark.parametrize(("cores", "processes"), [(None, 1), (1, 1), (2, 1), (4, 3), (64, 4)])
def test_computers_leave_a_core_to_the_server_where_there_is_more_than_one(monkeypatch, cores, processes):
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert Config().computers.processes == processes


@pytest.mark.parametrize(
    "said",
    [
        "--port 65536", "--port -1", "--port http", "--processes 0", "--processes many",
        "--pace fast", "--pace 2-1", "--pace -1", "--pace 0-61", "--pace nan", "--colour red", "extra",
    ],
)  # fmt: skip
def test_what_makes_no_sense_ends_the_program_with_2_and_says_what_it_was(said, capsys):
    with pytest.raises(SystemExit) as ended:
        read_arguments(said.split())
    assert ended.value.code == 2
    assert said.split()[0] in capsys.readouterr().err


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "games.example.org"])
def test_a_server_for_others_is_not_opened_without_encryption(host, capsys):
    with pytest.raises(SystemExit) as ended:
        read_arguments(["--host", host, "--port", "7000"])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert f"won't open {host} without encryption" in said
    assert all(way in said for way in ("--tls-cert", "--behind-proxy", "ssh -L 7000:localhost:7000"))


@pytest.mark.parametrize(
    "said",
    ["--tls-cert a.pem", "--tls-key b.pem", "--behind-proxy proxy.example.org", "--limit", "--limit hello-s=0",
     "--metrics-from here", "--limit hello=3", "--limit connections", "--allow-origin *", "--allow-origin a:9303",
     "--public-url games.example.org", "--public-url ftp://a.example", "--public-url ssh://a.example;ls",
     "--public-url https://a.example/#KQFM", "--public-url ssh://ana@a.example", "--public-url wss://a.example:99999",
     "--public-url http://a.example", "--public-url ws://a.example",
     "--public-url wss://a.example --public-url ws://localhost", "--store games.db", "--store=",
     "--store postgresql://db/games --memory", "--store postgresql://db/games --private",
     "--cluster", "--cluster --memory",
     "--nodes 2", "--nodes 2 --memory"],
)  # fmt: skip
def test_what_does_not_fit_together_is_said(said, capsys):
    with pytest.raises(SystemExit) as ended:
        read_arguments(said.split())
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("parlour serve: ")


def test_help_names_every_option(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    with pytest.raises(SystemExit) as ended:
        read_arguments(["--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    options = (
        "--host", "--port", "--data", "--store", "--cluster", "--nodes", "--memory", "--private", "--pace",
        "--processes", "--tls-cert", "--tls-key", "--behind-proxy", "--allow-origin", "--public-url", "--metrics-from",
        "--limit",
    )  # fmt: skip
    assert all(option in shown for option in options)
    assert describe_limits() in shown


def test_the_database_may_be_named_where_nobody_else_reads_it(monkeypatch):
    address = "postgresql://ann:tiger@db.example.org/games"
    monkeypatch.setenv("PARLOUR_STORE", address)
    assert read_arguments([]).store == address
    assert "tiger" not in repr(read_arguments([]))
    assert read_arguments(["--store", "postgresql://db/other"]).store == "postgresql://db/other"
    assert [read_arguments([option]).store for option in ("--memory", "--private")] == ["memory", "sqlite"]
    monkeypatch.setenv("PARLOUR_STORE", "")
    assert read_arguments([]).store == "sqlite"


@pytest.mark.parametrize(
    ("arguments", "variable", "said"),
    [
        ([], "ann:tiger@db", "PARLOUR_STORE must name a PostgreSQL database"),
        (["--store", "mysql://ann:tiger@db"], "", "--store must name a PostgreSQL database"),
        (["--store", "postgresql://ann:tiger@db/games"], "", "the command line may hold no password"),
        (["--store", "postgresql://db/games?user=ann&password=tiger"], "", "the command line may hold no password"),
        (["--store", "postgresql://ann:tiger@[db/games"], "", "the command line may hold no password"),
    ],
)
def test_an_address_that_is_refused_is_not_repeated(arguments, variable, said, monkeypatch, capsys):
    monkeypatch.setenv("PARLOUR_STORE", variable)
    with pytest.raises(SystemExit) as ended:
        read_arguments(arguments)
    told = capsys.readouterr().err
    assert (ended.value.code, said in told, "tiger" in told) == (2, True, False)
