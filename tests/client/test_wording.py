import pytest

from client.wording import called, capital, chosen, count, listed, verb, whose, within


def test_ones_own_name_is_you():
    assert called(("ana", "ben"), 1) == ("ana", "You")
    assert called(("ana", "ben"), None) == ("ana", "ben")


def test_a_verb_agrees_with_its_subject():
    assert verb("You", "have", "has") == "You have"
    assert verb("ana", "have", "has") == "ana has"


def test_a_subject_stands_differently_inside_a_sentence_and_before_what_it_owns():
    assert (within("You"), within("ana")) == ("you", "ana")
    assert (whose("You"), whose("ana")) == ("Your", "ana's")


def test_a_number_agrees_with_its_noun():
    assert (count(1, "card"), count(0, "card"), count(2, "card")) == ("1 card", "0 cards", "2 cards")


def test_a_list_ends_with_and():
    assert (listed([4]), listed([4, 9]), listed([4, 9, 17])) == ("4", "4 and 9", "4, 9 and 17")


def test_the_past_is_told_by_a_number_or_whole():
    told = {3: ("Turn 3.", "Out."), 4: ("Turn 4.",)}
    assert chosen(told, "3") == ("Turn 3.", "Out.")
    assert chosen(told, "") == ("Turn 3.", "Out.", "Turn 4.")


@pytest.mark.parametrize("number", ["5", "-3", "x", "3 4"])
def test_a_number_of_nothing_is_answered_with_those_that_are(number):
    with pytest.raises(ValueError, match=r"takes a number from 3 to 4\.$"):
        chosen({3: ("Out.",), 4: ("Out.",)}, number)
    with pytest.raises(ValueError, match=r"^Nothing has been played yet\.$"):
        chosen({}, number)


def test_a_sentence_begins_with_a_capital():
    assert (capital("clubs win"), capital("")) == ("Clubs win", "")
