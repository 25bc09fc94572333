"""The proofs can fail: each finds what it is there to find, in traces written by hand and with faults planted."""

from __future__ import annotations

import pytest

from protocol.codec import encode
from server.storage.postgres import session
from server.storage.sqlite import database
from tests.support.golden.story import MESSAGES
from tests.support.processes import frames
from torture.durability.held_commits import prove_held_commits
from torture.durability.order import judge
from torture.scale import EVERYDAY
from torture.tools import careless, tracing
from torture.tools.postgres_log import PAGE_BYTES
from torture.tools.tracing import SyncBegan, SyncEnded, Told, Wrote

pytestmark = pytest.mark.slow

ENTRIES = {"KQFM": [b"<made>", b"<moved>"]}
FIRST, SECOND = Told("KQFM", 1), Told("KQFM", 2)


@pytest.mark.parametrize(
    ("events", "early"),
    [
        ([Wrote(b"..<made>.."), SyncBegan("1"), SyncEnded("1"), FIRST], 0),
        ([Wrote(b"..<made>.."), FIRST, SyncBegan("1"), SyncEnded("1")], 1),
        ([Wrote(b"..<made>.."), SyncBegan("1"), FIRST, SyncEnded("1")], 1),
        ([SyncBegan("1"), Wrote(b"..<made>.."), SyncEnded("1"), FIRST], 1),
        ([Wrote(b"<made>"), SyncBegan("1"), SyncEnded("1"), Wrote(b"<made><moved>"), FIRST, SECOND], 1),
        ([Wrote(b"<made>"), Wrote(b"<made><moved>"), SyncBegan("1"), SyncEnded("1"), SECOND, FIRST], 0),
    ],
)
def test_who_is_told_before_a_sync_that_began_after_the_write_is_told_too_early(events, early):
    assert judge(events, ENTRIES).early == early


def hexadecimal(raw: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in raw)


def test_a_trace_is_read_as_what_was_written_synced_and_said():
    table = next(message for name, message in MESSAGES if type(message).__name__ == "Table")
    payload = encode(table)
    sent = bytes([frames.BINARY, 126]) + len(payload).to_bytes(2) + payload
    log, socket = hexadecimal(b"/tmp/parlour.db-wal"), "TCP:[127.0.0.1:8000->127.0.0.1:34014]"
    asking, other = "UNIX-STREAM:[1->2]", hexadecimal(b"/tmp/parlour.db")
    lines = [
        f'11 pwrite64(5<{log}>, "{hexadecimal(b"page")}", 4, 0) = 4',
        f"11 fdatasync(5<{log}> <unfinished ...>",
        f'10 write(9<{hexadecimal(b"anon_inode:[eventfd]")}>, "{hexadecimal(b"x")}", 1) = 1',
        f"12 fdatasync(6<{other}> <unfinished ...>",
        "12 <... fdatasync resumed>) = 0",
        "11 <... fdatasync resumed>) = 0",
        f'11 sendto(7<{asking}>, "{hexadecimal(sent)}", {len(sent)}, 0, NULL, 0) = {len(sent)}',
        f'10 writev(8<{socket}>, [{{iov_base="{hexadecimal(sent)}", iov_len={len(sent)}}}], 1) = {len(sent)}',
        f"11 fdatasync(5<{log}>) = 0",
    ]
    synced = [SyncBegan("11"), SyncEnded("11")]
    assert list(tracing.events(lines)) == [Wrote(b"page"), *synced, Told(table.room, table.seq), *synced]


def log_page(text: bytes, *, is_first: bool) -> bytes:
    """A page of PostgreSQL's log, with zeros for what its head says of where it is."""
    head = b"\x18\xd1" + (0x0002 if is_first else 0).to_bytes(2, "little") + bytes(36 if is_first else 20)
    return (head + text).ljust(PAGE_BYTES, b"\0")


def test_an_entry_that_begins_on_one_page_of_postgresqls_log_and_ends_on_the_next_is_found():
    file = hexadecimal(b"/var/data/pg_wal/000000010000000000000001")
    pages = [log_page(b"." * (PAGE_BYTES - 45) + b"<made", is_first=True), log_page(b">..<moved>", is_first=False)]
    lines = [
        f'{thread} pwrite64(5<{file}>, "{hexadecimal(page)}", 8192, {number * PAGE_BYTES}) = 8192'
        for number, page in enumerate(pages)
        for thread in (11, 12)  # each page is written again once there is more on it
    ]
    found = [event.page for event in tracing.events(lines) if isinstance(event, Wrote)]
    assert [b"<made>" in text for text in found] == [False, False, True, True]
    sync = [SyncBegan("11"), SyncEnded("11")]
    assert judge([*map(Wrote, found), *sync, SECOND], ENTRIES).early == 0
    assert judge([*map(Wrote, found[:2]), *sync, *map(Wrote, found[2:]), FIRST], ENTRIES).early == 1


def test_syncs_of_two_processes_do_not_undo_each_other():
    both = [SyncBegan("11"), Wrote(b"<made>"), SyncBegan("12"), SyncEnded("12"), SyncEnded("11"), FIRST]
    assert judge(both, ENTRIES).early == 0


async def test_a_server_that_does_not_wait_for_its_disk_is_found_out(monkeypatch):
    for place, name in ((database, "_connect"), (session, "SETUP")):
        monkeypatch.setattr(place, name, getattr(place, name))  # what is planted does not outlast the test
    careless.unsynced()
    assert not (await prove_held_commits(EVERYDAY)).holds
