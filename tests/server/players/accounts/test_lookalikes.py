"""Which names look alike."""

from itertools import combinations
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.players.accounts.lookalikes import TABLE, fold, keys, skeleton
from tests.support.structure.confusables import heading_of, write_table


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "aNN"),
        ("straße", "STRASSE"),
        ("ann", "ａｎｎ"),
        ("ann", "𝐚𝐧𝐧"),
        ("x2", "x²"),
        ("bill", "biII"),
        ("bill", "b1ll"),
        ("bob", "B0B"),
        ("coco", "сосо"),
        ("ANA", "ΑΝΑ"),
        ("SUSO", "ՏՍՏՕ"),
        ("WAR", "ᎳᎪᏒ"),
        ("q", "q\u0302"),
        ("BOB", "ꓐꓳꓐ"),
        ("ANN", "ꓮꓠꓠ"),
        ("TOM", "ꓔꓳꓟ"),
        ("coco", "ⲥⲟⲥⲟ"),
        ("bob", "b๐b"),
        ("bob", "b०b"),
        ("bob", "b௦b"),
        ("alice", "aǀice"),
        ("sam", "ꜱam"),
        ("rob", "ʀᴏʙ"),
        ("modern", "rnodern"),
        ("will", "vvill"),
        ("राम2", "राम२"),
        ("Νίνα", "νίνα"),
        ("NINA", "ΝΙΝΑ"),
        ("viva", "νινα"),
        ("דנה", "דנ\u05b8ה"),
    ],
)
def test_names_too_alike_share_a_key(one, other):
    assert keys(one) & keys(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ann", "anna"),
        ("ann", "Zoë"),
        ("zoe", "zoë"),
        ("Жора", "Xopa"),
        ("Αννα", "Anna"),
        ("Łukasz", "Lukasz"),
        ("नीता", "नेता"),
        ("நீலா", "நிலா"),
        ("Clara", "dara"),
        ("民", "氏"),
    ],
)
def test_different_names_stay_apart(one, other):
    assert not keys(one) & keys(other)


PEOPLE = """
Anna Anne Hannah Nina Lina Mina Emma Emil Emily Ella Bella Clara Lara Tara Sara Maria Marie Mario Marco Tim Tom Jim
Jürgen Jörg Jan Jana Zoë Zoe Łukasz Lukas Sören Søren Даша Маша Саша Миша Нина Инна Анна Яна Оля Юля Коля Толя
Αννα Άννα Ελένη Νίκος Γιώργος Μαρία דנה דינה דן רון רותם أحمد محمد محمود علي عمر 太郎 次郎 三郎 花子 さくら 민수 민지
수민 지민 지수 ನಂದಿನಿ ನಂದನ अनिता अमिता सुनीता राम रमा
"""


def test_no_two_of_many_ordinary_names_are_taken_for_each_other():
    assert [(one, other) for one, other in combinations(PEOPLE.split(), 2) if keys(one) & keys(other)] == []


def test_every_hangul_syllable_stays_apart():
    syllables = [chr(code) for code in range(0xAC00, 0xD7A4)]
    assert len(set(map(fold, syllables))) == len(syllables)


def test_the_table_is_what_its_script_writes():
    table = TABLE.read_text(encoding="utf-8")
    lines = [line for line in table.splitlines() if not line.startswith("#")]
    chars = [chr(int(number, 16)) for line in lines for number in line.split(":")[1].split()]
    assert len(chars) == len(set(chars)) > 2000
    assert write_table(heading_of(table), chars, skeleton) == table


# Of UTS #39, section 4, and of the lines of its confusables.txt.
@pytest.mark.parametrize(
    ("text", "look"),
    [
        ("m", "rn"),
        ("1", "l"),
        ("0", "O"),
        ("I", "l"),
        ("раураl", "paypal"),
        ("ѕсоре", "scope"),
        ("ӕ", "ae"),
        ("ɑ", "a"),
    ],
)
def test_a_skeleton_is_as_unicode_says(text, look):
    assert skeleton(text) == look


@given(st.text(max_size=16))
def test_a_name_in_small_letters_or_in_parts_is_the_same_name(text):
    assert fold(text) in keys(text)
    assert keys(text) & keys(text.casefold())
    assert keys(text) & keys(normalize("NFD", text))
