"""What a player and a server show each other to prove who they are. Imports nothing else of ours."""
