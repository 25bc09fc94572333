"""The verbs of the command language, by subject."""
