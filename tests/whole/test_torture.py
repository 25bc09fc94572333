"""The harness of the proofs: what fails says so, nothing that was found is lost, and the page is read as written."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.support.processes.offspring import outlive_their_parent
from torture import page
from torture.__main__ import PAGE, main
from torture.finding import Finding, Row, read_row, write_row
from torture.scale import EVERYDAY, Scale
from torture.topics import TOPICS, Topic

pytestmark = pytest.mark.slow

GOOD = Finding("P1", "a claim", "1 of 1", "1 of 1", holds=True)
BAD = Finding("P2", "another | claim", "0 of 1", "1 of 1", holds=False, note="it\nbroke")
FAILING = Topic("robustness", ("P1", "P3"), "what cannot even be tried", limit_s=20)


@pytest.fixture
def proofs(monkeypatch, tmp_path) -> Path:
    """A topic that works and one that has no proof, and where their page is written."""
    monkeypatch.setattr("torture.__main__.TOPICS", {"frames": TOPICS["frames"], "nothing": FAILING})
    return tmp_path / "promises.md"


@pytest.mark.parametrize("found", [GOOD, BAD])
def test_a_row_is_read_as_it_was_written_on_one_line_and_in_six_cells(found):
    row = read_row(found.promise, write_row(Row("kills --share 0.1", found)))
    assert (row.topic, row.made_by) == ("kills", "kills --share 0.1")
    assert (row.finding.promise, row.finding.figure, row.finding.holds) == (found.promise, found.figure, found.holds)
    assert not {"\n", "|"} & set(row.finding.claim + row.finding.note)


def test_the_page_has_every_row_under_its_promise_and_is_read_as_written():
    made = [Row("kills", GOOD), Row("frames", BAD)]
    text = page.page(made, ["frames", "kills"])
    assert (
        text.index("## P1. A killed server")
        < text.index("a claim")
        < text.index("## P2. The server")
        < text.index("| another")
    )
    assert page.page(page.rows(text), ["frames", "kills"]) == text


def test_rows_of_both_stores_stand_side_by_side():
    made = [Row("kills --share 0.1 --store postgres", BAD), Row("kills --share 0.1", BAD)]
    assert [row.store for row in made] == ["postgres", "sqlite"]
    rows = list(page.rows(page.page(made, ["kills"])))
    assert [row.store for row in rows] == ["sqlite", "postgres"]


@pytest.mark.thorough
def test_a_topic_that_fails_stands_on_the_page_with_its_reason_and_stops_no_other(proofs, capfd):
    assert main(["nothing", "frames", "--share", "0.001", "--page", str(proofs)]) == 1
    rows = list(page.rows(proofs.read_text()))
    assert [(row.topic, row.finding.holds) for row in rows] == [
        ("nothing", False),
        ("nothing", False),
        ("frames", True),
    ]
    assert "failed: KeyError" in rows[0].finding.figure
    assert "frames --share 0.001" in proofs.read_text()
    assert "P7   held" in capfd.readouterr().out


@pytest.mark.thorough
def test_a_topic_proved_anew_replaces_its_own_rows_and_leaves_the_others(proofs, capfd):
    assert main(["frames", "nothing", "--share", "0.001", "--page", str(proofs)]) == 1
    assert main(["frames", "--share", "0.002", "--page", str(proofs)]) == 0
    made_by = [row.made_by for row in page.rows(proofs.read_text())]
    assert made_by == ["nothing --share 0.001"] * 2 + ["frames --share 0.002"]


@pytest.mark.thorough
def test_a_topic_tried_on_two_stores_has_rows_of_each(monkeypatch, tmp_path, capfd):
    monkeypatch.setattr("torture.__main__.TOPICS", {"canaries": TOPICS["canaries"]})
    place = tmp_path / "page.md"
    assert main(["canaries", "--page", str(place)]) == 0
    assert main(["canaries", "--store", "postgres", "--share", "0.5", "--page", str(place)]) == 0
    rows = list(page.rows(place.read_text()))
    assert [row.made_by for row in rows] == ["canaries", "canaries --share 0.5 --store postgres"]
    assert rows[1].finding.claim == f"on PostgreSQL: {rows[0].finding.claim}"


@pytest.mark.thorough
def test_a_topic_that_takes_too_long_is_ended_with_all_it_started(monkeypatch, tmp_path, capfd):
    monkeypatch.setattr("torture.__main__.TOPICS", {"kills": Topic("durability", ("P1",), "kills", limit_s=2.0)})
    assert main(["kills", "--page", str(tmp_path / "page.md")]) == 1
    (row,) = page.rows((tmp_path / "page.md").read_text())
    assert row.finding.figure == "failed: not done within 2 s"


@pytest.mark.thorough
def test_a_proof_that_is_told_to_stop_takes_its_topic_along(tmp_path):
    command = ["torture", "dealing", "--page", str(tmp_path / "page.md")]
    assert outlive_their_parent(*command, workers=1, by=signal.SIGTERM) == set()


def test_a_full_proof_can_be_shared_out_and_is_never_empty():
    assert [Scale("full", share).of(6, 300) for share in (1, 0.5, 0.001)] == [300, 150, 1]
    assert EVERYDAY.of(6, 300) == 6


def test_the_page_of_the_project_is_one_that_the_proofs_write():
    text = PAGE.read_text(encoding="utf-8")
    known = list(page.rows(text))
    assert known
    assert {row.topic for row in known} <= set(TOPICS)
    assert without_machine(page.page(known, list(TOPICS))) == without_machine(text)


def without_machine(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith("Last made on ")]
