"""Visitors who come by the page: its files and policy, and the websocket that carries its terminal."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

import pyte
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.http11 import Request

from client.portal.visit import STOPPING
from client.portal.web.listener import LEFT, ODD
from client.portal.web.page_files import FOLDER, PageFiles
from tests.support.patience import PATIENCE_S
from tests.support.processes.hosting import Hosted, hosting
from tests.support.processes.node import run_node
from tests.support.terminal.ssh_windows import HERE, Visiting, visiting

VENDOR = FOLDER / "vendor"
EVA, BEN = "e" * 64, "b" * 64


class PageWindow:
    """A page: what comes in binary frames is drawn, and what comes as text is kept."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.buttons: list[dict[str, object]] = []
        self.ending: dict[str, object] = {}
        self._screen = pyte.Screen(100, 32)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    async def expect(self, *texts: str) -> None:
        """Wait until each text is on the screen, or the visit has ended."""
        async with asyncio.timeout(PATIENCE_S):
            for text in texts:
                while text not in self.text:
                    await self._take()

    async def press(self, keys: str, *texts: str) -> None:
        await self.socket.send(keys.encode())
        await self.expect(*texts)

    async def ended(self) -> dict[str, object]:
        """Why the visit ended."""
        async with asyncio.timeout(PATIENCE_S):
            try:
                while True:
                    await self._take()
            except ConnectionClosed:
                return self.ending

    async def _take(self) -> None:
        frame = await self.socket.recv()
        if isinstance(frame, bytes):
            self._stream.feed(frame)
        elif "buttons" in (said := json.loads(frame)):
            self.buttons = said["buttons"]
        else:
            self.ending = said


@asynccontextmanager
async def page(portal: Visiting, token: str, **more: object) -> AsyncIterator[PageWindow]:
    """A page that has come in as whoever has the token."""
    async with connect(f"{portal.address.page.replace('http', 'ws')}play") as socket:
        await socket.send(json.dumps({"token": token, "cols": 100, "rows": 32, **more}))
        yield PageWindow(socket)


@pytest.fixture
async def hosted() -> AsyncIterator[Hosted]:
    async with hosting(proxies=(HERE,)) as running:
        yield running


@pytest.fixture
async def portal(hosted: Hosted, tmp_path: Path) -> AsyncIterator[Visiting]:
    async with visiting(hosted.server.url, tmp_path / "portal", web_port=0) as running:
        yield running


@pytest.mark.slow
async def test_a_page_that_is_loaded_again_is_back_at_its_seat(portal: Visiting):
    async with page(portal, EVA, name="eva") as first:
        await first.expect("online", "eva  ", "draws your share of every deal.")
        await first.press(":new war\r", "Waiting for somebody to join.", portal.address.page)
        table = re.search(r"table ([A-Z]{4,6})", first.text)[1]
    async with page(portal, EVA) as again, page(portal, BEN, table=table) as ben:
        await ben.expect("Space flip", "eva")
        await again.expect(f"table {table}", "Space flip")


@pytest.mark.slow
async def test_the_buttons_are_the_key_bar_and_send_its_keys(portal: Visiting):
    async with page(portal, EVA) as window:
        await window.expect("online")
        await window.press("1", "Space flip")
        async with asyncio.timeout(PATIENCE_S):
            while "flip" not in [button["label"] for button in window.buttons]:
                await window._take()
        flip = next(button for button in window.buttons if button["label"] == "flip")
        assert (flip["key"], flip["send"], flip["on"]) == ("Space", " ", True)
        menu = next(button for button in window.buttons if button["label"] == "menu")
        await window.press(str(menu["send"]), "Resign")


@pytest.mark.slow
async def test_a_tap_is_a_click(portal: Visiting):
    async with page(portal, EVA) as window:
        await window.expect("online")
        row, line = next((row, line) for row, line in enumerate(window.text.splitlines(), 1) if "Tower Blaster" in line)
        column = line.index("Tower Blaster") + 1
        tap = f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"
        await window.press(tap + tap, "Your tower")
        async with asyncio.timeout(PATIENCE_S):
            while not any(button["label"] == "place" for button in window.buttons):
                await window._take()
        digits = [(button["send"], button["label"]) for button in window.buttons if str(button["key"]).isdigit()]
        assert digits == [("1", "place"), *((digit, "") for digit in "234567890")]
        assert "Tower Blaster" in window.text.splitlines()[0]


@pytest.mark.slow
async def test_a_page_changes_its_size(portal: Visiting):
    async with page(portal, EVA) as window:
        await window.expect("online")
        await window.socket.send('{"cols":70,"rows":24}')
        await window.socket.send('{"cols":0,"rows":-1}')
        window._screen.resize(24, 70)
        await window.expect("─" * 70)


