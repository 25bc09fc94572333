"""What holds secrets can be read by its owner alone, whatever the umask, and what is open from before is closed."""

from __future__ import annotations

import logging
import os
import stat

import pytest

from server.storage import permissions
from server.storage.stores import DATABASE_NAME, lock_data_folder, open_database
from server.tools import backup


@pytest.fixture(autouse=True)
def careless_umask():
    before = os.umask(0o000)
    yield
    os.umask(before)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


async def make_database(folder):
    database = open_database(folder)
    await database.run(lambda connection: connection.execute("DELETE FROM rooms").rowcount)
    return database


async def test_everything_a_server_stores_is_kept_to_its_owner(tmp_path):
    folder, copy = tmp_path / "data", tmp_path / "copy.db"
    with lock_data_folder(folder):
        database = await make_database(folder)
        backup.copy(folder / DATABASE_NAME, copy)
        modes = {path.name: mode(path) for path in (*folder.iterdir(), copy)}
        await database.aclose()
    assert {"parlour.db", "parlour.db-wal", "parlour.db-shm", "lock", "copy.db"} <= modes.keys()
    assert set(modes.values()) == {permissions.FILE_MODE}
    assert mode(folder) == permissions.FOLDER_MODE


async def test_what_is_open_from_before_is_closed_with_a_warning(tmp_path, caplog):
    folder = tmp_path / "data"
    await (await make_database(folder)).aclose()
    folder.chmod(0o755)
    opened = [folder / f"{DATABASE_NAME}{end}" for end in ("", "-wal.damaged")]
    for path in opened:
        path.touch()
        path.chmod(0o644)
    with caplog.at_level(logging.WARNING):
        await (await make_database(folder)).aclose()
    assert [mode(path) for path in opened] == [permissions.FILE_MODE] * 2
    assert mode(folder) == permissions.FOLDER_MODE
    assert caplog.text.count("event=closed-to-others") == 3


async def test_a_second_start_has_nothing_to_warn_of(tmp_path, caplog):
    for _ in range(2):
        await (await make_database(tmp_path / "data")).aclose()
    assert "others" not in caplog.text


def test_a_folder_that_everybody_shares_stays_as_it_is(tmp_path, caplog):
    tmp_path.chmod(0o1777)
    permissions.make_private_folder(tmp_path)
    assert mode(tmp_path) == 0o1777
    assert not caplog.text


def test_what_cannot_be_closed_is_warned_of(tmp_path, caplog, monkeypatch):
    def refuse(*_):
        raise PermissionError(1, "Operation not permitted")

    (tmp_path / "open").mkdir(mode=0o777)
    monkeypatch.setattr("pathlib.Path.chmod", refuse)
    permissions.make_private_folder(tmp_path / "open")
    assert "event=open-to-others" in caplog.text
