"""What a command line says, and what holds where it says nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from server.config import DEFAULT_PORT, Config, read_arguments
from server.limits.settings import describe_limits


def test_without_arguments_the_server_is_for_this_machine_alone_and_keeps_its_games():
    config = read_arguments([])
    assert (config.host, config.port, config.store, config.private) == ("127.0.0.1", DEFAULT_PORT, "sqlite", False)
    assert config == Config()


def test_every_setting_can_be_said():
    said = "--host 0.0.0.0 --port 9000 --data /somewhere --pace 0.1-0.5 --processes 3 --limit connections=50"
    config = read_arguments([*said.split(), "--behind-proxy"])
    assert (config.host, config.port, config.data) == ("0.0.0.0", 9000, Path("/somewhere"))
    assert config.computers.pace_s == (0.1, 0.5)
    assert config.computers.processes == 3
    assert config.limits.connections == 50


@pytest.mark.parametrize(("cores", "processes"), [(None, 1), (1, 1), (2, 1), (4, 3), (64, 4)])
def test_computers_leave_a_core_to_the_server_where_there_is_more_than_one(monkeypatch, cores, processes):
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert Config().computers.processes == processes


def test_a_pace_of_one_number_is_always_the_same():
    assert read_arguments(["--pace", "0"]).computers.pace_s == (0.0, 0.0)


def test_a_server_in_memory_keeps_nothing():
    assert read_arguments(["--memory"]).store == "memory"


def test_a_private_server_listens_to_this_machine_on_a_free_port_whatever_else_is_said():
    config = read_arguments(["--private", "--host", "0.0.0.0", "--port", "80"])
    assert (config.host, config.port, config.private) == ("127.0.0.1", 0, True)


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
    assert f"{host} is not opened without encryption" in said
    assert all(way in said for way in ("--tls-cert", "--behind-proxy", "ssh -L 7000:localhost:7000"))


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_a_server_for_this_machine_needs_none(host):
    assert read_arguments(["--host", host]).host == host


def test_a_server_with_a_certificate_is_open_to_all():
    config = read_arguments(["--host", "0.0.0.0", "--tls-cert", "a.pem", "--tls-key", "b.pem"])
    assert config.certificate == (Path("a.pem"), Path("b.pem"))


@pytest.mark.parametrize(
    ("said", "proxies"),
    [
        ("", ()),
        ("--behind-proxy", ("127.0.0.0/8", "::1/128")),
        ("--behind-proxy 10.0.0.2,192.168.1.0/24", ("10.0.0.2", "192.168.1.0/24")),
    ],
)
def test_a_proxy_is_on_this_machine_where_nothing_else_is_said(said, proxies):
    assert read_arguments(said.split()).proxies == proxies


@pytest.mark.parametrize(
    ("said", "readers"),
    [("", ("127.0.0.0/8", "::1/128")), ("--metrics-from 10.0.0.2,192.168.1.0/24", ("10.0.0.2", "192.168.1.0/24"))],
)
def test_the_figures_are_for_this_machine_where_nothing_else_is_said(said, readers):
    assert read_arguments(said.split()).metrics_from == readers


def test_pages_are_let_in_by_name():
    said = "--allow-origin https://a.example.org --allow-origin https://b.example.org"
    assert read_arguments(said.split()).origins == {"https://a.example.org", "https://b.example.org"}


@pytest.mark.parametrize(
    "said",
    ["--tls-cert a.pem", "--tls-key b.pem", "--behind-proxy proxy.example.org", "--limit", "--limit hello-s=0",
     "--metrics-from here", "--limit hello=3", "--limit connections"],
)  # fmt: skip
def test_what_does_not_fit_together_is_said(said, capsys):
    with pytest.raises(SystemExit) as ended:
        read_arguments(said.split())
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("parlour serve: ")


def test_help_names_every_option(capsys):
    with pytest.raises(SystemExit) as ended:
        read_arguments(["--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    options = (
        "--host", "--port", "--data", "--memory", "--private", "--pace", "--processes",
        "--tls-cert", "--tls-key", "--behind-proxy", "--allow-origin", "--metrics-from", "--limit",
    )  # fmt: skip
    assert all(option in shown for option in options)
    assert describe_limits() in shown
