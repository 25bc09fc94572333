import io
import json
import os
from pathlib import Path

import pytest

from client.drawing.output import line_of, tell
from tests.support.golden.sentences import for_each, golden_test


def test_a_reader_that_has_gone_is_noticed_and_then_forgotten() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as out:
        assert not tell(out, "flip\n")
        assert tell(out, "flip\n")


def test_a_disk_that_is_full_is_told_once_and_then_forgotten() -> None:
    with Path("/dev/full").open("w") as out:
        with pytest.raises(OSError, match="No space left"):
            tell(out, "flip\n")
        assert tell(out, "flip\n")


SAID = {
    "a text is written at once": lambda: (tell((out := io.StringIO()), "flip\n"), out.getvalue()),
    "a line of json holds nothing that a terminal would obey": lambda: for_each(
        lambda odd: ((line := line_of({"said": f"grüße {odd}"})).isprintable(), json.loads(line)),
        ["\x07", "\x1b[2J", "\x85", "\u202e", "\u200b", "\U000e0041"],
    ),
}

test_said = golden_test(__name__, SAID)
