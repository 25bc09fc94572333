"""A mute is of a player, whatever they are called, as soon as it is known who it is."""

from client.commands.actions import MuteSpeaker
from client.commands.muting import bind_muted, update_muted
from client.state.chat import MutedPlayer
from client.state.fold import fold
from client.state.store import Link, Store
from protocol import messages as m
from tests.support.builders.stores import challenged, number_of

HERE = "ws://here"


def hall(*said: tuple[str, int]) -> Store:
    """The hall of a server, where somebody has said something: their names at the time, and who they are."""
    store = fold(Store(), Link("up", HERE), 0.0)
    for who, player in said:
        line = m.Line(who=who, player=player, text="hi", manner="player", age_s=0.0, yours=False)
        store = fold(store, m.Heard(room=None, line=line), 0.0)
    return store


def test_who_has_talked_is_muted_as_the_player_they_are():
    assert update_muted(hall(("Ben", 2)), frozenset(), MuteSpeaker("ben", on=True)) == {MutedPlayer("ben", 2, HERE)}


def test_of_two_who_went_by_a_name_the_last_is_meant():
    assert update_muted(hall(("ben", 2), ("ben", 5)), frozenset(), MuteSpeaker("ben", on=True)) == {
        MutedPlayer("ben", 5, HERE)
    }


def test_who_challenges_one_is_known_too():
    store = fold(hall(), challenged("ben"), 0.0)
    assert update_muted(store, frozenset(), MuteSpeaker("ben", on=True)) == {MutedPlayer("ben", number_of("ben"), HERE)}


def test_who_is_not_known_yet_is_muted_by_name_until_they_talk():
    muted = update_muted(hall(), frozenset(), MuteSpeaker("ben", on=True))
    assert muted == {MutedPlayer("ben")} == bind_muted(hall(("cleo", 3)), muted)
    assert bind_muted(hall(("Ben", 2)), muted) == {MutedPlayer("ben", 2, HERE)}


def test_who_is_called_otherwise_now_is_read_again_by_either_name():
    muted = frozenset({MutedPlayer("ben", 2, HERE)})
    store = hall(("ben", 2), ("benedict", 2))
    assert (
        update_muted(store, muted, MuteSpeaker("benedict", on=False))
        == update_muted(store, muted, MuteSpeaker("ben", on=False))
        == set()
    )


def test_what_is_known_of_a_player_elsewhere_stays():
    muted = frozenset({MutedPlayer("ben", 7, "ws://elsewhere")})
    assert bind_muted(hall(("ben", 2)), muted) == muted
