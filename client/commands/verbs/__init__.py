"""The verbs of the command language, by subject. May import commands, drawing, games, state, tours and protocol."""
