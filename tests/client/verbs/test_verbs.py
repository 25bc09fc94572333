"""What every command comes to, and in what sentence it is refused."""

import pytest

from client import orders as o
from client.commands import VERBS, Place, read
from client.habits import Habits
from client.orders import FULL_PACE
from client.store import Opened, Sent, fold
from protocol import messages as m
from tests.support.blocky_tables import blocky_table
from tests.support.blocky_tables import seen as blocky_seen
from tests.support.blocky_tables import state as blocky
from tests.support.boards import play as blocky_play
from tests.support.stores import listing, lobby_store, table_store
from tests.support.street_tables import STREET, street, street_table
from tests.support.street_tables import seen as seen_street
from tests.support.streets import layout, race
from tests.support.sums import SHEET, sums_table
from tests.support.sums import after as sums
from tests.support.tables import person, war_table, war_view
from tests.support.tower_tables import mark, seen, state, tower_table
from tests.support.towers import play

LIVE = m.Lobby(open=(), live=(listing("LIVE", "gus"),), people=(), ratings=(), bots=(), rooms=1, online=2, moves=0)
COMPUTER = (person("ana"), m.Chair(kind="computer", name="flipper", won=0))
LOBBY = lobby_store(lobby=LIVE)
WAITING = table_store(war_table(None, phase="waiting", number=0, chairs=(person("ana"), person(""))))
PLAYING = table_store()
AGAINST_COMPUTER = table_store(war_table(war_view(), chairs=COMPUTER))
OVER = table_store(war_table(war_view(left=(0, 0)), phase="over", turn=()))
LEFT = table_store(war_table(war_view(), phase="over", turn=(), chairs=(person("ana"), person(""))))
SMASHED = table_store(blocky_table(blocky_seen(blocky_play(blocky(), "smash 3"))))
WATCHING = table_store(war_table(war_view(seat=None), seat=None))


def order(line, store):
    return read(line, Place(store, Habits()))


def refusal(line, store):
    with pytest.raises(ValueError, match=r"[.?]$") as refused:
        order(line, store)
    return str(refused.value)


@pytest.mark.parametrize(
    ("line", "store", "wanted"),
    [
        ("new", LOBBY, o.Show("form")),
        ("learn", LOBBY, o.Show("tours")),
        ("learn war", LOBBY, o.Learn("war")),
        ("quick", LOBBY, m.Quick(ref=0, games=("war",))),
        ("quick war", LOBBY, m.Quick(ref=0, games=("war",))),
        ("join", LOBBY, o.Ask("join")),
        ("join k7qf", LOBBY, m.Join(ref=0, room="K7QF")),
        ("join K7 QF", LOBBY, m.Join(ref=0, room="K7QF")),
        ("join KQFM", PLAYING, Opened("KQFM")),
        ("watch", LOBBY, m.Watch(ref=0, room="LIVE")),
        ("watch K7QF", LOBBY, m.Watch(ref=0, room="K7QF")),
        ("watch KQFM", PLAYING, Opened("KQFM")),
        ("join KQFM", WATCHING, m.Join(ref=0, room="KQFM")),
        ("open kqfm", PLAYING, Opened("KQFM")),
        ("open network", PLAYING, o.OpenDoor()),
        ("open network 10.0.0.7", LOBBY, o.OpenDoor("10.0.0.7")),
        ("open network [fd00::5]:9000", LOBBY, o.OpenDoor("fd00::5", 9000)),
        ("close network", PLAYING, o.ShutDoor()),
        ("lobby", PLAYING, Opened(None)),
        ("move flip", PLAYING, m.Play(room="KQFM", number=1, ply=0, move="flip")),
        ("flip", PLAYING, m.Play(room="KQFM", number=1, ply=0, move="flip")),
        ("auto", PLAYING, o.AutoPlay(None, "over")),
        ("auto 4", PLAYING, o.AutoPlay(4, "over")),
        ("auto off", PLAYING, o.AutoPlay(0, "stopped")),
        ("on", PLAYING, o.AutoPlay(FULL_PACE, "moment")),
        ("finish", AGAINST_COMPUTER, o.AutoPlay(FULL_PACE, "over")),
        ("rematch", OVER, m.Rematch(room="KQFM")),
        ("resign", PLAYING, m.Resign(room="KQFM")),
        ("leave", OVER, m.Leave(room="KQFM")),
        ("leave", WAITING, m.Leave(room="KQFM")),
        ("leave", WATCHING, m.Leave(room="KQFM")),
        ("leave over", OVER, m.Leave(room="KQFM")),
        ("leave anyway", PLAYING, m.Leave(room="KQFM")),
        ("fill", WAITING, m.Fill(room="KQFM", level="flipper")),
        ("fill oracle", WAITING, m.Fill(room="KQFM", level="oracle")),
        ("fill", LEFT, m.Fill(room="KQFM", level="flipper")),
        ("invite", PLAYING, o.Show("invite")),
        ("stats", LOBBY, m.Recall(ref=0, game="war", deal=None)),
        ("stats streets", PLAYING, m.Recall(ref=0, game="streets", deal=None)),
        ("stats", PLAYING, m.Recall(ref=0, game="war", deal=None)),
        ("name bea", LOBBY, m.Rename(name="bea")),
        ("filter ben war", LOBBY, o.Filter("ben war")),
        ("sound", LOBBY, o.Switch("sound", None)),
        ("motion off", LOBBY, o.Switch("motion", on=False)),
        ("mouse on", LOBBY, o.Switch("mouse", on=True)),
        ("palette", LOBBY, o.Paint(None)),
        ("palette original", PLAYING, o.Paint("original")),
        ("start 2", LOBBY, o.Start(2)),
        ("mark 1 3", LOBBY, o.Mark(1, 3)),
        ("press enter", LOBBY, o.Press("enter")),
        ("type filter", LOBBY, o.Ask("filter")),
        ("QUIT", LOBBY, o.Quit()),
        ("plain", LOBBY, o.Quit("plain")),
    ],
)
def test_a_command_comes_to_an_order(line, store, wanted):
    assert order(line, store) == wanted


