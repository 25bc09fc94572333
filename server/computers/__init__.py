"""Computer players and hints, in worker processes that see Views only."""
