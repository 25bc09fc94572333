"""What every command comes to, and in what sentence it is refused."""

from dataclasses import replace

import msgspec
import pytest

from client.commands import actions
from client.commands.verb_table import VERBS, CommandContext, read
from client.state.fold import fold
from client.state.habits import Habits
from client.state.store import Sent
from protocol import messages as m
from tests.support.builders.sheets import sheet
from tests.support.builders.stores import challenged, listing, lobby_of, lobby_store, seeking, table_store
from tests.support.builders.tables import person, war_table, war_view
from tests.support.games.blocky_tables import blocky_table
from tests.support.games.blocky_tables import seen as blocky_seen
from tests.support.games.blocky_tables import state as blocky
from tests.support.games.boards import play as blocky_play
from tests.support.games.street_tables import STREET, street, street_table
from tests.support.games.street_tables import seen as seen_street
from tests.support.games.streets import layout, race
from tests.support.games.sums import SHEET, sums_table
from tests.support.games.sums import after as sums
from tests.support.games.tower_tables import mark, seen, state, tower_table
from tests.support.games.towers import play
from tests.support.golden.sentences import for_each, golden_test

COMPUTER = (person("ana"), m.SeatInfo(kind="computer", name="flipper", won=0))
LOBBY = lobby_store(lobby=lobby_of(live=(listing("LIVE", "gus"),)))
WAITING = table_store(war_table(None, phase="waiting", number=0, chairs=(person("ana"), person(""))))
PLAYING = table_store()
OVER = table_store(war_table(war_view(left=(0, 0)), phase="over", turn=()))
SMASHED = table_store(blocky_table(blocky_seen(blocky_play(blocky(), "smash 3"))))
WATCHING = table_store(war_table(war_view(seat=None), seat=None))
CHESS = fold(
    lobby_store(
        games=(*LOBBY.games, sheet("chess", "Chess", 2)),
        lobby=lobby_of(open=(msgspec.structs.replace(listing("CHES", "ben"), game="chess", options={}),)),
    ),
    challenged("Ben", 7, game="chess"),
    0.0,
)
"""A lobby with a game that this program does not know."""
NUMBERS = (f" {'9' * 5000}", f" {'1'.zfill(5000)}", f" +{'9' * 5000}", " ٣", " ²")
"""Those that Python reads in a way of its own, or not at all."""
PLACES = {
    "LOBBY": LOBBY,
    "CHALLENGED": fold(lobby_store(), challenged("Ben", 7), 0.0),
    "SEEKING": fold(lobby_store(), seeking("war"), 0.0),
    "PLAYING": PLAYING,
    "WATCHING": WATCHING,
    "AGAINST_COMPUTER": table_store(war_table(war_view(), chairs=COMPUTER)),
    "OVER": OVER,
    "WAITING": WAITING,
    "LEFT": table_store(war_table(war_view(), phase="over", turn=(), chairs=(person("ana"), person("")))),
}


def order(line, store):
    return read(line, CommandContext(store, Habits()))


def refusal(line, store):
    with pytest.raises(ValueError, match=r"[.?]$") as refused:
        order(line, store)
    return str(refused.value)


def each_of(function, **lines):
    """What comes of several lines in each of some places."""
    return {
        place: for_each(lambda line, store=PLACES[place]: function(line, store), several.split("; "))
        for place, several in lines.items()
    }


def test_every_verb_refuses_in_a_sentence_or_works_whatever_follows_it():
    for store in (LOBBY, WAITING, PLAYING, OVER, WATCHING):
        for name in VERBS:
            for rest in ("", " x", " 1", " off", " war", " one two three four", *NUMBERS):
                try:
                    order(name + rest, store)
                except ValueError as refused:
                    assert str(refused).endswith((".", "?"))  # noqa: PT017 - either will do


def test_what_is_aimed_at_is_marked():
    view = seen(play(state(), "take pile"))
    assert order("aim up", table_store(tower_table(view))) == actions.Aim(mark(view, 2))


SUMS = (SHEET,)


def at_sums(*added, seat=0, seats=2, **changes):
    return table_store(sums_table(sums(seats, *added), seat, **changes), games=SUMS)


ANA_ASKS = m.Offer(kind="takeback", seat=0, agreed=(), time_left_s=30.0)


