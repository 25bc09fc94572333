"""How long a person waits at the client, and how many calls a key press takes."""
