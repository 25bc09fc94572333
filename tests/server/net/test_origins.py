"""Which web sites' pages may connect: how an operator writes them, and what is logged of the others."""

from __future__ import annotations

import logging

import pytest

from server.net.origins import MAX_LOGGED, AllowedOrigins, InvalidOriginError, parse_origin


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("https://play.example.org", "https://play.example.org"),
        ("HTTPS://Play.Example.org/", "https://play.example.org"),
        ("https://play.example.org:443", "https://play.example.org"),
        ("http://play.example.org:80/", "http://play.example.org"),
        ("http://play.example.org:443", "http://play.example.org:443"),
        ("http://localhost:9303", "http://localhost:9303"),
        ("http://[::0001]:9303", "http://[::1]:9303"),
        ("https://münchen.example", "https://xn--mnchen-3ya.example"),
        ("chrome-extension://abcdef", "chrome-extension://abcdef"),
        ("null", "null"),
        ("NULL", "null"),
    ],
)
def test_an_origin_is_read_as_browsers_send_it(written, sent):
    assert parse_origin(written) == sent


@pytest.mark.parametrize(
    ("written", "advice"),
    [
        ("*", "takes no '*': name each web site, as in https://play.example.org"),
        ("https://*.example.org", "takes no '*'"),
        ("play.example.org", "https://play.example.org or http://play.example.org"),
        ("localhost:9303/", "https://localhost:9303 or http://localhost:9303"),
        ("wss://play.example.org", "https://play.example.org"),
        ("ws://localhost:9303", "http://localhost:9303"),
        ("https://Play.example.org/games/war", "https://play.example.org"),
        ("https://play.example.org?a=b", "https://play.example.org"),
        ("https://me@play.example.org", "https://play.example.org"),
        *[(written, "as in https://play.example.org") for written in ("", "/", "https://", "https:/a.b", "file:///")],
        *[
            (f"https://{place}", "as in https://play.example.org")
            for place in ("a.b:port", "a.b:99999", "[::x]", "a..b")
        ],
    ],
)
def test_what_no_browser_sends_is_refused_with_what_to_say_instead(written, advice):
    with pytest.raises(InvalidOriginError) as refused:
        parse_origin(written)
    assert advice in str(refused.value)


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


def test_a_refused_origin_is_logged_once(caplog):
    caplog.set_level(logging.WARNING)
    origins = AllowedOrigins(["https://play.example.org"])
    for _ in range(3):
        assert origins.find_foreign(["https://play.example.org"]) is None
        assert origins.find_foreign(["https://play.example.org", "http://localhost"]) == "http://localhost"
    assert logged(caplog) == ["event=origin-refused origin=http://localhost"]


def test_whoever_makes_up_origins_does_not_fill_the_log(caplog):
    caplog.set_level(logging.WARNING)
    origins = AllowedOrigins()
    for number in range(2 * MAX_LOGGED):
        origins.find_foreign([f"https://{number}.example.org"])
    assert len(logged(caplog)) == MAX_LOGGED


def test_what_is_logged_of_an_origin_is_one_harmless_word(caplog):
    caplog.set_level(logging.WARNING)
    AllowedOrigins().find_foreign(["a\n event=fake \x1b[2J" + "ü" * 500])
    (line,) = logged(caplog)
    assert line.startswith("event=origin-refused origin=a\\n_event=fake_")
    assert line.isascii()
    assert line.isprintable()
    assert len(line) < 100
