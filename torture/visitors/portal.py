"""People play through a portal by OpenSSH and in a browser, and come back to their seats whatever is killed.

It needs ssh, Debian's chromium, npm and playwright (`pip install playwright`), and fails where one is missing.
Screenshots are left in the folder that PARLOUR_SCREENSHOTS names, to be looked at.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tests.support.patience import PATIENCE_S
from tests.support.processes.running import RunningServer, start_server
from tests.support.terminal.war_windows import OVER, flip
from tests.support.terminal.windows import Desktop, Window
from torture.finding import Finding
from torture.scale import Scale
from torture.visitors.processes import (
    BrowserPage,
    PortalProcess,
    browser,
    come_by_ssh,
    fetch_axe,
    make_key,
    ssh_desktop,
)

SIZES = ((1280, 800, False), (844, 390, True), (390, 844, True))
"""Width, height and whether it is touched: a desktop, and a phone in both ways to hold it."""
GAMES = (("War", "flip"), ("Tower Blaster", "pile"), ("Blocky", "pick"))
SERIOUS = ("serious", "critical")


def prove(scale: Scale) -> list[Finding]:
    """Play and kill; what cannot be tried is a finding too."""
    found: list[Finding] = []
    with scale.folder() as folder:
        for claim, bar, attempt in (
            ("a game of War, one by OpenSSH and one in Chromium", "both see its end", _whole_game),
            ("a game of War, one by OpenSSH and one in the ordinary client", "both see its end", _with_the_client),
            ("`kill -9` of the portal in a game, then of the server", "back at the same seat, no key", _kills),
            ("a phone without a keyboard plays War, Tower Blaster and Blocky by taps", "a move in each", _phone),
            (
                "a browser signs in by `#link-CODE`, loads the page again, and pastes by Ctrl-V",
                "the same player",
                _link,
            ),
            ("all that the page asks for, and axe-core on its four faces", "its own host; nothing serious", _page),
        ):
            found.append(_try(claim, bar, attempt, folder))
    return found


def _try(claim: str, bar: str, attempt: Callable[[Path], str], folder: Path) -> Finding:
    try:
        (own := folder / attempt.__name__).mkdir()
        return Finding("P15", claim, attempt(own), bar, holds=True)
    except Exception as error:  # noqa: BLE001 - whatever it is, it did not hold
        return Finding("P15", claim, f"{type(error).__name__}: {str(error)[-600:]}", bar, holds=False)


def _server(folder: Path, port: int = 0) -> RunningServer:
    (folder / "data").mkdir(exist_ok=True)
    return start_server(folder / "data", "--behind-proxy", port=port)


def _seat_by_ssh(folder: Path, portal: PortalProcess, desktop: Desktop) -> Window:
    """ana, who has come by a key of OpenSSH's, at a new table for War."""
    ana = come_by_ssh(desktop, portal.address, "ana", make_key(folder / "key"))
    desktop.expect(ana, "online", "draws your share of every deal.")
    ana.press(":new war\r")
    desktop.expect(ana, "Waiting for somebody to join.")
    return ana


def _whole_game(folder: Path) -> str:
    with (
        _server(folder) as server,
        PortalProcess(server.url, folder / "portal") as portal,
        browser() as opened,
    ):
        desktop = ssh_desktop(folder)
        ana = _seat_by_ssh(folder, portal, desktop)
        eva = BrowserPage(opened, 1280, 800)
        eva.come(f"{portal.address.page}#{ana.code}", "eva")
        eva.expect("SPACE to flip")
        flips = _play_out(desktop, ana, eva)
        eva.page.screenshot(path=_shot(folder, "over"))
        _check(eva, portal)
        desktop.close()
        return f"the end after {flips} flips each"


def _play_out(desktop: Desktop, ana: Window, eva: BrowserPage) -> int:
    """Flip until the game is over."""
    flips = 0
    while OVER not in ana.text:
        eva.page.keyboard.press("Space")
        flip(desktop, ana)
        flips += 1
        desktop.until(partial(_is_ready, ana))
        eva.page.wait_for_function(
            "() => /SPACE to flip|The game is over/.test(document.querySelector('.xterm-rows').innerText"
            ".replaceAll('\\xa0', ' '))",
            timeout=PATIENCE_S * 1000,
        )
    eva.expect(OVER)
    return flips


def _with_the_client(folder: Path) -> str:
    with _server(folder) as server, PortalProcess(server.url, folder / "portal") as portal:
        desktop, own = ssh_desktop(folder), Desktop(folder / "home")
        ana = _seat_by_ssh(folder, portal, desktop)
        ben = own.window("join", server.url, ana.code, "--name", "ben")
        own.expect(ben, "SPACE to flip")
        flips = 0
        while OVER not in ana.text:
            flip(own, ben)
            flip(desktop, ana)
            flips += 1
            for screens, window in ((desktop, ana), (own, ben)):
                screens.until(partial(_is_ready, window))
        own.expect(ben, OVER)
        for screens in (desktop, own):
            screens.close()
        return f"the end after {flips} flips each"


def _is_ready(window: Window) -> bool:
    """Whether somebody may flip, or the game is over."""
    return "SPACE to flip" in window.text or OVER in window.text


