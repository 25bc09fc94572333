"""Whatever a server sends is cleaned, wherever in a message it stands."""

import msgspec

from client.drawing.sanitize import clean
from protocol import messages as m
from tests.support.builders.tables import war_table, war_view

EVIL = "\x1b]0;mine\x07"
SHOWN = "�]0;mine�"


def test_a_text_is_cleaned_in_a_field_in_a_part_in_a_list_in_a_map_and_as_a_key():
    chair = m.SeatInfo(kind="person", name=EVIL, won=0)
    table = msgspec.structs.replace(
        war_table(war_view()), host=EVIL, chairs=(chair,), view={EVIL: [1, {"log": [EVIL, 2]}]}
    )
    shown = clean(table)
    assert (shown.host, shown.chairs[0].name) == (SHOWN, SHOWN)
    assert shown.view == {SHOWN: [1, {"log": [SHOWN, 2]}]}


def test_what_has_nothing_to_clean_is_the_same_value_and_no_copy():
    table = war_table(war_view())
    assert clean(table) is table


def test_types_stay_as_they_are():
    assert clean(m.Notice(text=EVIL)) == m.Notice(text=SHOWN)
    listing = clean(msgspec.structs.replace(war_table(war_view()), options={"a": (1, EVIL), "b": [1.5, None, True]}))
    assert listing.options == {"a": (1, SHOWN), "b": [1.5, None, True]}
