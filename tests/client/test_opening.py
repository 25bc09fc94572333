import pytest

from client.opening import play_line, with_levels
from protocol.messages import GameSheet

WAR = GameSheet(name="war", title="War", min_seats=2, max_seats=2, levels=("weak", "strong"))


@pytest.mark.parametrize(
    ("versus", "options", "is_private", "line"),
    [
        ("computer", (), False, "play war computer"),
        ("computer:strong", ("scouts", ""), False, "play war computer:strong scouts"),
        ("human", ("", "auto_flip_s=5"), True, "new war auto_flip_s=5 private"),
    ],
)
def test_a_way_to_play_is_a_line(versus: str, options: tuple[str, ...], is_private: bool, line: str) -> None:
    assert play_line("war", versus, options, is_private=is_private) == line


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("play war computer:1", "play war weak"),
        ("play war computer:2 scouts", "play war strong scouts"),
        ("play war computer:strong", "play war strong"),
        ("play war computer:9", "play war computer:9"),
        ("play chess computer:1", "play chess computer:1"),
        ("join KQFM", "join KQFM"),
        ("", ""),
    ],
)
def test_levels_may_be_counted(line: str, expected: str) -> None:
    assert with_levels(line, (WAR,)) == expected
