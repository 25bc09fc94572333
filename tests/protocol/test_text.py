"""Cleaned text shows what people wrote, and does nothing else to the screen."""

from time import process_time
from unicodedata import category, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.text import MARKS_MAX, PLACEHOLDER, clean_text, graphemes, is_clean, is_mark


@pytest.mark.parametrize(
    "text", ["", "ana", "gg hal!", "Zoë", "漢字 ♣", "Анна: привет", "نعم", "नमस्ते", "한글", "▒█ ┌─┐", "<b>%s{0}</b>"]
)
def test_what_people_write_to_each_other_stays_as_it_is(text):
    assert clean_text(text) == text
    assert is_clean(text)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("a\x1b[2Jb", "a�[2Jb"),
        ("\x07\x00\x7f\x9b31m", "����31m"),
        ("ana\u202ebob\u2066\u200f", "ana�bob��"),
        ("a\u200bb\ufeff\u2060", "a�b��"),
        ("\ue000\U000e0041\u0378\ufdd0", "����"),
        ("one\u2028two\u2029three", "one�two�three"),
        ("\u115f\u1160\u3164\uffa0\u2800", "�����"),
    ],
)
def test_what_controls_or_stands_for_nothing_is_replaced(written, shown):
    assert clean_text(written) == shown
    assert not is_clean(written)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        pytest.param("e\u0301", "é", id="one-normal-form"),
        pytest.param("two\nlines\tand\xa0more\u3000", "two lines and more ", id="spaces-of-every-kind"),
        pytest.param("👨\u200d👩\u200d👧", "👨👩👧", id="joined-pictures"),
        pytest.param("👋🏽", "👋", id="skins"),
        pytest.param("❤\ufe0f", "❤", id="selectors"),
        pytest.param("🇩🇪", "DE", id="flags"),
        pytest.param("co\u00adop", "coop", id="soft-hyphens"),
        pytest.param("می\u200cخواهم", "میخواهم", id="letters-kept-apart"),
        pytest.param("q" + "\u0301" * 40, "q\u0301\u0301", id="two-marks-to-a-letter"),
        pytest.param("\u0301a", "a", id="no-mark-on-nothing"),
        pytest.param("a \u0301b", "a b", id="no-mark-on-a-space"),
        pytest.param("\x1b\u0301b", "�b", id="no-mark-on-what-is-replaced"),
        pytest.param("\u1100" + "\u1161" * 9, "\uac00\u1161\u1161", id="vowels-are-marks"),
    ],
)
def test_what_is_written_in_several_ways_is_shown_in_the_plainest(written, shown):
    assert clean_text(written) == shown


def test_a_long_pile_of_marks_takes_no_long_time():
    text = "a" + "\u0315\u0300\u0316" * 5_000
    begun = process_time()
    assert clean_text(text) == normalize("NFC", "a\u0315\u0300\u0316\u0315\u0300\u0316\u0315\u0300")[:3]
    assert process_time() - begun < 0.5


@given(st.text(st.characters(codec=None)))
def test_what_is_cleaned_is_clean(text):
    shown = clean_text(text)
    assert clean_text(shown) == shown == normalize("NFC", shown)
    assert not {category(char) for char in shown} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert shown.encode().decode() == shown


@given(st.text(st.sampled_from("aé \u0301\u0316\u200d\u115f\u1161\u1100\x1b字")))
def test_marks_stand_on_letters_and_never_more_than_two(text):
    run = 0
    for before, char in zip(f" {clean_text(text)}", clean_text(text), strict=False):
        run = run + 1 if is_mark(char) else 0
        assert run <= MARKS_MAX
        assert not (run and before in (" ", PLACEHOLDER))


@pytest.mark.parametrize(("text", "count"), [("", 0), ("gg", 2), ("漢字", 2), ("q\u0301\u0302x", 2), ("अनिता", 3)])
def test_a_letter_with_its_marks_is_one_character(text, count):
    assert graphemes(text) == count
