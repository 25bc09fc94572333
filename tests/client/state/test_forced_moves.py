"""Which move makes itself, and where one has to choose."""

from client.state.forced_moves import forced_move, needs_decision
from client.state.store import Sent, fold
from protocol import messages as m
from tests.support.builders.stores import table_store
from tests.support.builders.tables import war_table, war_view
from tests.support.games.street_tables import street, street_table
from tests.support.games.streets import layout


def test_a_move_without_a_choice_makes_itself():
    assert forced_move(table_store(war_table(war_view(), turn=(0, 1))).seated) == "flip"
    assert forced_move(table_store(street_table(street(layout("3D", "4H")))).seated) is None
    assert forced_move(table_store(war_table(war_view(), game="chess")).seated) is None


def test_whoever_waits_has_nothing_to_decide():
    assert not needs_decision(table_store(war_table(war_view(flipped=(True, False)), turn=(1,))).seated)
    sent = Sent(m.Play(room="KQFM", number=1, ply=0, move="MTT 0 1"))
    assert not needs_decision(fold(table_store(street_table(street(layout("3D", "4H")))), sent, 1.0).seated)
