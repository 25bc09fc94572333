"""What follows from keys, clicks and lines, without a terminal."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as replace_struct

from client import orders as o
from client.acting import after, point, press, run
from client.desk import Desk, Pilot
from client.games.blocky.aiming import first
from client.games.streets_and_alleys.ahead import ahead as foreseen
from client.habits import Habits
from client.screens import rows
from client.store import Opened, Said, Sent, fold
from client.typed import Typing
from protocol import messages as m
from tests.support.blocky_tables import SHEET as BLOCKY_SHEET
from tests.support.blocky_tables import blocky_table
from tests.support.blocky_tables import seen as blocky_seen
from tests.support.blocky_tables import state as blocky
from tests.support.stores import listing, lobby_store, table_store
from tests.support.street_tables import SHEET as STREETS_SHEET
from tests.support.street_tables import street, street_table
from tests.support.tables import person, war_table, war_view
from tests.support.tower_tables import SHEET as TOWER_SHEET
from tests.support.tower_tables import seen, state, tower_table
from tests.support.towers import play

OPEN = m.Lobby(
    open=(listing("K7QF", "ben"), listing("M3XA", "cleo", "scouts")),
    live=(),
    people=(),
    ratings=(),
    bots=(),
    rooms=2,
    online=3,
    moves=0,
)
STORE = lobby_store(lobby=OPEN)
HOLDING = play(state(), "take pile")
TOWER = table_store(tower_table(seen(HOLDING)))
FLIP = m.Play(room="KQFM", number=1, ply=0, move="flip")


def keys(store, desk, *names):
    """The step after keys pressed one after the other, and everything to be done meanwhile."""
    deeds = []
    for name in names:
        step = press(store, desk, name, name if len(name) == 1 else "")
        desk = step.desk
        deeds += [deed for deed in step.deeds if deed != Said("")]
    return desk, deeds


def refusal(step):
    (said,) = step.deeds
    assert said.is_refusal
    return said.text


def test_a_key_shows_the_hint_again_that_news_of_something_else_had_covered():
    hint = m.Advice(ref=0, room="KQFM", number=1, ply=0, about="hint", move="flip", text="Space flips.")
    covered = fold(fold(table_store(), hint, 0.0), Said("The theme is paper."), 0.0)
    assert press(covered, Desk(), "down").deeds[0] == Said("")
    assert Said("") not in press(replace(covered, refused=True), Desk(), "down").deeds
    assert Said("") not in press(table_store(sentence="The theme is paper."), Desk(), "down").deeds


def test_enter_starts_the_first_game_and_space_flips():
    _, deeds = keys(STORE, Desk(), "enter")
    assert [type(deed) for deed in deeds] == [m.Create]
    assert keys(table_store(), Desk(), "space")[1] == [FLIP]


def test_the_first_key_ends_the_greeting():
    assert Desk().is_new
    assert not press(STORE, Desk(), "down").desk.is_new


def test_a_table_that_is_made_becomes_the_habit():
    step = run(STORE, Desk(panel="form"), "new war scouts")
    assert step.desk.habits.options["war"]["variant"] == "scouts"
    assert step.desk.panel == ""
    assert run(STORE, step.desk, "play war").deeds[0].options["variant"] == "scouts"


def test_the_mark_moves_within_its_pane_and_on_to_the_next():
    desk, _ = keys(STORE, Desk(), "down", "down")
    assert (desk.pane, desk.row) == (rows.PLAY, 2)
    desk, _ = keys(STORE, desk, *["down"] * 9)
    assert desk.row == len(rows.rows(STORE, desk)[rows.PLAY]) - 1
    desk, _ = keys(STORE, desk, "up", "tab")
    assert (desk.pane, desk.row) == (rows.YOURS, 0)
    assert keys(STORE, desk, "s-tab", "s-tab")[0].pane == rows.PEOPLE


def test_a_click_marks_a_line_and_only_a_choice_chooses_it():
    desk = run(STORE, Desk(), "mark 2 1").desk
    assert (desk.pane, desk.row) == (2, 1)
    assert run(STORE, desk, "mark 2 1").desk == desk
    assert run(STORE, desk, "choose").deeds == (m.Join(ref=0, room="M3XA"),)


def test_there_is_nothing_to_choose_in_an_empty_pane():
    assert "nothing to choose" in refusal(press(STORE, Desk(pane=rows.LIVE), "enter"))
    assert "nothing to choose" in refusal(run(STORE, Desk(), "mark 7 0"))
    assert "nothing to choose" in refusal(run(STORE, Desk(), "start 9"))
    assert "nothing to choose" in refusal(run(STORE, Desk(), "more"))
    assert "nothing to choose" in refusal(run(table_store(), Desk(), "mark 0 0"))


def test_a_digit_starts_its_line():
    assert keys(STORE, Desk(), "3")[1] == [m.Quick(ref=0, games=("war",))]
    assert keys(STORE, Desk(), "4")[0].panel == "tours"
    assert keys(STORE, Desk(), "5")[0].panel == "form"


def test_a_code_joins_as_soon_as_it_is_whole():
    desk, deeds = keys(STORE, Desk(), "j", "m", "3", "x")
    assert (desk.typing.text, deeds) == ("m3x", [])
    desk, deeds = keys(STORE, desk, "a")
    assert (desk.typing, deeds) == (None, [m.Join(ref=0, room="M3XA")])


def test_a_filter_filters_while_it_is_typed_and_is_undone_by_escape():
    desk, _ = keys(STORE, Desk(), "/", "c", "l")
    assert (desk.filter, desk.pane) == ("cl", rows.OPEN)
    assert [row.command for row in rows.rows(STORE, desk)[rows.OPEN]] == ["join M3XA"]
    kept, _ = keys(STORE, desk, "enter")
    assert (kept.filter, kept.typing) == ("cl", None)
    assert keys(STORE, kept, "escape")[0].filter == ""
    assert keys(STORE, desk, "escape")[0].filter == ""


def test_a_filter_that_is_opened_again_starts_with_what_was_there():
    assert keys(STORE, Desk(filter="ben"), "/")[0].typing == Typing("filter", "ben", 3)


def test_a_typed_command_is_done_and_remembered():
    desk, deeds = keys(STORE, Desk(), ":", *"lobby", "enter")
    assert (deeds, desk.past, desk.typing) == ([Opened(None)], ("lobby",), None)
    assert keys(STORE, desk, ":", "up")[0].typing.text == "lobby"


def test_an_empty_command_is_none():
    assert keys(STORE, Desk(), ":", "enter")[1] == []


def test_only_so_many_commands_are_remembered():
    desk = Desk()
    for number in range(60):
        desk, _ = keys(STORE, desk, ":", *f"start {number}", "enter")
    assert len(desk.past) == 50


def test_tab_completes_as_far_as_it_can():
    assert keys(STORE, Desk(), ":", "q", "tab")[0].typing.text == "qui"
    assert keys(STORE, Desk(), ":", "r", "e", "m", "tab")[0].typing.text == "rematch "
    assert keys(STORE, Desk(), ":", "z", "z", "tab")[0].typing.text == "zz"
    assert keys(STORE, Desk(), "j", "k", "tab")[0].typing.text == "k"


def test_what_is_pasted_is_typed():
    desk = press(STORE, Desk(typing=Typing("command")), "paste", "join\nK7QF").desk
    assert desk.typing.text == "join K7QF"


@pytest.mark.parametrize(("key", "deed"), [("c-c", o.Quit("interrupted")), ("c-q", o.Quit()), ("c-l", o.Redraw())])
def test_the_keys_of_everywhere_work_while_something_is_typed(key, deed):
    assert keys(STORE, Desk(typing=Typing("command", "pl", 2)), key)[1] == [deed]
    assert keys(STORE, Desk(), key)[1] == [deed]


def test_other_keys_do_nothing_while_something_is_typed():
    desk = Desk(typing=Typing("command", "pl", 2), is_new=False)
    assert keys(STORE, desk, "s-tab") == (desk, [])


def test_a_key_without_a_meaning_says_so_if_it_writes_something():
    assert refusal(press(STORE, Desk(), "%", "%")) == "% does nothing here; ? shows the keys."
    assert press(STORE, Desk(), "f7").deeds == ()


def test_escape_closes_what_is_open_first():
    desk, deeds = keys(table_store(), Desk(panel="help"), "escape")
    assert (desk.panel, deeds) == ("", [])


def test_escape_leaves_a_table_for_the_lobby_and_keeps_the_seat():
    _, deeds = keys(table_store(), Desk(), "escape")
    assert deeds[0] == Opened(None)
    assert deeds[1].text.startswith("Your seat at table KQFM stays yours")


def test_escape_ends_watching():
    watching = table_store(war_table(war_view(seat=None), seat=None))
    assert keys(watching, Desk(), "escape")[1] == [m.Leave(room="KQFM")]


def test_escape_in_the_lobby_says_how_to_leave():
    assert "Ctrl-Q leaves" in refusal(press(STORE, Desk(), "escape"))


def test_the_form_is_filled_in_by_keys():
    desk, _ = keys(STORE, Desk(), "n", "down", "right", "tab", "space", "left", "left")
    assert desk.form.command == "new war variant=suits auto_flip_s=5 open listed"
    step = press(STORE, desk, "enter")
    assert step.desk.form is None
    assert step.deeds[0].options == {"variant": "suits", "auto_flip_s": 5}


def test_the_form_is_filled_in_by_clicks():
    desk = run(STORE, Desk(), "new").desk
    desk = run(STORE, desk, "mark 0 1").desk
    desk = run(STORE, desk, "mark 0 1").desk
    assert desk.form.fields[1].label == "suits"
    assert run(STORE, desk, "mark 0 99").desk.form.row == len(desk.form.fields)


def test_the_form_without_a_server_says_why():
    assert "no connection" in refusal(run(lobby_store(games=()), Desk(), "new"))


def test_a_table_is_scrolled_and_its_pane_changed():
    desk, _ = keys(table_store(), Desk(), "down", "down", "up", "tab")
    assert (desk.scroll, desk.pane) == (1, 1)
    assert keys(table_store(), Desk(), "up")[0].scroll == 0


def test_what_is_switched_is_told():
    assert run(STORE, Desk(), "sound off").deeds == (Said("Sound is off."),)
    assert run(STORE, Desk(mouse=False), "mouse").deeds == (Said("Mouse is on."),)
    flying = run(table_store(), Desk(), "auto 4")
    assert (flying.desk.pilot, flying.deeds) == (Pilot(4, "over"), ())
    assert run(table_store(), flying.desk, "auto").deeds == (Said("You make your own moves."),)
    assert run(table_store(), Desk(), "auto off").deeds == ()


def test_a_key_can_be_clicked():
    assert run(STORE, Desk(), "press ?").desk.panel == "help"
    assert run(table_store(), Desk(), "press space").deeds == (FLIP,)
    assert run(STORE, Desk(typing=Typing("command", "lobby", 5)), "press enter").deeds == (Opened(None),)


def test_another_screen_starts_afresh():
    desk = Desk(row=2, panel="help", habits=Habits("war"))
    assert after(STORE, table_store(), desk) == Desk(habits=Habits("war"))
    assert after(STORE, STORE, desk) == desk


def test_the_lobby_marks_the_game_played_last():
    games = (*STORE.games[1:], STORE.games[0])
    assert after(lobby_store(games=()), lobby_store(games=games), Desk()).row == 0
    home = after(table_store(), lobby_store(games=games), Desk(habits=Habits("streets")))
    assert home.row == 1


def test_statistics_are_asked_for_and_shown_until_escape_closes_them():
    step = run(STORE, Desk(scroll=3), "stats war")
    assert step.deeds == (m.Recall(ref=0, game="war", deal=None),)
    assert (step.desk.panel, step.desk.topic, step.desk.scroll) == ("stats", "war", 0)
    assert press(STORE, step.desk, "escape").desk.panel == ""


def test_arrows_mark_the_places_of_a_game_that_has_some():
    desk, _ = keys(TOWER, Desk(), "up")
    assert desk.mark.slot == 2  # slot 4, where 20 does most, and one above
    assert keys(TOWER, desk, *["up"] * 9)[0].mark.slot == 0
    assert keys(TOWER, desk, *["down"] * 20)[0].mark.slot == 9
    assert desk.scroll == 0


def test_the_marked_place_is_chosen():
    assert keys(TOWER, Desk(), "enter")[1] == [m.Play(room="KQFM", number=1, ply=0, move="place 4")]
    assert keys(TOWER, Desk(), "up", "space")[1] == [m.Play(room="KQFM", number=1, ply=0, move="place 3")]


def test_pages_scroll_and_arrows_do_in_an_open_panel():
    desk, _ = keys(TOWER, Desk(), "pagedown")
    assert (desk.scroll, desk.mark) == (5, None)
    assert keys(TOWER, desk, "pageup", "pageup")[0].scroll == 0
    assert keys(TOWER, Desk(), "?", "down")[0].scroll == 1


def test_what_is_marked_stays_marked_until_another_room_is_on_screen():
    later = table_store(tower_table(seen(play(HOLDING, "place 4")), seq=2, ply=1))
    assert after(TOWER, later, Desk(mark="a mark")).mark == "a mark"
    assert after(TOWER, lobby_store(), Desk(mark="a mark")).mark is None
    assert after(TOWER, table_store(tower_table(seen(HOLDING), room="R9TD")), Desk(mark="a mark")).mark is None


def test_a_mark_that_a_game_begins_with_stands_as_soon_as_its_table_is_here():
    table = blocky_table(blocky_seen(blocky()))
    arrived = after(lobby_store(), table_store(table), Desk())
    assert arrived.mark == first(blocky_seen(blocky()))
    begun = after(table_store(war_table(None, phase="waiting")), table_store(table), Desk())
    assert begun.mark == arrived.mark
    assert after(table_store(table), table_store(table), replace(arrived, mark="a mark")).mark == "a mark"
    for other in (lobby_store(), TOWER, table_store(war_table(war_view(), game="chess"))):
        assert after(lobby_store(), other, Desk()).mark is None


def test_of_a_mark_stays_what_the_game_keeps_once_the_move_on_its_way_is_made():
    store = table_store(street_table(street()))
    picked = run(store, Desk(), "aim 7").desk
    sent = fold(store, Sent(m.Play(room="KQFM", number=1, ply=0, move="MTF 7 0")), 0.0)
    assert after(store, sent, picked).mark.picked is not None
    ahead = run(sent, picked, "aim 0").desk
    assert after(sent, sent, ahead).mark == ahead.mark
    moved = table_store(street_table(foreseen(street(), "MTF 7 0"), ply=1, seq=2))
    assert after(sent, moved, picked).mark.picked is None
    assert after(sent, moved, ahead).mark == ahead.mark


def test_an_old_refusal_goes_once_another_place_is_marked_but_not_by_pointing():
    refused = replace(TOWER, sentence="No.", refused=True)
    assert press(refused, Desk(), "up").deeds == (Said(""),)
    assert press(TOWER, Desk(), "up").deeds == ()
    assert point(refused, Desk(), "", "aim up").mark == press(refused, Desk(), "up").desk.mark


def test_what_the_pointer_is_over_is_marked_and_hinted_at():
    desk = point(TOWER, Desk(), "A slot.", "aim up")
    assert (desk.hint, desk.mark.slot) == ("A slot.", 2)
    assert point(TOWER, desk, "", "") == replace(desk, hint="")


def test_pointing_does_nothing_but_mark_and_says_nothing_of_what_it_cannot():
    assert point(table_store(), Desk(), "A card.", "aim up") == Desk(hint="A card.")
    assert point(table_store(), Desk(), "", "flip") == Desk()
    assert point(TOWER, Desk(is_new=True), "", "nonsense") == Desk(is_new=True)


def test_another_palette_is_taken_and_told():
    step = run(STORE, Desk(), "palette")
    assert (step.desk.palette, step.deeds) == ("original", (Said("Boards are drawn in the original palette."),))
    assert run(STORE, step.desk, "palette texture").desk.palette == "texture"
    assert run(STORE, Desk(palette="texture"), "palette").desk.palette == "safe"


def test_without_colours_there_is_one_palette():
    step = run(STORE, Desk(palette="texture", has_colour=False), "palette safe")
    assert refusal(step) == "Without colours, boards are drawn in textures."
    assert step.desk.palette == "texture"


AGAIN = (m.Resign(room="KQFM"), m.Rematch(room="KQFM"))


def test_a_key_that_gives_something_up_asks_and_does_it_when_pressed_again():
    store = table_store(street_table(street(), ply=3))
    asked = press(store, Desk(), "R")
    (question,) = asked.deeds
    assert question.text == "R again gives this deal up and shuffles anew."
    assert press(replace(store, sentence=question.text), asked.desk, "R").deeds == AGAIN


def test_it_asks_anew_once_something_else_was_said():
    store = table_store(street_table(street(), ply=3), sentence="15 moves possible.")
    assert isinstance(press(store, Desk(), "R").deeds[0], Said)


def test_it_does_so_at_once_before_the_first_move_and_where_it_is_typed():
    assert press(table_store(street_table(street())), Desk(), "R").deeds == AGAIN
    assert run(table_store(street_table(street(), ply=3)), Desk(), "R").deeds == AGAIN


def test_a_command_that_was_begun_is_typed_on():
    step = press(table_store(street_table(street())), Desk(), "g")
    assert (step.desk.typing.text, step.desk.typing.cursor) == ("find ", 5)


HELPED = (BLOCKY_SHEET, TOWER_SHEET, STREETS_SHEET)


def advised(table, move, desk=None):
    """The Store and the Desk at a table once a hint at a move has come."""
    asked = m.Advice(
        ref=0, room=table.room, number=table.number, ply=table.ply, about="hint", move=move, text="So: thus."
    )
    before = table_store(table, games=HELPED)
    store = fold(before, asked, 0.0)
    return store, after(before, store, desk or Desk())


@pytest.mark.parametrize(
    ("table", "move"),
    [
        (tower_table(seen(HOLDING)), "place 7"),
        (tower_table(seen(state())), "take discard"),
        (street_table(street()), "MTT 0 1"),
        (blocky_table(blocky_seen(blocky(seats=1))), "swap horizontally 0"),
    ],
)
def test_a_hint_marks_its_move_in_sight_and_enter_makes_it(table, move):
    store, desk = advised(table, move, Desk(pane=1))
    assert desk.pane == 0
    assert [deed.move for deed in keys(store, desk, "enter")[1]] == [move]


def test_h_asks_for_a_hint_and_w_whether_the_deal_can_be_won():
    store = table_store(street_table(street()), games=HELPED)
    assert keys(store, Desk(), "h")[1] == [m.Consult(ref=0, room="KQFM", about="hint")]
    assert keys(store, Desk(), "w")[1] == [m.Consult(ref=0, room="KQFM", about="prospect")]


def test_where_nobody_is_helped_the_key_says_so():
    store = table_store(street_table(street(), serious=True), games=HELPED)
    assert refusal(press(store, Desk(), "h", "h")) == "This table is serious: nobody is helped here."
    assert refusal(press(table_store(), Desk(), "h", "h")) == "h does nothing here; ? shows the keys."


def test_an_answer_without_a_move_marks_nothing_and_a_hint_marks_once():
    store, desk = advised(street_table(street()), None)
    assert desk.mark is None or not desk.mark.picked
    store, desk = advised(street_table(street()), "MTT 0 1")
    moved, _ = keys(store, desk, "down")
    again = fold(store, m.Presence(room="KQFM", present=(True,), watchers=0), 1.0)
    assert after(store, again, moved).mark == moved.mark


def test_the_levels_of_the_game_on_screen_or_of_one_that_is_named_open_and_close():
    store = table_store(street_table(street()), games=HELPED)
    desk = run(store, Desk(), "levels").desk
    assert (desk.panel, desk.topic) == ("levels", "streets_and_alleys")
    assert run(store, desk, "levels").desk.panel == ""
    assert run(store, Desk(), "levels tower").desk.topic == "tower_blaster"


def test_who_invites_from_the_lobby_comes_to_a_table_of_their_own_where_the_invitation_opens():
    made = press(STORE, Desk(), "i")
    (create,) = made.deeds
    assert (create.seats, create.listed) == (("me", "open"), False)
    store = fold(STORE, m.Entered(ref=0, room="KQFM", seat=0), 0.0)
    desk = after(STORE, store, made.desk)
    assert (desk.panel, desk.is_inviting) == ("invite", False)


def test_who_has_a_table_with_an_open_seat_invites_there():
    waiting = war_table(war_view(), phase="waiting", chairs=(person("ana"), person("")))
    waiting = replace_struct(waiting, chairs=(waiting.chairs[0], m.Chair(kind="open", name="", won=0)))
    store = fold(fold(STORE, waiting, 0.0), Opened(None), 0.0)
    assert press(store, Desk(), "i").deeds == (Opened(waiting.room),)


def test_an_invitation_that_cannot_be_opens_nothing_later():
    made = press(STORE, Desk(), "i")
    refused = m.Refused(code="too-many", text="No.", about="create", ref=0, room=None, retry_after_s=None)
    store = fold(STORE, refused, 0.0)
    assert not after(STORE, store, made.desk).is_inviting


TOURED = lobby_store(games=(BLOCKY_SHEET, STREETS_SHEET, TOWER_SHEET, STORE.games[0]))


def test_who_wants_to_learn_chooses_a_game_and_begins_with_the_one_played_last():
    desk, deeds = keys(TOURED, Desk(habits=Habits("blocky")), "6")
    assert (desk.panel, desk.scroll, deeds) == ("tours", 1, [])
    assert keys(TOURED, desk, "enter") == (replace(desk, panel="", scroll=0), [o.Learn("blocky")])
    assert keys(TOURED, desk, "down", "enter")[1] == [o.Learn("streets_and_alleys")]
    assert keys(TOURED, desk, *["up"] * 9, "enter")[1] == [o.Learn("war")]
    assert keys(TOURED, desk, *["down"] * 9, "enter")[1] == [o.Learn("tower_blaster")]
    assert keys(TOURED, desk, "4")[1] == [o.Learn("tower_blaster")]
    assert keys(TOURED, desk, "escape")[0].panel == ""


def test_there_is_no_tour_of_a_line_that_is_not_there():
    desk = run(TOURED, Desk(), "learn").desk
    assert "nothing to choose" in refusal(press(TOURED, desk, "5"))
    assert "nothing to choose" in refusal(run(TOURED, replace(desk, scroll=9), "choose"))


def test_a_tour_is_chosen_by_two_clicks_and_one_that_is_named_begins_at_once():
    desk = run(TOURED, Desk(), "learn").desk
    marked = run(TOURED, desk, "mark 0 2")
    assert (marked.desk.scroll, marked.deeds) == (2, ())
    assert run(TOURED, marked.desk, "mark 0 2").deeds == (o.Learn("streets_and_alleys"),)
    assert run(TOURED, Desk(), "learn streets").deeds == (o.Learn("streets_and_alleys"),)


def test_at_a_table_the_tour_of_its_game_begins_without_a_choice():
    store = table_store(street_table(street()), games=TOURED.games)
    assert run(store, Desk(), "learn").deeds == (o.Learn("streets_and_alleys"),)
