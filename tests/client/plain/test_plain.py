import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from client import orders as o
from client.commands import VERBS
from client.exits import Exit
from client.plain.happening import happen
from client.plain.lines import typed
from client.plain.turns import at_end_of_input, is_ready, is_settled, is_spent, waits
from client.plain.value import Plain, Step
from client.sayings import as_json
from client.store import WENT_BACK, Link, Opened, Said, Sent
from client.talk import Silenced
from client.vocabulary import OWN_WORDS, SHORT
from engines.cards import Card
from engines.streets_and_alleys import rules
from engines.war.view import Draw, Round, View
from protocol import messages as m
from tests.support.blocky_tables import blocky_table
from tests.support.blocky_tables import seen as blocky_seen
from tests.support.blocky_tables import state as blocky
from tests.support.sheets import levels
from tests.support.stores import challenged, number_of, rating, records, seeking
from tests.support.street_tables import SHEET as STREETS
from tests.support.street_tables import STREET, dealt, street_table
from tests.support.street_tables import seen as seen_street
from tests.support.streets import layout, race
from tests.support.streets import play as play_street
from tests.support.sums import SHEET as SUMS
from tests.support.sums import after as sums
from tests.support.sums import sums_table
from tests.support.tables import person, verdict, war_table, war_view, won_round
from tests.support.tower_tables import seen, state, tower_table

SHEET = m.GameSheet(name="war", title="War", min_seats=2, max_seats=2, levels=levels("flipper", "shark"), consults=())
ACE_BEATS_EIGHT = Round((Draw(((Card(12, 0),), (Card(6, 3),)), (14, 8)),), 0, 2)
UP = Link("up", "ws://here:1")


def welcome(*seated: str) -> m.Welcome:
    return m.Welcome(name="ana", token="secret", server="here", games=(SHEET,), seated=seated)


def entered(seat: int | None = 0) -> m.Entered:
    return m.Entered(ref=0, room="KQFM", seat=seat)


def after(*happenings: Any, plain: Plain | None = None) -> Step:
    step = Step(plain or Plain())
    for happening in happenings:
        step = happen(step.plain, happening, 0.0)
    return step


def at_table(view: View | None = None, **changes: Any) -> Plain:
    return after(UP, welcome(), entered(), war_table(view or war_view(), **changes)).plain


def at_blocks() -> Plain:
    return after(UP, welcome(), entered(), blocky_table(blocky_seen(blocky()))).plain


def in_lobby() -> Plain:
    return after(UP, welcome()).plain


def test_the_opening_line_is_done_at_the_welcome() -> None:
    step = after(UP, welcome(), plain=Plain(opening="play war scouts computer:2"))
    assert step.orders == (
        m.Create(
            ref=0, game="war", options={"variant": "scouts", "auto_flip_s": 10}, seats=("me", "computer:shark"),
            listed=False, serious=False, watch="anyone", clock=m.NO_CLOCK,
        ),
    )  # fmt: skip


def test_the_opening_line_is_done_once() -> None:
    first = after(UP, welcome(), plain=Plain(opening="join KQFM"))
    assert after(Link("down"), UP, welcome(), plain=first.plain).orders == ()


def test_an_opening_that_cannot_be_done_ends_the_program() -> None:
    step = after(UP, welcome(), plain=Plain(opening="play chess"))
    assert step.exit is Exit.USAGE
    assert "no game 'chess'" in step.said[-1]


def test_an_opening_that_is_refused_ends_the_program_and_a_later_refusal_does_not() -> None:
    refusal = m.Refused(code="unknown-room", text="No.", about="join", ref=0, room="KQFM", retry_after_s=None)
    opened = after(UP, welcome(), plain=Plain(opening="join KQFM")).plain
    refused = after(refusal, plain=opened)
    assert (refused.said, refused.exit) == (("No.",), Exit.FAILURE)
    seated = after(entered(), war_table(war_view()), plain=opened).plain
    assert after(refusal, plain=seated).exit is None


def test_an_opening_says_nothing_of_the_tables_one_has_elsewhere() -> None:
    opened = after(UP, welcome("ABCD"), plain=Plain(opening="join KQFM")).plain
    other = after(war_table(war_view(), room="ABCD"), plain=opened)
    assert other.said == ()
    assert after(entered(), war_table(war_view()), plain=other.plain).said[0].startswith("Table KQFM")


def test_who_comes_without_a_table_is_in_the_lobby() -> None:
    assert after(UP, welcome()).said[-1] == "You are in the lobby."


def test_sitting_down_reads_out_the_table_and_the_position() -> None:
    said = after(UP, welcome(), entered(), war_table(war_view())).said
    assert said[0] == "Table KQFM, war, normal: ana against ben; you are player 1."
    assert "You have 26 cards left and 0 points." in said


def test_coming_back_reads_out_the_seat_that_was_kept() -> None:
    assert "Table KQFM" in after(UP, welcome("KQFM"), war_table(war_view())).said[0]


def test_a_table_says_only_what_is_new() -> None:
    said = after(war_table(won_round(war_view(), ACE_BEATS_EIGHT), seq=2, ply=1), plain=at_table()).said
    assert said == ("You drew A♣.", "ben drew 8♥.", "A against 8.", "You won the round, scoring 2 points.")


