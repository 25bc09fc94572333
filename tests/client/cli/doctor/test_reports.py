"""A crash and `parlour doctor --bundle` leave a file to send, in which nothing of anybody's is."""

from __future__ import annotations

import stat
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from client import __main__ as program
from client.cli.bootstrap import Bootstrap, finish
from client.cli.doctor import crash_report
from client.cli.doctor.bundle import SECTION_BYTES
from client.cli.doctor.redaction import collect
from client.net.identity.identity import StoredIdentity, identity
from client.settings import Settings
from client.state.breadcrumbs import MAX_CRUMBS, Breadcrumbs
from client.state.exit_codes import ExitCode
from client.state.store import Link, Said, Sent
from protocol import messages as m

TOKEN, KEY = "c4n4ryT0kenThatNobodyMaySee", "c0ffee" * 10 + "beef"
CANARIES = (
    TOKEN,
    KEY,
    "canaria",
    "bencanary",
    "evilcanary",
    "secret.example.net",
    "203.0.113.77",
    "2001:db8::7",
    "KQFMZZ",
)
TALK = "canaries sing"
LOG = (
    "2026-11-24 13:34:13,039 level=INFO from=parlour.server event=listening url=ws://203.0.113.77:37705 rooms=3\n"
    "2026-11-24 13:34:14,040 level=WARNING from=parlour.room event=odd room=KQFMZZ name=evilcanary at=host.py:7\n"
    f"somebody wrote: {TALK}\n"
    "Traceback (most recent call last):\n"
    '  File "/home/canaria/server/app.py", line 17, in serve\n'
    f"ValueError: {TALK}\n"
)


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A client's folder with everything private in it."""
    folder = tmp_path / "home"
    monkeypatch.setenv("PARLOUR_HOME", str(folder))
    monkeypatch.setenv("PARLOUR_SERVER", "wss://secret.example.net:9000")
    monkeypatch.setenv("PARLOUR_NAME", "canaria")
    monkeypatch.chdir(tmp_path)
    who = identity(folder, "wss://secret.example.net:9000", "canaria")
    who.keep(StoredIdentity(who.server, "canaria", TOKEN, KEY))
    muted = [{"name": "bencanary", "number": 7, "server": "x"}]
    (folder / "habits.json").write_bytes(msgspec.json.encode({"muted": muted}))
    (folder / "private").mkdir()
    (folder / "private" / "server.log").write_text(LOG)
    return folder


def crash(home: Path) -> str:
    """Fail in the middle of a game, after talk; gives what is said about it."""
    crumbs = Breadcrumbs(lambda: 1.0)
    crumbs.add_key("left", is_text=False)
    crumbs.add_key("x", is_text=True)
    for happening in (Link("up", "wss://secret.example.net"), Said(TALK), Sent(m.Say(room="KQFMZZ", text=TALK))):
        crumbs.add_event(happening)
    return crash_report.report_crash(ValueError(TALK), crumbs, home, "play")


def bundle(tmp_path: Path) -> str:
    (path,) = tmp_path.glob("parlour-report-*.txt")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    return path.read_text()


def test_the_bundle_has_what_helps_and_nothing_of_anybodys(home, tmp_path, capsys):
    crash(home)
    program.main(["doctor", "--bundle"])
    text, said = bundle(tmp_path), capsys.readouterr().out
    for canary in (*CANARIES, TALK, TALK.split()[0]):
        assert canary.lower() not in text.lower(), canary
    for part in (
        "event=listening",
        "rooms=3",
        "at=host.py:7",
        "app.py:17 in serve",
        "ValueError",
        "key left",
        "sent say",
    ):
        assert part in text, part
    assert str(next(tmp_path.glob("parlour-report-*.txt"))) in said


def test_the_bundle_has_a_bound(home, tmp_path):
    (home / "private" / "server.log").write_text(LOG * 20_000)
    for _ in range(3):
        crash(home)
    program.main(["doctor", "--bundle"])
    assert len(bundle(tmp_path)) < 7 * SECTION_BYTES


def test_where_the_folder_takes_nothing_the_bundle_goes_to_the_clients_own(home, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("client.cli.local_commands.Path", SimpleNamespace(cwd=lambda: tmp_path / "nowhere"))
    program.main(["doctor", "--bundle"])
    (path,) = home.glob("parlour-report-*.txt")
    assert str(path) in capsys.readouterr().out


def test_a_crash_of_any_program_is_written_down_and_the_person_is_told_where(home, capsys):
    async def fail() -> int:
        raise ExceptionGroup("two", [ValueError(TALK)])

    start = Bootstrap(Settings(), identity(home, "here", "ana"), "ws://localhost:1", "")
    start.crumbs.add_key("q", is_text=False)
    with pytest.raises(crash_report.CrashError) as raised:
        finish(start, fail)
    assert isinstance(raised.value.__cause__, ValueError)
    assert "key q" in raised.value.crumbs.lines()[-1]


def test_what_nobody_expected_ends_the_program_with_a_sentence_and_not_with_a_traceback(home, capsys, monkeypatch):
    def fail(_: object) -> int:
        raise RuntimeError(TALK)

    monkeypatch.setattr(program, "_run", fail)
    assert program.main(["levels"]) == ExitCode.FAILURE
    (path,) = crash_report.kept_reports(home)
    err = capsys.readouterr().err
    assert (str(path) in err, "doctor --bundle" in err, "Traceback" in err) == (True, True, False)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert ("RuntimeError" in path.read_text(), TALK in path.read_text()) == (True, False)


def test_only_the_newest_reports_are_kept(home):
    for number in range(crash_report.KEPT_MAX + 2):
        (home / crash_report.FOLDER).mkdir(exist_ok=True)
        (home / crash_report.FOLDER / f"crash-2026010{number}-000000-1.txt").write_text("old")
    crash(home)
    assert len(crash_report.kept_reports(home)) == crash_report.KEPT_MAX


def test_a_disk_that_takes_no_report_is_said_to_be_the_reason(home):
    (home / crash_report.FOLDER).write_text("in the way")
    assert "can't be saved" in crash(home)


def test_no_more_is_remembered_than_the_bound():
    crumbs = Breadcrumbs()
    for _ in range(2 * MAX_CRUMBS):
        crumbs.add_line()
    assert len(crumbs.lines()) == MAX_CRUMBS


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("anna and Canaria, canariabird", "anna and <name>, canariabird"),
        ("at 127.0.0.1 and 203.0.113.77 and 1.2.3", "at 127.0.0.1 and <address> and 1.2.3"),
        ("at ::1 or 2001:db8::7", "at ::1 or <address>"),
        ("ws://localhost:8765/x and wss://a.b:9/x", "ws://localhost:8765 and wss://<host>:9"),
        ("host secret.example.net:9000", "host <host>:9000"),
        ("12:34:56 of websockets 15.0.1", "12:34:56 of websockets 15.0.1"),
    ],
)
def test_only_what_is_private_is_taken_out(home, text, cleaned):
    assert collect(home, ["canaria"], []).clean(text) == cleaned
