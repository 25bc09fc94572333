from protocol.errors import CloseCode


def test_our_own_close_codes_are_in_the_range_left_to_applications():
    standard = {CloseCode.STOPPING, CloseCode.TOO_BIG, CloseCode.BUSY}
    assert all(4000 <= code <= 4999 for code in set(CloseCode) - standard)
