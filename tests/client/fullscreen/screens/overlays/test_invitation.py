"""The invitation as it is seen: all of it in every size, and its lines whole for whoever pastes them."""

from dataclasses import replace

import pytest
import segno

from client.fullscreen.screens import page
from client.fullscreen.ui.state import UiState
from client.hosting.local_addresses import LocalMachine
from client.state.store import Link
from tests.support.builders.stores import lobby_store, table_store
from tests.support.builders.tables import war_table, war_view
from tests.support.games.sums import after as sums
from tests.support.games.sums import sums_table
from tests.support.golden.sentences import for_each, golden_test

CLOSED = LocalMachine("ana", "192.168.1.5", is_open=False, has_ssh=True)
PIN = "646ZdrtGPEFTqUDKrkCijn"
PRIVATE = Link("up", "ws://127.0.0.1:40123")


PUBLIC = ("wss://games.example.org", "ssh://games.example.org", "https://games.example.org")
SOURCE = "git+https://code.example.org/parlour.git"


def drawing_of(table=None, size=(80, 24), link=PRIVATE, machine=CLOSED, public=(), **ui):
    store = replace(table_store(table or war_table(war_view()), link=link), public_urls=public)
    return page.draw(store, UiState(panel="invite", machine=machine, **ui), size, 0.0)


def shown(*args, **more):
    return ["".join(part for _, part in line) for line in drawing_of(*args, **more).lines]


def qr_of(drawing):
    """The QR code on the screen, as rows of dark modules; empty if there is none."""
    rows = [part for line in drawing.lines for style, part in line if style == "qr"]
    halves = [("█▀", "█▄")[half] for row in rows for half in (0, 1)]
    drawn = [[cell in dark for cell in rows[at // 2]] for at, dark in enumerate(halves)]
    return [row for row in drawn if any(row)]


def pasted(text: list[str], first: str) -> str:
    """What a shell reads of a line that may go on in the next ones."""
    rows = [row.strip("│ ") for row in text]
    at = next(at for at, row in enumerate(rows) if first in row)
    line = rows[at][rows[at].index(first) :]
    while line.endswith("\\"):
        at += 1
        line = line[:-1] + rows[at]
    return line


def boxed(text: list[str]) -> list[str]:
    """What stands in the box, without what is around it."""
    top = next(row for row in text if "┌─ Invite" in row)
    left = top.index("┌─ Invite")
    return [row[left : top.index("┐", left) + 1] for row in text]


@pytest.mark.parametrize("size", [(100, 32), (80, 24), (60, 20)])
@pytest.mark.parametrize("place", ["192.168.1.5:8765", "192.168.100.200:40123", "[fd00::ffff:1234]:40123"])
def test_of_an_open_one_the_line_stands_there_whole_however_long_its_address_is(size, place):
    text = shown(size=size, machine=replace(CLOSED, reach=f"wss://{PIN}@{place}"))
    box = boxed(text)
    below = box[next(at for at, row in enumerate(box) if "Open to your network" in row) :]
    assert pasted(below, "parlour join") == f"parlour join {PIN}@{place.removesuffix(':8765')} KQFM"
    assert "Press n to close it again." in "\n".join(text)
    assert "y/n" not in "\n".join(text)
    assert "press j and type KQFM" in "\n".join(text)


@pytest.mark.parametrize("size", [(80, 36), (100, 32), (140, 45), (200, 60)])
def test_the_link_is_a_qr_code_wherever_all_of_it_fits(size):
    link = "https://games.example.org/#KQFM"
    modules = [[bool(cell) for cell in row] for row in segno.make_qr(link, error="l").matrix]
    found = qr_of(drawing_of(size=size, public=PUBLIC, source=SOURCE))
    assert [row[4:-4] for row in found] == modules


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_no_part_of_a_qr_code_is_drawn_where_not_all_of_it_fits(size):
    drawing = drawing_of(size=size, public=PUBLIC, source=SOURCE)
    assert not any(style == "qr" for line in drawing.lines for style, _ in line)
    assert "https://games.example.org/#KQFM" in "\n".join(shown(size=size, public=PUBLIC, source=SOURCE))


def test_nobody_is_invited_to_watch_where_nobody_may():
    assert "with 'watch'" not in "\n".join(shown(war_table(war_view(), watch="nobody")))
    assert "you play alone" in "\n".join(shown(sums_table(sums(1), watch="nobody")))


def test_who_is_invited_to_a_serious_table_is_told_so():
    assert "no hints" in "\n".join(shown(war_table(war_view(), serious=True)))
    assert "hints" not in "\n".join(shown())


def test_in_the_lobby_there_is_no_table_to_invite_to():
    drawing = page.draw(lobby_store(), UiState(panel="invite"), (80, 24), 0.0)
    assert not any("Invite" in part for line in drawing.lines for _, part in line)


@pytest.mark.parametrize("size", [(100, 32), (80, 24), (60, 20)])
def test_a_click_on_a_line_copies_that_very_line(size):
    drawing = drawing_of(size=size, public=PUBLIC, source=SOURCE)
    found = {int(region.command.split()[1]): region for region in drawing.regions if region.command.startswith("copy")}
    lines = ["https://", "ssh ", "parlour join", "uvx "]
    text = ["".join(part for _, part in line) for line in drawing.lines]
    first = {at: next(row for row, line in enumerate(text) if f" {start}" in line) for at, start in enumerate(lines, 1)}
    assert set(found) == set(first)
    assert all(any(r.command == f"copy {at}" and r.y == row for r in drawing.regions) for at, row in first.items())


SAID = {
    "all public ways stand there with a code to scan": lambda: for_each(
        lambda size: "\n".join(shown(size=size, public=PUBLIC, source=SOURCE)), [(100, 32), (80, 24), (60, 20)]
    ),
    "every way stands there whole": lambda: for_each(
        lambda size: (
            "\n".join(text := shown(size=size)),
            pasted(text, "parlour join"),
            pasted(text, "ssh -fNL"),
            pasted(text, "parlour serve"),
        ),
        [(100, 32), (80, 24), (60, 20)],
    ),
    "who invites to a server of ones own is asked whether to open it": lambda: for_each(
        lambda size: "\n".join(shown(size=size, machine=replace(CLOSED, reach=""))), [(100, 32), (80, 24), (60, 20)]
    ),
    "at a server elsewhere its name is enough": lambda: (
        pasted((text := shown(link=Link("up", "wss://play.example.org:8765"), machine=None)), "parlour join"),
        "\n".join(text),
    ),
    "a table for one can only be watched by others": lambda: "\n".join(shown(sums_table(sums(1)))),
}

test_said = golden_test(__name__, SAID)