def test_the_same_table_again_says_nothing() -> None:
    plain = after(war_table(war_view(flipped=(False, True)), seq=2), plain=at_table()).plain
    assert after(war_table(war_view(flipped=(False, True)), seq=2), plain=plain).said == ()
    assert after(war_table(war_view(), seq=1), plain=plain).said == ()


def test_a_return_says_what_happened_meanwhile() -> None:
    plain = after(Link("down", reason="Cut."), UP, welcome("KQFM"), plain=at_table()).plain
    assert "You drew A♣." in after(war_table(won_round(war_view(), ACE_BEATS_EIGHT), seq=3), plain=plain).said


def test_a_server_that_has_gone_back_has_the_older_position_read_out() -> None:
    newer = war_table(won_round(war_view(), ACE_BEATS_EIGHT), seq=3, ply=1)
    plain = after(newer, Link("down", reason="Cut."), UP, welcome("KQFM"), plain=at_table()).plain
    said = after(war_table(war_view()), plain=plain).said
    assert said[:2] == (WENT_BACK, "Table KQFM, war, normal: ana against ben; you are player 1.")
    assert "You have 26 cards left and 0 points." in said


def test_the_link_is_spoken_of_once_a_change() -> None:
    down = after(Link("down", reason="Cut."), plain=at_table())
    assert down.said == ("Cut. Trying again.",)
    assert after(Link("down", reason="Cut."), plain=down.plain).said == ()
    assert after(UP, plain=down.plain).said == ("Connected again.",)


@pytest.mark.parametrize(
    ("link", "code"),
    [(Link("down"), Exit.UNREACHABLE), (Link("refused"), Exit.REFUSED), (Link("replaced"), Exit.FAILURE)],
)
def test_a_server_that_is_not_to_be_had_ends_the_program(link: Link, code: Exit) -> None:
    assert after(link).exit is code


def test_a_lost_connection_ends_nothing() -> None:
    assert after(Link("down"), plain=at_table()).exit is None


@pytest.mark.parametrize("line", ["flip", "f", "F", " flip ", ""])
def test_a_flip_is_typed_in_several_ways(line: str) -> None:
    assert typed(at_table(), line).orders == (m.Play(room="KQFM", number=1, ply=0, move="flip"),)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("rematch", None),
        ("resign", m.Resign(room="KQFM")),
        ("leave anyway", m.Leave(room="KQFM")),
        ("name eva", m.Rename(name="eva")),
        ("rooms", m.Browse(on=True)),
        ("watch ABCD", m.Watch(ref=0, room="ABCD")),
        ("join abcd", m.Join(ref=0, room="ABCD")),
    ],
)
def test_a_command_is_one_message(line: str, command: m.Command | None) -> None:
    step = typed(at_table(), line)
    assert step.orders == ((command,) if command else ())
    assert step.orders or step.said


def test_what_cannot_be_done_is_said_and_nothing_is_sent() -> None:
    step = typed(at_table(war_view(flipped=(True, False)), turn=(1,)), "flip")
    assert step.orders == ()
    assert "flipped already" in step.said[0]


def test_a_mistyped_command_is_guessed() -> None:
    assert "did you mean 'resign'" in typed(at_table(), "resing").said[0]


def test_say_repeats_the_position() -> None:
    assert typed(at_table(), "say").said == after(UP, welcome(), entered(), war_table(war_view())).said
    assert typed(in_lobby(), "say").said == ("You are in the lobby.",)


def test_show_reads_a_round_as_it_was_played() -> None:
    plain = at_table(won_round(won_round(war_view(), ACE_BEATS_EIGHT), ACE_BEATS_EIGHT))
    assert typed(plain, "show 2").said == (
        "Round 2.", "You drew A♣.", "ben drew 8♥.", "A against 8.", "You won the round, scoring 2 points.",
    )  # fmt: skip
    assert typed(plain, "show 3").said == ("'show' takes a number from 1 to 2.",)
    assert len(typed(plain, "show").said) == 10


def test_show_has_an_answer_everywhere() -> None:
    waiting = after(UP, welcome(), entered(), war_table(None, phase="waiting", number=0)).plain
    assert typed(in_lobby(), "show 1").said == ("You are at no table.",)
    assert typed(at_table(), "show 1").said == ("Nothing has been played yet.",)
    assert typed(waiting, "show").said == ("Nothing has been played yet.",)
    unknown = after(UP, welcome(), entered(), war_table(war_view(), game="chess")).plain
    assert "does not know the game 'chess'" in typed(unknown, "show").said[0]


def test_rooms_are_listed_once() -> None:
    waiting = m.Listing(
        room="ABCD",
        game="war",
        options={"variant": "scouts"},
        host="eva",
        players=("eva",),
        ratings=(),
        seats=2,
        serious=False,
        watch="anyone",
        clock=m.NO_CLOCK,
        progress="",
    )
    lobby = m.Lobby(open=(waiting,), live=(), people=(), ratings=(), bots=(), rooms=1, online=2, moves=0)
    step = after(lobby, plain=typed(in_lobby(), "rooms").plain)
    assert step.said == ("ABCD open: war, scouts; eva.",)
    assert step.orders == (m.Browse(on=False),)
    assert after(lobby, plain=step.plain).said == ()


