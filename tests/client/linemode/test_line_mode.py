import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from client.commands import actions
from client.commands.verb_table import VERBS
from client.linemode.events import on_event
from client.linemode.help import TOPICS
from client.linemode.model import LineMode, LineModeStep
from client.linemode.prompting import at_end_of_input, is_prompting, is_ready, is_settled, is_spent
from client.linemode.typed_lines import on_line
from client.linemode.vocabulary import OWN_WORDS, SHORT
from client.state.chat import MutedPlayer
from client.state.exit_codes import ExitCode
from client.state.store import Link, Opened, Said, Sent
from engines.cards import Card
from engines.streets_and_alleys import rules
from engines.war.view import Draw, Round, View
from protocol import messages as m
from tests.support.builders.sheets import hosted, sheet
from tests.support.builders.stores import challenged, listing, lobby_of, number_of, rating, records, seeking
from tests.support.builders.tables import person, verdict, war_table, war_view, won_round
from tests.support.games.blocky_tables import blocky_table
from tests.support.games.blocky_tables import seen as blocky_seen
from tests.support.games.blocky_tables import state as blocky
from tests.support.games.street_tables import SHEET as STREETS
from tests.support.games.street_tables import STREET, dealt, street_table
from tests.support.games.street_tables import seen as seen_street
from tests.support.games.streets import layout, race
from tests.support.games.streets import play as play_street
from tests.support.games.sums import SHEET as SUMS
from tests.support.games.sums import after as sums
from tests.support.games.sums import sums_table
from tests.support.games.tower_tables import seen, state, tower_table
from tests.support.golden.sentences import for_each, golden_test

SHEET = hosted("war", "flipper", "shark")
TOWER = replace(SUMS, name="tower_blaster", title="Tower Blaster", is_rated=True)
RACE = sheet("race", "Race", 1, 4)
ROUND = Round((Draw(((Card(12, 0),), (Card(6, 3),)), (14, 8)),), 0, 2)
UP, DOWN = Link("up", "ws://here:1"), Link("down", reason="Cut.")
START = war_table(war_view())
FLIPPED = {"view": war_view(flipped=(True, False)), "turn": (1,)}
ENDED = {"phase": "over", "turn": (), "ending": m.Ending(scores=(2, 0), winners=(0,), reason="")}
WON = {"phase": "over", "turn": (), "ending": m.Ending(scores=(52,), winners=(0,), reason="All cards are up.")}
LAST = layout("KC", foundations="QC KS KD KH")
CHOSEN = {"deal": 48213, "time_limit_s": 0, "tables": "hidden"}
ASKED = m.Offer(kind="takeback", seat=0, agreed=(), time_left_s=30.0)


def welcome(*seated: str, games: tuple[m.GameInfo, ...] = (SHEET,)) -> m.Welcome:
    return m.Welcome(name="ana", token="secret", server="here", games=games, seated=seated)


def entered(seat: int | None = 0, room: str = "KQFM") -> m.Entered:
    return m.Entered(ref=0, room=room, seat=seat)


def after(*happenings: Any, mode: LineMode | None = None) -> LineMode:
    mode = mode or LineMode()
    for happening in happenings:
        mode = on_event(mode, happening, 0.0).mode
    return mode


def at(table: m.Table, *games: m.GameInfo) -> LineMode:
    return after(UP, welcome(games=games or (SHEET,)), entered(table.seat), table)


def at_table(view: View | None = None, **changes: Any) -> LineMode:
    return at(war_table(view or war_view(), **changes))


def in_lobby() -> LineMode:
    return after(UP, welcome())


def street(state: Any = None, **changes: Any) -> m.Table:
    return street_table(seen_street(state or race(STREET)), **changes)


def helped() -> LineMode:
    return at(street(), SHEET, STREETS)


def lobby(*tables: m.RoomListing, **changes: Any) -> m.Lobby:
    return lobby_of(open=tables, **{"rooms": len(tables), **changes})


def refused(about: str, code: str = "unknown-room", **changes: Any) -> m.Refused:
    return m.Refused(
        **{"code": code, "text": "No.", "about": about, "ref": 0, "room": "KQFM", "retry_after_s": None, **changes}
    )


