"""The line mode's middle, as pure steps: what happens and what is typed become sentences and commands.

    happening.happen(plain, happening, now) -> Step    something came from the server or from the connection
    lines.typed(plain, line) -> Step                   somebody wrote a line

One event is one or more whole sentences, each a line; nothing is ever redrawn. The shell around this is `console`.
"""
