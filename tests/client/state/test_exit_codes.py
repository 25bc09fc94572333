import pytest

from client.state.exit_codes import ExitCode, exit_code_of
from client.state.store import Link


@pytest.mark.parametrize(
    ("link", "was_welcome", "expected"),
    [
        (Link("connecting"), False, None),
        (Link("up"), True, None),
        (Link("down"), True, None),
        (Link("down"), False, ExitCode.UNREACHABLE),
        (Link("refused"), True, ExitCode.REFUSED),
        (Link("replaced"), True, ExitCode.OTHER_WINDOW),
        (Link("elsewhere"), False, ExitCode.OTHER_WINDOW),
        (Link("unreachable"), False, ExitCode.UNREACHABLE),
    ],
)
def test_a_link_ends_a_program_only_when_it_will_not_come_back(
    link: Link, was_welcome: bool, expected: ExitCode | None
) -> None:
    assert exit_code_of(link, was_welcome=was_welcome) is expected
