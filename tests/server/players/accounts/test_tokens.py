"""Which token is good, whatever was shown, lost, stolen or stored too late before."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from server.players.accounts.tokens import (
    FRESH_MAX,
    VOID_MAX,
    TokenRevokedError,
    digest,
    new_token,
    reset_tokens,
    rotate_tokens,
)

A, B, C, D = b"a", b"b", b"c", b"d"


def test_a_token_is_128_bits_in_text():
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert {len(token) for token in tokens} == {22}


def test_what_is_kept_tells_nothing_of_the_token():
    assert b"token" not in digest("token")
    assert len(digest("token")) == 32


def test_the_token_that_was_shown_is_good_until_the_new_one_is():
    held = rotate_tokens(reset_tokens({}, A), A, B)
    assert held == {A: "shown", B: "fresh"}
    again = rotate_tokens(held, A, C)
    assert again == {A: "shown", B: "fresh", C: "fresh"}


def test_a_thief_and_the_owner_cannot_both_go_on():
    held = rotate_tokens(reset_tokens({}, A), A, B)  # the owner has B, the thief has A
    held = rotate_tokens(held, A, C)  # the thief comes first, and is given C
    held = rotate_tokens(held, B, D)  # the owner comes
    with pytest.raises(TokenRevokedError):
        rotate_tokens(held, C, b"e")


class Tokens(RuleBasedStateMachine):
    """One player's tokens, against a list of all that was ever issued."""

    @initialize()
    def begin(self) -> None:
        self.count = 0
        self.held = reset_tokens({}, self.next())
        self.current = b"1"
        self.waiting: list[bytes] = []

    def next(self) -> bytes:
        self.count += 1
        return b"%d" % self.count

    @rule()
    def come_with_the_old_one(self) -> None:
        fresh = self.next()
        self.held = rotate_tokens(self.held, self.current, fresh)
        self.waiting = [*self.waiting, fresh][-FRESH_MAX:]

    @rule(data=st.data())
    def come_with_a_new_one(self, data: st.DataObject) -> None:
        if self.waiting:
            self.current = data.draw(st.sampled_from(self.waiting))
            fresh = self.next()
            self.held = rotate_tokens(self.held, self.current, fresh)
            self.waiting = [fresh]

    @rule()
    def sign_out_everywhere(self) -> None:
        self.current = self.next()
        self.held, self.waiting = reset_tokens(self.held, self.current), []

    @invariant()
    def the_current_one_and_those_waiting_are_good_and_nothing_else(self) -> None:
        good = {token for token, state in self.held.items() if state != "void"}
        assert good == {self.current, *self.waiting}

    @invariant()
    def few_are_remembered(self) -> None:
        assert len(self.held) <= 1 + FRESH_MAX + VOID_MAX

    @invariant()
    def every_void_one_is_refused(self) -> None:
        for token, state in self.held.items():
            if state == "void":
                with pytest.raises(TokenRevokedError):
                    rotate_tokens(self.held, token, b"x")


TestTokens = Tokens.TestCase
