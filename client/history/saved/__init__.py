"""Games kept on this machine, with the player's part in their dealing. May import drawing and protocol."""
