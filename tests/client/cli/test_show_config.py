import json

from client.cli.show_config import lines
from client.settings import Origin

ORIGINS = (
    Origin("server", None, "default"),
    Origin("name", "ana", "PARLOUR_NAME"),
    Origin("sound", value=False, source="--no-sound"),
)


def test_each_setting_stands_in_a_line_with_its_value_and_where_it_is_from():
    assert [line.split() for line in lines(ORIGINS, json=False)] == [
        ["server", "none", "default"],
        ["name", "ana", "PARLOUR_NAME"],
        ["sound", "off", "--no-sound"],
    ]


def test_json_has_the_values_as_they_are():
    assert json.loads(next(lines(ORIGINS, json=True))) == {"name": "server", "value": None, "source": "default"}
