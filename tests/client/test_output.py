import io
import json
import os
from pathlib import Path

import pytest

from client.output import line_of, tell


def test_a_text_is_written_at_once() -> None:
    out = io.StringIO()
    assert tell(out, "flip\n")
    assert out.getvalue() == "flip\n"


def test_a_reader_that_has_gone_is_noticed_and_then_forgotten() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as out:
        assert not tell(out, "flip\n")
        assert tell(out, "flip\n")


@pytest.mark.parametrize("odd", ["\x07", "\x1b[2J", "\x85", "\u202e", "\u200b", "\U000e0041"])
def test_a_line_of_json_holds_nothing_that_a_terminal_would_obey(odd):
    line = line_of({"said": f"grüße {odd}"})
    assert line.isprintable()
    assert json.loads(line) == {"said": f"grüße {odd}"}


def test_a_disk_that_is_full_is_told_once_and_then_forgotten() -> None:
    with Path("/dev/full").open("w") as out:
        with pytest.raises(OSError, match="No space left"):
            tell(out, "flip\n")
        assert tell(out, "flip\n")
