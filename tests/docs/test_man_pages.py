"""The man pages tell of every command and flag there is, and only of those."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from client.cli import arguments
from client.portal import main as portal
from protocol.command_line import actions
from server import config
from tests.support.golden.man_pages import ROOT, made

PAGES = made()


@pytest.mark.parametrize("path", PAGES)
def test_a_man_page_is_what_the_parser_says_today(path):
    assert (ROOT / path).read_text(encoding="utf-8") == PAGES[path], "run `make golden`, and review the difference"


def test_every_command_and_every_flag_is_told_of():
    page = PAGES["install/man/parlour.1"].replace("\\-", "-")
    for command in arguments.COMMANDS:
        assert f"\n.B {command}" in page
        for action in actions(arguments.parser_of([command])):
            assert all(f"{flag}" in page for flag in action.option_strings if flag != "-h"), action
    for name, parser in ("serve", config.argument_parser()), ("portal", portal._parser()):
        own = PAGES[f"install/man/parlour-{name}.1"].replace("\\-", "-")
        assert all(flag in own for action in actions(parser) for flag in action.option_strings if flag != "-h")


@pytest.mark.parametrize("path", PAGES)
def test_no_line_of_text_is_taken_for_a_macro(path):
    macros = {line.split()[0] for line in PAGES[path].splitlines() if line.startswith((".", "'"))}
    assert macros <= {".TH", ".SH", ".PP", ".TP", ".RS", ".RE", ".B", ".BR", ".nf", ".fi"}


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_the_programs_for_man_pages_that_are_here_have_no_complaint(path):
    for program in filter(shutil.which, ("groff", "mandoc")):
        check = {"groff": ["-man", "-Tutf8", "-ww", "-z"], "mandoc": ["-Tlint", "-Werror"]}[program]
        done = subprocess.run([program, *check, str(ROOT / path)], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), done
