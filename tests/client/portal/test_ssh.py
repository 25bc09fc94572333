"""Visitors who come by ssh: a real server, a real portal, and asyncssh's own client."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from bench.load.process import UNLIMITED
from client.fullscreen.app import App
from client.portal.config import PortalLimits
from client.portal.main import warn_of_unlisted
from client.portal.ssh import HOST_KEY_FILE
from client.portal.visit import FAULT, IDLE, NO_KEY
from client.state.exit_codes import ExitCode
from server.limits import settings
from tests.support.processes.hosting import Hosted, hosting
from tests.support.terminal.ssh_windows import HERE, PLENTY, Nobody, SshWindow, Visiting, visiting

pytestmark = pytest.mark.slow


@pytest.fixture
async def hosted() -> AsyncIterator[Hosted]:
    async with hosting(proxies=(HERE,)) as running:
        yield running


@pytest.fixture
async def portal(hosted: Hosted, tmp_path: Path) -> AsyncIterator[Visiting]:
    async with visiting(hosted.server.url, tmp_path / "portal") as running:
        yield running


@pytest.fixture
def key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


async def meet(portal: Visiting, key: asyncssh.SSHKey) -> tuple[SshWindow, SshWindow]:
    """Ana, who comes with a key and makes a table for War, and a guest who comes to it by its code."""
    ana = await portal.window("ana", key)
    await ana.expect("online", "localhost draws your share of every deal.")
    await ana.press(":new war\r", "Waiting for somebody to join.", "ssh -p")
    assert f"ssh -p {portal.address.ssh_port} {ana.table}@localhost" in ana.text
    guest = await portal.window(ana.table)
    for window in (ana, guest):
        await window.expect("Space flip")
    return ana, guest


async def test_two_visitors_play_a_whole_game_by_keys(portal: Visiting, key: asyncssh.SSHKey):
    windows = await meet(portal, key)
    for left in range(25, -1, -1):
        for window in windows:
            window.type(" ")
        flipped = re.compile(rf"\b{left} cards?\b.*\b{left} cards?\b|r rematch", re.DOTALL)
        for window in windows:
            await window.until(lambda flipped=flipped, window=window: bool(flipped.search(window.text)))
    for window in windows:
        await window.expect("The game is over", "r rematch")
        window.type("\x11")
        assert await window.ended() == ExitCode.OK
        assert b"\x1b[?1049l" in window.written


async def test_the_same_key_is_back_at_its_seat_with_no_key_pressed(portal: Visiting, key: asyncssh.SSHKey):
    window = await portal.window("ana", key)
    await window.press("1", "Space flip", "ana")
    table = window.table
    portal.connections[0].abort()
    again = await portal.window("play", key)
    await again.expect(f"table {table}", "Space flip", "ana")


async def test_a_line_that_is_not_dead_yet_gives_way_to_the_new_one(portal: Visiting, key: asyncssh.SSHKey):
    first = await portal.window("ana", key)
    await first.press("1", "Space flip")
    second = await portal.window("play", key)
    await second.expect(f"table {first.table}", "Space flip")
    await first.expect("take it back")


async def test_another_key_is_another_player(portal: Visiting, key: asyncssh.SSHKey):
    await (await portal.window("ana", key)).expect("ana  ")
    other = await portal.window("ana", asyncssh.generate_private_key("ssh-ed25519"))
    await other.expect("ana2")


async def test_a_key_that_was_named_but_not_proved_is_nobodys(portal: Visiting, key: asyncssh.SSHKey):
    """Whoever shows the public half alone comes in as a guest, and not as its owner."""
    await (await portal.window("ana", key)).expect("ana  ")
    named: list[bool] = []

    class Impostor(Nobody):
        def public_key_auth_requested(self) -> asyncssh.SSHKeyPair | None:
            if named:
                return None
            named.append(True)
            pair = asyncssh.load_keypairs([asyncssh.generate_private_key("ssh-ed25519")])[0]
            pair.public_data = key.public_data  # another's key, with a signature of one's own
            return pair

    connection, _ = await asyncssh.create_connection(
        Impostor, HERE, portal.address.ssh_port, username="play", known_hosts=None, agent_path=None, config=[],
        client_keys=None,
    )  # fmt: skip
    portal.connections.append(connection)
    _, window = await connection.create_session(lambda: SshWindow(100, 32), encoding=None, term_type="xterm")
    await window.expect("a guest.")
    assert named


async def test_a_window_that_changes_its_size_is_drawn_anew(portal: Visiting):
    window = await portal.window(size=(80, 24))
    await window.expect("online")
    window.resize(120, 40)
    await window.until(lambda: len(window.text.splitlines()[1].strip()) == 120)
    assert "? help" in window.text.splitlines()[-1]


async def test_without_a_terminal_it_is_plain_mode(portal: Visiting):
    window = await portal.window(term=None)
    window.type("levels war\n")
    window.channel.write_eof()
    assert await window.ended() == ExitCode.OK
    assert b"\x1b" not in window.written
    assert b"flipper: Flips" in window.written


async def test_lines_that_come_with_the_first_word_are_taken(portal: Visiting):
    """As in `echo quit | ssh`: what is piped is there before anything else has happened."""
    window = await portal.window(term=None, typed="levels war\nquit\n")
    assert await window.ended() == ExitCode.OK
    assert b"flipper: Flips" in window.written


async def test_on_a_terminal_that_draws_nothing_lines_are_shown_as_they_are_typed(portal: Visiting):
    window = await portal.window(term="dumb")
    await window.expect("> ")
    await window.press("levelx\x7fs\r", "> levels", "flipper: Flips")
    window.type("quit\r")
    assert await window.ended() == ExitCode.OK
    assert b"\x1b" not in window.written


@pytest.mark.parametrize(("command", "says"), [("levels war", "ssh play@HOST"), ("sh", "ssh play@HOST")])
async def test_no_command_runs_but_our_own(portal: Visiting, command: str, says: str):
    window = await portal.window(command=command, term=None)
    assert await window.ended() == ExitCode.USAGE
    assert says in window.written.decode()


async def test_a_command_of_our_own_does(portal: Visiting):
    window = await portal.window(command="learn war")
    await window.expect("guide")


@pytest.mark.parametrize(
    "ask",
    [
        lambda connection: connection.start_sftp_client(),
        lambda connection: connection.open_connection("127.0.0.1", 22),
        lambda connection: connection.open_unix_connection("/run/some"),
        lambda connection: connection.forward_remote_port("", 0, "127.0.0.1", 22),
    ],
)
async def test_nothing_but_a_client_is_served(portal: Visiting, ask):
    connection = await portal.connect()
    with pytest.raises((asyncssh.Error, asyncssh.ChannelListenError, OSError)):
        await ask(connection)


async def test_a_visitor_gets_nothing_of_the_portals_machine(portal: Visiting):
    window = await portal.window()
    await window.expect("online")
    for line, says in (
        ("replay /etc/passwd", "no files can be opened here"),
        ("theme ../../etc/passwd", "There's no theme"),
        ("verify /etc/passwd", "no files can be opened here"),
        ("open network", "Only your own server"),
        ("suspend", "no shell"),
    ):
        await window.press(f":{line}\r", says)
    await window.press("1", "Space flip")


async def test_the_invitation_says_the_portals_own_ways_and_nothing_of_its_machine(portal: Visiting):
    window = await portal.window()
    await window.expect("online")
    await window.press(":new war\r", "Waiting for")
    await window.press("i", "With ssh", "draws your share of every deal")
    assert "Through ssh" not in window.text
    assert "parlour join" not in window.text


async def test_a_fault_in_one_visitors_client_ends_no_other(
    portal: Visiting, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    ana, ben = await portal.window(), await portal.window()
    for window in (ana, ben):
        await window.expect("online")
    press = App.press

    def stumble(app: App, key: str, text: str = "") -> None:
        if text == "X":
            raise ZeroDivisionError("a fault in a key")
        press(app, key, text)

    monkeypatch.setattr(App, "press", stumble)
    ana.type("X")
    assert await ana.ended() == ExitCode.FAILURE
    assert FAULT.encode() in ana.written
    assert "a fault in a key" in caplog.text
    await ben.press("1", "Space flip")


async def test_a_fault_while_drawing_ends_no_other(portal: Visiting, monkeypatch: pytest.MonkeyPatch):
    ana, ben = await portal.window(), await portal.window()
    for window in (ana, ben):
        await window.expect("online")
    draw = App.draw

    def stumble(app: App, columns: int, rows: int) -> object:
        if columns == 77:
            raise ZeroDivisionError("a fault in a drawing")
        return draw(app, columns, rows)

    monkeypatch.setattr(App, "draw", stumble)
    ana.resize(77, 30)
    assert await ana.ended() == ExitCode.FAILURE
    await ben.press("1", "Space flip")


async def test_the_server_counts_each_visitor_by_their_own_address(tmp_path: Path):
    limits = settings.parse_limits((*UNLIMITED, "connections_per_address=1"))
    async with (
        hosting(proxies=(HERE,), limits=limits) as hosted,
        visiting(hosted.server.url, tmp_path / "portal") as portal,
    ):
        assert await warn_of_unlisted(hosted.server.url, None) == ""
        for address in ("127.0.0.2", "127.0.0.3"):
            await (await portal.window(address=address)).expect("online")
        await (await portal.window(address="127.0.0.2")).expect("Too many connections from your address.")


async def test_a_portal_that_the_server_does_not_list_says_so():
    async with hosting() as hosted:
        assert "doesn't list this portal as a proxy" in await warn_of_unlisted(hosted.server.url, None)


@pytest.mark.parametrize(("way", "option"), [("ssh_port", "--ssh-port"), ("web_port", "--web-port")])
async def test_a_port_in_use_is_named_with_the_option_for_another(tmp_path: Path, way: str, option: str):
    with socket.create_server((HERE, 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(OSError, match=f"Port {port} can't be opened: .* Choose another with {option}."):
            async with visiting("ws://127.0.0.1:1", tmp_path, **{"ssh_port": None, way: port}):
                pass


async def test_there_are_no_more_visitors_than_may_be(hosted: Hosted, tmp_path: Path):
    few = PortalLimits(visitors=2, per_address=5)
    async with visiting(hosted.server.url, tmp_path / "portal", limits=few) as portal:
        windows = [await portal.window() for _ in range(2)]
        for window in windows:
            await window.expect("online")
        third = await portal.window()
        assert await third.ended() == ExitCode.REFUSED
        assert b"This portal is full." in third.written
        windows[0].type("\x11")
        await windows[0].ended()
        await (await portal.window()).expect("online")


async def test_one_address_has_its_share(hosted: Hosted, tmp_path: Path):
    few = PortalLimits(visitors=9, per_address=1)
    async with visiting(hosted.server.url, tmp_path / "portal", limits=few) as portal:
        await (await portal.window()).expect("online")
        second = await portal.window()
        assert await second.ended() == ExitCode.REFUSED
        assert b"from your address" in second.written
        with pytest.raises((asyncssh.Error, OSError)):
            await portal.window()


async def test_who_presses_no_key_makes_room(hosted: Hosted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("client.portal.hub.CHECK_EVERY_S", 0.01)
    hasty = PortalLimits(first_key_s=0.3, idle_s=1.0)
    async with visiting(hosted.server.url, tmp_path / "portal", limits=hasty) as portal:
        window = await portal.window()
        assert await window.ended() == ExitCode.FAILURE
        assert NO_KEY.encode() in window.written
        seated = await portal.window()
        await seated.press("1", "Space flip")
        assert await seated.ended() == ExitCode.FAILURE
        assert IDLE.encode() in seated.written


async def test_a_visitor_who_reads_nothing_is_not_written_to_for_ever_and_then_catches_up(portal: Visiting):
    window = await portal.window()
    await window.expect("online")
    window.channel.pause_reading()
    for columns in range(60, 200):
        window.resize(columns, 60)
        await asyncio.sleep(0)
    window.resize(100, 32)
    window.type("1")
    window.channel.resume_reading()
    await window.expect("Space flip")


async def test_the_host_key_is_kept_and_its_owners_alone(hosted: Hosted, tmp_path: Path):
    folder, shown = tmp_path / "portal", []
    for _ in range(2):
        async with visiting(hosted.server.url, folder) as portal:
            connection = await portal.connect()
            shown.append(connection.get_server_host_key().get_fingerprint())
    assert shown[0] == shown[1]
    assert (folder / HOST_KEY_FILE).stat().st_mode & 0o777 == 0o600


async def test_nothing_of_a_guest_stays_and_of_a_player_no_games(portal: Visiting, key: asyncssh.SSHKey):
    windows = await meet(portal, key)
    await windows[0].press(":resign anyway\r", "r rematch")
    await windows[1].expect("r rematch")
    for window in windows:
        window.type("\x11")
        await window.ended()
    kept = {path.name for path in portal.folder.rglob("*") if path.is_file()}
    assert kept == {HOST_KEY_FILE, "player.json", "habits.json"}


async def test_visitors_are_told_when_the_portal_stops(hosted: Hosted, tmp_path: Path):
    async with visiting(hosted.server.url, tmp_path / "portal") as portal:
        window = await portal.window()
        await window.expect("online")
        closing = asyncio.create_task(portal.stop())
        assert await window.ended() == ExitCode.FAILURE
        await closing
    assert b"This portal is stopping." in window.written


async def test_a_machine_of_the_players_takes_in_the_key_with_its_code(portal: Visiting, key: asyncssh.SSHKey):
    first = await portal.window("ana", key)
    await first.expect("ana  ")
    await first.press(":link\r", " link ")
    code = first.text.partition("@localhost link ")[2].split()[0]
    other = asyncssh.generate_private_key("ssh-ed25519")
    second = await portal.window("play", other, command=f"link {code}")
    await second.expect("ana  ")
    portal.connections[0].abort()
    portal.connections[1].abort()
    await (await portal.window("play", other)).expect("ana  ")


def test_the_limits_are_as_designed():
    usual = PortalLimits()
    assert (usual.visitors, usual.per_address, usual.arrivals_per_s) == (200, 4, 5.0)
    assert (usual.first_key_s, usual.idle_s, usual.unsent_bytes) == (60.0, 1800.0, 65536)
    assert PLENTY.visitors > usual.visitors
