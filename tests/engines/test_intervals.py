import pytest

from engines.intervals import around_mean, wilson


@pytest.mark.parametrize(
    ("rate", "games", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (0.0, 10, 0.0, 0.2775), (1.0, 10, 0.7225, 1.0), (0.61, 100, 0.5121, 0.6999)],
)
def test_the_interval_of_a_rate_is_wilsons(rate: float, games: int, low: float, high: float) -> None:
    assert wilson(rate, games) == pytest.approx((low, high), abs=5e-4)


def test_the_interval_of_a_mean_is_two_standard_errors_wide_to_either_side() -> None:
    # The deviation of 1, 2, 3, 6 is sqrt(14 / 3), and half the interval 1.96 times that over sqrt(4).
    assert around_mean((1, 2, 3, 6)) == pytest.approx((0.883, 5.117), abs=5e-4)
    assert around_mean((4, 4)) == (4, 4)
