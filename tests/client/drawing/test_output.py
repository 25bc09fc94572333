import io
import json
import os
from pathlib import Path

import pytest

from client.drawing.output import columns_of, in_lines, line_of, tell
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


@pytest.mark.parametrize("width", [20, 60, 80])
def test_on_a_terminal_no_word_is_broken_and_none_is_lost(width):
    sentence = "wise-20 (hard): Looks at twenty moves, and at what each brings, costs and leaves the others."
    lines = in_lines(sentence, width)
    assert " ".join(lines) == sentence
    assert max(map(len, lines)) <= width


@pytest.mark.parametrize("width", [20, 40, 60, 80])
def test_what_is_last_in_a_listing_stays_in_its_column_or_goes_below_the_others(width):
    listed = "  wise-20 (hard)  12  Looks at twenty moves, and at what each brings, costs and leaves the others."
    lines = in_lines(listed, width)
    assert max(map(len, lines)) <= width
    assert " ".join(" ".join(lines).split()) == " ".join(listed.split())
    indents = {len(line) - len(line.lstrip()) for line in lines[1:]}
    assert indents == {listed.index("Looks") if width >= 40 else 6}


@pytest.mark.parametrize(
    "said", ["This machine: parlour join localhost:40123 KQFM7X", "ssh -fNL 1:localhost:1 ana@here"]
)
def test_a_line_to_paste_stays_one_line_and_so_does_everything_away_from_a_terminal(said):
    assert in_lines(said, 10) == [said]
    assert in_lines("One sentence, as long as it is.", 0) == ["One sentence, as long as it is."]


def test_away_from_a_terminal_there_are_no_columns():
    assert columns_of(io.StringIO()) == 0