@pytest.mark.parametrize(
    ("line", "store", "sentence"),
    [
        ("join K7", LOBBY, "A table's code has 4 letters and digits"),
        ("join K7Q!", LOBBY, "A table's code has 4 letters and digits"),
        (
            "quick streets",
            LOBBY,
            "Streets & Alleys is played alone, so nobody waits for you; 'play streets' starts it.",
        ),
        ("watch", PLAYING, "No game is going on that can be watched."),
        ("open network home", LOBBY, "open network takes an address of this machine"),
        ("open network 0.0.0.0", LOBBY, "open network takes an address of this machine"),
        ("open network 10.0.0.7:0", LOBBY, "open network takes an address of this machine"),
        ("open network 10.0.0.7:x", LOBBY, "open network takes an address of this machine"),
        ("open network 10.0.0.7 9000", LOBBY, "open network takes an address of this machine"),
        ("open K7QF", LOBBY, "You are not at a table K7QF; type 'join K7QF'"),
        ("flip", LOBBY, "You are at no table"),
        ("flip", WAITING, "The game has not begun"),
        ("flip", OVER, "The game is over."),
        ("flip", WATCHING, "You are watching; only the players flip."),
        ("move fold", PLAYING, "'fold' is not a move of War"),
        ("auto 9", PLAYING, "auto takes a speed from 1 (slow) to 5 (fast), or off."),
        ("auto", OVER, "No game is going on at this table."),
        ("auto", WATCHING, "You are watching"),
        ("on", LOBBY, "You are at no table"),
        ("finish", PLAYING, "Only a game against computers"),
        ("rematch", PLAYING, "A rematch is for when the game is over."),
        ("rematch", WATCHING, "You are watching"),
        ("repeat", OVER, "Only who played alone can play the same again"),
        ("write 12", LOBBY, "write takes a digit, or nothing"),
        ("write x", LOBBY, "write takes a digit, or nothing"),
        ("resign", OVER, "There is no game to give up."),
        ("leave", PLAYING, "To leave now gives the game up"),
        ("leave over", PLAYING, "The game is not over."),
        ("leave", LOBBY, "You are at no table"),
        ("fill", PLAYING, "No seat is open."),
        ("fill", OVER, "No seat is open."),
        ("fill champion", WAITING, "There is no level 'champion'. Levels: flipper, oracle."),
        ("stats chess", LOBBY, "There is no game 'chess' here"),
        ("name", LOBBY, "You go by ana; a name is one word"),
        ("sound loud", LOBBY, "sound takes on or off."),
        ("palette pink", LOBBY, "palette takes safe, original or texture."),
        ("palette safe too", LOBBY, "palette takes safe, original or texture."),
        ("start", LOBBY, "start takes the number"),
        ("start x", LOBBY, "start takes the number"),
        ("mark 1", LOBBY, "mark takes the numbers"),
        ("type novel", LOBBY, "type takes what to type"),
        ("plya", LOBBY, "There is no command 'plya'; did you mean 'play'?"),
        ("flpi", PLAYING, "There is no command 'flpi'; did you mean 'flip'?"),
    ],
)
def test_a_command_that_cannot_be_given_now_says_why(line, store, sentence):
    assert refusal(line, store).startswith(sentence)


