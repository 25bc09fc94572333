"""Topics: connections that are cut, slow, silent or too many."""
