from client.games.blocky.boxes import Box
from client.games.blocky.players import put_legend, put_players, rows_needed
from client.lines import Canvas
from engines.blocky.rules import give_up
from tests.support.blocky_tables import lines, scene, seen, state
from tests.support.boards import play


def shown(view, width=45, height=4, **changes):
    canvas = Canvas(width, height)
    put_players(canvas, scene(view, **changes), Box(0, 0, width, height))
    return [line.rstrip() for line in lines(canvas.done())]


def test_a_player_is_shown_with_goal_score_and_moves_left():
    assert shown(seen(play(state(), "rotate clockwise board", "pass"))) == [
        "▸ You      biggest blob of ▒▒ red     19 left",
        "           score 16 = blob 16 - penalty 0",
        "  ben      biggest blob of ██ blue    19 left",
        "           score 4 = blob 4 - penalty 0",
    ]


def test_cells_on_the_edge_count_where_that_is_the_goal():
    rows = shown(seen(state(kind="perimeter")))
    assert rows[0].startswith("▸ You      most ▒▒ red on the edge")
    assert rows[1].strip() == "score 9 = edge 9 - penalty 0"


def test_penalties_are_taken_off():
    assert shown(seen(play(state(), "smash 3")))[1].endswith("- penalty 3")


def test_many_players_have_a_line_each():
    rows = shown(seen(state(seats=4), 1))
    assert rows == [
        "  You      ██ blue      4 = 4-0       20 left",
        "▸ ana      ▒▒ red      16 = 16-0      20 left",
        "  cleo     ░░ yellow   20 = 20-0      20 left",
        "  dora     ▚▚ green    16 = 16-0      20 left",
    ]


def test_on_a_small_screen_the_swatch_says_the_goal():
    assert shown(seen(state()), 27, 2) == ["▸ You      ▒▒   16  20 left", "  ben      ██    4  20 left"]


def test_a_secret_goal_and_its_score_are_not_shown():
    for width, height in ((45, 8), (45, 4), (27, 4)):
        rows = shown(seen(state(seats=4, goals="secret")), width, height)
        assert sum("?" in row for row in rows) >= 3
        assert not any(swatch in "".join(rows) for swatch in ("██", "░░", "▚▚"))
    assert "score ?   penalty 0" in shown(seen(state(goals="secret")))[3]


def test_a_colour_that_somebody_painted_with_is_known_though_its_score_is_not():
    rows = shown(seen(play(state(goals="secret"), "pass", "paint 0.1.3")))
    assert "██ blue?" in rows[2]
    assert rows[3].strip() == "score ?   penalty 1"


def test_who_went_away_or_gave_up_is_seen_to():
    assert shown(seen(state()), present=(True, False))[2].endswith("○ away")
    assert shown(seen(give_up(state(seats=3), 2)))[2].endswith("gave up")


def test_at_the_end_the_winner_is_seen_and_nobody_is_on_turn():
    rows = shown(seen(play(state(moves=1, goals="secret"), "pass", "pass")))
    assert rows[0].endswith("red         won")
    assert "blue" in rows[2]
    assert "▸" not in "".join(rows)


def test_long_names_are_cut():
    rows = shown(seen(state(), 1), names=("Maximiliane", "ben"))
    assert rows[2].startswith("▸ Maximil… biggest")


def test_players_take_two_rows_where_there_is_room():
    assert [rows_needed(seen(state(seats=seats)), is_large=False) for seats in (1, 2, 3, 4)] == [2, 4, 3, 4]
    assert rows_needed(seen(state(seats=4)), is_large=True) == 8


def test_the_legend_names_the_palettes_colours():
    for palette, words in (("texture", "█ blue ▒ red ▚ green ░ yellow"), ("safe", "navy   orange   sky   yellow")):
        canvas = Canvas(32, 1)
        put_legend(canvas, palette, Box(0, 0, 32, 1))
        assert lines(canvas.done())[0].strip() == words
