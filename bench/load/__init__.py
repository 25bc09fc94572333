"""Load on a server: connections and players that cost little themselves, and the server processes under load."""