def test_auto_plays_every_turn_until_the_game_is_over() -> None:
    step = typed(at_table(), "auto")
    assert step.orders == (m.Play(room="KQFM", number=1, ply=0, move="flip"),)
    sent = happen(step.plain, Sent(step.orders[0]), 0.0).plain  # type: ignore[arg-type]
    waiting = after(war_table(war_view(flipped=(True, False)), seq=2, ply=1, turn=(1,)), plain=sent)
    assert waiting.orders == ()
    going = after(war_table(won_round(war_view(), ACE_BEATS_EIGHT), seq=3, ply=1), plain=waiting.plain)
    assert going.orders == (m.Play(room="KQFM", number=1, ply=1, move="flip"),)
    ending = m.Ending(scores=(2, 0), winners=(0,), reason="")
    over = after(war_table(war_view(left=(0, 0)), seq=4, phase="over", turn=(), ending=ending), plain=going.plain)
    assert over.plain.auto == "stopped"


def test_auto_can_be_stopped() -> None:
    stopped = typed(typed(at_table(), "auto on").plain, "auto off")
    assert stopped.plain.auto == "stopped"
    assert after(war_table(war_view(), seq=2), plain=stopped.plain).orders == ()


def test_people_coming_and_going_are_told() -> None:
    waiting = war_table(None, chairs=(person("ana"), person("")), phase="waiting", number=0, turn=())
    plain = after(UP, welcome(), entered(), waiting).plain
    begun = after(war_table(war_view(), seq=2), plain=plain).said
    assert begun[:3] == ("ben sat down.", "Game 1 begins.", "War, normal variant, round 1.")
    assert begun[-1] == "You may flip."
    away = after(m.Presence(room="KQFM", present=(True, False), watchers=0), plain=at_table())
    assert away.said == ("ben is not connected.",)
    assert after(m.Presence(room="KQFM", present=(True, True), watchers=0), plain=away.plain).said == ("ben is back.",)


def test_a_table_is_read_out_once_its_game_is_dealt() -> None:
    dealing = war_table(None, phase="waiting", number=0, turn=())
    arrived = after(UP, welcome(), entered(), dealing)
    assert (arrived.said, is_settled(arrived.plain)) == ((), False)
    begun = after(war_table(war_view(), seq=2), plain=arrived.plain)
    assert begun.said == after(UP, welcome(), entered(), war_table(war_view())).said
    assert begun.said[-1] == "You may flip."
    assert is_settled(begun.plain)


def test_a_table_that_somebody_leaves_while_a_game_is_dealt_is_read_out_with_its_open_seat() -> None:
    arrived = after(UP, welcome(), entered(), war_table(None, phase="waiting", number=0, turn=())).plain
    chairs = (person("ana"), person(""))
    broken_off = after(war_table(None, seq=2, chairs=chairs, phase="waiting", number=0, turn=()), plain=arrived)
    assert broken_off.said[-1] == "The game begins when every seat is taken. The code is KQFM."
    assert is_settled(broken_off.plain)


def test_a_rematch_asked_for_and_begun_are_told() -> None:
    ending = m.Ending(scores=(2, 0), winners=(0,), reason="")
    over = at_table(war_view(left=(0, 0)), phase="over", turn=(), ending=ending)
    asked = after(war_table(war_view(left=(0, 0)), seq=2, phase="over", ending=ending, rematch=(1,)), plain=over)
    assert asked.said == ("ben asks for a rematch; type 'rematch' to agree.",)
    begun = after(
        war_table(war_view(seat=1), seq=3, number=2, seat=1, chairs=(person("ben"), person("ana"))), plain=asked.plain
    )
    assert begun.said[:3] == ("Sides are swapped.", "Game 2 begins.", "War, normal variant, round 1.")


def test_a_game_that_was_given_up_says_why() -> None:
    ending = m.Ending(scores=(), winners=(0,), reason="ben resigned.")
    step = after(war_table(war_view(), seq=2, phase="over", turn=(), ending=ending), plain=at_table())
    assert step.said == ("ben resigned.",)


def test_news_of_another_table_are_not_told_here() -> None:
    assert after(war_table(war_view(), room="ABCD"), plain=at_table()).said == ()


def test_going_to_another_table_reads_it_out() -> None:
    plain = after(war_table(war_view(), room="ABCD"), plain=at_table()).plain
    step = typed(plain, "open ABCD")
    assert step.orders == (Opened("ABCD"),)
    assert "Table ABCD" in after(Opened("ABCD"), plain=plain).said[0]


def test_there_is_a_prompt_only_when_something_may_be_written() -> None:
    assert not waits(Plain())
    assert waits(in_lobby())
    assert waits(at_table())
    assert not waits(at_table(war_view(flipped=(True, False)), turn=(1,)))
    assert not waits(typed(in_lobby(), "join ABCD").plain)


def test_a_piped_move_waits_for_its_turn_and_other_words_do_not() -> None:
    waiting = at_table(war_view(flipped=(True, False)), turn=(1,))
    assert not is_ready(waiting, "flip")
    assert is_ready(waiting, "say")
    assert is_ready(at_table(), "flip")


def test_a_piped_line_waits_until_the_one_before_was_answered() -> None:
    play = m.Play(room="KQFM", number=1, ply=0, move="flip")
    assert not is_ready(after(Sent(play), plain=at_table()).plain, "say")
    assert not is_ready(typed(in_lobby(), "join ABCD").plain, "say")
    refusal = m.Refused(code="unknown-room", text="No.", about="join", ref=0, room=None, retry_after_s=None)
    assert is_ready(after(refusal, plain=typed(in_lobby(), "join ABCD").plain).plain, "say")


