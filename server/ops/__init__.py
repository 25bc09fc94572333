"""Tasks, logging, metrics, the watchdog and the server's command line. May import limits and net."""
