"""What holds for every test: a program that one starts can be interrupted, even where a shell began with that off."""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