def test_a_piped_move_after_the_end_is_one_too_many() -> None:
    over = at_table(war_view(left=(0, 0)), phase="over", turn=())
    assert is_spent(over, "flip")
    assert not is_spent(over, "rematch")
    assert not is_spent(at_table(), "flip")


def test_the_end_of_input_keeps_a_seat_in_a_game_and_leaves_a_finished_one() -> None:
    assert at_end_of_input(Plain()) is None
    playing = at_end_of_input(at_table())
    assert playing is not None
    assert (playing.orders, playing.exit) == ((), Exit.OK)
    over = at_end_of_input(at_table(war_view(left=(0, 0)), phase="over", turn=()))
    assert over is not None
    assert (over.orders, over.exit) == ((m.Leave(room="KQFM"),), Exit.OK)


def test_the_end_of_input_lets_an_automatic_or_a_watched_game_go_on() -> None:
    answered = after(war_table(war_view(), seq=2), plain=typed(at_table(turn=(1,)), "auto").plain).plain
    assert at_end_of_input(answered) is None
    watched = after(UP, welcome(), entered(None), war_table(war_view(seat=None), seat=None)).plain
    assert at_end_of_input(watched) is None


def test_help_names_only_what_can_be_typed_here() -> None:
    said = typed(in_lobby(), "help").said
    assert any(line.startswith("show") for line in said)
    for line in said[1:]:
        answer = " ".join(typed(at_table(), line.split(":")[0].split()[0]).said)
        assert "no command" not in answer
        assert "full screen" not in answer


def test_a_server_that_speaks_of_an_unknown_game_is_answered_with_a_sentence() -> None:
    said = after(UP, welcome(), entered(), war_table(war_view(), game="chess")).said
    assert "does not know the game 'chess'" in said[0]


WORDS = st.sampled_from([*VERBS, *OWN_WORDS, *SHORT, "war", "flip", "KQFM", "on", "off", "-1", "999", "²", "=", "a=b"])
LINES = st.one_of(st.text(max_size=80), st.lists(st.one_of(WORDS, st.text(max_size=8)), max_size=4).map(" ".join))
PLACES = (Plain(), in_lobby(), at_table(), at_table(phase="over", turn=()), at_table(seat=None, turn=()))


@given(LINES, st.sampled_from(PLACES))
def test_no_line_at_all_can_break_anything(line: str, plain: Plain) -> None:
    step = typed(plain, line)
    assert step.said or step.orders or step.exit is not None or not line.strip()
    assert all(isinstance(sentence, str) for sentence in step.said)
    is_ready(plain, line)
    is_spent(plain, line)


def test_help_at_a_table_names_the_moves_of_its_game() -> None:
    assert "flip: Flip your card; both sides flip for a draw." in typed(at_table(), "help").said
    assert "show [ROUND]: Read a round by its number, or all of them." in typed(at_table(), "help").said
    tower = after(UP, welcome(), entered(), tower_table(seen(state()))).plain
    assert "place NUMBER: Put the brick into that slot; 0 is the tenth." in typed(tower, "help").said
    said = typed(at_blocks(), "help").said
    assert {"turn left BLOCK: Turn the block to the left.", "pass: Leave the board as it is."} < set(said)
    assert any("0 upper right, 1 upper left" in line for line in said)
    assert not any("aim" in line or "again" in line for line in said[:10])


def test_a_move_that_must_say_on_what_is_not_made_where_nothing_is_marked() -> None:
    asked = typed(at_blocks(), "turn left")
    assert asked.said == ("Turn left which block? Name it, as in 'turn left 0.2' or 'turn left 5,3 2'.",)
    assert not asked.orders
    assert typed(at_blocks(), "turn left 0").orders[0].move == "rotate counter-clockwise 0"  # type: ignore[union-attr]


ASKED = m.Request(kind="takeback", seat=0, agreed=(), time_left_s=30.0)


def sums_plain(table: m.Table) -> Plain:
    sheet = m.Welcome(name="ana", token="secret", server="here", games=(SUMS,), seated=())
    return after(UP, sheet, entered(table.seat), table).plain


def test_what_is_asked_is_said_with_what_to_type_and_prompts() -> None:
    plain = sums_plain(sums_table(sums(3, 1), 2))
    step = after(sums_table(sums(3, 1), 2, seq=2, request=ASKED), plain=plain)
    assert step.said == ("ana asks to take back their last move; type 'agree' or 'decline'.",)
    assert (waits(plain), waits(step.plain)) == (False, True)
    assert typed(step.plain, "agree").orders == (m.Answer(room="KQFM", agree=True),)
    assert typed(step.plain, "decline").orders == (m.Answer(room="KQFM", agree=False),)
    assert typed(step.plain, "say").said[-1] == step.said[0]
    agreed = m.Request(kind="takeback", seat=0, agreed=(1,), time_left_s=25.0)
    assert after(sums_table(sums(3, 1), 2, seq=3, request=agreed), plain=step.plain).said == ("ben agrees.",)


def test_who_asks_hears_what_comes_of_it() -> None:
    plain = sums_plain(sums_table(sums(2, 1)))
    asking = typed(plain, "takeback")
    assert asking.orders == (m.TakeBack(room="KQFM"),)
    asked = after(sums_table(sums(2, 1), seq=2, request=ASKED), plain=asking.plain)
    assert asked.said == ("You ask to take back your last move. Waiting for ben.",)
    granted = after(sums_table(sums(2), seq=3, verdict=verdict("granted")), plain=asked.plain)
    assert granted.said == ("You took back your last move.", "It is your turn.")
    declined = after(sums_table(sums(2, 1), seq=3, verdict=verdict("declined", 1)), plain=asked.plain)
    assert declined.said == ("ben declined.",)
    moved = after(sums_table(sums(2, 1, 2), seq=3, verdict=verdict("moved", 1)), plain=asked.plain).said
    assert (moved[0], moved[-1]) == ("ben moved on.", "Added: (1, 2).")


