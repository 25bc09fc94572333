import pytest

from client.commands.opening import play_line


@pytest.mark.parametrize(
    ("versus", "options", "words", "line"),
    [
        ((), (), (), "play war"),
        (("computer",), (), (), "play war computer"),
        (("computer:strong",), ("scouts", ""), (), "play war computer:strong scouts"),
        (("walking", "smart-2"), (), ("serious",), "play war computer:walking computer:smart-2 serious"),
        (("human",), ("", "auto_flip_s=5"), ("private",), "play war open auto_flip_s=5 private"),
        (("human", "computer:2", "human"), ("depth=3",), (), "play war open computer:2 open depth=3"),
        (("solo",), (), (), "play war solo"),
    ],
)
def test_a_way_to_play_is_a_line(
    versus: tuple[str, ...], options: tuple[str, ...], words: tuple[str, ...], line: str
) -> None:
    assert play_line("war", versus, options, words) == line
