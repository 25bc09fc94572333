"""Commands that a sentence names, as they are typed on the full screen: `:name`, where plain mode has 'name'."""

from __future__ import annotations

import re

from client.commands.verb_table import VERBS

_COMMAND = re.compile(rf"(?<!called )(?<!option )'((?:{'|'.join(VERBS)})(?: [^']*)?)'")
"""A quoted text that begins with a command, and is not what somebody called something."""


def with_colons(sentence: str) -> str:
    """A sentence for the full screen, where a command begins with a colon.

    >>> with_colons("ana is taken. To change that, type 'name' and another name.")
    'ana is taken. To change that, type :name and another name.'
    >>> with_colons("'parlour serve' starts one, and there's no option 'name'.")
    "'parlour serve' starts one, and there's no option 'name'."
    """
    return _COMMAND.sub(r":\1", sentence)
