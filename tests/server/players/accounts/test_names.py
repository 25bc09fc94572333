"""What a player may be called."""

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from server.players.accounts import names


@pytest.mark.parametrize(
    "name",
    ["ann", "Ann-Marie_2", "Zoë", "Анна2", "李小龍", "Ωμέγα", "अनिता", "ابو", "한글", "x" * 16, "字" * 8, "é\u0302"],
)
def test_letters_digits_and_two_signs_make_a_name(name):
    assert names.normalize_name(name) == name


PEOPLE = """
Jürgen Zoë Łukasz Sørensen Þór Iñaki İbrahim Nguyễn Ståle Даша Світлана Ђорђе Αννα Γιώργος Արամ ნინო דנה أحمد ابو٣ 太郎
さくら カナ 李小龍 민수 अनिता राम२ ನಂದಿನಿ தமிழ் తెలుగు മലയാളം ગીતા ਗੁਰਪ੍ਰੀਤ ලක්මල් สมชาย ລາວ សុខា འབྲུག အောင် አበበ ދިވެހި শিলা ଓଡ଼ିଆ
"""


@pytest.mark.parametrize("name", PEOPLE.split())
def test_people_everywhere_go_by_their_names(name):
    assert names.normalize_name(name) == normalize("NFC", name)
    assert not names.is_reserved(name)


REFUSED = {
    "yours is empty": ["", "   "],
    "yours is longer": ["x" * 17, "字" * 9],
    "a space is not allowed": ["two words"],
    r"'\.' is not allowed": ["a.b"],
    r"'🂡' is not allowed": ["🂡"],
    r"U\+000A is not allowed": ["a\nb"],
    r"U\+001B is not allowed": ["\x1b[31m"],
    r"U\+200B is not allowed": ["a\u200bb"],
    r"U\+202E is not allowed": ["a\u202eb"],
    r"U\+3164 is not allowed": ["\u3164"],
    "at most two on each": ["a\u0301\u0302\u0303\u0304", "\u0301a"],
    "use at least one letter or digit": ["--", "-_-"],
    "Cyrillic and Latin together": ["аna"],
    "East Asian and Greek and Latin": ["ana東京Ω"],
    "everyday use, and Lisu is not one": ["ꓐꓳꓐ", "ꓮꓠꓠ", "ꓔꓳꓟ", "ꓢꓬꓢꓔꓰꓟ", "ꓬꓳꓴ"],
    "everyday use, and Cherokee is not one": ["ᏚᎬᎡᏙᎬᎡ", "ᎪᏞᏆᏟᎬ"],
    "everyday use, and Canadian is not one": ["ᗪᗩᐯᗴ"],
    "everyday use, and Coptic is not one": ["ⲥⲟⲥⲟ"],
    "everyday use, and Runic is not one": ["ᚠᚢᚦ"],
    "digits must be 0 to 9": ["b๐b", "b०b", "b௦b", "ابو٣x"],
    "must use one script": ["anα", "anա", "АннаΩ", "李Ж", "zoë李", "ابוב"],
}


@pytest.mark.parametrize(("name", "why"), [(name, why) for why, wrong in REFUSED.items() for name in wrong])
def test_who_is_refused_a_name_is_told_what_is_wrong_with_it(name, why):
    with pytest.raises(names.InvalidNameError, match=why):
        names.normalize_name(name)


@pytest.mark.parametrize("name", ["ana東京", "はじめ漢字カナ", "한국漢字", "ana_ابو", "Анна-2", "ana2"])
def test_letters_that_nobody_takes_for_each_other_stand_together(name):
    assert names.normalize_name(name) == name


def test_space_around_a_name_is_no_part_of_it():
    assert names.normalize_name("  ann\t") == "ann"


def test_a_letter_and_its_accent_are_the_same_name_however_written():
    assert names.normalize_name("Zoe\u0308") == names.normalize_name("Zoë") == "Zoë"


@pytest.mark.parametrize(
    "name",
    [
        "You",
        "server",
        "SERVER",
        "N0body",
        "ΥΟυ",
        "ΥΟU",
        "ꓢꓬꓢꓔꓰꓟ",
        "ꓬꓳꓴ",
        "ᏚᎬᎡᏙᎬᎡ",
        "systern",
        "5erver".replace("5", "ꜱ"),
    ],
)
def test_a_name_of_the_house_is_known_however_it_is_written(name):
    assert names.is_reserved(name)


@pytest.mark.parametrize(
    ("name", "number", "longer"),
    [("ann", 2, "ann2"), ("x" * 16, 10, "x" * 14 + "10"), ("字" * 8, 7, "字" * 7 + "7")],
)
def test_a_number_behind_a_name_leaves_it_a_name(name, number, longer):
    assert names.with_number(name, number) == longer


@given(st.text(max_size=20), st.integers(2, 10**9))
def test_a_name_is_accepted_again_and_so_is_it_with_a_number(text, number):
    try:
        name = names.normalize_name(text)
    except names.InvalidNameError:
        return
    assert names.normalize_name(name) == name
    assert names.columns(names.normalize_name(names.with_number(name, number))) <= names.NAME_COLUMNS


@given(st.text(max_size=20))
def test_a_terminal_shows_a_name_as_wide_as_it_is_taken_for(text):
    try:
        name = names.normalize_name(text)
    except names.InvalidNameError:
        return
    assert wcswidth(name) == names.columns(name)
