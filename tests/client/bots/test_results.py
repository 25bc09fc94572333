import io
from typing import Any

import pytest

from client.bots.results import Results
from protocol import messages as m
from tests.support.builders.tables import war_table, war_view
from tests.support.games.sums import after as sums
from tests.support.games.sums import sums_table
from tests.support.golden.sentences import for_each, golden_test

TIED = m.Ending(scores=(26, 26), winners=(0, 1), reason="Both hands are empty.")
ALONE = (sums_table(sums(1, 2, 2, 2)), sums_table(sums(1, 1, 1, 2), number=2))
REFUSED = m.Refused(code="too-many", text="Wait.", about="create", ref=0, room=None, retry_after_s=2.5)


def over(number: int, **changes: Any) -> m.Table:
    return war_table(war_view(left=(0, 0)), number=number, phase="over", turn=(), **{"ending": TIED, **changes})


def told(*happenings: m.Table | m.Refused, json: bool = False) -> dict[str, object]:
    """Which tables count, and what is printed about them and what they come to."""
    out, log = io.StringIO(), io.StringIO()
    results = Results(out, log, json=json)
    counted = [results.count(each) if isinstance(each, m.Table) else results.refuse(each) for each in happenings]
    results.conclude()
    return {"counted": counted, "output": out.getvalue().splitlines(), "log": log.getvalue().splitlines()}


SAID = {
    "a game counts once however often its end is seen": lambda: told(over(1), over(1), over(2)),
    "only a game that was played to its end counts": lambda: told(war_table(war_view()), over(1, seat=None), json=True),
    "in json each game has a line and the last says what they come to": lambda: told(over(1), json=True),
    "games alone are told by their scores and in json beside the others": lambda: for_each(
        lambda json: told(*ALONE, json=json), [False, True]
    ),
    "a match without a game comes to nothing": lambda: told(json=True),
    "a refusal has its code in json and its sentence for people": lambda: told(REFUSED, json=True),
}


@pytest.mark.parametrize(
    ("seat", "winners", "line"),
    [(0, (0,), "won, 32 to 20"), (1, (0,), "lost, 20 to 32"), (1, (0, 1), "tied, 20 to 32")],
)
def test_ones_own_score_comes_first(seat, winners, line):
    table = over(1, seat=seat, ending=m.Ending(scores=(32, 20), winners=winners, reason="Over."))
    assert told(table)["output"] == [f"Game 1: {line}."]


test_said = golden_test(__name__, SAID)
