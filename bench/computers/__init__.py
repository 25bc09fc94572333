"""Computer players measured without a server: solvers, soak runs, and players to compare them with."""
