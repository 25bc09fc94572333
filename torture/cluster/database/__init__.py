"""The database of a cluster, and the way to it, fails; what it keeps for several nodes is right all the same."""