def test_a_move_that_cannot_be_taken_back_is_said_to_be_final() -> None:
    assert typed(sums_plain(sums_table(sums(2, 1), 1)), "takeback").said == (
        "You have no move that can be taken back now.",
    )
    assert typed(at_table(), "takeback").said == ("In War no move can be taken back.",)


def test_a_game_of_many_that_goes_on_without_one_says_so() -> None:
    plain = sums_plain(sums_table(sums(3)))
    left = sums_table(sums(3), seq=2, chairs=(person("ana"), person(""), person("cleo")))
    assert after(left, plain=plain).said == ("ben stood up.",)
    resigned = after(sums_table(sums(3), seq=2, gave_up=(1,)), plain=plain)
    assert resigned.said == ("ben gave up.",)
    assert "ana, ben (gave up), cleo; you are player 1." in typed(resigned.plain, "say").said[0]


# Statistics.


def test_statistics_are_asked_for_and_told_in_sentences() -> None:
    step = typed(in_lobby(), "stats war")
    assert step.orders == (m.Recall(ref=0, game="war", deal=None),)
    assert not is_settled(step.plain)
    told = after(records(played=1, won=1, streak=1, longest=1), plain=step.plain)
    assert told.said == ("War: 1 played, 1 won.", "Won in a row: 1 now, 1 at most.")
    assert is_settled(told.plain)


def test_statistics_can_be_asked_for_while_a_game_is_played() -> None:
    step = typed(at_table(), "stats")
    assert step.orders == (m.Recall(ref=0, game="war", deal=None),)
    assert after(records(), plain=step.plain).said == ("War: none played to its end yet.",)


def street_at(state: Any, plain: Plain | None = None, **changes: Any) -> Step:
    """What is said once a table of Streets and Alleys comes."""
    return after(street_table(seen_street(state), **changes), plain=plain)


def on_street(state: Any, **changes: Any) -> Plain:
    return street_at(state, after(UP, welcome(), entered()).plain, **changes).plain


WON = m.Ending(scores=(52,), winners=(0,), reason="All cards are on the foundations.")
LAST = layout("KC", foundations="QC KS KD KH")
REMATCH = m.Rematch(room="KQFM")


def test_streets_and_alleys_opens_with_a_welcome_and_the_board() -> None:
    said = street_at(race(STREET), after(UP, welcome(), entered()).plain).said
    assert said[:3] == (
        "Table KQFM, streets and alleys, as usual: you play alone.",
        "Streets and Alleys, deal 1. Type H for help.",
        "Pile 0, 2 cards, top 3 of diamonds. Pile 1, 2 cards, top 4 of hearts.",
    )


def test_h_reads_the_menu_of_the_game_first() -> None:
    for line in ("H", "h", "help", "?"):
        said = typed(on_street(race(STREET)), line).said
        assert said[1:3] == (
            "MTT s d: Move the last card of tableau pile s to tableau pile d.",
            "MTF s d: Move the last card of tableau pile s to foundation d.",
        )


def test_a_win_alone_is_followed_by_another_game_with_its_board_and_menu() -> None:
    before, end = race(LAST), play_street(race(LAST), "MTF 0 0")
    won = street_at(end, on_street(before), seq=2, ply=1, phase="over", turn=(), ending=WON)
    assert won.said[-3:] == (
        "You won!",
        "All piles are empty.",
        "Foundations: clubs king, spades king, diamonds king, hearts king.",
    )
    assert won.orders == (REMATCH,)
    again = street_at(dealt(5), won.plain, seq=3, number=2)
    assert again.said[:2] == ("- - - - New Game. - - - -", "Streets and Alleys, deal 5. Type H for help.")
    assert again.said[-1] == "Q: Quit the game."


def test_a_script_waits_for_the_game_that_is_dealt_to_it() -> None:
    end = play_street(race(LAST), "MTF 0 0")
    won = street_at(end, on_street(race(LAST)), seq=2, phase="over", turn=(), ending=WON).plain
    asked = street_at(end, won, seq=3, phase="over", turn=(), ending=WON, rematch=(0,)).plain
    assert not is_ready(asked, "MTT 0 1")
    assert at_end_of_input(asked) is None
    assert is_ready(street_at(dealt(5), asked, seq=4, number=2).plain, "MTT 0 1")


def test_a_restart_gives_up_and_is_answered_by_the_next_game() -> None:
    step = typed(on_street(race(STREET)), "r")
    assert step.orders == (m.Resign(room="KQFM"), REMATCH)
    given_up = rules.give_up(race(STREET), 0)
    ending = m.Ending(scores=(3,), winners=(), reason="The game was given up.")
    over = street_at(given_up, step.plain, seq=2, phase="over", turn=(), ending=ending)
    assert (over.said, over.orders) == (("The game was given up: 3 of 52 cards up in 0 moves.",), ())
    assert not is_settled(over.plain)
    assert is_settled(street_at(dealt(5), over.plain, seq=3, number=2).plain)


