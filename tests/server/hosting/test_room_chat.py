"""Talk at a table: players and watchers, serious games, and what its host may do."""

import pytest

from protocol import messages as m
from server.hosting.delivery.audience import Audience
from server.hosting.delivery.room_chat import RoomChat
from server.players.chat.rules import ChatRefusedError
from server.room import step as rooms
from server.room.inputs import Resign
from server.room.step import Room
from tests.support.builders.rooms import ANN, BEN, CLEO, CODE, DORA, NAMES, playing
from tests.support.fakes.visitors import Visitor


class Circle:
    """A table where ann plays with ben and cleo watches. Mutable: they talk."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.people = {player: Visitor(player, NAMES[player]) for player in (ANN, BEN, CLEO)}
        self.audience: Audience[Visitor] = Audience()
        for visitor in self.people.values():
            self.audience.add(visitor)
        self.talk = RoomChat(CODE, self.audience, lambda: 0.0)

    def say(self, player: int, text: str) -> None:
        self.talk.say(self.room, Visitor(player, NAMES[player]), text)

    def mute(self, player: int, name: str | None, *, on: bool = True, seat: int | None = None) -> None:
        self.talk.mute(self.room, Visitor(player, NAMES[player]), m.Mute(room="KQFM", name=name, on=on, seat=seat))

    def heard(self, player: int) -> list[str]:
        return [event.line.text for event in self.people[player].heard if isinstance(event, m.Heard)]


@pytest.fixture
def table():
    return Circle(playing())


@pytest.fixture
def serious():
    return Circle(playing(serious=True))


def test_players_and_watchers_hear_each_other_and_are_told_apart(table):
    table.say(ANN, "hi")
    table.say(CLEO, "hello")
    assert [table.heard(player) for player in (ANN, BEN, CLEO)] == [["hi", "hello"]] * 3
    assert [event.line.manner for event in table.people[BEN].heard] == ["player", "watcher"]


def test_who_is_not_there_is_not_heard_there(table):
    with pytest.raises(ChatRefusedError, match="not at table KQFM"):
        table.say(DORA, "hi")


def test_while_a_serious_game_is_under_way_its_players_do_not_hear_who_watches(serious):
    serious.say(CLEO, "flip!")
    serious.say(BEN, "my turn?")
    assert serious.heard(ANN) == serious.heard(BEN) == ["my turn?"]
    assert serious.heard(CLEO) == ["flip!", "my turn?"]


def test_who_comes_back_to_a_serious_game_is_not_told_either(serious):
    serious.say(CLEO, "flip!")
    back, watching = Visitor(ANN), Visitor(DORA)
    serious.talk.show(serious.room, back)
    serious.talk.show(serious.room, watching)
    assert not back.heard
    assert len(watching.heard) == 1


def test_after_a_serious_game_everybody_hears_everybody(serious):
    serious.room = rooms.step(serious.room, 0.0, Resign(ANN)).room
    serious.say(CLEO, "well played")
    assert serious.heard(ANN) == ["well played"]


def test_the_host_mutes_somebody_and_everybody_is_told(table):
    table.say(CLEO, "spam")
    table.mute(ANN, "Cleo")
    with pytest.raises(ChatRefusedError, match="You are muted"):
        table.say(CLEO, "spam")
    assert table.heard(BEN) == ["spam", "ann muted cleo."]
    table.mute(ANN, "cleo", on=False)
    table.say(CLEO, "sorry")
    assert table.heard(BEN)[2:] == ["ann unmuted cleo.", "sorry"]


def test_the_host_mutes_a_player_who_has_said_nothing_yet(table):
    table.mute(ANN, "ben")
    with pytest.raises(ChatRefusedError, match="You are muted"):
        table.say(BEN, "hi")


def test_the_host_lets_only_players_talk(table):
    table.mute(ANN, None)
    with pytest.raises(ChatRefusedError, match="Only players"):
        table.say(CLEO, "hi")
    table.say(BEN, "hi")
    table.mute(ANN, None, on=False)
    table.say(CLEO, "hi")
    assert table.heard(BEN) == ["ann lets only players chat here.", "hi", "ann lets everyone chat here.", "hi"]


def test_a_mute_stays_with_the_player_who_is_called_otherwise_now(table):
    table.say(CLEO, "spam")
    table.mute(ANN, "cleo")
    table.people[CLEO].name = "zoe"
    with pytest.raises(ChatRefusedError, match="You are muted"):
        table.talk.say(table.room, table.people[CLEO], "spam")
    table.mute(ANN, "zoe", on=False)
    table.talk.say(table.room, table.people[CLEO], "sorry")
    assert table.heard(BEN)[-1] == "sorry"


def test_the_host_means_whom_nobody_else_can_be_taken_for(table):
    table.say(CLEO, "hi")
    table.people[CLEO].name, table.people[BEN].name = "zoe", "cleo"
    with pytest.raises(ChatRefusedError, match=r"is or was called cleo\..* 'hush 2'") as refused:
        table.mute(ANN, "cleo")
    assert refused.value.refusal.code == "not-now"
    table.mute(ANN, "ben", seat=1)
    table.talk.say(table.room, table.people[CLEO], "me?")
    with pytest.raises(ChatRefusedError, match="You are muted"):
        table.talk.say(table.room, table.people[BEN], "me.")


@pytest.mark.parametrize(
    ("player", "name", "why"), [(BEN, "ann", "Only the host, ann"), (CLEO, None, "Only the host, ann")]
)
def test_nobody_else_does(table, player, name, why):
    with pytest.raises(ChatRefusedError, match=why) as refused:
        table.mute(player, name)
    assert refused.value.refusal.code == "not-host"


@pytest.mark.parametrize("name", ["dora", "ann"])
def test_nobody_is_muted_who_is_not_there_nor_the_host(table, name):
    with pytest.raises(ChatRefusedError, match="Nobody else by that name"):
        table.mute(ANN, name)
