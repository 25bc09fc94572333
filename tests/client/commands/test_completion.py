from client.commands.completion import complete
from client.commands.verb_table import CommandContext
from client.state.chat import MutedPlayer
from client.state.fold import fold
from client.state.habits import Habits
from client.state.store import Store
from protocol import messages as m
from tests.support.builders.stores import listing, lobby_of, lobby_store, table_store

LOBBY = lobby_of(open=(listing("K7QF", "ben"),), live=(listing("LIVE", "gus"),), people=("ana", "ben", "eva"))


def offered(line, store=None):
    return complete(line, CommandContext(store or lobby_store(lobby=LOBBY), Habits()))


def test_commands_are_offered_by_their_first_letters():
    commands = ("recovery", "redraw", "refuse", "rematch", "repeat", "replay", "report", "resign", "restart")
    assert offered("re") == commands
    assert offered("RE") == offered("re")
    assert offered("zz") == ()


def test_what_only_clicks_give_is_not_offered():
    assert "mark" not in offered("ma")


def test_the_moves_of_ones_turn_are_offered():
    assert "flip" in offered("f", table_store())
    assert "flip" not in offered("f")


def test_what_follows_a_command_is_offered():
    assert offered("join ") == ("join K7QF",)
    assert offered("watch l") == ("watch LIVE",)
    assert offered("play war variant=s") == ("play war variant=scouts", "play war variant=suits")
    assert offered("new war pri") == ("new war private",)
    assert offered("play streets so") == ("play streets solo",)
    assert offered("quick s") == ("quick streets",)
    assert offered("stats ") == ("stats streets", "stats war")
    assert offered("palette ") == ("palette original", "palette safe", "palette texture")
    assert offered("sound o") == ("sound off", "sound on")
    assert offered("auto ")[-1] == "auto off"
    assert offered("fill f") == ("fill flipper",)
    assert offered("leave ") == ("leave anyway",)
    assert offered("open ", table_store()) == ("open KQFM", "open network")
    assert offered("close n") == ("close network",)
    assert offered("move ", table_store()) == ("move flip",)


def test_what_is_offered_first_is_what_has_to_come_first():
    assert offered("challenge ") == ("challenge ben", "challenge eva")
    assert "challenge ben variant=suits" in offered("challenge ben ")
    assert offered("play ") == ("play streets", "play war")


def test_nothing_is_offered_where_anything_may_follow():
    assert offered("name ") == ()
    assert offered("nonsense ") == ()
    assert offered("join ", lobby_store(lobby=None)) == ()


def test_help_and_levels_are_offered():
    assert offered("hi") == ("hint", "history")
    assert offered("pros") == ("prospect",)
    assert offered("levels s") == ("levels streets",)
    assert offered("play war se") == ("play war serious",)


def test_who_has_talked_is_offered_to_be_muted():
    line = m.Line(who="ben", player=2, text="hi", manner="player", age_s=0.0, yours=False)
    store = fold(Store(), m.Heard(room=None, line=line), 0.0)
    place = CommandContext(store, Habits(muted=frozenset({MutedPlayer("gus")})))
    assert complete("mute ", place) == ("mute ben",)
    assert complete("unmute ", place) == ("unmute gus",)
    assert complete("report b", place) == ("report ben",)
    assert complete("hush w", place) == ("hush watchers",)
