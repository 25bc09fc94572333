"""Programs that ask a server one question."""
