"""One file a game: how it is drawn, said and typed. `find` gives it, or the generic one for a game without a file."""
