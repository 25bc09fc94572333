"""The readers of the commands, by subject. May import commands, drawing, games, state, tours and protocol."""
