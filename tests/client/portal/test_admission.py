"""Who may come in, by a clock that the test turns; whose turn it is; and what somebody wants who comes in."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from client.history.archive import GameArchive
from client.history.positions import GameUnavailableError
from client.portal.admission import CROWDED, FULL, HURRIED, Admission, networks_of
from client.portal.arrival import PortalArrival, terminal_variables, with_user, with_words
from client.portal.config import PortalLimits
from client.portal.players import PlayerFolders
from client.portal.turns import BUSY, BY_PORTAL, Looks, Turns
from client.state.store import Said
from tests.support.terminal.terminal import Clock

ANA = PortalArrival("192.0.2.7")


def test_there_is_room_for_so_many_in_all_and_of_one_address():
    admission = Admission(PortalLimits(visitors=3, per_address=2), Clock())
    assert [admission.enter("192.0.2.7") for _ in range(3)] == ["", "", CROWDED]
    assert [admission.enter(address) for address in ("192.0.2.8", "192.0.2.9")] == ["", FULL]
    admission.leave("192.0.2.7")
    assert admission.enter("192.0.2.9") == ""
    assert admission.visitors == 3


def test_they_come_in_only_so_fast():
    clock = Clock()
    admission = Admission(PortalLimits(arrivals_per_s=5, arrivals_burst=2), clock)
    assert [admission.enter(f"192.0.2.{number}") for number in range(3)] == ["", "", HURRIED]
    clock.now += 0.2
    assert [admission.enter(f"192.0.2.{number}") for number in range(3, 5)] == ["", HURRIED]


async def test_a_key_comes_between_the_drawings_of_others():
    loop, done = asyncio.get_running_loop(), list[str]()
    turns = Turns(loop)
    for name in ("ana", "ben", "cleo"):
        turns.ask(lambda name=name: done.append(name))
    loop.call_soon(lambda: done.append("a key"))
    await turns.wait()
    assert done == ["ana", "a key", "ben", "cleo"]


async def test_a_turn_of_somebody_who_has_left_holds_up_nobody():
    turns = Turns(asyncio.get_running_loop())
    leaving, staying = (asyncio.ensure_future(turns.wait()) for _ in range(2))
    await asyncio.sleep(0)
    leaving.cancel()
    await staying
    assert leaving.cancelled()


def test_connections_that_have_not_come_in_are_counted_too():
    admission = Admission(PortalLimits(visitors=2, per_address=1), Clock())
    assert [admission.connect("192.0.2.7") for _ in range(3)] == [True, True, False]
    assert [admission.connect(f"192.0.2.{number}") for number in (8, 9, 10)] == [True, True, False]
    admission.disconnect("192.0.2.7")
    assert admission.connect("192.0.2.7")


def test_a_network_of_ipv6_is_one_address():
    assert networks_of("2001:db8::1") == networks_of("2001:db8::ffff:1") != networks_of("2001:db8:0:1::1")


@pytest.mark.parametrize(("net", "times"), [("2001:db8:0:{:x}::1", 4), ("2001:db8:0:{:x}00::1", 16)])
def test_the_networks_around_an_address_of_ipv6_have_some_times_as_many_places(net: str, times: int):
    admission = Admission(PortalLimits(per_address=2), Clock())
    addresses = [net.format(number // 4) for number in range(100)]
    assert sum(admission.connect(address) for address in addresses) == 4 * times
    for address in dict.fromkeys(addresses[: 4 * times]):
        for _ in range(4):
            admission.disconnect(address)
    assert sum(admission.connect(address) for address in addresses) == 4 * times
    assert admission.connect("2001:db8:1::1")


def test_visitors_of_a_wider_network_of_ipv6_are_bounded_together():
    admission = Admission(PortalLimits(per_address=1, arrivals_burst=100), Clock())
    told = [admission.enter(f"2001:db8:0:{number:x}::1") for number in range(5)]
    assert told == ["", "", "", "", CROWDED]
    assert admission.visitors == 4


@pytest.mark.parametrize(
    ("user", "opening", "name"),
    [
        ("KQFM", "join KQFM", ""),
        ("KQFM7X", "join KQFM7X", ""),
        ("play", "", ""),
        ("anna", "", "anna"),
        ("KQF", "", "KQF"),
    ],
)
def test_the_name_that_logs_in_is_a_table_or_a_wish(user: str, opening: str, name: str):
    arrival = with_user(ANA, user)
    assert (arrival.opening, arrival.name) == (opening, name)


@pytest.mark.parametrize("line", ["sh", "scp -t /", "replay /etc/passwd", "serve", "bot x.py", "link", "json plain"])
def test_other_commands_are_none(line: str):
    assert with_words(ANA, line) is None


def test_only_variables_about_the_terminal_are_taken():
    sent = {"NO_COLOR": "1", "PARLOUR_HOME": "/etc", "LD_PRELOAD": "x", "PARLOUR_SERVER": "ws://evil"}
    assert terminal_variables("xterm", sent) == {"TERM": "xterm", "NO_COLOR": "1"}


async def test_games_are_looked_at_one_after_the_other_and_few_wait():
    began, go_on = 0, asyncio.Event()

    async def verify(named: str) -> Said:
        nonlocal began
        began += 1
        await go_on.wait()
        return Said(f"{named} is fair.")

    guarded = Looks(1, 1).guard(GameArchive(verify=verify))
    first, second = asyncio.create_task(guarded.verify("A")), asyncio.create_task(guarded.verify("B"))
    await asyncio.sleep(0)
    assert await guarded.verify("C") == Said(BUSY, is_refusal=True)
    with pytest.raises(GameUnavailableError, match="Too many"):
        await guarded.review("C", "")
    assert began == 1
    go_on.set()
    assert [await first, await second] == [Said(f"{name} is fair. {BY_PORTAL}") for name in "AB"]


def test_who_comes_when_no_more_are_kept_is_a_guest(tmp_path: Path):
    folders = PlayerFolders(tmp_path, "ws://localhost:1", limit=1)
    with folders.player("one", "ana") as ana, folders.player("two", "ben") as ben:
        assert (ana.is_kept, ben.is_kept) == (True, False)
        assert ben.identity.first_name == "ben"
    with folders.player("one", "") as again:
        assert (again.is_kept, again.folder) == (True, ana.folder)
    assert not ben.folder.exists()


def test_guests_of_a_portal_that_was_killed_leave_nothing(tmp_path: Path):
    left = tmp_path / "guests" / "abc"
    left.mkdir(parents=True)
    PlayerFolders(tmp_path, "ws://localhost:1", limit=1)
    assert not left.exists()
