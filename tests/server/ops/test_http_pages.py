"""What the server tells of itself over plain HTTP, and that Prometheus can read it."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.parser import text_string_to_metric_families

from server.net.proxies import LOOPBACK, Networks
from server.ops.http_pages import CONTENT_TYPE, HttpPages


class Moves:
    """A collector of one figure."""

    def __init__(self) -> None:
        self.asked = 0

    def collect(self):
        self.asked += 1
        yield CounterMetricFamily("parlour_moves", "Moves", 40 + self.asked)


HERE, ELSEWHERE = "127.0.0.1", "198.51.100.7"


@pytest.fixture
def pages():
    return HttpPages(Moves(), str, lambda: "free 7\n", Networks(LOOPBACK))


def test_who_restarts_the_server_is_told_that_it_lives(pages):
    page = pages("/healthz", ELSEWHERE)
    assert (page.status, page.text) == (HTTPStatus.OK, "ok\nfree 7\n")


def test_who_restarts_the_server_is_told_that_it_stores_nothing_any_more():
    pages = HttpPages(Moves(), lambda: "It is broken.", str, Networks(LOOPBACK))
    page = pages("/healthz", ELSEWHERE)
    assert (page.status, page.text) == (HTTPStatus.SERVICE_UNAVAILABLE, "It is broken.\n")
    assert pages("/metrics", HERE).status == HTTPStatus.OK


def test_the_figures_are_those_of_the_moment_they_are_asked_for(pages):
    first, second = (pages("/metrics", HERE) for _ in range(2))
    assert first.content_type == CONTENT_TYPE
    assert "parlour_moves_total 41.0" in first.text
    assert "parlour_moves_total 42.0" in second.text


def test_the_figures_of_the_process_stand_beside_them(pages):
    families = list(text_string_to_metric_families(pages("/metrics", HERE).text))
    assert any(family.name.startswith("process_") for family in families)


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_the_figures_are_for_this_machine(pages, address):
    assert pages("/metrics", address).status == HTTPStatus.OK


@pytest.mark.parametrize("address", [ELSEWHERE, "2001:db8::1", "?"])
def test_the_figures_are_for_nobody_else_and_nothing_is_counted_for_them(address):
    moves = Moves()
    page = HttpPages(moves, str, lambda: "free 7\n", Networks(LOOPBACK))("/metrics", address)
    assert (page.status, "parlour_" in page.text, moves.asked) == (HTTPStatus.FORBIDDEN, False, 0)


def test_the_figures_are_for_whom_the_operator_names():
    pages = HttpPages(Moves(), str, lambda: "free 7\n", Networks(["198.51.100.0/24"]))
    statuses = [pages("/metrics", address).status for address in (ELSEWHERE, HERE)]
    assert statuses == [HTTPStatus.OK, HTTPStatus.FORBIDDEN]


@pytest.mark.parametrize("path", ["/", "", "/metrics/", "/healthz/x", "/../metrics"])
def test_there_is_no_other_page(pages, path):
    assert pages(path, HERE) is None
