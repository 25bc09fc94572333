"""Programs beside the server: arena, solve, verify, review, backup, revoke."""