def test_a_race_that_is_won_waits_for_the_others() -> None:
    both = race(LAST, STREET)
    end = play_street(both, "MTF 0 0")
    won = street_at(end, on_street(both), seq=2, phase="over", turn=(), ending=WON)
    assert won.orders == ()
    assert "You won!" in won.said


def test_quitting_is_thanked_for_where_the_game_has_it_so() -> None:
    assert typed(on_street(race(STREET)), "Q").said == ("Thank you for playing.",)
    assert typed(at_table(), "q").said == ()


def test_cards_are_played_on_until_one_has_to_be_chosen() -> None:
    plain = typed(on_street(race(STREET)), "on").plain
    assert plain.auto == "moment"
    done = street_at(play_street(race(STREET), "MTF 7 0"), plain, seq=2, ply=1)
    assert (done.plain.auto, done.orders) == ("stopped", ())


def test_after_a_deal_by_its_number_another_table_is_dealt_in_the_same_words() -> None:
    chosen = {"deal": 48213, "time_limit_s": 0, "tables": "hidden"}
    step = typed(on_street(race(STREET), options=chosen), "R")
    assert [type(order) for order in step.orders] == [m.Leave, m.Create]
    left = after(m.Left(room="KQFM", reason="You left room KQFM."), plain=step.plain)
    assert left.said == ()
    arrived = after(m.Entered(ref=0, room="NEWT", seat=0), plain=left.plain)
    dealing = replace(street_table(seen_street(dealt(5)), room="NEWT", phase="waiting", number=0, turn=()), view=None)
    arrived = after(dealing, plain=arrived.plain)
    assert (arrived.said, is_settled(arrived.plain)) == ((), False)
    dealt_anew = after(street_table(seen_street(dealt(5)), room="NEWT"), plain=arrived.plain)
    assert dealt_anew.said[:2] == ("- - - - New Game. - - - -", "Streets and Alleys, deal 5. Type H for help.")
    assert is_settled(dealt_anew.plain)


def test_a_game_that_cannot_be_dealt_is_waited_for_no_more() -> None:
    refusal = m.Refused(code="unavailable", text="No.", about="rematch", ref=None, room="KQFM", retry_after_s=None)
    refused = after(refusal, plain=typed(on_street(race(STREET)), "R").plain)
    assert (refused.said, is_settled(refused.plain)) == (("No.",), True)


def test_nor_is_it_said_that_the_old_table_was_left_where_the_new_one_comes_first() -> None:
    chosen = {"deal": 48213, "time_limit_s": 0, "tables": "hidden"}
    step = typed(on_street(race(STREET), options=chosen), "R")
    arrived = after(m.Entered(ref=0, room="NEWT", seat=0), plain=step.plain)
    dealt_anew = after(street_table(seen_street(dealt(5)), room="NEWT"), plain=arrived.plain)
    assert after(m.Left(room="KQFM", reason="You left room KQFM."), plain=dealt_anew.plain).said == ()
    later = after(m.Left(room="NEWT", reason="You left room NEWT."), plain=dealt_anew.plain)
    assert later.said == ("You left room NEWT.",)


def helped() -> Plain:
    hosted = m.Welcome(name="ana", token="secret", server="here", games=(SHEET, STREETS), seated=())
    return after(UP, hosted, entered(), street_table(seen_street(race(STREET)))).plain


def advice(**changes: Any) -> m.Advice:
    named = {"ref": 0, "room": "KQFM", "number": 1, "ply": 0, "about": "hint", "move": "MTT 0 1"}
    return m.Advice(**{**named, "text": "Move the 3♦ from pile 0 onto the 4♥ on pile 1: so it goes.", **changes})


def test_a_hint_is_asked_for_by_its_word_and_read_out_with_what_to_type() -> None:
    asked = typed(helped(), "hint")
    assert asked.orders == (m.Consult(ref=0, room="KQFM", about="hint"),)
    assert not is_settled(asked.plain)
    told = after(Sent(asked.orders[0]), advice(), plain=asked.plain)
    assert told.said == ("Hint: MTT 0 1. Move 3 of diamonds from pile 0 onto 4 of hearts on pile 1: so it goes.",)
    assert is_settled(told.plain)


def test_whether_it_can_be_won_is_answered_in_a_sentence() -> None:
    asked = typed(helped(), "prospect")
    sent = after(Sent(asked.orders[0]), plain=asked.plain)
    assert sent.said == ("Thinking ...",)
    told = after(advice(about="prospect", move=None, text="It can be won."), plain=sent.plain)
    assert told.said == ("It can be won.",)


def test_h_alone_still_reads_the_menu_of_streets_and_alleys() -> None:
    assert typed(helped(), "h").said[1].startswith("MTT s d: Move the last card")
    assert "hint: Ask what you might do, and why." in typed(helped(), "h").said


def test_a_hint_about_a_position_that_has_passed_is_not_read_out() -> None:
    asked = typed(helped(), "hint").plain
    assert after(advice(ply=3), plain=asked).said == ()
    assert after(advice(room="ABCD"), plain=asked).said == ()
    stale = m.Refused(code="stale", text="Moved.", about="consult", ref=0, room="KQFM", retry_after_s=None)
    refused = after(stale, plain=asked)
    assert refused.said == ()
    assert is_settled(refused.plain)


