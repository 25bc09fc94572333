"""The keeper takes part in dealing, fetches transcripts and saves finished games."""

import os
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from client.history.saved import keeper as transcripts
from client.history.saved.keeper import MANY, GamesCap, Keeper, newest_file, save_into
from protocol import messages as m
from protocol.saved_game import SavedGame
from server.fairness.transcript_replay import RefutedError
from server.fairness.verifier import verify
from tests.support.builders.dealt import WATCHER, Gathering
from tests.support.builders.rooms import ANN, BEN
from tests.support.builders.tables import war_table, war_view
from tests.support.golden.deal_story import deals, transcript

ROOM = "KQFM"
ENDING = m.Ending(scores=(), winners=(0,), reason="ben resigned.")
STORY = [deal for _, deal in deals(ROOM)]
OVER_DEAL = STORY[-1]
PLAYING = war_table(war_view(), events=0, head="ab" * 8)
OVER = war_table(war_view(), phase="over", turn=(), ending=ENDING, events=7, head="cd" * 8)
WHOLE = replace(transcript(ROOM, {"variant": "normal", "auto_flip_s": 10}, ENDING), ref=0)


ENDED = (STORY[2], PLAYING, OVER)
ASKED = [m.GetTranscript(ref=0, room=ROOM, number=1, after=0)]
WELCOME = m.Welcome(name="ann", token="", server="", games=(), seated=(ROOM,))
REFUSED = m.Refused(code="too-many", text="", about="transcribe", ref=0, room=ROOM, retry_after_s=1.0)


@pytest.fixture
def saved():
    return []


@pytest.fixture
def keeper(saved):
    return Keeper(saved.append, bytes)


def hear(keeper, *events):
    return [command for event in events for command in keeper.hear(event, "ws://here")]


@pytest.mark.parametrize(
    ("arrival", "sent"),
    [
        pytest.param(m.Entered(ref=0, room=ROOM, seat=0), [m.CommitShare], id="who-sits-down"),
        pytest.param(WELCOME, [m.CommitShare], id="who-comes-back-to-their-seat"),
        pytest.param(m.Entered(ref=0, room=ROOM, seat=None), [], id="not-who-watches"),
    ],
)
def test_who_has_a_seat_takes_part_in_the_dealing(keeper, arrival, sent):
    assert [type(command) for command in hear(keeper, arrival, STORY[0])] == sent


def test_once_the_game_is_over_its_transcript_is_asked_for_and_saved_once(keeper, saved):
    assert hear(keeper, STORY[2], PLAYING, OVER_DEAL, OVER) == ASKED
    assert keeper.is_waiting()
    assert hear(keeper, WHOLE) == []
    assert not keeper.is_waiting()
    assert hear(keeper, OVER, OVER_DEAL, WHOLE) == []
    (kept,) = saved
    assert (kept.server, kept.transcript, kept.witness.ending) == ("ws://here", WHOLE, ENDING)
    assert [sight.events for sight in kept.witness.sights] == [0, 7]


def test_a_game_against_a_computer_that_was_left_untouched_is_not_asked_for_and_one_with_a_move_is(keeper):
    against = tuple(m.SeatInfo(kind=kind, name=kind, won=0) for kind in ("person", "computer"))
    untouched = [replace(table, chairs=against) for table in (PLAYING, OVER)]
    assert hear(keeper, STORY[2], untouched[0], OVER_DEAL, untouched[1]) == []
    assert not keeper.is_waiting()
    assert hear(keeper, replace(untouched[1], seq=9, ply=1)) == ASKED


def test_pages_are_asked_for_one_after_another(keeper, saved):
    hear(keeper, *ENDED)
    first, second = replace(WHOLE, events=WHOLE.events[:4]), replace(WHOLE, after=4, events=WHOLE.events[4:])
    assert hear(keeper, first) == [replace(ASKED[0], after=4)]
    assert hear(keeper, second) == []
    assert saved[0].transcript.events == WHOLE.events


def test_what_was_on_its_way_is_asked_for_again_after_a_return_and_what_was_refused_once_the_table_is_seen(keeper):
    assert hear(keeper, *ENDED, WELCOME) == ASKED * 2
    assert keeper.is_waiting()
    assert hear(keeper, REFUSED) == []
    assert not keeper.is_waiting()
    assert hear(keeper, OVER) == ASKED


def test_a_transcript_that_nobody_asked_for_is_not_saved(keeper, saved):
    hear(keeper, WHOLE, STORY[2], PLAYING, WHOLE)
    assert saved == []