def left(room: str) -> m.Left:
    return m.Left(room=room, reason=f"You left table {room}.")


def presence(*present: int) -> m.Presence:
    return m.Presence(room="KQFM", present=tuple(map(bool, present)), watchers=0, spectators=())


def advice(**changes: Any) -> m.Advice:
    named = {"ref": 0, "room": "KQFM", "number": 1, "ply": 0, "about": "hint", "move": "MTT 0 1"}
    return m.Advice(**{**named, "text": "Move the 3♦ from pile 0 onto the 4♥ on pile 1: so it goes.", **changes})


def line(who: str, text: str, manner: m.SpeakerRole = "player", *, yours: bool = False) -> m.Line:
    return m.Line(who=who, player=number_of(who), text=text, manner=manner, age_s=0.0, yours=yours)


def heard(who: str, text: str, room: str | None = "KQFM", *, yours: bool = False) -> m.Heard:
    return m.Heard(room=room, line=line(who, text, yours=yours))


def dialogue(mode: LineMode, *steps: Any) -> str:
    """What is written or happens, each with what it comes to: what is said and sent, and in brackets what changed."""
    lines, state = [], ()
    for each in steps:
        if isinstance(each, str):
            step, head = on_line(mode, each), f"> {each}".rstrip()
        else:
            event = Sent(step.actions[0]) if each is Sent else each
            step, head = on_event(mode, event, 0.0), f"* {type(event).__name__}"
        mode, before = step.mode, state
        state = standing(step)
        lines += [head, *(f"  {sentence}" for sentence in step.said)]
        lines += [f"  -> {order}" for order in step.actions]
        lines += [f"  [{', '.join(state) or 'nothing to do'}]"] if state != before else []
    return "\n".join(lines)


def standing(step: LineModeStep) -> tuple[str, ...]:
    """Whether an answer is awaited, a line prompted for, the hall heard, moves made by themselves, and how it ended."""
    mode = step.mode
    found = {
        "awaits an answer": not is_settled(mode),
        "prompts": is_prompting(mode),
        "hears the hall": mode.overhears,
    }
    found |= {f"auto={mode.auto}": mode.auto != "stopped", f"exit={step.exit!r}": step.exit is not None}
    return tuple(name for name, holds in found.items() if holds)


@pytest.mark.parametrize(
    ("link", "code"),
    [
        (Link("down"), ExitCode.UNREACHABLE),
        (Link("unreachable"), ExitCode.UNREACHABLE),
        (Link("refused"), ExitCode.REFUSED),
        (Link("elsewhere"), ExitCode.OTHER_WINDOW),
        (Link("replaced"), ExitCode.OTHER_WINDOW),
    ],
)
def test_a_server_that_is_not_to_be_had_ends_the_program(link: Link, code: ExitCode):
    assert on_event(LineMode(), link, 0.0).exit is code


@pytest.mark.parametrize(
    ("state", "line", "action"),
    [
        ("elsewhere", "here", actions.PlayHere()),
        ("elsewhere", "guest", actions.PlayHere(as_guest=True)),
        ("replaced", "here", actions.PlayHere()),
    ],
)
def test_a_person_is_asked_what_to_do_about_their_other_window(state, line, action):
    asked = on_event(LineMode(has_person=True), Link(state, reason="You are playing in another window."), 0.0)
    assert (asked.exit, is_prompting(asked.mode), f"'{line}'" in asked.said[0]) == (None, True, True)
    assert on_line(asked.mode, line).actions == (action,)
    assert at_end_of_input(asked.mode).exit is ExitCode.OTHER_WINDOW


@pytest.mark.parametrize("line", ["flip", "f", "F", " flip ", ""])
def test_a_flip_is_typed_in_several_ways(line: str):
    assert on_line(at_table(), line).actions == (m.Play(room="KQFM", number=1, ply=0, move="flip"),)


def test_there_is_a_prompt_only_when_something_may_be_written():
    assert not is_prompting(LineMode())
    assert is_prompting(in_lobby())
    assert is_prompting(at_table())
    assert not is_prompting(at_table(war_view(flipped=(True, False)), turn=(1,)))
    assert not is_prompting(on_line(in_lobby(), "join ABCD").mode)


