"""The command language: from typed text to an Action."""
