"""Tables of computer players that play each other."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from bench.strength.contests import Contest, contests, ladder
from bench.strength.run import Aim, Run
from engines import catalog

LIMIT_MS = Aim(most=1000, form="{:g} ms")
LIGHT = {"depth": 2, "moves": 3, "goal": "blob"}


def rows(*each: Contest) -> list[list[str]]:
    with ThreadPoolExecutor(1) as executor:
        lines = list(contests("Blob", "blocky", LIGHT, each, LIMIT_MS, Run(executor)))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[5:]]


def test_a_row_tells_both_seatings_and_judges_the_aim() -> None:
    met, missed = rows(Contest("wise-4", "random", 20, Aim(least=0.0)), Contest("random", "wise-4", 20, Aim(least=1.1)))
    assert met[:3] == ["wise-4", "random", "20"]
    assert [cell.endswith("%)") for cell in met[3:6]] == [True, True, True]
    assert (met[6], met[7]) == ("0", "0 or more: met")
    assert missed[7] == "1.1 or more: **missed**"
    assert met[8].endswith(" ms: met")


def test_a_row_may_measure_by_a_reference() -> None:
    ((first, against, *_, judged, _, _),) = rows(Contest("random", "smart-100", 2))
    assert (first, against, judged) == ("random", "smart-100", "")


def test_a_ladder_lets_every_level_play_the_one_below() -> None:
    steps = ladder("blocky", {"planner": 10}, 40)
    assert [step.first for step in steps] == list(catalog.find("blocky").bots)[1:]
    assert [step.second for step in steps] == list(catalog.find("blocky").bots)[:-1]
    assert [step.games for step in steps] == [40, 40, 40, 10]