def test_a_move_is_taken_back_and_what_is_asked_is_answered():
    assert order("takeback", at_sums(1)) == m.TakeBack(room="KQFM")
    asked = at_sums(1, seat=1, request=ANA_ASKS)
    assert order("agree", asked) == m.AnswerOffer(room="KQFM", agree=True)
    assert order("decline", asked) == m.AnswerOffer(room="KQFM", agree=False)


def test_who_plays_alone_may_begin_another_game():
    alone = table_store(street_table(street()))
    assert order("restart", alone) == actions.SendAll((m.Resign(room="KQFM"), m.Rematch(room="KQFM")))


def test_a_challenge_has_the_options_of_last_time_but_for_what_is_said():
    place = CommandContext(LOBBY, Habits(options={"war": {"auto_flip_s": 3}}))
    asked = read("challenge ben war scouts serious clock=5+3", place)
    assert (asked.whom, asked.game, asked.serious) == ("ben", "war", True)
    assert asked.options == {"variant": "scouts", "auto_flip_s": 3}
    assert asked.clock == m.TimeControl(move_s=None, total_s=300, increment_s=3)
    assert order("challenge ben", LOBBY).game == "war"


def test_who_is_alone_in_the_lobby_is_told_so_before_they_type_a_challenge():
    alone, in_company = (lobby_store(lobby=lobby_of(people=people)) for people in (("ana",), ("ana", "ben")))
    assert refusal("type command challenge", alone) == "Nobody else is online to challenge."
    assert order("type command challenge", in_company) == actions.AskText("command", "challenge ")
    assert order("type command", alone) == actions.AskText("command", "")


def test_nothing_is_claimed_while_there_is_time_to_come_back_or_nobody_is_away():
    away = m.Absence(seat=1, left_s=9.0, level=None, by=None)
    late = m.Absence(seat=1, left_s=0.0, level=None, by=None)
    waiting = table_store(war_table(war_view(), away=(away,)))
    assert refusal("claim win", waiting) == "They still have time to come back."
    given = order("claim win", table_store(war_table(war_view(), away=(late,))))
    assert given == m.Claim(room="KQFM", what="win", level=None)


