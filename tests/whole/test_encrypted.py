"""A server behind its own encryption, and clients that trust it or do not."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.state.exit_codes import ExitCode
from tests.support.patience import PATIENCE_S
from tests.support.processes.own_certificates import FIRST, SECOND
from tests.support.processes.running import RunningServer, start_server
from tests.support.processes.talking import client

pytestmark = pytest.mark.slow


@pytest.fixture
def server(data: Path) -> Iterator[RunningServer]:
    """Listens to everybody, by files of its own that begin as the first certificate."""
    for written, name in zip(FIRST, ("cert.pem", "key.pem"), strict=True):
        shutil.copy(written, data / name)
    files = ("--tls-cert", str(data / "cert.pem"), "--tls-key", str(data / "key.pem"))
    running = start_server(data, "--host", "0.0.0.0", *files, limits=())
    yield running
    running.terminate()


def said(home: Path, server: RunningServer, *arguments: str, scheme: str = "wss") -> tuple[int, str]:
    """How `parlour tables` ends there, and what it says."""
    with client(home, f"{scheme}://localhost:{server.port}", "tables", *arguments) as lister:
        output = lister.finish()
        return lister.process.returncode, output


def test_who_has_the_certificate_comes_in_and_nobody_who_has_another(tmp_path, server):
    assert server.url.startswith("wss://")
    assert said(tmp_path, server, "--ca-file", str(FIRST.certificate))[0] == ExitCode.OK
    for trusted in ((), ("--ca-file", str(SECOND.certificate))):
        code, output = said(tmp_path, server, *trusted)
        assert code != ExitCode.OK
        assert f"The certificate of localhost:{server.port} can't be trusted: " in output
        assert output.rstrip().endswith("use --ca-file FILE.")


def test_the_file_can_be_a_setting(tmp_path, server, monkeypatch):
    monkeypatch.setenv("PARLOUR_CA_FILE", str(FIRST.certificate))
    assert said(tmp_path, server)[0] == ExitCode.OK


def test_a_certificate_is_renewed_without_a_restart(tmp_path, data, server):
    for written, name in zip(SECOND, ("cert.pem", "key.pem"), strict=True):
        shutil.copy(written, data / name)
    assert said(tmp_path, server, "--ca-file", str(FIRST.certificate))[0] == ExitCode.OK
    os.kill(server.process.pid, signal.SIGHUP)
    assert said(tmp_path, server, "--ca-file", str(SECOND.certificate))[0] == ExitCode.OK
    (data / "cert.pem").write_text("no certificate")
    os.kill(server.process.pid, signal.SIGHUP)
    assert said(tmp_path, server, "--ca-file", str(SECOND.certificate))[0] == ExitCode.OK
    assert "event=certificate-not-renewed" in (data / "server.log").read_text()


def test_a_certificate_that_is_none_ends_the_server_with_a_sentence(tmp_path, data):
    command = [sys.executable, "-m", "server", "--data", data, "--tls-cert", FIRST.key, "--tls-key", FIRST.key]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{FIRST.key} with {FIRST.key} is not a valid certificate: ")
