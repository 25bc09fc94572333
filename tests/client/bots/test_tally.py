import pytest

from client.bots.tally import Scores, Tally, result_for
from protocol.messages import Ending


@pytest.mark.parametrize(
    ("winners", "seat", "result"), [((0,), 0, "won"), ((0,), 1, "lost"), ((0, 1), 0, "tied"), ((0, 1), 1, "tied")]
)
def test_an_ending_is_won_tied_or_lost(winners: tuple[int, ...], seat: int, result: str) -> None:
    assert result_for(Ending(scores=(1, 2), winners=winners, reason=""), seat) == result


def test_a_tally_counts_and_a_tie_is_half_a_win() -> None:
    tally = Tally().with_game("won").with_game("tied").with_game("lost").with_game("tied")
    assert (tally.won, tally.tied, tally.lost, tally.games) == (1, 2, 1, 4)
    assert "50.0%" in str(tally)


def test_scores_reached_alone_have_a_mean_and_a_best() -> None:
    # The deviation of 1, 2, 3, 6 is sqrt(14 / 3), and half the interval 1.96 times that over sqrt(4).
    scores = Scores().with_game(1).with_game(6).with_game(2).with_game(3)
    assert str(scores) == "Mean score 3.0 over 4 games, best 6 (95 % interval 0.9 to 5.1)."
    assert str(Scores().with_game(-4)) == "Mean score -4.0 over 1 game."
    assert (
        str(Scores().with_game(-4).with_game(-4))
        == "Mean score -4.0 over 2 games, best -4 (95 % interval -4.0 to -4.0)."
    )
