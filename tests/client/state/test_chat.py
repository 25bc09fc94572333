"""What is kept of talk, and what of it is news to somebody who may have muted others."""

import msgspec
import pytest

from client.state import chat
from client.state.chat import MAX_LINES, NOTHING_SAID
from protocol import messages as m
from tests.support.builders.stores import number_of

HERE = "ws://here"


def line(who, text="hi", manner="player", *, yours=False):
    return m.Line(who=who, player=number_of(who), text=text, manner=manner, age_s=0.0, yours=yours)


def talk_of(*lines):
    said = NOTHING_SAID
    for at, each in enumerate(lines):
        said = chat.with_line(said, each, float(at))
    return said


def test_the_newest_lines_are_kept_and_all_are_counted():
    said = talk_of(*(line("ben", str(number)) for number in range(MAX_LINES + 5)))
    assert [each.text for each in said.lines] == [str(number) for number in range(5, MAX_LINES + 5)]
    assert (said.total, said.at) == (MAX_LINES + 5, MAX_LINES + 4.0)
    assert chat.unread_lines(said, 0, frozenset(), HERE) == said.lines, "more news than is kept is what is kept"


def test_what_was_said_before_one_came_is_no_news():
    said = chat.with_lines(talk_of(line("ben")), (line("ben", "old"), line("cleo", "older")), 9.0)
    assert [each.text for each in said.lines] == ["old", "older"]
    assert chat.unread_lines(said, said.total, frozenset(), HERE) == ()


def test_a_line_is_as_old_as_the_server_says_when_it_comes():
    earlier = msgspec.structs.replace(line("ben"), age_s=60.0)
    said = chat.with_line(chat.with_lines(NOTHING_SAID, (earlier, line("cleo")), 100.0), line("ben", "now"), 130.0)
    assert said.times == (40.0, 100.0, 130.0)
    muted = chat.mute(frozenset(), "cleo", None, HERE)
    assert [at for _, at in chat.timed_lines(said, muted, HERE)] == [40.0, 130.0]


def test_ones_own_lines_are_no_news_either():
    said = talk_of(line("ben", "a"), line("ana", "b", yours=True), line("ben", "c"))
    assert [each.text for each in chat.unread_lines(said, 0, frozenset(), HERE)] == ["a", "c"]
    assert [each.text for each in chat.unread_lines(said, 2, frozenset(), HERE)] == ["c"]


def test_who_is_muted_is_not_read_until_that_ends_but_the_house_and_oneself_are():
    said = talk_of(line("Ben"), line("", "ana mutes ben.", "house"), line("ben", yours=True), line("cleo"))
    muted = chat.mute(frozenset(), "BEN", None, HERE)
    assert [each.who for each in chat.readable_lines(said, muted, HERE)] == ["", "ben", "cleo"]
    assert [each.who for each in chat.unread_lines(said, 0, muted, HERE)] == ["", "cleo"]
    assert len(chat.readable_lines(said, chat.unmute(muted, "ben", None, HERE), HERE)) == 4


def test_who_is_known_as_a_player_is_muted_by_whatever_name_and_nobody_else_by_theirs():
    muted = chat.mute(frozenset(), "ben", 2, HERE)
    assert chat.is_player_muted("benedict", 2, muted, HERE)
    assert not chat.is_player_muted("ben", 3, muted, HERE)
    assert chat.is_player_muted("ben", 3, muted, "ws://elsewhere")
    assert not chat.is_player_muted("benedict", 2, muted, "ws://elsewhere")


@pytest.mark.parametrize("name", ["ben", "Benedict"])
def test_a_mute_ends_by_the_name_it_began_with_and_by_the_one_they_go_by_now(name):
    muted = chat.mute(frozenset(), "ben", 2, HERE)
    assert chat.unmute(muted, name, 2, HERE) == frozenset()
    assert chat.unmute(muted, "cleo", 3, HERE) == muted


@pytest.mark.parametrize("text", ["ana", "hi Ana!", "@ana: your turn", "is it ana?"])
@pytest.mark.parametrize(("name", "is_called"), [("ana", True), ("an", False), ("banana", False), ("", False)])
def test_somebody_is_called_by_their_name_as_a_whole_word(text, name, is_called):
    assert chat.mentions(line("ben", text), name) is is_called


def test_a_line_is_a_sentence_that_says_whose_it_is():
    assert chat.sentence(line("ben", "hello")) == "ben says: hello"
    assert chat.sentence(line("eve", "oh", "watcher")) == "eve, watching, says: oh"
    assert chat.sentence(line("ana", "hello", yours=True)) == "You say: hello"
    assert chat.sentence(line("", "ana mutes eve.", "house")) == "ana mutes eve."
