"""What is said in one place: who may say it, who hears it, and what is remembered."""

import pytest

from protocol import messages as m
from server.players.chat import rules as talks
from server.players.chat.rules import MAX_LINES, ChatLine, ChatRefusedError, ChatState, Listener, Speaker

ANN, BEN, EVE = Speaker(1, "ann"), Speaker(2, "ben"), Speaker(9, "eve", watches=True)


def talk_of(*lines: tuple[Speaker | None, str]) -> ChatState:
    talk = ChatState()
    for at, (speaker, text) in enumerate(lines):
        talk = talks.add_line(talk, ChatLine(text, float(at), speaker))
    return talk


def texts(message: m.Talk) -> list[str]:
    return [line.text for line in message.lines]


def test_what_is_written_is_cleaned_before_anybody_sees_it():
    assert talks.clean_line("  hi\x1b[2J\nthere ", 200) == "hi�[2J there"


@pytest.mark.parametrize("written", ["", "   ", "\n", "\u200d", "\u0301"])
def test_nothing_is_not_said(written):
    with pytest.raises(ChatRefusedError, match="empty") as refused:
        talks.clean_line(written, 200)
    assert refused.value.refusal.code == "bad-text"


def test_a_line_is_as_long_as_a_reader_counts():
    assert talks.clean_line("q\u0301" * 100, 100) == "q\u0301" * 100
    with pytest.raises(ChatRefusedError, match="at most 200 characters; this one has 201"):
        talks.clean_line("x" * 201, 200)


def test_marks_are_no_characters_but_there_are_only_so_many_of_them():
    assert talks.clean_line("q\u0301" * 128, 200) == "q\u0301" * 128
    with pytest.raises(ChatRefusedError, match="at most 256 signs; this one has 258") as refused:
        talks.clean_line("q\u0301" * 129, 200)
    assert refused.value.refusal.code == "bad-text"


def test_only_the_newest_lines_are_remembered():
    talk = talk_of(*((ANN, str(number)) for number in range(MAX_LINES + 10)))
    assert texts(talks.chat_history(talk, None, Listener(2), 100.0)) == [
        str(number) for number in range(10, MAX_LINES + 10)
    ]


def test_a_line_tells_who_said_it_when_and_whether_it_was_you():
    told = talks.chat_history(talk_of((ANN, "hi"), (EVE, "oh"), (None, "ann mutes eve.")), "KQFM", Listener(1), 10.0)
    assert told == m.Talk(
        room="KQFM",
        lines=(
            m.Line(who="ann", player=1, text="hi", manner="player", age_s=10.0, yours=True),
            m.Line(who="eve", player=9, text="oh", manner="watcher", age_s=9.0, yours=False),
            m.Line(who="", player=0, text="ann mutes eve.", manner="house", age_s=8.0, yours=False),
        ),
    )


def test_who_must_not_be_helped_hears_players_and_the_house_alone():
    talk = talk_of((ANN, "hi"), (EVE, "take the pile!"), (None, "house"))
    assert texts(talks.chat_history(talk, None, Listener(1, hears_watchers=False), 0.0)) == ["hi", "house"]


def test_who_is_muted_says_nothing_until_that_ends():
    muted = talks.set_muted(ChatState(), 2, on=True)
    with pytest.raises(ChatRefusedError, match="You are muted") as refused:
        talks.add_line(muted, ChatLine("hi", 0.0, BEN))
    assert refused.value.refusal.code == "muted"
    assert talks.add_line(muted, ChatLine("hi", 0.0, ANN)).lines
    assert talks.add_line(talks.set_muted(muted, 2, on=False), ChatLine("hi", 0.0, BEN)).lines


def test_a_talk_closed_to_watchers_is_open_to_players():
    closed = talks.set_watchers_silent(ChatState(), on=True)
    with pytest.raises(ChatRefusedError, match="Only players"):
        talks.add_line(closed, ChatLine("hi", 0.0, EVE))
    assert talks.add_line(closed, ChatLine("hi", 0.0, ANN)).lines
    assert talks.add_line(talks.set_watchers_silent(closed, on=False), ChatLine("hi", 0.0, EVE)).lines


def test_somebody_is_found_by_a_name_that_looks_like_theirs():
    assert talks.find_speakers((ANN, BEN, BEN), "BEN") == (BEN,)
    assert talks.find_speakers((ANN, BEN), "cleo") == ()
    assert talks.speakers(talk_of((ANN, "a"), (None, "b"), (EVE, "c"))) == (EVE, ANN)


def test_what_somebody_said_can_be_forgotten_with_what_the_house_said_of_them():
    talk = talk_of((ANN, "hello"), (BEN, "hi"), (None, "There is a new table."), (EVE, "go on"))
    talk = talks.add_line(talk, ChatLine("ben mutes ann.", 9.0, None, about=(BEN.player, ANN.player)))
    left = talks.without_players(talk, {ANN.player})
    assert [line.text for line in left.lines] == ["hi", "There is a new table.", "go on"]
    assert talks.without_players(left, {ANN.player, 99}) is left
