import pytest

from client import tours
from client.net.tour_wire import ELSEWHERE, LEFT, OVER, TourWire
from client.tours import ROOM
from protocol import messages as m


class Line:
    """What lies behind. It remembers what was sent there."""

    def __init__(self):
        self.sent = []

    def send(self, command):
        self.sent.append(command)
        return ()

    async def run(self): ...

    async def aclose(self): ...


@pytest.fixture
def line():
    return Line()


@pytest.fixture
def tutor(line):
    tutor = TourWire(line)
    tutor.begin("tower_blaster")
    return tutor


def play(move):
    return m.Play(room=ROOM, number=1, ply=0, move=move)


def test_a_tour_leads_to_its_table_and_says_what_to_do(line):
    tour = tours.find("tower_blaster")
    left, entered, table, advice = TourWire(line).begin("tower_blaster")
    assert (left.room, entered.room, entered.seat) == (ROOM, ROOM, 0)
    assert left.reason
    assert table == tour.begin
    assert (advice.move, advice.text) == (tour.steps[0].move, tour.steps[0].say)
    assert (advice.number, advice.ply) == (table.number, table.ply)
    assert line.sent == []


@pytest.mark.parametrize("name", tours.names())
def test_each_move_is_answered_with_what_the_rules_make_of_it_and_the_next_step(name, line):
    tutor, tour = TourWire(line), tours.find(name)
    tutor.begin(name)
    for step in tour.steps:
        *tables, advice = tutor.send(play(step.move))
        assert tuple(tables) == step.tables
        assert (advice.number, advice.ply) == (tables[-1].number, tables[-1].ply)
    assert (advice.move, advice.text) == (None, tour.end)
    (refusal,) = tutor.send(play("anything"))
    assert refusal.text == OVER


def test_another_move_is_refused_with_what_to_do_instead(tutor):
    (refusal,) = tutor.send(play("take discard"))
    assert isinstance(refusal, m.Refused)
    assert (refusal.about, refusal.text) == ("play", "That works too, but for the tour press p or Enter.")


def test_a_hint_says_the_step_again(tutor):
    *_, said = tutor.begin("tower_blaster")
    assert tutor.send(m.Consult(ref=0, room=ROOM, about="hint")) == (said,)


@pytest.mark.parametrize("leaving", [m.Leave(room=ROOM), m.Resign(room=ROOM)])
def test_the_tour_can_be_left_at_any_time(leaving, tutor):
    assert tutor.send(leaving) == (m.Left(room=ROOM, reason=LEFT.format("tower_blaster")),)


def test_what_else_is_asked_at_its_table_is_no_part_of_it(tutor, line):
    (refusal,) = tutor.send(m.Say(room=ROOM, text="hello"))
    assert refusal.text == ELSEWHERE
    assert line.sent == []


def test_whatever_is_not_for_its_table_is_passed_on(tutor, line):
    elsewhere = (m.Browse(on=True), m.Play(room="KQFM", number=1, ply=0, move="flip"))
    for command in elsewhere:
        tutor.send(command)
    assert tuple(line.sent) == elsewhere


def test_the_server_is_told_once_which_table_is_on_screen_and_of_no_tour(tutor, line):
    for room in ("KQFM", "KQFM", ROOM, None, None, "AAAA"):
        tutor.look(room)
    assert line.sent == [m.Look(room="KQFM"), m.Look(room=None), m.Look(room="AAAA")]
