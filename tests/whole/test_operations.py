"""What the page about running a server tells an operator to do is done here, and comes to what the page says."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from configparser import RawConfigParser
from contextlib import aclosing
from pathlib import Path
from urllib.request import urlopen

import pytest

from client.state.fold import WENT_BACK
from server.config import Config
from tests.support.processes.players import sign_in
from tests.support.processes.running import PATIENT, RunningServer, start_server
from tests.support.processes.talking import Client, client, code_in, run_client
from tests.support.processes.wire import Wires
from tests.support.terminal.windows import ROOT

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ (.+)$", PAGE, re.MULTILINE)
PROGRAM = "/opt/parlour/.venv/bin/parlour"
FOLDER = "/var/lib/parlour"
COPY = "/var/backups/parlour.db"
FILES = ("parlour.db", "parlour.db-wal", "parlour.db-shm")
ELSEWHERE = ("git clone https://example.org/parlour.git /opt/parlour", "cd /opt/parlour", "make .venv/.playable")
"""What the tests of a fresh checkout do; a user for the service is what only an operator's machine has."""

ADMIN = [found for found in COMMANDS if found.startswith(f"{PROGRAM} admin ")]
SAID = {
    "who": r"ana +#1 +127\.0\.0\.1 .* {code}$",
    "announce": r"Sent to 1 player\.",
    "silence": r"ana \(#1\) is silenced until .* UTC\.",
    "ban NAME": r"ana \(#1\) is banned until .* UTC; closed 1 connection\.",
    "ban 192.0.2.0/24": r"192\.0\.2\.0/24 is banned until lifted; closed 0 connections\.",
    "bans": r"^ban +#1 +ana .* spam$",
    "lift": r"Lifted the (ban and the silence|silence and the ban) on ana \(#1\)\.",
    "close": r"Closing table {code}; its game doesn't count for anybody\.",
    "reports": r"1: ben \(#2\) reports ana \(#1\), .*, in the lobby: too loud$",
    "reports clear": r"Cleared 1 report\.",
}
"""What `parlour admin` says to each command of the page."""

LINE = r"\d{4}-\d\d-\d\d [\d:,]+ level=[A-Z]+ from=[a-z._]+ event=[a-z-]+( [a-z_]+=('[^']*'|\S*))*"
"""When, and what, in pairs."""


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return str(found)


def unit() -> RawConfigParser:
    """The service, of which every line that is no setting is refused."""
    found = RawConfigParser(strict=True, delimiters=("=",), comment_prefixes=("#",))
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read_string(block("ini"))
    return found


def run(command: str, data: Path, *, code: int = 0) -> str:
    """Run a command of the page on a folder of one's own; what it says."""
    here = command.replace(FOLDER, str(data)).replace(COPY, str(data.parent / "copy.db")).replace("NAME", "ana")
    program, *words = shlex.split(here)
    assert program == PROGRAM
    ran = run_client(data.parent, *words)
    assert ran.returncode == code, ran.stderr
    return ran.stdout + ran.stderr


def command(program: str) -> str:
    (found,) = (command for command in COMMANDS if command.startswith(f"{PROGRAM} {program} "))
    return str(found)


def games(home: Path, url: str) -> int:
    """How many games of War the server has counted for ana."""
    with client(home, url, "stats", "war", "--name", "ana") as stats:
        told = stats.finish()
    found = re.search(r"(\d+) played", told)
    return int(found[1]) if found else 0


def play(home: Path, url: str) -> None:
    with client(home, url, "play", "war", "--auto-flip", "0", "--plain", "--name", "ana") as ana:
        ana.finish("auto 5\n")


def served(data: Path, port: int = 0) -> RunningServer:
    """A server begun as the service begins it, but for its port and its folder."""
    program, verb, *words = shlex.split(unit()["Service"]["ExecStart"])
    assert (program, verb) == (PROGRAM, "serve")
    given = iter(words)
    rest = [word for word in given if word not in ("--port", "--data") or not next(given)]
    return start_server(data, *rest, port=port, program=PATIENT)


