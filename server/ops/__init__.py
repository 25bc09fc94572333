"""Tasks, the clock, logging, metrics, the watchdog and the server's command line. May import net."""
