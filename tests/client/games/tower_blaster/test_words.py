"""What is said of Tower Blaster, checked against positions written out by hand."""

from itertools import pairwise

import pytest

from client.games.tower_blaster.words import helps, keys_for, newest, say, sentences, show, status, taken_by
from engines.tower_blaster.rules import final
from tests.support.tower_tables import MINE, seen, state
from tests.support.towers import STABLE, TOPSY, UPSIDE_DOWN, bricks, play, table

NAMES = ("careful", "ana")
TAKING = ("take discard", "place 1")
KEEPING = ("take pile", "place 4")
REJECTING = ("take pile", "reject")


def told(before, *moves, seat=1, step=False):
    """What a seat hears of moves, of each of them by itself or of all together."""
    states = [before]
    for move in moves:
        states.append(play(states[-1], move))
    if not step:
        states = [states[0], states[-1]]
    views = [seen(state, seat) for state in states]
    return tuple(sentence for old, new in pairwise(views) for sentence in sentences(old, new, NAMES, seat))


@pytest.mark.parametrize("step", [True, False])
@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (TAKING, "careful took 1 from the discard pile and threw away 60."),
        (REJECTING, "careful drew 2 from the pile and rejected it."),
        (KEEPING, "careful drew a brick from the pile, kept it and threw away 42."),
    ],
)
def test_a_turn_of_the_other_side_is_told_once_when_it_has_ended(moves, sentence, step):
    assert told(table(), *moves, step=step) == (sentence, "It is your turn.")


def test_ones_own_turn_is_told_as_it_is_made():
    assert told(state(), *KEEPING, step=True) == (
        "You drew 20 from the pile.",
        "Choose a slot for it, or reject it.",
        "You put 20 into slot 4 and threw away 12.",
    )
    assert told(state(), *TAKING, step=True) == (
        "You took 41 from the discard pile.",
        "Choose a slot for it.",
        "You put 41 into slot 1 and threw away 4.",
    )
    assert told(state(), *REJECTING, step=True)[-1] == "You rejected 20."


def test_ones_own_turn_that_was_missed_is_told_whole():
    assert told(state(), *KEEPING) == ("You drew 20 from the pile, kept it and threw away 12.",)


def test_turns_that_were_skipped_are_all_told():
    assert told(state(), *TAKING, *TAKING) == (
        "You took 41 from the discard pile and threw away 4.",
        "careful took 4 from the discard pile and threw away 60.",
        "It is your turn.",
    )


def test_the_filling_of_the_pile_is_told():
    last = state(pile="20", discard="1 41")
    assert told(last, *REJECTING)[-1].startswith("The discard pile was shuffled into the main pile, and ")


def test_a_spectator_hears_of_both_by_name_and_of_no_brick_that_was_kept():
    assert told(state(), *KEEPING, *TAKING, seat=None, step=True) == (
        "ana drew a brick from the pile, kept it and threw away 12.",
        "careful took 12 from the discard pile and threw away 60.",
    )


def test_a_game_that_is_won_is_told_with_both_towers():
    short = state(second="60 7 13 20 26 31 38 44 50 57", discard="1 2", pile="3 4")
    assert told(short, "take discard", "place 1") == (
        "You took 2 from the discard pile and threw away 60.",
        "The game is over: you won with a stable tower.",
        "careful's tower from the top: 60, 54, 48, 42, 36, 30, 24, 18, 12, 6. 9 bricks left to fix.",
        "Your tower from the top: 2, 7, 13, 20, 26, 31, 38, 44, 50, 57. It is stable.",
    )


@pytest.mark.parametrize(
    ("second", "end"),
    [
        (MINE, "The game is over after 2 turns: you won, 3 in order against 1."),
        (TOPSY, "The game is over after 2 turns: a tie, 1 bricks in order each."),
    ],
)
def test_a_game_whose_turns_are_used_up_is_told_with_its_runs(second, end):
    last = state(second=second, turn_limit=2, pile="20 2 3")
    assert end in told(last, *REJECTING)


def test_a_first_view_is_no_news():
    assert sentences(None, seen(state()), NAMES, 1) == ()


