"""One game being played at a table, as frozen values: clocks, dealing, offers."""