def test_a_hint_that_is_refused_says_why() -> None:
    busy = m.Refused(code="too-many", text="Too many ask.", about="consult", ref=0, room="KQFM", retry_after_s=5.0)
    assert after(busy, plain=typed(helped(), "hint").plain).said == ("Too many ask.",)
    assert typed(at_table(), "hint").said == ("There are no hints in War.",)


def test_a_hint_is_a_line_of_json_with_its_sentence() -> None:
    line = json.loads(as_json(advice(), ("Hint: MTT 0 1. So it goes.",)))
    assert (line["type"], line["move"], line["sentences"]) == ("advice", "MTT 0 1", ["Hint: MTT 0 1. So it goes."])


def test_learn_alone_lists_the_tours_and_named_begins_one() -> None:
    assert typed(in_lobby(), "learn").said == ("learn war: Be shown how War is played.",)
    assert typed(in_lobby(), "learn war").orders == (o.Learn("war"),)


def test_the_levels_of_a_game_are_read_out() -> None:
    assert typed(in_lobby(), "levels war").said == ("flipper: Plays the flipper way.", "shark: Plays the shark way.")
    assert typed(helped(), "levels").said[1] == "walking: Plays the walking way."
    nobody = m.GameSheet(name="race", title="Race", min_seats=1, max_seats=4, levels=(), consults=())
    alone = after(UP, m.Welcome(name="ana", token="secret", server="here", games=(nobody,), seated=())).plain
    assert typed(alone, "levels").said == ("No computer plays Race.",)


def test_a_piped_question_waits_for_its_turn_as_a_move_does() -> None:
    waiting = after(tower_table(seen(state(), 0)), plain=after(UP, welcome(), entered()).plain).plain
    assert not is_ready(waiting, "hint")
    assert not is_ready(waiting, " Prospect ")
    assert is_ready(waiting, "say")
    assert is_ready(helped(), "hint")


def line(who: str, text: str, manner: m.Manner = "player", *, yours: bool = False) -> m.Line:
    return m.Line(who=who, player=number_of(who), text=text, manner=manner, age_s=0.0, yours=yours)


def heard(who: str, text: str, room: str | None = "KQFM", *, yours: bool = False) -> m.Heard:
    return m.Heard(room=room, line=line(who, text, yours=yours))


def test_what_is_said_at_the_table_is_read_out_and_what_is_said_elsewhere_is_not() -> None:
    assert after(heard("ben", "hello"), plain=at_table()).said == ("ben says: hello",)
    assert after(heard("ben", "hello", "QXYZ"), plain=at_table()).said == ()


def test_something_is_said_and_its_coming_back_is_the_answer() -> None:
    step = typed(at_table(), "talk Hello there")
    assert step.orders == (m.Say(room="KQFM", text="Hello there"),)
    assert not is_settled(step.plain)
    answered = after(heard("ana", "Hello there", yours=True), plain=step.plain)
    assert answered.said == ("You say: Hello there",)
    assert is_settled(answered.plain)


def test_what_was_said_before_one_came_is_counted_and_read_when_asked_for() -> None:
    told = m.Talk(room="KQFM", lines=(line("ben", "hello?"), line("eve", "oh", "watcher")))
    step = after(told, plain=at_table())
    assert step.said == ("2 lines of talk came before you; 'talk' reads them.",)
    assert typed(step.plain, "talk").said == ("ben says: hello?", "eve, watching, says: oh")
    assert typed(at_table(), "talk").said == ("Nobody has said anything.",)


def test_the_hall_is_heard_from_the_first_word_there_until_one_goes_to_a_table() -> None:
    step = typed(in_lobby(), "talk hi all")
    assert step.orders == (m.Browse(on=True), m.Say(room=None, text="hi all"))
    assert after(heard("gus", "hi ana", None), plain=step.plain).said == ("gus says: hi ana",)
    assert typed(step.plain, "talk again").orders == (m.Say(room=None, text="again"),)
    gone = after(entered(), plain=step.plain)
    assert gone.orders == (m.Browse(on=False),)
    assert not gone.plain.overhears


def test_who_listens_to_the_hall_goes_on_doing_so_after_a_look_at_its_tables() -> None:
    listening = typed(in_lobby(), "talk").plain
    shown = after(
        m.Lobby(open=(), live=(), people=(), ratings=(), bots=(), rooms=0, online=1, moves=0),
        plain=typed(listening, "rooms").plain,
    )
    assert shown.said == ("No table is waiting, and no game can be watched.",)
    assert shown.orders == ()


def test_who_is_muted_is_not_read_out_until_that_ends() -> None:
    muted = typed(at_table(), "mute Ben")
    assert muted.said == ("You read nothing of Ben any more.",)
    assert after(heard("ben", "spam"), plain=muted.plain).said == ()
    again = typed(muted.plain, "unmute ben")
    assert after(heard("ben", "sorry"), plain=again.plain).said == ("ben says: sorry",)


def test_the_host_silences_somebody_and_hears_so() -> None:
    step = typed(at_table(), "hush ben")
    assert step.orders == (m.Mute(room="KQFM", name="ben", on=True),)
    told = after(m.Heard(room="KQFM", line=line("", "ana mutes ben.", "house")), plain=step.plain)
    assert told.said == ("ana mutes ben.",)
    assert is_settled(told.plain)


def test_talk_in_json_is_the_event_with_its_sentence() -> None:
    said = json.loads(as_json(heard("ben", "hello"), ("ben says: hello",)))
    assert (said["type"], said["room"], said["line"]["who"], said["line"]["text"]) == ("heard", "KQFM", "ben", "hello")
    assert said["sentences"] == ["ben says: hello"]


