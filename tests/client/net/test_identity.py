import stat
from pathlib import Path

import pytest

from client.net.identity import MAX_NAME_COLUMNS, StoredIdentity, clean_name, default_name, identity

PIN = "646ZdrtGPEFTqUDKrkCijn"
SERVER = "ws://play.example.org:8765"


def test_a_newcomer_asks_for_a_name_and_has_no_token(tmp_path: Path) -> None:
    known = identity(tmp_path, SERVER, "ana").load()
    assert (known.name, known.token) == ("ana", None)


def test_what_is_kept_is_found_again_by_the_next_client(tmp_path: Path) -> None:
    identity(tmp_path, SERVER, "ana").keep("ana2", "secret")
    known = identity(tmp_path, SERVER, "ana").load()
    assert (known.name, known.token) == ("ana2", "secret")


def test_another_name_or_another_server_is_another_player(tmp_path: Path) -> None:
    identity(tmp_path, SERVER, "ana").keep("ana", "secret")
    assert identity(tmp_path, SERVER, "ben").load().token is None
    assert identity(tmp_path, "ws://elsewhere:8765", "ana").load().token is None


def test_the_ways_to_write_this_machine_are_one_server(tmp_path: Path) -> None:
    identity(tmp_path, "ws://localhost:8765", "ana").keep("ana", "secret")
    assert identity(tmp_path, "ws://127.0.0.1:8765/", "ana").load().token == "secret"


def test_a_server_with_a_fingerprint_is_one_wherever_it_is_and_another_there_is_told_nothing(tmp_path: Path) -> None:
    identity(tmp_path, f"wss://{PIN}@192.168.1.5:8765", "ana").keep("ana", "secret")
    assert identity(tmp_path, f"wss://{PIN}@10.0.0.7:9000", "ana").load().token == "secret"
    for other in (f"wss://{PIN.swapcase()}@192.168.1.5:8765", "wss://192.168.1.5:8765"):
        assert identity(tmp_path, other, "ana").load().token is None


def test_the_file_is_the_owners_alone(tmp_path: Path) -> None:
    ana = identity(tmp_path, SERVER, "ana")
    ana.keep("ana", "secret")
    assert stat.S_IMODE(ana.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(ana.path.parent.stat().st_mode) == 0o700


def test_keeping_leaves_no_other_file_behind(tmp_path: Path) -> None:
    ana = identity(tmp_path, SERVER, "ana")
    for token in ("one", "two", "three"):
        ana.keep("ana", token)
    assert list(ana.path.parent.iterdir()) == [ana.path]


def test_a_failure_to_write_leaves_the_old_identity_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = identity(tmp_path, SERVER, "ana")
    ana.keep("ana", "old")

    def full_disk(file: int) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(OSError, match="No space left"):
        ana.keep("ana", "new")
    assert ana.load().token == "old"
    assert list(ana.path.parent.iterdir()) == [ana.path]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"server": 1}', b"\xff\xfe"])
def test_a_damaged_file_makes_a_newcomer(tmp_path: Path, content: bytes) -> None:
    ana = identity(tmp_path, SERVER, "ana")
    ana.keep("ana", "secret")
    ana.path.write_bytes(content)
    assert ana.load().token is None


def test_a_damaged_file_is_moved_aside_before_another_takes_its_place(tmp_path: Path) -> None:
    ana = identity(tmp_path, SERVER, "ana")
    ana.keep("ana", "secret")
    for damaged in (b'{"token": "secr', b""):
        ana.path.write_bytes(damaged)
        ana.keep("ana", "fresh")
        assert ana.load().token == "fresh"
    aside = [path for path in ana.path.parent.iterdir() if path != ana.path]
    assert sorted(path.read_bytes() for path in aside) == [b"", b'{"token": "secr']


def test_a_file_that_is_there_and_cannot_be_read_makes_nobody_a_newcomer(tmp_path: Path) -> None:
    ana = identity(tmp_path, SERVER, "ana")
    ana.path.mkdir(parents=True)  # which cannot be read as a file, whoever tries
    with pytest.raises(IsADirectoryError):
        ana.load()


def test_a_token_is_never_shown(tmp_path: Path) -> None:
    assert "secret" not in repr(StoredIdentity(SERVER, "ana", "secret"))


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("ana", "ana"),
        ("DOMAIN\\ana smith", "DOMAINanasmith"),
        ("../../etc", "etc"),
        ("Žofie_2-b", "Žofie_2-b"),
        ("\x1b[31m", "31m"),
        ("", ""),
        ("!?", ""),
    ],
)
def test_a_name_keeps_only_letters_digits_and_two_signs(written: str, name: str) -> None:
    assert clean_name(written) == name


def test_a_name_is_cut_by_the_columns_it_takes() -> None:
    assert clean_name("a" * 40) == "a" * MAX_NAME_COLUMNS
    assert clean_name("猫" * 40) == "猫" * (MAX_NAME_COLUMNS // 2)


def test_the_default_name_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "o'brien")
    assert default_name() == "obrien"
    monkeypatch.setenv("LOGNAME", "!!!")
    assert default_name() == "player"


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o666, 0o777])
def test_a_file_that_others_can_read_is_closed_and_said_to_have_been_open(tmp_path: Path, mode: int) -> None:
    ana = identity(tmp_path, SERVER, "ana")
    ana.keep("ana", "secret")
    ana.path.chmod(mode)
    assert ana.guard()
    assert stat.S_IMODE(ana.path.stat().st_mode) & 0o077 == 0
    assert not ana.guard()
    assert ana.load().token == "secret"


def test_a_file_that_is_not_there_was_open_to_nobody(tmp_path: Path) -> None:
    assert not identity(tmp_path, SERVER, "ana").guard()