def restored(data: Path, port: int) -> RunningServer:
    """The server once it has gone back to the copy, as the page says how."""
    for name in FILES:
        (data / name).unlink(missing_ok=True)
    shutil.copy(data.parent / "copy.db", data / FILES[0])
    return served(data, port)


def flip(*people: Client) -> None:
    """Have everybody flip, and hear who has won that."""
    for one in people:
        one.write("flip")
    for one in people:
        one.read_until(" against ")


def position(one: Client) -> list[str]:
    """How a player's table stands, from where the next sentences say so."""
    one.read_until("Table ")
    return one.read_until(" has ")


@pytest.fixture
def service(data: Path) -> Iterator[RunningServer]:
    server = served(data)
    yield server
    if server.process.poll() is None:
        server.terminate()


def test_every_command_of_the_page_is_done_by_a_test():
    ours = [command("serve"), command("backup"), command("revoke"), command("prune"), *ADMIN]
    operators = [found for found in COMMANDS if found.startswith("useradd ")]
    assert sorted(COMMANDS) == sorted((*ELSEWHERE, *ours, *operators))
    assert len(operators) == 1


def test_a_copy_is_taken_while_the_server_runs_and_gone_back_to(service: RunningServer, data: Path, home: Path):
    play(home, service.url)
    assert "Copied everything to" in run(command("backup"), data)
    play(home, service.url)
    assert games(home, service.url) == 2
    service.terminate()
    again = restored(data, service.port)
    try:
        assert games(home, again.url) == 1, "whoever has come since is known to the copy"
        play(home, again.url)
        assert games(home, again.url) == 2
    finally:
        again.terminate()


def test_players_who_stay_see_the_older_position_and_play_on_from_there(service: RunningServer, data: Path, home: Path):
    table = ("play", "war", "--vs", "human", "--auto-flip", "0", "--plain", "--name", "ana")
    with client(home, service.url, *table) as ana:
        code = code_in(ana.read_until("Table "))
        with client(home, service.url, "join", code, "--plain", "--name", "ben") as ben:
            ben.read_until("Table ")
            flip(ana, ben)
            for one in (ana, ben):
                one.write("say")
            copied = [position(one) for one in (ana, ben)]
            run(command("backup"), data)
            for _ in range(3):
                flip(ana, ben)
            service.kill()
            again = restored(data, service.port)
            try:
                for one, older in zip((ana, ben), copied, strict=True):
                    one.read_until(WENT_BACK)
                    assert position(one) == older
                for one in (ana, ben):
                    one.write(*["flip"] * 30)
                assert all("The game is over" in one.read_until("The game is over")[-1] for one in (ana, ben))
            finally:
                again.terminate()


def test_tokens_and_keys_are_made_void_once_the_server_is_stopped(service: RunningServer, data: Path, home: Path):
    play(home, service.url)
    assert "Stop it first" in run(command("revoke"), data, code=3)
    service.terminate()
    assert "The tokens and keys of ana no longer work." in run(command("revoke"), data)
    again = served(data, service.port)
    try:
        with client(home, again.url, "play", "war", "--plain", "--name", "ana") as ana:
            said = ana.finish()
        assert "This key is no longer valid" in said
    finally:
        again.terminate()


def test_every_act_of_a_moderator_on_the_page_does_what_it_says(service: RunningServer, data: Path, home: Path):
    with client(home, service.url, "play", "war", "--vs", "human", "--plain", "--name", "ana") as ana:
        code = code_in(ana.read_until("Table "))
        with client(home, service.url, "--plain", "--name", "ben") as ben:
            assert "You reported ana" in ben.finish("report ana too loud\n")
        for act, said in zip(ADMIN, SAID.items(), strict=True):
            assert act.startswith(f"{PROGRAM} admin {said[0]} ")
            told = run(act.replace("KQFM", code), data)
            assert re.search(said[1].replace("{code}", code), told, re.MULTILINE), told
        assert "You are banned until" in ana.finish()
    assert run(f"{PROGRAM} admin who --data {FOLDER}", data).count("\n") == 1


