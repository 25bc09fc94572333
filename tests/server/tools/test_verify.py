"""`parlour verify` says in words, as JSON and by its exit code whether a saved game is as it has to be."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest

from server.tools import verify
from tests.support.builders.dealt import Gathering
from tests.support.builders.rooms import ANN


@pytest.fixture(scope="module")
def saved():
    here = Gathering(Random(4), "war", 2)
    here.play()
    return here.saved[ANN][0]


@pytest.fixture
def file(saved, tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(msgspec.json.encode(saved))
    return path


@pytest.fixture
def tampered(file):
    file.write_text(file.read_text().replace('"winners":[', '"winners":[7,', 1))
    return file


def test_a_fair_game_is_verified(file, saved, capsys):
    assert verify.main([str(file)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == "Verified: War, game 1 at table KQFM."
    events, sights = saved.transcript.count, len(saved.witness.sights)
    assert second == f"Dealt from the secret and the shares; {events} events by the rules, {sights} of them seen."


def test_a_game_that_was_tampered_with_is_not(tampered, capsys):
    assert verify.main([str(tampered)]) == 1
    told = capsys.readouterr().out
    assert told.startswith("NOT VERIFIED: War, game 1 at table KQFM. ")
    assert "ended in another way" in told


CLEAR = "\x1b]0;mine\x07\x1b[2JVerified: fairly dealt."


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"room":"KQFM"', f'"room":{json.dumps(CLEAR)}'),
        ('"game":"war"', f'"game":{json.dumps(CLEAR)}'),
        ('"transcript":{', f'"transcript":{{{json.dumps(CLEAR)}:1,'),
    ],
    ids=["the table's code", "the game", "a key"],
)
def test_a_strangers_file_writes_nothing_to_the_terminal_but_text(file, capsys, old, new):
    content = file.read_text()
    assert old in content
    file.write_text(content.replace(old, new, 1))
    assert verify.main([str(file)]) != 0
    told = "".join(capsys.readouterr())
    assert told.replace("\n", "").isprintable()


def test_the_verdict_is_one_json_object(file, saved, capsys):
    assert verify.main([str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {
        "file": str(file), "room": "KQFM", "game": "war", "number": 1,
        "verified": True, "events": saved.transcript.count, "seen": len(saved.witness.sights), "notes": [],
    }  # fmt: skip


def test_so_is_the_reason_for_none(tampered, capsys):
    assert verify.main(["--json", str(tampered)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["verified"], told["reason"]) == (False, "The game ended in another way than the transcript says.")


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe", b'{"form": "parlour transcript 2"}'])
def test_a_file_that_is_no_saved_game_is_nothing_to_check(tmp_path, content, capsys):
    path = tmp_path / "game.json"
    path.write_bytes(content)
    assert verify.main([str(path)]) == 2
    assert "is no saved game" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_nothing_to_check(tmp_path, capsys):
    assert verify.main([str(tmp_path / "KQFM")]) == 2
    assert "no game is saved by that name" in capsys.readouterr().err


def test_a_file_beyond_all_measure_is_not_read(file, monkeypatch, capsys):
    monkeypatch.setattr(verify, "MAX_BYTES", 100)
    assert verify.main([str(file)]) == 2
    assert "too big" in capsys.readouterr().err


def test_a_command_line_without_a_game_is_refused(capsys):
    with pytest.raises(SystemExit) as left:
        verify.main([])
    assert left.value.code == 2