def test_the_newest_is_the_brick_in_hand_or_the_last_turn():
    drawn = play(state(), "take pile")
    assert newest(seen(state()), seen(drawn), NAMES, 1) == ("You drew 20. Choose a slot for it, or x rejects it.",)
    taken = play(state(), "take discard")
    assert newest(seen(state()), seen(taken), NAMES, 1) == ("You took 41. Choose a slot for it.",)
    placed = play(drawn, "place 4")
    assert newest(seen(drawn), seen(placed), NAMES, 1) == ("You put 20 into slot 4 and threw away 12.",)
    assert newest(None, seen(placed), NAMES, 1) == ("You drew 20 from the pile, kept it and threw away 12.",)
    assert newest(seen(drawn, 0), seen(placed, 0), NAMES, 0) == (
        "ana drew a brick from the pile, kept it and threw away 12.",
    )
    assert newest(None, seen(state()), NAMES, 1) == ()


def test_the_position_is_said_with_what_there_is_to_do():
    assert say(seen(state()), NAMES, 1) == (
        "Tower Blaster, turn 2.",
        "Your tower from the top: 4, 9, 17, 12, 24, 31, 44, 38, 52, 57. 2 bricks left to fix.",
        "41 lies on the discard pile, and 5 bricks in the main pile.",
        "It is your turn: take discard, or take pile.",
    )


def test_the_brick_in_hand_is_said_with_where_it_helps():
    assert say(seen(play(state(), "take pile")), NAMES, 1)[-3:] == (
        "You drew 20 from the pile.",
        "20 helps only in slot 4.",
        "Choose a slot for it, or reject it.",
    )


def test_who_waits_is_told_for_whom():
    assert say(seen(state(), 0), NAMES, 0)[-1] == "ana is on turn."
    assert say(seen(play(state(), "take pile"), 0), NAMES, 0)[-1] == "ana holds a brick."
    taken = seen(play(state(), "take discard"), 0)
    assert say(taken, NAMES, 0)[-1] == "ana holds 41."


def test_what_everyone_saw_of_the_other_side_is_said():
    after = play(table(), *TAKING)
    assert taken_by(seen(after), 0) == (1,)
    assert "careful has 1 from the discard pile." in say(seen(after), NAMES, 1)
    opened = table(dealt=bricks(UPSIDE_DOWN))
    assert "careful was dealt, from the top: 60, 54, 48, 42, 36, 30, 24, 18, 12, 6." in say(seen(opened), NAMES, 1)


def test_an_empty_discard_pile_is_said():
    taken = play(table(discard="1"), "take discard")
    assert "The discard pile is empty, and 39 bricks in the main pile." in say(seen(taken), NAMES, 1)


def test_a_game_given_up_has_no_result_of_its_own_and_both_towers_are_said():
    before, after = seen(state()), final(state(), 1)
    said = sentences(before, after, NAMES, 1)
    assert not any("The game is over" in sentence for sentence in said)
    assert sum("tower" in sentence for sentence in said) == 2


def test_at_the_end_both_towers_are_said():
    said = say(seen(state(second=STABLE), None), NAMES, None)
    assert said == (
        "Tower Blaster, turn 1.",
        "careful's tower from the top: 60, 54, 48, 42, 36, 30, 24, 18, 12, 6. 9 bricks left to fix.",
        "ana's tower from the top: 2, 7, 13, 20, 26, 31, 38, 44, 50, 57. It is stable.",
    )


def test_the_past_is_told_by_turns():
    after = seen(play(state(), *KEEPING, *TAKING))
    second = ("Turn 2.", "You drew 20 from the pile, kept it and threw away 12.")
    third = ("Turn 3.", "careful took 12 from the discard pile and threw away 60.")
    assert show(after, NAMES, 1, "2") == second
    assert show(after, NAMES, 1, "") == (*second, *third)


def test_where_a_brick_helps_is_said_for_any_number_of_slots():
    assert helps(bricks(STABLE), 27) == "27 helps in no slot."
    assert helps(bricks("60 59 20 27 34 40 45 50 54 57"), 5) == "5 helps in slots 1 and 2."


def test_the_status_is_the_turn():
    assert status(seen(state()), 1) == "turn 2"


@pytest.mark.parametrize(
    ("move", "key"), [("take discard", "d"), ("take pile", "p"), ("place 4", "4"), ("place 10", "0"), ("reject", "x")]
)
def test_every_move_has_its_key(move, key):
    assert keys_for(seen(state()), move) == key