def _kills(folder: Path) -> str:
    with browser() as opened:
        server = _server(folder)
        portal = PortalProcess(server.url, folder / "portal")
        desktop = ssh_desktop(folder)
        ana = _seat_by_ssh(folder, portal, desktop)
        code, eva = ana.code, BrowserPage(opened, 1280, 800)
        eva.come(f"{portal.address.page}#{code}", "eva")
        eva.expect("SPACE to flip", code)
        eva.page.reload()
        eva.expect("SPACE to flip", code)
        ports = (portal.address.ssh_port or 0, portal.web_port)
        portal.kill()
        eva.page.wait_for_selector("#status:not(:empty)", timeout=PATIENCE_S * 1000)
        portal = PortalProcess(server.url, folder / "portal", *ports)
        eva.expect("SPACE to flip", code)
        ana = come_by_ssh(desktop, portal.address, "play", folder / "key")
        desktop.expect(ana, "SPACE to flip", code)
        port = server.port
        server.kill()
        desktop.until(lambda: "reconnecting" in ana.lines[0])
        server = _server(folder, port)
        with server, portal:
            desktop.until(lambda: "●" in ana.lines[0] and "SPACE to flip" in ana.text)
            eva.expect("SPACE to flip", code)
            eva.page.keyboard.press("Space")
            flip(desktop, ana)
            desktop.close()
        return "both at their seats after a reload, after the portal and after the server; the game went on"


def _phone(folder: Path) -> str:
    with _server(folder) as server, PortalProcess(server.url, folder / "portal") as portal, browser() as opened:
        for game, label in GAMES:
            phone = BrowserPage(opened, 844, 390, touch=True)
            phone.come(portal.address.page, "eva")
            phone.expect("Play now", "online", game)
            phone.tap_on(game)
            phone.page.wait_for_timeout(300)
            phone.tap_on(game)
            phone.expect("table ")
            _move_by_taps(phone, label)
            phone.page.screenshot(path=_shot(folder, f"phone-{game.split()[0]}"))
            _check(phone, portal)
        return "a move in each, by buttons and taps alone"


def _move_by_taps(phone: BrowserPage, label: str) -> None:
    """Press the game's first button that works, and see that the screen changes."""
    phone.page.wait_for_selector("#keys button", timeout=PATIENCE_S * 1000)
    phone.page.wait_for_timeout(1000)
    before = phone.text
    named = phone.page.locator("#keys button", has_text=label)
    (named if named.count() else phone.page.locator("#keys button")).first.tap()
    phone.page.wait_for_function(
        "before => document.querySelector('.xterm-rows').innerText.replaceAll('\\xa0', ' ') !== before",
        arg=before, timeout=PATIENCE_S * 1000,
    )  # fmt: skip


def _link(folder: Path) -> str:
    with _server(folder) as server, PortalProcess(server.url, folder / "portal") as portal, browser() as opened:
        eva = BrowserPage(opened, 1280, 800)
        eva.come(portal.address.page, "eva")
        eva.expect("Play now", "online")
        eva.page.keyboard.type(":new war\r")
        eva.expect("Waiting for somebody to join.")
        eva.page.keyboard.type(":link\r")
        eva.expect("#link-")
        table = re.search(r"table (\w+)", eva.text)
        code = re.search(r"#link-\w+", eva.text)
        assert table is not None, eva.text
        assert code is not None, eva.text
        other = BrowserPage(opened, 844, 390, touch=True)
        other.page.goto(f"{portal.address.page}{code[0]}")
        other.page.tap("#play")
        other.expect(f"table {table[1]}", "eva")
        other.page.reload()
        other.expect(f"table {table[1]}", "eva")
        other.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        other.page.evaluate("navigator.clipboard.writeText('pasted as a whole')")
        other.page.keyboard.type("t")
        other.expect("Say:")
        other.page.keyboard.press("Control+v")
        other.expect("pasted as a whole")
        for page in (eva, other):
            _check(page, portal)
        return "the same player at the same table, before and after"


def _page(folder: Path) -> str:
    axe = fetch_axe(folder)
    with _server(folder) as server, PortalProcess(server.url, folder / "portal") as portal, browser() as opened:
        for width, height, touch in SIZES:
            page = BrowserPage(opened, width, height, touch=touch)
            page.page.goto(portal.address.page)
            _check_access(page.page, axe)
            page.page.screenshot(path=_shot(folder, f"{width}-welcome"))
            page.come(portal.address.page, "eva")
            page.expect("Play now", "online")
            if (upright := page.page.locator("#anyway")).is_visible():
                page.page.screenshot(path=_shot(folder, f"{width}-upright"))
                _check_access(page.page, axe)
                upright.tap()
            page.page.keyboard.press("1")
            page.expect("SPACE to flip")
            _check_access(page.page, axe)
            page.page.screenshot(path=_shot(folder, f"{width}-table"))
            page.page.keyboard.press("Control+q")
            page.page.wait_for_selector("#ended:not([hidden])", timeout=PATIENCE_S * 1000)
            _check_access(page.page, axe)
            _check(page, portal)
        return "its own host; nothing serious"


def _check(page: BrowserPage, portal: PortalProcess) -> None:
    """See that the page has asked nobody else, and that nothing went wrong in it."""
    host = f"localhost:{portal.web_port}"
    others = [url for url in page.asked if not re.match(rf"(http|ws)://{host}/", url)]
    assert not others, others
    assert not page.complaints, page.complaints


def _check_access(page: Any, axe: str) -> None:
    """See that axe-core finds nothing serious, in the drawn cells neither."""
    page.evaluate(axe)
    found = page.evaluate(
        "async () => (await axe.run()).violations"
        ".map(({id, impact, nodes}) => [impact, id, ...nodes.slice(0, 3).map(({html}) => html)])"
    )
    serious = [one for one in found if one[0] in SERIOUS]
    assert not serious, serious


def _shot(folder: Path, name: str) -> str:
    kept = Path(os.environ.get("PARLOUR_SCREENSHOTS", folder))
    kept.mkdir(parents=True, exist_ok=True)
    return str(kept / f"{name}.png")
