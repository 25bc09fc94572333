"""The proofs can fail: each finds what it is there to find, in traces written by hand and with faults planted."""

from __future__ import annotations

import pytest

from protocol.codec import encode
from server.storage.sqlite import database
from tests.support.golden.story import MESSAGES
from tests.support.processes import frames
from torture.durability.held_commits import prove_held_commits
from torture.durability.order import judge
from torture.scale import EVERYDAY
from torture.tools import careless, tracing
from torture.tools.tracing import SyncBegan, SyncEnded, Told, Wrote

pytestmark = pytest.mark.slow

ENTRIES = {"KQFM": [b"<made>", b"<moved>"]}
FIRST, SECOND = Told("KQFM", 1), Told("KQFM", 2)


@pytest.mark.parametrize(
    ("events", "early"),
    [
        ([Wrote(b"..<made>.."), SyncBegan(), SyncEnded(), FIRST], 0),
        ([Wrote(b"..<made>.."), FIRST, SyncBegan(), SyncEnded()], 1),
        ([Wrote(b"..<made>.."), SyncBegan(), FIRST, SyncEnded()], 1),
        ([SyncBegan(), Wrote(b"..<made>.."), SyncEnded(), FIRST], 1),
        ([Wrote(b"<made>"), SyncBegan(), SyncEnded(), Wrote(b"<made><moved>"), FIRST, SECOND], 1),
        ([Wrote(b"<made>"), Wrote(b"<made><moved>"), SyncBegan(), SyncEnded(), SECOND, FIRST], 0),
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
    log, socket = hexadecimal(b"/tmp/parlour.db-wal"), hexadecimal(b"socket:[1]")
    lines = [
        f'11 pwrite64(5<{log}>, "{hexadecimal(b"page")}", 4, 0) = 4',
        f"11 fdatasync(5<{log}> <unfinished ...>",
        f'10 write(9<{hexadecimal(b"anon_inode:[eventfd]")}>, "{hexadecimal(b"x")}", 1) = 1',
        "11 <... fdatasync resumed>) = 0",
        f'10 writev(8<{socket}>, [{{iov_base="{hexadecimal(sent)}", iov_len={len(sent)}}}], 1) = {len(sent)}',
        f"11 fdatasync(5<{log}>) = 0",
    ]
    seen = [Wrote(b"page"), SyncBegan(), SyncEnded(), Told(table.room, table.seq), SyncBegan(), SyncEnded()]
    assert list(tracing.events(lines)) == seen


async def test_a_server_that_does_not_wait_for_its_disk_is_found_out(monkeypatch):
    monkeypatch.setattr(database, "_connect", database._connect)  # what is planted does not outlast the test
    careless.unsynced()
    assert not (await prove_held_commits(EVERYDAY)).holds
