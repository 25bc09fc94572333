"""A code is good once, for five minutes, and there is one of a player at most."""

from __future__ import annotations

from server.players.sessions import link_codes
from server.players.sessions.link_codes import ALPHABET, GOOD_FOR_S, LENGTH, LinkCodes, normalize_code

ANN, BEN = 1, 2


def test_a_code_is_good_once():
    codes = LinkCodes()
    code = codes.make(ANN, 0.0)
    assert (len(code), set(code) <= set(ALPHABET)) == (LENGTH, True)
    assert codes.take(code, 1.0).player == ANN
    assert codes.take(code, 1.0) is None


def test_a_code_is_good_for_five_minutes():
    codes = LinkCodes()
    assert codes.take(codes.make(ANN, 0.0), GOOD_FOR_S - 1) is not None
    assert codes.take(codes.make(ANN, 0.0), GOOD_FOR_S) is None


def test_another_code_voids_the_players_own_alone():
    codes = LinkCodes()
    first, bens, second = codes.make(ANN, 0.0), codes.make(BEN, 0.0), codes.make(ANN, 0.0)
    assert codes.take(first, 0.0) is None
    assert [codes.take(code, 0.0).player for code in (bens, second)] == [BEN, ANN]


def test_what_came_of_nothing_can_be_used_again():
    codes = LinkCodes()
    code = codes.make(ANN, 0.0)
    codes.put_back(code, codes.take(code, 0.0))
    assert codes.take(code, 0.0).player == ANN


def test_so_many_are_remembered_and_the_oldest_goes_first(monkeypatch):
    monkeypatch.setattr(link_codes, "MAX_CODES", 3)
    codes = LinkCodes()
    made = [codes.make(player, 0.0) for player in range(4)]
    assert [codes.take(code, 0.0) is not None for code in made] == [False, True, True, True]


def test_a_code_is_read_however_it_is_typed():
    assert {normalize_code(typed) for typed in ("KQFM7XWP", "kqfm-7xwp", " kqfm 7xwp\n")} == {"KQFM7XWP"}