def test_a_transcript_without_end_is_not_saved(keeper, saved, monkeypatch):
    monkeypatch.setattr(transcripts, "MAX_EVENTS", 6)
    assert hear(keeper, *ENDED, WHOLE) == ASKED
    assert (saved, keeper.is_waiting()) == ([], False)


def test_each_sight_is_remembered_once_and_of_a_long_game_only_so_many(keeper, saved, monkeypatch):
    monkeypatch.setattr(transcripts, "MAX_SIGHTS", 3)
    seen = [replace(PLAYING, seq=number, events=number // 2) for number in range(2, 16)]
    hear(keeper, STORY[2], *seen, OVER, WHOLE)
    assert [sight.events for sight in saved[0].witness.sights] == [1, 2, 3]


def test_a_room_that_was_left_is_forgotten_but_for_what_is_on_its_way(keeper, saved):
    left = m.Left(room=ROOM, reason="")
    hear(keeper, *ENDED, left, WHOLE)
    assert len(saved) == 1
    hear(keeper, left, WHOLE)
    assert len(saved) == 1


def test_everybody_in_a_room_keeps_the_same_transcript_and_what_they_saw_themselves():
    here = Gathering(Random(5), "tower_blaster", 2, watched=True)
    here.play(10)
    ann, ben, watcher = (here.saved[player][0] for player in (ANN, BEN, WATCHER))
    assert ann.transcript == ben.transcript == watcher.transcript
    assert {sight.seat for sight in ann.witness.sights} == {0}
    assert {sight.seat for sight in watcher.witness.sights} == {None}
    assert ann.witness.sights[0].view != ben.witness.sights[0].view


# Files.


def game(room=ROOM, number=1, commitment="00"):
    told = replace(WHOLE, room=room, number=number, commitment=commitment)
    return SavedGame("parlour transcript 1", "ws://here", told, transcripts.Witness())


def test_what_was_seen_is_kept_where_the_server_has_gone_back_and_the_game_is_not_verified():
    here = Gathering(Random(5), "tower_blaster", 2)
    here.settle()
    older = here.room, here.entries[:]
    for _ in range(3):
        here.move()
    here.room, here.entries = older
    here.welcome()
    here.play(10)
    for (saved,) in (here.saved[ANN], here.saved[BEN]):
        with pytest.raises(RefutedError, match="the transcript differs from what the server told you"):
            verify(saved)
    here.again()
    here.play(10)
    assert all(verify(here.saved[player][1]) for player in (ANN, BEN)), "of the next game nobody saw anything else"


def test_a_game_is_a_file_of_its_owner(tmp_path: Path):
    save_into(tmp_path / "games", "ann")(game())
    (file,) = (tmp_path / "games").iterdir()
    assert file.name.startswith("KQFM-1-ann-")
    assert msgspec.json.decode(file.read_bytes(), type=SavedGame) == game()


@pytest.mark.parametrize("room", ["../x", "", "KQFMX", "K/FM", "ÄÖÜß"])
def test_a_server_has_no_say_in_where_files_go(tmp_path: Path, room: str):
    save_into(tmp_path / "games", "ann")(game(room))
    assert not (tmp_path / "games").exists()


def test_a_game_is_found_by_its_table_and_number(tmp_path: Path):
    save = save_into(tmp_path, "ann")
    for age, number in enumerate((3, 2, 1)):
        save(game(number=number))
        os.utime(max(tmp_path.iterdir(), key=lambda file: file.stat().st_mtime), (age, age))
    save(game("ABCD"))
    assert newest_file(tmp_path, "kqfm").name.startswith("KQFM-1-")
    assert newest_file(tmp_path, "KQFM-2").name.startswith("KQFM-2-")
    assert [newest_file(tmp_path, named) for named in ("KQFM-7", "ZZZZ", "../KQFM", "KQFM-*", "")] == [None] * 5


def test_old_games_make_room_for_new_ones_by_number_and_by_size(tmp_path: Path):
    save = save_into(tmp_path, "ann", GamesCap(3, MANY.total_bytes))
    for number in range(1, 6):
        save(game(number=number, commitment=str(number)))
        os.utime(newest_file(tmp_path, f"KQFM-{number}"), (number, number))
    assert sorted(file.name[:6] for file in tmp_path.iterdir()) == ["KQFM-3", "KQFM-4", "KQFM-5"]
    size = int(newest_file(tmp_path, ROOM).stat().st_size * 1.5)
    save_into(tmp_path, "ann", GamesCap(3, size))(game(number=6))
    assert [file.name[:6] for file in tmp_path.iterdir()] == ["KQFM-6"]
