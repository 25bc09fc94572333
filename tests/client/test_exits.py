import pytest

from client.exits import Exit, exit_of, keeps_seat
from client.store import Link, Store, fold
from tests.support.tables import war_table, war_view


@pytest.mark.parametrize(
    ("link", "was_welcome", "expected"),
    [
        (Link("connecting"), False, None),
        (Link("up"), True, None),
        (Link("down"), True, None),
        (Link("down"), False, Exit.UNREACHABLE),
        (Link("refused"), True, Exit.REFUSED),
        (Link("replaced"), True, Exit.FAILURE),
    ],
)
def test_a_link_ends_a_program_only_when_it_will_not_come_back(
    link: Link,
    was_welcome: bool,
    expected: Exit | None,
) -> None:
    assert exit_of(link, was_welcome=was_welcome) is expected


@pytest.mark.parametrize(
    ("changes", "keeps"), [({}, True), ({"phase": "over"}, False), ({"seat": None}, False), ({"gave_up": (0,)}, False)]
)
def test_a_seat_in_a_game_that_goes_on_is_kept(changes: dict[str, object], keeps: bool) -> None:
    assert not keeps_seat(Store())
    assert keeps_seat(fold(Store(), war_table(war_view(), **changes), 0.0)) is keeps
