"""What holds for every test: what it starts can be interrupted, and it may take its time."""

import signal

from hypothesis import settings

# Even where a shell began with that off.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# An example that is slow says something of the machine and of who else is at work there, not of what is tried.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
