import pytest

from client.opening import play_line


@pytest.mark.parametrize(
    ("versus", "options", "is_private", "line"),
    [
        ((), (), False, "play war"),
        (("computer",), (), False, "play war computer"),
        (("computer:strong",), ("scouts", ""), False, "play war computer:strong scouts"),
        (("human",), ("", "auto_flip_s=5"), True, "play war open auto_flip_s=5 private"),
        (("human", "computer:2", "human"), ("depth=3",), False, "play war open computer:2 open depth=3"),
        (("solo",), (), False, "play war solo"),
    ],
)
def test_a_way_to_play_is_a_line(
    versus: tuple[str, ...], options: tuple[str, ...], is_private: bool, line: str
) -> None:
    assert play_line("war", versus, options, is_private=is_private) == line
