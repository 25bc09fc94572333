"""The list of tables, seeks and challenges, and pairing."""
