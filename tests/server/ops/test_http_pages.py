"""What the server tells of itself over plain HTTP, and that Prometheus can read it."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus

import pytest
from prometheus_client.parser import text_string_to_metric_families

from server.net.proxies import LOOPBACK, Networks
from server.ops.histogram import Histogram
from server.ops.http_pages import CONTENT_TYPE, HttpPages
from server.ops.metrics import ServerCounts

COUNTS = ServerCounts(
    connections=3, players=2, rooms=3, parked=2, moves=40, refusals={"stale": 5, "illegal": 6}, malformed=7, rebuilt=8,
    commits=9, stored=10, thinking=11, waiting=12,
    decisions={("blocky", "planner"): Histogram(), ("war", "flipper"): Histogram()}, failures=13, skipped=14,
    late_s=0.015, worst_s=0.16,
)  # fmt: skip
EXPECTED = {
    "parlour_connections": 3, "parlour_players": 2, "parlour_rooms": 3, "parlour_rooms_parked": 2,
    "parlour_moves_total": 40,
    "parlour_malformed_total": 7, "parlour_rooms_rebuilt_total": 8, "parlour_commits_total": 9,
    "parlour_stored_total": 10, "parlour_thinking": 11, "parlour_computers_waiting": 12,
    "parlour_decision_failures_total": 13, "parlour_decisions_skipped_total": 14,
    "parlour_loop_late_seconds": 0.015, "parlour_loop_worst_seconds": 0.16,
}  # fmt: skip


HERE, ELSEWHERE = "127.0.0.1", "198.51.100.7"


@pytest.fixture
def pages():
    return HttpPages(lambda: COUNTS, lambda: True, Networks(LOOPBACK))


def samples(text: str) -> dict[tuple[str, str], float]:
    families = text_string_to_metric_families(text)
    return {
        (sample.name, sample.labels.get("code", "")): sample.value
        for family in families
        for sample in family.samples
        if family.name.startswith("parlour_") and family.type != "histogram"
    }


def test_how_long_decisions_took_is_told_by_game_and_level(pages):
    quick, slow = Histogram(), Histogram()
    quick.add(0.002)
    slow.add(0.2)
    slow.add(20.0)
    pages = HttpPages(
        lambda: replace(COUNTS, decisions={("war", "flipper"): quick, ("blocky", "planner"): slow}),
        lambda: True,
        Networks(LOOPBACK),
    )
    (family,) = [
        family
        for family in text_string_to_metric_families(pages("/metrics", HERE).text)
        if family.name == "parlour_decision_seconds"
    ]
    assert family.type == "histogram"
    assert {(sample.labels["game"], sample.labels["level"]) for sample in family.samples} == {
        ("war", "flipper"), ("blocky", "planner"),
    }  # fmt: skip
    told = {
        (sample.name.removeprefix(family.name), sample.labels["level"], sample.labels.get("le")): sample.value
        for sample in family.samples
    }
    assert (told["_sum", "flipper", None], told["_count", "flipper", None]) == (0.002, 1)
    assert (told["_sum", "planner", None], told["_count", "planner", None]) == (20.2, 2)
    buckets = {bound: told["_bucket", "planner", bound] for bound in ("0.1", "0.3", "10.0", "+Inf")}
    assert buckets == {"0.1": 0, "0.3": 1, "10.0": 1, "+Inf": 2}


def test_who_restarts_the_server_is_told_that_it_lives(pages):
    page = pages("/healthz", ELSEWHERE)
    assert (page.status, page.text) == (HTTPStatus.OK, "ok\n")


def test_who_restarts_the_server_is_told_that_it_stores_nothing_any_more():
    pages = HttpPages(lambda: COUNTS, lambda: False, Networks(LOOPBACK))
    assert pages("/healthz", ELSEWHERE).status == HTTPStatus.SERVICE_UNAVAILABLE
    assert pages("/metrics", HERE).status == HTTPStatus.OK


def test_every_figure_can_be_read_by_prometheus(pages):
    page = pages("/metrics", HERE)
    assert page.content_type == CONTENT_TYPE
    refusals = {("parlour_refusals_total", "stale"): 5, ("parlour_refusals_total", "illegal"): 6}
    assert samples(page.text) == {**{(name, ""): value for name, value in EXPECTED.items()}, **refusals}


def test_every_figure_is_explained(pages):
    families = list(text_string_to_metric_families(pages("/metrics", HERE).text))
    assert all(family.documentation for family in families)
    assert any(family.name.startswith("process_") for family in families)


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_the_figures_are_for_this_machine(pages, address):
    assert pages("/metrics", address).status == HTTPStatus.OK


@pytest.mark.parametrize("address", [ELSEWHERE, "2001:db8::1", "?"])
def test_the_figures_are_for_nobody_else_and_nothing_is_counted_for_them(address):
    counted = []
    page = HttpPages(lambda: counted.append(1) or COUNTS, lambda: True, Networks(LOOPBACK))("/metrics", address)
    assert (page.status, "parlour_" in page.text, counted) == (HTTPStatus.FORBIDDEN, False, [])


def test_the_figures_are_for_whom_the_operator_names():
    pages = HttpPages(lambda: COUNTS, lambda: True, Networks(["198.51.100.0/24"]))
    statuses = [pages("/metrics", address).status for address in (ELSEWHERE, HERE)]
    assert statuses == [HTTPStatus.OK, HTTPStatus.FORBIDDEN]


@pytest.mark.parametrize("path", ["/", "", "/metrics/", "/healthz/x", "/../metrics"])
def test_there_is_no_other_page(pages, path):
    assert pages(path, HERE) is None