def test_a_verdict_is_waited_for_and_read_out():
    over = at_table(war_view(left=(0, 0)), phase="over", turn=())
    asked = typed(over, "verify")
    assert asked.orders == (o.Verify("KQFM-1"),)
    assert not is_settled(asked.plain)
    told = after(Said("Verified: fairly dealt, and played by the rules."), plain=asked.plain)
    assert told.said == ("Verified: fairly dealt, and played by the rules.",)
    assert is_settled(told.plain)


def test_by_ear_one_invites_from_a_table_and_from_the_lobby():
    assert typed(at_table(), "invite").orders == (o.Survey(),)
    hall = after(UP, welcome()).plain
    step = typed(hall, "invite")
    assert [order.seats for order in step.orders] == [("me", "open")]
    assert "'invite' there says how" in step.said[0]


@pytest.mark.parametrize(("line", "order"), [("open network", o.OpenDoor()), ("close network", o.ShutDoor())])
def test_by_ear_ones_own_server_is_opened_and_shut_and_the_next_line_waits_for_what_comes_of_it(line, order):
    step = typed(at_table(), line)
    assert step.orders == (order,)
    assert not is_settled(step.plain)
    assert is_settled(after(Said("It is open."), plain=step.plain).plain)


def test_by_ear_a_wait_goes_on_until_there_is_a_table():
    hall = after(UP, welcome()).plain
    sought = typed(hall, "quick war")
    assert not is_settled(sought.plain)
    waiting = after(seeking("war"), plain=sought.plain)
    assert waiting.said[0].startswith("You wait for somebody to play War")
    told = after(m.Matching(seeking=None, challenges=(), news="Nobody came."), plain=waiting.plain)
    assert told.said == ("Nobody came.",)
    assert not is_settled(told.plain)
    assert is_settled(after(entered(), war_table(war_view()), plain=told.plain).plain)


def test_by_ear_a_challenge_that_is_declined_is_settled():
    hall = after(UP, welcome()).plain
    asked = after(seeking("war", whom="ben"), plain=typed(hall, "challenge ben war").plain)
    assert not is_settled(asked.plain)
    told = after(m.Matching(seeking=None, challenges=(), news="ben declines."), plain=asked.plain)
    assert is_settled(told.plain)


def test_by_ear_a_challenge_is_heard_and_answered():
    asked = after(UP, welcome(), challenged("ben", 7))
    assert asked.said == ("ben challenges you to War (scouts). 'accept' or 'refuse' answers.",)
    assert typed(asked.plain, "accept").orders == (m.Respond(ref=0, challenge=7, agree=True),)
    muted = Plain(muted=frozenset({Silenced("ben")}))
    assert after(UP, welcome(), challenged("ben", 7), plain=muted).said == ()


def test_the_end_of_a_game_that_may_be_rated_asks_what_it_did_to_the_rating_and_says_it() -> None:
    table = replace(tower_table(seen(state())), number=1)
    step = after(UP, welcome(), entered(), table)
    assert step.orders == ()
    over = replace(table, seq=table.seq + 1, phase="over", turn=(), ending=m.Ending(scores=(), winners=(0,), reason=""))
    step = after(over, plain=step.plain)
    assert step.orders == (m.Recall(ref=0, game="tower_blaster", deal=None),)
    told = records("tower_blaster", rating=rating(room=table.room))
    assert after(told, plain=step.plain).said == ("Rating 1662? (+162).",)
    assert after(records("tower_blaster"), plain=step.plain).said == ()


def test_leaders_are_read_out_and_answer_who_asked() -> None:
    step = typed(at_table(), "leaders war")
    assert step.orders == (m.Rank(ref=0, game="war"),)
    told = after(m.Leaders(ref=0, game="war", leaders=()), plain=step.plain)
    assert told.said == ("Nobody has played a rated game of War yet.",)
    assert told.plain.awaited == ()


def test_leaders_are_those_of_a_game_that_is_rated_unless_another_is_named() -> None:
    tower = replace(SUMS, name="tower_blaster", title="Tower Blaster")
    told = after(UP, replace(welcome(), games=(*welcome().games, tower)), entered(), war_table(war_view()))
    assert typed(told.plain, "leaders").orders == (m.Rank(ref=0, game="tower_blaster"),)
    assert typed(told.plain, "leaders war").orders == (m.Rank(ref=0, game="war"),)


def test_a_lobby_that_is_listed_ends_with_how_the_day_goes() -> None:
    plain = typed(after(UP, welcome(), m.Reckoning(since=0, won=3, tied=0, lost=1)).plain, "rooms").plain
    lobby = m.Lobby(open=(), live=(), people=(), ratings=(), bots=("flip",), rooms=2, online=1, moves=7)
    assert happen(plain, lobby, 0.0).said[-3:] == (
        "Bots online: flip.",
        "7 moves in the last minute, at 2 tables on this server.",
        "Today: 3 won, 1 lost.",
    )


def test_that_the_day_cannot_be_looked_up_is_no_answer_to_what_was_written() -> None:
    plain = typed(after(UP, welcome()).plain, "rooms").plain
    refused = m.Refused(code="unavailable", text="No.", about="reckon", ref=None, room=None, retry_after_s=None)
    assert happen(plain, refused, 0.0) == Step(plain)