SAID = {
    "a command comes to an order": lambda: each_of(
        order,
        LOBBY=(
            "new; learn; learn war; join; join k7qf; join K7 QF; watch; watch K7QF; "
            "open network 10.0.0.7; open network [fd00::5]:9000; stats; name bea; filter ben war; "
            "sound; motion off; mouse on; palette; start 2; mark 1 3; press enter; type filter; "
            "type command; type command find; QUIT; "
            "plain; verify ABCD-2; quick; quick war; talk Hello there; talk; mute Ben; unmute Ben; "
            "event first; event last; event +10; event 7; report ben"
        ),
        CHALLENGED="accept; refuse ben; yes; no",
        SEEKING="withdraw",
        PLAYING=(
            "join KQFM; watch KQFM; open kqfm; open network; close network; lobby; move flip; flip; "
            "auto; auto 4; auto off; on; resign; resign anyway; leave; leave anyway; invite; "
            "menu; settings; stats streets; stats; "
            "palette original; learn; page up; page down; talk Hello there; "
            "hush ben; hush ben off; hush watchers; "
            "report ben he curses at us; "
            "offer draw; kick ben; kick 2; kick BEN anyway; hush 2 off; close table; close table anyway"
        ),
        WATCHING="join KQFM; leave",
        AGAINST_COMPUTER="finish",
        OVER="rematch; leave; leave over; verify; replay; restart",
        WAITING="leave; fill; fill oracle",
        LEFT="fill",
    ),
    "a command that cannot be given now says why": lambda: each_of(
        refusal,
        LOBBY=(
            "join K7; join K7Q!; quick streets; open network home; open network 0.0.0.0; "
            "open network 10.0.0.7:0; open network 10.0.0.7:x; open network 10.0.0.7 9000; open K7QF; "
            "flip; on; write 12; write x; leave; stats chess; name; sound loud; palette pink; "
            "palette safe too; start; start x; mark 1; type novel; plya; "
            "challenge; challenge ben war flipper; challenge ben war watch=nobody; challenge ben whist; "
            "accept; yes; menu; withdraw; mute; unmute ben cleo; hush ben; pick; takeback; verify; "
            "event x; report"
        ),
        PLAYING=(
            "watch; move fold; auto 9; finish; rematch; leave over; fill; flpi; hush; "
            "pick; page 3; takeback; verify; replay; restart; find 9s; aim up; claim win; "
            "offer peace; kick eva; kick 3; close; yes; no; xyzzy"
        ),
        CHALLENGED="accept cleo",
        WAITING="flip; fill champion; pick; takeback; restart",
        OVER="flip; auto; repeat; resign; fill; takeback",
        WATCHING="flip; auto; rematch; takeback",
    ),
    "a second rematch waits for the others": lambda: refusal(
        "rematch", table_store(war_table(war_view(left=(0, 0)), phase="over", turn=(), rematch=(0,)))
    ),
    "a game without computers cannot be filled with them": lambda: refusal(
        "fill",
        table_store(war_table(None, phase="waiting", number=0, game="streets", chairs=(person("ana"), person("")))),
    ),
    "a move that is on its way is not made twice": lambda: refusal(
        "flip", fold(PLAYING, Sent(order("flip", PLAYING)), 1.0)
    ),
    "what is picked is the marked place of the table": lambda: (
        order("pick", (tower := table_store(tower_table(view := seen(play(state(), "take pile")))))),
        read("pick", CommandContext(tower, Habits(), mark(view, 6))),
    ),
    "a takeback that cannot be says why": lambda: for_each(
        refusal,
        [
            ("takeback", at_sums(1, gave_up=(0,))),
            ("takeback", at_sums(1, seat=1)),
            ("takeback", SMASHED),
            ("takeback", at_sums(1, request=ANA_ASKS)),
            ("takeback", at_sums(1, seat=1, request=ANA_ASKS)),
            ("agree", at_sums(1, seat=1)),
            ("decline", at_sums(1, request=ANA_ASKS)),
            ("agree", at_sums(1, seat=1, request=ANA_ASKS, gave_up=(1,))),
            ("agree", at_sums(1, seat=None, request=ANA_ASKS)),
        ],
    ),
    "who has given up leaves without another word and gives up no more": lambda: (
        order("leave", (gave_up := at_sums(seats=3, gave_up=(0,)))),
        refusal("resign", gave_up),
        order("leave", at_sums(seats=3, gave_up=(1,))),
    ),
    "nothing is taken back while a move is on its way": lambda: refusal(
        "takeback", fold(at_sums(1, 1), Sent(m.Play(room="KQFM", number=1, ply=1, move="add 1")), 1.0)
    ),
    "something is found on the table where there is something to find": lambda: str(
        order("find 9s", table_store(street_table(street()))).mark.found
    ),
    "in a race nobody begins another game": lambda: refusal(
        "restart", table_store(street_table(seen_street(race(STREET, STREET))))
    ),
    "playing on needs a move that makes itself": lambda: (
        order("on", table_store(street_table(street()))),
        refusal("on", table_store(street_table(street(layout("3D", "4H"))))),
    ),
    "a touch is a move where it can be and else a mark": lambda: (
        read(
            "touch 1",
            CommandContext((streets := table_store(street_table(street()))), Habits(), order("touch 0", streets).mark),
        ),
        refusal("touch 5", streets),
        refusal("touch 0", LOBBY),
    ),
    "while a game goes on the one before it is replayed": lambda: order(
        "replay", table_store(war_table(war_view(), number=3))
    ),
    "at a table the game's own sentence about a line that is no move comes before a guess": lambda: for_each(
        refusal, [("add x", at_sums(1, seat=1)), ("ad 1", at_sums(1, seat=1)), ("resing", PLAYING)]
    ),
    "nobody sits down at a game that this program cannot show": lambda: for_each(
        refusal,
        [
            (line, CHESS)
            for line in [
                "play chess",
                "new chess",
                "quick chess",
                "challenge ben chess",
                "join CHES",
                "watch CHES",
                "accept",
            ]
        ],
    ),
    "who plays whoever comes waits only for games that this program can show": lambda: (
        order("quick", CHESS),
        refusal("quick", replace(CHESS, games=CHESS.games[-1:])),
    ),
    "at a table that the lobby does not show a seat is taken only for those games": lambda: order("join KQFM", CHESS),
    "a game without a tour has none": lambda: refusal("learn sums", lobby_store(games=(SHEET,))),
}

test_said = golden_test(__name__, SAID)