@pytest.mark.slow
async def test_whoever_leaves_is_told_so_and_does_not_come_back_by_itself(portal: Visiting):
    async with page(portal, EVA) as window:
        await window.expect("online")
        await window.socket.send(b"\x11")
        assert await window.ended() == {"end": LEFT, "again": False}


@pytest.mark.slow
async def test_a_portal_that_stops_asks_its_pages_to_come_back(hosted: Hosted, tmp_path: Path):
    async with visiting(hosted.server.url, tmp_path / "portal", web_port=0) as portal, page(portal, EVA) as window:
        await window.expect("online")
        stopping = asyncio.create_task(portal.stop())
        assert await window.ended() == {"end": STOPPING, "again": True}
        await stopping


@pytest.mark.slow
@pytest.mark.parametrize(
    "first",
    [
        "nonsense",
        b"\xff",
        '{"token":"short","cols":80,"rows":24}',
        f'{{"token":"{EVA}","cols":80000,"rows":24}}',
        f'{{"token":"{EVA}","cols":80,"rows":24,"table":"K; quit"}}',
    ],
)
async def test_a_page_that_greets_oddly_is_sent_away_and_no_player_is_made(portal: Visiting, first: str | bytes):
    async with connect(f"{portal.address.page.replace('http', 'ws')}play") as socket:
        await socket.send(first)
        assert await PageWindow(socket).ended() == {"end": ODD, "again": False}
    assert list((portal.folder / "players").iterdir()) == []


@pytest.mark.slow
async def test_a_page_of_another_site_may_not_connect(portal: Visiting):
    with pytest.raises(InvalidStatus, match="403"):
        await connect(f"{portal.address.page.replace('http', 'ws')}play", origin="https://evil.example").__aenter__()
    host = urlsplit(portal.address.page).netloc
    async with connect(f"{portal.address.page.replace('http', 'ws')}play", origin=f"http://{host}"):
        pass


@pytest.mark.slow
async def test_tokens_are_not_written_down(portal: Visiting):
    async with page(portal, EVA) as window:
        await window.expect("online")
    kept = b"".join(file.read_bytes() for file in portal.folder.rglob("*") if file.is_file())
    assert EVA.encode() not in kept
    assert EVA not in " ".join(map(str, portal.folder.rglob("*")))


@pytest.mark.slow
def test_the_pages_own_logic():
    assert "# fail 0" in run_node(["--test", "--test-reporter=tap", Path(__file__).parent / "page_logic.test.mjs"])


def ask(path: str, **headers: str) -> tuple[int, Headers, bytes]:
    found = Headers({"Host": "games.example.org", **{name.replace("_", "-"): value for name, value in headers.items()}})
    answer = PageFiles().answer(Request(path, found))
    return answer.status_code, answer.headers, answer.body


def test_what_is_of_others_is_what_they_published():
    sums = dict(reversed(line.split()) for line in (VENDOR / "SHA256SUMS").read_text().splitlines())
    files = {path.name for path in VENDOR.iterdir()} - {"SHA256SUMS", "README.md"}
    assert files == set(sums)
    assert {name: sha256((VENDOR / name).read_bytes()).hexdigest() for name in files} == sums
    assert sum(name.startswith("LICENSE") for name in files) == 3


def test_the_page_may_ask_nobody_but_its_own_host():
    _, headers, body = ask("/")
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert "unsafe" not in policy
    assert set(re.findall(r"\w+://\S+", policy)) == {"ws://games.example.org", "wss://games.example.org;"}
    nonce = re.search(r"'nonce-([^']+)'", policy)[1]
    assert f'nonce="{nonce}"'.encode() in body
    assert ask("/")[1]["Content-Security-Policy"] != policy


def test_a_host_that_is_none_is_not_repeated_in_the_policy():
    policy = PageFiles().answer(Request("/", Headers({"Host": "a b; script-src *"}))).headers["Content-Security-Policy"]
    assert "*" not in policy


@pytest.mark.parametrize(
    "path", ["/index.html.bak", "/../web.py", "/%2e%2e/listener.py", "/vendor/", "/vendor/README.md"]
)
def test_there_are_no_other_files(path: str):
    assert ask(path)[0] == 404


def test_files_come_compressed_and_only_once():
    status, headers, body = ask("/vendor/xterm.mjs", Accept_Encoding="gzip, br")
    assert (status, headers["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    assert gzip.decompress(body) == (VENDOR / "xterm.mjs").read_bytes()
    assert ask("/vendor/xterm.mjs", If_None_Match=headers["ETag"])[0] == 304


def test_every_file_that_the_page_names_is_there():
    written = "".join(path.read_text() for path in FOLDER.iterdir() if path.suffix in (".html", ".mjs"))
    named = set(re.findall(r'(?:href|src|from)[= ]"(?:\./)?([\w./-]+)"', written))
    assert {"page.mjs", "page.css", "logic.mjs", "vendor/xterm.mjs"} <= named
    assert {name: ask(f"/{name}")[0] for name in named} == dict.fromkeys(named, 200)
