"""Everything about a table or the lobby in words. May import drawing, state, engines and protocol."""
