"""What the server tells of itself over plain HTTP, and that Prometheus can read it."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from prometheus_client.parser import text_string_to_metric_families

from server.metrics import CONTENT_TYPE, Counts, Pages

COUNTS = Counts(
    connections=3, players=2, rooms=1, moves=40, refusals={"stale": 5, "illegal": 6}, malformed=7, rebuilt=8,
    commits=9, stored=10, thinking=11, decisions=12, failures=13,
)  # fmt: skip
EXPECTED = {
    "parlour_connections": 3, "parlour_players": 2, "parlour_rooms": 1, "parlour_moves_total": 40,
    "parlour_malformed_total": 7, "parlour_rooms_rebuilt_total": 8, "parlour_commits_total": 9,
    "parlour_stored_total": 10, "parlour_thinking": 11, "parlour_decisions_total": 12,
    "parlour_decision_failures_total": 13,
}  # fmt: skip


@pytest.fixture
def pages():
    return Pages(lambda: COUNTS)


def samples(text: str) -> dict[tuple[str, str], float]:
    families = text_string_to_metric_families(text)
    return {
        (sample.name, sample.labels.get("code", "")): sample.value
        for family in families
        for sample in family.samples
        if family.name.startswith("parlour_")
    }


def test_who_restarts_the_server_is_told_that_it_lives(pages):
    page = pages("/healthz")
    assert (page.status, page.text) == (HTTPStatus.OK, "ok\n")


def test_every_figure_can_be_read_by_prometheus(pages):
    page = pages("/metrics")
    assert page.content_type == CONTENT_TYPE
    refusals = {("parlour_refusals_total", "stale"): 5, ("parlour_refusals_total", "illegal"): 6}
    assert samples(page.text) == {**{(name, ""): value for name, value in EXPECTED.items()}, **refusals}


def test_every_figure_is_explained(pages):
    families = list(text_string_to_metric_families(pages("/metrics").text))
    assert all(family.documentation for family in families)
    assert any(family.name.startswith("process_") for family in families)


@pytest.mark.parametrize("path", ["/", "", "/metrics/", "/healthz/x", "/../metrics"])
def test_there_is_no_other_page(pages, path):
    assert pages(path) is None
