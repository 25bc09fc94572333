"""Moving one card: every sentence of the rules about it, and how moves are written."""

from __future__ import annotations

import pytest

from engines.cards import Card
from engines.game import UnreadableMoveError
from engines.streets_and_alleys.moves import (
    Again,
    Build,
    Lower,
    Raise,
    Redo,
    Undo,
    apply_move,
    brief,
    fits,
    invert,
    moves,
    read,
    read_line,
    refusal,
    text,
)
from tests.support.games.streets import COMMANDS, layout, pile

BUILDS = [Build(source, target) for source in range(8) for target in range(8)]
RAISES = [Raise(source, target) for source in range(8) for target in range(4)]
LOWERS = [Lower(source, target) for source in range(4) for target in range(8)]


def after(at, move):
    assert refusal(at, read(move)) is None
    return apply_move(at, read(move))


def refused(at, move):
    why = refusal(at, read(move))
    assert why is not None
    return why


# From pile to pile.


@pytest.mark.parametrize(
    ("card", "end"),
    [("7S", "8S"), ("7S", "8C"), ("7S", "8H"), ("7S", "8D"), ("10D", "JC"), ("JC", "QH"), ("QH", "KS"), ("AS", "2D")],
)
def test_a_card_goes_on_a_card_exactly_one_higher_of_any_suit(card, end):
    assert after(layout(f"KC {card}", f"2D {end}"), "MTT 0 1") == layout("KC", f"2D {end} {card}")


@pytest.mark.parametrize(
    ("card", "end", "higher"),
    [*(("7S", end, 8) for end in ("7H", "6S", "9S", "KS", "AH")), ("AS", "KH", 2), ("2D", "8H", 3)],
)
def test_a_card_goes_on_no_other_card(card, end, higher):
    why = f"The {Card.read(card)} can't go on the {Card.read(end)}: it goes on any {higher}."
    assert refused(layout(f"8H {card}", end), "MTT 0 1") == why


@pytest.mark.parametrize("card", ["KH", "7S", "AD"])
def test_any_card_goes_to_an_empty_pile(card):
    assert after(layout(f"2C {card}"), "MTT 0 5") == layout("2C", "", "", "", "", card)


@pytest.mark.parametrize("end", ["AS", "2H", "QH", "KD"])
def test_a_king_goes_only_to_an_empty_pile(end):
    assert refused(layout("KS", end), "MTT 0 1") == "The K♠ can only go to an empty pile."


@pytest.mark.parametrize("target", ["MTT 2 1", "MTT 2 3", "MTT 2 2", "MTF 2 0", "MTF 2 1"])
def test_an_empty_source_is_refused_even_onto_an_empty_pile_or_foundation(target):
    assert refused(layout("5S", "6S", foundations="- AH - -"), target) == "Pile 2 is empty."


@pytest.mark.parametrize("cards", ["5S", "6S 5S", "KH"])
def test_a_pile_onto_itself_is_refused(cards):
    assert refused(layout(cards), "MTT 0 0") == "A card can't go onto its own pile."


# From pile to foundation.


@pytest.mark.parametrize("foundation", range(4))
@pytest.mark.parametrize("ace", ["AC", "AS", "AD", "AH"])
def test_an_ace_goes_to_any_empty_foundation(ace, foundation):
    tops = ["-"] * 4
    tops[foundation] = ace
    assert after(layout(f"5S {ace}"), f"MTF 0 {foundation}") == layout("5S", foundations=" ".join(tops))


@pytest.mark.parametrize(("top", "card"), [("AS", "2S"), ("9D", "10D"), ("10D", "JD"), ("QC", "KC")])
def test_the_next_rank_of_the_same_suit_goes_to_a_foundation(top, card):
    assert after(layout(f"3H {card}", foundations=f"- {top} - -"), "MTF 0 1") == layout(
        "3H", foundations=f"- {card} - -"
    )


@pytest.mark.parametrize(
    ("card", "top", "why"),
    [
        ("2H", "-", "The 2♥ can't start a foundation: only an ace can."),
        ("KH", "-", "The K♥ can't start a foundation: only an ace can."),
        ("10S", "8S", "The 10♠ can't go on the 8♠: it goes on the 9♠."),
        ("3S", "AS", "The 3♠ can't go on the A♠: it goes on the 2♠."),
        ("2H", "AS", "The 2♥ can't go on the A♠: it goes on the A♥."),
        ("KS", "AS", "The K♠ can't go on the A♠: it goes on the Q♠."),
        ("AS", "AH", "The A♠ needs an empty foundation, and this one is up to the A♥."),
    ],
)
def test_nothing_else_goes_to_a_foundation(card, top, why):
    assert refused(layout(card, foundations=f"{top} - - -"), "MTF 0 0") == why


# From foundation to pile.


def test_the_top_of_a_foundation_goes_back_under_the_rules_of_piles():
    at = layout("9H", "KD", foundations="- - 8S AC")
    assert after(at, "MFT 2 0") == layout("9H 8S", "KD", foundations="- - 7S AC")
    assert after(at, "MFT 2 7") == layout("9H", "KD", "", "", "", "", "", "8S", foundations="- - 7S AC")
    assert refused(at, "MFT 2 1") == "The 8♠ can't go on the K♦: it goes on any 9."


