"""Topics: what is hidden stays hidden, and how cards were dealt can be verified."""
