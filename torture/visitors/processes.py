"""A portal as a process of its own, OpenSSH in windows, and a browser with pages."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from client.hosting.invitation import PortalAddress
from tests.support.patience import PATIENCE_S
from tests.support.terminal.windows import Desktop, Window

CHROMIUM = "/usr/bin/chromium"
AXE = ("axe-core", "4.14.1", "e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745")
"""A checker of accessibility in the npm registry, and the hash of its package."""
SSH_OPTIONS = ("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "IdentitiesOnly=yes", "LogLevel=ERROR")


class PortalProcess:
    """A portal in a process of its own, killed at the end of a `with` block."""

    def __init__(self, server: str, folder: Path, ssh_port: int = 0, web_port: int = 0) -> None:
        command = [sys.executable, "-m", "client.portal.main", "--server", server, "--data", str(folder)]
        command += ["--ssh-port", str(ssh_port), "--web-port", str(web_port), "--per-address", "1000"]
        with (folder.parent / "portal.log").open("a") as log:
            self.process = subprocess.Popen(
                [*command, "--arrivals-per-s", "1000"], stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self.process.stdout is not None
        lines = [self.process.stdout.readline().strip() for _ in range(4)]
        assert lines[1:3][0].startswith("ssh"), f"the portal said {lines}"
        self.address = PortalAddress("localhost", int(lines[1].split()[2]), lines[2])

    @property
    def web_port(self) -> int:
        return int(self.address.page.rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait(timeout=PATIENCE_S)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGKILL)
        self.kill()


def ssh_desktop(folder: Path) -> Desktop:
    """A desktop whose windows run OpenSSH."""
    return Desktop(folder, program=("ssh", "-F", "none", *(f"-o{option}" for option in SSH_OPTIONS)))


def make_key(path: Path) -> Path:
    """A key of OpenSSH's own making."""
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True)
    return path


def come_by_ssh(desktop: Desktop, address: PortalAddress, user: str, key: Path) -> Window:
    return desktop.window("-i", str(key), "-p", str(address.ssh_port), f"{user}@localhost")


@contextmanager
def browser() -> Iterator[Any]:
    """Debian's Chromium. Raises ImportError or OSError where it or playwright is missing."""
    from playwright.sync_api import sync_playwright

    if not Path(CHROMIUM).exists():
        raise FileNotFoundError(f"There is no {CHROMIUM}: apt-get install --no-install-recommends chromium")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield opened
        finally:
            opened.close()


def fetch_axe(folder: Path) -> str:
    """The checker's script, from the npm registry. Raises OSError."""
    name, version, expected = AXE
    subprocess.run(["npm", "pack", "-s", f"{name}@{version}"], cwd=folder, check=True, capture_output=True)
    package = folder / f"{name}-{version}.tgz"
    if sha256(package.read_bytes()).hexdigest() != expected:
        raise OSError(f"{package.name} is not what it was")
    with tarfile.open(package) as opened:
        script = opened.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode()


class BrowserPage:
    """A page of the portal in the browser; `asked` is every address that it has asked for."""

    def __init__(self, opened: Any, width: int, height: int, *, touch: bool = False) -> None:
        context = opened.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch,
            device_scale_factor=2 if touch else 1,
        )  # fmt: skip
        self.page = context.new_page()
        self.asked: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("websocket", lambda socket: self.asked.append(socket.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._note)

    def _note(self, message: Any) -> None:
        if message.type == "error" and "WebSocket connection" not in message.text:
            self.complaints.append(message.text)

    @property
    def text(self) -> str:
        """What is on the screen."""
        return str(self.page.locator(".xterm-rows").inner_text()).replace("\xa0", " ")

    def come(self, address: str, name: str) -> None:
        """Open an address, and come in by a name."""
        self.page.goto(address)
        self.page.fill("#name", name)
        self.page.click("#welcome button")

    def expect(self, *texts: str) -> None:
        """Wait until each text is on the screen."""
        for text in texts:
            try:
                self.page.wait_for_function(
                    "text => document.querySelector('.xterm-rows').innerText.replaceAll('\\xa0', ' ').includes(text)",
                    arg=text, timeout=PATIENCE_S * 1000,
                )  # fmt: skip
            except Exception as error:
                raise AssertionError(f"{text!r} never came:\n{self.text}") from error

    def tap_button(self, label: str) -> None:
        """Tap the button with that label."""
        self.page.locator("#keys button", has_text=label).first.tap()

    def tap_on(self, text: str) -> None:
        """Tap on a text on the screen."""
        line = next(line for line in self.text.splitlines() if text in line)
        row = self.text.splitlines().index(line)
        box = self.page.locator(".xterm-screen").bounding_box()
        columns = max(len(line) for line in self.text.splitlines())
        rows = len(self.text.splitlines())
        x = box["x"] + (line.index(text) + 0.5) * box["width"] / columns
        y = box["y"] + (row + 0.5) * box["height"] / rows
        self.page.touchscreen.tap(x, y)
