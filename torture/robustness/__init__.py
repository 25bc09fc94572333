"""Topics: bad input, games that fail, clocks that jump, and simulated worlds where everything does."""