def test_a_second_rematch_waits_for_the_others():
    asked = table_store(war_table(war_view(left=(0, 0)), phase="over", turn=(), rematch=(0,)))
    assert refusal("rematch", asked) == "You have asked for a rematch; the others are to agree."


def test_a_game_without_computers_cannot_be_filled_with_them():
    table = war_table(None, phase="waiting", number=0, game="streets", chairs=(person("ana"), person("")))
    assert refusal("fill", table_store(table)) == "No computer plays this game."


def test_a_move_that_is_on_its_way_is_not_made_twice():
    sent = fold(PLAYING, Sent(order("flip", PLAYING)), 1.0)
    assert refusal("flip", sent) == "Your move is on its way to the server."


def test_every_verb_refuses_in_a_sentence_or_works_whatever_follows_it():
    for store in (LOBBY, WAITING, PLAYING, OVER, WATCHING):
        for name in VERBS:
            for rest in ("", " x", " 1", " off", " war", " one two three four"):
                try:
                    order(name + rest, store)
                except ValueError as refused:
                    assert str(refused).endswith((".", "?"))  # noqa: PT017 - either will do


def test_what_is_picked_is_the_marked_place_of_the_table():
    view = seen(play(state(), "take pile"))
    tower = table_store(tower_table(view))
    assert order("pick", tower) == m.Play(room="KQFM", number=1, ply=0, move="place 4")
    assert read("pick", Place(tower, Habits(), mark(view, 6))) == m.Play(room="KQFM", number=1, ply=0, move="place 7")


def test_nothing_is_picked_where_nothing_is_marked():
    assert refusal("pick", PLAYING) == "'pick' is not a move of War; the only one is 'flip'."
    assert refusal("pick", WAITING) == "The game has not begun: a seat is open."
    assert refusal("pick", LOBBY) == "You are at no table; 'play' or 'join' brings you to one."


def test_what_is_aimed_at_is_marked():
    view = seen(play(state(), "take pile"))
    assert order("aim up", table_store(tower_table(view))) == o.Aim(mark(view, 2))
    assert refusal("aim up", PLAYING) == "There is nothing to mark here."


def test_pages_go_up_or_down():
    assert (order("page up", PLAYING), order("page down", PLAYING)) == (o.Step(pages=-1), o.Step(pages=1))
    assert refusal("page 3", PLAYING) == "page takes up or down."


SUMS = (SHEET,)


def at_sums(*added, seat=0, seats=2, **changes):
    return table_store(sums_table(sums(seats, *added), seat, **changes), games=SUMS)


ANA_ASKS = m.Request(kind="takeback", seat=0, agreed=(), time_left_s=30.0)


def test_a_move_is_taken_back_and_what_is_asked_is_answered():
    assert order("takeback", at_sums(1)) == m.TakeBack(room="KQFM")
    asked = at_sums(1, seat=1, request=ANA_ASKS)
    assert order("agree", asked) == m.Answer(room="KQFM", agree=True)
    assert order("decline", asked) == m.Answer(room="KQFM", agree=False)


@pytest.mark.parametrize(
    ("line", "store", "sentence"),
    [
        ("takeback", LOBBY, "You are at no table"),
        ("takeback", WATCHING, "You are watching"),
        ("takeback", WAITING, "No game is going on in which a move could be taken back."),
        ("takeback", OVER, "No game is going on in which a move could be taken back."),
        ("takeback", at_sums(1, gave_up=(0,)), "You have given this game up."),
        ("takeback", PLAYING, "In War no move can be taken back."),
        ("takeback", at_sums(1, seat=1), "You have no move that can be taken back now."),
        ("takeback", SMASHED, "What a smash has shown cannot be taken back."),
        ("takeback", at_sums(1, request=ANA_ASKS), "You ask to take back your last move. Waiting for ben."),
        ("takeback", at_sums(1, seat=1, request=ANA_ASKS), "ana asks to take back their last move. Waiting for you."),
        ("agree", at_sums(1, seat=1), "Nobody asks you for anything."),
        ("decline", at_sums(1, request=ANA_ASKS), "Nobody asks you for anything."),
        ("agree", at_sums(1, seat=1, request=ANA_ASKS, gave_up=(1,)), "Nobody asks you for anything."),
        ("agree", at_sums(1, seat=None, request=ANA_ASKS), "You are watching"),
    ],
)
def test_a_takeback_that_cannot_be_says_why(line, store, sentence):
    assert refusal(line, store).startswith(sentence)


