"""The start and end of every client program."""

import shlex
from dataclasses import replace

import pytest

from client.cli.bootstrap import Bootstrap, goodbye
from client.net.identity.identity import guest_identity, identity
from client.settings import Settings
from client.state.exit_codes import ExitCode
from client.state.fold import fold
from client.state.store import Store
from tests.support.builders.tables import war_table, war_view


@pytest.fixture
def start(tmp_path):
    return Bootstrap(Settings(name="a b"), identity(tmp_path, "ws://a", "a b"), "ws://a", "")


AT_TABLE = fold(Store(), war_table(war_view()), 0.0)


@pytest.mark.parametrize("code", [ExitCode.OK, ExitCode.INTERRUPTED])
def test_who_leaves_a_seat_is_told_how_to_come_back_in_a_line_that_can_be_pasted(start, code, capsys):
    seated = replace(AT_TABLE, name=start.identity.load().name)
    assert goodbye(start, seated, code) == code
    assert shlex.split(capsys.readouterr().err)[-3:] == ["resume", "--name", "a b"]


def test_who_has_no_seat_or_cannot_come_back_is_told_of_none(start, capsys):
    name = start.identity.load().name
    guest = replace(start, identity=guest_identity(start.identity, None))
    for leaving, store, code in (
        (start, replace(AT_TABLE, name=name, rooms={}), ExitCode.INTERRUPTED),
        (start, replace(AT_TABLE, name=name), ExitCode.UNREACHABLE),
        (guest, AT_TABLE, ExitCode.INTERRUPTED),
    ):
        goodbye(leaving, store, code)
    assert capsys.readouterr().err == ""
