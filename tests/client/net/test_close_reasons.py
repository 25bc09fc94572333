"""Why connections end, in words, and after which ends a client reconnects."""

import ssl
from http import HTTPStatus
from pathlib import Path

import pytest

from client.net import close_reasons
from client.net.close_reasons import ConnectionLoss
from client.net.tls import CertificateMismatchError
from protocol.errors import CloseCode
from tests.support.golden.sentences import for_each, golden_test

SERVER, FILE = "ws://parlour.example:8765", Path("ana.json")


def test_nothing_that_a_server_says_at_the_end_harms_a_screen():
    assert close_reasons.describe_close(None, "a\x1b[2J", FILE, waits_when_busy=True).reason == (
        "a\N{REPLACEMENT CHARACTER}[2J"
    )
    body = b"a\x1b[2J\r\n" + b"x" * 1000
    told = close_reasons.describe_refusal(HTTPStatus.TOO_MANY_REQUESTS, body, waits_when_busy=True).reason
    assert told.isprintable()
    assert len(told) == close_reasons.MAX_SHOWN


@pytest.mark.parametrize("status", sorted(close_reasons.FINAL_STATUSES))
def test_what_will_be_refused_next_time_too_is_not_tried_again(status):
    assert not close_reasons.describe_refusal(status, b"No.\n", waits_when_busy=True).comes_back


def test_an_address_that_too_many_come_from_is_told_so_and_comes_back():
    lost = close_reasons.describe_refusal(HTTPStatus.TOO_MANY_REQUESTS, b"Too many.\n", waits_when_busy=False)
    assert lost == ConnectionLoss("Too many.")


@pytest.mark.parametrize("waits", [True, False])
def test_a_busy_server_is_waited_for_by_its_guests_alone(waits):
    refused = close_reasons.describe_refusal(HTTPStatus.SERVICE_UNAVAILABLE, b"Full.", waits_when_busy=waits)
    closed = close_reasons.describe_close(CloseCode.BUSY, "Full.", FILE, waits_when_busy=waits)
    assert (refused.comes_back, closed.comes_back) == (waits, waits)


@pytest.mark.parametrize(
    ("status", "body", "comes_back"),
    [
        (HTTPStatus.BAD_GATEWAY, None, True),
        (HTTPStatus.BAD_GATEWAY, b"Bad gateway", True),
        (HTTPStatus.OK, b"hello", False),
        (HTTPStatus.NOT_FOUND, b"Not Found", False),
        (HTTPStatus.FORBIDDEN, b"<html>No.</html>", False),
    ],
)
def test_of_what_others_answer_the_number_alone_is_told(status, body, comes_back):
    lost = close_reasons.describe_refusal(status, body, waits_when_busy=True)
    text = f"That is a web server (HTTP {status.value}), not a Parlour server."
    assert lost == ConnectionLoss(text, comes_back=comes_back)


def test_who_cannot_be_trusted_is_not_tried_again():
    error = ssl.SSLCertVerificationError()
    error.verify_message = "self-signed certificate."
    lost = close_reasons.describe_untrusted(SERVER, error)
    assert lost.reason.startswith("The certificate of parlour.example:8765 can't be trusted: self-signed certificate. ")
    assert not lost.comes_back


def test_another_certificate_than_the_address_says_is_the_end_and_no_file_would_help():
    lost = close_reasons.describe_untrusted(
        "wss://646ZdrtGPEFTqUDKrkCijn@10.0.0.7:8765", CertificateMismatchError("another")
    )
    assert lost.reason.startswith("The certificate of 10.0.0.7:8765 is not the one in the address")
    assert (lost.comes_back, "--ca-file" in lost.reason) == (False, False)


SAID = {
    "the servers code says whether to come back": lambda: for_each(
        lambda code: close_reasons.describe_close(code, "Bye.", FILE, waits_when_busy=False), CloseCode
    ),
    "a connection that breaks without a word is come back to": lambda: for_each(
        lambda said: close_reasons.describe_close(None, said, FILE, waits_when_busy=False), [None, ""]
    ),
    "a server that hangs up without a word may not encrypt": lambda: for_each(
        lambda server: close_reasons.describe_unreachable(server, ConnectionResetError()).reason,
        ["wss://a:1", "ws://a:1"],
    ),
    "why a server cannot be reached is said in words and it is tried again": lambda: for_each(
        lambda error: close_reasons.describe_unreachable(SERVER, error),
        [
            TimeoutError(),
            ConnectionRefusedError(111, "Connection refused"),
            ssl.SSLError(1, "wrong version number"),
            OSError(113, "No route to host"),
            EOFError(),
        ],
    ),
}

test_said = golden_test(__name__, SAID)
