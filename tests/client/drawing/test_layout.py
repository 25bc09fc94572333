from client.drawing.layout import layout_of
from tests.support.golden.sentences import for_each, golden_test

SAID = {
    "the layout follows from the size": lambda: for_each(
        lambda size: layout_of(*size), [(100, 32), (99, 32), (100, 31), (80, 24), (79, 24), (80, 23)]
    ),
}

test_said = golden_test(__name__, SAID)
