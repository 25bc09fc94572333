"""The program that prints every position of a saved game."""

from __future__ import annotations

import msgspec
import pytest

from protocol import messages as m
from server.tools.review import main
from tests.support.golden.reviews import filed, reviewed, saved


@pytest.mark.parametrize(("arguments", "seat"), [((), None), (("--seat", "1"), 1)])
def test_every_position_is_a_line(tmp_path, capsys, arguments, seat):
    assert main([str(filed(tmp_path)), *arguments]) == 0
    lines = capsys.readouterr().out.splitlines()
    printed = [msgspec.json.decode(line, type=m.Table) for line in lines]
    assert len(printed) == saved().transcript.count + 1
    assert printed == [msgspec.json.decode(line, type=m.Table) for line in reviewed(seat=seat).positions]


def test_a_game_that_cannot_be_played_again_is_complained_of(tmp_path, capsys):
    kept = saved()
    broken = msgspec.structs.replace(kept, transcript=msgspec.structs.replace(kept.transcript, version=99))
    path = tmp_path / "broken.json"
    path.write_bytes(msgspec.json.encode(broken))
    assert main([str(path)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "version 99" in told.err


def test_what_is_no_saved_game_is_complained_of(tmp_path, capsys):
    path = tmp_path / "other.json"
    path.write_text("{}")
    assert main([str(path)]) == 2
    assert main([str(tmp_path / "none.json")]) == 2
    assert capsys.readouterr().out == ""
