"""The program that answers commands on a rehearsal over a pipe."""

from __future__ import annotations

import io
from typing import Any

import msgspec
import pytest

from engines import catalog
from protocol import messages as m
from server.tools import serve_local_room
from tests.server.tools.offline.test_local_room import create

read = msgspec.json.Decoder(m.Event).decode


def told(monkeypatch: pytest.MonkeyPatch, capsysbinary: Any, seed: str, *commands: m.Command) -> list[m.Event]:
    lines = b"".join(msgspec.json.encode(command) + b"\n" for command in commands)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines)))
    assert serve_local_room.main([seed, "--name", "greedy"]) == 0
    return [read(line) for line in capsysbinary.readouterr().out.splitlines()]


def test_who_starts_it_is_welcomed_and_told_every_game(monkeypatch: Any, capsysbinary: Any) -> None:
    (welcome,) = told(monkeypatch, capsysbinary, "7")
    assert isinstance(welcome, m.Welcome)
    assert welcome.name == "greedy"
    assert [sheet.name for sheet in welcome.games] == list(catalog.games())


def test_each_command_is_answered_in_lines_of_json_by_what_the_seed_deals(monkeypatch: Any, capsysbinary: Any) -> None:
    asked = create("tower_blaster", "computer:careful")
    one, again, other = (told(monkeypatch, capsysbinary, seed, asked) for seed in ("7", "7", "8"))
    assert [type(event) for event in one] == [m.Welcome, m.Entered, m.Table]
    assert one == again
    assert one[-1] != other[-1]
