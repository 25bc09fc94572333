"""The players: their accounts, sessions, chat, and the results of their games. Imports nothing else of ours."""
