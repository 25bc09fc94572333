import stat

import pytest

from client.net.identity.identity import (
    MAX_NAME_COLUMNS,
    StoredIdentity,
    clean_name,
    default_name,
    describe_cleaned,
    guest_identity,
    identity,
    is_guest,
)

PIN = "646ZdrtGPEFTqUDKrkCijn"
PINNED = f"wss://{PIN}@192.168.1.5:8765"
SERVER = "ws://play.example.org:8765"


@pytest.fixture
def ana(tmp_path):
    return identity(tmp_path, SERVER, "ana")


def test_a_newcomer_asks_for_a_name_and_has_no_token(ana):
    assert (ana.load().name, ana.load().token) == ("ana", None)


@pytest.mark.parametrize(
    ("kept_at", "found_at", "name", "token"),
    [
        pytest.param(SERVER, SERVER, "ana", "secret", id="the same"),
        pytest.param(SERVER, SERVER, "ben", None, id="another name"),
        pytest.param(SERVER, "ws://elsewhere:8765", "ana", None, id="another server"),
        pytest.param("ws://localhost:8765", "ws://127.0.0.1:8765/", "ana", "secret", id="this machine"),
        pytest.param(PINNED, f"wss://{PIN}@10.0.0.7:9000", "ana", "secret", id="a fingerprint elsewhere"),
        pytest.param(PINNED, f"wss://{PIN.swapcase()}@192.168.1.5:8765", "ana", None, id="another fingerprint there"),
        pytest.param(PINNED, "wss://192.168.1.5:8765", "ana", None, id="no fingerprint there"),
    ],
)
def test_a_token_is_found_again_by_the_same_name_on_the_same_server_alone(tmp_path, kept_at, found_at, name, token):
    identity(tmp_path, kept_at, "ana").keep(StoredIdentity(SERVER, "ana2", "secret"))
    known = identity(tmp_path, found_at, name).load()
    assert (known.name, known.token) == ("ana2" if token else name, token)


def test_the_file_is_the_owners_alone(ana):
    ana.keep(StoredIdentity(SERVER, "ana", "secret"))
    assert stat.S_IMODE(ana.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(ana.path.parent.stat().st_mode) == 0o700


def test_keeping_leaves_no_other_file_behind(ana):
    for token in ("one", "two", "three"):
        ana.keep(StoredIdentity(SERVER, "ana", token))
    assert list(ana.path.parent.iterdir()) == [ana.path]


def test_a_failure_to_write_leaves_the_old_identity_whole(ana, monkeypatch):
    ana.keep(StoredIdentity(SERVER, "ana", "old"))

    def full_disk(file):
        raise OSError("No space left on device")

    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(OSError, match="No space left"):
        ana.keep(StoredIdentity(SERVER, "ana", "new"))
    assert ana.load().token == "old"
    assert list(ana.path.parent.iterdir()) == [ana.path]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"server": 1}', b"\xff\xfe"])
def test_a_damaged_file_makes_a_newcomer(ana, content):
    ana.keep(StoredIdentity(SERVER, "ana", "secret"))
    ana.path.write_bytes(content)
    assert ana.load().token is None


def test_a_damaged_file_is_moved_aside_before_another_takes_its_place(ana):
    ana.keep(StoredIdentity(SERVER, "ana", "secret"))
    for damaged in (b'{"token": "secr', b""):
        ana.path.write_bytes(damaged)
        ana.keep(StoredIdentity(SERVER, "ana", "fresh"))
        assert ana.load().token == "fresh"
    aside = [path for path in ana.path.parent.iterdir() if path != ana.path]
    assert sorted(path.read_bytes() for path in aside) == [b"", b'{"token": "secr']


def test_a_file_that_is_there_and_cannot_be_read_makes_nobody_a_newcomer(ana):
    ana.path.mkdir(parents=True)  # which cannot be read as a file, whoever tries
    with pytest.raises(IsADirectoryError):
        ana.load()


def test_a_token_is_never_shown():
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
def test_a_name_keeps_only_letters_digits_and_two_signs(written, name):
    assert clean_name(written) == name


def test_a_name_is_cut_by_the_columns_it_takes():
    assert clean_name("a" * 40) == "a" * MAX_NAME_COLUMNS
    assert clean_name("猫" * 40) == "猫" * (MAX_NAME_COLUMNS // 2)


def test_the_default_name_is_the_users(monkeypatch):
    monkeypatch.setenv("LOGNAME", "o'brien")
    assert default_name() == "obrien"
    monkeypatch.setenv("LOGNAME", "!!!")
    assert default_name() == "player"


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o666, 0o777])
def test_a_file_that_others_can_read_is_closed_and_said_to_have_been_open(ana, mode):
    ana.keep(StoredIdentity(SERVER, "ana", "secret"))
    ana.path.chmod(mode)
    assert ana.guard()
    assert stat.S_IMODE(ana.path.stat().st_mode) & 0o077 == 0
    assert not ana.guard()
    assert ana.load().token == "secret"


def test_a_file_that_is_not_there_was_open_to_nobody(ana):
    assert not ana.guard()


@pytest.mark.parametrize(
    ("written", "name"), [("a b", "ab"), ("ana!", "ana"), ("x" * 20, "x" * 16), ("!?", default_name())]
)
def test_whoever_writes_what_is_no_name_is_told_what_they_are_called_instead(written, name):
    assert f"you are {name}." in describe_cleaned(written)


@pytest.mark.parametrize("written", [None, "", "ana", "Åse_2"])
def test_a_name_that_is_taken_as_it_was_written_is_nothing_to_tell(written):
    assert describe_cleaned(written) == ""


def test_a_guest_cannot_come_back_and_a_player_can(tmp_path):
    ana = identity(tmp_path, SERVER, "ana")
    ana.keep(StoredIdentity(SERVER, "ana2", None))
    assert [is_guest(ana), is_guest(ana, "ana2"), is_guest(ana, "guest"), is_guest(guest_identity(ana))] == [
        False, False, True, True,
    ]  # fmt: skip
