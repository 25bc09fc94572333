import pytest

from client.typed import MAX_TYPED, Typing, edit, insert, written


def typing(marked, **changes):
    """A line with the cursor at the bar: "ab|c"."""
    before, _, after = marked.partition("|")
    return Typing("command", before + after, len(before), **changes)


def marked(line):
    return f"{line.text[: line.cursor]}|{line.text[line.cursor :]}"


def test_text_is_written_at_the_cursor():
    assert marked(insert(typing("pl| war"), "ay")) == "play| war"


def test_what_is_pasted_is_cleaned_and_cut():
    assert marked(insert(typing("|"), "a\x1b[2J\nb")) == "a[2J b|"
    assert len(insert(typing("ab|"), "x" * 500).text) == MAX_TYPED


def test_no_more_can_be_typed_than_can_be_said_marks_included():
    full = insert(typing("|"), "x" * MAX_TYPED)
    assert insert(full, "y") == full
    assert len(insert(typing("|"), "ü" * 500).text) == MAX_TYPED


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("erase", "abc|d", "ab|d"),
        ("erase", "|ab", "|ab"),
        ("erase-word", "play war| x", "play | x"),
        ("erase-word", "play |", "|"),
        ("erase-all", "play| war", "|"),
        ("left", "ab|c", "a|bc"),
        ("left", "|abc", "|abc"),
        ("right", "ab|c", "abc|"),
        ("right", "abc|", "abc|"),
        ("home", "ab|c", "|abc"),
        ("end", "a|bc", "abc|"),
    ],
)
def test_an_edit(name, before, after):
    assert marked(edit(typing(before), name)) == after


def test_commands_typed_before_come_back_newest_first():
    line = typing("|", past=("play war", "join K7QF"))
    line = edit(line, "older")
    assert marked(line) == "join K7QF|"
    line = edit(edit(line, "older"), "older")
    assert marked(line) == "play war|"
    assert marked(edit(edit(line, "newer"), "newer")) == "|"


def test_a_line_without_a_past_stays_empty():
    assert marked(edit(typing("|"), "older")) == "|"


def test_a_line_can_be_replaced():
    assert marked(written(typing("pl|"), "play ")) == "play |"