def test_a_piped_move_waits_for_its_turn_and_other_words_do_not():
    waiting = at_table(war_view(flipped=(True, False)), turn=(1,))
    assert not is_ready(waiting, "flip")
    assert is_ready(waiting, "say")
    assert is_ready(at_table(), "flip")


def test_a_piped_line_waits_until_the_one_before_was_answered():
    assert not is_ready(after(Sent(m.Play(room="KQFM", number=1, ply=0, move="flip")), mode=at_table()), "say")
    joining = on_line(in_lobby(), "join ABCD").mode
    assert not is_ready(joining, "say")
    assert is_ready(after(refused("join", room=None), mode=joining), "say")


def test_a_piped_move_after_the_end_is_one_too_many():
    over = at_table(war_view(left=(0, 0)), phase="over", turn=())
    assert is_spent(over, "flip")
    assert not is_spent(over, "rematch")
    assert not is_spent(at_table(), "flip")


def test_a_piped_question_waits_for_its_turn_as_a_move_does():
    waiting = after(tower_table(seen(state(), 0)), mode=after(UP, welcome(), entered()))
    assert [is_ready(waiting, line) for line in ("hint", " Prospect ", "say")] == [False, False, True]
    assert is_ready(helped(), "hint")


def test_a_script_waits_for_the_game_that_is_dealt_to_it():
    end = play_street(race(LAST), "MTF 0 0")
    over = after(street(end, seq=2, **WON), street(end, seq=3, rematch=(0,), **WON), mode=at(street(race(LAST))))
    assert not is_ready(over, "MTT 0 1")
    assert at_end_of_input(over) is None
    assert is_ready(after(street(dealt(5), seq=4, number=2), mode=over), "MTT 0 1")


def test_the_end_of_input_keeps_a_seat_in_a_game_and_leaves_a_finished_one():
    assert at_end_of_input(LineMode()) is None
    playing, over = at_end_of_input(at_table()), at_end_of_input(at_table(war_view(left=(0, 0)), phase="over", turn=()))
    assert playing is not None
    assert over is not None
    assert [(step.actions, step.exit) for step in (playing, over)] == [
        ((), ExitCode.OK),
        ((m.Leave(room="KQFM"),), ExitCode.OK),
    ]


def test_the_end_of_input_lets_an_automatic_or_a_watched_game_go_on():
    answered = after(war_table(war_view(), seq=2), mode=on_line(at_table(turn=(1,)), "auto").mode)
    assert at_end_of_input(answered) is None
    assert at_end_of_input(at(war_table(war_view(seat=None), seat=None))) is None


def test_help_names_only_what_can_be_typed_here():
    said = [line for topic in TOPICS for line in on_line(in_lobby(), f"help {topic}").said]
    assert any(line.startswith("resign") for line in said)
    for line in said:
        answer = " ".join(on_line(at_table(), line.split(":")[0].split()[0]).said)
        assert "no command" not in answer
        assert "full screen" not in answer


WORDS = st.sampled_from([*VERBS, *OWN_WORDS, *SHORT, "war", "flip", "KQFM", "on", "off", "-1", "999", "²", "=", "a=b"])
LINES = st.one_of(st.text(max_size=80), st.lists(st.one_of(WORDS, st.text(max_size=8)), max_size=4).map(" ".join))
PLACES = (LineMode(), in_lobby(), at_table(), at_table(phase="over", turn=()), at_table(seat=None, turn=()))


@given(LINES, st.sampled_from(PLACES))
def test_no_line_at_all_can_break_anything(line: str, mode: LineMode):
    step = on_line(mode, line)
    assert step.said or step.actions or step.exit is not None or not line.strip()
    assert all(isinstance(sentence, str) for sentence in step.said)
    is_ready(mode, line)
    is_spent(mode, line)


