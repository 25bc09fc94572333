import io
import os

from client.output import tell


def test_a_text_is_written_at_once() -> None:
    out = io.StringIO()
    assert tell(out, "flip\n")
    assert out.getvalue() == "flip\n"


def test_a_reader_that_has_gone_is_noticed_and_then_forgotten() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as out:
        assert not tell(out, "flip\n")
        assert tell(out, "flip\n")