def test_a_foundation_whose_ace_goes_back_is_empty_and_any_ace_may_begin_it_again():
    at = after(layout("2H", "AD", foundations="AS - - -"), "MFT 0 0")
    assert at == layout("2H AS", "AD")
    assert after(at, "MTF 1 0") == layout("2H AS", foundations="AD - - -")


def test_a_king_goes_back_only_to_an_empty_pile():
    at = layout("AS", foundations="KH - - -")
    assert refused(at, "MFT 0 0") == "The K♥ can only go to an empty pile."
    assert after(at, "MFT 0 1") == layout("AS", "KH", foundations="QH - - -")


@pytest.mark.parametrize("target", [0, 1])
def test_nothing_goes_back_from_an_empty_foundation(target):
    assert refused(layout("5S", foundations="AH - - -"), f"MFT 3 {target}") == "Foundation 3 is empty."


# Places that are not there.


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        (("MTT 8 0", "MTT 0 8", "MTT 8 8", "MTF 8 0", "MFT 0 8", "MFT 3 8"), "pile 8; piles are 0 to 7."),
        (("MTF 0 4", "MFT 4 0", "MFT 4 8"), "foundation 4; foundations are 0 to 3."),
    ],
)
def test_there_is_no_ninth_pile_and_no_fifth_foundation(moves, why):
    at = layout("5S", foundations="AS AH AD AC")
    assert {refused(at, move) for move in moves} == {f"There's no {why}"}


# All of them.


POSITIONS = {
    "an ace at an end": layout("5S AH", "6D", "2C"),
    "all but a king": layout("KS", foundations="KH KC KD QS"),
    "nothing to do": layout("2S", "4S", "6S", "8S", "10S", "QS", "2H", "4H"),
    "a full table": layout("2S", "3S", "4H", "9H", "10D", "JC", "KC", "QC", foundations="AS - 3H 8H"),
}


@pytest.mark.parametrize("at", POSITIONS.values(), ids=POSITIONS)
def test_the_moves_are_those_that_are_not_refused_each_once(at):
    found = list(moves(at))
    assert found == [move for move in (*RAISES, *BUILDS, *LOWERS) if refusal(at, move) is None]


def test_some_layouts_have_no_move():
    assert list(moves(POSITIONS["nothing to do"])) == []


def test_an_inverted_move_puts_the_card_back():
    tried = [(at, move) for at in POSITIONS.values() for move in moves(at)]
    assert [at for at, move in tried if apply_move(apply_move(at, move), invert(move)) != at] == []
    assert [move for _, move in tried if invert(invert(move)) != move] == []
    assert len(tried) > len(POSITIONS)


def test_a_move_back_may_be_one_that_the_rules_forbid():
    at = layout("5S AH")
    back = invert(Raise(0, 1))
    assert refusal(apply_move(at, Raise(0, 1)), back) == "The A♥ can't go on the 5♠: it goes on any 2."


@pytest.mark.parametrize(("card", "cards", "does"), [("5S", "", True), ("5S", "9H 6D", True), ("5S", "6D 9H", False)])
def test_a_card_fits_an_empty_pile_or_an_end_one_higher(card, cards, does):
    assert fits(Card.read(card), pile(cards)) == does


# Texts.


@pytest.mark.parametrize(
    ("move", "written"),
    [
        (Build(0, 7), "MTT 0 7"),
        (Raise(3, 2), "MTF 3 2"),
        (Lower(2, 4), "MFT 2 4"),
        (Build(8, 99), "MTT 8 99"),
        (Undo(), "U"),
        (Redo(), "Y"),
        (Again(), "again"),
    ],
)
def test_a_move_has_one_text(move, written):
    assert text(move) == written
    assert read(written) == move


@pytest.mark.parametrize(
    "written",
    ["", "MTT", "MTT 0", "mtt 0 1", "MTT 0 1 2", "MTT  0 1", "MTT 0 1 ", " MTT 0 1", "MTT 00 1", "MTT -1 1",
     "MTT 0 100", "MTT 0 ١", "MTT a 1", "MFF 0 1", "u", "y", "Again", "R", "H", "Q", "U\n", "MTT 0 1\n", "x" * 1000],
)  # fmt: skip
def test_any_other_text_is_no_move(written):
    with pytest.raises(
        UnreadableMoveError, match="is not a move of Streets and Alleys; a move is 'MTT 0 1'"
    ) as refused:
        read(written)
    assert len(str(refused.value)) < 250


def test_every_command_is_read_and_written_the_same():
    assert [text(read(command)) for command in COMMANDS] == list(COMMANDS)


def test_a_line_has_two_characters_a_move_and_tells_them_all():
    every = (*BUILDS, *RAISES, *LOWERS)
    line = "".join(map(brief, every))
    assert len(line) == 2 * len(every)
    assert read_line(line) == every
    assert read_line("") == ()
