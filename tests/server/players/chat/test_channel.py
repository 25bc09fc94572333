"""What is said in a place reaches everybody there, once, and who comes later."""

from protocol import messages as m
from server.players.chat.channel import ChatChannel
from server.players.chat.rules import Listener, Speaker
from tests.support.fakes.visitors import Visitor

ANN = Speaker(1, "ann")


def conversation() -> ChatChannel:
    return ChatChannel("KQFM", lambda: 5.0)


def test_everybody_hears_a_line_and_who_said_it_that_it_was_theirs():
    ann, ben = Visitor(1), Visitor(2)
    conversation().say("hi", ANN, (ann, ben))
    (own,), (others,) = ann.heard, ben.heard
    assert own == m.Heard(
        room="KQFM", line=m.Line(who="ann", player=ANN.player, text="hi", manner="player", age_s=0.0, yours=True)
    )
    assert others.line.yours is False


def test_who_must_not_hear_a_line_does_not():
    ann, ben = Visitor(1), Visitor(2)
    eve = Speaker(9, "eve", watches=True)
    conversation().say("psst", eve, (ann, ben), lambda player: Listener(player, hears_watchers=player != 1))
    assert not ann.heard
    assert len(ben.heard) == 1


def test_who_comes_later_is_told_what_was_said_and_nothing_of_a_silence():
    talk, ben = conversation(), Visitor(2)
    talk.show(ben, Listener(2))
    assert not ben.heard
    talk.say("hi", ANN, ())
    talk.show(ben, Listener(2))
    (told,) = ben.heard
    assert [line.text for line in told.lines] == ["hi"]
