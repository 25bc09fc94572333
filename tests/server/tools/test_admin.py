"""`parlour admin`, as an operator types it while a server runs."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

from protocol import messages as m
from server.moderation.reports import PlayerReport
from server.tools.admin import main
from tests.support.processes.hosting import hosting
from tests.support.processes.players import pair, sign_in
from tests.support.processes.running import PATIENT, start_server

pytestmark = pytest.mark.slow


@pytest.fixture
async def hosted(tmp_path):
    async with hosting(store="sqlite", data=tmp_path) as made:
        yield made


@pytest.fixture
def admin(tmp_path, capsys):
    """What the program says to some words: its exit code, its output and its errors."""

    async def run(*words: str, data: Path = tmp_path) -> tuple[int, str, str]:
        code = await asyncio.to_thread(main, [*words, "--data", str(data)])
        return (code, *capsys.readouterr())

    return run


def exit_code(*words: str) -> int:
    with pytest.raises(SystemExit) as stop:
        main(list(words))
    return int(stop.value.code)


async def test_players_stand_in_columns_and_as_json(hosted, admin):
    _, _, table, _ = await pair(hosted.wires)
    code, out, _ = await admin("who")
    assert code == 0
    head, *rows = [line.split() for line in out.splitlines()]
    assert head == ["NAME", "ACCOUNT", "ADDRESS", "SINCE", "TABLES"]
    assert sorted([row[0], row[1], row[2], row[-1]] for row in rows) == [
        ["ann", "#1", "127.0.0.1", table.room],
        ["ben", "#2", "127.0.0.1", table.room],
    ]
    _, out, _ = await admin("who", "--json")
    told = [json.loads(line) for line in out.splitlines()]
    assert sorted((row["name"], row["account"], tuple(row["tables"])) for row in told) == [
        ("ann", 1, (table.room,)),
        ("ben", 2, (table.room,)),
    ]


async def test_bans_and_silences_are_made_listed_and_lifted(hosted, admin):
    await sign_in(hosted.wires)
    assert (await admin("silence", "ann", "--for", "2h", "--why", "too loud"))[0] == 0
    assert (await admin("ban", "192.0.2.7/24"))[1] == "192.0.2.0/24 is banned until lifted; closed 0 connections.\n"
    _, out, _ = await admin("bans")
    rows = [re.split(r" {2,}", line) for line in out.splitlines()]
    assert [(row[0], row[1], row[2], row[4]) for row in rows] == [
        ("WHAT", "WHOM", "NAME", "WHY"),
        *sorted((("silence", "#1", "ann", "too loud"), ("ban", "192.0.2.0/24", "-", "-")), key=lambda row: row[1]),
    ]
    _, out, _ = await admin("bans", "--json")
    assert {json.loads(line)["target"]: json.loads(line)["until"] is None for line in out.splitlines()} == {
        "#1": False,
        "192.0.2.0/24": True,
    }
    assert await admin("lift", "ann", "--json") == (
        0,
        '{"type":"done","text":"Lifted the silence on ann (#1)."}\n',
        "",
    )


async def test_a_table_is_closed_by_its_code_in_any_case_and_an_announcement_needs_no_quotes(hosted, admin):
    ann, _, table, _ = await pair(hosted.wires)
    assert (await admin("announce", "back", "in", "an", "hour"))[:2] == (0, "Sent to 2 players.\n")
    assert (await ann.next(m.Notice)).text == "back in an hour"
    assert (await admin("close", table.room.lower(), "--why", "It is stuck."))[0] == 0
    assert "It is stuck." in (await ann.next(m.Left)).reason


async def test_what_is_not_done_is_said_with_its_exit_code(hosted, admin):
    assert await admin("ban", "nobody") == (
        1, "", "parlour admin: nothing changed: nobody is neither a player nor an address.\n",
    )  # fmt: skip


async def test_a_folder_without_a_server_has_an_exit_code_of_its_own(tmp_path, admin):
    code, out, errors = await admin("who", data=tmp_path / "none")
    assert (code, out) == (3, "")
    assert "no server that takes commands is using " in errors


async def test_a_server_that_was_killed_is_told_from_one_that_runs(tmp_path, admin):
    server = await asyncio.to_thread(start_server, tmp_path, program=PATIENT)
    assert (await admin("who"))[0] == 0
    server.kill()
    assert (tmp_path / "admin").exists()
    assert (await admin("who"))[0] == 3


async def test_nobody_asks_a_server_that_keeps_nothing(tmp_path, admin):
    async with hosting(store="memory", data=tmp_path):
        assert (await admin("who"))[0] == 3


async def test_a_hostile_report_harms_no_terminal(hosted, admin):
    hostile = "\x1b[2J\x07\u202eevil\nline\x9b31m"
    report = PlayerReport(0, 1000, 1, hostile, 2, hostile, "KQFM", hostile, (hostile, "ben: boo"))
    await hosted.server.moderation.store.add_report(report)
    for json_flag in ((), ("--json",)):
        code, out, _ = await admin("reports", *json_flag)
        assert code == 0
        assert not set("\x1b\x07\u202e\x9b") & set(out)
        assert "ben: boo" in out
    assert len(out.splitlines()) == 1
    assert await admin("reports", "clear", "1") == (0, "Cleared 1 report.\n", "")
    assert await admin("reports") == (0, "No reports.\n", "")


@pytest.mark.parametrize("time", ["", "2", "2y", "-2h", "0m", "59s", "1.5h", "4000d", "٣m", "9999999m"])
def test_what_is_no_time_is_refused(time, capsys):
    assert exit_code("ban", "ann", f"--for={time}") == 2
    assert "is not a time between 1m and 3650d" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [(), ("sudo",), ("ban",), ("reports", "burn"), ("reports", "clear", "x"), ("who", "ann")]
)
def test_a_wrong_command_line_is_a_usage_error(words):
    assert exit_code(*words) == 2
