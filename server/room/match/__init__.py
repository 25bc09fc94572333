"""One game at a table, as frozen values: clocks, dealing, offers. May import engines and protocol."""