def test_who_has_given_up_leaves_without_another_word_and_gives_up_no_more():
    gave_up = at_sums(seats=3, gave_up=(0,))
    assert order("leave", gave_up) == m.Leave(room="KQFM")
    assert refusal("resign", gave_up) == "You have given this game up."
    assert refusal("leave", at_sums(seats=3, gave_up=(1,))).startswith("To leave now gives the game up")


def test_nothing_is_taken_back_while_a_move_is_on_its_way():
    sent = fold(at_sums(1, 1), Sent(m.Play(room="KQFM", number=1, ply=1, move="add 1")), 1.0)
    assert refusal("takeback", sent) == "Your move is on its way to the server."


def test_a_game_is_verified_once_it_is_over_and_an_older_one_by_its_table():
    assert order("verify", OVER) == o.Verify("KQFM-1")
    assert order("verify ABCD-2", LOBBY) == o.Verify("ABCD-2")
    assert "once it is over" in refusal("verify", PLAYING)
    assert "at no table" in refusal("verify", LOBBY)


def test_who_plays_alone_may_begin_another_game():
    alone = table_store(street_table(street()))
    assert order("restart", alone) == o.InTurn((m.Resign(room="KQFM"), m.Rematch(room="KQFM")))
    assert order("restart", OVER) == m.Rematch(room="KQFM")


@pytest.mark.parametrize("store", [PLAYING, WAITING, table_store(street_table(seen_street(race(STREET, STREET))))])
def test_in_company_nobody_begins_another_game(store):
    assert refusal("restart", store) == "Only who plays alone can begin another game; 'resign' gives this one up."


def test_a_command_may_be_begun_for_whoever_types_it():
    assert order("type command", LOBBY) == o.Ask("command")
    assert order("type command find", LOBBY) == o.Ask("command", "find ")


def test_something_is_found_on_the_table_where_there_is_something_to_find():
    found = order("find 9s", table_store(street_table(street())))
    assert str(found.mark.found) == "9♠"
    assert refusal("find 9s", PLAYING) == "There is nothing to mark here."


def test_playing_on_needs_a_move_that_makes_itself():
    safe = table_store(street_table(street()))
    assert order("on", safe) == o.AutoPlay(FULL_PACE, "moment")
    stuck = table_store(street_table(street(layout("3D", "4H"))))
    assert refusal("on", stuck) == "No move makes itself now: you have to choose one."


def test_a_touch_is_a_move_where_it_can_be_and_else_a_mark():
    streets = table_store(street_table(street()))
    picked = order("touch 0", streets)
    assert isinstance(picked, o.Aim)
    move = read("touch 1", Place(streets, Habits(), picked.mark))
    assert move == m.Play(room="KQFM", number=1, ply=0, move="MTT 0 1")
    assert refusal("touch 5", streets) == "Pile 5 is empty."
    assert refusal("touch 0", LOBBY) == "You are at no table; 'play' or 'join' brings you to one."


def test_a_game_of_the_table_is_replayed_once_it_is_over():
    assert order("replay", OVER) == o.Review("KQFM-1")
    assert order("replay", table_store(war_table(war_view(), number=3))) == o.Review("KQFM-2")
    assert refusal("replay", PLAYING) == "A game can be replayed once it is over."


def test_nothing_is_claimed_while_there_is_time_to_come_back_or_nobody_is_away():
    away = m.Absence(seat=1, left_s=9.0, level=None, by=None)
    late = m.Absence(seat=1, left_s=0.0, level=None, by=None)
    assert refusal("claim win", PLAYING) == "Nobody is away."
    assert refusal("claim win", table_store(war_table(war_view(), away=(away,)))) == "There is still time to come back."
    given = order("claim win", table_store(war_table(war_view(), away=(late,))))
    assert given == m.Claim(room="KQFM", what="win", level=None)


def test_a_tour_is_given_of_the_game_on_the_table_if_there_is_one():
    assert order("learn", PLAYING) == o.Learn("war")
    assert refusal("learn sums", lobby_store(games=(SHEET,))) == "There is no tour of Sums."
