"""`parlour verify` says in words, as JSON and by its exit code whether a saved game is as it has to be."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from protocol.dealing import readable_head
from server.fairness.comparison import StoriesDifferError, compare
from server.fairness.transcript import withhold_names
from server.tools import verify
from tests.support.builders.dealt import Gathering
from tests.support.builders.rooms import ANN, BEN


@pytest.fixture(scope="module")
def saved():
    here = Gathering(Random(4), "war", 2)
    here.play()
    return here.saved[ANN][0]


def head_of(saved):
    """The head that the table itself showed last."""
    return saved.witness.sights[-1].head


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
    first, second, third = capsys.readouterr().out.splitlines()
    assert first == "Verified: War, game 1 at table KQFM."
    events, sights = saved.transcript.count, len(saved.witness.sights)
    assert second == f"Secret and shares give this deal; {events} events follow the rules, {sights} match what you saw."
    assert third == f"Final head: {readable_head(head_of(saved))}. Every player at that table should get the same."


def test_a_game_that_was_tampered_with_is_not(tampered, capsys):
    assert verify.main([str(tampered)]) == 1
    told = capsys.readouterr().out
    assert told.startswith("NOT VERIFIED: War, game 1 at table KQFM. ")
    assert "didn't end the way" in told


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
        "withheld": [], "head": head_of(saved), "people": 2,
    }  # fmt: skip


def test_so_is_the_reason_for_none(tampered, capsys):
    assert verify.main(["--json", str(tampered)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["verified"], told["reason"]) == (False, "The game didn't end the way the transcript says.")


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe", b'{"form": "parlour transcript 3"}'])
def test_a_file_that_is_no_saved_game_is_nothing_to_check(tmp_path, content, capsys):
    path = tmp_path / "game.json"
    path.write_bytes(content)
    assert verify.main([str(path)]) == 2
    assert "is not a saved game" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_nothing_to_check(tmp_path, capsys):
    assert verify.main([str(tmp_path / "KQFM")]) == 2
    assert "nor a file that can be read" in capsys.readouterr().err


def test_a_file_beyond_all_measure_is_not_read(file, monkeypatch, capsys):
    monkeypatch.setattr(verify, "MAX_BYTES", 100)
    assert verify.main([str(file)]) == 2
    assert "too big" in capsys.readouterr().err


def test_a_command_line_without_a_game_is_refused(capsys):
    with pytest.raises(SystemExit) as left:
        verify.main([])
    assert left.value.code == 2


# Two files.


def world(secret_of_the_server: int) -> Gathering:
    """A game of ann and ben whose programs draw by chance; the server tells it to both."""
    here = Gathering(Random(secret_of_the_server), "war", 2)
    here.play(6)
    return here


@pytest.fixture(scope="module")
def honest():
    """The files of ann and ben, who played each other."""
    here = world(4)
    return here.saved[ANN][0], here.saved[BEN][0]


@pytest.fixture(scope="module")
def deceived():
    """The files of ann and ben, to each of whom the server told a game with a made-up other."""
    return world(4).saved[ANN][0], world(5).saved[BEN][0]


def written(tmp_path, *games):
    files = [tmp_path / f"{number}.json" for number in range(len(games))]
    for file, game in zip(files, games, strict=True):
        file.write_bytes(msgspec.json.encode(game))
    return list(map(str, files))


def test_two_files_of_one_game_are_verified_together(tmp_path, honest, capsys):
    assert verify.main(written(tmp_path, *honest)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [
        "Verified: War, game 1 at table KQFM.",
        "Both files have the same deal, the same moves and the same ending.",
    ]
    assert lines[-1].startswith(f"Final head: {readable_head(head_of(honest[0]))}.")
    assert head_of(honest[0]) == head_of(honest[1])


def test_two_worlds_verify_each_by_itself_but_not_together(tmp_path, deceived, capsys):
    files = written(tmp_path, *deceived)
    assert [verify.main([file]) for file in files] == [0, 0]
    capsys.readouterr()
    assert verify.main(files) == 1
    told = capsys.readouterr().out
    assert told.startswith(
        "NOT VERIFIED: War, game 1 at table KQFM. Each file is sound by itself, but the two disagree. "
    )
    assert "two secrets" in told
    assert verify.main([*files, "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert (said["file"], said["other"], said["verified"], said["alone"]) == (*files, False, True)


def test_of_two_files_the_one_that_is_tampered_with_is_named(tmp_path, honest, capsys):
    ann, ben = honest
    files = written(tmp_path, ann, replace(ben, transcript=replace(ben.transcript, secret="00" * 32)))
    assert verify.main(files) == 1
    assert f"{files[1]}: The secret of deal 1 doesn't match its commitment." in capsys.readouterr().out
    assert verify.main([*files, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["alone"] is False


def test_a_file_is_no_proof_of_itself(tmp_path, honest, capsys):
    files = written(tmp_path, honest[0], honest[0])
    assert verify.main([*files, "--json"]) == 0
    (note,) = json.loads(capsys.readouterr().out)["notes"]
    assert note == "Both files come from the same seat; compare with another player's."


def test_files_of_two_games_are_nothing_to_hold_against_each_other(tmp_path, capsys):
    here = world(4)
    here.again()
    here.play(2)
    first, second = here.saved[ANN]
    assert verify.main(written(tmp_path, first, second)) == 2
    assert "two different games: war, game 1 at table KQFM and war, game 2 at table KQFM." in capsys.readouterr().err


def test_files_with_and_without_a_former_players_name_are_of_one_game(tmp_path, honest, capsys):
    ann, ben = honest
    nameless = replace(ann, transcript=withhold_names(ann.transcript, [1]))
    files = written(tmp_path, nameless, ben)
    assert verify.main(files) == 0
    assert f"{files[0]}: The name of player 2 is withheld" in capsys.readouterr().out
    assert verify.main([*files, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["withheld"] == [1]


def test_files_that_name_other_players_are_not_of_one_game(tmp_path, honest):
    ann, ben = honest
    mallory = replace(ben.transcript.players[0], name="mallory")
    players = (mallory, *ben.transcript.players[1:])
    with pytest.raises(StoriesDifferError, match="players in the seats"):
        compare(ann, replace(ben, transcript=replace(ben.transcript, players=players)))
