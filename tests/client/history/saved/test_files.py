"""Private files are whole at every moment, and readable by their owner alone."""

from pathlib import Path

import pytest

from client.history.saved.files import keep


def test_a_file_is_written_into_a_folder_of_ones_own(tmp_path: Path):
    path = tmp_path / "new" / "file"
    keep(path, b"one")
    keep(path, b"two")
    assert path.read_bytes() == b"two"
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_where_it_cannot_be_written_everything_is_as_it_was(tmp_path: Path):
    path = tmp_path / "file"
    path.mkdir()
    with pytest.raises(OSError, match="file"):
        keep(path, b"one")
    assert [each.name for each in tmp_path.iterdir()] == ["file"]