def test_a_ban_is_in_force_after_a_kill_and_a_lifted_one_is_not(service: RunningServer, data: Path, home: Path):
    play(home, service.url)
    (ban,) = [act for act in ADMIN if " ban NAME " in act]
    run(ban, data)
    service.kill()
    again = served(data, service.port)
    try:
        with client(home, again.url, "play", "war", "--plain", "--name", "ana") as ana:
            assert "You are banned until" in ana.finish()
        run(f"{PROGRAM} admin lift NAME --data {FOLDER}", data)
        again.terminate()
        again = served(data, service.port)
        play(home, again.url)
        assert games(home, again.url) == 2
    finally:
        again.terminate()


async def test_the_server_of_a_tournament_lets_forty_bots_of_one_machine_in(data: Path):
    with start_server(data, limits=re.findall(r"--limit (\S+)", command("serve"))) as server:
        async with aclosing(Wires(server.url)) as wires:
            bots = await asyncio.gather(*(sign_in(wires, f"bot{number}") for number in range(40)))
    assert len({bot.welcome.name for bot in bots}) == 40


def test_old_records_are_removed_once_the_server_is_stopped_and_by_a_service_each_month(
    service: RunningServer, data: Path, home: Path
):
    play(home, service.url)
    assert "Stop it first" in run(command("prune"), data, code=3)
    assert "Would remove the records of 0 games" in run(f"{command('prune')} --dry-run", data)
    service.terminate()
    assert "Removed the records of 0 games at 0 tables" in run(command("prune"), data)
    again = served(data, service.port)
    try:
        assert games(home, again.url) == 1
    finally:
        again.terminate()
    oneshot, timer = re.findall(r"^```systemd\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert f"\nExecStart={command('prune')}\n" in oneshot
    assert "\nOnCalendar=" in timer


def test_the_service_stops_in_time_and_reads_certificates_anew_without_stopping(service: RunningServer):
    service.process.send_signal(signal.SIGHUP)
    with urlopen(f"http://127.0.0.1:{service.port}/healthz") as page:
        assert page.read().split()[0] == b"ok"
    assert service.terminate() == 0
    assert Config().stop_within_s < float(unit()["Service"]["TimeoutStopSec"])


def test_the_service_is_one_that_systemd_takes(tmp_path: Path):
    assert unit().sections() == ["Unit", "Service", "Install"]
    assert unit()["Service"]["StateDirectory"] == Path(FOLDER).name
    verify = shutil.which("systemd-analyze")
    if verify is not None:  # else the reading above has to do
        file = tmp_path / "parlour.service"
        file.write_text(block("ini").replace(PROGRAM, sys.executable).replace("User=parlour", "User=root"))
        done = subprocess.run([verify, "verify", str(file)], capture_output=True, text=True)
        assert file.name not in done.stderr, done.stderr


def test_the_proxy_leads_to_the_service_and_keeps_its_figures_inside(service: RunningServer):
    words = shlex.split(unit()["Service"]["ExecStart"])
    assert "--behind-proxy" in words
    site = block("caddyfile").split()
    assert site[site.index("reverse_proxy") + 1] == f"127.0.0.1:{words[words.index('--port') + 1]}"
    assert " ".join(site).count("@metrics path /metrics respond @metrics 404") == 1
    with urlopen(f"http://127.0.0.1:{service.port}/metrics") as page:
        assert b"parlour_connections" in page.read()


def test_the_log_has_a_line_an_event_in_pairs(service: RunningServer, data: Path, home: Path):
    play(home, service.url)
    service.terminate()
    lines = (data / "server.log").read_text().splitlines()
    events = {line.partition("event=")[2].split()[0] for line in lines}
    assert events >= {"listening", "rooms-taken-up", "stopping"}
    for line in lines:
        assert re.fullmatch(LINE, line), line
        assert "ana" not in line
