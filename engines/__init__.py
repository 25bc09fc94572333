"""The rules of each game, as pure functions, and what every game is written with. Imports nothing else of ours."""
