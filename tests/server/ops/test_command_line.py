"""Numbers on the command lines of the server's programs."""

from __future__ import annotations

from argparse import ArgumentTypeError

import pytest

from server.ops.command_line import whole_number


@pytest.mark.parametrize("written", ["1", "007", "12"])
def test_a_number_is_read(written: str) -> None:
    assert whole_number(range(1, 13))(written) == int(written)


@pytest.mark.parametrize("written", ["0", "13", "-1", "1.5", "", "x", "²", "٣", "9" * 5000])
def test_what_is_no_number_that_is_allowed_is_refused(written: str) -> None:
    with pytest.raises(ArgumentTypeError, match="is not a number between 1 and 12"):
        whole_number(range(1, 13))(written)
