from client.fullscreen.ui.text_input import MAX_TYPED, TextInput, edit, insert, with_text
from tests.support.golden.sentences import for_each, golden_test


def typing(marked, **changes):
    """A line with the cursor at the bar: "ab|c"."""
    before, _, after = marked.partition("|")
    return TextInput("command", before + after, len(before), **changes)


def marked(line):
    return f"{line.text[: line.cursor]}|{line.text[line.cursor :]}"


def test_what_is_pasted_is_cleaned_and_cut():
    assert marked(insert(typing("|"), "a\x1b[2J\nb")) == "a[2J b|"
    assert len(insert(typing("ab|"), "x" * 500).text) == MAX_TYPED


def test_no_more_can_be_typed_than_can_be_said_marks_included():
    full = insert(typing("|"), "x" * MAX_TYPED)
    assert insert(full, "y") == full
    assert len(insert(typing("|"), "ü" * 500).text) == MAX_TYPED


def test_commands_typed_before_come_back_newest_first():
    line = typing("|", past=("play war", "join K7QF"))
    line = edit(line, "older")
    assert marked(line) == "join K7QF|"
    line = edit(edit(line, "older"), "older")
    assert marked(line) == "play war|"
    assert marked(edit(edit(line, "newer"), "newer")) == "|"


SAID = {
    "text is written at the cursor": lambda: marked(insert(typing("pl| war"), "ay")),
    "an edit": lambda: for_each(
        lambda name, before: marked(edit(typing(before), name)),
        [
            ("erase", "abc|d"),
            ("erase", "|ab"),
            ("erase-word", "play war| x"),
            ("erase-word", "play |"),
            ("erase-all", "play| war"),
            ("left", "ab|c"),
            ("left", "|abc"),
            ("right", "ab|c"),
            ("right", "abc|"),
            ("home", "ab|c"),
            ("end", "a|bc"),
        ],
    ),
    "a line without a past stays empty": lambda: marked(edit(typing("|"), "older")),
    "a line can be replaced": lambda: marked(with_text(typing("pl|"), "play ")),
}

test_said = golden_test(__name__, SAID)