SAID = {
    "the opening line is done at the welcome and once": lambda: dialogue(
        LineMode(opening="play war scouts computer:2"), UP, welcome(), DOWN, UP, welcome()
    ),
    "an opening that cannot be done ends the program": lambda: dialogue(LineMode(opening="play chess"), UP, welcome()),
    "an opening that is refused ends the program and a later refusal does not": lambda: (
        dialogue(LineMode(opening="join KQFM"), UP, welcome(), refused("join")),
        dialogue(LineMode(opening="join KQFM"), UP, welcome(), entered(), START, refused("join")),
    ),
    "an opening says nothing of the tables one has elsewhere": lambda: dialogue(
        LineMode(opening="join KQFM"), UP, welcome("ABCD"), war_table(war_view(), room="ABCD"), entered(), START
    ),
    "who comes without a table is in the lobby": lambda: dialogue(LineMode(), UP, welcome(), "say"),
    "sitting down reads out the table and the position and say repeats it": lambda: dialogue(
        in_lobby(), entered(), START, "say"
    ),
    "who comes while others do hears who is there once the position is read out": lambda: (
        dialogue(in_lobby(), entered(), presence(1, 0), presence(1, 1), START),
        dialogue(
            in_lobby(),
            entered(),
            war_table(None, phase="waiting", number=0, turn=()),
            presence(1, 0),
            presence(1, 1),
            war_table(war_view(), seq=2),
        ),
        dialogue(in_lobby(), entered(), presence(1, 0), START, presence(1, 1)),
    ),
    "who comes back to a game that was given up hears how it ended": lambda: dialogue(
        LineMode(),
        UP,
        welcome("KQFM"),
        war_table(war_view(), **{**ENDED, "ending": m.Ending(scores=(), winners=(0,), reason="ben resigned.")}),
    ),
    "coming back reads out the seat that was kept": lambda: dialogue(LineMode(), UP, welcome("KQFM"), START),
    "a table says only what is new": lambda: dialogue(
        at_table(), war_table(won_round(war_view(), ROUND), seq=2, ply=1)
    ),
    "the same table again says nothing nor does an older one": lambda: dialogue(
        at_table(), *[war_table(war_view(flipped=(False, True)), seq=2)] * 2, START
    ),
    "a return says what happened meanwhile": lambda: dialogue(
        at_table(), DOWN, UP, welcome("KQFM"), war_table(won_round(war_view(), ROUND), seq=3)
    ),
    "a server that has gone back has the older position read out": lambda: dialogue(
        at_table(), war_table(won_round(war_view(), ROUND), seq=3, ply=1), DOWN, UP, welcome("KQFM"), START
    ),
    "the link is spoken of once a change and its loss ends nothing": lambda: dialogue(at_table(), DOWN, DOWN, UP),
    "a command is one message": lambda: for_each(
        lambda line: dialogue(at_table(), line),
        ["rematch", "resign anyway", "leave anyway", "name eva", "tables", "watch ABCD", "join abcd"],
    ),
    "what loses the game is asked first and only yes does it": lambda: for_each(
        lambda lines: dialogue(at_table(), *lines),
        [("resign", "y"), ("resign", "yes"), ("leave", "n"), ("close table", "say", "y"), ("resign", "flip")],
    ),
    "yes and no answer what others ask": lambda: (
        dialogue(in_lobby(), challenged("ben", 7), "y"),
        dialogue(in_lobby(), challenged("ben", 7), "n"),
        dialogue(at_table(), "y"),
    ),
    "what cannot be done is said and nothing is sent": lambda: dialogue(at_table(**FLIPPED), "flip", "resing"),
    "show reads a round as it was played": lambda: dialogue(
        at_table(won_round(won_round(war_view(), ROUND), ROUND)), "show 2", "show 3", "show"
    ),
    "show has an answer everywhere": lambda: (
        dialogue(in_lobby(), "show 1"),
        dialogue(at_table(), "show 1"),
        dialogue(at(war_table(None, phase="waiting", number=0)), "show"),
        dialogue(at_table(game="chess"), "show"),
    ),
    "rooms are listed once": lambda: dialogue(in_lobby(), "tables", *[lobby(listing("ABCD", "eva", "scouts"))] * 2),
    "auto plays every turn until the game is over": lambda: dialogue(
        at_table(),
        "auto",
        Sent,
        war_table(seq=2, ply=1, **FLIPPED),
        war_table(won_round(war_view(), ROUND), seq=3, ply=1),
        war_table(war_view(left=(0, 0)), seq=4, **ENDED),
    ),
    "auto can be stopped": lambda: dialogue(at_table(), "auto on", "auto off", war_table(war_view(), seq=2)),
    "people coming and going are told": lambda: (
        dialogue(
            at(war_table(None, chairs=(person("ana"), person("")), phase="waiting", number=0)),
            war_table(war_view(), seq=2),
        ),
        dialogue(at(war_table(war_view(), **ENDED)), presence(1, 0), presence(1, 1)),
    ),
    "who disconnects in a game is told once, and once that they are back": lambda: dialogue(
        at_table(),
        presence(1, 0),
        war_table(war_view(), seq=2, away=(m.Absence(seat=1, left_s=60.0, level=None, by=None),)),
        presence(1, 1),
        war_table(war_view(), seq=3),
    ),
    "a table is read out once its game is dealt": lambda: dialogue(
        in_lobby(), entered(), war_table(None, phase="waiting", number=0, turn=()), war_table(war_view(), seq=2)
    ),
    "a table that somebody leaves while a game is dealt is read out with its open seat": lambda: dialogue(
        in_lobby(),
        entered(),
        war_table(None, phase="waiting", number=0, turn=()),
        war_table(None, seq=2, chairs=(person("ana"), person("")), phase="waiting", number=0, turn=()),
    ),
    "a rematch asked for and begun are told": lambda: dialogue(
        at_table(war_view(left=(0, 0)), **ENDED),
        war_table(war_view(left=(0, 0)), seq=2, rematch=(1,), **ENDED),
        war_table(war_view(seat=1), seq=3, number=2, seat=1, chairs=(person("ben"), person("ana"))),
    ),
    "a game that was given up says why": lambda: dialogue(
        at_table(),
        war_table(war_view(), seq=2, **{**ENDED, "ending": m.Ending(scores=(), winners=(0,), reason="ben resigned.")}),
    ),
    "news of another table are not told here and going there reads it out": lambda: dialogue(
        at_table(), war_table(war_view(), room="ABCD"), "open ABCD", Opened("ABCD")
    ),
    "a server that speaks of an unknown game is answered with a sentence": lambda: dialogue(
        in_lobby(), entered(), war_table(war_view(), game="chess")
    ),
    "help says what can be typed": lambda: dialogue(in_lobby(), "help"),
    "help at a table names the moves of its game first": lambda: for_each(
        lambda table, lines: on_line(at(table), "help").said[:lines],
        [(START, 4), (tower_table(seen(state())), 7), (blocky_table(blocky_seen(blocky())), 12)],
    ),
    "a move that must say on what is not made where nothing is marked": lambda: dialogue(
        at(blocky_table(blocky_seen(blocky()))), "turn left", "turn left 0"
    ),
    "what is asked is said with what to type and prompts": lambda: for_each(
        lambda line, then: dialogue(
            at(sums_table(sums(3, 1), 2), SUMS), sums_table(sums(3, 1), 2, seq=2, request=ASKED), line, then
        ),
        [
            ("agree", Sent),
            ("decline", Sent),
            ("say", sums_table(sums(3, 1), 2, seq=3, request=replace(ASKED, agreed=(1,)))),
        ],
    ),
    "who asks hears what comes of it": lambda: for_each(
        lambda table: dialogue(
            at(sums_table(sums(2, 1)), SUMS), "takeback", sums_table(sums(2, 1), seq=2, request=ASKED), table
        ),
        [
            sums_table(sums(2), seq=3, verdict=verdict("granted")),
            sums_table(sums(2, 1), seq=3, verdict=verdict("declined", 1)),
            sums_table(sums(2, 1, 2), seq=3, verdict=verdict("moved", 1)),
        ],
    ),
    "a move that cannot be taken back is said to be final": lambda: (
        dialogue(at(sums_table(sums(2, 1), 1), SUMS), "takeback"),
        dialogue(at_table(), "takeback"),
    ),
    "a game of many that goes on without one says so": lambda: (
        dialogue(
            at(sums_table(sums(3)), SUMS),
            sums_table(sums(3), seq=2, chairs=(person("ana"), person(""), person("cleo"))),
        ),
        dialogue(at(sums_table(sums(3)), SUMS), sums_table(sums(3), seq=2, gave_up=(1,)), "say"),
    ),
    "statistics are asked for in the lobby and at a table and told in sentences": lambda: (
        dialogue(in_lobby(), "stats war", Sent, records(played=1, won=1, streak=1, longest=1)),
        dialogue(at_table(), "stats", records()),
    ),
    "streets and alleys opens with a welcome and the board": lambda: dialogue(in_lobby(), entered(), street()),
    "h reads the menu of the game first": lambda: for_each(
        lambda line: on_line(at(street()), line).said[:3], ["H", "h", "help", "?"]
    ),
    "a win alone is followed by another game with its board and menu": lambda: dialogue(
        at(street(race(LAST))),
        street(play_street(race(LAST), "MTF 0 0"), seq=2, ply=1, **WON),
        street(dealt(5), seq=3, number=2),
    ),
    "a restart gives up and is answered by the next game": lambda: dialogue(
        at(street()),
        "r",
        street(
            rules.give_up(race(STREET), 0),
            seq=2,
            phase="over",
            turn=(),
            ending=m.Ending(scores=(3,), winners=(), reason="The game was given up."),
        ),
        street(dealt(5), seq=3, number=2),
    ),
    "the keys of the screen are taken in streets and alleys too": lambda: dialogue(at(street()), "0 1", "7 f", "0 2"),
    "a board of text follows each move once it is asked for": lambda: [
        dialogue(at(street()), "board"),
        dialogue(at(street()), "board on", street(play_street(race(STREET), "MTT 0 1"), seq=2, ply=1), "board off"),
        dialogue(at(street()), "board off", street(play_street(race(STREET), "MTT 0 1"), seq=2, ply=1)),
        dialogue(at_table(), "board", "board up"),
        dialogue(
            dataclasses.replace(at_table(), draws_board=True), war_table(won_round(war_view(), ROUND), seq=2, ply=1)
        ),
    ],
    "a race that is won waits for the others": lambda: dialogue(
        at(street(race(LAST, STREET))), street(play_street(race(LAST, STREET), "MTF 0 0"), seq=2, **WON)
    ),
    "quitting is thanked for where the game has it so": lambda: (
        dialogue(at(street()), "Q"),
        dialogue(at_table(), "q"),
    ),
    "plain mode is not left by asking for it": lambda: dialogue(at_table(), "plain"),
    "cards are played on until one has to be chosen": lambda: dialogue(
        at(street()), "on", street(play_street(race(STREET), "MTF 7 0"), seq=2, ply=1)
    ),
    "after a deal by its number another table is dealt in the same words": lambda: dialogue(
        at(street(options=CHOSEN)),
        "R",
        left("KQFM"),
        entered(room="NEWT"),
        replace(street(dealt(5), room="NEWT", phase="waiting", number=0, turn=()), view=None),
        street(dealt(5), room="NEWT"),
    ),
    "nor is it said that the old table was left where the new one comes first": lambda: dialogue(
        at(street(options=CHOSEN)), "R", entered(room="NEWT"), street(dealt(5), room="NEWT"), left("KQFM"), left("NEWT")
    ),
    "a game that cannot be dealt is waited for no more": lambda: dialogue(
        at(street()), "R", refused("rematch", "unavailable", ref=None)
    ),
    "a hint is asked for by its word and read out with what to type": lambda: dialogue(
        helped(), "hint", Sent, advice()
    ),
    "whether it can be won is answered in a sentence": lambda: dialogue(
        helped(), "prospect", Sent, advice(about="prospect", move=None, text="It can be won.")
    ),
    "h alone still reads the menu of streets and alleys and names the hint": lambda: [
        line for line in on_line(helped(), "h").said if line.startswith(("MTT s d", "hint"))
    ],
    "a hint about a position that has passed is not read out": lambda: for_each(
        lambda event: dialogue(helped(), "hint", event),
        [advice(ply=3), advice(room="ABCD"), refused("consult", "stale")],
    ),
    "a hint that is refused says why": lambda: (
        dialogue(helped(), "hint", refused("consult", "too-many", retry_after_s=5.0)),
        dialogue(at_table(), "hint"),
    ),
    "learn alone lists the tours and named begins one": lambda: dialogue(in_lobby(), "learn", "learn war"),
    "the levels of a game are read out": lambda: (
        dialogue(in_lobby(), "levels war"),
        dialogue(helped(), "levels"),
        dialogue(after(UP, welcome(games=(RACE,))), "levels"),
    ),
    "what is said at the table is read out and what is said elsewhere is not": lambda: dialogue(
        at_table(), heard("ben", "hello"), heard("ben", "hello", "QXYZ")
    ),
    "something is said and its coming back is the answer": lambda: dialogue(
        at_table(), "talk Hello there", heard("ana", "Hello there", yours=True)
    ),
    "what was said before one came is counted and read when asked for": lambda: (
        dialogue(at_table(), m.Talk(room="KQFM", lines=(line("ben", "hello?"), line("eve", "oh", "watcher"))), "talk"),
        dialogue(at_table(), "talk"),
    ),
    "the hall is heard from the first word there until one goes to a table": lambda: dialogue(
        in_lobby(), "talk hi all", heard("gus", "hi ana", None), "talk again", entered()
    ),
    "who listens to the hall goes on doing so after a look at its tables": lambda: dialogue(
        in_lobby(), "talk", "tables", lobby()
    ),
    "who is muted is not read out until that ends": lambda: dialogue(
        at_table(), "mute Ben", heard("ben", "spam"), "unmute ben", heard("ben", "sorry")
    ),
    "the host silences somebody and hears so": lambda: dialogue(
        at_table(), "hush ben", m.Heard(room="KQFM", line=line("", "ana mutes ben.", "house"))
    ),
    "a report is waited for and confirmed or refused": lambda: (
        dialogue(at_table(), "report ben he curses", m.Reported(name="ben")),
        dialogue(in_lobby(), "report ben", refused("report", "not-now", ref=None, room=None)),
    ),
    "a verdict is waited for and read out": lambda: dialogue(
        at_table(war_view(left=(0, 0)), phase="over", turn=()),
        "verify",
        Said("Verified: fairly dealt, and played by the rules."),
    ),
    "by ear one invites from a table and from the lobby": lambda: (
        dialogue(at_table(), "invite"),
        dialogue(in_lobby(), "invite"),
    ),
    "by ear ones own server is opened and shut and the next line waits for what comes of it": lambda: for_each(
        lambda line: dialogue(at_table(), line, Said("It is done.")), ["open network", "close network"]
    ),
    "by ear a wait goes on until there is a table": lambda: dialogue(
        in_lobby(),
        "quick war",
        seeking("war"),
        m.Matching(seeking=None, challenges=(), news="Nobody came."),
        entered(),
        START,
    ),
    "by ear a challenge that is declined is settled": lambda: dialogue(
        in_lobby(),
        "challenge ben war",
        seeking("war", whom="ben"),
        m.Matching(seeking=None, challenges=(), news="ben declines."),
    ),
    "by ear a challenge is heard and answered unless its sender is muted": lambda: (
        dialogue(in_lobby(), challenged("ben", 7), "accept"),
        dialogue(LineMode(muted=frozenset({MutedPlayer("ben")})), UP, welcome(), challenged("ben", 7)),
    ),
    "the end of a game that may be rated asks what it did to the rating and says it": lambda: for_each(
        lambda told: dialogue(
            after(UP, welcome(games=(TOWER,))),
            entered(),
            tower_table(seen(state()), number=1),
            tower_table(
                seen(state()),
                seq=2,
                number=1,
                phase="over",
                turn=(),
                ending=m.Ending(scores=(), winners=(0,), reason=""),
            ),
            told,
        ),
        [records("tower_blaster", rating=rating()), records("tower_blaster")],
    ),
    "leaders are read out and answer who asked": lambda: dialogue(
        at_table(), "leaders war", m.Leaders(ref=0, game="war", leaders=())
    ),
    "leaders are those of a game that is rated unless another is named": lambda: for_each(
        lambda line: dialogue(at(START, SHEET, TOWER), line), ["leaders", "leaders war"]
    ),
    "a lobby that is listed ends with how the day goes": lambda: dialogue(
        after(UP, welcome(), m.Score(since=0, won=3, tied=0, lost=1)),
        "tables",
        lobby(bots=("flip",), rooms=2, moves=7),
    ),
    "that the day cannot be looked up is no answer to what was written": lambda: dialogue(
        in_lobby(), "tables", refused("reckon", "unavailable", ref=None, room=None)
    ),
}

test_said = golden_test(__name__, SAID)
