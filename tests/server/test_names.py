"""What a player may be called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server import names


@pytest.mark.parametrize("name", ["ann", "Ann-Marie_2", "Zoë", "李小龍", "Ωμέγα", "x" * 16, "字" * 8])
def test_letters_digits_and_two_signs_make_a_name(name):
    assert names.accepted(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 17,
        "字" * 9,
        "two words",
        "a.b",
        "a\nb",
        "\x1b[31m",
        "a\u200bb",
        "a\u202eb",
        "🂡",
        "a\u0301\u0301",
    ],
)
def test_nothing_else_does(name):
    with pytest.raises(names.BadName, match="1 to 16 letters"):
        names.accepted(name)


def test_space_around_a_name_is_no_part_of_it():
    assert names.accepted("  ann\t") == "ann"


def test_a_letter_and_its_accent_are_the_same_name_however_written():
    assert names.accepted("Zoe\u0308") == names.accepted("Zoë") == "Zoë"


@pytest.mark.parametrize(("one", "other"), [("Ann", "aNN"), ("straße", "STRASSE"), ("ann", "ａｎｎ"), ("x2", "x²")])
def test_names_too_alike_are_folded_into_one(one, other):
    assert names.folded(one) == names.folded(other)


def test_different_names_stay_apart():
    assert names.folded("ann") != names.folded("anna")


@pytest.mark.parametrize(
    ("name", "number", "longer"),
    [("ann", 2, "ann2"), ("x" * 16, 10, "x" * 14 + "10"), ("字" * 8, 7, "字" * 7 + "7")],
)
def test_a_number_behind_a_name_leaves_it_a_name(name, number, longer):
    assert names.numbered(name, number) == longer


@given(st.text(max_size=20), st.integers(2, 10**9))
def test_a_name_is_accepted_again_and_so_is_it_with_a_number(text, number):
    try:
        name = names.accepted(text)
    except names.BadName:
        return
    assert names.accepted(name) == name
    assert names.columns(names.accepted(names.numbered(name, number))) <= names.NAME_COLUMNS
